"""Printed boards of many kinds, and what lies under them. The held-out ones are never used for tuning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from companion.boards.layout import Layout
from tests.vision.drawing import sheet
from tests.vision.drawing.sheet import Artwork, Style
from tests.vision.rendering import textures
from tests.vision.rendering.textures import Chance
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_size
from vision.synthetic.sheet import Colour

PAPERS: tuple[Colour, ...] = ((180, 212, 228), (205, 222, 230), (150, 190, 214))
WORDS = [
    "RIVER",
    "RANCH",
    "DODGE",
    "TEXAS",
    "TRAIL",
    "1871",
    "SALOON",
    "PRAIRIE",
    "NORTH",
    "CATTLE",
    "KANSAS",
    "DOLLARS",
    "STAMPEDE",
]


def artwork(name: str, layout: Layout, chance: Chance, scale: float, markers: bool) -> Artwork:
    """Return the sheet of this name, different with every source of chance."""
    art = ARTWORKS[name](layout, chance, scale)
    fold(art, chance)
    if markers:
        sheet.corner_markers(art, layout)
    return art


def ground(layout: Layout, scale: float, surface: Callable[[tuple[int, int]], Picture]) -> Artwork:
    """Return a sheet of one material."""
    across, down = (round(side * scale) for side in sheet_size(layout))
    return Artwork(surface((down, across)), scale)


def coloured(art: Artwork, layout: Layout, style: Style, share: float) -> None:
    """Colour the fields over what is there already, see-through."""
    over = Artwork(art.picture.copy(), art.scale)
    sheet.fields(over, layout, style)
    art.picture[:] = textures.blended(art.picture, over.picture, share)


def printed(art: Artwork, layout: Layout, style: Style, icons: bool = True) -> Artwork:
    """Return the print without its ground."""
    if icons:
        sheet.starts(art, layout, style)
    sheet.lines(art, layout, style)
    sheet.town(art, layout, style)
    for area in layout.areas:
        sheet.beside(art, area, style)
    return art


def some_fields(chance: Chance, bright: tuple[int, int], colourful: int) -> tuple[Colour, ...]:
    """Return six colours of the same brightness, more or less."""
    levels = chance.integers(*bright, (6, 1)) + chance.integers(-colourful, colourful + 1, (6, 3))
    return tuple((int(blue), int(green), int(red)) for blue, green, red in np.clip(levels, 5, 250))


def parchment(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: old paper, see-through fields in earth and grass."""
    colour = PAPERS[chance.integers(len(PAPERS))]
    art = ground(layout, scale, lambda shape: textures.paper(chance, shape, colour, 8))
    style = Style(fields=some_fields(chance, (110, 190), 30))
    coloured(art, layout, style, 0.55)
    tufts(art, layout, chance)
    return printed(art, layout, style)


