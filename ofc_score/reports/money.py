"""Money and chips in words: who stands how, who pays whom, money beside the game, chips counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ofc_score.evening.corrections import resolve
from ofc_score.evening.events import Expense, Owe, Pay
from ofc_score.evening.payouts import payments
from ofc_score.evening.results import Account, LedgerSession, Standing, unit_of
from ofc_score.evening.session import Session
from ofc_score.evening.state import ChipCheck, State
from ofc_score.money import POINTS, format_amount
from ofc_score.names import shown
from ofc_score.reports.layout import table, wide
from ofc_score.reports.log import EntryWords
from ofc_score.reports.status import stacks_line
from ofc_score.reports.views import Payout
from ofc_score.reports.words import joined, money, plus, points_words, signed

# Money beside the game


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
    if state.point is None:
        return []
    unit = state.point.currency
    lines = []
    if state.paid_in:
        cash = ", ".join(f"{shown(name)} {format_amount(paid, unit)}" for name, paid in state.paid_in.items())
        lines.append(f"Cash for buy-ins to {shown(session.setup.bank or '')}: {cash} {unit}")
    for item in resolve(session.events):
        event = item.event
        if isinstance(event, Expense):
            why = f" ({event.why})" if event.why else ""
            lines.append(f"{shown(event.by)} paid {money(event.amount, unit)} for {joined(event.sharers)}{why}")
        elif isinstance(event, Owe):
            pair = f"{shown(event.debtor)} owed {shown(event.creditor)}"
            lines.append(f"{pair} {money(event.amount, unit)} ({event.why or 'from before'})")
        elif isinstance(event, Pay):
            lines.append(f"{shown(event.payer)} paid {shown(event.payee)} {money(event.amount, unit)}")
    return lines


def money_change_lines(before: State, after: State, accounts: Sequence[Account]) -> list[str]:
    """Whose balance an entry of money changed, and to what: the whole one over all sessions, which ``payouts`` empties;
    ``accounts`` are those after the entry."""
    unit = unit_of(after)
    lines = [
        f"{shown(name)} does not play tonight: this counts as from before"
        for name, amount in after.old.items()
        if name not in after.present and amount != before.old.get(name, 0)
    ]
    totals = {row.player: row.total for account in accounts if account.unit == unit for row in account.rows}
    for name in dict.fromkeys((*after.people, *before.people)):
        new = _own(after, name)
        if moved := new - _own(before, name):
            now = totals.get(name, 0)
            whole = " in all" if now != new else ""
            lines.append(f"{shown(name)} {plus(now - moved, unit)} -> {plus(now, unit)} {unit}{whole}")
    return lines


def _own(state: State, name: str) -> int:
    """What a session itself adds to somebody's whole balance, in minor units."""
    balance = state.balances().get(name)
    return (balance.amount or 0 if balance else 0) + state.old.get(name, 0)


def paid_too_much(event: Pay, accounts: Sequence[Account]) -> list[str]:
    """Where somebody paid more than they owed in all: how they stand over everything, and who pays them now;
    ``accounts`` are those after the payment."""
    unit = accounts[0].unit
    totals = {row.player: row.total for row in accounts[0].rows}
    now = totals.get(event.payer, 0)
    before = now - event.amount
    if now <= 0:
        return []
    who = shown(event.payer)
    back = ", ".join(
        f"{shown(it.payer)} pays {who} {money(it.amount, unit)}" for it in payments(totals) if it.payee == event.payer
    )
    if before < 0:
        owed, more = money(-before, unit), money(now, unit)
        return [f"{who} owed {owed} in all and paid {more} too much; payouts now: {back}"]
    # They paid one debt while others owe them more: nothing is wrong with that.
    stood, stands = (f"{plus(amount, unit)} {unit}" for amount in (before, now))
    return [f"Over all sessions {who} stood at {stood} and is at {stands} now; payouts now: {back}"]


# Balances and payouts


