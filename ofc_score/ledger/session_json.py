"""One session as plain JSON data with all that makes it the same one in another ledger, and back: booked event by
event, each allowed at its moment, under its old id, times and checksums."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import NotAllowed, OfcError, SheetError
from ofc_score.evening.events import Setup
from ofc_score.evening.results import LedgerSession
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.exchange.json_reader import LONGEST_TEXT
from ofc_score.ledger import identity, people, rows, stored
from ofc_score.ledger.records import ASIDE, CLOSED, OPEN, Stamp
from ofc_score.ledger.store import Ledger
from ofc_score.ledger.writer import Writer
from ofc_score.rules.ruleset import Ruleset

_SESSION: Final = (
    "id", "uid", "name", "date", "zone", "started", "utc_offset", "status", "setup", "dated", "people", "events",
)  # fmt: skip
_EVENT: Final = ("uid", "at", "utc_offset", "kind", "payload", "checksum")
_TRAVELS: Final = ("uid", "zone", "started", "utc_offset", "dated")
"""What a session's own JSON says of it beside names, day and entries."""
_MARKS: Final = ("uid", "at", "utc_offset", "checksum")


class Taken(NamedTuple):
    """A session that came in: its number here, how many entries are new, and whether it was here before."""

    number: int
    entries: int
    here: bool


def session_json(ledger: Ledger, number: int) -> dict[str, Any]:
    """One session as plain JSON data, with all that makes it the same one in another ledger: id, times, checksums."""
    booked = ledger.session(number)
    with ledger.reading() as db:
        data = session_dict(db, number)
        shown = people.Roster(db, number).shown
    travels: dict[str, Any] = {key: data[key] for key in _TRAVELS}
    travels |= {"people": shown, "entries": [[one[key] for key in _MARKS] for one in data["events"]]}
    return event_json.session_dict(booked.session.setup, booked.session.events) | {"ledger": travels}


def import_session_json(
    ledger: Ledger,
    data: event_json.SessionData,
    *,
    at: datetime,
    zone: str = "",
    keep_open: bool = False,
    again: bool = False,
) -> LedgerSession:
    """Take in a session that ``session_json`` wrote, or one of the first version, which held less.

    It keeps its id, times and fingerprint. Where its beginning is here already the rest is appended. Raises
    ``NotAllowed``: it is here already, or went on otherwise here.
    """
    if data.ledger is None or again:
        return ledger.import_session(
            data.setup, data.events, at=at, zone=zone, keep_open=keep_open, recorded=True, again=again
        )  # fmt: skip
    whole, sat = _as_whole(data)
    with ledger.writing() as db:
        if keep_open:
            ledger.set_aside(False, "import without --open")
        stamp = Stamp.of(at)
        ids = {label: (people.find(db, name) or (people.create(db, name, stamp.utc), ""))[0] for label, name in sat}
        rulesets = event_json.rulesets_of(data.setup, data.events)
        taken = take_session(ledger, whole, "it", rulesets, ids, keep_id=False)
        if taken.here and not taken.entries:
            raise identity.known_already(taken.number, data.setup.date)
        if keep_open:
            db.execute("UPDATE sessions SET status = 'open' WHERE id = ? AND status <> 'closed'", (taken.number,))
        return stored.load(db, ledger.rules, taken.number)


def _as_whole(data: event_json.SessionData) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """A session's own JSON in the form that it has in a whole ledger, and its people as (seat, name)."""
    own = data.ledger
    assert own is not None
    shape(own, (*_TRAVELS, "people", "entries"), "the session")
    sat, marks = own["people"], listed(own["entries"], "entries")
    good = isinstance(sat, dict) and all(isinstance(name, str) and not names.check(name) for name in sat.values())
    if not good or len(marks) != len(data.events) or not all(isinstance(it, list) and len(it) == 4 for it in marks):
        raise SheetError("people or entries do not fit together", hint="export it again")
    label: dict[str, str] = {name: seat for seat, name in sat.items()}

    def seat(name: str) -> str:
        return label.get(name, name)

    events = []
    for event, mark in zip(data.events, marks, strict=True):
        payload = event_json.event_dict(event, seat)
        events.append({**dict(zip(_MARKS, mark, strict=True)), "kind": payload["kind"], "payload": payload})
    setup = event_json.setup_dict(data.setup, seat)
    here = {"id": 1, "name": data.setup.name, "date": data.setup.date, "status": ASIDE, "setup": setup}
    whole = {**{key: own[key] for key in _TRAVELS}, **here, "people": dict.fromkeys(sat, 1), "events": events}
    return whole, list(sat.items())


