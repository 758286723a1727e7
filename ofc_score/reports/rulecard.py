"""The rules card, as text from 40 columns or as a page to print; the differences of two rulesets as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ofc_score.reports.layout import columns, fill, hanging, table
from ofc_score.rules.card import SHORT, Card, Section
from ofc_score.rules.describe import Difference

NARROWEST, WIDEST = 40, 100
MARK: Final = "<!-- ofc-score rules card -->"
"""Second line of every page, by which a card may be written anew over an old one."""
_VERBS: Final = ("pays", "enters", "stays")


def card_text(card: Card, width: int | None = None) -> str:
    """The card, at most ``width`` columns wide (kept between 40 and 100)."""
    room = min(max(width or 80, NARROWEST), WIDEST)
    title = card.title if card.title == card.name else f"{card.title} ({card.name})"
    lines = [*hanging(title, room, ""), "=" * min(room, columns(title))]
    for section in card.sections:
        lines += ["", *fill([section.heading.upper()], room), *_section_lines(section, room)]
    return "\n".join(lines)


def card_html(card: Card) -> str:
    """The card as one self-contained page, ready to be written to a file as UTF-8."""
    from ofc_score.reports.templating import template

    return template("card.html.j2").render(mark=MARK, card=card, short=SHORT)


def _section_lines(section: Section, room: int) -> list[str]:
    lines = []
    for heading, listed in section.lists:
        long = any(len(hand) > SHORT for hand, _ in listed)
        items = [f"{hand}: {value}" if long and value else f"{hand} {value}".strip() for hand, value in listed]
        lines += [f"{heading}:", *_by_line(items, room)] if long else _run(f"{heading}:", items, room)
    if section.table:
        lines += table(section.table, ("left", "right", "right"))
    for what, value in section.facts:
        lines += _hanging(f"{what}: {value}", room)
    for line in section.lines:
        lines += hanging(f"- {line}", room, "  ")
    return lines


def _run(heading: str, items: Sequence[str], room: int) -> list[str]:
    """Items one after the other, broken only between them."""
    lines = [heading]
    for index, item in enumerate(items):
        piece = item + ("," if index < len(items) - 1 else "")
        if columns(f"{lines[-1]} {piece}") > room:
            lines.append(f"  {piece}")
        else:
            lines[-1] += f" {piece}"
    return lines


def _by_line(items: Iterable[str], room: int) -> list[str]:
    return [line for item in items for line in _hanging(item, room, "  ")]


def _hanging(text: str, room: int, indent: str = "") -> list[str]:
    return hanging(indent + text, room, indent + "  ")


def differences_text(names: tuple[str, str], found: Sequence[Difference], width: int | None = None) -> str:
    """One line per difference, ``QQ on top pays: 7 | 10``; split over lines where that is too wide."""
    room = max(width or 80, NARROWEST)
    if not found:
        return "\n".join(fill([f"{names[0]} and {names[1]} play the same"], room))
    lines = fill([f"{names[0]} | {names[1]}"], room)
    group = ""
    for difference in found:
        if difference.group != group:
            group = difference.group
            lines += ["", group.upper()]
        # "QQ on top pays 7 | 10" reads as a sentence, "deal: 5 ... | 13 at once" does not.
        colon = "" if difference.what.endswith(_VERBS) else ":"
        line = f"{difference.what}{colon} {difference.first} | {difference.second}"
        if columns(line) <= room:
            lines.append(line)
            continue
        lines += hanging(f"{difference.what}:", room, "  ")
        for name, value in zip(names, (difference.first, difference.second), strict=True):
            lines += _hanging(f"{name}: {value}", room, "  ")
    return "\n".join(lines)
