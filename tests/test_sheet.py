"""Score sheets: every form that people type, every fault with its line in one pass, and the way back to text."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ofc_score.errors import OfcError, SheetError
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Event,
    Expense,
    Fix,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Replace,
    Seats,
    Switch,
    Undo,
    Void,
    repeats,
)
from ofc_score.evening.session import Session
from ofc_score.exchange.sheet.read import MOST_EVENTS, read_sheet
from ofc_score.exchange.sheet.write import write_sheet
from ofc_score.money import PointValue
from ofc_score.reports.json import replay_document
from ofc_score.rules.ruleset import Ruleset

from . import sim
from .evening_cases import FOUL, PLAIN, table
from .games import GAMES

HEAD = """\
session: Friday
rules: regular
point: 0.25 EUR
players: {Ann: 100, Bob: 100, Cy: 60}
events:
"""
BOARDS = "{Ann: QJ2 KK873 AA994, Bob: x, Cy: foul}"


def load(name: str) -> Ruleset:
    """The shipped games by name."""
    if name not in GAMES:
        raise OfcError(f"no ruleset called '{name}'", hint="did you mean regular?")
    return GAMES[name]


def sheet(*events: str, head: str = HEAD) -> Session:
    return read_sheet(head + "".join(f"  - {event}\n" for event in events), load)


def faults(text: str) -> list[str]:
    with pytest.raises(SheetError) as refused:
        read_sheet(text, load)
    return [fault.text() for fault in refused.value.faults]


# Forms

EVENTS: dict[str, Event] = {
    "buy: {Cy: 50, bob: 20}": Buy({"Cy": 50, "Bob": 20}),
    "{buy: {Cy: 50}, paid: false}": Buy({"Cy": 50}, paid=False),
    "buy: [{Cy: 50}, {Bob: 20}]": Buy({"Cy": 50, "Bob": 20}),
    "join: {Dee: {points: 100, after: Ann}}": Join("Dee", 100, "Ann"),
    "join: {Dee: 100}": Join("Dee", 100),
    "{join: Dee, points: 100, forced: true}": Join("Dee", 100, forced=True),
    "leave: b": Leave("Bob"),
    "{leave: Bob, forced: yes}": Leave("Bob", forced=True),
    "seats: [Ann, Cy, Bob]": Seats(("Ann", "Cy", "Bob")),
    "seats: Ann, Cy, Bob": Seats(("Ann", "Cy", "Bob")),
    "{button: Ann, why: agreed}": Button("Ann", "agreed"),
    "switch: pineapple": Switch(GAMES["pineapple"]),
    "switch: {to: pineapple, why: three now}": Switch(GAMES["pineapple"], None, "three now"),
    "adjust: {from: Ann, to: Bob, points: 5, why: exposed card}": Adjust("Ann", "Bob", 5, "exposed card"),
    "expense: {by: Ann, amount: 24.00, for: [Ann, Bob], why: pizza}": Expense("Ann", 2400, ("Ann", "Bob"), "pizza"),
    "expense: {by: Ann, amount: '24,50', for: all}": Expense("Ann", 2450, ("Ann", "Bob", "Cy")),
    "expense: {by: Ann, amount: €5, for: Bob}": Expense("Ann", 500, ("Bob",)),
    "pay: {from: Cy, to: Ann, amount: 5.00}": Pay("Cy", "Ann", 500),
    "owe: {from: Cy, to: Ann, amount: 5, why: last week}": Owe("Cy", "Ann", 500, "last week"),
    "chips: {Ann: 100, Bob: 90, Cy: 0}": Chips({"Ann": 100, "Bob": 90, "Cy": 0}),
    "{chips: {Ann: 90, Bob: 110}, accept: true}": Chips({"Ann": 90, "Bob": 110}, accept=True),
    "note: Bob said: no": Note("Bob said: no"),
    "close": Close(),
    "close: true": Close(),
}


@pytest.mark.parametrize("text", EVENTS)
def test_every_form_of_an_event(text: str) -> None:
    (event,) = sheet(text).events
    assert repeats(EVENTS[text], event)


def test_a_buy_in_paid_in_cash() -> None:
    (event,) = sheet("{buy: {Cy: 50}, paid: true}", head=HEAD.replace("events:", "bank: Host\nevents:")).events
    assert repeats(Buy({"Cy": 50}, paid=True), event)


CORRECTIONS: dict[str, Event] = {
    "fix: {1: {Cy: QJ2 KK873 AA994, Ann: x}}": Fix(1, {"Cy": PLAIN, "Ann": FOUL}),
    "{fix: {1: {Ann: x}}, difference: true}": Fix(1, {"Ann": FOUL}, difference=True),
    "{fix: 1, swap: [Ann, Bob]}": Fix(1, swap=("Ann", "Bob")),
    "{fix: 1, button: Ann, fantasyland: {Bob: 13}}": Fix(1, button="Ann", fantasyland={"Bob": 13}),
    "fix: {e1: {Ann: x}}": Fix(1, {"Ann": FOUL}),
    "fix: {e2: {buy: {Cy: 60}}}": Replace(2, Buy({"Cy": 60})),
    "void: 1": Void(1),
    "void: e2": Void(2),
    "void: {hand: 1}": Void(1),
    "void: {entry: 2}": Void(2),
    "{void: 1, difference: true}": Void(1, difference=True),
    "switch: {to: turbo, from-hand: 1}": Switch(GAMES["turbo"], 1),
}


@pytest.mark.parametrize("text", CORRECTIONS)
def test_every_form_of_a_correction(text: str) -> None:
    session = sheet(f"hand: {BOARDS}", "buy: {Cy: 50}", f"hand: {BOARDS}", text)
    assert repeats(CORRECTIONS[text], session.events[3])


def test_a_hand_with_its_facts_as_played() -> None:
    session = sheet(
        f"hand: {BOARDS}",
        "{hand: {a: x, BOB: foul, Cy: '-'}, button: Ann, fantasyland: {Bob: 13}, forced: true}",
        f"{{hand: {BOARDS}, before: 2, fantasyland: nobody}}",
    )
    first, inserted, second = session.state.hands
    assert (first.number, inserted.entry, second.entry) == (1, 3, 2)
    assert (second.table.button, dict(second.table.fantasyland)) == ("Ann", {"Bob": 13})
    assert list(second.table.players) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("players", "points"),
    [
        ("{Ann: 100, Bob: 60}", {"Ann": 100, "Bob": 60}),
        ("[Ann: 100, Bob: 60]", {"Ann": 100, "Bob": 60}),
        ("[Ann, Bob]", {"Ann": None, "Bob": None}),
        ("Ann, Bob", {"Ann": None, "Bob": None}),
        ("{Ann: , Bob: }", {"Ann": None, "Bob": None}),
    ],
)
def test_players(players: str, points: dict[str, int | None]) -> None:
    session = read_sheet(f"rules: turbo\nplayers: {players}\n", load)
    assert session.setup.players == points
    assert session.setup.button == "Bob"


def test_the_head_of_a_sheet() -> None:
    text = "session: 'No'\ndate: 2026-03-13\nrules: turbo\npoint: 100 JPY\nplayers: [Ann, Bob]\n"
    setup = read_sheet(text + "button: ann\nbank: Nadia\npaid: true\npeople: [Gus]\n", load).setup
    assert (setup.name, setup.date, setup.point) == ("No", "2026-03-13", PointValue(100, "JPY"))
    assert (setup.button, setup.bank, setup.paid) == ("Ann", "Nadia", True)


# Faults


def test_every_fault_of_a_sheet_with_its_line_at_once() -> None:
    text = """\
