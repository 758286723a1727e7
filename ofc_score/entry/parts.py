"""The boards on one line, each with its player. Pure; ``lines`` says what can be typed.

A line is read in every way that the grammar knows. One way is taken, two are refused with both of them named. A name
with a colon behind it is never in doubt. A name that may as well be a card is, also where its board has a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, who
from ofc_score.entry.actions import Place
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import fits, is_kind, only_cards, resembles, size_of, whole
from ofc_score.errors import UsageError
from ofc_score.rules.ruleset import NATURAL_KINDS

_MOST_WORDS: Final = 120
_WORDS_OF_A_BOARD: Final = 20
_NATURAL: Final = re.compile(rf"(?<!\S)({'|'.join(NATURAL_KINDS)}) : ", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[-–—=>|/,;&+•·*]+|\d{1,2}[.)]")
DASHES: Final = ("-", "–", "—")


class _Part(NamedTuple):
    """A board, with the words in front of it that name its player and those from there to its end."""

    place: Place
    head: str = ""
    behind: Sequence[str] = ()


def boards_of(line: str, seating: Seating, draft: Draft | None = None) -> tuple[Place, ...]:
    """The boards on a line: cards for whoever is asked, or boards of several, or of who is named; a name alone has an
    empty text. Without a draft it is a line of a block, and several cards without a name are rows of any size.

    Empty where the line shows none, or a faulty one. Raises ``UsageError`` for a line that can be read in two ways.
    """
    bare = chat.unmarked(line)
    words = _words(bare)
    if not words or len(words) > _MOST_WORDS:
        return ()
    asked = draft.turn(seating) if draft else None
    rows = draft.rows if draft else {}
    before = rows.get(asked or "", ())
    fitting = fits(before, bare, seating.rules)
    mark = line.removesuffix(bare).strip()
    card = bool(draft and read_cards(mark.rstrip(".)")).tokens) if fitting else fits(before, line, seating.rules)
    if mark and card and not is_kind(line):
        raise _doubt(mark, ["a mark in front of the board", "a card"], "type the board alone")
    loose = draft is None and only_cards(bare)
    if name := _name_alone(bare, seating, cards=fitting or (loose and size_of(bare) in ROW_SIZES)):
        return (Place(name, ""),)
    if at_colons := _at_colons(words, seating):
        return at_colons
    readings = list(_readings(words, seating, named=True))
    if not readings:
        readings = [(part,) for part in _next_rows(words, rows, seating)[:1]]
    if fitting or (loose and not readings):
        if not is_kind(bare):
            _refuse_name_or_card(words, 0, seating, ROW_SIZES[len(before) :][:1] if fitting else None)
        readings.append((_Part(Place(None, bare)),))
    in_turn = _readings(_words(line) if draft else words, seating, named=False)
    readings += [parts for parts in in_turn if len(parts) > 1]
    if len(readings) > 1:
        raise _two_ways(line, [_shown(parts, asked) for parts in readings[:2]])
    parts = readings[0] if readings else ()
    for part in parts:
        _refuse_longer_name(part, seating)
    for (player, word), (_, board) in pairwise(part.place for part in parts):
        if player is None and is_kind(word) and not is_kind(board):
            _refuse_word(word, board, seating)
    return tuple(part.place for part in parts)


def faulty(line: str, seating: Seating, *, may_be_other: bool = False) -> tuple[str, Place] | None:
    """A name as typed, and what stands behind it where that is no board: placing it says what is wrong. None where
    nobody is named.

    Raises ``SheetError`` for a board behind a name that several have, or nobody (unless the line ``may_be_other``).
    """
    words = _words(chat.unmarked(line))
    head, colon, rest = " ".join(words).partition(" : ")
    if colon and resembles(rest) and not (may_be_other and not who.meant(head, seating)):
        who.refuse(head, seating)
    for count, head in who.heads(words[:-1]):
        if who.meant(head, seating):
            text = _text(words[count + _is_between(words[count:]) :]) or _text(words[count:])
            if resembles(text):
                who.refuse(head, seating)
            return head, Place(who.seated(head, seating), text)
    return None


def refuse_cards(head: str, seating: Seating) -> None:
    """Raise ``UsageError`` for a name that may be the first cards of a faulty board."""
    read = read_cards(chat.bare_name(head))
    if read.size and not read.faults:
        found = who.meant(head, seating)
        raise _doubt(head, [*map(names.shown, found), "a card"], f"{names.shown(found[0])}: ... for the player")


def _words(line: str) -> list[str]:
    """The words of a plain line; a colon is one by itself, but that of a declared natural."""
    return _NATURAL.sub(r"\1 ", re.sub(r"\s*:\s*", " : ", line)).split()


def _text(words: Sequence[str]) -> str:
    """Words as a board, without what separates it from the next one."""
    return chat.untailed(" ".join(words).replace(" : ", ": ").strip(" ,;|/"))


def _is_between(words: Sequence[str]) -> bool:
    return bool(words) and bool(_BETWEEN.fullmatch(words[0]) or not chat.untailed(f"x {words[0]}")[1:])


# Readings


def _at_colons(words: list[str], seating: Seating) -> tuple[Place, ...]:
    """What stands behind each name with a colon, be it a board or not; empty unless the line begins with one."""
    found: list[tuple[str, int, int]] = []
    at = 0
    while at < len(words):
        name, start = _before_colon(words, at, seating)
        if name:
            found.append((name, at, start))
        elif not found:
            return ()
        at = max(start, at + 1)
    places = []
    for (name, _, start), (_, end, _) in zip(found, [*found[1:], ("", len(words), 0)], strict=True):
        text = words[start:end]
        while len(text) > 1 and end < len(words) and _is_between(text[-1:]):
            text.pop()
        places.append(Place(name, _text(text)))
    return tuple(places)


def _before_colon(words: Sequence[str], at: int, seating: Seating) -> tuple[str, int]:
    """(name, the place behind the colon) where a name with a colon begins at a word, else ("", 0)."""
    ends = [end for end in range(at + 1, min(at + 2 * who.WORDS_OF_A_NAME, len(words))) if words[end] == ":"]
    found = ((who.in_chat(" ".join(words[at:end]), seating), end + 1) for end in reversed(ends[:2]))
    return next(((name, start) for name, start in found if name), ("", 0))


def _readings(words: list[str], seating: Seating, *, named: bool) -> Iterator[tuple[_Part, ...]]:
    """Up to two ways to read all the words as whole boards, every one with a name in front or none of them."""
    ways: dict[int, list[tuple[_Part, ...]]] = {len(words): [()]}
    for at in range(len(words) - 1, -1, -1):
        found: dict[tuple[Place, ...], tuple[_Part, ...]] = {}
        for name, head, behind, start in _named(words, at, seating) if named else [(None, "", at, at)]:
            for end, text in _boards(words, start, seating):
                part = _Part(Place(name, text), head, words[behind:end])
                for rest in (rest for after in _after(words, end, named=named) for rest in ways[after]):
                    found.setdefault((part.place, *(it.place for it in rest)), (part, *rest))
        ways[at] = list(found.values())[:2]
    for parts in ways[0]:
        if parts and (not named or len({part.place.name for part in parts}) == len(parts)):
            yield parts


def _after(words: Sequence[str], end: int, *, named: bool) -> Iterator[int]:
    """Where the next board or name may begin: behind a board, or behind what parts it from the next. A dash behind a
    name is a board; without names it may be either."""
    yield end
    while _is_between(words[end:]) and named != (words[end] in DASHES):
        end += 1
        yield end


def _named(words: list[str], at: int, seating: Seating) -> Iterator[tuple[str, str, int, int]]:
    """(name, as typed, the word behind it, where its board begins) for every name that begins at a word."""
    for count, head in who.heads(words[at : at + who.WORDS_OF_A_NAME]):
        if name := who.seated(head, seating):
            behind = at + count
            yield name, head, behind, behind
            if _is_between(words[behind:]):
                yield name, head, behind, behind + 1


def _boards(words: Sequence[str], start: int, seating: Seating) -> Iterator[tuple[int, str]]:
    """Whole boards that begin at a word, as (the word behind it, text)."""
    for end in range(start + 1, min(start + _WORDS_OF_A_BOARD, len(words)) + 1):
        board = " ".join(words[start:end]).strip(" ,;|/")
        size = size_of(board) if board else 0
        if size > sum(ROW_SIZES):
            return
        if size == sum(ROW_SIZES) and whole(board, seating.rules) is not None:
            yield end, board


def _next_rows(words: list[str], rows: Mapping[str, tuple[str, ...]], seating: Seating) -> list[_Part]:
    """A name and the next rows of that player's board, or an order to sit out."""
    return [
        _Part(Place(name, board), head, words[behind:])
        for name, head, behind, start in _named(words, 0, seating)
        if (board := _text(words[start:])) and fits(rows.get(name, ()), board, seating.rules)
    ]


