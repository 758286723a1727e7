"""What a typed text adds to a board: all of it, or its next rows. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ofc_score.boards.board import Board, laid_faults
from ofc_score.boards.parse import MAX_LENGTH, parse_board, read_table
from ofc_score.boards.rows import Row, read_cards
from ofc_score.cards.cards import JOKER, ROW_SIZES, ROWS
from ofc_score.errors import CardError, Fault, OfcError
from ofc_score.rules.ruleset import NATURAL_KINDS, Ruleset

WHOLE_WORDS: Final = ("foul", "x", "-", "surrender")
"""Words that stand for a whole board."""
_SEPARATOR: Final = re.compile(r"[/|]")
_RANKS: Final = re.compile("10|[2-9TJQKA]", re.IGNORECASE)
_CARD_SIGNS: Final = re.compile(r"[0-9TJQKAcdhsf♣♧♦♢♥♡♠♤/|,*.\ufe0f🃏]", re.IGNORECASE)
_AROUND: Final = " \t,;/|"
FORCED: Final = re.compile(r"[-–]\s*f(?:o(?:r(?:c(?:e(?:d)?)?)?)?)?", re.IGNORECASE)
"""Somebody sits out although the rules forbid it: ``- forced``, or its beginning."""
_KIND: Final = re.compile(
    rf"x|foul|surrender|[-–](?:\s*f\w*)?|(?:{'|'.join(NATURAL_KINDS)}):?(?:\s.*)?", re.IGNORECASE | re.DOTALL
)


def fits(before: Sequence[str], text: str, rules: Ruleset) -> bool:
    """Whether the text is a whole board, or the next rows of one that begins with the rows ``before``."""
    if FORCED.fullmatch(text):
        return True
    try:
        read_more(before, text, "", rules)
    except OfcError:
        return False
    return True


def whole(text: str, rules: Ruleset) -> str | None:
    """The whole board that the text shows, as it is printed; None for anything else."""
    if len(text) > MAX_LENGTH:
        return None
    try:
        return parse_board(text.strip(_AROUND), rules).text()
    except OfcError:
        return None


def is_kind(text: str) -> bool:
    """Whether the text is a word that stands for a board, or begins with a declared natural."""
    return bool(_KIND.fullmatch(text.strip(_AROUND)))


def only_cards(text: str) -> bool:
    """Whether the text is several cards and nothing else, be it of rows that do not fit."""
    text = text[:MAX_LENGTH]
    first = read_cards(text.split(maxsplit=1)[0]) if text.strip() else None
    read = read_cards(_SEPARATOR.sub(" ", text))
    if read.size < 2 or first is None or first.faults:
        return False
    # One suit forgotten: still cards, unless the first word is one with its suit (ad: a beginning of adjust).
    bare = not first.suffix and all(len(token) == 1 or token == JOKER for token in first.tokens)
    return not read.faults or (bare and all(fault.code != "not-a-card" for fault in read.faults))


def resembles(text: str) -> bool:
    """Whether the text looks like cards, however mistyped: most of it can be read as such."""
    if is_kind(text):
        return True
    typed = "".join(text.split())
    return len(_RANKS.findall(typed)) >= 2 and 3 * len(_CARD_SIGNS.findall(typed)) >= 2 * len(typed)


def size_of(text: str) -> int:
    """How many cards a text shows; a word for a board counts as all thirteen."""
    return sum(ROW_SIZES) if is_kind(text) else read_cards(_SEPARATOR.sub(" ", text)).size


def read_more(before: Sequence[str], text: str, who: str, rules: Ruleset) -> tuple[Board | None, tuple[str, ...]]:
    """What the rows ``before`` and the text make: (the whole board, no rows) or (None, the rows so far).

    Raises ``CardError`` with every fault, each with its player and row.
    """
    text = text.strip(_AROUND)
    if len(text) > MAX_LENGTH:
        long = Fault("too-long", f"a board has at most {MAX_LENGTH} characters", who)
        raise CardError.of([long], what="the board")
    if _KIND.fullmatch(text):
        return read_table({who: text}, rules)[who], ()
    try:
        return parse_board(text, rules), ()
    except CardError:
        rows = _next_rows(before, text)
    if rows is None:
        # Not the rows that are missing: name the faults of what it most probably is.
        if _looks_whole(before, text):
            read_table({who: text}, rules)
        raise CardError.of(_row_faults(text, who, len(before)), what="the row")
    listed = (*before, *rows)
    if len(listed) == len(ROWS):
        return read_table({who: " / ".join(listed)}, rules)[who], ()
    faults = [
        fault._replace(where=_place(who, place))
        for place, row in enumerate(listed)
        for fault in (*read_cards(row).faults, *_joker_faults(row, rules))
    ] or laid_faults(laid_rows(who, listed), rules)
    if faults:
        raise CardError.of(faults, what="the row")
    return None, listed


def _next_rows(before: Sequence[str], text: str) -> tuple[str, ...] | None:
    """The text as the rows that come after ``before``: one row, or several in groups; None when the sizes differ."""
    wanted = ROW_SIZES[len(before) :]
    if not _SEPARATOR.search(text) and read_cards(text).size == wanted[0]:
        return (text,)
    groups = [part.strip(" ,") for part in _SEPARATOR.split(text)]
    if len(groups) == 1:
        groups = text.split()
    sizes = [read_cards(group).size for group in groups]
    return tuple(groups) if sizes and sizes == list(wanted[: len(sizes)]) else None


def _looks_whole(before: Sequence[str], text: str) -> bool:
    size = read_cards(_SEPARATOR.sub(" ", text)).size
    left = sum(ROW_SIZES[len(before) :])
    return abs(size - sum(ROW_SIZES)) < abs(size - ROW_SIZES[len(before)]) and (not before or size > left)


def _row_faults(text: str, who: str, place: int) -> list[Fault]:
    where = _place(who, place)
    row: Row = read_cards(text)
    faults = [fault._replace(where=where) for fault in row.faults]
    if row.size != ROW_SIZES[place]:
        count = "1 card" if row.size == 1 else f"{row.size or 'no'} cards"
        faults.append(Fault("row-size", f"{count}, must be {ROW_SIZES[place]}", where))
    return faults


def _joker_faults(row: str, rules: Ruleset) -> Iterable[Fault]:
    if JOKER in read_cards(row).tokens and not rules.jokers:
        yield Fault("no-jokers", "a joker in a game without jokers")


def laid_rows(who: str, rows: Sequence[str]) -> list[tuple[str, str]]:
    """The cards of the first rows of a board as (token, place in words)."""
    return [(token, _place(who, place)) for place, row in enumerate(rows) for token in read_cards(row).tokens]


def _place(who: str, row: int) -> str:
    return f"{who} {ROWS[row]}".strip()
