"""Which players a typed name may mean. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ofc_score import names
from ofc_score.entry import chat
from ofc_score.entry.draft import Seating
from ofc_score.entry.rows import resembles
from ofc_score.errors import Fault, SheetError

WORDS_OF_A_NAME: Final = 4
_LONGEST: Final = 3 * names.LONGEST


def meant(typed: str, seating: Seating) -> tuple[str, ...]:
    """All at the table whom the text may mean: the one with just this name, else those whose name begins so, else
    those with words that begin so one by one (``an s``: Ann Smith)."""
    if len(typed) > _LONGEST:
        return ()
    for bare in dict.fromkeys((typed.strip(), chat.bare_name(typed))):
        found = _meant(bare, seating.everybody) if bare else ()
        if found:
            return found
    return ()


def seated(typed: str, seating: Seating) -> str | None:
    """The one at the table who is meant, playing this hand or not; None for nobody or several."""
    found = meant(typed, seating)
    return found[0] if len(found) == 1 else None


def in_chat(typed: str, seating: Seating) -> str | None:
    """The same for what stands before a colon, where a chat may show a longer name: its first words are then the whole
    name at the table."""
    words = chat.bare_name(typed).split()
    # The longest beginning that is anybody's: Fay A Smith is not Fay where Fay Adams plays.
    for count, head in [(len(words), typed), *heads(words[:-1])]:
        if meant(head, seating):
            name, more = seated(head, seating), words[count:]
            # Cards or another player between the name and the colon: that is somebody else's board.
            other = any(resembles(word) or meant(word, seating) for word in more)
            longer = name is not None and is_name(head, name) and len(more) < WORDS_OF_A_NAME and not other
            return name if longer or not more else None
    return None


def tidy(line: str, seating: Seating) -> str:
    """The plain line without what a chat puts behind a name or a board, unless that belongs to a whole name."""
    for shorter in (chat.untimed, chat.untailed):
        if not any(names.key(line) == names.key(name) for name in seating.everybody):
            line = shorter(line)
    return line


def refuse(typed: str, seating: Seating) -> None:
    """Raise ``SheetError`` with what is wrong with a name: nobody, several, or one who does not play this hand."""
    found = meant(typed, seating)
    if len(found) > 1:
        message = f"'{names.shown(chat.bare_name(typed) or typed)}' may be {', '.join(map(names.shown, found))}"
        raise SheetError.of([Fault("ambiguous-player", message, "", "type more of the name")], what="the names")
    seating.find(found[0] if found else chat.bare_name(typed) or typed)


def is_name(typed: str, name: str) -> bool:
    """Whether the text is the whole name, not only its beginning."""
    return names.key(typed.strip()) == names.key(name) or _folded(chat.bare_name(typed)) == _folded(name)


def heads(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The first words as (how many, text) that may be a name, the longest first."""
    for count in range(min(WORDS_OF_A_NAME, len(words)), 0, -1):
        if chat.bare_name(words[count - 1]):  # a dash behind the name is no part of it
            yield count, " ".join(words[:count])


def _meant(bare: str, known: tuple[str, ...]) -> tuple[str, ...]:
    for fold in (names.key, _folded):
        wanted = fold(bare)
        found = tuple(name for name in known if fold(name) == wanted)
        found = found or tuple(name for name in known if fold(name).startswith(wanted))
        if found:
            return found
    return tuple(name for name in known if _begins(bare, name)) if " " in bare else ()


def _begins(bare: str, name: str) -> bool:
    words, named = _folded(bare).split(" "), _folded(name).split(" ")
    return 1 < len(words) <= len(named) and all(map(str.startswith, named, words))


@lru_cache(maxsize=256)
def _folded(name: str) -> str:
    """The name as it can be typed on any keyboard: usual blanks, also around a colon, no full-width letters."""
    return " ".join(re.sub(r"\s*:\s*", ": ", unicodedata.normalize("NFKC", names.key(name))).split())
