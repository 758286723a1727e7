"""The slow evening: a plain list of what happened, added up from nothing after every line, to check the real fold.

It shares no code with the package. A sheet comes as plain data (the YAML of a score sheet, scalars as text or whole
numbers), rulesets as complete mappings by name. Where the rules leave room the reading taken is noted in ``doubts``,
so that whoever compares can tell a fault from a question.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from .scorer import OracleError, Rules, clockwise, dealt_counts, score, settle

Sheet = dict[str, Any]
State = dict[str, Any]
Entry = dict[str, Any]
Event = dict[str, Any]

DECIMALS = {"JPY": 0, "KRW": 0, "KWD": 3, "BHD": 3, "TND": 3}
KINDS = ("hand", "buy", "join", "leave", "seats", "switch", "fix", "void", "adjust", "expense", "pay", "owe", "chips")

KEPT = ("button", "fantasyland", "new_set", "counted")
"""What a hand records beside its boards."""


class Refused(Exception):
    """Something that is not allowed at that moment; ``event`` is its place in the sheet's list, from 0; None for the
    opening."""

    event: int | None = None


# --- the book ---------------------------------------------------------------------------------------------------


class Book:
    """A sheet's opening, the plain list of entries, and what they add up to at this moment."""

    def __init__(self, sheet: Sheet, rules: dict[str, Rules]) -> None:
        players = sheet["players"]
        self.rules = rules
        self.paper = not isinstance(players, dict)
        self.seats = [str(name) for name in players]
        self.bought = dict.fromkeys(self.seats, 0) if self.paper else {str(n): int(p) for n, p in players.items()}
        self.opening_rules = str(sheet["rules"])
        self.button = str(sheet.get("button", self.seats[-1]))
        self.value, self.currency = _point(sheet.get("point"))
        self.entries: list[Entry] = []
        self.facts: dict[Any, Any] = {}
        self.doubts: list[str] = []
        self.last_id = 0
        self.scored: dict[Any, dict[str, Any]] = {}
        self.state = self.fold()

    def fold(self, upto: int | None = None) -> State:
        """Everything from zero, or only the first ``upto`` entries."""
        state = _opening(self)
        for entry in self.entries[:upto]:
            if entry["kind"] in ("leave", "seats", "switch"):
                state["facts"][entry["id"], entry["kind"], "between sets"] = not state["open"]
            coming = [one for one in self.entries[:upto] if one["kind"] == "hand"]
            coming = coming[coming.index(state["at"]) + 1 :] if state["at"] in coming else coming
            state["decided"] = coming[0]["counted"] if coming and entry["kind"] != "hand" else None
            if entry["kind"] == "hand":
                state["at"] = entry
                later = coming[1:] if coming and coming[0] is entry else coming
                state["decided"] = later[0]["counted"] if later else None
            APPLY[entry["kind"]](self, state, entry)
        return state

    def enter(self, event: Event) -> None:
        """Enter one event of a sheet. Raises Refused and changes nothing where it is not allowed now."""
        kind = next((kind for kind in KINDS if kind in event), "note")
        if kind != "note":
            ENTER[kind](self, self.state, event)
        self.state = self.fold()
        known = self.state["facts"]
        self.doubts += [f"{key} as played differs" for key, fact in known.items() if self.facts.get(key, fact) != fact]
        self.facts = known

    def add(self, kind: str, **data: Any) -> None:
        """One more entry at the end."""
        self.last_id += 1
        self.entries.append({"id": self.last_id, "kind": kind, **data})

    def hand(self, number: Any) -> Entry:
        """The hand with this number, voided ones counted too."""
        hands = [entry for entry in self.entries if entry["kind"] == "hand"]
        if not str(number).isdigit() or not 1 <= int(number) <= len(hands):
            raise Refused(f"there is no hand {number}")
        if hands[int(number) - 1]["void"]:
            raise Refused(f"hand {number} is void")
        return hands[int(number) - 1]


