"""Everything about a scene that does not move: light, camera, the make of the figures, and how the picture is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.boards.layout import Layout
from tests.vision.drawing.figures import Shape, cow, cowboy
from tests.vision.drawing.view import Lamp, Light, Place, View
from tests.vision.rendering.textures import Chance
from vision.geometry.sheet import sheet_corners
from vision.synthetic.sheet import Colour
from vision.synthetic.table import COW, COWBOYS

SIZES = ((1280, 720), (1280, 720), (1920, 1080), (1040, 780), (1280, 960))
COWS: tuple[Colour, ...] = (COW, (30, 44, 70), (60, 95, 145), (28, 28, 30), (205, 212, 216), (90, 120, 150))


@dataclass(frozen=True)
class Room:
    """The light and what it does to a picture."""

    light: Light
    exposure: float = 1.0
    flicker: float = 0.01
    """spread of the brightness from frame to frame"""
    tint: float = 0.004
    """spread of the white balance from frame to frame"""
    noise: float = 2.0
    """levels, at mid grey"""
    gloss: float = 0.0
    """how brightly the lamp is mirrored in the sheet"""
    head: float = 0.0
    """how often a head comes between lamp and board"""
    drift: float = 0.0
    """how much the light changes from the first to the last frame"""


def daylight(chance: Chance) -> Room:
    """Return a bright room, the window wide and far."""
    side = float(chance.uniform(0, 2 * np.pi))
    window = Lamp((2500 * np.cos(side), 2500 * np.sin(side), 2600.0), 0.3, (1.04, 1.0, 0.97), soft=9)
    grey = float(chance.uniform(0.55, 0.65))
    return Room(Light((grey * 1.03, grey, grey * 0.98), (window,)), noise=float(chance.uniform(1.5, 2.5)))


def one_lamp(chance: Chance) -> Room:
    """Return one warm lamp over the table, near enough to fall off, with firm shadows."""
    place = (float(chance.uniform(-350, 350)), float(chance.uniform(-450, 250)), float(chance.uniform(650, 1100)))
    warm = (0.68, 0.9, 1.08)
    light = Light((0.2, 0.24, 0.26), (Lamp(place, 0.68, warm, soft=float(chance.uniform(1.5, 4))),))
    return Room(light, noise=float(chance.uniform(2, 4)), head=0.05, gloss=float(chance.choice([0.0, 0.15])))


def dim(chance: Chance) -> Room:
    """Return a room with too little light: dark and grainy."""
    place = (float(chance.uniform(-900, 900)), -1200.0, 1700.0)
    light = Light((0.28, 0.32, 0.34), (Lamp(place, 0.3, (0.8, 0.95, 1.05), soft=7),))
    return Room(light, exposure=float(chance.uniform(0.65, 0.85)), noise=float(chance.uniform(4, 6.5)), flicker=0.015)


def two_lamps(chance: Chance) -> Room:
    """Return a room with two shadows to every figure."""
    height = float(chance.uniform(900, 1500))
    lamps = (
        Lamp((-700.0, float(chance.uniform(-500, 500)), height), 0.34, (0.85, 0.97, 1.05), soft=3),
        Lamp((800.0, float(chance.uniform(-600, 400)), height), 0.36, (1.0, 1.0, 0.98), soft=3),
    )
    return Room(Light((0.27, 0.29, 0.3), lamps), noise=float(chance.uniform(2, 3)), gloss=0.1, head=0.05)


def low_window(chance: Chance) -> Room:
    """Return a low sun: long, hard shadows."""
    side = float(chance.uniform(0, 2 * np.pi))
    place = (3500 * np.cos(side), 3500 * np.sin(side), float(chance.uniform(1900, 3200)))
    sun = Lamp(place, 0.55, (0.88, 1.0, 1.06), soft=1.2)
    return Room(Light((0.42, 0.39, 0.37), (sun,)), noise=float(chance.uniform(1.5, 2.5)), drift=0.12)


def restless(chance: Chance) -> Room:
    """Return a room in which the camera's own exposure and white balance keep changing."""
    room = two_lamps(chance) if chance.random() < 0.5 else one_lamp(chance)
    return Room(room.light, noise=3.0, flicker=0.06, tint=0.025, gloss=room.gloss, head=0.05)


def cold_gloss(chance: Chance) -> Room:
    """Return a cold lamp mirrored in a varnished sheet."""
    place = (float(chance.uniform(-250, 250)), float(chance.uniform(-350, -100)), float(chance.uniform(1000, 1400)))
    light = Light((0.36, 0.34, 0.31), (Lamp(place, 0.55, (1.1, 1.0, 0.92), soft=3),))
    return Room(light, noise=2.5, gloss=float(chance.uniform(0.35, 0.6)))


def candles(chance: Chance) -> Room:
    """Return a room lit by candles: very warm, flickering, from the side of the board."""
    lamps = tuple(
        Lamp((x, float(chance.uniform(-600, -420)), float(chance.uniform(380, 520))), 0.42, (0.42, 0.78, 1.12), soft=4)
        for x in (-330.0, 300.0)
    )
    return Room(Light((0.15, 0.21, 0.27), lamps), noise=4.5, flicker=0.03, tint=0.006)


