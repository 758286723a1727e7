"""The floors of the house: imports only go down and never in a circle, the core is pure and whole-numbered, functions
and modules are short."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "ofc_score"
FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors", "names", "money"),
    ("cards",),
    ("rules",),
    ("boards",),
    ("scoring",),
    ("evening",),
    ("disputes", "exchange"),
    ("ledger", "reports"),
    ("entry",),
    ("phones",),
    ("cli",),
)
"""Packages by floor, the lowest first; a package may use itself and what lies below it.
``ofc_score/README.md`` says what lives where."""

FLOOR_OF = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
CORE_FLOORS = range(FLOOR_OF["disputes"] + 1)
ABOVE_ALL = {"__init__", "__main__"}
MOST_ON_TOP = 6
# Circles of the first house that are still to be taken apart.
KNOWN_CIRCLES: frozenset[frozenset[str]] = frozenset({})

IMPURE = {
    "os", "sys", "io", "time", "random", "secrets", "socket", "subprocess", "shutil", "tempfile", "pathlib", "glob",
    "uuid", "threading", "asyncio", "logging", "platform", "locale", "getpass", "urllib", "sqlite3", "sqlite_utils",
    "platformdirs", "typer", "click", "rich", "tabulate",
}  # fmt: skip
IMPURE_CALLS = {"print", "open", "input", "exec", "eval", "breakpoint"}
CLOCK = {"now", "today", "utcnow", "fromtimestamp"}
MAY_LOOK_FOR_FILES = {"rules.files", "rules.load"}
LIBRARY_HOMES = {
    "yaml": {"rules", "exchange"},
    "tabulate": {"reports"},
    "jinja2": {"reports", "phones"},
    "wcwidth": {"reports"},
    "typer": {"cli"},
    "sqlite3": {"ledger"},
    "sqlite_utils": {"ledger"},
    "pydantic": {"rules"},
    "platformdirs": {"rules", "entry", "cli", "ledger"},
    "prompt_toolkit": {"cli"},
}
NEVER = {"click", "rich", "numpy", "pandas"}
LONGEST_FUNCTION = 70

FILES = sorted(PACKAGE.rglob("*.py"))
IDS = [str(path.relative_to(PACKAGE)) for path in FILES]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _module(path: Path) -> str:
    """``evening.fold`` for a file; a package by its own name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES = {_module(path): path for path in FILES}


def _package(module: str) -> str:
    return module.partition(".")[0]


def _core(path: Path) -> bool:
    return FLOOR_OF.get(_package(_module(path)), 99) in CORE_FLOORS


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
    """(module, whether it is imported at the top) for every import of a file: late ones and those for typing too."""
    top = set(_tree(path).body)
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner if inner.removeprefix("ofc_score.") in MODULES else str(node.module)), node in top


def _by_name(path: Path) -> Iterator[str]:
    """Commands that ``cli.app`` imports by their name when they are called: ``"score:score"``."""
    if _module(path) == "cli.app":
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                home = "cli." + node.value.partition(":")[0]
                if ":" in node.value and home in MODULES:
                    yield home


def _own_imports(path: Path) -> set[str]:
    """The modules of this project that a file imports, however."""
    found = {module.removeprefix("ofc_score.") for module, _ in _imports(path)} | set(_by_name(path))
    return (found & MODULES.keys()) - {_module(path)}


def test_every_package_has_a_floor() -> None:
    assert {_package(module) for module in MODULES} - ABOVE_ALL <= set(FLOOR_OF)
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_ON_TOP


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_imports_go_down(path: Path) -> None:
    package = _package(_module(path))
    if package in ABOVE_ALL:
        return
    for used in _own_imports(path):
        other = _package(used)
        assert other == package or FLOOR_OF[other] < FLOOR_OF[package] or FLOOR_OF[package] == 0, (
            f"{_module(path)} must not use {used}"
        )


def _circles() -> set[frozenset[str]]:
    """Modules that import each other, however far round: the strongly connected components of the imports (Tarjan)."""
    graph = {module: _own_imports(path) for module, path in MODULES.items()}
    found: set[frozenset[str]] = set()
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        waiting.append(module)
        for used in graph[module]:
            if used not in order:
                visit(used)
                lowest[module] = min(lowest[module], lowest[used])
            elif used in waiting:
                lowest[module] = min(lowest[module], order[used])
        if lowest[module] == order[module]:
            circle = set(waiting[waiting.index(module) :])
            del waiting[waiting.index(module) :]
            if len(circle) > 1:
                found.add(frozenset(circle))

    for module in graph:
        if module not in order:
            visit(module)
    return found


def test_no_circle_of_imports() -> None:
    assert _circles() - KNOWN_CIRCLES == set()


def test_a_circle_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        f"{__name__}._own_imports", lambda path: {"errors": {"names"}, "names": {"errors"}}.get(_module(path), set())
    )
    assert _circles() == {frozenset({"errors", "names"})}


def test_late_imports_of_words_stay_late() -> None:
    """Bulk scoring pays neither for words nor for reasons."""
    for room in ("cards.evaluate", "scoring.points", "scoring.settlement", "scoring.hand", "boards.board"):
        top = {module for module, at_top in _imports(MODULES[room]) if at_top}
        assert not {"ofc_score.cards.hand_names", "ofc_score.scoring.explain"} & top


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    for module, _ in _imports(path):
        library = module.split(".")[0]
        assert library not in NEVER
        assert library not in LIBRARY_HOMES or _package(_module(path)) in LIBRARY_HOMES[library], (
            f"{path.name} imports {library}"
        )


CORE = [path for path in FILES if _core(path)]
CORE_IDS = [str(path.relative_to(PACKAGE)) for path in CORE]


@pytest.mark.parametrize("path", CORE, ids=CORE_IDS)
def test_the_core_is_pure(path: Path) -> None:
    """No files, clock, chance, environment or printing below the ledger; ``rules.files`` alone looks for files."""
    if _module(path) in MAY_LOOK_FOR_FILES:
        return
    for module, _ in _imports(path):
        assert module.split(".")[0] not in IMPURE, f"{path.name} imports {module}"
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCK, f"{path.name}:{node.lineno}"


def test_one_place_reads_the_clock() -> None:
    """``entry/clock.py``, which tests can stop; ``time.monotonic`` tells no time of day."""
    readers = {
        path.relative_to(PACKAGE).as_posix()
        for path in FILES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute)
        and ((ast.unparse(node.value) in {"datetime", "date", "calendar", "datetime.datetime", "datetime.date"}
             and node.attr in CLOCK)
             or ast.unparse(node) in {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.strftime"})
    }  # fmt: skip
    assert readers == {"entry/clock.py"}


@pytest.mark.parametrize("path", CORE, ids=CORE_IDS)
def test_the_core_knows_whole_numbers_only(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        place = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), place
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            # Only a path may be joined with a slash.
            assert _module(path) in MAY_LOOK_FOR_FILES, place
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("float", "round"), place


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{path.name}: {node.name} has {length} lines"


SCORING = [path for path in CORE if FLOOR_OF[_package(_module(path))] < FLOOR_OF["evening"]]


@pytest.mark.parametrize("path", SCORING, ids=[str(path.relative_to(PACKAGE)) for path in SCORING])
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
    late = {"ofc_score.cards.hand_names", "ofc_score.scoring.explain"}
    late |= {f"ofc_score.{package}" for package in ("evening", "reports", "ledger")}
    loaded = set(done.stdout.split())
    assert "ofc_score.scoring.hand" in loaded
    assert not (slow | late | {"unicodedata"}) & loaded
