"""Opening ledger files: created private, gated before any write, every trouble of SQLite told in plain words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from sqlite_utils import Database

from ofc_score.errors import DatabaseError, OfcError, SheetError
from ofc_score.ledger import schema
from ofc_score.ledger.schema import Step

TIMEOUT: Final = 5.0
BUSY: Final = "is busy"
_NOT_BOOKED: Final = "nothing was booked"
_BUSY_HINT: Final = f"another program is writing to it; wait and repeat, {_NOT_BOOKED}"
_AUDIT_HINT: Final = "audit names what is wrong"
_DAMAGED_HINT: Final = "restore a backup, and keep this file"
# By SQLite's primary result code: what is wrong, and what to do.
_TROUBLE: Final = {
    sqlite3.SQLITE_BUSY: (BUSY, _BUSY_HINT),
    sqlite3.SQLITE_LOCKED: (BUSY, _BUSY_HINT),
    sqlite3.SQLITE_READONLY: ("cannot be written", f"look at the rights of the file and its folder, {_NOT_BOOKED}"),
    sqlite3.SQLITE_PERM: ("cannot be written", f"look at the rights of the file and its folder, {_NOT_BOOKED}"),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", f"look at the rights of the file and its folder, {_NOT_BOOKED}"),
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", f"make room and repeat, {_NOT_BOOKED}"),
    sqlite3.SQLITE_IOERR: ("cannot be read or written: the disk fails or is full", f"make room, {_NOT_BOOKED}"),
    sqlite3.SQLITE_NOTADB: ("is damaged or no database", _DAMAGED_HINT),
    sqlite3.SQLITE_CORRUPT: ("is damaged", _DAMAGED_HINT),
}


class translated:
    """``with translated(path):`` turns every error of SQLite or the file system into a ``DatabaseError``, and what no
    column can hold into a ``SheetError``."""

    __slots__ = ("path",)

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (told := _told(self.path, error)) is not None:
            raise told from error


def _told(path: Path, error: BaseException) -> OfcError | None:
    """What an error means for the person who uses the ledger; None where it is none of the file's."""
    if isinstance(error, sqlite3.Error):
        return trouble(path, error)
    if isinstance(error, UnicodeDecodeError):  # text in the file, or in SQLite's message about it
        return DatabaseError(f"{path} is damaged", hint=_DAMAGED_HINT)
    if isinstance(error, UnicodeEncodeError):
        return SheetError("half a character cannot be kept", hint="type the text instead of pasting it")
    if isinstance(error, OverflowError):
        return SheetError("a number is too large to be kept")
    if isinstance(error, LookupError | TypeError | AttributeError | AssertionError):
        # Damage can put a number where a text was, or take away a row that others need.
        return DatabaseError(f"{path} is not as this program left it: {error!r}", hint=_AUDIT_HINT)
    if isinstance(error, OSError):
        hint = f"look at the folder and its rights, {_NOT_BOOKED}"
        return DatabaseError(f"{path} cannot be used: {error.strerror or error}", hint=hint)
    return None


def trouble(path: Path, error: sqlite3.Error) -> DatabaseError:
    """What an error of SQLite means for the person who uses the ledger."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    what, hint = _TROUBLE.get(code, (f"is not as this program left it: {error}", _AUDIT_HINT))
    return DatabaseError(f"{path} {what}", hint=hint)


def connect(path: Path, timeout: float) -> Database:
    """A connection to an existing file, without looking at it yet."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    conn = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)
    try:
        return Database(conn, execute_plugins=False)
    except BaseException:
        conn.close()
        raise


def open_file(
    path: Path, *, create: bool, timeout: float, stays: bool = False, steps: Sequence[Step] = schema.STEPS
) -> Database:
    """Open a ledger, with ``create`` also a new one. An older file is brought up to date after a backup.

    With ``stays`` it is written to again and again: the journal file is kept between two writes, which is quicker than
    making a new one for each, and ``closed`` takes it away.

    Raises ``DatabaseError``: missing, foreign, damaged, newer, busy, not writable when it must be. None of these
    changes a byte of the file.
    """
    with translated(path):
        refuse_odd(path)
        if create:
            _create(path)
        _gate_unopened(path, create, len(steps))
        db = connect(path, timeout)
        try:
            settle(db)
            _bring_up_to_date(db, path, steps, create=create)
            if stays:
                db.execute("PRAGMA journal_mode = PERSIST")
        except BaseException:
            db.close()
            raise
    return db


