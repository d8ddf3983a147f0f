"""The registry of games.

Every sub-package here is a game, and so is every installed package that the group of entry points
``table_companion.games`` names; none is named anywhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from companion.core.plugin import Game, Registry

GROUP = "table_companion.games"
logger = logging.getLogger(__name__)


@cache
def packages() -> Mapping[str, str]:
    """Name of a game -> its package. No installed package replaces one that is here."""
    installed = {point.name: point.module for point in entry_points(group=GROUP)}
    here = {found.name: f"{__name__}.{found.name}" for found in iter_modules(__path__) if found.ispkg}
    return dict(sorted({**installed, **here}.items()))


@cache
def registry() -> Registry:
    """Return every edition of every game, by the name of the game and its own id; made once.

    A package whose ``games`` are none is not on the shelf: its rules can be read and tested before it can be played.
    Nor is an installed one that cannot be loaded, with an error in the log: the evening goes on with the others.
    """
    editions = {name: _editions_of(name, package) for name, package in packages().items()}
    return {name: found for name, found in editions.items() if found}


def folder_of(game: str) -> Path | None:
    """Return the folder of a game's package; None for a game that is made elsewhere."""
    spec = find_spec(packages()[game]) if game in packages() else None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _editions_of(name: str, package: str) -> Mapping[str, Game]:
    try:
        made: tuple[Game, ...] = import_module(package).games()
        if any(game.name != name for game in made):
            raise ValueError(f"a game of {package} is not called {name}")
    except Exception:
        if package.startswith(__name__):
            raise
        logger.error("the game %s cannot be loaded from %s", name, package, exc_info=True)
        return {}
    return {game.edition.id: game for game in made}
