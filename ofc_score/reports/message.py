"""The evening for a group chat: plain text in short lines, nothing that needs columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofc_score.errors import UsageError
from ofc_score.evening.results import POINTS, Account, LedgerSession
from ofc_score.names import shown
from ofc_score.reports.beside import beside, beside_lines, plus, table_words
from ofc_score.reports.books import Payout, amount_text

if TYPE_CHECKING:
    from ofc_score.evening.state import HandRecord, State

HIGHLIGHTS: Final = 3
_FINGERPRINT: Final = re.compile("[0-9a-f]{8,64}")


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
        *others, last = map(shown, self.players)
        who = f"{', '.join(others)} and {last}" if others else last
        return f"{who} {self.what}" + (f" in hand {self.hand}" if self.hand else "")


def message_text(head: LedgerSession, accounts: Sequence[Account], payouts: Iterable[Payout]) -> str:
    """Who won what at the table, money beside it, who pays whom, three highlights, and the fingerprint by which the
    message can be checked.

    ``payouts`` are those of today; they are no part of the message of an old evening.
    """
    state = head.session.state
    old = any(account.followed for account in accounts)
    payments = ["Later evenings were played; payouts shows what is open today"] if old else _payments(payouts)
    parts = [_title(head), _table(accounts), beside_lines(head.session), _open(accounts), payments]
    parts.append([f"{it.title}: {it.text}" for it in highlights(state)])
    parts.append([f"Fingerprint: {head.fingerprint}"])
    return "\n\n".join("\n".join(part) for part in parts if part)


def _title(head: LedgerSession) -> list[str]:
    state = head.session.state
    count = len(state.hands)
    lines = [shown(head.name), head.date, f"{count} {'hand' if count == 1 else 'hands'} of {state.rules.title}"]
    if state.point is not None:
        lines.append(f"A point is {state.point}")
    return [line for line in lines if line]


def _table(accounts: Sequence[Account]) -> list[str]:
    """What was won at the table, the largest first."""
    own = accounts[0]
    played = [row for row in own.rows if row.present]
    return [table_words(row, own.unit) for row in sorted(played, key=lambda row: -row.points)]


def _open(accounts: Sequence[Account]) -> list[str]:
    """What is open in all, where that is not what was won at the table."""
    own = accounts[0]
    if not beside(accounts) and not any(row.before for row in own.rows):
        return []
    unit = "points" if own.unit == POINTS else own.unit
    listed = [row for row in sorted(own.rows, key=lambda row: -row.total) if row.present or row.total]
    return ["Open in all:", *(f"{shown(row.player)} {plus(row.total, own.unit)} {unit}" for row in listed)]


def _payments(payouts: Iterable[Payout]) -> list[str]:
    lines = []
    for payout in payouts:
        unit = "points" if payout.unit == POINTS else payout.unit
        for payer, payee, amount in payout.payments:
            names = [f"{shown(name)}{' (absent)' if name in payout.absent else ''}" for name in (payer, payee)]
            lines.append(f"{names[0]} pays {names[1]} {amount_text(amount, payout.unit)} {unit}")
    return lines or ["Nobody owes anything"]


# Highlights


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


# Checking a message later


def read_fingerprint(typed: str) -> str:
    """A fingerprint as somebody copied it out of a message. Raises ``UsageError`` where it is none."""
    text = "".join(typed.split()).casefold()
    if not _FINGERPRINT.fullmatch(text):
        raise UsageError(f"'{shown(typed)[:40]}' is no fingerprint", hint="the last line of the message has it")
    return text
