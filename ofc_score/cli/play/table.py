"""The table itself: takes a line, keeps the half-typed hand on the disk, books, answers. Knows no terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_score.cli.book import Night
from ofc_score.cli.hands import booked_just_before
from ofc_score.cli.play import lines, screen
from ofc_score.cli.play.draft import Draft, Recalled, Seating, from_data, renamed, to_data, was_booked
from ofc_score.cli.play.keep import Keep, mark
from ofc_score.cli.play.running import OWN, commands, in_process, takes_session
from ofc_score.errors import Fault, NotAllowed, OfcError, SheetError, UsageError
from ofc_score.events import Hand
from ofc_score.ledger import open_ledger
from ofc_score.names import shown

if TYPE_CHECKING:
    from ofc_score.ledger import Ledger

Say = Callable[[str], None]


class PlayTable:
    """One session at the table. ``say`` gets what is answered, ``complain`` what is wrong; ``width`` in columns."""

    def __init__(self, path: Path, session: int, say: Say, complain: Say, width: Callable[[], int | None]) -> None:
        self.path = path
        self.say = say
        self.complain = complain
        self.width = width
        self.commands = commands()
        self.left = False
        self._ledger: Ledger | None = None
        self.kept = True
        self._open(session)
        self.keep = Keep(self.path, self.night.booked.uid)
        self.draft = self._recalled()

    # The session

    def _open(self, session: int) -> None:
        """Read the session from the file."""
        self.close()
        self._ledger = open_ledger(self.path, stays=True)
        self.night = Night(self._ledger, self._ledger.session(session))
        self._seat()

    def _seat(self) -> None:
        """What the coming hand is, after the books went on."""
        typed = sum(isinstance(event, Hand) for event in self.night.booked.session.events)
        self.seating = Seating.of(self.night.state, typed)
        self._mark = mark(self.path)

    def _recalled(self) -> Draft:
        """The half-typed hand that is kept beside the ledger."""
        recalled = from_data(self.keep.load(), self.night.state.rules)
        if recalled is None:
            return Draft()
        for text in recalled.lost:
            self.complain(f"! {text} cannot be read any more")
        return self._still(recalled)

    def _still(self, recalled: Recalled) -> Draft:
        """What was typed counts for the hand that it was typed for. Others may have gone on since: then it is told, and
        nothing of it is left."""
        draft, seating = recalled.draft, self.seating
        if draft.empty or (recalled.booked, recalled.number) == (seating.booked, seating.number):
            return self._renamed(draft)
        if not self._was_booked(recalled):
            self.complain("\n".join(screen.forgotten_lines(draft, recalled.number, self.width())))
        self.keep.drop()
        return Draft()

    def _was_booked(self, recalled: Recalled) -> bool:
        """Whether it is in the books; a hand that was forgotten and comes before another was typed for itself."""
        hands = [event for event in self.night.booked.session.events if isinstance(event, Hand)]
        return was_booked(recalled.draft, [hand for hand in hands[recalled.booked :] if hand.before is None])

    def _renamed(self, draft: Draft) -> Draft:
        """The same under the names that players have now."""
        everybody = (*self.seating.playing, *self.seating.out, *self.seating.resting)
        gone = [name for name in {*draft.boards, *draft.rows} if name not in everybody]
        return renamed(draft, {name: self.night.earlier(name) or name for name in gone}) if gone else draft

    def close(self) -> None:
        """Close the ledger; the half-typed hand is on the disk."""
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None

    def recover(self) -> None:
        """After an interruption at an unknown point: everything as it is on the disk."""
        typed = Recalled(self.draft, self.seating.booked, self.seating.number)
        self._open(self.night.booked.id)
        self.draft = self._recalled() if self.kept else self._still(typed)

    def opening(self, *, told: bool = False) -> None:
        """Say where the evening stands (unless that was ``told`` just now), what is typed, and how to go on."""
        booked = None if told else self.night.booked
        self._tell(screen.opening_lines(booked, self.draft, self.seating, self.width()))
        self._tell_all_in()

    @property
    def prompt(self) -> str:
        """What is asked for now."""
        return screen.prompt(self.draft, self.seating)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who can be named."""
        state = self.night.state
        return tuple(dict.fromkeys((*self.seating.playing, *state.seats, *state.joining)))

    # A line

    def answer(self, text: str) -> None:
        """Do what a line says. What is wrong is told; nothing of a refused line is taken."""
        try:
            asked = self.seating.number
            if self._changed() and text.strip():
                why = f"nothing was taken of this line: it was typed for hand {asked} before that"
                raise NotAllowed(why, hint=f"type it again if it is meant for hand {self.seating.number} as it is now")
            self._do(lines.read(text, self.draft, self.seating, tuple(self.commands)))
        except OfcError as error:
            self._refuse(error)

    def _do(self, action: lines.Action) -> None:
        if isinstance(action, lines.Command):
            self._command(action.name, action.words)
        elif isinstance(action, lines.Place):
            self._place((action,), ())
        elif isinstance(action, lines.Block):
            self._place(action.boards, action.faults)
        elif isinstance(action, lines.Jump):
            self._go_on(self.draft.jump(action.name))
        elif isinstance(action, lines.Back):
            self._back()
        elif self._ready() and self.draft.turn(self.seating) is None:
            self._book(again=False)

    def _changed(self) -> bool:
        """Whether the table is another one than was shown when it asked: another program may have booked, undone or
        restored something, or taken part in typing this hand. Then it is shown as it stands now."""
        books, typing = mark(self.path) != self._mark, self.keep.changed
        if not books and not typing:
            return False
        typed = Recalled(self.draft, self.seating.booked, self.seating.number)
        fingerprint = self.night.booked.fingerprint
        if books:
            self._open(self.night.booked.id)
        booked = self.night.booked.fingerprint != fingerprint
        if booked:
            self.say("The books were changed elsewhere:")
        self.draft = self._recalled() if typing else self._still(typed)
        if not booked and self.draft == typed.draft:
            return False
        if not booked:
            self.say("This hand was typed on elsewhere:")
        self.opening(told=not booked)
        return True

    def _place(self, boards: tuple[lines.Place, ...], faults: tuple[Fault, ...]) -> None:
        """Take the boards one by one; what is wrong with some keeps nobody else's from being taken, nor does it move
        another player's board into that place."""
        before, wrong = self.draft, list(faults)
        draft = before
        for name, text in before.targets(self.seating, boards):
            try:
                if name is None and len(boards) > 1:
                    raise SheetError(f"one board more than players without one: {shown(text[:40])}")
                draft = draft.place(self.seating, name, text)
            except OfcError as error:
                wrong += error.faults or (Fault(error.code, error.message, "", error.hint),)
        new = [name for name, board in draft.boards.items() if before.boards.get(name) is not board]
        self.draft = draft
        try:
            if draft is not before and self._ready() and not wrong:
                self._book(again=False, new=new)
            elif draft is not before:
                self._save()
                self._tell_boards(new)
        except OfcError:
            self._save()
            self._tell_boards(new)
            raise
        if wrong:
            self._refuse(OfcError("", faults=wrong))
        if len(boards) > 1:
            self._tell_all_in()

    def _back(self) -> None:
        if self.seating.refusal:
            raise NotAllowed(self.seating.refusal, hint="undo takes back what is booked")
        if self.draft.empty:
            self.say("Nothing is typed of this hand; undo takes back what is booked")
        self._go_on(self.draft.back(self.seating))

    def _go_on(self, draft: Draft) -> None:
        changed = draft != self.draft
        self.draft = draft
        if changed:
            self._save()

    def _ready(self) -> bool:
        return not self.seating.refusal and bool(self.draft.boards) and self.draft.complete(self.seating)

    def _save(self) -> None:
        """Keep the half-typed hand over whatever happens to this program."""
        if self.draft.empty:
            self.keep.drop()
            return
        try:
            self.keep.save(to_data(self.draft, self.seating.booked, self.seating.number))
            self.kept = True
        except OSError as error:
            if self.kept:
                self.complain(f"! the half-typed hand cannot be kept over a restart: {error.strerror}")
            self.kept = False

    # Booking

    def _book(self, *, again: bool, new: list[str] | None = None) -> None:
        """Book the hand; it is on the disk before anything is said of it."""
        hand = self.draft.hand(self.seating)
        if not again:
            self._refuse_again(hand)
        listed = sorted(f"{name}: {board.text()}" for name, board in hand.boards.items())
        seating = self.seating
        request = None if again else self.night.request(f"hand None {listed}")
        entry = self.night.book(hand, request=request, unchanged=True)
        self.draft = Draft()
        self._seat()
        self.keep.drop()
        state = self.night.state
        record = next(record for record in state.hands if record.entry == entry)
        told = [
            line for name in new or () for line in screen.board_lines(name, hand.boards[name], seating, self.width())
        ]
        self._tell([*told, *screen.hand_lines(record, state, self.width())])

    def _refuse_again(self, hand: Hand) -> None:
        """The same boards right after are a slip, not a hand."""
        if last := booked_just_before(self.night, hand.boards):
            hint = "again books them twice, drop forgets them"
            raise NotAllowed(f"already booked as hand {last.number}", hint=hint)

    # Commands

    def _command(self, name: str, words: tuple[str, ...]) -> None:
        if name == "help":
            self._help(words)
        elif name in OWN and words:
            raise UsageError(f"{name} takes no words", hint=f"{name} alone: {OWN[name]}")
        elif name == "quit":
            self.left = True
        elif name == "drop":
            self._drop()
        elif name == "again":
            self._again()
        else:
            self._run(name, words)

    def _drop(self) -> None:
        if self.draft.empty:
            raise NotAllowed("nothing is typed of this hand", hint="undo takes back what is booked")
        self._tell([*screen.draft_lines(self.draft, self.seating, self.width()), "Forgotten"])
        self._go_on(Draft())

    def _again(self) -> None:
        """Book boards that were refused as booked already; with nothing typed, those of the last hand."""
        typed = self.draft
        if typed.empty and self.night.state.hands:
            last = self.night.state.hands[-1].hand
            self.draft = Draft({name: last.boards[name] for name in self.seating.playing if name in last.boards})
        try:
            if not self._ready():
                raise NotAllowed("not all boards are in", hint="again books the boards of the last hand once more")
            self._book(again=True)
        except OfcError:
            self.draft = typed
            raise

    def _help(self, words: tuple[str, ...]) -> None:
        found = [name for name in self.commands if words and name.startswith(words[0].casefold())]
        if words and words[0].casefold() in found:
            found = [words[0].casefold()]
        if len(found) == 1 and found[0] not in OWN:
            in_process(self.path, [found[0], "--help"])
        elif len(found) == 1:
            self.say(f"{found[0]}: {OWN[found[0]]}")
        elif words:
            raise UsageError(f"no help for '{words[0]}'", hint="help alone lists the commands")
        else:
            self._tell(screen.help_lines(self.commands, self.width()))

    def _run(self, name: str, words: tuple[str, ...]) -> None:
        """Run a command as on the command line, on this session. It may replace the file, so it gets it for itself."""
        number, fingerprint = self.night.booked.id, self.night.booked.fingerprint
        typed = Recalled(self.draft, self.seating.booked, self.seating.number)
        self.close()
        try:
            aimed = ["--session", str(number)] if takes_session(name) and "--session" not in words else []
            in_process(self.path, [name, *aimed, *words])
        finally:
            self._reopen(number)
        if self.night.booked.id != number:
            self.keep = Keep(self.path, self.night.booked.uid)
            self.draft = self._recalled()
            self.opening()
            return
        # Whoever gives a command is told for which hand a half-typed one is then: it stays.
        self.draft = Draft() if self._was_booked(typed) else self._renamed(self.draft)
        if not typed.draft.empty:
            self._save()
        if not self.draft.empty and (name == "status" or self.night.booked.fingerprint != fingerprint):
            self._tell(screen.draft_lines(self.draft, self.seating, self.width()))
            self._tell_all_in()

    def _reopen(self, number: int) -> None:
        """The session that is played on: the open one where this one was closed or set aside."""
        with open_ledger(self.path) as ledger:
            current = ledger.current()
            gone = ledger.session(number).status != "open" if current not in (None, number) else False
        self._open(current if gone and current is not None else number)

    # Saying

    def _tell(self, told: list[str]) -> None:
        if told:
            self.say("\n".join(told))

    def _tell_boards(self, new: list[str]) -> None:
        for name in new:
            self._tell(screen.board_lines(name, self.draft.boards[name], self.seating, self.width()))

    def _tell_all_in(self) -> None:
        if self._ready():
            self.say(screen.ALL_IN)

    def _refuse(self, error: OfcError) -> None:
        self.complain("\n".join(screen.error_lines(error, self.width())))
