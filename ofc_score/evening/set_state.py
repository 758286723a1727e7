"""The set, one orbit of the button: who has it, who sits in Fantasyland, who is out, when the set is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ofc_score.evening.seats import between, clockwise
from ofc_score.evening.state import Next
from ofc_score.rules.ruleset import Ruleset


class Orbit:
    """Running state of the set, changed by the fold only.

    ``button`` is the last seat that had it, ``had`` everybody who had it in this set, ``passed`` seats that it skipped
    because nobody with points sat there. ``pending`` are the Fantasyland cards of the coming hand.
    """

    def __init__(self, button: str) -> None:
        self.number = 0
        self.button = button
        self.first = button
        self.had: set[str] = set()
        self.passed: set[str] = set()
        self.pending: dict[str, int] = {}
        self.over = False
        self.rested: tuple[str, ...] = ()
        self.override: str | None = None
        # The button rests on the empty place just behind ``button``, whose player left.
        self.empty = False

    @property
    def between_sets(self) -> bool:
        """No hand yet, or the set is over and its next hand not yet booked."""
        return self.number == 0 or self.over

    def frozen(self, rules: Ruleset) -> bool:
        """Whether the button waits for a Fantasyland hand."""
        return bool(self.pending) and rules.fantasyland is not None and rules.fantasyland.button_frozen

    def due(self, seats: Sequence[str], inside: Sequence[str]) -> list[str]:
        """Players who have yet to get the button in this set, clockwise."""
        taken = self.had | self.passed
        return [name for name in self._round(seats) if name in inside and name not in taken]

    def coming_button(self, rules: Ruleset, seats: Sequence[str], inside: Sequence[str]) -> str:
        """Where the button is in the next hand, with ``inside`` the players who have points then."""
        if self.override is not None:
            return self.override
        if self.number == 0:
            return self.button if not self.empty and self.button in inside else self._next(seats, inside)
        if self.over:
            return self._next(seats, inside)
        if self.frozen(rules):
            return self.button
        due = self.due(seats, inside)
        return due[0] if due else self._next(seats, inside)

    def _next(self, seats: Sequence[str], inside: Sequence[str]) -> str:
        return next((name for name in self._round(seats) if name in inside), self.button)

    def _round(self, seats: Sequence[str]) -> list[str]:
        """The seats clockwise from the left of the button; everybody may have left who was there when it moved last."""
        return clockwise(seats, self.button) if self.button in seats else list(seats)

    def begin(self, button: str, *, new_set: bool) -> None:
        """A hand is booked: with ``new_set`` it is the first of the next set, else the set goes on, whatever a
        corrected past says of its end."""
        self.over = False
        if new_set:
            self.number += 1
            self.had.clear()
            self.passed.clear()
            self.first = button
        self.override = None

    def turn(self, seats: Sequence[str], button: str, inside: Sequence[str]) -> None:
        """The button comes to ``button``; seats without points on its way are passed."""
        if self.had and self.button in seats:
            self.passed.update(name for name in between(seats, self.button, button) if name not in inside)
        self.button = button
        self.empty = False
        self.had.add(button)

    def seated(self, seats: Sequence[str], name: str) -> None:
        """A player sat down. Rules: the button rests on a place, and whoever sits down exactly there counts as having
        had it; in mid-set a seat that the button has passed stays passed."""
        if self.empty and (len(seats) == 1 or clockwise(seats, name)[-2] == self.button):
            self.button, self.empty = name, False
            if not self.between_sets:
                self.had.add(name)
        elif not self.between_sets and name not in self.had and self.button in seats:
            way = [self.first, *between(seats, self.first, self.button)]
            if name in way:
                self.passed.add(name)

    def left(self, seats: Sequence[str], name: str) -> None:
        """A player leaves (still in ``seats``): their place is remembered by the seat before it."""
        before = clockwise(seats, name)[-2] if len(seats) > 1 else name
        if self.button == name:
            self.button, self.empty = before, True
        if self.first == name:
            self.first = before
        if self.override == name:
            self.override = None
        # Whoever had the button in this set and comes back does not get it again.
        self.passed.discard(name)


def resting(rules: Ruleset, seats: Sequence[str], inside: Sequence[str], orbit: Orbit, button: str) -> tuple[str, ...]:
    """Who is not dealt in when there is one player more than the game holds.

    Rule: the button rests; a player in Fantasyland is always dealt in, the rest passes over them to the next player
    clockwise; with the button frozen the same player rests again.
    """
    surplus = len(inside) - rules.max_players
    if not rules.dealer_sits_out or surplus < 1:
        return ()
    if orbit.frozen(rules) and len(orbit.rested) == surplus and all(name in inside for name in orbit.rested):
        return orbit.rested
    way = [button, *clockwise(seats, button)[:-1]]
    return tuple(name for name in way if name in inside and name not in orbit.pending)[:surplus]


def coming(
    rules: Ruleset,
    orbit: Orbit,
    seats: Sequence[str],
    inside: Sequence[str],
    button: str | None = None,
) -> Next:
    """The next hand as things stand, or with the button at ``button``; ``seats`` and the players ``inside`` with what
    takes effect when it is booked."""
    button = button or orbit.coming_button(rules, seats, inside)
    rest = resting(rules, seats, inside, orbit, button)
    out: tuple[str, ...] = ()
    playing = tuple(seats)
    if rest or len(inside) != len(seats):
        out = tuple([name for name in seats if name not in inside])
        playing = tuple([name for name in seats if name in inside and name not in rest])
    pending = {name: orbit.pending[name] for name in inside if name in orbit.pending} if orbit.pending else {}
    refusal = _refusal(rules, seats, playing, pending)
    needed = _cards_needed(rules, playing, pending)
    return Next(
        button, pending, out, rest, playing, orbit.between_sets, refusal, bool(pending) and needed > rules.deck_size
    )


def _cards_needed(rules: Ruleset, playing: Sequence[str], pending: Mapping[str, int]) -> int:
    return sum(pending.get(name, rules.cards_per_hand) for name in playing)


def _refusal(rules: Ruleset, seats: Sequence[str], playing: Sequence[str], pending: Mapping[str, int]) -> str:
    if len(playing) < 2:
        if len(seats) < 2:
            return "a hand needs two players at the table"
        if pending:
            return f"{playing[0]} is in Fantasyland and alone has points: the others must buy in first"
        return f"{playing[0] if playing else 'nobody'} alone has points: the others must buy in first"
    if len(playing) <= rules.most_players and not pending:
        return ""
    if len(playing) > rules.max_players:
        return f"{rules.name} is for {rules.min_players} to {rules.max_players} players, {len(playing)} are in"
    needed = _cards_needed(rules, playing, pending)
    if needed > rules.deck_size:
        return f"{len(playing)} players need {needed} cards, the deck has {rules.deck_size}"
    return ""
