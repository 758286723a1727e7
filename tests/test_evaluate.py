"""Strengths of rows: exact counts of every class, the order against pokerkit, lows, joker readings."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest
from pokerkit import StandardHighHand, StandardLowHand

from ofc_score.boards.board import board_of
from ofc_score.cards.cards import DECK, JOKER, PACKED, RANKS
from ofc_score.cards.evaluate import (
    CATEGORIES,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    TRIPS,
    low_as_high,
    low_strength,
    ranks_of,
    readings,
    row_key,
    stand_ins,
    strength,
)

THREE_CARDS = {"high-card": 18_304, "pair": 3_744, "three-of-a-kind": 52}
FIVE_CARDS = {
    "high-card": 1_302_540, "pair": 1_098_240, "two-pair": 123_552, "three-of-a-kind": 54_912, "straight": 10_200,
    "flush": 5_108, "full-house": 3_744, "four-of-a-kind": 624, "straight-flush": 36, "royal-flush": 4,
}  # fmt: skip


def key_of(cards: str | tuple[str, ...] | list[str]) -> int:
    return row_key(sum(PACKED[card] for card in (cards.split() if isinstance(cards, str) else cards)))


def value_of(cards: str | tuple[str, ...] | list[str]) -> int:
    return strength(key_of(cards))


def category_of(cards: str) -> str:
    return CATEGORIES[value_of(cards) >> 20]


def test_all_three_card_rows() -> None:
    """Classes, and the order by a plain description of each of the 22,100 rows."""
    found: Counter[str] = Counter()
    for cards in combinations(DECK, 3):
        value = value_of(cards)
        found[CATEGORIES[value >> 20]] += 1
        ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), key=lambda r: (-_times(r, cards), -r))
        kind = {1: HIGH_CARD, 2: PAIR, 3: TRIPS}[_times(ranks[0], cards)]
        different = list(dict.fromkeys(ranks))
        assert value == kind << 20 | sum(rank << shift for rank, shift in zip(different, (16, 12, 8), strict=False))
        assert ranks_of(value, 3) == ranks
    assert found == THREE_CARDS


def _times(rank: int, cards: tuple[str, ...]) -> int:
    return sum(RANKS.index(card[0]) + 2 == rank for card in cards)


def _rank_multisets() -> list[tuple[str, ...]]:
    return [ranks for ranks in combinations_with_replacement(RANKS, 5) if max(Counter(ranks).values()) <= 4]


def test_every_five_card_hand() -> None:
    """The classes of all 2,598,960."""
    found: Counter[int] = Counter()
    packed = [PACKED[card] for card in DECK]
    for a, b, c, d, e in combinations(packed, 5):
        found[strength(row_key(a + b + c + d + e)) >> 20] += 1
    assert {CATEGORIES[category]: count for category, count in found.items()} == FIVE_CARDS


def _hands(count: int, seed: int) -> list[list[str]]:
    """Random hands, half of them drawn so that suits, straights and pairs are frequent."""
    rng = random.Random(seed)
    hands = []
    for number in range(count):
        low = rng.randrange(9)
        deck = list(DECK)
        if number % 4 == 1:
            deck = [card for card in DECK if card[1] == rng.choice("cdhs") or card[1] == "s"]
        elif number % 4 == 2:
            deck = [card for card in DECK if card[0] in RANKS[low : low + 5] + "A"]
        elif number % 4 == 3:
            deck = [card for card in DECK if card[0] in RANKS[low : low + 3]]
        hands.append(rng.sample(deck, 5))
    return hands


def _same_order(pairs: list[tuple[int, object]]) -> None:
    """Both sides agree on every step of the sorted list; equal on one side is equal on the other."""
    ordered = sorted(pairs, key=lambda pair: pair[0])
    for (lower, other_lower), (upper, other_upper) in pairwise(ordered):
        assert (lower == upper) == (other_lower == other_upper)
        assert (lower < upper) == (other_lower < other_upper)  # type: ignore[operator]


def test_order_of_five_card_hands_against_pokerkit() -> None:
    _same_order([(value_of(cards), StandardHighHand("".join(cards))) for cards in _hands(6_000, 11)])


def test_order_of_every_five_card_strength_against_pokerkit() -> None:
    """One hand of each of the 7,462 different strengths."""
    hands = []
    for ranks in _rank_multisets():
        free = dict.fromkeys(ranks, 0)
        cards = []
        for place, rank in enumerate(ranks):
            # The suits of equal ranks run on; another suit for the last card where all would be spades.
            last_card_apart = place == 4 and len(set(ranks)) == 5
            cards.append(rank + "shdc"[free[rank] + last_card_apart])
            free[rank] += 1
        hands.append(cards)
        if len(set(ranks)) == 5:
            hands.append([rank + "s" for rank in ranks])
    assert len({value_of(cards) for cards in hands}) == len(hands) == 7_462
    _same_order([(value_of(cards), StandardHighHand("".join(cards))) for cards in hands])


def test_order_of_lows_against_pokerkit() -> None:
    pairs: list[tuple[int, object]] = []
    for cards in _hands(6_000, 12):
        pairs.append((low_strength(key_of(cards)), StandardLowHand("".join(cards))))
    _same_order(pairs)


LOW_LADDER = ("75432", "76432", "76532", "76542", "85432", "86432", "98765", "A5432")


def test_ladder_of_lows() -> None:
    """75432 is the best; 98765 is a straight and loses to any high card, A5432 is none and loses to king-high."""
    lows = [low_strength(key_of(list(ranks))) for ranks in LOW_LADDER]
    straight, ace = lows[-2:]
    assert lows[:-2] == sorted(lows[:-2], reverse=True)
    assert straight < low_strength(key_of("A K Q J 9")) < ace < low_strength(key_of("K Q J T 8"))
    assert low_as_high(ace) >> 20 == HIGH_CARD
    assert low_as_high(low_strength(key_of("Ah 5h 4h 3h 2h"))) >> 20 == CATEGORIES.index("flush")


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("Ah 2d 3s 4c 5h", "straight"),
        ("Th Jd Qs Kc Ah", "straight"),
        ("Qh Kd As 2c 3h", "high-card"),
        ("2h 3d 4s 4c 5h", "pair"),
        ("Kh Ad 2s 3c 4h", "high-card"),
        ("Ah 2h 3h 4h 5h", "straight-flush"),
        ("9h Th Jh Qh Kh", "straight-flush"),
        ("Th Jh Qh Kh Ah", "royal-flush"),
        ("Qh Kh Ah 2h 3h", "flush"),
        ("4c 3c 2c", "high-card"),
        ("Ac 2c 3d", "high-card"),
        ("8c 8d 8h 8s 2d", "four-of-a-kind"),
        ("8c 8d 8h 2s 2d", "full-house"),
        ("8c 8d 8h 2s 3d", "three-of-a-kind"),
        ("8c 8d 2h 2s 3d", "two-pair"),
    ],
)
def test_category(cards: str, category: str) -> None:
    assert category_of(cards) == category


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        pytest.param("Ah 2d 3s 4c 5h", "2h 3d 4s 5c 6h", id="the wheel is the lowest straight"),
        pytest.param("Ah Kd Qs Jc 9h", "Ah 2d 3s 4c 5h", id="and above every high card"),
        pytest.param("Ah 2h 3h 4h 5h", "2h 3h 4h 5h 6h", id="steel wheel below six-high"),
        pytest.param("Kh Kd 9s 9c 2h", "Kc Ks 9d 9h 4h", id="two pair: the kicker"),
        pytest.param("Ah Jh 9h 7h 2h", "Ad Jd 9d 7d 3d", id="flushes to the fifth card"),
        pytest.param("Qs Qd 6c", "Qs Qd 7c", id="kicker on top"),
        pytest.param("Qs Qd 7c", "Qh Qc 7d 3s 2c", id="equal as far as the top goes, more cards"),
        pytest.param("As Ad Kc", "2s 2d 2c", id="trips over a pair"),
        pytest.param("As Ad Kc", "3s 3d 2c 2s 4c", id="two pair over a pair on top"),
        pytest.param("As Kd Qc", "As Kd Qc 5d 2c", id="AKQ below AKQ52"),
        pytest.param("As Kd Qc 3d 2c", "As Kd Qc 5d 2c", id="fifth kicker"),
        pytest.param("As Ad Ac", "As Ad Ac 3d 2c", id="trips of one rank, more cards"),
        pytest.param("2s 2d 2c 3d 4h", "3s 3d 3c", id="trips across sizes"),
    ],
)
def test_order(weaker: str, stronger: str) -> None:
    assert value_of(weaker) < value_of(stronger)


def test_suits_break_no_ties() -> None:
    assert value_of("Ah Jh 9h 7h 2h") == value_of("As Js 9s 7s 2s")
    assert value_of("Kh Kd 9s 9c 2h") == value_of("Kc Ks 9h 9d 2s")


# Joker readings


@cache
def _brute_force(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Every strength when the jokers are tried as each card that is not in the row."""
    naturals = [card for card in cards if card != JOKER]
    free = [card for card in DECK if card not in naturals]
    jokers = len(cards) - len(naturals)
    return tuple(sorted({value_of([*naturals, *chosen]) for chosen in combinations(free, jokers)}))


