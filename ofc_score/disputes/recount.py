"""A settled hand as somebody may have read it: the same boards with some of what counts seen otherwise.

Every reading is settled by ``scoring`` and ``settlement``; nothing is scored here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from ofc_score.boards.board import CARDS, Board
from ofc_score.cards.evaluate import FLUSH, FULL_HOUSE, HIGH_CARD, LOW_TOP, PAIR, QUADS, TRIPS, TWO_PAIR
from ofc_score.rules.ruleset import Count, PayTable, Ruleset
from ofc_score.scoring.hand import Table
from ofc_score.scoring.points import Points, Scored, pair_points, royalties_of, score_board
from ofc_score.scoring.settlement import counted_pairs, settle

Change: TypeAlias = Callable[[Points, Scored, Scored, Ruleset], Points]
Paid: TypeAlias = dict[tuple[str, str | None], int]
# How many ranks decide before kickers come in; of rows without a pair or better the highest card is the name.
_NAMED: Final = {HIGH_CARD: 1, PAIR: 1, TWO_PAIR: 2, TRIPS: 1, FLUSH: 1, FULL_HOUSE: 2, QUADS: 1}


class Edit(NamedTuple):
    """The count of one pair changed, from ``player``'s side: (points, their board, the other's, rules) -> points."""

    player: str
    other: str
    change: Change


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand.

    ``tables`` say what the rows of each board pay, ``unseen`` the fouls taken for legal boards,
    ``blurred`` the rows compared without kickers, ``order`` the players in the order of the count, ``stacks`` those
    before the hand (None: no caps). ``fouled`` are legal boards taken for fouls, ``fantasyland`` who was dealt how many
    cards.
    """

    rules: Ruleset
    boards: Mapping[str, Board]
    tables: Mapping[str, PayTable]
    order: tuple[str, ...]
    stacks: Mapping[str, int] | None
    count: Count
    unseen: frozenset[str] = frozenset()
    fouled: frozenset[str] = frozenset()
    fantasyland: Mapping[str, int] = field(default_factory=dict)
    blurred: frozenset[int] = frozenset()
    edits: tuple[Edit, ...] = ()

    def scored(self, name: str) -> Scored:
        """A board as it counts in this reading."""
        scored = score_board(self.boards[name], self.rules)
        if scored.board.kind != CARDS:
            return scored
        foul = (scored.foul and name not in self.unseen) or name in self.fouled
        royalties = (0, 0, 0) if foul else would_pay(scored.strengths, self.tables[name])
        top, middle, bottom = (self._seen(value, row) for row, value in enumerate(scored.strengths))
        return Scored(scored.board, (top, middle, bottom), foul, royalties)

    def _seen(self, value: int, row: int) -> int:
        if row not in self.blurred or (row == 1 and self.rules.low_middle):
            return value
        dropped = 4 * (5 - _NAMED.get(value >> 20, 5))
        return value >> dropped << dropped

    def paid(self) -> Paid:
        """What moves in this reading, by (player, opponent), and by (player, None) in all."""
        scored = {name: self.scored(name) for name in self.order}
        points = {}
        for a, b in combinations(self.order, 2):
            items = pair_points(scored[a], scored[b], self.rules)
            for edit in self.edits:
                if (edit.player, edit.other) == (a, b):
                    items = edit.change(items, scored[a], scored[b], self.rules)
                elif (edit.player, edit.other) == (b, a):
                    items = edit.change(items.reversed(), scored[b], scored[a], self.rules).reversed()
            points[a, b] = items.points
            points[b, a] = -items.points
        paid: Paid = {(name, None): 0 for name in self.order}
        pairs = counted_pairs(self.order, lambda a, b: points[a, b], self.count)
        for transfer in settle(pairs, self.stacks, self.count):
            player, other, moved = transfer.player, transfer.opponent, transfer.paid
            paid[player, other], paid[other, player] = moved, -moved
            paid[player, None] += moved
            paid[other, None] -= moved
        return paid


def would_pay(strengths: tuple[int, int, int], table: Ruleset | PayTable) -> tuple[int, int, int]:
    """What rows pay by the table, those of a fouled board too; a middle that is no low pays nothing as one."""
    top, middle, bottom = strengths
    if table.low_middle and (LOW_TOP - middle) >> 20 != HIGH_CARD:
        # The low table knows high cards only, and the weakest of them pays nothing.
        middle = LOW_TOP - (15 << 16)
    return royalties_of((top, middle, bottom), table)


def reading_of(table: Table) -> Reading:
    """The hand read as the rules have it."""
    boards = {name: player.board for name, player in table.players.items()}
    stacks = None
    if table.stacks is not None:
        stacks = {name: table.stacks[name] - paid for name, paid in table.totals.items()}
    tables = dict.fromkeys(boards, table.rules.pay_table)
    order = _order(table, stacks)
    return Reading(table.rules, boards, tables, order, stacks, table.rules.count, fantasyland=dict(table.fantasyland))


def _order(table: Table, stacks: Mapping[str, int] | None) -> tuple[str, ...]:
    """The order of the count. The button may lie at a seat that did not play, so the count itself tells it."""
    seats = tuple(table.players)
    points = {}
    for count in table.counts:
        points[count.player, count.opponent] = count.points
        points[count.opponent, count.player] = -count.points
    counted = [(count.player, count.opponent) for count in table.counts]
    for order in rotations(seats):
        pairs = counted_pairs(order, lambda a, b: points[a, b], table.rules.count)
        transfers = settle(pairs, stacks, table.rules.count)
        button_last = order[-1] == table.button or table.button not in seats
        if button_last and [transfer[:2] for transfer in transfers] == counted:
            return order
    return seats


def rotations(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every way to begin going round the table."""
    return [(*names[start:], *names[:start]) for start in range(len(names))]
