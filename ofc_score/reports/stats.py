"""Statistics: their columns, defined once for text, JSON and CSV, and the text tables.

Rates are whole numbers; only printing gives them a decimal point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ofc_score.evening.results import Peak, PlayerStats, Stats
from ofc_score.names import shown
from ofc_score.reports.layout import table, wide
from ofc_score.reports.words import plus, signed

Row = Sequence[str]


def percent(per_mille: int) -> str:
    """125 as ``12.5%``."""
    whole, tenth = divmod(per_mille, 10)
    return f"{whole}.{tenth}%"


class Column(NamedTuple):
    """One number of a player. ``key`` is its place in JSON (``scoops.taken``) and its CSV column (``scoops_taken``);
    ``heading`` stands above it in one of the text ``table``s, as ``text`` prints it."""

    key: str
    value: Callable[[PlayerStats], int]
    table: str = ""
    heading: str = ""
    text: Callable[[int], str] = str


RESULTS, BOARDS, LAND = "results", "boards", "Fantasyland"

COLUMNS: Final = (
    Column("sessions", lambda it: it.sessions),
    Column("hands", lambda it: it.hands, RESULTS, "hands"),
    Column("points", lambda it: it.points, RESULTS, "points", signed),
    Column("points_per_100", lambda it: it.points_per_100, RESULTS, "per 100", signed),
    Column("fouls", lambda it: it.fouls, BOARDS, "fouls"),
    Column("foul_per_mille", lambda it: it.foul_per_mille, BOARDS, "rate", percent),
    Column("scoops.taken", lambda it: it.scoops_taken, BOARDS, "scoops taken"),
    Column("scoops.given", lambda it: it.scoops_given, BOARDS, "given"),
    Column("fantasyland.entries", lambda it: it.entries, LAND, "entries"),
    Column("fantasyland.stays", lambda it: it.stays, LAND, "stays"),
    Column("fantasyland.hands", lambda it: it.land_hands, LAND, "hands"),
    Column("fantasyland.points", lambda it: it.land_points, LAND, "points", signed),
    Column("royalties.top", lambda it: it.royalties_top, BOARDS, "royalties top"),
    Column("royalties.middle", lambda it: it.royalties_middle, BOARDS, "middle"),
    Column("royalties.bottom", lambda it: it.royalties_bottom, BOARDS, "bottom"),
)


def stats_text(stats: Stats, width: int | None = None) -> str:
    """The statistics in three tables and the matrix of who won what from whom."""
    if not stats.players:
        return "No hands yet"
    tables = [_results(stats), _table("", BOARDS, stats), _table(LAND, LAND, stats), _matrix(stats)]
    return "\n\n".join("\n".join(_fit(rows, width)) for rows in tables)


def _table(corner: str, name: str, stats: Stats) -> list[Row]:
    chosen = [column for column in COLUMNS if column.table == name]
    rows = [(shown(it.player), *(column.text(column.value(it)) for column in chosen)) for it in stats.players]
    return [(corner, *(column.heading for column in chosen)), *rows]


def _results(stats: Stats) -> list[Row]:
    """Hands, points, money by currency, and the best and the worst hand."""
    codes = sorted({code for it in stats.players for code in it.money})
    rows: list[Row] = [(*codes, "best", "worst")]
    for it in stats.players:
        money = [plus(it.money[code], code) if code in it.money else "" for code in codes]
        rows.append((*money, _peak(it.best, stats.session), _peak(it.worst, stats.session)))
    return [(*row, *more) for row, more in zip(_table("", RESULTS, stats), rows, strict=True)]


def _peak(peak: Peak, session: int | None) -> str:
    """``+34 hand 7``, over several sessions ``+34 hand 3/7`` (session, hand)."""
    return f"{signed(peak.points)} hand {'' if session is not None else f'{peak.session}/'}{peak.hand}"


def _matrix(stats: Stats) -> list[Row]:
    """What each player of a row won from each of the columns."""
    names = [it.player for it in stats.players]
    rows = [
        (shown(name), *("" if name == other else signed(stats.pairs.get((name, other), 0)) for other in names))
        for name in names
    ]
    return [("won from", *map(shown, names)), *rows]


def _fit(rows: Sequence[Row], width: int | None) -> list[str]:
    """Aligned columns; where they are too wide, a line for each cell under the player's name."""
    lines = table(rows, ("left", *("right" for _ in rows[0][1:])))
    if not wide(lines, width):
        return lines
    (corner, *headings), *body = rows
    listed = [f"{corner}:"] if corner else []
    for name, *values in body:
        listed += [name, *(f"  {f'{what} {value}'.strip()}" for what, value in zip(headings, values, strict=True))]
    return listed
