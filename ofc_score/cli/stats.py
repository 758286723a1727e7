"""``ofc-score stats``: everybody's hands in numbers, over all sessions or one."""

from __future__ import annotations

from typing import Annotated

import typer

from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption
from ofc_score.entry.booking import opened
from ofc_score.errors import DONE, UsageError


def stats(
    session: Annotated[str, typer.Option("--session", metavar="ID", help="This session only; else all of them.")] = "",
    csv: Annotated[bool, typer.Option("--csv", help="One row per player and currency, for spreadsheets.")] = False,
    bom: Annotated[bool, typer.Option("--bom", help="With --csv: mark the text as UTF-8 for Excel.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Show everybody's hands in numbers.

    Points, money, fouls, scoops, Fantasyland, royalties, best and worst hand, who won what from whom. Points and money
    are what moved in hands. Rates are rounded to whole numbers: points per 100 hands, fouls per
    1000.

    \b
    Example:
      ofc-score stats --session 3
    """
    from ofc_score.entry.reading import whole
    from ofc_score.ledger.stats import stats as counted

    if csv and as_json:
        raise UsageError("--csv and --json cannot be combined", hint="choose one")
    if bom and not csv:
        raise UsageError("--bom goes with --csv only", hint="leave it out")
    number = whole(session, "session") if session else None
    with opened(db) as ledger:
        found = counted(ledger, number)
    if as_json:
        from ofc_score.reports.json import stats_document

        common.say_json(stats_document(found))
    elif csv:
        from ofc_score.cli.exchange import STANDARD, write_out
        from ofc_score.reports.csv import stats_csv

        write_out(STANDARD, [stats_csv(found, bom=bom)], False)
    else:
        from ofc_score.reports.stats import stats_text

        common.say(stats_text(found, common.width()))
    return DONE
