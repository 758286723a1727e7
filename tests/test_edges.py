"""Edges of the core that a change of one sign would move: each was chosen because such a change once went unseen."""

from __future__ import annotations

from typing import Any

import pytest

from ofc_score import read_table
from ofc_score.boards.board import board_of, table_faults
from ofc_score.boards.parse import parse_board
from ofc_score.cards.cards import PACKED
from ofc_score.cards.evaluate import row_key, stand_ins, strength
from ofc_score.errors import CardError, NotAllowed
from ofc_score.evening.events import (
    Adjust,
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
    Replace,
    Setup,
    Switch,
    Void,
)  # fmt: skip
from ofc_score.evening.payouts import EXACT_LIMIT, payments
from ofc_score.evening.session import Session, fold
from ofc_score.evening.set_state import Orbit, coming, resting
from ofc_score.rules.ruleset import Count
from ofc_score.scoring.hand import score_table
from ofc_score.scoring.points import next_fantasyland, pair_points, score_board
from ofc_score.scoring.settlement import settle
from ofc_score.scoring.validate import hand_faults, is_plain

from .games import house
from .ledgergen import hand, setup

# Who pays whom


@pytest.mark.parametrize(
    ("balances", "paid"),
    [
        pytest.param(
            {"G": -5, "F": 3, "A": -5, "H": 2, "E": 2, "C": 2, "B": 1},
            [("A", "F", 3), ("A", "C", 2), ("G", "E", 2), ("G", "H", 2), ("G", "B", 1)],
            id="payers come before a claim of 1",
        ),
        pytest.param(
            {"A": 3, "B": -2, "E": -15, "D": -2, "G": -1, "H": -2, "F": -5, "C": 24},
            [("E", "C", 15), ("F", "C", 5), ("B", "C", 2), ("D", "C", 2), ("H", "A", 2), ("G", "A", 1)],
            id="the larger debt first",
        ),
        pytest.param(
            {"E": -5, "F": 1, "G": 15, "D": -3, "C": -10, "B": -2, "A": -3, "H": 7},
            [("C", "G", 10), ("E", "G", 5), ("A", "H", 3), ("D", "H", 3), ("B", "F", 1), ("B", "H", 1)],
            id="payers before claims",
        ),
    ],
)
def test_the_list_is_always_the_same(balances: dict[str, int], paid: list[tuple[str, str, int]]) -> None:
    assert payments(balances) == paid
    assert payments(dict(reversed(balances.items()))) == paid


