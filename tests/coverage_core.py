"""Run the tests of the core under coverage and report what they do not reach; the exit code is 0 if they reach all.

python -m tests.coverage_core
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SETTINGS: Final = ROOT / "tests" / "core.coveragerc"
TESTS: Final = (
    "api", "cards", "corrections", "edges", "edges_evening", "edges_past", "facts", "money", "payup", "scoring",
    "session", "settlement", "table",
)  # fmt: skip


def report(tests: Sequence[str] = TESTS) -> subprocess.CompletedProcess[str]:
    """Coverage's report as text, with its exit code. Raises ``CalledProcessError`` when a test fails."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "data"), "COVERAGE_RCFILE": str(SETTINGS)}
        coverage = [sys.executable, "-m", "coverage"]
        few = ["-n0", "-p", "no:cacheprovider", "--hypothesis-profile", "few"]
        files = [f"tests/test_{name}.py" for name in tests]
        run = [*coverage, "run", "-m", "pytest", *few, *files]
        subprocess.run(run, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
        return subprocess.run([*coverage, "report"], cwd=ROOT, env=env, check=False, text=True, stdout=subprocess.PIPE)


if __name__ == "__main__":
    done = report()
    print(done.stdout, end="")
    sys.exit(done.returncode)
