"""Writing on a score sheet: rows, corrections, players who go out by it, and the end of a full sheet."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.money.ledger import LARGEST
from companion.core.table.table import Table
from companion.core.text import Fact, fact, say
from companion.games.any_game import sheet
from companion.games.any_game.house_rules import Rules, Sheet
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.sentences import SENTENCES
from companion.games.any_game.sheet import Row
from companion.games.any_game.state import State, now


def has_sheet(rules: Rules) -> bool:
    """Return whether points are written on a sheet, and not one player at a time."""
    return rules.scores and rules.sheet is not Sheet.SINGLE


def columns_in_play(state: State, rules: Rules) -> tuple[str, ...]:
    """Return the columns with a player who is still in the game."""
    found = state.columns(rules)
    return tuple(members[0] for members in found if any(seat not in state.out for seat in members))


def columns_at(state: State, rules: Rules, number: int) -> tuple[str, ...]:
    """Return the columns in play that take part in the row: a newcomer's takes no part in earlier rows."""
    return tuple(column for column in columns_in_play(state, rules) if state.since.get(column, 1) <= number)


def is_full(state: State, rules: Rules, row: Row, number: int) -> bool:
    """Return whether the row with this number has points for every column that takes part in it."""
    return all(column in row.points for column in columns_at(state, rules, number))


def due(state: State, rules: Rules) -> int:
    """Return the number of the first row that is not full; one more than there are where new rounds make new rows."""
    rows = sheet.padded(rules, state.rows)
    numbers = (at for at, row in enumerate(rows, 1) if not is_full(state, rules, row, at))
    return next(numbers, len(rows) + 1)


def write(table: Table, seat: str, command: sheet_messages.WriteRow, waived: bool) -> tuple[Event, ...]:
    """Write a row, a part of one, or a correction. Raise IllegalMove where a full row has another sum than required."""
    state, rules = now(table)
    number = _row_meant(table, command)
    rows = sheet.padded(rules, state.rows)
    announced = sheet.by_columns(state.columns(rules), state.announced)
    before = rows[number - 1] if number <= len(rows) else Row(announced=announced)
    _check_numbers(table, number, command)
    row = sheet.written(rules, before, number, command.numbers)
    full, allowed = is_full(state, rules, row, number), sheet.expected(rules, number)
    together = sum(sheet.numbers_of(rules, row).values())
    if full and allowed and together not in allowed and not waived:
        sums = allowed[0] if len(allowed) == 1 else " / ".join(map(str, allowed))
        kept = fact("row_sum", wanted=sums, sum=together)
        raise IllegalMove.saying(SENTENCES, kept, RuleRef("any", "11"))
    corrected = _is_correction(state, rules, number, command)
    turn, round_ = (state.turn, state.round) if corrected else _after(state, rules, command, full)
    name = sheet.name_of(rules, number)
    return (sheet_messages.RowWritten(number, row, command.numbers, seat, turn, round_, corrected, name),)


def correction(table: Table, command: sheet_messages.WriteRow) -> Fact | None:
    """Return the question to the others about numbers that stand in the row already; None where none do."""
    state, rules = now(table)
    number = _row_meant(table, command)
    if not _is_correction(state, rules, number, command):
        return None
    name = sheet.name_of(rules, number)
    return fact("correct_line", name=name) if name else fact("correct_row", number=number)


def over_limit(table: Table) -> tuple[Event, ...]:
    """Return the event by which players go out who are above the limit, and not the lowest of all, after a round."""
    state, rules = now(table)
    if not rules.scores or not rules.limit or _half_written(state, rules):
        return ()
    fewest = min(state.points[seat] for seat in state.players)
    over = tuple(seat for seat in state.players if state.points[seat] > max(rules.limit, fewest))
    return (sheet_messages.WentOver(over),) if over else ()


def reached(table: Table) -> bool:
    """Return whether a player has reached the target."""
    state, rules = now(table)
    if not rules.scores or not rules.target or _half_written(state, rules):
        return False
    return any(state.points[seat] >= rules.target for seat in state.players)


def is_over(table: Table) -> bool:
    """Return whether every named row is full."""
    state, rules = now(table)
    return has_sheet(rules) and rules.sheet is Sheet.LINES and due(state, rules) > len(sheet.lines(rules))


def _half_written(state: State, rules: Rules) -> bool:
    return has_sheet(rules) and rules.sheet is not Sheet.LINES and due(state, rules) <= len(state.rows)


def _row_meant(table: Table, command: sheet_messages.WriteRow) -> int:
    """Return the number of the row. Raise NotNow or BadRequest."""
    state, rules = now(table)
    if not has_sheet(rules):
        raise NotNow(say("This game has no score sheet."))
    following = due(state, rules)
    number = command.row or following
    most = len(sheet.padded(rules, state.rows)) if rules.sheet is Sheet.LINES else following
    if not 1 <= number <= most:
        raise BadRequest(say("There is no such row on the sheet."))
    if number > len(state.rows) and rules.sheet is Sheet.ANNOUNCED and not state.announced:
        raise NotNow(say("First everyone announces."))
    return number


def _check_numbers(table: Table, number: int, command: sheet_messages.WriteRow) -> None:
    """Check that these numbers can stand in these columns. Raise BadRequest otherwise."""
    state, rules = now(table)
    before = sheet.row_at(state.rows, number).points
    firsts = (members[0] for members in state.columns(rules))
    known = {first for first in firsts if first in before or state.since.get(first, 1) <= number}
    if not command.numbers or not set(command.numbers) <= known:
        raise BadRequest(say("There is no such column on the sheet."))
    least, most = (0, sheet.tricks(rules, number)) if rules.sheet is Sheet.ANNOUNCED else (-LARGEST, LARGEST)
    if not all(least <= count <= most for count in command.numbers.values()):
        raise BadRequest(say("Every number must be from %(least)s to %(most)s.", least=least, most=most))


def _is_correction(state: State, rules: Rules, number: int, command: sheet_messages.WriteRow) -> bool:
    row = sheet.row_at(state.rows, number)
    return any(column in row.points for column in command.numbers)


def _after(state: State, rules: Rules, command: sheet_messages.WriteRow, full: bool) -> tuple[str, int]:
    """Return the player on turn and the number of the round once this is written."""
    if rules.sheet is not Sheet.LINES:
        following = state.after(state.turn) if state.turn else ""
        return (following, state.round + 1) if full else (state.turn, state.round)
    by_player_on_turn = state.turn and tuple(command.numbers) == (sheet.column_of(state.columns(rules), state.turn),)
    if not by_player_on_turn:
        return state.turn, state.round
    return state.turned(state.turn, state.round)
