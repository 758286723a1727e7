"""Strict reading of YAML text: rule files (typed) and score sheets (everything stays as typed).

YAML has surprises that cost money at a table: duplicate keys win silently, ``no`` becomes false, ``010`` eight and
``1:30`` ninety. Here a plain scalar is a whole number or ``true``/``false`` at most, and only in rule files; a sheet
keeps every scalar as text, so that ``No``, ``007`` and ``1e5`` stay names. Values are built from the parser's flat
event stream, so depth, number of nodes, aliases and size are all bounded before anything grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import yaml

from ofc_score.errors import Fault

MAX_SIZE: Final = 1_000_000
MAX_DEPTH: Final = 32
MAX_NODES: Final = 100_000
MAX_EXPANSION: Final = 2_000
MOST_TOLD: Final = 100
"""So many faults of one kind are told; the rest are counted."""

Path = tuple[str | int, ...]

_LOADER: Final[Any] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_NUMBER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})", re.ASCII)
_UNPRINTABLE: Final = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufeff\uff00-\ufffd\U00010000-\U0010ffff]"
_INDENT: Final = "(?m)^[ \u00a0]*\u00a0"

# What the parser says -> what a player should read, and the way out. First match counts.
_SYNTAX: Final = (
    ("'\\t'", "a tab", "indent with spaces, no tabs"),
    ("cannot start any token", "a sign that YAML does not allow at the start of a word", "indent with spaces, no tabs; "
     "put text that starts with @ or ` in quotes"),
    ("mapping values are not allowed", "a colon where none can be, or an indent that does not fit", "put text that "
     "contains ': ' in quotes, and line the keys up"),
    ("block sequence entries", "a dash where no list can start", "start the list on its own line"),
    ("could not find expected ':'", "no ': ' after a key", "write a colon and a space after every key"),
    ("'}'", "a { that is not closed, or a comma that is missing", "close it with } and put commas between"),
    ("']'", "a [ that is not closed, or a comma that is missing", "close it with ] and put commas between"),
    ("unexpected end of stream", "a quotation mark that is not closed", "close the quotes"),
    ("expected key", "a line that fits neither as a key nor as a value", "line the keys up and write a colon and a "
     "space after each"),
    ("<block end>", "a line that fits neither as a key nor as a value", "line the keys up and write a colon and a "
     "space after each"),
    ("alias", "a * at the start of a word", "put it in quotes"),
    ("'-' indicator", "a dash where no list item can be", "line the dashes up"),
)  # fmt: skip
_NOT_YAML: Final = ("the text cannot be read here", "line the keys up, write a colon and a space after each")


class Document(NamedTuple):
    """What a text says: plain dicts, lists and scalars, the line of every key, and all that is wrong with it.

    Keys are always text. ``value`` is None where the text cannot be read at all; then ``faults`` says why.
    """

    value: Any
    faults: tuple[Fault, ...] = ()
    lines: Mapping[Path, int] = MappingProxyType({})

    def line(self, path: Path = ()) -> int:
        """The line (from 1) where the key or list item at ``path`` stands, or its nearest parent."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def where(self, path: Path = ()) -> str:
        """``line 4, players.max``; list items count from 1: ``line 9, fantasyland.enter[2].cards``."""
        return place(self.line(path), path)


def place(line: int, path: Path = ()) -> str:
    """A line and a key path as faults name them."""
    return f"line {line}, {path_words(path)}" if path else f"line {line}"


def path_words(path: Path) -> str:
    """``fantasyland.enter[2].cards``; list items count from 1."""
    words = ""
    for step in path:
        words += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if words else step
    return words


def more_faults(count: int) -> Fault:
    """What stands in place of faults that are not told one by one."""
    return Fault("more-faults", f"{count:,} more faults", hint="fix these first")


def read(text: str | bytes, *, typed: bool) -> Document:
    """Read one YAML document strictly. Never raises for bad text: every refusal is in ``faults``, with its line.

    ``typed``: plain whole numbers become int and plain ``true``/``false`` bool, everything else stays text. Without
    it every scalar stays text, and a value that a phone user would not quote (``-``, ``*Qh2c``, ``note: he said: no``)
    is read as it stands.
    """
    try:
        plain = _plain(text)
    except _RefusedError as refused:
        return Document(None, (refused.fault,))
    try:
        return _build(plain, typed)
    except _RefusedError as refused:
        if typed or refused.fault.code not in ("syntax", "alias", "tag"):
            return Document(None, (refused.fault,))
    try:
        return _build(_quoted(plain), typed)
    except _RefusedError as refused:
        return Document(None, (refused.fault,))


