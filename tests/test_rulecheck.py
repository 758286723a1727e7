"""The check of somebody's own ruleset: every fault with its exact words and place; what is allowed stays allowed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ofc_score import load_ruleset
from ofc_score.errors import OfcError, RulesError
from ofc_score.rules.check import check, known_keys
from ofc_score.rules.files import resolve, shipped_folder
from ofc_score.rules.schema import json_schema
from ofc_score.rules.yaml import MOST_TOLD

from .effort import at_most
from .test_yamltext import BOMB, HOSTILE

ROOT = Path(__file__).parent.parent


def _found(folder: Path, text: str | bytes) -> tuple[list[str], list[str]]:
    """(faults, warnings) as ``code: line``."""
    path = folder / "x.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    checked = check(resolve(path))
    return [f"{fault.code}: {fault.text()}" for fault in checked.faults], [
        f"{warning.code}: {warning.text()}" for warning in checked.warnings
    ]


HEAD = "name: x\nextends: pineapple\n"
SAMPLES: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests" / "data" / "faulty_rulesets.yaml").read_text("utf-8"))


def _told(listed: list[dict[str, str]]) -> list[str]:
    return [f"{each['code']}: {each['says']}" for each in listed]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["name"])
def test_faulty_or_odd_file(sample: dict[str, Any], tmp_path: Path) -> None:
    faults, warnings = _told(sample.get("faults", [])), _told(sample.get("warnings", []))
    assert _found(tmp_path, sample["file"]) == (faults, warnings)
    if not faults:
        load_ruleset(tmp_path / "x.yaml")
        return
    with pytest.raises(RulesError, match=r"faults? in the ruleset x\.yaml") as caught:
        load_ruleset(tmp_path / "x.yaml")
    assert (caught.value.exit_code, len(caught.value.faults)) == (3, len(faults))


def test_a_file_that_says_nothing_is_told_all_that_is_missing(tmp_path: Path) -> None:
    faults, _ = _found(tmp_path, "name: x\nplayers: {min: 2, max: 3}\n")
    missing = [re.sub(r" \(.*", "", fault.removeprefix("missing: line 1, ")) for fault in faults]
    assert missing == [
        f"{key}: nothing says {key}" for key in (
            "deck", "deal", "dealer_sits_out", "points", "rows", "royalties", "foul", "fantasyland", "naturals",
            "surrender", "count", "set",
        )
    ]  # fmt: skip


def test_all_faults_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    text = HEAD + "players: {min: 3, max: 4}\ndealer_sits_out: no\npoins: {row: 1}\npoints: {row: 010, scoop: 2.5}\n" \
        "royalties: {mode: replace}\nfoul: {pays: scop}\nfoul: {pays: rows}\nsurrender: -1\n"  # fmt: skip
    faults, _ = _found(tmp_path, text)
    assert [fault.partition(": line ")[0] for fault in faults] == [
        "undealable", "wrong-type", "unknown-key", "wrong-type", "wrong-type", "impossible", "wrong-type",
        "duplicate-key", "out-of-range",
    ]  # fmt: skip
    lines = [int(re.findall(r"line (\d+)", fault)[0]) for fault in faults]
    assert lines == sorted(lines) == [3, 4, 5, 6, 6, 7, 8, 9, 10]


ALLOWED = {
    "numbers as names": "title: 007\nnotes: 5",
    "true as a title": "title: true",
    "rows switched off": "royalties: {top: none, middle: none, bottom: {flush: 4}}",
    "pairs switched off": "royalties: {top: {pair: none}}",
    "one number for all": "royalties: {top: {pair: 9, trips: 30}}",
    "pairs and trips as numbers": "fantasyland: {enter: [{top: 88, cards: 13}, {top: 222, cards: 15}], stay_cards: 13}",
    "never stays": "fantasyland: {stay: []}",
    "no games of luck": "fantasyland: none",
    "aliases": "royalties:\n  middle: &m {flush: 5}\n  bottom: *m",
    "dealer sits out": "dealer_sits_out: true",
    "a foul for a number": "foul: {pays: 0}",
}


@pytest.mark.parametrize("lines", ALLOWED.values(), ids=ALLOWED)
def test_allowed(lines: str, tmp_path: Path) -> None:
    assert _found(tmp_path, f"{HEAD}{lines}\n") == ([], [])
    load_ruleset(tmp_path / "x.yaml")


def test_faults_of_a_base_of_ones_own_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("name: base\nextends: pineapple\npoints: {row: no}\n", encoding="utf-8")
    faults, _ = _found(tmp_path, "name: x\nextends: base.yaml\nsurrender: -2\n")
    assert faults == [
        "out-of-range: line 3, surrender: -2 is out of range (at least 0)",
        "wrong-type: base.yaml, line 3, points.row: 'no' is not a whole number (write a whole number, as in 14)",
    ]


def test_faults_of_reading_and_of_types_come_together(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("a: [\n", encoding="utf-8")
    faults, _ = _found(tmp_path, "name: x\nextends: base.yaml\npoints: {row: no, row: 1}\n")
    assert [fault.partition(":")[0] for fault in faults] == ["duplicate-key", "wrong-type", "syntax"]
    assert "base.yaml, line" in faults[-1]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_at_once(text: str | bytes, tmp_path: Path) -> None:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    with at_most(3000):
        faults, _ = _found(tmp_path, data)
    assert faults


CROWDED = {
    "unknown keys": ("".join(f"key{number}: 1\n" for number in range(45_000)), "more-faults"),
    "wrong values": ("points: {" + "".join(f"key{number}: no, " for number in range(45_000)) + "}\n", "more-faults"),
    "ways into Fantasyland": ("fantasyland:\n  enter:\n" + "    - {top: QQ, cards: 14}\n" * 15_000, "too-many"),
    "the same key": ("surrender: 4\n" * 45_000, "duplicate-key"),
}


@pytest.mark.parametrize(("lines", "code"), CROWDED.values(), ids=CROWDED)
def test_crowded_files_are_refused_at_once(lines: str, code: str, tmp_path: Path) -> None:
    with at_most(3000):
        faults, _ = _found(tmp_path, HEAD + lines)
    assert code in {fault.partition(":")[0] for fault in faults}
    assert len(faults) <= 2 * MOST_TOLD + 2


def test_aliases_that_unfold_far_are_refused(tmp_path: Path) -> None:
    assert _found(tmp_path, BOMB)[0][0].startswith("alias-bomb: line 4: ")


_SCALARS = st.sampled_from(
    ["none", "all", "QQ", "trips", "75432", "high", "entry", "frozen", "no", "010", "2.5", "", 0, 1, 13, 14, -1, 10**9,
     True]
)  # fmt: skip
_KEYS = st.sampled_from(
    [*json_schema()["properties"], "min", "max", "row", "middle", "top", "bottom", "enter", "stay", "stay_cards",
     "cards", "pair", "trips", "first", "then", "keep", "jokers", "low", "qualifier", "A", "flush", "mode", "paid"]
)  # fmt: skip
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4), max_leaves=15
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    mapping=st.dictionaries(_KEYS, _VALUES, max_size=8),
    base=st.sampled_from(["", "pineapple", "chinese", "pineapple-2-7"]),
)
def test_any_mapping_is_loaded_or_refused_with_faults(mapping: dict[str, Any], base: str, tmp_path: Path) -> None:
    from ofc_score.rules.template import flow

    text = "\n".join([f"{key}: {flow(value)}" for key, value in mapping.items() if key != "extends"] + ["name: x"] * (
        "name" not in mapping) + [f"extends: {base}"] * bool(base)) + "\n"  # fmt: skip
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    faults = check(resolve(path)).faults
    try:
        load_ruleset(path)
    except OfcError as error:
        assert error.faults == faults != ()
    else:
        assert faults == ()


def _schema_keys(node: Any) -> set[str]:
    if isinstance(node, list):
        return {key for inner in node for key in _schema_keys(inner)}
    if not isinstance(node, dict):
        return set()
    found = set(node.get("properties", {}))
    found |= {str(word) for word in node.get("propertyNames", {}).get("enum", [])}
    found |= {str(word) for word in node.get("enum", []) if not re.fullmatch(r"([2-9TJQKA])\1+", str(word))}
    return found | {key for inner in node.values() for key in _schema_keys(inner)}


def _readme() -> str:
    folder = shipped_folder()
    assert folder is not None
    return (folder / "README.md").read_text(encoding="utf-8")


def test_readme_explains_every_key_and_word_of_the_schema() -> None:
    told = set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", _readme(), flags=re.DOTALL)))
    words = {word for part in told for word in re.split(r"[^\w-]+", part)}
    ranks = set("23456789TJQKA")
    assert len(_schema_keys(json_schema())) > 60
    assert _schema_keys(json_schema()) - words - ranks == set()


def test_every_example_in_the_readme_is_a_sound_ruleset(tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", _readme(), re.DOTALL)
    assert len(blocks) >= 10
    shown: set[str] = set()
    for block in blocks:
        text = block if "extends:" in block else f"extends: pineapple\n{block}"
        assert _found(tmp_path, text if "name:" in text else f"name: x\n{text}")[0] == []
        shown |= set(re.findall(r"[\w-]+(?=:)", block))
    sections = set(json_schema()["properties"])
    assert sections - shown == set(), "keys that no example shows"
    for section in ("players", "deck", "deal", "points", "foul", "fantasyland", "naturals", "count", "set"):
        assert set(known_keys((section,))) - shown == set(), section


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "house-rules").glob("*.yaml")), ids=lambda path: path.stem)
def test_house_rules_are_sound(path: Path) -> None:
    checked = check(resolve(path))
    assert (checked.faults, checked.warnings) == ((), ())
    assert load_ruleset(path).name == path.stem


def test_there_are_enough_house_rules() -> None:
    assert len(list((ROOT / "examples" / "house-rules").glob("*.yaml"))) >= 3
