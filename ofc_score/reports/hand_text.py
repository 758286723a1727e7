"""A hand as text for the table: the boards, the count pair by pair, who moves chips, what is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ofc_score.boards.board import CARDS, NATURAL, SURRENDER
from ofc_score.cards.cards import JOKER
from ofc_score.names import shown
from ofc_score.reports.count import pair_rows, pair_sum
from ofc_score.reports.layout import columns, fill, hanging, table, wide
from ofc_score.reports.moves import moves_of
from ofc_score.reports.terminal import signed_card
from ofc_score.reports.words import signed
from ofc_score.scoring.points import next_fantasyland

if TYPE_CHECKING:
    from ofc_score.errors import OfcError
    from ofc_score.reports.count import Line
    from ofc_score.reports.moves import Moves
    from ofc_score.scoring.explain import RowResult
    from ofc_score.scoring.hand import PlayerResult, Table

_CARDS_WIDTH: Final = 14
_WHY_WIDTH: Final = 24


def hand_text(hand: Table, width: int | None = None) -> str:
    """The whole working of a hand within ``width`` columns (None: as wide as it gets)."""
    button = f" · button {shown(hand.button)}" if len(hand.players) > 1 else ""
    parts = [fill([f"{hand.rules.title}{button}"], width), *boards_lines(hand, width)]
    if len(hand.players) > 1:
        parts += [*count_lines(hand, width), fill([*sum_lines(hand), *next_lines(hand)], width)]
    else:
        parts += [fill(_verdict(hand), width)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def boards_lines(hand: Table, width: int | None) -> list[list[str]]:
    """Every board in rows and words, a list of lines for each player."""
    blocks = [(_heading(name, hand), _rows(player)) for name, player in hand.players.items()]
    lines = [[heading, *(_row_line(*row) for row in rows)] for heading, rows in blocks]
    if not wide([line for block in lines for line in block[1:]], width):
        return [[*fill(block[:1], width), *block[1:]] for block in lines]
    return [
        [*fill([heading], width), *(line for row in rows for line in fill(_row_narrow(*row), width))]
        for heading, rows in blocks
    ]


def _heading(name: str, hand: Table) -> str:
    player = hand.players[name]
    facts = [f"Fantasyland, {hand.fantasyland[name]} cards"] if name in hand.fantasyland else []
    if name == hand.button and len(hand.players) > 1:
        facts.append("button")
    told = f" ({', '.join(facts)})" if facts else ""
    return f"{shown(name)}{told}: {worth_words(player)}"


def worth_words(player: PlayerResult) -> str:
    """What a board is worth: ``royalties 11``, ``foul, JJA on top beats JJK in the middle: the ace``."""
    if player.foul:
        reason = player.reason or ""
        return "foul" if player.rows is None else f"foul, {reason}"
    if player.board.kind == SURRENDER:
        return "surrenders"
    if player.natural:
        return f"natural, {player.natural.replace('-', ' ')} for {player.rules.naturals[player.natural]} points"
    return f"royalties {player.royalties}" if player.royalties else "no royalties"


def _rows(player: PlayerResult) -> list[tuple[str, Sequence[str], str, str]]:
    """(row, cards, royalty, words) as printed; the thirteen cards of a natural in one line."""
    if player.board.kind == NATURAL:
        return [("", [signed_card(token) for token in player.board.tokens], "", "")]
    rows = player.rows or {}
    return [
        (name, [signed_card(token) for token in row.cards], signed(row.royalty) if row.royalty else "", _words(row))
        for name, row in rows.items()
    ]


def _words(row: RowResult) -> str:
    jokers = [signed_card(card) for token, card in zip(row.cards, row.reads_as, strict=True) if token == JOKER]
    if not jokers:
        return row.hand
    return f"{row.hand} ({JOKER} is {', '.join(jokers)})"


def _row_line(row: str, cards: Sequence[str], royalty: str, words: str) -> str:
    return f"  {row:<6}  {' '.join(cards):<{_CARDS_WIDTH}}  {royalty:>3}  {words}".rstrip()


def _row_narrow(row: str, cards: Sequence[str], royalty: str, words: str) -> list[str]:
    return [f"  {row:<6} {''.join(cards)} {royalty}".rstrip(), *([f"    {words}"] if words else [])]


def count_lines(hand: Table, width: int | None) -> list[list[str]]:
    """The count pair by pair, a list of lines for each pair: every item with who gets it and how many points."""
    groups = _within([pair_rows(count, hand) for count in hand.counts], width)
    lines = table([row for rows in groups for row in rows], ("left", "left", "right", "left"))
    narrow = wide(lines, width, indent=2)
    left = iter(lines)
    blocks = []
    for count, rows in zip(hand.counts, groups, strict=True):
        title = pair_sum(count)
        if narrow:
            items = [f"  {item}: {f'{who} {points}'.strip()}{why and ', '}{why}" for item, who, points, why in rows]
            blocks.append(fill([title, *items], width))
        else:
            blocks.append([*fill([title], width), *(f"  {next(left)}" for _ in rows)])
    return blocks


def _within(groups: list[list[Line]], width: int | None) -> list[list[Line]]:
    """The groups with reasons that are too wide for the table broken into lines, where there is room for some words:
    one long line must not make the whole hand look otherwise than the hands before."""
    if width is None:
        return groups
    beside = sum(max(columns(row[place]) for rows in groups for row in rows) for place in range(3))
    room = width - beside - 8  # 2 before the table, and 2 between columns
    if room < _WHY_WIDTH:
        return groups
    broken: list[list[Line]] = []
    for rows in groups:
        broken.append([])
        for item, who, points, why in rows:
            first, *rest = hanging(why, room, "")
            broken[-1] += [(item, who, points, first), *(("", "", "", part) for part in rest)]
    return broken


def sum_lines(hand: Table) -> list[str]:
    """Who moves chips in sum; then the stacks before and after."""
    lines = [moves_words(moves_of(hand))]
    if hand.stacks:
        totals = hand.totals
        moved = [f"{shown(name)} {stack - totals.get(name, 0)} -> {stack}" for name, stack in hand.stacks.items()]
        lines.append(f"Stacks: {' · '.join(moved)}")
    return lines


def moves_words(moves: Moves) -> str:
    """``Bob puts in 12, Cy puts in 3, Ann takes 15; Cy owed 12 but had only 3``."""
    words = [f"{shown(name)} puts in {points}" for name, points in moves.puts]
    words += [f"{shown(name)} takes {points}" for name, points in moves.takes]
    notes = [f"{shown(name)} owed {owed} but had only {had}" for name, owed, had in moves.short]
    notes += [f"{shown(name)} was due {due} but had only {had} in front" for name, due, had in moves.capped]
    return "; ".join([", ".join(words) or "No chips move", *notes])


def next_lines(hand: Table) -> list[str]:
    """Who is in Fantasyland next, with how many cards and why, and who is out."""
    words = []
    for name, player in hand.players.items():
        land = player.next_fantasyland
        if land:
            words.append(f"{shown(name)} in Fantasyland with {land.cards} cards ({land.why})")
    rules = hand.rules
    if words and rules.fantasyland and rules.fantasyland.button_frozen:
        words.insert(0, f"button stays with {shown(hand.button)}")
    elif (coming := _next_button(hand)) is not None:
        words.insert(0, f"button {shown(coming)}")
    if rules.fantasyland and not any(player.next_fantasyland for player in hand.players.values()):
        words.append("nobody in Fantasyland")
    if hand.stacks and rules.count.loser_cap:
        for name in (name for name, stack in hand.stacks.items() if stack == 0):
            out = hand.players.get(name)
            lapsed = out and next_fantasyland(out.scored, rules, hand.fantasyland.get(name))
            words.append(f"{shown(name)} out{', Fantasyland lapses' if lapsed else ''}")
    return [f"Next: {' · '.join(words)}"] if words else []


def _next_button(hand: Table) -> str | None:
    """The next player clockwise with points, to whom the button moves; None where the hand alone does not tell it."""
    seats, rules = list(hand.players), hand.rules
    if hand.button not in seats or rules.dealer_sits_out:
        return None
    start = seats.index(hand.button) + 1
    out = {name for name, stack in (hand.stacks or {}).items() if stack <= 0 and rules.count.loser_cap}
    coming = [name for name in (*seats[start:], *seats[: start - 1]) if name not in out]
    return coming[0] if len({*seats} - out) > 1 else None


def _verdict(hand: Table) -> list[str]:
    """One board alone: is it legal, what is it worth, does it enter or stay."""
    ((name, player),) = hand.players.items()
    if player.board.kind == SURRENDER:
        return [f"Surrenders: pays {hand.rules.surrender} to each player who neither surrendered nor fouled."]
    if player.natural:
        return [f"Worth {hand.rules.naturals[player.natural]} points from each opponent without a better natural."]
    if player.foul:
        return ["Foul: no royalties, no Fantasyland." if hand.rules.fantasyland else "Foul: no royalties."]
    lines = [f"Legal, {player.royalties} {'point' if player.royalties == 1 else 'points'} of royalties."]
    if hand.rules.fantasyland and player.board.kind == CARDS:
        land, was_in = player.next_fantasyland, name in hand.fantasyland
        if land:
            lines.append(f"{'Stays in' if was_in else 'Enters'} Fantasyland with {land.cards} cards: {land.why}.")
        else:
            lines.append(f"Does not {'stay in' if was_in else 'enter'} Fantasyland.")
    return lines


def also_text(hands: Mapping[str, Table], refused: Mapping[str, OfcError], width: int | None = None) -> str:
    """The totals of the same boards under several rulesets, side by side, and why a ruleset cannot score them.

    Of one board alone there are no totals: what it is worth is told instead.
    """
    if all(len(hand.players) == 1 for hand in hands.values()):
        alone = [f"{game}: {' '.join(_verdict(hand))}" for game, hand in hands.items()]
        return "\n".join(fill([*alone, *_refusals(refused)], width))
    names = list(next(iter(hands.values())).totals)
    cells = [(shown(name), *(signed(hand.totals[name]) for hand in hands.values())) for name in names]
    lines = table([("", *hands), *cells], ("left", *("right" for _ in hands)))
    if wide(lines, width):
        lines = [
            f"{game}: {', '.join(f'{shown(name)} {signed(points)}' for name, points in hand.totals.items())}"
            for game, hand in hands.items()
        ]
    return "\n".join(fill([*lines, *_refusals(refused)], width))


def _refusals(refused: Mapping[str, OfcError]) -> list[str]:
    return [f"{game}: {fault.text()}" for game, error in refused.items() for fault in error.faults]
