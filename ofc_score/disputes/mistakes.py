"""The usual slips in counting a hand, each as a change of how it is read.

Slips are made in the order listed, so that two of them together do what both would: other rules first, then boards
seen otherwise, then single counts, then the caps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

from ofc_score.boards.board import CARDS
from ofc_score.cards.evaluate import PAIR, TRIPS
from ofc_score.cards.hand_names import PLACES
from ofc_score.disputes.recount import Change, Edit, Reading, rotations, would_pay
from ofc_score.names import shown
from ofc_score.rules.ruleset import PayTable, Ruleset
from ofc_score.scoring.points import Points, Scored, score_board
from ofc_score.scoring.validate import hand_faults

OTHER_RULES: Final = "other-rules"
_Item = TypeVar("_Item")


class Slip(NamedTuple):
    """A slip that somebody may have made. ``code`` is stable for scripts; a smaller ``rank`` is likelier, and so is a
    smaller ``size``, the number of boards or counts it touches."""

    code: str
    words: str
    rank: int
    change: Callable[[Reading], Reading]
    size: int = 1


def slips_of(reading: Reading, player: str, games: Sequence[Ruleset]) -> list[Slip]:
    """Every slip that can change what ``player`` counts for this hand; ``games`` are other rulesets to try."""
    return [
        *other_rules(reading, games),
        *unseen_fouls(reading),
        *legal_boards_as_fouls(reading),
        *royalties_forgotten(reading),
        *middles_not_doubled(reading),
        *pairs_off_by_one(reading),
        *trips_by_rank(reading),
        *kickers_ignored(reading),
        *kept_royalties(reading),
        *own_royalties_only(reading, player),
        *scoops_forgotten(reading, player),
        *scoops_on_ties(reading, player),
        *wrong_orders(reading),
        *caps_ignored(reading),
    ]


# Other rules


def other_rules(reading: Reading, games: Sequence[Ruleset]) -> Iterator[Slip]:
    """Counted by another game's rules, or paid by its royalty table alone. Games that count alike are one slip."""
    whole: dict[object, list[Ruleset]] = {_counting(reading.rules): []}
    tables: dict[object, list[Ruleset]] = {_paying(reading.rules): []}
    for game in games:
        if _playable(reading, game):
            whole.setdefault(_counting(game), []).append(game)
        if game.low_middle == reading.rules.low_middle:
            tables.setdefault(_paying(game), []).append(game)
    for alike in list(whole.values())[1:]:
        yield Slip(OTHER_RULES, f"counted by the rules of {_either(alike)}", 5, _by_rules(alike[0]))
    for alike in list(tables.values())[1:]:
        words = "royalties paid by the table of" if any(map(any, alike[0].royalty)) else "no royalties counted, as in"
        yield Slip(OTHER_RULES, f"{words} {_either(alike)}", 6, _by_table(alike[0]))


def _by_rules(game: Ruleset) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, rules=game, tables=dict.fromkeys(reading.boards, game.pay_table))


def _by_table(game: Ruleset) -> Callable[[Reading], Reading]:
    return _paid_by(None, lambda _: game.pay_table)


def _either(games: Sequence[Ruleset]) -> str:
    return " or ".join(game.name for game in games)


def _counting(rules: Ruleset) -> object:
    naturals = tuple(sorted(rules.naturals.items()))
    return (
        rules.row, rules.scoop, rules.overall, rules.qualifier, rules.row_winner_paid, rules.replace,
        rules.foul_pays, rules.foul_pays_royalties, rules.tie_legal, rules.surrender, naturals, _paying(rules),
    )  # fmt: skip


def _paying(rules: Ruleset) -> object:
    return rules.low_middle, rules.royalty, tuple(sorted(rules.special_lows.items()))


def _playable(reading: Reading, game: Ruleset) -> bool:
    """Whether a game could have this hand at all, the cards dealt in Fantasyland included."""
    return not hand_faults(reading.boards, game, None, {}, reading.fantasyland)


