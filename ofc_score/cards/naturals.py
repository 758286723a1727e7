"""Special thirteen-card hands of the closed game: does a declaration hold, and if not, why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ofc_score.cards.cards import RANK_OF, RANKS, SUIT_NAMES, plural


def refuted(kind: str, tokens: tuple[str, ...], flushes: Sequence[Sequence[str]] = ()) -> str:
    """Why the thirteen cards are not the declared natural, in words; empty when they are.

    ``flushes`` are rows of these cards that were told to be flushes without naming their suit.

    Rules: six pairs counts four of a kind as two pairs, and five pairs with trips; three straights are 5, 5 and 3
    cards, the three-card one may be A23 or QKA, without wrap-around; three flushes are 5, 5 and 3 cards, of which
    two may share a suit; a dragon is one card of each rank.
    """
    ranks = Counter(RANK_OF[token[0]] for token in tokens)
    if kind == "dragon":
        return _not_dragon(ranks)
    if kind == "six-pairs":
        pairs = sum(count // 2 for count in ranks.values())
        return "" if pairs == 6 else f"the cards hold {pairs} pairs, six are needed"
    if kind == "three-straights":
        counts = tuple(ranks.get(rank, 0) for rank in range(13))
        return "" if _straights(counts, (5, 5, 3)) else "the cards do not split into straights of 5, 5 and 3 cards"
    return _not_flushes(tokens, flushes)


def _not_dragon(ranks: Counter[int]) -> str:
    twice = [plural(rank) for rank, count in sorted(ranks.items()) if count > 1]
    missing = [RANKS[rank] for rank in range(13) if rank not in ranks]
    if not twice:
        return ""
    return f"several {' and '.join(twice)}, no {' '.join(missing)}"


def _not_flushes(tokens: tuple[str, ...], flushes: Sequence[Sequence[str]]) -> str:
    sizes = [5, 5, 3]
    rest = Counter(tokens)
    for row in flushes:
        sizes.remove(len(row))
        rest -= Counter(row)
    if any(len(token) == 1 for token in rest):
        return "the suits must be told"
    suits = Counter(token[1] for token in rest.elements())
    if _splits(tuple(suits.values()), tuple(sizes)):
        return ""
    told = ", ".join(_count(suits[suit], name) for suit, name in SUIT_NAMES.items() if suits[suit])
    wanted = " and ".join(", ".join(map(str, sizes)).rsplit(", ", 1))
    return f"{told} do not split into {'flushes' if len(sizes) > 1 else 'a flush'} of {wanted} cards"


def _count(cards: int, suit: str) -> str:
    return f"1 {suit[:-1]}" if cards == 1 else f"{cards} {suit}"


def _splits(counts: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether so many cards of each suit make up flushes of these sizes."""
    if not sizes:
        return not any(counts)
    return any(
        _splits((*counts[:suit], count - sizes[0], *counts[suit + 1 :]), sizes[1:])
        for suit, count in enumerate(counts)
        if count >= sizes[0]
    )


@lru_cache(maxsize=4096)
def _straights(counts: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    if not sizes:
        return True
    # -1 is the ace below the two.
    for start in range(-1, 14 - sizes[0]):
        run = [rank % 13 for rank in range(start, start + sizes[0])]
        if all(counts[rank] for rank in run):
            left = list(counts)
            for rank in run:
                left[rank] -= 1
            if _straights(tuple(left), sizes[1:]):
                return True
    return False
