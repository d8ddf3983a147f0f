"""What the pipeline is given to learn a board with: the reader, behind its vote in time."""

from __future__ import annotations

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import Observation
from vision.geometry.board_pose import Picture, Points
from vision.inference.recogniser import Recogniser
from vision.runtime.pipeline import Watcher
from vision.runtime.temporal_filter import TemporalFilter


def learn(
    layout: Layout, start: Observation, empty: Picture, first: Picture, corners: Points | None, rules: FigureRules
) -> Watcher:
    """See ``vision.runtime.pipeline.Learn``."""
    return TemporalFilter(Recogniser.learn(layout, start, empty, first, corners, rules))
