"""From points to chips: the published counts under every option, the order of the count, caps, conservation."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ofc_score.rules.ruleset import Count
from ofc_score.scoring.settlement import Transfer, counted_pairs, counting_order, settle

from .oracle import scorer

WORKED: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "data" / "boards.yaml").read_text("utf-8"))
OPTIONS: dict[str, Count] = {
    "none": Count(False, False, False, False),
    "pairs, loser cap": Count(False, True, False, False),
    "pairs, both caps": Count(False, True, True, False),
    "pairs, loser cap, bust leaves": Count(False, True, False, True),
    "payer, loser cap": Count(True, True, False, False),
    "payer, both caps": Count(True, True, True, False),
}
Owed = dict[tuple[str, str], int]


def _both_ways(points: list[list[Any]]) -> Owed:
    return {(a, b): owed for a, b, owed in points} | {(b, a): -owed for a, b, owed in points}


def _settle(order: list[str], owed: Owed, stacks: dict[str, int] | None, count: Count) -> list[Transfer]:
    return settle(counted_pairs(order, lambda a, b: owed[a, b], count), stacks, count)


def _after(transfers: list[Transfer], stacks: dict[str, int]) -> dict[str, int]:
    """The stacks at the end, from what moved; each pair must show the running ones."""
    running = dict(stacks)
    for transfer in transfers:
        running[transfer.player] += transfer.paid
        running[transfer.opponent] -= transfer.paid
        assert transfer.stacks == (running[transfer.player], running[transfer.opponent])
    return running


@pytest.mark.parametrize(
    ("case", "option", "expected"),
    [
        pytest.param(case, option, stacks, id=f"{case['name']}: {option}")
        for case in WORKED["counts"]
        for option, stacks in case["results"].items()
    ],
)
def test_published_count(case: dict[str, Any], option: str, expected: dict[str, int]) -> None:
    order = counting_order(case["seats"], case["seats"], case["button"])
    transfers = _settle(order, _both_ways(case["points"]), case["stacks"], OPTIONS[option])
    assert _after(transfers, case["stacks"]) == expected


# Order


@pytest.mark.parametrize(
    ("seats", "playing", "button", "expected"),
    [
        ("ABCD", "ABCD", "D", "ABCD"),
        ("ABCD", "ABCD", "A", "BCDA"),
        ("ABCD", "ABCD", "C", "DABC"),
        ("ABCD", "ACD", "B", "CDA"),
        ("ABCD", "ABD", "B", "DAB"),
        ("ABCD", "AB", "D", "AB"),
        ("AB", "AB", "A", "BA"),
    ],
)
def test_counting_order(seats: str, playing: str, button: str, expected: str) -> None:
    """Left of the button first, the button last; a button that does not play is a place only."""
    assert counting_order(list(seats), list(playing), button) == list(expected)


def test_pairs_are_counted_in_the_published_order() -> None:
    transfers = _settle(list("ABCD"), dict.fromkeys(permutations("ABCD", 2), 0), None, OPTIONS["none"])
    assert [(it.player, it.opponent) for it in transfers] == [
        ("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D"),
    ]  # fmt: skip


def test_payers_pay_in_turn_and_tied_pairs_come_last() -> None:
    owed = _both_ways([["A", "B", 3], ["A", "C", -1], ["A", "D", -2], ["B", "C", 0], ["B", "D", -4], ["C", "D", 5]])
    transfers = _settle(list("ABCD"), owed, None, Count(True, False, False, False))
    assert [(it.player, it.opponent, it.points, it.paid) for it in transfers] == [
        ("A", "C", -1, -1),
        ("A", "D", -2, -2),
        ("B", "D", -4, -4),
        ("B", "A", -3, -3),
        ("D", "C", -5, -5),
        ("B", "C", 0, 0),
    ]


# Caps

CAPS: list[tuple[str, Count, int, tuple[int, int], int]] = [
    ("no cap goes below zero", OPTIONS["none"], 10, (5, 3), 10),
    ("the loser's stack", OPTIONS["pairs, loser cap"], 10, (5, 3), 3),
    ("the winner's stack", OPTIONS["pairs, both caps"], 10, (2, 30), 2),
    ("both", OPTIONS["pairs, both caps"], 10, (4, 3), 3),
    ("enough on both sides", OPTIONS["pairs, both caps"], 10, (40, 30), 10),
    ("the winner's stack alone", Count(False, False, True, False), 10, (4, 3), 4),
    ("it lets a stack below zero pay on", Count(False, False, True, False), 10, (4, -3), 4),
    ("a winner below zero gets nothing", Count(False, False, True, False), 10, (-4, 30), 0),
    ("a loser below zero pays nothing", OPTIONS["pairs, loser cap"], 10, (5, -3), 0),
]


@pytest.mark.parametrize(("count", "owed", "stacks", "moved"), [case[1:] for case in CAPS], ids=[c[0] for c in CAPS])
@pytest.mark.parametrize("turned", [False, True], ids=["wins", "loses"])
def test_cap(count: Count, owed: int, stacks: tuple[int, int], moved: int, turned: bool) -> None:
    winner, loser = ("B", "A") if turned else ("A", "B")
    sign = -1 if turned else 1
    held = dict(zip((winner, loser), stacks, strict=True))
    (transfer,) = _settle(["A", "B"], _both_ways([[winner, loser, owed]]), held, count)
    assert (transfer.player, transfer.points, transfer.paid) == ("A", sign * owed, sign * moved)
    assert _after([transfer], held) == {winner: stacks[0] + moved, loser: stacks[1] - moved}


def test_a_stack_at_zero_neither_pays_nor_collects_later_under_both_caps() -> None:
    owed = _both_ways([["A", "B", 10], ["A", "C", 0], ["B", "C", 20]])
    transfers = _settle(list("ABC"), owed, {"A": 50, "B": 10, "C": 50}, OPTIONS["pairs, both caps"])
    assert [it.paid for it in transfers] == [10, 0, 0]


def test_bust_rule_takes_a_stack_out_only_after_a_payment() -> None:
    """A player below zero from earlier hands plays on; one who falls there by a payment is gone, as winner too."""
    count = Count(False, False, False, True)
    owed = _both_ways([["A", "B", 3], ["A", "C", -1], ["B", "C", 9]])
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": -5, "B": 30, "C": 3}, count)] == [3, -1, 9]
    owed = _both_ways([["A", "B", 0], ["A", "C", -1], ["B", "C", 9]])
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": -5, "B": 30, "C": 3}, count)] == [0, -1, 9]
    owed = _both_ways([["A", "B", 3], ["A", "C", -1], ["B", "C", -9]])
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": -5, "B": 2, "C": 3}, count)] == [3, -1, 0]
    owed = _both_ways([["A", "B", 3], ["A", "C", -1], ["B", "C", 9]])
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": -5, "B": 3, "C": 3}, count)] == [3, -1, 0]


def test_the_last_point_keeps_a_player_in_the_hand() -> None:
    owed = _both_ways([["A", "B", 10], ["A", "C", 0], ["B", "C", -20]])
    count = OPTIONS["pairs, loser cap, bust leaves"]
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": 50, "B": 11, "C": 50}, count)] == [10, 0, -1]
    assert [it.paid for it in _settle(list("ABC"), owed, {"A": 50, "B": 10, "C": 50}, count)] == [10, 0, 0]


def test_winner_cap_implies_the_bust_rule() -> None:
    """Without a loser cap too: A falls below zero and pays C nothing any more."""
    owed = _both_ways([["A", "B", -17], ["A", "C", -6], ["B", "C", 0]])
    stacks = {"A": 1, "B": 50, "C": 50}
    for count in (Count(False, False, True, False), Count(False, False, True, True)):
        assert [it.paid for it in _settle(list("ABC"), owed, stacks, count)] == [-17, 0, 0]
    assert [it.paid for it in _settle(list("ABC"), owed, stacks, Count(*[False] * 4))] == [-17, -6, 0]


def test_points_on_paper_know_no_caps() -> None:
    (transfer,) = _settle(["A", "B"], _both_ways([["A", "B", 99]]), None, Count(False, True, True, True))
    assert transfer == Transfer("A", "B", 99, 99, None)


# Properties

NAMES = ("A", "B", "C", "D")
COUNTS = st.builds(Count, st.booleans(), st.booleans(), st.booleans(), st.booleans())


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[str], Owed, dict[str, int]]:
    order = list(draw(st.permutations(NAMES[: draw(st.integers(1, 4))])))
    points = [[a, b, draw(st.integers(-30, 30))] for a, b in combinations(order, 2)]
    return order, _both_ways(points), {name: draw(st.integers(1, 40)) for name in order}


@given(hands(), COUNTS)
def test_chips_neither_appear_nor_vanish(hand: tuple[list[str], Owed, dict[str, int]], count: Count) -> None:
    order, owed, stacks = hand
    transfers = _settle(order, owed, stacks, count)
    after = _after(transfers, stacks)
    assert sum(after.values()) == sum(stacks.values())
    assert sorted(tuple(sorted(it[:2])) for it in transfers) == sorted(tuple(sorted(p)) for p in combinations(order, 2))
    for it in transfers:
        assert it.points == owed[it.player, it.opponent]
        assert it.paid * it.points >= 0
        assert abs(it.paid) <= abs(it.points)
    if count.loser_cap:
        assert min(after.values()) >= 0
    if not (count.loser_cap or count.winner_cap or count.bust_leaves_hand):
        assert all(it.paid == it.points for it in transfers)


@given(hands(), COUNTS)
def test_the_slow_scorer_moves_the_same(hand: tuple[list[str], Owed, dict[str, int]], count: Count) -> None:
    order, owed, stacks = hand
    options = {
        "order": "payer" if count.payer_order else "pairs",
        "loser_cap": count.loser_cap,
        "winner_cap": count.winner_cap,
        "bust_leaves_hand": count.bust_leaves_hand,
    }
    counted = scorer.count_order(order, owed, str(options["order"]))
    steps, left = scorer.settle(counted, owed, stacks, options)
    transfers = _settle(order, owed, stacks, count)
    assert [(it.player, it.opponent) for it in transfers] == counted
    assert [it.paid for it in transfers] == [paid for paid, _ in steps]
    assert _after(transfers, stacks) == left


@given(hands())
def test_without_caps_the_order_does_not_matter(hand: tuple[list[str], Owed, dict[str, int]]) -> None:
    order, owed, stacks = hand
    ends = {tuple(sorted(_after(_settle(list(turned), owed, stacks, OPTIONS["none"]), stacks).items()))
            for turned in permutations(order)}  # fmt: skip
    assert len(ends) == 1