def test_readings_of_every_three_card_row() -> None:
    """All 1,326 pairs of cards and a joker, all 52 cards and two jokers."""
    for count in (1, 2):
        for naturals in combinations(DECK, count):
            cards = (*naturals, *([JOKER] * (3 - count)))
            assert readings(key_of(cards)) == _brute_force(cards), cards


def _naturals(count: int) -> list[tuple[str, ...]]:
    """One row of every rank pattern, of one suit where the ranks allow, and of mixed suits."""
    rows: list[tuple[str, ...]] = []
    for ranks in combinations_with_replacement(RANKS, count):
        if len(set(ranks)) == count:
            rows.append(tuple(rank + "h" for rank in ranks))
        if max(Counter(ranks).values()) <= 4:
            used: Counter[str] = Counter()
            row = []
            for rank in ranks:
                row.append(rank + "shdc"[used[rank]])
                used[rank] += 1
            if len(set(row)) == count and len({card[1] for card in row}) == 1:
                row[-1] = row[-1][0] + "d"
            rows.append(tuple(row))
    return rows


@pytest.mark.parametrize("naturals", [4, 3])
def test_readings_of_every_five_card_row(naturals: int) -> None:
    for row in _naturals(naturals):
        cards = (*row, *([JOKER] * (5 - naturals)))
        assert readings(key_of(cards)) == _brute_force(cards), cards


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("9h 8s 7d 6s Jo", "9h 8s 7d 6s Th"),
        ("9h 8s 6d 5s Jo", "9h 8s 6d 5s 7h"),
        ("Ah Kh Qh Jh Jo", "Ah Kh Qh Jh Th"),
        ("Ah 2s 3d 4s Jo", "Ah 2s 3d 4s 5h"),
        ("Ah Jh 9h 3h Jo", "Ah Jh 9h 3h Kh"),
        ("Kh Jh 9h 3h Jo", "Kh Jh 9h 3h Ah"),
        ("Ah Ad Ac As Jo", "Ah Ad Ac As Kh"),
        ("Kh Kd Kc Ks Jo", "Kh Kd Kc Ks Ah"),
        ("Ah Ad Ac Jo Jo", "Ah Ad Ac As Kh"),
        ("7h 7d 4c 4s Jo", "7h 7d 4c 4s 7s"),
        ("2h 3h 4h Jo Jo", "2h 3h 4h 5h 6h"),
        ("Ah 2h 3h Jo Jo", "Ah 2h 3h 4h 5h"),
        ("Ks Qs 9h Jo Jo", "Ks Qs Js Ts 9h"),
        ("9h 2d 7c Jo Jo", "9h 9d 9c 7c 2d"),
        ("Qh Jo 3c", "Qh Qd 3c"),
        ("Jo Jo 3c", "3h 3d 3c"),
        ("Kh Kd Jo", "Kh Kd Kc"),
    ],
)
def test_best_reading(cards: str, best: str) -> None:
    """Inside gaps, flushes, royals; no five of a kind; the kicker is the highest card there is."""
    assert readings(key_of(cards))[-1] == value_of(best)