def _opening(book: Book) -> State:
    return {
        "seats": list(book.seats),
        "stacks": dict(book.bought),
        "bought": dict(book.bought),
        "taken": {},  # by people who left
        "money": {},  # minor units: expenses, debts, payments
        "rules": book.rules[book.opening_rules],
        "paper": book.paper,
        "set": 0,
        "open": False,  # a set is being played
        "first": False,  # nothing of the set has been played yet
        "had": [],  # who had the button in this set
        "passed": [],
        "moves": [],  # from whom to whom the button went in this set
        "late": [],  # skipped on the way to the first button of this set
        "button": book.button,
        "chosen": True,  # the button is where somebody put it and has not been played
        "pending": {},
        "rested": None,
        "waiting": [],
        "hands": [],
        "played": {},
        "rescue": False,  # the last player has Fantasyland pending: the others may buy in until the next hand
        "number": 0,
        "at": None,  # the hand played last
        "decided": None,  # what the next hand says counted from it; None where there is none yet
        "put": None,  # whose button it was in a first hand that was voided
        "rescued": [],  # what waited and counted since the last hand
        "empty": False,  # the button rests on the place behind ``button``, whose player left
        "old": {},  # minor units: debts from before and what was paid of them
        "odd": {},  # how many odd units of expenses everybody has carried
        "last_hand": None,  # the entry of the last hand played
        "facts": {},
        "doubts": [],
    }


def replay(sheet: Sheet, rules: dict[str, Rules]) -> dict[str, Any]:
    """What a sheet comes to: hands, balances, stacks, waiting buys and joins, doubts. Raises Refused."""
    book = Book(sheet, rules)
    if len(book.seats) > _most(book.state["rules"]):
        raise Refused("that game cannot be dealt here")
    for place, event in enumerate(sheet.get("events") or []):
        try:
            book.enter(event)
        except Refused as refused:
            refused.event = place
            raise
    return report(book)


def report(book: Book) -> dict[str, Any]:
    """The book as it stands: the shape of a replay, amounts in minor units (None without a point value)."""
    state = book.state
    balances = {}
    for name in state["bought"]:
        stack = state["stacks"][name] if name in state["seats"] else 0
        points = stack + state["taken"].get(name, 0) - state["bought"][name]
        amount = None if book.value is None else points * book.value + state["money"].get(name, 0)
        balances[name] = {"points": points, "amount": amount}
    void = {entry["id"] for entry in book.entries if entry["kind"] == "hand" and entry["void"]}
    return {
        "hands": [hand for hand in state["hands"] if hand["id"] not in void],
        "balances": balances,
        "bought": dict(state["bought"]),
        "stacks": None if book.paper else {name: state["stacks"][name] for name in state["seats"]},
        "waiting": [{key: item[key] for key in ("kind", "player", "points")} for item in state["waiting"]],
        "doubts": [*state["doubts"], *book.doubts],
    }


def disagreements(model: dict[str, Any], real: dict[str, Any]) -> list[str]:
    """Where a real replay (its JSON; balances in minor units) says something else than the model.

    Voided hands are left out, and the points of a hand whose correction was booked as a difference: there the two
    may show either version. Points not mentioned are 0.
    """
    found = []
    theirs = {hand["hand"]: hand for hand in real["hands"] if not hand.get("void") and not hand.get("voided")}
    if list(theirs) != [hand["hand"] for hand in model["hands"]]:
        found.append(f"hands {list(theirs)}, not {[hand['hand'] for hand in model['hands']]}")
    for hand in model["hands"]:
        other = theirs.get(hand["hand"], hand)
        keys = ["set", "ruleset", "button", "fantasyland", "set_over"]
        keys += ["totals", "stacks"] if not hand["differences"] else []
        pairs = [(key, hand[key], other[key]) for key in keys]
        pairs += [(f"next {key}", hand["next"][key], other["next"][key]) for key in ("button", "fantasyland", "out")]
        found += [f"hand {hand['hand']}: {key} {b}, not {a}" for key, a, b in pairs if _plain(a) != _plain(b)]
    for key in ("points", "amount"):
        mine, his = ({name: one[key] for name, one in side["balances"].items()} for side in (model, real))
        if _plain(mine) != _plain(his):
            found.append(f"{key} {his}, not {mine}")
    return found


def _plain(value: Any) -> Any:
    """Points by player without the zeros, everything else as it is."""
    return {key: one for key, one in value.items() if one} if isinstance(value, dict) else value


# --- who is in, who is next ---------------------------------------------------------------------------------------


def capped(state: State) -> bool:
    """Stacks that end at zero: a loser cap and something to lose."""
    return not state["paper"] and bool(state["rules"]["count"]["loser_cap"])


def inside(state: State) -> list[str]:
    """Seats whose player is not out."""
    return [name for name in state["seats"] if not capped(state) or state["stacks"][name] > 0]


