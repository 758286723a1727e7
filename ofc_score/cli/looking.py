"""Looking at the books: ``status``, ``show``, ``log``, ``sessions``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry.booking import Where, addressed, live_session, opened
from ofc_score.errors import DONE, UsageError

if TYPE_CHECKING:
    from ofc_score.evening.results import LedgerSession

NEWEST = 20


def status(
    chart: Annotated[bool, typer.Option("--chart", help="Stacks over the hands, drawn with letters.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Show where the evening stands: stacks, buy-ins that wait, what is next.

    \b
    Example:
      ofc-score status --chart
    """
    if chart and as_json:
        raise UsageError("--chart and --json cannot be combined", hint="log --json has every entry")
    with live_session(Where(db, session, as_json)) as evening:
        if as_json:
            from ofc_score.reports.json import status_document

            common.say_json(status_document(evening.booked))
        else:
            from ofc_score.reports.status import status_lines

            title, *rest = status_lines(evening.booked)
            common.say_lines([title])
            if chart:
                _say_chart(evening.booked)
            common.say_lines(rest)
    return DONE


def _say_chart(booked: LedgerSession) -> None:
    from ofc_score.reports.chart import stack_lines
    from ofc_score.reports.chart_text import chart_text

    common.say(chart_text(stack_lines(booked.session), common.width()) or "No hands to draw yet")


def show(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The number of a hand; else the last one.")] = "last",
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Show a hand with the whole working.

    \b
    Example:
      ofc-score show 7
    """
    from ofc_score.entry.reading import hand_entry

    hand, where = addressed(hand, Where(db, session, as_json))
    with live_session(where) as evening:
        entry = hand_entry(evening.booked.session, hand)
        record = next(it for it in evening.state.hands if it.entry == entry)
        if as_json:
            from ofc_score.reports.json import hand_document

            common.say_json(hand_document(evening.booked, record))
        else:
            from ofc_score.reports.record_text import hand_whole

            common.say(hand_whole(record, common.width()))
    return DONE


def log(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """List every entry and correction, with its time and number (eN).

    \b
    Example:
      ofc-score log
    """
    from ofc_score.reports.log import log_lines

    with live_session(Where(db, session, as_json)) as evening:
        booked = evening.booked
        lines = log_lines(booked.session)
        if as_json:
            from ofc_score.reports.json import log_document

            common.say_json(log_document(booked, lines))
            return DONE
        from ofc_score.reports.layout import list_lines
        from ofc_score.reports.status import head_line

        rows = [
            (f"e{line.entry}", f"{entry.at:%Y-%m-%d %H:%M}", line.words, line.standing)
            for line, entry in zip(lines, booked.entries, strict=True)
        ]
        printed = list_lines(rows, ("left", "left", "left", "left"), common.width())
        common.say_lines([head_line(booked), *(printed or ["Nothing is booked yet"])])
    return DONE


def sessions(
    everything: Annotated[bool, typer.Option("--all", help=f"All of them, not only the newest {NEWEST}.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """List the sessions, the newest first.

    \b
    Example:
      ofc-score sessions
    """
    with opened(db) as ledger:
        listed = ledger.sessions(None if everything else NEWEST)
    if as_json:
        common.say_json({"format": 1, "sessions": [{**it._asdict(), "players": list(it.players)} for it in listed]})
        return DONE
    from ofc_score.names import shown
    from ofc_score.reports.layout import list_lines

    rows = [
        (str(it.id), it.date, shown(it.name), it.ruleset, ", ".join(map(shown, it.players)),
         "1 hand" if it.hands == 1 else f"{it.hands} hands", "set aside" if it.status == "aside" else it.status)
        for it in listed
    ]  # fmt: skip
    common.say_lines(list_lines(rows, ("right", *["left"] * 6), common.width()) or ["No session yet"])
    return DONE
