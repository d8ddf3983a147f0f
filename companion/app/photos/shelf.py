"""The photos from which a table's set-up was learnt, kept in the database so that they outlive a restart.

Only the board of each photo is kept, see ``BoardPhoto``. They are deleted with their table, and when ``MAX_KEPT`` other
tables have been set up since.
"""

from __future__ import annotations

import json
import logging
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.boards.photo_messages import PhotoAnswer, PhotoRequest
from companion.core.errors import BadRequest
from companion.store.log import PHOTOS, Log
from companion.store.named import KEEP, Shelf

logger = logging.getLogger(__name__)

MAX_KEPT = 20
"""how many tables keep their photos: those that were set up last"""
OLDER = (
    "DELETE FROM named WHERE kind = ? AND name NOT IN"
    " (SELECT name FROM named WHERE kind = ? ORDER BY made DESC, name LIMIT ?)"
)


@dataclass(frozen=True)
class TrainingPhoto:
    """A photo from which the look of the board or its figures was learnt."""

    request: PhotoRequest
    photo: bytes

    def cut(self, answer: PhotoAnswer) -> TrainingPhoto:
        """Return a copy with the photo cropped to the board, from which the same is learnt."""
        if answer.board is None:
            return self
        return TrainingPhoto(replace(self.request, corners=(), lies=answer.board.lies, record=""), answer.board.picture)


@dataclass(frozen=True)
class TrainingPhotos:
    """The kept ``photos`` of a table, and the name of the ``board`` it played on.

    They show the empty board, if one was photographed, and the figures.
    """

    board: str
    photos: tuple[TrainingPhoto, ...] = ()

    @classmethod
    def of(cls, log: Log, code: str) -> Self | None:
        """Return the photos of this table, or None if none are kept that this version can read."""
        found = Shelf(log, PHOTOS).find(code)
        if found is None:
            return None
        try:
            data = json.loads(found)
            return cls(str(data["board"]), tuple(_training_photo(one) for one in data["lessons"]))
        except (BadRequest, KeyError, TypeError, ValueError):
            logger.warning("what table %s was set up with cannot be read; it is set up again", code, exc_info=True)
            return None


def keep(log: Log, code: str, board: str, photos: Sequence[TrainingPhoto], now: float) -> None:
    """Replace the photos of this table, and delete those of the oldest tables. Raise StorageError."""
    plain = [{"request": one.request.plain(), "photo": b64encode(one.photo).decode()} for one in photos]
    with log.writing(code) as database:
        database.execute(KEEP, (PHOTOS, code, json.dumps({"board": board, "lessons": plain}), now))
        database.execute(OLDER, (PHOTOS, PHOTOS, MAX_KEPT))


def forget(log: Log, code: str) -> None:
    """Delete the photos of this table. Raise StorageError."""
    with log.writing(code) as database:
        database.execute("DELETE FROM named WHERE kind = ? AND name = ?", (PHOTOS, code))


def _training_photo(data: Mapping[str, Any]) -> TrainingPhoto:
    return TrainingPhoto(PhotoRequest.understood(data["request"]), b64decode(data["photo"], validate=True))
