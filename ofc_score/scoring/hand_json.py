"""The JSON of a hand (format 1) as text.

Written out by hand, since a bulk run spends most of its time here: names are escaped by ``json``, all else is a number
or a word of ours. Kept as printed is what comes again and again: names, and what a row is called. The dicts of
``table`` are read back from this text, so there is one JSON only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from functools import lru_cache
from json import JSONEncoder
from typing import TYPE_CHECKING, Final

from ofc_score.boards.board import BETWEEN_ROWS, CARDS, NATURAL, SLICES, SURRENDER
from ofc_score.cards.cards import JOKER, ROW_SIZES
from ofc_score.cards.evaluate import CATEGORIES
from ofc_score.cards.hand_names import hand_words
from ofc_score.scoring.explain import fantasyland_words, foul_words, low_words, row_results
from ofc_score.scoring.hand import FORMAT

if TYPE_CHECKING:
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import PairCount, PlayerResult, Table
    from ofc_score.scoring.points import Scored

_quoted: Final = JSONEncoder(ensure_ascii=False).encode


class _Hands(dict[int, str]):
    """What a row is called, by the part of its strength that says so: category and two ranks, learned as they come."""

    def __missing__(self, named: int) -> str:
        said = f'"category": "{CATEGORIES[named >> 8]}", "hand": "{hand_words(named << 12)}"'
        self[named] = said
        return said


_HANDS: Final = _Hands()
# A board of which every suit is told has 32 letters; its thirteen cards, and how they stand in three lists.
_EVERY_SUIT: Final = 32
_cut: Final = struct.Struct("2s2s2s3x2s2s2s2s2s3x2s2s2s2s2s").unpack
_LISTED: Final = BETWEEN_ROWS.join(", ".join(['"%b"'] * size) for size in ROW_SIZES).encode()


def table_json(table: Table) -> str:
    """A settled hand."""
    rules, button, fantasyland, players, counts, totals, stacks = table
    land = _numbers(fantasyland) if fantasyland else "{}"
    listed, summed = [], []
    for name, player in players.items():
        key = _key(name)
        listed.append(key + player_json(player))
        summed.append(f"{key}{totals[name]}")
    counted = ", ".join(map(count_json, counts))
    after = "null" if stacks is None else _numbers(stacks)
    return (
        f'{_head(rules.name, button)}{land}, "players": {{{", ".join(listed)}}}, "counts": [{counted}], '
        f'"totals": {{{", ".join(summed)}}}, "stacks": {after}}}'
    )


def player_json(player: PlayerResult) -> str:
    """One player's part."""
    scored, rules, _, _ = player
    board, _, foul, (top, middle, bottom) = scored
    kind = board.kind
    reason = natural = coming = "null"
    cards = ""
    if foul:
        reason = f'"{foul_words(scored, rules)}"'
    elif land := player.next_fantasyland:
        coming = f'{{"cards": {land.cards}, "why": "{fantasyland_words(land)}"}}'
    if kind == NATURAL:
        natural, cards = f'"{board.natural}"', f', "cards": [{_listed(board.tokens)}]'
    return (
        f'{{"foul": {"true" if foul else "false"}, "reason": {reason}, "natural": {natural}, '
        f'"surrendered": {"true" if kind == SURRENDER else "false"}, "royalties": {top + middle + bottom}, '
        f'"rows": {_rows(scored, rules) if kind == CARDS else "null"}, "next_fantasyland": {coming}{cards}}}'
    )


def count_json(count: PairCount) -> str:
    """One pair as counted."""
    player, opponent, ((top, middle, bottom), scoop, overall, royalties, penalty, natural), points, paid, left = count
    stacks = _numbers(dict(zip((player, opponent), left, strict=True))) if left else "null"
    return (
        f'{_pair(player, opponent)}{top}, "middle": {middle}, "bottom": {bottom}}}, "scoop": {scoop}, '
        f'"overall": {overall}, "royalties": {royalties}, "penalty": {penalty}, "natural": {natural}, '
        f'"points": {points}, "paid": {paid}, "stacks": {stacks}}}'
    )


def _rows(scored: Scored, rules: Ruleset) -> str:
    board, (top, middle, bottom), _, (first, second, third) = scored
    if len(board.cards) == _EVERY_SUIT:
        reads = (_LISTED % _cut(board.cards.encode())).decode().split(BETWEEN_ROWS)
    else:
        reads = [_listed(board.tokens[part]) for part in SLICES]
    tops, middles, bottoms = reads
    if JOKER in board.cards:
        reads = [_listed(row.reads_as) for row in (row_results(scored, rules) or {}).values()]
    hand = _low_hand(middle, rules.qualifier) if rules.low_middle else _HANDS[middle >> 12]
    return (
        f'{{"top": {{"cards": [{tops}], "reads_as": [{reads[0]}], {_HANDS[top >> 12]}, "royalty": {first}}}, '
        f'"middle": {{"cards": [{middles}], "reads_as": [{reads[1]}], {hand}, "royalty": {second}}}, '
        f'"bottom": {{"cards": [{bottoms}], "reads_as": [{reads[2]}], {_HANDS[bottom >> 12]}, "royalty": {third}}}}}'
    )


@lru_cache(maxsize=8192)
def _low_hand(value: int, qualifier: int) -> str:
    """What ``_Hands`` says of other rows, for a low middle: 7,462 strengths in a game."""
    category, words = low_words(value, qualifier)
    return f'"category": "{category}", "hand": "{words}"'


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    return f"{_quoted(name)}: "


@lru_cache(maxsize=1024)
def _head(ruleset: str, button: str) -> str:
    """How a hand begins, up to who was in Fantasyland."""
    return f'{{"format": {FORMAT}, "ruleset": {_quoted(ruleset)}, "button": {_quoted(button)}, "fantasyland": '


@lru_cache(maxsize=1024)
def _pair(player: str, opponent: str) -> str:
    """How a pair begins, up to the points of the top row."""
    return f'{{"player": {_quoted(player)}, "opponent": {_quoted(opponent)}, "rows": {{"top": '


def _listed(tokens: Iterable[str]) -> str:
    return ", ".join([f'"{token}"' for token in tokens])


def _numbers(numbers: Mapping[str, int]) -> str:
    return "{" + ", ".join([f"{_key(name)}{number}" for name, number in numbers.items()]) + "}"
