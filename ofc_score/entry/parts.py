"""The boards on one line, each with its player. Pure; ``lines`` says what can be typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, who
from ofc_score.entry.actions import Place
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import WHOLE_WORDS, fits, is_kind, size_of, whole
from ofc_score.errors import UsageError
from ofc_score.rules.ruleset import NATURAL_KINDS

# Twice as many as the largest table has: a few too many are refused one by one.
MOST_BOARDS: Final = 8
_MOST_WORDS: Final = 120
_WORDS_OF_A_BOARD: Final = 20
_WORDS_BEFORE_A_COLON: Final = 2 * who.WORDS_OF_A_NAME
_NATURAL: Final = re.compile(rf"(?<!\S)({'|'.join(NATURAL_KINDS)}) : ", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[-–—=>|/,;&+•·*]+|\d{1,2}[.)]")
DASHES: Final = ("-", "–", "—")
_NUMBER: Final = re.compile(r"\*|\d{1,2}[.)]")


class _Part(NamedTuple):
    """A board, and the words of the line that name its player and that show it."""

    place: Place
    head: str
    start: int
    behind: int


def boards_of(line: str, draft: Draft, seating: Seating) -> tuple[Place, ...]:
    """The boards on a line: the next rows or the board of whoever is asked, or boards of several, or of who is named.

    Empty where it shows none, or a faulty one. Raises ``UsageError`` for a line that can be read in two ways.
    """
    asked = draft.turn(seating)
    rows = draft.rows.get(asked or "", ())
    cards = fits(rows, line, seating.rules)
    if cards and not is_kind(line):
        _refuse_name_or_card(line.split(), 0, seating, ROW_SIZES[len(rows) :][:1])
    words = _words(chat.unmarked(line))
    readings = _readings(words, seating, named=True)
    if not readings:
        readings = [(part,) for part in _next_rows(words, draft, seating)[:1]]
    if cards and (is_kind(line) or not readings):
        return (Place(None, line),)
    if cards:
        readings.append((_Part(Place(None, line), "", 0, 0),))
    if not readings:
        readings = _unnamed(line, seating)
    if len(readings) > 1:
        raise _two_ways(line, [_shown(parts, asked) for parts in readings[:2]])
    for part in readings[0] if readings else ():
        _refuse_longer_name(part, words, seating)
    return tuple(part.place for part in readings[0]) if readings else ()


def name_alone(line: str, draft: Draft, seating: Seating, *, cards: bool = True) -> str | None:
    """The player whose whole name the line is. Raises ``UsageError`` where it may as well be ``cards`` for whoever is
    asked, or a board of another: ``tom x`` where Tom and Tom X play."""
    name = who.seated(line, seating)
    if name is None or shows_a_word(line) or not who.is_name(line, name):
        return None
    if cards and fits(draft.rows.get(draft.turn(seating) or "", ()), line, seating.rules):
        hint = f"{names.shown(name)}: for the player, {' '.join(line)} for the cards"
        raise UsageError(f"'{line}' may be {names.shown(name)} or cards", hint=hint)
    for part in (part for parts in _readings(_words(line), seating, named=True) for part in parts):
        if part.place.name != name:
            raise _two_ways(line, [names.shown(name), f"'{part.place.text}' of {names.shown(part.place.name or '')}"])
    return name


def shows_a_word(line: str) -> bool:
    """Whether the line is, or ends with, a word for a board: ``x,`` and ``Ann = -`` are not only names."""
    bare = line.rstrip(" ,;|/")
    return bare.endswith(DASHES) or (is_kind(chat.bare_name(bare)) and not bare.endswith(":"))


def cut_at_names(line: str, seating: Seating) -> tuple[Place, ...]:
    """What stands behind each name with a colon, be it a board or not; empty unless the line begins with one."""
    words = _words(chat.unmarked(line))
    cuts: list[tuple[int, int, str]] = []
    for place in range(len(words)):
        if (found := _before_colon(words, place, seating)) and (not cuts or place >= cuts[-1][1]):
            cuts.append((place, *found))
    if not cuts or cuts[0][0] > 0 or len(cuts) > MOST_BOARDS:
        return ()
    given = [name for _, _, name in cuts]
    if len(set(given)) < len(given):
        twice = " and ".join(names.shown(name) for name in dict.fromkeys(given) if given.count(name) > 1)
        raise UsageError(f"two boards for {twice} in one line", hint="one hand at a time")
    ends = [*(place for place, _, _ in cuts[1:]), len(words)]
    return tuple(Place(name, _text(words[start:end])) for (_, start, name), end in zip(cuts, ends, strict=True))


def named_apart(line: str, seating: Seating) -> tuple[str, str] | None:
    """(name as typed, the rest) where the first words of the line find somebody at the table; the longest run."""
    words = _words(chat.unmarked(line))
    for count, head in who.heads(words[:-1]):
        if who.meant(head, seating):
            return head, _text(words[count + _is_between(words[count:]) :]) or _text(words[count:])
    return None


def refuse_cards(head: str, seating: Seating) -> None:
    """Raise ``UsageError`` for a name that may be the first cards of a faulty board."""
    read = read_cards(chat.bare_name(head))
    if read.size and not read.faults:
        raise _name_or_card(head, seating)


def _words(line: str) -> list[str]:
    """The words of a plain line; a colon is one by itself, but that of a declared natural."""
    return _NATURAL.sub(r"\1 ", re.sub(r"\s*:\s*", " : ", line)).split()


def _text(words: Sequence[str]) -> str:
    """Words as a board, without what separates it from the next one."""
    return chat.untailed(" ".join(words).replace(" : ", ": ").strip(" ,;|/"))


def _is_between(words: Sequence[str]) -> bool:
    return bool(words) and bool(_BETWEEN.fullmatch(words[0]) or not chat.untailed(f"x {words[0]}")[1:])


# Readings


def _readings(words: list[str], seating: Seating, *, named: bool) -> list[tuple[_Part, ...]]:
    """Up to two ways to read all the words as whole boards, every one with a name in front or none of them."""
    if len(words) > _MOST_WORDS:
        return []
    found: dict[int, list[tuple[_Part, ...]]] = {len(words): [()]}
    ways = [parts for parts in _ways(words, 0, seating, named, found) if parts]
    return [parts for parts in ways if not named or len({part.place.name for part in parts}) == len(parts)]


def _ways(
    words: list[str], at: int, seating: Seating, named: bool, found: dict[int, list[tuple[_Part, ...]]]
) -> list[tuple[_Part, ...]]:
    """Up to two ways to read the words from ``at`` on; ``found`` keeps them by place."""
    if at in found:
        return found[at]
    found[at] = []
    ways: dict[tuple[Place, ...], tuple[_Part, ...]] = {}
    for name, head, start in _named(words, at, seating) if named else [(None, "", at)]:
        for behind, board in _boards(words, start, seating):
            part = _Part(Place(name, board), head, at, behind)
            after = behind
            while named and _ends_here(words, after, seating):
                after += 1
            for rest in _ways(words, after, seating, named, found):
                parts = (part, *rest)
                ways.setdefault(tuple(it.place for it in parts), parts)
    found[at] = list(ways.values())[:2]
    return found[at]


def _ends_here(words: Sequence[str], at: int, seating: Seating) -> bool:
    """Whether a word only parts two boards: a dash does in front of a name with a colon, else it is a board."""
    return _is_between(words[at:]) and (words[at] not in DASHES or _before_colon(words, at + 1, seating) is not None)


def _named(words: list[str], at: int, seating: Seating) -> list[tuple[str, str, int]]:
    """(name, as typed, where its board begins) for every name that begins at a word."""
    if found := _before_colon(words, at, seating):
        return [(found[1], " ".join(words[at : found[0] - 1]), found[0])]
    listed = []
    for count, head in who.heads(words[at : at + who.WORDS_OF_A_NAME]):
        name = who.seated(head, seating)
        if name is not None and words[at + count :][:1] != [":"]:
            listed.append((name, head, at + count))
            if _is_between(words[at + count :]):
                listed.append((name, head, at + count + 1))
    return listed


def _before_colon(words: Sequence[str], at: int, seating: Seating) -> tuple[int, str] | None:
    """(the place behind the colon, name) where a name with a colon begins at a word."""
    ends = [end for end in range(at + 1, min(at + _WORDS_BEFORE_A_COLON, len(words))) if words[end] == ":"]
    for end in reversed(ends[:2]):
        head = " ".join(words[at:end])
        if (name := who.in_chat(head, seating)) is not None:
            return end + 1, name
    return None


def _boards(words: Sequence[str], start: int, seating: Seating) -> list[tuple[int, str]]:
    """Whole boards that begin at a word, as (the word behind it, text)."""
    found = []
    for end in range(start + 1, min(start + _WORDS_OF_A_BOARD, len(words)) + 1):
        if words[end - 1] == ":":
            break
        board = " ".join(words[start:end]).strip(" ,;|/")
        size = size_of(board) if board else 0
        if size > sum(ROW_SIZES):
            break
        if size == sum(ROW_SIZES) and whole(board, seating.rules) is not None:
            found.append((end, board))
    return found


def _next_rows(words: list[str], draft: Draft, seating: Seating) -> list[_Part]:
    """A name and the next rows of that player's board, or an order to sit out."""
    found = []
    for name, head, start in _named(words, 0, seating):
        board = _text(words[start:])
        if board and fits(draft.rows.get(name, ()), board, seating.rules):
            found.append(_Part(Place(name, board), head, 0, len(words)))
    return found


