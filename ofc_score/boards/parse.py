"""Read the board text that people type, in every form they use, with every fault found in one pass."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ofc_score.boards.board import (
    BETWEEN_ROWS,
    CARDS,
    FOUL,
    NATURAL,
    OUT,
    SURRENDER,
    Board,
    board_of,
    laid,
    laid_faults,
    table_faults,
)
from ofc_score.boards.rows import SEPARATOR, Row, count_words, read_cards, read_run, split_parts, split_rows
from ofc_score.cards.cards import CARD_SHIFT, FIVE_OF_A_SUIT, JOKER, PACKED, RANK_BITS, ROW_SIZES, ROWS
from ofc_score.cards.evaluate import SUITED
from ofc_score.cards.naturals import refuted
from ofc_score.errors import CardError, Fault
from ofc_score.rules.ruleset import NATURAL_KINDS, Ruleset

MAX_LENGTH: Final = 400
_WORDS: Final = {"foul": FOUL, "x": FOUL, "-": OUT, "–": OUT, "—": OUT, "−": OUT, "surrender": SURRENDER}
# Words that people type instead, and what to write.
_OTHER_WORDS: Final = (
    (("fouled", "fouls", "misset", "mis-set", "bust"), "did you mean foul?"),
    (("out", "sits out", "sit out", "sitting out", "away", "none", "no"), "write - for a seat that sits out"),
    (("surrendered", "surrenders", "folds", "fold"), "did you mean surrender?"),
)
# A declared natural; the number of the group that matched gives its kind in NATURAL_KINDS.
_DECLARED: Final = re.compile(
    r"(?i)(?:(?:six|6)[ _-]?(pairs?)|(?:three|3)[ _-]?(?:(straights?)|(flush(?:es)?))|(dragon))(?![a-z-]):? *"
)
# Full-width letters and signs as East Asian keyboards type them, and other strokes and brackets.
_USUAL: Final = {0xFF01 + place: 0x21 + place for place in range(94)} | str.maketrans("\\⁄∕¦│【】「」", "/////[][]")
_THIRTEEN: Final = 13
_FLUSHES: Final = NATURAL_KINDS[2]


def parse_board(text: str, rules: Ruleset | None = None) -> Board:
    """The board that ``text`` describes, for the game ``rules`` (None: any game).

    Raises ``CardError`` with every fault found: wrong number of cards in a row, not a card, a card twice, a joker in a
    game without jokers, a declared natural that the cards do not support.
    """
    return _read_printed(text, rules) or _refuse_faults({"": text}, rules, "the board")[""]


def read_table(texts: Mapping[str, str], rules: Ruleset | None = None) -> dict[str, Board]:
    """The boards of a whole table, by player in seat order.

    Raises ``CardError`` with the faults of all boards, each with its player and row, and of the table as a whole.
    """
    return _refuse_faults(texts, rules, "the boards")


def _refuse_faults(texts: Mapping[str, str], rules: Ruleset | None, what: str) -> dict[str, Board]:
    boards, faults = table_and_faults(texts, rules)
    if faults:
        raise CardError.of(faults, what=what)
    return boards


def table_and_faults(texts: Mapping[str, str], rules: Ruleset | None) -> tuple[dict[str, Board], list[Fault]]:
    """The boards that can be read, by player, and every fault of all of them."""
    printed = {name: board for name, text in texts.items() if (board := _read_printed(text, rules))}
    if len(printed) == len(texts):
        return printed, table_faults(printed, rules)
    read = {name: _read(text, rules, name) for name, text in texts.items()}
    boards = {name: parsed.board for name, parsed in read.items() if parsed.board is not None}
    faults = [fault for parsed in read.values() for fault in parsed.faults]
    if faults or len(boards) < len(read):
        faults += laid_faults([card for name, parsed in read.items() for card in parsed.cards(name)], rules)
    else:
        faults = table_faults(boards, rules)
    return boards, faults


class _Parsed(NamedTuple):
    """One text as read: a board, or faults and the cards that could be read nevertheless, as (token, place)."""

    board: Board | None
    faults: Sequence[Fault] = ()
    readable: Sequence[tuple[str, str]] = ()

    def cards(self, name: str) -> Sequence[tuple[str, str]]:
        return self.readable if self.board is None else laid(name, self.board)


# A printed board falls into eight pieces: one or two cards, and what stands between two rows. Reading it piece by piece
# takes 0.6 of the time of card by card, and most boards of a bulk run and of a ledger are printed ones.
_pieces: Final = struct.Struct("4s5s4s4s5s4s4s2s").unpack
_PACKED_PIECES: Final[dict[bytes, int]] = {}
"""A piece to the packed sum of its cards, learned when first seen: at most 2 x 53 + 53 x 53 of them."""


def _read_printed(text: str, rules: Ruleset | None) -> Board | None:
    """The board of a text in the form in which boards are printed, with every suit; None for all others.

    Such a board has no fault of its own.
    """
    packed = _PACKED_PIECES
    try:
        a, b, c, d, e, f, g, h = _pieces(text.encode())
        top, middle = packed[a] + packed[b], packed[c] + packed[d] + packed[e]
        bottom = packed[f] + packed[g] + packed[h]
    except KeyError:
        return _read_printed(text, rules) if _learned(text) else None
    except (ValueError, struct.error):
        return None
    mask = (top | middle | bottom) >> CARD_SHIFT
    if mask.bit_count() != _THIRTEEN:
        return _read_jokers(text, mask, rules)
    middle_key, bottom_key = middle & RANK_BITS, bottom & RANK_BITS
    if middle & FIVE_OF_A_SUIT:
        middle_key |= SUITED
    if bottom & FIVE_OF_A_SUIT:
        bottom_key |= SUITED
    return Board(CARDS, text, (top & RANK_BITS, middle_key, bottom_key), mask)


def _learned(text: str) -> bool:
    """Put the pieces of a printed board into the table; False where one of them is none."""
    for piece in _pieces(text.encode()):
        if piece not in _PACKED_PIECES:
            cards = piece.decode("ascii", "replace").removesuffix(BETWEEN_ROWS)
            tokens = [cards[at : at + 2] for at in range(0, len(cards), 2)]
            if not all(token in PACKED and len(token) == 2 for token in tokens):
                return False
            _PACKED_PIECES[piece] = sum(PACKED[token] for token in tokens)
    return True


def _read_jokers(text: str, mask: int, rules: Ruleset | None) -> Board | None:
    """The same for a printed board that is not thirteen different cards: None unless only jokers are missing."""
    jokers = _THIRTEEN - mask.bit_count()
    if rules is None or not jokers == text.count(JOKER) <= rules.jokers:
        return None
    cards = text.replace(BETWEEN_ROWS, "")
    return board_of(tuple(cards[at : at + 2] for at in range(0, 26, 2)))


def _read(text: str, rules: Ruleset | None, name: str) -> _Parsed:
    board = _read_printed(text, rules)
    return _read_slowly(text, rules, name) if board is None else _Parsed(board)


def _read_slowly(text: str, rules: Ruleset | None, name: str, *, guess: bool = True) -> _Parsed:
    text = " ".join(text.translate(_USUAL).split()).strip(" ,;")
    kind = _WORDS.get(text.casefold())
    if kind == SURRENDER and rules is not None and rules.surrender is None:
        return _Parsed(None, [Fault("no-surrender", "this game has no surrender", name, "write foul, or the cards")])
    if kind is not None:
        return _Parsed(Board(kind))
    if not text:
        return _Parsed(None, [Fault("no-board", "no board", name, "write the three rows, foul, or - for sitting out")])
    if len(text) > MAX_LENGTH:
        return _Parsed(None, [Fault("too-long", f"a board has at most {MAX_LENGTH} characters", name)])
    declared = _DECLARED.match(text)
    if declared:
        kind = NATURAL_KINDS[(declared.lastindex or 1) - 1]
        return _read_natural(kind, text[declared.end() :], rules, name)
    read = _read_rows(text, rules, name)
    guessed = _word_fault(text, rules, name) if guess and read.board is None else None
    return _Parsed(None, [guessed]) if guessed else read


def _word_fault(text: str, rules: Ruleset | None, name: str) -> Fault | None:
    """The fault of a text that begins with a word: a special hand misspelled, a name without its colon."""
    words = text.split(" ")
    first = words[0]
    if len(first) < 2 or not first.replace("-", "").isalpha() or not read_cards(first).faults:
        return None
    for others, hint in _OTHER_WORDS:
        if text.casefold() in others:
            return Fault("unknown-word", f"'{text}' is not a board", name, hint)
    from ofc_score.names import suggest

    hint = suggest(text, ("foul", "surrender")) if len(words) == 1 else ""
    if hint:
        return Fault("unknown-word", f"'{text}' is not a board", name, hint)
    if rules is None or rules.naturals:
        for start in ("-".join(words[:2]), first):
            hint = suggest(start, NATURAL_KINDS)
            if hint:
                return Fault("unknown-word", f"'{start}' is not a special hand", name, hint)
    for count in range(1, min(len(words), 4)):
        rest = " ".join(words[count:])
        if _read_slowly(rest, rules, name, guess=False).board is not None:
            who = " ".join(words[:count])
            return Fault("no-colon", f"'{who}' is not a card; a colon follows a name", name, f"{who}: {rest}")
    return None


def _read_rows(text: str, rules: Ruleset | None, name: str) -> _Parsed:
    rows, faults = split_rows(text)
    if rows is None:
        return _Parsed(None, [fault._replace(where=name) for fault in faults])
    faults = [fault._replace(where=_place(name, row)) for row, read in enumerate(rows) for fault in read.faults]
    faults += _size_faults(rows, name)
    if faults:
        readable = [(token, _place(name, row)) for row, read in enumerate(rows) for token in read.tokens]
        return _Parsed(None, faults, readable)
    flushes = (False, rows[1].unknown_flush, rows[2].unknown_flush)
    board = board_of(tuple(token for row in rows for token in row.tokens), flushes)
    return _Parsed(board, _joker_faults(board, rules, name))


def _size_faults(rows: list[Row], name: str) -> list[Fault]:
    sizes = tuple(row.size for row in rows)
    if sizes == (5, 5, 3):
        hint = "begin with the row of three cards"
        return [Fault("bottom-first", "the rows stand bottom first", name, hint)]
    return [
        Fault("row-size", f"{count_words(size)}, must be {ROW_SIZES[row]}", _place(name, row))
        for row, size in enumerate(sizes)
        if size != ROW_SIZES[row]
    ]


def _place(name: str, row: int) -> str:
    return f"{name} {ROWS[row]}".strip()


def _joker_faults(board: Board, rules: Ruleset | None, name: str) -> list[Fault]:
    if rules is None or rules.jokers or not board.jokers:
        return []
    rows = [row for row in range(3) if JOKER in board.row_tokens(row)]
    hint = f"{rules.name} is played without jokers; joker-ultimate has two"
    return [Fault("no-jokers", "a joker in a game without jokers", _place(name, row), hint) for row in rows]


def _read_natural(kind: str, rest: str, rules: Ruleset | None, name: str) -> _Parsed:
    where = f"{name} {kind}".strip()
    if rules is not None and kind not in rules.naturals:
        return _Parsed(None, [Fault("no-natural", f"{rules.name} pays no {kind}", name, "write the board without it")])
    rows = _natural_rows(rest)
    tokens = tuple(token for row in rows for token in row.tokens)
    faults = [fault._replace(where=where) for row in rows for fault in row.faults]
    size = sum(row.size for row in rows)
    if not faults and size != _THIRTEEN:
        faults.append(Fault("row-size", f"{count_words(size)}, must be 13", where))
    if JOKER in tokens:
        faults.append(Fault("no-jokers", "a natural is declared without jokers", where))
    readable = [(token, where) for token in tokens]
    if faults or len(set(tokens)) < sum(len(token) == 2 for token in tokens):
        # The check of the table names a card that is there twice.
        return _Parsed(None, faults, readable)
    flushes = [row.tokens for row in rows if row.unknown_flush] if kind == _FLUSHES else []
    why = refuted(kind, tokens, flushes)
    if why:
        return _Parsed(None, [Fault("not-a-natural", f"no {kind}: {why}", where)], readable)
    mask = sum(PACKED[token] >> CARD_SHIFT for token in tokens)
    printed = "".join(tokens)
    if flushes:
        printed = BETWEEN_ROWS.join("".join(row.tokens) + "f" * row.unknown_flush for row in rows)
    return _Parsed(Board(NATURAL, printed, (), mask, kind))


def _natural_rows(rest: str) -> list[Row]:
    """The rows of a natural where its text separates them, in any order; else one row with all its cards."""
    parts = split_parts(rest)
    rows = [read_cards(part) for part in parts]
    if sorted(row.size for row in rows) == [3, 5, 5]:
        return rows
    whole = read_cards(re.sub(SEPARATOR, " ", rest))
    if whole.faults and len(parts) == 1:
        runs = [run for sizes in (ROW_SIZES, ROW_SIZES[::-1]) if (run := read_run(rest, sizes))]
        if runs and all(run == runs[0] for run in runs):
            return runs[0]
    return [whole]
