"""``ofc-score player``: rename, merge and list players."""

from __future__ import annotations

from typing import Annotated

import typer

from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption
from ofc_score.entry import booking
from ofc_score.entry.booking import opened
from ofc_score.errors import DONE
from ofc_score.names import shown

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, add_completion=False, help="Rename, merge and list players."
)


@app.command()
def rename(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The player's name now.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    forget: Annotated[bool, typer.Option("--forget", help="The old name does not find them any more.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Rename a player, in old sessions too. The old name still finds them.

    \b
    Example:
      ofc-score player rename Alex "Alex B"
    """
    with opened(db) as ledger:
        before = ledger.player(old).name
        player = ledger.rename(old, new, alias=not forget)
        booking.did("renamed")
    if as_json:
        common.say_json({"format": 1, "player": {**player._asdict(), "aliases": list(player.aliases)}})
    else:
        common.say(f"{shown(before)} is {shown(player.name)} now, in old sessions too")
    return DONE


@app.command()
def merge(
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The name to give up.")],
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="The name to keep.")],
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Merge two players who are one person.

    \b
    Example:
      ofc-score player merge Alexander Alex
    """
    with opened(db) as ledger:
        before = ledger.player(gone).name
        player = ledger.merge(gone, kept)
        booking.did("merged")
    if as_json:
        common.say_json({"format": 1, "player": {**player._asdict(), "aliases": list(player.aliases)}})
    else:
        common.say(f"{shown(before)} is {shown(player.name)}: one player now")
    return DONE


@app.command("list")
def list_(db: DbOption = "", as_json: JsonOption = False) -> int:
    """List all players with their earlier names.

    \b
    Example:
      ofc-score player list
    """
    with opened(db) as ledger:
        listed = ledger.players()
    if as_json:
        common.say_json({"format": 1, "players": [{**it._asdict(), "aliases": list(it.aliases)} for it in listed]})
        return DONE
    from ofc_score.reports.layout import list_lines

    rows = [
        (shown(it.name), "1 session" if it.sessions == 1 else f"{it.sessions} sessions",
         f"also {', '.join(map(shown, it.aliases))}" if it.aliases else "")
        for it in listed
    ]  # fmt: skip
    common.say_lines(list_lines(rows, ("left", "left", "left"), common.width()) or ["No players yet"])
    return DONE
