"""What playing, breaking and reading the first version found: each number with the right value."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from ofc_score.ledger import copies
from ofc_score.ledger.audit import audit
from ofc_score.ledger.store import open_ledger

from .ledgercli import Cli

W = "QJ2 KK883 AA994"
START = ("start", "--rules", "regular", "--players", "Ann=100,Bob=100,Cy=100", "--point", "1 EUR")


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "ledger.db")


def typed(cli: Cli, *lines: str) -> None:
    """Commands that must work, their words parted by blanks."""
    for line in lines:
        cli.ok(*line.split())


# 8: payouts --direct


@pytest.mark.parametrize(("lines", "direct"), [
    (("owe Bob Ann 10", "owe Cy Ann 10", "owe Cy Bob 5", "pay Cy Ann 15", "pay Bob Ann 5"), ["Nobody owes anything"]),
    (("owe Bob Ann 5", "owe Cy Bob 5", "owe Ann Cy 5"), ["Nobody owes anything"]),
    (("expense Ann 5 --for Bob", "expense Bob 5 --for Cy", "expense Cy 5 --for Ann"), ["Nobody owes anything"]),
    # Debts from before go as the ordinary list: Bob stands at 0.
    (("owe Bob Ann 7", "owe Cy Bob 7"), ["Cy pays Ann 7.00 EUR"]),
    # Tonight's pairs, the largest first: Cy pays Bob what he owes him, but Bob is owed 4 in all.
    (("expense Bob 10 --for Cy", "expense Ann 6 --for Bob", "expense Ann 3 --for Cy"),
     ["Cy pays Ann 9.00 EUR", "Cy pays Bob 4.00 EUR"]),
    # A payment made tonight takes its pair away.
    (("expense Bob 10 --for Cy", "pay Cy Bob 10", "expense Ann 6 --for Bob"), ["Bob pays Ann 6.00 EUR"]),
    # Equal debts: by payer, then payee.
    (("expense Ann 4 --for Bob", "expense Ann 4 --for Cy", "expense Cy 4 --for Bob"), ["Bob pays Ann 8.00 EUR"]),
], ids=["after the list", "old ring", "ring of tonight", "before", "not more than owed", "paid", "ties"])  # fmt: skip
def test_8_direct_payouts_ask_nobody_at_zero(cli: Cli, lines: Sequence[str], direct: list[str]) -> None:
    cli.ok(*START)
    typed(cli, *lines)
    assert cli.ok("payouts", "--direct").lines == direct


def test_8_direct_payouts_follow_who_lost_to_whom(cli: Cli) -> None:
    cli.ok(*START)
    cli.ok("hand", W, "foul", "foul")
    assert cli.ok("payouts", "--direct").lines == ["Bob pays Ann 6.00 EUR", "Cy pays Ann 6.00 EUR"]
    typed(cli, "owe Ann Bob 6", "owe Ann Cy 6")
    assert cli.ok("payouts", "--direct").lines == ["Nobody owes anything"]


# 9: the whole balance, and everything paid at once


def open_from_last_week(cli: Cli) -> None:
    """Nadia owes Ben 25 from the last session, and wins 0.50 tonight."""
    start = ("start", "--rules", "regular", "--players", "Nadia=100,Ben=100", "--point", "0.50 EUR", "--date")
    cli.ok(*start, "2026-03-06")
    typed(cli, "adjust Nadia Ben 50 --why lost", "close")
    cli.ok(*start, "2026-03-13")
    typed(cli, "adjust Ben Nadia 1 --why won")


def test_9_every_answer_shows_the_whole_balance(cli: Cli) -> None:
    open_from_last_week(cli)
    assert cli.ok("pay", "nadia", "ben", "24.50").lines[1:] == [
        "Nadia -24.50 -> 0.00 EUR in all", "Ben +24.50 -> 0.00 EUR in all"]  # fmt: skip
    assert cli.ok("payouts").lines == ["Nobody owes anything"]
    assert "Ben 0.00 -> +24.50 EUR in all" in cli.ok("undo").lines
    assert "Ben +24.50 -> +26.50 EUR in all" in cli.ok("owe", "nadia", "ben", "2").lines
    assert "Ben +26.50 -> +30.50 EUR in all" in cli.ok("expense", "ben", "4", "--for", "nadia").lines


def test_9_a_payment_of_somebody_absent_shows_their_whole_balance(cli: Cli) -> None:
    open_from_last_week(cli)
    cli.ok("close")
    cli.ok("start", "--rules", "regular", "--players", "Ben=100,Cy=100", "--point", "1 EUR")
    assert cli.ok("pay", "Nadia", "Ben", "20").lines[1:] == [
        "Nadia does not play tonight: this counts as from before",
        "Ben +24.50 -> +4.50 EUR in all",
        "Nadia -24.50 -> -4.50 EUR in all",
    ]


def test_9_all_listed_payments_are_recorded_at_once(cli: Cli) -> None:
    cli.ok(*START)
    cli.ok("hand", W, "foul", "foul")
    assert cli.ok("payouts", "--paid").lines == ["e2: pay Bob to Ann 6.00 EUR", "e3: pay Cy to Ann 6.00 EUR"]
    assert cli.ok("payouts").lines == ["Nobody owes anything"]
    again = cli("payouts", "--paid")
    assert (again.code, again.out) == (4, "")
    assert again.err == "error: no payments in EUR are listed, so none can be recorded (payouts lists who pays whom)\n"
    assert len(cli.booked().entries) == 3
    # One entry each: the last one alone is taken back.
    cli.ok("undo")
    assert cli.ok("payouts").lines == ["Cy pays Ann 6.00 EUR"]


@pytest.mark.parametrize(("options", "left"), [
    ((), []), (("--direct",), []), (("--bank", "Ben"), []), (("--bank", "Nadia"), []),
    (("--tonight",), ["Nadia pays Ben 25.00 EUR"]),
], ids=["all", "direct", "bank", "other bank", "tonight"])  # fmt: skip
def test_9_what_was_recorded_is_listed_no_more(cli: Cli, options: tuple[str, ...], left: list[str]) -> None:
    open_from_last_week(cli)
    listed = cli.ok("payouts", *options, "--json").json["payments"]
    done = cli.ok("payouts", *options, "--paid", "--json").json
    assert done["payments"] == listed
    assert len(done["recorded"]) == len(listed)
    assert cli.ok("payouts", *options).lines == ["Nobody owes anything"]
    assert cli.ok("payouts").lines == (left or ["Nobody owes anything"])


def test_9_all_or_none_of_the_payments_are_recorded(cli: Cli) -> None:
    """The bank is nobody whom the ledger knows: the second payment cannot be booked any more than the first."""
    open_from_last_week(cli)
    before = cli.booked().fingerprint
    refused = cli("payouts", "--bank", "Zed", "--paid")
    assert (refused.code, refused.out) == (4, "")
    assert cli.booked().fingerprint == before
    assert cli("payouts", "--tonight", "--bank", "Zed", "--paid").err == (
        "error: Zed takes no part tonight (guest Zed first, or leave out --tonight)\n")  # fmt: skip


def test_9_payments_in_another_unit_stay_open(cli: Cli) -> None:
    open_from_last_week(cli)
    cli.ok("close")
    cli.ok("start", "--rules", "regular", "--players", "Nadia=100,Ben=100", "--point", "1 USD")
    assert cli("payouts", "--paid").code == 4
    typed(cli, "adjust Ben Nadia 3 --why won")
    assert cli.ok("payouts", "--paid").lines == [
        "e2: pay Ben to Nadia 3.00 USD",
        "Not recorded, for they are in another unit:",
        "Nadia pays Ben 24.50 EUR",
    ]
    assert cli.ok("payouts").lines == ["Nadia pays Ben 24.50 EUR"]


# 17: the audit


def tamper(cli: Cli, *statements: str) -> None:
    with sqlite3.connect(cli.db) as db:
        for statement in statements:
            db.execute(statement)
    db.close()


@pytest.mark.parametrize("option", ["--quick", "--deep", "--json"])
def test_17_an_empty_ledger_is_right(cli: Cli, option: str) -> None:
    with open_ledger(cli.db, create=True) as ledger:
        assert list(audit(ledger)) == []
    done = cli.ok("audit", option)
    assert done.err == ""
    assert done.out == ("" if option != "--json" else '{"format": 1, "level": "default", "findings": []}\n')
    assert cli.ok("audit", "--rebuild").lines == ["Nothing to mend: the tables are what the entries give"]
    assert list(cli.db.parent.iterdir()) == [cli.db]


REBUILD = "(audit --rebuild derives it again from the entries)"
TAMPERED: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("two amounts", (
        "UPDATE balances SET amount = amount + 700 WHERE player = 'Ann'",
        "UPDATE balances SET amount = amount + 5, points = 3 WHERE player = 'Bob'"),
     ("the total of Ann is 12.00 EUR, the sessions sum to 19.00 EUR",
      "the total of Bob is -6.00 EUR, the sessions sum to -5.95 EUR",
      "session 1: the balances sum to 9 points and 7.05 EUR instead of 0",
      "session 1, balances: player Ann: amount is 19.00 EUR, by the entries 12.00 EUR",
      "session 1, balances: player Bob: points is 3, by the entries -6, amount is -5.95 EUR, by the entries -6.00 EUR",
      )),
    ("a total", ("UPDATE totals SET amount = amount - 700 WHERE player = 1",),
     ("the total of Ann is 5.00 EUR, the sessions sum to 12.00 EUR",
      "the totals sum to -7.00 EUR instead of 0")),
    ("two tables", ("UPDATE results SET foul = 1 WHERE player = 'Ann'", "DELETE FROM transfers WHERE payer = 'Cy'",
                    "UPDATE hands SET button = 'Zed'"),
     ("session 1, hands: hand 1: button is Zed, by the entries Cy",
      "session 1, results: hand 1 player Ann: foul is 1, by the entries 0",
      "session 1, transfers: hand 1 place 2 is missing")),
)  # fmt: skip


@pytest.mark.parametrize(("statements", "words"), [c[1:] for c in TAMPERED], ids=[c[0] for c in TAMPERED])
def test_17_every_difference_is_named_and_mended(cli: Cli, statements: Sequence[str], words: Sequence[str]) -> None:
    cli.ok(*START)
    cli.ok("hand", W, "foul", "foul")
    tamper(cli, *statements)
    found = cli("audit")
    assert (found.code, found.err) == (5, "")
    assert found.lines == [f"{line} {REBUILD}" for line in words]
    mended = cli.ok("audit", "--rebuild").lines
    kept = cli.db.parent / mended[-1].removeprefix("The ledger as it was is kept: ")
    assert kept.is_file()
    for line in words:
        if line.startswith("session 1, "):
            assert f"Mended: {line}" in mended
    assert cli.ok("audit", "--deep").out == ""
    told = cli.ok("balances", "--json").json["balances"]
    assert {name: it["amount"] for name, it in told.items()} == {"Ann": "12.00", "Bob": "-6.00", "Cy": "-6.00"}
    assert cli("audit", "--db", str(kept)).lines == found.lines


def test_17_what_cannot_be_mended_is_still_named(cli: Cli) -> None:
    cli.ok(*START)
    cli.ok("hand", W, "foul", "foul")
    tamper(cli, "DROP TRIGGER events_stay", "UPDATE totals SET amount = 0")
    done = cli("audit", "--rebuild", "--json")
    assert done.code == 5
    assert [it["message"] for it in done.json["findings"]] == ["the trigger events_stay is missing"]
    assert [it["code"] for it in done.json["mended"]] == ["totals"] * 3
    assert Path(done.json["kept"]).is_file()
    assert cli("audit", "--quick", "--rebuild").code == 2


# 12 and 31: whose fingerprint it is


def test_12_a_fingerprint_after_a_sheet_says_that_sheets_drop_times(cli: Cli, tmp_path: Path) -> None:
    cli.ok(*START)
    cli.ok("hand", W, "foul", "foul")
    cli.ok("export", "--sheet", str(tmp_path / "it.yaml"))
    other = Cli(tmp_path / "other.db")
    other.past = cli.past
    other.ok("import", str(tmp_path / "it.yaml"))
    done = other("audit", "--expect", cli.booked().fingerprint)
    assert done.code == 1
    assert done.out.endswith("or the session came in from a score sheet, which drops the times)\n")


def test_31_the_session_of_a_fingerprint_can_be_named(cli: Cli) -> None:
    for _ in range(2):
        cli.ok(*START)
        cli.ok("close")
    first = cli.booked(1).fingerprint
    assert cli("audit", "--expect", first, "--session", "1") == (0, "", "")
    other = cli("audit", "--expect", first, "--session", "2")
    found = cli("audit", "--expect", first, "--session", "2", "--json").json["findings"]
    assert [fault["code"] for fault in found] == ["fingerprint-other"]
    assert other.code == 1
    there = f"audit --expect {first} --session 1 looks there"
    assert other.out == f"session 2: the fingerprint is that of session 1 ({there})\n"
    assert cli("audit", "--expect", first, "--session", "9").code == 4
    assert cli("audit", "--session", "1").code == 2


# 32: other programs, full disks, dates, names


@pytest.mark.parametrize("command", [
    ("status",), ("hand", W, "foul", "foul"), ("audit",), ("balances",), ("payouts",), ("backup", "copy.db")],
    ids=lambda command: command[0])  # fmt: skip
def test_32_a_ledger_in_wal_mode_with_an_idle_reader_works(
    cli: Cli, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cli.db.parent)
    cli.ok(*START)
    reader = sqlite3.connect(cli.db)
    assert reader.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    reader.execute("SELECT * FROM players").fetchall()
    assert cli(*command).code == 0
    with open_ledger(cli.db, stays=True) as ledger:
        assert list(audit(ledger)) == []
    reader.close()
    assert cli.ok("audit", "--deep").out == ""


def test_32_a_full_disk_is_that_of_the_copy(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.ok(*START)

    @contextmanager
    def full(path: Path) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(path, isolation_level=None)) as conn:
            conn.execute("PRAGMA max_page_count = 2")
            yield conn

    monkeypatch.setattr(copies, "sqlite3_file", full)
    done = cli("backup", str(tmp_path / "copy.db"))
    assert done.code == 6
    assert (
        done.err
        == f"error: {tmp_path / 'copy.db'} cannot grow: the disk is full (make room and repeat, nothing was booked)\n"
    )
    assert sorted(it.name for it in tmp_path.iterdir()) == ["ledger.db"]


@pytest.mark.parametrize(("days", "told"), [(-400, False), (0, False), (1, False), (2, True), (13_000, True)])
def test_32_a_date_to_come_is_told(cli: Cli, tmp_path: Path, days: int, told: bool) -> None:
    date = (cli.today + timedelta(days)).isoformat()
    line = f"{date} is {days} days from now (if that is a slip: close, and start again with the right date)"
    assert (line in cli.ok(*START, "--date", date).lines) is told
    cli.ok("export", "--sheet", str(tmp_path / "it.yaml"))
    cli.db = tmp_path / "other.db"
    assert (line in cli.ok("import", str(tmp_path / "it.yaml")).lines) is told


@pytest.mark.parametrize("word", ["All", "all", "ALL "])
def test_32_a_player_called_all_is_one_player(cli: Cli, word: str) -> None:
    cli.ok("start", "--rules", "regular", "--players", "Ann=100,Bob=100,All=100", "--point", "1 EUR")
    cli.ok("expense", "Ann", "6", "--for", word)
    assert cli.ok("payouts").lines == ["All pays Ann 6.00 EUR"]


def test_32_all_is_everybody_where_nobody_is_called_so(cli: Cli) -> None:
    cli.ok(*START)
    cli.ok("expense", "Ann", "6", "--for", "All")
    assert cli.ok("payouts").lines == ["Bob pays Ann 2.00 EUR", "Cy pays Ann 2.00 EUR"]
