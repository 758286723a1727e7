"""Pasted blocks: the boards of a hand in several lines, as they come from chats and lists. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, parts, who
from ofc_score.entry.actions import Block, Place
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.parts import DASHES
from ofc_score.entry.rows import fits, is_kind, only_cards, resembles, size_of, whole
from ofc_score.errors import Fault, OfcError, SheetError, UsageError

MOST_LINES: Final = 120
# So many cards are a board, one of them perhaps forgotten.
_NEARLY: Final = 11
# Alone on a line the suit of the last card, or the sign of a flush.
_SUITS: Final = tuple("cdhsf♣♧♦♢♥♡♠♤")
_STROKES: Final = ("/", "|")
_AT_STROKE: Final = "/| "
_ONE_HAND: Final = "paste one hand at a time"
_NO_BOARD: Final = "no-board"


@dataclass(slots=True)
class _Part:
    """What the lines so far say of one board: its player (None: in turn) and the lines that show it."""

    name: str | None
    lines: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether the lines show a board, be it a faulty one."""
        return size_of(" ".join(self.lines)) >= _NEARLY


def read_block(lines: Sequence[str], seating: Seating) -> Block:
    """The boards of several lines: each with its name in front, its name on a line of its own, or none in turn.

    Lines that follow a name alone, rows one below the other and the rest of a wrapped line belong to one board. What
    is wrong with a line is a fault of the block. A board without a name is taken only where no line is in doubt and,
    beside boards with names, where every line shows one: else its turn is not known.
    Raises ``UsageError`` for more lines than a hand has.
    """
    if len(lines) > MOST_LINES:
        raise UsageError(f"{len(lines)} lines are more than a hand has", hint=_ONE_HAND)
    found: list[_Part] = []
    faults: list[Fault] = []
    for line in map(chat.plain, lines):
        try:
            if not chat.is_time(line):
                _add(chat.untimed(chat.unstamped(line)), found, seating)
            elif who.meant(chat.day_of(line), seating):
                raise UsageError(f"'{line}' may be a time or a player", hint="type the name alone, with a colon")
        except OfcError as error:
            if any(fault.code != _NO_BOARD for fault in error.each()):
                found.append(_Part(None))  # what follows does not belong to the name before
            faults += error.each()
    return _block(found, faults, seating)


def block_of(boards: Sequence[Place], faults: list[Fault], seating: Seating) -> Block:
    """Boards with what is wrong with them: two of one player, one of somebody who does not play, one whose turn is not
    known. That those who rest show none is just so."""
    given = [place.name for place in boards if place.name is not None]
    twice = [name for name in dict.fromkeys(given) if given.count(name) > 1]
    doubt = bool(twice) or any(given or fault.code != _NO_BOARD for fault in faults)
    faults += [Fault("given-twice", f"two boards for {names.shown(name)}", "", _ONE_HAND) for name in twice]
    taken = []
    for place in boards:
        if place.name is None and doubt:
            shown = names.shown(place.text[: names.LONGEST])
            faults.append(Fault("no-name", f"whose board is '{shown}'", "", "put the name in front"))
        elif place.name is None or (place.name in seating.playing and place.name not in twice):
            taken.append(place)
        elif place.name not in twice and place.text not in DASHES:
            faults += _faults_of(place.name, seating)
    return Block(tuple(taken), tuple(faults))


def _faults_of(name: str, seating: Seating) -> tuple[Fault, ...]:
    try:
        seating.find(name)
    except SheetError as error:
        return error.faults
    return ()


def _add(line: str, found: list[_Part], seating: Seating) -> None:
    """Add what a line says to the boards found so far. Raises ``OfcError`` for one that shows none."""
    last = found[-1] if found else None
    tidy = chat.untailed(line)
    tidy = word if is_kind(chat.unmarked(word := tidy.rstrip(" ,;|/"))) else tidy
    if last is not None and last.lines and _goes_on(tidy, last, seating):
        last.lines.append(tidy)
        return
    bare = _unbulleted(tidy, seating)
    row = last is not None and not last.whole and (fits((), bare, seating.rules) or only_cards(bare))
    name = None if row else _header(line, seating) or _header(tidy, seating)
    if name is not None:
        found.append(_Part(name))
        return
    if is_kind(bare) and (named := who.seated(bare, seating)) and who.is_name(bare, named):
        raise UsageError(f"'{bare}' may be {names.shown(named)} or a board", hint="put a colon behind the name")
    boards = parts.boards_of(bare, Draft(), seating)
    boards = boards or parts.cut_at_names(tidy, seating)
    if not boards or (boards[0].name is None and len(boards) == 1):
        if not boards:
            _refuse_doubt(tidy, bare, seating)
        _add_unnamed(bare, boards, found, seating)
        return
    found += [_Part(name, [text] if text else []) for name, text in boards]


