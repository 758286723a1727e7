"""A second copy, and a second way out and in: backup, restore, the whole ledger as JSON."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ofc_score.errors import DatabaseError, Fault, NotAllowed, OfcError, RulesError, SheetError, UsageError
from ofc_score.evening import events as ev
from ofc_score.exchange.event_json import to_text
from ofc_score.ledger import backup as backups
from ofc_score.ledger import copies, rows, schema
from ofc_score.ledger.audit import audit
from ofc_score.ledger.backup import backup, restore, verify_backup
from ofc_score.ledger.records import Stamp
from ofc_score.ledger.store import open_ledger
from ofc_score.ledger.transfer import Imported, export_json, import_json

from .games import GAMES
from .ledgergen import NOW, book_all, evening, hand, setup, write_ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "ledger.db"
    with open_ledger(file, create=True) as ledger:
        number = ledger.start(setup(), at=NOW, zone="Europe/Berlin").id
        for event in (hand(), ev.Switch(GAMES["turbo"], 1, "wrong game"), ev.Undo(), hand(shift=1)):
            ledger.book(number, event, at=NOW)
        book_all(ledger, evening(6))
        ledger.rename("Ann", "Anna")
        ledger.import_session(setup("Gus", "Annie"), [hand("Gus", "Annie")], at=NOW)
        ledger.merge("Annie", "Anna")
    return file


def exported(path: Path) -> str:
    with open_ledger(path) as ledger:
        return "".join(export_json(ledger))


def tables(path: Path) -> list[str]:
    with sqlite3.connect(path) as db:
        return list(db.iterdump())


# Backup and restore


def test_a_backup_is_a_whole_private_ledger(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy" / "backup.db"
    target.parent.mkdir()
    with open_ledger(path) as ledger:
        backup(ledger, target)
    assert tables(target) == tables(path)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [entry.name for entry in target.parent.iterdir()] == ["backup.db"]
    verify_backup(target)


def test_a_backup_never_replaces_unasked(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.db"
    other = tmp_path / "letter.txt"
    other.write_text("Dear Bob")
    with open_ledger(path) as ledger:
        backup(ledger, target)
        old = target.read_bytes()
        ledger.book(1, ev.Note("more"), at=NOW)
        with pytest.raises(UsageError, match="already"):
            backup(ledger, target)
        assert target.read_bytes() == old
        for replace in (False, True):
            with pytest.raises(UsageError, match="already"):
                backup(ledger, other, replace=replace)
            with pytest.raises(UsageError, match="itself"):
                backup(ledger, path, replace=replace)
        backup(ledger, target, replace=True)
    assert other.read_text() == "Dear Bob"
    assert tables(target) == tables(path)


def test_books_that_do_not_add_up_are_told_at_backup_not_at_restore(path: Path, tmp_path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.db.execute("UPDATE totals SET amount = amount + 1")
        with pytest.raises(DatabaseError, match="the total"):
            backup(ledger, tmp_path / "backup.db")
    assert not (tmp_path / "backup.db").exists()


def test_a_backup_into_nowhere_is_refused(path: Path, tmp_path: Path) -> None:
    with open_ledger(path) as ledger, pytest.raises(DatabaseError, match="cannot be used"):
        backup(ledger, tmp_path / "no" / "backup.db")


def test_a_copy_that_does_not_come_out_sound_gets_no_name(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ofc_score.ledger.backup.whole_file", lambda _db: iter([Fault("damaged", "page 3 is torn")]))
    before = sorted(tmp_path.iterdir())
    with open_ledger(path) as ledger, pytest.raises(DatabaseError, match="page 3 is torn"):
        backup(ledger, tmp_path / "backup.db")
    assert sorted(tmp_path.iterdir()) == before


def test_restoring_brings_back_the_old_and_keeps_the_new(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    with open_ledger(path) as ledger:
        backup(ledger, file)
        ledger.book(1, ev.Note("after the backup"), at=NOW)
    newest, saved = tables(path), file.read_bytes()
    kept = restore(file, path, at=NOW)
    assert kept == tmp_path / "ledger.before-restore-20260703-201500.db"
    assert tables(kept) == newest
    assert tables(path) == tables(file)
    assert file.read_bytes() == saved
    again = restore(kept, path, at=NOW)
    assert again is not None
    assert again.name == "ledger.before-restore-20260703-201500-1.db"
    assert tables(path) == newest


def test_a_program_that_has_the_ledger_open_goes_on_with_the_restored_one(path: Path, tmp_path: Path) -> None:
    with open_ledger(path) as ledger:
        backup(ledger, tmp_path / "backup.db")
        ledger.book(1, ev.Note("after the backup"), at=NOW)
        restore(tmp_path / "backup.db", path, at=NOW)
        ledger.book(1, ev.Note("after the restore"), at=NOW)
    with open_ledger(path) as ledger:
        notes = ledger.session(1).state.notes
        assert notes == ("after the restore",)
        assert list(audit(ledger, "deep")) == []


def test_restoring_where_nothing_is(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "other.db"
    assert restore(path, target, at=NOW) is None
    assert tables(target) == tables(path)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", [
    lambda path: path.write_bytes(b"garbage" * 100), lambda path: path.write_bytes(b""),
    lambda path: path.write_bytes(path.read_bytes()[:5000]),
    lambda path: path.write_bytes(path.read_bytes()[:20480] + b"\xff" * 4096 + path.read_bytes()[24576:]),
], ids=["garbage", "empty", "cut", "torn page"])  # fmt: skip
def test_a_damaged_ledger_is_replaced_and_its_bytes_are_kept(
    path: Path, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    file = tmp_path / "backup.db"
    with open_ledger(path) as ledger:
        backup(ledger, file)
    damage(path)
    (tmp_path / "ledger.db-journal").write_bytes(b"left over")
    broken = path.read_bytes()
    kept = restore(file, path, at=NOW)
    assert kept is not None
    assert kept.read_bytes() == broken
    # Left where it was, a journal could be rolled back into the restored file.
    assert not (tmp_path / "ledger.db-journal").exists()
    assert tables(path) == tables(file)
    with open_ledger(path) as ledger:
        assert list(audit(ledger, "deep")) == []


@pytest.mark.parametrize("make", [
    lambda _path: None, lambda path: path.write_text("x" * 999), lambda path: path.write_bytes(b""),
    lambda path: sqlite3.connect(path).execute("CREATE TABLE mine (x)"),
], ids=["missing", "text", "empty", "foreign"])  # fmt: skip
def test_what_is_no_backup_is_not_restored(path: Path, tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "backup.db")
    before = path.read_bytes()
    with pytest.raises(DatabaseError):
        restore(tmp_path / "backup.db", path, at=NOW)
    with pytest.raises(OfcError):
        restore(path, path, at=NOW)
    assert path.read_bytes() == before


def test_an_unsound_backup_is_not_restored(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    with open_ledger(path) as ledger:
        backup(ledger, file)
    with sqlite3.connect(file) as db:
        db.execute("UPDATE balances SET amount = amount + 1 WHERE session = 1 AND player = 'Bob'")
    db.close()
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match="sum to"):
        restore(file, path, at=NOW)
    assert path.read_bytes() == before


def test_a_busy_ledger_is_not_restored(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ofc_score.ledger.connection.TIMEOUT", 0.2)
    with open_ledger(path) as ledger:
        backup(ledger, tmp_path / "backup.db")
    before = path.read_bytes()
    for kind in ("IMMEDIATE", "EXCLUSIVE"):
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute(f"BEGIN {kind}")
        with pytest.raises(DatabaseError, match="busy"):
            restore(tmp_path / "backup.db", path, at=NOW)
        lock.close()
    assert path.read_bytes() == before


# The whole ledger as JSON


def test_out_and_in_again_is_the_same(path: Path, tmp_path: Path) -> None:
    text = exported(path)
    with open_ledger(tmp_path / "copy.db", create=True) as copy:
        count = import_json(copy, text)
        assert count == Imported(3, sum(one.entries for one in copy.sessions()), len(json.loads(text)["players"]))
        assert list(audit(copy, "deep")) == []
    assert exported(tmp_path / "copy.db") == text
    copied, original = (set(tables(file)) for file in (tmp_path / "copy.db", path))
    assert copied == original


def test_a_ledger_with_others_takes_it_in_under_new_numbers(path: Path, tmp_path: Path) -> None:
    with open_ledger(tmp_path / "other.db", create=True) as other:
        number = other.start(setup("Bob", "anna"), at=NOW).id
        other.book(number, hand("Bob", "anna"), at=NOW)
        bob = other.player("Bob").sessions
        imported = import_json(other, exported(path))
        assert (imported.sessions, imported.known) == (2, 1)  # the hand of the first session is here already
        assert [one.id for one in other.sessions()] == [3, 2, 1]
        assert other.current() == 1
        assert other.player("Bob").sessions > bob
        assert other.player("Annie").name == "anna"
        assert list(audit(other, "deep")) == []


def test_taking_it_in_twice_is_refused(path: Path) -> None:
    text, before = exported(path), tables(path)
    with open_ledger(path) as ledger, pytest.raises(NotAllowed, match="in the ledger already"):
        import_json(ledger, text)
    assert tables(path) == before


CHANGES: tuple[tuple[str, Callable[[Any], object]], ...] = (
    ("format", lambda data: data.update(format="2")),
    ("key gone", lambda data: data.pop("players")),
    ("key more", lambda data: data.update(more=1)),
    ("session no map", lambda data: data["sessions"].append(5)),
    ("session key gone", lambda data: data["sessions"][0].pop("uid")),
    ("number twice", lambda data: data["sessions"][1].update(id=1, uid="other")),
    ("number no number", lambda data: data["sessions"][0].update(id="1")),
    ("number endless", lambda data: data["sessions"][0].update(id=10**40)),
    ("uid no text", lambda data: data["sessions"][0].update(uid=["x"])),
    ("uid changed", lambda data: data["sessions"][0].update(uid="x")),
    ("status", lambda data: data["sessions"][0].update(status="lost")),
    ("date", lambda data: data["sessions"][0].update(date="2020-01-01")),
    ("start no time", lambda data: data["sessions"][0].update(started="yesterday")),
    ("offset", lambda data: data["sessions"][0].update(utc_offset="+99:99")),
    ("setup", lambda data: data["sessions"][0]["setup"].update(button="Zed")),
    ("people", lambda data: data["sessions"][0].update(people={"Ann": 999})),
    ("people gone", lambda data: data["sessions"][0].update(people={})),
    ("two seats one player", lambda data: data["sessions"][0].update(people=dict.fromkeys(("Ann", "Bob", "Cy"), 1))),
    ("event changed", lambda data: data["sessions"][0]["events"][0]["payload"]["boards"].update(Ann="foul")),
    ("event gone", lambda data: data["sessions"][0]["events"].pop(0)),
    ("event time", lambda data: data["sessions"][0]["events"][0].update(at="2026-07-03T00:00:00Z")),
    ("event not allowed", lambda data: data["sessions"][0]["events"][0].update(payload={"kind": "redo"})),
    ("event no map", lambda data: data["sessions"][0]["events"].insert(0, None)),
    ("event uid twice", lambda data: data["sessions"][0]["events"][1].update(
        uid=data["sessions"][0]["events"][0]["uid"])),
    ("rules changed", lambda data: next(iter(data["rulesets"].values())).update(title="x")),
    ("rules gone", lambda data: data["rulesets"].clear()),
    ("player name", lambda data: data["players"][0].update(name="a\x1bb")),
    ("player twice", lambda data: data["players"].append({**data["players"][0], "id": 77})),
    ("player number", lambda data: data["players"][0].update(id=True)),
    ("player merged into nobody", lambda data: data["players"][0].update(merged_into=99)),
    ("aliases", lambda data: data["players"][0].update(aliases="Ann")),
)  # fmt: skip
NUMBERS = [change for name, change in CHANGES if name == "player number"]


@pytest.mark.parametrize("change", [case[1] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_nothing_comes_in_of_a_changed_file(path: Path, tmp_path: Path, change: Callable[[Any], object]) -> None:
    data = json.loads(exported(path))
    change(data)
    with open_ledger(tmp_path / "copy.db", create=True) as copy:
        before = list(copy.db.conn.iterdump())
        with pytest.raises((SheetError, NotAllowed, RulesError)) as caught:
            import_json(copy, json.dumps(data))
        assert caught.value.message
        if change in NUMBERS:
            assert [fault.code for fault in caught.value.faults] == ["bad-player"]
        assert list(copy.db.conn.iterdump()) == before
        import_json(copy, exported(path))


def _in_order_again(data: Any) -> None:
    """All checksums, by somebody who can compute them."""
    for told in data["sessions"]:
        start = Stamp(told["started"], told["utc_offset"])
        setup = to_text(told["setup"])
        before = rows.opening_checksum(told["uid"], told["name"], told["date"], told["zone"], start, setup)
        for number, one in enumerate(told["events"], 1):
            payload = to_text(one["payload"])
            stamp = Stamp(one["at"], one["utc_offset"])
            before = rows.entry_checksum(before, number, one["uid"], stamp, one["payload"]["kind"], payload)
            one.update(checksum=before, kind=one["payload"]["kind"])


def _event(data: Any, **more: object) -> None:
    data["sessions"][0]["events"][-1].update(more)


def _joins(data: Any, typed: str) -> None:
    """Somebody who sits there under a name that is another's, and is not among the people."""
    events = data["sessions"][0]["events"]
    leaving = {"kind": "leave", "name": "Cy", "forced": True}
    joining = {"kind": "join", "name": typed, "points": 5, "forced": True}
    events += [{**events[-1], "uid": one["kind"], "payload": one} for one in (leaving, joining)]


