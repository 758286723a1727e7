"""A hand of a session as text: in short as it is answered at the table, or with the whole working."""

from __future__ import annotations

from ofc_score.evening.state import HandRecord
from ofc_score.names import shown
from ofc_score.reports.count import pair_sum
from ofc_score.reports.hand_text import boards_lines, count_lines, moves_words, sum_lines
from ofc_score.reports.layout import fill
from ofc_score.reports.moves import moves_of
from ofc_score.reports.status import coming_line, stacks_words


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
    on_paper = record.before is None
    after = f"{'Points so far' if on_paper else 'Stacks'}: {stacks_words(record.stacks, on_paper=on_paper)}"
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
    moved = stacks_words(record.moved, on_paper=True)
    return [f"Moved in all, with the difference booked later: {moved}"]
