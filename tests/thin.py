"""A thin scorer on top of eval7, to measure against: heads-up pineapple from text, the way one would write it in a day.

It knows one game, needs every card and its suit, checks nothing and explains nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple

eval7: Any = import_module("eval7")

MIDDLE: Final = {"Trips": 2, "Straight": 4, "Flush": 8, "Full House": 12, "Quads": 20, "Straight Flush": 30}
BOTTOM: Final = {"Straight": 2, "Flush": 4, "Full House": 6, "Quads": 10, "Straight Flush": 15}
ACE: Final = 12
QUEEN: Final = 10


class Player(NamedTuple):
    """One board: eval7's values of its rows, and what they are worth."""

    values: tuple[int, int, int]
    foul: bool
    royalties: int
    next_fantasyland: int | None


class Hand(NamedTuple):
    """Both boards, the count and the totals."""

    players: dict[str, Player]
    rows: tuple[int, ...]
    scoop: int
    royalties: int
    points: int
    totals: dict[str, int]


def read_row(text: str) -> list[Any]:
    """``QhQd2c`` as eval7's cards."""
    return [eval7.Card(text[at : at + 2]) for at in range(0, len(text), 2)]


def top_rank(value: int) -> int:
    """The most important rank of a hand, 0 to 12."""
    return value >> 16 & 15


def royalty(value: int, table: dict[str, int], royal: int) -> int:
    """What a row of five is worth."""
    kind = eval7.handtype(value)
    return royal if kind == "Straight Flush" and top_rank(value) == ACE else table.get(kind, 0)


def score_board(text: str) -> Player:
    """Read a board and score it."""
    top, middle, bottom = (eval7.evaluate(read_row(row)) for row in text.split(" / "))
    values = (top, middle, bottom)
    if not top <= middle <= bottom:
        return Player(values, True, 0, None)
    kind, rank = eval7.handtype(top), top_rank(top)
    pays = max(rank - 3, 0) if kind == "Pair" else rank + 10 if kind == "Trips" else 0
    royalties = pays + royalty(middle, MIDDLE, 50) + royalty(bottom, BOTTOM, 25)
    enters = kind == "Trips" or (kind == "Pair" and rank >= QUEEN)
    return Player(values, False, royalties, 14 if enters else None)


def score_hand(boards: dict[str, str]) -> Hand:
    """Score two boards against each other."""
    players = {name: score_board(text) for name, text in boards.items()}
    (mine, me), (other, them) = players.items()
    if me.foul or them.foul:
        won = them.foul - me.foul
        rows: tuple[int, ...] = (won, won, won)
    else:
        rows = tuple((a > b) - (a < b) for a, b in zip(me.values, them.values, strict=True))
    balance = sum(rows)
    scoop = balance if balance in (3, -3) else 0
    royalties = me.royalties - them.royalties
    points = balance + scoop + royalties
    return Hand(players, rows, scoop, royalties, points, {mine: points, other: -points})
