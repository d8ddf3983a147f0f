"""Check of numbers that no page offers: a phone cannot send them, a script can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.errors import RuleError
from companion.core.messages import Message
from companion.core.referee.referee import Referee
from companion.core.ui.choice import Choice, Field, FieldKind
from companion.testing.evening import Evening


def accepted_numbers(evening: Evening) -> list[str]:
    """Return every command of a page that the rules accept with a number that the page does not offer.

    The list must be empty at any moment of a game. Such numbers are too small, too large, or no face of a die.
    """
    live, found = evening.tables.live(evening.code), []
    referee = Referee(live.game, live.codec.read, live.codec.write)
    for seat in evening.table.ids:
        for choice in live.game.page(evening.table, seat).choices:
            for name, number, data in _beyond(choice):
                try:
                    referee.act(evening.table, seat, live.codec.read(Message(choice.kind, data)), evening.now)
                except RuleError:
                    continue
                found.append(f"{choice.kind} of {seat}: {name} = {number}")
    return found


def _beyond(choice: Choice) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """Yield field, number and the whole command, for every number out of range."""
    for field in choice.fields:
        for number in _numbers_beyond(field):
            data: dict[str, Any] = dict(choice.fixed)
            for each in choice.fields:
                value = number if each is field else _usual(each)
                if each.index is None:
                    data[each.name] = value
                else:
                    data.setdefault(each.name, []).append(value)
            yield field.name, number, data


def _numbers_beyond(field: Field) -> tuple[int, ...]:
    offered = [option.value for option in field.options if type(option.value) is int]
    if field.kind is FieldKind.PICK:
        return (min(offered) - 1, max(offered) + 1, 99) if offered else ()
    if field.kind is FieldKind.WORDS:
        return ()
    return (field.minimum - 1, *((field.maximum + 1,) if field.maximum else ()))


def _usual(field: Field) -> Any:
    values = [option.value for option in field.options]
    return values[0] if values else field.initial if field.initial is not None else field.minimum
