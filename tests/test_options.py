"""Every option of a ruleset file: the same hand or evening with it and without it, with the right numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ofc_score import OfcError, Ruleset, Table, load_ruleset, parse_board, read_table, score_table
from ofc_score.errors import NotAllowed
from ofc_score.evening.events import Buy, Hand, Join, Setup
from ofc_score.evening.session import Session
from ofc_score.evening.state import State
from ofc_score.rules.schema import json_schema
from ofc_score.rules.template import flow

# QQ 7, kings and eights, flush 4: royalties 11, enters Fantasyland.
ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
# JJ 6, tens and sevens, straight 2: royalties 8. Loses all three rows to ANN and to TRIPS.
BOB = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"
# 333 11, trips 2, flush 4: royalties 17, enters and stays.
TRIPS = "3s3c3d / AsAdAc9d4c / 2h4h6hThKh"
# A full house in the middle, pays 12 there and 6 at the bottom.
FULL = "2s3c4d / 9h9d9cKsKc / AhAdAcQsQd"
# Middle and bottom exactly equal.
EQUAL = "Jh5c2d / AsKd9c5d2s / AcKh9d5s2h"
# 88 over a nine-high middle and a ten-high one: fouls where the middle is played for high.
NINE, TEN = "8s8h4c / 9s7d5h3c2d / KcKdQcQd2h", "8s8h4c / Ts7d5h3c2d / KcKdQcQd2h"
ONE_JOKER, TWO_JOKERS = "QhJo2c / KsKd8h8c3d / AhTh7h5h2h", "QhJo2c / KsJo8h8c3d / AhTh7h5h2h"
FOUR = {"Ann": ANN, "Bob": BOB, "Cy": "foul", "Dee": "foul"}
LOW = "rows: {middle: {low: deuce-to-seven, qualifier: T}}\nroyalties: {middle: {9: 1, 8: 2, 7: 4, 75432: 8}}\n"


class Case(NamedTuple):
    """``option`` are the lines of a file that extends ``base``; ``plain`` those of the file it is compared with."""

    base: str
    option: str
    boards: Mapping[str, str]
    watch: Callable[[Table], Any]
    without: Any
    with_it: Any
    plain: str = ""
    stacks: Mapping[str, int] | None = None
    fantasyland: Mapping[str, int] | None = None


def _totals(table: Table) -> list[int]:
    return list(table.totals.values())


def _next(name: str) -> Callable[[Table], int | None]:
    def cards(table: Table) -> int | None:
        found = table.players[name].next_fantasyland
        return None if found is None else found.cards

    return cards


def _first(table: Table) -> tuple[bool, int]:
    """(fouled, royalties) of the first player."""
    player = next(iter(table.players.values()))
    return player.foul, player.royalties


TWO = {"Ann": ANN, "Bob": BOB}
HIGHER = {"Ann": TRIPS, "Bob": BOB}
FOULED = {"Ann": "foul", "Bob": BOB}
THREE = {"Ann": TRIPS, "Bob": "foul", "Cy": BOB}  # by the rules: Ann 23 from Bob, 15 from Cy; Cy 14 from Bob
STACKS = {"Ann": 5, "Bob": 10, "Cy": 135}
BUST = {"Ann": BOB, "Bob": TRIPS, "Cy": "foul"}  # Bob 15 from Ann, 23 from Cy; Ann 14 from Cy
NO_WINNER_CAP = "count: {winner_cap: false}"
SPECIAL = {
    "six-pairs": "six-pairs 2c2d3c3d4c4d5c5d6c6d7c7d8h",
    "three-straights": "three-straights 2c3d4h5s6c 3c4d5h6s7c 8h9hTd",
    "three-flushes": "three-flushes 2c4c6c8cTc 3d5d7d9dJd 2h4h6h",
    "dragon": "dragon 2h3h4h5c6c7c8d9dTdJsQsKsAs",
}

CASES: dict[str, Case] = {
    "points.row": Case("pineapple", "points: {row: 2}", TWO, _totals, [9, -9], [12, -12]),
    "points.scoop": Case("pineapple", "points: {scoop: 5}", TWO, _totals, [9, -9], [11, -11]),
    "points.overall": Case("pineapple", "points: {overall: 1}", TWO, _totals, [9, -9], [10, -10]),
    "points 2-4": Case("pineapple", "points: {row: 1, scoop: 0, overall: 1}", TWO, _totals, [9, -9], [7, -7]),
    "points.overall against a foul": Case(
        "pineapple", "points: {overall: 2}", FOULED, _totals, [-14, 14], [-16, 16]),
    "royalties none": Case("pineapple", "royalties: none", TWO, _totals, [9, -9], [6, -6]),
    "royalties.top.pair": Case("pineapple", "royalties: {top: {pair: {Q: 10}}}", TWO, _totals, [9, -9], [12, -12]),
    "royalties.top.pair of nine": Case(
        "pineapple", "royalties: {top: {pair: {9: 10}}}", {"Ann": "9h9d2c / KsKd8h8c3d / AhTh7h5h2h"}, _first,
        (False, 8), (False, 14)),
    "royalties.top.pair flat": Case("pineapple", "royalties: {top: {pair: 1}}", TWO, _totals, [9, -9], [9 - 6 + 5, -8]),
    "royalties.top.pair none": Case("pineapple", "royalties: {top: {pair: none}}", TWO, _totals, [9, -9], [8, -8]),
    "royalties.top.trips flat": Case("pineapple", "royalties: {top: {trips: 20}}", HIGHER, _totals, [15, -15],
        [24, -24]),
    "royalties.top.trips": Case("pineapple", "royalties: {top: {trips: {3: 1}}}", HIGHER, _totals, [15, -15], [5, -5]),
    "royalties.top none": Case("pineapple", "royalties: {top: none}", TWO, _totals, [9, -9], [8, -8]),
    "royalties.middle": Case(
        "pineapple", "royalties: {middle: {three-of-a-kind: 5}}", HIGHER, _totals, [15, -15], [18, -18]),
    "royalties.middle two pair": Case(
        "pineapple", "royalties: {middle: {two-pair: 5, pair: 1}}", {"Ann": ANN}, _first, (False, 11), (False, 16)),
    "royalties.bottom": Case("pineapple", "royalties: {bottom: {flush: 0}}", TWO, _totals, [9, -9], [5, -5]),
    "royalties.paid": Case("pineapple", "royalties: {paid: row-winner}", TWO, _totals, [9, -9], [17, -17]),
    "royalties.mode": Case(
        "pineapple", "royalties: {paid: row-winner, mode: replace}", TWO, _totals, [17, -17], [15, -15],
        plain="royalties: {paid: row-winner}"),
    "rows.middle low": Case("pineapple", LOW, {"Ann": NINE}, _first, (True, 0), (False, 4)),
    "rows.middle.qualifier": Case(
        "pineapple-2-7", "rows: {middle: {qualifier: 9}}", {"Ann": TEN}, _first, (False, 3), (True, 0)),
    "royalties of a low middle": Case(
        "pineapple-2-7", "royalties: {middle: {9: 5, T: 2}}", {"Ann": NINE}, _first, (False, 4), (False, 8)),
    "deck.jokers 1": Case(
        "pineapple", "deck: {jokers: 1}", {"Ann": ONE_JOKER}, _first, {"no-jokers"}, (False, 11)),
    "deck.jokers 2": Case(
        "pineapple", "deck: {jokers: 2}", {"Ann": TWO_JOKERS}, _first, {"too-many-jokers"}, (False, 13),
        plain="deck: {jokers: 1}"),
    "players.max": Case(
        "regular", "players: {max: 3}", FOUR, _totals, [9 + 17 * 2, -9 + 14 * 2, -31, -31], {"too-many-players"}),
    "deal": Case(
        "pineapple", "deal: {first: 13}\nplayers: {max: 4}\nfantasyland: none", FOUR, _totals, {"too-many-players"},
        [9 + 17 * 2, -9 + 14 * 2, -31, -31]),
    "foul.pays rows": Case("pineapple", "foul: {pays: rows}", FOULED, _totals, [-14, 14], [-11, 11]),
    "foul.pays a number": Case("pineapple", "foul: {pays: 10}", FOULED, _totals, [-14, 14], [-18, 18]),
    "foul.pays_royalties": Case("pineapple", "foul: {pays_royalties: false}", FOULED, _totals, [-14, 14], [-6, 6]),
    "foul.tie_legal": Case("pineapple", "foul: {tie_legal: false}", {"Ann": EQUAL}, _first, (False, 0), (True, 0)),
    "foul.tie_legal closed": Case("chinese", "foul: {tie_legal: true}", {"Ann": EQUAL}, _first, (True, 0), (False, 0)),
    "fantasyland none": Case("pineapple", "fantasyland: none", TWO, _next("Ann"), 14, None),
    "fantasyland.enter lower": Case(
        "pineapple", "fantasyland: {enter: [{top: JJ, cards: 13}]}", TWO, _next("Bob"), None, 13),
    "fantasyland.enter higher": Case(
        "pineapple", "fantasyland: {enter: [{top: KK, cards: 14}]}", TWO, _next("Ann"), 14, None),
    "fantasyland.enter.cards": Case(
        "pineapple", "fantasyland: {enter: [{top: QQ, cards: 16}]}", TWO, _next("Ann"), 14, 16),
    "fantasyland.enter two rows": Case(
        "pineapple", "fantasyland: {enter: [{top: QQ, cards: 14}, {top: QQ, bottom: flush, cards: 17}]}", TWO,
        _next("Ann"), 14, 17),
    "fantasyland.enter two rows, one missing": Case(
        "pineapple", "fantasyland: {enter: [{top: QQ, bottom: full-house, cards: 17}]}", TWO, _next("Ann"), 14, None),
    "fantasyland.enter by trips of a rank": Case(
        "pineapple", "fantasyland: {enter: [{top: 444, cards: 14}]}", HIGHER, _next("Ann"), 14, None),
    "fantasyland.enter by the middle": Case(
        "pineapple", "fantasyland: {enter: [{middle: two-pair, cards: 15}]}", TWO, _next("Bob"), None, 15),
    "fantasyland.stay": Case(
        "pineapple", "fantasyland: {stay: [{middle: full-house}]}", {"Ann": FULL, "Bob": "foul"}, _next("Ann"), None,
        14, fantasyland={"Ann": 14}),
    "fantasyland.stay empty": Case(
        "pineapple", "fantasyland: {stay: []}", HIGHER, _next("Ann"), 14, None, fantasyland={"Ann": 14}),
    "fantasyland.stay_cards": Case(
        "pineapple", "fantasyland: {stay_cards: 15}", HIGHER, _next("Ann"), 14, 15, fantasyland={"Ann": 14}),
    "fantasyland.stay_cards entry": Case(
        "progressive", "fantasyland: {stay_cards: entry}", HIGHER, _next("Ann"), 14, 16, fantasyland={"Ann": 16}),
    "surrender": Case(
        "pineapple", "surrender: 4", {"Ann": "surrender", "Bob": BOB}, _totals, {"no-surrender"}, [-4, 4]),
    "count.loser_cap alone": Case(
        "pineapple", NO_WINNER_CAP, THREE, _totals, [15, -10, -5], [25, -10, -15], stacks=STACKS),
    "count.loser_cap off": Case(
        "pineapple", "count: {loser_cap: false}", THREE, _totals, [15, -10, -5], [15, -19, 4], stacks=STACKS),
    "count without caps": Case(
        "pineapple", "count: {loser_cap: false, winner_cap: false}", THREE, _totals, [15, -10, -5], [38, -37, -1],
        stacks=STACKS),
    "count.winner_cap on": Case(
        "pineapple", "count: {winner_cap: true}", THREE, _totals, [25, -10, -15], [15, -10, -5], plain=NO_WINNER_CAP,
        stacks=STACKS),
    "count.order": Case(
        "pineapple", "count: {order: payer}", THREE, _totals, [15, -10, -5], [5, -10, 5], stacks=STACKS),
    "count.order, loser cap alone": Case(
        "pineapple", "count: {order: payer, winner_cap: false}", THREE, _totals, [25, -10, -15], [15, -10, -5],
        plain=NO_WINNER_CAP, stacks=STACKS),
    "count.bust_leaves_hand": Case(
        "pineapple", "count: {winner_cap: false, bust_leaves_hand: true}", BUST, _totals, [9, 28, -37], [-5, 28, -23],
        plain=NO_WINNER_CAP, stacks={"Ann": 5, "Bob": 20, "Cy": 50}),
    "naturals none": Case(
        "chinese", "naturals: none", {"Ann": SPECIAL["dragon"], "Bob": "foul"}, _totals, [13, -13], {"no-natural"}),
    **{f"naturals.{kind}": Case(
        "chinese", f"naturals: {{{kind}: 7}}", {"Ann": board, "Bob": "foul"}, _totals,
        [13, -13] if kind == "dragon" else [3, -3], [7, -7]) for kind, board in SPECIAL.items()},
    "naturals where there were none": Case(
        "chinese-plain", "naturals: {dragon: 36, versus: higher}", {"Ann": SPECIAL["dragon"], "Bob": "foul"}, _totals,
        {"no-natural"}, [36, -36]),
}  # fmt: skip


def _rules(folder: Path, base: str, lines: str) -> Ruleset:
    path = folder / "house.yaml"
    path.write_text(f"name: house\nextends: {base}\n{lines}\n", encoding="utf-8")
    return load_ruleset(path)


def _outcome(case: Case, rules: Ruleset) -> Any:
    try:
        boards = read_table(case.boards, rules)
        return case.watch(score_table(boards, rules, None, case.stacks, case.fantasyland))
    except OfcError as error:
        return {fault.code for fault in error.faults}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_option(case: Case, tmp_path: Path) -> None:
    assert _outcome(case, _rules(tmp_path, case.base, case.plain)) == case.without
    assert _outcome(case, _rules(tmp_path, case.base, case.option)) == case.with_it
    assert case.without != case.with_it


def _session(rules: Ruleset, players: Mapping[str, int | None], *hands: Mapping[str, str]) -> Session:
    session = Session(Setup(rules, dict(players), list(players)[-1]))
    for boards in hands:
        session.add(Hand({name: parse_board(text, rules) for name, text in boards.items()}))
    return session


def test_fantasyland_button(tmp_path: Path) -> None:
    """Ann enters; three players, button Cy."""
    hand = {"Ann": ANN, "Bob": "foul", "Cy": "foul"}
    players = {"Ann": 100, "Bob": 100, "Cy": 100}
    for lines, button in (("", "Cy"), ("fantasyland: {button: moves}", "Ann")):
        state = _session(_rules(tmp_path, "pineapple", lines), players, hand).state
        assert (state.next.button, dict(state.next.fantasyland)) == (button, {"Ann": 14})


def test_fantasyland_last_player(tmp_path: Path) -> None:
    """Ann takes all of Bob's points and has Fantasyland coming."""
    hand, players = {"Ann": ANN, "Bob": BOB}, {"Ann": 20, "Bob": 5}
    waits = _session(_rules(tmp_path, "pineapple", ""), players, hand)
    assert (waits.state.between_sets, dict(waits.state.pending)) == (False, {"Ann": 14})
    waits.add(Buy({"Bob": 20}))
    assert waits.state.next.refusal == ""
    assert (dict(waits.state.next.fantasyland), dict(waits.state.stacks)) == ({"Ann": 14}, {"Ann": 25, "Bob": 20})
    lapsed = _session(_rules(tmp_path, "pineapple", "fantasyland: {last_player: lapse}"), players, hand)
    assert (lapsed.state.between_sets, dict(lapsed.state.pending)) == (True, {})
    lapsed.add(Buy({"Bob": 20}))
    assert dict(lapsed.state.next.fantasyland) == {}


