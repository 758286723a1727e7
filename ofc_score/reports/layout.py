"""Tables of plain strings in aligned columns, and how wide a line is on the screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

_NARROW = str.maketrans("", "", "♣♦♥♠·")


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.translate(_NARROW).isascii():
        return len(text)
    from wcwidth import wcswidth

    from ofc_score.reports.terminal import clean

    wide = int(wcswidth(clean(text)))
    return wide if wide >= 0 else len(text)


def wide(lines: Sequence[str], width: int | None, *, indent: int = 0) -> bool:
    """Whether any of the lines does not fit into ``width`` columns."""
    return width is not None and any(columns(line) + indent > width for line in lines)


def fill(lines: Sequence[str], width: int | None) -> list[str]:
    """Running text broken at the width, the rest of a line indented a little further than its start."""
    filled: list[str] = []
    for line in lines:
        if width is None or columns(line) <= width:
            filled.append(line)
        else:
            filled += hanging(line, max(width, 20), " " * (len(line) - len(line.lstrip()) + 2))
    return filled


def hanging(line: str, width: int, indent: str) -> list[str]:
    """A line broken at blanks, and within words that alone are too wide, by the columns it takes; all but the first
    part begin with ``indent``."""
    broken: list[str] = []
    current = ""
    for word in re.findall(r"\s*\S+", line):
        if current.strip() and columns(current + word) > width:
            broken.append(current)
            current = indent + word.lstrip()
        else:
            current += word
        while columns(current) > width:
            end = next(end for end in range(len(current), 0, -1) if columns(current[:end]) <= width)
            broken.append(current[:end])
            current = indent + current[end:]
    return [*broken, current]


def table(rows: Sequence[Sequence[str]], align: Sequence[str]) -> list[str]:
    """The rows in aligned columns, one line each; cells are printed exactly as they are (``007``, ``1e5``)."""
    if not rows:
        return []
    tabulate = _tabulate()
    if not tabulate.WIDE_CHARS_MODE and not all(cell.translate(_NARROW).isascii() for row in rows for cell in row):
        import wcwidth

        tabulate.wcwidth, tabulate.WIDE_CHARS_MODE = wcwidth, True
    printed: str = tabulate.tabulate(rows, tablefmt="plain", colalign=align, disable_numparse=True)
    return [line.rstrip() for line in printed.split("\n")]


def _tabulate() -> Any:
    """The module tabulate, imported when a table is printed, without the three things that make its import slow.

    It asks for its own version, for which Python reads the metadata of installed packages and loads a dozen modules to
    do so: nobody here needs it, so the question gets a short answer. It loads wcwidth, which only a table with wide
    letters needs, and html with its 2,200 names of letters, which only a table in HTML needs.
    """
    if "tabulate" not in sys.modules:
        metadata: Any = ModuleType("importlib.metadata")
        metadata.version, metadata.PackageNotFoundError = lambda _: "", LookupError
        late_html: Any = ModuleType("html")
        late_html.escape = _escape
        short = {"importlib.metadata": metadata, "wcwidth": None, "html": late_html}
        absent = {name: module for name, module in short.items() if name not in sys.modules}
        sys.modules.update(absent)  # None: it cannot be imported
        try:
            import tabulate
        finally:
            for name in absent:
                del sys.modules[name]
    import tabulate

    return tabulate


def _escape(text: str) -> str:
    from html import escape

    return escape(text)