def _header(line: str, seating: Seating) -> str | None:
    """The player whose name a line is, or whom its beginning means where it can be no cards."""
    for text in dict.fromkeys((line, chat.unmarked(line))):
        name = parts.name_alone(text, Draft(), seating, cards=False)
        if (
            name is None
            and who.meant(text, seating)
            and not (fits((), text, seating.rules) or parts.shows_a_word(text))
        ):
            parts.boards_of(text, Draft(), seating)  # raises where it may be a board as well
            if len(who.meant(text, seating)) > 1:
                who.refuse(text, seating)
            name = who.seated(text, seating)
        if name is not None:
            return name
    return None


def _refuse_doubt(line: str, bare: str, seating: Seating) -> None:
    """Raise ``OfcError`` for a line that may be cards or a name in front of some, and for a name nobody has."""
    head, colon, rest = chat.unmarked(line).partition(":")
    if colon and resembles(rest.strip()):
        who.refuse(head, seating)
    apart = parts.named_apart(bare, seating)
    if apart is not None and (resembles(apart[1]) or only_cards(apart[1])):
        who.refuse(apart[0], seating)
        parts.refuse_cards(apart[0], seating)


def _add_unnamed(bare: str, boards: Sequence[Place], found: list[_Part], seating: Seating) -> None:
    """Add a board or rows without a name: to the board above that lacks some, else in turn."""
    last = found[-1] if found else None
    open_above = last is not None and not last.whole
    apart = parts.named_apart(bare, seating) if not boards else None
    if apart is not None and resembles(apart[1]):
        found.append(_Part(who.seated(apart[0], seating), [apart[1]]))
    elif not boards and not resembles(bare) and not (open_above and only_cards(bare)):
        shown = names.shown(bare[: names.LONGEST])
        raise UsageError("", faults=[Fault(_NO_BOARD, f"'{shown}' is no board")])
    elif last is not None and open_above:
        last.lines.append(bare)
    else:
        found.append(_Part(None, [bare]))


def _unbulleted(line: str, seating: Seating) -> str:
    """The line without a bullet or number in front of a board. Raises ``UsageError`` where that may be a card."""
    bare = chat.unmarked(line)
    if bare == line or not (":" in bare or resembles(bare) or who.meant(bare, seating)):
        return line
    mark = line[: -len(bare)].strip()
    if fits((), line, seating.rules) and not is_kind(line) and read_cards(mark).tokens:
        raise UsageError(f"'{mark}' may be a mark in front of the board or a card", hint="type the board alone")
    return bare


def _goes_on(line: str, last: _Part, seating: Seating) -> bool:
    """Whether the line is the rest of a board that was wrapped: together they are a whole one.

    Raises ``UsageError`` where it may as well be the name of the next player.
    """
    suit = line.casefold() in _SUITS and not who.meant(line, seating)
    shown = size_of(" ".join(last.lines)) >= sum(ROW_SIZES)
    if not suit and (shown or whole(line, seating.rules) is not None):
        return False
    if _joined([*last.lines, line], seating) is None:
        return False
    if meant := who.meant(line, seating):
        listed = ", ".join(map(names.shown, meant))
        raise UsageError(
            f"'{line}' may be {listed} or a card", hint="put a colon behind the name, or a board in one line"
        )
    if apart := parts.named_apart(line, seating):
        parts.refuse_cards(apart[0], seating)
    return True


def _joined(lines: Sequence[str], seating: Seating) -> str | None:
    """The whole board that the lines make, put together as rows, with a blank or with nothing between them."""
    texts = (_glued(lines, glue) for glue in (" / ", " ", ""))
    return next((text for text in texts if whole(text, seating.rules) is not None), None)


def _glued(lines: Sequence[str], glue: str) -> str:
    """The lines in one; where one was wrapped at a stroke, that stands between the two, however often it was typed."""
    text = lines[0]
    for line in lines[1:]:
        stroke = text.endswith(_STROKES) or line.startswith(_STROKES)
        text = f"{text.rstrip(_AT_STROKE)} / {line.lstrip(_AT_STROKE)}" if stroke else f"{text}{glue}{line}"
    return text


def _block(found: Sequence[_Part], faults: list[Fault], seating: Seating) -> Block:
    boards = []
    for part in found:
        if part.lines:
            boards.append(Place(part.name, _joined(part.lines, seating) or _glued(part.lines, " / ")))
        elif part.name is not None:
            faults += _faults_of(part.name, seating)
    return block_of(boards, faults, seating)
