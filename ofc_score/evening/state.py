"""What an evening looks like at a moment: everything that commands, sheets and reports show comes from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ofc_score.evening.events import Hand, Setup
from ofc_score.evening.payouts import Payment, payments
from ofc_score.evening.side_money import Move
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.hand import Table, in_short


class Next(NamedTuple):
    """The coming hand as things stand; buying in may change it. ``refusal`` says why it cannot be played yet; with
    ``deck_short`` because the Fantasyland cards that the rules give are more than the deck has."""

    button: str
    fantasyland: Mapping[str, int]
    out: tuple[str, ...]
    resting: tuple[str, ...]
    playing: tuple[str, ...]
    new_set: bool
    refusal: str
    deck_short: bool = False


class HandRecord(NamedTuple):
    """A booked hand as it counts now.

    ``table`` is the hand with all corrections; ``stacks`` are those of all seated players right after it (totals so far
    on paper), ``before`` those of the players in it; ``moved`` what it moved in all, differences booked later
    included. ``flags`` say where the facts as played are not what the rules would have given. ``paid`` is what moved
    for each pair in all, None while that is what the table counts. ``new_set`` and ``counted`` as in ``Hand``.
    """

    number: int
    entry: int
    set_number: int
    hand: Hand
    table: Table
    before: Mapping[str, int] | None
    stacks: Mapping[str, int]
    moved: Mapping[str, int]
    set_over: bool
    next: Next
    flags: tuple[str, ...] = ()
    fixed: bool = False
    paid: Mapping[tuple[str, str], int] | None = None
    new_set: bool = False
    counted: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<HandRecord hand {self.number}, e{self.entry}: {in_short(self.moved)}>"

    def paid_by_pair(self) -> Mapping[tuple[str, str], int]:
        """What the first of each pair got from the second, differences booked later included."""
        return {(it.player, it.opponent): it.paid for it in self.table.counts} if self.paid is None else self.paid

    @property
    def transfers(self) -> list[Payment]:
        """Who moved points to whom, in the order of the count.

        Where only the difference of a correction moved, caps may have split it otherwise than the count of the
        corrected boards would: then the moves in sum, in as few transfers as possible.
        """
        if self.moved is self.table.totals or dict(self.moved) == dict(self.table.totals):
            pairs = [(it.opponent, it.player, it.paid) for it in self.table.counts if it.paid]
            return [Payment(a, b, paid) if paid > 0 else Payment(b, a, -paid) for a, b, paid in pairs]
        # Places at the table in place of names, so that a rename never changes the order.
        order = list(self.moved)
        moves = payments({f"{place:03}": self.moved[name] for place, name in enumerate(order)})
        return [Payment(order[int(it.payer)], order[int(it.payee)], it.amount) for it in moves]


class Dropped(NamedTuple):
    """A buy-in that waited and never came to the table; ``cash`` in minor units was paid for it and is owed back."""

    name: str
    points: int
    cash: int


class ChipCheck(NamedTuple):
    """Chips counted on the table, after the hand with a number (0: before the first), against the books: (counted, in
    the books) of each player that differs."""

    entry: int
    after_hand: int
    differences: Mapping[str, tuple[int, int]]
    accepted: bool


class Balance(NamedTuple):
    """One person's night: ``points`` won or lost at the table; ``amount`` still to be received in minor units
    (negative: to be paid) with everything counted, None without a point value; ``seated`` while at the table."""

    points: int
    amount: int | None
    seated: bool


class State(NamedTuple):
    """The evening after its last entry.

    ``stacks`` are points in front of the seated players, or totals so far on paper. ``waiting`` are buy-ins that count
    from the next set. ``cash`` is money beside the game in minor units among those who take part: expenses, debts,
    payments, paid buy-ins; ``before`` is the part of it that notes or settles debts from before the session, ``old``
    what moved with people who take no part: neither is a result of it. ``paid_in`` is the cash that the bank was given
    for buy-ins. ``present`` is everybody who takes part. ``moves`` are all of these and the points moved beside hands,
    one after the other.
    """

    setup: Setup
    rules: Ruleset
    seats: tuple[str, ...]
    stacks: Mapping[str, int]
    bought: Mapping[str, int]
    taken: Mapping[str, int]
    waiting: tuple[tuple[str, int], ...]
    dropped: tuple[Dropped, ...]
    joining: tuple[str, ...]
    cash: Mapping[str, int]
    before: Mapping[str, int]
    old: Mapping[str, int]
    paid_in: Mapping[str, int]
    moves: tuple[Move, ...]
    present: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    voided: tuple[tuple[int, int], ...]
    set_number: int
    between_sets: bool
    pending: Mapping[str, int]
    next: Next
    checks: tuple[ChipCheck, ...]
    notes: tuple[str, ...]
    flags: tuple[str, ...]
    forfeited: Mapping[str, int]
    guests: tuple[str, ...]
    closed: bool
    entries: int

    def __repr__(self) -> str:
        points = in_short({name: self.points_of(name) for name in self.people})
        return f"<State after e{self.entries}, hands {len(self.hands)}: {points}>"

    @property
    def point(self) -> PointValue | None:
        """What a point is worth."""
        return self.setup.point

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody with points or money in this evening, the seated first; people with old debts alone come last."""
        return tuple(dict.fromkeys((*self.seats, *self.bought, *self.cash, *self.guests, *self.old)))

    def hand(self, number: int) -> HandRecord | None:
        """The hand with this number, None when there is none or it was voided."""
        return next((record for record in self.hands if record.number == number), None)

    def points_of(self, name: str) -> int:
        """Stack and everything taken away, minus everything bought in."""
        return self.stacks.get(name, 0) + self.taken.get(name, 0) - self.bought.get(name, 0)

    def balances(self) -> dict[str, Balance]:
        """The balance of everybody who takes part, the seated players first. Points and amounts each sum to zero."""
        point, present = self.point, set(self.present)
        return {
            name: Balance(
                points := self.points_of(name),
                None if point is None else point.amount(points) + self.cash.get(name, 0),
                name in self.stacks,
            )
            for name in self.people
            if name in present
        }

    def payments(self) -> list[Payment]:
        """Who pays whom, in minor units, or in points without a point value."""
        balances = self.balances()
        return payments({name: it.points if it.amount is None else it.amount for name, it in balances.items()})