def test_dealer_sits_out(tmp_path: Path) -> None:
    players = {"Ann": 100, "Bob": 100, "Cy": 100, "Dee": 100}
    with pytest.raises(NotAllowed) as refused:
        _session(_rules(tmp_path, "pineapple", ""), players)
    assert [fault.code for fault in refused.value.faults] == ["table-size"]
    session = _session(_rules(tmp_path, "pineapple", "dealer_sits_out: true"), players)
    assert (session.state.next.resting, session.state.next.playing) == (("Dee",), ("Ann", "Bob", "Cy"))


QUIET = {"Ann": "foul", "Bob": "foul", "Cy": "foul"}


@pytest.mark.parametrize(
    ("rebuy", "stack"), [("set-end", 100), ("any-hand", 150), ("never", None)], ids=["set-end", "any-hand", "never"]
)
def test_set_rebuy(rebuy: str, stack: int | None, tmp_path: Path) -> None:
    """Bob buys 50 in mid-set: it waits, counts at once, or is refused."""
    rules = _rules(tmp_path, "pineapple", f"set: {{rebuy: {rebuy}}}")
    session = _session(rules, {"Ann": 100, "Bob": 100, "Cy": 100}, QUIET)
    if stack is None:
        with pytest.raises(NotAllowed):
            session.add(Buy({"Bob": 50}))
        return
    state = session.add(Buy({"Bob": 50}))
    assert _in_front(state, "Bob") == stack
    assert bool(state.waiting) == (rebuy == "set-end")


