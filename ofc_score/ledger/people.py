"""Who is who: players known by name, earlier names, renaming and merging. Events never change with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import NotAllowed, SheetError
from ofc_score.ledger import derived


class Player(NamedTuple):
    """One person: the name shown now, earlier names that still find them, and how many sessions they were in."""

    id: int
    name: str
    aliases: tuple[str, ...]
    sessions: int


# Where the name shown stands in the derived tables; rewritten when somebody is renamed.
_SHOWN: Final = (
    ("hands", "button"), ("results", "player"), ("transfers", "payer"), ("transfers", "payee"), ("balances", "player"),
)  # fmt: skip


def find(db: Database, name: str) -> tuple[int, str] | None:
    """(id, name now) of the player whom a name means exactly, in any case, now or earlier; None for a new one."""
    key = names.key(name)
    found = db.execute("SELECT id, name FROM players WHERE key = ? AND merged_into IS NULL", (key,)).fetchone()
    if found is None:
        sql = "SELECT players.id, players.name FROM aliases JOIN players ON players.id = player WHERE aliases.key = ?"
        found = db.execute(sql, (key,)).fetchone()
    return None if found is None else (found[0], found[1])


def canonical(db: Database, name: str) -> str:
    """The name under which a player is known now; a new player's as typed."""
    found = find(db, name)
    return name if found is None else found[1]


def everybody(db: Database) -> list[str]:
    """The names of all players: old debts can be settled with them though they are absent."""
    return [row[0] for row in db.execute("SELECT name FROM players WHERE merged_into IS NULL").fetchall()]


class Roster:
    """The people of one session, as one transaction knows them.

    ``shown`` has the name shown now by the name under which each sat, ``seats`` the other way round, and ``ids`` the
    player's id by the name shown now.
    """

    def __init__(self, db: Database, session: int) -> None:
        self.session = session
        self.shown: dict[str, str] = {}
        self.seats: dict[str, str] = {}
        self.ids: dict[str, int] = {}
        sql = "SELECT seat, name, players.id FROM session_players JOIN players ON players.id = player WHERE session = ?"
        for label, name, player in db.execute(sql, (session,)).fetchall():
            self._note(label, name, player)

    def _note(self, label: str, name: str, player: int) -> None:
        self.shown[label], self.seats[name], self.ids[name] = name, label, player

    def name_of(self, seat: str) -> str:
        """The name shown now of who sat under this one; a name that nobody sat under as it is."""
        return self.shown.get(seat, seat)

    def seat(self, db: Database, shown: Iterable[str], created: str) -> None:
        """Enter everybody who is not among the people of the session yet; unknown people become players.

        ``shown`` are names as known now. Raises ``NotAllowed`` for another way to write somebody's name, or an earlier
        one.
        """
        for name in shown:
            if name in self.seats:
                continue
            known = find(db, name)
            if known is not None and known[1] != name:
                raise NotAllowed(f"{names.shown(name)} is a name of {names.shown(known[1])}")
            player = known[0] if known else create(db, name, created)
            label, number = name, 2
            while label in self.shown:  # somebody who sat here under this name has another one now
                label, number = f"{name[:36]} {number}", number + 1
            sql = "INSERT INTO session_players (session, seat, player) VALUES (?, ?, ?)"
            db.execute(sql, (self.session, label, player))
            self._note(label, name, player)


def present_in(db: Database, session: int) -> list[str]:
    """Who takes part in a session; not those who are only named in it for an old debt."""
    sql = (
        "SELECT name FROM session_players AS sat JOIN players ON players.id = sat.player "
        "JOIN balances ON balances.session = sat.session AND balances.player = name "
        "WHERE sat.session = ? AND present"
    )
    return [row[0] for row in db.execute(sql, (session,)).fetchall()]


def listed(db: Database) -> list[Player]:
    """Everybody, by name."""
    earlier: dict[int, list[str]] = {}
    for player, alias in db.execute("SELECT player, name FROM aliases ORDER BY name"):
        earlier.setdefault(player, []).append(alias)
    rows = db.execute(
        "SELECT id, name, (SELECT count(*) FROM session_players AS sat JOIN balances ON balances.session = sat.session "
        "AND balances.player = players.name WHERE sat.player = players.id AND present) FROM players "
        "WHERE merged_into IS NULL ORDER BY key"
    )
    return [Player(row[0], row[1], tuple(earlier.get(row[0], ())), row[2]) for row in rows.fetchall()]


