"""Reads photos taken by hand: each from somewhere else, with another phone, the other way up.

What is learnt lives in the coordinates of the board, so all that differs from photo to photo is where the board lies
and from where it is seen. The board is found in every photo anew.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from companion.boards.camera_messages import NormalisedPoint
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.core.text import Text, say
from vision.errors import BoardNotFound
from vision.evidence.located import AtHand, LocatedPhoto, reduced
from vision.evidence.reference_store import MatchedCells
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.geometry.line_refinement import refine_pose_on_lines
from vision.geometry.sheet import in_cell_units
from vision.inference.correction import TUNING as CORRECTION_TUNING
from vision.inference.empty_board import EmptyBoard
from vision.inference.learning import learn_where
from vision.inference.posterior import CellEvidence, Posterior
from vision.inference.reading import Conclusion, Reading
from vision.inference.recogniser import Recogniser
from vision.inference.setup_check import unlike_others
from vision.localisation.board_detection import find_board, pose_from_corners, valid_picture
from vision.localisation.looks import Looks

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Photos taken by hand. Defaults are the values in use."""

    aside: float = 35.0
    """Degrees off the vertical from which on figures hide one another and look otherwise than was learnt."""
    proves: float = 0.4
    """The part of the log-likelihoods that counts of a photo from there (a tempered likelihood)."""


TUNING = Tuning()

CORRECTED = CORRECTION_TUNING.corrected


class HandheldRecogniser(Recogniser):
    """A recogniser whose camera is another one in every photo."""

    @classmethod
    def learn_by_hand(
        cls, layout: Layout, stands: Observation, empty: LocatedPhoto, photo: LocatedPhoto, rules: FigureRules
    ) -> Self:
        """As ``learn``, from photos in which the board has been found. Raises BadPicture."""
        at_hand = AtHand(photo.board_pose)
        seen = empty.picture, empty.board_pose, at_hand, photo.picture
        learnt = learn_where(in_cell_units(layout), stands, *seen, PHONE, empty.guessed)
        learnt = replace(learnt, classifier=learnt.classifier.seen_from_here())
        made = cls._taught(layout, learnt, stands, photo.picture, rules)
        made.at_hand = at_hand
        return made

    at_hand: AtHand

    def read_photo(self, photo: LocatedPhoto, expected: Observation | None = None) -> Reading:
        """Return what stands on the board in this photo, by itself.

        The ``expected`` figures only tell where print is seen.
        """
        self.at_hand.show(photo)
        self.cache.cached, stood, self._stood = None, self._stood, expected
        try:
            return self.look(photo.picture)
        finally:
            self._stood = stood

    def unlike_others(self, photo: LocatedPhoto, stands: Observation) -> tuple[str, ...]:
        """Return the places of figures that look otherwise than most of their kind in this photo."""
        self.at_hand.show(photo)
        return unlike_others(self.classifier, self.extract(photo.picture, afresh=True).evidence, stands)

    def _evidence(self, seen: Conclusion, matched: MatchedCells, shaded: frozenset[str]) -> CellEvidence:
        """As of any frame; from aside less is proved by what is seen."""
        evidence = super()._evidence(seen, matched, shaded)
        return evidence.times(TUNING.proves) if self.classifier.model.camera.tilt > TUNING.aside else evidence

    def _believed(
        self, seen: Conclusion, matched: MatchedCells, shaded: frozenset[str], covered: frozenset[str]
    ) -> Posterior:
        """As of any frame; but from aside what stood there outweighs nothing that is seen."""
        believed = super()._believed(seen, matched, shaded, covered)
        return believed.pooled() if self.classifier.model.camera.tilt > TUNING.aside else believed

    def _camera_at(self, board_pose: BoardPose) -> CameraPose:
        return CameraPose.of(board_pose, in_cell_units(self.layout), PHONE)


@dataclass(frozen=True)
class Start:
    """The photo that the figures were learnt from, how they stood on it, and the board under them as far as known."""

    photo: LocatedPhoto
    stands: Observation
    board: EmptyBoard


