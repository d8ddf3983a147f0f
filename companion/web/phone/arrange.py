"""The page on which figures are set up by hand: the drawn board, a row of spare figures, one button."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.app.camera.session import CameraSession
from companion.app.photos.judgement import seen_photo
from companion.boards.observation import Observation
from companion.core.ui.board_page import Arranging, Piece
from companion.core.ui.page import PlayerRow
from companion.web.view.reader import Reader
from companion.web.view.values import ground, standing
from companion.web.visit.visit import Visit, at_seat
from companion.web.words.i18n import translate

routes = Blueprint("arrange", __name__)


@routes.get("/t/<code>/s/<seat>/arrange")
@at_seat
def arrange(visit: Visit) -> str | BaseResponse:
    """Show the page; ``?motion=`` begins with a proposal, and offers to agree; redirect to the phone's page when over.

    ``?from=camera`` begins with the camera's reading, ``?from=photo`` with that of the last photo.
    """
    view = visit.reader()  # before the table is read: a page older than the table is renewed, a newer one is not
    live, seat = visit.live, visit.acting
    asked = request.args.get("motion", type=int)
    motion = next((motion for motion in live.table.motions if motion.id == asked), None)
    camera = camera_observation(visit.box.camera, visit.code)
    photo = seen_photo(live)
    seen = {"camera": camera, "photo": photo.observation if photo else None}.get(request.args.get("from", ""))
    proposal = live.codec.read(motion.message) if motion else seen
    work = board.arranging(live.table, seat, proposal) if (board := live.game.board) else None
    if work is None or visit.locked or (asked and (motion is None or motion.message.kind != work.kind)):
        return redirect(f"/t/{visit.code}/s/{seat}", 303)
    own_motion = next((each for each in view.motions if each.id == asked), None)
    drawn = {"ground": ground(view.moment, work.board), "standing": standing(view.moment, work.board)}
    return render_template(
        "arrange.html", view=view, work=work, data=plain(work, view), motion=own_motion, camera=camera, **drawn
    )


def camera_observation(link: CameraSession, code: str) -> Observation | None:
    """Return the last certain observation of a camera over this table."""
    return link.observation if link.table == code and link.there else None


def plain(work: Arranging, view: Reader) -> dict[str, Any]:
    """Return the data for the script, words in the reader's language."""
    rows = {player.seat: player for player in view.players}
    return {
        "kind": work.kind,
        "pieces": [_piece(piece, rows.get(piece.seat or "")) for piece in work.pieces],
        "places": {place: translate(label) for place, label in work.places.items()},
        "settings": [{place: list(names) for place, names in each.figures.items()} for each in work.settings],
    }


def _piece(piece: Piece, owner: PlayerRow | None) -> dict[str, Any]:
    return {
        "name": piece.name,
        "kind": piece.kind,
        "label": translate(piece.label),
        "left": piece.left,
        "field": piece.field,
        "value": piece.value,
        "beside": list(piece.beside),
        "look": f"c-{owner.colour}" if owner else "c-nobody",
        "mark": owner.mark if owner else "",
    }
