"""A hand as it is told, boards as text and facts beside them: settled, or refused with every fault at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ofc_score.boards.board import OUT
from ofc_score.boards.parse import printed_table, read_table, table_and_faults
from ofc_score.errors import CardError, Fault
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.hand import Table, score_table, settle_table
from ofc_score.scoring.validate import fact_faults, is_plain


def settle_told(
    texts: Mapping[str, str],
    rules: Ruleset,
    button: str | None = None,
    stacks: Mapping[str, int] | None = None,
    fantasyland: Mapping[str, int] | None = None,
) -> Table:
    """Read the boards, in seat order, and settle the hand, as ``score_table`` does.

    Raises ``CardError`` with the faults of the boards and of the facts together.
    """
    printed = printed_table(texts, rules)
    if printed and button is None and not (stacks or fantasyland) and is_plain(printed, rules):
        return settle_table(printed, rules, next(reversed(printed)))
    try:
        boards = read_table(texts, rules)
    except CardError:
        faults = told_faults(texts, rules, button, stacks or {}, fantasyland or {})
        on_boards = len(table_and_faults(texts, rules)[1])
        raise CardError.of(faults, what="the boards" if len(faults) == on_boards else "the hand") from None
    return score_table(boards, rules, button, stacks, fantasyland)


def told_faults(
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
