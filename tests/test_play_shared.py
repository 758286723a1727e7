"""The interactive table while others are at the same books: what was typed for one thing never counts for another."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ofc_score.cli.play import command
from ofc_score.entry.draft import Draft, from_data
from ofc_score.errors import NotAllowed
from ofc_score.evening.events import Note
from ofc_score.ledger.store import open_ledger

from .command import run
from .test_play import ANN, BOB, CY, FULL, SEATS, Table, boards, typed


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.play.close()


def elsewhere(table: Table, *said: str) -> None:
    table.cli.ok(*said)


HAND = ("hand", *(f"{name}: {board}" for name, board in FULL.items()))
# What others do between the question and the answer.
CHANGES: dict[str, tuple[tuple[str, ...], ...]] = {
    "other seats": (("seats", "Bob,Ann,Cy"),),
    "somebody left": (("leave", "Ann"),),
    "somebody sat down": (("leave", "Cy"), ("join", "Dee", "50")),
    "a hand": (HAND,),
    "a hand that was taken back": (HAND, ("undo",)),
    "another button": (("button", "Bob"),),
    "a buy that undo would take back": (("buy", "Cy", "50"),),
    "a note": (("note", "hi"),),
}


@pytest.mark.parametrize("line", [ANN, "x", "-", f"b {BOB}", "undo", "note mine", "buy a 5", "again", f"{ANN} {BOB} x"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_line_is_taken_only_at_the_table_that_asked_for_it(table: Table, change: str, line: str) -> None:
    for words in CHANGES[change]:
        elsewhere(table, *words)
    entries = len(table.cli.booked().entries)
    said = table.type(line)
    assert said.splitlines()[0] == "The ledger was changed elsewhere:"
    assert "! nothing was taken of this line" in said
    assert table.play.draft.empty
    assert len(table.cli.booked().entries) == entries
    assert "nothing was taken" not in table.type(line)


def test_an_empty_line_shows_the_change_and_is_no_mistake(table: Table) -> None:
    elsewhere(table, "note", "hi")
    said = table.type("")
    assert said.splitlines()[0] == "The ledger was changed elsewhere:" and "!" not in said


@pytest.mark.parametrize("change", ["another button", "other seats", "a note"])
def test_enter_books_no_hand_under_a_table_that_was_not_shown(table: Table, change: str) -> None:
    table.type("\n".join((f"Ann: {ANN}", f"Bob: {BOB}", f"Cy: {CY}", "lol what")))
    assert table.play.prompt == "1 all in> "
    for words in CHANGES[change]:
        elsewhere(table, *words)
    assert table.type("").splitlines()[0] == "The ledger was changed elsewhere:"
    assert not table.cli.booked().state.hands and table.play.prompt == "1 all in> "
    table.type("")
    assert len(table.cli.booked().state.hands) == 1


def test_enter_that_asks_again_books_no_hand_of_another_window(table: Table, second: Table) -> None:
    table.type(ANN, BOB)
    second.type("", "\n".join((f"Cy: {CY}", "lol what")))
    assert second.play.prompt == "1 all in> " and table.play.prompt == "1 Cy> "
    table.type("")
    assert not table.cli.booked().state.hands


def test_boards_stay_where_the_coming_hand_is_the_same(table: Table) -> None:
    table.type(ANN)
    elsewhere(table, "note", "hi")
    table.type("")
    assert boards(table.play.draft) == {"Ann": "QQ2 / KK883 / AT752f"}
    table.type(BOB, CY)
    assert len(table.cli.booked().state.hands) == 1


@pytest.mark.parametrize("restart", [True, False], ids=["after a restart", "at the table"])
@pytest.mark.parametrize("change", ["a hand", "a hand that was taken back"])
def test_a_board_of_one_hand_never_counts_for_another(table: Table, change: str, restart: bool) -> None:
    table.type(ANN, "b JJ5")
    if restart:
        table.play.close()
    for words in CHANGES[change]:
        elsewhere(table, *words)
    if restart:
        table.play = table.sit_down()
    else:
        table.type("")
    forgotten = "! Discarded: hand 1 has been recorded elsewhere"
    assert f"{forgotten}\n  Ann: QQ2 / KK883 / AT752f\n  Bob: JJ5 / ..." in "\n".join(table.said)
    assert table.play.draft.empty and table.files == []


def test_what_others_booked_just_so_is_not_called_forgotten(table: Table) -> None:
    table.type(f"a: {FULL['Ann']}", f"b: {FULL['Bob']}")
    elsewhere(table, *HAND)
    assert "Discarded" not in table.type("") and table.play.draft.empty


def test_a_hand_put_in_before_forgets_nothing(table: Table) -> None:
    """It holds the same board as the half-typed one, by chance."""
    table.type(ANN, BOB, CY, "x")
    asked = table.play.draft
    table.type("hand a x b x c x --before 1")
    assert len(table.cli.booked().state.hands) == 2
    assert table.play.draft == asked and not table.play.draft.empty
    table.play.close()
    table.play = table.sit_down()
    assert table.play.draft.boards == asked.boards


def test_the_own_command_that_books_the_half_typed_hand_leaves_nothing_of_it(table: Table) -> None:
    table.type(f"a: {FULL['Ann']}", "hand " + " ".join(f'"{name}: {board}"' for name, board in FULL.items()))
    assert len(table.cli.booked().state.hands) == 1
    assert table.play.draft.empty and table.files == []


# Two windows


@pytest.fixture
def second(table: Table) -> Iterator[Table]:
    """Another window at the same table."""
    other = Table.__new__(Table)
    other.cli, other.said = table.cli, []
    other.play = other.sit_down()
    yield other
    other.play.close()


def test_two_windows_type_one_hand(table: Table, second: Table) -> None:
    table.type(ANN)
    said = second.type(BOB)
    assert said.splitlines()[0] == "This hand was typed on elsewhere:"
    assert "  Ann: QQ2 / KK883 / AT752f" in said and "! nothing was taken of this line" in said
    second.type(BOB)
    table.type("")
    assert boards(table.play.draft) == {"Ann": "QQ2 / KK883 / AT752f", "Bob": "JJ5 / TT774 / 98765"}
    table.type(CY)
    assert len(table.cli.booked().state.hands) == 1
    second.type("x")
    assert second.play.draft.empty and len(table.cli.booked().state.hands) == 1


def test_a_board_of_the_other_window_moves_nobodys_board(table: Table, second: Table) -> None:
    table.type(ANN)
    second.type("", "b x", "c x")
    assert len(table.cli.booked().state.hands) == 1
    elsewhere(table, "note", "hi")
    table.type(BOB)
    assert table.play.draft.empty and len(table.cli.booked().state.hands) == 1


def test_what_is_dropped_in_one_window_is_gone_in_the_other(table: Table, second: Table) -> None:
    table.type(ANN)
    second.type("", "drop")
    assert "This hand was typed on elsewhere:" in table.type(BOB)
    assert table.play.draft.empty


# Another program is quicker than Enter


def test_a_hand_that_others_booked_meanwhile_does_not_make_this_one_the_next(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.type(f"a: {FULL['Ann']}", f"b: {FULL['Bob']}")
    real = table.play.live.ledger.book

    def after_another(*args: object, **more: object) -> object:
        elsewhere(table, "hand", ANN, BOB, "x")
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(table.play.live.ledger, "book", after_another)
    said = table.type(f"c: {FULL['Cy']}")
    assert "! the ledger changed since you last looked (check it, then try again)" in said
    assert len(table.cli.booked().state.hands) == 1
    assert "Discarded: hand 1 has been recorded elsewhere" in table.type("")
    assert table.play.prompt.startswith("2 ")


def test_the_same_hand_at_the_same_moment_is_booked_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.type(f"a: {FULL['Ann']}", f"b: {FULL['Bob']}")
    real = table.play.live.ledger.book

    def after_another(*args: object, **more: object) -> object:
        elsewhere(table, *HAND)
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(table.play.live.ledger, "book", after_another)
    assert "!" not in table.type(f"c: {FULL['Cy']}")
    assert len(table.cli.booked().state.hands) == 1


def test_a_ledger_books_only_what_was_seen(table: Table) -> None:
    seen = table.cli.booked().fingerprint
    with open_ledger(table.cli.db) as ledger:
        ledger.session(1)
        elsewhere(table, "note", "first")
        with pytest.raises(NotAllowed, match="changed since you last looked"):
            ledger.book(1, Note("late"), at=table.cli.now, seen=seen)
        now = table.cli.booked().fingerprint
        assert now != seen
        ledger.book(1, Note("second"), at=table.cli.now, seen=now)
    assert [entry.event for entry in table.cli.booked().entries] == [Note("first"), Note("second")]


# Boards pasted together keep their places


@pytest.mark.parametrize(("block", "kept"), [
    ("{A}\nJJ5 TT77 98765\n{C}", {"Ann", "Cy"}),
    ("QQ2 KK88 AT752f\n{B}\n{C}", {"Bob", "Cy"}),
    ("Ann: QQ2 KK88 AT752f\nBob: {B}\nCy: {C}", {"Bob", "Cy"}),
    ("{A}\n{B}\n993 AA44 QJT98", {"Ann", "Bob"}),
    ("Cy: {C}\nAnn QQ2 KK88 AT752f\nb {B}", {"Bob", "Cy"}),
], ids=["second", "first", "first, named", "third", "named first"])  # fmt: skip
def test_a_faulty_board_keeps_its_seat(table: Table, block: str, kept: set[str]) -> None:
    said = table.type(block.format(A=ANN, B=BOB, C=CY))
    whole = {"Ann": "QQ2 / KK883 / AT752f", "Bob": "JJ5 / TT774 / 98765", "Cy": "993 / AA446 / QJT98"}
    assert boards(table.play.draft) == {name: board for name, board in whole.items() if name in kept}
    (missing,) = whole.keys() - kept
    assert f"! {missing} middle: 4 cards, must be 5" in said
    assert table.play.prompt == f"1 {missing}> "
    table.type(whole[missing])
    (record,) = table.cli.booked().state.hands
    assert {name: board.text() for name, board in record.hand.boards.items()} == whole


def test_more_boards_than_players_are_told(table: Table) -> None:
    said = table.type("\n".join((ANN, BOB, "993 AA44 QJT98", CY)))
    assert "! Cy middle: 4 cards, must be 5" in said
    assert "! one board more than players without one: 993 AA446 QJT98" in said
    assert set(table.play.draft.boards) == {"Ann", "Bob"}


def test_boards_in_place_go_round_from_whose_turn_it_is() -> None:
    assert list(Draft().targets(SEATS)) == list(SEATS.playing)
    assert list(typed("c").targets(SEATS)) == ["Cy", *(name for name in SEATS.playing if name != "Cy")]
    assert list(typed(ANN).targets(SEATS)) == [name for name in SEATS.playing if name != "Ann"]


def test_the_last_lines_of_a_paste_are_no_boards_of_the_next_hand(table: Table) -> None:
    """A terminal without bracketed paste sends them one by one."""
    table.type(f"c {CY}")
    table.type(*f"Ann: {ANN}\nBob: {BOB}\nCy: {CY}".split("\n"))
    assert len(table.cli.booked().state.hands) == 1 and table.play.draft.empty
    assert table.said[-1] == "! already booked in hand 1 (again books the boards of that hand once more)"
    table.type(f"a {ANN}", f"c: {CY}")
    assert table.play.draft.empty, "whichever of them"
    table.type(f"a {CY}", f"c: {ANN}", f"b: {BOB}")
    assert len(table.cli.booked().state.hands) == 2, "others may have these cards"


# Enter, and words that are too many


def test_enter_books_only_where_all_boards_are_said_to_be_in(table: Table) -> None:
    table.type(ANN, "b x", "a AA2", "c x", "<")
    assert table.play.prompt == "1 Ann> "
    table.type("", "   ")
    assert not table.cli.booked().state.hands and table.play.prompt == "1 Ann> "
    table.type("x")
    assert len(table.cli.booked().state.hands) == 1


def test_enter_at_a_player_who_is_asked_again_books_nothing(table: Table) -> None:
    table.type("\n".join((f"Ann: {ANN}", f"Bob: {BOB}", f"Cy: {CY}", "Bob: lol")))
    if table.play.prompt == "1 all in> ":
        table.type("b")
    assert table.play.prompt == "1 Bob> "
    table.type("")
    assert not table.cli.booked().state.hands


def test_back_takes_no_board_where_none_is_asked_for(table: Table) -> None:
    table.type(ANN, BOB, CY, "x", "close")
    kept = table.play.draft
    assert table.play.prompt == "> " and not kept.empty
    assert table.type("<") == "! the session is closed (undo takes back what is booked)"
    assert table.play.draft == kept
    table.type("undo")
    assert table.play.prompt == "2 Bob> "


@pytest.mark.parametrize("line", ["again please", "drop it lol", "quit while ahead"])
def test_a_sentence_is_no_command(table: Table, line: str) -> None:
    table.type(ANN, BOB, CY, ANN)
    word, _, _ = line.partition(" ")
    assert f"! {word} takes no words ({word} alone: " in table.type(line)
    assert len(table.cli.booked().state.hands) == 1
    assert not table.play.draft.empty and not table.play.left


# Where the half-typed hand cannot be written


@pytest.mark.skipif(not hasattr(os, "geteuid") or sys.platform == "win32", reason="rights as Unix has them")
def test_boards_that_cannot_be_kept_stay_while_the_table_is_open(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_data: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table.play.half.keep, "save", full)
    assert "cannot be kept over a restart: No space left on device" in table.type(ANN)
    table.type("x", "status")
    elsewhere(table, "note", "hi")
    table.type("")
    table.play.recover()
    assert set(table.play.draft.boards) == {"Ann", "Bob"}
    capsys.readouterr()
    command._farewell(table.play)
    assert capsys.readouterr().out == "What was typed of hand 1 could not be kept: write it down\n"
    table.type("x")
    assert len(table.cli.booked().state.hands) == 1


@pytest.mark.parametrize("number", ["1e999", "-1e999", '"x"', "null", "[]"])
def test_a_file_with_odd_numbers_is_no_draft(number: str) -> None:
    text = f'{{"format":1,"booked":{number},"hand":{number},"boards":[],"rows":{{}},"at":null,"forced":false}}'
    assert from_data(json.loads(text), SEATS.rules) is None


# What a pipe or a narrow terminal brings


@pytest.mark.parametrize(
    "encoding", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}], ids=["ascii", "utf-8"]
)
def test_bytes_that_are_no_text_are_not_stored_as_some(tmp_path: Path, encoding: dict[str, str]) -> None:
    book = {"OFC_SCORE_DB": str(tmp_path / "l.db"), "PYTHONIOENCODING": ""} | encoding
    assert run(tmp_path, "start", "--rules", "pineapple", "--players", "Ann,Bob", env=book).returncode == 0
    typed = b"note Pizza f\xc3\xbcr Jos\xe9\nJos\xe9: x\n\xe9\nann: QQ2 KK8\xe983 AT752f\nnote plain\n"
    done = run(tmp_path, "play", stdin=typed, env=book)
    assert done.stderr.count("is not text in") == 1 and done.stderr.count("!") >= 3, done.stderr
    with open_ledger(tmp_path / "l.db") as ledger:
        assert [entry.event for entry in ledger.session(1).entries] == [Note("plain")]
