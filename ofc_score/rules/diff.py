"""Where two rulesets differ, in words a player understands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ofc_score.cards.cards import RANKS, ROWS
from ofc_score.cards.hand_names import PLACES
from ofc_score.rules.describe import GROUPS, conditions_words, enters_with, facts, hands_paid, stays
from ofc_score.rules.ruleset import Condition, Ruleset

_UNSAID: Final = {"royalties": "yes", "Fantasyland": "yes", "one player more": "cannot sit down"}


class Difference(NamedTuple):
    """One thing that two rulesets see differently: what, and how it is in the first and in the second."""

    group: str
    what: str
    first: str
    second: str


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """All that changes the game, in the order of the rules card. Names and notes do not count."""
    found = [*_facts(first, second), *_royalties(first, second), *_fantasyland(first, second)]
    return sorted(found, key=lambda difference: GROUPS.index(difference.group))


def _facts(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
    one = {(fact.group, fact.what): fact.value for fact in facts(first)}
    other = {(fact.group, fact.what): fact.value for fact in facts(second)}
    for group, what in dict.fromkeys([*one, *other]):
        unsaid = _UNSAID.get(what, "-")
        values = one.get((group, what), unsaid), other.get((group, what), unsaid)
        if values[0] != values[1]:
            yield Difference(group, what, *values)


def _royalties(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
    for row in range(len(ROWS)):
        one, other = dict(hands_paid(first, row)), dict(hands_paid(second, row))
        found = [
            (hand, str(one.get(hand, 0)), str(other.get(hand, 0)))
            for hand in dict.fromkeys([*one, *other])
            if one.get(hand) != other.get(hand)
        ]
        if row == 0:
            found = [*_together(found, "pair", 2), *_together(found, "trips", 3)]
        for hand, *values in found:
            yield Difference("Royalties", f"{hand} {PLACES[row]} pays", *values)


def _together(found: list[tuple[str, str, str]], word: str, length: int) -> list[tuple[str, str, str]]:
    """The pairs or trips on top that differ, as one where all thirteen differ alike."""
    kind = sorted((each for each in found if len(each[0]) == length), key=lambda each: RANKS.index(each[0][0]))
    alike = len(kind) == len(RANKS) and len({each[1:] for each in kind}) == 1
    return [(f"any {word}", *kind[0][1:])] if alike else kind


def _fantasyland(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
    terms = [rules.fantasyland for rules in (first, second)]
    for conditions in _distinct([entry.conditions for each in terms if each for entry in each.enter]):
        one, other = (enters_with(each, conditions) for each in terms)
        if one != other:
            what = f"{conditions_words(conditions)} enters"
            yield Difference("Fantasyland", what, _cards(one), _cards(other))
    for conditions in _distinct([needed for each in terms if each for needed in each.stay]):
        one_stays, other_stays = (stays(each, conditions) for each in terms)
        if one_stays != other_stays:
            what = f"{conditions_words(conditions)} stays"
            yield Difference("Fantasyland", what, "yes" if one_stays else "no", "yes" if other_stays else "no")


def _cards(count: int) -> str:
    return f"with {count} cards" if count else "no"


def _distinct(listed: list[tuple[Condition, ...]]) -> list[tuple[Condition, ...]]:
    """Without what asks the same in other words, weakest first."""
    by_need = {tuple((condition.row, condition.at_least) for condition in needed): needed for needed in listed}
    return [by_need[need] for need in sorted(by_need)]
