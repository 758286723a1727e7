"""Statistics against SQL written by hand and against a recount of every hand; text, JSON, CSV, and the command."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score.errors import NotAllowed
from ofc_score.evening.events import Fix, Hand, Void
from ofc_score.evening.results import Stats, rounded
from ofc_score.evening.session import Session
from ofc_score.evening.state import HandRecord
from ofc_score.ledger.stats import stats
from ofc_score.ledger.store import Ledger, open_ledger
from ofc_score.reports.csv import STATS, stats_csv
from ofc_score.reports.json import stats_document
from ofc_score.reports.layout import columns
from ofc_score.reports.stats import percent, stats_text

from .ledgercli import Cli
from .ledgergen import NOW, book_all, evening, hand, setup

SEEDS = (3, 8, 11, 14, 21, 30)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """Six random evenings, and one with a corrected and a voided hand."""
    with open_ledger(tmp_path_factory.mktemp("stats") / "ledger.db", create=True) as opened:
        for seed in SEEDS:
            book_all(opened, evening(seed))
        session = Session(setup())
        for shift in range(4):
            session.add(Hand(hand(shift=shift).boards, fantasyland=dict(session.state.next.fantasyland)))
        session.add(Fix(1, {"Ann": hand().boards["Bob"], "Bob": hand().boards["Ann"]}))
        session.add(Fix(2, {"Cy": hand(shift=1).boards["Cy"]}, difference=True))
        session.add(Void(3))
        book_all(opened, session)
        yield opened


def _sql(ledger: Ledger, query: str) -> list[Any]:
    conn = sqlite3.connect(f"{ledger.path.as_uri()}?mode=ro", uri=True)
    try:
        return conn.execute(query).fetchall()
    finally:
        conn.close()


def _numbers(found: Stats) -> dict[str, tuple[int, ...]]:
    return {
        it.player: (
            it.sessions, it.hands, it.points, it.fouls, it.scoops_taken, it.scoops_given, it.entries, it.stays,
            it.land_hands, it.land_points, it.royalties_top, it.royalties_middle, it.royalties_bottom,
        )
        for it in found.players
    }  # fmt: skip


@pytest.mark.parametrize("session", [None, 1, 4, 7])
def test_equal_to_sql_written_by_hand(ledger: Ledger, session: int | None) -> None:
    found = stats(ledger, session)
    here = "1" if session is None else f"session = {session}"
    plain = {
        name: numbers
        for name, *numbers in _sql(
            ledger,
            f"SELECT player, count(DISTINCT session), count(*), total(net), total(foul), total(scoops_taken), "
            f"total(scoops_given) FROM results WHERE {here} GROUP BY player",
        )
    }
    assert {name: list(numbers[:6]) for name, numbers in _numbers(found).items()} == plain
    for it in found.players:
        who = f"{here} AND player = '{it.player}'"
        inside = "fantasyland IS NOT NULL"
        assert [(it.entries,)] == _sql(
            ledger, f"SELECT count(next_fantasyland) FROM results WHERE {who} AND NOT {inside}"
        )
        assert [(it.stays, it.land_hands, it.land_points)] == _sql(
            ledger,
            f"SELECT count(next_fantasyland), count(*), ifnull(sum(net), 0) FROM results WHERE {who} AND {inside}",
        )
        assert [(it.royalties_top, it.royalties_middle, it.royalties_bottom)] == _sql(
            ledger, f"SELECT sum(royalties_top), sum(royalties_middle), sum(royalties_bottom) FROM results WHERE {who}"
        )
        assert [(it.best.points, it.worst.points)] == _sql(
            ledger, f"SELECT max(net), min(net) FROM results WHERE {who}"
        )
        for peak in (it.best, it.worst):
            where = f"{who} AND session = {peak.session} AND hand = {peak.hand}"
            assert [(peak.points,)] == _sql(ledger, f"SELECT net FROM results WHERE {where}")
        assert list(it.money.items()) == _sql(
            ledger,
            "SELECT currency, sum(net * point_minor) FROM results JOIN sessions ON sessions.id = session "
            f"WHERE {who} AND currency <> '' GROUP BY currency ORDER BY currency",
        )
        for other in found.players:
            won = _sql(
                ledger,
                f"SELECT ifnull(sum(points), 0) FROM transfers WHERE {here} "
                f"AND payee = '{it.player}' AND payer = '{other.player}'",
            )
            lost = _sql(
                ledger,
                f"SELECT ifnull(sum(points), 0) FROM transfers WHERE {here} "
                f"AND payer = '{it.player}' AND payee = '{other.player}'",
            )
            assert found.pairs.get((it.player, other.player), 0) == won[0][0] - lost[0][0]


def _recount(records: list[HandRecord]) -> dict[str, Counter[str]]:
    """Every hand counted once more from its boards and counts."""
    told: dict[str, Counter[str]] = {}
    for record in records:
        for name, player in record.table.players.items():
            it = told.setdefault(name, Counter())
            inside, land = name in record.table.fantasyland, player.next_fantasyland is not None
            it.update(
                hands=1, points=record.moved[name], fouls=player.foul, entries=land and not inside,
                stays=land and inside, land_hands=inside, land_points=record.moved[name] if inside else 0,
                top=player.scored.royalties[0], middle=player.scored.royalties[1], bottom=player.scored.royalties[2],
            )  # fmt: skip
        for count in record.table.counts:
            if count.items.scoop:
                winner = count.player if count.items.scoop > 0 else count.opponent
                loser = count.opponent if winner == count.player else count.player
                told[winner]["taken"] += 1
                told[loser]["given"] += 1
    return told


def test_equal_to_a_recount_of_every_hand(ledger: Ledger) -> None:
    records = [record for one in ledger.sessions() for record in ledger.session(one.id).state.hands]
    told = _recount(records)
    found = stats(ledger)
    assert {it.player for it in found.players} == set(told)
    for it in found.players:
        counted = told[it.player]
        mine = {
            "hands": it.hands, "points": it.points, "fouls": it.fouls, "entries": it.entries, "stays": it.stays,
            "land_hands": it.land_hands, "land_points": it.land_points, "top": it.royalties_top,
            "middle": it.royalties_middle, "bottom": it.royalties_bottom, "taken": it.scoops_taken,
            "given": it.scoops_given,
        }  # fmt: skip
        assert mine == {key: counted[key] for key in mine}
    assert sum(it.points for it in found.players) == 0
    assert sum(it.scoops_taken - it.scoops_given for it in found.players) == 0
    for it in found.players:
        assert sum(points for (name, _), points in found.pairs.items() if name == it.player) == it.points


def test_winners_come_first(ledger: Ledger) -> None:
    points = [it.points for it in stats(ledger).players]
    assert points == sorted(points, reverse=True)
    assert len(points) > 3


def test_no_such_session(ledger: Ledger) -> None:
    with pytest.raises(NotAllowed):
        stats(ledger, 99)


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_rounding_is_half_away_from_zero(number: int, by: int) -> None:
    exact, got = Fraction(number, by), rounded(number, by)
    assert abs(exact - got) <= Fraction(1, 2)
    if abs(exact - got) == Fraction(1, 2):
        assert abs(got) > abs(exact)
    assert rounded(-number, by) == -got


@pytest.mark.parametrize(("per_mille", "words"), [(0, "0.0%"), (5, "0.5%"), (125, "12.5%"), (1000, "100.0%")])
def test_percent(per_mille: int, words: str) -> None:
    assert percent(per_mille) == words


def test_json_has_every_number(ledger: Ledger) -> None:
    found = stats(ledger)
    told = json.loads(json.dumps(stats_document(found)))
    assert list(told["players"]) == [it.player for it in found.players]
    for it in found.players:
        one = told["players"][it.player]
        assert (one["hands"], one["points"], one["points_per_100"]) == (it.hands, it.points, it.points_per_100)
        assert one["fantasyland"] == {
            "entries": it.entries, "stays": it.stays, "hands": it.land_hands, "points": it.land_points
        }  # fmt: skip
        assert set(told["head_to_head"][it.player]) == {other.player for other in found.players} - {it.player}


def test_csv_reads_back(ledger: Ledger) -> None:
    found = stats(ledger)
    rows = list(csv.DictReader(io.StringIO(stats_csv(found))))
    assert tuple(rows[0]) == STATS
    assert len(rows) == sum(max(len(it.money), 1) for it in found.players)
    by_name = {it.player: it for it in found.players}
    for row in rows:
        it = by_name[row["player"]]
        assert (int(row["points"]), int(row["best"]), int(row["worst_hand"])) == (
            it.points, it.best.points, it.worst.hand
        )  # fmt: skip
    assert stats_csv(found, bom=True).startswith("\ufeff")


@pytest.mark.parametrize("width", [24, 40, 60, 80, None])
def test_text_keeps_within_the_width(ledger: Ledger, width: int | None) -> None:
    found = stats(ledger)
    text = stats_text(found, width)
    assert max(columns(line) for line in text.splitlines()) <= (width or 200)
    for it in found.players:
        assert it.player in text
        assert str(it.points) in text
        assert percent(it.foul_per_mille) in text


def test_the_command(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ledger.db")
    cli.ok("start", "--rules", "pineapple", "--players", "=1+1=100,Bob=100", "--point", "0.25 EUR")
    assert cli.ok("stats").lines == ["No hands yet"]
    cli.ok("hand", "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d")
    told = cli.ok("stats", "--json").json
    assert told["session"] is None
    assert told["players"]["=1+1"]["amounts"] == {"EUR": "2.25"}
    assert told["head_to_head"] == {"=1+1": {"Bob": 9}, "Bob": {"=1+1": -9}}
    assert cli.ok("stats", "--session", "1", "--json").json["session"] == 1
    assert "+9 hand 1/1" in cli.ok("stats").out
    assert "'=1+1,1,1,9,900,0,0,1,0,1,0," in cli.ok("stats", "--csv").out
    assert cli("stats", "--session", "9").code == 4
    assert cli("stats", "--csv", "--json").code == 2
    assert cli("stats", "--bom").code == 2


def test_nothing_of_a_hand_taken_back_is_left(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "ledger.db", create=True) as opened:
        booked = opened.start(setup(), at=NOW)
        opened.book(booked.id, hand(), at=NOW)
        before = stats(opened)
        opened.book(booked.id, Void(1), at=NOW)
        assert before.players
        assert not stats(opened).players
        assert not stats(opened).pairs
