"""House rules of one's own, kept by name for another evening."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.qr import draw_svg
from companion.store import named
from companion.web.view.lobby import brought, card_of, forget_preset, keep_preset, rename_preset
from companion.web.view.shapes import LONGEST_CODE, ShapeView
from companion.web.visit.insiders import kept_on, sits_at
from companion.web.visit.json import answer
from companion.web.visit.operations import operation
from companion.web.visit.services import own_seats, services, table_for
from companion.web.visit.tokens import NotSeated

routes = Blueprint("presets", __name__)


@routes.post("/t/<code>/presets")
def presets(code: str) -> BaseResponse:
    """Keeps the table's rules under a name, or a shape that was given away; renames or forgets what was kept."""
    form, sent = request.form, request.files.get("file")
    given = form.get("code", "") or (sent.read(LONGEST_CODE + 1).decode(errors="replace") if sent else "")
    if "bring" in form and not given.strip():
        raise BadRequest(say("Please paste the code, or choose the file."))
    name = _change(code, KeepPreset(form.get("name", ""), "forget" not in form, form.get("rename", ""), given))
    told = f"?kept={quote(name)}" if name else ""
    return redirect(f"/t/{table_for(code).code}/s/{next(iter(own_seats(code)), '')}{told}", 303)


@routes.get("/t/<code>/shape")
def shape(code: str) -> str:
    """A card to print or to show: a shape in words, with the code that gives it away."""
    card = _card(code)
    return render_template(
        "shape.html", card=card, qr=b64encode(draw_svg(card.code)).decode(), code=table_for(code).code
    )


@routes.get("/t/<code>/shape.txt")
def shape_file(code: str) -> Response:
    """The code in a file."""
    return Response(
        f"{_card(code).code}\n",
        mimetype="text/plain",
        headers={"Content-Disposition": 'attachment; filename="shape.txt"'},
    )


def _card(code: str) -> ShapeView:
    """Raises NotSeated for whoever does not sit at the table."""
    table, tables = table_for(code), services().tables
    if not sits_at(table):
        raise NotSeated(say("Only who sits at this table may do that."))
    return card_of(tables, tables.live(table.code), request.args.get("name", ""))


@dataclass(frozen=True, slots=True)
class KeepPreset:
    """The name, and whether the rules are to be kept under it or forgotten; ``rename``: what it is called from now on.

    ``code``: a shape that was given away is kept, in place of this table's rules; without a name under its own.
    """

    name: str = ""
    keep: bool = True
    rename: str = ""
    code: str = ""


@routes.post("/api/tables/<code>/presets")
@operation("keepPreset", "Keep the table's house rules by a name, rename or forget them", seated=True)
def keep(code: str, sent: KeepPreset) -> Response:
    """The same for a script."""
    _change(code, sent)
    return answer({})


def _change(code: str, sent: KeepPreset) -> str:
    """The name under which something is kept now; raises NotSeated for whoever does not sit at the table."""
    table = table_for(code)
    if not sits_at(table):
        raise NotSeated(say("Only who sits at this table may do that."))
    tables = services().tables
    live = tables.live(table.code)
    shape = brought(live, sent.code) if sent.code.strip() else None
    name, new = (" ".join(typed.split()) for typed in (sent.name or (shape.name if shape else ""), sent.rename))
    if not name:
        raise BadRequest(say("Please type a name."))
    if not sent.keep:
        forget_preset(tables, live, name)
        return ""
    shelf = named.presets(tables.log, table.game)
    kept = new or name
    with kept_on(shelf.kind, kept, bool(new) or kept in shelf.names()):
        if new:
            rename_preset(tables, live, name, new)
        else:
            keep_preset(tables, live, name, shape.values if shape else None)
    return kept
