"""The aids by which the box sees a table: the camera above it, and photos from phones."""

from __future__ import annotations

from companion.app.camera.session import CameraSession
from companion.app.loaded_table import LoadedTable
from companion.app.photos.desk import PhotoDesk, PhotoStage
from companion.boards.camera_messages import Stage
from companion.boards.lookups import board_of, expected_at
from companion.boards.observation import Observation
from companion.core.identity import identity_cache
from companion.core.plugin import Game
from companion.core.table.table import Table, TablePhase
from companion.web.view.parts import Aids, PhotoOffer


def aids_of(session: CameraSession, photos: PhotoDesk | None, live: LoadedTable, phone: bool) -> Aids:
    """Return the aids of this table now; ``photos`` None: nothing reads photos; ``phone``: one can be the camera."""
    code = live.table.code
    drawn = session.demo_board is not None and session.table == code
    camera, watches = session.expected or phone, session.stage(code) is Stage.WATCHING
    return Aids(camera, watches, drawn, _offer(photos, live), photos is not None)


def _offer(photos: PhotoDesk | None, live: LoadedTable) -> PhotoOffer:
    if photos is None or expected_on_photos(live.game, live.table) is None:
        return PhotoOffer.NONE
    match photos.at(live.table.code).stage:
        case PhotoStage.EMPTY:
            return PhotoOffer.EMPTY
        case PhotoStage.READY:
            return PhotoOffer.CHECK if live.table.phase is TablePhase.PLAYING else PhotoOffer.READY
        case _:
            return PhotoOffer.SET_UP


@identity_cache(most=64)
def expected_on_photos(game: Game, table: Table) -> Observation | None:
    """Return the expected observation of this table's board; None where photos of it mean nothing."""
    if table.phase is TablePhase.OVER or board_of(game, table) is None:
        return None
    return expected_at(game, table)
