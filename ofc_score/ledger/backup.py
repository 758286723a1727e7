"""Verified copies: backup, restore, and the copy that is kept before a file is brought up to date."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlite_utils import Database

from ofc_score.errors import DatabaseError, UsageError
from ofc_score.ledger import files, schema

if TYPE_CHECKING:
    from ofc_score.ledger.store import Ledger


def backup(ledger: Ledger, target: Path, *, replace: bool = False) -> None:
    """Copy an open ledger to a file that appears only when it is complete and verified.

    Raises ``UsageError`` when the file is there already, unless ``replace`` and it is a ledger too.
    """
    with files.translated(target):
        files.refuse_odd(target)
        if target.exists():
            if target.samefile(ledger.path):
                raise UsageError(f"{target} is the ledger itself", hint="name another file")
            header = schema.read_header(target)
            if not replace or header.application_id != schema.APPLICATION_ID:
                raise UsageError(f"there is a file {target} already", hint="name a new file")
        with files.translated(ledger.path):
            copy(ledger.db, target, len(schema.STEPS), audited=True)


def verify_backup(path: Path) -> None:
    """Raise ``DatabaseError`` unless the file is a complete ledger that passes the quick audit; nothing is written."""
    # In a copy, because an older backup would be brought up to date where it lies.
    with files.translated(path), _scratch_copy(path) as scratch:
        try:
            with files.open_file(scratch, create=False, timeout=files.TIMEOUT) as db:
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
    with files.translated(target):
        if not backup_file.is_file():
            raise DatabaseError(f"there is no backup {backup_file}", hint="name the file that backup wrote")
        if target.exists() and target.samefile(backup_file):
            raise UsageError(f"{target} is the ledger itself", hint="name a backup")
        verify_backup(backup_file)
        files.refuse_odd(target)
        if not target.exists():
            _put(backup_file, target)
            return None
        _refuse_others(target)
        kept = _free_name(target, f"before-restore-{at:%Y%m%d-%H%M%S}")
        try:
            with files.open_file(target, create=False, timeout=files.TIMEOUT) as db:
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
    with _scratch_copy(source) as scratch, files.open_file(scratch, create=False, timeout=files.TIMEOUT) as newest:
        # SQLite copies into no open transaction; so locked, this connection keeps the lock between two.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
        try:
            copy(db, kept, len(schema.STEPS))
            newest.conn.backup(db.conn, progress=_patience(target))
        except Exception:  # an interrupt may come when all is done
            kept.unlink(missing_ok=True)
            raise
        _release(db)
    _sync(target)


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
    return not isinstance(cause, OSError) and not error.message.endswith(files.BUSY)


def keep_before_migration(db: Database, path: Path, version: int) -> Path:
    """The copy of a file as it is before it is brought up to date."""
    kept = _free_name(path, f"version-{version}")
    copy(db, kept, version)
    return kept


def copy(db: Database, target: Path, version: int, *, audited: bool = False) -> None:
    """Copy an open file through SQLite to a temporary name, verify it, then give it its name.

    Verified page by page, with ``audited`` also by the quick audit. Raises ``DatabaseError``.
    """
    temporary = _temporary(target)
    try:
        with files.translated(target):
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with sqlite3_file(temporary) as raw:
            db.conn.backup(raw, progress=_patience(target))
            copied = Database(raw, execute_plugins=False)
            wrong = _first_fault(copied) if audited else _torn(copied)
            if wrong or schema.pragma(copied, "user_version") != version:
                raise DatabaseError(f"no sound copy {target} can be made: {wrong}", hint="audit names all faults")
        _sync(temporary)
        temporary.replace(target)
        _sync(target.parent)
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


def _first_fault(db: Database) -> str:
    from ofc_score.ledger.audit import whole_file

    return next((fault.text() for fault in whole_file(db)), "")


def _put(source: Path, target: Path) -> None:
    """A copy of the backup, brought up to date, under the name of the ledger."""
    with _scratch_copy(source) as scratch, files.open_file(scratch, create=False, timeout=files.TIMEOUT) as db:
        copy(db, target, len(schema.STEPS))


def _swap_unreadable(source: Path, target: Path, kept: Path) -> None:
    """The old file cannot be opened as a ledger: keep its bytes, and those of its journal, under another name."""
    moved = []
    try:
        shutil.copy2(target, kept)
        _sync(kept)
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


def _patience(path: Path) -> Callable[[int, int, int], None]:
    """SQLite's copy would wait for a lock without end: give up when nothing moves for as long as a write waits."""
    started = time.monotonic()
    progress = [started]

    def step(status: int, _remaining: int, _total: int) -> None:
        now = time.monotonic()
        if status not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            progress[0] = now
        elif now - progress[0] > files.TIMEOUT:
            raise DatabaseError(f"{path} {files.BUSY}", hint="another program is using it; wait and repeat")

    return step


def _free_name(path: Path, word: str) -> Path:
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


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
