"""Which part of every pixel of a sheet's field is covered by something, whatever the light.

The field is blue, and nothing that is laid there is: the share of blue in the light that comes back is the ground's in
the light and in the shade, and another one where something lies. Dark lines and letters send too little light back to
change it much.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.marked_sheets import MarkedSheet, Rectangle
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.recognition.sheets.places import sheet_maps

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How covered pixels are told from the ground. Defaults are the values in use."""

    scale: float = 5.0
    """pixels to the millimetre of the field from straight above"""
    between: float = 0.35
    """where between the share of blue of the ground and that of white something begins"""
    off: float = 0.12
    """so much the share of blue of the ground may lie off what is printed"""
    near: float = 1.6
    """millimetres around a pixel from which its ground and its cube are taken"""
    least_ground: float = 0.12
    """the part of the field that must be bare"""
    dark: float = 0.012
    """light (1 is white) below which no colour can be told"""
    inner: float = 1.2
    """millimetres inside the first outline of a thing from which on it is sure to be all thing"""
    rim: float = 1.0
    """millimetres along the edge of the field that are left out"""


TUNING = Tuning()


@dataclass(frozen=True, eq=False)
class Field:
    """A field from straight above: ``corner`` is its upper left corner in millimetres of the sheet.

    ``cover`` is the part of each pixel that something covers, 0 to 1; ``light`` its linear blue, green and red beside
    white paper; ``scale`` pixels to the millimetre.
    """

    corner: tuple[float, float]
    scale: float
    cover: Floats
    light: Floats
    dark: NDArray[np.bool_]
    """where too little light comes back to tell: something black lies there"""
    valid: NDArray[np.bool_]

    def millimetres(self, pixels: Points) -> Points:
        """Where pixels lie on the sheet."""
        return np.asarray((pixels + 0.5) / self.scale + np.array(self.corner))


def field_light(picture: Picture, pose: BoardPose, sheet: MarkedSheet, place: Rectangle) -> Floats:
    """The light (blue, green, red; 1 is white paper) of the sheet's field from straight above."""
    corner, size = _frame(place)
    maps = sheet_maps(pose, corner, TUNING.scale, size)
    seen = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    return np.asarray(_linear(np.asarray(seen, np.uint8)) / white_light(picture, pose, sheet), np.float32)


def read_field(light: Floats, sheet: MarkedSheet, place: Rectangle, ground_paint: str) -> Field | None:
    """What covers the field that looks like this; None where its ground cannot be recognised: covered, or in too poor
    a light."""
    corner, size = _frame(place)
    unmarked = _valid(sheet, corner, size)
    dark = unmarked & (light.sum(axis=2) <= 3 * TUNING.dark)
    valid = unmarked & ~dark
    printed_blue = paint_light(ground_paint)
    wanted = float(printed_blue[0] / (printed_blue[0] + printed_blue[2]))
    share = light[..., 0] / np.maximum(light[..., 0] + light[..., 2], 1e-4)
    bare = valid & (np.abs(share - wanted) < TUNING.off)
    if bare.sum() < TUNING.least_ground * valid.sum():
        return None
    ground = float(np.median(share[bare]))
    edge = ground + TUNING.between * (0.5 - ground)
    rough = cv2.GaussianBlur(share, (0, 0), 0.25 * TUNING.scale) < edge
    return Field(corner, TUNING.scale, _matted(light, rough & valid, valid), light, dark, valid)


def white_light(picture: Picture, pose: BoardPose, sheet: MarkedSheet) -> NDArray[np.float32]:
    """The light that white paper sends back (blue, green, red), from the white around the sheet's markers."""
    half = sheet.side / 2 + sheet.side / 14
    ring = np.array([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]) * half
    points = np.concatenate([ring + np.array([each.x, each.y]) for each in sheet.corners])
    pixels = pose.pixels(points).astype(np.float32)
    height, width = picture.shape[:2]
    inside = ((pixels > 1) & (pixels < np.array([width, height]) - 2)).all(axis=1)
    if not inside.any():
        return np.ones(3, np.float32)
    found = cv2.remap(picture, pixels[inside, :1], pixels[inside, 1:], cv2.INTER_LINEAR).reshape(-1, 3)
    return np.asarray(np.maximum(np.median(_linear(np.asarray(found[None], np.uint8))[0], axis=0), 0.02), np.float32)


