"""The clock that tests stop, and all tests at other times and in other zones."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from ofc_score.entry import clock
from ofc_score.entry.clock import HOOK

from .command import CLOCK, OTHERS, ROOT, USUAL, Clock


def test_the_clock_stands_where_it_was_stopped() -> None:
    assert clock.when() == (datetime.fromisoformat(CLOCK.start), CLOCK.zone)
    assert clock.now() == clock.now()


def test_the_clock_goes_unless_it_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOOK)
    before = datetime.now(UTC)
    assert before <= clock.now() <= datetime.now(UTC)
    assert clock.now().utcoffset() is not None


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_the_offsets_of_the_other_clocks_are_those_of_their_zones(other: Clock) -> None:
    assert other.after(timedelta(0)).isoformat() == other.start


def test_days_and_minutes_move_with_the_clock() -> None:
    assert USUAL.told("2026-11-27 20:03, 2026-11-27, 2026-12-04") == "2026-11-27 20:03, 2026-11-27, 2026-12-04"
    told = OTHERS["New Year's Eve"].told("2026-11-27 20:00, 2026-11-27 20:03, 2026-11-27, 2026-12-04")
    assert told == "2026-12-31 23:59, 2027-01-01 00:02, 2027-01-01, 2027-01-08"
    assert OTHERS["the hour that repeats"].told("2026-11-27 20:01 2026-11-27 20:02") == (
        "2026-10-25 02:59 2026-10-25 02:00"
    )


@pytest.mark.full
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_all_tests_at_other_times_and_in_other_zones(other: Clock) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, env=os.environ | {HOOK: other.start, "TZ": other.zone}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
