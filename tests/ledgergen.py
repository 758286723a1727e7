"""Evenings to be booked, and ledger files with many old sessions, for tests and for the benchmark."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import cache
from itertools import combinations, count
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from ofc_score import load_ruleset, parse_board, read_table
from ofc_score.evening.events import Buy, Close, Event, Expense, Fix, Hand, Setup, Undo
from ofc_score.evening.results import LedgerSession
from ofc_score.evening.session import Session
from ofc_score.exchange import event_json
from ofc_score.exchange.sheet.read import read_sheet
from ofc_score.ledger import derived, people, rows
from ofc_score.ledger.records import CLOSED, Stamp
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.money import PointValue
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.scoring.points import score_board

from .oracle.evenings import all_rules, random_evening, sheet_text

SUMMER = timezone(timedelta(hours=2))
NOW = datetime(2026, 7, 3, 20, 15, tzinfo=SUMMER)
POOL = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
BOARDS = (
    "QhQd2c / KsKd8h8c3d / AhTh7h5h2h",
    "KcJc4s / 9s9c5d4d3s / JdTd8d6d4h",
    "6c5c2s / AsAc7d6h3h / Qs7c7s9d9h",
    "foul",
)


@cache
def houses() -> Mapping[str, Ruleset]:
    """The shipped games and the houses of the slow model, as they come out of a file."""
    return {name: build(json.loads(json.dumps(mapping))) for name, mapping in all_rules().items()}


@cache
def evening(seed: int) -> Session:
    """A random evening, every event of it allowed."""
    rng = random.Random(seed)
    sheet = random_evening(rng, all_rules())
    return read_sheet(sheet_text(sheet), houses().__getitem__)


def pineapple() -> Ruleset:
    """The game of the plain examples."""
    return load_ruleset("pineapple")


def setup(*names: str, points: int = 100, **more: object) -> Setup:
    """A table of pineapple at 0.25 EUR a point; the first player has the button."""
    seats = names or ("Ann", "Bob", "Cy")
    told: dict[str, object] = {"point": PointValue(25, "EUR"), **more}
    return Setup(pineapple(), dict.fromkeys(seats, points), seats[0], **told)  # type: ignore[arg-type]


def hand(*names: str, shift: int = 0) -> Hand:
    """A hand in which the boards go round with ``shift``."""
    seats = names or ("Ann", "Bob", "Cy")
    texts = {name: BOARDS[(place + shift) % len(BOARDS)] for place, name in enumerate(seats)}
    return Hand(read_table(texts, pineapple()))


def book_all(ledger: Ledger, session: Session, start: datetime = NOW) -> LedgerSession:
    """Enter an evening event by event, a minute between two of them."""
    booked = ledger.start(session.setup, at=start, aside=True)
    for number, event in enumerate(session.events, 1):
        booked = ledger.book(booked.id, event, at=start + timedelta(minutes=number))
    return booked


def template(names: tuple[str, ...], hands: int, boards: Iterator[tuple[str, ...]] | None = None) -> Session:
    """A closed evening of some hands with everything that usually happens; ``boards`` are texts in seat order."""
    session = Session(setup(*names, points=500))
    for number in range(hands):
        land = session.state.next.fantasyland
        texts = next(boards) if boards else [BOARDS[(place + number) % len(BOARDS)] for place in range(len(names))]
        typed = read_table(dict(zip(names, texts, strict=True)), pineapple())
        session.add(Hand(typed, fantasyland=dict(land)))
    extra: list[Event] = [
        Buy({names[0]: 50}), Expense(names[1], 2400, names, "pizza"), Fix(1, read_table({names[0]: "foul"})),
        Hand(typed), Undo(), Close(),
    ]  # fmt: skip
    for event in extra:
        session.add(event)
    return session


def dealt(seed: int, seats: int) -> Iterator[tuple[str, ...]]:
    """Random boards of hands without end, most of them legal."""
    rng, rules = random.Random(seed), pineapple()
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for number in count():
        if number % 8 == 1:
            # Somebody enters Fantasyland.
            yield tuple(BOARDS[(place + number // 8) % 3] for place in range(seats))
            continue
        rng.shuffle(deck)
        texts = []
        for place in range(seats):
            cards = deck[13 * place : 13 * place + 13]
            for _ in range(12):
                rng.shuffle(cards)
                text = " / ".join("".join(row) for row in (cards[:3], cards[3:8], cards[8:]))
                if not score_board(parse_board(text), rules).foul:
                    break
            texts.append(text)
        yield tuple(texts)


class Mould(NamedTuple):
    """What all evenings of a table have in common: payloads and derived rows, as the ledger itself makes them."""

    session: Session
    payloads: list[tuple[str, str]]
    tables: dict[str, list[derived.Row]]

    @classmethod
    def of(cls, session: Session) -> Mould:
        """Made once per table."""
        dicts = [event_json.event_dict(event) for event in session.events]
        return cls(session, [(it["kind"], event_json.to_text(it)) for it in dicts], derived.all_rows(session.state))


def write_ledger(path: Path, sessions: int, hands: int = 12, *, seats: int = 3, players: int = len(POOL)) -> None:
    """A ledger with so many old, closed sessions, as if entered command by command; only quicker.

    With ``players`` beyond the names of the pool it gets random boards too, another table with each of them.
    """
    pool = [*POOL, *(f"Player {number}" for number in range(len(POOL), players))]
    tables = list(combinations(POOL, seats))
    if players > len(POOL):
        tables = [tuple(pool[(start + step) % players] for step in range(seats)) for start in range(players)]
    moulds: list[Mould] = []
    with open_ledger(path, create=True) as ledger:
        # Nobody waits for the disk here: the file is complete when this returns.
        ledger.db.execute("PRAGMA synchronous = OFF")
        with ledger.writing() as db:
            for number in range(sessions):
                place = number % len(tables)
                if place == len(moulds):
                    boards = dealt(number, seats) if players > len(POOL) else None
                    moulds.append(Mould.of(template(tables[place], hands, boards)))
                _cast(db, moulds[place], number, NOW - timedelta(days=sessions - number))


def _cast(db: Database, mould: Mould, number: int, at: datetime) -> None:
    """Book one evening of a table."""
    start = mould.session.setup
    opened = replace(start, name=f"Evening {number + 1}", date=at.date().isoformat())
    booked = rows.insert_session(db, opened, Stamp.of(at), "Europe/Berlin", CLOSED)
    columns = "session, entry, uid, at, utc_offset, kind, payload, checksum"
    insert = f"INSERT INTO events ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    checksum, content = db.execute("SELECT checksum, content FROM sessions WHERE id = ?", (booked,)).fetchone()
    for entry, (kind, payload) in enumerate(mould.payloads, 1):
        stamp, uid = Stamp.of(at + timedelta(minutes=entry)), f"{number}-{entry}"
        checksum = rows.entry_checksum(checksum, entry, uid, stamp, kind, payload)
        content = rows.chained(content, payload)
        db.conn.execute(insert, (booked, entry, uid, *stamp, kind, payload, checksum))
        db.conn.execute("UPDATE sessions SET entries = ? WHERE id = ?", (entry, booked))
    db.execute("UPDATE sessions SET checksum = ?, content = ? WHERE id = ?", (checksum, content, booked))
    for table, listed in mould.tables.items():
        derived.insert(db, table, booked, listed)
    ids = people.Roster(db, booked).ids
    for name, balance in mould.session.state.balances().items():
        assert balance.amount is not None
        derived.add_total(db, ids[name], "EUR", balance.amount)
