"""``ofc-score score`` in a process of its own: every output form, and faulty input with its exact words."""

from __future__ import annotations

import ast
import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

import ofc_score
from ofc_score import errors, load_ruleset, read_table, score_table
from ofc_score.cli.app import COMMANDS, GROUPS, app

from .command import environment, run

TESTS = Path(__file__).parent
FAULTY: dict[str, Any] = yaml.safe_load((TESTS / "data" / "faulty.yaml").read_text(encoding="utf-8"))
ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
BOB = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"
OPTIONS = ("--button", "Bob", "--stack", "Ann=20", "--stack", "Bob=4", "--fantasyland", "Ann=14")
EXITS = {"internal": 70, "usage": 2, "bad-cards": 3, "bad-rules": 3, "bad-sheet": 3, "not-allowed": 4, "database": 6}
CODE = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
SHOWN = re.compile(r"""["']([a-z0-9-]+)["']|code: ([a-z0-9-]+)""")


def _line(**facts: Any) -> str:
    return json.dumps(facts, ensure_ascii=False) + "\n"


def _table(boards: dict[str, str], game: str, *facts: Any) -> dict[str, Any]:
    rules = load_ruleset(game)
    result: dict[str, Any] = json.loads(json.dumps(score_table(read_table(boards, rules), rules, *facts).as_dict()))
    return result


@pytest.mark.parametrize("sample", FAULTY["commands"], ids=lambda sample: sample["name"])
def test_faulty_command(sample: dict[str, Any], tmp_path: Path) -> None:
    args = shlex.split(sample["run"])
    done = run(tmp_path, *args)
    assert (done.stderr, done.stdout, done.returncode) == (sample["says"] + "\n", "", sample["exit"])
    as_json = run(tmp_path, *args, "--json")
    if "requires an argument" not in sample["says"]:
        error = json.loads(as_json.stdout)["error"]
        assert (as_json.stderr, as_json.returncode) == ("", sample["exit"])
        assert list(error) == ["code", "message", "hint", "faults"]
        assert sample["code"] in {error["code"], *(fault["code"] for fault in error["faults"])}
        told = [error["message"], *(fault["message"] for fault in error["faults"])]
        assert len(told) == len(sample["says"].split("\n"))
        assert all(message in sample["says"] for message in told)


