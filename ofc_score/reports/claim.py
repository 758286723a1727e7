"""Claims beside the rules, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ofc_score.names import shown
from ofc_score.reports.count import pair_words
from ofc_score.reports.layout import fill
from ofc_score.reports.words import signed

if TYPE_CHECKING:
    from ofc_score.disputes.claims import Verdict
    from ofc_score.scoring.hand import Table

_WIDEST = 100


def claims_text(verdicts: Sequence[Verdict], table: Table, missing: int | None, width: int | None = None) -> str:
    """Every claim with what the rules give, the slips that explain a difference, and how the rules come to it.

    ``missing`` is by how much the claims of the whole table miss zero, None where not everybody claimed.
    """
    lines = []
    for verdict in verdicts:
        lines += _verdict(verdict, table)
    if missing:
        lines.append(f"Together the claims make {signed(missing)}, but they must make 0: what one wins, another loses.")
    room = min(width or _WIDEST, _WIDEST)
    return "\n".join(fill(lines, room))


def _verdict(verdict: Verdict, table: Table) -> list[str]:
    claim, points = verdict.claim, verdict.points
    against = "" if claim.other is None else f" against {shown(claim.other)}"
    who = f"{shown(claim.player)}{against}"
    if verdict.agrees:
        return [f"{who}: {signed(points)}, as claimed."]
    difference = claim.points - points
    lines = [f"{who}: claimed {signed(claim.points)}, the rules give {signed(points)} ({signed(difference)} off)."]
    lines += [
        f"  {'or' if place else 'Explained exactly'}: {explanation.words}."
        for place, explanation in enumerate(verdict.explanations)
    ]
    if not verdict.explanations:
        lines.append("  No usual mistake explains it, nor do two together.")
    for count in table.counts:
        pair = {count.player, count.opponent}
        if claim.player in pair and claim.other in (None, *pair):
            other = count.opponent if count.player == claim.player else count.player
            lines.append(f"  By the rules against {shown(other)}: {pair_words(count, claim.player)}.")
    return lines
