"""The shelf: every sub-package here is a game; none is named anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.plugin import Game


@cache
def shelf() -> Mapping[str, Game]:
    """Every game by its name, made once."""
    packages = (found.name for found in iter_modules(__path__) if found.ispkg)
    return {game.name: game for game in map(_game_of, sorted(packages))}


def _game_of(package: str) -> Game:
    made: Game = import_module(f"{__name__}.{package}").game()
    return made
