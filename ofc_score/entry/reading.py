"""What is typed for one entry of the books, everything but hands and corrections: words and options in, an event out.

The commands and ``fix eN ...`` read the same words here. Every fault of an entry is told at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ofc_score import names
from ofc_score.errors import Fault, NotAllowed, OfcError, SheetError, UsageError
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Expense,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Plain,
    Seats,
    Switch,
)
from ofc_score.money import POINTS_LIMIT, parse_amount, parse_points

if TYPE_CHECKING:
    from ofc_score.evening.session import Session

ALL: Final = "all"
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of an entry in their order, and what was said beside them; empty where nothing was."""

    words: Sequence[str] = ()
    after: str = ""
    sharers: str = ""
    why: str = ""
    since: str = ""
    paid: bool = False
    owed: bool = False
    accept: bool = False
    forced: bool = False

    @property
    def pays_cash(self) -> bool | None:
        """Whether a buy-in is paid in cash; None as the session does it."""
        return True if self.paid else False if self.owed else None


class Reading:
    """Reads words into values for one session. A faulty word gives a harmless value, and ``finish`` raises them all.

    ``earlier`` gives the name of a player by a name he had before, None where nobody had it.
    """

    def __init__(self, session: Session, earlier: Callable[[str], str | None]) -> None:
        self.session = session
        self.earlier = earlier
        self.faults: list[Fault] = []

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table, those who wait for the next set included."""
        return (*self.session.state.seats, *self.session.state.joining)

    def find(self, typed: str, where: str = "") -> str:
        """The person that is meant: at the table first, then of this evening, then anybody. Raises ``SheetError``."""
        state, setup = self.session.state, self.session.setup
        evening = (*state.people, *state.joining, *([setup.bank] if setup.bank else []))
        refused: SheetError | None = None
        for people in (self.seats, evening, self.session.known):
            try:
                return names.find(typed, dict.fromkeys(people), where=where)
            except SheetError as error:
                refused = refused or error
                if error.faults[0].code != "unknown-player":
                    raise
        known = self.earlier(typed)
        if known is None or known not in (*evening, *self.session.known):
            assert refused is not None
            raise refused
        return known

    def player(self, typed: str, where: str = "") -> str:
        """The person that is meant."""
        return self._read(lambda: self.find(typed, where), typed)

    def players(self, listed: Iterable[str]) -> tuple[str, ...]:
        """The people that are meant; names may stand in several words or behind commas."""
        parts = [part.strip() for words in listed for part in words.split(",")]
        return tuple(self.player(part) for part in parts if part)

    def points(self, typed: str, where: str = "points", least: int = 1) -> int:
        """Whole points."""
        return self._read(lambda: parse_points(typed, where=where, least=least), least)

    def amount(self, typed: str) -> int:
        """Minor units of the session's currency; without one the session refuses the entry."""
        point = self.session.setup.point
        if point is None:
            return 1
        known = len(self.faults)
        amount = self._read(lambda: parse_amount(typed, point.currency), 1)
        other = "--session N means a session with other stakes"
        self.faults[known:] = [
            fault._replace(hint=other) if fault.code == "currency-mismatch" and not fault.hint else fault
            for fault in self.faults[known:]
        ]
        return amount

    def by_name(self, words: Iterable[str], least: int, form: names.Form = names.POINTS) -> dict[str, int]:
        """``Ann=120 Bob=80`` by player."""
        pairs, faults = names.assignments(
            words, self.find, lambda text, where: parse_points(text, where=where, least=least), form=form
        )
        found, twice = names.by_player(pairs)
        self.faults += [*faults, *twice]
        return found

    def finish(self, what: str) -> None:
        """Raise everything that was wrong."""
        if self.faults:
            raise SheetError.of(self.faults, what=what)

    def _read(self, read: Callable[[], _Value], otherwise: _Value) -> _Value:
        try:
            return read()
        except OfcError as error:
            self.faults += error.each()
            return otherwise


class Form(NamedTuple):
    """How an entry is typed: its words, how many there must be, and what may be said beside them."""

    words: str
    least: int
    most: int
    beside: tuple[str, ...]
    read: Callable[[Reading, Words], Plain]


def event_of(kind: str, session: Session, said: Words, earlier: Callable[[str], str | None]) -> Plain:
    """The event that the words of a command tell. Raises ``UsageError`` for too few or too many words or an option that
    does not go with it, ``SheetError`` with every other fault."""
    form = FORMS[kind]
    if not form.least <= len(said.words) <= form.most:
        raise UsageError(f"{kind} is typed with other words", hint=f"{kind} {form.words}")
    for option in _OPTIONS:
        if getattr(said, option) and option not in form.beside:
            raise UsageError(f"--{_OPTIONS[option]} does not go with {kind}", hint=f"{kind} {form.words}")
    if said.paid and said.owed:
        raise UsageError("--paid and --owed exclude each other", hint="leave one out")
    if said.paid and (session.setup.bank is None or session.setup.point is None):
        hint = "start with --bank NAME and --point; pay notes what one player gave another"
        raise NotAllowed("cash needs a bank and a point value, and this session has none", hint=hint)
    reading = Reading(session, earlier)
    event = form.read(reading, said)
    reading.finish(f"the {kind}")
    return event


_OPTIONS: Final[Mapping[str, str]] = {
    "after": "after", "sharers": "for", "why": "why", "since": "from-hand", "paid": "paid", "owed": "owed",
    "accept": "accept", "forced": "forced",
}  # fmt: skip


