"""What happens in a session, as frozen records: appended, never changed. Corrections are events too.

Names are canonical (the spelling under which the player sits). Points are points, amounts minor units of the session's
currency. ``entry`` is the number of another event in the order typed, from 1.

Every field says what kind of value it holds and how a score sheet spells it. JSON (``exchange/event_json``), the sheet
(``exchange/sheet``), the words of commands (``entry/reading``) and the names that an event speaks of derive from that;
only what an event looks like to a reader (``reports/log``) is written beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from ofc_score.boards.board import Board
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset


class Kind(Enum):
    """What kind of value a field holds; the value is the word that readers and writers know it by."""

    NAME = "name"
    NAMES = "names"
    PAIR = "pair"  # two names
    POINTS = "points"  # a whole number from 1 on
    AMOUNT = "amount"  # minor units
    AMOUNTS = "amounts"
    TEXT = "text"
    FLAG = "flag"
    BOARDS = "boards"  # by player
    COUNTS = "counts"  # points or cards by player
    SUMS = "sums"  # minor units by player
    RULES = "rules"
    ENTRY = "entry"
    ENTRIES = "entries"
    EVENT = "event"
    VALUE = "value"  # of a point


MAIN: Final = "="
"""The sheet's key of the value that stands right behind the word for the event: ``leave: Bob``."""


class Part(NamedTuple):
    """One field of an event. ``sheet`` is its key there: ``MAIN``, a key within the value (``from``), or with a plus a
    key beside it (``+forced``); empty where the sheet has a form of its own. A ``fact`` is filled in by booking."""

    name: str
    kind: Kind
    sheet: str
    default: Any
    fact: bool

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING

    @property
    def optional(self) -> bool:
        """Whether it may be None."""
        return self.default is None


def _is(kind: Kind, sheet: str = "", *, default: Any = MISSING, fact: bool = False) -> Any:
    return field(default=default, metadata=_about(kind, sheet, fact=fact))


def _about(kind: Kind, sheet: str = "", *, fact: bool = False) -> dict[str, Any]:
    return {"kind": kind, "sheet": sheet, "fact": fact}


def _fact(kind: Kind, sheet: str = "", *, default: Any = None) -> Any:
    """A field that booking fills in: what the rules made of the entry at its moment."""
    return _is(kind, sheet, default=default, fact=True)


_PARTS: dict[type, tuple[Part, ...]] = {}


def parts(made: type) -> tuple[Part, ...]:
    """The fields of a kind of event, in order."""
    if made not in _PARTS:
        _PARTS[made] = tuple(_part(it) for it in fields(made))
    return _PARTS[made]


def _part(it: Field[Any]) -> Part:
    default = {} if it.default_factory is not MISSING else it.default
    return Part(it.name, it.metadata["kind"], it.metadata["sheet"], default, it.metadata["fact"])


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session starts. ``players`` in seat order with their buy-ins, all None on paper; ``bank`` holds the cash
    when buy-ins are ``paid``."""

    rules: Ruleset = _is(Kind.RULES)
    players: Mapping[str, int | None] = _is(Kind.COUNTS)
    button: str = _is(Kind.NAME)
    name: str = _is(Kind.TEXT, default="")
    date: str = _is(Kind.TEXT, default="")
    point: PointValue | None = _is(Kind.VALUE, default=None)
    bank: str | None = _is(Kind.NAME, default=None)
    paid: bool = _is(Kind.FLAG, default=False)

    @property
    def on_paper(self) -> bool:
        """Nobody bought in: points on paper, no caps."""
        return all(points is None for points in self.players.values())


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its facts as played. Before it is booked each may be None: as the rules give.

    ``before`` is the entry of the hand that this forgotten one came before. ``new_set``: it began a set.
    ``counted`` are the entries of the buy-ins and newcomers that had waited and counted from this hand on. Hands booked
    by the first version lack these two: they are taken from the entries before them, as they stood then.
    """

    boards: Mapping[str, Board] = _is(Kind.BOARDS)
    button: str | None = _is(Kind.NAME, default=None)
    fantasyland: Mapping[str, int] | None = _is(Kind.COUNTS, default=None)
    forced: bool = _is(Kind.FLAG, default=False)
    before: int | None = _is(Kind.ENTRY, default=None)
    new_set: bool | None = _fact(Kind.FLAG)
    counted: tuple[int, ...] | None = _fact(Kind.ENTRIES)


