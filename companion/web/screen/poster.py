"""The result of a game as a picture: its content and layout, before anything is painted.

Lengths are pixels, y downwards. The words are those of the table screen, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.web.drawing.chart_svg import Chart
from companion.web.screen.painting import Block, Disc, Line, Mark, Polygon, Words, width_of

WIDTH, MARGIN, BANNER = 1080, 60, 250
MADE = 24
"""height of the letters of a score's parts"""
PAPER, INK, FAINT, RIM, RUST = "#fbf6ec", "#2b2119", "#6a5a4a", "#d9cbb6", "#8a3b12"
ON_SKY = "#fff4e2"
RIDGES = (
    ((0, 215), (110, 172), (230, 172), (290, 200), (520, 200), (600, 158), (720, 158), (810, 196), (1080, 176)),
    ((0, 228), (360, 218), (720, 234), (1080, 222)),
)
COLOURS = {
    "red": ("#b3261e", "#ffffff"),
    "blue": ("#1f5fa8", "#ffffff"),
    "green": ("#2c6e38", "#ffffff"),
    "yellow": ("#f1c232", "#241a00"),
    "black": ("#2a2623", "#ffffff"),
    "white": ("#f7f2e8", "#241d16"),
    "orange": ("#e0782a", "#241200"),
    "purple": ("#6a3d91", "#ffffff"),
    "brown": ("#7a4e2d", "#ffffff"),
    "grey": ("#6b665f", "#ffffff"),
    "pink": ("#e39ab8", "#2c0a18"),
    "teal": ("#17807c", "#ffffff"),
}
"""Colour of a player and the ink on it, as in the pages' sheet."""


@dataclass(frozen=True, slots=True)
class Sky:
    """The colours of a game's world: high in its sky, in the middle and at the horizon, and what is *now*."""

    high: str = "#20130f"
    middle: str = "#4a2517"
    horizon: str = "#b4642c"
    spark: str = "#ffbe5c"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the picture's ranking: badge, name and score in words, and the parts of the score."""

    rank: int
    seat: str
    name: str
    mark: str
    colour: str
    score: str
    won: bool
    made: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """The content of the picture. ``amounts`` are the chart's rows in words; no chart: nothing to show."""

    title: str
    under: str
    sentence: str
    places: tuple[Ranked, ...]
    awards_title: str
    awards: tuple[str, ...]
    chart_title: str
    chart: Chart | None
    amounts: tuple[str, ...]
    foot: str
    sky: Sky = Sky()


