"""The papers keep their word: every command in them prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from pathlib import Path

import pytest

from ofc_score import load_ruleset, read_table, score_table

from .command import CLOCK, OTHERS, ROOT, Clock
from .readme import PAPERS, README, blocks, paper

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for a Unix shell")
@pytest.mark.parametrize("clock", [CLOCK, *list(OTHERS.values())[:3]], ids=["usual", *list(OTHERS)[:3]])
@pytest.mark.parametrize("file", PAPERS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_command_prints_what_stands_below_it(file: Path, clock: Clock, tmp_path: Path) -> None:
    """From the top to the end in one folder, as a reader would; a session without a date has that of the clock."""
    text = file.read_text(encoding="utf-8")
    assert paper(text, tmp_path, clock) == text


def test_the_papers_show_what_the_program_prints() -> None:
    assert sum(len(block) for file in PAPERS for block in blocks(file.read_text(encoding="utf-8"))) >= 35


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == "17 17 17\n11 None\nentered as a foul\n"


def test_the_set_up_commands_and_the_example_show_the_same_table() -> None:
    hand = json.loads((ROOT / "examples" / "first-table.jsonl").read_text(encoding="utf-8"))
    for name, board in hand["boards"].items():
        assert TEXT.count(f'"{name}: {board}"') == 2
    for name, stack in hand["stacks"].items():
        assert TEXT.count(f"--stack {name}={stack}") == 2
    rules = load_ruleset(hand["rules"])
    table = score_table(read_table(hand["boards"], rules), rules, hand["button"], hand["stacks"])
    assert table.totals == {"Ann": 23, "Bob": -11, "Cy": -12}
    assert table.players["Cy"].reason == "JJA on top beats JJK in the middle: the ace"


def test_spellings_of_one_board_are_one_board() -> None:
    listed = re.search(r"These are all the same board:\n\n((?:    .*\n)+)", TEXT)
    assert listed
    spellings = [line.strip() for line in listed.group(1).splitlines()]
    assert len(spellings) == 5
    assert len({board.text() for text in spellings for board in read_table({"": text}).values()}) == 1


def test_exit_codes_are_those_of_the_code() -> None:
    from ofc_score import errors
    from ofc_score.cli.common import PIPE_CLOSED

    codes = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)} == codes | {PIPE_CLOSED}