def test_faulty_lines(tmp_path: Path) -> None:
    samples = FAULTY["lines"]
    done = run(tmp_path, "score", "--jsonl", "-", stdin="".join(sample["line"] + "\n" for sample in samples))
    errors = [json.loads(line)["error"] for line in done.stdout.splitlines()]
    assert done.returncode == 3
    assert done.stderr == ""
    assert {error["code"] for error in errors} == {"bad-line", "bad-rules", "bad-cards"}
    for sample, error in zip(samples, errors, strict=True):
        faults = [tuple(fault[key] for key in ("code", "message", "where", "hint")) for fault in error["faults"]]
        alone = (error["code"], error["message"], "", error["hint"])
        assert (faults or [alone]) == [tuple(fault) for fault in sample["faults"]], sample["name"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("[" * 90_000, "not-json", "nested too deeply"),
        ('{"boards": {"Ann": "' + "x" * 300_000 + '"}}', "too-long", "more than 100000 bytes in one line"),
        (
            '{"boards": {"A": "foul"}, "stacks": {"A": ' + "9" * 5000 + "}}",
            "bad-points",
            f"{'9' * 20}... (5000 characters) is out of bounds",
        ),
        (b'{"boards": {"Jos\xe9": "foul"}}', "not-utf8", "the line is not UTF-8 text"),
    ],
    ids=["nested", "too long", "huge number", "latin-1"],
)
def test_hostile_line(line: str | bytes, code: str, message: str, tmp_path: Path) -> None:
    good = _line(boards={"Ann": "foul"}).encode()
    raw = line.encode() if isinstance(line, str) else line
    done = run(tmp_path, "score", "--jsonl", "-", "--rules", "pineapple", stdin=raw + b"\n" + good)
    first, second = (json.loads(text) for text in done.stdout.splitlines())
    assert [(fault["code"], fault["message"]) for fault in first["error"]["faults"]] == [(code, message)]
    assert second["players"]["Ann"]["foul"] is True
    assert done.returncode == 3


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("A\x1b[31mnn", "bad-name", r"'A\x1b[31mnn' has the hidden character U+001B in it"),
        ("A" * 41, "bad-name", f"'{'A' * 41}' has 41 characters"),
        ("Ann, Bob", "bad-name", "'Ann, Bob' has a comma in it"),
    ],
    ids=["escape sequence", "long", "comma"],
)
def test_bad_name(name: str, code: str, message: str, tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", "--json", f"{name}: {ANN}")
    fault = json.loads(done.stdout)["error"]["faults"][0]
    assert (fault["code"], fault["message"], done.returncode) == (code, message, 3)
    assert "\x1b" not in run(tmp_path, "score", "--rules", "pineapple", f"{name}: {ANN}").stderr


def test_too_long_a_board(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", "Ah" * 300)
    assert done.stderr == "error: one fault in the boards\n  P1: a board has at most 400 characters\n"
    assert done.returncode == 3


def _reached() -> set[Path]:
    """The files that the commands import, also late, from the front door down."""
    package = Path(ofc_score.__file__).parent
    waiting = [package / "cli" / f"{home.partition(':')[0]}.py" for home, _ in COMMANDS.values()]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        for name in re.findall(r"^ *from ofc_score\.?([\w.]*) import ([\w, ]+)", path.read_text("utf-8"), re.MULTILINE):
            home = package.joinpath(*name[0].split("."))
            waiting += [home.with_suffix(".py"), *(home / f"{each.strip()}.py" for each in name[1].split(","))]
    return found


def _codes_of_faults() -> dict[str, str]:
    """Every code of a fault that a command can meet, with a file that has it."""
    found = {}
    for path in _reached():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                code = str(node.args[0].value)
                if re.fullmatch("_?(Fault|Finding|fault|fail|one|NotAllowed)", called) and CODE.fullmatch(code):
                    found[code] = path.name
    return found


def test_every_code_of_a_fault_has_a_sample() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("*") if path.suffix in (".py", ".yaml")]
    shown = {code for text in texts for pair in SHOWN.findall(text) for code in pair}
    codes = _codes_of_faults()
    assert {"not-a-card", "no-stack", "unknown-key", "extends-cycle"} <= codes.keys()
    missing = {code: file for code, file in codes.items() if code not in shown}
    assert not missing, f"no test shows these faults: {missing}"


def test_errors_and_their_exit_codes() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.OfcError)]
    assert {kind.code: kind.exit_code for kind in kinds if kind is not errors.OfcError} == EXITS


def test_json_is_the_result_of_the_api(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "progressive", f"Ann: {ANN}", f"bob: {BOB}", *OPTIONS, "--json")
    facts = ("bob", {"Ann": 20, "bob": 4}, {"Ann": 14})
    expected = _table({"Ann": ANN, "bob": BOB}, "progressive", *facts)
    assert json.loads(done.stdout) == expected
    assert list(json.loads(done.stdout)) == list(expected)
    assert done.stdout.count("\n") == 1
    assert (done.returncode, done.stderr) == (0, "")


