"""A score sheet as values: its columns, its rows, what they add up to. A row may be written in several steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.text import split_list
from companion.games.any_game.formulas import of_round
from companion.games.any_game.house_rules import Rules, Sheet, amounts

Cells = Mapping[str, int]
"""Column, by its first seat -> a number."""


@dataclass(frozen=True, slots=True)
class Row:
    """Points of a round, or of a line with a name; ``made`` is what they come from, where it was announced."""

    points: Cells = field(default_factory=dict)
    told: Cells = field(default_factory=dict)
    made: Cells = field(default_factory=dict)


EMPTY = Row()


def columns(rules: Rules, order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The seats of each column: a player, or a team, whose members sit as many places apart as there are teams."""
    count = rules.teams or len(order)
    return tuple(tuple(order[at::count]) for at in range(min(count, len(order))))


def column_of(rules: Rules, order: Sequence[str], seat: str) -> str:
    """The column in which this seat's points stand."""
    return next(members[0] for members in columns(rules, order) if seat in members)


def lines(rules: Rules) -> tuple[str, ...]:
    """The names of the rows, where they are fixed beforehand."""
    return split_list(rules.lines) if rules.sheet is Sheet.LINES else ()


def name_of(rules: Rules, number: int) -> str:
    """The name of the row with this number, "" where it has none."""
    names = lines(rules)
    return names[number - 1] if number <= len(names) else ""


def padded(rules: Rules, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows, with an empty one for each name that has none: the table may have changed its sheet meanwhile."""
    return (*rows, *(EMPTY for _ in lines(rules)[len(rows) :]))


def row_at(rows: Sequence[Row], number: int) -> Row:
    """Return the row with this number, an empty one where it has not been begun."""
    return rows[number - 1] if number <= len(rows) else EMPTY


def by_columns(rules: Rules, order: Sequence[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the sum of the seats' numbers for each column; no column where no seat has a number."""
    if not numbers:
        return {}
    return {members[0]: sum(numbers.get(seat, 0) for seat in members) for members in columns(rules, order)}


def tricks(rules: Rules, number: int) -> int:
    """How many can be made in the round: a number for each round, of which the last one goes on; else the round's."""
    fixed = amounts(rules.tricks)
    return fixed[min(number, len(fixed)) - 1] if fixed else number


def expected(rules: Rules, number: int) -> int | None:
    """What the numbers of a row have to add up to; None: to anything."""
    if rules.sheet is Sheet.ANNOUNCED:
        return tricks(rules, number)
    return int(rules.row_sum) if rules.row_sum else None


def written(rules: Rules, row: Row, number: int, numbers: Cells) -> Row:
    """The row with these numbers in it: points, or what was made of what was announced."""
    if rules.sheet is not Sheet.ANNOUNCED:
        return Row({**row.points, **numbers})
    made = {**row.made, **numbers}
    most = tricks(rules, number)
    points = {column: of_round(rules.formula, row.told.get(column, 0), count, most) for column, count in made.items()}
    return Row({**row.points, **points}, row.told, made)


def numbers_of(rules: Rules, row: Row) -> Cells:
    """What has been typed into the row."""
    return row.made if rules.sheet is Sheet.ANNOUNCED else row.points


def bonus(rules: Rules, rows: Sequence[Row], column: str) -> int:
    """What the first lines of a column bring together, where they reach so many points."""
    if rules.sheet is not Sheet.LINES or not rules.bonus:
        return 0
    count, least, brings = amounts(rules.bonus)
    return brings if sum(row.points.get(column, 0) for row in rows[:count]) >= least else 0


def total(rules: Rules, rows: Sequence[Row], column: str) -> int:
    """What a column adds up to."""
    return sum(row.points.get(column, 0) for row in rows) + bonus(rules, rows, column)


def totals(rules: Rules, order: Sequence[str], rows: Sequence[Row]) -> dict[str, int]:
    """Seat -> the total of its column."""
    return {seat: total(rules, rows, members[0]) for members in columns(rules, order) for seat in members}
