"""The interactive table in a real terminal: editing, Ctrl-C, kill, pasted blocks, narrow and dumb terminals.

python -m tests.test_play_terminal --write      writes examples/play.txt anew
"""

from __future__ import annotations

import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ofc_score import load_ruleset
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.reports.json import replay_document

from .command import environment, run
from .ledgercli import Cli

pexpect: Any = pytest.importorskip("pexpect", reason="needs a Unix terminal")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")

EXAMPLE = Path(__file__).parent.parent / "examples" / "play.txt"
START = (
    "--rules", "progressive", "--players", "Ann=100,Bob=100,Cy=60", "--point", "0.25 EUR", "--date", "2026-03-13",
    "--name", "Friday at Nadia's",
)  # fmt: skip
ENTER, CTRL_C, CTRL_D = "\r", "\x03", "\x04"
_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07")

ANN, BOB, CY = "QQ2 KK883 AT752f", "JJ5 TT774 98765", "993 AA446 QJT98"
FULL_ANN = "QhQd2c KsKd8h8c3d AhTh7h5h2h"

SHEET = """
session: Friday at Nadia's
date: 2026-03-13
rules: progressive
point: 0.25 EUR
players: {Ann: 100, Bob: 100, Cy: 60}
events:
  - hand: {Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h, Bob: JJ5 / TT773 / 98765, Cy: foul}
  - hand: {Ann: QQ2 / KK883 / AT752f, Bob: JJ5 / TT774 / 98765, Cy: 993 / AA446 / QJT98}
  - fix: {1: {Cy: 9h9c3c / AsAc4d4c6c / QsJhTc9s8s}}
  - buy: {Cy: 50}
  - hand: {Ann: foul, Bob: QQ2 / KK883 / AT752f, Cy: JJ5 / TT774 / 98765}
"""


class Terminal:
    """``ofc-score play`` in a terminal of its own."""

    def __init__(self, folder: Path, *args: str, columns: int = 80, **settings: str) -> None:
        env = {**environment(folder, **{"TERM": "xterm", **settings})}
        self.child: Any = pexpect.spawn(
            sys.executable, ["-m", "ofc_score", "play", *args], cwd=str(folder), env=env, encoding="utf-8",
            dimensions=(50, columns), timeout=30,
        )  # fmt: skip
        self.screen = ""

    def expect(self, text: str) -> str:
        """Wait until the text is on the screen; what was printed before it. A blank at the end is only a move there."""
        text = text.rstrip()
        self.child.expect_exact(text)
        seen = _ANSI.sub("", str(self.child.before)) + text
        self.screen += seen
        return seen

    def type(self, text: str, prompt: str) -> str:
        """Type a line when asked; returns what is printed until the next prompt."""
        self.child.send(text + ENTER)
        return self.expect(prompt)

    def end(self) -> int:
        """Wait for the end; the exit code."""
        self.child.expect(pexpect.EOF)
        self.screen += _ANSI.sub("", str(self.child.before))
        self.child.close()
        return int(self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus)


@contextmanager
def terminal(folder: Path, *args: str, columns: int = 80, **settings: str) -> Iterator[Terminal]:
    """A terminal that is closed in any case."""
    opened = Terminal(folder, *args, columns=columns, **settings)
    try:
        yield opened
    finally:
        opened.child.close(force=True)


def ledger(folder: Path) -> Cli:
    """The ledger in the user's data folder."""
    (path,) = folder.rglob("ledger.db")
    return Cli(path)


