"""Boards of one's own that this box keeps: board files by name."""

from __future__ import annotations

from companion.boards.board_file import from_text
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store.log import Log

MOST_BOARDS = 100


def names(log: Log) -> tuple[str, ...]:
    """The names of the boards, in order."""
    return tuple(str(name) for (name,) in log.rows("SELECT name FROM boards ORDER BY name"))


def text(log: Log, name: str) -> str:
    """The board file; raises BadRequest for a name that the box does not keep."""
    found = log.rows("SELECT file FROM boards WHERE name = ?", (name,))
    if not found:
        raise BadRequest(say("The box keeps no board called %(name)s.", name=name[:40]))
    return str(found[0][0])


def keep(log: Log, file: str, made: float) -> str:
    """Keeps a board file under the name of its board, in place of one of that name; returns the name.

    Raises BadRequest for a file that is no board, and when the box is full.
    """
    name = from_text(file).name
    kept = names(log)
    if name not in kept and len(kept) >= MOST_BOARDS:
        raise BadRequest(say("The box keeps %(count)s boards already: delete one first.", count=MOST_BOARDS))
    with log.writing() as database:
        database["boards"].upsert({"name": name, "file": file, "made": made}, pk="name")  # type: ignore[union-attr]
    return name


def forget(log: Log, name: str) -> None:
    """Deletes a board; tables that play on it have their own copy."""
    with log.writing() as database:
        database.execute("DELETE FROM boards WHERE name = ?", (name,))
