"""A long history costs no more than a short one: indexes, what is read again, what is written again, progress."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from ofc_score import read_table
from ofc_score.cli import common, progress
from ofc_score.cli.app import COMMANDS, app
from ofc_score.errors import NotAllowed, OfcError
from ofc_score.evening import events as ev
from ofc_score.ledger import connection, derived
from ofc_score.ledger.audit import audit
from ofc_score.ledger.stats import stats
from ofc_score.ledger.store import open_ledger

from .benchhistory import BY_HAND
from .command import environment
from .ledgercli import Cli
from .ledgergen import NOW, book_all, evening, hand, pineapple, setup, write_ledger

HAND = "Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: KcJc4s / 9s9c5d4d3s / JdTd8d6d4h", "Cy: foul"
TABLE = ("--rules", "pineapple", "--players", "Ann,Bob,Cy", "--buy-in", "500", "--point", "0.25 EUR")
# Everything that grows with the years; players and their totals do not.
GROWING = re.compile("SCAN (sat|sessions|events|results|hands|transfers|balances|session_players)")


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with some old sessions."""
    path = tmp_path_factory.mktemp("years") / "ledger.db"
    write_ledger(path, 70, 4, players=12)
    return path


@pytest.fixture
def cli(years: Path, tmp_path: Path) -> Cli:
    """Commands on a copy of it, with an open session behind the old ones."""
    db = tmp_path / "ledger.db"
    db.write_bytes(years.read_bytes())
    cli = Cli(db)
    cli.ok("start", *TABLE)
    cli.ok("hand", *HAND)
    return cli


def test_a_generated_file_is_as_if_entered(years: Path) -> None:
    with open_ledger(years) as ledger:
        assert list(audit(ledger, "deep")) == []
        assert ledger.count() == len(ledger.sessions()) == 70
        assert any(it.entries for it in stats(ledger).players)


# What commands read