sesion: Friday
rules: regular
point: 1,250 €
players:
  Ann: 100
  Bob: 100
  Cy: 6.5
button: Zed
events:
  - hand:
      Ann: QhQd2c / KsKd8h8c / AhTh7h5h2h
      Bbo: x
      Cy: 1h2d3c / 4c4d5h5s6s / QhJsTs9s8s
  - buyin: {Cy: 50}
  - buy: {Cy: much}
    payed: true
  - expense: {by: Ann, amount: lots, four: [Ann]}
  - hand: {Ann: x, Bob: x, Cy: x}
    buy: {Ann: 5}
  - void: 7
  - fix: {seven: {Ann: x}}
  - chips: Ann
  - {}
"""
    found = faults(text)
    lines = [int(fault.split()[1].rstrip(":,")) for fault in found]
    assert lines == sorted(lines)
    expected = [
        (1, "did you mean session?"), (3, "two ways"), (7, "not a whole number of points"),
        (8, "no player named 'Zed'"),
        (11, "Ann middle: 4 cards, must be 5"), (12, "did you mean Bob?"), (13, "Cy top"), (14, "did you mean buy?"),
        (15, "'much' is not a whole number"), (16, "no key 'payed'"), (17, "did you mean for?"), (17, "for is missing"),
        (19, "hand and buy in one entry"), (20, "there is no hand 7"), (21, "'seven' is not a hand or an entry"),
        (22, "a map of NAME: VALUE"), (23, "not an event"),
    ]  # fmt: skip
    for line, words in expected:
        assert any(fault.startswith(f"line {line}") and words in fault for fault in found), (line, words, found)


def test_what_is_not_allowed_then_has_its_line() -> None:
    text = (
        HEAD
        + """\
  - hand: {Ann: QQ2 KK883 AA994, Bob: x, Cy: x}
  - leave: Cy
  - hand: {Ann: x, Bob: x}
  - switch: pineapple
  - adjust: {from: Ann, to: Bob, points: 1000}
  - pay: {from: Ann, to: Ann, amount: 5}
