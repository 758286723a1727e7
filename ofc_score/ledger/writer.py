"""One session written on, inside a transaction: its entries with their links, its derived rows, its status.

What the file says of the session is read once and kept in step, so that a hand costs few statements and a whole night
few more for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlite_utils import Database

from ofc_score.errors import DatabaseError
from ofc_score.evening.events import Event, Pay, Replace, kind_of, names_in
from ofc_score.evening.results import Entry
from ofc_score.evening.session import Session
from ofc_score.evening.state import State
from ofc_score.exchange import event_json
from ofc_score.ledger import accounts, derived, people, rows
from ofc_score.ledger.records import ASIDE, CLOSED, OPEN, Stamp

_INSERT: Final = (
    "INSERT INTO events (session, entry, uid, at, utc_offset, kind, payload, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


class Writer:
    """``checksum`` is the last link of the session's chain, ``status`` what it has in the list of sessions."""

    def __init__(self, db: Database, rules: rows.FrozenRules, number: int) -> None:
        self.db = db
        self.rules = rules
        self.number = number
        self.roster = people.Roster(db, number)
        sql = "SELECT entries, checksum, content, status FROM sessions WHERE id = ?"
        row: tuple[int, str, str, str] = db.execute(sql, (number,)).fetchone()
        self.entries, self.checksum, self.content, self.status = row
        self._told = row
        self._balances: list[derived.Row] | None = None
        self._read = event_json.event_reader(rules, self.roster.shown.__getitem__)

    def book(self, session: Session, event: Event, stamp: Stamp, uid: str, *, recorded: bool = False) -> Entry:
        """Add the event to the session in memory and to the file; returns the entry. Raises like ``Session.add``."""
        if isinstance(event, Pay | Replace):
            session.before = accounts.from_before(self.db, self.number)
        booked = session.book(self._known(event), recorded=recorded)
        self.append(booked, stamp, uid)
        return Entry(self.entries, stamp.local, kind_of(booked), booked)

    def append(self, event: Event, stamp: Stamp, uid: str) -> None:
        """Append an event, with its new people and rules."""
        for switched in event_json.rules_of(event):
            self.rules.keep(switched)
        data = event_json.event_dict(event, self._seated(stamp))
        if self._read(data) != event:
            what = f"entry e{self.entries + 1} would not read back as it is"
            raise DatabaseError(what, hint="please report this; nothing booked")
        payload = event_json.to_text(data)
        entry, kind = self.entries + 1, data["kind"]
        if entry - self._told[0] > 1:  # of several, the file must know of each before it takes the next
            self.db.conn.execute("UPDATE sessions SET entries = ? WHERE id = ?", (self.entries, self.number))
        self.checksum = rows.entry_checksum(self.checksum, entry, uid, stamp, kind, payload)
        self.content = rows.chained(self.content, payload)
        self.db.conn.execute(_INSERT, (self.number, entry, uid, *stamp, kind, payload, self.checksum))
        self.entries = entry

    def finish(self, before: State | None, after: State) -> None:
        """Bring the derived rows from one state to the next, and what the file says of the session up to date."""
        self._balances = derived.write(self.db, self.number, before, after, self.roster.ids, self._balances)
        if after.closed != (self.status == CLOSED):
            busy = rows.one(self.db, "SELECT id FROM sessions WHERE status = 'open'")
            # Closed by its events, or not any more: then it is the open one again, unless another is.
            self.status = CLOSED if after.closed else OPEN if busy is None else ASIDE
        self.close()

    def close(self) -> None:
        """What the file says of the session is what is known here."""
        row = (self.entries, self.checksum, self.content, self.status)
        if row == self._told:
            return
        # The status is written only where it changes, for it stands in an index.
        columns = ("entries", "checksum", "content", "status")[: 4 if self.status != self._told[3] else 3]
        sql = f"UPDATE sessions SET {', '.join(f'{column} = ?' for column in columns)} WHERE id = ?"
        self.db.execute(sql, (*row[: len(columns)], self.number))
        self._told = row

    def _known(self, event: Event) -> Event:
        """The event with the known spelling of people who are new in the session but known to the ledger."""
        new = [name for name in names_in(event) if name not in self.roster.seats]
        known = {name: spelled for name in new if (spelled := people.canonical(self.db, name)) != name}
        if not known:
            return event
        return event_json.renamed(event, lambda name: known.get(name, name))

    def _seated(self, stamp: Stamp) -> Callable[[str], str]:
        """The name under which somebody sat; who is new among the people of the session sits under the name now."""

        def label(name: str) -> str:
            if name not in self.roster.seats:
                self.roster.seat(self.db, [name], stamp.utc)
            return self.roster.seats[name]

        return label
