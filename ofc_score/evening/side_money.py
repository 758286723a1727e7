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

    ``kind``: ``adjust``, ``chips`` (an accepted count), ``expense`` (a share of it), ``owe``, ``pay`` (the creditor
    paid), ``bank`` (the creditor paid cash for a buy-in), or ``hand 3`` for what a voided hand moved and caps kept.
    """

    kind: str
    debtor: str
    creditor: str
    points: int
    amount: int


class Moves:
    """All moves of an evening, one after the other. ``present`` is everybody who takes part: who sits or sat, waits
    for a seat, is the bank, or shares an expense."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.listed: list[Move] = []
        self.present = dict.fromkeys((*setup.players, *([setup.bank] if setup.bank else [])))

    def points(self, kind: str, won: Mapping[str, int]) -> None:
        """Points that change hands, as what everybody wins."""
        self.listed += [Move(kind, it.payer, it.payee, it.amount, 0) for it in payments(won)]

    def money(self, event: Expense | Owe | Pay) -> None:
        """An entry of money."""
        if isinstance(event, Expense):
            self.present.update(dict.fromkeys((event.by, *event.sharers)))
            shares = zip(event.sharers, split(event.amount, len(event.sharers)), strict=True)
            self.listed += [Move(EXPENSE, name, event.by, 0, share) for name, share in shares]
        elif isinstance(event, Owe):
            self.listed.append(Move(OWE, event.debtor, event.creditor, 0, event.amount))
        else:
            self.listed.append(Move(PAY, event.payee, event.payer, 0, event.amount))

    def buy_in(self, name: str, points: int, paid: bool | None) -> int:
        """Cash for a buy-in changes hands when it is booked. Where its points never come to the table (the set is the
        last one, the player leaves) the bank owes it back. Returns the cash in minor units."""
        # By a corrected past somebody may buy in who never joined: his points are on the table all the same.
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

    def balances(self) -> tuple[dict[str, int], dict[str, int]]:
        """Money beside the game by person: tonight's, and what only settles or notes a debt from before.

        Rule: a payment or a debt with somebody who takes no part in the evening is none of its results.
        """
        cash: dict[str, int] = {}
        old: dict[str, int] = {}
        for it in self.listed:
            if it.amount:
                where = cash if it.creditor in self.present and it.debtor in self.present else old
                where[it.creditor] = where.get(it.creditor, 0) + it.amount
                where[it.debtor] = where.get(it.debtor, 0) - it.amount
        return cash, old
