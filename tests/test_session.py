"""An evening as it is booked: set, button, Fantasyland, stacks, what is allowed and what is next."""

from __future__ import annotations

from typing import Any

import pytest

from ofc_score.errors import CardError, NotAllowed, OfcError
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Event,
    Expense,
    Hand,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Seats,
    Setup,
    Switch,
)
from ofc_score.evening.permissions import allowed
from ofc_score.evening.session import Session
from ofc_score.money import PointValue
from ofc_score.reports.json import replay_document

from .evening_cases import EURO, boards, hand, play, table
from .games import GAMES, house


def _buttons(session: Session) -> list[str]:
    return [record.table.button for record in session.state.hands]


# Set and button


def test_everybody_has_the_button_once_then_the_set_is_over() -> None:
    session = play(table(), "xxx", "xxx", "xxx", "xxx")
    assert _buttons(session) == ["Cy", "Ann", "Bob", "Cy"]
    assert [record.set_over for record in session.state.hands] == [False, False, True, False]
    assert session.state.set_number == 2


def test_fantasyland_freezes_the_button_and_the_set() -> None:
    session = play(table("Ann", "Bob"), "xe", "xs", "xx")
    assert _buttons(session) == ["Bob", "Bob", "Bob"]
    assert [dict(record.table.fantasyland) for record in session.state.hands] == [{}, {"Bob": 13}, {"Bob": 13}]
    assert session.state.next.button == "Ann"


def test_a_frozen_button_is_dead_when_its_player_is_out() -> None:
    session = play(table(points=20), "exx", "sxx")
    assert session.state.stacks == {"Ann": 60, "Bob": 0, "Cy": 0}
    assert session.state.next.button == "Cy"
    assert session.state.next.refusal.startswith("Ann is in Fantasyland")
    session.add(Buy({"Bob": 10}))
    session.add(Hand({name: board for name, board in boards(session, "sx-").items() if name != "Cy"}))
    assert _buttons(session) == ["Cy", "Cy", "Cy"]


def test_all_who_are_out_may_buy_in_for_the_last_player_in_fantasyland() -> None:
    session = play(table(points=20), "exx", "sxx")
    session.add(Buy({"Bob": 10}))
    session.add(Buy({"Cy": 15, "Ann": 5}))
    assert session.state.stacks == {"Ann": 60, "Bob": 10, "Cy": 15}
    assert session.state.waiting == (("Ann", 5),)


def test_with_lapse_the_set_is_over_when_one_player_is_left() -> None:
    session = play(table(points=20, rules=house("regular", fantasyland={"last_player": "lapse"})), "exx", "sxx")
    assert session.state.between_sets
    assert not session.state.pending


def test_a_player_without_points_is_out_until_the_set_ends() -> None:
    session = table("Ann", "Bob", "Cy")
    session.add(Adjust("Cy", "Ann", 95))
    play(session, "xpx")
    assert session.state.next.out == ("Cy",)
    session.add(Buy({"Cy": 50}))
    assert session.state.waiting == (("Cy", 50),)
    assert sum(session.state.bought.values()) == 300
    with pytest.raises(NotAllowed, match="one fault") as refused:
        session.add(hand(session, "xxx"))
    assert refused.value.faults[0].code == "out"
    two = {name: board for name, board in boards(session, "xxx").items() if name != "Cy"}
    session.add(Hand(two))
    session.add(Hand(two))
    assert session.state.between_sets
    assert session.state.next.playing == ("Ann", "Bob", "Cy")
    play(session, "xxx")
    assert session.state.stacks["Cy"] == 50
    assert session.state.bought["Cy"] == 150


def test_leaving_moves_the_place_of_the_button_to_the_seat_before() -> None:
    session = table("Ann", "Bob", "Cy", "Dee")
    session.add(Leave("Dee"))
    assert session.state.next.button == "Ann"
    assert session.state.taken == {"Dee": 100}


def test_everybody_may_leave_and_somebody_come_back() -> None:
    session = table("Ann", "Bob")
    session.add(Leave("Ann"))
    session.add(Leave("Bob"))
    assert session.state.next.refusal
    session.add(Join("Bob", 20))
    session.add(Join("Cy", 20))
    play(session, "xp")
    assert session.state.points_of("Bob") == -6


def test_a_button_put_elsewhere_holds_for_one_hand() -> None:
    session = table()
    session.add(Button("Bob", "agreed"))
    play(session, "xxx", "xxx", "xxx")
    assert _buttons(session) == ["Bob", "Cy", "Ann"]


def test_the_button_as_played_is_a_fact_and_flagged() -> None:
    session = table()
    session.add(hand(session, "xxx", button="Ann"))
    (record,) = session.state.hands
    assert record.flags == ("button as played: Ann; by the rules Cy",)
    assert session.state.next.button == "Bob"


def test_the_dealer_rests_where_one_player_is_too_many() -> None:
    rules = house("pineapple", dealer_sits_out=True)
    session = table("Ann", "Bob", "Cy", "Dee", rules=rules)
    assert session.state.next.resting == ("Dee",)
    play(session, "exx-")
    assert session.state.next.resting == ("Dee",)
    play(session, "xxx-")
    assert session.state.next.resting == ("Ann",)
    session.add(hand(session, "x-xx", button="Bob"))
    assert session.state.hands[-1].table.button == "Bob"


