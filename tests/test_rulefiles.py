"""Finding rulesets, following ``extends``, and the shipped files themselves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ofc_score import load_ruleset
from ofc_score.errors import RulesError
from ofc_score.rules.check import check
from ofc_score.rules.files import (
    SHIPPED,
    VARIABLE,
    YOURS,
    Place,
    list_rulesets,
    merge,
    resolve,
    search_places,
    shipped_folder,
    user_folder,
)

from .oracle.generator import shipped

FOLDER = shipped_folder()
assert FOLDER is not None
ONLY_SHIPPED = (Place(FOLDER, SHIPPED),)
NAMES = ("chinese", "chinese-plain", "joker-ultimate", "pineapple", "pineapple-2-7", "progressive", "regular", "turbo")


def _write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _codes(path: Path) -> list[str]:
    with pytest.raises(RulesError) as caught:
        load_ruleset(path)
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets_pass_the_check_of_own_files(name: str) -> None:
    checked = check(resolve(name, places=ONLY_SHIPPED))
    assert (checked.faults, checked.warnings) == ((), ())


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets_pass_as_a_copy(name: str, tmp_path: Path) -> None:
    """A copied file is somebody's own: its types are checked too, which those of shipped files are not."""
    for source in resolve(name, places=ONLY_SHIPPED).chain:
        _write(tmp_path, source.path.name, source.path.read_text(encoding="utf-8"))
    copied = resolve(tmp_path / f"{name}.yaml", places=(Place(tmp_path, YOURS),))
    assert not copied.shipped
    assert check(copied).faults == ()
    assert load_ruleset(tmp_path / f"{name}.yaml") == load_ruleset(name, places=ONLY_SHIPPED)


def test_shipped_rulesets_say_what_an_independent_table_says() -> None:
    tables = shipped()
    assert sorted(tables) == list(NAMES)
    for name, expected in tables.items():
        mapping = resolve(name, places=ONLY_SHIPPED).mapping
        told = {key: mapping[key] for key in expected if key not in ("title", "notes", "name")}
        assert _as_text(told) == _as_text({key: value for key, value in expected.items() if key in told}), name


def _as_text(value: object) -> object:
    """Keys and words compared as text: 7 and "7" are the same rank."""
    if isinstance(value, dict):
        return {str(key): _as_text(inner) for key, inner in value.items() if key not in ("then", "keep")}
    if isinstance(value, list | tuple):
        return [_as_text(inner) for inner in value]
    return str(value)


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets_have_a_title_and_notes(name: str) -> None:
    rules = load_ruleset(name, places=ONLY_SHIPPED)
    assert rules.name == name
    assert rules.title != name
    assert rules.notes
    numbers = set(re.findall(r"[0-9]+", rules.notes)) - {"75432"}
    assert not numbers, "a game that extends this one may have other numbers"


def test_search_order_and_what_hides_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")])
    env = {VARIABLE: folders, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    for variable, value in env.items():
        monkeypatch.setenv(variable, value)
    places = search_places()
    assert [place.origin for place in places] == [VARIABLE, VARIABLE, YOURS, SHIPPED]
    yours = user_folder()
    for folder, row in ((yours, 7), (tmp_path / "b", 8), (tmp_path / "a", 9)):
        _write(folder, "pineapple.yaml", f"name: pineapple\nextends: pineapple\npoints: {{row: {row}}}\n")
        assert load_ruleset("pineapple", places=places).row == row
    listed = [(each.origin, each.hidden_by) for each in list_rulesets(places) if each.name == "pineapple"]
    assert listed == [(VARIABLE, ""), (VARIABLE, VARIABLE), (YOURS, VARIABLE), (SHIPPED, VARIABLE)]
    assert [source.path.parent for source in resolve("pineapple", places=places).chain] == [
        tmp_path / "a", tmp_path / "b", yours, FOLDER, FOLDER,
    ]  # fmt: skip


@pytest.mark.parametrize("file", ["UP.YAML", "UP.yml", "UP.Yml"])
def test_what_is_listed_is_found(file: str, tmp_path: Path) -> None:
    _write(tmp_path, file, "name: UP\nextends: pineapple\npoints: {row: 7}\n")
    _write(tmp_path, "pineapple.YML", "name: pineapple\nextends: pineapple\npoints: {row: 8}\n")
    _write(tmp_path, "no.yaml.yaml", "extends: pineapple\n")
    places = (Place(tmp_path, YOURS), *ONLY_SHIPPED)
    listed = list_rulesets(places)
    assert [each.path.name for each in listed if each.origin == YOURS] == [file, "pineapple.YML"]
    for each in listed:
        if not each.hidden_by:
            assert resolve(each.name, places=places).chain[0].path == each.path
    assert [load_ruleset(name, places=places).row for name in ("UP", "pineapple")] == [7, 8]


def test_of_two_suffixes_the_usual_one_counts(tmp_path: Path) -> None:
    for file, row in (("a.YAML", 5), ("a.yml", 6), ("a.yaml", 7)):
        _write(tmp_path, file, f"name: a\nextends: pineapple\npoints: {{row: {row}}}\n")
    places = (Place(tmp_path, YOURS), *ONLY_SHIPPED)
    assert load_ruleset("a", places=places).row == 7
    assert [each.path.name for each in list_rulesets(places) if each.name == "a"] == ["a.yaml", "a.yml", "a.YAML"]


def test_a_path_is_taken_before_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path, "pineapple.yaml", "name: here\nextends: pineapple\npoints: {row: 5}\n")
    assert load_ruleset("pineapple.yaml").row == 5
    assert load_ruleset("./pineapple.yaml").row == 5
    assert load_ruleset(Path("pineapple.yaml")).row == 5
    assert load_ruleset("pineapple").row == 1


