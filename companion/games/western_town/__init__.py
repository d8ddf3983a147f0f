"""Western Town: four towns, their cubes and secret cards. Its rules and rule questions; no game on the shelf yet."""

from __future__ import annotations

from companion.core.plugin import Game


def games() -> tuple[Game, ...]:
    """The editions, for the registry."""
    return ()
