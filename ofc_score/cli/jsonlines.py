"""``score --jsonl``: one hand per line in, one result or error per line out, in order, in constant memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from ofc_score import names
from ofc_score.cli import common
from ofc_score.errors import BAD_INPUT, DONE, Fault, OfcError, RulesError
from ofc_score.money import POINTS_LIMIT
from ofc_score.rules.load import load_ruleset
from ofc_score.rules.ruleset import Ruleset
from ofc_score.scoring.hand import Table, settle_texts, text_faults


class LineError(OfcError):
    """A line that does not say a hand."""

    code = "bad-line"


LONGEST_LINE: Final = 100_000
_KEYS: Final = ("rules", "boards", "button", "stacks", "fantasyland")
# A file of hands names few games; each is read once.
_game = lru_cache(maxsize=64)(load_ruleset)


def settle_lines(file: str, rules: str) -> int:
    """Settle every line of the file (``-``: standard input) and return the exit code: 3 if any line was bad.

    Raises RulesError where ``rules``, the game of lines that name none, cannot be read.
    """
    bad = False
    if rules:
        _game(rules)
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            for line in _lines(stream):
                try:
                    document = _settle(line, rules).as_dict()
                except OfcError as error:
                    bad = True
                    document = error.as_dict()
                common.say_json(document, flush=file == "-")
    except OSError as error:
        raise common.cannot(error, file) from None
    return BAD_INPUT if bad else DONE


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Lines without their ends, cut where one is over-long; the rest of that line is passed over."""
    first = True
    while line := stream.readline(LONGEST_LINE + 1):
        ended = line.endswith(b"\n")
        yield line.removeprefix(b"\xef\xbb\xbf") if first else line
        first = False
        while not ended and len(line) > LONGEST_LINE:
            line = stream.readline(LONGEST_LINE + 1)
            ended = not line or line.endswith(b"\n")


def _settle(line: bytes, rules: str) -> Table:
    told = _read(line)
    if rules and _only_boards(told):
        return settle_texts(told["boards"], _game(rules))
    faults = list(_shape_faults(told))
    if not isinstance(told.get("boards"), dict):
        raise LineError.of(faults, what="the line")
    boards: dict[str, str] = told["boards"]
    seats = tuple(boards)
    faults += _name_faults(seats)
    button = told.get("button")
    if isinstance(button, str):
        button = _player(button, seats, "button", faults)
    stacks = _by_player(told.get("stacks"), seats, "stacks", faults)
    land = _by_player(told.get("fantasyland"), seats, "fantasyland", faults)
    ruleset = _ruleset(told.get("rules") or rules, faults)
    if not faults and ruleset is not None:
        return settle_texts(boards, ruleset, button, stacks or None, land)
    if isinstance(told.get("stacks"), dict) and len(stacks) < len(told["stacks"]):
        # Whose stack it is that cannot be read may not be known, so nobody is told to lack one.
        stacks = dict.fromkeys(seats, 1) | stacks
    unread = [name for name, text in boards.items() if not isinstance(text, str)]
    known = button if button in seats else None
    raise LineError.of([*faults, *text_faults(boards, ruleset, known, stacks, land, unread)], what="the line")


def _only_boards(told: Mapping[str, Any]) -> bool:
    """Whether a line says boards and no more, without a fault of its shape: the common one."""
    boards = told.get("boards")
    if type(boards) is not dict or len(told) > 1:
        return False
    for board in boards.values():
        if type(board) is not str:
            return False
    return not _name_faults(tuple(boards))


def _ruleset(name: object, faults: list[Fault]) -> Ruleset | None:
    """The game of a line. Raises RulesError where nothing else was found wrong so far."""
    if not name:
        faults.append(Fault("no-rules", "no ruleset", "rules", 'write "rules": "pineapple", or give --rules'))
    if not name or not isinstance(name, str):
        return None
    try:
        return _game(name)
    except RulesError as error:
        if not faults:
            raise
        faults += error.each("rules")
        return None


class _Odd(NamedTuple):
    """A number that JSON can say and a hand cannot, in its place until the faults of the line are told."""

    code: str
    message: str
    hint: str


class _NotAllowed(ValueError):
    """Something JSON can say and a hand cannot."""


