"""Errors as wide as a terminal; imported only where one is printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ofc_score.reports import terminal
from ofc_score.reports.layout import columns, fill

# Words up to this length are broken at once.
_LONG: Final = 100


def wrapped(text: str, encoding: str, width: int) -> str:
    """The lines of an error broken at the width, as a terminal of this encoding shows them."""
    # Spelled out first: that may take more room.
    shown = terminal.narrow(terminal.clean(text), encoding)
    return "\n".join(filled(shown.split("\n"), width))


def filled(lines: Iterable[str], width: int | None) -> list[str]:
    """The lines broken at the width, however long the words that somebody typed."""
    return fill([line if width is None else _cut(line, width) for line in lines], width)


def _cut(line: str, width: int) -> str:
    """The line with words that no terminal is wide enough for, such as a pasted page, in pieces of a line each: else
    looking for the places takes longer than anybody waits."""
    if len(line) <= _LONG:
        return line
    room = max(width, 20) - (len(line) - len(line.lstrip()) + 2)
    words = []
    for word in line.split(" "):
        piece = ""
        for char in word if len(word) > room else ():
            if columns(piece + char) > room:
                words.append(piece)
                piece = ""
            piece += char
        words.append(piece or word)
    return " ".join(words)
