"""The geometry of the chart of money or points, ready for ``parts/lines.svg``: of a result, or of a race."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import east_asian_width

from companion.core.text import Text
from companion.core.ui.page import PlayerRow
from companion.web.view.parts import MarkedTurn, ResultView

LEFT, NAMES, TOP, FOOT = 70, 132, 24, 36
BEFORE_NAME = 21
"""from the end of the lines to the names, where a marker stands"""
MAX_FOR_NAMES = 0.4
"""of the width of a chart; a name that is longer still is cut, with an ellipsis"""
NARROW_LETTERS, WIDE_LETTERS = frozenset("fijlrtI.,-' "), frozenset("mwMW@")
MARK_SIZE = 19.0

SHAPES = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
    "M-4.5 -4.500h9v9h-9z",
    "M0 -6L5.5 4.500h-11z",
    "M0 -6.500L6 0L0 6.500L-6 0z",
    "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "M0 6L5.5 -4.500h-11z",
)
"""a shape for each player, so that a line can be told without its colour"""

DASHES = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 6")


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart; names stand at its right, numbers at its left and foot, in letters of this height."""

    width: int
    height: int
    letters: int = 18
    names: int = NAMES

    @property
    def right(self) -> int:
        """Return where the lines end."""
        return self.width - self.names

    def for_names(self, names: Iterable[str]) -> Frame:
        """Return the frame with as much room for these names as they need, up to a part of its width."""
        longest = max((width_of(name, self.letters) for name in names), default=0.0)
        room = min(BEFORE_NAME + longest, MAX_FOR_NAMES * self.width)
        return replace(self, names=max(NAMES, round(room)))

    def fitting(self, name: str) -> int:
        """Return how many letters of this name have room, with the ellipsis of a name that is cut."""
        room = self.names - BEFORE_NAME
        if width_of(name, self.letters) <= room + 1:
            return len(name)
        return max(count for count in range(1, len(name)) if count == 1 or self._fits(name[: count - 1], room))

    def _fits(self, begun: str, room: int) -> bool:
        return width_of(f"{begun}…", self.letters) <= room

    @property
    def bottom(self) -> int:
        """Return where the lowest amount lies."""
        return self.height - FOOT


WIDE, NARROW, UPRIGHT, SCREEN = Frame(580, 360), Frame(400, 360), Frame(460, 480, 24), Frame(600, 290, 24)
FRAMES = {"phone": NARROW, "screen": SCREEN}
"""of the chart of a result, by what it is shown on; on a table screen it is low, and read from four metres"""


def width_of(name: str, letters: int) -> float:
    """Return about how wide a name is in letters of this height, at most: it depends on the font."""
    return letters * sum(_width(letter) for letter in name)


def _width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in NARROW_LETTERS:
        return 0.32
    return 0.85 if letter in WIDE_LETTERS else 0.62 if letter.isupper() or letter == "…" else 0.52


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of a player; ``dots`` are the places of its marker, ``label_y`` the height of the name.

    ``fitting``: how many letters of the name have room.
    """

    seat: str
    colour: str
    shape: str
    dash: str
    points: tuple[tuple[float, float], ...]
    dots: tuple[tuple[float, float], ...]
    label_y: float
    fitting: int


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A letter beside a point of a line; ``shown``: there is room for it between the others."""

    x: float
    y: float
    symbol: str
    text: Text
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of lines; ``rows`` are (height, amount), ``columns`` (place, number of the turn)."""

    width: int
    height: int
    left: int
    right: int
    rows: tuple[tuple[float, int], ...]
    columns: tuple[tuple[float, int], ...]
    lines: tuple[ChartLine, ...]
    marks: tuple[ChartMark, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of the chart, from turns and amounts to places."""

    turns: int
    least: int
    most: int
    frame: Frame

    def x(self, turn: int) -> float:
        """Return the place of this turn, from the left."""
        return round(LEFT + (self.frame.right - LEFT) * turn / max(self.turns, 1), 1)

    def y(self, amount: int) -> float:
        """Return the place of this amount, from the top."""
        bottom = self.frame.bottom
        return round(bottom - (bottom - TOP) * (amount - self.least) / (self.most - self.least), 1)


def wealth_chart(result: ResultView, players: Sequence[PlayerRow], frame: Frame = WIDE) -> Chart:
    """Return the chart of all players' money or points after each turn, in seat order."""
    charted, smallest = (result.points, 1) if result.points else (result.wealth, 100)
    marks = [mark for mark in result.marks if mark.seat in charted]
    return _chart(charted, players, frame, smallest, marks)


