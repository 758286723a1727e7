"""Check somebody's own ruleset in full: every fault at once, in words, with its line and key path.

`model` says what types the file may hold, `logic` what makes no playable game; here both become faults that
point at a line. Imported only when a file that did not come with the package is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from ofc_score.errors import Fault
from ofc_score.names import shown as spelled_out
from ofc_score.names import suggest
from ofc_score.rules.files import SHIPPED, Resolved, Source
from ofc_score.rules.logic import Finding, findings
from ofc_score.rules.schema import FORMAT, MAP, NUMBER, WORD, json_schema
from ofc_score.rules.yaml import MOST_TOLD, Path, more_faults, path_words, place

_MARKS: Final = (MAP, WORD, NUMBER)
_NUMBERLIKE: Final = re.compile(r"[-+]?[0-9][0-9_.,:eExXoObB]*")


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a ruleset, and what is allowed but probably not meant."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def check(resolved: Resolved) -> Checked:
    """Check a ruleset and every file of somebody's own that it extends."""
    faults = list(resolved.faults)
    spoiled: set[str] = set()
    for source in resolved.chain:
        if source.shipped or not isinstance(source.document.value, dict):
            continue
        for path, fault in _type_faults(source, first=source is resolved.chain[0]):
            faults.append(fault)
            spoiled.update(map(str, path[:1]) if path else source.document.value)
        faults += _hidden_faults(source, first=source is resolved.chain[0])
    warnings: list[Fault] = []
    # Without its base a ruleset lacks nearly everything, which is no news.
    whole = "extends" not in spoiled and all(isinstance(source.document.value, dict) for source in resolved.chain)
    if whole and not any(fault.code in ("unknown-ruleset", "extends-cycle") for fault in faults):
        for finding in findings(resolved.mapping, frozenset(spoiled)):
            fault = _as_fault(resolved, finding)
            (warnings if finding.warning else faults).append(fault)
    if "name" not in spoiled:
        warnings += _name_warnings(resolved)
    return Checked(tuple(sorted(faults, key=_by_line)), tuple(sorted(warnings, key=_by_line)))


def _by_line(fault: Fault) -> tuple[bool, int]:
    return not fault.line, fault.line


def _as_fault(resolved: Resolved, finding: Finding) -> Fault:
    """A finding at the first of its paths that the file itself says, else where it extends the rest."""
    own = resolved.chain[0].document
    first = finding.paths[0]
    for path in finding.paths:
        if path in own.lines:
            message = finding.message
            if path != first[: len(path)] and any(isinstance(step, int) for step in first):
                message += f", as in {path_words(first)}"
            return Fault(finding.code, message, own.where(path), finding.hint, own.line(path))
    path = first
    while path and path not in own.lines:
        path = path[:-1]
    line = own.line(path or ("extends",))
    return Fault(finding.code, finding.message, place(line, first), finding.hint, line)


def _hidden_faults(source: Source, *, first: bool) -> Iterator[Fault]:
    """Characters in names and notes that cannot be seen, or that turn a line of the rules card round."""
    for key in ("name", "title", "notes"):
        said = source.document.value.get(key)
        lines = said.replace("\t", " ").splitlines() if isinstance(said, str) else ()
        for char in sorted({char for line in lines for char in _hidden(line)}):
            what = f"U+{ord(char):04X} {unicodedata.name(char, '').lower()}".strip()
            fault = Fault("bad-text", f"a hidden character inside ({what})", hint="delete it")
            yield _placed(fault, source, source.document.line((key,)), (key,), first)


def _hidden(line: str) -> Iterator[str]:
    if spelled_out(line, isolate=False) == line:
        return
    for at, char in enumerate(line):
        # A joiner is hidden or not by what stands around it.
        around = spelled_out(line[max(at - 1, 0) : at + 2], isolate=False)
        if not (char.isascii() and char.isprintable()) and char.encode("unicode_escape").decode("ascii") in around:
            yield char


