"""How lines at the interactive table are read: names that may be cards, one line for all, what chats put around it."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import load_ruleset
from ofc_score.boards.board import Board
from ofc_score.cli.app import commands
from ofc_score.cli.play.screen import error_lines
from ofc_score.entry import lines
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.lines import Action, Block, Command, Jump, Nothing, Place
from ofc_score.errors import OfcError

from .effort import at_most
from .test_play import Table, _imported, table  # noqa: F401

A, B, C = "QQ2 KK883 AT752f", "JJ5 TT773 98765", "993 AA446 QJT98"
WORDS = tuple(commands().words)
PINEAPPLE = load_ruleset("pineapple")
JOKERS = load_ruleset("joker-ultimate")


def seats(text: str = "Bob, Ann, Cy", *, resting: str = "", out: str = "", jokers: bool = False) -> Seating:
    """A table with these players; the first is asked first."""
    playing, rest, gone = (tuple(it.split(", ")) if it else () for it in (text, resting, out))
    rules = JOKERS if jokers else PINEAPPLE
    return Seating(rules, playing, gone, rest, {}, 1, 0, "", "not in this game")


def read(text: str, seating: Seating | None = None, draft: Draft | None = None) -> Action:
    """What the line means; Bob is asked, where nobody else is."""
    return lines.read(text, draft or Draft(), seating or seats(), WORDS)


def refusal(text: str, seating: Seating | None = None, draft: Draft | None = None) -> str:
    """Why a line is refused, be it when it is read or when its board is placed."""
    seating, draft = seating or seats(), draft or Draft()
    with pytest.raises(OfcError) as caught:
        placed(text, seating, draft)
    return "\n".join(error_lines(caught.value, None))


def placed(text: str, seating: Seating, draft: Draft | None = None) -> Draft:
    """The draft with what the line says."""
    action, draft = read(text, seating, draft), draft or Draft()
    parts = [action] if isinstance(action, Place) else list(action.boards) if isinstance(action, Block) else []
    for name, board in parts:
        draft = draft.place(seating, name, board)
    return draft


def told(action: Action) -> dict[str | None, str]:
    """The boards of a line or block by player."""
    assert isinstance(action, Place | Block), action
    parts = [action] if isinstance(action, Place) else list(action.boards)
    assert len({part.name for part in parts}) == len(parts) or {part.name for part in parts} == {None}
    return {part.name: part.text for part in parts}


# A name that can be read as a card

NAME_OR_CARD = {
    "one card missing": ("a KK QQ883 J9752f", "Bob, Ann, Cy", "'a' may be Ann or a card"),
    "a row": ("k QQ", "Bob, Kim, Cy", "'k' may be Kim or a card"),
    "with its suit": ("Ah KhQh QsQd8c8h3s JhJs5d4d2c", "Bob, Ahmed", "'Ah' may be Ahmed or a card"),
    "ambiguous": ("a KK QQ883 J9752f", "Bob, Ann, Al", "'a' may be Ann, Al or a card"),
    "quick board": ("q Q2 KK883 AT752f", "Bob, Quentin", "'q' may be Quentin or a card"),
    "commas": ("K, QQ", "Bob, Kim", "'K,' may be Kim or a card"),
    "second name": ("ann k QQ QQ883 J9752f", "Ann Klein, Bob", "'k' may be part of a name or a card"),
    "second name and a row": ("ann k QQ", "Ann Klein, Bob", "'k' may be part of a name or a card"),
    "second name, in one line": (
        "ann k QQ QQ883 J9752f bob x", "Ann Klein, Bob", "'k' may be part of a name or a card"
    ),
    "number of a list": ("2. KK QQ883 J9752f", "Bob, Ann", "'2.' may be a mark in front of the board or a card"),
    "number and bracket": ("2) KK QQ883 J9752f", "Bob, Ann", "'2)' may be a mark in front of the board or a card"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "who", "why"), NAME_OR_CARD.values(), ids=NAME_OR_CARD)
def test_a_name_that_may_be_a_card_is_refused(text: str, who: str, why: str) -> None:
    why_not = refusal(text, seats(who))
    assert why_not.startswith(f"! {why}") and "a row without a blank" in why_not


def test_a_mark_that_may_be_a_joker_is_refused() -> None:
    assert "'*' may be a mark" in refusal("* KK QQ883 J9752f", seats(jokers=True))
    assert read("*KK QQ883 J9752f", seats(jokers=True)) == Place(None, "*KK QQ883 J9752f")


def test_a_name_that_may_be_a_card_of_the_next_row_is_refused() -> None:
    assert "'a' may be Ann or a card" in refusal("a KK88", draft=Draft(rows={"Bob": ("QQ2",)}))
    both = Draft(rows={"Bob": ("JJ5",)})
    assert "'ta' may be Tanja or" in refusal("ta QQ2", seats("Bob, Tanja"), both)
    kat = Draft(rows={"Kat": ("JJ5",)})
    both_ways = "'kat QQ883 J9752f' may be Kat: QQ883 J9752f or Bob: kat QQ883 J9752f"
    assert both_ways in refusal("kat QQ883 J9752f", seats("Bob, Kat"), kat)


STILL_CARDS = {
    "each card apart": ("A K K / Q Q 8 8 3 / J 9 7 5 2 f", "Bob, Ann"),
    "each card of a row apart": ("k q q", "Bob, Kim"),
    "commas": ("Q, Q, 2", "Bob, Quentin"),
    "no blank": ("KQQ", "Bob, Kim"),
    "no blank in a board": ("AKK QQ883 J9752f", "Bob, Ann"),
    "a row like a name": ("KAT QQ883 J9752f", "Bob, Kat"),
    "nobody of that name": ("a KK QQ883 J9752f", "Bob, Cy"),
}


@pytest.mark.parametrize(("text", "who"), STILL_CARDS.values(), ids=STILL_CARDS)
def test_cards_stay_cards(text: str, who: str) -> None:
    assert read(text, seats(who)) == Place(None, text)


@pytest.mark.parametrize(
    ("text", "board"),
    [("a: KKQ QQ883 J9752f", "KKQ QQ883 J9752f"), ("a Q Q 2 K K 8 8 3 A T 7 5 2 f", "Q Q 2 K K 8 8 3 A T 7 5 2 f")],
)
def test_a_name_with_a_whole_board_stays_a_name(text: str, board: str) -> None:
    assert read(text) == Place("Ann", board)


_MISSING = [(rank, at) for rank, at in product("atjqk", range(13))]


@pytest.mark.parametrize(("rank", "at"), _MISSING, ids=str)
def test_a_board_that_lacks_a_card_is_nobody_elses(rank: str, at: int) -> None:
    """Whichever card was forgotten: the name in front is never taken for it."""
    cards = list("224336688979T")
    del cards[at]
    sizes = [3 - (at < 3), 5 - (3 <= at < 8), 5]
    rows = "".join(cards[: sizes[0]]), "".join(cards[sizes[0] : sizes[0] + sizes[1]]), "".join(cards[sum(sizes[:2]) :])
    seating = seats(f"Bob, {rank.upper()}xel, Cy")
    for glue in (" ", " / ", ""):
        assert refusal(f"{rank} {glue.join(rows)}", seating)


# Beginnings of commands that can be read as cards


@pytest.mark.parametrize("text", ["Jo Q 2", "Jo Q2h", "j 5", "q 5", "jo KK 22", "Jo Q 2 / K K 8 8 3 / 9 8 7 6 5"])
def test_cards_are_no_beginning_of_a_command(text: str) -> None:
    assert read(text) == Place(None, text)
    assert refusal(text)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("join Q 2", Command("join", ("Q", "2"))),
        ("jo Kim 50", Command("join", ("Kim", "50"))),
        ("jo", Command("join", ())),
        ("q", Command("quit", ())),
        ("ad a c 5", Command("adjust", ("a", "c", "5"))),
        ("note [21:14]  Ann: ｗide 😀", Command("note", ("[21:14]", "Ann:", "ｗide", "😀"))),
        ("buy\tc\u00a050", Command("buy", ("c\u00a050",))),
    ],
)
def test_what_stays_a_command(text: str, command: Command) -> None:
    assert read(text) == command


def test_jokers_are_cards_where_there_are_some() -> None:
    assert read("Jo Q 2", seats(jokers=True)) == Place(None, "Jo Q 2")


# hand and fix in the words of the command line

AS_TYPED: dict[str, tuple[str, tuple[str, ...]]] = {
    "a board in quotes": ('hand "QJ2 KK883 AA994" foul foul', ("QJ2 KK883 AA994", "foul", "foul")),
    "no names": ("hand x x x", ("x", "x", "x")),
    "no names, in quotes": ('hand "x" "x" "x"', ("x", "x", "x")),
    "no names, rows": (f"hand {A} {B} {C}", (A, B, C)),
    "no names, mixed": (f"hand {A} x {C}", (A, "x", C)),
    "no names, cards apart": ("hand Q Q 2 K K 8 8 3 A T 7 5 2 f x x", ("Q Q 2 K K 8 8 3 A T 7 5 2 f", "x", "x")),
    "options last": ("hand a x b x c x --before 1", ("Ann: x", "Bob: x", "Cy: x", "--before", "1")),
    "option with =": ("hand a x b x c x --no=1", ("Ann: x", "Bob: x", "Cy: x", "--no=1")),
    "colons": (f"hand a: {A} b: x c: x", (f"Ann: {A}", "Bob: x", "Cy: x")),
    "strokes": (f"hand a {A.replace(' ', ' / ')} b - c x", (f"Ann: {A.replace(' ', ' / ')}", "Bob: -", "Cy: x")),
    "fix, options": ("fix 1 --button b --swap a b", ("1", "--button", "b", "--swap", "a", "b")),
    "fix, colons without blanks": ("fix 1 c:x b:x", ("1", "Cy: x", "Bob: x")),
    "fix, blank before the colon": ("fix 1 c : x", ("1", "Cy: x")),
    "fix, who has left": (f'fix 1 "dee: {B}"', ("1", f"dee: {B}")),
    "fix, a faulty board": ("fix 1 c QQ2 KK88 AT752f --replay", ("1", "Cy: QQ2 KK88 AT752f", "--replay")),
    "fix of an entry": ("fix e4 buy c 60 --paid", ("e4", "buy", "c", "60", "--paid")),
    "fix of an entry, option in front": ('fix --why "x y" e4 buy c 60', ("--why", "x y", "e4", "buy", "c", "60")),
    "help": ("fix -h", ("-h",)),
    "boards behind an option stay words": ("hand --no 1 a x b x c x", ("--no", "1", "a", "x", "b", "x", "c", "x")),
    "who has left, without quotes": (f"fix 1 dee: {B}", ("1", "dee:", *B.split())),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), AS_TYPED.values(), ids=AS_TYPED)
def test_hand_and_fix_take_the_words_of_the_command_line(text: str, words: tuple[str, ...]) -> None:
    assert read(text) == Command(text.split(maxsplit=1)[0], words)


@pytest.mark.parametrize(
    ("text", "who", "words"),
    [
        ("hand x x x", "x, Bob, Cy", ("x", "x", "x")),
        ("hand x: x b: x c: x", "x, Bob, Cy", ("x: x", "Bob: x", "Cy: x")),
        ("hand x x x", "Xavier, Bob, Cy", ("x", "x", "x")),
        ("fix 1 x: x", "x, Bob, Cy", ("1", "x: x")),
        (f"hand ann s {A} ann j x c x", "Ann Smith, Ann Jones, Cy", (f"Ann Smith: {A}", "Ann Jones: x", "Cy: x")),
        ("hand ann: x bob: x", "Ann Xu, Bob", ("Ann Xu: x", "Bob: x")),
        ("fix 3 a Q Q 2 / K K 8 8 3 / A T 7 5 2 f k x", "Ann, Kim, Quentin",
         ("3", "Ann: Q Q 2 / K K 8 8 3 / A T 7 5 2 f", "Kim: x")),
    ],
)  # fmt: skip
def test_names_in_front_of_the_boards_of_hand_and_fix(text: str, who: str, words: tuple[str, ...]) -> None:
    assert read(text, seats(who)) == Command(text.split(maxsplit=1)[0], words)


def test_a_natural_behind_fix() -> None:
    seating = seats("Ann, Bob")._replace(rules=load_ruleset("chinese"))
    dragon = "dragon 2h3h4h5h6h7h8h9hThJhQhKhAh"
    assert read(f"fix 1 a {dragon} b x", seating) == Command("fix", ("1", f"Ann: {dragon}", "Bob: x"))


@pytest.mark.parametrize(
    ("text", "who", "why"),
    [
        (f"hand x {B} c x", "Xavier, Bob, Cy", f"may be Xavier: {B}, Cy: x or boards in turn: x, {B} c, x"),
        ("hand ann x bob x", "Ann Xu, Bob", "'ann x' may be Ann Xu or 'x' of Ann Xu"),
    ],
)
def test_boards_of_hand_and_fix_that_may_be_two_things(text: str, who: str, why: str) -> None:
    assert why in refusal(text, seats(who))


ORDINARY: dict[str, tuple[str, tuple[str, ...]]] = {
    "a reason": ("adjust a b 5 --why pizza", ("a", "b", "5", "--why", "pizza")),
    "a reason in quotes": ('owe a b 5 --why "pizza and beer"', ("a", "b", "5", "--why", "pizza and beer")),
    "without quotes": ("owe a b 5 --why pizza and beer", ("a", "b", "5", "--why", "pizza", "and", "beer")),
    "a name": ('join Dee 100 --after "Ann Smith"', ("Dee", "100", "--after", "Ann Smith")),
    "a new session": ('start --name "Friday night" --players "Ann Lee=50, Bob"',
                      ("--name", "Friday night", "--players", "Ann Lee=50, Bob")),
    "words of one argument": ("note pizza and beer --json", ("pizza", "and", "beer", "--json")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), ORDINARY.values(), ids=ORDINARY)
def test_commands_take_the_words_of_the_command_line(text: str, words: tuple[str, ...]) -> None:
    assert read(text, seats("Ann Smith, Ann Lee, Bob")) == Command(text.split(maxsplit=1)[0], words)


def test_a_reason_without_quotes_books_nothing(table: Table, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    table.type("adjust ann bob 5 --why pizza and beer")
    assert "beer" in capsys.readouterr().err
    assert not table.cli.booked().entries


def test_a_reason_of_several_words_at_the_table(table: Table, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    table.type('adjust ann bob 5 --why "pizza and beer"', "leave cy", 'join "Dee Lee" 50 --after Ann')
    table.type('button dee --why "he asked for it"', "note late again")
    assert not capsys.readouterr().err
    table.type("log", "status")
    out = capsys.readouterr().out
    assert "pizza and beer" in out and "he asked for it" in out and "late again" in out


def test_hand_and_fix_at_the_table(table: Table, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    """The boards without a name belong to the players in the order of their seats."""
    table.type(f"hand {A} foul {C}", "fix 1 c x --replay", f"hand a x b {B} c x --before 1")
    records = table.cli.booked().state.hands
    assert [{name: board.text() for name, board in it.hand.boards.items()} for it in records] == [
        {"Ann": "foul", "Bob": "JJ5 / TT773 / 98765", "Cy": "foul"},
        {"Ann": "QQ2 / KK883 / AT752f", "Bob": "foul", "Cy": "foul"},
    ]
    assert not capsys.readouterr().err


# Names of several words

SHORTER = {
    "an s K82 QQ964 JJTT8": Place("Ann Smith", "K82 QQ964 JJTT8"),
    "an s: K82 QQ964 JJTT8": Place("Ann Smith", "K82 QQ964 JJTT8"),
    "AN S. x": None,
    "a smi x": Place("Ann Smith", "x"),
    "*a l:* x": Place("Ann Lee", "x"),
    "a l - x": Place("Ann Lee", "x"),
    "a s": Jump("Ann Smith"),
    "o b j: x": Place("Otto Bert Jones", "x"),
    "o b x": Place("Otto Bert Jones", "x"),
    "otto bert s x": None,
    "s x": None,
    "an s x x": None,
    "a s x a l x o b x bob x": Block(
        (Place("Ann Smith", "x"), Place("Ann Lee", "x"), Place("Otto Bert Jones", "x"), Place("Bob", "x")), ()
    ),
    "a s: x\na l\nx": Block((Place("Ann Smith", "x"), Place("Ann Lee", "x")), ()),
    "fix 1 a s x": Command("fix", ("1", "Ann Smith: x")),
}


@pytest.mark.parametrize(("text", "meant"), SHORTER.items(), ids=SHORTER)
def test_words_that_begin_those_of_a_name(text: str, meant: Action | None) -> None:
    seating = seats("Bob, Ann Smith, Ann Lee, Otto Bert Jones")
    if meant is None:
        refusal(text, seating)
    else:
        assert read(text, seating) == meant


@pytest.mark.parametrize("text", ["a s x", "a s: QQ2 KK883 AT752f", "a s", "fix 1 a s x", "a s x\nbob x"])
def test_words_that_begin_those_of_two_names(text: str) -> None:
    seating = seats("Ann Smith, Al Stone, Bob")
    if "\n" in text:
        action = read(text, seating)
        assert isinstance(action, Block) and action.boards == (Place("Bob", "x"),)
        assert [fault.message for fault in action.faults] == ["'a s' may be Ann Smith, Al Stone"]
    else:
        assert refusal(text, seating) == "! 'a s' may be Ann Smith, Al Stone (type more of the name)"


def test_a_name_that_begins_so_wins_over_its_words() -> None:
    assert read("ann s x", seats("Ann S, Anna Stone, Bob")) == Place("Ann S", "x")
    assert read("ann s x", seats("Ann Smith, Anna Stone, Bob")) == Place("Ann Smith", "x")


@pytest.mark.parametrize("text", ["an k KK QQ883 J9752f", "a k QQ QQ883 J9752f"])
def test_the_second_word_of_a_name_may_be_a_card(text: str) -> None:
    assert "'k' may be part of a name or a card" in refusal(text, seats("Bob, Ann Klein"))
    apart = "a k q / q q 8 8 3 / j 9 7 5 2 f"
    assert read(apart, seats("Bob, Ann Klein")) == Place(None, apart)


# A player called x


@pytest.mark.parametrize("board", ["x", B, "-"])
def test_a_player_called_x(board: str) -> None:
    for name in ("x", "Xavier"):
        seating = seats(f"Bob, {name}, Cy")
        why = refusal(f"x {board}", seating)
        assert f"'x {board}' may be {name}: {board} or boards in turn: x, {board} (put a colon behind the name)" in why
        assert read(f"x: {board}", seating) == Place(name, board)


@pytest.mark.parametrize("who", ["Bob, x, Cy", "Bob, Xavier, Cy"])
def test_x_alone_and_a_row_of_them_are_fouls(who: str) -> None:
    if who == "Bob, x, Cy":
        assert "'x' may be x or a board (x: for the player, foul for the board)" in refusal("x", seats(who))
        assert read("foul", seats(who)) == Place(None, "foul")
    else:
        assert read("x", seats(who)) == Place(None, "x")
    assert read("x x x", seats(who)) == Block((Place(None, "x"),) * 3, ())
    assert read("x:", seats(who)) == Jump(who.split(", ")[1])


@pytest.mark.parametrize("text", ["Cy\nx -\nBob: x", "Cy\nx x\nBob: x", f"{A} {B}\nx"])
def test_two_boards_on_one_line_of_a_block_need_names(text: str) -> None:
    action = read(text)
    assert isinstance(action, Block) and {place.name for place in action.boards} <= {"Bob"}
    assert any("whose boards are" in it.message or "boards in turn" in it.message for it in action.faults)


def test_x_on_lines_of_their_own() -> None:
    assert read("x\nx\nx", seats("Bob, Xavier, Cy")) == Block((Place(None, "x"),) * 3, ())
    action = read(f"Foul 21:14\n{A}", seats("Bob, Foul, Cy"))
    assert isinstance(action, Block) and not action.boards
    assert action.faults[0].message == "'Foul' may be Foul or a board"
    assert told(read(f"Foul: {A}\nbob x", seats("Bob, Foul, Cy"))) == {"Foul": A, "Bob": "x"}


def test_foul_words_without_such_a_player() -> None:
    assert read("x x") == Block((Place(None, "x"), Place(None, "x")), ())
    assert read("x x [21:14]") == read("x x")
    assert read(f"x {A}") == Block((Place(None, "x"), Place(None, A)), ())
    assert "'foul x' may be Fouladi: x or boards in turn: foul, x" in refusal("foul x", seats("Bob, Fouladi"))
    assert f"'- {A}' may be Bob: {A} or boards in turn: -, {A}" in refusal(f"- {A}")
    assert "all boards are in" in refusal("x x x x x x x x x")


def test_a_line_that_can_be_cut_in_two_ways_is_refused() -> None:
    why = refusal("ann x x x x", seats("Ann, Ann X, X, X X"))
    assert "may be Ann X: x, X: x or Ann: x, X X: x (put a colon behind the name)" in why


@pytest.mark.parametrize("text", ["a x x x", "x x b x"])
def test_x_inside_a_line_of_names_is_no_beginning_of_a_name(text: str) -> None:
    assert refusal(text, seats("Ann, Bob, Xavier"))


# Names


@pytest.mark.parametrize(
    ("text", "who", "meant"),
    [
        (f"ann s {A}", "Ann Smith, Ann Jones", Place("Ann Smith", A)),
        (f"Ann Smith {A}", "Ann Smith, Ann Jones", Place("Ann Smith", A)),
        (f"ann {A}", "Ann Smith, Bob", Place("Ann Smith", A)),
        ("Ann j x", "Ann Smith, Ann Jones", Place("Ann Jones", "x")),
        (f"maria del mar ruiz {A}", "Bob, Maria del Mar Ruiz", Place("Maria del Mar Ruiz", A)),
        (f"Zoë 🃏 {A}", "Bob, Zoë 🃏", Place("Zoë 🃏", A)),
        ("Zoë 🃏", "Bob, Zoë 🃏", Jump("Zoë 🃏")),
        ("b zzz", "Bob, Ann", Place("Bob", "zzz")),
        ("b <", "Bob, Ann", Place("Bob", "<")),
        ("f 3 c: x", "Fred, Bob, Cy", Command("fix", ("3", "Cy: x"))),
        ("fix 3 c: x", "Fixman, Bob, Cy", Command("fix", ("3", "Cy: x"))),
        (f"log: {A}", "Log, Bob", Place("Log", A)),
    ],
)
def test_names_without_a_colon(text: str, who: str, meant: Action) -> None:
    assert read(text, seats(who)) == meant


@pytest.mark.parametrize(
    ("text", "who", "why"),
    [
        (f"ann {A}", "Ann Smith, Ann Jones", "'ann' may be Ann Smith, Ann Jones (type more of the name)"),
        ("ann", "Ann Smith, Ann Jones", "'ann' may be Ann Smith, Ann Jones (type more of the name)"),
        ("b zzz", "Ann, Bob", "Bob top: 'zzz' is not a card"),
        ("b <", "Ann, Bob", "Bob top: '<' is not a card"),
        ("hand x", "Handke, Bob", "'hand' may be Handke or the command (Handke: x for the player)"),
        ("join x", "Join, Bob", "'join' may be Join or the command (Join: x for the player)"),
        (f"hand {A}", "Handke, Bob", "'hand' may be Handke or the command"),
        (f"log {A}", "Log, Bob", "'log' may be Log or the command"),
        ("exit", "Ann, Bob", "'exit' is not a board, a player or a command (did you mean quit?)"),
        ("bye", "Ann, Bob", "'bye' is not a board, a player or a command (did you mean quit?)"),
        ("play", "Ann, Bob", "play is running (quit leaves it)"),
        ("PLAY --rules pineapple", "Ann, Bob", "play is running (quit leaves it)"),
    ],
)
def test_what_is_told(text: str, who: str, why: str) -> None:
    assert why in refusal(text, seats(who))


@pytest.mark.parametrize("text", ["dee", "d", "Dee x", f"dee {A}", "d 21:14", f"Dee: {A}"])
def test_who_rests_is_told_so(text: str) -> None:
    assert refusal(text, seats(resting="Dee")) == "! Dee rests this hand"
    assert refusal(text, seats(out="Dee")) == "! Dee is out: no points left"


# Names that look like something else

BELONGS: dict[str, tuple[str, str, dict[str, str]]] = {
    "a day": ("Alex 1, Alex 2", f"Alex 2 21:14\n{A}\nAlex 1 21:15\n{B}", {"Alex 2": A, "Alex 1": B}),
    "a day, listed": ("Ted, Ann", f"2. Ann 21:14\n{A}\n1. Ted 21:15\n{B}", {"Ann": A, "Ted": B}),
    "a day, name and list": ("Alex 1, Alex 2", f"3. Alex 2 21:14\n{A}\nAlex 1 x", {"Alex 2": A, "Alex 1": "foul"}),
    "a day behind the clock": ("Alex 1, Alex 2", f"21:14 Alex 2 {A}", {"Alex 2": A}),
    "a day in front of a colon": ("Ann Lee, Ann Lee 2", f"Ann Lee 2 21:14: {A}", {"Ann Lee 2": A}),
    "a shorter name with a day": ("Ann, Ann Lee 2", f"Ann Lee 2 21:14: {A}", {"Ann Lee 2": A}),
    "a number and today": ("Ann, Ann 1", f"Ann 1 Today at 21:14\n{A}", {"Ann 1": A}),
    "today and a name": ("Ann 1, Ann 2", f"Today at 21:14 Ann 2 {A}", {"Ann 2": A}),
    "a time and a comma": ("Ann 1, Ann 2", f"21:14, Ann 2\n{A}\n21:15, Ann 1\n{B}", {"Ann 2": A, "Ann 1": B}),
    "a real day": ("Bob, Ann", f"Ann\n13. Mar 21:14\n{A}", {"Ann": A}),
    "x at its end": ("Ann, Malcolm X", f"Malcolm X\n{B}", {"Malcolm X": B}),
    "x at its end, timed": ("Ann, Malcolm X", f"malcolm x 21:14\n{B}", {"Malcolm X": B}),
    "x at its end, one line": ("Ann, Malcolm X", f"malcolm x {B}", {"Malcolm X": B}),
    "x at its end, a foul": ("Ann, Malcolm X", "malcolm x x", {"Malcolm X": "foul"}),
    "x at its end, shorter colon": ("Ann, Malcolm X", "mal: x", {"Malcolm X": "foul"}),
    "Tom with a colon": ("Tom, Tom X", "tom: x", {"Tom": "foul"}),
    "a board and Tom X": ("Tom, Tom X", f"tom x {B}", {"Tom X": B}),
    "exactly x, a colon": ("Ann, X, Bob", f"X: {B}", {"X": B}),
    "a foul and a comma": ("Xi, Bob, Cy", f"x,\n{B}\n{A}", {"Xi": "foul", "Bob": B, "Cy": A}),
    "a colon in it": ("Dr: Who, Whoopi", f"Dr: Who: {A}", {"Dr: Who": A}),
    "a colon in it, begun": ("Dr: Who, Whoopi", f"Dr: W: {A}", {"Dr: Who": A}),
    "a colon in it, two": ("Dr: Who, Whoopi", f"Dr: Who: {A} Whoopi: {B}", {"Dr: Who": A, "Whoopi": B}),
    "a colon in it, alone": ("Whoopi, Dr: Who", f"Dr: Who\n{A}", {"Dr: Who": A}),
    "the longest whole name": ("Bob, Fay A, Fay", f"Fay A Smith: {A}", {"Fay A": A}),
    "a longer name": ("Bob, Fay A, Fay", f"Fay Smith: {A}", {"Fay": A}),
    "cards, a header": ("Bob, Kat", f"Kat:\n{A}\nBob {B}", {"Kat": A, "Bob": B}),
    "cards, not the whole name": ("Bob, Kate", f"KAT\nQQ883\nJ9752f\n{B}", {"Bob": "KAT QQ883 J9752f", "Kate": B}),
}  # fmt: skip


@pytest.mark.parametrize(("who", "text", "boards"), BELONGS.values(), ids=BELONGS)
def test_a_board_is_whose_it_is(who: str, text: str, boards: dict[str, str]) -> None:
    found = placed(text, seats(who)).boards
    assert {name: board.text().replace(" / ", " ") for name, board in found.items()} == boards


@pytest.mark.parametrize(
    ("who", "text", "why"),
    [
        ("Alex 1, Alex 2", f"Alex 2 21:14 {A}", "'1' is not a card"),
        ("Alex 1, Alex 2", f"[Alex 2, 21:14] {A}", "'1' is not a card"),
        ("Tom, Tom X", "tom x", "'tom x' may be Tom X or 'x' of Tom (put a colon behind the name)"),
        ("Ann Xu, Bob", "ann x", "'ann x' may be Ann Xu or 'x' of Ann Xu"),
        ("Ann, Malcolm X", "mal x", "'mal x' may be Malcolm X or 'x' of Malcolm X"),
        ("Ann, Malcolm X", f"Malcolm X Ann {B}", "'Malcolm X' may be Malcolm X or 'X' of Malcolm X"),
        ("Tom, Tom X, Ann", f"Tom X Ann {B}", "'Tom X' may be Tom X or 'X' of Tom"),
        ("Ann, Xi, Bob", f"- X {A}", f"may be Xi: {A} or boards in turn: -, X, {A}"),
        ("Ann, Xi, Bob", f"x - {A}", f"may be Xi: {A} or boards in turn: x, -, {A}"),
        ("Ann, Xi, Bob", f"{B} x {A}", f"'x {A}' may be Xi or 'x' and the next board"),
        ("Ann, Cy, Bob", f"{B} - {A}", f"may be boards in turn: {B}, -, {A} or boards in turn: {B}, {A}"),
        ("Xi, Bob", f"x, {B}", f"may be Xi: {B} or boards in turn: x, {B}"),
        ("Xi, Bob", f"x- {B}", f"'x {B}' may be Xi or 'x' and the next board"),
        ("Foula, Bob", f"foul, {B}", f"may be Foula: {B} or boards in turn: foul, {B}"),
        ("Bob, Fay Adams, Fay", f"Fay A Smith: {A}", "no player named 'Fay A Smith'"),
        ("Bob, Kat", "Kat", "'Kat' may be Kat or cards (Kat: for the player, K a t for the cards)"),
        ("Kat, Bob", "Kat", "'Kat' may be Kat or cards"),
    ],
)
def test_a_name_that_may_be_something_else_is_refused(who: str, text: str, why: str) -> None:
    assert why in refusal(text, seats(who))


def test_names_like_boards_alone() -> None:
    assert read("Malcolm X", seats("Ann, Malcolm X")) == Jump("Malcolm X")
    assert read("Dr: Who", seats("Whoopi, Dr: Who")) == Jump("Dr: Who")
    assert read("Kat", seats("Bob, Kat"), Draft(rows={"Bob": ("QQ2",)})) == Jump("Kat")
    assert read("Kat", seats("Bob, Kate")) == Place(None, "Kat")
    assert "'KAT' may be Kat or cards" in refusal("KAT", seats("Bob, Kat"))
    assert refusal("Malcolm X", seats("Ann, Bob", resting="Malcolm X")) == "! Malcolm X rests this hand"


IN_DOUBT = {
    "a foul of the shorter name": ("Tom, Tom X, Al", f"Tom X\n{B}", "'Tom X' may be Tom X or 'X' of Tom"),
    "behind another name": ("Al, Tom, Tom X", f"al\ntom x\n{B}", "'tom x' may be Tom X or 'x' of Tom"),
    "a time or a name": ("Ann, Mary", f"Ann\n13. Mar 21:14\n{A}", "'13. Mar 21:14' may be a time or a player"),
    "a comma": ("Xi, Bob", f"x, {B}\n{A}", f"'x, {B}' may be Xi: {B} or boards in turn: x, {B}"),
    "a name or a card": ("Bob, Ann", f"A K / 44556 / T9872\n{B}", "'A' may be Ann or a card"),
    "a name or a card, bulleted": ("Bob, Ann", f"- A K / 44556 / T9872\n- {B}", "'A' may be Ann or a card"),
    "one of two": ("Bob, Alan, Alfred", f"Al {A}\n{B}", "'Al' may be Alan, Alfred"),
}


@pytest.mark.parametrize(("who", "text", "why"), IN_DOUBT.values(), ids=IN_DOUBT)
def test_no_board_moves_up_behind_a_line_in_doubt(who: str, text: str, why: str) -> None:
    action = read(text, seats(who))
    assert isinstance(action, Block) and not action.boards
    assert action.faults[0].message.startswith(why)


@pytest.mark.parametrize("mark", ["", "- ", "• ", "1. ", "2) ", "* "])
@pytest.mark.parametrize(
    ("who", "top"), [("Ann", "A K 3"), ("Tom", "T K J"), ("Jack", "J A K"), ("Al", "A K 3"), ("Queenie", "Q A 3")]
)
def test_a_bulleted_board_of_cards_apart_is_read_as_the_bare_one(mark: str, who: str, top: str) -> None:
    first = f"{top} / 44556 / 99872"
    text = f"{mark}{first}\n{mark}QQ2 KK883 A9752f"
    assert read(text, seats(f"Bob, {who}")) == Block((Place(None, first), Place(None, "QQ2 KK883 A9752f")), ())
    if mark in ("- ", "2) ", "* "):
        assert f"'{mark.strip()}" in refusal(f"{mark}{first}", seats(f"Bob, {who}"))
    else:
        assert read(f"{mark}{first}", seats(f"Bob, {who}")) == Place(None, first)


# What chats put around it

IN_FRONT = (
    "- Ann: ", "• Ann: ", "1. Ann: ", "1) Ann: ", "> Ann: ", ">Ann: ", "@Ann: ", "*Ann*: ", "*Ann:* ", "**Ann:** ",
    "- *Ann*: ", "<Ann> ", "Ann - ", "Ann – ", "Ann — ", "Ann = ", "Ann -> ", "Ann\t", "Ann\u00a0", "Ann, ", "Ann; ",
    "Ann | ", "| Ann | ", "Ann： ", "Ａｎｎ：", "ａ ", "Ann : ", '"Ann": ', "Ann Smith: ", "~Ann: ", "\u2060Ann: ",
    "\u200bAnn:\u200b ", "21:14 Ann: ", "21:14 – Ann: ", "21:14 - Ann ", "[21:14] <Ann> ", "[21:14] Ann - ",
    "[Mar 13, 2026 at 21:14] Ann: ", "[13 Mar 2026 21:14] Ann: ", "13/3/26, 9:14\u202fp. m. - Ann: ",
    "13/3/26, 9:14 a. m. - Ann: ", "[13/03/26, 9:14:05\u202fPM] Ann: ", "2026-03-13 21:14 Ann: ", "Ann 21:14: ",
    "Ann [21:14]: ", "Ann (21:14): ", "Ann, [13.03.2026 21:14]: ",
)  # fmt: skip


@pytest.mark.parametrize("front", IN_FRONT)
def test_what_stands_in_front_of_a_board(front: str) -> None:
    assert read(f"{front}{A}") == Place("Ann", A)
    block = read(f"{front}{A}\nBob: {B}")
    assert told(block) == {"Ann": A, "Bob": B}


TAILS = (
    " (edited)", " (Edited)", " <This message was edited>", " 😀", "🎉", " 👍🏽🔥", " 👩‍💻", "\u200b", "\u2060",
    " ✅ (edited)", " ☺️", "\u00a0", " 21:14", " 9:14\u202fPM", " [21:14]", " (edited) 21:14", " 😀 [13.03.26, 21:14]",
)  # fmt: skip


@pytest.mark.parametrize("tail", TAILS)
def test_what_stands_behind_a_board(tail: str) -> None:
    assert read(A + tail) == Place(None, A)
    assert read(f"Ann: {A}{tail}") == Place("Ann", A)
    assert read(f"ann {A}{tail}") == Place("Ann", A)
    assert told(read(f"Ann: {A}{tail}\nBob: {B}{tail}")) == {"Ann": A, "Bob": B}


@pytest.mark.parametrize("sign", "♣♧♦♢♥♡♠♤❤💙🖤🔶☘🍀🂡")
def test_signs_that_may_be_a_suit_are_never_taken_away(sign: str) -> None:
    for text in (f"QQ2 KK883 AT752{sign}", f"QQ2 KK883 AT752 {sign}\ufe0f"):
        place = read(text)
        assert isinstance(place, Place) and sign in place.text


def test_jokers_behind_a_board_are_cards() -> None:
    for joker in ("🃏", "*", "Jo"):
        text = f"QQ2 KK883 AT75{joker}"
        assert read(text, seats(jokers=True)) == Place(None, text)


@pytest.mark.parametrize("text", ["Ann", "Ann:", "Ann: /", "ann /", "ann / /"])
def test_a_name_without_cards_asks_for_that_board(text: str) -> None:
    assert read(text) == Jump("Ann")


def test_a_picture_alone_is_no_board() -> None:
    assert "'❌' is not a card" in refusal("Ann: ❌")


@pytest.mark.parametrize(
    "text",
    ["Ann 21:14", "Ann — Today at 9:14 PM", "Ann  9:14 PM", "Ann, [13 Mar 2026 21:14]", "Ann (21:14)", "Ann:", "- Ann",
     "Ann, [13.03.2026 21:14]:", "ann 13.03.26, 21:14", "<Ann>", "@ann", "Ann · 21:14"],
)  # fmt: skip
def test_a_name_and_the_time_of_a_message(text: str) -> None:
    assert read(text) == Jump("Ann")
    assert told(read(f"{text}\n{A}\nBob: {B}")) == {"Ann": A, "Bob": B}


def test_cards_are_no_time() -> None:
    assert read("Ann 10.22") == Place("Ann", "10.22")
    assert read("10.22 KK883 AT754f") == Place(None, "10.22 KK883 AT754f")


@pytest.mark.parametrize("text", ["[21:14]", "21:14", "(9:14 PM)"])
def test_a_time_alone_is_no_empty_line(text: str) -> None:
    """An empty line books a hand that is complete."""
    assert not isinstance(read("\u200b\u00a0"), Place) and read(" ") == Nothing()
    assert refusal(text)


DASHES: dict[str, tuple[str, Place]] = {
    "sits out": ("-", Place(None, "-")),
    "forced": ("- forced", Place(None, "- forced")),
    "named": ("b -", Place("Bob", "-")),
    "named, forced": ("b - forced", Place("Bob", "- forced")),
    "named, shorter": ("b -f", Place("Bob", "-f")),
    "a dash and a foul": ("b - foul", Place("Bob", "foul")),
    "a dash and an x": ("b - x", Place("Bob", "x")),
    "a dash and a dash": ("b - -", Place("Bob", "-")),
    "colon": ("b: -", Place("Bob", "-")),
}


@pytest.mark.parametrize(("text", "meant"), DASHES.values(), ids=DASHES)
def test_a_dash(text: str, meant: Place) -> None:
    assert read(text) == meant
    if meant.name is not None:
        assert told(read(f"{text}\nAnn: x")) == {"Bob": meant.text, "Ann": "x"}


# All boards in one line

ONE_LINE = {
    "commas": f"Ann {A}, Bob {B}, Cy {C}",
    "nothing between": f"a {A} b {B} c {C}",
    "dashes": f"Ann - {A} Bob - {B} Cy - {C}",
    "equals": f"Ann = {A}; Bob = {B}; Cy = {C}",
    "bullets": f"- Ann: {A} - Bob: {B} - Cy: {C}",
    "pictures": f"Ann: {A} 🎉 Bob: {B} 😀 Cy: {C} (edited)",
    "who rests": f"Ann: {A} Bob: {B} Dee: - Cy: {C}",
    "who rests, no colons": f"a {A} b {B} d - c {C}",
}


@pytest.mark.parametrize("text", ONE_LINE.values(), ids=ONE_LINE)
def test_all_boards_in_one_line(text: str) -> None:
    action = read(text, seats(resting="Dee"))
    assert isinstance(action, Block) and not action.faults
    assert told(action) == {"Ann": A, "Bob": B, "Cy": C}


def test_fouls_of_all_in_one_line() -> None:
    assert told(read("a x b x c x")) == {"Ann": "x", "Bob": "x", "Cy": "x"}


@pytest.mark.parametrize(
    "text",
    [f"Ann {A} Bob JJ5 TT77 98765 Cy x", f"Ann {A} Bob QQ2 Cy x", "a x b x a x", "a x b", f"Ann {A} gg Bob x",
     f"Ann {A} Zed {B}", f"Ann {A} Zed: {B}", f"Ann QQ2 KK88 AT752f Bob: {B}", f"Ann QQ2 Bob: {B}",
     f"Ann x Bob: {B} zzz", f"< a {A}", "< Ann", f"Bob a: {B}", f"Ann x Zed: {B}", f"Ann has won it all: {B}",
     f"Ann note Bob: {B}", f"Ann: {A} Bob {B} Cy: {C}", "ann: x bob x", f"Ann {A} Bob: {B} Cy QQ2"],
)  # fmt: skip
def test_a_line_in_which_one_part_is_no_board_places_nothing(text: str) -> None:
    assert refusal(text)


# Pasted blocks

WRAPPED = {
    "rest of a line": f"Ann: QQ2 KK883\nAT752f\nBob: {B}",
    "strokes at the end": f"Ann: QQ2 /\nKK883 /\nAT752f\nBob: {B}",
    "in mid-row": f"Ann: QQ2 KK8\n83 AT752f\nBob: {B}",
    "two cards left": f"Ann: QQ2 KK883 AT7\n52f\nBob: {B}",
    "one card left": f"Ann: QQ2 KK883 AT75\n2f\nBob: {B}",
    "a name without a colon": f"Ann QQ2\nKK883\nAT752f\nb {B}",
    "the time on a line of its own": f"Ann\n21:14\n{A}\nBob\nYesterday at 21:15\n{B}",
    "both in one line": f"gm\u200b\nAnn: {A} Bob: {B}".removeprefix("gm\u200b\n") + "\n\n",
}


@pytest.mark.parametrize("text", WRAPPED.values(), ids=WRAPPED)
def test_wrapped_boards(text: str) -> None:
    action = read(text)
    assert isinstance(action, Block) and not action.faults
    boards = placed(text, seats()).boards
    assert {name: board.text() for name, board in boards.items()} == {
        "Ann": "QQ2 / KK883 / AT752f", "Bob": "JJ5 / TT773 / 98765",
    }  # fmt: skip


AT_A_STROKE = {
    "behind it, a picture at the end": "• *Bob:* KK3 / 99552 /\n6h7h8h9hJh 🔥🔥",
    "in front of it, a picture at the end": "• *Bob:* KK3 / 99552\n/ 6h7h8h9hJh 🔥🔥",
    "behind the first": "Bob: KK3 /\n99552 / 6h7h8h9hJh 🔥",
    "in front of the first": "Bob: KK3\n/ 99552 / 6h7h8h9hJh (edited)",
    "behind both": "Bob: KK3 /\n99552 /\n6h7h8h9hJh 21:14",
    "in front of both": "Bob: KK3\n/ 99552\n/ 6h7h8h9hJh 🔥",
    "told on both sides": "Bob: KK3 /\n/ 99552 / 6h7h8h9hJh",
    "the other stroke": "Bob KK3 |\n99552 |\n6h7h8h9hJh 🔥",
    "and at none": "Bob: KK3 /\n99552\n6h7h8h9hJh",
    "and in mid-row": "Bob:\nKK3 /\n99552 / 6h7h8h\n9hJh 🔥",
    "quoted": "> Bob: KK3 / 99552 /\n> 6h7h8h9hJh 🔥",
    "all of them": "Bob: KK3 / 99552 / 6h7h\n8h9hJh 🔥",
}


@pytest.mark.parametrize("text", AT_A_STROKE.values(), ids=AT_A_STROKE)
def test_boards_wrapped_at_a_stroke(text: str) -> None:
    """Whatever stands behind the last card."""
    action = read(f"{text}\nAnn: {A}\nCy: x")
    assert isinstance(action, Block) and not action.faults
    boards = {name: board.text() for name, board in placed(f"{text}\nAnn: {A}\nCy: x", seats()).boards.items()}
    assert boards == {"Bob": "KK3 / 99552 / 6h7h8h9hJh", "Ann": "QQ2 / KK883 / AT752f", "Cy": "foul"}


@given(st.lists(st.sampled_from([" /\n", "\n/ ", " / ", " |\n| ", "/\n\n"]), min_size=2, max_size=2),
       st.sampled_from(["", " 🔥", " 21:14", " (edited)"]))  # fmt: skip
def test_however_a_board_is_wrapped_at_its_strokes(breaks: list[str], tail: str) -> None:
    text = f"KK3{breaks[0]}99552{breaks[1]}6h7h8h9hJh"
    assert placed(f"Bob: {text}{tail}", seats()).boards["Bob"].text() == "KK3 / 99552 / 6h7h8h9hJh"


@pytest.mark.parametrize("tail", ["", " 🔥", f"\nAnn: {A}", f"\nAnn\n{A}"], ids=["end", "picture", "board", "name"])
@pytest.mark.parametrize(
    "board", ["KK3 / 99552 / 6h7h8h9hJh", "QhQd2c KsKd8h8c3d AhTh7h5h2h", A, "QQ2 / KK883 / AT752f"]
)
def test_wherever_a_board_is_wrapped(board: str, tail: str) -> None:
    """In mid-row, in mid-card, at a stroke: also the last suit or flush sign alone."""
    meant = placed(f"Bob: {board}", seats()).boards["Bob"]
    for place in range(1, len(board)):
        taken = placed(f"Bob: {board[:place]}\n{board[place:]}{tail}", seats()).boards
        assert taken["Bob"] == meant, place
        assert ("Ann" in taken) == ("Ann" in tail)


def test_a_letter_behind_a_board_is_a_name_where_somebody_is_called_so() -> None:
    seating = seats("Ann, Harry")
    assert told(read(f"Ann: QQ2 KK883 AT752\nh\n{B}", seating)) == {"Ann": "QQ2 KK883 AT752", "Harry": B}


def test_a_wrapped_board_with_a_fault_has_no_stroke_too_many() -> None:
    why = refusal(f"Bob: KK3 / 99552 /\n6h7h8h9hXh\nAnn: {A}")
    assert why == "! Bob bottom: 'Xh' is not a card (name the card, or Jo for a joker)"


@pytest.mark.parametrize("mark", ["- ", "• ", "* ", "{}. ", "{}) ", "> "])
def test_a_list_without_names(mark: str) -> None:
    text = "\n".join(mark.format(place) + board for place, board in enumerate((A, B, C), 1))
    assert read(text) == Block((Place(None, A), Place(None, B), Place(None, C)), ())


def test_a_wrapped_flush_keeps_its_suit() -> None:
    (place,) = told(read("Ann: QQ2 KT853\nh AT752f")).values()
    assert placed(f"Ann: {place}", seats()).boards["Ann"].text() == "QQ2 / KhTh8h5h3h / AT752f"


@pytest.mark.parametrize("line", ["Dee: -", "Dee -", "Dee\n-", "[21:14] Dee: –"])
def test_who_plays_no_hand_is_passed_over(line: str) -> None:
    for seating in (seats(resting="Dee"), seats(out="Dee")):
        action = read(f"Ann: {A}\n{line}\nBob: {B}", seating)
        assert action == Block((Place("Ann", A), Place("Bob", B)), ())


@pytest.mark.parametrize("line", ["Dee: x", f"Dee {A}", f"Dee\n{A}", f"Dee 21:14\n{A}"])
def test_a_board_of_who_plays_no_hand_is_nobody_elses(line: str) -> None:
    action = read(f"{line}\nBob: {B}", seats(resting="Dee"))
    assert isinstance(action, Block) and action.boards == (Place("Bob", B),)
    assert [fault.message for fault in action.faults] == ["Dee rests this hand"]


NOT_PLACED = {
    "a stranger's name on a line of its own": (f"Zed 21:14\n{A}\nBob: {B}", "Ann, Bob", {"Bob": B}),
    "a row in the middle, or a name": ("Ann: QQ2\nk KK88\nAT752f\nCy: x", "Ann, Kim, Cy", {"Cy": "x"}),
    "a row at the end, or a name": ("Ann: QQ2 KK883\nk T752f\nCy: x", "Ann, Kim, Cy", {"Cy": "x"}),
    "a name or a card": (f"a KK QQ883 J9752f\nCy: {B}", "Bob, Ann, Cy", {"Cy": B}),
    "what follows a name or a card": (f"a KK QQ883 J9752f\n{B}", "Bob, Ann, Cy", {}),
    "a number or a card": (f"2. KK QQ883 J9752f\n3. {B}", "Bob, Ann, Cy", {}),
    "a row or a name": ("Ann:\nk QQ\nCy: x", "Ann, Kim, Cy", {"Cy": "x"}),
    "a card that is left, or a name": ("Ann: QQ2 KK883 AT75\nk\nCy: x", "Ann, Kim, Cy", {"Cy": "x"}),
    "x and Xavier": (f"x x\nBob {B}", "Bob, Xavier", {"Bob": B}),
}


@pytest.mark.parametrize(("text", "who", "taken"), NOT_PLACED.values(), ids=NOT_PLACED)
def test_boards_in_doubt_are_faults_of_a_block(text: str, who: str, taken: dict[str, str]) -> None:
    action = read(text, seats(who))
    assert isinstance(action, Block) and action.faults
    draft = Draft()
    for name, board in action.boards:
        try:
            draft = draft.place(seats(who), name, board)
        except OfcError:
            continue
    assert draft.boards == placed("\n".join(f"{name}: {board}" for name, board in taken.items()), seats(who)).boards


def test_chatter_between_boards_without_names_leaves_their_turns_unknown() -> None:
    action = read(f"{A}\ngg\n{B}")
    assert isinstance(action, Block) and not action.boards
    assert [fault.message for fault in action.faults] == [
        "'gg' is no board", f"whose board is '{A}'", f"whose board is '{B}'",
    ]  # fmt: skip
    assert told(read(f"Ann: {A}\ngg\nBob: {B}")) == {"Ann": A, "Bob": B}


def test_a_name_that_is_a_row_in_a_block() -> None:
    seating = seats("Ann, Kat")
    assert told(read(f"Kat:\n{A}\nAnn\n{B}", seating)) == {"Kat": A, "Ann": B}
    for rows in (f"Kat\n{A}\nAnn: {B}", f"Ann\nKAT\nQQ883\nJ9752f\nKat:\n{A}"):
        action = read(rows, seating)
        assert isinstance(action, Block) and action.faults[0].message.casefold() == "'kat' may be kat or cards"
        assert all(place.text.startswith(A[:3]) or place.text == B for place in action.boards)


@pytest.mark.parametrize("name", ["AJ", "Jo", "Foul"])
@pytest.mark.parametrize("front", ["{}: ", "{}:\n", "[21:14] {}: ", "1. {}: "])
def test_players_called_like_cards_or_a_foul(name: str, front: str) -> None:
    seating = seats(f"Bob, {name}, Ann")
    assert told(read(f"{front.format(name)}{A}\nBob: {B}", seating)) == {name: A, "Bob": B}
    if name != "Foul":
        assert told(read(f"{name} 21:14\n{A}\nBob 21:15\n{B}", seating)) == {name: A, "Bob": B}
        assert read(f"{name} {A}", seating) == Place(name, A)


def test_more_lines_than_a_hand_has() -> None:
    assert "121 lines are more than a hand has" in refusal("lol\n" * 121)


# Long lines


def _filled(part: str) -> str:
    return (part * (lines.LONGEST // len(part) + 1))[: lines.LONGEST]


LONG = ("x ", "QQ2 ", "a:", "a: ", "a", "\n", "x\n", "a x ", "a Q Q ", "- ", "<a> ", "[", "(21:14 ", "21:14 ", "😀",
        "*", "13 Mar ", "/ ", f"a {A} ", f"{A} ", f"a: {A} ", "a = ", "Ann Smith ", "Qh ",
        "(edited) ", "'\"")  # fmt: skip
FRONTS = ("", "hand ", "fix 1 ", "note ", "Ann: ")


@pytest.mark.parametrize("part", LONG)
def test_no_line_takes_long(part: str) -> None:
    seating = seats("Ann Smith, a, Xavier, x", resting="Dee")
    for front in FRONTS:
        with at_most(1000, front), suppress(OfcError):
            placed((front + _filled(part))[: lines.LONGEST], seating)


def test_a_block_as_long_as_can_be_takes_not_long() -> None:
    text = ("a Q Q 2 K K 8 8 3 9 9 7 7 3 5 5\n" * 120)[: lines.LONGEST]
    with at_most(1000):
        action = read(text, seats("Ann, a, Quentin, Kim"))
    assert isinstance(action, Block) and action.faults


def test_a_longer_line_is_refused() -> None:
    assert f"{lines.LONGEST + 1} characters are more than" in refusal("x" * (lines.LONGEST + 1))


_PIECES = st.sampled_from(
    ["a", "ann", "Bob", "x", "-", "<", ":", ": ", "QQ2", "KK883", "AT752f", "k", "Jo", "*", "21:14", "[21:14]", "\n",
     "/", "|", "foul", "hand", "fix 1", "--no", "😀", "(edited)", "zed", ",", "=", "•", "1.", "dragon", '"', "\u200b",
     "dee"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=14), st.sampled_from(["", " "]))
def test_a_line_is_read_or_refused(pieces: list[str], glue: str) -> None:
    """Nothing else happens; what is placed is a board of somebody who plays, and what is a board alone stays one."""
    for seating in (seats("Bob, Ann, Kim", resting="Dee"), seats("x, Xavier, Ann Xu", jokers=True)):
        try:
            action = read(glue.join(pieces), seating)
        except OfcError:
            continue
        parts = [action] if isinstance(action, Place) else list(action.boards) if isinstance(action, Block) else []
        assert all(part.text and part.name in (None, *seating.playing) for part in parts)


@given(st.permutations(["Ann", "Bob", "Cy"]), st.lists(st.sampled_from(IN_FRONT), min_size=3, max_size=3))
def test_any_front_and_order_gives_the_same_hand(order: list[str], fronts: list[str]) -> None:
    boards = {"Ann": A, "Bob": "JJ5 TT774 98765", "Cy": C}
    text = "\n".join(
        (front if name == "Ann" else front.replace("Ann", name).replace("Ａｎｎ", name).replace("ａ", name[0].lower()))
        + boards[name]
        for name, front in zip(order, fronts, strict=True)
    )
    draft = placed(text, seats())
    assert {name: board.text().replace(" / ", " ") for name, board in draft.boards.items()} == boards


def test_what_lines_mean_is_worked_out_without_a_terminal() -> None:
    """Everything that reads a line knows no files, clock or screen."""
    folder = Path(lines.__file__).parent
    impure = {"os", "sys", "pathlib", "time", "datetime", "typer", "prompt_toolkit", "ofc_score.ledger"}
    for module in ("actions", "block", "chat", "lines", "parts", "rows", "who"):
        assert not impure & _imported(folder / f"{module}.py"), module


def test_the_keys_of_a_hand_stay_few(table: Table) -> None:  # noqa: F811
    """A board needs no name, colon or mark."""
    table.type(f"{A}", "JJ5 TT774 98765", C, "x")
    assert len(table.cli.booked().state.hands) == 1
    assert table.play.draft.boards["Ann"] == Board("foul")
