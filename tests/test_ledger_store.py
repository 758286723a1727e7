"""The ledger in daily use: what is booked comes back, what is refused leaves no trace, old sessions cost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ofc_score.boards.parse import read_table
from ofc_score.errors import CardError, NotAllowed, OfcError, SheetError
from ofc_score.evening import events as ev
from ofc_score.evening.session import Session, fold
from ofc_score.ledger import derived
from ofc_score.ledger.audit import audit
from ofc_score.ledger.store import Ledger, open_ledger

from .games import GAMES
from .ledgergen import NOW, book_all, evening, hand, pineapple, setup, write_ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "ledger.db", create=True) as opened:
        yield opened


def dump(ledger: Ledger) -> list[str]:
    """Everything in the file."""
    return list(ledger.db.conn.iterdump())


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_entered_command_by_command_is_the_evening_of_its_sheet(ledger: Ledger, seed: int) -> None:
    session = evening(seed)
    booked = book_all(ledger, session)
    for found in (booked, ledger.session(booked.id)):
        assert found.state == session.state
        assert found.session.events == session.events
        assert [entry.event for entry in found.entries] == list(session.events)
    assert list(audit(ledger, "deep")) == []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), back=st.integers(1, 4), data=st.data())
def test_derived_rows_follow_every_step(
    tmp_path_factory: pytest.TempPathFactory, seed: int, back: int, data: Any
) -> None:
    """Written step by step they are the rows written in one go, undo and redo included."""
    session = evening(seed)
    events = [*session.events, *[ev.Undo()] * back, *[ev.Redo()] * data.draw(st.integers(0, back))]
    with open_ledger(tmp_path_factory.mktemp("steps") / "ledger.db", create=True) as ledger:
        ledger.db.execute("PRAGMA synchronous = OFF")
        booked = ledger.start(session.setup, at=NOW)
        for event in events:
            try:
                booked = ledger.book(booked.id, event, at=NOW)
            except NotAllowed:
                assert isinstance(event, ev.Undo | ev.Redo)
            for table, rows in derived.all_rows(booked.state).items():
                assert derived.stored(ledger.db, table, booked.id) == rows
        assert list(audit(ledger)) == []
        assert fold(session.setup, booked.session.events) == booked.state


REFUSED: tuple[tuple[str, ev.Event, type[OfcError]], ...] = (
    ("nobody's board", ev.Hand({**hand().boards, "Zed": hand().boards["Ann"]}), NotAllowed),
    ("board missing", hand("Ann", "Bob"), NotAllowed),
    ("card twice", ev.Hand(dict.fromkeys(("Ann", "Bob", "Cy"), hand().boards["Ann"])), CardError),
    ("nothing to redo", ev.Redo(), NotAllowed),
    ("unknown entry", ev.Void(99), NotAllowed),
    ("negative amount", ev.Pay("Ann", "Bob", -5), NotAllowed),
    ("impossible name", ev.Join("a\x1bb", 50), NotAllowed),
    ("half a name", ev.Join("a\ud800", 50), SheetError),
    ("half a character", ev.Note("\ud800"), SheetError),
    ("endless note", ev.Note("x" * 5000), SheetError),
    ("points beyond a column", ev.Chips({"Ann": 10**30}), SheetError),
)


@pytest.mark.parametrize(("event", "error"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_nothing_is_stored_of_what_is_refused(ledger: Ledger, event: ev.Event, error: type[OfcError]) -> None:
    number = ledger.start(setup(), at=NOW).id
    ledger.book(number, hand(), at=NOW)
    before = dump(ledger)
    with pytest.raises(error):
        ledger.book(number, event, at=NOW, request="once")
    assert dump(ledger) == before
    booked = ledger.book(number, ev.Note("still fine"), at=NOW, request="once")
    assert not booked.repeated
    assert len(booked.entries) == 2


def test_a_start_that_is_refused_leaves_no_trace(ledger: Ledger) -> None:
    before = dump(ledger)
    for faulty in (setup("Ann"), setup("Ann", "ann"), setup(points=0), setup(date="x" * 5000)):
        with pytest.raises(OfcError):
            ledger.start(faulty, at=NOW)
        assert dump(ledger) == before


def test_a_request_that_comes_again_books_nothing(ledger: Ledger) -> None:
    first = ledger.start(setup(), at=NOW, request="start-1")
    again = ledger.start(setup(), at=NOW, request="start-1")
    assert (again.id, again.repeated, first.repeated) == (first.id, True, False)
    booked = ledger.book(first.id, hand(), at=NOW, request="hand-1")
    before = dump(ledger)
    retried = ledger.book(first.id, hand(), at=NOW + timedelta(minutes=1), request="hand-1")
    assert retried.repeated
    assert retried.state == booked.state
    assert dump(ledger) == before


@pytest.mark.parametrize("other", [hand(shift=1), ev.Note("x")], ids=["other boards", "another kind"])
def test_a_request_id_is_for_one_thing(ledger: Ledger, other: ev.Event) -> None:
    first = ledger.start(setup(), at=NOW)
    ledger.book(first.id, hand(), at=NOW, request="hand-1")
    second = ledger.start(setup(), at=NOW, aside=True)
    for session, event in ((first.id, other), (second.id, hand())):
        with pytest.raises(NotAllowed, match="request id"):
            ledger.book(session, event, at=NOW, request="hand-1")


def test_one_session_is_open(ledger: Ledger) -> None:
    assert (ledger.current(), ledger.latest()) == (None, None)
    first = ledger.start(setup(), at=NOW).id
    with pytest.raises(NotAllowed, match="session 1 is still open"):
        ledger.start(setup(), at=NOW)
    second = ledger.start(setup("Dee", "Eve"), at=NOW, aside=True).id
    assert (ledger.current(), ledger.latest()) == (second, second)
    assert ledger.session(first).status == "aside"
    with pytest.raises(NotAllowed, match="session 2 is still open"):
        ledger.resume(first, at=NOW)
    assert ledger.book(second, ev.Close(), at=NOW).status == "closed"
    assert ledger.current() is None
    with pytest.raises(NotAllowed, match="closed"):
        ledger.resume(second, at=NOW)
    assert ledger.resume(first, at=NOW).status == "open"
    assert ledger.current() == first
    assert ledger.book(second, ev.Undo(), at=NOW).status == "aside"
    assert ledger.book(first, ev.Close(), at=NOW).status == "closed"
    assert ledger.book(first, ev.Undo(), at=NOW).status == "open"
    assert list(audit(ledger, "deep")) == []


def test_a_number_beyond_every_column_is_no_session(ledger: Ledger) -> None:
    with pytest.raises(SheetError, match="too large"):
        ledger.session(10**30)


@pytest.mark.parametrize("act", [
    lambda ledger: ledger.session(7), lambda ledger: ledger.book(7, ev.Undo(), at=NOW),
    lambda ledger: ledger.resume(7, at=NOW), lambda ledger: ledger.balances(7),
], ids=["session", "book", "resume", "balances"])  # fmt: skip
def test_no_such_session(ledger: Ledger, act: Any) -> None:
    with pytest.raises(NotAllowed, match="there is no session 7"):
        act(ledger)


def test_closed_sessions_can_be_corrected_and_the_difference_is_owed(ledger: Ledger) -> None:
    number = ledger.start(setup(), at=NOW).id
    ledger.book(number, hand(), at=NOW)
    before = ledger.book(number, ev.Close(), at=NOW)
    for payment in before.state.payments():
        ledger.book(number, ev.Pay(*payment), at=NOW)
    assert all(row.total == 0 for account in ledger.balances() for row in account.rows)
    fixed = ledger.book(number, ev.Fix(1, read_table({"Ann": "foul"})), at=NOW)
    expected = {name: balance.amount for name, balance in fixed.state.balances().items()}
    assert {row.player: row.total for row in ledger.balances(number)[0].rows} == expected
    assert any(expected.values())
    assert fixed.status == "closed"
    assert list(audit(ledger, "deep")) == []


def test_balances_carry_debts_over_and_mark_who_is_absent(ledger: Ledger) -> None:
    first = ledger.start(setup("Ann", "Bob"), at=NOW).id
    ledger.book(first, hand("Ann", "Bob"), at=NOW)
    ledger.book(first, ev.Close(), at=NOW)
    owed = {row.player: row.total for row in ledger.balances(first)[0].rows}
    second = ledger.start(setup("Ann", "Cy"), at=NOW).id
    booked = ledger.book(second, hand("Ann", "Cy"), at=NOW)
    rows = {row.player: row for row in ledger.balances(second)[0].rows}
    tonight = {name: balance.amount for name, balance in booked.state.balances().items()}
    assert {name: (row.tonight, row.before, row.present) for name, row in rows.items()} == {
        "Ann": (tonight["Ann"], owed["Ann"], True),
        "Cy": (tonight["Cy"], 0, True),
        "Bob": (0, owed["Bob"], False),
    }
    assert owed["Bob"] != 0
    assert list(rows) == ["Ann", "Cy", "Bob"]
    # An absent person is paid from tonight's table.
    payer, payee = ("Ann", "Bob") if owed["Bob"] > 0 else ("Bob", "Ann")
    ledger.book(second, ev.Pay(payer, payee, abs(owed["Bob"])), at=NOW)
    assert {row.player: row.total for row in ledger.balances()[0].rows}.get("Bob", 0) == 0
    assert list(audit(ledger, "deep")) == []


def test_every_currency_and_points_have_their_own_account(ledger: Ledger) -> None:
    for session in (setup("Ann", "Bob"), setup("Ann", "Bob", point=None), evening_in("7 JPY")):
        number = ledger.start(session, at=NOW, aside=True).id
        ledger.book(number, hand(*session.players), at=NOW)
    accounts = ledger.balances(number)
    assert [account.unit for account in accounts] == ["JPY", "EUR", "points"]
    for account in accounts:
        for column in ("tonight", "before", "total"):
            assert sum(getattr(row, column) for row in account.rows) == 0
        assert any(row.total for row in account.rows)
        assert all(row.tonight + row.before == row.total for row in account.rows)


def evening_in(point: str) -> ev.Setup:
    from ofc_score.money import parse_point_value

    return setup("Ann", "Bob", point=parse_point_value(point))


def test_a_switch_freezes_its_rules(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    number = ledger.start(setup(), at=NOW).id
    booked = ledger.book(number, ev.Switch(GAMES["turbo"]), at=NOW)
    assert booked.state.rules == GAMES["turbo"]
    monkeypatch.setattr("ofc_score.rules.load.load_ruleset", lambda *_: pytest.fail("a ruleset file was read"))
    with open_ledger(ledger.path) as again:
        assert again.session(number).state.rules == GAMES["turbo"]
    assert len(ledger.rules) == 2


def test_over_midnight_and_a_change_of_clocks_order_and_date_stay(ledger: Ledger) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    start = datetime(2026, 10, 24, 22, 30, tzinfo=berlin)
    number = ledger.start(setup(), at=start, zone="Europe/Berlin").id
    typed = [start.astimezone(UTC) + timedelta(minutes=step) for step in (60, 150, 210, 215, 245, 270)]
    for at in typed:
        ledger.book(number, ev.Note(str(at)), at=at.astimezone(berlin))
    # Somebody puts his clock back: the order is that of typing.
    ledger.book(number, ev.Note("late"), at=start)
    booked = ledger.session(number)
    assert (booked.date, booked.zone, booked.state.setup.date) == ("2026-10-24", "Europe/Berlin", "2026-10-24")
    clocks = [entry.at.strftime("%H:%M%z") for entry in booked.entries]
    assert clocks == [
        "23:30+0200", "01:00+0200", "02:00+0200", "02:05+0200", "02:35+0200", "02:00+0100", "22:30+0200",
    ]  # fmt: skip
    assert [entry.at for entry in booked.entries[:-1]] == typed
    assert list(audit(ledger, "deep")) == []


@pytest.mark.parametrize("offset", [-11 * 60, -210, 0, 345, 14 * 60])
def test_every_offset_comes_back(ledger: Ledger, offset: int) -> None:
    at = NOW.astimezone(timezone(timedelta(minutes=offset)))
    number = ledger.start(setup(), at=at).id
    entry = ledger.book(number, ev.Note("x"), at=at).entries[0]
    assert ledger.session(number).entries[0] == entry
    assert (entry.at, entry.at.utcoffset()) == (at, timedelta(minutes=offset))


def test_a_time_without_offset_is_refused(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="offset"):
        ledger.start(setup(), at=datetime(2026, 7, 3, 20, 0))
    assert ledger.sessions() == []


def test_the_list_of_sessions(ledger: Ledger) -> None:
    for name in ("one", "two", "three"):
        number = ledger.start(setup(name=name), at=NOW, aside=True).id
        booked = ledger.book(number, hand(), at=NOW)
    listed = ledger.sessions()
    assert [one.name for one in listed] == ["three", "two", "one"]
    assert listed[0] == (
        3, "three", "2026-07-03", "open", "pineapple", ("Ann", "Bob", "Cy"), 1, 1, booked.fingerprint,
    )  # fmt: skip
    assert [one.id for one in ledger.sessions(2)] == [3, 2]


def test_the_fingerprint_tells_copies_from_changed_ones(ledger: Ledger) -> None:
    number = ledger.start(setup(), at=NOW).id
    seen = {ledger.session(number).fingerprint}
    for event in (hand(), ev.Undo(), ev.Redo()):
        seen.add(ledger.book(number, event, at=NOW).fingerprint)
    assert len(seen) == 4
    assert ledger.session(number).fingerprint in seen


def test_importing_is_all_or_nothing(ledger: Ledger) -> None:
    session = evening(3)
    before = dump(ledger)
    with pytest.raises(NotAllowed, match=f"^entry e{len(session.events) + 1}: "):
        ledger.import_session(session.setup, [*session.events, ev.Void(999)], at=NOW)
    assert dump(ledger) == before
    booked = ledger.import_session(session.setup, session.events, at=NOW)
    assert booked.state == session.state
    assert (booked.status, ledger.current()) == ("aside", None)
    assert list(audit(ledger, "deep")) == []


@pytest.mark.parametrize("date", ["2026-01-02", ""], ids=["dated", "undated"])
def test_the_same_content_twice_is_refused(ledger: Ledger, date: str) -> None:
    told, events = setup(date=date), [hand(), hand(shift=1)]
    ledger.import_session(told, events, at=NOW)
    before = dump(ledger)
    with pytest.raises(NotAllowed, match="in the ledger already: session 1"):
        ledger.import_session(told, events, at=NOW + timedelta(days=3))
    assert dump(ledger) == before
    ledger.import_session(told, events[:1], at=NOW)


def test_a_booked_evening_is_not_imported_again(ledger: Ledger) -> None:
    booked = book_all(ledger, evening(5))
    with pytest.raises(NotAllowed, match="in the ledger already"):
        ledger.import_session(booked.session.setup, booked.session.events, at=NOW + timedelta(days=1))


def test_imported_times_and_the_open_one(ledger: Ledger) -> None:
    times = [NOW + timedelta(minutes=5), NOW + timedelta(minutes=9)]
    booked = ledger.import_session(setup(), [hand(), ev.Close()], at=NOW, times=times)
    assert ([entry.at for entry in booked.entries], booked.status) == (times, "closed")
    opened = ledger.import_session(setup("Dee", "Eve"), [], at=NOW, keep_open=True)
    assert (opened.status, ledger.current()) == ("open", opened.id)
    with pytest.raises(NotAllowed, match="still open"):
        ledger.import_session(setup("Dee", "Fay"), [], at=NOW, keep_open=True)


def test_what_is_read_never_depends_on_other_sessions(ledger: Ledger) -> None:
    numbers = [book_all(ledger, evening(seed)).id for seed in (1, 2, 3)]
    states = [ledger.session(number).state for number in numbers]
    ledger.db.execute("DROP TRIGGER events_stay")
    ledger.db.execute("UPDATE events SET payload = '{' WHERE session = ?", (numbers[1],))
    assert ledger.session(numbers[0]).state == states[0]
    assert ledger.session(numbers[2]).state == states[2]


def _work(ledger: Ledger) -> None:
    number = ledger.start(setup(), at=NOW).id
    ledger.book(number, hand(), at=NOW, request="r")
    ledger.book(number, ev.Undo(), at=NOW)
    ledger.current()
    ledger.latest()
    ledger.session(number)
    ledger.balances(number)


def test_no_query_of_daily_use_walks_through_old_sessions(ledger: Ledger) -> None:
    """Every statement finds its rows by a key, or in a table whose size is that of the people."""
    seen: dict[str, Any] = {}
    with ledger.db.tracer(seen.setdefault):
        _work(ledger)
    planned = 0
    for sql, parameters in seen.items():
        if sql.split()[0] not in ("SELECT", "UPDATE", "DELETE", "INSERT"):
            continue
        planned += 1
        plan = ledger.db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters or ())
        walked = [line[3] for line in plan.fetchall() if line[3].startswith("SCAN")]
        people = ("SCAN players", "SCAN totals USING", "SCAN sessions USING COVERING INDEX sessions_open",
                  "SCAN CONSTANT ROW", "SCAN 1 CONSTANT ROW")  # fmt: skip
        assert [line for line in walked if not line.startswith(people)] == [], sql
    assert planned > 15


def test_old_sessions_add_no_steps(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine, which no load of the computer changes."""
    steps = []
    for sessions in (0, 60):
        path = tmp_path / f"{sessions}.db"
        write_ledger(path, sessions, 4)
        with open_ledger(path, create=True) as ledger:
            count = [0]

            def tick(count: list[int] = count) -> int:
                count[0] += 1
                return 0

            ledger.start(setup(), at=NOW)
            ledger.db.conn.set_progress_handler(tick, 10)
            number = ledger.current()
            assert number is not None
            ledger.book(number, hand(), at=NOW)
            ledger.book(number, ev.Undo(), at=NOW)
            ledger.session(number)
            steps.append(count[0])
    assert steps[1] < steps[0] * 1.5