def _unnamed(line: str, seating: Seating) -> list[tuple[_Part, ...]]:
    """Boards of several players in the order of their turns; none where a word among them may be a name or a mark."""
    if ":" in line:
        return []
    readings = [parts for parts in _readings(_words(line), seating, named=False) if len(parts) > 1]
    for parts in readings:
        if len(parts) > MOST_BOARDS:
            raise UsageError(f"{len(parts)} boards in one line", hint="one hand at a time")
        for word, board in pairwise(parts):
            if is_kind(word.place.text) and not is_kind(board.place.text):
                _refuse_word(word.place.text, board.place.text, seating)
    return readings


# Doubts


def _refuse_name_or_card(words: Sequence[str], taken: int, seating: Seating, rows: Sequence[int] = ()) -> None:
    """Raise ``UsageError`` for ``a KK QQ883 J9752f`` and ``ann k QQ ...``: the next word has several cards, so the one
    in front may as well be a player, part of the name or a bullet; one that is a row by itself is cards."""
    if len(words) > 1 and not taken and _NUMBER.fullmatch(words[0]) and read_cards(words[1]).size > 1:
        raise _doubt(words[0], ["a mark in front of the board", "a card"], "")
    for count in range(taken + 1, min(who.WORDS_OF_A_NAME, len(words) - 1) + 1):
        read = read_cards(" ".join(words[taken:count]))
        if not read.size or read.faults or read.size in rows or read_cards(words[count]).size < 2:
            continue
        head = " ".join(words[:count])
        if who.meant(head, seating):
            raise (
                _name_or_card(head, seating)
                if not taken
                else _doubt(words[count - 1], ["part of a name", "a card"], head)
            )


