"""The score sheet on a screen: its content, and the form for writing on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.page import Part, Place
from companion.games.any_game import sheet
from companion.games.any_game.decisions.announcing import begins, is_announcing
from companion.games.any_game.decisions.writing import columns_at, columns_in_play, due, is_full
from companion.games.any_game.house_rules import Rules, Sheet
from companion.games.any_game.screens.choices import rolls_first
from companion.games.any_game.screens.race import MAX_CHARTED, MIN_COURSE_ROUNDS
from companion.games.any_game.sheet import Row
from companion.games.any_game.state import State, now

MAX_KEYS = 14
"""numbers that have a key each: those that can be made in a round, from none on"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number on the sheet; ``typed``: the number typed for it, None for none yet; ``announced``: the announcement."""

    points: int | None
    typed: int | None
    announced: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A row; ``name`` is "" where the number of the round stands for it."""

    number: int
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player or a team, with the total; ``share`` is its part of the largest, per cent."""

    seats: tuple[str, ...]
    total: int
    share: int
    leads: bool
    out: bool
    bonus: int = 0
    given: int = 0
    """points with which a newcomer came"""


@dataclass(frozen=True, slots=True)
class SheetView:
    """The content of the sheet. ``aim``: when the game ends, and who wins."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    aim: Text
    bonus: bool
    open: bool
    """whether its reader can correct it"""
    reader_column: str = ""
    """the only column that its reader can correct, "" for all"""
    course: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """on the table screen: the totals after each round, by the first seat of a column"""


@dataclass(frozen=True, slots=True)
class Blank:
    """A row that can be written; ``open``: a number is still missing."""

    number: int
    name: str
    open: bool


class TypingColumn(NamedTuple):
    """A column to type: its seats, what was announced, and the total so far, once there is one."""

    first: str
    """the first of the seats"""
    seats: tuple[str, ...]
    announced: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class TypingView:
    """The form for writing: the rows to choose from, the columns, and the sums that a row may have, if not any will do.

    ``keys``: the numbers with a key of their own; without any, numbers are typed digit by digit.
    ``reader_column``: the only column that this seat types.
    """

    rows: tuple[Blank, ...]
    due: int
    columns: tuple[TypingColumn, ...]
    sums: tuple[int, ...]
    keys: tuple[int, ...]
    reader_column: str
    made: bool
    waits: bool
    second: bool
    """something else is asked of this seat first, or its dice have not been rolled"""


def parts(table: Table, seat: str | None) -> tuple[Part, ...]:
    """Return the sheet for every screen, and on a player's phone the form above it."""
    sheet_part = shown(table, Place.STAGE, seat)
    if seat is None or seat not in table.play.players:
        return (sheet_part,)
    view = typing_view(table, seat)
    return (Part("typing", Place.SECOND if view.second else Place.PRIVATE, view, typed=True), sheet_part)


def shown(table: Table, place: Place, seat: str | None = None) -> Part:
    """Return the sheet at this place of a page; it can be corrected on the phone of a player.

    The table screen draws its course, too, until the result has a chart of its own.
    """
    view = sheet_view(table, seat if seat in table.play.players else None)
    drawn = seat is None and place is Place.STAGE
    return Part("sheet", place, replace(view, course=_course(table)) if drawn else view, whole=True)


def on_paper(table: Table) -> tuple[Part, ...]:
    """Return the sheet for the printer, once something is written on it."""
    return (Part("paper", Place.PAPER, sheet_view(table)),) if table.play.rows else ()


def _course(table: Table) -> Mapping[str, tuple[int, ...]]:
    """Return the totals after each round, from 0 on; nothing before the second round, or where rows have names."""
    state, rules = now(table)
    if len(state.rows) < MIN_COURSE_ROUNDS or sheet.lines(rules) or len(state.columns(rules)) > MAX_CHARTED:
        return {}
    begun = {first: state.given.get(first, 0) for first, *_ in state.columns(rules)}
    return {
        first: tuple(accumulate((points, *(row.points.get(first, 0) for row in state.rows))))
        for first, points in begun.items()
    }


