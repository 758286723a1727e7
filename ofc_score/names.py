"""Player names: shown as typed, matched by a key in which case and the two ways of writing accents are alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn, TypeVar

from ofc_score.errors import Fault, OfcError, SheetError

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Form(NamedTuple):
    """How a ``NAME=VALUE`` text should look, for messages."""

    words: str
    hint: str


POINTS: Final = Form("NAME=POINTS", "as in Ann=100")
CARDS: Final = Form("NAME=CARDS", "as in Ann=14, the number of cards")
NOT_FOUND: Final = ("unknown-player", "ambiguous-player")
"""The codes of the faults of ``find``."""
LONGEST: Final = 40
_ISOLATE: Final = "\u2068"
_END_ISOLATE: Final = "\u2069"
_JOINERS: Final = frozenset("\u200c\u200d")
_BLACK_FLAG: Final = "\U0001f3f4"
# No control characters by their class, yet nothing is seen of them.
_BLANK: Final = frozenset("\u034f\u2800\u3164\uffa0")
_LINE_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_RETYPE: Final = "type the name instead of pasting it"


def key(name: str) -> str:
    """What a name is matched by: NFC of the case-folded name. ``José`` typed both ways and ``JOSÉ`` are one player.

    Decomposing before folding makes canonically equal names equal here, whatever order their marks were typed in;
    ``key(key(name)) == key(name)``.
    """
    # Those of a table are asked for again and again; whole pages that somebody pasted are not remembered.
    return _key(name) if len(name) <= 3 * LONGEST else _key.__wrapped__(name)


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def check(name: str, where: str = "") -> list[Fault]:
    """Everything that is wrong with a new name; an empty list for a good one.

    A name has 1-40 characters (an accented letter is one, however typed), no comma, line break, control or hidden
    character, no blank at either end, and does not start with ``-``. Joiners in emoji and between letters of other
    scripts stay. Two players of one name are found by ``clashes``.
    """
    plain = name.isascii() and name.isprintable() and name == name.strip() and 0 < len(name) <= LONGEST
    if plain and "," not in name and not name.startswith("-"):
        return []  # most names; the look at every character costs a hand of scoring
    if not name.strip():
        return [Fault("bad-name", "a name cannot be empty", where)]
    wrong = []
    if name != name.strip():
        wrong.append(("begins or ends with a blank", "take the blank away"))
    if name.startswith("-"):
        wrong.append(("starts with - as options do", "begin with another character"))
    if "," in name:
        wrong.append(("has a comma in it", "commas stand between names"))
    if (length := len(unicodedata.normalize("NFC", name))) > LONGEST:
        wrong.append((f"has {length} characters", f"at most {LONGEST}"))
    hidden = dict.fromkeys(name[place] for place in _hidden(name))
    if _LINE_BREAKS & hidden.keys():
        wrong.append(("has a line break in it", "names stand on one line"))
    for char in hidden:
        if char not in _LINE_BREAKS:
            wrong.append((f"has the hidden character {_described(char)} in it", _RETYPE))
    if not hidden and all(unicodedata.category(char)[0] in "MZ" for char in name):
        wrong.append(("shows nothing", "a name needs a letter, digit or sign"))
    return [Fault("bad-name", f"{_quoted(name)} {what}", where, hint) for what, hint in wrong]


def text_faults(text: str, where: str = "") -> list[Fault]:
    """What is wrong with a free text, such as a note or a reason: it stands on one line, and nothing in it is hidden or
    steers a terminal."""
    if text.isprintable():
        return []
    hidden = dict.fromkeys(text[place] for place in _hidden(text))
    wrong = [("has a line break in it", "write it on one line")] if _LINE_BREAKS & hidden.keys() else []
    for char in hidden:
        if char not in _LINE_BREAKS:
            wrong.append((f"has the hidden character {_described(char)} in it", "type the text instead of pasting it"))
    return [Fault("bad-text", f"{_quoted(text)} {what}", where, hint) for what, hint in wrong]


def check_all(names: Sequence[str], where: str = "") -> list[Fault]:
    """Every fault of a list of names: each by itself, then the names that are one player."""
    return [fault for name in names for fault in check(name, where)] + clashes(names, where)


def clashes(names: Iterable[str], where: str = "") -> list[Fault]:
    """One fault for every name that matches an earlier one: two players called Alex could not be told apart."""
    seen: dict[str, str] = {}
    faults = []
    for name in names:
        first = seen.get(key(name))
        if first is None:
            seen[key(name)] = name
            continue
        both = _quoted(name) if name == first else f"{_quoted(first)} and {_quoted(name)}"
        faults.append(Fault("name-clash", f"two players are called {both}", where, "tell them apart: Alex, Alex B"))
    return faults


def find(typed: str, names: Iterable[str], *, where: str = "") -> str:
    """The one of ``names`` that is meant: the same key, else the only one that begins so (any case).

    The exact name wins: ``Alex`` is Alex although Alexander sits there too. Blanks and direction isolates around a
    pasted name do not matter. Raises ``SheetError``: nobody (with the nearest name) or more than one.
    """
    known = list(names)
    wanted = key(_bare(typed))
    if not wanted:
        _fail("unknown-player", "the player's name is missing", where, _listed(known))
    found = [name for name in known if key(name) == wanted] or [name for name in known if key(name).startswith(wanted)]
    if len(found) > 1:
        meant = ", ".join(map(shown, found))
        _fail("ambiguous-player", f"{_quoted(typed)} may be {meant}", where, "type more of the name")
    if not found:
        hint = suggest(typed, known, _listed(known))
        _fail("unknown-player", f"no player named {_quoted(typed)}", where, hint)
    return found[0]


def _listed(known: Sequence[str]) -> str:
    return "at the table: " + ", ".join(map(shown, known)) if known else "there are no players yet"


def suggest(typed: str, known: Iterable[str], otherwise: str = "") -> str:
    """The hint ``did you mean Bob?`` for a word that nobody knows; ``otherwise`` where none of ``known`` is like it."""
    near = nearest(typed, known)
    return f"did you mean {shown(near)}?" if near is not None else otherwise


def nearest(typed: str, names: Iterable[str]) -> str | None:
    """The name most like ``typed``, accents and case aside, the first among equals; None where none comes near."""
    from difflib import get_close_matches

    if len(typed) > 3 * LONGEST:
        return None  # no name comes near it, and comparing takes long
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(_plain(name), name)
    close = get_close_matches(_plain(typed), plain, n=1)
    return plain[close[0]] if close else None


def split_assignment(text: str, *, where: str = "", form: Form = POINTS) -> tuple[str, str]:
    """``NAME=POINTS`` as (name, value text), split at the last ``=``; a name may hold one itself.

    Raises ``SheetError`` where the name or the value is missing.
    """
    name, _, value = text.rpartition("=")
    if not _bare(name) or not value.strip():
        _fail("bad-assignment", f"{_quoted(text)} is not {form.words}", where, form.hint)
    return _bare(name), value.strip()


def assignments(
    texts: Iterable[str],
    player: Callable[[str], _Key],
    value: Callable[[str, str], _Value],
    *,
    where: str = "",
    form: Form = POINTS,
) -> tuple[list[tuple[_Key, _Value]], list[Fault]]:
    """Several ``NAME=VALUE`` texts as (player, value), and everything that is wrong with them.

    ``player`` finds who is named and ``value`` reads a value text, given the place to name in an error ("--stack Ann");
    both raise ``OfcError``. ``where`` is the option or command that the texts belong to.
    """
    found: list[tuple[_Key, _Value]] = []
    faults: list[Fault] = []
    for text in texts:
        try:
            name, value_text = split_assignment(text, where=where, form=form)
        except SheetError as error:
            faults += error.faults
            continue
        keys: list[_Key] = []
        values: list[_Value] = []
        try:
            keys.append(player(name))
        except OfcError as error:
            faults += error.each(where)
        try:
            values.append(value(value_text, f"{where} {shown(name)}".strip()))
        except OfcError as error:
            faults += error.each(where)
        found += zip(keys, values, strict=False)
    return found, faults


def by_player(pairs: Iterable[tuple[str, _Value]], where: str = "") -> tuple[dict[str, _Value], list[Fault]]:
    """(player, value) pairs as a map, and a fault for every player that is named again."""
    values: dict[str, _Value] = {}
    faults = []
    for name, value in pairs:
        if name in values:
            faults.append(Fault("given-twice", f"two values for {shown(name)}", where, "leave out one"))
        values.setdefault(name, value)
    return values, faults


def split_seat(text: str, *, where: str = "") -> tuple[str, str | None]:
    """A seat as typed, ``Ann`` or ``Ann=100``, as (name, value text or None).

    ``=HYPERLINK(1)`` is a name without a value: before its only ``=`` stands no name.
    """
    if not _bare(text.rpartition("=")[0]):
        return _bare(text), None
    return split_assignment(text, where=where)


def split_board(text: str, names: Iterable[str] = ()) -> tuple[str | None, str]:
    """``Ann: QhQd2c / ...`` as (name, board text), split at the first ``: ``; (None, text) without a name.

    Where one of the known ``names`` holds ``: `` itself (``Dr: Who``) and the text begins with it, that name is meant.
    """
    parts = text.split(": ")
    known = {key(name) for name in names}
    for count in range(len(parts) - 1, 0, -1):
        name = _bare(": ".join(parts[:count]))
        if count == 1 or key(name) in known:
            return name, ": ".join(parts[count:]).strip()
    return None, text.strip()


def shown(name: str, *, isolate: bool = True) -> str:
    """A name as printed into a line: as typed, but control and hidden characters spelled out (``\\x1b``).

    A right-to-left name stands between direction isolates, else it would draw the numbers beside it to its other side;
    pass ``isolate=False`` where the output cannot carry them. ``find`` knows the name with its isolates too.
    """
    hidden = set(_hidden(name))
    text = "".join(_spelled(char) if place in hidden else char for place, char in enumerate(name))
    if isolate and any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        return f"{_ISOLATE}{text}{_END_ISOLATE}"
    return text


def _fail(code: str, message: str, where: str, hint: str) -> NoReturn:
    raise SheetError.of([Fault(code, message, where, hint)], what=where or "the names")


def _bare(typed: str) -> str:
    """A typed name without the blanks and direction isolates around it."""
    typed = typed.strip()
    if typed.startswith(_ISOLATE) and typed.endswith(_END_ISOLATE):
        typed = typed[1:-1].strip()
    return typed


def _quoted(name: str) -> str:
    """A name inside a message, cut where somebody pasted a whole page."""
    return f"'{shown(name if len(name) <= 2 * LONGEST else name[: 2 * LONGEST] + '…')}'"


def _plain(name: str) -> str:
    """The key without accents: how a name is compared when looking for the one that was meant."""
    return "".join(char for char in unicodedata.normalize("NFD", key(_bare(name))) if not unicodedata.combining(char))


def _hidden(name: str) -> Iterator[int]:
    """The places of characters that break a line, steer a terminal, turn the text round, or cannot be seen."""
    for place, char in enumerate(name):
        before, after = name[place - 1 : place], name[place + 1 : place + 2]
        kind = unicodedata.category(char)
        if char in _JOINERS:
            bad = not before or not after or before.isascii() or after.isascii() or after in _JOINERS
        elif "\U000e0020" <= char <= "\U000e007f":
            bad = before != _BLACK_FLAG and not "\U000e0020" <= before <= "\U000e007e"
        elif "\ufe00" <= char <= "\ufe0f":
            bad = not before or (before.isascii() and before not in "0123456789#*")
        else:
            nothing = ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef"
            bad = kind in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in _BLANK or nothing
        if bad:
            yield place


def _spelled(char: str) -> str:
    """A character by its number, as in ``\\x1b``."""
    return char.encode("unicode_escape").decode("ascii")


def _described(char: str) -> str:
    """A hidden character for a message: ``U+202E (right-to-left override)``."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X}" + (f" ({name.lower()})" if name else "")
