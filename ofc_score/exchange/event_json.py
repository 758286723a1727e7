"""Events and the start of a session as plain JSON data and back, exactly: for the ledger and for exchange.

A board is its text, a ruleset its fingerprint; the rulesets themselves travel beside the events. What was left at its
default is left out. Reading is strict: unknown keys, wrong types, impossible names and boards are all told at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, NamedTuple

from ofc_score import names
from ofc_score.boards.board import Board
from ofc_score.boards.parse import parse_board
from ofc_score.errors import CardError, Fault, OfcError, RulesError, SheetError
from ofc_score.evening import events as ev
from ofc_score.money import AMOUNT_LIMIT, POINTS_LIMIT, PointValue
from ofc_score.rules.ruleset import Ruleset, build

FORMAT: Final = 1
LONGEST_TEXT: Final = 4000
MOST_PLAYERS: Final = 100
MOST_LISTED: Final = 1000
Rename = Callable[[str], str]


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
    return {"kind": kind_of(event), **_fields_dict(event, rename)}


def names_in(event: ev.Event) -> list[str]:
    """Every player whom an event names."""
    found: list[str] = []
    for key, codec, _ in _SHAPES[type(event)]:
        if codec.names is not None and (value := getattr(event, key)) is not None:
            found += codec.names(value)
    return found


def kind_of(event: ev.Event) -> str:
    """The word for what an event is: ``hand``, ``buy``, ``fix`` ..."""
    return _KIND_OF[type(event)]


def read_event(data: object, rulesets: Mapping[str, Ruleset], rename: Rename = _as_is) -> ev.Event:
    """The event that ``event_dict`` wrote; ``rulesets`` by fingerprint. Raises ``SheetError`` with every fault."""
    return event_reader(rulesets, rename)(data)


def event_reader(rulesets: Mapping[str, Ruleset], rename: Rename = _as_is) -> Callable[[object], ev.Event]:
    """``read_event`` for the many events of one evening: a name is looked at once."""
    reader = _Reader(rulesets, rename)

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
    reader = _Reader(rulesets, rename)
    setup = reader.record(ev.Setup, data, "")
    reader.finish("the start")
    result: ev.Setup = setup
    return result


def renamed(event: ev.Event, rename: Rename) -> ev.Event:
    """The same event with other names for its players."""
    return read_event(event_dict(event, rename), {rules.fingerprint(): rules for rules in rules_of(event)})


def rulesets_of(setup: ev.Setup, events: Iterable[ev.Event]) -> dict[str, Ruleset]:
    """Every ruleset of an evening by fingerprint, the first one first."""
    found = [setup.rules, *(rules for event in events for rules in rules_of(event))]
    return {rules.fingerprint(): rules for rules in found}


def evening_dict(setup: ev.Setup, events: Iterable[ev.Event]) -> dict[str, Any]:
    """A whole session as plain JSON data (format 1), its rulesets carried along."""
    listed = list(events)
    return {
        "format": FORMAT,
        "rulesets": {key: rules.mapping for key, rules in rulesets_of(setup, listed).items()},
        "setup": setup_dict(setup),
        "events": [event_dict(event) for event in listed],
    }


def read_evening(data: object) -> SessionData:
    """The session that ``evening_dict`` wrote. Raises ``SheetError`` with every fault, ``RulesError`` for its rules."""
    reader = _Reader({}, _as_is)
    told = reader.mapping(data, "", ("format", "rulesets", "setup", "events", "ledger"))
    if told.get("format") != FORMAT:
        reader.fault("format", f"format {told.get('format')!r} is not known", "", f"this program reads {FORMAT}")
        reader.finish("the session")
    reader.rulesets = read_rulesets(told.get("rulesets"))
    setup = reader.record(ev.Setup, told.get("setup"), "setup")
    listed = told.get("events")
    if not isinstance(listed, list):
        reader.fault("wrong-type", "a list is needed", "events")
        listed = []
    events = tuple(reader.event(one, f"e{number}") for number, one in enumerate(listed, 1))
    ledger = told.get("ledger")
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
        raise RulesError(f"the ruleset {fingerprint} is no complete set of rules") from None
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


class _Reader:
    """Reads plain data and collects what is wrong with it; a faulty value reads as None."""

    def __init__(self, rulesets: Mapping[str, Ruleset], rename: Rename) -> None:
        self.rulesets = rulesets
        self.rename = rename
        self.faults: list[Fault] = []
        self._good: dict[str, str] = {}

    def fault(self, code: str, message: str, where: str, hint: str = "") -> None:
        self.faults.append(Fault(code, message, where, hint))

    def finish(self, what: str) -> None:
        if self.faults:
            raise SheetError.of(self.faults, what=what)

    def mapping(self, data: object, where: str, known: Iterable[str]) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fault("wrong-type", "keys with values are needed", where)
            return {}
        for key in [key for key in data if key not in known]:
            self.fault("unknown-key", f"there is no key {key[:40]!r} here", where, f"known: {', '.join(known)}")
        return data

    def event(self, data: object, where: str, *, plain: bool = False) -> Any:
        kind = data.get("kind") if isinstance(data, dict) else None
        made = _TYPE_OF.get(kind) if isinstance(kind, str) else None
        if made is None or not isinstance(data, dict) or (plain and made in _CORRECTIONS):
            self.fault("unknown-event", f"{kind!r:.60} is no event", where, f"known: {', '.join(_TYPE_OF)}")
            return None
        return self.record(made, {key: value for key, value in data.items() if key != "kind"}, where)

    def record(self, made: type, data: object, where: str) -> Any:
        before = len(self.faults)
        told = self.mapping(data, where, _FIELDS[made])
        values = {}
        for key, codec in _FIELDS[made].items():
            if key in told:
                values[key] = codec.read(self, told[key], f"{where} {key}" if where else key)
            elif key not in _DEFAULTS[made]:
                self.fault("missing", "this key is missing", f"{where} {key}".strip())
        return made(**values) if len(self.faults) == before else None

    def name(self, data: object, where: str) -> str:
        if isinstance(data, str):
            if data not in self._good:
                self.faults += names.check(data, where)
                self._good[data] = self.rename(data)
            return self._good[data]
        self.fault("wrong-type", "a name is needed", where)
        return ""

    def number(self, data: object, where: str, limit: int) -> int:
        if type(data) is int and abs(data) <= limit:
            return data
        self.fault("wrong-type", "a whole number of sane size is needed", where)
        return 0

    def text(self, data: object, where: str) -> str:
        if isinstance(data, str) and len(data) <= LONGEST_TEXT and "\0" not in data and _encodable(data):
            return data
        self.fault("bad-text", f"a text of up to {LONGEST_TEXT} characters is needed", where)
        return ""

    def flag(self, data: object, where: str) -> bool:
        if isinstance(data, bool):
            return data
        self.fault("wrong-type", "true or false is needed", where)
        return False

    def board(self, data: object, where: str) -> Board | None:
        try:
            if isinstance(data, str):
                return parse_board(data)
            self.fault("wrong-type", "a board's text is needed", where)
        except CardError as error:
            self.faults += [fault._replace(where=f"{where} {fault.where}".strip()) for fault in error.faults]
        return None

    def rules(self, data: object, where: str) -> Ruleset | None:
        found = self.rulesets.get(data) if isinstance(data, str) else None
        if found is None:
            self.fault("unknown-ruleset", f"no ruleset with the fingerprint {data!r:.40}", where)
        return found

    def point(self, data: object, where: str) -> PointValue | None:
        told = self.mapping(data, where, ("minor", "currency"))
        try:
            return PointValue(self.number(told.get("minor"), where, AMOUNT_LIMIT), str(told.get("currency")))
        except OfcError as error:
            self.faults += [fault._replace(where=where) for fault in error.faults]
        return None

    def by_name(self, data: object, where: str, codec: Codec) -> dict[str, Any]:
        if not isinstance(data, dict) or len(data) > MOST_PLAYERS:
            self.fault("wrong-type", "names with values are needed", where)
            return {}
        found = {self.name(key, where): codec.read(self, value, f"{where} {key}") for key, value in data.items()}
        if len(found) < len(data):
            self.fault("name-clash", "two names are one player", where)
        return found

    def several(self, data: object, where: str) -> tuple[str, ...]:
        if not isinstance(data, list) or len(data) > MOST_PLAYERS:
            self.fault("wrong-type", "a list of names is needed", where)
            return ()
        return tuple(self.name(one, where) for one in data)

    def listed(self, data: object, where: str, codec: Codec) -> tuple[Any, ...]:
        if not isinstance(data, list) or len(data) > MOST_LISTED:
            self.fault("wrong-type", "a list is needed", where)
            return ()
        return tuple(codec.read(self, one, where) for one in data)

    def pair(self, data: object, where: str) -> tuple[str, ...]:
        found = self.several(data, where)
        if len(found) != 2:
            self.fault("wrong-type", "two names are needed", where)
        return found


class Codec(NamedTuple):
    """How one kind of value is written and read, and which players it names, if it can name any."""

    write: Callable[[Any, Rename], Any]
    read: Callable[[_Reader, Any, str], Any]
    names: Callable[[Any], Iterable[str]] | None = None


def _plain(value: Any, _rename: Rename) -> Any:
    return value


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _fields_dict(record: Any, rename: Rename) -> dict[str, Any]:
    """The fields of a record that are not at their default."""
    told = {}
    for key, codec, default in _SHAPES[type(record)]:
        value = getattr(record, key)
        if value != default:
            told[key] = codec.write(value, rename)
    return told


def _maybe(codec: Codec) -> Codec:
    return codec._replace(
        write=lambda value, rename: None if value is None else codec.write(value, rename),
        read=lambda reader, data, where: None if data is None else codec.read(reader, data, where),
    )


def _by_name(codec: Codec) -> Codec:
    return Codec(
        lambda value, rename: {rename(name): codec.write(one, rename) for name, one in value.items()},
        lambda reader, data, where: reader.by_name(data, where, codec),
        list,
    )


def _listed(codec: Codec) -> Codec:
    return Codec(
        lambda value, rename: [codec.write(one, rename) for one in value],
        lambda reader, data, where: reader.listed(data, where, codec),
    )


def _list(value: Any, rename: Rename) -> list[str]:
    return [rename(name) for name in value]


_NAME: Final = Codec(lambda value, rename: rename(value), _Reader.name, lambda value: [value])
_POINTS: Final = Codec(_plain, lambda reader, data, where: reader.number(data, where, POINTS_LIMIT))
_AMOUNT: Final = Codec(_plain, lambda reader, data, where: reader.number(data, where, AMOUNT_LIMIT))
_TEXT: Final = Codec(_plain, _Reader.text)
_FLAG: Final = Codec(_plain, _Reader.flag)
_BOARD: Final = Codec(lambda value, _rename: value.text(), _Reader.board)
_RULES: Final = Codec(lambda value, _rename: value.fingerprint(), _Reader.rules)
_POINT: Final = Codec(lambda value, _rename: {"minor": value.minor, "currency": value.currency}, _Reader.point)
_SEVERAL: Final = Codec(_list, _Reader.several, list)
_PAIR: Final = Codec(_list, _Reader.pair, list)
_EVENT: Final = Codec(event_dict, lambda reader, data, where: reader.event(data, where, plain=True), names_in)
_BOARDS: Final = _by_name(_BOARD)
_COUNTS: Final = _by_name(_POINTS)
_ENTRIES: Final = _listed(_POINTS)
_AMOUNTS: Final = _listed(_AMOUNT)

_FIELDS: Final[dict[type, dict[str, Codec]]] = {
    ev.Setup: {
        "rules": _RULES, "players": _by_name(_maybe(_POINTS)), "button": _NAME, "name": _TEXT, "date": _TEXT,
        "point": _maybe(_POINT), "bank": _maybe(_NAME), "paid": _FLAG,
    },
    ev.Hand: {
        "boards": _BOARDS, "button": _maybe(_NAME), "fantasyland": _maybe(_COUNTS), "forced": _FLAG,
        "before": _maybe(_POINTS), "new_set": _maybe(_FLAG), "counted": _maybe(_ENTRIES),
    },
    ev.Buy: {"points": _COUNTS, "paid": _maybe(_FLAG), "waits": _maybe(_SEVERAL)},
    ev.Join: {
        "name": _NAME, "points": _maybe(_POINTS), "after": _maybe(_NAME), "forced": _FLAG, "paid": _maybe(_FLAG),
        "waits": _maybe(_FLAG),
    },
    ev.Guest: {"name": _NAME},
    ev.Leave: {"name": _NAME, "forced": _FLAG},
    ev.Seats: {"order": _SEVERAL},
    ev.Button: {"name": _NAME, "why": _TEXT},
    ev.Switch: {"rules": _RULES, "from_entry": _maybe(_POINTS), "why": _TEXT, "as_played": _FLAG},
    ev.Adjust: {"payer": _NAME, "payee": _NAME, "points": _POINTS, "why": _TEXT},
    ev.Expense: {
        "by": _NAME, "amount": _AMOUNT, "sharers": _SEVERAL, "why": _TEXT, "shares": _maybe(_AMOUNTS),
        "payers": _maybe(_by_name(_AMOUNT)), "refund": _FLAG,
    },
    ev.Owe: {"debtor": _NAME, "creditor": _NAME, "amount": _AMOUNT, "why": _TEXT, "before": _FLAG},
    ev.Pay: {"payer": _NAME, "payee": _NAME, "amount": _AMOUNT, "old": _maybe(_AMOUNT)},
    ev.Chips: {"counted": _COUNTS, "accept": _FLAG},
    ev.Note: {"text": _TEXT},
    ev.Close: {},
    ev.Fix: {
        "entry": _POINTS, "boards": _BOARDS, "swap": _maybe(_PAIR), "button": _maybe(_NAME),
        "fantasyland": _maybe(_COUNTS), "difference": _FLAG, "as_played": _FLAG,
    },
    ev.Replace: {"entry": _POINTS, "event": _EVENT, "as_played": _FLAG},
    ev.Void: {"entry": _POINTS, "difference": _FLAG, "as_played": _FLAG},
    ev.Undo: {},
    ev.Redo: {},
}  # fmt: skip
_CORRECTIONS: Final = (ev.Fix, ev.Replace, ev.Void, ev.Undo, ev.Redo)
_KIND_OF: Final = {made: made.__name__.lower() for made in _FIELDS if made is not ev.Setup}
_TYPE_OF: Final = {kind: made for made, kind in _KIND_OF.items()}
_DEFAULTS: Final[dict[type, dict[str, Any]]] = {
    made: {
        field.name: field.default if field.default is not MISSING else {}
        for field in fields(made)
        if field.default is not MISSING or field.default_factory is not MISSING
    }
    for made in _FIELDS
}
_NO_DEFAULT: Final = object()
_SHAPES: Final[dict[type, tuple[tuple[str, Codec, object], ...]]] = {
    made: tuple((key, codec, _DEFAULTS[made].get(key, _NO_DEFAULT)) for key, codec in codecs.items())
    for made, codecs in _FIELDS.items()
}
