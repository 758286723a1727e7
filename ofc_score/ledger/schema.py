"""The tables of a ledger file, its version, and the steps that bring an older file up to date.

Append-only truth: ``sessions`` (how each started, its rules frozen in ``rulesets``), ``session_players`` (the name
under which somebody sat, and who that is in ``players``; earlier names in ``aliases``) and ``events`` (everything
typed, in order; each row's checksum covers the row before it). Derived, rewritten in the transaction of the event,
with the names players have now: ``hands``, ``results`` (one row per hand and player), ``transfers`` (who moved points
to whom), ``balances`` (per session and player; ``old`` is the part of the amount that only settles older debts,
``present`` who took part), ``totals`` (per player and unit over all sessions). A unit is a
currency code, with amounts in minor units, or ``points``. Times are UTC, ``utc_offset`` the local clock's.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from sqlite_utils import Database

from ofc_score.errors import DatabaseError

APPLICATION_ID: Final = int.from_bytes(b"OFCS")
_MAGIC: Final = b"SQLite format 3\0"
Step: TypeAlias = tuple[str, ...]

_FIRST: Final[Step] = (
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL,
        merged_into INTEGER REFERENCES players(id),
        created TEXT NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX players_key ON players(key) WHERE merged_into IS NULL",
    """CREATE TABLE aliases (
        key TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id)
    ) STRICT""",
    "CREATE INDEX aliases_player ON aliases(player)",
    """CREATE TABLE rulesets (
        fingerprint TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        mapping TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        date TEXT NOT NULL,
        zone TEXT NOT NULL,
        started TEXT NOT NULL,
        utc_offset TEXT NOT NULL,
        ruleset TEXT NOT NULL REFERENCES rulesets(fingerprint),
        point_minor INTEGER,
        currency TEXT,
        setup TEXT NOT NULL,
        opening TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'aside')),
        entries INTEGER NOT NULL DEFAULT 0,
        checksum TEXT NOT NULL,
        content TEXT NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX sessions_open ON sessions(status) WHERE status = 'open'",
    "CREATE INDEX sessions_ruleset ON sessions(ruleset)",
    "CREATE INDEX sessions_content ON sessions(content)",
    "CREATE INDEX sessions_date ON sessions(date)",
    """CREATE TABLE session_players (
        session INTEGER NOT NULL REFERENCES sessions(id),
        seat TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        PRIMARY KEY (session, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX session_players_player ON session_players(player, session)",
    """CREATE TABLE events (
        session INTEGER NOT NULL REFERENCES sessions(id),
        entry INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        utc_offset TEXT NOT NULL,
        kind TEXT NOT NULL,
        payload TEXT NOT NULL,
        checksum TEXT NOT NULL,
        PRIMARY KEY (session, entry)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE hands (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        set_number INTEGER,
        ruleset TEXT,
        button TEXT,
        voided INTEGER NOT NULL,
        fixed INTEGER NOT NULL,
        set_over INTEGER NOT NULL,
        flags INTEGER NOT NULL,
        PRIMARY KEY (session, hand)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE results (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        player TEXT NOT NULL,
        net INTEGER NOT NULL,
        row_points INTEGER NOT NULL,
        scoop_points INTEGER NOT NULL,
        overall_points INTEGER NOT NULL,
        royalty_points INTEGER NOT NULL,
        penalty_points INTEGER NOT NULL,
        natural_points INTEGER NOT NULL,
        cap_points INTEGER NOT NULL,
        scoops_taken INTEGER NOT NULL,
        scoops_given INTEGER NOT NULL,
        royalties INTEGER NOT NULL,
        royalties_top INTEGER NOT NULL,
        royalties_middle INTEGER NOT NULL,
        royalties_bottom INTEGER NOT NULL,
        foul INTEGER NOT NULL,
        fantasyland INTEGER,
        next_fantasyland INTEGER,
        stack INTEGER,
        board TEXT NOT NULL,
        PRIMARY KEY (session, hand, player)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE transfers (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        place INTEGER NOT NULL,
        payer TEXT NOT NULL,
        payee TEXT NOT NULL,
        points INTEGER NOT NULL,
        PRIMARY KEY (session, hand, place)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE balances (
        session INTEGER NOT NULL REFERENCES sessions(id),
        player TEXT NOT NULL,
        points INTEGER NOT NULL,
        unit TEXT NOT NULL,
        amount INTEGER NOT NULL,
        old INTEGER NOT NULL,
        shown TEXT NOT NULL,
        seated INTEGER NOT NULL,
        present INTEGER NOT NULL,
        PRIMARY KEY (session, player)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE totals (
        player INTEGER NOT NULL REFERENCES players(id),
        unit TEXT NOT NULL,
        amount INTEGER NOT NULL,
        PRIMARY KEY (player, unit)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX totals_open ON totals(unit, player) WHERE amount <> 0",
    """CREATE TRIGGER events_in_order BEFORE INSERT ON events
        WHEN NEW.entry <> (SELECT entries FROM sessions WHERE id = NEW.session) + 1
        BEGIN SELECT RAISE(ABORT, 'events are appended in order'); END""",
    """CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never changed: book a correction'); END""",
    """CREATE TRIGGER events_kept BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted: book a correction'); END""",
    """CREATE TRIGGER rulesets_stay BEFORE UPDATE ON rulesets
        BEGIN SELECT RAISE(ABORT, 'the rules of a session are frozen'); END""",
    """CREATE TRIGGER rulesets_kept BEFORE DELETE ON rulesets
        BEGIN SELECT RAISE(ABORT, 'the rules of a session are frozen'); END""",
    """CREATE TRIGGER sessions_stay BEFORE UPDATE OF id, uid, name, date, zone, started, utc_offset, ruleset,
        point_minor, currency, setup, opening ON sessions
        BEGIN SELECT RAISE(ABORT, 'how a session started is never changed'); END""",
    """CREATE TRIGGER sessions_kept BEFORE DELETE ON sessions
        BEGIN SELECT RAISE(ABORT, 'sessions are never deleted'); END""",
    """CREATE TRIGGER session_players_kept BEFORE DELETE ON session_players
        BEGIN SELECT RAISE(ABORT, 'who sat in a session is never deleted'); END""",
    """CREATE TRIGGER players_kept BEFORE DELETE ON players
        BEGIN SELECT RAISE(ABORT, 'players are never deleted: rename or merge'); END""",
    """CREATE VIEW open_balances AS
        SELECT players.name AS player, totals.unit, totals.amount FROM totals
        JOIN players ON players.id = totals.player WHERE totals.amount <> 0""",
    """CREATE VIEW log AS
        SELECT events.session, sessions.date, events.entry, events.at, events.kind, events.payload FROM events
        JOIN sessions ON sessions.id = events.session""",
)
STEPS: Final[tuple[Step, ...]] = (_FIRST,)
"""``STEPS[n]`` brings version n to n+1, only ever adding; a new file takes all of them."""
DERIVED: Final = ("hands", "results", "transfers", "balances", "totals")
DERIVED_INDEXES: Final = ("totals_open",)


class Header(NamedTuple):
    """What a file says of itself before anything opens it as a database."""

    size: int
    sqlite: bool
    application_id: int
    version: int


def read_header(path: Path) -> Header:
    """The first bytes of a file. Raises ``OSError``."""
    with path.open("rb") as file:
        head = file.read(100)
    sqlite = head.startswith(_MAGIC) and len(head) == 100
    return Header(len(head), sqlite, int.from_bytes(head[68:72]), int.from_bytes(head[60:64]))


def refuse_foreign(path: Path, application_id: int, version: int, newest: int) -> None:
    """The gate before any write: raise ``DatabaseError`` for another program's file or a newer one."""
    if application_id != APPLICATION_ID:
        hint = "name another file; nothing was changed"
        raise DatabaseError(f"{path} is not a ledger of this program", hint=hint)
    if version > newest:
        hint = "update ofc-score; nothing was changed"
        raise DatabaseError(f"{path} was written by a newer version of this program", hint=hint)


def pragma(db: Database, name: str) -> int:
    """The number that a pragma gives."""
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def build(db: Database, steps: Sequence[Step], start: int = 0) -> None:
    """Run the steps from version ``start`` on, inside the caller's transaction, and write the version."""
    for step in steps[start:]:
        for statement in step:
            db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {len(steps)}")


def expected_objects(steps: Sequence[Step]) -> dict[tuple[str, str], str]:
    """What the schema of a file must be: (type, name) -> SQL text."""
    with Database(memory=True) as db:
        build(db, steps)
        return objects(db)


def objects(db: Database) -> dict[tuple[str, str], str]:
    """The schema of an open file: (type, name) -> SQL text, automatic indexes left out."""
    found = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {(kind, name): sql for kind, name, sql in found.fetchall()}


def content_mark(db: Database) -> tuple[tuple[int, ...], str]:
    """(row counts, digest of all checksums): what a migration, backup or restore must leave as it was."""
    tables = ("players", "aliases", "rulesets", "sessions", "session_players", "events", *DERIVED)
    counts = tuple(int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables)
    digest = hashlib.sha256()
    rows: sqlite3.Cursor = db.execute("SELECT session, entry, checksum FROM events ORDER BY session, entry")
    for row in rows:
        digest.update(repr(row).encode())
    for row in db.execute("SELECT id, uid, checksum FROM sessions ORDER BY id"):
        digest.update(repr(row).encode())
    return counts, digest.hexdigest()