def test_lines_are_the_results_of_the_api_in_order(tmp_path: Path) -> None:
    lines = [
        _line(boards={"Ann": ANN, "Bob": BOB, "Cy": "-"}, button="CY", stacks={"ann": 20, "Bob": 4, "Cy": 0}),
        _line(boards={"Ann": "oops"}),
        _line(rules="regular", boards={"José": ANN, "Bob": "foul"}, fantasyland={"Jose\u0301": 13}),
        _line(boards={"Ann": ANN}, button=None, stacks=None, fantasyland=None),
    ]
    (tmp_path / "hands.jsonl").write_text("\ufeff" + "".join(lines), encoding="utf-8")
    done = run(tmp_path, "score", "--jsonl", "hands.jsonl", "--rules", "progressive")
    first, second, third, fourth = (json.loads(line) for line in done.stdout.splitlines())
    seats = {"Ann": ANN, "Bob": BOB, "Cy": "-"}
    assert first == _table(seats, "progressive", "Cy", {"Ann": 20, "Bob": 4, "Cy": 0})
    assert second["error"]["code"] == "bad-cards"
    assert third == _table({"José": ANN, "Bob": "foul"}, "regular", None, None, {"José": 13})
    assert fourth == _table({"Ann": ANN}, "progressive")
    assert (done.returncode, done.stderr) == (3, "")
    piped = run(tmp_path, "score", "--jsonl", "-", "--rules", "progressive", stdin=lines[0] + lines[3].rstrip("\n"))
    assert [json.loads(line) for line in piped.stdout.splitlines()] == [first, fourth]
    assert piped.returncode == 0


def test_also_shows_the_same_boards_under_other_games(tmp_path: Path) -> None:
    args = (
        "score",
        "--rules",
        "progressive",
        f"Ann: {ANN}",
        f"Bob: {BOB}",
        "--also",
        "chinese",
        "--also",
        "pineapple-2-7",
    )
    text = run(tmp_path, *args)
    assert text.stdout.split("\n\n")[-1] == (
        "Totals under each ruleset\n"
        "     progressive  chinese  pineapple-2-7\n"
        "Ann           +9       +3              0\n"
        "Bob           -9       -3              0\n"
    )
    also = json.loads(run(tmp_path, *args, "--json").stdout)["also"]
    assert also == {game: _table({"Ann": ANN, "Bob": BOB}, game) for game in ("chinese", "pineapple-2-7")}


def test_also_for_one_board(tmp_path: Path) -> None:
    args = ("score", "--rules", "pineapple", ANN, "--also", "regular", "--also", "chinese")
    assert run(tmp_path, *args).stdout.split("\n\n")[-1] == (
        "Under each ruleset\n"
        "pineapple: Legal, 11 points of royalties. Enters Fantasyland with 14 cards: pair of queens on top.\n"
        "regular: Legal, 11 points of royalties. Enters Fantasyland with 13 cards: pair of queens on top.\n"
        "chinese: Legal, 0 points of royalties.\n"
    )


def test_also_says_why_a_game_cannot_score_the_boards(tmp_path: Path) -> None:
    args = ("score", "--rules", "joker-ultimate", "Ann: QhJo2c / KsKd8h8c3d / AhTh7h5h2h", "--also", "pineapple")
    text = run(tmp_path, *args)
    assert text.stdout.endswith("pineapple: Ann top: a joker in a game without jokers (pineapple is played without "
                                "jokers; joker-ultimate has two)\n")  # fmt: skip
    document = run(tmp_path, *args, "--json")
    assert json.loads(document.stdout)["also"]["pineapple"]["error"]["faults"][0]["code"] == "no-jokers"
    assert (text.returncode, document.returncode) == (3, 3)


