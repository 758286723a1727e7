"""Reads events from plain JSON data by what their fields say they hold, and collects everything that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ofc_score import names
from ofc_score.boards.board import Board
from ofc_score.boards.parse import parse_board
from ofc_score.errors import CardError, Fault, OfcError, SheetError
from ofc_score.evening import events as ev
from ofc_score.money import AMOUNT_LIMIT, POINTS_LIMIT, PointValue
from ofc_score.rules.ruleset import Ruleset

LONGEST_TEXT: Final = 4000
MOST_PLAYERS: Final = 100
MOST_LISTED: Final = 1000
Rename = Callable[[str], str]


class Reader:
    """Reads plain data and collects what is wrong with it; a faulty value reads as None."""

    def __init__(self, rulesets: Mapping[str, Ruleset], rename: Rename) -> None:
        self.rulesets = rulesets
        self.rename = rename
        self.faults: list[Fault] = []
        self._good: dict[str, str] = {}

    def fault(self, code: str, message: str, where: str, hint: str = "") -> None:
        """Note something wrong."""
        self.faults.append(Fault(code, message, where, hint))

    def finish(self, what: str) -> None:
        """Raise ``SheetError`` with everything that is wrong so far, if anything is."""
        if self.faults:
            raise SheetError.of(self.faults, what=what)

    def mapping(self, data: object, where: str, known: Iterable[str]) -> dict[str, Any]:
        """Keys with values; an unknown key is a fault."""
        if not isinstance(data, dict):
            self.fault("wrong-type", "keys with values are needed", where)
            return {}
        for key in [key for key in data if key not in known]:
            self.fault("unknown-key", f"there is no key {key[:40]!r} here", where, f"known: {', '.join(known)}")
        return data

    def event(self, data: object, where: str, *, plain: bool = False) -> Any:
        """The event of ``{"kind": ...}``, with ``plain`` no correction; None for a faulty one."""
        kind = data.get("kind") if isinstance(data, dict) else None
        made = _TYPE_OF.get(kind) if isinstance(kind, str) else None
        if made is None or not isinstance(data, dict) or (plain and made in _CORRECTIONS):
            self.fault("unknown-event", f"{kind!r:.60} is not an event", where, f"known: {', '.join(_TYPE_OF)}")
            return None
        return self.record(made, {key: value for key, value in data.items() if key != "kind"}, where)

    def record(self, made: type, data: object, where: str) -> Any:
        """An event or setup from the values of its fields; None for a faulty one."""
        before = len(self.faults)
        parts = ev.parts(made)
        given = self.mapping(data, where, [part.name for part in parts])
        values = {}
        for part in parts:
            if part.name in given:
                values[part.name] = self.value(part, given[part.name], f"{where} {part.name}" if where else part.name)
            elif part.needed:
                self.fault("missing", "this key is missing", f"{where} {part.name}".strip())
        return made(**values) if len(self.faults) == before else None

    def value(self, part: ev.Part, data: object, where: str) -> Any:
        """The value of one field."""
        if data is None and part.optional:
            return None
        return _READERS[part.kind](self, data, where)

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
        self.fault("wrong-type", "a whole number is needed, and not a huge one", where)
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
        given = self.mapping(data, where, ("minor", "currency"))
        try:
            return PointValue(self.number(given.get("minor"), where, AMOUNT_LIMIT), str(given.get("currency")))
        except OfcError as error:
            self.faults += [fault._replace(where=where) for fault in error.faults]
        return None

    def points(self, data: object, where: str) -> int:
        return self.number(data, where, POINTS_LIMIT)

    def amount(self, data: object, where: str) -> int:
        return self.number(data, where, AMOUNT_LIMIT)

    def buy_in(self, data: object, where: str) -> int | None:
        """Points of one player; None on paper."""
        return None if data is None else self.points(data, where)

    def by_name(self, data: object, where: str, read: Callable[[Any, str], Any]) -> dict[str, Any]:
        if not isinstance(data, dict) or len(data) > MOST_PLAYERS:
            self.fault("wrong-type", "names with values are needed", where)
            return {}
        found = {self.name(key, where): read(value, f"{where} {key}") for key, value in data.items()}
        if len(found) < len(data):
            self.fault("name-clash", "two names are one player", where)
        return found

    def listed(self, data: object, where: str, read: Callable[[Any, str], Any], most: int) -> tuple[Any, ...]:
        if not isinstance(data, list) or len(data) > most:
            self.fault("wrong-type", "a list is needed", where)
            return ()
        return tuple(read(one, where) for one in data)

    def pair(self, data: object, where: str) -> tuple[Any, ...]:
        found = self.listed(data, where, self.name, 2)
        if len(found) != 2:
            self.fault("wrong-type", "two names are needed", where)
        return found


_READERS: Final[dict[ev.Kind, Callable[[Reader, Any, str], Any]]] = {
    ev.Kind.NAME: Reader.name,
    ev.Kind.NAMES: lambda reader, data, where: reader.listed(data, where, reader.name, MOST_PLAYERS),
    ev.Kind.PAIR: Reader.pair,
    ev.Kind.POINTS: Reader.points,
    ev.Kind.AMOUNT: Reader.amount,
    ev.Kind.AMOUNTS: lambda reader, data, where: reader.listed(data, where, reader.amount, MOST_LISTED),
    ev.Kind.TEXT: Reader.text,
    ev.Kind.FLAG: Reader.flag,
    ev.Kind.BOARDS: lambda reader, data, where: reader.by_name(data, where, reader.board),
    ev.Kind.COUNTS: lambda reader, data, where: reader.by_name(data, where, reader.buy_in),
    ev.Kind.SUMS: lambda reader, data, where: reader.by_name(data, where, reader.amount),
    ev.Kind.RULES: Reader.rules,
    ev.Kind.ENTRY: Reader.points,
    ev.Kind.ENTRIES: lambda reader, data, where: reader.listed(data, where, reader.points, MOST_LISTED),
    ev.Kind.EVENT: lambda reader, data, where: reader.event(data, where, plain=True),
    ev.Kind.VALUE: Reader.point,
}


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_CORRECTIONS: Final = (ev.Fix, ev.Replace, ev.Void, ev.Undo, ev.Redo)
_TYPE_OF: Final = {made.__name__.lower(): made for made in (*ev.Plain.__args__, *_CORRECTIONS)}
