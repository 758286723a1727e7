"""What happens in an evening, as frozen records: appended, never changed. Corrections are events too.

Names are canonical (the spelling under which the player sits). Points are points, amounts minor units of the session's
currency. ``entry`` is the number of another event in the order typed, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ofc_score.boards.board import Board
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset


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
    """A hand with its facts as played. Before it is booked ``button`` and ``fantasyland`` may be None: as the rules
    give. ``before`` is the entry of the hand that this forgotten one came before."""

    boards: Mapping[str, Board]
    button: str | None = None
    fantasyland: Mapping[str, int] | None = None
    forced: bool = False
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """More points for players; ``paid`` in cash to the bank, None: as the session does it."""

    points: Mapping[str, int]
    paid: bool | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """A new player, or one who had left, after the seat of ``after`` (None: after the last seat)."""

    name: str
    points: int | None = None
    after: str | None = None
    forced: bool = False
    paid: bool | None = None


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
    """Another ruleset from the next set on, or for every hand from the one booked as ``from_entry`` on."""

    rules: Ruleset
    from_entry: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points from one stack to another, at once."""

    payer: str
    payee: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Expense:
    """``by`` paid an amount that ``sharers`` carry together."""

    by: str
    amount: int
    sharers: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Owe:
    """A debt from before."""

    debtor: str
    creditor: str
    amount: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pay:
    """A payment made."""

    payer: str
    payee: str
    amount: int


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

    Later hands are settled again, or with ``difference`` stay, and only the difference moves now.
    """

    entry: int
    boards: Mapping[str, Board] = field(default_factory=dict)
    swap: tuple[str, str] | None = None
    button: str | None = None
    fantasyland: Mapping[str, int] | None = None
    difference: bool = False


@dataclass(frozen=True, slots=True)
class Replace:
    """Any other entry retyped."""

    entry: int
    event: Plain


@dataclass(frozen=True, slots=True)
class Void:
    """An entry that should not have been; ``difference`` as in ``Fix``."""

    entry: int
    difference: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the newest entry still in force."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back what the last undo took."""


Plain: TypeAlias = (
    Hand | Buy | Join | Leave | Seats | Button | Switch | Adjust | Expense | Owe | Pay | Chips | Note | Close
)
Correction: TypeAlias = Fix | Replace | Void | Undo | Redo
Event: TypeAlias = Plain | Correction
