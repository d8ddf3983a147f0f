"""Drawings from the folder of a game, in a small part of SVG.

Understood: ``viewBox``; ``path`` with M, L, H, V, C and Z in absolute coordinates; ``circle``; the attributes
``fill``, ``stroke`` and ``stroke-width``. ``currentColor`` is the colour that the caller draws with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

STROKE = re.compile(r"([MLHVCZ])([^MLHVCZ]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}

Step = tuple[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline: steps ("M", "L", "C", "Z") in the drawing's units, or a circle ("O": x, y, radius)."""

    steps: tuple[Step, ...]
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in a ``box``: left, top, width and height."""

    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]


@cache
def drawing(file: Path) -> Drawing:
    """Return the drawing in that file. Raise FileNotFoundError, or ValueError for SVG outside that part."""
    root = ElementTree.parse(file).getroot()
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    return Drawing((left, top, width, height), tuple(_shape(part) for part in root))


def _shape(part: ElementTree.Element) -> Shape:
    kind, get = part.tag.rpartition("}")[2], part.attrib.get
    match kind:
        case "circle":
            steps: tuple[Step, ...] = (("O", (float(get("cx", "0")), float(get("cy", "0")), float(get("r", "0")))),)
        case "path":
            steps = _steps(get("d", ""))
        case _:
            raise ValueError(f"drawings have no {kind}")
    return Shape(steps, get("fill", "none"), get("stroke", "none"), float(get("stroke-width", "0")))


def _steps(data: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    x = y = 0.0
    for letter, arguments in STROKE.findall(data):
        numbers, count = [float(number) for number in NUMBER.findall(arguments)], ARGUMENTS[letter]
        if count == 0:
            steps.append(("Z", ()))
        elif not numbers or len(numbers) % count:
            raise ValueError(f"{letter}{arguments} in a drawing")
        for at in range(0, len(numbers) if count else 0, count or 1):
            values = tuple(numbers[at : at + count])
            if letter in "HV":
                values = (values[0], y) if letter == "H" else (x, values[0])
            x, y = values[-2:]
            steps.append((letter if letter in "MC" else "L", values))
    return tuple(steps)
