"""The recorded games, read: every event with the table after it, and the commands that led there."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from companion.app.export import record_of
from companion.app.loaded_table import fresh
from companion.core.messages import Event, Message
from companion.core.referee.event_text import Sentences
from companion.core.referee.reducer import StoredEvent, deed
from companion.core.referee.referee import Referee
from companion.core.referee.replay import replayed
from companion.core.table.table import Table
from companion.core.text import Text
from companion.games import registry
from companion.store.codec import Codec
from companion.store.log import TableRow

FOLDER = Path(__file__).parent / "recorded"


def version_of(path: Path) -> int:
    """The number of the folder ``recorded/vN`` that holds this recording."""
    return int(path.relative_to(FOLDER).parts[0][1:])


KEPT = sorted(path for path in FOLDER.rglob("v*/**/*") if path.is_file())
"""Whatever was ever recorded; none is ever rewritten (``tests/recorded/README.md``)."""
EVERY = sorted(
    (path for path in KEPT if path.suffix == ".jsonl" and "box" not in path.parts),
    key=lambda path: (version_of(path), path),
)
"""Every game that was ever recorded."""
RECORDED = sorted({path.stem: path for path in EVERY if version_of(path)}.values())
"""The newest recording of each game."""


@dataclass(frozen=True)
class Played:
    """A recorded game, read."""

    head: dict[str, Any]
    lines: tuple[dict[str, Any], ...]
    records: tuple[StoredEvent, ...]
    codec: Codec
    referee: Referee
    beginning: Table

    @property
    def sentences(self) -> Sentences:
        """Words for what is kept in it."""
        return Sentences(self.referee.game, self._deed)

    def _deed(self, action: int) -> Event | None:
        return deed(self.records, action)

    @cached_property
    def tables(self) -> tuple[tuple[StoredEvent, Table], ...]:
        """Every record with the table after it; followed once."""
        return tuple(self.followed())

    def followed(self) -> Iterator[tuple[StoredEvent, Table]]:
        """The same, followed anew."""
        states = {0: self.beginning}
        table = self.beginning
        for record in self.records:
            table = replayed(self.referee.game, table, record, states.__getitem__)
            states[record.seq] = table
            yield record, table


def message_of(line: dict[str, Any]) -> Message | None:
    """The command of a line, where it has one."""
    command = line.get("command")
    return Message(command["kind"], command["data"]) if command else None


@cache
def played(path: Path) -> Played:
    """The game in this file."""
    head, *lines = (json.loads(line) for line in path.read_text().splitlines())
    game = registry()[head["game"]][head["edition"]]
    codec = Codec(game)
    row = TableRow(head["table"], head["game"], head["edition"], head["level"], False, "", 0.0, head.get("defaults", 0))
    records = tuple(record_of(codec, line) for line in lines)
    return Played(head, tuple(lines), records, codec, Referee(game, codec.read, codec.write), fresh(row, game))


def alike(then: Any, now: Any) -> bool:
    """Whether two events, or parts of them, say the same; where a sentence was kept once, any fact may stand now."""
    if isinstance(then, Text):
        return True
    if is_dataclass(then):
        return type(then) is type(now) and all(
            alike(getattr(then, field.name), getattr(now, field.name)) for field in fields(then)
        )
    if isinstance(then, tuple | list):
        return len(then) == len(now) and all(map(alike, then, now))
    return bool(then == now)
