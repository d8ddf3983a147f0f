"""The readers that the vision tests of one process share: taught once by the same two pictures."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256

import cv2
import pytest

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import Observation
from vision.geometry.board_pose import Picture, Points
from vision.geometry.camera_pose import WEBCAM, Lens
from vision.inference.recogniser import ANY_FIGURES, Recogniser


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """Use one thread: other tests run beside these, and threads that wait for each other would only take their time."""
    cv2.setNumThreads(1)


@pytest.fixture(autouse=True, scope="session")
def learnt_once() -> Iterator[None]:
    """Cache what is learnt: learning takes seconds, and the same pictures teach the same. A second request gets its
    own copy.
    """
    learn, learnt = Recogniser.learn, dict[str, Recogniser]()

    def shared(
        cls: type[Recogniser],
        layout: Layout,
        start: Observation,
        empty: Picture | None,
        first: Picture,
        corners: Points | None = None,
        rules: FigureRules = ANY_FIGURES,
        lens: Lens = WEBCAM,
    ) -> Recogniser:
        pictures = [(each.shape, sha256(each.tobytes()).hexdigest()) for each in (empty, first) if each is not None]
        key = repr((layout, start, corners, rules, lens, pictures))
        if key not in learnt:
            learnt[key] = learn(layout, start, empty, first, corners, rules, lens)
        return deepcopy(learnt[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recogniser, "learn", classmethod(shared))
        yield
