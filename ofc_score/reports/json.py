"""Every JSON document. Its keys are a contract: they may be added, never renamed or dropped.

``*_dict`` are parts, ``*_document`` are whole answers. Points are numbers, amounts of money text. A hand
and an error make their own documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ofc_score.evening.payouts import Payment
from ofc_score.evening.results import Account, LedgerSession, PlayerStats, Stats, unit_of
from ofc_score.evening.session import changes, chips_to_move
from ofc_score.evening.state import ChipCheck, HandRecord, Next, State
from ofc_score.money import POINTS, PointValue, format_amount
from ofc_score.reports.stats import COLUMNS
from ofc_score.reports.views import Payout, new_flags, stack_changes
from ofc_score.scoring.hand import FORMAT

if TYPE_CHECKING:
    from ofc_score.disputes.claims import Verdict
    from ofc_score.reports.log import Line

Document = dict[str, Any]


# A session


def session_dict(booked: LedgerSession) -> Document:
    """Which session this is."""
    point = booked.state.point
    return {
        "id": booked.id,
        "name": booked.name,
        "date": booked.date,
        "status": booked.status,
        "ruleset": booked.state.rules.name,
        "point": point and point.text,
        "currency": point and point.currency,
        "fingerprint": booked.fingerprint,
    }


def session_document(booked: LedgerSession, **more: Any) -> Document:
    """A document about one session: which it is, then ``more``."""
    return {"format": FORMAT, "session": session_dict(booked), **more}


def status_document(booked: LedgerSession, **more: Any) -> Document:
    """Which session it is and where it stands."""
    return session_document(booked, **more, **position_dict(booked.state))


def position_dict(state: State) -> Document:
    """Where a session stands: stacks, buy-ins that wait, what is next."""
    return {
        "hands": len(state.hands),
        "set": state.set_number,
        "set_over": state.between_sets,
        "stacks": None if state.setup.on_paper else dict(state.stacks),
        "waiting": [{"player": name, "points": points} for name, points in state.waiting],
        "dropped": [{"player": it.name, "points": it.points} for it in state.dropped],
        "next": {**_next(state.next), "new_set": state.next.new_set, "refusal": state.next.refusal or None},
        "closed": state.closed,
        "balances": balances_dict(state),
    }


def balances_dict(state: State) -> Document:
    """Everybody's balance of the session: points, and what they are owed in money (None without a point value)."""
    unit = unit_of(state)
    return {
        name: {"points": it.points, "amount": None if it.amount is None else format_amount(it.amount, unit)}
        for name, it in state.balances().items()
    }


def replay_document(state: State) -> Document:
    """A whole session that is not in the ledger."""
    setup, point = state.setup, state.point
    return {
        "format": FORMAT,
        "session": {
            "name": setup.name,
            "date": setup.date or None,
            "ruleset": setup.rules.name,
            "point": point and point.text,
            "currency": point and point.currency,
        },
        "hands": [_hand(record, on_paper=setup.on_paper) for record in state.hands],
        "balances": balances_dict(state),
        "payments": [_payment(payment, unit_of(state), point) for payment in state.payments()],
        "checks": [_check(check) for check in state.checks],
        "notes": list(state.notes),
    }


def _check(check: ChipCheck) -> Document:
    differences = {name: {"counted": chips, "books": books} for name, (chips, books) in check.differences.items()}
    return {"after_hand": check.after_hand, "accepted": check.accepted, "differences": differences}


# Hands and entries


def _next(coming: Next) -> Document:
    return {
        "button": coming.button,
        "fantasyland": dict(coming.fantasyland),
        "out": list(coming.out),
        "resting": list(coming.resting),
    }


def _hand(record: HandRecord, *, on_paper: bool) -> Document:
    """One hand as ``score`` gives it, with its place in the session; stacks of all seated players, after the hand."""
    table = record.table.as_dict()
    del table["format"]
    return {
        "hand": record.number,
        "set": record.set_number,
        **table,
        "stacks": None if on_paper else dict(record.stacks),
        "set_over": record.set_over,
        "next": _next(record.next),
        "flags": list(record.flags),
        "fixed": record.fixed,
    }


