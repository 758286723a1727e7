"""The picture in the README: the first hand of ``examples/play.txt`` as a drawing of a terminal."""

from __future__ import annotations

import re
from html import escape
from typing import Final

_LINE, _COLUMN, _MARGIN = 19, 8.43, 20
_RED_SUITS: Final = re.compile(r"\w[♥♦]")
_STYLE: Final = (
    "text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d7dae0;white-space:pre}"
    ".typed{font-weight:bold;fill:#fff}.prompt{fill:#7fb88f}.red{fill:#f07178}.wrong{fill:#e5c07b}"
)


def first_hand(played: str) -> str:
    """What is typed and answered from the first prompt to the end of the first hand."""
    found = re.search(r"^1 \w+> .*?^Next: .*?$", played, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def drawing(text: str) -> str:
    """The text of a terminal as SVG."""
    lines = text.split("\n")
    width = round(max(map(len, lines)) * _COLUMN + 2 * _MARGIN)
    height = len(lines) * _LINE + 2 * _MARGIN
    shown = [
        f'<text x="{_MARGIN}" y="{_MARGIN + (number + 1) * _LINE - 5}" xml:space="preserve">{_coloured(line)}</text>'
        for number, line in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="A hand at the interactive table">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{width}" height="{height}" rx="10" fill="#22262e"/>',
            *shown,
            "</svg>\n",
        ]
    )


def _coloured(line: str) -> str:
    if prompt := re.match(r"\d+ \w+> ", line):
        return _span("prompt", prompt[0]) + _span("typed", line[prompt.end() :])
    if line.startswith("! "):
        return _span("wrong", line)
    return _RED_SUITS.sub(lambda card: _span("red", card[0]), escape(line))


def _span(kind: str, text: str) -> str:
    return f'<tspan class="{kind}">{escape(text)}</tspan>'