def _statements(cli: Cli, *words: str) -> list[str]:
    """Every statement that a command runs, with its values."""
    told: list[str] = []

    def watched(path: Path, timeout: float) -> Database:
        db = connect(path, timeout)
        db.conn.set_trace_callback(told.append)
        return db

    connect = connection.connect
    with mock.patch("ofc_score.ledger.files.connect", watched):
        cli.ok(*words)
    return [one for one in told if one.lstrip().upper().startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize(
    "words",
    [
        ("hand", *HAND, "--again"), ("undo",), ("status",), ("status", "--json"), ("balances",), ("payouts",), ("log",),
        ("buy", "Ann", "50"), ("pay", "Ann", "Dee", "1"), ("fix", "1", "Bob: foul", "--replay"), ("message",),
        ("close",),
    ],
    ids=lambda words: " ".join(words)[:20],
)  # fmt: skip
def test_commands_look_into_their_own_session_only(cli: Cli, words: tuple[str, ...]) -> None:
    statements = _statements(cli, *words)
    assert any("FROM events WHERE session" in one for one in statements)
    with closing(sqlite3.connect(cli.db)) as db:
        for statement in statements:
            plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
            scans = [line for line in plan if GROWING.match(line) and "sessions_open" not in line]
            assert not scans, (statement, plan)


def test_a_scan_would_be_seen(years: Path) -> None:
    with closing(sqlite3.connect(years)) as db:
        plan = [row[3] for row in db.execute("EXPLAIN QUERY PLAN SELECT sum(net) FROM results")]
        assert any(GROWING.match(line) for line in plan)


def test_statistics_read_every_table_once(years: Path) -> None:
    told: list[str] = []
    with open_ledger(years) as ledger:
        ledger.db.conn.set_trace_callback(told.append)
        stats(ledger)
    for table in ("results", "transfers"):
        whole = [one for one in told if f"FROM {table}" in one and "WHERE" not in one]
        assert len(whole) == 1


def test_statistics_are_those_of_the_query_by_hand(years: Path) -> None:
    with open_ledger(years) as ledger:
        found = stats(ledger)
    with closing(sqlite3.connect(years)) as db:
        sums, best, worst, pairs = (db.execute(sql).fetchall() for sql in BY_HAND)
    assert {
        (it.player, it.sessions, it.hands, it.points, it.money["EUR"], it.fouls, it.scoops_taken, it.scoops_given,
         it.entries, it.stays, it.land_hands, it.land_points, it.royalties_top, it.royalties_middle,
         it.royalties_bottom, it.best.points, it.worst.points)
        for it in found.players
    } == {(*row[:11], row[11] or 0, *row[12:]) for row in sums}  # fmt: skip
    assert {it.player: it.best.points for it in found.players} == {row[0]: row[1] for row in best}
    assert {it.player: it.worst.points for it in found.players} == {row[0]: row[1] for row in worst}
    won: dict[tuple[str, str], int] = {}
    for payee, payer, points in pairs:
        won[payee, payer] = won.get((payee, payer), 0) + points
        won[payer, payee] = won.get((payer, payee), 0) - points
    assert found.pairs == won


# What is kept between reading and booking


@given(seed=st.integers(0, 30), cut=st.integers(0, 40))
def test_a_copy_of_a_session_goes_on_by_itself(seed: int, cut: int) -> None:
    whole = evening(seed)
    session = type(whole)(whole.setup, known=whole.known)
    for event in whole.events[:cut]:
        session.add(event)
    before = session.state
    twin = session.copy()
    for event in whole.events[cut:]:
        twin.add(event)
    assert twin.state == whole.state
    assert session.state == before == type(whole)(whole.setup, session.events).state
    assert twin.events == whole.events


@pytest.mark.parametrize("seed", range(6))
def test_booking_on_what_was_read_is_booking_on_the_file(seed: int, tmp_path: Path) -> None:
    session = evening(seed)
    with open_ledger(tmp_path / "a.db", create=True) as ledger:
        booked = book_all(ledger, session)
        again = ledger.session(booked.id)
        assert booked.state == again.state == session.state
        assert booked.entries == again.entries
        assert list(audit(ledger, "deep")) == []


def test_what_others_wrote_meanwhile_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_ledger(path, create=True) as one, open_ledger(path) as other:
        number = one.start(setup(), at=NOW).id
        first = one.session(number)
        other.book(number, hand(), at=NOW)
        booked = one.book(number, ev.Note("late"), at=NOW)
        assert [entry.kind for entry in booked.entries] == ["hand", "note"]
        assert first.entries == () == first.session.events
        other.rename("Ann", "Anna")
        assert "Anna" in one.book(number, ev.Note("later"), at=NOW).state.seats
        assert list(audit(one, "deep")) == []


def test_a_refusal_leaves_nothing_behind(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "ledger.db", create=True) as ledger:
        number = ledger.start(setup(), at=NOW).id
        booked = ledger.book(number, hand(), at=NOW)
        with pytest.raises(OfcError):
            ledger.book(number, hand("Ann", "Bob"), at=NOW)
        with mock.patch.object(derived, "write", side_effect=NotAllowed("no")), pytest.raises(NotAllowed):
            ledger.book(number, hand(shift=1), at=NOW)
        assert ledger.book(number, ev.Note("so"), at=NOW).entries[:1] == booked.entries
        assert len(booked.session.events) == 1
        assert list(audit(ledger, "deep")) == []


def test_whoever_plays_on_with_what_he_got_does_not_change_the_file(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "ledger.db", create=True) as ledger:
        number = ledger.start(setup(), at=NOW).id
        ledger.session(number).session.add(hand())
        assert [entry.kind for entry in ledger.book(number, ev.Note("only"), at=NOW).entries] == ["note"]


# What is written again


def _rows_written(path: Path, *added: ev.Event) -> int:
    with open_ledger(path) as ledger:
        number = ledger.latest()
        assert number is not None
        before = ledger.db.conn.total_changes
        for event in added:
            ledger.book(number, event, at=NOW)
        written = ledger.db.conn.total_changes - before
        assert list(audit(ledger, "deep")) == []
    return written


@pytest.mark.parametrize(
    ("added", "most"),
    [
        ((ev.Undo(),), 30),
        ((ev.Void(40),), 30),
        ((ev.Fix(40, read_table({"Ann": "foul"}, pineapple())),), 40),
        ((ev.Note("nothing"),), 3),
    ],
    ids=["undo", "void the last", "fix the last", "note"],
)
def test_only_hands_that_came_out_otherwise_are_written_again(
    added: tuple[ev.Event, ...], most: int, tmp_path: Path
) -> None:
    path = tmp_path / "ledger.db"
    with open_ledger(path, create=True) as ledger:
        ledger.import_session(setup(points=100_000), [hand(shift=place) for place in range(40)], at=NOW)
    assert _rows_written(path, *added) <= most


# Progress


class Screen(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def _on_screen(cli: Cli, *words: str) -> tuple[int, str, str]:
    """(exit code, standard output, what the terminal got)."""
    out, screen = io.TextIOWrapper(io.BytesIO(), "utf-8"), Screen()
    with (
        mock.patch.dict(os.environ, {"OFC_SCORE_DB": str(cli.db)}),
        mock.patch("sys.stdout", out),
        mock.patch("sys.stderr", screen),
    ):
        code = common.run(app, list(words))
    out.flush()
    out.seek(0)
    return code, out.read(), screen.getvalue()


def test_long_works_show_how_far_they_are(cli: Cli, tmp_path: Path) -> None:
    whole = tmp_path / "all.json"
    code, _, screen = _on_screen(cli, "audit")
    assert code == 0
    assert screen.count("audit") > 1
    assert "100%" in screen
    code, out, screen = _on_screen(cli, "export", "--all", "--json", str(whole))
    assert (code, json.loads(out)["written"]) == (0, str(whole))
    assert "export" in screen
    code, out, screen = _on_screen(Cli(tmp_path / "new.db"), "import", str(whole))
    assert code == 0
    assert "71 sessions" in out
    assert "import" in screen
    assert "100%" in screen


def test_no_bar_in_pipes_with_json_or_for_a_moment(cli: Cli, tmp_path: Path) -> None:
    whole = tmp_path / "all.json"
    assert cli.ok("audit").err == ""
    assert cli.ok("export", "--all", "--json", str(whole)).err == ""
    assert Cli(tmp_path / "piped.db").ok("import", str(whole)).err == ""
    assert _on_screen(cli, "audit", "--json")[2] == ""
    assert _on_screen(cli, "audit", "--quick")[2] == ""
    assert _on_screen(cli, "export", "--all", "--json", "-")[2] == ""
    assert _on_screen(Cli(tmp_path / "json.db"), "import", str(whole), "--json")[2] == ""
    few = Cli(tmp_path / "few.db")
    few.ok("start", *TABLE)
    assert _on_screen(few, "audit")[2] == ""


def test_findings_stand_on_lines_of_their_own(cli: Cli) -> None:
    with closing(sqlite3.connect(cli.db)) as db, db:
        db.execute("UPDATE results SET net = net + 1 WHERE session = 60 AND hand = 2 AND player = ("
                   "SELECT player FROM results WHERE session = 60 AND hand = 2 LIMIT 1)")  # fmt: skip
    code, out, screen = _on_screen(cli, "audit")
    assert code == 5
    assert "net is" in out
    assert [line.split(":")[0] for line in out.splitlines()] == ["session 60, hand 2", "session 60, results"]
    assert "\r\x1b[K" in screen


def test_a_bar_counts_its_steps() -> None:
    with mock.patch("sys.stderr", Screen()) as screen, progress.bar("work", 100) as shown:
        assert list(shown.over("abc")) == ["a", "b", "c"]
    assert "3%" in screen.getvalue()


# status --chart


def test_the_chart_stands_between_the_title_and_the_rest(cli: Cli) -> None:
    for _ in range(3):
        cli.ok("hand", *HAND, "--again")
    plain, drawn = cli.ok("status").lines, cli.ok("status", "--chart").lines
    assert drawn[0] == plain[0]
    assert drawn[-len(plain) + 1 :] == plain[1:]
    chart = "\n".join(drawn[1 : -len(plain) + 1])
    assert "1  2  3  4" in chart
    assert "A Ann" in chart


def test_a_chart_of_nothing_and_of_json(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok("start", *TABLE)
    assert "No hands to draw yet" in cli.ok("status", "--chart").lines
    assert cli("status", "--chart", "--json").code == 2


# Completion

TELL_MODULES = """
import sys
from ofc_score.cli.app import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def _completed(folder: Path, shell: str, line: str) -> list[str]:
    words = {"bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)},
             "zsh": {"_TYPER_COMPLETE_ARGS": line}}  # fmt: skip
    env = {**environment(folder), "_OFC_SCORE_COMPLETE": f"complete_{shell}", **words[shell]}
    done = subprocess.run([sys.executable, "-c", TELL_MODULES], capture_output=True, text=True, env=env, check=False)
    loaded = {module for module in done.stderr.split() if module.startswith("ofc_score.cli.")}
    assert loaded <= {
        "ofc_score.cli.app",
        "ofc_score.cli.common",
        "ofc_score.cli.typer_shim",
        f"ofc_score.cli.{_home(line)}",
    }
    return done.stdout.split() if shell == "bash" else re.findall(r'"([a-z-]+)":', done.stdout)


def _home(line: str) -> str:
    words = line.split(" ")
    return COMMANDS[words[1]][0].partition(":")[0] if len(words) > 2 else "app"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ofc-score st", ["start", "status", "stats"]),
        ("ofc-score ", list(COMMANDS)),
        ("ofc-score rules sc", ["schema"]),
    ],
    ids=["st", "everything", "rules sc"],
)
def test_shells_offer_commands_without_importing_them(
    shell: str, line: str, offered: list[str], tmp_path: Path
) -> None:
    assert _completed(tmp_path, shell, line) == offered


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_completion_installs_itself(shell: str, file: str, tmp_path: Path) -> None:
    env = {**environment(tmp_path), "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    program = [sys.executable, "-c", "from ofc_score.cli.app import main; main()"]
    shown = subprocess.run([*program, "--show-completion", shell], capture_output=True, text=True, env=env, check=True)
    assert f"_OFC_SCORE_COMPLETE=complete_{shell}" in shown.stdout
    subprocess.run([*program, "--install-completion", shell], capture_output=True, env=env, check=True)
    assert (tmp_path / file).exists()
