"""Documents that show what the program prints: run every command in them, compare the output or write it anew.

python -m tests.readme            prints the differences; the exit code is 1 if there are any
python -m tests.readme --write    writes the outputs of today

Covers the console blocks of ``README.md`` and ``*/README.md``, the transcripts ``tests/data/*.console``, and the table
in ``examples/play.txt`` with its picture, all at the usual clock of the tests.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from .command import CLOCK, ROOT, USUAL, Clock, environment, settings, strange
from .ledgercli import Cli
from .picture import drawing, first_hand

README: Final = ROOT / "README.md"
PAPERS: Final = (README, *sorted(ROOT.glob("*/README.md")))
TRANSCRIPTS: Final = sorted((ROOT / "tests" / "data").glob("*.console"))
PLAYED: Final = ROOT / "examples" / "play.txt"
PICTURE: Final = ROOT / "examples" / "table.svg"

_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND: Final = re.compile(r"^(\$ .*(?:\n> .*)*)\n", re.MULTILINE)
# It covers random ids too, so it is another one in every run.
_FINGERPRINT: Final = re.compile(r'(?<=Fingerprint: )[0-9a-f]{12}|(?<="fingerprint": ")[0-9a-f]{12}')


class Step(NamedTuple):
    """One command as the reader sees it (``$`` and ``>`` lines), and what is printed below it."""

    typed: str
    printed: str

    @property
    def command(self) -> str:
        """The command as a shell gets it."""
        return "\n".join(line[2:] for line in self.typed.split("\n"))


def steps(text: str) -> list[Step]:
    """The commands of a block or a transcript, each with what is printed below it."""
    parts = _COMMAND.split(text)
    return [Step(typed, printed.strip("\n")) for typed, printed in zip(parts[1::2], parts[2::2], strict=True)]


def blocks(text: str) -> list[list[Step]]:
    """Every console block of a document, as its steps."""
    return [steps(match.group(1)) for match in _BLOCK.finditer(text)]


# Papers: a shell in a folder of its own


def shell_folder(folder: Path, clock: Clock = CLOCK) -> dict[str, str]:
    """Put the examples and an ``ofc-score`` that is the one under test into ``folder``; returns the environment."""
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, call in (("ofc-score", f'"{sys.executable}" -m ofc_score'), ("python3", f'"{sys.executable}"')):
        (programs / name).write_text(f'#!/bin/sh\nexec {call} "$@"\n')
        (programs / name).chmod(0o755)
    return environment(folder, **settings(clock), PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")


def printed_by(step: Step, folder: Path, env: dict[str, str]) -> str:
    """What a shell prints for the command, errors too."""
    done = subprocess.run(
        ["sh", "-c", step.command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.decode("utf-8").replace("\r\n", "\n").strip("\n")  # CSV ends its lines its own way


def paper(text: str, folder: Path, clock: Clock = CLOCK) -> str:
    """The paper with every output as it is now; a session without a date has that of the clock."""
    env = shell_folder(folder, clock)

    def block(match: re.Match[str]) -> str:
        shown = [f"{step.typed}\n{printed_by(step, folder, env)}".rstrip("\n") for step in steps(match.group(1))]
        return "```console\n" + "\n".join(shown) + "\n```"

    return _BLOCK.sub(block, text).replace(clock.start[:10], USUAL.start[:10])


# Transcripts: commands inside this process, one minute after the other


def answer(cli: Cli, command: str) -> str:
    """What ``ofc-score ...`` prints, its errors too, and its exit code unless that is 0."""
    done = cli(*shlex.split(command)[1:])
    printed = _FINGERPRINT.sub("0" * 12, done.out.replace("\r\n", "\n") + done.err).strip("\n")
    return printed + (f"\n[exit {done.code}]" if done.code else "")


def transcript(text: str, folder: Path, clock: Clock = CLOCK) -> str:
    """The transcript with every answer as it is now; remarks (``#``) stay where they are."""
    cli = Cli(folder / "ledger.db", clock=clock)
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            lines += [line, *answer(cli, line[2:]).splitlines(), ""]
        elif line.startswith("#"):
            lines.append(line)
    return "\n".join(lines).rstrip("\n") + "\n"


# All of them


def played(_: str, folder: Path) -> str:
    """The example of an evening at the interactive table, as a terminal shows it."""
    from .test_play_terminal import example

    return example(folder)


def picture(_: str, __: Path) -> str:
    """The picture of the first hand of that example."""
    return drawing(first_hand(PLAYED.read_text(encoding="utf-8")))


def documents() -> Iterator[tuple[Path, Callable[[str, Path], str]]]:
    """Every file that shows output, and the function that renews it in an empty folder."""
    yield from ((path, paper) for path in PAPERS)
    yield from ((path, transcript) for path in TRANSCRIPTS)
    yield PLAYED, played
    yield PICTURE, picture


def main(write: bool) -> int:
    """Write the documents anew, or print how they differ; 1 if one does."""
    differ = 0
    for name in filter(strange, list(os.environ)):
        del os.environ[name]
    os.environ.update(settings(USUAL))
    for path, renew in documents():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        with tempfile.TemporaryDirectory() as folder:
            new = renew(old, Path(folder))
        if new == old:
            continue
        name = path.relative_to(ROOT).as_posix()
        if write:
            path.write_text(new, encoding="utf-8")
            print(f"wrote {name}")
        else:
            differ = 1
            before, now = (text.splitlines(keepends=True) for text in (old, new))
            sys.stdout.writelines(difflib.unified_diff(before, now, name, "now"))
    return differ


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
