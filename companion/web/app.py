"""The Flask application: its blueprints, template functions and error handlers."""

from __future__ import annotations

import logging
from collections.abc import Iterable, MutableMapping, Sequence
from functools import partial
from typing import Any

from flask import Flask, Response, render_template, request
from flask.templating import Environment
from flask_babel import Babel
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from companion.app.background import BackgroundWork
from companion.app.camera.phone import NotTheCamera
from companion.app.camera.session import CameraSession
from companion.app.hosting.wifi import GuestWifi
from companion.app.loaded_tables import NoSuchTable
from companion.app.photos.desk import PhotoDesk
from companion.app.tables import Tables
from companion.boards.lookups import terms_of
from companion.core.errors import RuleError, Stale
from companion.core.ui.board_page import BoardTerms
from companion.core.ui.page import PlayerRow
from companion.paths import PACKAGE, folder
from companion.store.storage import DamagedFile, StorageError
from companion.web.admin import boards, captive, catalogues, closing, history, home, printing
from companion.web.api import routes as api
from companion.web.api.stream import stream_routes
from companion.web.camera import demo, watching
from companion.web.camera import pages as camera_pages
from companion.web.camera.ingest import Ingest
from companion.web.drawing import board_svg, chart_svg, figures_svg
from companion.web.drawing.board_map import BoardMap, board_map
from companion.web.drawing.last_lines import last_lines
from companion.web.fragments.kept import KeptFragments
from companion.web.fragments.shown import Shown
from companion.web.phone import account, arrange, claims, join, photo, presets
from companion.web.phone import pages as phone_pages
from companion.web.screen import exports, plays, television
from companion.web.screen import pages as screen_pages
from companion.web.view.values import Ground, Standing
from companion.web.visit import guard
from companion.web.visit.json import plain, plain_json, problem, refusal
from companion.web.visit.services import Services, services, wifi_here
from companion.web.visit.tokens import NotSeated, Tokens, WrongSeat
from companion.web.words import games, i18n, rules
from companion.web.words.isolation import NamedTemplate

PARTS = (
    account,
    arrange,
    boards,
    camera_pages,
    catalogues,
    claims,
    demo,
    home,
    history,
    closing,
    join,
    phone_pages,
    photo,
    presets,
    watching,
    screen_pages,
    television,
    exports,
    plays,
    printing,
    rules,
    api,
)
logger = logging.getLogger(__name__)

STATUS = {Stale: 409, NotSeated: 401, WrongSeat: 403, NotTheCamera: 403, NoSuchTable: 404} | {
    DamagedFile: 422,
    StorageError: 503,
}


