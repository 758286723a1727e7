"""The readable tables of a ledger derived again from its entries: those that differ are mended, and only those."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from ofc_score.errors import Fault
from ofc_score.ledger import audit, connection, copies, derived, differences, schema
from ofc_score.ledger.differences import Difference
from ofc_score.ledger.store import Ledger


class Rebuilt(NamedTuple):
    """What was mended, one fault for each row or table; where the ledger as it was is kept, None where nothing was."""

    mended: list[Fault]
    kept: Path | None


def rebuild(ledger: Ledger, *, at: datetime) -> Rebuilt:
    """Derive hands, results, transfers, balances and totals again from the entries, after a backup beside the file.

    Entries that were changed prove nothing: the rows of their session stay as they are, and the audit still names both.
    Raises ``DatabaseError``: no sound backup can be made, or the file cannot be written; it is then as it was.
    """
    ledger.rules.forget()
    with ledger.writing() as db:
        # What must be mended is known only when it is done: the backup comes first, and goes if it was for nothing.
        kept = copies.free_name(ledger.path, f"before-rebuild-{at:%Y%m%d-%H%M%S}")
        # SQLite copies out of no connection that may write; another one reads beside the lock.
        with connection.connect(ledger.path, connection.TIMEOUT) as reader:
            copies.copy(reader, kept, len(schema.STEPS))
        try:
            mended = [*_tables(db), *_strays(db)]
            for (number,) in db.execute("SELECT id FROM sessions ORDER BY id").fetchall():
                mended += _session(ledger, db, number)
            mended += _totals(db)
        except BaseException:
            kept.unlink(missing_ok=True)
            raise
    if mended:
        return Rebuilt(mended, kept)
    kept.unlink()
    return Rebuilt([], None)


def _tables(db: Database) -> list[Fault]:
    """Derived tables, and the indexes on them, as this version makes them; a table comes back empty."""
    expected, mended = schema.expected_objects(schema.STEPS), []
    for (kind, name), sql in expected.items():
        if name in schema.DERIVED or name in schema.DERIVED_INDEXES:
            found = schema.objects(db).get((kind, name))
            if found != sql:
                db.execute(f"DROP {kind} IF EXISTS {name}")
                db.execute(sql)
                mended.append(Fault("schema", f"the {kind} {name} was made anew", "schema"))
    return mended


def _strays(db: Database) -> list[Fault]:
    """Rows of sessions that are not there go, unless entries of such a session still are."""
    mended = []
    for table in derived.COLUMNS:
        sql = f"DELETE FROM {table} WHERE session NOT IN (SELECT id FROM sessions UNION SELECT session FROM events)"
        if gone := db.execute(sql).rowcount:
            what = f"{gone} {'row' if gone == 1 else 'rows'} of no session"
            mended.append(Fault("derived", what, table))
    return mended


def _session(ledger: Ledger, db: Database, number: int) -> list[Fault]:
    booked = audit.proven(db, ledger.rules, number)
    if booked is None:
        return []
    mended: list[Fault] = []
    for table, rows in derived.all_rows(booked.state).items():
        wrong = list(differences.of_rows(table, rows, derived.stored(db, table, number)))
        _replace(db, table, number, wrong)
        mended += [Fault("derived", it.words, f"session {number}, {table}") for it in wrong]
    return mended


def _replace(db: Database, table: str, session: int, wrong: list[Difference]) -> None:
    width = derived.KEYS[table]
    where = " AND ".join(f"{column} = ?" for column in derived.COLUMNS[table][:width])
    gone = [(session, *it.found[:width]) for it in wrong if it.found is not None]
    db.conn.executemany(f"DELETE FROM {table} WHERE session = ? AND {where}", gone)
    derived.insert(db, table, session, [it.expected for it in wrong if it.expected is not None])


def _totals(db: Database) -> list[Fault]:
    mended = []
    lost = "SELECT player FROM session_players WHERE player NOT IN (SELECT id FROM players)"
    missed = {player for (player,) in db.execute(lost)}
    for it in list(differences.totals(db)):
        if it.player in missed:
            continue  # the last trace of somebody who was taken out of the file
        db.execute("DELETE FROM totals WHERE player = ? AND unit = ?", (it.player, it.unit))
        if it.expected:
            derived.add_total(db, it.player, it.unit, it.expected)
        mended.append(Fault("totals", it.words, "totals"))
    return mended
