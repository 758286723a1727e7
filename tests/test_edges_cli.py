"""Slips at the command line that once went into the books without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ofc_score import load_ruleset
from ofc_score.errors import NotAllowed
from ofc_score.evening.corrections import standing
from ofc_score.evening.events import Event, Hand, Note, Undo
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.exchange.sheet.write import write_sheet
from ofc_score.ledger.store import open_ledger

from .ledgercli import Cli
from .ledgergen import NOW, evening

BOARD = "QQ2 KK883 AT752h"
START = ("start", "--rules", "progressive", "--players", "Ann=100,Bob=100,Cy=100", "--point", "0.25 EUR",
         "--date", "2026-03-13")  # fmt: skip


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok(*START)
    return cli


# The same evening once more


@pytest.mark.parametrize("form", ["--sheet", "--json"])
@pytest.mark.parametrize("typed", [
    (("hand", "x", BOARD, "x"), ("hand", "x", "x", BOARD), ("undo",)),
    (("hand", "x", BOARD, "x"), ("undo",), ("hand", "x", "x", BOARD), ("fix", "1", "Ann: JJ4 33655 TTT99")),
    (("hand", "x", BOARD, "x"), ("note", "oops"), ("undo",), ("undo",), ("redo",), ("note", "so it is")),
    (("hand", "x", BOARD, "x"), ("fix", "1", "Cy: JJ4 33655 TTT99"), ("undo",), ("void", "1")),
], ids=["a hand undone", "one undone, then others", "undone and redone", "a fix undone"])  # fmt: skip
def test_an_evening_with_an_undo_comes_in_once(
    cli: Cli, tmp_path: Path, form: str, typed: tuple[tuple[str, ...], ...]
) -> None:
    """As it was typed, or as its sheet tells it, into the ledger that it came from or one that has the other form."""
    for words in (*typed, ("close",)):
        cli.ok(*words)
    files = {way: str(tmp_path / f"out{way}") for way in ("--sheet", "--json")}
    for way, file in files.items():
        cli.ok("export", way, file)
    refused = cli("import", files[form])
    assert refused.code == 4 and "this is in the ledger already: session 1 of 2026-03-13" in refused.err
    other = Cli(tmp_path / "other.db")
    other.ok("import", files[form])
    for file in files.values():
        assert other("import", file).code == 4
    assert len(other.ok("sessions", "--json").json["sessions"]) == 1


def test_another_evening_of_the_day_comes_in(cli: Cli, tmp_path: Path) -> None:
    for words in (("hand", "x", BOARD, "x"), ("hand", "x", "x", BOARD), ("undo",), ("close",)):
        cli.ok(*words)
    cli.ok("export", "--sheet", str(tmp_path / "a.yaml"))
    text = (tmp_path / "a.yaml").read_text("utf-8")
    (tmp_path / "b.yaml").write_text(text.replace("close", "note: another", 1), "utf-8")
    cli.ok("import", str(tmp_path / "b.yaml"))


@pytest.mark.parametrize("seed", range(8))
def test_whatever_was_typed_comes_in_once(tmp_path: Path, seed: int) -> None:
    """Random evenings in all games, with things typed and taken back all along."""
    session = evening(seed)
    with open_ledger(tmp_path / "l.db", create=True) as ledger:
        number = ledger.start(session.setup, at=NOW).id
        for event in session.events:
            ledger.book(number, Note("by mistake"), at=NOW)
            ledger.book(number, Undo(), at=NOW)
            shift = {before: 3 * before for before in range(1, len(session.events) + 1)}
            ledger.book(number, _shifted(event, shift), at=NOW)
        typed = ledger.session(number)
        assert standing(typed.session.events) == standing(session.events)
        sheet = read_sheet(write_sheet(typed.session.setup, typed.session.events, lambda _: False), load_ruleset)
        with pytest.raises(NotAllowed, match="in the ledger already"):
            ledger.import_session(sheet.setup, sheet.events, at=NOW)


def _shifted(event: Event, shift: dict[int, int]) -> Event:
    changes = {key: shift[value] for key in ("entry", "before", "from_entry")
               if (value := getattr(event, key, None)) is not None}  # fmt: skip
    if isinstance(event, Hand) and event.counted is not None:
        changes["counted"] = tuple(shift[entry] for entry in event.counted)  # type: ignore[assignment]
    return replace(event, **changes)  # type: ignore[arg-type]


# Corrections that correct nothing


@pytest.mark.parametrize("words", [
    ("1", f"Bob: {BOARD}"), ("1", f"Bob: {BOARD}", "Ann: foul"), ("1", "--button", "Ann"), ("1", "--swap", "Ann", "Cy"),
    ("1", f"Bob: {BOARD}", "--replay"), ("1", f"Bob: {BOARD}", "--difference"), ("e2", "note", "hi"),
    ("e3", "expense", "Ann", "5.00", "--for", "Ann,Bob"),
], ids=[
    "a board", "two boards", "the button", "a swap", "replayed", "the difference", "a note", "an expense",
])  # fmt: skip
def test_what_is_booked_so_already_is_no_correction(cli: Cli, words: tuple[str, ...]) -> None:
    for typed in (("hand", "x", BOARD, "x"), ("note", "hi"), ("expense", "Ann", "5", "--for", "Ann,Bob")):
        cli.ok(*typed)
    button = cli.booked().state.hands[0].table.button
    refused = cli("fix", *(button if word == "Ann" and "--button" in words else word for word in words))
    assert refused.code == 4 and "already says that (nothing was corrected)" in refused.err
    assert len(cli.booked().entries) == 3


def test_a_board_told_more_closely_is_a_correction(cli: Cli) -> None:
    cli.ok("hand", "x", BOARD, "x")
    cli.ok("fix", "1", "Bob: QhQd2c / KhKd8h8c3d / Ah9h7h5h2h")
    assert cli("fix", "1", "Bob: QhQd2c / KhKd8h8c3d / Ah9h7h5h2h").code == 4
    cli.ok("fix", "1", f"Bob: {BOARD}")


# Cash without a bank


@pytest.mark.parametrize("words", [("buy", "Ann", "40", "--paid"), ("fix", "e1", "buy", "Ann", "50", "--paid")])
def test_cash_needs_a_bank(cli: Cli, words: tuple[str, ...]) -> None:
    cli.ok("buy", "Ann", "40")
    refused = cli(*words)
    assert refused.code == 4 and "cash needs a bank and a point value" in refused.err
    assert len(cli.booked().entries) == 1
    cli.ok("buy", "Ann", "40", "--owed")
