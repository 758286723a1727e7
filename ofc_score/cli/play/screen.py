"""What the interactive table says: short lines, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ofc_score.boards.board import OUT, Board
from ofc_score.cards.cards import ROWS
from ofc_score.cli.wrapped import filled
from ofc_score.entry.draft import typed_lines
from ofc_score.errors import OfcError
from ofc_score.names import shown
from ofc_score.reports.hand_text import boards_lines, count_lines, sum_lines
from ofc_score.reports.layout import fill
from ofc_score.reports.record_text import hand_title
from ofc_score.reports.status import next_line, status_lines, waiting_lines
from ofc_score.scoring.hand import settle_table

if TYPE_CHECKING:
    from ofc_score.entry.draft import Draft, Seating
    from ofc_score.evening.results import LedgerSession
    from ofc_score.evening.state import HandRecord, State

_LINE: Final = 80
_ALL_IN: Final = "All boards are in, the hand is not booked: Enter books it, < takes a board back"
HELP = """\
A board: QQ2 KK883 AT752f (ranks; f a flush), or every suit: QhQd2c KsKd8h8c3d AhTh7h5h2h
  whole, or a row and Enter, three times; of another player: the name first, b QQ2 ...
  x fouled   - not playing   < back one board   a pasted line or chat with all boards works too
  again books the same boards as another hand   drop forgets the half-typed hand
Commands, the beginning is enough (help fix tells more about fix):"""


def prompt(draft: Draft, seating: Seating) -> str:
    """``7 Ann> ``, ``7 Ann middle> ``, ``7 Bob (14 cards)> ``."""
    if seating.refusal:
        return "> "
    who = draft.turn(seating)
    if who is None:
        return f"{seating.number} all in> "
    rows = draft.rows.get(who, ())
    land = seating.fantasyland.get(who)
    row = f" {ROWS[len(rows)]}" if rows else ""
    return f"{seating.number} {shown(who, isolate=False)}{f' ({land} cards)' if land else ''}{row}> "


def board_lines(name: str, board: Board, seating: Seating, width: int | None) -> list[str]:
    """A board as soon as it is complete: its rows in words, royalties, a foul with its reason, Fantasyland."""
    if board.kind == OUT:
        return [f"{shown(name)} sits out"]
    land = {name: seating.fantasyland[name]} if name in seating.fantasyland else {}
    table = settle_table({name: board}, seating.rules, name, None, land)
    (lines,) = boards_lines(table, width)
    coming = table.players[name].next_fantasyland
    if coming is not None:
        lines = [*lines, f"  then {'stays in' if land else 'in'} Fantasyland with {coming.cards} cards ({coming.why})"]
    elif land:
        lines = [*lines, "  does not stay in Fantasyland"]
    return fill(lines, width)


def draft_lines(draft: Draft, seating: Seating, width: int | None) -> list[str]:
    """The half-typed hand in short. The books may have gone on since it was typed: it is for the hand that is asked
    for now, whichever that is."""
    return fill([f"Half typed, now for hand {seating.number}:", *typed_lines(draft, seating.playing)], width)


def all_in_lines(width: int | None) -> list[str]:
    """All boards are in, yet the hand was not booked: what to do."""
    return fill([_ALL_IN], width)


def hand_lines(record: HandRecord, state: State, width: int | None) -> list[str]:
    """The working of a booked hand whose boards were shown already; last who moves chips, and what is next."""
    counts = count_lines(record.table, width)
    moves, *stacks = sum_lines(record.table)
    flags = [f"As played: {flag}" for flag in record.flags]
    last = fill([*flags, *stacks, *waiting_lines(state), moves, next_line(state)], width)
    blocks = [[hand_title(record)], *counts, last]
    return "\n\n".join("\n".join(block) for block in blocks).split("\n")


def opening_lines(booked: LedgerSession | None, draft: Draft, seating: Seating, width: int | None) -> list[str]:
    """Where the evening stands, the half-typed hand, and how to go on."""
    lines = fill(status_lines(booked), width) if booked is not None else []
    if not draft.empty:
        lines += draft_lines(draft, seating, width)
    return [*lines, *fill(["help shows what can be typed; Ctrl-D leaves, nothing is lost"], width)]


def error_lines(error: OfcError, width: int | None) -> list[str]:
    """What is wrong and what to do, a line each."""
    return filled([f"! {fault.text()}" for fault in error.each()], width)


def help_lines(commands: Iterable[str], width: int | None) -> list[str]:
    """What can be typed, on one screen of a small terminal."""
    return fill([*HELP.split("\n"), f"  {' '.join(commands)}"], min(width or _LINE, _LINE))