def _buy(reading: Reading, said: Words) -> Buy:
    typed, points = said.words
    name = reading.player(typed)
    fault = reading.faults[-1] if reading.faults else None
    stranger = fault is not None and fault.code == "unknown-player" and names.nearest(typed, reading.seats) is None
    if fault is not None and stranger:
        hint = f"join {names.shown(typed)} {points} seats a new player"
        reading.faults[-1] = fault._replace(hint=hint)
    return Buy({name: reading.points(points)}, said.pays_cash)


def _join(reading: Reading, said: Words) -> Join:
    typed = said.words[0].strip()
    state = reading.session.state
    same = [name for name in (*state.people, *state.joining) if names.key(name) == names.key(typed)]
    if not same:
        reading.faults += names.check(typed)
    points = reading.points(said.words[1]) if len(said.words) > 1 else None
    after = reading.player(said.after, "after") if said.after else None
    return Join(same[0] if same else typed, points, after, said.forced, said.pays_cash)


def _leave(reading: Reading, said: Words) -> Leave:
    return Leave(reading.player(said.words[0]), said.forced)


def _seats(reading: Reading, said: Words) -> Seats:
    return Seats(reading.players(said.words))


def _button(reading: Reading, said: Words) -> Button:
    return Button(reading.player(said.words[0]), said.why)


def _switch(reading: Reading, said: Words) -> Switch:
    from ofc_score.rules.load import load_ruleset

    rules = load_ruleset(said.words[0])
    return Switch(rules, hand_entry(reading.session, said.since) if said.since else None, said.why)


def _adjust(reading: Reading, said: Words) -> Adjust:
    payer, payee, points = said.words
    return Adjust(reading.player(payer), reading.player(payee), reading.points(points), said.why)


def _expense(reading: Reading, said: Words) -> Expense:
    by, amount = said.words
    everybody = said.sharers.strip().casefold() == ALL
    sharers = reading.session.state.seats if everybody else reading.players([said.sharers])
    if not sharers:
        reading.faults.append(Fault("nobody", "an expense is for somebody", "--for", "--for Ann,Bob or --for all"))
    return Expense(reading.player(by), reading.amount(amount), sharers, said.why)


def _owe(reading: Reading, said: Words) -> Owe:
    debtor, creditor, amount = said.words
    return Owe(reading.player(debtor), reading.player(creditor), reading.amount(amount), said.why)


def _pay(reading: Reading, said: Words) -> Pay:
    payer, payee, amount = said.words
    return Pay(reading.player(payer), reading.player(payee), reading.amount(amount))


def _chips(reading: Reading, said: Words) -> Chips:
    seats = reading.session.state.seats
    least = 0 if reading.session.capped else -POINTS_LIMIT
    if any("=" in word for word in said.words):
        return Chips(reading.by_name(said.words, least), said.accept)
    if len(said.words) != len(seats):
        hint = f"one count for each of {', '.join(map(names.shown, seats))}, or NAME=POINTS"
        reading.faults.append(Fault("chips", f"{len(said.words)} counts for {len(seats)} players", "", hint))
    pairs = zip(seats, said.words, strict=False)
    return Chips({name: reading.points(word, names.shown(name), least) for name, word in pairs}, said.accept)


def _note(_: Reading, said: Words) -> Note:
    return Note(" ".join(said.words))


_MANY: Final = 1_000
FORMS: Final[dict[str, Form]] = {
    "buy": Form("NAME POINTS [--paid|--owed]", 2, 2, ("paid", "owed"), _buy),
    "join": Form("NAME [POINTS] [--after NAME]", 1, 2, ("after", "paid", "owed", "forced"), _join),
    "leave": Form("NAME [--forced]", 1, 1, ("forced",), _leave),
    "seats": Form('"ANN,CY,BOB"', 1, _MANY, (), _seats),
    "button": Form("NAME --why TEXT", 1, 1, ("why",), _button),
    "switch": Form("RULESET [--from-hand N --why TEXT]", 1, 1, ("since", "why"), _switch),
    "adjust": Form("FROM TO POINTS --why TEXT", 3, 3, ("why",), _adjust),
    "expense": Form("NAME AMOUNT --for A,B,C --why TEXT", 2, 2, ("sharers", "why"), _expense),
    "owe": Form("FROM TO AMOUNT --why TEXT", 3, 3, ("why",), _owe),
    "pay": Form("FROM TO AMOUNT", 3, 3, (), _pay),
    "chips": Form("ANN=120 BOB=80 [--accept], or all counts in seat order", 1, _MANY, ("accept",), _chips),
    "note": Form("TEXT", 1, _MANY, (), _note),
}


def whole(typed: str, what: str) -> int:
    """A number from 1 on, as typed for a hand or a session. Raises ``UsageError``."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", typed, re.ASCII):
        raise UsageError(f"'{names.shown(typed)[:40]}' is no {what}", hint="a number from 1 on")
    return int(typed)


def hand_entry(session: Session, typed: str) -> int:
    """The entry of the hand with a number, or of the ``last`` one. Raises ``UsageError`` or ``NotAllowed``."""
    if typed.casefold() == "last":
        if not session.state.hands:
            raise NotAllowed("no hand is booked yet")
        return session.state.hands[-1].entry
    return session.entry_of(whole(typed, "hand"))


def target_entry(session: Session, typed: str) -> int:
    """The entry that ``3`` (a hand), ``last`` or ``e7`` (an entry of the log) means."""
    if typed[:1] not in ("e", "E"):
        return hand_entry(session, typed)
    number = whole(typed[1:], "entry")
    if number > session.entries:
        raise NotAllowed(f"there is no entry e{number}", hint=f"the newest is e{session.entries}; log shows them")
    return number
