"""Random rulesets and random tables for the slow scorer and the real one.

Everything is drawn from the ``random.Random`` passed in, so that a seed names a table for good.
Boards are built row by row from patterns (pairs, trips, wheels, flushes, quads ...) out of one deck, since dealt
cards laid at random are nearly always fouls; about three boards in four are made legal.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from .scorer import RANKS, ROWS, SIZES, SUITS, Rules, dealt_counts, score

Row = list[str]
NAMES = ("Ann", "Bob", "Cy", "Dee")

# --- rulesets ---------------------------------------------------------------------------------------------------

_TOP_PAIRS: dict[Any, int] = {6: 1, 7: 2, 8: 3, 9: 4, "T": 5, "J": 6, "Q": 7, "K": 8, "A": 9}
_TOP_TRIPS: dict[Any, int] = {2: 10, 3: 11, 4: 12, 5: 13, 6: 14, 7: 15, 8: 16, 9: 17}
_TOP_TRIPS |= {"T": 18, "J": 19, "Q": 20, "K": 21, "A": 22}
_MIDDLE = {
    "three-of-a-kind": 2,
    "straight": 4,
    "flush": 8,
    "full-house": 12,
    "four-of-a-kind": 20,
    "straight-flush": 30,
    "royal-flush": 50,
}
_BOTTOM = {"straight": 2, "flush": 4, "full-house": 6, "four-of-a-kind": 10, "straight-flush": 15, "royal-flush": 25}
_LOW_TABLE = {9: 1, 8: 2, 7: 4, 75432: 8}
_LADDER = [{"top": top, "cards": cards} for top, cards in (("QQ", 14), ("KK", 15), ("AA", 16), ("trips", 17))]
_STAY = [{"top": "trips"}, {"bottom": "four-of-a-kind"}]
_STAY_FULL = [{"top": "trips"}, {"middle": "full-house"}, {"bottom": "four-of-a-kind"}]


def _fantasyland(enter: list[dict[str, Any]], stay: list[dict[str, Any]], cards: int | str) -> Rules:
    return {"enter": enter, "stay": stay, "stay_cards": cards, "button": "frozen", "last_player": "buy-in"}


def _open_game(name: str, seats: int, deal: tuple[int, int, int], fantasyland: Rules) -> Rules:
    return {
        "name": name,
        "title": name,
        "notes": "Discards stay face down.",
        "players": {"min": 2, "max": seats},
        "deck": {"jokers": 0},
        "deal": {part: cards for part, cards in zip(("first", "then", "keep"), deal, strict=True) if cards},
        "dealer_sits_out": False,
        "points": {"row": 1, "scoop": 3, "overall": 0},
        "rows": {"middle": "high"},
        "royalties": {
            "paid": "all",
            "mode": "add",
            "top": {"pair": _TOP_PAIRS, "trips": _TOP_TRIPS},
            "middle": _MIDDLE,
            "bottom": _BOTTOM,
        },
        "foul": {"pays": "scoop", "pays_royalties": True, "tie_legal": True},
        "fantasyland": fantasyland,
        "naturals": "none",
        "surrender": "none",
        "count": {"order": "pairs", "loser_cap": True, "winner_cap": True, "bust_leaves_hand": False},
        "set": {"rebuy": "set-end", "join": "set-start", "sit_out": "forced"},
    }


def _closed_game(name: str) -> Rules:
    game = _open_game(name, 4, (13, 0, 0), {})
    game["points"] = {"row": 1, "scoop": 0, "overall": 0}
    game["royalties"] = game["fantasyland"] = "none"
    game["foul"] = {"pays": "rows", "pays_royalties": True, "tie_legal": False}
    game["count"] = {"order": "pairs", "loser_cap": False, "winner_cap": False, "bust_leaves_hand": False}
    return game


def shipped() -> dict[str, Rules]:
    """The eight games everybody gets, each as one complete mapping."""
    one, pine = (5, 1, 1), (5, 3, 2)
    low_enter: list[dict[str, Any]] = [
        {"top": "KK", "cards": 14},
        {"middle": 75432, "cards": 14},
        {"top": "KK", "middle": 75432, "cards": 15},
    ]
    low = _open_game("pineapple-2-7", 3, pine, _fantasyland(low_enter, _STAY, 14))
    low["rows"] = {"middle": {"low": "deuce-to-seven", "qualifier": "T"}}
    low["royalties"]["middle"] = _LOW_TABLE
    joker = _open_game("joker-ultimate", 3, pine, _fantasyland(_LADDER, _STAY, "entry"))
    joker["deck"] = {"jokers": 2}
    chinese = _closed_game("chinese")
    chinese["royalties"] = {
        "paid": "row-winner",
        "mode": "replace",
        "top": {"trips": 3},
        "middle": {"full-house": 2, "four-of-a-kind": 4, "straight-flush": 5, "royal-flush": 5},
        "bottom": {"four-of-a-kind": 4, "straight-flush": 5, "royal-flush": 5},
    }
    chinese["naturals"] = {
        "six-pairs": 3,
        "three-straights": 3,
        "three-flushes": 3,
        "dragon": 13,
        "versus": "higher",
    }
    games = [
        _open_game("regular", 4, one, _fantasyland([{"top": "QQ", "cards": 13}], _STAY_FULL, 13)),
        _open_game("pineapple", 3, pine, _fantasyland([{"top": "QQ", "cards": 14}], _STAY, 14)),
        _open_game("progressive", 3, pine, _fantasyland(_LADDER, _STAY, 14)),
        low,
        _open_game("turbo", 4, (5, 4, 4), _fantasyland([{"top": "QQ", "cards": 13}], _STAY_FULL, 13)),
        joker,
        chinese,
        _closed_game("chinese-plain"),
    ]
    return {game["name"]: copy.deepcopy(game) for game in games}


# --- house options ----------------------------------------------------------------------------------------------


def _random_royalties(rng: random.Random, rules: Rules) -> None:
    if rules["royalties"] == "none" or rng.random() < 0.08:
        rules["royalties"] = "none"
        return
    royalties = rules["royalties"]
    royalties["paid"] = rng.choice(("all", "row-winner"))
    # the bonus can only replace a point that its owner has won, so replacing needs row winners
    replace = royalties["paid"] == "row-winner" and rng.random() < 0.5
    royalties["mode"] = "replace" if replace else "add"
    if replace:
        rules["points"]["row"] = 1
    if rng.random() < 0.3:
        royalties["top"]["trips"] = rng.choice((3, 10, 20))
    if rng.random() < 0.2 and "pair" in royalties["top"]:
        royalties["top"]["pair"] = {"Q": 7, "K": 8, "A": 9}
    if rng.random() < 0.2:
        royalties["bottom"] = {"three-of-a-kind": 1, "straight": 2, **royalties["bottom"], "royal-flush": 40}
    if rng.random() < 0.2 and isinstance(rules["rows"]["middle"], dict):
        royalties["middle"] = {9: 2, 8: 4, 7: 8}


def _random_fantasyland(rng: random.Random, rules: Rules) -> None:
    if rng.random() < 0.12:
        rules["fantasyland"] = "none"
        return
    many = rules["players"]["max"] < 4  # four players need every card for thirteen each
    low = isinstance(rules["rows"]["middle"], dict)
    fantasyland = rules["fantasyland"]
    enter: list[dict[str, Any]] = [{"top": rng.choice(("QQ", "KK", "AA")), "cards": 14 if many else 13}]
    if many and rng.random() < 0.6:
        enter = copy.deepcopy(_LADDER[rng.randrange(3) :])
    if low:
        enter.append({"middle": 75432, "cards": 14 if many else 13})
        enter.append({"top": "KK", "middle": 75432, "cards": 17 if many else 13})
    rng.shuffle(enter)
    fantasyland["enter"] = enter
    stay: list[dict[str, Any]] = rng.choice([copy.deepcopy(_STAY), [{"bottom": "straight-flush"}, {"top": "trips"}]])
    if not low:
        stay += rng.choice([[], [{"middle": "full-house"}], [{"middle": "straight", "bottom": "full-house"}]])
    fantasyland["stay"] = stay
    fantasyland["stay_cards"] = rng.choice(("entry", rng.choice((13, 14, 15)) if many else 13))
    fantasyland["button"] = rng.choice(("frozen", "moves"))
    fantasyland["last_player"] = rng.choice(("buy-in", "lapse"))


def _random_open(rng: random.Random, rules: Rules) -> None:
    if rules["players"]["max"] == 4 and rng.random() < 0.4:
        rules["players"]["max"] = 3
    rules["dealer_sits_out"] = rules["players"]["max"] == 3 and rng.random() < 0.3
    if rng.random() < 0.2:
        rules["rows"] = {"middle": {"low": "deuce-to-seven", "qualifier": rng.choice((8, 9, "T", "J"))}}
        rules["royalties"]["middle"] = dict(_LOW_TABLE)
        rules["deck"]["jokers"] = 0
    elif rules["rows"]["middle"] == "high" and rng.random() < 0.3:
        rules["deck"]["jokers"] = rng.choice((0, 1, 2))
    _random_fantasyland(rng, rules)


def _random_closed(rng: random.Random, rules: Rules) -> None:
    if rng.random() < 0.7:
        kinds = ("six-pairs", "three-straights", "three-flushes", "dragon")
        rules["naturals"] = {**{kind: rng.choice((3, 3, 6, 13)) for kind in kinds}, "versus": "higher"}
    else:
        rules["naturals"] = "none"
    rules["surrender"] = rng.choice(("none", 2, 4))


def random_options(rng: random.Random) -> Rules:
    """A legal house ruleset: one of the shipped games with its options drawn anew, as a complete mapping."""
    rules = copy.deepcopy(rng.choice(list(shipped().values())))
    rules["name"] = f"house-{rng.randrange(10**6)}"
    scheme = rng.choice(((1, 3, 0), (1, 0, 1), (1, 1, 0), (1, 0, 0), (2, 6, 0), (1, 3, 2)))
    rules["points"] = dict(zip(("row", "scoop", "overall"), scheme, strict=True))
    (_random_closed if rules["deal"]["first"] == 13 else _random_open)(rng, rules)
    _random_royalties(rng, rules)
    rules["foul"] = {
        "pays": rng.choice(("scoop", "scoop", "rows", 3, 10)),
        "pays_royalties": rng.random() < 0.7,
        "tie_legal": rng.random() < 0.5,
    }
    rules["count"] = {
        "order": rng.choice(("pairs", "payer")),
        "loser_cap": rng.random() < 0.6,
        "winner_cap": rng.random() < 0.5,
        "bust_leaves_hand": rng.random() < 0.4,
    }
    return rules


# --- rows from patterns -----------------------------------------------------------------------------------------

_SHAPES: dict[str, tuple[int, ...]] = {
    "high": (1, 1, 1, 1, 1),
    "pair": (2, 1, 1, 1),
    "two-pair": (2, 2, 1),
    "trips": (3, 1, 1),
    "full": (3, 2),
    "quads": (4, 1),
}
_TOP_SHAPES: dict[str, tuple[int, ...]] = {"high": (1, 1, 1), "pair": (2, 1), "trips": (3,)}
_WEIGHTS: dict[str, dict[str, int]] = {
    "top": {"high": 5, "pair": 6, "trips": 2},
    "middle": {"high": 4, "pair": 6, "two-pair": 4, "trips": 3, "straight": 3, "wheel": 1, "flush": 2, "full": 2}
    | {"quads": 1, "straight-flush": 1},
    "bottom": {"high": 1, "pair": 3, "two-pair": 4, "trips": 3, "straight": 4, "wheel": 1, "flush": 4, "full": 4}
    | {"quads": 3, "straight-flush": 2, "royal": 1},
}
_WHEEL = "5432A"


def _take(rng: random.Random, pool: list[str], ranks: str) -> Row | None:
    """Cards of these ranks out of the pool (any suits), removed from it; None and an untouched pool without them."""
    left = list(pool)
    row = []
    for rank in ranks:
        free = [card for card in left if card[0] == rank]
        if not free:
            return None
        card = rng.choice(free)
        left.remove(card)
        row.append(card)
    pool[:] = left
    return row


def _suited(rng: random.Random, pool: list[str], kind: str) -> Row | None:
    suit = rng.choice(SUITS)
    free = [card for card in pool if card[1] == suit]
    wanted = rng.sample(free, 5) if len(free) >= 5 else []
    if kind != "flush":
        low = 8 if kind == "royal" else rng.randrange(-1, 8)
        wanted = [rank + suit for rank in (_WHEEL if low < 0 else RANKS[low : low + 5])]
    if not wanted or any(card not in pool for card in wanted):
        return None
    pool[:] = [card for card in pool if card not in wanted]
    return wanted


def _pattern(rng: random.Random, pool: list[str], row: str) -> Row | None:
    kinds = _WEIGHTS[row]
    kind = rng.choices(list(kinds), list(kinds.values()))[0]
    if kind in ("flush", "straight-flush", "royal"):
        return _suited(rng, pool, kind)
    if kind == "wheel":
        return _take(rng, pool, _WHEEL)
    if kind == "straight":
        low = rng.randrange(0, 9)
        return _take(rng, pool, RANKS[low : low + 5])
    shape = (_TOP_SHAPES if row == "top" else _SHAPES)[kind]
    favoured = "QKAJ" if row == "top" and rng.random() < 0.3 else RANKS
    first = rng.choice(favoured)
    others = rng.sample([rank for rank in RANKS if rank != first], len(shape) - 1)
    return _take(rng, pool, "".join(rank * count for rank, count in zip([first, *others], shape, strict=True)))


def _low_row(rng: random.Random, pool: list[str]) -> Row | None:
    ranks = "75432" if rng.random() < 0.15 else "".join(rng.sample(RANKS[: rng.choice((6, 7, 8, 9, 9, 10))], 5))
    return _take(rng, pool, ranks)


def _row(rng: random.Random, pool: list[str], row: str, rules: Rules, seen: list[dict[str, Row]]) -> Row | None:
    if seen and rng.random() < 0.2:  # the ranks of somebody else's row, so that rows tie
        return _take(rng, pool, "".join(card[0] for card in rng.choice(seen)[row]))
    if row == "middle" and isinstance(rules["rows"]["middle"], dict) and rng.random() < 0.85:
        return _low_row(rng, pool)
    return _pattern(rng, pool, row)


def _near(rng: random.Random, pool: list[str], name: str, rows: dict[str, Row]) -> Row | None:
    """A row that copies the one below it as far as it goes, at times with another last kicker: kickers decide."""
    below = {"top": "middle", "middle": "bottom"}.get(name, "")
    if below not in rows:
        return None
    ranks = [card[0] for card in rows[below]]
    deciding = sorted(ranks, key=lambda rank: (-ranks.count(rank), -RANKS.index(rank)))[: SIZES[name]]
    if rng.random() < 0.6:
        deciding[-1] = RANKS[max(0, min(12, RANKS.index(deciding[-1]) + rng.choice((-1, 1))))]
    return _take(rng, pool, "".join(deciding))


def _legal(rows: dict[str, Row], rules: Rules) -> bool:
    text = " / ".join("".join(rows[row]) for row in ROWS)
    return not score({"P": text}, rules)["players"]["P"]["foul"]


def _built(rng: random.Random, pool: list[str], rules: Rules, seen: list[dict[str, Row]]) -> dict[str, Row] | None:
    left = list(pool)
    rows: dict[str, Row] = {}
    for name in rng.sample(ROWS, 3):
        row = _near(rng, left, name, rows) if rng.random() < 0.2 else None
        row = row or _row(rng, left, name, rules, seen)
        if row is None:
            return None
        rows[name] = row
    pool[:] = left
    return rows


def _dealt(rng: random.Random, cards: list[str]) -> dict[str, Row]:
    cards = rng.sample(cards, 13)
    return {"top": cards[:3], "middle": cards[3:8], "bottom": cards[8:]}


def _arranged(rng: random.Random, pool: list[str], rules: Rules, seen: list[dict[str, Row]]) -> dict[str, Row]:
    """A board out of the pool (removed from it); mostly one that is legal."""
    want_legal = rng.random() < 0.65
    rows: dict[str, Row] | None = None
    for _ in range(12):
        left = list(pool)
        rows = _built(rng, left, rules, seen)
        if rows and want_legal and not _legal(rows, rules):
            swapped = {**rows, "middle": rows["bottom"], "bottom": rows["middle"]}
            rows = swapped if _legal(swapped, rules) else None
        if rows:
            break
    if rows is None:
        hand = rng.sample(pool, 13)
        tries = [_dealt(rng, hand) for _ in range(60 if want_legal else 1)]
        rows = next((board for board in tries if want_legal and _legal(board, rules)), tries[0])
    used = {card for row in rows.values() for card in row}
    pool[:] = [card for card in pool if card not in used]
    return rows


# --- tables -----------------------------------------------------------------------------------------------------


def _natural(rng: random.Random, pool: list[str], kind: str) -> Row | None:
    left = list(pool)
    parts: list[Row | None] = []
    if kind == "dragon":
        parts = [_take(rng, left, RANKS)]
    elif kind == "six-pairs":
        parts = [_take(rng, left, rng.choice(RANKS) * 2) for _ in range(6)]
        parts.append([left.pop(rng.randrange(len(left)))])
    elif kind == "three-flushes":
        for size in (5, 5, 3):
            suit = rng.choice(SUITS)
            free = [card for card in left if card[1] == suit]
            parts.append(rng.sample(free, size) if len(free) >= size else None)
            left = [card for card in left if card not in (parts[-1] or [])]
    else:
        runs = [_WHEEL] + [RANKS[low : low + 5] for low in range(9)]
        threes = ["A23"] + [RANKS[low : low + 3] for low in range(11)]
        parts = [_take(rng, left, rng.choice(ranks)) for ranks in (runs, runs, threes)]
    if any(part is None for part in parts):
        return None
    pool[:] = left
    cards = [card for part in parts for card in part or []]
    rng.shuffle(cards)
    return cards


def _row_text(rng: random.Random, row: Row, quick: bool) -> str:
    if not quick or "Jo" in row:
        return "".join(row)
    ranks = "".join(card[0] for card in row)
    if len(row) == 5 and len({card[1] for card in row}) == 1:
        return ranks + rng.choice((row[0][1], "f"))
    return ranks


def _board_text(rng: random.Random, rows: dict[str, Row]) -> str:
    for row in rows.values():
        rng.shuffle(row)
    style = rng.randrange(6)
    if style == 0:
        return "".join("".join(rows[row]) for row in ROWS)
    if style == 1:
        return " | ".join(" ".join(rows[row]).replace("T", "10") for row in ROWS)
    separator = " " if style == 2 else " / "
    share = rng.choice((0, 0, 0, 0.5, 1))
    return separator.join(_row_text(rng, rows[row], rng.random() < share) for row in ROWS)


def _plant_jokers(rng: random.Random, boards: list[dict[str, Row]], jokers: int) -> None:
    board = rng.choice(boards)
    row = rng.choice(ROWS)
    for _ in range(rng.choice((0, 1, jokers, jokers)) if jokers else 0):
        free = [place for place, card in enumerate(board[row]) if card != "Jo"]
        board[row][rng.choice(free)] = "Jo"
        if rng.random() < 0.6:
            board, row = rng.choice(boards), rng.choice(ROWS)


def _normal_cards(rules: Rules) -> int:
    deal = rules["deal"]
    return 13 if deal["first"] == 13 else int(deal["first"] + (13 - deal["first"]) // deal["keep"] * deal["then"])


def _seating(rng: random.Random, rules: Rules) -> tuple[list[str], str, list[str], dict[str, int]]:
    """Seats, button, the seats that rest, and who is in Fantasyland (never more cards than the deck has)."""
    most = rules["players"]["max"]
    size = 1 if rng.random() < 0.04 else rng.randint(2, most)
    dealer_rests = rules["dealer_sits_out"] and rng.random() < 0.6
    seats = list(NAMES[: most + 1 if dealer_rests else size])
    button = rng.choice(seats)
    counts = dealt_counts(rules)
    fantasyland = {name: rng.choice(counts) for name in seats[-most:] if counts and rng.random() < 0.3}
    if dealer_rests:
        start = seats.index(button)
        rests = [next(name for name in seats[start:] + seats[:start] if name not in fantasyland)]
    else:
        free = [name for name in seats if name not in fantasyland]
        rests = [rng.choice(free)] if len(seats) > 2 and free and rng.random() < 0.15 else []
    dealt = sum(fantasyland.get(name, _normal_cards(rules)) for name in seats if name not in rests)
    return seats, button, rests, fantasyland if dealt <= 52 + rules["deck"]["jokers"] else {}


def _stacks(rng: random.Random, seats: list[str], rests: list[str], rules: Rules) -> dict[str, int] | None:
    if rng.random() < 0.3:
        return None
    largest = rng.choice((6, 20, 60, 300))
    least = 1 if rules["count"]["loser_cap"] else rng.choice((1, 0, -largest))  # nobody is ever out without that cap
    return {name: rng.randint(min(0, least) if name in rests else least, largest) for name in seats}


def _special(rng: random.Random, pool: list[str], rules: Rules) -> str | None:
    roll = rng.random()
    if roll < 0.06:
        return rng.choice(("foul", "x"))
    if roll < 0.14 and rules["surrender"] != "none":
        return "surrender"
    if roll < 0.3 and rules["naturals"] != "none":
        kind = rng.choice([kind for kind in rules["naturals"] if kind != "versus"])
        cards = _natural(rng, pool, kind)
        return f"{kind} {''.join(cards)}" if cards else None
    return None


def random_table(rng: random.Random, rules: Rules) -> dict[str, Any]:
    """One table this ruleset can deal: ``boards``, ``button``, ``stacks`` (or None) and ``fantasyland``."""
    seats, button, rests, fantasyland = _seating(rng, rules)
    pool = [rank + suit for rank in RANKS for suit in SUITS]
    texts: dict[str, str] = {}
    rows: dict[str, dict[str, Row]] = {}
    for name in rng.sample(seats, len(seats)):
        special = "-" if name in rests else _special(rng, pool, rules)
        if special is not None:
            texts[name] = special
        else:
            rows[name] = _arranged(rng, pool, rules, list(rows.values()))
    if rows:
        _plant_jokers(rng, list(rows.values()), rules["deck"]["jokers"])
    for name, board in rows.items():
        assert all(len(board[row]) == SIZES[row] for row in ROWS)
        texts[name] = _board_text(rng, board)
    return {
        "boards": {name: texts[name] for name in seats},
        "button": button,
        "stacks": _stacks(rng, seats, rests, rules),
        "fantasyland": fantasyland,
    }
