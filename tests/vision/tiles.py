"""Draws a game of letter tiles: flat, touching pieces of one kind on a board of 225 coloured squares.

``python -m tests.vision.tiles FOLDER``: writes ``board.json``, ``scene.json``, ``truth.json`` and the pictures, as
``companion camera read`` and ``tests.vision.bench.photos`` read them. Everything is drawn from the seed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE, SQUARE, FIELD = 15, 18.0, 64
"""Squares along the board; millimetres and pixels (drawn) along a square."""
RIM = 40
"""Pixels of the board's edge around the squares, as drawn."""
SIZE = (1280, 1120)
LETTERS = "EAIONRTLSUDGBCMPFHVWYKJXQZ"
SQUARES = ((214, 226, 222), (150, 160, 226), (196, 170, 120), (60, 60, 200), (150, 110, 40))
"""Blue, green, red of plain squares and of the four kinds of premium squares."""

Picture = NDArray[np.uint8]


def kind_of(column: int, row: int) -> int:
    """Return the number of the tile in ``SQUARES`` that lies there: premium squares as mirrored patterns."""
    x, y = abs(column - SIDE // 2), abs(row - SIDE // 2)
    if (x, y) in ((7, 7), (7, 0), (0, 7)):
        return 3
    if x == y and x >= 3:
        return 1
    if (x, y) in ((6, 2), (2, 6), (2, 2)):
        return 4
    return 2 if (x, y) in ((7, 4), (4, 7), (0, 4), (4, 0), (1, 5), (5, 1), (1, 1)) else 0


def board(rng: np.random.Generator) -> Picture:
    """Return the empty board from straight above."""
    size = SIDE * FIELD + 2 * RIM
    drawn = np.full((size, size, 3), (70, 96, 60), np.uint8)
    for row in range(SIDE):
        for column in range(SIDE):
            corner = RIM + column * FIELD, RIM + row * FIELD
            far = corner[0] + FIELD - 3, corner[1] + FIELD - 3
            cv2.rectangle(drawn, (corner[0] + 2, corner[1] + 2), far, SQUARES[kind_of(column, row)], -1)
            if kind_of(column, row):
                for line, word in enumerate(("DOUBLE" if kind_of(column, row) in (1, 2) else "TRIPLE", "SCORE")):
                    at = corner[0] + 8, corner[1] + 28 + 18 * line
                    cv2.putText(drawn, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, (50, 50, 50), 1, cv2.LINE_AA)
    return _grained(drawn, rng, 3.0)


def _grained(drawn: Picture, rng: np.random.Generator, much: float) -> Picture:
    grain = cv2.GaussianBlur(rng.normal(0, much, drawn.shape[:2]).astype(np.float32), (0, 0), 1.2) * 2
    return np.asarray(np.clip(drawn + grain[..., None], 0, 255), np.uint8)


def lay(drawn: Picture, column: int, row: int, letter: str, rng: np.random.Generator) -> None:
    """Lay a tile onto the board, not quite straight, with the shadow of its edge."""
    side = FIELD - 2
    tile = np.full((side, side, 3), (150, 200, 228), np.uint8)
    rows = np.linspace(0, 3 * np.pi, side) + rng.uniform(0, 6)
    tile = np.clip(tile + 5 * np.sin(rows)[:, None, None] + rng.normal(0, 3), 0, 255).astype(np.uint8)
    cv2.rectangle(tile, (0, 0), (side - 1, side - 1), (120, 165, 190), 2)
    cv2.putText(tile, letter, (14, 44), cv2.FONT_HERSHEY_DUPLEX, 1.25, (30, 30, 30), 2, cv2.LINE_AA)
    points = str(1 + LETTERS.index(letter) // 4)
    cv2.putText(tile, points, (44, 56), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (30, 30, 30), 1, cv2.LINE_AA)
    middle = RIM + (np.array([column, row]) + 0.5) * FIELD + rng.uniform(-2.5, 2.5, 2)
    turn = np.array(cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(-2.5, 2.5), 1.0), np.float64)
    turn[:, 2] += middle - side / 2
    size = drawn.shape[1::-1]
    mask = cv2.warpAffine(np.full((side, side), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)[..., None] / 255
    shade = cv2.GaussianBlur(np.roll(mask, (4, 4), (0, 1)), (0, 0), 2.0)[..., None]
    shaded = drawn * (1 - 0.45 * shade * (1 - mask))
    drawn[:] = shaded * (1 - mask) + cv2.warpAffine(tile, turn, size, flags=cv2.INTER_LINEAR) * mask


def seen(drawn: Picture, rng: np.random.Generator) -> tuple[Picture, NDArray[np.float32]]:
    """Return a photograph of the board by hand, from about straight above, and the corners of its squares in it."""
    width, height = SIZE
    inner = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    whole = inner * drawn.shape[0]
    side, turn = 0.86 * height * rng.uniform(0.94, 1.0), np.radians(rng.uniform(-5, 5))
    turned = (inner - 0.5) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * side
    there = turned + np.array(SIZE) / 2 + rng.uniform(-0.025, 0.025, (4, 2)) * side + rng.uniform(-25, 25, 2)
    change = cv2.getPerspectiveTransform(whole, there.astype(np.float32))
    stains = np.asarray(cv2.GaussianBlur(rng.normal(0, 40, (height, width)).astype(np.float32), (0, 0), 8))
    table = np.clip(np.array((52, 74, 104)) + stains[..., None], 0, 255).astype(np.uint8)
    drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.7))
    picture = cv2.warpPerspective(drawn, change, SIZE, table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    y, x = np.mgrid[0:height, 0:width] / max(SIZE)
    slope = rng.uniform(-0.35, 0.35, 2)
    light = rng.uniform(0.8, 1.05) * np.exp(slope[0] * (x - 0.5) + slope[1] * (y - 0.45))
    lit = picture * light[..., None] * (1 + rng.uniform(-0.04, 0.04, 3))
    lit += rng.normal(0, 2.5, picture.shape)
    squares = (inner * SIDE * FIELD + RIM)[None]
    corners = cv2.perspectiveTransform(squares.astype(np.float32), change)[0]
    return np.asarray(np.clip(lit, 0, 255), np.uint8), np.asarray(corners, np.float32)


def words(rng: np.random.Generator, moves: int) -> list[list[tuple[int, int]]]:
    """Return the squares onto which every move lays tiles, a word each that crosses or touches what lies there."""
    taken = {(7, 7)}
    made = [[(column, 7) for column in range(5, 11)]]
    taken |= set(made[0])
    while len(made) < moves:
        column, row = sorted(taken)[int(rng.integers(len(taken)))]
        down, length = bool(rng.integers(2)), int(rng.integers(3, 8))
        first = int(rng.integers(length))
        word = [(column, row - first + n) if down else (column - first + n, row) for n in range(length)]
        new = [at for at in word if at not in taken]
        if all(min(at) >= 0 and max(at) < SIDE for at in word) and 2 <= len(new) <= 7:
            made.append(new)
            taken |= set(new)
    return made


def name_of(square: tuple[int, int]) -> str:
    """Return the id of a square of the board file."""
    return f"A{square[0]}-{square[1]}"


def board_file() -> dict[str, Any]:
    """Return the content of ``board.json``: the squares alone are the sheet."""
    side, half = SIDE * SQUARE, (SIDE - 1) / 2 * SQUARE
    cells = [
        {"id": name_of((column, row)), "q": column, "r": row, "region": "A", "flags": []}
        for row in range(SIDE)
        for column in range(SIDE)
    ]
    return {
        "name": "letters",
        "lattice": "square",
        "size": SQUARE,
        "sheet": [side, side],
        "origin": [-half, -half],
        "cells": cells,
        "town": {"places": [], "gates": []},
        "areas": [],
        "markers": {"side": 0, "margin": 0, "corners": []},
    }


def write(folder: Path, seed: int = 0, moves: int = 16) -> None:
    """Write the whole set: the empty board, a first word, and every move after it."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    drawn, lying = board(rng), dict[str, str]()
    picture, corners = seen(drawn, rng)
    frames, truth, pictures = [{"file": "000.jpg", "kind": "empty"}], [("000.jpg", dict(lying))], [picture]
    for number, word in enumerate(words(rng, moves), start=1):
        for square in word:
            lay(drawn, *square, LETTERS[int(rng.integers(len(LETTERS)))], rng)
            lying[name_of(square)] = "tile"
        file = f"{number:03}.jpg"
        frames.append({"file": file, "kind": "start" if number == 1 else "play"})
        truth.append((file, dict(lying)))
        pictures.append(seen(drawn, rng)[0])
    for frame, picture in zip(frames, pictures, strict=True):
        cv2.imwrite(str(folder / frame["file"]), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    found = {"board": "board.json", "markers": False, "corners_px": corners.round(1).tolist()}
    scene = {**found, "start": truth[1][1], "frames": frames}
    shown = [{"file": file, "status": "ok", "cells": cells} for file, cells in truth]
    for name, data in (("scene", scene), ("truth", {"frames": shown}), ("board", board_file())):
        (folder / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.tiles", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    write(chosen.folder, chosen.seed)


if __name__ == "__main__":
    main()
