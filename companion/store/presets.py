"""House rules of one's own that this box keeps by name, for each game: what a table may begin with."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

from companion.store import named
from companion.store.log import Log

logger = logging.getLogger(__name__)


def shelf(game: str) -> str:
    """The shelf that they stand on."""
    return f"rules of {game}"


def names(log: Log, game: str) -> tuple[str, ...]:
    """The names, in order."""
    return named.names(log, shelf(game))


def values(log: Log, game: str, name: str) -> Mapping[str, object]:
    """House rule -> value, as it was kept; empty for what is not there or cannot be read."""
    try:
        found = json.loads(named.text(log, shelf(game), name) or "{}")
    except ValueError:
        logger.warning("house rules that cannot be read are left out", exc_info=True)
        return {}
    return found if isinstance(found, dict) else {}


def keep(log: Log, game: str, name: str, values: Mapping[str, object], made: float) -> None:
    """Keeps the values, in place of those of that name; raises BadRequest."""
    named.keep(log, shelf(game), name, json.dumps(dict(values), sort_keys=True), made)


def forget(log: Log, game: str, name: str) -> None:
    """Deletes them; tables that play by them have their own."""
    named.forget(log, shelf(game), name)
