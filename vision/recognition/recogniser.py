"""Reads the board: learns tonight's light and figures from two pictures, then says of any frame what stands where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.errors import BadPicture, BoardNotFound
from vision.geometry.board_pose import Picture, Placement, Points
from vision.geometry.camera_pose import Camera
from vision.localisation.board_detection import find_board, from_corners, usable
from vision.localisation.tracking import Tracker
from vision.recognition.areas import Beside
from vision.recognition.background import Background, Floats, Grid, flattened, following, logarithms
from vision.recognition.cell_classifier import LOUDEST, SURE, Belief, Clues, Eye
from vision.recognition.figure_models import Figures, all_masks, figures
from vision.recognition.inventory import doubted
from vision.recognition.occlusion import Cover
from vision.recognition.pixel_evidence import Pixels
from vision.recognition.print_template import Print, lines_of
from vision.recognition.reference_store import Album, Settled
from vision.recognition.setup_check import misread, usual
from vision.recognition.silhouettes import Form
from vision.recognition.sticker_markers import stickers
from vision.recognition.templates import Ways, shrunk

ANY_FIGURES = FigureRules()
"""Of a game that says nothing: any kind may stand anywhere."""
MIDDLE = Form(9.0, 9.0, 1.0, 1.0)
"""The middle of a cell."""
UNSURE = 0.55
"""A confidence below which a cell is looked at again; that of a cell just believed is 0.5."""
HIDDEN_BOARD = 0.008
"""A hand or a sleeve over more than this part of what is looked at covers the board."""


@dataclass(frozen=True)
class Reading:
    """One frame: ``confidence`` (0 to 1) of every cell, ``stickers``: the markers seen where such are
    shown.

    ``placement`` is None where the board was not found."""

    sighting: Observation
    placement: Placement | None = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    stickers: tuple[int, ...] = ()
    unexplained: bool = False
    """whether something that is no known figure lies where stickers are shown"""
    again: bool = False
    """whether a look at everything afresh might take away a doubt"""

    @property
    def doubtful(self) -> frozenset[str]:
        """The cells of which a closer look might tell more; what a hand hides stays hidden."""
        if self.sighting.status is not ObservationStatus.OK:
            return frozenset()
        return frozenset(cell for cell, sure in self.confidence.items() if sure < UNSURE)


@dataclass(frozen=True)
class Look:
    """What one frame says before anything is concluded from it."""

    placement: Placement
    clues: Clues
    flat: Picture
    """the frame as seen from straight above"""
    fresh: bool = True
    """whether everything was looked at, not only what has changed since the last frame"""


class Reader:
    """Knows the empty board, the figures and where the camera is. Made by ``learn``."""

    def __init__(
        self,
        layout: Layout,
        grid: Grid,
        background: Background,
        known: Figures,
        tracker: Tracker,
        eye: Eye,
        rules: FigureRules,
    ) -> None:
        self.layout, self.grid, self.background, self.known = layout, grid, background, known
        self.tracker, self.eye, self.rules = tracker, eye, rules
        self.misread: tuple[str, ...] = ()
        self.cover = Cover(eye.ways, Print.of(background, grid, eye.ways.feet))
        self.pixels = Pixels(background, known.palette)
        self.album = Album(background.stray, eye.ways.coarse, shrunk(background.colour))
        self._asked: tuple[Clues, Observation, frozenset[str]] | None = None
        """the last frame, if cells in it were in doubt, and which"""
        self._open: frozenset[str] = frozenset()
        """what stayed doubtful when everything was looked at"""
        self._flat: tuple[Placement, NDArray[Any], NDArray[Any]] | None = None

    @classmethod
    def learn(
        cls,
        layout: Layout,
        start: Observation,
        empty: Picture,
        first: Picture,
        corners: Points | None = None,
        rules: FigureRules = ANY_FIGURES,
    ) -> Reader:
        """From a picture of the empty board and one of ``first``, in which the figures stand as ``start`` says.

        ``corners``: the corners of the sheet in ``empty`` (top left, top right, bottom right, bottom left as printed)
        where the board has no markers. ``rules`` says which figures may stand in which area. What of the start does not
        read as it should is kept in ``misread``: somebody must say whether the figures stand so. Raises BadPicture and
        BoardNotFound.
        """
        empty, first = usable(empty), usable(first)
        size = (empty.shape[1], empty.shape[0])
        place = find_board(empty, layout) if corners is None else from_corners(size, layout, corners, empty)
        tracker = Tracker(layout, place, empty)
        grid = Grid.of(layout)
        background = Background.of(flattened(grid, place, empty))
        now = tracker.follow(first)
        camera = Camera.of(now, layout)
        ways = Ways(grid, layout, camera)
        alone = np.ones(background.colour.shape[:2], bool)
        for cell in start.cells:
            window, mask = ways.window(cell, Form(15.0, 15.0, 35.0, 1.0))
            alone[window] &= mask < 0.01
        flat = flattened(grid, now, first)
        seen, change = _unlit(background, flat, alone)
        background = background.learnt(change, alone)
        known, background = figures(ways, start.cells, background, seen, change)
        masks = all_masks(ways, known.forms)
        even = np.ones(len(known.kinds), np.float32)
        eye = Eye(ways, known, masks, even, even * SURE, ways.masks(MIDDLE), LOUDEST[0])
        made = cls(layout, grid, background, known, tracker, eye, rules)
        normal, sure, loudest = usual(eye, made.look(first).clues.gains, start)
        made.eye = replace(eye, usual=normal, sure=sure, loudest=loudest)
        made._nothing_hidden(made.look(first))
        made.misread = misread(layout, made.read(first).sighting, start)
        stands = [start.cells.get(cell, EMPTY) for cell in ways.cells]  # known, also where it cannot be read
        clues = made.look(first, afresh=True).clues
        standing = [made.eye.pose(number, kind, clues) for number, kind in enumerate(stands)]
        made.album.start(clues.colour, stands, standing, made.eye.kind_masks)
        made._nothing_hidden(made.look(first))
        return made

    def _remember(self, clues: Clues, known: Iterable[tuple[int, str]]) -> None:
        """Takes the portraits of cells (their numbers) of which it is known what stands there."""
        sitters = [(number, kind, self.eye.pose(number, kind, clues)) for number, kind in known]
        self.album.take(clues.colour, sitters, self.eye.kind_masks)

    def told(self, cells: Mapping[str, str]) -> None:
        """Somebody knows what stands on all ``cells``: whatever was in doubt in the last frame is known by its look
        from now on, if all the rest is as it was read there."""
        if self._asked is None:
            return
        clues, seen, doubts = self._asked
        if any(seen.cells.get(cell) != cells.get(cell) for cell in self.layout.by_id if cell not in seen.unknown):
            return
        known = [(n, cells.get(cell, EMPTY)) for n, cell in enumerate(self.eye.ways.cells) if cell in doubts]
        self._remember(clues, [(n, kind) for n, kind in known if kind in self.eye.kind_masks])
        self._asked = None

    def blind(self, status: ObservationStatus = ObservationStatus.UNCLEAR) -> Observation:
        """What is said of a frame in which nothing can be seen."""
        return Observation(status, unknown=tuple(self.layout.by_id))

    def look(self, picture: Picture, afresh: bool = False) -> Look:
        """Where the board is in this frame, and what each pixel says. Raises BadPicture and BoardNotFound.

        Parts that look as they did in the last frame keep what was said of them, unless all is looked at ``afresh``.
        """
        placement = self.tracker.follow(picture)
        if placement.moved:
            self._moved(placement)
        x, y = self._paths(placement)
        if afresh:
            self.pixels.said = None
        remapped = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        flat = np.asarray(remapped, np.uint8)
        said = self.pixels.see(flat, placement)
        clues = Clues(said.gains, said.strange, said.colour, np.zeros_like(said.strange))
        return Look(placement, clues, flat, said.age == 0)

    def read(self, picture: Picture) -> Reading:
        """What stands on the board in this frame, by itself. Never raises for what the camera shows."""
        try:
            picture = usable(picture)
            reading = self.conclude(self.look(picture))
            if reading.again:
                reading = self.conclude(self.look(picture, afresh=True))
            return self.named(reading, picture)
        except BadPicture:
            return Reading(self.blind())
        except BoardNotFound:
            return Reading(self.blind(ObservationStatus.NO_BOARD))

    def conclude(self, look: Look) -> Reading:
        """What the clues come to."""
        clues = look.clues
        lines = lines_of(look.flat)
        settled = self._settled(clues, lines)
        belief, town_and_areas, claimed = self._explained(clues, settled)
        hidden = self.cover.hidden(clues.lively, lines, claimed)
        status = (
            ObservationStatus.COVERED if self.cover.share(hidden, settled.seen) > HIDDEN_BOARD else ObservationStatus.OK
        )
        if status is ObservationStatus.COVERED:
            self.pixels.said = None  # how a hand is lit says nothing of the board that is seen again when it is gone
        if hidden.any():
            clues = replace(clues, hidden=hidden)
            belief, town_and_areas, claimed = self._explained(clues, settled)
        else:
            changed = (pair for pair in enumerate(self.eye.ways.cells) if pair[0] not in settled.kinds)
            read = [(number, cell) for number, cell in changed if belief.confidence[cell] > UNSURE]
            self._remember(clues, [(number, belief.cells.get(cell, EMPTY)) for number, cell in read])
        covered = self.cover.cells(hidden, settled.seen)
        doubts = {cell: kinds for cell, kinds in belief.doubts.items() if cell not in covered}
        cells = {cell: kind for cell, kind in sorted(belief.cells.items()) if cell not in covered}
        unknown = tuple(sorted(covered | doubts.keys()))
        areas = {area: tuple(kinds) for area, kinds in town_and_areas.items()}
        seen = {cell: kinds for cell, kinds in sorted(doubts.items()) if kinds}
        sighting = Observation(status, cells, unknown, areas, seen)
        self._asked = (clues, sighting, frozenset(doubts)) if status is ObservationStatus.OK and doubts else None
        sure = {cell: 0.0 if cell in covered else value for cell, value in belief.confidence.items()}
        reading = Reading(
            sighting, look.placement, sure, unexplained=self._beside.lively(self.rules.sticker_area, clues, claimed)
        )
        if look.fresh:
            self._open = reading.doubtful
        return replace(reading, again=not reading.doubtful <= self._open)

    def named(self, reading: Reading, picture: Picture) -> Reading:
        """The reading with the stickers that can be read in the area for them, if anything unknown lies there.

        A figure that shows its sticker lies on its back and looks like nothing known: the game says which kind it is.
        """
        area, kind = self.rules.sticker_area, self.rules.sticker_kind
        if reading.placement is None or not reading.unexplained:
            return reading
        seen = stickers(picture, reading.placement, self.layout, area)
        if not seen or not kind:
            return replace(reading, stickers=seen)
        lying = (kind,) * max(len(seen), reading.sighting.in_area(area).count(kind))
        return replace(reading, stickers=seen, sighting=reading.sighting.with_area(area, lying))

    def _nothing_hidden(self, look: Look) -> None:
        """Learns from this frame how the board looks over which nothing lies."""
        lines = lines_of(look.flat)
        _, _, claimed = self._explained(look.clues, self._settled(look.clues, lines))
        self.cover.learn(look.clues.lively, lines, claimed)

    def _settled(self, clues: Clues, lines: Floats) -> Settled:
        """The cells that look as they did, and those whose print is seen."""
        shown = self.cover.print.marks.seen(lines).tolist()
        return self.album.settled(clues.colour).bare(shown, self.eye.middles, clues.lively)

    def _explained(self, clues: Clues, settled: Settled) -> tuple[Belief, dict[str, list[str]], Floats]:
        """The figures on the cells and beside them, and which pixels they explain."""
        belief, claimed = self.eye.believe(clues, settled)
        missing = frozenset(Counter(self.known.counts) - Counter(belief.cells.values()))
        found = self._beside.standing(clues, claimed, missing)
        if settled.kinds:
            still = {self.eye.ways.cells[cell] for cell, kind in settled.kinds.items() if kind != EMPTY}
            doubted(belief, found, self.known.counts, still)
        return belief, found, claimed

    @cached_property
    def _beside(self) -> Beside:
        return Beside(self.eye, self.rules)

    def _moved(self, placement: Placement) -> None:
        """The camera stands elsewhere: figures lean in other ways."""
        ways = replace(self.eye.ways, camera=self.eye.ways.camera.at(placement))
        self.eye = replace(self.eye, ways=ways, masks=all_masks(ways, self.known.forms), middles=ways.masks(MIDDLE))
        self.__dict__.pop("_beside", None)

    def _paths(self, placement: Placement) -> tuple[NDArray[Any], NDArray[Any]]:
        """For ``cv2.remap``, in whole numbers, which is faster."""
        if self._flat is None or self._flat[0] is not placement:
            whole, rest = map(np.asarray, cv2.convertMaps(*self.grid.paths(placement), cv2.CV_16SC2))
            self._flat = placement, whole, rest
        return self._flat[1:]


def _unlit(background: Background, flat: Picture, usable: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
    """The logarithms of a flattened picture as if lit like the empty board, and how they differ from the board's."""
    seen = logarithms(flat)
    change = seen - background.colour
    light = background.light(change, usable)
    return seen - following(flat) * light, change - background.follows * light
