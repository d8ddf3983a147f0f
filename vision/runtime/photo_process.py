"""The program that reads photos, ``python -m vision.runtime.photo_process``.

Requests come on its input, answers go to its output, each a line of JSON; behind a request come the bytes of its photo.
It is started by the box when the first photo comes and ends with it, or after a while in which nobody sent one.
"""

from __future__ import annotations

import json
import logging
import os
import select
import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import cv2

from companion.boards import board_file
from companion.boards.camera_messages import STUMBLED
from companion.boards.photo_messages import BoardPhoto, PhotoAnswer, PhotoKind, PhotoRequest
from companion.core.errors import BadRequest
from companion.logs import configure
from vision.capture.photo_file import read_photo
from vision.dice.roll import read_dice
from vision.errors import BoardNotFound, VisionTrouble
from vision.evidence.located import LocatedPhoto, board_alone
from vision.geometry.board_pose import BoardPose, Picture
from vision.inference.photos.handheld import HandheldReader

logger = logging.getLogger("vision.runtime.photo_process")  # run as a program, the module has another ``__name__``

MOST_TABLES = 4
"""the number of tables whose learnt models it remembers"""
IDLE_SECONDS = 3600.0
NICE = 2
"""the phones come first, but somebody waits for the answer"""


@dataclass
class PhotoTables:
    """The readers of the tables' photos; ``decode`` makes a picture of a file, or raises BadPicture."""

    decode: Callable[[bytes], Picture] = read_photo
    readers: OrderedDict[tuple[str, str], HandheldReader] = field(default_factory=OrderedDict)

    def answer(self, request: PhotoRequest, data: bytes) -> PhotoAnswer:
        """Return what is said of a photo; never raises, whatever it shows."""
        try:
            return self._answer(request, data)
        except BoardNotFound as trouble:
            logger.debug("a photo without the board", exc_info=True)
            return PhotoAnswer(trouble.text, tap=not request.corners)
        except VisionTrouble as trouble:
            logger.debug("a photo that does not help", exc_info=True)
            return PhotoAnswer(trouble.text)
        except Exception:
            logger.exception("a photo at which the reader stumbled")
            return PhotoAnswer(STUMBLED)

    def _answer(self, request: PhotoRequest, data: bytes) -> PhotoAnswer:
        if request.kind is PhotoKind.DICE:
            return PhotoAnswer(dice=read_dice(self.decode(data), request.dice))
        reader = self._reader(request)
        match request.kind:
            case PhotoKind.EMPTY:
                board, photo = self._set_up_with(reader, request, data)
                reader.take_empty(photo)
                return PhotoAnswer(board=board)
            case PhotoKind.FIGURES if request.expected is not None:
                board, photo = self._set_up_with(reader, request, data)
                return PhotoAnswer(wrong=reader.learn(photo, request.expected, request.answered), board=board)
            case _:
                photo = self._located(reader, request, data)
                return PhotoAnswer(observation=reader.read(photo, request.expected), hint=reader.hint(photo))

    def _set_up_with(
        self, reader: HandheldReader, request: PhotoRequest, data: bytes
    ) -> tuple[BoardPhoto, LocatedPhoto]:
        """Return the part of a photo that is kept, and the photo as that part shows it, for learning."""
        if request.lies is None:
            board = board_alone(self._located(reader, request, data), reader.layout)
        else:
            board = BoardPhoto(data, request.lies)
        return board, LocatedPhoto(self.decode(board.picture), BoardPose.parse(board.lies))

    def _located(self, reader: HandheldReader, request: PhotoRequest, data: bytes) -> LocatedPhoto:
        photo = reader.located(self.decode(data), request.corners)
        if request.record:
            keep(request, data)
        return photo

    def _reader(self, request: PhotoRequest) -> HandheldReader:
        which = request.table, json.dumps(request.board, sort_keys=True)
        if which not in self.readers:
            self.readers[which] = HandheldReader(board_file.from_json(dict(request.board)), request.rules)
            while len(self.readers) > MOST_TABLES:
                self.readers.popitem(last=False)
        self.readers.move_to_end(which)
        return self.readers[which]


def keep(request: PhotoRequest, data: bytes) -> None:
    """Record the photo in the folder of this evening, with what the box believed of it."""
    folder = Path(request.record)
    folder.mkdir(parents=True, exist_ok=True)
    number = sum(1 for _ in folder.glob("photo-*.json"))
    (folder / f"photo-{number:03}.jpg").write_bytes(data)
    (folder / f"photo-{number:03}.json").write_text(json.dumps(request.plain()) + "\n")


def serve(incoming: BinaryIO, outgoing: BinaryIO, tables: PhotoTables) -> None:
    """Answer requests until there are no more, or for long none."""
    while select.select([incoming], [], [], IDLE_SECONDS)[0]:
        line = incoming.readline()
        if not line:
            return
        head = json.loads(line)
        data = incoming.read(int(head["bytes"]))
        try:
            answer = tables.answer(PhotoRequest.understood(head["request"]), data)
        except BadRequest as error:
            logger.warning("a request that makes no sense", exc_info=True)
            answer = PhotoAnswer(error.text)
        outgoing.write(json.dumps(answer.plain()).encode() + b"\n")
        outgoing.flush()


def main() -> None:
    """Read the standard input; its log goes to the error output."""
    configure("info")
    os.nice(NICE)
    cv2.setNumThreads(1)
    serve(sys.stdin.buffer, sys.stdout.buffer, PhotoTables())


if __name__ == "__main__":
    main()
