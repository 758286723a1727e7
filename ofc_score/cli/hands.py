"""``ofc-score hand``: record and settle the next hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score import names
from ofc_score.cli import common
from ofc_score.cli.options import ButtonOption, DbOption, JsonOption, LandOption, SessionOption
from ofc_score.entry.booking import LiveSession, Where, live_session, refuse_aside
from ofc_score.errors import DONE, CardError, Fault, NotAllowed, SheetError, UsageError

if TYPE_CHECKING:
    from ofc_score.boards.board import Board
    from ofc_score.entry.reading import Reading
    from ofc_score.evening.events import Hand
    from ofc_score.evening.state import HandRecord, State

NOBODY = ("nobody", "none")


def hand(
    boards: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOARD...", help='"Ann: QQ2 KK883 AT752h", or the boards alone in the order of seats.'),
    ] = None,
    number: Annotated[
        str, typer.Option("--no", metavar="N", help="Book it as hand N or not at all: a retry books nothing twice.")
    ] = "",
    before: Annotated[str, typer.Option(metavar="N", help="A forgotten hand, played before hand N.")] = "",
    again: Annotated[bool, typer.Option("--again", help="The same boards once more are another hand.")] = False,
    button: ButtonOption = "",
    fantasyland: LandOption = None,
    forced: Annotated[bool, typer.Option("--forced", help="Somebody sits out although the rules forbid it.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Record and settle the next hand.

    \b
    Example:
      ofc-score hand "Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h" "Bob: JJ5 TT773 98765" "Cy: foul"
    """
    if not boards:
        raise UsageError("no boards given", hint='as in ofc-score hand "Ann: QQ2 KK883 AT752h" "Bob: foul"')
    from ofc_score.entry.reading import whole

    wanted = whole(number, "hand") if number else None
    insert = whole(before, "hand") if before else None
    if None not in (wanted, insert) and wanted != insert:
        raise UsageError(f"a hand before hand {insert} is hand {insert}, not {wanted}", hint="leave --no out")
    where = Where(db, session, as_json)
    with live_session(where) as live:
        refuse_aside(live, where)
        done = _booked_already(live, boards, wanted, insert) if wanted is not None else None
        if done is None:
            event = _hand(live, boards, insert, button, fantasyland or [], forced)
            if not again:
                _refuse_again(live, event)
            _book(live, event, wanted, again, as_json)
        else:
            _print(live, done, live.state, repeated=True, as_json=as_json)
    return DONE


def _hand(
    live: LiveSession, boards: Sequence[str], insert: int | None, button: str, land: Sequence[str], forced: bool
) -> Hand:
    """The hand as typed."""
    from ofc_score.boards.parse import read_table
    from ofc_score.entry.reading import Reading
    from ofc_score.evening.events import Hand

    session = live.booked.session
    state, proposed, entry = session.state, session.state.next, None
    rules = state.rules
    if insert is None and state.closed:
        raise NotAllowed("the session is closed", hint="start begins another; undo reopens this one")
    if insert is None and proposed.refusal:
        raise NotAllowed(proposed.refusal, hint="buy NAME POINTS")
    if insert is not None:
        entry = session.entry_of(insert)
        state, proposed = session.before_hand(entry)
        rules = state.rules
    reading = Reading(session, live.earlier)
    texts = seat_texts(reading, boards, proposed.playing, [*state.seats, *state.joining])
    facts = button_of(reading, button), land_of(reading, land)
    reading.finish("the hand")
    return Hand(read_table(texts, rules), *facts, forced, entry)