"""
    )
    assert faults(text) == [
        "line 7, Cy: nobody may leave: a Fantasyland hand is to come (where it cannot be helped: --forced, "
        "in a sheet forced: true)",
        "line 9, switch: the game changes between sets: the set is not over",
        "line 11, Ann: Ann on both sides",
    ]


def test_a_faulty_hand_does_not_make_later_ones_faulty() -> None:
    broken = "Ann: QhQd2c / KsKd8h8c8d / AhTh7h5h2h, Bob: x, Cy: KsKd2d / 3c3d4s4c5s / 6c6h6d6s7c"
    text = HEAD + "".join(
        f"  - {event}\n"
        for event in (
            f"hand: {{{broken}}}", "hand: {Ann: x, Bob: x, Cy: x}", "hand: {Ann: x, Bob: x}", "leave: Cy",
            "{hand: {Ann: x, Bob: x}, fantasyland: {Ann: 13}}", "chips: {Ann: 5, Bob: 5}", "fix: {2: {Ann: x}}",
            "void: 5", "adjust: {from: Ann, to: Bob, points: 99}", "pay: {from: Ann, to: Ann, amount: 5}",
        )
    )  # fmt: skip
    found = faults(text)
    assert [fault.partition(":")[0].partition(",")[0] for fault in found] == ["line 6", "line 6", "line 13", "line 15"]
    assert "Ann middle, Cy top" in found[0]
    assert "there is no hand 5" in found[2]
    assert "on both sides" in found[3]


@pytest.mark.parametrize("rules", ["rules: nope", "", "rules: [regular]"])
def test_without_a_game_boards_are_still_read(rules: str) -> None:
    found = faults(f"{rules}\nplayers: [Ann, Bob]\nevents:\n  - hand: {{Ann: Jo, Bob: x}}\n  - note: [1]\n")
    assert any(fault.startswith("line 4, Ann") for fault in found)
    assert any(fault.startswith("line 5, note") for fault in found)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "empty", "nothing in it"),
        ("just text", "not-a-sheet", "not a score sheet"),
        ("- a\n- b", "not-a-sheet", "not a score sheet"),
        ("rules: regular\nplayers: []", "nobody", "nobody at the table"),
        ("rules: regular", "key-missing", "players is missing"),
        ("rules: regular\nplayers: {Ann: 1}", "table-size", "1 at the table"),
        ("rules: regular\nplayers: [Alex, Bob, ALEX]", "name-clash", "two players are called"),
        ("rules: regular\nplayers: [José, Jose\u0301]", "name-clash", "two players are called"),
        ("rules: regular\nplayers: {Ann: 1, Ann: 2, Bob: 3}", "duplicate-key", "written twice"),
        ("rules: regular\nplayers: {Ann: 1, Bob: }", "buy-in-missing", "no buy-in for Bob"),
        ("rules: regular\nplayers: [Ann, Bob]\nevents: {hand: 1}", "not-a-list", "list of events"),
        ("a: " + "[" * 60, "too-deep", "deep"),
        (b"\xff\xfeA", "not-utf8", "UTF-16"),
        ("x" * 1_000_001, "too-big", "bigger"),
    ],
)
def test_sheets_that_are_refused(text: str | bytes, code: str, words: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_sheet(text, load)
    assert any(fault.code == code and words in fault.text() for fault in refused.value.faults), refused.value.faults


@pytest.mark.parametrize(
    ("events", "code", "words"),
    [
        ("hand: {Bob: x, b: x, Ann: x}", "given-twice", "two values for Bob"),
        ("hand: {Zed: x}", "unknown-player", "no player named 'Zed'"),
        ("hand: {An: x}", "ambiguous-player", "may be Ann, Anton"),
        ("hand: {Ann: [x], Bob: x}", "not-text", "one text belongs here"),
        ("buy: Ann", "not-a-map", "a map of NAME: VALUE"),
        ("buy: {Ann: 5}", "no-buying-in", "points on paper"),
        ("buyin: {Ann: 5}", "unknown-key", "did you mean buy?"),
        ("seats: {Ann: 1}", "not-a-list", "such as [Ann, Bob]"),
        ("pay: {from: Ann, to: Bob, amount: 5}", "no-currency", "no money"),
        ("pay: {from: Ann, to: Bob}", "key-missing", "amount is missing"),
        ("adjust: 5", "not-a-map", "a map with from, to"),
        ("join: {Cy: {}, Dee: {}}", "one-at-a-time", "one player joins"),
        ("join: {'-x': }", "bad-name", "starts with -"),
        ("fix: {1: {Ann: x}}", "no-target", "there is no hand 1"),
        ("fix: {one: {Ann: x}}", "no-target", "is not a hand or an entry"),
        ("note: x, fix: {e1: {buy: {Ann: 1}}}", "two-events", "note and fix in one entry"),
        ("note: x}, {fix: {e1: {note: y}}, swap: [Ann, Bob]", "unknown-key", "swap is for hands only"),
        ("note: x}, {fix: {e1: {hand: {Ann: x, Bob: x}}}", "retyped", "as what it is"),
        ("note: x}, {fix: {e1: {buy: {Ann: 1}}}", "not-allowed", "as what it is"),
        ("note: x}, {fix: e1", "nothing-to-fix", "nothing is corrected"),
        ("hand: {Ann: x, Bob: x, Anton: x}}, {fix: 1, swap: [Ann, Ann]", "swap", "two players swap"),
        ("void: {hand: 1, entry: 2}", "one-at-a-time", "one void takes one"),
        ("close: true}, {hand: {Ann: x, Bob: x, Anton: x}", "closed", "session is closed"),
        ("leave: Bob, forced: maybe", "not-a-flag", "neither true nor"),
        ("switch: {to: nope}", "error", "no ruleset called"),
    ],
)
def test_events_that_are_refused(events: str, code: str, words: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_sheet(f"rules: regular\nplayers: [Ann, Bob, Anton]\nevents: [{{{events}}}]", load)
    assert any(fault.code == code and words in fault.text() for fault in refused.value.faults), refused.value.faults


@pytest.mark.parametrize("event", ["{}", "5", "[]", "hand"])
def test_what_is_no_event(event: str) -> None:
    with pytest.raises(SheetError) as refused:
        sheet(event)
    assert [fault.code for fault in refused.value.faults] == ["no-event"]


def test_too_many_events() -> None:
    text = "rules: regular\nplayers: [Ann, Bob]\nevents:\n" + "  - note: x\n" * (MOST_EVENTS + 1)
    assert faults(text) == [f"line {MOST_EVENTS + 4}: more than 2,000 events (is this one evening?)"]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_sheets_are_read_or_refused_never_worse(seed: int) -> None:
    rng = random.Random(seed)
    session = sim.evening(random.Random(900 + seed % 5), 25)
    lines = write_sheet(session.setup, session.events).split("\n")
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(lines))
        damage = rng.randrange(4)
        if damage == 0:
            del lines[place]
        elif damage == 1:
            lines.insert(rng.randrange(len(lines)), lines[place])
        elif damage == 2:
            lines[place] = lines[place].replace(rng.choice("aeiou:/1-"), rng.choice(("x", "", "{", ": ")))
        else:
            lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
        lines = lines or [""]
    try:
        read_sheet("\n".join(lines), lambda name: sim.houses().get(name) or load(name))
    except SheetError as error:
        assert error.faults
        for fault in error.faults:
            assert f"{fault.where},".startswith(f"line {fault.line},"), fault


# Names

NAMES = ["No", "007", "1e5", "José", "Zoë 🃏", "אבג", "=HYPERLINK(1)", "<script>", "null", "a: b", "#1", "'", '"',
         "{x}", "~", "yes", "1:30", "0x1F", "@home", "*", "&a", "!x", "%", "|", ">", "李小龙", "👩‍👩‍👧",
         "x" * 40]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_as_they_are_typed(name: str) -> None:
    session = table(name, "Bob", "Cy")
    session.add(Buy({name: 5}))
    session.add(Note(f"{name}: so"))
    session.add(Leave(name))
    session.add(Join(name, 50, after="Bob"))
    session.add(Expense(name, 900, (name, "Bob"), name))
    text = write_sheet(session.setup, session.events)
    again = read_sheet(text, load)
    assert replay_document(again.state) == replay_document(session.state)
    assert again.events == session.events
    assert name in replay_document(again.state)["balances"]


def test_an_accent_typed_in_two_ways_is_one_player() -> None:
    session = read_sheet("rules: turbo\nplayers: [José, Bob]\nevents:\n  - hand: {JOSE\u0301: x, b: x}\n", load)
    assert list(session.state.hands[0].table.players) == ["José", "Bob"]


# Writing


@pytest.mark.parametrize("seed", range(25))
def test_what_is_written_reads_back_to_the_same_evening(seed: int) -> None:
    session = sim.evening(random.Random(2_000 + seed), 45)
    text = write_sheet(session.setup, session.events)
    assert replay_document(read_sheet(text, sim.houses().__getitem__).state) == replay_document(session.state)


def test_a_written_sheet_leaves_out_what_was_undone_and_what_the_rules_give() -> None:
    session = sheet(f"hand: {BOARDS}", "note: gone", "{hand: {Ann: x, Bob: x, Cy: x}, button: Cy}")
    for event in (Undo(), Undo(), Note("kept")):
        session.add(event)
    assert (
        write_sheet(session.setup, session.events)
        == """\
