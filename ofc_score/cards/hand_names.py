"""Rows, places and reasons in words. Only called when something is printed: scoring never pays for it."""

from __future__ import annotations

from functools import cache
from typing import Final

from ofc_score.cards.cards import RANK_NAMES, RANKS, plural
from ofc_score.cards.evaluate import (
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
# Categories whose strengths hold the ranks one by one, and how the hexadecimal digits of a strength are printed.
_KICKERS_ONLY: Final = (HIGH_CARD, FLUSH)
_RANK_SIGNS: Final = {ord(f"{rank:x}"): sign for rank, sign in enumerate(RANKS, 2)} | {ord("0"): None}


def rank_name(rank: int) -> str:
    """``queen`` for 12."""
    return RANK_NAMES[rank - 2]


class _Names(dict[int, str]):
    """Names by what they are made of, the category and the first two ranks; learned as they come, some 500."""

    def __missing__(self, named: int) -> str:
        first, second = (named >> 4) & 15, named & 15
        self[named] = name = _HANDS[named >> 8].format(
            name=rank_name(first), names=plural(first - 2), others=plural(second - 2) if second else ""
        )
        return name


NAMES: Final = _Names()
"""``strength >> 12`` to its name, for those who name many."""


def hand_words(value: int) -> str:
    """A strength as players say it: ``pair of queens``, ``nines full of fours``, ``ace-high flush``."""
    return NAMES[value >> 12]


@cache
def short(value: int, size: int) -> str:
    """The ranks alone, most important first: ``QQ7``, ``AKQ52``. Kept for the few thousand rows that there are."""
    if value >> 20 in _KICKERS_ONLY:
        return f"{value & 0xFFFFF:05x}".translate(_RANK_SIGNS)[:size]
    return "".join([RANKS[rank - 2] for rank in ranks_of(value, size)])


def category_words(category: int) -> str:
    """``four of a kind``, ``straight flush``."""
    return CATEGORIES[category].replace("-", " ")


def why_beats(winner: int, loser: int, sizes: tuple[int, int], places: tuple[str, str] = ("", "")) -> str:
    """Why one strength beats another, naming the deciding kicker where the hands have the same name.

    ``sizes`` are the numbers of cards of the two rows, ``places`` words put behind them (" on top").
    """
    category = winner >> 20
    if category == loser >> 20 and winner != loser:
        # The first rank in which they differ, counted from the last of five.
        place = (winner ^ loser).bit_length() - 1 >> 2
        if 4 - place >= _NAMED.get(category, 0):
            mine, other = (winner >> 4 * place) & 15, (loser >> 4 * place) & 15
            if not other:
                return f"{short(winner, sizes[0])}{places[0]} has more cards than {short(loser, sizes[1])}{places[1]}"
            told = min(sizes)
            return f"{short(winner, told)}{places[0]} beats {short(loser, told)}{places[1]}: the {rank_name(mine)}"
    verb = "beat" if category in _PLURAL else "beats"
    return f"{NAMES[winner >> 12]}{places[0]} {verb} {NAMES[loser >> 12]}{places[1]}"
