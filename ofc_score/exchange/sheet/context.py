"""What is known of a score sheet so far, and what its later lines refer to: names, games, hands, entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ofc_score import names
from ofc_score.errors import OfcError, RulesError
from ofc_score.evening.events import Hand
from ofc_score.evening.session import Session
from ofc_score.exchange.sheet.field import Field
from ofc_score.money import parse_amount
from ofc_score.rules.load import inline_ruleset
from ofc_score.rules.ruleset import Ruleset
from ofc_score.rules.yaml import Document, as_typed

_TARGET: Final = re.compile(r"(e?)0*([1-9][0-9]{0,5})", re.ASCII | re.IGNORECASE)
# Of a ruleset; everything else in one may be a number.
_TEXTS: Final = ("name", "title", "notes", "extends")
Load = Callable[[str], Ruleset]


class Context:
    """What is known of the sheet so far.

    ``session`` is None while the sheet's head is faulty. ``sure`` turns false when something could not be booked that
    later events build on. ``people`` are all players named so far, ``others`` those who do not play. ``entries`` holds
    for each item of the sheet its entry in the session, None where it has none; ``hands`` counts the hands so far.
    """

    def __init__(self, people: list[str], others: list[str], load: Load) -> None:
        self.session: Session | None = None
        self.currency: str | None = None
        self.people = people
        self.others = others
        self.sure = True
        self.entries: list[int | None] = []
        self.hands = 0
        self._load = load
        self._games: dict[str, Ruleset | OfcError] = {}
        self._game_known = True

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table, those who wait for the next set included."""
        if self.session is None:
            return tuple(self.people)
        return (*self.session.state.seats, *self.session.state.joining)

    def find(self, field: Field, typed: str) -> str:
        """The player a text refers to: one at the table first, then anybody named so far."""
        for people in (self.seats, [*dict.fromkeys((*self.people, *self.others))]):
            try:
                return names.find(typed, people)
            except OfcError as error:
                refused = error
                if error.faults[0].code != "unknown-player":
                    break
        field.refuse(refused)
        return typed

    def player(self, field: Field) -> str:
        """The player whom the text of a field means."""
        return self.find(field, field.text())

    def optional(self, field: Field | None) -> str | None:
        """The player, where one is named."""
        return None if field is None else self.player(field)

    def by_name(self, field: Field) -> dict[str, Field]:
        """A map of NAME: VALUE by player."""
        found: dict[str, Field] = {}
        for pair in field.pairs():
            name = self.find(pair.value, pair.typed)
            if name in found:
                pair.value.fault("given-twice", f"two values for {names.shown(name)}", "keep one of the two")
            found[name] = pair.value
        return found

    def spelt(self, typed: str) -> str:
        """A name as its player spells it, or as typed."""
        try:
            return names.find(typed, self.people)
        except OfcError:
            return typed

    def newcomer(self, field: Field, typed: str) -> str:
        """The name of somebody who joins: as typed, or as before for somebody who was here."""
        name = next((name for name in self.people if names.key(name) == names.key(typed)), typed.strip())
        for fault in names.check(name):
            field.fault(fault.code, fault.message, fault.hint)
        if name not in self.people:
            self.people.append(name)
        return name

    def amount(self, field: Field) -> int:
        """Minor units of the session's currency; without one the session refuses the event."""
        currency = self.currency
        return 1 if currency is None else field.read(lambda typed: parse_amount(typed, currency, where=""), 1)

    def ruleset(self, field: Field) -> Ruleset | None:
        """The ruleset of a name or file, or that stands there itself; None where there is none, which is noted."""
        if isinstance(field.value, dict):
            return self._inline(field)
        typed = field.text()
        if typed not in self._games:
            try:
                self._games[typed] = self._load(typed)
            except OfcError as error:
                self._games[typed] = error
        game = self._games[typed]
        if isinstance(game, OfcError):
            field.refuse(game)
            self._game_known = False
            return None
        return game

    def _inline(self, field: Field) -> Ruleset | None:
        """Rules written into the sheet, checked like a file of their own."""
        deep, lines = len(field.path), field.page.document.lines
        below = {path[deep:]: line for path, line in lines.items() if path[:deep] == field.path}
        mapping = {key: value if key in _TEXTS else as_typed(value) for key, value in field.value.items()}
        try:
            return inline_ruleset(Document(mapping, lines=below))
        except RulesError as error:
            field.page.faults += error.faults
            self._game_known = False
            return None

    def rules_at(self, entry: int | None) -> Ruleset | None:
        """The game of the coming hand or of the one booked as ``entry``; None where it is not known."""
        if self.session is None or not self._game_known:
            return None
        record = next((it for it in self.session.state.hands if it.entry == entry), None)
        return record.table.rules if record is not None else self.session.state.rules

    def is_hand(self, entry: int) -> bool:
        """Whether an entry is a hand."""
        return self.session is not None and isinstance(self.session.events[entry - 1], Hand)

    def entry(self, field: Field) -> int | None:
        """The entry in the session that ``3`` (a hand) or ``e7`` (any entry of the sheet) means."""
        typed = field.text()
        found = _TARGET.fullmatch(typed)
        if found is None:
            field.fault(
                "no-target", f"'{names.shown(typed)[:40]}' is not a hand or an entry", "3 is hand 3, e7 is entry 7"
            )
            return None
        return self._entry(field, int(found[2]), is_hand=not found[1])

    def hand_entry(self, field: Field) -> int | None:
        """The entry in the session of the hand with a number."""
        return self._entry(field, field.points(1), is_hand=True)

    def _entry(self, field: Field, number: int, *, is_hand: bool) -> int | None:
        count = self.hands if is_hand else len(self.entries)
        if number > count:
            what = "hand" if is_hand else "entry"
            field.fault("no-target", f"there is no {what} {number} above", f"so far: {count}")
            return None
        if self.session is None:
            return None
        if not is_hand:
            return self.entries[number - 1]
        try:
            return self.session.entry_of(number)
        except OfcError as error:
            if self.sure:
                field.refuse(error)
            return None
