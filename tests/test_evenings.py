"""Whole evenings: the examples, the worked evenings of the tests, and random ones, against the slow model."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ofc_score.errors import SheetError
from ofc_score.evening.session import Session
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.reports.json import replay_document
from ofc_score.rules.load import load_ruleset
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.rules.yaml import read

from .oracle.evening import disagreements, replay
from .oracle.evenings import all_rules, random_evening, sheet_text
from .oracle.test_evening import case_rules

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "evenings").glob("*.yaml"))
WORKED: list[dict[str, Any]] = read((ROOT / "tests/data/evenings.yaml").read_text("utf-8"), typed=True).value


@cache
def houses() -> Mapping[str, Ruleset]:
    return {name: build(mapping) for name, mapping in all_rules().items()}


def _real(session: Session) -> dict[str, Any]:
    """The replay's JSON with amounts in minor units, as the slow model has them."""
    real = replay_document(session.state)
    for name, balance in session.state.balances().items():
        real["balances"][name]["amount"] = balance.amount
    return real


def test_there_are_enough_examples() -> None:
    games = {read_sheet(path.read_bytes(), load_ruleset).setup.rules.name for path in EXAMPLES}
    assert {"pineapple", "progressive", "regular", "joker-ultimate", "chinese"} <= games


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_come_to_what_was_worked_out_by_hand(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    result = replay_document(read_sheet(path.read_bytes(), load_ruleset).state)
    hands = result["hands"]
    assert [hand["totals"] for hand in hands] == expected["totals"]
    assert [hand["button"] for hand in hands] == expected["buttons"]
    assert [hand["fantasyland"] for hand in hands] == expected["fantasyland"]
    assert [hand["set"] for hand in hands] == expected["sets"]
    assert hands[-1]["stacks"] == expected["stacks"]
    assert hands[-1]["set_over"] == expected["set_over"]
    assert result["balances"] == expected["balances"]
    assert result["payments"] == expected["payments"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_agree_with_the_slow_model(path: Path) -> None:
    sheet: Any = read(path.read_bytes(), typed=False).value
    sheet["events"] = [event for event in sheet["events"] if event != "close" and "close" not in event]
    for event in sheet["events"]:
        if event.get("expense", {}).get("for") == "all":
            event["expense"]["for"] = list(sheet["players"])
    model = replay(sheet, all_rules())
    assert not model["doubts"]
    assert not disagreements(model, _real(read_sheet(path.read_bytes(), load_ruleset)))


# The worked evenings


def _cases(*, refused: bool) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in WORKED if ("refused" in case["expect"]) is refused]


def _settled(case: Mapping[str, Any], events: list[Any]) -> Session:
    games = {name: build(mapping) for name, mapping in case_rules(dict(case)).items()}
    return read_sheet(sheet_text({**case["sheet"], "events": events}), games.__getitem__)


def _only(wanted: Any, given: Any) -> Any:
    """The part of ``given`` that ``wanted`` speaks of."""
    return {key: given.get(key) for key in wanted} if isinstance(wanted, dict) and isinstance(given, dict) else given


@pytest.mark.parametrize("case", _cases(refused=False))
def test_worked_evening(case: dict[str, Any]) -> None:
    session = _settled(case, case["sheet"]["events"])
    expect, real = case["expect"], _real(session)
    for wanted, hand in zip(expect.get("hands", []), real["hands"] if "hands" in expect else [], strict=True):
        assert {key: _only(value, hand[key]) for key, value in wanted.items()} == wanted
    for name, wanted in expect.get("balances", {}).items():
        assert _only(wanted, real["balances"][name]) == wanted
    if "waiting" in expect:
        waiting = [(it["player"], it["points"]) for it in expect["waiting"]]
        assert list(session.state.waiting) == waiting


@pytest.mark.parametrize("case", _cases(refused=True))
def test_worked_refusal(case: dict[str, Any]) -> None:
    place = case["expect"]["refused"]
    events = case["sheet"].get("events", [])
    if place == "opening":
        place = -1
    else:
        _settled(case, events[:place])
    with pytest.raises(SheetError):
        _settled(case, events[: place + 1])


# Random evenings


def _compare(seed: int) -> None:
    sheet = random_evening(random.Random(seed), all_rules())
    model = replay(sheet, all_rules())
    session = read_sheet(sheet_text(sheet), houses().__getitem__)
    assert not disagreements(model, _real(session)), f"seed {seed}"
    waiting = [(it["player"], it["points"]) for it in model["waiting"]]
    assert list(session.state.waiting) == waiting, f"seed {seed}"


@pytest.mark.parametrize("block", range(5))
def test_random_evenings_agree_with_the_slow_model(block: int) -> None:
    for seed in range(12 * block, 12 * block + 12):
        _compare(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_many_random_evenings(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        _compare(seed)