def evening_sun(chance: Chance) -> Room:
    """Return a sun that shines across the board past somebody's head now and then: hard shadows, and it goes down."""
    side, high = float(chance.uniform(0, 2 * np.pi)), float(chance.uniform(0.5, 0.85))
    place = (4000 * np.cos(side), 4000 * np.sin(side), 4000 * high)
    sun = Lamp(place, float(chance.uniform(0.45, 0.65)), (0.8, 0.97, 1.08), soft=float(chance.uniform(0.8, 2.5)))
    grey = float(chance.uniform(0.34, 0.44))
    return Room(Light((grey * 1.06, grey, grey * 0.95), (sun,)), noise=2.0, drift=0.15, head=0.15)


def oil_lamp(chance: Chance) -> Room:
    """Return one warm lamp that stands on the table beside the board: bright here, dark there, and it flickers."""
    side = float(chance.uniform(0, 2 * np.pi))
    place = (560 * np.cos(side), 560 * np.sin(side), float(chance.uniform(360, 560)))
    lamp = Lamp(place, 0.7, (0.48, 0.8, 1.1), soft=float(chance.uniform(2.5, 5)))
    return Room(Light((0.16, 0.2, 0.25), (lamp,)), noise=4.0, flicker=0.02, tint=0.008)


TUNING: dict[str, Callable[[Chance], Room]] = {
    "daylight": daylight,
    "one lamp": one_lamp,
    "dim": dim,
    "two lamps": two_lamps,
    "evening sun": evening_sun,
    "oil lamp": oil_lamp,
}
HELD_OUT: dict[str, Callable[[Chance], Room]] = {
    "low window": low_window,
    "restless camera": restless,
    "cold gloss": cold_gloss,
    "candles": candles,
}
ROOMS = TUNING | HELD_OUT


def camera(layout: Layout, chance: Chance, size: tuple[int, int] | None = None) -> View:
    """Return a camera at 0.7 to 1.2 m, more or less off the axis, with the whole sheet in its picture."""
    some = SIZES[chance.integers(len(SIZES))]
    height = float(chance.uniform(700, 1200))
    away = height * float(chance.uniform(0, 0.42))
    side = float(chance.normal(np.pi / 2, 0.7))
    place = (away * np.cos(side), away * np.sin(side), height)
    roll = float(chance.normal(0, 5)) + (float(chance.choice([90, 180, 180, 270])) if chance.random() < 0.08 else 0)
    distortion = (float(chance.uniform(-0.14, 0.02)), float(chance.uniform(-0.015, 0.015)))
    target = (float(chance.normal(0, 12)), float(chance.normal(0, 12)))
    return fitted(layout, View(place, target, 1000.0, size or some, roll, distortion), float(chance.uniform(0.8, 0.97)))


def fitted(layout: Layout, view: View, fill: float) -> View:
    """Return the same camera with the focal length at which the sheet fills this share of the picture."""
    focal = view.focal
    for _ in range(12):
        now = View(view.place, view.target, focal, view.size, view.roll, view.distortion)
        reach = np.abs(now.on_sheet(sheet_corners(layout)) - now.middle) / np.array(now.middle)
        focal *= fill / float(reach.max())
    return View(view.place, view.target, focal, view.size, view.roll, view.distortion)


@dataclass(frozen=True)
class Makers:
    """The figures of one box: all cows alike, or steers and cowboys alike but for their colours."""

    cow: Shape
    steers: dict[str, Shape]
    cowboys: dict[str, Shape]

    def figure(self, kind: str) -> Shape:
        """Return a figure of this kind as it stands at the origin."""
        what, _, letter = kind.partition(":")
        return self.cow if not letter else self.steers[letter] if what == "cow" else self.cowboys[letter]


def makers(chance: Chance) -> Makers:
    """Return sizes, shapes and tones of one box of figures."""
    size = chance.uniform(0.9, 1.1, 3)
    colour = COWS[0] if chance.random() < 0.4 else COWS[chance.integers(len(COWS))]
    cattle = (27.0 * float(size[0]), 13.5 * float(size[1]), 19.0 * float(size[2]))
    made = cow(shaded(colour, chance, 8), *cattle)
    height, base, hat = float(chance.uniform(25, 36)), float(chance.uniform(13, 16)), float(chance.uniform(0.35, 0.85))
    paints = {letter: shaded(tone, chance, 6 if max(tone) < 60 else 14) for letter, tone in COWBOYS.items()}
    steers = {letter: cow(paint, *cattle) for letter, paint in paints.items()}
    return Makers(made, steers, {letter: cowboy(paint, height, base, hat) for letter, paint in paints.items()})


def shaded(colour: Colour, chance: Chance, spread: float) -> Colour:
    """Return another batch of the same paint."""
    blue, green, red = (int(np.clip(level + chance.normal(0, spread), 12, 245)) for level in colour)
    return blue, green, red


def head_over(chance: Chance, light: Light) -> tuple[Place, float]:
    """Return where a head is that shades a part of the board: its middle and its radius."""
    x, y = chance.uniform(-150, 150, 2)
    lamp = np.array(light.lamps[0].place)
    spot = np.array([x, y, 0.0])
    high = spot + (lamp - spot) * min(0.5, 480 / lamp[2])
    return (float(high[0]), float(high[1]), float(high[2])), float(chance.uniform(60, 95))
