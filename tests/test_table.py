"""The one result of a hand: its JSON shape, settled totals, what makes a hand impossible, frozen results."""

from __future__ import annotations

import json
import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import load_ruleset, parse_board, read_table, score_table
from ofc_score.cards.cards import DECK
from ofc_score.errors import CardError
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.scoring.hand import Table, settle_texts, text_faults

from .games import GAMES, house
from .oracle.generator import random_options, random_table

ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
BOB = "JsJc5s / TdTc7s7c3h / 9s8s7d6c5d"
CY = "9h6s4c / QcJhTs6h4d / AsAc9d5c4s"
PROGRESSIVE = GAMES["progressive"]
PLAYER = {"foul", "reason", "natural", "surrendered", "royalties", "rows", "next_fantasyland"}
ROW = {"cards", "reads_as", "category", "hand", "royalty"}
COUNT = {
    "player", "opponent", "rows", "scoop", "overall", "royalties", "penalty", "natural", "points", "paid", "stacks",
}  # fmt: skip


def _table(boards: dict[str, str], rules: Ruleset, **facts: Any) -> Table:
    return score_table(read_table(boards, rules), rules, **facts)


def _dict(boards: dict[str, str], rules: Ruleset, **facts: Any) -> dict[str, Any]:
    """The JSON, as it comes back from a file."""
    result: dict[str, Any] = json.loads(json.dumps(_table(boards, rules, **facts).as_dict()))
    return result


def _faults(boards: dict[str, str], rules: Ruleset, **facts: Any) -> list[str]:
    """What makes the hand impossible; the boards themselves are read for any game."""
    with pytest.raises(CardError) as caught:
        score_table({name: parse_board(text) for name, text in boards.items()}, rules, **facts)
    return [fault.text() for fault in caught.value.faults]


# The shape of the JSON


def test_the_whole_json_of_a_hand() -> None:
    facts: dict[str, Any] = {"button": "Bob", "stacks": {"Ann": 20, "Bob": 40}, "fantasyland": {"Bob": 14}}
    assert _dict({"Ann": ANN, "Bob": BOB}, PROGRESSIVE, **facts) == {
        "format": 1,
        "ruleset": "progressive",
        "button": "Bob",
        "fantasyland": {"Bob": 14},
        "players": {
            "Ann": {
                "foul": False,
                "reason": None,
                "natural": None,
                "surrendered": False,
                "royalties": 11,
                "rows": {
                    "top": {
                        "cards": ["Qh", "Qd", "2c"],
                        "reads_as": ["Qh", "Qd", "2c"],
                        "category": "pair",
                        "hand": "pair of queens",
                        "royalty": 7,
                    },
                    "middle": {
                        "cards": ["Ks", "Kd", "8h", "8c", "3d"],
                        "reads_as": ["Ks", "Kd", "8h", "8c", "3d"],
                        "category": "two-pair",
                        "hand": "kings and eights",
                        "royalty": 0,
                    },
                    "bottom": {
                        "cards": ["Ah", "Th", "7h", "5h", "2h"],
                        "reads_as": ["Ah", "Th", "7h", "5h", "2h"],
                        "category": "flush",
                        "hand": "ace-high flush",
                        "royalty": 4,
                    },
                },
                "next_fantasyland": {"cards": 14, "why": "pair of queens on top"},
            },
            "Bob": {
                "foul": False,
                "reason": None,
                "natural": None,
                "surrendered": False,
                "royalties": 8,
                "rows": {
                    "top": {
                        "cards": ["Js", "Jc", "5s"],
                        "reads_as": ["Js", "Jc", "5s"],
                        "category": "pair",
                        "hand": "pair of jacks",
                        "royalty": 6,
                    },
                    "middle": {
                        "cards": ["Td", "Tc", "7s", "7c", "3h"],
                        "reads_as": ["Td", "Tc", "7s", "7c", "3h"],
                        "category": "two-pair",
                        "hand": "tens and sevens",
                        "royalty": 0,
                    },
                    "bottom": {
                        "cards": ["9s", "8s", "7d", "6c", "5d"],
                        "reads_as": ["9s", "8s", "7d", "6c", "5d"],
                        "category": "straight",
                        "hand": "nine-high straight",
                        "royalty": 2,
                    },
                },
                "next_fantasyland": None,
            },
        },
        "counts": [
            {
                "player": "Ann",
                "opponent": "Bob",
                "rows": {"top": 1, "middle": 1, "bottom": 1},
                "scoop": 3,
                "overall": 0,
                "royalties": 3,
                "penalty": 0,
                "natural": 0,
                "points": 9,
                "paid": 9,
                "stacks": {"Ann": 29, "Bob": 31},
            }
        ],
        "totals": {"Ann": 9, "Bob": -9},
        "stacks": {"Ann": 29, "Bob": 31},
    }


