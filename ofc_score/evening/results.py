"""What the ledger finds out and reports show: a session as it is booked, everybody's standing, statistics."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from ofc_score.evening.events import Event
from ofc_score.evening.session import Session
from ofc_score.evening.state import State
from ofc_score.money import POINTS


class Entry(NamedTuple):
    """One line of the log: ``eN``, when it was typed (in the local time of then), what it is."""

    number: int
    at: datetime
    kind: str
    event: Event


class LedgerSession(NamedTuple):
    """A session as it stands in the ledger, under the names that players have now.

    ``status`` is ``open``, ``closed`` or ``aside`` (neither). ``fingerprint`` changes with every entry; two copies of
    a session with the same one are the same. ``repeated``: a retry that booked nothing.
    """

    id: int
    uid: str
    name: str
    date: str
    zone: str
    status: str
    fingerprint: str
    session: Session
    entries: tuple[Entry, ...]
    repeated: bool = False

    def __repr__(self) -> str:
        title = f"{self.name!r} of {self.date}" if self.name else self.date
        return f"<LedgerSession {self.id}: {title}, {self.status}, {len(self.entries)} entries, {self.fingerprint}>"

    @property
    def state(self) -> State:
        """The evening as it stands."""
        return self.session.state


class Standing(NamedTuple):
    """How somebody stands in one unit: positive is to be received.

    ``tonight`` is this session's result, without payments and debts that settle older ones with absent people;
    ``before`` those and all sessions before this one; ``total`` both. ``present``: takes part in this session; others
    are listed for their open balance. ``points`` were won at the table tonight, ``table`` is what they are worth.
    """

    player: str
    tonight: int
    before: int
    total: int
    present: bool
    points: int = 0
    table: int = 0


class Account(NamedTuple):
    """All standings in one unit: a currency code (amounts in minor units), or ``points``. Every column sums to zero.
    ``followed``: later evenings were played, whose results are not in it."""

    unit: str
    rows: tuple[Standing, ...]
    followed: bool = False


class Peak(NamedTuple):
    """What a player's best or worst hand moved, and which hand of which session it was; the first of equals."""

    points: int
    session: int
    hand: int


class PlayerStats(NamedTuple):
    """One player's hands in numbers.

    ``entries`` and ``stays`` count hands that led into Fantasyland from outside and from inside, ``land_hands`` and
    ``land_points`` the hands played in it and what they moved. Royalties are what the boards are worth by the table.
    ``money`` is what the hands moved in minor units, by currency. ``best`` and ``worst`` are never None.
    """

    player: str
    sessions: int
    hands: int
    points: int
    fouls: int
    scoops_taken: int
    scoops_given: int
    entries: int
    stays: int
    land_hands: int
    land_points: int
    royalties_top: int
    royalties_middle: int
    royalties_bottom: int
    money: Mapping[str, int]
    best: Peak
    worst: Peak

    @property
    def points_per_100(self) -> int:
        """Points per hundred hands, the usual measure at poker."""
        return rounded(self.points * 100, self.hands)

    @property
    def foul_per_mille(self) -> int:
        """Fouls per thousand hands: 125 is 12.5 %."""
        return rounded(self.fouls * 1000, self.hands)


class Stats(NamedTuple):
    """Everybody, the winners first; ``pairs`` is what the first of two players won from the second, in points."""

    session: int | None
    players: tuple[PlayerStats, ...]
    pairs: Mapping[tuple[str, str], int]


def rounded(number: int, by: int) -> int:
    """``number / by`` as a whole number, half away from zero, without a binary fraction."""
    whole = (2 * abs(number) + by) // (2 * by)
    return -whole if number < 0 else whole


def unit_of(state: State) -> str:
    """What the session's balances are in: a currency code, or ``points``."""
    return POINTS if state.point is None else state.point.currency
