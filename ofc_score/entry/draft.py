"""A half-typed hand: boards in any order, row by row or whole. Pure: what was typed in, the next draft out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from ofc_score import names
from ofc_score.boards.board import OUT, Board, laid, laid_faults
from ofc_score.boards.parse import parse_board
from ofc_score.cards.cards import JOKER, ROWS
from ofc_score.entry.rows import FORCED, laid_rows, read_more
from ofc_score.errors import CardError, Fault, SheetError
from ofc_score.evening.events import Hand
from ofc_score.evening.permissions import allowed
from ofc_score.evening.state import State
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.validate import is_plain

FORMAT: Final = 1
_Value = TypeVar("_Value")
_OUT: Final = Board(OUT)


class Seating(NamedTuple):
    """Who is to show a board in the coming hand, and under which rules. ``refusal`` says why none can be played,
    ``no_sitting`` why nobody may sit out; ``booked`` counts the hands typed so far, those taken back too."""

    rules: Ruleset
    playing: tuple[str, ...]
    out: tuple[str, ...]
    resting: tuple[str, ...]
    fantasyland: Mapping[str, int]
    number: int
    booked: int
    refusal: str
    no_sitting: str

    @classmethod
    def of(cls, state: State, booked: int) -> Seating:
        """The coming hand of an evening; a closed one has none."""
        coming = state.next
        may = allowed(state)
        number = len(state.hands) + len(state.voided) + 1
        return cls(
            state.rules, coming.playing, coming.out, coming.resting, coming.fantasyland, number, booked,
            may["hand"], may["sit-out"],
        )  # fmt: skip

    @property
    def everybody(self) -> tuple[str, ...]:
        """All at the table, those who do not play this hand last."""
        return (*self.playing, *self.out, *self.resting)

    def find(self, typed: str) -> str:
        """The player with a typed name. Raises ``SheetError``: nobody, several, or one who does not play this hand."""
        name = names.find(typed, self.everybody)
        if name not in self.playing:
            why = "is out: no points left" if name in self.out else "rests this hand"
            raise SheetError.of([Fault("not-playing", f"{names.shown(name)} {why}")], what="the hand")
        return name


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed of a hand: whole boards in the order typed, and the first rows of others.

    ``at`` is the player who was asked for out of turn; ``forced``: somebody sits out although the rules forbid it.
    """

    boards: Mapping[str, Board] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    at: str | None = None
    forced: bool = False

    @property
    def empty(self) -> bool:
        """Nothing typed that could be lost."""
        return not self.boards and not self.rows

    def turn(self, seating: Seating) -> str | None:
        """Whose board comes next; None when all boards are in."""
        if self.at in seating.playing:
            return self.at
        return next((name for name in seating.playing if name not in self.boards or name in self.rows), None)

    def complete(self, seating: Seating) -> bool:
        """Whether every player of the hand has a board, and none is being typed anew."""
        return all(name in self.boards and name not in self.rows for name in seating.playing)

    def hand(self, seating: Seating) -> Hand:
        """The hand as it can be booked."""
        return Hand({name: self.boards[name] for name in seating.playing}, forced=self.forced)

    def jump(self, name: str) -> Draft:
        """Ask for this player now."""
        return replace(self, at=name)

    def back(self, seating: Seating) -> Draft:
        """One step back: the last row of the board that is being typed, else the last board. Its player is asked."""
        who = self.turn(seating)
        if who is not None and who in self.rows:
            return replace(self, rows=_without(self.rows, who) | _some(who, self.rows[who][:-1]), at=who)
        here = [name for name in self.boards if name in seating.playing]
        if not here:
            return replace(self, at=None)
        last = here[-1]
        boards = _without(self.boards, last)
        return replace(self, boards=boards, at=last, forced=self.forced and _anybody_out(boards))

    def place(self, seating: Seating, name: str | None, text: str) -> Draft:
        """The draft with a board, or with the next rows of one, for ``name`` (None: whose turn it is).

        Raises ``CardError`` with every fault, a card that lies elsewhere at this table among them, ``SheetError`` when
        it is nobody's turn; then nothing was taken.
        """
        who = name or self.turn(seating)
        if seating.refusal or who is None:
            why = seating.refusal or "all boards are in"
            raise SheetError.of([Fault("no-hand", why)], what="the hand")
        before = self.rows.get(who, ())
        if FORCED.fullmatch(text.strip()):
            return self._with(who, Board(OUT), forced=True)
        board, rows = read_more(before, text, who, seating.rules)
        if board is not None and board.kind == OUT and seating.no_sitting:
            hint = "type `- forced` to do it anyway; the log will say so"
            raise CardError.of([Fault("sit-out", f"cannot sit out: {seating.no_sitting}", who, hint)], what="the board")
        if board is None or not self._apart(seating, who, board):
            cards = laid(who, board) if board is not None else laid_rows(who, rows)
            faults = self._clashes(seating, who, cards)
            if faults:
                raise CardError.of(faults, what="the board")
        if board is None:
            return replace(self, rows=_without(self.rows, who) | {who: rows}, at=who)
        return self._with(who, board, forced=self.forced)

    def targets(self, seating: Seating) -> Iterator[str]:
        """Who gets boards without a name, in turn: whose turn it is, then all who have no board yet."""
        turn = self.turn(seating)
        order = [turn, *(name for name in seating.playing if name != turn)] if turn else seating.playing
        return iter([name for name in order if name not in self.boards or name == turn])

    def _with(self, who: str, board: Board, *, forced: bool) -> Draft:
        boards = _without(self.boards, who) | {who: board}
        return Draft(boards, _without(self.rows, who), forced=forced and _anybody_out(boards))

    def _apart(self, seating: Seating, who: str, board: Board) -> bool:
        """Whether all that lies on the table are whole boards with every suit, no card twice: the common case."""
        others = {name: self.boards[name] for name in seating.playing if name in self.boards and name != who}
        rows = any(name in self.rows for name in seating.playing if name != who)
        return not rows and is_plain({**others, who: board}, seating.rules)

    def _clashes(self, seating: Seating, who: str, cards: list[tuple[str, str]]) -> list[Fault]:
        """What cannot lie on the table beside the other boards."""
        others = [name for name in seating.playing if name != who]
        table = [(name, *card) for name in others for card in self._laid(name)]
        placed = {token: (name, place) for name, token, place in table}
        faults = []
        for token, place in cards:
            if len(token) == 2 and token != JOKER and token in placed:
                owner, there = placed[token]
                where = f"{names.shown(owner)}'s{there.removeprefix(owner)}"
                faults.append(Fault("card-twice", f"{token} is in {where}", place))
        everything = [(token, place) for _, token, place in table] + cards
        return faults or laid_faults(everything, seating.rules)

    def _laid(self, name: str) -> list[tuple[str, str]]:
        if name in self.rows:
            return laid_rows(name, self.rows[name])
        return laid(name, self.boards[name]) if name in self.boards else []


