"""``ofc-score replay``: text and JSON of a whole evening, exit codes, names and terminals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ofc_score.cli import common
from ofc_score.cli.app import app
from ofc_score.reports.layout import columns

from .command import environment, run

EXAMPLES = Path(__file__).parent.parent / "examples" / "evenings"
SHEET = """\
session: Friday
rules: regular
point: 0.25 EUR
players: {Ann: 100, Bob: 100}
events:
  - hand: {Ann: QQ2 KK883 AA994, Bob: x}
  - hand: {Ann: QJ2 KK873 99994, Bob: x}
  - void: 1
  - note: late
"""
NAMES = ["No", "007", "1e5", "José", "Zoë 🃏", "אבג", "=HYPERLINK(1)", "<script>"]


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replay a text: (exit code, what is printed, errors)."""

    def replayed(text: str, *options: str, width: int | None = None) -> tuple[int, str, str]:
        monkeypatch.delenv("COLUMNS", raising=False)
        if width is not None:
            monkeypatch.setenv("COLUMNS", str(width))
        path = tmp_path / "sheet.yaml"
        path.write_text(text, "utf-8")
        code = common.run(app, ["replay", str(path), *options])
        return (code, *capsys.readouterr())

    return replayed


def test_every_hand_balances_and_payments(replay: Any) -> None:
    code, out, err = replay(SHEET)
    assert (code, err) == (0, "")
    assert (
        out
        == """\
Friday · Open Face Chinese (regular) · a point is 0.25 EUR

Hand 1 was voided

Hand 2 · set 1 · button Bob
  Ann (Fantasyland, 13 cards): royalties 10
  Bob (button): foul
  Ann against Bob: Ann +16
  Fantasyland as played: Ann with 13 cards; by the rules nobody
Stacks: Ann 116 · Bob 84
Bob puts in 16, Ann takes 16
Next: button Bob · Ann in Fantasyland with 13 cards

Note: late

Correction: void hand 1, later hands settled again

Balances
  Ann  +16 points  +4.00 EUR
  Bob  -16 points  -4.00 EUR

Payments
  Bob pays Ann 4.00 EUR
"""
    )


def test_json_has_the_shape_of_the_contract(replay: Any) -> None:
    code, out, _ = replay(SHEET.replace("  - void: 1\n", ""), "--json")
    document = json.loads(out)
    assert code == 0
    assert document["format"] == 1
    told = {"name": "Friday", "ruleset": "regular", "point": "0.25", "currency": "EUR"}
    assert told.items() <= document["session"].items()
    first, second = document["hands"]
    assert set(first) >= {"hand", "set", "ruleset", "button", "fantasyland", "players", "counts", "totals", "stacks",
                          "set_over", "next"}  # fmt: skip
    assert first["next"]["button"] == "Bob"
    assert first["next"]["fantasyland"] == second["fantasyland"] == {"Ann": 13}
    assert first["next"]["out"] == []
    assert second["stacks"] == {"Ann": 129, "Bob": 71}
    assert document["balances"] == {
        "Ann": {"points": 29, "amount": "7.25"}, "Bob": {"points": -29, "amount": "-7.25"},
    }  # fmt: skip
    assert document["payments"] == [{"from": "Bob", "to": "Ann", "points": 29, "amount": "7.25"}]


def test_chips_that_differ_are_a_finding(replay: Any) -> None:
    code, out, _ = replay(f"{SHEET}  - chips: {{Ann: 116, Bob: 80}}\n")
    assert code == 1
    assert "Bob: 80 counted, 84 in the ledger, 4 fewer" in out
    assert replay(f"{SHEET}  - chips: {{Ann: 116, Bob: 84}}\n")[0] == 0
    assert replay(f"{SHEET}  - {{chips: {{Ann: 110, Bob: 90}}, accept: true}}\n")[0] == 0
    assert replay(f"{SHEET}  - chips: {{Ann: 1}}\n", "--json")[0] == 1


def test_all_faults_come_with_their_line(replay: Any) -> None:
    code, out, err = replay(SHEET.replace("Bob: x}", "Bbo: x}").replace("void: 1", "void: 9"))
    assert (code, out) == (3, "")
    assert (
        err
        == """\
error: 3 faults in the sheet
  line 6, hand.Bbo: no player named 'Bbo' (did you mean Bob?)
  line 7, hand.Bbo: no player named 'Bbo' (did you mean Bob?)
  line 8, void: there is no hand 9 above (so far: 2)
"""
    )
    code, out, err = replay("rules: regular\n", "--json")
    error = json.loads(out)["error"]
    assert (code, err, error["code"]) == (3, "", "bad-sheet")
    assert error["faults"][0]["where"].startswith("line ")


@pytest.mark.parametrize("width", [2, 20, 40, 60, 80, 100])
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_any_terminal_can_show_it(replay: Any, path: Path, width: int) -> None:
    code, out, _ = replay(path.read_text("utf-8"), width=width)
    assert code == 0
    longest = max(columns(line) for line in out.split("\n"))
    assert longest <= max(width, 20)
    assert "Payments" in out


@pytest.mark.parametrize("name", NAMES)
def test_names_come_out_as_they_are(replay: Any, name: str) -> None:
    text = SHEET.replace("Ann", json.dumps(name, ensure_ascii=False))
    code, out, _ = replay(text)
    assert code == 0
    assert f"Bob pays {name} 4.00 EUR" in out.replace("\u2068", "").replace("\u2069", "")
    document = json.loads(replay(text, "--json")[1])
    assert document["balances"][name] == {"points": 16, "amount": "4.00"}


def test_two_alexes_are_told_apart_or_refused(replay: Any) -> None:
    code, _, err = replay(SHEET.replace("Ann", "Alex").replace("Bob: 100", "alex: 100"))
    assert code == 3
    assert "two players are called 'Alex' and 'alex'" in err


def test_nothing_in_a_sheet_steers_the_terminal(replay: Any) -> None:
    text = SHEET.replace("Friday", '"\\e[31mred"').replace("late", '"\\e]0;x\\a"')
    code, out, err = replay(text)
    assert code == 3
    assert "\x1b" not in out + err


def test_a_sheet_from_standard_input_and_a_ruleset_beside_the_sheet(tmp_path: Path) -> None:
    done = run(tmp_path, "replay", "-", stdin=SHEET)
    assert done.returncode == 0
    assert done.stdout.startswith("Friday")
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "house.yaml").write_text("name: house\nextends: regular\nfantasyland: none\n")
    (folder / "sheet.yaml").write_text(SHEET.replace("rules: regular", "rules: house.yaml"))
    done = run(tmp_path, "replay", "notes/sheet.yaml", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["hands"][0]["fantasyland"] == {}


@pytest.mark.parametrize("file", ["missing.yaml", "."])
def test_a_sheet_that_cannot_be_read(tmp_path: Path, file: str) -> None:
    done = run(tmp_path, "replay", file)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_json_needs_no_tables(tmp_path: Path) -> None:
    program = "import sys\nfrom ofc_score.cli import common\nfrom ofc_score.cli.app import app\n" \
        "common.run(app, sys.argv[1:])\nprint('tabulate' in sys.modules, file=sys.stderr)"  # fmt: skip
    command = [sys.executable, "-c", program, "replay", str(EXAMPLES / "heads-up.yaml"), "--json"]
    env = environment(tmp_path)
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=env)
    assert done.stderr == "False\n"
