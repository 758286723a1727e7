"""Claims beside the rules: every usual slip alone, slips in pairs, claims that nothing explains, and the command."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import read_table, score_table
from ofc_score.cli.claim import read_claims
from ofc_score.disputes.claims import MOST_SHOWN, Claim, Verdict, examine, unbalanced
from ofc_score.disputes.mistakes import Slip, slips_of
from ofc_score.disputes.recount import Reading, reading_of
from ofc_score.errors import UsageError
from ofc_score.rules.ruleset import Ruleset, build
from ofc_score.scoring.hand import Table

from .command import run
from .games import GAMES, MAPPINGS
from .oracle.generator import random_options, random_table

OTHERS = list(GAMES.values())

QUEENS = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"  # royalties 7 + 0 + 4
JACKS = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"  # royalties 6 + 0 + 2, loses all three rows to QUEENS
FOULED = "AdAc3s / 4c4d5s6c8s / 9h9sJcJh3c"  # aces above a pair of fours; the aces would pay 9
QUEENS_TOO = "QsQc2d / TsTd7s7c3h / 9c8d7d6s5d"  # royalties 7 + 0 + 2
TENS = "JsJd5c / TsTd7s7d3h / KsKd8c8d3s"  # royalties 6
STRAIGHT = "QhQd2c / 4h5s6d7c8h / AhThKh5h2h"  # royalties 7 + 4 + 4
DEUCES = "2s2d2h / 4h5s6d7c8h / AhThKh5h9h"  # royalties 10 + 4 + 4


class Case(NamedTuple):
    """A hand, what Ann says, and the slips that must be the first explanation."""

    name: str
    boards: Mapping[str, str]
    says: Mapping[str, int]
    slips: tuple[str, ...]
    rules: str = "pineapple"
    stacks: Mapping[str, int] | None = None


PAIR = {"Ann": QUEENS, "Bob": JACKS}
THREE = {"Ann": JACKS, "Bob": QUEENS, "Cy": "662 99445 QQJ32"}
SHORT = {"Ann": 5, "Bob": 10, "Cy": 40}
# By the rules Ann beats Bob by 6 + 11 - 8 = 9.
SINGLE = [
    Case("scoop forgotten", PAIR, {"Ann": 6}, ("scoop-forgotten",)),
    Case("scoop forgotten by the loser", PAIR, {"Bob": -6}, ("scoop-forgotten",)),
    Case("own royalties only", PAIR, {"Ann": 17}, ("own-royalties-only",)),
    Case("own royalties only, by the loser", PAIR, {"Bob": 2}, ("own-royalties-only",)),
    Case("pair one too high", PAIR, {"Ann": 10}, ("pair-off-by-one",)),
    Case("pair one too low", PAIR, {"Ann": 8}, ("pair-off-by-one",)),
    Case("the other's foul not seen", {"Ann": JACKS, "Bob": FOULED}, {"Ann": 0}, ("foul-not-seen",)),
    Case("royalties of a foul kept", {"Ann": JACKS, "Bob": FOULED}, {"Ann": 5}, ("foul-royalties-kept",)),
    Case("own royalties of a foul kept", {"Bob": FOULED, "Ann": JACKS}, {"Bob": -5}, ("foul-royalties-kept",)),
    Case("a foul's debt not paid", {"Ann": JACKS, "Bob": FOULED}, {"Bob": -6}, ("own-royalties-only",)),
    Case("middle not doubled", {"Ann": STRAIGHT, "Bob": TENS}, {"Ann": 13}, ("middle-not-doubled",)),
    Case("trips by rank", {"Ann": DEUCES, "Bob": TENS}, {"Ann": 10}, ("trips-by-rank",)),
    Case("scoop on a tied row", {"Ann": QUEENS, "Bob": QUEENS_TOO}, {"Ann": 7}, ("scoop-on-tie",)),
    Case("kicker ignored", {"Ann": QUEENS.replace("2c", "3c"), "Bob": QUEENS_TOO}, {"Ann": 4}, ("kicker-ignored",)),
    Case("a royalty of his own forgotten", PAIR, {"Ann": 5}, ("royalty-forgotten",)),
    Case("a royalty of the other forgotten", PAIR, {"Ann": 15}, ("royalty-forgotten",)),
    Case("two rows' royalties forgotten", {"Ann": STRAIGHT, "Bob": TENS}, {"Ann": 7}, ("royalty-forgotten",)),
    Case("a legal board taken for a foul", PAIR, {"Ann": -14}, ("legal-as-foul",)),
    Case("another game's rules", PAIR, {"Ann": 3}, ("other-rules",)),
    Case("another game's royalties", {"Ann": "6h6d2c / KsKd8h8c3d / AhTh7h5h2h", "Bob": JACKS}, {"Ann": 1},
         ("other-rules",)),
    Case("caps ignored", PAIR, {"Ann": 9}, ("cap-ignored",), stacks={"Ann": 100, "Bob": 4}),
    Case("winner's cap ignored", THREE, {"Ann": 9}, ("cap-ignored",), stacks=SHORT),
    Case("loser's cap ignored", THREE, {"Ann": -9}, ("cap-ignored",), stacks=SHORT),
    Case("counted from the wrong seat", THREE, {"Ann": -4}, ("wrong-order",), stacks=SHORT),
]  # fmt: skip


DOUBLE = [
    Case("scoop forgotten, own royalties only", PAIR, {"Ann": 14}, ("own-royalties-only", "scoop-forgotten")),
    Case("middle not doubled, scoop forgotten", {"Ann": STRAIGHT, "Bob": TENS}, {"Ann": 10},
         ("middle-not-doubled", "scoop-forgotten")),
    Case("foul not seen, middle not doubled",
         {"Ann": "QhQd2c / 4h5s6d7c8h / 9h9d9s5h5c", "Bob": "AdAc3s / KsKd8c8d3d / JcJsTcTs4d"}, {"Ann": 7},
         ("foul-not-seen", "middle-not-doubled")),
    Case("trips by rank, scoop forgotten", {"Ann": DEUCES, "Bob": TENS}, {"Ann": 7},
         ("trips-by-rank", "scoop-forgotten")),
    Case("caps ignored, scoop forgotten", PAIR, {"Ann": 6}, ("scoop-forgotten", "cap-ignored"),
         stacks={"Ann": 100, "Bob": 4}),
    Case("caps ignored, pair one too high", PAIR, {"Ann": 10}, ("pair-off-by-one", "cap-ignored"),
         stacks={"Ann": 100, "Bob": 4}),
]  # fmt: skip


def _table(case: Case) -> Table:
    rules = GAMES[case.rules]
    return score_table(read_table(case.boards, rules), rules, stacks=case.stacks)


def _claims(case: Case) -> list[Claim]:
    return read_claims([f"{who}={points}" for who, points in case.says.items()], list(case.boards))


def _codes(verdict: Verdict) -> list[tuple[str, ...]]:
    return [tuple(slip.code for slip in explanation.slips) for explanation in verdict.explanations]


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: case.name)
def test_single_slip(case: Case) -> None:
    (verdict,) = examine(_table(case), _claims(case), OTHERS)
    assert not verdict.agrees
    assert case.slips in _codes(verdict)
    assert all(len(explanation.slips) == 1 for explanation in verdict.explanations)


@pytest.mark.parametrize("case", DOUBLE, ids=lambda case: case.name)
def test_two_slips_together(case: Case) -> None:
    (verdict,) = examine(_table(case), _claims(case), OTHERS)
    assert case.slips in _codes(verdict)


@pytest.mark.parametrize("points", [100, -100, 40, -31, 1000000])
def test_a_claim_that_nothing_explains(points: int) -> None:
    (verdict,) = examine(score_table(read_table(PAIR), GAMES["pineapple"]), [Claim("Ann", None, points)], OTHERS)
    assert not verdict.agrees
    assert verdict.explanations == ()


def test_one_slip_must_explain_all_that_a_player_says() -> None:
    """The scoop against Cy would explain the total; the pair shows that it was the one against Bob."""
    boards = {"Ann": QUEENS, "Bob": JACKS, "Cy": "foul"}
    table = score_table(read_table(boards), GAMES["pineapple"])
    claims = read_claims(["Ann=23", "Ann:Bob=6", "Ann:Cy=17"], list(boards))
    total, bob, cy = examine(table, claims, OTHERS)
    assert (total.points, bob.points, cy.points) == (26, 9, 17)
    assert cy.agrees
    assert total.explanations == bob.explanations
    assert [it.words for it in total.explanations] == ["the scoop was forgotten between Ann and Bob"]


def test_claims_that_do_not_fit_together_are_explained_one_by_one() -> None:
    boards = {"Ann": QUEENS, "Bob": JACKS, "Cy": "foul"}
    table = score_table(read_table(boards), GAMES["pineapple"])
    total, bob = examine(table, read_claims(["Ann=23", "Ann:Bob=17"], list(boards)), OTHERS)
    assert ("scoop-forgotten",) in _codes(total)
    assert ("own-royalties-only",) in _codes(bob)


def test_a_game_that_could_not_have_the_hand_is_not_named() -> None:
    """Pineapple never deals sixteen cards, and its rules count the rest alike."""
    rules = GAMES["progressive"]
    table = score_table(read_table(PAIR, rules), rules, fantasyland={"Ann": 16})
    for points in range(-20, 21):
        (verdict,) = examine(table, [Claim("Ann", None, points)], OTHERS)
        said = " ".join(it.words for it in verdict.explanations if "counted by the rules" in it.words)
        assert not {"pineapple", "regular", "turbo", "chinese"} & set(said.split())


def test_the_scoop_of_two_pairs_is_told_pair_by_pair() -> None:
    table = score_table(read_table({"Ann": QUEENS, "Bob": JACKS, "Cy": "foul"}), GAMES["pineapple"])
    (verdict,) = examine(table, [Claim("Ann", None, 20)], OTHERS)
    words = "the scoop was forgotten between Ann and Bob, and between Ann and Cy"
    assert words in [it.words for it in verdict.explanations]


def test_a_right_claim_agrees() -> None:
    table = score_table(read_table(PAIR), GAMES["pineapple"])
    for claim in (Claim("Ann", None, 9), Claim("Bob", None, -9), Claim("Bob", "Ann", -9)):
        (verdict,) = examine(table, [claim], OTHERS)
        assert verdict.agrees
        assert not verdict.explanations


def test_claims_of_the_whole_table_must_make_zero() -> None:
    table = score_table(read_table(PAIR), GAMES["pineapple"])
    assert unbalanced(table, [Claim("Ann", None, 9), Claim("Bob", None, -6)]) == 3
    assert unbalanced(table, [Claim("Ann", None, 9), Claim("Bob", None, -9)]) == 0
    assert unbalanced(table, [Claim("Ann", None, 9)]) is None


@pytest.mark.parametrize(
    ("claims", "codes"),
    [
        ([Claim("Zed", None, 1)], ["not-playing"]),
        ([Claim("Ann", "Ann", 1)], ["bad-claim"]),
        ([Claim("Ann", None, 1), Claim("Ann", None, 2)], ["given-twice"]),
        ([Claim("Zed", "Ann", 1), Claim("Bob", "Bob", 1)], ["not-playing", "bad-claim"]),
    ],
)
def test_claims_that_cannot_be_are_refused_all_at_once(claims: list[Claim], codes: list[str]) -> None:
    with pytest.raises(UsageError) as refused:
        examine(score_table(read_table(PAIR), GAMES["pineapple"]), claims)
    assert [fault.code for fault in refused.value.faults] == codes


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Ann=9", ("Ann", None, 9)),
        ("an:bo=-6", ("Ann", "Bob", -6)),
        ("Dr: Who=+4", ("Dr: Who", None, 4)),
        ("Ann:Dr: Who=4", ("Ann", "Dr: Who", 4)),
        ("Dr: Who:Ann=4", ("Dr: Who", "Ann", 4)),
        ("1e5=3", ("1e5", None, 3)),
        ("a=b=3", ("a=b", None, 3)),
    ],
)
def test_how_claims_are_typed(text: str, claim: tuple[str, str | None, int]) -> None:
    assert read_claims([text], ["Ann", "Bob", "Dr: Who", "1e5", "a=b"]) == [Claim(*claim)]


def test_every_fault_of_typed_claims_is_told() -> None:
    with pytest.raises(UsageError) as refused:
        read_claims(["Ann", "Bob=1.5", "Zed=3"], ["Ann", "Bob"])
    assert [fault.code for fault in refused.value.faults] == ["bad-assignment", "bad-points", "unknown-player"]


# Properties over random hands under random house rules


def _random_hand(seed: int) -> tuple[Ruleset, Table]:
    rng = random.Random(seed)
    mapping = random_options(rng) if rng.random() < 0.5 else rng.choice(list(MAPPINGS.values()))
    rules = build(mapping)
    hand = random_table(rng, mapping)
    boards = read_table(hand["boards"], rules)
    return rules, score_table(boards, rules, hand["button"], hand["stacks"], hand["fantasyland"])


def _facts(table: Table) -> dict[tuple[str, str | None], int]:
    facts: dict[tuple[str, str | None], int] = {(name, None): points for name, points in table.totals.items()}
    for count in table.counts:
        facts[count.player, count.opponent] = count.paid
        facts[count.opponent, count.player] = -count.paid
    return facts


@given(st.integers(0, 10**6))
def test_an_unchanged_reading_is_the_hand(seed: int) -> None:
    _, table = _random_hand(seed)
    assert reading_of(table).paid() == _facts(table)


@given(st.integers(0, 10**6))
def test_every_slip_moves_points_between_players_only(seed: int) -> None:
    _, table = _random_hand(seed)
    base = reading_of(table)
    for slip in slips_of(base, next(iter(table.players)), OTHERS):
        paid = slip.change(base).paid()
        assert sum(points for (_, other), points in paid.items() if other is None) == 0, slip.words
        for (player, other), points in paid.items():
            assert other is None or paid[other, player] == -points


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_slip_made_is_a_slip_found(seed: int, pick: int) -> None:
    """Whoever counts with any one slip is told a slip that comes to exactly what he says, and never two."""
    _, table = _random_hand(seed)
    player = list(table.players)[pick % len(table.players)]
    base = reading_of(table)
    listed = slips_of(base, player, OTHERS)
    if not listed:
        return
    said = listed[pick % len(listed)].change(base).paid()
    claims = [Claim(player, other, said[player, other]) for other in (None, *base.order) if other != player]
    for verdict in examine(table, claims, OTHERS):
        assert verdict.agrees == (said[player, verdict.claim.other] == _facts(table)[player, verdict.claim.other])
        assert bool(verdict.explanations) != verdict.agrees
        assert len(verdict.explanations) <= MOST_SHOWN
        for explanation in verdict.explanations:
            (slip,) = explanation.slips
            outcome = slip.change(base).paid()
            assert all(outcome[claim.player, claim.other] == claim.points for claim in claims)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(-30, 30))
def test_what_is_said_to_explain_exactly_does(seed: int, pick: int, off: int) -> None:
    _, table = _random_hand(seed)
    player = list(table.players)[pick % len(table.players)]
    claim = Claim(player, None, table.totals[player] + off)
    (verdict,) = examine(table, [claim], OTHERS)
    base = reading_of(table)
    for explanation in verdict.explanations:
        reading: Reading = base
        for slip in explanation.slips:
            assert isinstance(slip, Slip)
            reading = slip.change(reading)
        assert reading.paid()[player, None] == claim.points != verdict.points


# The command


BOARDS = tuple(f"{name}: {text}" for name, text in PAIR.items())


def _score(folder: Path, *claims: str) -> Any:
    options = [word for claim in claims for word in ("--claim", claim)]
    return run(folder, "score", "--rules", "pineapple", *BOARDS, *options, "--json")


def test_score_with_a_claim(tmp_path: Path) -> None:
    done = _score(tmp_path, "Ann=6", "Bob:Ann=-9")
    assert done.returncode == 1
    told = json.loads(done.stdout)["claims"]
    assert told["agree"] is False
    first, second = told["claims"]
    assert (first["claimed"], first["points"], first["difference"], first["agrees"]) == (6, 9, -3, False)
    assert first["explanations"][0] == [
        {"slip": "scoop-forgotten", "words": "the scoop was forgotten between Ann and Bob"}
    ]
    assert (second["opponent"], second["agrees"], second["explanations"]) == ("Ann", True, [])


def test_score_with_right_claims(tmp_path: Path) -> None:
    done = _score(tmp_path, "Ann=9", "Bob=-9")
    assert done.returncode == 0
    assert json.loads(done.stdout)["claims"]["missing"] == 0


def test_score_in_words(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", *BOARDS, "--claim", "Ann=17", "--claim", "Bob=5")
    assert done.returncode == 1
    assert "Ann: claimed +17, the rules give +9 (+8 off)." in done.stdout
    assert "Explained exactly: own royalties added without subtracting those of Bob." in done.stdout
    assert "By the rules against Bob: rows +3, scoop +3, royalties +3, makes +9." in done.stdout
    assert "Together the claims make +22" in done.stdout


def test_a_claim_that_nothing_explains_in_words(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "pineapple", *BOARDS, "--claim", "Ann=77")
    assert "No usual mistake explains it, nor do two together." in done.stdout


def test_claim_in_a_session(tmp_path: Path) -> None:
    assert run(tmp_path, "start", "--rules", "pineapple", "--players", "Ann=100,Bob=100").returncode == 0
    assert run(tmp_path, "claim", "last", "Ann=6").returncode == 4
    assert run(tmp_path, "hand", *BOARDS).returncode == 0
    differs = run(tmp_path, "claim", "1", "Ann=6", "--json")
    assert differs.returncode == 1
    told = json.loads(differs.stdout)
    assert (told["hand"], told["claims"][0]["explanations"][0][0]["slip"]) == (1, "scoop-forgotten")
    assert run(tmp_path, "claim", "last", "Ann=9", "Bob=-9").returncode == 0
    assert run(tmp_path, "claim", "last", "Zed=9").returncode == 2
