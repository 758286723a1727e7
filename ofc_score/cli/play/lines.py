"""What a typed line or a pasted block means at the table. Pure: text in, what to do out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from ofc_score import names
from ofc_score.cards import ROW_SIZES
from ofc_score.cli.play.draft import Draft, Seating
from ofc_score.cli.play.typed import fits, resembles, size_of
from ofc_score.errors import Fault, OfcError, SheetError, UsageError
from ofc_score.rowtext import read_cards
from ofc_score.ruleset import NATURAL_KINDS

BACK: Final = "<"
# What chats put before a message: [21:14] · [13.03.26, 21:14:05] · 13.03.26, 21:14 - · 21:14
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?"
_DATE: Final = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?"
_STAMP: Final = re.compile(
    rf"^\s*(?:\[{_DATE}{_TIME}(?:,?\s*{_DATE}\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}})?\]|{_DATE}{_TIME}(?:\s+-)?(?=\s))\s*",
    re.IGNORECASE,
)
# Telegram puts the name first and the time behind it: Ann, [13.03.26 21:14]
_STAMP_BEHIND: Final = re.compile(rf"[,:]?\s*\[{_DATE}{_TIME}\]:?\s*$", re.IGNORECASE)
_MARKS: Final = str.maketrans("", "", "\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff")
_OPTION: Final = "--"
# So many cards are a board, one of them perhaps forgotten.
_NEARLY: Final = 11
_WHOLE_WORDS: Final = ("foul", "x", "-", "surrender")


class Nothing(NamedTuple):
    """An empty line."""


class Back(NamedTuple):
    """Take back one board, or one row of the board that is being typed."""


class Jump(NamedTuple):
    """Ask for this player."""

    name: str


class Place(NamedTuple):
    """A board or rows for a player (None: whose turn it is)."""

    name: str | None
    text: str


class Block(NamedTuple):
    """Several boards pasted at once; ``faults`` are lines of it that are none."""

    boards: tuple[Place, ...]
    faults: tuple[Fault, ...]


class Command(NamedTuple):
    """One of the commands, in full, and the words behind it."""

    name: str
    words: tuple[str, ...]


LONGEST: Final = 20_000
_MOST_COLONS: Final = 40
_HEAD: Final = re.compile(r"(?<![^\s,;|/])(?=\S)")
Action: TypeAlias = Nothing | Back | Jump | Place | Block | Command


def read(text: str, draft: Draft, seating: Seating, commands: Sequence[str]) -> Action:
    """What the text means now. Raises ``UsageError`` or ``SheetError`` for one that means nothing.

    A name wins over the beginning of a command, a command written out wins over the beginning of a name, and cards
    that fit win over both.
    """
    if len(text) > LONGEST:
        raise UsageError(f"{len(text)} characters are more than the {LONGEST} of a hand", hint="one hand at a time")
    said = text.translate(_MARKS)
    lines = [line for line in said.splitlines() if line.strip()]
    if len(lines) > 1:
        return _block(lines, seating)
    said = _unstamped(lines[0]).strip() if lines else ""
    if not said:
        return Nothing()
    if said == BACK:
        return Back()
    several = _several(said, seating)
    if several is not None:
        return several
    placed = _named(said, seating, commands) or _fitting(said, draft, seating)
    if placed is not None:
        return placed
    word, _, rest = said.partition(" ")
    if word.casefold() in commands:
        return _command(word.casefold(), rest, seating)
    who = _found(word, seating)
    if who is not None and (not rest.strip() or resembles(rest)):
        return Place(who, rest.strip()) if rest.strip() else Jump(who)
    if resembles(rest) and _seated(word, seating):
        seating.find(word)  # raises why this player shows no board
    meant = [name for name in commands if name.startswith(word.casefold())]
    if len(meant) == 1:
        return _command(meant[0], rest, seating)
    if not meant and resembles(said):
        return Place(None, said)
    raise _unknown(word, meant, commands)


def _several(said: str, seating: Seating) -> Block | None:
    """The boards of several players in one line; None for any other line. Raises ``UsageError``: two for one player."""
    parts = _parts_by_name(said, seating)
    if parts is None:
        # No row has a colon in it.
        parts = [Place(None, part) for part in _parts_by_size(said)] if ":" not in said else []
    if len(parts) < 2:
        return None
    named = [part.name for part in parts if part.name is not None]
    twice = [name for name in dict.fromkeys(named) if named.count(name) > 1]
    if twice:
        who = " and ".join(map(names.shown, twice))
        raise UsageError(f"two boards for {who} in one line", hint="one hand at a time")
    return Block(tuple(parts), ())


def _parts_by_name(said: str, seating: Seating) -> list[Place] | None:
    """The line cut at the names with a colon; None unless it begins with one and has another."""
    if said.count(":") < 2:
        return None
    cuts: list[tuple[int, int, str]] = []
    colons = list(re.finditer(r"\s*:", said))
    for colon in colons if len(colons) <= _MOST_COLONS else ():
        for head in _HEAD.finditer(said, max(colon.start() - 3 * names.LONGEST, 0), colon.start()):
            typed = said[head.start() : colon.start()]
            who = _found(typed, seating) if " " not in typed or _seated(typed, seating) else None
            if who is not None and typed.casefold() not in NATURAL_KINDS:
                cuts.append((head.start(), colon.end(), who))
                break
    if len(cuts) < 2 or cuts[0][0] > 0:
        return None
    ends = [*(start for start, _, _ in cuts[1:]), len(said)]
    return [Place(who, said[start:end].strip(" ,;|/")) for (_, start, who), end in zip(cuts, ends, strict=True)]


def _parts_by_size(said: str) -> list[str]:
    """Rows of 3, 5 and 5 cards again and again, and words that stand for a board; nothing where it is anything else."""
    parts: list[str] = []
    rows: list[str] = []
    for word in re.split(r"[\s/|,;]+", said):
        if not rows and word.casefold() in _WHOLE_WORDS:
            parts.append(word)
            continue
        read = read_cards(word)
        if read.size != ROW_SIZES[len(rows)] or read.faults:
            return []
        rows.append(word)
        if len(rows) == len(ROW_SIZES):
            parts.append(" / ".join(rows))
            rows = []
    return [] if rows else parts


def _named(said: str, seating: Seating, commands: Sequence[str]) -> Place | Jump | None:
    """A line with a name and a colon in front."""
    head, colon, rest = said.partition(":")
    if not colon or head.strip().casefold() in NATURAL_KINDS:
        return None
    longer, board = names.split_board(said, seating.playing)
    who = None if longer is None else _found(longer, seating)
    if who is None:
        who = _found(head, seating)
    else:
        rest = board
    if who is not None:
        return Place(who, rest.strip()) if rest.strip() else Jump(who)
    first = head.split()[:1]
    begins = first and any(name.startswith(first[0].casefold()) for name in commands)
    if resembles(rest) and (_seated(head, seating) or not begins):
        seating.find(head)  # raises what is wrong with the name
    return None


def _fitting(said: str, draft: Draft, seating: Seating) -> Place | None:
    """Cards that can be taken as they stand, with a name in front or without."""
    turn = draft.turn(seating)
    if fits(draft.rows.get(turn or "", ()), said, seating.rules):
        return Place(None, said)
    word, _, rest = said.partition(" ")
    who = _found(word, seating) if rest else None
    if who is not None and fits(draft.rows.get(who, ()), rest, seating.rules):
        return Place(who, rest.strip())
    return None


def _found(typed: str, seating: Seating) -> str | None:
    """The player of the hand who is meant, also by a chat's longer name that begins with the one at the table."""
    for said in (typed.strip(), typed.strip().lstrip("~").partition(" ")[0]):
        with suppress(SheetError):
            return seating.find(said)
    return None


