"""The eight games ready to score, for all tests of the core."""

from __future__ import annotations

from typing import Any

from ofc_score import load_ruleset
from ofc_score.rules.ruleset import Ruleset, build

from .oracle.generator import shipped

MAPPINGS: dict[str, dict[str, Any]] = shipped()
"""What the slow scorer is told of the games; it was written independently of the files."""

GAMES: dict[str, Ruleset] = {name: load_ruleset(name) for name in MAPPINGS}


def house(game: str, **changes: Any) -> Ruleset:
    """A shipped game with some keys changed; maps are merged one level deep, as ``extends`` does."""
    mapping = dict(MAPPINGS[game])
    for key, value in changes.items():
        old = mapping[key]
        mapping[key] = {**old, **value} if isinstance(value, dict) and isinstance(old, dict) else value
    return build(mapping)
