"""A whole ledger as JSON text and back: a second way out and in. What comes in is settled again from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import Fault, NotAllowed, OfcError, SheetError
from ofc_score.evening.events import Setup
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.ledger import people, rows, stored
from ofc_score.ledger.records import ASIDE, CLOSED, OPEN, Stamp
from ofc_score.ledger.store import Ledger
from ofc_score.ledger.writer import Writer
from ofc_score.rules.ruleset import Ruleset

FORMAT: Final = "ofc-score ledger 1"
_SESSION: Final = (
    "id", "uid", "name", "date", "zone", "started", "utc_offset", "status", "setup", "dated", "people", "events",
)  # fmt: skip
_EVENT: Final = ("uid", "at", "utc_offset", "kind", "payload", "checksum")


class Imported(NamedTuple):
    """How much came in."""

    sessions: int
    entries: int
    players: int


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
            yield lead + event_json.to_text(_session_dict(db, number))
            lead = ",\n"
        yield "\n]}\n"


def _nothing() -> None:
    pass


def import_json(ledger: Ledger, text: str | bytes, *, step: Callable[[], object] = _nothing) -> Imported:
    """Take in everything or nothing. Into an empty ledger it comes with its numbers, so that it is the same again;
    into another one sessions get new numbers, people are matched by name, and an open session comes to stand aside.

    Raises ``SheetError`` (not such a file), ``RulesError``, and ``NotAllowed``: a session is here already.
    """
    data = event_json.from_text(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SheetError("this is not the JSON of a whole ledger", hint="export --json writes one session, too")
    _shape(data, ("format", "players", "rulesets", "sessions"), "the file")
    rulesets = event_json.read_rulesets(data["rulesets"])
    with ledger.writing() as db:
        empty = rows.one(db, "SELECT 1 FROM players") is None and rows.one(db, "SELECT 1 FROM sessions") is None
        before = rows.one(db, "SELECT count(*) FROM players")
        ids = _take_players(db, _list(data["players"], "players"), keep_ids=empty)
        entries = 0
        for place, one in enumerate(_list(data["sessions"], "sessions"), 1):
            entries += _take_session(ledger, one, f"session {place}", rulesets, ids, keep_id=empty)
            step()
        after = rows.one(db, "SELECT count(*) FROM players")
    return Imported(len(data["sessions"]), entries, after - before)


def _aliases(db: Database, player: int) -> list[str]:
    return [row[0] for row in db.execute("SELECT name FROM aliases WHERE player = ? ORDER BY name", (player,))]


def _session_dict(db: Database, number: int) -> dict[str, Any]:
    found = stored.stored(db, number)
    told = found.told
    people_told = {seat: found.roster.ids[name] for seat, name in sorted(found.roster.shown.items())}
    more = {
        "id": number,
        "setup": event_json.from_text(told.setup),
        "dated": stored.was_dated(found),
        "people": people_told,
        "events": [
            dict(zip(_EVENT, (*event[:4], event_json.from_text(payload), checksum), strict=True))
            for _, *event, payload, checksum in found.entries
        ],
    }
    return {key: more[key] if key in more else getattr(told, key) for key in _SESSION}


def _take_players(db: Database, told: list[Any], *, keep_ids: bool) -> dict[int, int]:
    """Enter the people; returns the id here of each id there."""
    ids: dict[int, int] = {}
    # Who was merged away points at somebody who may come later.
    db.execute("PRAGMA defer_foreign_keys = ON")
    for one in told:
        _shape(one, ("id", "name", "merged_into", "created", "aliases"), "a player")
        _texts(one, ("name", "created"), "a player")
        faults = names.check(one["name"])
        if faults or not _is_id(one["id"]) or one["id"] in ids:
            raise SheetError.of(faults or [Fault("bad-player", "no number, or one twice")], what="the players")
        merged = one["merged_into"] is not None
        known = None if merged else people.find(db, one["name"])
        if known is not None and keep_ids:
            raise SheetError(f"two players are called {names.shown(one['name'])}")
        ids[one["id"]] = known[0] if known else _take_player(db, one, keep_ids=keep_ids, merged=merged)
    living = {one["id"] for one in told if one["merged_into"] is None}
    for one in told:
        if one["merged_into"] is not None:
            if not _is_id(one["merged_into"]) or one["merged_into"] not in living:
                raise SheetError("a player is merged into nobody, or into one who was merged himself")
            sql = "UPDATE players SET merged_into = ? WHERE id = ?"
            db.execute(sql, (ids[one["merged_into"]], ids[one["id"]]))
        for alias in _list(one["aliases"], "aliases"):
            if isinstance(alias, str) and not names.check(alias) and people.find(db, alias) is None:
                sql = "INSERT INTO aliases (key, name, player) VALUES (?, ?, ?)"
                db.execute(sql, (names.key(alias), alias, ids[one["id"]]))
    return ids


def _take_player(db: Database, one: dict[str, Any], *, keep_ids: bool, merged: bool) -> int:
    sql = "INSERT INTO players (id, name, key, created, merged_into) VALUES (?, ?, ?, ?, ?)"
    number = one["id"] if keep_ids else None
    values = (number, one["name"], names.key(one["name"]), one["created"], 0 if merged else None)
    return int(db.execute(sql, values).lastrowid or 0)


def _is_id(value: object) -> bool:
    return type(value) is int and 0 < value < 1 << 53


def _take_session(
    ledger: Ledger, told: Any, where: str, rulesets: Mapping[str, Ruleset], ids: Mapping[int, int], *, keep_id: bool
) -> int:
    """Book one session with its own times, request ids and checksums; returns how many entries it has."""
    db = ledger.db
    _shape(told, _SESSION, where)
    _texts(told, ("uid", "name", "date", "zone", "started", "utc_offset"), where)
    if rows.session_by_uid(db, told["uid"]) is not None:
        raise NotAllowed(f"{where} of {told['date']} is in the ledger already", hint="nothing was booked")
    sat = told["people"]
    if not isinstance(sat, dict) or not all(_is_id(player) and player in ids for player in sat.values()):
        raise SheetError(f"{where}: its people are not among the players")
    here = {seat: ids[player] for seat, player in sat.items()}
    merged = "SELECT 1 FROM players WHERE id = ? AND merged_into IS NOT NULL"
    if any(rows.one(db, merged, (player,)) for player in here.values()):
        raise SheetError(f"{where}: somebody in it was merged into another player", hint="export it again")
    if len(set(here.values())) < len(here):
        raise NotAllowed(f"{where}: two of its people are one player in this ledger", hint="rename one first")
    try:
        setup = event_json.read_setup(told["setup"], rulesets)
        number = _insert(db, told, setup, here, keep_id=keep_id)
        return _replayed(ledger, number, told, rulesets)
    except OfcError as error:
        error.message = f"{where}: {error.message}"
        error.args = (error.message,)
        raise
    except ValueError as error:
        raise SheetError(f"{where}: {error}") from None


def _insert(db: Database, told: Any, setup: Setup, sat: Mapping[str, int], *, keep_id: bool) -> int:
    """The session's own row and its people."""
    status = told["status"]
    if status not in (OPEN, CLOSED, ASIDE) or (setup.name, setup.date) != (told["name"], told["date"]):
        raise SheetError("how it started does not fit together", hint="export it again")
    if not {*setup.players, *([setup.bank] if setup.bank else [])} <= set(sat):
        raise SheetError("not all of its people are told")
    if keep_id and (not _is_id(told["id"]) or rows.one(db, "SELECT 1 FROM sessions WHERE id = ?", (told["id"],))):
        raise SheetError("its number is no number, or there twice")
    if status == OPEN and rows.one(db, "SELECT 1 FROM sessions WHERE status = 'open'") is not None:
        status = ASIDE
    stamp = _moment(told["started"], told["utc_offset"])
    undated = setup if told["dated"] else replace(setup, date="")
    number = told["id"] if keep_id else None
    return rows.insert_session(
        db, setup, stamp, told["zone"], status, uid=told["uid"], content_of=undated, number=number, sat=sat
    )


