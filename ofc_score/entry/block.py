"""Pasted blocks: the boards of a hand in several lines, as they come from chats and lists. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ofc_score import names
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, single, who
from ofc_score.entry.actions import Block, Place
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import is_kind, only_cards, resembles, size_of, whole
from ofc_score.entry.several import given_twice, read_several, sits_out
from ofc_score.errors import Fault, OfcError, UsageError

MOST_LINES: Final = 120
# So many cards are a board, one of them perhaps forgotten.
_NEARLY: Final = 11
# Alone on a line the suit of the last card, or the sign of a flush.
_SUITS: Final = tuple("cdhsf♣♧♦♢♥♡♠♤")
_STROKES: Final = ("/", "|")
_AT_STROKE: Final = "/| "
_ONE_HAND: Final = "paste one hand at a time"


@dataclass(slots=True)
class _Part:
    """What the lines so far say of one board. ``faults`` say why its name shows none.

    ``lost``: a line before it was no board, perhaps a name; ``shifted``: one was perhaps a board, so that whose turn it
    is now is not known.
    """

    name: str | None
    rows: list[str] = field(default_factory=list)
    faults: tuple[Fault, ...] = ()
    lost: bool = False
    shifted: bool = False


def read_block(lines: Sequence[str], seating: Seating) -> Block:
    """Boards of several lines: each with its name in front, its name on a line of its own, or none in turn.

    Lines that follow a name alone, rows one below the other and the rest of a wrapped line belong to one board.
    Raises ``UsageError`` for more lines than a hand has.
    """
    if len(lines) > MOST_LINES:
        raise UsageError(f"{len(lines)} lines are more than a hand has", hint=_ONE_HAND)
    parts: list[_Part] = []
    faults: list[Fault] = []
    known = who.known(seating)
    for line in lines:
        plain = chat.plain(chat.unstamped(line, known))
        timed = chat.is_time(plain)
        if not plain or (timed and not chat.names_somebody(plain, known)):
            continue
        try:
            said = chat.untimed(plain, known)
            if timed and (chat.is_time(said) or (parts and not parts[-1].rows)):
                raise UsageError(f"'{plain}' may be a time or a player", hint="the name alone, with a colon")
            _add(said, parts, seating, faults)
        except OfcError as error:
            if any(fault.code != "no-board" for fault in error.faults) or not error.faults:
                parts.append(_Part(None, shifted=True))  # what follows does not belong to the name before
            faults += error.each()
    return _block(parts, faults, seating)


def _add(said: str, parts: list[_Part], seating: Seating, faults: Sequence[Fault]) -> None:
    """Add what a line says to the parts. Raises ``OfcError`` for one that says no board."""
    said = word if is_kind(word := said.rstrip(" ,;")) else said
    if (last := parts[-1] if parts else None) is not None and last.rows and _goes_on(said, last, seating):
        last.rows.append(chat.untailed(said))
        return
    if " " in said and (several := read_several(_unbulleted(said, seating), seating, ())) is not None:
        parts += [_Part(name, [text]) for name, text in several.boards]
        if several.faults:
            raise UsageError("", faults=several.faults)
        return
    named = _named(said, last, seating)
    if named is not None:
        parts.append(named)
        return
    board = _unbulleted(chat.untailed(said), seating)
    if not resembles(board) and not (last is not None and not _whole(last.rows) and only_cards(board)):
        raise UsageError("", faults=[Fault("no-board", f"'{names.shown(said[: names.LONGEST])}' is no board")])
    if last is not None and not _whole(last.rows):
        last.rows.append(board)
    else:
        shifted = any(fault.code != "no-board" for fault in faults) or any(
            part.shifted or (part.name is None and part.faults) for part in parts
        )
        parts.append(_Part(None, [board], lost=bool(faults), shifted=shifted))


def _named(said: str, last: _Part | None, seating: Seating) -> _Part | None:
    """A line with a name in front, or a name alone; None for any other."""
    alone = single.whole_name(said, seating)
    if alone is not None and not only_cards(alone[1]):
        return _Part(alone[0], faults=who.faults_of(alone[0], seating))
    bare = _unbulleted(said, seating)
    for text in dict.fromkeys((said, bare)):
        if not _is_header(text, last, seating) and single.of_asked(text, Draft(), seating) is not None:
            return None
    found = single.after_colon(said, seating, ()) if _plays(said, seating) else None
    found = found or single.after_name(said, Draft(), seating)
    if found is not None and found.name is not None:
        return _Part(found.name, [found.text] if isinstance(found, Place) else [])
    for text in dict.fromkeys((said, chat.unmarked(said))):
        head, colon, rest = text.partition(":")
        meant = who.meant(head, seating)
        if not meant or (not colon and resembles(head) and not _is_header(head, last, seating)):
            continue
        if len(meant) > 1:
            who.refuse(head, seating)
        return _Part(meant[0], [rest.strip()] if rest.strip() else [], who.faults_of(meant[0], seating))
    single.refuse_doubt(_unbulleted(chat.untailed(said), seating), seating)
    apart = single.named_apart(chat.unmarked(said), seating)
    if apart is not None and (resembles(apart[1]) or sits_out(apart[1])):
        if not is_kind(apart[1]):
            single.refuse_cards(apart[0], seating)
        return _Part(who.seated(apart[0], seating), [apart[1]], who.faults_of(apart[0], seating))
    return None


def _plays(said: str, seating: Seating) -> bool:
    """Whether the name in front of a colon is not one of those who rest or are out: what they say is no fault yet."""
    heads = [text.partition(":")[0] for text in (said, chat.unmarked(said))]
    return not any((name := who.seated(head, seating)) and name not in seating.playing for head in heads)


def _is_header(said: str, last: _Part | None, seating: Seating) -> bool:
    """Whether the line is somebody's whole name, though it can be read as cards: unless a board is waited for."""
    name = None if is_kind(said) else who.seated(said, seating)
    return name is not None and who.is_name(said, name) and (last is None or bool(last.rows))


