"""Events as JSON and back: every kind, every board, exactly; strict about everything else."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_score.boards.parse import parse_board
from ofc_score.errors import RulesError, SheetError
from ofc_score.evening import events as ev
from ofc_score.evening.session import Session
from ofc_score.exchange.event_json import (
    event_dict,
    from_text,
    read_event,
    read_session,
    read_setup,
    renamed,
    rulesets_of,
    session_dict,
    setup_dict,
    to_text,
)
from ofc_score.exchange.json_reader import LONGEST_TEXT
from ofc_score.money import AMOUNT_LIMIT, POINTS_LIMIT, PointValue
from ofc_score.reports.log import EntryWords

from .games import GAMES
from .ledgergen import evening, hand, setup

TURBO = GAMES["turbo"]
RULES = {TURBO.fingerprint(): TURBO}
BOARD_TEXTS = (
    "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "foul", "-", "surrender", "QQ2 KK883 AT752f", "AAJo / 9876Jo / KKKQQ",
    "dragon 2c3c4c5c6c7c8d9dTdJdQdKdAd", "six-pairs 2c2d3c3d4c4d5c5d6c6d7c7dAs", "Jo Jo A / 2c3c4c5c7c / AT752h",
)  # fmt: skip
BOARDS = {f"P{place}": parse_board(text) for place, text in enumerate(BOARD_TEXTS)}
EVERY_KIND: tuple[ev.Event, ...] = (
    ev.Hand(BOARDS),
    ev.Hand(BOARDS, "P1", {"P0": 14}, True, 3),
    ev.Hand(BOARDS, "P1", {}),
    ev.Buy({"Ann": 50, "Bob": 1}),
    ev.Buy({"Ann": POINTS_LIMIT}, True),
    ev.Buy({"Ann": 5}, False),
    ev.Join("Cy"),
    ev.Join("Cy", 60, "Ann", True, False),
    ev.Guest("Host"),
    ev.Leave("Cy"),
    ev.Leave("Cy", True),
    ev.Seats(("Bob", "Ann")),
    ev.Button("Ann", "asked for"),
    ev.Switch(TURBO),
    ev.Switch(TURBO, 4, "wrong from the start"),
    ev.Adjust("Ann", "Bob", 3, "exposed card"),
    ev.Expense("Ann", AMOUNT_LIMIT, ("Ann", "Bob"), "pizza"),
    ev.Owe("Ann", "Bob", 100),
    ev.Pay("Ann", "Bob", 100),
    ev.Chips({"Ann": 0, "Bob": 12}, True),
    ev.Note("a line\nand another: “ü” 🃏"),
    ev.Close(),
    ev.Fix(1),
    ev.Fix(1, BOARDS, ("Ann", "Bob"), "Bob", {"Ann": 15}, True),
    ev.Fix(1, fantasyland={}),
    ev.Replace(2, ev.Buy({"Ann": 5})),
    ev.Replace(2, ev.Switch(TURBO)),
    ev.Void(1, True),
    ev.Undo(),
    ev.Redo(),
)


def test_every_kind_of_event_is_here() -> None:
    assert {type(event) for event in EVERY_KIND} == set(get_args(ev.Event))


@pytest.mark.parametrize("event", EVERY_KIND, ids=ev.kind_of)
def test_every_event_has_words(event: ev.Event) -> None:
    """The words of a command with what was entered, for the log and the answers."""
    words = EntryWords(Session(ev.Setup(TURBO, {"Ann": 100, "Bob": 100}, "Ann"))).event(event)
    command = {"note": "note:", "replace": "fix"}.get(ev.kind_of(event), ev.kind_of(event))
    assert words.split(" ")[0].rstrip(",") == command
    assert "object at" not in words


@pytest.mark.parametrize("event", EVERY_KIND, ids=ev.kind_of)
def test_every_event_comes_back(event: ev.Event) -> None:
    text = to_text(event_dict(event))
    assert read_event(from_text(text), RULES) == event
    assert to_text(event_dict(read_event(from_text(text), RULES))) == text


def test_every_kind_of_event_is_in_the_table() -> None:
    kinds = {*ev.Plain.__args__, *ev.Correction.__args__}
    assert {type(event) for event in EVERY_KIND} == kinds


@pytest.mark.parametrize("told", [
    setup(), setup(name="Friday", date="2026-07-03", bank="Bank", paid=True),
    ev.Setup(TURBO, {"Ann": None, "Bob": None}, "Bob"),
    ev.Setup(TURBO, {"=A1": 5, "Zoë 🃏": 7}, "=A1", point=PointValue(1, "KWD")),
], ids=["plain", "full", "paper", "odd names"])  # fmt: skip
def test_a_setup_comes_back(told: ev.Setup) -> None:
    rules = rulesets_of(told, ())
    assert read_setup(from_text(to_text(setup_dict(told))), rules) == told


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_whole_evenings_come_back(seed: int) -> None:
    session = evening(seed)
    text = json.dumps(session_dict(session.setup, session.events))
    back = read_session(from_text(text))
    assert back.setup == session.setup
    assert back.events == session.events


@pytest.mark.parametrize("event", EVERY_KIND, ids=ev.kind_of)
def test_names_are_exchanged_everywhere(event: ev.Event) -> None:
    other = renamed(event, lambda name: f"x{name}")
    assert renamed(other, lambda name: name[1:]) == event
    heard: list[str] = []
    event_dict(other, lambda name: heard.append(name) or name)  # type: ignore[func-returns-value]
    assert all(name.startswith("x") for name in heard)
    assert ("Ann" in repr(event)) <= ("xAnn" in heard)


FAULTY: tuple[tuple[str, Any, str], ...] = (
    ("no kind", {}, "unknown-event"),
    ("no map", [], "unknown-event"),
    ("odd kind", {"kind": ["hand"]}, "unknown-event"),
    ("another kind", {"kind": "setup"}, "unknown-event"),
    ("unknown key", {"kind": "undo", "twice": True}, "unknown-key"),
    ("missing key", {"kind": "pay", "payer": "Ann", "payee": "Bob"}, "missing"),
    ("fraction", {"kind": "pay", "payer": "Ann", "payee": "Bob", "amount": 1.0}, "wrong-type"),
    ("truth for a number", {"kind": "pay", "payer": "Ann", "payee": "Bob", "amount": True}, "wrong-type"),
    ("too large", {"kind": "pay", "payer": "Ann", "payee": "Bob", "amount": AMOUNT_LIMIT + 1}, "wrong-type"),
    ("number for a name", {"kind": "leave", "name": 7}, "wrong-type"),
    ("bad name", {"kind": "leave", "name": "a\x1b[2J"}, "bad-name"),
    ("number for a truth", {"kind": "leave", "name": "Ann", "forced": 1}, "wrong-type"),
    ("list for a map", {"kind": "buy", "points": ["Ann"]}, "wrong-type"),
    ("map for a list", {"kind": "seats", "order": {"Ann": 1}}, "wrong-type"),
    ("one for two", {"kind": "fix", "entry": 1, "swap": ["Ann"]}, "wrong-type"),
    ("bad board", {"kind": "hand", "boards": {"Ann": "QQ2 KK883"}}, "not-a-board"),
    ("number for a board", {"kind": "hand", "boards": {"Ann": 13}}, "wrong-type"),
    ("unknown rules", {"kind": "switch", "rules": "0123"}, "unknown-ruleset"),
    ("long note", {"kind": "note", "text": "x" * (LONGEST_TEXT + 1)}, "bad-text"),
    ("half a character", {"kind": "note", "text": "\ud800"}, "bad-text"),
    ("correction inside", {"kind": "replace", "entry": 1, "event": {"kind": "undo"}}, "unknown-event"),
    ("replace inside", {"kind": "replace", "entry": 1, "event": {"kind": "replace"}}, "unknown-event"),
)


@pytest.mark.parametrize(("data", "code"), [case[1:] for case in FAULTY], ids=[case[0] for case in FAULTY])
def test_faults_are_refused(data: Any, code: str) -> None:
    with pytest.raises(SheetError) as caught:
        read_event(data, RULES)
    assert code in {fault.code for fault in caught.value.faults}


def test_all_faults_of_an_evening_at_once_with_their_places() -> None:
    data = session_dict(setup(), [ev.Undo()])
    data["setup"]["button"] = 5
    data["events"] = [{"kind": "what"}, {"kind": "pay", "payer": "Ann", "payee": ["Bob"], "amount": "5"}]
    with pytest.raises(SheetError) as caught:
        read_session(data)
    assert [fault.where for fault in caught.value.faults] == ["setup button", "e1", "e2 payee", "e2 amount"]


@pytest.mark.parametrize("change", [
    lambda mapping: mapping.pop("points"),
    lambda mapping: mapping["points"].update(row=2),
    lambda mapping: mapping["points"].update(row="one"),
    lambda mapping: mapping.clear(),
    lambda mapping: mapping.update(deal=[]),
], ids=["key gone", "value changed", "wrong type", "empty", "wrong shape"])  # fmt: skip
def test_rules_must_have_their_fingerprint(change: Any) -> None:
    data = from_text(to_text(session_dict(setup(), [])))
    change(next(iter(data["rulesets"].values())))
    with pytest.raises(RulesError):
        read_session(data)


@pytest.mark.parametrize("text", [
    "", "{", '{"a": 1, "a": 2}', '{"a": NaN}', "[" * 100_000, b"\xff\xfe", '{"a": ' + "9" * 5000 + "}",
], ids=["empty", "open", "key twice", "no number", "deep", "not UTF-8", "digits"])  # fmt: skip
def test_text_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(SheetError):
        from_text(text)


@settings(max_examples=200, deadline=None)
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from(["hand", "fix", "buy", "Ann", "foul"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["kind", "boards", "entry", "event", "points", "name", "setup", "events", "format", "players"])
        | st.text(max_size=4), inner, max_size=4), max_leaves=12,
))  # fmt: skip
def test_nothing_but_the_promised_errors(data: Any) -> None:
    for read in (lambda: read_event(data, RULES), lambda: read_setup(data, RULES), lambda: read_session(data)):
        try:
            read()
        except (SheetError, RulesError) as error:
            assert error.message


def test_what_is_at_its_default_is_left_out() -> None:
    assert event_dict(hand()).keys() == {"kind", "boards"}
    assert event_dict(ev.Fix(3)) == {"kind": "fix", "entry": 3}