def test_order_of_keys_is_the_documented_one() -> None:
    found = _table({"Ann": ANN, "Bob": BOB}, PROGRESSIVE).as_dict()
    assert list(found) == [
        "format", "ruleset", "button", "fantasyland", "players", "counts", "totals", "stacks",
    ]  # fmt: skip
    assert list(found["counts"][0]) == [
        "player", "opponent", "rows", "scoop", "overall", "royalties", "penalty", "natural", "points", "paid",
        "stacks",
    ]  # fmt: skip


def test_without_stacks_paid_are_the_points() -> None:
    found = _dict({"Ann": ANN, "Bob": "foul", "Cy": CY}, PROGRESSIVE)
    assert found["stacks"] is None
    assert [(it["player"], it["opponent"], it["points"], it["paid"], it["stacks"]) for it in found["counts"]] == [
        ("Ann", "Bob", 17, 17, None),
        ("Ann", "Cy", 17, 17, None),
        ("Bob", "Cy", -6, -6, None),
    ]
    assert found["button"] == "Cy"
    assert found["totals"] == {"Ann": 34, "Bob": -23, "Cy": -11}


def test_a_board_entered_as_foul_has_no_rows() -> None:
    found = _dict({"Ann": ANN, "Bob": "foul"}, PROGRESSIVE)["players"]["Bob"]
    assert found == {
        "foul": True, "reason": "entered as a foul", "natural": None, "surrendered": False, "royalties": 0,
        "rows": None, "next_fantasyland": None,
    }  # fmt: skip


def test_a_declared_natural_has_its_cards_beside_it() -> None:
    boards = {"Ann": "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd", "Bob": "A52 / QQ883 / 95432h"}
    found = _dict(boards, GAMES["chinese"])
    assert found["players"]["Ann"] == {
        "foul": False, "reason": None, "natural": "dragon", "surrendered": False, "royalties": 0, "rows": None,
        "next_fantasyland": None, "cards": list(parse_board(boards["Ann"]).tokens),
    }  # fmt: skip
    assert found["counts"][0]["natural"] == found["counts"][0]["points"] == 13
    assert found["counts"][0]["rows"] == {"top": 0, "middle": 0, "bottom": 0}


def test_a_surrender_stands_in_the_penalty() -> None:
    rules = house("chinese", surrender=4)
    found = _dict({"Ann": "A52 / QQ883 / 95432h", "Bob": "surrender"}, rules)
    assert found["players"]["Bob"]["surrendered"] is True
    assert found["players"]["Bob"]["foul"] is False
    count = found["counts"][0]
    assert (count["penalty"], count["points"], count["scoop"]) == (4, 4, 0)


def test_a_flat_foul_stands_in_the_penalty() -> None:
    count = _dict({"Ann": ANN, "Bob": "foul"}, house("pineapple", foul={"pays": 10}))["counts"][0]
    assert count["rows"] == {"top": 0, "middle": 0, "bottom": 0}
    assert (count["scoop"], count["penalty"], count["royalties"], count["points"]) == (0, 10, 11, 21)


def test_rows_hold_the_point_and_royalties_what_is_beyond_it() -> None:
    boards = {"Ann": "3s3c3d / JcJhJs7h7s / KcKdKsKh4d", "Bob": "foul"}
    found = _dict(boards, GAMES["chinese"])
    count = found["counts"][0]
    assert count["rows"] == {"top": 1, "middle": 1, "bottom": 1}
    assert (count["royalties"], count["points"]) == (6, 9)
    assert found["players"]["Ann"]["royalties"] == 9  # what the board is worth by the table


