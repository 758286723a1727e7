"""Edges of an evening: facts as played, seats, chips and retyped entries. Each was chosen because a small change of the
code once went unseen, or did harm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ofc_score.boards.parse import parse_board, read_table
from ofc_score.errors import NotAllowed
from ofc_score.evening.corrections import Item, resolve
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Event,
    Expense,
    Fix,
    Hand,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Plain,
    Redo,
    Replace,
    Seats,
    Setup,
    Switch,
    Undo,
    Void,
)
from ofc_score.evening.session import Session
from ofc_score.evening.set_state import Orbit
from ofc_score.rules.ruleset import Ruleset

from .evening_cases import ENTERS, FOUL, OUT, PLAIN, hand, play, table
from .games import GAMES, house

# Entries retyped: as they would have been allowed at their moment

TYPED: tuple[Event, ...] = (
    Expense("Ann", 100, ("Ann", "Bob")), Buy({"Ann": 5}), Join("Dee", 20), Adjust("Ann", "Bob", 3),
    Pay("Ann", "Bob", 5), Chips({"Ann": 102}), Seats(("Bob", "Ann", "Dee")), Button("Bob"), Owe("Ann", "Bob", 5),
    Note("so"),
)  # fmt: skip
RETYPED: dict[str, tuple[int, Plain, str]] = {
    "an expense for nobody": (1, Expense("Ann", 100, ()), "an expense is for somebody"),
    "an expense for one twice": (1, Expense("Ann", 100, ("Bob", "Bob")), "somebody is named twice"),
    "an expense below zero": (1, Expense("Ann", -5, ("Bob",)), "-5 is not above zero"),
    "a buy-in below zero": (2, Buy({"Ann": -500}), "-500 is not above zero"),
    "a buy-in of a stranger": (2, Buy({"Zed": 5}), "no player Zed"),
    "a buy-in before the seat": (2, Buy({"Dee": 5}), "no player Dee"),
    "a name that is taken": (3, Join("ann", 20), "Ann is at the table already"),
    "a seat beside nobody": (3, Join("Dee", 20, "Zed"), "no player Zed"),
    "points to oneself": (4, Adjust("Ann", "Ann", 3), "Ann on both sides"),
    "points below zero": (4, Adjust("Ann", "Bob", -5), "-5 is not above zero"),
    "more points than there are": (4, Adjust("Ann", "Bob", 500), "Ann has 105 points, not 500"),
    "a payment to oneself": (5, Pay("Ann", "Ann", 5), "Ann on both sides"),
    "a payment of a stranger": (5, Pay("Zed", "Ann", 5), "no player Zed"),
    "a stranger's chips": (6, Chips({"Zed": 3}), "no player Zed"),
    "seats without somebody": (7, Seats(("Ann", "Bob")), "all seated players, each once"),
    "a stranger's button": (8, Button("Zed"), "no player Zed"),
    "a debt to oneself": (9, Owe("Bob", "Bob", 5), "Bob on both sides"),
}


@pytest.mark.parametrize(("entry", "event", "told"), RETYPED.values(), ids=RETYPED)
def test_nothing_is_retyped_that_could_not_have_been_typed(entry: int, event: Plain, told: str) -> None:
    session = table("Ann", "Bob")
    for one in TYPED:
        session.add(one)
    before, events = session.state, session.events
    with pytest.raises(NotAllowed) as raised:
        session.add(Replace(entry, event))
    assert [fault.message for fault in raised.value.faults] == [told]
    assert (session.state, session.events) == (before, events)


def test_a_buy_in_retyped_after_the_end_counts() -> None:
    """What is asked is whether it was allowed then, not whether it is now."""
    session = table("Ann", "Bob")
    for event in (Buy({"Ann": 5}), Close()):
        session.add(event)
    state = session.add(Replace(1, Buy({"Bob": 7})))
    assert dict(state.stacks) == {"Ann": 100, "Bob": 107}
    assert resolve(session.events)[0] == Item(1, Buy({"Bob": 7}, waits=()), fixed=True)


@pytest.mark.parametrize(
    ("was", "now"),
    [(Leave("Bob", forced=True), Leave("Cy")), (Join("Dee", 20, forced=True), Join("Dee", 30))],
    ids=["leaving", "joining"],
)
def test_what_could_not_be_helped_stays_so_when_it_is_retyped(was: Plain, now: Leave | Join) -> None:
    """In mid-set, with Fantasyland to come."""
    session = play(table(), "xxe")
    session.add(was)
    session.add(Replace(2, now))
    facts = {"waits": False} if isinstance(now, Join) else {}
    assert session.events[2] == Replace(2, replace(now, forced=True, **facts))  # type: ignore[arg-type]


def test_what_could_be_helped_may_be_retyped_as_forced() -> None:
    """By a corrected past Fantasyland is to come when Dee joins."""
    session = play(table(), "xxp")
    session.add(Join("Dee", 20))
    session.add(Fix(1, {"Cy": ENTERS}))
    with pytest.raises(NotAllowed) as raised:
        session.add(Replace(2, Join("Dee", 30)))
    assert [fault.code for fault in raised.value.faults] == ["pending"]
    assert session.add(Replace(2, Join("Dee", 30, forced=True))).stacks["Dee"] == 30


def test_a_hand_is_not_retyped_as_a_whole() -> None:
    session = play(table("Ann", "Bob"), "px", "xp")
    before = session.state
    with pytest.raises(NotAllowed, match="can only be retyped as what it is") as raised:
        session.add(Replace(1, hand(session, "xp")))
    assert raised.value.hint == "a hand is corrected board by board: fix"
    assert session.state == before


def test_another_game_from_a_hand_on_holds_from_there_when_it_is_retyped() -> None:
    session = play(table("Ann", "Bob"), "px", "xp")
    session.add(Switch(GAMES["turbo"], 2))
    with pytest.raises(NotAllowed, match="entry e3 holds from where it held"):
        session.add(Replace(3, Switch(GAMES["turbo"], 1)))
    for told in (None, 2):
        session.add(Replace(3, Switch(GAMES["pineapple"], told)))
        newest = session.events[-1]
        assert isinstance(newest, Replace) and isinstance(newest.event, Switch) and newest.event.from_entry == 2
    assert [record.table.rules.name for record in session.state.hands] == ["regular", "pineapple"]


# Hands


def test_whether_a_stack_can_run_out() -> None:
    free = house("regular", count={"loser_cap": False})
    tables = (table(), table(points=None), table(rules=free))
    assert [session.capped for session in tables] == [True, False, False]


@pytest.mark.parametrize("voided", [False, True])
def test_a_forgotten_hand_comes_before_a_hand_in_force(voided: bool) -> None:
    session = table("Ann", "Bob")
    session.add(Note("so"))
    play(session, "px")
    if voided:
        session.add(Void(2))
    before = 2 if voided else 1
    with pytest.raises(NotAllowed, match=f"entry e{before} is not a hand that counts"):
        session.add(hand(session, "xp", before=before))
    assert len(session.state.hands) == (not voided)


def test_who_rests_by_the_rules_may_play_by_force() -> None:
    session = table("Ann", "Bob", "Cy", "Dee", rules=house("pineapple", dealer_sits_out=True), button="Ann")
    assert session.state.next.resting == ("Ann",)
    with pytest.raises(NotAllowed) as raised:
        session.add(Hand({"Ann": PLAIN, "Cy": FOUL, "Dee": FOUL}))
    assert {fault.code for fault in raised.value.faults} == {"resting", "board-missing"}
    session.add(Hand({"Ann": PLAIN, "Cy": FOUL, "Dee": FOUL}, forced=True))
    (record,) = session.state.hands
    assert {name: player.board for name, player in record.table.players.items()}["Ann"] == PLAIN
    assert record.moved["Ann"] == 12


def test_a_new_player_may_have_the_first_button_of_the_set() -> None:
    session = play(table("Ann", "Bob"), "px")
    session.add(Join("Dee", 20))
    play(session, "xp")
    assert session.state.between_sets and session.state.joining == ("Dee",)
    session.add(Hand({"Ann": PLAIN, "Bob": FOUL, "Dee": FOUL}, button="Dee"))
    assert session.state.hands[-1].table.button == "Dee"
    assert session.state.hands[-1].flags == ("button as played: Dee; by the rules Bob",)


def test_what_is_booked_is_told_with_its_facts() -> None:
    session = table("Ann", "Bob", button="Ann")
    booked = session.book(Hand({"Ann": ENTERS, "Bob": FOUL}))
    assert booked == session.events[0] == Hand({"Ann": ENTERS, "Bob": FOUL}, "Ann", {}, new_set=True, counted=())
    assert session.book(hand(session, "px")) == Hand(
        {"Ann": PLAIN, "Bob": FOUL}, "Ann", {"Ann": 13}, new_set=False, counted=()
    )


def test_there_is_nothing_to_undo_before_the_first_entry() -> None:
    session = table("Ann", "Bob")
    for event, told in ((Undo(), "nothing to undo"), (Redo(), "nothing to redo")):
        with pytest.raises(NotAllowed, match=told):
            session.add(event)


def test_a_stranger_has_no_button_where_somebody_rests() -> None:
    session = table("Ann", "Bob", "Cy", "Dee", rules=house("pineapple", dealer_sits_out=True), button="Ann")
    with pytest.raises(NotAllowed) as raised:
        session.add(Hand(dict.fromkeys(("Bob", "Cy", "Dee"), FOUL), button="Zed"))
    assert [fault.code for fault in raised.value.faults] == ["unknown-player"]


def test_a_stranger_in_fantasyland_is_told_once() -> None:
    session = table("Ann", "Bob")
    with pytest.raises(NotAllowed) as raised:
        session.add(hand(session, "px", fantasyland={"Zed": 13}))
    assert [fault.code for fault in raised.value.faults] == ["unknown-player"]


def test_two_hands_are_voided_by_their_differences() -> None:
    session = play(table("Ann", "Bob"), "px", "xp", "px")
    for entry in (1, 2):
        session.add(Void(entry, difference=True))
    assert [number for number, _ in session.state.voided] == [1, 2]
    assert dict(session.state.stacks) == {"Ann": 106, "Bob": 94}


@pytest.mark.parametrize(
    ("played", "message", "hint"),
    [
        ("Ann Bob Cy", "Bob is out: no points left", "buy NAME POINTS counts from the next set"),
        ("Ann Cy Dee", "Dee counts from the next set", "leave the board out of this hand"),
    ],
    ids=["out", "waiting"],
)
def test_who_cannot_play_this_hand(played: str, message: str, hint: str) -> None:
    session = table("Ann", "Bob", "Cy", points=6, button="Ann")
    session.add(Buy({"Ann": 60, "Cy": 60}))
    play(session, "pxp")
    session.add(Join("Dee", 20))
    with pytest.raises(NotAllowed) as raised:
        session.add(Hand(dict.fromkeys(played.split(), FOUL)))
    assert [(fault.message, fault.hint) for fault in raised.value.faults] == [(message, hint)]


def test_a_game_is_not_changed_to_one_for_more_than_have_points() -> None:
    session = table("Ann", "Bob", "Cy", points=6, button="Ann")
    session.add(Buy({"Ann": 60}))
    play(session, "pxx")
    with pytest.raises(NotAllowed) as raised:
        session.add(Switch(GAMES["pineapple"]))
    (fault,) = raised.value.faults
    assert (fault.message, fault.hint) == ("Bob and Cy are out", "buy in first: buy Bob POINTS")


def _full(*, rules: Ruleset = GAMES["pineapple"], played: str = "", points: int = 100) -> Session:
    """Three at a table, after a hand where one is told."""
    session = table("Ann", "Bob", "Cy", rules=rules, points=points, button="Ann")
    return play(session, played) if played else session


def _four_with_the_dealer() -> Session:
    return table("Ann", "Bob", "Cy", "Dee", rules=house("pineapple", dealer_sits_out=True), button="Ann")


def _four_for_three() -> Session:
    """One of four is out, and the others play a game for three."""
    session = table("Ann", "Bob", "Cy", "Dee", button="Ann")
    session.add(Adjust("Cy", "Ann", 100))
    session.add(Switch(GAMES["pineapple"]))
    return session


FULL: dict[str, tuple[Callable[[], Session], str]] = {
    "between sets": (
        _full, "pineapple is for 2 to 3 players, 4 with dealer_sits_out; leave NAME or switch to a game for 4",
    ),
    "in the set, with one out": (
        lambda: _full(played="pxp", points=6),
        "pineapple is for 2 to 3 players, 4 with dealer_sits_out; when the set is over leave Bob or switch to a game "
        "for 4",
    ),
    "with the dealer sitting out": (
        _four_with_the_dealer, "pineapple is for 2 to 4 players, the dealer sitting out; leave NAME",
    ),
    "more than the game holds": (_four_for_three, "pineapple is for 2 to 3 players; leave Cy"),
    "as many as the deck has boards": (
        lambda: table("Ann", "Bob", "Cy", "Dee"), "regular is for 2 to 4 players, 5 with dealer_sits_out; leave NAME",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "hint"), FULL.values(), ids=FULL)
def test_a_full_table_says_how_to_get_a_seat(make: Callable[[], Session], hint: str) -> None:
    session = make()
    with pytest.raises(NotAllowed) as raised:
        session.add(Join("Zoe", 20))
    (fault,) = raised.value.faults
    message = f"the table is full with {', '.join(session.state.seats)}"
    assert (fault.code, fault.where, fault.message, fault.hint) == ("table-size", "Zoe", message, hint)


def test_a_full_table_counts_who_waits_for_a_seat() -> None:
    session = play(table("Ann", "Bob", rules=GAMES["pineapple"], button="Ann"), "px")
    session.add(Join("Dee", 20))
    with pytest.raises(NotAllowed) as raised:
        session.add(Join("Zoe", 20))
    assert [fault.message for fault in raised.value.faults] == ["the table is full with Ann, Bob, Dee"]


def test_a_new_player_has_no_money_here_before_the_next_set() -> None:
    session = play(table("Ann", "Bob", button="Ann"), "px")
    session.add(Join("Dee", 20))
    with pytest.raises(NotAllowed) as raised:
        session.add(Expense("Ann", 100, ("Ann", "Dee", "Zed")))
    told = [(fault.message, fault.hint) for fault in raised.value.faults]
    assert told == [
        ("Dee counts from the next set", "enter it when that has begun"), ("no player Zed", "at the table: Ann, Bob"),
    ]  # fmt: skip


@pytest.mark.parametrize("date", ["2026-02-30", "yesterday", "20260313", "2026-W11-5"])
def test_a_date_is_a_day_of_the_calendar(date: str) -> None:
    with pytest.raises(NotAllowed) as raised:
        table("Ann", "Bob", date=date)
    assert [(fault.code, fault.where) for fault in raised.value.faults] == [("bad-date", "date")]


# The button


def test_a_first_button_without_points_goes_on() -> None:
    session = table("Ann", "Bob", "Cy", button="Ann")
    session.add(Adjust("Ann", "Bob", 100))
    assert (session.state.next.button, session.state.next.out) == ("Bob", ("Ann",))


def test_seats_behind_the_first_button_of_this_set_are_not_passed() -> None:
    orbit, seats = Orbit("Ann"), ["Ann", "Dee", "Bob", "Cy"]
    orbit.begin("Bob", new_set=True)
    for name in ("Bob", "Cy"):
        orbit.turn(seats, name, seats)
    orbit.seated(seats, "Dee")
    assert orbit.due(seats, seats) == ["Ann", "Dee"]


@pytest.mark.parametrize("seat", ["Ann", None], ids=["the same seat", "another seat"])
def test_who_leaves_in_mid_set_and_comes_back_has_the_button_once(seat: str | None) -> None:
    session = play(table("Ann", "Bob", "Cy", button="Ann"), "pxx", "pxx")
    assert [record.table.button for record in session.state.hands] == ["Ann", "Bob"]
    for event in (Leave("Bob", forced=True), Join("Bob", 20, seat, forced=True)):
        session.add(event)
    assert (session.state.set_number, session.state.next.button) == (1, "Cy")
    session.add(Hand(dict.fromkeys(session.state.seats, FOUL)))
    assert session.state.between_sets


def test_a_copy_has_its_own_button() -> None:
    session = play(table("Ann", "Bob"), "px")
    twin = session.copy()
    play(twin, "px", "px", "px")
    assert twin.state.set_number == 2
    play(session, "px")
    assert (session.state.set_number, session.state.next.button) == (1, "Bob")
    assert session.state == Session(session.setup, session.events).state


# Seats and chips


def test_a_new_order_of_seats_is_that_of_the_stacks() -> None:
    state = table("Ann", "Bob", "Cy").add(Seats(("Cy", "Ann", "Bob")))
    assert list(state.stacks) == list(state.seats) == ["Cy", "Ann", "Bob"]


def test_an_agreement_in_full_is_not_flagged() -> None:
    session = table("Ann", "Bob")
    for points in (5, 95):
        state = session.add(Adjust("Ann", "Bob", points))
    assert (dict(state.stacks), state.flags) == ({"Ann": 0, "Bob": 200}, ())


def test_moves_beside_the_hands_are_listed() -> None:
    session = table("Ann", "Bob")
    session.add(Adjust("Ann", "Bob", 5))
    session.add(Chips({"Ann": 90, "Bob": 110}, accept=True))
    moved = [(move.kind, move.debtor, move.creditor, move.points) for move in session.state.moves]
    assert moved == [("adjust", "Ann", "Bob", 5), ("chips", "Ann", "Bob", 5)]
    assert dict(session.state.stacks) == {"Ann": 90, "Bob": 110}


def test_chips_that_do_not_add_up_by_a_corrected_past_are_not_taken_over() -> None:
    session = table("Ann", "Bob")
    for event in (Buy({"Ann": 10}), Chips({"Ann": 100, "Bob": 110}, accept=True), Void(1)):
        state = session.add(event)
    assert (dict(state.stacks), state.checks[0].accepted) == ({"Ann": 100, "Bob": 100}, False)


def test_notes_are_kept_in_order() -> None:
    session = table("Ann", "Bob")
    for text in ("one", "two"):
        session.add(Note(text))
    assert session.state.notes == ("one", "two")


@pytest.mark.parametrize("ending", [Close(), Leave("Bob", forced=True)], ids=["the end", "leaving"])
def test_what_waited_is_dropped(ending: Event) -> None:
    session = play(table("Ann", "Bob", "Cy"), "pxx")
    session.add(Buy({"Bob": 20}))
    assert session.state.dropped == ()
    assert [(it.name, it.points) for it in session.add(ending).dropped] == [("Bob", 20)]


def test_cash_of_a_new_player_goes_to_the_bank() -> None:
    session = table("Ann", "Bob", bank="Bob", paid=True)
    before = session.state.cash["Bob"]
    state = session.add(Join("Dee", 40))
    assert (state.cash["Dee"], state.cash["Bob"] - before, state.paid_in["Dee"]) == (1000, -1000, 1000)


def test_a_new_player_on_paper_pays_no_cash() -> None:
    state = table("Ann", "Bob", points=None, bank="Bob", paid=True).add(Join("Dee"))
    assert (state.cash, state.paid_in) == ({}, {})


# By a corrected past


def test_who_bought_in_and_was_dealt_in_had_these_points() -> None:
    """Bob buys in for the next set; then it shows that by the boards Fantasyland kept the set before it going. That Bob
    played in a new set, with what he had bought, is a fact as played."""
    session = table("Ann", "Bob", "Cy", points=6)
    session.add(Buy({"Ann": 60, "Cy": 60}))
    play(session, "pxx")
    assert session.state.next.out == ("Bob",)
    session.add(Buy({"Bob": 50}))
    session.add(Hand({"Ann": PLAIN, "Cy": FOUL}))
    assert session.state.between_sets
    session.add(Hand({"Ann": PLAIN, "Bob": FOUL, "Cy": FOUL}))
    played = session.state.stacks["Bob"]
    state = session.add(Fix(4, {"Ann": ENTERS}))
    assert [record.set_number for record in state.hands] == [1, 1, 2]
    assert played == state.stacks["Bob"] == 44
    assert not [flag for flag in state.hands[-1].flags if "without points" in flag]


@pytest.mark.parametrize(
    ("rules", "boards", "told"),
    [
        pytest.param(
            "joker-ultimate", {"Ann": "QhJo2c / KsKd8h8c3d / AhTh7h5h2h", "Bob": "foul"}, "QhJo2c", id="jokers"
        ),
        pytest.param("regular", dict.fromkeys(("Ann", "Bob", "Cy", "Dee"), "foul"), "4 played", id="a player too many"),
        pytest.param("chinese", {"Ann": "dragon A23 45678 9TJQK", "Bob": "foul"}, "dragon", id="a natural"),
    ],
)
def test_a_hand_stays_in_games_that_can_have_it(rules: str, boards: dict[str, str], told: str) -> None:
    game = GAMES[rules]
    session = Session(Setup(game, dict.fromkeys(boards, 50), "Ann"))
    session.add(Hand(read_table(boards, game)))
    before = session.state
    with pytest.raises(NotAllowed, match=f"entry e1 cannot be a hand of pineapple: {told}"):
        session.add(Switch(GAMES["pineapple"], 1))
    assert session.state == before


@pytest.mark.parametrize(
    ("board", "told"),
    [("dragon A23 45678 9TJQK", "dragon"), ("surrender", "surrender"), ("QhJo2c / KsKd8h8c3d / AhTh7h5h2h", "QhJo2c")],
)
def test_a_corrected_hand_stays_in_games_that_can_have_it(board: str, told: str) -> None:
    """Only its difference moved; then it is said that the game was another one."""
    rules = house("joker-ultimate", naturals={"dragon": 13, "versus": "higher"}, surrender=6)
    session = Session(Setup(rules, dict.fromkeys(("Ann", "Bob"), 50), "Ann"))
    for _ in range(2):
        session.add(Hand(dict.fromkeys(("Ann", "Bob"), FOUL)))
    session.add(Fix(1, {"Ann": parse_board(board, rules)}, difference=True))
    before = session.state
    with pytest.raises(NotAllowed, match=f"entry e1 cannot be a hand of pineapple: {told}"):
        session.add(Switch(GAMES["pineapple"], 1))
    assert session.state == before


@pytest.mark.parametrize("seat", ["Ann", "Cy"])
def test_a_difference_knows_where_the_button_was(seat: str) -> None:
    session = play(table(), "pxx", "xpx")
    session.add(Fix(1, {"Bob": PLAIN, "Ann": FOUL}, button=seat, difference=True))
    session.add(Fix(1, {"Cy": PLAIN, "Bob": FOUL}, difference=True))
    assert session.state.hands[0].table.button == seat


@pytest.mark.parametrize("button", ["Bob", "Cy"], ids=["first in the count", "last"])
def test_who_did_play_after_all_has_a_part_in_the_difference(button: str) -> None:
    session = table(button=button)
    session.add(Hand({"Ann": PLAIN, "Bob": FOUL, "Cy": OUT}, forced=True))
    play(session, "xxx")
    # Cy loses every row to Ann, and gets as much from the foul.
    session.add(Fix(1, {"Cy": parse_board("654 TT532 QQJJ8")}, difference=True))
    assert session.state.hands[0].moved == {"Ann": 12, "Bob": -12, "Cy": 0}
    assert dict(session.state.stacks) == {"Ann": 112, "Bob": 88, "Cy": 100}


def test_a_hand_voided_by_its_difference_moves_points_of_its_own() -> None:
    """The hand is gone, what caps kept from moving back stays, and the moves still make the balance."""
    session = play(table("Ann", "Bob", points=10), "px")
    session.add(Adjust("Ann", "Bob", 14))
    play(session, "px")
    session.add(Void(1, difference=True))
    state = session.state
    won = dict.fromkeys(state.seats, 0)
    for move in state.moves:
        won[move.creditor] += move.points
        won[move.debtor] -= move.points
    for record in state.hands:
        won = {name: points + record.moved[name] for name, points in won.items()}
    assert [move.kind for move in state.moves] == ["adjust", "hand 1"]
    assert won == {name: state.points_of(name) for name in state.seats}


# What was typed is what is read


def test_a_natural_of_one_point_is_worth_one() -> None:
    rules = house("chinese", naturals={"dragon": 1})
    boards = {"Ann": parse_board("dragon A23 45678 9TJQK", rules), "Bob": PLAIN, "Cy": FOUL}
    for names in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Cy"), ("Cy", "Ann")):
        # With either player first in the count.
        session = Session(Setup(rules, dict.fromkeys(names, 50), names[0]))
        session.add(Hand({name: boards[name] for name in names}))
        assert session.state.stacks["Ann"] == 51


def test_what_a_player_declared_or_gave_up() -> None:
    rules = house("chinese", surrender=6)
    texts = {"Ann": "dragon A23 45678 9TJQK", "Bob": "surrender", "Cy": "foul"}
    session = Session(Setup(rules, dict.fromkeys(texts, None), "Ann"))
    session.add(Hand(read_table(texts, rules)))
    players = session.state.hands[0].table.players
    assert [player.natural for player in players.values()] == ["dragon", None, None]
    assert [player.surrendered for player in players.values()] == [False, True, False]


def test_who_moved_points_to_whom() -> None:
    """In the order of the count, and where caps split a difference otherwise, in as few transfers as possible."""
    session = play(table(points=12), "pxx", "xxp")
    assert [tuple(it) for it in session.state.hands[0].transfers] == [("Bob", "Ann", 6), ("Cy", "Ann", 6)]
    session.add(Adjust("Ann", "Cy", 13))
    session.add(Fix(1, {"Ann": FOUL, "Cy": PLAIN}, difference=True))
    (record, _) = session.state.hands
    # Cy should have won 6 from both. Ann has 5 left, which go to Bob, and from him to Cy.
    assert record.table.totals == {"Ann": -6, "Bob": -6, "Cy": 12}
    assert record.moved == {"Ann": 12 - 5, "Bob": -6, "Cy": -6 + 5}
    assert [tuple(it) for it in record.transfers] == [("Bob", "Ann", 6), ("Cy", "Ann", 1)]