def test_the_generator_writes_sound_ledgers(tmp_path: Path) -> None:
    write_ledger(tmp_path / "many.db", 30, 5)
    with open_ledger(tmp_path / "many.db") as ledger:
        assert len(ledger.sessions()) == 30
        assert list(audit(ledger, "deep")) == []


def test_the_tables_can_be_read_without_this_program(ledger: Ledger) -> None:
    number = ledger.start(setup("Ann", "Bob"), at=NOW).id
    booked = ledger.book(number, hand("Ann", "Bob"), at=NOW)
    totals = booked.state.hands[0].table.totals
    rows = list(ledger.db.query("SELECT hand, player, net, foul, board FROM results ORDER BY player"))
    assert [(row["player"], row["net"]) for row in rows] == [("Ann", totals["Ann"]), ("Bob", totals["Bob"])]
    moved = list(ledger.db.query("SELECT payer, payee, points FROM transfers"))
    assert moved == [{"payer": "Bob", "payee": "Ann", "points": totals["Ann"]}]
    open_rows = {row["player"]: (row["unit"], row["amount"]) for row in ledger.db.query("SELECT * FROM open_balances")}
    assert open_rows == {"Ann": ("EUR", 25 * totals["Ann"]), "Bob": ("EUR", 25 * totals["Bob"])}
    assert [row["shown"] for row in ledger.db.query("SELECT shown FROM balances WHERE player = 'Bob'")] == [
        f"{25 * totals['Bob'] / 100:.2f}"
    ]


