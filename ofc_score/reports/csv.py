"""CSV for spreadsheets: one row per transfer of points or money, per player and hand, or per player.

A text that a spreadsheet would run as a formula gets an apostrophe in front (and a text that looks like such a one,
another): whoever reads the file takes one apostrophe away where one or more stand before ``= + - @``, a tab or a line
break. Numbers are numbers, negative ones too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from ofc_score.evening.results import LedgerSession, Stats
from ofc_score.evening.side_money import BANK, PAY
from ofc_score.evening.state import HandRecord, State
from ofc_score.money import format_amount
from ofc_score.reports.stats import COLUMNS

Cell: TypeAlias = str | int | None
BOM: Final = "\ufeff"
_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")

TRANSFERS: Final = ("session", "date", "kind", "hand", "from", "to", "points", "amount", "currency")
HANDS: Final = (
    "session", "date", "hand", "set", "ruleset", "button", "player", "board", "foul", "royalties", "fantasyland",
    "next_fantasyland", "points", "amount", "currency", "stack",
)  # fmt: skip
STATS: Final = (
    "player", *(column.key.replace(".", "_") for column in COLUMNS), "best", "best_session", "best_hand", "worst",
    "worst_session", "worst_hand", "currency", "amount",
)  # fmt: skip


def transfers_csv(booked: LedgerSession, *, bom: bool = False) -> str:
    """Who moved what to whom: hand by hand, then what was moved beside the hands (``kind``).

    By every row ``from`` owes ``to`` so much more, so all of them make the balances: money that changed hands (``pay``,
    and ``bank``, cash for a buy-in) has a minus. Amounts are plain decimals, empty without a point value.
    """
    return csv_text(TRANSFERS, _transfers(booked), bom=bom)


def hands_csv(booked: LedgerSession, *, bom: bool = False) -> str:
    """Every player's part of every hand. ``points`` is what moved, ``royalties`` what the board is worth."""
    return csv_text(HANDS, _hands(booked), bom=bom)


def stats_csv(stats: Stats, *, bom: bool = False) -> str:
    """One row per player and currency they played for; the other columns are the same in each of them."""
    rows: list[Sequence[Cell]] = [
        (safe(it.player), *(column.value(it) for column in COLUMNS), *it.best, *it.worst, currency,
         format_amount(amount, currency) if currency else "")
        for it in stats.players
        for currency, amount in (it.money or {"": 0}).items()
    ]  # fmt: skip
    return csv_text(STATS, rows, bom=bom)


def safe(text: str) -> str:
    """The text as a cell that no spreadsheet runs."""
    return f"'{text}" if _FORMULA.match(text) else text


def _transfers(booked: LedgerSession) -> Iterator[Sequence[Cell]]:
    state = booked.state
    place = booked.id, safe(booked.date)
    for record in state.hands:
        for payer, payee, points in record.transfers:
            yield *place, "hand", record.number, safe(payer), safe(payee), points, *_money(points, state)
    for it in state.moves:
        kind, _, hand = it.kind.partition(" ")
        debtor, creditor = safe(it.debtor), safe(it.creditor)
        moved: Sequence[Cell] = (it.points, *_money(it.points, state))
        if it.amount and state.point is not None:
            unit = state.point.currency
            moved = (None, format_amount(it.amount, unit), unit)
            if kind in (PAY, BANK):
                debtor, creditor, moved = creditor, debtor, (None, format_amount(-it.amount, unit), unit)
        if debtor != creditor:
            yield *place, kind, int(hand) if hand else None, debtor, creditor, *moved


def _hands(booked: LedgerSession) -> Iterator[Sequence[Cell]]:
    state = booked.state
    for record in state.hands:
        for name in record.table.players:
            yield booked.id, safe(booked.date), *_hand_cells(record, name, state)


def _hand_cells(record: HandRecord, name: str, state: State) -> Sequence[Cell]:
    table = record.table
    player = table.players[name]
    land = player.next_fantasyland
    points = record.moved.get(name, 0)
    return (
        record.number, record.set_number, safe(table.rules.name), safe(table.button), safe(name),
        safe(player.board.text()), int(player.foul), player.royalties, table.fantasyland.get(name),
        land and land.cards, points, *_money(points, state),
        None if state.setup.on_paper else record.stacks.get(name),
    )  # fmt: skip


def _money(points: int, state: State) -> tuple[Cell, Cell]:
    point = state.point
    return (None, None) if point is None else (format_amount(point.amount(points), point.currency), point.currency)


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]], *, bom: bool) -> str:
    """The text of a CSV file; names in it are made ``safe`` before."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows(rows)
    return (BOM if bom else "") + out.getvalue()
