"""The board once it has been learnt: the reader and its vote in time behind the one face the pipeline knows."""

from __future__ import annotations

from companion.core.board import Layout
from companion.core.sighting import Sighting
from companion.core.text import say
from vision.errors import VisionTrouble
from vision.pipeline import Watcher
from vision.placement import Picture, Points


def learn(layout: Layout, start: Sighting, empty: Picture, first: Picture, corners: Points | None) -> Watcher:
    """See ``vision.pipeline.Learn``."""
    raise VisionTrouble(say("The camera cannot read figures yet."))
