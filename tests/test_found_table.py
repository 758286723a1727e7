"""What playing and breaking the first version found at the table, each with the right value (numbers as in the list of
faults)."""

from __future__ import annotations

from pathlib import Path

import pytest

from .ledgercli import Cli

W, W2 = "QJ2 KK883 AA994", "QJ3 KK882 AA995"


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "ledger.db")


def _start(cli: Cli, rules: str = "regular", players: str = "Ann=100,Bob=100,Cy=100", *more: str) -> Cli:
    cli.ok("start", "--rules", rules, "--players", players, "--point", "1 EUR", *more)
    return cli


def test_2_a_difference_is_honoured_whatever_came_in_between(cli: Cli) -> None:
    _start(cli).ok("hand", W, "foul", "foul")
    cli.ok("chips", "Ann=111", "Bob=95", "Cy=94", "--accept")
    asked = cli("fix", "1", "Ann: foul")
    assert asked.code == 4
    assert "--replay: No points change" in asked.err
    lines = cli.ok("fix", "1", "Ann: foul", "--difference").lines
    assert lines[-2] == "Chips to move now: Ann gives Bob 6, Ann gives Cy 6"
    assert cli.booked().state.stacks == {"Ann": 99, "Bob": 101, "Cy": 100}


def test_2_voiding_as_a_difference(cli: Cli) -> None:
    _start(cli).ok("hand", W, "foul", "foul")
    cli.ok("chips", "Ann=111", "Bob=95", "Cy=94", "--accept")
    cli.ok("void", "1", "--difference")
    assert cli.booked().state.stacks == {"Ann": 99, "Bob": 101, "Cy": 100}


def test_3_a_forgotten_hand_is_booked_once(cli: Cli) -> None:
    _start(cli, "regular", "Ann=100,Bob=100").ok("hand", W, "foul")
    cli.ok("hand", "--before", "1", "foul", W2)
    for number in ("1", "2"):
        again = cli("hand", "--before", number, "foul", W2)
        assert (again.code, again.err) == (4, "error: already booked as hand 1; --again books them twice\n")
    cli.ok("hand", "--before", "1", "--again", "foul", W2)
    assert len(cli.booked().state.hands) == 3


def test_4_cash_in_a_sheet_needs_a_bank(cli: Cli, tmp_path: Path) -> None:
    sheet = tmp_path / "s.yaml"
    head = "rules: regular\npoint: 1 EUR\nplayers: {Ann: 100, Bob: 100}\n"
    sheet.write_text(head + "paid: true\n", encoding="utf-8")
    for command in ("replay", "import"):
        done = cli(command, str(sheet))
        assert done.code == 3  # the fault is called "no-bank"
        assert "line 4, paid: cash needs a bank (name it, as in bank: Ann)" in done.err
    sheet.write_text(head + "events:\n  - buy: {Ann: 50}\n    paid: true\n", encoding="utf-8")
    assert "cash needs a bank" in cli("replay", str(sheet)).err
    sheet.write_text(head + "paid: true\nbank: Host\n", encoding="utf-8")
    cli.ok("import", str(sheet))


def test_5_a_payment_of_an_old_debt_is_no_result_of_tonight(cli: Cli) -> None:
    _start(cli, "regular", "Ann=100,Cy=100").ok("hand", W, "foul")
    cli.ok("close")
    _start(cli, "regular", "Ann=100,Cy=100")
    cli.ok("pay", "Cy", "Ann", "6")
    for words in (("payouts", "--tonight"), ("payouts",)):
        assert cli.ok(*words).out == "Nobody owes anything\n"


def test_6_retyping_keeps_what_was_not_retyped(cli: Cli) -> None:
    _start(cli, "regular", "Ann=100,Bob=100,Cy=100", "--bank", "Host")
    cli.ok("buy", "Cy", "50", "--paid")
    cli.ok("join", "Dee", "40", "--after", "Ann", "--paid")
    cli.ok("adjust", "Ann", "Bob", "5", "--why", "exposed card")
    cli.ok("fix", "e1", "buy", "Cy", "60")
    cli.ok("fix", "e2", "join", "Dee", "50")
    cli.ok("fix", "e3", "adjust", "Ann", "Bob", "6")
    state = cli.booked().state
    assert state.seats == ("Ann", "Dee", "Bob", "Cy")
    assert dict(state.paid_in) == {"Cy": 6000, "Dee": 5000}
    assert "adjust Ann to Bob 6 points: exposed card" in cli.ok("log").out
    cli.ok("fix", "e1", "buy", "Cy", "60", "--owed")
    assert dict(cli.booked().state.paid_in) == {"Dee": 5000}


