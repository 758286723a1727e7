"""Edges of an evening whose past is corrected, and of the button: each was chosen because a small change of the code
once went unseen, or did harm."""

from __future__ import annotations

import pytest

from ofc_score import read_table
from ofc_score.boards.board import Board
from ofc_score.errors import CardError, NotAllowed
from ofc_score.evening.events import Adjust, Buy, Event, Fix, Hand, Join, Setup, Switch, Undo, Void
from ofc_score.evening.session import Session
from ofc_score.evening.set_state import Orbit
from ofc_score.rules.ruleset import Ruleset

from .games import house
from .ledgergen import hand

RULES: Ruleset = house("pineapple")
LANDS, QUIET = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "6c5c2s / AsAc7d6h3h / Qs7c7s9d9h"


def _boards(**texts: str) -> dict[str, Board]:
    return dict(read_table(texts, RULES))


def _session(*events: Event, **players: int | None) -> Session:
    session = Session(Setup(RULES, players or dict.fromkeys(("Ann", "Bob"), 100), "Ann"))
    for event in events:
        session.add(event)
    return session


# Corrections of corrections


@pytest.mark.parametrize("first", [False, True], ids=["settled again", "as a difference"])
@pytest.mark.parametrize("fixed", [False, True], ids=["voided", "fixed"])
def test_a_void_comes_into_force_again_only_where_nothing_moved_for_its_hand(first: bool, fixed: bool) -> None:
    foul = _boards(Ann="foul")
    correction = Fix(1, foul, difference=True) if fixed else Void(1, difference=True)
    session = _session(hand("Ann", "Bob"), hand("Ann", "Bob", shift=1), Void(1, first), Void(3), correction)
    before, events = session.state, session.events
    with pytest.raises(NotAllowed, match="entry e1 was voided, and a difference of it moved later"):
        session.add(Void(4))
    assert (session.state, session.events) == (before, events)
    session.add(Undo())
    session.add(Void(4))
    assert [record.number for record in session.state.hands] == [2]


def test_a_second_correction_is_looked_at_beside_the_first() -> None:
    """Cards that the first one took off the table are free, those that it laid are not."""
    session = _session(hand("Ann", "Bob"), hand("Ann", "Bob", shift=1))
    laid = {name: board.text() for name, board in hand("Ann", "Bob").boards.items()}
    session.add(Fix(1, _boards(Ann=QUIET), difference=True))
    with pytest.raises(CardError):
        session.add(Fix(1, _boards(Bob=QUIET), difference=True))
    session.add(Fix(1, _boards(Bob=laid["Ann"]), difference=True))
    table = session.state.hands[0].table
    assert {name: player.board.text() for name, player in table.players.items()} == {"Ann": QUIET, "Bob": laid["Ann"]}


def test_only_who_played_has_a_part_in_a_difference() -> None:
    played = Hand(_boards(Ann="foul", Bob="foul", Cy="-"), forced=True)
    session = _session(played, hand(shift=1), Ann=100, Bob=100, Cy=100)
    session.add(Fix(1, _boards(Ann=QUIET), difference=True))
    assert set(session.state.hands[0].moved) == {"Ann", "Bob"}


# What a corrected past leaves standing


def test_fantasyland_ends_with_a_game_that_knows_none() -> None:
    """By a corrected past it is still to come when the game changes, and one player alone has points."""
    closed = house("chinese", count={"loser_cap": True})
    session = _session(
        Hand(_boards(Ann=QUIET, Bob="foul")), Hand(_boards(Ann=QUIET, Bob="foul"), button="Bob"), Switch(closed),
    )  # fmt: skip
    session.add(Adjust("Bob", "Ann", session.state.stacks["Bob"]))
    state = session.add(Fix(2, _boards(Ann=LANDS)))
    assert dict(state.pending) == {}


