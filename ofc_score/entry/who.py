"""Which players a typed name may mean. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.entry import chat
from ofc_score.entry.draft import Seating
from ofc_score.entry.rows import is_kind, resembles
from ofc_score.errors import Fault, SheetError

WORDS_OF_A_NAME: Final = 4
_LONGEST: Final = 3 * names.LONGEST


def meant(typed: str, seating: Seating) -> tuple[str, ...]:
    """All at the table whom the text may mean: the one with just this name, else those whose name begins so, else
    those with words that begin so one by one."""
    if len(typed) > _LONGEST:
        return ()
    for said in dict.fromkeys((typed.strip(), chat.bare_name(typed))):
        found = _meant(said, seating.everybody) if said else ()
        if found:
            return found
    return ()


def nobody(word: str, seating: Seating) -> bool:
    """Whether no name can begin with this word, whatever is put around it."""
    begun = word.casefold()
    plain = word.isascii() and word.isalnum()
    return plain and not any(fold(name).startswith(begun) for name in seating.everybody for fold in _FOLDS)


def seated(typed: str, seating: Seating) -> str | None:
    """The one at the table who is meant, whether he plays this hand or not."""
    found = meant(typed, seating)
    return found[0] if len(found) == 1 else None


def playing(typed: str, seating: Seating) -> str | None:
    """The player of the hand who is meant."""
    found = seated(typed, seating)
    return found if found in seating.playing else None


def in_chat(typed: str, seating: Seating) -> str | None:
    """The same, also by a chat's longer name whose first word is the whole name at the table."""
    found = meant(typed, seating)
    if found:
        return playing(typed, seating)
    words = chat.bare_name(typed).split()[: 2 * WORDS_OF_A_NAME]
    # The longest that is anybody's: Fay A Smith is not Fay where Fay A plays.
    count, head = next(((count, head) for count, head in runs(words[:-1]) if meant(head, seating)), (0, ""))
    who, more = playing(head, seating) if head else None, words[count:]
    if who is None or not is_name(head, who) or len(more) >= WORDS_OF_A_NAME:
        return None
    # Cards or another player between the name and the colon: that is somebody else's board.
    return None if any(resembles(word) or meant(word, seating) for word in more) else who


def refuse(typed: str, seating: Seating) -> None:
    """Raise ``SheetError`` with what is wrong with a name: nobody, several, or one who does not play this hand."""
    found = meant(typed, seating)
    if len(found) == 1 or not typed.strip():
        seating.find(found[0] if found else typed)
        return
    said = chat.bare_name(typed) or typed
    if found and " " in said:
        # Whose words begin so the seats do not know.
        told = ", ".join(map(names.shown, found))
        fault = Fault("ambiguous-player", f"'{names.shown(said)}' may be {told}", "", "type more of the name")
        raise SheetError.of([fault], what="the names")
    seating.find(said)


def is_name(typed: str, who: str) -> bool:
    """Whether the text is the whole name: Kat is a player, though KAT is a row."""
    said = chat.bare_name(typed)
    return names.key(typed.strip()) == names.key(who) or _folded(said) == _folded(who)


def known(seating: Seating) -> Callable[[str], bool]:
    """Whether a text is a name at the table, perhaps with the mark of a list in front."""
    return lambda typed: bool(meant(typed, seating) or meant(chat.unmarked(typed.strip()), seating))


def whole_name(typed: str, seating: Seating) -> str | None:
    """The one with just this name, if it can be read as a board, or ends like one: Kat, Malcolm X."""
    said = typed.strip()
    for name in _like_boards(seating.everybody):
        if names.key(said) == names.key(name) or (said[-1:] not in "-–—" and is_name(said, name)):
            return name
    return None


def runs(words: list[str], *, longest: int = WORDS_OF_A_NAME) -> Iterator[tuple[int, str]]:
    """The first words as (how many, text) that may be a name, the longest run first."""
    for count in range(min(longest, len(words)), 0, -1):
        if chat.bare_name(words[count - 1]):  # a dash behind the name is no part of it
            yield count, " ".join(words[:count])


def faults_of(typed: str, seating: Seating) -> tuple[Fault, ...]:
    """What ``refuse`` raises; nothing where nothing is wrong."""
    try:
        refuse(typed, seating)
    except SheetError as error:
        return error.faults
    return ()


@lru_cache(maxsize=64)
def _like_boards(known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in known if _like_board(name.split()) or ":" in name)


def _like_board(words: list[str]) -> bool:
    ends = [" ".join(words[place:]) for place in range(len(words))]
    cards = [read_cards(end) for end in ends]
    return any(map(is_kind, ends[1:])) or any(read.size > 1 and not read.faults for read in cards)


def _meant(said: str, known: tuple[str, ...]) -> tuple[str, ...]:
    for fold in _FOLDS:
        wanted = fold(said)
        found = tuple(name for name in known if fold(name) == wanted)
        found = found or tuple(name for name in known if fold(name).startswith(wanted))
        if found:
            return found
    return tuple(name for name in known if _begins(said, name)) if " " in said else ()


def _begins(said: str, name: str) -> bool:
    """Whether the words begin those of the name one by one: ``an s`` is Ann Smith."""
    if " " not in name:
        return False
    words, named = _folded(said).split(" "), _folded(name).split(" ")
    return len(words) <= len(named) and all(map(str.startswith, named, words))


@lru_cache(maxsize=256)
def _folded(name: str) -> str:
    """The name as it can be typed on any keyboard: usual blanks, no full-width letters."""
    return " ".join(unicodedata.normalize("NFKC", names.key(name)).split())


_FOLDS: Final = (names.key, _folded)
