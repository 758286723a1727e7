"""An evening to be shared: ``report`` writes one page, ``message`` prints text for a group chat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry.booking import LiveSession, Where, live_session
from ofc_score.errors import DONE, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_score.evening.results import Account
    from ofc_score.reports.views import Payout


_OTHER_FORMS: Final = {
    ".csv": "export --csv {} writes rows for other programs",
    ".json": "export --json {} writes the session for other programs",
    ".yaml": "export --sheet {} writes a score sheet",
    ".yml": "export --sheet {} writes a score sheet",
    ".txt": "message prints the evening as text",
    ".pdf": "a browser prints the page to PDF",
}


class Money(NamedTuple):
    """Who stands how after an evening, and who pays whom over all evenings up to today: the same as ``balances`` and
    ``payouts`` show. ``followed``: later evenings were played."""

    accounts: Sequence[Account]
    payouts: Sequence[Payout]
    followed: bool


def money_of(evening: LiveSession) -> Money:
    """The balances and payments of a session."""
    from ofc_score.reports.views import payouts

    number = evening.booked.id
    accounts = evening.ledger.balances(number)
    followed = any(account.followed for account in accounts)
    open_now = evening.ledger.balances(number, today=True) if followed else accounts
    found = payouts(open_now, evening.booked.session, tonight=False, bank=None, straight=False)
    return Money(accounts, found, followed)


def report(
    file: Annotated[str, typer.Argument(metavar="FILE.html", help="Where the page goes; - prints it.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is not a report.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Write the evening as one page, for a phone or paper.

    On it are balances, payments, stacks over the hands, every board and the rules. It needs no network and no script.
    An older report is written over.

    \b
    Example:
      ofc-score report friday.html
    """
    from ofc_score.cli.exchange import STANDARD, write_out
    from ofc_score.reports.html import MARK, report_html

    if file == STANDARD and as_json:
        raise UsageError("--json does not go with -", hint="name a file")
    _refuse_other_form(file)
    with live_session(Where(db, session, as_json)) as evening:
        money = money_of(evening)
        page = report_html(evening.booked, money.accounts, money.payouts)
        number = evening.booked.id
    write_out(file, [page], force or _is_marked(file, MARK))
    if as_json:
        common.say_json({"format": 1, "session": number, "report": file, "bytes": len(page.encode())})
    elif file != STANDARD:
        common.say(f"Written: {file}")
    return DONE


def _refuse_other_form(file: str) -> None:
    """A page under a name that other programs take for something else opens in none of them."""
    suffix = Path(file).suffix
    if suffix.lower() in ("", ".html", ".htm"):
        return
    page = Path(file).with_suffix(".html").name
    other = _OTHER_FORMS.get(suffix.lower(), "").format(Path(file).name)
    hint = f"name it {page}" + (f"; {other}" if other else "")
    raise UsageError(f"the report is a page for a browser, not {suffix}", hint=hint)


def _is_marked(file: str, mark: str) -> bool:
    """Whether a file is one of our own pages, that may be written anew."""
    try:
        if not Path(file).is_file():  # a pipe would be read without end
            return False
        with Path(file).open("rb") as old:
            return mark.encode() in old.read(200)
    except (OSError, ValueError):
        return False


def message(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """Print the evening as text for a group chat.

    It says who won what, who pays whom, and what was worth seeing. Its last line is a fingerprint of everything
    booked; audit --expect FINGERPRINT checks it later.

    \b
    Example:
      ofc-score message
    """
    with live_session(Where(db, session, as_json)) as evening:
        text = message_of(evening)
        booked = evening.booked
    if as_json:
        common.say_json({"format": 1, "session": booked.id, "fingerprint": booked.fingerprint, "message": text})
    else:
        common.say(text)
    return DONE


def message_of(evening: LiveSession) -> str:
    """The message of a session, also for ``close``."""
    from ofc_score.reports.message import message_text

    money = money_of(evening)
    return message_text(evening.booked, money.accounts, money.payouts)
