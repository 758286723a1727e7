"""From everything that was typed, corrections included, to the things that count, in the order they happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ofc_score.boards.board import Board
from ofc_score.evening.events import Event, Fix, Hand, Plain, Redo, Replace, Switch, Undo, Void


class Difference(NamedTuple):
    """Only the difference of a corrected hand moves, now: the hand booked as ``entry`` as it should have been."""

    entry: int
    hand: Hand | None


class Item(NamedTuple):
    """One thing that counts. ``voided`` hands keep their place and number; ``fixed`` ones were retyped."""

    entry: int
    event: Plain | Difference
    voided: bool = False
    fixed: bool = False


def in_force(events: Sequence[Event]) -> tuple[list[int], list[int]]:
    """(entries still in force, entries that redo would bring back, the next one last).

    Rule: undo takes the newest entry in force, redo the last one undone; a new entry ends the chance to redo.
    """
    kept: list[int] = []
    undone: list[int] = []
    for entry, event in enumerate(events, start=1):
        if isinstance(event, Undo):
            undone.append(kept.pop())
        elif isinstance(event, Redo):
            kept.append(undone.pop())
        else:
            kept.append(entry)
            undone.clear()
    return sorted(kept), undone


def standing(events: Sequence[Event]) -> list[Event]:
    """The entries still in force, each with the numbers of the entries it speaks of as they would be had nobody typed
    the others."""
    kept, _ = in_force(events)
    number = {entry: place for place, entry in enumerate(kept, 1)}
    return [_renumbered(events[entry - 1], number) for entry in kept]


def _renumbered(event: Event, number: Mapping[int, int]) -> Event:
    if isinstance(event, Fix | Void | Replace):
        return replace(event, entry=number[event.entry])
    if isinstance(event, Hand):
        counted = None if event.counted is None else tuple(number[it] for it in event.counted if it in number)
        return replace(event, before=None if event.before is None else number[event.before], counted=counted)
    if isinstance(event, Switch) and event.from_entry is not None:
        return replace(event, from_entry=number[event.from_entry])
    return event


def resolve(events: Sequence[Event]) -> list[Item]:
    """What counts after every correction, in the order of play."""
    kept, _ = in_force(events)
    withdrawn = _withdrawn(events, kept)
    counting = _Counting()
    for entry in kept:
        event = events[entry - 1]
        if isinstance(event, Fix | Void | Replace):
            if entry not in withdrawn and not _corrects(events[event.entry - 1]):
                counting.correct(entry, event)
        else:
            assert not isinstance(event, Undo | Redo)  # those are never kept
            counting.add(entry, event)
    return counting.items()


def corrections_in_force(events: Sequence[Event]) -> set[int]:
    """The corrections that were not voided: those that can be."""
    kept, _ = in_force(events)
    withdrawn = _withdrawn(events, kept)
    return {entry for entry in kept if _corrects(events[entry - 1]) and entry not in withdrawn}


def _corrects(event: Event) -> bool:
    return isinstance(event, Fix | Void | Replace)


def _withdrawn(events: Sequence[Event], kept: Sequence[int]) -> set[int]:
    """The corrections that were voided themselves. A void that was voided voids nothing."""
    withdrawn: set[int] = set()
    for entry in reversed(kept):
        event = events[entry - 1]
        if entry not in withdrawn and isinstance(event, Void) and _corrects(events[event.entry - 1]):
            withdrawn.add(event.entry)
    return withdrawn


class _Counting:
    """What counts so far, each thing found by its entry."""

    def __init__(self) -> None:
        self._order: list[int] = []
        self._by_entry: dict[int, Item] = {}
        # By the hand they correct: the entries of the differences, which stand in the order as things of their own.
        self._differences: dict[int, list[int]] = {}

    def items(self) -> list[Item]:
        """All of it in the order of play."""
        return [self._by_entry[entry] for entry in self._order if entry in self._by_entry]

    def add(self, entry: int, event: Plain) -> None:
        """Something that happened: at the end, or before the hand that it names."""
        target = event.before if isinstance(event, Hand) else event.from_entry if isinstance(event, Switch) else None
        self._order.insert(len(self._order) if target is None else self._order.index(target), entry)
        self._by_entry[entry] = Item(entry, event)

    def correct(self, entry: int, event: Fix | Void | Replace) -> None:
        """Change what an earlier entry says."""
        target = event.entry
        item = self._by_entry[target]
        if isinstance(event, Replace):
            self._by_entry[target] = item._replace(event=event.event, fixed=True)
            return
        if not isinstance(item.event, Hand):
            del self._by_entry[target]
            return
        hand = corrected(self._latest(item.event, target), event) if isinstance(event, Fix) else None
        if event.difference:
            self._order.append(entry)
            self._by_entry[entry] = Item(entry, Difference(target, hand))
            self._differences.setdefault(target, []).append(entry)
            return
        settled = item._replace(voided=True) if hand is None else item._replace(event=hand, fixed=True)
        self._by_entry[target] = settled
        # Settled again from the start, so differences that moved for it before are in the books already.
        for difference in self._differences.pop(target, []):
            del self._by_entry[difference]

    def _latest(self, hand: Hand, target: int) -> Hand:
        for entry in self._differences.get(target, []):
            event = self._by_entry[entry].event
            assert isinstance(event, Difference)
            hand = event.hand or hand
        return hand


def latest_version(items: Sequence[Item], entry: int) -> Hand:
    """The hand booked as ``entry`` with all corrections so far."""
    hand: Plain | None = next(it.event for it in items if it.entry == entry and not isinstance(it.event, Difference))
    for item in items:
        if isinstance(item.event, Difference) and item.event.entry == entry:
            hand = item.event.hand
    assert isinstance(hand, Hand)  # what was voided is no more corrected
    return hand


def corrected(hand: Hand, fix: Fix) -> Hand:
    """The hand as it should have been typed."""
    boards: Mapping[str, Board] = hand.boards
    if fix.swap is not None:
        one, other = fix.swap
        boards = {**boards, one: boards[other], other: boards[one]}
    return replace(
        hand,
        boards={**boards, **fix.boards},
        button=fix.button or hand.button,
        fantasyland=hand.fantasyland if fix.fantasyland is None else fix.fantasyland,
    )