# What a joker stands for


@pytest.mark.parametrize(
    ("cards", "as_read", "expected"),
    [
        pytest.param("Qh Jo 3c", "Qh Qs 3c", "Qh Qs 3c", id="spades first"),
        pytest.param("Qs Jo 3c", "Qs Qh 3c", "Qs Qh 3c", id="then hearts"),
        pytest.param("Qs Qh Jo", "Qs Qh Qd", "Qs Qh Qd", id="then diamonds"),
        pytest.param("Jo Jo Qd", "Qs Qh Qd", "Qs Qh Qd", id="two of a rank take two suits"),
        pytest.param("9h 8h 7h 6h Jo", "9h 8h 7h 6h Th", "9h 8h 7h 6h Th", id="straight flush keeps the suit"),
        pytest.param("9h 8h 7h 6h Jo", "9h 8h 7h 6h Ts", "9h 8h 7h 6h Ts", id="read as a straight it leaves the suit"),
        pytest.param("9s 8s 7s 6s Jo", "9s 8s 7s 6s Th", "9s 8s 7s 6s Th", id="spades would make it a flush"),
        pytest.param("Ah Ad Ac Jo Jo", "Ah Ad Ac As Ks", "Ah Ad Ac As Ks", id="fourth ace and a king"),
        pytest.param("Ks Jo Qs 9h Jo", "Ks Js Qs 9h Ts", "Ks Js Qs 9h Ts", id="in the places of the jokers"),
        pytest.param("A K Q J Jo", "A K Q J T", "A K Q J T", id="ranks only"),
        pytest.param("Ah Jo 3c", "Ah 3s 3c", "Ah 3s 3c", id="stepped down"),
    ],
)
def test_stand_ins(cards: str, as_read: str, expected: str) -> None:
    assert stand_ins(tuple(cards.split()), value_of(as_read)) == tuple(expected.split())


