"""``export`` and ``import``: the ways out of the ledger and into it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ofc_score.cli import common, progress
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry import booking, clock
from ofc_score.entry.booking import LiveSession, Where, live_session, opened
from ofc_score.errors import DONE, UsageError
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
    from ofc_score.exchange.event_json import evening_dict, to_text

    session = evening.booked.session
    return to_text(evening_dict(session.setup, session.events)) + "\n"


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


def import_(
    file: Annotated[str, typer.Argument(metavar="SHEET|JSON", help="A score sheet, or what export --json wrote.")],
    keep_open: Annotated[bool, typer.Option("--open", help="Go on playing it: make it the open session.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Take in a score sheet, a session or a whole ledger: all of it or nothing.

    \b
    Example:
      ofc-score import friday.yaml
    """
    data = _read(file)
    braced = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and Path(file).suffix.lower() not in (".yaml", ".yml")
    if not braced and Path(file).suffix.lower() != ".json":
        return _import_sheet(file, data, keep_open, db, as_json)
    from ofc_score.exchange.event_json import from_text

    told = from_text(data.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(told, dict) or "sessions" not in told:
        return _import_session(told, keep_open, db, as_json)
    if keep_open:
        raise UsageError("--open goes with one session only", hint="resume ID opens one of them later")
    steps = len(told["sessions"]) if isinstance(told["sessions"], list) else 0
    from ofc_score.ledger.transfer import import_json

    del told  # a whole ledger is large, and read again inside
    with opened(db, create=True) as ledger, progress.bar("import", steps, silent=as_json) as shown:
        taken = import_json(ledger, data.removeprefix(b"\xef\xbb\xbf"), step=shown.step)
        booking.did("imported")
    if as_json:
        common.say_json({"format": 1, **taken._asdict()})
    else:
        common.say(f"Imported: {taken.sessions} sessions, {taken.entries} entries, {taken.players} new players")
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


def _import_sheet(file: str, data: bytes, keep_open: bool, db: str, as_json: bool) -> int:
    from ofc_score.cli.replay import sheet_ruleset
    from ofc_score.exchange.sheet.read import read_sheet

    session = read_sheet(data, lambda name: sheet_ruleset(name, file))
    now = clock.when()
    with opened(db, create=True) as ledger:
        booked = ledger.import_session(session.setup, session.events, at=now.at, zone=now.zone, keep_open=keep_open)
        return _imported(ledger, booked, as_json)


def _import_session(told: object, keep_open: bool, db: str, as_json: bool) -> int:
    from ofc_score.exchange.event_json import read_evening

    evening = read_evening(told)
    now = clock.when()
    with opened(db, create=True) as ledger:
        booked = ledger.import_session(
            evening.setup, evening.events, at=now.at, zone=now.zone, keep_open=keep_open, recorded=True
        )
        return _imported(ledger, booked, as_json)


def _imported(ledger: Ledger, booked: LedgerSession, as_json: bool) -> int:
    booking.did(f"imported as session {booked.id}")
    if as_json:
        from ofc_score.reports.json import status_document

        common.say_json(status_document(booked))
        return DONE
    from ofc_score.reports.money import balance_lines
    from ofc_score.reports.status import head_line, place_line

    lines = [head_line(booked), place_line(booked.state), *balance_lines(ledger.balances(booked.id), common.width())]
    common.say_lines(lines)
    return DONE
