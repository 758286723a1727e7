"""Hostile input for everything that reads: boards, lines, sheets, rulesets, JSON, database files, names, the table.

python -m tests.fuzz --seed 1 --inputs 1000               all kinds
python -m tests.fuzz --seed 1 --inputs 1000 sheets files  some of them

Whatever comes in: no traceback, an exit code that the documentation names, an end within seconds, nothing on the
screen that steers a terminal, nothing in a page that runs, no cell that a spreadsheet would run, no file made or
changed outside the folder, no program started, no connection opened, and every file of the ledger private.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import random
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from unittest import mock

from ofc_score.evening import events as ev
from ofc_score.exchange.sheet.write import write_sheet
from ofc_score.ledger.transfer import export_json
from ofc_score.rules.files import SHIPPED

from . import evening_cases
from .effort import at_most
from .ledgercli import Cli, Done
from .ledgergen import NOW, book_all, evening
from .spoil import entry, octets, text, value, words

CODES: Final = frozenset(range(7)) | {130}
MOST_WORK: Final = 10_000
_STEERING: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066\u2067\ud800-\udfff]"
)
_WATCHED: Final = re.compile(
    r"os\.(remove|rename|mkdir|rmdir|chmod|chown|link|symlink|truncate|system|exec|posix_spawn|fork|utime)"
    r"|shutil\..*|subprocess\..*|socket\.(connect|bind|getaddrinfo)|sqlite3\.connect|open|ctypes\.dlopen"
)
_HARMLESS: Final = ("/dev/null", "/proc/", "/sys/")


# What is watched


class _Guard:
    """Hears of everything that the interpreter does to files, programs and the network."""

    def __init__(self) -> None:
        self.inside: str | None = None
        self.broken: list[str] = []
        sys.addaudithook(self.heard)

    def heard(self, event: str, args: tuple[Any, ...]) -> None:
        """An audit event."""
        if self.inside is None or not _WATCHED.fullmatch(event):
            return
        if event == "open" and not (isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)):
            return
        named = [arg for arg in args[: 2 if "rename" in event else 1] if isinstance(arg, str | bytes | os.PathLike)]
        paths = [os.fsdecode(arg).removeprefix("file://").partition("?")[0] for arg in named]
        if event.startswith(("os.system", "os.exec", "os.posix", "os.fork", "subprocess", "socket")) or not all(
            os.path.abspath(path).startswith(self.inside) or path.startswith((*_HARMLESS, ":memory:"))  # noqa: PTH100
            for path in paths
        ):
            self.broken.append(f"{event} {args!r}")


@cache
def _guard() -> _Guard:
    return _Guard()


@contextmanager
def guarded(folder: Path) -> Iterator[None]:
    """Fails when anything is touched outside the folder, or a file of a ledger can be read by others."""
    guard = _guard()
    guard.broken.clear()
    spare = folder / "tmp"
    spare.mkdir(exist_ok=True)
    before = Path.cwd()
    os.chdir(folder)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    try:
        with mock.patch.dict(os.environ, home), mock.patch.object(tempfile, "tempdir", str(spare)):
            guard.inside = str(folder)
            yield
    finally:
        guard.inside = None
        sys.dont_write_bytecode = bytecode
        os.chdir(before)
    assert not guard.broken, guard.broken[:3]
    assert not list(spare.iterdir())
    if os.name != "nt":
        for path in folder.glob("ledger*"):
            assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def said(cli: Cli, *words: str, stdin: bytes = b"", damaged: bool = False) -> Done:
    """Run a command; how it ends and what it prints must be harmless. Only a ``damaged`` ledger may be called so: from
    a sound one, that would be a fault of the program passed off as one of the file."""
    with at_most(MOST_WORK, words):
        done = cli(*words, stdin=stdin)
    assert done.code in CODES, done
    assert damaged or "not as this program left it" not in done.err, done
    # What export prints is a file for other programs, and may end in the middle.
    for shown in (done.out, done.err) if words[0] != "export" else (done.err,):
        assert not _STEERING.search(shown), (words, shown)
    if done.code > 1 and "--json" in words and not {"--", "export"} & set(words):
        assert isinstance(done.json, dict), done
    return done


# Sound input to begin with


@cache
def sheets() -> tuple[str, ...]:
    """Score sheets of evenings in which everything happens."""
    found = [write_sheet(evening(seed).setup, evening(seed).events) for seed in range(12)]
    return tuple(sheet for sheet in found if _shipped(sheet)) or tuple(found)


def _shipped(sheet: str) -> bool:
    return any(f"rules: {name}\n" in sheet for name in SHIPPED)


@cache
def rule_texts() -> tuple[str, ...]:
    """The shipped games as text."""
    folder = Path(__file__).parents[1] / "rulesets"
    return tuple(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))


@cache
def sound_ledger() -> tuple[bytes, dict[str, Any], dict[str, Any]]:
    """A ledger as its bytes, as JSON, and one of its sessions as JSON."""
    from ofc_score.exchange.event_json import session_dict
    from ofc_score.ledger.store import open_ledger

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        with open_ledger(path, create=True) as ledger:
            for seed in (3, 6):
                booked = book_all(ledger, evening(seed))
            ledger.resume(booked.id, at=NOW) if booked.status == "aside" else None
            whole = json.loads("".join(export_json(ledger)))
        session = json.loads(json.dumps(session_dict(booked.session.setup, booked.session.events)))
        return path.read_bytes(), whole, session


BOARDS: Final = ("Ann: QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "Bob: JJ5 TT773 98765", "Cy: foul", "Dee: -", "Eve: dragon: "
                 "A23 45678 9TJQK", "QQ2 KK883 AT752h", "🃏A2 KK883 AT752f")  # fmt: skip


# The kinds


def boards(rng: random.Random, folder: Path) -> None:
    """``score`` with boards and options."""
    sound = [rng.choice(BOARDS) for _ in range(rng.randint(1, 4))]
    typed = [words(rng, board) if rng.random() < 0.7 else board for board in sound]
    more = rng.choice(([], ["--json"], ["--rules", words(rng, rng.choice(list(SHIPPED)))],
                       ["--button", words(rng, "Ann")], ["--stack", words(rng, "Ann=60")],
                       ["--fantasyland", words(rng, "Ann=14")]))  # fmt: skip
    said(Cli(folder / "ledger.db"), "score", *more, *typed)


def lines(rng: random.Random, folder: Path) -> None:
    """``score --jsonl``."""
    told = dict(name.split(": ", 1) for name in BOARDS[:3])
    sound = {"rules": rng.choice(list(SHIPPED)), "boards": told, "button": "Ann",
             "stacks": {"Ann": 60, "Bob": 40, "Cy": 5}, "fantasyland": {}}  # fmt: skip
    line = json.dumps(value(rng, sound), ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.4:
        line = text(rng, line)
    path = folder / "lines.jsonl"
    path.write_bytes((line + "\n" + json.dumps(sound) + "\n").encode("utf-8", "surrogatepass"))
    said(Cli(folder / "ledger.db"), "score", "--jsonl", str(path))


def sheet_files(rng: random.Random, folder: Path) -> None:
    """``replay`` and ``import`` of a score sheet; what is taken in must be sound."""
    path = folder / "sheet.yaml"
    data = text(rng, rng.choice(sheets())).encode("utf-8", "surrogatepass")
    path.write_bytes(octets(rng, data) if rng.random() < 0.1 else data)
    cli = Cli(folder / "ledger.db")
    said(cli, "replay", str(path), *rng.choice(([], ["--json"])))
    if not said(cli, "import", str(path)).code:
        _sound(cli)
        _outputs(cli, folder)


def rule_files(rng: random.Random, folder: Path) -> None:
    """A house's own rules, checked, shown and played."""
    path = folder / "house.yaml"
    path.write_bytes(text(rng, rng.choice(rule_texts())).encode("utf-8", "surrogatepass"))
    cli = Cli(folder / "ledger.db")
    said(cli, "rules", "check", str(path))
    said(cli, *rng.choice((["rules", "show", str(path)], ["rules", "table", str(path)],
                           ["rules", "diff", "pineapple", str(path)],
                           ["score", "--rules", str(path), *BOARDS[:2]])))  # fmt: skip


