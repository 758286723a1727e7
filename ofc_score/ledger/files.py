"""Opening ledger files: created private, gated before any write, brought up to date after a backup."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sqlite_utils import Database

from ofc_score.errors import DatabaseError
from ofc_score.ledger import copies, schema
from ofc_score.ledger.connection import DAMAGED_HINT, NOT_BOOKED, connect, refuse_odd, settle, translated
from ofc_score.ledger.schema import Step


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
            if stays and not _in_wal(db):
                db.execute("PRAGMA journal_mode = PERSIST")
        except BaseException:
            db.close()
            raise
    return db


def _create(path: Path) -> None:
    """An empty private file, unless there is one; the tables come in one transaction later."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return


def _gate_unopened(path: Path, create: bool, newest: int) -> None:
    """Look at the plain bytes first: SQLite may write to a file that it merely opens."""
    if not path.exists():
        raise DatabaseError(f"there is no ledger {path}", hint="start begins one")
    header = schema.read_header(path)
    if not header.size:
        if not create:
            raise DatabaseError(f"the ledger {path} is empty", hint="start begins one")
    elif not header.sqlite:
        hint = f"name another file, or {DAMAGED_HINT}; nothing was changed"
        raise DatabaseError(f"{path} is damaged or no ledger", hint=hint)
    else:
        schema.refuse_foreign(path, header.application_id, header.version, newest)


def _bring_up_to_date(db: Database, path: Path, steps: Sequence[Step], *, create: bool) -> None:
    version = _version(db, path, len(steps), create=create)
    if _in_wal(db):
        # Somebody's tool switched it; copies of such a file may lack the newest entries. While another program has the
        # file open it stays so: this one reads and writes it as well as any other.
        try:
            db.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
    if version == len(steps):
        return
    if version:
        copies.copy(db, copies.free_name(path, f"version-{version}"), version)
    db.execute("BEGIN IMMEDIATE")
    try:
        migrate(db, path, steps, create=create)
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def _in_wal(db: Database) -> bool:
    return bool(db.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def migrate(db: Database, path: Path, steps: Sequence[Step], *, create: bool = False) -> None:
    """Inside a transaction: the steps that are missing; rows and checksums must come out as they were."""
    version = _version(db, path, len(steps), create=create)
    if version == len(steps):
        return  # another process was first
    before = schema.content_mark(db) if version else None
    schema.build(db, steps, version)
    if before is not None and schema.content_mark(db) != before:
        raise DatabaseError(f"{path} could not be brought up to date without loss", hint=NOT_BOOKED)
    if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DatabaseError(f"{path} has rows that point nowhere", hint="audit names them")


def _version(db: Database, path: Path, newest: int, *, create: bool) -> int:
    """The version of an open file through the same gate; 0 for an empty one that may be filled."""
    application_id, version = schema.pragma(db, "application_id"), schema.pragma(db, "user_version")
    if create and not application_id and not version and not schema.objects(db):
        return 0
    schema.refuse_foreign(path, application_id, version, newest)
    if version < 1:
        raise DatabaseError(f"{path} has no version", hint=DAMAGED_HINT)
    return version
