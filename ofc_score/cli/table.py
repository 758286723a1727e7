"""Seats, buy-ins, chips and the game itself: ``join``, ``leave``, ``buy``, ``seats``, ``button``, ``switch``,
``chips``, ``note``."""

from __future__ import annotations

from typing import Annotated

import typer

from ofc_score.cli.options import (
    AgainOption,
    DbOption,
    ForcedOption,
    JsonOption,
    OwedOption,
    PaidOption,
    SessionOption,
    WhyOption,
    book,
)
from ofc_score.entry.booking import Where
from ofc_score.entry.reading import Words

NameWord = Annotated[str, typer.Argument(metavar="NAME", help="A player; the beginning of the name is enough.")]


def buy(
    name: NameWord,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="How many points.")],
    paid: PaidOption = False,
    owed: OwedOption = False,
    again: AgainOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Buy points for a player. During a set they count from the next one.

    \b
    Example:
      ofc-score buy Cy 50
    """
    return book("buy", Words((name, points), paid=paid, owed=owed), Where(db, session, as_json), again=again)


def join(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new player, or one who had left.")],
    points: Annotated[str, typer.Argument(metavar="POINTS", help="The buy-in.")] = "",
    after: Annotated[str, typer.Option(metavar="NAME", help="Sits to the left of this player; else last.")] = "",
    paid: PaidOption = False,
    owed: OwedOption = False,
    forced: ForcedOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Seat a new player. During a set they are dealt in from the next one.

    \b
    Example:
      ofc-score join Dee 100 --after Ann
    """
    words = (name, points) if points else (name,)
    typed = Words(words, after=after, paid=paid, owed=owed, forced=forced)
    return book("join", typed, Where(db, session, as_json))


def leave(
    name: NameWord,
    forced: ForcedOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Let a player leave the table with their stack.

    \b
    Example:
      ofc-score leave Bob
    """
    return book("leave", Words((name,), forced=forced), Where(db, session, as_json))


def seats(
    names: Annotated[list[str], typer.Argument(metavar="NAMES", help="Everybody, clockwise.")],
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Change the order of the seats.

    \b
    Example:
      ofc-score seats "Ann,Cy,Bob"
    """
    return book("seats", Words(names), Where(db, session, as_json))


def button(
    name: NameWord,
    why: WhyOption = "",
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Give a player the next button, whatever the rules say.

    \b
    Example:
      ofc-score button Cy --why "dealt out of turn"
    """
    return book("button", Words((name,), why=why), Where(db, session, as_json))


def switch(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The game: a ruleset's name or file.")],
    since: Annotated[
        str, typer.Option("--from-hand", metavar="N", help="It was played from hand N on: settle those again.")
    ] = "",
    why: WhyOption = "",
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Play another game from the next set on.

    \b
    Example:
      ofc-score switch pineapple
    """
    return book("switch", Words((ruleset,), since=since, why=why), Where(db, session, as_json))


def note(
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What is worth remembering.")],
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Add a note to the log.

    \b
    Example:
      ofc-score note "Bob left early"
    """
    return book("note", Words(text), Where(db, session, as_json))


def chips(
    counted: Annotated[
        list[str],
        typer.Argument(metavar="NAME=POINTS...", help="The chips in front of a player; or all counts in seat order."),
    ],
    accept: Annotated[
        bool, typer.Option("--accept", help="Go on with the counted chips, if the sum is that of the ledger.")
    ] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Check the chips on the table against the ledger.

    The exit code is 1 where they differ.

    \b
    Example:
      ofc-score chips Ann=120 Bob=80
    """
    return book("chips", Words(counted, accept=accept), Where(db, session, as_json))
