"""The ruleset as frozen data, built from a complete mapping in the file format.

``build`` trusts the shape of its mapping (``check`` proves it for anybody's own file) and turns the words of
the file into numbers that scoring can look up: royalties by ``strength >> 16``, Fantasyland conditions as least
strengths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ofc_score.cards.cards import RANKS, ROWS
from ofc_score.cards.evaluate import CATEGORIES, PAIR, TRIPS, low_strength

LOW: Final = "deuce-to-seven"
NATURAL_KINDS: Final = ("six-pairs", "three-straights", "three-flushes", "dragon")
SPECIAL_LOWS: Final = ("75432",)


class Condition(NamedTuple):
    """A row that must be at least so strong. ``row`` is 0 top, 1 middle, 2 bottom; ``says`` is the file's own word."""

    row: int
    at_least: int
    says: str


class Entry(NamedTuple):
    """Into Fantasyland with ``cards`` cards when every condition holds."""

    conditions: tuple[Condition, ...]
    cards: int


class Fantasyland(NamedTuple):
    """Who enters and stays, with how many cards. ``stay_cards`` None: as many as at entry."""

    enter: tuple[Entry, ...]
    stay: tuple[tuple[Condition, ...], ...]
    stay_cards: int | None
    button_frozen: bool
    last_player_buys_in: bool

    def card_counts(self) -> frozenset[int]:
        """Every number of cards that this game ever deals to a player in Fantasyland."""
        counts = {entry.cards for entry in self.enter}
        return frozenset(counts if self.stay_cards is None else counts | {self.stay_cards})


class Count(NamedTuple):
    """How points become chips: order of the count, caps, the bust rule."""

    payer_order: bool
    loser_cap: bool
    winner_cap: bool
    bust_leaves_hand: bool


class PayTable(NamedTuple):
    """What the rows of a board pay, looked up as in ``Ruleset``, whose fields these are."""

    low_middle: bool
    royalty: tuple[tuple[int, ...], ...]
    special_lows: Mapping[int, int]


class SetRules(NamedTuple):
    """When buying in, joining and sitting out take effect. Words as in the file."""

    rebuy: str
    join: str
    sit_out: str


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """One game, ready to score. All points are whole numbers.

    ``royalty[row][strength >> 16]`` is what a row pays; for a low middle it is indexed by the high card (2-14), and
    ``special_lows`` maps the low strength of a named hand to its value. ``most_players`` is how many can be dealt in
    without Fantasyland. ``mapping`` is the complete file content.
    """

    name: str
    title: str
    notes: str
    min_players: int
    max_players: int
    most_players: int
    jokers: int
    deal: tuple[int, int, int]
    dealer_sits_out: bool
    row: int
    scoop: int
    overall: int
    low_middle: bool
    qualifier: int
    row_winner_paid: bool
    replace: bool
    royalty: tuple[tuple[int, ...], ...]
    special_lows: Mapping[int, int]
    foul_pays: str | int
    foul_pays_royalties: bool
    tie_legal: bool
    fantasyland: Fantasyland | None
    naturals: Mapping[str, int]
    surrender: int | None
    count: Count
    set: SetRules
    mapping: Mapping[str, Any]

    @property
    def cards_per_hand(self) -> int:
        """Cards dealt to one seat in an ordinary hand: 17 at pineapple, 13 otherwise."""
        return cards_dealt(self.deal)

    @property
    def deck_size(self) -> int:
        """52 and the jokers."""
        return 52 + self.jokers

    def fingerprint(self) -> str:
        """A short stable name for exactly these rules, whatever the file's layout or comments."""
        return _fingerprint(self)

    @property
    def pay_table(self) -> PayTable:
        """What rows pay, apart from all else."""
        return PayTable(self.low_middle, self.royalty, self.special_lows)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def __hash__(self) -> int:
        # Maps have no hash; the rest tells nearly all rulesets apart.
        values = (getattr(self, field) for field in self.__slots__)
        return hash(tuple(value for value in values if not isinstance(value, Mapping)))