def _matted(light: Floats, rough: NDArray[np.bool_], valid: NDArray[np.bool_]) -> Floats:
    """The part of every pixel that is covered: its red and blue as so much of the thing nearby and so much of the
    ground, each as bright or dark as it may be there."""
    sigma = TUNING.near * TUNING.scale / 2
    kernel, inner = np.ones((3, 3), np.uint8), round(TUNING.inner * TUNING.scale)
    sure_on = cv2.erode(rough.astype(np.uint8), kernel, iterations=inner).astype(np.float32)
    sure_off = cv2.erode((~rough & valid).astype(np.uint8), kernel, iterations=inner).astype(np.float32)
    on, off = _nearby(light, sure_on, sigma), _nearby(light, sure_off, sigma)
    if on is None or off is None:
        return rough.astype(np.float32)
    ground, thing = _ratio(off), _ratio(on)
    apart = np.maximum(ground - thing, 0.05)
    covering = np.maximum(ground * light[..., 2] - light[..., 0], 0) / apart / np.maximum(on[..., 2], TUNING.dark)
    bare = np.maximum(light[..., 0] - thing * light[..., 2], 0) / apart / np.maximum(off[..., 2], TUNING.dark)
    tinted = covering / np.maximum(covering + bare, 1e-4)
    way = on - off
    lit = ((light - off) * way).sum(axis=2) / np.maximum((way * way).sum(axis=2), 1e-6)
    share = np.where(rough, np.maximum(tinted, lit), np.minimum(tinted, lit))
    share = np.clip(share, 0, 1)
    share[sure_on > 0], share[sure_off > 0] = 1, 0
    share[~valid] = 0
    return np.asarray(share, np.float32)


def _ratio(light: Floats) -> Floats:
    """Blue beside red."""
    return np.asarray(light[..., 0] / np.maximum(light[..., 2], 1e-3), np.float32)


def _nearby(light: Floats, mask: Floats, sigma: float) -> Floats | None:
    """The mean colour of the masked pixels around every pixel."""
    if not mask.any():
        return None
    weight = cv2.GaussianBlur(mask, (0, 0), sigma) + 1e-6
    mean = cv2.GaussianBlur(light * mask[..., None], (0, 0), sigma) / weight[..., None]
    whole = (light * mask[..., None]).sum(axis=(0, 1)) / mask.sum()
    trust = np.clip(weight / 0.02, 0, 1)[..., None]
    return np.asarray(mean * trust + whole * (1 - trust), np.float32)


def _frame(field: Rectangle) -> tuple[tuple[float, float], tuple[int, int]]:
    corner = field.x - field.width / 2, field.y - field.height / 2
    return corner, (round(field.width * TUNING.scale), round(field.height * TUNING.scale))


def _valid(sheet: MarkedSheet, corner: tuple[float, float], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Where nothing white lies on the field: not around the corner markers."""
    found, rim = np.zeros(size[::-1], np.uint8), round(TUNING.rim * TUNING.scale)
    found[rim:-rim, rim:-rim] = 1
    reach = sheet.side / 2 * (1 + 2 / 7) + 0.6
    for each in sheet.corners:
        left, top = ((np.array([each.x, each.y]) - reach - corner) * TUNING.scale).astype(int)
        right, bottom = np.ceil((np.array([each.x, each.y]) + reach - corner) * TUNING.scale).astype(int)
        found[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 0
    return found.astype(bool)


def _paint(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def paint_light(colour: str) -> NDArray[np.float32]:
    """Linear blue, green, red of ``#rrggbb``."""
    return np.asarray(_linear(np.array([[_paint(colour)]], np.uint8))[0, 0], np.float32)


def _linear(picture: Picture) -> Floats:
    return _LINEAR[picture]


_VALUES = np.arange(256, dtype=np.float32) / 255
_LINEAR = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4).astype(np.float32)
