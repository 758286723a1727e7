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
    Guest,
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
JOIN: Final = ("points", "after", "forced", "paid", "waits")
SWITCH: Final = ("from-hand", "why")


def buy(evening: Evening, main: Field, beside: Beside) -> Buy:
    points = {name: field.points(1) for name, field in evening.by_name(main).items()}
    waits = None
    if "waits" in beside:
        nobody = beside["waits"].is_text and beside["waits"].text().casefold() == "nobody"
        waits = () if nobody else tuple(evening.player(field) for field in beside["waits"].items())
    return Buy(points, flag(beside, "paid") if "paid" in beside else None, waits)


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
        flag(told, "waits") if "waits" in told else None,
    )


def guest(evening: Evening, main: Field, _: Beside) -> Guest:
    return Guest(evening.newcomer(main, main.text()))


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
    several = isinstance(main.value, dict) and isinstance(main.value.get("by"), dict)
    needed = ["by", "for"] if several else ["by", "amount", "for"]
    told = main.fields(("by", "amount", "for", "why", "shares", "refund"), needed)
    if not set(needed) <= told.keys():
        return None
    payers = None
    if not several:
        by, amount = evening.player(told["by"]), evening.amount(told["amount"])
    else:
        payers = {name: evening.amount(field) for name, field in evening.by_name(told["by"]).items()}
        by, amount = next(iter(payers), ""), sum(payers.values())
    shares = tuple(evening.amount(field) for field in told["shares"].items()) if "shares" in told else None
    whom = told["for"]
    if whom.is_text and whom.text().casefold() == ALL:
        sharers = evening.seats
    else:
        sharers = tuple(evening.player(field) for field in whom.items())
    return Expense(by, amount, sharers, text(told, "why"), shares, payers, flag(told, "refund"))


def owe(evening: Evening, main: Field, _: Beside) -> Owe | None:
    told = main.fields(("from", "to", "amount", "why"), ["from", "to", "amount"])
    if not {"from", "to", "amount"} <= told.keys():
        return None
    people = evening.player(told["from"]), evening.player(told["to"])
    return Owe(*people, evening.amount(told["amount"]), text(told, "why"))


def pay(evening: Evening, main: Field, _: Beside) -> Pay | None:
    told = main.fields(("from", "to", "amount", "old"), ["from", "to", "amount"])
    if not {"from", "to", "amount"} <= told.keys():
        return None
    old = evening.amount(told["old"]) if "old" in told else None
    return Pay(evening.player(told["from"]), evening.player(told["to"]), evening.amount(told["amount"]), old)


def note(_: Evening, main: Field, __: Beside) -> Note:
    return Note(main.text())


def close(_: Evening, main: Field, __: Beside) -> Close:
    if main.text():
        main.flag()
    return Close()
