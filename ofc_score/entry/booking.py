"""What everything that books shares: where the ledger is, which session is meant, how an entry is booked and
answered. Nothing here prints."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofc_score.entry import clock
from ofc_score.errors import DIFFERENCE, DONE, DatabaseError, NotAllowed, SheetError, UsageError

# The ledger loads sqlite-utils, which takes longer than settling a hand: it is imported when it is opened.
if TYPE_CHECKING:
    from ofc_score.entry.reading import Words
    from ofc_score.evening.events import Event, Hand
    from ofc_score.evening.results import LedgerSession
    from ofc_score.evening.state import State
    from ofc_score.ledger.store import Ledger

VARIABLE: Final = "OFC_SCORE_DB"


class Where(NamedTuple):
    """Which ledger and which session a command means, as typed, and whether it answers in JSON."""

    db: str
    session: str
    as_json: bool


def ledger_path(db: str) -> Path:
    """The ledger file: as given, as the environment says, or in the user's data folder."""
    given = db or os.environ.get(VARIABLE, "")
    if given:
        return Path(given)
    import platformdirs

    return platformdirs.user_data_path("ofc-score", appauthor=False) / "ledger.db"


@contextmanager
def opened(db: str, *, create: bool = False) -> Iterator[Ledger]:
    """The ledger, with ``create`` a new one where there is none."""
    from ofc_score.ledger.store import open_ledger

    with open_ledger(ledger_path(db), create=create) as ledger:
        try:
            yield ledger
        except (LookupError, TypeError, AttributeError, AssertionError) as error:
            _refuse_damaged(ledger, error)
            raise


def _refuse_damaged(ledger: Ledger, error: Exception) -> None:
    """An error that nobody expected is a bug of this program, unless the audit finds the file damaged: somebody may
    have put a number where a text was, or taken away a row that others need."""
    from ofc_score.ledger.audit import audit

    fault = next(audit(ledger), None)
    if fault is not None:
        what = f"{ledger.path} is not as this program left it: {fault.text()}"
        raise DatabaseError(what, hint="audit names all that is wrong") from error


_on_disk: Final[list[str]] = []


def did(what: str) -> None:
    """Remember what is on the disk now, such as ``booked as e7``, in case the answer cannot be printed."""
    _on_disk[:] = [what]


def on_disk() -> str:
    """What the running command has put on the disk; empty where nothing."""
    return _on_disk[-1] if _on_disk else ""


def forget() -> None:
    """Another command begins: nothing is on the disk yet."""
    _on_disk.clear()


class LiveSession:
    """A session of an open ledger, to look at and to book in; ``booked`` is how it stands."""

    def __init__(self, ledger: Ledger, booked: LedgerSession) -> None:
        self.ledger = ledger
        self.booked = booked

    @property
    def state(self) -> State:
        """The evening as it stands."""
        return self.booked.state

    def earlier(self, typed: str) -> str | None:
        """The name that a player has now, by one that they had before."""
        try:
            return self.ledger.player(typed).name
        except SheetError:
            return None

    def book(self, event: Event, *, request: str | None = None, unchanged: bool = False) -> int:
        """Book an event; it is on the disk when this returns. Returns its entry. Where it was typed for the evening
        ``unchanged``, it is refused when another program was quicker."""
        seen = self.booked.fingerprint if unchanged else None
        self.booked = self.ledger.book(self.booked.id, event, at=clock.now(), request=request, seen=seen)
        did(f"booked as e{len(self.booked.entries)}")
        return len(self.booked.entries)

    def book_all(self, events: Sequence[Event]) -> list[int]:
        """Book several events for the evening as it was seen, all or none. Returns their entries."""
        first = len(self.booked.entries) + 1
        self.booked = self.ledger.book_all(self.booked.id, events, at=clock.now(), seen=self.booked.fingerprint)
        entries = list(range(first, len(self.booked.entries) + 1))
        did(f"booked as {', '.join(f'e{entry}' for entry in entries)}")
        return entries

    def request(self, what: str) -> str:
        """An id under which ``what`` can be booked at this moment of the session and never twice."""
        import hashlib

        text = f"{self.booked.uid} {len(self.booked.entries)} {what}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def request_of(self, hand: Hand) -> str:
        """The id of a hand: two programs with the same boards at the same moment book it once."""
        listed = sorted(f"{name}: {board.text()}" for name, board in hand.boards.items())
        return self.request(f"hand {hand.before} {listed}")