def due(state: State) -> list[str]:
    """Who is still to have the button in this set."""
    return [name for name in inside(state) if name not in state["had"] and name not in state["passed"]]


def _most(rules: Rules) -> int:
    """Seats with points that this game has room for."""
    return int(rules["players"]["max"]) + bool(rules["dealer_sits_out"])


def _fantasyland_option(state: State, key: str) -> str:
    fantasyland = state["rules"]["fantasyland"]
    return "" if fantasyland == "none" else str(fantasyland[key])


def _frozen(state: State) -> bool:
    return bool(state["pending"]) and _fantasyland_option(state, "button") == "frozen"


def _between(seats: list[str], old: str, new: str) -> list[str]:
    """Seats passed on the way clockwise from one seat to another, without these two; a whole round from a seat to
    itself passes everybody."""
    ring = clockwise(seats, old)
    return ring[: ring.index(new)]


def _copy(state: State) -> State:
    return {key: copy.copy(value) for key, value in state.items()}


def _begin(state: State, counted: list[int] | None = None) -> None:
    """A new set: everything that waited counts now, or what the hand says."""
    state.update(set=state["set"] + 1, open=True, first=True, had=[], passed=[], moves=[], late=[])
    _take_in_waiting(state, ("buy", "join"), counted)


def _take_in_waiting(state: State, kinds: tuple[str, ...], only: list[int] | None = None) -> list[int]:
    coming = [it for it in state["waiting"] if it["kind"] in kinds and (only is None or it["id"] in only)]
    state["waiting"] = [item for item in state["waiting"] if item not in coming]
    for item in coming:
        _take_in(state, item)
    return [item["id"] for item in coming]


def _take_in(state: State, item: dict[str, Any]) -> None:
    name = item["player"]
    if item["kind"] == "join":
        seats = state["seats"]
        if item["after"] in seats:
            seats.insert(seats.index(item["after"]) + 1, name)
        else:
            seats.append(name)
        state["stacks"][name] = 0
        state["bought"].setdefault(name, 0)
        seats = state["seats"]
        if state["empty"] and (len(seats) == 1 or seats[seats.index(name) - 1] == state["button"]):
            # Exactly where the button rests.
            state.update(button=name, empty=False)
            if state["open"] and not state["first"]:
                state["had"].append(name)
    if state["open"] and not state["first"] and name in state["late"]:
        state["doubts"].append(f"{name}: skipped before the first button of the set, back in this set")
    state["stacks"][name] += item["points"]
    state["bought"][name] += item["points"]


def _next_button(state: State) -> str | None:
    if state["put"]:
        return str(state["put"])
    if state["first"]:
        if state["chosen"] and not state["empty"] and state["button"] in inside(state):
            return str(state["button"])
        wanted = inside(state)
    elif _frozen(state):
        return str(state["button"])
    else:
        wanted = due(state) or inside(state)
    return next((name for name in clockwise(state["seats"], state["button"]) if name in wanted), None)


def _resting(state: State, button: str | None, fantasyland: dict[str, int]) -> str | None:
    playing, most = inside(state), state["rules"]["players"]["max"]
    if button is None or not state["rules"]["dealer_sits_out"] or len(playing) != most + 1:
        return None
    if _frozen(state) and button == state["button"] and state["rested"] in playing:
        return str(state["rested"])
    ring = [button, *clockwise(state["seats"], button)]
    return next((name for name in ring if name in playing and name not in fantasyland), None)


def propose(state: State, new_set: bool | None = None) -> tuple[State, dict[str, Any]]:
    """The state in which the next hand would be played, and what the rules give for it."""
    state = _copy(state)
    new_set = not state["open"] if new_set is None else new_set
    counted = list(state["rescued"]) + ([item["id"] for item in state["waiting"]] if new_set else [])
    if new_set:
        _begin(state)
    button = _next_button(state)
    fantasyland = dict(state["pending"])
    out = [name for name in state["seats"] if name not in inside(state)]
    facts = {"button": button, "fantasyland": fantasyland, "out": out, "new_set": new_set, "counted": counted}
    return state, {**facts, "resting": _resting(state, button, fantasyland)}


