"""What ``from ofc_score import ...`` offers: everything for an evening, examples that run, ``repr``s that help."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import ofc_score
from ofc_score.evening import events
from ofc_score.ledger.store import open_ledger

from .evening_cases import BOARDS, play, table
from .games import GAMES
from .ledgergen import NOW, setup


@pytest.mark.parametrize("module", ["ofc_score", "ofc_score.evening.session"])
def test_examples_run_as_written(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 2
    assert not failed


def test_every_public_name_is_there() -> None:
    assert ofc_score.__all__ == sorted(ofc_score.__all__)
    assert {getattr(ofc_score, name).__name__ for name in ofc_score.__all__} == set(ofc_score.__all__)
    assert set(ofc_score.__all__) <= set(dir(ofc_score))
    with pytest.raises(AttributeError, match="no attribute 'Evening'"):
        _ = ofc_score.Evening


def test_every_event_is_public() -> None:
    kinds = {*get_args(events.Plain), *get_args(events.Correction), events.Setup}
    assert {kind.__name__ for kind in kinds} <= set(ofc_score.__all__)


def test_importing_it_loads_nothing_yet() -> None:
    code = "import sys, ofc_score; print([name for name in sys.modules if name.startswith('ofc_score.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_what_is_shown_of_a_record_is_one_short_line(tmp_path: Path) -> None:
    session = play(table("Ann", "Bob"), "ex")
    record = session.state.hands[0]
    points = "Ann +13, Bob -13"  # a scoop of 6 and 7 for the queens
    assert repr(GAMES["regular"]) == "<Ruleset regular>"
    assert repr(record.table) == f"<Table of regular: {points}>"
    assert repr(record) == f"<HandRecord hand 1, e1: {points}>"
    assert repr(session.state) == f"<State after e1, hands 1: {points}>"
    assert repr(session) == f"<Session of regular: {session.state!r}>"
    with open_ledger(tmp_path / "ledger.db", create=True) as ledger:
        booked = ledger.start(setup(name="Friday"), at=NOW)
    assert repr(booked) == f"<LedgerSession 1: 'Friday' of 2026-07-03, open, 0 entries, {booked.fingerprint}>"


@pytest.mark.parametrize("board", BOARDS.values(), ids=str)
def test_a_board_is_shown_as_what_reads_it(board: ofc_score.Board) -> None:
    assert eval(repr(board), {"parse_board": ofc_score.parse_board}) == board