def _hard(people: int) -> dict[str, int]:
    """Balances in groups of three that no greedy list finds, with a group of four for what is over."""
    amounts: list[int] = []
    for group in range(people // 3):
        first, second = 7 + 13 * group, 11 + 17 * group
        amounts += [first, second, -first - second]
    if people % 3:
        amounts[-1] -= 1
        amounts.append(1)
    return {f"P{place:02}": amount for place, amount in enumerate(amounts)}


def test_the_fewest_payments_up_to_the_limit_and_only_a_short_list_beyond() -> None:
    assert EXACT_LIMIT == 12
    assert len(payments(_hard(12))) == 8
    beyond = _hard(13)
    assert len(beyond) == 13
    # Four groups need nine payments; as one group they take more, yet never as many as there are people.
    assert 9 < len(payments(beyond)) < 13


def test_two_who_owe_each_other_exactly_settle_also_beyond_the_limit() -> None:
    balances = {**_hard(13), "X": 50, "Y": -50}
    assert ("Y", "X", 50) in payments(balances)
    rest = payments(_hard(13))
    assert [it for it in payments(balances) if {it.payer, it.payee} != {"X", "Y"}] == rest


# Chips


def test_nobody_wins_with_nothing_in_front_of_him() -> None:
    """The winner's cap of a stack of 0 that did not come to 0 in this hand."""
    stacks = {"Ann": 0, "Bob": 50}
    (transfer,) = settle([("Ann", "Bob", 6)], stacks, Count(False, False, True, False))
    assert (transfer.points, transfer.paid, transfer.stacks) == (6, 0, (0, 50))


# Rows


def test_a_row_without_jokers_stands_for_itself() -> None:
    assert stand_ins(("Qh", "Qd", "2c"), strength(0)) == ("Qh", "Qd", "2c")


def test_of_two_ways_with_as_many_cards_the_first_is_told() -> None:
    both = [{"top": "QQ", "cards": 14}, {"bottom": "four-of-a-kind", "cards": 14}]
    rules = house("regular", fantasyland={"enter": both})
    board = parse_board("QhQd2c / AsAdKs8h3d / 9h9d9s9c2h", rules)
    found = next_fantasyland(score_board(board, rules), rules)
    assert found is not None
    assert found.why == "pair of queens on top"


def test_the_middle_of_a_low_game_may_not_hold_a_pair() -> None:
    rules = house("pineapple-2-7")
    table = score_table(read_table({"Ann": "234 / 22345 / 6789T", "Bob": "foul"}, rules), rules)
    assert table.players["Ann"].foul


@pytest.mark.parametrize(
    ("other", "rows", "overall"),
    [
        pytest.param("AK2 KK876 AA542", (0, -1, 1), 0, id="one each beside a tie on top"),
        pytest.param("AK3 QQ876 AA642", (-1, 0, -1), -2, id="none of two"),
        pytest.param("A32 QQ876 AA642", (1, 0, -1), 0, id="one each beside a tie in the middle"),
        pytest.param("A32 KK876 AA543", (1, -1, 0), 0, id="one each beside a tie at the bottom"),
        pytest.param("AK2 QQ876 AA542", (0, 0, 1), 0, id="one of one"),
        pytest.param("A32 QQ876 AA542", (1, 0, 1), 2, id="two of two"),
        pytest.param("A32 QQ875 AA642", (1, 1, -1), 2, id="two of three"),
        pytest.param("AK3 KK876 AA542", (-1, -1, 1), -2, id="one of three"),
        pytest.param("A32 QQ875 AA542", (1, 1, 1), 2, id="all"),
    ],
)
def test_more_rows_than_the_other_and_at_least_two(other: str, rows: tuple[int, int, int], overall: int) -> None:
    rules = house("regular", points={"overall": 2})
    mine, his = (score_board(parse_board(text), rules) for text in ("AK2 QQ876 AA543", other))
    points = pair_points(mine, his, rules)
    assert (points.rows, points.overall) == (rows, overall)
    assert pair_points(his, mine, rules) == points.reversed()


# The evening


def test_the_numbers_of_hands_that_do_not_exist() -> None:
    session = Session(setup("Ann", "Bob"))
    for shift in range(3):
        session.add(hand("Ann", "Bob", shift=shift))
    session.add(Void(2))
    with pytest.raises(NotAllowed, match="there is no hand 4") as raised:
        session.entry_of(4)
    assert raised.value.hint == "hands booked so far: 3"
    session.add(Void(1))
    for voided in (1, 2):
        with pytest.raises(NotAllowed, match=f"hand {voided} was voided"):
            session.entry_of(voided)
    assert session.entry_of(3) == 3


def test_money_of_a_copy_is_its_own() -> None:
    """Also where nobody has looked at the first evening before."""
    session = Session(setup("Ann", "Bob"))
    twin = session.copy()
    twin.add(Expense("Ann", 200, ("Ann", "Bob")))
    twin.add(Adjust("Ann", "Bob", 3))
    assert (dict(session.state.cash), session.state.moves) == ({}, ())
    assert twin.state == Session(twin.setup, twin.events).state


def test_a_copy_goes_on_by_itself() -> None:
    session = Session(setup("Ann", "Bob"))
    session.add(hand("Ann", "Bob"))
    twin, before = session.copy(), session.state
    twin.add(hand("Ann", "Bob", shift=1))
    assert (session.state, session.entries, len(session.events)) == (before, 1, 1)
    assert (twin.entries, len(twin.events)) == (2, 2)
    assert len(twin.state.hands) == 2
    session.add(hand("Ann", "Bob", shift=2))
    assert session.state == Session(session.setup, session.events).state
    assert twin.state == Session(twin.setup, twin.events).state


def test_a_correction_that_is_refused_leaves_the_evening_as_it_was() -> None:
    """Only when everything is settled again does it show that somebody would be missing later."""
    session = Session(setup("Ann", "Bob"))
    session.add(hand("Ann", "Bob"))
    before, events = session.state, session.events
    with pytest.raises(NotAllowed):
        session.add(Void(7))
    assert (session.state, session.events) == (before, events)
    session.add(hand("Ann", "Bob", shift=1))
    assert session.state == Session(session.setup, session.events).state


@pytest.mark.parametrize(
    ("booked", "event", "told"),
    [
        pytest.param((Close(),), Buy({"Ann": 5}), "the session is closed", id="buying in when it is over"),
        pytest.param((), Join("Dee", 20), "points on paper: nobody buys in", id="points for a game on paper"),
    ],
)
def test_what_is_refused(booked: tuple[Close, ...], event: Buy | Join, told: str) -> None:
    paper = isinstance(event, Join)
    session = Session(Setup(house("pineapple"), dict.fromkeys(("Ann", "Bob"), None), "Ann") if paper else setup())
    session.add(hand(*session.setup.players))
    for one in booked:
        session.add(one)
    with pytest.raises(NotAllowed) as raised:
        session.add(event)
    assert told in " ".join(fault.message for fault in raised.value.faults)


def test_boards_are_not_swapped_with_somebody_who_rested() -> None:
    names = ("Ann", "Bob", "Cy", "Dee")
    session = Session(Setup(house("pineapple", dealer_sits_out=True), dict.fromkeys(names, 50), "Dee"))
    playing = session.state.next.playing
    assert playing == names[:3]
    session.add(hand(*playing))
    with pytest.raises(NotAllowed, match="Dee did not play hand 1"):
        session.add(Fix(1, swap=("Ann", "Dee")))


def test_a_hand_that_the_deck_is_too_small_for() -> None:
    seats = ["Ann", "Bob", "Cy", "Dee"]
    rules = house("regular", fantasyland={"enter": [{"top": "QQ", "cards": 17}], "stay_cards": 17})
    orbit = Orbit("Ann")
    orbit.pending = {"Bob": 17}
    refusal = coming(rules, orbit, seats, seats).refusal
    assert refusal == "4 players need 56 cards, the deck has 52"
    assert not coming(rules, Orbit("Ann"), seats, seats).refusal


def test_who_rests_shows_no_board_in_the_books() -> None:
    names = ("Ann", "Bob", "Cy", "Dee")
    session = Session(Setup(house("pineapple", dealer_sits_out=True), dict.fromkeys(names, 50), "Dee"))
    session.add(Hand({**hand(*names[:3]).boards, "Dee": parse_board("-", session.setup.rules)}))
    booked = session.events[0]
    assert isinstance(booked, Hand)
    assert list(booked.boards) == list(names[:3])


def test_impossible_cards_are_told_with_everything_else() -> None:
    rules = house("pineapple")
    boards = {name: parse_board("QhQd2c / KsKd8h8c3d / AhTh7h5h2h", rules) for name in ("Ann", "Bob")}
    with pytest.raises(CardError) as raised:
        Session(setup()).add(Hand({**boards, "Cy": parse_board("-", rules)}))
    codes = {fault.code for fault in raised.value.faults}
    assert "sit-out" in codes and len(codes) > 1


def _with_a_difference() -> Session:
    session = Session(setup("Ann", "Bob"))
    for shift in range(2):
        session.add(hand("Ann", "Bob", shift=shift))
    session.add(Fix(1, {"Ann": hand("Ann", "Bob", shift=3).boards["Ann"]}, difference=True))
    return session


def test_a_difference_that_was_asked_for_is_one_also_without_a_later_hand() -> None:
    session = _with_a_difference()
    session.add(Fix(2, {"Ann": parse_board("foul", session.setup.rules)}, difference=True))
    session.add(Void(2, difference=True))
    asked = [event.difference for event in session.events[2:] if isinstance(event, Fix | Void)]
    assert asked == [True, True, True]
    assert [record.fixed for record in session.state.hands] == [True]


def test_a_booked_hand_is_not_called_corrected() -> None:
    session = Session(setup("Ann", "Bob"))
    session.add(hand("Ann", "Bob"))
    assert [record.fixed for record in session.state.hands] == [False]
    session.add(Fix(1, {"Ann": parse_board("foul", session.setup.rules)}))
    assert [record.fixed for record in session.state.hands] == [True]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        pytest.param(Fix(3, {}), "entry e3 is not in force", id="a correction that moved a difference"),
        pytest.param(Replace(3, Note("x")), "entry e3 is not in force", id="and cannot be retyped"),
        pytest.param(Fix(1, swap=("Ann", "Zed")), "Zed did not sit in hand 1", id="a stranger's board"),
    ],
)
def test_corrections_that_mean_nothing(event: Fix | Replace, told: str) -> None:
    with pytest.raises(NotAllowed, match=told):
        _with_a_difference().add(event)


