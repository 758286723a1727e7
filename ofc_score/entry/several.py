"""The boards of several players in one line. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, who
from ofc_score.entry.actions import Block, Place
from ofc_score.entry.draft import Seating
from ofc_score.entry.rows import WHOLE_WORDS, size_of, whole
from ofc_score.entry.single import refuse_longer, unseparated
from ofc_score.errors import Fault, UsageError
from ofc_score.rules.ruleset import NATURAL_KINDS

_MOST_COLONS: Final = 40
_MOST_WORDS: Final = 120
_WORDS_OF_A_BOARD: Final = 20
# Twice as many as the largest table has: a few too many are told one by one.
_MOST_BOARDS: Final = 8
_HEAD: Final = re.compile(r"(?<![^\s,;|/])(?=\S)")
_MARK_BEHIND: Final = re.compile(r"(?<=\S) ?(?:[-–—•·>]|\s\d{1,2}[.)])$")


def read_several(said: str, seating: Seating, commands: Sequence[str]) -> Block | None:
    """The boards of several players in one line; None for any other line.

    Raises ``UsageError``: two boards for one player, far too many boards, a word that may be a board or a name.
    """
    parts = _by_colon(chat.unmarked(said), seating)
    if parts is None:
        # No row has a colon in it.
        bare = chat.untailed(said)
        parts = [Place(None, part) for part in parts_by_size(bare)] if ":" not in bare else []
        parts = _unless_named(parts, seating)
    if len(parts) < 2 or not all(whole(part.text, seating.rules) for part in parts):
        # Some of the names have no colon; else what is wrong with a part is told when it is placed.
        command = said.split(maxsplit=1)[0].casefold() in commands
        parts = (_by_name(chat.unmarked(chat.untailed(said)), seating) if not command else []) or parts
    if len(parts) < 2:
        return None
    if twice := given_twice(parts):
        told = " and ".join(map(names.shown, twice))
        raise UsageError(f"two boards for {told} in one line", hint="one hand at a time")
    faults = _not_playing(parts, seating)
    parts = [part for part in parts if part.name is None or part.name in seating.playing]
    if len(parts) > _MOST_BOARDS:
        raise UsageError(f"{len(parts)} boards in one line", hint="one hand at a time")
    return Block(tuple(parts), tuple(faults))


def _not_playing(parts: Sequence[Place], seating: Seating) -> list[Fault]:
    """What is wrong with boards of those who rest or are out; that they show none is just so."""
    named = [part.name for part in parts if part.name is not None and not sits_out(part.text)]
    return [fault for name in named for fault in who.faults_of(name, seating)]


def given_twice(parts: Sequence[Place]) -> list[str]:
    """Who has more than one board among these."""
    named = [part.name for part in parts if part.name is not None]
    return [name for name in dict.fromkeys(named) if named.count(name) > 1]


def sits_out(text: str) -> bool:
    """Whether the text says that somebody plays no hand."""
    return text.strip() in ("-", "–", "—")


def _by_colon(said: str, seating: Seating) -> list[Place] | None:
    """The line cut at the names with a colon; None unless it begins with one and has another."""
    if said.count(":") < 2:
        return None
    cuts: list[tuple[int, int, str]] = []
    colons = list(re.finditer(r"\s?:", said))
    for colon in colons if len(colons) <= _MOST_COLONS else ():
        for head in _HEAD.finditer(said, max(colon.start() - 3 * names.LONGEST, 0), colon.start()):
            typed = said[head.start() : colon.start()]
            name = who.seated(typed, seating)
            if name is not None and typed.casefold() not in NATURAL_KINDS and (":" not in typed or ":" in name):
                while cuts and cuts[-1][0] >= head.start():
                    cuts.pop()  # Dr: is the beginning of Dr: Who
                cuts.append((head.start(), colon.end(), name))
                break
    if len(cuts) < 2 or cuts[0][0] > 0:
        return None
    ends = [*(start for start, _, _ in cuts[1:]), len(said)]
    return [Place(name, _trimmed(said[start:end])) for (_, start, name), end in zip(cuts, ends, strict=True)]


def _trimmed(part: str) -> str:
    """A part of the line without what separates it from the next one."""
    board = part.strip(" ,;|/")
    return chat.untailed(board if sits_out(board) else _MARK_BEHIND.sub("", board).rstrip(" ,;|/"))


def parts_by_size(said: str) -> list[str]:
    """Rows of 3, 5 and 5 cards again and again, and words that stand for a board; nothing where it is anything else."""
    parts: list[str] = []
    rows: list[str] = []
    for word in re.split(r"[\s/|,;]+", said):
        if not rows and word.casefold() in WHOLE_WORDS:
            parts.append(word)
            continue
        read = read_cards(word)
        if read.size != ROW_SIZES[len(rows)] or read.faults:
            return []
        rows.append(word)
        if len(rows) == len(ROW_SIZES):
            parts.append(" / ".join(rows))
            rows = []
    return [] if rows else parts


def _unless_named(parts: list[Place], seating: Seating) -> list[Place]:
    """The boards, unless a word in front of one is a player's name (``x`` in front of the board of a player called x)
    or the bullet in front of it. Raises ``UsageError`` where it may be either."""
    words = [part.text if part.text.casefold() in WHOLE_WORDS else "" for part in parts]
    if len(parts) != 2 and (not any(words) or all(words)):
        return parts
    for place, word in enumerate(words[:-1]):
        board = parts[place + 1].text
        # In a longer list a word in front of another one is a board.
        if not word or (len(parts) > 2 and words[place + 1] not in ("", "-")):
            continue
        meant = who.meant(word, seating) if word != "-" else ()
        if place == 0 and len(meant) == 1 and who.is_name(word, meant[0]):
            return []
        if word == "-" and not words[place + 1]:
            hint = "the board alone; or - and Enter, then the board"
            raise UsageError("'-' may be a mark in front of the board, or a player who sits out", hint=hint)
        if meant:
            told = ", ".join(map(names.shown, meant))
            hint = f"{names.shown(meant[0])}: {board}; or one board a line"
            raise UsageError(f"'{word}' may be {told} or a board of its own", hint=hint)
    return parts


def _by_name(said: str, seating: Seating) -> list[Place]:
    """The line cut at names without a colon, if every part is a whole board and there is one way to do so."""
    words = said.split()
    if not 4 <= len(words) <= _MOST_WORDS:
        return []
    found: dict[int, list[list[Place]]] = {len(words): [[]]}
    ways = _ways(words, 0, seating, found)
    ways = [parts for parts in ways if len(parts) > 1]
    if len(ways) > 1:
        raise UsageError("it is not clear where a name ends and a board begins", hint="a colon behind every name")
    for name, board in ways[0] if ways else ():
        ends = name is not None and name.casefold().endswith(f" {board.casefold()}")
        if ends or who.whole_name(f"{name} {board}", seating) is not None:  # Malcolm X, or a foul of his
            raise UsageError(f"'{board}' may be part of a name or a board", hint="a colon behind every name")
    return ways[0] if ways else []


def _ways(words: list[str], at: int, seating: Seating, found: dict[int, list[list[Place]]]) -> list[list[Place]]:
    """Up to two ways to read the words from ``at`` on as names and whole boards; ``found`` keeps them by place."""
    if at in found:
        return found[at]
    found[at] = []
    ways: list[list[Place]] = []
    for count, head in who.runs(words[at : at + who.WORDS_OF_A_NAME]):
        name = who.seated(head, seating)
        if name is None or (head.casefold() in WHOLE_WORDS and not who.is_name(head, name)):
            continue
        for end, board in _boards(words, at + count, seating):
            refuse_longer(words[at:end], count, seating)
            part = Place(name, board)
            ways += [[part, *rest] for rest in _ways(words, end, seating, found) if [part, *rest] not in ways]
    found[at] = ways[:2]
    return found[at]


def _boards(words: list[str], start: int, seating: Seating) -> list[tuple[int, str]]:
    """Whole boards that begin at a word, as (the word behind it, text)."""
    found = []
    for end in range(start + 1, min(start + _WORDS_OF_A_BOARD, len(words)) + 1):
        board = " ".join(words[start:end]).strip(" ,;|/")
        board = unseparated(board)
        size = size_of(board) if board else 0
        if size > sum(ROW_SIZES):
            break
        if size == sum(ROW_SIZES) and whole(board, seating.rules) is not None:
            found.append((end, board))
    return found
