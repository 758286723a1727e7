"""``ofc-score score``: boards in, the right points out, with the whole working."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from ofc_score import names
from ofc_score.cli import common
from ofc_score.errors import BAD_INPUT, DONE, CardError, Fault, OfcError, RulesError, UsageError

# The scorer is imported when a hand is settled, so that --help does not wait for it.
if TYPE_CHECKING:
    from ofc_score.cli.claim import Examined
    from ofc_score.scoring.hand import Table

_FANTASYLAND = "--fantasyland"
_STACK = "--stack"


class Facts(NamedTuple):
    """One hand as told: the ruleset's name or file, boards in seat order, and what else was said about it."""

    rules: str
    boards: Mapping[str, str]
    button: str | None = None
    stacks: Mapping[str, int] | None = None
    fantasyland: Mapping[str, int] | None = None

    def settle(self) -> Table:
        """Read the boards and settle the hand."""
        from ofc_score.rules.load import load_ruleset
        from ofc_score.scoring.hand import settle_texts

        return settle_texts(self.boards, load_ruleset(self.rules), self.button, self.stacks, self.fantasyland)


def score(
    boards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOARD...", help='A board for each player, clockwise: "Ann: QQ2 KK883 AT752h", "foul", "-".'
        ),
    ] = None,
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="The game: a ruleset's name or file.")] = "",
    also: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Show the totals under this ruleset too (repeatable).")
    ] = None,
    button: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who has the button; else the last player.")
    ] = None,
    stack: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=POINTS", help="Points in front of a player, for the caps: all players or none."),
    ] = None,
    fantasyland: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CARDS", help="Who played this hand in Fantasyland, and with how many cards."),
    ] = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=POINTS", help="What a player says they got, in all or (NAME:OTHER=POINTS) from one."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    jsonl: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Settle many hands, one JSON object per line; - reads standard input."),
    ] = None,
) -> int:
    """Score boards and settle one hand, with the whole working.

    One board alone: is it legal, what is it worth, does it enter Fantasyland or stay in it.

    \b
    Example:
      ofc-score score --rules pineapple "Ann: QQ2 KK883 AT752h" "Bob: foul"
    """
    if jsonl is not None:
        if boards or also or button is not None or stack or fantasyland or claim:
            raise UsageError("--jsonl goes with --rules only", hint="the boards and facts of a hand stand in its line")
        from ofc_score.cli.jsonlines import settle_lines

        return settle_lines(jsonl, rules)
    if not boards:
        raise UsageError("no boards given", hint='as in ofc-score score --rules pineapple "QQ2 KK883 AT752h"')
    facts = _facts(boards, rules, button, stack or [], fantasyland or [])
    hand = facts.settle()
    others = {name: _outcome(facts._replace(rules=name)) for name in also or []}
    examined = _examined(hand, claim) if claim else None
    if as_json:
        document = hand.as_dict()
        if others:
            document["also"] = {name: result.as_dict() for name, result in others.items()}
        if examined is not None:
            document["claims"] = examined.as_dict()
        common.say_json(document)
    else:
        _print(hand, others)
        if examined is not None:
            common.say(f"\nClaims\n{examined.text()}")
    if any(isinstance(result, OfcError) for result in others.values()):
        return BAD_INPUT
    return DONE if examined is None else examined.exit_code


def _examined(hand: Table, claims: list[str]) -> Examined:
    from ofc_score.cli.claim import examined_claims

    return examined_claims(hand, claims)


def _outcome(facts: Facts) -> Table | OfcError:
    try:
        return facts.settle()
    except CardError as error:
        return error


def _print(hand: Table, others: Mapping[str, Table | OfcError]) -> None:
    from ofc_score.reports.hand_text import also_text, hand_text
    from ofc_score.scoring.hand import Table

    common.say(hand_text(hand, common.width()))
    if others:
        title = "Totals under each ruleset" if len(hand.players) > 1 else "Under each ruleset"
        hands = {hand.rules.name: hand} | {name: it for name, it in others.items() if isinstance(it, Table)}
        refused = {name: it for name, it in others.items() if isinstance(it, OfcError)}
        common.say(f"\n{title}\n{also_text(hands, refused, common.width())}")


def no_rules() -> UsageError:
    """The error for a hand without a game."""
    from ofc_score.rules.files import SHIPPED, list_rulesets

    games = ", ".join(entry.name for entry in list_rulesets() if entry.origin == SHIPPED)
    return UsageError("no game given", hint=f"--rules NAME, one of {games}, or a file")