class Templates(Environment):
    """A template environment with the globals in one dictionary: all of them are set at the start.

    Jinja looks through two layers of globals at each rendering, which takes longer than most fragments.
    """

    template_class = NamedTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template in one layer."""
        return {**self.globals, **(d or {})}


class Web(Flask):
    """A Flask application that renders with ``Templates``."""

    jinja_environment = Templates


def create_app(
    tables: Tables,
    address: str = "",
    box_names: frozenset[str] = frozenset(),
    camera: CameraSession | None = None,
    background: Sequence[BackgroundWork] = (),
    photos: PhotoDesk | None = None,
) -> Flask:
    """Return the application for these tables.

    ``address`` is used in QR codes, "" for the address of the request. ``box_names`` are the host names that requests
    may use. ``background`` is watched by the health check. ``photos`` reads photos of boards.
    """
    app = Web("companion", template_folder=str(folder("templates")), static_folder=None)
    app.jinja_options = app.jinja_options | {"cache_size": -1}  # keep all templates: an LRU cache costs at every use
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(PACKAGE / "translations")
    Babel(app, locale_selector=i18n.chosen_locale)
    camera = camera or CameraSession(tables)
    app.extensions["companion"] = Services(
        tables,
        Tokens.of(tables.log),
        address,
        camera,
        background,
        photos,
        GuestWifi.of_games(tables.log.where),
    )
    app.extensions["companion.shown"] = Shown(KeptFragments(tables.bell.listened))
    guard.install(app, box_names, captive.answer)
    games.install(app, tables.games)
    i18n.install(app)
    equip_templates(app)
    scripts = photo.scripts, camera_pages.scripts, watching.scripts
    streams = stream_routes(phone_pages.SHEET, screen_pages.SHEET)
    for routes in (*(part.routes for part in PARTS), *scripts, streams, Ingest(camera).routes):
        app.register_blueprint(routes)
    app.register_error_handler(RuleError, refused)
    app.register_error_handler(HTTPException, http_trouble)
    return app


def equip_templates(app: Flask) -> None:
    """Add the functions and filters that templates call."""
    app.jinja_env.globals.update(
        rule_url=rules.rule_url,
        board_terms=board_terms,
        place_map=place_map,
        draw_board=draw_board,
        draw_figures=draw_figures,
        wealth_chart=chart_svg.wealth_chart,
        race_chart=chart_svg.race_chart,
        chart_frames=chart_svg.FRAMES,
        last_lines=last_lines,
        camera_here=camera_here,
        wifi_here=wifi_here,
        photos_at=photo.photos_at,
    )
    app.jinja_env.filters.update(plain=plain, plain_json=plain_json, by_seat=by_seat)
    # player marks may be any letter: keep them readable in the JSON of a page
    app.jinja_env.policies["json.dumps_function"] = partial(app.json.dumps, ensure_ascii=False)


def by_seat(rows: Iterable[PlayerRow]) -> dict[str, PlayerRow]:
    """Return the players by their seats."""
    return {row.seat: row for row in rows}


def draw_board(ground: Ground, brief: bool, letters: int = 0) -> object:
    """Return the drawing of a board; ``letters``: the longest name to leave room for; ``brief``: without names."""
    return board_svg.drawing(ground.layout, ground.regions, ground.badges, brief, board_terms().places or None, letters)


def draw_figures(figures: Standing) -> object:
    """Return the drawing of the figures and marks on a board."""
    return figures_svg.drawn_figures(figures.layout, figures.board, figures.badges)


def place_map(code: str) -> BoardMap | None:
    """Return the small map of a table's board with the owner of each region, or None without a board."""
    return board_map(services().tables.live(code))


def board_terms() -> BoardTerms:
    """Return the words for pieces and places on the board of the request's table."""
    live = i18n.spoken()
    return terms_of(live.game) if live else BoardTerms()


def camera_here() -> CameraSession:
    """Return the camera session, for the link to its pages."""
    return services().camera


def refused(error: RuleError) -> tuple[Response | str, int]:
    """Return the response to a refusal by the rules: JSON for the API, otherwise a page."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    logger.info("%s %s refused: %d %s", request.method, requested_route(), status, error.code, exc_info=error)
    if request.path.startswith("/api/"):
        return refusal(error), status
    return render_template("error.html", title=i18n.gettext("That did not work"), sentence=error.text), status


def requested_route() -> str:
    """Return the route and the table of the request for the log, without any key in the address."""
    route = request.url_rule.rule if request.url_rule else "nowhere"
    code = str((request.view_args or {}).get("code", ""))[:4]
    return f"{route} of table {code}" if code.isalpha() and code.isascii() else route


def http_trouble(error: HTTPException) -> tuple[Response | str, int, dict[str, str]]:
    """Return the response to a refusal by Flask, as ``refused`` does for one by the rules."""
    status = error.code or 500
    logger.info("%s %s refused: %d", request.method, requested_route(), status, exc_info=error)
    retry_after = getattr(error, "retry_after", None)
    headers = {"Retry-After": str(retry_after)} if retry_after else {}
    sentence = {
        403: i18n.gettext("This request came from a page that does not belong to this box, so it was refused."),
        404: i18n.gettext("There is nothing here. Perhaps the address was mistyped."),
        405: i18n.gettext("This address does not do that."),
        413: i18n.gettext("That was far too much at once."),
        415: i18n.gettext("Please send JSON."),
        503: i18n.gettext("The box is busy with another one of these. Please try again in a moment."),
        429: i18n.gettext("Too many attempts in a short time. Please wait a minute, then try again."),
    }.get(status, i18n.gettext("The box could not understand this request."))
    if request.path.startswith("/api/"):
        return problem(f"http_{status}", sentence), status, headers
    page = render_template("error.html", title=i18n.gettext("That did not work"), sentence=Markup.escape(sentence))
    return page, status, headers
