"""``export`` and ``import``: the ways out of the ledger and into it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from ofc_score.cli import common, progress
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry import booking, clock
from ofc_score.entry.booking import LiveSession, Where, ledger_path, live_session, opened
from ofc_score.errors import DONE, UsageError
from ofc_score.names import shown
from ofc_score.reports.terminal import clean
from ofc_score.rules.files import open_file
from ofc_score.rules.load import is_shipped

if TYPE_CHECKING:
    from ofc_score.evening.results import LedgerSession
    from ofc_score.ledger.store import Ledger

MOST_BYTES: Final = 64_000_000
MOST_OF_A_LEDGER: Final = 1_000_000_000
"""The JSON of a whole ledger: 13 kB for a night of thirty hands."""
STANDARD: Final = "-"
_DATABASE: Final = b"SQLite format 3\0"


def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where it goes; - prints it.")],
    csv: Annotated[bool, typer.Option("--csv", help="One row per transfer of points or money.")] = False,
    hands_csv: Annotated[bool, typer.Option("--hands-csv", help="One row per player and hand.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The session, as import takes it.")] = False,
    sheet: Annotated[bool, typer.Option("--sheet", help="A score sheet, as replay and import take it.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="With --json: the whole ledger.")] = False,
    bom: Annotated[bool, typer.Option("--bom", help="With CSV: mark the file as UTF-8 for Excel.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
) -> int:
    """Write a session for other programs, or the whole ledger.

    \b
    Example:
      ofc-score export --csv friday.csv
    """
    forms = {"--csv": csv, "--hands-csv": hands_csv, "--json": as_json, "--sheet": sheet}
    chosen = [form for form, wanted in forms.items() if wanted]
    if not chosen:
        raise UsageError("no form was chosen", hint="add --sheet, --json, --csv or --hands-csv")
    if len(chosen) != 1:
        raise UsageError("several forms were chosen", hint=f"choose one of {', '.join(forms)}")
    if everything and not as_json:
        raise UsageError("--all goes with --json only", hint="--session ID names another session")
    if bom and not (csv or hands_csv):
        raise UsageError("--bom goes with --csv and --hands-csv only", hint="leave it out")
    if everything:
        from ofc_score.ledger.transfer import export_json

        with opened(db) as ledger, progress.bar("export", progress.sessions(ledger), silent=file == STANDARD) as shown:
            write_out(file, shown.over(export_json(ledger)), force)
    else:
        with live_session(Where(db, session, as_json)) as evening:
            write_out(file, [_WRITERS[chosen[0]](evening, bom)], force)
    if file != STANDARD:
        if as_json:
            common.say_json({"format": 1, "written": file})
        else:
            common.say(f"Written: {file}")
    return DONE


def _csv(evening: LiveSession, bom: bool) -> str:
    from ofc_score.reports.csv import transfers_csv

    return transfers_csv(evening.booked, bom=bom)


def _hands_csv(evening: LiveSession, bom: bool) -> str:
    from ofc_score.reports.csv import hands_csv

    return hands_csv(evening.booked, bom=bom)


def _json(evening: LiveSession, _: bool) -> str:
    from ofc_score.exchange.event_json import to_text
    from ofc_score.ledger.session_json import session_json

    return to_text(session_json(evening.ledger, evening.booked.id)) + "\n"


def _sheet(evening: LiveSession, _: bool) -> str:
    from ofc_score.exchange.sheet.write import write_sheet

    session = evening.booked.session
    return write_sheet(session.setup, session.events, by_name=is_shipped)


_WRITERS: Final[dict[str, Callable[[LiveSession, bool], str]]] = {
    "--csv": _csv, "--hands-csv": _hands_csv, "--json": _json, "--sheet": _sheet,
}  # fmt: skip


def write_out(file: str, pieces: Iterable[str], force: bool) -> None:
    """Write text as UTF-8. A file appears only when it is complete, and replaces another only with ``force``.

    A database is never replaced. Behind a link the file it leads to is written, a pipe or a device as it is.
    """
    if file == STANDARD:
        shown = map(clean, pieces) if sys.stdout.isatty() else pieces
        for piece in shown:
            sys.stdout.buffer.write(piece.encode())
        return
    try:
        if Path(file).exists() and not Path(file).is_file():
            _write_through(Path(file), file, pieces)
            return
        path = Path(os.path.realpath(file))
        if path.exists():
            _refuse_replacing(path, file, force)
        part = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
        try:
            with part.open("wb") as out:
                for piece in pieces:
                    out.write(piece.encode())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise common.cannot(error, file) from None


def _refuse_replacing(path: Path, file: str, force: bool) -> None:
    with path.open("rb") as old:
        database = old.read(len(_DATABASE)) == _DATABASE
    if database:
        raise UsageError(f"{file} is a ledger or another database", hint="name another file; nothing was written")
    if not force:
        raise UsageError(f"{file} already exists", hint="--force replaces it")


def _write_through(path: Path, file: str, pieces: Iterable[str]) -> None:
    """Write to a pipe that somebody reads, or to a device such as a terminal."""
    if path.is_dir() or path.is_block_device() or path.is_socket():
        raise UsageError(f"{file} is not a file", hint="name a file")
    # Without a reader a pipe would be waited for without end.
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "wb") as out:
        os.set_blocking(handle, True)
        for piece in pieces:
            out.write((clean(piece) if out.isatty() else piece).encode())


class _Import(NamedTuple):
    """What was asked of an import."""

    file: str
    db: str
    keep_open: bool
    again: bool
    dry_run: bool
    as_json: bool

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        """The ledger that it goes into; for a dry run one that forgets what is written, or is not there at all."""
        if not self.dry_run or ledger_path(self.db).exists():
            with opened(self.db, create=True) as ledger:
                ledger.dry_run = self.dry_run
                yield ledger
            return
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder, opened(str(Path(folder) / "ledger.db"), create=True) as ledger:
            ledger.dry_run = True
            yield ledger


def import_(
    file: Annotated[str, typer.Argument(metavar="SHEET|JSON", help="A score sheet, or what export --json wrote.")],
    keep_open: Annotated[bool, typer.Option("--open", help="Go on playing it: make it the open session.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Take it as another session though it is here already.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Take in a score sheet, a session or a whole ledger: all of it or nothing.

    A session that is here already is refused; if only its beginning is here, the rest is added.

    \b
    Example:
      ofc-score import friday.yaml
    """
    wanted = _Import(file, db, keep_open, again, dry_run, as_json)
    data = _read(file).removeprefix(b"\xef\xbb\xbf")
    braced = data.lstrip().startswith(b"{") and Path(file).suffix.lower() not in (".yaml", ".yml")
    if not braced and Path(file).suffix.lower() != ".json":
        return _import_sheet(data, wanted)
    from ofc_score.exchange.event_json import from_text

    parsed = from_text(data)
    if not isinstance(parsed, dict) or "sessions" not in parsed:
        return _import_session(parsed, wanted)
    if keep_open or again:
        hint = "resume ID opens one of them later" if keep_open else "sessions that are here already stay as they are"
        raise UsageError(f"--{'open' if keep_open else 'again'} goes with one session only", hint=hint)
    steps = len(parsed["sessions"]) if isinstance(parsed["sessions"], list) else 0
    del parsed  # a whole ledger is large, and read again inside
    return _import_ledger(data, wanted, steps)