def json_files(rng: random.Random, folder: Path) -> None:
    """``import`` of a session or a ledger as JSON; what is taken in must be sound."""
    _, whole, session = sound_ledger()
    data = value(rng, rng.choice((whole, session))) if rng.random() < 0.7 else _other_rules(rng, session)
    told = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.3:
        told = text(rng, told)
    path = folder / "data.json"
    path.write_bytes(told.encode("utf-8", "surrogatepass"))
    cli = Cli(folder / "ledger.db")
    if not said(cli, "import", str(path), *rng.choice(([], ["--json"]))).code:
        _sound(cli)
        _outputs(cli, folder)


@cache
def _entries() -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """A short evening as JSON, and what could come next: entries of every kind, corrections, entries retyped."""
    from ofc_score.exchange.event_json import event_dict, session_dict

    session = evening_cases.table(points=30)
    rules = session.setup.rules
    again: list[ev.Plain] = [
        ev.Buy({"Ann": 5}), ev.Join("Dee", 20, "Ann"), ev.Seats(("Bob", "Ann", "Cy", "Dee")), ev.Button("Bob", "so"),
        ev.Adjust("Ann", "Bob", 3, "so"), ev.Expense("Ann", 101, ("Ann", "Bob"), "so"), ev.Owe("Ann", "Bob", 5, "so"),
        ev.Pay("Bob", "Ann", 7), ev.Chips({"Ann": 38, "Bob": 27}), ev.Note("so"), ev.Switch(rules), ev.Close(),
        ev.Leave("Dee", forced=True), evening_cases.hand(session, "pxx"),
    ]  # fmt: skip
    for event in again[:10]:
        session.add(event)
    evening_cases.play(session, "pxxx", "xexx")
    wrong = {"Ann": evening_cases.PLAIN, "Bob": evening_cases.FOUL}
    more: list[ev.Event] = [
        ev.Switch(rules, 11), ev.Fix(11, wrong, ("Ann", "Bob"), "Cy", {"Ann": 13}), ev.Fix(12, wrong, difference=True),
        ev.Void(11, difference=True), ev.Void(3), ev.Undo(), ev.Redo(), evening_cases.hand(session, "xpxx"),
        replace(evening_cases.hand(session, "xxpx", forced=True), before=12),
    ]  # fmt: skip
    retyped = [ev.Replace(place, event) for place, event in enumerate(again[:10], 1)]
    told = session_dict(session.setup, session.events)
    return told, [[event_dict(event) for event in group] for group in (again, more, retyped)]


