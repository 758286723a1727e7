"""A night with the ledger as a transcript: every answer to the letter, with undo, corrections, money and the end."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from .command import CLOCK, OTHERS, Clock
from .ledgercli import Cli

DATA = Path(__file__).parent / "data"
TRANSCRIPTS = sorted(DATA.glob("*.console"))
# Of everything booked, random ids too, so another one in every run.
_FINGERPRINT = re.compile(r'(?<=Fingerprint: )[0-9a-f]{12}|(?<="fingerprint": ")[0-9a-f]{12}')
_EXIT = re.compile(r"\[exit (\d+)\]")


class Step(NamedTuple):
    """One command of a transcript: its line, and what it answers."""

    line: int
    command: str
    answer: str


def steps(text: str) -> list[Step]:
    """The commands of a transcript; lines with ``#`` in front stand between them for the reader."""
    found: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("$ ofc-score "):
            found.append(Step(number, line.removeprefix("$ ofc-score "), ""))
        elif not line.startswith("#"):
            last = found[-1]
            found[-1] = last._replace(answer=f"{last.answer}{line}\n")
    return found


def answer(cli: Cli, command: str) -> str:
    """What a command prints, its errors, and its exit code unless that is 0."""
    done = cli(*shlex.split(command))
    said = _FINGERPRINT.sub("0" * 12, done.out.replace("\r\n", "\n") + done.err)
    return said.strip("\n") + (f"\n[exit {done.code}]" if done.code else "")


@pytest.mark.parametrize("clock", [CLOCK, *OTHERS.values()], ids=["usual", *OTHERS])
@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_transcript(file: Path, clock: Clock, tmp_path: Path) -> None:
    """At any time, anywhere: the days and minutes are those of the clock."""
    cli = Cli(tmp_path / "ledger.db", clock=clock)
    listed = steps(clock.told(file.read_text(encoding="utf-8")))
    assert len(listed) > 15
    for step in listed:
        assert answer(cli, step.command) == step.answer.strip("\n"), f"{file.name} line {step.line}"
    assert answer(cli, "audit --deep") == ""


def test_a_hand_ends_with_who_moves_chips_and_what_is_next() -> None:
    for file in TRANSCRIPTS:
        for step in steps(file.read_text(encoding="utf-8")):
            if step.command.startswith("hand ") and not _EXIT.search(step.answer):
                moves, coming = step.answer.strip().splitlines()[-2:]
                assert re.search(r"puts in \d+.* takes \d+|No chips move", moves), step
                assert coming.startswith("Next: button "), step
