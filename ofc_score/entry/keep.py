"""The half-typed hand and the typed lines, beside the ledger: on the disk before the next prompt, private."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

_LONGEST: Final = 1_000_000
_LINES_KEPT: Final = 64_000


class Keep:
    """The file that holds the half-typed hand of one session."""

    def __init__(self, ledger: Path, session: str) -> None:
        name = re.sub("[^0-9A-Za-z]", "", session)[:16]
        self.path = ledger.with_name(f"{ledger.name}-hand-{name}.json")
        self._mark: tuple[int, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether somebody else saved or forgot it since this one did, or looked."""
        return mark(self.path) != self._mark

    def load(self) -> object:
        """What was saved, None where there is nothing or nothing readable."""
        self._mark = mark(self.path)
        try:
            with self.path.open(encoding="utf-8") as file:
                return json.loads(file.read(_LONGEST))
        except (OSError, ValueError):
            return None

    def save(self, data: object) -> None:
        """Put the data on the disk: after a kill there is the old file or the new one. Raises ``OSError``."""
        fresh = self.path.with_name(f"{self.path.name}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(data, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._mark = mark(self.path)
        _sync_folder(self.path.parent)

    def drop(self) -> None:
        """Forget it. A file that cannot be removed is found out when the hand in it is booked already."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._mark = mark(self.path)


def mark(path: Path) -> tuple[int, ...]:
    """What changes with every write to a file, or when another takes its place; empty where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  asked for every line
    except OSError:
        return ()
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk when its folder is; Windows opens no folders."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def history_file(ledger: Path) -> Path | None:
    """The file of the lines typed, private, its oldest part cut off; None where it cannot be written."""
    path = ledger.with_name(f"{ledger.name}-history")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_size > 2 * _LINES_KEPT:
            kept = path.read_bytes()[-_LINES_KEPT:]
            path.write_bytes(kept[kept.find(b"\n\n") + 1 :])
    except OSError:
        return None
    return path
