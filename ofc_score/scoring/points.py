"""One board under one ruleset, and two boards against each other. Points only: chips are ``settlement``'s business."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ofc_score.boards.board import CARDS, FOUL, NATURAL, SURRENDER, Board
from ofc_score.cards.evaluate import LOW_TOP, jokers_in, low_strength, row_values, strength, strongest_below
from ofc_score.rules.ruleset import Condition, PayTable, Ruleset

NOTHING = (0, 0, 0)


class Scored(NamedTuple):
    """A board read under a ruleset: strengths of its rows as they count, royalties by the table, foul or not.

    A fouled board keeps the strength of its rows (each at its strongest), its royalties are 0. Boards without cards
    have strengths 0, which meet no condition.
    """

    board: Board
    strengths: tuple[int, int, int]
    foul: bool
    royalties: tuple[int, int, int]

    @property
    def worth(self) -> int:
        """The royalties of all rows."""
        top, middle, bottom = self.royalties
        return top + middle + bottom


class Points(NamedTuple):
    """What one player gets from another by the rules, before caps, itemised; the other gets the exact negative."""

    rows: tuple[int, int, int] = (0, 0, 0)
    scoop: int = 0
    overall: int = 0
    royalties: int = 0
    penalty: int = 0
    natural: int = 0

    @property
    def points(self) -> int:
        """The sum of all items."""
        (top, middle, bottom), scoop, overall, royalties, penalty, natural = self
        return top + middle + bottom + scoop + overall + royalties + penalty + natural

    def reversed(self) -> Points:
        """The same from the other player's side."""
        top, middle, bottom = self.rows
        rest = (-self.scoop, -self.overall, -self.royalties, -self.penalty, -self.natural)
        return Points((-top, -middle, -bottom), *rest)


NO_POINTS = Points()


def score_board(board: Board, rules: Ruleset) -> Scored:
    """Read a board at its best legal reading and look up its royalties.

    Rules: legal is top <= middle <= bottom (strict where ties are not legal); with a low middle it is top <= bottom
    and a middle that qualifies. Jokers: bottom as strong as possible, then the middle not above it, then the top.
    """
    kind, _, keys, _, _ = board
    if kind != CARDS:
        return Scored(board, NOTHING, kind == FOUL, NOTHING)
    if rules.low_middle:
        top_key, middle_key, bottom_key = keys
        strengths = strength(top_key), low_strength(middle_key), strength(bottom_key)
        legal = strengths[0] <= strengths[2] and qualifies(strengths[1], rules)
    elif rules.jokers and any(map(jokers_in, keys)):
        strengths, legal = _read_jokers(keys, rules)
    else:
        top_key, middle_key, bottom_key = keys
        strengths = top, middle, bottom = strength(top_key), strength(middle_key), strength(bottom_key)
        legal = top <= middle <= bottom and (middle < bottom or rules.tie_legal)
    if not legal:
        return Scored(board, strengths, True, NOTHING)
    return Scored(board, strengths, False, royalties_of(strengths, rules))


def royalties_of(strengths: Sequence[int], table: Ruleset | PayTable) -> tuple[int, int, int]:
    """What the rows of a legal board pay by a table: top, middle, bottom."""
    top_table, middle_table, bottom_table = table.royalty
    top, middle, bottom = strengths
    if not table.low_middle:
        return top_table[top >> 16], middle_table[middle >> 16], bottom_table[bottom >> 16]
    low = table.special_lows.get(middle)
    if low is None:
        low = middle_table[(LOW_TOP - middle) >> 16]
    return top_table[top >> 16], low, bottom_table[bottom >> 16]


def qualifies(low: int, rules: Ruleset) -> bool:
    """Whether a 2-7 low may lie in the middle: no pair, straight or flush, highest card within the qualifier."""
    # A pair or better makes the number greater than any card does.
    return (LOW_TOP - low) >> 16 <= rules.qualifier


def _read_jokers(keys: Sequence[int], rules: Ruleset) -> tuple[tuple[int, int, int], bool]:
    top_values, middle_values, bottom_values = (row_values(key) for key in keys)
    bottom = bottom_values[-1]
    middle = strongest_below(middle_values, bottom, strict=not rules.tie_legal)
    top = strongest_below(top_values, middle, strict=False) if middle else 0
    if not top:
        return (top_values[-1], middle_values[-1], bottom), False
    return (top, middle, bottom), True


