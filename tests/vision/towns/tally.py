"""What was read of a rendered table beside its truth, counted."""

from __future__ import annotations

from collections import Counter

from companion.boards.observation import Observation
from companion.games.western_town.camera.table import DESTROYED
from tests.vision.towns.scenes import Rendered


def tally(seen: Observation, scene: Rendered, large: bool) -> Counter[str]:
    """How many boxes and places of the scene were read right, left open, or read wrong, by how they lay."""
    found: Counter[str] = Counter()
    truth, size = scene.truth, "two sizes" if large else "one size"
    for name in scene.sheets:
        found["boards " + ("unseen" if name in seen.unknown else "right")] += 1
    for name, kinds in truth.boxes.items():
        if _sheet(name) in seen.unknown:
            continue
        how = (
            "under a hand"
            if name in truth.covered
            else "piled"
            if name in truth.piled
            else "touching"
            if name in truth.touching
            else "loose"
        )
        found[f"boxes, {how}, {size}: {_outcome(seen, name, kinds)}"] += 1
    for name, kinds in truth.places.items():
        if _sheet(name) in seen.unknown:
            continue
        how = "under a hand" if name in truth.covered else "free"
        found[f"places, {how}: {_outcome(seen, name, kinds)}"] += 1
    return found


def _outcome(seen: Observation, name: str, kinds: tuple[str, ...]) -> str:
    if name in seen.unknown:
        return "open"
    if seen.in_area(name) == kinds or (seen.in_area(name) == (DESTROYED,) and DESTROYED in kinds):
        return "right"
    return "wrong"


def _sheet(name: str) -> str:
    return name.partition("/")[0]
