"""The one result object of a hand: boards, rules, button, stacks and Fantasyland in; everything that is shown out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofc_score.boards.board import NATURAL, OUT, SURRENDER, Board
from ofc_score.boards.parse import read_table, table_and_faults
from ofc_score.cards.cards import ROWS
from ofc_score.errors import CardError, Fault
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.points import NextFantasyland, Points, Scored, next_fantasyland, pair_points, score_board
from ofc_score.scoring.settlement import counted_pairs, counting_order, settle
from ofc_score.scoring.validate import fact_faults, hand_faults

if TYPE_CHECKING:
    from ofc_score.scoring.explain import RowResult

FORMAT: Final = 1
_NOBODY: Final[Mapping[str, int]] = MappingProxyType({})


def in_short(points: Mapping[str, int]) -> str:
    """Points by player on one line, for a ``repr``: ``Ann +17, Bob -17``."""
    return ", ".join(f"{name} {won:+d}" for name, won in points.items())


class PlayerResult(NamedTuple):
    """One player's board under the rules; words, rows and what comes next are made when asked for.

    ``played_fantasyland`` is the number of cards with which the player was in Fantasyland in this hand, else 0.
    """

    scored: Scored
    rules: Ruleset
    played_fantasyland: int
    fantasyland_lapses: bool

    @property
    def next_fantasyland(self) -> NextFantasyland | None:
        """With how many cards, and why, the player is in Fantasyland next hand; None when he is not."""
        scored = self.scored
        if scored.foul or self.fantasyland_lapses:
            return None
        return next_fantasyland(scored, self.rules, self.played_fantasyland)

    @property
    def board(self) -> Board:
        """The board as entered."""
        return self.scored.board

    @property
    def foul(self) -> bool:
        """Whether the board is fouled."""
        return self.scored.foul

    @property
    def reason(self) -> str | None:
        """Why it is a foul, in words."""
        from ofc_score.scoring.explain import foul_words

        return foul_words(self.scored.board, self.scored.strengths, self.rules) if self.scored.foul else None

    @property
    def natural(self) -> str | None:
        """The declared natural, if any."""
        return self.scored.board.natural

    @property
    def surrendered(self) -> bool:
        """Whether the player surrendered."""
        return self.scored.board.kind == SURRENDER

    @property
    def royalties(self) -> int:
        """What the board is worth by the ruleset's table, in points."""
        top, middle, bottom = self.scored.royalties
        return top + middle + bottom

    @property
    def rows(self) -> dict[str, RowResult] | None:
        """The three rows by name; None for a board entered without rows."""
        from ofc_score.scoring.explain import row_results

        board, strengths, _, royalties = self.scored
        return row_results(board, strengths, royalties, self.rules)

    def as_dict(self) -> dict[str, Any]:
        """The player's part of the JSON."""
        land = self.next_fantasyland
        document: dict[str, Any] = {
            "foul": self.foul,
            "reason": self.reason,
            "natural": self.natural,
            "surrendered": self.surrendered,
            "royalties": self.royalties,
            "rows": None,
            "next_fantasyland": None if land is None else {"cards": land.cards, "why": land.why},
        }
        if rows := self.rows:
            document["rows"] = {
                name: {
                    "cards": list(row.cards),
                    "reads_as": list(row.reads_as),
                    "category": row.category,
                    "hand": row.hand,
                    "royalty": row.royalty,
                }
                for name, row in rows.items()
            }
        if self.board.kind == NATURAL:
            document["cards"] = list(self.board.tokens)
        return document


class PairCount(NamedTuple):
    """One pair counted, from ``player``'s side. ``points`` by the rules, ``paid`` what moved under the caps."""

    player: str
    opponent: str
    items: Points
    points: int
    paid: int
    stacks: tuple[int, int] | None

    @property
    def rows(self) -> tuple[int, int, int]:
        """Points of the three rows, top first."""
        return self.items.rows

    def as_dict(self) -> dict[str, Any]:
        """The pair as it stands in the JSON."""
        items, stacks = self.items, None
        if self.stacks is not None:
            stacks = dict(zip((self.player, self.opponent), self.stacks, strict=True))
        return {
            "player": self.player,
            "opponent": self.opponent,
            "rows": dict(zip(ROWS, items.rows, strict=True)),
            "scoop": items.scoop,
            "overall": items.overall,
            "royalties": items.royalties,
            "penalty": items.penalty,
            "natural": items.natural,
            "points": self.points,
            "paid": self.paid,
            "stacks": stacks,
        }


class Table(NamedTuple):
    """A settled hand. ``counts`` stand in the order of the count; ``stacks`` are those after it, None on paper."""

    rules: Ruleset
    button: str
    fantasyland: Mapping[str, int]
    players: Mapping[str, PlayerResult]
    counts: tuple[PairCount, ...]
    totals: Mapping[str, int]
    stacks: Mapping[str, int] | None

    def __repr__(self) -> str:
        return f"<Table of {self.rules.name}: {in_short(self.totals)}>"

    def as_dict(self) -> dict[str, Any]:
        """The JSON of ``score`` (format 1)."""
        return {
            "format": FORMAT,
            "ruleset": self.rules.name,
            "button": self.button,
            "fantasyland": dict(self.fantasyland),
            "players": {name: player.as_dict() for name, player in self.players.items()},
            "counts": [count.as_dict() for count in self.counts],
            "totals": dict(self.totals),
            "stacks": None if self.stacks is None else dict(self.stacks),
        }


