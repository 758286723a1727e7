"""What is allowed at a moment of the evening, and why not: every reason at once, each with a way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date as calendar
from typing import Protocol

from ofc_score import names
from ofc_score.boards.board import OUT
from ofc_score.errors import Fault
from ofc_score.evening import events as ev
from ofc_score.evening.state import Next, State
from ofc_score.rules.ruleset import Ruleset

_CLOSED = Fault("closed", "the session is closed", hint="corrections and payments are still taken")
_FORCED = "where it cannot be helped: --forced, in a sheet forced: true"
_PENDING = "a Fantasyland hand is to come"


def setup_faults(setup: ev.Setup) -> list[Fault]:
    """Why a session cannot start like this."""
    listed = list(setup.players)
    faults = [*names.check_all(listed), *names.clashes(listed)]
    faults += [*names.text_faults(setup.name, "name"), *date_faults(setup.date, "date")]
    faults += table_size_faults(setup.rules, len(listed))
    if setup.button not in setup.players:
        faults.append(_unknown(setup.button, listed, "button"))
    bought = [points for points in setup.players.values() if points is not None]
    if bought and len(bought) < len(listed):
        without = [name for name, points in setup.players.items() if points is None]
        hint = "buy-ins for all players, or for none: points on paper"
        faults.append(Fault("buy-in-missing", f"no buy-in for {', '.join(without)}", "players", hint))
    faults += [
        Fault("buy-in", f"a buy-in of {points}", name, "at least 1 point")
        for name, points in setup.players.items()
        if points is not None and points < 1
    ]
    return faults


def cash_faults(setup: ev.Setup, event: ev.Event | None = None) -> list[Fault]:
    """Cash for buy-ins needs a bank that takes it and a point value: of the start, or of a new entry."""
    paid = setup.paid if event is None else isinstance(event, ev.Buy | ev.Join) and bool(event.paid)
    if not paid or (setup.bank is not None and setup.point is not None):
        return []
    hint = "name the bank and the point value when the session starts; pay records what one player gave another"
    return [Fault("no-bank", "cash needs a bank and a point value, and this session has none", "paid", hint)]


def date_faults(date: str, where: str) -> list[Fault]:
    """A date is a day of the calendar as YYYY-MM-DD; none is given where it is empty."""
    try:
        good = not date or calendar.fromisoformat(date).isoformat() == date
    except ValueError:
        good = False
    return [] if good else [Fault("bad-date", f"'{names.shown(date[:40])}' is no date", where, "as in 2026-03-13")]


def text_faults(event: ev.Event) -> list[Fault]:
    """What is wrong with the free text of an event, whatever else it says."""
    if isinstance(event, ev.Replace):
        return text_faults(event.event)
    texts = {key: getattr(event, key, "") for key in ("text", "why")}
    return [fault for key, text in texts.items() for fault in names.text_faults(text, key)]


def table_size_faults(rules: Ruleset, players: int) -> list[Fault]:
    """Too few or too many players for a game; one more than it holds when the dealer sits out."""
    most = rules.max_players + rules.dealer_sits_out
    if players < max(rules.min_players, 2) or players > most:
        limit = f"{rules.name} is for {rules.min_players} to {most} players"
        return [Fault("table-size", f"{players} at the table", "players", limit)]
    return []


class Moment(Protocol):
    """What must be known of an evening to say whether a hand can be booked: a ``State`` knows it, and so does whatever
    keeps the evening going."""

    @property
    def rules(self) -> Ruleset:
        """The game being played."""

    @property
    def seats(self) -> Sequence[str]:
        """Who sits there."""

    @property
    def joining(self) -> Sequence[str]:
        """Who gets a seat in the next set."""

    @property
    def closed(self) -> bool:
        """Whether it is over."""


def hand_faults(state: Moment, proposed: Next, hand: ev.Hand) -> list[Fault]:
    """Why a hand cannot be booked with these players and facts; the cards themselves are checked by the table."""
    faults = [_CLOSED] if state.closed else []
    seats = [*dict.fromkeys((*state.seats, *proposed.playing, *proposed.resting, *proposed.out))]
    named = [*hand.boards, *([hand.button] if hand.button else []), *(hand.fantasyland or ())]
    faults += [_stranger(state, name, seats) for name in dict.fromkeys(named) if name not in seats]
    if proposed.refusal and proposed.deck_short:
        if hand.fantasyland is None:
            hint = "--fantasyland NAME=CARDS says who was dealt how many, as it was played"
            faults.append(Fault("no-hand", proposed.refusal, hint=hint))
    elif proposed.refusal and not hand.forced:
        faults.append(Fault("no-hand", proposed.refusal))
    for name, board in hand.boards.items():
        if name in seats and board.kind != OUT and name in proposed.out and not hand.forced:
            hint = "buy NAME POINTS counts from the next set" if not proposed.new_set else "buy NAME POINTS first"
            faults.append(Fault("out", f"{name} is out: no points left", name, hint))
        elif board.kind != OUT and name in proposed.resting and not hand.forced:
            faults.append(Fault("resting", f"{name} rests this hand", name, "leave the board out"))
    missing = [name for name in proposed.playing if name not in hand.boards]
    rests = [name for name in proposed.resting if name in hand.boards and hand.boards[name].kind != OUT]
    if missing and not (hand.forced and rests):
        hint = "the three rows, foul, or - for sitting out"
        faults.append(Fault("board-missing", f"no board for {', '.join(missing)}", hint=hint))
    faults += _sitting_out_faults(state, proposed, hand)
    return faults


def _stranger(state: Moment, name: str, seats: Iterable[str]) -> Fault:
    """Somebody in a hand who has no seat; a player who joined in mid-set has none yet."""
    if name in state.joining:
        return Fault("unknown-player", f"{name} counts from the next set", name, "leave the board out of this hand")
    return _unknown(name, seats)


def _sitting_out_faults(state: Moment, proposed: Next, hand: ev.Hand) -> list[Fault]:
    sitting = [name for name in proposed.playing if name in hand.boards and hand.boards[name].kind == OUT]
    faults = []
    if sitting and not hand.forced:
        who = ", ".join(sitting)
        if proposed.fantasyland:
            faults.append(Fault("sit-out", f"{who} cannot sit out: {_PENDING}", hint=_FORCED))
        elif state.rules.set.sit_out != "allowed":
            faults.append(Fault("sit-out", f"{who} cannot sit out in this game", hint=_FORCED))
    playing = [name for name, board in hand.boards.items() if board.kind != OUT]
    if len(playing) < 2 and not proposed.refusal:
        faults.append(Fault("too-few", "a hand needs two players"))
    return faults


def event_faults(state: State, event: ev.Plain, known: Iterable[str] = ()) -> list[Fault]:
    """Why anything but a hand is not allowed now. ``known`` may owe and be owed from before."""
    if isinstance(event, ev.Owe | ev.Pay):
        return _debt_faults(state, event, known)
    check = _CHECKS[type(event)]
    faults: list[Fault] = check(state, event)
    if state.closed and not isinstance(event, ev.Expense | ev.Owe | ev.Pay | ev.Note | ev.Chips | ev.Adjust):
        return [_CLOSED]
    return faults


def allowed(state: State) -> dict[str, str]:
    """What may be done now: each action with the reason why not, empty when it is allowed."""
    pending = _PENDING if state.next.fantasyland else ""
    in_set = "" if state.between_sets else "the set is not over"
    rules = state.rules.set
    closed = _CLOSED.message if state.closed else ""
    paper = "points on paper: nobody buys in" if state.setup.on_paper else ""
    return {
        "hand": closed or state.next.refusal,
        "buy": closed or paper or ("this game has no rebuys" if rules.rebuy == "never" else ""),
        "join": closed or pending,
        "leave": closed or pending or in_set,
        "sit-out": closed or pending or ("" if rules.sit_out == "allowed" else "not in this game"),
        "switch": closed or pending or in_set,
        "close": closed,
    }


def _buy_faults(state: State, event: ev.Buy) -> list[Fault]:
    reason = allowed(state)["buy"]
    faults = [Fault("no-buying-in", reason)] if reason else []
    coming = (*state.seats, *state.joining)
    hint = "join NAME POINTS seats a new player"
    faults += [_unknown(name, coming, hint=hint) for name in _off(event.points, coming)]
    return faults + _positive(event.points.items())


def _join_faults(state: State, event: ev.Join) -> list[Fault]:
    faults = list(names.check(event.name))
    people = [*dict.fromkeys((*state.people, *state.joining))]
    same = [name for name in people if names.key(name) == names.key(event.name)]
    if event.name in (*state.seats, *state.joining) or (same and same[0] != event.name):
        hint = "buy NAME POINTS, or another name"
        faults.append(Fault("seated", f"{same[0]} is at the table already", event.name, hint))
    if event.after is not None:
        faults += [_unknown(name, state.seats, "after") for name in _off([event.after], state.seats)]
    if state.setup.on_paper and event.points is not None:
        faults.append(Fault("no-buying-in", "points on paper: nobody buys in", event.name))
    if not state.setup.on_paper:
        faults += _positive([(event.name, event.points or 0)])
    if state.next.fantasyland and not event.forced:
        faults.append(Fault("pending", f"nobody may join: {_PENDING}", event.name, _FORCED))
    return faults + _no_seat_faults(state, event.name)


def _no_seat_faults(state: State, newcomer: str) -> list[Fault]:
    """A table that cannot be one larger, and how it could be."""
    rules, sitting = state.rules, (*state.seats, *state.joining)
    players = len(sitting) + 1
    if players <= rules.max_players + rules.dealer_sits_out:
        return table_size_faults(rules, max(2, players))
    limit = table_size_faults(rules, players)[0].hint
    if rules.dealer_sits_out:
        limit += ", the dealer sitting out"
    elif players == rules.max_players + 1:
        limit += f", {players} with dealer_sits_out"
    leaver = state.next.out[0] if state.next.out else "NAME"
    leave = f"leave {leaver}" if state.between_sets else f"when the set is over leave {leaver}"
    # A board has 13 cards: no game deals more of them than the deck has.
    switch = f" or switch to a game for {players}" if players * 13 <= rules.deck_size else ""
    message = f"the table is full with {', '.join(sitting)}"
    return [Fault("table-size", message, newcomer, f"{limit}; {leave}{switch}")]


def _leave_faults(state: State, event: ev.Leave) -> list[Fault]:
    faults = [_unknown(name, state.seats) for name in _off([event.name], state.seats)]
    if not event.forced and state.next.fantasyland:
        faults.append(Fault("pending", f"nobody may leave: {_PENDING}", event.name, _FORCED))
    elif not event.forced and not state.between_sets:
        faults.append(Fault("in-set", "leaving is between sets", event.name, _FORCED))
    return faults


def _seats_faults(state: State, event: ev.Seats) -> list[Fault]:
    if sorted(event.order) == sorted(state.seats):
        return []
    return [Fault("seats", "all seated players, each once", "seats", f"at the table: {', '.join(state.seats)}")]


def _button_faults(state: State, event: ev.Button) -> list[Fault]:
    return [_unknown(name, state.seats, "button") for name in _off([event.name], state.seats)]


def _switch_faults(state: State, event: ev.Switch) -> list[Fault]:
    if event.from_entry is not None:
        return []
    reason = allowed(state)["switch"]
    faults = [Fault("in-set", f"the game changes between sets: {reason}")] if reason else []
    playing = len(state.next.playing) + len(state.next.resting)
    if playing < max(event.rules.min_players, 2) and state.next.out:
        out = " and ".join(state.next.out)
        words = f"{out} {'is' if len(state.next.out) == 1 else 'are'} out"
        return [*faults, Fault("table-size", words, "players", f"buy in first: buy {state.next.out[0]} POINTS")]
    return faults + table_size_faults(event.rules, playing)


def _adjust_faults(state: State, event: ev.Adjust) -> list[Fault]:
    pair = (event.payer, event.payee)
    faults = [_unknown(name, state.seats) for name in _off(pair, state.seats)] + _two(*pair)
    had = state.stacks.get(event.payer, 0)
    if not state.setup.on_paper and state.rules.count.loser_cap and had < event.points:
        faults.append(Fault("stack", f"{event.payer} has {had} points, not {event.points}", event.payer))
    return faults + _positive([("points", event.points)])


def _expense_faults(state: State, event: ev.Expense) -> list[Fault]:
    faults = _money_faults(state, (event.by, *(event.payers or ()), *event.sharers), event.amount)
    if not event.sharers:
        faults.append(Fault("nobody", "an expense is for somebody", "for"))
    if len(set(event.sharers)) < len(event.sharers):
        faults.append(Fault("twice", "somebody is named twice", "for"))
    if event.shares is not None:
        fits = len(event.shares) == len(event.sharers) and min(event.shares, default=0) >= 0
        if not fits or sum(event.shares) != event.amount:
            faults.append(Fault("shares", "the shares must sum to the amount", "for"))
    if event.payers is not None:
        faults += _positive(event.payers.items())
        if event.by not in event.payers or sum(event.payers.values()) != event.amount:
            faults.append(Fault("payers", "what was paid must sum to the amount"))
    return faults


def _guest_faults(state: State, event: ev.Guest) -> list[Fault]:
    there = next((name for name in (*state.present, *state.joining) if names.key(name) == names.key(event.name)), None)
    if there is not None:
        return [Fault("seated", f"{there} takes part already", event.name)]
    return [*names.check(event.name)]


def _debt_faults(state: State, event: ev.Owe | ev.Pay, known: Iterable[str]) -> list[Fault]:
    pair = (event.debtor, event.creditor) if isinstance(event, ev.Owe) else (event.payer, event.payee)
    return _money_faults(state, pair, event.amount, known) + _two(*pair)


def _money_faults(state: State, people: Iterable[str], amount: int, known: Iterable[str] = ()) -> list[Fault]:
    there = [*dict.fromkeys((*state.people, *([state.setup.bank] if state.setup.bank else []), *known))]
    faults = [
        Fault("unknown-player", f"{name} counts from the next set", name, "enter it when that has begun")
        if name in state.joining
        else _unknown(name, there)
        for name in dict.fromkeys(people)
        if name not in there
    ]
    if state.point is None:
        hint = "give the session a point value, such as 0.25 EUR"
        faults.append(Fault("no-currency", "without a point value there is no money", hint=hint))
    return faults + _positive([("amount", amount)])


def _chips_faults(state: State, event: ev.Chips) -> list[Fault]:
    faults = [_unknown(name, state.seats) for name in _off(event.counted, state.seats)]
    if state.setup.on_paper:
        faults.append(Fault("no-chips", "points on paper: there are no chips to count"))
    off = sum(counted - state.stacks.get(name, 0) for name, counted in event.counted.items())
    if event.accept and not faults and off:
        words = f"{abs(off)} {'more' if off > 0 else 'fewer'} on the table than in the ledger"
        hint = "chips do not appear or vanish: count again, or find the buy-in that is missing"
        faults.append(Fault("chips", words, "chips", hint))
    return faults


def _never(_state: State, _event: object) -> list[Fault]:
    return []


_CHECKS: dict[type, Callable[..., list[Fault]]] = {
    ev.Buy: _buy_faults,
    ev.Join: _join_faults,
    ev.Leave: _leave_faults,
    ev.Guest: _guest_faults,
    ev.Seats: _seats_faults,
    ev.Button: _button_faults,
    ev.Switch: _switch_faults,
    ev.Adjust: _adjust_faults,
    ev.Expense: _expense_faults,
    ev.Chips: _chips_faults,
    ev.Note: _never,
    ev.Close: _never,
}


def _off(wanted: Iterable[str], seats: Iterable[str]) -> list[str]:
    there = set(seats)
    return [name for name in wanted if name not in there]


def _unknown(name: str, people: Iterable[str], where: str = "", hint: str = "") -> Fault:
    listed = list(people)
    suggestion = names.suggest(name, listed, f"at the table: {', '.join(listed)}")
    return Fault("unknown-player", f"no player {name}", where, hint or suggestion)


def _positive(amounts: Iterable[tuple[str, int]]) -> list[Fault]:
    return [Fault("not-positive", f"{value} is not above zero", name) for name, value in amounts if value < 1]


def _two(one: str, other: str) -> list[Fault]:
    return [Fault("same-player", f"{one} on both sides", one)] if one == other else []
