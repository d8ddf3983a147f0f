"""Catalogues of cards that this box keeps: files by game and name."""

from __future__ import annotations

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store import named
from companion.store.log import Log


def names(log: Log, game: str) -> tuple[str, ...]:
    """The names of the game's catalogues, in order."""
    return named.names(log, shelf(game))


def text(log: Log, game: str, name: str) -> str:
    """The file; raises BadRequest for a name that the box does not keep."""
    found = named.text(log, shelf(game), name)
    if found is None:
        raise BadRequest(say("The box keeps no cards called %(name)s.", name=name[: named.LONGEST_NAME]))
    return found


def keep(log: Log, game: str, name: str, file: str, made: float) -> str:
    """Keeps a file, which has been read, under this name, in place of one of that name; returns the name as it is kept.

    Raises BadRequest for a name that is none, and when the box is full.
    """
    called = " ".join(name.split())
    if {"<", ">"} & set(called):
        raise BadRequest(say("Please type a name without < and >."))
    named.keep(log, shelf(game), called, file, made)
    return called


def forget(log: Log, game: str, name: str) -> None:
    """Deletes a catalogue; tables that play with it have their own copy."""
    named.forget(log, shelf(game), name)


def shelf(game: str) -> str:
    """The shelf that they stand on."""
    return f"cards of {game}"
