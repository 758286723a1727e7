"""The audit finds every kind of tampering, and finds nothing where nothing is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from ofc_score.errors import Fault
from ofc_score.evening import events as ev
from ofc_score.exchange.event_json import from_text, to_text
from ofc_score.ledger import rows
from ofc_score.ledger.audit import audit
from ofc_score.ledger.rebuild import rebuild
from ofc_score.ledger.records import Stamp
from ofc_score.ledger.schema import DERIVED
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.ledger.writer import Writer

from .games import GAMES
from .ledgergen import NOW, book_all, evening, hand, setup


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a bit of everything, closed and clean."""
    path = tmp_path_factory.mktemp("audit") / "sound.db"
    with open_ledger(path, create=True) as ledger:
        number = ledger.start(setup(), at=NOW).id
        for event in (hand(), hand(shift=1), ev.Fix(1, {"Ann": hand(shift=2).boards["Bob"]}, difference=True),
                      ev.Expense("Ann", 999, ("Ann", "Bob", "Cy")), ev.Switch(GAMES["turbo"], 1), ev.Undo(),
                      ev.Pay("Bob", "Cy", 50), ev.Void(2)):  # fmt: skip
            ledger.book(number, event, at=NOW)
        ledger.rename("Ann", "Anna")
        book_all(ledger, evening(6))
    return path


@pytest.fixture
def ledger(sound: Path, tmp_path: Path) -> Any:
    shutil.copy(sound, tmp_path / "ledger.db")
    with open_ledger(tmp_path / "ledger.db") as opened:
        yield opened


def change(ledger: Ledger, *statements: str) -> None:
    """What somebody with another program can do to a file: drop the triggers, change rows, make the triggers again."""
    triggers = ledger.db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    ledger.db.execute("PRAGMA foreign_keys = OFF")
    for name, _ in triggers:
        ledger.db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        ledger.db.execute(statement)
    for _, sql in triggers:
        ledger.db.execute(sql)


@pytest.mark.parametrize("level", ["quick", "default", "deep"])
def test_a_sound_ledger_has_no_findings(ledger: Ledger, level: Any) -> None:
    assert list(audit(ledger, level)) == []


def payload(event: str, old: str, new: str) -> str:
    return f"UPDATE events SET payload = replace(payload, '{old}', '{new}') WHERE session = 1 AND entry = {event}"


