"""``ofc-score play``: start or resume the interactive table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score.cli import common
from ofc_score.cli.evening import start
from ofc_score.cli.options import DbOption, SessionOption
from ofc_score.entry.booking import ledger_path, opened
from ofc_score.errors import DONE, INTERRUPTED, NotAllowed

if TYPE_CHECKING:
    from ofc_score.cli.play.prompt import Asker
    from ofc_score.cli.play.running import Commands
    from ofc_score.cli.play.table import PlayTable


def play(
    ctx: typer.Context,
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="Begin a session: the game.")] = "",
    players: Annotated[str, typer.Option(metavar="A,B,C", help='"Ann,Bob,Cy" or "Ann=100,Cy=60", clockwise.')] = "",
    buy_in: Annotated[
        str, typer.Option("--buy-in", metavar="POINTS", help="The buy-in of all without their own.")
    ] = "",
    point: Annotated[str, typer.Option(metavar="AMOUNT", help='What a point is worth: "0.25 EUR".')] = "",
    button: Annotated[str, typer.Option(metavar="NAME", help="Who has the first button; else the last player.")] = "",
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the evening is called.")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Another date than today's.")] = "",
    bank: Annotated[str, typer.Option(metavar="NAME", help="Who holds the cash.")] = "",
    paid: Annotated[bool, typer.Option("--paid", help="Buy-ins are paid to the bank in cash.")] = False,
    aside: Annotated[bool, typer.Option("--aside", help="Set aside a session that is still open.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
) -> int:
    """Record hands at the interactive table. Resumes the open session, or starts one as start does.

    \b
    Example:
      ofc-score play --rules progressive --players "Ann,Bob,Cy" --buy-in 100
    """
    from ofc_score.entry.reading import whole

    options = (rules, players, buy_in, point, button, name, date, bank)
    number = whole(session, "session") if session else None
    if number is None and not any(options) and not paid and not aside:
        number = _open_session(db)
    begun = number is None
    if begun:
        start(rules, players, buy_in, point, button, name, date, bank, paid, aside, db)
        number = _open_session(db)
    if number is None:
        raise NotAllowed("no session is open", hint="start begins one")
    return _sit_down(db, number, ctx.obj(), begun=begun)


def _open_session(db: str) -> int | None:
    if not ledger_path(db).exists():
        return None
    with opened(db) as ledger:
        return ledger.current()


def _sit_down(db: str, number: int, commands: Commands, *, begun: bool) -> int:
    from ofc_score.cli.play.prompt import asker
    from ofc_score.cli.play.table import PlayTable

    path = ledger_path(db)
    table = PlayTable(
        path, number, commands, _say, lambda text: common.say(text, to_stderr=True, flush=True), common.width
    )
    try:
        ask = asker(path, lambda: table.players, lambda: tuple(table.commands))
        table.opening(shown=begun)
        return _talk(table, ask)
    finally:
        table.close()


def _say(text: str) -> None:
    common.say(text, flush=True)


def _complain(text: str) -> None:
    common.say(text, to_stderr=True, flush=True)


def _talk(table: PlayTable, ask: Asker) -> int:
    """Ask and answer until somebody leaves. The first Ctrl-C clears the line, the next one leaves."""
    interrupted = False
    while not table.left:
        try:
            text = ask(table.prompt)
        except KeyboardInterrupt:
            if interrupted:
                _farewell(table)
                return INTERRUPTED
            interrupted = True
            _say("Ctrl-C again leaves, nothing is lost")
            continue
        except EOFError:
            break
        interrupted = False
        try:
            table.answer(text)
        except KeyboardInterrupt:
            interrupted = True
            table.recover()
            table.opening()
    _farewell(table)
    return DONE


def _farewell(table: PlayTable) -> None:
    if table.draft.empty:
        return
    if table.half.kept:
        _say(f"Hand {table.seating.number} is kept half typed; play goes on with it")
    else:
        _say(f"What was typed of hand {table.seating.number} could not be kept: write it down")