# Boards seen otherwise


def unseen_fouls(reading: Reading) -> Iterator[Slip]:
    """A fouled board counted as a legal one, royalties and all."""
    for name in reading.boards:
        if _fouled(reading, name):
            yield Slip("foul-not-seen", f"{shown(name)}'s foul was not seen", 2, _unseen(name))


def _unseen(name: str) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, unseen=reading.unseen | {name})


def legal_boards_as_fouls(reading: Reading) -> Iterator[Slip]:
    """A legal board counted as a foul."""
    for name, board in reading.boards.items():
        if board.kind == CARDS and not _fouled(reading, name):
            yield Slip("legal-as-foul", f"{shown(name)}'s legal board was counted as a foul", 2, _as_foul(name))


def _as_foul(name: str) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, fouled=reading.fouled | {name})


def royalties_forgotten(reading: Reading) -> Iterator[Slip]:
    """The royalty of one row of a board left out, or of two."""
    for name in reading.boards:
        paid = reading.scored(name).royalties
        for rows in _some([row for row in range(3) if paid[row]]):
            if len(rows) <= 2:
                told = " and ".join(f"{PLACES[row]} ({paid[row]})" for row in rows)
                what = "royalty" if len(rows) == 1 else "royalties"
                words = f"{shown(name)}'s {what} {told} {'was' if len(rows) == 1 else 'were'} forgotten"
                yield Slip("royalty-forgotten", words, 1, _paid_by((name,), _unpaid(frozenset(rows))), len(rows))


def _unpaid(rows: frozenset[int]) -> Callable[[PayTable], PayTable]:
    def changed(table: PayTable) -> PayTable:
        royalty = tuple(tuple(0 for _ in column) if row in rows else column for row, column in enumerate(table.royalty))
        return table._replace(royalty=royalty, special_lows={} if 1 in rows else table.special_lows)

    return changed


def _fouled(reading: Reading, name: str) -> bool:
    board = reading.boards[name]
    return board.kind == CARDS and score_board(board, reading.rules).foul


def middles_not_doubled(reading: Reading) -> Iterator[Slip]:
    """The middle row paid by the column of the bottom row, which is half of it in the usual table."""
    rules = reading.rules
    if rules.low_middle:
        return
    paying = [name for name in reading.boards if _middle(reading, name)]
    for names in _some(paying):
        words = f"the middle row of {_and(names)} paid as at the bottom, not doubled"
        yield Slip("middle-not-doubled", words, 2, _paid_by(names, _bottom_for_middle), len(names))


def _bottom_for_middle(table: PayTable) -> PayTable:
    top, _, bottom = table.royalty
    return table if table.low_middle else table._replace(royalty=(top, bottom, bottom))


def _middle(reading: Reading, name: str) -> bool:
    """Whether a middle row that pays would pay otherwise at the bottom."""
    board = reading.boards[name]
    if board.kind != CARDS:
        return False
    value = score_board(board, reading.rules).strengths[1] >> 16
    _, middle, bottom = reading.rules.royalty
    return middle[value] != bottom[value]


def pairs_off_by_one(reading: Reading) -> Iterator[Slip]:
    """The pair on top paid one point more or less."""
    paying = [name for name, value in _tops(reading, PAIR) if _nearly_pays(value, reading.rules)]
    for step, words in ((1, "too high"), (-1, "too low")):
        for names in _some(paying):
            said = f"the pair on top of {_and(names)} counted one point {words}"
            yield Slip("pair-off-by-one", said, 3, _paid_by(names, _shifted_pairs(step)), len(names))


def _nearly_pays(value: int, rules: Ruleset) -> bool:
    top = rules.royalty[0]
    return bool(top[value >> 16] or top[(value >> 16) + 1])


def _shifted_pairs(step: int) -> Callable[[PayTable], PayTable]:
    def shifted(table: PayTable) -> PayTable:
        top, middle, bottom = table.royalty
        pairs = range(PAIR << 4, (PAIR + 1) << 4)
        moved = tuple(max(value + step, 0) if place in pairs else value for place, value in enumerate(top))
        return table._replace(royalty=(moved, middle, bottom))

    return shifted


