"""Whole evenings typed command by command are the evenings of their score sheets; every way out leads back in."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from ofc_score import load_ruleset
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.ledger.store import open_ledger
from ofc_score.reports.json import replay_document
from ofc_score.rules.files import SHIPPED, list_rulesets

from .ledgercli import Cli, commands, single_buys, write_rules
from .oracle.evening import Sheet
from .oracle.evenings import all_rules, random_evening, sheet_text

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "evenings").glob("*.yaml"))
BY_HAND: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "data" / "evenings.yaml").read_text(encoding="utf-8")
)
ALLOWED = [sample for sample in BY_HAND if "refused" not in sample["expect"] and "house" not in sample]


def _typed(sheet: Sheet, cli: Cli) -> None:
    """Type a sheet. Boards typed twice in a row are meant: no evening here is a retry."""
    for words in commands(sheet):
        again = ["--again"] if words[0] == "hand" and "--before" not in words else []
        done = cli(*words, *again)
        assert done.code in (0, 1) and not done.err, (words, done)
        assert done.code == 0 or words[0] == "chips", (words, done)


def _plain(state: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(json.dumps(state))
    return result


def _comes_back(cli: Cli, folder: Path) -> None:
    """Every way out of the ledger and in again gives the same evening."""
    evening = _plain(cli.evening())
    for form, file in (("--sheet", "evening.yaml"), ("--json", "evening.json")):
        cli.ok("export", form, str(folder / file))
        if form == "--sheet":
            assert cli("replay", str(folder / file), "--json").json == evening
        other = Cli(folder / f"{file}.db", rulesets=cli.rulesets)
        assert other("import", str(folder / file)).code == 0
        assert _plain(other.evening()) == evening
        assert other("import", str(folder / file)).code == 4
        assert other("audit").code == 0
    cli.ok("export", "--json", "--all", str(folder / "all.json"))
    whole = Cli(folder / "whole.db")
    whole.ok("import", str(folder / "all.json"))
    assert whole.booked().fingerprint == cli.booked().fingerprint
    for ledger in (cli, whole):
        assert ledger("audit", "--deep") == (0, "", "")


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_examples(file: Path, tmp_path: Path) -> None:
    sheet: Sheet = single_buys(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))
    cli = Cli(tmp_path / "ledger.db")
    _typed(sheet, cli)
    assert _plain(cli.evening()) == _plain(replay_document(read_sheet(sheet_text(sheet), load_ruleset).state))
    _comes_back(cli, tmp_path)


@pytest.mark.parametrize("sample", ALLOWED, ids=lambda sample: sample["name"])
def test_evenings_worked_out_by_hand(sample: dict[str, Any], tmp_path: Path) -> None:
    sheet = single_buys({"date": "2026-03-13", **copy.deepcopy(sample["sheet"])})
    sheet.setdefault("events", [])
    cli = Cli(tmp_path / "ledger.db")
    _typed(sheet, cli)
    state = _plain(cli.evening())
    for expected, hand in zip(sample["expect"].get("hands", []), state["hands"], strict=False):
        for key in ("hand", "set", "button", "fantasyland", "set_over"):
            assert expected.get(key, hand[key]) == hand[key]
    for name, balance in sample["expect"].get("balances", {}).items():
        assert state["balances"][name]["points"] == balance["points"]


@pytest.mark.parametrize("seed", range(12))
def test_random_evenings(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"commands {seed}")
    games = all_rules()
    sheet = single_buys(random_evening(rng, games))
    folder = tmp_path / "rulesets"
    write_rules(folder, {name: rules for name, rules in games.items() if name not in _SHIPPED})
    cli = Cli(tmp_path / "ledger.db", rulesets=folder)
    _typed(sheet, cli)

    def load(name: str) -> Any:
        return load_ruleset(name if name in _SHIPPED else folder / f"{name}.yaml")

    assert _plain(cli.evening()) == _plain(replay_document(read_sheet(sheet_text(sheet), load).state))
    _comes_back(cli, tmp_path)
    with open_ledger(cli.db) as ledger:
        accounts = ledger.balances(1)
    assert all(sum(row.total for row in account.rows) == 0 for account in accounts)


_SHIPPED = {game.name for game in list_rulesets() if game.origin == SHIPPED}
