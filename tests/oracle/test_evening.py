"""The slow evening against short evenings worked out by hand, and its own invariants on random ones."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from .evening import Refused, disagreements, replay
from .evenings import all_rules, random_evening, sheet_text
from .generator import shipped
from .scorer import Rules

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parents[1] / "data" / "evenings.yaml").read_text("utf-8"))
RULES = all_rules()
SEEDS = range(40)


def case_rules(case: dict[str, Any]) -> dict[str, Rules]:
    """The shipped rulesets, and the case's own as ``house``."""
    games = shipped()
    if "house" not in case:
        return games
    changed = dict(case["house"])
    merged = {**games[changed.pop("extends")], "name": "house"}
    for key, value in changed.items():
        merged[key] = {**merged[key], **value} if isinstance(value, dict) else value
    return {**games, "house": merged}


def _cases(refused: bool) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in CASES if ("refused" in case["expect"]) is refused]


def _only(wanted: Any, given: Any) -> Any:
    """The part of ``given`` that ``wanted`` speaks of."""
    if isinstance(wanted, dict) and isinstance(given, dict):
        return {key: given.get(key, "missing") for key in wanted}
    return given


@pytest.mark.parametrize("case", _cases(refused=False))
def test_worked_evening(case: dict[str, Any]) -> None:
    result = replay(case["sheet"], case_rules(case))
    expect = case["expect"]
    if "hands" in expect:
        shown = [
            {key: _only(value, hand[key]) for key, value in wanted.items()}
            for wanted, hand in zip(expect["hands"], result["hands"], strict=True)
        ]
        assert shown == expect["hands"]
    for name, wanted in expect.get("balances", {}).items():
        assert _only(wanted, result["balances"][name]) == wanted, name
    if "waiting" in expect:
        assert result["waiting"] == expect["waiting"]