def score_table(
    boards: Mapping[str, Board],
    rules: Ruleset,
    button: str | None = None,
    stacks: Mapping[str, int] | None = None,
    fantasyland: Mapping[str, int] | None = None,
) -> Table:
    """Score and settle one hand.

    ``boards`` are in seat order, clockwise; ``button`` defaults to the last seat and may be on a seat that sits out.
    ``stacks`` (points in front of everybody who plays) switch the caps on; ``fantasyland`` tells who played this hand
    in Fantasyland and with how many cards. Raises ``CardError`` with everything that makes such a hand impossible.
    """
    if button is None and boards:
        button = list(boards)[-1]
    faults = hand_faults(boards, rules, button, stacks or {}, fantasyland or {})
    if faults or button is None:
        raise CardError.of(faults, what="the hand")
    return settle_table(boards, rules, button, stacks, fantasyland)


def settle_table(
    boards: Mapping[str, Board],
    rules: Ruleset,
    button: str,
    stacks: Mapping[str, int] | None = None,
    fantasyland: Mapping[str, int] | None = None,
) -> Table:
    """Score and settle a hand whose facts were checked when it was booked.

    A corrected past may have put a player without points into it, whom the caps then hold at zero.
    """
    players: dict[str, PlayerResult] = {}
    for name, board in boards.items():
        if board.kind != OUT:
            played = fantasyland.get(name, 0) if fantasyland else 0
            players[name] = PlayerResult(score_board(board, rules), rules, played, False)
    seats = list(boards)
    # With the button on the last seat the order of the count is that of the seats.
    order = list(players) if button == seats[-1] else counting_order(seats, players, button)
    counts = []
    totals = dict.fromkeys(players, 0)
    for player, opponent in combinations(order, 2):
        items = pair_points(players[player].scored, players[opponent].scored, rules)
        points = items.points
        totals[player] += points
        totals[opponent] -= points
        counts.append(PairCount(player, opponent, items, points, points, None))
    if stacks or rules.count.payer_order:
        counts = _settled(counts, order, rules, stacks or None)
        totals = dict.fromkeys(players, 0)
        for count in counts:
            totals[count.player] += count.paid
            totals[count.opponent] -= count.paid
    after = None
    if stacks:
        after = MappingProxyType({name: stack + totals.get(name, 0) for name, stack in stacks.items()})
        if rules.count.loser_cap:
            # Rule: the Fantasyland of a player without points lapses, since he is out.
            players |= {name: it._replace(fantasyland_lapses=True) for name, it in players.items() if after[name] <= 0}
    land = MappingProxyType(dict(fantasyland)) if fantasyland else _NOBODY
    return Table(rules, button, land, MappingProxyType(players), tuple(counts), MappingProxyType(totals), after)


def _settled(
    counts: list[PairCount], order: Sequence[str], rules: Ruleset, stacks: Mapping[str, int] | None
) -> list[PairCount]:
    """The same pairs in the order in which they pay, and with what the stacks let move."""
    pairs: Sequence[tuple[str, str, int]] = [(it.player, it.opponent, it.points) for it in counts]
    each = [it.items for it in counts]
    if rules.count.payer_order:
        items = {(it.player, it.opponent): it.items for it in counts}
        items |= {(opponent, player): its.reversed() for (player, opponent), its in items.items()}
        pairs = counted_pairs(order, lambda a, b: items[a, b].points, rules.count)
        each = [items[player, opponent] for player, opponent, _ in pairs]
    return [
        PairCount(player, opponent, items, points, paid, left)
        for items, (player, opponent, points, paid, left) in zip(each, settle(pairs, stacks, rules.count), strict=True)
    ]


def settle_texts(
    texts: Mapping[str, str],
    rules: Ruleset,
    button: str | None = None,
    stacks: Mapping[str, int] | None = None,
    fantasyland: Mapping[str, int] | None = None,
) -> Table:
    """Read the boards, in seat order, and settle the hand, as ``score_table`` does.

    Raises ``CardError`` with the faults of the boards and of the facts together.
    """
    try:
        boards = read_table(texts, rules)
    except CardError as error:
        faults = text_faults(texts, rules, button, stacks or {}, fantasyland or {})
        only_boards = len(faults) == len(error.faults)
        raise CardError.of(faults, what="the boards" if only_boards else "the hand") from None
    return score_table(boards, rules, button, stacks, fantasyland)


def text_faults(
    texts: Mapping[str, str],
    rules: Ruleset | None,
    button: str | None,
    stacks: Mapping[str, int],
    fantasyland: Mapping[str, int],
    unread: Sequence[str] = (),
) -> list[Fault]:
    """Everything wrong with the boards and the facts of a hand; a board that cannot be read plays.

    ``rules`` None: the game is not known, so only the boards are looked at. ``unread`` are seats whose board is not to
    be read, since it has a fault already.
    """
    boards, faults = table_and_faults({name: text for name, text in texts.items() if name not in unread}, rules)
    if rules is not None:
        playing = [name for name in texts if name not in boards or boards[name].kind != OUT]
        faults += fact_faults(texts, playing, rules, button, stacks, fantasyland)
    return faults
