"""Which session is which: the same evening is known again, whatever way it went in before and comes in now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from sqlite_utils import Database

from ofc_score import names
from ofc_score.boards.board import CARDS
from ofc_score.errors import NotAllowed
from ofc_score.evening.corrections import standing
from ofc_score.evening.events import Hand, without_facts
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.ledger import stored
from ofc_score.rules.ruleset import Ruleset


def happened(session: Session) -> str:
    """What happened in a session, as text that is the same for the same evening.

    Rule: what was undone, the name of the session, its day and the facts that booking fills in do not count; names
    count as the order in which they appear, unless no hand has cards: then two evenings are easily alike.
    """
    events = [without_facts(event) for event in standing(session.events)]
    cards = any(
        board.kind == CARDS for event in events if isinstance(event, Hand) for board in event.boards.values()
    )  # fmt: skip
    order: dict[str, str] = {}

    def place(name: str) -> str:
        key = names.key(name)
        return order.setdefault(key, str(len(order))) if cards else key

    setup = event_json.setup_dict(replace(session.setup, name="", date=""), place)
    return json.dumps([setup, *(event_json.event_dict(event, place) for event in events)], sort_keys=True)


def refuse_known(db: Database, rules: Mapping[str, Ruleset], number: int, session: Session, *, dated: bool) -> None:
    """Raise ``NotAllowed`` where the session that was just written as ``number`` is another one of the ledger; of two
    that are both ``dated`` the day must be the same."""
    text = happened(session)
    for other in _came_out_alike(db, number):
        rows = stored.stored(db, other)
        known = stored.settled(rows, rules, ())
        same_day = known.date == session.setup.date or not (dated and stored.was_dated(rows))
        if same_day and happened(known.session) == text:
            raise known_already(other, known.date)


class KnownAlready(NotAllowed):
    """A session that comes in is in the ledger already."""


def known_already(number: int, date: str) -> KnownAlready:
    """The error for a session that comes in twice."""
    what = f"this is in the ledger already: session {number}" + (f" of {date}" if date else "")
    return KnownAlready(what, hint="nothing was booked; --again takes it as another session")


def _came_out_alike(db: Database, number: int) -> list[int]:
    """Other sessions with as many hands in which the same numbers of points were won and lost."""
    hands = "(SELECT count(*) FROM hands WHERE session = {})"
    points = (
        "(SELECT group_concat(points) FROM (SELECT points FROM balances WHERE session = {} AND points <> 0 "
        "ORDER BY points))"
    )
    sql = (
        f"SELECT other.id FROM sessions AS other WHERE other.id <> ?1 AND {hands.format('other.id')} = "
        f"{hands.format('?1')} AND {points.format('other.id')} IS {points.format('?1')} ORDER BY other.id"
    )
    return [row[0] for row in db.execute(sql, [number]).fetchall()]
