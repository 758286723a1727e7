"""One pair's count as printed lines: each row and who wins it, scoop or why none, royalties, caps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_score.boards.board import NATURAL, SURRENDER
from ofc_score.cards.cards import ROW_SIZES, ROWS
from ofc_score.cards.hand_names import short, why_beats
from ofc_score.names import shown
from ofc_score.reports.moves import limit_of
from ofc_score.reports.words import signed
from ofc_score.scoring.explain import row_words
from ofc_score.scoring.points import row_royalty

if TYPE_CHECKING:
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import PairCount, PlayerResult, Table

Line = tuple[str, str, str, str]


def pair_sum(count: PairCount) -> str:
    """Who gets how much in one pair: ``Ann against Bob: Bob +4``."""
    who = "" if not count.paid else f"{shown(count.player if count.paid > 0 else count.opponent)} "
    return f"{shown(count.player)} against {shown(count.opponent)}: {who}{signed(abs(count.paid))}"


def pair_rows(count: PairCount, hand: Table) -> list[Line]:
    """The count of one pair as (item, who gets it, how many points, why): points are never below zero."""
    pair = _Pair(count, hand)
    lines = [*pair.items(), pair.line("points", count.points, "")]
    if count.stacks is not None:
        lines.append(pair.paid())
    return lines


class _Pair:
    """The two boards of one count, and what is said about them."""

    def __init__(self, count: PairCount, hand: Table) -> None:
        self.count = count
        self.rules: Ruleset = hand.rules
        self.mine: PlayerResult = hand.players[count.player]
        self.other: PlayerResult = hand.players[count.opponent]
        self.names = (shown(count.player), shown(count.opponent))

    def line(self, item: str, points: int, why: str) -> Line:
        who = "" if not points else self.names[points < 0]
        return item, who, signed(abs(points)), why

    def items(self) -> list[Line]:
        kinds = {self.mine.board.kind, self.other.board.kind}
        items = self.count.items
        if SURRENDER in kinds:
            return [self.line("surrender", items.penalty, self._surrender())]
        if NATURAL in kinds:
            return [self.line("natural", items.natural, self._natural())]
        if self.mine.foul and self.other.foul:
            return [self.line("rows", 0, "both boards are fouled")]
        if self.mine.foul or self.other.foul:
            return self._against_foul()
        lines = [self._row(row) for row in range(3)]
        if self.rules.scoop:
            lines.append(self.line("scoop", items.scoop, self._scoop()))
        if self.rules.overall:
            why = "more rows won" if items.overall else "none, it takes two rows and more than the other"
            lines.append(self.line("overall", items.overall, why))
        if self.mine.royalties or self.other.royalties:
            lines.append(self.line("royalties", items.royalties, self._royalties()))
        return lines

    def _surrender(self) -> str:
        said = [name for name, side in zip(self.names, (self.mine, self.other), strict=True) if side.surrendered]
        if len(said) == 2:
            return "both surrendered"
        return f"{said[0]} surrendered" + ("" if self.count.items.penalty else ", a foul gets nothing for it")

    def _natural(self) -> str:
        kinds = [side.natural.replace("-", " ") for side in (self.mine, self.other) if side.natural]
        if len(kinds) == 2:
            return " against ".join(kinds) if self.count.items.natural else "worth the same on both sides"
        return f"{kinds[0]}, the rows do not count"

    def _against_foul(self) -> list[Line]:
        items = self.count.items
        fouled = self.names[self.other.foul]
        lines = []
        if items.penalty:
            lines.append(self.line("foul", items.penalty, f"{fouled} fouled"))
        else:
            lines.append(self.line("rows", sum(items.rows), f"all three, {fouled} fouled"))
        if items.scoop:
            lines.append(self.line("scoop", items.scoop, "all three rows"))
        if items.overall:
            lines.append(self.line("overall", items.overall, "all three rows"))
        due = self.mine.royalties or self.other.royalties
        if due:
            stands, paid = self.names[self.mine.foul], abs(items.royalties)
            why = f"{stands}'s board is worth {due}" + (f", {due - paid} of it the rows' points" if paid < due else "")
            lines.append(self.line("royalties", items.royalties, why if paid else "a foul pays no royalties here"))
        return lines

    def _balance(self) -> tuple[int, int, int]:
        """+1, 0 or -1 for each row, also where a row is worth no points."""
        pairs = zip(self.mine.scored.strengths, self.other.scored.strengths, strict=True)
        top, middle, bottom = ((mine > other) - (mine < other) for mine, other in pairs)
        return top, middle, bottom

    def _row(self, row: int) -> Line:
        mine, other = self.mine.scored.strengths[row], self.other.scored.strengths[row]
        points = self.count.items.rows[row]
        winner, loser = max(mine, other), min(mine, other)
        low = row == 1 and self.rules.low_middle
        if winner == loser:
            both = row_words(mine, row, self.rules) if low else short(mine, ROW_SIZES[row])
            return self.line(ROWS[row], points, f"tied, both {both}")
        if low:
            why = f"{row_words(winner, row, self.rules)} beats {row_words(loser, row, self.rules)}"
        else:
            why = why_beats(winner, loser, (ROW_SIZES[row], ROW_SIZES[row]))
        return ROWS[row], self.names[other > mine], signed(abs(points)), why

    def _scoop(self) -> str:
        balance = self._balance()
        if self.count.items.scoop:
            return "all three rows"
        tied = [name for name, won in zip(ROWS, balance, strict=True) if not won]
        ahead, behind = balance.count(1), balance.count(-1)
        if not ahead or not behind:
            return "none, all rows tied" if len(tied) == 3 else f"none, {' and '.join(tied)} tied"
        return f"none, rows split {max(ahead, behind)}-{min(ahead, behind)}" + (f", {tied[0]} tied" if tied else "")

    def _royalties(self) -> str:
        if not self.rules.row_winner_paid:
            return f"{self.mine.royalties} against {self.other.royalties}"
        told = []
        for row, won in enumerate(self._balance()):
            royalty = (self.mine if won > 0 else self.other).scored.royalties[row] if won else 0
            if royalty:
                beyond = " beyond the row's point" if self.rules.replace else ""
                told.append(f"{self.names[won < 0]}'s {ROWS[row]} {row_royalty(royalty, self.rules)}{beyond}")
        return ", ".join(told) or "none on a row that was won"

    def paid(self) -> Line:
        """What moved, why it was less than the points, and the two stacks after it."""
        count = self.count
        stacks = count.stacks or (0, 0)
        before = (stacks[0] - count.paid, stacks[1] + count.paid)
        moved = zip(self.names, before, stacks, strict=True) if count.paid else ()
        after = ", ".join(f"{name} {had} -> {has}" for name, had, has in moved)
        return self.line("paid", count.paid, "; ".join(filter(None, (self._limit(), after))))

    def _limit(self) -> str:
        limit = limit_of(self.count, self.rules)
        if limit is None:
            return ""
        name, owed = shown(limit.player), abs(self.count.points)
        if limit.pays:
            return f"{name} owed {owed} but had only {limit.had}"
        return f"{name} had {limit.had} in front and can win no more"


def pair_items(count: PairCount, player: str) -> list[tuple[str, int]]:
    """What a pair's points are made of for ``player``, one of the two: (item, points), items worth nothing left out.

    The row points come as one sum.
    """
    items = count.items if count.player == player else count.items.reversed()
    listed = {
        "rows": sum(items.rows), "scoop": items.scoop, "overall": items.overall, "royalties": items.royalties,
        "foul or surrender": items.penalty, "natural": items.natural,
    }  # fmt: skip
    return [(item, points) for item, points in listed.items() if points]


def pair_words(count: PairCount, player: str, *, total: bool = True) -> str:
    """``rows +3, scoop +3, royalties -2, makes +4``, and what moved where caps made it less."""
    sign = 1 if count.player == player else -1
    words = [f"{item} {signed(points)}" for item, points in pair_items(count, player)] or ["nothing"]
    capped = count.paid != count.points
    if (total and count.points) or capped:
        words.append(f"makes {signed(sign * count.points)}")
    if capped:
        words.append(f"{signed(sign * count.paid)} moved under the caps")
    return ", ".join(words)