def race_chart(course: Mapping[str, Sequence[int]], players: Sequence[PlayerRow], every: int = 1) -> Chart:
    """Return the chart of a race that goes on, which stands beside it on a table screen.

    ``every``: the number of rounds from one amount to the next.
    """
    chart = _chart(course, players, UPRIGHT, 1, ())
    return replace(chart, columns=tuple((x, turn * every) for x, turn in chart.columns))


def _chart(
    charted: Mapping[str, Sequence[int]],
    players: Sequence[PlayerRow],
    frame: Frame,
    smallest: int,
    marks: Sequence[MarkedTurn],
) -> Chart:
    amounts = [amount for line in charted.values() for amount in line]
    highest, lowest = max(amounts, default=0), min(amounts, default=0)
    lowest = lowest if 2 * lowest > highest else min(0, lowest)  # where all have much, it is the differences that count
    step = _step(highest - lowest, smallest, 8)
    least, most = step * (lowest // step), step * (highest // step + 1)
    turns = max((len(line) for line in charted.values()), default=1) - 1
    frame = frame.for_names(player.name for player in players if charted.get(player.seat))
    scale = Scale(turns, least, most, frame)
    return Chart(
        width=frame.width,
        height=frame.height,
        left=LEFT,
        right=frame.right,
        rows=tuple((scale.y(amount), amount) for amount in range(least, most + 1, step)),
        columns=tuple((scale.x(turn), turn) for turn in range(0, turns + 1, max(1, -(-turns // (frame.width // 64))))),
        lines=tuple(_lines(charted, players, scale)),
        marks=tuple(_marks([_mark(mark, charted, scale) for mark in marks])),
    )


def _step(span: int, step: int, rows: int) -> int:
    """Return a round amount, this one or a larger, that cuts the span into so many rows, or two more."""
    while span > rows * step:
        step *= 5 if str(step).startswith("1") else 2
    return step


def _lines(wealth: Mapping[str, Sequence[int]], players: Sequence[PlayerRow], scale: Scale) -> Iterator[ChartLine]:
    shown = [player for player in players if wealth.get(player.seat)]
    labels = _spread({player.seat: scale.y(wealth[player.seat][-1]) + 4 for player in shown}, scale.frame)
    for index, player in enumerate(shown):
        places = [(scale.x(turn), scale.y(amount)) for turn, amount in enumerate(wealth[player.seat])]
        yield ChartLine(
            seat=player.seat,
            colour=player.colour,
            shape=SHAPES[index % len(SHAPES)],
            dash=DASHES[index % len(DASHES)],
            points=tuple(places),
            dots=tuple(places[:: max(1, len(places) // 12)]),
            label_y=labels[player.seat],
            fitting=scale.frame.fitting(player.name),
        )


def _spread(heights: Mapping[str, float], frame: Frame) -> dict[str, float]:
    """Return the heights, from the top down, moved so that no two names overlap and none leaves the chart."""
    placed: dict[str, float] = {}
    letters = min(frame.letters, (frame.height - TOP) // max(1, len(heights)))
    lowest: float = TOP - letters
    for seat in sorted(heights, key=heights.__getitem__):
        placed[seat] = lowest = max(heights[seat], lowest + letters)
    excess = max(0.0, lowest - (frame.height - 8))
    return {seat: round(at - excess, 1) for seat, at in placed.items()}


def _marks(found: Sequence[ChartMark]) -> Iterator[ChartMark]:
    """Yield the marks, those hidden that overlap another one: of two letters the rarer is shown."""
    often, placed = Counter(mark.symbol for mark in found), list[ChartMark]()
    for mark in sorted(found, key=lambda mark: often[mark.symbol]):
        if all(abs(mark.x - each.x) >= MARK_SIZE or abs(mark.y - each.y) >= MARK_SIZE for each in placed):
            placed.append(mark)
    yield from (mark if mark in placed else replace(mark, shown=False) for mark in found)


def _mark(mark: MarkedTurn, wealth: Mapping[str, Sequence[int]], scale: Scale) -> ChartMark:
    line = wealth[mark.seat]
    turn = min(mark.at, len(line) - 1)
    return ChartMark(scale.x(turn), scale.y(line[turn]), mark.symbol, mark.text)
