"""The interactive table without a terminal: what lines mean, the half-typed hand, what is booked."""

from __future__ import annotations

import ast
import gc
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import load_ruleset, read_table
from ofc_score.boards.board import Board
from ofc_score.cli.app import commands
from ofc_score.cli.play import command, prompt
from ofc_score.cli.play.prompt import completions
from ofc_score.cli.play.screen import draft_lines, error_lines
from ofc_score.cli.play.table import PlayTable
from ofc_score.entry import lines
from ofc_score.entry.draft import Draft, Seating, from_data, to_data, was_booked
from ofc_score.entry.lines import Back, Block, Command, Jump, Nothing, Place
from ofc_score.errors import DatabaseError, OfcError

from .command import environment
from .ledgercli import Cli

FULL = {
    "Ann": "QhQd2c / KsKd8h8c3d / AhTh7h5h2h",
    "Bob": "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d",
    "Cy": "9d9h3c / AsAc4d4c6c / QsJhTc9s8s",
}
HANDS = ANN, BOB, CY = ("QQ2 KK883 AT752f", "JJ5 TT774 98765", "993 AA446 QJT98")
SEATS = Seating(load_ruleset("pineapple"), ("Ann", "Bob", "Cy"), (), (), {}, 7, 6, "", "not in this game")
JOKERS = SEATS._replace(rules=load_ruleset("joker-ultimate"))
CLOSED = SEATS._replace(rules=load_ruleset("chinese"), fantasyland={})
WORDS = tuple(commands().words)


def typed(*texts: str, seating: Seating = SEATS, draft: Draft | None = None) -> Draft:
    """The draft after some lines."""
    draft = draft or Draft()
    for text in texts:
        action = lines.read(text, draft, seating, WORDS)
        if isinstance(action, Place):
            draft = draft.place(seating, action.name, action.text)
        elif isinstance(action, Block):
            for name, board in action.boards:
                draft = draft.place(seating, name, board)
        elif isinstance(action, Jump):
            draft = draft.jump(action.name)
        elif isinstance(action, Back):
            draft = draft.back(seating)
    return draft


def boards(draft: Draft) -> dict[str, str]:
    """The boards of a draft as texts."""
    return {name: board.text() for name, board in draft.boards.items()}


# What a line means

MEANINGS = {
    "empty": ("   ", Nothing()),
    "quick board": (ANN, Place(None, ANN)),
    "prefix in front": (f"b {BOB}", Place("Bob", BOB)),
    "prefix and colon": (f"b: {BOB}", Place("Bob", BOB)),
    "colon without a blank": (f"BOB:{BOB}", Place("Bob", BOB)),
    "one row": ("QQ2", Place(None, "QQ2")),
    "spaced cards": ("Qh Qd 2c", Place(None, "Qh Qd 2c")),
    "fouled": ("x", Place(None, "x")),
    "fouled, named": ("c x", Place("Cy", "x")),
    "sits out": ("-", Place(None, "-")),
    "sits out, forced": ("b - forced", Place("Bob", "- forced")),
    "back": ("<", Back()),
    "a name alone": ("b", Jump("Bob")),
    "a name wins over the beginning of a command": ("c", Jump("Cy")),
    "command": ("undo", Command("undo", ())),
    "its beginning": ("u", Command("undo", ())),
    "any case": ("UNDO", Command("undo", ())),
    "words": ("buy c 50", Command("buy", ("c", "50"))),
    "quotes": ('adjust a b 5 --why "a card"', Command("adjust", ("a", "b", "5", "--why", "a card"))),
    "an apostrophe": ("note Ann's idea", Command("note", ("Ann's", "idea"))),
    "a backslash": (r"export --json C:\games\a.json", Command("export", ("--json", r"C:\games\a.json"))),
    "fix of a hand": (f"fix 3 c {CY} --replay", Command("fix", ("3", f"Cy: {CY}", "--replay"))),
    "fix of two boards": (f"fix 3 c: x b: {BOB}", Command("fix", ("3", "Cy: x", f"Bob: {BOB}"))),
    "fix in quotes": (f'fix 3 "Cy: {CY}"', Command("fix", ("3", f"Cy: {CY}"))),
    "fix of an entry": ("fix e4 buy c 60", Command("fix", ("e4", "buy", "c", "60"))),
    "fix with a swap": ("f 3 --swap ann bob", Command("fix", ("3", "--swap", "ann", "bob"))),
    "hand": (f"hand a {ANN} b x c x", Command("hand", (f"Ann: {ANN}", "Bob: x", "Cy: x"))),
    "chat time": (f"[21:14] Ann: {ANN}", Place("Ann", ANN)),
    "chat date and time": (f"13.03.26, 21:14 - Ann: {ANN}", Place("Ann", ANN)),
    "chat time and date": (f"[21:14, 13/03/2026] Ann Smith: {ANN}", Place("Ann", ANN)),
    "a slip in a board": ("QQ2 KK883 AT752lf", Place(None, "QQ2 KK883 AT752lf")),
    "a card too few": ("QQ2 KK88 AT752f", Place(None, "QQ2 KK88 AT752f")),
}