def test_extends_a_file_beside_it_wherever_it_is_called_from(tmp_path: Path) -> None:
    _write(tmp_path / "x", "base.yaml", "name: base\nextends: turbo\npoints: {row: 4}\n")
    _write(tmp_path / "x", "one.yml", "name: one\nextends: base.yaml\npoints: {scoop: 6}\n")
    path = _write(tmp_path / "y", "two.yaml", "name: two\nextends: ../x/one.yml\n")
    rules = load_ruleset(path)
    assert (rules.name, rules.title, rules.row, rules.scoop, rules.deal) == ("two", "two", 4, 6, (5, 4, 4))


@pytest.mark.parametrize(
    ("base", "over", "merged"),
    [
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 3}}, {"a": {"x": 1, "y": 3}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": {"x": 1}}, {"a": "none"}, {"a": "none"}),
        ({"a": "none"}, {"a": {"x": 1}}, {"a": {"x": 1}}),
        ({"a": {"x": {"p": 1, "q": 2}}}, {"a": {"x": {"q": 0}}}, {"a": {"x": {"p": 1, "q": 0}}}),
        ({"name": "b", "title": "B", "notes": "n"}, {"name": "o", "extends": "b"}, {"name": "o", "notes": "n"}),
        ({"rows": {"middle": "high"}, "royalties": {"middle": {"flush": 8}, "bottom": {"flush": 4}}},
         {"rows": {"middle": {"low": "deuce-to-seven"}}, "royalties": {"middle": {"9": 1}}},
         {"rows": {"middle": {"low": "deuce-to-seven"}}, "royalties": {"middle": {"9": 1}, "bottom": {"flush": 4}}}),
        ({"rows": {"middle": {"low": "deuce-to-seven", "qualifier": "T"}}, "royalties": {"middle": {"9": 1}}},
         {"rows": {"middle": {"qualifier": "9"}}},
         {"rows": {"middle": {"low": "deuce-to-seven", "qualifier": "9"}}, "royalties": {"middle": {"9": 1}}}),
    ],
    ids=["map", "list", "switched off", "switched on", "deep", "names stay", "high to low", "low stays"],
)  # fmt: skip
def test_merge(base: dict[str, object], over: dict[str, object], merged: dict[str, object]) -> None:
    assert merge(base, over) == merged


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("name: x\nextends: x.yaml\n", "extends-cycle", "line 2, extends"),
        ("name: x\nextends: y.yaml\n", "extends-cycle", "y.yaml, line 1, extends"),
        ("name: x\nextends: pinapple\n", "unknown-ruleset", "line 2, extends"),
        ("name: x\nextends: nope/none.yaml\n", "unknown-ruleset", "line 2, extends"),
        ("name: x\nextends: .\n", "unknown-ruleset", "line 2, extends"),
        ("name: x\nextends: 'a\\0b/c'\n", "unknown-ruleset", "line 2, extends"),
    ],
    ids=["itself", "in a ring", "unknown name", "unknown file", "a folder", "no file name"],
)
def test_extends_faults(text: str, code: str, where: str, tmp_path: Path) -> None:
    _write(tmp_path, "y.yaml", "extends: x.yaml\n")
    found = resolve(_write(tmp_path, "x.yaml", text.replace("\\0", "\\\\0")))
    assert [(fault.code, fault.where) for fault in found.faults] == [(code, where)]
    assert found.faults[0].line == (2 if where.startswith("line") else 0)
    assert found.faults[0].hint
    assert _codes(tmp_path / "x.yaml") == [code]


