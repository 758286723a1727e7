"""The evening as a whole: ``start``, ``close``, ``resume``."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ofc_score import names
from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry import booking, clock
from ofc_score.entry.booking import LiveSession, Where, ledger_path, live_session, opened, refuse_aside
from ofc_score.errors import DONE, Fault, NotAllowed, OfcError, SheetError, UsageError
from ofc_score.evening.events import Close, Join, Setup
from ofc_score.evening.permissions import date_faults, setup_faults, table_size_faults
from ofc_score.money import PointValue, parse_point_value, parse_points

if TYPE_CHECKING:
    from ofc_score.evening.results import LedgerSession
    from ofc_score.evening.state import State
    from ofc_score.ledger.store import Ledger
    from ofc_score.rules.ruleset import Ruleset


AsideOption = Annotated[bool, typer.Option("--aside", help="Set aside a session that is still open.")]


class Table(NamedTuple):
    """A table as typed: texts, empty where nothing was given."""

    rules: str
    players: str
    buy_in: str
    point: str
    button: str
    name: str
    date: str
    bank: str
    paid: bool


def start(
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="The game: a ruleset's name or file.")] = "",
    players: Annotated[str, typer.Option(metavar="A,B,C", help='"Ann,Bob,Cy" or "Ann=100,Cy=60", clockwise.')] = "",
    buy_in: Annotated[str, typer.Option("--buy-in", metavar="POINTS", help="The buy-in of all others.")] = "",
    point: Annotated[str, typer.Option(metavar="AMOUNT", help='What a point is worth: "0.25 EUR".')] = "",
    button: Annotated[str, typer.Option(metavar="NAME", help="Who has the first button; else the last player.")] = "",
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the evening is called.")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Another date than today's.")] = "",
    bank: Annotated[str, typer.Option(metavar="NAME", help="Who holds the cash.")] = "",
    paid: Annotated[bool, typer.Option("--paid", help="Buy-ins are paid to the bank in cash.")] = False,
    aside: AsideOption = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Start a session; without options, propose last time's table.

    \b
    Example:
      ofc-score start --rules progressive --players "Ann,Bob,Cy" --buy-in 100 --point "0.25 EUR"
    """
    table = Table(rules, players, buy_in, point, button, name, date, bank, paid)
    if rules and players:
        setup = _setup(table, None)
        with opened(db, create=True) as ledger:
            booked, like = _begin(ledger, setup, aside)
    elif ledger_path(db).exists():
        with opened(db) as ledger:
            proposed = _proposed(ledger, table, as_json)
            if proposed is None:
                common.say("Nothing was started")
                return DONE
            booked, like = _begin(ledger, proposed, aside)
    else:
        raise _nothing(table)
    _print(booked, as_json, like)
    return DONE


def _begin(ledger: Ledger, setup: Setup, aside: bool) -> tuple[LedgerSession, list[str]]:
    now = clock.when()
    before = {player.name for player in ledger.players()}
    booked = ledger.start(setup, at=now.at, zone=now.zone, aside=aside)
    booking.did(f"session {booked.id} was started")
    return booked, booking.newcomers(ledger, before, booked.state.seats)


def _print(booked: LedgerSession, as_json: bool, like: Sequence[str] = ()) -> None:
    from ofc_score.reports.status import argued_points, date_ahead_lines, status_lines

    argued = argued_points(booked.state)
    if as_json:
        from ofc_score.reports.json import status_document

        common.say_json(status_document(booked, agreed=argued))
        return
    head_line, _, *rest, coming = status_lines(booked)
    ahead = date_ahead_lines(booked.date, clock.now().date())
    common.say_lines([head_line, *ahead, "Agreed:", *(f"  {line}" for line in argued), *rest, *like, coming])


def _setup(table: Table, rules: Ruleset | None) -> Setup:
    """The table as typed; ``rules`` are those of last time where none are named. Raises every fault at once."""
    faults: list[Fault] = []
    seats = _players(table, faults)
    point = _point(table.point, faults)
    button = _button(table.button, seats, faults)
    faults += [*names.text_faults(table.name, "--name"), *date_faults(table.date, "--date")]
    bank = next((name for name in seats if names.key(name) == names.key(table.bank)), table.bank)
    if bank and bank not in seats:
        faults += names.check(bank, "--bank")
    if table.paid and not (bank and point):
        faults.append(Fault("paid", "cash needs a bank and a point value", "--paid", "add --bank NAME and --point"))
    if faults:
        raise SheetError.of(faults, what="the table")
    if rules is None:
        from ofc_score.rules.load import load_ruleset

        rules = load_ruleset(table.rules)
    setup = Setup(rules, seats, button, table.name, table.date, point, bank or None, table.paid)
    refused = setup_faults(setup)
    if refused:  # before a ledger is created for it
        raise NotAllowed.of(refused, what="the start")
    return setup


def _players(table: Table, faults: list[Fault]) -> dict[str, int | None]:
    everybody = _points(table.buy_in, "--buy-in", faults) if table.buy_in else None
    seats: dict[str, int | None] = {}
    typed = [part for part in table.players.split(",") if part.strip()]
    listed = []
    for part in typed:
        try:
            name, points = names.split_seat(part, where="--players")
            if points is not None and re.search(r"=\s*[0-9]+\s", name):
                hint = "put commas between players: Ann=100,Bob=100"
                raise SheetError.of(
                    [Fault("no-commas", f"'{names.shown(part)}' is one player", "--players", hint)], what="--players"
                )
        except OfcError as error:
            faults += error.faults
            continue
        listed.append(name)
        seats.setdefault(name, everybody if points is None else _points(points, names.shown(name), faults))
    faults += names.check_all(listed, "--players")
    if not typed:
        faults.append(Fault("nobody", "nobody at the table", "--players", '"Ann,Bob,Cy"'))
    return seats


