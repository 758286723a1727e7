"""Every line and branch of the core is reached by the tests of the core."""

from __future__ import annotations

import pytest

from . import coverage_core
from .coverage_core import CORE

pytestmark = pytest.mark.full


def test_every_line_and_branch_of_the_core_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    missed = coverage_core.main()
    told = capsys.readouterr().out
    assert missed == 0, told
    # Nobody is content because nothing was measured.
    assert [line.split()[0] for line in told.splitlines()[1:]] == list(CORE)
    assert all(int(line.split()[1]) > 5 for line in told.splitlines()[1:])


def test_what_no_test_reaches_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage_core, "TESTS", ("cards",))
    assert coverage_core.main() == 1
    told = {line.split()[0]: line.split()[3:] for line in capsys.readouterr().out.splitlines()}
    assert not told["cards.cards"]
    assert told["cards.evaluate"]
    assert told["evening.session"] == ["even", "imported"]
