"""Score-sheet text to a session. Pure: text in, events out; rulesets come through a callback.

Every fault of a sheet is found in one pass, each with its line. What cannot be booked is passed over as harmlessly as
possible; from there on only faults are reported that do not depend on what was left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from ofc_score import names
from ofc_score.boards.board import FOUL, Board
from ofc_score.errors import OfcError, SheetError
from ofc_score.evening.events import Event, Hand, Join, Leave, Setup
from ofc_score.evening.session import Session
from ofc_score.exchange.sheet.context import Context, Load
from ofc_score.exchange.sheet.entries import event_of, kind_of
from ofc_score.exchange.sheet.field import Field, Page
from ofc_score.money import PointValue, parse_point_value
from ofc_score.rules import yaml

MOST_EVENTS: Final = 2_000
KEYS: Final = ("session", "date", "rules", "point", "players", "button", "bank", "paid", "people", "events")
# What is wrong whatever happened before, and what changes nothing that later events build on.
_ALWAYS_WRONG: Final = (
    "fantasyland-cards", "no-fantasyland", "same-player", "not-positive", "no-currency", "nobody", "twice", "no-chips",
)  # fmt: skip
_HARMLESS: Final = ("expense", "owe", "pay", "note", "chips")


def read_sheet(text: str | bytes, load: Load) -> Session:
    """The session of a score sheet.

    ``load`` gives the ruleset of a name or file. Raises ``SheetError`` with every fault, each with its line.
    """
    page = Page(yaml.read(text, typed=False))
    top = Field(page, page.document.value)
    context = None
    if isinstance(top.value, dict):
        context = _opened(top, load)
        for item in _listed(top):
            _take(context, item)
    elif not page.faults:
        top.fault("not-a-sheet", "not a score sheet", f"keys: {', '.join(KEYS)}")
    if page.faults or context is None or context.session is None:
        raise SheetError.of(page.in_order(), what="the sheet")
    return context.session


def _listed(top: Field) -> list[Field]:
    events = top.inner("events", top.value.get("events", ""))
    if events.value == "":
        return []
    if not isinstance(events.value, list):
        events.fault("not-a-list", "a list of events belongs here", "start each with a dash")
        return []
    items = events.items()
    if len(items) > MOST_EVENTS:
        items[MOST_EVENTS].fault("too-big", f"more than {MOST_EVENTS:,} events", "is this one evening?")
    return items[:MOST_EVENTS]


def _opened(top: Field, load: Load) -> Context:
    """The evening before its first event."""
    given = top.fields(KEYS, ["rules", "players"])
    known = len(top.page.faults)
    players = _players(given["players"]) if "players" in given else {}
    playable = bool(players) and len(top.page.faults) == known
    bank = _name(given["bank"], players) if "bank" in given else None
    strangers = [_name(field, players) for field in given["people"].items()] if "people" in given else []
    context = Context(list(players), [*strangers, *([bank] if bank else [])], load)
    rules = context.ruleset(given["rules"]) if "rules" in given else None
    point = given["point"].read(_point_value, None) if "point" in given else None
    context.currency = point.currency if point is not None else None
    name, date = (given[key].text() if key in given else "" for key in ("session", "date"))
    button = context.find(given["button"], given["button"].text()) if "button" in given else ""
    paid = "paid" in given and given["paid"].flag()
    if rules is not None and playable:
        # A head that is faulty elsewhere still lets the events be judged: the sheet is refused anyway.
        button = button if button in players else next(reversed(players))
        point = PointValue(1, "EUR") if point is None and "point" in given else point
        if paid and bank is None:
            given["paid"].fault("no-bank", "cash needs a bank", "name it, as in bank: Ann")
        try:
            context.session = Session(Setup(rules, players, button, name, date, point, bank, paid), known=strangers)
        except OfcError as error:
            head = {fault: given[key] for fault, key in (("name", "session"), ("date", "date")) if key in given}
            given["players"].refuse(error, {**head, **{name: given["players"].inner(name, "") for name in players}})
    return context


def _point_value(typed: str) -> PointValue | None:
    return parse_point_value(typed, where="")


def _players(field: Field) -> dict[str, int | None]:
    """The players in seat order with their buy-ins, None on paper."""
    value = field.value
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        seats = [(item.text(), item, False) for item in field.items()]
    else:
        seats = [(pair.typed.strip(), pair.value, pair.value.value != "") for pair in field.pairs()]
    if not seats:
        field.fault("nobody", "nobody at the table", "as in players: {Ann: 100, Bob: 100}")
    players: dict[str, int | None] = {}
    for name, place, bought in seats:
        faults = [*names.check(name), *names.clashes([*players, name])]
        for fault in faults:
            place.fault(fault.code, fault.message, fault.hint, where="players")
        players.setdefault(name, place.points(1) if bought else None)
    return players


def _name(field: Field, players: Iterable[str]) -> str:
    """A player, or somebody who does not play: who holds the cash, or has old debts."""
    typed = field.text()
    for fault in names.check(typed):
        field.fault(fault.code, fault.message, fault.hint)
    return next((name for name in players if names.key(name) == names.key(typed)), typed)


def _take(context: Context, item: Field) -> None:
    """Book the next item of the sheet, or note why not."""
    known = len(item.page.faults)
    kind = kind_of(item)
    event = event_of(context, item)
    entry = None
    if event is not None and len(item.page.faults) == known:
        entry = _booked(context, item, event)
    elif kind not in _HARMLESS:
        _go_on(context, is_hand=kind == "hand")
    context.entries.append(entry)
    context.hands += kind == "hand"


def _booked(context: Context, item: Field, event: Event) -> int | None:
    session = context.session
    if session is None:
        return None
    kind = kind_of(item) or ""
    try:
        session.add(event)
    except OfcError as error:
        main = item.inner(kind, "")
        named = item.value[kind] if isinstance(item.value, dict) else None
        at = {context.spelt(key): main.inner(key, "") for key in named} if isinstance(named, dict) else {}
        main.refuse(error, at, () if context.sure else _ALWAYS_WRONG)
        if not _forced(session, event):
            if kind not in _HARMLESS:
                _go_on(context, is_hand=isinstance(event, Hand))
            return None
    return session.entries


def _forced(session: Session, event: Event) -> bool:
    """Book what is refused as if it had been forced, so that what follows is still judged by what happened."""
    if not isinstance(event, Hand | Join | Leave):
        return False
    try:
        session.add(replace(event, forced=True))
    except OfcError:
        return False
    return True


def _go_on(context: Context, *, is_hand: bool) -> None:
    """Something could not be booked. A hand in which nobody wins anything keeps the numbers of the hands right."""
    context.sure = False
    if is_hand and context.session is not None:
        playing = context.session.state.next.playing
        with suppress(OfcError):
            context.session.add(Hand(dict.fromkeys(playing, Board(FOUL)), fantasyland={}))
