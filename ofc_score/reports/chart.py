"""Stacks over the hands of an evening: the numbers, and the drawing as one inline SVG in the page's colours."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from ofc_score.evening.events import Hand, Leave
from ofc_score.evening.fold import Fold
from ofc_score.evening.session import Session
from ofc_score.evening.state import HandRecord
from ofc_score.names import shown

COLOURS: Final = 8
# Whole units of the drawing; the page scales it.
_WIDTH = 4800
_LEFT, _RIGHT, _TOP, _BOTTOM = 420, 120, 120, 300
HEIGHTS: Final = {"wide": 1900, "tall": 3300}
"""Two shapes of the drawing: for a screen or paper, and for a phone held upright."""
_MOST_TICKS: Final = 6
_MOST_LABELS: Final = 10


class Point(NamedTuple):
    """A stack at a ``place`` from left to right (0: the start), after hand ``hand`` (0: no hand, just the state).

    ``land``: played that hand in Fantasyland. ``bought`` points came in since the place before.
    """

    place: int
    hand: int
    stack: int
    land: bool = False
    bought: int = 0


class Line(NamedTuple):
    """One player's stacks from left to right; on paper the totals so far.

    The last one is what he has in the end, or took along. ``away`` points he took along earlier, before he came back
    with a buy-in of his own: stacks at the end and points away are in sum everything that was bought in.
    """

    player: str
    points: tuple[Point, ...]
    away: int = 0

    @property
    def end(self) -> str:
        """``93``; with what was taken along earlier ``55 (and 80 before leaving)``."""
        return f"{self.points[-1].stack}{f' (and {self.away} before leaving)' if self.away else ''}"


def stack_lines(session: Session) -> list[Line]:
    """Everybody's stacks over the hands, with the buy-ins between them; hands corrected later count as they are now."""
    now = {record.entry: record.table.fantasyland for record in session.state.hands}
    making = _Making(Fold(session.setup))
    taken: dict[str, int] = {}
    for item in making.fold.play(session.items()):
        if isinstance(item.event, Leave):
            making.leave(item.event.name, taken.get(item.event.name, 0))
        elif isinstance(item.event, Hand) and not item.voided:
            making.hand(making.fold.records[item.entry], now.get(item.entry, ()))
        taken = dict(making.fold.taken)
    return making.end()


class _Left(NamedTuple):
    """Somebody who left: all he had bought until then, ``came`` of it since his last hand, and what he had taken along
    the times before."""

    bought: int
    came: int
    taken: int


