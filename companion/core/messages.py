"""Commands ask in the imperative, events record in the past tense.

Both are frozen dataclasses of plain values. The *kind* of a message is its class name in snake
case, or its ``KIND`` where logs know it by an older name. It names the class in JSON, in the
database and in the API. Reading and writing the JSON is
the shell's work (``companion.store.codec``), which knows the classes from the table of the game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Self, TypeVar

from companion.core.text import Fact


@dataclass(frozen=True, slots=True)
class Command:
    """A request of a seat, or of the table itself."""

    NEVER_STALE: ClassVar[bool] = False
    """whether it means the same whatever others have done meanwhile (one cube more in a town): no page is too old"""

    def with_draws(self, chance: random.Random) -> Self:
        """Return the same command with every die and lot it leaves to the box filled in.

        The core has no source of chance; the shell passes one, and the event keeps the draw.
        """
        return self


@dataclass(frozen=True, slots=True)
class Posting:
    """A payment of ``amount`` (> 0) from account ``frm`` to account ``to``; ``reason`` says why."""

    frm: str
    to: str
    amount: int
    reason: Fact


@dataclass(frozen=True, slots=True)
class Event:
    """A record of something that happened; its postings are all the money it moved."""

    postings: tuple[Posting, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class TitleEvent(Event):
    """An event by which its action is called, whatever was paid before."""


JSON_NAMES = "JSON_NAMES"
"""the attribute of a class that holds the older names of its fields"""
OF_CODEC = "__pydantic_config__"
"""the attribute of a class that ``companion.store.codec`` reads and writes it by"""

M = TypeVar("M", Command, Event)
C = TypeVar("C", bound=type)


def logged_as(**names: str) -> Callable[[C], C]:
    """Return a decorator for a dataclass some of whose fields have other names in JSON: ``notified="told"``.

    Logs, proposals and the API know a field by its older name for ever, as they do a class by its ``KIND``. It goes
    above ``@dataclass``.
    """

    def decorate(cls: C) -> C:
        setattr(cls, JSON_NAMES, names)
        setattr(cls, OF_CODEC, {"alias_generator": lambda name: names.get(name, name)})
        return cls

    return decorate


def json_name(cls: type, name: str) -> str:
    """Return the name in JSON of a field of this class: its own, unless ``logged_as`` gives it an older one."""
    names: Mapping[str, str] = getattr(cls, JSON_NAMES, {})
    return names.get(name, name)


def defined_in(module: str, of: type[M]) -> tuple[type[M], ...]:
    """Return the commands, or the events, that the module with this name defines, in their order."""
    classes = [cls for cls in vars(import_module(module)).values() if isinstance(cls, type)]
    return tuple(cls for cls in classes if issubclass(cls, of) and cls.__module__ == module)


@dataclass(frozen=True, slots=True)
class Message:
    """A command as plain data, for commands that wait inside an event for the table's consent."""

    kind: str
    data: Mapping[str, Any]


def kind_of(message: type | object) -> str:
    """Return the kind of a message: ``OpenBank`` -> ``open_bank``, unless the class says its ``KIND``."""
    return _kind(message if isinstance(message, type) else type(message))


@cache
def _kind(cls: type) -> str:
    declared: str = getattr(cls, "KIND", "")
    return declared or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
