"""``undo``, ``redo``, ``fix`` and ``void``: nothing is ever erased, each correction is an entry of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_score.cli import common
from ofc_score.cli.hands import button_of, land_of, seat_texts
from ofc_score.cli.options import (
    ButtonOption,
    DbOption,
    ForcedOption,
    JsonOption,
    LandOption,
    OwedOption,
    PaidOption,
    SessionOption,
    WhyOption,
)
from ofc_score.entry.booking import LiveSession, Where, addressed, live_session
from ofc_score.entry.reading import FORMS, Reading, Words, event_of, target_entry
from ofc_score.errors import DIFFERENCE, DONE, Fault, NotAllowed, UsageError
from ofc_score.evening.events import Correction, Fix, Hand, Redo, Replace, Undo, Void

if TYPE_CHECKING:
    from ofc_score.evening.session import Session
    from ofc_score.evening.state import State

ReplayOption = Annotated[bool, typer.Option("--replay", help="Settle all later hands again.")]
DifferenceOption = Annotated[bool, typer.Option("--difference", help="Move only the difference, now.")]
Make = Callable[[bool], Correction]


class ChoiceNeeded(NotAllowed):
    """A hand can be corrected in two ways that give different money; both are shown."""

    def __init__(self, what: str, ways: dict[str, dict[str, Any]], faults: Sequence[Fault]) -> None:
        super().__init__(what, hint="--replay settles later hands again, --difference moves only the difference now")
        self.ways = ways
        self.faults = tuple(faults)

    def as_dict(self) -> dict[str, object]:
        """The error object, with both ways as ``choices``."""
        error = super().as_dict()["error"]
        assert isinstance(error, dict)
        return {"error": {**error, "choices": self.ways}}


def undo(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """Undo the newest entry; again, the one before it.

    \b
    Example:
      ofc-score undo
    """
    return _back_or_forth(Undo(), Where(db, session, as_json))


def redo(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """Redo what the last undo took back.

    \b
    Example:
      ofc-score redo
    """
    return _back_or_forth(Redo(), Where(db, session, as_json))


def _back_or_forth(event: Undo | Redo, where: Where) -> int:
    from ofc_score.reports.log import EntryWords

    with live_session(where) as live:
        session = live.booked.session
        target = session.newest(undone=isinstance(event, Redo))
        before = live.state
        words = EntryWords(session).of(target)
        live.book(event)
        if isinstance(event, Redo):
            words = EntryWords(live.booked.session).of(target)
        title = f"{'Undone' if isinstance(event, Undo) else 'Redone'}: e{target}, {words}"
        _answer(live, before, title, target, where)
    return DONE


def fix(
    target: Annotated[str, typer.Argument(metavar="HAND|eN", help="A hand, last, or an entry as log numbers it.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOARD...|WORDS...", help="The boards that were wrong; or the words of the entry."),
    ] = None,
    swap: Annotated[tuple[str, str] | None, typer.Option(metavar="ANN BOB", help="Two boards were swapped.")] = None,
    button: ButtonOption = "",
    fantasyland: LandOption = None,
    replay: ReplayOption = False,
    difference: DifferenceOption = False,
    after: Annotated[str, typer.Option(metavar="NAME", help="For join.")] = "",
    sharers: Annotated[str, typer.Option("--for", metavar="A,B,C", help="For expense.")] = "",
    why: WhyOption = "",
    since: Annotated[str, typer.Option("--from-hand", metavar="N", help="For switch.")] = "",
    paid: PaidOption = False,
    owed: OwedOption = False,
    accept: Annotated[bool, typer.Option("--accept", help="For chips.")] = False,
    forced: ForcedOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Correct a hand, or retype any other entry. Shows who stands otherwise and which chips to move now.

    Where later hands were played there are two ways: --replay settles them again, --difference leaves them as they
    are and moves the difference now.

    \b
    Examples:
      ofc-score fix 3 "Cy: 5h5d2s / 9h9c4d4c2d / AsKsQs9s3s" --replay
      ofc-score fix e7 buy Cy 60
    """
    target, where = addressed(target, Where(db, session, as_json))
    typed = Words(words or (), after, sharers, why, since, paid, owed, accept, forced)
    with live_session(where) as live:
        entry = target_entry(live.booked.session, target)
        first = live.booked.session.events[entry - 1]
        if not isinstance(first, Hand):
            if swap or button or fantasyland or replay or difference:
                raise UsageError(f"e{entry} is not a hand", hint="type fix eN and its command again")
            make = _retyped(live, entry, typed)
        else:
            _refuse_beside(typed)
            make = _fixed(live, entry, typed.words, swap, button, fantasyland or [])
        return _correct(live, entry, make, replay, difference, where)


