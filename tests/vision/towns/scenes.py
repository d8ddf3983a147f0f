"""Tables with printed town boards as a camera would see them, made from a seed, with their truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.boards.marked_sheets import CubeBox, MarkedSheet, PrintedSheets
from vision.geometry.board_pose import Picture, Points
from vision.synthetic.cubes import Cube, Develop, Hand, Lying, Scene, paint, rendered
from vision.synthetic.prints import SCALE
from vision.synthetic.view import Lamp, Light, View

Prints = tuple[Mapping[str, Picture], Mapping[str, Picture]]
HELD_OUT = 1_000_000
"""seeds of held-out scenes begin here; the reader is never tuned on them"""
FRAMES = 3
NAME = 7.0
"""millimetres of a box that its name takes; few cubes lie on it"""
LIGHTS = ("daylight", "lamp", "two lamps", "corner lamp", "warm lamp")
HELD_OUT_LIGHTS = ("daylight", "side lamp", "candle", "cold lamp", "two warm lamps")
MOST = {"gold": 8, "wood": 6, "inhabitants": 12, "cowboys": 10, "pipes": 9, "lure": 8, "exported": 6}


@dataclass(frozen=True, eq=False)
class Truth:
    """What lies on the table: boxes with their cubes (suffix -> number), places with what lies there; what a hand
    covers; boxes with cubes on top of each other. ``touching`` boxes have cubes pushed together."""

    boxes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    covered: set[str] = field(default_factory=set)
    piled: set[str] = field(default_factory=set)
    touching: set[str] = field(default_factory=set)


@dataclass(frozen=True, eq=False)
class Rendered:
    """One table, several pictures of it, and how it was made (for the report)."""

    frames: tuple[Picture, ...]
    truth: Truth
    sheets: tuple[str, ...]
    light: str
    width: int
    players: int
    hand: bool


def scene(seed: int, table: PrintedSheets, prints: Prints, frames: int = FRAMES) -> Rendered:
    """The table of this seed; the same seed gives the same pictures."""
    chance = np.random.default_rng(seed)
    held_out = seed >= HELD_OUT
    players = int(chance.integers(2, 5))
    large = len(table.cubes) > 1
    truth, lying, cubes = Truth(), list[Lying](), list[Cube]()
    sheets = table.sheets[:players]
    printer = np.clip(1 + chance.normal(0, 0.06 if held_out else 0.05, 3), 0.8, 1.15)
    dye = np.exp(chance.normal(0, 0.12 if held_out else 0.08, (7, 3)))
    spots = _spots(players, chance)
    for sheet, (x, y, turn) in zip(sheets, spots, strict=True):
        faded = np.clip(prints[0][sheet.name] * printer, 0, 252).astype(np.uint8)
        lying.append(Lying(faded, SCALE, x, y, turn))
        for place in sheet.places:
            lying += _on_place(place.name, (place.place.x, place.place.y), table, prints, (x, y, turn), truth, chance)
        for at, box in enumerate(sheet.boxes):
            for px, py, cube_turn, side, above in _in_box(box, table, truth, chance, large):
                (cx, cy), tint = _moved((px, py), (x, y, turn)), np.exp(chance.normal(0, 0.05))
                tone = tuple(float(v) for v in np.array(paint(box.paint)) * dye[at] * tint)
                cubes.append(Cube(cx, cy, side, cube_turn + turn, (tone[0], tone[1], tone[2]), above))
    view = _view(sheets, spots, players, chance)
    name = str(chance.choice(HELD_OUT_LIGHTS if held_out else LIGHTS))
    hands = _hands(sheets, spots, chance) if chance.random() < 0.2 else ()
    one = Scene(
        view,
        _light(name, chance),
        tuple(lying),
        tuple(cubes),
        hands,
        _ground(held_out, chance),
        float(chance.uniform(0.05, 0.2)),
        _develop(chance),
    )
    for sheet, spot in zip(sheets, spots, strict=True):
        _cover(sheet, spot, hands, view, truth)
    pictures = tuple(rendered(one, np.random.default_rng(seed * 7 + frame)) for frame in range(frames))
    return Rendered(pictures, truth, tuple(each.name for each in sheets), name, view.size[0], players, bool(hands))


def _spots(players: int, chance: np.random.Generator) -> list[tuple[float, float, float]]:
    """Where the boards lie and how they are turned: two rows for four, else side by side or face to face."""
    quarter = 90 if chance.random() < 0.7 or players == 3 else 0
    wide, tall = (243, 188) if quarter else (188, 243)
    if players == 2 and chance.random() < 0.4:
        quarter, wide, tall = 0, 188, 243
    across, down = (2, 2) if players > 2 else (2, 1)
    spots = []
    for at in range(players):
        column, row = at % across, at // across
        x = (column - (across - 1) / 2) * (wide + 22) + chance.uniform(-7, 7)
        y = (row - (down - 1) / 2) * (tall + 22) + chance.uniform(-7, 7)
        spots.append((float(x), float(y), float(quarter + 180 * chance.integers(2) + chance.normal(0, 1.5))))
    return spots


def _moved(point: tuple[float, float], spot: tuple[float, float, float]) -> tuple[float, float]:
    """From the sheet to the table."""
    turn = np.radians(spot[2])
    x, y = point
    return (
        float(spot[0] + x * np.cos(turn) - y * np.sin(turn)),
        float(spot[1] + x * np.sin(turn) + y * np.cos(turn)),
    )


def _on_place(
    name: str,
    middle: tuple[float, float],
    table: PrintedSheets,
    prints: Prints,
    spot: tuple[float, float, float],
    truth: Truth,
    chance: np.random.Generator,
) -> list[Lying]:
    """A tile, a destroyed marker, both or nothing."""
    kinds = [kind for kind in table.kinds.values() if kind != "destroyed"]
    printed = not name.rpartition("/")[2].startswith("c") or name.endswith("carpenter")
    found, here = list[str](), list[Lying]()
    if not printed and chance.random() < 0.5:
        kind = str(chance.choice(kinds))
        x, y = _moved((middle[0] + chance.uniform(-2.5, 2.5), middle[1] + chance.uniform(-1, 1)), spot)
        found.append(kind)
        here.append(Lying(prints[1][kind], SCALE, x, y, spot[2] + float(chance.normal(0, 2))))
    if (printed or found) and chance.random() < 0.12:
        x, y = _moved((middle[0] + chance.uniform(-9, 9), middle[1] + chance.uniform(-7, 7)), spot)
        found.append("destroyed")
        here.append(Lying(prints[1]["destroyed"], SCALE, x, y, float(chance.uniform(0, 360)), round=True))
    truth.places[name] = tuple(sorted(found))
    return here


def _in_box(
    box: CubeBox, table: PrintedSheets, truth: Truth, chance: np.random.Generator, large: bool
) -> Iterable[tuple[float, float, float, float, float]]:
    """Cubes of a box: x, y on the sheet, turn, side, how high the base stands."""
    wanted = int(chance.integers(0, MOST[box.kind] + 1)) if chance.random() < 0.85 else 0
    many = wanted // 4 if large and chance.random() < 0.8 else 0
    sizes = [table.cubes[-1]] * many + [table.cubes[0]] * (wanted - 4 * many)
    chance.shuffle(sizes)
    room = (box.place.width - 1, box.place.height - 1 - NAME)
    touching = chance.random() < 0.3
    spots = _packed([each.side for each in sizes], room, touching, chance)
    kinds = [box.kind + size.suffix for size, _ in zip(sizes, spots, strict=False)]
    if touching and len(kinds) > 1:
        truth.touching.add(box.name)
    made = []
    for size, (x, y, turn) in zip(sizes, spots, strict=False):
        side = size.side + float(np.clip(chance.normal(0, 0.1), -0.25, 0.25))
        made.append((box.place.x + x, box.place.y + NAME / 2 + y, turn, side, 0.0))
    if made and chance.random() < 0.03:
        below = made[int(chance.integers(len(made)))]
        size = table.cubes[0]
        shift = chance.uniform(-2, 2, 2)
        made.append((below[0] + shift[0], below[1] + shift[1], float(chance.uniform(0, 90)), size.side, below[3]))
        kinds.append(box.kind + size.suffix)
        truth.piled.add(box.name)
    truth.boxes[box.name] = tuple(sorted(kinds))
    return made


def _packed(
    sides: Sequence[float], room: tuple[float, float], touching: bool, chance: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Places for cubes: lying about, or in pushed-together rows; those that do not fit are left out."""
    if touching:
        return _rows(sides, room, chance)
    found: list[tuple[float, float, float]] = []
    for side in sides:
        for gap in (1.5, 1.5, 0.8, 0.8, 0.3):
            spot = next((spot for spot in _tried(side, room, chance) if _free(spot, side, found, sides, gap)), None)
            if spot:
                found.append(spot)
                break
        else:
            break
    return found


