"""A session that is being booked: what is allowed is completed with its facts and appended, the rest is refused.

>>> from ofc_score import Buy, Hand, NotAllowed, Pay, Session, Setup, Undo, load_ruleset, parse_board, parse_point_value
>>> rules = load_ruleset("progressive")
>>> setup = Setup(rules, {"Ann": 100, "Bob": 100}, button="Bob", point=parse_point_value("0.25 EUR"))
>>> session = Session(setup)
>>> boards = {"Ann": parse_board("QhQd2c / KsKd8h8c3d / AhTh7h5h2h", rules), "Bob": parse_board("foul", rules)}
>>> session.add(Hand(boards))
<State after e1, hands 1: Ann +17, Bob -17>

What comes next follows from the rules, and so does who pays whom (in minor units, here cents):

>>> session.state.next.button, session.state.next.fantasyland
('Bob', {'Ann': 14})
>>> session.state.payments()
[Payment(payer='Bob', payee='Ann', amount=425)]

Every other event is added alike. One that is not allowed now raises ``NotAllowed``, impossible boards raise
``CardError``, each with all that is wrong, and then nothing is added:

>>> session.add(Buy({"Bob": 50})).stacks
{'Ann': 117, 'Bob': 83}
>>> session.state.waiting  # counts from the next set
(('Bob', 50),)
>>> try:
...     session.add(Hand({"Ann": boards["Ann"]}))
... except NotAllowed as error:
...     print(error.faults[0].text())
no board for Bob (the three rows, foul, or - for sitting out)
>>> session.add(Undo())
<State after e3, hands 1: Ann +17, Bob -17>
>>> session.events[0].button, session.events[0].fantasyland  # the facts as played
('Bob', {})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import takewhile
from typing import Final, NamedTuple

from ofc_score.boards.board import OUT, Board
from ofc_score.errors import CardError, NotAllowed, SheetError
from ofc_score.evening import events as ev
from ofc_score.evening.corrections import (
    Difference,
    Item,
    corrected,
    corrections_in_force,
    in_force,
    latest_version,
    resolve,
)
from ofc_score.evening.fold import Fold
from ofc_score.evening.payouts import Payment, payments
from ofc_score.evening.permissions import cash_faults, event_faults, hand_faults, setup_faults, text_faults
from ofc_score.evening.state import HandRecord, Next, State
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring import validate

_OUT = Board(OUT)


# Of an entry that is retyped: what stays as it was unless it is said anew.
_KEPT: Final = ("paid", "after", "forced", "why", "accept")


class Session:
    """The events of one evening and the state that follows from them.

    ``known`` are people from other evenings, with whom old debts can be settled; ``before`` is how people stand from
    those evenings, in minor units of this session's currency (positive: to be received). Raises ``NotAllowed`` when the
    setup is no playable table.
    """

    def __init__(self, setup: ev.Setup, events: Iterable[ev.Event] = (), known: Iterable[str] = ()) -> None:
        faults = setup_faults(setup)
        if faults:
            raise NotAllowed.of(faults, what="the start")
        self.setup = setup
        self.known = tuple(known)
        self.before: Mapping[str, int] = {}
        self._events = list(events)
        self._fold = _folded(setup, self._events)
        self._state: State | None = None

    def __repr__(self) -> str:
        return f"<Session of {self.setup.rules.name}: {self.state!r:.200}>"

    def copy(self) -> Session:
        """The same evening, which goes on by itself."""
        twin = copy(self)
        twin._events = list(self._events)
        twin._fold = self._fold.copy()
        return twin

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything typed so far, corrections included; entry n is the n-th."""
        return tuple(self._events)

    @property
    def entries(self) -> int:
        """How many entries were typed so far."""
        return len(self._events)

    @property
    def state(self) -> State:
        """The evening as it stands."""
        if self._state is None:
            self._state = self._fold.state(len(self._events))
        return self._state

    @property
    def capped(self) -> bool:
        """Whether a stack ends at 0: buy-ins and a loser cap. Without, chips may be owed to the table."""
        return self._fold.capped

    def items(self) -> list[Item]:
        """What counts after every correction, in the order of play, as ``Fold.play`` takes it."""
        return resolve(_complete(self.setup, self._events))

    def add(self, event: ev.Event) -> State:
        """Book an event with its facts as played. Raises ``CardError`` for boards that cannot be, ``NotAllowed`` with
        every reason when it is not allowed now; then nothing is booked."""
        self.book(event)
        return self.state

    def book(self, event: ev.Event, *, recorded: bool = False) -> ev.Event:
        """``add`` for many events one after the other: returns the event with its facts, and leaves looking at the
        session to the caller. One that was ``recorded`` before is checked, and stays as it is."""
        checked = self.checked(event)
        if not recorded and (faults := cash_faults(self.setup, event)):
            raise NotAllowed.of(faults, what=f"the {ev.kind_of(event)}")
        event = event if recorded else checked
        if _rewrites(event):
            self._fold = _folded(self.setup, [*self._events, event])
            self._events.append(event)
            self._state = None
        else:
            assert not isinstance(event, ev.Correction)
            self._events.append(event)
            self._fold.apply(Item(len(self._events), event))
            self._state = None
        return event

    def preview(self, event: ev.Event) -> State:
        """The state if the event were booked; nothing is."""
        return fold(self.setup, [*self._events, self.checked(event)])

    def checked(self, event: ev.Event) -> ev.Event:
        """The event with its facts as it would be booked; raises like ``add``."""
        if isinstance(event, ev.Hand):
            return self._checked_hand(event)
        if unreadable := text_faults(event):
            raise SheetError.of(unreadable, what=f"the {type(event).__name__.lower()}")
        if isinstance(event, ev.Undo | ev.Redo | ev.Fix | ev.Void | ev.Replace):
            return self._checked_correction(event)
        faults = event_faults(self.state, event, self.known)
        if isinstance(event, ev.Switch) and event.from_entry is not None:
            self._record(event.from_entry)
        if faults:
            raise NotAllowed.of(faults, what=f"the {type(event).__name__.lower()}")
        return self._with_facts(event, self._fold)

    def _with_facts(self, event: ev.Plain, running: Fold) -> ev.Plain:
        """The entry with what the rules make of it at this moment, where it does not say so itself."""
        if isinstance(event, ev.Buy) and event.waits is None:
            return replace(event, waits=running.buys_later(event))
        if isinstance(event, ev.Join) and event.waits is None:
            return replace(event, waits=running.joins_later(event))
        if isinstance(event, ev.Expense) and event.shares is None:
            return replace(event, shares=running.moves.fair_shares(event))
        if isinstance(event, ev.Owe):
            return replace(event, before=True)
        if isinstance(event, ev.Pay) and event.old is None:
            return replace(event, old=self._old_part(event, running))
        if isinstance(event, ev.Switch) and event.from_entry is not None:
            return replace(event, as_played=self._lacks_facts())
        return event

    def _old_part(self, event: ev.Pay, running: Fold) -> int:
        """How much of a payment settles debts from before. Rule: the least of the amount, what the payer owes from
        before, and what the payee is owed from before; all of it where one of the two takes no part tonight."""
        if not {event.payer, event.payee} <= set(running.moves.present):
            return event.amount
        money = running.moves.balances()
        payer, payee = (
            self.before.get(name, 0) + money.before.get(name, 0) + money.old.get(name, 0)
            for name in (event.payer, event.payee)
        )
        return max(0, min(event.amount, -payer, payee))

    def _lacks_facts(self) -> bool:
        """Whether there are hands or buy-ins of the first version, which did not record all their facts."""
        return any(
            event.counted is None if isinstance(event, ev.Hand) else event.waits is None
            for event in self._events
            if isinstance(event, ev.Hand | ev.Buy | ev.Join)
        )

    def entry_of(self, number: int) -> int:
        """The entry of the hand with a number. Raises ``NotAllowed`` when there is none."""
        record = self.state.hand(number)
        if record is not None:
            return record.entry
        if any(voided == number for voided, _ in self.state.voided):
            raise NotAllowed(f"hand {number} was voided", hint="undo, or void the entry that voided it")
        booked = len(self.state.hands) + len(self.state.voided)
        raise NotAllowed(f"there is no hand {number}", hint=f"hands booked so far: {booked}")

    def newest(self, *, undone: bool = False) -> int:
        """The entry that undo would take back, or with ``undone`` the one that redo would bring back."""
        if self._events and not undone and not isinstance(self._events[-1], ev.Undo | ev.Redo):
            return len(self._events)
        kept, gone = in_force(self._events)
        entries = gone if undone else kept
        if not entries:
            raise NotAllowed("nothing to redo" if undone else "nothing to undo")
        return entries[-1]

    def before_hand(self, entry: int) -> tuple[State, Next]:
        """The evening just before the hand booked as ``entry``, and what the rules gave for it."""
        state = self._fold_before(entry).state(entry)
        return state, state.next

    def _fold_before(self, entry: int) -> Fold:
        return _played(self.setup, takewhile(lambda it: it.entry != entry, self.items()))

    def _record(self, entry: int) -> HandRecord:
        record = next((record for record in self.state.hands if record.entry == entry), None)
        if record is None:
            raise NotAllowed(f"entry e{entry} is not a hand that counts")
        return record

    def _checked_hand(self, hand: ev.Hand) -> ev.Hand:
        running, new_set = self._fold, hand.new_set
        if hand.before is not None:
            self._record(hand.before)
            running = self._fold_before(hand.before)
            # Rule: a hand that was forgotten belongs to the set before it, where there is one.
            new_set = running.orbit.number == 0 if new_set is None else new_set
        proposed = running.next
        button = hand.button if hand.button in running.seats else None
        if (button or proposed.button) != proposed.button or new_set not in (None, proposed.new_set):
            proposed = running.coming(button, new_set)
        faults = hand_faults(running, proposed, hand)
        boards = {name: board for name, board in hand.boards.items() if board.kind != OUT or name in proposed.playing}
        land = hand.fantasyland
        if land is None:
            sitting = [name for name, board in boards.items() if board.kind == OUT]
            land = {name: cards for name, cards in proposed.fantasyland.items() if name not in sitting}
        counted = running.would_count(new_set=proposed.new_set) if hand.counted is None else hand.counted
        complete = ev.Hand(
            boards, hand.button or proposed.button, dict(land), hand.forced, hand.before, proposed.new_set, counted
        )
        if not any(fault.code == "unknown-player" for fault in faults):
            try:
                seats = (*proposed.playing, *proposed.resting, *proposed.out)
                # That the deck is too short for what the rules give is among the faults already.
                short = proposed.deck_short and hand.fantasyland is None
                _refuse_impossible(replace(complete, fantasyland={}) if short else complete, seats, running.rules)
            except CardError as error:
                raise CardError.of((*error.faults, *faults), what="the hand") from None
        if faults:
            raise NotAllowed.of(faults, what="the hand")
        return complete

    def _checked_correction(self, event: ev.Correction) -> ev.Correction:
        if isinstance(event, ev.Undo | ev.Redo):
            self.newest(undone=isinstance(event, ev.Redo))
            return event
        items = {item.entry: item for item in resolve(self._events) if not isinstance(item.event, Difference)}
        item = items.get(event.entry)
        correcting = event.entry in corrections_in_force(self._events)
        if item is None and not (correcting and isinstance(event, ev.Void)):
            raise NotAllowed(f"entry e{event.entry} is not in force", hint="log shows the entries")
        if item is not None and item.voided:
            raise NotAllowed(f"entry e{event.entry} was voided already")
        if isinstance(event, ev.Fix):
            return self._checked_fix(event)
        if isinstance(event, ev.Replace):
            assert item is not None and not isinstance(item.event, Difference)
            return self._checked_retyping(event, item.event)
        if item is not None and isinstance(item.event, ev.Hand):
            self._refuse_voided_twice(event.entry)
        return replace(event, as_played=self._lacks_facts())

    def _checked_retyping(self, retyped: ev.Replace, was: ev.Plain) -> ev.Replace:
        """Rule: any entry but a hand is retyped as what it is, and as it was allowed at its moment."""
        event = retyped.event
        if isinstance(event, ev.Hand) or type(event) is not type(was):
            hint = "a hand is corrected board by board: fix" if isinstance(was, ev.Hand) else ""
            raise NotAllowed(f"entry e{retyped.entry} can only be retyped as what it is", hint=hint)
        event = _retyped(event, was)
        if isinstance(event, ev.Switch):
            assert isinstance(was, ev.Switch)
            if event.from_entry not in (None, was.from_entry):
                raise NotAllowed(f"entry e{retyped.entry} holds from where it held", hint="void it and switch again")
            event = replace(event, from_entry=was.from_entry)
        running = self._fold_before(retyped.entry)
        faults = event_faults(running.state(retyped.entry), event, self.known)
        if faults:
            raise NotAllowed.of(faults, what=f"the {type(event).__name__.lower()}")
        known = self._fold.with_facts(retyped.entry, was)
        event = _with_shares_of(was, event)
        same = isinstance(event, ev.Buy) and isinstance(known, ev.Buy) and event.points.keys() == known.points.keys()
        if same or isinstance(event, ev.Join):
            assert isinstance(event, ev.Buy | ev.Join) and isinstance(known, ev.Buy | ev.Join)
            # Whether it counted at once is a fact as played, not what was typed wrong.
            now = isinstance(event, ev.Join) and event.forced
            event = replace(event, waits=False if now else known.waits)  # type: ignore[arg-type]
        return replace(retyped, event=self._with_facts(event, running), as_played=self._lacks_facts())

    def _checked_fix(self, fix: ev.Fix) -> ev.Fix:
        record = self._record(fix.entry)
        seats = list(record.stacks)
        named = [*fix.boards, *(fix.swap or ()), *([fix.button] if fix.button else [])]
        unknown = [name for name in named if name not in seats]
        if unknown:
            raise NotAllowed(f"{' and '.join(unknown)} did not sit in hand {record.number}")
        latest = latest_version(resolve(self._events), fix.entry)
        absent = [name for name in fix.swap or () if name not in latest.boards]
        if absent:
            raise NotAllowed(f"{' and '.join(absent)} did not play hand {record.number}")
        retyped = corrected(latest, fix)
        if fix.fantasyland is None:
            # As played, even where a game that was changed afterwards never deals so many cards.
            retyped = replace(retyped, fantasyland={})
        _refuse_impossible(retyped, seats, record.table.rules)
        return replace(fix, as_played=self._lacks_facts())

    def _refuse_voided_twice(self, entry: int) -> None:
        for item in resolve(self._events):
            if isinstance(item.event, Difference) and item.event.entry == entry and item.event.hand is None:
                raise NotAllowed(f"entry e{entry} was voided already")


