"""The commands of the command line at the interactive table: the same ones, run in this process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Final

from ofc_score.cli import common
from ofc_score.entry.booking import VARIABLE

OWN: Final = {
    "help": "Show this, or how a command is typed.",
    "again": "Book the boards of the last hand once more.",
    "drop": "Forget the half-typed hand.",
    "quit": "Leave; a half-typed hand is kept.",
}
_NOT_HERE: Final = ("play",)


def commands() -> dict[str, str]:
    """Every command of the table with its line in the help."""
    from ofc_score.cli.app import COMMANDS

    return {name: line for name, (_, line) in COMMANDS.items() if name not in _NOT_HERE} | OWN


def takes_session(name: str) -> bool:
    """Whether a command can be told which session it means."""
    from ofc_score.cli.app import COMMANDS

    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(f"ofc_score.cli.{module}"), attribute)
    return callable(found) and "session" in signature(found).parameters


def in_process(ledger: Path, args: Sequence[str]) -> int:
    """Run a command line on a ledger; its errors are printed as ever. Returns the exit code."""
    from ofc_score.cli.app import app

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(ledger)
    try:
        return common.run(app, list(args))
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
