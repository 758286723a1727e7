"""An audit shared out among processes: it finds what one process finds, whatever happens to the others."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ofc_score.errors import DatabaseError, Fault
from ofc_score.ledger import audit, crew
from ofc_score.ledger.store import open_ledger

from .command import environment
from .ledgergen import write_ledger
from .test_ledger_audit import change

SESSIONS = 9
# The installed command on a file that is long for it, on a machine that has two processors for it.
TWO_AT_ONCE = """
import sys
from ofc_score.cli import files
from ofc_score.ledger import audit
audit._LONG, files._processors = 0, lambda: 2
from ofc_score.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("crew") / "sound.db"
    write_ledger(path, SESSIONS, 3)
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is long for the audit, in batches of two sessions."""
    monkeypatch.setattr(audit, "_LONG", 0)
    monkeypatch.setattr(crew, "_BATCH", 2)
    return Path(shutil.copy(sound, tmp_path / "ledger.db"))


def found(path: Path, processes: int, level: str = "default") -> tuple[list[Fault], int]:
    """The findings, and how many sessions were looked at."""
    steps: list[None] = []
    with open_ledger(path) as ledger:
        faults = list(ledger.audit(level, step=lambda: steps.append(None), processes=processes))  # type: ignore[arg-type]
    return faults, len(steps)


def damage(path: Path) -> None:
    """Something else in several sessions of different batches."""
    with open_ledger(path) as ledger:
        change(
            ledger,
            "UPDATE events SET at = '2026-07-03T00:00:00Z' WHERE session = 1 AND entry = 2",
            "UPDATE events SET payload = '{' WHERE session = 4 AND entry = 1",
            "UPDATE results SET net = net + 1 WHERE session = 8 AND hand = 2",
        )


@pytest.mark.parametrize("level", ["default", "deep"])
def test_two_processes_find_what_one_finds_in_its_order(path: Path, level: str) -> None:
    assert found(path, 2, level) == ([], SESSIONS)
    damage(path)
    alone = found(path, 1, level)
    assert {fault.code for fault in alone[0]} == {"checksum", "unreadable", "derived", "not-zero"}
    assert found(path, 2, level) == alone


@pytest.mark.parametrize("damaged", [
    "UPDATE sessions SET zone = CAST(X'ff' AS TEXT) WHERE id = 6", "UPDATE sessions SET setup = '[]' WHERE id = 6",
    "UPDATE sessions SET setup = '7' WHERE id = 5", "DELETE FROM session_players WHERE session = 7",
], ids=["no text", "a list", "a number", "nobody"])  # fmt: skip
def test_what_was_found_before_a_session_that_cannot_be_read_is_told(path: Path, damaged: str) -> None:
    damage(path)
    with open_ledger(path) as ledger:
        change(ledger, damaged)
    alone = found(path, 1)
    assert {"checksum", "unreadable"} <= {fault.code for fault in alone[0]}
    assert found(path, 2) == alone


def test_a_short_file_is_not_worth_a_process(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_ledger(path) as ledger:
        entries = ledger.db.execute("SELECT count(*) FROM events").fetchone()[0]
    begun: list[Path] = []

    def nobody(path: Path, *_args: object, **_more: object) -> Iterator[list[Fault]]:
        begun.append(path)
        return iter(())

    monkeypatch.setattr(crew, "faults_of", nobody)
    monkeypatch.setattr(audit, "_LONG", entries)
    assert (found(path, 2), begun) == (([], SESSIONS), [])
    monkeypatch.setattr(audit, "_LONG", entries - 1)
    assert (found(path, 2), begun) == (([], SESSIONS), [path])


@pytest.mark.parametrize("trouble", [ChildProcessError, FileNotFoundError, BrokenPipeError, OSError])
@pytest.mark.parametrize("before", [0, 3])
def test_what_the_others_leave_is_done_here(
    path: Path, monkeypatch: pytest.MonkeyPatch, trouble: type[Exception], before: int
) -> None:
    """No processes at all on this system, or one that was killed after some sessions."""
    damage(path)
    alone = found(path, 1)

    def some(_path: Path, numbers: list[int], _processes: int, *, deep: bool) -> Iterator[list[Fault]]:
        with open_ledger(path) as ledger:
            yield from (audit.session_faults(ledger, number, deep=deep) for number in numbers[:before])
        raise trouble

    monkeypatch.setattr(crew, "faults_of", some)
    assert found(path, 2) == alone


def test_another_file_in_its_place_is_not_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sessions audited are those of the file that is open, not those of one that was put there meanwhile."""
    real = Path.stat
    other = path.with_name("other.db")
    write_ledger(other, 1, 3)
    stats = iter([real(other)])
    monkeypatch.setattr(Path, "stat", lambda self, **more: next(stats, None) or real(self, **more))
    with pytest.raises(ChildProcessError):
        list(crew.faults_of(path, range(1, SESSIONS), 2, deep=False))


