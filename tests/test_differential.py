"""Random tables in all games and under random house options: the package against the slow independent scorer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ofc_score import read_table, score_table
from ofc_score.rules.ruleset import Ruleset, build

from .games import GAMES, MAPPINGS
from .oracle.generator import random_options, random_table
from .oracle.scorer import score

WORDS = {"hand", "reason", "why"}


def _comparable(value: Any) -> Any:
    """The result without its words; what a joker stands for is compared whatever its place in the row."""
    if isinstance(value, dict):
        return {
            key: sorted(inner) if key == "reads_as" else bool(inner) if key in WORDS else _comparable(inner)
            for key, inner in value.items()
        }
    return [_comparable(inner) for inner in value] if isinstance(value, list) else value


def _compare(seed: int, rules: Ruleset, mapping: dict[str, Any], rng: random.Random) -> None:
    table = random_table(rng, mapping)
    expected = score(rules=mapping, **table)
    facts = table["button"], table["stacks"], table["fantasyland"]
    result = score_table(read_table(table["boards"], rules), rules, *facts)
    found, wanted = _comparable(result.as_dict()), _comparable(expected)
    assert found == wanted, f"seed {seed}: {table} under {mapping['name']}"
    assert list(found["players"]) == list(wanted["players"])


def _in_game(game: str, seeds: range) -> None:
    for seed in seeds:
        _compare(seed, GAMES[game], MAPPINGS[game], random.Random(f"{game} {seed}"))


def _in_houses(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(f"house {seed}")
        mapping = random_options(rng)
        rules = build(mapping)
        for _ in range(3):
            _compare(seed, rules, mapping, rng)


def _flat(value: Any, path: str = "") -> dict[str, str]:
    """Every value of a ruleset by its key path."""
    if not isinstance(value, (dict, list)):
        return {path: str(value)}
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return {at: said for key, inner in items for at, said in _flat(inner, f"{path}.{key}").items()}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_file_says_what_the_slow_scorer_is_told(game: str) -> None:
    words = (".title", ".notes", ".deal.then", ".deal.keep")
    shipped, told = _flat(dict(GAMES[game].mapping)), _flat(MAPPINGS[game])
    assert {at: said for at, said in shipped.items() if at not in words} == {
        at: said for at, said in told.items() if at not in words
    }
    assert GAMES[game].cards_per_hand == build(MAPPINGS[game]).cards_per_hand


@pytest.mark.parametrize("game", GAMES)
def test_random_tables(game: str) -> None:
    _in_game(game, range(300))


@pytest.mark.parametrize("block", range(8))
def test_random_tables_under_house_options(block: int) -> None:
    _in_houses(range(60 * block, 60 * block + 60))


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_many_random_tables(game: str) -> None:
    _in_game(game, range(1_000, 11_000))


@pytest.mark.full
@pytest.mark.parametrize("block", range(8))
def test_many_random_tables_under_house_options(block: int) -> None:
    _in_houses(range(10_000 * (block + 1), 10_000 * (block + 1) + 2_000))