def entry_files(rng: random.Random, folder: Path) -> None:
    """``import`` of a session with entries that are well formed and make no sense."""
    told, entries = _entries()
    people = (*told["setup"]["players"], "Dee", "Zed")
    events = list(told["events"])
    often = rng.choice((0, 0.1, 0.3, 0.5))
    for _ in range(rng.choice((1, 1, 2, 6))):
        at = len(events) if rng.random() < 0.7 else rng.randrange(len(events) + 1)
        events[at:at] = [entry(rng, rng.choice(rng.choice(entries)), people, often)]
    path = folder / "data.json"
    path.write_text(json.dumps({**told, "events": events}), encoding="utf-8")
    cli = Cli(folder / "ledger.db")
    if not said(cli, "import", str(path)).code:
        _sound(cli)
        _outputs(cli, folder)


def _other_rules(rng: random.Random, session: dict[str, Any]) -> Any:
    """A session under rules of somebody's own making, with the fingerprint that belongs to them."""
    sound = session["rulesets"]
    changed = {key: value(rng, mapping) for key, mapping in sound.items()}
    text_of_all = json.dumps({**session, "rulesets": {}})
    found = {}
    for key, mapping in changed.items():
        listed = json.dumps(mapping, sort_keys=True, ensure_ascii=False, default=str)
        mark = hashlib.sha256(listed.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        text_of_all = text_of_all.replace(key, mark)
        found[mark] = mapping
    return {**json.loads(text_of_all), "rulesets": found}


LOOKING: Final = (
    ("status",), ("log",), ("show", "1"), ("balances",), ("payouts",), ("sessions",), ("stats",), ("audit",),
    ("audit", "--quick"), ("audit", "--deep"), ("message",), ("player", "list"), ("undo",), ("redo",),
    ("hand", "foul", "foul"), ("note", "x"), ("close",), ("export", "--json", "--all", "-"), ("export", "--sheet", "-"),
    ("export", "--csv", "-"), ("status", "--json"), ("backup", "copy.db"), ("report", "page.html"), ("play",),
    ("start", "--rules", "pineapple", "--players", "Ann,Bob"), ("player", "rename", "Ann", "Zoe"),
    ("restore", "ledger.db"),
)  # fmt: skip
TABLES: Final = (
    "players", "aliases", "rulesets", "sessions", "session_players", "events", "hands", "results", "transfers",
    "balances", "totals",
)  # fmt: skip
FOREIGN: Final = (
    "DROP TABLE {0}", "DELETE FROM {0}", "ALTER TABLE {0} RENAME TO x", "ALTER TABLE {0} ADD COLUMN x", "DROP VIEW log",
    "CREATE TRIGGER x BEFORE INSERT ON {0} BEGIN SELECT RAISE(ABORT, '\x1b[2J'); END", "PRAGMA user_version = {1}",
    "PRAGMA application_id = {1}", "CREATE TABLE z (x)", "UPDATE sessions SET status = 'aside'",
    "PRAGMA encoding = 'x'", "UPDATE {0} SET rowid = rowid + 1",
    "PRAGMA journal_mode = WAL", "DROP INDEX players_key",
    "UPDATE players SET name = '<script>' || char(27) || '[2J'", "UPDATE events SET payload = '[1]'",
    "UPDATE balances SET amount = 9223372036854775807", "UPDATE sessions SET zone = char(27), date = '=1+1'",
    "UPDATE sessions SET setup = '{{}}'", "UPDATE events SET at = 'x'", "UPDATE rulesets SET mapping = '{{}}'",
    "UPDATE sessions SET name = char(27) || '[2J<script>'", "UPDATE results SET board = '=1', net = 5",
)  # fmt: skip


def files(rng: random.Random, folder: Path) -> None:
    """A ledger file with bytes changed, or changed by another program."""
    path = folder / "ledger.db"
    path.touch(0o600)
    sound = sound_ledger()[0]
    if rng.random() < 0.6:
        path.write_bytes(octets(rng, sound))
    else:
        path.write_bytes(sound)
        _changed(rng, path)
    if rng.random() < 0.1:
        (folder / "ledger.db-journal").touch(0o600)
        (folder / "ledger.db-journal").write_bytes(octets(rng, sound[:5000]))
    cli = Cli(path)
    for command in rng.sample(LOOKING, 4):
        said(cli, *command, damaged=True)


def _changed(rng: random.Random, path: Path) -> None:
    import sqlite3

    db = sqlite3.connect(path, isolation_level=None)
    for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        if rng.random() < 0.8:
            db.execute(f"DROP TRIGGER {name}")
    for statement in rng.sample(FOREIGN, rng.choice((1, 1, 2))):
        try:
            db.execute(statement.format(rng.choice(TABLES), rng.choice((0, -1, 2, 99, 1 << 30))))
        except sqlite3.Error:
            continue
    db.close()


def table(rng: random.Random, folder: Path) -> None:
    """Lines typed at ``play``."""
    cli = Cli(folder / "ledger.db")
    said(cli, "start", "--rules", "pineapple", "--players", "Ann=50,Bob=50,Cy=50", "--point", "0.25 EUR")
    sound = ("Ann QQ2", "KK883", "AT752h", "Bob x", "Cy JJ5 TT774 98765", "<", "undo", "redo", "status",
             "fix 1 Ann x", "again", "drop", "buy Ann 5", "note hi", "log", "help", "close",
             "pay Ann Bob 1", "join Dee 5")  # fmt: skip
    # Not what names files: the table is for people who may.
    typed = [text(rng, rng.choice(sound)) if rng.random() < 0.6 else rng.choice(sound) for _ in range(8)]
    said(cli, "play", stdin="\n".join(typed).encode("utf-8", "surrogatepass"))
    _sound(cli)
    _outputs(cli, folder)


def names(rng: random.Random, folder: Path) -> None:
    """Commands with words that nobody should type."""
    cli = Cli(folder / "ledger.db")
    who = words(rng, "Ann")
    players = f"{who}=50,Bob=50" if rng.random() < 0.6 else words(rng, "Ann=50,Bob=50")
    begun = said(cli, "start", "--rules", "pineapple", "--players", players, "--name", words(rng, "Friday"),
                 "--point", "0.25 EUR")  # fmt: skip
    if begun.code:
        said(cli, "start", "--rules", "pineapple", "--players", "Ann=50,Bob=50")
    for _ in range(4):
        said(cli, *(words(rng, word) if rng.random() < 0.35 and at else word for at, word in enumerate(rng.choice((
            ("hand", "QQ2 KK883 AT752h", "foul"), ("note", "so"), ("join", "Dee", "5"), ("buy", "Bob", "5"),
            ("expense", "Bob", "5", "--for", "all", "--why", "pizza"), ("player", "rename", "Bob", "Zoe"), ("undo",),
            ("fix", "1", "Bob: foul", "--replay"), ("void", "1", "--replay"), ("owe", "Bob", "Zed", "1"), ("show", "1"),
            ("pay", "Bob", "Ann", "1"), ("adjust", "Bob", "Ann", "1", "--why", "x"), ("chips", "Bob=50"),
            ("resume", "1"), ("claim", "1", "Bob", "5"), ("audit", "--expect", "06ba4c9fd265"),
            ("seats", "Bob,Ann"), ("button", "Bob"),
        )))))  # fmt: skip
    _sound(cli)
    _outputs(cli, folder)


KINDS: Final[dict[str, Callable[[random.Random, Path], None]]] = {
    "boards": boards, "lines": lines, "sheets": sheet_files, "rulesets": rule_files, "json": json_files,
    "entries": entry_files, "files": files, "table": table, "names": names,
}  # fmt: skip


# What comes out


def _sound(cli: Cli) -> None:
    if cli.db.exists():
        done = said(cli, "audit", "--deep")
        assert (done.code, done.out) == (0, ""), done


class _Page(HTMLParser):
    """Refuses what a page could run or load."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        assert tag not in ("script", "img", "iframe", "object", "embed", "link", "base", "form", "foreignobject"), tag
        for name, told in attrs:
            assert not name.startswith("on"), name
            leads = name in ("href", "src", "xlink:href", "srcdoc")
            assert not leads or (told or "").startswith(("#", "https://")), told


def _outputs(cli: Cli, folder: Path) -> None:
    for command in (("status",), ("log",), ("message",), ("sessions", "--json")):
        said(cli, *command)
    page = folder / "out.html"
    if not said(cli, "report", str(page), "--force").code:
        _Page(convert_charrefs=False).feed(page.read_text(encoding="utf-8"))
    for form in ("--csv", "--hands-csv"):
        rows = folder / "out.csv"
        if not said(cli, "export", form, str(rows), "--force").code:
            with rows.open(encoding="utf-8", newline="") as file:
                for row in csv.reader(file):
                    for cell in row:
                        assert not re.match("[=+@\t\r\n]", cell), row
                        assert not cell.startswith("-") or re.fullmatch(r"-[0-9.]+", cell), row


def one(kind: str, seed: int, folder: Path) -> None:
    """One hostile input of a kind in a folder of its own."""
    place = folder / f"{kind}-{seed}"
    place.mkdir()
    sound_ledger(), sheets(), rule_texts()
    with guarded(place):
        KINDS[kind](random.Random(f"{kind} {seed}"), place)
    shutil.rmtree(place)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try inputs until one does harm; then say with which seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inputs", type=int, default=200, help="of each kind")
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for kind in told.kinds:
            for seed in range(told.seed, told.seed + told.inputs):
                try:
                    one(kind, seed, Path(folder))
                except BaseException:
                    print(f"does harm: python -m tests.fuzz {kind} --seed {seed} --inputs 1", file=sys.stderr)
                    raise
            print(f"{told.inputs} hostile {kind} from seed {told.seed}: no harm", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