def _unknown(word: str, meant: Sequence[str], commands: Sequence[str]) -> UsageError:
    said = names.shown(word[: names.LONGEST])
    if meant:
        return UsageError(f"'{said}' may be {', '.join(meant)}", hint="type more of it")
    near = names.nearest(word, commands)
    return UsageError(f"'{said}' is no board, player or command", hint=f"{near} meant?" if near else "help lists all")


# Commands


def _command(name: str, rest: str, seating: Seating) -> Command:
    words = split(rest)
    if name in ("hand", "fix"):
        words = _boards_whole(name, words, seating)
    return Command(name, tuple(words))


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


def _boards_whole(name: str, words: Sequence[str], seating: Seating) -> list[str]:
    """The words of ``hand`` and ``fix`` with every board in one, as if it stood in quotes: ``fix 3 c QQ2 KK8 ...``."""
    first = 1 if name == "fix" else 0
    if first and words and words[0][:1] in ("e", "E"):
        return list(words)
    end = next((place for place, word in enumerate(words) if word.startswith(_OPTION)), len(words))
    boards: list[str] = []
    for word in words[first:end]:
        who = _seated(word.rstrip(":"), seating)
        if who is not None and (word.endswith(":") or not resembles(word) or _is_name(word, who)):
            boards.append(f"{who}:")
        elif " " in word or not boards:
            boards.append(word)
        else:
            boards[-1] += f" {word}"
    return [*words[:first], *boards, *words[end:]]


