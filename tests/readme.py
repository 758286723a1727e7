"""The README's console blocks: run every command and compare what it prints, or write it anew.

python -m tests.readme --write
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from .command import CLOCK, Clock, environment, settings

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """One command of a block as the reader sees it (``$`` and ``>`` lines), and what is printed below it."""

    typed: str
    printed: str

    @property
    def command(self) -> str:
        """The command as a shell gets it."""
        return "\n".join(line[2:] for line in self.typed.split("\n"))


def blocks(text: str) -> list[list[Step]]:
    """Every console block of a document, as its steps."""
    return [_steps(match.group(1)) for match in _BLOCK.finditer(text)]


def _steps(block: str) -> list[Step]:
    parts = re.split(r"^(\$ .*(?:\n> .*)*)\n", block, flags=re.MULTILINE)
    return [Step(typed, printed.strip("\n")) for typed, printed in zip(parts[1::2], parts[2::2], strict=True)]


def shell_folder(folder: Path, clock: Clock = CLOCK) -> dict[str, str]:
    """Prepare ``folder`` as a reader's: the examples, and an ``ofc-score`` that is the one under test."""
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, call in (("ofc-score", f'"{sys.executable}" -m ofc_score'), ("python3", f'"{sys.executable}"')):
        (programs / name).write_text(f'#!/bin/sh\nexec {call} "$@"\n')
        (programs / name).chmod(0o755)
    return environment(folder, **settings(clock), PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")


def printed_by(step: Step, folder: Path, env: dict[str, str]) -> str:
    """What the command prints, errors too."""
    done = subprocess.run(
        ["sh", "-c", step.command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.decode("utf-8").replace("\r\n", "\n").strip("\n")  # CSV ends its lines its own way


def renewed(text: str, folder: Path) -> str:
    """The document with the output of every command as it is now."""
    env = shell_folder(folder)

    def block(match: re.Match[str]) -> str:
        said = [f"{step.typed}\n{printed_by(step, folder, env)}".rstrip("\n") for step in _steps(match.group(1))]
        return "```console\n" + "\n".join(said) + "\n```"

    return _BLOCK.sub(block, text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        new = renewed(README.read_text(encoding="utf-8"), Path(place))
    if "--write" in sys.argv:
        README.write_text(new, encoding="utf-8")
    else:
        print(new)