@dataclass(frozen=True, slots=True)
class Buy:
    """More points for players; ``paid`` in cash to the bank, None: as the session does it. ``waits`` are those whose
    points count from the next set on only; None before it is booked."""

    points: Mapping[str, int] = _is(Kind.COUNTS, MAIN)
    paid: bool | None = _is(Kind.FLAG, "+paid", default=None)
    waits: tuple[str, ...] | None = _fact(Kind.NAMES, "+waits")


@dataclass(frozen=True, slots=True)
class Join:
    """A new player, or one who had left, after the seat of ``after`` (None: after the last seat). ``waits``: takes
    the seat in the next set only; None before it is booked."""

    name: str = _is(Kind.NAME)
    points: int | None = _is(Kind.POINTS, default=None)
    after: str | None = _is(Kind.NAME, default=None)
    forced: bool = _is(Kind.FLAG, default=False)
    paid: bool | None = _is(Kind.FLAG, default=None)
    waits: bool | None = _fact(Kind.FLAG)


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes and takes the stack along."""

    name: str = _is(Kind.NAME, MAIN)
    forced: bool = _is(Kind.FLAG, "+forced", default=False)


@dataclass(frozen=True, slots=True)
class Seats:
    """A new order of the seats, clockwise."""

    order: tuple[str, ...] = _is(Kind.NAMES, MAIN)


@dataclass(frozen=True, slots=True)
class Button:
    """The next hand has the button at ``name``, whatever the rules would give."""

    name: str = _is(Kind.NAME, MAIN)
    why: str = _is(Kind.TEXT, "+why", default="")


@dataclass(frozen=True, slots=True)
class Switch:
    """Another ruleset from the next set on, or for every hand from the one booked as ``from_entry`` on.
    ``as_played``: see ``Fix``."""

    rules: Ruleset = _is(Kind.RULES)
    from_entry: int | None = _is(Kind.ENTRY, default=None)
    why: str = _is(Kind.TEXT, default="")
    as_played: bool = _fact(Kind.FLAG, default=False)


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points from one stack to another, at once."""

    payer: str = _is(Kind.NAME, "from")
    payee: str = _is(Kind.NAME, "to")
    points: int = _is(Kind.POINTS, "points")
    why: str = _is(Kind.TEXT, "why", default="")


@dataclass(frozen=True, slots=True)
class Expense:
    """``by`` paid an amount that ``sharers`` carry together.

    ``shares`` are what each sharer carries, in their order; None: alike, and when it is booked the odd units go to
    those who have had the fewest. ``payers`` are several people with what each paid, ``by`` the first of them.
    ``refund``: ``by`` got the amount back for them.
    """

    by: str = _is(Kind.NAME, "by")
    amount: int = _is(Kind.AMOUNT, "amount")
    sharers: tuple[str, ...] = _is(Kind.NAMES, "for")
    why: str = _is(Kind.TEXT, "why", default="")
    shares: tuple[int, ...] | None = _fact(Kind.AMOUNTS, "shares")
    payers: Mapping[str, int] | None = _is(Kind.SUMS, default=None)
    refund: bool = _is(Kind.FLAG, "refund", default=False)


@dataclass(frozen=True, slots=True)
class Owe:
    """A debt. ``before``: from before this session, and no result of it; entries of the first version do not say so,
    and count where they counted then."""

    debtor: str = _is(Kind.NAME, "from")
    creditor: str = _is(Kind.NAME, "to")
    amount: int = _is(Kind.AMOUNT, "amount")
    why: str = _is(Kind.TEXT, "why", default="")
    before: bool = _fact(Kind.FLAG, default=False)