def _retyped(event: ev.Plain, was: ev.Plain) -> ev.Plain:
    """Rule: retyping keeps everything that was not retyped: paid in cash, the seat, forced, why. A blank reason takes
    the old one away."""
    kept = {
        part.name: getattr(was, part.name)
        for part in ev.parts(type(event))
        if not (part.needed or part.fact) and getattr(event, part.name) == part.default and part.name in _KEPT
    }
    kept |= {"why": ""} if getattr(event, "why", "") == " " else {}
    return replace(event, **kept)


def _with_shares_of(was: ev.Plain, event: ev.Plain) -> ev.Plain:
    """A retyped amount keeps how it was split, where it is the same amount among the same people."""
    if isinstance(event, ev.Expense) and isinstance(was, ev.Expense) and event.shares is None:
        same = (event.amount, event.sharers) == (was.amount, was.sharers)
        return replace(event, shares=was.shares) if same else event
    if isinstance(event, ev.Pay) and isinstance(was, ev.Pay) and event.old is None:
        same = (event.payer, event.payee, event.amount) == (was.payer, was.payee, was.amount)
        return replace(event, old=was.old) if same else event
    return event


class Change(NamedTuple):
    """What a correction does to one player: points won or lost, and the stack, before and after."""

    name: str
    points: tuple[int, int]
    stack: tuple[int | None, int | None]


