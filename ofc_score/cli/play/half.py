"""The half-typed hand at the table: over a restart too, and never for another hand than it was typed for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_score.cli.play import screen
from ofc_score.entry.draft import Draft, Seating, from_data, renamed, to_data, was_booked
from ofc_score.entry.keep import Keep
from ofc_score.evening.events import Hand

if TYPE_CHECKING:
    from ofc_score.entry.booking import LiveSession


class HalfTyped:
    """``draft`` is what was typed of the coming hand, ``kept`` whether it is on the disk as it should be."""

    def __init__(
        self, ledger: Path, night: LiveSession, seating: Seating, complain: Callable[[str], None],
        width: Callable[[], int | None],
    ) -> None:  # fmt: skip
        self.keep = Keep(ledger, night.booked.uid)
        self.complain = complain
        self.width = width
        self.draft = Draft()
        self.kept = True
        # The hand it was typed for: how many were typed before it, and its number.
        self._hand = (seating.booked, seating.number)
        self.recall(night, seating)

    @property
    def changed(self) -> bool:
        """Whether another window typed on or forgot it."""
        return self.keep.changed

    def put(self, draft: Draft, seating: Seating) -> None:
        """More or less of it was typed; not on the disk yet."""
        self.draft, self._hand = draft, (seating.booked, seating.number)

    def save(self) -> None:
        """Keep it over whatever happens to this program."""
        if self.draft.empty:
            self.keep.drop()
            return
        try:
            self.keep.save(to_data(self.draft, *self._hand))
            self.kept = True
        except OSError as error:
            if self.kept:
                self.complain(f"! the half-typed hand cannot be kept over a restart: {error.strerror}")
            self.kept = False

    def clear(self, seating: Seating) -> None:
        """It was booked."""
        self.put(Draft(), seating)
        self.keep.drop()

    def recall(self, night: LiveSession, seating: Seating) -> None:
        """What is on the disk, in memory only where that could not be written; and only for the coming hand."""
        if self.kept:
            self.draft = Draft()
            recalled = from_data(self.keep.load(), seating.rules)
            if recalled is not None:
                self.draft, self._hand = recalled.draft, (recalled.booked, recalled.number)
                for text in recalled.lost:
                    self.complain(f"! {text} cannot be read any more")
        self.still(night, seating)

    def still(self, night: LiveSession, seating: Seating) -> None:
        """Others may have gone on to another hand since: then it is told, and nothing of it is left."""
        if self.draft.empty or self._hand == (seating.booked, seating.number):
            self.put(_under_new_names(self.draft, night, seating), seating)
            return
        if not self._was_booked(night):
            self.complain("\n".join(screen.forgotten_lines(self.draft, self._hand[1], self.width())))
        self.clear(seating)

    def stay(self, night: LiveSession, seating: Seating) -> None:
        """After a command given here: it stays, for whichever hand is asked for then, unless that booked it."""
        if self.draft.empty:
            return
        booked = self._was_booked(night)
        self.put(Draft() if booked else _under_new_names(self.draft, night, seating), seating)
        self.save()

    def _was_booked(self, night: LiveSession) -> bool:
        """Whether it is in the books; a hand that was forgotten and comes before another was typed for itself."""
        hands = [event for event in night.booked.session.events if isinstance(event, Hand)]
        return was_booked(self.draft, [hand for hand in hands[self._hand[0] :] if hand.before is None])


def _under_new_names(draft: Draft, night: LiveSession, seating: Seating) -> Draft:
    """The same under the names that players have now."""
    gone = [name for name in {*draft.boards, *draft.rows} if name not in seating.everybody]
    return renamed(draft, {name: night.earlier(name) or name for name in gone}) if gone else draft
