"""Identities of those who have played here: names that mean the same person, and names that were taken out.

An alias is stored by its key; the finished games keep each name as it was typed. Taking a person out cannot be
undone: the name is removed from the finished games, too.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import BadRequest
from companion.core.referee.lobby import MAX_NAME_LENGTH
from companion.core.text import say
from companion.store.log import Log
from companion.store.named import Shelf

logger = logging.getLogger(__name__)


def key_of(name: str) -> str:
    """Return a name as it is compared, however it was typed."""
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True)
class People:
    """The people of one box, read once; ``names`` has the person's name by the key of each alias."""

    log: Log
    names: Mapping[str, str]

    @classmethod
    def of(cls, log: Log) -> People:
        """Read the people of the box whose log this is."""
        rows = log.rows("SELECT name, text FROM named WHERE kind = 'player'")
        return cls(log, {str(name): str(text) for name, text in rows})

    def called(self, name: str) -> str:
        """Return the person's name for this name or alias."""
        return self.names.get(key_of(name), name)

    def aliases(self, name: str) -> tuple[str, ...]:
        """Return the other names, as they are compared, that mean this person."""
        return tuple(key for key, target in self.names.items() if key_of(target) == key_of(name) != key)

    def call(self, name: str, becomes: str, now: float) -> None:
        """Call the person ``name`` by this name, a new one or that of the same person. Raise BadRequest for none."""
        becomes = " ".join(becomes.split())
        if not becomes or not becomes.isprintable() or len(becomes) > MAX_NAME_LENGTH:
            raise BadRequest(say("Please enter a name of at most %(count)s letters.", count=MAX_NAME_LENGTH))
        if key_of(self.called(becomes)) != key_of(name):  # another person's name, not an earlier one of this person
            becomes = self.called(becomes)
        for each in (key_of(name), *self.aliases(name)):
            self._shelf.keep(each, becomes, now)

    def split(self, name: str) -> None:
        """Remove the alias: the name means its own person again."""
        self._shelf.forget(key_of(name))

    def forget(self, name: str) -> None:
        """Take a person out under all names: the finished games keep the place and the score of nobody."""
        keys = {key_of(name), *self.aliases(name)}
        with self.log.writing() as database:
            for code, seq, *columns in database.execute("SELECT code, seq, standings, feats FROM results").fetchall():
                without = [_without(each, keys) for each in columns]
                if without != columns:
                    database.execute(
                        "UPDATE results SET standings = ?, feats = ? WHERE code = ? AND seq = ?", (*without, code, seq)
                    )
            for each in keys:
                database.execute("DELETE FROM named WHERE kind = 'player' AND name = ?", (each,))

    @property
    def _shelf(self) -> Shelf:
        return Shelf(self.log, "player")


def _without(text: str, keys: set[str]) -> str:
    """Return a list of lines with names, as JSON, without these names; damaged rows stay as they are."""
    try:
        lines = json.loads(text)
        named = [{**line, "name": "" if key_of(line["name"]) in keys else line["name"]} for line in lines]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        logger.debug("a result that cannot be read stays as it is", exc_info=True)
        return text
    return text if named == lines else json.dumps(named)
