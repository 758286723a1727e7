"""Which lines and branches of the core do the tests of the core reach? All of them, or the exit code is 1.

python -m tests.coverage_core
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
CORE: Final = (
    "boards.board",
    "cards.cards",
    "evening.corrections",
    "cards.evaluate",
    "evening.fold",
    "scoring.validate",
    "money",
    "evening.side_money",
    "evening.set_state",
    "evening.payouts",
    "evening.permissions",
    "scoring.points",
    "evening.seats",
    "evening.session",
    "scoring.settlement",
    "evening.state",
    "scoring.hand",
)
TESTS: Final = (
    "cards", "corrections", "edges", "edges_evening", "edges_past", "facts", "money", "payup", "scoring", "session",
    "settlement", "table",
)  # fmt: skip
CONFIGURATION: Final = """
[run]
branch = true
include = {include}
data_file = {data}
[report]
exclude_also =
    if TYPE_CHECKING:
"""


def measured(folder: Path) -> dict[str, Any]:
    """What was missed, by module; raises when a test fails. ``folder`` is for what is left over."""
    configuration = folder / "coveragerc"
    include = "\n    ".join(str(ROOT / "ofc_score" / f"{name.replace('.', '/')}.py") for name in CORE)
    configuration.write_text(CONFIGURATION.format(include=include, data=folder / "data"), encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    tests = [str(ROOT / "tests" / f"test_{name}.py") for name in TESTS]
    few = ["-n0", "-p", "no:cacheprovider", "--hypothesis-profile", "few"]
    ran = ["run", f"--rcfile={configuration}", "-m", "pytest", *few, *tests]
    told = ["json", f"--rcfile={configuration}", "-o", str(folder / "told.json"), "--quiet"]
    for words in (ran, told):
        subprocess.run([*coverage, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    files = json.loads((folder / "told.json").read_text(encoding="utf-8"))["files"]
    return {
        ".".join(Path(path).with_suffix("").parts[-2:]).removeprefix("ofc_score."): told for path, told in files.items()
    }


def main() -> int:
    """Measure, and say what no test reaches."""
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder))
    missed = 0
    print(f"{'module':22} {'lines':>6} {'branches':>9}  not reached")
    for name in CORE:
        told = found.get(name)
        if told is None:
            missed += 1
            print(f"{name:22} was not even imported")
            continue
        summary, lines, branches = told["summary"], told["missing_lines"], told["missing_branches"]
        missed += len(lines) + len(branches)
        where = " ".join([*map(str, lines), *(f"{start}->{end}" for start, end in branches)])
        print(f"{name:22} {summary['num_statements']:6} {summary['num_branches']:9}  {where}".rstrip())
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
