"""What a terminal can show: control characters taken out, letters where suit signs cannot be printed, red suits."""

from __future__ import annotations

import re
from typing import Final

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
# Whatever could steer a terminal or turn a line round. Direction isolates stay: names are printed between them.
# Patterns are compiled when first needed, which is hardly ever: no text of ours steers, and most output has no colour.
_STEERING: Final = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066\u2067\ud800-\udfff]"
_RED: Final = "(?:10|[2-9TJQKA])?[♦♥]"
_PLAIN: Final = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "·": "|", "–": "-", "—": "-", "−": "-", "…": "...", "’": "'", "→": "->",
     "\u2068": "", "\u2069": ""}
)  # fmt: skip
RED: Final = "\x1b[31m"
PLAIN: Final = "\x1b[0m"


def signed_card(token: str) -> str:
    """``Q♥`` for ``Qh``; a rank without a suit and a joker stay as they are."""
    return token[0] + SUIT_SIGNS[token[1]] if token[1:] in SUIT_SIGNS else token


def clean(text: str) -> str:
    """The text with every character that steers a terminal spelled out (``\\x1b``), line breaks aside."""
    if not steers(text):
        return text
    return re.sub(_STEERING, _spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape", "surrogatepass").decode("ascii")


def steers(text: str) -> bool:
    """Whether ``clean`` would change the text."""
    return not text.replace("\n", "").isprintable() and re.search(_STEERING, text) is not None


def fits(text: str, encoding: str) -> bool:
    """Whether a stream of this encoding can carry the text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def narrow(text: str, encoding: str) -> str:
    """The text as a stream of this encoding can carry it: suits as letters, anything else unknown to it as ``?``."""
    if fits(text, encoding):
        return text
    return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)


def coloured(text: str) -> str:
    """Hearts and diamonds in red, with their ranks; clubs and spades stay in the terminal's own colour."""
    return re.sub(_RED, lambda found: f"{RED}{found.group()}{PLAIN}", text)
