"""How much work something is, whatever the machine: in multiples of a fixed piece of work done here."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

_TEXT: Final = "Ann: QQ2 / KK883 / AT752f, Bob: foul; " * 500
_WORDS: Final = re.compile(r"(\w+)(?:: *)?")


def _piece() -> int:
    counted: dict[str, int] = {}
    for found in _WORDS.finditer(_TEXT):
        counted[found[1].casefold()] = counted.get(found[1], 0) + len(found[0])
    return len(counted)


@cache
def unit() -> float:
    """CPU seconds of the fixed piece of work (about a millisecond on a machine of 2024), at its best of twenty."""
    return min(_seconds(_piece) for _ in range(20))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def pieces(work: Callable[[], object]) -> float:
    """How many pieces of work this is."""
    return _seconds(work) / unit()


@contextmanager
def at_most(most: int, what: object = "") -> Iterator[None]:
    """Fail when the body is more work than that many pieces. Bounds are far off: they catch what is quadratic."""
    begun = time.process_time()
    yield
    done = (time.process_time() - begun) / unit()
    assert done <= most, f"{what}: {done:.0f} pieces of work, more than {most}"
