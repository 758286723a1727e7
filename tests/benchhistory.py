"""The ratios of a long history: commands against an empty file, correcting, statistics, audit, import."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest import mock

from ofc_score import parse_board, score_table
from ofc_score.cli import common
from ofc_score.cli.app import app
from ofc_score.evening.events import Hand
from ofc_score.exchange import event_json
from ofc_score.ledger import derived
from ofc_score.ledger.stats import stats
from ofc_score.ledger.store import open_ledger

from .bench import OURS, Ratio, Side, process
from .ledgergen import NOW, dealt, pineapple, setup, template, write_ledger

PLAYERS: Final = 24
NIGHT: Final = 500
BOARDS: Final = (
    "Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: KcJc4s / 9s9c5d4d3s / JdTd8d6d4h",
    "Cy: 6c5c2s / AsAc7d6h3h / Qs7c7s9d9h",
)  # fmt: skip
START: Final = (
    "start", "--rules", "pineapple", "--players", "Ann,Bob,Cy", "--buy-in", "100000", "--point", "0.25 EUR",
)  # fmt: skip
HAND: Final = ("hand", "--again", *BOARDS)
# What somebody would write who knows the tables: the same numbers as ``stats``.
BY_HAND: Final = (
    "SELECT player, count(DISTINCT session), count(*), sum(net), sum(net * point_minor), sum(foul), sum(scoops_taken), "
    "sum(scoops_given), sum(fantasyland IS NULL AND next_fantasyland IS NOT NULL), "
    "sum(fantasyland IS NOT NULL AND next_fantasyland IS NOT NULL), sum(fantasyland IS NOT NULL), "
    "sum(net) FILTER (WHERE fantasyland IS NOT NULL), sum(royalties_top), sum(royalties_middle), "
    "sum(royalties_bottom), max(net), min(net) "
    "FROM results JOIN sessions ON sessions.id = results.session GROUP BY player",
    "SELECT player, max(net), session, hand FROM results GROUP BY player",
    "SELECT player, min(net), session, hand FROM results GROUP BY player",
    "SELECT payee, payer, sum(points) FROM transfers GROUP BY payee, payer",
)


class Size(NamedTuple):
    """How long the history is."""

    sessions: int
    hands: int
    rounds: int


SMALL: Final = Size(2_000, 12, 15)
FULL: Final = Size(10_000, 30, 3)


def history(env: Mapping[str, str]) -> Iterator[Ratio]:
    """All of them, with files in the home folder of the run; ``BENCH_FULL`` asks for ten thousand sessions."""
    size = FULL if env.get("BENCH_FULL") else SMALL
    folder = Path(env["HOME"])
    old = folder / "old.db"
    write_ledger(old, size.sessions, size.hands - 1, players=PLAYERS)
    yield from growing(env, folder, old)
    yield correcting(folder)
    with sqlite3.connect(old) as bare:
        yield Ratio("stats : SQL by hand", cpu(lambda: _stats(old)), cpu(lambda: _by_hand(bare)), "2", 2, size.rounds)
    yield auditing(env, old, size)
    few = folder / "few.db"
    write_ledger(few, size.sessions // 10, size.hands - 1, players=PLAYERS)
    memory = (_memory(env, str(path)) for path in (old, few))
    yield Ratio("audit, its memory : tenth of the file", next(memory), next(memory), "1.1", 1.1, 1, _megabytes)
    yield from importing(folder)


def cpu(work: Callable[[], object], parts: int = 1, clock: Callable[[], float] = time.process_time) -> Side:
    """Processor time of something in this process, for one of so many parts; or time by another clock."""

    def turn() -> float:
        start = clock()
        work()
        return (clock() - start) / parts

    return turn


def command(db: Path, *words: str) -> Callable[[], None]:
    """A command in this process, its answer thrown away."""

    def run() -> None:
        with mock.patch.dict(os.environ, {"OFC_SCORE_DB": str(db)}), redirect_stdout(io.StringIO()):
            assert common.run(app, list(words)) == 0, words

    return run


def growing(env: Mapping[str, str], folder: Path, old: Path) -> Iterator[Ratio]:
    """Commands in an open session behind all the others, against one that is alone in its file."""
    many, alone = folder / "many.db", folder / "alone.db"
    shutil.copy(old, many)
    for db in (many, alone):
        for told in (START, HAND, HAND, HAND):
            command(db, *told)()
    commands: tuple[tuple[str, ...], ...] = (HAND, ("undo",), ("status",), ("balances",))
    for words in commands:
        ours, theirs = (
            _booked_before(db, words, process(env, *OURS, *words, OFC_SCORE_DB=str(db))) for db in (many, alone)
        )
        yield Ratio(f"{words[0]}, old sessions : none", ours, theirs, "1.2", 1.2)
        ours, theirs = (_booked_before(db, words, cpu(command(db, *words))) for db in (many, alone))
        yield Ratio("  the same without start-up", ours, theirs, "1.2", 1.2)


def _booked_before(db: Path, words: tuple[str, ...], side: Side) -> Side:
    """With a hand booked before, not counted, where one is to be taken back."""
    if words != ("undo",):
        return side

    def turn() -> float:
        command(db, *HAND)()
        return side()

    return turn


def correcting(folder: Path) -> Ratio:
    """``fix`` of an early hand in a long night, one ``hand`` there taken off, against scoring that night."""
    db = folder / "night.db"
    names = ("Ann", "Bob", "Cy")
    boards = dealt(7, 3)
    night = setup(*names, points=100_000)
    with open_ledger(db, create=True) as ledger:
        texts = [dict(zip(names, next(boards), strict=True)) for _ in range(NIGHT)]
        hands = [Hand({name: parse_board(text) for name, text in one.items()}) for one in texts]
        ledger.import_session(night, hands, at=NOW, keep_open=True)
    fixes = [command(db, "fix", "3", f"Cy: {text}", "--replay") for text in ("foul", texts[2]["Cy"])]
    sides = cycle(cpu(fix) for fix in fixes)
    hand = cpu(command(db, *HAND))
    took: list[tuple[float, float]] = []

    def turn() -> float:
        took.append((next(sides)(), hand()))
        return min(fix for fix, _ in took) - min(hand for _, hand in took)

    # The fastest of each so far, for a slow ``hand`` would make the difference look small: the last turn counts.
    return Ratio("fix less hand : scoring 500 hands", turn, cpu(lambda: _scored(texts)), "3", 3)


def _scored(hands: list[dict[str, str]]) -> None:
    rules = pineapple()
    for texts in hands:
        boards = {name: parse_board(text, rules) for name, text in texts.items()}
        score_table(boards, rules, "Ann", dict.fromkeys(texts, 100_000))


def _stats(db: Path) -> None:
    with open_ledger(db) as ledger:
        stats(ledger)


def _by_hand(bare: sqlite3.Connection) -> None:
    for sql in BY_HAND:
        bare.execute(sql).fetchall()


def auditing(env: Mapping[str, str], old: Path, size: Size) -> Ratio:
    """The audit of a file, as a command, against scoring its hands through the API, from the board texts in it.

    Time on the clock, for the audit has all processors and scoring has one.
    """
    with sqlite3.connect(old) as bare:
        hands = bare.execute("SELECT sum(kind = 'hand') FROM events").fetchone()[0]

    def audit() -> None:
        subprocess.run([sys.executable, *OURS, "audit", "--db", str(old)], env=env, check=True)

    def score() -> None:
        rules = pineapple()
        with sqlite3.connect(old) as bare:
            for (payload,) in bare.execute("SELECT payload FROM events WHERE kind = 'hand'"):
                told: dict[str, Any] = json.loads(payload)
                boards = {name: parse_board(text, rules) for name, text in told["boards"].items()}
                score_table(boards, rules, told["button"], dict.fromkeys(boards, 500), told["fantasyland"])

    ours, theirs = (cpu(work, hands, time.perf_counter) for work in (audit, score))
    return Ratio("audit of a hand : scoring it", ours, theirs, "2", 2, size.rounds)


def _memory(env: Mapping[str, str], db: str) -> Side:
    """The most that an audit, or one of the processes it was shared out among, had in memory at once."""

    def turn() -> float:
        child = subprocess.Popen([sys.executable, *OURS, "audit", "--db", db], env=env)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        assert not status
        return used.ru_maxrss

    return turn


def _megabytes(kilobytes: float) -> str:
    return f"{kilobytes / 1e3:.0f} MB"


def importing(folder: Path) -> Iterator[Ratio]:
    """A night of thirty hands taken in, against rows put into the bare tables in one transaction."""
    session = template(("Ann", "Bob", "Cy"), 30, dealt(3, 3))
    events = session.events[:30]
    ours, theirs = folder / "import.db", folder / "bare.db"
    with open_ledger(theirs, create=True):
        pass
    setups = iter([setup(points=500, name=f"Night {number}") for number in range(100)])
    numbers = count(1)

    def take_in() -> None:
        with open_ledger(ours, create=True) as ledger:
            ledger.import_session(next(setups), events, at=NOW)

    payloads = [event_json.to_text(event_json.event_dict(event)) for event in events]
    tables = derived.all_rows(session.state)

    def one_insert() -> None:
        with sqlite3.connect(theirs) as bare:
            bare.execute("CREATE TABLE IF NOT EXISTS plain (id INTEGER PRIMARY KEY, boards TEXT)")
            for payload in payloads:
                bare.execute("INSERT INTO plain (boards) VALUES (?)", (payload,))

    def all_rows() -> None:
        with sqlite3.connect(theirs) as bare:
            bare.execute("DROP TRIGGER IF EXISTS events_in_order")
            number = next(numbers)
            for entry, payload in enumerate(payloads, 1):
                values = (number, entry, f"{number} {entry}", "2026-07-03", "+00:00", "hand", payload, "0" * 64)
                bare.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            for table in ("hands", "results", "transfers"):
                marks = ", ".join("?" * (1 + len(derived.COLUMNS[table])))
                for row in tables[table]:
                    bare.execute(f"INSERT INTO {table} VALUES ({marks})", (number, *row))

    taken = cpu(take_in, len(events))
    yield Ratio("import of a hand : bare INSERTs of its rows", taken, cpu(all_rows, len(events)), "3", 3)
    yield Ratio("import of a hand : one bare INSERT", taken, cpu(one_insert, len(events)), "3", 3)
