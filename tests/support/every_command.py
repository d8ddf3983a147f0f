"""Commands of every kind that there is, with whatever a script may fill in; and what each is answered."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from itertools import islice, product
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money import bank_messages
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.plugin import Game
from companion.core.table.commands import COMMANDS, AllowAnyway, Batch
from companion.core.table.table import Table
from companion.testing.evening import Evening

AMOUNTS = (0, 1, 100, 500, 2_000)
MOST = 20
"""of one kind of command"""


def kinds(game: Game) -> tuple[type[Command], ...]:
    """Return all kinds of commands that a table of this game takes, but for those that hold others."""
    of_all = (*bank_messages.COMMANDS, *COMMANDS)
    return (*game.commands, *(kind for kind in of_all if kind not in (AllowAnyway, Batch)))


def commands(evening: Evening, table: Table, chance: random.Random) -> Iterator[Command]:
    """Yield some commands of every kind, alone and wrapped in AllowAnyway."""
    live = evening.tables.live(evening.code)
    ballots = (table.ballot.id,) if table.ballot else ()
    values: Mapping[type, Sequence[Any]] = {
        bool: (False, True),
        int: (*AMOUNTS, *table.loans, *(motion.id for motion in table.motions), *ballots),
        str: ("", *table.ids, BANK, EVERYBODY, *table.pots),
    }
    for kind in kinds(live.game):
        for command in (each.with_draws(chance) for each in _of_kind(kind, values, chance)):
            yield command
            if isinstance(command, (*live.game.commands, *bank_messages.COMMANDS)):
                yield AllowAnyway(live.codec.write(command))


def answer(evening: Evening, table: Table, seat: str, command: Command) -> str:
    """Return the immediate answer to the seat: the refusal, or the events of the command, as they are stored."""
    live = evening.tables.live(evening.code)
    try:
        events = live.referee.decide(table, seat, command)
    except RuleError as refused:
        return f"refused: {refused.code} {refused} {refused.fact} {refused.rule}"
    return "\n".join(live.codec.event_to_json(event) for event in events)


def _of_kind(kind: type[Command], values: Mapping[type, Sequence[Any]], chance: random.Random) -> Iterator[Command]:
    hints = get_type_hints(kind)
    each = [_values(hints[field.name], values) for field in fields(kind)]
    if not all(each):
        return
    every = product(*(chance.sample(found, len(found)) for found in each))
    yield from (kind(*chosen) for chosen in islice(every, MOST))


def _values(hint: Any, values: Mapping[type, Sequence[Any]]) -> list[Any]:
    """Return some values of this type; none for one that only a page can fill in."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is type(None):
        return [None]
    if origin in (Union, UnionType):
        return [value for each in inner for value in _values(each, values)]
    if origin is tuple:
        return [(), *((value,) for value in _values(inner[0], values))]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return [{}]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)
    return list(values.get(hint, ()))
