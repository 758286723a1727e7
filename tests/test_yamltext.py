"""The strict YAML reader: what it keeps as typed, what it refuses and where, and that nothing hostile takes long."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ofc_score.rules import yaml as reader
from ofc_score.rules.yaml import MAX_SIZE, read

from .effort import at_most

SURPRISES = ("no", "No", "yes", "on", "y", "~", "null", "010", "0o7", "0x1f", "1_000", "1:30", "2.5", "1e5", ".inf",
             "=", "2026-03-13", "TRUE", "00", "9" * 500)  # fmt: skip


@pytest.mark.parametrize("text", SURPRISES, ids=lambda text: text[:12])
def test_yaml_surprises_stay_text(text: str) -> None:
    assert read(f"a: {text}", typed=True).value == {"a": text}
    assert read(f"a: {text}", typed=False).value == {"a": text}
    assert read(f"{text}: 1", typed=True).value == {text: 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("7", 7), ("-5", -5), ("+12", 12), ("123456789012345", 123456789012345), ("true", True),
     ("false", False), ("'7'", "7"), ('"true"', "true"), ("|\n  7", "7")],
)  # fmt: skip
def test_typed_scalars(text: str, value: Any) -> None:
    found = read(f"a: {text}", typed=True).value["a"]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize("text", ["0", "7", "-5", "true", "false", "123"])
def test_untyped_scalars_are_all_text(text: str) -> None:
    assert read(f"a: {text}\nb: [{text}]", typed=False).value == {"a": text, "b": [text]}


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_whole_numbers_read_back(number: int) -> None:
    assert read(f"a: {number}", typed=True).value == {"a": number}


_PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12)


_NESTED = st.recursive(
    _PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_PLAIN, inner, max_size=3), max_leaves=12
)


@given(_NESTED)
def test_what_yaml_writes_is_read(value: Any) -> None:
    text = yaml.safe_dump({"top": value}, allow_unicode=True)
    assert read(text, typed=False).value == {"top": value}


@given(st.text(max_size=80), st.booleans())
def test_no_text_raises(text: str, typed: bool) -> None:
    document = read(text, typed=typed)
    assert document.value is not None or document.faults
    assert all(fault.code and fault.message for fault in document.faults)


@given(st.binary(max_size=80))
def test_no_bytes_raise(data: bytes) -> None:
    document = read(data, typed=True)
    assert document.value is not None or document.faults


# What people type on a phone without quotes: text -> the values that they mean.
PHONE: dict[str, tuple[str, Any]] = {
    "dash in block style": ("Ann: -\nBob: foul\n", {"Ann": "-", "Bob": "foul"}),
    "dash in flow style": ("hand: {Ann: -, Bob: -}\n", {"hand": {"Ann": "-", "Bob": "-"}}),
    "dash with a remark": ("Ann: - # not here\nBob: x\n", {"Ann": "-", "Bob": "x"}),
    "joker first": ("Ann: *Q2 / KK883 / AT752h\n", {"Ann": "*Q2 / KK883 / AT752h"}),
    "joker alone": ("Ann: *\nBob: x\n", {"Ann": "*", "Bob": "x"}),
    "joker in flow style": ("- hand: {Ann: *Q2 / *K883 / 2, Bob: *}\n",
                            [{"hand": {"Ann": "*Q2 / *K883 / 2", "Bob": "*"}}]),
    "joker in a list item": ("events:\n  - hand:\n      Ann: *Q2 # lucky\n", {"events": [{"hand": {"Ann": "*Q2"}}]}),
    "two colons": ("note: Bob said: no\n", {"note": "Bob said: no"}),
    "names with signs": ("players:\n  @x: 5\n  *s*: 2\n  !a: 1\n", {"players": {"@x": "5", "*s*": "2", "!a": "1"}}),
    "apostrophe": ("note: it's: so\n", {"note": "it's: so"}),
    "text block beside": ("note: |\n  a: *x\n  b: -\nq: -\n", {"note": "a: *x\nb: -\n", "q": "-"}),
    "text block in a list": ("- note: >-\n    *x\n    y: -\n- q: -\n", [{"note": "*x y: -"}, {"q": "-"}]),
    "quoted beside": ('a: "x: *y"\nb: \'- : -\'\nc: -\n', {"a": "x: *y", "b": "- : -", "c": "-"}),
    "hard spaces": ("a:\n\u00a0 b: 1\n\u00a0\u00a0c: 2\n", {"a": {"b": "1", "c": "2"}}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), PHONE.values(), ids=PHONE)
def test_phone_typing(text: str, value: Any) -> None:
    document = read(text, typed=False)
    assert (document.value, document.faults) == (value, ())


@pytest.mark.parametrize("text", ["Ann: -\n", "Ann: *Q2 / K\n", "note: a: b\n"])
def test_rule_files_are_not_mended(text: str) -> None:
    assert read(text, typed=True).faults[0].code in ("syntax", "alias")


def test_lines_are_kept_by_mending() -> None:
    document = read("a: 1\nevents:\n\n  - hand:\n      Ann: -\n      Bob: *\n", typed=False)
    hand = ("events", 0, "hand")
    assert [document.line(path) for path in (("a",), hand, (*hand, "Ann"), (*hand, "Bob"))] == [1, 4, 5, 6]


def test_places() -> None:
    document = read("a: 1\nb:\n  c: [1,\n    2]\n  d:\n    - {e: 5}\n", typed=True)
    assert document.where(("b", "c", 1)) == "line 4, b.c[2]"
    assert document.where(("b", "d", 0, "e")) == "line 6, b.d[1].e"
    assert document.where(("b", "nope", "x")) == "line 2, b.nope.x"
    assert document.where() == "line 1"


def test_duplicate_keys_name_both_lines() -> None:
    document = read("a: 1\nb: {x: 1, x: 2}\na: 3\n'a': 4\n", typed=True)
    assert [(fault.code, fault.where, fault.message) for fault in document.faults] == [
        ("duplicate-key", "line 2, b.x", "'x' is written twice, first in line 2"),
        ("duplicate-key", "line 3, a", "'a' is written twice, first in line 1"),
        ("duplicate-key", "line 4, a", "'a' is written twice, first in line 1"),
    ]
    assert document.value == {"a": 1, "b": {"x": 1}}


def test_aliases_unfold() -> None:
    assert read("a: &x {k: [1, 2]}\nb: *x\nc: [*x, *x]\n", typed=True).value == {
        "a": {"k": [1, 2]}, "b": {"k": [1, 2]}, "c": [{"k": [1, 2]}] * 2,
    }  # fmt: skip


BOMB = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{level}: &a{level} [{','.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 9)
)
# name: text or bytes, code of the first fault, its place
REFUSED: dict[str, tuple[str | bytes, str, str]] = {
    "nothing": ("", "empty", "line 1"),
    "remarks only": ("# hello\n", "empty", "line 1"),
    "alias bomb": (BOMB, "alias-bomb", "line 4"),
    "alias inside itself": ("a: &a\n  b: [*a]\n", "alias", "line 2"),
    "unknown alias": ("a: 1\nb: *nope\n", "alias", "line 2"),
    "map as alias key": ("a: &x {}\n*x : 1\n", "not-a-key", "line 2"),
    "map as key": ("? {a: 1}\n: 2\n", "not-a-key", "line 1"),
    "tag": ("a: !!python/object:os.system x\n", "tag", "line 1"),
    "tag on a map": ("a: 1\nb: !x {}\n", "tag", "line 2"),
    "two documents": ("a: 1\n---\nb: 2\n", "several-documents", "line 2"),
    "deep lists": ("a:\n  " + "[" * 200, "too-deep", "line 2"),
    "deep maps": ("{a: " * 100_000, "too-deep", "line 1"),
    "deep dashes": ("- " * 400_000, "too-deep", "line 1"),
    "tab": ("a:\n\tb: 1\n", "syntax", "line 2"),
    "open brace": ("a: {b: 1\nc: 2\n", "syntax", "line 2"),
    "open quote": ("a: 1\nb: 'x\n", "syntax", "line 3"),
    "bad indent": ("a: 1\n b: 2\n", "syntax", "line 2"),
    "no space": ("a: 1\nb:2\nc: 3\n", "syntax", "line 3"),
    "control character": ("a: 1\nb: \x1b[31m\n", "not-text", "line 2"),
    "lone surrogate": ("a: \ud800\n", "not-text", "line 1"),
    "binary": (b"PK\x03\x04\x00\x00\x08\x00", "not-text", ""),
    "latin-1": (b"a: 1\nname: Jos\xe9\n", "not-utf8", "line 2"),
    "utf-16": ("a: 1\n".encode("utf-16"), "not-utf8", ""),
    "10 MB": (b"a: 1\n" * 2_000_000, "too-big", ""),
    "10 MB of text": ("[" * 10_000_000, "too-big", ""),
    "many keys": ("".join(f"k{i}: 1\n" for i in range(90_000)), "too-big", "line 50000"),
    "many items": ("[" + "a," * 400_000, "too-big", "line 1"),
    "a colon everywhere": ("a: " * 300_000, "syntax", "line 1"),
    "one long quote": ('a: "' + "x" * 900_000, "syntax", "line 1"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "where"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str | bytes, code: str, where: str) -> None:
    document = read(text, typed=True)
    assert document.value is None
    assert [(fault.code, fault.where) for fault in document.faults] == [(code, where)]
    assert document.faults[0].line == int(where.removeprefix("line ") or 0)
    assert document.faults[0].hint or code == "empty"


def test_an_escape_cannot_smuggle_control_characters() -> None:
    document = read('a: 1\nname: "x\\e[31m\\0"\n', typed=True)
    assert [(fault.code, fault.where) for fault in document.faults] == [("not-text", "line 2")]
    assert document.value == {"a": 1, "name": "x[31m"}


HOSTILE: dict[str, str | bytes] = {
    **{name: text for name, (text, _, _) in REFUSED.items()},
    "random bytes": bytes(range(1, 256)) * 3_000,
    "colons": ": " * 400_000,
    "questions": "? " * 400_000,
    "anchors": "&a " * 300_000,
    "jokers in flow style": "a: " + "{b: *x, " * 100_000,
    "flow lists": "a: " + "[*x, " * 100_000,
    "spaces": "a:" + " " * 900_000 + "- #" + " " * 50_000,
    "empty lines": "\n" * 900_000 + "\t@",
    "text blocks": "a: |\n" + " x\n" * 300_000 + "b: -",
    "dashes and colons": "- a: -\n" * 130_000,
    "one long word": "a: *" + "x" * 990_000,
}


@pytest.mark.parametrize("typed", [True, False], ids=["rules", "sheet"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_nothing_hostile_takes_long(text: str | bytes, typed: bool) -> None:
    # Measured: below 500 pieces each.
    with at_most(3000):
        read(text, typed=typed)


def test_the_limit_of_size_is_exact() -> None:
    assert read("a: " + "x" * (MAX_SIZE - 3), typed=True).faults == ()
    assert read("a: " + "x" * (MAX_SIZE - 2), typed=True).faults[0].code == "too-big"


def test_both_loaders_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    if not yaml.__with_libyaml__:
        pytest.skip("this PyYAML has only the loader in Python")
    texts = [text for text, _ in PHONE.values()] + [BOMB, "a: {b: 1\nc: 2\n", "a: 7\nb: '7'\nc: no\na: 2\n"]
    quick = [read(text, typed=typed) for text in texts for typed in (True, False)]
    monkeypatch.setattr(reader, "_LOADER", yaml.SafeLoader)
    slow = [read(text, typed=typed) for text in texts for typed in (True, False)]
    for one, other in zip(quick, slow, strict=True):
        assert (one.value, one.lines) == (other.value, other.lines)
        assert [fault.code for fault in one.faults] == [fault.code for fault in other.faults]
