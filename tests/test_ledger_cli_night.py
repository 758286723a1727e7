"""A night with the ledger as a transcript: every answer to the letter, with undo, corrections, money and the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .command import CLOCK, OTHERS, Clock
from .ledgercli import Cli
from .readme import TRANSCRIPTS, steps, transcript

_REMARK = re.compile(r"^#.*\n?", re.MULTILINE)
_EXIT = re.compile(r"\[exit (\d+)\]")


@pytest.mark.parametrize("clock", [CLOCK, *OTHERS.values()], ids=["usual", *OTHERS])
@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_transcript(file: Path, clock: Clock, tmp_path: Path) -> None:
    """At any time, anywhere: the days and minutes are those of the clock."""
    text = clock.told(file.read_text(encoding="utf-8"))
    assert len(steps(text)) > 15
    assert transcript(text, tmp_path, clock) == text
    assert Cli(tmp_path / "ledger.db").ok("audit", "--deep").out == ""


def test_a_hand_ends_with_who_moves_chips_and_what_is_next() -> None:
    for file in TRANSCRIPTS:
        for step in steps(file.read_text(encoding="utf-8")):
            if step.command.startswith("ofc-score hand ") and not _EXIT.search(step.printed):
                moves, coming = _REMARK.sub("", step.printed).strip().splitlines()[-2:]
                assert re.search(r"puts in \d+.* takes \d+|No chips move", moves), step
                assert coming.startswith("Next: button "), step
