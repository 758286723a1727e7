"""Can this hand have been played: who sits where, stacks, Fantasyland, cards dealt. Every fault in one pass."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ofc_score.boards.board import CARDS, OUT, SURRENDER, Board, table_faults
from ofc_score.errors import Fault
from ofc_score.rules.ruleset import Ruleset


def is_plain(boards: Mapping[str, Board], rules: Ruleset) -> bool:
    """Whether everybody shows thirteen cards of told suit, no card twice: the common hand, without a fault."""
    seen = 0
    try:
        for board in boards.values():
            if board.kind != CARDS:
                return False
            seen |= board.mask
    except AttributeError:
        return False  # no board at all, which ``hand_faults`` names
    return seen.bit_count() == 13 * len(boards) and len(boards) <= rules.most_players


def hand_faults(
    boards: Mapping[str, Board],
    rules: Ruleset,
    button: str | None,
    stacks: Mapping[str, int],
    fantasyland: Mapping[str, int],
) -> list[Fault]:
    """Everything that makes the hand impossible. Raises TypeError for what is no ``Board``."""
    if boards and not stacks and not fantasyland and (button is None or button in boards) and is_plain(boards, rules):
        return []
    for name, board in boards.items():
        if not isinstance(board, Board):
            raise TypeError(f"the board of {name} is a {type(board).__name__}; parse_board makes boards of text")
    playing = [name for name, board in boards.items() if board.kind != OUT]
    facts = fact_faults(boards, playing, rules, button, stacks, fantasyland)
    return [*table_faults(boards, rules), *_board_faults(boards, rules), *facts]


def fact_faults(
    seats: Collection[str],
    playing: list[str],
    rules: Ruleset,
    button: str | None,
    stacks: Mapping[str, int],
    fantasyland: Mapping[str, int],
) -> list[Fault]:
    """Everything that is impossible whatever the boards show; ``playing`` are the seats that do not sit out."""
    faults = []
    if not playing:
        faults.append(Fault("no-players", "nobody plays this hand", hint="give at least one board"))
    if button is not None and button not in seats:
        faults.append(Fault("unknown-player", f"no player {button}", "button", f"players: {', '.join(seats)}"))
    if stacks:
        faults += _stack_faults(seats, playing, rules, stacks)
    faults += _fantasyland_faults(seats, playing, rules, fantasyland)
    odd = [name for name, cards in fantasyland.items() if not _is_whole(cards)]
    return faults if odd else faults + _dealing_faults(playing, rules, fantasyland)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _not_whole(values: Mapping[str, int], what: str) -> Iterator[Fault]:
    for name, value in values.items():
        if not _is_whole(value):
            hint = "points and cards are whole numbers"
            yield Fault("not-whole", f"{value!r} is not a whole number", f"{name} {what}", hint)


def _dealing_faults(playing: list[str], rules: Ruleset, fantasyland: Mapping[str, int]) -> list[Fault]:
    """Rule: the cards dealt to all seats may not exceed the deck."""
    needed = sum(fantasyland.get(name) or rules.cards_per_hand for name in playing)
    limit = f"{rules.name} is for {rules.min_players} to {rules.max_players} players"
    if needed > rules.deck_size:
        needs = f"{len(playing)} players need {needed} cards, the deck has {rules.deck_size}"
        return [Fault("too-many-players", needs, "table", limit)]
    return [Fault("too-many-players", limit, "table")] if len(playing) > rules.max_players else []


def _board_faults(boards: Mapping[str, Board], rules: Ruleset) -> list[Fault]:
    """What the reader of the text refuses too, for boards that were read for another game."""
    faults = []
    for name, board in boards.items():
        if board.kind == CARDS:
            if not rules.jokers and board.jokers:
                faults.append(Fault("no-jokers", f"{rules.name} is played without jokers", name))
        elif board.natural and board.natural not in rules.naturals:
            faults.append(Fault("no-natural", f"{rules.name} pays no {board.natural}", name))
        elif board.kind == SURRENDER and rules.surrender is None:
            faults.append(Fault("no-surrender", f"{rules.name} has no surrender", name))
    return faults


def _stack_faults(seats: Collection[str], playing: list[str], rules: Ruleset, stacks: Mapping[str, int]) -> list[Fault]:
    faults = [
        Fault("unknown-player", f"no player {name}", "stacks", f"players: {', '.join(seats)}")
        for name in stacks
        if name not in seats
    ]
    faults += _not_whole(stacks, "stack")
    missing = [name for name in playing if name not in stacks]
    if missing:
        hint = "give a stack to all players or to none"
        faults.append(Fault("stack-missing", f"no stack for {', '.join(missing)}", "stacks", hint))
    if rules.count.loser_cap:
        faults += [
            Fault("no-stack", f"a stack of {stacks[name]} cannot play", f"{name} stack", "- is a seat that is out")
            for name in playing
            if _is_whole(stacks.get(name)) and stacks[name] <= 0
        ]
    return faults


def _fantasyland_faults(
    seats: Collection[str], playing: list[str], rules: Ruleset, fantasyland: Mapping[str, int]
) -> list[Fault]:
    faults = list(_not_whole(fantasyland, "fantasyland"))
    for name, cards in fantasyland.items():
        where = f"{name} fantasyland"
        if name not in seats:
            faults.append(Fault("unknown-player", f"no player {name}", "fantasyland", f"players: {', '.join(seats)}"))
        elif name not in playing:
            faults.append(Fault("not-playing", "a player in Fantasyland plays the hand", where))
        if rules.fantasyland is None:
            faults.append(Fault("no-fantasyland", f"{rules.name} has no Fantasyland", where))
        elif _is_whole(cards) and cards not in rules.fantasyland.card_counts():
            dealt = "dealt: " + ", ".join(str(count) for count in sorted(rules.fantasyland.card_counts()))
            faults.append(Fault("fantasyland-cards", f"{rules.name} never deals {cards} cards", where, dealt))
    return faults
