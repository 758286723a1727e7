"""Copies of a ledger file through SQLite: complete and verified before they get their name, synced to the disk."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from ofc_score.errors import DatabaseError
from ofc_score.ledger import connection, schema

# What goes wrong with the file that is read; anything else befalls the one that is written.
_OF_SOURCE: Final = (
    sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
)  # fmt: skip


def copy(db: Database, target: Path, version: int, fault: Callable[[Database], str] | None = None) -> None:
    """Copy an open file through SQLite to a temporary name, verify it, then give it its name.

    Verified page by page, or by ``fault``, which names what is wrong, nothing if all is well. Raises ``DatabaseError``.
    """
    temporary = _temporary(target)
    try:
        with connection.translated(target):
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with sqlite3_file(temporary) as raw:
            try:
                db.conn.backup(raw, progress=patience(target))
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) in _OF_SOURCE:
                    raise
                raise connection.trouble(target, error) from error
            copied = Database(raw, execute_plugins=False)
            with connection.translated(target):
                wrong = (fault or _torn)(copied)
            if wrong or schema.pragma(copied, "user_version") != version:
                raise DatabaseError(f"no sound copy {target} can be made: {wrong}", hint="audit names all faults")
        with connection.translated(target):
            sync(temporary)
            temporary.replace(target)
            sync(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def sqlite3_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A bare connection, closed in the end."""
    conn = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    try:
        yield conn
    finally:
        conn.close()


def _torn(db: Database) -> str:
    """The first damaged place of a file, empty when there is none."""
    found = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    return "" if found == "ok" else found


def patience(path: Path) -> Callable[[int, int, int], None]:
    """SQLite's copy would wait for a lock without end: give up when nothing moves for as long as a write waits."""
    started = time.monotonic()
    progress = [started]

    def step(status: int, _remaining: int, _total: int) -> None:
        now = time.monotonic()
        if status not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            progress[0] = now
        elif now - progress[0] > connection.TIMEOUT:
            raise DatabaseError(f"{path} {connection.BUSY}", hint="another program is using it; wait and repeat")

    return step


def free_name(path: Path, word: str) -> Path:
    """A name beside the file that is not taken: ``ledger.before-restore-20260102-030405.db``."""
    number = 0
    while True:
        more = f"-{number}" if number else ""
        name = path.with_name(f"{path.stem}.{word}{more}{path.suffix}")
        if not name.exists():
            return name
        number += 1


def _temporary(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
