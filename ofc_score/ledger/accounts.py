"""Balances over sessions: at the table, tonight, before, in sum. Read from the session's own rows and from running
totals, so that it costs the same after two thousand evenings as after one; an old evening costs those after it."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database

from ofc_score.evening.results import Account, Standing


class _Part(NamedTuple):
    """One person's part of a session."""

    name: str
    points: int
    amount: int
    old: int
    present: bool


def balances(db: Database, session: int | None, *, today: bool = False) -> list[Account]:
    """The accounts, the session's own unit first, the others by name: as they stood after the session, or with
    ``today`` as they stand over all sessions now."""
    own, worth, parts, later, followed = "", 0, {}, {}, False
    if session is not None:
        own, worth, date = db.execute(
            "SELECT ifnull(currency, 'points'), ifnull(point_minor, 1), date FROM sessions WHERE id = ?", (session,)
        ).fetchone()
        parts = _parts(db, session)
        followed = _followed(db, session, date)
        later = _later(db, session, date) if followed and not today else {}
    sql = (
        "SELECT players.id, unit, players.name, amount FROM totals JOIN players ON players.id = totals.player "
        "WHERE amount <> 0"
    )
    totals = {(player, unit): (name, amount) for player, unit, name, amount in db.execute(sql)}
    names = {player: name for (player, _), (name, _) in totals.items()} | {it: parts[it].name for it in parts}
    names |= {player: name for (player, _), (name, _) in later.items()}
    found: dict[str, list[Standing]] = {own: []} if own else {}
    here = {(player, own) for player in parts}
    for player, unit in sorted({*here, *totals, *later}, key=lambda key: (key[1] != own, key[1], key[0])):
        total = totals.get((player, unit), ("", 0))[1] - later.get((player, unit), ("", 0))[1]
        part = parts.get(player) if unit == own else None
        present = player in parts and parts[player].present
        if not total and not (part and (part.present or part.amount)):
            continue
        now = part.amount - part.old if part else 0
        points = part.points if part else 0
        found.setdefault(unit, []).append(
            Standing(names[player], now, total - now, total, present, points, points * worth)
        )
    return [Account(unit, tuple(sorted(rows, key=_order)), followed) for unit, rows in found.items()]


def from_before(db: Database, session: int) -> dict[str, int]:
    """How people stand from the sessions before this one alone, in minor units of its currency."""
    own = {part.name: part.old for part in _parts(db, session).values()}
    account = balances(db, session)[:1]
    return {row.player: row.before - own.get(row.player, 0) for it in account for row in it.rows}


def _parts(db: Database, session: int) -> dict[int, _Part]:
    """The people of a session by player id."""
    sql = (
        "SELECT players.id, balances.player, points, amount, old, present FROM session_players AS sat "
        "JOIN players ON players.id = sat.player "
        "JOIN balances ON balances.session = sat.session AND balances.player = players.name WHERE sat.session = ?"
    )
    return {
        player: _Part(name, points, amount, old, bool(present))
        for player, name, points, amount, old, present in db.execute(sql, (session,))
    }


def _followed(db: Database, session: int, date: str) -> bool:
    """Whether there are sessions of a later date, or of the same date booked later."""
    sql = "SELECT EXISTS (SELECT 1 FROM sessions WHERE date > ? OR (date = ? AND id > ?))"
    return bool(db.execute(sql, (date, date, session)).fetchone()[0])


def _later(db: Database, session: int, date: str) -> dict[tuple[int, str], tuple[str, int]]:
    """What those sessions add to the totals: (player id, unit) -> (name, amount)."""
    sql = (
        "SELECT players.id, unit, players.name, sum(amount) FROM sessions "
        "JOIN session_players AS sat ON sat.session = sessions.id JOIN players ON players.id = sat.player "
        "JOIN balances ON balances.session = sessions.id AND balances.player = players.name "
        "WHERE date > ? OR (date = ? AND sessions.id > ?) GROUP BY players.id, unit"
    )
    found = db.execute(sql, (date, date, session))
    return {(player, unit): (name, amount) for player, unit, name, amount in found}


def _order(standing: Standing) -> tuple[bool, str]:
    return not standing.present, standing.player
