"""What a row is, why a board is a foul and why a player is in Fantasyland, in words. Only for what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ofc_score.board import FOUL, SLICES, made
from ofc_score.cards import JOKER, ROWS
from ofc_score.evaluate import CATEGORIES, HIGH_CARD, low_as_high, stand_ins
from ofc_score.scoring import row_values, strongest_below
from ofc_score.words import PLACES, category_words, hand_words, rank_name, short, why_beats

if TYPE_CHECKING:
    from ofc_score.ruleset import Ruleset
    from ofc_score.scoring import NextFantasyland, Scored

class RowResult(NamedTuple):
    """One row as it counts. ``reads_as`` has a concrete card for every joker; ``royalty`` is 0 on a fouled board."""

    cards: tuple[str, ...]
    reads_as: tuple[str, ...]
    category: str
    hand: str
    royalty: int


_TOP, _MIDDLE, _BOTTOM = (f" {place}" for place in PLACES)


def row_results(scored: Scored, rules: Ruleset) -> dict[str, RowResult] | None:
    """The three rows by name; None for a board entered without rows."""
    if not scored.board.keys:
        return None
    tokens = scored.board.tokens
    rows = {}
    for row, value in enumerate(scored.strengths):
        cards = tokens[SLICES[row]]
        if row == 1 and rules.low_middle:
            category, reads_as = "not-low" if not_low_words(value, rules) else "low", cards
        else:
            category, reads_as = CATEGORIES[value >> 20], stand_ins(cards, value) if JOKER in cards else cards
        words = row_words(value, row, rules)
        rows[ROWS[row]] = made(RowResult, (cards, reads_as, category, words, scored.royalties[row]))
    return rows


def foul_words(scored: Scored, rules: Ruleset) -> str | None:
    """Why the board is a foul, naming the deciding card; None for a legal board.

    With jokers it speaks of the weakest reading that is still too strong.
    """
    if not scored.foul:
        return None
    if scored.board.kind == FOUL:
        return "entered as a foul"
    if rules.low_middle:
        return _low_foul(scored, rules)
    tops, middles, bottoms = map(row_values, scored.board.keys)
    bottom = bottoms[-1]
    middle = strongest_below(middles, bottom, strict=not rules.tie_legal)
    if not middle:
        weakest = middles[0]
        if weakest == bottom:
            return f"{hand_words(bottom)} in the middle only equals the bottom, which must be stronger here"
        return why_beats(weakest, bottom, (5, 5), (_read(_MIDDLE, middles), _BOTTOM))
    return why_beats(tops[0], middle, (3, 5), (_read(_TOP, tops), _MIDDLE))


def _read(place: str, values: object) -> str:
    return place if isinstance(values, tuple) and len(values) == 1 else f"{place} at its weakest"


def _low_foul(scored: Scored, rules: Ruleset) -> str:
    top, middle, bottom = scored.strengths
    faults = []
    words = not_low_words(middle, rules)
    if words:
        faults.append(words)
    if top > bottom:
        faults.append(why_beats(top, bottom, (3, 5), (_TOP, _BOTTOM)))
    return "; ".join(faults)


def not_low_words(low: int, rules: Ruleset) -> str:
    """Why a row does not qualify as the low in the middle; empty when it does."""
    high = low_as_high(low)
    if high >> 20 != HIGH_CARD:
        return f"{hand_words(high)} in the middle is no low"
    if high >> 16 > rules.qualifier:
        return f"{short(high, 5)} in the middle is no low: it must be {rank_name(rules.qualifier)}-high or lower"
    return ""


def row_words(value: int, row: int, rules: Ruleset) -> str:
    """A row in words, a low middle by its ranks (``seven low 75432``)."""
    if row != 1 or not rules.low_middle:
        return hand_words(value)
    high = low_as_high(value)
    if not_low_words(value, rules):
        words = hand_words(high)
        return f"{words}, no low"
    return f"{rank_name(high >> 16)} low {short(high, 5)}"


def fantasyland_words(land: NextFantasyland) -> str:
    """``pair of queens on top``, ``four of a kind at the bottom``, ``pair of kings on top and 75432 in the middle``."""
    parts = []
    for condition in land.conditions:
        value = land.strengths[condition.row]
        if condition.row == 1 and land.low_middle:
            words = short(low_as_high(value), 5)
        else:
            words = hand_words(value) if condition.row == 0 else category_words(value >> 20)
        parts.append(f"{words} {PLACES[condition.row]}")
    return " and ".join(parts)
