"""The score sheet of a session: what ``sheet`` reads back to the same context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from ofc_score.boards.board import Board
from ofc_score.errors import OfcError
from ofc_score.evening import events as ev
from ofc_score.evening.corrections import standing
from ofc_score.evening.session import Session
from ofc_score.money import format_amount
from ofc_score.rules.ruleset import Ruleset

Value: TypeAlias = "str | dict[str, Value] | list[Value]"

# Texts that no reader of YAML takes for anything else; all others stand in quotes.
_PLAIN: Final = re.compile(r"\w(?:[\w /.()+-]*[\w.)])?")
_ESCAPED: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x85": "\\N",
                                 "\u2028": "\\L", "\u2029": "\\P"})  # fmt: skip


def write_sheet(
    setup: ev.Setup, events: Iterable[ev.Event], by_name: Callable[[Ruleset], bool] = lambda _: True
) -> str:
    """The sheet of a session. Rules are written in full unless ``by_name`` says that their name is enough.

    Undone entries are left out; the facts of a hand are written where they differ from what
    the rules would give. Reading it back gives the same hands, balances and payments."""
    kept = standing(list(events))
    strangers = _strangers(setup, kept)
    writer = _Writer(setup, strangers, by_name)
    items: list[Value] = [writer.item(event) for event in kept]
    people: list[Value] = [*strangers]
    head = {**_head(setup), "rules": writer.rules(setup.rules)}
    sheet = {**head, **({"people": people} if people else {}), "events": items}
    return "\n".join(_lines(sheet)) + "\n"


def _strangers(setup: ev.Setup, events: Iterable[ev.Event]) -> list[str]:
    """People who owe or are owed money at a moment when they have no part in the session."""
    here = {*setup.players, setup.bank}
    strangers: dict[str, None] = {}
    for event in events:
        plain = event.event if isinstance(event, ev.Replace) else event
        if isinstance(plain, ev.Join | ev.Guest):
            here.add(plain.name)
        elif isinstance(plain, ev.Owe):
            strangers |= dict.fromkeys({plain.debtor, plain.creditor} - here)
        elif isinstance(plain, ev.Pay):
            strangers |= dict.fromkeys({plain.payer, plain.payee} - here)
    return sorted(strangers)


def _head(setup: ev.Setup) -> dict[str, Value]:
    written: dict[str, Value] = {"session": setup.name, "date": setup.date, "rules": setup.rules.name}
    if setup.point is not None:
        written["point"] = str(setup.point)
    if setup.on_paper:
        written["players"] = list(setup.players)
    else:
        written["players"] = {name: str(points) for name, points in setup.players.items()}
    written["button"] = setup.button
    written["bank"] = setup.bank or ""
    written["paid"] = _flag(setup.paid)
    return {key: value for key, value in written.items() if value}


class _Writer:
    """Books every entry again as it writes it, so that the sheet can say what a reader of it will know by then."""

    def __init__(self, setup: ev.Setup, strangers: Iterable[str], by_name: Callable[[Ruleset], bool]) -> None:
        self.by_name = by_name
        self.session = Session(setup, known=strangers)

    def rules(self, rules: Ruleset) -> Value:
        """A game by its name, or all its rules."""
        return rules.name if self.by_name(rules) else _plain_value(rules.mapping)

    def item(self, event: ev.Event) -> Value:
        """The item of the list for an entry."""
        written = self._written(event)
        self.session.add(event)
        return {key: value for key, value in written.items() if value}

    def _written(self, event: ev.Event) -> dict[str, Value]:
        if isinstance(event, ev.Hand):
            return self._hand(event)
        if isinstance(event, ev.Fix):
            target = self._target(event.entry)
            return {
                "fix": {target: _boards(event.boards)} if event.boards else target,
                "difference": _flag(event.difference),
                "swap": list(event.swap or ()),
                "button": event.button or "",
                "fantasyland": _land(event.fantasyland),
            }
        if isinstance(event, ev.Void):
            return {"void": self._target(event.entry), "difference": _flag(event.difference)}
        if isinstance(event, ev.Replace):
            retyped = {key: value for key, value in self._written(event.event).items() if value}
            return {"fix": {f"e{event.entry}": retyped}}
        if isinstance(event, ev.Switch) and event.from_entry is not None:
            since = self._target(event.from_entry)
            return {"switch": {"to": self.rules(event.rules), "from-hand": since, **_why(event.why)}}
        if isinstance(event, ev.Switch):
            named = self.rules(event.rules)
            return {"switch": named if isinstance(named, str) else {"to": named}, **_why(event.why)}
        if isinstance(event, ev.Join):
            return self._join(event)
        return self._plain(event)

    def _plain(self, event: ev.Event) -> dict[str, Value]:
        """An event as its fields say that a sheet spells them; facts only where a reader would find others."""
        proposed = self._completed(event)
        written: dict[str, Value] = {}
        for part in ev.parts(type(event)):
            value = getattr(event, part.name)
            left_out = not part.needed and value == part.default
            if part.sheet and not left_out and not (part.fact and value == getattr(proposed, part.name)):
                written[part.sheet] = self._value(part.kind, value)
        if isinstance(event, ev.Expense) and event.payers is not None:
            written["by"] = self._value(ev.Kind.SUMS, event.payers)
            del written["amount"]
        beside = {key[1:]: written.pop(key) for key in [*written] if key.startswith("+")}
        main = written.pop(ev.MAIN, None) if ev.MAIN in written else written
        return {ev.kind_of(event): main or "true", **beside}

    def _value(self, kind: ev.Kind, value: Any) -> Value:
        match kind:
            case ev.Kind.NAMES:
                return list(value) or "nobody"
            case ev.Kind.AMOUNT:
                point = self.session.setup.point
                assert point is not None
                return format_amount(value, point.currency)
            case ev.Kind.AMOUNTS:
                return [self._value(ev.Kind.AMOUNT, one) for one in value]
            case ev.Kind.COUNTS:
                return _numbers(value)
            case ev.Kind.SUMS:
                return {name: self._value(ev.Kind.AMOUNT, one) for name, one in value.items()}
            case ev.Kind.FLAG:
                return str(value).lower()
            case _:
                return str(value) or " "

    def _join(self, event: ev.Join) -> dict[str, Value]:
        points = {} if event.points is None else {"points": str(event.points)}
        after = {} if event.after is None else {"after": event.after}
        seat: Value = {event.name: {**points, **after}} if points or after else event.name
        proposed = self._completed(event)
        assert isinstance(proposed, ev.Join)
        flags = {"paid": event.paid, "waits": None if event.waits == proposed.waits else event.waits}
        facts = {key: str(value).lower() for key, value in flags.items() if value is not None}
        return {"join": seat, "forced": _flag(event.forced), **facts}

    def _hand(self, hand: ev.Hand) -> dict[str, Value]:
        try:
            proposed = self.session.checked(ev.Hand(hand.boards, hand.button, forced=True, before=hand.before))
        except OfcError:
            proposed = None
        assert proposed is None or isinstance(proposed, ev.Hand)
        written: dict[str, Value] = {"hand": _boards(hand.boards)}
        if hand.before is not None:
            written["before"] = self._target(hand.before)
        if hand.button is not None:
            written["button"] = hand.button
        if proposed is None or hand.fantasyland != proposed.fantasyland:
            written["fantasyland"] = _land(hand.fantasyland)
        if hand.new_set is not None and (proposed is None or hand.new_set != proposed.new_set):
            written["new-set"] = str(hand.new_set).lower()
        if hand.counted is not None and (proposed is None or hand.counted != proposed.counted):
            written["counted"] = [f"e{entry}" for entry in hand.counted] or "nothing"
        return {**written, "forced": _flag(hand.forced)}

    def _target(self, entry: int) -> str:
        """A hand by its number, anything else by its entry."""
        number = next((it.number for it in self.session.state.hands if it.entry == entry), None)
        return f"e{entry}" if number is None else str(number)

    def _completed(self, event: ev.Event) -> ev.Event:
        """The entry as a reader of the sheet would complete it."""
        try:
            return self.session.checked(ev.without_facts(event))
        except OfcError:
            return event


def _plain_value(value: object) -> Value:
    """Part of a ruleset's mapping as texts."""
    if isinstance(value, Mapping):
        return {str(key): _plain_value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(inner) for inner in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _boards(boards: Mapping[str, Board]) -> Value:
    return {name: board.text() for name, board in boards.items()}


def _numbers(numbers: Mapping[str, int]) -> Value:
    return {name: str(number) for name, number in numbers.items()}


def _land(land: Mapping[str, int] | None) -> Value:
    return "" if land is None else _numbers(land) or "nobody"


def _why(why: str) -> dict[str, Value]:
    return {"why": why} if why else {}


def _flag(on: bool) -> str:
    return "true" if on else ""


# As YAML


def _lines(value: Mapping[str, Value], indent: str = "") -> list[str]:
    lines = []
    for key, inner in value.items():
        if inner == {}:
            lines.append(f"{indent}{_scalar(key)}: {{}}")
        elif isinstance(inner, dict):
            lines += [f"{indent}{_scalar(key)}:", *_lines(inner, f"{indent}  ")]
        elif isinstance(inner, list) and any(isinstance(item, dict) for item in inner):
            lines.append(f"{indent}{_scalar(key)}:")
            for item in inner:
                first, *rest = _lines(item, f"{indent}    ") if isinstance(item, dict) else [_scalar(str(item))]
                lines += [f"{indent}  - {first.lstrip()}", *rest]
        elif isinstance(inner, list):
            lines.append(f"{indent}{_scalar(key)}: [{', '.join(_scalar(str(item)) for item in inner)}]")
        else:
            lines.append(f"{indent}{_scalar(key)}: {_scalar(inner)}")
    return lines


def _scalar(text: str) -> str:
    """A text as it can stand in YAML anywhere."""
    if _PLAIN.fullmatch(text):
        return text
    spelled = text.translate(_ESCAPED)
    return f'"{spelled if spelled.isprintable() else "".join(map(_visible, spelled))}"'


def _visible(char: str) -> str:
    """A character that steers a terminal or cannot be seen by its number, a joiner inside an emoji as it is."""
    if char.isprintable() or char == "\u200d":
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
