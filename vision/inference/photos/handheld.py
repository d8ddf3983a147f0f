"""Reads photos taken by hand: each from somewhere else, with another phone, the other way up.

Models are in the coordinates of the board, so all that differs from photo to photo is where the board lies
and from where it is seen. The board is found in every photo anew; its cells are read by what the evening has taught.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from companion.boards.camera_messages import NormalisedPoint
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.core.text import Text, say
from vision.cells.evening import Evening, standing
from vision.cells.places import Places
from vision.cells.view import View
from vision.errors import BoardNotFound
from vision.evidence.located import LocatedPhoto, reduced
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.geometry.line_refinement import refine_pose_on_lines
from vision.geometry.sheet import cell_unit, in_cell_units
from vision.inference.correction import TUNING as CORRECTION_TUNING
from vision.inference.empty_board import EmptyBoard
from vision.inference.photos.cells import TUNING as READING
from vision.inference.photos.cells import believed as read_cells
from vision.inference.posterior import TUNING as POSTERIOR
from vision.inference.reading import Reading, as_reading
from vision.inference.sticker_markers import with_stickers
from vision.localisation.board_detection import find_board, pose_from_corners, valid_picture
from vision.localisation.looks import Looks

logger = logging.getLogger(__name__)

CORRECTED = CORRECTION_TUNING.corrected


@dataclass(frozen=True)
class Start:
    """The photo that the figures were learnt from, how they stood on it, and the board under them as far as known."""

    photo: LocatedPhoto
    observation: Observation
    board: EmptyBoard


@dataclass(frozen=True)
class LastPhoto:
    """The last photo and what was read on it, until the table says what it believes."""

    photo: LocatedPhoto
    view: View
    reading: Reading


@dataclass
class HandheldReader:
    """The reader of one table's photos: the empty board, and the figures once they have been learnt."""

    layout: Layout
    rules: FigureRules = field(default_factory=FigureRules)
    empty: LocatedPhoto | None = None
    """a photo of the empty board, if there is one"""
    start: Start | None = None
    """where there is none"""
    evening: Evening | None = None
    last: LastPhoto | None = None
    looks: Looks = field(init=False)
    """how a board without markers has looked since four taps have shown it"""

    def __post_init__(self) -> None:
        self.board = in_cell_units(self.layout)
        self.looks, self.places = Looks(self.board), Places.of(self.board)

    def located(self, picture: Picture, corners: Collection[NormalisedPoint] = ()) -> LocatedPhoto:
        """Return the photo with the board found in it. Raise BoardNotFound.

        It is found by its markers, by these four taps, or by how it looked where it was tapped before.
        """
        picture = valid_picture(picture)
        size = (picture.shape[1], picture.shape[0])
        if corners:
            taps = np.array(list(corners), np.float64).reshape(-1, 2) * size - 0.5
            found = pose_from_corners(size, self.board, taps, picture)
        else:
            found = self._found(picture)
        return reduced(LocatedPhoto(picture, found), self.board)

    def _found(self, picture: Picture) -> BoardPose:
        """Find the board by its looks first, where it was tapped: markers would be looked for long, and in vain."""
        if not self.looks:
            return find_board(picture, self.board)
        try:
            return refine_pose_on_lines(picture, self.board, self.looks.find(picture), close=True)
        except BoardNotFound as unknown:
            logger.debug("a board that was tapped is not known by its looks", exc_info=True)
            try:
                return find_board(picture, self.board)
            except BoardNotFound:
                raise unknown from None

    def _remember(self, photo: LocatedPhoto) -> None:
        """Remember how the board looks here: without markers, it is known by that from now on."""
        if photo.board_pose.how is not FoundBy.MARKERS:
            self.looks.add(photo.picture, photo.board_pose)

    def take_empty(self, photo: LocatedPhoto) -> None:
        """Take this as the board with nothing on it."""
        self.empty, self.start, self.evening, self.last = photo, None, None, None
        self._remember(photo)

    def learn(self, photo: LocatedPhoto, standing: Observation, answered: bool) -> tuple[str, ...]:
        """Learn the figures, which stand like this, and return the places that read otherwise.

        There are none where people have ``answered`` for them. Where no photo shows the empty board, it is composed of
        this one. Raise VisionTrouble.
        """
        empty, start = self.empty, None
        if empty is None:
            start = Start(photo, standing, EmptyBoard.unseen(self.layout).seen_in(photo, occupied(standing)))
            empty = start.board.filled()
        free = self._free(standing)
        made = Evening.of(self._view(empty), self._view(photo), standing.cells, free, seen_bare=start is None)
        if made.wrong and not answered:
            return made.wrong
        self._remember(photo)
        self.start, self.evening, self.last = start, made, None
        return ()

    def read(self, photo: LocatedPhoto, expected: Observation | None = None) -> Observation:
        """Return the reading of ``look`` without its reasons."""
        return self.look(photo, expected).observation

    def look(self, photo: LocatedPhoto, expected: Observation | None = None, said: bool = True) -> Reading:
        """Return what stands on the board, where ``expected`` is believed.

        Where nobody has ``said`` so, because it was merely read, it teaches only what was read far above the threshold.
        Raise BoardNotFound before the figures have been learnt.
        """
        if self.evening is None:
            raise BoardNotFound(say("First take a photo of the figures as they are."))
        if photo.board_pose.how is FoundBy.CORNERS:
            self._remember(photo)
        self._confirm(expected, said)
        view = self._view(photo)
        made, hidden, unsure = read_cells(self.evening, view, expected or Observation(ObservationStatus.OK), self.rules)
        pose = photo.board_pose.rescaled(cell_unit(self.layout))
        reading = as_reading(pose, ObservationStatus.OK, made, hidden, made)
        lying = bool(self.rules.sticker_area and made.areas.get(self.rules.sticker_area))
        reading = with_stickers(replace(reading, unexplained=lying), photo.picture, self.layout, self.rules)
        # a person who takes a photo is asked, however sure the reading is
        unknown = tuple(sorted({*reading.observation.unknown, *unsure}))
        reading = replace(reading, observation=replace(reading.observation, unknown=unknown, alternatives={}))
        self.last = LastPhoto(photo, view, reading)
        return reading

    def hint(self, photo: LocatedPhoto) -> Text | None:
        """Return what to do that the next photo is read better."""
        if self.evening and self.last and self.last.photo is photo and self.evening.dazzled(self.last.view).any():
            return say("It is too bright: turn the lamp away, or dim it.")
        if self.last and self.last.photo is photo and self.last.reading.covered:
            return say("Something lies over the board: take another photo when it is gone.")
        tilt = CameraPose.of(photo.board_pose, self.board, PHONE).tilt
        upright = say("Too much from the side: hold the phone flat above the board.")
        return upright if tilt > READING.aside else None

    def _view(self, photo: LocatedPhoto) -> View:
        return View.of(self.places, photo.picture, photo.board_pose, PHONE)

    def _free(self, standing: Observation) -> frozenset[str]:
        """Return the areas in which nothing stands."""
        return frozenset(self.places.spots) - standing.areas.keys()

    def _confirm(self, believed: Observation | None, said: bool) -> None:
        """Learn from the last photo what the table says of it.

        Where it shows what is believed because somebody has ``said`` so, all that nothing hid is learnt; otherwise only
        what is believed and was read far above the threshold.
        """
        last, self.last = self.last, None
        if self.evening is None or last is None or believed is None:
            return
        seen, sure = last.reading.observation, last.reading.confidence
        if said and shows(seen, believed):
            taught = set(self.places.cells) - last.reading.covered
            if last.photo.board_pose.how is FoundBy.TRACKED:
                self._remember(last.photo)  # its content confirms the pose of the board
        else:
            agreed = (c for c in self.places.cells if seen.cells.get(c, EMPTY) == believed.cells.get(c, EMPTY))
            taught = {cell for cell in agreed if sure.get(cell, 0.0) > POSTERIOR.certain}
        mask = np.array([cell in taught for cell in self.places.cells])
        if self.start and (self.layout.by_id.keys() & taught) - self.start.board.free - believed.cells.keys():
            board = self.start.board.seen_in(last.photo, occupied(believed))  # figures have left places
            self.start = replace(self.start, board=board)
            self.evening = replace(self.evening, empty=self._view(board.filled()).grey)
        kind_numbers = standing(self.places, self.evening.kinds, believed.cells)
        self.evening = self.evening.taught(last.view, kind_numbers, mask, self._free(believed) - {*seen.unknown})


def shows(seen: Observation, believed: Observation) -> bool:
    """Return whether a photo that was read like this shows what is believed: no figure was read elsewhere."""
    sure = [cell for cell in seen.cells.keys() | believed.cells.keys() if cell not in seen.unknown]
    wrong = [cell for cell in sure if seen.cells.get(cell) != believed.cells.get(cell)]
    left, come = ({its.cells[cell] for cell in wrong if cell in its.cells} for its in (seen, believed))
    return len(wrong) <= CORRECTED and not left & come


def occupied(standing: Observation) -> frozenset[str]:
    """Return the cells and areas in which figures stand."""
    return frozenset(standing.cells) | {area for area, kinds in standing.areas.items() if kinds}
