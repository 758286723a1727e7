"""A connection to a ledger file: its settings, and every trouble of SQLite and the disk in plain words."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from sqlite_utils import Database

from ofc_score.errors import DatabaseError, OfcError, SheetError
from ofc_score.ledger import schema

TIMEOUT: Final = 5.0
BUSY: Final = "is busy"
NOT_BOOKED: Final = "nothing was booked"
_BUSY_HINT: Final = f"another program is writing to it; wait and repeat, {NOT_BOOKED}"
_AUDIT_HINT: Final = "audit names what is wrong"
DAMAGED_HINT: Final = "restore a backup, and keep this file"
# By SQLite's primary result code: what is wrong, and what to do.
_TROUBLE: Final = {
    sqlite3.SQLITE_BUSY: (BUSY, _BUSY_HINT),
    sqlite3.SQLITE_LOCKED: (BUSY, _BUSY_HINT),
    sqlite3.SQLITE_READONLY: ("cannot be written", f"look at the rights of the file and its folder, {NOT_BOOKED}"),
    sqlite3.SQLITE_PERM: ("cannot be written", f"look at the rights of the file and its folder, {NOT_BOOKED}"),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", f"look at the rights of the file and its folder, {NOT_BOOKED}"),
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", f"make room and repeat, {NOT_BOOKED}"),
    sqlite3.SQLITE_IOERR: ("cannot be read or written: the disk fails or is full", f"make room, {NOT_BOOKED}"),
    sqlite3.SQLITE_NOTADB: ("is damaged or no database", DAMAGED_HINT),
    sqlite3.SQLITE_CORRUPT: ("is damaged", DAMAGED_HINT),
}


class translated:
    """``with translated(path):`` turns every error of SQLite or the file system into a ``DatabaseError``, and what no
    column can hold into a ``SheetError``. Any other error is a bug of this program and stays what it is."""

    __slots__ = ("path",)

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (meaning := _meaning(self.path, error)) is not None:
            raise meaning from error


def _meaning(path: Path, error: BaseException) -> OfcError | None:
    """What an error means for the person who uses the ledger; None where it is none of the file's."""
    if isinstance(error, sqlite3.Error):
        return trouble(path, error)
    if isinstance(error, UnicodeDecodeError):  # text in the file, or in SQLite's message about it
        return DatabaseError(f"{path} is damaged", hint=DAMAGED_HINT)
    if isinstance(error, UnicodeEncodeError):
        return SheetError("half a character cannot be kept", hint="type the text instead of pasting it")
    if isinstance(error, OverflowError):
        return SheetError("a number is too large to be kept")
    if isinstance(error, OSError):
        hint = f"look at the folder and its rights, {NOT_BOOKED}"
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


def refuse_odd(path: Path) -> None:
    """Raise ``DatabaseError`` for what is there and cannot be a file of entries: reading a pipe would wait forever."""
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder", hint="name a file")
    if path.exists() and not path.is_file():
        raise DatabaseError(f"{path} is a pipe or a device", hint="name a file")
    if path.is_symlink() and not path.exists():
        raise DatabaseError(f"{path} is a link to a file that is not there", hint="remove the link, or name a file")
