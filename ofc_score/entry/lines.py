"""What a typed line or a pasted block means at the table. Pure: text in, what to do out.

A line is one of these, and refused with both readings where it may be two of them:

    BOARD                     for whoever is asked: thirteen cards, x, -, or the next rows: QQ2 KK883
    NAME BOARD, NAME: BOARD   for that player; the beginning of a name is enough, the whole name always wins
    NAME BOARD NAME BOARD     of several; a colon behind the name says where it ends
    BOARD BOARD BOARD         of all, in the order of their turns
    NAME                      asks for that player
    COMMAND WORD...           written out or begun; quotes where the shell would need them. Boards behind hand and fix
                              need none if they stand in front of the options: fix 3 ann QQ2 KK883 AT752f --replay
    <                         back one step
    (nothing)                 books a hand that is complete

A block is several lines: a name and a board, or a name on a line of its own and the board below it, a board in one line
or wrapped. Left out are time stamps, bullets and bold marks in front, emoji and edit marks behind (``chat``).
Cards that fit win over the beginning of a command. A name that is cards, a foul or a command needs its colon.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from ofc_score import names
from ofc_score.entry import chat, parts, who
from ofc_score.entry.actions import Action, Back, Block, Command, Jump, Nothing, Place
from ofc_score.entry.block import block_of, read_block
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import only_cards, resembles
from ofc_score.errors import UsageError

__all__ = ["BACK", "LONGEST", "Action", "Back", "Block", "Command", "Jump", "Nothing", "Place", "read"]

BACK: Final = "<"
LONGEST: Final = 4_000
_RUNNING: Final = "play"
_SYNONYMS: Final = {"exit": "quit", "bye": "quit"}
_ENTRY: Final = re.compile(r"e\d+", re.IGNORECASE)


def read(text: str, draft: Draft, seating: Seating, commands: Sequence[str]) -> Action:
    """What the text means now. Raises ``UsageError`` or ``SheetError`` for one that means nothing, or two things."""
    if len(text) > LONGEST:
        raise UsageError(f"{len(text)} characters are more than the {LONGEST} of a hand", hint="one hand at a time")
    lines = [line for line in chat.unhidden(text).splitlines() if line.strip()]
    if len(lines) > 1:
        return read_block(lines, seating)
    typed = " ".join(lines).strip()
    line = chat.unstamped(chat.plain(typed))
    if line in ("", BACK):
        return Back() if line else Nothing()
    word = line.partition(" ")[0].casefold()
    if word in commands:
        _refuse_player(word, chat.untailed(line), draft, seating)
        return _command(word, typed, seating)
    line = who.tidy(line, seating)
    boards = parts.boards_of(line, seating, draft)
    return _placed(boards, seating) if boards else _other(line, typed, seating, commands)


def _refuse_player(word: str, line: str, draft: Draft, seating: Seating) -> None:
    """Raise ``UsageError`` for a line that begins with a command where a player is called so, and has a board."""
    name = who.seated(word, seating)
    boards = parts.boards_of(line, seating, draft) if name is not None else ()
    if name is not None and boards and boards[0].name == name and boards[0].text:
        shown = names.shown(name)
        raise UsageError(f"'{word}' may be {shown} or the command", hint=f"{shown}: {boards[0].text} for the player")


def _placed(boards: Sequence[Place], seating: Seating) -> Place | Block | Jump:
    if len(boards) > 1:
        return block_of(boards, [], seating)
    name, text = boards[0]
    if name is not None and (name not in seating.playing or not text):
        return Jump(seating.find(name))
    return boards[0]


def _other(line: str, typed: str, seating: Seating, commands: Sequence[str]) -> Action:
    """A line that is no board as it stands: one of several names, a board with a fault in it, a command."""
    word = line.partition(" ")[0].casefold()
    begun = [name for name in commands if name.startswith(word)]
    if who.meant(chat.unmarked(line), seating):
        who.refuse(chat.unmarked(line), seating)
    named = parts.faulty(line, seating, may_be_other=bool(begun))
    if named is not None and resembles(named[1].text):
        return _placed(named[1:], seating)
    if word == _RUNNING:
        raise UsageError("play is running", hint="quit leaves it")
    if only_cards(line) or (not begun and named is None and resembles(line)):
        return Place(None, line)
    if len(begun) == 1:
        return _command(begun[0], typed, seating)
    if named is not None and named[1].name is not None:
        return _placed(named[1:], seating)
    raise _unknown(line.partition(" ")[0], begun, commands)


def _command(name: str, typed: str, seating: Seating) -> Command:
    rest = typed.split(maxsplit=1)[1:]
    words = _split(rest[0]) if rest else []
    return Command(name, tuple(_with_boards(name, words, seating) if name in ("hand", "fix") else words))


def _split(rest: str) -> list[str]:
    """The words of a line; quotes keep blanks together, a backslash is a letter (Windows), as is one lone quote."""
    for quotes in ("\"'", '"'):
        lexer = shlex.shlex(rest, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", quotes
        try:
            return list(lexer)
        except ValueError:
            continue
    raise UsageError("a quote is not closed", hint='as in --why "dealt twice"')


def _with_boards(name: str, words: list[str], seating: Seating) -> list[str]:
    """The words with every board in front of the options in one, as if it stood in quotes."""
    first = 1 if name == "fix" else 0
    end = next((place for place, word in enumerate(words) if word.startswith("-") and len(word) > 1), len(words))
    typed = words[first:end]
    if not typed or any(" " in word for word in typed) or (first and _ENTRY.fullmatch(words[0])):
        return words
    line = " ".join(typed)
    boards = parts.boards_of(line, seating, Draft())
    if not boards and (named := parts.faulty(line, seating, may_be_other=True)) and named[1].name is not None:
        boards = named[1:]
    together = [text if player is None else f"{player}: {text}" for player, text in boards]
    return [*words[:first], *together, *words[end:]] if boards else words


def _unknown(word: str, begun: Sequence[str], commands: Sequence[str]) -> UsageError:
    shown = names.shown(word[: names.LONGEST])
    if begun:
        return UsageError(f"'{shown}' may be {', '.join(begun)}", hint="type more of it")
    synonym = _SYNONYMS.get(word.casefold())
    hint = f"did you mean {synonym}?" if synonym else names.suggest(word, commands, "help lists all")
    return UsageError(f"'{shown}' is not a board, a player or a command", hint=hint)
