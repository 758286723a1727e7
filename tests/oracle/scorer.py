"""The slow scorer: settles one table in the most literal way, to check the real one against.

It shares no code with the package. Hand classes are counted with ``Counter``, jokers are tried as every card,
pairs are walked in plain loops. ``rules`` is a complete ruleset as a plain mapping (file format, ``extends`` merged).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import combinations, product
from typing import Any

Rules = dict[str, Any]
Value = tuple[int, tuple[int, ...]]
Cards = tuple[str, ...]
Reading = tuple[Value, Cards]

RANKS = "23456789TJQKA"
SUITS = "shdc"
ROWS = ("top", "middle", "bottom")
SIZES = {"top": 3, "middle": 5, "bottom": 5}
CATEGORIES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
NATURALS = ("six-pairs", "three-straights", "three-flushes", "dragon")
NUMBER_ONE = (7, 5, 4, 3, 2)
DECK: Cards = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)


class OracleError(ValueError):
    """A table that cannot be scored: bad cards, a false declaration, an impossible Fantasyland or stack."""


# --- reading boards ---------------------------------------------------------------------------------------------

_SIGNS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "\ufe0f": "", "🃏": "Jo"}
_CARD = re.compile(r"jo|\*|[2-9tjqka][cdhs]", re.IGNORECASE)
_QUICK = re.compile(r"((?:jo|\*|[2-9tjqka])+)([cdhsf]?)", re.IGNORECASE)


def _plain(text: str) -> str:
    for sign, letter in _SIGNS.items():
        text = text.replace(sign, letter)
    return text.replace("10", "T").replace(",", " ").strip()


def _canonical(token: str) -> str:
    if token.lower() in ("jo", "*"):
        return "Jo"
    return token[0].upper() + token[1:].lower()


def parse_row(text: str) -> tuple[Cards, str]:
    """Cards of one row and how its suits are known: ``cards`` (all told), ``mixed`` (no flush), ``flush`` (untold)."""
    text = "".join(_plain(text).split())
    if re.fullmatch(f"(?:{_CARD.pattern})+", text, re.IGNORECASE):
        return tuple(_canonical(token) for token in _CARD.findall(text)), "cards"
    quick = _QUICK.fullmatch(text)
    if not quick:
        raise OracleError(f"not a row: {text}")
    ranks = [_canonical(token) for token in re.findall(r"jo|\*|.", quick[1], re.IGNORECASE)]
    suit = quick[2].lower()
    if suit and any(n > 1 and rank != "Jo" for rank, n in Counter(ranks).items()):
        raise OracleError(f"no flush: {text}")
    if suit in ("", "f"):
        return tuple(ranks), "flush" if suit else "mixed"
    return tuple(rank if rank == "Jo" else rank + suit for rank in ranks), "cards"


def parse_board(text: str) -> dict[str, tuple[Cards, str]]:
    """The three rows of a board text, each as :func:`parse_row` gives it."""
    text = _plain(text)
    parts = re.split(r"[/|]", text)
    if len(parts) != 3:
        parts = text.split()
    if len(parts) != 3:
        cards, _ = parse_row(text)
        parts = ["".join(cards[:3]), "".join(cards[3:8]), "".join(cards[8:])]
    rows = {name: parse_row(part) for name, part in zip(ROWS, parts, strict=True)}
    for name, (cards, _) in rows.items():
        if len(cards) != SIZES[name]:
            raise OracleError(f"{name}: {len(cards)} cards")
    return rows


def _check_deck(seen: list[str], jokers: int) -> None:
    ranks = Counter(card[0] for card in seen if card != "Jo")
    cards = Counter(card for card in seen if card != "Jo" and len(card) == 2)
    if any(n > 1 for n in cards.values()) or any(n > 4 for n in ranks.values()) or seen.count("Jo") > jokers:
        raise OracleError("a card too often")


# --- hands ------------------------------------------------------------------------------------------------------


def rank_of(card: str) -> int:
    return RANKS.index(card[0]) + 2


def high_value(ranks: list[int], flush: bool) -> Value:
    """Category number and the ranks that decide, most important first; three cards compare with five as they are."""
    ordered = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in ordered)
    kickers = tuple(rank for rank, _ in ordered)
    if len(ranks) == 3:
        return {(1, 1, 1): 0, (2, 1): 1, (3,): 3}[shape], kickers
    straight = 0
    for high in range(5, 15):
        if set(ranks) == ({14, 2, 3, 4, 5} if high == 5 else set(range(high - 4, high + 1))):
            straight = high
    if straight and flush:
        return (9 if straight == 14 else 8), (straight,)
    if flush and shape == (1, 1, 1, 1, 1):
        return 5, kickers
    if straight:
        return 4, (straight,)
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return by_shape[shape], kickers


def _flush(cards: Cards, mode: str) -> bool:
    return mode == "flush" or (mode == "cards" and len({card[1] for card in cards}) == 1)


def _possible(cards: Cards, mode: str) -> bool:
    if mode == "mixed":
        return max(Counter(cards).values()) <= 4
    return len(set(cards)) == len(cards)


@lru_cache(maxsize=4096)
def readings(cards: Cards, mode: str) -> tuple[Reading, ...]:
    """Every different value the row can have, strongest first, each with one choice of cards for its jokers.

    The first joker of a row takes the higher rank; suits are preferred in the order spades, hearts, diamonds, clubs.
    """
    jokers = [place for place, card in enumerate(cards) if card == "Jo"]
    found: dict[Value, Cards] = {}
    for fill in product(DECK if mode == "cards" else tuple(reversed(RANKS)), repeat=len(jokers)):
        row = list(cards)
        for place, card in zip(jokers, fill, strict=True):
            row[place] = card
        read = tuple(row)
        ranks = [rank_of(card) for card in fill]
        if ranks == sorted(ranks, reverse=True) and _possible(read, mode):
            found.setdefault(high_value([rank_of(card) for card in read], _flush(read, mode)), read)
    return tuple(sorted(found.items(), reverse=True))


def low_ranks(cards: Cards) -> tuple[int, ...]:
    return tuple(sorted((rank_of(card) for card in cards), reverse=True))


def is_low(cards: Cards, mode: str, qualifier: int) -> bool:
    """Deuce-to-seven: no pair, straight or flush, ace high (A2345 is no straight), nothing above the qualifier."""
    ranks = low_ranks(cards)
    straight = ranks[0] - ranks[4] == 4
    return len(set(ranks)) == 5 and not straight and not _flush(cards, mode) and ranks[0] <= qualifier


# --- one board --------------------------------------------------------------------------------------------------


def _low_game(rules: Rules) -> bool:
    return isinstance(rules["rows"]["middle"], dict)


def _read_high(rows: dict[str, tuple[Cards, str]], rules: Rules) -> tuple[bool, dict[str, Reading]]:
    tie_legal = rules["foul"]["tie_legal"]
    bottom = readings(*rows["bottom"])[0]
    middles = [r for r in readings(*rows["middle"]) if r[0] < bottom[0] or (tie_legal and r[0] == bottom[0])]
    tops = [r for r in readings(*rows["top"]) if middles and r[0] <= middles[0][0]]
    if not tops:
        return False, {name: readings(*rows[name])[0] for name in ROWS}
    return True, {"top": tops[0], "middle": middles[0], "bottom": bottom}


def _read_low(rows: dict[str, tuple[Cards, str]], rules: Rules) -> tuple[bool, dict[str, Reading]]:
    chosen = {name: readings(*rows[name])[0] for name in ROWS}
    qualifier = rank_of(str(rules["rows"]["middle"]["qualifier"]))
    low = is_low(rows["middle"][0], rows["middle"][1], qualifier)
    return low and chosen["top"][0] <= chosen["bottom"][0], chosen


def _by_rank(table: Any, rank: int) -> int:
    if table is None or isinstance(table, int):
        return table or 0
    letter = RANKS[rank - 2]
    return int(table.get(letter, table.get(rank, 0)))


def _royalty(row: str, reading: Reading, rules: Rules) -> int:
    if rules["royalties"] == "none":
        return 0
    table = rules["royalties"].get(row) or {}
    if table == "none":
        return 0
    (category, ranks), cards = reading
    if row == "top":
        return _by_rank(table.get({1: "pair", 3: "trips"}.get(category)), ranks[0])
    if row == "middle" and _low_game(rules):
        low = low_ranks(cards)
        return int(table[75432]) if low == NUMBER_ONE and 75432 in table else _by_rank(table, low[0])
    return int(table.get(CATEGORIES[category], 0))


def _condition_met(row: str, wanted: Any, shown: dict[str, Reading], rules: Rules) -> bool:
    (category, ranks), cards = shown[row]
    wanted = str(wanted)
    if row == "top":
        if wanted == "trips":
            return category == 3
        return category == 3 or (category == 1 and ranks[0] >= rank_of(wanted))
    if row == "middle" and _low_game(rules):
        return wanted == "75432" and low_ranks(cards) == NUMBER_ONE
    return wanted in CATEGORIES and category >= CATEGORIES.index(wanted)


def _next_fantasyland(shown: dict[str, Reading], rules: Rules, was_in: int | None) -> int | None:
    fantasyland = rules["fantasyland"]
    if fantasyland == "none":
        return None
    hits = []
    for entry in fantasyland["enter"] if was_in is None else fantasyland["stay"]:
        conditions = [(row, entry[row]) for row in ROWS if row in entry]
        if all(_condition_met(row, wanted, shown, rules) for row, wanted in conditions):
            hits.append(entry)
    if not hits:
        return None
    if was_in is None:
        return max(int(entry["cards"]) for entry in hits)
    return was_in if fantasyland["stay_cards"] == "entry" else int(fantasyland["stay_cards"])


def _natural_holds(kind: str, cards: Cards) -> bool:
    ranks = [rank_of(card) for card in cards]
    if kind == "dragon":
        return len(set(ranks)) == 13
    if kind == "six-pairs":
        return sum(count // 2 for count in Counter(ranks).values()) == 6
    if kind == "three-flushes":
        suits = sorted(Counter(card[1] for card in cards).values())
        return suits in ([3, 5, 5], [3, 10], [5, 8], [13])
    return _three_straights(ranks)


def _three_straights(ranks: list[int]) -> bool:
    three = [{14, 2, 3}] + [set(range(low, low + 3)) for low in range(2, 13)]
    five = [{14, 2, 3, 4, 5}] + [set(range(low, low + 5)) for low in range(2, 11)]
    held = Counter(ranks)
    return any(Counter([*a, *b, *c]) == held for a in three for b in five for c in five)


def _blank() -> dict[str, Any]:
    return {
        "foul": False,
        "reason": None,
        "natural": None,
        "surrendered": False,
        "royalties": 0,
        "rows": None,
        "next_fantasyland": None,
    }


def _declared(kind: str, text: str, rules: Rules) -> dict[str, Any]:
    cards, _ = parse_row(text)
    if rules["naturals"] == "none" or kind not in rules["naturals"]:
        raise OracleError(f"{kind} is not played")
    if len(cards) != 13 or any(len(card) != 2 or card == "Jo" for card in cards) or not _natural_holds(kind, cards):
        raise OracleError(f"no {kind}: {text}")
    return {**_blank(), "natural": kind, "cards": list(cards)}


def _shown_row(row: str, laid: tuple[Cards, str], reading: Reading, rules: Rules, legal: bool) -> dict[str, Any]:
    cards, mode = laid
    category = CATEGORIES[reading[0][0]]
    if row == "middle" and _low_game(rules):
        qualifier = rank_of(str(rules["rows"]["middle"]["qualifier"]))
        category = "low" if is_low(cards, mode, qualifier) else "not-low"
    return {
        "cards": list(cards),
        "reads_as": list(reading[1]),
        "category": category,
        "hand": category,
        "royalty": _royalty(row, reading, rules) if legal else 0,
    }


def _player(text: str, rules: Rules, was_in: int | None) -> tuple[dict[str, Any], dict[str, Value] | None]:
    """What the result says of one player, and the comparable strength of his rows (None without a legal board)."""
    word, _, rest = text.strip().partition(" ")
    if text.strip().lower() in ("foul", "x"):
        return {**_blank(), "foul": True, "reason": "called"}, None
    if text.strip().lower() == "surrender":
        if rules["surrender"] == "none":
            raise OracleError("no surrender here")
        return {**_blank(), "surrendered": True}, None
    if word.lower() in NATURALS:
        return _declared(word.lower(), rest, rules), None
    rows = parse_board(text)
    legal, shown = (_read_low if _low_game(rules) else _read_high)(rows, rules)
    player = _blank()
    player["rows"] = {row: _shown_row(row, rows[row], shown[row], rules, legal) for row in ROWS}
    if not legal:
        return {**player, "foul": True, "reason": "out of order"}, None
    player["royalties"] = sum(player["rows"][row]["royalty"] for row in ROWS)
    cards = _next_fantasyland(shown, rules, was_in)
    player["next_fantasyland"] = None if cards is None else {"cards": cards, "why": "met"}
    strength = {row: shown[row][0] for row in ROWS}
    if _low_game(rules):
        strength["middle"] = (0, tuple(-rank for rank in low_ranks(shown["middle"][1])))
    return player, strength


# --- two players ------------------------------------------------------------------------------------------------


def _row_royalties(a: dict[str, Any], b: dict[str, Any], won: dict[str, int], rules: Rules, flat: bool) -> int:
    """Royalties that move from b to a. ``won``: +1, 0, -1 per row; ``flat``: no row points move."""
    if rules["royalties"] == "none":
        return 0
    if rules["royalties"]["paid"] == "all":
        return int(a["royalties"]) - int(b["royalties"])
    total = 0
    for row in ROWS:
        if won[row]:
            winner = a if won[row] > 0 else b
            bonus = winner["rows"][row]["royalty"] if winner["rows"] else 0
            if bonus and rules["royalties"]["mode"] == "replace" and not flat:
                bonus -= rules["points"]["row"]
            total += won[row] * bonus
    return total


def _against_foul(good: dict[str, Any], bad: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """From the side of the player who did not foul."""
    pays = rules["foul"]["pays"]
    flat = pays not in ("scoop", "rows")
    row = 0 if flat else rules["points"]["row"]
    royalties = _row_royalties(good, bad, dict.fromkeys(ROWS, 1), rules, flat) if rules["foul"]["pays_royalties"] else 0
    return {
        "rows": dict.fromkeys(ROWS, row),
        "scoop": rules["points"]["scoop"] if pays == "scoop" else 0,
        "overall": rules["points"]["overall"] if pays == "scoop" else 0,
        "royalties": royalties,
        "penalty": pays if flat else 0,
        "natural": 0,
    }


def _nothing() -> dict[str, Any]:
    return {"rows": dict.fromkeys(ROWS, 0), "scoop": 0, "overall": 0, "royalties": 0, "penalty": 0, "natural": 0}


def _negative(items: dict[str, Any]) -> dict[str, Any]:
    return {
        key: {row: -n for row, n in value.items()} if isinstance(value, dict) else -value
        for key, value in items.items()
    }


def _ordinary(
    a: dict[str, Any], b: dict[str, Any], of_a: dict[str, Value], of_b: dict[str, Value], rules: Rules
) -> dict[str, Any]:
    items = _nothing()
    won = {row: (of_a[row] > of_b[row]) - (of_a[row] < of_b[row]) for row in ROWS}
    items["rows"] = {row: won[row] * rules["points"]["row"] for row in ROWS}
    for sign in (1, -1):
        mine, his = list(won.values()).count(sign), list(won.values()).count(-sign)
        if mine == 3:
            items["scoop"] = sign * rules["points"]["scoop"]
        if mine >= 2 and mine > his:
            items["overall"] = sign * rules["points"]["overall"]
    items["royalties"] = _row_royalties(a, b, won, rules, flat=False)
    return items


def _pair(
    a: tuple[dict[str, Any], dict[str, Value] | None], b: tuple[dict[str, Any], dict[str, Value] | None], rules: Rules
) -> dict[str, Any]:
    """The items of one comparison, from a's side."""
    (pa, va), (pb, vb) = a, b
    items = _nothing()
    if pa["surrendered"] or pb["surrendered"]:
        if pa["surrendered"] and not pb["surrendered"] and not pb["foul"]:
            items["penalty"] = -rules["surrender"]
        if pb["surrendered"] and not pa["surrendered"] and not pa["foul"]:
            items["penalty"] = rules["surrender"]
    elif pa["natural"] or pb["natural"]:
        worth_a = rules["naturals"][pa["natural"]] if pa["natural"] else 0
        worth_b = rules["naturals"][pb["natural"]] if pb["natural"] else 0
        items["natural"] = worth_a if worth_a > worth_b else -worth_b if worth_b > worth_a else 0
    elif pa["foul"] or pb["foul"]:
        if not pa["foul"]:
            items = _against_foul(pa, pb, rules)
        elif not pb["foul"]:
            items = _negative(_against_foul(pb, pa, rules))
    elif va is not None and vb is not None:
        items = _ordinary(pa, pb, va, vb, rules)
    points = sum(items["rows"].values()) + sum(value for key, value in items.items() if key != "rows")
    return {**items, "points": points}


