"""A photo of the board, taken with a phone and sent as a file: checked, or learnt from.

On plain http no page can open a camera, but a form can ask the phone for a picture.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Request, Response, abort, redirect, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from companion.app.camera.judgement import NO_SENSE
from companion.app.photos.desk import PhotoDesk, PhotoResult, PhotoStage
from companion.app.photos.judgement import ELSEWHERE, unchanged
from companion.app.seen import SeenPhoto
from companion.boards.camera_messages import NormalisedPoint
from companion.boards.photo_messages import LARGEST_PHOTO, PhotoKind
from companion.boards.verdict import Ruling
from companion.core.errors import BadRequest
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.core.ui.page import StepState, progress
from companion.web.camera.page import Owner, figures_at, owners_at
from companion.web.camera.pages import points
from companion.web.view.aids import expected_on_photos
from companion.web.visit.guard import OneAtATime
from companion.web.visit.json import answer, plain
from companion.web.visit.operations import operation
from companion.web.visit.services import Services, services
from companion.web.visit.tokens import token_of
from companion.web.visit.visit import Right, Visit, at_seat, at_table
from companion.web.words.i18n import translate

routes = Blueprint("photo", __name__)
scripts = Blueprint("photo_api", __name__, url_prefix="/api/tables/<code>/seats/<seat>")
"""The same for scripts."""

ROUND_IT = 64 * 1024
"""bytes of a form around its photo"""
TOO_LARGE = say("This photo has more than 15 megabytes. Choose a smaller size in the phone's camera.")
STEPS = (
    (say("Figures"), (PhotoStage.EMPTY, PhotoStage.FIGURES, PhotoStage.MISMATCH)),
    (say("Ready"), (PhotoStage.READY,)),
)

ADDRESS = re.compile(r"/(?:t/(\w{4})/s|api/tables/(\w{4})/seats)/(\w+)/photo")
"""the path to which photos are sent"""

gate = OneAtATime()


def takes_photo(box: Services, path: str, headers: Mapping[str, str]) -> bool:
    """Return whether a photo is accepted: the address exists, the seat's token is signed, and the rate is in limits.

    It is called before a byte of it is received, by a thread that must not wait for the disk: whether the token is
    still valid is checked later.
    """
    found = ADDRESS.fullmatch(path)
    if box.photos is None or found is None:
        return False
    code, seat = (found[1] or found[2]).upper(), found[3]
    names = {f"HTTP_{name}": headers[name] for name in ("COOKIE", "AUTHORIZATION") if name in headers}
    return box.tokens.signed(token_of(Request(names), code, seat), code, seat) and not box.snaps.is_spent(
        f"{code}/{seat}"
    )


@dataclass(frozen=True, slots=True)
class PhotoReply:
    """The result of a photo, or of a press. ``next``: the page to go to; "": it can be taken again on this one."""

    ok: bool
    stage: PhotoStage
    message: str
    same: bool
    tap: bool
    wrong: tuple[str, ...]
    next: str


@dataclass(frozen=True, slots=True)
class PhotoPage:
    """The progress of the set-up by photos; ``wrong``: places that read otherwise, with their expected content."""

    stage: PhotoStage
    steps: tuple[tuple[StepState, Text], ...]
    now: Text
    kind: PhotoKind | None
    """the kind of the next photo; None where none can be taken now"""
    wrong: dict[str, tuple[str, ...]]
    owners: dict[str, Owner]


def photos_at(code: str) -> PhotoPage | None:
    """Return the use of photos at this table; None where there is none.

    A page with ``?of=empty`` may photograph the empty board first.
    """
    box = services()
    if box.photos is None:
        return None
    live = box.tables.live(code)
    expected = expected_on_photos(live.game, live.table)
    if expected is None:
        return None
    known = box.photos.at(code)
    playing = live.table.phase is TablePhase.PLAYING
    kind: PhotoKind | None = PhotoKind.FIGURES
    if known.stage is PhotoStage.READY:
        kind = PhotoKind.CHECK if playing else None
    elif known.stage is PhotoStage.EMPTY and request.args.get("of") == PhotoKind.EMPTY:
        kind = PhotoKind.EMPTY
    at = next(place for place, (_, stages) in enumerate(STEPS) if known.stage in stages)
    return PhotoPage(
        known.stage,
        progress([words for words, _ in STEPS], at),
        _now(known.stage, kind, playing),
        kind,
        {place: figures_at(expected, place) for place in known.wrong},
        owners_at(live.game, live.table),
    )


def _now(stage: PhotoStage, kind: PhotoKind | None, playing: bool) -> Text:
    match stage:
        case PhotoStage.EMPTY if kind is PhotoKind.EMPTY:
            return say("Take a photo of the board from above: all of it, nothing on it.")
        case PhotoStage.EMPTY if playing:
            return say("Take a photo of the board from above, with all figures as they should be now.")
        case PhotoStage.EMPTY:
            return say("Set up the figures as the game wants them. Then take a photo of the board from above.")
        case PhotoStage.FIGURES:
            return say("Now set up the figures as the game wants them, or as they were. Then take a photo.")
        case PhotoStage.MISMATCH:
            return say("On this photo some places do not look as they should.")
    if playing:
        return say("Take a photo of the board whenever you want to know whether the figures are right.")
    return say("That is all. As soon as the game has begun, photos of the board can be checked.")


@routes.get("/t/<code>/s/<seat>/photo")
@at_seat
def page(visit: Visit) -> str | BaseResponse:
    """Show the set-up with photos, one step at a time; later: one more photo."""
    if visit.locked or photos_at(visit.code) is None:
        return redirect(f"/t/{visit.code}/s/{visit.acting}", 303)
    return _page(visit)


def _page(visit: Visit, result: PhotoResult | None = None) -> str:
    return render_template("photo.html", view=visit.reader(), photos=photos_at(visit.code), result=result)


@routes.post("/t/<code>/s/<seat>/photo")
@at_table(Right.ACT)
def take(visit: Visit) -> Response | BaseResponse | str | tuple[str, int]:
    """Take a photo, or a press on the page. Scripts of the page are answered in JSON, a form with a page."""
    result, page = _sent(visit), f"/t/{visit.code}/s/{visit.acting}"
    if request.accept_mimetypes.best == "application/json":
        return answer(plain(_reply(visit, result)))
    if result.seen or request.form.get("do") == PhotoKind.DICE:
        return redirect(page, 303)
    return (_page(visit, result), 422) if result.trouble else redirect(f"{page}/photo", 303)


SENDING = {
    "type": "object",
    "required": ["do"],
    "properties": {
        "do": {"enum": ["empty", "figures", "check", "dice", "accept", "again"]},
        "photo": {
            "type": "string",
            "contentMediaType": "image/jpeg",
            "description": "JPEG, PNG or WebP, at most 15 megabytes and 40 megapixels; not with accept and again.",
        },
        "corners": {
            "type": "string",
            "description": "Where the board's corners are in the photo, if it is not found by itself: x,y 0 to 1, four"
            " of them, apart by blanks, from the upper left, clockwise as printed.",
        },
    },
}


@scripts.post("/photo")
@operation(
    "sendPhoto",
    "A photo of the board, to set up with or to check, or of dice",
    takes=SENDING,
    seated=True,
    form="multipart/form-data",
)
@at_table(Right.ACT)
def send(visit: Visit) -> PhotoReply:
    """Take a photo with its kind, or a step of the set-up: a form of several parts."""
    return _reply(visit, _sent(visit))


def _sent(visit: Visit) -> PhotoResult:
    """Return the result of the form that was sent."""
    request.max_content_length = request.max_form_memory_size = LARGEST_PHOTO + ROUND_IT
    if (request.content_length or 0) > LARGEST_PHOTO + ROUND_IT:
        raise BadRequest(TOO_LARGE)
    desk = visit.box.photos
    if desk is None:
        abort(404)
    if not visit.box.snaps.allows(f"{visit.code}/{visit.acting}"):
        raise TooManyRequests
    with gate:
        return _result(desk, visit.code, visit.acting)


def _result(desk: PhotoDesk, code: str, seat: str) -> PhotoResult:
    try:
        what, sent = request.form.get("do", ""), request.files.get("photo")
    except RequestEntityTooLarge as error:
        raise BadRequest(TOO_LARGE) from error
    match what:
        case "accept":
            return desk.accept(code)
        case "again":
            desk.forget(code)
            return PhotoResult(PhotoStage.EMPTY)
        case PhotoKind.DICE if sent is not None:
            return desk.dice(code, seat, sent.stream.read(LARGEST_PHOTO + 1))
        case PhotoKind.EMPTY | PhotoKind.FIGURES | PhotoKind.CHECK if sent is not None:
            photo = sent.stream.read(LARGEST_PHOTO + 1)
            return desk.take(code, seat, PhotoKind(what), photo, _corners())
        case _:
            raise BadRequest(say("There is no photo in this message. Take one, then send it."))


def _corners() -> tuple[NormalisedPoint, ...]:
    found = points(request.form.get("corners", ""))
    if len(found) not in (0, 4):
        raise BadRequest(say("Tap the four corners of the board, please."))
    return found


def _reply(visit: Visit, result: PhotoResult) -> PhotoReply:
    page, dice = f"/t/{visit.code}/s/{visit.acting}", request.form.get("do") == PhotoKind.DICE
    sentence = result.trouble or (_sentence(visit, result.seen) if result.seen else None)
    return PhotoReply(
        ok=result.trouble is None,
        stage=result.stage,
        message=translate(sentence) if sentence else "",
        same=bool(result.seen and result.seen.judgement.ruling is Ruling.NONE),
        tap=result.tap,
        wrong=result.wrong,
        next="" if result.trouble else page if result.seen or dice else f"{page}/photo",
    )


def _sentence(visit: Visit, seen: SeenPhoto) -> Text:
    match seen.judgement.ruling:
        case Ruling.NONE:
            return unchanged(visit.live.game, seen)
        case Ruling.LEGAL:
            return seen.judgement.sentence or say("The photo shows a move.")
        case Ruling.FAILED:
            return NO_SENSE
        case _:
            return ELSEWHERE
