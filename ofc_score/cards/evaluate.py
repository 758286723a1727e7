"""How strong a row is: plain integers that compare across rows of three and five cards; 2-7 lows; joker readings.

A *key* says what a row holds as far as strength goes: the rank and joker counters of ``cards`` (42 bits) plus one bit
that is set when all natural cards of a five-card row share a suit. A *strength* is ``category << 20`` followed by up
to five four-bit ranks (2-14), most important first and 0 where a shorter row has no card: a bigger number is a
stronger row, and a three-card row that is equal as far as it goes is below the row with more cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

from ofc_score.cards.cards import (
    CARD_SHIFT,
    JOKER,
    JOKER_SHIFT,
    PACKED,
    RANK_BITS,
    RANKS,
    SUIT_SHIFT,
    SUIT_WEIGHT,
    SUIT_WIDTH,
)

CATEGORIES: Final = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush",
)  # fmt: skip
(
    HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH,
) = range(10)  # fmt: skip

SUITED: Final = 1 << 42
LOW_TOP: Final = 10 << 20
_JOKER_AND_SUIT_BITS: Final = (1 << CARD_SHIFT - JOKER_SHIFT) - 1
# The joker counter and the four suit counters behind it, where all told cards of a five-card row share a suit.
_SUITED_FIELDS: Final = frozenset(
    jokers | (5 - jokers) * SUIT_WEIGHT << SUIT_SHIFT - JOKER_SHIFT + SUIT_WIDTH * suit
    for jokers in range(3)
    for suit in range(4)
)
_NATURALS: Final = (1 << JOKER_SHIFT) - 1
_ONES: Final = sum(1 << 3 * rank for rank in range(13))
_STRAIGHTS: Final = {sum(1 << 3 * (rank % 13) for rank in range(high - 6, high - 1)): high for high in range(5, 15)}
_STAND_IN_SUITS: Final = "shdc"


def row_key(packed: int) -> int:
    """The key of a row whose cards, packed as in ``cards``, sum to ``packed``. Suits count in five-card rows only."""
    if packed >> JOKER_SHIFT & _JOKER_AND_SUIT_BITS in _SUITED_FIELDS:
        return packed & RANK_BITS | SUITED
    return packed & RANK_BITS


def jokers_in(key: int) -> int:
    """How many jokers a row holds."""
    return (key >> JOKER_SHIFT) & 7


@cache
def strength(key: int) -> int:
    """Strength of a row without jokers. Rule: standard high poker; three cards know high card, pair and trips only."""
    return _measure(key, bool(key & SUITED))


@cache
def low_strength(key: int) -> int:
    """Strength of a five-card row played for 2-7 low: a bigger number is a better (lower) hand, 75432 the biggest.

    Rule: the ace is always high, straights and flushes count against, A2345 is ace-high and no straight.
    """
    suited = bool(key & SUITED)
    if _STRAIGHTS.get(key & RANK_BITS) == 5:
        return LOW_TOP - ((FLUSH if suited else HIGH_CARD) << 20 | 0xE5432)
    return LOW_TOP - _measure(key, suited)


def low_as_high(low: int) -> int:
    """The high strength behind a low one, for naming it; A2345 comes back as the ace-high it is in this game."""
    return LOW_TOP - low


@cache
def readings(key: int) -> tuple[int, ...]:
    """Every strength that a row with jokers can be read at, weakest first.

    Rule: a joker stands for any card not already in the same row, so a rank occurs at most four times and a flush
    needs ranks the row does not hold yet. Natural cards of one suit can also be read without the flush.
    """
    found: set[int] = set()
    for ranks in combinations_with_replacement(range(13), jokers_in(key)):
        full = (key & _NATURALS) + sum(1 << 3 * rank for rank in ranks)
        if full & full >> 2 & _ONES:
            continue  # five of a kind
        found.add(_measure(full, suited=False))
        if key & SUITED and full & _ONES == full:
            found.add(_measure(full, suited=True))
    return tuple(sorted(found))


def row_values(key: int) -> Sequence[int]:
    """Every strength a row can be read at, weakest first; one without jokers."""
    return readings(key) if jokers_in(key) else (strength(key),)


def strongest_below(values: Sequence[int], limit: int, *, strict: bool) -> int:
    """The strongest of ``values`` that is not above ``limit`` (below it when ``strict``); 0 when there is none."""
    for value in reversed(values):
        if value < limit or (value == limit and not strict):
            return value
    return 0


def ranks_of(value: int, size: int) -> list[int]:
    """The ranks (2-14) of a row of ``size`` cards at strength ``value``, most important first."""
    category = value >> 20
    shown = [(value >> shift) & 15 for shift in (16, 12, 8, 4, 0)]
    if category in (STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH):
        top = shown[0]
        return [5, 4, 3, 2, 14] if top == 5 else list(range(top, top - 5, -1))
    times = {PAIR: (2,), TWO_PAIR: (2, 2), TRIPS: (3,), FULL_HOUSE: (3, 2), QUADS: (4,)}.get(category, ())
    ranks: list[int] = []
    for position, rank in enumerate(shown):
        if rank:
            ranks += [rank] * (times[position] if position < len(times) else 1)
    return ranks[:size]


def stand_ins(tokens: tuple[str, ...], value: int) -> tuple[str, ...]:
    """The row with every joker replaced by the card it stands for when the row is read at strength ``value``.

    Rule: any free suit that makes the reading, spades, hearts, diamonds, clubs in that order of preference. Where the
    suits of the row were not told, a joker is shown as a rank.
    """
    naturals = [token for token in tokens if token != JOKER]
    if len(naturals) == len(tokens):
        return tokens
    missing = Counter(ranks_of(value, len(tokens))) - Counter(RANKS.index(token[0]) + 2 for token in naturals)
    ranks = [RANKS[rank - 2] for rank in sorted(missing.elements(), reverse=True)]
    chosen = ranks
    if all(len(token) == 2 for token in naturals):
        suited = (
            [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            for suits in product(_STAND_IN_SUITS, repeat=len(ranks))
        )
        chosen = next(cards for cards in suited if _makes(naturals + cards, value))
    waiting = iter(chosen)
    return tuple(next(waiting) if token == JOKER else token for token in tokens)


def _makes(cards: list[str], value: int) -> bool:
    """Whether these are all different and make a row of strength ``value``."""
    return len(set(cards)) == len(cards) and strength(row_key(sum(PACKED[card] for card in cards))) == value


def _measure(key: int, suited: bool) -> int:
    """The strength of natural ranks, as a flush or not; counters of three bits are split into planes of one bit."""
    ranks = key & _NATURALS
    ones, twos, quads = ranks & _ONES, ranks >> 1 & _ONES, ranks >> 2 & _ONES
    trips, pairs = ones & twos, twos & ~ones
    if quads:
        category = QUADS
    elif trips:
        category = FULL_HOUSE if pairs else TRIPS
    elif pairs:
        category = TWO_PAIR if pairs & pairs - 1 else PAIR
    elif ranks in _STRAIGHTS:
        high = _STRAIGHTS[ranks]
        category = STRAIGHT if not suited else ROYAL_FLUSH if high == 14 else STRAIGHT_FLUSH
        return category << 20 | high << 16
    else:
        category = FLUSH if suited else HIGH_CARD
    value, shift = category << 20, 16
    for plane in (quads, trips, pairs, ones & ~twos):
        left = plane
        while left:
            bit = left.bit_length() - 1
            value |= (bit // 3 + 2) << shift
            shift -= 4
            left ^= 1 << bit
    return value