# --- the count --------------------------------------------------------------------------------------------------


def clockwise(seats: list[str], button: str) -> list[str]:
    """All seats from the one left of the button round to the button."""
    left = (seats.index(button) + 1) % len(seats)
    return seats[left:] + seats[:left]


def count_order(order: list[str], points: dict[tuple[str, str], int], kind: str) -> list[tuple[str, str]]:
    """(player, opponent) in the order of the count; ``points`` holds both directions, ``order`` as counted."""
    pairs = list(combinations(order, 2))
    if kind == "pairs":
        return pairs
    paying = []
    for place, payer in enumerate(order):
        for other in order[place + 1 :] + order[:place]:
            if points[payer, other] < 0:
                paying.append((payer, other))
    return paying + [pair for pair in pairs if points[pair] == 0]


def move(points: int, winner: int, loser: int, count: dict[str, Any]) -> int:
    """What moves from loser to winner (``points`` >= 0) with these two stacks under these caps."""
    limits = [points]
    if count["winner_cap"]:
        limits.append(max(winner, 0))
    if count["loser_cap"]:
        limits.append(max(loser, 0))
    return min(limits)


def settle(
    counted: list[tuple[str, str]],
    points: dict[tuple[str, str], int],
    stacks: dict[str, int] | None,
    count: dict[str, Any],
) -> tuple[list[tuple[int, dict[str, int] | None]], dict[str, int] | None]:
    """Per pair what is paid (player's side) and the two stacks after it; and the stacks at the end."""
    if stacks is None:
        return [(points[pair], None) for pair in counted], None
    now = dict(stacks)
    gone: list[str] = []
    steps: list[tuple[int, dict[str, int] | None]] = []
    for player, opponent in counted:
        value = points[player, opponent]
        winner, loser = (player, opponent) if value > 0 else (opponent, player)
        moved = move(abs(value), now[winner], now[loser], count)
        if (count["bust_leaves_hand"] or count["winner_cap"]) and (player in gone or opponent in gone):
            moved = 0
        now[winner] += moved
        now[loser] -= moved
        if moved > 0 and now[loser] <= 0:
            gone.append(loser)
        steps.append((moved if winner == player else -moved, {player: now[player], opponent: now[opponent]}))
    return steps, now


