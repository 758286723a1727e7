"""A file of every version that there ever was opens, is right, and is brought up to date without loss.

python -m tests.test_ledger_versions --write        writes the file of the present version, before its first release
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ofc_score.errors import DatabaseError
from ofc_score.evening import events as ev
from ofc_score.ledger import copies, files, schema
from ofc_score.ledger.backup import verify_backup
from ofc_score.ledger.store import open_ledger

from .crashes import clean, contents, tree
from .games import GAMES
from .ledgercli import Cli
from .ledgergen import NOW, book_all, evening, hand, setup
from .test_ledger_files import ADDED

DATA: Final = Path(__file__).parent / "data"
VERSIONS: Final = range(1, len(schema.STEPS) + 1)
_SUMS: Final = re.compile(r"-- (\S+): (.+)")


def _written() -> str:
    """A ledger with everything that happens, as SQL, and what must come out of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        with open_ledger(path, create=True) as ledger:
            number = ledger.start(setup(), at=NOW, zone="Europe/Berlin").id
            for event in (hand(), ev.Switch(GAMES["turbo"], 1, "wrong game"), ev.Undo(), hand(shift=1),
                          ev.Fix(1, {"Ann": hand(shift=2).boards["Bob"]}, difference=True), ev.Buy({"Ann": 20}),
                          ev.Expense("Ann", 999, ("Ann", "Bob", "Cy"), "pizza"), ev.Pay("Bob", "Cy", 50)):  # fmt: skip
                ledger.book(number, event, at=NOW)
            book_all(ledger, evening(6))
            ledger.rename("Ann", "Anna")
            ledger.import_session(setup("Gus", "Annie"), [hand("Gus", "Annie")], at=NOW)
            ledger.merge("Annie", "Anna")
            sums = {f"balances-{it.unit}": " ".join(f"{row.player}={row.total}" for row in it.rows)
                    for it in ledger.balances()}  # fmt: skip
            sums |= {f"session-{it.id}": it.fingerprint for it in ledger.sessions()}
            sums["content"] = str(schema.content_mark(ledger.db))
            dump = list(ledger.db.conn.iterdump())
    pragmas = [f"PRAGMA application_id = {schema.APPLICATION_ID};", f"PRAGMA user_version = {len(schema.STEPS)};"]
    return "\n".join([*(f"-- {name}: {told}" for name, told in sums.items()), *pragmas, *dump, ""])


def _text(version: int) -> str:
    return (DATA / f"ledger-v{version}.sql").read_text(encoding="utf-8")


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture
def path(version: int, tmp_path: Path) -> Iterator[Path]:
    """A private file of the version."""
    file = tmp_path / "ledger.db"
    file.touch(0o600)
    db = sqlite3.connect(file)
    db.executescript(_text(version))
    db.close()
    yield file


def test_it_is_a_file_of_its_version(path: Path, version: int) -> None:
    header = schema.read_header(path)
    assert (header.application_id, header.version) == (schema.APPLICATION_ID, version)
    with copies.sqlite3_file(path) as db:
        found = {(row[0], row[1]): row[2] for row in db.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")}  # fmt: skip
    assert found == schema.expected_objects(schema.STEPS[:version])


def test_it_opens_and_says_what_it_said(path: Path, version: int) -> None:
    told = dict(_SUMS.findall(_text(version)))
    clean(path)
    with open_ledger(path) as ledger:
        for account in ledger.balances():
            rows = " ".join(f"{row.player}={row.total}" for row in account.rows)
            assert told[f"balances-{account.unit}"] == rows
        for one in ledger.sessions():
            assert told[f"session-{one.id}"] == one.fingerprint
        assert told["content"] == str(schema.content_mark(ledger.db)) or version < len(schema.STEPS)
        ledger.book(1, ev.Note("still goes on"), at=NOW)
    clean(path)
    cli = Cli(path)
    for command in ("status", "log", "stats", "sessions", "message"):
        cli.ok(command)


def test_as_a_backup_it_is_read_without_being_changed(path: Path) -> None:
    before = tree(path.parent)
    verify_backup(path)
    assert tree(path.parent) == before


def test_it_is_migrated_with_every_row(path: Path, version: int) -> None:
    """Brought to a version that does not exist yet: nothing of what it held is gone or different."""
    before = contents(path)
    with files.open_file(path, create=False, timeout=5, steps=ADDED) as db:
        assert schema.pragma(db, "user_version") == len(ADDED)
    kept = path.with_name(f"ledger.version-{version}.db")
    assert contents(kept) == before
    rows = [line for line in before if line.startswith("INSERT") and "VALUES" in line and '"sessions"' not in line]
    assert set(rows) <= set(contents(path))
    assert len(rows) > 60
    older = path.read_bytes()
    with pytest.raises(DatabaseError, match="newer version"):
        open_ledger(path)
    assert Cli(path)("status").code == 6
    assert path.read_bytes() == older


def test_a_migration_that_is_interrupted_is_done_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(path)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "content_mark", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            files.open_file(path, create=False, timeout=5, steps=ADDED)
    assert contents(path) == before
    files.open_file(path, create=False, timeout=5, steps=ADDED).close()
    assert schema.read_header(path).version == len(ADDED)


if __name__ == "__main__" and "--write" in sys.argv:
    (DATA / f"ledger-v{len(schema.STEPS)}.sql").write_text(_written(), encoding="utf-8")