def session_dict(db: Database, number: int) -> dict[str, Any]:
    """A session as a whole ledger's JSON has it, under the names of its entries and the ids of its people."""
    found = stored.stored(db, number)
    row = found.row
    people_here = {seat: found.roster.ids[name] for seat, name in sorted(found.roster.shown.items())}
    more = {
        "id": number,
        "setup": event_json.from_text(row.setup),
        "dated": stored.was_dated(found),
        "people": people_here,
        "events": [
            dict(zip(_EVENT, (*event[:4], event_json.from_text(payload), checksum), strict=True))
            for _, *event, payload, checksum in found.entries
        ],
    }
    return {key: more[key] if key in more else getattr(row, key) for key in _SESSION}


def take_session(
    ledger: Ledger, data: Any, where: str, rulesets: Mapping[str, Ruleset], here: Mapping[str, int], *, keep_id: bool
) -> Taken:
    """Book one session with its own times, request ids and checksums, or what is new of one that is here. ``here`` are
    its people. Raises ``KnownAlready`` for one that came in some other way."""
    db = ledger.db
    shape(data, _SESSION, where)
    texts(data, ("uid", "name", "date", "zone", "started", "utc_offset"), where)
    merged = "SELECT 1 FROM players WHERE id = ? AND merged_into IS NOT NULL"
    if any(rows.one(db, merged, (player,)) for player in here.values()):
        raise SheetError(f"{where}: somebody in it was merged into another player", hint="export it again")
    if len(set(here.values())) < len(here):
        raise NotAllowed(f"{where}: two of its people are one player in this ledger", hint="rename one first")
    try:
        for entry, one in enumerate(listed(data["events"], "events"), 1):
            with rows.at_entry(entry):
                shape(one, _EVENT, "it")
                texts(one, ("uid", "at", "utc_offset", "checksum"), "it")
        known = rows.session_by_uid(db, data["uid"])
        if known is not None:
            return Taken(known, _go_on(ledger, known, data, rulesets, here), here=True)
        setup = event_json.read_setup(data["setup"], rulesets)
        number = _insert(db, data, setup, here, keep_id=keep_id)
        entries = _replayed(ledger, number, data, rulesets)
        session = stored.load(db, ledger.rules, number).session
        identity.refuse_known(db, ledger.rules, number, session, dated=bool(data["dated"]))
        return Taken(number, entries, here=False)
    except OfcError as error:
        error.message = error.message if isinstance(error, identity.KnownAlready) else f"{where}: {error.message}"
        error.args = (error.message,)
        raise
    except ValueError as error:
        raise SheetError(f"{where}: {error}") from None


def _go_on(ledger: Ledger, number: int, data: Any, rulesets: Mapping[str, Ruleset], here: Mapping[str, int]) -> int:
    """Append what the session that is here as ``number`` does not know yet; returns how many entries. Raises
    ``NotAllowed`` where the two parted."""
    db, mine = ledger.db, stored.stored(ledger.db, number)
    for entry, (known, one) in enumerate(zip(mine.entries, data["events"], strict=False), 1):
        if known[5] != event_json.to_text(one["payload"]):
            what = f"session {number} of {mine.row.date} went on otherwise here: entry e{entry} is"
            hint = "nothing was booked; --again takes the other one as a session of its own"
            raise NotAllowed(f"{what} {known[4]} here, {one['kind']} there", hint=hint)
    fresh = data["events"][len(mine.entries) :]
    if not fresh:
        return 0
    for seat, player in here.items():
        if seat not in mine.roster.shown:
            db.execute("INSERT INTO session_players (session, seat, player) VALUES (?, ?, ?)", (number, seat, player))
    session = stored.load(db, ledger.rules, number).session
    before = session.state
    writer = Writer(db, ledger.rules, number)
    _book(writer, session, fresh, rulesets, len(mine.entries))
    writer.finish(before, session.state)
    return len(fresh)


