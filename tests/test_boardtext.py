"""Board text: every form people type, every fault named with its place, printing as a fixed point."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ofc_score import OfcError, parse_board, read_table, score_table
from ofc_score.boards.board import SLICES, Board, board_of
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import DECK, JOKER, PACKED, RANKS
from ofc_score.cards.evaluate import SUITED, row_key
from ofc_score.errors import CardError, Fault
from ofc_score.rules.ruleset import Ruleset

from .games import GAMES, house
from .oracle.generator import random_options, random_table

PLAIN = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
PINEAPPLE, JOKERS, CHINESE = GAMES["pineapple"], GAMES["joker-ultimate"], GAMES["chinese"]
SURRENDER = house("chinese", surrender=3)


def _faults(text: str | dict[str, str], rules: Ruleset | None = PINEAPPLE) -> list[str]:
    with pytest.raises(CardError) as caught:
        read_table({"": text} if isinstance(text, str) else text, rules)
    return [fault.text() for fault in caught.value.faults]


# Forms of one board

FORMS = {
    "as printed": PLAIN,
    "bars, blanks and 10": "Qh Qd 2c | Ks Kd 8h 8c 3d | Ah 10h 7h 5h 2h",
    "commas, small letters": "qh,qd,2c / ks,kd,8h,8c,3d / ah,th,7h,5h,2h",
    "black and red signs": "Q♥Q♦2♣ / K♠K♦8♥8♣3♦ / A♥T♥7♥5♥2♥",
    "three groups": "QhQd2c KsKd8h8c3d AhTh7h5h2h",
    "thirteen cards": "QhQd2cKsKd8h8c3dAhTh7h5h2h",
    "thirteen cards with blanks": "Qh Qd 2c Ks Kd 8h 8c 3d Ah Th 7h 5h 2h",
    "thirteen cards with commas": "Qh,Qd,2c,Ks,Kd,8h,8c,3d,Ah,Th,7h,5h,2h",
    "white signs": "Q♡Q♢2♧ / K♤K♢8♡8♧3♢ / A♡T♡7♡5♡2♡",
    "emoji signs": "Q♥️Q♦️2♣️ / K♠️K♦️8♥️8♣️3♦️ / A♥️10♥️7♥️5♥️2♥️",
    "text signs": "Q♥\ufe0eQ♦\ufe0e2♣\ufe0e / K♠\ufe0eK♦8♥8♣3♦ / A♥T♥7♥5♥2♥",
    "capitals": "QHQD2C / KSKD8H8C3D / AHTH7H5H2H",
    "suit sign first": "♥Q♦Q♣2 / ♠K♦K♥8♣8♦3 / ♥A♥10♥7♥5♥2",
    "suit letter first": "hQ dQ c2 / sK dK h8 c8 d3 / hA hT h7 h5 h2",
    "no blanks": "QhQd2c/KsKd8h8c3d/AhTh7h5h2h",
    "many blanks": "  Qh  Qd 2c  /  KsKd 8h8c 3d\t/ AhTh7h5h2h  ",
    "a line for each row": "Qh Qd 2c\nKs Kd 8h 8c 3d\nAh Th 7h 5h 2h\n",
    "three lines of rows": "QhQd2c\nKsKd8h8c3d\nAhTh7h5h2h",
    "the flush as a quick row": "QhQd2c / KsKd8h8c3d / AT752h",
    "the flush as a quick row with 10": "QhQd2c / KsKd8h8c3d / A10752H",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("rules", [None, PINEAPPLE, JOKERS], ids=["any game", "pineapple", "joker-ultimate"])
def test_forms_of_one_board(text: str, rules: Ruleset | None) -> None:
    board = parse_board(text, rules)
    assert board == parse_board(PLAIN)
    assert board.text() == PLAIN
    assert " ".join(board.tokens) == "Qh Qd 2c Ks Kd 8h 8c 3d Ah Th 7h 5h 2h"


@pytest.mark.parametrize(
    "row", ["10s Qd 2c", "10SQD2C", "TsQd2c", "tsqd2c", "10♠Q♦2♣", "♠10♦Q♣2", "s10 dQ c2", "10 s,Q d,2 c"]
)
def test_tens(row: str) -> None:
    assert parse_board(f"{row} / KsKd8h8c3d / AhTh7h5h2h").row_tokens(0) == ("Ts", "Qd", "2c")


JOKER_ROWS = {
    "Jo": "QhJo2c",
    "small": "Qhjo2c",
    "capitals": "QhJO2c",
    "star": "Qh*2c",
    "card sign": "Qh🃏2c",
    "JK": "Qh JK 2c",
    "jk with commas": "Qh,jk,2c",
    "joker": "Qh joker 2c",
    "Joker": "Qh Joker 2c",
    "X1": "Qh X1 2c",
    "x2": "Qh x2 2c",
}


@pytest.mark.parametrize("row", JOKER_ROWS.values(), ids=JOKER_ROWS)
def test_forms_of_the_joker(row: str) -> None:
    board = parse_board(f"{row} / KsKd8h8c3d / AhTh7h5h2h", JOKERS)
    assert board.text() == "QhJo2c / KsKd8h8c3d / AhTh7h5h2h"
    assert board.jokers == 1


def test_jokers_first_and_last_in_a_row() -> None:
    board = parse_board("JoQh2c / KsKd8h8cJo / AhTh7h5h2h", JOKERS)
    assert board.text() == "JoQh2c / KsKd8h8cJo / AhTh7h5h2h"
    assert parse_board("X1 Qh 2c X2 KsKd8h8c AhTh7h5h2h", JOKERS).text() == "JoQh2c / JoKsKd8h8c / AhTh7h5h2h"


# Quick rows

QUICK: list[tuple[str, str, str]] = [
    ("QQ2 KK883 AT752f", "QQ2 / KK883 / AT752f", "a whole board in 17 keys"),
    ("qq2/kk883/at752F", "QQ2 / KK883 / AT752f", "small letters"),
    ("QQ2 KK883 AT752h", "QQ2 / KK883 / AhTh7h5h2h", "the suit told"),
    ("QQ2 KK883 AT752♥️", "QQ2 / KK883 / AhTh7h5h2h", "the suit as a sign"),
    ("QhQd2c / KK883 / A10752f", "QhQd2c / KK883 / AT752f", "forms mixed between rows"),
    ("JK5 QQ88A AT752", "JK5 / QQ88A / AT752", "JK5 is jack, king, five"),
    ("jk5 / QQ88A / AT752", "JK5 / QQ88A / AT752", "also in small letters"),
    ("AK2h QQ88A AT752", "AhKh2h / QQ88A / AT752", "a top of one suit"),
    ("Q Q 2 / K K 8 8 3 / A T 7 5 2 f", "QQ2 / KK883 / AT752f", "blanks between ranks"),
    ("QQ2KK883AT752", "QQ2 / KK883 / AT752", "thirteen ranks in a row"),
    ("10 10 2 / KK883 / A9752f", "TT2 / KK883 / A9752f", "tens as 10"),
    ("QQ2KK883AT752h", "QQ2 / KK883 / AhTh7h5h2h", "a run with a suit at its end"),
    ("Q Q 2 KK883 AT752h", "QQ2 / KK883 / AhTh7h5h2h", "blanks in the top row only"),
    ("QQ2 KK883 A T 7 5 2 f", "QQ2 / KK883 / AT752f", "blanks in the bottom row only"),
    ("QQ2 KK883 Ah Th 7h 5h 2h", "QQ2 / KK883 / AhTh7h5h2h", "full cards with blanks behind quick rows"),
    ("QhQd2cKsKd8h8c3dAT752h", "QhQd2c / KsKd8h8c3d / AhTh7h5h2h", "a quick row behind full cards in a run"),
    ("AK2hQJT98f76543", "AhKh2h / QJT98f / 76543", "a suit and f inside a run end their rows"),
    ("QQ2 ; KK883 ; AT752h", "QQ2 / KK883 / AhTh7h5h2h", "semicolons between rows"),
    ("QQ2 // KK883 // AT752h", "QQ2 / KK883 / AhTh7h5h2h", "doubled strokes"),
    ("QQ2 / KK883 / AT752h /", "QQ2 / KK883 / AhTh7h5h2h", "a stroke at the end"),
    (r"QQ2 \ KK883 \ AT752h", "QQ2 / KK883 / AhTh7h5h2h", "strokes that lean back"),
    ("ＱＱ２／KK883｜AT752h", "QQ2 / KK883 / AhTh7h5h2h", "full-width letters and signs"),
    ("(QQ2) (KK883) (AT752h)", "QQ2 / KK883 / AhTh7h5h2h", "brackets"),
    ("[Q Q 2][K K 8 8 3][A T 7 5 2 h]", "QQ2 / KK883 / AhTh7h5h2h", "brackets and blanks"),
    ("(QQ2 / KK883 / AT752h)", "QQ2 / KK883 / AhTh7h5h2h", "brackets round all of it"),
    ("【QQ2】 KK883 AT752h", "QQ2 / KK883 / AhTh7h5h2h", "brackets round one row"),
]


@pytest.mark.parametrize(("text", "printed"), [case[:2] for case in QUICK], ids=[case[2] for case in QUICK])
def test_quick_rows(text: str, printed: str) -> None:
    board = parse_board(text, PINEAPPLE)
    assert board.text() == printed
    assert parse_board(printed, PINEAPPLE) == board


def test_quick_rows_with_jokers() -> None:
    board = parse_board("QJo3 / KK884 / A*752f", JOKERS)
    assert board.text() == "QJo3 / KK884 / AJo752f"
    assert parse_board("JJo5 / KK884 / AT752", JOKERS).text() == "JJo5 / KK884 / AT752"
    assert parse_board("QQ3 / KK884 / AJo752h", JOKERS).text() == "QQ3 / KK884 / AhJo7h5h2h"


def test_category_of_quick_rows() -> None:
    """Ranks alone are never a flush; a suit letter or f is one."""
    boards = {"A": "432 / 98765 / AKQJT", "B": "432 / 98765f / AKQJTs"}
    rows = [score_table({"A": parse_board(text)}, PINEAPPLE).players["A"].rows for text in boards.values()]
    assert [[row.category for row in found.values()] for found in rows if found] == [
        ["high-card", "straight", "straight"],
        ["high-card", "straight-flush", "royal-flush"],
    ]


# Instead of the cards


@pytest.mark.parametrize(
    ("text", "kind", "printed"),
    [
        ("foul", "foul", "foul"),
        ("Foul", "foul", "foul"),
        ("x", "foul", "foul"),
        ("X ", "foul", "foul"),
        ("-", "out", "-"),
        ("–", "out", "-"),
        ("—", "out", "-"),
        ("－", "out", "-"),
        ("surrender", "surrender", "surrender"),
        ("dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd", "natural", "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd"),
        ("Dragon 2c3c4c / 5c6c7c8c9d / 10dJdQdKdAd", "natural", "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd"),
        ("dragon 23456789TJQKA", "natural", "dragon 23456789TJQKA"),
        ("six-pairs 2s2d4s4d6s6d8s8dTsThQsQhKh", "natural", "six-pairs 2s2d4s4d6s6d8s8dTsThQsQhKh"),
        ("six-pairs 2222 4466 88 TTT", "natural", "six-pairs 2222446688TTT"),
        ("six pairs 2222 4466 88 TTT", "natural", "six-pairs 2222446688TTT"),
        ("Sixpairs: 2222446688TTT", "natural", "six-pairs 2222446688TTT"),
        ("6 pairs 2222446688TTT", "natural", "six-pairs 2222446688TTT"),
        ("3 straights AKQ JT987 65432", "natural", "three-straights AKQJT98765432"),
        ("three_straights AKQ JT987f 65432", "natural", "three-straights AKQJT98765432"),
        ("three-flushes AKQh JT987h 65432s", "natural", "three-flushes AhKhQhJhTh9h8h7h6s5s4s3s2s"),
        ("three-flushes AKQh / JT987h / 65432s", "natural", "three-flushes AhKhQhJhTh9h8h7h6s5s4s3s2s"),
        ("three flushes 65432s | JT987h | AKQh", "natural", "three-flushes 6s5s4s3s2sJhTh9h8h7hAhKhQh"),
        ("three flush AKQhJT987h65432s", "natural", "three-flushes AhKhQhJhTh9h8h7h6s5s4s3s2s"),
        ("three-flushes AhKhQh JT987h 6s5s4s3s2s", "natural", "three-flushes AhKhQhJhTh9h8h7h6s5s4s3s2s"),
        ("three-flushes AKQf JT987f 65432f", "natural", "three-flushes AKQf / JT987f / 65432f"),
        ("three-flushes JT987f 65432s AKQf", "natural", "three-flushes JT987f / 6s5s4s3s2s / AKQf"),
    ],
)
def test_instead_of_the_cards(text: str, kind: str, printed: str) -> None:
    board = parse_board(text, SURRENDER)
    assert (board.kind, board.text()) == (kind, printed)
    assert parse_board(printed, SURRENDER) == board


# Faults

ONE_SUIT = "give every card of the row its suit, or none"
FAULTS: list[tuple[str, str, list[str]]] = [
    ("two cards on top", "QhQd / KsKd8h8c3d / AhTh7h5h2h", ["top: 2 cards, must be 3"]),
    ("six in the middle", "QhQd2c / KsKd8h8c3d4d / AhTh7h5h2h", ["middle: 6 cards, must be 5"]),
    ("quick row too short", "QQ2 / KK88 / AT752f", ["middle: 4 cards, must be 5"]),
    ("empty row", "QhQd2c / / AhTh7h5h2h", ["middle: no cards, must be 5"]),
    ("two rows", "QhQd2c / KsKd8h8c3d", ["one separator; a board is top / middle / bottom"]),
    ("four rows", "Qh/Qd2c/KsKd8h8c3d/AhTh7h5h2h", ["3 separators; a board is top / middle / bottom"]),
    (
        "twelve cards",
        "QhQd2cKsKd8h8c3dAhTh7h5h",
        ["12 cards in one row (separate top / middle / bottom, or write all 13 cards)"],
    ),
    (
        "bottom first",
        "AhTh7h5h2h / KsKd8h8c3d / QhQd2c",
        ["the rows stand bottom first (begin with the row of three cards)"],
    ),
    (
        "bottom first, quick",
        "AT752f KK883 QQ2",
        ["the rows stand bottom first (begin with the row of three cards)"],
    ),
    ("rank 1", "1hQd2c / KsKd8h8c3d / AhTh7h5h2h", ["top: '1h' is not a card (did you mean A or 10?)"]),
    ("Cyrillic king", "КhQd2c / KsKd8h8c3d / AhTh7h5h2h", ["top: 'Кh' is not a card (did you mean K?)"]),
    ("Cyrillic ace", "QhQd2c / KsKd8h8c3d / АhTh7h5h2h", ["bottom: 'Аh' is not a card (did you mean A?)"]),
    ("Cyrillic ten", "QhQd2c / KsKd8h8c3d / AhТh7h5h2h", ["bottom: 'Тh' is not a card (did you mean T?)"]),
    ("French valet", "VhQd2c / KsKd8h8c3d / AhTh7h5h2h", ["top: 'Vh' is not a card (did you mean J?)"]),
    ("French dame", "DhQd2c / KsKd8h8c3d / AhTh7h5h2h", ["top: Dh has no rank (did you mean Q?)"]),
    ("French roi", "QhQd2c / RsKd8h8c3d / AhTh7h5h2h", ["middle: 'Rs' is not a card (did you mean K?)"]),
    ("bare x", "QQx / KK883 / AT752f", ["top: 'x' is not a card (name the card, or Jo for a joker)"]),
    (
        "two bare x",
        "QxX / KK883 / AT752f",
        [
            "top: 'x' is not a card (name the card, or Jo for a joker)",
            "top: 'X' is not a card (name the card, or Jo for a joker)",
        ],
    ),
    ("a suit missing", "QhQ2c / KsKd8h8c3d / AhTh7h5h2h", [f"top: no suit for Q beside cards with suits ({ONE_SUIT})"]),
    (
        "a suit for the last card only",
        "QQ2c / KK883 / AT752f",
        [f"top: a suit at the end is the suit of the whole row, and Qc would be there twice ({ONE_SUIT})"],
    ),
    (
        "f with a pair",
        "QQ2 / KK883f / AT752f",
        ["middle: a flush cannot hold the eight and king twice (leave out the f)"],
    ),
    ("f in the row", "QQ2 / KfK883 / AhTh7h5h2h", ["middle: f stands at the end of a row of ranks (AT752f)"]),
    ("a card twice", "QhQd2c / KsKd8h8c3d / AhTh7h5h2c", ["2c: top, bottom (each card is in the deck once)"]),
    ("twice in a row", "QhQdQh / KsKd8h8c3d / AhTh7h5h2h", ["Qh: top, top (each card is in the deck once)"]),
    ("five of a rank", "QQ2 / KK883 / QQQ75", ["Q: 5 queens on the table: top, bottom (a deck has four of each rank)"]),
    (
        "a joker",
        "QhJo2c / KsKd8h8c3d / AhTh7h5h2h",
        ["top: a joker in a game without jokers (pineapple is played without jokers; joker-ultimate has two)"],
    ),
    (
        "ends of rows not clear",
        "QQ2KK883fAT752",
        ["13 cards, where each row ends is not clear (put / between the rows)"],
    ),
    (
        "a suit between two rows",
        "QQ2 KK883 h A T 7 5 2",
        ["13 cards, where each row ends is not clear (put / between the rows)"],
    ),
    (
        "twelve cards of both forms",
        "QQ2 KK883 Ah Th 7h 5h",
        ["12 cards in one row (separate top / middle / bottom, or write all 13 cards)"],
    ),
    (
        "a name without its colon",
        "Ann QQ2 KK883 AT752h",
        ["'Ann' is not a card; a colon follows a name (Ann: QQ2 KK883 AT752h)"],
    ),
    (
        "a name of two words without its colon",
        "Dr Who QQ2 / KK883 / AT752h",
        ["'Dr Who' is not a card; a colon follows a name (Dr Who: QQ2 / KK883 / AT752h)"],
    ),
    ("Ann foul", "Ann foul", ["'Ann' is not a card; a colon follows a name (Ann: foul)"]),
    ("fouled", "Fouled", ["'Fouled' is not a board (did you mean foul?)"]),
    ("out", "out", ["'out' is not a board (write - for a seat that sits out)"]),
    ("surrendered", "surrenderd", ["'surrenderd' is not a board (did you mean surrender?)"]),
    ("nothing", "  ", ["no board (write the three rows, foul, or - for sitting out)"]),
    ("much too long", "Qh " * 200, ["a board has at most 400 characters"]),
    ("no surrender", "surrender", ["this game has no surrender (write foul, or the cards)"]),
    (
        "no dragon here",
        "dragon 2c3c4c5c6c7c8c9dTdJdQdKdAd",
        ["pineapple pays no dragon (write the board without it)"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_fault(text: str, expected: list[str]) -> None:
    assert _faults(text) == expected


NATURAL_FAULTS: list[tuple[str, str, list[str]]] = [
    (
        "no dragon",
        "dragon 2c2d4c5c6c7c8c9dTdJdQdKdAd",
        ["dragon: no dragon: several twos, no 3"],
    ),
    (
        "five pairs",
        "six-pairs 2s2d4s4d6s6d8s8dTsThQsJhKh",
        ["six-pairs: no six-pairs: the cards hold 5 pairs, six are needed"],
    ),
    (
        "no straights",
        "three-straights 2s3s4s5s6s 7d8d9dTdJd KhAd2c",
        ["three-straights: no three-straights: the cards do not split into straights of 5, 5 and 3 cards"],
    ),
    (
        "no flushes",
        "three-flushes 2s3s4s5s7s 7d8d9dTdQd KhAd3h",
        [
            "three-flushes: no three-flushes: 6 diamonds, 2 hearts, 5 spades do not split into flushes of 5, 5 and 3"
            " cards"
        ],
    ),
    (
        "a row beside flushes of untold suits",
        "three-flushes AKQf / JsTs9s8s7h / 6s5s4s3s2h",
        ["three-flushes: no three-flushes: 2 hearts, 8 spades do not split into flushes of 5 and 5 cards"],
    ),
    (
        "one row beside flushes of untold suits",
        "three-flushes AKQf / JT987f / 6s5s4s3s2h",
        ["three-flushes: no three-flushes: 1 heart, 4 spades do not split into a flush of 5 cards"],
    ),
    (
        "a quick row without its suit",
        "three-flushes AKQ JT987h 65432s",
        ["three-flushes: no three-flushes: the suits must be told"],
    ),
    ("misspelled", "drgon 23456789TJQKA", ["'drgon' is not a special hand (did you mean dragon?)"]),
    (
        "misspelled in two words",
        "six pears 2222 4466 88 TTT",
        ["'six-pears' is not a special hand (did you mean six-pairs?)"],
    ),
    ("untold suits", "three-flushes 23457 789TQ KA3", ["three-flushes: no three-flushes: the suits must be told"]),
    ("twelve cards", "dragon 2c3c4c5c6c7c8c9dTdJdQdKd", ["dragon: 12 cards, must be 13"]),
    ("not a card", "dragon 1c3c4c5c6c7c8c9dTdJdQdKdAd", ["dragon: '1c' is not a card (did you mean A or 10?)"]),
    (
        "a card twice",
        "dragon 2c2c4c5c6c7c8c9dTdJdQdKdAd",
        ["2c: dragon, dragon (each card is in the deck once)"],
    ),
    (
        "a joker",
        "dragon Jo3c4c5c6c7c8c9dTdJdQdKdAd",
        ["dragon: a natural is declared without jokers"],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in NATURAL_FAULTS], ids=[case[0] for case in NATURAL_FAULTS]
)
def test_fault_of_a_natural(text: str, expected: list[str]) -> None:
    assert _faults(text, CHINESE) == expected


def test_a_bad_natural_beside_good_boards() -> None:
    """It neither vanishes from the table nor hides what else is wrong."""
    texts = {"Ann": "dragon 2c2c4c5c6c7c8c9dTdJdQdKdAd", "Bob": PLAIN.replace("Qh", "Ad")}
    assert _faults(texts, CHINESE) == [
        "2c: Ann dragon, Ann dragon, Bob top (each card is in the deck once)",
        "8c: Ann dragon, Bob middle (each card is in the deck once)",
        "Qd: Ann dragon, Bob top (each card is in the deck once)",
        "Kd: Ann dragon, Bob middle (each card is in the deck once)",
        "Ad: Ann dragon, Bob top (each card is in the deck once)",
    ]


def test_a_card_twice_over_the_table() -> None:
    texts = {"Ann": "QhQd2c / KsKd7h8c3d / AhTh6h5h2h", "Bob": "JsJc3s / 9c9d5s5c2s / KhQs7hTs4d"}
    assert _faults(texts) == ["7h: Ann middle, Bob bottom (each card is in the deck once)"]


def test_quick_rows_count_ranks_over_the_table() -> None:
    texts = {"Ann": "KK2 KQ883 AT752", "Bob": "KhJ3 / 99552 / AK764"}
    assert _faults({**texts, "Bob": "KJ3 99552 AK764"}) == [
        "K: 5 kings on the table: Ann top, Ann middle, Bob top, Bob bottom (a deck has four of each rank)"
    ]
    read = read_table({**texts, "Bob": "KJ3 99552 AJ764"}, PINEAPPLE)
    assert [board.text() for board in read.values()] == ["KK2 / KQ883 / AT752", "KJ3 / 99552 / AJ764"]


def test_a_card_told_twice_is_one_card_of_its_rank() -> None:
    texts = {"Ann": "KsKd2c / KK883 / AT752", "Bob": "KsQh3s / 99552 / AJ764"}
    assert _faults(texts) == ["Ks: Ann top, Bob top (each card is in the deck once)"]


def test_jokers_do_not_count_as_ranks() -> None:
    boards = read_table({"Ann": "AAJo / 99552 / KKKJo2", "Bob": "AA3 / 87655 / QQJJ4"}, JOKERS)
    assert sum(board.jokers for board in boards.values()) == 2


def test_too_many_jokers() -> None:
    texts = {"Ann": "AhAdJo / 9c9d5s5c2s / KsKdKcJo2c", "Bob": "AsAcJo / 8c7d6d5d5h / QsQdJcJd4h"}
    assert _faults(texts, JOKERS) == ["table: 3 jokers on the table, the deck has two jokers"]
    one = house("joker-ultimate", deck={"jokers": 1})
    assert _faults("AhAdJo / 9c9d5s5c2s / KsKdKcJo2c", one) == ["table: 2 jokers on the table, the deck has one joker"]


def test_all_faults_at_once() -> None:
    """Every board is looked at to its end, and the table as a whole, in one pass."""
    texts = {
        "Ann": "1hQd2c / KsKd8h8c / AhTh7h5h2h",
        "Bob": "QQx / Jo9552 / AhKh7hJh4h",
        "Cy": "AT752f KK883 QQ2",
        "Dee": "surrender",
    }
    assert _faults(texts) == [
        "Ann top: '1h' is not a card (did you mean A or 10?)",
        "Ann middle: 4 cards, must be 5",
        "Bob top: 'x' is not a card (name the card, or Jo for a joker)",
        "Cy: the rows stand bottom first (begin with the row of three cards)",
        "Dee: this game has no surrender (write foul, or the cards)",
        "Ah: Ann bottom, Bob bottom (each card is in the deck once)",
        "7h: Ann bottom, Bob bottom (each card is in the deck once)",
        "2: 5 twos on the table: Ann top, Ann bottom, Bob middle, Cy top, Cy bottom (a deck has four of each rank)",
        "K: 5 kings on the table: Ann middle, Bob bottom, Cy middle (a deck has four of each rank)",
    ]


def test_the_error_as_people_and_programs_get_it() -> None:
    with pytest.raises(OfcError) as caught:
        parse_board("QhQd / KsKd8h8c3d / AhTh7h5h2h")
    error = caught.value
    assert (error.code, error.exit_code, str(error)) == ("bad-cards", 3, "one fault in the board")
    assert error.faults == (Fault("row-size", "2 cards, must be 3", "top", ""),)
    assert error.as_dict() == {
        "error": {
            "code": "bad-cards",
            "message": "one fault in the board",
            "hint": "",
            "faults": [{"code": "row-size", "message": "2 cards, must be 3", "where": "top", "hint": "", "line": 0}],
        }
    }


# Properties


@given(st.text(max_size=60))
@example("ſ♥")
@example("Kh")
@example("\ud800 / / ")
@example("QhQd2c / KsKd8h8c3d / AhTh7h5h2h\x00")
def test_any_text_is_a_board_or_one_error(text: str) -> None:
    try:
        board = parse_board(text, JOKERS)
    except CardError as error:
        assert error.faults
    else:
        assert parse_board(board.text(), JOKERS) == board


@given(st.text(alphabet="23456789TJQKA10cdhsf/|*,JoJKx ♥♦♣♠", max_size=60))
def test_nearly_a_board_is_a_board_or_one_error(text: str) -> None:
    try:
        board = parse_board(text, None)
    except CardError as error:
        assert all(fault.message for fault in error.faults)
    else:
        assert parse_board(board.text(), None) == board


SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
JOKER_WORDS = ("Jo", "jo", "*", "🃏", " JK ", " joker ", " X1 ", ",x2,")


def _spelled(card: str, rng: random.Random, *, suit_first: bool) -> str:
    if card == JOKER:
        return rng.choice(JOKER_WORDS)
    rank, suit = card[0], card[1:]
    if rank == "T" and rng.random() < 0.4:
        rank = "10"
    if suit and rng.random() < 0.4:
        suit = rng.choice(SIGNS[suit]) + rng.choice(("", "\ufe0f", "\ufe0e"))
    said = suit + rank if suit_first else rank + suit
    return said.lower() if rng.random() < 0.3 else said


def _row_spelled(cards: tuple[str, ...], rng: random.Random) -> str:
    suits = {card[1] for card in cards if card != JOKER}
    ranks = [card[0] for card in cards if card != JOKER]
    if len(suits) == 1 and len(ranks) > 1 and rng.random() < 0.3:
        return "".join("Jo" if card == JOKER else card[0] for card in cards) + suits.pop()
    suit_first = rng.random() < 0.2
    gap = rng.choice(("", " ", ",", ", ", "  "))
    return gap.join(_spelled(card, rng, suit_first=suit_first) for card in cards)


def _spellings(board: Board, rng: random.Random) -> str:
    rows = [_row_spelled(board.row_tokens(row), rng) for row in range(3)]
    closed = [row.strip(" ,") for row in rows]
    if rng.random() < 0.3 and not any(set(row) & set(" ,") for row in closed):
        return " ".join(closed)
    return rng.choice(("/", " / ", "|", " | ", " /")).join(rows)


@given(st.permutations([*DECK, JOKER, JOKER]), st.randoms(use_true_random=False))
def test_every_spelling_is_the_same_board_and_printing_is_a_fixed_point(deck: list[str], rng: random.Random) -> None:
    board = board_of(tuple(deck[:13]))
    assert parse_board(board.text(), JOKERS) == board
    for _ in range(3):
        text = _spellings(board, rng)
        read = parse_board(text, JOKERS)
        assert read == board, text
        assert read.text() == board.text()


def test_what_the_fast_and_the_careful_reading_make_of_the_same_cards_is_equal() -> None:
    """A board as printed is read in one step; blanks, bars and letters in small take the long way."""
    rng = random.Random(8)
    for _ in range(300):
        text = board_of(tuple(rng.sample([*DECK, JOKER, JOKER], 13))).text()
        fast = parse_board(text, JOKERS)
        for other in (text.lower(), text.replace("/", "|"), text.replace(" / ", " "), text.replace(" / ", "\n")):
            assert parse_board(other, JOKERS) == fast


@pytest.mark.parametrize("game", GAMES)
def test_printing_is_a_fixed_point_for_all_typed_forms(game: str) -> None:
    rng = random.Random(game)
    for _ in range(60):
        boards = read_table(random_table(rng, random_options(rng))["boards"], None)
        for board in boards.values():
            assert parse_board(board.text()) == board
            assert parse_board(board.text()).text() == board.text()


# Quick rows score like full rows


def _same_score(quick: str, full: str, rules: Ruleset) -> None:
    def said(text: str) -> object:
        player = score_table({"Ann": parse_board(text, rules)}, rules).players["Ann"].as_dict()
        rows = {
            name: {**row, "cards": None, "reads_as": sorted(card[0] for card in row["reads_as"])}
            for name, row in player["rows"].items()
        }
        return {**player, "rows": rows}

    assert said(quick) == said(full), (quick, full)


def _quick_rows(cards: tuple[str, ...]) -> list[str]:
    """Every quick form of a row; a row that is a flush as far as it goes needs its suit, or f."""
    naturals = [card for card in cards if card != JOKER]
    ranks = "".join(card if card == JOKER else card[0] for card in cards)
    one_suit = len({card[1] for card in naturals}) == 1
    if len(cards) == 3:
        return [ranks, ranks + naturals[0][1]] if one_suit and len(naturals) > 1 else [ranks]
    return [ranks + naturals[0][1], ranks + "f"] if one_suit else [ranks]


@pytest.mark.parametrize("game", ["pineapple", "joker-ultimate", "pineapple-2-7", "chinese"])
def test_quick_rows_score_like_the_same_board_with_suits(game: str) -> None:
    rules = GAMES[game]
    rng = random.Random(f"quick {game}")
    done = 0
    while done < 120:
        table = random_table(rng, dict(rules.mapping))
        for board in read_table(table["boards"], rules).values():
            tokens = board.tokens
            if board.kind != "cards" or any(len(token) == 1 for token in tokens):
                continue
            rows = [tokens[part] for part in SLICES]
            for forms in product(*([("".join(row)), *_quick_rows(row)] for row in rows)):
                _same_score(" / ".join(forms), board.text(), rules)
            done += 1


def test_every_quick_top_scores_like_the_top_with_suits() -> None:
    """All 455 tops of ranks, over rows that hold none of their cards."""
    for ranks in combinations_with_replacement(RANKS, 3):
        full = "".join(rank + "hdc"[place] for place, rank in enumerate(ranks))
        _same_score(f"{''.join(ranks)} / 4s5s6s7s9s / 2sTsJsQsKs", f"{full} / 4s5s6s7s9s / 2sTsJsQsKs", PINEAPPLE)


def _typed_key(text: str) -> int:
    row = read_cards(text)
    assert not row.faults
    key = row_key(sum(PACKED[token] for token in row.tokens))
    return key | SUITED if row.unknown_flush else key


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_every_quick_five_card_row_is_the_row_with_suits(jokers: int) -> None:
    """All ranks that five cards can have, with jokers too: what scoring is told is the same number."""
    for ranks in combinations_with_replacement(RANKS, 5 - jokers):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        quick, jokers_typed = "".join(ranks), "Jo" * jokers
        suits = ["shdc"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        if len(set(suits)) == 1:
            suits[0] = "d"
        mixed = "".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
        assert _typed_key(quick + jokers_typed) == _typed_key(mixed + jokers_typed)
        if len(set(ranks)) == len(ranks):
            suited = _typed_key("".join(rank + "h" for rank in ranks) + jokers_typed)
            assert suited == _typed_key(jokers_typed + quick + "h") == _typed_key(quick + jokers_typed + "f")
            assert suited != _typed_key(quick + jokers_typed)


# One suit all over a board


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("suit", "cdhs")
def test_a_board_nearly_all_of_one_suit_is_what_its_cards_are(suit: str, jokers: int) -> None:
    """Ten cards of a suit are more than a row can hold: the quick way must not count them into one number."""
    rng = random.Random(f"{suit} {jokers}")
    same, others = ([card for card in DECK if (card[1] == suit) is wanted] for wanted in (True, False))
    for number in range(400):
        many = rng.randint(8, 13 - jokers)
        tokens = [JOKER] * jokers + rng.sample(same, many) + rng.sample(others, 13 - jokers - many)
        if number % 2:
            tokens[-1] = "2c" if "2c" not in tokens else tokens[-1]
        rng.shuffle(tokens)
        expected = board_of(tuple(tokens))
        board = parse_board(expected.text(), JOKERS)
        assert board == expected
        assert board.mask == sum(1 << 4 * RANKS.index(one[0]) + "cdhs".index(one[1]) for one in tokens if one != JOKER)


def test_a_flush_with_a_joker_beside_nine_more_of_its_suit() -> None:
    boards = read_table({"Ann": "JsJh6h / 8sQs6s3s9s / Jo4sTs7s2s", "Bob": "foul"}, JOKERS)
    ann = score_table(boards, JOKERS).players["Ann"]
    assert not ann.foul
    assert ann.scored.royalties == (6, 8, 4)
