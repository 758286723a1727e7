"""Sessions and events as rows: reading them back into a session, adding them, the chain of checksums."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database

from ofc_score import eventjson
from ofc_score.errors import DatabaseError, NotAllowed, OfcError
from ofc_score.events import Event, Setup
from ofc_score.ledger import people
from ofc_score.ledger.records import ASIDE, CLOSED, FINGERPRINT, OPEN, Booked, Entry, Listed, Stamp
from ofc_score.ruleset import Ruleset
from ofc_score.session import Session


class FrozenRules(Mapping[str, Ruleset]):
    """The rulesets of a file by fingerprint, read when asked for and checked against it."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._read: dict[str, Ruleset] = {}

    def __getitem__(self, fingerprint: str) -> Ruleset:
        if fingerprint not in self._read:
            row = self.db.execute("SELECT mapping FROM rulesets WHERE fingerprint = ?", (fingerprint,)).fetchone()
            if row is None:
                raise KeyError(fingerprint)
            self._read[fingerprint] = eventjson.read_ruleset(fingerprint, eventjson.from_text(row[0]))
        return self._read[fingerprint]

    def keep(self, rules: Ruleset) -> str:
        """Store a ruleset if it is new, inside the caller's transaction; returns its fingerprint."""
        fingerprint = rules.fingerprint()
        self.db.execute(
            "INSERT INTO rulesets (fingerprint, name, mapping) SELECT ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM rulesets WHERE fingerprint = ?)",
            (fingerprint, rules.name, eventjson.to_text(rules.mapping), fingerprint),
        )
        return fingerprint

    def forget(self) -> None:
        """Read everything anew."""
        self._read.clear()

    def __iter__(self) -> Iterator[str]:
        return iter([row[0] for row in self.db.execute("SELECT fingerprint FROM rulesets").fetchall()])

    def __len__(self) -> int:
        return int(self.db.execute("SELECT count(*) FROM rulesets").fetchone()[0])


def one(db: Database, sql: str, parameters: tuple[object, ...] = ()) -> Any:
    """The first column of the first row, None without one."""
    row = db.execute(sql, parameters).fetchone()
    return None if row is None else row[0]


def chained(*parts: object) -> str:
    """The checksum over some texts and numbers, the one before among them; with their lengths, so that no part can
    pass for the end of another."""
    texts = [str(part) for part in parts]
    return hashlib.sha256("".join([f"{len(text)}:{text}" for text in texts]).encode()).hexdigest()


def require(db: Database, number: int) -> None:
    """Raise ``NotAllowed`` unless there is such a session."""
    if one(db, "SELECT id FROM sessions WHERE id = ?", (number,)) is None:
        raise NotAllowed(f"there is no session {number}", hint="sessions lists them")


def head(db: Database, number: int, session: Session) -> Booked:
    """What the file says of a session, around the session in memory; the entries are left to the caller."""
    row = db.execute("SELECT uid, name, date, zone, status, checksum FROM sessions WHERE id = ?", (number,)).fetchone()
    uid, name, date, zone, status, checksum = row
    return Booked(number, uid, name, date, zone, status, checksum[:FINGERPRINT], session, ())


def load(db: Database, rules: Mapping[str, Ruleset], number: int) -> Booked:
    """A session from its own rows. Raises ``NotAllowed`` when there is none, ``DatabaseError`` when it is damaged."""
    require(db, number)
    seats = people.seats_of(db, number)

    def shown(seat: str) -> str:
        return seats.get(seat, seat)

    try:
        setup = eventjson.read_setup(eventjson.from_text(setup_text(db, number)), rules, shown)
        sql = "SELECT entry, at, utc_offset, kind, payload FROM events WHERE session = ? ORDER BY entry"
        read = eventjson.event_reader(rules, shown)
        entries = tuple(
            Entry(entry, Stamp(at, offset).local, kind, read(eventjson.from_text(text)))
            for entry, at, offset, kind, text in db.execute(sql, (number,)).fetchall()
        )
        session = Session(setup, [entry.event for entry in entries], people.everybody(db))
    # A damaged file can hold a number where a text should be, and entries that no fold was made for.
    except (OfcError, ValueError, LookupError, AssertionError, StopIteration, TypeError, AttributeError) as error:
        raise DatabaseError(f"session {number} cannot be read: {error}", hint="audit names what is wrong") from error
    return head(db, number, session)._replace(entries=entries)