def _merged(data: Any, into: str) -> None:
    ids = {one["name"]: one["id"] for one in data["players"]}
    next(one for one in data["players"] if one["name"] == "Bob")["merged_into"] = ids[into]


FORGED: tuple[tuple[str, Callable[[Any], object], str], ...] = (
    ("no moment", lambda data: _event(data, at="x"), "no time as this program writes it"),
    ("no moment at all", lambda data: _event(data, at=""), "no time as this program writes it"),
    ("no offset", lambda data: _event(data, utc_offset="foul"), "no time as this program writes it"),
    ("offset of days", lambda data: _event(data, utc_offset="+99:99"), "no time as this program writes it"),
    ("other case", lambda data: _joins(data, "GUS"), "GUS is a name of Gus"),
    ("alias", lambda data: _joins(data, "annie"), "annie is a name of Anna"),
    ("ghost", lambda data: data["sessions"][0]["people"].update(Gus=next(
        one["id"] for one in data["players"] if one["name"] == "Gus")), "Gus is among its people, yet in no entry"),
    ("merged sits there", lambda data: _merged(data, "Cy"), "was merged into another player"),
    ("merged into themselves", lambda data: _merged(data, "Bob"), "merged away too"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "told"), [case[1:] for case in FORGED], ids=[case[0] for case in FORGED])
