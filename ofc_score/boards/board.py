"""Boards as scoring sees them, and the checks that look at a whole table. ``parse`` reads what people type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from ofc_score.cards.cards import CARD_SHIFT, JOKER, PACKED, RANK_BITS, RANK_OF, ROWS, plural
from ofc_score.cards.evaluate import SUITED, row_key
from ofc_score.errors import Fault
from ofc_score.rules.ruleset import Ruleset

CARDS: Final = "cards"
FOUL: Final = "foul"
OUT: Final = "out"
SURRENDER: Final = "surrender"
NATURAL: Final = "natural"

SLICES: Final = (slice(0, 3), slice(3, 8), slice(8, 13))
BETWEEN_ROWS: Final = " / "
_TOKEN: Final = re.compile("Jo|[2-9TJQKA][cdhs]?")


class Board(NamedTuple):
    """What one player shows.

    ``kind`` is ``cards``, ``foul`` (without cards), ``out`` (sits this hand out), ``surrender`` or ``natural`` (a
    declared ``natural`` kind with its thirteen cards). ``cards`` are the printed cards from top to bottom, the rows
    apart as in ``QhQd2c / ...`` (a rank alone where the suit is not known), ``keys`` the three rows for ``evaluate``,
    ``mask`` one bit per card of known suit.
    """

    kind: str
    cards: str = ""
    keys: tuple[int, ...] = ()
    mask: int = 0
    natural: str | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The printed cards from top to bottom, one by one."""
        return tuple(_TOKEN.findall(self.cards))

    def row_tokens(self, row: int) -> tuple[str, ...]:
        """The cards of row 0 (top), 1 or 2."""
        return self.tokens[SLICES[row]]

    @property
    def jokers(self) -> int:
        """How many jokers lie on the board."""
        return self.cards.count(JOKER)

    def text(self) -> str:
        """The board as it can be read again: ``QhQd2c / KsKd8h8c3d / AhTh7h5h2h``."""
        if self.kind == NATURAL:
            return f"{self.natural} {self.cards}"
        if self.kind != CARDS:
            return "-" if self.kind == OUT else self.kind
        if self.mask.bit_count() == 13:
            return self.cards  # every suit is known
        return BETWEEN_ROWS.join(self._row_text(row) for row in range(3))

    def __repr__(self) -> str:
        return f"parse_board({self.text()!r})"

    def _row_text(self, row: int) -> str:
        tokens = self.row_tokens(row)
        unknown_flush = self.keys[row] & SUITED and any(len(token) == 1 for token in tokens)
        return "".join(tokens) + ("f" if unknown_flush else "")


def table_faults(boards: Mapping[str, Board], rules: Ruleset | None) -> list[Fault]:
    """Everything that cannot lie on one table together: a card twice, five of a rank, too many jokers."""
    seen = 0
    for board in boards.values():
        # Jokers and cards of unknown suit have no bit, so a table with one is always looked at closely.
        if seen & board.mask or (board.mask.bit_count() != 13 and board.cards):
            break
        seen |= board.mask
    else:
        return []
    return laid_faults([card for name, board in boards.items() for card in laid(name, board)], rules)


def laid_faults(cards: list[tuple[str, str]], rules: Ruleset | None) -> list[Fault]:
    """The same for cards given one by one as (token, place in words), so that faulty boards are looked at too."""
    faults = _cards_twice(cards)
    if any(len(token) == 1 for token, _ in cards):
        faults += _too_many_of_a_rank(cards)
    jokers = sum(token == JOKER for token, _ in cards)
    if jokers > (2 if rules is None else rules.jokers) > 0:
        count = "one joker" if rules is not None and rules.jokers == 1 else "two jokers"
        faults.append(Fault("too-many-jokers", f"{jokers} jokers on the table, the deck has {count}", "table"))
    return faults


def laid(name: str, board: Board) -> list[tuple[str, str]]:
    """The cards of a board as (token, place in words)."""
    places = [f"{name} {board.natural or row}".strip() for row in ROWS]
    return [(token, places[(place > 2) + (place > 7)]) for place, token in enumerate(board.tokens)]


def _cards_twice(cards: list[tuple[str, str]]) -> list[Fault]:
    where: dict[str, list[str]] = {}
    for token, place in cards:
        if len(token) == 2 and token != JOKER:
            where.setdefault(token, []).append(place)
    return [
        Fault("card-twice", ", ".join(places), token, "each card is in the deck once")
        for token, places in where.items()
        if len(places) > 1
    ]


def _too_many_of_a_rank(cards: list[tuple[str, str]]) -> list[Fault]:
    """More than four of a rank, counting a card that is there twice once: that has a fault of its own."""
    counts: Counter[str] = Counter()
    where: dict[str, list[str]] = {}
    seen: set[str] = set()
    for token, place in cards:
        if token == JOKER or token in seen:
            continue
        if len(token) == 2:
            seen.add(token)
        counts[token[0]] += 1
        where.setdefault(token[0], []).append(place)
    return [
        Fault(
            "too-many-of-a-rank",
            f"{counts[rank]} {plural(RANK_OF[rank])} on the table: {', '.join(dict.fromkeys(places))}",
            rank,
            "a deck has four of each rank",
        )
        for rank, places in where.items()
        if counts[rank] > 4
    ]


def board_of(tokens: tuple[str, ...], suited: tuple[bool, bool, bool] = (False, False, False)) -> Board:
    """The board of thirteen tokens from top to bottom; ``suited`` marks flushes in an unspecified suit."""
    keys = []
    mask = 0
    for row, part in enumerate(SLICES):
        packed = sum(PACKED[token] for token in tokens[part])
        mask += packed >> CARD_SHIFT
        keys.append((packed & RANK_BITS) | SUITED if suited[row] else row_key(packed))
    printed = BETWEEN_ROWS.join("".join(tokens[part]) for part in SLICES)
    return Board(CARDS, printed, tuple(keys), mask)