def test_order_payer_shows_the_payer_and_ties_last() -> None:
    rules = house("pineapple", count={"order": "payer"})
    counts = _dict({"Ann": ANN, "Bob": "foul", "Cy": "foul"}, rules)["counts"]
    assert [(it["player"], it["opponent"], it["points"]) for it in counts] == [
        ("Bob", "Ann", -17),
        ("Cy", "Ann", -17),
        ("Bob", "Cy", 0),
    ]
    assert counts[0]["rows"] == {"top": -1, "middle": -1, "bottom": -1}
    assert (counts[0]["scoop"], counts[0]["royalties"]) == (-3, -11)


def test_rows_that_quick_entry_and_jokers_print() -> None:
    rules = GAMES["joker-ultimate"]
    rows = _dict({"Ann": "QJo3 / KK883 / AT752h"}, rules)["players"]["Ann"]["rows"]
    assert rows["top"] == {
        "cards": ["Q", "Jo", "3"], "reads_as": ["Q", "Q", "3"], "category": "pair", "hand": "pair of queens",
        "royalty": 7,
    }  # fmt: skip
    assert rows["bottom"]["cards"] == ["Ah", "Th", "7h", "5h", "2h"]
    rows = _dict({"Ann": "Qh Jo 3c / Ks Kd 8s 8h 3d / Ah Jo 7h 5h 2h"}, rules)["players"]["Ann"]["rows"]
    assert rows["top"]["reads_as"] == ["Qh", "Qs", "3c"]
    assert rows["bottom"]["reads_as"] == ["Ah", "Kh", "7h", "5h", "2h"]


def test_a_low_middle_and_one_that_is_none() -> None:
    rules = GAMES["pineapple-2-7"]
    low = _dict({"Ann": "9s8cTd / 7h5d4c3d2h / KhKdKsQc2s"}, rules)["players"]["Ann"]["rows"]["middle"]
    assert (low["category"], low["hand"], low["royalty"]) == ("low", "seven low 75432", 8)
    other = _dict({"Ann": "9s8cTd / 7h5h4h3h2h / KhKdKsQc2s"}, rules)["players"]["Ann"]
    assert other["rows"]["middle"]["category"] == "not-low"
    assert other["rows"]["middle"]["hand"] == "seven-high flush, no low"
    assert other["reason"] == "seven-high flush in the middle is no low"


def test_fantasyland_of_a_player_whose_stack_is_gone() -> None:
    """Under a loser cap it lapses; without one nobody is ever out."""
    facts: dict[str, Any] = {"stacks": {"Ann": 4, "Bob": 40}}
    boards = {"Ann": "QsQd3c / KsKh4h4d2d / Js8s7s3s2s", "Bob": "AA5 / JJ553 / 99922"}
    capped = _dict(boards, PROGRESSIVE, **facts)
    assert capped["stacks"] == {"Ann": 0, "Bob": 44}
    assert capped["players"]["Ann"]["next_fantasyland"] is None
    assert capped["players"]["Bob"]["next_fantasyland"] == {"cards": 16, "why": "pair of aces on top"}
    open_ended = _dict(boards, house("progressive", count={"loser_cap": False, "winner_cap": False}), **facts)
    assert open_ended["stacks"]["Ann"] < 0
    assert open_ended["players"]["Ann"]["next_fantasyland"] == {"cards": 14, "why": "pair of queens on top"}


def test_a_fouler_is_not_in_fantasyland() -> None:
    found = _table({"Ann": "AAK / KQJ92 / 88553", "Bob": "foul"}, PROGRESSIVE)
    assert [player.next_fantasyland for player in found.players.values()] == [None, None]


def test_a_seat_that_does_not_play() -> None:
    """The button may be on it; its stack goes through, it is in no pair."""
    boards = {"Ann": ANN, "Bob": "-", "Cy": CY}
    found = _dict(boards, PROGRESSIVE, button="Bob", stacks={"Ann": 20, "Bob": 0, "Cy": 12})
    assert list(found["players"]) == list(found["totals"]) == ["Ann", "Cy"]
    assert [(it["player"], it["opponent"], it["paid"]) for it in found["counts"]] == [("Cy", "Ann", -12)]
    assert found["stacks"] == {"Ann": 32, "Bob": 0, "Cy": 0}


def test_one_board_alone() -> None:
    found = _dict({"Ann": ANN}, PROGRESSIVE)
    assert (found["counts"], found["totals"]) == ([], {"Ann": 0})
    assert found["players"]["Ann"]["royalties"] == 11