@lru_cache(maxsize=64)
def _fingerprint(rules: Ruleset) -> str:
    import hashlib
    import json

    text = json.dumps(rules.mapping, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cards_dealt(deal: tuple[int, int, int]) -> int:
    """How many cards a deal of (first, then, keep) gives one seat until 13 lie on the board."""
    first, then, keep = deal
    return first if first >= 13 else first + then * -(-(13 - first) // keep)


def build(mapping: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a complete, checked mapping in the file format describes."""
    low = mapping["rows"]["middle"] != "high"
    deal = _deal(mapping["deal"])
    count, points, foul = mapping["count"], mapping["points"], mapping["foul"]
    royalties = mapping["royalties"] if mapping["royalties"] != "none" else {}
    surrender, naturals = mapping["surrender"], mapping["naturals"]
    middle = _table(royalties, "middle")
    return Ruleset(
        name=str(mapping["name"]),
        title=str(mapping.get("title") or mapping["name"]),
        notes=str(mapping.get("notes") or ""),
        min_players=mapping["players"]["min"],
        max_players=mapping["players"]["max"],
        most_players=min(mapping["players"]["max"], (52 + mapping["deck"]["jokers"]) // cards_dealt(deal)),
        jokers=mapping["deck"]["jokers"],
        deal=deal,
        dealer_sits_out=mapping["dealer_sits_out"],
        row=points["row"],
        scoop=points["scoop"],
        overall=points["overall"],
        low_middle=low,
        qualifier=rank_number(mapping["rows"]["middle"].get("qualifier", "A")) if low else 0,
        row_winner_paid=royalties.get("paid") == "row-winner",
        replace=royalties.get("mode") == "replace",
        royalty=(
            _top_values(_table(royalties, "top")),
            _low_values(middle) if low else _category_values(middle),
            _category_values(_table(royalties, "bottom")),
        ),
        special_lows={special_low(key): middle[key] for key in middle if low and str(key) in SPECIAL_LOWS},
        foul_pays=foul["pays"],
        foul_pays_royalties=foul["pays_royalties"],
        tie_legal=foul["tie_legal"],
        fantasyland=_fantasyland(mapping["fantasyland"], low),
        naturals={} if naturals == "none" else {kind: naturals[kind] for kind in NATURAL_KINDS if kind in naturals},
        surrender=None if surrender == "none" else surrender,
        count=Count(count["order"] == "payer", count["loser_cap"], count["winner_cap"], count["bust_leaves_hand"]),
        set=SetRules(**mapping["set"]),
        mapping=mapping,
    )


def rank_number(rank: str | int) -> int:
    """2-14 for a rank as a ruleset writes it (``7``, ``T``, ``A``, ``10``)."""
    return 10 if str(rank) == "10" else RANKS.index(str(rank)) + 2


def special_low(name: str | int) -> int:
    """The low strength of a hand named by its ranks, of mixed suits: ``75432``."""
    return low_strength(sum(1 << 3 * (rank_number(rank) - 2) for rank in str(name)))


def condition(row: str, word: str | int, low_middle: bool) -> Condition:
    """What ``top: QQ``, ``top: trips``, ``middle: 75432`` or ``bottom: four-of-a-kind`` asks of a row."""
    index, says = ROWS.index(row), str(word)
    if index == 1 and low_middle:
        least = special_low(says)
    elif says in CATEGORIES:
        least = CATEGORIES.index(says) << 20
    elif says == "trips":
        least = TRIPS << 20
    else:
        least = (PAIR if len(says) == 2 else TRIPS) << 20 | rank_number(says[0]) << 16
    return Condition(index, least, says)


def _deal(deal: Mapping[str, int]) -> tuple[int, int, int]:
    return deal["first"], deal.get("then", 0), deal.get("keep", deal.get("then", 0))


def _table(values: Mapping[str, Any], key: str) -> Mapping[Any, Any]:
    """The map at ``key``; ``none`` and a missing key are empty."""
    said = values.get(key)
    return said if isinstance(said, Mapping) else {}


def _category_values(values: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(values.get(category, 0) for category in CATEGORIES for _ in range(16))


def _top_values(values: Mapping[str, Any]) -> tuple[int, ...]:
    table = [0] * 160
    for word, category in (("pair", PAIR), ("trips", TRIPS)):
        said = values.get(word, 0)
        for rank in range(2, 15):
            table[category << 4 | rank] = said if isinstance(said, int) else _by_rank(_table(values, word)).get(rank, 0)
    return tuple(table)


def _low_values(values: Mapping[str | int, int]) -> tuple[int, ...]:
    by_rank = _by_rank({key: value for key, value in values.items() if str(key) not in SPECIAL_LOWS})
    return tuple(by_rank.get(rank, 0) for rank in range(16))


def _by_rank(values: Mapping[str | int, int]) -> dict[int, int]:
    return {rank_number(rank): value for rank, value in values.items()}


def _fantasyland(said: Any, low: bool) -> Fantasyland | None:
    if said == "none":
        return None

    def conditions(words: Mapping[str, Any]) -> tuple[Condition, ...]:
        return tuple(condition(row, words[row], low) for row in ROWS if row in words)

    return Fantasyland(
        enter=tuple(Entry(conditions(entry), entry["cards"]) for entry in said["enter"]),
        stay=tuple(conditions(words) for words in said["stay"]),
        # A game that nobody can stay in need not say with how many cards.
        stay_cards=None if said.get("stay_cards", "entry") == "entry" else said["stay_cards"],
        button_frozen=said["button"] == "frozen",
        last_player_buys_in=said["last_player"] == "buy-in",
    )