def _facts(boards: list[str], rules: str, button: str | None, stack: list[str], fantasyland: list[str]) -> Facts:
    """The facts of the command line. Raises, with the faults of the boards too, UsageError for what is not written as
    it must be, CardError for a player who is not there."""
    if not rules:
        raise no_rules()
    texts, unread, on_boards = _named(boards)
    malformed: list[Fault] = []
    wrong: list[Fault] = []
    stacks = _by_player(stack, _STACK, texts, malformed, wrong)
    land = _by_player(fantasyland, _FANTASYLAND, texts, malformed, wrong)
    seat = None if button is None else _seat(button, "--button", texts, wrong)
    if not malformed and not wrong and not on_boards:
        return Facts(rules, texts, seat, stacks or None, land)
    from ofc_score.rules.load import load_ruleset
    from ofc_score.scoring.hand import text_faults

    ruleset = None
    try:
        ruleset = load_ruleset(rules)
    except RulesError as error:
        wrong += error.each("--rules")
    if len(stacks) < len(stack):
        # Whose stack it is that cannot be read may not be known, so nobody is told to lack one.
        stacks = dict.fromkeys(texts, 1) | stacks
    options = [*malformed, *wrong]
    on_boards += text_faults(texts, ruleset, seat or None, stacks, land, unread)
    what = "the boards" if not options else "the hand" if on_boards else "the options"
    raise (UsageError if malformed else CardError).of([*options, *on_boards], what=what)


def _named(boards: list[str]) -> tuple[dict[str, str], list[str], list[Fault]]:
    """Board texts by player, the players whose text is not to be read any further, and what is wrong with the names.

    A board without a name belongs to P and the number of its seat.
    """
    refuse_torn(boards)
    texts: dict[str, str] = {}
    faults = []
    typed = []
    unread = []
    for seat, said in enumerate(boards, 1):
        name, text = names.split_board(said)
        if name is None:
            name = f"P{seat}"
            glued = no_blank(text, name)
            unread += [name] * len(glued)
            faults += glued
        else:
            faults += names.check(name, f"board {seat}")
        typed.append(name)
        texts[name] = text
    faults += names.clashes(typed, "boards")
    return texts, unread, faults


# A single row of a board, with suits or without.
_ROW: Final = re.compile(r"(?i:(?:(?:10|[2-9TJQKA])[cdhs]?|Jo|[*]){3,5}[cdhsf]?)")


def refuse_torn(boards: Iterable[str]) -> None:
    """Raise UsageError for a board that the shell took apart."""
    words = [text.strip() for text in boards]
    alone = [word for word in words if word in ("/", "|") or (word.endswith(":") and " " not in word)]
    if alone or sum(bool(_ROW.fullmatch(word)) for word in words) > 1:
        raise UsageError(
            "a board came in several words", hint='put each board into quotes: "QhQd2c / KsKd8h8c3d / ..."'
        )


def no_blank(text: str, name: str) -> list[Fault]:
    """The fault of a board that begins with a name and a colon without a blank behind it."""
    from ofc_score.rules.ruleset import NATURAL_KINDS

    before, colon, _ = text.partition(":")
    if not colon or re.search("[/|]", before) or before.casefold() in NATURAL_KINDS:
        return []
    return [Fault("no-blank", "a name is followed by a colon and a blank", name, f"{before}: QhQd2c / ...")]


def _by_player(
    texts: Iterable[str], option: str, players: Iterable[str], malformed: list[Fault], wrong: list[Fault]
) -> dict[str, int]:
    """``NAME=NUMBER`` options as a map by player; faults go into the two lists."""
    form, read = (names.POINTS, _points) if option == _STACK else (names.CARDS, _card_count)
    pairs, faults = names.assignments(
        texts, lambda name: names.find(name, players, where=option), read, where=option, form=form
    )
    values, twice = names.by_player(pairs, option)
    for fault in (*faults, *twice):
        (wrong if fault.code in names.NOT_FOUND else malformed).append(fault)
    return values


def _seat(name: str, option: str, players: Iterable[str], wrong: list[Fault]) -> str:
    try:
        return names.find(name, players, where=option)
    except OfcError as error:
        wrong += error.faults
        return ""


def _points(text: str, where: str) -> int:
    from ofc_score.money import parse_points

    if re.fullmatch("[+-]?0[0-9]+", text, re.ASCII):
        hint = f"write {int(text)}" if len(text) < 12 else "leave out the zero"
        raise UsageError.of([Fault("bad-points", f"'{text[:40]}' starts with a zero", where, hint)], what="the options")
    return parse_points(text, where=where)


def _card_count(text: str, where: str) -> int:
    if not re.fullmatch("[1-9][0-9]?|0", text, re.ASCII):
        fault = Fault("bad-count", "not a number of cards", where, names.CARDS.hint)
        raise UsageError.of([fault], what="the options")
    return int(text)