session: Friday
rules: regular
point: 0.25 EUR
players:
  Ann: 100
  Bob: 100
  Cy: 60
button: Cy
events:
  - hand:
      Ann: QJ2 / KK873 / AA994
      Bob: foul
      Cy: foul
    button: Cy
  - note: kept
"""
    )


def test_people_from_before_are_written_too() -> None:
    start = table("Ann", "Bob")
    session = Session(start.setup, known=["Gus"])
    session.add(Pay("Ann", "Gus", 500))
    text = write_sheet(session.setup, session.events)
    again: Any = read_sheet(text, load)
    assert again.known == ("Gus",)
    assert again.state.balances() == session.state.balances()


def test_rules_that_stand_in_the_sheet_itself() -> None:
    text = "rules: {extends: pineapple, points: {row: 3}}\nplayers: [Ann, Bob]\nevents:\n"
    text += "  - switch: {to: {extends: pineapple, points: {row: 4}}}\n"
    session = read_sheet(text, load)
    assert (session.setup.rules.row, session.state.rules.row) == (3, 4)
    written = write_sheet(session.setup, session.events, lambda _: False)
    again = read_sheet(written, load)
    assert (again.setup, again.events) == (session.setup, session.events)
    assert faults(text.replace("row: 3", "row: many")) == [
        "line 1, points.row: 'many' is not a whole number (write a whole number, as in 14)"
    ]


@pytest.mark.parametrize("date", ["yesterday", "20260313", "2026-02-30", "=1+1", "2026-W01-1"])
def test_a_date_is_a_day_of_the_calendar(date: str) -> None:
    assert faults(f'rules: regular\ndate: "{date}"\nplayers: [Ann, Bob]\n') == [
        f"line 2, date: '{date}' is no date (as in 2026-03-13)"
    ]


def test_chips_may_be_owed_where_a_stack_has_no_end() -> None:
    game = "{extends: regular, count: {loser_cap: false, winner_cap: false, bust_leaves_hand: false}}"
    text = f"rules: {game}\nplayers: {{Ann: 5, Bob: 5}}\nevents:\n"
    text += "  - hand: {Ann: foul, Bob: QJ2 KK873 AA994}\n  - chips: {Ann: -1, Bob: 11}\n"
    (check,) = read_sheet(text, load).state.checks
    assert not check.differences
    assert faults(text.replace(game, "regular")) == ["line 5, points: -1 is too few (at least 0)"]
