"""``score --jsonl``: odd lines are refused whatever is odd about them, plain ones are settled; the JSON of a hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import load_ruleset
from ofc_score.cards.cards import DECK
from ofc_score.cli import jsonlines
from ofc_score.errors import OfcError
from ofc_score.scoring.hand import settle_texts

ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
ODD = {
    '{"boards": {"Ann": "foul"}, "boards": {"Ann": "foul"}}': "duplicate-key",
    '{"boards": {"Ann": "foul", "Ann": "x"}}': "duplicate-key",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 5, "Ann": 6}}': "duplicate-key",
    '{"boards": {"Ann": "foul"}, "button": {"Ann": {"Ann": 1}}}': "wrong-type",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 5.0}}': "not-whole",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 1e3}}': "not-whole",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": NaN}}': "not-whole",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": 9999999999999999999}}': "bad-points",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": ' + "9" * 5000 + "}}": "bad-points",
    '{"boards": {"Ann": "foul"}, "stacks": {"Ann": true}}': "wrong-type",
    '{"boards": {"Ann": "foul"}} x': "not-json",
    '{"boards": {"Ann": "foul"}': "not-json",
    '{"boards": {"Ann": "' + "f" * jsonlines.LONGEST_LINE + '"}}': "too-long",
    '["boards"]': "wrong-type",
    "[" * 90_000: "not-json",
    "": "not-json",
}


@pytest.mark.parametrize(("text", "code"), ODD.items(), ids=lambda text: text[:60])
def test_odd_lines_are_refused(text: str, code: str) -> None:
    with pytest.raises(OfcError) as caught:
        jsonlines._settle(text.encode(), "pineapple")
    assert caught.value.faults[0].code == code


@pytest.mark.parametrize("ensure_ascii", [True, False], ids=["escaped", "as typed"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=["no end", "LF", "CRLF"])
def test_plain_lines_are_settled(end: str, ensure_ascii: bool) -> None:
    hand = {
        "boards": {"Ann": ANN, "José": "foul"},
        "rules": "pineapple",
        "button": "josé",
        "stacks": {"Ann": 5, "José": 9},
    }
    line = json.dumps(hand, ensure_ascii=ensure_ascii, separators=(",", ":")) + end
    table = jsonlines._settle(line.encode(), "")
    assert (table.button, dict(table.totals)) == ("José", {"Ann": 5, "José": -5})


@given(st.permutations(DECK), st.sampled_from(["pineapple", "pineapple-2-7", "progressive"]))
def test_the_json_of_a_hand_says_what_its_result_says(deck: list[str], game: str) -> None:
    rows = [("".join(deck[at : at + 3]), "".join(deck[at + 3 : at + 8]), "".join(deck[at + 8 : at + 13]))
            for at in (0, 13)]  # fmt: skip
    hand = settle_texts({"Ann": " / ".join(rows[0]), 'B"\\:é': " / ".join(rows[1])}, load_ruleset(game))
    document = hand.as_dict()
    assert json.loads(json.dumps(document)) == document
    for name, player in hand.players.items():
        shown = document["players"][name]
        assert (shown["reason"], shown["foul"]) == (player.reason, player.foul)
        found = {row: (tuple(it["cards"]), tuple(it["reads_as"]), it["category"], it["hand"], it["royalty"])
                 for row, it in shown["rows"].items()}  # fmt: skip
        assert found == player.rows
