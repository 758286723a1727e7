"""A whole evening as text: every hand in short, what was counted and noted, balances, who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ofc_score.evening.corrections import corrections_in_force, resolve
from ofc_score.evening.events import Chips, Hand
from ofc_score.evening.results import unit_of
from ofc_score.names import shown
from ofc_score.reports.layout import fill, table, wide
from ofc_score.reports.log import EntryWords, item_words
from ofc_score.reports.money import check_lines, payout_lines
from ofc_score.reports.record_text import hand_short
from ofc_score.reports.status import coming_line, dropped_lines, waiting_lines
from ofc_score.reports.views import Payout
from ofc_score.reports.words import plus, points_words

if TYPE_CHECKING:
    from ofc_score.evening.session import Session
    from ofc_score.evening.state import State


def session_text(session: Session, width: int | None = None) -> str:
    """The evening within ``width`` columns (None: as wide as it gets)."""
    state = session.state
    parts = [
        [_head(state)],
        *_steps(session),
        _beside_lines(session),
        ["Balances", *_balance_lines(state, width)],
        ["Payments", *(f"  {line}" for line in payout_lines([Payout(unit_of(state), state.payments(), ())]))],
    ]
    return "\n\n".join("\n".join(fill(part, width)) for part in parts if part)


def _head(state: State) -> str:
    setup = state.setup
    point = f"a point is {state.point}" if state.point else "points only"
    parts = (shown(setup.name), setup.date, setup.rules.title, point)
    return " · ".join(part for part in parts if part)


def _steps(session: Session) -> list[list[str]]:
    """A block for every hand, and one for what happened between two hands, in the order of play."""
    records = {record.entry: record for record in session.state.hands}
    checks = {check.entry: check for check in session.state.checks}
    words = EntryWords(session)
    blocks: list[list[str]] = []
    between: list[str] = []
    for item in resolve(session.events):
        if item.entry in records and isinstance(item.event, Hand):
            record = records[item.entry]
            hand = [*hand_short(record), coming_line(record.next, new_set=record.set_over)]
            blocks, between = [*blocks, between, hand], []
            continue
        between.append(item_words(item, words))
        if isinstance(item.event, Chips) and item.entry in checks:
            check = checks[item.entry]
            between += [f"  {line}" for line in check_lines(check.differences, accepted=check.accepted)]
    return [*blocks, between]


def _beside_lines(session: Session) -> list[str]:
    """What was corrected, flagged and forfeited."""
    state, words = session.state, EntryWords(session)
    lines = [f"Correction: {words.of(entry)}" for entry in sorted(corrections_in_force(session.events))]
    lines += [f"As played: {flag}" for flag in state.flags]
    lines += [*waiting_lines(state), *dropped_lines(state)]
    lines += [f"Fantasyland of {shown(name)} forfeited by agreement" for name in state.forfeited]
    return lines


def _balance_lines(state: State, width: int | None) -> list[str]:
    """Points at the table, what they are worth where a point has a value, and apart from it the money with everything
    counted where that is something else."""
    unit, point = unit_of(state), state.point
    balances = state.balances()
    if point is None:
        rows = [[shown(name), points_words(it.points)] for name, it in balances.items()]
    else:
        worth = {name: point.amount(it.points) for name, it in balances.items()}
        apart = any(it.amount != worth[name] for name, it in balances.items())
        rows = [
            [shown(name), points_words(it.points), f"{plus(worth[name], unit)} {unit}",
             *([f"with everything {plus(it.amount or 0, unit)} {unit}"] if apart else [])]
            for name, it in balances.items()
        ]  # fmt: skip
    lines = table(rows, ("left", *["right"] * (len(rows[0]) - 1)))
    if wide(lines, width, indent=2):
        lines = _narrow(rows)
    return [f"  {line}" for line in lines]


def _narrow(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{name}: {', '.join(values)}" for name, *values in rows]