def test_a_full_evening_is_the_replayed_sheet(tmp_path: Path) -> None:
    """With a duplicate card, Ctrl-C in mid-hand, a resume, an undo, a fix and a buy-in that waits."""
    with terminal(tmp_path, *START) as screen:
        screen.expect("1 Ann> ")
        assert "royalties 11" in screen.type(FULL_ANN, "1 Bob> ")
        refused = screen.type("JsJd5c TsTd7h7c3h 9c8d7d6s5d", "7h is in Ann's bottom")
        assert "Hand 1" not in refused
        screen.type("JJ5 TT773 98765", "1 Cy> ")
        assert "Cy puts in 31, Ann takes 26, Bob takes 5" in screen.type("x", "2 Ann (14 cards)> ")
        screen.type(ANN, "2 Bob> ")
        screen.type("JJ5", "2 Bob middle> ")
        screen.child.send("TT774")
        screen.expect("TT774")
        screen.child.send(CTRL_C)
        screen.expect("Ctrl-C again leaves, nothing is lost")
        screen.child.send(CTRL_C)
        assert screen.end() == 130
        assert "Hand 2 is kept half typed" in screen.screen
    with terminal(tmp_path) as screen:
        assert "Ann: QQ2 / KK883 / AT752f" in screen.expect("2 Bob middle> ")
        screen.type("TT774", "2 Bob bottom> ")
        screen.type("98765", "2 Cy> ")
        screen.type("x", "3 Ann> ")
        assert "Undone: e2" in screen.type("undo", "2 Ann (14 cards)> ")
        screen.type(ANN, "2 Bob> ")
        screen.type(BOB, "2 Cy> ")
        screen.type(CY, "3 Ann")
        screen.type("fix 1 c 9h9c3c AsAc4d4c6c QsJhTc9s8s --replay", "Chips to move now")
        screen.expect("3 Ann")
        screen.type("buy c 50", "50 points more from the next set")
        screen.expect("3 Ann")
        screen.type("a x", "3 Bob> ")
        screen.type(ANN, "3 Cy> ")
        screen.type(BOB, "4 ")
        screen.type("payouts", "EUR")
        screen.child.send(CTRL_D)
        assert screen.end() == 0
    played = ledger(tmp_path).evening()
    assert played == replay_document(read_sheet(SHEET, load_ruleset).state)


def test_kill_in_mid_hand_keeps_what_was_typed(tmp_path: Path) -> None:
    with terminal(tmp_path, *START) as screen:
        screen.expect("1 Ann> ")
        screen.type(ANN, "1 Bob> ")
        screen.type("c x", "1 Bob> ")
        screen.type("JJ5", "1 Bob middle> ")
        screen.child.kill(signal.SIGKILL)
        assert screen.end() == -signal.SIGKILL
    done = run(tmp_path, "play", stdin="TT774 98765\n")
    assert "  Ann: QQ2 / KK883 / AT752f\n  Cy: foul\n  Bob: JJ5 / ...\n" in done.stdout
    assert done.returncode == 0
    assert len(ledger(tmp_path).booked().state.hands) == 1
    assert [path.name for path in ledger(tmp_path).db.parent.glob("*-hand-*")] == []


def test_a_closed_window_keeps_what_was_typed(tmp_path: Path) -> None:
    with terminal(tmp_path, *START) as screen:
        screen.expect("1 Ann> ")
        screen.type(ANN, "1 Bob> ")
        screen.child.kill(signal.SIGHUP)
        screen.end()
    assert "  Ann: QQ2 / KK883 / AT752f\n" in run(tmp_path, "play").stdout


@pytest.mark.parametrize(("ending", "key"), [("\n", ""), ("", ENTER)], ids=["a line break at its end", "Enter"])
def test_a_pasted_block_is_the_hand(ending: str, key: str, tmp_path: Path) -> None:
    block = f"[21:14] Cy: x\n\n[21:15] Ann: {ANN}\n[21:15] Bob: {BOB}{ending}"
    with terminal(tmp_path, *START) as screen:
        screen.expect("1 Ann> ")
        screen.child.send(f"\x1b[200~{block}\x1b[201~{key}")
        assert "Ann takes" in screen.expect("2 Ann (14 cards)> ")
        screen.child.send(CTRL_D)
        assert screen.end() == 0


def test_a_block_pasted_into_a_plain_terminal(tmp_path: Path) -> None:
    block = f"\n[21:14] Cy: x\n\n[21:15] Ann: {ANN}\n[21:15] Bob: {BOB}\n"
    done = run(tmp_path, "play", *START, stdin=block)
    assert done.returncode == 0 and not done.stderr
    assert len(ledger(tmp_path).booked().state.hands) == 1


