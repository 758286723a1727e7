"""What chats and lists put around a board, taken off: time stamps, bullets, bold marks, emoji. Pure."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSEEN: Final = str.maketrans("", "", "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff")
_WIDE: Final = {0xFF01 + place: 0x21 + place for place in range(94)}

# All blanks are single ones here, and every repetition is bounded. A time is known by its colon (10.22 may be cards),
# a month by its name (Alex 2 is a player).
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.? ?m\b\.?)?"
_MONTH: Final = r"(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[^\W\d_]{0,6}\.?"
_DATE: Final = (
    rf"(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{1,4}})?\.?|\d{{1,2}}\.? {_MONTH}(?:,? \d{{4}})?"
    rf"|{_MONTH} \d{{1,2}}(?:,? \d{{4}})?|today|yesterday|heute|gestern)"
)
_WHEN: Final = rf"(?:{_DATE},? (?:(?:at|um|à|alle|om) )?)?{_TIME}(?:,? {_DATE})?"
# [21:14] · [Mar 13, 2026 at 21:14] · (21:14), in front of a name or behind it
_BOXED: Final = re.compile(rf",? ?[\[(]{_WHEN}[\])] ?", re.IGNORECASE)
# 13.03.26, 21:14 - · 21:14 – · 9:14 PM
_IN_FRONT: Final = re.compile(rf"{_WHEN}(?: [-–—])?,?(?= )", re.IGNORECASE)
# Ann 21:14 · Ann — Today at 9:14 PM · Ann 21:14: QQ2 ...
_BEHIND: Final = re.compile(rf"(?: ?[-–—·•|,])? {_WHEN}(?=:?$|: )", re.IGNORECASE)
_ALONE: Final = re.compile(rf"[\[(]?{_WHEN}[\])]?", re.IGNORECASE)
_LAST: Final = re.compile(rf" (?:[\[(]{_WHEN}[\])]|{_TIME})$", re.IGNORECASE)
_EDITED: Final = re.compile(r" ?(?:\((?:edited|bearbeitet)\)|<(?:this message was edited|edited)>)$", re.IGNORECASE)

MARK: Final = re.compile(r"(?:[-–—*+]|\d{1,2}[.)]) |[•‣◦·▪●○>»|] ?")
_MARKS: Final = 3
_ANGLES: Final = re.compile(r"<([^<>]{1,120})>:? (.+)")
_BOLD: Final = re.compile(r"([*_~]{1,2})([^*_~:]{1,120}):\1 ?(.*)")
_BEFORE_NAME: Final = "*_~@[(\"'“„ "
_BEHIND_NAME: Final = "*_~])\"'”“,;:=|-–— "
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


def unstamped(line: str) -> str:
    """The plain line without the time in front of it; as it is where nothing else stands there."""
    stamp = _BOXED.match(line) or _IN_FRONT.match(line)
    return (line[stamp.end() :].strip() if stamp else "") or line


def untimed(line: str) -> str:
    """The plain line without the time behind the name: at its end, before a colon, or in brackets anywhere."""
    return _BEHIND.sub("", _BOXED.sub(" ", line)).strip() or line


def is_time(line: str) -> bool:
    """Whether the plain line is a time alone."""
    return bool(_ALONE.fullmatch(line))


def day_of(stamp: str) -> str:
    """What a time alone says besides the clock: a day, which may be a name in a list (``13. Mar 21:14``)."""
    return unmarked(re.sub(_TIME, "", stamp.strip("[]()"), flags=re.IGNORECASE).strip(" ,"))


def unmarked(line: str) -> str:
    """The plain line without bullets, numbers or quotation marks in front; a name in bold or in angle brackets gets a
    colon."""
    bare = line
    for _ in range(_MARKS):
        mark = MARK.match(bare)
        if mark is None or not bare[mark.end() :]:
            break
        bare = bare[mark.end() :]
    if line.startswith("|"):
        bare = bare.rstrip("| ")
    for form, with_colon in ((_ANGLES, r"\1: \2"), (_BOLD, r"\2: \3")):
        if found := form.fullmatch(bare):
            return found.expand(with_colon).rstrip()
    return bare


def bare_name(head: str) -> str:
    """What stands in front of a board without what is put around a name."""
    bare = head.lstrip(_BEFORE_NAME).rstrip(_BEHIND_NAME)
    return bare[1:-1].strip() if bare[:1] == "<" and bare[-1:] == ">" else bare


def untailed(board: str) -> str:
    """The board without emoji, a time or the note of an edit behind it; as it is where nothing but a name remains."""
    shorter = _LAST.sub("", _EDITED.sub("", _without_emoji(board))).rstrip()
    if not shorter or shorter.endswith(":"):
        return board
    return board if shorter == board else untailed(shorter)


def _without_emoji(text: str) -> str:
    end = len(text)
    seen = False
    while end and (text[end - 1] in _JOINS_EMOJI or text[end - 1] == " " or _is_emoji(text[end - 1])):
        end -= 1
        seen = seen or _is_emoji(text[end])
    return text[:end] if seen else text


def _is_emoji(char: str) -> bool:
    """Whether it is a picture that can be neither a suit nor a card."""
    return char > "\u2300" and char not in _CARDLIKE and unicodedata.category(char) in ("So", "Sk")
