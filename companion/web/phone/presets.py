"""House rules of one's own, kept by name for another evening."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store import named
from companion.web.api.operations import operation
from companion.web.insiders import kept_on, sits_at
from companion.web.json import answer
from companion.web.services import own_seats, services, table_for
from companion.web.tokens import NotSeated
from companion.web.view.lobby import forget_preset, keep_preset

routes = Blueprint("presets", __name__)


@routes.post("/t/<code>/presets")
def presets(code: str) -> BaseResponse:
    """Keeps the table's rules under a name, or forgets what was kept."""
    kept = "forget" not in request.form
    name = " ".join(request.form.get("name", "").split())
    _change(code, name, kept)
    told = f"?kept={quote(name)}" if kept else ""
    return redirect(f"/t/{table_for(code).code}/s/{next(iter(own_seats(code)), '')}{told}", 303)


@dataclass(frozen=True, slots=True)
class KeepPreset:
    """The name, and whether the rules are to be kept under it or forgotten."""

    name: str
    keep: bool = True


@routes.post("/api/tables/<code>/presets")
@operation("keepPreset", "Keep the table's house rules by a name, or forget them", seated=True)
def keep(code: str, sent: KeepPreset) -> Response:
    """The same for a script."""
    _change(code, sent.name, sent.keep)
    return answer({})


def _change(code: str, name: str, kept: bool) -> None:
    """Raises NotSeated for whoever does not sit at the table."""
    table = table_for(code)
    if not sits_at(table):
        raise NotSeated(say("Only who sits at this table may do that."))
    if not name.strip():
        raise BadRequest(say("Please type a name."))
    tables = services().tables
    live, name = tables.live(table.code), " ".join(name.split())
    if not kept:
        forget_preset(tables, live, name)
        return
    shelf = named.presets(tables.log, table.game)
    with kept_on(shelf.kind, name, name in shelf.names()):
        keep_preset(tables, live, name)
