"""What a player says a hand gave them against what the rules give, and which usual slip explains the difference.

A slip is a small change of how the hand is read: other rules, a foul not seen, a row without its kickers, other stacks.
The changed reading goes through the same scoring and settlement as every hand. "Explains exactly" means that all the
claims of that player come out as they said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from ofc_score.disputes.mistakes import OTHER_RULES, Slip, slips_of
from ofc_score.disputes.recount import Reading, reading_of
from ofc_score.errors import Fault, UsageError
from ofc_score.names import shown
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.hand import PairCount, Table

MOST_SHOWN: Final = 3


class Claim(NamedTuple):
    """What ``player`` says they got in a hand, from ``other`` alone or in all (None), in points that moved."""

    player: str
    other: str | None
    points: int


class Explanation(NamedTuple):
    """One slip, or two together, under which the claim comes out exactly."""

    slips: tuple[Slip, ...]

    @property
    def words(self) -> str:
        """The slips in words."""
        return "; and ".join(slip.words for slip in self.slips)

    @property
    def size(self) -> int:
        """How many boards or counts the slips touch."""
        return sum(slip.size for slip in self.slips)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim beside the rules: ``points`` is what moved by the rules, ``explanations`` the likeliest first.

    They are empty where the claim agrees, and where no slip and no two slips explain it.
    """

    claim: Claim
    points: int
    explanations: tuple[Explanation, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the player is right."""
        return self.claim.points == self.points


def examine(table: Table, claims: Sequence[Claim], games: Iterable[Ruleset] = ()) -> list[Verdict]:
    """A verdict for every claim, in their order. ``games`` are the rulesets that somebody may have had in mind.

    A player's claims are explained together; where no slip explains all of them, each is explained by itself. Raises
    ``UsageError`` with every claim about somebody who does not play the hand, about oneself, or made twice.
    """
    _refuse(table, claims)
    paid = _paid(table)
    verdicts = {claim: Verdict(claim, paid[claim.player, claim.other]) for claim in claims}
    base = reading_of(table)
    listed = tuple(games)
    for player in dict.fromkeys(claim.player for claim in claims):
        said = [claim for claim in claims if claim.player == player]
        wrong = [claim for claim in said if not verdicts[claim].agrees]
        if not wrong:
            continue
        search = _Search(base, slips_of(base, player, listed))
        together = search.explain(said)
        for claim in wrong:
            found = together or search.explain([claim])
            verdicts[claim] = Verdict(claim, verdicts[claim].points, found)
    return [verdicts[claim] for claim in claims]


def unbalanced(table: Table, claims: Sequence[Claim]) -> int | None:
    """By how much the claimed totals of all players miss zero; None unless everybody claimed one."""
    totals = {claim.player: claim.points for claim in claims if claim.other is None}
    return sum(totals.values()) if set(totals) == set(table.players) else None


def _refuse(table: Table, claims: Sequence[Claim]) -> None:
    faults = []
    seen: set[tuple[str, str | None]] = set()
    playing = f"in this hand: {', '.join(map(shown, table.players))}"
    for claim in claims:
        for name in (claim.player, claim.other):
            if name is not None and name not in table.players:
                faults.append(Fault("not-playing", f"{shown(name)} does not play this hand", "claim", playing))
        if claim.player == claim.other:
            faults.append(Fault("bad-claim", f"{shown(claim.player)} is on both sides of the claim", "claim"))
        if claim[:2] in seen:
            against = "" if claim.other is None else f" against {shown(claim.other)}"
            faults.append(Fault("given-twice", f"two claims of {shown(claim.player)}{against}", "claim", "keep one"))
        seen.add(claim[:2])
    if faults:
        raise UsageError.of(faults, what="the claims")


def _paid(table: Table) -> dict[tuple[str, str | None], int]:
    """What moved, by (player, opponent) and by (player, None) in all."""
    return {**{(name, None): points for name, points in table.totals.items()}, **_by_pair(table.counts)}


def _by_pair(counts: Iterable[PairCount]) -> dict[tuple[str, str | None], int]:
    pairs: dict[tuple[str, str | None], int] = {}
    for count in counts:
        pairs[count.player, count.opponent] = count.paid
        pairs[count.opponent, count.player] = -count.paid
    return pairs


class _Search:
    """Looks for the slips under which claims come out. One slip is likelier than two."""

    def __init__(self, base: Reading, slips: Sequence[Slip]) -> None:
        self.slips = slips
        self.base = base
        self.single = [slip.change(base) for slip in slips]
        self.outcomes = [reading.paid() for reading in self.single]

    def explain(self, claims: Sequence[Claim]) -> tuple[Explanation, ...]:
        """The explanations of all these claims at once, the likeliest first, at most ``MOST_SHOWN``."""
        wanted = {(claim.player, claim.other): claim.points for claim in claims}
        alone = [
            Explanation((slip,))
            for slip, outcome in zip(self.slips, self.outcomes, strict=True)
            if _fits(outcome, wanted)
        ]
        return tuple(_likeliest(alone or self._together(wanted)))

    def _together(self, wanted: Mapping[tuple[str, str | None], int]) -> Iterator[Explanation]:
        for first, second in combinations(range(len(self.slips)), 2):
            one, other = self.slips[first], self.slips[second]
            # Another game and a slip on top of it fit most numbers by accident.
            if one.code == other.code or OTHER_RULES in (one.code, other.code):
                continue
            if _fits(other.change(self.single[first]).paid(), wanted):
                yield Explanation((one, other))


def _fits(outcome: Mapping[tuple[str, str | None], int], wanted: Mapping[tuple[str, str | None], int]) -> bool:
    return all(outcome[who] == points for who, points in wanted.items())


def _likeliest(found: Iterable[Explanation]) -> list[Explanation]:
    """The likeliest explanations; of one kind only those that touch as little as any."""
    ordered = sorted(found, key=lambda it: (sum(slip.rank for slip in it.slips), it.size, it.words))
    least: dict[tuple[str, ...], int] = {}
    kept = [it for it in ordered if least.setdefault(tuple(slip.code for slip in it.slips), it.size) == it.size]
    return kept[:MOST_SHOWN]
