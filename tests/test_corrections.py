"""Undo, redo, fix, void and everything that corrects a booked evening, and that each comes to what it should."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from ofc_score.boards.parse import parse_board
from ofc_score.errors import CardError, NotAllowed, SheetError
from ofc_score.evening.corrections import standing
from ofc_score.evening.events import (
    Adjust,
    Buy,
    Chips,
    Event,
    Expense,
    Fix,
    Hand,
    Join,
    Leave,
    Note,
    Redo,
    Replace,
    Seats,
    Switch,
    Undo,
    Void,
)
from ofc_score.evening.session import Session, changes, chips_to_move, fold
from ofc_score.evening.state import State
from ofc_score.reports.json import replay_document

from . import sim
from .evening_cases import ENTERS, FOUL, PLAIN, STAYS, boards, hand, play, table
from .games import GAMES

SURRENDERED = parse_board("three-flushes AhQh9h5h2h KsTs8s6s3s Jc7c4c")


def _books(state: State) -> dict[str, Any]:
    """Everything that later entries and the money build on."""
    parts = ["seats", "stacks", "bought", "taken", "waiting", "cash", "set_number", "between_sets", "pending", "next"]
    return {part: getattr(state, part) for part in parts}


# Undo and redo


def test_undo_brings_everything_back() -> None:
    session = table(points=20)
    states = [session.state]
    for event in (
        hand(session, "exx"), hand(session, "sxx"), Buy({"Bob": 10}), Note("late"), Adjust("Ann", "Bob", 5),
        Expense("Ann", 900, ("Bob", "Cy")), Chips({"Ann": 55}),
    ):  # fmt: skip
        session.add(event)
        states.append(session.state)
    for state in reversed(states[:-1]):
        session.add(Undo())
        assert _books(session.state) == _books(state)
        assert [record.number for record in session.state.hands] == [record.number for record in state.hands]
    with pytest.raises(NotAllowed, match="nothing to undo"):
        session.add(Undo())
    for state in states[1:]:
        session.add(Redo())
        assert _books(session.state) == _books(state)
    with pytest.raises(NotAllowed, match="nothing to redo"):
        session.add(Redo())


def test_undo_names_what_it_takes_and_a_new_entry_ends_redo() -> None:
    session = play(table(), "xxx", "pxx")
    assert session.newest() == 2
    session.add(Undo())
    assert (session.newest(), session.newest(undone=True)) == (1, 2)
    session.add(Note("instead"))
    with pytest.raises(NotAllowed):
        session.newest(undone=True)


def test_undo_takes_back_corrections_too() -> None:
    session = play(table(), "pxx", "xxx")
    before = session.state
    session.add(Fix(1, {"Ann": FOUL}))
    assert session.state.stacks == dict.fromkeys(("Ann", "Bob", "Cy"), 100)
    session.add(Undo())
    assert _books(session.state) == _books(before)
    session.add(Redo())
    assert session.state.stacks["Ann"] == 100


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("count", [1, 4, 9])
def test_undo_n_times_and_typing_it_again(seed: int, count: int) -> None:
    played = sim.evening(random.Random(500 + seed), 40)
    told = list(played.events)
    while isinstance(told[-1], Undo | Redo):
        told.pop()
    session = Session(played.setup, told)
    state = session.state
    tail: list[int] = []
    while len(tail) < count:
        tail.insert(0, session.newest())
        session.add(Undo())
    entries: dict[int, int] = {}
    for entry in tail:
        session.add(_renumbered(session.events[entry - 1], entries))
        entries[entry] = len(session.events)
    assert _books(session.state) == _books(state)
    assert replay_document(session.state) == replay_document(state)


def _renumbered(event: Event, entries: Mapping[int, int]) -> Event:
    """An event typed again after others were: the entries it names have other numbers now."""
    for field in ("entry", "before", "from_entry"):
        named: Any = getattr(event, field, None)
        if named in entries:
            changed: Any = {field: entries[named]}
            event = replace(event, **changed)
    return event


# Fix


def _thirty(first: str, second: str) -> Session:
    """Thirty hands with caps and Fantasyland, the second of which is typed as ``second``."""
    session = play(table(points=60), first, second)
    rng = random.Random(3)
    for _ in range(28):
        coming = session.state.next
        if coming.refusal:
            session.add(Buy(dict.fromkeys(coming.out, 40)))
        letters = {name: rng.choice("xp") for name in session.state.next.playing}
        if list(letters.values()).count("p") > 1:
            letters = dict.fromkeys(letters, "x") | {next(iter(letters)): rng.choice("pes")}
        session.add(Hand({name: {"x": FOUL, "p": PLAIN, "e": ENTERS, "s": STAYS}[it] for name, it in letters.items()}))
    return session


def test_a_fix_of_hand_two_of_thirty_is_as_typed_right_the_first_time() -> None:
    session = _thirty("xxx", "xpx")
    wrong = list(session.events)
    session.add(Fix(2, {"Ann": STAYS, "Bob": FOUL}))
    second = wrong[1]
    assert isinstance(second, Hand)
    right = [wrong[0], replace(second, boards={**second.boards, "Ann": STAYS, "Bob": FOUL}), *wrong[2:]]
    typed = fold(session.setup, right)
    assert _books(typed) == _books(session.state)
    assert typed.balances() == session.state.balances()
    assert typed.payments() == session.state.payments()
    assert [record.stacks for record in typed.hands] == [record.stacks for record in session.state.hands]


def test_swap_button_and_fantasyland_of_a_hand() -> None:
    session = play(table(), "pxx")
    session.add(Fix(1, swap=("Ann", "Cy")))
    assert session.state.stacks == {"Ann": 94, "Bob": 94, "Cy": 112}
    session.add(Fix(1, button="Ann", fantasyland={"Cy": 13}))
    (record,) = session.state.hands
    assert (record.table.button, dict(record.table.fantasyland)) == ("Ann", {"Cy": 13})
    assert record.fixed
    assert session.state.next.button == "Bob"


def test_replay_and_difference_differ_where_caps_bite_and_both_can_be_shown() -> None:
    session = play(table("Ann", "Bob", points=6), "px")
    assert session.state.next.refusal
    session.add(Buy({"Bob": 50}))
    play(session, "xx", "xp")
    fix = Fix(1, {"Ann": FOUL, "Bob": ENTERS})
    replayed, difference = session.preview(fix), session.preview(replace(fix, difference=True))
    # By the replay Ann was out of points in the third hand; the difference takes what she has now.
    assert replayed.stacks == {"Ann": 0, "Bob": 62}
    assert difference.stacks == {"Ann": 0, "Bob": 62}
    assert session.state.stacks == {"Ann": 6, "Bob": 56}
    assert [tuple(move) for move in chips_to_move(session.state, difference)] == [("Ann", "Bob", 6)]


def test_a_difference_moves_only_now_and_repeats_against_the_latest_version() -> None:
    session = play(table(), "pxx", "xxx")
    later = session.state.hands[1].stacks
    session.add(Fix(1, {"Ann": FOUL, "Bob": PLAIN}, difference=True))
    assert session.state.stacks == {"Ann": 94, "Bob": 112, "Cy": 94}
    assert session.state.hands[1].stacks == later
    session.add(Fix(1, {"Bob": FOUL, "Cy": PLAIN}, difference=True))
    assert session.state.stacks == {"Ann": 94, "Bob": 94, "Cy": 112}
    session.add(Fix(1, {"Ann": PLAIN, "Cy": FOUL}))
    assert session.state.stacks == {"Ann": 112, "Bob": 94, "Cy": 94}


def test_a_difference_after_a_replayed_void_is_dropped_with_the_hand() -> None:
    session = play(table(), "pxx", "xxx")
    session.add(Fix(1, {"Ann": FOUL}, difference=True))
    session.add(Void(1))
    assert session.state.stacks == dict.fromkeys(("Ann", "Bob", "Cy"), 100)
    assert session.state.voided == ((1, 1),)


def test_a_correction_says_who_stands_otherwise_and_which_chips_move() -> None:
    session = play(table(), "pxx", "xxx")
    before = session.state
    session.add(Fix(1, {"Ann": FOUL, "Bob": PLAIN}))
    assert {(it.name, it.points, it.stack) for it in changes(before, session.state)} == {
        ("Ann", (12, -6), (112, 94)), ("Bob", (-6, 12), (94, 112)),
    }  # fmt: skip
    assert [tuple(move) for move in chips_to_move(before, session.state)] == [("Ann", "Bob", 18)]


def test_fantasyland_that_would_have_been_otherwise_is_flagged_not_rewritten() -> None:
    session = play(table(), "exx", "pxx")
    session.add(Fix(1, {"Ann": PLAIN}))
    second = session.state.hands[1]
    assert dict(second.table.fantasyland) == {"Ann": 13}
    assert second.table.button == "Cy"
    assert second.flags == (
        "button as played: Cy; by the rules Ann",
        "Fantasyland as played: Ann with 13 cards; by the rules nobody",
    )


@pytest.mark.parametrize("second", ["px", "xp"])
def test_a_player_dealt_in_without_points_by_the_corrected_books_neither_pays_nor_wins(second: str) -> None:
    session = play(table("Ann", "Bob", points=6), "xx", second)
    session.add(Fix(1, {"Ann": PLAIN}))
    assert session.state.stacks == {"Ann": 12, "Bob": 0}
    assert session.state.hands[1].flags == ("Bob played without points",)


@pytest.mark.parametrize(
    ("fix", "error"),
    [
        (Fix(1, {"Zed": FOUL}), NotAllowed),
        (Fix(1, swap=("Ann", "Zed")), NotAllowed),
        (Fix(1, {"Bob": PLAIN, "Cy": PLAIN}), CardError),
        (Fix(1, {"Ann": SURRENDERED}), CardError),
        (Fix(1, fantasyland={"Ann": 99}), CardError),
        (Fix(2), NotAllowed),
        (Fix(9), NotAllowed),
        (Void(2, difference=True), None),
        (Void(0), NotAllowed),
        (Void(9), NotAllowed),
        (Replace(1, Note("no")), NotAllowed),
        (Replace(2, Buy({"Ann": 1})), NotAllowed),
        (Switch(GAMES["chinese"], from_entry=9), NotAllowed),
    ],
)
def test_corrections_that_cannot_be_change_nothing(fix: Any, error: type[Exception] | None) -> None:
    session = play(table(), "pxx")
    session.add(Note("so"))
    before = _books(session.state)
    if error is None:
        session.add(fix)
        assert session.state.notes == ()
        return
    with pytest.raises(error):
        session.add(fix)
    assert _books(session.state) == before
    assert len(session.events) == 2


# Void


def test_a_voided_hand_keeps_its_number_and_moves_no_money_twice() -> None:
    session = play(table(), "pxx", "xpx")
    session.add(Void(1))
    assert [record.number for record in session.state.hands] == [2]
    assert session.state.stacks == {"Ann": 94, "Bob": 112, "Cy": 94}
    for again in (Void(1), Void(1, difference=True), Fix(1, {"Ann": FOUL})):
        with pytest.raises(NotAllowed):
            session.add(again)
    with pytest.raises(NotAllowed, match="hand 1 was voided"):
        session.entry_of(1)


def test_a_hand_voided_by_difference_is_voided_too() -> None:
    session = play(table(), "pxx", "xpx")
    session.add(Void(1, difference=True))
    assert session.state.voided == ((1, 1),)
    assert session.state.stacks == {"Ann": 94, "Bob": 112, "Cy": 94}
    with pytest.raises(NotAllowed):
        session.add(Void(1))


def test_everything_voided_leaves_no_balance() -> None:
    session = play(table(), "pxx", "exx")
    session.add(Adjust("Ann", "Bob", 5))
    session.add(Expense("Ann", 900, ("Bob", "Cy")))
    for entry in (1, 2, 3, 4):
        session.add(Void(entry))
    assert all(balance == (0, 0, True) for balance in session.state.balances().values())
    assert session.state.next.button == "Cy"
    assert session.state.pending == {}


def test_a_voided_correction_and_a_voided_void_bring_back_what_was() -> None:
    session = play(table(), "pxx")
    first = session.state.stacks
    session.add(Fix(1, {"Ann": FOUL}))
    fixed = session.state.stacks
    session.add(Void(2))
    assert session.state.stacks == first
    with pytest.raises(NotAllowed):
        session.add(Void(2))
    session.add(Void(3))
    assert session.state.stacks == fixed
    session.add(Void(4))
    assert session.state.stacks == first


def test_another_entry_retyped() -> None:
    session = play(table(), "pxx")
    session.add(Expense("Ann", 900, ("Bob", "Cy"), "pizza"))
    session.add(Replace(2, Expense("Ann", 600, ("Bob", "Cy"), "pizza")))
    assert session.state.cash == {"Ann": 600, "Bob": -300, "Cy": -300}


# Earlier than it was typed


def test_a_forgotten_hand_is_inserted_and_later_ones_shift() -> None:
    session = play(table(), "xxx", "pxx")
    session.add(hand(session, "xpx", before=2))
    assert [record.entry for record in session.state.hands] == [1, 3, 2]
    assert [record.number for record in session.state.hands] == [1, 2, 3]
    assert session.state.hands[1].table.button == "Ann"
    assert "button as played: Ann; by the rules Bob" in session.state.hands[2].flags
    assert session.state.stacks == {"Ann": 106, "Bob": 106, "Cy": 88}


def test_the_game_was_another_from_a_hand_on() -> None:
    session = play(table("Ann", "Bob", rules=GAMES["pineapple"]), "ex", "xx")
    session.add(Switch(GAMES["chinese-plain"], from_entry=1, why="wrong one"))
    assert [record.table.rules.name for record in session.state.hands] == ["chinese-plain", "chinese-plain"]
    assert session.state.points_of("Ann") == 3


def test_a_game_that_cannot_have_the_hands_is_refused_afterwards() -> None:
    session = table("Ann", "Bob", rules=GAMES["chinese"])
    session.add(Hand({"Ann": SURRENDERED, "Bob": FOUL}))
    before = session.state
    with pytest.raises(NotAllowed, match="cannot be a hand of pineapple"):
        session.add(Switch(GAMES["pineapple"], from_entry=1))
    assert session.state == before


def test_a_past_that_takes_a_player_away_is_refused() -> None:
    session = table("Ann", "Bob")
    session.add(Join("Cy", 50))
    play(session, "xpx")
    with pytest.raises(NotAllowed, match="e2 needs Cy at the table"):
        session.add(Void(1))
    session.add(Void(2))
    session.add(Void(1))
    assert session.state.seats == ("Ann", "Bob")


def test_nobody_vanishes_when_a_leave_is_voided_before_new_seats() -> None:
    session = table("Ann", "Bob", "Cy")
    session.add(Leave("Cy"))
    session.add(Seats(("Bob", "Ann")))
    session.add(Void(1))
    assert session.state.seats == ("Bob", "Ann", "Cy")
    assert sum(session.state.stacks.values()) == 300


def test_a_preview_books_nothing() -> None:
    session = play(table(), "pxx")
    state = session.preview(Void(1))
    assert state.stacks == dict.fromkeys(("Ann", "Bob", "Cy"), 100)
    assert len(session.events) == 1


def test_the_same_state_whatever_the_session_was_asked_before() -> None:
    session = play(table(), "pxx", "xex")
    for refused in ("ppp", "-xx"):
        with pytest.raises((NotAllowed, CardError)):
            session.add(Hand(boards(session, refused)))
    assert session.state == fold(session.setup, session.events)


def test_a_difference_and_its_reverse_cancel_where_a_cap_bit() -> None:
    session = table(points=20)
    played = {name: parse_board(text) for name, text in
              {"Ann": "AA3 66558 99TTJ", "Bob": "742 99538 TTJJ6", "Cy": "foul"}.items()}  # fmt: skip
    play(session, "xxx")
    session.add(Hand(played))
    before = {"Ann": 44, "Bob": 16, "Cy": 0}
    assert session.state.stacks == before
    session.add(Fix(1, {"Ann": played["Ann"]}, difference=True))
    assert session.state.stacks == {"Ann": 59, "Bob": 1, "Cy": 0}
    session.add(Fix(1, {"Ann": FOUL}, difference=True))
    assert session.state.stacks == before
    assert dict(session.state.hands[0].moved) == {"Ann": 0, "Bob": 0, "Cy": 0}
    session.add(Void(1, difference=True))
    assert session.state.stacks == before


@pytest.mark.parametrize("text", ["a\x1b[31mb", "bell\x07", "x\x7f", "\x80", "\ufffe", "two\nlines", "\u202eback"])
@pytest.mark.parametrize(
    "event", [Note(""), Adjust("Ann", "Bob", 1), Switch(GAMES["regular"])], ids=["note", "adjust", "switch"]
)
def test_free_text_stands_on_one_line_and_hides_nothing(event: Event, text: str) -> None:
    session = table()
    told = replace(event, text=text) if isinstance(event, Note) else replace(event, why=text)  # type: ignore[arg-type]
    for one in (told, Replace(1, told)):  # type: ignore[arg-type]
        with pytest.raises(SheetError, match="fault") as refused:
            session.add(one)
        assert {fault.code for fault in refused.value.faults} == {"bad-text"}
    assert session.events == ()
    session.add(Note("José 👩‍🍳 – “ok”"))


# What stands


def test_what_stands_has_the_numbers_that_it_would_have() -> None:
    night, turbo = Hand({}), GAMES["turbo"]
    events: list[Event] = [
        night, night, Undo(), Note("a"), night, Undo(), Redo(), Fix(5, button="Ann"), Hand({}, before=5), Undo(),
        Switch(turbo, 5), Replace(4, Note("b")), Void(1), Hand({}, before=5), Switch(turbo),
        Expense("Ann", 1, ("Ann",)),
    ]  # fmt: skip
    assert standing(events) == [
        night, Note("a"), night, Fix(3, button="Ann"), Switch(turbo, 3), Replace(2, Note("b")), Void(1),
        Hand({}, before=3), Switch(turbo), Expense("Ann", 1, ("Ann",)),
    ]  # fmt: skip
    assert standing([]) == standing([Note("a"), Undo()]) == []
