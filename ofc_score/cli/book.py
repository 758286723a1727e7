"""What all commands with a ledger share: where it is, which session is meant, what time it is, how an entry is booked
and answered."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from ofc_score.cli import common
from ofc_score.errors import DONE, NotAllowed, SheetError

# The ledger loads sqlite-utils, which takes longer than settling a hand: it is imported when it is opened.
if TYPE_CHECKING:
    from ofc_score.cli.entries import Said
    from ofc_score.evening.events import Event, Hand
    from ofc_score.evening.results import LedgerSession
    from ofc_score.evening.state import State
    from ofc_score.ledger.store import Ledger

VARIABLE: Final = "OFC_SCORE_DB"
_ZONES: Final = "zoneinfo/"

DbOption = Annotated[
    str, typer.Option("--db", metavar="FILE", help=f"The ledger; else {VARIABLE}, else a file in your data folder.")
]
SessionOption = Annotated[
    str, typer.Option("--session", metavar="ID", help="Another session than the open one (else the newest).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


class Where(NamedTuple):
    """Which ledger and which session a command means, as typed, and whether it answers in JSON."""

    db: str
    session: str
    as_json: bool


class When(NamedTuple):
    """The clock on the wall, with its offset, and the name of its zone where this system tells one."""

    at: datetime
    zone: str


def now() -> datetime:
    """The clock on the wall, with its offset. The only place where it is read."""
    return datetime.now().astimezone()


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


def ledger_path(db: str) -> Path:
    """The ledger file: as given, as the environment says, or in the user's data folder."""
    said = db or os.environ.get(VARIABLE, "")
    if said:
        return Path(said)
    import platformdirs

    return platformdirs.user_data_path("ofc-score", appauthor=False) / "ledger.db"


@contextmanager
def opened(db: str, *, create: bool = False) -> Iterator[Ledger]:
    """The ledger, with ``create`` a new one where there is none."""
    from ofc_score.ledger.store import open_ledger

    with open_ledger(ledger_path(db), create=create) as ledger:
        yield ledger


def say_lines(lines: Iterable[str]) -> None:
    """Print lines, running text broken where the terminal is narrow."""
    from ofc_score.reports.layout import fill

    common.say("\n".join(fill(list(lines), common.width())))


class Night:
    """An open ledger and the session that is meant; ``booked`` is how it stands."""

    def __init__(self, ledger: Ledger, booked: LedgerSession) -> None:
        self.ledger = ledger
        self.booked = booked

    @property
    def state(self) -> State:
        """The evening as it stands."""
        return self.booked.state

    def earlier(self, typed: str) -> str | None:
        """The name that a player has now, by one that he had before."""
        try:
            return self.ledger.player(typed).name
        except SheetError:
            return None

    def book(self, event: Event, *, request: str | None = None, unchanged: bool = False) -> int:
        """Book an event; it is on the disk when this returns. Returns its entry. Where it was typed for the evening
        ``unchanged``, it is refused when another program was quicker."""
        seen = self.booked.fingerprint if unchanged else None
        self.booked = self.ledger.book(self.booked.id, event, at=now(), request=request, seen=seen)
        common.did(f"booked as e{len(self.booked.entries)}")
        return len(self.booked.entries)

    def request(self, what: str) -> str:
        """An id under which ``what`` can be booked at this moment of the session and never twice."""
        text = f"{self.booked.uid} {len(self.booked.entries)} {what}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def request_of(self, hand: Hand) -> str:
        """The id of a hand: two programs with the same boards at the same moment book it once."""
        listed = sorted(f"{name}: {board.text()}" for name, board in hand.boards.items())
        return self.request(f"hand {hand.before} {listed}")


@contextmanager
def night(where: Where) -> Iterator[Night]:
    """The session that is meant, for looking or booking: the one named, the open one, else the newest."""
    from ofc_score.cli.entries import whole

    number = whole(where.session, "session") if where.session else None
    with opened(where.db) as ledger:
        if number is None:
            number = ledger.current() or ledger.latest()
        if number is None:
            raise NotAllowed("no session yet", hint="start begins one")
        yield Night(ledger, ledger.session(number))


def refuse_aside(evening: Night, where: Where) -> None:
    """Raise ``NotAllowed`` where a session that was set aside would be played on without having been named."""
    if evening.booked.status == "aside" and not where.session:
        number = evening.booked.id
        raise NotAllowed(f"session {number} is set aside", hint=f"resume {number} makes it the open one")


def record(kind: str, said: Said, where: Where, *, again: bool = True) -> int:
    """Read the words of an entry, book it, answer it; the exit code. Unless ``again``, the same entry right after
    itself is refused: it is a retry."""
    from ofc_score.cli.entries import event_of

    with night(where) as evening:
        refuse_aside(evening, where)
        before = evening.state
        event = event_of(kind, evening.booked.session, said, evening.earlier)
        if not again:
            _refuse_again(evening, event)
        entry = evening.book(event)
        answer(evening, before, entry, where)
    return DONE


def _refuse_again(evening: Night, event: Event) -> None:
    from ofc_score.evening.corrections import in_force

    events = evening.booked.session.events
    last = evening.booked.session.newest() if in_force(events)[0] else 0
    if last and events[last - 1] == event:
        raise NotAllowed(f"already booked as e{last}; --again books it twice")


def answer(evening: Night, before: State, entry: int, where: Where) -> None:
    """Say what an entry did."""
    if where.as_json:
        common.say_json(entry_dict(evening, entry))
        return
    from ofc_score.reports.replies import reply_lines

    lines = [*reply_lines(evening.booked.session, before, entry), *_too_much(evening, entry)]
    if evening.state.closed and not where.session:
        lines.append(f"Booked in session {evening.booked.id} of {evening.booked.date}, which is closed")
    say_lines(lines)


def _too_much(evening: Night, entry: int) -> list[str]:
    """What a payment was beyond the debt that was open over all evenings."""
    from ofc_score.evening.events import Pay
    from ofc_score.reports.ledger_text import paid_too_much

    event = evening.booked.entries[entry - 1].event
    if not isinstance(event, Pay):
        return []
    return paid_too_much(event, evening.ledger.balances(evening.booked.id, today=True))


def entry_dict(evening: Night, entry: int) -> dict[str, Any]:
    """The answer to an entry as JSON: what was booked, and how the evening stands."""
    from ofc_score.exchange.event_json import event_dict
    from ofc_score.reports.books import position_dict

    event = evening.booked.entries[entry - 1].event
    head = {"format": 1, "session": evening.booked.id, "entry": entry, "event": event_dict(event)}
    return {**head, **position_dict(evening.state)}