def _moment(at: str, offset: str) -> Stamp:
    """Raises ``SheetError`` for a time that could not be read again."""
    stamp = Stamp(at, offset)
    with suppress(ValueError):
        if Stamp.of(stamp.local) == stamp:
            return stamp
    raise SheetError("its time is no time as this program writes it", hint="export it again")


def _replayed(ledger: Ledger, number: int, told: Any, rulesets: Mapping[str, Ruleset]) -> int:
    """Book the events one by one as they were, each allowed at its moment and under its old checksum; returns how many
    entries there are."""
    db = ledger.db
    writer = Writer(db, ledger.rules, number)
    shown = writer.roster.name_of
    setup = event_json.read_setup(told["setup"], rulesets, shown)
    session = Session(setup, known=people.everybody(db))
    read = event_json.event_reader(rulesets, shown)
    for entry, one in enumerate(_list(told["events"], "events"), 1):
        with rows.at_entry(entry):
            _shape(one, _EVENT, "it")
            _texts(one, ("uid", "at", "utc_offset", "checksum"), "it")
            event = read(one["payload"])
            stamp = _moment(one["at"], one["utc_offset"])
            event = session.book(event, recorded=True)
            if rows.entry_by_uid(db, one["uid"]) is not None:
                raise NotAllowed("it is in the ledger already")
            writer.append(event, stamp, one["uid"])
            if writer.checksum != one["checksum"]:
                raise SheetError("the checksum does not fit: the file was changed", hint="export it again")
    writer.finish(None, session.state)
    if faults := list(stored.seat_faults(stored.stored(db, number))):
        raise SheetError.of(faults, what="the people")
    return writer.entries


def _shape(data: Any, keys: tuple[str, ...], what: str) -> None:
    if not isinstance(data, dict) or set(data) != set(keys):
        raise SheetError(f"{what}: these keys are needed: {', '.join(keys)}", hint="export it again")


def _texts(data: dict[str, Any], keys: tuple[str, ...], what: str) -> None:
    for key in keys:
        if not isinstance(data[key], str) or len(data[key]) > 200 or not data[key].isprintable():
            raise SheetError(f"{what}: {key} is no short text", hint="export it again")


def _list(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise SheetError(f"{what}: a list is needed", hint="export it again")
    return data
