"""Ranks, suits, cards and jokers; how they are packed into plain integers, and their one printed form.

A card is a two-letter token: rank ``23456789TJQKA`` and suit ``cdhs`` (``Qh``). A joker is ``Jo``; a card whose suit
was not told (quick rows) is its rank alone (``Q``).

Cards are packed so that the *sum* of the cards of a row says all that scoring needs (bits from the right):

    0-41    fourteen counters of three bits: the ranks 2 to A, then jokers
    42-65   four counters of six bits: the suits c d h s; a card counts seven, so that five set the highest bit
    66-117  one bit per card

The counters hold a row of up to seven cards, not more: ten cards of a suit would run over into the next field. So the
rows of a board are joined by *or*: thirteen different cards have thirteen bits, and a repeated card leaves fewer,
whether it is in one row twice or in two.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final = "Jo"
JOKER_SHIFT: Final = 39
ROWS: Final = ("top", "middle", "bottom")
ROW_SIZES: Final = (3, 5, 5)

RANK_BITS: Final = (1 << 42) - 1
SUIT_SHIFT: Final = 42
SUIT_WIDTH: Final = 6
SUIT_WEIGHT: Final = 7
FIVE_OF_A_SUIT: Final = sum(1 << SUIT_SHIFT + SUIT_WIDTH * suit + 5 for suit in range(4))
CARD_SHIFT: Final = SUIT_SHIFT + 4 * SUIT_WIDTH

RANK_OF: Final = {rank: index for index, rank in enumerate(RANKS)}
RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)


def _packed(token: str) -> int:
    if token == JOKER:
        return 1 << JOKER_SHIFT
    count = 1 << (3 * RANK_OF[token[0]])
    if len(token) == 1:
        return count
    suit = SUITS.index(token[1])
    return count | SUIT_WEIGHT << SUIT_SHIFT + SUIT_WIDTH * suit | 1 << CARD_SHIFT + 4 * RANK_OF[token[0]] + suit


PACKED: Final = {token: _packed(token) for token in (*DECK, *RANKS, JOKER)}
"""Every token a board can hold, packed as described above."""


def plural(rank: int) -> str:
    """``queens``, ``sixes``: the name of several cards of one rank (0 = two ... 12 = ace)."""
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")