def closed(db: Database, path: Path, opened: os.stat_result | None) -> None:
    """Close a file. A journal that was kept goes, unless another program is writing, or another file has taken the
    place of the one that was ``opened``: then a journal of this name is that file's, and must not be touched."""
    if opened is not None:
        with suppress(sqlite3.Error, OSError):
            if os.path.samestat(path.stat(), opened):
                db.execute("PRAGMA journal_mode = DELETE")
    db.close()


def settle(db: Database) -> None:
    """The settings of every connection, read back since SQLite takes unknown ones in silence."""
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    if schema.pragma(db, "foreign_keys") != 1 or schema.pragma(db, "synchronous") != 2:
        raise DatabaseError("this SQLite keeps no foreign keys or does not wait for the disk", hint="use another one")


def _create(path: Path) -> None:
    """An empty private file, unless there is one; the tables come in one transaction later."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return


def refuse_odd(path: Path) -> None:
    """Raise ``DatabaseError`` for what is there and cannot be a file of entries: reading a pipe would wait forever."""
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder", hint="name a file")
    if path.exists() and not path.is_file():
        raise DatabaseError(f"{path} is a pipe or a device", hint="name a file")
    if path.is_symlink() and not path.exists():
        raise DatabaseError(f"{path} is a link to a file that is not there", hint="remove the link, or name a file")


def _gate_unopened(path: Path, create: bool, newest: int) -> None:
    """Look at the plain bytes first: SQLite may write to a file that it merely opens."""
    if not path.exists():
        raise DatabaseError(f"there is no ledger {path}", hint="start begins one")
    header = schema.read_header(path)
    if not header.size:
        if not create:
            raise DatabaseError(f"the ledger {path} is empty", hint="start begins one")
    elif not header.sqlite:
        hint = f"name another file, or {_DAMAGED_HINT}; nothing was changed"
        raise DatabaseError(f"{path} is damaged or no ledger", hint=hint)
    else:
        schema.refuse_foreign(path, header.application_id, header.version, newest)


def _bring_up_to_date(db: Database, path: Path, steps: Sequence[Step], *, create: bool) -> None:
    version = _version(db, path, len(steps), create=create)
    if db.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        # Somebody's tool switched it; copies of such a file may lack the newest entries.
        db.execute("PRAGMA journal_mode = DELETE")
    if version == len(steps):
        return
    if version:
        from ofc_score.ledger.backup import keep_before_migration

        keep_before_migration(db, path, version)
    db.execute("BEGIN IMMEDIATE")
    try:
        migrate(db, path, steps, create=create)
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def migrate(db: Database, path: Path, steps: Sequence[Step], *, create: bool = False) -> None:
    """Inside a transaction: the steps that are missing; rows and checksums must come out as they were."""
    version = _version(db, path, len(steps), create=create)
    if version == len(steps):
        return  # another process was first
    before = schema.content_mark(db) if version else None
    schema.build(db, steps, version)
    if before is not None and schema.content_mark(db) != before:
        raise DatabaseError(f"{path} could not be brought up to date without loss", hint=_NOT_BOOKED)
    if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DatabaseError(f"{path} has rows that point nowhere", hint="audit names them")


def _version(db: Database, path: Path, newest: int, *, create: bool) -> int:
    """The version of an open file through the same gate; 0 for an empty one that may be filled."""
    application_id, version = schema.pragma(db, "application_id"), schema.pragma(db, "user_version")
    if create and not application_id and not version and not schema.objects(db):
        return 0
    schema.refuse_foreign(path, application_id, version, newest)
    if version < 1:
        raise DatabaseError(f"{path} has no version", hint=_DAMAGED_HINT)
    return version
