"""One pair's count in one line, from the side of either player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_score.reports.count import signed

if TYPE_CHECKING:
    from ofc_score.scoring.hand import PairCount


def pair_items(count: PairCount, player: str) -> list[tuple[str, int]]:
    """What a pair's points are made of for ``player``, one of the two: (item, points), items worth nothing left out.

    The row points come as one sum.
    """
    items = count.items if count.player == player else count.items.reversed()
    listed = {
        "rows": sum(items.rows), "scoop": items.scoop, "overall": items.overall, "royalties": items.royalties,
        "foul or surrender": items.penalty, "natural": items.natural,
    }  # fmt: skip
    return [(item, points) for item, points in listed.items() if points]


def pair_words(count: PairCount, player: str, *, total: bool = True) -> str:
    """``rows +3, scoop +3, royalties -2, makes +4``, and what moved where caps made it less."""
    sign = 1 if count.player == player else -1
    words = [f"{item} {signed(points)}" for item, points in pair_items(count, player)] or ["nothing"]
    capped = count.paid != count.points
    if (total and count.points) or capped:
        words.append(f"makes {signed(sign * count.points)}")
    if capped:
        words.append(f"{signed(sign * count.paid)} moved under the caps")
    return ", ".join(words)
