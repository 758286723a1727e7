"""Random evenings with everything that can happen in them, checked after every step.

python -m tests.sim --seed 7 --evenings 200

After every entry: the incremental state is the fold from zero; what is refused changes nothing; points, chips and
money sum to zero; undo and redo come back; the corrections come to what a plain list of the same evening, typed right
the first time, comes to. At the end of an evening: its score sheet reads back, and what the slow model of the tests
understands of it agrees with the slow model.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ofc_score.boards.parse import read_table
from ofc_score.errors import OfcError
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
from ofc_score.evening.session import Session, fold
from ofc_score.evening.state import State
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.exchange.sheet.write import write_sheet
from ofc_score.money import PointValue
from ofc_score.reports.json import replay_document
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.rules.yaml import read

from .oracle.evening import Refused, disagreements
from .oracle.evening import replay as slow_replay
from .oracle.evenings import _boards, all_rules

PLAIN_NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
NAMES = (*PLAIN_NAMES, "José", "Zoë 🃏", "No", "007", "1e5", "אבג", "=HYPERLINK(1)", "a: b #c", "<script>")
POINTS = (None, PointValue(25, "EUR"), PointValue(7, "JPY"), PointValue(125, "KWD"))


@cache
def houses() -> Mapping[str, Ruleset]:
    """The shipped games and houses that have every option of the evening away from its default."""
    return {name: build(mapping) for name, mapping in all_rules().items()}


# What happens


def hand(rng: random.Random, session: Session) -> Hand | None:
    """The next hand as the rules propose it, now and then with other facts."""
    state = session.state
    coming, before = state.next, None
    if state.hands and rng.random() < 0.08:
        before = rng.choice(state.hands).entry
        state, coming = session.before_hand(before)
    playing = list(coming.playing)
    sitting = [rng.choice(playing)] if len(playing) > 2 and rng.random() < 0.08 else []
    land = dict(coming.fantasyland)
    told: dict[str, Any] = {}
    if rng.random() < 0.05:
        told["button"] = rng.choice(state.seats)
    counts = sorted(state.rules.fantasyland.card_counts()) if state.rules.fantasyland else []
    # A game that was changed afterwards may never deal what was dealt: then somebody must tell what is.
    if rng.random() < 0.05 or not set(land.values()) <= set(counts):
        land = {name: rng.choice(counts) for name in playing if counts and rng.random() < 0.4}
        told["fantasyland"] = land
    playing = [name for name in playing if name not in sitting]
    mapping: Any = state.rules.mapping
    if not 1 < len(playing) <= state.rules.max_players:
        return None
    boards = read_table({**_boards(rng, mapping, playing, land), **dict.fromkeys(sitting, "-")}, state.rules)
    return Hand(boards, forced=rng.random() < 0.5 * bool(sitting), before=before, **told)


def buy(rng: random.Random, session: Session) -> Buy:
    """One or two buy-ins."""
    seats_ = session.state.seats
    names = rng.sample(seats_, min(len(seats_), rng.randint(1, 2)))
    return Buy({name: rng.choice((5, 20, 60)) for name in names}, rng.choice((None, None, True, False)))


def join(rng: random.Random, session: Session) -> Join:
    """Somebody new, or back again."""
    state = session.state
    after = rng.choice((None, *state.seats))
    points = None if state.setup.on_paper else rng.choice((20, 60))
    return Join(rng.choice(NAMES), points, after, forced=rng.random() < 0.3)


def leave(rng: random.Random, session: Session) -> Leave:
    """Somebody goes."""
    return Leave(rng.choice(session.state.seats), forced=rng.random() < 0.3)


def seats(rng: random.Random, session: Session) -> Seats:
    """Another order."""
    listed = session.state.seats
    return Seats(tuple(rng.sample(listed, len(listed))))


def button(rng: random.Random, session: Session) -> Button:
    """The button elsewhere."""
    return Button(rng.choice(session.state.seats), "agreed")


def switch(rng: random.Random, session: Session) -> Switch:
    """Another game, sometimes from an earlier hand on."""
    state = session.state
    since = rng.choice(state.hands).entry if state.hands and rng.random() < 0.3 else None
    return Switch(rng.choice(list(houses().values())), since, "")


def money(rng: random.Random, session: Session) -> Expense | Owe | Pay:
    """Money beside the game."""
    people = session.state.people
    one, other = rng.sample(people, 2)
    amount = rng.randint(1, 3000)
    kind = rng.choice((Expense, Owe, Pay))
    if kind is Expense:
        return Expense(one, amount, tuple(rng.sample(people, rng.randint(1, len(people)))), "pizza: two")
    return Owe(one, other, amount, "") if kind is Owe else Pay(one, other, amount)


def adjust(rng: random.Random, session: Session) -> Adjust:
    """Points moved by agreement."""
    one, other = rng.sample(session.state.seats, 2)
    return Adjust(one, other, rng.choice((1, 5, max(session.state.stacks[one], 1))), "exposed card")


def chips(rng: random.Random, session: Session) -> Chips:
    """Chips counted, right or nearly so."""
    counted = {name: max(points, 0) for name, points in session.state.stacks.items()}
    one, other = rng.sample(list(counted), 2)
    off = rng.choice((0, 3))
    counted[one] += off
    counted[other] = max(counted[other] - off * rng.choice((0, 1)), 0)
    return Chips(counted, rng.random() < 0.4)


def note(rng: random.Random, session: Session) -> Note:
    """Something to remember."""
    return Note(rng.choice(("said: so", "- so", "'tis", '"so" # \\', "two\nlines", f"{len(session.events)}")))


def close(_: random.Random, __: Session) -> Close:
    """The end, perhaps."""
    return Close()


def fix(rng: random.Random, session: Session) -> Fix | None:
    """A hand retyped: boards, two boards swapped, the button, who was in Fantasyland."""
    if not session.state.hands:
        return None
    record = rng.choice(session.state.hands)
    playing = list(record.table.players)
    told: dict[str, Any] = {}
    kind = rng.choice((0, 0, 0, 1, 2, 3))
    if kind == 0:
        mapping: Any = record.table.rules.mapping
        fresh = read_table(_boards(rng, mapping, playing, {}), record.table.rules)
        told["boards"] = fresh
    elif kind == 1:
        one, other = rng.sample(playing, 2)
        told["swap"] = (one, other)
    elif kind == 2:
        told["button"] = rng.choice(list(record.stacks))
    else:
        told["fantasyland"] = {}
    return Fix(record.entry, difference=rng.random() < 0.4, **told)


def void(rng: random.Random, session: Session) -> Void | None:
    """Any entry, corrections and voids too."""
    if not session.events:
        return None
    return Void(rng.randint(1, len(session.events)), rng.random() < 0.4)


def retype(rng: random.Random, session: Session) -> Replace | None:
    """Another entry than a hand retyped."""
    places = [place for place, event in enumerate(session.events, 1) if type(event) in AGAIN]
    if not places:
        return None
    place = rng.choice(places)
    made = AGAIN[type(session.events[place - 1])](rng, session)
    return Replace(place, made)


def undo(_: random.Random, __: Session) -> Undo:
    """The newest entry taken back."""
    return Undo()


def redo(_: random.Random, __: Session) -> Redo:
    """And brought back."""
    return Redo()


AGAIN: dict[type, Callable[[random.Random, Session], Plain]] = {
    Buy: buy, Expense: money, Owe: money, Pay: money, Adjust: adjust, Note: note, Join: join, Leave: leave,
}  # fmt: skip
MAKERS: dict[Callable[[random.Random, Session], Event | None], int] = {
    hand: 50, buy: 6, join: 4, leave: 3, seats: 1, button: 2, switch: 2, money: 5, adjust: 3, chips: 2, note: 1,
    fix: 7, void: 5, retype: 3, undo: 6, redo: 3,
}  # fmt: skip


def opening(rng: random.Random) -> Setup:
    """A table to start with."""
    rules = rng.choice(list(houses().values()))
    size = rng.randint(2, rules.max_players + rules.dealer_sits_out)
    names = rng.sample(NAMES, size)
    on_paper = rng.random() < 0.15
    players = {name: None if on_paper else rng.randint(5, 120) for name in names}
    bank = rng.choice((None, names[0], "Nadia"))
    setup = Setup(rules, players, rng.choice(names), "Fri: day", "", rng.choice(POINTS), bank, rng.random() < 0.5)
    return setup if bank else replace(setup, paid=False)


# What must hold


def bare(state: State) -> State:
    """A state without the count of its entries, which a correction and its undoing raise."""
    return state._replace(entries=0)


def check_sums(state: State) -> None:
    """Nothing appears or vanishes; no capped stack is below zero; paying what is listed leaves nothing."""
    assert sum(state.stacks.values()) + sum(state.taken.values()) == sum(state.bought.values())
    assert sum(state.cash.values()) == 0
    balances = state.balances()
    assert sum(balance.points for balance in balances.values()) == 0
    for record in state.hands:
        assert sum(record.table.totals.values()) == sum(record.moved.values()) == 0
    left = {name: it.points if it.amount is None else it.amount for name, it in balances.items()}
    listed = state.payments()
    assert len(listed) <= max(sum(amount != 0 for amount in left.values()) - 1, 0)
    for payer, payee, amount in listed:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())


def timeline(events: Sequence[Event]) -> list[list[Any]] | None:
    """The plain list of what counts as [entry, event, counts], every correction carried out in it by hand; None where
    a difference was booked, which no plain list has."""
    kept: list[int] = []
    gone: list[int] = []
    for entry, event in enumerate(events, 1):
        if isinstance(event, Undo):
            gone.append(kept.pop())
        elif isinstance(event, Redo):
            kept.append(gone.pop())
        else:
            kept.append(entry)
            gone = []
    dropped = {entry for entry in kept if not _stands(events, kept, entry)}
    lines: list[list[Any]] = []
    for entry in kept:
        event = events[entry - 1]
        if isinstance(event, Fix | Void | Replace):
            line = next((line for line in lines if line[0] == event.entry), None)
            if entry in dropped or line is None:
                continue
            if not isinstance(event, Replace) and event.difference:
                return None
            _carry_out(lines, line, event)
        else:
            told = {Hand: "before", Switch: "from_entry"}.get(type(event), "")
            before = getattr(event, told, None)
            at = next((place for place, line in enumerate(lines) if line[0] == before), len(lines))
            lines.insert(at, [entry, event, True])
    return lines


def _stands(events: Sequence[Event], kept: Sequence[int], entry: int) -> bool:
    """Whether no later void that stands itself takes this correction back."""
    for later in kept:
        event = events[later - 1]
        if isinstance(event, Void) and event.entry == entry and _stands(events, kept, later):
            return False
    return True


def _carry_out(lines: list[list[Any]], line: list[Any], event: Fix | Void | Replace) -> None:
    if isinstance(event, Replace):
        line[1] = event.event
    elif isinstance(event, Void) and isinstance(line[1], Hand):
        line[2] = False
    elif isinstance(event, Void):
        lines.remove(line)
    else:
        boards = dict(line[1].boards)
        if event.swap:
            one, other = event.swap
            boards[one], boards[other] = boards[other], boards[one]
        land = line[1].fantasyland if event.fantasyland is None else event.fantasyland
        button_ = event.button or line[1].button
        line[1] = replace(line[1], boards={**boards, **event.boards}, button=button_, fantasyland=land)


def check_plain(session: Session) -> None:
    """Corrections come to what the same evening comes to when it is typed right the first time."""
    lines = timeline(session.events)
    if lines is None:
        return
    typed = _as_typed(lines)
    if typed is None:
        return
    plain, state = fold(session.setup, typed), session.state
    for part in ("seats", "stacks", "bought", "taken", "cash", "waiting", "pending", "set_number", "between_sets"):
        assert getattr(plain, part) == getattr(state, part), part
    assert plain.next == state.next
    assert [record.table.totals for record in plain.hands] == [record.table.totals for record in state.hands]


def _as_typed(lines: list[list[Any]]) -> list[Any] | None:
    """The events in their places, without telling where these are. The facts of a voided hand pass to the next one;
    None where they have no place there."""
    place = {line[0]: number for number, line in enumerate((line for line in lines if line[2]), 1)}
    typed: list[Any] = []
    new_set = False
    counted: tuple[int, ...] = ()
    for _, event, counts in lines:
        if isinstance(event, Hand):
            if new_set and event.new_set:
                return None  # the voided hand began a set of its own, which no plain list has
            new_set, counted = new_set or bool(event.new_set), (*counted, *(event.counted or ()))
            if counts:
                kept = tuple(place[entry] for entry in counted if entry in place)
                typed.append(replace(event, before=None, new_set=new_set, counted=kept))
                new_set, counted = False, ()
        else:
            typed.append(replace(event, from_entry=None) if isinstance(event, Switch) else event)
    return None if new_set or counted else typed


def check_undo(session: Session, before: State) -> None:
    """Undo gives the state before the last entry, redo the one after it."""
    undone = [*session.events, Undo()]
    assert bare(fold(session.setup, undone)) == bare(before)
    assert bare(fold(session.setup, [*undone, Redo()])) == bare(session.state)


def check_sheet(session: Session) -> str:
    """The score sheet reads back to the same evening, and is written in one way only."""
    text = write_sheet(session.setup, session.events)
    again = read_sheet(text, houses().__getitem__)
    assert replay_document(again.state) == replay_document(session.state), text
    assert write_sheet(again.setup, again.events) == text
    return text


def in_model(events: Sequence[Event], entry: int) -> bool:
    """Whether the slow model knows what this entry does."""
    event = events[entry - 1]
    if isinstance(event, Fix):
        return event.swap is None and event.button is None and event.fantasyland is None
    if isinstance(event, Void):
        return entry > event.entry and isinstance(events[event.entry - 1], Hand)
    if isinstance(event, Switch):
        return event.from_entry is None
    return not isinstance(event, Replace | Button | Redo)


def check_slow(text: str, session: Session) -> None:
    """The slow model of the tests on the same sheet, unless it is stricter about what was forced."""
    sheet: Any = read(text, typed=False).value
    for event in sheet["events"]:
        if event.get("fantasyland") == "nobody":
            event["fantasyland"] = {}
    try:
        model = slow_replay(sheet, all_rules())
    except Refused:
        return
    real = replay_document(session.state)
    for name, balance in session.state.balances().items():
        real["balances"][name]["amount"] = balance.amount
    assert model["doubts"] or not disagreements(model, real), disagreements(model, real)


def evening(rng: random.Random, steps: int) -> Session:
    """One evening, checked as it goes. Raises AssertionError for whatever does not hold."""
    setup = opening(rng)
    modelled = rng.random() < 0.35
    session = Session(replace(setup, bank=None, paid=False) if modelled else setup)
    for _ in range(steps):
        before, booked = session.state, session.events
        make = rng.choices(list(MAKERS), list(MAKERS.values()))[0]
        event = make(rng, session) if len(session.state.seats) > 1 else join(rng, session)
        if event is None or (modelled and not in_model([*booked, event], len(booked) + 1)):
            continue
        try:
            session.add(event)
        except OfcError as error:
            assert error.faults or error.message
            assert session.events == booked
            assert bare(session.state) == bare(before)
            continue
        assert session.state == fold(session.setup, session.events)
        check_sums(session.state)
        check_plain(session)
        if not isinstance(event, Undo | Redo) and rng.random() < 0.3:
            check_undo(session, before)
    text = check_sheet(session)
    if modelled:
        check_slow(text, session)
    return session


def main(arguments: Sequence[str] | None = None) -> int:
    """Run evenings until one does not hold; then say with which seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evenings", type=int, default=50)
    parser.add_argument("--steps", type=int, default=60)
    told = parser.parse_args(arguments)
    booked = 0
    for number in range(told.evenings):
        seed = told.seed + number
        try:
            booked += len(evening(random.Random(seed), told.steps).events)
        except Exception:
            again = f"--seed {seed} --evenings 1 --steps {told.steps}"
            print(f"does not hold: python -m tests.sim {again}", file=sys.stderr)
            raise
    print(f"{told.evenings} evenings from seed {told.seed}, {booked} entries: everything holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
