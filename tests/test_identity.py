"""The same evening is known again, whatever way it went in before and comes in now; and what comes out goes in again
as it was."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from .ledgercli import Cli

W, W2 = "QJ2 KK883 AA994", "QJ3 KK882 AA995"
SHEET = f"""\
session: Friday
date: 2026-03-13
rules: regular
point: 1 EUR
players: {{Ann: 100, Bob: 100, Cy: 100}}
events:
  - hand: {{Ann: {W}, Bob: foul, Cy: foul}}
  - expense: {{by: Ann, amount: 9.00, for: [Ann, Bob, Cy]}}
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "ev.yaml"
    file.write_text(SHEET, encoding="utf-8")
    return file


def _ledger(folder: Path, name: str = "a.db") -> Cli:
    return Cli(folder / name)


def _refused(cli: Cli, file: Path, *options: str, number: int = 1) -> None:
    before = cli.ok("export", "--json", "--all", "-").out
    done = cli("import", str(file), *options)
    assert done.code == 4, done
    assert f"this is in the ledger already: session {number}" in done.err
    assert "--again" in done.err
    assert cli.ok("export", "--json", "--all", "-").out == before


def _out(cli: Cli, folder: Path, *form: str) -> Path:
    file = folder / f"out{len(list(folder.glob('out*')))}{'.yaml' if form[0] == '--sheet' else '.json'}"
    cli.ok("export", *form, str(file))
    return file


RENAMES = {
    "as it is": (),
    "renamed": (("player", "rename", "Ann", "Anna"),),
    "renamed and forgotten": (("player", "rename", "Ann", "Anna", "--forget"),),
    "undone and done again": (("undo",), ("redo",)),
    "a note undone": (("note", "x"), ("undo",)),
}


@pytest.mark.parametrize("what", RENAMES)
def test_a_sheet_comes_in_once(tmp_path: Path, sheet: Path, what: str) -> None:
    cli = _ledger(tmp_path)
    cli.ok("import", "--open", str(sheet))
    for words in RENAMES[what]:
        cli.ok(*words)
    _refused(cli, sheet)
    for form in (("--sheet",), ("--json",), ("--json", "--all")):
        _refused(cli, _out(cli, tmp_path, *form))
    assert cli.ok("import", "--again", str(sheet)).code == 0
    assert len(cli.ok("sessions", "--json").json["sessions"]) == 2


def test_after_a_merge(tmp_path: Path, sheet: Path) -> None:
    cli = _ledger(tmp_path)
    cli.ok("start", "--rules", "regular", "--players", "Nadia=50,Max=50", "--date", "2026-03-06")
    cli.ok("close")
    cli.ok("import", str(sheet))
    exported = _out(cli, tmp_path, "--sheet")
    cli.ok("player", "merge", "Ann", "Nadia")
    for file in (sheet, exported):
        _refused(cli, file, number=2)


@pytest.mark.parametrize("order", tuple(permutations(("sheet", "session", "ledger"))), ids=" ".join)
def test_every_way_in_after_every_other(tmp_path: Path, sheet: Path, order: tuple[str, ...]) -> None:
    """A second ledger took in the sheet by itself; what comes from the first one is the same evening."""
    first, second = _ledger(tmp_path), _ledger(tmp_path, "b.db")
    first.ok("import", str(sheet))
    first.ok("player", "rename", "Cy", "Cyril")
    ways = {
        "sheet": sheet,
        "session": _out(first, tmp_path, "--json"),
        "ledger": _out(first, tmp_path, "--json", "--all"),
    }
    second.ok("import", str(ways[order[0]]))
    for way in order:
        _refused(second, ways[way])
    assert _totals(second) == _totals(first)
    assert second("audit", "--deep") == (0, "", "")


def _totals(cli: Cli) -> list[str]:
    return sorted(line.split()[-1] for line in cli.ok("balances").lines[2:])


@pytest.mark.parametrize("form", [("--json",), ("--json", "--all")], ids=["session", "whole ledger"])
def test_an_evening_that_went_on_is_brought_up_to_date(tmp_path: Path, form: tuple[str, ...]) -> None:
    first, second = _ledger(tmp_path), _ledger(tmp_path, "b.db")
    first.ok("start", "--rules", "regular", "--players", "Ann=100,Bob=100,Cy=100", "--point", "1 EUR")
    first.ok("hand", W, "foul", "foul")
    begun = _out(first, tmp_path, *form)
    second.ok("import", str(begun))
    first.ok("hand", W2, "foul", "foul")
    first.ok("buy", "Cy", "50")
    first.ok("player", "rename", "Bob", "Bobby")
    done = second.ok("import", str(_out(first, tmp_path, *form)))
    assert len(second.booked().entries) == 3
    assert second.booked().fingerprint == first.booked().fingerprint
    assert second.booked().state.stacks == {"Ann": 124, "Bob": 88, "Cy": 88}
    assert "already" not in done.err
    _refused(second, begun)
    second.ok("resume", "1")
    second.ok("note", "only here")
    first.ok("note", "only there")
    done = second("import", str(_out(first, tmp_path, *form)))
    assert done.code == 4
    assert "went on otherwise here: entry e4 is note here, note there" in done.err
    assert len(second.booked().entries) == 4
    assert second("audit", "--deep") == (0, "", "")


def test_two_evenings_of_one_day_are_two(tmp_path: Path, sheet: Path) -> None:
    cli = _ledger(tmp_path)
    cli.ok("import", str(sheet))
    for place, changed in enumerate(
        (
            SHEET.replace("QJ2", "QJ4"),
            SHEET.replace("9.00", "9.03"),
            SHEET.replace("Ann: 100, Bob: 100", "Ann: 100, Bob: 90"),
            SHEET.replace("1 EUR", "2 EUR"),
            SHEET.replace("2026-03-13", "2026-03-14"),
            SHEET + "  - note: late\n",
        )
    ):
        sheet.write_text(changed, encoding="utf-8")
        cli.ok("import", str(sheet))
        _refused(cli, sheet, number=place + 2)


