"""Sessions and events as rows: beginning them, finding them, the chain of checksums."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database

from ofc_score.errors import NotAllowed, OfcError
from ofc_score.evening.events import Setup
from ofc_score.exchange import event_json
from ofc_score.ledger import people
from ofc_score.ledger.records import FINGERPRINT, Listed, Stamp
from ofc_score.rules.ruleset import Ruleset


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
            self._read[fingerprint] = event_json.read_ruleset(fingerprint, event_json.from_text(row[0]))
        return self._read[fingerprint]

    def keep(self, rules: Ruleset) -> str:
        """Store a ruleset if it is new, inside the caller's transaction; returns its fingerprint."""
        fingerprint = rules.fingerprint()
        self.db.execute(
            "INSERT INTO rulesets (fingerprint, name, mapping) SELECT ?, ?, ? "
            "WHERE NOT EXISTS (SELECT 1 FROM rulesets WHERE fingerprint = ?)",
            (fingerprint, rules.name, event_json.to_text(rules.mapping), fingerprint),
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
    text = "".join([f"{len(part)}:{part}" for part in map(str, parts)])
    return hashlib.sha256(text.encode()).hexdigest()


def require(db: Database, number: int) -> None:
    """Raise ``NotAllowed`` unless there is such a session."""
    if one(db, "SELECT id FROM sessions WHERE id = ?", (number,)) is None:
        raise no_session(number)


def no_session(number: int) -> NotAllowed:
    """What is wrong with the number of a session that is not there."""
    return NotAllowed(f"there is no session {number}", hint="sessions lists them")


def insert_session(
    db: Database, setup: Setup, stamp: Stamp, zone: str, status: str, *, uid: str | None = None,
    content_of: Setup | None = None, number: int | None = None, sat: Mapping[str, int] | None = None,
) -> int:  # fmt: skip
    """Add a session and its people; returns its number.

    ``content_of`` is the setup as it was given, for finding the same one twice. ``number`` and ``sat`` (player ids by
    seat) are those of a session that comes from elsewhere.
    """
    fingerprint = FrozenRules(db).keep(setup.rules)
    text = event_json.to_text(event_json.setup_dict(setup))
    event_json.read_setup(event_json.from_text(text), {fingerprint: setup.rules})  # what is stored can be read
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
        everybody = [*setup.players, *([setup.bank] if setup.bank else [])]
        people.Roster(db, number).seat(db, everybody, stamp.utc)
    return number


def content_start(setup: Setup) -> str:
    """The first link of a session's content: the same for the same evening, whenever and wherever it is booked."""
    return chained(event_json.to_text(event_json.setup_dict(setup)))


def opening_checksum(uid: str, name: str, date: str, zone: str, stamp: Stamp, setup: str) -> str:
    """The first link of a session's chain."""
    return chained("session", uid, name, date, zone, *stamp, setup)


def entry_checksum(before: str, entry: int, uid: str, stamp: Stamp, kind: str, payload: str) -> str:
    """The link of an event."""
    return chained(before, entry, uid, *stamp, kind, payload)


def session_by_uid(db: Database, uid: str) -> int | None:
    """The session that a request began."""
    found: int | None = one(db, "SELECT id FROM sessions WHERE uid = ?", (uid,))
    return found


def entry_by_uid(db: Database, uid: str) -> tuple[int, int] | None:
    """(session, entry) that a request booked."""
    row = db.execute("SELECT session, entry FROM events WHERE uid = ?", (uid,)).fetchone()
    return None if row is None else (row[0], row[1])


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