@pytest.mark.parametrize("difference", [False, True])
def test_nothing_is_voided_or_corrected_after_it_was_voided(difference: bool) -> None:
    session = Session(setup("Ann", "Bob"))
    for event in (Note("so"), hand("Ann", "Bob"), hand("Ann", "Bob", shift=1), Void(1), Void(2, difference)):
        session.add(event)
    before = session.state
    again: tuple[Event, ...] = (
        Void(1), Replace(1, Note("x")), Void(2), Void(2, difference=True), Fix(2, swap=("Ann", "Bob")),
    )  # fmt: skip
    for refused in again:
        with pytest.raises(NotAllowed):
            session.add(refused)
    assert session.state == before


# The button


def test_only_who_leaves_takes_the_places_along_that_were_his() -> None:
    seats = ["Ann", "Bob", "Cy", "Dee"]
    orbit = Orbit("Bob")
    orbit.begin("Bob", new_set=True)
    orbit.override = "Cy"
    orbit.passed, orbit.had = {"Cy", "Ann"}, {"Cy", "Bob", "Ann"}
    places = []
    for number, name in enumerate(("Dee", "Cy", "Bob")):
        orbit.left(seats[: 4 - number], name)
        places.append((orbit.button, orbit.first, orbit.override, orbit.empty))
    assert (orbit.passed, orbit.had) == ({"Ann"}, {"Cy", "Bob", "Ann"})
    assert places == [("Bob", "Bob", "Cy", False), ("Bob", "Bob", None, False), ("Ann", "Ann", None, True)]


