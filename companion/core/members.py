"""What only some games have, each a member of ``Game`` that is None where a game has it not.

A member is a record of functions: a game writes ``bots = Bots(command=simple_player)``, the table asks
``if bots := game.bots: …``. What a game with a board or a camera has stands in ``companion.boards.members``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Table
from companion.core.text import Text


def _nothing_hidden(events: Sequence[Event], seed: str, before: Any) -> Any:
    return None


def _no_notes(table: Table, seat: str, secrets: Any) -> tuple[Text, ...]:
    return ()


def _nothing_shown(table: Table, seat: str, secrets: Any) -> Shown | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bots:
    """The box's own players: simple legal ones, so that the game can be tried alone."""

    command: Callable[[Table, str, Random, Any], Command | None]
    """(table, seat, chance, secrets): what a simple player does now at this seat; None: it has nothing to do"""
    names: tuple[str, ...] = ("Alex", "Kim", "Robin")
    """what they are called; so many sit down, if the edition has seats for them"""
    first_words: tuple[Text, ...] = ()
    """what the game is about, and what one does first: a sentence each, for whoever tries it alone"""
    secrets: Callable[[Sequence[Event], str, Any], Any] = _nothing_hidden
    """(events, seed, before): what real figures and cards would hide after these events, all of which count.

    ``before`` is what they hid until then, None at the very beginning. Whether the events come at once or one by one
    makes no difference."""
    notes: Callable[[Table, str, Any], tuple[Text, ...]] = _no_notes
    """(table, seat, secrets): what this seat would see if it looked at its own hidden things"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Two phones seal something and show it to each other alone."""

    showdown: Callable[[Table], Showdown | None]
    """(table): what two phones have sealed and show each other now"""
    check: Callable[[Table, str, Shown], None]
    """(table, seat, shown): passes when this is what the seat sealed and was able to; raises RuleError"""
    compare: Callable[[Table, Mapping[str, Shown]], SettleShowdown]
    """(table, shown): who won; both have been checked"""
    settle: Callable[[Table, SettleShowdown], tuple[Event, ...]]
    """(table, command): the consequences, without a word of what was shown"""
    bot_shows: Callable[[Table, str, Any], Shown | None] = _nothing_shown
    """(table, seat, secrets): what one of the box's players shows now; ``secrets`` as in ``Bots``"""
