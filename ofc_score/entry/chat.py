"""What chats and lists put around a message, taken off. Pure: text in, text out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from ofc_score.boards.rows import read_cards

_UNSEEN: Final = str.maketrans("", "", "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff")
_WIDE: Final = {0xFF01 + place: 0x21 + place for place in range(94)}

# All blanks are single ones here, and every repetition is bounded.
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.? ?m\b\.?)?"
_DATE: Final = (
    r"(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\.?|\d{1,2}\.? [^\W\d_]{3,9}\.?(?:,? \d{4})?"
    r"|[^\W\d_]{3,9}\.? \d{1,2}(?:,? \d{4})?|today|yesterday|heute|gestern)"
)
_DAY_FIRST: Final = rf"(?:{_DATE},? (?:(?:at|um|à|alle|om) )?)?{_TIME}"
_WHEN: Final = rf"{_DAY_FIRST}(?:,? {_DATE})?"
# [21:14] · [Mar 13, 2026 at 21:14] · (21:14), in front of a name or behind it
_BOXED_TIME: Final = re.compile(rf",? ?[\[(]{_WHEN}[\])] ?", re.IGNORECASE)
# 13.03.26, 21:14 - · 21:14 – · 9:14 PM
_TIME_FIRST: Final = re.compile(rf"{_WHEN}(?: [-–—])?(?= )", re.IGNORECASE)
# Ann 21:14 · Ann — Today at 9:14 PM · Ann 21:14: QQ2 ...
_TIME_BEHIND: Final = re.compile(rf"(?: ?[-–—·•|,])? {_WHEN}(?=:?$|: )", re.IGNORECASE)
_ONLY_TIME: Final = re.compile(_WHEN, re.IGNORECASE)
_NO_DAY_BEHIND: Final = re.compile(rf"{_DAY_FIRST}(?: [-–—])?,?(?= )", re.IGNORECASE)
_CLOCK: Final = re.compile(rf"^{_TIME},? ?|,? ?{_TIME}$", re.IGNORECASE)
_BEFORE_TIME: Final = " -–—·•|,"
_AROUND_TIME: Final = "[](),-–— "

# A time is told by its colon: 10.22 may be cards.
_TIME_LAST: Final = re.compile(
    rf" (?:[\[(]{_WHEN}[\])]|\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?: ?[ap]\.? ?m\b\.?)?)$", re.IGNORECASE
)

_MARK: Final = re.compile(r"(?:[-–—*+]|\d{1,2}[.)]) |[•‣◦·▪●○>»|] ?")
_MARKS: Final = 3
_ANGLES: Final = re.compile(r"<([^<>]{1,120})>:? (.+)")
_BOLD: Final = re.compile(r"([*_~]{1,2})([^*_~:]{1,120}):\1 ?(.*)")
_BEFORE_NAME: Final = "*_~@[(\"'“„ "
_BEHIND_NAME: Final = "*_~])\"'”“,;:=|-–— "
_EDITED: Final = re.compile(r" ?(?:\((?:edited|bearbeitet)\)|<(?:this message was edited|edited)>)$", re.IGNORECASE)
# Signs that may stand for a suit or a card: hearts of all colours, diamonds, clovers, cards, chessmen.
_CARDLIKE: Final = frozenset(
    "❣❤❥💎💠🖤🤍🤎🧡🩵🩶🩷🔶🔷🔸🔹◆◇◈⬥⬦⬧⬨☘🍀🎴"
    + "".join(map(chr, (*range(0x2654, 0x2668), *range(0x1F0A0, 0x1F100), *range(0x1F493, 0x1F4A0))))
)
_JOINS_EMOJI: Final = "\u200d\ufe0f"


def unhidden(text: str) -> str:
    """The text without the marks that nobody sees and no name can hold."""
    return text.translate(_UNSEEN)


def plain(line: str) -> str:
    """The line with single blanks, whichever they were, and usual letters in place of full-width ones."""
    return " ".join(line.translate(_WIDE).split())


def unstamped(line: str, is_name: Callable[[str], bool]) -> str:
    """The line without the time in front; as it is where nothing else stands there.

    ``Alex 2 21:14`` may be a day: what is a name without the clock (``is_name``) stays, here and below.
    """
    said = " ".join(line.split())
    boxed = _BOXED_TIME.match(said)
    first = None if boxed else _TIME_FIRST.match(said)
    if boxed:
        return said if is_name(_unclocked(boxed.group())) else said[boxed.end() :].strip() or said
    short = _NO_DAY_BEHIND.match(said) if first else None
    if first and short and is_name(_unclocked(short.group())):
        return said
    if first and short and is_name(said[short.end() : first.end()]):
        first = short
    # 10.22 may be cards.
    return said[first.end() :].strip() or said if first and read_cards(first.group()).faults else line.strip()


def untimed(line: str, is_name: Callable[[str], bool]) -> str:
    """The plain line without the time behind the name: at its end, before a colon, or in brackets anywhere."""
    said = _BOXED_TIME.sub(lambda box: box[0] if is_name(_unclocked(box[0])) else " ", line).strip()
    behind = _TIME_BEHIND.search(said)
    if behind:
        # Ann 1 Today at 21:14: the longest name, though 1 Today may be a day.
        starts = [at for at in reversed(range(behind.start(), behind.end())) if said[:at][-1:] not in _BEFORE_TIME]
        shorter = (_TIME_BEHIND.match(said, start) for start in starts)
        behind = next((time for time in shorter if time and is_name(said[: time.start()])), behind)
    if behind and read_cards(behind.group()).faults:
        said = said[: behind.start()] + said[behind.end() :]
    return said or line


def is_time(line: str) -> bool:
    """Whether the plain line is a time alone."""
    boxed = line.strip("[]()")
    return bool(_ONLY_TIME.fullmatch(boxed)) and bool(read_cards(line).faults)


def _unclocked(stamp: str) -> str:
    """The day of a time, which may be a name."""
    return _CLOCK.sub("", stamp.strip(_AROUND_TIME)).strip(_AROUND_TIME)


def names_somebody(line: str, is_name: Callable[[str], bool]) -> bool:
    """Whether a time alone is a name and a clock as well."""
    return is_name(_unclocked(line))


def unmarked(line: str) -> str:
    """The plain line without the bullet, number or quotation mark in front; a name in bold or in angle brackets gets a
    colon."""
    said = line
    for _ in range(_MARKS):
        mark = _MARK.match(said)
        if mark is None or not said[mark.end() :]:
            break
        said = said[mark.end() :]
    if line.startswith("|"):
        said = said.rstrip("| ")
    angles = _ANGLES.fullmatch(said)
    return angles.expand(r"\1: \2") if angles else unbold(said)


def unbold(line: str) -> str:
    """``*Ann:* QQ2 ...`` without the marks of bold letters."""
    bold = _BOLD.fullmatch(line)
    return bold.expand(r"\2: \3").rstrip() if bold else line


def bare_name(head: str) -> str:
    """What stands in front of a board without what is put around a name."""
    bare = head.lstrip(_BEFORE_NAME).rstrip(_BEHIND_NAME)
    return bare[1:-1].strip() if bare[:1] == "<" and bare[-1:] == ">" else bare


def untailed(board: str) -> str:
    """The board without the emoji, the time and the note of an edit behind it; as it is where nothing else remains."""
    said = board
    while True:
        shorter = _TIME_LAST.sub("", _EDITED.sub("", _without_emoji(said))).rstrip()
        if shorter == said:
            return said or board
        said = shorter


def _without_emoji(said: str) -> str:
    end = len(said)
    seen = False
    while end and (said[end - 1] in _JOINS_EMOJI or said[end - 1] == " " or _is_emoji(said[end - 1])):
        end -= 1
        seen = seen or _is_emoji(said[end])
    return said[:end] if seen else said


def _is_emoji(char: str) -> bool:
    """Pictures, never one that may be a suit or a card."""
    return char > "\u2300" and char not in _CARDLIKE and unicodedata.category(char) in ("So", "Sk")