def pair_points(mine: Scored, other: Scored, rules: Ruleset) -> Points:
    """What ``mine`` gets from ``other``.

    Rules: two fouls are worth nothing to each other; a row won is ``row``, an exact tie 0; the scoop needs all three
    rows won outright; ``overall`` goes to whoever wins more rows, at least two; of royalties the difference moves, or
    each row's winner is paid.
    """
    my_board, (my_top, my_middle, my_bottom), my_foul, my_royalties = mine
    board, (top, middle, bottom), foul, its_royalties = other
    if my_foul and foul:
        return NO_POINTS
    if my_board.kind != CARDS or board.kind != CARDS:
        return _special_points(mine, other, rules)
    if my_foul or foul:
        return _against_foul(mine, rules, 1) if foul else _against_foul(other, rules, -1)
    first = (my_top > top) - (my_top < top)
    second = (my_middle > middle) - (my_middle < middle)
    third = (my_bottom > bottom) - (my_bottom < bottom)
    balance = first + second + third
    scoop = overall = 0
    if balance == 3:
        scoop = rules.scoop
    elif balance == -3:
        scoop = -rules.scoop
    # With a tie in a third row one win each gives balance 0; 2 and 3 mean two rows or more, 1 means 2-1 or 1-0-2.
    if rules.overall and (balance not in (0, 1, -1) or (first and second and third)):
        overall = rules.overall if balance > 0 else -rules.overall
    if rules.row_winner_paid:
        royalties = sum(
            won * row_royalty((mine if won > 0 else other).royalties[row], rules)
            for row, won in enumerate((first, second, third))
        )
    else:
        my_top, my_middle, my_bottom = my_royalties
        top, middle, bottom = its_royalties
        royalties = my_top + my_middle + my_bottom - top - middle - bottom
    row = rules.row
    return Points((first * row, second * row, third * row), scoop, overall, royalties, 0, 0)


def row_royalty(royalty: int, rules: Ruleset) -> int:
    """What a won row's royalty adds to the row's point: all of it, or what is beyond the point it replaces."""
    return royalty - rules.row if rules.replace and royalty else royalty


def _special_points(mine: Scored, other: Scored, rules: Ruleset) -> Points:
    kinds = (mine.board.kind, other.board.kind)
    if SURRENDER in kinds:
        if mine.foul or other.foul or kinds[0] == kinds[1]:
            return NO_POINTS
        price = rules.surrender or 0
        return Points(penalty=price if kinds[1] == SURRENDER else -price)
    if NATURAL in kinds:
        my_value = rules.naturals[mine.board.natural] if mine.board.natural else 0
        value = rules.naturals[other.board.natural] if other.board.natural else 0
        return Points(natural=my_value if my_value > value else -value if value > my_value else 0)
    return _against_foul(mine, rules, 1) if other.foul else _against_foul(other, rules, -1)


def _against_foul(winner: Scored, rules: Ruleset, sign: int) -> Points:
    """What a board gets from a foul, from its own side (``sign`` 1) or from the side of the foul (-1)."""
    royalties = winner.worth if rules.foul_pays_royalties else 0
    pays = rules.foul_pays
    if isinstance(pays, int):
        return Points(royalties=sign * royalties, penalty=sign * pays)
    if royalties and rules.replace:
        # A flat amount stands instead of the rows; here there is a row's point that a bonus replaces.
        royalties = sum(row_royalty(value, rules) for value in winner.royalties)
    row = sign * rules.row
    scoop, overall = (sign * rules.scoop, sign * rules.overall) if pays == "scoop" else (0, 0)
    return Points((row, row, row), scoop, overall, sign * royalties, 0, 0)


class NextFantasyland(NamedTuple):
    """In Fantasyland next hand with ``cards`` cards, because of ``conditions``, met with ``strengths``."""

    cards: int
    conditions: tuple[Condition, ...]
    strengths: tuple[int, int, int]
    low_middle: bool

    @property
    def why(self) -> str:
        """The reason in words: ``four of a kind at the bottom``."""
        from ofc_score.scoring.explain import fantasyland_words

        return fantasyland_words(self.conditions, self.strengths, low_middle=self.low_middle)


def next_fantasyland(scored: Scored, rules: Ruleset, played_with: int | None = None) -> NextFantasyland | None:
    """Whether a board enters Fantasyland, or stays in it when it was ``played_with`` so many Fantasyland cards.

    Rules: a legal board; entry and stay are different lists; the highest number of cards that applies counts.
    """
    land = rules.fantasyland
    if land is None or scored.foul:
        return None
    strengths = scored.strengths
    cards, met = 0, None
    if played_with:
        cards = land.stay_cards or played_with
        met = next((conditions for conditions in land.stay if _met(conditions, strengths)), None)
    else:
        for conditions, dealt in land.enter:
            if dealt > cards and _met(conditions, strengths):
                cards, met = dealt, conditions
    if met is None:
        return None
    return NextFantasyland(cards, met, strengths, rules.low_middle)


def _met(conditions: Sequence[Condition], strengths: Sequence[int]) -> bool:
    for row, at_least, _ in conditions:  # noqa: SIM110  a generator would take most of the time
        if strengths[row] < at_least:
            return False
    return True
