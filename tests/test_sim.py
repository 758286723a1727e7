"""A short run of the simulator; the long one is behind ``-m full``."""

from __future__ import annotations

import random

import pytest

from . import sim


@pytest.mark.parametrize("seed", range(12))
def test_short_run(seed: int) -> None:
    assert sim.evening(random.Random(seed), 45).events


def test_the_command_says_that_all_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert sim.main(["--seed", "40", "--evenings", "1", "--steps", "10"]) == 0
    assert "1 evenings from seed 40" in capsys.readouterr().out


def test_a_failure_prints_its_seed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(sim, "check_sums", broken)
    with pytest.raises(AssertionError):
        sim.main(["--seed", "7", "--evenings", "1"])
    assert "--seed 7 --evenings 1 --steps 60" in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_long_run(block: int) -> None:
    for seed in range(10_000 + 50 * block, 10_050 + 50 * block):
        sim.evening(random.Random(seed), 100)
