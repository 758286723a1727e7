"""Hostile input of every kind; the long form is ``python -m tests.fuzz``."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score.ledger.store import open_ledger

from . import fuzz, spoil
from .fuzz import KINDS, guarded, one
from .ledgercli import Cli


@pytest.mark.parametrize("kind", KINDS)
def test_some_hostile_input(kind: str, tmp_path: Path) -> None:
    for seed in range(8):
        one(kind, seed, tmp_path)


@pytest.mark.parametrize(
    ("kind", "seed"), [("json", 1313), ("json", 1373), ("files", 1080), ("files", 1337), ("files", 1489)]
)
def test_what_did_harm_once(kind: str, seed: int, tmp_path: Path) -> None:
    """A deal that never ends, a map for a number, a player who is gone, numbers and nothing where texts were."""
    one(kind, seed, tmp_path)


NO_VALUES: tuple[Any, ...] = ({}, [], [1], "1", 1.5, True, -1, 0, 1 << 60, None)
PLACES: dict[str, Callable[[Any, Any], object]] = {
    "a player's number": lambda data, value: data["players"][0].update(id=value),
    "whom he was merged into": lambda data, value: data["players"][0].update(merged_into=value or {}),
    "a player at the table": lambda data, value: data["sessions"][0]["people"].update(Ann=value),
    "the cards dealt": lambda data, value: _rules(data)["deal"].update(keep=value or 0),
    "the cards dealt first": lambda data, value: _rules(data)["deal"].update(first=value),
    "the jokers": lambda data, value: _rules(data)["deck"].update(jokers=7 if value == 0 else value),
    "a ruleset": lambda data, value: data["rulesets"].update(dict.fromkeys(data["rulesets"], value)),
    "an entry": lambda data, value: data["sessions"][0]["events"][0].update(payload=value),
    "a kind of entry": lambda data, value: data["sessions"][0]["events"][0]["payload"].update(kind=value),
    "the entries": lambda data, value: data["sessions"][0].update(events=value or {}),
}


def _rules(data: Any) -> Any:
    """The first ruleset, to be changed; its fingerprint is made to fit again by ``_refitted``."""
    return next(iter(data["rulesets"].values()))


def _refitted(data: Any) -> str:
    """The JSON with the fingerprints that belong to its rulesets, as somebody would who wants to get them in."""
    told = json.dumps(data)
    for key, mapping in data["rulesets"].items():
        listed = json.dumps(mapping, sort_keys=True, ensure_ascii=False, default=str)
        told = told.replace(key, hashlib.sha256(listed.encode()).hexdigest()[:16])
    return told


@pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)
def test_no_other_value_comes_in_from_json(put: Callable[[Any, Any], object], tmp_path: Path) -> None:
    """Each is told as a fault of the file that comes in, and nothing of it is booked."""
    for number, value in enumerate(NO_VALUES):
        data = json.loads(json.dumps(fuzz.sound_ledger()[1]))
        put(data, value)
        path = tmp_path / f"{number}.json"
        path.write_text(_refitted(data), encoding="utf-8")
        cli = Cli(tmp_path / f"{number}.db")
        done = fuzz.said(cli, "import", str(path))
        assert done.code in (2, 3, 4), (value, done)
        if cli.db.exists():
            with open_ledger(cli.db) as ledger:
                assert list(ledger.sessions()) == []


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_much_hostile_input(kind: str, tmp_path: Path) -> None:
    for seed in range(10_000, 10_500):
        one(kind, seed, tmp_path)


@given(st.text(max_size=60), st.sampled_from(["score", "rules", "replay"]))
def test_no_word_brings_a_traceback(tmp_path_factory: pytest.TempPathFactory, text: str, command: str) -> None:
    word = text.replace("\0", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
    start = ["rules", "show"] if command == "rules" else [command]
    fuzz.said(Cli(tmp_path_factory.getbasetemp() / "none.db"), *start, word)


def test_the_command_says_that_nothing_did_harm(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["boards", "--inputs", "2"]) == 0
    assert "2 hostile boards from seed 0: no harm" in capsys.readouterr().out


def test_harm_is_told_with_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(KINDS, "boards", lambda _rng, _folder: (tmp_path / "harm").touch())
    with pytest.raises(AssertionError, match="harm"):
        fuzz.main(["boards", "--seed", "7", "--inputs", "1"])
    assert "python -m tests.fuzz boards --seed 7 --inputs 1" in capsys.readouterr().err


def test_the_guard_sees_what_leaves_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    for harm in (lambda: (tmp_path / "outside").write_text("x"), lambda: os.mkdir(tmp_path / "more"),  # noqa: PTH102
                 lambda: os.system("true")):  # fmt: skip
        with pytest.raises(AssertionError), guarded(inside):
            harm()
    with guarded(inside):
        Path("own.txt").write_text("x")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX rights")
def test_everything_beside_the_ledger_is_private(tmp_path: Path) -> None:
    """Also what ``backup``, ``restore`` and ``play`` leave there, whatever the umask."""
    old = os.umask(0)
    try:
        cli = Cli(tmp_path / "house" / "ledger.db")
        cli.ok("start", "--rules", "pineapple", "--players", "Ann=50,Bob=50")
        cli.ok("backup", str(tmp_path / "house" / "copy.db"))
        cli.ok("restore", str(tmp_path / "house" / "copy.db"))
        cli.ok("play", stdin=b"Ann QQ2\n")
    finally:
        os.umask(old)
    found = {path.name.partition(".before")[0]: path.stat().st_mode & 0o777 for path in cli.db.parent.iterdir()}
    assert len(found) == 4
    assert set(found.values()) == {0o600}


def test_hostile_input_is_the_same_every_time() -> None:
    made = [spoil.text(random.Random(5), "Ann: QQ2 KK883 AT752h") for _ in range(2)]
    assert made[0] == made[1]
