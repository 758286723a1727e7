"""Rows, places and reasons in words. Only called when something is printed: scoring never pays for it."""

from __future__ import annotations

from functools import cache
from typing import Final

from ofc_score.cards import RANK_NAMES, RANKS, plural
from ofc_score.evaluate import (
    CATEGORIES,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    ranks_of,
)

PLACES: Final = ("on top", "in the middle", "at the bottom")
_HANDS: Final = {
    HIGH_CARD: "{name} high",
    PAIR: "pair of {names}",
    TWO_PAIR: "{names} and {others}",
    TRIPS: "three {names}",
    STRAIGHT: "{name}-high straight",
    FLUSH: "{name}-high flush",
    FULL_HOUSE: "{names} full of {others}",
    QUADS: "four {names}",
    STRAIGHT_FLUSH: "{name}-high straight flush",
    ROYAL_FLUSH: "royal flush",
}
# How many of a strength's ranks the name of the hand already tells; the rest are kickers.
_NAMED: Final = {PAIR: 1, TWO_PAIR: 2, TRIPS: 1, STRAIGHT: 1, FULL_HOUSE: 2, QUADS: 1, STRAIGHT_FLUSH: 1}
# Whose names are plural: three sevens beat, a flush beats.
_PLURAL: Final = {TWO_PAIR, TRIPS, FULL_HOUSE, QUADS}


def rank_name(rank: int) -> str:
    """``queen`` for 12."""
    return RANK_NAMES[rank - 2]


@cache
def hand_words(value: int) -> str:
    """A strength as players say it: ``pair of queens``, ``nines full of fours``, ``ace-high flush``.

    Kept for the few thousand strengths that there are.
    """
    first, second = (value >> 16) & 15, (value >> 12) & 15
    return _HANDS[value >> 20].format(
        name=rank_name(first), names=plural(first - 2), others=plural(second - 2) if second else ""
    )


def short(value: int, size: int) -> str:
    """The ranks alone, most important first: ``QQ7``, ``AKQ52``."""
    return "".join(RANKS[rank - 2] for rank in ranks_of(value, size))


def category_words(category: int) -> str:
    """``four of a kind``, ``straight flush``."""
    return CATEGORIES[category].replace("-", " ")


def why_beats(winner: int, loser: int, sizes: tuple[int, int], places: tuple[str, str] = ("", "")) -> str:
    """Why one strength beats another, naming the deciding kicker where the hands have the same name.

    ``sizes`` are the numbers of cards of the two rows, ``places`` words put behind them (" on top").
    """
    if winner >> 20 == loser >> 20:
        for position, shift in enumerate((16, 12, 8, 4, 0)):
            mine, other = (winner >> shift) & 15, (loser >> shift) & 15
            if mine == other:
                continue
            if position < _NAMED.get(winner >> 20, 0):
                break
            if not other:
                return f"{short(winner, sizes[0])}{places[0]} has more cards than {short(loser, sizes[1])}{places[1]}"
            told = min(sizes)
            return f"{short(winner, told)}{places[0]} beats {short(loser, told)}{places[1]}: the {rank_name(mine)}"
    verb = "beat" if winner >> 20 in _PLURAL else "beats"
    return f"{hand_words(winner)}{places[0]} {verb} {hand_words(loser)}{places[1]}"
