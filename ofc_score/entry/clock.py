"""What time it is, and where: the only place where the program reads the clock."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

# Tests stop the clock with it: a moment with its offset from UTC, as in 2026-11-27T20:00:00+01:00.
HOOK: Final = "_OFC_SCORE_CLOCK"
_ZONES: Final = "zoneinfo/"


class When(NamedTuple):
    """The clock on the wall, with its offset, and the name of its zone where this system tells one."""

    at: datetime
    zone: str


def now() -> datetime:
    """The clock on the wall, with its offset."""
    stopped = os.environ.get(HOOK)
    return datetime.fromisoformat(stopped) if stopped else datetime.now().astimezone()


def when() -> When:
    """Now, here."""
    return When(now(), os.environ.get("TZ", "").lstrip(":") or _zone())


@cache
def _zone() -> str:
    """The zone of this system, empty where it does not tell."""
    if sys.platform == "win32":
        return ""
    _, found, zone = os.path.realpath("/etc/localtime").rpartition(_ZONES)
    return zone if found else ""
