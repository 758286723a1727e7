"""Nothing that was acknowledged is lost, nothing half done stays: whatever happens to the process, the disk, the file.

The long forms (``pytest -m full tests/test_ledger_faults.py``) kill a thousand times and try every limit of the disk.
"""

from __future__ import annotations

import errno
import io
import os
import random
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from ofc_score.cli import common
from ofc_score.cli.app import app
from ofc_score.errors import DATABASE, DatabaseError
from ofc_score.evening.events import Fix, Note, Undo
from ofc_score.ledger import files as ledger_files
from ofc_score.ledger.backup import backup, restore
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.ledger.transfer import export_json, import_json

from .command import run
from .crashes import (
    BOARDS,
    FORKS,
    Ack,
    Steps,
    Watched,
    begun,
    clean,
    contents,
    ended,
    failing,
    hand,
    holds,
    in_child,
    killed,
    sqlite_error,
    tree,
    typed,
)
from .ledgercli import Cli
from .ledgergen import NOW, evening, setup
from .ledgergen import hand as hand_event
from .test_ledger_files import ADDED

# Killed at a random moment: what was answered is there, the books are right


def _hands(cli: Cli, ack: Ack) -> None:
    for number in range(10_000):
        told = cli.ok(*hand(number)).json
        ack({"session": 1, "entry": told["entry"], "number": number})


def _fixes(cli: Cli, ack: Ack) -> None:
    # Where the one before was killed: a correction that changes nothing is refused.
    fixed = sum(entry.kind == "fix" for entry in cli.booked().entries)
    for number in range(fixed, fixed + 10_000):
        told = cli.ok("fix", "1", f"Ann: {('foul', BOARDS[0])[number % 2]}", "--replay", "--json").json
        ack({"session": 1, "entry": told["entry"], "event": told["event"]})


SHEET = """session: "{name}"
rules: pineapple
players: {{Ann: 100, Bob: 100, Eve: 50}}
events:
  - hand: {{Ann: QQ2 KK883 AT752h, Bob: foul, Eve: JJ5 TT774 98765}}
  - expense: {{by: Eve, amount: 12.50, for: all, why: pizza}}
  - hand: {{Ann: foul, Bob: QQ2 KK883 AT752h, Eve: JJ5 TT774 98765}}
  - fix: {{1: {{Bob: 993 AA446 QJT98}}}}
  - buy: {{Bob: 20}}
""".replace("rules: pineapple", "rules: pineapple\npoint: 0.25 EUR")


def _imports(cli: Cli, ack: Ack) -> None:
    for number in range(10_000):
        told = cli.ok(
            "import", "-", "--again", "--json", stdin=SHEET.format(name=f"{os.getpid()} {number}").encode()
        ).json
        ack({"session": told["session"]["id"], "fingerprint": told["session"]["fingerprint"]})


def _plays(cli: Cli, ack: Ack) -> None:
    hands = len(cli.booked().state.hands)
    lines = [f"{name} {text}" for number in range(hands, hands + 500) for name, text in typed(number).items()]
    typing = io.TextIOWrapper(io.BytesIO("\n".join(["drop", *lines]).encode()), encoding="utf-8")
    with mock.patch("sys.stdin", typing), mock.patch("sys.stdout", Watched(ack)), redirect_stderr(io.StringIO()):
        common.run(app, ["play", "--db", str(cli.db)])


WORKS = {"hand": _hands, "fix": _fixes, "import": _imports, "play": _plays}
_AT_ONCE = 12  # rounds on one file, so that the audits stay short


def _killed_rounds(folder: Path, work: Callable[[Cli, Ack], None], rounds: int, rng: random.Random) -> int:
    """Kill so often; returns how many entries had been acknowledged."""
    acknowledged = 0
    base = begun(folder / "base")
    acks: list[dict[str, object]] = []
    cli = base
    for number in range(rounds):
        if number % _AT_ONCE == 0:
            acknowledged += len(acks)
            acks = []
            cli = Cli(folder / f"{number}" / "ledger.db")
            shutil.copytree(base.db.parent, cli.db.parent)
        acks += killed(partial(work, cli), rng.random() * 0.06)
        clean(cli.db)
        holds(cli.db, acks)
        if work is _plays:
            again = cli("play")
            assert (again.code, again.err) == (0, ""), again
    return acknowledged + len(acks)


