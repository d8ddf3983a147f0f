"""Other things in the picture: hands in sleeves, dice, a cap, a cup, a telephone, a head's shadow."""

from __future__ import annotations

import numpy as np

from companion.boards.layout import Layout
from tests.vision.drawing.figures import Shape, box, forearm, lathe, together
from tests.vision.drawing.view import Floats, Light
from tests.vision.rendering.looks import head_over
from tests.vision.rendering.textures import Chance
from vision.geometry.sheet import sheet_size
from vision.synthetic.sheet import Colour

SKINS: tuple[Colour, ...] = ((120, 150, 205), (150, 180, 230), (70, 100, 150), (40, 62, 100), (105, 140, 190))
SLEEVES: tuple[Colour, ...] = (
    (95, 62, 45),
    (70, 70, 170),
    (60, 110, 60),
    (40, 40, 42),
    (225, 228, 230),
    (60, 190, 225),
    (38, 58, 92),
    (150, 150, 155),
    (120, 150, 205),
)
"""Blue, red, green, black, white, yellow, cow brown, grey, and a bare arm: colours of figures among them."""


def hand_at(place: tuple[float, float], chance: Chance, lefty: bool = False) -> Shape:
    """Return a forearm that reaches a figure from some side of the table."""
    side = float(chance.uniform(0, 2 * np.pi))
    elbow = place[0] + 700 * np.cos(side), place[1] + 700 * np.sin(side)
    off = chance.normal(0, 6, 2)
    tip = float(place[0] + off[0]), float(place[1] + off[1])
    return forearm(tip, (float(elbow[0]), float(elbow[1])), _one(SLEEVES, chance), _one(SKINS, chance))


def resting_arm(layout: Layout, chance: Chance) -> Shape:
    """Return a forearm on the table beside the sheet."""
    across, down = sheet_size(layout)
    side = float(chance.choice([-1.0, 1.0]))
    tip = float(chance.uniform(-across / 2, across / 2)), side * (down / 2 + float(chance.uniform(50, 90)))
    elbow = tip[0] + float(chance.uniform(-300, 300)), side * (down / 2 + 400)
    return forearm(tip, elbow, _one(SLEEVES, chance), _one(SKINS, chance))


def dice(layout: Layout, chance: Chance, taken: Floats) -> list[Shape]:
    """Return five dice where they came to rest, mostly beside the cells, never on a figure (``taken``: where those
    stand).
    """
    across, down = sheet_size(layout)
    reach = max(abs(layout.centre(cell.id)[0]) for cell in layout.cells) + layout.size
    found: list[Shape] = []
    spots: list[tuple[float, float]] = [(float(x), float(y)) for x, y in taken]
    for number in range(5):
        colour: Colour = (45, 70, 105) if number < 2 else (30, 30, 32)
        if chance.random() < 0.15:
            colour = (235, 238, 240)
        for _ in range(20):
            x, y = ((chance.random(2) - 0.5) * (across - 30, down - 30)).tolist()
            beside = np.hypot(x, y) > reach or chance.random() < 0.12
            if beside and all(np.hypot(x - ox, y - oy) > 26 for ox, oy in spots):
                spots.append((x, y))
                found.append(box(14, 14, 14, colour).at(x, y, float(chance.uniform(0, 90))))
                break
    return found


def belonging(layout: Layout, chance: Chance) -> Shape:
    """Return a thing on the table beside the sheet."""
    across, down = sheet_size(layout)
    side = float(chance.uniform(0, 2 * np.pi))
    out = np.array([np.cos(side), np.sin(side)])
    x, y = (out * (min(np.array([across, down]) / 2 / np.maximum(np.abs(out), 1e-6)) + 90)).tolist()
    return _thing(chance).at(x, y, float(chance.uniform(0, 360)))


def on_the_board(layout: Layout, chance: Chance) -> Shape:
    """Return a cap, a cup or a telephone that somebody put down in the middle of everything."""
    x, y = chance.uniform(-130, 130, 2).tolist()
    if chance.random() < 0.4:
        colour = _one(SLEEVES, chance)
        crown = lathe([(12, 85), (40, 80), (75, 62), (95, 35), (100, 10)], colour, 20)
        peak = lathe([(12, 60), (16, 60)], colour, 16).at(70, 0)
        return together([crown, peak]).at(x, y, float(chance.uniform(0, 360)), 8.0)
    return _thing(chance).at(x, y, float(chance.uniform(0, 360)), 20.0)


def head(chance: Chance, light: Light) -> Shape:
    """Return a head between the first lamp and the board; it is only to throw its shadow."""
    (x, y, height), radius = head_over(chance, light)
    profile = [(-radius, radius * 0.2), (-radius * 0.5, radius * 0.85), (0.0, radius), (radius * 0.6, radius * 0.8)]
    return lathe(profile, (0, 0, 0), 16).at(x, y, 0.0, height)


def _thing(chance: Chance) -> Shape:
    colour = _one(SLEEVES, chance)
    match int(chance.integers(3)):
        case 0:
            return lathe([(0, 30), (84, 40), (90, 40), (90, 34), (90, 8)], colour, 18)
        case 1:
            return box(150, 74, 9, (34, 32, 30))
        case _:
            return box(90, 64, 18, colour)


def _one(colours: tuple[Colour, ...], chance: Chance) -> Colour:
    return colours[int(chance.integers(len(colours)))]