ONE_LINE = {
    "names and colons": f"Ann: {ANN} Bob: JJ5 TT773 98765 Cy: foul",
    "beginnings of names, commas": f"a: {ANN}, b: JJ5 TT773 98765; C : x",
    "a chat's line": f"[21:14] Ann: {ANN} | Bob: JJ5 / TT773 / 98765 | Cy: foul",
    "no names": f"{ANN} JJ5 TT773 98765 foul",
}


@pytest.mark.parametrize("text", ONE_LINE.values(), ids=ONE_LINE)
def test_all_boards_in_one_line(text: str) -> None:
    assert boards(typed(text)) == {"Ann": "QQ2 / KK883 / AT752f", "Bob": "JJ5 / TT773 / 98765", "Cy": "foul"}


def test_one_line_with_two_boards_of_a_player_is_refused() -> None:
    action = lines.read(f"Ann: {ANN} Ann: x", Draft(), SEATS, WORDS)
    assert isinstance(action, Block) and not action.boards
    assert [fault.message for fault in action.faults] == ["two boards for Ann"]


@pytest.mark.parametrize(("text", "meant"), MEANINGS.values(), ids=MEANINGS)
def test_what_a_line_means(text: str, meant: lines.Action) -> None:
    assert lines.read(text, Draft(), SEATS, WORDS) == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("zzz", "'zzz' is not a board, a player or a command (help lists all)"),
        ("undoo", "'undoo' is not a board, a player or a command (did you mean undo?)"),
        *(
            (it, f"'{it}' may be {', '.join(w for w in WORDS if w.startswith(it))} (type more of it)")
            for it in ("bu", "sta")
        ),
        (f"dee: {ANN}", "no player named 'dee' (at the table: Ann, Bob, Cy)"),
        ('note "half', 'a quote is not closed (as in --why "dealt twice")'),
    ],
)
def test_what_means_nothing(text: str, told: str) -> None:
    with pytest.raises(OfcError) as caught:
        lines.read(text, Draft(), SEATS, WORDS)
    assert error_lines(caught.value, None) == [f"! {told}"]


def test_every_command_is_one_word_with_unique_beginnings() -> None:
    assert len(set(WORDS)) == len(WORDS) and all(word.isalpha() for word in WORDS)
    for word in WORDS:
        for length in range(1, len(word) + 1):
            begun = word[:length]
            if begun in (*WORDS, "play") or sum(other.startswith(begun) for other in WORDS) > 1 or begun in "ABCabc":
                continue
            assert lines.read(begun, Draft(), SEATS, WORDS) == Command(word, ()), begun


def test_a_player_called_like_a_row_or_a_command() -> None:
    seating = SEATS._replace(playing=("Kat", "Log", "Jo"))
    with pytest.raises(OfcError, match="'kat' may be Kat or cards"):
        lines.read("kat", Draft(), seating, WORDS)
    assert lines.read("K A T", Draft(), seating, WORDS) == Place(None, "K A T")
    assert lines.read(f"kat: {ANN}", Draft(), seating, WORDS) == Place("Kat", ANN)
    assert lines.read(f"kat {ANN}", Draft(), seating, WORDS) == Place("Kat", ANN)
    assert lines.read("log", Draft(), seating, WORDS) == Command("log", ())
    assert lines.read("log: x", Draft(), seating, WORDS) == Place("Log", "x")
    with pytest.raises(OfcError, match="'log' may be Log or the command"):
        lines.read(f"log {ANN}", Draft(), seating, WORDS)
    assert lines.read(f"fix 2 kat {ANN} log x", Draft(), seating, WORDS).words == (  # type: ignore[union-attr]
        "2", f"Kat: {ANN}", "Log: x",
    )  # fmt: skip


