"""The report: one self-contained page of a session, for a phone, a screen or paper. No script, nothing from outside.

This file says what is on the page, the templates how it looks; every value is escaped by the templates themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofc_score.boards.board import NATURAL, OUT, SURRENDER
from ofc_score.cards.cards import JOKER, ROWS
from ofc_score.evening.corrections import resolve
from ofc_score.evening.events import Close, Hand
from ofc_score.evening.results import Account, LedgerSession
from ofc_score.names import shown
from ofc_score.reports.chart import COLOURS, HEIGHTS, chart_svg, stack_lines
from ofc_score.reports.count import pair_words
from ofc_score.reports.hand_text import moves_words
from ofc_score.reports.log import EntryWords, item_words, log_lines
from ofc_score.reports.money import beside, beside_lines
from ofc_score.reports.moves import moves_of
from ofc_score.reports.status import dropped_lines
from ofc_score.reports.terminal import SUIT_SIGNS
from ofc_score.reports.views import Payout, highlights
from ofc_score.reports.words import money, plus, signed
from ofc_score.rules.card import card

if TYPE_CHECKING:
    from ofc_score.evening.state import HandRecord, State
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import PairCount, PlayerResult, Table

MARK: Final = "<!-- ofc-score report -->"
"""Second line of every page, by which a report may be written anew over an old one."""
_JOKER_SIGN: Final = "★"


class Face(NamedTuple):
    """A card as drawn: ``kind`` is its suit's letter, ``n`` without one, with ``j`` behind for a joker."""

    kind: str
    rank: str
    sign: str


class RowView(NamedTuple):
    """One row of a board: its cards, what it is in words, its royalty ("+7", or nothing)."""

    name: str
    faces: tuple[Face, ...]
    words: str
    royalty: str


class BoardView(NamedTuple):
    """One player's part of a hand: badges ("button"), what the board is worth, why it is a foul, what comes next."""

    player: str
    net: int
    badges: tuple[str, ...]
    rows: tuple[RowView, ...] = ()
    worth: str = ""
    foul: str = ""
    next: str = ""


class Step(NamedTuple):
    """Something of the session in the order of play: a hand, or an entry beside it in words."""

    hand: HandRecord | None
    words: str = ""


def report_html(booked: LedgerSession, accounts: Sequence[Account], payouts: Iterable[Payout]) -> str:
    """The page, ready to be written as UTF-8. Its balances are those of the JSON, value for value."""
    from ofc_score.reports.templating import template

    page = template(
        "report.html.j2",
        signed=signed,
        sign=lambda amount: "minus" if amount < 0 else "plus" if amount else "",
        plus=plus,
        money=money,
        boards=_boards,
        flags=_flags,
        pair=_pair,
        moves=lambda table: moves_words(moves_of(table)),
    )
    return page.render(**_context(booked, accounts, payouts))


def _context(booked: LedgerSession, accounts: Sequence[Account], payouts: Iterable[Payout]) -> dict[str, Any]:
    session, state = booked.session, booked.state
    lines = stack_lines(session)
    games = _games(state.setup.rules, state.hands)
    return {
        "mark": MARK,
        "booked": booked,
        "title": shown(booked.name, isolate=False) or "An evening of Open Face Chinese",
        "point": str(state.point) if state.point else "",
        "paper": state.setup.on_paper,
        "hand_count": len(state.hands),
        "games": games,
        "cards": [card(game) for game in games],
        "accounts": [(account, any(row.before for row in account.rows), beside([account])) for account in accounts],
        "beside": beside_lines(session),
        "followed": any(account.followed for account in accounts),
        "payments": [(payment, payout) for payout in payouts for payment in payout.payments],
        "highlights": highlights(state),
        "charts": [svg for shape in HEIGHTS if (svg := chart_svg(lines, shape))],
        "legend": [(line, number % COLOURS) for number, line in enumerate(lines)],
        "marks": {
            "land": any(point.land for line in lines for point in line.points),
            "bought": any(point.bought for line in lines for point in line.points),
        },
        "steps": _steps(booked),
        "log": log_lines(session),
        "remarks": _remarks(state),
    }


