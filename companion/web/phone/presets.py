"""Presets: house rules stored by name for another evening."""

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
from companion.web.view.shapes import MAX_CODE_LENGTH, ShapeView
from companion.web.visit.insiders import limit_uploads
from companion.web.visit.operations import operation
from companion.web.visit.visit import Right, Visit, at_table

routes = Blueprint("presets", __name__)


@routes.post("/t/<code>/presets")
@at_table(Right.SIT)
def presets(visit: Visit) -> BaseResponse:
    """Store the table's rules under a name, or a preset from a code; rename or delete a stored one."""
    form, sent = request.form, request.files.get("file")
    given = form.get("code", "") or (sent.read(MAX_CODE_LENGTH + 1).decode(errors="replace") if sent else "")
    if "bring" in form and not given.strip():
        raise BadRequest(say("Please paste the code, or choose the file."))
    name = _change(visit, KeepPreset(form.get("name", ""), "forget" not in form, form.get("rename", ""), given))
    query = f"?kept={quote(name)}" if name else ""
    return redirect(f"/t/{visit.code}/s/{next(iter(visit.roles))}{query}", 303)


@routes.get("/t/<code>/shape")
@at_table(Right.SIT)
def shape(visit: Visit) -> str:
    """Show a card to print or to show: a preset in words, with its code."""
    card = _card(visit)
    return render_template("shape.html", card=card, qr=b64encode(draw_svg(card.code)).decode(), code=visit.code)


@routes.get("/t/<code>/shape.txt")
@at_table(Right.SIT)
def shape_file(visit: Visit) -> Response:
    """Send the code in a file."""
    return Response(
        f"{_card(visit).code}\n",
        mimetype="text/plain",
        headers={"Content-Disposition": 'attachment; filename="shape.txt"'},
    )


def _card(visit: Visit) -> ShapeView:
    return card_of(visit.box.tables, visit.live, request.args.get("name", ""))


@dataclass(frozen=True, slots=True)
class KeepPreset:
    """A name, and whether to store the rules under it or to delete them; ``rename``: the new name.

    ``code``: the preset of this code is stored, in place of this table's rules; without a name under its own.
    """

    name: str = ""
    keep: bool = True
    rename: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class KeptPreset:
    """The name under which the rules are stored now; empty for deleted ones."""

    name: str


@routes.post("/api/tables/<code>/presets")
@operation("keepPreset", "Keep the table's house rules by a name, rename or forget them", seated=True)
@at_table(Right.SIT)
def keep(visit: Visit, sent: KeepPreset) -> KeptPreset:
    """Store, rename or delete a preset for a script."""
    return KeptPreset(_change(visit, sent))


def _change(visit: Visit, sent: KeepPreset) -> str:
    """Return the name under which rules are stored now, "" for deleted ones. Raise BadRequest."""
    tables, live = visit.box.tables, visit.live
    shape = brought(live, sent.code) if sent.code.strip() else None
    name, new = (" ".join(typed.split()) for typed in (sent.name or (shape.name if shape else ""), sent.rename))
    if not name:
        raise BadRequest(say("Please enter a name."))
    if not sent.keep:
        forget_preset(tables, live, name)
        return ""
    shelf = named.presets(tables.log, visit.table.game)
    kept = new or name
    with limit_uploads(shelf.kind, kept, bool(new) or kept in shelf.names()):
        if new:
            rename_preset(tables, live, name, new)
        else:
            keep_preset(tables, live, name, shape.values if shape else None)
    return kept
