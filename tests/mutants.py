"""Change the core in many small ways, one at a time; every change must fail a test or be explained.

python -m tests.mutants scoring settlement --jobs 2
python -m tests.mutants session --sample 100 --seed 1

Works on a copy in a temporary folder. The tests are collected once; every mutant is a fork of that process in which one
function has other code, and runs the tests that reach the changed statement until one fails (those that killed most
first). What runs at import time gets a process of its own. Survivors that ``data/mutants.md`` explains are counted,
others are listed and make the exit code 1.

Why not mutmut (3.8 was tried): it leaves out decorated functions and what runs at import. Here those are the cached
strengths of rows, the sums of points and all tables: 142 of 835 changes in ``points``, ``evaluate`` and
``set_state``. It also numbers its changes, so an explanation is lost whenever its function is edited.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from .mutate import Mutant, mutants

ROOT: Final = Path(__file__).parents[1]
EXPLAINED: Final = Path(__file__).parent / "data" / "mutants.md"
_COUNT: Final = ("scoring", "settlement", "table", "options", "differential", "edges", "edges_evening")
_NIGHT: Final = ("session", "facts", "corrections", "evenings", "edges", "edges_past", "edges_evening", "sim")
CORE: Final[dict[str, tuple[str, ...]]] = {
    "scoring.settlement": _COUNT,
    "evening.payouts": ("payup", "edges"),
    "scoring.points": _COUNT,
    "evening.session": _NIGHT,
    "evening.corrections": _NIGHT,
    "evening.set_state": _NIGHT,
    "cards.evaluate": ("evaluate", "scoring", "differential", "edges"),
    "evening.fold": _NIGHT,
    "scoring.validate": ("table", "boardtext", "edges"),
    "evening.seats": (*_NIGHT, "settlement"),
}
"""The modules and the tests that are to notice every change of them."""
KILLED, SURVIVED, UNREACHED, TIMEOUT = "killed", "survived", "unreached", "timeout"
FAILED: Final = 9
IMPORT_SECONDS: Final = 240


def explained() -> set[str]:
    """The keys of the survivors that are explained."""
    text = EXPLAINED.read_text(encoding="utf-8") if EXPLAINED.exists() else ""
    return {line[2:].strip() for line in text.splitlines() if line.startswith("* ")}


def source_of(module: str) -> tuple[Path, str]:
    """The file of a module of the package, and its text."""
    path = Path.cwd() / "ofc_score" / f"{module.replace('.', '/')}.py"
    return path, path.read_text(encoding="utf-8")


def compiled(module: str, number: int) -> types.CodeType:
    """The code of a module with one change."""
    path, source = source_of(module)
    tree = next(tree for mutant, tree in mutants(module, source) if mutant.number == number)
    return compile(tree, str(path), "exec")


def chosen(modules: Iterable[str], sample: int, seed: int) -> list[Mutant]:
    """All mutants, or so many of each module."""
    rng = random.Random(seed)
    listed: list[Mutant] = []
    for module in modules:
        every = [mutant for mutant, _ in mutants(module, source_of(module)[1])]
        listed += sorted(rng.sample(every, min(sample, len(every))) if sample else every, key=lambda one: one.number)
    return listed


# One function with other code


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const
            yield from _codes(const)


def patch(mutant: Mutant) -> None:
    """Give the function of a mutant its other code, wherever somebody holds on to it already."""
    new = {code.co_qualname: code for code in _codes(compiled(mutant.module, mutant.number))
           if code.co_firstlineno == mutant.first_line}[mutant.function]  # fmt: skip
    found: Any = importlib.import_module(f"ofc_score.{mutant.module}")
    for name in mutant.function.split("."):
        found = found.__dict__[name]
    for holder in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, holder, None) or found
    found.__code__ = new


def forget() -> None:
    """Nothing that was worked out before is known any more."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("ofc_score", "tests")):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()
    importlib.import_module("ofc_score.cards.evaluate").strength.cache_clear()


