"""Commands, events and tables to JSON and back, for one game.

Pydantic reads and writes the frozen dataclasses of the core; the kinds of messages come from the
game. Reading a command is strict: a number is not a string, and a field nobody knows is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, cast
from zlib import crc32

from pydantic import TypeAdapter, ValidationError

from companion.boards import data_file
from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, Message, Posting, json_name, kind_of
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import open_accounts
from companion.core.plugin import Game
from companion.core.secrets import ballot
from companion.core.secrets.exchange import SettleShowdown
from companion.core.table.commands import COMMANDS, AdmitPhone, MoveSeat, TakeSeat, VouchFor, WithdrawClaim
from companion.core.table.events import EVENTS
from companion.core.table.table import Table
from companion.core.text import Fact, Text, say

BALLOT_COMMANDS = (
    *(ballot.SealVote, ballot.RevealBallot, ballot.TellTally, ballot.EnterVotes, ballot.VoidBallot),
    SettleShowdown,
)
MAX_FIELD_LENGTH = 60
"""A refusal names the field that is wrong, but repeats no more of a request than can be read."""

SNAPSHOT_FORMAT = 6
"""Of ``Codec.table_to_json``; to be raised when a table holds something else than before. Format 1 had no number; in
2 a vote came back from an undo with its number and seals; in 4 permits of new phones never ended."""

INTERNAL = (
    *(ballot.RevealBallot, ballot.TellTally, SettleShowdown, TakeSeat),
    *(AdmitPhone, VouchFor, WithdrawClaim, MoveSeat),
)
"""Commands that no screen may give: the box gives them itself when their own door let them in."""


IN_MOST_EVENTS = (Text, Fact, Posting)
"""Pydantic looks at a dataclass anew in each one that holds it, unless the class itself carries what it found."""


def adapter(cls: Any) -> TypeAdapter[Any]:
    """Return ``data_file.adapter`` of a class that is kept."""
    _look_once()
    return data_file.adapter(cls)


@cache
def _look_once() -> None:
    for held in IN_MOST_EVENTS:
        type.__setattr__(held, "__pydantic_core_schema__", TypeAdapter(held).core_schema)


class OtherFormat(ValueError):
    """Refusal of a snapshot that another version has written."""


class Codec:
    """The messages of one game and of every table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        commands = (*COMMANDS, *bank.COMMANDS, *BALLOT_COMMANDS, *game.commands)
        events = (*EVENTS, *bank.EVENTS, *ballot.EVENTS, *game.events)
        self.commands: Mapping[str, type[Command]] = {kind_of(cls): cls for cls in commands}
        self.events: Mapping[str, type[Event]] = {kind_of(cls): cls for cls in events}

    def read(self, message: Message) -> Command:
        """Return the command. Raise BadRequest with the field that is wrong."""
        cls = self.commands.get(message.kind)
        if cls is None:
            raise BadRequest(say("The box does not know what you mean."))
        unknown = sorted(map(str, set(message.data) - {json_name(cls, field.name) for field in fields(cls)}))
        if unknown:
            raise BadRequest(say("There is no %(field)s in this request.", field=unknown[0][:MAX_FIELD_LENGTH]))
        try:
            return cast(Command, adapter(cls).validate_json(json.dumps(dict(message.data)), strict=True))
        except (ValidationError, ValueError, RecursionError) as error:
            raise BadRequest(_wrong_field(error)) from error

    def public(self, message: Message) -> Command:
        """Return the command as ``read`` does, but only one that a screen may ask for."""
        command = self.read(message)
        if isinstance(command, INTERNAL):
            raise BadRequest(say("The box does not know what you mean."))
        return command

    def write(self, command: Command) -> Message:
        """Return the command as plain data."""
        return Message(kind_of(command), _plain(type(command), command))

    def event_to_json(self, event: Event) -> str:
        """Return the event as JSON without its default values: most events move no money."""
        return adapter(type(event)).serializer.to_json(event, exclude_defaults=True, by_alias=True).decode()

    def event_from_json(self, kind: str, data: str) -> Event:
        """Return the event. Raise KeyError for a kind this game does not have."""
        if kind not in self.events:
            raise KeyError(f"{self.game.name} has no event {kind}: a renamed class keeps its old name as KIND")
        return cast(Event, adapter(self.events[kind]).validate_json(data))

    def table_to_json(self, value: Table) -> str:
        """Return a snapshot of the whole table."""
        plain = _plain(Table, replace(value, play=None, rules=None))
        rules = _plain(type(value.rules), value.rules)
        play = _plain(self.game.state, value.play) if value.play is not None else None
        parts = {"format": SNAPSHOT_FORMAT, "table": plain, "rules": rules, "play": play}
        return json.dumps({**parts, "sum": _sum(parts)})

    def table_from_json(self, data: str) -> Table:
        """Return the table of a snapshot.

        Raise OtherFormat for one that another version wrote, and ValueError or another error for a damaged one.
        """
        parts = json.loads(data)
        if not isinstance(parts, dict) or parts.get("format") != SNAPSHOT_FORMAT:
            raise OtherFormat("a snapshot of another format")
        if parts.pop("sum", None) != _sum(parts):
            raise ValueError("a snapshot in which something has changed")
        value = cast(Table, adapter(Table).validate_python(parts["table"]))
        play = adapter(self.game.state).validate_python(parts["play"]) if parts["play"] is not None else None
        rules = adapter(type(self.game.edition.rules)).validate_python(parts["rules"])
        return replace(
            value,
            rules=rules,
            play=play,
            accounts={
                **open_accounts((), self.game.edition_at(rules).accounts),  # some are newer than the snapshot
                **value.accounts,
            },
        )


def _plain(cls: Any, value: object) -> Any:
    """Return the value as JSON data, its fields by the names that logs know."""
    return adapter(cls).dump_python(value, mode="json", by_alias=True)


def _sum(parts: Mapping[str, Any]) -> int:
    """Return a checksum that tells a snapshot in which a bit has changed from the one that was written."""
    return crc32(json.dumps(parts, sort_keys=True).encode())


def _wrong_field(error: Exception) -> Any:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))[:MAX_FIELD_LENGTH] or "-"
        return say("This request has a mistake at %(field)s.", field=where)
    return say("This request cannot be read.")