def test_a_joining_player_counts_from_the_next_set_after_a_seat() -> None:
    session = play(table("Ann", "Bob"), "xx")
    session.add(Join("Cy", 60, after="Ann"))
    assert session.state.joining == ("Cy",)
    play(session, "xx")
    assert session.state.next.playing == ("Ann", "Cy", "Bob")
    session.add(Hand(dict.fromkeys(("Ann", "Bob", "Cy"), boards(session, "xx")["Ann"])))
    assert session.state.seats == ("Ann", "Cy", "Bob")


# Stacks and money


def test_caps_hold_chips_together() -> None:
    session = play(table("Ann", "Bob", points=4), "px")
    assert session.state.stacks == {"Ann": 8, "Bob": 0}
    assert session.state.hands[0].moved == {"Ann": 4, "Bob": -4}


def test_on_paper_there_are_no_caps_and_nobody_is_out() -> None:
    session = play(table("Ann", "Bob", points=None), *["px"] * 4)
    assert session.state.stacks == {"Ann": 24, "Bob": -24}
    assert session.state.next.out == ()
    assert replay_document(session.state)["hands"][0]["stacks"] is None


def test_a_hand_in_which_nobody_wins_anything_counts() -> None:
    session = play(table(), "xxx")
    assert session.state.hands[0].table.totals == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert session.state.next.button == "Ann"


@pytest.mark.parametrize(
    ("currency", "minor", "amount", "shares"),
    [
        ("EUR", 25, 1000, [-334, -333, -333]),
        ("JPY", 100, 100, [-34, -33, -33]),
        ("KWD", 100, 1, [-1, 0, 0]),
        ("EUR", 1, 1, [-1, 0, 0]),
    ],
)
def test_shares_sum_exactly_in_every_currency(currency: str, minor: int, amount: int, shares: list[int]) -> None:
    session = table("Ann", "Bob", "Cy", bank="Nadia", point=PointValue(minor, currency))
    session.add(Expense("Nadia", amount, ("Ann", "Bob", "Cy"), "pizza"))
    balances = session.state.balances()
    assert [balances[name].amount for name in ("Ann", "Bob", "Cy")] == shares
    assert sum(balance.amount or 0 for balance in balances.values()) == 0


def test_two_debts_are_netted_and_a_ring_is_nothing() -> None:
    session = table("Ann", "Bob", "Cy")
    for one, other in (("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")):
        session.add(Owe(one, other, 500, ""))
    assert session.state.payments() == []
    session.add(Owe("Ann", "Bob", 300, ""))
    session.add(Owe("Bob", "Ann", 200, ""))
    assert [tuple(payment) for payment in session.state.payments()] == [("Ann", "Bob", 100)]
    session.add(Pay("Ann", "Bob", 100))
    assert session.state.payments() == []
    assert replay_document(session.state)["balances"]["Ann"]["amount"] == "0.00"


def test_the_bank_pays_out_stacks_of_paid_buy_ins() -> None:
    session = play(table("Ann", "Bob", bank="Ann", paid=True), "px")
    balances = session.state.balances()
    assert [(it.payer, it.payee, it.amount) for it in session.state.payments()] == [("Ann", "Bob", 94 * 25)]
    assert (balances["Ann"].points, balances["Bob"].amount) == (6, 94 * 25)


@pytest.mark.parametrize(
    ("counted", "accept", "stacks"),
    [
        ({"Ann": 106, "Bob": 94}, False, {"Ann": 106, "Bob": 94}),
        ({"Ann": 110, "Bob": 90}, False, {"Ann": 106, "Bob": 94}),
        ({"Ann": 110, "Bob": 90}, True, {"Ann": 110, "Bob": 90}),
    ],
    ids=["agree", "differ", "accepted"],
)
def test_chips_on_the_table(counted: dict[str, int], accept: bool, stacks: dict[str, int]) -> None:
    session = play(table("Ann", "Bob"), "px")
    session.add(Chips(counted, accept))
    assert session.state.stacks == stacks
    (check,) = session.state.checks
    assert (check.after_hand, bool(check.differences)) == (1, counted["Ann"] == 110)


def test_points_taken_along_and_brought_back() -> None:
    session = play(table("Ann", "Bob", "Cy"), "pxx", "xxx", "xxx")
    session.add(Leave("Ann"))
    assert session.state.points_of("Ann") == 12
    session.add(Join("Ann", 40))
    assert session.state.points_of("Ann") == 12
    assert session.state.bought["Ann"] == 140


# What is refused, and why


def _pending() -> Session:
    return play(table(), "exx")