TAMPERED: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    # (id, statements, level that must find it, code)
    ("a board", (payload("1", "QhQd2c", "QhQd3c"),), "default", "checksum"),
    ("an amount", (payload("4", "999", "998"),), "default", "checksum"),
    ("a time", ("UPDATE events SET at = '2026-07-03T00:00:00Z' WHERE session = 1 AND entry = 2",),
     "default", "checksum"),
    ("an offset", ("UPDATE events SET utc_offset = '+01:00' WHERE entry = 2",), "default", "checksum"),
    ("a kind", ("UPDATE events SET kind = 'note' WHERE session = 1 AND entry = 2",), "default", "checksum"),
    ("a request id", ("UPDATE events SET uid = 'x' WHERE session = 1 AND entry = 2",), "default", "checksum"),
    ("a checksum", ("UPDATE events SET checksum = 'x' WHERE session = 1 AND entry = 2",), "default", "checksum"),
    ("no JSON", ("UPDATE events SET payload = '{' WHERE session = 1 AND entry = 2",), "default", "unreadable"),
    ("a board that is none", (payload("1", "QhQd2c", "QhQhQh"),), "default", "unreadable"),
    ("an entry that points nowhere", (payload("8", '"entry":2', '"entry":77'),), "default", "unreadable"),
    ("an entry gone", ("DELETE FROM events WHERE session = 1 AND entry = 3",), "quick", "gap"),
    ("the last entry gone", ("DELETE FROM events WHERE session = 1 AND entry = 8",), "quick", "gap"),
    ("the last entry gone, counted", ("DELETE FROM events WHERE session = 1 AND entry = 8",
     "UPDATE sessions SET entries = 7 WHERE id = 1"), "default", "checksum"),
    ("two entries exchanged", (
        "UPDATE events SET entry = -1 WHERE session = 1 AND entry = 1",
        "UPDATE events SET entry = 1 WHERE session = 1 AND entry = 2",
        "UPDATE events SET entry = 2 WHERE session = 1 AND entry = -1"), "default", "checksum"),
    ("the stakes", ("UPDATE sessions SET setup = replace(setup, '\"minor\":25', '\"minor\":50') WHERE id = 1",),
     "default", "checksum"),
    ("a date", ("UPDATE sessions SET date = '2026-07-04' WHERE id = 1",), "default", "checksum"),
    ("the point value beside the setup", ("UPDATE sessions SET point_minor = 50 WHERE id = 1",), "default", "session"),
    ("a status", ("UPDATE sessions SET status = 'closed' WHERE id = 1",), "default", "session"),
    ("a content mark", ("UPDATE sessions SET content = 'x' WHERE id = 1",), "default", "checksum"),
    ("a rule", ("UPDATE rulesets SET mapping = replace(mapping, '\"scoop\":3', '\"scoop\":4')",),
     "default", "ruleset"),
    ("a name of rules", ("UPDATE rulesets SET name = 'x'",), "default", "ruleset"),
    ("rules gone", ("DELETE FROM rulesets",), "quick", "foreign-key"),
    ("a player gone", ("DELETE FROM players WHERE name = 'Bob'",), "quick", "foreign-key"),
    ("a result", ("UPDATE results SET net = net + 1 WHERE session = 1 AND hand = 1 AND player = 'Bob'",),
     "quick", "not-zero"),
    ("two results", ("UPDATE results SET net = net + 1 WHERE session = 1 AND hand = 1 AND player = 'Bob'",
     "UPDATE results SET net = net - 1 WHERE session = 1 AND hand = 1 AND player = 'Cy'"), "default", "derived"),
    ("a royalty", ("UPDATE results SET royalties = 99 WHERE session = 1 AND hand = 1 AND player = 'Bob'",),
     "default", "derived"),
    ("a result gone", ("DELETE FROM results WHERE session = 1 AND hand = 1",), "default", "derived"),
    ("a result too much", ("CREATE TEMP TABLE one AS SELECT * FROM results WHERE session = 1 AND hand = 1",
     "UPDATE one SET hand = 9", "INSERT INTO results SELECT * FROM one"), "default", "derived"),
    ("a hand", ("UPDATE hands SET button = 'Bob' WHERE session = 1 AND hand = 1",), "default", "derived"),
    ("a transfer", ("UPDATE transfers SET points = points + 1 WHERE session = 1",), "default", "derived"),
    ("a balance", ("UPDATE balances SET amount = amount + 1 WHERE session = 1 AND player = 'Bob'",),
     "quick", "not-zero"),
    ("a seat in a balance", ("UPDATE balances SET seated = 0 WHERE session = 1 AND player = 'Bob'",),
     "default", "derived"),
    ("a total", ("UPDATE totals SET amount = amount + 1 WHERE player = 1",), "quick", "totals"),
    ("a total gone", ("DELETE FROM totals",), "quick", "totals"),
    ("a name shown", ("UPDATE players SET name = 'Zed', key = 'zed' WHERE id = 2",), "default", "derived"),
    ("somebody merged who sits", ("UPDATE players SET merged_into = 1 WHERE id = 2",), "quick", "merged"),
    ("an index gone", ("DROP INDEX players_key",), "quick", "schema"),
    ("a table changed", ("ALTER TABLE hands ADD COLUMN more TEXT",), "quick", "schema"),
    ("a unit", ("UPDATE balances SET unit = 'USD' WHERE session = 1 AND player = 'Bob'",), "quick", "not-zero"),
    ("an amount in words", ("UPDATE balances SET shown = '7.00' WHERE session = 1 AND player = 'Bob'",),
     "default", "derived"),
    ("an old part", ("UPDATE balances SET old = old + 700 WHERE session = 1 AND player = 'Bob'",),
     "default", "derived"),
    ("a balance gone", ("DELETE FROM balances WHERE session = 1 AND player = 'Cy'",), "quick", "not-zero"),
    ("a hand gone", ("DELETE FROM hands WHERE session = 1 AND hand = 1",), "default", "derived"),
    ("a transfer gone", ("DELETE FROM transfers WHERE session = 1 AND place = 1",), "default", "derived"),
    ("two balances exchanged", ("UPDATE balances SET player = 'x' WHERE session = 1 AND player = 'Bob'",
     "UPDATE balances SET player = 'Bob' WHERE session = 1 AND player = 'Cy'",
     "UPDATE balances SET player = 'Cy' WHERE session = 1 AND player = 'x'"), "quick", "totals"),
    ("a total in a new unit", ("INSERT INTO totals VALUES (1, 'CHF', 5)",), "quick", "totals"),
    ("a total of nobody", ("INSERT INTO totals VALUES (99, 'EUR', 5)",), "quick", "totals"),
    ("results of no session", ("UPDATE results SET session = 99 WHERE session = 1 AND hand = 1",),
     "quick", "foreign-key"),
    ("a derived table gone", ("DROP TABLE transfers",), "quick", "schema"),
    ("the totals gone", ("DROP TABLE totals",), "quick", "schema"),
    ("an index of the totals gone", ("DROP INDEX totals_open",), "quick", "schema"),
    ("a trigger more", ("CREATE TRIGGER mine AFTER INSERT ON events BEGIN DELETE FROM totals; END",),
     "quick", "schema"),
)  # fmt: skip


