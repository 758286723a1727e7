"""The audit: every stored number is derived again and compared, every link of the chain and every row looked at.

One session is in memory at a time, and no lock is held between two. Findings come in plain words, one by one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Literal, TypeAlias

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import DatabaseError, Fault, OfcError
from ofc_score.evening.events import kind_of, repeats
from ofc_score.evening.results import LedgerSession
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.ledger import derived, differences, people, rows, schema
from ofc_score.ledger.connection import BUSY, translated
from ofc_score.ledger.records import CLOSED, Stamp
from ofc_score.ledger.store import Ledger
from ofc_score.ledger.stored import Stored, seat_faults, settled, stored, was_dated

Level: TypeAlias = Literal["quick", "default", "deep"]
# Each query lists what must not be: (code, words for a row of the result, query).
_NEVER: Final = (
    ("gap", "session {0}: {1} entries are there, the last is e{2}, {3} were booked",
     "SELECT s.id, count(e.entry), ifnull(max(e.entry), 0), s.entries FROM sessions AS s "
     "LEFT JOIN events AS e ON e.session = s.id GROUP BY s.id "
     "HAVING count(e.entry) <> s.entries OR ifnull(max(e.entry), 0) <> s.entries OR ifnull(min(e.entry), 1) <> 1"),
    ("not-zero", "session {0}: the balances sum to {1} points and {2} instead of 0",
     "SELECT session, sum(points), sum(amount), unit FROM balances GROUP BY session, unit "
     "HAVING sum(points) <> 0 OR sum(amount) <> 0"),
    ("not-zero", "session {0}, hand {1}: the results sum to {2} instead of 0",
     "SELECT session, hand, sum(net) FROM results GROUP BY session, hand HAVING sum(net) <> 0"),
    ("not-zero", "the totals sum to {0} instead of 0",
     "SELECT sum(amount), unit FROM totals GROUP BY unit HAVING sum(amount) <> 0"),
    ("merged", "{0} was merged into another player, who was merged away too",
     "SELECT p.name FROM players AS p JOIN players AS q ON q.id = p.merged_into WHERE q.merged_into IS NOT NULL"),
    ("merged", "{0} was merged away, yet sits in session {1}",
     "SELECT p.name, sat.session FROM players AS p JOIN session_players AS sat ON sat.player = p.id "
     "WHERE p.merged_into IS NOT NULL"),
)  # fmt: skip
_MADE_ANEW: Final = (*schema.DERIVED, *schema.DERIVED_INDEXES)
_BACKUP: Final = "restore a backup; this file is kept beside it"
_REBUILD: Final = "audit --rebuild derives it again from the entries"
_WAY_OUT: Final = {
    "damaged": _BACKUP, "foreign-key": _BACKUP, "gap": _BACKUP, "merged": _BACKUP, "key": _BACKUP, "ruleset": _BACKUP,
    "unreadable": f"{_BACKUP}; the other sessions can be used", "session": _BACKUP,
    "checksum": f"{_BACKUP}; a message with its fingerprint tells which copy is right",
    "schema": "restore a backup, or export --json --all FILE and import it into a new ledger",
    "not-zero": _REBUILD, "totals": _REBUILD, "derived": _REBUILD,
    "facts": "show and log say what was recorded; fix corrects it",
    "refused": "show and log say what was recorded; void takes an entry out",
}  # fmt: skip
"""What to do about each kind of finding, where it does not say so itself."""


def _nothing() -> None:
    pass


def audit(ledger: Ledger, level: Level = "default", *, step: Callable[[], object] = _nothing) -> Iterator[Fault]:
    """Everything that is wrong, one fault at a time; none: the books are right.

    ``quick``: file, schema, triggers, foreign keys, gaps, sums. ``default``: also the whole file page by page, rules
    against their fingerprints, every checksum, and every session settled again from its events and compared with the
    derived rows. ``deep``: also every entry booked again one by one, as allowed then and with the facts it has now.
    ``step`` is called after each session.
    """
    for fault in _found(ledger, level, step):
        hint = (
            _REBUILD if fault.code == "schema" and fault.message.split()[2] in _MADE_ANEW else _WAY_OUT.get(fault.code)
        )
        yield fault if fault.hint else fault._replace(hint=hint or "")


def _found(ledger: Ledger, level: Level, step: Callable[[], object]) -> Iterator[Fault]:
    try:
        with translated(ledger.path):
            yield from whole_file(ledger.db, "quick_check" if level == "quick" else "integrity_check")
            yield from _strange(ledger.db)
            if level == "quick":
                return
            ledger.rules.forget()
            yield from _rulesets(ledger.db)
            yield from _names(ledger.db)
            for (number,) in ledger.db.execute("SELECT id FROM sessions ORDER BY id").fetchall():
                yield from _session_faults(ledger, number, deep=level == "deep")
                step()
    except DatabaseError as error:
        if error.message.endswith(BUSY):
            raise
        yield Fault("damaged", error.message, "", error.hint)


def whole_file(db: Database, check: str = "integrity_check") -> Iterator[Fault]:
    """What can be seen without settling a session again: pages, schema, triggers, foreign keys, gaps, sums."""
    yield from _file(db, check)
    yield from _schema(db)
    yield from _never(db)


def _file(db: Database, check: str) -> Iterator[Fault]:
    for (line,) in db.execute(f"PRAGMA {check}(20)").fetchall():
        if line != "ok":
            yield Fault("damaged", str(line), "file", "restore a backup, and keep this file")
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall():
        at = f" {row}" if row is not None else ""
        yield Fault("foreign-key", f"row{at} of {table} points at nothing in {parent}", "file")


def _schema(db: Database) -> Iterator[Fault]:
    """Tables, indexes and triggers are those of this version."""
    expected, found = schema.expected_objects(schema.STEPS), schema.objects(db)
    for (kind, name), sql in expected.items():
        if (kind, name) not in found:
            yield Fault("schema", f"the {kind} {name} is missing", "schema")
        elif found[kind, name] != sql:
            yield Fault("schema", f"the {kind} {name} was changed", "schema")
    for kind, name in found:
        if (kind, name) not in expected and kind == "trigger":
            yield Fault("schema", f"there is a trigger {name} that is not this program's", "schema")


def _strange(db: Database) -> Iterator[Fault]:
    """What somebody else put into the file; an index more does no harm, nor what SQLite keeps for itself."""
    expected = schema.expected_objects(schema.STEPS)
    for kind, name in schema.objects(db):
        if (kind, name) not in expected and kind in ("table", "view") and not name.startswith("sqlite_"):
            yield Fault("schema", f"there is a {kind} {name} that is not this program's", "schema", f"drop the {kind}")


def _names(db: Database) -> Iterator[Fault]:
    """Everybody is found by the key of their own name, and nobody by another's."""
    living = {}
    for name, key, merged in db.execute("SELECT name, key, merged_into FROM players ORDER BY id").fetchall():
        if names.key(name) != key:
            yield Fault("key", f"{names.shown(name)} would be looked for under another name", "players")
        if merged is None:
            living[names.key(name)] = name
    sql = "SELECT aliases.name, aliases.key, players.name FROM aliases JOIN players ON players.id = aliases.player"
    for alias, key, owner in db.execute(sql + " ORDER BY aliases.key").fetchall():
        if names.key(alias) != key:
            yield Fault("key", f"{names.shown(alias)} would be looked for under another name", "aliases")
        if living.get(names.key(alias), owner) != owner:
            words = f"{names.shown(alias)} is an earlier name of {names.shown(owner)} and a player"
            yield Fault("key", words, "aliases")