def _insert(db: Database, data: Any, setup: Setup, sat: Mapping[str, int], *, keep_id: bool) -> int:
    """The session's own row and its people."""
    status = data["status"]
    if status not in (OPEN, CLOSED, ASIDE) or (setup.name, setup.date) != (data["name"], data["date"]):
        raise SheetError("how it started does not fit together", hint="export it again")
    if not {*setup.players, *([setup.bank] if setup.bank else [])} <= set(sat):
        raise SheetError("some of its people are missing")
    if keep_id and (not is_id(data["id"]) or rows.one(db, "SELECT 1 FROM sessions WHERE id = ?", (data["id"],))):
        raise SheetError("its number is missing or used twice")
    if status == OPEN and rows.one(db, "SELECT 1 FROM sessions WHERE status = 'open'") is not None:
        status = ASIDE
    stamp = _moment(data["started"], data["utc_offset"])
    undated = setup if data["dated"] else replace(setup, date="")
    number = data["id"] if keep_id else None
    return rows.insert_session(
        db, setup, stamp, data["zone"], status, uid=data["uid"], content_of=undated, number=number, sat=sat
    )


def _moment(at: str, offset: str) -> Stamp:
    """Raises ``SheetError`` for a time that could not be read again."""
    stamp = Stamp(at, offset)
    with suppress(ValueError):
        if Stamp.of(stamp.local) == stamp:
            return stamp
    raise SheetError("its time is no time as this program writes it", hint="export it again")


def _replayed(ledger: Ledger, number: int, data: Any, rulesets: Mapping[str, Ruleset]) -> int:
    """Book the events one by one as they were, each allowed at its moment and under its old checksum; returns how many
    entries there are."""
    db = ledger.db
    writer = Writer(db, ledger.rules, number)
    shown = writer.roster.name_of
    setup = event_json.read_setup(data["setup"], rulesets, shown)
    session = Session(setup, known=people.everybody(db))
    _book(writer, session, data["events"], rulesets, 0)
    writer.finish(None, session.state)
    if faults := list(stored.seat_faults(stored.stored(db, number))):
        raise SheetError.of(faults, what="the people")
    return writer.entries


def _book(writer: Writer, session: Session, events: list[Any], rulesets: Mapping[str, Ruleset], start: int) -> None:
    """Book events as they were, behind the first ``start``: each allowed at its moment and under its old checksum."""
    read = event_json.event_reader(rulesets, writer.roster.name_of)
    for entry, one in enumerate(events, start + 1):
        with rows.at_entry(entry):
            event = session.book(read(one["payload"]), recorded=True)
            if rows.entry_by_uid(writer.db, one["uid"]) is not None:
                raise NotAllowed("it is in the ledger already")
            writer.append(event, _moment(one["at"], one["utc_offset"]), one["uid"])
            if writer.checksum != one["checksum"]:
                raise SheetError("the checksum does not fit: the file was changed", hint="export it again")


def shape(data: Any, keys: tuple[str, ...], what: str) -> None:
    """Raise ``SheetError`` unless the data has exactly these keys."""
    if not isinstance(data, dict) or set(data) != set(keys):
        raise SheetError(f"{what}: these keys are needed: {', '.join(keys)}", hint="export it again")


def texts(data: dict[str, Any], keys: tuple[str, ...], what: str) -> None:
    """Raise ``SheetError`` unless the values of these keys are texts that can be kept."""
    for key in keys:
        # Whatever booking accepted is taken back, and booking accepts what can be kept.
        if not isinstance(data[key], str) or len(data[key]) > LONGEST_TEXT:
            raise SheetError(f"{what}: {key} is not a text", hint="export it again")


def listed(data: Any, what: str) -> list[Any]:
    """The data, which must be a list. Raises ``SheetError``."""
    if not isinstance(data, list):
        raise SheetError(f"{what}: a list is needed", hint="export it again")
    return data


def is_id(value: object) -> bool:
    """Whether a value can be the number of a row."""
    return type(value) is int and 0 < value < 1 << 53
