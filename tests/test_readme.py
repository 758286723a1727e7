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
from ofc_score.cli.app import GROUPS
from ofc_score.exchange.sheet.read import read_sheet

from .command import CLOCK, OTHERS, ROOT, Clock, run
from .readme import PAPERS, PICTURE, README, blocks, paper, picture

CODE = ROOT / "ofc_score" / "README.md"
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


@pytest.mark.parametrize("file", PAPERS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_python_block_prints_what_stands_below_it(file: Path) -> None:
    """In a fresh namespace each; the output is the ``text`` block that follows."""
    for code, shown in re.findall(
        r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        assert printed.getvalue() == shown


def test_there_is_python_for_a_hand_and_for_a_session() -> None:
    text = CODE.read_text(encoding="utf-8")
    assert text.count("```python\n") == text.count("```text\n") == 2


def test_the_first_table_is_one_table_as_sheet_and_as_json() -> None:
    hand = json.loads((ROOT / "examples" / "first-table.jsonl").read_text(encoding="utf-8"))
    rules = load_ruleset(hand["rules"])
    table = score_table(read_table(hand["boards"], rules), rules, hand["button"], hand["stacks"])
    assert table.totals == {"Ann": 23, "Bob": -11, "Cy": -12}
    assert table.players["Cy"].reason == "JJA on top beats JJK in the middle: the ace"
    sheet = (ROOT / "examples" / "first-table.yaml").read_text(encoding="utf-8")
    (record,) = read_sheet(sheet, load_ruleset).state.hands
    assert record.table == table


def test_the_set_up_command_settles_the_first_table(tmp_path: Path) -> None:
    set_up, tests = re.findall(r"^```sh\n(.*)\n```$", TEXT, re.MULTILINE)
    assert tests.endswith(".venv/bin/pytest")
    done = run(ROOT, *set_up.partition(".venv/bin/ofc-score ")[2].split(), env={"HOME": str(tmp_path)})
    assert done.returncode == 0
    assert "Cy pays Ann 12 points\n  Bob pays Ann 11 points" in done.stdout


def test_the_checks_that_are_named_exist() -> None:
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    modules, files = re.findall(r"python -m tests\.(\w+)", text), re.findall(r"tests/test_\w+\.py", text)
    assert {"bench", "sim", "ledgersim", "fuzz", "mutants", "coverage_core", "readme"} == set(modules) and files
    assert all((ROOT / "tests" / f"{module}.py").exists() for module in modules)
    assert all((ROOT / file).exists() for file in files)


def test_the_readme_is_short() -> None:
    assert len(TEXT.splitlines()) <= 300


def test_the_readme_lists_every_command() -> None:
    listed = {
        group: re.findall(r"`(\w+)`", names)
        for group, names in re.findall(r"^\| ([A-Z][\w ]+) \| (.*) \|$", TEXT, re.MULTILINE)
    }
    assert listed == {group: names.split() for group, names in GROUPS.items()}


def test_links_and_pictures_are_there() -> None:
    for file in PAPERS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", file.read_text(encoding="utf-8")):
            assert (file.parent / target).exists(), (file.name, target)


def test_the_picture_is_the_first_hand_of_the_example() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture("", ROOT)


def test_spellings_of_one_board_are_one_board() -> None:
    listed = re.search(r"Type a board in any of these ways:\n\n((?:    .*\n)+)", TEXT)
    assert listed
    spellings = [line.strip() for line in listed.group(1).splitlines()]
    assert len(spellings) == 5
    assert len({board.text() for text in spellings for board in read_table({"": text}).values()}) == 1


def test_exit_codes_are_those_of_the_code() -> None:
    from ofc_score import errors
    from ofc_score.cli.common import PIPE_CLOSED

    codes = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)}
    assert {
        int(code) for code in re.findall(r"^\| (\d+) \|", CODE.read_text(encoding="utf-8"), re.MULTILINE)
    } == codes | {PIPE_CLOSED}
