"""At the interactive table: from the last Enter to the settled hand on the disk.

Compared with one bare durable insert and the scoring of the same boards. Waiting for the disk counts here, so this is
time on the clock, and a disk that has something else to do shows: medians over thirty hands, of nine such evenings the
one in the middle.
"""

from __future__ import annotations

import gc
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Final
from unittest import mock

from sqlite_utils import Database

from ofc_score import load_ruleset, read_table, score_table
from ofc_score.cli.app import commands
from ofc_score.cli.play.table import PlayTable
from ofc_score.evening.events import Setup
from ofc_score.ledger.store import Ledger, open_ledger

PLAYERS: Final = ("Ann", "Bob", "Cy")
BOARDS: Final = (
    "QhJd2c / KsKd8h8c3d / AhTh7h5h2h", "9s9h4h / QsQc6s6h2s / 9d8d7c6c5c", "JsJhAc / JcKh9c4c3s / TsTc4s4d5s",
)  # fmt: skip


def last_enter(folder: Path) -> tuple[float, float]:
    """Seconds of a hand booked by ``play``, and of a bare insert with its scoring."""
    evenings = [folder / f"evening {number}" for number in range(9)]
    for path in evenings:
        path.mkdir()
    found = sorted((evening(path) for path in evenings), key=lambda times: times[0] / times[1])
    return found[len(found) // 2]


def evening(folder: Path, hands: int = 30) -> tuple[float, float]:
    """The same for one evening in an empty folder."""
    gc.set_threshold(100_000)  # as the front door does for every command
    rules = load_ruleset("pineapple")
    start = Setup(rules, dict.fromkeys(PLAYERS, 100_000), "Cy", date="2026-03-13")
    with open_ledger(folder / "play.db", create=True) as ledger:
        ledger.start(start, at=datetime.now().astimezone())
    on_disk: list[float] = []

    committing = Ledger.writing

    @contextmanager
    def writing(ledger: Ledger) -> Iterator[Database]:
        with committing(ledger) as db:
            yield db
        on_disk.append(time.perf_counter())

    table = PlayTable(folder / "play.db", 1, commands(), lambda _: None, print, lambda: 80)
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.executescript("PRAGMA synchronous = FULL; CREATE TABLE hands (boards TEXT)")
    ours, theirs = [], []
    for number in range(hands):
        texts = dict(zip(PLAYERS, BOARDS[:: 1 if number % 2 else -1], strict=True))
        begun = time.perf_counter()
        score_table(read_table(texts, rules), rules, "Cy", dict.fromkeys(texts, 100))
        bare.execute("INSERT INTO hands VALUES (?)", (str(texts),))
        theirs.append(time.perf_counter() - begun)
        with mock.patch.object(Ledger, "writing", writing):
            for name, text in texts.items():
                begun = time.perf_counter()
                table.answer(f"{name}: {text}")
        ours.append(on_disk[-1] - begun)
    table.close()
    bare.close()
    return median(ours), median(theirs)
