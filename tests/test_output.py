"""What is printed: the working of a hand word for word, within narrow terminals, colours, encodings and pipes."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_score import Table, read_table, score_table
from ofc_score.cli.common import error_text
from ofc_score.cli.wrapped import wrapped
from ofc_score.errors import CardError, Fault
from ofc_score.reports import terminal
from ofc_score.reports.count import pair_rows
from ofc_score.reports.hand_text import count_lines, hand_text, moves_words
from ofc_score.reports.layout import columns, table
from ofc_score.reports.moves import Limit, Moves, limit_of, moves_of
from ofc_score.rules.ruleset import Ruleset, build

from .command import environment, run
from .effort import at_most
from .games import GAMES, house
from .oracle.generator import random_options, random_table

ANN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
BOB = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"
SCORE = ("score", "--rules", "pineapple", f"Ann: {ANN}", f"Bob: {BOB}")


def _hand(boards: dict[str, str], rules: Ruleset, **facts: Any) -> Table:
    return score_table(read_table(boards, rules), rules, **facts)


def _lines(boards: dict[str, str], rules: Ruleset, **facts: Any) -> list[str]:
    """The count of the first pair: ``item who points why``."""
    hand = _hand(boards, rules, **facts)
    return [" ".join(filter(None, line)) for line in pair_rows(hand.counts[0], hand)]


DRAGON = "dragon 2h3h4h5h6h7h8h9hThJhQhKhAc"
PAIRS = "six-pairs 2c2d3c3d4c4d5c5d6c6d7c7d8c"
SIX_POINTS = [
    "top Ann +1 pair of queens beats pair of jacks",
    "middle Ann +1 kings and eights beat tens and sevens",
    "bottom Ann +1 ace-high flush beats nine-high straight",
    "scoop Ann +3 all three rows",
]

COUNTS: dict[str, tuple[str, str, Ruleset, list[str]]] = {
    "scoop": (ANN, BOB, GAMES["pineapple"], [*SIX_POINTS, "royalties Ann +3 11 against 8", "points Ann +9"]),
    "kickers": (
        "K82 / QQ874 / AT752h",
        "K72 / QQ873 / AT853s",
        GAMES["pineapple"],
        [
            "top Ann +1 K82 beats K72: the eight",
            "middle Ann +1 QQ874 beats QQ873: the four",
            "bottom Bob +1 AT853 beats AT752: the eight",
            "scoop 0 none, rows split 2-1",
            "royalties 0 4 against 4",
            "points Ann +1",
        ],
    ),
    "a tied row": (
        "K82 / QQ874 / AT752h",
        "K82 / QQ973 / AT953s",
        GAMES["regular"],
        [
            "top 0 tied, both K82",
            "middle Bob +1 QQ973 beats QQ874: the nine",
            "bottom Bob +1 AT953 beats AT752: the nine",
            "scoop 0 none, top tied",
            "royalties 0 4 against 4",
            "points Bob +2",
        ],
    ),
    "all tied": (
        "K82 / QQ874 / AT752h",
        "K82 / QQ874 / AT752s",
        house("pineapple", royalties="none"),
        [
            "top 0 tied, both K82",
            "middle 0 tied, both QQ874",
            "bottom 0 tied, both AT752",
            "scoop 0 none, all rows tied",
            "points 0",
        ],
    ),
    "split and tied, overall": (
        "K82 / QQ874 / AT752h",
        "K62 / QQ974 / AT752s",
        house("pineapple", points={"overall": 1}),
        [
            "top Ann +1 K82 beats K62: the eight",
            "middle Bob +1 QQ974 beats QQ874: the nine",
            "bottom 0 tied, both AT752",
            "scoop 0 none, rows split 1-1, bottom tied",
            "overall 0 none, it takes two rows and more than the other",
            "royalties 0 4 against 4",
            "points 0",
        ],
    ),
    "overall without scoop": (
        ANN,
        BOB,
        house("pineapple", points={"scoop": 0, "overall": 1}),
        [*SIX_POINTS[:3], "overall Ann +1 more rows won", "royalties Ann +3 11 against 8", "points Ann +7"],
    ),
    "row winner": (
        ANN,
        BOB,
        house("pineapple", royalties={"paid": "row-winner"}),
        [*SIX_POINTS, "royalties Ann +11 Ann's top 7, Ann's bottom 4", "points Ann +17"],
    ),
    "replacing bonus": (
        "334 / 55588 / AKQJTh",
        "KK2 / TT774 / 98765c",
        GAMES["chinese"],
        [
            "top Bob +1 pair of kings beats pair of threes",
            "middle Ann +1 fives full of eights beat tens and sevens",
            "bottom Ann +1 royal flush beats nine-high straight flush",
            "royalties Ann +5 Ann's middle 1 beyond the row's point, Ann's bottom 4 beyond the row's point",
            "points Ann +6",
        ],
    ),
    "foul": (
        "foul",
        ANN,
        GAMES["pineapple"],
        [
            "rows Bob +3 all three, Ann fouled",
            "scoop Bob +3 all three rows",
            "royalties Bob +11 Bob's board is worth 11",
            "points Bob +17",
        ],
    ),
    "foul, replacing bonus": (
        "333 / 55588 / AKQJTh",
        "foul",
        GAMES["chinese"],
        [
            "rows Ann +3 all three, Bob fouled",
            "royalties Ann +7 Ann's board is worth 10, 3 of it the rows' points",
            "points Ann +10",
        ],
    ),
    "foul for a fixed amount": (
        ANN,
        "foul",
        house("pineapple", foul={"pays": 10, "pays_royalties": False}),
        ["foul Ann +10 Bob fouled", "royalties 0 a foul pays no royalties here", "points Ann +10"],
    ),
    "two fouls": ("foul", "foul", GAMES["pineapple"], ["rows 0 both boards are fouled", "points 0"]),
    "natural": (DRAGON, "foul", GAMES["chinese"], ["natural Ann +13 dragon, the rows do not count", "points Ann +13"]),
    "two naturals": (PAIRS, DRAGON, GAMES["chinese"], ["natural Bob +13 six pairs against dragon", "points Bob +13"]),
    "equal naturals": (
        PAIRS,
        "six-pairs 8h8dThTd9h9dJhJdQhQdKhKdAc",
        GAMES["chinese"],
        ["natural 0 worth the same on both sides", "points 0"],
    ),
    "surrender": (
        "surrender",
        BOB,
        house("chinese", surrender=4),
        ["surrender Bob +4 Ann surrendered", "points Bob +4"],
    ),
    "surrender against foul": (
        "foul",
        "surrender",
        house("chinese", surrender=4),
        ["surrender 0 Bob surrendered, a foul gets nothing for it", "points 0"],
    ),
    "two surrenders": (
        "surrender",
        "surrender",
        house("chinese", surrender=4),
        ["surrender 0 both surrendered", "points 0"],
    ),
    "low middle": (
        "KK2 / 75432 / AT952h",
        "JJ5 / T8743 / 98765",
        GAMES["pineapple-2-7"],
        [
            "top Ann +1 pair of kings beats pair of jacks",
            "middle Ann +1 seven low 75432 beats ten low T8743",
            SIX_POINTS[2],
            SIX_POINTS[3],
            "royalties Ann +12 20 against 8",
            "points Ann +18",
        ],
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_count_of_a_pair(name: str) -> None:
    ann, bob, rules, expected = COUNTS[name]
    assert _lines({"Ann": ann, "Bob": bob}, rules) == expected


@pytest.mark.parametrize(
    ("stacks", "count", "expected"),
    [
        ((20, 40), {}, "paid Ann +9 Ann 20 -> 29, Bob 40 -> 31"),
        ((20, 4), {}, "paid Ann +4 Bob owed 9 but had only 4; Ann 20 -> 24, Bob 4 -> 0"),
        ((5, 40), {}, "paid Ann +5 Ann had 5 in front and can win no more; Ann 5 -> 10, Bob 40 -> 35"),
        ((5, 40), {"winner_cap": False}, "paid Ann +9 Ann 5 -> 14, Bob 40 -> 31"),
        ((20, 4), {"loser_cap": False, "winner_cap": False}, "paid Ann +9 Ann 20 -> 29, Bob 4 -> -5"),
    ],
    ids=["in full", "loser's stack", "winner's stack", "no winner cap", "no caps"],
)
def test_what_was_paid(stacks: tuple[int, int], count: dict[str, bool], expected: str) -> None:
    rules = house("pineapple", count=count)
    facts = {"stacks": dict(zip(("Ann", "Bob"), stacks, strict=True))}
    assert _lines({"Ann": ANN, "Bob": BOB}, rules, **facts)[-1] == expected


def test_out_by_the_bust_rule_alone() -> None:
    rules = house("pineapple", count={"winner_cap": False, "bust_leaves_hand": True})
    hand = _hand({"Ann": BOB, "Bob": ANN, "Cy": "foul"}, rules, button="Cy", stacks={"Ann": 3, "Bob": 50, "Cy": 50})
    assert [limit_of(count, rules) for count in hand.counts] == [Limit("Ann", 3, True), Limit("Ann", 0, False), None]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (Moves((("Bob", 12), ("Cy", 3)), (("Ann", 15),), (("Cy", 12, 3),), ()),
         "Bob puts in 12, Cy puts in 3, Ann takes 15; Cy owed 12 but had only 3"),
        (Moves((), (), (), ()), "No chips move"),
        (Moves((("Bob", 5),), (("Ann", 5),), (), (("Ann", 9, 5),)),
         "Bob puts in 5, Ann takes 5; Ann was due 9 but had only 5 in front"),
    ],
    ids=["short of chips", "nothing", "winner's stack"],
)  # fmt: skip
def test_who_moves_chips(moves: Moves, expected: str) -> None:
    assert moves_words(moves) == expected


def test_jokers_fouls_and_fantasyland_told() -> None:
    boards = {"Ann": "QhJo2c / KsKd8h8c3d / AhThJo5h2h", "Bob": "-", "Cy": "QQ7 / KK654 / AJT64s"}
    hand = _hand(boards, GAMES["joker-ultimate"], fantasyland={"Cy": 14}, stacks={"Ann": 6, "Bob": 0, "Cy": 5})
    assert hand_text(hand).split("\n") == [
        f"{hand.rules.title} · button Cy",
        "",
        "Ann: royalties 11",
        "  top     Q♥ Jo 2♣         +7  pair of queens (Jo is Q♠)",
        "  middle  K♠ K♦ 8♥ 8♣ 3♦       kings and eights",
        "  bottom  A♥ T♥ Jo 5♥ 2♥   +4  ace-high flush (Jo is K♥)",
        "",
        "Cy (Fantasyland, 14 cards, button): royalties 11",
        "  top     Q Q 7            +7  pair of queens",
        "  middle  K K 6 5 4            pair of kings",
        "  bottom  A♠ J♠ T♠ 6♠ 4♠   +4  ace-high flush",
        "",
        "Ann against Cy: Ann +1",
        "  top        Cy   +1  QQ7 beats QQ2: the seven",
        "  middle     Ann  +1  kings and eights beat pair of kings",
        "  bottom     Ann  +1  AKT52 beats AJT64: the king",
        "  scoop            0  none, rows split 2-1",
        "  royalties        0  11 against 11",
        "  points     Ann  +1",
        "  paid       Ann  +1  Ann 6 -> 7, Cy 5 -> 4",
        "",
        "Cy puts in 1, Ann takes 1",
        "Stacks: Ann 6 -> 7 · Bob 0 -> 0 · Cy 5 -> 4",
        "Next: button stays with Cy · Ann in Fantasyland with 14 cards (pair of queens on top) · Bob out",
    ]


@pytest.mark.parametrize(
    ("board", "rules", "facts", "expected"),
    [
        (ANN, "pineapple", {},
         "Legal, 11 points of royalties.\nEnters Fantasyland with 14 cards: pair of queens on top."),
        (BOB, "pineapple", {}, "Legal, 8 points of royalties.\nDoes not enter Fantasyland."),
        (ANN, "pineapple", {"P1": 14}, "Legal, 11 points of royalties.\nDoes not stay in Fantasyland."),
        ("333 44487 AT752h", "pineapple", {"P1": 14},
         "Legal, 17 points of royalties.\nStays in Fantasyland with 14 cards: three threes on top."),
        ("KK3 / QQ853 / AT752h", "pineapple", {}, "Foul: no royalties, no Fantasyland."),
        ("KK3 / QQ853 / AT752h", "chinese", {}, "Foul: no royalties."),
        (BOB, "chinese", {}, "Legal, 0 points of royalties."),
        (DRAGON, "chinese", {}, "Worth 13 points from each opponent without a better natural."),
    ],
    ids=["enters", "does not", "does not stay", "stays", "foul", "closed foul", "closed", "natural"],
)  # fmt: skip
def test_one_board_alone(board: str, rules: str, facts: dict[str, int], expected: str) -> None:
    text = hand_text(_hand({"P1": board}, GAMES[rules], fantasyland=facts))
    assert text.split("\n\n")[-1] == expected


def test_fantasyland_of_one_who_went_out_lapses() -> None:
    hand = _hand({"Ann": ANN, "Bob": "KK2 / AA433 / 66655"}, GAMES["pineapple"], stacks={"Ann": 3, "Bob": 9})
    assert hand_text(hand).endswith(
        "Next: button stays with Bob · Bob in Fantasyland with 14 cards (pair of kings on top) · "
        "Ann out, Fantasyland lapses"
    )


def _random_hands() -> list[Table]:
    hands = []
    for seed in range(60):
        rng = random.Random(f"output {seed}")
        mapping = random_options(rng)
        rules, told = build(mapping), random_table(rng, mapping)
        boards = read_table(told["boards"], rules)
        hands.append(score_table(boards, rules, told["button"], told["stacks"], told["fantasyland"]))
    return hands


def test_every_number_adds_up_on_random_hands() -> None:
    counted = 0
    for hand in _random_hands():
        for count in hand.counts:
            lines = pair_rows(count, hand)
            items = [
                int(points) if who == count.player else -int(points)
                for item, who, points, _ in lines
                if item not in ("points", "paid")
            ]
            assert sum(items) == count.points
            assert not any(points.startswith("-") for _, _, points, _ in lines)
            assert all(
                bool(who) == (points != "0") or item in ("top", "middle", "bottom") for item, who, points, _ in lines
            )
            counted += 1
        moves = moves_of(hand)
        assert sum(points for _, points in moves.puts) == sum(points for _, points in moves.takes)
        assert all(owed > had >= 0 for _, owed, had in moves.short if hand.rules.count.loser_cap)
    assert counted > 60


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    for hand in _random_hands():
        assert max(map(columns, hand_text(hand, width).split("\n"))) <= width


LONG = "Wilhelmina-Charlotte"
BUST = {"Ann": "foul", "Bob": "QJ2 KK883 AA994", LONG: "Q42 KK774 AAJJ3"}


@pytest.mark.parametrize(("width", "as_table"), [(None, True), (80, True), (64, True), (50, False), (40, False)])
def test_all_pairs_of_a_hand_look_alike(width: int | None, as_table: bool) -> None:
    stacks = {"Ann": 8, "Bob": 1000, LONG: 1000}
    hand = _hand(BUST, GAMES["pineapple"], button=LONG, stacks=stacks)
    assert max(columns(line) for block in count_lines(hand, None) for line in block) > 80
    blocks = count_lines(hand, width)
    for block in blocks:
        assert (re.match("  (rows|top) +[A-Z]", block[1]) is not None) is as_table
        assert width is None or max(map(columns, block)) <= width
        assert any(line.startswith("  paid  " if as_table else "  paid: ") for line in block)
    words = " ".join(" ".join(blocks[1]).split())
    assert f"Ann owed 6 but had only 2; Ann 2 -> 0, {LONG} 1000 -> 1002" in words


@pytest.mark.parametrize("width", [40, 60, 80])
def test_wide_letters_are_measured_in_cells(width: int, tmp_path: Path) -> None:
    one, other = "日本語" * 3, "한국어" * 6
    boards = (f"{one}: {ANN}", f"{other}: {BOB}", "Zoë 🃏🃏🃏: foul")
    for facts in ((), ("--stack", f"{one}=5", "--stack", f"{other}=3", "--stack", "Zoë=9")):
        claims = ("--claim", "Zoë=3", "--claim", f"{one}:{other}=2", "--also", "regular")
        args = ("score", "--rules", "pineapple", *boards, *facts, *claims)
        text = run(tmp_path, *args, env={"COLUMNS": str(width)}).stdout
        assert "Claims" in text
        assert max(map(columns, text.split("\n"))) <= width


def test_columns_of_what_is_spelled_out() -> None:
    assert [columns(text) for text in ("Ann", "日本", "日\x1b", "a\u0301", "Q♥", "🃏")] == [3, 4, 6, 1, 2, 2]


def test_a_narrow_terminal_gets_one_line_per_item(tmp_path: Path) -> None:
    text = run(tmp_path, *SCORE, env={"COLUMNS": "40"}).stdout
    assert "  top    Q♥Q♦2♣ +7\n    pair of queens\n" in text
    assert "  top: Ann +1, pair of queens beats pair\n    of jacks\n" in text
    assert max(map(len, text.split("\n"))) <= 40


@pytest.mark.parametrize(
    ("encoding", "card", "dot", "name"),
    [
        ("utf-8", "Q♥ Q♦ 2♣", "·", "José 李"),
        ("cp1252", "Qh Qd 2c", "|", "José ?"),
        ("ascii", "Qh Qd 2c", "|", "Jos? ?"),
    ],
)
def test_encodings(encoding: str, card: str, dot: str, name: str, tmp_path: Path) -> None:
    args = [sys.executable, "-m", "ofc_score", *SCORE[:3], f"José 李: {ANN}", f"Bob: {BOB}"]
    env = environment(tmp_path, PYTHONIOENCODING=encoding)
    done = subprocess.run(args, capture_output=True, cwd=tmp_path, env=env, check=True, timeout=60)
    text = done.stdout.decode(encoding)
    assert f"  top     {card}         +7  pair of queens" in text
    assert f" {dot} button Bob" in text
    assert f"{name} against Bob: {name} +9" in text
    as_json = subprocess.run([*args, "--json"], capture_output=True, cwd=tmp_path, env=env, check=True, timeout=60)
    assert '"José 李"' in as_json.stdout.decode(encoding) or b'"Jos\\u00e9 \\u674e"' in as_json.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("settings", "red"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
    ids=["terminal", "NO_COLOR", "NO_COLOR empty", "dumb"],
)
def test_colour_on_a_terminal_only(settings: dict[str, str], red: bool, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    env = environment(tmp_path, COLUMNS="80", **({"TERM": "xterm"} | settings))
    with subprocess.Popen(
        [sys.executable, "-m", "ofc_score", *SCORE], stdout=theirs, stderr=theirs, cwd=tmp_path, env=env
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # Linux says so when the other end is closed.
        process.wait(timeout=60)
    os.close(ours)
    text = shown.decode()
    assert ("\x1b[31mQ♥\x1b[0m \x1b[31mQ♦\x1b[0m 2♣" in text) is red
    assert ("\x1b" in text) is red
    assert "K♠" in text


def test_no_colour_in_a_pipe(tmp_path: Path) -> None:
    assert "\x1b" not in run(tmp_path, *SCORE, env={"TERM": "xterm"}).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close differently")
@pytest.mark.parametrize("rest", [[], ["--json"]], ids=["text", "json"])
def test_a_closed_pipe_is_no_error(rest: list[str], tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    args = [sys.executable, "-m", "ofc_score", *SCORE, *rest]
    done = subprocess.run(
        args, stdout=writer, stderr=subprocess.PIPE, env=environment(tmp_path), check=False, timeout=60
    )
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        args = [sys.executable, "-m", "ofc_score", *SCORE]
        done = subprocess.run(
            args, stdout=full, stderr=subprocess.PIPE, env=environment(tmp_path), check=False, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr == b"error: the output: No space left on device (send it to a file that can be written)\n"


@given(st.text())
def test_nothing_typed_steers_the_terminal(text: str) -> None:
    cleaned = terminal.clean(text)
    assert not terminal.steers(cleaned)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", cleaned)
    assert terminal.clean(cleaned) == cleaned
    for encoding in ("utf-8", "cp1252", "ascii"):
        assert terminal.fits(terminal.narrow(cleaned, encoding), encoding)


def test_errors_are_cleaned_too() -> None:
    error = CardError.of([Fault("not-a-card", "'\x1b[2J' is not a card", "Ann\x07 top", "")], what="the boards")
    assert (
        terminal.clean(error_text(error)) == "error: one fault in the boards\n  Ann\\x07 top: '\\x1b[2J' is not a card"
    )


TROUBLE = {
    "usage": ("score", "--rules", "a rule nobody has heard of, as far as is known", f"Ann: {ANN}"),
    "a long option": ("status", "--sesssion-of-an-evening-that-has-no-end"),
    "faults": ("score", "--rules", "pineapple", "Ann: QQ2 KK883 AT752h", "Bob: QxQ2 / KK8 / Q2222", "Cy: J"),
    "wide letters": ("score", "--rules", "日本語" * 20),
    "spelled out": ("score", "--rules", "\x07\x1b" * 30),
    "one word": ("score", "--rules", "a" * 3_000),
    "one wide word": ("score", "--rules", "日" * 1_000),
}


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("args", TROUBLE.values(), ids=TROUBLE)
def test_errors_are_as_wide_as_the_terminal(args: tuple[str, ...], width: int, tmp_path: Path) -> None:
    plain = run(tmp_path, *args).stderr.rstrip("\n")
    text = run(tmp_path, *args, env={"COLUMNS": str(width)}).stderr.rstrip("\n")
    assert plain.startswith("error: ") and max(map(columns, plain.split("\n"))) > 40
    first, *rest = text.split("\n")
    assert rest and first.startswith("error: ")
    assert all(line.startswith("  ") for line in rest)
    assert max(map(columns, text.split("\n"))) <= width
    assert "".join(text.split()) == "".join(plain.split())


@pytest.mark.parametrize("word", ["a", "日", "a\u0301", "a b "])
def test_no_error_takes_long_to_wrap(word: str) -> None:
    with at_most(3000):
        text = wrapped(f"error: {word * 20_000}", "utf-8", 40)
    assert max(map(columns, text.split("\n"))) <= 40
    assert "".join(text.split()) == f"error:{''.join(word.split()) * 20_000}"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("columns_of", "width"), [(40, 40), (60, 60), (0, 80)])
def test_errors_know_their_own_terminal(columns_of: int, width: int, tmp_path: Path) -> None:
    """Also where the answer goes into a pipe; a terminal that tells nothing has 80 columns."""
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns_of, 0, 0))
    args = [sys.executable, "-m", "ofc_score", "score", "--rules", " ".join(["pineapples"] * 12)]
    done = subprocess.run(
        args, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, env=environment(tmp_path), check=False, timeout=60
    )
    os.close(theirs)
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert (done.returncode, done.stdout) == (2, b"")
    assert width - 12 < max(map(len, shown.splitlines())) <= width


def test_cells_are_printed_as_they_are() -> None:
    rows = [("007", "1e5", "12.50"), ("nan", "李", "-0"), ("Zoë 🃏", "No", "+3")]
    lines = table(rows, ("left", "left", "right"))
    assert [line.split("  ")[0] for line in lines] == ["007", "nan", "Zoë 🃏"]
    assert [line.split()[-1] for line in lines] == ["12.50", "-0", "+3"]
    assert len({columns(line) for line in lines}) == 1


def test_cards_with_signs() -> None:
    assert [terminal.signed_card(token) for token in ("Qh", "Td", "2c", "As", "Q", "Jo")] == [
        "Q♥", "T♦", "2♣", "A♠", "Q", "Jo",
    ]  # fmt: skip
