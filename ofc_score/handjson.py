"""The JSON of a hand (format 1) as text.

Written out by hand, since a bulk run spends most of its time here: names and reasons are escaped by ``json``, all else
is a number or a word of ours. The dicts of ``table`` are read back from this text, so there is one JSON only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import JSONEncoder
from typing import TYPE_CHECKING, Final

from ofc_score.board import NATURAL, SURRENDER
from ofc_score.cards import ROWS
from ofc_score.reasons import foul_words, row_results
from ofc_score.table import FORMAT

if TYPE_CHECKING:
    from ofc_score.reasons import RowResult
    from ofc_score.table import PairCount, PlayerResult, Table

_quoted: Final = JSONEncoder(ensure_ascii=False).encode
_name: Final = lru_cache(maxsize=1024)(_quoted)
_BOOLEAN: Final = ("false", "true")


def table_json(table: Table) -> str:
    """A settled hand."""
    players = ", ".join([f"{_name(name)}: {player_json(player)}" for name, player in table.players.items()])
    counts = ", ".join([count_json(count) for count in table.counts])
    return (
        f'{{"format": {FORMAT}, "ruleset": {_name(table.rules.name)}, "button": {_name(table.button)}, '
        f'"fantasyland": {_numbers(table.fantasyland)}, "players": {{{players}}}, "counts": [{counts}], '
        f'"totals": {_numbers(table.totals)}, "stacks": {_numbers(table.stacks)}}}'
    )


def player_json(player: PlayerResult) -> str:
    """One player's part."""
    scored, rules = player.scored, player.rules
    board = scored.board
    land = player.next_fantasyland
    coming = f'{{"cards": {land.cards}, "why": {_quoted(land.why)}}}' if land else "null"
    rows = row_results(scored, rules)
    listed = "null"
    if rows is not None:
        top, middle, bottom = rows.values()
        listed = f'{{"top": {_row_json(top)}, "middle": {_row_json(middle)}, "bottom": {_row_json(bottom)}}}'
    reason = _quoted(foul_words(scored, rules)) if scored.foul else "null"
    natural = _quoted(board.natural) if board.natural else "null"
    cards = f', "cards": {_cards(board.tokens)}' if board.kind == NATURAL else ""
    return (
        f'{{"foul": {_BOOLEAN[scored.foul]}, "reason": {reason}, "natural": {natural}, '
        f'"surrendered": {_BOOLEAN[board.kind == SURRENDER]}, "royalties": {scored.worth}, "rows": {listed}, '
        f'"next_fantasyland": {coming}{cards}}}'
    )


def count_json(count: PairCount) -> str:
    """One pair as counted."""
    (top, middle, bottom), scoop, overall, royalties, penalty, natural = count.items
    stacks = count.stacks and dict(zip((count.player, count.opponent), count.stacks, strict=True))
    return (
        f'{{"player": {_name(count.player)}, "opponent": {_name(count.opponent)}, '
        f'"rows": {{"{ROWS[0]}": {top}, "{ROWS[1]}": {middle}, "{ROWS[2]}": {bottom}}}, "scoop": {scoop}, '
        f'"overall": {overall}, "royalties": {royalties}, "penalty": {penalty}, "natural": {natural}, '
        f'"points": {count.points}, "paid": {count.paid}, "stacks": {_numbers(stacks)}}}'
    )


def _row_json(row: RowResult) -> str:
    cards = _cards(row.cards)
    reads_as = cards if row.reads_as is row.cards else _cards(row.reads_as)
    return (
        f'{{"cards": {cards}, "reads_as": {reads_as}, "category": "{row.category}", "hand": "{row.hand}", '
        f'"royalty": {row.royalty}}}'
    )


def _cards(tokens: tuple[str, ...]) -> str:
    return '["' + '", "'.join(tokens) + '"]'


def _numbers(numbers: Mapping[str, int] | None) -> str:
    if not numbers:
        return "null" if numbers is None else "{}"
    return "{" + ", ".join([f"{_name(name)}: {number}" for name, number in numbers.items()]) + "}"
