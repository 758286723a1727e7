"""A short run of the simulator of ledgers; the long one is behind ``-m full`` and ``python -m tests.ledgersim``."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import ledgersim
from .crashes import FORKS

pytestmark = FORKS


@pytest.mark.parametrize("seed", range(3))
def test_short_run(seed: int, tmp_path: Path) -> None:
    assert sum(ledgersim.evening(seed, tmp_path, 25).values()) == 25


def test_the_command_says_that_all_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert ledgersim.main(["--seed", "40", "--evenings", "1", "--steps", "4"]) == 0
    assert "1 evenings from seed 40: everything holds" in capsys.readouterr().out


def test_what_is_lost_is_noticed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator fails when the ledger says that it booked and did not."""
    real = ledgersim.Night.book

    def forgets(self: ledgersim.Night) -> None:
        before = self.path.read_bytes()
        real(self)
        self.path.write_bytes(before)

    monkeypatch.setattr(ledgersim, "HAPPENS", {forgets: 1})
    with pytest.raises(AssertionError):
        ledgersim.main(["--seed", "7", "--evenings", "1"])
    assert "--seed 7 --evenings 1 --steps 60" in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.parametrize("block", range(10))
def test_long_run(block: int, tmp_path: Path) -> None:
    for seed in range(20_000 + 10 * block, 20_010 + 10 * block):
        folder = tmp_path / str(seed)
        folder.mkdir()
        ledgersim.evening(seed, folder, 60)