def _look_at_set(state: State) -> None:
    """After anything that moves points: is the set over, does a Fantasyland lapse, do waiting buys count at once?"""
    if not state["open"] or state["first"]:
        return
    if len(inside(state)) > 1:
        state["open"] = bool(state["pending"] or due(state))
    elif state["pending"] and _fantasyland_option(state, "last_player") == "buy-in":
        if state["rules"]["set"]["rebuy"] == "never" or not _frozen(state):
            state["doubts"].append("the last player is in Fantasyland: buying in is never allowed, or the button moves")
        state["rescue"] = True
        state["rescued"] = state["rescued"] + _take_in_waiting(state, ("buy",), state["decided"])
    else:
        state["pending"] = {}
        state["open"] = False


def _last_player(state: State) -> bool:
    """The set stays open only for the last player's Fantasyland."""
    return bool(state["open"] and state["pending"] and len(inside(state)) < 2)


# --- a hand -------------------------------------------------------------------------------------------------------


def _scored(book: Book, rules: Rules, boards: dict[str, str], button: str, fantasyland: dict[str, int]) -> Any:
    key = (rules["name"], tuple(boards.items()), button, tuple(fantasyland.items()))
    if key not in book.scored:
        book.scored[key] = score(boards, rules, button, None, fantasyland)
    return book.scored[key]


def _settled(book: Book, record: dict[str, Any]) -> dict[str, Any]:
    """A hand's payments in the order of the count (from the first one's side), stacks after it, who qualified."""
    result = _scored(book, record["rules"], record["boards"], record["button"], record["fantasyland"])
    counts = result["counts"]
    order = [(count["player"], count["opponent"]) for count in counts]
    points = {pair: count["points"] for pair, count in zip(order, counts, strict=True)}
    steps, after = settle(order, points, record["stacks"], record["rules"]["count"])
    paid = {pair: step[0] for pair, step in zip(order, steps, strict=True)}
    players = result["players"].items()
    coming = {name: one["next_fantasyland"]["cards"] for name, one in players if one["next_fantasyland"]}
    return {"paid": paid, "after": after, "coming": coming}


def _totals(names: list[str], paid: dict[tuple[str, str], int]) -> dict[str, int]:
    totals = dict.fromkeys(names, 0)
    for (player, opponent), moved in paid.items():
        totals[player] += moved
        totals[opponent] -= moved
    return totals


def _seat(state: State, name: str) -> None:
    """Make sure that somebody is at the table who was there when this was entered. A correction may have moved the
    end of a set: then a join that had counted would wait."""
    for item in [item for item in state["waiting"] if item["kind"] == "join" and item["player"] == name]:
        state["doubts"].append(f"{name} played as a join that now would wait")
        state["waiting"] = [other for other in state["waiting"] if other is not item]
        _take_in(state, item)
    if name not in state["seats"]:
        raise Refused(f"by the corrected books {name} is not at the table")


def _apply_hand(book: Book, state: State, entry: Entry) -> None:
    state["number"] += 1
    if entry["new_set"]:
        chosen = state["set"] == 0
        _begin(state, entry["counted"])
        if entry["void"] == "replay":
            # A voided hand keeps its facts: the set that it began has begun.
            state.update(first=False, rescued=[])
            if chosen:
                state["put"] = entry["button"]
            return
    else:
        state["open"] = True
        _take_in_waiting(state, ("buy", "join"), entry["counted"])
    state["rescued"] = []
    if entry["void"] == "replay":
        return
    state["put"] = None
    for name in (entry["button"], *(name for name, text in entry["boards"].items() if text != "-")):
        _seat(state, name)
    _move_button(state, entry["button"])
    state["facts"][entry["id"], "set"] = state["set"]
    boards = {name: entry["boards"].get(name, "-") for name in state["seats"]}
    playing = [name for name in boards if boards[name] != "-"]
    record = {"rules": state["rules"], "boards": boards, "button": entry["button"], "fantasyland": entry["fantasyland"]}
    record["stacks"] = None if state["paper"] else {name: state["stacks"][name] for name in playing}
    _look_at_dealt_in(state, playing)
    settled = _settled(book, record)
    totals = _totals(playing, settled["paid"])
    for name in playing:
        state["stacks"][name] += totals[name]
    state["played"] = {**state["played"], entry["id"]: {**record, "paid": settled["paid"], "number": state["number"]}}
    state.update(rested=entry["resting"], last_hand=entry["id"])
    state["pending"] = {name: cards for name, cards in settled["coming"].items() if name in inside(state)}
    shown = None if state["paper"] else {name: state["stacks"][name] for name in state["seats"]}
    _look_at_set(state)
    state["hands"].append(
        {
            "id": entry["id"],
            "hand": state["number"],
            "set": state["set"],
            "new_set": entry["new_set"],
            "ruleset": state["rules"]["name"],
            "button": entry["button"],
            "fantasyland": dict(entry["fantasyland"]),
            "totals": totals,
            "stacks": shown,
            "set_over": not state["open"],
            "next": propose(state)[1],
            "differences": 0,
        }
    )


