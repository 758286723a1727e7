"""The ledger as a file: ``backup``, ``restore``, ``audit``."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score.cli import common, progress
from ofc_score.cli.options import DbOption, JsonOption
from ofc_score.entry import booking, clock
from ofc_score.entry.booking import ledger_path, opened
from ofc_score.errors import DIFFERENCE, DONE, UNBALANCED, UsageError

if TYPE_CHECKING:
    from ofc_score.errors import Fault
    from ofc_score.ledger.audit import Level
    from ofc_score.ledger.store import Ledger


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an older backup of that name.")] = False,
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Write a verified copy of the ledger.

    \b
    Example:
      ofc-score backup friday.db
    """
    from ofc_score.ledger.backup import backup as write_copy

    with opened(db) as ledger:
        write_copy(ledger, file, replace=force)
        booking.did("copied and verified")
    if as_json:
        common.say_json({"format": 1, "backup": file})
    else:
        common.say(f"Copied and verified: {file}")
    return DONE


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What backup wrote.")],
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Put a backup in the place of the ledger. The ledger that was there is kept beside it.

    \b
    Example:
      ofc-score restore friday.db
    """
    from ofc_score.ledger.backup import restore as put_back

    path = ledger_path(db)
    kept = put_back(file, path, at=clock.now())
    booking.did("restored")
    if as_json:
        common.say_json({"format": 1, "restored": str(path), "kept": None if kept is None else str(kept)})
    else:
        common.say(f"Restored: {path}" + (f"\nThe ledger that was there is kept: {kept}" if kept else ""))
    return DONE


def audit(
    quick: Annotated[bool, typer.Option("--quick", help="File, schema, gaps and sums only.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Every hand once more, in every way.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Derive the readable tables again from the entries, after a backup.")
    ] = False,
    expect: Annotated[
        str, typer.Option(metavar="FINGERPRINT", help="The last line of a message: is that session still as it says?")
    ] = "",
    session: Annotated[str, typer.Option("--session", metavar="ID", help="With --expect: the session it is of.")] = "",
    db: DbOption = "",
    as_json: JsonOption = False,
) -> int:
    """Check that the books are right. Silent if they are, else findings in plain words and exit code 5.

    With --expect the exit code is 1 where only the message differs. With --rebuild the tables that programs read
    (hands, results, transfers, balances, totals) are mended where they are not what the entries give; nothing else is
    changed.

    \b
    Example:
      ofc-score audit
    """
    if quick and deep:
        raise UsageError("--quick and --deep cannot be combined", hint="choose one")
    if quick and rebuild:
        raise UsageError("--quick and --rebuild cannot be combined", hint="choose one")
    if session and not expect:
        raise UsageError("--session needs --expect here", hint="leave it out: an audit looks at the whole ledger")
    from ofc_score.entry.reading import whole
    from ofc_score.ledger.audit import audit as look

    level: Level = "quick" if quick else "deep" if deep else "default"
    with opened(db) as ledger:
        rebuilt = _rebuilt(ledger, as_json=as_json) if rebuild else {}
        differs = _unexpected(ledger, expect, whole(session, "session") if session else None)
        found = []
        with progress.bar("audit", progress.sessions(ledger), silent=as_json or quick) as shown:
            for fault in chain(differs, look(ledger, level, step=shown.step)):
                found.append(fault)
                if not as_json:
                    shown.wipe()
                    common.say(fault.text(), flush=True)
    if as_json:
        common.say_json({"format": 1, "level": level, "findings": [fault._asdict() for fault in found], **rebuilt})
    if len(found) > len(differs):
        return UNBALANCED
    return DIFFERENCE if differs else DONE


def _rebuilt(ledger: Ledger, *, as_json: bool) -> dict[str, object]:
    """Mend the derived tables and say what was done; the same for JSON."""
    from ofc_score.ledger.rebuild import rebuild

    mended, kept = rebuild(ledger, at=clock.now())
    if kept is not None:
        booking.did(f"the tables were mended; the ledger as it was is kept: {kept}")
    if not as_json:
        lines = [f"Mended: {fault.text()}" for fault in mended] + (
            [f"The ledger as it was is kept: {kept}"] if kept else []
        )
        common.say_lines(lines or ["Nothing to mend: the tables are what the entries give"])
    return {"mended": [fault._asdict() for fault in mended], "kept": None if kept is None else str(kept)}


def _unexpected(ledger: Ledger, typed: str, session: int | None) -> list[Fault]:
    """What differs from a message by its fingerprint."""
    if not typed:
        return []
    from ofc_score.ledger.fingerprints import expected
    from ofc_score.reports.message import read_fingerprint

    if session is not None:
        ledger.session(session)  # raises where there is none
    return expected(ledger, read_fingerprint(typed), session)
