"""The layers of the house: imports only go down, the core is pure and whole-numbered, functions are short."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "ofc_score"
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("cards", "money", "names", "yamltext"),
    ("evaluate", "ruleset", "words"),
    ("board", "boardtext", "rowtext", "naturals",
     "rulefiles", "rulebook"),
    ("scoring", "settlement", "reasons", "handcheck"),
    ("table", "handjson", "handtext"),
    ("session", "events", "eventjson", "fold", "moves", "orbit", "seats", "state", "refusals", "corrections", "payup",
     "claims", "reading", "slips",
     "sheet"),
    ("ledger", "reports"),
    ("cli",),
)  # fmt: skip
"""Rooms by layer; a room may use its own layer and those before it."""

LAYER_OF = {room: layer for layer, rooms in enumerate(LAYERS) for room in rooms}
CORE_LAYERS = range(7)
ABOVE_ALL = {"__init__", "__main__"}
# Words are made late: the room above is asked for them only when something is printed.
LATE = {("scoring", "reasons"), ("table", "reasons"), ("table", "handjson")}

IMPURE = {
    "os", "sys", "io", "time", "random", "secrets", "socket", "subprocess", "shutil", "tempfile", "pathlib", "glob",
    "uuid", "threading", "asyncio", "logging", "platform", "locale", "getpass", "urllib", "sqlite3", "sqlite_utils",
    "platformdirs", "typer", "click", "rich", "tabulate",
}  # fmt: skip
IMPURE_CALLS = {"print", "open", "input", "exec", "eval", "breakpoint"}
CLOCK = {"now", "today", "utcnow", "fromtimestamp"}
MAY_LOOK_FOR_FILES = {"rulefiles"}
LIBRARY_HOMES = {
    "yaml": {"yamltext"},
    "tabulate": {"reports"},
    "jinja2": {"reports"},
    "wcwidth": {"reports"},
    "typer": {"cli"},
    "sqlite3": {"ledger"},
    "sqlite_utils": {"ledger"},
    "pydantic": {"rulebook"},
    "platformdirs": {"rulefiles", "cli", "ledger"},
    "prompt_toolkit": {"cli"},
}
NEVER = {"click", "rich", "numpy", "pandas"}
LONGEST_FUNCTION = 70

FILES = sorted(PACKAGE.rglob("*.py"))
IDS = [str(path.relative_to(PACKAGE)) for path in FILES]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _core(path: Path) -> bool:
    return LAYER_OF.get(_room(path), 99) in CORE_LAYERS


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
    """(module, whether it is imported at the top) for every import of a file, dots and all."""
    top = set(_tree(path).body)
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield str(node.module), node in top
            if node.module == "ofc_score":
                yield from ((f"ofc_score.{alias.name}", node in top) for alias in node.names)


def _typing_only(path: Path) -> set[str]:
    """Modules imported under ``if TYPE_CHECKING``."""
    return {
        str(inner.module)
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in node.body
        if isinstance(inner, ast.ImportFrom)
    }


def test_every_room_has_a_layer() -> None:
    assert {_room(path) for path in FILES} - ABOVE_ALL <= set(LAYER_OF)
    assert sum(len(rooms) for rooms in LAYERS) == len(LAYER_OF)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_imports_go_down(path: Path) -> None:
    room = _room(path)
    if room in ABOVE_ALL:
        return
    for module, _ in _imports(path):
        package, _, rest = module.partition(".")
        if package != "ofc_score" or not rest:
            continue
        used = rest.split(".")[0]
        assert used in LAYER_OF, f"{room} imports the unknown room {used}"
        assert LAYER_OF[used] <= LAYER_OF[room] or module in _typing_only(path), f"{room} must not use {used}"


def test_late_imports_of_words_stay_late() -> None:
    """Bulk scoring pays neither for words nor for reasons."""
    for room, words in LATE:
        assert (f"ofc_score.{words}", True) not in set(_imports(PACKAGE / f"{room}.py"))
    for room in ("evaluate", "scoring", "settlement", "table", "board"):
        assert ("ofc_score.words", True) not in set(_imports(PACKAGE / f"{room}.py"))


def test_ledger_and_reports_do_not_know_each_other() -> None:
    for path in FILES:
        used = {module.split(".")[1] for module, _ in _imports(path) if module.startswith("ofc_score.")}
        other = {"ledger": "reports", "reports": "ledger"}.get(_room(path))
        assert other not in used, path


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    for module, _ in _imports(path):
        library = module.split(".")[0]
        assert library not in NEVER
        assert library not in LIBRARY_HOMES or _room(path) in LIBRARY_HOMES[library], f"{path.name} imports {library}"


CORE = [path for path in FILES if _core(path)]
CORE_IDS = [str(path.relative_to(PACKAGE)) for path in CORE]


@pytest.mark.parametrize("path", CORE, ids=CORE_IDS)
def test_the_core_is_pure(path: Path) -> None:
    """No files, clock, chance, environment or printing in layers 1 to 6; ``rulefiles`` alone looks for files."""
    if _room(path) in MAY_LOOK_FOR_FILES:
        return
    for module, _ in _imports(path):
        assert module.split(".")[0] not in IMPURE, f"{path.name} imports {module}"
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCK, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", CORE, ids=CORE_IDS)
def test_the_core_knows_whole_numbers_only(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        place = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), place
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            # Only a path may be joined with a slash.
            assert _room(path) in MAY_LOOK_FOR_FILES, place
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("float", "round"), place


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{path.name}: {node.name} has {length} lines"


SCORING = [path for path in CORE if LAYER_OF[_room(path)] < LAYER_OF["session"]]


@pytest.mark.parametrize("path", SCORING, ids=[path.name for path in SCORING])
def test_public_names_say_what_they_are(path: Path) -> None:
    """A docstring for every module that scores and its public classes and functions."""
    assert ast.get_docstring(_tree(path)), path.name
    for node in _tree(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{path.name}: {node.name}"


SCORE_A_HAND = """
import sys
from ofc_score import load_ruleset, parse_board, score_table
rules = load_ruleset("joker-ultimate")
boards = {"Ann": parse_board("QhJo2c / KsKd8h8c3d / AhTh7h5h2h", rules), "Bob": parse_board("foul", rules)}
table = score_table(boards, rules, stacks={"Ann": 20, "Bob": 40})
assert table.totals["Ann"] == 17 and table.players["Ann"].next_fantasyland.cards == 14
print(*sys.modules)
"""


def test_scoring_loads_nothing_that_only_printing_or_storing_needs() -> None:
    done = subprocess.run([sys.executable, "-c", SCORE_A_HAND], capture_output=True, text=True, check=True)
    slow = {"json", "tabulate", "wcwidth", "typer", "sqlite3", "sqlite_utils", "pydantic", "importlib.metadata"}
    late = {f"ofc_score.{room}" for room in ("words", "reasons", "handjson", "session", "reports", "ledger")}
    loaded = set(done.stdout.split())
    assert "ofc_score.table" in loaded
    assert not (slow | late | {"unicodedata"}) & loaded
