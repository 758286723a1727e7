"""Events and the start of a session as plain JSON data and back, exactly: for the ledger and for exchange.

A board is its text, a ruleset its fingerprint; the rulesets themselves travel beside the events. What was left at its
default is left out. Reading is strict: unknown keys, wrong types, impossible names and boards are all reported at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from ofc_score.errors import RulesError, SheetError
from ofc_score.evening import events as ev
from ofc_score.exchange.json_reader import Reader, Rename
from ofc_score.rules.ruleset import Ruleset, build

FORMAT: Final = 1


def _as_is(name: str) -> str:
    return name


class SessionData(NamedTuple):
    """One session as it travels: how it started, everything typed since, and what the ledger that it comes from says
    of it (its id, times, the names under which people sat; None where it comes from none)."""

    setup: ev.Setup
    events: tuple[ev.Event, ...]
    ledger: dict[str, Any] | None = None


def event_dict(event: ev.Event, rename: Rename = _as_is) -> dict[str, Any]:
    """An event as plain JSON data, ``{"kind": "hand", ...}``; ``rename`` is applied to every player's name."""
    return {"kind": ev.kind_of(event), **_fields_dict(event, rename)}


def read_event(data: object, rulesets: Mapping[str, Ruleset], rename: Rename = _as_is) -> ev.Event:
    """The event that ``event_dict`` wrote; ``rulesets`` by fingerprint. Raises ``SheetError`` with every fault."""
    return event_reader(rulesets, rename)(data)


def event_reader(rulesets: Mapping[str, Ruleset], rename: Rename = _as_is) -> Callable[[object], ev.Event]:
    """``read_event`` for the many events of one session: a name is looked at once."""
    reader = Reader(rulesets, rename)

    def read(data: object) -> ev.Event:
        event: ev.Event = reader.event(data, "")
        reader.finish("the event")
        return event

    return read


def setup_dict(setup: ev.Setup, rename: Rename = _as_is) -> dict[str, Any]:
    """The start of a session as plain JSON data."""
    return _fields_dict(setup, rename)


def read_setup(data: object, rulesets: Mapping[str, Ruleset], rename: Rename = _as_is) -> ev.Setup:
    """The setup that ``setup_dict`` wrote. Raises ``SheetError`` with every fault."""
    reader = Reader(rulesets, rename)
    setup = reader.record(ev.Setup, data, "")
    reader.finish("the start")
    result: ev.Setup = setup
    return result


def renamed(event: ev.Event, rename: Rename) -> ev.Event:
    """The same event with other names for its players."""
    return read_event(event_dict(event, rename), {rules.fingerprint(): rules for rules in rules_of(event)})


def rulesets_of(setup: ev.Setup, events: Iterable[ev.Event]) -> dict[str, Ruleset]:
    """Every ruleset of a session by fingerprint, the first one first."""
    found = [setup.rules, *(rules for event in events for rules in rules_of(event))]
    return {rules.fingerprint(): rules for rules in found}


def session_dict(setup: ev.Setup, events: Iterable[ev.Event]) -> dict[str, Any]:
    """A whole session as plain JSON data (format 1), its rulesets carried along."""
    listed = list(events)
    return {
        "format": FORMAT,
        "rulesets": {key: rules.mapping for key, rules in rulesets_of(setup, listed).items()},
        "setup": setup_dict(setup),
        "events": [event_dict(event) for event in listed],
    }


def read_session(data: object) -> SessionData:
    """The session that ``session_dict`` wrote. Raises ``SheetError`` with every fault, ``RulesError`` for its rules."""
    reader = Reader({}, _as_is)
    given = reader.mapping(data, "", ("format", "rulesets", "setup", "events", "ledger"))
    if given.get("format") != FORMAT:
        reader.fault("format", f"format {given.get('format')!r} is not known", "", f"this program reads {FORMAT}")
        reader.finish("the session")
    reader.rulesets = read_rulesets(given.get("rulesets"))
    setup = reader.record(ev.Setup, given.get("setup"), "setup")
    listed = given.get("events")
    if not isinstance(listed, list):
        reader.fault("wrong-type", "a list is needed", "events")
        listed = []
    events = tuple(reader.event(one, f"e{number}") for number, one in enumerate(listed, 1))
    ledger = given.get("ledger")
    if not isinstance(ledger, dict | None):
        reader.fault("wrong-type", "keys with values are needed", "ledger")
    reader.finish("the session")
    return SessionData(setup, events, ledger)


