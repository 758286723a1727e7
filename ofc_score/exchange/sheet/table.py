"""What a score sheet tells beside its hands: seats, points and money. One small reader for each form."""

from __future__ import annotations

from typing import Final

from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Expense,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Seats,
    Switch,
)
from ofc_score.exchange.sheet.evening import Evening
from ofc_score.exchange.sheet.field import Beside, Field, Pair, flag, text
from ofc_score.money import POINTS_LIMIT

ALL: Final = "all"
JOIN: Final = ("points", "after", "forced", "paid")
SWITCH: Final = ("from-hand", "why")


def buy(evening: Evening, main: Field, beside: Beside) -> Buy:
    points = {name: field.points(1) for name, field in evening.by_name(main).items()}
    return Buy(points, flag(beside, "paid") if "paid" in beside else None)


def join(evening: Evening, main: Field, beside: Beside) -> Join | None:
    told: dict[str, Field] = dict(beside)
    if main.is_text:
        typed = Pair(main.text(), main)
    else:
        pairs = main.pairs()
        if len(pairs) != 1:
            main.fault("one-at-a-time", "one player joins at a time", "as in join: {Dee: {points: 100, after: Ann}}")
            return None
        typed = pairs[0]
        if not typed.value.is_text:
            told |= typed.value.fields(JOIN)
        elif typed.value.text():
            told["points"] = typed.value
    name = evening.newcomer(typed.value, typed.typed)
    return Join(
        name,
        told["points"].points(1) if "points" in told else None,
        evening.optional(told.get("after")),
        flag(told, "forced"),
        flag(told, "paid") if "paid" in told else None,
    )


def leave(evening: Evening, main: Field, beside: Beside) -> Leave:
    return Leave(evening.player(main), flag(beside, "forced"))


def seats(evening: Evening, main: Field, _: Beside) -> Seats:
    return Seats(tuple(evening.player(field) for field in main.items()))


def button(evening: Evening, main: Field, beside: Beside) -> Button:
    return Button(evening.player(main), text(beside, "why"))


def switch(evening: Evening, main: Field, beside: Beside) -> Switch | None:
    told = dict(beside)
    told |= {"to": main} if main.is_text else main.fields(("to", *SWITCH), ["to"])
    since = evening.hand_entry(told["from-hand"]) if "from-hand" in told else None
    rules = evening.ruleset(told["to"]) if "to" in told else None
    if rules is None or ("from-hand" in told and since is None):
        return None
    return Switch(rules, since, text(told, "why"))


def adjust(evening: Evening, main: Field, _: Beside) -> Adjust | None:
    told = main.fields(("from", "to", "points", "why"), ["from", "to", "points"])
    if not {"from", "to", "points"} <= told.keys():
        return None
    people = evening.player(told["from"]), evening.player(told["to"])
    return Adjust(*people, told["points"].points(1), text(told, "why"))


def chips(evening: Evening, main: Field, beside: Beside) -> Chips:
    least = 0 if evening.session is None or evening.session.capped else -POINTS_LIMIT
    counted = {name: field.points(least) for name, field in evening.by_name(main).items()}
    return Chips(counted, flag(beside, "accept"))


# Money beside the game


def expense(evening: Evening, main: Field, _: Beside) -> Expense | None:
    told = main.fields(("by", "amount", "for", "why"), ["by", "amount", "for"])
    if not {"by", "amount", "for"} <= told.keys():
        return None
    whom = told["for"]
    if whom.is_text and whom.text().casefold() == ALL:
        sharers = evening.seats
    else:
        sharers = tuple(evening.player(field) for field in whom.items())
    return Expense(evening.player(told["by"]), evening.amount(told["amount"]), sharers, text(told, "why"))


def owe(evening: Evening, main: Field, _: Beside) -> Owe | None:
    told = main.fields(("from", "to", "amount", "why"), ["from", "to", "amount"])
    if not {"from", "to", "amount"} <= told.keys():
        return None
    people = evening.player(told["from"]), evening.player(told["to"])
    return Owe(*people, evening.amount(told["amount"]), text(told, "why"))


def pay(evening: Evening, main: Field, _: Beside) -> Pay | None:
    told = main.fields(("from", "to", "amount"), ["from", "to", "amount"])
    if not {"from", "to", "amount"} <= told.keys():
        return None
    return Pay(evening.player(told["from"]), evening.player(told["to"]), evening.amount(told["amount"]))


def note(_: Evening, main: Field, __: Beside) -> Note:
    return Note(main.text())


def close(_: Evening, main: Field, __: Beside) -> Close:
    if main.text():
        main.flag()
    return Close()