def _in_front(state: State, name: str) -> int:
    return state.stacks[name]


@pytest.mark.parametrize(("join", "plays"), [("set-start", False), ("any-hand", True)], ids=["set-start", "any-hand"])
def test_set_join(join: str, plays: bool, tmp_path: Path) -> None:
    """Cy comes in mid-set: he waits for the next set or plays the next hand."""
    rules = _rules(tmp_path, "pineapple", f"set: {{join: {join}}}")
    session = _session(rules, {"Ann": 100, "Bob": 100}, {"Ann": "foul", "Bob": "foul"})
    state = session.add(Join("Cy", 100))
    assert ("Cy" in state.next.playing) == plays


def test_set_sit_out(tmp_path: Path) -> None:
    hand = {"Ann": BOB, "Bob": "foul", "Cy": "-"}
    players = {"Ann": 100, "Bob": 100, "Cy": 100}
    with pytest.raises(NotAllowed) as refused:
        _session(_rules(tmp_path, "pineapple", ""), players, hand)
    assert [fault.code for fault in refused.value.faults] == ["sit-out"]
    session = _session(_rules(tmp_path, "pineapple", "set: {sit_out: allowed}"), players, hand)
    assert dict(session.state.stacks) == {"Ann": 114, "Bob": 86, "Cy": 100}