def setup_text(db: Database, number: int) -> str:
    """How a session started, as JSON text."""
    return str(one(db, "SELECT setup FROM sessions WHERE id = ?", (number,)))


def insert_session(
    db: Database, setup: Setup, stamp: Stamp, zone: str, status: str, *, uid: str | None = None,
    content_of: Setup | None = None, number: int | None = None, sat: Mapping[str, int] | None = None,
) -> int:  # fmt: skip
    """Add a session and its people; returns its number.

    ``content_of`` is the setup as it was given, for finding the same one twice. ``number`` and ``sat`` (player ids by
    seat) are those of a session that comes from elsewhere.
    """
    fingerprint = FrozenRules(db).keep(setup.rules)
    text = eventjson.to_text(eventjson.setup_dict(setup))
    eventjson.read_setup(eventjson.from_text(text), {fingerprint: setup.rules})  # what is stored can be read
    uid = uid or secrets.token_hex(8)
    point = setup.point
    opening = opening_checksum(uid, setup.name, setup.date, zone, stamp, text)
    values = (
        number, uid, setup.name, setup.date, zone, *stamp, fingerprint, point and point.minor,
        point and point.currency, text, opening, status, opening, content_start(content_of or setup),
    )  # fmt: skip
    cursor = db.execute(
        "INSERT INTO sessions (id, uid, name, date, zone, started, utc_offset, ruleset, point_minor, currency, setup, "
        f"opening, status, checksum, content) VALUES ({', '.join('?' * len(values))})",
        values,
    )
    number = int(cursor.lastrowid or 0)
    for seat, player in (sat or {}).items():
        db.execute("INSERT INTO session_players (session, seat, player) VALUES (?, ?, ?)", (number, seat, player))
    if sat is None:
        people.seat(db, number, [*setup.players, *([setup.bank] if setup.bank else [])], stamp.utc)
    return number


def content_start(setup: Setup) -> str:
    """The first link of a session's content: the same for the same evening, whenever and wherever it is booked."""
    return chained(eventjson.to_text(eventjson.setup_dict(setup)))


def content_of(db: Database, number: int, start: str) -> str:
    """The content mark of a session whose first link is ``start``."""
    for (payload,) in db.execute("SELECT payload FROM events WHERE session = ? ORDER BY entry", (number,)).fetchall():
        start = chained(start, payload)
    return start


def was_dated(db: Database, number: int) -> bool | None:
    """Whether the setup came with its date, or got that of the day it was booked; None: the content mark is wrong."""
    text, content = db.execute("SELECT setup, content FROM sessions WHERE id = ?", (number,)).fetchone()
    undated = {key: value for key, value in eventjson.from_text(text).items() if key != "date"}
    if content_of(db, number, chained(text)) == content:
        return True
    return False if content_of(db, number, chained(eventjson.to_text(undated))) == content else None


def opening_checksum(uid: str, name: str, date: str, zone: str, stamp: Stamp, setup: str) -> str:
    """The first link of a session's chain."""
    return chained("session", uid, name, date, zone, *stamp, setup)


def entry_checksum(before: str, entry: int, uid: str, stamp: Stamp, kind: str, payload: str) -> str:
    """The link of an event."""
    return chained(before, entry, uid, *stamp, kind, payload)