def _name_alone(bare: str, seating: Seating, *, cards: bool) -> str | None:
    """The player whose name the line is, or whom its beginning means where it can be no ``cards``. Raises
    ``UsageError`` where it may as well be cards, or a board of another: ``tom x`` where Tom and Tom X play."""
    name = who.seated(bare, seating)
    if name is None or bare.rstrip(" ,;|/").endswith(DASHES):
        return None
    exact = who.is_name(bare, name)
    if (cards or is_kind(chat.bare_name(bare))) and not bare.endswith(":"):
        if exact:
            what, way = ("a board", "x" if len(bare) > 1 else "foul") if is_kind(bare) else ("cards", " ".join(bare))
            hint = f"{names.shown(name)}: for the player, {way} for the {what.split()[-1]}"
            raise UsageError(f"'{bare}' may be {names.shown(name)} or {what}", hint=hint)
        return None
    head, _, last = bare.rpartition(" ")
    other = who.seated(head, seating) if head and is_kind(last) else None
    if other is None or (exact and other == name):
        return name
    raise _two_ways(bare, [names.shown(name), f"'{last}' of {names.shown(other)}"])


# Doubts


def _refuse_name_or_card(words: Sequence[str], taken: int, seating: Seating, rows: Sequence[int] | None = ()) -> None:
    """Raise ``UsageError`` for ``a KK QQ883 J9752f`` and ``ann k QQ ...``: the next word has several cards, so the one
    in front may as well be a player or part of the name; one that is a row by itself is cards. Where the line has a
    fault, ``rows`` is None, and every such word is in doubt."""
    for count in range(taken + 1, min(who.WORDS_OF_A_NAME, len(words) - 1) + 1):
        read = read_cards(" ".join(words[taken:count]))
        sure = rows is not None and (read.size in rows or read_cards(words[count]).size < 2)
        head = " ".join(words[:count])
        if read.size and not read.faults and not sure and who.meant(head, seating):
            if not taken:
                refuse_cards(head, seating)
            raise _doubt(words[count - 1], ["part of a name", "a card"], f"{head}: ... for the player")