def _games(first: Ruleset, hands: Iterable[HandRecord]) -> list[Ruleset]:
    """Every ruleset that was played, in order; the first one of the session where no hand was played."""
    games: list[Ruleset] = []
    for record in hands:
        if record.table.rules not in games:
            games.append(record.table.rules)
    return games or [first]


def _remarks(state: State) -> list[str]:
    forfeited = [f"Fantasyland of {shown(name)} was forfeited by agreement at the end" for name in state.forfeited]
    return [*state.flags, *dropped_lines(state), *forfeited]


def _steps(booked: LedgerSession) -> list[Step]:
    """Hands and what happened between them, in the order of play."""
    words = EntryWords(booked.session)
    records = {record.entry: record for record in booked.state.hands}
    steps = []
    for item in resolve(booked.session.events):
        if isinstance(item.event, Hand) and item.entry in records:
            steps.append(Step(records[item.entry]))
        elif not isinstance(item.event, Close):
            steps.append(Step(None, item_words(item, words)))
    return steps


# A hand


def _boards(record: HandRecord) -> list[BoardView]:
    """The boards of a hand, and who was at the table and did not play it."""
    table = record.table
    played = [_board(name, table, record) for name in table.players]
    resting = [name for name, board in record.hand.boards.items() if board.kind == OUT and name not in table.players]
    return [*played, *(BoardView(name, 0, ("does not play",)) for name in resting)]


def _flags(record: HandRecord) -> list[str]:
    """What to know of a hand beyond its count."""
    if dict(record.moved) == dict(record.table.totals):
        return list(record.flags)
    moved = ", ".join(f"{shown(name)} {signed(points)}" for name, points in record.moved.items())
    return [*record.flags, f"moved in all, with the difference booked later: {moved}"]


def _pair(count: PairCount) -> tuple[str, str, int, str]:
    """One pair from the side of the player who gets something: their name, the other's, how many points, of what."""
    first, second = (count.player, count.opponent) if count.paid >= 0 else (count.opponent, count.player)
    return first, second, abs(count.paid), pair_words(count, first, total=False)


def _board(name: str, table: Table, record: HandRecord) -> BoardView:
    player = table.players[name]
    badges = ["button"] if name == table.button else []
    if name in table.fantasyland:
        badges.append(f"Fantasyland, {table.fantasyland[name]} cards")
    land = player.next_fantasyland
    coming = ""
    if land is not None:
        way = "Stays in" if name in table.fantasyland else "To"
        coming = f"{way} Fantasyland with {land.cards} cards: {land.why}"
    reason = player.reason if player.foul else None
    return BoardView(
        name, record.moved.get(name, 0), tuple(badges), _rows(player), _worth(player), reason or "", coming
    )


def _worth(player: PlayerResult) -> str:
    if player.board.kind == SURRENDER:
        return "surrenders"
    if player.natural:
        return f"{player.natural.replace('-', ' ')}, {player.rules.naturals[player.natural]} points from each"
    return f"royalties {player.royalties}" if player.royalties else ""


def _rows(player: PlayerResult) -> tuple[RowView, ...]:
    if player.board.kind == NATURAL:
        return (RowView("", tuple(_face(token, token) for token in player.board.tokens), "", ""),)
    rows = player.rows
    if rows is None:
        return ()
    return tuple(
        RowView(
            name,
            tuple(_face(token, read) for token, read in zip(rows[name].cards, rows[name].reads_as, strict=True)),
            rows[name].hand,
            signed(rows[name].royalty) if rows[name].royalty else "",
        )
        for name in ROWS
    )


def _face(token: str, read: str) -> Face:
    """A card; a joker as the card it stands for."""
    if token == JOKER and read == JOKER:
        return Face("nj", _JOKER_SIGN, "")
    rank = "10" if read[0] == "T" else read[0]
    suit = read[1:]
    return Face((suit or "n") + ("j" if token == JOKER else ""), rank, SUIT_SIGNS.get(suit, ""))
