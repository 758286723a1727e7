"""What stands in a score sheet beside its hands. Most events are spelled as their fields say (``evening/events``); the
few with a form of their own are read here too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ofc_score import names
from ofc_score.evening.events import MAIN, Chips, Event, Expense, Guest, Join, Kind, Switch, parts
from ofc_score.exchange.sheet.context import Context
from ofc_score.exchange.sheet.field import Beside, Field, Pair, flag, text
from ofc_score.money import POINTS_LIMIT

ALL: Final = "all"
NOBODY: Final = ("nobody", "none", "nothing")


class Form(NamedTuple):
    """How one kind of event is spelled: the keys that may stand beside its own, and its reader, which gives None for a
    faulty one, whose faults are noted by then."""

    beside: tuple[str, ...]
    read: Callable[[Context, Field, Beside], Event | None]


def form(made: Callable[..., Any]) -> Form:
    """The form of an event whose fields say how a sheet spells them."""
    spelled = [part for part in parts(made) if part.sheet]  # type: ignore[arg-type]
    inside = [part for part in spelled if part.sheet[0] not in "=+"]
    needed = [part.sheet for part in inside if part.needed]

    def read(context: Context, main: Field, beside: Beside) -> Event | None:
        given = {f"+{key}": field for key, field in beside.items()} | {MAIN: main}
        if inside:
            given |= main.fields([part.sheet for part in inside], needed)
            if not set(needed) <= given.keys():
                return None
        if not spelled and main.text():
            main.flag()  # close: true
        least = 1
        if made is Chips:
            least = 0 if context.session is None or context.session.capped else -POINTS_LIMIT
        values = {part.name: value(context, part.kind, given[part.sheet], least) for part in spelled
                  if part.sheet in given}  # fmt: skip
        event: Event = made(**values)
        return event

    return Form(tuple(part.sheet[1:] for part in spelled if part.sheet[0] == "+"), read)


def value(context: Context, kind: Kind, field: Field, least: int = 1) -> Any:
    """The value of one field of an event."""
    match kind:
        case Kind.NAME:
            return context.player(field)
        case Kind.NAMES:
            return several(context, field)
        case Kind.POINTS:
            return field.points(1)
        case Kind.AMOUNT:
            return context.amount(field)
        case Kind.AMOUNTS:
            return tuple(context.amount(item) for item in field.items())
        case Kind.COUNTS:
            return {name: count.points(least) for name, count in context.by_name(field).items()}
        case Kind.FLAG:
            return field.flag()
        case _:
            return field.text()


def several(context: Context, field: Field) -> tuple[str, ...]:
    """A list of players: ``all`` who sit, or ``nobody``, unless somebody is called so."""
    if field.is_text and not any(names.key(name) == names.key(field.text()) for name in context.people):
        word = field.text().casefold()
        if word == ALL:
            return context.seats
        if word in NOBODY:
            return ()
    return tuple(context.player(item) for item in field.items())


def _join(context: Context, main: Field, beside: Beside) -> Join | None:
    given: dict[str, Field] = dict(beside)
    if main.is_text:
        typed = Pair(main.text(), main)
    else:
        pairs = main.pairs()
        if len(pairs) != 1:
            main.fault("one-at-a-time", "one player joins at a time", "as in join: {Dee: {points: 100, after: Ann}}")
            return None
        typed = pairs[0]
        if not typed.value.is_text:
            given |= typed.value.fields(JOIN.beside)
        elif typed.value.text():
            given["points"] = typed.value
    return Join(
        context.newcomer(typed.value, typed.typed),
        given["points"].points(1) if "points" in given else None,
        context.optional(given.get("after")),
        flag(given, "forced"),
        flag(given, "paid") if "paid" in given else None,
        flag(given, "waits") if "waits" in given else None,
    )


def _guest(context: Context, main: Field, _: Beside) -> Guest:
    return Guest(context.newcomer(main, main.text()))


def _switch(context: Context, main: Field, beside: Beside) -> Switch | None:
    given = dict(beside)
    given |= {"to": main} if main.is_text else main.fields(("to", *SWITCH.beside), ["to"])
    since = context.hand_entry(given["from-hand"]) if "from-hand" in given else None
    rules = context.ruleset(given["to"]) if "to" in given else None
    if rules is None or ("from-hand" in given and since is None):
        return None
    return Switch(rules, since, text(given, "why"))


def _expense(context: Context, main: Field, beside: Beside) -> Event | None:
    """One person paid, or several: ``by: {Ann: 10.00, Bob: 5.00}``."""
    if not isinstance(main.value, dict) or not isinstance(main.value.get("by"), dict):
        return _ONE_PAID.read(context, main, beside)
    given = main.fields(("by", "for", "why", "shares", "refund"), ["by", "for"])
    if "for" not in given:
        return None
    payers = {name: context.amount(field) for name, field in context.by_name(given["by"]).items()}
    shares = value(context, Kind.AMOUNTS, given["shares"]) if "shares" in given else None
    sharers = several(context, given["for"])
    by = next(iter(payers), "")
    return Expense(by, sum(payers.values()), sharers, text(given, "why"), shares, payers, flag(given, "refund"))


_ONE_PAID: Final = form(Expense)
EXPENSE: Final = Form((), _expense)
GUEST: Final = Form((), _guest)
JOIN: Final = Form(("points", "after", "forced", "paid", "waits"), _join)
SWITCH: Final = Form(("from-hand", "why"), _switch)
