"""The registry: every sub-package here is a game; none is named anywhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.plugin import Game, Registry


@cache
def registry() -> Registry:
    """Every edition of every game, by the name of its folder and its own id; made once.

    A folder whose ``games`` are none is not on the shelf: its rules can be read and tested before it can be played.
    """
    packages = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    editions = {package: {game.edition.id: game for game in _editions_of(package)} for package in packages}
    return {package: found for package, found in editions.items() if found}


def _editions_of(package: str) -> tuple[Game, ...]:
    made: tuple[Game, ...] = import_module(f"{__name__}.{package}").games()
    return made