def _unbulleted(said: str, seating: Seating) -> str:
    """The line without a bullet or number in front of a board."""
    bare = chat.unmarked(said)
    return bare if bare != said and (":" in bare or whole(bare, seating.rules) or resembles(bare)) else said


def _goes_on(said: str, last: _Part, seating: Seating) -> bool:
    """Whether the line is the rest of a board that was wrapped: together they are a whole one.

    Raises ``UsageError`` where it may as well be the name of the next player.
    """
    rest = chat.untailed(said)
    suit = rest.casefold() in _SUITS and not who.meant(said, seating)
    if not suit and (size_of(" ".join(last.rows)) >= sum(ROW_SIZES) or whole(rest, seating.rules) is not None):
        return False
    if _joined([*last.rows, rest], seating) is None:
        return False
    if who.meant(said, seating):
        meant = ", ".join(map(names.shown, who.meant(said, seating)))
        raise UsageError(f"'{said}' may be {meant} or a card", hint="a colon behind the name, or a board in one line")
    single.refuse_doubt(rest, seating)
    return True


def _joined(rows: Sequence[str], seating: Seating) -> str | None:
    """The whole board that the lines make, put together as rows, with a blank or with nothing between them."""
    told = (_glued(rows, glue) for glue in (" / ", " ", ""))
    return next((text for text in told if whole(text, seating.rules) is not None), None)


def _glued(rows: Sequence[str], glue: str) -> str:
    """The lines in one; where one was wrapped at a stroke, that stands between the two, however often it was typed."""
    said = rows[0]
    for row in rows[1:]:
        stroke = said.endswith(_STROKES) or row.startswith(_STROKES)
        said = f"{said.rstrip(_AT_STROKE)} / {row.lstrip(_AT_STROKE)}" if stroke else f"{said}{glue}{row}"
    return said


def _whole(rows: Sequence[str]) -> bool:
    """Whether the lines so far tell a board, be it a faulty one."""
    return size_of(" ".join(rows)) >= _NEARLY


def _block(parts: Sequence[_Part], faults: list[Fault], seating: Seating) -> Block:
    told: list[Place] = []
    named = any(part.name is not None for part in parts)
    for part in parts:
        if not part.rows or (part.faults and sits_out(" ".join(part.rows)) and part.name is not None):
            continue
        text = chat.untailed(_joined(part.rows, seating) or _glued(part.rows, " / "))
        if part.faults:
            faults += part.faults
        elif part.name is None and (part.shifted or (part.lost and named)):
            faults.append(Fault("no-name", f"whose board is '{text[: names.LONGEST]}'", "", "its name in front"))
        else:
            told.append(Place(part.name, text))
    twice = given_twice(told)
    faults += [Fault("given-twice", f"two boards for {names.shown(name)}", "", _ONE_HAND) for name in twice]
    boards = [place for place in told if place.name not in twice]
    return Block(tuple(boards), tuple(faults))
