"""Plain text that fits a terminal: how wide a line is, running text wrapped, tables in aligned columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ofc_score.reports.terminal import clean

_NARROW: Final = str.maketrans("", "", "♣♦♥♠·")
_NARROWEST: Final = 24


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.translate(_NARROW).isascii():  # most lines, and measuring others takes an import
        return len(text)
    from wcwidth import wcswidth

    cells = int(wcswidth(clean(text)))
    return cells if cells >= 0 else len(text)


def wide(lines: Sequence[str], width: int | None, *, indent: int = 0) -> bool:
    """Whether any of the lines does not fit into ``width`` columns."""
    return width is not None and any(columns(line) + indent > width for line in lines)


def fill(lines: Sequence[str], width: int | None) -> list[str]:
    """Running text wrapped at the width, continued a little further to the right than it starts."""
    filled: list[str] = []
    for line in lines:
        if width is None or columns(line) <= width:
            filled.append(line)
        else:
            filled += hanging(line, max(width, 20), " " * (len(line) - len(line.lstrip()) + 2))
    return filled


def hanging(line: str, width: int, indent: str) -> list[str]:
    """A line wrapped at blanks, and within words that are too wide alone; all lines but the first begin with
    ``indent``."""
    if columns(line) <= width:
        return [line]
    from wcwidth import wrap

    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, control_codes="ignore",
                expand_tabs=False, propagate_sgr=False)  # fmt: skip


def table(rows: Sequence[Sequence[str]], align: Sequence[str]) -> list[str]:
    """The rows in aligned columns, one line each; cells are printed exactly as they are (``007``, ``1e5``)."""
    if not rows:
        return []
    from tabulate import tabulate  # importing it takes 60 ms, so only when a table is printed

    printed = tabulate(rows, tablefmt="plain", colalign=align, disable_numparse=True)
    return [line.rstrip() for line in printed.split("\n")]


def list_lines(rows: Sequence[Sequence[str]], align: Sequence[str], width: int | None) -> list[str]:
    """A table; where it is too wide its widest column is wrapped, or, where that leaves no room for it, the cells of
    each row stand one after the other."""
    lines = table(rows, align)
    if width is None or not wide(lines, width):
        return lines
    widths = [max(columns(row[place]) for row in rows) for place in range(len(align))]
    widest = widths.index(max(widths))
    room = width - sum(widths) + widths[widest] - 2 * (len(widths) - 1)
    if room < _NARROWEST:
        return [" · ".join(cell for cell in row if cell) for row in rows]
    wrapped = []
    for row in rows:
        for number, part in enumerate(hanging(row[widest], room, "")):
            wrapped.append([part if place == widest else "" if number else cell for place, cell in enumerate(row)])
    return table(wrapped, align)
