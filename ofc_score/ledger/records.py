"""The lines of the list of sessions, and moments as the ledger keeps them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import Final, NamedTuple

OPEN: Final = "open"
CLOSED: Final = "closed"
ASIDE: Final = "aside"
FINGERPRINT: Final = 12
_OFFSET: Final = re.compile(r"([+-])([0-9]{2}):([0-9]{2})(?::[0-9]{2})?")


class Listed(NamedTuple):
    """A session in the list of all."""

    id: int
    name: str
    date: str
    status: str
    ruleset: str
    players: tuple[str, ...]
    hands: int
    entries: int
    fingerprint: str


@lru_cache(maxsize=64)
def _zone(offset: str) -> timezone:
    found = _OFFSET.fullmatch(offset)
    if found is None:
        raise ValueError(f"{offset} is no offset")
    minutes = int(found[2]) * 60 + int(found[3])
    return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))


@lru_cache(maxsize=64)
def _told(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


class Stamp(NamedTuple):
    """A moment as the ledger keeps it: UTC to compare moments, the offset to show the time on the wall."""

    utc: str
    offset: str

    @classmethod
    def of(cls, at: datetime) -> Stamp:
        """Raises ``ValueError`` for a time without an offset: nobody could say when that was."""
        offset = at.utcoffset()
        if offset is None:
            raise ValueError("a time without its offset from UTC")
        utc = at.replace(tzinfo=None) - offset
        return cls(f"{utc.isoformat(timespec='seconds')}Z", _told(offset))

    @property
    def local(self) -> datetime:
        """The moment on the clock of then. Raises ``ValueError`` for text that is no moment."""
        if not self.utc.endswith("Z"):
            raise ValueError(f"{self.utc} is no moment")
        return datetime.fromisoformat(self.utc).astimezone(_zone(self.offset))

    @property
    def local_date(self) -> str:
        """The date on the calendar of then."""
        return self.local.date().isoformat()
