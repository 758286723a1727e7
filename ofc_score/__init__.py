"""Settle live home games of Open Face Chinese poker.

One hand:

>>> from ofc_score import load_ruleset, parse_board, score_table
>>> rules = load_ruleset("pineapple")
>>> score_table({"Ann": parse_board("QhQd2c / KsKd8h8c3d / AhTh7h5h2h"), "Bob": parse_board("foul")}, rules)
<Table of pineapple: Ann +17, Bob -17>

A whole evening is a ``Session`` to which events are added; ``ofc_score.evening.session`` shows how.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ofc_score.boards.board import Board
    from ofc_score.boards.parse import parse_board, read_table
    from ofc_score.errors import CardError, Fault, NotAllowed, OfcError
    from ofc_score.evening.events import (
        Adjust,
        Button,
        Buy,
        Chips,
        Close,
        Expense,
        Fix,
        Guest,
        Hand,
        Join,
        Leave,
        Note,
        Owe,
        Pay,
        Redo,
        Replace,
        Seats,
        Setup,
        Switch,
        Undo,
        Void,
    )
    from ofc_score.evening.session import Session
    from ofc_score.evening.state import State
    from ofc_score.money import PointValue, parse_point_value
    from ofc_score.rules.load import load_ruleset
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import Table, score_table

__all__ = [
    "Adjust", "Board", "Button", "Buy", "CardError", "Chips", "Close", "Expense", "Fault", "Fix", "Guest", "Hand",
    "Join", "Leave", "NotAllowed", "Note", "OfcError", "Owe", "Pay", "PointValue", "Redo", "Replace", "Ruleset",
    "Seats", "Session", "Setup", "State", "Switch", "Table", "Undo", "Void", "load_ruleset", "parse_board",
    "parse_point_value", "read_table", "score_table",
]  # fmt: skip

# Where a name lives; one that is not listed is an event.
_HOMES: Final = {
    "boards.board": ["Board"],
    "boards.parse": ["parse_board", "read_table"],
    "errors": ["CardError", "Fault", "NotAllowed", "OfcError"],
    "evening.session": ["Session"],
    "evening.state": ["State"],
    "money": ["PointValue", "parse_point_value"],
    "rules.load": ["load_ruleset"],
    "rules.ruleset": ["Ruleset"],
    "scoring.hand": ["Table", "score_table"],
}


def __getattr__(name: str) -> object:
    # Late, so that a command such as --help does not pay for the scorer.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((home for home, names in _HOMES.items() if name in names), "evening.events")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