def changes(before: State, after: State) -> list[Change]:
    """Every player whose points differ between two states of the same evening."""
    people = dict.fromkeys((*before.people, *after.people))
    listed = [
        Change(
            name,
            (before.points_of(name), after.points_of(name)),
            (before.stacks.get(name), after.stacks.get(name)),
        )
        for name in people
    ]
    return [change for change in listed if change.points[0] != change.points[1]]


def chips_to_move(before: State, after: State) -> list[Payment]:
    """The fewest chips that turn the stacks before a correction into those after it."""
    return payments({change.name: change.points[1] - change.points[0] for change in changes(before, after)})


def fold(setup: ev.Setup, events: Iterable[ev.Event]) -> State:
    """The state after all events, from zero."""
    listed = list(events)
    return _folded(setup, listed).state(len(listed))


def _folded(setup: ev.Setup, events: list[ev.Event]) -> Fold:
    return _played(setup, resolve(_complete(setup, events)))


def _played(setup: ev.Setup, items: Iterable[Item]) -> Fold:
    running = Fold(setup)
    for _ in running.play(items):
        pass
    return running


def _complete(setup: ev.Setup, events: Sequence[ev.Event]) -> Sequence[ev.Event]:
    """The events with the facts that hands and buy-ins of the first version had before they were corrected.

    A correction that keeps the facts ``as_played`` says so; up to it the entries are settled as the first version did.
    """
    complete = list(events)
    for place, event in enumerate(events):
        if getattr(event, "as_played", False):
            earlier = _played(setup, resolve(complete[:place]))
            complete[:place] = [earlier.with_facts(entry, it) for entry, it in enumerate(complete[:place], 1)]
    return complete


def _rewrites(event: ev.Event) -> bool:
    """Whether the event changes what came before it, so that the fold starts from zero."""
    if isinstance(event, ev.Hand):
        return event.before is not None
    if isinstance(event, ev.Switch):
        return event.from_entry is not None
    return isinstance(event, ev.Fix | ev.Replace | ev.Void | ev.Undo | ev.Redo)


def _refuse_impossible(hand: ev.Hand, seats: Iterable[str], rules: Ruleset) -> None:
    """Raise ``CardError`` for boards or facts that no table could show."""
    boards = {name: hand.boards.get(name, _OUT) for name in seats}
    faults = validate.hand_faults(boards, rules, hand.button, {}, hand.fantasyland or {})
    if faults:
        raise CardError.of(faults, what="the hand")
