"""The sessions of a long ledger looked at by several processes at once, each with the file open for itself.

No session needs another one to be audited. Whichever process is free gets the next batch of them on its standard input
and answers with a line for each; the findings are put together in the order of the sessions. Nothing else is shared,
and whatever happens to a process is seen as the end of its answers.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from ofc_score.errors import DatabaseError, Fault
from ofc_score.ledger.audit import session_faults
from ofc_score.ledger.store import open_ledger

_BATCH: Final = 50
_COLLECTED_AFTER: Final = 100_000
"""As in the program itself: what a session makes is soon gone."""
# The package is found where this process found it.
_WORK: Final = (
    "import json, sys\n"
    "sys.path[:] = json.loads(sys.stdin.readline())\n"
    "from ofc_score.ledger import crew\n"
    "crew.work(sys.stdin, sys.stdout)\n"
)


class _Answer(NamedTuple):
    """The findings of the sessions of a batch, up to the error that ended it, if any."""

    faults: list[list[Fault]]
    error: Exception | None


def faults_of(path: Path, numbers: Sequence[int], processes: int, *, deep: bool) -> Iterator[list[Fault]]:
    """The findings of each session, in the order of ``numbers``.

    Raises ``DatabaseError`` as an audit in one process would; ``OSError`` where no processes can be had, or one ended
    early: then the rest was not looked at.
    """
    batches = [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]
    found = path.stat()
    told = {"path": str(path), "file": [found.st_dev, found.st_ino], "deep": deep}
    crew: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(min(processes, len(batches))):
            crew.append(_begun())
            _tell(crew[-1], sys.path, told)
        for asked in _dealt(crew, batches):
            answer = asked.result()
            yield from answer.faults
            if answer.error is not None:
                raise answer.error
    finally:
        _end(crew)


def _begun() -> subprocess.Popen[bytes]:
    if not sys.executable:
        raise FileNotFoundError  # Python is part of another program here
    with _uninterrupted():
        return subprocess.Popen(
            [sys.executable, "-c", _WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=0, creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )  # fmt: skip


def _dealt(crew: Sequence[subprocess.Popen[bytes]], batches: Sequence[Sequence[int]]) -> list[Future[_Answer]]:
    """The answers to come. Each process has a thread that asks it; nobody waits for these threads at the end."""
    asked: list[Future[_Answer]] = [Future() for _ in batches]
    waiting = iter(list(zip(asked, batches, strict=True)))

    def ask(process: subprocess.Popen[bytes]) -> None:
        lines = _lines(process)
        for future, batch in waiting:
            future.set_result(_asked(process, lines, batch))

    for process in crew:
        threading.Thread(target=ask, args=(process,), daemon=True).start()
    return asked


def _asked(process: subprocess.Popen[bytes], lines: Iterator[bytes], batch: Sequence[int]) -> _Answer:
    answer = _Answer([], None)
    try:
        _tell(process, list(batch))
        for _ in batch:
            told = json.loads(next(lines))
            if isinstance(told, dict):
                return answer._replace(error=DatabaseError(told["message"], hint=told["hint"]))
            answer.faults.append([Fault(*fault) for fault in told])
    except Exception:  # it ended, or answers what nobody can read: an answer must come all the same
        return answer._replace(error=ChildProcessError())
    return answer


def _tell(process: subprocess.Popen[bytes], *told: object) -> None:
    assert process.stdin is not None
    text = "".join(f"{json.dumps(one)}\n" for one in told).encode()
    while text:
        text = text[os.write(process.stdin.fileno(), text) :]


def _lines(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    # Without Python's own buffers, which a thread that still reads would keep locked when the program ends.
    assert process.stdout is not None
    begun = b""
    while chunk := os.read(process.stdout.fileno(), 1 << 16):
        *whole, begun = (begun + chunk).split(b"\n")
        yield from whole


def _end(crew: Sequence[subprocess.Popen[bytes]]) -> None:
    """No process is left, nor an open pipe. (One that is not stopped here ends with this program: nobody asks it.)"""
    with _uninterrupted():
        for process in crew:
            process.kill()
        for process in crew:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()


def work(orders: IO[str], answers: IO[str]) -> None:
    """What each of the processes does: a line of JSON for every session, its findings or the error that ends it."""
    gc.set_threshold(_COLLECTED_AFTER)
    told = json.loads(orders.readline())
    path = Path(told["path"])
    found = path.stat()
    if [found.st_dev, found.st_ino] != told["file"]:
        return  # another file has taken its place; whoever asked still has the old one open
    try:
        with open_ledger(path) as ledger:
            for batch in orders:
                for number in json.loads(batch):
                    print(json.dumps(session_faults(ledger, number, deep=told["deep"])), file=answers, flush=True)
    except DatabaseError as error:
        print(json.dumps({"message": error.message, "hint": error.hint}), file=answers, flush=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A process begun here does not hear Ctrl-C: whoever began it stops it. This one hears it at the end."""
    if sys.platform == "win32":
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
