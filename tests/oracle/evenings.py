"""Random evenings for the slow model and the real fold: score sheets that are allowed from the first line to the last.

Every event is tried on the slow model first and kept only when it is allowed and (unless asked otherwise) raises no
question that the rules leave open. Everything is drawn from the ``random.Random`` passed in.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import yaml

from .evening import Book, Event, Refused, Sheet, State, capped, inside, propose
from .generator import Row, _arranged, _board_text, _plant_jokers, _special, _take, shipped
from .scorer import RANKS, ROWS, SUITS, Rules, dealt_counts, score

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
ODD_NAMES = ("No", "007", "1e5", "José", "Zoë 🃏", "=HYPERLINK(1)")
POINTS = ("0.25 EUR", "1.00 EUR", "0.05 USD", "100 JPY", "7 JPY", "0.125 KWD", None)


def house_rules() -> dict[str, Rules]:
    """House rulesets as complete mappings: each option of the evening away from its default at least once."""
    games = shipped()

    def house(name: str, base: str, **changed: dict[str, Any] | bool) -> Rules:
        rules = copy.deepcopy(games[base])
        rules["name"] = name
        for key, value in changed.items():
            rules[key] = {**rules[key], **value} if isinstance(value, dict) else value
        return rules

    any_hand = {"rebuy": "any-hand", "join": "any-hand"}
    lapse = {"last_player": "lapse"}
    made = [
        house("payer", "regular", count={"order": "payer"}),
        house("payer-loser-cap", "turbo", count={"order": "payer", "winner_cap": False}),
        house("loser-cap", "progressive", count={"winner_cap": False}, set={"sit_out": "allowed"}),
        house("bust-leaves", "pineapple", count={"winner_cap": False, "bust_leaves_hand": True}),
        house("no-caps", "progressive", count={"loser_cap": False, "winner_cap": False}),
        house("any-hand", "regular", set=any_hand),
        house("any-hand-sit-out", "turbo", set={**any_hand, "sit_out": "allowed"}),
        house("lapse", "regular", fantasyland=lapse),
        house("never", "progressive", fantasyland=lapse, set={"rebuy": "never"}),
        house("moves", "regular", fantasyland={"button": "moves", **lapse}),
        house("moves-joker", "joker-ultimate", fantasyland={"button": "moves", **lapse}, set=any_hand),
        house("dealer-rests", "progressive", dealer_sits_out=True),
        house("dealer-rests-moves", "pineapple", dealer_sits_out=True, fantasyland={"button": "moves", **lapse}),
        house("chinese-capped", "chinese", count={"loser_cap": True, "winner_cap": True}),
    ]
    return {rules["name"]: rules for rules in made}


def all_rules() -> dict[str, Rules]:
    """The shipped games and the houses."""
    return {**shipped(), **house_rules()}


def sheet_text(sheet: Sheet) -> str:
    """The sheet as YAML, as somebody would type or export it."""
    return yaml.safe_dump(sheet, sort_keys=False, allow_unicode=True, width=1000)


# --- boards -------------------------------------------------------------------------------------------------------


def _qualifying(rng: random.Random, pool: list[str], rules: Rules, was_in: int | None) -> dict[str, Row] | None:
    """A legal board that enters Fantasyland (or keeps a player in it), out of the pool; None when luck is out."""
    low = isinstance(rules["rows"]["middle"], dict)
    for _ in range(12):
        left = list(pool)
        a, b, c, d = rng.sample(RANKS, 4)
        top = rng.choice(("QQ", "KK", "AA", a * 3)) if was_in is None or rng.random() < 0.3 else "23"
        straight = rng.randrange(9)
        middles = [b * 3 + "".join(rng.sample([r for r in RANKS if r != b], 2)), RANKS[straight : straight + 5]]
        middle = rng.choice(["75432", "96432"] if low else middles)
        bottom = rng.choice((c * 4 + d, c * 4 + d, c * 3 + d * 2))
        rows = {"bottom": _take(rng, left, bottom), "middle": _take(rng, left, middle)}
        rows["top"] = _take(rng, left, top.ljust(3, rng.choice("456")))
        if any(row is None for row in rows.values()):
            continue
        board: dict[str, Row] = {name: rows[name] or [] for name in ROWS}
        text = " / ".join("".join(board[name]) for name in ROWS)
        following = score({"P": text}, rules, fantasyland={} if was_in is None else {"P": was_in})
        if following["players"]["P"]["next_fantasyland"]:
            pool[:] = left
            return board
    return None


def _boards(rng: random.Random, rules: Rules, playing: list[str], fantasyland: dict[str, int]) -> dict[str, str]:
    """A board for everybody who plays, out of one deck; Fantasyland is made or kept often."""
    pool = [rank + suit for rank in RANKS for suit in SUITS]
    texts: dict[str, str] = {}
    rows: dict[str, dict[str, Row]] = {}
    for name in rng.sample(playing, len(playing)):
        special = _special(rng, pool, rules)
        planted = None
        if special is None and dealt_counts(rules) and rng.random() < (0.5 if name in fantasyland else 0.2):
            planted = _qualifying(rng, pool, rules, fantasyland.get(name))
        if special is not None:
            texts[name] = special
        else:
            rows[name] = planted or _arranged(rng, pool, rules, list(rows.values()))
    if rows:
        _plant_jokers(rng, list(rows.values()), rules["deck"]["jokers"])
    return {name: texts.get(name) or _board_text(rng, rows[name]) for name in playing}


# --- events -------------------------------------------------------------------------------------------------------


def _hand(rng: random.Random, book: Book) -> Event | None:
    state, facts = propose(book.state)
    event: Event = {}
    fantasyland, resting = dict(facts["fantasyland"]), facts["resting"]
    playing = [name for name in inside(state) if name != resting]
    counts = dealt_counts(state["rules"])
    if resting is None and rng.random() < 0.04:
        event["button"] = rng.choice(state["seats"])
    if resting is None and counts and rng.random() < 0.03:
        fantasyland = {name: rng.choice(counts) for name in playing if rng.random() < 0.4}
        event["fantasyland"] = fantasyland
    sits_out = "-"
    if len(playing) > 2 and resting is None and not state["rules"]["dealer_sits_out"] and rng.random() < 0.08:
        sits_out = rng.choice([name for name in playing if name not in fantasyland] or ["-"])
        if state["rules"]["set"]["sit_out"] != "allowed" or fantasyland or facts["fantasyland"]:
            event["forced"] = True
    playing = [name for name in playing if name != sits_out]
    dealt = sum(fantasyland.get(name, 13) for name in playing)
    if len(playing) < 2 or dealt > 52 + state["rules"]["deck"]["jokers"]:
        return None
    boards = _boards(rng, state["rules"], playing, fantasyland)
    named = [name for name in state["seats"] if name in boards or name == sits_out or rng.random() < 0.5]
    return {"hand": {name: boards.get(name, "-") for name in named}, **event}


def _live(book: Book) -> list[int]:
    hands = [entry for entry in book.entries if entry["kind"] == "hand"]
    return [number for number, entry in enumerate(hands, 1) if not entry["void"]]


def _buy(rng: random.Random, book: Book) -> Event | None:
    if book.paper:
        return None
    out = [name for name in book.state["seats"] if name not in inside(book.state)]
    names = out if out and rng.random() < 0.8 else [rng.choice(book.state["seats"])]
    chosen = rng.sample(names, rng.randint(1, len(names)))
    return {"buy": {name: rng.choice((5, 12, 20, 40)) for name in chosen}}


def _join(rng: random.Random, book: Book) -> Event | None:
    state = book.state
    coming = [item["player"] for item in state["waiting"] if item["kind"] == "join"]
    most = state["rules"]["players"]["max"] + bool(state["rules"]["dealer_sits_out"])
    away = [name for name in NAMES if name not in state["seats"] and name not in coming]
    if not away or len(state["seats"]) + len(coming) >= most:
        return None
    data: dict[str, Any] = {} if book.paper else {"points": rng.choice((10, 25, 60))}
    if rng.random() < 0.6:
        data["after"] = rng.choice(state["seats"])
    return {"join": {rng.choice(away): data}}


def _leave(rng: random.Random, book: Book) -> Event | None:
    return {"leave": rng.choice(book.state["seats"])} if len(book.state["seats"]) > 2 else None


def _seats(rng: random.Random, book: Book) -> Event:
    return {"seats": rng.sample(book.state["seats"], len(book.state["seats"]))}


def _switch(rng: random.Random, book: Book) -> Event:
    coming = [item for item in book.state["waiting"] if item["kind"] == "join"]
    size = len(book.state["seats"]) + len(coming)
    fits = [
        name for name, rules in book.rules.items() if size <= rules["players"]["max"] + bool(rules["dealer_sits_out"])
    ]
    return {"switch": rng.choice(fits)}


def _fix(rng: random.Random, book: Book) -> Event | None:
    if not _live(book):
        return None
    number = rng.choice(_live(book)[-4:])
    played = book.state["played"][book.hand(number)["id"]]
    playing = [name for name, text in played["boards"].items() if text != "-"]
    dealt = sum(played["fantasyland"].get(name, 13) for name in playing)
    if dealt > 52 + played["rules"]["deck"]["jokers"]:
        return None
    retyped = _boards(rng, played["rules"], playing, played["fantasyland"])
    if rng.random() < 0.4:  # two players' boards were swapped
        a, b = rng.sample(playing, 2)
        retyped = {a: played["boards"][b], b: played["boards"][a]}
    elif rng.random() < 0.5:
        retyped = {rng.choice(playing): "foul"}
    return {"fix": {number: retyped}, **_way(rng, book, number)}


def _void(rng: random.Random, book: Book) -> Event | None:
    if not _live(book):
        return None
    number = rng.choice(_live(book)[-4:])
    return {"void": number, **_way(rng, book, number)}


def _way(rng: random.Random, book: Book, number: int) -> Event:
    return {"difference": True} if number != _live(book)[-1] and rng.random() < 0.5 else {}


def _inserted(rng: random.Random, book: Book) -> Event | None:
    if not _live(book):
        return None
    number = rng.choice(_live(book)[-3:])
    place = book.entries.index(book.hand(number))
    whole, book.state = book.state, book.fold(place)
    event = _hand(rng, book)
    book.state = whole
    return event and {**event, "before": number}


def _adjust(rng: random.Random, book: Book) -> Event | None:
    if len(book.state["seats"]) < 2:
        return None
    payer, payee = rng.sample(book.state["seats"], 2)
    return {"adjust": {"from": payer, "to": payee, "points": rng.choice((1, 2, 5)), "why": "exposed card"}}


def _chips(rng: random.Random, book: Book) -> Event | None:
    if book.paper or len(book.state["seats"]) < 2:
        return None
    a, b = rng.sample(book.state["seats"], 2)
    moved = rng.choice((0, 0, 1, 3))
    counted = {a: book.state["stacks"][a] + moved, b: book.state["stacks"][b] - moved}
    if min(counted.values()) < 0:
        return None
    return {"chips": counted, **({"accept": True} if moved else {})}


def _money(rng: random.Random, book: Book) -> Event | None:
    people = list(book.state["bought"])
    if book.value is None or len(people) < 2:
        return None
    minor = rng.choice((1, 100, 1000, 2599))
    decimals = {"JPY": 0, "KWD": 3}.get(book.currency, 2)
    whole, part = divmod(minor, 10**decimals)
    amount = f"{whole}.{part:0{decimals}d}" if decimals else str(whole)
    payer, payee = rng.sample(people, 2)
    kind = rng.choice(("expense", "expense", "pay", "owe"))
    if kind == "expense":
        sharers = rng.sample(people, rng.randint(1, len(people)))
        return {"expense": {"by": payer, "amount": amount, "for": sharers, "why": "pizza"}}
    return {kind: {"from": payer, "to": payee, "amount": amount, **({"why": "last week"} if kind == "owe" else {})}}


def _note(rng: random.Random, book: Book) -> Event:
    return {"note": f"{rng.choice(list(book.state['bought']))}: said so"}


EVENTS: dict[Any, int] = {
    _hand: 60,
    _buy: 5,
    _join: 4,
    _leave: 3,
    _seats: 1,
    _switch: 3,
    _fix: 4,
    _void: 2,
    _inserted: 2,
    _adjust: 3,
    _chips: 2,
    _money: 3,
    _note: 1,
}
BETWEEN_SETS = {_join: 12, _leave: 6, _seats: 4, _switch: 8, _buy: 12, _hand: 30}


# --- the evening --------------------------------------------------------------------------------------------------


def _keep(book: Book, event: Event, doubtful: bool) -> bool:
    """Enter the event if it is allowed and raises no new question; otherwise leave the book as it was."""
    saved = [dict(entry) for entry in book.entries], book.facts, list(book.doubts), book.last_id
    known = len(book.doubts) + len(book.state["doubts"])
    try:
        book.enter(event)
        if doubtful or len(book.doubts) + len(book.state["doubts"]) <= known:
            return True
    except Refused:
        pass
    book.entries, book.facts, book.doubts, book.last_id = saved
    book.state = book.fold()
    return False


def _needs_points(state: State) -> bool:
    return capped(state) and len(inside(propose(state)[0])) < 2


def _opening(rng: random.Random, rules_by_name: dict[str, Rules]) -> Sheet:
    name = rng.choice(list(rules_by_name))
    rules = rules_by_name[name]
    most = rules["players"]["max"] + bool(rules["dealer_sits_out"])
    size = rng.choice([size for size in (2, 3, 3, 4, 4) if size <= most])
    names = list((ODD_NAMES if rng.random() < 0.15 else NAMES)[:size])
    sheet: Sheet = {"session": "Friday", "date": "2026-03-13", "rules": name}
    point = rng.choice(POINTS)
    if point:
        sheet["point"] = point
    largest = rng.choice((15, 30, 80, 200))
    on_paper = rng.random() < 0.12
    sheet["players"] = names if on_paper else {name: rng.randint(largest // 3, largest) for name in names}
    if rng.random() < 0.5:
        sheet["button"] = rng.choice(names)
    return {**sheet, "events": []}


def random_evening(rng: random.Random, rules_by_name: dict[str, Rules], *, doubtful: bool = False) -> Sheet:
    """A whole evening as a score sheet: 5 to 30 hands and everything around them.

    ``doubtful`` keeps events after which the rules can be read in more than one way.
    """
    sheet = _opening(rng, rules_by_name)
    book = Book(sheet, rules_by_name)
    hands = rng.randint(5, 30)
    for _ in range(hands * 8):
        weights = EVENTS if book.state["open"] else {**EVENTS, **BETWEEN_SETS}
        if _needs_points(book.state):
            weights = {_buy: 5, _join: 1, _note: 1}
        make = rng.choices(list(weights), list(weights.values()))[0]
        event = make(rng, book)
        if event is not None and _keep(book, event, doubtful):
            sheet["events"].append(event)
        if len(_live(book)) >= hands:
            break
    return sheet
