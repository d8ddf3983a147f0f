"""What this box keeps of one's own from evening to evening: texts by their names, each kind on a shelf of its own."""

from __future__ import annotations

from collections.abc import Collection

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store.log import Log

MOST_KEPT = 100
"""on one shelf"""
LONGEST_NAME = 40
KEEP = (
    "INSERT INTO named (kind, name, text, made) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, made = excluded.made"
)


def names(log: Log, kind: str) -> tuple[str, ...]:
    """The names on this shelf, in order."""
    return tuple(str(name) for (name,) in log.rows("SELECT name FROM named WHERE kind = ? ORDER BY name", (kind,)))


def every(log: Log, kinds: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Shelf and name of all that is kept on these shelves, in order."""
    rows = log.rows("SELECT kind, name FROM named ORDER BY kind, name")
    return tuple((str(kind), str(name)) for kind, name in rows if kind in kinds)


def text(log: Log, kind: str, name: str) -> str | None:
    """What is kept under the name; None where nothing is."""
    found = log.rows("SELECT text FROM named WHERE kind = ? AND name = ?", (kind, name))
    return str(found[0][0]) if found else None


def keep(log: Log, kind: str, name: str, text: str, made: float) -> None:
    """Keeps the text, in place of one of that name; raises BadRequest for no name, and when the shelf is full."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadRequest(say("Please type a name of at most %(count)s letters.", count=LONGEST_NAME))
    kept = names(log, kind)
    if name not in kept and len(kept) >= MOST_KEPT:
        raise BadRequest(say("The box keeps %(count)s of these already: delete one first.", count=MOST_KEPT))
    with log.writing() as database:
        database.execute(KEEP, (kind, name, text, made))


def forget(log: Log, kind: str, name: str) -> None:
    """Deletes it; tables that play with it have their own copy."""
    with log.writing() as database:
        database.execute("DELETE FROM named WHERE kind = ? AND name = ?", (kind, name))
