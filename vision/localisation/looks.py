"""Looks of the board tonight: every photo in which it was found or tapped is a further look.

From the other side of the table figures hide other print, and the light falls from elsewhere: one look finds a plain
board only from where it was taken. A pose that is found by a look lies off by as much as that one, and a little more:
twenty photos, each found by the one before, are a third of a cell off. Looks whose corners were tapped do not drift.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.boards.layout import Layout
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.pose_validation import pose_problem
from vision.localisation.by_artwork import Artwork, Features, Matched, checked


@dataclass(frozen=True, slots=True)
class Tuning:
    """Remembered looks. Defaults are the values in use."""

    kept: int = 5
    """Looks that are kept, the tapped ones and the latest: each costs a quarter of a second to compare."""
    plenty: int = 60
    """Matches with which a look is believed without comparing the others: three times as many as must be."""


TUNING = Tuning()


@dataclass
class Looks:
    """The looks of a board, the latest last: ``tapped`` by its four corners, and ``found`` by an earlier look."""

    layout: Layout
    tapped: list[Artwork] = field(default_factory=list)
    found: list[Artwork] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.tapped or self.found)

    def add(self, picture: Picture, board_pose: BoardPose) -> None:
        """Remember how the board looks in this picture, in which it lies so."""
        looks = self.found if board_pose.how is FoundBy.TRACKED else self.tapped
        looks.append(Artwork.of(picture, board_pose, self.layout))
        del self.tapped[: -TUNING.kept]
        del self.found[: max(0, len(self.found) + len(self.tapped) - TUNING.kept)]

    def find(self, picture: Picture) -> BoardPose:
        """Return where the board lies in the picture, by the look that most matches bear out. Raise BoardNotFound.

        The tapped ones are compared first.
        """
        seen, size = Features.of(picture), (picture.shape[1], picture.shape[0])
        best: Matched | None = None
        for look in (*reversed(self.tapped), *reversed(self.found)):
            found = look.matched(seen, size)
            if found is None or pose_problem(found.board_pose, self.layout) is not None:
                continue
            if best is None or found.matches > best.matches:
                best = found
            if best.matches >= TUNING.plenty:
                break
        return checked(best, self.layout).board_pose
