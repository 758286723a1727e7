"""What was won at the table, and money beside it in words: cash for buy-ins, expenses, old debts, payments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ofc_score.evening.corrections import resolve
from ofc_score.evening.events import Expense, Owe, Pay
from ofc_score.evening.results import POINTS, Account, Standing
from ofc_score.money import format_amount
from ofc_score.names import shown
from ofc_score.reports.books import amount_text
from ofc_score.reports.count import signed

if TYPE_CHECKING:
    from ofc_score.evening.session import Session


def points_words(points: int) -> str:
    """``+28 points``, ``+1 point``."""
    return f"{signed(points)} {'point' if abs(points) == 1 else 'points'}"


def plus(amount: int, unit: str) -> str:
    """``+7.00`` or ``-7.00``, without the unit."""
    return f"{'+' if amount > 0 else ''}{amount_text(amount, unit)}"


def table_words(standing: Standing, unit: str) -> str:
    """What somebody won at the table: ``Ann +28 points, +7.00 EUR``."""
    worth = "" if unit == POINTS else f", {plus(standing.table, unit)} {unit}"
    return f"{shown(standing.player)} {points_words(standing.points)}{worth}"


def beside(accounts: Sequence[Account]) -> bool:
    """Whether tonight's money is not what was won at the table."""
    return bool(accounts) and any(row.table != row.tonight for row in accounts[0].rows)


def beside_lines(session: Session) -> list[str]:
    """One line for each expense, debt and payment in the order booked, and one for the cash that the bank holds."""
    state = session.state
    point = state.point
    if point is None:
        return []

    def money(amount: int) -> str:
        return format_amount(amount, point.currency, code=True)

    lines = []
    if state.paid_in:
        cash = ", ".join(f"{shown(name)} {amount_text(paid, point.currency)}" for name, paid in state.paid_in.items())
        lines.append(f"Cash for buy-ins to {shown(session.setup.bank or '')}: {cash} {point.currency}")
    for item in resolve(session.events):
        event = item.event
        if isinstance(event, Expense):
            who = ", ".join(map(shown, event.sharers))
            lines.append(f"{shown(event.by)} paid {money(event.amount)} for {who}{_why(event.why)}")
        elif isinstance(event, Owe):
            pair = f"{shown(event.debtor)} owed {shown(event.creditor)}"
            lines.append(f"{pair} {money(event.amount)}{_why(event.why, 'from before')}")
        elif isinstance(event, Pay):
            lines.append(f"{shown(event.payer)} paid {shown(event.payee)} {money(event.amount)}")
    return lines


def _why(why: str, otherwise: str = "") -> str:
    said = why or otherwise
    return f" ({said})" if said else ""
