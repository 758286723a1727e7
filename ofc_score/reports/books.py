"""What outputs of the ledger show beyond the numbers of a state: payments over all evenings, who owes whom, JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ofc_score.evening.payouts import Payment, direct, payments, through_bank
from ofc_score.evening.results import POINTS, Account, LedgerSession, unit_of
from ofc_score.evening.session import Session, changes, chips_to_move
from ofc_score.evening.state import HandRecord, State
from ofc_score.money import PointValue, format_amount

if TYPE_CHECKING:
    from ofc_score.evening.session import Change


class Payout(NamedTuple):
    """Payments that settle one unit. ``absent`` are people among them who are not there tonight."""

    unit: str
    payments: Sequence[Payment]
    absent: Sequence[str]


def amount_text(amount: int, unit: str) -> str:
    """An amount as printed, without its unit: minor units as a decimal, points as they are."""
    return str(amount) if unit == POINTS else format_amount(amount, unit)


def payouts(
    accounts: Iterable[Account], session: Session, *, tonight: bool, bank: str | None, straight: bool
) -> list[Payout]:
    """Who pays whom, one list per unit: over all evenings, or ``tonight`` only; through a ``bank``; ``straight`` along
    who lost to whom tonight."""
    state = session.state
    found = []
    for account in accounts:
        open_ = {row.player: row.tonight if tonight else row.total for row in account.rows}
        own = account.unit == unit_of(state)
        if tonight and not own:
            continue
        if bank is not None:
            listed = through_bank(open_, bank)
        elif straight:
            listed = _direct(open_, debts(session) if own else [])
        else:
            listed = payments(open_)
        involved = {name for payment in listed for name in payment[:2]}
        absent = [row.player for row in account.rows if not row.present and row.player in involved]
        found.append(Payout(account.unit, listed, absent))
    return found


def debts(session: Session) -> list[Payment]:
    """Who owes whom from tonight alone, one debt after the other, in minor units or points."""
    state = session.state
    point = state.point
    worth = 1 if point is None else point.minor
    found = [pay._replace(amount=pay.amount * worth) for record in state.hands for pay in record.transfers]
    moved = [Payment(it.debtor, it.creditor, it.points * worth + it.amount) for it in state.moves]
    present = set(state.present)
    return [*found, *(it for it in moved if it.payer != it.payee and {it.payer, it.payee} <= present)]


def _direct(balances: Mapping[str, int], listed: Sequence[Payment]) -> list[Payment]:
    """Payments along the debts; what is open beyond them (earlier evenings, counted chips) in few payments."""
    left = dict(balances)
    for payer, payee, amount in listed:
        left[payer] = left.get(payer, 0) + amount
        left[payee] = left.get(payee, 0) - amount
    return direct([*listed, *payments(left)])


def stack_changes(before: State, after: State) -> list[tuple[str, int, int]]:
    """(player, stack before, after) of those who won and lost the same, but have other chips in front of them."""
    return [
        (name, before.stacks[name], stack)
        for name, stack in after.stacks.items()
        if name in before.stacks and before.stacks[name] != stack and before.points_of(name) == after.points_of(name)
    ]


def new_flags(before: State, after: State) -> list[str]:
    """What a correction made differ from what the rules would give: ``hand 3: button as played ...``."""
    old = {(record.number, flag) for record in before.hands for flag in record.flags}
    found = [f"hand {record.number}: {flag}" for record in after.hands for flag in record.flags
             if (record.number, flag) not in old]  # fmt: skip
    return found + [flag for flag in after.flags if flag not in before.flags]


# JSON


def payment_dict(payment: Payment, unit: str, point: PointValue | None) -> dict[str, Any]:
    """A payment as in the JSON of an evening; ``points`` is None where money is not whole points."""
    points: int | None = payment.amount
    if unit != POINTS:
        points = point.whole_points(payment.amount) if point is not None and point.currency == unit else None
    amount = None if unit == POINTS else format_amount(payment.amount, unit)
    return {"from": payment.payer, "to": payment.payee, "points": points, "amount": amount}


def session_dict(head: LedgerSession) -> dict[str, Any]:
    """Which session this is, with the keys that the JSON of an evening has for it."""
    state = head.session.state
    return {
        "id": head.id,
        "name": head.name,
        "date": head.date,
        "status": head.status,
        "ruleset": state.rules.name,
        "point": state.point and state.point.text,
        "currency": state.point and state.point.currency,
        "fingerprint": head.fingerprint,
    }


def position_dict(state: State) -> dict[str, Any]:
    """Where the evening stands: stacks, buy-ins that wait, what is next."""
    return {
        "hands": len(state.hands),
        "set": state.set_number,
        "set_over": state.between_sets,
        "stacks": None if state.setup.on_paper else dict(state.stacks),
        "waiting": [{"player": name, "points": points} for name, points in state.waiting],
        "dropped": [{"player": it.name, "points": it.points} for it in state.dropped],
        "next": {**state.next.as_dict(), "new_set": state.next.new_set, "refusal": state.next.refusal or None},
        "closed": state.closed,
        "balances": state.balances_dict(),
    }


def hand_dict(head: LedgerSession, record: HandRecord) -> dict[str, Any]:
    """A booked hand, as in the JSON of an evening, and where it stands in the books."""
    return {
        "format": 1,
        "session": head.id,
        "entry": record.entry,
        **record.as_dict(on_paper=head.session.setup.on_paper),
        "moved": dict(record.moved),
    }


def change_dict(before: State, after: State) -> dict[str, Any]:
    """What a correction does: points and stacks before and after, the chips to move now, new flags."""
    return {
        "changes": {change.name: _one_change(change) for change in changes(before, after)},
        "stacks_only": {name: {"before": old, "after": new} for name, old, new in stack_changes(before, after)},
        "chips_to_move": [
            {"from": move.payer, "to": move.payee, "points": move.amount}
            for move in (() if after.closed else chips_to_move(before, after))
        ],
        "flags": new_flags(before, after),
    }


def _one_change(change: Change) -> dict[str, Any]:
    return {
        "points": {"before": change.points[0], "after": change.points[1]},
        "stack": {"before": change.stack[0], "after": change.stack[1]},
    }


def accounts_list(accounts: Iterable[Account]) -> list[dict[str, Any]]:
    """Everybody's balance by unit: tonight, before, total, and what was won at the table; amounts as text, points as
    numbers."""

    def value(amount: int, unit: str) -> int | str:
        return amount if unit == POINTS else format_amount(amount, unit)

    return [
        {
            "unit": account.unit,
            "players": {
                row.player: {
                    "tonight": value(row.tonight, account.unit),
                    "before": value(row.before, account.unit),
                    "total": value(row.total, account.unit),
                    "present": row.present,
                    "points": row.points,
                    "table": value(row.table, account.unit),
                }
                for row in account.rows
            },
        }
        for account in accounts
    ]


def payouts_dict(found: Sequence[Payout], state: State) -> dict[str, Any]:
    """``payments`` are those of the session's own unit, ``others`` those of other units from before."""
    own = unit_of(state)
    listed = {it.unit: [payment_dict(one, it.unit, state.point) for one in it.payments] for it in found}
    return {
        "payments": listed.pop(own, []),
        "others": [{"unit": unit, "payments": others} for unit, others in listed.items()],
        "absent": list(dict.fromkeys(name for it in found for name in it.absent)),
    }
