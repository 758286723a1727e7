"""The session for a group chat: plain text in short lines, nothing that needs columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ofc_score.errors import UsageError
from ofc_score.evening.results import Account, LedgerSession
from ofc_score.names import shown
from ofc_score.reports.money import beside, beside_lines, payout_lines, table_words
from ofc_score.reports.views import Payout, highlights
from ofc_score.reports.words import counted, plus

_FINGERPRINT: Final = re.compile("[0-9a-f]{8,64}")


def message_text(booked: LedgerSession, accounts: Sequence[Account], payouts: Sequence[Payout]) -> str:
    """Who won what at the table, money beside it, who pays whom, three highlights, and the fingerprint by which the
    message can be checked.

    ``payouts`` are those of today; they are no part of the message of an old session.
    """
    old = any(account.followed for account in accounts)
    parts = [
        _title(booked),
        _table(accounts[0]),
        beside_lines(booked.session),
        _open(accounts),
        ["Later sessions were played: payouts shows today's payments"] if old else payout_lines(payouts),
        [f"{it.title}: {it.text}" for it in highlights(booked.state)],
        [f"Fingerprint: {booked.fingerprint}"],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _title(booked: LedgerSession) -> list[str]:
    state = booked.state
    lines = [shown(booked.name), booked.date, f"{counted(len(state.hands), 'hand')} of {state.rules.title}"]
    if state.point is not None:
        lines.append(f"A point is {state.point}")
    return [line for line in lines if line]


def _table(own: Account) -> list[str]:
    """What was won at the table, the largest first."""
    played = [row for row in own.rows if row.present]
    return [table_words(row, own.unit) for row in sorted(played, key=lambda row: -row.points)]


def _open(accounts: Sequence[Account]) -> list[str]:
    """What is open in all, where that is not what was won at the table."""
    own = accounts[0]
    if not beside(accounts) and not any(row.before for row in own.rows):
        return []
    listed = [row for row in sorted(own.rows, key=lambda row: -row.total) if row.present or row.total]
    return ["Open in all:", *(f"{shown(row.player)} {plus(row.total, own.unit)} {own.unit}" for row in listed)]


# Checking a message later


def read_fingerprint(typed: str) -> str:
    """A fingerprint as somebody copied it out of a message. Raises ``UsageError`` where it is none."""
    text = "".join(typed.split()).casefold()
    if not _FINGERPRINT.fullmatch(text):
        raise UsageError(
            f"'{shown(typed)[:40]}' is not a fingerprint", hint="copy it from the last line of the message"
        )
    return text