def test_who_waits_for_a_seat_is_no_help_for_one_who_plays_alone() -> None:
    session = _session(Hand(_boards(Ann="foul", Bob="foul")), Join("Dee", 20), Ann=50, Bob=5)
    state = session.add(Hand(_boards(Ann=LANDS, Bob="foul")))
    assert (dict(state.pending), state.stacks["Bob"]) == ({"Ann": 14}, 0)
    assert (state.seats, state.waiting) == (("Ann", "Bob"), (("Dee", 20),))


def test_nor_is_one_who_bought_in_without_a_seat() -> None:
    session = _session(Hand(_boards(Ann="foul", Bob="foul")), Join("Dee", 20), Buy({"Dee": 10}), Void(2), Ann=50, Bob=5)
    state = session.add(Hand(_boards(Ann=LANDS, Bob="foul")))
    assert (state.seats, state.waiting) == (("Ann", "Bob"), (("Dee", 10),))
    # Nobody is joining any more: whoever does so after all is not told that he sits there already.
    assert state.joining == ()
    assert session.add(Join("Dee", 5, forced=True)).stacks["Dee"] == 5


def test_who_sat_out_is_not_said_to_have_played() -> None:
    foul = Hand(_boards(Ann="foul", Bob="foul", Cy="foul"))
    session = _session(foul, Hand(_boards(Ann=QUIET, Bob="-", Cy="foul"), forced=True), Ann=50, Bob=5, Cy=50)
    state = session.add(Fix(1, _boards(Ann=LANDS)))
    assert state.stacks["Bob"] == 0
    assert not [flag for flag in state.hands[1].flags if flag.startswith("Bob")]


def test_who_joins_on_paper_has_no_points() -> None:
    state = _session(Join("Dee"), Ann=None, Bob=None).state
    assert (state.bought["Dee"], state.stacks["Dee"]) == (0, 0)


# The button


def test_the_same_player_rests_while_the_button_waits() -> None:
    """Cy has the button and Fantasyland, so Dee rests for him, and again when Cy has left Fantasyland."""
    rules = house("pineapple", dealer_sits_out=True)
    session = Session(Setup(rules, dict.fromkeys(("Ann", "Bob", "Cy"), 200), "Cy"))
    session.add(Hand(_boards(Ann="foul", Bob="foul", Cy=LANDS)))
    session.add(Join("Dee", 200, forced=True))
    assert session.state.next.resting == ("Dee",)
    session.add(Hand(_boards(Ann=LANDS, Bob="foul", Cy="foul")))
    coming = session.state.next
    assert (coming.button, dict(coming.fantasyland), coming.resting) == ("Cy", {"Ann": 14}, ("Dee",))


def test_seats_on_the_way_to_the_first_button_of_a_set_are_not_passed() -> None:
    orbit, seats = Orbit("Ann"), ["Ann", "Bob", "Cy"]
    orbit.begin("Cy", new_set=True)
    orbit.turn(seats, "Cy", ["Ann", "Cy"])
    assert orbit.due(seats, seats) == ["Ann", "Bob"]
    orbit.turn(seats, "Ann", ["Ann", "Cy"])
    orbit.turn(seats, "Cy", ["Ann", "Cy"])
    assert orbit.passed == {"Bob"}


@pytest.mark.parametrize(
    ("begun", "had", "button", "name", "passed"),
    [
        pytest.param(True, "Ann Cy", "Cy", "Bob", "Bob", id="behind the button"),
        pytest.param(True, "Ann Cy", "Cy", "Dee", "", id="before the button"),
        pytest.param(True, "Ann Bob Cy", "Cy", "Bob", "", id="who had it before"),
        pytest.param(False, "Ann Cy", "Cy", "Bob", "", id="between sets"),
        pytest.param(True, "Ann Cy", "Eve", "Bob", "", id="everybody is new"),
    ],
)
def test_who_sits_down_behind_the_button_does_not_get_it(
    begun: bool, had: str, button: str, name: str, passed: str
) -> None:
    orbit = Orbit("Ann")
    orbit.begin("Ann", new_set=True)
    orbit.had, orbit.button, orbit.over = set(had.split()), button, not begun
    orbit.seated(["Ann", "Bob", "Cy", "Dee"], name)
    assert orbit.passed == set(passed.split())
