"""``ofc-score claim``: what a player says against what the rules give, and the slip that explains the difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ofc_score import names
from ofc_score.cli import common
from ofc_score.cli.options import DbOption, JsonOption, SessionOption
from ofc_score.entry.booking import Where, addressed, live_session
from ofc_score.errors import DIFFERENCE, DONE, UsageError

# Looking for slips is only needed when somebody claims something.
if TYPE_CHECKING:
    from ofc_score.disputes.claims import Claim, Verdict
    from ofc_score.rules.ruleset import Ruleset
    from ofc_score.scoring.hand import Table


class Examined(NamedTuple):
    """The claims about one hand beside the rules; ``missing`` is by how much all claims together miss zero."""

    table: Table
    verdicts: Sequence[Verdict]
    missing: int | None

    @property
    def exit_code(self) -> int:
        """1 when a claim differs, 0 when all agree."""
        return DONE if all(verdict.agrees for verdict in self.verdicts) else DIFFERENCE

    def as_dict(self) -> dict[str, Any]:
        """The claims as JSON."""
        from ofc_score.reports.json import claims_dict

        return claims_dict(self.verdicts, self.missing)

    def text(self) -> str:
        """The claims in words, as wide as the terminal."""
        from ofc_score.reports.claim import claims_text

        return claims_text(self.verdicts, self.table, self.missing, common.width())


def claim(
    hand: Annotated[str, typer.Argument(metavar="HAND|last", help="The hand's number, or the last one.")],
    claims: Annotated[
        list[str],
        typer.Argument(metavar="NAME=POINTS...", help="What a player says they got, in all or from one other."),
    ],
    db: DbOption = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> int:
    """Compare what a player says with what the rules give.

    It looks for the usual slip, or two of them, that explains the difference exactly. The exit code is 1 when a
    claim differs, 0 when all agree.

    \b
    Example:
      ofc-score claim last Ann=9 Ann:Bob=6
    """
    from ofc_score.entry.reading import hand_entry

    hand, where = addressed(hand, Where(db, session, as_json))
    with live_session(where) as evening:
        entry = hand_entry(evening.booked.session, hand)
        record = next(record for record in evening.state.hands if record.entry == entry)
        examined = examined_claims(record.table, claims)
        number = evening.booked.id
    if as_json:
        common.say_json({"format": 1, "session": number, "hand": record.number, **examined.as_dict()})
    else:
        common.say(examined.text())
    return examined.exit_code


def examined_claims(table: Table, texts: Iterable[str]) -> Examined:
    """The claims typed about a settled hand. Raises ``UsageError`` with everything wrong in them."""
    from ofc_score.disputes.claims import examine, unbalanced

    read = read_claims(texts, list(table.players))
    return Examined(table, examine(table, read, shipped_games()), unbalanced(table, read))


def shipped_games() -> list[Ruleset]:
    """The rulesets that come with the program, which somebody may have had in mind."""
    from ofc_score.rules.files import SHIPPED, list_rulesets
    from ofc_score.rules.load import load_ruleset

    return [load_ruleset(entry.path) for entry in list_rulesets() if entry.origin == SHIPPED]


def read_claims(texts: Iterable[str], players: Sequence[str]) -> list[Claim]:
    """``NAME=POINTS`` and ``NAME:OTHER=POINTS`` as claims. Raises ``UsageError`` with every fault."""
    from ofc_score.disputes.claims import Claim
    from ofc_score.money import parse_points

    pairs, faults = names.assignments(
        texts,
        lambda typed: _pair(typed, players),
        lambda text, where: parse_points(text, where=where),
        where="claim",
    )
    if faults:
        raise UsageError.of(faults, what="the claims")
    return [Claim(player, other, points) for (player, other), points in pairs]


def _pair(who: str, players: Sequence[str]) -> tuple[str, str | None]:
    """The player, and after a colon the other; a name may hold a colon itself. Raises ``SheetError``."""
    known = {names.key(name) for name in players}
    parts = who.split(":")
    splits = [(":".join(parts[:count]), ":".join(parts[count:])) for count in range(1, len(parts))]
    exact = [pair for pair in splits if all(names.key(name.strip()) in known for name in pair)]
    if not splits or names.key(who) in known:
        return names.find(who, players, where="claim"), None
    player, other = (exact or splits)[0]
    return names.find(player, players, where="claim"), names.find(other, players, where="claim")
