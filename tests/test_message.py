"""The message for a group chat: short lines, the same numbers as balances and payouts, highlights, the fingerprint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ofc_score import read_table
from ofc_score.errors import UsageError
from ofc_score.evening.events import Fix, Hand, Void
from ofc_score.evening.session import Session
from ofc_score.ledger.fingerprints import Match, expected, find
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.reports.json import balances_dict, replay_document
from ofc_score.reports.message import read_fingerprint
from ofc_score.reports.views import HIGHLIGHTS, highlights

from .command import CLOCK
from .ledgercli import Cli
from .ledgergen import NOW, book_all, evening, hand, pineapple, setup

QUEENS = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
JACKS = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"


def _night(tmp_path: Path) -> Cli:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100,Cy=100", "--point", "0.25 EUR",
           "--name", "Friday")  # fmt: skip
    cli.ok("hand", f"Ann: {QUEENS}", f"Bob: {JACKS}", "Cy: foul")
    return cli


def test_the_whole_message(tmp_path: Path) -> None:
    cli = _night(tmp_path)
    fingerprint = cli.booked().fingerprint
    assert cli.ok("message").out == CLOCK.told(
        "Friday\n2026-11-27\n1 hand of Pineapple\nA point is 0.25 EUR\n\n"
        "Ann +26 points, +6.50 EUR\nBob +5 points, +1.25 EUR\nCy -31 points, -7.75 EUR\n\n"
        "Cy pays Ann 6.50 EUR\nCy pays Bob 1.25 EUR\n\n"
        "Biggest hand: Ann won 26 in hand 1\nBest board: Ann made 11 royalties in hand 1\nScoops: Ann took 2\n\n"
        f"Fingerprint: {fingerprint}\n"
    )


def test_what_was_open_before_and_who_is_absent(tmp_path: Path) -> None:
    cli = _night(tmp_path)
    cli.ok("close")
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100", "--point", "0.25 EUR")
    lines = cli.ok("message").lines
    assert "Ann 0 points, 0.00 EUR" in lines
    assert not any(line.startswith("Cy 0 points") for line in lines)
    open_ = lines.index("Open in all:") + 1
    assert lines[open_ : open_ + 3] == ["Ann +6.50 EUR", "Bob +1.25 EUR", "Cy -7.75 EUR"]
    assert "Cy (absent) pays Ann 6.50 EUR" in lines


def test_json_and_close_have_the_same_message(tmp_path: Path) -> None:
    cli = _night(tmp_path)
    told = cli.ok("message", "--json").json
    assert told["message"] + "\n" == cli.ok("message").out
    assert told["fingerprint"] == cli.booked().fingerprint
    closing = cli.ok("close").out
    assert closing.endswith(cli.ok("message").out)


def test_the_message_is_not_broken_where_the_terminal_ends(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ledger.db", extra={"COLUMNS": "40"})
    names = ("Wilhelmina-Charlotte van den Bergh", "Bartholomew Featherstonehaugh")
    cli.ok("start", "--rules", "pineapple", "--players", ",".join(f"{name}=100" for name in names))
    cli.ok("hand", f"{names[0]}: {QUEENS}", f"{names[1]}: foul")
    before, message = cli.ok("close").out.split("To send to everybody:\n\n")
    assert message == cli.ok("message").out
    assert max(map(len, message.splitlines())) > 60
    assert max(map(len, before.splitlines())) <= 40


@pytest.mark.parametrize("seed", range(12))
def test_numbers_are_those_of_the_state(seed: int, tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ledger.db")
    with open_ledger(cli.db, create=True) as ledger:
        booked = book_all(ledger, evening(seed))
    state = booked.state
    lines = cli.ok("message").lines
    point = replay_document(state)["session"]["currency"]
    apart = any(
        balance.amount not in (None, state.point.amount(balance.points)) for balance in state.balances().values()
    ) if state.point else False  # fmt: skip
    for name, balance in balances_dict(state).items():
        points = f"{name} {balance['points']:+d} point".replace("+0 ", "0 ")
        assert any(line.startswith(points) for line in lines)
        if apart:
            value = balance["amount"]
            shown = value if value.startswith("-") or not value.strip("0.") else f"+{value}"
            assert f"{name} {shown} {point}" in lines
    paid = [line for line in lines if re.search(r" pays .* \d", line)]
    assert len(paid) == len(state.payments())
    assert all(len(line) <= 72 for line in lines)


@pytest.mark.parametrize("seed", range(20))
def test_highlights_are_true(seed: int) -> None:
    state = evening(seed).state
    found = highlights(state)
    assert len(found) <= HIGHLIGHTS
    assert len({it.title for it in found}) == len(found)
    moved = [points for record in state.hands for points in record.moved.values()]
    worth = [player.royalties for record in state.hands for player in record.table.players.values()]
    for it in found:
        record = state.hand(it.hand)
        number = int(re.search(r"\d+|$", it.what)[0] or 0)  # type: ignore[index]
        if it.title == "Biggest hand":
            assert record is not None
            assert number == max(moved) == record.moved[it.players[0]]
        elif it.title == "Best board":
            assert record is not None
            assert number == max(worth) == record.table.players[it.players[0]].royalties
        elif it.title == "Fantasyland":
            assert record is not None
            assert it.players[0] in record.table.fantasyland
    assert ("Biggest hand" in {it.title for it in found}) == (max(moved, default=0) > 0)


def test_the_longest_stay() -> None:
    quads = "6c5c2s / AsAc7d6h3h / QsQc7s7cQd".replace("QsQc7s7cQd", "QQQQ4")
    session = Session(setup("Ann", "Bob"))
    for text in (QUEENS, quads, quads, "K32 AAJT9 22345"):
        boards = read_table({"Ann": text, "Bob": "foul"}, pineapple())
        session.add(Hand(boards))
    (stay,) = (it for it in highlights(session.state) if it.title == "Fantasyland")
    assert stay.text == "Ann stayed 3 hands, the first in hand 2"


def test_nothing_happened(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok("start", "--rules", "pineapple", "--players", "Ann,Bob")
    assert cli.ok("message").lines[1:6] == ["0 hands of Pineapple", "", "Ann 0 points", "Bob 0 points", ""]
    assert "Nobody owes anything" in cli.ok("message").out


# The fingerprint


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return open_ledger(tmp_path / "ledger.db", create=True)


def test_every_moment_has_its_fingerprint(ledger: Ledger) -> None:
    booked = ledger.start(setup(), at=NOW)
    marks = [booked.fingerprint]
    for event in (hand(), Fix(1, {"Ann": hand().boards["Bob"], "Bob": hand().boards["Ann"]}), Void(1)):
        booked = ledger.book(booked.id, event, at=NOW)
        marks.append(booked.fingerprint)
    assert len(set(marks)) == 4
    assert [find(ledger, mark) for mark in marks] == [Match(1, entry, 3) for entry in range(4)]
    assert expected(ledger, marks[-1]) == []
    (fault,) = expected(ledger, marks[1])
    assert fault.code == "fingerprint-older"
    assert fault.text().startswith("session 1: 2 entries were added after e1")
    (fault,) = expected(ledger, "0" * 12)
    assert fault.code == "fingerprint-unknown"


@pytest.mark.parametrize("typed", ["06ba4c9fd265", " 06BA 4C9F D265\n"])
def test_a_fingerprint_as_copied(typed: str) -> None:
    assert read_fingerprint(typed) == "06ba4c9fd265"


@pytest.mark.parametrize("typed", ["06ba4c9", "hello world", "%" * 12, "_" * 12, "06ba4c9fd26g", "a" * 65])
def test_no_fingerprint(typed: str) -> None:
    with pytest.raises(UsageError):
        read_fingerprint(typed)


def test_audit_expects_it(tmp_path: Path) -> None:
    cli = _night(tmp_path)
    fingerprint = cli.ok("message").lines[-1].removeprefix("Fingerprint: ")
    assert cli.ok("audit", "--expect", fingerprint).out == ""
    cli.ok("note", "later")
    later = cli("audit", "--expect", fingerprint)
    assert (later.code, "1 entry was added after e1" in later.out) == (1, True)
    unknown = cli("audit", "--expect", "0" * 12, "--json")
    assert (unknown.code, unknown.json["findings"][0]["code"]) == (1, "fingerprint-unknown")
    assert cli("audit", "--expect", "Friday").code == 2
