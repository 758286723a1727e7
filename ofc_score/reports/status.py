"""Where a session stands, in words: set, stacks, buy-ins that wait, what is next, the rules that tables argue about."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as calendar
from typing import Final

from ofc_score.evening.results import LedgerSession, unit_of
from ofc_score.evening.state import Next, State
from ofc_score.names import shown
from ofc_score.reports.words import counted, money, signed

_ARGUED: Final = (
    "a player who stays is dealt", "button while anybody is in Fantasyland",
    "Fantasyland of the last player with points", "a foul pays each other player",
    "a foul pays the others' royalties", "a middle exactly equal to the bottom", "a royalty counts",
    "joining", "sitting a hand out", "most that a player can lose", "most that a player can win",
    "a stack that reached 0 in the count", "buying in",
)  # fmt: skip
_STACKS: Final = (
    "most that a player can lose", "most that a player can win", "a stack that reached 0 in the count", "buying in",
    "Fantasyland of the last player with points",
)  # fmt: skip


def head_line(booked: LedgerSession) -> str:
    """``Session 3 · Friday at Nadia's · 2026-03-13 · Progressive Pineapple · a point is 0.25 EUR``."""
    state = booked.state
    point = f"a point is {state.point}" if state.point else "points only"
    status = "" if booked.status == "open" else booked.status if booked.status != "aside" else "set aside"
    parts = (f"Session {booked.id}", shown(booked.name), booked.date, state.rules.title, point, status)
    return " · ".join(part for part in parts if part)


def date_ahead_lines(date: str, today: calendar) -> list[str]:
    """What to say of a session of a day to come; tomorrow is today somewhere."""
    days = (calendar.fromisoformat(date) - today).days
    if days < 2:
        return []
    return [f"{date} is {days} days from now (if that is a slip: close, and start again with the right date)"]


def place_line(state: State) -> str:
    """How far the evening is: ``Set 2, 7 hands``."""
    if not state.hands:
        return "No hands" if state.voided else "No hands yet"
    return f"Set {state.set_number}{', over' if state.between_sets else ''} · {counted(len(state.hands), 'hand')}"


def stacks_line(state: State) -> str:
    """Points in front of everybody; on paper the totals so far."""
    return stacks_words(state.stacks, on_paper=state.setup.on_paper)


def stacks_words(stacks: Mapping[str, int], *, on_paper: bool) -> str:
    """``Ann 107 · Bob 93``, on paper ``Ann +7 · Bob -7``."""
    return " · ".join(f"{shown(name)} {signed(points) if on_paper else points}" for name, points in stacks.items())


def waiting_lines(state: State) -> list[str]:
    """Buy-ins that count from the next set."""
    lines = []
    for name, points in state.waiting:
        if name not in state.joining:
            lines.append(f"{shown(name)}: {counted(points, 'point')} more from the next set")
        else:
            stack = f" with {counted(points, 'point')}" if points else ""
            lines.append(f"{shown(name)} joins{stack} with the next set")
    return lines


def dropped_lines(state: State, before: State | None = None) -> list[str]:
    """Buy-ins that waited and never came to the table, those since ``before``."""
    lines = []
    for it in state.dropped[len(before.dropped) if before is not None else 0 :]:
        back = ""
        if it.cash and it.name != state.setup.bank:
            back = f"; {shown(state.setup.bank or '')} owes the {money(it.cash, unit_of(state))} back"
        points = counted(it.points, "point")
        lines.append(f"{shown(it.name)}: the buy-in of {points} for the next set is dropped{back}")
    return lines


def forfeited_lines(state: State) -> list[str]:
    """What closing costs: Fantasyland that will not be played."""
    lost = [f"{shown(name)}'s Fantasyland with {cards} cards" for name, cards in state.forfeited.items()]
    return [f"Closing forfeits {' and '.join(lost)}; undo opens the session again"] if lost else []


def next_line(state: State) -> str:
    """``Next: button Ann · Bob in Fantasyland with 15 cards · Cy out``."""
    coming = state.next
    if state.closed:
        lost = " · ".join(f"Fantasyland of {shown(name)} forfeited by agreement" for name in state.forfeited)
        return f"Next: nothing, the session is closed{f' · {lost}' if lost else ''}"
    return coming_line(coming, new_set=coming.new_set and bool(state.hands))


def coming_line(coming: Next, *, new_set: bool) -> str:
    """The same for the hand after any other, as things stood then."""
    words = [f"button {shown(coming.button)}"]
    words += [f"{shown(name)} in Fantasyland with {cards} cards" for name, cards in coming.fantasyland.items()]
    words += [f"{shown(name)} out" for name in coming.out]
    words += [f"{shown(name)} rests" for name in coming.resting]
    if new_set:
        words.append("a new set")
    if coming.refusal:
        words.append(coming.refusal)
    return f"Next: {' · '.join(words)}"


def status_lines(booked: LedgerSession) -> list[str]:
    """Session, set, stacks, what waits, what is next."""
    state = booked.state
    return [head_line(booked), place_line(state), stacks_line(state), *waiting_lines(state), next_line(state)]


def argued_points(state: State) -> list[str]:
    """What tables argue about, as the rules of this session have it."""
    from ofc_score.rules.describe import conditions_words, facts

    values = {fact.what: fact.value for fact in facts(state.rules)}
    asked = [what for what in _ARGUED if what in values and not (state.setup.on_paper and what in _STACKS)]
    lines = [f"{what}: {values[what]}" for what in asked]
    if state.setup.on_paper:
        lines.append("points on paper: no caps, nobody buys in, nobody is out")
    land = state.rules.fantasyland
    if land is not None:
        enter = "; ".join(f"{conditions_words(entry.conditions)} ({entry.cards} cards)" for entry in land.enter)
        stay = "; ".join(conditions_words(needed) for needed in land.stay)
        lines = [f"enters Fantasyland: {enter}", f"stays in Fantasyland: {stay or 'nobody'}", *lines]
    return lines
