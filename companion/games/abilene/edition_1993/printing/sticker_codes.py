"""What a sticker under a cow says to machines: the number of its marker and the code for phones."""

from __future__ import annotations

from companion.games.abilene.edition_1993.money.herds import Brand, Sticker, all_stickers

FIRST_MARKER = 10
"""Below are the corners of boards."""
UNBRANDED_CODE = "N"


def kinds() -> tuple[Sticker, ...]:
    """Every kind of sticker in the order of its marker."""
    return tuple(sorted(all_stickers(Brand), key=lambda one: (one.brand or "~", -one.value)))


def marker_of(sticker: Sticker) -> int:
    """The number of the marker on this sticker."""
    return FIRST_MARKER + kinds().index(sticker)


def code_of(sticker: Sticker) -> str:
    """What its QR code ends with."""
    return f"{sticker.brand or UNBRANDED_CODE}{sticker.value}"


def sticker_of_marker(number: int) -> Sticker | None:
    """The sticker that bears this marker; None for another marker."""
    at = number - FIRST_MARKER
    return kinds()[at] if 0 <= at < len(kinds()) else None


def sticker_of_code(code: str) -> Sticker | None:
    """The sticker with this code, in small letters or capitals; None for anything else."""
    return {code_of(sticker): sticker for sticker in kinds()}.get(code.upper())
