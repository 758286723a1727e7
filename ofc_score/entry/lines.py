"""What a typed line or a pasted block means at the table. Pure: text in, what to do out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ofc_score import names
from ofc_score.entry import args, chat, single, who
from ofc_score.entry.actions import Action, Back, Block, Command, Jump, Nothing, Place
from ofc_score.entry.block import read_block
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import is_kind, only_cards, resembles, size_of
from ofc_score.entry.several import read_several
from ofc_score.errors import UsageError

__all__ = ["BACK", "LONGEST", "Action", "Back", "Block", "Command", "Jump", "Nothing", "Place", "read"]

BACK: Final = "<"
LONGEST: Final = 4_000
_RUNNING: Final = "play"
_MEANT: Final = {"exit": "quit", "bye": "quit"}


def read(text: str, draft: Draft, seating: Seating, commands: Sequence[str]) -> Action:
    """What the text means now. Raises ``UsageError`` or ``SheetError`` for one that means nothing, or two things.

    A name wins over the beginning of a command, a command written out wins over the beginning of a name, and cards
    that fit win over both.
    """
    if len(text) > LONGEST:
        raise UsageError(f"{len(text)} characters are more than the {LONGEST} of a hand", hint="one hand at a time")
    lines = [line for line in chat.unhidden(text).splitlines() if line.strip()]
    if len(lines) > 1:
        return read_block(lines, seating)
    named = single.plainly_named(lines[0].strip(), draft, seating, commands) if lines else None
    if named is not None:
        return named
    typed = chat.unstamped(lines[0], who.known(seating)) if lines else ""
    if not typed:
        return Nothing()
    if typed == BACK:
        return Back()
    said = chat.plain(typed)
    alone = single.alone(said, draft, seating) if said.partition(" ")[0].casefold() not in commands else None
    return alone or _board(said, draft, seating, commands) or _other(said, typed, seating, commands)


def _board(said: str, draft: Draft, seating: Seating, commands: Sequence[str]) -> Place | Block | Jump | None:
    """Cards or words for a board that can be taken, or whatever stands behind a name with a colon."""
    placed: Place | Block | Jump | None = single.of_asked(said, draft, seating)
    placed = placed or read_several(said, seating, commands) or single.after_colon(said, seating, commands)
    if placed is not None:
        return placed
    named = single.after_name(said, draft, seating)
    word = said.partition(" ")[0].casefold()
    if named is not None and named.name is not None and word in commands:
        cards = size_of(named.text) > 1 and not is_kind(named.text)
        if not cards or not who.is_name(word, named.name):
            shown = names.shown(named.name)
            raise UsageError(f"'{word}' may be {shown} or the command", hint=f"{shown}: {named.text} for the player")
    return named


def _other(said: str, typed: str, seating: Seating, commands: Sequence[str]) -> Action:
    """A line that is no board as it stands: a command, a name alone, or a board with a fault in it."""
    word = said.partition(" ")[0].casefold()
    if word in commands:
        return _command(word, typed, seating)
    alone = _name_alone(said, seating)
    if alone is not None:
        return alone
    apart = single.named_apart(said, seating)
    if apart is not None and resembles(apart[1]):
        who.refuse(apart[0], seating)
        return Place(who.playing(apart[0], seating), apart[1])
    if word == _RUNNING:
        raise UsageError("play is running", hint="quit leaves it")
    meant = [name for name in commands if name.startswith(word)]
    if only_cards(said):
        return Place(None, chat.untailed(said))
    if len(meant) == 1:
        return _command(meant[0], typed, seating)
    if apart is not None:
        who.refuse(apart[0], seating)
        return Place(who.playing(apart[0], seating), apart[1])
    if not meant and resembles(said):
        return Place(None, chat.untailed(said))
    raise _unknown(word, said, meant, commands)


def _name_alone(said: str, seating: Seating) -> Jump | None:
    """A name, and perhaps the time of a message. Raises ``SheetError`` for one who does not play, or several."""
    for text in dict.fromkeys((said, chat.untimed(said, who.known(seating)), chat.unmarked(said))):
        if who.meant(text, seating):
            who.refuse(text, seating)
            name = who.playing(text, seating)
            return None if name is None else Jump(name)
    return None


def _command(name: str, typed: str, seating: Seating) -> Command:
    rest = typed.split(maxsplit=1)[1:]
    return Command(name, args.words_of(name, rest[0] if rest else "", seating))


def _unknown(word: str, said: str, meant: Sequence[str], commands: Sequence[str]) -> UsageError:
    shown = names.shown(said.partition(" ")[0][: names.LONGEST])
    if meant:
        return UsageError(f"'{shown}' may be {', '.join(meant)}", hint="type more of it")
    hint = names.suggest(_MEANT.get(word, word), commands, "help lists all")
    return UsageError(f"'{shown}' is no board, player or command", hint=hint)