# Boards


@pytest.mark.parametrize(
    "texts",
    [
        ("QQ2 KK883 AT752f",),
        ("QQ2 / KK883 / AT752f",),
        ("QQ2", "KK883", "AT752f"),
        ("QQ2 KK883", "AT752f"),
        ("QQ2 /", "KK883 / AT752f"),
        ("Q Q 2", "K K 8 8 3", "A T 7 5 2 f"),
        ("QQ2", "QQ2 KK883 AT752f"),
        ("QQ3", "<", "QQ2", "KK884", "<", "KK883", "AT752f"),
        ("QQ2", "b", "JJ5", "a", "KK883", "AT752f"),
        ("x", "<", "QQ2 KK883 AT752f"),
        ("x", "a QQ2", "KK883", "AT752f"),
    ],
    ids=" ; ".join,
)
def test_ways_to_type_a_board(texts: tuple[str, ...]) -> None:
    assert boards(typed(*texts))["Ann"] == "QQ2 / KK883 / AT752f"


FAULTS = {
    "a card on the table": ((FULL["Ann"], "JsJd5c / TsTd7h7c3h / 9c8d7d6s5d"), ["Bob middle: 7h is in Ann's bottom"]),
    "in a single row": ((FULL["Ann"], "JsJd5c", "TsTd7h7c3h"), ["Bob middle: 7h is in Ann's bottom"]),
    "in the rows of another": (("JsJd5c", "b", "Js9d9c"), ["Bob top: Js is in Ann's top"]),
    "twice on a board": (
        ("JsJd5c JsTd7s7c3h 9c8d7d6s5d",),
        ["Js: Ann top, Ann middle (each card is in the deck once)"],
    ),
    "twice in a row": (("JsJs5c",), ["Js: Ann top, Ann top (each card is in the deck once)"]),
    "five of a rank": (
        (ANN, "KK5 KJJ22 98765"),
        ["K: 5 kings on the table: Ann middle, Bob top, Bob middle (a deck has four of each rank)"],
    ),
    "short top": (("QQ",), ["Ann top: 2 cards, must be 3"]),
    "bottom first": (("AT752f",), ["Ann top: 5 cards, must be 3"]),
    "short middle": (("QQ2", "KK88"), ["Ann middle: 4 cards, must be 5"]),
    "all three rows turned": (
        ("AT752f KK883 QQ2",),
        ["Ann: the rows stand bottom first (begin with the row of three cards)"],
    ),
    "no card": (("1h2d3c",), ["Ann top: '1h' is not a card (did you mean A or 10?)"]),
    "any low card": (("QQx",), ["Ann top: 'x' is not a card (name the card, or Jo for a joker)"]),
    "a joker": (("QQJo",), ["Ann top: a joker in a game without jokers"]),
    "sitting out": (
        ("-",),
        ["Ann: cannot sit out: not in this game (type `- forced` to do it anyway; the log will say so)"],
    ),
    "all are in": (("x", "x", "x", "x"), ["all boards are in"]),
}


@pytest.mark.parametrize(("texts", "told"), FAULTS.values(), ids=FAULTS)
def test_what_is_refused_at_once(texts: tuple[str, ...], told: list[str]) -> None:
    before = typed(*texts[:-1])
    with pytest.raises(OfcError) as caught:
        typed(texts[-1], draft=before)
    assert [fault.text() for fault in caught.value.faults] == told


def test_a_board_typed_again_may_use_its_own_cards() -> None:
    assert boards(typed(FULL["Ann"], f"a {FULL['Ann']}")) == {"Ann": FULL["Ann"]}


def test_half_a_board_typed_again_keeps_the_hand_open() -> None:
    draft = typed("x", "x", "x", "a QQ2")
    assert not draft.complete(SEATS) and draft.turn(SEATS) == "Ann"
    back = typed("<", draft=draft)
    assert back.complete(SEATS) and back.boards == typed("x", "x", "x").boards


