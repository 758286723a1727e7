"""Statistics as tables, JSON and CSV. Rates are whole numbers; here they only get a decimal point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from ofc_score.evening.results import Peak, PlayerStats, Stats
from ofc_score.money import format_amount
from ofc_score.names import shown
from ofc_score.reports.count import signed
from ofc_score.reports.layout import table, wide
from ofc_score.reports.tabular import csv_text, safe

Rows: TypeAlias = list[tuple[str, ...]]

HEADER: Final = (
    "player", "sessions", "hands", "points", "points_per_100", "fouls", "foul_per_mille", "scoops_taken",
    "scoops_given", "fantasyland_entries", "fantasyland_stays", "fantasyland_hands", "fantasyland_points",
    "royalties_top", "royalties_middle", "royalties_bottom", "best", "best_session", "best_hand", "worst",
    "worst_session", "worst_hand", "currency", "amount",
)  # fmt: skip


def stats_text(stats: Stats, width: int | None = None) -> str:
    """The statistics in three tables and the matrix of who won what from whom."""
    if not stats.players:
        return "No hands yet"
    parts = [
        _results(stats),
        _table(
            ("", "fouls", "rate", "scoops taken", "given", "royalties top", "middle", "bottom"),
            map(_boards, stats.players),
        ),
        _table(("Fantasyland", "entries", "stays", "hands", "points"), map(_land, stats.players)),
        _table(("won from", *(shown(it.player) for it in stats.players)), _matrix(stats)),
    ]
    return "\n\n".join("\n".join(_fit(rows, width)) for rows in parts)


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Rows:
    return [header, *rows]


def _fit(rows: Rows, width: int | None) -> list[str]:
    """Aligned columns; where they are too wide, a line for each cell under the player's name."""
    lines = table(rows, ("left", *("right" for _ in rows[0][1:])))
    if not wide(lines, width):
        return lines
    header, *body = rows
    listed = [f"{header[0]}:"] if header[0] else []
    for row in body:
        cells = [f"{what} {value}".strip() for what, value in zip(header[1:], row[1:], strict=True)]
        listed += [row[0], *(f"  {cell}" for cell in cells)]
    return listed


def _currencies(stats: Stats) -> list[str]:
    return sorted({currency for it in stats.players for currency in it.money})


def _results(stats: Stats) -> Rows:
    currencies = _currencies(stats)
    rows: Rows = [("", "hands", "points", "per 100", *currencies, "best", "worst")]
    for it in stats.players:
        money = [_signed_amount(it.money[code], code) if code in it.money else "" for code in currencies]
        peaks = (_peak(it.best, stats.session), _peak(it.worst, stats.session))
        rows.append((shown(it.player), str(it.hands), signed(it.points), signed(it.points_per_100), *money, *peaks))
    return rows


def _peak(peak: Peak, session: int | None) -> str:
    """``+34 hand 7``, over several sessions ``+34 hand 3/7`` (session, hand)."""
    return f"{signed(peak.points)} hand {'' if session is not None else f'{peak.session}/'}{peak.hand}"


def _boards(it: PlayerStats) -> tuple[str, ...]:
    royalties = (it.royalties_top, it.royalties_middle, it.royalties_bottom)
    counts = (it.scoops_taken, it.scoops_given, *royalties)
    return shown(it.player), str(it.fouls), percent(it.foul_per_mille), *map(str, counts)


def _land(it: PlayerStats) -> tuple[str, ...]:
    return shown(it.player), str(it.entries), str(it.stays), str(it.land_hands), signed(it.land_points)


def _matrix(stats: Stats) -> Iterable[tuple[str, ...]]:
    names = [it.player for it in stats.players]
    for name in names:
        yield shown(name), *(_won(stats, name, other) for other in names)


def _won(stats: Stats, name: str, other: str) -> str:
    return "" if name == other else signed(stats.pairs.get((name, other), 0))


def percent(per_mille: int) -> str:
    """125 as ``12.5%``."""
    whole, tenth = divmod(per_mille, 10)
    return f"{whole}.{tenth}%"


def _signed_amount(amount: int, currency: str) -> str:
    return f"{'+' if amount > 0 else ''}{format_amount(amount, currency)}"


# For programs


def stats_dict(stats: Stats) -> dict[str, Any]:
    """The statistics as JSON; amounts as text, everything else as whole numbers."""
    return {
        "format": 1,
        "session": stats.session,
        "players": {it.player: _player_dict(it) for it in stats.players},
        "head_to_head": {
            it.player: {
                other.player: stats.pairs.get((it.player, other.player), 0)
                for other in stats.players
                if other.player != it.player
            }
            for it in stats.players
        },
    }


def _player_dict(it: PlayerStats) -> dict[str, Any]:
    return {
        "sessions": it.sessions,
        "hands": it.hands,
        "points": it.points,
        "points_per_100": it.points_per_100,
        "amounts": {currency: format_amount(amount, currency) for currency, amount in it.money.items()},
        "fouls": it.fouls,
        "foul_per_mille": it.foul_per_mille,
        "scoops": {"taken": it.scoops_taken, "given": it.scoops_given},
        "fantasyland": {
            "entries": it.entries, "stays": it.stays, "hands": it.land_hands, "points": it.land_points
        },
        "royalties": {"top": it.royalties_top, "middle": it.royalties_middle, "bottom": it.royalties_bottom},
        "best": {"points": it.best.points, "session": it.best.session, "hand": it.best.hand},
        "worst": {"points": it.worst.points, "session": it.worst.session, "hand": it.worst.hand},
    }  # fmt: skip


def stats_csv(stats: Stats, *, bom: bool = False) -> str:
    """One row per player and currency he played for; the other columns are the same in each of them."""
    rows = [
        (*_cells(it), currency, format_amount(amount, currency) if currency else "")
        for it in stats.players
        for currency, amount in (it.money or {"": 0}).items()
    ]
    return csv_text(HEADER, rows, bom=bom)


def _cells(it: PlayerStats) -> tuple[str | int, ...]:
    return (
        safe(it.player), it.sessions, it.hands, it.points, it.points_per_100, it.fouls, it.foul_per_mille,
        it.scoops_taken, it.scoops_given, it.entries, it.stays, it.land_hands, it.land_points, it.royalties_top,
        it.royalties_middle, it.royalties_bottom, it.best.points, it.best.session, it.best.hand, it.worst.points,
        it.worst.session, it.worst.hand,
    )  # fmt: skip