def _preferred(cards: tuple[str, ...], value: int) -> tuple[str, ...]:
    """The first choice that makes the reading, ranks downwards and each suit in the order s, h, d, c."""
    places = [place for place, card in enumerate(cards) if card == JOKER]
    for fill in product([rank + suit for rank in reversed(RANKS) for suit in "shdc"], repeat=len(places)):
        row = list(cards)
        for place, card in zip(places, fill, strict=True):
            row[place] = card
        falling = [RANKS.index(card[0]) for card in fill]
        if len(set(row)) == len(row) and falling == sorted(falling, reverse=True) and value_of(row) == value:
            return tuple(row)
    raise AssertionError((cards, value))


def test_stand_ins_of_one_joker() -> None:
    """Every reading of a sample of rows: really made, of cards not in the row, by the preferred suit."""
    rng = random.Random(5)
    for size in (3, 5):
        for _ in range(60):
            cards = tuple(rng.sample([*rng.sample(DECK, size - 1), JOKER], size))
            for value in readings(key_of(cards)):
                read = stand_ins(cards, value)
                assert value_of(read) == value
                assert read == _preferred(cards, value)


def test_stand_ins_of_two_jokers() -> None:
    rng = random.Random(6)
    for row in rng.sample(_naturals(3), 12):
        cards = tuple(rng.sample([*row, JOKER, JOKER], 5))
        values = readings(key_of(cards))
        for value in {values[0], values[-1], *rng.sample(values, 6)}:
            read = stand_ins(cards, value)
            assert len(set(read)) == 5
            assert value_of(read) == value
            assert sorted(read) == sorted(_preferred(cards, value))


def test_rows_of_untold_suits() -> None:
    """Ranks only are no flush, even with a joker; ``f`` is one."""
    tokens = tuple("AKQ 98765 AQJ42".replace(" ", ""))
    plain, suited = board_of(tokens), board_of(tokens, (False, True, True))
    assert [strength(key) >> 20 for key in plain.keys] == [HIGH_CARD, STRAIGHT, HIGH_CARD]
    assert [CATEGORIES[strength(key) >> 20] for key in suited.keys[1:]] == ["straight-flush", "flush"]
    assert max(readings(key_of("9 8 7 6 Jo"))) >> 20 == STRAIGHT