def _tried(side: float, room: tuple[float, float], chance: np.random.Generator) -> Iterable[tuple[float, float, float]]:
    for _ in range(60):
        turn = float(chance.uniform(0, 90))
        reach = side / 2 * (abs(np.cos(np.radians(turn))) + abs(np.sin(np.radians(turn))))
        half = np.maximum(np.array(room) / 2 - reach, 0)
        x, y = chance.uniform(-half, half)
        yield float(x), float(y), turn


def _free(
    spot: tuple[float, float, float],
    side: float,
    found: Sequence[tuple[float, float, float]],
    sides: Sequence[float],
    gap: float,
) -> bool:
    mine = ((spot[0], spot[1]), (side + 2 * gap, side + 2 * gap), spot[2])
    for (x, y, turn), other in zip(found, sides, strict=False):
        status, _ = cv2.rotatedRectangleIntersection(mine, ((x, y), (other, other), turn))
        if status != cv2.INTERSECT_NONE:
            return False
    return True


def _rows(
    sides: Sequence[float], room: tuple[float, float], chance: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Side by side with hardly a gap, a little askew together."""
    found, x, y, row = list[tuple[float, float, float]](), 0.0, 0.0, 0.0
    length = chance.integers(2, 4) * max(sides, default=8) + 1.5
    for side in sides:
        if x and x + side > min(length, room[0] - 2):
            x, y, row = 0.0, y + row + float(chance.uniform(0.05, 0.5)), 0.0
        if y + side > room[1] - 2:
            break
        found.append((x + side / 2, y + side / 2, float(chance.normal(0, 1.2))))
        x, row = x + side + float(chance.uniform(0.05, 0.5)), max(row, side)
    if not found:
        return []
    spots = np.array(found)
    low, high = spots[:, :2].min(axis=0) - 5, spots[:, :2].max(axis=0) + 5
    spots[:, :2] -= (low + high) / 2
    free = np.maximum((np.array(room) - (high - low)) / 2 - 1.5, 0)
    shift, lean = chance.uniform(-free, free), np.radians(chance.uniform(-6, 6))
    turned = spots[:, :2] @ np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]]) + shift
    return [(float(a), float(b), float(t + np.degrees(lean))) for (a, b), t in zip(turned, spots[:, 2], strict=True)]


def _view(
    sheets: Sequence[MarkedSheet],
    spots: Sequence[tuple[float, float, float]],
    players: int,
    chance: np.random.Generator,
) -> View:
    """A camera above the middle that sees all boards."""
    size = (1280, 720) if players == 2 and chance.random() < 0.5 else (1920, 1080)
    focal = float(chance.uniform(0.85, 1.3)) * size[0]
    corners = np.concatenate([_outline(sheet, spot) for sheet, spot in zip(sheets, spots, strict=True)])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    off = chance.uniform(-90, 90, 2)
    roll, bend = float(chance.normal(0, 2)), float(chance.normal(0, 0.012))
    for height in np.arange(380.0, 1800.0, 20.0):
        place = (float(middle[0] + off[0]), float(middle[1] + off[1]), float(height))
        view = View(place, (float(middle[0]), float(middle[1])), focal, size, roll, (bend, 0.0))
        pixels = view.on_sheet(corners)
        if (pixels > 14).all() and (pixels < np.array(size) - 15).all():
            return view
    raise AssertionError("no camera sees all of it")


def _outline(sheet: MarkedSheet, spot: tuple[float, float, float]) -> Points:
    half = sheet.width / 2, sheet.height / 2
    return np.array([_moved((dx * half[0], dy * half[1]), spot) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _light(name: str, chance: np.random.Generator) -> Light:
    """The lamps of this name, roughly there."""

    def lamp(x: float, y: float, z: float, strength: float, colour: tuple[float, float, float], soft: float) -> Lamp:
        place = np.array([x, y, z]) * chance.uniform(0.85, 1.15, 3)
        return Lamp((float(place[0]), float(place[1]), float(place[2])), strength, colour, soft)

    white, warm, cold = (0.95, 1.0, 1.0), (0.55, 0.8, 1.0), (1.15, 1.02, 0.9)
    side = float(chance.choice([-1, 1]))
    match name:
        case "daylight":
            return Light((0.62, 0.6, 0.58), (lamp(side * 900, -900, 1500, 0.3, white, 12),))
        case "lamp":
            return Light((0.3, 0.3, 0.3), (lamp(side * 250, -350, 1100, 0.6, white, 5),))
        case "two lamps":
            lamps = lamp(-500, -200, 1300, 0.35, white, 5), lamp(600, 300, 1500, 0.35, warm, 5)
            return Light((0.3, 0.3, 0.3), lamps)
        case "corner lamp":
            return Light((0.22, 0.23, 0.24), (lamp(side * 600, -500, 800, 0.7, white, 4),))
        case "warm lamp":
            return Light((0.16, 0.22, 0.28), (lamp(side * 200, -200, 1200, 0.6, warm, 5),))
        case "side lamp":
            return Light((0.25, 0.25, 0.26), (lamp(side * 800, 200, 750, 0.6, white, 4),))
        case "candle":
            return Light((0.1, 0.16, 0.22), (lamp(side * 350, -450, 500, 0.6, (0.4, 0.72, 1.0), 6),))
        case "cold lamp":
            return Light((0.3, 0.28, 0.26), (lamp(side * 300, 300, 1200, 0.6, cold, 4),))
        case _:
            lamps = lamp(-450, 300, 1200, 0.35, warm, 6), lamp(500, -400, 1000, 0.4, warm, 5)
            return Light((0.2, 0.24, 0.28), lamps)


def _ground(held_out: bool, chance: np.random.Generator) -> tuple[float, float, float]:
    tables = (
        ((0.05, 0.10, 0.17), (0.30, 0.42, 0.50), (0.10, 0.22, 0.10))
        if not held_out
        else ((0.02, 0.03, 0.05), (0.55, 0.58, 0.60), (0.35, 0.18, 0.10), (0.08, 0.16, 0.30))
    )
    found = np.array(tables[int(chance.integers(len(tables)))]) * np.exp(chance.normal(0, 0.1, 3))
    return float(found[0]), float(found[1]), float(found[2])


def _develop(chance: np.random.Generator) -> Develop:
    gains = np.exp(chance.normal(0, 0.07, 3))
    return Develop(
        exposure=float(chance.uniform(0.7, 1.05)),
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        blur=float(chance.uniform(0.4, 0.95)),
        noise=float(chance.uniform(0.002, 0.008)),
        vignette=float(chance.uniform(0, 0.25)),
        jpeg=int(chance.integers(80, 97)),
    )


def _hands(
    sheets: Sequence[MarkedSheet], spots: Sequence[tuple[float, float, float]], chance: np.random.Generator
) -> tuple[Hand, ...]:
    at = int(chance.integers(len(sheets)))
    sheet = sheets[at]
    half = sheet.width / 2, sheet.height / 2
    x, y = _moved((float(chance.uniform(-half[0], half[0])), float(chance.uniform(0, half[1]))), spots[at])
    tones = ((0.20, 0.29, 0.50), (0.06, 0.10, 0.20), (0.28, 0.38, 0.62))
    sleeves = ((0.12, 0.08, 0.06), (0.05, 0.05, 0.25), (0.6, 0.6, 0.6), (0.3, 0.15, 0.05))
    towards = spots[at][2] + 90 + float(chance.normal(0, 25))
    tone, sleeve = tones[int(chance.integers(3))], sleeves[int(chance.integers(4))]
    return (Hand(x, y, towards, float(chance.uniform(15, 60)), tone, sleeve, float(chance.uniform(0.85, 1.05))),)


def _cover(
    sheet: MarkedSheet, spot: tuple[float, float, float], hands: Sequence[Hand], view: View, truth: Truth
) -> None:
    """Which places and boxes a hand hides, in part or all."""
    if not hands:
        return
    mask = np.zeros((view.size[1], view.size[0]), np.uint8)
    for hand in hands:
        for outline in hand.outline():
            points = view.pixels(np.column_stack([outline, np.full(len(outline), hand.height)]))
            cv2.fillPoly(mask, [np.round(np.clip(points, -4000, 8000)).astype(np.int32)], 255)
    every = {each.name: each.place for each in sheet.places} | {each.name: each.place for each in sheet.boxes}
    for name, place in every.items():
        ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([place.width, place.height]) / 2
        corners = np.array([_moved((place.x + dx, place.y + dy), spot) for dx, dy in ring])
        own = np.zeros_like(mask)
        cv2.fillPoly(own, [np.round(view.on_sheet(corners)).astype(np.int32)], 255)
        if (mask & own).any():
            truth.covered.add(name)
