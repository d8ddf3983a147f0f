"""The columns of a card that people type: texts, numbers, choices, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import BadRequest
from companion.core.text import Text, say

SEPARATOR = " "
"""between the words of a column of several"""
NONE = "none"
"""the option of a column that says there is nothing"""
FORBIDDEN = frozenset("<>")
"""characters of markup, which no text on a card needs"""
FORMULA = ("=", "+", "-", "@", "\t")
"""beginnings that no text may have: a spreadsheet would take it for a formula"""


class ColumnKind(StrEnum):
    """The kind of value in a column."""

    WORDS = "words"
    NUMBER = "number"
    SEVERAL = "several"
    """any of the column's options, separated by spaces"""
    ONE = "one"
    """one of the column's options; the first where nothing is typed"""
    COUNTED = "counted"
    """any of the column's options, each as often as its number says: ``2 wood gold``"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a card. A text has at most ``longest`` letters; a number is between ``least`` and ``most``.

    Of each option that is counted there are at most ``most``.
    """

    name: str
    label: Text
    kind: ColumnKind = ColumnKind.WORDS
    longest: int = 40
    least: int = 0
    most: int = 0
    options: Mapping[str, Text] | None = None
    usual: int = 0
    """the number where nothing is typed"""


Value = str | int | tuple[str, ...]


def cell(value: Value) -> str:
    """Return a value as it is typed; an option that is there several times has its number before it."""
    if not isinstance(value, tuple):
        return str(value)
    return SEPARATOR.join(word if times == 1 else f"{times} {word}" for word, times in Counter(value).items())


def value_of(column: Column, typed: str) -> Value:
    """Return what was typed as a value of the column. Raise BadRequest for a text that is not one."""
    match column.kind:
        case ColumnKind.NUMBER:
            return _number(column, typed.strip())
        case ColumnKind.SEVERAL:
            return tuple(_several(column, typed))
        case ColumnKind.ONE:
            return _one(column, typed)
        case ColumnKind.COUNTED:
            return tuple(_counted(column, typed))
        case _:
            return _words(column, typed)


def as_typed(column: Column, typed: str) -> Value:
    """Return what a form shows again of refused input: as much of it as the field can hold."""
    if column.kind not in (ColumnKind.SEVERAL, ColumnKind.COUNTED):
        return typed
    try:
        return value_of(column, typed)
    except BadRequest:
        return ()


def _number(column: Column, typed: str) -> int:
    digits = typed.replace("−", "-").removeprefix("-")
    if typed and not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise BadRequest(say("%(label)s is a whole number, not %(typed)s.", label=column.label, typed=typed[:40]))
    number = int(typed.replace("−", "-")) if typed else column.usual
    if not column.least <= number <= column.most:
        raise BadRequest(
            say(
                "%(label)s is between %(least)s and %(most)s, not %(number)s.",
                label=column.label,
                least=column.least,
                most=column.most,
                number=number,
            )
        )
    return number


def _several(column: Column, typed: str) -> Iterator[str]:
    words = [_option(column, word) for word in _parted(typed)]
    yield from (word for word in column.options or {} if word in words)


def _one(column: Column, typed: str) -> str:
    word = typed.strip().casefold()
    return _option(column, word) if word else next(iter(column.options or {}), "")


def _counted(column: Column, typed: str) -> Iterator[str]:
    counts: Counter[str] = Counter()
    times = None
    for word in _parted(typed):
        if word.lstrip("-−+").isdigit():
            times = _times(column, word)
        else:
            counts[_option(column, word)] += 1 if times is None else times
            times = None
    if times is not None:
        raise BadRequest(say("%(label)s: a number goes before what it counts.", label=column.label))
    for word in column.options or {}:
        if counts[word] > column.most:
            raise _miscounted(column, f"{counts[word]} {word}")
        yield from [word] * counts[word]


def _times(column: Column, typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 9 and int(typed) <= column.most):
        raise _miscounted(column, typed)
    return int(typed)


def _miscounted(column: Column, typed: str) -> BadRequest:
    return BadRequest(
        say(
            "%(label)s: there are 0 to %(most)s of each, not %(typed)s.",
            label=column.label,
            most=column.most,
            typed=typed[:40],
        )
    )


def _parted(typed: str) -> list[str]:
    return typed.replace(",", " ").casefold().split()


def _option(column: Column, word: str) -> str:
    known = column.options or {}
    if word not in known:
        raise BadRequest(
            say(
                "%(label)s: %(typed)s is none of: %(names)s.",
                label=column.label,
                typed=word[:40],
                names=", ".join(known),
            )
        )
    return word


def _words(column: Column, typed: str) -> str:
    line = " ".join(typed.split())
    if len(line) > column.longest:
        raise BadRequest(
            say("%(label)s is too long: at most %(count)s letters.", label=column.label, count=column.longest)
        )
    if not line.isprintable() or FORBIDDEN & set(line):
        raise BadRequest(say("%(label)s is plain text, without < and >.", label=column.label))
    if line.startswith(FORMULA):
        raise BadRequest(
            say("%(label)s begins with a letter or a number, not with %(sign)s.", label=column.label, sign=line[0])
        )
    return line
