"""Assets of a game's folder for the pages: templates, symbols, scripts and style sheets, served from there.

A game package may have the folders ``templates`` and ``static``. Its templates are found as ``GAME/...``, its files
at ``/static/VERSION/games/GAME/...``; both obey the same content policy as everything else. Files with these names are
used:

- ``templates/parts/NAME.html``: the part ``NAME`` of its pages (``companion.core.ui.page.Part``);
- ``templates/symbols.svg``: drawings used by name wherever its figures are drawn;
- ``templates/sticker.html``: the page behind the QR code of a sticker;
- ``templates/trust.html``: what the box can see of this game, for the page that says so;
- ``static/world.css``: its sky, spark, trim and scene (``companion.web.words.looks``);
- ``static/pieces.css``, ``static/game.css``, ``static/screen.css`` and ``static/phone.js``: looks (of its figures, of
  phones and other pages, of the table screen), and what its phones do besides;
- ``static/picture.svg``: a drawing of 640 by 220 for the shelf, and for the page where one sits down.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flask import Flask, current_app
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games import folder_of
from companion.web.words import static_files

FOLDERS = "companion.games"
"""Where the application keeps the folders of its games, by name."""


def install(app: Flask, games: Iterable[str]) -> None:
    """Register the templates and static files in the folders of these games."""
    folders = {name: folder for name in games if (folder := folder_of(name))}
    app.extensions[FOLDERS] = folders
    game_loader = PrefixLoader({name: FileSystemLoader(folder / "templates") for name, folder in folders.items()})
    assert app.jinja_loader
    app.jinja_loader = ChoiceLoader([game_loader, app.jinja_loader])
    static_files.install(app, folders)
    app.jinja_env.globals.update(games_here=tuple(folders))


def folders() -> dict[str, Path]:
    """Return the folders of the games of this application, by the game's name."""
    found: dict[str, Path] = current_app.extensions[FOLDERS]
    return found


def part_names(game: str) -> tuple[str, ...]:
    """Return the names of the parts that pages of this game may have."""
    folder = folders().get(game)
    return tuple(sorted(found.stem for found in folder.glob("templates/parts/*.html"))) if folder else ()
