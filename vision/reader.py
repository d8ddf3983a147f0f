"""Reads the board: learns tonight's light and figures from two pictures, then says of any frame what stands where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.board import TOWN, Layout
from companion.core.sighting import EMPTY, Sight, Sighting
from companion.core.text import say
from vision import beside
from vision.belief import LOUDEST, SURE, SUREST, Belief, Clues, Eye, hardest, worth
from vision.errors import BadPicture, BoardNotFound, StartMisread
from vision.ground import Background, Floats, Grid, flattened, following, logarithms
from vision.hands import UNEXPLAINED, large_things, rest_of_figures
from vision.learn import Figures, all_masks, figures
from vision.lens import Camera
from vision.locate import find_board, from_corners, usable
from vision.pixels import Pixels
from vision.placement import Picture, Placement, Points
from vision.poses import COARSER, Ways
from vision.printed import Print
from vision.shapes import Form
from vision.stickers import stickers
from vision.track import Tracker

MIDDLE = Form(9.0, 9.0, 1.0, 1.0)
"""The middle of a cell."""
JAIL, CORRAL = "jail", "corral"
HIDDEN_CELL = 0.3
"""A cell of which more than this part is covered is not known."""
UNSURE = 0.55
"""A confidence below which a cell is looked at again; that of a cell just believed is 0.5."""
HIDDEN_BOARD = 0.008
"""A hand or a sleeve over more than this part of what is looked at covers the board."""


@dataclass(frozen=True)
class Reading:
    """One frame: ``confidence`` (0 to 1) of every cell, ``stickers``: the markers seen on the corral.

    ``placement`` is None where the board was not found."""

    sighting: Sighting
    placement: Placement | None = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    stickers: tuple[int, ...] = ()
    strange_corral: bool = False
    """whether something that is no known figure lies on the corral"""
    again: bool = False
    """whether a look at everything afresh might take away a doubt"""

    @property
    def doubtful(self) -> frozenset[str]:
        """The cells of which a closer look might tell more; what a hand hides stays hidden."""
        if self.sighting.status is not Sight.OK:
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
        self, layout: Layout, grid: Grid, background: Background, known: Figures, tracker: Tracker, eye: Eye
    ) -> None:
        self.layout, self.grid, self.background, self.known = layout, grid, background, known
        self.tracker, self.eye = tracker, eye
        self.misread: StartMisread | None = None
        self._rest = UNEXPLAINED
        self.print = Print.of(background)
        self.pixels = Pixels(background, known.palette)
        self._open: frozenset[str] = frozenset()
        """what stayed doubtful when everything was looked at"""
        self._flat: tuple[Placement, Floats, Floats] | None = None

    @classmethod
    def learn(
        cls, layout: Layout, start: Sighting, empty: Picture, first: Picture, corners: Points | None = None
    ) -> Reader:
        """From a picture of the empty board and one of ``first``, in which the figures stand as ``start`` says.

        ``corners``: the corners of the sheet in ``empty`` (top left, top right, bottom right, bottom left as printed)
        where the board has no markers. Raises BadPicture, BoardNotFound, and StartMisread with the cells where the
        start does not read as it should.
        """
        reader = cls.learnt(layout, start, empty, first, corners)
        if reader.misread:
            raise reader.misread
        return reader

    @classmethod
    def learnt(
        cls, layout: Layout, start: Sighting, empty: Picture, first: Picture, corners: Points | None = None
    ) -> Reader:
        """As ``learn``, for pictures that nobody can take again: a start that reads wrong is kept in ``misread``."""
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
        made = cls(layout, grid, background, known, tracker, eye)
        usual, sure, loudest = made._usual(made.look(first), start)
        made.eye = replace(eye, usual=usual, sure=sure, loudest=loudest)
        made._nothing_hidden(made.look(first))
        made.misread = made._misread(made.read(first), start)
        return made

    def _usual(self, look: Look, start: Sighting) -> tuple[Floats, Floats, float]:
        """What the pixels say for each kind where one stands (the median), from which part of that on one can be
        believed: between what they say for it where one stands and where nothing does; and how much the loudest kind
        counts, so that the figures that are likest to others differ most from them."""
        cells = self.eye.ways.cells
        best, _ = self.eye.scores(look.clues.gains, np.arange(len(cells)))
        its = np.array([start.cells.get(cell, EMPTY) for cell in cells])
        usual, sure = [], []
        for column, kind in enumerate(self.known.kinds):
            own, none = best[its == kind, column], best[its == EMPTY, column]
            usual.append(max(float(np.median(own)), 20.0))
            least, most = np.quantile(own, 0.1), np.quantile(none, 0.97) if len(none) else 0.0
            sure.append(np.clip((least + most) / 2 / usual[-1], SURE, SUREST))
        normal = np.array(usual, np.float32)
        own = its[:, None] == np.array(self.known.kinds)
        loudest = max(LOUDEST, key=lambda share: hardest(worth(best, normal, share)[its != EMPTY], own[its != EMPTY]))
        return normal, np.array(sure, np.float32), loudest

    def _misread(self, reading: Reading, start: Sighting) -> StartMisread | None:
        seen = reading.sighting
        wrong = sorted(
            cell for cell in self.layout.by_id if cell in seen.unknown or seen.cells.get(cell) != start.cells.get(cell)
        )
        wrong += [area for area in (TOWN, JAIL, CORRAL) if self._beside(seen)[area] != self._beside(start)[area]]
        if not wrong:
            return None
        listed = ", ".join(wrong[:8]) + (" …" if len(wrong) > 8 else "")
        return StartMisread(
            say(
                "The start position does not read as it should on %(cells)s. Put the figures in their places, take "
                "everything else off the board, and try again.",
                cells=listed,
            ),
            tuple(wrong),
        )

    @staticmethod
    def _beside(seen: Sighting) -> dict[str, tuple[str, ...]]:
        return {TOWN: seen.town, JAIL: seen.jail, CORRAL: seen.corral}

    def blind(self, status: Sight = Sight.UNCLEAR) -> Sighting:
        """What is said of a frame in which nothing can be seen."""
        return Sighting(status, unknown=tuple(self.layout.by_id))

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
        return Look(placement, Clues(said.gains, said.strange, np.zeros_like(said.strange)), flat, said.age == 0)

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
            return Reading(self.blind(Sight.NO_BOARD))

    def conclude(self, look: Look) -> Reading:
        """What the clues come to."""
        clues = look.clues
        belief, town_and_areas, claimed = self._explained(clues)
        hidden = self._hidden(look, claimed)
        if hidden.any():
            self.pixels.said = None  # how a hand is lit says nothing of the board that is seen again when it is gone
            clues = replace(clues, hidden=hidden)
            belief, town_and_areas, claimed = self._explained(clues)
        covered = self._covered(hidden) if hidden.any() else frozenset()
        doubts = {cell: kinds for cell, kinds in belief.doubts.items() if cell not in covered}
        cells = {cell: kind for cell, kind in sorted(belief.cells.items()) if cell not in covered}
        unknown = tuple(sorted(covered | doubts.keys()))
        town, jail, corral = (tuple(town_and_areas.get(name, ())) for name in (TOWN, JAIL, CORRAL))
        status = Sight.COVERED if hidden.mean() > HIDDEN_BOARD else Sight.OK
        seen = {cell: kinds for cell, kinds in sorted(doubts.items()) if kinds}
        sighting = Sighting(status, cells, unknown, town, jail, corral, seen)
        sure = {cell: 0.0 if cell in covered else value for cell, value in belief.confidence.items()}
        reading = Reading(sighting, look.placement, sure, strange_corral=self._lively(CORRAL, clues, claimed))
        if look.fresh:
            self._open = reading.doubtful
        return replace(reading, again=not reading.doubtful <= self._open)

    def named(self, reading: Reading, picture: Picture) -> Reading:
        """The reading with the stickers that can be read on the corral, if anything unknown lies there.

        A figure that shows its sticker lies on its back and looks like nothing known: it is one of the kind that has
        most figures, unless that comes in colours.
        """
        if reading.placement is None or not reading.strange_corral:
            return reading
        seen = stickers(picture, reading.placement, self.layout, CORRAL)
        kind = max(self.known.counts, key=self.known.counts.__getitem__)
        if not seen or ":" in kind:
            return replace(reading, stickers=seen)
        lying = (kind,) * max(len(seen), reading.sighting.corral.count(kind))
        return replace(reading, stickers=seen, sighting=replace(reading.sighting, corral=lying))

    def _nothing_hidden(self, look: Look) -> None:
        """Learns how much of the board differs from bare board beyond the figures where nothing else lies on it, and
        where its print is seen among them."""
        _, _, claimed = self._explained(look.clues)
        shape = self.eye.ways.coarse
        self._rest = rest_of_figures(look.clues.lively, claimed, shape)
        self.print = self.print.learnt(self.print.contrast(look.flat, claimed, shape))

    def _hidden(self, look: Look, claimed: Floats) -> Floats:
        """1 for the coarse pixels over which something large lies, of another colour or over the print."""
        shape = self.eye.ways.coarse
        things = large_things(look.clues.lively, claimed, shape, self._rest)
        over = self.print.hidden(self.print.contrast(look.flat, claimed, shape))
        return np.maximum(things, over).astype(np.float32).ravel()

    def _explained(self, clues: Clues) -> tuple[Belief, dict[str, list[str]], Floats]:
        """The figures on the cells and beside them, and which pixels they explain."""
        belief, claimed = self.eye.believe(clues)
        found = {spot.name: beside.standing(self.eye, spot, looks, clues, claimed) for spot, looks in self._spots}
        return belief, found, claimed

    def _covered(self, hidden: Floats) -> frozenset[str]:
        """The cells of which too much is hidden."""
        much = self._hexagons @ hidden / self._hexagons.sum(axis=1)
        return frozenset(cell for cell, part in zip(self.eye.ways.cells, much, strict=True) if part > HIDDEN_CELL)

    def _lively(self, name: str, clues: Clues, claimed: Floats) -> bool:
        """Whether something that is no known figure lies on this area."""
        strange = (clues.strange * (1 - claimed)).reshape(self.eye.ways.coarse)
        return any(
            spot.name == name and strange[spot.window][spot.own].sum() > beside.LEAST_STRANGE for spot, _ in self._spots
        )

    @cached_property
    def _hexagons(self) -> Floats:
        """cells x coarse pixels: 1 where a cell is."""
        ways = self.eye.ways
        rows, columns = ways.coarse
        masks = np.zeros((len(ways.cells), rows, columns), np.uint8)
        for mask, cell in zip(masks, ways.cells, strict=True):
            outline = ways.grid.at(np.array(self.layout.corners(cell))) / COARSER
            cv2.fillPoly(mask, [outline.round().astype(np.int32)], 1)
        return masks.reshape(len(masks), -1).astype(np.float32)

    @cached_property
    def _spots(self) -> list[tuple[beside.Spot, list[beside.Template]]]:
        forms = dict(self.known.forms)
        return [(spot, beside.templates(self.eye.ways, spot, forms)) for spot in beside.spots(self.eye.ways)]

    def _moved(self, placement: Placement) -> None:
        """The camera stands elsewhere: figures lean in other ways."""
        ways = replace(self.eye.ways, camera=self.eye.ways.camera.at(placement))
        self.eye = replace(self.eye, ways=ways, masks=all_masks(ways, self.known.forms), middles=ways.masks(MIDDLE))
        for name in ("_hexagons", "_spots"):
            self.__dict__.pop(name, None)

    def _paths(self, placement: Placement) -> tuple[Floats, Floats]:
        if self._flat is None or self._flat[0] is not placement:
            self._flat = (placement, *self.grid.paths(placement))
        return self._flat[1:]


def _unlit(background: Background, flat: Picture, usable: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
    """The logarithms of a flattened picture as if lit like the empty board, and how they differ from the board's."""
    seen = logarithms(flat)
    change = seen - background.colour
    light = background.light(change, usable)
    return seen - following(flat) * light, change - background.follows * light
