"""The base classes of commands (requests, in the imperative) and events (records, in the past tense).

Both are frozen dataclasses of plain values. The *kind* of a message names its class in JSON, in the database and in the
API: the class name in snake case, or its ``KIND`` where logs know it by an older name. ``companion.store.codec`` reads
and writes the JSON; it knows the classes from the game.
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
    """whether the command is accepted from an outdated page: it means the same whatever others have done meanwhile"""

    def with_draws(self, chance: random.Random) -> Self:
        """Return a copy with the dice and lots that the command leaves to the box drawn from ``chance``.

        The core has no source of chance of its own; the event keeps what was drawn.
        """
        return self


@dataclass(frozen=True, slots=True)
class Posting:
    """A payment of ``amount`` (> 0) from account ``frm`` to account ``to``, for this ``reason``."""

    frm: str
    to: str
    amount: int
    reason: Fact


@dataclass(frozen=True, slots=True)
class Event:
    """A record of something that happened; ``postings`` are the payments that it made."""

    postings: tuple[Posting, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class TitleEvent(Event):
    """An event that names its action in the log, even if others, such as payments, come before it."""


JSON_NAMES = "JSON_NAMES"
"""the attribute of a class that holds the older names of its fields"""
OF_CODEC = "__pydantic_config__"
"""the attribute of a class that configures how ``companion.store.codec`` reads and writes it"""

M = TypeVar("M", Command, Event)
C = TypeVar("C", bound=type)


def logged_as(**names: str) -> Callable[[C], C]:
    """Return a decorator for a dataclass whose fields have other names in JSON: ``notified="told"``.

    Logs, proposals and the API keep the older name of a field for ever, as they keep the ``KIND`` of a class. Put it
    above ``@dataclass``.
    """

    def decorate(cls: C) -> C:
        setattr(cls, JSON_NAMES, names)
        setattr(cls, OF_CODEC, {"alias_generator": lambda name: names.get(name, name)})
        return cls

    return decorate


def json_name(cls: type, name: str) -> str:
    """Return the name of a field in JSON: its own, unless ``logged_as`` gives it an older one."""
    names: Mapping[str, str] = getattr(cls, JSON_NAMES, {})
    return names.get(name, name)


def defined_in(module: str, of: type[M]) -> tuple[type[M], ...]:
    """Return the subclasses of ``of`` (Command or Event) that this module defines, in the order of definition."""
    classes = [cls for cls in vars(import_module(module)).values() if isinstance(cls, type)]
    return tuple(cls for cls in classes if issubclass(cls, of) and cls.__module__ == module)


@dataclass(frozen=True, slots=True)
class Message:
    """A command as plain data, as an event keeps one that waits for consent."""

    kind: str
    data: Mapping[str, Any]


def kind_of(message: type | object) -> str:
    """Return the kind of a message or of its class: ``OpenBank`` -> ``open_bank``, or its ``KIND`` if it has one."""
    return _kind(message if isinstance(message, type) else type(message))


@cache
def _kind(cls: type) -> str:
    declared: str = getattr(cls, "KIND", "")
    return declared or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