# Options that the evening's own tests and the tests above show; the rest must be in CASES.
ELSEWHERE = {"fantasyland.button", "fantasyland.last_player", "dealer_sits_out", "set.rebuy", "set.join", "set.sit_out"}
NOT_SCORED = {"name", "title", "extends", "notes", "players.min", "naturals.versus"}


def test_every_option_of_the_schema_is_tested() -> None:
    schema = json_schema()
    options = set()
    for section, node in schema["properties"].items():
        refs = [part["$ref"].rpartition("/")[2] for part in [node, *node.get("oneOf", [])] if "$ref" in part]
        keys = [key for ref in refs for key in schema["$defs"][ref].get("properties", {})]
        options |= {f"{section}.{key}" for key in keys} or {section}
    shown = {case.split(" ")[0].rstrip(",") for case in CASES}
    untold = {option for option in options if not any(f"{case}.".startswith(f"{option}.") for case in shown)}
    assert untold - {"deal.first", "deal.then", "deal.keep"} == ELSEWHERE | NOT_SCORED
    assert "deal" in shown


def test_a_game_of_ones_own() -> None:
    """Pineapple, one joker, flat 20 for trips on top, 1-4 scoring, loser cap only, 15 cards for everything."""
    rules = load_ruleset(Path(__file__).parent.parent / "examples" / "house-rules" / "one-joker.yaml")
    boards = read_table({"Ann": TRIPS.replace("3d", "Jo", 1), "Bob": BOB, "Cy": "foul"}, rules)
    table = score_table(boards, rules, stacks={"Ann": 1, "Bob": 100, "Cy": 10})
    # Against Bob 3 rows, 1 for all of them, 20 + 2 + 4 against 8; against the foul 4 and 26, as far as his ten go.
    assert [(count.points, count.paid) for count in table.counts] == [(22, 22), (30, 10), (12, 0)]
    assert dict(table.totals) == {"Ann": 32, "Bob": -22, "Cy": -10}
    found = table.players["Ann"].next_fantasyland
    assert found is not None
    assert found.cards == 15


