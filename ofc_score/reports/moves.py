"""What every output shows of a hand beyond its bare numbers: who moves chips in sum, and which stack was the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import PairCount, Table


class Limit(NamedTuple):
    """Whose stack limited a payment, and how many points he ``had`` in front; ``pays`` tells the loser's from the
    winner's stack."""

    player: str
    had: int
    pays: bool


class Moves(NamedTuple):
    """Who moves chips in sum, in seat order, in points.

    ``puts`` and ``takes`` are (player, points); ``short`` are (player, owed by the rules, had in front) of those who
    could not pay all they owed, ``capped`` (player, due by the rules, had in front) of those who could not win it all.
    """

    puts: tuple[tuple[str, int], ...]
    takes: tuple[tuple[str, int], ...]
    short: tuple[tuple[str, int, int], ...]
    capped: tuple[tuple[str, int, int], ...]


def limit_of(count: PairCount, rules: Ruleset) -> Limit | None:
    """Why less moved between two players than the rules give; None where all of it moved."""
    if count.stacks is None or count.paid == count.points:
        return None
    sides = (
        (count.player, count.stacks[0] - count.paid, count.points < 0),
        (count.opponent, count.stacks[1] + count.paid, count.points > 0),
    )
    moved = abs(count.paid)
    loser, winner = (Limit(*side) for side in sorted(sides, key=lambda side: not side[2]))
    if rules.count.loser_cap and max(loser.had, 0) == moved:
        return loser
    if rules.count.winner_cap and max(winner.had, 0) == moved:
        return winner
    # Only the bust rule is left: one of the two reached 0 earlier in this hand.
    return loser if loser.had <= 0 else winner


def moves_of(table: Table) -> Moves:
    """Who moves chips in sum after a hand."""
    due = dict.fromkeys(table.totals, 0)
    limited = set()
    for count in table.counts:
        due[count.player] += count.points
        due[count.opponent] -= count.points
        limit = limit_of(count, table.rules)
        if limit is not None:
            limited.add((limit.player, limit.pays))
    had = {name: table.stacks[name] - paid for name, paid in table.totals.items()} if table.stacks else {}
    paid = table.totals.items()
    short = [name for name, points in paid if (name, True) in limited and due[name] < points <= 0]
    capped = [name for name, points in paid if (name, False) in limited and due[name] > max(points, 0)]
    return Moves(
        tuple((name, -points) for name, points in paid if points < 0),
        tuple((name, points) for name, points in paid if points > 0),
        tuple((name, -due[name], had[name]) for name in short),
        tuple((name, due[name], had[name]) for name in capped),
    )