# --- the table --------------------------------------------------------------------------------------------------


def dealt_counts(rules: Rules) -> list[int]:
    """Every number of Fantasyland cards this ruleset deals."""
    if rules["fantasyland"] == "none":
        return []
    counts = {int(entry["cards"]) for entry in rules["fantasyland"]["enter"]}
    if rules["fantasyland"]["stay_cards"] != "entry":
        counts.add(int(rules["fantasyland"]["stay_cards"]))
    return sorted(counts)


def _check_table(
    playing: list[str], boards: dict[str, str], rules: Rules, stacks: dict[str, int] | None, fantasyland: dict[str, int]
) -> None:
    if stacks is not None and any(name not in stacks for name in playing):
        raise OracleError("a player without a stack")
    if stacks is not None and rules["count"]["loser_cap"] and any(stacks[name] <= 0 for name in playing):
        raise OracleError("a player without points")
    if any(name not in playing or cards not in dealt_counts(rules) for name, cards in fantasyland.items()):
        raise OracleError("Fantasyland that is never dealt")
    seen: list[str] = []
    for name in playing:
        text = boards[name].strip()
        word, _, rest = text.partition(" ")
        if word.lower() in NATURALS:
            seen += parse_row(rest)[0]
        elif text.lower() not in ("foul", "x", "surrender"):
            seen += [card for cards, _ in parse_board(text).values() for card in cards]
    _check_deck(seen, rules["deck"]["jokers"])


