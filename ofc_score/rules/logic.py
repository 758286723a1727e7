"""What types cannot say about a ruleset: keys that are missing, games that cannot be played, tables that surprise.

Works on the merged mapping, section by section, and leaves sections alone whose types are already at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ofc_score.cards.cards import RANKS, ROWS
from ofc_score.cards.evaluate import CATEGORIES
from ofc_score.rules.ruleset import cards_dealt, condition
from ofc_score.rules.yaml import Path

_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "players": ("min", "max"),
    "deck": ("jokers",),
    "deal": ("first",),
    "dealer_sits_out": (),
    "points": ("row", "scoop", "overall"),
    "rows": ("middle",),
    "royalties": ("paid", "mode"),
    "foul": ("pays", "pays_royalties", "tie_legal"),
    "fantasyland": ("enter", "stay", "stay_cards", "button", "last_player"),
    "naturals": (),
    "surrender": (),
    "count": ("order", "loser_cap", "winner_cap", "bust_leaves_hand"),
    "set": ("rebuy", "join", "sit_out"),
}


class Finding(NamedTuple):
    """Something about a merged ruleset. ``paths`` are the keys involved, the likeliest culprit first."""

    code: str
    message: str
    paths: tuple[Path, ...]
    hint: str = ""
    warning: bool = False


Rules = Mapping[str, Any]


def findings(mapping: Rules, spoiled: frozenset[str]) -> list[Finding]:
    """Everything wrong or odd about a merged ruleset, apart from the sections in ``spoiled``."""
    found = [finding for section in _PARTS if section not in spoiled for finding in _missing(mapping, section)]
    unusable = spoiled | {str(finding.paths[0][0]) for finding in found}
    for needs, rule in _RULES:
        if not unusable.intersection(needs):
            found += rule(mapping)
    return found


def _missing(rules: Rules, section: str) -> Iterator[Finding]:
    hint = "add it, or extend a shipped ruleset"
    if section not in rules:
        keys = ", ".join(_PARTS[section])
        yield Finding("missing", f"nothing says {section}" + (f" ({keys})" if keys else ""), ((section,),), hint)
        return
    said = rules[section]
    if not isinstance(said, Mapping):
        return
    for key in _PARTS[section]:
        if key not in said and not (key == "stay_cards" and not said.get("stay")):
            yield Finding("missing", f"nothing says {section}.{key}", ((section, key),), hint)
    if section == "rows" and isinstance(said.get("middle"), Mapping):
        for key in ("low", "qualifier"):
            if key not in said["middle"]:
                paths = (("rows", "middle", key),)
                yield Finding(
                    "missing", f"nothing says rows.middle.{key}", paths, "as in {low: deuce-to-seven, qualifier: T}"
                )
    if section == "deal" and said.get("first", 13) < 13:
        for key in ("then", "keep"):
            if key not in said:
                yield Finding("missing", f"nothing says {section}.{key}", ((section, key),), hint)


def _deal(rules: Rules) -> tuple[int, int, int]:
    deal = rules["deal"]
    return deal["first"], deal.get("then", 1), deal.get("keep", 1)


def _players(rules: Rules) -> Iterator[Finding]:
    least, most = rules["players"]["min"], rules["players"]["max"]
    if least > most:
        paths = (("players", "min"), ("players", "max"))
        yield Finding("impossible", f"at least {least} players, but at most {most}", paths, "min may not be above max")


def _dealing(rules: Rules) -> Iterator[Finding]:
    first, then, keep = _deal(rules)
    if first == 13:
        return
    if keep > then:
        paths: tuple[Path, ...] = (("deal", "keep"), ("deal", "then"))
        yield Finding("impossible", f"{keep} cards kept of {then} dealt", paths, "keep may not be above then")
    if (13 - first) % keep:
        message = f"{first} cards and then {keep} at a time never make 13"
        paths = (("deal", "keep"), ("deal", "first"))
        yield Finding("impossible", message, paths, "as in {first: 5, then: 3, keep: 2}")


def _deck(rules: Rules) -> Iterator[Finding]:
    seats, each = rules["players"]["max"], cards_dealt(_deal(rules))
    deck = 52 + rules["deck"]["jokers"]
    if seats * each > deck:
        message = f"{seats} players at {each} cards need {seats * each}, the deck has {deck}"
        hint = f"players: {{max: {deck // each}}}"
        if deck // each == seats - 1:
            hint += " and dealer_sits_out: true, so that the button rests"
        yield Finding("undealable", message, (("players", "max"), ("deal", "then"), ("deal",), ("players",)), hint)


def _fantasyland_deck(rules: Rules) -> Iterator[Finding]:
    terms = rules["fantasyland"]
    if terms == "none":
        return
    seats, each = rules["players"]["max"], cards_dealt(_deal(rules))
    deck = 52 + rules["deck"]["jokers"]
    counts: list[tuple[Path, int]] = [
        (("fantasyland", "enter", index, "cards"), entry["cards"]) for index, entry in enumerate(terms["enter"])
    ]
    if terms.get("stay_cards", "entry") != "entry":
        counts.append((("fantasyland", "stay_cards"), terms["stay_cards"]))
    for path, cards in counts:
        needed = cards + (seats - 1) * each
        if each * seats <= deck < needed:
            message = f"one player with {cards} cards and {seats - 1} with {each} need {needed}, the deck has {deck}"
            yield Finding("undealable", message, (path, path[:2]), "fewer cards, or fewer players")
    most = max((cards for _, cards in counts), default=0)
    if most + (seats - 1) * each <= deck < most * seats:
        message = f"{seats} players in Fantasyland with {most} cards need {most * seats}, the deck has {deck}"
        yield Finding("undealable-together", message, (("fantasyland", "enter"), ("fantasyland",)),
                      "agree what happens then", warning=True)  # fmt: skip


def _fantasyland(rules: Rules) -> Iterator[Finding]:
    terms = rules["fantasyland"]
    if terms == "none":
        return
    low = rules["rows"]["middle"] != "high"
    if not terms["enter"]:
        what = "a stay without an entry" if terms["stay"] else "nobody can ever enter"
        paths: tuple[Path, ...] = (("fantasyland", "stay"), ("fantasyland", "enter"), ("fantasyland",))
        yield Finding("impossible", what, paths, "list who enters, or write fantasyland: none")
    fits = True
    for kind in ("enter", "stay"):
        for index, words in enumerate(terms[kind]):
            if "middle" in words and (str(words["middle"]) == "75432") != low:
                fits = False
                message = f"'{words['middle']}' cannot be in a middle row played for {'low' if low else 'high'}"
                path = ("fantasyland", kind, index, "middle")
                hint = "a low middle enters or stays with 75432" if low else "name a category, as in full-house"
                yield Finding("impossible", message, (path, path[:3], path[:2], ("rows", "middle")), hint)
    if fits:
        yield from _useless_entries(terms["enter"], low)


def _useless_entries(entries: list[Mapping[str, Any]], low: bool) -> Iterator[Finding]:
    least = [{row: condition(row, entry[row], low).at_least for row in ROWS if row in entry} for entry in entries]
    for index, entry in enumerate(entries):
        for other, easier in enumerate(entries):
            if other == index or (least[other] == least[index] and other > index):
                continue
            implied = all(least[index].get(row, 0) >= strength for row, strength in least[other].items())
            if implied and easier["cards"] >= entry["cards"]:
                enough = f"{_condition_words(easier)} gives {easier['cards']}"
                ends = ", which is more" if easier["cards"] > entry["cards"] else " too"
                message = f"{_condition_words(entry)} never counts: {enough}{ends}"
                path = ("fantasyland", "enter", index)
                yield Finding("useless-entry", message, (path, path[:2]), "take it out", warning=True)
                break


def _condition_words(entry: Mapping[str, Any]) -> str:
    return " and ".join(f"{entry[row]} {row}" for row in ROWS if row in entry)


def _low_middle(rules: Rules) -> Iterator[Finding]:
    middle, jokers = rules["rows"]["middle"], rules["deck"]["jokers"]
    if middle != "high" and jokers:
        paths: tuple[Path, ...] = (("deck", "jokers"), ("rows", "middle"))
        yield Finding("impossible", "jokers cannot be played with a low middle", paths, "deck: {jokers: 0}")


def _royalty_rows(rules: Rules) -> Iterator[Finding]:
    royalties, middle = rules["royalties"], rules["rows"]["middle"]
    if royalties == "none":
        return
    if royalties["mode"] == "replace" and royalties["paid"] != "row-winner":
        paths: tuple[Path, ...] = (("royalties", "mode"), ("royalties", "paid"))
        message = "a bonus can replace the row's point only where the row's winner is paid"
        yield Finding("impossible", message, paths, "paid: row-winner, or mode: add")
    table = royalties.get("middle", "none")
    low = middle != "high"
    for key in table if table != "none" else ():
        if (key in CATEGORIES) == low:
            path = ("royalties", "middle", key)
            message = f"'{key}' pays nothing in a middle row played for {'low' if low else 'high'}"
            hint = "as in {9: 1, 8: 2, 7: 4, 75432: 8}" if low else "as in {straight: 4, flush: 8}"
            yield Finding("impossible", message, (path, ("rows", "middle")), hint)
        elif low and key != "75432" and RANKS.index(key) > RANKS.index(str(middle["qualifier"])):
            path = ("royalties", "middle", key)
            message = f"'{key}' never pays: the low must be {middle['qualifier']}-high or better"
            yield Finding("useless-royalty", message, (path,), "take it out", warning=True)


def _royalty_order(rules: Rules) -> Iterator[Finding]:
    """Strength decides how a joker is read, so a table that pays a stronger row less than a weaker one surprises."""
    royalties = rules["royalties"]
    if royalties == "none":
        return
    low = rules["rows"]["middle"] != "high"
    ends = "jokers are read for strength, not for pay" if rules["deck"]["jokers"] else "is this intended?"
    for row in ROWS:
        for weaker, stronger in pairwise(_ladder(royalties.get(row, "none"), row, low)):
            if stronger[1] < weaker[1]:
                message = f"{stronger[0]} pays {stronger[1]}, the weaker {weaker[0]} pays {weaker[1]}"
                paths = (("royalties", row, *stronger[2]), ("royalties", row, *weaker[2]), ("royalties", row))
                yield Finding("pays-less", message, paths, ends, warning=True)


def _ladder(table: Any, row: str, low: bool) -> list[tuple[str, int, Path]]:
    """What a row's table pays, weakest paid hand first: (words, points, path below the row). 0 counts as not paid."""
    if table == "none":
        return []
    ladder: list[tuple[str, int, Path]] = []
    if row != "top":
        keys = [*reversed(RANKS[5:]), "75432"] if low and row == "middle" else CATEGORIES
        ladder += [(key, table.get(key, 0), (key,)) for key in keys]
    else:
        for kind, times in (("pair", 2), ("trips", 3)):
            values = table.get(kind, "none")
            for rank in RANKS:
                value = values if isinstance(values, int) else 0 if values == "none" else values.get(rank, 0)
                ladder.append((rank * times, value, (kind,) if isinstance(values, int) else (kind, rank)))
    first = next((index for index, step in enumerate(ladder) if step[1]), len(ladder))
    return ladder[first:]