@pytest.mark.parametrize(("statements", "level", "code"), [c[1:] for c in TAMPERED], ids=[c[0] for c in TAMPERED])
def test_tampering_is_found(ledger: Ledger, statements: tuple[str, ...], level: Any, code: str) -> None:
    change(ledger, *statements)
    found = list(audit(ledger, level))
    assert code in {fault.code for fault in found}
    assert all(fault.message for fault in found)


MENDED = {
    "a result", "two results", "a royalty", "a result gone", "a result too much", "a hand", "a transfer", "a balance",
    "a seat in a balance", "a total", "a total gone", "a name shown", "a table changed", "a unit", "an amount in words",
    "an old part", "a balance gone", "a hand gone", "a transfer gone", "two balances exchanged",
    "a total in a new unit", "a total of nobody", "results of no session", "a derived table gone", "the totals gone",
    "an index of the totals gone",
}  # fmt: skip
TRUTH = ("players", "aliases", "rulesets", "sessions", "session_players", "events")


def dump(ledger: Ledger, tables: tuple[str, ...]) -> list[Any]:
    return [ledger.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]


@pytest.mark.parametrize(("name", "statements"), [c[:2] for c in TAMPERED], ids=[c[0] for c in TAMPERED])
def test_rebuild_mends_what_is_derived_and_nothing_else(ledger: Ledger, name: str, statements: tuple[str, ...]) -> None:
    """Every finding has a way out, and where it is ``--rebuild`` that is enough; what was typed stays byte for byte."""
    sound = dump(ledger, DERIVED)
    change(ledger, *statements)
    truth, found = dump(ledger, TRUTH), list(audit(ledger))
    assert all(fault.hint for fault in found)
    mended, kept = rebuild(ledger, at=NOW)
    assert dump(ledger, TRUTH) == truth
    if name not in MENDED:
        left = list(audit(ledger))
        assert {fault.code for fault in left} & {fault.code for fault in found}
        assert [fault for fault in left if fault not in found] == []
        return
    assert list(audit(ledger, "deep")) == []
    assert name == "a name shown" or dump(ledger, DERIVED) == sound
    assert mended and kept is not None and kept.is_file()
    assert {it.text() for it in mended if it.code == "derived"} == {
        it._replace(hint="").text() for it in found if it.code == "derived"
    } or name in ("results of no session", "a derived table gone", "a table changed")
    assert rebuild(ledger, at=NOW) == ([], None)
    with open_ledger(kept) as before:
        assert [it.text() for it in audit(before)] == [it.text() for it in found]


def test_there_are_forty_kinds_of_tampering() -> None:
    assert len({case[0] for case in TAMPERED}) == len(TAMPERED) > 40


def test_rebuild_keeps_off_sessions_whose_entries_were_changed(ledger: Ledger) -> None:
    """Tables that differ from tampered entries are the last trace of what was typed."""
    change(
        ledger,
        payload("7", '"amount":50', '"amount":51'),
        "UPDATE results SET net = net + 1 WHERE session = 2 AND hand = 1",
    )
    before = dump(ledger, ("balances",))
    mended, _ = rebuild(ledger, at=NOW)
    assert {it.where for it in mended} == {"session 2, results"}
    assert dump(ledger, ("balances",)) == before
    assert {it.code for it in audit(ledger)} == {"checksum", "derived"}


@pytest.mark.parametrize("trigger", [
    "events_in_order", "events_stay", "events_kept", "rulesets_stay", "rulesets_kept", "sessions_stay", "sessions_kept",
    "session_players_kept", "players_kept",
])  # fmt: skip
def test_a_missing_trigger_is_found(ledger: Ledger, trigger: str) -> None:
    ledger.db.execute(f"DROP TRIGGER {trigger}")
    hint = "restore a backup, or export --json --all FILE and import it into a new ledger"
    assert list(audit(ledger, "quick")) == [Fault("schema", f"the trigger {trigger} is missing", "schema", hint)]