def test_back_goes_through_all_boards_and_ends() -> None:
    draft = typed("b x", ANN, "993")
    turns = []
    for _ in range(4):
        draft = draft.back(SEATS)
        turns.append(draft.turn(SEATS))
    assert turns == ["Cy", "Ann", "Bob", "Ann"]
    assert draft.empty


def test_forced_sitting_out_is_forgotten_with_the_board() -> None:
    draft = typed(ANN, "- forced")
    assert draft.forced and draft.boards["Bob"].kind == "out"
    assert not draft.back(SEATS).forced


def test_out_and_resting_players_show_no_board() -> None:
    seating = SEATS._replace(playing=("Ann", "Bob"), out=("Cy",), resting=("Dee",))
    for text, told in ((f"c: {CY}", "Cy is out: no points left"), (f"d {CY}", "Dee rests this hand")):
        with pytest.raises(OfcError) as caught:
            typed(text, seating=seating)
        assert caught.value.faults[0].message == told


def test_declared_naturals_and_surrender() -> None:
    assert typed("dragon 2h3h4h5h6h7h8h9hThJhQhKhAh", seating=CLOSED).boards["Ann"].natural == "dragon"
    with pytest.raises(OfcError, match="fault"):
        typed("surrender", seating=CLOSED)


_ORDERS = st.permutations(["Ann", "Bob", "Cy"])
_FORMS = st.lists(st.sampled_from(["whole", "slashes", "rows", "two and one"]), min_size=3, max_size=3)


@given(_ORDERS, _FORMS, st.booleans())
def test_any_order_and_form_gives_the_same_hand(order: list[str], forms: list[str], kept: bool) -> None:
    draft = Draft()
    for name, form in zip(order, forms, strict=True):
        top, middle, bottom = FULL[name].split(" / ")
        said = {
            "whole": [f"{top} {middle} {bottom}"],
            "slashes": [FULL[name]],
            "rows": [top, middle, bottom],
            "two and one": [f"{top} {middle}", bottom],
        }[form]
        for text in said:
            draft = typed(f"{name}: {text}", draft=draft)
            if kept:
                recalled = from_data(json.loads(json.dumps(to_data(draft, 6, 7))), SEATS.rules)
                assert recalled == (draft, 6, 7, ())
    assert draft.complete(SEATS)
    assert draft.hand(SEATS).boards == read_table(FULL, SEATS.rules)


@pytest.mark.parametrize("data", [None, [], {"format": 2}, {"format": 1}, {"format": 1, "boards": 3}, "x", 5])
def test_what_is_no_draft_is_no_draft(data: object) -> None:
    assert from_data(data, SEATS.rules) is None


def test_a_draft_of_another_game_says_what_is_lost() -> None:
    kept = to_data(typed("QQJo KK883 AT752f", "x", seating=JOKERS), 0, 1)
    recalled = from_data(kept, SEATS.rules)
    assert recalled is not None
    assert recalled.lost == ("Ann: QQJo / KK883 / AT752f",)
    assert boards(recalled.draft) == {"Bob": "foul"}


def test_a_draft_knows_when_it_was_booked() -> None:
    hand = typed(*HANDS).hand(SEATS)
    assert was_booked(typed(*HANDS[:2]), [hand])
    assert was_booked(typed(*HANDS[:2], "993"), [hand])
    assert not was_booked(typed(*HANDS[:2]), [])
    assert not was_booked(typed(HANDS[1]), [hand])
    assert not was_booked(typed("QQ2"), [hand])


# Pasted blocks

BLOCKS = {
    "names in front, any order": f"Cy: {HANDS[2]}\nAnn: {HANDS[0]}\nBob: {HANDS[1]}",
    "chat with blank lines": f"[21:14] Ann: {HANDS[0]}\n\n[21:15] Cy: {HANDS[2]}\r\n\r\n[21:16] Bob: {HANDS[1]}\n",
    "dates and longer names": f"[21:14, 13/03/2026] Ann Smith: {HANDS[0]}\n[21:14, 13/03/2026] ~Bob: {HANDS[1]}\n"
    f"[21:15, 13/03/2026] cy 🃏: {HANDS[2]}",
    "exported chat": f"13.03.26, 21:14 - Bob: {HANDS[1]}\n3/13/26, 9:15 PM - Ann: {HANDS[0]}\n21:16 Cy: {HANDS[2]}",
    "names on lines of their own": f"Ann, [13.03.2026 21:14]\n{HANDS[0]}\nBob, [13.03.2026 21:15]\n{HANDS[1]}\n"
    f"Cy:\n{HANDS[2]}",
    "rows below each other": "Ann:\n" + HANDS[0].replace(" ", "\n") + f"\nBob: {HANDS[1]}\nCy\n"
    + HANDS[2].replace(" ", "\n"),
    "no names": "\n".join(HANDS),
    "no names, all rows": "\n".join(HANDS).replace(" ", "\n"),
    "direction marks": f"\u200eAnn: {HANDS[0]}\n\u200e[21:14] Bob: {HANDS[1]}\n\u202aCy: {HANDS[2]}\u202c",
}  # fmt: skip


