"""``ofc-score replay``: settle a whole score sheet without storing it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from ofc_score.cli import common
from ofc_score.errors import DIFFERENCE, DONE
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.rules.files import is_path, open_file
from ofc_score.rules.load import load_ruleset
from ofc_score.rules.ruleset import Ruleset
from ofc_score.rules.yaml import MAX_SIZE

STDIN: Final = "-"


def replay(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help="A score sheet (YAML); - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Settle a whole score sheet without storing it.

    Shows every hand, the balances and who pays whom. Exit code 1 when counted chips differ from the books.

    \b
    Example:
      ofc-score replay friday.yaml
    """
    session = read_sheet(sheet_bytes(sheet), lambda name: sheet_ruleset(name, sheet))
    state = session.state
    if as_json:
        from ofc_score.reports.json import replay_document

        common.say_json(replay_document(state))
    else:
        from ofc_score.reports.session_text import session_text

        common.say(session_text(session, common.width()))
    off = any(check.differences and not check.accepted for check in state.checks)
    return DIFFERENCE if off else DONE


def sheet_bytes(file: str) -> bytes:
    """What stands in the sheet, no more than a sheet may hold and one byte."""
    try:
        if file == STDIN:
            return sys.stdin.buffer.read(MAX_SIZE + 1)
        with open_file(Path(file)) as stream:
            return stream.read(MAX_SIZE + 1)
    except OSError as error:
        raise common.cannot(error, file) from None


def sheet_ruleset(name: str, sheet: str) -> Ruleset:
    """The ruleset that a sheet names; a file is looked for beside the sheet first."""
    if is_path(name) and sheet != STDIN:
        beside = Path(sheet).parent / name
        if beside.is_file():
            return load_ruleset(beside)
    return load_ruleset(name)