def seat_texts(reading: Reading, boards: Sequence[str], playing: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """Board texts by player. Boards without a name belong to the players in the order of their seats.

    Raises ``UsageError`` for boards in pieces, ``CardError`` where boards and players cannot be matched.
    """
    from ofc_score.cli.score import refuse_torn

    refuse_torn(boards)
    people = [*seats, *reading.session.state.people]
    split = [names.split_board(text, people) for text in boards]
    if all(name is None for name, _ in split):
        return _unnamed([text for _, text in split], playing, seats)
    found: dict[str, str] = {}
    faults = []
    for name, text in split:
        if name is None:
            faults.append(_unnamed_fault(text, people))
            continue
        try:
            player = reading.find(name)
        except SheetError as error:
            faults += error.faults
            continue
        if player in found:
            faults.append(Fault("given-twice", f"two boards for {names.shown(player)}", "", "keep one of the two"))
        found[player] = text
    if faults:
        raise CardError.of(faults, what="the boards")
    return found


def _unnamed(texts: Sequence[str], playing: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    from ofc_score.cli.score import no_blank

    colons = [fault for text in texts for fault in no_blank(text, "")]
    if colons:
        raise CardError.of(colons, what="the boards")
    order = seats if len(texts) == len(seats) != len(playing) else playing
    if len(texts) != len(order):
        count = "1 board" if len(texts) == 1 else f"{len(texts)} boards"
        who = ", ".join(map(names.shown, playing))
        raise CardError(f"{count}, {len(playing)} play", hint=f"one for each of {who}; - sits out")
    return dict(zip(order, texts, strict=True))


def _unnamed_fault(text: str, people: Iterable[str]) -> Fault:
    from ofc_score.cli.score import no_blank

    listed = ", ".join(dict.fromkeys(map(names.shown, people)))
    faults = no_blank(text, "")
    return faults[0] if faults else Fault("no-name", f"whose board is '{text[:40]}'", "", f"NAME: first, of {listed}")


def button_of(reading: Reading, typed: str) -> str | None:
    """The player with the button, where one is named."""
    return reading.player(typed, "--button") if typed else None


def land_of(reading: Reading, typed: Sequence[str]) -> dict[str, int] | None:
    """Who played in Fantasyland with how many cards; None where nothing was typed, nobody where ``nobody`` was."""
    if not typed:
        return None
    return {} if len(typed) == 1 and typed[0].casefold() in NOBODY else reading.by_name(typed, 1, names.CARDS)


def _booked_already(live: LiveSession, boards: Sequence[str], wanted: int, insert: int | None) -> HandRecord | None:
    """The hand with the wanted number where it was booked with these boards; None where it is the next one to come."""
    from ofc_score.boards.parse import read_table
    from ofc_score.entry.reading import Reading

    state = live.state
    coming = len(state.hands) + len(state.voided) + 1 if insert is None else insert
    if wanted == coming and insert is None:
        return None
    record = state.hand(wanted)
    if record is None:
        if wanted < coming:
            live.booked.session.entry_of(wanted)  # says that it was voided
        raise NotAllowed(f"the next hand is {coming}, not {wanted}", hint="log shows what is booked")
    played = list(record.table.players)
    texts = seat_texts(Reading(live.booked.session, live.earlier), boards, played, list(record.stacks))
    typed = read_table(texts, record.table.rules)
    first = live.booked.entries[record.entry - 1].event
    versions = (record.hand.boards, getattr(first, "boards", {}))
    if any(_same_boards(typed, version) for version in versions):
        return record
    if insert is not None:
        return None
    raise NotAllowed(f"hand {wanted} is booked with other boards", hint=f"fix {wanted} BOARD... corrects it")


def _same_boards(one: Mapping[str, Board], other: Mapping[str, Board]) -> bool:
    """Whether everybody shows the same cards in the same rows, in whatever order they were typed."""
    from ofc_score.boards.board import OUT

    mine, theirs = ({name: board for name, board in it.items() if board.kind != OUT} for it in (one, other))
    return mine.keys() == theirs.keys() and all(_same_cards(board, theirs[name]) for name, board in mine.items())


def _same_cards(one: Board, other: Board) -> bool:
    if (one.kind, one.natural, one.keys) != (other.kind, other.natural, other.keys):
        return False
    return all(sorted(one.row_tokens(row)) == sorted(other.row_tokens(row)) for row in range(3))


def booked_just_before(live: LiveSession, boards: Mapping[str, Board]) -> HandRecord | None:
    """The newest entry in force, where it is a hand with the same boards: then these are a slip or a retry."""
    hands = live.state.hands
    newest = live.booked.session.newest() if hands else 0
    last = next((record for record in reversed(hands) if record.entry == newest), None)
    return last if last is not None and _same_boards(last.hand.boards, boards) else None


def _refuse_again(live: LiveSession, event: Hand) -> None:
    last = booked_just_before(live, event.boards)
    if last is None:
        return
    # A forgotten hand that is typed twice is meant to come before the same hand, which has the next number by then.
    following = live.state.hand(last.number + 1)
    places = (last.entry, following.entry if following else None)
    if event.before is None or (last.hand.before is not None and event.before in places):
        raise NotAllowed(f"already booked as hand {last.number}; --again books them twice")


def _book(live: LiveSession, event: Hand, wanted: int | None, again: bool, as_json: bool) -> None:
    before = live.state
    request = None if again else live.request_of(event)
    if wanted is not None:
        request = live.request(f"hand {wanted}")  # only one of two hands gets a number
    entry = live.book(event, request=request)
    repeated = live.booked.repeated
    record = next(it for it in live.state.hands if it.entry == entry)
    _print(live, record, before, repeated=repeated, as_json=as_json)


def _print(live: LiveSession, record: HandRecord, before: State, *, repeated: bool, as_json: bool) -> None:
    if as_json:
        from ofc_score.reports.json import hand_document

        common.say_json(hand_document(live.booked, record, repeated=repeated))
        return
    from ofc_score.reports.replies import hand_lines

    state = live.state
    lines = hand_lines(record, state, before if record is not state.hands[-1] and not repeated else None)
    common.say_lines(["Booked before: nothing is booked twice", *lines] if repeated else lines)