@pytest.mark.parametrize("text", BLOCKS.values(), ids=BLOCKS)
def test_a_pasted_block_is_the_hand(text: str) -> None:
    action = lines.read(text, Draft(), SEATS, WORDS)
    assert isinstance(action, Block) and not action.faults
    assert typed(text).hand(SEATS).boards == typed(*HANDS).hand(SEATS).boards


def test_a_block_takes_boards_only() -> None:
    action = lines.read(f"Ann: {ANN}\nundo\nlol\nAnn: x\nDee: x", Draft(), SEATS, WORDS)
    assert isinstance(action, Block) and not action.boards
    told = [fault.text() for fault in action.faults]
    assert told == [
        "'undo' is no board",
        "'lol' is no board",
        "no player named 'Dee' (at the table: Ann, Bob, Cy)",
        "two boards for Ann (paste one hand at a time)",
    ]


# Keys


def test_a_hand_takes_at_most_sixty_keys_and_a_foul_two(table: Table) -> None:
    keys = [f"{text}\n" for text in HANDS]
    assert sum(map(len, keys)) <= 60
    table.type(*HANDS)
    assert len(table.cli.booked().state.hands) == 1
    assert len("x\n") == 2
    table.type("x")
    assert table.play.draft.boards["Ann"] == Board("foul")


# The table


