"""The ledger: a file of sessions, open for commands. Everything acknowledged is on the disk; a refusal leaves no trace.

with open_ledger(path, create=True) as ledger:
    booked = ledger.start(setup, at=now)
    booked = ledger.book(booked.id, Hand(boards), at=now)
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlite_utils import Database

from ofc_score.errors import NotAllowed
from ofc_score.evening.events import Event, Hand, Owe, Pay, Setup, names_in
from ofc_score.evening.results import Account, Entry, LedgerSession
from ofc_score.evening.session import Session
from ofc_score.ledger import accounts, connection, derived, files, identity, people, rows, schema, stored
from ofc_score.ledger.people import Player
from ofc_score.ledger.records import ASIDE, CLOSED, FINGERPRINT, OPEN, Listed, Stamp
from ofc_score.ledger.writer import Writer

if TYPE_CHECKING:
    pass

Level = Literal["quick", "default", "deep"]


def _nothing() -> None:
    """The step of a work that nobody watches."""


def open_ledger(
    path: str | PathLike[str], *, create: bool = False, timeout: float = connection.TIMEOUT, stays: bool = False
) -> Ledger:
    """Open the ledger file, with ``create`` also a new one (private to its owner). Use it with ``with``.

    ``timeout`` seconds is how long a write waits for another program; ``stays`` says that it will be written to for a
    whole evening, which makes every write quicker. Raises ``DatabaseError``: missing, foreign,
    damaged, newer, busy; the file is then unchanged.
    """
    file = Path(path)
    return Ledger(file, files.open_file(file, create=create, timeout=timeout, stays=stays), stays=stays)


class _Read(NamedTuple):
    """A session as it was read or booked last, SQLite's mark of what other programs had written by then, and what goes
    on writing it, if anything was booked. Its evening is another copy than the one that was handed out: made as soon
    as there is time, so that the next entry need not wait for it."""

    version: int | None
    booked: LedgerSession
    writer: Writer | None = None

    @classmethod
    def of(cls, version: int | None, booked: LedgerSession, writer: Writer | None = None) -> _Read:
        """What must be kept of a session that is handed out."""
        return cls(version, booked._replace(session=booked.session.copy()), writer)


class Ledger:
    """An open ledger file. Every method raises ``DatabaseError`` where the file cannot be read or written."""

    def __init__(self, path: Path, db: Database, *, stays: bool = False) -> None:
        self.path = path
        self.db = db
        self.dry_run = False
        """Whether what is written is taken back at the end of each write."""
        self._opened = path.stat() if stays else None
        self.rules = rows.FrozenRules(db)
        self._newest: _Read | None = None
        # SQLite's mark of what other programs had written when this one wrote last.
        self._version: int | None = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        connection.closed(self.db, self.path, self._opened)

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """The one way to write: a transaction that holds the lock from its start, and all of it or nothing."""
        self._newest = None
        with connection.translated(self.path):
            self.db.conn.execute("BEGIN IMMEDIATE")
            try:
                self._refuse_newer()
                yield self.db
                self.db.conn.execute("ROLLBACK" if self.dry_run else "COMMIT")
            except BaseException:
                self.db.rollback()
                raise

    def _refuse_newer(self) -> None:
        """Another program may have brought the file up to date since it was looked at."""
        version = schema.pragma(self.db, "data_version")
        if version != self._version:
            marks = schema.pragma(self.db, "application_id"), schema.pragma(self.db, "user_version")
            schema.refuse_foreign(self.path, *marks, len(schema.STEPS))
            self._version = version

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """One consistent view of the file for several queries."""
        with connection.translated(self.path):
            self.db.execute("BEGIN")
            try:
                yield self.db
            finally:
                self.db.rollback()

    # Sessions

    def start(
        self, setup: Setup, *, at: datetime, zone: str = "", request: str | None = None, aside: bool = False
    ) -> LedgerSession:
        """Begin a session. ``at`` is now, with its offset; a setup without a date gets the local date of ``at``.

        Known players come back under their known names. The same ``request`` again returns the session it began.
        Raises ``NotAllowed``: no playable table, or another session is open; with ``aside`` that one is set aside.
        """
        stamp = Stamp.of(at)
        with self.writing() as db:
            known = rows.session_by_uid(db, request) if request else None
            if known is not None:
                return self._load(known)._replace(repeated=True)
            self.set_aside(aside)
            setup = self._known(setup)
            session = Session(setup if setup.date else replace(setup, date=stamp.local_date))
            booked_id = rows.insert_session(db, session.setup, stamp, zone, OPEN, uid=request)
            derived.write(db, booked_id, None, session.state, people.Roster(db, booked_id).ids)
            return self._load(booked_id)

    def current(self) -> int | None:
        """The open session, on which commands act."""
        with connection.translated(self.path):
            found: int | None = rows.one(self.db, "SELECT id FROM sessions WHERE status = 'open'")
            return found

    def latest(self) -> int | None:
        """The session that was started last."""
        with connection.translated(self.path):
            found: int | None = rows.one(self.db, "SELECT max(id) FROM sessions")
            return found

    def session(self, number: int) -> LedgerSession:
        """A session with its state, from its own events and frozen rules alone. Raises ``NotAllowed``: no such."""
        with self.reading():
            return self._remembered(self._load(number))

    def book(
        self, session: int, event: Event, *, at: datetime, request: str | None = None, seen: str | None = None
    ) -> LedgerSession:
        """Book an event with its facts as played; when this returns it is on the disk.

        Names are those of now. Raises ``CardError``, ``NotAllowed`` or ``SheetError`` with every reason; then nothing
        is stored. The same ``request`` again books nothing and returns the session as it is, ``repeated``. With the
        fingerprint of the session as it was ``seen`` last, nothing is booked when it has changed since.
        """
        stamp, newest = Stamp.of(at), self._newest
        with self.writing() as db:
            same = self._same(newest, session)
            booked = self._load(session) if same is None else same.booked
            if request is not None and (earlier := rows.entry_by_uid(db, request)) is not None:
                return _repeated(booked, event, *earlier)
            if seen is not None:
                _refuse_changed(booked, seen)
            before = booked.state
            writer = (same and same.writer) or Writer(db, self.rules, session)
            entry = writer.book(booked.session, event, stamp, request or secrets.token_hex(8))
            writer.finish(before, booked.state)
            booked = _written(booked, writer, (*booked.entries, entry))
        self._newest = _Read.of(self._version, booked, writer)
        return booked

    def book_all(self, session: int, events: Sequence[Event], *, at: datetime, seen: str) -> LedgerSession:
        """Book several events, all or none of them. Raises like ``book``."""
        stamp = Stamp.of(at)
        with self.writing() as db:
            booked = self._load(session)
            _refuse_changed(booked, seen)
            before, writer = booked.state, Writer(db, self.rules, session)
            entries = [writer.book(booked.session, event, stamp, secrets.token_hex(8)) for event in events]
            writer.finish(before, booked.state)
            return _written(booked, writer, (*booked.entries, *entries))

    def resume(self, session: int, *, at: datetime, aside: bool = False) -> LedgerSession:
        """Make a session that was set aside the open one. Raises ``NotAllowed``: closed, or another one is open; with
        ``aside`` that one is set aside."""
        Stamp.of(at)
        with self.writing() as db:
            booked = self._load(session)
            if booked.status == OPEN:
                return booked
            if booked.status == CLOSED:
                raise NotAllowed(f"session {session} is closed", hint="undo reopens it, or start a new one")
            self.set_aside(aside)
            db.execute("UPDATE sessions SET status = ? WHERE id = ?", (OPEN, session))
            return booked._replace(status=OPEN)

    def count(self) -> int:
        """How many sessions there are."""
        with connection.translated(self.path):
            return int(rows.one(self.db, "SELECT count(*) FROM sessions"))

    def sessions(self, limit: int | None = None) -> list[Listed]:
        """The sessions, the newest first, at most ``limit``."""
        with self.reading() as db:
            return rows.listed(db, limit)

    # People

    def players(self) -> list[Player]:
        """Everybody who ever sat down, by name."""
        with self.reading() as db:
            return people.listed(db)

    def player(self, typed: str) -> Player:
        """The player whom somebody typed, by name or earlier name. Raises ``SheetError``: nobody, or several."""
        with self.reading() as db:
            return people.meant(db, typed)

    def rename(self, old: str, new: str, *, alias: bool = True) -> Player:
        """Show a player under another name, in old sessions too; with ``alias`` the old name still finds them.

        Raises ``SheetError`` for an unknown player or impossible name, ``NotAllowed`` when the name is another's.
        """
        with self.writing() as db:
            return people.rename(db, people.meant(db, old), new, alias=alias)

    def merge(self, gone: str, kept: str) -> Player:
        """One person was entered as two: make them one. Raises ``NotAllowed`` when both sat in one session."""
        with self.writing() as db:
            return people.merge(db, people.meant(db, gone), people.meant(db, kept))

    def balances(self, session: int | None = None, *, today: bool = False) -> list[Account]:
        """Who stands how, per unit (a currency, or points): in this session, in those before it, and in sum; with
        ``today`` in all other sessions, later ones too."""
        with self.reading() as db:
            if session is not None:
                rows.require(db, session)
            return accounts.balances(db, session, today=today)

    # In and out, and safety

    def import_session(
        self,
        setup: Setup,
        events: Iterable[Event],
        *,
        at: datetime,
        zone: str = "",
        times: Sequence[datetime] | None = None,
        keep_open: bool = False,
        recorded: bool = False,
        again: bool = False,
    ) -> LedgerSession:
        """Book a whole session, or nothing of it. ``times`` are those of the events, else all happen ``at``. With
        ``recorded`` the events are those of a ledger, and keep the facts that they have or lack.

        It comes to stand aside, unless it was closed, or is to be the open one (``keep_open``). Raises like ``book``
        and ``start``, the place in front (``e5``), and ``NotAllowed`` for a session that is here
        already, unless ``again``.
        """
        stamp = Stamp.of(at)
        with self.writing() as db:
            if keep_open:
                self.set_aside(False, "import without --open")
            setup = self._known(setup)
            dated = setup if setup.date else replace(setup, date=stamp.local_date)
            listed = list(events)
            # Who owes from before may be new here.
            debts = [name for event in listed if isinstance(event, Owe | Pay) for name in names_in(event)]
            session = Session(dated, known=[*people.everybody(db), *debts])
            stamps = [stamp] * len(listed) if times is None else [Stamp.of(time) for time in times]
            status, uid = OPEN if keep_open else ASIDE, secrets.token_hex(8)
            number = rows.insert_session(db, dated, stamp, zone, status, uid=uid, content_of=setup)
            writer = Writer(db, self.rules, number)
            entries: list[Entry] = []
            for event, time in zip(listed, stamps, strict=True):
                with rows.at_entry(len(entries) + 1):
                    # What a payment settles from before is found in this ledger, not in the sheet alone.
                    typed = (
                        replace(event, old=None) if isinstance(event, Pay) and not (recorded or event.old) else event
                    )
                    entries.append(writer.book(session, typed, time, secrets.token_hex(8), recorded=recorded))
            writer.finish(None, session.state)
            if not again:
                identity.refuse_known(db, self.rules, number, session, dated=bool(setup.date))
            booked = LedgerSession(number, uid, dated.name, dated.date, zone, status, "", session, ())
            return _written(booked, writer, tuple(entries))

    # Inside a transaction

    def _load(self, number: int) -> LedgerSession:
        return stored.load(self.db, self.rules, number)

    def _remembered(self, booked: LedgerSession) -> LedgerSession:
        """The same; inside the transaction that read it."""
        self._newest = _Read.of(schema.pragma(self.db, "data_version"), booked)
        return booked

    def _same(self, newest: _Read | None, number: int) -> _Read | None:
        """What was read or booked last, to go on with while nothing else was written to the file since."""
        fits = newest is not None and newest.booked.id == number and newest.version == self._version
        return newest if fits else None

    def _known(self, setup: Setup) -> Setup:
        """The setup with the known spelling of known players."""

        def known(name: str) -> str:
            return people.canonical(self.db, name)

        players = [known(name) for name in setup.players]
        if len(set(players)) < len(players):
            twice = sorted({name for name in players if players.count(name) > 1})
            raise NotAllowed(f"{' and '.join(twice)} would sit there twice", hint="player list shows earlier names")
        return replace(
            setup,
            players=dict(zip(players, setup.players.values(), strict=True)),
            button=known(setup.button),
            bank=None if setup.bank is None else known(setup.bank),
        )

    def set_aside(self, allowed: bool, way: str = "--aside sets it aside") -> None:
        """Set an open session aside, inside a transaction. Raises ``NotAllowed`` unless that is ``allowed``."""
        current = rows.one(self.db, "SELECT id FROM sessions WHERE status = 'open'")
        if current is None:
            return
        if not allowed:
            raise NotAllowed(f"session {current} is still open", hint=f"close it first, or {way}")
        self.db.execute("UPDATE sessions SET status = ? WHERE id = ?", (ASIDE, current))


def _written(booked: LedgerSession, writer: Writer, entries: tuple[Entry, ...]) -> LedgerSession:
    """The session as it stands in the file after its writer finished."""
    return booked._replace(status=writer.status, fingerprint=writer.checksum[:FINGERPRINT], entries=entries)


def _refuse_changed(booked: LedgerSession, seen: str) -> None:
    """Raise ``NotAllowed`` where the session is not as it was ``seen`` last."""
    if seen != booked.fingerprint:
        raise NotAllowed("the ledger changed since you last looked", hint="check it, then try again")


def _repeated(booked: LedgerSession, event: Event, session: int, entry: int) -> LedgerSession:
    """A retry after an answer that never arrived: nothing is booked again."""
    if session == booked.id:
        first = booked.entries[entry - 1].event
        same = first.boards == event.boards if isinstance(first, Hand) and isinstance(event, Hand) else True
        if type(first) is type(event) and same:
            return booked._replace(repeated=True)
    raise NotAllowed("this request id was used for something else", hint="a new id for everything new")
