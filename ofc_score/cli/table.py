"""Seats, buy-ins, chips and the game itself: ``join``, ``leave``, ``buy``, ``seats``, ``button``, ``switch``,
``chips``, ``note``."""

from __future__ import annotations

from typing import Annotated

import typer

from ofc_score.cli.options import AgainOption, ForcedOption, OwedOption, PaidOption, WhyOption, book, in_session
from ofc_score.entry.booking import Where
from ofc_score.entry.reading import Words

NameWord = Annotated[str, typer.Argument(metavar="NAME", help="A player; the beginning of the name is enough.")]


@in_session
def buy(
    where: Where,
    name: NameWord,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="How many points.")],
    paid: PaidOption = False,
    owed: OwedOption = False,
    again: AgainOption = False,
) -> int:
    """Buy points for a player. During a set they count from the next one.

    \b
    Example:
      ofc-score buy Cy 50
    """
    return book("buy", Words((name, points), paid=paid, owed=owed), where, again=again)


@in_session
def join(
    where: Where,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new player, or one who had left.")],
    points: Annotated[str, typer.Argument(metavar="POINTS", help="The buy-in.")] = "",
    after: Annotated[str, typer.Option(metavar="NAME", help="Sits to the left of this player; else last.")] = "",
    paid: PaidOption = False,
    owed: OwedOption = False,
    forced: ForcedOption = False,
) -> int:
    """Seat a new player. During a set they are dealt in from the next one.

    \b
    Example:
      ofc-score join Dee 100 --after Ann
    """
    words = (name, points) if points else (name,)
    typed = Words(words, after=after, paid=paid, owed=owed, forced=forced)
    return book("join", typed, where)


@in_session
def leave(where: Where, name: NameWord, forced: ForcedOption = False) -> int:
    """Let a player leave the table with their stack.

    \b
    Example:
      ofc-score leave Bob
    """
    return book("leave", Words((name,), forced=forced), where)


@in_session
def seats(
    where: Where, names: Annotated[list[str], typer.Argument(metavar="NAMES", help="Everybody, clockwise.")]
) -> int:
    """Change the order of the seats.

    \b
    Example:
      ofc-score seats "Ann,Cy,Bob"
    """
    return book("seats", Words(names), where)


@in_session
def button(where: Where, name: NameWord, why: WhyOption = "") -> int:
    """Give a player the next button, whatever the rules say.

    \b
    Example:
      ofc-score button Cy --why "dealt out of turn"
    """
    return book("button", Words((name,), why=why), where)


@in_session
def switch(
    where: Where,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The game: a ruleset's name or file.")],
    since: Annotated[
        str, typer.Option("--from-hand", metavar="N", help="It was played from hand N on: settle those again.")
    ] = "",
    why: WhyOption = "",
) -> int:
    """Play another game from the next set on.

    \b
    Example:
      ofc-score switch pineapple
    """
    return book("switch", Words((ruleset,), since=since, why=why), where)


@in_session
def note(
    where: Where, text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What is worth remembering.")]
) -> int:
    """Add a note to the log.

    \b
    Example:
      ofc-score note "Bob left early"
    """
    return book("note", Words(text), where)


@in_session
def chips(
    where: Where,
    counted: Annotated[
        list[str],
        typer.Argument(metavar="NAME=POINTS...", help="The chips in front of a player; or all counts in seat order."),
    ],
    accept: Annotated[
        bool, typer.Option("--accept", help="Go on with the counted chips, if there are as many as in the books.")
    ] = False,
) -> int:
    """Check the chips on the table against the books.

    The exit code is 1 where they differ.

    \b
    Example:
      ofc-score chips Ann=120 Bob=80
    """
    return book("chips", Words(counted, accept=accept), where)
