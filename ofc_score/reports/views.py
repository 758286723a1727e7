"""What several outputs show of a session beyond its numbers: payouts by unit, what a correction did, highlights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ofc_score.evening.payouts import Payment, direct, payments, through_bank
from ofc_score.evening.results import Account, unit_of
from ofc_score.evening.session import Session
from ofc_score.evening.state import HandRecord, State
from ofc_score.reports.words import joined

HIGHLIGHTS: Final = 3


class Payout(NamedTuple):
    """Payments that settle one unit. ``absent`` are people among them who are not there tonight."""

    unit: str
    payments: Sequence[Payment]
    absent: Sequence[str]


def payouts(
    accounts: Iterable[Account], session: Session, *, tonight: bool, bank: str | None, straight: bool
) -> list[Payout]:
    """Who pays whom, one list per unit: over all evenings, or ``tonight`` only; through a ``bank``; ``straight`` along
    who lost to whom tonight."""
    state = session.state
    found = []
    for account in accounts:
        open_ = {row.player: row.tonight if tonight else row.total for row in account.rows}
        own = account.unit == unit_of(state)
        if tonight and not own:
            continue
        if bank is not None:
            listed = through_bank(open_, bank)
        elif straight:
            listed = direct(open_, debts(session) if own else [])
        else:
            listed = payments(open_)
        involved = {name for payment in listed for name in payment[:2]}
        absent = [row.player for row in account.rows if not row.present and row.player in involved]
        found.append(Payout(account.unit, listed, absent))
    return found


def debts(session: Session) -> list[Payment]:
    """Who owes whom from tonight alone, payments counted, one debt after the other, in minor units or points."""
    state = session.state
    point = state.point
    worth = 1 if point is None else point.minor
    found = [pay._replace(amount=pay.amount * worth) for record in state.hands for pay in record.transfers]
    moved = [Payment(it.debtor, it.creditor, it.points * worth + it.amount) for it in state.moves if not it.old]
    present = set(state.present)
    return [*found, *(it for it in moved if it.payer != it.payee and {it.payer, it.payee} <= present)]


# Corrections


def stack_changes(before: State, after: State) -> list[tuple[str, int, int]]:
    """(player, stack before, after) of those who won and lost the same, but have other chips in front of them."""
    return [
        (name, before.stacks[name], stack)
        for name, stack in after.stacks.items()
        if name in before.stacks and before.stacks[name] != stack and before.points_of(name) == after.points_of(name)
    ]


def new_flags(before: State, after: State) -> list[str]:
    """What a correction made differ from what the rules would give: ``hand 3: button as played ...``."""
    old = {(record.number, flag) for record in before.hands for flag in record.flags}
    found = [f"hand {record.number}: {flag}" for record in after.hands for flag in record.flags
             if (record.number, flag) not in old]  # fmt: skip
    return found + [flag for flag in after.flags if flag not in before.flags]


# Highlights


class Highlight(NamedTuple):
    """Something worth telling: ``title`` ("Biggest hand"), who, and what happened, in ``hand`` (0: over the evening).

    ``players`` are several where they share a count of the whole evening.
    """

    title: str
    players: tuple[str, ...]
    what: str
    hand: int

    @property
    def text(self) -> str:
        """``Ann won 34 in hand 7``."""
        return f"{joined(self.players, ' and ')} {self.what}" + (f" in hand {self.hand}" if self.hand else "")


def highlights(state: State) -> list[Highlight]:
    """The first three of: biggest hand, best board, longest stay in Fantasyland, most scoops, most fouls.

    Of equal hands the earlier one counts, then the seat; equal counts of the evening are all told.
    """
    found = (
        _biggest(state.hands),
        _best(state.hands),
        _longest(state.hands),
        _scoops(state.hands),
        _fouls(state.hands),
    )
    return [highlight for highlight in found if highlight is not None][:HIGHLIGHTS]


def _biggest(hands: Sequence[HandRecord]) -> Highlight | None:
    won = [(points, name, it.number) for it in hands for name, points in it.moved.items() if points > 0]
    if not won:
        return None
    points, name, number = max(won, key=lambda one: one[0])
    return Highlight("Biggest hand", (name,), f"won {points}", number)


def _best(hands: Sequence[HandRecord]) -> Highlight | None:
    worth = [(it.royalties, name, record.number) for record in hands for name, it in record.table.players.items()]
    royalties, name, number = max(worth, key=lambda one: one[0], default=(0, "", 0))
    return Highlight("Best board", (name,), f"made {royalties} royalties", number) if royalties else None


def _longest(hands: Sequence[HandRecord]) -> Highlight | None:
    runs = [run for name in _players(hands) for run in _runs(hands, name)]
    length, first, name = max(runs, key=lambda run: (run[0], -run[1]), default=(0, 0, ""))
    if not length:
        return None
    if length == 1:
        return Highlight("Fantasyland", (name,), "was there", first)
    return Highlight("Fantasyland", (name,), f"stayed {length} hands, the first", first)


def _runs(hands: Sequence[HandRecord], name: str) -> Iterator[tuple[int, int, str]]:
    """(hands in a row in Fantasyland, number of the first, name)."""
    length = first = 0
    for record in hands:
        if name in record.table.fantasyland:
            first = first or record.number
            length += 1
        elif length:
            yield length, first, name
            length = first = 0
    if length:
        yield length, first, name


def _scoops(hands: Sequence[HandRecord]) -> Highlight | None:
    taken = dict.fromkeys(_players(hands), 0)
    for record in hands:
        for count in record.table.counts:
            if count.items.scoop:
                taken[count.player if count.items.scoop > 0 else count.opponent] += 1
    return _most("Scoops", taken, "took {}")


def _fouls(hands: Sequence[HandRecord]) -> Highlight | None:
    fouls = dict.fromkeys(_players(hands), 0)
    for record in hands:
        for name, player in record.table.players.items():
            fouls[name] += player.foul
    return _most("Fouls", fouls, "had {}")


def _most(title: str, counts: dict[str, int], what: str) -> Highlight | None:
    """Everybody who has the most."""
    most = max(counts.values(), default=0)
    if not most:
        return None
    names = tuple(name for name, count in counts.items() if count == most)
    return Highlight(title, names, what.format(most) + (" each" if len(names) > 1 else ""), 0)


def _players(hands: Sequence[HandRecord]) -> list[str]:
    return list(dict.fromkeys(name for record in hands for name in record.table.players))
