"""The table itself: takes a line, books, answers. Knows no terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ofc_score.boards.board import CARDS
from ofc_score.cli.hands import booked_just_before
from ofc_score.cli.play import screen
from ofc_score.cli.play.running import OWN, Commands
from ofc_score.entry import lines
from ofc_score.entry.booking import LiveSession
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.keep import HalfTyped, mark
from ofc_score.entry.rows import whole
from ofc_score.errors import Fault, NotAllowed, OfcError, SheetError, UsageError
from ofc_score.evening.events import Hand
from ofc_score.ledger.store import open_ledger
from ofc_score.names import shown
from ofc_score.reports.layout import fill

if TYPE_CHECKING:
    from ofc_score.ledger.store import Ledger

Say = Callable[[str], None]


class PlayTable:
    """One session at the table. ``say`` gets what is answered, ``complain`` what is wrong; ``width`` in columns."""

    def __init__(
        self, path: Path, session: int, commands: Commands, say: Say, complain: Say, width: Callable[[], int | None]
    ) -> None:
        self.path = path
        self.say = say
        self.complain = complain
        self.width = width
        self.commands = commands.words
        self._commands = commands
        self.left = False
        self._ledger: Ledger | None = None
        self._open(session)
        self.half = HalfTyped(path, self.live, self.seating, self._complain_of)

    @property
    def draft(self) -> Draft:
        """What is typed of the coming hand."""
        return self.half.draft

    # The session

    def _open(self, session: int) -> None:
        """Read the session from the file."""
        self.close()
        self._ledger = open_ledger(self.path, stays=True)
        self.live = LiveSession(self._ledger, self._ledger.session(session))
        self._seat()

    def _seat(self) -> None:
        """What the coming hand is, after the books went on."""
        typed = sum(isinstance(event, Hand) for event in self.live.booked.session.events)
        self.seating = Seating.of(self.live.state, typed)
        self._mark = mark(self.path)

    def close(self) -> None:
        """Close the ledger; the half-typed hand is on the disk."""
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None

    def recover(self) -> None:
        """After an interruption at an unknown point: everything as it is on the disk."""
        self._open(self.live.booked.id)
        self.half.recall(self.live, self.seating)

    def opening(self, *, shown: bool = False) -> None:
        """Say where the evening stands (unless that was ``shown`` just now), what is typed, and how to go on."""
        booked = None if shown else self.live.booked
        self._say_lines(screen.opening_lines(booked, self.draft, self.seating, self.width()))
        self._show_all_in()

    @property
    def prompt(self) -> str:
        """What is asked for now."""
        return screen.prompt(self.draft, self.seating)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who can be named."""
        state = self.live.state
        return tuple(dict.fromkeys((*self.seating.playing, *state.seats, *state.joining)))

    # A line

    def answer(self, text: str) -> None:
        """Do what a line says. What is wrong is printed; nothing of a refused line is taken."""
        try:
            asked = self.seating.number
            if self._changed():
                if not text.strip():
                    return  # what it would do was asked of another table
                why = f"nothing was taken of this line: it was typed for hand {asked} before that"
                raise NotAllowed(why, hint=f"type it again if it is meant for hand {self.seating.number} as it is now")
            self._do(lines.read(text, self.draft, self.seating, tuple(self.commands)))
        except OfcError as error:
            self._refuse(error)

    def _do(self, action: lines.Action) -> None:
        if isinstance(action, lines.Command):
            self._command(action.name, action.words)
        elif isinstance(action, lines.Place):
            self._refuse_left_over(action)
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
        books, typing = mark(self.path) != self._mark, self.half.changed
        if not books and not typing:
            return False
        draft, fingerprint = self.draft, self.live.booked.fingerprint
        if books:
            self._open(self.live.booked.id)
        booked = self.live.booked.fingerprint != fingerprint
        if booked:
            self.say("The ledger was changed elsewhere:")
        if typing:
            self.half.recall(self.live, self.seating)
        else:
            self.half.still(self.live, self.seating)
        if not booked and self.draft == draft:
            return False
        if not booked:
            self.say("This hand was typed on elsewhere:")
        self.opening(shown=not booked)
        return True

    def _place(self, boards: tuple[lines.Place, ...], faults: tuple[Fault, ...]) -> None:
        """Take the boards one by one; what is wrong with some keeps nobody else's from being taken, nor does it move
        another player's board into that place."""
        before, wrong = self.draft, list(faults)
        draft = before
        in_turn = before.targets(self.seating)
        for name, text in boards:
            try:
                player = name or next(in_turn, None)
                if player is None and len(boards) > 1:
                    raise SheetError(f"one board more than players without one: {shown(text[:40])}")
                draft = draft.place(self.seating, player, text)
            except OfcError as error:
                wrong += error.each()
        new = [name for name, board in draft.boards.items() if before.boards.get(name) is not board]
        self.half.put(draft, self.seating)
        try:
            if draft is not before and self._ready() and not wrong:
                self._book(again=False, new=new)
            elif draft is not before:
                self.half.save()
                self._show_boards(new)
        except OfcError:
            self.half.save()
            self._show_boards(new)
            raise
        if wrong:
            self._refuse(OfcError("", faults=wrong))
        if len(boards) > 1:
            self._show_all_in()

    def _refuse_left_over(self, placed: lines.Place) -> None:
        """The last lines of a pasted block may come one by one when the hand is booked already: whoever showed just
        these cards in it shows others in the next one."""
        hands = self.live.state.hands
        if placed.name is None or not self.draft.empty or not hands:
            return
        shown_last = hands[-1].hand.boards.get(placed.name)
        if shown_last is not None and shown_last.kind == CARDS:
            text = whole(placed.text, self.seating.rules)
            if text == shown_last.text():
                hint = "again books the boards of that hand once more"
                raise NotAllowed(f"already booked in hand {hands[-1].number}", hint=hint)

    def _back(self) -> None:
        if self.seating.refusal:
            raise NotAllowed(self.seating.refusal, hint="undo takes back what is booked")
        if self.draft.empty:
            self.say("Nothing has been typed for this hand; undo takes back the last entry")
        self._go_on(self.draft.back(self.seating))

    def _go_on(self, draft: Draft) -> None:
        if draft != self.draft:
            self.half.put(draft, self.seating)
            self.half.save()

    def _ready(self) -> bool:
        return not self.seating.refusal and bool(self.draft.boards) and self.draft.complete(self.seating)

    # Booking

    def _book(self, *, again: bool, new: list[str] | None = None) -> None:
        """Book the hand; it is on the disk before anything is printed."""
        hand = self.draft.hand(self.seating)
        if not again:
            self._refuse_again(hand)
        seating = self.seating
        request = None if again else self.live.request_of(hand)
        entry = self.live.book(hand, request=request, unchanged=True)
        self._seat()
        self.half.clear(self.seating)
        state = self.live.state
        record = next(record for record in state.hands if record.entry == entry)
        new_boards = [
            line for name in new or () for line in screen.board_lines(name, hand.boards[name], seating, self.width())
        ]
        self._say_lines([*new_boards, *screen.hand_lines(record, state, self.width())])

    def _refuse_again(self, hand: Hand) -> None:
        """The same boards right after are a slip, not a hand."""
        if last := booked_just_before(self.live, hand.boards):
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
            raise NotAllowed("nothing has been typed for this hand", hint="undo takes back the last entry")
        self._say_lines([*screen.draft_lines(self.draft, self.seating, self.width()), "Forgotten"])
        self._go_on(Draft())

    def _again(self) -> None:
        """Book boards that were refused as booked already; with nothing typed, those of the last hand."""
        typed = self.draft
        if typed.empty and self.live.state.hands:
            last = self.live.state.hands[-1].hand
            boards = {name: last.boards[name] for name in self.seating.playing if name in last.boards}
            self.half.put(Draft(boards), self.seating)
        try:
            if not self._ready():
                raise NotAllowed("not all boards are in", hint="again books the boards of the last hand once more")
            self._book(again=True)
        except OfcError:
            self.half.put(typed, self.seating)
            raise

    def _help(self, words: tuple[str, ...]) -> None:
        found = [name for name in self.commands if words and name.startswith(words[0].casefold())]
        if words and words[0].casefold() in found:
            found = [words[0].casefold()]
        if len(found) == 1 and found[0] not in OWN:
            self._commands.on(self.path, [found[0], "--help"])
        elif len(found) == 1:
            self.say(f"{found[0]}: {OWN[found[0]]}")
        elif words:
            raise UsageError(f"no help for '{words[0]}'", hint="help alone lists the commands")
        else:
            self._say_lines(screen.help_lines(self.commands, self.width()))

    def _run(self, name: str, words: tuple[str, ...]) -> None:
        """Run a command as on the command line, on this session. It may replace the file, so it gets it for itself."""
        number, fingerprint = self.live.booked.id, self.live.booked.fingerprint
        self.close()
        try:
            aimed = (
                ["--session", str(number)] if self._commands.takes_session(name) and "--session" not in words else []
            )
            self._commands.on(self.path, [name, *aimed, *words])
        finally:
            self._reopen(number)
        if self.live.booked.id != number:
            self.half = HalfTyped(self.path, self.live, self.seating, self._complain_of)
            self.opening()
            return
        self.half.stay(self.live, self.seating)
        if not self.draft.empty and (name == "status" or self.live.booked.fingerprint != fingerprint):
            self._say_lines(screen.draft_lines(self.draft, self.seating, self.width()))
            self._show_all_in()

    def _reopen(self, number: int) -> None:
        """The session that is played on: the open one where this one was closed or set aside."""
        with open_ledger(self.path) as ledger:
            current = ledger.current()
            gone = ledger.session(number).status != "open" if current not in (None, number) else False
        self._open(current if gone and current is not None else number)

    # Saying

    def _say_lines(self, lines: list[str]) -> None:
        if lines:
            self.say("\n".join(lines))

    def _show_boards(self, new: list[str]) -> None:
        for name in new:
            self._say_lines(screen.board_lines(name, self.draft.boards[name], self.seating, self.width()))

    def _show_all_in(self) -> None:
        if self._ready():
            self._say_lines(screen.all_in_lines(self.width()))

    def _complain_of(self, lines: list[str]) -> None:
        self.complain("\n".join(fill(lines, self.width())))

    def _refuse(self, error: OfcError) -> None:
        self.complain("\n".join(screen.error_lines(error, self.width())))
