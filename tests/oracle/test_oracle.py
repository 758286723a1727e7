"""The slow scorer against the worked boards, and its own invariants on random tables."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from .generator import random_options, random_table, shipped
from .scorer import ROWS, OracleError, clockwise, count_order, high_value, rank_of, readings, score, settle

WORKED: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "data" / "boards.yaml").read_text("utf-8"))
GAMES = shipped()
OPTIONS: dict[str, dict[str, Any]] = {
    "none": {},
    "pairs, loser cap": {"loser_cap": True},
    "pairs, both caps": {"loser_cap": True, "winner_cap": True},
    "pairs, loser cap, bust leaves": {"loser_cap": True, "bust_leaves_hand": True},
    "payer, loser cap": {"order": "payer", "loser_cap": True},
    "payer, both caps": {"order": "payer", "loser_cap": True, "winner_cap": True},
}
NO_CAPS: dict[str, Any] = {"order": "pairs", "loser_cap": False, "winner_cap": False, "bust_leaves_hand": False}


def _label(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", WORKED["boards"], ids=_label)
def test_worked_board(case: dict[str, Any]) -> None:
    fantasyland = {"Ann": case["fantasyland"]} if "fantasyland" in case else None
    player = score({"Ann": case["board"]}, GAMES[case["rules"]], fantasyland=fantasyland)["players"]["Ann"]
    assert player["foul"] is case["foul"]
    assert bool(player["reason"]) is case["foul"]
    if "royalties" in case:
        assert {row: player["rows"][row]["royalty"] for row in ROWS} == case["royalties"]
        assert player["royalties"] == sum(case["royalties"].values())
    if "next_fantasyland" in case:
        following = player["next_fantasyland"]
        assert (following["cards"] if following else 0) == case["next_fantasyland"]


@pytest.mark.parametrize("case", WORKED["tables"], ids=_label)
def test_worked_table(case: dict[str, Any]) -> None:
    result = score(case["boards"], GAMES[case["rules"]])
    assert sorted((c["player"], c["opponent"], c["points"]) for c in result["counts"]) == sorted(
        tuple(line) for line in case["points"]
    )
    assert result["totals"] == case["totals"]


def _count_cases() -> list[Any]:
    return [
        pytest.param(case, option, stacks, id=f"{case['name']}: {option}")
        for case in WORKED["counts"]
        for option, stacks in case["results"].items()
    ]


@pytest.mark.parametrize(("case", "option", "expected"), _count_cases())
def test_worked_count(case: dict[str, Any], option: str, expected: dict[str, int]) -> None:
    count = {**NO_CAPS, **OPTIONS[option]}
    points = {(a, b): n for a, b, n in case["points"]} | {(b, a): -n for a, b, n in case["points"]}
    counted = count_order(clockwise(case["seats"], case["button"]), points, count["order"])
    assert settle(counted, points, case["stacks"], count)[1] == expected


PLAIN = "Qs Qd 3c / Kh Ks 8h 8c 2d / Ad Jd 9d 6d 4d"
LINES: list[Any] = [
    pytest.param("QsQd3cKhKs8h8c2dAdJd9d6d4d", id="thirteen cards"),
    pytest.param("QsQd3c KhKs8h8c2d AdJd9d6d4d", id="three groups"),
    pytest.param("Q♠Q♦3♣ | K♥K♠8♥8♣2♦ | A♦J♦9♦6♦4♦", id="suit signs"),
    pytest.param("QQ3 KK882 AJ964d", id="quick, suit told"),
    pytest.param("QQ3 / KK882 / AJ964f", id="quick, suit not told"),
]


@pytest.mark.parametrize("text", LINES)
def test_forms_of_one_board(text: str) -> None:
    def seen(board: str) -> list[tuple[str, int]]:
        rows = score({"Ann": board}, GAMES["pineapple"])["players"]["Ann"]["rows"]
        return [(rows[row]["category"], rows[row]["royalty"]) for row in ROWS]

    assert seen(text) == seen(PLAIN) == [("pair", 7), ("two-pair", 0), ("flush", 4)]


READS: list[Any] = [
    pytest.param("Kc Qd 9s / 8h 8d 7c 6s 2d / Ah Ad Ac Jo Jo", "bottom", "Ah Ad Ac As Ks", id="fourth ace and a king"),
    pytest.param("Ah Jo 3c / 8h 8d Kc Qs 2d / 9h 9d 9c 4s 4d", "top", "Ah 3s 3c", id="stepped down"),
    pytest.param("2c 3d 4h / 8h 8d 7c 5s 2d / 9h 8s 7d 6s Jo", "bottom", "9h 8s 7d 6s Ts", id="ten-high straight"),
    pytest.param("Ah Ad Jo / Kh Qd Tc 5s 2d / 9h 9d 9c 4s 4d", "top", "Ah Ad As", id="foul shows the strongest"),
]


@pytest.mark.parametrize(("board", "row", "expected"), READS)
def test_joker_reads_as(board: str, row: str, expected: str) -> None:
    rows = score({"Ann": board}, GAMES["joker-ultimate"])["players"]["Ann"]["rows"]
    assert rows[row]["reads_as"] == expected.split()


CHINESE_DRAGON = "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd"
SPECIALS: list[Any] = [
    pytest.param({"Ann": CHINESE_DRAGON, "Bob": "foul"}, "natural", 13, id="dragon over a foul"),
    pytest.param({"Ann": CHINESE_DRAGON, "Bob": "surrender"}, "penalty", 4, id="surrender to a dragon"),
    pytest.param({"Ann": "foul", "Bob": "surrender"}, "penalty", 0, id="surrender and a foul"),
    pytest.param(
        {"Ann": CHINESE_DRAGON, "Bob": "six-pairs 2s2d4s4d6s6d8s8dTsThQsQhKh"}, "natural", 13, id="higher natural"
    ),
]


@pytest.mark.parametrize(("boards", "item", "points"), SPECIALS)
def test_special_boards(boards: dict[str, str], item: str, points: int) -> None:
    first = score(boards, {**GAMES["chinese"], "surrender": 4})["counts"][0]
    assert (first[item], first["points"]) == (points, points)


@pytest.mark.parametrize(
    ("boards", "game"),
    [
        pytest.param({"Ann": "dragon 2c2d4c5c6c7c8c9dTdJdQdKdAd"}, "chinese", id="no dragon"),
        pytest.param({"Ann": "Qs Qd 3c / Kh Ks 8h 8c 2d / Ad Jd 9d 6d Qs"}, "pineapple", id="a card twice"),
        pytest.param({"Ann": "Qs Qd Jo / Kh Ks 8h 8c 2d / Ad Jd 9d 6d 4d"}, "pineapple", id="no jokers here"),
        pytest.param({"Ann": "surrender"}, "chinese", id="no surrender here"),
        pytest.param({"Ann": "Qs Qd / Kh Ks 8h 8c 2d / Ad Jd 9d 6d 4d"}, "pineapple", id="two on top"),
    ],
)
def test_refused(boards: dict[str, str], game: str) -> None:
    with pytest.raises(OracleError):
        score(boards, GAMES[game])


def test_three_card_classes() -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    found = [high_value([rank_of(card) for card in cards], False)[0] for cards in combinations(deck, 3)]
    assert {category: found.count(category) for category in set(found)} == {0: 18304, 1: 3744, 3: 52}


def test_readings_hold_one_legal_choice_per_value() -> None:
    for value, read in readings(("Jo", "5s", "Jo", "9h", "9d"), "cards"):
        assert len(set(read)) == 5
        assert high_value([rank_of(card) for card in read], len({card[1] for card in read}) == 1) == value


def _tables() -> list[Any]:
    games = [*GAMES.items(), *((f"house {seed}", random_options(random.Random(seed))) for seed in range(24))]
    return [pytest.param(rules, place, id=name) for place, (name, rules) in enumerate(games)]


@pytest.mark.parametrize(("rules", "place"), _tables())
def test_invariants_on_random_tables(rules: dict[str, Any], place: int) -> None:
    rng = random.Random(1000 + place)
    for _ in range(12):
        table = random_table(rng, rules)
        result = score(rules=rules, **table)
        playing = [name for name, text in table["boards"].items() if text != "-"]
        assert sum(result["totals"].values()) == 0
        assert len(result["counts"]) == len(playing) * (len(playing) - 1) // 2
        for count in result["counts"]:
            _check_count(count, result, rules, table["stacks"])
        for name in playing:
            _check_player(result["players"][name])
        if table["stacks"]:
            assert sum(result["stacks"].values()) == sum(table["stacks"].values())
            moved = {name: result["stacks"][name] - table["stacks"][name] for name in playing}
            assert moved == result["totals"]
            if rules["count"]["loser_cap"]:
                assert min(result["stacks"].values()) >= 0


def _check_count(count: dict[str, Any], result: dict[str, Any], rules: dict[str, Any], stacks: Any) -> None:
    items = ("scoop", "overall", "royalties", "penalty", "natural")
    assert count["points"] == sum(count["rows"].values()) + sum(count[item] for item in items)
    assert abs(count["paid"]) <= abs(count["points"])
    assert count["paid"] * count["points"] >= 0
    if stacks is None:
        assert count["paid"] == count["points"]
    if rules["count"]["order"] == "payer":
        assert count["points"] <= 0
    a, b = (result["players"][count[side]] for side in ("player", "opponent"))
    if a["foul"] and b["foul"]:
        assert count["points"] == 0


def _check_player(player: dict[str, Any]) -> None:
    assert player["foul"] == bool(player["reason"])
    if player["rows"]:
        assert player["royalties"] == sum(player["rows"][row]["royalty"] for row in ROWS)
        for row in player["rows"].values():
            assert "Jo" not in row["reads_as"]
            known = [(c, r) for c, r in zip(row["cards"], row["reads_as"], strict=True) if c != "Jo"]
            assert all(card == read for card, read in known)
    if player["foul"]:
        assert player["royalties"] == 0
        assert player["next_fantasyland"] is None


@pytest.mark.parametrize("game", ["regular", "joker-ultimate", "chinese"])
def test_seat_order_does_not_matter_without_caps(game: str) -> None:
    rng = random.Random(7)
    for _ in range(10):
        table = random_table(rng, GAMES[game])
        boards = table["boards"]
        turned = dict(rng.sample(list(boards.items()), len(boards)))
        here = score(boards, GAMES[game], fantasyland=table["fantasyland"])["totals"]
        assert here == score(turned, GAMES[game], fantasyland=table["fantasyland"])["totals"]


def test_random_tables_are_varied() -> None:
    rng = random.Random(3)
    seen: dict[str, int] = {}
    for game in GAMES.values():
        for _ in range(60):
            table = random_table(rng, game)
            result = score(rules=game, **table)
            for player in result["players"].values():
                words = ["legal" if not player["foul"] else "foul", "boards"]
                words += [row["category"] for row in (player["rows"] or {}).values()]
                words += ["natural"] * bool(player["natural"]) + ["fantasyland"] * bool(player["next_fantasyland"])
                words += ["joker"] * any("Jo" in row["cards"] for row in (player["rows"] or {}).values())
                for word in words:
                    seen[word] = seen.get(word, 0) + 1
            capped = any(count["paid"] != count["points"] for count in result["counts"])
            tied = any(0 in count["rows"].values() and count["scoop"] == 0 for count in result["counts"])
            seen["capped"] = seen.get("capped", 0) + capped
            seen["tied"] = seen.get("tied", 0) + tied
    assert 0.6 < seen["legal"] / seen["boards"] < 0.9
    wanted = ("royal-flush", "straight-flush", "four-of-a-kind", "low", "not-low", "natural", "fantasyland", "joker")
    assert all(seen.get(word, 0) >= 5 for word in (*wanted, "capped", "tied")), seen