def test_nothing_comes_in_that_the_audit_would_complain_of(
    path: Path, tmp_path: Path, change: Callable[[Any], object], told: str
) -> None:
    """Though every checksum fits."""
    data = json.loads(exported(path))
    _in_order_again(data)
    assert data == json.loads(exported(path))
    change(data)
    _in_order_again(data)
    with open_ledger(tmp_path / "copy.db", create=True) as copy:
        before = list(copy.db.conn.iterdump())
        with pytest.raises((SheetError, NotAllowed)) as caught:
            import_json(copy, json.dumps(data))
        assert told in " ".join([caught.value.message, *(fault.text() for fault in caught.value.faults)])
        assert list(copy.db.conn.iterdump()) == before


def test_many_sessions_come_out_one_by_one(tmp_path: Path) -> None:
    write_ledger(tmp_path / "many.db", 12, 3)
    with open_ledger(tmp_path / "many.db") as ledger:
        pieces = list(export_json(ledger))
    assert len(pieces) == 15
    with open_ledger(tmp_path / "copy.db", create=True) as copy:
        import_json(copy, "".join(pieces))
        assert list(audit(copy)) == []


def test_a_foreign_open_session_comes_to_stand_aside(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "one.db", create=True) as one:
        one.start(setup("Ann", "Bob"), at=NOW)
        text = "".join(export_json(one))
    with open_ledger(tmp_path / "two.db", create=True) as two:
        two.start(setup("Cy", "Dee"), at=NOW + timedelta(days=1))
        import_json(two, text)
        assert [(it.id, it.status) for it in two.sessions()] == [(2, "aside"), (1, "open")]


