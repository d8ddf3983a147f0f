"""A score sheet as values: its columns, its rows, their totals. A row may be written in several steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.core.messages import logged_as
from companion.core.text import split_list
from companion.games.any_game.formulas import of_round
from companion.games.any_game.house_rules import Rules, Sheet, amounts

Cells = Mapping[str, int]
"""Column, by its first seat -> a number."""
Columns = tuple[tuple[str, ...], ...]
"""the seats of each column"""


@logged_as(announced="told")
@dataclass(frozen=True, slots=True)
class Row:
    """Points of a round, or of a named line; ``made``: the numbers behind them, where something was ``announced``."""

    points: Cells = field(default_factory=dict)
    announced: Cells = field(default_factory=dict)
    made: Cells = field(default_factory=dict)


EMPTY = Row()
NOTHING: Cells = MappingProxyType({})


def columns(rules: Rules, order: Sequence[str], partners: Mapping[str, str]) -> Columns:
    """Return the seats of each column: a player, or a team, whose members sit as far apart as there are teams.

    ``partners`` are newcomers and the first seats of the teams that they have joined.
    """
    first = [seat for seat in order if seat not in partners]
    count = min(rules.teams or len(first), len(first))
    joined = {first[at]: tuple(seat for seat in order if partners.get(seat) == first[at]) for at in range(count)}
    return tuple((*first[at::count], *joined[first[at]]) for at in range(count))


def column_of(columns: Columns, seat: str) -> str:
    """Return the column of this seat, by its first seat."""
    return next(members[0] for members in columns if seat in members)


def lines(rules: Rules) -> tuple[str, ...]:
    """Return the names of the rows, where they are fixed beforehand."""
    return split_list(rules.lines) if rules.sheet is Sheet.LINES else ()


def name_of(rules: Rules, number: int) -> str:
    """Return the name of the row with this number, "" where it has none."""
    names = lines(rules)
    return names[number - 1] if number <= len(names) else ""


def padded(rules: Rules, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows, with an empty one for each name without a row: the sheet may have changed during the game."""
    return (*rows, *(EMPTY for _ in lines(rules)[len(rows) :]))


def row_at(rows: Sequence[Row], number: int) -> Row:
    """Return the row with this number, an empty one where it has not been begun."""
    return rows[number - 1] if number <= len(rows) else EMPTY


def by_columns(columns: Columns, numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the sum of the seats' numbers for each column; no column where no seat has a number."""
    if not numbers:
        return {}
    return {members[0]: sum(numbers.get(seat, 0) for seat in members) for members in columns}


def tricks(rules: Rules, number: int) -> int:
    """Return how many can be made in the round.

    The rules name a number for each round, of which the last one goes on; without any it is the number of the round.
    """
    fixed = amounts(rules.tricks)
    return fixed[min(number, len(fixed)) - 1] if fixed else number


def expected(rules: Rules, number: int) -> tuple[int, ...]:
    """Return the sums that a row may have; () where any sum will do."""
    if rules.sheet is Sheet.ANNOUNCED:
        return (tricks(rules, number),)
    return tuple(int(part) for part in split_list(rules.row_sum))


def written(rules: Rules, row: Row, number: int, numbers: Cells) -> Row:
    """Return the row with these numbers in it: points, or what was made of what was announced."""
    if rules.sheet is not Sheet.ANNOUNCED:
        return Row({**row.points, **numbers})
    made = {**row.made, **numbers}
    most = tricks(rules, number)
    points = {
        column: of_round(rules.formula, row.announced.get(column, 0), count, most) for column, count in made.items()
    }
    return Row({**row.points, **points}, row.announced, made)


def numbers_of(rules: Rules, row: Row) -> Cells:
    """Return the numbers that were typed into the row."""
    return row.made if rules.sheet is Sheet.ANNOUNCED else row.points


def bonus(rules: Rules, rows: Sequence[Row], column: str) -> int:
    """Return the bonus of a column: its first lines bring one where their sum reaches a threshold."""
    if rules.sheet is not Sheet.LINES or not rules.bonus:
        return 0
    count, least, brings = amounts(rules.bonus)
    return brings if sum(row.points.get(column, 0) for row in rows[:count]) >= least else 0


def total(rules: Rules, rows: Sequence[Row], column: str, given: Cells = NOTHING) -> int:
    """Return the total of a column; ``given`` are the points with which newcomers came."""
    written = sum(row.points.get(column, 0) for row in rows)
    return given.get(column, 0) + written + bonus(rules, rows, column)


def totals(rules: Rules, columns: Columns, rows: Sequence[Row], given: Cells = NOTHING) -> dict[str, int]:
    """Return the total of each seat's column."""
    return {seat: total(rules, rows, members[0], given) for members in columns for seat in members}
