"""What moves beside the hands: points adjusted or counted anew, expenses, debts, payments, cash for buy-ins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ofc_score.evening.events import Expense, Owe, Pay, Setup
from ofc_score.evening.payouts import payments
from ofc_score.money import split

ADJUST: Final = "adjust"
CHIPS: Final = "chips"
EXPENSE: Final = "expense"
OWE: Final = "owe"
PAY: Final = "pay"
BANK: Final = "bank"


class Move(NamedTuple):
    """Something beside the hands, by which ``debtor`` owes ``creditor`` so much more, in points or in minor units.

    ``old``: it notes or settles a debt from before the session.
    ``kind``: ``adjust``, ``chips`` (an accepted count), ``expense`` (a share of it), ``owe``, ``pay`` (the creditor
    paid), ``bank`` (the creditor paid cash for a buy-in), or ``hand 3`` for what a voided hand moved and caps kept.
    """

    kind: str
    debtor: str
    creditor: str
    points: int
    amount: int
    old: bool = False


def odd_units(event: Expense, shares: Mapping[str, int]) -> dict[str, int]:
    """How many units more than the others each carries of an expense that is shared alike; a refund counts back."""
    least = min(shares.values())
    if max(shares.values()) - least > 1:
        return {}
    return {name: (share - least) * (-1 if event.refund else 1) for name, share in shares.items()}


class Money(NamedTuple):
    """Money beside the game by person, in minor units: ``cash`` among those who take part, ``before`` the part of it
    that notes or settles debts from before the session, ``old`` with people who take no part."""

    cash: dict[str, int]
    before: dict[str, int]
    old: dict[str, int]


class Moves:
    """All moves of an evening, one after the other. ``present`` is everybody who takes part: who sits or sat, waits
    for a seat, is the bank, or shares an expense."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.listed: list[Move] = []
        self.present = dict.fromkeys((*setup.players, *([setup.bank] if setup.bank else [])))
        # How many odd units of expenses each sharer has carried.
        self.odd: dict[str, int] = {}

    def points(self, kind: str, won: Mapping[str, int]) -> None:
        """Points that change hands, as what everybody wins."""
        self.listed += [Move(kind, it.payer, it.payee, it.amount, 0) for it in payments(won)]

    def money(self, event: Expense | Owe | Pay) -> None:
        """An entry of money."""
        if isinstance(event, Expense):
            self._expense(event)
        elif isinstance(event, Owe):
            self._owes(OWE, event.debtor, event.creditor, event.amount if event.before else 0, event.amount)
        else:
            self._owes(PAY, event.payee, event.payer, event.old or 0, event.amount)

    def _owes(self, kind: str, debtor: str, creditor: str, old: int, amount: int) -> None:
        """A debt or a payment, ``old`` of it from before."""
        if old:
            self.listed.append(Move(kind, debtor, creditor, 0, old, old=True))
        if amount - old:
            self.listed.append(Move(kind, debtor, creditor, 0, amount - old))

    def _expense(self, event: Expense) -> None:
        self.present.update(dict.fromkeys((event.by, *(event.payers or ()), *event.sharers)))
        shares = dict(zip(event.sharers, self.shares_of(event), strict=True))
        for name, odd in odd_units(event, shares).items():
            self.odd[name] = self.odd.get(name, 0) + odd
        if event.payers is None:
            debts = [(name, event.by, share) for name, share in shares.items()]
        else:
            net = dict(event.payers)
            for name, share in shares.items():
                net[name] = net.get(name, 0) - share
            debts = [(it.payer, it.payee, it.amount) for it in payments(net)]
        for debtor, creditor, amount in debts:
            both = (creditor, debtor) if event.refund else (debtor, creditor)
            self.listed.append(Move(EXPENSE, *both, 0, amount))

    def shares_of(self, event: Expense) -> tuple[int, ...]:
        """What each sharer carries: as the entry says, else alike, as the first version split it."""
        return tuple(split(event.amount, len(event.sharers))) if event.shares is None else event.shares

    def fair_shares(self, event: Expense) -> tuple[int, ...]:
        """Alike to the last unit; the odd units go to those who have had the fewest, in the order named (of a refund
        to those who have had the most)."""
        share, left = divmod(event.amount, len(event.sharers))
        sign = -1 if event.refund else 1
        lucky = sorted(event.sharers, key=lambda name: sign * self.odd.get(name, 0))[:left]
        return tuple(share + (name in lucky) for name in event.sharers)

    def buy_in(self, name: str, points: int, paid: bool | None) -> int:
        """Cash for a buy-in changes hands when it is booked. Where its points never come to the table (the set is the
        last one, the player leaves) the bank owes it back. Returns the cash in minor units."""
        # By a corrected past somebody may buy in who never joined: their points are on the table all the same.
        self.present[name] = None
        bank, point = self.setup.bank, self.setup.point
        if bank is None or point is None or not points or not (self.setup.paid if paid is None else paid):
            return 0
        cash = point.amount(points)
        self.listed.append(Move(BANK, bank, name, 0, cash))
        return cash

    def paid_in(self) -> dict[str, int]:
        """The cash that everybody gave the bank for buy-ins."""
        cash: dict[str, int] = {}
        for it in self.listed:
            if it.kind == BANK:
                cash[it.creditor] = cash.get(it.creditor, 0) + it.amount
        return cash

    def balances(self) -> Money:
        """Money beside the game by person.

        Rule: a payment or a debt with somebody who takes no part in the session is none of its results.
        """
        money = Money({}, {}, {})
        for it in self.listed:
            if it.amount:
                here = it.creditor in self.present and it.debtor in self.present
                _add(money.cash if here else money.old, it)
                if here and it.old:
                    _add(money.before, it)
        return money


def _add(sums: dict[str, int], move: Move) -> None:
    sums[move.creditor] = sums.get(move.creditor, 0) + move.amount
    sums[move.debtor] = sums.get(move.debtor, 0) - move.amount
