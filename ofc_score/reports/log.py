"""An entry of the books in words, as the log shows it and as commands answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from ofc_score.boards.board import Board
from ofc_score.evening.corrections import Difference, Item, corrections_in_force, in_force
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Event,
    Expense,
    Fix,
    Guest,
    Hand,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Redo,
    Replace,
    Seats,
    Setup,
    Switch,
    Undo,
    Void,
)
from ofc_score.evening.session import Session, fold
from ofc_score.evening.state import HandRecord
from ofc_score.money import POINTS
from ofc_score.names import shown
from ofc_score.reports.words import counted, joined, money, why_words


class Line(NamedTuple):
    """An entry in the log. ``standing`` is ``""`` while it counts, else ``undone`` or ``voided``."""

    entry: int
    words: str
    standing: str


def log_lines(session: Session) -> list[Line]:
    """Every entry and correction in the order typed."""
    kept, _ = in_force(session.events)
    live = corrections_in_force(session.events)
    voided = {event.entry for entry in live if isinstance(event := session.events[entry - 1], Void)}
    words = EntryWords(session)
    lines = []
    for entry, event in enumerate(session.events, 1):
        counts = entry in kept or isinstance(event, Undo | Redo)
        lines.append(Line(entry, words.of(entry), "" if counts and entry not in voided else
                          "voided" if entry in voided else "undone"))  # fmt: skip
    return lines


class EntryWords:
    """The words of a session's entries, hands by their numbers and with what they moved."""

    def __init__(self, session: Session) -> None:
        self.setup: Setup = session.setup
        self.events = session.events
        self.hands = {record.entry: record for record in session.state.hands}
        self.numbers = {entry: number for number, entry in session.state.voided}
        self.numbers |= {entry: record.number for entry, record in self.hands.items()}
        self._taken_back = _taken_back(session.events)

    def of(self, entry: int) -> str:
        """One entry in words."""
        event = self.events[entry - 1]
        if isinstance(event, Hand):
            return self._hand(entry, event)
        if isinstance(event, Undo | Redo):
            kind = "undo" if isinstance(event, Undo) else "redo"
            return f"{kind} of e{self._taken_back[entry]}"
        return self.event(event)

    def event(self, event: Event) -> str:  # noqa: PLR0912
        """An event in words, with the words of its command first."""
        match event:
            case Fix() | Void() | Replace():
                return self._correction(event)
            case Expense() | Owe() | Pay():
                return self._money(event)
            case Hand():
                return f"hand {boards_words(event.boards)}{_forced(event.forced)}"
            case Buy():
                listed = ", ".join(f"{shown(name)} {counted(points, 'point')}" for name, points in event.points.items())
                return f"buy {listed}{_cash(event.paid)}"
            case Join():
                after = f" after {shown(event.after)}" if event.after else ""
                points = "" if event.points is None else f" with {counted(event.points, 'point')}"
                return f"join {shown(event.name)}{points}{after}{_cash(event.paid)}{_forced(event.forced)}"
            case Leave():
                return f"leave {shown(event.name)}{_forced(event.forced)}"
            case Guest():
                return f"guest {shown(event.name)}"
            case Seats():
                return f"seats {joined(event.order)}"
            case Button():
                return f"button {shown(event.name)}{why_words(event.why)}"
            case Switch():
                since = "" if event.from_entry is None else f" from {self.target(event.from_entry)}"
                return f"switch to {event.rules.name}{since}{why_words(event.why)}"
            case Adjust():
                pair = f"{shown(event.payer)} to {shown(event.payee)}"
                return f"adjust {pair} {counted(event.points, 'point')}{why_words(event.why)}"
            case Chips():
                chips = ", ".join(f"{shown(name)} {points}" for name, points in event.counted.items())
                return f"chips {chips}{', accepted' if event.accept else ''}"
            case Note():
                return f"note: {event.text}"
            case Close() | Undo() | Redo():
                return type(event).__name__.lower()
        assert_never(event)

    def target(self, entry: int) -> str:
        """What a correction points at: ``hand 3``, or ``e7``."""
        return f"hand {self.numbers[entry]}" if entry in self.numbers else f"e{entry}"

    def _hand(self, entry: int, hand: Hand) -> str:
        record = self.hands.get(entry) or self._as_booked(entry)
        facts = _forced(hand.forced)
        moved = " ".join(f"{shown(name)} {points:+d}" for name, points in record.moved.items() if points)
        return f"hand {record.number}: {moved or 'no chips move'}{', corrected' if record.fixed else ''}{facts}"

    def _as_booked(self, entry: int) -> HandRecord:
        """A hand that counts no more, as it counted when it was booked."""
        return next(record for record in fold(self.setup, self.events[:entry]).hands if record.entry == entry)

    def _correction(self, event: Fix | Void | Replace) -> str:
        target = self.target(event.entry)
        if isinstance(event, Replace):
            return f"fix {target}: {self.event(event.event)}"
        way = ", the difference" if event.difference else self._replayed(event)
        if isinstance(event, Void):
            return f"void {target}{way}"
        parts = [boards_words(event.boards)] if event.boards else []
        if event.swap:
            parts.append(f"swap {joined(event.swap, ' and ')}")
        if event.button:
            parts.append(f"button {shown(event.button)}")
        if event.fantasyland is not None:
            land = " ".join(f"{shown(name)} {cards}" for name, cards in event.fantasyland.items())
            parts.append(f"Fantasyland {land or 'nobody'}")
        return f"fix {target}{way}{': ' if parts else ''}{', '.join(parts)}"

    def _replayed(self, event: Fix | Void) -> str:
        """What a correction says of the hands that had been played after the one that it corrects."""
        entries = [entry for entry, it in enumerate(self.events, 1) if it is event]
        hands = [entry for entry, it in enumerate(self.events, 1) if isinstance(it, Hand)]
        later = bool(entries) and any(event.entry < hand < entries[0] for hand in hands)
        return ", later hands settled again" if later and event.entry in hands else ""

    def _money(self, event: Expense | Owe | Pay) -> str:
        point = self.setup.point
        amount = money(event.amount, POINTS if point is None else point.currency)
        if isinstance(event, Expense):
            return f"expense {shown(event.by)} {amount} for {joined(event.sharers)}{why_words(event.why)}"
        if isinstance(event, Owe):
            return f"owe {shown(event.debtor)} to {shown(event.creditor)} {amount}{why_words(event.why)}"
        return f"pay {shown(event.payer)} to {shown(event.payee)} {amount}"


def item_words(item: Item, words: EntryWords) -> str:
    """Something that counts and is no hand in force, in words, as it stands between the hands."""
    event = item.event
    if isinstance(event, Difference):
        return f"The difference of {words.target(event.entry)} moved here, after a correction"
    if isinstance(event, Hand):
        return f"Hand {words.numbers[item.entry]} was voided"
    said = words.event(event)
    return said[:1].upper() + said[1:] + (" (corrected)" if item.fixed else "")


def boards_words(boards: Mapping[str, Board]) -> str:
    """``Ann: QhQd2c / ..., Bob: foul``."""
    return ", ".join(f"{shown(name)}: {board.text()}" for name, board in boards.items())


def _taken_back(events: tuple[Event, ...]) -> dict[int, int]:
    """For every undo and redo the entry that it took back or brought again."""
    found = {}
    for entry, event in enumerate(events, 1):
        if isinstance(event, Undo | Redo):
            kept, undone = in_force(events[: entry - 1])
            found[entry] = kept[-1] if isinstance(event, Undo) else undone[-1]
    return found


def _cash(paid: bool | None) -> str:
    return "" if paid is None else ", paid in cash" if paid else ", owed"


def _forced(forced: bool) -> str:
    return ", forced" if forced else ""
