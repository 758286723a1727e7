"""Stacks over the hands drawn with letters, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ofc_score.names import shown
from ofc_score.reports.chart import Line, Point, ticks
from ofc_score.reports.layout import columns, fill

HEIGHT: Final = 12
_NARROWEST, _WIDEST = 24, 100
_SEVERAL: Final = "*"
_SPARE: Final = "123456789abcdefghijklmnopqrstuvwxyz"


def chart_text(lines: Sequence[Line], width: int | None = None) -> str:
    """A letter for each player at the height of his stack, ``*`` where several meet; below it the hands, and who was
    in Fantasyland and who bought in (under the hand that followed). Empty before the first hand."""
    places = max((line.points[-1].place for line in lines), default=0)
    if not places:
        return ""
    stacks = [point.stack for line in lines for point in line.points]
    labels = ticks(min(0, *stacks), max(1, *stacks))
    margin = max(len(str(label)) for label in (labels[0], labels[-1])) + 2
    room = min(max(width or 80, _NARROWEST), _WIDEST) - margin
    step = max(min(3, room // (places + 1)), 1)
    shown_places = _sampled(places, room // step)
    letters = _letters([line.player for line in lines])
    drawing = _Drawing(lines, letters, shown_places, step, margin)
    entries = [f"{letters[line.player]} {shown(line.player)} {line.end}" for line in lines]
    legend = _joined(entries, width and max(width, _NARROWEST))
    return "\n".join([*drawing.grid(labels), *drawing.below(margin + room), *legend])


def _joined(entries: Sequence[str], width: int | None) -> list[str]:
    """The entries one after the other; a line ends between two of them, within one only where it alone is too wide."""
    lines: list[str] = []
    for entry in entries:
        joined = f"{lines[-1]} · {entry}" if lines else ""
        if joined and (width is None or columns(joined) <= width):
            lines[-1] = joined
        else:
            lines.append(entry)
    return fill(lines, width)


def _sampled(places: int, room: int) -> list[int]:
    """The places to draw, the first and the last among them."""
    count = min(places + 1, max(room, 2))
    return [index * places // (count - 1) for index in range(count)]


def _letters(players: Sequence[str]) -> Mapping[str, str]:
    """The first letter of each name, or a digit where that is taken or no plain letter."""
    taken: dict[str, str] = {}
    spare = iter(_SPARE)
    for player in players:
        letter = player[:1].upper()
        if not (letter.isascii() and letter.isalpha()) or letter in taken.values():
            letter = next(spare, _SEVERAL)
        taken[player] = letter
    return taken


class _Drawing:
    """The lines of the drawing; every place is ``step`` columns wide."""

    def __init__(
        self, lines: Sequence[Line], letters: Mapping[str, str], places: Sequence[int], step: int, margin: int
    ) -> None:
        self.points = [(letters[line.player], {point.place: point for point in line.points}) for line in lines]
        self.places, self.step, self.margin = places, step, margin

    def grid(self, labels: Sequence[int]) -> list[str]:
        """The stacks, the highest first."""
        low, high = labels[0], labels[-1]

        def row_of(stack: int) -> int:
            return HEIGHT - (2 * (stack - low) * HEIGHT + high - low) // (2 * (high - low))

        rows = [[" "] * len(self.places) for _ in range(HEIGHT + 1)]
        for column, place in enumerate(self.places):
            for letter, points in self.points:
                if place in points:
                    row = row_of(points[place].stack)
                    rows[row][column] = letter if rows[row][column] == " " else _SEVERAL
        marked = {row_of(label): str(label) for label in labels}
        return [self._line(marked.get(number, ""), "|", cells) for number, cells in enumerate(rows)]

    def below(self, width: int) -> list[str]:
        """The axis, hand numbers, and what happened in the hands: said behind the letters, or above them where that
        is too wide."""
        axis = " " * (self.margin - 1) + "+" + "-" * (len(self.places) * self.step)
        lines = [axis, self._numbers()]
        for title, happened in (("in Fantasyland", _landed), ("bought in", _bought)):
            cells = [self._who(index, happened) for index in range(len(self.places))]
            if any(cell != " " for cell in cells):
                marks = self._line("", " ", cells)
                told = f"{marks}  {title}"
                lines += [told] if len(told) <= width else [f"{title}:", marks]
        return lines

    def _numbers(self) -> str:
        line = " " * self.margin
        hands = {place: point.hand for _, points in self.points for place, point in points.items() if point.hand}
        for index, place in enumerate(self.places):
            at = self.margin + index * self.step
            fits = len(line) <= at and at + len(str(hands.get(place))) <= self.margin + len(self.places) * self.step
            if place in hands and fits:
                line = f"{line.ljust(at)}{hands[place]} "
        return line.rstrip()

    def _who(self, index: int, happened: Callable[[Point], bool]) -> str:
        """Whose letter stands below a column, which may stand for several places."""
        first = self.places[index - 1] + 1 if index else 0
        found = [
            letter
            for letter, points in self.points
            if any(place in points and happened(points[place]) for place in range(first, self.places[index] + 1))
        ]
        return found[0] if len(found) == 1 else _SEVERAL if found else " "

    def _line(self, label: str, edge: str, cells: Sequence[str]) -> str:
        drawn = "".join(cell.ljust(self.step) for cell in cells)
        return f"{label:>{self.margin - 2}} {edge}{drawn}".rstrip()


def _landed(point: Point) -> bool:
    return point.land


def _bought(point: Point) -> bool:
    return point.bought > 0
