"""Commands on a ledger in processes that die, disks that fail and files that were tampered with: what the tests of
faults, of hostile input and the simulator of ledgers share."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pytest

from ofc_score.boards.parse import read_table
from ofc_score.evening.events import Hand
from ofc_score.exchange.event_json import event_dict
from ofc_score.ledger import schema
from ofc_score.ledger.audit import audit
from ofc_score.ledger.store import open_ledger

from .ledgercli import Cli
from .ledgergen import pineapple

FORKS: Final = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="needs fork")
BOARDS: Final = ("QQ2 KK883 AT752h", "JJ5 TT774 98765", "993 AA446 QJT98", "foul")
_BOOKED: Final = re.compile(r"^Hand ([0-9]+) ·", re.MULTILINE)
Ack = Callable[[Mapping[str, Any]], None]
"""Tells the parent what was acknowledged to the user just now."""


# Processes that are killed


def in_child(work: Callable[[Ack], None]) -> tuple[int, Any]:
    """Fork and let the child work; (its process id, what it acknowledges as an open file)."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            os.close(reading)
            work(lambda data: _tell(writing, data))
            code = 0
        os._exit(code)
    os.close(writing)
    return child, os.fdopen(reading, encoding="utf-8")


def _tell(descriptor: int, data: Mapping[str, Any]) -> None:
    os.write(descriptor, (json.dumps(data) + "\n").encode())


def killed(work: Callable[[Ack], None], seconds: float) -> list[dict[str, Any]]:
    """Kill a child so long after its first acknowledgement (or its start, when that is later than the work); what it
    had acknowledged until then."""
    child, told = in_child(work)
    with told:
        first = told.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        lines = [first, *told.read().split("\n")]
    os.waitpid(child, 0)
    # A line is written in one go, so a half one was never read by anybody.
    return [json.loads(line) for line in lines if line.strip()]


def ended(children: list[tuple[int, Any]]) -> list[list[dict[str, Any]]]:
    """Wait for children that end by themselves; what each acknowledged. Fails when one does not end well."""
    found = []
    for child, told in children:
        with told:
            found.append([json.loads(line) for line in told])
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    return found


class Watched(TextIOWrapper):
    """Standard output of a child that plays: what people see is what was acknowledged."""

    def __init__(self, ack: Ack) -> None:
        super().__init__(open(os.devnull, "wb"), encoding="utf-8")  # noqa: SIM115, PTH123
        self.ack = ack

    def write(self, text: str) -> int:
        """Tell every line that says that a hand is booked."""
        for number in _BOOKED.findall(text):
            self.ack({"played": int(number)})
        return super().write(text)


# What must hold after whatever happened


def clean(path: Path) -> None:
    """The books are right at the deepest look."""
    with open_ledger(path) as ledger:
        found = list(audit(ledger, "deep"))
        assert not found, [fault.text() for fault in found]
        assert schema.pragma(ledger.db, "synchronous") == 2


def holds(path: Path, acks: list[dict[str, Any]]) -> None:
    """Every acknowledged entry is in the file, as it was told."""
    with open_ledger(path) as ledger:
        sessions = {one.id: ledger.session(one.id) for one in ledger.sessions()}
    for ack in acks:
        if "played" in ack:
            assert sessions[1].state.hand(ack["played"]) is not None
            continue
        booked = sessions[ack["session"]]
        if "fingerprint" in ack:
            assert booked.fingerprint == ack["fingerprint"]
            continue
        event = booked.entries[ack["entry"] - 1].event
        if "number" in ack:
            assert isinstance(event, Hand)
            assert {name: board.text() for name, board in event.boards.items()} == _texts(ack["number"])
        else:
            assert event_dict(event) == ack["event"]


# An error at every step


class Steps:
    """Counts the steps of an operation, and lets one of them fail."""

    def __init__(self, failing: int, error: Callable[[], BaseException]) -> None:
        self.count = 0
        self.failing = failing
        self.error = error

    def __call__(self) -> None:
        """A step is about to be done."""
        self.count += 1
        if self.count == self.failing:
            raise self.error()


def sqlite_error(name: str) -> Callable[[], BaseException]:
    """An error as SQLite gives it: ``SQLITE_FULL``, ``SQLITE_IOERR_FSYNC`` ..."""

    def made() -> sqlite3.OperationalError:
        error = sqlite3.OperationalError(name)
        error.sqlite_errorcode = getattr(sqlite3, name)
        error.sqlite_errorname = name
        return error

    return made


@contextmanager
def failing(steps: Steps, *, disk: bool) -> Iterator[None]:
    """Every statement of every connection opened from here on is a step, with ``disk`` every file made, synced, renamed
    or removed instead."""

    class Connection(sqlite3.Connection):
        def execute(self, *args: Any) -> Any:
            if not args[0].startswith("ROLLBACK"):
                steps()
            return super().execute(*args)

        def executemany(self, *args: Any) -> Any:
            steps()
            return super().executemany(*args)

        def backup(self, *args: Any, **more: Any) -> Any:
            steps()
            return super().backup(*args, **more)

    connect = sqlite3.connect

    def connected(*args: Any, **more: Any) -> Any:
        return connect(*args, factory=Connection, **more)

    def stepped(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **more: Any) -> Any:
            steps()
            return real(*args, **more)

        return step

    if not disk:
        with mock.patch("sqlite3.connect", connected):
            yield
        return
    with (
        mock.patch("os.open", stepped(os.open)),
        mock.patch("os.fsync", stepped(os.fsync)),
        mock.patch("pathlib.Path.replace", stepped(Path.replace)),
        mock.patch("shutil.copyfile", stepped(__import__("shutil").copyfile)),
        mock.patch("shutil.copy2", stepped(__import__("shutil").copy2)),
        mock.patch("pathlib.Path.mkdir", stepped(Path.mkdir)),
    ):
        yield


def contents(path: Path) -> list[str]:
    """All that a ledger holds, whatever its pages look like."""
    with sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True) as db:  # a journal left over is rolled back
        lines = list(db.iterdump())
    db.close()
    return lines


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def begun(folder: Path, *, hands: int = 1, points: int = 5000) -> Cli:
    """A ledger with a session and its first hands."""
    folder.mkdir(exist_ok=True, parents=True)
    cli = Cli(folder / "ledger.db")
    players = f"Ann={points},Bob={points},Cy={points}"
    cli.ok("start", "--rules", "pineapple", "--players", players, "--point", "0.25 EUR", "--date", "2026-03-13")
    for number in range(hands):
        cli.ok(*hand(number))
    return cli


def hand(number: int) -> list[str]:
    """The command of a hand in which the boards go round."""
    return ["hand", "--again", "--json", *(f"{name}: {text}" for name, text in typed(number).items())]


def typed(number: int) -> dict[str, str]:
    """The boards of the hand with a number."""
    return {name: BOARDS[(place + number) % 4] for place, name in enumerate(("Ann", "Bob", "Cy"))}


def _texts(number: int) -> dict[str, str]:
    return {name: board.text() for name, board in read_table(typed(number), pineapple()).items()}
