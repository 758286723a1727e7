"""Backup and restore: verified copies of a ledger out of its place and into it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from ofc_score.errors import DatabaseError, UsageError
from ofc_score.ledger import connection, schema
from ofc_score.ledger.audit import whole_file
from ofc_score.ledger.connection import BUSY, refuse_odd, translated
from ofc_score.ledger.copies import copy, free_name, patience, sync
from ofc_score.ledger.files import open_file
from ofc_score.ledger.store import Ledger


def backup(ledger: Ledger, target: str | os.PathLike[str], *, replace: bool = False) -> None:
    """Copy an open ledger to a file that appears only when it is complete and verified.

    Raises ``UsageError`` when the file is there already, unless ``replace`` and it is a ledger too.
    """
    target = Path(target)
    with translated(target):
        refuse_odd(target)
        if target.exists():
            if target.samefile(ledger.path):
                raise UsageError(f"{target} is the ledger itself", hint="name another file")
            header = schema.read_header(target)
            if not replace or header.application_id != schema.APPLICATION_ID:
                raise UsageError(f"there is a file {target} already", hint="name a new file")
        with translated(ledger.path):
            copy(ledger.db, target, len(schema.STEPS), _first_fault)


def verify_backup(path: Path) -> None:
    """Raise ``DatabaseError`` unless the file is a complete ledger that passes the quick audit; nothing is written."""
    # In a copy, because an older backup would be brought up to date where it lies.
    with translated(path), _scratch_copy(path) as scratch:
        try:
            with open_file(scratch, create=False, timeout=connection.TIMEOUT) as db:
                wrong = _first_fault(db)
        except DatabaseError as error:
            newer = "newer version" in error.message
            hint = "update ofc-score; nothing was changed" if newer else "try another backup; nothing was changed"
            raise DatabaseError(error.message.replace(str(scratch), str(path)), hint=hint) from error
    if wrong:
        raise DatabaseError(f"{path} is no sound ledger: {wrong}", hint="try another backup")


def restore(source: str | os.PathLike[str], path: str | os.PathLike[str], *, at: datetime) -> Path | None:
    """Put a verified backup in the place of a ledger; the old file is kept beside it. Returns where, or None.

    Raises ``DatabaseError``: no sound backup, or the ledger is busy; the ledger is then as it was.
    """
    backup_file, target = Path(source), Path(path)
    with translated(target):
        if not backup_file.is_file():
            raise DatabaseError(f"there is no backup {backup_file}", hint="name the file that backup wrote")
        if target.exists() and target.samefile(backup_file):
            raise UsageError(f"{target} is the ledger itself", hint="name a backup")
        verify_backup(backup_file)
        refuse_odd(target)
        if not target.exists():
            _put(backup_file, target)
            return None
        _refuse_others(target)
        kept = free_name(target, f"before-restore-{at:%Y%m%d-%H%M%S}")
        try:
            with open_file(target, create=False, timeout=connection.TIMEOUT) as db:
                _exchange(backup_file, db, target, kept)
        except DatabaseError as error:
            if not _means_damage(error):
                raise
            _swap_unreadable(backup_file, target, kept)
    return kept


def _refuse_others(target: Path) -> None:
    """A file of another program, or of a newer version of this one, is nothing that a backup may replace."""
    header = schema.read_header(target)
    if header.sqlite:
        schema.refuse_foreign(target, header.application_id, header.version, len(schema.STEPS))


def _exchange(source: Path, db: Database, target: Path, kept: Path) -> None:
    """Keep the open ledger under another name and put the backup in its place, under one lock: what another program
    books is either in the kept file or refused there as busy, and booked after the restore."""
    with _scratch_copy(source) as scratch, open_file(scratch, create=False, timeout=connection.TIMEOUT) as newest:
        # SQLite copies into no open transaction; so locked, this connection keeps the lock between two.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
        try:
            copy(db, kept, len(schema.STEPS))
            newest.conn.backup(db.conn, progress=patience(target))
        except Exception:  # an interrupt may come when all is done
            kept.unlink(missing_ok=True)
            raise
        _release(db)
    sync(target)


def _release(db: Database) -> None:
    """Give the lock back at the end of a write that ends as usual: it takes the journal away while nobody else can
    have begun one of that name."""
    with suppress(sqlite3.Error):
        db.execute("PRAGMA locking_mode = NORMAL")
        db.execute("BEGIN IMMEDIATE")
        db.execute(f"PRAGMA user_version = {schema.pragma(db, 'user_version')}")
        db.execute("COMMIT")


def _means_damage(error: DatabaseError) -> bool:
    """Whether a ledger cannot be opened for what is in it, not because it is in use, protected or on a full disk."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
    return not isinstance(cause, OSError) and not error.message.endswith(BUSY)


def _first_fault(db: Database) -> str:
    return next((fault.text() for fault in whole_file(db)), "")


def _put(source: Path, target: Path) -> None:
    """A copy of the backup, brought up to date, under the name of the ledger."""
    with _scratch_copy(source) as scratch, open_file(scratch, create=False, timeout=connection.TIMEOUT) as db:
        copy(db, target, len(schema.STEPS))


def _swap_unreadable(source: Path, target: Path, kept: Path) -> None:
    """The old file cannot be opened as a ledger: keep its bytes, and those of its journal, under another name."""
    moved = []
    try:
        shutil.copy2(target, kept)
        sync(kept)
        for end in ("-journal", "-wal"):
            side, aside = target.with_name(target.name + end), kept.with_name(kept.name + end)
            if side.exists():
                # Left where it is it would be rolled back into the restored file.
                side.replace(aside)
                moved.append((aside, side))
        _put(source, target)
    except BaseException:
        for aside, side in moved:
            aside.replace(side)
        kept.unlink(missing_ok=True)
        raise


@contextmanager
def _scratch_copy(path: Path) -> Iterator[Path]:
    """A plain copy of a file (and of a journal left beside it) in a private folder that vanishes again."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="ofc-score-") as folder:
        scratch = Path(folder) / "copy.db"
        shutil.copyfile(path, scratch)
        for end in ("-journal", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + end), scratch.with_name(scratch.name + end))
        yield scratch