@pytest.mark.parametrize("case", _cases(refused=True))
def test_worked_refusal(case: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        replay(case["sheet"], case_rules(case))
    wanted = case["expect"]["refused"]
    assert refused.value.event == (None if wanted == "opening" else wanted)


def test_worked_evenings_are_settled_questions() -> None:
    """No case rests on a reading that the rules leave open."""
    doubts = {
        case["name"]: replay(case["sheet"], case_rules(case))["doubts"]
        for case in CASES
        if "refused" not in case["expect"]
    }
    assert {name: said for name, said in doubts.items() if said} == {}


# --- random evenings --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="evenings")
def _evenings() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    sheets = [random_evening(random.Random(seed), RULES) for seed in SEEDS]
    return [(sheet, replay(sheet, RULES)) for sheet in sheets]


Evenings = list[tuple[dict[str, Any], dict[str, Any]]]


def test_points_and_money_sum_to_zero(evenings: Evenings) -> None:
    for sheet, result in evenings:
        assert all(sum(hand["totals"].values()) == 0 for hand in result["hands"])
        assert sum(one["points"] for one in result["balances"].values()) == 0
        if "point" in sheet:
            assert sum(one["amount"] for one in result["balances"].values()) == 0


def test_points_on_the_table_are_those_bought(evenings: Evenings) -> None:
    for sheet, result in evenings:
        left = any("leave" in event for event in sheet["events"])
        if result["stacks"] is not None and not left:
            assert sum(result["stacks"].values()) == sum(result["bought"].values())


def test_nobody_pays_more_than_he_has_under_a_loser_cap(evenings: Evenings) -> None:
    for _, result in evenings:
        for hand in result["hands"]:
            if hand["stacks"] is not None and RULES[hand["ruleset"]]["count"]["loser_cap"]:
                lost = [name for name, points in hand["totals"].items() if points < 0]
                assert all(hand["stacks"][name] >= 0 for name in lost)


def test_the_button_comes_once_to_each_seat_of_a_set(evenings: Evenings) -> None:
    """Sets in which nothing was forced and the button is frozen: Fantasyland hands aside, nobody has it twice."""
    seen = 0
    for sheet, result in evenings:
        if any(key in event for event in sheet["events"] for key in ("button", "fantasyland", "void", "fix", "before")):
            continue
        turns = Counter(
            (hand["set"], hand["button"])
            for hand in result["hands"]
            if not hand["fantasyland"] or RULES[hand["ruleset"]]["fantasyland"]["button"] == "moves"
        )
        moving = any("moves" in hand["ruleset"] for hand in result["hands"])
        seen += not moving
        assert moving or max(turns.values()) == 1
    assert seen >= 3


def test_sets_follow_each_other(evenings: Evenings) -> None:
    for sheet, result in evenings:
        if any("chips" in event or "adjust" in event or "leave" in event for event in sheet["events"]):
            continue
        if any(key in event for event in sheet["events"] for key in ("void", "fix", "before")):
            continue
        for hand, following in zip(result["hands"], result["hands"][1:], strict=False):
            assert following["set"] == hand["set"] + hand["set_over"]
            assert following["hand"] == hand["hand"] + 1
            assert not (hand["set_over"] and hand["next"]["fantasyland"])


def test_typing_a_fixed_hand_right_the_first_time_gives_the_same() -> None:
    """The same points when the correction is made at the end or was never needed, all facts given as played."""
    compared = 0
    for seed in range(45):
        sheet = random_evening(random.Random(1000 + seed), RULES)
        plain = [event for event in sheet["events"] if not {"fix", "void", "before", "chips"} & set(event)]
        plain = [event for event in plain if "hand" in event][:8]
        try:
            hands = replay({**sheet, "events": plain}, RULES)["hands"]
        except Refused:
            continue
        facts = [
            {
                **event,
                "button": hand["button"],
                "fantasyland": hand["fantasyland"],
                "forced": True,
                "new-set": hand["new_set"],
            }
            for event, hand in zip(plain, hands, strict=True)
        ]
        corrected = {name: "foul" for name, text in plain[0]["hand"].items() if text != "-"}
        late = replay({**sheet, "events": [*facts, {"fix": {1: corrected}}]}, RULES)
        try:
            first = {**facts[0], "hand": {**plain[0]["hand"], **corrected}}
            early = replay({**sheet, "events": [first, *facts[1:]]}, RULES)
        except Refused:  # by the corrected books somebody dealt in would have been out
            continue
        if not late["doubts"]:
            compared += 1
            assert disagreements(late, early) == []
    assert compared >= 5


def test_the_same_seed_gives_the_same_sheet_and_it_survives_yaml() -> None:
    for seed in range(6):
        sheet = random_evening(random.Random(seed), RULES)
        assert sheet == random_evening(random.Random(seed), RULES)
        read = yaml.load(sheet_text(sheet), yaml.BaseLoader)
        assert disagreements(replay(sheet, RULES), replay(read, RULES)) == []


def test_disagreements_are_found(evenings: Evenings) -> None:
    _, result = next(pair for pair in evenings if pair[1]["stacks"] is not None)
    wrong = {**result, "hands": [dict(hand) for hand in result["hands"]]}
    wrong["hands"][1]["set_over"] = not wrong["hands"][1]["set_over"]
    wrong["hands"][2]["totals"] = {**wrong["hands"][2]["totals"], "Nobody": 1}
    assert [line.split(":")[0] for line in disagreements(result, wrong)] == ["hand 2", "hand 3"]
    assert disagreements(result, {**result, "hands": result["hands"][:-1]})


def test_random_evenings_are_varied(evenings: Evenings) -> None:
    seen: Counter[str] = Counter()
    for sheet, result in evenings:
        seen["no doubts"] += not result["doubts"]
        for event in sheet["events"]:
            seen.update(list(event))
        for hand in result["hands"]:
            points = [] if hand["stacks"] is None else [name for name, stack in hand["stacks"].items() if stack > 0]
            seen["in Fantasyland"] += bool(hand["fantasyland"])
            seen["several in Fantasyland"] += len(hand["fantasyland"]) > 1
            seen["dead button"] += hand["button"] not in hand["totals"]
            seen["early end"] += len(points) == 1 and hand["set_over"]
            seen["last player"] += len(points) == 1 and not hand["set_over"]
            seen["resting"] += hand["next"]["resting"] is not None
            seen["out"] += bool(hand["next"]["out"])
    assert seen["no doubts"] == len(evenings)
    corrections = ("fix", "void", "difference", "before", "forced")
    people = ("buy", "join", "leave", "seats", "switch", "adjust", "expense", "pay", "owe", "chips", "accept")
    moments = ("in Fantasyland", "several in Fantasyland", "dead button", "early end", "last player", "resting", "out")
    assert not [word for word in (*corrections, *people, *moments, "button", "fantasyland") if seen[word] < 3], seen
