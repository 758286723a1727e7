"""How a score sheet spells each event: keys and values in, an event out. Hands and their corrections are
read here, everything else in ``table``."""

from __future__ import annotations

from typing import Final

from ofc_score.boards.board import Board
from ofc_score.boards.parse import read_table
from ofc_score.errors import CardError
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Correction,
    Event,
    Fix,
    Hand,
    Leave,
    Note,
    Owe,
    Pay,
    Replace,
    Seats,
    Void,
)  # fmt: skip
from ofc_score.exchange.sheet import table
from ofc_score.exchange.sheet.context import Context
from ofc_score.exchange.sheet.field import Beside, Field, flag
from ofc_score.exchange.sheet.table import NOBODY, Form, form
from ofc_score.rules.ruleset import Ruleset


def event_of(context: Context, item: Field) -> Event | None:
    """The event that an item of the list spells, None for a faulty one; what is wrong is noted."""
    kind = kind_of(item)
    if kind is None:
        _no_event(item)
        return None
    if item.is_text:
        return FORMS[kind].read(context, item.inner(kind, ""), {})
    form = FORMS[kind]
    beside = {}
    for key, value in item.value.items():
        if key in form.beside:
            beside[key] = item.inner(key, value)
        elif key in FORMS:
            if key != kind:
                item.inner(key, value).fault("two-events", f"{kind} and {key} in one entry", "a dash for each")
        else:
            item.inner(key, value).unknown_key([*form.beside, *FORMS])
    return form.read(context, item.inner(kind, item.value[kind]), beside)


def kind_of(item: Field) -> str | None:
    """What kind of event an item is; a button beside a hand is a fact of that hand."""
    if item.is_text:
        return "close" if item.value.strip() == "close" else None
    if not isinstance(item.value, dict):
        return None
    kinds = [key for key in item.value if key in FORMS]
    return next((kind for kind in kinds if kind != "button"), kinds[0] if kinds else None)


def _no_event(item: Field) -> None:
    if isinstance(item.value, dict) and item.value:
        for key, value in item.value.items():
            item.inner(key, value).unknown_key(FORMS)
    else:
        item.fault("no-event", "not an event", f"a map that starts with one of {', '.join(FORMS)}")


# Hands and their corrections


def _hand(context: Context, main: Field, beside: Beside) -> Hand | None:
    before = context.hand_entry(beside["before"]) if "before" in beside else None
    return Hand(
        _boards(context, main, context.rules_at(before)),
        context.optional(beside.get("button")),
        _land(context, beside.get("fantasyland")),
        flag(beside, "forced"),
        before,
        flag(beside, "new-set") if "new-set" in beside else None,
        _counted(context, beside.get("counted")),
    )


def _counted(context: Context, field: Field | None) -> tuple[int, ...] | None:
    """The entries that had waited and counted from this hand, where the sheet says so."""
    if field is None:
        return None
    if field.is_text and field.text().casefold() in NOBODY:
        return ()
    return tuple(entry for item in field.items() if (entry := context.entry(item)) is not None)


def _boards(context: Context, main: Field, rules: Ruleset | None) -> dict[str, Board]:
    named = context.by_name(main)
    try:
        return read_table({name: field.text() for name, field in named.items()}, rules)
    except CardError as error:
        main.refuse(error, named)
        return {}


def _land(context: Context, field: Field | None) -> dict[str, int] | None:
    """Who played in Fantasyland with how many cards; ``nobody`` where the rules would give somebody."""
    if field is None:
        return None
    if field.is_text and field.text().casefold() in NOBODY:
        return {}
    return {name: cards.points(1) for name, cards in context.by_name(field).items()}


def _fix(context: Context, main: Field, beside: Beside) -> Fix | Replace | None:
    target, retyped = _fixed(main, beside)
    entry = context.entry(target)
    if entry is not None and not context.is_hand(entry):
        return _replace(context, entry, retyped, beside)
    swap = [context.player(field) for field in beside["swap"].items()] if "swap" in beside else []
    if "swap" in beside and len(set(swap)) != 2:
        beside["swap"].fault("swap", "two players swap their boards", "as in swap: [Ann, Bob]")
    boards = _boards(context, retyped, context.rules_at(entry)) if retyped is not None else {}
    button, land = context.optional(beside.get("button")), _land(context, beside.get("fantasyland"))
    if entry is None:
        return None
    pair = (swap[0], swap[1]) if len(swap) == 2 else None
    return Fix(entry, boards, pair, button, land, flag(beside, "difference"))


def _fixed(main: Field, beside: Beside) -> tuple[Field, Field | None]:
    """What is corrected, as typed, and the value that it is retyped to, if any."""
    if main.is_text:
        if not any(key in beside for key in ("swap", "button", "fantasyland")):
            main.fault("nothing-to-fix", "nothing is corrected", "as in fix: {1: {Ann: QhQd2c / ...}}")
        return main, None
    pairs = main.pairs()
    if len(pairs) != 1:
        main.fault("one-at-a-time", "one correction corrects one hand or entry", "as in fix: {1: {Ann: ...}}")
        return Field(main.page, "", main.path), None
    target = Field(main.page, pairs[0].typed, pairs[0].value.path)
    return target, pairs[0].value


def _replace(context: Context, entry: int, retyped: Field | None, beside: Beside) -> Replace | None:
    for key, field in beside.items():
        field.fault("unknown-key", f"{key} is for hands only")
    if retyped is None:
        return None
    event = event_of(context, retyped)
    if isinstance(event, Correction | Hand):
        retyped.fault("retyped", "an entry is retyped as what it is, as in fix: {e7: {buy: {Cy: 50}}}")
        return None
    return None if event is None else Replace(entry, event)


def _void(context: Context, main: Field, beside: Beside) -> Void | None:
    target = main
    if not main.is_text:
        given = main.fields(("hand", "entry"))
        if len(given) != 1:
            main.fault("one-at-a-time", "one void takes one hand or entry", "as in void: 3 or void: e7")
            return None
        ((kind, field),) = given.items()
        typed = field.text()
        target = Field(field.page, typed if kind == "hand" or typed[:1] in "eE" else f"e{typed}", field.path)
    entry = context.entry(target)
    return None if entry is None else Void(entry, flag(beside, "difference"))


FORMS: Final[dict[str, Form]] = {
    "hand": Form(("button", "fantasyland", "forced", "before", "new-set", "counted"), _hand),
    "join": table.JOIN,
    "guest": table.GUEST,
    "expense": table.EXPENSE,
    "switch": table.SWITCH,
    "fix": Form(("difference", "swap", "button", "fantasyland"), _fix),
    "void": Form(("difference",), _void),
} | {made.__name__.lower(): form(made) for made in (Buy, Leave, Seats, Button, Adjust, Owe, Pay, Chips, Note, Close)}