RESTS: dict[str, tuple[dict[str, int], tuple[str, ...], str, str]] = {
    # who is in Fantasyland, who rested before, who has points, who rests now
    "the button": ({}, (), "Ann Bob Cy Dee", "Ann"),
    "the same player while the button waits": ({"Cy": 14}, ("Dee",), "Ann Bob Cy Dee", "Dee"),
    "whom it would be when nobody rested before": ({"Cy": 14}, (), "Ann Bob Cy Dee", "Ann"),
    "never one in Fantasyland": ({"Ann": 14}, (), "Ann Bob Cy Dee", "Bob"),
    "never one without points": ({"Ann": 14}, (), "Ann Cy Dee Eve", "Cy"),
    "another than one who is out now": ({"Cy": 14}, ("Eve",), "Ann Bob Cy Dee", "Ann"),
    "two of five, of whom one is out now": ({"Cy": 14}, ("Fay", "Dee"), "Ann Bob Cy Dee Eve", "Ann Bob"),
    "the last one round the table": ({"Ann": 14, "Bob": 14, "Cy": 14}, (), "Ann Bob Cy Fay", "Fay"),
    "nobody when all have a place": ({"Cy": 14}, (), "Ann Bob Cy", ""),
}


@pytest.mark.parametrize(("land", "before", "inside", "now"), RESTS.values(), ids=RESTS)
def test_who_rests(land: dict[str, int], before: tuple[str, ...], inside: str, now: str) -> None:
    orbit = Orbit("Ann")
    orbit.begin("Ann", new_set=True)
    orbit.pending, orbit.rested = dict(land), before
    rules = house("pineapple", dealer_sits_out=True)
    seats = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
    assert " ".join(resting(rules, seats, inside.split(), orbit, "Ann")) == now


