"""How far a long work is: a bar on a terminal's standard error, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

import typer

if TYPE_CHECKING:
    from ofc_score.ledger.store import Ledger

_Piece = TypeVar("_Piece")
FEWEST: Final = 50
"""Sessions: fewer of them are done before anybody could read a bar."""
_WIPE: Final = "\r\x1b[K"


class Bar:
    """Steps of a work; ``wipe`` makes room on the terminal for a line of another kind."""

    def __init__(self, update: Callable[[int], object] | None) -> None:
        self._update = update

    def step(self) -> None:
        """One more is done."""
        if self._update is not None:
            self._update(1)

    def wipe(self) -> None:
        """Take the bar away until the next step."""
        if self._update is not None:
            sys.stderr.write(_WIPE)
            sys.stderr.flush()

    def over(self, pieces: Iterable[_Piece]) -> Iterator[_Piece]:
        """The pieces, a step with each."""
        for piece in pieces:
            yield piece
            self.step()


@contextmanager
def bar(what: str, length: int, *, silent: bool = False) -> Iterator[Bar]:
    """A bar for so many steps; none where standard error is no terminal, or ``silent``."""
    if silent or length < FEWEST or not sys.stderr.isatty():
        yield Bar(None)
        return
    # Two hundred changes of a bar are as smooth as ten thousand.
    with typer.progressbar(length=length, label=what, file=sys.stderr, update_min_steps=length // 200 + 1) as shown:
        yield Bar(shown.update)


def sessions(ledger: Ledger) -> int:
    """How many steps a work over all sessions has."""
    return ledger.count() if sys.stderr.isatty() else 0