def _read(line: bytes) -> dict[str, Any]:
    """The line as JSON: no key twice, whole numbers only."""
    if len(line) > LONGEST_LINE:
        raise _one("too-long", f"more than {LONGEST_LINE} bytes in one line", "one hand per line")
    try:
        told = _decode(line.decode("utf-8"))
    except _NotAllowed as error:
        raise _one(*error.args) from None
    except UnicodeDecodeError:
        raise _one("not-utf8", "the line is not UTF-8 text", "save the file as UTF-8") from None
    except RecursionError:
        raise _one("not-json", "nested too deeply", "a hand is one flat object") from None
    except json.JSONDecodeError as error:
        if not line.strip():
            raise _one("not-json", "an empty line", "one hand per line, none of them empty") from None
        message = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}, character {error.pos + 1}"
        raise _one("not-json", message, 'as in {"boards": {"Ann": "QhQd2c / ..."}}') from None
    if not isinstance(told, dict):
        raise _one("wrong-type", "a line is one JSON object", 'as in {"boards": {"Ann": "QhQd2c / ..."}}')
    return told


def _one(code: str, message: str, hint: str) -> OfcError:
    return LineError.of([Fault(code, message, "", hint)], what="the line")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotAllowed("duplicate-key", f"the key {json.dumps(twice, ensure_ascii=False)} twice", "leave out one")
    return found


def _no_fraction(said: str) -> _Odd:
    return _Odd("not-whole", f"{_short(said)} is not a whole number", "points and cards are whole numbers")


def _whole(said: str) -> int | _Odd:
    if len(said) > len(str(POINTS_LIMIT)) + 1 or abs(int(said)) > POINTS_LIMIT:
        return _Odd("bad-points", f"{_short(said)} is out of bounds", f"at most {POINTS_LIMIT}")
    return int(said)


def _short(said: str) -> str:
    return said if len(said) <= 20 else f"{said[:20]}... ({len(said)} characters)"


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_whole
).decode


def _shape_faults(told: Mapping[str, Any]) -> Iterator[Fault]:
    for key in told:
        if key not in _KEYS:
            hint = names.suggest(key, _KEYS, f"known: {', '.join(_KEYS)}")
            yield Fault("unknown-key", f"unknown key {json.dumps(key, ensure_ascii=False)}", "", hint)
    for key in ("rules", "button"):
        if not isinstance(told.get(key), str | None):
            yield Fault("wrong-type", "must be a text", key, "in double quotes")
    boards = told.get("boards")
    if not isinstance(boards, dict):
        yield Fault("wrong-type", "must be an object of boards by player", "boards", '{"Ann": "QhQd2c / ..."}')
    else:
        for name, text in boards.items():
            if not isinstance(text, str):
                yield Fault("wrong-type", "a board is a text", f"boards, {name}", "in double quotes")
    for key in ("stacks", "fantasyland"):
        yield from _number_faults(told.get(key), key)


def _number_faults(told: Any, key: str) -> Iterator[Fault]:
    if told is None:
        return
    if not isinstance(told, dict):
        yield Fault("wrong-type", "must be an object of whole numbers by player", key, '{"Ann": 14}')
        return
    for name, number in told.items():
        if isinstance(number, _Odd):
            yield Fault(number.code, number.message, f"{key}, {name}", number.hint)
        elif not isinstance(number, int) or isinstance(number, bool):
            yield Fault("wrong-type", "must be a whole number", f"{key}, {name}", "without quotes")


@lru_cache(maxsize=256)
def _name_faults(seats: tuple[str, ...]) -> tuple[Fault, ...]:
    return tuple(names.check_all(seats, "boards"))


def _player(said: str, seats: tuple[str, ...], where: str, faults: list[Fault]) -> str:
    """The seat of that name, in any case and any way of writing its accents."""
    if said in seats:
        return said
    for name in seats:
        if names.key(name) == names.key(said):
            return name
    hint = names.suggest(said, seats, f"players: {', '.join(seats)}")
    faults.append(Fault("unknown-player", f"no player {json.dumps(said, ensure_ascii=False)}", where, hint))
    return said


def _by_player(told: object, seats: tuple[str, ...], where: str, faults: list[Fault]) -> dict[str, int]:
    """The whole numbers by player; anything else that stands there has its fault already."""
    found: dict[str, int] = {}
    for said, number in told.items() if isinstance(told, dict) else ():
        name = _player(said, seats, where, faults)
        if name in found:
            faults.append(Fault("given-twice", f"two values for {name}", where, "leave out one"))
        elif name in seats and type(number) is int:
            found[name] = number
    return found