def laid_out(poster: Poster) -> tuple[int, tuple[Mark, ...]]:
    """Return the height of the picture, and its marks, the lowest first."""
    marks = [*_banner(poster)]
    marks += (lines := _paragraph(MARGIN, BANNER + 40, poster.sentence, 44, True))
    y = lines[-1].y + 70
    for place in poster.places:
        height = 118 if place.won else 84
        marks += _place(place, y, height, poster.sky)
        y += height
    if poster.awards:
        y += 30
        marks.append(Words(MARGIN, y, poster.awards_title, 32, True))
        y += 50
        for award in poster.awards:
            marks.append(Words(MARGIN, y, "★", 30, colour=RUST))
            marks += (lines := _paragraph(MARGIN + 48, y, award, 30))
            y = lines[-1].y + 42
    if poster.chart:
        y += 36
        marks.append(Words(MARGIN, y, poster.chart_title, 32, True))
        marks += _chart(poster, poster.chart, y + 40)
        y += 40 + round(poster.chart.height * _scale(poster.chart))
    y += 36
    marks.append(Words(WIDTH // 2, y, poster.foot, 22, colour=FAINT, anchor="ma"))
    return y + 60, tuple(marks)


def _banner(poster: Poster) -> Iterator[Mark]:
    sky = poster.sky
    yield Block(0, 0, WIDTH, BANNER, sky.middle)
    yield (sun := Disc(900, 105, 62, sky.spark))
    for colour, ridge in zip((sky.horizon, sky.high), RIDGES, strict=True):
        yield Polygon((*ridge, (WIDTH, BANNER), (0, BANNER)), colour)
    room = sun.x - sun.radius - 20 - MARGIN
    yield replace(_fitting(MARGIN, 36, poster.title, 64, room, True), colour=ON_SKY)
    yield replace(_fitting(MARGIN, 122, poster.under, 30, room), colour=ON_SKY)


def _place(place: Ranked, y: int, height: int, sky: Sky) -> Iterator[Mark]:
    """Yield a line of the ranking; a long name is written smaller, so that it fits beside its score."""
    won, middle = place.won, y + height // 2 - (MADE // 2 if place.made else 0)
    size = 48 if won else 36
    if won:
        yield Block(MARGIN - 20, y + 4, WIDTH - MARGIN + 20, y + height - 4, sky.spark, 18)
    else:
        yield Block(MARGIN, y + height - 2, WIDTH - MARGIN, y + height, RIM)
    yield Words(MARGIN + 14, middle, str(place.rank), size, True, anchor="mm")
    if won:
        yield Words(MARGIN + 66, middle, "★", 54, anchor="mm")
    left, radius = MARGIN + (132 if won else 92), size * 3 // 4
    fill, ink = COLOURS.get(place.colour, (RIM, INK))
    yield Disc(left, middle, radius, fill, FAINT)
    yield Words(left, middle, place.mark, size * 4 // 5, True, ink, "mm")
    score = _fitting(WIDTH - MARGIN, middle, place.score, size, 340, True, "rm")
    yield score
    left += radius + 24
    if place.made:
        yield _fitting(left, middle + size * 3 // 5, place.made, MADE, WIDTH - MARGIN - left)
    room = WIDTH - MARGIN - width_of(score.words, score.size, True) - 30 - left
    yield _fitting(left, middle, place.name, size, room, won, "lm")


def _chart(poster: Poster, chart: Chart, top: int) -> Iterator[Mark]:
    """Yield the lines of the pages' chart, without its letters: each would need an explanation."""
    scale = _scale(chart)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(MARGIN + x * scale), round(top + y * scale)

    for (height, _), amount in zip(chart.rows, poster.amounts, strict=True):
        (x, y), (right, _) = at(chart.left, height), at(chart.right, height)
        yield Line(((x, y), (right, y)), RIM, 2)
        yield Words(x - 10, y, amount, 22, colour=FAINT, anchor="rm")
    for place, turn in chart.columns:
        yield Words(*at(place, chart.height - 12), str(turn), 22, colour=FAINT, anchor="mm")
    names = {place.seat: place.name for place in poster.places}
    for line in chart.lines:
        colour, _ = COLOURS.get(line.colour, (RIM, INK))
        points = tuple(at(x, y) for x, y in line.points)
        yield Line(points, FAINT, 9)
        yield Line(points, colour, 6)
        yield from (Disc(*at(*dot), 8, colour, INK) for dot in line.dots)
        x, y = at(chart.right + 12, line.label_y - 4)
        yield Disc(x, y, 10, colour, INK)
        yield _fitting(x + 18, y, names[line.seat], 24, WIDTH - 10 - x - 18, True, "lm")


def _scale(chart: Chart) -> float:
    return (WIDTH - 2 * MARGIN) / chart.width


def _fitting(x: int, y: int, words: str, size: int, room: float, bold: bool = False, anchor: str = "la") -> Words:
    """Return the words in letters of at most this size that take no more room."""
    while size > 8 and width_of(words, size, bold) > room:
        size -= 1
    return Words(x, y, words, size, bold, anchor=anchor)


def _paragraph(x: int, y: int, words: str, size: int, bold: bool = False) -> list[Words]:
    """Return the words in as many lines as they take, in smaller letters where a word is wider than the picture."""
    room = WIDTH - MARGIN - x
    size = min(_fitting(x, y, word, size, room, bold).size for word in words.split(" "))
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [Words(x, y + at * size * 7 // 5, line, size, bold) for at, line in enumerate(lines)]
