"""Run ``ofc-score`` as people do: a process of its own, in an empty folder, without this machine's settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

OURS = ("NO_COLOR", "COLUMNS", "LINES", "OFC_SCORE_DB", "OFC_SCORE_RULESETS", "PYTHONIOENCODING", "PYTHONUTF8")


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """The environment of a user whose home is ``folder``."""
    env = {name: value for name, value in os.environ.items() if name not in OURS and not name.startswith("XDG_")}
    return env | {"HOME": str(folder), "PYTHONIOENCODING": "utf-8"} | settings


def run(
    folder: Path, *args: str, stdin: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished process; its output as text, read as UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "ofc_score", *args],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=folder,
        env=environment(folder, **(env or {})),
        timeout=60,
        check=False,
    )
    out, err = (text.decode("utf-8", "backslashreplace").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(args, done.returncode, out, err)
