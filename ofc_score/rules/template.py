"""A commented starting file for a house's own ruleset: every key of the base with its value, ready to be changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ofc_score.rules.schema import json_schema

_PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
_HEADER: Final = """\
# A house's own rules for ofc-score, started from {base}.
#
# Whatever is not said here is as in {base}. To change something take away the # in front of its line and of
# the key that it stands under; lines that stay as they are may keep it. Only these lines are switched on now:

name: {name}
title: {title}
extends: {extends}
"""


def starting_file(name: str, title: str, extends: str, mapping: Mapping[str, Any]) -> str:
    """The text of a new ruleset file that plays exactly as its base; ``mapping`` is the base in full.

    ``#key`` and ``#  key`` are to be switched on by taking the ``#`` away; ``# words`` with one space are remarks.
    """
    head = _HEADER.format(base=extends, name=scalar(name), title=scalar(title), extends=scalar(extends))
    schema = json_schema()
    lines = ["", *(f"#{line}" for line in _notes(str(mapping.get("notes", ""))))]
    for key, part in schema["properties"].items():
        if key in mapping and key not in ("name", "title", "extends", "notes"):
            node = _resolved(part, schema) | part
            lines += ["", f"# {node['description']}"]
            lines += [f"#{line}" for line in _entry(key, mapping[key], node, schema, 0)]
    return head + "\n".join(lines) + "\n"


def scalar(value: Any) -> str:
    """A value as YAML that reads back as the same value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    plain = _PLAIN.fullmatch(value) and not value.isdigit() and value not in ("true", "false")
    return value if plain else json.dumps(value, ensure_ascii=False)


def flow(value: Any) -> str:
    """A value on one line, as in ``{top: QQ, cards: 14}``; keys are always text and need no quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(each) for each in value) + "]"
    return scalar(value)


def full_text(mapping: Mapping[str, Any]) -> str:
    """A complete ruleset as one file that needs no other."""
    lines: list[str] = []
    for key, value in mapping.items():
        if key == "notes":
            lines += _notes(str(value))
        else:
            lines += _entry(key, value, {}, {}, 0)
    return "\n".join(lines) + "\n"


def _notes(notes: str) -> Iterator[str]:
    yield "notes: |"
    yield from (f"  {line}".rstrip() for line in notes.splitlines())


def _entry(key: str, value: Any, node: Mapping[str, Any], schema: Mapping[str, Any], depth: int) -> Iterator[str]:
    """The lines of one key: nested maps in block style, tables and lists of conditions each on lines of their own."""
    indent = "  " * depth
    if isinstance(value, list) and value:
        yield f"{indent}{key}:"
        yield from (f"{indent}  - {flow(each)}" for each in value)
    elif isinstance(value, Mapping) and depth < 2 and not _is_table(value):
        yield f"{indent}{key}:"
        for inner, each in value.items():
            child = node.get("properties", {}).get(inner, {})
            yield from _entry(inner, each, _resolved(child, schema) | child, schema, depth + 1)
    else:
        line = f"{indent}{key}: {flow(value)}"
        remark = node.get("description", "") if depth else ""
        words = " | ".join(word for word in node.get("enum", ()) if isinstance(word, str))
        remark += f" {words}" if remark and words else ""
        yield f"{line:<34} # {remark}" if remark and len(line) < 60 else line


def _is_table(value: Mapping[str, Any]) -> bool:
    return all(len(key) == 1 or key == "75432" for key in value)


def _resolved(node: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The part of the schema that describes a map at ``node``, if it may be one."""
    for option in node.get("oneOf") or [node]:
        if "$ref" in option:
            found: dict[str, Any] = schema["$defs"][option["$ref"].rpartition("/")[2]]
            return found
    return {}
