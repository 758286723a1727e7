"""The rules card as one self-contained HTML page that prints on a sheet of paper.

Built as an element tree, so that everything a ruleset says is escaped by construction.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from ofc_score.rules.card import SHORT, Card, Section

MARK: Final = "<!-- ofc-score rules card -->"
"""Second line of every page, by which a card may be written anew over an old one."""

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .75rem; border-bottom: 2px solid; }
main { columns: 22rem; column-gap: 2rem; }
section { break-inside: avoid; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
h3 { font-size: .9rem; margin: .4rem 0 0; font-weight: 600; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .1rem .9rem .1rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 500; }
.value { text-align: right; font-variant-numeric: tabular-nums; }
.run { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0 .9rem; }
.run b { font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-left: 1.1rem; }
.long { flex-direction: column; }
@page { margin: 10mm; }
@media print {
  body { font-size: 9pt; line-height: 1.25; margin: 0; max-width: none; padding: 0; }
  main { columns: 2; column-gap: 8mm; }
}
"""


def card_html(card: Card) -> str:
    """The page, ready to be written to a file as UTF-8."""
    html = Element("html", lang="en")
    head = SubElement(html, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    SubElement(head, "title").text = card.title
    SubElement(head, "style").text = _STYLE
    body = SubElement(html, "body")
    SubElement(body, "h1").text = card.title
    main = SubElement(body, "main")
    for section in card.sections:
        _section(main, section)
    return f"<!DOCTYPE html>\n{MARK}\n{tostring(html, encoding='unicode', method='html')}\n"


def _section(parent: Element, section: Section) -> None:
    box = SubElement(parent, "section")
    SubElement(box, "h2").text = section.heading
    for heading, listed in section.lists:
        SubElement(box, "h3").text = heading
        long = any(len(hand) > SHORT for hand, _ in listed)
        run = SubElement(box, "ul", {"class": "run long" if long else "run"})
        for hand, value in listed:
            item = SubElement(run, "li")
            item.text = f"{hand} "
            SubElement(item, "b").text = value
    if section.table:
        _table(box, section.table[1:], section.table[0])
    if section.facts:
        _table(box, section.facts)
    if section.lines:
        notes = SubElement(box, "ul")
        for line in section.lines:
            SubElement(notes, "li").text = line


def _table(parent: Element, rows: tuple[tuple[str, ...], ...], header: tuple[str, ...] = ()) -> None:
    table = SubElement(parent, "table")
    if header:
        line = SubElement(table, "tr")
        for word in header:
            SubElement(line, "th", {"class": "value"} if word else {}).text = word
    for row in rows:
        line = SubElement(table, "tr")
        SubElement(line, "th").text = row[0]
        for value in row[1:]:
            SubElement(line, "td", {"class": "value"} if header else {}).text = value