def test_points_by_kind_add_up(ledger: Ledger) -> None:
    for seed in range(20, 30):
        book_all(ledger, evening(seed))
    wrong = ledger.db.execute(
        "SELECT * FROM results WHERE net <> row_points + scoop_points + overall_points + royalty_points "
        "+ penalty_points + natural_points + cap_points"
    )
    assert wrong.fetchall() == []
    assert ledger.db.execute("SELECT count(*) FROM results WHERE cap_points <> 0").fetchone()[0] > 0
    moved = ledger.db.execute(
        "SELECT r.session, r.hand, r.player, r.net, "
        "(SELECT ifnull(sum(points), 0) FROM transfers t WHERE t.session = r.session AND t.hand = r.hand "
        "AND t.payee = r.player) - (SELECT ifnull(sum(points), 0) FROM transfers t WHERE t.session = r.session "
        "AND t.hand = r.hand AND t.payer = r.player) AS moved FROM results r WHERE net <> moved"
    )
    assert moved.fetchall() == []


def test_the_only_hand_voided_and_brought_back(ledger: Ledger) -> None:
    number = ledger.start(setup(), at=NOW).id
    ledger.book(number, hand(), at=NOW)
    for event in (ev.Void(1), ev.Undo(), ev.Redo(), hand(shift=1), ev.Undo(), ev.Undo()):
        booked = ledger.book(number, event, at=NOW)
        for table, rows in derived.all_rows(booked.state).items():
            assert derived.stored(ledger.db, table, number) == rows
    assert len(booked.state.hands) == 1


