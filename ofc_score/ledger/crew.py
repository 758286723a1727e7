"""The sessions of a long ledger looked at by several processes at once, each with the file open for itself.

No session needs another one to be audited, so they are dealt out in batches; the findings come back in their order.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ofc_score.errors import Fault
from ofc_score.ledger.audit import session_faults
from ofc_score.ledger.store import open_ledger

_BATCH: Final = 50
_COLLECTED_AFTER: Final = 100_000
"""As in the program itself: what a batch makes is soon gone."""


def faults_of(path: Path, numbers: Sequence[int], processes: int, *, deep: bool) -> Iterator[list[Fault]]:
    """The findings of each session, in the order of ``numbers``.

    Raises what an audit in one process would; ``OSError``, ``ImportError`` or ``NotImplementedError`` where no
    processes can be had, ``BrokenExecutor`` when one was killed; then the rest was not looked at.
    """
    batches = [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]
    # Not forked: a connection to SQLite must not be carried into another process.
    start_anew = multiprocessing.get_context("spawn")
    crew = ProcessPoolExecutor(min(processes, len(batches)), start_anew, _begin)
    try:
        with _uninterrupted():
            same = path.stat()
            asked: list[Future[list[list[Fault]]]] = [crew.submit(_look, path, same, batch, deep) for batch in batches]
        for batch in asked:
            yield from batch.result()
    finally:
        crew.shutdown(wait=False, cancel_futures=True)


def _look(path: Path, same: os.stat_result, numbers: Sequence[int], deep: bool) -> list[list[Fault]]:
    if not os.path.samestat(path.stat(), same):
        raise FileNotFoundError  # another file has taken its place; whoever asked still has the old one open
    with open_ledger(path) as ledger:
        return [session_faults(ledger, number, deep=deep) for number in numbers]


def _begin() -> None:
    """Ctrl-C is for the process that asked; when that one is gone this one has nothing to do here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(_COLLECTED_AFTER)
    asking = multiprocessing.parent_process()
    assert asking is not None

    def follow() -> None:
        asking.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C, not even before they are ready; this one hears it at the end."""
    if sys.platform == "win32":
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
