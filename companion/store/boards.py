"""Boards of one's own that this box keeps: board files by name."""

from __future__ import annotations

from companion.boards.board_file import from_text
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store import named
from companion.store.log import Log

KIND = "board"


def names(log: Log) -> tuple[str, ...]:
    """The names of the boards, in order."""
    return named.names(log, KIND)


def text(log: Log, name: str) -> str:
    """The board file; raises BadRequest for a name that the box does not keep."""
    found = named.text(log, KIND, name)
    if found is None:
        raise BadRequest(say("The box keeps no board called %(name)s.", name=name[:40]))
    return found


def keep(log: Log, file: str, made: float) -> str:
    """Keeps a board file under the name of its board, in place of one of that name; returns the name.

    Raises BadRequest for a file that is no board, and when the box is full.
    """
    name = from_text(file).name
    named.keep(log, KIND, name, file, made)
    return name


def forget(log: Log, name: str) -> None:
    """Deletes a board; tables that play on it have their own copy."""
    named.forget(log, KIND, name)
