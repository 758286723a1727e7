"""The commands of the command line at the interactive table: the same ones, run in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ofc_score.entry.booking import VARIABLE

OWN: Final = {
    "help": "Show what can be typed, or how a command is typed.",
    "again": "Record the boards of the last hand once more.",
    "drop": "Forget the half-typed hand.",
    "quit": "Leave; a half-typed hand is kept.",
}
_NOT_HERE: Final = "play"


class Commands(NamedTuple):
    """What the command line hands to the table: its commands with their lines in the help, how to run one (the exit
    code), and whether one takes ``--session``."""

    listed: Mapping[str, str]
    run: Callable[[list[str]], int]
    takes_session: Callable[[str], bool]

    @property
    def words(self) -> dict[str, str]:
        """Every command of the table with its line in the help."""
        return {name: line for name, line in self.listed.items() if name != _NOT_HERE} | OWN

    def on(self, ledger: Path, args: Sequence[str]) -> int:
        """Run a command line on a ledger; its errors are printed as ever. Returns the exit code."""
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = str(ledger)
        try:
            return self.run(list(args))
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