def test_chinese_bonuses_are_added_to_the_row() -> None:
    """The 4/8, 5/10, 7/14 table on top of the row's point, for the winner of the row only."""
    rules = load_ruleset(Path(__file__).parent.parent / "examples" / "house-rules" / "chinese-bonus.yaml")
    quads = "KhQd2c / 4h4d4s4c8d / JhJdJsJcTd"
    straight_flush = "AsQc2d / 3h3s5c5d6h / 5s6s7s8s9s"
    table = score_table(read_table({"Ann": quads, "Bob": straight_flush}, rules), rules)
    # Top: Bob's ace, 1. Middle: four fours, 1 + 8 for Ann. Bottom: Bob's straight flush, 1 + 5; Ann's quads lose there.
    assert dict(table.totals) == {"Ann": 9 - 1 - 6, "Bob": -2}


_POINTS = st.integers(0, 30)
_HANDS = ("pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush")
_TABLES = st.dictionaries(st.sampled_from(_HANDS), _POINTS, max_size=5)


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    paid = draw(st.sampled_from(["all", "row-winner"]))
    mode = draw(st.sampled_from(["add", "replace"])) if paid == "row-winner" else "add"
    caps = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    top = {"pair": draw(st.dictionaries(st.sampled_from("23456789TJQKA"), _POINTS, max_size=4)), "trips": draw(_POINTS)}
    return {
        "points": {"row": draw(_POINTS), "scoop": draw(_POINTS), "overall": draw(_POINTS)},
        "royalties": {"paid": paid, "mode": mode, "top": top, "middle": draw(_TABLES), "bottom": draw(_TABLES)},
        "deck": {"jokers": draw(st.integers(0, 2))},
        "foul": {"pays": draw(st.sampled_from(["scoop", "rows", 0, 7])), "pays_royalties": draw(st.booleans()),
                 "tie_legal": draw(st.booleans())},
        "surrender": draw(st.sampled_from(["none", 0, 5])),
        "count": {"order": draw(st.sampled_from(["pairs", "payer"])), "loser_cap": caps[0], "winner_cap": caps[1],
                  "bust_leaves_hand": caps[2]},
    }  # fmt: skip


