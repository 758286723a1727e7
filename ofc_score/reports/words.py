"""The small phrases that all texts are made of: points, amounts, counts, lists of names."""

from __future__ import annotations

from collections.abc import Iterable

from ofc_score.money import POINTS, format_amount
from ofc_score.names import shown


def signed(points: int) -> str:
    """``+3``, ``-3`` or ``0``."""
    return f"{points:+d}" if points else "0"


def counted(number: int, thing: str) -> str:
    """``7 hands``, ``1 hand``."""
    return f"{number} {plural(number, thing)}"


def plural(number: int, thing: str) -> str:
    """``hands``, or ``hand`` of one."""
    return thing if abs(number) == 1 else f"{thing}s"


def points_words(points: int) -> str:
    """``+28 points``, ``+1 point``."""
    return f"{signed(points)} {plural(points, 'point')}"


def plus(amount: int, unit: str) -> str:
    """``+7.00`` or ``-7.00``, without the unit."""
    return f"{'+' if amount > 0 else ''}{format_amount(amount, unit)}"


def money(amount: int, unit: str) -> str:
    """``7.00 EUR``, ``28 points``."""
    return counted(amount, "point") if unit == POINTS else format_amount(amount, unit, code=True)


def joined(names: Iterable[str], last: str = ", ") -> str:
    """``Ann, Bob, Cy``; with ``last`` ``" and "`` ``Ann, Bob and Cy``."""
    *others, end = map(shown, names)
    return f"{', '.join(others)}{last}{end}" if others else end


def why_words(why: str) -> str:
    """A reason behind what was done: ``: exposed card``, nothing without one."""
    return f": {why}" if why else ""
