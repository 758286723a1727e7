"""What the commands of the ledger print: where the evening stands, hands, corrections, balances, payments, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ofc_score.evening.payouts import payments
from ofc_score.evening.results import POINTS, Account, LedgerSession, unit_of
from ofc_score.evening.session import changes, chips_to_move
from ofc_score.names import shown
from ofc_score.reports.beside import beside, plus
from ofc_score.reports.books import Payout, amount_text, new_flags, stack_changes
from ofc_score.reports.count import pair_sum, signed
from ofc_score.reports.entry_text import many
from ofc_score.reports.layout import fill, table, wide
from ofc_score.reports.text import boards_lines, count_lines, moves_words, sum_lines
from ofc_score.reports.views import moves_of

if TYPE_CHECKING:
    from ofc_score.evening.events import Pay
    from ofc_score.evening.payouts import Payment
    from ofc_score.evening.state import ChipCheck, HandRecord, Next, State


# Where the evening stands


def head_line(head: LedgerSession) -> str:
    """``Session 3 · Friday at Nadia's · 2026-03-13 · Progressive Pineapple · a point is 0.25 EUR``."""
    state = head.session.state
    point = f"a point is {state.point}" if state.point else "points only"
    status = "" if head.status == "open" else head.status if head.status != "aside" else "set aside"
    parts = (f"Session {head.id}", shown(head.name), head.date, state.rules.title, point, status)
    return " · ".join(part for part in parts if part)


def place_line(state: State) -> str:
    """How far the evening is: ``Set 2, 7 hands``."""
    if not state.hands:
        return "No hand is booked" if state.voided else "No hand is booked yet"
    hands = "1 hand" if len(state.hands) == 1 else f"{len(state.hands)} hands"
    return f"Set {state.set_number}{', over' if state.between_sets else ''} · {hands}"


def stacks_line(state: State) -> str:
    """Points in front of everybody; on paper the totals so far."""
    if state.setup.on_paper:
        return " · ".join(f"{shown(name)} {signed(points)}" for name, points in state.stacks.items())
    return " · ".join(f"{shown(name)} {points}" for name, points in state.stacks.items())


def waiting_lines(state: State) -> list[str]:
    """Buy-ins that count from the next set."""
    return [f"{shown(name)}: {many(points)} more, counting from the next set" if name not in state.joining
            else f"{shown(name)} joins{f' with {many(points)}' if points else ''} with the next set"
            for name, points in state.waiting]  # fmt: skip


def dropped_lines(state: State, before: State | None = None) -> list[str]:
    """Buy-ins that waited and never came to the table, those since ``before``."""
    lines = []
    for it in state.dropped[len(before.dropped) if before is not None else 0 :]:
        back = ""
        if it.cash and state.point is not None and it.name != state.setup.bank:
            cash = f"{amount_text(it.cash, unit_of(state))} {unit_of(state)}"
            back = f"; {shown(state.setup.bank or '')} owes the {cash} back"
        lines.append(f"{shown(it.name)}: the buy-in of {many(it.points)} that waited for the next set is dropped{back}")
    return lines


def forfeited_lines(state: State) -> list[str]:
    """What closing costs: Fantasyland that will not be played."""
    lost = [f"{shown(name)}'s Fantasyland with {cards} cards" for name, cards in state.forfeited.items()]
    verb = "is" if len(lost) == 1 else "are"
    return [f"{' and '.join(lost)} {verb} forfeited by closing now; undo takes the close back"] if lost else []


def next_line(state: State) -> str:
    """``Next: button Ann · Bob in Fantasyland with 15 cards · Cy out``."""
    coming = state.next
    if state.closed:
        lost = " · ".join(f"Fantasyland of {shown(name)} forfeited by agreement" for name in state.forfeited)
        return f"Next: nothing, the session is closed{f' · {lost}' if lost else ''}"
    return coming_line(coming, new_set=coming.new_set and bool(state.hands))


def coming_line(coming: Next, *, new_set: bool) -> str:
    """The same for the hand after any other, as things stood then."""
    words = [f"button {shown(coming.button)}"]
    words += [f"{shown(name)} in Fantasyland with {cards} cards" for name, cards in coming.fantasyland.items()]
    words += [f"{shown(name)} out" for name in coming.out]
    words += [f"{shown(name)} rests" for name in coming.resting]
    if new_set:
        words.append("a new set")
    if coming.refusal:
        words.append(coming.refusal)
    return f"Next: {' · '.join(words)}"


def status_lines(head: LedgerSession) -> list[str]:
    """Session, set, stacks, what waits, what is next."""
    state = head.session.state
    return [head_line(head), place_line(state), stacks_line(state), *waiting_lines(state), next_line(state)]


