"""How input is made hostile: texts, JSON data and files with small changes, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

HOSTILE: Final = (
    "\x1b[2J", "\x9b31m", "\x1b]0;x\x07", "\u202eevil", "\x00", "\x7f", "\r", "\n", "\t", "\u2028", "\x85", "\ufeff",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style><script>", "&lt;", "{{7*7}}", "{% x %}",
    "=HYPERLINK(1)", "=cmd|' /C calc'!A0", "@SUM(1)", "+1+1", "-2+3", "../../../etc/passwd", "/etc/passwd", "file:///",
    "~/x", "a/b", "CON", "%s%n%x", "{0}{a}", "${HOME}", "`id`", "$(id)", ";", "|", "9" * 400, "-1", "0", "1e999",
    "1e5", "NaN", "Infinity", "null", "true", "no", "010", "1_000", "12:30", "{", "[", "]", "}", "*a", "&a [*a]",
    "!!python/object/apply:os.system [id]", "!!binary x", "? ", "- ", ": ", "#", "'", '"', "\\", "\\u0000", "💩" * 30,
    "🃏", "Jo", "A" * 3000, "\ud800", "e\u0301", "ﬁ", "Ann", "ann", "e1", "e99999999999", "Ah", "AhAhAh", "foul", "x",
    "QQ2 KK883 AT752h", "--json", "--db", "-", "", " ",
)  # fmt: skip


def text(rng: random.Random, sound: str) -> str:
    """A text with some edits, of which most are small."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(sound) + 1)
        end = min(at + rng.choice((1, 1, 3, 20, 200)), len(sound))
        bad = rng.choice(HOSTILE)
        sound = rng.choice((
            sound[:at] + bad + sound[at:], sound[:at] + sound[end:], sound[:at] + bad + sound[end:],
            sound[:end] + sound[at:end] * rng.choice((1, 2, 50)) + sound[end:], sound[:at],
            sound[:at] + chr(rng.randrange(0x3000)) + sound[end:], _line(rng, sound, bad),
            sound[:at] + rng.choice("[{(-:*&") * rng.choice((2, 50, 2000)) + sound[at:],
        ))[:200_000]  # fmt: skip
    return sound


def _line(rng: random.Random, sound: str, bad: str) -> str:
    lines = sound.split("\n")
    at = rng.randrange(len(lines))
    lead = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = rng.choice((lines[at] + bad, lead + bad, rng.choice(lines), lines[at].partition(":")[0] + ": " + bad))
    return "\n".join(lines)


def value(rng: random.Random, sound: Any) -> Any:
    """JSON data with some values exchanged, gone, twice or of another kind."""
    copy = json.loads(json.dumps(sound))
    for _ in range(rng.choice((1, 1, 2, 5))):
        places = list(_places(copy))
        if places:
            holder, key = rng.choice(places)
            _spoil(rng, holder, key, copy)
    return copy


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from _places(data[key])


def _spoil(rng: random.Random, holder: Any, key: Any, whole: Any) -> None:
    deep: Any = 1
    for _ in range(rng.choice((3, 40, 400))):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    old = holder[key]
    numbers = (0, -1, 1, 2**31, 2**53, 2**63, 10**40, 1.5, -0.0, True, False, None)
    others: tuple[Any, ...] = ([], {}, [old], {"a": old}, deep, [old] * 300, "x" * 9000)
    new = rng.choice((rng.choice(HOSTILE), rng.choice(numbers), *others))
    if rng.random() < 0.25:
        del holder[key]
    elif rng.random() < 0.2 and isinstance(holder, dict):
        holder[rng.choice(HOSTILE)] = holder.pop(key)
    elif rng.random() < 0.2:
        other, at = rng.choice(list(_places(whole)))
        holder[key] = json.loads(json.dumps(other[at]))
    elif isinstance(old, str) and rng.random() < 0.5:
        holder[key] = text(rng, old)
    elif isinstance(old, int) and rng.random() < 0.5:
        holder[key] = old + rng.choice((-1, 1))
    else:
        holder[key] = new


def entry(rng: random.Random, sound: Any, people: Sequence[str], often: float) -> Any:
    """An entry of an evening as JSON data, well formed, with other people and numbers in it."""
    if isinstance(sound, dict):
        found = {}
        for key, one in sound.items():
            other = rng.choice(people) if key in people and rng.random() < often else key
            found[other] = one if key in ("kind", "rules") else entry(rng, one, people, often)
        return found
    if isinstance(sound, list):
        return [entry(rng, one, people, often) for one in sound if rng.random() > often / 5]
    if rng.random() > often:
        return sound
    if isinstance(sound, bool):
        return not sound
    if isinstance(sound, int):
        return rng.choice((0, -1, 1, 2, 3, 4, 9, 50, -50, 500, 10**6, 2**53 - 1, 2**53, 10**20))
    return rng.choice(people) if sound in people else sound


def octets(rng: random.Random, sound: bytes) -> bytes:
    """A file with bits turned, a piece gone, pages exchanged, its end cut off."""
    data = bytearray(sound)
    for _ in range(rng.choice((1, 1, 3, 30, 500))):
        if not data:
            break
        at = rng.randrange(len(data))
        kind = rng.random()
        if kind < 0.7:
            data[at if rng.random() < 0.8 else rng.randrange(min(len(data), 120))] = rng.randrange(256)
        elif kind < 0.75:
            del data[at:]
        elif kind < 0.85 and len(data) > 8192:
            one, other = (4096 * rng.randrange(len(data) // 4096) for _ in range(2))
            data[one : one + 4096] = data[other : other + 4096]
        elif kind < 0.95:
            data[at : at + 8] = rng.choice((b"\xff" * 8, bytes(8), b"\x7f" + b"\xff" * 7))
        else:
            data[at:at] = rng.randbytes(rng.choice((1, 100, 4096)))
    return bytes(data)


def words(rng: random.Random, sound: str) -> str:
    """A word of a command line: no shell can hand over a zero."""
    return text(rng, sound).replace("\x00", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