REFUSED: dict[str, tuple[Any, Event, str]] = {
    "buying on paper": (lambda: table(points=None), Buy({"Ann": 5}), "no-buying-in"),
    "buying for a stranger": (table, Buy({"Zed": 5}), "unknown-player"),
    "buying nothing": (table, Buy({"Ann": 0}), "not-positive"),
    "joining twice": (table, Join("ann", 5), "seated"),
    "joining without points": (lambda: table("Ann", "Bob"), Join("Cy"), "not-positive"),
    "joining a full table": (lambda: table("A", "B", "C", "D"), Join("Cy", 5), "table-size"),
    "joining with Fantasyland to come": (_pending, Join("Dee", 50), "pending"),
    "leaving with Fantasyland to come": (_pending, Leave("Bob"), "pending"),
    "leaving in the set": (lambda: play(table(), "xxx"), Leave("Bob"), "in-set"),
    "switching in the set": (lambda: play(table(), "xxx"), Switch(GAMES["pineapple"]), "in-set"),
    "switching to a smaller game": (lambda: table("A", "B", "C", "D"), Switch(GAMES["pineapple"]), "table-size"),
    "seats without somebody": (table, Seats(("Ann", "Bob")), "seats"),
    "button to a stranger": (table, Button("Zed"), "unknown-player"),
    "adjusting more than there is": (table, Adjust("Ann", "Bob", 101), "stack"),
    "adjusting with oneself": (table, Adjust("Ann", "Ann", 1), "same-player"),
    "an expense for nobody": (table, Expense("Ann", 5, ()), "nobody"),
    "an expense for somebody twice": (table, Expense("Ann", 5, ("Bob", "Bob")), "twice"),
    "money without a point value": (lambda: table(point=None), Pay("Ann", "Bob", 5), "no-currency"),
    "paying oneself": (table, Pay("Ann", "Ann", 5), "same-player"),
    "chips that appear": (table, Chips({"Ann": 101}, accept=True), "chips"),
    "chips on paper": (lambda: table(points=None), Chips({"Ann": 1}), "no-chips"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_changes_nothing(name: str) -> None:
    make, event, code = REFUSED[name]
    session = make()
    before, events = session.state, session.events
    with pytest.raises(NotAllowed) as refused:
        session.add(event)
    assert code in {fault.code for fault in refused.value.faults}
    assert (session.state, session.events) == (before, events)


HANDS: dict[str, tuple[Any, str, dict[str, Any], str]] = {
    "sitting out": (table, "-xx", {}, "sit-out"),
    "sitting out with Fantasyland to come": (_pending, "x-x", {}, "sit-out"),
    "sitting out of Fantasyland": (_pending, "-xx", {}, "sit-out"),
    "without a board": (lambda: table("Ann", "Bob"), "x", {}, "board-missing"),
    "the others without points": (lambda: play(table(points=20), "exx", "sxx"), "sxx", {}, "no-hand"),
    "alone": (lambda: table("Ann", "Bob"), "x-", {"forced": True}, "too-few"),
    "button to a stranger": (table, "xxx", {"button": "Zed"}, "unknown-player"),
    "Fantasyland of a stranger": (table, "xxx", {"fantasyland": {"Zed": 13}}, "unknown-player"),
    "cards never dealt": (table, "xxx", {"fantasyland": {"Ann": 17}}, "fantasyland-cards"),
    "five of a rank": (lambda: table("A", "B", "C"), "ppp", {}, "too-many-of-a-rank"),
}


@pytest.mark.parametrize("name", HANDS)
def test_hands_that_are_refused(name: str) -> None:
    make, letters, facts, code = HANDS[name]
    session = make()
    before = session.state
    with pytest.raises((NotAllowed, CardError)) as refused:
        session.add(hand(session, letters, **facts))
    assert code in {fault.code for fault in refused.value.faults}
    assert session.state == before


def test_forced_goes_on_the_record() -> None:
    session = _pending()
    session.add(hand(session, "-xx", forced=True))
    record = session.state.hands[-1]
    assert record.table.fantasyland == {}
    assert "Ann sat out" in record.flags


def test_after_the_close_only_money_and_corrections() -> None:
    session = _pending()
    session.add(Close())
    assert session.state.forfeited == {"Ann": 13}
    assert set(allowed(session.state).values()) == {"the session is closed"}
    with pytest.raises(NotAllowed):
        session.add(hand(session, "xxx"))
    session.add(Pay("Bob", "Ann", 100))
    session.add(Note("paid"))


@pytest.mark.parametrize(
    ("players", "told", "code"),
    [
        ({"Alex": 50, "alex": 50}, {}, "name-clash"),
        ({"José": 50, "Jose\u0301": 50}, {}, "name-clash"),
        ({"Ann": 50}, {}, "table-size"),
        (dict.fromkeys("ABCDE", 50), {"button": "A"}, "table-size"),
        ({"Ann": 50, "Bob": None}, {}, "buy-in-missing"),
        ({"Ann": 50, "Bob": 0}, {}, "buy-in"),
        ({"Ann": 50, "Bob": 50}, {"button": "Cy"}, "unknown-player"),
    ],
)
def test_tables_that_cannot_start(players: dict[str, int | None], told: dict[str, str], code: str) -> None:
    with pytest.raises(OfcError) as refused:
        Session(Setup(GAMES["regular"], players, told.get("button", next(iter(players))), point=EURO))
    assert code in {fault.code for fault in refused.value.faults}
