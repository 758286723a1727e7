"""From the state of a session to the readable rows of the ledger, and into its tables. All numbers come from the state.

Rows are plain tuples in the order of their table's columns behind ``session``, so that writing them and auditing them
are the same comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from sqlite_utils import Database

from ofc_score.errors import InternalError
from ofc_score.evening.results import unit_of
from ofc_score.evening.state import Balance, HandRecord, State
from ofc_score.money import format_amount
from ofc_score.scoring.hand import Table

Row: TypeAlias = tuple[object, ...]

COLUMNS: Final = {
    "hands": ("hand", "entry", "set_number", "ruleset", "button", "voided", "fixed", "set_over", "flags"),
    "results": (
        "hand", "player", "net", "row_points", "scoop_points", "overall_points", "royalty_points", "penalty_points",
        "natural_points", "cap_points", "scoops_taken", "scoops_given", "royalties", "royalties_top",
        "royalties_middle", "royalties_bottom", "foul", "fantasyland", "next_fantasyland", "stack", "board",
    ),
    "transfers": ("hand", "place", "payer", "payee", "points"),
    "balances": ("player", "points", "unit", "amount", "old", "shown", "seated", "present"),
}  # fmt: skip
KEYS: Final = {"hands": 1, "results": 2, "transfers": 2, "balances": 1}
"""How many of the first columns are the key of a row in its session."""
_BY_HAND: Final = ("hands", "results", "transfers")
# Not through sqlite-utils, which would create a table that is missing. A balance takes the place of the one before.
_INSERT: Final = {
    table: f"INSERT{' OR REPLACE' if table == 'balances' else ''} INTO {table} (session, {', '.join(columns)}) "
    f"VALUES ({', '.join('?' * (len(columns) + 1))})"
    for table, columns in COLUMNS.items()
}
_ADD_TOTAL: Final = (
    "INSERT INTO totals (player, unit, amount) VALUES (?, ?, ?) "
    "ON CONFLICT (player, unit) DO UPDATE SET amount = amount + excluded.amount"
)


class Rows(NamedTuple):
    """The rows of some hands, for the three tables that have one or more rows per hand."""

    hands: list[Row]
    results: list[Row]
    transfers: list[Row]

    def tables(self) -> dict[str, list[Row]]:
        """The rows by table."""
        return self._asdict()


def hand_rows(state: State, records: Iterable[HandRecord]) -> Rows:
    """The rows of these hands."""
    rows, on_paper = Rows([], [], []), state.setup.on_paper
    for record in records:
        rows.hands.append(_hand_row(record))
        rows.results.extend(_result_rows(record, on_paper=on_paper))
        rows.transfers.extend(_transfer_rows(record))
    return rows


def all_rows(state: State) -> dict[str, list[Row]]:
    """Everything that the derived tables say of a session, each table in the order of its key."""
    rows = hand_rows(state, state.hands)
    rows.hands.extend(_voided_row(*voided) for voided in state.voided)
    tables = {**rows.tables(), "balances": balance_rows(state)}
    return {table: sorted(listed, key=itemgetter(*range(KEYS[table]))) for table, listed in tables.items()}


def balance_rows(state: State) -> list[Row]:
    """One row per person; the amount is in minor units of the session's currency, or points. ``old`` is the part of it
    that is no result of the session: debts from before it, and with people who take no part."""
    unit = unit_of(state)
    balances = state.balances()
    rows: list[Row] = []
    for name in state.people:
        balance = balances.get(name, Balance(0, 0, seated=False))
        absent = state.old.get(name, 0)
        amount = (balance.points if balance.amount is None else balance.amount) + absent
        old = absent + state.before.get(name, 0)
        shown = format_amount(amount, unit)
        rows.append((name, balance.points, unit, amount, old, shown, int(balance.seated), int(name in balances)))
    return rows


def write(
    db: Database,
    session: int,
    before: State | None,
    after: State,
    people: dict[str, int],
    known: list[Row] | None = None,
) -> list[Row]:
    """Bring the derived rows of a session from one state to the next, inside the caller's transaction.

    Only hands that are new or came out anew are written. ``people`` are the player ids by the names in the state.
    Returns the balances, which are the ``known`` ones of the next call: then they need not be read.
    """
    old, new = _to_compare(before, after)
    changed = sorted(number for number in {*old, *new} if old.get(number) != new.get(number))
    if gone := [(session, number) for number in changed if number in old]:
        for table in _BY_HAND:
            db.conn.executemany(f"DELETE FROM {table} WHERE session = ? AND hand = ?", gone)
    fresh = [(number, new[number]) for number in changed if number in new]
    rows = hand_rows(after, [record for _, record in fresh if isinstance(record, HandRecord)])
    rows.hands.extend(_voided_row(number, entry) for number, entry in fresh if isinstance(entry, int))
    for table, listed in rows.tables().items():
        insert(db, table, session, listed)
    balances = balance_rows(after)
    _refuse_unbalanced(rows.results, balances)
    _write_balances(db, session, stored(db, "balances", session) if known is None else known, balances, people)
    return balances


def _refuse_unbalanced(results: Sequence[Row], balances: Sequence[Row]) -> None:
    """Rule: money never appears or vanishes. Every hand and every balance sheet sums to zero, or nothing is booked."""
    sums: Counter[str] = Counter()
    for hand, _, net, *_ in results:
        sums[f"hand {hand}"] += _whole(net)
    for _, points, unit, amount, *_ in balances:
        sums["the points"] += _whole(points)
        sums[f"the balances in {unit}"] += _whole(amount)
    wrong = [f"{what} would sum to {total} instead of 0" for what, total in sums.items() if total]
    if wrong:
        raise InternalError("; ".join(wrong) + "; nothing was booked")


def _whole(value: object) -> int:
    if type(value) is not int:
        raise InternalError(f"{value!r} is not a whole number; nothing was booked")
    return value


def insert(db: Database, table: str, session: int, rows: Sequence[Row]) -> None:
    """Add rows to one derived table."""
    if rows:
        db.conn.executemany(_INSERT[table], [(session, *row) for row in rows])


def stored(db: Database, table: str, session: int) -> list[Row]:
    """The rows that one derived table holds of a session, in the order of its key."""
    columns, key = COLUMNS[table], COLUMNS[table][: KEYS[table]]
    sql = f"SELECT {', '.join(columns)} FROM {table} WHERE session = ? ORDER BY {', '.join(key)}"
    return db.execute(sql, (session,)).fetchall()


def _write_balances(db: Database, session: int, known: list[Row], rows: list[Row], people: dict[str, int]) -> None:
    """Rewrite the balances that changed, and move the totals of all sessions by the difference."""
    old = {row[0]: row for row in known}
    gone = old.keys() - {row[0] for row in rows}
    if gone:
        sql = "DELETE FROM balances WHERE session = ? AND player = ?"
        db.conn.executemany(sql, [(session, name) for name in gone])
    changed = [row for row in rows if old.get(row[0]) != row]
    insert(db, "balances", session, changed)
    moved: dict[tuple[int, str], int] = {}
    before = [old[name] for name in (*gone, *[row[0] for row in changed if row[0] in old])]
    for listed, sign in ((before, -1), (changed, 1)):
        for name, _, unit, amount, *_ in listed:
            assert isinstance(name, str)
            assert isinstance(unit, str)
            assert isinstance(amount, int)
            moved[people[name], unit] = moved.get((people[name], unit), 0) + sign * amount
    db.conn.executemany(_ADD_TOTAL, [(*key, amount) for key, amount in moved.items()])


def add_total(db: Database, player: int, unit: str, amount: int) -> None:
    """Move a player's total over all sessions."""
    db.execute(_ADD_TOTAL, (player, unit, amount))