def _never(db: Database) -> Iterator[Fault]:
    with _tables_may_lack():
        yield from (Fault("totals", total.words) for total in differences.totals(db))
    for code, words, sql in _NEVER:
        with _tables_may_lack():
            found = db.execute(sql)
            # Where the last column is a unit, the one before it is an amount in it.
            money = found.description[-1][0] == "unit"
            for row in found:
                yield Fault(
                    code, words.format(*row[:-2], differences.amount_words(*row[-2:]) if money else row[-2], row[-1])
                )


@contextmanager
def _tables_may_lack() -> Iterator[None]:
    """Go on where somebody took away a table or a column: that is a finding already, and hides no other."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_ERROR:
            raise


def _rulesets(db: Database) -> Iterator[Fault]:
    for fingerprint, name, text in db.execute("SELECT fingerprint, name, mapping FROM rulesets").fetchall():
        try:
            if event_json.read_ruleset(fingerprint, event_json.from_text(text)).name != name:
                yield Fault("ruleset", f"the ruleset {fingerprint} has another name than {name}", "rulesets")
        except OfcError as error:
            yield Fault("ruleset", error.message, "rulesets", "restore a backup")


def _session_faults(ledger: Ledger, number: int, *, deep: bool) -> list[Fault]:
    """Everything about one session, from one view of the file."""
    with ledger.reading() as db:
        session = stored(db, number)
        faults: list[Fault] = []
        try:
            for fault in _chain(session):
                faults.append(fault)
            booked = settled(session, ledger.rules, people.everybody(db) if deep else ())
        except OfcError as error:
            faults.append(Fault("unreadable", error.message, "", error.hint))
        except Exception as error:  # whatever a tampered entry does to the fold is a finding, not an error
            faults.append(Fault("unreadable", f"session {number} cannot be settled again: {error!r}"))
        else:
            # Where entries were changed the derived rows are the last trace of the old ones: not to be made anew.
            faults += [it._replace(hint=_BACKUP if faults else "") for it in _derived(db, booked)]
            faults += _own_row(session, booked)
            faults += seat_faults(session)
            if deep:
                faults += _booked_again(booked)
    return faults


def _chain(session: Stored) -> Iterator[Fault]:
    where, row = f"session {session.number}", session.row
    start = Stamp(row.started, row.utc_offset)
    if rows.opening_checksum(row.uid, row.name, row.date, row.zone, start, row.setup) != row.opening:
        yield Fault("checksum", "how it started was changed", where)
    before = row.opening
    for entry, uid, at, offset, kind, payload, checksum in session.entries:
        if rows.entry_checksum(before, entry, uid, Stamp(at, offset), kind, payload) != checksum:
            yield Fault("checksum", f"entry e{entry} was changed, or one before it is missing", where)
        before = checksum
    if before != row.checksum:
        yield Fault("checksum", "the last entry is not the last one booked", where)
    with suppress(OfcError):  # the caller reports an unreadable setup
        if was_dated(session) is None:
            yield Fault("checksum", "the mark of its content does not fit", where)


def _own_row(session: Stored, booked: LedgerSession) -> Iterator[Fault]:
    """The columns of the session that repeat what its setup says."""
    setup, row, where = booked.session.setup, session.row, f"session {booked.id}"
    point = setup.point
    # The rules were looked up by the fingerprint in the setup, and looked at when they were read.
    expected = (event_json.from_text(row.setup)["rules"], point and point.minor, point and point.currency)
    if (row.ruleset, row.point_minor, row.currency) != expected:
        yield Fault("session", "ruleset or point value are not those it started with", where)
    if (booked.name, booked.date) != (setup.name, setup.date):
        yield Fault("session", "name or date are not those it started with", where)
    if (booked.status == CLOSED) != booked.state.closed:
        yield Fault("session", f"the status is {booked.status}, the entries say otherwise", where)
    for entry in booked.entries:
        if entry.kind != kind_of(entry.event):
            yield Fault("session", f"entry e{entry.number} is called {entry.kind}", where)
    for name in [name for name in booked.state.people if name not in session.roster.ids]:
        yield Fault("session", f"{name} is not among its people", where)


def proven(db: Database, rules: rows.FrozenRules, number: int) -> LedgerSession | None:
    """A session whose entries and opening are as they were booked; None where anything of them was changed."""
    session = stored(db, number)
    try:
        return None if list(_chain(session)) else settled(session, rules, ())
    except Exception:  # the audit names whatever a tampered entry does to the fold
        return None


def _derived(db: Database, booked: LedgerSession) -> Iterator[Fault]:
    for table, expected in derived.all_rows(booked.state).items():
        where = f"session {booked.id}, {table}"
        with _tables_may_lack():
            found = derived.stored(db, table, booked.id)
            yield from (Fault("derived", it.words, where) for it in differences.of_rows(table, expected, found))


def _booked_again(booked: LedgerSession) -> Iterator[Fault]:
    """Every entry once more through all checks, each with the state of its moment."""
    where, number = f"session {booked.id}", 0
    try:
        session = Session(booked.session.setup, known=booked.session.known)
        for entry in booked.entries:
            number = entry.number
            if not repeats(entry.event, session.checked(entry.event)):
                yield Fault("facts", f"entry e{number} would be booked with other facts", where)
            session.book(entry.event, recorded=True)
    except OfcError as error:
        faults = "; ".join(fault.text() for fault in error.faults)
        yield Fault("refused", f"entry e{number} would be refused: {error.message}. {faults}", where)
        return
    if derived.all_rows(session.state) != derived.all_rows(booked.state):
        yield Fault("derived", "entry by entry it comes out differently than as a whole", where)
