"""A ruleset as facts in players' words, which the rules card shows, and where two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ofc_score.cards.cards import RANKS, ROWS
from ofc_score.cards.evaluate import CATEGORIES, PAIR, ROYAL_FLUSH, TRIPS
from ofc_score.cards.hand_names import PLACES, category_words
from ofc_score.rules.ruleset import NATURAL_KINDS, Condition, Fantasyland, Ruleset

GROUPS: Final = (
    "The game", "Points between two players", "Royalties", "Foul", "Fantasyland", "Special hands, from each opponent",
    "Settling",
)  # fmt: skip
"""The groups of facts, in the order of the rules card."""

_UNSAID: Final = {"royalties": "yes", "Fantasyland": "yes", "one player more": "cannot sit down"}
_YES: Final = {True: "yes", False: "no"}
_REBUY: Final = {
    "set-end": "between sets; a buy in mid-set waits for the next",
    "any-hand": "before any hand",
    "never": "never",
}
_JOIN: Final = {"set-start": "between sets", "any-hand": "before any hand"}
_SIT_OUT: Final = {"forced": "only when it cannot be helped", "allowed": "yes, between hands"}


class Fact(NamedTuple):
    """One thing a ruleset says: a group ("Foul"), what it is about, and how it is there."""

    group: str
    what: str
    value: str


def facts(rules: Ruleset) -> list[Fact]:
    """What a ruleset says, in the order of the rules card; without its royalty tables and the ways into Fantasyland."""
    return [*_game(rules), *_points(rules), *_royalties(rules), *_foul(rules), *_fantasyland(rules), *_settling(rules)]


def hands_paid(rules: Ruleset, row: int) -> Iterator[tuple[str, int]]:
    """(hand, points) for everything that pays in a row, weakest first."""
    if row == 0:
        for category, times in ((PAIR, 2), (TRIPS, 3)):
            for rank, letter in enumerate(RANKS, 2):
                if rules.royalty[0][category << 4 | rank]:
                    yield letter * times, rules.royalty[0][category << 4 | rank]
    elif row == 1 and rules.low_middle:
        for rank in range(14, 6, -1):
            if rules.royalty[1][rank]:
                yield f"{RANKS[rank - 2]}-high", rules.royalty[1][rank]
        for value in rules.special_lows.values():
            yield "75432", value
    else:
        for category in range(PAIR, ROYAL_FLUSH + 1):
            if rules.royalty[row][category << 4]:
                yield category_words(category), rules.royalty[row][category << 4]


def pays_royalties(rules: Ruleset) -> bool:
    """Whether any hand pays anything beyond its row's point."""
    return any(map(any, rules.royalty)) or any(rules.special_lows.values())


def conditions_words(conditions: Sequence[Condition]) -> str:
    """``QQ or better on top``, ``KK or better on top and 75432 in the middle``."""
    return " and ".join(_condition_words(condition) for condition in conditions)


def _condition_words(condition: Condition) -> str:
    says = category_words(CATEGORIES.index(condition.says)) if condition.says in CATEGORIES else condition.says
    best = condition.says in ("trips", "75432", "royal-flush", "AAA")
    return f"{says}{'' if best else ' or better'} {PLACES[condition.row]}"


def implies(stronger: Sequence[Condition], weaker: Sequence[Condition]) -> bool:
    """Whether a board that just meets the first conditions meets the others too."""
    shown = {condition.row: condition.at_least for condition in stronger}
    return all(shown.get(condition.row, 0) >= condition.at_least for condition in weaker)


def enters_with(fantasyland: Fantasyland | None, conditions: Sequence[Condition]) -> int:
    """How many cards a board that just meets ``conditions`` gets in Fantasyland; 0: it does not enter."""
    if fantasyland is None:
        return 0
    return max((entry.cards for entry in fantasyland.enter if implies(conditions, entry.conditions)), default=0)


def stays(fantasyland: Fantasyland | None, conditions: Sequence[Condition]) -> bool:
    """Whether a player in Fantasyland whose board just meets ``conditions`` stays."""
    return fantasyland is not None and any(implies(conditions, needed) for needed in fantasyland.stay)


def _game(rules: Ruleset) -> Iterator[Fact]:
    group = "The game"
    players = f"{rules.min_players} to {rules.max_players}"
    yield Fact(group, "players", players if rules.min_players < rules.max_players else str(rules.max_players))
    if rules.dealer_sits_out:
        yield Fact(group, "one player more", "may sit down; the button rests")
    jokers = {0: "", 1: " with one joker"}.get(rules.jokers, f" with {rules.jokers} jokers")
    yield Fact(group, "deck", f"{rules.deck_size} cards{jokers}")
    if rules.jokers:
        yield Fact(group, "a joker", "any card that is not already in its row")
    first, then, keep = rules.deal
    each = f"{then} at a time" if keep == then else f"{then} at a time, {keep} of them set"
    yield Fact(group, "deal", "13 at once" if first >= 13 else f"{first}, then {each}")
    if rules.low_middle:
        qualifier = RANKS[rules.qualifier - 2]
        yield Fact(group, "middle row", f"deuce-to-seven low, {qualifier}-high or better")
    else:
        yield Fact(group, "middle row", "high")


