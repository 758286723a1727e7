"""One board in one line: whether it is one, and whose. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import chat, who
from ofc_score.entry.actions import Jump, Place
from ofc_score.entry.draft import Draft, Seating
from ofc_score.entry.rows import WHOLE_WORDS, fits, is_kind, resembles, whole
from ofc_score.errors import UsageError
from ofc_score.rules.ruleset import NATURAL_KINDS

_BETWEEN: Final = re.compile(r"(?:[=-]>|[-–—=,;:|>])\s*(?=\S)")
_LIST_MARK: Final = re.compile(r"\*|\d{1,2}[.)]")


def of_asked(said: str, draft: Draft, seating: Seating) -> Place | None:
    """Cards that can be taken as they stand, for whom is asked. Raises ``UsageError`` where the first of them may as
    well be a name or a mark in front of a board that lacks a card."""
    board = chat.untailed(said)
    rows = draft.rows.get(draft.turn(seating) or "", ())
    if not fits(rows, board, seating.rules):
        return None
    if who.nobody(board.partition(" ")[0], seating):
        return Place(None, board)
    refuse_doubt(board, seating, ROW_SIZES[len(rows) :][:1])
    other = _after_name(said, draft, seating)
    if other is not None and other.name is not None and not is_kind(board):
        raise _doubtful(said[: len(said) - len(other.text)].strip(), [names.shown(other.name), "cards"], other.name)
    return Place(None, board)


def plainly_named(said: str, draft: Draft, seating: Seating, commands: Sequence[str]) -> Place | None:
    """``Ann: QQ2 KK883 AT752f`` or ``a QQ2 KK883 AT752f``, which most lines are that name a player: one colon or one
    word, and thirteen cards that can be taken as they stand. With a card more they would be no board, so the word is
    none; and none of the others can belong to the name."""
    head, colon, rest = said.partition(":")
    if not colon:
        head, _, rest = said.partition(" ")
    board = rest.strip()
    word = head.strip().casefold()
    if not board or ":" in board or _is_natural(head) or word in commands or chat.bare_name(word) in WHOLE_WORDS:
        return None
    name = who.playing(head, seating)
    if name is None or name in draft.rows or (not colon and who.meant(f"{head} {board.split()[0]}", seating)):
        return None
    taken = whole(board, seating.rules) is not None and (colon or not is_kind(board))
    return Place(name, board) if taken else None


def whole_name(said: str, seating: Seating) -> tuple[str, str] | None:
    """(name, as typed) of somebody's whole name alone that can be read as a board, or ends like one: ``Malcolm X``.

    Raises ``UsageError`` where it may as well be the board of another: ``tom x`` where Tom and Tom X sit.
    """
    forms = [form for text in (said, chat.unmarked(said)) for form in (text, chat.untailed(text))]
    for text in dict.fromkeys([*forms, *(chat.untimed(form, who.known(seating)) for form in forms)]):
        name = who.whole_name(text, seating)
        if name is None:
            continue
        other = _colon(text, seating) or _after_name(text, Draft(), seating)
        if isinstance(other, Place) and other.name not in (None, name) and resembles(other.text):
            raise _either(text, name, other)
        return name, text
    return None


def alone(said: str, draft: Draft, seating: Seating) -> Jump | None:
    """Such a name; None for one who does not play. Raises ``UsageError`` for one, letter by letter, that may as well be
    a row."""
    found = whole_name(said, seating)
    if found is None:
        return None
    name, text = found
    if fits(draft.rows.get(draft.turn(seating) or "", ()), text, seating.rules):
        if text != name:
            return None  # kat and KAT are typed for cards
        hint = f"{names.shown(name)}: for the player, {' '.join(text)} for the cards"
        raise UsageError(f"'{text}' may be {names.shown(name)} or cards", hint=hint)
    return Jump(name) if name in seating.playing else None


def _either(said: str, name: str, other: Place) -> UsageError:
    shown = names.shown(other.name or "")
    hint = f"{names.shown(name)}: ... or {shown}: {other.text}"
    return UsageError(f"'{said}' may be {names.shown(name)} or '{other.text}' of {shown}", hint=hint)


def _refuse_word(said: str, name: str, board: str, seating: Seating) -> None:
    """Raise ``UsageError`` for a word of a board that may belong to the name (``mal x``: Malcolm X), or stands in the
    place of the name (``x, QQ2 ...``)."""
    if is_kind(board) and name.casefold().split()[-1] == board.casefold() and who.seated(said, seating) == name:
        raise _either(said, name, Place(name, board))
    head = said[: len(said) - len(board)].split()[:1] or [""]
    word = chat.bare_name(head[0])
    if word.casefold() in WHOLE_WORDS and not who.is_name(word, name) and len(who.meant(word, seating)) == 1:
        raise UsageError(f"'{word}' may be {names.shown(name)} or a board of its own", hint=f"{names.shown(name)}: ...")


def refuse_doubt(said: str, seating: Seating, rows: Sequence[int] = ROW_SIZES) -> None:
    """Raise ``UsageError`` for cards whose first word may as well be a player, or a mark: the next word has several
    cards, and the first is none of the ``rows`` by itself."""
    words = said.split()
    if len(words) > 1 and _LIST_MARK.fullmatch(words[0]) and read_cards(words[1]).size > 1:
        raise _doubtful(words[0], ["a mark in front of the board", "a card"], "")
    for count, head in who.runs(words[:-1]):
        read = read_cards(head)
        if read_cards(words[count]).size < 2 or read.size in rows or read.faults:
            continue
        meant = who.meant(head, seating)
        if meant:
            raise _doubtful(head, [*map(names.shown, meant), "a card"], meant[0])


def refuse_cards(head: str, seating: Seating) -> None:
    """Raise ``UsageError`` for a name that may be the first cards of a faulty board."""
    read = read_cards(chat.bare_name(head))
    if read.size and not read.faults:
        meant = who.meant(head, seating)
        raise _doubtful(head, [*map(names.shown, meant), "a card"], meant[0])


def _doubtful(said: str, meanings: Sequence[str], name: str) -> UsageError:
    told = f"{', '.join(meanings[:-1])} or {meanings[-1]}"
    way = f"a colon behind the name ({names.shown(name)}: ...)" if name else "the board without the mark"
    return UsageError(f"'{said[: names.LONGEST]}' may be {told}", hint=f"{way}, or the cards of a row without a blank")


def after_colon(said: str, seating: Seating, commands: Sequence[str]) -> Place | Jump | None:
    """A line with a name and a colon in front, or a name and the time of its message.

    Raises ``SheetError`` for cards with a name that is nobody's, and no command, in front.
    """
    forms = list(dict.fromkeys((chat.unbold(said), chat.unmarked(said))))
    for text in dict.fromkeys([chat.untimed(form, who.known(seating)) for form in forms] + forms):
        name = who.playing(text, seating) if text not in forms else None
        placed = Jump(name) if name is not None else _colon(text, seating)
        if placed is not None:
            return placed
    head, colon, rest = chat.untimed(forms[-1], who.known(seating)).partition(":")
    if not colon or _is_natural(head):
        return None
    first = head.split()[:1]
    begins = bool(first) and any(name.startswith(first[0].casefold()) for name in commands)
    if resembles(chat.untailed(rest.strip())) and (who.meant(head, seating) or not begins):
        who.refuse(head, seating)
    return None


def _colon(said: str, seating: Seating) -> Place | Jump | None:
    head, colon, rest = said.partition(":")
    if not colon or _is_natural(head):
        return None
    longer, board = names.split_board(said, seating.playing)
    name = None if longer is None else who.in_chat(longer, seating)
    if name is None:
        name = who.in_chat(head, seating)
    else:
        rest = board
    if name is None:
        return None
    text = chat.untailed(rest.strip())
    return Place(name, text) if text else Jump(name)


def _is_natural(head: str) -> bool:
    return head.strip().casefold() in NATURAL_KINDS


def after_name(said: str, draft: Draft, seating: Seating) -> Place | None:
    """A name without a colon, and behind it cards that can be taken. Raises ``UsageError``: in doubt whose."""
    for text in dict.fromkeys((said, chat.unmarked(said))):
        placed = _after_name(text, draft, seating)
        if placed is not None and placed.name is not None:
            words = text.split()
            refuse_longer(words, len(words) - len(placed.text.split()), seating)
            _refuse_word(text, placed.name, placed.text, seating)
            return placed
    return None


def _after_name(said: str, draft: Draft, seating: Seating) -> Place | None:
    words = said.split()
    for count, head in who.runs(words[:-1]):
        name = who.playing(head, seating)
        if name is None:
            continue
        rest = chat.untailed(" ".join(words[count:]))
        for board in dict.fromkeys((unseparated(rest), rest, _unseparated(rest))):
            if fits(draft.rows.get(name, ()), board, seating.rules):
                return Place(name, board)
    return None


def unseparated(board: str) -> str:
    """What stands behind a name without a stroke or dash between them; a lone dash is a board."""
    return board if is_kind(board) else _unseparated(board)


def _unseparated(board: str) -> str:
    between = _BETWEEN.match(board)
    return board[between.end() :] if between else board


def refuse_longer(words: Sequence[str], taken: int, seating: Seating) -> None:
    """Raise ``UsageError`` for ``ann k QQ ...``, whose name takes one word: the king may be a card, or the beginning of
    Ann's second name."""
    for count in range(taken + 1, min(who.WORDS_OF_A_NAME, len(words) - 1) + 1):
        read = read_cards(words[count - 1])
        meant = who.meant(" ".join(words[:count]), seating) if read.size and not read.faults else ()
        if meant and read_cards(words[count]).size > 1:
            raise _doubtful(words[count - 1], ["part of a name", "a card"], meant[0])


def named_apart(said: str, seating: Seating) -> tuple[str, str] | None:
    """(first words, board) where they find somebody at the table, the longest run of them; the board may be faulty."""
    words = said.split()
    for count, head in who.runs(words[:-1]):
        if who.meant(head, seating):
            rest = chat.untailed(" ".join(words[count:]))
            return head, unseparated(rest)
    return None
