"""What a row is, why a board is a foul and why a player is in Fantasyland, in words. Only for what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ofc_score.boards.board import FOUL, SLICES, Board
from ofc_score.cards.cards import JOKER, ROWS
from ofc_score.cards.evaluate import CATEGORIES, HIGH_CARD, low_as_high, row_values, stand_ins, strongest_below
from ofc_score.cards.hand_names import PLACES, category_words, hand_words, rank_name, short, why_beats
from ofc_score.rules.ruleset import Condition, Ruleset

Three: TypeAlias = tuple[int, int, int]


class RowResult(NamedTuple):
    """One row as it counts. ``reads_as`` has a concrete card for every joker; ``royalty`` is 0 on a fouled board."""

    cards: tuple[str, ...]
    reads_as: tuple[str, ...]
    category: str
    hand: str
    royalty: int


_TOP, _MIDDLE, _BOTTOM = (f" {place}" for place in PLACES)


def row_results(board: Board, strengths: Three, royalties: Three, rules: Ruleset) -> dict[str, RowResult] | None:
    """The three rows by name; None for a board entered without rows."""
    if not board.keys:
        return None
    tokens, jokers = board.tokens, board.jokers
    rows = {}
    for row, value in enumerate(strengths):
        cards = tokens[SLICES[row]]
        if row == 1 and rules.low_middle:
            reads_as, (category, words) = cards, low_words(value, rules.qualifier)
        else:
            reads_as = stand_ins(cards, value) if jokers else cards
            category, words = CATEGORIES[value >> 20], hand_words(value)
        rows[ROWS[row]] = RowResult(cards, reads_as, category, words, royalties[row])
    return rows


def foul_words(board: Board, strengths: Three, rules: Ruleset) -> str:
    """Why a fouled board is one, naming the deciding card.

    With jokers it speaks of the weakest reading that is still too strong.
    """
    if board.kind == FOUL:
        return "entered as a foul"
    if rules.low_middle:
        return _low_foul(strengths, rules)
    if JOKER in board.cards:
        return _joker_foul(board, rules)
    top, middle, bottom = strengths
    if middle > bottom:
        return why_beats(middle, bottom, (5, 5), (_MIDDLE, _BOTTOM))
    if middle == bottom and not rules.tie_legal:
        return _only_equal(middle)
    return why_beats(top, middle, (3, 5), (_TOP, _MIDDLE))


def _joker_foul(board: Board, rules: Ruleset) -> str:
    tops, middles, bottoms = map(row_values, board.keys)
    bottom = bottoms[-1]
    middle = strongest_below(middles, bottom, strict=not rules.tie_legal)
    if not middle:
        weakest = middles[0]
        if weakest == bottom:
            return _only_equal(weakest)
        return why_beats(weakest, bottom, (5, 5), (_read(_MIDDLE, middles), _BOTTOM))
    return why_beats(tops[0], middle, (3, 5), (_read(_TOP, tops), _MIDDLE))


def _only_equal(middle: int) -> str:
    return f"{hand_words(middle)} in the middle only equals the bottom, which must be stronger here"


def _read(place: str, values: Sequence[int]) -> str:
    return place if len(values) == 1 else f"{place} at its weakest"


def _low_foul(strengths: Three, rules: Ruleset) -> str:
    top, middle, bottom = strengths
    faults = []
    words = not_low_words(middle, rules.qualifier)
    if words:
        faults.append(words)
    if top > bottom:
        faults.append(why_beats(top, bottom, (3, 5), (_TOP, _BOTTOM)))
    return "; ".join(faults)


def not_low_words(low: int, qualifier: int) -> str:
    """Why a row does not qualify as the low in the middle; empty when it does."""
    high = low_as_high(low)
    if high >> 20 != HIGH_CARD:
        return f"{hand_words(high)} in the middle is no low"
    if high >> 16 > qualifier:
        return f"{short(high, 5)} in the middle is no low: it must be {rank_name(qualifier)}-high or lower"
    return ""


def row_words(value: int, row: int, rules: Ruleset) -> str:
    """A row in words, a low middle by its ranks (``seven low 75432``)."""
    return low_words(value, rules.qualifier)[1] if row == 1 and rules.low_middle else hand_words(value)


def low_words(low: int, qualifier: int) -> tuple[str, str]:
    """A low middle as category and words: ``low`` and ``seven low 75432``, or ``not-low`` and what it is."""
    high = low_as_high(low)
    if not_low_words(low, qualifier):
        return "not-low", f"{hand_words(high)}, no low"
    return "low", f"{rank_name(high >> 16)} low {short(high, 5)}"


def fantasyland_words(conditions: Sequence[Condition], strengths: Three, *, low_middle: bool) -> str:
    """``pair of queens on top``, ``four of a kind at the bottom``, ``pair of kings on top and 75432 in the middle``."""
    parts = []
    for condition in conditions:
        value = strengths[condition.row]
        if condition.row == 1 and low_middle:
            words = short(low_as_high(value), 5)
        else:
            words = hand_words(value) if condition.row == 0 else category_words(value >> 20)
        parts.append(f"{words} {PLACES[condition.row]}")
    return " and ".join(parts)
