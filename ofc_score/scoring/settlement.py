"""From points to chips: the order of the count, and the caps that limit what moves. Every count sums to zero."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ofc_score.rules.ruleset import Count


class Transfer(NamedTuple):
    """One pair counted, from ``player``'s side: ``points`` by the rules, ``paid`` what moved.

    ``stacks`` are (player's, opponent's) right after it; None when the game is points on paper.
    """

    player: str
    opponent: str
    points: int
    paid: int
    stacks: tuple[int, int] | None


def counting_order(seats: Sequence[str], playing: Collection[str], button: str) -> list[str]:
    """The players clockwise from the left of the button, the button itself last; a button that does not play counts
    as a place only."""
    start = seats.index(button) + 1
    order = [*seats[start:], *seats[:start]] if start < len(seats) else list(seats)
    return order if len(playing) == len(seats) else [name for name in order if name in playing]


def counted_pairs(
    order: Sequence[str], points: Callable[[str, str], int], count: Count
) -> Sequence[tuple[str, str, int]]:
    """Every pair of ``order`` once, with what the first gets from the second, as they are to be settled;
    ``points(a, b)`` is what a gets from b."""
    pairs = _payer_pairs(order, points) if count.payer_order else combinations(order, 2)
    return [(player, opponent, points(player, opponent)) for player, opponent in pairs]


def settle(pairs: Sequence[tuple[str, str, int]], stacks: Mapping[str, int] | None, count: Count) -> list[Transfer]:
    """Move chips for each of the ``counted_pairs``, one after the other.

    Rule: what moves is the least of the points, the loser's stack and the winner's stack (each where its cap is on),
    with stacks running; by the bust rule, which the winner cap implies, a stack that reached 0 takes no further part.
    """
    if stacks is None:
        return [Transfer(player, opponent, owed, owed, None) for player, opponent, owed in pairs]
    running = dict(stacks)
    bust: set[str] = set()
    bust_leaves = count.bust_leaves_hand or count.winner_cap
    transfers = []
    for player, opponent, owed in pairs:
        winner, loser = (player, opponent) if owed > 0 else (opponent, player)
        moved = abs(owed)
        if count.loser_cap:
            moved = min(moved, max(running[loser], 0))
        if count.winner_cap:
            moved = min(moved, max(running[winner], 0))
        if bust_leaves and (winner in bust or loser in bust):
            moved = 0
        running[winner] += moved
        running[loser] -= moved
        if moved and running[loser] <= 0:
            bust.add(loser)
        paid = moved if winner == player else -moved
        transfers.append(Transfer(player, opponent, owed, paid, (running[player], running[opponent])))
    return transfers


def _payer_pairs(order: Sequence[str], points: Callable[[str, str], int]) -> list[tuple[str, str]]:
    """Each player in turn pays everybody he lost to, clockwise from his own left; tied pairs come last."""
    pairs = []
    for place, payer in enumerate(order):
        left = (*order[place + 1 :], *order[:place])
        pairs += [(payer, winner) for winner in left if points(payer, winner) < 0]
    return pairs + [(a, b) for a, b in combinations(order, 2) if points(a, b) == 0]