_BOARDS = (ANN, BOB, TRIPS.replace("As", "Kc").replace("Kh", "3h"), "foul", "x", "KhKc4h / AdAs9s9h4d / 6c6d6h2s2d")


def _table(rules: Ruleset, boards: Mapping[str, str], stacks: Mapping[str, int] | None) -> Table | None:
    try:
        return score_table(read_table(boards, rules), rules, stacks=stacks)
    except OfcError:
        return None


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    options=_options(),
    texts=st.lists(st.sampled_from(_BOARDS), min_size=2, max_size=3),
    stacks=st.lists(st.integers(1, 60), min_size=3, max_size=3),
)
def test_random_options_keep_the_properties(
    options: dict[str, Any], texts: list[str], stacks: list[int], tmp_path: Path
) -> None:
    """Every hand sums to zero, pairs are antisymmetric, the parts add up, and caps hold, whatever the options."""
    rules = _rules(tmp_path, "pineapple", "\n".join(f"{key}: {flow(value)}" for key, value in options.items()))
    if options["surrender"] != "none":
        texts = [*texts[:-1], "surrender"]
    boards = dict(zip("ABC", texts, strict=False))
    front = dict(zip(boards, stacks, strict=False))
    table, paper = _table(rules, boards, front), _table(rules, boards, None)
    assume(table is not None and paper is not None)
    assert table is not None
    assert paper is not None
    assert sum(table.totals.values()) == sum(paper.totals.values()) == 0
    assert table.stacks == {name: front[name] + table.totals[name] for name in boards}
    for count in (*table.counts, *paper.counts):
        said = count.as_dict()
        parts = sum(said["rows"].values()) + sum(
            said[key] for key in ("scoop", "overall", "royalties", "penalty", "natural")
        )
        assert parts == count.points
        assert abs(count.paid) <= abs(count.points)
        assert count.paid * count.points >= 0
    if options["count"]["loser_cap"]:
        assert min(table.stacks.values()) >= 0
    if options["count"]["winner_cap"]:
        assert all(table.stacks[name] <= front[name] * 4 for name in boards)
    for order in permutations(boards):
        turned = _table(rules, {name: boards[name] for name in order}, None)
        assert turned is not None
        assert dict(turned.totals) == dict(paper.totals)