class _Making:
    """The lines while the evening goes on in ``fold``."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold
        self.lines = {name: [Point(0, 0, stack)] for name, stack in fold.stacks.items()}
        self.place = 0
        self.bought = dict(fold.bought)
        self.left: dict[str, _Left] = {}

    def hand(self, record: HandRecord, land: Container[str]) -> None:
        """A hand that was just played; ``land`` were in Fantasyland."""
        self.place += 1
        for name, stack in record.stacks.items():
            # What the last player's opponents had waiting comes in right after the hand, for the next one.
            bought = self.fold.bought.get(name, 0) - (self.fold.stacks[name] - stack)
            came = self._came(name, bought, self.place)
            self.lines[name].append(Point(self.place, record.number, stack, name in land, came))
            self.bought[name] = bought

    def leave(self, name: str, taken: int) -> None:
        """Somebody just left; ``taken`` he had taken along the times before."""
        bought = self.fold.bought[name]
        self.left[name] = _Left(bought, self._came(name, bought, self.place + 1), taken)

    def end(self) -> list[Line]:
        """The lines with what everybody has in the end: a difference booked after the last hand is in it, for whoever
        left as well."""
        lines = []
        for name in self.fold.bought:
            away = self.fold.taken.get(name, 0)
            if name in self.fold.stacks:
                stack, came = self.fold.stacks[name], self._came(name, self.fold.bought[name], self.place + 1)
            else:
                left = self.left[name]
                stack, came, away = away - left.taken, left.came, left.taken
            line = self.lines[name]
            if came or line[-1].stack != stack:
                line.append(Point(line[-1].place + 1, 0, stack, False, came))
            lines.append(Line(name, tuple(line), away))
        return lines

    def _came(self, name: str, bought: int, place: int) -> int:
        """What came in since the place before, of ``bought`` in all. Where he was not there, a new part begins."""
        left = self.left.pop(name, None)
        fresh = bought - (left.bought if left else self.bought.get(name, 0))
        line = self.lines.setdefault(name, [])
        if not line or line[-1].place < place - 1:
            line.append(Point(place - 1, 0, fresh))
            return 0
        # Back before the next hand, with other points than he took along.
        return fresh - line[-1].stack if left else fresh


def chart_svg(lines: Sequence[Line], shape: str) -> str:
    """The drawing in one of ``HEIGHTS``; empty before the first hand. Classes ``line0`` ... give each player a colour
    and a dash."""
    places = max((line.points[-1].place for line in lines), default=0)
    if not places:
        return ""
    stacks = [stack for line in lines for stack in _reached(line)]
    canvas = _Canvas(shape, places, ticks(min(0, *stacks), max(1, *stacks)))
    canvas.axes(lines)
    for number, line in enumerate(lines):
        canvas.line(line, number % COLOURS)
    return tostring(canvas.svg, encoding="unicode")


def _reached(line: Line) -> Iterator[int]:
    """Every stack the line shows, those right after buying in too."""
    for before, point in pairwise((line.points[0], *line.points)):
        yield from (point.stack, before.stack + point.bought)


def ticks(low: int, high: int) -> list[int]:
    """Round values from at most ``low`` to at least ``high``, at most ``_MOST_TICKS`` steps apart."""
    step = next(
        unit * 10**power for power in range(20) for unit in (1, 2, 5) if (high - low) <= _MOST_TICKS * unit * 10**power
    )
    return list(range(low // step * step, high + step, step))


class _Canvas:
    """The drawing while it is made."""

    def __init__(self, shape: str, places: int, labels: Sequence[int]) -> None:
        self.height = HEIGHTS[shape]
        # Marks keep their size on the screen, whatever the drawing is scaled by.
        self.mark = 120 if shape == "tall" else 62
        self.places = places
        self.labels = labels
        view = f"0 0 {_WIDTH} {self.height}"
        said = {"class": f"chart {shape}", "role": "img", "aria-label": "Stacks over the hands"}
        self.svg = Element("svg", {"viewBox": view, **said})

    def x(self, place: int) -> int:
        return _LEFT + place * (_WIDTH - _LEFT - _RIGHT) // self.places

    def y(self, stack: int) -> int:
        low, high = self.labels[0], self.labels[-1]
        return self.height - _BOTTOM - (stack - low) * (self.height - _TOP - _BOTTOM) // (high - low)

    def axes(self, lines: Iterable[Line]) -> None:
        """Horizontal lines at round values, hand numbers below."""
        for tick in self.labels:
            kind = "axis" if tick == 0 else "grid"
            left, right, y = self.x(0), self.x(self.places), self.y(tick)
            self._draw("line", kind, x1=left, x2=right, y1=y, y2=y)
            self._text(str(tick), _LEFT - 60, y, "end")
        numbers = {point.place: point.hand for line in lines for point in line.points if point.hand}
        every = -(-len(numbers) // _MOST_LABELS)
        for place, number in numbers.items():
            if (place - 1) % every == 0:
                self._text(str(number), self.x(place), self.height - 90, "middle")

    def line(self, line: Line, colour: int) -> None:
        """One player's line: broken upwards where points were bought, a diamond for every hand in Fantasyland."""
        group = SubElement(self.svg, "g", {"class": f"line{colour}"})
        SubElement(group, "title").text = shown(line.player)
        path: list[str] = []
        before = line.points[0]
        for point in line.points:
            if point.bought:
                self._draw("polyline", "stack", group, points=" ".join(path))
                top = self.y(before.stack + point.bought)
                self._draw(
                    "line", "buy", group, x1=self.x(before.place), x2=self.x(before.place),
                    y1=self.y(before.stack), y2=top,
                )  # fmt: skip
                self._draw("circle", "bought", group, cx=self.x(before.place), cy=top, r=self.mark * 3 // 5)
                path = [f"{self.x(before.place)},{top}"]
            elif point.place > before.place + 1:
                # Away in between.
                self._draw("polyline", "stack", group, points=" ".join(path))
                path = []
            path.append(f"{self.x(point.place)},{self.y(point.stack)}")
            before = point
        self._draw("polyline", "stack", group, points=" ".join(path))
        for point in line.points:
            if point.land:
                self._diamond(group, self.x(point.place), self.y(point.stack))

    def _diamond(self, group: Element, x: int, y: int) -> None:
        tall, wide = self.mark, self.mark * 4 // 5
        self._draw("path", "land", group, d=f"M{x} {y - tall}l{wide} {tall}l-{wide} {tall}l-{wide}-{tall}z")

    def _draw(self, tag: str, kind: str, parent: Element | None = None, **places: int | str) -> None:
        attributes = {"class": kind} | {name: str(value) for name, value in places.items()}
        SubElement(self.svg if parent is None else parent, tag, attributes)

    def _text(self, text: str, x: int, y: int, anchor: str) -> None:
        SubElement(self.svg, "text", {"x": str(x), "y": str(y), "text-anchor": anchor}).text = text
