"""The corner and sticker markers: ArUco's dictionary DICT_4X4_50, as data.

Sixteen bits a marker, row by row, white is 1, as OpenCV draws them; a test compares them with OpenCV, so
that printing does without it.
"""

from __future__ import annotations

from functools import lru_cache

BITS = (
    *(0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2, 0xFEDA, 0xCF56),
    *(0xF991, 0x11A7, 0x0EB7, 0x2A0F, 0x24B1, 0x263E, 0x4665, 0x6600, 0x6C5E, 0x76AF),
    *(0x868B, 0xB02B, 0xCCD5, 0xDD82, 0xFE47, 0x9471, 0xACE4, 0xA554, 0x2123, 0x346F),
    *(0x4415, 0x57B2, 0x9ECF, 0xF0CB, 0x08AE, 0x0929, 0x1875, 0x04FF, 0x0DF6, 0x1C5A),
    *(0x1718, 0x2A28, 0x328C, 0x38B2, 0x24E8, 0x2EEB, 0x2D3F, 0x4B64, 0x502E, 0x5013),
)
INNER = 4
MODULES = INNER + 2
"""Modules along a side, the black frame included."""

Squares = tuple[tuple[bool, ...], ...]
"""Rows of modules; True is black."""


def marker(number: int) -> Squares:
    """The marker of this number; raises IndexError when the dictionary has no such one."""
    if number < 0:
        raise IndexError(number)
    frame, bits = (True,) * MODULES, BITS[number]
    rows = [
        (True, *(not bits >> (INNER * (INNER - 1 - row) + INNER - 1 - column) & 1 for column in range(INNER)), True)
        for row in range(INNER)
    ]
    return (frame, *rows, frame)


@lru_cache(maxsize=64)
def qr(text: str) -> Squares:
    """The smallest QR code that says this, without its white margin; middling error correction."""
    import qrcode

    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())
