"""The files that a browser keeps for ever: style sheets, scripts and pictures of the program and of its games.

All lie under one address that changes with any of them, ``/static/VERSION/...``, those of a game under
``/static/VERSION/games/GAME/...``: a script imports another one by its relative address and gets the same version.
A page that was opened before the box was updated still asks for the old address, and gets what lies there now.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import NotFound

from companion.paths import PACKAGE
from companion.web.words.looks import looks
from companion.web.words.scripts import bundles

STATIC = "companion.static"
"""Where the application keeps its static files."""

KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".mp4": "video/mp4",
    ".woff2": "font/woff2",
}
COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?!!)(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""one that has its lines to itself, in a script or a style sheet; with ! it is a licence, and stays"""
ASIDE = re.compile(rb"[ \t]+// [^\"'`\n]*$|^\s+", re.MULTILINE)
"""parts of a script that a browser does not need: a comment behind a statement, the indent, and empty lines"""
FOR_EVER = "public, max-age=31536000, immutable"

routes = Blueprint("static_files", __name__)


class StaticFile:
    """A file in memory."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.mimetype = KINDS.get(Path(name).suffix, "text/plain")

    @cached_property
    def gzipped(self) -> bytes:
        """Return the file compressed with gzip, once, when it is asked for first."""
        return gzip.compress(self.body, mtime=0)


class StaticFiles:
    """All static files by name, ``act.js`` or ``games/GAME/game.css``, and the version of them all."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        self.files = {name: StaticFile(name, body) for name, body in found.items()}
        digest = hashlib.sha256()
        for name, body in sorted(found.items()):
            digest.update(f"{name}\0{len(body)}\0".encode() + body)
        self.version = digest.hexdigest()[:12]


@cache
def static_files(games: tuple[tuple[str, Path], ...]) -> StaticFiles:
    """Return the files of the program and those of these games (name and folder), as they are now."""
    found = _below(PACKAGE / "static", "")
    for game, folder in games:
        found |= _below(folder / "static", f"games/{game}/")
    names = [game for game, _ in games]
    return StaticFiles(found | dict(looks(found, names)) | dict(bundles(found, names)))


def _below(folder: Path, prefix: str) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {prefix + path.relative_to(folder).as_posix(): _carried(path) for path in files}


def _carried(path: Path) -> bytes:
    """Return the file without what only a reader needs: a third of our scripts and half of others'."""
    body = path.read_bytes()
    match path.suffix:
        case ".js":
            return ASIDE.sub(b"", COMMENT.sub(b"", body))
        case ".css":
            return COMMENT.sub(b"", body)
        case _:
            return body


def install(app: Flask, games: Mapping[str, Path]) -> None:
    """Serve the files of the program and of these games."""
    app.extensions[STATIC] = static_files(tuple(games.items()))
    app.jinja_env.globals.update(static=static)
    app.register_blueprint(routes)


def static(name: str) -> str:
    """Return the address of a static file, also outside of a request; "" where there is no such file."""
    here: StaticFiles = current_app.extensions[STATIC]
    return f"/static/{here.version}/{name}" if name in here.files else ""


@routes.get("/static/<version>/<path:name>")
def serve(version: str, name: str) -> Response:
    """Return the file as it is now, to be cached for ever where the address has its version."""
    here: StaticFiles = current_app.extensions[STATIC]
    found = here.files.get(name)
    if found is None:
        raise NotFound
    answer = Response(found.body, mimetype=found.mimetype)
    answer.headers["Cache-Control"] = FOR_EVER if version == here.version else "no-store"
    answer.vary.add("Accept-Encoding")
    if not request.range and request.accept_encodings["gzip"] and len(found.gzipped) < len(found.body):
        answer.set_data(found.gzipped)
        answer.content_encoding = "gzip"
        return answer
    # WebKit plays a film only if it can request ranges of it.
    answer.make_conditional(request, accept_ranges=True, complete_length=len(found.body))
    return answer
