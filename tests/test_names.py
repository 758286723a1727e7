"""Names: one player however typed, nobody merged, nothing that could break a line or a terminal."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score.errors import BAD_INPUT, Fault, SheetError
from ofc_score.money import parse_points
from ofc_score.names import (
    CARDS,
    assignments,
    by_player,
    check,
    check_all,
    clashes,
    find,
    key,
    nearest,
    shown,
    split_assignment,
    split_board,
    split_seat,
    suggest,
)

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"
ASTRONAUT = "Mae \U0001f469\u200d\U0001f680"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
HEBREW = "\u05d3\u05e0\u05d4"
PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
AWKWARD = (
    "No", "007", "1e5", "nan", "null", COMPOSED, DECOMPOSED, "Zoë 🃏", HEBREW, PERSIAN, "=HYPERLINK(1)", "=A=5",
    "@SUM", "+49", "<script>", "Alex", "Alexander", "O'Neil", "Dr: Who", "Ann=Bob", ASTRONAUT, ENGLAND,
    "1\ufe0f\u20e3", "❤\ufe0f\u200d\U0001f525", "李小龙", "x" * 40, "e\u0301" * 40, "#1", "a b",
)  # fmt: skip
AWKWARD_ROSTER = tuple(name for name in AWKWARD if name != DECOMPOSED)

good_names = st.one_of(st.sampled_from(AWKWARD), st.text(min_size=1, max_size=40).filter(lambda name: not check(name)))
rosters = st.lists(good_names, min_size=1, max_size=6, unique_by=key)


def only_fault(caught: pytest.ExceptionInfo[SheetError]) -> Fault:
    assert caught.value.exit_code == BAD_INPUT
    (fault,) = caught.value.faults
    return fault


@given(st.text())
def test_key_is_stable(name: str) -> None:
    assert key(key(name)) == key(name)
    for form in ("NFC", "NFD"):
        assert key(unicodedata.normalize(form, name)) == key(name)


def test_key_is_stable_for_every_character() -> None:
    for char in map(chr, range(sys.maxunicode + 1)):
        assert key(key(char + "\u0345\u0301")) == key(char + "\u0345\u0301"), hex(ord(char))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (COMPOSED, DECOMPOSED),
        ("ANN", "ann"),
        ("STRASSE", "straße"),
        ("\u212bsa", "\u00c5sa"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("\u03b1\u0345\u0301", "\u03b1\u0301\u0345"),
    ],
)
def test_one_player(first: str, second: str) -> None:
    assert key(first) == key(second)
    assert find(first, [second]) == second
    assert len(clashes([first, second])) == 1


@pytest.mark.parametrize(("first", "second"), [("1e5", "100000"), ("007", "7"), ("No", "False"), ("Jose", COMPOSED)])
def test_two_players(first: str, second: str) -> None:
    assert key(first) != key(second)
    assert clashes([first, second]) == []


@pytest.mark.parametrize("name", AWKWARD)
def test_good_names(name: str) -> None:
    assert check(name) == []
    assert find(name, AWKWARD_ROSTER) in (name, COMPOSED)
    assert find(shown(name), [name, "somebody else"]) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "empty"),
        ("  ", "empty"),
        (" Ann", "blank"),
        ("Ann\u00a0", "blank"),
        ("-5", "starts with -"),
        ("-", "starts with -"),
        ("Ann,Bob", "comma"),
        ("x" * 41, "41 characters"),
        ("e\u0301" * 41, "41 characters"),
        ("Ann\nBob", "line break"),
        ("Ann\u2028Bob", "line break"),
        ("Ann\x85Bob", "line break"),
        ("A\tB", "U+0009"),
        ("\x1b[31mAnn", "U+001B"),
        ("Ann\x00", "U+0000"),
        ("Ann\x9b31m", "U+009B"),
        ("Ann\u202e", "right-to-left override"),
        ("\u202aAnn\u202c", "left-to-right embedding"),
        ("\u2068Ann\u2069", "first strong isolate"),
        ("Ann\u200f!", "right-to-left mark"),
        ("An\u200bn", "zero width space"),
        ("An\u00adn", "soft hyphen"),
        ("An\u200dn", "zero width joiner"),
        ("\U0001f469\u200d", "zero width joiner"),
        ("\U0001f469\u200d\u200d\U0001f680", "zero width joiner"),
        ("Ann\ufe0f", "variation selector"),
        ("Ann\U000e0067", "tag latin"),
        ("\ufeffAnn", "zero width no-break space"),
        ("\u3164", "hangul filler"),
        ("\udc80", "U+DC80"),
        ("A\uffff", "U+FFFF"),
        ("\u0301", "shows nothing"),
    ],
)
def test_bad_names(name: str, said: str) -> None:
    faults = check(name, "seat 1")
    assert any(said in fault.message for fault in faults)
    for fault in faults:
        assert (fault.code, fault.where) == ("bad-name", "seat 1")
        assert not set(fault.message) & set("\x1b\n\x00\u202e\u2028\udc80\x9b\x85\u200b")


def test_every_fault_at_once() -> None:
    parts = ("blank", "options", "comma", "49 characters", "line break", "U+001B", "U+202E")
    faults = check("-Ann,\x1b\n\u202e" + "x" * 40 + " ")
    assert [part for fault in faults for part in parts if part in fault.message.rpartition("' ")[2]] == list(parts)


@given(st.text(st.characters(), max_size=50))
def test_good_names_stay_on_one_line(name: str) -> None:
    if not check(name):
        assert len(name.splitlines()) == 1
        assert "," not in name
        name.encode("utf-8")
        assert shown(name, isolate=False) == name


@given(st.text(st.characters(), max_size=30))
def test_shown_is_harmless(name: str) -> None:
    seen = shown(name, isolate=False)
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in seen)
    assert not set(seen) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f")


def test_only_right_to_left_names_are_isolated() -> None:
    assert shown(HEBREW) == f"\u2068{HEBREW}\u2069"
    assert shown(f"Ann {HEBREW}", isolate=False) == f"Ann {HEBREW}"
    assert shown(DECOMPOSED) == DECOMPOSED
    assert shown(ASTRONAUT) == ASTRONAUT
    assert shown("\x1b[31mAnn\u202e") == "\\x1b[31mAnn\\u202e"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Ann", "Ann"), ("ann", "Ann"), (" ANN ", "Ann"), ("b", "Bob"), ("alex", "Alex"), ("ALEXA", "Alexander"),
        ("jos", COMPOSED), (DECOMPOSED, COMPOSED), ("zoë", "Zoë 🃏"), ("0", "007"), ("n", "No"), ("1E", "1e5"),
        ("=h", "=HYPERLINK(1)"), ("<", "<script>"), (HEBREW[:2], HEBREW), (f"\u2068{HEBREW}\u2069", HEBREW),
    ],
)  # fmt: skip
def test_find(typed: str, found: str) -> None:
    roster = [
        "Ann",
        "Bob",
        "Alexander",
        "Alex",
        "No",
        "007",
        "1e5",
        COMPOSED,
        "Zoë 🃏",
        HEBREW,
        "=HYPERLINK(1)",
        "<script>",
    ]
    assert find(typed, roster) == found


@pytest.mark.parametrize(
    ("typed", "names", "code", "said"),
    [
        ("Alx", ["Bob", "Alex"], "unknown-player", "did you mean Alex?"),
        ("Jose", ["Ann", COMPOSED], "unknown-player", f"did you mean {COMPOSED}?"),
        ("Zzyzx", ["Ann", "Bob"], "unknown-player", "at the table: Ann, Bob"),
        ("Ann", [], "unknown-player", "no players yet"),
        ("", ["Ann"], "unknown-player", "name is missing"),
        ("  ", ["Ann"], "unknown-player", "name is missing"),
        ("al", ["Alexander", "Alex"], "ambiguous-player", "may be Alexander, Alex"),
        ("alex", ["Alex", "ALEX"], "ambiguous-player", "may be Alex, ALEX"),
        ("\x1b[2J", ["Ann"], "unknown-player", "\\x1b"),
        ("x" * 5000, ["Ann"], "unknown-player", "at the table"),
    ],
)
def test_not_found(typed: str, names: list[str], code: str, said: str) -> None:
    with pytest.raises(SheetError) as caught:
        find(typed, names, where="hand 3")
    fault = only_fault(caught)
    assert (fault.code, fault.where) == (code, "hand 3")
    assert said in fault.text()
    assert "\x1b" not in fault.text()
    assert len(fault.text()) < 250


@given(rosters, st.data())
def test_every_name_is_found(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    for typed in (name, unicodedata.normalize("NFD", name), unicodedata.normalize("NFC", name), shown(name)):
        assert find(typed, names) == name
    assert clashes(names) == []
    assert check_all(names) == []


def test_nearest_is_the_first_among_equals() -> None:
    assert nearest("Anx", ["Ann", "Bob"]) == "Ann"
    assert nearest("jose", ["JOSÉ", "Josef"]) == "JOSÉ"
    assert nearest("q", ["Ann"]) is None


def test_clashes() -> None:
    (same,) = clashes(["Alex", "Bob", "Alex"], "players")
    assert same == Fault("name-clash", "two players are called 'Alex'", "players", "tell them apart: Alex, Alex B")
    (case,) = clashes(["Alex", "ALEX"])
    assert "'Alex' and 'ALEX'" in case.message
    assert len(clashes([COMPOSED, DECOMPOSED, COMPOSED.upper()])) == 2
    assert [fault.code for fault in check_all(["-x", "Ann", "ann"])] == ["bad-name", "name-clash"]


@pytest.mark.parametrize(
    ("typed", "pair"),
    [("Ann=100", ("Ann", "100")), (" Ann = -5 ", ("Ann", "-5")), ("a=b=7", ("a=b", "7")), ("=A=5", ("=A", "5")),
     ("=HYPERLINK(1)=40", ("=HYPERLINK(1)", "40")), ("1e5=1", ("1e5", "1"))],
)  # fmt: skip
def test_assignments(typed: str, pair: tuple[str, str]) -> None:
    assert split_assignment(typed) == pair
    assert split_seat(typed) == pair


@pytest.mark.parametrize("typed", ["Ann", "=5", "Ann=", "=", "", " = "])
def test_no_assignment(typed: str) -> None:
    with pytest.raises(SheetError) as caught:
        split_assignment(typed, where="--stack")
    assert only_fault(caught).where == "--stack"


def test_several_assignments_tell_every_fault_at_once() -> None:
    found, faults = assignments(
        ["ann=5", "Bo=much", "Zed=3", "Cy", "Ann=7"],
        lambda name: find(name, ["Ann", "Bob", "Cy"]),
        lambda text, where: parse_points(text, where=where),
        where="--stack",
        form=CARDS,
    )
    assert found == [("Ann", 5), ("Ann", 7)]
    assert [fault.text() for fault in faults] == [
        "--stack Bo: 'much' is not a whole number of points (digits 0 to 9 only, as in 1250)",
        "no player named 'Zed' (at the table: Ann, Bob, Cy)",
        "--stack: 'Cy' is not NAME=CARDS (as in Ann=14, the number of cards)",
    ]
    values, twice = by_player(found, "--stack")
    assert values == {"Ann": 5}
    assert [fault.text() for fault in twice] == ["--stack: two values for Ann (leave out one)"]


@pytest.mark.parametrize(
    ("typed", "known", "hint"),
    [("Bbo", ("Ann", "Bob"), "did you mean Bob?"), ("zzz", ("Ann", "Bob"), "at the table"), ("x", (), "at the table")],
    ids=["near", "far", "nobody known"],
)
def test_a_suggestion(typed: str, known: tuple[str, ...], hint: str) -> None:
    assert suggest(typed, known, "at the table") == hint


def test_seats() -> None:
    assert split_seat(" Ann ") == ("Ann", None)
    assert split_seat("=HYPERLINK(1)") == ("=HYPERLINK(1)", None)
    with pytest.raises(SheetError):
        split_seat("Ann=")


@given(good_names, st.integers())
def test_assignments_of_any_name(name: str, points: int) -> None:
    assert split_assignment(f"{name}={points}") == (name, str(points))


@pytest.mark.parametrize(
    ("typed", "names", "pair"),
    [
        ("Ann: QhQd2c / KK883 / AT752h", (), ("Ann", "QhQd2c / KK883 / AT752h")),
        ("QhQd2c / KK883 / AT752h", (), (None, "QhQd2c / KK883 / AT752h")),
        ("Ann: dragon: x", (), ("Ann", "dragon: x")),
        ("a:b: foul", (), ("a:b", "foul")),
        ("Dr: Who: foul", (), ("Dr", "Who: foul")),
        ("dr: who: foul", ("Dr: Who", "Dr"), ("dr: who", "foul")),
        ("Dr: foul", ("Dr: Who", "Dr"), ("Dr", "foul")),
        (": foul", (), ("", "foul")),
        (" - ", (), (None, "-")),
    ],
)
def test_boards(typed: str, names: tuple[str, ...], pair: tuple[str | None, str]) -> None:
    assert split_board(typed, names) == pair


@given(rosters, st.data())
def test_boards_of_any_name(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    typed, board = split_board(f"{name}: QQ2 KK883 AT752f", names)
    assert (typed, board) == (name, "QQ2 KK883 AT752f")


def test_import_is_light() -> None:
    code = "import sys, ofc_score.names, ofc_score.evening.payouts; print('difflib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