def argued_points(state: State) -> list[str]:
    """What tables argue about, as the rules of this session have it."""
    from ofc_score.rules.describe import conditions_words, facts

    told = {fact.what: fact.value for fact in facts(state.rules)}
    lines = [f"{what}: {told[what]}" for what in _ARGUED if what in told]
    if state.setup.on_paper:
        lines = [f"{what}: {told[what]}" for what in _ARGUED if what in told and what not in _STACKS]
        lines.append("points on paper: no caps, nobody buys in, nobody is out")
    land = state.rules.fantasyland
    if land is not None:
        enter = "; ".join(f"{conditions_words(entry.conditions)} ({entry.cards} cards)" for entry in land.enter)
        stay = "; ".join(conditions_words(needed) for needed in land.stay)
        lines = [f"enters Fantasyland: {enter}", f"stays in Fantasyland: {stay or 'nobody'}", *lines]
    return lines


_ARGUED = (
    "a player who stays is dealt", "button while anybody is in Fantasyland",
    "Fantasyland of the last player with points", "a foul pays each other player",
    "a foul pays the others' royalties", "a middle exactly equal to the bottom", "a royalty counts",
    "joining", "sitting a hand out", "most that a player can lose", "most that a player can win",
    "a stack that reached 0 in the count", "buying in",
)  # fmt: skip
_STACKS = (
    "most that a player can lose", "most that a player can win", "a stack that reached 0 in the count", "buying in",
    "Fantasyland of the last player with points",
)  # fmt: skip


# Hands


def hand_title(record: HandRecord) -> str:
    """``Hand 7 · set 2 · button Ann``."""
    fixed = " · corrected" if record.fixed else ""
    return f"Hand {record.number} · set {record.set_number} · button {shown(record.table.button)}{fixed}"


def hand_short(record: HandRecord) -> list[str]:
    """A hand as it is answered at the table: what each board is worth, each pair, the stacks after it, and last who
    moves chips in sum."""
    boards = [f"  {block[0]}" for block in boards_lines(record.table, None)]
    pairs = [pair_sum(count) for count in record.table.counts]
    flags = [f"  {flag}" for flag in record.flags]
    after = f"Stacks: {' · '.join(f'{shown(name)} {points}' for name, points in record.stacks.items())}"
    if record.before is None:
        after = f"Points so far: {' · '.join(f'{shown(name)} {signed(it)}' for name, it in record.stacks.items())}"
    return [hand_title(record), *boards, f"  {' · '.join(pairs)}", *flags, after, moves_words(moves_of(record.table))]


