"""What a command imports, since that is most of the time it takes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.core import TyperOption

from .command import environment

BOARDS = ("Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: JsJd5c / TsTd7s7c3h / 9c8d7d6s5d")
SCORE = ("score", "--rules", "pineapple")
STORE = {"sqlite3", "sqlite_utils", "importlib.metadata", "hashlib", "secrets"}
"""What the ledger cannot do without, and what that imports."""
NEVER = STORE | {"pydantic", "rich", "wcwidth", "html", "jinja2", "prompt_toolkit"}
LATE = {"tabulate"}
WITH_TABLE = {"importlib.metadata", "html", "wcwidth", "hashlib", "secrets"}
"""What tabulate imports."""
BOOKS = NEVER - STORE | {
    "ofc_score.rules.check",
    "ofc_score.rules.describe",
    "ofc_score.exchange.sheet",
    "ofc_score.ledger.audit",
}
# From Python 3.13 on tabulate itself brings it, through importlib.metadata.
JSON = {"json"} if sys.version_info < (3, 13) else set()
START = ("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100")
SCORER = {"ofc_score.scoring.points", "ofc_score.boards.parse", "ofc_score.rules.load", "yaml", "json"}

PROGRAM = """
import sys
from ofc_score.cli import common
from ofc_score.cli.app import app
common.run(app, sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


# As an installed command runs: what the collector has to do, told as JSON at the end.
COLLECTOR = """
import gc, json, sys
from ofc_score.__main__ import main
before = [of["collections"] for of in gc.get_stats()]
try:
    main()
finally:
    ran = [of["collections"] for of in gc.get_stats()]
    told = {"ran": ran != before, "threshold": gc.get_threshold()[0], "kept": gc.get_freeze_count()}
    print(json.dumps(told), file=sys.stderr)
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
        ((*SCORE, *BOARDS, "--json"), NEVER | LATE | {"ofc_score.reports.hand_text"}, {"ofc_score.scoring.points"}),
        ((*SCORE, BOARDS[0]), NEVER | LATE, {"ofc_score.reports.hand_text"}),
        ((*SCORE, *BOARDS), NEVER - WITH_TABLE | JSON, {"tabulate"}),
    ],
    ids=["--help", "score --help", "score --json", "one board", "two boards"],
)
def test_what_a_command_imports(args: tuple[str, ...], absent: set[str], present: set[str], tmp_path: Path) -> None:
    modules = _modules(tmp_path, args)
    assert not absent & modules
    assert present <= modules


@pytest.mark.parametrize(
    ("args", "absent"),
    [(("status",), BOOKS | LATE), (("balances",), BOOKS - WITH_TABLE), (("hand", *BOARDS), BOOKS | LATE)],
    ids=["status", "balances", "hand"],
)
def test_what_a_command_of_the_ledger_imports(args: tuple[str, ...], absent: set[str], tmp_path: Path) -> None:
    _modules(tmp_path, START)
    modules = _modules(tmp_path, args)
    assert not absent & modules
    assert {"sqlite_utils", "ofc_score.evening.session"} <= modules


def test_typer_reads_no_value_itself(tmp_path: Path) -> None:
    """``cli/typer_shim.py`` works: a text, several and a flag come as typed, without the library that checks values."""
    assert hasattr(TyperOption, "get_runtime_param"), "the private name that the shim stands on"
    args = (*SCORE, *BOARDS, "--button", "Ann", "--fantasyland", "Ann=14", "--json")
    assert "pydantic" not in _modules(tmp_path, args)


def test_nothing_is_collected_in_a_short_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COLLECTOR, *SCORE, *BOARDS], capture_output=True, text=True, check=True, cwd=tmp_path,
        env=environment(tmp_path), encoding="utf-8",
    )  # fmt: skip
    told = json.loads(done.stderr)
    assert not told["ran"]
    assert told["kept"] > 10_000
    assert 50_000 < told["threshold"] < 1_000_000
    assert "Ann against Bob: Ann +9" in done.stdout