def _look_at_dealt_in(state: State, playing: list[str]) -> None:
    for item in state["waiting"]:
        assert item["player"] not in playing or item["player"] in state["seats"]


def _move_button(state: State, button: str) -> None:
    """The button is on ``button`` in this hand: who is passed, who has had it."""
    out = [name for name in state["seats"] if name not in inside(state)]
    if state["first"]:
        if not (state["chosen"] and not state["empty"] and state["button"] == button):
            state["late"] = [name for name in _between(state["seats"], state["button"], button) if name in out]
    elif button != state["button"]:
        state["passed"] += [name for name in _between(state["seats"], state["button"], button) if name in out]
        state["moves"].append((state["button"], button))
    state["had"].append(button)
    state.update(button=button, chosen=False, first=False, rescue=False, empty=False)


def _enter_hand(book: Book, state: State, event: Event) -> None:
    place, new_set = len(book.entries), None
    if "before" in event:
        place = book.entries.index(book.hand(event["before"]))
        state = book.fold(place)
        # A forgotten hand belongs to the set before it, where there is one.
        new_set = state["set"] == 0
    if "new-set" in event:
        new_set = _yes(event["new-set"])
    if _last_player(state):
        raise Refused("others must buy in first")
    state, facts = propose(state, new_set)
    boards = {str(name): str(text).strip() for name, text in event["hand"].items()}
    if "button" in event:
        facts["button"] = str(event["button"])
    pending = facts["fantasyland"]
    if "fantasyland" in event:
        facts["fantasyland"] = {str(name): int(cards) for name, cards in event["fantasyland"].items()}
    if facts["button"] not in state["seats"]:
        raise Refused("the button is not at the table")
    facts["resting"] = _resting(state, facts["button"], facts["fantasyland"])
    _check_playing(state, boards, facts, bool(pending or facts["fantasyland"]), _yes(event.get("forced")))
    laid = {name: boards.get(name, "-") for name in state["seats"]}
    if any(laid[name] == "-" for name in facts["fantasyland"]):
        book.doubts.append("somebody in Fantasyland sits out")
        facts["fantasyland"] = {name: n for name, n in facts["fantasyland"].items() if laid[name] != "-"}
    _check_cards(book, state["rules"], laid, facts)
    book.add("hand", boards=laid, void=False, **{key: facts[key] for key in (*KEPT, "resting")})
    book.entries.insert(place, book.entries.pop())


def _yes(value: Any) -> bool:
    return str(value).lower() == "true"


def _check_playing(state: State, boards: dict[str, str], facts: dict[str, Any], pending: bool, forced: bool) -> None:
    allowed = forced or (state["rules"]["set"]["sit_out"] == "allowed" and not pending)
    for name in boards:
        if name not in state["seats"]:
            raise Refused(f"{name} is not at the table")
    for name in state["seats"]:
        plays = boards.get(name, "-") != "-"
        if name not in inside(state) or name == facts["resting"]:
            if plays:
                raise Refused(f"{name} is out or rests")
        elif not plays and not (name in boards and allowed):
            raise Refused(f"{name} has no board")
    playing = [name for name, text in boards.items() if text != "-"]
    players = state["rules"]["players"]
    if not max(2, players["min"]) <= len(playing) <= players["max"]:
        raise Refused(f"{len(playing)} players")


def _check_cards(book: Book, rules: Rules, boards: dict[str, str], facts: dict[str, Any]) -> None:
    for name, cards in facts["fantasyland"].items():
        if cards not in dealt_counts(rules) or name not in boards:
            raise Refused(f"{cards} cards for {name} are never dealt")
    try:
        _scored(book, rules, boards, facts["button"], facts["fantasyland"])
    except OracleError as error:
        raise Refused(str(error)) from error


# --- people -------------------------------------------------------------------------------------------------------


