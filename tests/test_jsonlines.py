"""``score --jsonl``: the short way through a line says what the long way says, and its JSON is what ``json`` reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import load_ruleset
from ofc_score.cards.cards import DECK
from ofc_score.cli import jsonlines
from ofc_score.errors import OfcError
from ofc_score.scoring.hand_text import settle_told

ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
BOB = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"


def _long_way(line: bytes) -> dict[str, Any] | None:
    """None where the line is refused as JSON."""
    try:
        return jsonlines._read(line)
    except OfcError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        '{"boards": {"Ann": "foul"}, "boards": {"Ann": "foul"}}',
        '{"boards": {"Ann": "foul", "Ann": "x"}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 5, "Ann": 6}}',
        '{"boards": {"Ann": "foul"}, "button": {"Ann": {"Ann": 1}}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 5.0}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 1e3}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": NaN}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 9999999999999999999}}',
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": ' + "9" * 5000 + "}}",
        '{"boards": {"Ann": "foul"}, "stacks": {"Ann": true}}',
        '{"boards": {"Ann": "foul"}} x',
        '{"boards": {"Ann": "foul"}',
        '{"boards": {"Ann": "' + "f" * jsonlines.LONGEST_LINE + '"}}',
        '{"boards": {"Ann: x": "foul"}}',
        '["boards"]',
        "[" * 100_000,
        "",
    ],
    ids=lambda text: text[:60],
)
def test_the_short_way_keeps_away_from_what_is_odd(text: str) -> None:
    assert jsonlines._read_plain(text.encode()) is None


def test_the_short_way_is_taken_by_plain_lines() -> None:
    told = {"boards": {"Ann": ANN, "José": "-"}, "rules": "pineapple", "button": "Ann", "stacks": {"Ann": -5}}
    for line in (json.dumps(told), json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\r\n"):
        assert jsonlines._read_plain(line.encode()) == told


keys = st.sampled_from(["boards", "Ann", "Bob", "stacks", "a: b", ":"])
scalars = st.one_of(
    st.sampled_from([ANN, "foul", ":", '"', "\\", "a: b", None, True]),
    st.integers(-(10**20), 10**20),
    st.floats(),
)


def _written(value: Any) -> str:
    """JSON of pairs as an object, so that a key may be there twice."""
    if isinstance(value, tuple):
        return "{" + ", ".join(f"{json.dumps(key)}: {_written(inner)}" for key, inner in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value)


def _objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(st.tuples(keys, values), max_size=3).map(tuple)


@given(_objects(st.one_of(scalars, _objects(scalars), st.lists(_objects(scalars), max_size=2))))
def test_what_the_short_way_reads_the_long_way_reads_alike(pairs: Any) -> None:
    line = _written(pairs).encode()
    short = jsonlines._read_plain(line)
    if short is not None:
        assert short == _long_way(line)


@given(st.permutations(DECK), st.sampled_from(["pineapple", "pineapple-2-7", "progressive"]))
def test_the_text_of_a_hand_is_json_as_json_writes_it(deck: list[str], game: str) -> None:
    rows = [("".join(deck[at : at + 3]), "".join(deck[at + 3 : at + 8]), "".join(deck[at + 8 : at + 13]))
            for at in (0, 13)]  # fmt: skip
    hand = settle_told({"Ann": " / ".join(rows[0]), 'B"\\:é': " / ".join(rows[1])}, load_ruleset(game))
    text = hand.as_json()
    assert json.dumps(json.loads(text), ensure_ascii=False) == text
    for name, player in hand.players.items():
        document = json.loads(text)["players"][name]
        assert document["reason"] == player.reason
        found = {row: (tuple(it["cards"]), tuple(it["reads_as"]), it["category"], it["hand"], it["royalty"])
                 for row, it in document["rows"].items()}  # fmt: skip
        assert found == player.rows
