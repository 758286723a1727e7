"""A session as it stands in the file, read in one go: its rows for whoever checks them, and the session they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import DatabaseError, Fault, OfcError
from ofc_score.evening.results import Entry, LedgerSession
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.ledger import people, rows
from ofc_score.ledger.records import FINGERPRINT, Stamp
from ofc_score.rules.ruleset import Ruleset


class Stored(NamedTuple):
    """The rows of one session as they stand in the file, not looked into yet: what it says of itself, who was there,
    and of every entry (entry, request id, time, offset, kind, payload, checksum)."""

    number: int
    row: SessionRow
    roster: people.Roster
    entries: list[tuple[int, str, str, str, str, str, str]]

    @property
    def payloads(self) -> list[str]:
        """What was typed, as JSON text."""
        return [row[5] for row in self.entries]


class SessionRow(NamedTuple):
    """The row of a session in the list of all; the columns in order."""

    uid: str
    name: str
    date: str
    zone: str
    started: str
    utc_offset: str
    ruleset: str
    point_minor: int | None
    currency: str | None
    setup: str
    opening: str
    status: str
    checksum: str
    content: str


def stored(db: Database, number: int) -> Stored:
    """The rows of a session. Raises ``NotAllowed`` when there is none."""
    row = db.execute(f"SELECT {', '.join(SessionRow._fields)} FROM sessions WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise rows.no_session(number)
    sql = "SELECT entry, uid, at, utc_offset, kind, payload, checksum FROM events WHERE session = ? ORDER BY entry"
    return Stored(number, SessionRow(*row), people.Roster(db, number), db.execute(sql, (number,)).fetchall())


def load(db: Database, rules: Mapping[str, Ruleset], number: int) -> LedgerSession:
    """A session from its own rows. Raises ``NotAllowed`` when there is none, ``DatabaseError`` when it is damaged."""
    return settled(stored(db, number), rules, people.everybody(db))


def settled(session: Stored, rules: Mapping[str, Ruleset], known: Iterable[str]) -> LedgerSession:
    """The session that the rows make, among the ``known`` people. Raises ``DatabaseError`` when it is damaged."""
    number, row, shown = session.number, session.row, session.roster.name_of
    try:
        setup = event_json.read_setup(event_json.from_text(row.setup), rules, shown)
        read = event_json.event_reader(rules, shown)
        entries = tuple([
            Entry(entry, Stamp(at, offset).local, kind, read(event_json.from_text(text)))
            for entry, _, at, offset, kind, text, _ in session.entries
        ])  # fmt: skip
        evening = Session(setup, [entry.event for entry in entries], known)
    # A damaged file can hold a number where a text should be, and entries that no fold was made for.
    except (OfcError, ValueError, LookupError, AssertionError, StopIteration, TypeError, AttributeError) as error:
        raise DatabaseError(f"session {number} cannot be read: {error}", hint="audit names what is wrong") from error
    fingerprint = row.checksum[:FINGERPRINT]
    return LedgerSession(number, row.uid, row.name, row.date, row.zone, row.status, fingerprint, evening, entries)


def was_dated(session: Stored) -> bool | None:
    """Whether the setup came with its date, or got that of the day it was booked; None: the content mark is wrong."""
    row = session.row
    if reduce(rows.chained, session.payloads, rows.chained(row.setup)) == row.content:
        return True
    undated = {key: value for key, value in event_json.from_text(row.setup).items() if key != "date"}
    start = rows.chained(event_json.to_text(undated))
    return False if reduce(rows.chained, session.payloads, start) == row.content else None


def seat_faults(session: Stored) -> Iterator[Fault]:
    """Everybody who sat is among the people under the name that the entries say, and nobody else is."""
    where = f"session {session.number}"
    setup = event_json.from_text(session.row.setup)
    seated = [*setup["players"], *([setup["bank"]] if setup.get("bank") else [])]
    seated += [event_json.from_text(payload)["name"] for *_, kind, payload, _ in session.entries if kind == "join"]
    labels = session.roster.shown
    for name in dict.fromkeys(seated):
        if name not in labels:
            yield Fault("session", f"{names.shown(name)} is not among its people", where)
    for label in labels:
        quoted = event_json.to_text(label)
        if quoted not in session.row.setup and not any(quoted in text for text in session.payloads):
            yield Fault("session", f"{names.shown(label)} is among its people, yet in no entry", where)