class _RefusedError(Exception):
    """The text stops being readable at a line."""

    def __init__(self, code: str, message: str, line: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.fault = Fault(code, message, f"line {line}" if line else "", hint, line)


def _plain(text: str | bytes) -> str:
    if len(text) > MAX_SIZE:
        raise _RefusedError("too-big", f"bigger than {MAX_SIZE // 1000:,} kB", hint="is this the right file?")
    if isinstance(text, bytes):
        text = _decoded(text)
    text = text.removeprefix("\ufeff")
    bad = _unprintable(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        raise _RefusedError("not-text", f"a character that cannot be printed (U+{ord(bad[0]):04X})", line, "delete it")
    return re.sub(_INDENT, lambda match: " " * len(match[0]), text) if "\u00a0" in text else text


def _unprintable(text: str) -> re.Match[str] | None:
    """The first character that YAML does not allow. The pattern takes longer to compile than a ruleset to read, and
    common text does without."""
    return None if text.replace("\n", "").isprintable() else re.search(_UNPRINTABLE, text)


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _RefusedError("not-utf8", "saved as UTF-16, not as UTF-8", hint="save it again with encoding UTF-8")
    if b"\0" in data:
        raise _RefusedError("not-text", "not a text file", hint="is this the right file?")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "save it again with encoding UTF-8"
        raise _RefusedError("not-utf8", "not saved as UTF-8", line, hint) from None


def _events(text: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = str(error.problem)
        said, hint = next(((said, hint) for part, said, hint in _SYNTAX if part in problem), _NOT_YAML)
        raise _RefusedError("syntax", said, mark.line + 1 if mark else 1, hint) from None
    except yaml.YAMLError:
        raise _RefusedError("syntax", _NOT_YAML[0], 1, _NOT_YAML[1]) from None


class _Frame:
    """A map or list that is being filled; ``key`` is the map key that waits for its value."""

    __slots__ = ("anchor", "container", "key", "line", "path", "size")

    def __init__(self, container: Any, path: Path, anchor: str | None, line: int) -> None:
        self.container = container
        self.path = path
        self.anchor = anchor
        self.line = line
        self.size = 1
        self.key: str | None = None


class _Builder:
    """Turns events into values, one event at a time."""

    def __init__(self, typed: bool) -> None:
        self.typed = typed
        self.value: Any = None
        self.documents = 0
        self.nodes = 0
        self.expanded = 0
        self.stack: list[_Frame] = []
        self.anchors: dict[str, tuple[Any, int] | None] = {}
        self.lines: dict[Path, int] = {}
        self.faults: list[Fault] = []

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            self._node(event, line)
            self._put(self._scalar(event, line), 1, line, event.anchor)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._node(event, line)
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor, line)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            frame = self.stack.pop()
            self._put(frame.container, frame.size, frame.line, frame.anchor)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(str(event.anchor), line)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                hint = "one file, one document"
                raise _RefusedError("several-documents", "a second document starts here", line, hint)

    def _node(self, event: Any, line: int) -> None:
        if event.tag is not None:
            raise _RefusedError("tag", f"a YAML tag ({event.tag[:40]})", line, "write the plain value")
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _RefusedError("too-big", f"more than {MAX_NODES:,} entries", line, "is this the right file?")

    def _scalar(self, event: Any, line: int) -> str | int | bool:
        text: str = event.value
        bad = _unprintable(text)
        if bad:
            self.faults.append(Fault("not-text", f"an escape for a character that cannot be printed "
                                     f"(U+{ord(bad[0]):04X})", f"line {line}", "delete it", line))  # fmt: skip
            return re.sub(_UNPRINTABLE, "", text)
        if not self.typed or event.style or self._wants_key():
            return text
        if text in ("true", "false"):
            return text == "true"
        return int(text) if _NUMBER.fullmatch(text) else text

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].container, dict) and self.stack[-1].key is None

    def _here(self) -> Path:
        if not self.stack:
            return ()
        frame = self.stack[-1]
        return (*frame.path, len(frame.container) if isinstance(frame.container, list) else frame.key or "")

    def _open(self, container: Any, anchor: str | None, line: int) -> None:
        if self._wants_key():
            raise _RefusedError("not-a-key", "a map or list where a key should be", line, "write a word as the key")
        if len(self.stack) >= MAX_DEPTH:
            raise _RefusedError("too-deep", f"nested more than {MAX_DEPTH} deep", line, "is this the right file?")
        if anchor is not None:
            self.anchors[anchor] = None
        self.stack.append(_Frame(container, self._here(), anchor, line))

    def _alias(self, name: str, line: int) -> None:
        found = self.anchors.get(name)
        if not self.typed or found is None:
            hint = "put text that starts with * in quotes"
            raise _RefusedError("alias", f"*{name} refers to nothing above", line, hint)
        self.expanded += found[1]
        if self.expanded > MAX_EXPANSION:
            raise _RefusedError("alias-bomb", f"the aliases unfold to more than {MAX_EXPANSION:,} entries", line,
                                "write the values out")  # fmt: skip
        if self._wants_key() and isinstance(found[0], (dict, list)):
            raise _RefusedError("not-a-key", "a map or list where a key should be", line, "write a word as the key")
        self._put(found[0], found[1], line, None)

    def _put(self, value: Any, size: int, line: int, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = (value, size)
        if not self.stack:
            self.value = value
            return
        frame = self.stack[-1]
        frame.size += size
        if isinstance(frame.container, list):
            self.lines.setdefault((*frame.path, len(frame.container)), line)
            frame.container.append(value)
        elif frame.key is None:
            self._key(frame, str(value), line)
        else:
            frame.container.setdefault(frame.key, value)
            frame.key = None

    def _key(self, frame: _Frame, key: str, line: int) -> None:
        frame.key = key
        path = (*frame.path, key)
        if key in frame.container:
            message = f"'{key}' is written twice, first in line {self.lines[path]}"
            self.faults.append(Fault("duplicate-key", message, place(line, path), "keep one of the two", line))
        else:
            self.lines.setdefault(path, line)


def as_typed(value: Any) -> Any:
    """What was read as it was typed, as a rule file reads it: whole numbers and ``true``/``false``."""
    if isinstance(value, dict):
        return {key: as_typed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_typed(inner) for inner in value]
    if value in ("true", "false"):
        return value == "true"
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value


def _build(text: str, typed: bool) -> Document:
    builder = _Builder(typed)
    for event in _events(text):
        builder.take(event)
    if builder.value is None or builder.value == "":
        return Document(None, (*builder.faults, Fault("empty", "there is nothing in it", "line 1", line=1)))
    faults = builder.faults[:MOST_TOLD]
    if len(builder.faults) > MOST_TOLD:
        faults.append(more_faults(len(builder.faults) - MOST_TOLD))
    return Document(builder.value, tuple(faults), builder.lines)


# Sheets only, and only when the text as it stands is no YAML: quote what people do not quote. Every pattern is linear.
_KEPT_SIGNS: Final = "*&!%@`"
_BLOCK_TEXT: Final = r"[|>][-+0-9]*"
_LEAD: Final = r"\s*+(?:-\s++)*+"
_FLOW_VALUE: Final = r"""([{,]\s*+[^\s"'{\[,:][^{\[,:]*+:\s++)(-|[*&!%@`][^,}\]{\[]*+)(?=\s*+[,}])"""


def _quoted(text: str) -> str:
    """The text with values put in quotes that start with a sign YAML keeps for itself, or that hold a second colon.

    Line numbers stay. Block texts (``note: |``) are left alone.
    """
    lines = []
    inside: int | None = None
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if inside is not None and (not line.strip() or indent > inside):
            lines.append(line)
            continue
        words = line.partition(" #")[0].rsplit(None, 1)
        opens = len(words) == 2 and words[0][-1] in ":-" and re.fullmatch(_BLOCK_TEXT, words[1].rstrip())
        inside = indent if opens else None
        lines.append(line if opens else _quoted_line(line))
    return "\n".join(lines)


def _quoted_line(line: str) -> str:
    lead = re.match(_LEAD, line)
    start = lead.end() if lead else 0
    key, colon, rest = line[start:].partition(": ")
    if not colon or key[:1] in ("", "{", "[", "#", '"', "'"):
        return line
    value, sign, comment = rest.strip().partition(" #")
    value = value.rstrip()
    if key[0] in _KEPT_SIGNS:
        key = _quote(key)
    if value[:1] in ("{", "["):
        value = re.sub(_FLOW_VALUE, lambda found: found[1] + _quote(found[2].rstrip()), value)
    elif value == "-" or value[:1] in tuple(_KEPT_SIGNS) or (": " in value and value[0] not in "\"'"):
        value = _quote(value)
    return f"{line[:start]}{key}: {value}{sign}{comment}"


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