class Checks:
    """The collected tests, which statement each of them reaches, and which killed how many mutants."""

    def __init__(self, wanted: list[Mutant], tests: Sequence[str], jobs: int, report: Path) -> None:
        self.wanted, self.tests, self.jobs, self.report = wanted, tests, jobs, report
        self.items: list[pytest.Item] = []
        self.seconds: dict[int, float] = {}
        self.reach: dict[str, dict[int, list[int]]] = {}
        self.kills: Counter[int] = Counter()
        self.kills_in: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        self.outcomes: list[tuple[Mutant, str, str]] = []

    @pytest.hookimpl
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests once."""
        self.items = session.items
        self._map({mutant.module for mutant in self.wanted})
        running: dict[int, tuple[Mutant, Path]] = {}
        with self.report.open("w", encoding="utf-8") as out:
            for mutant in self.wanted:
                while len(running) >= self.jobs:
                    self._wait(running, out)
                self._begin(mutant, running, out)
            while running:
                self._wait(running, out)
        return True

    def _map(self, modules: set[str]) -> None:
        """Run every test once and see which lines of the modules it reaches, in a child."""
        result = self.report.with_suffix(".map")
        child = os.fork()
        if not child:
            _quiet()
            result.write_text(json.dumps(self._reached(modules)))
            os._exit(0)
        os.waitpid(child, 0)
        seconds, reach, failed = json.loads(result.read_text())
        if failed:
            raise SystemExit(f"fails without any change: {self.items[failed[0]].nodeid}")
        self.seconds = dict(enumerate(seconds))
        self.reach = {module: {int(line): tests for line, tests in lines.items()} for module, lines in reach.items()}

    def _reached(self, modules: set[str]) -> Any:
        import coverage

        paths = {module: str(source_of(module)[0]) for module in modules}
        measured = coverage.Coverage(include=list(paths.values()), data_file=None)
        seconds, failed = [], []
        for place, item in enumerate(self.items):
            forget()
            start = time.process_time()
            measured.start()
            measured.switch_context(str(place))
            if _fails(item):
                failed.append(place)
            measured.stop()
            seconds.append(time.process_time() - start)
        data = measured.get_data()
        reach = {module: {line: [int(one) for one in contexts if one] for line, contexts in
                          data.contexts_by_lineno(path).items()} for module, path in paths.items()}  # fmt: skip
        return seconds, reach, failed

    def _tests(self, mutant: Mutant) -> list[int]:
        lines = self.reach[mutant.module]
        found = {test for line in range(mutant.lines[0], mutant.lines[1] + 1) for test in lines.get(line, ())}
        found = {test for test in found if self.items[test].path.stem[5:] in (self.tests or CORE[mutant.module])}
        here = self.kills_in[mutant.module, mutant.function]
        return sorted(found, key=lambda test: (-here[test], self.seconds[test] - self.kills[test] / 20, test))

    def _begin(self, mutant: Mutant, running: dict[int, tuple[Mutant, Path]], out: Any) -> None:
        tests = self._tests(mutant) if mutant.function else []
        if mutant.function and not tests:
            self._note(mutant, UNREACHED, "", out)
            return
        told = self.report.with_suffix(f".{mutant.module}.{mutant.number}")
        child = os.fork()
        if not child:
            _quiet()
            resource.setrlimit(resource.RLIMIT_CPU, (IMPORT_SECONDS, IMPORT_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            if not mutant.function:
                os.execv(sys.executable, [sys.executable, "-m", "tests.mutants", "--one", mutant.module,
                                          str(mutant.number)])  # fmt: skip
            os._exit(self._run(mutant, tests, told))
        running[child] = mutant, told

    def _run(self, mutant: Mutant, tests: list[int], told: Path) -> int:
        patch(mutant)
        forget()
        for test in tests:
            # In an endless loop nobody waits for the last second of all.
            limit = int(time.process_time() + 3 + 5 * self.seconds[test])
            resource.setrlimit(resource.RLIMIT_CPU, (limit, IMPORT_SECONDS))
            if _fails(self.items[test]):
                told.write_text(str(test))
                return FAILED
        return 0

    def _wait(self, running: dict[int, tuple[Mutant, Path]], out: Any) -> None:
        child, status = os.wait()
        mutant, told = running.pop(child)
        killer = ""
        if told.exists():
            test = int(told.read_text())
            self.kills[test] += 1
            self.kills_in[mutant.module, mutant.function][test] += 1
            killer = self.items[test].nodeid
            told.unlink()
        code = os.waitstatus_to_exitcode(status)
        timed_out = code in (-signal.SIGXCPU, -signal.SIGKILL)
        self._note(mutant, TIMEOUT if timed_out else KILLED if code else SURVIVED, killer, out)

    def _note(self, mutant: Mutant, outcome: str, killer: str, out: Any) -> None:
        self.outcomes.append((mutant, outcome, killer))
        line = {"key": mutant.key, "line": mutant.lines[0], "outcome": outcome, "by": killer}
        print(json.dumps(line), file=out, flush=True)


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _fails(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _arguments(tests: Sequence[str]) -> list[str]:
    settings.register_profile("mutants", deadline=None, database=None, derandomize=True,
                              phases=(Phase.explicit, Phase.generate))  # fmt: skip
    settings.load_profile("mutants")
    files = [f"tests/test_{name}.py" for name in dict.fromkeys(tests) if Path("tests", f"test_{name}.py").exists()]
    plain = ["-p", "no:cacheprovider", "-p", "no:randomly", "-n0", "--capture=no", "--hypothesis-profile",
             "mutants", "-o", "tmp_path_retention_policy=none"]  # fmt: skip
    return [*plain, *files]


# What runs at import


def run_one(module: str, number: int) -> int:
    """Run the tests with one change in place before anything is imported; 1 when a test fails."""
    code = compiled(module, number)
    name = f"ofc_score.{module}"
    spec = importlib.util.spec_from_file_location(name, source_of(module)[0])
    assert spec is not None and spec.loader is not None
    loader: Any = spec.loader
    loader.get_code = lambda _name: code

    class Finder:
        @staticmethod
        def find_spec(wanted: str, _path: object = None, _target: object = None) -> Any:
            return spec if wanted == name else None

    sys.meta_path.insert(0, Finder)
    return int(bool(pytest.main(["-x", *_arguments(CORE[module])])))


# The command


def work(options: argparse.Namespace) -> int:
    """In the copy: try the mutants, say how it went."""
    modules = options.modules
    checks = Checks(chosen(modules, options.sample, options.seed), options.tests, options.jobs, options.report)
    tests = options.tests or [name for module in modules for name in CORE[module]]
    ended = pytest.main([*_arguments(tests), "--no-header", "-q"], plugins=[checks])
    if ended != pytest.ExitCode.OK or len(checks.outcomes) != len(checks.wanted):
        print(f"pytest ended with {ended!r}: {len(checks.outcomes)} of {len(checks.wanted)} changes tried")
        return 2
    known = explained()
    left = 0
    print(f"\n{'module':22} {'tried':>6} {'killed':>7} {'explained':>10} {'left':>5}")
    for module in modules:
        mine = [(mutant, outcome) for mutant, outcome, _ in checks.outcomes if mutant.module == module]
        alive = [(mutant, outcome) for mutant, outcome in mine if outcome in (SURVIVED, UNREACHED)]
        new = [(mutant, outcome) for mutant, outcome in alive if mutant.key not in known]
        print(f"{module:22} {len(mine):6} {len(mine) - len(alive):7} {len(alive) - len(new):10} {len(new):5}")
        left += len(new)
    for mutant, outcome, _ in checks.outcomes:
        if outcome in (SURVIVED, UNREACHED) and mutant.key not in known:
            print(f"{outcome} at line {mutant.lines[0]}: {mutant.key}")
    return int(bool(left))


def main(arguments: Sequence[str] | None = None) -> int:
    """Copy the project and try the mutants there."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", default=list(CORE))
    parser.add_argument("--tests", nargs="*", default=[], help="other tests than those that belong to the modules")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each module, 0 for all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=Path, default=None, help="one JSON line per mutant")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        return run_one(options.one[0], int(options.one[1]))
    if options.here:
        return work(options)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        place = Path(folder) / "copy"
        skipped = shutil.ignore_patterns("__pycache__", ".*")
        for name in ("ofc_score", "tests", "rulesets", "examples"):
            shutil.copytree(ROOT / name, place / name, ignore=skipped)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, place / name)
        report = (options.report or Path(folder) / "report.jsonl").absolute()
        words = [*options.modules, "--tests", *options.tests]
        for option in ("sample", "seed", "jobs"):
            words += [f"--{option}", str(getattr(options, option))]
        words += ["--report", str(report), "--here"]
        # Other runs of pytest clear away old temporary folders, those of this run too.
        env = {**os.environ, "PYTHONPATH": str(place), "PYTHONHASHSEED": "0", "PYTEST_DEBUG_TEMPROOT": folder}
        command = [sys.executable, "-m", "tests.mutants", *words]
        return subprocess.run(command, cwd=place, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