def test_what_is_booked_while_a_backup_is_restored_is_kept_or_refused(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the copy of the old ledger and the new one in its place nobody can book."""
    file = tmp_path / "backup.db"
    with open_ledger(path) as ledger:
        backup(ledger, file)
    copied, tried = copies.copy, []

    def copy(*args: Any, **more: Any) -> None:
        copied(*args, **more)
        with pytest.raises(DatabaseError, match="busy"), open_ledger(path, timeout=0.05) as other:
            other.book(1, ev.Note("lost"), at=NOW)
        tried.append(args)

    monkeypatch.setattr(backups, "copy", copy)
    restore(file, path, at=NOW)
    assert len(tried) == 1
    with open_ledger(path) as ledger:
        ledger.book(1, ev.Note("after"), at=NOW)


@pytest.mark.parametrize(("number", "match"), [(0, "not a ledger of this program"), (schema.APPLICATION_ID, "newer")])
def test_a_foreign_or_newer_file_is_not_replaced_by_a_backup(
    path: Path, tmp_path: Path, number: int, match: str
) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute(f"PRAGMA application_id = {number}")
        db.execute("PRAGMA user_version = 99")
        db.execute("CREATE TABLE mine (x)")
    db.close()
    before, there = other.read_bytes(), sorted(tmp_path.iterdir())
    with pytest.raises(DatabaseError, match=match):
        restore(path, other, at=NOW)
    assert other.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == there
    with pytest.raises(DatabaseError, match=match) as refused:
        verify_backup(other)
    assert str(other) in refused.value.message


def test_a_restore_that_fails_leaves_nothing_behind(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_ledger(path) as ledger:
        backup(ledger, tmp_path / "backup.db")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "patience", full)
    monkeypatch.setattr(copies, "patience", full)
    there = sorted(tmp_path.iterdir())
    with pytest.raises(DatabaseError, match="No space"):
        restore(tmp_path / "backup.db", path, at=NOW)
    path.write_bytes(b"garbage" * 99)
    with pytest.raises(DatabaseError, match="No space"):
        restore(tmp_path / "backup.db", path, at=NOW)
    assert path.read_bytes() == b"garbage" * 99
    assert sorted(tmp_path.iterdir()) == there


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_or_a_broken_link_is_no_ledger(path: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name, match in (("pipe", "pipe or a device"), ("link", "a link to a file that is not there")):
        for create in (False, True):
            with pytest.raises(DatabaseError, match=match):
                open_ledger(tmp_path / name, create=create)
        with pytest.raises(DatabaseError, match=match):
            restore(path, tmp_path / name, at=NOW)