def _points(rules: Ruleset) -> Iterator[Fact]:
    group = "Points between two players"
    yield Fact(group, "a row won", str(rules.row))
    yield Fact(group, "all three rows (scoop)", f"{rules.scoop} more" if rules.scoop else "nothing more")
    overall = f"{rules.overall} more" if rules.overall else "nothing more"
    yield Fact(group, "more rows than the other (at least two)", overall)


def _royalties(rules: Ruleset) -> Iterator[Fact]:
    group = "Royalties"
    if not pays_royalties(rules):
        yield Fact(group, "royalties", "none")
        return
    counts = "only in a row that is won" if rules.row_winner_paid else "in a lost row too"
    yield Fact(group, "a royalty counts", counts)
    comes = "in place of" if rules.replace else "on top of"
    yield Fact(group, "a royalty comes", f"{comes} the row's point")


def _foul(rules: Ruleset) -> Iterator[Fact]:
    group = "Foul"
    pays = {"scoop": "three rows and the scoop", "rows": "three rows"}.get(str(rules.foul_pays))
    yield Fact(group, "a foul pays each other player", pays or f"{rules.foul_pays} points")
    yield Fact(group, "a foul pays the others' royalties", _YES[rules.foul_pays_royalties])
    if not rules.low_middle:
        yield Fact(group, "a middle exactly equal to the bottom", "legal" if rules.tie_legal else "a foul")
    if rules.surrender is not None:
        yield Fact(group, "a surrender pays each other player", f"{rules.surrender} points")


def _fantasyland(rules: Ruleset) -> Iterator[Fact]:
    group, terms = "Fantasyland", rules.fantasyland
    if terms is None:
        yield Fact(group, "Fantasyland", "none")
        return
    if terms.stay:
        cards = "as many cards as at entry" if terms.stay_cards is None else f"{terms.stay_cards} cards"
        yield Fact(group, "a player who stays is dealt", cards)
    yield Fact(group, "button while anybody is in Fantasyland", "waits" if terms.button_frozen else "moves on")
    last = "the others may buy in, the hand is played" if terms.last_player_buys_in else "it lapses, the set ends"
    yield Fact(group, "Fantasyland of the last player with points", last)


def _settling(rules: Ruleset) -> Iterator[Fact]:
    group = "Special hands, from each opponent"
    for kind in NATURAL_KINDS:
        if kind in rules.naturals:
            yield Fact(group, kind.replace("-", " "), str(rules.naturals[kind]))
    group, count = "Settling", rules.count
    pairs = "the player left of the button first, against everybody after them; then the next"
    payer = "the player left of the button first pays everybody they lost to; then the next"
    yield Fact(group, "order of the count", payer if count.payer_order else pairs)
    stack = "what they have in front of them"
    yield Fact(group, "most that a player can lose", stack if count.loser_cap else "no limit")
    yield Fact(group, "most that a player can win", stack if count.winner_cap else "no limit")
    out = count.bust_leaves_hand or count.winner_cap
    yield Fact(group, "a stack that reached 0 in the count", "is out of this hand" if out else "can still win")
    yield Fact(group, "buying in", _REBUY[rules.set.rebuy])
    yield Fact(group, "joining", _JOIN[rules.set.join])
    yield Fact(group, "sitting a hand out", _SIT_OUT[rules.set.sit_out])


class Difference(NamedTuple):
    """One thing that two rulesets see differently: what, and how it is in the first and in the second."""

    group: str
    what: str
    first: str
    second: str


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """All that changes the game, in the order of the rules card. Names and notes do not count."""
    parts = (_differing_facts, _differing_royalties, _differing_fantasyland)
    found = [difference for part in parts for difference in part(first, second)]
    return sorted(found, key=lambda difference: GROUPS.index(difference.group))


def _differing_facts(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
    one = {(fact.group, fact.what): fact.value for fact in facts(first)}
    other = {(fact.group, fact.what): fact.value for fact in facts(second)}
    for group, what in dict.fromkeys([*one, *other]):
        unsaid = _UNSAID.get(what, "-")
        values = one.get((group, what), unsaid), other.get((group, what), unsaid)
        if values[0] != values[1]:
            yield Difference(group, what, *values)


def _differing_royalties(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
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


def _differing_fantasyland(first: Ruleset, second: Ruleset) -> Iterator[Difference]:
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