def test_transfers_of_a_corrected_hand_are_what_moved(ledger: Ledger) -> None:
    """The loser of a difference has three points left: less moved than the count of the corrected boards says."""
    number = ledger.start(setup("Ann", "Bob"), at=NOW).id
    for event in (hand("Ann", "Bob"), hand("Ann", "Bob", shift=2)):
        booked = ledger.book(number, event, at=NOW)
    won = booked.state.hands[0].moved["Ann"]
    assert won > 3
    ledger.book(number, ev.Adjust("Ann", "Bob", booked.state.stacks["Ann"] - 3), at=NOW)
    booked = ledger.book(number, ev.Fix(1, read_table({"Ann": "foul"}), difference=True), at=NOW)
    record = booked.state.hands[0]
    assert record.moved == {"Ann": won - 3, "Bob": 3 - won} != dict(record.table.totals)
    found = ledger.db.execute("SELECT payer, payee, points FROM transfers WHERE hand = 1").fetchall()
    assert found == [("Bob", "Ann", won - 3)]
    ledger.book(number, ev.Void(2), at=NOW)
    assert ledger.db.execute("SELECT voided FROM hands WHERE hand = 2").fetchone() == (1,)
    assert ledger.db.execute("SELECT count(*) FROM transfers WHERE hand = 2").fetchone() == (0,)
    ledger.rename("Ann", "Zoe")
    assert list(audit(ledger, "deep")) == []


def test_a_session_on_paper(ledger: Ledger) -> None:
    told = ev.Setup(pineapple(), {"Ann": None, "Bob": None}, "Ann")
    number = ledger.start(told, at=NOW).id
    booked = ledger.book(number, hand("Ann", "Bob"), at=NOW)
    assert Session(booked.session.setup, booked.session.events).state == booked.state
    assert ledger.db.execute("SELECT DISTINCT stack FROM results").fetchall() == [(None,)]
    assert ledger.balances(number)[0].unit == "points"