def _without(listed: Mapping[str, _Value], name: str | None) -> dict[str, _Value]:
    return {other: value for other, value in listed.items() if other != name}


def _some(name: str, rows: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {name: rows} if rows else {}


def _anybody_out(boards: Mapping[str, Board]) -> bool:
    return any(board.kind == OUT for board in boards.values())


# Kept over a restart


def to_data(draft: Draft, booked: int, number: int) -> dict[str, object]:
    """The draft of the hand with this number as plain data; ``booked`` hands were typed before it."""
    return {
        "format": FORMAT,
        "booked": booked,
        "hand": number,
        "boards": [[name, board.text()] for name, board in draft.boards.items()],
        "rows": {name: list(rows) for name, rows in draft.rows.items()},
        "at": draft.at,
        "forced": draft.forced,
    }


class Recalled(NamedTuple):
    """A draft as it was kept, and for which hand: ``lost`` are texts that cannot be read under these rules any more."""

    draft: Draft
    booked: int
    number: int
    lost: tuple[str, ...] = ()


def from_data(data: object, rules: Ruleset) -> Recalled | None:
    """The draft that ``to_data`` wrote, None for anything else."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    boards, lost = {}, []
    try:
        for name, text in data["boards"]:
            try:
                boards[str(name)] = parse_board(text, rules)
            except CardError:
                lost.append(f"{name}: {text}")
        rows = {str(name): tuple(map(str, typed))[: len(ROWS) - 1] for name, typed in data["rows"].items() if typed}
        at = data["at"]
        draft = Draft(boards, rows, None if at is None else str(at), data["forced"] is True)
        return Recalled(draft, int(data["booked"]), int(data["hand"]), tuple(lost))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None


def renamed(draft: Draft, names_now: Mapping[str, str]) -> Draft:
    """The draft under the names that players have now."""
    boards = {names_now.get(name, name): board for name, board in draft.boards.items()}
    rows = {names_now.get(name, name): typed for name, typed in draft.rows.items()}
    return replace(draft, boards=boards, rows=rows, at=None if draft.at is None else names_now.get(draft.at, draft.at))


def was_booked(draft: Draft, later: Iterable[Hand]) -> bool:
    """Whether one of the hands booked since holds every board of the draft: stopped between booking and tidying up."""
    typed = {name: board.text() for name, board in draft.boards.items()}
    return bool(typed) and any(
        all(hand.boards.get(name, _OUT).text() == text for name, text in typed.items()) for hand in later
    )


def typed_lines(draft: Draft, playing: Collection[str] | None = None) -> list[str]:
    """A line for every board and half board; with ``playing`` those of others are marked."""
    texts = [(name, board.text()) for name, board in draft.boards.items()]
    texts += [(name, f"{' / '.join(rows)} / ...") for name, rows in draft.rows.items()]
    lines = []
    for name, typed in texts:
        aside = "" if playing is None or name in playing else " (does not play this hand)"
        lines.append(f"  {names.shown(name)}: {typed}{aside}")
    return lines