def void(
    target: Annotated[str, typer.Argument(metavar="HAND|eN", help="A hand, last, or an entry as log numbers it.")],
    replay: ReplayOption = False,
    difference: DifferenceOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Void an entry that was recorded by mistake. A voided hand keeps its number.

    \b
    Example:
      ofc-score void 4 --difference
    """
    target, where = addressed(target, Where(db, session, as_json))
    with live_session(where) as live:
        entry = target_entry(live.booked.session, target)
        return _correct(live, entry, lambda way: Void(entry, way), replay, difference, where)


def _refuse_beside(typed: Words) -> None:
    used = [typed.after, typed.sharers, typed.why, typed.since, typed.paid, typed.owed, typed.accept, typed.forced]
    if any(used):
        hint = "--swap, --button and --fantasyland do; the others are for other entries"
        raise UsageError("an option that does not go with a hand", hint=hint)


def _fixed(
    live: LiveSession,
    entry: int,
    boards: Sequence[str],
    swap: tuple[str, str] | None,
    button: str,
    land: Sequence[str],
) -> Make:
    """How a hand is corrected."""
    from ofc_score.boards.parse import read_table

    if not (boards or swap or button or land):
        raise UsageError("nothing is corrected", hint="the boards that were wrong, --swap, --button or --fantasyland")
    session = live.booked.session
    record = next((it for it in session.state.hands if it.entry == entry), None)
    if record is None:
        raise NotAllowed(f"e{entry} is not a hand that counts", hint="log lists the entries")
    reading = Reading(session, live.earlier)
    played = list(record.table.players)
    texts = seat_texts(reading, boards, played, list(record.stacks)) if boards else {}
    pair = (reading.player(swap[0], "--swap"), reading.player(swap[1], "--swap")) if swap else None
    facts = button_of(reading, button), land_of(reading, land)
    reading.finish("the correction")
    if pair is not None and pair[0] == pair[1]:
        raise UsageError("two players swap their boards", hint="--swap ANN BOB")
    retyped = read_table(texts, record.table.rules)
    return lambda way: Fix(entry, retyped, pair, *facts, way)


def _retyped(live: LiveSession, entry: int, typed: Words) -> Make:
    """How any other entry is corrected: by the words of its command, typed again."""
    kind = live.booked.entries[entry - 1].kind
    form = FORMS.get(kind)
    if form is None:
        raise NotAllowed(f"e{entry} was typed as {kind}: that cannot be retyped", hint=f"void e{entry} takes it back")
    words = typed.words
    if words and words[0] == kind and len(words) > form.least:
        words = words[1:]
    elif words and words[0] in FORMS and len(words) > FORMS[words[0]].least:
        raise NotAllowed(f"e{entry} was typed as {kind}, not {words[0]}", hint=f"fix e{entry} {kind} {form.words}")
    options = {it.name: getattr(typed, it.name) for it in fields(typed) if it.name != "words"}
    event = event_of(kind, live.booked.session, Words(words, **options), live.earlier)
    return lambda _: Replace(entry, event)


def _correct(live: LiveSession, entry: int, make: Make, replay: bool, difference: bool, where: Where) -> int:
    from ofc_score.reports.log import EntryWords

    if replay and difference:
        raise UsageError("--replay and --difference cannot be combined", hint="choose one")
    before = live.state
    event = make(difference)
    _refuse_same(live.booked.session, event)
    if not replay and not difference:
        _refuse_open_choice(live, make)
    live.book(event)
    booked = len(live.booked.entries)
    last = live.booked.session.events[-1]
    fix = last if isinstance(last, Fix) else None
    # A person reads the boards below the title, with what they are worth; a program finds them in the words.
    shown = replace(fix, boards={}) if fix is not None and not where.as_json else last
    title = f"e{booked}: {EntryWords(live.booked.session).event(shown)}"
    _answer(live, before, title, entry, where, fix)
    counted = [check for check in live.state.checks if check.entry == entry and isinstance(event, Replace)]
    return DIFFERENCE if any(check.differences and not check.accepted for check in counted) else DONE


def _refuse_same(session: Session, event: Correction) -> None:
    """Raise ``NotAllowed`` where a correction corrects nothing."""
    from ofc_score.evening.corrections import Difference, corrected, resolve
    from ofc_score.evening.events import repeats

    if not isinstance(event, Fix | Replace):
        return
    if isinstance(event, Fix):
        booked = [record.hand for record in session.state.hands if record.entry == event.entry]
        swap = event.swap or ()
        same = any(set(swap) <= set(hand.boards) and corrected(hand, event) == hand for hand in booked)
    else:
        now = next((item.event for item in resolve(session.events) if item.entry == event.entry), None)
        same = now is not None and not isinstance(now, Difference) and repeats(event.event, now)
    if same:
        raise NotAllowed(f"e{event.entry} already says that", hint="nothing was corrected")


def _refuse_open_choice(live: LiveSession, make: Make) -> None:
    """Raise ``ChoiceNeeded`` where settling later hands again gives other money than moving the difference now."""
    from ofc_score.reports.json import change_dict
    from ofc_score.reports.replies import change_lines

    session = live.booked.session
    before = session.state
    later = make(True)
    if not isinstance(later, Fix | Void) or not isinstance(session.events[later.entry - 1], Hand):
        return
    ways = {"replay": session.preview(make(False)), "difference": session.preview(later)}
    points = [{name: state.points_of(name) for name in state.people} for state in ways.values()]
    if points[0] == points[1]:
        return
    faults = [Fault(way, "; ".join(change_lines(before, state)), f"--{way}", "") for way, state in ways.items()]
    moves = {way: change_dict(before, state) for way, state in ways.items()}
    raise ChoiceNeeded("later hands were played, and the two ways of correcting give different money", moves, faults)


def _answer(live: LiveSession, before: State, title: str, target: int, where: Where, fix: Fix | None = None) -> None:
    if where.as_json:
        from ofc_score.reports.json import change_dict, entry_document

        change = {"corrects": target, "words": title, **change_dict(before, live.state)}
        common.say_json(entry_document(live.booked, len(live.booked.entries), **change))
        return
    from ofc_score.cli.report import money_of
    from ofc_score.reports.replies import correction_lines

    found = money_of(live).payouts if live.state.closed else ()
    accounts = live.ledger.balances(live.booked.id, today=True)
    common.say_lines(correction_lines(title, before, live.state, found, fix, accounts))