def balance_lines(accounts: Sequence[Account], width: int | None) -> list[str]:
    """Tonight, before and total of everybody, a table for each unit; absent people are marked. What was won at the
    table stands apart where tonight's money is something else."""
    lines: list[str] = []
    for place, account in enumerate(accounts):
        unit = account.unit
        apart = ("points", "at the table") if not place and beside(accounts) else ()
        head = (unit, *apart, "tonight", "before", "total", "")
        rows = []
        for it in account.rows:
            won = (signed(it.points), plus(it.table, unit)) if apart else ()
            amounts = (plus(amount, unit) for amount in (it.tonight, it.before, it.total))
            rows.append((shown(it.player), *won, *amounts, "" if it.present else "absent"))
        printed = table([head, *rows], ("left", *["right"] * (len(head) - 2), "left"))
        if wide(printed, width):
            printed = [f"{unit}:"] + [
                f"  {name}{f' ({mark})' if mark else ''}: "
                + ", ".join(f"{what} {value}" for what, value in zip(head[1:-1], values, strict=True))
                for name, *values, mark in rows
            ]
        lines += ["", *printed] if lines else printed
    if any(account.followed for account in accounts):
        lines.append("Later sessions are not included")
    return lines or ["No balances yet"]


def payout_lines(found: Sequence[Payout], *, followed: bool = False) -> list[str]:
    """``Cy pays Ann 3.00 EUR``, one line per payment; absent people are marked. ``followed``: asked for an old session,
    where the payments are those of today."""
    lines = ["As of today, with later sessions:"] if followed else []
    for payout in found:
        for payer, payee, amount in payout.payments:
            names = [f"{shown(name)}{' (absent)' if name in payout.absent else ''}" for name in (payer, payee)]
            lines.append(f"{names[0]} pays {names[1]} {money(amount, payout.unit)}")
    return lines if any(it.payments for it in found) else [*lines, "Nobody owes anything"]


def paid_lines(booked: LedgerSession, entries: Sequence[int], found: Sequence[Payout]) -> list[str]:
    """The answer to payments that were recorded all at once, and those in other units, which were not."""
    words = EntryWords(booked.session)
    others = [payout for payout in found if payout.unit != unit_of(booked.state) and payout.payments]
    left = ["Not recorded, for they are in another unit:", *payout_lines(others)] if others else []
    return [*(f"e{entry}: {words.of(entry)}" for entry in entries), *left]


# Chips counted


def chip_lines(state: State) -> list[str]:
    """The chips that must lie in front of everybody."""
    if state.setup.on_paper:
        return ["Points on paper, no chips to count"]
    total = sum(state.stacks.values())
    return [f"Chips to count: {stacks_line(state)}, {total} in all"]


def check_lines(differences: Mapping[str, tuple[int, int]], *, accepted: bool) -> list[str]:
    """Counted chips against the books."""
    lines = []
    for name, (counted, books) in differences.items():
        off = counted - books
        words = f"{abs(off)} {'more' if off > 0 else 'fewer'}"
        lines.append(f"{shown(name)}: {counted} counted, {books} in the ledger, {words}")
    if not lines:
        return ["The chips match the ledger"]
    if accepted:
        return [*lines, "The stacks are now as counted"]
    off = sum(counted - books for counted, books in differences.values())
    way = (
        f"{abs(off)} {'more' if off > 0 else 'fewer'} on the table in all"
        if off
        else "--accept takes the stacks as counted"
    )
    return [*lines, f"Nothing was changed; {way}"]


def recount_lines(old: ChipCheck | None, check: ChipCheck) -> list[str]:
    """A count whose verdict a correction changed, and what to do; nothing where it did not."""
    if old is not None and (bool(old.differences), old.accepted) == (bool(check.differences), check.accepted):
        return []
    after = f"after hand {check.after_hand}" if check.after_hand else "before the first hand"
    what = f"Chips counted {after} (e{check.entry})"
    if not check.differences:
        return [f"{what} match the corrected ledger: if the stacks were right all along, move no chips"]
    off = ", ".join(f"{shown(name)} {counted} counted, {books} by the ledger"
                    for name, (counted, books) in check.differences.items())  # fmt: skip
    if check.accepted:
        return [f"{what} set the stacks: {off}"]
    return [f"{what} differ from the corrected ledger: {off}; move the chips, then count again"]