def test_names_are_completed_and_lines_come_back(tmp_path: Path) -> None:
    with terminal(tmp_path, *START) as screen:
        screen.expect("1 Ann> ")
        screen.child.send("sta\t")
        assert "start" in screen.expect("status")
        screen.child.send("tu\t" + ENTER)
        screen.expect("No hands yet")
        screen.child.send("\x1b[A" + ENTER)
        screen.expect("No hands yet")
        screen.child.send(CTRL_D)
        assert screen.end() == 0
    (history,) = tmp_path.rglob("ledger.db-history")
    assert history.stat().st_mode & 0o777 == 0o600
    assert "status" in history.read_text(encoding="utf-8")


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_forty_columns(term: str, tmp_path: Path) -> None:
    with terminal(tmp_path, *START, columns=40, TERM=term) as screen:
        screen.expect("1 Ann> ")
        screen.type(FULL_ANN, "1 Bob> ")
        screen.type(BOB, "1 Cy> ")
        screen.type(CY, "2 Ann")
        for wrong in ("undo now", "fix 9 x x x", "switch pineaple", "pay --because", f"Dee: {BOB}", "K82 K82"):
            screen.type(wrong, "2 Ann")
        screen.child.send(CTRL_D)
        assert screen.end() == 0
    printed = [line for line in screen.screen.replace("\r", "").split("\n") if not re.match(r"\d \w", line)]
    assert len(printed) > 40
    assert sum(line.startswith("error: ") for line in printed) == 4
    assert max(map(len, printed)) <= 40


@pytest.mark.parametrize(
    ("settings", "red", "sign"),
    [({}, True, "Q♥"), ({"NO_COLOR": "1"}, False, "Q♥"), ({"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}, False, "Qh")],
    ids=["colours", "no colours", "narrow"],
)
def test_colours_and_encodings(settings: dict[str, str], red: bool, sign: str, tmp_path: Path) -> None:
    with terminal(tmp_path, *START, columns=80, **settings) as screen:
        screen.expect("1 Ann> ")
        screen.child.send(FULL_ANN + ENTER)
        screen.child.expect_exact("1 Bob>")
        printed = str(screen.child.before)
        assert ("\x1b[31m" in printed) == red
        assert sign in _ANSI.sub("", printed)


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with terminal(tmp_path, *START, TERM="dumb") as screen:
        screen.expect("1 Ann> ")
        screen.type(ANN, "1 Bob> ")
        screen.child.send("half a line" + CTRL_C)
        screen.expect("Ctrl-C again leaves, nothing is lost")
        screen.child.send(CTRL_C)
        assert screen.end() == 130
    assert "\x1b" not in str(screen.child.before) + screen.screen
    assert "Hand 1 is kept half typed; play goes on with it" in screen.screen


# The example


def example(folder: Path) -> str:
    """A short evening as a plain terminal of 80 columns shows it."""
    typed = (
        (FULL_ANN, "1 Bob> "), ("JsJd5c TsTd7h7c3h 9c8d7d6s5d", "1 Bob> "), ("JJ5 TT773 98765", "1 Cy> "),
        ("x", "2 Ann (14 cards)> "), ("JJ5", "2 Ann (14 cards) middle> "), ("<", "2 Ann (14 cards)> "),
        (ANN, "2 Bob> "), ("c " + CY, "2 Bob> "), ("x", "3 "), ("undo", "2 Ann (14 cards)> "),
        (f"a {ANN}", "2 Bob> "), (BOB, "2 Cy> "), (CY, "3 "), ("fix 2 b x", "3 "), ("buy c 50", "3 "),
        ("payouts", "3 "), ("quit", ""),
    )  # fmt: skip
    with terminal(folder, *START, TERM="dumb", PYTHONIOENCODING="utf-8") as screen:
        screen.expect("1 Ann> ")
        for text, prompt in typed:
            screen.child.send(text + ENTER)
            if prompt:
                screen.child.expect_exact(f"\n{prompt}")
                screen.screen += f"{screen.child.before}\n{prompt}"
        screen.end()
    words = " ".join(f'"{word}"' if " " in word else word for word in START)
    return f"$ ofc-score play {words}\n" + screen.screen.replace("\r", "").rstrip("\n") + "\n"


def test_the_example_is_true(tmp_path: Path) -> None:
    assert example(tmp_path) == EXAMPLE.read_text(encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        text = example(Path(place))
    if "--write" in sys.argv:
        EXAMPLE.write_text(text, encoding="utf-8")
    else:
        print(text)
