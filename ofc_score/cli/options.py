"""Options that several commands share, and the one way to book an entry and answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score.cli import common
from ofc_score.entry.booking import VARIABLE, Where, record

if TYPE_CHECKING:
    from ofc_score.entry.reading import Words

DbOption = Annotated[
    str, typer.Option("--db", metavar="FILE", help=f"The ledger; else {VARIABLE}, else a file in your data folder.")
]
SessionOption = Annotated[
    str, typer.Option("--session", metavar="ID", help="Another session than the open one (else the newest).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
WhyOption = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the log.")]
PaidOption = Annotated[bool, typer.Option("--paid", help="Paid to the bank in cash.")]
OwedOption = Annotated[bool, typer.Option("--owed", help="Not paid in cash: settled at the end.")]
AgainOption = Annotated[bool, typer.Option("--again", help="Book the same entry once more.")]
ForcedOption = Annotated[bool, typer.Option("--forced", help="Do it against the rules; the log will say so.")]
ButtonOption = Annotated[str, typer.Option(metavar="NAME", help="Who had the button, if not as the rules say.")]
LandOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fantasyland", metavar="NAME=CARDS", help="Who was in Fantasyland, if not as the rules say; or nobody."
    ),
]


def book(kind: str, words: Words, where: Where, *, again: bool = True) -> int:
    """Book an entry from the words of its command and print what it did; the exit code."""
    answer = record(kind, words, where, again=again)
    if answer.document is not None:
        common.say_json(answer.document)
    else:
        common.say_lines(answer.lines)
    return answer.code
