"""The commands of the ledger as processes of their own: at the same moment, killed, on other terminals and clocks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ofc_score.entry.clock import HOOK
from ofc_score.evening.results import LedgerSession
from ofc_score.ledger.store import open_ledger

from .command import environment, run

ANN = "Ann: QQ2 KK883 AA994"
START = ("start", "--rules", "pineapple", "--players", "Ann=500,Bob=500")


def _begin(folder: Path) -> Path:
    db = folder / "ledger.db"
    done = run(folder, *START, "--db", str(db))
    assert (done.returncode, done.stderr) == (0, "")
    return db


def _popen(folder: Path, db: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ofc_score", *args, "--db", str(db)], cwd=folder, env=environment(folder),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


def _ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out + err


def _booked(db: Path) -> LedgerSession:
    with open_ledger(db) as ledger:
        return ledger.session(1)


def test_the_same_hand_at_the_same_moment_is_booked_once(tmp_path: Path) -> None:
    db = _begin(tmp_path)
    both = [_popen(tmp_path, db, "hand", "--no", "1", ANN, "Bob: foul") for _ in range(2)]
    ended = [_ended(process) for process in both]
    assert {code for code, _ in ended} <= {0, 6}
    assert (min(code for code, _ in ended), len(_booked(db).state.hands)) == (0, 1)
    retried = run(tmp_path, "hand", "--no", "1", ANN, "Bob: foul", "--db", str(db))
    assert retried.stdout.startswith("Booked before: nothing is booked twice\nHand 1 ")


def test_one_number_goes_to_one_of_two_hands(tmp_path: Path) -> None:
    db = _begin(tmp_path)
    other = "Ann: foul"
    both = [_popen(tmp_path, db, "hand", "--no", "1", board, "Bob: foul") for board in (ANN, other)]
    codes = sorted(code for code, _ in map(_ended, both))
    assert codes[0] == 0
    assert codes[1] in (4, 6)
    assert len(_booked(db).state.hands) == 1


def test_everything_acknowledged_at_once_is_there(tmp_path: Path) -> None:
    db = _begin(tmp_path)
    several = [_popen(tmp_path, db, "note", f"note {number}") for number in range(5)]
    ended = [_ended(process) for process in several]
    assert {code for code, _ in ended} <= {0, 6}
    acknowledged = {f"note {number}" for number, (code, _) in enumerate(ended) if code == 0}
    assert set(_booked(db).state.notes) == acknowledged
    assert all("busy" in said for code, said in ended if code == 6)
    assert run(tmp_path, "audit", "--db", str(db)).returncode == 0


def test_a_hand_that_was_shown_survives_a_kill(tmp_path: Path) -> None:
    db = _begin(tmp_path)
    for number in range(1, 4):
        process = _popen(tmp_path, db, "hand", "Ann: foul", "Bob: foul", "--again")
        assert process.stdout is not None
        assert process.stdout.readline().startswith(f"Hand {number} ")
        process.kill()
        process.communicate()
        assert len(_booked(db).state.hands) == number


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folder is named by another custom there")
def test_where_the_ledger_is(tmp_path: Path) -> None:
    assert run(tmp_path, *START).returncode == 0
    assert (tmp_path / ".local" / "share" / "ofc-score" / "ledger.db").is_file()
    told = {"OFC_SCORE_DB": str(tmp_path / "told.db")}
    assert run(tmp_path, *START, env=told).returncode == 0
    assert run(tmp_path, *START, "--db", "given.db", env=told).returncode == 0
    assert {path.name for path in tmp_path.glob("*.db")} == {"told.db", "given.db"}


def test_the_clock_on_the_wall(tmp_path: Path) -> None:
    env = {"OFC_SCORE_DB": str(tmp_path / "ledger.db"), "TZ": "Asia/Tokyo", HOOK: ""}
    assert run(tmp_path, *START, env=env).returncode == 0
    assert run(tmp_path, "note", "late", env=env).returncode == 0
    booked = _booked(tmp_path / "ledger.db")
    assert booked.zone == "Asia/Tokyo"
    assert booked.entries[0].at.isoformat().endswith("+09:00")
    log = run(tmp_path, "log", env=env).stdout
    assert f"{booked.entries[0].at:%Y-%m-%d %H:%M}" in log


def test_a_narrow_terminal(tmp_path: Path) -> None:
    env = {"OFC_SCORE_DB": str(tmp_path / "ledger.db"), "PYTHONIOENCODING": "ascii", "COLUMNS": "40"}
    started = run(tmp_path, "start", "--rules", "pineapple", "--players", "Zoë 🃏=50,Bob=50", env=env)
    assert started.returncode == 0
    assert run(tmp_path, "hand", "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "foul", env=env).returncode == 0
    for command in ("status", "show", "log", "balances", "payouts", "sessions", "close"):
        done = run(tmp_path, command, env=env)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout.isascii()
        shown, _, message = done.stdout.partition("To send to everybody")
        assert all(len(line) <= 40 for line in shown.splitlines()), command
        assert bool(message) == (command == "close"), "which is copied, and so not broken"


IMPORTS = """
import sys
from ofc_score.cli import common
from ofc_score.cli.app import app
code = common.run(app, sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
HEAVY = {"tabulate", "wcwidth", "pydantic", "rich", "yaml", "platformdirs"}


@pytest.mark.parametrize(
    ("args", "present"),
    [
        (("hand", ANN, "Bob: foul"), {"sqlite_utils"}),
        (("hand", ANN, "Bob: foul", "--json"), {"sqlite_utils"}),
        (("status",), {"sqlite_utils"}),
        (("undo",), {"sqlite_utils"}),
        (("payouts",), {"sqlite_utils"}),
        (("balances", "--json"), {"sqlite_utils"}),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, tuple) else "",
)
def test_what_a_command_imports(args: tuple[str, ...], present: set[str], tmp_path: Path) -> None:
    db = _begin(tmp_path)
    run(tmp_path, "hand", "foul", "foul", "--db", str(db))
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *args, "--db", str(db)], capture_output=True, text=True, cwd=tmp_path,
        env=environment(tmp_path), check=True, encoding="utf-8",
    )  # fmt: skip
    modules = set(done.stderr.split())
    assert present <= modules
    assert not HEAVY & modules


@pytest.mark.parametrize("args", [("status", "--help"), ("hand",), ("export", "x")], ids=" ".join)
def test_no_ledger_is_opened_in_vain(args: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *args], capture_output=True, text=True, cwd=tmp_path,
        env=environment(tmp_path), check=False, encoding="utf-8",
    )  # fmt: skip
    assert "sqlite_utils" not in done.stderr.split()


def test_every_command_has_help_with_an_example(tmp_path: Path) -> None:
    from ofc_score.cli.app import COMMANDS

    for name in COMMANDS:
        families = {"player": ("rename", "merge", "list")}
        for words in ([name, sub] for sub in families[name]) if name in families else ([name],):
            if name != "rules":
                said = run(tmp_path, *words, "--help").stdout
                assert "Example" in said, words
                assert f"ofc-score {' '.join(words)}" in said, words


def test_json_errors(tmp_path: Path) -> None:
    done = run(tmp_path, "status", "--json", "--db", "none.db")
    assert (done.returncode, done.stderr) == (6, "")
    assert json.loads(done.stdout)["error"]["code"] == "database"
