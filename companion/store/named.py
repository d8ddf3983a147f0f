"""Texts that the box keeps by their names from evening to evening, each kind (boards, cards, rules) on its shelf."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store.log import Log

MAX_KEPT = 100
"""on one shelf"""
MAX_NAME_LENGTH = 40
KEEP = (
    "INSERT INTO named (kind, name, text, made) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, made = excluded.made"
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The texts of one ``kind``, by their names."""

    log: Log
    kind: str

    def names(self) -> tuple[str, ...]:
        """Return the names, in order."""
        found = self.log.rows("SELECT name FROM named WHERE kind = ? ORDER BY name", (self.kind,))
        return tuple(str(name) for (name,) in found)

    def find(self, name: str) -> str | None:
        """Return the text that is kept under the name, or None."""
        found = self.log.rows("SELECT text FROM named WHERE kind = ? AND name = ?", (self.kind, name))
        return str(found[0][0]) if found else None

    def text(self, name: str) -> str:
        """Return the text that is kept under the name. Raise BadRequest where there is none."""
        found = self.find(name)
        if found is None:
            raise BadRequest(say("The box keeps nothing called %(name)s.", name=name[:MAX_NAME_LENGTH]))
        return found

    def keep(self, name: str, text: str, made: float) -> None:
        """Keep the text, in place of one of that name. Raise BadRequest for no name, and when the shelf is full."""
        if not name.strip() or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
            raise BadRequest(say("Please enter a name of at most %(count)s letters.", count=MAX_NAME_LENGTH))
        kept = self.names()
        if name not in kept and len(kept) >= MAX_KEPT:
            raise BadRequest(say("The box keeps %(count)s of these already: delete one first.", count=MAX_KEPT))
        with self.log.writing() as database:
            database.execute(KEEP, (self.kind, name, text, made))

    def forget(self, name: str) -> None:
        """Delete the text; tables that play with it have their own copy."""
        with self.log.writing() as database:
            database.execute("DELETE FROM named WHERE kind = ? AND name = ?", (self.kind, name))


def boards(log: Log) -> Shelf:
    """Return the board files, by the names of the boards."""
    return Shelf(log, "board")


def catalogues(log: Log, game: str) -> Shelf:
    """Return the files of cards for the game."""
    return Shelf(log, f"cards of {game}")


def presets(log: Log, game: str) -> Shelf:
    """Return the house rules for the game that a table may begin with, see ``values``."""
    return Shelf(log, f"rules of {game}")


def values(shelf: Shelf, name: str) -> Mapping[str, object]:
    """Return house rule -> value, as it was kept; empty for what is not there or cannot be read."""
    try:
        found = json.loads(shelf.find(name) or "{}")
    except ValueError:
        logger.warning("house rules that cannot be read are left out", exc_info=True)
        return {}
    return found if isinstance(found, dict) else {}


def every(log: Log, kinds: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return shelf and name of all that is kept on these shelves, in order."""
    rows = log.rows("SELECT kind, name FROM named ORDER BY kind, name")
    return tuple((str(kind), str(name)) for kind, name in rows if kind in kinds)
