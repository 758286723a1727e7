"""Seats, buy-ins, chips and the game itself: ``join``, ``leave``, ``buy``, ``seats``, ``button``, ``switch``,
``chips``, ``note``."""

from __future__ import annotations

from typing import Annotated

import typer

from ofc_score.cli.book import DbOption, JsonOption, SessionOption, Where, answer, night, record, refuse_aside
from ofc_score.cli.entries import Said, event_of
from ofc_score.errors import DIFFERENCE, DONE

NameWord = Annotated[str, typer.Argument(metavar="NAME", help="A player; the beginning of the name is enough.")]
WhyOption = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the log.")]
PaidOption = Annotated[bool, typer.Option("--paid", help="Paid to the bank in cash.")]
OwedOption = Annotated[bool, typer.Option("--owed", help="Not paid, settled at the end.")]
AgainOption = Annotated[bool, typer.Option("--again", help="The same once more is another entry.")]
ForcedOption = Annotated[bool, typer.Option("--forced", help="Although the rules do not allow it now; on the record.")]


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
    """Buy points for a player. In mid-set they count from the next set.

    \b
    Example:
      ofc-score buy Cy 50
    """
    return record("buy", Said((name, points), paid=paid, owed=owed), Where(db, session, as_json), again=again)


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
    """Seat a new player. In mid-set he is dealt in from the next set.

    \b
    Example:
      ofc-score join Dee 100 --after Ann
    """
    words = (name, points) if points else (name,)
    said = Said(words, after=after, paid=paid, owed=owed, forced=forced)
    return record("join", said, Where(db, session, as_json))


def leave(
    name: NameWord,
    forced: ForcedOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """A player goes and takes his stack along, between sets.

    \b
    Example:
      ofc-score leave Bob
    """
    return record("leave", Said((name,), forced=forced), Where(db, session, as_json))


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
    return record("seats", Said(names), Where(db, session, as_json))


def button(
    name: NameWord,
    why: WhyOption = "",
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Give the button of the next hand to a player, whatever the rules would do.

    \b
    Example:
      ofc-score button Cy --why "dealt out of turn"
    """
    return record("button", Said((name,), why=why), Where(db, session, as_json))


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
    return record("switch", Said((ruleset,), since=since, why=why), Where(db, session, as_json))


def note(
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What is worth remembering.")],
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Write something into the log.

    \b
    Example:
      ofc-score note "Bob left early"
    """
    return record("note", Said(text), Where(db, session, as_json))


def chips(
    counted: Annotated[
        list[str],
        typer.Argument(metavar="NAME=POINTS...", help="The chips in front of a player; or all counts in seat order."),
    ],
    accept: Annotated[
        bool, typer.Option("--accept", help="Go on with the counted chips, if there are as many as in the books.")
    ] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Compare the chips on the table with the books; exit code 1 where they differ.

    \b
    Example:
      ofc-score chips Ann=120 Bob=80
    """
    where = Where(db, session, as_json)
    with night(where) as evening:
        refuse_aside(evening, where)
        before = evening.state
        event = event_of("chips", evening.booked.session, Said(counted, accept=accept), evening.earlier)
        entry = evening.book(event)
        check = evening.state.checks[-1]
        answer(evening, before, entry, where)
    return DIFFERENCE if check.differences and not check.accepted else DONE
