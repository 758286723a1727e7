"""Who pays whom: from balances to a short list of payments that is always the same and leaves nothing over.

Amounts are whole numbers of any one unit, points or minor units of one currency. A positive balance is to be
received, a negative one to be paid. People are ordered by amount, the larger first, and by name among equals, so
the order in which the balances come in never shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ofc_score.errors import UNBALANCED, Fault, OfcError

# Up to here the fewest possible payments are found (2 ** n subsets); beyond it the list is only short.
EXACT_LIMIT: Final = 12


class Payment(NamedTuple):
    """``payer`` hands ``amount`` (always above zero) to ``payee``."""

    payer: str
    payee: str
    amount: int


class Unbalanced(OfcError):
    """Balances that do not sum to zero: no list of payments could settle them."""

    code = "unbalanced"
    exit_code = UNBALANCED


class _Open(NamedTuple):
    """Somebody whose balance is not zero."""

    name: str
    amount: int


def payments(balances: Mapping[str, int]) -> list[Payment]:
    """The payments that bring every balance to zero: at most one fewer than people with an open balance.

    Two people who owe exactly what the other is owed settle with each other. The rest form as many groups as possible
    that settle among themselves, since a group of k needs k-1 payments: the fewest possible up to ``EXACT_LIMIT``
    people; more are settled as one group. Within a group the largest debt goes to the largest claim. Raises
    ``Unbalanced`` unless the balances sum to zero.
    """
    pairs, rest = _pairs(*_open(balances))
    groups = _groups(rest) if len(rest) <= EXACT_LIMIT else [rest]
    return _sorted(pairs + [payment for group in groups for payment in _settle(group)])


def through_bank(balances: Mapping[str, int], bank: str) -> list[Payment]:
    """Everybody with an open balance settles with ``bank`` alone, the payers first, so that the bank can pay out.

    The bank may be a player or stand outside the balances. Raises ``Unbalanced`` unless they sum to zero.
    """
    payers, payees = _open(balances)
    paid = _sorted(Payment(name, bank, -amount) for name, amount in payers if name != bank)
    return paid + _sorted(Payment(bank, name, amount) for name, amount in payees if name != bank)


def direct(balances: Mapping[str, int], debts: Iterable[Payment]) -> list[Payment]:
    """The payments that bring every balance to zero, first along who owes whom by ``debts``.

    Rule (section 12): the net debt of each pair, the largest first, then by payer and payee; but nobody pays more than
    they owe in all or gets more than they are owed in all. What remains goes as in ``payments``. Raises
    ``ValueError`` for a debt to oneself, and ``Unbalanced``.
    """
    net: Counter[tuple[str, str]] = Counter()
    for payer, payee, amount in debts:
        if payer == payee:
            raise ValueError(f"{payer!r} cannot owe themselves")
        net[payer, payee] += amount
        net[payee, payer] -= amount
    left, paid = Counter(balances), Counter[tuple[str, str]]()
    for (payer, payee), owed in sorted(net.items(), key=lambda pair: (-pair[1], pair[0])):
        if (amount := min(owed, -left[payer], left[payee])) > 0:
            paid[payer, payee] += amount
            left[payer] += amount
            left[payee] -= amount
    for payer, payee, amount in payments(left):
        paid[payer, payee] += amount
    return _sorted(Payment(*pair, amount) for pair, amount in paid.items())


def _open(balances: Mapping[str, int]) -> tuple[list[_Open], list[_Open]]:
    """Those who pay and those who receive, everybody with the larger amount first; names break ties."""
    total = sum(balances.values())
    if total:
        message = f"the balances sum to {total} instead of 0"
        raise Unbalanced.of([Fault("unbalanced", message, "", "check the books with audit")], what="the balances")
    people = sorted(map(_Open._make, balances.items()), key=lambda person: (-abs(person.amount), person.name))
    return [person for person in people if person.amount < 0], [person for person in people if person.amount > 0]


def _pairs(payers: Iterable[_Open], payees: Iterable[_Open]) -> tuple[list[Payment], list[_Open]]:
    """Payments between people whose balances cancel exactly, and everybody else, the payers first.

    This never costs a payment: two groups that such a pair is torn between can always become the pair and one group.
    """
    paid: list[Payment] = []
    alone, left = [], list(payees)
    for payer in payers:
        payee = next((person for person in left if person.amount == -payer.amount), None)
        if payee:
            paid.append(Payment(payer.name, payee.name, payee.amount))
            left.remove(payee)
        else:
            alone.append(payer)
    return paid, alone + left


def _groups(people: Sequence[_Open]) -> list[list[_Open]]:
    """The people in as many groups with sum zero as possible.

    ``most[mask]`` counts, over all orders of adding the people of ``mask`` one by one, the most often that the running
    sum can be zero: every zero closes a group. Reading the best order backwards gives the groups.
    """
    size = 1 << len(people)
    sums, most = [0] * size, [0] * size
    for mask in range(1, size):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + people[low.bit_length() - 1].amount
        best, left = 0, mask
        while left:
            bit = left & -left
            left ^= bit
            best = max(best, most[mask ^ bit])
        most[mask] = best + (not sums[mask])
    groups: list[list[_Open]] = []
    mask = size - 1
    while mask:
        if not sums[mask]:
            groups.append([])
        wanted = most[mask] - (not sums[mask])
        place = next(at for at in range(len(people)) if mask >> at & 1 and most[mask ^ 1 << at] == wanted)
        groups[-1].append(people[place])
        mask ^= 1 << place
    return groups


def _settle(group: Iterable[_Open]) -> list[Payment]:
    """Settle one group: again and again the largest debt pays as much as it can to the largest claim."""
    left = {person.name: person.amount for person in group}
    paid: list[Payment] = []
    while left:
        payer = min(left, key=lambda name: (left[name], name))
        payee = min(left, key=lambda name: (-left[name], name))
        amount = min(-left[payer], left[payee])
        paid.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {name: amount for name, amount in left.items() if amount}
    return paid


def _sorted(paid: Iterable[Payment]) -> list[Payment]:
    """One order for every list: who pays most in sum comes first, their own payments together, the larger first."""
    listed = list(paid)
    sums: Counter[str] = Counter()
    for payment in listed:
        sums[payment.payer] += payment.amount
    return sorted(listed, key=lambda one: (-sums[one.payer], one.payer, -one.amount, one.payee))
