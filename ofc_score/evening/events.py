"""What happens in an evening, as frozen records: appended, never changed. Corrections are events too.

Names are canonical (the spelling under which the player sits). Points are points, amounts minor units of the session's
currency. ``entry`` is the number of another event in the order typed, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from ofc_score.boards.board import Board
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset


def _fact(default: bool | None = None) -> Any:
    """A field that booking fills in: what the rules made of the entry at its moment."""
    return field(default=default, metadata={"fact": True})


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session starts. ``players`` in seat order with their buy-ins, all None on paper; ``bank`` holds the cash
    when buy-ins are ``paid``."""

    rules: Ruleset
    players: Mapping[str, int | None]
    button: str
    name: str = ""
    date: str = ""
    point: PointValue | None = None
    bank: str | None = None
    paid: bool = False

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

    boards: Mapping[str, Board]
    button: str | None = None
    fantasyland: Mapping[str, int] | None = None
    forced: bool = False
    before: int | None = None
    new_set: bool | None = _fact()
    counted: tuple[int, ...] | None = _fact()


@dataclass(frozen=True, slots=True)
class Buy:
    """More points for players; ``paid`` in cash to the bank, None: as the session does it. ``waits`` are those whose
    points count from the next set on only; None before it is booked."""

    points: Mapping[str, int]
    paid: bool | None = None
    waits: tuple[str, ...] | None = _fact()


@dataclass(frozen=True, slots=True)
class Join:
    """A new player, or one who had left, after the seat of ``after`` (None: after the last seat). ``waits``: takes
    the seat in the next set only; None before it is booked."""

    name: str
    points: int | None = None
    after: str | None = None
    forced: bool = False
    paid: bool | None = None
    waits: bool | None = _fact()


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes and takes the stack along."""

    name: str
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Seats:
    """A new order of the seats, clockwise."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """The next hand has the button at ``name``, whatever the rules would give."""

    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """Another ruleset from the next set on, or for every hand from the one booked as ``from_entry`` on.
    ``as_played``: see ``Fix``."""

    rules: Ruleset
    from_entry: int | None = None
    why: str = ""
    as_played: bool = _fact(default=False)


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points from one stack to another, at once."""

    payer: str
    payee: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Expense:
    """``by`` paid an amount that ``sharers`` carry together.

    ``shares`` are what each sharer carries, in their order; None: alike, and when it is booked the odd units go to
    those who have had the fewest. ``payers`` are several people with what each paid, ``by`` the first of them.
    ``refund``: ``by`` got the amount back for them.
    """

    by: str
    amount: int
    sharers: tuple[str, ...]
    why: str = ""
    shares: tuple[int, ...] | None = _fact()
    payers: Mapping[str, int] | None = None
    refund: bool = False


@dataclass(frozen=True, slots=True)
class Owe:
    """A debt. ``before``: from before this session, and no result of it; entries of the first version do not say so,
    and count where they counted then."""

    debtor: str
    creditor: str
    amount: int
    why: str = ""
    before: bool = _fact(default=False)


@dataclass(frozen=True, slots=True)
class Pay:
    """A payment made. ``old`` is the part of it that settles debts from before this session, in minor units; None
    before it is booked, and in entries of the first version, which count where they counted then."""

    payer: str
    payee: str
    amount: int
    old: int | None = _fact()


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody takes part without playing: eats, lends, holds the bank."""

    name: str


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips counted on the table; ``accept`` moves the stacks to the count."""

    counted: Mapping[str, int]
    accept: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth remembering."""

    text: str


@dataclass(frozen=True, slots=True)
class Close:
    """The evening is over."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A hand retyped: ``boards`` replace those of the same players, ``swap`` exchanges two players' boards.

    Later hands are settled again, or with ``difference`` stay, and only the difference moves now. ``as_played``: hands
    and buy-ins that were booked without their facts keep those that they had just before this correction.
    """

    entry: int
    boards: Mapping[str, Board] = field(default_factory=dict)
    swap: tuple[str, str] | None = None
    button: str | None = None
    fantasyland: Mapping[str, int] | None = None
    difference: bool = False
    as_played: bool = _fact(default=False)


@dataclass(frozen=True, slots=True)
class Replace:
    """Any other entry retyped. ``as_played``: see ``Fix``."""

    entry: int
    event: Plain
    as_played: bool = _fact(default=False)


@dataclass(frozen=True, slots=True)
class Void:
    """An entry that should not have been; ``difference`` and ``as_played`` as in ``Fix``."""

    entry: int
    difference: bool = False
    as_played: bool = _fact(default=False)


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


def without_facts(event: Event) -> Event:
    """The entry as it was typed, without what booking filled in."""
    if isinstance(event, Replace):
        return replace(event, event=without_facts(event.event), as_played=False)  # type: ignore[arg-type]
    return replace(event, **{it.name: it.default for it in fields(event) if "fact" in it.metadata})  # type: ignore[arg-type]


def repeats(typed: Event, booked: Event) -> bool:
    """Whether an entry is what was ``typed``, but for the facts that booking filled in."""
    if type(typed) is not type(booked):
        return False
    if isinstance(typed, Replace) and isinstance(booked, Replace):
        return typed.entry == booked.entry and repeats(typed.event, booked.event)
    for it in fields(typed):
        mine, other = getattr(typed, it.name), getattr(booked, it.name)
        if mine != other and not ("fact" in it.metadata and mine == it.default):
            return False
    return True
