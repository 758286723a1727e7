"""Settle live home games of Open Face Chinese poker.

from ofc_score import load_ruleset, parse_board, score_table
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ofc_score.boards.board import Board
    from ofc_score.boards.parse import parse_board, read_table
    from ofc_score.errors import Fault, OfcError
    from ofc_score.rules.load import load_ruleset
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import Table, score_table

__all__ = ["Board", "Fault", "OfcError", "Ruleset", "Table", "load_ruleset", "parse_board", "read_table", "score_table"]

_HOMES = {
    "Board": "boards.board",
    "Fault": "errors",
    "OfcError": "errors",
    "Ruleset": "rules.ruleset",
    "Table": "scoring.hand",
    "load_ruleset": "rules.load",
    "parse_board": "boards.parse",
    "read_table": "boards.parse",
    "score_table": "scoring.hand",
}


def __getattr__(name: str) -> object:
    # Late, so that a command such as --help does not pay for the scorer.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
