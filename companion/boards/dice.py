"""The dice that are looked for in a picture, and their faces: JSON between the box and the vision programs.

The dice tray is a printed sheet to roll on, whose corner markers say how a camera looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from companion.boards.data_file import Base64, CameraMessage, at_most
from companion.boards.layout import Lattice, Layout, Marker
from companion.core.plugin import Game
from companion.core.ui.choice import Choice, Field, Shade

MAX_DICE = 12
"""in one roll"""
LARGEST_DIE_PICTURE = 6 * 1024
"""the most bytes of the picture of a die"""

Face = int | str
"""A number of pips, or the name of a symbol."""


@dataclass(frozen=True, slots=True)
class DieRequest(CameraMessage):
    """A die of a roll: how it looks beside the others, and what its faces may show.

    ``symbols`` are the colours on each face, by the face's name, of a die without pips.
    """

    shade: Shade = Shade.ANY
    faces: Annotated[tuple[int, ...], at_most(MAX_DICE)] = ()
    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


DieRequests = Annotated[tuple[DieRequest, ...], at_most(MAX_DICE)]
Faces = Annotated[tuple[Face | None, ...], at_most(MAX_DICE)]
"""A face for each requested die, in that order; None: in doubt."""


@dataclass(frozen=True, slots=True)
class DieReading(CameraMessage):
    """The reading of a die that was requested: its ``face`` in the picture; None where that is in doubt.

    Of a doubtful die that was found, ``picture`` is the part of the picture with this die alone (JPEG), ``likely`` are
    the faces that it shows most probably, and it is number ``place`` of ``count`` dice from the left, from 1 on.
    """

    face: Face | None = None
    picture: Annotated[Base64, at_most(LARGEST_DIE_PICTURE)] = b""
    likely: Annotated[tuple[Face, ...], at_most(MAX_DICE)] = ()
    place: int = 0
    count: int = 0


DiceReading = Annotated[tuple[DieReading, ...], at_most(MAX_DICE)]
"""A reading for each requested die, in that order."""


def faces_of(dice: DiceReading) -> Faces:
    """Return the face of each die."""
    return tuple(die.face for die in dice)


def can_be_answered(dice: DiceReading) -> bool:
    """Return whether a die is certain, or each of them can be asked for with its picture."""
    return any(die.face is not None for die in dice) or all(die.picture for die in dice)


def dice_choice(game: Game, choices: Iterable[Choice]) -> Choice | None:
    """Return the first choice whose fields are dice that a picture can tell apart: those of one look fill one list.

    Return None where there is none, or the game does not say how its dice look.
    """
    look_of = game.die_looks
    for choice in choices:
        kinds = {part.die for part in choice.fields}
        lists = {(part.die, part.name) for part in choice.fields}
        if kinds and kinds <= look_of.keys() and len(lists) == len(kinds) and len(choice.fields) <= MAX_DICE:
            return choice
    return None


def requested_dice(game: Game, choice: Choice) -> tuple[DieRequest, ...]:
    """Return the dice of the fields of a ``dice_choice``, in their order."""
    look_of = game.die_looks
    return tuple(_requested_die(part, look_of[part.die].shade, look_of[part.die].symbols) for part in choice.fields)


def _requested_die(part: Field, shade: Shade, symbols: Mapping[str, tuple[str, ...]]) -> DieRequest:
    faces = tuple(option.value for option in part.options if isinstance(option.value, int))
    return DieRequest(shade, () if symbols else faces, symbols)


TRAY_WIDTH, TRAY_HEIGHT = 188.0, 200.0
"""Millimetres: it fits on A4 and on Letter, below a line that says what it is."""
TRAY_SIDE, TRAY_MARGIN = 22.0, 5.0
"""Millimetres of a marker, and of the white around it."""
TRAY_GROUND = "#5f8f86"
"""Neither light nor dark, and of a colour that dice seldom have: white, black, brown and red ones stand out from it."""
_X, _Y = TRAY_WIDTH / 2 - TRAY_MARGIN - TRAY_SIDE / 2, TRAY_HEIGHT / 2 - TRAY_MARGIN - TRAY_SIDE / 2

TRAY = Layout(
    "dice-tray",
    Lattice.SQUARE,
    31.0,
    (),
    sheet=(TRAY_WIDTH, TRAY_HEIGHT),
    markers=(Marker(46, -_X, -_Y), Marker(47, _X, -_Y), Marker(48, _X, _Y), Marker(49, -_X, _Y)),
    marker_side=TRAY_SIDE,
    marker_margin=TRAY_MARGIN,
)
"""A board without a cell. Its markers are the last four of the dictionary: no board and no sticker has them."""