@pytest.mark.parametrize(
    ("known", "typed"), [("Işık", "IŞIK"), ("Nadia", "Nadja"), ("José", "Jose"), ("Nadia", "Nadia B")]
)
def test_15_a_name_like_a_known_one_is_pointed_out(cli: Cli, known: str, typed: str) -> None:
    _start(cli, "regular", f"{known}=100,Ali=100")
    cli.ok("close")
    lines = _start(cli, "regular", "Ali=100,Zoë=100").ok("join", typed, "50").lines
    words = f"New player {typed}; did you mean {known}? ofc-score player merge"
    assert lines[-1].startswith(words)
    cli.ok("close")
    other = Cli(cli.db.with_name("other.db"))
    _start(other, "regular", f"{known}=100,Ali=100")
    other.ok("close")
    assert words in other.ok("start", "--rules", "regular", "--players", f"{typed}=100,Ali=100").out
    assert "New player" not in other.ok("join", "Maximilian", "20").out


def test_20_a_hand_put_in_before_another_says_what_is_true_now(cli: Cli) -> None:
    _start(cli, "pineapple").ok("hand", W, "foul", "foul")
    cli.ok("hand", "AA2 KKQQ3 55554", "foul", "foul")
    lines = cli.ok("hand", "--before", "2", "foul", W2, "foul").lines
    assert "Stacks after hand 2: Ann 106 · Bob 106 · Cy 88" in lines
    assert "What was hand 2 is hand 3 now; later hands are settled again" in lines
    assert lines[-3:-1] == ["Ann 156 · Bob 81 · Cy 63", "Ann puts in 6, Cy puts in 6, Bob takes 12"]
    assert lines[-1].startswith("Next: ")


def test_28_the_bank_of_the_session_pays_and_is_paid(cli: Cli) -> None:
    _start(cli, "regular", "Ann=100,Bob=100,Cy=100", "--bank", "Host", "--paid").ok("hand", W, "foul", "foul")
    assert cli.ok("payouts").lines == ["Host pays Ann 112.00 EUR", "Host pays Bob 94.00 EUR", "Host pays Cy 94.00 EUR"]
    assert "Host pays Cy 94.00 EUR" in cli.ok("leave", "Cy", "--forced").lines


def test_28_the_log_says_how_a_hand_was_corrected(cli: Cli) -> None:
    _start(cli).ok("hand", W, "foul", "foul")
    cli.ok("hand", W2, "foul", "foul")
    cli.ok("fix", "1", "Cy: K82 QQ964 AAJ53", "--replay")
    cli.ok("fix", "1", "Cy: foul", "--difference")
    log = cli.ok("log").out
    assert "fix hand 1, later hands settled again: Cy" in log
    assert "fix hand 1, the difference: Cy" in log


def test_30_what_stats_prints_is_understood(cli: Cli) -> None:
    _start(cli, "regular", "Ann=100,Bob=100,Cy=100", "--name", "Friday one").ok("hand", W, "foul", "foul")
    cli.ok("close")
    _start(cli, "regular", "Ann=100,Bob=100,Cy=100", "--name", "Saturday")
    assert cli.ok("show", "1/1").out == cli.ok("show", "1", "--session", "1").out
    assert cli.ok("show", "friday/last").out == cli.ok("show", "1", "--session", "Friday one").out
    assert "Session 2" in cli.ok("status", "--session", "satur").out
    cli.ok("void", "1/1")
    assert cli("status", "--session", "Sunday").code == 2
    cli.ok("join", "Dee=30")
    assert cli.booked().state.stacks["Dee"] == 30
    done = cli("start", "--rules", "regular", "--players", "Ann=100 Bob=100", "--aside")
    assert "put commas between players: Ann=100,Bob=100" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("Ann:", "QQ2", "KK883", "AT752h", "Bob:", "JJ5", "TT773", "98765"),
        ("QQ2", "KK883", "AT752h"),
        ("QhQd2c", "/", "KsKd8h8c3d", "/", "AhTh7h5h2h"),
    ],
    ids=["two players", "one board", "slashes"],
)
def test_29_boards_without_quotes(cli: Cli, words: tuple[str, ...]) -> None:
    for command in (("score", "--rules", "pineapple"), ("hand",)):
        if command[0] == "hand":
            _start(cli, "pineapple", "Ann=100,Bob=100")
        done = cli(*command, *words)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "put each board into quotes" in done.err
