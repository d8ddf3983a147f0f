"""Round shadows that fall on a photographed board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.drawing.view import View


def round_shadow(view: View, middle: tuple[float, float], radius: float, soft: float) -> NDArray[np.float64]:
    """Return the mask of a shadow (rows x columns of the view's pictures): 1 in the shadow, 0 beside it; ``middle`` and
    ``radius`` in millimetres on the sheet, ``soft`` is the spread of the edge in pixels.
    """
    angles = np.radians(np.arange(0, 360, 10))
    rim = np.array(middle) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    wide, tall = view.size
    inside = np.zeros((tall, wide))
    cv2.fillPoly(inside, [view.on_sheet(rim).round().astype(np.int32)], 1.0)
    return np.asarray(cv2.GaussianBlur(inside, (0, 0), soft) if soft else inside)