def _enter_buy(book: Book, state: State, event: Event) -> None:
    for name, points in event["buy"].items():
        if book.paper or state["rules"]["set"]["rebuy"] == "never":
            raise Refused("no buying in here")
        if str(name) not in state["seats"] or int(points) < 1:
            raise Refused(f"{name} cannot buy {points}")
    for name, points in event["buy"].items():
        at_once = not state["open"] or state["rules"]["set"]["rebuy"] == "any-hand"
        at_once = at_once or (state["rescue"] and str(name) not in inside(state))
        book.add("buy", player=str(name), points=int(points), at_once=at_once)


def _apply_buy(_: Book, state: State, entry: Entry) -> None:
    _seat(state, entry["player"])
    _arrive(state, entry)


def _arrive(state: State, entry: Entry) -> None:
    if entry["at_once"]:
        _take_in(state, entry)
    else:
        state["waiting"] = [*state["waiting"], entry]


def _enter_join(book: Book, state: State, event: Event) -> None:
    wanted = event["join"] if isinstance(event["join"], dict) else {event["join"]: {}}
    for name, said in wanted.items():
        data = said if isinstance(said, dict) else {"points": said}
        points, after = int(data.get("points", 0)), str(data.get("after", ""))
        if str(name) in state["seats"] or str(name) in [item["player"] for item in state["waiting"]]:
            raise Refused(f"{name} is at the table")
        if after and after not in state["seats"]:
            raise Refused(f"{after} is not at the table")
        if (points != 0) if book.paper else (points < 1):
            raise Refused(f"{name} cannot sit down with {points}")
        waits = state["open"] and state["rules"]["set"]["join"] == "set-start"
        if state["pending"] and not _yes(event.get("forced")):
            raise Refused("Fantasyland is pending")
        if not waits and len(inside(state)) + 1 > _most(state["rules"]):
            raise Refused("the table is full")
        book.add("join", player=str(name), points=points, after=after, at_once=not waits or _yes(event.get("forced")))


def _apply_join(_: Book, state: State, entry: Entry) -> None:
    if state["pending"]:
        state["doubts"].append(f"{entry['player']} joins while Fantasyland is pending")
    _arrive(state, entry)
    if entry["at_once"] and state["open"]:
        for old, new in state["moves"]:
            if {old, new} <= set(state["seats"]) and entry["player"] in _between(state["seats"], old, new):
                state["passed"].append(entry["player"])


def _enter_leave(book: Book, state: State, event: Event) -> None:
    name = str(event["leave"])
    if name not in state["seats"]:
        raise Refused(f"{name} is not at the table")
    if (state["open"] or state["pending"]) and not _yes(event.get("forced")):
        raise Refused("leaving is for between sets")
    book.add("leave", player=name)


def _apply_leave(_: Book, state: State, entry: Entry) -> None:
    name, seats = entry["player"], state["seats"]
    _seat(state, name)
    if state["open"]:
        state["doubts"].append(f"{name} leaves in mid-set")
    if state["put"] == name:
        state["put"] = None
    if state["button"] == name:
        state.update(button=seats[seats.index(name) - 1], empty=True)
    seats.remove(name)
    state["taken"][name] = state["taken"].get(name, 0) + state["stacks"].pop(name)
    state["waiting"] = [item for item in state["waiting"] if item["player"] != name]
    state["pending"] = {other: cards for other, cards in state["pending"].items() if other != name}
    _look_at_set(state)


def _enter_seats(book: Book, state: State, event: Event) -> None:
    seats = [str(name) for name in event["seats"]]
    if state["open"] or state["pending"]:
        raise Refused("seats change between sets")
    if sorted(seats) != sorted(state["seats"]):
        raise Refused("not the players at the table")
    book.add("seats", seats=seats)


def _apply_seats(_: Book, state: State, entry: Entry) -> None:
    for name in entry["seats"]:
        _seat(state, name)
    state["seats"] = list(entry["seats"])


def _enter_switch(book: Book, state: State, event: Event) -> None:
    name = str(event["switch"])
    if state["open"] or state["pending"]:
        raise Refused("the game changes between sets")
    if name not in book.rules:
        raise Refused(f"no ruleset {name}")
    coming = propose({**state, "rules": book.rules[name]})[0]
    if len(inside(coming)) > _most(coming["rules"]):
        raise Refused("that game cannot be dealt here")
    book.add("switch", rules=name)


def _apply_switch(book: Book, state: State, entry: Entry) -> None:
    state["rules"] = book.rules[entry["rules"]]


# --- points and money -----------------------------------------------------------------------------------------------