def test_no_stacks_at_all_may_be_an_empty_mapping() -> None:
    assert _dict({"Ann": ANN, "Bob": BOB}, PROGRESSIVE, stacks={})["stacks"] is None


def test_the_documented_api() -> None:
    rules = load_ruleset("pineapple")
    boards = {"Ann": parse_board(ANN, rules), "Bob": parse_board("foul", rules)}
    table = score_table(boards, rules, button="Bob", stacks={"Ann": 20, "Bob": 40}, fantasyland={"Ann": 14})
    assert table.totals["Ann"] == 17
    assert (table.counts[0].points, table.counts[0].paid) == (17, 17)
    assert table.counts[0].rows == (1, 1, 1)
    assert table.players["Ann"].royalties == 11
    assert table.players["Ann"].next_fantasyland is None


# Frozen


def test_results_are_frozen() -> None:
    table = _table({"Ann": ANN, "Bob": BOB}, PROGRESSIVE, stacks={"Ann": 20, "Bob": 40})
    for thing, name in [
        (table, "totals"),
        (table.players["Ann"], "rules"),
        (table.players["Ann"].board, "cards"),
        (table.counts[0], "paid"),
        (PROGRESSIVE, "row"),
    ]:
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
    for mapping in (table.totals, table.players, table.stacks, table.fantasyland):
        with pytest.raises(TypeError):
            mapping["Ann"] = 1  # type: ignore[index]


def test_what_went_in_is_not_changed_and_not_kept() -> None:
    stacks, fantasyland = {"Ann": 20, "Bob": 40}, {"Ann": 14}
    table = _table({"Ann": ANN, "Bob": BOB}, PROGRESSIVE, stacks=stacks, fantasyland=fantasyland)
    assert (stacks, fantasyland) == ({"Ann": 20, "Bob": 40}, {"Ann": 14})
    stacks["Ann"] = fantasyland["Ann"] = 0
    assert (dict(table.stacks or {}), dict(table.fantasyland)) == ({"Ann": 29, "Bob": 31}, {"Ann": 14})


# Hands that cannot be


IMPOSSIBLE: list[tuple[str, str, dict[str, str], dict[str, Any], list[str]]] = [
    ("nobody", "pineapple", {}, {}, ["nobody plays this hand (give at least one board)"]),
    ("all sit out", "pineapple", {"Ann": "-"}, {}, ["nobody plays this hand (give at least one board)"]),
    (
        "unknown button",
        "pineapple",
        {"Ann": ANN, "Bob": BOB},
        {"button": "Zoe"},
        ["button: no player Zoe (players: Ann, Bob)"],
    ),
    (
        "one stack",
        "pineapple",
        {"Ann": ANN, "Bob": BOB},
        {"stacks": {"Ann": 3}},
        ["stacks: no stack for Bob (give a stack to all players or to none)"],
    ),
    (
        "unknown stack",
        "pineapple",
        {"Ann": ANN},
        {"stacks": {"Ann": 3, "Zoe": 4}},
        ["stacks: no player Zoe (players: Ann)"],
    ),
    (
        "a stack of 0",
        "pineapple",
        {"Ann": ANN, "Bob": BOB},
        {"stacks": {"Ann": 0, "Bob": 4}},
        ["Ann stack: a stack of 0 cannot play (- is a seat that is out)"],
    ),
    (
        "Fantasyland that is never dealt",
        "progressive",
        {"Ann": ANN},
        {"fantasyland": {"Ann": 13}},
        ["Ann fantasyland: progressive never deals 13 cards (dealt: 14, 15, 16, 17)"],
    ),
    (
        "Fantasyland in a game without",
        "chinese",
        {"Ann": "A52 / QQ883 / 95432h"},
        {"fantasyland": {"Ann": 14}},
        ["Ann fantasyland: chinese has no Fantasyland"],
    ),
    (
        "Fantasyland of a seat that is out",
        "progressive",
        {"Ann": ANN, "Bob": "-"},
        {"fantasyland": {"Bob": 14, "Zoe": 14}},
        [
            "Bob fantasyland: a player in Fantasyland plays the hand",
            "fantasyland: no player Zoe (players: Ann, Bob)",
        ],
    ),
    (
        "four at pineapple",
        "pineapple",
        dict.fromkeys(("Ann", "Bob", "Cy", "Dee"), "foul"),
        {},
        ["table: 4 players need 68 cards, the deck has 52 (pineapple is for 2 to 3 players)"],
    ),
    (
        "five at regular",
        "regular",
        dict.fromkeys(("Ann", "Bob", "Cy", "Dee", "Eli"), "foul"),
        {},
        ["table: 5 players need 65 cards, the deck has 52 (regular is for 2 to 4 players)"],
    ),
    (
        "more than the house seats",
        "two",
        dict.fromkeys(("Ann", "Bob", "Cy"), "foul"),
        {},
        ["table: regular is for 2 to 2 players"],
    ),
]
HOUSES = {"two": house("regular", players={"min": 2, "max": 2})}