@pytest.mark.parametrize(
    ("seats", "inside", "land", "told"),
    [
        ("Ann", "Ann", {}, "a hand needs two players at the table"),
        ("Ann Bob", "Ann", {}, "Ann alone has points: the others must buy in first"),
        ("Ann Bob", "", {}, "nobody alone has points: the others must buy in first"),
        ("Ann Bob", "Ann", {"Ann": 14}, "Ann is in Fantasyland and alone has points: the others must buy in first"),
        ("Ann Bob Cy Dee", "Ann Bob Cy Dee", {}, "pineapple is for 2 to 3 players, 4 are in"),
        ("Ann Bob Cy Dee", "Ann Bob Cy", {}, ""),
        ("Ann Bob", "Ann Bob", {"Ann": 14}, ""),
    ],
)
def test_why_no_hand_can_be_played(seats: str, inside: str, land: dict[str, int], told: str) -> None:
    orbit = Orbit("Ann")
    orbit.begin("Ann", new_set=True)
    orbit.pending = land
    assert coming(house("pineapple"), orbit, seats.split(), inside.split()).refusal == told


# The cards


PLAIN = ("QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "JJ5 / TT774 / 98765", "9s9c3s / AsAc4d4s6h / QcJcTc9h8s")


FULL = [" / ".join("".join(rank + suit for rank in row) for row in ("234", "56789", "TJQKA")) for suit in "cdhs"]


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        pytest.param((PLAIN[0], PLAIN[2]), True, id="every card told"),
        pytest.param((PLAIN[0],), True, id="alone"),
        pytest.param((PLAIN[0], PLAIN[1]), False, id="suits not told"),
        pytest.param((PLAIN[0], "foul"), False, id="no cards"),
        pytest.param((PLAIN[0], ""), False, id="no board at all"),
        pytest.param((PLAIN[0], PLAIN[0]), False, id="the same cards twice"),
        pytest.param((), True, id="nobody"),
        pytest.param(tuple(FULL), True, id="the whole deck"),
    ],
)
def test_the_common_hand_is_known(texts: tuple[str, ...], plain: bool) -> None:
    rules = house("regular")
    read: Any = [parse_board(text, rules) if text else None for text in texts]
    boards = {f"P{place}": board for place, board in enumerate(read)}
    assert is_plain(boards, rules) == plain
    if plain and boards:
        assert hand_faults(boards, rules, None, {}, {}) == []


def test_cards_dealt_in_fantasyland_count_against_the_deck() -> None:
    rules = house("regular", fantasyland={"enter": [{"top": "QQ", "cards": 17}], "stay_cards": 17})
    boards = {name: parse_board("foul", rules) for name in ("Ann", "Bob", "Cy", "Dee")}
    assert not hand_faults(boards, rules, "Ann", {}, {})
    (fault,) = hand_faults(boards, rules, "Ann", {}, {"Bob": 17})
    assert fault.message == "4 players need 56 cards, the deck has 52"


@pytest.mark.parametrize(
    ("game", "told"),
    [("joker-ultimate", ["3 jokers on the table, the deck has two jokers"]),
     ("one", ["2 jokers on the table, the deck has one joker", "3 jokers on the table, the deck has one joker"])],
)  # fmt: skip
def test_more_jokers_than_the_deck_has(game: str, told: list[str]) -> None:
    rules = house("joker-ultimate", deck={"jokers": 1}) if game == "one" else house(game)
    two = board_of(("Qh", "Jo", "2c", "Ks", "Jo", "8h", "8c", "3d", "Ah", "Th", "7h", "5h", "2h"))
    one = board_of(("Qd", "Jo", "3c", "Kd", "Kc", "9h", "9c", "4d", "As", "Ts", "7s", "5s", "2s"))
    found = [table_faults(boards, rules) for boards in ({"Ann": two}, {"Ann": two, "Bob": one})]
    assert [fault.message for faults in found for fault in faults] == told