def hand_document(booked: LedgerSession, record: HandRecord, **more: Any) -> Document:
    """A hand of the ledger; ``moved`` is what it moved in all, differences booked later included."""
    hand = _hand(record, on_paper=booked.state.setup.on_paper)
    place = {"format": FORMAT, "session": booked.id, "entry": record.entry}
    return {**place, **hand, "moved": dict(record.moved), **more}


def entry_document(booked: LedgerSession, entry: int, **more: Any) -> Document:
    """The answer to an entry: what was booked, and where the session stands."""
    from ofc_score.exchange.event_json import event_dict

    event = event_dict(booked.entries[entry - 1].event)
    head = {"format": FORMAT, "session": booked.id, "entry": entry, "event": event}
    return {**head, **position_dict(booked.state), **more}


def log_document(booked: LedgerSession, lines: Sequence[Line]) -> Document:
    """Every entry with its event, its time, its words and whether it counts."""
    from ofc_score.exchange.event_json import event_dict

    entries = [
        {"entry": line.entry, "at": entry.at.isoformat(), "event": event_dict(entry.event), "words": line.words,
         "standing": line.standing or "in force"}
        for line, entry in zip(lines, booked.entries, strict=True)
    ]  # fmt: skip
    return session_document(booked, entries=entries)


def change_dict(before: State, after: State) -> Document:
    """What a correction does: points and stacks before and after, the chips to move now, new flags."""
    return {
        "changes": {
            change.name: {
                what: {"before": old, "after": new}
                for what, (old, new) in (("points", change.points), ("stack", change.stack))
            }
            for change in changes(before, after)
        },
        "stacks_only": {name: {"before": old, "after": new} for name, old, new in stack_changes(before, after)},
        "chips_to_move": [
            {"from": move.payer, "to": move.payee, "points": move.amount}
            for move in (() if after.closed else chips_to_move(before, after))
        ],
        "flags": new_flags(before, after),
    }


# Money


def accounts_list(accounts: Iterable[Account]) -> list[Document]:
    """Everybody's balance by unit: tonight, before, total, and what was won at the table."""

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


def payouts_dict(found: Iterable[Payout], state: State) -> Document:
    """``payments`` are those of the session's own unit, ``others`` those of other units from before."""
    listed = {it.unit: [_payment(one, it.unit, state.point) for one in it.payments] for it in found}
    return {
        "payments": listed.pop(unit_of(state), []),
        "others": [{"unit": unit, "payments": others} for unit, others in listed.items()],
        "absent": list(dict.fromkeys(name for it in found for name in it.absent)),
    }


def _payment(payment: Payment, unit: str, point: PointValue | None) -> Document:
    """``points`` is None where the money is not whole points, ``amount`` where the unit is points."""
    points: int | None = payment.amount
    if unit != POINTS:
        points = point.whole_points(payment.amount) if point is not None and point.currency == unit else None
    amount = None if unit == POINTS else format_amount(payment.amount, unit)
    return {"from": payment.payer, "to": payment.payee, "points": points, "amount": amount}


# Claims and statistics


def claims_dict(verdicts: Sequence[Verdict], missing: int | None) -> Document:
    """Claims beside the rules; ``missing`` is by how much all of them together miss zero."""
    return {
        "agree": all(verdict.agrees for verdict in verdicts),
        "missing": missing,
        "claims": [
            {
                "player": it.claim.player,
                "opponent": it.claim.other,
                "claimed": it.claim.points,
                "points": it.points,
                "difference": it.claim.points - it.points,
                "agrees": it.agrees,
                "explanations": [
                    [{"slip": slip.code, "words": slip.words} for slip in one.slips] for one in it.explanations
                ],
            }
            for it in verdicts
        ],
    }


def stats_document(stats: Stats) -> Document:
    """The statistics of a session or of all."""
    names = [it.player for it in stats.players]
    return {
        "format": FORMAT,
        "session": stats.session,
        "players": {it.player: _stats_of(it) for it in stats.players},
        "head_to_head": {
            name: {other: stats.pairs.get((name, other), 0) for other in names if other != name} for name in names
        },
    }


def _stats_of(it: PlayerStats) -> Document:
    document: Document = {}
    for column in COLUMNS:
        *parents, key = column.key.split(".")
        inner = document
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[key] = column.value(it)
    amounts = {currency: format_amount(amount, currency) for currency, amount in it.money.items()}
    return {**document, "amounts": amounts, "best": it.best._asdict(), "worst": it.worst._asdict()}