def _transfer(state: State, payer: str, payee: str, points: int) -> int:
    """Points change hands outside a hand; never more than the payer has where stacks end at zero. How many moved."""
    if capped(state):
        points = min(points, max(0, state["stacks"].get(payer, 0)))
    for name, moved in ((payer, -points), (payee, points)):
        if name in state["seats"]:
            state["stacks"][name] += moved
        else:
            state["taken"][name] = state["taken"].get(name, 0) + moved
            state["doubts"].append(f"{name} left before points were moved")
    return points


def _moved(state: State, was_in: list[str]) -> None:
    """Points changed hands outside a hand: the set may be over."""
    if state["open"] and any(name not in was_in for name in inside(state)):
        state["doubts"].append("somebody who was out has points again in the same set")
    if any(name not in inside(state) for name in state["pending"]):
        state["doubts"].append("somebody in Fantasyland lost his last points between hands")
        state["pending"] = {name: cards for name, cards in state["pending"].items() if name in inside(state)}
    _look_at_set(state)


def _enter_adjust(book: Book, state: State, event: Event) -> None:
    payer, payee, points = str(event["adjust"]["from"]), str(event["adjust"]["to"]), int(event["adjust"]["points"])
    if payer not in state["seats"] or payee not in state["seats"] or payer == payee or points < 1:
        raise Refused("not two players at the table, or no points")
    if capped(state) and state["stacks"][payer] < points:
        raise Refused(f"{payer} has only {state['stacks'][payer]}")
    book.add("adjust", payer=payer, payee=payee, points=points)


def _apply_adjust(_: Book, state: State, entry: Entry) -> None:
    was_in = inside(state)
    _transfer(state, entry["payer"], entry["payee"], entry["points"])
    _moved(state, was_in)


def _enter_chips(book: Book, state: State, event: Event) -> None:
    counted = {str(name): int(points) for name, points in event["chips"].items()}
    if book.paper or any(name not in state["seats"] for name in counted):
        raise Refused("no chips to count")
    if _yes(event.get("accept")):
        if sum(counted.values()) != sum(state["stacks"][name] for name in counted):
            raise Refused("the chips do not add up to the books")
        book.add("chips", counted=counted)


def _apply_chips(_: Book, state: State, entry: Entry) -> None:
    counted = entry["counted"]
    if sum(counted.values()) != sum(state["stacks"].get(name, 0) for name in counted):
        state["doubts"].append("chips were accepted that the corrected books do not have")
        return
    was_in = inside(state)
    state["stacks"].update(counted)
    _moved(state, was_in)


def _point(text: Any) -> tuple[int | None, str]:
    if text is None:
        return None, ""
    value, currency = str(text).split()
    return _amount(value, currency), currency


def _amount(value: Any, currency: str) -> int:
    found = re.fullmatch(r"([0-9]+)(?:[.]([0-9]+))?", str(value))
    if not found or not currency:
        raise Refused(f"not an amount: {value}")
    decimals = DECIMALS.get(currency, 2)
    part = (found[2] or "").rstrip("0").ljust(decimals, "0")
    if len(part) > decimals:
        raise Refused(f"too many decimals: {value}")
    return int(found[1] + part)


def _enter_money(book: Book, state: State, event: Event) -> None:
    """Expenses, debts from before and payments: changes of people's money in minor units, summing to zero."""
    kind = next(kind for kind in ("expense", "pay", "owe") if kind in event)
    data, changes = event[kind], dict.fromkeys(state["bought"], 0)
    amount = _amount(data["amount"], book.currency)
    if kind == "expense":
        sharers = [str(name) for name in data["for"]]
        people = [str(data["by"]), *sharers]
        least, odd = divmod(amount, len(sharers))
        lucky = sorted(sharers, key=lambda name: state["odd"].get(name, 0))[:odd]
        shares = [least + (name in lucky) for name in sharers]
        parts = [(str(data["by"]), amount), *((name, -share) for name, share in zip(sharers, shares, strict=True))]
    else:
        people = [str(data["from"]), str(data["to"])]
        sign = 1 if kind == "pay" else -1
        parts = [(people[0], sign * amount), (people[1], -sign * amount)]
    if any(name not in changes for name in people):
        raise Refused("nobody of that name was here")
    for name, change in parts:
        changes[name] += change
    lucky = lucky if kind == "expense" else []
    old = 0
    if kind == "owe":
        old = amount
    elif kind == "pay":
        old = max(0, min(amount, -state["old"].get(people[0], 0), state["old"].get(people[1], 0)))
    book.add("money", changes=changes, lucky=lucky, people=people, old=old if kind == "pay" else -old)


