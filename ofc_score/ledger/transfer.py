"""A whole ledger as JSON text and back: a second way out and in. What comes in is settled again from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import Fault, NotAllowed, SheetError
from ofc_score.exchange import event_json
from ofc_score.ledger import identity, people, rows
from ofc_score.ledger.session_json import is_id, listed, session_dict, shape, take_session, texts
from ofc_score.ledger.store import Ledger

FORMAT: Final = "ofc-score ledger 1"


class Imported(NamedTuple):
    """How much came in: new sessions, those that were here and went on, those that were known already, entries and new
    people."""

    sessions: int
    entries: int
    players: int
    continued: int = 0
    known: int = 0


def export_json(ledger: Ledger) -> Iterator[str]:
    """The text piece by piece, one session at a time: one consistent view of the file."""
    with ledger.reading() as db:
        everybody = [
            {"id": row[0], "name": row[1], "merged_into": row[2], "created": row[3], "aliases": _aliases(db, row[0])}
            for row in db.execute("SELECT id, name, merged_into, created FROM players ORDER BY id").fetchall()
        ]
        mappings = db.execute("SELECT fingerprint, mapping FROM rulesets ORDER BY fingerprint").fetchall()
        rulesets = {fingerprint: event_json.from_text(text) for fingerprint, text in mappings}
        yield f'{{"format":{event_json.to_text(FORMAT)},\n"players":{event_json.to_text(everybody)},\n'
        yield f'"rulesets":{event_json.to_text(rulesets)},\n"sessions":['
        lead = "\n"
        for (number,) in db.execute("SELECT id FROM sessions ORDER BY id").fetchall():
            yield lead + event_json.to_text(session_dict(db, number))
            lead = ",\n"
        yield "\n]}\n"


def _nothing() -> None:
    pass


def import_json(ledger: Ledger, text: str | bytes, *, step: Callable[[], object] = _nothing) -> Imported:
    """Take in everything or nothing. Into an empty ledger it comes with its numbers, so that it is the same again;
    into another one sessions get new numbers, people are matched by name, and an open session comes to stand aside.
    Sessions that are here already stay as they are; those of which the beginning is here go on.

    Raises ``SheetError`` (not such a file), ``RulesError``, and ``NotAllowed``: nothing in it is new, or a session went
    on otherwise here.
    """
    data = event_json.from_text(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SheetError("this is not the JSON of a whole ledger", hint="export --json writes one session, too")
    shape(data, ("format", "players", "rulesets", "sessions"), "the file")
    rulesets = event_json.read_rulesets(data["rulesets"])
    with ledger.writing() as db:
        empty = rows.one(db, "SELECT 1 FROM players") is None and rows.one(db, "SELECT 1 FROM sessions") is None
        before = rows.one(db, "SELECT count(*) FROM players")
        ids = _take_players(db, listed(data["players"], "players"), keep_ids=empty)
        taken, known = [], []
        for place, one in enumerate(listed(data["sessions"], "sessions"), 1):
            db.execute("SAVEPOINT one")
            try:
                sat = _here(one, ids, place)
                taken.append(take_session(ledger, one, f"session {place}", rulesets, sat, keep_id=empty))
            except identity.KnownAlready as error:
                db.execute("ROLLBACK TO one")
                known.append(error)
            db.execute("RELEASE one")
            step()
        fresh = [it for it in taken if not it.here]
        entries = sum(it.entries for it in taken)
        after = rows.one(db, "SELECT count(*) FROM players")
        known += [identity.known_already(it.number, "") for it in taken if it.here and not it.entries]
        if known and not entries and not fresh:
            raise (
                known[0]
                if len(known) == 1
                else NotAllowed(f"all {len(known)} sessions are in the ledger already", hint="nothing was booked")
            )
    went_on = sum(it.here and it.entries > 0 for it in taken)
    return Imported(len(fresh), entries, after - before, went_on, len(known))


def _aliases(db: Database, player: int) -> list[str]:
    return [row[0] for row in db.execute("SELECT name FROM aliases WHERE player = ? ORDER BY name", (player,))]


def _take_players(db: Database, data: list[Any], *, keep_ids: bool) -> dict[int, int]:
    """Enter the people; returns the id here of each id there."""
    ids: dict[int, int] = {}
    # Who was merged away points at somebody who may come later.
    db.execute("PRAGMA defer_foreign_keys = ON")
    for one in data:
        shape(one, ("id", "name", "merged_into", "created", "aliases"), "a player")
        texts(one, ("name", "created"), "a player")
        faults = names.check(one["name"])
        if faults or not is_id(one["id"]) or one["id"] in ids:
            raise SheetError.of(faults or [Fault("bad-player", "no number, or one twice")], what="the players")
        merged = one["merged_into"] is not None
        known = None if merged else people.find(db, one["name"])
        if known is not None and keep_ids:
            raise SheetError(f"two players are called {names.shown(one['name'])}")
        ids[one["id"]] = known[0] if known else _take_player(db, one, keep_ids=keep_ids, merged=merged)
    living = {one["id"] for one in data if one["merged_into"] is None}
    for one in data:
        if one["merged_into"] is not None:
            if not is_id(one["merged_into"]) or one["merged_into"] not in living:
                raise SheetError("a player is merged into nobody, or into one who was merged away too")
            sql = "UPDATE players SET merged_into = ? WHERE id = ?"
            db.execute(sql, (ids[one["merged_into"]], ids[one["id"]]))
        for alias in listed(one["aliases"], "aliases"):
            if isinstance(alias, str) and not names.check(alias) and people.find(db, alias) is None:
                sql = "INSERT INTO aliases (key, name, player) VALUES (?, ?, ?)"
                db.execute(sql, (names.key(alias), alias, ids[one["id"]]))
    return ids


def _take_player(db: Database, one: dict[str, Any], *, keep_ids: bool, merged: bool) -> int:
    sql = "INSERT INTO players (id, name, key, created, merged_into) VALUES (?, ?, ?, ?, ?)"
    number = one["id"] if keep_ids else None
    values = (number, one["name"], names.key(one["name"]), one["created"], 0 if merged else None)
    return int(db.execute(sql, values).lastrowid or 0)


def _here(data: Any, ids: Mapping[int, int], place: int) -> dict[str, int]:
    """The ids here of the people of a session of a whole ledger, by the name under which each sat."""
    sat = data.get("people") if isinstance(data, dict) else None
    if not isinstance(sat, dict) or not all(is_id(player) and player in ids for player in sat.values()):
        raise SheetError(f"session {place}: its people are not among the players")
    return {seat: ids[player] for seat, player in sat.items()}