def trips_by_rank(reading: Reading) -> Iterator[Slip]:
    """Three of a kind on top paid by its rank (222 = 2), where the table gives rank + 8 (222 = 10)."""
    found = [name for name, value in _tops(reading, TRIPS) if reading.rules.royalty[0][value >> 16]]
    for names in _some(found):
        words = f"the trips on top of {_and(names)} counted by rank alone, not by rank + 8"
        yield Slip("trips-by-rank", words, 3, _paid_by(names, _trips_at_rank), len(names))


def _trips_at_rank(table: PayTable) -> PayTable:
    top, middle, bottom = table.royalty
    trips = range(TRIPS << 4, (TRIPS + 1) << 4)
    by_rank = tuple(place & 15 if place in trips else value for place, value in enumerate(top))
    return table._replace(royalty=(by_rank, middle, bottom))


def _tops(reading: Reading, category: int) -> list[tuple[str, int]]:
    """(player, strength) of the top rows of one category."""
    tops = [(name, score_board(board, reading.rules).strengths[0]) for name, board in reading.boards.items()]
    return [(name, value) for name, value in tops if value and value >> 20 == category]


def _paid_by(names: Sequence[str] | None, change: Callable[[PayTable], PayTable]) -> Callable[[Reading], Reading]:
    """Royalties of these boards (None: all) by a changed table."""

    def changed(reading: Reading) -> Reading:
        tables = {
            name: change(table) if names is None or name in names else table for name, table in reading.tables.items()
        }
        return replace(reading, tables=tables)

    return changed


def kickers_ignored(reading: Reading) -> Iterator[Slip]:
    """Rows compared by pair, trips or highest card alone, so that kickers leave them tied."""
    rows = [row for row in range(3) if not (row == 1 and reading.rules.low_middle)]
    for row in rows:
        yield Slip("kicker-ignored", f"the kickers {PLACES[row]} were ignored", 3, _blurred({row}))
    yield Slip("kicker-ignored", "kickers were ignored in every row", 4, _blurred(set(rows)), len(rows))


def _blurred(rows: set[int]) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, blurred=reading.blurred | rows)


# Single counts


def kept_royalties(reading: Reading) -> Iterator[Slip]:
    """A foul seen, but its royalties counted all the same."""
    for name, board in reading.boards.items():
        if _fouled(reading, name):
            worth = sum(would_pay(score_board(board, reading.rules).strengths, reading.rules))
            if worth:
                words = f"the royalties of {shown(name)}'s fouled board were kept ({worth})"
                edits = tuple(Edit(name, other, _keep) for other in reading.boards if other != name)
                yield Slip("foul-royalties-kept", words, 2, _edited(edits))


def _keep(points: Points, mine: Scored, other: Scored, rules: Ruleset) -> Points:  # noqa: ARG001
    if not mine.foul:
        return points
    return points._replace(royalties=points.royalties + sum(would_pay(mine.strengths, rules)))


def own_royalties_only(reading: Reading, player: str) -> Iterator[Slip]:
    """The player added their own royalties and never subtracted the other's."""
    if reading.rules.row_winner_paid:
        return
    for names in _some(_others(reading, player)):
        words = f"own royalties added without subtracting those of {_and(names)}"
        yield Slip("own-royalties-only", words, 1, _each(player, names, _own_only), len(names))


def _own_only(points: Points, mine: Scored, other: Scored, rules: Ruleset) -> Points:
    theirs = sum(other.royalties)
    subtracted = (mine.board.kind == CARDS and not mine.foul) or (mine.foul and rules.foul_pays_royalties)
    return points._replace(royalties=points.royalties + theirs) if theirs and subtracted else points


