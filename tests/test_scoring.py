"""Boards and pairs under the rules: the worked boards, boards of other projects, reasons in words, properties."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import parse_board, read_table, score_table
from ofc_score.boards.board import CARDS, Board
from ofc_score.cards.cards import PACKED, RANKS, ROWS
from ofc_score.cards.evaluate import CATEGORIES, low_strength, readings, row_key, strength
from ofc_score.cards.naturals import refuted
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.scoring.hand import PlayerResult
from ofc_score.scoring.points import (
    NOTHING,
    Points,
    Scored,
    next_fantasyland,
    pair_points,
    qualifies,
    royalties_of,
    score_board,
)

from .games import GAMES, house
from .oracle.generator import random_options, random_table

DATA = Path(__file__).parent / "data"
WORKED: dict[str, Any] = yaml.safe_load((DATA / "boards.yaml").read_text("utf-8"))
FOREIGN: list[dict[str, Any]] = yaml.safe_load((DATA / "foreign_boards.yaml").read_text("utf-8"))


def _player(text: str, rules: Ruleset, fantasyland: int = 0) -> PlayerResult:
    played = {"Ann": fantasyland} if fantasyland else None
    return score_table({"Ann": parse_board(text, rules)}, rules, fantasyland=played).players["Ann"]


def _points(mine: str, other: str, rules: Ruleset) -> Points:
    a, b = (score_board(parse_board(text, rules), rules) for text in (mine, other))
    points = pair_points(a, b, rules)
    assert pair_points(b, a, rules) == points.reversed()
    assert pair_points(b, a, rules).points == -points.points
    return points


# The worked boards


@pytest.mark.parametrize("case", WORKED["boards"], ids=lambda case: case["name"])
def test_worked_board(case: dict[str, Any]) -> None:
    player = _player(case["board"], GAMES[case["rules"]], case.get("fantasyland", 0))
    assert player.foul is case["foul"]
    assert bool(player.reason) is case["foul"]
    if "royalties" in case:
        assert dict(zip(ROWS, player.scored.royalties, strict=True)) == case["royalties"]
        assert player.royalties == sum(case["royalties"].values())
    if "next_fantasyland" in case:
        land = player.next_fantasyland
        assert (land.cards if land else 0) == case["next_fantasyland"]


@pytest.mark.parametrize("case", WORKED["tables"], ids=lambda case: case["name"])
def test_worked_table(case: dict[str, Any]) -> None:
    rules = GAMES[case["rules"]]
    table = score_table(read_table(case["boards"], rules), rules)
    assert [[count.player, count.opponent, count.points] for count in table.counts] == case["points"]
    assert dict(table.totals) == case["totals"]


# Boards of other projects


def _foreign(*keys: str) -> list[Any]:
    cases = [case for case in FOREIGN if any(key in case for key in keys)]
    return [pytest.param(case, id=f"{place} {case['source'].split()[0]}") for place, case in enumerate(cases)]


def _facts(case: dict[str, Any]) -> set[str]:
    """The facts on which that project and these rules agree."""
    return set(case) - set(case.get("differs", {}))


def _stays(scored: Scored, rules: Ruleset) -> int:
    land = rules.fantasyland
    assert land is not None
    following = next_fantasyland(scored, rules, min(land.card_counts()))
    return following.cards if following else 0


@pytest.mark.parametrize("case", _foreign("board"))
def test_board_of_another_project(case: dict[str, Any]) -> None:
    rules = GAMES[case["rules"]]
    scored = score_board(parse_board(case["board"], rules), rules)
    enters = next_fantasyland(scored, rules)
    found: dict[str, Any] = {
        "foul": scored.foul,
        "total": sum(scored.royalties),
        "fantasyland": enters is not None,
        "entry": enters.cards if enters else 0,
        "stay": _stays(scored, rules) > 0,
        "stay_cards": _stays(scored, rules),
    }
    for fact in sorted(_facts(case) & set(found)):
        assert found[fact] == case[fact], fact
    if "royalties" in _facts(case):
        royalties = dict(zip(ROWS, scored.royalties, strict=True))
        assert {row: royalties[row] for row in case["royalties"]} == case["royalties"]
    for row, category in case.get("categories", {}).items():
        assert CATEGORIES[scored.strengths[ROWS.index(row)] >> 20] == category


@pytest.mark.parametrize("case", _foreign("boards"))
def test_heads_up_of_another_project(case: dict[str, Any]) -> None:
    rules = GAMES[case["rules"]]
    a, b = (score_board(parse_board(case["boards"][name], rules), rules) for name in ("A", "B"))
    points = pair_points(a, b, rules)
    if "points" in _facts(case):
        assert points.points == case["points"]
    if "lines" in _facts(case):
        assert dict(zip(ROWS, points.rows, strict=True)) == case["lines"]
    if "fouls" in _facts(case):
        assert {"A": a.foul, "B": b.foul} | case["fouls"] == {"A": a.foul, "B": b.foul}


def _key(cards: str) -> int:
    return row_key(sum(PACKED[card] for card in cards.split()))


@pytest.mark.parametrize("case", _foreign("row"))
def test_row_of_another_project(case: dict[str, Any]) -> None:
    rules, row, facts = GAMES[case["rules"]], ROWS.index(case["row"]), _facts(case)
    value = readings(_key(case["cards"]))[-1]
    strengths = [value if place == row else 0 for place in range(3)]
    if rules.low_middle and row == 1:
        strengths = [0, low_strength(_key(case["cards"])), 0]
    if "category" in facts:
        assert CATEGORIES[value >> 20] == case["category"]
    if "not_category" in facts:
        assert CATEGORIES[value >> 20] != case["not_category"]
    if "qualifies" in facts:
        assert qualifies(strengths[1], rules) is case["qualifies"]
    if "royalty" in facts:
        fouled = rules.low_middle and row == 1 and not qualifies(strengths[1], rules)
        assert (0 if fouled else royalties_of(strengths, rules)[row]) == case["royalty"]
    if "entry" in facts:
        top, middle, bottom = strengths
        following = next_fantasyland(Scored(Board(CARDS), (top, middle, bottom), False, NOTHING), rules)
        assert (following.cards if following else 0) == case["entry"]


@pytest.mark.parametrize("case", _foreign("better", "equal"))
def test_comparison_of_another_project(case: dict[str, Any]) -> None:
    def value(cards: str) -> int:
        return low_strength(_key(cards)) if GAMES[case["rules"]].low_middle else strength(_key(cards))

    if "equal" in case:
        assert value(case["equal"][0]) == value(case["equal"][1])
    else:
        assert (value(case["better"]) > value(case["worse"])) is ("differs" not in case)


@pytest.mark.parametrize("case", _foreign("natural"))
def test_natural_of_another_project(case: dict[str, Any]) -> None:
    if "holds" in _facts(case):
        assert (refuted(case["natural"], tuple(case["cards"].split())) == "") is case["holds"]
    if "points" in _facts(case):
        assert GAMES[case["rules"]].naturals[case["natural"]] == case["points"]


# Royalties

STANDARD = ["regular", "pineapple", "progressive", "turbo", "joker-ultimate"]
LADDER: list[tuple[str, int, int]] = [
    ("Kd Qs Js 9c 8h", 0, 0),
    ("Kd Ks Js 9c 8h", 0, 0),
    ("Kd Ks Js Jc 8h", 0, 0),
    ("Kd Ks Kc 9c 8h", 2, 0),
    ("Ad 2s 3c 4c 5h", 4, 2),
    ("Kh Qh Jh 9h 8h", 8, 4),
    ("Kd Ks Kc 9c 9h", 12, 6),
    ("Kd Ks Kc Kh 8h", 20, 10),
    ("Ah 2h 3h 4h 5h", 30, 15),
    ("Kh Qh Jh Th 9h", 30, 15),
    ("Ah Kh Qh Jh Th", 50, 25),
]


@pytest.mark.parametrize("game", STANDARD)
@pytest.mark.parametrize(("row", "middle", "bottom"), LADDER)
def test_royalties_of_five_cards(game: str, row: str, middle: int, bottom: int) -> None:
    value = strength(_key(row))
    assert royalties_of((0, value, value), GAMES[game]) == (0, middle, bottom)


@pytest.mark.parametrize("game", [*STANDARD, "pineapple-2-7"])
@pytest.mark.parametrize("rank", range(2, 15))
def test_royalties_on_top(game: str, rank: int) -> None:
    """Pairs pay the rank minus 5 from 66 on, trips the rank plus 8."""
    letter = RANKS[rank - 2]
    low = low_strength(_key("T 8 6 4 2"))
    pair, trips = (strength(_key(" ".join(cards))) for cards in (letter * 2 + ("2" if rank > 2 else "3"), letter * 3))
    assert royalties_of((pair, low if game == "pineapple-2-7" else 0, 0), GAMES[game])[0] == max(rank - 5, 0)
    assert royalties_of((trips, low if game == "pineapple-2-7" else 0, 0), GAMES[game])[0] == rank + 8


@pytest.mark.parametrize(
    ("row", "royalty"),
    [("T 5 4 3 2", 0), ("9 8 7 6 4", 1), ("9 5 4 3 2", 1), ("8 5 4 3 2", 2), ("7 6 4 3 2", 4), ("7 5 4 3 2", 8)],
)
def test_royalties_of_a_low(row: str, royalty: int) -> None:
    low = low_strength(_key(row))
    assert qualifies(low, GAMES["pineapple-2-7"])
    assert royalties_of((0, low, 0), GAMES["pineapple-2-7"]) == (0, royalty, 0)


@pytest.mark.parametrize(("game", "cards"), [("regular", 13), ("pineapple", 14), ("progressive", 17), ("turbo", 13)])
@pytest.mark.parametrize("rank", RANKS)
def test_any_trips_on_top_enter_fantasyland(game: str, cards: int, rank: str) -> None:
    scored = Scored(Board(CARDS), (strength(_key(" ".join(rank * 3))), 0, 0), False, NOTHING)
    following = next_fantasyland(scored, GAMES[game])
    assert following is not None
    assert following.cards == cards


def test_a_foul_keeps_nobody_in_fantasyland() -> None:
    player = _player("KKQ / JJ872 / 9h9c9d9s4h", GAMES["pineapple"], 14)
    assert (player.foul, player.royalties, player.next_fantasyland) == (True, 0, None)


# Fouls in words

BOTTOM = "9h 9d 9c 4s 4d"
FOULS: list[tuple[str, str, str]] = [
    ("pineapple", "Qs Qd 7c / Qh Qc 6s 5d 4c / Ah Jh 9h 6h 4h", "QQ7 on top beats QQ6 in the middle: the seven"),
    ("pineapple", "As Ad Kc / Ac Ah Qs Jd Tc / 7h 6h 5h 4h 2h", "AAK on top beats AAQ in the middle: the king"),
    ("pineapple", "As Kd Qc / Ac Kh Js 5d 2c / 7h 6h 5h 4h 2h", "AKQ on top beats AKJ in the middle: the queen"),
    (
        "pineapple",
        "Ks Kd 3c / Qh Qc 8s 5d 2c / Ah Jh 9h 6h 4h",
        "pair of kings on top beats pair of queens in the middle",
    ),
    (
        "pineapple",
        "2s 2d 2c / Kh Kd 8s 8d 3c / Ah Jh 9h 6h 4h",
        "three twos on top beat kings and eights in the middle",
    ),
    (
        "regular",
        "Jc 5c 2d / Ad Kd Qd Jd 9d / Ah Kh Qh Jh 8h",
        "AKQJ9 in the middle beats AKQJ8 at the bottom: the nine",
    ),
    (
        "regular",
        "Jc 5c 2d / Kd Kc 9d 9s 4d / Kh Ks 9h 9c 2h",
        "KK994 in the middle beats KK992 at the bottom: the four",
    ),
    (
        "regular",
        "Jc 5c 2d / Kd Kc Td Ts 4d / Kh Ks 9h 9c 2h",
        "kings and tens in the middle beat kings and nines at the bottom",
    ),
    (
        "regular",
        "Jc 5c 2d / Kd Qc Jd Ts 9d / 8h 7s 6h 5s 4h",
        "king-high straight in the middle beats eight-high straight at the bottom",
    ),
    (
        "regular",
        "Jc 5c 2d / 6d 5d 4h 3s 2c / Ah 2s 3h 4c 5h",
        "six-high straight in the middle beats five-high straight at the bottom",
    ),
    (
        "progressive",
        "As Ad Ac / 9h Th Jh Qh Kh / 4s 5s 6s 7s 8s",
        "king-high straight flush in the middle beats eight-high straight flush at the bottom",
    ),
    (
        "chinese",
        "Jh 5c 2d / As Kd 9c 5d 2s / Ac Kh 9d 5s 2h",
        "ace high in the middle only equals the bottom, which must be stronger here",
    ),
    (
        "joker-ultimate",
        f"Ah Ad Jo / Kh Qd Tc 5s 2d / {BOTTOM}",
        "pair of aces on top at its weakest beats king high in the middle",
    ),
    (
        "joker-ultimate",
        f"Qh Qd 7c / Qs Jo 6s 5d 3c / {BOTTOM}",
        "QQ7 on top beats QQ6 in the middle: the seven",
    ),
    (
        "joker-ultimate",
        "2h 3d 4c / Kh Kd Kc Ks Jo / 9h 9d 9c 4s 4d",
        "four kings in the middle at its weakest beat nines full of fours at the bottom",
    ),
    ("pineapple-2-7", "9s 8c Td / 7h 5h 4h 3h 2h / Kh Kd Ks Qc 2s", "seven-high flush in the middle is no low"),
    ("pineapple-2-7", "Js 4c Td / 9h 8d 7c 6d 5h / Kh Kd Ks Qc 2s", "nine-high straight in the middle is no low"),
    ("pineapple-2-7", "9s 8c 2d / 7h 7d 5c 3d 2h / Kh Kd Ks Qc 2s", "pair of sevens in the middle is no low"),
    (
        "pineapple-2-7",
        "9s 8c 2d / Jh 7d 5c 3d 2h / Kh Kd Ks Qc 2s",
        "J7532 in the middle is no low: it must be ten-high or lower",
    ),
    (
        "pineapple-2-7",
        "Js 9c Td / Ah 5d 4c 3d 2h / Kh Kd Ks Qc 2s",
        "A5432 in the middle is no low: it must be ten-high or lower",
    ),
    (
        "pineapple-2-7",
        "As Ac Td / 9h 7d 4c 3d 2h / Kh Kd Js Qc 2s",
        "pair of aces on top beats pair of kings at the bottom",
    ),
    (
        "pineapple-2-7",
        "As Ac Td / 9h 9d 4c 3d 2h / Kh Kd Js Qc 2s",
        "pair of nines in the middle is no low; pair of aces on top beats pair of kings at the bottom",
    ),
    ("pineapple", "foul", "entered as a foul"),
    ("pineapple", "Qs Qd 7c / Qh Qc 9s 8d 2c / Ah Jh 9h 6h 4h", ""),
    ("pineapple", "As Kd Qc / Ac Kh Qs 5d 2c / Jh Th 9h 6h 4h", ""),
]


@pytest.mark.parametrize(("game", "text", "reason"), FOULS, ids=[f"{case[0]}: {case[2] or 'legal'}" for case in FOULS])
def test_foul_in_words(game: str, text: str, reason: str) -> None:
    rules = GAMES[game]
    scored = score_board(parse_board(text, rules), rules)
    assert PlayerResult(scored, rules, 0, False).reason == (reason or None)
    assert scored.foul is bool(reason)


def test_a_fouled_board_keeps_its_rows_at_their_strongest_and_has_no_royalties() -> None:
    player = _player(f"Ah Ad Jo / Kh Qd Tc 5s 2d / {BOTTOM}", GAMES["joker-ultimate"])
    assert player.rows is not None
    assert player.rows["top"].reads_as == ("Ah", "Ad", "As")
    assert player.rows["top"].hand == "three aces"
    assert [row.royalty for row in player.rows.values()] == [0, 0, 0]
    assert (player.royalties, player.next_fantasyland) == (0, None)


# Fantasyland

WHY: list[tuple[str, str, int, tuple[int, str] | None]] = [
    ("pineapple", "Qs Qd 4c / Ah Ac 8s 5d 2c / Jh Th 9h 6h 4h", 0, (14, "pair of queens on top")),
    ("pineapple", "Qs Qd 4c / Ah Ac 8s 5d 2c / Jh Th 9h 6h 4h", 14, None),
    ("progressive", "Ks Kd 4c / Ah Ac 8s 5d 2c / Jh Th 9h 6h 4h", 0, (15, "pair of kings on top")),
    ("progressive", "2s 2d 2c / Kh Kc Ks 5d 4c / Ah Ad Ac 9s 9d", 0, (17, "three twos on top")),
    ("progressive", "2s 2d 2c / Kh Kc Ks 5d 4c / Ah Ad Ac 9s 9d", 17, (14, "three twos on top")),
    ("progressive", "Js Jd 4c / Ah Ac 8s 5d 2c / Kh Th 9h 6h 4h", 0, None),
    ("pineapple", "Js 6d 4c / Ah Ac 8s 5d 2c / 9h 9c 9d 9s 4h", 14, (14, "four of a kind at the bottom")),
    ("pineapple", "Js 6d 4c / Ah Ac 8s 5d 2c / 9h 9c 9d 9s 4h", 0, None),
    ("pineapple", "Js 6d 4c / Ah Ac 8s 5d 2c / 9h 8h 7h 6h 5h", 14, (14, "straight flush at the bottom")),
    ("pineapple", "Js 6d 4c / Ad Ac 8s 5d 2c / Th Jh Qh Kh Ah", 14, (14, "royal flush at the bottom")),
    ("regular", "Js 6d 4c / 8h 8c 8s 5d 5c / 9h 9c 9d 4s 4h", 13, (13, "full house in the middle")),
    ("regular", "Js 6d 4c / 8h 8c 8s 8d 5c / 9h 9c 9d 9s 4h", 13, (13, "four of a kind in the middle")),
    ("pineapple", "Js 6d 4c / 8h 8c 8s 5d 5c / 9h 9c 9d 4s 4h", 14, None),
    ("joker-ultimate", "Js 6d 4c / Ah Ac 8s 5d 2c / 9h 9c 9d Jo 4h", 16, (16, "four of a kind at the bottom")),
    ("joker-ultimate", "Qh Jo 3c / Ah Ac 8s 5d 2c / Jh Th 9h 6h 4h", 0, (14, "pair of queens on top")),
    ("joker-ultimate", "Ah Jo 3c / 8h 8d Kc Qs 2d / 9h 9d 9c 4s 4d", 0, None),
    (
        "pineapple-2-7",
        "Ks Kc 8d / 7h 5d 4c 3d 2h / Ah Ad As Qc 9s",
        0,
        (15, "pair of kings on top and 75432 in the middle"),
    ),
    ("pineapple-2-7", "9s 8c Td / 7h 5d 4c 3d 2h / Kh Kd Ks Qc 2s", 0, (14, "75432 in the middle")),
    ("pineapple-2-7", "Qs Qc Td / 8h 5d 4c 3d 2h / Kh Kd Ks Jc 2s", 0, None),
    ("chinese", "Qs Qd 4c / Ah Ac 8s 5d 2c / Jh Th 9h 6h 4h", 0, None),
]


@pytest.mark.parametrize(("game", "text", "played", "expected"), WHY, ids=[f"{c[0]} {c[1][:8]} {c[2]}" for c in WHY])
def test_fantasyland_and_why(game: str, text: str, played: int, expected: tuple[int, str] | None) -> None:
    rules = GAMES[game]
    land = next_fantasyland(score_board(parse_board(text), rules), rules, played)
    assert (land and (land.cards, land.why)) == expected


def test_a_full_house_in_the_middle_as_a_house_stay() -> None:
    rules = house("pineapple", fantasyland={"stay": [{"bottom": "four-of-a-kind"}, {"middle": "full-house"}]})
    land = _player("Js 6d 4c / 8h 8c 8s 5d 5c / 9h 9c 9d 4s 4h", rules, 14).next_fantasyland
    assert land is not None
    assert land.why == "full house in the middle"


# Pairs: what is itemised where

GOOD = "Qs Qd 3c / Kh Ks 8h 8c 2d / Ad Jd 9d 6d 4d"
"""Royalties 7 on top, 0, 4 at the bottom."""
TRIPS = "3s 3c 3d / Jc Jh Js 7h 7s / Kc Kd Ks Kh 4d"
DRAGON = "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd"
PAIRS_OF_SIX = "six-pairs 2s2d4s4d6s6d8s8dTsThQsQhKh"
FLUSHES = "three-flushes 2s3s4s5s7s 3h4h5h6h8h 9dTdQd"

AGAINST_A_FOUL: list[tuple[str, dict[str, Any], Points]] = [
    ("scoop", {}, Points((1, 1, 1), 3, 0, 11)),
    ("2-4: scoop and overall", {"points": {"row": 1, "scoop": 0, "overall": 1}}, Points((1, 1, 1), 0, 1, 11)),
    ("rows only", {"foul": {"pays": "rows"}, "points": {"overall": 2}}, Points((1, 1, 1), 0, 0, 11)),
    ("flat", {"foul": {"pays": 10}, "points": {"overall": 2}}, Points((0, 0, 0), 0, 0, 11, penalty=10)),
    ("no royalties", {"foul": {"pays_royalties": False}}, Points((1, 1, 1), 3)),
    ("flat, no royalties", {"foul": {"pays": 10, "pays_royalties": False}}, Points(penalty=10)),
    ("rows of 2", {"points": {"row": 2, "scoop": 6}}, Points((2, 2, 2), 6, 0, 11)),
    ("row-winner", {"royalties": {"paid": "row-winner"}}, Points((1, 1, 1), 3, 0, 11)),
    (
        "replace",
        {"royalties": {"paid": "row-winner", "mode": "replace"}},
        Points((1, 1, 1), 3, 0, 9),
    ),
    (
        "replace with a flat foul pays the full bonus",
        {"royalties": {"paid": "row-winner", "mode": "replace"}, "foul": {"pays": 5}},
        Points(royalties=11, penalty=5),
    ),
]


@pytest.mark.parametrize(("changes", "expected"), [c[1:] for c in AGAINST_A_FOUL], ids=[c[0] for c in AGAINST_A_FOUL])
def test_against_a_foul(changes: dict[str, Any], expected: Points) -> None:
    rules = house("pineapple", **changes)
    assert _points(GOOD, "foul", rules) == expected
    assert _points("foul", GOOD, rules) == expected.reversed()
    assert _points("foul", "Ks Kd 3c / Qh Qc 8s 5d 2c / Ah Jh 9h 6h 4h", rules) == Points()


SCHEMES = [("1-6", 1, 3, 0), ("2-4", 1, 0, 1), ("1-4", 1, 1, 0), ("rows", 1, 0, 0), ("double", 2, 6, 0)]
RESULTS: list[tuple[str, str, str, tuple[int, int, int]]] = [
    ("3-0", "KQJ 88765 99876", "KQT 88764 99875", (1, 1, 1)),
    ("2-1", "KQT 88765 99876", "KQJ 88764 99875", (-1, 1, 1)),
    ("2-0-1", "KQJ 88765 99876", "KQJ 88764 99875", (0, 1, 1)),
    ("1-0-2", "KQJ 88765 99876", "KQJ 88765 99875", (0, 0, 1)),
    ("1-1-1", "KQT 88765 99876", "KQJ 88765 99875", (-1, 0, 1)),
    ("all tied", "KQJ 88765 99876", "KQJ 88765 99876", (0, 0, 0)),
]
WORTH = {
    "1-6": {"3-0": 6, "2-1": 1, "2-0-1": 2, "1-0-2": 1, "1-1-1": 0, "all tied": 0},
    "2-4": {"3-0": 4, "2-1": 2, "2-0-1": 3, "1-0-2": 1, "1-1-1": 0, "all tied": 0},
    "1-4": {"3-0": 4, "2-1": 1, "2-0-1": 2, "1-0-2": 1, "1-1-1": 0, "all tied": 0},
    "rows": {"3-0": 3, "2-1": 1, "2-0-1": 2, "1-0-2": 1, "1-1-1": 0, "all tied": 0},
    "double": {"3-0": 12, "2-1": 2, "2-0-1": 4, "1-0-2": 2, "1-1-1": 0, "all tied": 0},
}


@pytest.mark.parametrize(("scheme", "row", "scoop", "overall"), SCHEMES, ids=[scheme[0] for scheme in SCHEMES])
@pytest.mark.parametrize(("result", "mine", "other", "won"), RESULTS, ids=[result[0] for result in RESULTS])
def test_points_of_a_pair(
    scheme: str, row: int, scoop: int, overall: int, result: str, mine: str, other: str, won: tuple[int, int, int]
) -> None:
    rules = house("pineapple", points={"row": row, "scoop": scoop, "overall": overall}, royalties="none")
    points = _points(mine, other, rules)
    assert points.rows == tuple(row * sign for sign in won)
    assert points.points == WORTH[scheme][result]


def test_royalties_move_as_the_difference_whoever_wins() -> None:
    lost = "AK2 / 22335 / QQJJ4"
    assert _points(GOOD, lost, GAMES["pineapple"]) == Points((1, 1, 1), 3, 0, 11)
    assert _points("QQ4 / AAKK2 / AJ964f", "QQ3 / KK882 / 33366", GAMES["pineapple"]) == Points(
        (1, 1, -1), 0, 0, 7 + 4 - 7 - 6
    )


def test_row_winner_pays_only_the_winner_of_the_row() -> None:
    rules = house("pineapple", royalties={"paid": "row-winner"})
    assert _points("QQ4 / AAKK2 / AJ964f", "QQ3 / KK882 / 33366", rules) == Points((1, 1, -1), 0, 0, 7 - 6)
    tied = _points("QQ4 / AAKK2 / AJ964f", "QQ4 / KK882 / 33366", rules)
    assert tied == Points((0, 1, -1), 0, 0, -6)


def test_a_bonus_replaces_the_point_of_its_row() -> None:
    """``rows`` keep the point, ``royalties`` hold what is beyond it."""
    points = _points(TRIPS, "A52 / QQ883 / 95432h", GAMES["chinese"])
    assert points == Points((1, 1, 1), 0, 0, 2 + 1 + 3)
    add = house("chinese", royalties={"mode": "add"})
    assert _points(TRIPS, "A52 / QQ883 / 95432h", add) == Points((1, 1, 1), 0, 0, 3 + 2 + 4)


SPECIALS: list[tuple[str, str, str, Points]] = [
    ("dragon over a board", DRAGON, GOOD.replace("Ks", "Kc"), Points(natural=13)),
    ("dragon over a foul", DRAGON, "foul", Points(natural=13)),
    ("dragon over six pairs", DRAGON, PAIRS_OF_SIX, Points(natural=13)),
    ("six pairs and three flushes are equal", PAIRS_OF_SIX, FLUSHES, Points()),
    ("two dragons", DRAGON, "dragon 2s3s4s5s6s7s8s9hThJhQhKhAh", Points()),
    ("surrender to a board", GOOD, "surrender", Points(penalty=4)),
    ("surrender to a dragon", DRAGON, "surrender", Points(penalty=4)),
    ("surrender and a foul", "foul", "surrender", Points()),
    ("two surrender", "surrender", "surrender", Points()),
    ("mis-set pays the bonuses", TRIPS, "foul", Points((1, 1, 1), 0, 0, 2 + 1 + 3)),
]


@pytest.mark.parametrize(("mine", "other", "expected"), [case[1:] for case in SPECIALS], ids=[c[0] for c in SPECIALS])
def test_naturals_surrenders_and_mis_sets(mine: str, other: str, expected: Points) -> None:
    rules = house("chinese", surrender=4)
    assert _points(mine, other, rules) == expected


NATURALS: list[tuple[str, str, bool]] = [
    ("dragon", "2c 3c 4c 5c 6c 7c 8c 9d Td Jd Qd Kd Ad", True),
    ("six-pairs", "2s 2d 4s 4d 6s 6d 8s 8d Ts Th Qs Qh Kh", True),
    ("six-pairs", "2s 2d 2h 2c 6s 6d 8s 8d Ts Th Qs Qh Kh", True),
    ("six-pairs", "2s 2d 4s 4d 6s 6d 8s 8d Ts Th Qs Qh Qd", True),
    ("six-pairs", "2s 2d 2h 4s 4d 6s 6d 8s 8d Ts Th Qs Kh", False),
    ("six-pairs", "2s 2d 2h 2c 4s 4d 4h 4c 6s 6d 6h 6c Kh", True),
    ("three-straights", "2s 3s 4s 5s 6s 7d 8d 9d Td Jd Kh Ad Qc", True),
    ("three-straights", "As 2s 3s 4s 5s 7d 8d 9d Td Jd Ah 2d 3c", True),
    ("three-straights", "2s 3s 4s 5s 6s 7d 8d 9d Td Jd Kh Ad 2c", False),
    ("three-straights", "Qs Ks As 2s 3s 5d 6d 7d 8d 9d 7h 8h 9h", False),
    ("three-straights", "2s 3s 4s 5s 6s 2d 3d 4d 5d 6d 2h 3h 4h", True),
    ("three-flushes", "2s 3s 4s 5s 7s 3h 4h 5h 6h 8h 9d Td Qd", True),
    ("three-flushes", "2s 3s 4s 5s 7s 8s 9s Ts 3h 4h 5h 6h 8h", True),
    ("three-flushes", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js 3h 4h 5h", True),
    ("three-flushes", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", True),
    ("three-flushes", "2s 3s 4s 5s 7s 9s 3h 4h 5h 6h 8d 9d Td", False),
]


@pytest.mark.parametrize(("kind", "cards", "holds"), NATURALS)
def test_does_a_natural_hold(kind: str, cards: str, holds: bool) -> None:
    """Also: a dragon is three straights as well; four of a kind are two pairs; no straight wraps around."""
    assert (refuted(kind, tuple(cards.split())) == "") is holds


def test_a_dragon_is_three_straights_too() -> None:
    assert refuted("three-straights", parse_board(DRAGON).tokens) == ""


# Properties

SEEDS = st.integers(min_value=0, max_value=2**32)


def _random_hand(seed: int) -> tuple[Ruleset, dict[str, Any]]:
    rng = random.Random(seed)
    mapping = random_options(rng)
    return build(mapping), random_table(rng, mapping)


@given(SEEDS)
def test_every_pair_is_antisymmetric_and_the_sum_of_its_items(seed: int) -> None:
    rules, table = _random_hand(seed)
    boards = read_table(table["boards"], rules)
    scored = [score_board(board, rules) for board in boards.values() if board.kind != "out"]
    for mine in scored:
        for other in scored:
            points = pair_points(mine, other, rules)
            assert pair_points(other, mine, rules) == points.reversed()
            items = (points.scoop, points.overall, points.royalties, points.penalty, points.natural)
            assert points.points == sum(points.rows) + sum(items) == -points.reversed().points


@given(SEEDS)
def test_the_board_printed_and_read_again_scores_the_same(seed: int) -> None:
    rules, table = _random_hand(seed)
    for board in read_table(table["boards"], rules).values():
        if board.kind != "out":
            again = score_board(parse_board(board.text(), rules), rules)
            assert again == score_board(board, rules)
