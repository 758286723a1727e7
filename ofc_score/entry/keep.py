"""The half-typed hand, in a private file beside the ledger: on the disk before the next prompt, there after a restart,
and never used for another hand than it was typed for."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ofc_score.entry.draft import Draft, Seating, from_data, renamed, to_data, typed_lines, was_booked
from ofc_score.evening.events import Hand

if TYPE_CHECKING:
    from ofc_score.entry.booking import LiveSession

Complain = Callable[[list[str]], None]
_LONGEST: Final = 1_000_000


class Keep:
    """The file that holds the half-typed hand of one session."""

    def __init__(self, ledger: Path, session: str) -> None:
        name = re.sub("[^0-9A-Za-z]", "", session)[:16]
        self.path = ledger.with_name(f"{ledger.name}-hand-{name}.json")
        self._mark: tuple[int, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether somebody else saved or forgot it since this one did, or looked."""
        return mark(self.path) != self._mark

    def load(self) -> object:
        """What was saved, None where there is nothing or nothing readable."""
        self._mark = mark(self.path)
        try:
            with self.path.open(encoding="utf-8") as file:
                return json.loads(file.read(_LONGEST))
        except (OSError, ValueError):
            return None

    def save(self, data: object) -> None:
        """Put the data on the disk: after a kill there is the old file or the new one. Raises ``OSError``."""
        fresh = self.path.with_name(f"{self.path.name}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(data, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._mark = mark(self.path)
        _sync_folder(self.path.parent)

    def drop(self) -> None:
        """Forget it. A file that cannot be removed is found out when the hand in it is booked already."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._mark = mark(self.path)


def mark(path: Path) -> tuple[int, ...]:
    """What changes with every write to a file, or when another takes its place; empty where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  asked for every line
    except OSError:
        return ()
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk when its folder is; Windows opens no folders."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class HalfTyped:
    """``draft`` is what was typed of the coming hand, ``kept`` whether it is on the disk as it should be.

    ``complain`` gets lines about what is lost.
    """

    def __init__(self, ledger: Path, live: LiveSession, seating: Seating, complain: Complain) -> None:
        self.keep = Keep(ledger, live.booked.uid)
        self.complain = complain
        self.draft = Draft()
        self.kept = True
        # The hand it was typed for: how many were typed before it, and its number.
        self._hand = (seating.booked, seating.number)
        self.recall(live, seating)

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
                self.complain([f"! the half-typed hand cannot be kept over a restart: {error.strerror}"])
            self.kept = False

    def clear(self, seating: Seating) -> None:
        """It was booked."""
        self.put(Draft(), seating)
        self.keep.drop()

    def recall(self, live: LiveSession, seating: Seating) -> None:
        """What is on the disk, in memory only where that could not be written; and only for the coming hand."""
        if self.kept:
            self.draft = Draft()
            recalled = from_data(self.keep.load(), seating.rules)
            if recalled is not None:
                self.draft, self._hand = recalled.draft, (recalled.booked, recalled.number)
                for text in recalled.lost:
                    self.complain([f"! {text} cannot be read any more"])
        self.still(live, seating)

    def still(self, live: LiveSession, seating: Seating) -> None:
        """Where others have gone on to another hand, say so and discard it."""
        if self.draft.empty or self._hand == (seating.booked, seating.number):
            self.put(_under_new_names(self.draft, live, seating), seating)
            return
        if not self._was_booked(live):
            discarded = f"! Discarded: hand {self._hand[1]} has been recorded elsewhere"
            self.complain([discarded, *typed_lines(self.draft)])
        self.clear(seating)

    def stay(self, live: LiveSession, seating: Seating) -> None:
        """After a command given here: it stays, for whichever hand is asked for then, unless that booked it."""
        if self.draft.empty:
            return
        booked = self._was_booked(live)
        self.put(Draft() if booked else _under_new_names(self.draft, live, seating), seating)
        self.save()

    def _was_booked(self, live: LiveSession) -> bool:
        """Whether it is in the books; a hand that was forgotten and comes before another was typed for itself."""
        hands = [event for event in live.booked.session.events if isinstance(event, Hand)]
        return was_booked(self.draft, [hand for hand in hands[self._hand[0] :] if hand.before is None])


def _under_new_names(draft: Draft, live: LiveSession, seating: Seating) -> Draft:
    """The same under the names that players have now."""
    gone = [name for name in {*draft.boards, *draft.rows} if name not in seating.everybody]
    return renamed(draft, {name: live.earlier(name) or name for name in gone}) if gone else draft