def test_a_busy_file_is_told_and_not_called_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another process too."""

    def busy(*_args: object, **_more: object) -> Iterator[list[Fault]]:
        raise DatabaseError(f"{path} is busy", hint="wait")

    monkeypatch.setattr(crew, "faults_of", busy)
    with pytest.raises(DatabaseError, match="is busy"):
        found(path, 2)


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A file with work for some time."""
    write_ledger(tmp_path / "long.db", 1500, 8)
    return tmp_path / "long.db"


def begin(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", TWO_AT_ONCE, "audit", "--db", str(path)], stdout=path.with_suffix(".out").open("w"),
        stderr=subprocess.PIPE, text=True, env=environment(path.parent), start_new_session=True,
    )  # fmt: skip


def ended(process: subprocess.Popen[str], path: Path) -> tuple[int, str, str]:
    """Exit code and what was said."""
    _, err = process.communicate(timeout=60)
    return process.returncode, path.with_suffix(".out").read_text("utf-8"), err


def children(process: subprocess.Popen[str]) -> set[int]:
    try:
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8")
    except OSError:
        return set()
    return {int(child) for child in listed.split()}


def eventually(true: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def runs(process: int) -> bool:
    """Whether it is still there, and not merely to be buried by its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
class TestProcesses:
    def test_a_killed_audit_leaves_no_process_behind(self, long: Path) -> None:
        process = begin(long)
        eventually(lambda: len(children(process)) >= 2)
        left = children(process)
        process.kill()
        process.wait()
        eventually(lambda: not any(runs(child) for child in left))

    def test_ctrl_c_stops_all_of_them_without_a_traceback(self, long: Path) -> None:
        """Also while the others are only starting."""
        for seconds in (0, 0.1, 0.4):
            process = begin(long)
            eventually(lambda: len(children(process)) >= 2)  # noqa: B023
            left = children(process)
            time.sleep(seconds)
            os.killpg(process.pid, signal.SIGINT)
            code, out, err = ended(process, long)
            assert (code, out) == (130, "")
            assert "Traceback" not in err
            eventually(lambda: not any(runs(child) for child in left))  # noqa: B023

    @pytest.mark.parametrize("between", [0.0, 0.02, 0.15])
    def test_ctrl_c_again_does_not_hang(self, long: Path, between: float) -> None:
        process = begin(long)
        eventually(lambda: len(children(process)) >= 2)
        left = children(process)
        time.sleep(0.3)
        for _ in range(3):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(between)
        code, _, err = ended(process, long)
        assert code in (130, -signal.SIGINT) and "_python_exit" not in err
        eventually(lambda: not any(runs(child) for child in left))

    def test_terminated_it_says_nothing_of_its_library(self, long: Path) -> None:
        process = begin(long)
        eventually(lambda: len(children(process)) >= 2)
        left = children(process)
        process.terminate()
        code, out, err = ended(process, long)
        assert (code, out, err) == (-signal.SIGTERM, "", "")
        eventually(lambda: not any(runs(child) for child in left))

    def test_with_one_of_them_killed_nothing_is_missed(self, long: Path) -> None:
        with open_ledger(long) as ledger:
            change(ledger, "UPDATE results SET net = net + 1 WHERE hand = 2")
        process = begin(long)
        eventually(lambda: len(children(process)) >= 2)
        os.kill(max(children(process)), signal.SIGKILL)
        code, out, err = ended(process, long)
        assert (code, err) == (5, "")
        assert sum("results" in line and "hand 2" in line for line in out.splitlines()) >= 1500
