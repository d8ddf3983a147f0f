"""Values of the board on a phone, and of what can be tapped on it: see ``values``."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ui.board_page import BoardMoves, BoardTargets
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import CameraView, LogLine, Timer
from companion.web.view import values
from companion.web.view.moment import Moment
from companion.web.view.parts import PhotoOffer, ProposalView
from companion.web.view.reader import Reader, everybody


@dataclass(frozen=True, slots=True)
class Board:
    """The board on every phone, without its figures."""

    ground: values.Ground | None


def board(moment: Moment) -> Board:
    """Return the board."""
    return Board(values.ground(moment, everybody(moment).page.board))


@dataclass(frozen=True, slots=True)
class Moves:
    """The places that can be tapped on the board, and the end of the step or the undo of the last move."""

    camera: CameraView | None
    moves: BoardMoves | None
    targets: BoardTargets | None
    choices: tuple[Choice, ...]
    timer: Timer | None
    proposals: tuple[ProposalView, ...]
    """this seat's open proposals"""
    undo: LogLine | None
    undo_needs_consent: bool


def moves(moment: Moment, reader: Reader) -> Moves | None:
    """Return the places that can be tapped; None without a board."""
    page, board = reader.page, reader.page.board
    if board is None:
        return None
    here = page.choices if board.moves or board.targets else ()
    choices = tuple(each for each in here if not each.fields and each.weight in (Weight.PRIMARY, Weight.NORMAL))
    own_proposals = tuple(each for each in reader.motions if each.mine)
    timer = page.timer if choices or reader.undo or own_proposals else None
    camera = page.camera
    return Moves(
        camera, board.moves, board.targets, choices, timer, own_proposals, reader.undo, reader.undo_needs_consent
    )


@dataclass(frozen=True, slots=True)
class Tools:
    """The actions on the board besides moving; ``arranging``: set its figures where they really are."""

    code: str
    seat: str
    arranging: bool
    photos: PhotoOffer
    line: values.CameraLine | None


def tools(moment: Moment, reader: Reader) -> Tools | None:
    """Return the actions on the board; None without one."""
    page, photos = reader.page, moment.surroundings.aids.photos
    if page.board is None:
        return None
    seat = reader.seat or "" if page.arranging or photos else ""
    return Tools(moment.code, seat, page.arranging is not None, photos, values.camera_line(moment))
