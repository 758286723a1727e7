"""Short words for evenings in tests: tables, hands that come to a known number of points, sessions."""

from __future__ import annotations

from typing import Any

from ofc_score.boards.board import Board
from ofc_score.boards.parse import parse_board
from ofc_score.evening.events import Hand, Setup
from ofc_score.evening.session import Session
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset

from .games import GAMES

FOUL = parse_board("foul")
PLAIN = parse_board("QJ2 KK873 AA994")
"""No royalties: 6 from a foul."""
ENTERS = parse_board("QQ2 KK883 AA994")
"""Enters Fantasyland, royalties 7: 13 from a foul."""
STAYS = parse_board("QJ2 KK873 99994")
"""Stays in Fantasyland, does not enter, royalties 10: 16 from a foul."""
OUT = parse_board("-")
BOARDS = {"x": FOUL, "p": PLAIN, "e": ENTERS, "s": STAYS, "-": OUT}
EURO = PointValue(25, "EUR")


def boards(session: Session, letters: str) -> dict[str, Board]:
    """A board for each seat in order, as far as there are letters: x foul, p plain, e enters, s stays, - sits out."""
    return dict(zip(session.state.seats, (BOARDS[letter] for letter in letters), strict=False))


def hand(session: Session, letters: str, **facts: Any) -> Hand:
    """The next hand of a session."""
    return Hand(boards(session, letters), **facts)


def play(session: Session, *hands: str) -> Session:
    """Book hands one after the other."""
    for letters in hands:
        session.add(hand(session, letters))
    return session


def table(*names: str, points: int | None = 100, rules: Ruleset = GAMES["regular"], **more: Any) -> Session:
    """A session; the last player has the first button."""
    seats = names or ("Ann", "Bob", "Cy")
    told = {"button": seats[-1], "point": EURO, **more}
    return Session(Setup(rules, dict.fromkeys(seats, points), **told))
