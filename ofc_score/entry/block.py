"""Pasted blocks: the boards of a hand in several lines, as they come from chats and lists. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ofc_score import names
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, parts, who
from ofc_score.entry.actions import Block, Place
from ofc_score.entry.draft import Seating
from ofc_score.entry.parts import DASHES
from ofc_score.entry.rows import only_cards, resembles, size_of, whole
from ofc_score.errors import Fault, OfcError, SheetError, UsageError

MOST_LINES: Final = 120
# So many cards are a board, one of them perhaps forgotten.
_NEARLY: Final = 11
# Alone on a line the suit of the last card, or the sign of a flush.
_SUITS: Final = tuple("cdhsf♣♧♦♢♥♡♠♤")
_STROKES: Final = re.compile(r"\s*[/|][/|\s]*")
_ONE_HAND: Final = "paste one hand at a time"


@dataclass(slots=True)
class _Part:
    """What the lines so far say of one board: its player (None: in turn) and the lines that show it."""

    name: str | None
    lines: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards the lines show."""
        return size_of(" ".join(self.lines))

    def joined(self, seating: Seating, *more: str) -> str | None:
        """The whole board that the lines make, put together as rows, with a blank or with nothing between them."""
        texts = (_STROKES.sub(" / ", glue.join((*self.lines, *more))) for glue in (" / ", " ", ""))
        return next((text for text in texts if whole(text, seating.rules) is not None), None)


def read_block(lines: Sequence[str], seating: Seating) -> Block:
    """The boards of several lines: each with its name in front, its name on a line of its own, or all without names.

    Lines that follow a name alone, rows one below the other and the rest of a wrapped line belong to one board. What
    is wrong with a line is a fault of the block. Raises ``UsageError`` for more lines than a hand has.
    """
    if len(lines) > MOST_LINES:
        raise UsageError(f"{len(lines)} lines are more than a hand has", hint=_ONE_HAND)
    found: list[_Part] = []
    faults: list[Fault] = []
    for line in map(chat.plain, lines):
        try:
            if not chat.is_time(line):
                _add(who.tidy(chat.unstamped(line), seating), found, seating)
            elif who.meant(chat.day_of(line), seating):
                raise UsageError(f"'{line}' may be a time or a player", hint="type the name alone, with a colon")
        except OfcError as error:
            found.append(_Part(None))  # what follows does not belong to the name before
            faults += error.each()
    boards = [
        Place(part.name, part.joined(seating) or _STROKES.sub(" / ", " / ".join(part.lines)))
        for part in found
        if part.lines or part.name not in (None, *seating.playing)
    ]
    return block_of(boards, faults, seating)


def block_of(boards: Sequence[Place], faults: list[Fault], seating: Seating) -> Block:
    """Boards with what is wrong with them: two of one player, one of somebody who does not play, one whose turn is not
    known, as others have names or a fault. That those who rest show none is just so."""
    given = [place.name for place in boards if place.name is not None]
    doubt = bool(given or faults)
    twice = [name for name in dict.fromkeys(given) if given.count(name) > 1]
    faults += [Fault("given-twice", f"two boards for {names.shown(name)}", "", _ONE_HAND) for name in twice]
    taken = []
    for name, text in boards:
        if name is None and doubt:
            shown = names.shown(text[: names.LONGEST])
            faults.append(Fault("no-name", f"whose board is '{shown}'", "", "put the name in front"))
        elif name is None or (name in seating.playing and name not in twice):
            taken.append(Place(name, text))
        elif name not in twice and text not in DASHES:
            try:
                seating.find(name)
            except SheetError as error:
                faults += error.faults
    return Block(tuple(taken), tuple(faults))


def _add(line: str, found: list[_Part], seating: Seating) -> None:
    """Add what a line says to the boards found so far. Raises ``OfcError`` for one that shows none."""
    last = found[-1] if found else _Part(None)
    if last.lines and _goes_on(line, last, seating):
        last.lines.append(line)
        return
    boards = parts.boards_of(line, seating)
    if not boards:
        if len(who.meant(chat.unmarked(line), seating)) > 1:
            who.refuse(chat.unmarked(line), seating)
        boards = (_faulty(line, seating),)
    if len(boards) > 1 and boards[0].name is None:
        raise UsageError(f"whose boards are '{names.shown(line[:60])}'", hint="one board a line, or the names in front")
    for name, text in boards:
        if name is None and (last.name or last.lines) and last.size < _NEARLY:
            last.lines.append(text)
        else:
            found.append(_Part(name, [text] if text else []))


def _faulty(line: str, seating: Seating) -> Place:
    """A board with a fault in it. Raises ``OfcError`` for one that may be somebody else's, and for any other text."""
    bare = chat.unmarked(line)
    if named := parts.faulty(line, seating):
        head, place = named
        if resembles(place.text) or only_cards(place.text):
            if ":" not in bare:
                parts.refuse_cards(head, seating)
            return place
    elif resembles(bare):
        return Place(None, bare)
    raise UsageError(f"'{names.shown(bare[: names.LONGEST])}' is no board")


def _goes_on(line: str, last: _Part, seating: Seating) -> bool:
    """Whether the line is the rest of a board that was wrapped: together they are a whole one.

    Raises ``UsageError`` where it may as well be the name of the next player.
    """
    meant = who.meant(line, seating)
    suit = line.casefold() in _SUITS and not meant
    if not suit and (last.size >= sum(ROW_SIZES) or whole(line, seating.rules) is not None):
        return False
    if last.joined(seating, line) is None:
        return False
    if meant:
        listed = ", ".join(map(names.shown, meant))
        raise UsageError(
            f"'{line}' may be {listed} or a card", hint="put a colon behind the name, or a board in one line"
        )
    words = line.split()
    for _, head in who.heads(words[:-1]):
        if who.meant(head, seating):
            parts.refuse_cards(head, seating)
    return True