@dataclass(frozen=True, slots=True)
class Pay:
    """A payment made. ``old`` is the part of it that settles debts from before this session, in minor units; None
    before it is booked, and in entries of the first version, which count where they counted then."""

    payer: str = _is(Kind.NAME, "from")
    payee: str = _is(Kind.NAME, "to")
    amount: int = _is(Kind.AMOUNT, "amount")
    old: int | None = _fact(Kind.AMOUNT, "old")


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody takes part without playing: eats, lends, holds the bank."""

    name: str = _is(Kind.NAME)


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips counted on the table; ``accept`` moves the stacks to the count."""

    counted: Mapping[str, int] = _is(Kind.COUNTS, MAIN)
    accept: bool = _is(Kind.FLAG, "+accept", default=False)


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth remembering."""

    text: str = _is(Kind.TEXT, MAIN)


@dataclass(frozen=True, slots=True)
class Close:
    """The evening is over."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A hand retyped: ``boards`` replace those of the same players, ``swap`` exchanges two players' boards.

    Later hands are settled again, or with ``difference`` stay, and only the difference moves now. ``as_played``: hands
    and buy-ins that were booked without their facts keep those that they had just before this correction.
    """

    entry: int = _is(Kind.ENTRY)
    boards: Mapping[str, Board] = field(
        default_factory=dict, metadata={"kind": Kind.BOARDS, "sheet": "", "fact": False}
    )
    swap: tuple[str, str] | None = _is(Kind.PAIR, default=None)
    button: str | None = _is(Kind.NAME, default=None)
    fantasyland: Mapping[str, int] | None = _is(Kind.COUNTS, default=None)
    difference: bool = _is(Kind.FLAG, default=False)
    as_played: bool = _fact(Kind.FLAG, default=False)


@dataclass(frozen=True, slots=True)
class Replace:
    """Any other entry retyped. ``as_played``: see ``Fix``."""

    entry: int = _is(Kind.ENTRY)
    event: Plain = _is(Kind.EVENT)
    as_played: bool = _fact(Kind.FLAG, default=False)


@dataclass(frozen=True, slots=True)
class Void:
    """An entry that should not have been; ``difference`` and ``as_played`` as in ``Fix``."""

    entry: int = _is(Kind.ENTRY)
    difference: bool = _is(Kind.FLAG, default=False)
    as_played: bool = _fact(Kind.FLAG, default=False)


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the newest entry still in force."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back what the last undo took."""


Plain: TypeAlias = (
    Hand | Buy | Join | Leave | Guest | Seats | Button | Switch | Adjust | Expense | Owe | Pay | Chips | Note | Close
)
Correction: TypeAlias = Fix | Replace | Void | Undo | Redo
Event: TypeAlias = Plain | Correction


def kind_of(event: Event) -> str:
    """The word for what an event is: ``hand``, ``buy``, ``fix`` ..."""
    return type(event).__name__.lower()


def names_in(event: Event) -> list[str]:
    """Every player whom an event names."""
    found: list[str] = []
    for part in parts(type(event)):
        value = getattr(event, part.name)
        if value is None:
            continue
        if part.kind is Kind.NAME:
            found.append(value)
        elif part.kind in (Kind.NAMES, Kind.PAIR, Kind.BOARDS, Kind.COUNTS, Kind.SUMS):
            found += value
        elif part.kind is Kind.EVENT:
            found += names_in(value)
    return found


def without_facts(event: Event) -> Event:
    """The entry as it was typed, without what booking filled in."""
    if isinstance(event, Replace):
        return replace(event, event=without_facts(event.event), as_played=False)  # type: ignore[arg-type]
    return replace(event, **{it.name: it.default for it in parts(type(event)) if it.fact})


def repeats(typed: Event, booked: Event) -> bool:
    """Whether an entry is what was ``typed``, but for the facts that booking filled in."""
    if type(typed) is not type(booked):
        return False
    if isinstance(typed, Replace) and isinstance(booked, Replace):
        return typed.entry == booked.entry and repeats(typed.event, booked.event)
    mine = [(getattr(typed, it.name), getattr(booked, it.name), it) for it in parts(type(typed))]
    return all(one == other or (it.fact and one == it.default) for one, other, it in mine)