def meant(db: Database, typed: str) -> Player:
    """The player whom somebody typed: exact, else the only one that begins so. Raises ``SheetError``."""
    everybody = listed(db)
    exact = find(db, typed)
    if exact is not None:
        return next(player for player in everybody if player.id == exact[0])
    try:
        name = names.find(typed, [player.name for player in everybody])
    except SheetError:
        earlier = {alias: player for player in everybody for alias in player.aliases}
        begun = [player for alias, player in earlier.items() if names.key(alias).startswith(names.key(typed.strip()))]
        if len({player.id for player in begun}) != 1 or not typed.strip():
            raise
        return begun[0]
    return next(player for player in everybody if player.name == name)


def rename(db: Database, player: Player, new: str, *, alias: bool) -> Player:
    """Show a player under another name from now on, in old sessions too; with ``alias`` the old one still finds them.

    Raises ``SheetError`` for an impossible name, ``NotAllowed`` when it is somebody else's.
    """
    faults = names.check(new)
    if faults:
        raise SheetError.of(faults, what="the name")
    other = find(db, new)
    if other is not None and other[0] != player.id:
        hint = f"player merge {names.shown(player.name)} {names.shown(other[1])}, if the two are one person"
        raise NotAllowed(f"{names.shown(new)} is a name of {names.shown(other[1])}", hint=hint)
    key = names.key(new)
    db.execute("DELETE FROM aliases WHERE key = ?", (key,))
    db.execute("UPDATE players SET name = ?, key = ? WHERE id = ?", (new, key, player.id))
    if alias and key != names.key(player.name):
        _add_alias(db, player.name, player.id)
    for (session,) in db.execute("SELECT session FROM session_players WHERE player = ?", (player.id,)).fetchall():
        _show(db, session, player.name, new)
    return by_id(db, player.id)


def merge(db: Database, gone: Player, kept: Player) -> Player:
    """One person was entered as two: everything of ``gone`` becomes ``kept``'s, and the name an alias.

    Raises ``NotAllowed`` when both sat in one session, or are one player already.
    """
    if gone.id == kept.id:
        raise NotAllowed(f"{names.shown(gone.name)} and {names.shown(kept.name)} are one player already")
    sql = "SELECT session FROM session_players WHERE player = ? INTERSECT SELECT session FROM session_players "
    both = db.execute(sql + "WHERE player = ? ORDER BY session LIMIT 1", (gone.id, kept.id)).fetchone()
    if both is not None:
        pair = f"{names.shown(gone.name)} and {names.shown(kept.name)}"
        raise NotAllowed(f"{pair} both sat in session {both[0]}", hint="two people: rename one to tell them apart")
    for (session,) in db.execute("SELECT session FROM session_players WHERE player = ?", (gone.id,)).fetchall():
        _show(db, session, gone.name, kept.name)
    db.execute("UPDATE session_players SET player = ? WHERE player = ?", (kept.id, gone.id))
    for unit, amount in db.execute("SELECT unit, amount FROM totals WHERE player = ?", (gone.id,)).fetchall():
        derived.add_total(db, kept.id, unit, amount)
    db.execute("DELETE FROM totals WHERE player = ?", (gone.id,))
    db.execute("UPDATE aliases SET player = ? WHERE player = ?", (kept.id, gone.id))
    db.execute("UPDATE players SET merged_into = ? WHERE id = ? OR merged_into = ?", (kept.id, gone.id, gone.id))
    _add_alias(db, gone.name, kept.id)
    return by_id(db, kept.id)


def by_id(db: Database, player: int) -> Player:
    """The player with this id."""
    return next(one for one in listed(db) if one.id == player)


def create(db: Database, name: str, created: str) -> int:
    """A new player; returns the id."""
    sql = "INSERT INTO players (name, key, created) VALUES (?, ?, ?)"
    return int(db.execute(sql, (name, names.key(name), created)).lastrowid or 0)


def _add_alias(db: Database, name: str, player: int) -> None:
    sql = "INSERT OR REPLACE INTO aliases (key, name, player) VALUES (?, ?, ?)"
    db.execute(sql, (names.key(name), name, player))


def _show(db: Database, session: int, old: str, new: str) -> None:
    for table, column in _SHOWN:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE session = ? AND {column} = ?", (new, session, old))
