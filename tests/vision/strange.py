"""Strange pictures, one for every number: pictures that no reader may stumble over."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.fields import Fields, photograph
from vision.geometry.board_pose import Picture

SIZE = (640, 480)
WORDS = ("howdy", "ranch", "the quick brown fox", "1234567890", "IIIIIIIIIII", "####", "a b c d e f g h")


def _noise(rng: np.random.Generator, board: Picture) -> Picture:
    grain = rng.integers(0, 256, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.3, 9))), np.uint8)


def _even(rng: np.random.Generator, board: Picture) -> Picture:
    level = rng.choice([0, 255, int(rng.integers(0, 256))])
    grain = rng.normal(0, rng.choice([0.0, 2.0, 8.0]), board.shape)
    return np.asarray(np.clip(level + grain, 0, 255), np.uint8)


def _other_board(rng: np.random.Generator, board: Picture) -> Picture:
    corners = tuple((float(x), float(y)) for x, y in np.array(Fields().corners) + rng.normal(0, 40, (4, 2)))
    light, dark = (tuple(rng.integers(0, 256, 3).tolist()) for _ in range(2))
    return photograph(Fields(light=light, dark=dark, corners=corners), {"a1": "light", "c3": "dark"})


def _text(rng: np.random.Generator, board: Picture) -> Picture:
    page = np.full_like(board, 250)
    for top in range(20, SIZE[1], int(rng.integers(14, 40))):
        cv2.putText(page, " ".join(rng.choice(WORDS, 8)), (5, top), 0, float(rng.uniform(0.3, 1)), (20, 20, 20), 1)
    return page


def _torn(rng: np.random.Generator, board: Picture) -> Picture:
    """Return a file of which the rest is missing or damaged; OpenCV decodes what it can."""
    packed = cv2.imencode(".jpg", board)[1].ravel()
    start = int(rng.integers(300, len(packed) - 1))
    if rng.random() < 0.5:
        packed = packed[:start]
    else:
        packed[start : start + 40] = rng.integers(0, 256, len(packed[start : start + 40]))
    picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.zeros((1, 1, 3), np.uint8) if picture is None else np.asarray(picture, np.uint8)


def _warped(rng: np.random.Generator, board: Picture) -> Picture:
    """Return the board itself, turned, mirrored, squeezed almost to a line, tiny or far too large."""
    width, height = SIZE
    corners: NDArray[np.float64] = np.array([(0.0, 0.0), (width, 0), (width, height), (0, height)])
    match int(rng.integers(5)):
        case 0:
            onto = np.roll(corners, int(rng.integers(1, 4)), axis=0)
        case 1:
            onto = corners[::-1]
        case 2:
            onto = (corners - (320, 240)) * rng.uniform(0.001, 3, 2) + (320, 240)
        case 3:
            onto = rng.uniform(-200, 800, (4, 2))
        case _:
            onto = corners + rng.normal(0, 60, (4, 2))
    change = cv2.getPerspectiveTransform(corners.astype(np.float32), onto.astype(np.float32))
    return np.asarray(cv2.warpPerspective(board, change, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _patched(rng: np.random.Generator, board: Picture) -> Picture:
    """Return the board where only a strip, a few islands or nothing but the table are to be seen."""
    seen = np.zeros(board.shape[:2], np.uint8)
    for _ in range(int(rng.integers(0, 6))):
        x, y = rng.integers(0, SIZE[0]), rng.integers(0, SIZE[1])
        cv2.rectangle(seen, (int(x), int(y)), (int(x + rng.integers(5, 200)), int(y + rng.integers(5, 200))), 1, -1)
    return np.where(seen[..., None] > 0, board, _noise(rng, board))


def _format(rng: np.random.Generator, board: Picture) -> Picture:
    """Return the picture in another format: another size, one channel or four, numbers of another kind, nothing."""
    return [
        board[::2, ::2],
        board[:, :, 0],
        board[:, :, :1],
        np.dstack([board, board[:, :, :1]]),
        board.astype(np.float32),
        board[:0],
        np.zeros((480, 640, 3), np.uint8)[:, ::-1],
        np.ascontiguousarray(board[:, :, ::-1]),
        board.transpose(1, 0, 2),
        cv2.resize(board, (3000, 300)),
    ][int(rng.integers(10))]


MAKERS: tuple[Callable[[np.random.Generator, Picture], Picture], ...] = (
    _noise,
    _even,
    _other_board,
    _text,
    _torn,
    _warped,
    _patched,
    _format,
)


def strange(number: int, board: Picture) -> Picture:
    """Return the strange picture of this number; ``board`` is one that is not strange, to be spoilt."""
    return MAKERS[number % len(MAKERS)](np.random.default_rng(number), board)
