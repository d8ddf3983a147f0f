"""Recorded games: a replay of each must always lead to the same table, and lose no money.

A folder of recordings has ``v1``, ``v2`` and so on, and the digest of each file in ``SHA256SUMS``. After the release
of a game no file is rewritten: where its rules play differently, it is recorded anew, into the next version.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from companion.app.export import read_export
from companion.core.messages import Message
from companion.core.referee.event_text import Sentences
from companion.core.referee.reducer import StoredEvent, title_event
from companion.core.referee.referee import Referee
from companion.core.referee.replay import replayed
from companion.core.table.table import Table
from companion.games import registry
from companion.store.codec import Codec


@dataclass(frozen=True)
class Recordings:
    """A folder of recordings."""

    folder: Path

    def version(self, path: Path) -> int:
        """Return the number of the folder ``vN`` that holds this recording."""
        return int(path.relative_to(self.folder).parts[0][1:])

    @property
    def kept(self) -> list[Path]:
        """Return all files that were ever stored."""
        return sorted(path for path in self.folder.rglob("v*/**/*") if path.is_file())

    @property
    def every(self) -> list[Path]:
        """Return all games that were ever recorded, the oldest first."""
        games = (path for path in self.kept if path.suffix == ".jsonl")
        return sorted(games, key=lambda path: (self.version(path), path))

    @property
    def newest(self) -> list[Path]:
        """Return the newest recording of each name."""
        return sorted({path.stem: path for path in self.every}.values())

    def digest(self, path: Path) -> str:
        """Return the line of a file in ``SHA256SUMS``."""
        return f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(self.folder)}"

    def assert_intact(self) -> None:
        """Check that no recording was rewritten or removed."""
        sums = self.folder.joinpath("SHA256SUMS").read_text().splitlines()
        assert {*map(self.digest, self.kept)} == set(sums)

    def keep(self, recorded: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Path]]:
        """Yield name and file of each recording; one that differs from the newest is written into a new version."""
        newest = {path.stem: path for path in self.newest}
        folder = self.folder / f"v{1 + max(map(self.version, self.every), default=0)}"
        for name, text in recorded:
            path = newest.get(name)
            if path is None or path.read_text() != text:
                path = folder / f"{name}.jsonl"
                folder.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                with self.folder.joinpath("SHA256SUMS").open("a") as sums:
                    sums.write(f"{self.digest(path)}\n")
            yield name, path

    def keep_only(self, recorded: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Path]]:
        """Replace every recording by these, as the first version: for a game that nobody has played yet."""
        recordings = [*recorded]
        for folder in self.folder.glob("v*"):
            shutil.rmtree(folder)
        self.folder.joinpath("SHA256SUMS").unlink(missing_ok=True)
        yield from self.keep(recordings)


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game, read."""

    head: dict[str, Any]
    lines: tuple[dict[str, Any], ...]
    records: tuple[StoredEvent, ...]
    codec: Codec
    referee: Referee
    beginning: Table

    @property
    def sentences(self) -> Sentences:
        """Return the sentences for its events."""
        return Sentences(self.referee.game, partial(title_event, self.records))

    @cached_property
    def tables(self) -> tuple[tuple[StoredEvent, Table], ...]:
        """Return every record with the table after it; computed once."""
        return tuple(self.followed())

    def followed(self) -> Iterator[tuple[StoredEvent, Table]]:
        """Yield every record with the table after it, computed anew."""
        states = {0: self.beginning}
        table = self.beginning
        for record in self.records:
            table = replayed(self.referee.game, table, record, states.__getitem__)
            states[record.seq] = table
            yield record, table


def message_of(line: dict[str, Any]) -> Message | None:
    """Return the command of a line, or None."""
    command = line.get("command")
    return Message(command["kind"], command["data"]) if command else None


@cache
def played(path: Path) -> RecordedGame:
    """Return the game in this file."""
    text = path.read_text().splitlines()
    export, lines = read_export(registry(), text), tuple(json.loads(line) for line in text[1:])
    codec = Codec(export.game)
    referee = Referee(export.game, codec.read, codec.write)
    return RecordedGame(dict(export.head), lines, tuple(export.records), codec, referee, export.begun)


# --- what must hold ---------------------------------------------------------------------------


def replays(path: Path) -> None:
    """Check one recording with all checks of replays."""
    assert_end(path)
    assert_zero_sum(played(path).tables)
    assert_storable(path)
    assert_decided_alike(path)


def assert_end(path: Path) -> None:
    """Check that the game is over, with the balances in its first line."""
    game = played(path)
    _, table = game.tables[-1]
    assert dict(table.accounts) == game.head["accounts"]
    assert table.phase.value == game.head["phase"] == "over"


def assert_zero_sum(tables: Iterable[tuple[StoredEvent, Table]]) -> None:
    """Check that all accounts together are zero after every event.

    Before the final count no account but the bank's is below it.
    """
    for record, table in tables:
        assert sum(table.accounts.values()) == 0, f"event {record.seq}: {record.event}"
        if table.ending is None:
            assert min((table.accounts[seat] for seat in table.ids), default=0) >= 0, f"event {record.seq}"


def assert_storable(path: Path) -> None:
    """Check that every event can be worded and stored, and every seventh state stored."""
    game = played(path)
    sentences = game.sentences
    for line, (record, table) in zip(game.lines, game.tables, strict=True):
        again = game.codec.event_from_json(line["kind"], game.codec.event_to_json(record.event))
        assert again == record.event, f"event {record.seq}"
        words = sentences.event(record.event)
        assert words is None or str(words), f"event {record.seq}"
        if record.seq % 7 == 1:
            assert game.codec.table_from_json(game.codec.table_to_json(table)) == table, f"event {record.seq}"


def assert_decided_alike(path: Path) -> None:
    """Check that today's rules decide the recorded commands as they did then.

    A difference is not an error by itself: events carry their outcome, so old logs stay valid when a rule is corrected.
    """
    game = played(path)
    states = {0: game.beginning, **{record.seq: table for record, table in game.tables}}
    for line in game.lines:
        message = message_of(line)
        if message is None:
            continue
        before = states[line["seq"] - 1]
        recorded = [record.event for record in game.records if record.action == line["action"]]
        decided, _ = game.referee.act(before, line["actor"], game.codec.read(message), line["at"])
        assert recorded == [record.event for record in decided], (
            f"{path.name}, event {line['seq']}: {message.kind} by {line['actor']} is decided differently today.\n"
            "The log itself is still valid. If the rule was changed on purpose: companion record-game NAME,\n"
            "and for a game that nobody has played yet: companion record-game NAME --again"
        )
