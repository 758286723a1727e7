"""Facts as played: what was recorded when an entry was booked stays, whatever is corrected before it (rules, section
12). Every session is settled under the shipped games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ofc_score import load_ruleset
from ofc_score.boards.parse import read_table
from ofc_score.errors import NotAllowed
from ofc_score.evening.events import (
    Buy,
    Close,
    Event,
    Expense,
    Fix,
    Guest,
    Hand,
    Join,
    Leave,
    Owe,
    Pay,
    Replace,
    Setup,
    Void,
    repeats,
    without_facts,
)
from ofc_score.evening.session import Session
from ofc_score.evening.state import State
from ofc_score.money import PointValue

EUR = PointValue(100, "EUR")
W, W2 = "QJ2 KK883 AA994", "QJ3 KK882 AA995"


def _session(rules: str, *events: Event, point: PointValue | None = EUR, **players: int | None) -> Session:
    seats = players or {"Ann": 100, "Bob": 100, "Cy": 100}
    session = Session(Setup(load_ruleset(rules), seats, list(seats)[-1], point=point))
    for event in events:
        session.add(event)
    return session


def _hand(session: Session, *texts: str, **facts: object) -> Hand:
    seats = session.state.seats
    boards = read_table(dict(zip(seats, texts, strict=True)), session.state.rules)
    return replace(Hand(boards), **facts)  # type: ignore[arg-type]


def _fix(session: Session, entry: int, *, difference: bool = False, **texts: str) -> Fix:
    return Fix(entry, read_table(texts, session.setup.rules), difference=difference)


def _oldest(session: Session) -> Session:
    """The same session as the first version recorded it."""
    old = Session(session.setup)
    for event in session.events:
        old.book(without_facts(event), recorded=True)
    return old


def _amounts(state: State) -> dict[str, int | None]:
    return {name: balance.amount for name, balance in state.balances().items()}


# Buy-ins and sets


def _bust_and_bought() -> Session:
    """Cy runs short and buys 50 that wait; hand 2 belongs to the same set."""
    session = _session("pineapple", Ann=100, Bob=100, Cy=20)
    session.add(_hand(session, "J83 KK883 AA994", "T54 QQ764 JJ553", "932 TT652 AJ742h"))
    session.add(Buy({"Cy": 50}))
    session.add(_hand(session, "QJ2 KK883 AA994", "x", "x"))
    return session


@pytest.mark.parametrize("recorded", [True, False], ids=["recorded", "as the first version"])
def test_a_buy_in_that_waited_still_waits(recorded: bool) -> None:
    session = _bust_and_bought()
    session = session if recorded else _oldest(session)
    assert dict(session.state.waiting) == {"Cy": 50}
    session.add(_fix(session, 1, Cy="foul", Ann="993 KK885 AAA77"))
    assert dict(session.state.waiting) == {"Cy": 50}
    first, second = session.state.hands
    assert (first.stacks["Cy"], second.before and second.before["Cy"]) == (0, 0)
    assert second.moved["Cy"] == 0
    assert "Cy played without points" in second.flags
    assert session.state.stacks["Cy"] == 0
    assert sum(session.state.stacks.values()) == 220


@pytest.mark.parametrize("recorded", [True, False], ids=["recorded", "as the first version"])
def test_a_buy_in_that_counted_still_counts(recorded: bool) -> None:
    """Bob and Cy bust, the set is over, both buy again; by the corrected hand 1 Bob had points left."""
    session = _session("progressive", Ann=100, Bob=6, Cy=6)
    session.add(_hand(session, W, "foul", "foul"))
    assert session.state.between_sets
    session.add(Buy({"Bob": 50}))
    session.add(Buy({"Cy": 50}))
    session.add(_hand(session, "foul", "foul", "K92 7766A 55554"))
    session = session if recorded else _oldest(session)
    session.add(_fix(session, 1, Bob="QJ3 KK772 AA886"))
    first, second = session.state.hands
    assert [record.new_set for record in session.state.hands] == [True, True]
    assert (session.state.bought["Bob"], session.state.waiting) == (56, ())
    assert second.before is not None and second.before["Bob"] == first.stacks["Bob"] + 50
    assert sum(session.state.stacks.values()) == 212


def test_the_last_player_s_opponents_count_from_the_hand_that_says_so() -> None:
    """Ann alone has points and Fantasyland to come: what Bob had waiting counts at once, and is a fact of hand 2."""
    session = _session("progressive", Ann=100, Bob=6, Cy=6)
    session.add(_hand(session, "QQ2 KK883 AA994", "foul", "foul"))
    session.add(Buy({"Bob": 30}))
    assert session.state.stacks["Bob"] == 30
    session.add(Hand(read_table({"Ann": W, "Bob": "foul"}, session.state.rules)))
    hand = session.events[2]
    assert isinstance(hand, Hand) and (hand.new_set, hand.counted) == (False, ())
    session.add(_fix(session, 1, Ann="QQ3 KK882 AA995"))
    assert session.state.hands[1].before == {"Ann": 112, "Bob": 30, "Cy": 0}


def test_a_voided_hand_keeps_the_set_that_it_began_and_what_it_let_in() -> None:
    session = _session("pineapple")
    fouls = ("foul", "foul", "foul")
    session.add(_hand(session, *fouls))
    session.add(Buy({"Cy": 40}))
    for _ in range(2):
        session.add(_hand(session, *fouls))
    assert session.state.between_sets
    session.add(_hand(session, W, "foul", "foul"))
    assert (session.state.set_number, session.state.stacks["Cy"]) == (2, 134)
    session.add(Void(session.entries))
    assert (session.state.set_number, session.state.stacks["Cy"], session.state.waiting) == (2, 140, ())


def test_hands_of_the_first_version_are_settled_as_it_did() -> None:
    """A hand that it voided counts for nothing; who joined keeps the seat, whatever is corrected now."""
    session = _session("pineapple", Ann=100, Bob=100)
    session.add(_hand(session, W, "foul"))
    session.add(Join("Dee", 50))
    session.add(_hand(session, "foul", "foul"))
    fouls = dict.fromkeys(("Ann", "Bob", "Dee"), "foul")
    session.add(Hand(read_table(fouls, session.state.rules)))
    old = _oldest(session)
    assert (old.state.stacks, old.state.hands[2].set_number) == (session.state.stacks, 2)
    old.book(Void(3), recorded=True)
    assert [record.number for record in old.state.hands] == [1, 3]
    old.add(_fix(old, 1, Ann="foul"))
    assert isinstance(old.events[-1], Fix) and old.events[-1].as_played
    assert old.state.stacks == {"Ann": 100, "Bob": 100, "Dee": 50}


def test_after_a_voided_first_hand_the_button_is_where_it_was() -> None:
    session = _session("pineapple")
    session.add(_hand(session, W, "foul", "foul"))
    session.add(Void(1))
    assert (session.state.next.button, session.state.next.new_set) == ("Cy", False)
    session.add(_hand(session, W, "foul", "foul"))
    assert [(record.number, record.set_number) for record in session.state.hands] == [(2, 1)]
    assert session.state.next.button == "Ann"


def test_a_forgotten_hand_belongs_to_the_set_before_it() -> None:
    session = _session("pineapple", Ann=100, Bob=100)
    for _ in range(2):
        session.add(_hand(session, "foul", "foul"))
    session.add(_hand(session, W, "foul"))
    assert [record.set_number for record in session.state.hands] == [1, 1, 2]
    inserted = _hand(session, W2, "foul", before=3)
    session.add(inserted)
    assert [record.set_number for record in session.state.hands] == [1, 1, 1, 2]
    session.add(_hand(session, "QJ4 KK772 AA665", "foul", before=3, new_set=True))
    assert [record.set_number for record in session.state.hands] == [1, 1, 1, 2, 3]


def test_a_retyped_buy_in_waits_as_it_waited() -> None:
    session = _bust_and_bought()
    session.add(Replace(2, Buy({"Cy": 60})))
    assert dict(session.state.waiting) == {"Cy": 60}
    session.add(Replace(2, Buy({"Bob": 60})))
    assert dict(session.state.waiting) == {"Bob": 60}


# The button


@pytest.mark.parametrize(
    ("seats", "moves", "button"),
    [
        pytest.param("Ann Bob", (Leave("Ann"), Join("Ann", 50)), "Bob", id="heads up, back again"),
        pytest.param("Ann Bob Cy", (Leave("Bob"), Join("Bob", 50, "Ann")), "Cy", id="back on the place"),
        pytest.param("Ann Bob Cy", (Leave("Bob"), Join("Dee", 50, "Ann")), "Cy", id="somebody else on the place"),
        pytest.param("Ann Bob Cy", (Leave("Bob"), Join("Dee", 50)), "Cy", id="another place"),
        pytest.param("Ann Bob Cy", (Leave("Bob"), Leave("Ann"), Join("Dee", 50)), "Cy", id="two empty places"),
        pytest.param("Ann Bob Cy", (Leave("Cy"), Join("Dee", 50, "Bob")), "Dee", id="behind the button"),
    ],
)
def test_the_button_rests_on_a_place(seats: str, moves: tuple[Event, ...], button: str) -> None:
    """The last button of the set was with the second seat from the end."""
    players = seats.split()
    session = _session("pineapple", **dict.fromkeys(players, 100))  # type: ignore[arg-type]
    for _ in players:
        session.add(_hand(session, *["foul"] * len(players)))
    assert session.state.between_sets and session.state.hands[-1].table.button == players[-2]
    for event in moves:
        session.add(event)
    assert session.state.next.button == button


# Money


def test_a_payment_settles_what_is_from_before_first() -> None:
    session = _session("pineapple", Owe("Cy", "Ann", 600), Owe("Bob", "Ann", 200))
    assert (session.state.before, session.state.old) == ({"Ann": 800, "Cy": -600, "Bob": -200}, {})
    session.add(Pay("Cy", "Ann", 1000))
    assert session.events[-1] == Pay("Cy", "Ann", 1000, old=600)
    assert session.state.before == {"Ann": 200, "Cy": 0, "Bob": -200}
    assert _amounts(session.state) == {"Ann": -200, "Bob": -200, "Cy": 400}


@pytest.mark.parametrize(
    ("before", "old"),
    [
        ({"Ann": 600, "Cy": -600}, 600),
        ({"Ann": 200, "Cy": -600}, 200),
        ({"Ann": 900, "Cy": -900}, 700),
        ({"Ann": -600, "Cy": 600}, 0),
        ({}, 0),
    ],
)
def test_the_old_part_is_the_least_of_the_three(before: dict[str, int], old: int) -> None:
    session = _session("pineapple")
    session.before = before
    session.add(Pay("Cy", "Ann", 700))
    assert session.events[-1] == Pay("Cy", "Ann", 700, old=old)
    session.add(Replace(1, Pay("Cy", "Ann", 100)))
    assert isinstance(session.events[1], Replace) and session.events[1].event == Pay(
        "Cy", "Ann", 100, old=min(old, 100)
    )


def test_with_somebody_who_takes_no_part_all_of_it_is_old() -> None:
    session = Session(Setup(load_ruleset("pineapple"), {"Ann": 100, "Bob": 100}, "Bob", point=EUR), known=["Max"])
    session.add(Pay("Max", "Ann", 500))
    assert session.events == (Pay("Max", "Ann", 500, old=500),)
    assert session.state.old == {"Ann": -500, "Max": 500}


def test_odd_cents_go_round() -> None:
    session = _session("pineapple", *(Expense(name, 400, ("Ann", "Bob", "Cy")) for name in ("Ann", "Bob", "Cy")))
    shares = [event.shares for event in session.events if isinstance(event, Expense)]
    assert shares == [(134, 133, 133), (133, 134, 133), (133, 133, 134)]
    assert _amounts(session.state) == {"Ann": 0, "Bob": 0, "Cy": 0}
    session.add(Expense("Ann", 400, ("Ann", "Bob", "Cy"), refund=True))
    session.add(Expense("Ann", 1000, ("Ann", "Bob"), shares=(700, 300)))
    assert _amounts(session.state) == {"Ann": -266 + 300, "Bob": 133 - 300, "Cy": 133}


def test_an_expense_of_the_first_version_is_split_as_it_was() -> None:
    session = _session("pineapple")
    for _ in range(2):
        session.book(Expense("Ann", 400, ("Ann", "Bob", "Cy")), recorded=True)
    assert _amounts(session.state) == {"Ann": 800 - 2 * 134, "Bob": -2 * 133, "Cy": -2 * 133}


def test_several_paid() -> None:
    session = _session("pineapple", Expense("Ann", 900, ("Ann", "Bob", "Cy"), payers={"Ann": 500, "Bob": 400}))
    assert _amounts(session.state) == {"Ann": 200, "Bob": 100, "Cy": -300}
    session.add(Expense("Bob", 900, ("Ann", "Bob", "Cy"), payers={"Bob": 400, "Ann": 500}, refund=True))
    assert _amounts(session.state) == {"Ann": 0, "Bob": 0, "Cy": 0}


@pytest.mark.parametrize(
    "expense",
    [
        Expense("Ann", 900, ("Ann", "Bob"), shares=(400, 400)),
        Expense("Ann", 900, ("Ann", "Bob"), shares=(900,)),
        Expense("Ann", 900, ("Ann", "Bob"), shares=(1000, -100)),
        Expense("Ann", 900, ("Ann", "Bob"), payers={"Ann": 500, "Bob": 300}),
        Expense("Ann", 900, ("Ann", "Bob"), payers={"Cy": 900}),
        Expense("Ann", 900, ("Ann", "Bob"), payers={"Ann": 900, "Bob": 0}),
    ],
)
def test_shares_and_payers_that_do_not_sum(expense: Expense) -> None:
    with pytest.raises(NotAllowed):
        _session("pineapple", expense)


def test_guests_take_part_without_playing() -> None:
    session = _session("pineapple", Guest("Host"), Expense("Host", 900, ("Ann", "Bob", "Host")))
    assert _amounts(session.state) == {"Ann": -300, "Bob": -300, "Cy": 0, "Host": 600}
    assert (session.state.guests, session.state.seats) == (("Host",), ("Ann", "Bob", "Cy"))
    for name in ("Host", "HOST", "Ann", "-x"):
        with pytest.raises(NotAllowed):
            session.add(Guest(name))
    session.add(Leave("Cy"))
    session.add(Join("Host", 50))
    assert session.state.seats == ("Ann", "Bob", "Host")


# What was played can be booked


def test_fantasyland_that_the_deck_cannot_deal_is_booked_as_it_was_played() -> None:
    rules = load_ruleset("pineapple")
    land = rules.fantasyland
    assert land is not None
    house = replace(rules, fantasyland=land._replace(enter=(land.enter[0]._replace(cards=18),)))
    session = Session(Setup(house, {"Ann": 100, "Bob": 100, "Cy": 100}, "Cy"))
    session.add(_hand(session, "QQ2 KK883 AA994", "QQ3 KK772 AA665", "foul"))
    assert session.state.next.deck_short
    hand = _hand(session, "foul", "foul", W)
    with pytest.raises(NotAllowed) as raised:
        session.add(hand)
    assert "fantasyland" in raised.value.faults[0].hint
    session.add(replace(hand, fantasyland={"Ann": 18}))
    assert dict(session.state.hands[1].table.fantasyland) == {"Ann": 18}


def test_somebody_without_points_plays_a_hand_that_is_forced() -> None:
    session = _session("pineapple", Ann=100, Bob=100, Cy=6)
    session.add(_hand(session, W, "foul", "foul"))
    hand = _hand(session, "foul", "foul", W)
    with pytest.raises(NotAllowed):
        session.add(hand)
    state = session.add(replace(hand, forced=True))
    assert state.hands[1].moved == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert "Cy played without points" in state.hands[1].flags


# Corrections


def test_a_difference_moves_after_an_accepted_chip_count() -> None:
    from ofc_score.evening.events import Chips

    session = _session("regular")
    session.add(_hand(session, W, "foul", "foul"))
    session.add(Chips({"Ann": 111, "Bob": 95, "Cy": 94}, accept=True))
    state = session.add(_fix(session, 1, difference=True, Ann="foul"))
    assert state.stacks == {"Ann": 99, "Bob": 101, "Cy": 100}


def test_after_the_last_hand_a_difference_says_who_is_in_fantasyland_too() -> None:
    session = _session("pineapple")
    session.add(_hand(session, W, "foul", "foul"))
    state = session.add(_fix(session, 1, difference=True, Ann="QQ2 KK883 AA994"))
    assert state.next.fantasyland == {"Ann": 14}
    assert state.stacks == {"Ann": 126, "Bob": 87, "Cy": 87}


def test_what_booking_adds_is_no_difference() -> None:
    session = _session("pineapple", Expense("Ann", 400, ("Ann", "Bob")), Close())
    assert repeats(Expense("Ann", 400, ("Ann", "Bob")), session.events[0])
    assert not repeats(Expense("Ann", 400, ("Ann", "Bob")), session.events[1])
    assert not repeats(Expense("Ann", 400, ("Ann", "Bob"), shares=(100, 300)), session.events[0])
    typed = Replace(1, Expense("Ann", 500, ("Ann", "Bob")))
    session.add(typed)
    assert repeats(typed, session.events[2])
    assert without_facts(session.events[2]) == typed