def _naturals(rules: Rules) -> Iterator[Finding]:
    naturals = rules["naturals"]
    if naturals == "none":
        return
    where: tuple[Path, ...] = (("naturals",),)
    if not set(naturals) - {"versus"}:
        yield Finding("impossible", "naturals without any special hand", where, "name one, or write naturals: none")
    if rules["deck"]["jokers"]:
        paths: tuple[Path, ...] = (*where, ("deck", "jokers"))
        yield Finding("impossible", "naturals cannot be declared with jokers", paths, "naturals: none, or jokers: 0")
    if rules["deal"]["first"] < 13:
        message = "naturals are declared before a showdown, which only a game with 13 cards at once has"
        yield Finding("odd-naturals", message, (*where, ("deal", "first")), "is this intended?", warning=True)


def _count(rules: Rules) -> Iterator[Finding]:
    count = rules["count"]
    if count["bust_leaves_hand"] and not count["loser_cap"]:
        paths: tuple[Path, ...] = (("count", "bust_leaves_hand"), ("count", "loser_cap"))
        message = "a stack can go below zero here, yet one that reaches 0 leaves the hand"
        yield Finding("odd-caps", message, paths, "loser_cap: true is usual with it", warning=True)


_RULES: Final[tuple[tuple[tuple[str, ...], Callable[[Rules], Iterator[Finding]]], ...]] = (
    (("players",), _players),
    (("deal",), _dealing),
    (("players", "deal", "deck"), _deck),
    (("players", "deal", "deck", "fantasyland"), _fantasyland_deck),
    (("fantasyland", "rows"), _fantasyland),
    (("rows", "deck"), _low_middle),
    (("royalties", "rows"), _royalty_rows),
    (("royalties", "rows", "deck"), _royalty_order),
    (("naturals", "deck", "deal"), _naturals),
    (("count",), _count),
)
