"""Cards as plain integers: what the sum of several cards says."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from ofc_score.cards.cards import (
    CARD_SHIFT,
    DECK,
    FIVE_OF_A_SUIT,
    JOKER,
    JOKER_SHIFT,
    PACKED,
    RANK_NAMES,
    RANKS,
    SUIT_SHIFT,
    SUIT_WIDTH,
    SUITS,
    plural,
)


def _sum(cards: list[str] | tuple[str, ...]) -> int:
    return sum(PACKED[card] for card in cards)


def test_a_deck() -> None:
    assert len(set(DECK)) == 52
    assert set(PACKED) == {*DECK, *RANKS, JOKER}
    assert len(RANKS) == len(RANK_NAMES) == 13


def test_thirteen_cards_have_thirteen_bits_and_a_repeated_card_leaves_fewer() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        cards = rng.sample(DECK, 13)
        assert sum(PACKED[card] >> CARD_SHIFT for card in cards).bit_count() == 13
        repeated = [*cards[:12], rng.choice(cards[:12])]
        assert sum(PACKED[card] >> CARD_SHIFT for card in repeated).bit_count() < 13


@pytest.mark.parametrize("token", [*RANKS, JOKER])
def test_untold_suits_and_jokers_have_no_card_bit(token: str) -> None:
    assert PACKED[token] >> SUIT_SHIFT == 0


def test_counters_of_five_cards() -> None:
    rng = random.Random(2)
    for _ in range(2_000):
        cards = rng.sample([*DECK, *RANKS, JOKER, JOKER] if rng.random() < 0.9 else DECK[::4], 5)
        packed = _sum(cards)
        naturals = [card for card in cards if card != JOKER]
        assert [packed >> 3 * rank & 7 for rank in range(13)] == [
            sum(card[0] == rank for card in naturals) for rank in RANKS
        ]
        assert packed >> JOKER_SHIFT & 7 == cards.count(JOKER)
        suits = [sum(card[1:] == suit for card in naturals) for suit in SUITS]
        assert [packed >> SUIT_SHIFT + SUIT_WIDTH * place & 63 for place in range(4)] == [7 * count for count in suits]
        assert bool(packed & FIVE_OF_A_SUIT) == (5 in suits)


def test_different_cards_have_different_bits() -> None:
    assert all(PACKED[a] >> CARD_SHIFT & PACKED[b] >> CARD_SHIFT == 0 for a, b in combinations(DECK, 2))


@pytest.mark.parametrize(("rank", "words"), [(0, "twos"), (4, "sixes"), (8, "tens"), (10, "queens"), (12, "aces")])
def test_plural(rank: int, words: str) -> None:
    assert plural(rank) == words