def _refuse_longer_name(part: _Part, words: Sequence[str], seating: Seating) -> None:
    """Raise ``UsageError`` where a word of the board may belong to the name, or the name is a word for a board."""
    name, board = part.place
    behind = words[part.start : part.behind]
    count = len(part.head.split())
    if name is None or not part.head or behind[count : count + 1] == [":"]:
        return
    if chat.bare_name(part.head).casefold() in WHOLE_WORDS and not who.is_name(part.head, name):
        _refuse_word(chat.bare_name(part.head), board, seating)
    longer = f"{part.head} {board}"
    if is_kind(board) and board not in DASHES and who.meant(longer, seating):
        raise _two_ways(longer, [names.shown(who.meant(longer, seating)[0]), f"'{board}' of {names.shown(name)}"])
    _refuse_name_or_card(behind, count, seating)


def _refuse_word(word: str, board: str, seating: Seating) -> None:
    """Raise ``UsageError`` for ``x QQ2 KK883 AT752f`` where Xavier plays, and for a dash that may be a bullet."""
    if word in DASHES:
        hint = "type the board alone; or - and Enter, then the board"
        raise UsageError(f"'{word}' may be a mark in front of the board, or a player who sits out", hint=hint)
    if found := who.meant(word, seating):
        shown = names.shown(found[0])
        listed = ", ".join(map(names.shown, found))
        raise UsageError(
            f"'{word}' may be {listed} or a board of its own", hint=f"{shown}: {board}; or one board a line"
        )


def _name_or_card(head: str, seating: Seating) -> UsageError:
    found = who.meant(head, seating)
    return _doubt(head, [*map(names.shown, found), "a card"], found[0])


def _doubt(word: str, meanings: Sequence[str], name: str) -> UsageError:
    listed = f"{', '.join(meanings[:-1])} or {meanings[-1]}"
    hint = (
        f"{names.shown(name)}: ... for the player, a row without a blank for the cards"
        if name
        else ("type the board alone, a row without a blank")
    )
    return UsageError(f"'{names.shown(word)}' may be {listed}", hint=hint)


def _two_ways(line: str, ways: Sequence[str]) -> UsageError:
    return UsageError(f"'{names.shown(line[:60])}' may be {' or '.join(ways)}", hint="put a colon behind the name")


def _shown(parts: Sequence[_Part], asked: str | None) -> str:
    """A reading in short: ``Ann: QQ2 KK883 AT752f, Bob: x``."""
    return ", ".join(f"{names.shown(part.place.name or asked or '?')}: {part.place.text}" for part in parts)
