"""One value of a score sheet with its place. Every reading notes what is wrong and goes on with a harmless value, so
that one pass finds everything."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from ofc_score import names
from ofc_score.errors import Fault, OfcError
from ofc_score.money import parse_points
from ofc_score.rules.yaml import Document, Path, place

_YES: Final = ("true", "yes")
_NO: Final = ("false", "no")
_LONGEST_SHOWN: Final = 40
_Value = TypeVar("_Value")


class Page:
    """The sheet that is being read: where everything stands, and all that is wrong with it so far."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: list[Fault] = list(document.faults)

    def in_order(self) -> list[Fault]:
        """The faults from the first line to the last."""
        return sorted(self.faults, key=lambda fault: fault.line)


class Pair(NamedTuple):
    """A key as typed and its value."""

    typed: str
    value: Field


@dataclass(frozen=True, slots=True)
class Field:
    """A text, map or list of the sheet; ``path`` leads to it from the top."""

    page: Page
    value: Any
    path: Path = ()

    @property
    def line(self) -> int:
        """The line where it starts."""
        return self.page.document.line(self.path)

    @property
    def is_text(self) -> bool:
        """Whether it is a plain text."""
        return isinstance(self.value, str)

    def fault(self, code: str, message: str, hint: str = "", *, where: str = "") -> None:
        """Note what is wrong here; ``where`` says it more exactly than the keys would."""
        words = f"line {self.line}, {where}" if where else place(self.line, self._words())
        self.page.faults.append(Fault(code, message, words, hint, self.line))

    def _words(self) -> Path:
        return self.path[2:] if self.path[:1] == ("events",) else self.path

    def refuse(self, error: OfcError, at: Mapping[str, Field] | None = None, only: Collection[str] = ()) -> None:
        """Note the faults of an error, each in the line of the player it names (``at``); ``only`` those codes."""
        for fault in error.each():
            if not only or fault.code in only:
                named = [name for name in at or () if fault.where == name or fault.where.startswith(f"{name} ")]
                field = at[max(named, key=len)] if at and named else self
                field.fault(fault.code, fault.message, fault.hint, where=fault.where)

    def inner(self, key: str | int, value: Any) -> Field:
        """A value inside this one."""
        return Field(self.page, value, (*self.path, key))

    # Reading

    def text(self) -> str:
        """A text without the blanks around it."""
        if isinstance(self.value, str):
            return self.value.strip()
        self.fault("not-text", "one text belongs here, not a map or a list")
        return ""

    def flag(self) -> bool:
        """``true`` or ``false``; ``yes`` and ``no`` too."""
        typed = self.text().casefold()
        if typed not in (*_YES, *_NO):
            self.fault("not-a-flag", f"{_quoted(typed)} is neither true nor false")
        return typed in _YES

    def points(self, least: int) -> int:
        """Whole points, or a number of cards."""
        return self.read(lambda typed: parse_points(typed, least=least), least)

    def read(self, parse: Callable[[str], _Value], otherwise: _Value) -> _Value:
        """What ``parse`` makes of the text."""
        if not self.is_text:
            self.text()
            return otherwise
        try:
            return parse(self.text())
        except OfcError as error:
            self.refuse(error)
            return otherwise

    def pairs(self) -> list[Pair]:
        """The keys and values of a map, or of a list of maps with one key each."""
        if isinstance(self.value, dict):
            return [Pair(key, self.inner(key, value)) for key, value in self.value.items()]
        if isinstance(self.value, list) and all(isinstance(item, dict) and len(item) == 1 for item in self.value):
            return [pair for place, item in enumerate(self.value) for pair in self.inner(place, item).pairs()]
        self.fault("not-a-map", "a map of NAME: VALUE belongs here")
        return []

    def items(self) -> list[Field]:
        """The items of a list; one text is split at its commas."""
        if isinstance(self.value, str):
            return [Field(self.page, part.strip(), self.path) for part in self.value.split(",") if part.strip()]
        if isinstance(self.value, list):
            return [self.inner(place, item) for place, item in enumerate(self.value)]
        self.fault("not-a-list", "a list such as [Ann, Bob] belongs here")
        return []

    def fields(self, known: Collection[str], need: Collection[str] = ()) -> dict[str, Field]:
        """The values of a map whose keys are ``known``; those it ``need``s must be there."""
        if not isinstance(self.value, dict):
            self.fault("not-a-map", f"a map with {', '.join(known)} belongs here")
            return {}
        found = {}
        for key, value in self.value.items():
            if key in known:
                found[key] = self.inner(key, value)
            else:
                self.inner(key, value).unknown_key(known)
        for key in need:
            if key not in found:
                self.fault("key-missing", f"{key} is missing", f"keys: {', '.join(known)}")
        return found

    def unknown_key(self, known: Collection[str]) -> None:
        """Note that the last key of the path means nothing here."""
        key = str(self.path[-1])
        hint = names.suggest(key, known, f"known: {', '.join(known)}")
        self.fault("unknown-key", f"no key {_quoted(key)}", hint)


Beside = Mapping[str, Field]


def flag(fields: Beside, key: str) -> bool:
    """An optional ``true`` or ``false``, false where it is not given."""
    return key in fields and fields[key].flag()


def text(fields: Beside, key: str) -> str:
    """An optional text, empty where it is not given."""
    return fields[key].text() if key in fields else ""


def _quoted(typed: str) -> str:
    return f"'{names.shown(typed if len(typed) <= _LONGEST_SHOWN else typed[:_LONGEST_SHOWN] + '…')}'"
