"""The file under bad conditions: killed writers, two at once, full disk, no rights, newer, foreign, damaged files."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from ofc_score.errors import DATABASE, DatabaseError
from ofc_score.evening import events as ev
from ofc_score.ledger import connection, files, schema
from ofc_score.ledger.audit import audit
from ofc_score.ledger.store import open_ledger

from .ledgergen import NOW, hand, setup, write_ledger

ROOT = Path(__file__).parents[1]
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with one open session and a hand."""
    file = tmp_path / "ledger.db"
    with open_ledger(file, create=True) as ledger:
        ledger.book(ledger.start(setup(points=10_000), at=NOW).id, hand(), at=NOW)
    return file


def everything(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


def run(code: str, *args: str, **more: Any) -> subprocess.Popen[str]:
    """A process of its own that works on a ledger."""
    program = "import sys\nfrom tests.ledgergen import *\nfrom ofc_score.evening import events as ev\n" + code
    return subprocess.Popen(
        [sys.executable, "-c", program, *args], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        **more,
    )  # fmt: skip


# Settings


def test_every_connection_waits_for_the_disk_and_keeps_foreign_keys(path: Path) -> None:
    with open_ledger(path) as ledger:
        read = {name: ledger.db.execute(f"PRAGMA {name}").fetchone()[0] for name in (
            "foreign_keys", "synchronous", "journal_mode", "application_id", "user_version", "trusted_schema",
        )}  # fmt: skip
    assert read == {
        "foreign_keys": 1, "synchronous": 2, "journal_mode": "delete", "application_id": schema.APPLICATION_ID,
        "user_version": 1, "trusted_schema": 0,
    }  # fmt: skip


@POSIX
def test_a_new_ledger_is_private_whatever_the_umask(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        open_ledger(tmp_path / "new" / "ledger.db", create=True).close()
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new" / "ledger.db").stat().st_mode) == 0o600


def test_every_table_is_strict_and_no_foreign_key_cascades(path: Path) -> None:
    with open_ledger(path) as ledger:
        for table in ledger.db.tables:
            assert table.strict, table.name
            for key in ledger.db.execute(f"PRAGMA foreign_key_list({table.name})").fetchall():
                assert key[5:7] == ("NO ACTION", "NO ACTION")


def test_a_ledger_that_a_tool_switched_to_wal_is_switched_back(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA journal_mode = WAL")
    other.close()
    with open_ledger(path) as ledger:
        assert ledger.db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
        assert list(audit(ledger)) == []


def test_a_ledger_that_stays_open_keeps_its_journal_until_it_is_closed(path: Path) -> None:
    """``play`` writes again and again; no less durable, and nothing is left beside the file in the end."""
    journal = path.with_name(f"{path.name}-journal")
    with open_ledger(path, stays=True) as ledger:
        assert schema.pragma(ledger.db, "synchronous") == 2
        ledger.book(1, hand(shift=1), at=NOW)
        assert journal.read_bytes()[:28] == bytes(28), "an ended write is never rolled back"
        with open_ledger(path) as other:  # meanwhile somebody books at another terminal
            other.book(1, hand(shift=2), at=NOW)
        ledger.book(1, hand(shift=3), at=NOW)
        assert len(ledger.session(1).state.hands) == 4
    assert not journal.exists()


@POSIX
def test_the_journal_of_another_file_of_that_name_is_left_alone(path: Path) -> None:
    """While the ledger is open another file takes its place, and a program stops there in the middle of a write."""
    shutil.copy(path, path.with_name("other.db"))
    journal = path.with_name(f"{path.name}-journal")
    with open_ledger(path, stays=True) as ledger:
        ledger.book(1, hand(shift=1), at=NOW)
        path.rename(path.with_name("away.db"))
        path.with_name("other.db").rename(path)
        journal.write_bytes(b"of the other file")
    assert journal.read_bytes() == b"of the other file"
    with open_ledger(path.with_name("away.db")) as ledger:
        assert len(ledger.session(1).state.hands) == 2
        assert list(audit(ledger)) == []


def test_a_kept_journal_that_was_left_does_no_harm(path: Path) -> None:
    """Killed at the table: the next program finds the books as they were acknowledged, and takes the journal away."""
    code = """
ledger = open_ledger(sys.argv[1], stays=True)
ledger.book(1, hand(shift=1), at=NOW)
os._exit(0)
"""
    assert run("import os\n" + code, str(path)).wait() == 0
    assert path.with_name(f"{path.name}-journal").exists()
    with open_ledger(path) as ledger:
        assert len(ledger.session(1).state.hands) == 2
        ledger.book(1, hand(shift=2), at=NOW)
        assert list(audit(ledger)) == []
    assert not path.with_name(f"{path.name}-journal").exists()


# Files that are refused, not a byte changed


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()


def _newer(path: Path) -> None:
    with open_ledger(path, create=True) as ledger:
        ledger.db.execute(f"PRAGMA user_version = {len(schema.STEPS) + 1}")


def _unversioned(path: Path) -> None:
    with open_ledger(path, create=True) as ledger:
        ledger.db.execute("PRAGMA user_version = 0")


def _cut(path: Path) -> None:
    write_ledger(path, 2, 3)
    os.truncate(path, 60)


REFUSED: tuple[tuple[str, Callable[[Path], object], str], ...] = (
    ("foreign database", _foreign, "is not a ledger"),
    ("newer", _newer, "newer version"),
    ("without version", _unversioned, "has no version"),
    ("text", lambda path: path.write_text("Ann owes Bob 5\n" * 50), "damaged or no ledger"),
    ("short text", lambda path: path.write_text("x"), "damaged or no ledger"),
    ("zeros", lambda path: path.write_bytes(bytes(8192)), "damaged or no ledger"),
    ("cut in its first page", _cut, "damaged or no ledger"),
    ("folder", lambda path: path.mkdir(), "is a folder"),
)


@pytest.mark.parametrize("create", [False, True], ids=["open", "create"])
@pytest.mark.parametrize(("make", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused_without_a_byte_changed(
    tmp_path: Path, make: Callable[[Path], object], words: str, create: bool
) -> None:
    path = tmp_path / "ledger.db"
    make(path)
    before = everything(tmp_path)
    with pytest.raises(DatabaseError, match=words) as caught:
        open_ledger(path, create=create)
    assert caught.value.exit_code == DATABASE
    assert caught.value.hint
    assert everything(tmp_path) == before


@pytest.mark.parametrize("version", [0, 99], ids=["foreign", "newer"])
def test_what_a_killed_program_left_beside_a_refused_file_is_left_alone(tmp_path: Path, version: int) -> None:
    """SQLite would write a left-over log into the file as soon as it opened it."""
    made, copied = tmp_path / "made", tmp_path / "copied"
    made.mkdir()
    with sqlite3.connect(made / "ledger.db") as other:
        other.execute(f"PRAGMA application_id = {schema.APPLICATION_ID if version else 7}")
        other.execute(f"PRAGMA user_version = {version}")
        other.execute("CREATE TABLE mine (x)")
        other.commit()
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO mine VALUES (1)")
        other.commit()
        copied.mkdir()
        for name, data in everything(made).items():
            (copied / name).write_bytes(data)
    other.close()
    before = everything(copied)
    assert "ledger.db-wal" in before
    with pytest.raises(DatabaseError):
        open_ledger(copied / "ledger.db")
    assert everything(copied) == before


@pytest.mark.parametrize("make", [None, Path.touch], ids=["missing", "empty"])
def test_only_a_start_makes_a_ledger(tmp_path: Path, make: Callable[[Path], object] | None) -> None:
    path = tmp_path / "deep" / "ledger.db"
    if make:
        path.parent.mkdir()
        make(path)
    with pytest.raises(DatabaseError, match="ledger"):
        open_ledger(path)
    assert path.exists() == bool(make)
    with open_ledger(path, create=True) as ledger:
        assert ledger.current() is None


def test_a_ledger_made_newer_by_another_program_in_the_meantime_is_left_alone(path: Path) -> None:
    with open_ledger(path) as ledger:
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA user_version = 99")
        other.close()
        before = path.read_bytes()
        with pytest.raises(DatabaseError, match="newer version"):
            ledger.book(1, hand(), at=NOW)
        assert path.read_bytes() == before


def test_damage_inside_is_told_without_a_traceback(path: Path) -> None:
    rng = random.Random(5)
    sound = path.read_bytes()
    refused = 0
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(rng.choice((1, 20, 400))):
            data[rng.randrange(100, len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            with open_ledger(path) as ledger:
                refused += bool(list(audit(ledger, "deep")))
                ledger.session(1)
                ledger.book(1, ev.Note("x"), at=NOW)
        except DatabaseError:
            refused += 1
    assert refused > 30


# Rights and room


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """A folder in which nothing can be made or changed."""
    modes = {entry: entry.stat().st_mode for entry in (folder, *folder.iterdir())}
    for entry in modes:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    try:
        yield
    finally:
        for entry, mode in modes.items():
            entry.chmod(mode)


READ_ONLY = """
import os, shutil, tempfile
from ofc_score.errors import DatabaseError
def use(path):
    with open_ledger(path) as ledger:
        yield len(ledger.session(1).entries), ledger.current()
        try:
            ledger.book(1, hand(), at=NOW)
        except DatabaseError as error:
            yield error.code, error.message
    try:
        open_ledger(path + ".new", create=True).close()
    except DatabaseError as error:
        yield error.code, error.message
with tempfile.TemporaryDirectory() as folder:
    # Once where it may write: from here on everything is imported, wherever that lies.
    list(use(shutil.copy(sys.argv[1], folder)))
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
for said in use(sys.argv[1]):
    print(*said)
"""


@pytest.fixture
def for_all(path: Path) -> Iterator[Path]:
    """The ledger where others can read it too: pytest keeps its own folders to their owner."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        if not all(parent.stat().st_mode & 0o001 for parent in Path(folder).resolve().parents):
            pytest.skip("the folder for temporary files is closed to others")
        yield Path(shutil.copy(path, folder))


@POSIX
def test_a_read_only_folder_can_be_read_and_is_not_changed(for_all: Path) -> None:
    path = for_all
    before = everything(path.parent)
    with without_rights(path.parent):
        child = run(READ_ONLY, str(path))
        out, err = child.communicate(timeout=60)
    lines = out.splitlines()
    assert lines[:1] == ["1 1"], err
    assert lines[1].startswith("database ")
    assert "cannot be written" in lines[1]
    assert lines[2].startswith("database ")
    assert everything(path.parent) == before


FULL = """
import resource
from ofc_score.errors import DatabaseError
path, room = sys.argv[1], int(sys.argv[2])
with open_ledger(path) as ledger:
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    booked = 0
    try:
        for number in range(500):
            ledger.book(1, ev.Note("x" * 3000), at=NOW)
            booked += 1
    except DatabaseError as error:
        print(booked, error.code, error.message)
"""


@POSIX
@pytest.mark.parametrize("more", [0, 1, 3000, 20_000, 60_000])
def test_no_room_for_the_file_to_grow(path: Path, more: int) -> None:
    """A limit on the size of files stands in for a full disk: writing stops at any byte, in the file or its journal."""
    size = path.stat().st_size
    child = run(FULL, str(path), str(size + more))
    out, err = child.communicate(timeout=120)
    assert out, err
    booked, code, *_ = out.split()
    assert code == "database"
    with open_ledger(path) as ledger:
        assert len(ledger.session(1).entries) == 1 + int(booked)
        assert list(audit(ledger, "deep")) == []
        ledger.book(1, hand(), at=NOW)


@POSIX
def test_no_room_at_all_changes_not_a_byte(path: Path) -> None:
    before = everything(path.parent)
    child = run(FULL, str(path), "512")
    out, err = child.communicate(timeout=60)
    assert out.startswith("0 database "), err
    assert everything(path.parent) == before


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs the right to mount a small disk")
def test_a_full_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        path = disk / "ledger.db"
        with open_ledger(path, create=True) as ledger:
            number = ledger.start(setup(), at=NOW).id
            booked = 0
            with pytest.raises(DatabaseError, match="full"):
                for _ in range(500):
                    ledger.book(number, ev.Note("x" * 3000), at=NOW)
                    booked += 1
            before = path.read_bytes()
            with pytest.raises(DatabaseError, match="full"):
                ledger.book(number, ev.Note("x" * 3000), at=NOW)
            assert path.read_bytes() == before
        with open_ledger(path) as ledger:
            assert len(ledger.session(number).entries) == booked
            assert list(audit(ledger, "deep")) == []
    finally:
        subprocess.run(["umount", disk], check=False)


# An error at every single step


class _Failing:
    """A connection that fails at its n-th statement; n runs through all of a booking."""

    def __init__(self, conn: sqlite3.Connection, at: int) -> None:
        self._conn, self._left = conn, at

    def __getattr__(self, name: str) -> Any:
        return getattr(self._conn, name)

    def _step(self) -> None:
        self._left -= 1
        if not self._left:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error

    def execute(self, *args: Any) -> Any:
        if not args[0].startswith("ROLLBACK"):
            self._step()
        return self._conn.execute(*args)

    def executemany(self, *args: Any) -> Any:
        self._step()
        return self._conn.executemany(*args)


@pytest.mark.parametrize("event", [hand(), ev.Undo(), ev.Close()], ids=["hand", "undo", "close"])
def test_a_failure_at_any_statement_leaves_no_trace(path: Path, event: ev.Event) -> None:
    with open_ledger(path) as ledger:
        ledger.book(1, hand(shift=1), at=NOW)
        conn, before = ledger.db.conn, list(ledger.db.conn.iterdump())
        failures = 0
        while True:
            ledger.db.conn = _Failing(conn, failures + 1)  # type: ignore[assignment]
            try:
                ledger.book(1, event, at=NOW)
            except DatabaseError:
                failures += 1
                assert not conn.in_transaction
                assert list(conn.iterdump()) == before
            else:
                break
        ledger.db.conn = conn
        assert failures > 8
        assert len(ledger.session(1).entries) == 3
        assert list(audit(ledger, "deep")) == []


# Killed

WRITER = """
path, word = sys.argv[1], sys.argv[2]
with open_ledger(path) as ledger:
    number = 0
    while True:
        event = hand(shift=number) if number % 4 != 3 else ev.Undo()
        request = f"{word}-{number}"
        booked = ledger.book(1, event, at=NOW, request=request)
        print(request, flush=True)
        number += 1
"""


def _killed_rounds(path: Path, rounds: int, rng: random.Random) -> int:
    acknowledged: list[str] = []
    for number in range(rounds):
        child = run(WRITER, str(path), f"round{number}")
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(rng.random() * 0.15)
        child.send_signal(signal.SIGKILL)
        rest = child.communicate(timeout=60)[0]
        acknowledged += (first + rest).split("\n")[:-1]
        with open_ledger(path) as ledger:
            found = [row[0] for row in ledger.db.execute("SELECT uid FROM events ORDER BY entry").fetchall()]
            assert set(acknowledged) <= set(found)
            # At most the one that was on the disk before it could be acknowledged.
            assert len(found) - 1 - len(acknowledged) <= number + 1
            assert list(audit(ledger)) == []
    return len(acknowledged)


@POSIX
def test_killed_at_random_moments_nothing_acknowledged_is_lost(path: Path) -> None:
    assert _killed_rounds(path, 5, random.Random(8)) >= 5


@POSIX
def test_killed_while_the_file_is_made(tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / f"{number}.db"
        child = run("open_ledger(sys.argv[1], create=True).start(setup(), at=NOW); print('done')", str(path))
        deadline = time.monotonic() + 30
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(number * 0.003)
        child.send_signal(signal.SIGKILL)
        child.communicate(timeout=60)
        with open_ledger(path, create=True) as ledger:
            assert len(ledger.sessions()) <= 1
            assert list(audit(ledger)) == []


# Several at once

MANY = """
path, word, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(count):
    with open_ledger(path, create=True, timeout=30) as ledger:
        ledger.book(1, ev.Pay("Ann", "Bob", 1), at=NOW, request=f"{word}-{number}")
"""


def test_two_processes_at_once_lose_nothing(path: Path) -> None:
    children = [run(MANY, str(path), word, "8") for word in ("one", "two")]
    for child in children:
        _, err = child.communicate(timeout=120)
        assert child.returncode == 0, err
    with open_ledger(path) as ledger:
        booked = ledger.session(1)
        assert [entry.number for entry in booked.entries] == list(range(1, 18))
        assert booked.state.cash == {"Ann": 16, "Bob": -16}
        assert list(audit(ledger, "deep")) == []


def test_two_processes_that_both_make_the_file(tmp_path: Path) -> None:
    code = "open_ledger(sys.argv[1], create=True).start(setup(name=sys.argv[2]), at=NOW, aside=True)"
    path = tmp_path / "new" / "ledger.db"
    children = [run(code, str(path), word) for word in ("one", "two")]
    for child in children:
        assert child.communicate(timeout=120)[1] == ""
    with open_ledger(path) as ledger:
        assert {one.name for one in ledger.sessions()} == {"one", "two"}
        assert list(audit(ledger, "deep")) == []


@contextmanager
def locked(path: Path, kind: str) -> Iterator[sqlite3.Connection]:
    conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    conn.execute(f"BEGIN {kind}")
    try:
        yield conn
    finally:
        conn.close()


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_lock_held_too_long_is_told_and_nothing_is_booked(path: Path, kind: str) -> None:
    before = path.read_bytes()
    busy = pytest.raises(DatabaseError, match="is busy")
    with open_ledger(path, timeout=0.2) as ledger, locked(path, kind), busy as caught:
        ledger.book(1, hand(), at=NOW)
    assert "nothing was booked" in caught.value.hint
    assert path.read_bytes() == before


def test_a_short_lock_is_waited_for(path: Path) -> None:
    with open_ledger(path) as ledger, locked(path, "IMMEDIATE") as conn:
        timer = threading.Timer(0.4, conn.rollback)
        timer.start()
        assert len(ledger.book(1, hand(), at=NOW).entries) == 2
        timer.join()


def test_reading_is_possible_while_another_is_about_to_write(path: Path) -> None:
    with open_ledger(path, timeout=0.2) as ledger, locked(path, "IMMEDIATE"):
        assert len(ledger.session(1).entries) == 1
        assert list(audit(ledger)) == []


# Versions

ADDED: tuple[schema.Step, ...] = (
    *schema.STEPS,
    ("ALTER TABLE sessions ADD COLUMN place TEXT", "CREATE TABLE more (x INTEGER) STRICT"),
)


def test_a_migration_adds_after_a_backup_and_keeps_everything(path: Path) -> None:
    with open_ledger(path) as ledger:
        before = schema.content_mark(ledger.db)
    sound = path.read_bytes()
    with files.open_file(path, create=False, timeout=5, steps=ADDED) as db:
        assert schema.pragma(db, "user_version") == 2
        assert schema.content_mark(db) == before
        assert schema.objects(db) == schema.expected_objects(ADDED)
    kept = path.with_name("ledger.version-1.db")
    with open_ledger(kept) as old:
        assert schema.content_mark(old.db) == before
        assert list(audit(old)) == []
    assert len(kept.read_bytes()) == len(sound)
    with pytest.raises(DatabaseError, match="newer version"):
        open_ledger(path)


@pytest.mark.parametrize("bad", [
    "DELETE FROM balances", "CREATE TABLE players (x)", "UPDATE sessions SET checksum = 'x'",
    "INSERT INTO more VALUES ('text')",
], ids=["rows lost", "error", "checksums changed", "error in the middle"])  # fmt: skip
def test_a_migration_that_loses_something_is_taken_back(path: Path, bad: str) -> None:
    before = path.read_bytes()
    steps: tuple[schema.Step, ...] = (*ADDED[:-1], (*ADDED[-1], bad))
    with pytest.raises(DatabaseError):
        files.open_file(path, create=False, timeout=5, steps=steps)
    assert path.read_bytes() == before
    with open_ledger(path) as ledger:
        assert list(audit(ledger)) == []


def test_a_new_file_takes_every_step(tmp_path: Path) -> None:
    with files.open_file(tmp_path / "new.db", create=True, timeout=5, steps=ADDED) as db:
        assert schema.pragma(db, "user_version") == 2
        assert schema.objects(db) == schema.expected_objects(ADDED)
    assert [entry.name for entry in tmp_path.iterdir()] == ["new.db"]


def test_a_migration_only_adds() -> None:
    """Every later step may create and add columns, and nothing else."""
    for step in schema.STEPS[1:]:
        for statement in step:
            assert statement.startswith("CREATE ") or " ADD COLUMN " in statement, statement


def test_a_connection_without_the_settings_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "pragma", lambda _db, _name: 0)
    with Database(str(tmp_path / "x.db")) as db, pytest.raises(DatabaseError, match="SQLite"):
        connection.settle(db)