def test_seats_without_a_name(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", ANN, f"Bob: {BOB}", "-", "--button", "p3", "--json")
    result = json.loads(done.stdout)
    assert (list(result["players"]), result["button"]) == (["P1", "Bob"], "P3")


def test_a_number_like_argument_is_no_option(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", "-5")
    assert done.stderr.startswith("error: one fault in the boards\n  P1: '-' is not a card")
    assert done.returncode == 3


@pytest.mark.parametrize("board", [f"-x: {ANN}", "-h2h", "--", "-help"])
def test_what_begins_like_an_option_is_never_taken_letter_by_letter(board: str, tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", board)
    assert done.returncode == 2
    assert done.stderr.startswith("error: no boards given" if board == "--" else f"error: no such option {board}")


def test_after_two_dashes_all_are_boards(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", "--", "--json")
    assert done.stderr.startswith("error: 2 faults in the boards\n  P1: '--' is not a card")


def test_a_bad_game_for_all_lines_is_told_before_the_first(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--jsonl", "-", "--rules", "pinapple", stdin=_line(boards={"Ann": "foul"}))
    assert (done.stdout, done.returncode) == ("", 3)
    assert done.stderr == "error: no ruleset called 'pinapple' (did you mean pineapple?)\n"


def test_a_ruleset_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: pineapple\npoints: {row: 2}\n", encoding="utf-8")
    done = run(tmp_path, "score", "--rules", "mine.yaml", f"Ann: {ANN}", f"Bob: {BOB}", "--json")
    assert json.loads(done.stdout)["totals"] == {"Ann": 12, "Bob": -12}


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)], ids=["nothing", "--help", "-h"])
def test_help(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *args)
    assert re.search("^  score +Score boards and settle one hand", done.stdout, re.MULTILINE)
    assert 'ofc-score score --rules pineapple "Ann: QQ2 KK883 AT752h" "Bob: foul"' in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def _leaves(command: Any, path: str) -> dict[str, Any]:
    """Every command under ``command`` by its full name."""
    if not hasattr(command, "list_commands"):
        return {path: command}
    inner = {name: command.get_command(None, name) for name in command.list_commands(None)}
    return {name: leaf for said, it in inner.items() for name, leaf in _leaves(it, f"{path} {said}").items()}


def test_help_of_every_command_has_an_example() -> None:
    leaves = _leaves(get_command(app), "ofc-score")
    assert "ofc-score score" in leaves
    for name, command in leaves.items():
        assert name in command.help.split("Example", 1)[-1], f"{name} --help shows no example"
        assert command.help.isascii(), f"{name} --help cannot be printed everywhere"


def test_every_command_stands_in_one_group_of_the_help() -> None:
    assert sorted(" ".join(GROUPS.values()).split()) == sorted(COMMANDS)


@pytest.mark.parametrize("columns", [80, 40])
def test_the_list_of_commands_fits(columns: int, tmp_path: Path) -> None:
    lines = run(tmp_path, "--help", env={"COLUMNS": str(columns)}).stdout.partition("  Example:")[0].splitlines()
    assert max(map(len, lines)) <= columns
    assert sum(line.endswith(":") and not line.startswith(" ") for line in lines) == len(GROUPS) + 1


@pytest.mark.parametrize("command", COMMANDS)
def test_line_in_the_help_is_that_of_the_command(command: str, tmp_path: Path) -> None:
    done = run(tmp_path, command, "--help", env={"PYTHONIOENCODING": "ascii"})
    shown = " ".join(done.stdout.split())
    line = COMMANDS[command][1]
    # The whole first sentence, and nothing else.
    assert re.search(re.escape(line) + r"( [A-Z]|$)", shown)
    assert line.endswith(".") and line.count(". ") == 0
    assert (done.returncode, done.stderr) == (0, "")


def test_a_family_alone_prints_its_help(tmp_path: Path) -> None:
    done = run(tmp_path, "rules")
    assert (done.stdout, done.returncode, done.stderr) == (run(tmp_path, "rules", "--help").stdout, 0, "")


def test_version(tmp_path: Path) -> None:
    assert re.fullmatch(r"ofc-score \d+\.\d+\.\d+\n", run(tmp_path, "--version").stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent differently")
def test_interrupted_while_waiting_for_lines(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ofc_score", "score", "--rules", "pineapple", "--jsonl", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment(tmp_path),
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(_line(boards={"Ann": "foul"}).encode())
        process.stdin.flush()
        # The answer comes at once, before the input ends.
        assert json.loads(process.stdout.readline())["players"]["Ann"]["foul"] is True
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""
