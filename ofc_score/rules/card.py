"""The rules card: what a table agrees on, on one page. Both renderings, text and HTML, show exactly this."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from ofc_score.cards.evaluate import CATEGORIES
from ofc_score.cards.hand_names import PLACES, category_words
from ofc_score.rules.describe import GROUPS, Fact, conditions_words, facts, hands_paid, pays_royalties
from ofc_score.rules.ruleset import Ruleset

_ALL_RANKS = 13
SHORT = 12
"""Lists whose hands are all at most so long are printed one after the other, others line by line."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the card. ``lists`` are headed runs of (hand, value); ``table`` has a header row; ``facts`` pairs."""

    heading: str
    facts: tuple[tuple[str, str], ...] = ()
    lists: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """The whole card of one ruleset."""

    name: str
    title: str
    sections: tuple[Section, ...]


def card(rules: Ruleset) -> Card:
    """What goes on the card of a ruleset."""
    listed = {group: tuple(said) for group, said in groupby(facts(rules), key=lambda fact: fact.group)}
    sections = []
    for group in GROUPS:
        said = _pairs(listed.get(group, ()))
        if group == "Royalties" and pays_royalties(rules):
            sections.append(Section(group, said, _top_lists(rules), _row_table(rules)))
        elif group == "Fantasyland" and rules.fantasyland is not None:
            sections.append(Section(group, said, _fantasyland_lists(rules)))
        elif said:
            sections.append(Section(group, said))
    notes = tuple(line.strip() for line in rules.notes.splitlines() if line.strip())
    if notes:
        sections.append(Section("Notes", lines=notes))
    return Card(rules.name, rules.title, tuple(sections))


def _pairs(said: tuple[Fact, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((fact.what, fact.value) for fact in said)


def _top_lists(rules: Ruleset) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    lists = []
    for kind, length in (("pair", 2), ("trips", 3)):
        paid = [(hand, str(value)) for hand, value in hands_paid(rules, 0) if len(hand) == length]
        if len(paid) == _ALL_RANKS and len({value for _, value in paid}) == 1:
            paid = [(f"any {kind}", paid[0][1])]
        if paid:
            lists.append((f"{kind} {PLACES[0]}", tuple(paid)))
    return tuple(lists)


def _row_table(rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    middle, bottom = dict(hands_paid(rules, 1)), dict(hands_paid(rules, 2))
    hands = [*middle, *(hand for hand in bottom if hand not in middle)]
    if not hands:
        return ()
    if not rules.low_middle:
        order = [category_words(category) for category in range(len(CATEGORIES))]
        hands.sort(key=order.index)
    rows = [(hand, str(middle.get(hand, "-")), str(bottom.get(hand, "-"))) for hand in hands]
    return (("", "middle", "bottom"), *rows)


def _fantasyland_lists(rules: Ruleset) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    terms = rules.fantasyland
    if terms is None:
        return ()
    enter = tuple((conditions_words(entry.conditions), f"{entry.cards} cards") for entry in terms.enter)
    stay = tuple((conditions_words(needed), "") for needed in terms.stay)
    return tuple((heading, listed) for heading, listed in (("who enters", enter), ("who stays", stay)) if listed)
