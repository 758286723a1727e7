"""Money of an evening on the command line: cash for buy-ins that wait, old debts, what was won at the table apart."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from ofc_score.ledger.store import open_ledger
from ofc_score.reports.csv import transfers_csv

from .command import CLOCK
from .ledgercli import Cli
from .ledgergen import book_all, evening

ANN, BOB = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"
LOW = "K32 KJ987 AAJ53"


def _start(cli: Cli, *args: str) -> Cli:
    cli.ok("start", "--rules", "pineapple", "--point", "0.25 EUR", *args)
    return cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "ledger.db")


@pytest.fixture
def bank(cli: Cli) -> Cli:
    """In mid-set, with Bob as the bank that takes cash."""
    _start(cli, "--players", "Ann=100,Bob=100,Cy=100", "--bank", "Bob", "--paid")
    cli.ok("hand", f"Ann: {LOW}", "Bob: foul", "Cy: foul")
    return cli


def _amounts(cli: Cli) -> dict[str, str]:
    return {name: it["amount"] for name, it in cli.ok("status", "--json").json["balances"].items()}


# Cash


def test_cash_counts_when_it_is_handed_over_and_points_when_they_count(bank: Cli) -> None:
    before = _amounts(bank)
    lines = bank.ok("buy", "Cy", "50", "--paid").lines
    assert lines[1:3] == ["Cy: 50 points more from the next set", "Cy paid 12.50 EUR in cash; that counts now"]
    after = _amounts(bank)
    assert before == {"Ann": "28.00", "Bob": "-51.50", "Cy": "23.50"}
    assert after == {"Ann": "28.00", "Bob": "-64.00", "Cy": "36.00"}
    bank.ok("hand", f"Ann: {LOW}", "Bob: foul", "Cy: foul")
    bank.ok("hand", f"Ann: {LOW}", "Bob: foul", "Cy: foul", "--again")
    bank.ok("hand", f"Ann: {LOW}", "Bob: foul", "Cy: foul", "--again")
    assert bank.ok("status", "--json").json["stacks"]["Cy"] == 100 - 4 * 6 + 50
    assert _amounts(bank)["Cy"] == "31.50"


@pytest.mark.parametrize("ending", [("close",), ("leave", "Cy", "--forced")], ids=["close", "leave"])
def test_cash_for_points_that_never_came_is_owed_back(bank: Cli, ending: tuple[str, ...]) -> None:
    before = _amounts(bank)
    bank.ok("buy", "Cy", "50", "--paid")
    said = bank.ok(*ending).lines
    assert "Cy: the buy-in of 50 points for the next set is dropped; Bob owes the 12.50 EUR back" in said
    after = _amounts(bank)
    assert (before["Cy"], after["Cy"], after["Bob"]) == ("23.50", "36.00", "-64.00")
    bank.ok("undo")
    assert "dropped" not in bank.ok("status").out


def test_a_new_player_who_waits_has_paid(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100", "--bank", "Bob", "--paid")
    cli.ok("hand", f"Ann: {LOW}", "Bob: foul")
    cli.ok("join", "Cy", "40")
    assert _amounts(cli)["Cy"] == "10.00"
    cli.ok("close")
    pays = cli.ok("payouts", "--json").json["payments"]
    assert {"from": "Bob", "to": "Cy", "points": 40, "amount": "10.00"} in pays
    assert cli.ok("audit", "--deep").out == ""


def test_nobody_won_anything_by_handing_cash_to_the_bank(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100", "--bank", "Bob", "--paid", "--name", "Friday")
    lines = cli.ok("message").lines
    assert lines[5:7] == ["Ann 0 points, 0.00 EUR", "Bob 0 points, 0.00 EUR"]
    assert "Cash for buy-ins to Bob: Ann 25.00, Bob 25.00 EUR" in lines
    assert cli.ok("balances").lines[1:] == [
        "EUR  points  at the table  tonight  before   total",
        "Ann       0          0.00   +25.00    0.00  +25.00",
        "Bob       0          0.00   -25.00    0.00  -25.00",
    ]


# Debts from before


@pytest.fixture
def second(cli: Cli) -> Cli:
    """The second night, without Bob, who won 9 points from Ann on the first."""
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {BOB}", f"Bob: {ANN}")
    cli.ok("close")
    return _start(cli, "--players", "Ann=100,Cy=100")


def _standing(cli: Cli, *args: str) -> dict[str, tuple[str, str, str, bool]]:
    (account,) = cli.ok("balances", "--json", *args).json["accounts"]
    return {name: (it["tonight"], it["before"], it["total"], it["present"]) for name, it in account["players"].items()}


def test_paying_somebody_absent_is_no_result_of_tonight(second: Cli) -> None:
    assert "Bob does not play tonight: this counts as from before" in second.ok("pay", "Ann", "Bob", "1.25").lines
    assert _standing(second) == {
        "Ann": ("0.00", "-1.00", "-1.00", True), "Cy": ("0.00", "0.00", "0.00", True),
        "Bob": ("0.00", "1.00", "1.00", False),
    }  # fmt: skip
    assert second.ok("payouts", "--tonight").lines == ["Nobody owes anything"]
    assert second.ok("payouts").lines == ["Ann pays Bob (absent) 1.00 EUR"]
    assert second.ok("sessions", "--json").json["sessions"][0]["players"] == ["Ann", "Cy"]
    listed = {it["name"]: it["sessions"] for it in second.ok("player", "list", "--json").json["players"]}
    assert listed == {"Ann": 2, "Bob": 1, "Cy": 1}
    assert "Bob" not in second.ok("status", "--json").json["balances"]
    assert second.ok("audit", "--deep").out == ""


def test_whoever_joins_later_takes_part_after_all(second: Cli) -> None:
    second.ok("pay", "Ann", "Bob", "1.25")
    second.ok("join", "Bob", "100")
    assert _standing(second)["Bob"] == ("0.00", "1.00", "1.00", True)


def test_an_old_night_as_it_stood_then(second: Cli) -> None:
    second.ok("hand", f"Ann: {LOW}", "Cy: foul")
    then = {"Ann": ("-2.25", "0.00", "-2.25", True), "Bob": ("2.25", "0.00", "2.25", True)}
    assert _standing(second, "--session", "1") == then
    assert second.ok("balances", "--session", "1").lines[-1] == "Later sessions are not included"
    paid = second.ok("payouts", "--session", "1").lines
    assert paid[0] == "As of today, with later sessions:"
    assert paid[1:] == ["Cy (absent) pays Bob 1.50 EUR", "Ann pays Bob 0.75 EUR"]
    message = second.ok("message", "--session", "1").lines
    assert "Later sessions were played: payouts shows today's payments" in message
    assert not any(" pays " in line or line.startswith("Cy ") for line in message)


def test_absent_is_who_was_not_at_the_table_whatever_the_unit(cli: Cli) -> None:
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    cli.ok("close")
    _start(cli, "--players", "Ann=100,Cy=100")
    euro, points = cli.ok("balances", "--json").json["accounts"]
    assert (euro["unit"], points["unit"]) == ("EUR", "points")
    assert {name: it["present"] for name, it in points["players"].items()} == {"Ann": True, "Bob": False}


# Won at the table


def test_expenses_stand_apart(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100", "--name", "Friday")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    assert cli.ok("balances").lines[1] == "EUR  tonight  before  total"
    cli.ok("expense", "Bob", "10", "--for", "all", "--why", "pizza")
    lines = cli.ok("message").lines
    assert lines[5:14] == [
        "Ann +9 points, +2.25 EUR", "Bob -9 points, -2.25 EUR", "", "Bob paid 10.00 EUR for Ann, Bob (pizza)", "",
        "Open in all:", "Bob +2.75 EUR", "Ann -2.75 EUR", "",
    ]  # fmt: skip
    told = cli.ok("balances", "--json").json["accounts"][0]["players"]["Ann"]
    assert (told["points"], told["table"], told["tonight"]) == (9, "2.25", "-2.75")


@pytest.mark.parametrize("seed", range(12))
def test_the_rows_of_the_csv_make_the_balances(cli: Cli, seed: int) -> None:
    with open_ledger(cli.db, create=True) as ledger:
        booked = book_all(ledger, evening(seed))
    state = booked.state
    points = dict.fromkeys(state.people, 0)
    money = dict.fromkeys(state.people, 0)
    for row in csv.DictReader(io.StringIO(transfers_csv(booked))):
        cents = int(re.sub("[.]", "", row["amount"] or "0"))
        for name, sign in ((row["from"], -1), (row["to"], 1)):
            points[name] += sign * int(row["points"] or 0)
            money[name] += sign * cents
    for name, balance in state.balances().items():
        assert points[name] == balance.points
        assert balance.amount is None or money[name] == balance.amount + state.old.get(name, 0)


# Twice


@pytest.mark.parametrize("words", [
    ("buy", "Cy", "50"), ("adjust", "Ann", "Bob", "5"), ("expense", "Ann", "3", "--for", "Bob"),
    ("owe", "Ann", "Bob", "3"), ("pay", "Ann", "Bob", "3"),
], ids=lambda words: words[0])  # fmt: skip
def test_the_same_right_after_itself_is_a_retry(bank: Cli, words: tuple[str, ...]) -> None:
    bank.ok(*words)
    again = bank(*words)
    assert (again.code, again.err) == (4, "error: already booked as e2; --again books it twice\n")
    bank.ok(*words, "--again")
    bank.ok("note", "something else")
    bank.ok(*words)


def test_paying_more_than_is_owed_is_said(second: Cli) -> None:
    second.ok("owe", "Cy", "Ann", "2")
    assert second.ok("pay", "Cy", "Ann", "0.50").lines[-1] == "Cy -2.00 -> -1.50 EUR"
    told = "Cy owed 1.50 EUR in all and paid 3.50 EUR too much; payouts now: Ann pays Cy 3.50 EUR"
    assert second.ok("pay", "Cy", "Ann", "5").lines[-1] == told


def test_whoever_pays_a_debt_while_others_owe_him_more_is_not_alarmed(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100,Cy=100")
    cli.ok("owe", "Ann", "Bob", "9")
    cli.ok("owe", "Bob", "Cy", "5")
    assert cli.ok("pay", "Bob", "Cy", "5").lines[-1] == (
        "Over all sessions Bob stood at +4.00 EUR and is at +9.00 EUR now; payouts now: Ann pays Bob 9.00 EUR"
    )
    assert "Ann pays Bob 9.00 EUR" in cli.ok("payouts").out


# The end


def test_closing_says_what_is_forfeited(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    line = "Closing forfeits Ann's Fantasyland with 14 cards; undo opens the session again"
    assert line in cli.ok("close").lines
    cli.ok("undo")
    assert "Ann in Fantasyland with 14 cards" in cli.ok("status").out


def test_a_correction_after_the_end_tells_who_owes_whom(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    cli.ok("close")
    cli.ok("pay", "Bob", "Ann", "2.25")
    said = cli.ok("fix", "1", "Bob: foul").lines
    assert not any(line.startswith("Chips to move") for line in said)
    assert said[said.index("Who owes whom now:") + 1] == "  Bob pays Ann 2.00 EUR"


def test_only_counts_that_a_correction_turns_are_told(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    cli.ok("chips", "109", "91")
    assert cli("chips", "Ann=3").code == 1
    said = cli.ok("fix", "1", "Bob: foul").lines
    assert [line for line in said if "counted" in line] == [
        "Chips counted after hand 1 (e2) differ from the corrected ledger: Ann 109 counted, 117 by the ledger, "
        "Bob 91 counted, 83 by the ledger; move the chips, then count again"
    ]
    back = cli.ok("undo").lines
    assert any(line.startswith("Chips counted after hand 1 (e2) match the corrected ledger") for line in back)


def test_a_session_is_set_aside_for_an_older_one(second: Cli) -> None:
    second.ok("undo", "--session", "1")
    refused = second("resume", "1")
    assert refused.err == "error: session 2 is still open (close it first, or --aside sets it aside)\n"
    second.ok("resume", "1", "--aside")
    assert [it["status"] for it in second.ok("sessions", "--json").json["sessions"]] == ["aside", "open"]


def test_last_times_table_has_those_who_left_early(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100,Cy=60")
    cli.ok("leave", "Bob")
    cli.ok("close")
    assert "--players Ann=100,Cy=60,Bob=100" in cli("start").err


# Printed


def test_a_hand_tells_the_stacks_before_its_last_lines(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    assert cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}").lines[-3:] == [
        "Stacks: Ann 109 · Bob 91", "Bob puts in 9, Ann takes 9",
        "Next: button Bob · Ann in Fantasyland with 14 cards",
    ]  # fmt: skip


def test_the_log_keeps_its_columns_with_one_long_entry(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("buy", "Ann", "1")
    cli.ok("note", "a word " * 30)
    cli.extra["COLUMNS"] = "80"
    lines = cli.ok("log").lines[1:]
    assert all(len(line) <= 80 and " · " not in line for line in lines)
    assert lines[0].split() == CLOCK.told("e1 2026-11-27 20:02 buy Ann 1 point").split()
    assert len(lines) > 4 and lines[2].startswith(" " * 20)


def test_a_voided_hand_shows_its_points(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    cli.ok("hand", f"Ann: {ANN}", f"Bob: {BOB}")
    cli.ok("void", "1")
    assert cli.ok("log").lines[1].split()[3:] == ["hand", "1:", "Ann", "+9", "Bob", "-9", "voided"]


def test_chips_in_the_order_of_the_seats(cli: Cli) -> None:
    _start(cli, "--players", "Ann=100,Bob=100")
    assert cli.ok("chips", "100", "100").lines[0] == "e1: chips Ann 100, Bob 100"
    refused = cli("chips", "100")
    assert refused.code == 3
    assert "1 counts for 2 players" in refused.err


def test_a_replayed_sheet_tells_what_happened_between_the_hands(cli: Cli, tmp_path: Path) -> None:
    sheet = tmp_path / "night.yaml"
    sheet.write_text(
        f"""
rules: pineapple
point: 0.25 EUR
players: {{Ann: 100, Bob: 100}}
events:
  - hand: {{Ann: {ANN}, Bob: foul}}
  - expense: {{by: Ann, amount: 10.00, for: [Ann, Bob], why: pizza}}
  - adjust: {{from: Ann, to: Bob, points: 5, why: exposed card}}
  - hand: {{Ann: foul, Bob: {BOB}}}
  - fix: {{1: {{Bob: {BOB}}}}}
""",
        encoding="utf-8",
    )
    blocks = cli.ok("replay", str(sheet)).out.split("\n\n")
    assert blocks[2] == "Expense Ann 10.00 EUR for Ann, Bob: pizza\nAdjust Ann to Bob 5 points: exposed card"
    assert blocks[4] == f"Correction: fix hand 1, later hands settled again: Bob: {BOB}"
    assert blocks[5].splitlines() == [
        "Balances",
        "  Ann  -10 points  -2.50 EUR  with everything +2.50 EUR",
        "  Bob  +10 points  +2.50 EUR  with everything -2.50 EUR",
    ]
