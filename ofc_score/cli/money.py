"""Points and money beside the hands: ``adjust``, ``expense``, ``owe``, ``pay``; who stands how: ``balances``,
``payouts``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_score import names
from ofc_score.cli import common
from ofc_score.cli.options import AgainOption, DbOption, JsonOption, SessionOption, WhyOption, book
from ofc_score.entry.booking import LiveSession, Where, live_session, refuse_aside
from ofc_score.entry.reading import Reading, Words
from ofc_score.errors import DONE, NotAllowed, SheetError, UsageError

if TYPE_CHECKING:
    from ofc_score.reports.views import Payout

FromWord = Annotated[str, typer.Argument(metavar="FROM", help="Who gives; the beginning of the name is enough.")]
ToWord = Annotated[str, typer.Argument(metavar="TO", help="Who gets it.")]
AmountWord = Annotated[str, typer.Argument(metavar="AMOUNT", help="An amount in the session's currency, as in 5.00.")]


def adjust(
    payer: FromWord,
    payee: ToWord,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="How many points.")],
    why: WhyOption = "",
    again: AgainOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Move points from one stack to another.

    \b
    Example:
      ofc-score adjust Ann Bob 5 --why "exposed card"
    """
    return book("adjust", Words((payer, payee, points), why=why), Where(db, session, as_json), again=again)


def expense(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who paid.")],
    amount: AmountWord,
    sharers: Annotated[str, typer.Option("--for", metavar="A,B,C", help="Who shares it; all: who sits here now.")] = "",
    why: WhyOption = "",
    again: AgainOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Record a shared expense, split to the cent.

    With --for all everybody who has a seat now shares, not who left or waits for one: name them too if they do.

    \b
    Example:
      ofc-score expense Ann 24.00 --for Ann,Bob,Cy --why pizza
    """
    return book("expense", Words((name, amount), sharers=sharers, why=why), Where(db, session, as_json), again=again)


def owe(
    debtor: FromWord,
    creditor: ToWord,
    amount: AmountWord,
    why: WhyOption = "",
    again: AgainOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Record a debt from before.

    \b
    Example:
      ofc-score owe Bob Ann 5.00 --why "taxi last week"
    """
    return book("owe", Words((debtor, creditor, amount), why=why), Where(db, session, as_json), again=again)


def pay(
    payer: FromWord,
    payee: ToWord,
    amount: AmountWord,
    again: AgainOption = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Record a payment, also after the session is closed.

    \b
    Example:
      ofc-score pay Cy Ann 5.00
    """
    return book("pay", Words((payer, payee, amount)), Where(db, session, as_json), again=again)


def balances(db: DbOption = "", session: SessionOption = "", as_json: JsonOption = False) -> int:
    """Show each player's balance: tonight, before and in total.

    A plus is to be received, a minus to be paid.

    \b
    Example:
      ofc-score balances
    """
    where = Where(db, session, as_json)
    with live_session(where) as live:
        accounts = live.ledger.balances(live.booked.id)
        if as_json:
            from ofc_score.reports.json import accounts_list, balances_dict, session_document

            found = {"balances": balances_dict(live.state), "accounts": accounts_list(accounts)}
            common.say_json(session_document(live.booked, **found))
        else:
            from ofc_score.reports.money import balance_lines
            from ofc_score.reports.status import head_line

            common.say_lines([head_line(live.booked), *balance_lines(accounts, common.width())])
    return DONE


def payouts(
    tonight: Annotated[bool, typer.Option("--tonight", help="This session only, not what was open before.")] = False,
    bank: Annotated[
        str, typer.Option(metavar="NAME", help="Everybody settles with them; else with the session's bank.")
    ] = "",
    direct: Annotated[bool, typer.Option("--direct", help="Everybody pays the players they lost to.")] = False,
    paid: Annotated[bool, typer.Option("--paid", help="Record all listed payments as made.")] = False,
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Show who pays whom, in few payments.

    With --paid all of them are recorded as made.

    \b
    Example:
      ofc-score payouts --tonight
    """
    from ofc_score.reports import views

    if bank and direct:
        raise UsageError("--bank and --direct cannot be combined", hint="choose one")
    where = Where(db, session, as_json)
    with live_session(where) as live:
        if paid:
            refuse_aside(live, where)
        accounts = live.ledger.balances(live.booked.id, today=True)
        followed = not tonight and any(account.followed for account in accounts)
        # A session with a bank is settled through it, its own debts only: the bank has nothing to do with older ones.
        keeper = _bank(live, bank) if bank else None if direct else live.booked.session.setup.bank
        found = views.payouts(accounts, live.booked.session, tonight=tonight, bank=keeper, straight=direct)
        entries = _book_paid(live, found, tonight=tonight) if paid else []
        if as_json:
            from ofc_score.reports.json import payouts_dict, session_document

            listed = payouts_dict(found, live.state)
            booked = {"recorded": entries} if paid else {}
            common.say_json(session_document(live.booked, tonight=tonight, later_sessions=followed, **listed, **booked))
        elif paid:
            from ofc_score.reports.money import paid_lines

            common.say_lines(paid_lines(live.booked, entries, found))
        else:
            from ofc_score.reports.money import payout_lines

            common.say_lines(payout_lines(found, followed=followed))
    return DONE


def _book_paid(live: LiveSession, found: Sequence[Payout], *, tonight: bool) -> list[int]:
    """Book what is listed in the session's own unit as paid, one entry each, all or none; returns the entries."""
    from ofc_score.evening.events import Pay
    from ofc_score.evening.results import unit_of

    unit = unit_of(live.state)
    listed = [payment for payout in found if payout.unit == unit for payment in payout.payments]
    if not listed:
        raise NotAllowed(
            f"no payments in {unit} are listed, so none can be recorded", hint="payouts lists who pays whom"
        )
    strangers = [
        name for name in dict.fromkeys(who for it in listed for who in it[:2]) if name not in live.state.present
    ]
    if tonight and strangers:
        # It would count as a debt from before, and what is open from tonight would be listed again.
        hint = f"guest {names.shown(strangers[0])} first, or leave out --tonight"
        raise NotAllowed(f"{names.shown(strangers[0])} takes no part tonight", hint=hint)
    # A payment of tonight's list settles nothing older.
    return live.book_all([Pay(*payment, old=0 if tonight else None) for payment in listed])


def _bank(live: LiveSession, typed: str) -> str:
    """A player, or somebody who does not play."""
    try:
        return Reading(live.booked.session, live.earlier).find(typed, "--bank")
    except SheetError as error:
        if error.faults[0].code != "unknown-player":
            raise
        faults = names.check(typed, "--bank")
        if faults:
            raise SheetError.of(faults, what="the bank") from None
        return live.earlier(typed) or typed