@FORKS
@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_killed_some_times(work: Callable[[Cli, Ack], None], tmp_path: Path) -> None:
    assert _killed_rounds(tmp_path, work, 5, random.Random(5)) >= 5


@FORKS
@pytest.mark.full
@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_killed_a_thousand_times_over_all(work: Callable[[Cli, Ack], None], tmp_path: Path) -> None:
    acknowledged = _killed_rounds(tmp_path, work, 250, random.Random(250))
    print(f"250 kills, {acknowledged} entries acknowledged, none lost")
    assert acknowledged >= 250


@FORKS
def test_half_an_import_never_stays(tmp_path: Path) -> None:
    cli = begun(tmp_path)
    for number in range(4):
        killed(partial(_imports, cli), number * 0.004)
    with open_ledger(cli.db) as ledger:
        assert {one.entries for one in ledger.sessions() if one.id != 1} == {5}


# An error at every step of everything that writes


def _start(path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.start(setup("Dee", "Eve"), at=NOW, aside=True)


def _book(path: Path, event: object) -> None:
    with open_ledger(path) as ledger:
        ledger.book(1, event, at=NOW)  # type: ignore[arg-type]


def _at_table(path: Path) -> None:
    """As ``play`` does it: the journal stays between two writes, and goes at the end."""
    with open_ledger(path, stays=True) as ledger:
        ledger.book(1, hand_event(shift=1), at=NOW)


def _import_session(path: Path) -> None:
    session = evening(6)
    with open_ledger(path) as ledger:
        ledger.import_session(session.setup, session.events, at=NOW)


def _import_all(path: Path) -> None:
    with open_ledger(path) as ledger:
        import_json(ledger, path.with_name("other.json").read_text(encoding="utf-8"))


def _rename(path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.rename("Ann", "Anna")


def _merge(path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.merge("Annie", "Ann")


def _resume(path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.resume(2, at=NOW)


def _migrate(path: Path) -> None:
    ledger_files.open_file(path, create=False, timeout=5, steps=ADDED).close()


def _restore(path: Path) -> None:
    restore(path.with_name("backup.db"), path, at=NOW)


def _backup(path: Path) -> None:
    with open_ledger(path) as ledger:
        backup(ledger, path.with_name("fresh.db"))


WRITES: dict[str, Callable[[Path], None]] = {
    "start": _start,
    "hand": partial(_book, event=hand_event(shift=1)),
    "hand at the table": _at_table,
    "fix": partial(_book, event=Fix(1, {"Ann": hand_event(shift=2).boards["Bob"]})),
    "undo": partial(_book, event=Undo()),
    "import a session": _import_session,
    "import a ledger": _import_all,
    "rename": _rename,
    "merge": _merge,
    "resume": _resume,
    "migration": _migrate,
    "restore": _restore,
    "backup": _backup,
}
ERRORS = {
    "the disk fails": (sqlite_error("SQLITE_IOERR_WRITE"), False),
    "the disk is full": (sqlite_error("SQLITE_FULL"), False),
    "no room for a file": (lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), True),
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of three sessions, a backup of how it was before, and another ledger as JSON."""
    folder = tmp_path_factory.mktemp("prepared")
    path = folder / "ledger.db"
    with open_ledger(folder / "other.db", create=True) as other:
        other.book(other.start(setup("Gus", "Ann"), at=NOW).id, hand_event("Gus", "Ann", shift=5), at=NOW)
        (folder / "other.json").write_text("".join(export_json(other)), encoding="utf-8")
    (folder / "other.db").unlink()
    with open_ledger(path, create=True) as ledger:
        ledger.book(ledger.start(setup(), at=NOW).id, hand_event(), at=NOW)
        backup(ledger, folder / "backup.db")
        ledger.import_session(setup("Annie", "Dee"), [hand_event("Annie", "Dee", shift=3)], at=NOW)
        ledger.book(1, Note("after the backup"), at=NOW)
        ledger.db.execute("UPDATE sessions SET status = 'aside'")
    return folder


def _steps_failed(prepared: Path, folder: Path, write: Callable[[Path], None], error: str, stride: int) -> int:
    """Let every step of the operation fail in turn, or only one in ``stride``; returns how often it failed."""
    made, disk = ERRORS[error]
    place = folder / "place"
    for failed, at in enumerate(range(1, 5000, stride)):
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(prepared, place)
        path = place / "ledger.db"
        before, beside = contents(path), set(tree(place))
        steps, answered = Steps(at, made), True
        try:
            with failing(steps, disk=disk):
                write(path)
        except DatabaseError as raised:
            answered = False
            assert raised.exit_code == DATABASE
        if steps.count < at:
            clean_or_newer(path, write)
            return failed
        if contents(path) != before:
            # The only steps that may fail after the books are written are those that can do no harm any more.
            assert write is _restore or (write is _at_table and answered)
            assert write is _at_table or contents(path) == contents(place / "backup.db")
        left = {name for name in set(tree(place)) - beside if not name.startswith(("ledger.before", "ledger.version"))}
        if write is _at_table:
            left.discard("ledger.db-journal")  # with nothing in it that is still to be undone
        assert left <= {"fresh.db"} and (not left or contents(place / "fresh.db") == before)
        clean(path)
    raise AssertionError("never comes to an end")


def clean_or_newer(path: Path, write: Callable[[Path], None]) -> None:
    """Nothing failed: the books are right, unless the file is of a version that is not known yet."""
    if write is _migrate:
        with pytest.raises(DatabaseError, match="newer version"):
            clean(path)
    else:
        clean(path)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_an_error_at_some_steps(prepared: Path, tmp_path: Path, write: Callable[[Path], None]) -> None:
    assert _steps_failed(prepared, tmp_path, write, "the disk is full", 9) > 1
    _steps_failed(prepared, tmp_path, write, "no room for a file", 3)


@pytest.mark.full
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_an_error_at_every_step(prepared: Path, tmp_path: Path, write: Callable[[Path], None], error: str) -> None:
    failed = _steps_failed(prepared, tmp_path, write, error, 1)
    print(f"{error}: {failed} steps failed")
    assert failed > 10 or ERRORS[error][1]


# The disk is full


def _limited(room: int, work: Callable[[], None], ack: Ack) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    try:
        work()
        ack({"done": True})
    except DatabaseError as error:
        ack({"done": False, "message": error.message})


def _limits(prepared: Path, folder: Path, write: Callable[[Path], None], step: int) -> int:
    """Let no file grow beyond a limit, from nothing to enough; returns how many limits stopped it."""
    stopped = 0
    place = folder / "place"
    size = (prepared / "ledger.db").stat().st_size
    for room in range(0, 2 * size, step):
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(prepared, place)
        path = place / "ledger.db"
        before = contents(path)
        ((told,),) = ended([in_child(partial(_limited, room, partial(write, path)))])
        if not told["done"]:
            stopped += 1
            assert contents(path) == before
            assert not [name for name in tree(place) if name.endswith(".part")]
        clean(path)
        if told["done"] and room > size:
            break
    return stopped


LIMITED = {name: write for name, write in WRITES.items() if name not in ("migration", "resume")}


@FORKS
@pytest.mark.parametrize("write", [WRITES["hand"], WRITES["import a ledger"]], ids=["hand", "import"])
def test_no_room_at_some_limits(prepared: Path, tmp_path: Path, write: Callable[[Path], None]) -> None:
    assert _limits(prepared, tmp_path, write, 9_999) > 3


@FORKS
@pytest.mark.full
@pytest.mark.parametrize("write", LIMITED.values(), ids=LIMITED)
def test_no_room_at_every_half_kilobyte(prepared: Path, tmp_path: Path, write: Callable[[Path], None]) -> None:
    stopped = _limits(prepared, tmp_path, write, 512)
    print(f"stopped at {stopped} limits")
    assert stopped > 10


# A lock


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that holds the file."""
    conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    conn.execute("BEGIN EXCLUSIVE")
    try:
        yield conn
    finally:
        conn.close()


COMMANDS = {
    "hand": hand(1)[:2] + hand(1)[3:],
    "fix": ["fix", "1", "Ann: foul", "--replay"],
    "pay": ["pay", "Ann", "Bob", "1"],
    "import": ["import", "-"],
    "status": ["status"],
    "play": ["play"],
}


@pytest.mark.parametrize("words", [COMMANDS["hand"], COMMANDS["play"]], ids=["hand", "play"])
def test_a_lock_of_a_second_is_waited_for(words: list[str], tmp_path: Path) -> None:
    cli = begun(tmp_path)
    with locked(cli.db) as conn:
        free = threading.Event()

        def release() -> None:
            free.set()
            conn.rollback()

        timer = threading.Timer(1, release)
        timer.start()
        done = cli(*words, stdin=SHEET.format(name="x").encode() if words[0] == "import" else b"")
        assert (done.code, done.err) == (0, ""), done
        assert free.is_set(), "it was booked although another program held the ledger"
        timer.join()
    clean(cli.db)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_lock_that_stays_is_told(words: list[str], tmp_path: Path) -> None:
    """The patience is shortened to a fifth of a second."""
    cli = begun(tmp_path)
    before = cli.db.read_bytes()
    with locked(cli.db), mock.patch("ofc_score.ledger.store.open_ledger", partial(open_ledger, timeout=0.2)):
        done = cli(*words, stdin=SHEET.format(name="x").encode() if words[0] == "import" else b"")
    assert done.code == DATABASE
    assert "ledger.db is busy (another program is writing to it; wait and repeat, nothing was booked)" in done.err
    assert cli.db.read_bytes() == before


@pytest.mark.full
def test_a_lock_that_stays_is_told_by_a_process_of_its_own(tmp_path: Path) -> None:
    """It is not waited for: the lock stays until all of them have told."""
    cli = begun(tmp_path)
    with locked(cli.db):
        for words in (COMMANDS["hand"], COMMANDS["pay"], COMMANDS["status"]):
            done = run(tmp_path, *words, "--db", str(cli.db))
            assert done.returncode == DATABASE
            assert done.stderr.count("\n") == 1 and "is busy" in done.stderr
    assert run(tmp_path, *COMMANDS["pay"], "--db", str(cli.db)).returncode == 0
    clean(cli.db)


# Several at once


def _enters(cli: Cli, words: Callable[[int], list[str]], count: int, ack: Ack) -> None:
    for number in range(count):
        done = cli(*words(number))
        assert done.code in (0, DATABASE), done
        if not done.code:
            ack({"session": 1, "entry": done.json["entry"], **_ack_of(done.json, number)})


def _ack_of(told: dict[str, object], number: int) -> dict[str, object]:
    return {"event": told["event"]} if "event" in told else {"number": number}


def _four(folder: Path, count: int) -> int:
    cli = begun(folder)
    payers = [hand, hand, lambda _: ["pay", "Ann", "Bob", "1", "--again", "--json"],
              lambda _: ["pay", "Cy", "Bob", "2", "--again", "--json"]]  # fmt: skip
    told = ended([in_child(partial(_enters, cli, words, count)) for words in payers])
    acks = [ack for one in told for ack in one]
    clean(cli.db)
    holds(cli.db, acks)
    assert len({ack["entry"] for ack in acks}) == len(acks)
    assert len(cli.booked().entries) == 1 + len(acks)
    return len(acks)


@FORKS
def test_four_at_once(tmp_path: Path) -> None:
    assert _four(tmp_path, 4) == 16


@FORKS
@pytest.mark.full
def test_four_at_once_for_long(tmp_path: Path) -> None:
    entered = sum(_four(tmp_path / str(number), 40) for number in range(5))
    print(f"{entered} entries by four processes at once, none lost")
    assert entered > 780


# Waiting for the disk


def test_every_writing_connection_waits_for_the_disk(tmp_path: Path) -> None:
    """Read back in the middle of commands, not only at their start."""
    cli = begun(tmp_path)
    seen = []
    writing = Ledger.writing

    @contextmanager
    def watched(self: Ledger) -> Iterator[object]:
        with writing(self) as db:
            seen.append([db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")])
            yield db

    with mock.patch.object(Ledger, "writing", watched):
        for words in (COMMANDS["hand"], COMMANDS["fix"], COMMANDS["pay"]):
            cli.ok(*words)
        cli.ok("import", "-", stdin=SHEET.format(name="x").encode())
    assert seen == [[2, "delete"]] * 4


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_stays_open(tmp_path: Path) -> None:
    cli = begun(tmp_path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for number in range(3):
        cli.ok(*hand(number))
        cli("hand", "Ann: QQ2")
        cli.ok("backup", str(tmp_path / f"{number}.db"))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