def test_a_long_chain_ends(tmp_path: Path) -> None:
    for link in range(40):
        _write(tmp_path, f"r{link}.yaml", f"name: r{link}\nextends: r{link + 1}.yaml\n")
    assert "extends-cycle" in _codes(tmp_path / "r0.yaml")


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("pinapple", "no ruleset called 'pinapple'", "did you mean pineapple?"),
        ("PROGRESIVE", "no ruleset called 'PROGRESIVE'", "did you mean progressive?"),
        ("zzz", "no ruleset called 'zzz'", "known: " + ", ".join(NAMES)),
        ("", "no ruleset called ''", "known: " + ", ".join(NAMES)),
        ("a\0b", "no ruleset called 'a\0b'", "known: " + ", ".join(NAMES)),
        ("nope/x.yaml", "cannot read the ruleset file nope/x.yaml: No such file or directory", "check the path"),
        ("x" * 5000, f"no ruleset called '{'x' * 5000}'", "known: " + ", ".join(NAMES)),
        ("a\0b.yaml", "cannot read the ruleset file a\0b.yaml: not a file name", "check the path"),
    ],
)
def test_unknown_rulesets(name: str, message: str, hint: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_ruleset(name, places=ONLY_SHIPPED)
    assert (caught.value.message, caught.value.hint, caught.value.exit_code) == (message, hint, 3)


def test_broken_files_are_listed_with_their_problem(tmp_path: Path) -> None:
    _write(tmp_path, "bad.yaml", "a: [1\n")
    _write(tmp_path, "list.yaml", "- a\n")
    (tmp_path / "binary.yaml").write_bytes(b"\0\1\2")
    (tmp_path / "folder.yaml").mkdir()
    _write(tmp_path, "note.txt", "name: x\n")
    listed = {each.name: each.problem for each in list_rulesets((Place(tmp_path, YOURS),))}
    assert sorted(listed) == ["bad", "binary", "list"]
    assert all(listed.values())
    assert _codes(tmp_path / "list.yaml") == ["not-a-ruleset"]


PROBE = """
import sys
from pathlib import Path
from ofc_score.rules.load import load_ruleset
load_ruleset("progressive")
print(*sorted(sys.modules))
"""


def test_a_shipped_ruleset_needs_no_heavy_library() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    heavy = {"pydantic", "typer", "sqlite_utils", "tabulate", "difflib", "importlib.resources"}
    assert not heavy & set(done.stdout.split())


def test_a_changed_ruleset_is_another_one() -> None:
    rules = load_ruleset("pineapple")
    same = replace(rules, scoop=rules.scoop)
    assert (same, hash(same)) == (rules, hash(rules))
    for other in (
        replace(rules, scoop=99),
        replace(rules, royalty=(rules.royalty[0], rules.royalty[2], rules.royalty[2])),
        replace(rules, fantasyland=None),
    ):
        assert other != rules
        assert hash(other) != hash(rules)
    assert replace(rules, naturals={"dragon": 13}) != rules


def test_same_rules_have_the_same_fingerprint(tmp_path: Path) -> None:
    text = "name: x\nextends: pineapple\npoints: {row: 2, scoop: 3}\n"
    one = load_ruleset(_write(tmp_path, "x.yaml", text))
    same = "# note\nextends: pineapple\npoints:\n  scoop: 3\n  row: 2\nname: x\n"
    other = load_ruleset(_write(tmp_path, "x.yaml", same))
    third = load_ruleset(_write(tmp_path, "x.yaml", text.replace("row: 2", "row: 3")))
    assert one.fingerprint() == other.fingerprint() != third.fingerprint()
    assert one == other