class Table:
    """A table in this process, and everything it said."""

    def __init__(self, folder: Path, **start: str) -> None:
        self.cli = Cli(folder / "l.db")
        options = {"rules": "progressive", "players": "Ann=100,Bob=100,Cy=60", "date": "2026-03-13"} | start
        self.cli.ok("start", *(word for key, value in options.items() for word in (f"--{key}", value)))
        self.said: list[str] = []
        self.play = self.sit_down()

    def sit_down(self) -> PlayTable:
        """Another process at the same table."""
        return PlayTable(self.cli.db, 1, commands(), self.said.append, self.said.append, lambda: 80)

    def type(self, *texts: str) -> str:
        """Type lines; what was answered to them."""
        start = len(self.said)
        for text in texts:
            self.play.answer(text)
        return "\n".join(self.said[start:])

    @property
    def files(self) -> list[str]:
        """What lies beside the ledger and the journal that is kept while it is open."""
        ours = (self.cli.db.name, f"{self.cli.db.name}-journal")
        return sorted(path.name for path in self.cli.db.parent.iterdir() if path.name not in ours)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Ann, Bob and Cy at progressive pineapple."""
    table = Table(tmp_path)
    yield table
    table.play.close()


def test_a_hand_is_booked_and_told(table: Table) -> None:
    first = table.type(HANDS[0])
    assert first.splitlines()[0] == "Ann: royalties 11"
    assert "then in Fantasyland with 14 cards (pair of queens on top)" in first
    assert table.play.prompt == "1 Bob> "
    last = table.type("JJA TT774 98765", "x").splitlines()
    assert "Bob: royalties 8" in last and "Cy: foul" in last
    assert last[-2:] == [
        "Cy puts in 31, Ann takes 26, Bob takes 5",
        "Next: button Cy · Ann in Fantasyland with 14 cards",
    ]
    assert table.play.prompt == "2 Ann (14 cards)> "
    assert table.files == []


def test_a_foul_tells_its_reason_when_the_board_is_complete(table: Table) -> None:
    assert table.type("QQ2 JJ983 AT752f").splitlines()[0] == (
        "Ann: foul, pair of queens on top beats pair of jacks in the middle"
    )


def test_the_same_as_the_command(table: Table, tmp_path: Path) -> None:
    other = Cli(tmp_path / "other.db")
    other.ok("start", "--rules", "progressive", "--players", "Ann=100,Bob=100,Cy=60", "--date", "2026-03-13")
    for name, board in FULL.items():
        table.type(f"{name}: {board}")
    other.ok("hand", *(f"{name}: {board}" for name, board in FULL.items()))
    assert table.cli.evening() == other.evening()


def test_it_is_on_the_disk_before_anything_is_said(table: Table) -> None:
    booked: list[int] = []
    table.type(*HANDS[:2])
    table.play.say = lambda _: booked.append(len(table.cli.booked().state.hands))
    table.play.answer(HANDS[2])
    assert booked and set(booked) == {1}


def test_a_new_process_goes_on_with_the_half_typed_hand(table: Table) -> None:
    table.type(HANDS[0], "c x", "JJ5")
    (name,) = table.files
    if sys.platform != "win32":
        assert (table.cli.db.parent / name).stat().st_mode & 0o777 == 0o600
    table.play = table.sit_down()
    table.play.opening()
    assert "  Ann: QQ2 / KK883 / AT752f\n  Cy: foul\n  Bob: JJ5 / ..." in table.said[-1]
    assert table.play.prompt == "1 Bob middle> "
    table.type("TT774", "98765")
    assert table.files == [] and len(table.cli.booked().state.hands) == 1


def test_stopped_between_booking_and_tidying_up(table: Table) -> None:
    table.type(*HANDS[:2])
    (name,) = table.files
    left = (table.cli.db.parent / name).read_bytes()
    table.type(HANDS[2])
    (table.cli.db.parent / name).write_bytes(left)
    table.play = table.sit_down()
    assert table.play.draft.empty and table.play.prompt == "2 Ann (14 cards)> "
    assert table.files == []


def test_a_busy_ledger_loses_no_board(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> int:
        raise DatabaseError("the ledger is busy", hint="repeat")

    table.type(*HANDS[:2])
    with monkeypatch.context() as patched:
        patched.setattr(table.play.live, "book", busy)
        assert "! the ledger is busy (repeat)" in table.type(HANDS[2])
    table.play = table.sit_down()
    assert table.play.prompt == "1 all in> "
    table.play.opening()
    assert table.said[-1].startswith("All boards are in, the hand is not booked")
    table.type("")
    assert len(table.cli.booked().state.hands) == 1 and table.files == []


def test_the_same_boards_right_after_are_refused(table: Table) -> None:
    fouls = ("x", "x", HANDS[0])
    table.type(*fouls)
    again = table.type(*fouls)
    assert "! already booked as hand 1 (again books them twice, drop forgets them)" in again
    assert len(table.cli.booked().state.hands) == 1
    table.type("again")
    assert len(table.cli.booked().state.hands) == 2
    table.type(*fouls, "drop")
    assert table.play.draft.empty and len(table.cli.booked().state.hands) == 2


def test_commands_act_on_this_table(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.type(*HANDS, "buy c 50", HANDS[0], "u", "und")
    assert [entry.kind for entry in table.cli.booked().entries] == ["hand", "buy", "undo", "undo"]
    assert table.play.prompt == "1 Bob> ", "the half-typed hand stays"
    table.type("<", *HANDS, f"fix 1 c x b {HANDS[1]}", "status")
    printed = capsys.readouterr().out
    assert "Chips to move now" in printed
    assert table.cli.booked().state.hands[0].fixed


def test_boards_that_stay_say_for_which_hand_they_are_now(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """Typed for hand 2, they are still there when the next hand is another one."""
    table.type(*HANDS, HANDS[1], "b QQ2")
    kept = ["  Ann: JJ5 / TT774 / 98765", "  Bob: QQ2 / ..."]
    assert table.type("status").splitlines() == ["Half typed, now for hand 2:", *kept]
    assert table.type("undo").splitlines() == ["Half typed, now for hand 1:", *kept]
    table.play = table.sit_down()
    assert boards(table.play.draft) == {"Ann": "JJ5 / TT774 / 98765"}, "kept for that hand"
    table.type("redo", "hand a x b x c x", "void 2 --replay")
    assert table.said[-1].splitlines()[0] == "Half typed, now for hand 3:", "a number is not used again"
    table.play.width = lambda: 40
    assert max(map(len, table.type("drop").splitlines())) <= 40
    capsys.readouterr()


def test_a_board_that_is_typed_anew_is_shown_with_what_it_replaces() -> None:
    lines = draft_lines(typed(HANDS[0], "a QQ2"), SEATS, None)
    assert lines == ["Half typed, now for hand 7:", "  Ann: QQ2 / KK883 / AT752f", "  Ann: QQ2 / ..."]


def test_who_does_not_play_any_more_keeps_his_board_marked() -> None:
    draft = typed(HANDS[0], "b QQ2")
    alone = SEATS._replace(playing=("Cy",), resting=("Ann", "Bob"))
    assert draft_lines(draft, alone, None) == [
        "Half typed, now for hand 7:",
        "  Ann: QQ2 / KK883 / AT752f (does not play this hand)",
        "  Bob: QQ2 / ... (does not play this hand)",
    ]


def test_another_session_than_the_open_one(table: Table) -> None:
    table.cli.ok("start", "--rules", "pineapple", "--players", "Ann,Bob", "--date", "2026-03-14", "--aside")
    table.play = table.sit_down()
    table.type(*HANDS, "note kept apart")
    assert len(table.cli.booked(1).entries) == 2 and not table.cli.booked(2).entries


def test_close_and_start_without_leaving(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.type(*HANDS, "close")
    assert "Chips to count: Ann 115" in capsys.readouterr().out
    assert table.play.prompt == "> "
    assert "! the session is closed" in table.type(HANDS[0])
    table.type("start --rules pineapple --players Ann,Bob")
    assert table.play.prompt == "1 Ann> "
    table.type("x", HANDS[0])
    assert len(table.cli.booked(2).state.hands) == 1


def test_books_changed_elsewhere_are_noticed(table: Table) -> None:
    table.type(HANDS[0])
    table.cli.ok("hand", *(f"{name}: {board}" for name, board in FULL.items()))
    said = table.type("b x")
    assert said.splitlines()[0] == "The ledger was changed elsewhere:"
    assert "nothing was taken of this line: it was typed for hand 1" in said
    assert table.play.prompt.startswith("2 Ann")
    table.type("b x")
    assert boards(table.play.draft) == {"Bob": "foul"}
    assert len(table.cli.booked().state.hands) == 1


def test_the_last_board_of_a_hand_that_was_booked_elsewhere_books_no_other(table: Table) -> None:
    """Whoever presses Enter at the end of hand 1 must not start hand 2 with it."""
    table.type(*HANDS[:2])
    table.cli.ok("hand", *(f"{name}: {board}" for name, board in FULL.items()))
    table.type("x")
    assert [record.number for record in table.cli.booked().state.hands] == [1]
    assert table.play.draft.empty


def test_a_restored_ledger_is_opened_anew(table: Table, tmp_path: Path) -> None:
    table.cli.ok("backup", str(tmp_path / "copy.db"))
    table.type(*HANDS)
    table.type(f"restore {tmp_path / 'copy.db'}")
    table.type(*HANDS)
    assert len(table.cli.booked().state.hands) == 1


def test_a_renamed_player_keeps_the_board(table: Table) -> None:
    table.type(HANDS[0], "player rename Ann Anna")
    assert boards(table.play.draft) == {"Anna": "QQ2 / KK883 / AT752f"}
    assert table.play.prompt == "1 Bob> "


def test_help(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    listed = table.type("help")
    assert set(WORDS) <= set(listed.split())
    assert len(listed.splitlines()) <= 24
    table.type("help fi")
    assert "ofc-score fix" in capsys.readouterr().out
    assert "! no help for 'zz'" in table.type("help zz")
    assert "Forget" in table.type("help drop")


def test_quit_and_an_empty_line(table: Table) -> None:
    assert table.type("") == "" and not table.play.left
    table.type("q")
    assert table.play.left


def test_back_with_nothing_typed_points_at_undo(table: Table) -> None:
    assert "undo takes back the last entry" in table.type("<")


def test_everything_fits_into_forty_columns(table: Table) -> None:
    table.play.width = lambda: 40
    table.play.opening()
    said = table.type(FULL["Ann"], "QQ2", "JsJd5c / TsTd7h7c3h / 9c8d7d6s5d", FULL["Bob"], "x", "help")
    assert max(len(line) for text in (said, *table.said) for line in text.splitlines()) <= 40


def test_all_in_fits_into_forty_columns(table: Table) -> None:
    """Where the hand is refused as booked already, the boards stay."""
    table.type(*HANDS, *HANDS)
    table.play.width = lambda: 40
    said = table.type("status")
    assert said.endswith("All boards are in, the hand is not\n  booked: Enter books it, < takes a\n  board back")
    assert max(map(len, said.splitlines())) <= 40


def test_a_folder_that_cannot_be_written_is_told_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table.play.half.keep, "save", full)
    assert table.type("x", "x").count("cannot be kept over a restart: No space left on device") == 1


def test_names_and_commands_are_completed() -> None:
    offered = ["Ann", "Anna", "adjust", "again"]
    assert completions("an", offered) == ["Ann", "Anna"]
    assert completions("a", offered) == offered
    assert completions("z", offered) == []


def test_the_prompt_library_is_loaded_by_play_alone(tmp_path: Path) -> None:
    program = "import sys\nfrom ofc_score.cli import common\nfrom ofc_score.cli.app import app\n"
    program += "common.run(app, sys.argv[1:])\nprint('prompt_toolkit' in sys.modules)"
    for args in (["status"], ["start", "--rules", "pineapple", "--players", "Ann,Bob"], ["--help"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *args, *(["--db", "l.db"] if args != ["--help"] else [])],
            capture_output=True, text=True, cwd=tmp_path, env=environment(tmp_path), check=True, encoding="utf-8",
        )  # fmt: skip
        assert done.stdout.endswith("False\n")


def test_what_lines_mean_is_worked_out_without_a_terminal() -> None:
    """Drafts and lines know no files, clock or screen; one module alone knows the prompt library."""
    folder = Path(lines.__file__).parent
    impure = {
        "os",
        "sys",
        "pathlib",
        "time",
        "datetime",
        "typer",
        "prompt_toolkit",
        "ofc_score.ledger",
        "ofc_score.entry.booking",
    }
    for module in ("draft", "lines", "rows"):
        assert not impure & _imported(folder / f"{module}.py")
    knows = {path.name for path in folder.parent.rglob("*.py") if "prompt_toolkit" in _imported(path)}
    assert knows == {"prompt.py"}


def _imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    return {*names, *(name.partition(".")[0] for name in names)} - {"ofc_score"}


def test_an_unknown_console_gets_plain_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tty(io.StringIO):
        def isatty(self) -> bool:
            return True

    def unknown(*_: object) -> None:
        raise RuntimeError("no console buffer")

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", Tty("QQ2\n"))
    monkeypatch.setattr("sys.stdout", Tty())
    monkeypatch.setattr(prompt, "_edited", unknown)
    ask = prompt.asker(tmp_path / "l.db", lambda: (), lambda: ())
    assert ask("1 Ann> ") == "QQ2"
    with pytest.raises(EOFError):
        ask("1 Ann> ")


def test_ctrl_c_while_a_line_is_answered_loses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped just after the hand was booked: the table goes on from what is on the disk; the next Ctrl-C leaves."""
    asked = iter([*HANDS, None])
    seat = table.play._seat

    def ask(_: str) -> str:
        text = next(asked)
        if text is None:
            raise KeyboardInterrupt
        return text

    def interrupted() -> None:
        monkeypatch.setattr(table.play, "_seat", seat)
        raise KeyboardInterrupt

    monkeypatch.setattr(table.play, "_seat", interrupted)
    assert command._talk(table.play, ask) == 130
    assert len(table.cli.booked().state.hands) == 1
    assert table.play.draft.empty and table.play.prompt == "2 Ann (14 cards)> "


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_stays_flat_over_five_hundred_hands(tmp_path: Path) -> None:
    """The open session itself takes some kilobytes a hand; nothing else may grow."""

    def pages() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    table = Table(tmp_path, rules="pineapple", players="Ann=100000,Bob=100000,Cy=100000")
    for number in range(500):
        table.type(*(HANDS if number % 2 else ("x", *HANDS[1:])))
        table.said.clear()
        if number == 99:
            before = pages()
    assert table.play.prompt.startswith("501 ")
    assert (pages() - before) * os.sysconf("SC_PAGE_SIZE") < 400 * 20_000