def read_rulesets(data: object) -> dict[str, Ruleset]:
    """Rulesets by fingerprint from mappings that anybody may have written. Raises ``RulesError``."""
    if not isinstance(data, dict):
        raise RulesError("rulesets are needed as keys with values")
    return {key: _checked(key, mapping) for key, mapping in data.items()}


def _checked(fingerprint: str, mapping: Any) -> Ruleset:
    """A ruleset that somebody may have made up, as strictly read as a file."""
    from ofc_score.rules.load import refuse_faulty_mapping

    rules = read_ruleset(fingerprint, mapping)
    refuse_faulty_mapping(rules.mapping, f"the ruleset {fingerprint}")
    return rules


def read_ruleset(fingerprint: str, mapping: object) -> Ruleset:
    """The ruleset of a mapping, checked against its fingerprint. Raises ``RulesError``."""
    try:
        if not isinstance(mapping, dict):
            raise TypeError
        rules = build(mapping)
        found = rules.fingerprint()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError):
        raise RulesError(f"the ruleset {fingerprint} is not a complete set of rules") from None
    if found != fingerprint:
        raise RulesError(f"the ruleset {rules.name} is not the one it was: {found} instead of {fingerprint}")
    return rules


def to_text(data: object) -> str:
    """JSON text, always the same for the same data: what is stored is what checksums are made of."""
    return _WRITTEN.encode(data)


def from_text(text: str | bytes) -> Any:
    """Plain data from JSON text; a key twice, NaN and nesting without end are refused. Raises ``SheetError``."""
    try:
        return _READ.decode(text if isinstance(text, str) else text.decode())
    except RecursionError:
        raise SheetError("nested too deeply to be read") from None
    except UnicodeDecodeError:
        raise SheetError("not saved as UTF-8", hint="is this the right file?") from None
    except ValueError as error:
        raise SheetError(f"not JSON: {error}", hint="is this the right file?") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"the key {twice[:40]!r} is there twice")
    return found


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


# Made once: json.dumps and json.loads make theirs anew for every text.
_WRITTEN: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_READ: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def rules_of(event: ev.Event) -> list[Ruleset]:
    """The ruleset that an event brings along, if any."""
    plain = event.event if isinstance(event, ev.Replace) else event
    return [plain.rules] if isinstance(plain, ev.Switch) else []


def _fields_dict(record: Any, rename: Rename) -> dict[str, Any]:
    """The fields of a record that are not at their default."""
    written = {}
    for part in ev.parts(type(record)):
        value = getattr(record, part.name)
        if value != part.default:
            written[part.name] = _written(part.kind, value, rename)
    return written


def _written(kind: ev.Kind, value: Any, rename: Rename) -> Any:
    if value is None:
        return None
    match kind:
        case ev.Kind.NAME:
            return rename(value)
        case ev.Kind.NAMES | ev.Kind.PAIR:
            return [rename(name) for name in value]
        case ev.Kind.COUNTS | ev.Kind.SUMS:
            return {rename(name): number for name, number in value.items()}
        case ev.Kind.BOARDS:
            return {rename(name): board.text() for name, board in value.items()}
        case ev.Kind.AMOUNTS | ev.Kind.ENTRIES:
            return list(value)
        case ev.Kind.RULES:
            return value.fingerprint()
        case ev.Kind.VALUE:
            return {"minor": value.minor, "currency": value.currency}
        case ev.Kind.EVENT:
            return event_dict(value, rename)
        case _:
            return value
