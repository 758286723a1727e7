"""The words behind a command. ``hand`` and ``fix`` take boards that are not in quotes, as nobody wants to type them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Final

from ofc_score import names
from ofc_score.boards.rows import read_cards
from ofc_score.cards.cards import ROW_SIZES
from ofc_score.entry import who
from ofc_score.entry.draft import Seating
from ofc_score.entry.rows import WHOLE_WORDS, is_kind, only_cards, resembles, size_of
from ofc_score.errors import UsageError
from ofc_score.rules.ruleset import NATURAL_KINDS

_SHARED: Final = {"--button": 1, "--fantasyland": 1, "--forced": 0, "--db": 1, "--session": 1, "--json": 0, "--help": 0}
OPTIONS: Final[Mapping[str, Mapping[str, int]]] = {
    "hand": {**_SHARED, "--no": 1, "--before": 1, "--again": 0},
    "fix": {
        **_SHARED, "--swap": 2, "--replay": 0, "--difference": 0, "--after": 1, "--for": 1, "--why": 1,
        "--from-hand": 1, "--paid": 0, "--owed": 0, "--accept": 0,
    },
}  # fmt: skip
"""Commands with boards, and how many words each of their options takes."""
NEEDED: Final[Mapping[str, int]] = {
    "score": 0, "start": 0, "hand": 0, "fix": 1, "join": 1, "button": 1, "switch": 1, "adjust": 3, "expense": 2,
    "owe": 3, "payouts": 0,
}  # fmt: skip
"""Commands with options whose value may be several words, and how many other words each of them needs."""
SPOKEN: Final = frozenset(("--name", "--why", "--after", "--also", "--bank", "--button", "--for", "--players"))
"""Options that take a text, a name or names."""
PAIRED: Final = frozenset(("--claim", "--fantasyland", "--stack"))
"""Options that take NAME=NUMBER."""
VALUED: Final = frozenset(
    ("--buy-in", "--date", "--point", "--rules", "--jsonl", "--db", "--session", "--no", "--before", "--from-hand")
)
"""The others of these commands that take one word."""
_NAMED: Final = ("--after", "--bank", "--button")
# So many cards one after the other are a row.
_ROW: Final = min(ROW_SIZES)

_ENTRY: Final = re.compile(r"e\d+", re.IGNORECASE)


def words_of(name: str, rest: str, seating: Seating) -> tuple[str, ...]:
    """The words of a command. Raises ``UsageError``: a quote not closed, a word that is neither name nor cards."""
    words = split(rest)
    if name in NEEDED:
        words = _joined(name, words, seating)
    return tuple(_with_boards(name, words, seating) if name in OPTIONS else words)


def split(rest: str) -> list[str]:
    """The words of a line; quotes keep blanks together, a backslash is a letter (Windows), as is one lone quote."""
    for quotes in ("\"'", '"'):
        lexer = shlex.shlex(rest, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", quotes
        try:
            return list(lexer)
        except ValueError:
            continue
    raise UsageError("a quote is not closed", hint='as in --why "dealt twice"')


def _joined(name: str, words: Sequence[str], seating: Seating) -> list[str]:
    """The words with the value of every option in one, as if it stood in quotes (``--why pizza and beer``)."""
    joined: list[str] = []
    told: list[str] = []
    at = 0
    while at < len(words) and words[at] != "--":
        option, equals, first = words[at].partition("=")
        at += 1
        if not option.startswith("--"):
            told.append(words[at - 1])
            joined.append(words[at - 1])
            continue
        end = next((place for place in range(at, len(words)) if words[place].startswith("--")), len(words))
        value = [first, *words[at:end]] if equals else list(words[at:end])
        taken = _taken(name, option, value, told, seating)
        behind = at + taken - bool(equals)
        if taken > 1 and option in SPOKEN | PAIRED:
            said = " ".join(value[:taken])
            said = (who.seated(said, seating) if option in _NAMED else None) or said
            joined += [f"{option}={said}"] if equals else [option, said]
        else:
            joined += words[at - 1 : behind]
        at = behind
    return [*joined, *words[at:]]


def _taken(name: str, option: str, value: Sequence[str], told: Sequence[str], seating: Seating) -> int:
    """How many of the words behind an option are its value.

    All of them, unless some of them may be what the command still needs; then one, as on the command line, or the name
    of a player.
    """
    if option in PAIRED:
        ends = [place for place, word in enumerate(value[: who.WORDS_OF_A_NAME + 1], 1) if "=" in word]
        return ends[0] if ends else min(1, len(value))
    if option not in SPOKEN or len(value) < 2 or " " in value[0]:
        most = 2 if option == "--swap" else int(option in VALUED or option in SPOKEN)
        return min(most, len(value))
    if option in _NAMED:
        named = next((count for count, typed in who.runs(list(value)) if _is_player(typed, seating)), 0)
        if named:
            return named
    entry = name == "fix" and bool(told) and bool(_ENTRY.fullmatch(told[0]))
    boards = name == "score" or (name in OPTIONS and not entry)
    lacking = len(told) < NEEDED[name] + entry
    points = name == "join" and len(told) == 1 and value[-1][:1].isdigit()
    return 1 if lacking or points or (boards and _shows_a_row(value[1:])) else len(value)


def _is_player(typed: str, seating: Seating) -> bool:
    name = who.seated(typed, seating)
    return name is not None and " " in typed and who.is_name(typed, name)


def _shows_a_row(words: Sequence[str]) -> bool:
    """Whether some of the words may be a board, or a row of one."""
    cards = 0
    for word in words:
        read = read_cards(word)
        cards = 0 if read.faults else cards + read.size
        if cards >= _ROW or word.casefold() in WHOLE_WORDS:
            return True
    return False


def _with_boards(name: str, words: Sequence[str], seating: Seating) -> list[str]:
    """The words with every board in one, as if it stood in quotes (``fix 3 c QQ2 KK8 ...``), options last."""
    typed, options = _without_options(words, OPTIONS[name])
    first = 1 if name == "fix" else 0
    if first and typed and _ENTRY.fullmatch(typed[0]):
        return list(words)
    boards = typed[first:]
    all_words = all(word.casefold() in WHOLE_WORDS for word in boards)
    grouped = boards if all_words and len(boards) == len(seating.playing) else _grouped(boards, seating)
    return [*typed[:first], *grouped, *options]


def _without_options(words: Sequence[str], values: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """(words that are no option, options with their values)."""
    typed: list[str] = []
    options: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            typed += words[at + 1 :]
            break
        if not word.startswith("--") and word != "-h":
            typed.append(word)
            at += 1
            continue
        taken = 1 if "=" in word else 1 + values.get(word, 0)
        options += words[at : at + taken]
        at += taken
    return typed, options


def _grouped(words: Sequence[str], seating: Seating) -> list[str]:
    """The words board by board: a name begins one, and so does what follows a whole one."""
    boards: list[tuple[str, list[str]]] = []
    at = 0
    while at < len(words):
        found = _name_at(words, at, boards, seating)
        if found is not None:
            name, taken, rest = found
            boards.append((f"{name}: ", [rest] if rest else []))
            at += taken
            continue
        word = words[at]
        if boards and _takes(boards[-1], word):
            boards[-1][1].append(word)
        else:
            _refuse_stranger(words, at)
            boards.append(("", [word]))
        at += 1
    return [(name + " ".join(cards)).strip() for name, cards in boards]


def _takes(board: tuple[str, list[str]], word: str) -> bool:
    """Whether the word goes on with this board: it is not whole, or the word holds no card (a suit, a stroke)."""
    name, cards = board
    if not cards or " " in word:  # in quotes: a board, or what was told behind a name
        return bool(name) and not cards
    return not _full(cards) or not (is_kind(word) or read_cards(word).size) or word in ("f", "/", "|")


def _full(cards: Sequence[str]) -> bool:
    """Whether the words are a whole board, be it a faulty one."""
    told = cards[1:] if cards[0].rstrip(":").casefold() in NATURAL_KINDS else cards
    return bool(told) and size_of(" ".join(told)) >= sum(ROW_SIZES)


def _name_at(
    words: Sequence[str], at: int, boards: Sequence[tuple[str, list[str]]], seating: Seating
) -> tuple[str, int, str] | None:
    """(name, how many words it takes, what stands right behind its colon) where a name begins at this word."""
    word = words[at]
    if " " in word:
        name = who.seated(word, seating)
        return (name, 1, "") if name is not None and not resembles(word) else None
    for count, typed in who.runs([*words[at : at + who.WORDS_OF_A_NAME]]):
        head, colon, rest = typed.partition(":")
        if (rest and count > 1) or head.casefold() in NATURAL_KINDS or any(" " in it for it in words[at : at + count]):
            continue
        meant = who.meant(head, seating)
        behind = at + count + (words[at + count : at + count + 1] == [":"])
        if colon and (meant or _may_have_left(head.split(), seating)):
            if len(meant) > 1:
                who.refuse(head, seating)
            return meant[0] if meant else head, behind - at, rest
        if meant and _is_meant(words, at, count, boards, meant[0]):
            if len(meant) > 1:
                who.refuse(head, seating)
            return meant[0], behind - at, ""
    return None


def _is_meant(words: Sequence[str], at: int, count: int, boards: Sequence[tuple[str, list[str]]], name: str) -> bool:
    """Whether words that find a player are his name here, and not cards or a word that stands for a board."""
    typed = " ".join(words[at : at + count])
    exact = who.is_name(typed, name)
    waiting = bool(boards) and bool(boards[-1][0]) and not boards[-1][1]
    fresh = not boards or (not waiting and _full(boards[-1][1]))
    if count > 1:
        more = words[at + 1 : at + count]
        return exact or not any(word.casefold() in WHOLE_WORDS or only_cards(word) for word in more)
    if typed.casefold() in WHOLE_WORDS:
        return exact and fresh and at + 1 < len(words)
    read = read_cards(typed)
    if read.faults or not read.size:
        return exact or not resembles(typed)
    # A name that can be read as cards.
    return (exact and not waiting) or (not resembles(typed) and fresh)


def _may_have_left(words: Sequence[str], seating: Seating) -> bool:
    """Whether words in front of a colon may be the name of somebody who is not seated any more."""
    if not words or not words[0][:1].isalnum() or (len(words) > 1 and who.meant(words[-1], seating)):
        return False
    return not any(is_kind(word) or not read_cards(word).faults for word in words)


def _refuse_stranger(words: Sequence[str], at: int) -> None:
    """Raise ``UsageError`` for a word that can be no board: perhaps the name of somebody who has left."""
    word = words[at]
    if " " in word or ":" in word or is_kind(word) or resembles(word) or word in ("/", "|"):
        return
    if word[:1].isalpha() and (read_cards(word).faults or not read_cards(word).size):
        said = names.shown(word[: names.LONGEST])
        hint = f"who has left is named with a colon: {said}: QQ2 ..."
        raise UsageError(f"'{said}' is no board and nobody at the table", hint=hint)