def _refuse_longer_name(part: _Part, seating: Seating) -> None:
    """Raise ``UsageError`` where a word of the board may belong to the name."""
    name, board = part.place
    if name is None:
        return
    bare = chat.bare_name(part.head)
    if is_kind(bare):
        _refuse_word(bare, board, seating)
    longer = f"{part.head} {board}"
    if is_kind(board) and board not in DASHES and who.meant(longer, seating):
        raise _two_ways(longer, [names.shown(who.meant(longer, seating)[0]), f"'{board}' of {names.shown(name)}"])
    head = part.head.split()
    _refuse_name_or_card([*head, *part.behind], len(head), seating)


def _refuse_word(word: str, board: str, seating: Seating) -> None:
    """Raise ``UsageError`` for a word that is a board by itself where a name begins so: ``x QQ2 ...`` and Xavier."""
    if found := who.meant(word, seating):
        raise _two_ways(f"{word} {board}", [*map(names.shown, found), f"'{word}' and the next board"])


def _doubt(word: str, meanings: Sequence[str], hint: str) -> UsageError:
    listed = f"{', '.join(meanings[:-1])} or {meanings[-1]}"
    return UsageError(f"'{names.shown(word)}' may be {listed}", hint=f"{hint}, a row without a blank for the cards")


def _two_ways(line: str, ways: Sequence[str]) -> UsageError:
    return UsageError(f"'{names.shown(line[:60])}' may be {' or '.join(ways)}", hint="put a colon behind the name")


def _shown(parts: Sequence[_Part], asked: str | None) -> str:
    """A reading in short: ``Ann: QQ2 KK883 AT752f, Bob: x``."""
    named = [(part.place.name or (asked if len(parts) == 1 else None), part.place.text) for part in parts]
    listed = ", ".join(text if name is None else f"{names.shown(name)}: {text}" for name, text in named)
    return listed if named[0][0] else f"boards in turn: {listed}"