@pytest.mark.parametrize(
    ("game", "boards", "facts", "expected"),
    [case[1:] for case in IMPOSSIBLE],
    ids=[case[0] for case in IMPOSSIBLE],
)
def test_impossible_hand(game: str, boards: dict[str, str], facts: dict[str, Any], expected: list[str]) -> None:
    assert _faults(boards, HOUSES.get(game) or GAMES[game], **facts) == expected


def test_boards_that_were_read_for_another_game() -> None:
    boards = {"Ann": "AhJo2c / KsKd8h8c3d / QT752", "Bob": "surrender", "Cy": "dragon 23456789TJQKA"}
    assert _faults(boards, GAMES["pineapple"]) == [
        "Ann: pineapple is played without jokers",
        "Bob: pineapple has no surrender",
        "Cy: pineapple pays no dragon",
    ]


def test_a_hand_of_told_cards_is_looked_at_too() -> None:
    """Thirteen different cards for everybody are no proof that the game can be played like this."""
    deck = list(DECK)
    four = {name: "".join(deck[place::4]) for place, name in enumerate(("Ann", "Bob", "Cy", "Dee"))}
    assert _faults(four, PROGRESSIVE) == [
        "table: 4 players need 68 cards, the deck has 52 (progressive is for 2 to 3 players)"
    ]
    dragon = {"Ann": "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd", "Bob": "QsQh2h / KsKh8s8h3s / AsTs7s5s2s"}
    assert _faults(dragon, PROGRESSIVE) == ["Ann: progressive pays no dragon"]


def test_cards_twice_are_found_in_boards_read_one_by_one() -> None:
    other = "QhJcJs / TdTc9s9c3h / KhKcJh4c4s"
    assert _faults({"Ann": ANN, "Bob": other}, PROGRESSIVE) == [
        "Qh: Ann top, Bob top (each card is in the deck once)",
    ]


def test_everything_at_once() -> None:
    found = _faults(
        {"Ann": ANN, "Bob": ANN.replace("/ Ks", "/ 9s"), "Cy": "foul", "Dee": "foul"},
        PROGRESSIVE,
        button="Zoe",
        stacks={"Ann": 0},
        fantasyland={"Ann": 12},
    )
    assert [line.split(":")[0] for line in found[-5:]] == [
        "button", "stacks", "Ann stack", "Ann fantasyland", "table",
    ]  # fmt: skip
    assert len(found) == 12 + 5


# Properties

SEEDS = st.integers(min_value=0, max_value=2**32)


def _random_hand(seed: int) -> tuple[Ruleset, dict[str, Any]]:
    rng = random.Random(seed)
    mapping = random_options(rng)
    return build(mapping), random_table(rng, mapping)


@given(SEEDS)
def test_every_hand_sums_to_zero_and_every_count_to_its_items(seed: int) -> None:
    rules, facts = _random_hand(seed)
    found = _dict(facts.pop("boards"), rules, **facts)
    assert sum(found["totals"].values()) == 0
    for count in found["counts"]:
        assert set(count) == COUNT
        items = [count[key] for key in ("scoop", "overall", "royalties", "penalty", "natural")]
        assert count["points"] == sum(count["rows"].values()) + sum(items)
        assert count["paid"] == count["points"] or facts["stacks"]
    for player in found["players"].values():
        assert set(player) - {"cards"} == PLAYER
        assert all(set(row) == ROW for row in (player["rows"] or {}).values())
        assert (player["reason"] is not None) == player["foul"]
        assert player["royalties"] == sum(row["royalty"] for row in (player["rows"] or {}).values())
    if found["stacks"] is not None:
        moved = {name: after - facts["stacks"][name] for name, after in found["stacks"].items()}
        assert {name: paid for name, paid in moved.items() if paid} == {k: v for k, v in found["totals"].items() if v}
        assert not rules.count.loser_cap or min(found["stacks"].values()) >= 0


