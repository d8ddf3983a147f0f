"""Reads the board: learns tonight's light and figures from two pictures, then says of any frame what stands where."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.errors import BadPicture, BoardNotFound
from vision.evidence.background import Floats
from vision.evidence.figure_models import TILE, family, silhouette_masks
from vision.evidence.frame_evidence import Evidence, FrameEvidence
from vision.evidence.occlusion.detection import Hidden, OcclusionDetector
from vision.evidence.occlusion.edge_template import EdgeTemplate, edges_of
from vision.evidence.pixel_evidence import EvidenceCache
from vision.evidence.rectification import Rectifier
from vision.evidence.reference_store import MatchedCells, ReferenceStore, coarse_noise
from vision.evidence.templates import downsampled
from vision.evidence.texture import TextureModel
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.camera_pose import WEBCAM, CameraPose, Lens
from vision.geometry.pose_validation import outside_picture
from vision.geometry.sheet import cell_unit, in_cell_units
from vision.inference.areas.detection import AreaDetector
from vision.inference.areas.memory import KnownArea
from vision.inference.correction import LastLook
from vision.inference.learning import Learnt, learn_models, middle_masks, with_grounds
from vision.inference.likelihood import evidence_of
from vision.inference.posterior import SOMETHING, CellEvidence, Posterior, infer
from vision.inference.reading import Conclusion, Reading, as_reading
from vision.inference.remaining import Remaining
from vision.inference.setup_check import calibrate_scores, outliers, setup_mismatches
from vision.inference.sticker_markers import with_stickers
from vision.localisation.board_detection import valid_picture

logger = logging.getLogger(__name__)

ANY_FIGURES = FigureRules()
"""Of a game that says nothing: any kind may stand anywhere."""


class Recogniser:
    """Reader of figures on a board: the empty board, the figures, where the camera is. Made by ``learn``.

    ``layout`` and the poses that it gives away are in millimetres, all that it knows itself is in cell units.
    """

    def __init__(self, layout: Layout, learnt: Learnt, rules: FigureRules) -> None:
        classifier, background = learnt.classifier, learnt.background
        self.layout, self.rules = layout, rules
        self._unit = cell_unit(layout)
        self.tracker, self.grid, self.known, self.classifier = learnt.tracker, learnt.grid, learnt.figures, classifier
        self.mismatches: tuple[str, ...] = ()
        self.too_bright = False
        """whether some cells of the start are burnt out"""
        self.occlusion = OcclusionDetector(
            classifier.model, EdgeTemplate.of(background, learnt.grid, classifier.model.base_points)
        )
        self.texture = TextureModel.of(
            background, self.occlusion.edge_template.edges, learnt.grid, classifier.model.base_points
        )
        self.cache = EvidenceCache(background, learnt.figures.colour_model)
        self._bare = downsampled(background.colour)
        self.references = ReferenceStore(background.noise_model, classifier.model.coarse, self._bare)
        self._known_areas: dict[str, KnownArea] = {}
        """the areas of which somebody has said what stands there"""
        self._said: Observation | None = None
        """the last position that a player confirmed"""
        self._lying: tuple[str, ...] = ()
        """the kinds that lay in the areas which are a way off the board when nothing lay over it the last time"""
        self._asked: LastLook | None = None
        """the last frame, if no hand covered the board"""
        self._stood: Observation | None = None
        """the figures that somebody last confirmed; readings since then prove nothing, however many"""
        self._open: frozenset[str] = frozenset()
        """cells that stayed doubtful after the closest look"""
        self._rectifier = Rectifier(learnt.grid)
        self._shown: tuple[BoardPose, BoardPose] | None = None

    @classmethod
    def learn(
        cls,
        layout: Layout,
        start: Observation,
        empty: Picture | None,
        first: Picture,
        corners: Points | None = None,
        rules: FigureRules = ANY_FIGURES,
        lens: Lens = WEBCAM,
    ) -> Self:
        """Learn from a picture of the empty board and one of ``first``, in which the figures stand as ``start`` says.

        Without ``empty`` what lies under the figures is guessed from the places beside them. ``corners``: those of the
        sheet in the first of them (top left, top right, bottom right, bottom left as printed) where the board has no
        markers. ``rules`` says which figures may stand in which area. What of the start does not read as it should is
        kept in ``mismatches``: somebody must say whether the figures stand so. Raises BadPicture and BoardNotFound;
        anything else is a defect, and no reason to take other pictures.
        """
        empty, first = None if empty is None else valid_picture(empty), valid_picture(first)
        learnt = learn_models(in_cell_units(layout), start, empty, first, corners, lens)
        made = cls._taught(layout, learnt, start, first, rules)
        if empty is None:  # the guessed ground of a missing figure looks as if it were one
            evidence = made.extract(first, afresh=True).evidence
            made.mismatches = tuple(sorted({*made.mismatches, *outliers(made.classifier, evidence, start)}))
        return made

    @classmethod
    def _taught(cls, layout: Layout, learnt: Learnt, start: Observation, first: Picture, rules: FigureRules) -> Self:
        """Calibrate the scores by the first picture, in which the figures stand as ``start`` says."""
        classifier = learnt.classifier
        made = cls(layout, learnt, rules)
        seen = made.extract(first)
        normal, sure, contrast_weight = calibrate_scores(classifier, seen.evidence.log_ratios, start)
        made.classifier = replace(classifier, typical=normal, thresholds=sure, contrast_weight=contrast_weight)
        made.classifier, made.texture = with_grounds(made.classifier, made.texture, made.cache.background, seen, start)
        made._nothing_hidden(made.extract(first))
        reading = made.look(first)
        made.mismatches, made.too_bright = setup_mismatches(layout, reading, start), reading.dazzled
        # known, also where it cannot be read
        kind_of_cell = [start.cells.get(cell, EMPTY) for cell in classifier.model.cells]
        frame = made.extract(first, afresh=True)
        evidence = frame.evidence
        texture = made.texture.of_frame(edges_of(frame.rectified))
        standing = [made.classifier.pose(number, kind, evidence) for number, kind in enumerate(kind_of_cell)]
        made.references.start(evidence.colour, texture, kind_of_cell, standing, made.classifier.kind_masks)
        made._nothing_hidden(made.extract(first))
        made._stood = start
        return made

    def _sample(self, evidence: Evidence, texture: NDArray[np.int8], known: Iterable[tuple[int, str]]) -> None:
        """Take samples of cells (their numbers) of which it is known what stands there."""
        known_poses = [(number, kind, self.classifier.pose(number, kind, evidence)) for number, kind in known]
        self.references.take(evidence.colour, texture, known_poses, self.classifier.kind_masks)

    def confirm(self, believed: Observation) -> None:
        """Learn what stands on all cells and in the areas.

        Whatever was in doubt in the last frame, not read for sure, or wrong, is known by its look from now on, unless
        the table has moved on and this is not what the frame shows.
        """
        cells, self._stood, self._said = believed.cells, believed, believed
        if self._asked is None:
            return
        seen = self._asked
        wrong = seen.contradicted_by(cells)
        if seen.seen.status is ObservationStatus.COVERED:
            if not wrong and seen.shows_figures(cells):
                self.occlusion.confirm(seen.hidden)
            return
        if seen.is_past(believed, wrong):
            return
        self._areas.confirm(believed.areas)
        if seen.hides_nothing(cells):
            self.occlusion.confirm(seen.hidden)
        kinds = self.classifier.kind_masks
        taught = {
            number: cells.get(cell, EMPTY)
            for number, cell in enumerate(self.classifier.model.cells)
            if cell in wrong or cell in seen.unsure or cell in seen.new
        }
        known = {number: kind for number, kind in taught.items() if kind in kinds}
        self.references.correct(known)
        self._sample(seen.evidence, seen.texture, known.items())
        self._asked = None

    def nothing_seen(self, status: ObservationStatus = ObservationStatus.UNCLEAR) -> Observation:
        """Return what is said of a frame in which nothing can be seen."""
        return Observation(status, unknown=tuple(self.layout.by_id))

    @property
    def left(self) -> Remaining:
        """Return how many figures there can be.

        One that is on its way off the board counts as long as it is seen there.
        """
        counts = self.known.counts
        return Remaining.of(counts, self._said, self._lying, self.rules) if self._said else Remaining(counts, counts)

    @property
    def board_pose(self) -> BoardPose:
        """Return where the board was last seen."""
        pose = self.tracker.board_pose
        if self._shown is None or self._shown[0] is not pose:
            self._shown = pose, pose.rescaled(self._unit)
        return self._shown[1]

    def extract(self, picture: Picture, afresh: bool = False) -> FrameEvidence:
        """Return where the board is in this frame, and what each pixel says. Raise BadPicture and BoardNotFound.

        Parts that look as they did in the last frame keep what was said of them, unless all is looked at ``afresh``.
        """
        self._rectifier.fetch(picture)
        board_pose = self.tracker.track(picture)
        if board_pose.moved:
            self._moved(board_pose)
        if afresh:
            self.cache.cached = None
        cached = self.cache.update(self._rectifier.rectified(picture, board_pose), board_pose)
        shaded, outside = self._cells_in(cached.background.depth), self._rectifier.outside
        evidence = cached.evidence if outside is None else cached.evidence.outside(outside)
        return FrameEvidence(self.board_pose, evidence, cached.rectified, picture, shaded, cached.age == 0)

    def read(self, picture: Picture) -> Reading:
        """Return what stands on the board in this frame, by itself. Never raises, whatever the camera shows."""
        try:
            return self.look(picture)
        except Exception:
            self.stumbled()
            return Reading(self.nothing_seen())

    def look(self, picture: Picture) -> Reading:
        """Read as ``read`` does, but raise a defect."""
        try:
            picture = valid_picture(picture)
            reading = self.infer(self.extract(picture))
            if reading.again:
                reading = self.infer(self.extract(picture, afresh=True))
            return reading
        except BadPicture:
            logger.debug("a frame that shows nothing", exc_info=True)
            return Reading(self.nothing_seen())
        except BoardNotFound:
            logger.debug("a frame without the board", exc_info=True)
            return Reading(self.nothing_seen(ObservationStatus.NO_BOARD))

    def stumbled(self) -> None:
        """Log that a stage has raised what no stage should, and read the next frame afresh."""
        logger.exception("a frame at which the reader stumbled")
        self.cache.cached, self._asked = None, None

    def infer(self, *frames: FrameEvidence) -> Reading:
        """Return what the evidence of frames between which nothing has moved comes to."""
        frame = FrameEvidence.mean(*frames)
        edges = edges_of(frame.rectified)
        texture = self.texture.of_frame(edges)
        matched = self._matched(frame.evidence, edges, texture)
        seen = self._concluded(frame.evidence, matched, edges, texture)
        over, status = self._over(frame.evidence, seen, edges), ObservationStatus.OK
        if self.occlusion.is_covered(
            over, matched.seen, frame.evidence, self._bare, seen.explained, seen.on_cells, edges
        ):
            status = ObservationStatus.COVERED
            self.cache.cached = None  # how a hand is lit says nothing of the board that is seen again when it is gone
        hidden, evidence = over.places, frame.evidence
        dazzled = self.occlusion.cells(evidence.dazzled, frozenset())
        hidden = np.maximum(np.maximum(hidden, evidence.dazzled), evidence.hidden)
        outside = outside_picture(frame.board_pose, self.layout)
        covered = self.occlusion.cells(over.places, matched.seen) | dazzled | outside
        new = frozenset[str]()
        believed = bare = self._believed(seen, matched, frame.shaded, frozenset())
        if hidden.any() or covered:
            evidence = replace(evidence, hidden=hidden)
            seen = self._concluded(evidence, matched, edges, texture)
            believed = self._believed(seen, matched, frame.shaded, covered)
        else:
            certain = believed.certain()
            new = frozenset(
                cell
                for number, cell in enumerate(believed.cells)
                if number not in matched.kinds and certain.get(cell, SOMETHING) != SOMETHING
            )
        unexplained = self._areas.has_foreground(self.rules.sticker_area, evidence, seen.explained)
        reading = as_reading(frame.board_pose, status, believed, covered, bare)
        reading = replace(reading, unexplained=unexplained, dazzled=bool(dazzled), cut_off=bool(outside))
        self._remember(frame, reading, evidence, texture, over, new)
        if frame.fresh:
            self._open = reading.doubtful
        reading = replace(reading, again=not reading.doubtful <= self._open)
        return reading if reading.again else with_stickers(reading, frame.picture, self.layout, self.rules)

    def _remember(
        self,
        frame: FrameEvidence,
        reading: Reading,
        evidence: Evidence,
        texture: NDArray[np.int8],
        over: Hidden,
        new: frozenset[str],
    ) -> None:
        """Remember what can be corrected by hand, or confirmed: nothing is learnt before somebody has said it."""
        seen, clear = reading.observation, reading.observation.status is ObservationStatus.OK
        self._asked = None
        if over.hands.any() and not clear:
            return
        self._asked = LastLook(self.classifier.model.cells, evidence, reading, texture, over.places, new)
        if clear:
            self._lying = tuple(kind for area in self.rules.exits for kind in seen.in_area(area))

    def _nothing_hidden(self, frame: FrameEvidence) -> None:
        """Learn from this frame how the board looks over which nothing lies."""
        edges = edges_of(frame.rectified)
        texture = self.texture.of_frame(edges)
        matched = self._matched(frame.evidence, edges, texture)
        seen = self._concluded(frame.evidence, matched, edges, texture)
        seen = seen.explaining(frame.evidence.hidden)
        self.occlusion.learn(frame.evidence.foreground_probability, edges, seen.explained, seen.on_cells)

    def _matched(self, evidence: Evidence, edges: Floats, texture: NDArray[np.int8]) -> MatchedCells:
        """Return the cells that look as they did, and those whose print is seen."""
        shown = self.occlusion.edge_template.keypoints.seen(edges).tolist()
        return self.references.match(evidence.colour, texture, self._suspects(evidence, texture)).bare(
            shown, self.classifier.middles, evidence.foreground_probability
        )

    def _suspects(self, evidence: Evidence, texture: NDArray[np.int8]) -> frozenset[int]:
        """Return the cells on which a figure may hide: of its colours, where texture does not tell."""
        grounds = self.classifier.grounds
        if grounds is None:
            return frozenset()
        open_ = np.flatnonzero((texture == 0) & grounds.hides.any(axis=1))
        best, _ = self.classifier.scores(evidence.log_ratios, open_)
        hidden = grounds.hidden(open_, best / self.classifier.typical).any(axis=1)
        return frozenset(open_[hidden].tolist())

    def _concluded(
        self, evidence: Evidence, matched: MatchedCells, edges: Floats, texture: NDArray[np.int8]
    ) -> Conclusion:
        """Return the figures on the cells and beside them."""
        belief, explained = self.classifier.classify(evidence, matched, self.texture, edges, texture)
        on_cells = explained.copy()
        found = self._areas.detect(evidence, explained, self.left.missing(belief))
        return Conclusion(belief, found, explained, on_cells)

    def _over(self, evidence: Evidence, seen: Conclusion, edges: Floats) -> Hidden:
        seen = seen.explaining(evidence.hidden)
        if TILE in self.known.silhouettes.values():
            seen = seen.explaining(self._tiled(seen))
        return self.occlusion.hidden(evidence.foreground_probability, edges, seen.explained, seen.on_cells)

    def _tiled(self, seen: Conclusion) -> Floats:
        """Return for each coarse pixel 1 on the cells that bear tiles, which fill them, and 0 elsewhere."""
        forms, cells = self.known.silhouettes, self.classifier.model.cells
        full = [seen.belief.cells.get(cell) for cell in cells]
        tiles = [kind is not None and forms[family(kind)] == TILE for kind in full]
        return np.append(tiles, False)[self.occlusion.cell_of].astype(np.float32)

    def _believed(
        self, seen: Conclusion, matched: MatchedCells, shaded: frozenset[str], covered: frozenset[str]
    ) -> Posterior:
        """Return what to believe of all cells together; nothing is seen of the ``covered`` ones."""
        evidence = self._evidence(seen, matched, shaded).without(covered)
        made = infer(evidence, self._stood, seen.beside, self.left.every, self.rules.counted)
        made = made.disputed() if covered else made  # what is missing may stand on one of these
        return made.pooled(seen.belief.newly_overhung(self._stood))

    def _evidence(self, seen: Conclusion, matched: MatchedCells, shaded: frozenset[str]) -> CellEvidence:
        """Return the log-likelihoods of all cells."""
        cells, kinds = self.classifier.model.cells, self.classifier.figures.kinds
        matching = {cells[number] for number in matched.kinds}
        return evidence_of(seen.belief, cells, kinds, matching, self._unseen, shaded)

    @cached_property
    def _unseen(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cells on which figures of some kinds would not be seen, as the start has told."""
        grounds, kinds = self.classifier.grounds, self.classifier.figures.kinds
        return grounds.unseen(self.texture, self.classifier.model.cells, kinds) if grounds else {}

    @cached_property
    def _areas(self) -> AreaDetector:
        noise = coarse_noise(self.cache.background.noise_model)
        return AreaDetector(self.classifier, self.rules, noise, self._known_areas)

    def _moved(self, board_pose: BoardPose) -> None:
        """Take over another place of the camera: figures lean in other ways."""
        model = replace(self.classifier.model, camera=self._camera_at(board_pose))
        self.classifier = replace(
            self.classifier,
            model=model,
            masks=silhouette_masks(model, self.known.silhouettes),
            middles=middle_masks(model),
            tall=silhouette_masks(model, self.known.tall),
        )
        self.__dict__.pop("_areas", None)

    def _cells_in(self, shadow: Floats | None) -> frozenset[str]:
        """Return the cells that lie in it, or in the sun (height x width x 1, not 0 there)."""
        if shadow is None:
            return frozenset()
        share = self.classifier.middles.share(downsampled((shadow != 0).astype(np.float32))[:, 0])
        return frozenset(self.classifier.model.cells[number] for number in np.flatnonzero(share > 0).tolist())

    def _camera_at(self, board_pose: BoardPose) -> CameraPose:
        """Return where the camera is when the board lies so."""
        return self.classifier.model.camera.at(board_pose)