def _points(typed: str, where: str, faults: list[Fault]) -> int | None:
    try:
        return parse_points(typed, where=where, least=1)
    except OfcError as error:
        faults += error.faults
        return None


def _point(typed: str, faults: list[Fault]) -> PointValue | None:
    try:
        return parse_point_value(typed, where="--point") if typed else None
    except OfcError as error:
        faults += error.faults
        return None


def _button(typed: str, seats: Collection[str], faults: list[Fault]) -> str:
    if not typed:
        return list(seats)[-1] if seats else ""
    try:
        return names.find(typed, seats, where="--button")
    except OfcError as error:
        faults += error.faults
        return ""


# Last time's table


def _can_ask(as_json: bool) -> bool:
    return False if as_json else sys.stdin.isatty() and sys.stdout.isatty()


def _proposed(ledger: Ledger, table: Table, as_json: bool) -> Setup | None:
    """Last time's table with what was typed now, once somebody at a terminal has agreed; None if they did not."""
    last = ledger.latest()
    if last is None:
        raise _nothing(table)
    booked = ledger.session(last)
    proposal = _like(booked, table)
    command = _command(proposal)
    if not _can_ask(as_json):
        raise UsageError("a table needs a game and players", hint=f"as last time: {command}")
    rules = None if table.rules else booked.state.rules
    setup = _setup(proposal, rules)
    common.say(f"As last time: {command}")
    return setup if typer.confirm("Start?", default=True) else None


def _nothing(table: Table) -> UsageError:
    needed = {"--rules": table.rules, "--players": table.players}
    missing = " and ".join(option for option, value in needed.items() if not value)
    example = 'ofc-score start --rules progressive --players "Ann,Bob,Cy" --buy-in 100 --point "0.25 EUR"'
    return UsageError(f"no {missing} given", hint=f"as in {example}")


def _like(booked: LedgerSession, table: Table) -> Table:
    """The table of a session, changed by what was typed now."""
    setup, state = booked.session.setup, booked.state
    bought = {event.name: event.points for event in booked.session.events if isinstance(event, Join)}
    usual = next((points for points in setup.players.values() if points), None)
    everybody = [*dict.fromkeys((*state.seats, *setup.players, *state.taken))]
    # Whoever left early may be back tonight, if the game has room for all.
    coming = everybody if not table_size_faults(state.rules, len(everybody)) else state.seats or list(setup.players)
    seats = [
        name if setup.on_paper else f"{name}={setup.players.get(name) or bought.get(name) or usual}" for name in coming
    ]
    return Table(
        rules=table.rules or state.rules.name,
        players=table.players or ",".join(seats),
        buy_in=table.buy_in,
        point=table.point or (str(setup.point) if setup.point else ""),
        button=table.button,
        name=table.name,
        date=table.date,
        bank=table.bank or setup.bank or "",
        paid=table.paid or setup.paid,
    )


def _command(table: Table) -> str:
    """The command that starts this table, to be typed."""
    options = {"--rules": table.rules, "--players": table.players, "--buy-in": table.buy_in, "--point": table.point,
            "--button": table.button, "--name": table.name, "--date": table.date, "--bank": table.bank}  # fmt: skip
    words = [f"{option} {shlex.quote(value)}" for option, value in options.items() if value]
    return " ".join(["ofc-score start", *words, *(["--paid"] if table.paid else [])])


# The end


def close(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """Close the session: chips to count, balances, payouts, a message to send.

    \b
    Example:
      ofc-score close
    """
    where = Where(db, session, as_json)
    with live_session(where) as evening:
        refuse_aside(evening, where)
        before = evening.state
        evening.book(Close())
        _print_end(evening, before, as_json)
    return DONE


def _print_end(evening: LiveSession, before: State, as_json: bool) -> None:
    from ofc_score.cli.report import money_of
    from ofc_score.reports.message import message_text

    booked, state = evening.booked, evening.state
    accounts, found, followed = money_of(evening)
    message = message_text(booked, accounts, found)
    if as_json:
        from ofc_score.reports.json import accounts_list, payouts_dict, status_document

        money = {"accounts": accounts_list(accounts), "forfeited": dict(state.forfeited), **payouts_dict(found, state)}
        common.say_json(status_document(booked, **money, message=message))
        return
    from ofc_score.reports.money import balance_lines, chip_lines, payout_lines
    from ofc_score.reports.status import dropped_lines, forfeited_lines, head_line, next_line

    lines = [head_line(booked), *forfeited_lines(state), *dropped_lines(state, before)]
    lines += [*chip_lines(state), "", *balance_lines(accounts, common.width()), ""]
    lines += [*payout_lines(found, followed=followed), next_line(state), "", "To send to everybody:", ""]
    common.say_lines(lines)
    # To be copied, so not broken at the width of this terminal.
    common.say(message)


def resume(
    number: Annotated[str, typer.Argument(metavar="ID", help="The session, as sessions lists it.")],
    aside: AsideOption = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Resume a session that was set aside.

    \b
    Example:
      ofc-score resume 3
    """
    from ofc_score.entry.reading import whole

    wanted = whole(number, "session")
    with opened(db) as ledger:
        booked = ledger.resume(wanted, at=clock.now(), aside=aside)
        booking.did(f"session {booked.id} was resumed")
    if as_json:
        from ofc_score.reports.json import status_document

        common.say_json(status_document(booked))
    else:
        from ofc_score.reports.status import status_lines

        common.say_lines(status_lines(booked))
    return DONE
