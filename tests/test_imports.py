"""What a command imports, since that is most of the time it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .command import environment

BOARDS = ("Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: JsJd5c / TsTd7s7c3h / 9c8d7d6s5d")
SCORE = ("score", "--rules", "pineapple")
NEVER = {"sqlite3", "sqlite_utils", "pydantic", "platformdirs", "rich", "importlib.metadata", "wcwidth"}
LATE = {"tabulate"}
SCORER = {"ofc_score.scoring", "ofc_score.boardtext", "ofc_score.rulefiles", "yaml", "json"}

PROGRAM = """
import sys
from ofc_score.cli import common
from ofc_score.cli.app import app
common.run(app, sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


def _modules(folder: Path, args: tuple[str, ...]) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args], capture_output=True, text=True, cwd=folder, env=environment(folder),
        check=True, encoding="utf-8",
    )  # fmt: skip
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("args", "absent", "present"),
    [
        (("--help",), NEVER | LATE | SCORER, {"typer"}),
        (("score", "--help"), NEVER | LATE | SCORER - {"json"}, {"ofc_score.cli.score"}),
        ((*SCORE, *BOARDS, "--json"), NEVER | LATE | {"ofc_score.reports.text"}, {"ofc_score.scoring"}),
        ((*SCORE, BOARDS[0]), NEVER | LATE, {"ofc_score.reports.text"}),
        ((*SCORE, *BOARDS), NEVER | {"json"}, {"tabulate"}),
    ],
    ids=["--help", "score --help", "score --json", "one board", "two boards"],
)
def test_what_a_command_imports(args: tuple[str, ...], absent: set[str], present: set[str], tmp_path: Path) -> None:
    modules = _modules(tmp_path, args)
    assert not absent & modules
    assert present <= modules


def test_wide_names_bring_what_measures_them(tmp_path: Path) -> None:
    assert "wcwidth" in _modules(tmp_path, (*SCORE, BOARDS[0].replace("Ann", "李小龙"), BOARDS[1]))