def _apply_money(_: Book, state: State, entry: Entry) -> None:
    for name, change in entry["changes"].items():
        state["money"][name] = state["money"].get(name, 0) + change
    for name in entry["lucky"]:
        state["odd"][name] = state["odd"].get(name, 0) + 1
    for name, part in zip(entry["people"][:2], (entry["old"], -entry["old"]), strict=False):
        state["old"][name] = state["old"].get(name, 0) + part


# --- corrections ------------------------------------------------------------------------------------------------------


def _enter_fix(book: Book, state: State, event: Event) -> None:
    wanted = []
    for number, boards in event["fix"].items():
        hand = book.hand(number)
        known = state["played"][hand["id"]]
        typed = {str(name): str(text).strip() for name, text in boards.items()}
        if any(known["boards"].get(name, "-") == "-" or text == "-" for name, text in typed.items()):
            raise Refused("a correction deals nobody in or out")
        _check_cards(book, known["rules"], {**known["boards"], **typed}, known)
        wanted.append((hand, {**known["boards"], **typed}))
    for hand, boards in wanted:
        _correct(book, hand, boards, _yes(event.get("difference")))


def _enter_void(book: Book, _: State, event: Event) -> None:
    hand = book.hand(event["void"])
    _correct(book, hand, None, _yes(event.get("difference")))
    if _yes(event.get("difference")):
        hand["void"] = "difference"


def _correct(book: Book, hand: Entry, boards: dict[str, str] | None, difference: bool) -> None:
    if difference:
        book.add("difference", hand=hand["id"], boards=boards)
        return
    if any(entry["kind"] == "difference" and entry["hand"] == hand["id"] for entry in book.entries):
        book.doubts.append("a replay of a hand whose difference was booked")
        book.entries = [e for e in book.entries if e["kind"] != "difference" or e["hand"] != hand["id"]]
    if boards is None:
        hand["void"] = "replay"
    else:
        hand["boards"] = boards


def _apply_difference(book: Book, state: State, entry: Entry) -> None:
    """The hand settled again with the stacks it had; pair by pair what is missing to that moves, now: counted against
    what moved for the pair so far, be it less than was due."""
    old = state["played"][entry["hand"]]
    if entry["boards"] is None:
        new, due = dict(old), dict.fromkeys(old["paid"], 0)
    else:
        new = {**old, "boards": entry["boards"]}
        due = _settled(book, new)["paid"]
    was_in = inside(state)
    moved = {**old["paid"], **{(b, a): -points for (a, b), points in old["paid"].items()}}
    for (player, opponent), points in due.items():
        change = points - moved[player, opponent]
        payer, payee = (opponent, player) if change > 0 else (player, opponent)
        if capped(state) and state["stacks"].get(payer, 0) < abs(change) and old["rules"]["count"]["order"] == "payer":
            state["doubts"].append("a difference is cut, and old and new count may go in another order")
        came = _transfer(state, payer, payee, abs(change))
        moved[payee, payer] += came
        moved[payer, payee] -= came
    new["paid"] = {pair: moved[pair] for pair in due}
    state["played"] = {**state["played"], entry["hand"]: new}
    if entry["boards"] is not None and entry["hand"] == state["last_hand"]:
        # Nothing was played since: the corrected boards say who is in Fantasyland next.
        state["pending"] = _settled(book, new)["coming"]
        state["open"] = state["open"] or state["set"] > 0
    for hand in state["hands"]:
        if hand["id"] == entry["hand"]:
            hand["differences"] += 1
    _moved(state, was_in)


APPLY: dict[str, Any] = {
    "hand": _apply_hand,
    "buy": _apply_buy,
    "join": _apply_join,
    "leave": _apply_leave,
    "seats": _apply_seats,
    "switch": _apply_switch,
    "adjust": _apply_adjust,
    "chips": _apply_chips,
    "money": _apply_money,
    "difference": _apply_difference,
}
ENTER: dict[str, Any] = {
    "hand": _enter_hand,
    "buy": _enter_buy,
    "join": _enter_join,
    "leave": _enter_leave,
    "seats": _enter_seats,
    "switch": _enter_switch,
    "fix": _enter_fix,
    "void": _enter_void,
    "adjust": _enter_adjust,
    "expense": _enter_money,
    "pay": _enter_money,
    "owe": _enter_money,
    "chips": _enter_chips,
}