def _seated(typed: str, seating: Seating) -> str | None:
    """The player who is meant, whether he plays this hand or not."""
    with suppress(SheetError):
        return names.find(typed, (*seating.playing, *seating.out, *seating.resting))
    return None


def _is_name(word: str, who: str) -> bool:
    """Whether the word is the whole name: Kat is a player, though KAT is a row."""
    return names.key(word.rstrip(":")) == names.key(who)


# Pasted blocks


def _unstamped(line: str) -> str:
    return _STAMP_BEHIND.sub("", _STAMP.sub("", line))


def _block(lines: Iterable[str], seating: Seating) -> Block:
    """Boards of several lines: each with its name in front, its name on a line of its own, or none in turn.

    Lines that follow a name alone, or rows one below the other, are rows of one board.
    """
    boards: list[tuple[str | None, list[str]]] = []
    faults: list[Fault] = []
    for line in lines:
        said = _unstamped(line).strip()
        if not said:
            continue
        try:
            placed = _named(said, seating, ()) or _fitting(said, Draft(), seating) or _header(said, seating)
        except OfcError as error:
            faults += error.faults
            continue
        if isinstance(placed, Jump):
            boards.append((placed.name, []))
        elif placed is not None and placed.name is not None:
            boards.append((placed.name, [placed.text]))
        elif boards and not _whole(boards[-1][1]) and resembles(said):
            boards[-1][1].append(said)
        elif resembles(said):
            boards.append((None, [said]))
        else:
            faults.append(Fault("no-board", f"'{names.shown(said[:40])}' is no board"))
    told = [Place(name, " / ".join(rows)) for name, rows in boards if rows]
    named = [place.name for place in told if place.name is not None]
    twice = [name for name in dict.fromkeys(named) if named.count(name) > 1]
    hint = "paste one hand at a time"
    faults += [Fault("given-twice", f"two boards for {names.shown(name)}", "", hint) for name in twice]
    return Block(tuple(place for place in told if place.name not in twice), tuple(faults))


def _header(said: str, seating: Seating) -> Jump | None:
    who = _seated(said.rstrip(":"), seating)
    return None if who is None or (resembles(said) and not _is_name(said, who)) else Jump(who)


def _whole(rows: Sequence[str]) -> bool:
    """Whether the lines so far tell a board, be it a faulty one."""
    return size_of(" ".join(rows)) >= _NEARLY