def sheet_view(table: Table, seat: str | None = None) -> SheetView:
    """Return the score sheet as everybody sees it; this seat can correct it."""
    state, rules = now(table)
    playing = columns_in_play(state, rules)
    order = state.columns(rules)
    totals = {members[0]: state.points[members[0]] for members in order}
    best, begun = _best(rules, {column: totals[column] for column in playing}), any(row.points for row in state.rows)
    top = max(1, rules.target or rules.limit, *totals.values())
    columns = tuple(
        Column(
            members,
            totals[members[0]],
            max(0, 100 * totals[members[0]] // top),
            begun and totals[members[0]] == best and members[0] in playing,
            members[0] not in playing,
            sheet.bonus(rules, state.rows, members[0]),
            state.given.get(members[0], 0),
        )
        for members in order
    )
    reader_column = sheet.column_of(state.columns(rules), seat) if seat and rules.own_rows else ""
    return SheetView(
        columns, tuple(_lines(state, rules)), aim(rules), bool(rules.bonus), seat is not None, reader_column
    )


def _best(rules: Rules, totals: dict[str, int]) -> int:
    return (min if rules.low else max)(totals.values(), default=0)


def _lines(state: State, rules: Rules) -> Iterator[Line]:
    rows = list(sheet.padded(rules, state.rows))
    if rules.sheet is Sheet.ANNOUNCED and state.announced and due(state, rules) > len(rows):
        rows.append(Row(announced=sheet.by_columns(state.columns(rules), state.announced)))
    for number, row in enumerate(rows, 1):
        typed = sheet.numbers_of(rules, row)
        cells = (
            Cell(row.points.get(first), typed.get(first), row.announced.get(first))
            for first, *_ in state.columns(rules)
        )
        yield Line(number, sheet.name_of(rules, number), tuple(cells))


def typing_view(table: Table, seat: str) -> TypingView:
    """Return the row of the score sheet that this seat types."""
    state, rules = now(table)
    number = due(state, rules)
    playing, most_rows = columns_at(state, rules, number), len(sheet.padded(rules, state.rows))
    announced = sheet.by_columns(state.columns(rules), state.announced)
    made = rules.sheet is Sheet.ANNOUNCED
    reader_column = sheet.column_of(state.columns(rules), seat)
    rows = tuple(
        Blank(at, sheet.name_of(rules, at), _is_open(state, rules, at, reader_column if rules.own_rows else ""))
        for at in range(1, max(most_rows, 0 if sheet.lines(rules) else number) + 1)
    )
    columns = tuple(
        TypingColumn(members[0], members, announced.get(members[0]), state.points[members[0]] if state.rows else None)
        for members in state.columns(rules)
        if members[0] in playing and (not rules.own_rows or members[0] == reader_column)
    )
    most = sheet.tricks(rules, number)
    return TypingView(
        rows,
        _first_open(rows, number),
        columns,
        () if rules.own_rows else sheet.expected(rules, number),
        tuple(range(most + 1)) if made and most < MAX_KEYS else (),
        reader_column if rules.own_rows else "",
        made,
        is_announcing(table) or (made and not state.announced) or not any(row.open for row in rows),
        rolls_first(rules, state, seat) or any(seat in (motion.by, *motion.asked) for motion in table.motions),
    )


def _first_open(rows: tuple[Blank, ...], number: int) -> int:
    return next((row.number for row in rows if row.open), number)


def _is_open(state: State, rules: Rules, number: int, column: str) -> bool:
    """Return whether a number is missing in the row: of this column, if one is named."""
    row = sheet.row_at(state.rows, number)
    if column and state.since.get(column, 1) > number:
        return False
    return column not in row.points if column else not is_full(state, rules, row, number)


def aim(rules: Rules) -> Text:
    """Return when the game ends, and who wins."""
    wins = say("Fewest points win.") if rules.low else say("Most points win.")
    if rules.target:
        return say("Until someone has %(points)s points. %(wins)s", points=rules.target, wins=wins)
    if rules.limit:
        return say("Out above %(points)s points. %(wins)s", points=rules.limit, wins=wins)
    return wins


def headline(table: Table, seat: str | None) -> Text | None:
    """Return the round and its beginner; None where the sheet has no rounds."""
    state, rules = now(table)
    if is_announcing(table):
        if table.ballot and len(table.ballot.voters) == 1:
            return say("%(who)s announces anew", who=Who(table.ballot.voters[0]))
        return say("Everyone announces in secret")
    if rules.sheet is Sheet.LINES:
        return None if state.turn or rules.evening else say("Enter the points")
    first = begins(state)
    if first == seat:
        return say("Round %(number)s: you begin", number=state.round)
    return say("Round %(number)s: %(who)s begins", number=state.round, who=Who(first))