def newcomers(ledger: Ledger, before: Iterable[str], seated: Sequence[str]) -> list[str]:
    """What is said of new players whose names are like those of known ones: perhaps they are the same person."""
    from ofc_score import names

    known = [name for name in before if name not in seated]
    lines = []
    for player in ledger.players():
        near = names.nearest(player.name, known) if player.name in seated and player.name not in before else None
        if near is not None:
            merge = f"ofc-score player merge {shlex.quote(player.name)} {shlex.quote(near)}"
            lines.append(f"New player {names.shown(player.name)}; did you mean {names.shown(near)}? {merge}")
    return lines


def addressed(target: str, where: Where) -> tuple[str, Where]:
    """A hand or entry as typed, and the session it is in: ``3/9`` is hand 9 of session 3."""
    session, slash, hand = target.rpartition("/")
    return (hand, where._replace(session=session)) if slash else (target, where)


@contextmanager
def live_session(where: Where) -> Iterator[LiveSession]:
    """The session that is meant, for looking or booking: the one named, the open one, else the newest."""
    with opened(where.db) as ledger:
        number = session_number(ledger, where.session) if where.session else ledger.current() or ledger.latest()
        if number is None:
            raise NotAllowed("no session yet", hint="start begins one")
        yield LiveSession(ledger, ledger.session(number))


def session_number(ledger: Ledger, typed: str) -> int:
    """The session with a number or a name, or the beginning of one. Raises ``UsageError``."""
    from ofc_score import names
    from ofc_score.entry.reading import whole

    if typed.strip().isdigit():
        return whole(typed, "session")
    listed = [(it.id, it.name) for it in ledger.sessions() if it.name]
    wanted = names.key(typed.strip())
    found = [number for number, name in listed if names.key(name) == wanted]
    found = found or [number for number, name in listed if names.key(name).startswith(wanted)]
    if len(found) != 1:
        what = (
            f"'{names.shown(typed)[:40]}' is not a session" if not found else f"several sessions are called '{typed}'"
        )
        raise UsageError(what, hint="its number or its name; sessions lists them")
    return found[0]


def refuse_aside(live: LiveSession, where: Where) -> None:
    """Raise ``NotAllowed`` where a session that was set aside would be played on without having been named."""
    if live.booked.status == "aside" and not where.session:
        number = live.booked.id
        raise NotAllowed(f"session {number} is set aside", hint=f"resume {number} makes it the open one")


class Answer(NamedTuple):
    """What an entry did, for JSON or in lines, and the exit code: ``DIFFERENCE`` where counted chips differ."""

    document: dict[str, Any] | None
    lines: list[str]
    code: int


def record(kind: str, words: Words, where: Where, *, again: bool = True) -> Answer:
    """Book an entry from the words of its command, and what it did.

    Unless ``again``, the same entry right after itself is refused: it is a retry. Raises ``UsageError``,
    ``SheetError`` or ``NotAllowed`` with everything that is wrong; then nothing is booked.
    """
    from ofc_score.entry.reading import event_of

    with live_session(where) as live:
        refuse_aside(live, where)
        before = live.state
        people = {player.name for player in live.ledger.players()} if kind == "join" else set()
        event = event_of(kind, live.booked.session, words, live.earlier)
        if not again:
            _refuse_again(live, event)
        entry = live.book(event)
        counted = [check for check in live.state.checks if check.entry == entry]
        code = DIFFERENCE if any(check.differences and not check.accepted for check in counted) else DONE
        if where.as_json:
            from ofc_score.reports.json import entry_document

            return Answer(entry_document(live.booked, entry), [], code)
        like = newcomers(live.ledger, people, live.state.seats + live.state.joining) if people else []
        return Answer(None, [*_answer_lines(live, before, entry, where), *like], code)


def _refuse_again(live: LiveSession, event: Event) -> None:
    from ofc_score.evening.corrections import in_force
    from ofc_score.evening.events import repeats

    events = live.booked.session.events
    last = live.booked.session.newest() if in_force(events)[0] else 0
    if last and repeats(event, events[last - 1]):
        raise NotAllowed(f"already booked as e{last}; --again books it twice")


def _answer_lines(live: LiveSession, before: State, entry: int, where: Where) -> list[str]:
    from ofc_score.evening.events import Pay
    from ofc_score.reports.money import paid_too_much
    from ofc_score.reports.replies import reply_lines

    event = live.booked.entries[entry - 1].event
    accounts = live.ledger.balances(live.booked.id, today=True)
    lines = reply_lines(live.booked.session, before, entry, accounts)
    if isinstance(event, Pay):
        # What the payment was beyond the debt that was open over all sessions.
        lines += paid_too_much(event, accounts)
    if live.state.closed and not where.session:
        lines.append(f"Booked in session {live.booked.id} of {live.booked.date}, which is closed")
    return lines