def scoops_forgotten(reading: Reading, player: str) -> Iterator[Slip]:
    """Three rows counted, but not what the scoop adds."""
    if not reading.rules.scoop:
        return
    for names in _some(_others(reading, player)):
        words = f"the scoop was forgotten {_between(player, names)}"
        yield Slip("scoop-forgotten", words, 1, _each(player, names, _no_scoop), len(names))


def _no_scoop(points: Points, mine: Scored, other: Scored, rules: Ruleset) -> Points:  # noqa: ARG001
    return points._replace(scoop=0)


def scoops_on_ties(reading: Reading, player: str) -> Iterator[Slip]:
    """A scoop counted although a row is tied."""
    if not reading.rules.scoop:
        return
    for names in _some(_others(reading, player)):
        words = f"a scoop was counted {_between(player, names)}, although a row is tied"
        yield Slip("scoop-on-tie", words, 1, _each(player, names, _tied_scoop), len(names))


def _tied_scoop(points: Points, mine: Scored, other: Scored, rules: Ruleset) -> Points:
    if mine.foul or other.foul or not mine.board.kind == other.board.kind == CARDS:
        return points
    won = [(a > b) - (a < b) for a, b in zip(mine.strengths, other.strengths, strict=True)]
    if 0 not in won or not any(won) or {1, -1} <= set(won):
        return points
    return points._replace(scoop=rules.scoop * sum(won) // abs(sum(won)))


def _each(player: str, others: Sequence[str], change: Change) -> Callable[[Reading], Reading]:
    return _edited(Edit(player, other, change) for other in others)


def _edited(edits: Iterable[Edit]) -> Callable[[Reading], Reading]:
    made = tuple(edits)
    return lambda reading: replace(reading, edits=(*reading.edits, *made))


# Order and caps


def wrong_orders(reading: Reading) -> Iterator[Slip]:
    """Counted from another seat, the other way round the table, or by payers instead of pairs."""
    if reading.stacks is None:
        return
    for order in rotations(reading.order)[1:]:
        words = f"counted in the wrong order, {shown(order[0])} first"
        yield Slip("wrong-order", words, 2, _ordered(order))
    words = "counted in the wrong order, against the clock"
    yield Slip("wrong-order", words, 4, _ordered(reading.order[::-1]))
    payer = not reading.count.payer_order
    words = "each payer in turn instead of pair by pair" if payer else "pair by pair instead of each payer in turn"
    yield Slip("wrong-order", f"counted in the wrong order, {words}", 3, _counted(payer_order=payer))


def _ordered(order: tuple[str, ...]) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, order=order)


def caps_ignored(reading: Reading) -> Iterator[Slip]:
    """More moved than the stacks allow."""
    if reading.stacks is None:
        return
    if reading.count.loser_cap or reading.count.winner_cap or reading.count.bust_leaves_hand:
        yield Slip("cap-ignored", "the caps were ignored", 1, _uncapped)
    if reading.count.winner_cap and reading.count.loser_cap:
        words = "the winner's cap was ignored: nobody wins more than they have in front of them"
        yield Slip("cap-ignored", words, 2, _counted(winner_cap=False))
        words = "the loser's cap was ignored: nobody loses more than they have in front of them"
        yield Slip("cap-ignored", words, 2, _counted(loser_cap=False))


def _uncapped(reading: Reading) -> Reading:
    return replace(reading, stacks=None)


def _counted(**changes: bool) -> Callable[[Reading], Reading]:
    return lambda reading: replace(reading, count=reading.count._replace(**changes))


def _others(reading: Reading, player: str) -> list[str]:
    return [name for name in reading.boards if name != player]


def _some(listed: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """One of those listed, several, all."""
    for size in range(1, len(listed) + 1):
        yield from combinations(listed, size)


def _between(player: str, names: Sequence[str]) -> str:
    """``between Ann and Bob, and between Ann and Cy``."""
    return ", and ".join(f"between {shown(player)} and {shown(name)}" for name in names)


def _and(names: Sequence[str]) -> str:
    return " and ".join(map(shown, names))