def _name_warnings(resolved: Resolved) -> list[Fault]:
    first = resolved.chain[0]
    name = resolved.mapping.get("name")
    if not isinstance(name, str) or first.shipped or first.path.is_relative_to("/dev"):
        return []
    path = ("name",) if ("name",) in first.document.lines else ()
    where, line = first.document.where(path), first.document.line(path)
    base = next((source for source in resolved.chain[1:] if source.origin == SHIPPED and source.name == name), None)
    if base is not None:
        return [Fault("name-clash", f"it has the name of the shipped {name}, which it changes", where,
                      "a name of its own tells the two apart", line)]  # fmt: skip
    if name != first.name:
        return [Fault("name-differs", f"the name is {shown(name)}, the file is called {first.path.name}", where,
                      f"commands find it as '{first.name}'", line)]  # fmt: skip
    return []


def _type_faults(source: Source, *, first: bool) -> list[tuple[Path, Fault]]:
    try:
        FORMAT.validate_python(source.document.value)
    except ValidationError as error:
        found = error.errors(include_url=False)
    else:
        return []
    told = [_translated(dict(detail), source, first) for detail in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        told.append(((), more_faults(len(found) - MOST_TOLD)))
    return told


def _translated(detail: dict[str, Any], source: Source, first: bool) -> tuple[Path, Fault]:
    """One of pydantic's errors as (path, fault)."""
    path: Path = tuple(step for step in detail["loc"] if step not in _MARKS)
    kind = str(detail["type"])
    if kind == "extra_forbidden" or path[-1:] == ("[key]",):
        path = path[:-1] if path[-1] == "[key]" else path
        known = _expected(detail) or known_keys(path[:-1])
        code, message, hint = "unknown-key", f"there is no key '{path[-1]}' here", did_you_mean(str(path[-1]), known)
    else:
        code, message, hint = _value_words(kind, detail)
    line = source.document.line(path[:-1] if kind == "missing" else path)
    return path, _placed(Fault(code, message, hint=hint), source, line, path, first)


def _placed(fault: Fault, source: Source, line: int, path: Path, first: bool) -> Fault:
    """The fault at a line of a file; ``line`` counts in the first file only, others are named in ``where``."""
    where = place(line, path)
    return fault._replace(where=where, line=line) if first else fault._replace(where=f"{source.path.name}, {where}")


def _value_words(kind: str, detail: Mapping[str, Any]) -> tuple[str, str, str]:
    """(code, message, hint) for a value that is not what its key takes."""
    value, limits = detail["input"], detail.get("ctx", {})
    if kind == "missing":
        return "missing", "this key is missing", "add it"
    if kind == "value_error":
        return "no-row", "it names no row", "as in {top: QQ, cards: 14}"
    if kind in ("dict_type", "list_type"):
        needed, example = ("keys with values", "{key: value}") if kind == "dict_type" else ("a list", "[{top: trips}]")
        return "wrong-type", f"{shown(value)} stands where {needed} should be", f"as in {example}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = limits.get("ge", limits.get("le"))
        side = "at least" if "ge" in limits else "at most"
        return "out-of-range", f"{value:,} is out of range", f"{side} {bound:,}"
    if kind == "too_long":
        return "too-many", f"a list of more than {limits['max_length']}", "is this the right file?"
    if kind in ("string_too_long", "string_too_short", "string_pattern_mismatch"):
        return "bad-text", _text_words(kind, limits), "a short name or line of text"
    if kind in ("bool_type", "bool_parsing"):
        if value in ("true", "false"):
            return "wrong-type", f"{shown(value)} is in quotes", f"write {value} without quotes"
        return "wrong-type", f"{shown(value)} is not true or false", "write true or false"
    if kind == "int_type":
        message, hint = number_words(value)
        return "wrong-type", message, hint
    if kind == "literal_error":
        return _word_words(value, _expected(detail), takes_number=_beside_number(detail))
    return "wrong-type", f"{shown(value)} cannot stand here", "a word or a line of text" * (kind == "string_type")


def _text_words(kind: str, limits: Mapping[str, Any]) -> str:
    if kind == "string_too_long":
        return f"longer than {limits['max_length']} characters"
    if kind == "string_too_short":
        return "nothing after the colon"
    return "a line break, tab or slash inside"


def _beside_number(detail: Mapping[str, Any]) -> bool:
    """Whether a number could stand where a word was refused: their union chose by what was written."""
    return detail["loc"][-1] == WORD and detail["loc"][0] != "naturals" and tuple(detail["loc"])[-2] in (
        "stay_cards", "pays", "surrender", "pair", "trips",
    )  # fmt: skip


def _word_words(value: Any, expected: list[str], *, takes_number: bool) -> tuple[str, str, str]:
    listed = ", ".join(expected[:12]) + (" ..." if len(expected) > 12 else "")
    if takes_number:
        message, hint = number_words(value)
        if isinstance(value, str) and _NUMBERLIKE.fullmatch(value):
            return "wrong-type", message, hint
        return "wrong-type", f"{shown(value)} is neither a whole number nor {' or '.join(expected)}", hint
    if expected == ["none"]:
        return "wrong-type", f"{shown(value)} is neither none nor keys with values", "write none to switch it off"
    if "trips" in expected:
        return "unknown-word", f"{shown(value)} cannot be on top", "a pair or trips, as in QQ, AA, 222 or trips"
    if isinstance(value, (dict, list)):
        return "wrong-type", f"{shown(value)} stands where a word should be", f"one of: {listed}"
    return "unknown-word", f"{shown(value)} is not known here", did_you_mean(str(value), expected)


def number_words(value: Any) -> tuple[str, str]:
    """(message, hint) for something that is no whole number, with YAML's own surprises called by name."""
    said, plain = shown(value), str(value).strip()
    if isinstance(value, float) or re.fullmatch(r"[-+]?\d*[.,]\d+", plain):
        return f"{said} is a fraction", "points are whole numbers"
    if re.fullmatch(r"[-+]?0\d+", plain):
        return f"{said} starts with a zero", f"write {int(plain)}"
    if re.fullmatch(r"\d{1,3}(?:[_,' ]\d{3})+|\d+(?:_\d+)+", plain):
        return f"{said} is not a plain whole number", f"write {re.sub('[^0-9]', '', plain)}"
    if re.fullmatch(r"\d+:\d+", plain):
        return f"{said} is not a whole number", "a space belongs after the colon of a key"
    if re.fullmatch(r"[-+]?\d{1,15}", plain):
        return f"{said} is in quotes", f"write {plain} without quotes"
    if re.fullmatch(r"[-+]?\d+", plain):
        return "the number is far too big", "at most 1,000,000"
    return f"{said} is not a whole number", "write a whole number, as in 14"


def shown(value: Any) -> str:
    """A value as it is named in a message, short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a map of keys"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    if not text:
        return "nothing"
    short = spelled_out(text[:40], isolate=False)
    return f"'{short}...'" if len(text) > 40 else f"'{short}'"


def did_you_mean(word: str, known: list[str]) -> str:
    """A hint with the nearest known word, or with all of them."""
    if word == "10" and "T" in known:
        return "write T"
    return suggest(word, known, "one of: " + ", ".join(known[:16]) + (" ..." if len(known) > 16 else ""))


def _expected(detail: Mapping[str, Any]) -> list[str]:
    return re.findall(r"'([^']*)'", str(detail.get("ctx", {}).get("expected", "")))


def known_keys(path: Path) -> list[str]:
    """The keys that a ruleset file may have in the map at ``path``."""
    schema = json_schema()
    nodes = [schema]
    for step in path:
        nodes = [child for node in nodes for child in _children(node, step, schema)]
    return sorted({key for node in nodes for key in node.get("properties", {})})


def _children(node: Mapping[str, Any], step: str | int, schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    child = node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step)
    if child is None:
        return []
    options = child.get("oneOf") or child.get("anyOf") or [child]
    return [schema["$defs"][option["$ref"].rpartition("/")[2]] if "$ref" in option else option for option in options]
