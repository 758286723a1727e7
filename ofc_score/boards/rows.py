"""Cut the text of a board into rows and read the cards of each: full cards in any of the usual spellings, or a quick
row of ranks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ofc_score.boards.board import SLICES
from ofc_score.cards.cards import JOKER, RANK_NAMES, RANK_OF, ROW_SIZES
from ofc_score.errors import Fault

_SUIT_SIGNS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_JOKER_WORDS: Final = frozenset({"jk", "joker", "x1", "x2"})
_ELEMENT: Final = re.compile(
    r"(?ia)(?P<joker>jo|\*|🃏)|(?P<rank>10|[2-9tjqka])|(?P<suit>[cdhs♣♧♦♢♥♡♠♤])|(?P<flush>f)|(?P<other>.)"
)
# Letters of other languages' cards and alphabets, and slips of the keyboard: what they most likely stand for.
_LIKELY: Final = {
    "К": "K", "А": "A", "Т": "T", "В": "J", "Д": "Q", "Х": "T", "V": "J", "R": "K", "B": "J",
    "1": "A or 10", "0": "10", "O": "10", "О": "10", "I": "A or J", "L": "A or J",
    "С": "c", "Ѕ": "s", "Н": "h", "P": "s", "E": "s",
}  # fmt: skip
# A suit that begins a word and is not the end of the text: it may belong to the card before or after it.
_LOOSE_SUIT: Final = re.compile(r"(?i)(?:^|[\s,;.])[cdhs♣♧♦♢♥♡♠♤](?=[\s,;.\ufe0e\ufe0f]*[^\s,;.\ufe0e\ufe0f])")
_BOXED: Final = re.compile(r"[\[({<]([^\[\](){}<>]*)[\])}>]")
_ALL_OR_NONE: Final = "give every card of the row its suit, or none"
_BRACKETS: Final = str.maketrans("()[]{}<>", " " * 8)
SEPARATOR: Final = "[/|]"


class Row(NamedTuple):
    """One row as read: its tokens, ``suffix`` of a quick row (a suit, ``f`` or nothing), and what is wrong with it.

    ``missed`` counts the cards that could not be read.
    """

    tokens: tuple[str, ...]
    suffix: str = ""
    faults: tuple[Fault, ...] = ()
    missed: int = 0

    @property
    def size(self) -> int:
        """How many cards were typed, unreadable ones included."""
        return len(self.tokens) + self.missed

    @property
    def unknown_flush(self) -> bool:
        """Whether the row is a flush in an unspecified suit (``AT752f``)."""
        return self.suffix == "f"


def split_rows(text: str) -> tuple[list[Row] | None, list[Fault]]:
    """The three rows of a board: by separators, as three groups, or as thirteen cards one after the other.

    (rows, nothing), or where there are no three (None, faults without a place).
    """
    parts = split_parts(text)
    if len(parts) == 1:
        return _unseparated(parts[0])
    if len(parts) != 3:
        found = "one separator" if len(parts) == 2 else f"{len(parts) - 1} separators"
        return None, [Fault("not-three-rows", f"{found}; a board is top / middle / bottom")]
    return [read_cards(part) for part in parts], []


def split_parts(text: str) -> list[str]:
    """What stands between the separators, or in three pairs of brackets, or in three groups; else all of it."""
    boxes = _BOXED.findall(text)
    if len(boxes) == 3 and not _BOXED.sub("", text).strip(" ,;/|"):
        return boxes
    text = " ".join(text.translate(_BRACKETS).split())
    parts = re.split(SEPARATOR, text)
    if len(parts) > 3:
        # A separator typed twice, or one more at an end.
        fewer = re.split(SEPARATOR, re.sub(r"([/|])[/|]+", r"\1", text).strip(" /|"))
        parts = fewer if len(fewer) == 3 else parts
    if len(parts) == 1:
        for mark in (" ", ";"):
            groups = text.split(mark)
            if len(groups) == 3 and (mark == " " or sorted(read_cards(group).size for group in groups) == [3, 5, 5]):
                return groups
    return [part.strip(" ,") for part in parts]


def _unseparated(text: str) -> tuple[list[Row] | None, list[Fault]]:
    cards = read_cards(text)
    if not cards.faults and len(cards.tokens) == sum(ROW_SIZES) and not cards.suffix:
        return [Row(cards.tokens[part]) for part in SLICES], []
    rows = read_run(text, ROW_SIZES)
    if rows:
        return rows, []
    faults = [fault for fault in cards.faults if fault.code == "not-a-card"]
    if faults:
        return None, faults
    found, hint = f"{count_words(cards.size)} in one row", "separate top / middle / bottom, or write all 13 cards"
    if cards.size == sum(ROW_SIZES):
        found, hint = "13 cards, where each row ends is not clear", "put / between the rows"
    return None, [Fault("not-a-board", found, hint=hint)]


def count_words(count: int) -> str:
    """``no cards``, ``1 card``, ``5 cards``."""
    return "no cards" if not count else "1 card" if count == 1 else f"{count} cards"


def read_run(text: str, sizes: Sequence[int]) -> list[Row]:
    """Rows of these sizes that stand one after the other without separators; empty where they cannot be told apart.

    A suit or ``f`` right after the last card of a row belongs to that row.
    """
    elements = _elements(text)
    cards = sum(kind in ("rank", "joker") for kind, _ in elements)
    if cards != sum(sizes) or cards + sum(kind in ("suit", "flush") for kind, _ in elements) < len(elements):
        return []
    if _LOOSE_SUIT.search(text):
        return []
    rows = []
    start = 0
    for size in sizes:
        end, left = start, size
        while end < len(elements) and (left or elements[end][0] in ("suit", "flush")):
            left -= elements[end][0] in ("rank", "joker")
            end += 1
        rows.append(_read(elements[start:end]))
        start = end
    return [] if any(row.faults for row in rows) else rows


def read_cards(text: str) -> Row:
    """The cards of one row; faults carry no place yet. Full and quick form are not mixed within a row."""
    return _read(_elements(text))


def _read(elements: list[tuple[str, str]]) -> Row:
    faults = [_not_a_card(text) for kind, text in elements if kind == "other"]
    missed = len(faults)
    elements = [element for element in elements if element[0] != "other"]
    if any(kind == "flush" for kind, _ in elements) and not _is_quick(elements):
        faults.append(Fault("misplaced-f", "f stands at the end of a row of ranks", hint="AT752f"))
        elements = [element for element in elements if element[0] != "flush"]
    if _is_quick(elements) and not missed:
        suffix = elements.pop()[1] if elements and elements[-1][0] in ("suit", "flush") else ""
        return _quick(elements, suffix, faults)
    tokens, bare, lost = _full(elements)
    if bare and (tokens or not missed):
        message = f"no suit for {' '.join(bare)} beside cards with suits"
        faults.append(Fault("mixed-row", message, hint=_ALL_OR_NONE))
    for text in lost:
        hint = "did you mean Q?" if text[0] == "D" else "each card is a rank and a suit"
        faults.append(Fault("not-a-card", f"{text} has no rank", hint=hint))
    return Row(tuple(tokens), "", tuple(faults), missed + len(bare) + len(lost))


def _elements(text: str) -> list[tuple[str, str]]:
    """The row as (kind, text): ranks as printed, suits as letters; ``other`` with the suit that follows it."""
    found: list[tuple[str, str]] = []
    for word in re.split(r"[\s,;.]+", re.sub("[\ufe0e\ufe0f\u200d]", "", text)):
        if word.casefold() in _JOKER_WORDS:
            found.append(("joker", JOKER))
            continue
        fresh = True
        for match in _ELEMENT.finditer(word):
            kind, part = str(match.lastgroup), match.group()
            # Letters that mean nothing are shown together, with the suit after them; each x is a card of its own.
            if not fresh and found[-1][0] == "other" and (kind == "suit" or (kind == "other" and part not in "xX")):
                found[-1] = ("other", found[-1][1] + part)
                fresh = kind == "suit"
                continue
            fresh = False
            if kind == "rank":
                part = "T" if part == "10" else part.upper()
            elif kind == "suit":
                part = _SUIT_SIGNS.get(part, part.lower())
            elif kind == "flush":
                part = "f"
            elif kind == "joker":
                part = JOKER
            found.append((kind, part))
    return found


def _is_quick(elements: list[tuple[str, str]]) -> bool:
    """Whether a row is ranks and jokers only, with at most one suit or f at its end."""
    kinds = [kind for kind, _ in elements]
    suffixed = kinds[-1:] in (["suit"], ["flush"]) and "rank" in kinds
    body = kinds[:-1] if suffixed else kinds
    return all(kind in ("rank", "joker") for kind in body)


def _quick(elements: list[tuple[str, str]], suffix: str, faults: list[Fault]) -> Row:
    ranks = [text for kind, text in elements if kind == "rank"]
    suit = suffix if suffix != "f" else ""
    tokens = tuple(text + suit if kind == "rank" else text for kind, text in elements)
    twice = sorted({rank for rank in ranks if ranks.count(rank) > 1}, key=lambda rank: RANK_OF[rank])
    if suffix == "f" and twice:
        names = " and ".join(RANK_NAMES[RANK_OF[rank]] for rank in twice)
        faults.append(Fault("no-flush", f"a flush cannot hold the {names} twice", hint="leave out the f"))
    if suit and twice:
        # The suit probably belongs to the last card alone.
        message = f"a suit at the end is the suit of the whole row, and {twice[0]}{suit} would be there twice"
        faults.append(Fault("card-twice", message, hint=_ALL_OR_NONE))
        tokens = tuple(dict.fromkeys(tokens))
    return Row(tokens, suffix, tuple(faults), len(elements) - len(tokens))


def _full(elements: list[tuple[str, str]]) -> tuple[list[str], list[str], list[str]]:
    """(tokens, ranks without a suit, suits without a rank); the suit stands after the rank, or before it."""
    naturals = [kind for kind, _ in elements if kind != "joker"]
    before = naturals[:1] == ["suit"] and naturals[-1:] == ["rank"]
    tokens: list[str] = []
    bare: list[str] = []
    lost: list[str] = []
    index = 0
    while index < len(elements):
        kind, text = elements[index]
        follower = elements[index + 1] if index + 1 < len(elements) else ("", "")
        if kind == "joker":
            tokens.append(text)
        elif follower[0] == ("rank" if before else "suit") and kind == ("suit" if before else "rank"):
            tokens.append(follower[1] + text if before else text + follower[1])
            index += 1
        elif kind == "rank":
            bare.append(text)
        elif follower[0] == "suit":
            # Two suits in a row are a card whose rank is written with a suit's letter: Dh for the dame of hearts.
            lost.append(text.upper() + follower[1])
            index += 1
        else:
            lost.append(text)
        index += 1
    return tokens, bare, lost


def _not_a_card(text: str) -> Fault:
    shown = text if text.isprintable() else repr(text)[1:-1]
    likely = _LIKELY.get(text[0].upper())
    hint = f"did you mean {likely}?" if likely else "ranks are 2-9 T J Q K A, suits c d h s"
    if text[0] in "xX":
        hint = "name the card, or Jo for a joker"
    return Fault("not-a-card", f"'{shown}' is not a card", hint=hint)
