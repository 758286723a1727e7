"""What is typed for one entry, everything but hands and corrections: words and options in, an event out.

The commands and ``fix eN ...`` read the same words here. All faults of an entry are reported together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

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
    """The words of an entry in their order, and its options; empty where none was given."""

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

    ``earlier`` gives the name of a player by an earlier name of theirs, None where nobody had it.
    """

    def __init__(self, session: Session, earlier: Callable[[str], str | None]) -> None:
        self.session = session
        self.earlier = earlier
        self.faults: list[Fault] = []

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table, those who wait for the next set included."""
        return (*self.session.state.seats, *self.session.state.joining)

    @property
    def evening(self) -> tuple[str, ...]:
        """Everybody of this session, the bank included."""
        state, setup = self.session.state, self.session.setup
        return (*state.people, *state.joining, *([setup.bank] if setup.bank else []))

    def find(self, typed: str, where: str = "") -> str:
        """The person with a typed name: at the table, of this session, or anybody. Raises ``SheetError``."""
        evening = self.evening
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
        """The person with a typed name."""
        return self._read(lambda: self.find(typed, where), typed)

    def players(self, listed: Iterable[str]) -> tuple[str, ...]:
        """The people with typed names, in several words or behind commas."""
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
        other = "--session N is for a session in another currency"
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
    """How an entry is typed: its words as shown in errors, the fewest and the most of them, its options."""

    words: str
    least: int
    most: int
    options: tuple[str, ...]
    read: Callable[[Reading, Words], Plain]


def event_of(kind: str, session: Session, typed: Words, earlier: Callable[[str], str | None]) -> Plain:
    """The event that a command's words describe. Raises ``UsageError`` for too few or too many words or an option that
    does not go with it, ``SheetError`` with every other fault."""
    form = FORMS[kind]
    if not form.least <= len(typed.words) <= form.most:
        raise UsageError(f"{kind} is typed with other words", hint=f"{kind} {form.words}")
    for option in _OPTIONS:
        if getattr(typed, option) and option not in form.options:
            raise UsageError(f"--{_OPTIONS[option]} does not go with {kind}", hint=f"{kind} {form.words}")
    if typed.paid and typed.owed:
        raise UsageError("--paid and --owed cannot be combined", hint="choose one")
    if typed.paid and (session.setup.bank is None or session.setup.point is None):
        hint = "start with --bank NAME and --point; pay notes what one player gave another"
        raise NotAllowed("cash needs a bank and a point value, and this session has none", hint=hint)
    reading = Reading(session, earlier)
    event = form.read(reading, typed)
    reading.finish(f"the {kind}")
    return event


_OPTIONS: Final[Mapping[str, str]] = {
    "after": "after", "sharers": "for", "why": "why", "since": "from-hand", "paid": "paid", "owed": "owed",
    "accept": "accept", "forced": "forced",
}  # fmt: skip


def _in_order(made: type, *kinds: str) -> Callable[[Reading, Words], Any]:
    """Reads an event whose words are its first fields in order, each of a kind that ``Reading`` reads; options have the
    names of its other fields."""
    options = {it.name for it in fields(made)[len(kinds) :]} & {it.name for it in fields(Words)}

    def read(reading: Reading, typed: Words) -> Any:
        values = [getattr(reading, kind)(word) for kind, word in zip(kinds, typed.words, strict=True)]
        return made(*values, **{name: getattr(typed, name) for name in options})

    return read


def _buy(reading: Reading, typed: Words) -> Buy:
    player, points = typed.words
    name = reading.player(player)
    fault = reading.faults[-1] if reading.faults else None
    stranger = fault is not None and fault.code == "unknown-player" and names.nearest(player, reading.seats) is None
    if fault is not None and stranger:
        hint = f"join {names.shown(player)} {points} seats a new player"
        reading.faults[-1] = fault._replace(hint=hint)
    return Buy({name: reading.points(points)}, typed.pays_cash)


def _join(reading: Reading, typed: Words) -> Join:
    words = typed.words
    if len(words) == 1 and "=" in words[0]:
        words = names.split_assignment(words[0])  # join Dee=30, as start takes it
    newcomer = words[0].strip()
    state = reading.session.state
    same = [name for name in (*state.people, *state.joining) if names.key(name) == names.key(newcomer)]
    if not same:
        reading.faults += names.check(newcomer)
    points = reading.points(words[1]) if len(words) > 1 else None
    after = reading.player(typed.after, "after") if typed.after else None
    return Join(same[0] if same else newcomer, points, after, typed.forced, typed.pays_cash)


def _seats(reading: Reading, typed: Words) -> Seats:
    return Seats(reading.players(typed.words))


def _switch(reading: Reading, typed: Words) -> Switch:
    from ofc_score.rules.load import load_ruleset

    rules = load_ruleset(typed.words[0])
    return Switch(rules, hand_entry(reading.session, typed.since) if typed.since else None, typed.why)


def _expense(reading: Reading, typed: Words) -> Expense:
    by, amount = typed.words
    # Unless somebody here is called so.
    everybody = names.key(typed.sharers) == ALL and ALL not in map(names.key, reading.evening)
    sharers = reading.session.state.seats if everybody else reading.players([typed.sharers])
    if not sharers:
        reading.faults.append(Fault("nobody", "an expense is for somebody", "--for", "--for Ann,Bob or --for all"))
    return Expense(reading.player(by), reading.amount(amount), sharers, typed.why)


def _chips(reading: Reading, typed: Words) -> Chips:
    seats = reading.session.state.seats
    least = 0 if reading.session.capped else -POINTS_LIMIT
    if any("=" in word for word in typed.words):
        return Chips(reading.by_name(typed.words, least), typed.accept)
    if len(typed.words) != len(seats):
        hint = f"one count for each of {', '.join(map(names.shown, seats))}, or NAME=POINTS"
        reading.faults.append(Fault("chips", f"{len(typed.words)} counts for {len(seats)} players", "", hint))
    pairs = zip(seats, typed.words, strict=False)
    return Chips({name: reading.points(word, names.shown(name), least) for name, word in pairs}, typed.accept)


def _note(_: Reading, typed: Words) -> Note:
    return Note(" ".join(typed.words))


_MANY: Final = 1_000
FORMS: Final[dict[str, Form]] = {
    "buy": Form("NAME POINTS [--paid|--owed]", 2, 2, ("paid", "owed"), _buy),
    "join": Form("NAME [POINTS] [--after NAME]", 1, 2, ("after", "paid", "owed", "forced"), _join),
    "leave": Form("NAME [--forced]", 1, 1, ("forced",), _in_order(Leave, "player")),
    "seats": Form('"ANN,CY,BOB"', 1, _MANY, (), _seats),
    "button": Form("NAME --why TEXT", 1, 1, ("why",), _in_order(Button, "player")),
    "switch": Form("RULESET [--from-hand N --why TEXT]", 1, 1, ("since", "why"), _switch),
    "adjust": Form("FROM TO POINTS --why TEXT", 3, 3, ("why",), _in_order(Adjust, "player", "player", "points")),
    "expense": Form("NAME AMOUNT --for A,B,C --why TEXT", 2, 2, ("sharers", "why"), _expense),
    "owe": Form("FROM TO AMOUNT --why TEXT", 3, 3, ("why",), _in_order(Owe, "player", "player", "amount")),
    "pay": Form("FROM TO AMOUNT", 3, 3, (), _in_order(Pay, "player", "player", "amount")),
    "chips": Form("ANN=120 BOB=80 [--accept], or all counts in seat order", 1, _MANY, ("accept",), _chips),
    "note": Form("TEXT", 1, _MANY, (), _note),
}


def whole(typed: str, what: str) -> int:
    """A number from 1 on, as typed for a hand or a session. Raises ``UsageError``."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", typed, re.ASCII):
        raise UsageError(f"'{names.shown(typed)[:40]}' is not the number of a {what}", hint="a whole number from 1")
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
