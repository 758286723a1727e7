"""The fold: one thing after the other, from the start of a session to its state. Every total is derived here.

The fold trusts what was booked (``session`` refuses what is not allowed before it is booked), so that a corrected past
can always be settled again; where the facts as played are not what the rules would give, the hand is flagged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple, TypeVar

from ofc_score.boards.board import OUT, SURRENDER, Board
from ofc_score.errors import NotAllowed
from ofc_score.evening import events as ev
from ofc_score.evening.corrections import Difference, Item
from ofc_score.evening.set_state import Orbit, coming
from ofc_score.evening.side_money import ADJUST, CHIPS, Moves
from ofc_score.evening.state import ChipCheck, Dropped, HandRecord, Next, State
from ofc_score.rules.ruleset import Count, Ruleset
from ofc_score.scoring.hand import Table, settle_table
from ofc_score.scoring.settlement import counted_pairs, counting_order, settle
from ofc_score.scoring.validate import is_plain

_OUT_BOARD = Board(OUT)
_GOES_ON = frozenset({list, dict, set})
_BY_NUMBER = itemgetter(HandRecord._fields.index("number"))
_Part = TypeVar("_Part")


class _Waiting(NamedTuple):
    """A buy-in or a new player, booked as ``entry``, that counts from the next set, and the cash paid for it."""

    entry: int
    name: str
    points: int
    cash: int
    join: ev.Join | None = None


class Fold:
    """The running evening. ``apply`` takes the next thing that counts, ``state`` shows the result."""

    def __init__(self, setup: ev.Setup) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.paper = setup.on_paper
        self.seats = list(setup.players)
        self.stacks = {name: points or 0 for name, points in setup.players.items()}
        self.bought = dict(self.stacks)
        self.taken: dict[str, int] = {}
        self.moves = Moves(setup)
        self.waiting: list[_Waiting] = []
        self.dropped: list[Dropped] = []
        self.orbit = Orbit(setup.button)
        self.records: dict[int, HandRecord] = {}
        self.voided: list[tuple[int, int]] = []
        self.checks: list[ChipCheck] = []
        self.notes: list[str] = []
        self.guests: list[str] = []
        self.flags: list[str] = []
        self.forfeited: dict[str, int] = {}
        self.closed = False
        # One player alone has points and a Fantasyland hand to come: until it is played the others may buy in at once.
        self.rescue = False
        # What counted since the last hand though it had waited: entries. They belong to the facts of the next hand.
        self.rescued: list[int] = []
        # The entries that the next hand says counted from it; None where it does not say, or is not played yet.
        self.decided: frozenset[int] | None = None
        # The names whose buy-in or seat waited, by the entry that brought them.
        self.waited: dict[int, tuple[str, ...]] = {}
        self._next: Next | None = None
        for name, points in self.bought.items():
            self.moves.buy_in(name, points, None)

    def copy(self) -> Fold:
        """The same running evening, which goes on by itself; what happened is shared, since it never changes."""
        twin = _twin(self)
        twin.orbit, twin.moves = _twin(self.orbit), _twin(self.moves)
        return twin

    # What is true now

    @property
    def capped(self) -> bool:
        """Whether a stack can run out: buy-ins and a loser cap."""
        return not self.paper and self.rules.count.loser_cap

    @property
    def joining(self) -> tuple[str, ...]:
        """New players who get their seat in the next set."""
        return tuple([it.name for it in self.waiting if it.join and it.name not in self.stacks])

    def inside(self, seats: list[str] | None = None, stacks: Mapping[str, int] | None = None) -> list[str]:
        """The seated players who can be dealt in."""
        seats = self.seats if seats is None else seats
        stacks = self.stacks if stacks is None else stacks
        return [name for name in seats if stacks[name] > 0] if self.capped else list(seats)

    def coming(self, button: str | None = None, new_set: bool | None = None) -> Next:
        """The next hand, with what waits when a new set begins; with the button at ``button`` and in a ``new_set`` or
        not, where these are given."""
        new_set = self.orbit.between_sets if new_set is None else new_set
        orbit, seats, stacks = self.orbit, self.seats, self.stacks
        if self.waiting and new_set:
            orbit, seats, stacks = _twin(orbit), list(seats), dict(stacks)
            for waiting in self.waiting:
                _sit(seats, waiting)
                if waiting.name not in stacks:
                    orbit.seated(seats, waiting.name)
                stacks[waiting.name] = stacks.get(waiting.name, 0) + waiting.points
        return coming(self.rules, orbit, seats, self.inside(seats, stacks), button)._replace(new_set=new_set)

    @property
    def next(self) -> Next:
        """The next hand as things stand, found once for each thing that counts."""
        if self._next is None:
            self._next = self.coming()
        return self._next

    def state(self, entries: int) -> State:
        """A frozen picture after ``entries`` entries."""
        money = self.moves.balances()
        return State(
            setup=self.setup,
            rules=self.rules,
            seats=tuple(self.seats),
            stacks=dict(self.stacks),
            bought=dict(self.bought),
            taken=dict(self.taken),
            waiting=tuple((it.name, it.points) for it in self.waiting),
            dropped=tuple(self.dropped),
            joining=self.joining,
            cash=money.cash,
            before=money.before,
            old=money.old,
            moves=tuple(self.moves.listed),
            paid_in=self.moves.paid_in(),
            present=tuple(self.moves.present),
            hands=tuple(sorted(self.records.values(), key=_BY_NUMBER)),
            voided=tuple(sorted(self.voided)),
            set_number=self.orbit.number,
            between_sets=self.orbit.between_sets,
            pending=dict(self.orbit.pending),
            next=self.next,
            checks=tuple(self.checks),
            notes=tuple(self.notes),
            flags=tuple(self.flags),
            forfeited=dict(self.forfeited),
            guests=tuple(dict.fromkeys(self.guests)),
            closed=self.closed,
            entries=entries,
        )

    def play(self, items: Iterable[Item]) -> Iterator[Item]:
        """One thing after the other, each given back when it has happened; of what waits it is known from the next hand
        whether it counted."""
        listed = list(items)
        decided: list[frozenset[int] | None] = []
        following: frozenset[int] | None = None
        for item in reversed(listed):
            decided.append(following)
            if isinstance(item.event, ev.Hand):
                following = None if item.event.counted is None else frozenset(item.event.counted)
        for item, self.decided in zip(listed, reversed(decided), strict=True):
            self.apply(item)
            yield item

    def apply(self, item: Item) -> None:
        """The next thing that counts."""
        event = item.event
        if isinstance(event, ev.Hand):
            self._hand(item, event)
            return
        self._next = None
        self._seat_needed(item.entry, _sitting(event))
        if isinstance(event, Difference):
            self._difference(event)
        elif isinstance(event, ev.Chips):
            self._chips(item.entry, event)
        elif isinstance(event, ev.Expense | ev.Owe | ev.Pay):
            self.moves.money(event)
        else:
            self._seats(item.entry, event)
        self._look_at_set()

    def _seat_needed(self, entry: int, names: Collection[str]) -> None:
        """Everybody whom an entry names was at the table then. By a corrected past a joining player may still wait, and
        sits down; or somebody is gone, and then the correction is refused."""
        self._take_in_waiting(lambda it: it.name in names and it.name not in self.stacks)
        gone = [name for name in names if name not in self.stacks]
        if gone:
            raise NotAllowed(f"entry e{entry} needs {' and '.join(gone)} at the table", hint="correct it first")

    # Hands

    def _hand(self, item: Item, hand: ev.Hand) -> None:
        number = len(self.records) + len(self.voided) + 1
        if item.voided and hand.counted is None:
            self.voided.append((number, item.entry))
            return
        proposed = self.next
        new_set = proposed.new_set if hand.new_set is None else hand.new_set
        counted = self._count_waiting(hand, new_set=new_set)
        if item.voided:
            # Rule: a voided hand keeps its facts; the set that it began has begun.
            self.voided.append((number, item.entry))
            if new_set:
                first = self.orbit.number == 0
                self.orbit.begin(self.orbit.button, new_set=True)
                self.orbit.override = hand.button if first else None
            self._next = None
            return
        playing = [name for name, board in hand.boards.items() if board.kind != OUT]
        self._seat_needed(item.entry, [*playing, *([hand.button] if hand.button else [])])
        if hand.counted is None:
            # Whoever was dealt in with a buy-in still waiting by a corrected past had their points in front of them.
            self._take_in_waiting(lambda it: it.name in playing and it.name not in self.inside())
        inside = self.inside()
        flags = self._flags(hand, proposed, inside)
        button = hand.button or proposed.button
        land = proposed.fantasyland if hand.fantasyland is None else hand.fantasyland
        self.rescue = False
        self.orbit.begin(button, new_set=new_set)
        self.orbit.turn(self.seats, button, inside)
        boards = {name: hand.boards.get(name, _OUT_BOARD) for name in self.seats}
        _refuse_unplayable(item.entry, boards, self.rules)
        before = None if self.paper else dict(self.stacks)
        table = settle_table(boards, self.rules, button, before, land)
        for name, points in table.totals.items():
            self.stacks[name] += points
        after = dict(self.stacks)
        surplus = self.rules.dealer_sits_out and len(inside) > self.rules.max_players
        self._after_hand(table, tuple(name for name in inside if surplus and name not in playing))
        self._next = self.coming()
        self.records[item.entry] = HandRecord(
            number, item.entry, self.orbit.number, hand, table, before, after, table.totals,
            self.orbit.over, self._next, flags, item.fixed, None, new_set, counted,
        )  # fmt: skip

    def would_count(self, *, new_set: bool) -> tuple[int, ...]:
        """The entries of what waited and counts from the next hand on."""
        return (*self.rescued, *sorted({it.entry for it in self.waiting} if new_set else ()))

    def with_facts(self, entry: int, event: ev.Event) -> ev.Event:
        """An entry of the first version with the facts that it had here; any other as it is."""
        if isinstance(event, ev.Hand) and event.counted is None and entry in self.records:
            record = self.records[entry]
            return replace(event, new_set=record.new_set, counted=record.counted)
        if isinstance(event, ev.Buy) and event.waits is None:
            return replace(event, waits=self.waited.get(entry, ()))
        if isinstance(event, ev.Join) and event.waits is None:
            return replace(event, waits=entry in self.waited)
        return event

    def _count_waiting(self, hand: ev.Hand, *, new_set: bool) -> tuple[int, ...]:
        """What waited counts from this hand on, as the hand says or as the rules have it; the entries of it all."""
        wanted = hand.counted
        before = {it.entry for it in self.waiting}
        if wanted is not None:
            self._take_in_waiting(lambda it: it.entry in wanted)
        elif new_set:
            self._take_in_waiting()
        counted = (*self.rescued, *sorted(before - {it.entry for it in self.waiting}))
        self.rescued = []
        return counted if wanted is None else wanted

    def _after_hand(self, table: Table, resting: tuple[str, ...]) -> None:
        self._lands(table)
        self.orbit.rested = resting
        self._look_at_set()

    def _lands(self, table: Table) -> None:
        landed = [(name, player.next_fantasyland) for name, player in table.players.items()]
        self.orbit.pending = {name: land.cards for name, land in landed if land is not None}

    def _look_at_set(self) -> None:
        """Is the set over? Rule: when everybody in it had the button and no Fantasyland hand follows; at once when only
        one player has points left, unless they have a Fantasyland hand to come and the others may buy in for it."""
        orbit, inside = self.orbit, self.inside()
        if orbit.pending:
            orbit.pending = {name: cards for name, cards in orbit.pending.items() if name in inside}
        if orbit.between_sets:
            return
        land = self.rules.fantasyland
        if len(inside) > 1:
            orbit.over = not orbit.pending and not orbit.due(self.seats, inside)
        elif orbit.pending and land is not None and land.last_player_buys_in:
            if self.rescue:
                return
            self.rescue = True
            before = {it.entry for it in self.waiting}
            decided = self.decided
            self._take_in_waiting(lambda it: it.name in self.stacks and (decided is None or it.entry in decided))
            self.rescued += sorted(before - {it.entry for it in self.waiting})
        else:
            orbit.pending = {}
            orbit.over = True

    def _flags(self, hand: ev.Hand, proposed: Next, inside: Collection[str]) -> tuple[str, ...]:
        flags = []
        if hand.button is not None and hand.button != proposed.button:
            flags.append(f"button as played: {hand.button}; by the rules {proposed.button}")
        if hand.fantasyland is not None and hand.fantasyland != proposed.fantasyland:
            played, given = (_land_words(land) for land in (hand.fantasyland, proposed.fantasyland))
            flags.append(f"Fantasyland as played: {played}; by the rules {given}")
        for name, board in hand.boards.items():
            if board.kind != OUT and name not in inside:
                flags.append(f"{name} played without points")
            if board.kind == OUT and name in proposed.playing:
                flags.append(f"{name} sat out")
        return tuple(flags)

    def _difference(self, event: Difference) -> None:
        record = self.records.get(event.entry)
        if record is None:  # voided by an entry that is in force again
            words = f"entry e{event.entry} was voided, and a difference of it moved later"
            raise NotAllowed(words, hint="void that one first")
        paid = record.paid_by_pair()
        due = {pair: -points for pair, points in paid.items()}
        table = record.table
        if event.hand is not None:
            seats = {name: event.hand.boards.get(name, _OUT_BOARD) for name in table_seats(record)}
            land = event.hand.fantasyland or {}
            _refuse_unplayable(event.entry, seats, table.rules)
            table = settle_table(seats, table.rules, event.hand.button or table.button, record.before, land)
            due = _pairwise([*due.items(), *(((it.player, it.opponent), it.paid) for it in table.counts)])
        now = self._move(record, due)
        # What caps kept from moving is made up for by the next correction: it counts against what did move.
        paid = _pairwise([*paid.items(), *now.items()])
        total = dict.fromkeys(record.moved, 0)
        for (player, opponent), points in paid.items():
            total[player] = total.get(player, 0) + points
            total[opponent] = total.get(opponent, 0) - points
        if event.hand is None:
            # What caps kept from moving back stays where it is.
            self.moves.points(f"hand {record.number}", total)
            del self.records[event.entry]
            self.voided.append((record.number, event.entry))
            return
        self.records[event.entry] = record._replace(hand=event.hand, table=table, moved=total, paid=paid, fixed=True)
        if record.number == max(it.number for it in self.records.values()):
            # Nothing was played since: the corrected boards say who is in Fantasyland next and if the set is over.
            self.orbit.over = self.orbit.number == 0
            self._lands(table)

    def _move(self, record: HandRecord, due: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
        """Move the differences of a hand now, in the order of its count, limited by the loser's stack; what moved for
        each pair."""

        def points(a: str, b: str) -> int:
            return due.get((a, b), 0) - due.get((b, a), 0)

        names = {name for pair in due for name in pair}
        seats = table_seats(record)
        order = counting_order(seats, [name for name in seats if name in names], record.table.button)
        # A player who left pays or gets the difference from what they took along.
        purse = {name: self.stacks.get(name, self.taken.get(name, 0)) for name in order}
        limit = Count(payer_order=False, loser_cap=self.capped, winner_cap=False, bust_leaves_hand=False)
        moved = {(it.player, it.opponent): it.paid for it in settle(counted_pairs(order, points, limit), purse, limit)}
        for (player, opponent), paid in moved.items():
            for name, change in ((player, paid), (opponent, -paid)):
                where = self.stacks if name in self.stacks else self.taken
                where[name] += change
        return moved

    # Seats, buy-ins, sets

    def _seats(self, entry: int, event: ev.Plain) -> None:
        if isinstance(event, ev.Buy):
            waits = self.buys_later(event) if event.waits is None else event.waits
            for name, points in event.points.items():
                cash = self.moves.buy_in(name, points, event.paid)
                self._buy(_Waiting(entry, name, points, cash), at_once=name not in waits)
        elif isinstance(event, ev.Join):
            later = self.joins_later(event) if event.waits is None else event.waits
            cash = self.moves.buy_in(event.name, event.points or 0, event.paid)
            self._buy(_Waiting(entry, event.name, event.points or 0, cash, event), at_once=not later)
        elif isinstance(event, ev.Guest):
            self.moves.present[event.name] = None
            self.guests.append(event.name)
        elif isinstance(event, ev.Leave):
            self._leave(event.name)
        elif isinstance(event, ev.Seats):
            # Somebody who by a corrected past is still at the table keeps a seat behind the others.
            self.seats = list(dict.fromkeys((*event.order, *self.seats)))
            self.stacks = {name: self.stacks[name] for name in self.seats}
        elif isinstance(event, ev.Button):
            self.orbit.override = event.name
        elif isinstance(event, ev.Switch):
            self.rules = event.rules
        elif isinstance(event, ev.Adjust):
            self._adjust(event)
        elif isinstance(event, ev.Note):
            self.notes.append(event.text)
        else:
            assert isinstance(event, ev.Close)
            self.closed = True
            self.forfeited = dict(self.orbit.pending)
            self._drop(list(self.waiting))

    def buys_later(self, event: ev.Buy) -> tuple[str, ...]:
        """Those whose buy-in would wait for the next set."""
        if self.orbit.between_sets or self.rules.set.rebuy == "any-hand":
            return ()
        inside = self.inside()
        return tuple(name for name in event.points if not self.rescue or name in inside)

    def joins_later(self, event: ev.Join) -> bool:
        """Whether a new player would wait for the next set."""
        return not (event.forced or self.orbit.between_sets or self.rules.set.join == "any-hand")

    def _buy(self, waiting: _Waiting, *, at_once: bool) -> None:
        if at_once:
            self._take_in(waiting)
        else:
            self.waiting.append(waiting)
            self.waited[waiting.entry] = (*self.waited.get(waiting.entry, ()), waiting.name)

    def _take_in_waiting(self, which: Callable[[_Waiting], bool] = lambda _: True) -> None:
        """What waits counts from now on."""
        if not self.waiting:
            return
        for it in [it for it in self.waiting if which(it)]:
            self.waiting.remove(it)
            self._take_in(it)

    def _take_in(self, waiting: _Waiting) -> None:
        name = waiting.name
        _sit(self.seats, waiting)
        if name not in self.stacks:
            self.stacks[name] = 0
            self.stacks = {seat: self.stacks[seat] for seat in self.seats}
            self.orbit.seated(self.seats, name)
        self.stacks[name] += waiting.points
        self.bought[name] = self.bought.get(name, 0) + waiting.points

    def _leave(self, name: str) -> None:
        self.orbit.left(self.seats, name)
        self.seats.remove(name)
        self.taken[name] = self.taken.get(name, 0) + self.stacks.pop(name)
        self._drop([it for it in self.waiting if it.name == name])

    def _drop(self, gone: list[_Waiting]) -> None:
        """What waited never comes to the table."""
        self.waiting = [it for it in self.waiting if it not in gone]
        self.dropped += [Dropped(it.name, it.points, it.cash) for it in gone]

    def _adjust(self, event: ev.Adjust) -> None:
        points = min(event.points, max(self.stacks.get(event.payer, 0), 0)) if self.capped else event.points
        if points < event.points:
            self.flags.append(f"{event.payer} had {points} of the {event.points} points for {event.payee}")
        self.stacks[event.payer] -= points
        self.stacks[event.payee] += points
        self.moves.points(ADJUST, {event.payer: -points, event.payee: points})

    def _chips(self, entry: int, event: ev.Chips) -> None:
        off = {name: (counted, self.stacks[name]) for name, counted in event.counted.items()}
        off = {name: pair for name, pair in off.items() if pair[0] != pair[1]}
        accepted = event.accept and sum(counted - books for counted, books in off.values()) == 0
        self.checks.append(ChipCheck(entry, len(self.records) + len(self.voided), off, accepted))
        if accepted:
            self.moves.points(CHIPS, {name: counted - books for name, (counted, books) in off.items()})
            for name, (counted, _) in off.items():
                self.stacks[name] = counted


def _twin(part: _Part) -> _Part:
    """Another one with containers of its own."""
    twin = object.__new__(type(part))
    own = {name: value.copy() if type(value) in _GOES_ON else value for name, value in vars(part).items()}
    vars(twin).update(own)
    return twin


def _refuse_unplayable(entry: int, boards: Mapping[str, Board], rules: Ruleset) -> None:
    """By a corrected past a hand may stand in a game that cannot have it."""
    if is_plain(boards, rules):
        return
    playing = [board for board in boards.values() if board.kind != OUT]
    for board in playing:
        natural = board.natural is not None and board.natural not in rules.naturals
        if natural or board.jokers > rules.jokers or (board.kind == SURRENDER and rules.surrender is None):
            raise NotAllowed(f"entry e{entry} cannot be a hand of {rules.name}: {board.text()}")
    if len(playing) > rules.max_players:
        raise NotAllowed(f"entry e{entry} cannot be a hand of {rules.name}: {len(playing)} played")


def _pairwise(parts: Iterable[tuple[tuple[str, str], int]]) -> dict[tuple[str, str], int]:
    """The sum for each pair, from the side of the one who is named first where the pair comes first."""
    found: dict[tuple[str, str], int] = {}
    for (player, opponent), points in parts:
        if (opponent, player) in found:
            found[opponent, player] -= points
        else:
            found[player, opponent] = found.get((player, opponent), 0) + points
    return found


def table_seats(record: HandRecord) -> list[str]:
    """The seats of a booked hand in order, those that did not play included."""
    return list(record.stacks)


def _sitting(event: ev.Plain | Difference) -> Collection[str]:
    """Who must be seated for an event to make sense."""
    if isinstance(event, ev.Adjust):
        return event.payer, event.payee
    if isinstance(event, ev.Chips):
        return event.counted
    if isinstance(event, ev.Seats):
        return event.order
    return (event.name,) if isinstance(event, ev.Leave | ev.Button) else ()


def _sit(seats: list[str], waiting: _Waiting) -> None:
    if waiting.name in seats:
        return
    after = waiting.join.after if waiting.join else None
    seats.insert(seats.index(after) + 1 if after in seats else len(seats), waiting.name)


def _land_words(land: Mapping[str, int]) -> str:
    return ", ".join(f"{name} with {cards} cards" for name, cards in land.items()) or "nobody"