def _to_compare(before: State | None, after: State) -> tuple[dict[int, HandRecord | int], dict[int, HandRecord | int]]:
    """What stands under each hand number in both states, less the hands that both begin with."""
    if before is None:
        return {}, _by_number(after)
    stands = len(before.hands)
    if before.voided == after.voided and after.hands[:stands] == before.hands:
        return {}, {record.number: record for record in after.hands[stands:]}
    return _by_number(before), _by_number(after)


def _by_number(state: State) -> dict[int, HandRecord | int]:
    """What stands under each hand number: the hand, or the entry of a voided one."""
    return {**{record.number: record for record in state.hands}, **dict(state.voided)}


def _voided_row(number: int, entry: int) -> Row:
    """Voided hands keep their number and count for nothing."""
    return (number, entry, None, None, None, 1, 0, 0, 0)


def _hand_row(record: HandRecord) -> Row:
    table = record.table
    return (
        record.number, record.entry, record.set_number, table.rules.name, table.button, 0, int(record.fixed),
        int(record.set_over), len(record.flags),
    )  # fmt: skip


def _result_rows(record: HandRecord, *, on_paper: bool) -> list[Row]:
    table, number, moved = record.table, record.number, record.moved
    stacks: Mapping[str, int] = {} if on_paper else record.stacks
    points = _points(table)
    rows: list[Row] = []
    for name, player in table.players.items():
        scored, land, net = player.scored, player.next_fantasyland, moved.get(name, 0)
        *kinds, taken, given = points[name]
        top, middle, bottom = scored.royalties
        rows.append((
            number, name, net, *kinds, net - sum(kinds), taken, given, top + middle + bottom, top, middle, bottom,
            int(scored.foul), table.fantasyland.get(name), land and land.cards, stacks.get(name), scored.board.text(),
        ))  # fmt: skip
    return rows


def _points(table: Table) -> dict[str, list[int]]:
    """What each player got by the rules, before caps: rows, scoop, overall, royalties, penalty, natural; then from how
    many opponents they took the scoop, and to how many they gave it."""
    found = {name: [0] * 8 for name in table.players}
    for player, opponent, items, *_ in table.counts:
        (top, middle, bottom), scoop, *others = items
        won, lost = found[player], found[opponent]
        for place, part in enumerate((top + middle + bottom, scoop, *others)):
            if part:
                won[place] += part
                lost[place] -= part
        if scoop:
            taken, given = (won, lost) if scoop > 0 else (lost, won)
            taken[6] += 1
            given[7] += 1
    return found


def _transfer_rows(record: HandRecord) -> list[Row]:
    return [(record.number, place, *payment) for place, payment in enumerate(record.transfers, 1)]