@dataclass
class HandheldReader:
    """What is known at one table: the empty board, and the figures once they have been learnt."""

    layout: Layout
    rules: FigureRules = field(default_factory=FigureRules)
    empty: LocatedPhoto | None = None
    """a photo of the empty board, if there is one"""
    start: Start | None = None
    """where there is none"""
    recogniser: HandheldRecogniser | None = None
    last: tuple[LocatedPhoto, Observation] | None = None
    """the last photo and what it showed, until the table confirms it"""
    looks: Looks = field(init=False)
    """how a board without markers has looked since four taps have shown it"""

    def __post_init__(self) -> None:
        self.looks = Looks(in_cell_units(self.layout))

    def located(self, picture: Picture, corners: Collection[NormalisedPoint] = ()) -> LocatedPhoto:
        """Return the photo with the board found in it.

        By its markers, by these four taps, or by how it looked where it was tapped before. Raise BoardNotFound.
        """
        picture, layout = valid_picture(picture), in_cell_units(self.layout)
        size = (picture.shape[1], picture.shape[0])
        if corners:
            taps = np.array(list(corners), np.float64).reshape(-1, 2) * size - 0.5
            found = pose_from_corners(size, layout, taps, picture)
        else:
            found = self._found(picture, layout)
        return reduced(LocatedPhoto(picture, found), layout)

    def _found(self, picture: Picture, layout: Layout) -> BoardPose:
        """By its looks first, where it was tapped: markers would be looked for long, and in vain."""
        if not self.looks.looks:
            return find_board(picture, layout)
        try:
            return refine_pose_on_lines(picture, layout, self.looks.find(picture), close=True)
        except BoardNotFound as unknown:
            logger.debug("a board that was tapped is not known by its looks", exc_info=True)
            try:
                return find_board(picture, layout)
            except BoardNotFound:
                raise unknown from None

    def take_empty(self, photo: LocatedPhoto) -> None:
        """Learn the board with nothing on it."""
        self.empty, self.start, self.recogniser = photo, None, None
        self._remember(photo)

    def _remember(self, photo: LocatedPhoto) -> None:
        """Without markers, the board is known by how it looks here from now on."""
        if photo.board_pose.how is not FoundBy.MARKERS:
            self.looks.add(photo.picture, photo.board_pose)

    def learn(self, photo: LocatedPhoto, stands: Observation, answered: bool) -> tuple[str, ...]:
        """Learns the figures, which stand like this; the places that read otherwise, unless somebody has answered for
        them. Where no photo shows the empty board it is composed of this one. Raises VisionTrouble."""
        empty, start = self.empty, None
        if empty is None:
            start = Start(photo, stands, EmptyBoard.unseen(self.layout).seen_in(photo, occupied(stands)))
            empty = start.board.filled()
        made = HandheldRecogniser.learn_by_hand(self.layout, stands, empty, photo, self.rules)
        wrong = sorted({*made.mismatches, *(made.unlike_others(photo, stands) if start else ())})
        if wrong and not answered:
            return tuple(wrong)
        self._remember(photo)
        self.start, self.recogniser, self.last = start, made, None
        return ()

    def read(self, photo: LocatedPhoto, expected: Observation | None = None) -> Observation:
        """As ``look``, without what decided."""
        return self.look(photo, expected).observation

    def look(self, photo: LocatedPhoto, expected: Observation | None = None) -> Reading:
        """Return what stands on the board, where ``expected`` is believed.

        Raise BoardNotFound before the figures have been learnt.
        """
        if self.recogniser is None:
            raise BoardNotFound(say("First take a photo of the figures as they stand."))
        self._remember(photo)
        self._confirm(expected)
        reading = self.recogniser.read_photo(photo, expected)
        seen = reading.observation
        if expected:
            seen = uncovered(seen, reading.under, expected)
        seen = replace(seen, alternatives={})  # whoever takes a photo is asked, however sure it is
        self.last = photo, seen
        self._confirm(expected)
        return replace(reading, observation=seen)

    def hint(self, photo: LocatedPhoto) -> Text | None:
        """Return what to do that the next photo is read better."""
        tilt = CameraPose.of(photo.board_pose, in_cell_units(self.layout), PHONE).tilt
        upright = say("Too much from the side: hold the phone flat above the board.")
        return upright if tilt > TUNING.aside else None

    def _confirm(self, believed: Observation | None) -> None:
        """Learn the look of what was in doubt on the last photo, if all stands as that photo showed."""
        if self.recogniser is None or self.last is None or believed is None:
            return
        (photo, seen), start = self.last, self.start
        if start and self.layout.by_id.keys() - start.board.free - believed.cells.keys() and shows(seen, believed):
            board = start.board.seen_in(photo, occupied(believed))  # figures have left places that none had shown
            self.start, given = replace(start, board=board), (start.photo, self.rules)
            self.recogniser = HandheldRecogniser.learn_by_hand(self.layout, start.stands, board.filled(), *given)
            self.recogniser.read_photo(photo, believed)
        elif seen.unknown or seen.cells != believed.cells:
            return
        self.recogniser.confirm(believed)
        self.last = None


def shows(seen: Observation, believed: Observation) -> bool:
    """Return whether a photo that was read like this shows what is believed: no figure was read elsewhere."""
    sure = [cell for cell in seen.cells.keys() | believed.cells.keys() if cell not in seen.unknown]
    wrong = [cell for cell in sure if seen.cells.get(cell) != believed.cells.get(cell)]
    left, come = ({its.cells[cell] for cell in wrong if cell in its.cells} for its in (seen, believed))
    return len(wrong) <= CORRECTED and not left & come


def occupied(stands: Observation) -> frozenset[str]:
    """Return the cells and areas in which figures stand."""
    return frozenset(stands.cells) | {area for area, kinds in stands.areas.items() if kinds}


def uncovered(seen: Observation, under: Mapping[str, str], expected: Observation) -> Observation:
    """With the cells that a shadow or the like seems to hide where they read (``under``) as ``expected``; what is
    hidden stays unknown, but all else on the photo counts."""
    same = {cell: kind for cell, kind in under.items() if kind == expected.cells.get(cell, EMPTY)}
    figures = {cell: kind for cell, kind in same.items() if kind != EMPTY}
    status = ObservationStatus.OK if seen.status is ObservationStatus.COVERED else seen.status
    unknown = tuple(cell for cell in seen.unknown if cell not in same)
    return replace(seen, status=status, cells=dict(sorted({**seen.cells, **figures}.items())), unknown=unknown)
