"""Seats round the table: plain questions about a clockwise circle of names."""

from __future__ import annotations

from collections.abc import Sequence


def clockwise(seats: Sequence[str], after: str) -> list[str]:
    """All seats starting left of ``after``, which comes last."""
    start = seats.index(after) + 1
    return [*seats[start:], *seats[:start]]


def between(seats: Sequence[str], start: str, end: str) -> list[str]:
    """The seats passed on the way clockwise from ``start`` to ``end``, without the two."""
    way = clockwise(seats, start)
    return [] if start == end else way[: way.index(end)]
