"""A bug of the program itself is reported as a bug: nothing is booked, and neither ledger nor typist is accused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ofc_score.errors import INTERNAL
from ofc_score.ledger import derived

from .ledgercli import Cli

BOARDS = ("QJ2 KK883 AA994", "foul", "foul")


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100,Cy=100", "--point", "1 EUR")
    cli.ok("hand", *BOARDS)
    return cli


@pytest.mark.parametrize(
    "error", [KeyError("Ann"), TypeError("no"), AttributeError("x"), AssertionError(), IndexError()]
)
@pytest.mark.parametrize(
    "words", [("hand", *BOARDS, "--again"), ("note", "hi"), ("undo",), ("fix", "1", "Ann: foul", "--replay")],
    ids=lambda words: words[0],
)  # fmt: skip
def test_an_error_of_the_program_is_no_fault_of_the_ledger(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, error: Exception, words: tuple[str, ...]
) -> None:
    before = cli.booked()

    def broken(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        # What is read from the file is settled as ever; what is booked on top of it meets the bug.
        patch.setattr("ofc_score.evening.session.Session.checked", broken)
        done = cli(*words)
        as_json = cli(*words, "--json")
    assert done.code == as_json.code == INTERNAL
    assert done.err.startswith(f"error: this is a bug in ofc-score: {type(error).__name__}")
    assert "(broken, line " in done.err and "nothing was booked (please report it" in done.err
    assert str(cli.db) not in done.err and "audit" not in done.err
    assert as_json.json["error"]["code"] == "internal"
    assert cli.booked().entries == before.entries
    assert cli("audit", "--deep") == (0, "", "")


def test_a_hand_that_does_not_sum_to_zero_is_not_booked(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(derived, "_result_rows", _spoiled(derived._result_rows, 2))
        done = cli("hand", *BOARDS, "--again")
    assert done.code == INTERNAL
    assert "hand 2 would sum to 1 instead of 0; nothing was booked" in done.err
    assert len(cli.booked().entries) == 1
    assert cli("audit", "--deep") == (0, "", "")


def test_balances_that_do_not_sum_to_zero_are_not_booked(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(derived, "balance_rows", _spoiled(derived.balance_rows, 3))
        done = cli("expense", "Ann", "3.00", "--for", "all")
        closed = cli("close")
    assert done.code == closed.code == INTERNAL
    assert "the balances in EUR would sum to 1 instead of 0; nothing was booked" in done.err
    assert [entry.kind for entry in cli.booked().entries] == ["hand"]
    assert not cli.booked().state.closed


def _spoiled(rows: Callable[..., Any], column: int) -> Callable[..., list[tuple[object, ...]]]:
    """The rows with one more in a column of the first."""

    def made(*args: Any, **options: Any) -> list[tuple[object, ...]]:
        first, *rest = rows(*args, **options)
        return [(*first[:column], first[column] + 1, *first[column + 1 :]), *rest]

    return made