@pytest.mark.parametrize("statement", [
    "UPDATE events SET payload = '{}'", "DELETE FROM events",
    "INSERT OR REPLACE INTO events SELECT session, entry, 'u', at, utc_offset, kind, '{}', checksum FROM events",
    "INSERT INTO events SELECT session, entry + 99, 'u', at, utc_offset, kind, payload, checksum FROM events LIMIT 1",
    "UPDATE rulesets SET mapping = '{}'", "DELETE FROM rulesets", "UPDATE sessions SET setup = '{}'",
    "UPDATE sessions SET date = '2020-01-01'", "DELETE FROM sessions", "DELETE FROM session_players",
    "DELETE FROM players",
])  # fmt: skip
def test_the_file_itself_refuses_to_forget(ledger: Ledger, statement: str) -> None:
    import sqlite3

    with sqlite3.connect(ledger.path) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(statement)
    other.close()
    assert list(audit(ledger)) == []


def _forge(db: Database, ledger: Ledger, event: ev.Event, uid: str) -> None:
    writer = Writer(db, ledger.rules, 1)
    writer.append(event, Stamp.of(NOW), uid)
    writer.close()


def test_a_forged_chain_is_found_by_booking_again(ledger: Ledger) -> None:
    """Somebody who can compute checksums and derived rows still cannot book what the rules refuse."""
    with ledger.writing() as db:
        forged = ev.Pay("Anna", "Bob", 7)
        _forge(db, ledger, forged, "forged")
    assert {fault.code for fault in audit(ledger)} >= {"derived"}
    with ledger.writing() as db:
        _forge(db, ledger, ev.Leave("Bob"), "forged-2")
    assert "refused" in {fault.code for fault in audit(ledger, "deep")}


def test_an_index_of_others_does_no_harm(ledger: Ledger) -> None:
    ledger.db.execute("CREATE INDEX mine_too ON results(player)")
    ledger.db.execute("ANALYZE")
    assert list(audit(ledger, "deep")) == []


@pytest.mark.parametrize("junk", ["VIEW mine AS SELECT * FROM results", "TABLE mine (x)"], ids=["view", "table"])
def test_what_others_put_into_the_file_is_told(ledger: Ledger, junk: str) -> None:
    ledger.db.execute(f"CREATE {junk}")
    assert [fault.code for fault in audit(ledger, "quick")] == ["schema"]


@pytest.mark.parametrize(("statement", "told"), [
    ("UPDATE players SET key = 'zz' WHERE name = 'Bob'", "Bob would be looked for under another name"),
    ("UPDATE aliases SET key = 'zz'", "Ann would be looked for under another name"),
    ("INSERT INTO aliases VALUES ('bob', 'Bob', (SELECT id FROM players WHERE name = 'Anna'))",
     "Bob is an earlier name of Anna and a player"),
    ("UPDATE session_players SET seat = 'Bobby' WHERE seat = 'Bob' AND session = 1",
     "Bobby is among its people, yet in no entry"),
], ids=["key", "alias", "two people", "seat"])  # fmt: skip
def test_who_is_found_by_which_name(ledger: Ledger, statement: str, told: str) -> None:
    change(ledger, statement)
    assert told in {fault.message for fault in audit(ledger)}


def test_a_finding_names_place_and_both_values(ledger: Ledger) -> None:
    stack = ledger.session(1).state.hands[0].stacks["Bob"]
    ledger.db.execute("UPDATE results SET stack = 12345 WHERE session = 1 AND hand = 1 AND player = 'Bob'")
    fault = next(iter(audit(ledger)))
    assert fault.where == "session 1, results"
    assert fault.message == f"hand 1 player Bob: stack is 12345, by the entries {stack}"


def test_findings_of_one_session_do_not_hide_those_of_another(ledger: Ledger) -> None:
    change(ledger, "UPDATE events SET payload = '{' WHERE entry = 1")
    where = {fault.message for fault in audit(ledger) if fault.code == "unreadable"}
    assert len(where) == 2


def test_a_damaged_page_is_a_finding(ledger: Ledger) -> None:
    page = ledger.db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'results'").fetchone()[0]
    size = ledger.db.execute("PRAGMA page_size").fetchone()[0]
    ledger.close()
    with ledger.path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    with open_ledger(ledger.path) as again:
        found = list(audit(again))
    assert "damaged" in {fault.code for fault in found}


def test_the_checksums_cover_what_they_should() -> None:
    stamp = Stamp.of(NOW)
    told = ("before", 1, "uid", stamp, "note", to_text({"kind": "note", "text": "x"}))
    others = [
        ("other", *told[1:]), (*told[:1], 2, *told[2:]), (*told[:2], "u", *told[3:]),
        (*told[:3], Stamp(stamp.utc, "+00:00"), *told[4:]), (*told[:4], "pay", told[5]), (*told[:5], "{}"),
    ]  # fmt: skip
    sums = {rows.entry_checksum(*one) for one in [told, *others]}
    assert len(sums) == 7
    assert from_text(told[5])["text"] == "x"