@given(SEEDS)
def test_without_caps_the_seats_and_the_button_do_not_matter(seed: int) -> None:
    rules, facts = _random_hand(seed)
    boards, land = facts["boards"], facts["fantasyland"]
    ends = {
        tuple(sorted(_table({name: boards[name] for name in seats}, rules, fantasyland=land).totals.items()))
        for seats in permutations(boards)
    }
    assert len(ends) == 1


@given(SEEDS)
def test_the_other_side_of_the_table_sees_the_negative(seed: int) -> None:
    """Turning the seats round turns every count round."""
    rules, facts = _random_hand(seed)
    boards = facts["boards"]

    def counts(seats: list[str]) -> dict[tuple[str, str], int]:
        table = _table({name: boards[name] for name in seats}, rules)
        both = {(it.player, it.opponent): it.points for it in table.counts}
        return both | {(b, a): -points for (a, b), points in both.items()}

    assert counts(list(boards)) == counts(list(boards)[::-1])


@pytest.mark.parametrize("fact", ["stack", "fantasyland"])
@pytest.mark.parametrize("value", [1.5, True, 14.0, "14", None], ids=repr)
def test_what_is_not_a_whole_number(fact: str, value: object) -> None:
    facts = {"stack": {"stacks": {"Ann": value, "Bob": 9}}, "fantasyland": {"fantasyland": {"Ann": value}}}[fact]
    with pytest.raises(CardError) as caught:
        score_table(read_table({"Ann": ANN, "Bob": BOB}, PROGRESSIVE), PROGRESSIVE, **facts)  # type: ignore[arg-type]
    assert [(fault.code, fault.message, fault.where) for fault in caught.value.faults] == [
        ("not-whole", f"{value!r} is not a whole number", f"Ann {fact}")
    ]


@pytest.mark.parametrize("board", [ANN, "foul", "", "cards", None, ("cards", "", (), 0, None)], ids=repr)
@pytest.mark.parametrize("facts", [{}, {"stacks": {"Ann": 5, "Bob": 5}}], ids=["on paper", "with stacks"])
def test_a_board_that_was_not_read(board: Any, facts: dict[str, Any]) -> None:
    boards: dict[str, Any] = {"Bob": parse_board(BOB), "Ann": board}
    with pytest.raises(TypeError, match=r"^the board of Ann is a \w+; parse_board makes boards of text$"):
        score_table(boards, PROGRESSIVE, **facts)


# Straight from text


def test_boards_as_text_are_settled_as_read_boards_are() -> None:
    boards = {"Ann": ANN, "Bob": BOB}
    facts: dict[str, Any] = {"button": "Bob", "stacks": {"Ann": 20, "Bob": 40}, "fantasyland": {"Bob": 14}}
    assert settle_texts(boards, PROGRESSIVE, **facts) == _table(boards, PROGRESSIVE, **facts)


@pytest.mark.parametrize(
    ("boards", "facts", "message", "codes"),
    [
        ({"Ann": ANN, "Bob": "KK"}, {}, "boards", ["not-a-board"]),
        ({"Ann": ANN, "Bob": "KK"}, {"button": "Zoe"}, "hand", ["not-a-board", "unknown-player"]),
    ],
    ids=["a board", "a board and the button"],
)
def test_faults_of_boards_and_facts_come_together(
    boards: dict[str, str], facts: dict[str, Any], message: str, codes: list[str]
) -> None:
    with pytest.raises(CardError) as caught:
        settle_texts(boards, PROGRESSIVE, **facts)
    assert message in caught.value.message
    assert [fault.code for fault in caught.value.faults] == codes


def test_only_the_boards_are_looked_at_where_the_game_is_not_known() -> None:
    boards = {"Ann": ANN, "Bob": ANN}
    assert text_faults(boards, None, "Zoe", {}, {}) == text_faults(boards, None, None, {}, {}) != []
    assert text_faults(boards, None, "Zoe", {}, {}, unread=["Bob"]) == []