def hand_whole(record: HandRecord, width: int | None) -> str:
    """The whole working of a hand, and what was next after it."""
    flags = [f"As played: {flag}" for flag in record.flags]
    parts = [
        fill([hand_title(record), record.table.rules.title], width),
        *boards_lines(record.table, width),
        *count_lines(record.table, width),
        fill([*sum_lines(record.table), *_moved_otherwise(record), *flags], width),
        fill([coming_line(record.next, new_set=record.set_over)], width),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _moved_otherwise(record: HandRecord) -> list[str]:
    """What a hand moved in the books where a difference booked later could not move all of it."""
    if dict(record.moved) == dict(record.table.totals):
        return []
    moved = " · ".join(f"{shown(name)} {signed(points)}" for name, points in record.moved.items())
    return [f"Moved in all, with the difference booked later: {moved}"]


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
        lines += waiting_lines(after) or ["Nothing waits for the next set any more"]
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


# Money


def money_change_lines(before: State, after: State) -> list[str]:
    """Whose balance of the evening an entry of money changed, and to what."""
    old, new = before.balances(), after.balances()
    unit = unit_of(after)
    lines = []
    for name, amount in after.old.items():
        if name not in after.present and amount != before.old.get(name, 0):
            lines.append(f"{shown(name)} takes no part tonight: it counts as from before")
    for name, balance in new.items():
        was = old[name].amount if name in old else 0
        if balance.amount is not None and was != balance.amount:
            lines.append(f"{shown(name)} {plus(was or 0, unit)} -> {plus(balance.amount, unit)} {unit}")
    return lines


def paid_too_much(event: Pay, accounts: Sequence[Account]) -> list[str]:
    """Where somebody paid more than he owed in all: how he stands over everything, and who pays him now; ``accounts``
    are those after it."""
    account = accounts[0]
    unit = account.unit
    totals = {row.player: row.total for row in account.rows}
    now = totals.get(event.payer, 0)
    before = now - event.amount
    if now <= 0:
        return []
    who = shown(event.payer)
    listed = [it for it in payments(totals) if it.payee == event.payer]
    back = ", ".join(f"{shown(it.payer)} pays {who} {amount_text(it.amount, unit)} {unit}" for it in listed)
    if before < 0:
        owed, more = (f"{amount_text(amount, unit)} {unit}" for amount in (-before, now))
        return [f"{who} owed {owed} in all and paid {more} more than that; by payouts now {back}"]
    # He paid one debt while others owe him more: nothing is wrong with that.
    stood, stands = (f"{plus(amount, unit)} {unit}" for amount in (before, now))
    return [f"With all hands, debts and evenings {who} stood at {stood} and is at {stands} now; by payouts now {back}"]


def balance_lines(accounts: Sequence[Account], width: int | None) -> list[str]:
    """Tonight, before and total of everybody, a table for each unit; absent people are marked. What was won at the
    table stands apart where tonight's money is something else."""
    lines: list[str] = []
    for place, account in enumerate(accounts):
        unit = account.unit
        apart = ("points", "at the table") if not place and beside(accounts) else ()
        rows = [(unit if unit != POINTS else "points", *apart, "tonight", "before", "total", "")]
        for it in account.rows:
            won = (signed(it.points), plus(it.table, unit)) if apart else ()
            now, before, total = (plus(amount, unit) for amount in (it.tonight, it.before, it.total))
            rows.append((shown(it.player), *won, now, before, total, "" if it.present else "absent"))
        printed = table(rows, ("left", *["right"] * (len(rows[0]) - 2), "left"))
        if wide(printed, width):
            head = rows[0]
            printed = [f"{head[0]}:"] + [
                f"  {name}{f' ({mark})' if mark else ''}: "
                + ", ".join(f"{what} {value}" for what, value in zip(head[1:-1], amounts_, strict=True))
                for name, *amounts_, mark in rows[1:]
            ]
        lines += ["", *printed] if lines else printed
    if any(account.followed for account in accounts):
        lines.append("Later evenings are not counted here")
    return lines or ["No balances yet"]


def payout_lines(found: Sequence[Payout], *, followed: bool = False) -> list[str]:
    """``Cy pays Ann 3.00 EUR``, one line per payment; absent people are marked. ``followed``: asked for an old evening,
    where the payments are those of today."""
    lines = ["As of today, later evenings included:"] if followed else []
    for payout in found:
        absent = set(payout.absent)
        for payer, payee, amount in payout.payments:
            names = [f"{shown(name)}{' (absent)' if name in absent else ''}" for name in (payer, payee)]
            unit = "points" if payout.unit == POINTS else payout.unit
            lines.append(f"{names[0]} pays {names[1]} {amount_text(amount, payout.unit)} {unit}")
    return lines if any(it.payments for it in found) else [*lines, "Nobody owes anything"]


def chip_lines(state: State) -> list[str]:
    """The chips that must lie in front of everybody."""
    if state.setup.on_paper:
        return ["Points on paper, no chips to count"]
    total = sum(state.stacks.values())
    return [f"Chips to count: {stacks_line(state)}, {total} in all"]


def check_lines(differences: Mapping[str, tuple[int, int]], *, accepted: bool) -> list[str]:
    """Counted chips against the books."""
    lines = []
    for name, (counted, books) in differences.items():
        off = counted - books
        words = f"{abs(off)} {'more' if off > 0 else 'fewer'}"
        lines.append(f"{shown(name)}: {counted} counted, {books} in the books, {words}")
    if not lines:
        return ["The chips agree with the books"]
    if accepted:
        return [*lines, "The stacks are as counted now"]
    off = sum(counted - books for counted, books in differences.values())
    way = f"{abs(off)} {'more' if off > 0 else 'fewer'} on the table in all" if off else "--accept goes on as counted"
    return [*lines, f"Nothing was moved; {way}"]


def rejudged_lines(old: ChipCheck | None, check: ChipCheck) -> list[str]:
    """A count whose verdict a correction changed, and what to do; nothing where it did not."""
    if old is not None and (bool(old.differences), old.accepted) == (bool(check.differences), check.accepted):
        return []
    after = f"after hand {check.after_hand}" if check.after_hand else "before the first hand"
    what = f"Chips counted {after} (e{check.entry})"
    if not check.differences:
        return [f"{what} agree with the corrected books: if they lay right all along, move none for it"]
    off = ", ".join(f"{shown(name)} {counted} counted, {books} by the books"
                    for name, (counted, books) in check.differences.items())  # fmt: skip
    if check.accepted:
        return [f"{what} are what the stacks go on from: {off}"]
    return [f"{what} differ from the corrected books: {off}; move the chips, then count again"]