def _import_ledger(data: bytes, wanted: _Import, steps: int) -> int:
    from ofc_score.ledger.transfer import import_json

    with wanted.ledger() as ledger, progress.bar("import", steps, silent=wanted.as_json) as bar:
        imported = import_json(ledger, data, step=bar.step)
        if not wanted.dry_run:
            booking.did("imported")
    if wanted.as_json:
        common.say_json({"format": 1, **imported._asdict(), "dry_run": wanted.dry_run})
        return DONE
    parts = [f"{imported.sessions} sessions, {imported.entries} entries, {imported.players} new players"]
    parts += [f"{imported.continued} sessions went on"] if imported.continued else []
    parts += [f"{imported.known} were here already"] if imported.known else []
    common.say(f"{'Would be imported' if wanted.dry_run else 'Imported'}: {'; '.join(parts)}")
    return DONE


def _read(file: str) -> bytes:
    most = MOST_OF_A_LEDGER if Path(file).suffix.lower() == ".json" else MOST_BYTES
    try:
        if file == STANDARD:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open_file(Path(file)) as stream:
                data = stream.read(most + 1)
    except OSError as error:
        raise common.cannot(error, file) from None
    if len(data) > most:
        raise UsageError(f"{file} is larger than {most // 1_000_000} MB", hint="is this the right file?")
    return data


def _import_sheet(data: bytes, wanted: _Import) -> int:
    from ofc_score.cli.replay import sheet_ruleset
    from ofc_score.exchange.sheet.read import read_sheet

    session = read_sheet(data, lambda name: sheet_ruleset(name, wanted.file))
    now = clock.when()
    with wanted.ledger() as ledger:
        before = {player.name for player in ledger.players()}
        booked = ledger.import_session(
            session.setup, session.events, at=now.at, zone=now.zone, keep_open=wanted.keep_open, again=wanted.again
        )
        return _imported(ledger, booked, before, wanted)


def _import_session(parsed: object, wanted: _Import) -> int:
    from ofc_score.exchange.event_json import read_session
    from ofc_score.ledger.session_json import import_session_json

    data = read_session(parsed)
    now = clock.when()
    with wanted.ledger() as ledger:
        before = {player.name for player in ledger.players()}
        booked = import_session_json(
            ledger, data, at=now.at, zone=now.zone, keep_open=wanted.keep_open, again=wanted.again
        )
        return _imported(ledger, booked, before, wanted)


def _imported(ledger: Ledger, booked: LedgerSession, before: set[str], wanted: _Import) -> int:
    if not wanted.dry_run:
        booking.did(f"imported as session {booked.id}")
    if wanted.as_json:
        from ofc_score.reports.json import status_document

        common.say_json({**status_document(booked), "dry_run": wanted.dry_run})
        return DONE
    from ofc_score.reports.status import date_ahead_lines, head_line, place_line

    new = [name for name in booked.state.people if name not in before]
    people = [f"New players: {', '.join(map(shown, new))}"] if new and before else []
    people += date_ahead_lines(booked.date, clock.now().date())
    if wanted.dry_run:
        common.say_lines(["Would be imported:", head_line(booked), place_line(booked.state), *people])
        return DONE
    from ofc_score.reports.money import balance_lines

    balances = balance_lines(ledger.balances(booked.id), common.width())
    common.say_lines([head_line(booked), place_line(booked.state), *balances, *people])
    return DONE
