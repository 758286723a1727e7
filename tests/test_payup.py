"""Who pays whom: nothing left over, as few payments as possible, always the same list."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_score.errors import UNBALANCED
from ofc_score.evening.payouts import EXACT_LIMIT, Payment, Unbalanced, direct, payments, through_bank

from .effort import pieces

NAMES = (
    "Ann",
    "Bob",
    "Cy",
    "Dee",
    "No",
    "007",
    "1e5",
    "Jos\u00e9",
    "Zoë 🃏",
    "\u05d3\u05e0\u05d4",
    "<script>",
    "=A1",
    "Alex",
    "Alexander",
)


def close(amounts: Sequence[int]) -> dict[str, int]:
    """Balances over the first names, the last one taking what makes the sum zero."""
    return dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))


def balances(most: int, size: int = 60) -> st.SearchStrategy[dict[str, int]]:
    return st.lists(st.integers(-size, size), max_size=most - 1).map(close)


def left_after(balance: Mapping[str, int], paid: Sequence[Payment]) -> dict[str, int]:
    left = dict(balance)
    for payer, payee, amount in paid:
        assert amount > 0
        assert payer != payee
        left[payer] = left.get(payer, 0) + amount
        left[payee] = left.get(payee, 0) - amount
    return {name: amount for name, amount in left.items() if amount}


def fewest(amounts: Sequence[int]) -> int:
    """The fewest payments that settle the amounts, by trying: settle the first with each of the other sign."""
    open_ = [amount for amount in amounts if amount]
    if not open_:
        return 0
    first, rest = open_[0], open_[1:]
    return 1 + min(
        fewest([*rest[:at], other + first, *rest[at + 1 :]]) for at, other in enumerate(rest) if first * other < 0
    )


def one(*paid: tuple[str, str, int]) -> list[Payment]:
    return [Payment(*payment) for payment in paid]


@pytest.mark.parametrize(
    ("balance", "paid"),
    [
        ({}, []),
        ({"Ann": 0, "Bob": 0}, []),
        ({"Ann": 12, "Cy": -12}, one(("Cy", "Ann", 12))),
        ({"Ann": 12, "Bob": 0, "Cy": -12}, one(("Cy", "Ann", 12))),
        ({"Ann": 15, "Bob": -12, "Cy": -3}, one(("Bob", "Ann", 12), ("Cy", "Ann", 3))),
        ({"Ann": 5, "Bob": -5, "Cy": 5, "Dee": -5}, one(("Bob", "Ann", 5), ("Dee", "Cy", 5))),
        # The largest debt to the largest claim would need four payments here.
        (
            {"Ann": 6, "Bob": 4, "Cy": -5, "Dee": -3, "Eve": -2, "Flo": 0},
            one(("Cy", "Ann", 5), ("Dee", "Bob", 3), ("Eve", "Ann", 1), ("Eve", "Bob", 1)),
        ),
        (
            {"Ann": 5, "Bob": 4, "Cy": -3, "Dee": -2, "Eve": -4},
            one(("Eve", "Bob", 4), ("Cy", "Ann", 3), ("Dee", "Ann", 2)),
        ),
        (
            {"Ann": 9, "Bob": 7, "Cy": -8, "Dee": -4, "Eve": -3, "Flo": -1},
            one(("Cy", "Ann", 8), ("Dee", "Bob", 4), ("Eve", "Bob", 3), ("Flo", "Ann", 1)),
        ),
    ],
    ids=[
        "nobody",
        "all-even",
        "two",
        "zero-left-out",
        "one-winner",
        "two-pairs",
        "one-group",
        "a-pair-first",
        "groups",
    ],
)
def test_payments(balance: dict[str, int], paid: list[Payment]) -> None:
    assert payments(balance) == paid


def test_not_balanced() -> None:
    for settle in (payments, lambda balance: through_bank(balance, "Ann")):
        with pytest.raises(Unbalanced, match="balances") as caught:
            settle({"Ann": 3, "Bob": -2})
        assert caught.value.exit_code == UNBALANCED
        assert caught.value.faults[0].message == "the balances sum to 1 instead of 0"
        assert caught.value.faults[0].code == caught.value.code == "unbalanced"


@given(balances(len(NAMES)), st.randoms(use_true_random=False))
def test_nothing_left_and_always_the_same(balance: dict[str, int], shuffle: random.Random) -> None:
    paid = payments(balance)
    assert left_after(balance, paid) == {}
    people = [name for name, amount in balance.items() if amount]
    assert len(paid) <= max(0, len(people) - 1)
    assert len({(payer, payee) for payer, payee, _ in paid}) == len(paid)
    assert all(balance[payer] < 0 < balance[payee] for payer, payee, _ in paid)
    mixed = list(balance.items())
    shuffle.shuffle(mixed)
    assert payments(dict(mixed)) == paid


@settings(max_examples=60)
@given(st.one_of(balances(7, 4), balances(6)))
def test_the_fewest_possible(balance: dict[str, int]) -> None:
    assert len(payments(balance)) == fewest(list(balance.values()))


def test_the_fewest_possible_for_eight() -> None:
    """Balances made of hidden groups: eight people with k groups need 8 - k payments at most, checked by trying."""
    seeded = random.Random(8)
    for _ in range(6):
        amounts: list[int] = []
        for size in seeded.choice([(4, 4), (3, 5), (2, 3, 3), (8,)]):
            group = [seeded.choice([-1, 1]) * seeded.randint(1, 30) for _ in range(size - 1)]
            amounts += [*group, -sum(group)]
        seeded.shuffle(amounts)
        balance = dict(zip(NAMES, amounts, strict=False))
        assert len(payments(balance)) == fewest(amounts)


def test_beyond_the_exact_limit() -> None:
    balance = {f"P{number}": 2**number for number in range(EXACT_LIMIT + 8)}
    balance["Bank"] = -sum(balance.values())
    balance |= {"Zed": 10**9, "Yul": -(10**9)}
    paid = payments(balance)
    assert Payment("Yul", "Zed", 10**9) in paid
    assert left_after(balance, paid) == {}
    assert len(paid) == len(balance) - 2


@pytest.mark.parametrize(("people", "bound"), [(8, 20), (EXACT_LIMIT, 200)])
def test_payments_are_quick(people: int, bound: int) -> None:
    balance = {f"P{number}": 3**number for number in range(people - 1)}
    balance["Last"] = -sum(balance.values())
    assert min(pieces(lambda: payments(balance)) for _ in range(5)) < bound


@pytest.mark.parametrize(
    ("bank", "paid"),
    [
        ("Ann", one(("Cy", "Ann", 9), ("Bob", "Ann", 3), ("Ann", "Dee", 2))),
        ("Bob", one(("Cy", "Bob", 9), ("Bob", "Ann", 10), ("Bob", "Dee", 2))),
        ("Host", one(("Cy", "Host", 9), ("Bob", "Host", 3), ("Host", "Ann", 10), ("Host", "Dee", 2))),
    ],
)
def test_bank(bank: str, paid: list[Payment]) -> None:
    assert through_bank({"Ann": 10, "Bob": -3, "Cy": -9, "Dee": 2, "Eve": 0}, bank) == paid


@given(balances(10), st.sampled_from([*NAMES, "Host"]))
def test_bank_leaves_nothing(balance: dict[str, int], bank: str) -> None:
    paid = through_bank(balance, bank)
    assert left_after(balance, paid) == {}
    assert all(bank in payment[:2] for payment in paid)
    assert through_bank(dict(reversed(balance.items())), bank) == paid
    handed = [payment.payee == bank for payment in paid]
    assert handed == sorted(handed, reverse=True)


debts = st.lists(
    st.tuples(st.sampled_from(NAMES[:5]), st.sampled_from(NAMES[:5]), st.integers(-50, 50))
    .filter(lambda debt: debt[0] != debt[1])
    .map(lambda debt: Payment(*debt)),
    max_size=20,
)


@pytest.mark.parametrize(
    ("balances", "owed", "paid"),
    [
        (
            {"Ann": 1, "Bob": -3, "Dee": 2},
            [("Ann", "Bob", 5), ("Bob", "Ann", 8), ("Cy", "Ann", 4), ("Ann", "Cy", 4), ("Ann", "Dee", 2)],
            [("Bob", "Dee", 2), ("Bob", "Ann", 1)],
        ),
        (
            {"Ann": 1, "Bob": -1, "Cy": -1, "Dee": 1},
            [("Bob", "Dee", 1), ("Cy", "Ann", 1)],
            [("Bob", "Dee", 1), ("Cy", "Ann", 1)],
        ),
        (
            {"Ann": 3, "Bob": -3, "Cy": -2, "Dee": 2},
            [("Bob", "Ann", 1), ("Bob", "Dee", 2), ("Cy", "Ann", 2)],
            [("Bob", "Dee", 2), ("Bob", "Ann", 1), ("Cy", "Ann", 2)],
        ),
        (
            {"Ann": 5, "Bob": -5, "Cy": -5, "Dee": 5},
            [("Bob", "Dee", 6), ("Dee", "Bob", 2), ("Dee", "Bob", 3), ("Bob", "Ann", 4), ("Cy", "Ann", 3)],
            [("Bob", "Ann", 4), ("Bob", "Dee", 1), ("Cy", "Dee", 4), ("Cy", "Ann", 1)],
        ),
    ],
    ids=["nobody pays and gets", "a single unit", "along the debts", "debts both ways, the largest first"],
)
def test_direct(balances: dict[str, int], owed: list[tuple[str, str, int]], paid: list[tuple[str, str, int]]) -> None:
    assert direct(balances, one(*owed)) == one(*paid)


def test_nobody_owes_themselves() -> None:
    with pytest.raises(ValueError, match="cannot owe"):
        direct({}, one(("Ann", "Ann", 1)))


@given(balances(5), debts, st.randoms(use_true_random=False))
def test_direct_keeps_every_balance(before: dict[str, int], owed: list[Payment], shuffle: random.Random) -> None:
    """Whatever is open from before beside the debts: nobody at 0 pays or gets, nobody more than their balance."""
    balance = dict(before)
    for payer, payee, amount in owed:
        balance[payer] = balance.get(payer, 0) - amount
        balance[payee] = balance.get(payee, 0) + amount
    paid = direct(balance, owed)
    assert left_after(balance, paid) == {}
    assert all(balance[payer] < 0 < balance[payee] for payer, payee, _ in paid)
    pairs = [frozenset(payment[:2]) for payment in paid]
    assert len(set(pairs)) == len(pairs)
    mixed = list(owed)
    shuffle.shuffle(mixed)
    assert direct(balance, mixed) == paid
