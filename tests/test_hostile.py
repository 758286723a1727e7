"""Hostile input of every kind; the long form is ``python -m tests.fuzz``."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import fuzz, spoil
from .fuzz import KINDS, guarded, one
from .ledgercli import Cli


@pytest.mark.parametrize("kind", KINDS)
def test_some_hostile_input(kind: str, tmp_path: Path) -> None:
    for seed in range(8):
        one(kind, seed, tmp_path)


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