def insert_event(
    db: Database, rules: FrozenRules, number: int, entry: int, event: Event, stamp: Stamp, uid: str
) -> None:
    """Append an event, with its new people and rules, and move the session's checksums on."""
    seats = {name: seat for seat, name in people.seats_of(db, number).items()}

    def seated(name: str) -> str:
        if name not in seats:
            seats.update(people.seat(db, number, [name], stamp.utc))
        return seats[name]

    for switched in eventjson.rules_of(event):
        rules.keep(switched)
    data = eventjson.event_dict(event, seated)
    payload = eventjson.to_text(data)
    shown = {seat: name for name, seat in seats.items()}
    if eventjson.read_event(eventjson.from_text(payload), rules, lambda seat: shown[seat]) != event:
        raise DatabaseError(f"entry e{entry} would not read back as it is", hint="please report this; nothing booked")
    before, content = db.execute("SELECT checksum, content FROM sessions WHERE id = ?", (number,)).fetchone()
    checksum = entry_checksum(before, entry, uid, stamp, data["kind"], payload)
    db.execute(
        "INSERT INTO events (session, entry, uid, at, utc_offset, kind, payload, checksum) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (number, entry, uid, *stamp, data["kind"], payload, checksum),
    )
    db.execute(
        "UPDATE sessions SET entries = ?, checksum = ?, content = ? WHERE id = ?",
        (entry, checksum, chained(content, payload), number),
    )


def with_known_names(db: Database, number: int, event: Event) -> Event:
    """The event with the known spelling of people who are new in the session but known to the ledger."""
    here = people.seats_of(db, number).values()
    changed: dict[str, str] = {}

    def known(name: str) -> str:
        if name not in here:
            changed[name] = people.canonical(db, name)
        return changed.get(name, name)

    eventjson.event_dict(event, known)
    return eventjson.renamed(event, known) if any(old != new for old, new in changed.items()) else event


def follow_status(db: Database, number: int, *, closed: bool) -> None:
    """Closed by its events, or not any more: then it is the open one again, unless another is."""
    status = one(db, "SELECT status FROM sessions WHERE id = ?", (number,))
    if closed == (status == CLOSED):
        return
    busy = one(db, "SELECT id FROM sessions WHERE status = 'open'")
    new = CLOSED if closed else OPEN if busy is None else ASIDE
    db.execute("UPDATE sessions SET status = ? WHERE id = ?", (new, number))


def session_by_uid(db: Database, uid: str) -> int | None:
    """The session that a request began."""
    found: int | None = one(db, "SELECT id FROM sessions WHERE uid = ?", (uid,))
    return found


def entry_by_uid(db: Database, uid: str) -> tuple[int, int] | None:
    """(session, entry) that a request booked."""
    row = db.execute("SELECT session, entry FROM events WHERE uid = ?", (uid,)).fetchone()
    return None if row is None else (row[0], row[1])


def refuse_twice(db: Database, number: int) -> None:
    """Raise ``NotAllowed`` when another session has the same content."""
    sql = "SELECT id, date FROM sessions WHERE id <> ? AND content = (SELECT content FROM sessions WHERE id = ?)"
    row = db.execute(sql, (number, number)).fetchone()
    if row is not None:
        raise NotAllowed(f"this is in the ledger already: session {row[0]} of {row[1]}", hint="nothing was booked")


@contextmanager
def at_entry(number: int) -> Iterator[None]:
    """Put the place in front of an error of one event among many."""
    try:
        yield
    except OfcError as error:
        error.message = f"entry e{number}: {error.message}"
        error.args = (error.message,)
        raise


def listed(db: Database, limit: int | None) -> list[Listed]:
    """The sessions, the newest first."""
    found = db.execute(
        "SELECT sessions.id, sessions.name, date, status, rulesets.name, entries, checksum, "
        "(SELECT count(*) FROM hands WHERE session = sessions.id AND NOT voided) FROM sessions "
        "JOIN rulesets ON rulesets.fingerprint = sessions.ruleset ORDER BY sessions.id DESC LIMIT ?",
        (-1 if limit is None else limit,),
    ).fetchall()
    return [
        Listed(
            number,
            name,
            date,
            status,
            ruleset,
            tuple(people.present_in(db, number)),
            hands,
            entries,
            checksum[:FINGERPRINT],
        )
        for number, name, date, status, ruleset, entries, checksum, hands in found
    ]
