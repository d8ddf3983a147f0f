"""Learns tonight from two pictures: the empty board, and the board with its figures where they are known to stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation
from vision.evidence.background import Background, Floats, Grid, logarithms, rectify
from vision.evidence.figure_models import LARGEST, Figures, figures, silhouette_masks
from vision.evidence.frame_evidence import FrameEvidence
from vision.evidence.grounds import Grounds
from vision.evidence.illumination import exposed, lit
from vision.evidence.occlusion.edge_template import edges_of
from vision.evidence.silhouettes import Silhouette
from vision.evidence.templates import SilhouetteMasks, TemplateModel
from vision.evidence.texture import TextureModel
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.camera_pose import WEBCAM, CameraPose, Lens
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.cell_classifier import CellClassifier
from vision.inference.empty_board import composed
from vision.localisation.board_detection import find_board, pose_from_corners
from vision.localisation.tracking import Tracker

MIDDLE = Silhouette(9.0, 9.0, 1.0)
"""The middle of a cell."""


class Locator(Protocol):
    """Finder of the board: a ``Tracker`` under a camera, something simpler for photos taken by hand."""

    board_pose: BoardPose

    def track(self, picture: Picture) -> BoardPose:
        """Return where the board lies in this picture. Raise BadPicture and BoardNotFound."""


@dataclass(frozen=True)
class Learnt:
    """The board's pose and look, the figures, and a classifier whose scores are not calibrated yet."""

    tracker: Locator
    grid: Grid
    background: Background
    figures: Figures
    classifier: CellClassifier


def learn_models(
    layout: Layout,
    start: Observation,
    empty: Picture | None,
    first: Picture,
    corners: Points | None,
    lens: Lens = WEBCAM,
) -> Learnt:
    """See ``vision.inference.recogniser.Recogniser.learn``. Raises BadPicture and BoardNotFound."""
    shown, guessed = first if empty is None else empty, None
    size = (shown.shape[1], shown.shape[0])
    place = find_board(shown, layout) if corners is None else pose_from_corners(size, layout, corners, shown)
    if empty is None:
        empty, guessed = composed(first, place, layout, start)
    return learn_where(layout, start, empty, place, Tracker(layout, place, empty), first, lens, guessed)


def learn_where(
    layout: Layout,
    start: Observation,
    empty: Picture,
    place: BoardPose,
    tracker: Locator,
    first: Picture,
    lens: Lens = WEBCAM,
    guessed: Picture | None = None,
) -> Learnt:
    """Return the same where it is known how the board lies in both pictures: at ``place``, and where the tracker says.

    ``guessed`` is not 0 where the empty board has only been guessed.
    """
    grid = Grid.of(layout)
    bare, guess = rectify(grid, place, empty), None if guessed is None else rectify(grid, place, guessed)[..., None]
    background = Background.of(bare, None if guess is None else (guess > 0).astype(np.float32))
    now = tracker.track(first)
    camera = CameraPose.of(now, layout, lens)
    model = TemplateModel(grid, layout, camera)
    alone = np.ones(background.colour.shape[:2], bool)
    for cell in start.cells:
        window, mask = model.window(cell, LARGEST)
        alone[window] &= mask < 0.01
    rectified = rectify(grid, now, first)
    seen, change = _unlit(background, rectified, alone)
    background = background.with_noise(change, alone)
    known, background = figures(model, start.cells, background, seen, change)
    masks = silhouette_masks(model, known.silhouettes)
    even = np.ones(len(known.kinds), np.float32)
    classifier = CellClassifier(
        model,
        known,
        masks,
        even,
        even * CELL_CLASSIFIER_TUNING.sure,
        middle_masks(model),
        CELL_CLASSIFIER_TUNING.loudest[0],
        tall=silhouette_masks(model, known.tall),
    )
    return Learnt(tracker, grid, background, known, classifier)


def middle_masks(model: TemplateModel) -> SilhouetteMasks:
    """Return where something flat and round would lie on the cells; of its poses only the first is asked for."""
    every = model.masks(MIDDLE)
    return SilhouetteMasks(every.places, every.cover[:, :1].copy())


def with_grounds(
    classifier: CellClassifier, texture: TextureModel, background: Background, frame: FrameEvidence, start: Observation
) -> tuple[CellClassifier, TextureModel]:
    """Return both models with the roughness of bare cells and figures, and the evidence for a kind, on each ground.

    They are learnt from a frame in which the figures stand as ``start`` says.
    """
    kind_of_cell = [start.cells.get(cell, EMPTY) for cell in classifier.model.cells]
    best, _ = classifier.scores(frame.evidence.log_ratios, np.arange(len(kind_of_cell)))
    colour, parts = unlit(background, frame.rectified), best / classifier.typical
    grounds = Grounds.of(background, texture, colour, parts, kind_of_cell, classifier.figures.kinds)
    occupied = np.array([kind != EMPTY for kind in kind_of_cell])
    edges = edges_of(frame.rectified)
    explained = np.zeros_like(frame.evidence.foreground)
    for number in np.flatnonzero(occupied):
        pose = classifier.pose(int(number), kind_of_cell[number], frame.evidence)
        np.maximum.at(explained, pose.places, pose.cover)
    levels = np.where(occupied, texture.levels(edges), texture.levels(edges, explained))
    return replace(classifier, grounds=grounds), texture.learnt(levels, occupied, grounds.alike)


def unlit(background: Background, rectified: Picture) -> Floats:
    """Return the logarithms of a rectified picture as if lit like the empty board."""
    return lit(np.asarray(rectified, np.float32), -background.spread(background.illumination(rectified).gain))


def _unlit(background: Background, rectified: Picture, usable: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return the same, by the ``usable`` pixels, and how it differs from the board's."""
    light = background.spread(background.illumination(rectified, usable).gain)
    return lit(np.asarray(rectified, np.float32), -light), logarithms(rectified) - exposed(background.levels, light)