def print_at_home(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return a print on white paper from a home printer: pale fields, hairlines."""
    art = ground(layout, scale, lambda shape: textures.paper(chance, shape, (242, 246, 246), 1.5))
    style = Style(
        fields=some_fields(chance, (205, 240), 14) if chance.random() < 0.6 else None, line=(90, 90, 90), thin=0.3
    )
    sheet.fields(art, layout, style)
    return printed(art, layout, replace(style, town=(225, 230, 230), area=(228, 228, 228)))


def felt(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: billiard cloth with painted lines."""
    colour: Colour = [(52, 92, 36), (70, 60, 24), (38, 34, 96)][chance.integers(3)]
    art = ground(layout, scale, lambda shape: textures.felt(chance, shape, colour))
    style = Style(fields=None, line=(190, 205, 205), thin=0.8, start=None, print=(180, 200, 205), town=(60, 90, 110))
    return printed(art, layout, replace(style, area=(48, 60, 60)))


def dark_wood(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: brown wood with burnt lines: brown cows on a brown board."""
    colour: Colour = [(48, 78, 118), (36, 56, 84), (70, 110, 150)][chance.integers(3)]
    art = ground(layout, scale, lambda shape: textures.wood(chance, shape, colour, 9, planks=1))
    style = Style(fields=some_fields(chance, (50, 110), 18), line=(15, 22, 34), start=(90, 130, 165))
    coloured(art, layout, style, 0.2)
    return printed(art, layout, replace(style, print=(20, 28, 40), area=(60, 80, 100), town=(60, 95, 130)))


def from_the_air(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return a busy landscape under the cells."""
    colours = ((60, 110, 70), (90, 150, 130), (120, 175, 190), (80, 120, 150), (60, 90, 80), (140, 190, 200))
    art = ground(layout, scale, lambda shape: textures.landscape(chance, shape, colours, 160 * scale))
    style = Style(fields=some_fields(chance, (90, 190), 40))
    coloured(art, layout, style, 0.3)
    tufts(art, layout, chance)
    return printed(art, layout, style)


def comic(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: flat, loud fields in the very colours of the cowboys, big icons, letters everywhere."""
    fields: tuple[Colour, ...] = (
        (70, 70, 215),
        (205, 120, 70),
        (60, 200, 235),
        (90, 170, 70),
        (90, 85, 85),
        (225, 228, 230),
    )
    order = chance.permutation(len(fields))
    style = Style(paper=(170, 215, 240), fields=tuple(fields[i] for i in order), line=(30, 30, 30), thin=0.9, thick=2.2)
    art = sheet.blank(layout, scale, style.paper)
    sheet.fields(art, layout, style)
    words(art, layout, chance, on_cells=True)
    return printed(art, layout, style)


def river_map(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return a map: rivers, railways and names run across the cells."""
    art = ground(layout, scale, lambda shape: textures.paper(chance, shape, (165, 205, 215), 6))
    style = Style(fields=some_fields(chance, (140, 200), 22))
    coloured(art, layout, style, 0.6)
    for width, colour in ((7.0, (180, 140, 80)), (3.5, (170, 130, 70)), (1.5, (40, 40, 50))):
        meander(art, layout, chance, width, colour)
    words(art, layout, chance, on_cells=True)
    tufts(art, layout, chance)
    return printed(art, layout, style)


def desert(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: red sand, cracked."""
    colours = ((70, 110, 180), (90, 135, 205), (110, 160, 222), (80, 120, 190))
    art = ground(layout, scale, lambda shape: textures.landscape(chance, shape, colours, 60 * scale))
    for _ in range(40):
        meander(art, layout, chance, 0.7, (50, 75, 120), steps=8)
    style = Style(fields=some_fields(chance, (110, 180), 35), line=(45, 60, 100), start=(150, 190, 225))
    coloured(art, layout, style, 0.25)
    return printed(art, layout, style)


def by_night(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: dark blue, little contrast between cells, stars."""
    art = ground(layout, scale, lambda shape: textures.paper(chance, shape, (84, 58, 40), 5))
    across, down = sheet_size(layout)
    for _ in range(200):
        x, y = (chance.random(2) - 0.5) * (across, down)
        art.disc((float(x), float(y)), 0.4 + float(chance.random()), (190, 200, 205))
    style = Style(fields=some_fields(chance, (50, 95), 22), line=(140, 130, 110), start=(120, 110, 95))
    coloured(art, layout, style, 0.5)
    return printed(art, layout, replace(style, print=(200, 200, 190), town=(95, 80, 70), area=(90, 70, 60)))


def cork(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return an artwork: speckled cork with ink lines, no colours at all."""

    def surface(shape: tuple[int, int]) -> Picture:
        specks = textures.clouds(chance, shape, 5 * scale, 3)
        return textures.tinted(np.asarray(np.sign(specks) * np.abs(specks) ** 1.5, np.float32), (105, 150, 190), 15)

    style = Style(fields=None, line=(35, 40, 60), start=None, town=(120, 165, 200), area=(110, 140, 170))
    return printed(ground(layout, scale, surface), layout, style)


def meadow(layout: Layout, chance: Chance, scale: float) -> Artwork:
    """Return a photograph of grass, white lines."""
    colours = ((30, 70, 40), (50, 110, 70), (80, 150, 120), (60, 130, 95))
    art = ground(layout, scale, lambda shape: textures.landscape(chance, shape, colours, 12 * scale))
    style = Style(fields=some_fields(chance, (80, 150), 30), line=(215, 225, 225), thin=0.7)
    coloured(art, layout, style, 0.18)
    return printed(art, layout, replace(style, town=(130, 160, 180)))


def tufts(art: Artwork, layout: Layout, chance: Chance) -> None:
    """Draw little printed plants and stones, on cells as well."""
    across, down = sheet_size(layout)
    for _ in range(150):
        x, y = ((chance.random(2) - 0.5) * (across, down)).tolist()
        shade = int(chance.integers(40, 130))
        for angle in (-0.5, 0.0, 0.5):
            art.stroke([(x, y), (x + 5 * np.sin(angle), y - 4 * np.cos(angle))], (shade // 2, shade, shade), 0.6, False)


def words(art: Artwork, layout: Layout, chance: Chance, on_cells: bool) -> None:
    """Draw letters where a designer finds room."""
    across, down = sheet_size(layout)
    for _ in range(26):
        x, y = ((chance.random(2) - 0.5) * (across * 0.9, down * 0.9)).tolist()
        if on_cells or np.hypot(x, y) > min(across, down) / 2:
            shade = int(chance.integers(20, 110))
            art.write(str(chance.choice(WORDS)), (x, y), float(chance.uniform(3, 9)), (shade, shade, shade))


def meander(art: Artwork, layout: Layout, chance: Chance, width: float, colour: Colour, steps: int = 40) -> None:
    """Draw a line that wanders across the sheet."""
    across, down = sheet_size(layout)
    place = (chance.random(2) - 0.5) * (across, down)
    angle, points = chance.uniform(0, 2 * np.pi), []
    for _ in range(steps):
        points.append((float(place[0]), float(place[1])))
        angle += chance.normal(0, 0.35)
        place = place + np.array([np.cos(angle), np.sin(angle)]) * across / 40
    art.stroke(points, colour, width, closed=False)


def fold(art: Artwork, chance: Chance) -> None:
    """Show where a board was folded."""
    if chance.random() < 0.6:
        middle = art.picture.shape[1] // 2
        strip = art.picture[:, middle - 1 : middle + 1].astype(np.float32)
        art.picture[:, middle - 1 : middle + 1] = np.clip(strip * chance.choice([0.7, 1.2]), 0, 255)


def table(name: str, chance: Chance) -> Picture:
    """Return what the sheet lies on: 1 mm to the pixel, wide enough for any camera."""
    shape = (1600, 2200)
    match name:
        case "wood":
            colours: list[Colour] = [(70, 115, 165), (45, 75, 110), (120, 165, 205)]
            return textures.wood(chance, shape, colours[chance.integers(3)])
        case "chequered":
            return textures.cloth(chance, shape, (225, 225, 228), (60, 60, 190), 40)
        case "cloth":
            grey = int(chance.integers(50, 190))
            blue, green, red = (grey + int(shift) for shift in chance.integers(-35, 36, 3))
            return textures.cloth(chance, shape, (blue, green, red), (blue, green, red), 40)
        case "dark":
            return textures.felt(chance, shape, (34, 32, 30), 3)
        case "white":
            return textures.paper(chance, shape, (228, 230, 230), 2)
        case _:
            return cluttered(chance, shape)


def cluttered(chance: Chance, shape: tuple[int, int]) -> Picture:
    """Return a table with sheets of paper and banknotes all over it."""
    made = textures.wood(chance, shape, (80, 120, 160))
    for _ in range(45):
        middle = (chance.random(2) * shape[::-1]).tolist()
        size = tuple(chance.uniform(40, 160, 2).tolist())
        corners = cv2.boxPoints((middle, size, float(chance.uniform(0, 90))))
        colour = chance.integers(60, 250, 3).tolist()
        cv2.fillConvexPoly(made, np.asarray(corners, np.int32), colour, cv2.LINE_AA)
    return made


TUNING: dict[str, Callable[[Layout, Chance, float], Artwork]] = {
    "parchment": parchment,
    "print at home": print_at_home,
    "felt": felt,
    "dark wood": dark_wood,
    "from the air": from_the_air,
    "comic": comic,
    "river map": river_map,
}
HELD_OUT: dict[str, Callable[[Layout, Chance, float], Artwork]] = {
    "desert": desert,
    "by night": by_night,
    "cork": cork,
    "meadow": meadow,
}
ARTWORKS = TUNING | HELD_OUT
TABLES = {False: ("wood", "cloth", "dark"), True: ("chequered", "white", "cluttered")}
"""Held out or not -> names for ``table``."""