@pytest.mark.parametrize("cards", [True, False], ids=["with cards", "fouls only"])
def test_names_count_where_no_hand_has_cards(tmp_path: Path, sheet: Path, cards: bool) -> None:
    text = SHEET if cards else SHEET.replace(W, "foul")
    cli = _ledger(tmp_path)
    sheet.write_text(text, encoding="utf-8")
    cli.ok("import", str(sheet))
    sheet.write_text(text.replace("Cy", "Dee"), encoding="utf-8")
    if cards:
        _refused(cli, sheet)
    else:
        cli.ok("import", str(sheet))


def test_a_sheet_without_its_day_is_known_by_what_happened(tmp_path: Path, sheet: Path) -> None:
    cli = _ledger(tmp_path)
    undated = tmp_path / "undated.yaml"
    undated.write_text(SHEET.replace("date: 2026-03-13\n", ""), encoding="utf-8")
    cli.ok("import", str(sheet))
    _refused(cli, undated)
    other = _ledger(tmp_path, "b.db")
    other.ok("import", str(undated))
    _refused(other, sheet)


def test_a_dry_run_changes_nothing(tmp_path: Path, sheet: Path) -> None:
    cli = _ledger(tmp_path)
    assert cli.ok("import", "--dry-run", str(sheet)).lines[0] == "Would be imported:"
    assert not cli.db.exists()
    cli.ok("start", "--rules", "regular", "--players", "Ann=50,Max=50")
    before = cli.ok("export", "--json", "--all", "-").out
    lines = cli.ok("import", "--dry-run", str(sheet)).lines
    assert lines[-1] == "New players: Bob, Cy"
    whole = _ledger(tmp_path, "b.db")
    whole.ok("import", str(sheet))
    done = cli.ok("import", "--dry-run", str(_out(whole, tmp_path, "--json", "--all")))
    assert done.out == "Would be imported: 1 sessions, 2 entries, 2 new players\n"
    assert cli.ok("export", "--json", "--all", "-").out == before
    cli.ok("import", str(sheet))
    assert cli("import", "--dry-run", str(sheet)).code == 4


def test_a_session_keeps_times_and_fingerprint(tmp_path: Path) -> None:
    cli, other = _ledger(tmp_path), _ledger(tmp_path, "b.db")
    cli.ok("start", "--rules", "regular", "--players", "Ann=100,Bob=100,Cy=100", "--point", "1 EUR")
    cli.ok("hand", W, "foul", "foul")
    cli.ok("player", "rename", "Ann", "Anna", "--forget")
    cli.ok("undo")
    other.ok("import", str(_out(cli, tmp_path, "--json")))
    mine, theirs = cli.booked(), other.booked()
    assert (mine.fingerprint, mine.uid, mine.entries) == (theirs.fingerprint, theirs.uid, theirs.entries)
    assert other.ok("log").lines[1:] == cli.ok("log").lines[1:]


NAMES = ("山田　太郎", "Zoë\u00a0B", "👩‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "A\u00a0🇩🇪", "x" * 40)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_whatever_was_accepted_is_taken_back(tmp_path: Path, name: str) -> None:
    cli = Cli(tmp_path / "a.db")
    cli.ok("start", "--rules", "regular", "--players", f"{name}=100,Bob=100", "--name", "n" * 300, "--point", "1 EUR")
    cli.ok("hand", W, "foul")
    for form in (("--json",), ("--json", "--all"), ("--sheet",)):
        other = Cli(tmp_path / f"{form[-1]}.db")
        other.ok("import", str(_out(cli, tmp_path, *form)))
        assert other.booked().state.stacks == cli.booked().state.stacks


def test_old_debts_in_a_sheet(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "a.db")
    cli.ok("start", "--rules", "regular", "--players", "Ann=100,Cy=100", "--point", "1 EUR", "--date", "2026-03-06")
    cli.ok("hand", W, "foul")
    cli.ok("close")
    cli.ok("start", "--rules", "regular", "--players", "Ann=100,Bob=100", "--point", "1 EUR", "--date", "2026-03-13")
    cli.ok("pay", "Cy", "Ann", "6")
    cli.ok("join", "Cy", "50")
    text = cli.ok("export", "--sheet", "-").out
    assert "people: [Cy]" in text
    file = tmp_path / "night.yaml"
    file.write_text(text, encoding="utf-8")
    other = Cli(tmp_path / "b.db")
    other.ok("import", str(file))
    assert other.booked().state.stacks == cli.booked().state.stacks
    stranger = tmp_path / "max.yaml"
    text = SHEET.replace("players:", "people: [Max]\nplayers:")
    text = text.replace("events:", "events:\n  - pay: {from: Max, to: Ann, amount: 5.00}")
    stranger.write_text(text, encoding="utf-8")
    other.ok("import", str(stranger))
    assert "Max" in [player["name"] for player in other.ok("player", "list", "--json").json["players"]]


def test_json_of_the_first_version_is_read(tmp_path: Path, sheet: Path) -> None:
    cli = _ledger(tmp_path)
    cli.ok("import", str(sheet))
    data = json.loads(cli.ok("export", "--json", "-").out)
    del data["ledger"]
    old = tmp_path / "old.json"
    old.write_text(json.dumps(data), encoding="utf-8")
    _refused(cli, old)
    _ledger(tmp_path, "b.db").ok("import", str(old))
