"""What programs read: the JSON of every command, CSV, and files in and out; names that mean harm stay names."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ofc_score.reports.csv import safe

from .ledgercli import Cli, Done

ANN, BOB = "QQ2 KK883 AA994", "J54 TT99Q 666QQ"
NAMES = ("=HYPERLINK(1)", "+1", "@SUM(A1)", "'=x", "1e5", "No", "<script>", "Zoë 🃏", "李小龙", "שרה")


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "ledger.db")


def _begun(cli: Cli) -> Cli:
    cli.ok("start", "--rules", "pineapple", "--players", "Ann,Bob", "--buy-in", "50", "--point", "0.25 EUR")
    cli.ok("hand", f"Ann: {ANN}", "Bob: foul")
    return cli


POSITION = {"hands", "set", "set_over", "stacks", "waiting", "next", "closed", "balances"}
ENTRY = {"format", "session", "entry", "event", *POSITION}
CHANGE = {"corrects", "words", "changes", "stacks_only", "chips_to_move", "flags"}
HAND = {"format", "session", "entry", "hand", "set", "ruleset", "button", "fantasyland", "players", "counts", "totals",
        "stacks", "set_over", "next", "flags", "fixed", "moved"}  # fmt: skip
JSON: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "hand": (("hand", "foul", "J54 TT99Q 666QQ"), HAND | {"repeated"}),
    "undo": (("undo",), ENTRY | CHANGE),
    "fix": (("fix", "1", "Bob: K54 TT997 66633", "--replay"), ENTRY | CHANGE),
    "void": (("void", "1"), ENTRY | CHANGE),
    "buy": (("buy", "Ann", "5"), ENTRY),
    "join": (("join", "Cy", "5", "--forced"), ENTRY),
    "leave": (("leave", "Bob", "--forced"), ENTRY),
    "seats": (("seats", "Bob", "Ann"), ENTRY),
    "button": (("button", "Ann"), ENTRY),
    "switch": (("switch", "regular", "--from-hand", "1"), ENTRY),
    "note": (("note", "late"), ENTRY),
    "adjust": (("adjust", "Ann", "Bob", "1"), ENTRY),
    "expense": (("expense", "Ann", "1", "--for", "all"), ENTRY),
    "owe": (("owe", "Ann", "Bob", "1"), ENTRY),
    "pay": (("pay", "Ann", "Bob", "1"), ENTRY),
    "chips": (("chips", "Ann=63"), ENTRY),
    "status": (("status",), {"format", "session", *POSITION}),
    "show": (("show",), HAND),
    "log": (("log",), {"format", "session", "entries"}),
    "balances": (("balances",), {"format", "session", "balances", "accounts"}),
    "payouts": (("payouts",), {"format", "session", "tonight", "payments", "others", "absent"}),
    "sessions": (("sessions",), {"format", "sessions"}),
    "player list": (("player", "list"), {"format", "players"}),
    "player rename": (("player", "rename", "Ann", "Anna"), {"format", "player"}),
    "audit": (("audit",), {"format", "level", "findings"}),
    "close": (("close",), {"format", "session", *POSITION, "accounts", "forfeited", "payments", "others", "absent"}),
}


@pytest.mark.parametrize("name", JSON)
def test_json_of_every_command(name: str, cli: Cli) -> None:
    args, keys = JSON[name]
    done = _begun(cli).ok(*args, "--json")
    assert done.err == ""
    assert keys <= set(done.json)
    assert done.json["format"] == 1


def test_the_hand_is_that_of_score_and_replay(cli: Cli) -> None:
    _begun(cli)
    booked = cli.ok("show", "1", "--json").json
    alone = cli.ok("score", "--rules", "pineapple", f"Ann: {ANN}", "Bob: foul", "--button", "Bob", "--stack", "Ann=50",
                   "--stack", "Bob=50", "--json").json  # fmt: skip
    assert {key: booked[key] for key in alone} == alone
    in_evening = cli.evening()["hands"][0]
    assert {key: booked[key] for key in in_evening} == json.loads(json.dumps(in_evening))
    assert booked["next"] == {"button": "Bob", "fantasyland": {"Ann": 14}, "out": [], "resting": []}


def test_balances_and_payments_in_their_promised_shapes(cli: Cli) -> None:
    told = _begun(cli).ok("balances", "--json").json
    assert told["balances"] == {"Ann": {"points": 13, "amount": "3.25"}, "Bob": {"points": -13, "amount": "-3.25"}}
    (account,) = told["accounts"]
    assert account["unit"] == "EUR"
    assert account["players"]["Bob"] == {
        "tonight": "-3.25", "before": "0.00", "total": "-3.25", "present": True, "points": -13, "table": "-3.25",
    }  # fmt: skip
    pays = cli.ok("payouts", "--json").json["payments"]
    assert pays == [{"from": "Bob", "to": "Ann", "points": 13, "amount": "3.25"}]


def test_both_ways_of_a_correction_in_json(cli: Cli) -> None:
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=50,Bob=8")
    cli.ok("hand", "QJ2 KK883 AA994", "K32 QQ964 AAJ53")
    cli.ok("hand", ANN, "foul")
    done = cli("fix", "1", "Ann: foul", "--json")
    error = done.json["error"]
    assert done.code == 4
    assert (error["code"], error["faults"][0]["code"], error["faults"][1]["code"]) == (
        "not-allowed", "replay", "difference",
    )  # fmt: skip
    assert set(error["choices"]) == {"replay", "difference"}
    for way, told in error["choices"].items():
        moved = cli.ok("fix", "1", "Ann: foul", f"--{way}", "--json").json
        assert {key: moved[key] for key in told} == told
        cli.ok("undo")
    assert error["choices"]["replay"]["changes"] != error["choices"]["difference"]["changes"]


# CSV


def _rows(text: str) -> list[dict[str, str]]:
    def told(cell: str) -> str:
        return cell[1:] if re.match("'+[=+\\-@\t\r]", cell) else cell

    read = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    return [{key: told(value) for key, value in row.items()} for row in read]


@pytest.mark.parametrize("bom", [False, True], ids=["plain", "with a mark for Excel"])
def test_csv_reads_back(bom: bool, cli: Cli, tmp_path: Path) -> None:
    cli.ok("start", "--rules", "regular", "--players", ",".join(f"{name}=50" for name in NAMES[:4]),
           "--point", "0.25 EUR")  # fmt: skip
    cli.ok("hand", "QJ2 KK883 AA994", "foul", "foul", "foul")
    cli.ok("hand", "foul", "foul", "foul", "K32 QQ964 AAJ53")
    files = {form: tmp_path / f"{form}.csv" for form in ("--csv", "--hands-csv")}
    for form, file in files.items():
        cli.ok("export", form, str(file), *(["--bom"] if bom else []))
        assert file.read_bytes().startswith(b"\xef\xbb\xbf") is bom
    text = files["--hands-csv"].read_bytes().decode()
    assert not re.search(r'(^|[,\n"])[=@]', text)
    hands = _rows(text)
    assert [row["player"] for row in hands] == [*NAMES[:4]] * 2
    state = cli.booked().state
    for row in hands:
        record = state.hands[int(row["hand"]) - 1]
        assert int(row["points"]) == record.moved[row["player"]]
        assert row["points"] == str(record.moved[row["player"]])
        assert int(row["stack"]) == record.stacks[row["player"]]
    assert {row["amount"] for row in hands} == {"4.50", "-1.50"}
    moved = dict.fromkeys(state.stacks, 0)
    for row in _rows(files["--csv"].read_bytes().decode()):
        assert row["currency"] == "EUR"
        moved[row["from"]] -= int(row["points"])
        moved[row["to"]] += int(row["points"])
    assert moved == {name: state.points_of(name) for name in state.stacks}


def test_an_exported_cell_never_runs() -> None:
    for text in ("=1+1", "+1", "-1", "@x", "\tx", "'=1", "''=1"):
        assert safe(text) == f"'{text}"
    for text in ("Ann", "O'Neill", "'t Hooft", "1e5", ""):
        assert safe(text) == text


# Names


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_a_name(name: str, cli: Cli) -> None:
    cli.ok("start", "--rules", "pineapple", "--players", f"{name}=50,Bob=50", "--point", "1 EUR")
    cli.ok("hand", f"{name}: {ANN}", "Bob: foul")
    cli.ok("pay", "Bob", name, "1")
    cli.ok("adjust", name, "Bob", "1")
    assert cli("chips", f"{name}=62").code == 0
    for command in (["status"], ["log"], ["show"], ["balances"], ["payouts"], ["player", "list"], ["close"]):
        assert name in cli.ok(*command).out
        assert name in json.dumps(cli.ok(*command, "--json").json, ensure_ascii=False) if command != ["close"] else True
    assert cli("audit").code == 0


def test_nothing_steers_the_terminal(cli: Cli) -> None:
    done = cli("start", "--rules", "pineapple", "--players", "A\x1b[31m,Bob")
    assert done.code == 3
    assert "\x1b" not in done.out + done.err
    _begun(cli)
    done = cli("note", "\x1b[2Jgone\u202e")
    assert done.code == 3
    assert not re.search("[\x1b\u202e]", done.err)
    assert cli("start", "--aside", "--rules", "regular", "--players", "A,B", "--name", "x\x07").code == 3
    assert cli("start", "--aside", "--rules", "regular", "--players", "A,B", "--date", "20260313").code == 3


# Refusals of their own


def _told(done: Done) -> tuple[int, str]:
    return done.code, done.err.strip()


REFUSED: dict[str, tuple[tuple[str, ...], int, str]] = {
    "a session that is none": (
        ("status", "--session", "x"), 2,
        "error: 'x' is not a session (its number or its name; sessions lists them)",
    ),
    "no such session": (
        ("status", "--session", "9"), 4,
        "error: there is no session 9 (sessions lists them)",
    ),
    "no such hand": (
        ("show", "7"), 4,
        "error: there is no hand 7 (hands booked so far: 1)",
    ),
    "no such entry": (
        ("void", "e9"), 4,
        "error: there is no entry e9 (the newest is e1; log shows them)",
    ),
    "not a hand": (
        ("fix", "one", "foul"), 2,
        "error: 'one' is not the number of a hand (a whole number from 1)",
    ),
    "nothing to correct": (
        ("fix", "1"), 2,
        "error: nothing is corrected (the boards that were wrong, --swap, --button or --fantasyland)",
    ),
    "both ways": (
        ("fix", "1", "foul", "foul", "--replay", "--difference"), 2,
        "error: --replay and --difference cannot be combined (choose one)",
    ),
    "a hand too far": (
        ("hand", "foul", "foul", "--no", "4"), 4,
        "error: the next hand is 2, not 4 (log shows what is booked)",
    ),
    "boards too few": (
        ("hand", "foul"), 3,
        "error: 1 board, 2 play (one for each of Ann, Bob; - sits out)",
    ),
    "a board without a name among others": (
        ("hand", "Ann: foul", "QQ2 KK883 AT752f"), 3,
        "error: one fault in the boards\n"
        "  whose board is 'QQ2 KK883 AT752f' (NAME: first, of Ann, Bob)",
    ),
    "a board in pieces": (
        ("hand", "QQ2", "/", "KK883"), 2,
        'error: a board came in several words (put each board into quotes: "QhQd2c / KsKd8h8c3d / ...")',
    ),
    "nothing to redo": (
        ("redo",), 4,
        "error: nothing to redo",
    ),
    "a stranger": (
        ("buy", "Zed", "5"), 3,
        "error: one fault in the buy\n"
        "  no player named 'Zed' (join Zed 5 seats a new player)",
    ),
    "nearly somebody": (
        ("pay", "Bbo", "Ann", "1"), 3,
        "error: one fault in the pay\n"
        "  no player named 'Bbo' (did you mean Bob?)",
    ),
    "every fault at once": (
        ("adjust", "Zed", "Bob", "1.5"), 3,
        "error: 2 faults in the adjust\n"
        "  no player named 'Zed' (at the table: Ann, Bob)\n"
        "  points: '1.5' is not a whole number of points (digits 0 to 9 only, as in 1250)",
    ),
    "cash and not": (
        ("buy", "Ann", "5", "--paid", "--owed"), 2,
        "error: --paid and --owed cannot be combined (choose one)",
    ),
    "an amount": (
        ("expense", "Ann", "1,250", "--for", "all"), 3,
        "error: one fault in the expense\n"
        "  amount: '1,250' can be read in two ways (write 1250 or 1.25)",
    ),
    "for nobody": (
        ("expense", "Ann", "5"), 3,
        "error: one fault in the expense\n"
        "  --for: an expense is for somebody (--for Ann,Bob or --for all)",
    ),
    "more than he has": (
        ("adjust", "Bob", "Ann", "90"), 4,
        "error: one fault in the adjust\n"
        "  Bob: Bob has 37 points, not 90",
    ),
    "counted wrong": (
        ("chips", "Ann=10", "Bob=10", "--accept"), 4,
        "error: one fault in the chips\n"
        "  chips: 80 fewer on the table than in the ledger (chips do not appear or vanish: count again, or "
        "find the buy-in that is missing)",
    ),
    "another session open": (
        ("start", "--rules", "regular", "--players", "Ann,Bob"), 4,
        "error: session 1 is still open (close it first, or --aside sets it aside)",
    ),
    "no such game": (
        ("switch", "pineaple"), 3,
        "error: no ruleset called 'pineaple' (did you mean pineapple?)",
    ),
    "a table too large": (
        ("start", "--rules", "pineapple", "--players", "A,B,C,D"), 4,
        "error: one fault in the start\n"
        "  players: 4 at the table (pineapple is for 2 to 3 players)",
    ),
    "a table full of faults": (
        ("start", "--rules", "pineapple", "--players", "Ann=0,ann,Bob=x",
         "--point", "1", "--date", "tomorrow", "--paid"), 3,
        "error: 6 faults in the table\n"
        "  Ann: 0 is too few (at least 1)\n"
        "  Bob: 'x' is not a whole number of points (digits 0 to 9 only, as in 1250)\n"
        "  --players: two players are called 'Ann' and 'ann' (tell them apart: Alex, Alex B)\n"
        "  --point: '1' names no currency (write 1 EUR, for example)\n"
        "  --date: 'tomorrow' is no date (as in 2026-03-13)\n"
        "  --paid: cash needs a bank and a point value (add --bank NAME and --point)",
    ),
    "no form": (
        ("export", "out"), 2,
        "error: no form was chosen (add --sheet, --json, --csv or --hands-csv)",
    ),
    "no file": (
        ("import", "nothing.yaml"), 2,
        "error: nothing.yaml: No such file or directory (name a file that can be read and written)",
    ),
    "two keepers": (
        ("payouts", "--bank", "Ann", "--direct"), 2,
        "error: --bank and --direct cannot be combined (choose one)",
    ),
    "a stranger renamed": (
        ("player", "rename", "Zed", "Z"), 3,
        "error: one fault in the names\n"
        "  no player named 'Zed' (at the table: Ann, Bob)",
    ),
    "two at one table merged": (
        ("player", "merge", "Ann", "Bob"), 4,
        "error: Ann and Bob both sat in session 1 (two people: rename one to tell them apart)",
    ),
    "an option of another entry": (
        ("fix", "1", "foul", "foul", "--why", "so"), 2,
        "error: an option that does not go with a hand (--swap, --button and --fantasyland do; the others "
        "are for other entries)",
    ),
}  # fmt: skip


CODES = {"a board without a name among others": {"no-name"}, "a table full of faults": {"bad-points", "bad-date"}}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str, cli: Cli) -> None:
    args, code, words = REFUSED[name]
    _begun(cli)
    before = cli.db.read_bytes()
    assert _told(cli(*args)) == (code, words)
    assert cli.db.read_bytes() == before
    if "--json" not in args and args[0] != "export":
        told = cli(*args, "--json")
        assert (told.code, told.err) == (code, "")
        assert told.json["error"]["message"] in words
        assert {fault["code"] for fault in told.json["error"]["faults"]} >= CODES.get(name, set())


def test_without_a_ledger(cli: Cli) -> None:
    assert _told(cli("status")) == (6, f"error: there is no ledger {cli.db} (start begins one)")
    done = cli("start")
    assert done.code == 2
    assert "no --rules and --players given" in done.err
    assert cli("start", "--rules", "pineapple", "--players", "Ann").code == 4
    assert not cli.db.exists()


def test_last_times_table_is_proposed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from ofc_score.cli import evening

    cli.ok("start", "--rules", "regular", "--players", "Ann=50,O'Neill=40", "--point", "0.25 EUR")
    cli.ok("join", "Cy", "30")
    cli.ok("close")
    command = """ofc-score start --rules regular --players 'Ann=50,O'"'"'Neill=40,Cy=30' --point '0.25 EUR'"""
    assert command in cli("start").err
    monkeypatch.setattr(evening, "_can_ask", lambda as_json: not as_json)
    assert "Nothing was started" in cli.ok("start", stdin=b"n\n").out
    done = cli.ok("start", stdin=b"\n")
    assert command in done.out
    assert cli.booked(2).session.setup.players == {"Ann": 50, "O'Neill": 40, "Cy": 30}


def test_a_session_set_aside(cli: Cli) -> None:
    _begun(cli)
    cli.ok("start", "--rules", "regular", "--players", "Ann,Bob", "--aside")
    cli.ok("hand", "foul", "foul")
    cli.ok("note", "for the other one", "--session", "1")
    cli.ok("close")
    assert "Session 1" in cli.ok("resume", "1").out
    assert cli.ok("status", "--json").json["session"]["id"] == 1
    assert cli.ok("undo").lines[0] == "Undone: e2, note: for the other one"


def test_export_never_overwrites(cli: Cli, tmp_path: Path) -> None:
    _begun(cli)
    out = tmp_path / "out.yaml"
    cli.ok("export", "--sheet", str(out))
    first = out.read_bytes()
    cli.ok("hand", "foul", "foul")
    assert _told(cli("export", "--sheet", str(out))) == (
        2, f"error: {out} already exists (--force replaces it)",
    )  # fmt: skip
    assert out.read_bytes() == first
    cli.ok("export", "--sheet", str(out), "--force")
    assert out.read_bytes() != first
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert cli.ok("export", "--sheet", "-").out.encode() == out.read_bytes()


def test_backup_and_restore(cli: Cli, tmp_path: Path) -> None:
    _begun(cli)
    copy = str(tmp_path / "copy.db")
    cli.ok("backup", copy)
    assert cli("backup", copy).code == 2
    cli.ok("hand", "foul", "foul")
    done = cli.ok("restore", copy)
    kept = Path(done.lines[1].partition(": ")[2])
    assert len(cli.evening()["hands"]) == 1
    cli.db = kept
    assert len(cli.evening()["hands"]) == 2


def test_audit_says_what_is_wrong(cli: Cli) -> None:
    import sqlite3

    _begun(cli)
    with sqlite3.connect(cli.db) as db:
        db.execute("UPDATE results SET net = net + 1 WHERE player = 'Ann'")
    db.close()
    done = cli("audit")
    assert done.code == 5
    assert "Ann" in done.out or "hand 1" in done.out
    told: Any = cli("audit", "--json")
    assert told.code == 5
    assert told.json["findings"]


@pytest.mark.parametrize("form", ["--sheet", "--json", "--csv"])
def test_an_export_never_replaces_a_ledger_or_a_backup(cli: Cli, tmp_path: Path, form: str) -> None:
    _begun(cli)
    copy = tmp_path / "copy.db"
    cli.ok("backup", str(copy))
    (tmp_path / "link.html").symlink_to(cli.db)
    shutil.copy(copy, tmp_path / "copy")
    for file in (cli.db, copy, tmp_path / "copy", tmp_path / "link.html"):
        before = file.read_bytes()
        for command in (("export", form, str(file), "--force"), ("report", str(file), "--force")):
            done = cli(*command)
            page = command[0] == "report" and file.suffix == ".db"
            told = "a page for a browser, not .db" if page else "is a ledger or another database"
            assert (done.code, told in done.out + done.err) == (2, True)
        assert file.read_bytes() == before


def test_an_export_goes_through_links_and_devices(cli: Cli, tmp_path: Path) -> None:
    _begun(cli)
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    cli.ok("export", "--csv", str(tmp_path / "link.csv"))
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes().startswith(b"session,")
    cli.ok("export", "--csv", os.devnull)
    assert not Path(os.devnull).is_file()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        for command in (("export", "--csv"), ("report",)):
            assert cli(*command, str(tmp_path / "pipe"), "--force").code == 2  # nobody reads
        assert (tmp_path / "pipe").is_fifo()


def test_a_sheet_with_rules_of_the_house_says_all_of_them(cli: Cli, tmp_path: Path) -> None:
    house = tmp_path / "rules" / "house.yaml"
    house.parent.mkdir()
    house.write_text('extends: pineapple\npoints: {row: 2}\ntitle: "007"\nnotes: "a: b"\n')
    cli.rulesets = house.parent
    cli.ok("start", "--rules", "house", "--players", "Ann=100,Bob=100")
    cli.ok("hand", "AA3 66558 99TTJ", "foul")
    cli.ok("hand", "foul", "742 99538 TTJJ6")
    evening, file = cli.evening(), tmp_path / "house-night.yaml"
    cli.ok("export", "--sheet", str(file))
    house.unlink()
    again = cli.ok("replay", str(file), "--json").json
    for key in ("hands", "balances", "payments"):
        assert again[key] == evening[key]
    file.write_text(file.read_text().replace("row: 2", "row: 2x"))
    broken = cli("replay", str(file))
    assert broken.code == 3
    assert "points.row: '2x' is not a whole number" in broken.err
    cli.ok("start", "--aside", "--rules", "pineapple", "--players", "Ann,Bob")
    assert "rules: pineapple" in cli.ok("export", "--sheet", "-").out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_an_entry_that_is_booked_says_so_where_the_answer_is_lost(cli: Cli) -> None:
    _begun(cli)
    for entry, options in enumerate(([], ["--json"]), 2):
        words = [sys.executable, "-m", "ofc_score", "note", "hi", "--db", str(cli.db), *options]
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        assert len(cli.booked().entries) == entry
        assert done.returncode == 2
        assert f"booked as e{entry}; the output could not be written: " in done.stderr.decode()


def test_the_log_agrees_with_the_books_after_a_void_of_a_void(cli: Cli) -> None:
    _begun(cli)
    cli.ok("fix", "1", "Ann: foul", "Bob: QJ2 KK873 AA994", "--replay")
    number = len(cli.booked().entries)
    cli.ok("void", f"e{number}")
    lines = cli.ok("log").lines
    assert lines[-2].endswith("voided")
    cli.ok("void", f"e{number + 1}")
    lines = cli.ok("log").lines
    assert [line.endswith("voided") for line in lines[-3:]] == [False, True, False]


# What an entry changed, in its answer

FIXES: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "royalties": (("Bob: KK2 TT998 666QQ",), ["Bob: KK2 / TT998 / 666QQ · royalties 14"]),
    "no royalties": (("Bob: J54 TT99Q AA772",), ["Bob: J54 / TT99Q / AA772"]),
    "a foul with its reason": (
        ("Bob: KK4 / 99T2Q / 777JJ",),
        ["Bob: KK4 / 99T2Q / 777JJ · foul, pair of kings on top beats pair of nines in the middle"],
    ),
    "a foul untold": (("Ann: foul",), ["Ann: foul"]),
    "every suit": (("Bob: KhKd2c / TsTd9h9c8d / 6s6h6dQcQs",),
                   ["Bob: KhKd2c / TsTd9h9c8d / 6s6h6dQcQs · royalties 14"]),
    "two boards": (("Ann: x", "Bob: J54 TT997 66633"), ["Ann: foul", "Bob: J54 / TT997 / 66633 · royalties 6"]),
    "boards swapped": (("--swap", "Bob", "Ann"), ["Ann: foul", "Bob: QQ2 / KK883 / AA994 · royalties 7"]),
}  # fmt: skip


@pytest.mark.parametrize(("words", "told"), FIXES.values(), ids=FIXES)
def test_a_fix_tells_what_each_board_is_now(words: tuple[str, ...], told: list[str], cli: Cli) -> None:
    _begun(cli)
    lines = cli.ok("fix", "1", *words).lines
    title = "e2: fix hand 1: swap Bob and Ann" if words[0] == "--swap" else "e2: fix hand 1"
    assert lines[: len(told) + 1] == [title, *told]
    assert re.match(r"Ann .*->|No points change", lines[len(told) + 1])
    assert " now: " in "\n".join(cli.ok("undo").lines[1:]) or words == ("Bob: foul",)


def test_a_fix_on_a_narrow_screen_takes_two_lines_a_board(cli: Cli) -> None:
    _begun(cli).extra["COLUMNS"] = "40"
    lines = cli.ok("fix", "1", "Bob: KhKd2c / TsTd9h9c8d / 6s6h6dQcQs").lines
    assert lines[1:3] == ["Bob: KhKd2c / TsTd9h9c8d / 6s6h6dQcQs ·", "  royalties 14"]
    assert max(map(len, lines)) <= 40


def test_whoever_takes_a_correction_back_sees_the_board_that_counts_again(cli: Cli) -> None:
    _begun(cli)
    words = cli.ok("fix", "1", "Bob: J54 TT997 66633", "--json").json["words"]
    assert words == "e2: fix hand 1: Bob: J54 / TT997 / 66633", "a program has it in the words"
    assert cli.ok("undo").lines[:2] == ["Undone: e2, fix hand 1: Bob: J54 / TT997 / 66633", "Bob now: foul"]
    assert cli.ok("redo").lines[1] == "Bob now: J54 / TT997 / 66633 · royalties 6"
    assert cli.ok("void", "e2").lines[:2] == ["e5: void e2", "Bob now: foul"]
    assert cli.ok("void", "1").lines[1].startswith("Ann +"), "a hand that is gone has no boards"


def test_a_player_who_sat_out_after_all(cli: Cli) -> None:
    cli.ok("start", "--rules", "pineapple", "--players", "Ann,Bob,Cy", "--buy-in", "50")
    cli.ok("hand", f"Ann: {ANN}", "Bob: foul", "Cy: foul")
    assert cli.ok("fix", "1", "Cy: -").lines[:2] == ["e2: fix hand 1", "Cy: sits out"]


def test_the_whole_table_is_who_has_a_seat(cli: Cli) -> None:
    cli.ok("start", "--rules", "pineapple", "--players", "Ann,Bob,Cy", "--buy-in", "50", "--point", "0.25 EUR")
    lines = cli.ok("expense", "Ann", "6", "--for", "all").lines
    assert lines[:2] == ["e1: expense Ann 6.00 EUR for Ann, Bob, Cy", "Ann 0.00 -> +4.00 EUR"]
    cli.ok("leave", "Cy")
    cli.ok("hand", "Ann: J54 TT99Q AA772", "Bob: foul")
    cli.ok("join", "Dee", "50")
    lines = cli.ok("expense", "Ann", "4", "--for", "all", "--why", "pizza").lines
    assert lines[:2] == ["e5: expense Ann 4.00 EUR for Ann, Bob: pizza", "No share: Cy (left), Dee (waits for a seat)"]
    assert "No share" not in cli.ok("expense", "Ann", "4", "--for", "Bob").out, "as it was said"
    assert "No share" not in cli.ok("expense", "Ann", "4", "--for", "ann,bob,cy").out
    told = cli("expense", "Ann", "4", "--for", "Ann,Dee")
    assert told.code == 4
    assert "  Dee: Dee counts from the next set (enter it when that has begun)" in told.err.splitlines()
    assert "who left or waits" in " ".join(cli.ok("expense", "--help").out.split())


BUTTONS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "a newcomer on the way": (("join", "Dee", "50", "--after", "Cy"), "The button goes to Dee next, not to Ann"),
    "a newcomer elsewhere": (("join", "Dee", "50", "--after", "Ann"), None),
    "the announced player leaves": (("leave", "Ann"), "The button goes to Bob next, not to Ann"),
    "another player leaves": (("leave", "Bob"), None),
    "other seats": (("seats", "Ann,Cy,Bob"), "The button goes to Bob next, not to Ann"),
    "put there by hand": (("button", "Bob", "--why", "so"), None),
    "nothing comes any more": (("close",), None),
}


@pytest.mark.parametrize(("words", "told"), BUTTONS.values(), ids=BUTTONS)
def test_a_button_that_was_announced_for_another_is_told(words: tuple[str, ...], told: str | None, cli: Cli) -> None:
    """Between sets it goes clockwise from its last seat to the next player with points, whoever that is by then."""
    cli.ok("start", "--rules", "regular", "--players", "Ann,Bob,Cy", "--buy-in", "50", "--button", "Ann")
    for number in range(3):
        cli.ok("hand", "Ann: J54 TT99Q AA772", "Bob: foul", "Cy: foul", "--no", str(number + 1), "--again")
    assert cli.ok("status").lines[-1] == "Next: button Ann · a new set"
    lines = cli.ok(*words).lines
    assert [line for line in lines if line.startswith("The button goes")] == ([told] if told else [])
    if told:
        assert lines[-2] == told and lines[-1].startswith(f"Next: button {told.split()[4]}")
