"""What makes reports of pictures, whatever lies on the table."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping

from companion.boards.camera_messages import STUMBLED, Orders, Report, Stage
from companion.boards.observation import Observation
from companion.core.text import Text
from vision.errors import VisionTrouble
from vision.geometry.board_pose import Picture
from vision.localisation.board_detection import valid_picture

logger = logging.getLogger(__name__)


class Line(ABC):
    """Orders and pictures go in, ``report`` says what has come of them: ``Pipeline`` for a board, ``MarkedPipeline``
    for printed markers without one. ``unsent`` is a new observation that the box has not heard of."""

    stage: Stage
    done: int
    trouble: Text | None
    size: tuple[int, int]
    unsent: Observation | None

    @abstractmethod
    def apply_orders(self, orders: Orders) -> None:
        """What the box wants from now on."""

    def see(self, picture: Picture) -> None:
        """One more picture; what is wrong with it becomes the report's trouble."""
        try:
            picture = valid_picture(picture)
            self.size = (picture.shape[1], picture.shape[0])
            self._look(picture)
        except VisionTrouble as trouble:
            logger.debug("a picture did not help", exc_info=True)
            self.failed(trouble)
        except Exception:
            logger.exception("a picture at which the pipeline stumbled")
            self.trouble = STUMBLED

    def _told_by(self, state: Text, seen: Observation | None) -> None:
        """There is no trouble in watching but a defect, which stays until something has been read again."""
        failing = state == STUMBLED or (self.trouble == STUMBLED and seen is None)
        self.trouble = STUMBLED if failing else None

    @abstractmethod
    def _look(self, picture: Picture) -> None:
        """Takes in a picture that is one. Raises VisionTrouble."""

    def failed(self, trouble: VisionTrouble) -> None:
        """There is no picture, or nothing can be done with it."""
        self.trouble = trouble.text

    @abstractmethod
    def drawn(self, picture: Picture, words: Mapping[str, str]) -> Picture:
        """The picture with what is believed drawn over it; ``words`` for the kinds of figures and pieces."""

    @abstractmethod
    def report(self, started: float, source: str, rate: float, missing: bool) -> Report:
        """How things stand; ``missing``: there is no picture now."""
