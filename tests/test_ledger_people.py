"""Names in the ledger: one person however typed, renaming and merging without touching a single event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ofc_score.errors import NotAllowed, SheetError
from ofc_score.evening import events as ev
from ofc_score.ledger.audit import audit
from ofc_score.ledger.store import Ledger, open_ledger

from .ledgergen import NOW, book_all, evening, hand, setup


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "ledger.db", create=True) as opened:
        yield opened


def frozen(ledger: Ledger) -> list[tuple[object, ...]]:
    """What a rename or merge must never change."""
    events = ledger.db.execute("SELECT session, entry, uid, at, kind, payload, checksum FROM events ORDER BY 1, 2")
    sessions = ledger.db.execute("SELECT id, setup, opening, checksum, content FROM sessions ORDER BY 1")
    return [*events.fetchall(), *sessions.fetchall()]


def names_in(ledger: Ledger, session: int) -> set[str]:
    found: set[str] = set()
    for table, column in (("results", "player"), ("balances", "player"), ("transfers", "payer"), ("hands", "button")):
        sql = f"SELECT DISTINCT {column} FROM {table} WHERE session = ?"
        found |= {row[0] for row in ledger.db.execute(sql, (session,))}
    return found


@pytest.mark.parametrize("typed", ["José", "Jose\u0301", "JOSÉ", "josé"], ids=ascii)
def test_one_person_however_the_name_is_typed(ledger: Ledger, typed: str) -> None:
    ledger.start(setup("José", "Bob"), at=NOW)
    booked = ledger.start(setup(typed, "Cy", bank=typed), at=NOW, aside=True)
    assert booked.state.seats == ("José", "Cy")
    assert (booked.session.setup.button, booked.session.setup.bank) == ("José", "José")
    assert [player.name for player in ledger.players()] == ["Bob", "Cy", "José"]
    assert ledger.player(typed).sessions == 2


def test_a_rename_is_seen_everywhere_and_changes_no_event(ledger: Ledger) -> None:
    number = ledger.start(setup(), at=NOW).id
    for event in (hand(), hand(shift=1), ev.Fix(1, swap=("Ann", "Bob"), difference=True), ev.Pay("Ann", "Bob", 5)):
        before = ledger.book(number, event, at=NOW)
    stored = frozen(ledger)
    player = ledger.rename("ann", "Zoë 🃏")
    assert (player.name, player.aliases, player.sessions) == ("Zoë 🃏", ("Ann",), 1)
    assert frozen(ledger) == stored
    after = ledger.session(number)
    assert after.state.seats == ("Zoë 🃏", "Bob", "Cy")
    assert after.state.stacks == {name.replace("Ann", "Zoë 🃏"): n for name, n in before.state.stacks.items()}
    assert names_in(ledger, number) == {"Zoë 🃏", "Bob", "Cy"}
    assert {row.player for row in ledger.balances(number)[0].rows} == {"Zoë 🃏", "Bob", "Cy"}
    assert list(audit(ledger, "deep")) == []
    booked = ledger.book(number, hand("Zoë 🃏", "Bob", "Cy"), at=NOW)
    assert '"Ann"' in ledger.db.execute("SELECT payload FROM events WHERE entry = 5").fetchone()[0]
    assert ledger.session(number).state == booked.state
    assert list(audit(ledger, "deep")) == []


def test_an_earlier_name_still_finds_the_player(ledger: Ledger) -> None:
    ledger.start(setup(), at=NOW)
    ledger.rename("Ann", "Annette")
    assert ledger.player("ANN").name == "Annette"
    booked = ledger.start(setup("Ann", "Bob"), at=NOW, aside=True)
    assert booked.state.seats == ("Annette", "Bob")
    joined = ledger.start(setup("Cy", "Dee"), at=NOW, aside=True)
    joined = ledger.book(joined.id, ev.Join("ann", 50), at=NOW)
    assert joined.state.seats == ("Cy", "Dee", "Annette")
    with pytest.raises(NotAllowed, match="twice"):
        ledger.start(setup("Ann", "Annette"), at=NOW, aside=True)


def test_two_may_exchange_their_names(ledger: Ledger) -> None:
    number = ledger.start(setup("Ann", "Bob"), at=NOW).id
    before = ledger.book(number, hand("Ann", "Bob"), at=NOW).state.stacks
    for old, new in (("Ann", "X"), ("Bob", "Ann"), ("X", "Bob")):
        ledger.rename(old, new, alias=False)
    assert ledger.session(number).state.stacks == {"Bob": before["Ann"], "Ann": before["Bob"]}
    assert list(audit(ledger, "deep")) == []


def test_a_new_person_with_an_earlier_name_of_another_at_the_same_table(ledger: Ledger) -> None:
    number = ledger.start(setup("Ann", "Bob"), at=NOW).id
    ledger.rename("Ann", "Anna", alias=False)
    ledger.book(number, ev.Join("Ann", 70), at=NOW)
    booked = ledger.book(number, hand("Anna", "Bob", "Ann"), at=NOW)
    assert booked.state.bought == {"Anna": 100, "Bob": 100, "Ann": 70}
    assert ledger.session(number).state == booked.state
    assert sorted(player.name for player in ledger.players()) == ["Ann", "Anna", "Bob"]
    assert list(audit(ledger, "deep")) == []


@pytest.mark.parametrize(("old", "new", "error"), [
    ("Ann", "Bob", NotAllowed), ("Ann", "BOB", NotAllowed), ("Ann", "", SheetError), ("Ann", "a,b", SheetError),
    ("Ann", "x\x1b", SheetError), ("Zed", "Dee", SheetError),
], ids=["taken", "taken in another case", "empty", "comma", "escape", "unknown"])  # fmt: skip
def test_renames_that_are_refused(ledger: Ledger, old: str, new: str, error: type[Exception]) -> None:
    ledger.start(setup(), at=NOW)
    before = list(ledger.db.conn.iterdump())
    with pytest.raises(error):
        ledger.rename(old, new)
    assert list(ledger.db.conn.iterdump()) == before


def test_another_case_and_back_to_an_earlier_name(ledger: Ledger) -> None:
    ledger.start(setup("ann", "Bob"), at=NOW)
    assert ledger.rename("ann", "Ann")[1:] == ("Ann", (), 1)
    assert ledger.rename("Ann", "Annette").aliases == ("Ann",)
    assert ledger.rename("Annette", "Ann")[1:] == ("Ann", ("Annette",), 1)
    with pytest.raises(NotAllowed, match="Annette is a name of Ann"):
        ledger.rename("Bob", "Annette")


def test_a_merge_joins_two_histories(ledger: Ledger) -> None:
    first = ledger.start(setup("Ann", "Bob"), at=NOW).id
    ledger.book(first, hand("Ann", "Bob"), at=NOW)
    second = ledger.start(setup("Annie", "Bob"), at=NOW, aside=True).id
    ledger.book(second, hand("Annie", "Bob", shift=2), at=NOW)
    total = {row.player: row.total for row in ledger.balances()[0].rows}
    stored = frozen(ledger)
    player = ledger.merge("Annie", "Ann")
    assert (player.name, player.aliases, player.sessions) == ("Ann", ("Annie",), 2)
    assert frozen(ledger) == stored
    merged = {row.player: row.total for row in ledger.balances()[0].rows}
    assert merged == {"Ann": total["Ann"] + total["Annie"], "Bob": total["Bob"]}
    assert ledger.session(second).state.seats == ("Ann", "Bob")
    assert names_in(ledger, second) == {"Ann", "Bob"}
    assert [one.name for one in ledger.players()] == ["Ann", "Bob"]
    assert list(audit(ledger, "deep")) == []
    ledger.rename("Ann", "Anna")
    assert ledger.player("Annie").name == "Anna"
    assert list(audit(ledger, "deep")) == []


def test_merging_again_and_again_leads_to_one(ledger: Ledger) -> None:
    for name in ("A1", "A2", "A3"):
        number = ledger.start(setup(name, "Bob"), at=NOW, aside=True).id
        ledger.book(number, hand(name, "Bob"), at=NOW)
    ledger.merge("A1", "A2")
    player = ledger.merge("A2", "A3")
    assert (player.aliases, player.sessions) == (("A1", "A2"), 3)
    assert list(audit(ledger, "deep")) == []


def test_two_who_sat_together_are_two(ledger: Ledger) -> None:
    ledger.start(setup(), at=NOW)
    before = list(ledger.db.conn.iterdump())
    with pytest.raises(NotAllowed, match="Ann and Bob both sat in session 1"):
        ledger.merge("Ann", "Bob")
    with pytest.raises(NotAllowed, match="one player already"):
        ledger.merge("Ann", "ann")
    assert list(ledger.db.conn.iterdump()) == before


def test_players_are_found_as_typed(ledger: Ledger) -> None:
    ledger.start(setup("Alexander", "Bob"), at=NOW)
    assert ledger.player("alex").name == "Alexander"
    ledger.start(setup("Alex", "Bob"), at=NOW, aside=True)
    assert ledger.player("alex").name == "Alex"
    for typed in ("Al", "Zed", "", " "):
        with pytest.raises(SheetError):
            ledger.player(typed)
    ledger.rename("Bob", "Robert")
    assert ledger.player("bo").name == "Robert"


@pytest.mark.parametrize("seed", [3, 8, 13, 29])
def test_renaming_everybody_keeps_every_number(ledger: Ledger, seed: int) -> None:
    booked = book_all(ledger, evening(seed))
    amounts = [balance.amount for balance in booked.state.balances().values()]
    for place, player in enumerate(ledger.players()):
        ledger.rename(player.name, f"{9 - place} {player.name[::-1]}")
    assert list(audit(ledger, "deep")) == []
    assert [balance.amount for balance in ledger.session(booked.id).state.balances().values()] == amounts


def test_names_that_look_like_something_else(ledger: Ledger) -> None:
    seats = ("=HYPERLINK(1)", "1e5", "No")
    number = ledger.start(setup(*seats), at=NOW).id
    booked = ledger.book(number, hand(*seats), at=NOW)
    assert ledger.session(number).state == booked.state
    assert booked.state.seats == seats


def test_an_absent_player_is_known_by_the_ledgers_spelling(ledger: Ledger) -> None:
    ledger.start(setup("Ann", "Bob"), at=NOW)
    number = ledger.start(setup("Cy", "Dee"), at=NOW, aside=True).id
    booked = ledger.book(number, ev.Pay("Cy", "BOB", 100), at=NOW)
    assert booked.state.old == {"Cy": 100, "Bob": -100}
    assert booked.state.cash == {}
    assert booked.state.present == ("Cy", "Dee")
    assert ledger.session(number).state == booked.state
    with pytest.raises(NotAllowed) as caught:
        ledger.book(number, ev.Pay("Cy", "Zed", 100), at=NOW)
    assert [fault.message for fault in caught.value.faults] == ["no player Zed"]
    assert "Zed" not in {player.name for player in ledger.players()}
