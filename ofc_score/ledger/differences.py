"""Where the derived tables are not what the entries give, every row in plain words. A row in doubt is never raised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlite_utils import Database

from ofc_score import names
from ofc_score.errors import OfcError
from ofc_score.ledger import derived
from ofc_score.ledger.derived import Row
from ofc_score.money import POINTS, format_amount

_MINOR: Final = ("amount", "old")
_TOTALS: Final = (
    "WITH summed AS (SELECT sat.player, b.unit, sum(b.amount) AS amount FROM session_players AS sat "
    "JOIN players AS p ON p.id = sat.player JOIN balances AS b ON b.session = sat.session AND b.player = p.name "
    "GROUP BY sat.player, b.unit), "
    "both AS (SELECT player, unit FROM summed UNION SELECT player, unit FROM totals) "
    "SELECT both.player, p.name, both.unit, ifnull(t.amount, 0), ifnull(summed.amount, 0) FROM both "
    "LEFT JOIN players AS p ON p.id = both.player "
    "LEFT JOIN totals AS t ON t.player = both.player AND t.unit = both.unit "
    "LEFT JOIN summed ON summed.player = both.player AND summed.unit = both.unit "
    "WHERE ifnull(t.amount, 0) <> ifnull(summed.amount, 0)"
)


class Difference(NamedTuple):
    """One row of a derived table: what it holds and what the entries give, None where there is no such row."""

    found: Row | None
    expected: Row | None
    words: str


class Total(NamedTuple):
    """A player's total that is not the sum of their sessions; ``expected`` is None where there is no such player."""

    player: int
    unit: str
    expected: int | None
    words: str


def amount_words(minor: int, unit: str) -> str:
    """``7.00 EUR``, or ``7 points``; in minor units where nobody knows the currency."""
    if unit == POINTS:
        return f"{minor} points"
    try:
        return format_amount(minor, unit, code=True)
    except (OfcError, LookupError):
        return f"{minor} minor units of {names.shown(unit)}"


def of_rows(table: str, expected: Sequence[Row], found: Sequence[Row]) -> Iterator[Difference]:
    """Every row of one session that is missing, other than the entries give it, or too much."""
    width = derived.KEYS[table]
    kept_rows, right = ({row[:width]: row for row in listed} for listed in (found, expected))
    for key in dict.fromkeys((*right, *kept_rows)):
        row, kept = right.get(key), kept_rows.get(key)
        if row != kept:
            yield Difference(kept, row, f"{_name(table, key)}{_what(table, row, kept)}")


def totals(db: Database) -> Iterator[Total]:
    """Every total over all sessions that is not the sum of the balances."""
    for player, name, unit, amount, summed in db.execute(_TOTALS).fetchall():
        who = f"player number {player}, whom nobody knows," if name is None else names.shown(name)
        words = f"the total of {who} is {amount_words(amount, unit)}, the sessions sum to {amount_words(summed, unit)}"
        yield Total(player, unit, None if name is None else summed, words)


def _name(table: str, key: Row) -> str:
    return " ".join(f"{column} {_value(value)}" for column, value in zip(derived.COLUMNS[table], key, strict=False))


def _what(table: str, row: Row | None, kept: Row | None) -> str:
    if kept is None:
        return " is missing"
    if row is None:
        return " is too much"
    pairs = zip(_told(table, kept).items(), _told(table, row).values(), strict=True)
    return ": " + ", ".join(f"{column} is {value}, by the entries {right}" for (column, value), right in pairs
                            if value != right)  # fmt: skip


def _told(table: str, row: Row) -> Mapping[str, str]:
    """The words for each column of a row; amounts of money in its unit."""
    values = dict(zip(derived.COLUMNS[table], row, strict=True))
    unit = str(values.get("unit", POINTS))
    return {
        column: amount_words(value, unit) if column in _MINOR and isinstance(value, int) else _value(value)
        for column, value in values.items()
    }


def _value(value: object) -> str:
    return "nothing" if value is None else names.shown(value) if isinstance(value, str) else str(value)