def score(
    boards: dict[str, str],
    rules: Rules,
    button: str | None = None,
    stacks: dict[str, int] | None = None,
    fantasyland: dict[str, int] | None = None,
) -> dict[str, Any]:
    """Settle one table. ``boards`` in seat order, ``-`` for a seat that does not play; the result has the JSON shape.

    Seats that do not play are left out of ``players`` and ``totals``; their stacks, if given, pass through.
    Words (``hand``, ``reason``, ``why``) are placeholders. Raises OracleError for a table that cannot be scored.
    """
    fantasyland = dict(fantasyland or {})
    seats = list(boards)
    button = seats[-1] if button is None else button
    order = [name for name in clockwise(seats, button) if boards[name].strip() != "-"]
    playing = [name for name in seats if name in order]
    _check_table(playing, boards, rules, stacks, fantasyland)
    known = {name: _player(boards[name], rules, fantasyland.get(name)) for name in playing}
    pairs = {(a, b): _pair(known[a], known[b], rules) for a in playing for b in playing if a != b}
    points = {pair: int(items["points"]) for pair, items in pairs.items()}
    counted = count_order(order, points, rules["count"]["order"])
    steps, left = settle(counted, points, stacks, rules["count"])
    totals = dict.fromkeys(playing, 0)
    counts = []
    for (player, opponent), (paid, after) in zip(counted, steps, strict=True):
        totals[player] += paid
        totals[opponent] -= paid
        counts.append(
            {"player": player, "opponent": opponent, **pairs[player, opponent], "paid": paid, "stacks": after}
        )
    players = {name: known[name][0] for name in playing}
    for name in playing:
        if left is not None and rules["count"]["loser_cap"] and left[name] == 0:
            players[name]["next_fantasyland"] = None
    return {
        "format": 1,
        "ruleset": rules["name"],
        "button": button,
        "fantasyland": fantasyland,
        "players": players,
        "counts": counts,
        "totals": totals,
        "stacks": left,
    }
