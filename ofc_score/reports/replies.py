"""What a command answers to an entry: what was booked, what it changed, what is next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ofc_score.boards.board import NATURAL, OUT
from ofc_score.evening.events import (
    Adjust,
    Button,
    Buy,
    Chips,
    Close,
    Expense,
    Join,
    Leave,
    Note,
    Owe,
    Pay,
    Plain,
    Seats,
    Switch,
)
from ofc_score.evening.results import unit_of
from ofc_score.evening.session import changes, chips_to_move
from ofc_score.names import shown
from ofc_score.reports.hand_text import worth_words
from ofc_score.reports.log import EntryWords
from ofc_score.reports.money import check_lines, money_change_lines, payout_lines, recount_lines
from ofc_score.reports.record_text import hand_short
from ofc_score.reports.status import dropped_lines, next_line, stacks_line, waiting_lines
from ofc_score.reports.views import new_flags, stack_changes
from ofc_score.reports.words import counted, money, points_words, signed

if TYPE_CHECKING:
    from ofc_score.boards.board import Board
    from ofc_score.evening.events import Fix
    from ofc_score.evening.payouts import Payment
    from ofc_score.evening.results import Account
    from ofc_score.evening.session import Session
    from ofc_score.evening.state import HandRecord, State
    from ofc_score.reports.views import Payout
    from ofc_score.scoring.hand import Table


def reply_lines(session: Session, before: State, entry: int, accounts: Sequence[Account] = ()) -> list[str]:
    """The answer to entry ``entry``, the newest; ``before`` is the state it came to, ``accounts`` are those after it,
    over all sessions."""
    state = session.state
    event = session.events[entry - 1]
    first = f"e{entry}: {EntryWords(session).of(entry)}"
    if isinstance(event, Expense | Owe | Pay):
        return [first, *_no_share(event, state), *money_change_lines(before, state, accounts)]
    if isinstance(event, Chips):
        check = state.checks[-1]
        return [first, *check_lines(check.differences, accepted=check.accepted)]
    if isinstance(event, Note):
        return [first]
    if isinstance(event, Switch) and event.from_entry is not None:
        return [first, *change_lines(before, state), next_line(state)]
    done = _done(event, before, state)  # type: ignore[arg-type]
    moved = [] if isinstance(event, Button) else _button_moved(before, state)
    return [first, *done, *moved, next_line(state)]


def hand_lines(record: HandRecord, state: State, before: State | None) -> list[str]:
    """The answer to a hand; ``before`` is the state it came to where later hands were settled again by it.

    The last two lines are always who moves chips in sum, and what is next.
    """
    *working, stacks, moves = hand_short(record)
    if before is None:
        return [*working, *waiting_lines(state), stacks, moves, next_line(state)]
    renumbered = f"What was hand {record.number} is hand {record.number + 1} now; later hands are settled again"
    then = stacks.replace(":", f" after hand {record.number}:", 1)
    return [
        *working, then, renumbered, *change_lines(before, state), *waiting_lines(state), stacks_line(state), moves,
        next_line(state),
    ]  # fmt: skip


def correction_lines(
    title: str,
    before: State,
    state: State,
    found: Sequence[Payout] = (),
    fix: Fix | None = None,
    accounts: Sequence[Account] = (),
) -> list[str]:
    """The answer to a correction: the boards that changed and those that ``fix`` retyped, as they count now; who stands
    otherwise, which chips move now, what is next; in a closed session who owes whom now instead, ``found`` over all
    evenings. ``accounts`` are those over all sessions after it."""
    lines = [title, *_boards_now(before, state, fix), *change_lines(before, state)]
    old = {check.entry: check for check in before.checks}
    for check in state.checks:
        lines += recount_lines(old.get(check.entry), check)
    if (before.cash, before.old) != (state.cash, state.old):
        lines += money_change_lines(before, state, accounts)
    if state.closed:
        lines += ["Who owes whom now:", *(f"  {line}" for line in payout_lines(found))]
    return [*lines, next_line(state)]


def _boards_now(before: State, state: State, fix: Fix | None) -> list[str]:
    """Boards of hands that counted before and still do, where a correction changed or retyped them."""
    old = {record.entry: record.hand for record in before.hands}
    lines = []
    for record in state.hands:
        was = old.get(record.entry)
        retyped = (*fix.boards, *(fix.swap or ())) if fix is not None and fix.entry == record.entry else ()
        if was is None or (was is record.hand and not retyped):
            continue
        lines += [
            _board_now(name, board, record.table, "" if name in retyped else " now")
            for name, board in record.hand.boards.items()
            if name in retyped or board != was.boards.get(name)
        ]
    return lines


def _board_now(name: str, board: Board, table: Table, now: str) -> str:
    """``Cy: K82 / QQ964 / AAJ53``, with its royalties, or why it is a foul."""
    if board.kind == OUT:
        return f"{shown(name)}{now}: sits out"
    player = table.players[name]
    told = player.royalties or board.kind == NATURAL or (player.foul and player.rows)
    return f"{shown(name)}{now}: {board.text()}{f' · {worth_words(player)}' if told else ''}"


def _no_share(event: Expense | Owe | Pay, state: State) -> list[str]:
    """Who sat or will sit here and has no part in what the whole table shares."""
    if not isinstance(event, Expense) or set(event.sharers) != set(state.seats):
        return []
    left = [f"{shown(name)} (left)" for name in state.bought if name not in (*state.seats, *state.joining)]
    waiting = [f"{shown(name)} (waits for a seat)" for name in state.joining]
    return [f"No share: {', '.join([*left, *waiting])}"] if left or waiting else []


def _cash_of(name: str, state: State) -> list[str]:
    """What somebody who leaves and the bank have to pay each other."""
    bank, amount = state.setup.bank, state.balances()[name].amount
    if bank is None or bank == name or not amount:
        return []
    payer, payee = (bank, name) if amount > 0 else (name, bank)
    return [f"{shown(payer)} pays {shown(payee)} {money(abs(amount), unit_of(state))}"]


def _button_moved(before: State, state: State) -> list[str]:
    """Where the next button is no longer with the player who was announced."""
    announced, now = before.next.button, state.next.button
    if state.closed or announced == now:
        return []
    return [f"The button goes to {shown(now)} next, not to {shown(announced)}"]


def _done(event: Plain, before: State, state: State) -> list[str]:
    """What is different now."""
    if isinstance(event, Buy):
        return [
            *(_bought(name, points, before, state) for name, points in event.points.items()),
            *_cash_now(before, state),
        ]
    if isinstance(event, Join):
        if event.name in state.joining:
            return [f"{shown(event.name)} counts from the next set", *_cash_now(before, state)]
        return [f"Seats, clockwise: {stacks_line(state)}"]
    if isinstance(event, Leave):
        took = state.taken.get(event.name, 0) - before.taken.get(event.name, 0)
        points = state.points_of(event.name)
        if state.setup.on_paper:
            return [f"{shown(event.name)} leaves at {points_words(points)}"]
        away = f"{shown(event.name)} takes {counted(took, 'point')} away, {points_words(points)} in all"
        return [away, *_cash_of(event.name, state), *dropped_lines(state, before)]
    if isinstance(event, Seats | Adjust):
        return [stacks_line(state)]
    if isinstance(event, Button | Close):
        return []
    return [f"{state.rules.title} from the next hand"] if isinstance(event, Switch) else []


def _cash_now(before: State, state: State) -> list[str]:
    """Cash for points that wait: it changed hands all the same."""
    if before.cash == state.cash or before.bought != state.bought:
        return []
    paid = [
        f"{shown(name)} paid {money(cash - before.paid_in.get(name, 0), unit_of(state))} in cash"
        for name, cash in state.paid_in.items()
        if cash != before.paid_in.get(name, 0)
    ]
    return [f"{', '.join(paid)}; that counts now"] if paid else []


def _bought(name: str, points: int, before: State, state: State) -> str:
    if state.bought.get(name, 0) == before.bought.get(name, 0):
        return f"{shown(name)}: {counted(points, 'point')} more from the next set"
    return f"{shown(name)} has {counted(state.stacks[name], 'point')} now"


# Corrections


def change_lines(before: State, after: State) -> list[str]:
    """Who stands otherwise than before, the chips to move now, and what is no longer as the rules would give it."""
    found = changes(before, after)
    lines = [
        f"{shown(it.name)} {signed(it.points[0])} -> {signed(it.points[1])}"
        + (f", stack {it.stack[0]} -> {it.stack[1]}" if None not in it.stack and not after.setup.on_paper else "")
        for it in found
    ]
    lines += [f"{shown(name)}: stack {old} -> {new}" for name, old, new in stack_changes(before, after)]
    lines += dropped_lines(after, before)
    if before.waiting != after.waiting:
        lines += waiting_lines(after) or ["No buy-ins wait for the next set any more"]
    if not found:
        lines = lines or ["No points change"]
    elif after.setup.on_paper:
        lines.append("Points on paper, no chips to move")
    elif not after.closed:
        lines.append(f"Chips to move now: {moves_line(chips_to_move(before, after))}")
    return [*lines, *(f"As played: {flag}" for flag in new_flags(before, after))]


def moves_line(moves: Iterable[Payment]) -> str:
    """``Bob gives Ann 3, Cy gives Ann 1``."""
    return ", ".join(f"{shown(it.payer)} gives {shown(it.payee)} {it.amount}" for it in moves) or "none"