def test_results_are_told_as_json() -> None:
    rules = house("regular")
    table = score_table(read_table({"Ann": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob": "foul"}, rules), rules)
    whole = table.as_dict()
    assert [player.as_dict() for player in table.players.values()] == list(whole["players"].values())
    assert [count.as_dict() for count in table.counts] == whole["counts"]
    assert whole["totals"] == {"Ann": 6 + 7 + 4, "Bob": -17}


# By a corrected past


def test_the_button_needs_its_player_at_the_table() -> None:
    session = Session(setup("Ann", "Bob"))
    session.add(Join("Dee", 20))
    boards = {**hand("Ann", "Bob").boards, "Dee": parse_board("-", session.setup.rules)}
    session.add(Hand(boards, button="Dee", forced=True))
    with pytest.raises(NotAllowed, match="entry e2 needs Dee at the table"):
        session.add(Void(1))


def test_a_surrender_stays_in_games_that_know_it() -> None:
    rules = house("chinese", surrender=6)
    session = Session(Setup(rules, dict.fromkeys(("Ann", "Bob"), None), "Ann"))
    session.add(Hand(read_table({"Ann": "surrender", "Bob": "foul"}, rules)))
    with pytest.raises(NotAllowed, match="entry e1 cannot be a hand of chinese-plain: surrender"):
        session.add(Switch(house("chinese-plain"), 1))


@pytest.mark.parametrize("seat", ["Ann", "Bob", "Cy"])
def test_a_difference_is_what_settling_again_gives_where_nothing_is_capped(seat: str) -> None:
    """Also with the button elsewhere, which turns the order of the pairs round."""
    free = house("pineapple", count={"loser_cap": False, "winner_cap": False, "bust_leaves_hand": False})
    stacks = []
    for difference in (True, False):
        session = Session(Setup(free, dict.fromkeys(("Ann", "Bob", "Cy"), 50), "Ann"))
        for shift in range(2):
            session.add(hand(shift=shift))
        for name in ("Ann", "Cy"):
            session.add(Fix(1, {name: parse_board("foul", free)}, button=seat, difference=difference))
        stacks.append(dict(session.state.stacks))
    assert stacks[0] == stacks[1]


def test_what_waits_is_forgotten_at_the_end() -> None:
    session = Session(setup())
    session.add(hand())
    session.add(Buy({"Bob": 20}))
    waiting = [len(session.state.waiting), len(session.add(Close()).waiting)]
    assert waiting == [1, 0]
    assert session.state.bought["Bob"] == session.setup.players["Bob"]


def test_stacks_are_told_in_the_order_of_seats() -> None:
    session = Session(setup("Ann", "Bob"))
    session.add(Join("Dee", 20, "Ann"))
    assert list(session.state.stacks) == list(session.state.seats) == ["Ann", "Dee", "Bob"]


def test_an_agreement_that_a_corrected_past_has_no_points_for() -> None:
    rules = house("pineapple")
    boards = {"Ann": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob": "foul"}
    session = Session(Setup(rules, {"Ann": 6, "Bob": 100}, "Ann"))
    session.add(Hand(read_table(boards, rules)))
    won = session.state.stacks["Ann"]
    session.add(Adjust("Ann", "Bob", won - 1))
    session.add(Fix(1, read_table({"Ann": boards["Bob"], "Bob": boards["Ann"]}, rules)))
    assert dict(session.state.stacks) == {"Ann": 0, "Bob": 106}
    assert session.state.flags == (f"Ann had 0 of the {won - 1} points for Bob",)


def test_who_bought_in_after_a_join_that_was_voided_is_in_the_books() -> None:
    session = Session(setup("Ann", "Bob"))
    for event in (Join("Dee", 60), Buy({"Dee": 20}), Void(1)):
        session.add(event)
    session.add(hand("Ann", "Bob", "Dee"))
    balances = session.state.balances()
    assert set(balances) == {"Ann", "Bob", "Dee"}
    assert sum(balance.points for balance in balances.values()) == 0
    assert session.state.bought["Dee"] == 20


def test_a_forced_join_sits_down_in_the_middle_of_a_set() -> None:
    sat = []
    for forced in (False, True):
        session = Session(setup("Ann", "Bob"))
        session.add(hand("Ann", "Bob"))
        assert not session.state.between_sets
        try:
            session.add(Join("Dee", 20, forced=forced))
        except NotAllowed:
            sat.append(False)
        else:
            sat.append("Dee" in session.state.seats)
    assert sat == [False, True]


def test_somebody_who_sits_there_is_not_called_joining() -> None:
    session = Session(setup())
    quiet = {"Ann": "6c5c2s / AsAc7d6h3h / Qs7c7s9d9h", "Bob": "foul", "Cy": "foul"}
    played = Hand(read_table(quiet, session.setup.rules))
    for event in (played, Leave("Cy", forced=True), Join("Cy", 20), Void(2)):
        session.add(event)
    assert "Cy" in session.state.seats
    assert session.state.waiting == (("Cy", 20),)
    assert session.state.joining == ()


def test_who_waits_by_a_corrected_past_sits_down_when_he_is_named() -> None:
    rules = house("pineapple")
    quiet = read_table({"Ann": "6c5c2s / AsAc7d6h3h / Qs7c7s9d9h", "Bob": "foul"}, rules)
    session = Session(setup("Ann", "Bob"))
    for event in (Hand(quiet), Hand(quiet, button="Bob"), Join("Dee", 20), Adjust("Dee", "Ann", 5)):
        session.add(event)
    session.add(Fix(2, read_table({"Ann": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"}, rules)))
    assert session.state.pending == {"Ann": 14}
    assert session.state.stacks["Dee"] == 15


def test_who_sat_out_by_himself_did_not_rest() -> None:
    rules = house("pineapple", dealer_sits_out=True)
    session = Session(Setup(rules, dict.fromkeys(("Ann", "Bob", "Cy"), 50), "Ann"))
    boards = read_table({"Ann": "foul", "Bob": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Cy": "-"}, rules)
    session.add(Hand(boards, forced=True))
    session.add(Join("Dee", 20, forced=True))
    coming_hand = session.state.next
    assert (coming_hand.button, coming_hand.resting, coming_hand.fantasyland) == ("Ann", ("Ann",), {"Bob": 14})


def test_fantasyland_of_one_who_gave_everything_away_keeps_no_set_open() -> None:
    session = Session(setup("Ann", "Bob"))
    session.add(hand("Ann", "Bob"))
    assert session.state.pending == {"Ann": 14}
    session.add(Adjust("Ann", "Bob", session.state.stacks["Ann"]))
    state = session.state
    assert (state.stacks["Ann"], dict(state.pending), state.between_sets) == (0, {}, True)


def test_a_hand_without_told_facts_has_no_flags() -> None:
    assert fold(setup(), [hand()]).hands[0].flags == ()


def test_differences_move_in_the_order_of_the_count() -> None:
    """Bob has nothing any more: he gets from Cy first, and pays Ann from that."""
    rules = house("pineapple")
    session = Session(Setup(rules, {"Ann": 90, "Bob": 5, "Cy": 90}, "Ann"))
    fouls = dict.fromkeys(("Ann", "Bob", "Cy"), "foul")
    good = {"Ann": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob": "6c5c2s / AsAc7d6d3h / Qs7c7s9d9h"}
    session.add(Hand(read_table(fouls, rules)))
    session.add(Hand(read_table({**fouls, "Ann": good["Ann"]}, rules)))
    assert session.state.stacks["Bob"] == 0
    session.add(Fix(1, read_table(good, rules), difference=True))
    moved = session.state.hands[0].moved
    table = session.state.hands[0].table
    owed = {(count.player, count.opponent): count.items.points for count in table.counts}
    assert owed["Bob", "Cy"] > 0 > owed["Bob", "Ann"]
    assert moved["Bob"] == owed["Bob", "Cy"] - min(owed["Bob", "Cy"], -owed["Bob", "Ann"])


def test_a_count_of_chips_knows_after_which_hand_it_was() -> None:
    session = Session(setup())
    for event in (hand(), hand(shift=1), Void(1)):
        session.add(event)
    session.add(Chips(dict(session.state.stacks)))
    assert session.state.checks[0].after_hand == 2


def test_a_joker_beside_cards_of_untold_suit_is_shown_as_a_rank() -> None:
    aces = strength(row_key(sum(PACKED[card] for card in ("Ah", "Ad", "Kc"))))
    assert stand_ins(("Ah", "K", "Jo"), aces) == ("Ah", "K", "A")
