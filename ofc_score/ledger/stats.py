"""Statistics over one session or all, by SQL over the derived tables. Whole numbers only: rates are rounded, half up.

Points and money are what moved in hands; buy-ins, adjustments, expenses and payments are no part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofc_score.evening.results import Peak, PlayerStats, Stats

if TYPE_CHECKING:
    from sqlite_utils import Database

    from ofc_score.ledger.store import Ledger

# One pass over the results: a line for each evening of each player, few enough to be added up here.
_PARTS: Final = """
SELECT player, session, count(*), sum(net), sum(foul), sum(scoops_taken), sum(scoops_given),
    sum(fantasyland IS NULL AND next_fantasyland IS NOT NULL),
    sum(fantasyland IS NOT NULL AND next_fantasyland IS NOT NULL),
    sum(fantasyland IS NOT NULL), sum(CASE WHEN fantasyland IS NOT NULL THEN net ELSE 0 END),
    sum(royalties_top), sum(royalties_middle), sum(royalties_bottom), max(net), min(net)
FROM results {one} GROUP BY session, player ORDER BY session, player
"""
_STAKES: Final = "SELECT id, currency, point_minor FROM sessions WHERE currency IS NOT NULL"
_FIRST: Final = "SELECT min(hand) FROM results WHERE session = ? AND player = ? AND net = ?"
_PAIRS: Final = "SELECT payee, payer, sum(points) FROM transfers {one} GROUP BY payee, payer"
_ONE: Final = "WHERE session = ?"
_POINTS: Final = 1
"""Where the points stand among the sums of an evening."""


def stats(ledger: Ledger, session: int | None = None) -> Stats:
    """The statistics of a session, or of all. Raises ``NotAllowed``: no such session."""
    from ofc_score.ledger.rows import require

    with ledger.reading() as db:
        if session is not None:
            require(db, session)
        players = [_player(db, name, parts) for name, parts in _parts(db, session).items()]
        pairs: dict[tuple[str, str], int] = {}
        for payee, payer, points in _rows(db, _PAIRS, session):
            pairs[payee, payer] = pairs.get((payee, payer), 0) + points
            pairs[payer, payee] = pairs.get((payer, payee), 0) - points
    return Stats(session, tuple(sorted(players, key=lambda it: (-it.points, it.player))), pairs)


class _Part(NamedTuple):
    """One evening of one player; ``sums`` in the order of ``PlayerStats`` from ``hands`` on."""

    session: int
    stake: tuple[str, int] | None
    sums: tuple[int, ...]
    best: int
    worst: int


def _rows(db: Database, sql: str, session: int | None) -> list[tuple[Any, ...]]:
    """The lines of a query over one session or all."""
    if session is None:
        return db.execute(sql.format(one="")).fetchall()
    return db.execute(sql.format(one=_ONE), (session,)).fetchall()


def _parts(db: Database, session: int | None) -> dict[str, list[_Part]]:
    """Everybody's evenings in the order of the sessions."""
    stakes = {number: (currency, minor) for number, currency, minor in db.execute(_STAKES).fetchall()}
    found: dict[str, list[_Part]] = {}
    for player, number, *sums, best, worst in _rows(db, _PARTS, session):
        found.setdefault(player, []).append(_Part(number, stakes.get(number), tuple(sums), best, worst))
    return found


def _player(db: Database, name: str, parts: list[_Part]) -> PlayerStats:
    money: dict[str, int] = {}
    for part in parts:
        if part.stake is not None:
            currency, minor = part.stake
            money[currency] = money.get(currency, 0) + part.sums[_POINTS] * minor
    sums = [sum(column) for column in zip(*(part.sums for part in parts), strict=True)]
    best = max(parts, key=lambda part: part.best)
    worst = min(parts, key=lambda part: part.worst)
    peaks = _peak(db, name, best.session, best.best), _peak(db, name, worst.session, worst.worst)
    return PlayerStats._make((name, len(parts), *sums, dict(sorted(money.items())), *peaks))


def _peak(db: Database, player: str, session: int, points: int) -> Peak:
    """The first hand of a session that moved so many points."""
    return Peak(points, session, db.execute(_FIRST, (session, player, points)).fetchone()[0])
