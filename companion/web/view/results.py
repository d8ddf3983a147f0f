"""The result of a game: ranking, money or points after every turn, memorable events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.app.history import History
from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.errors import NotNow
from companion.core.messages import Event
from companion.core.money.currency import Currency, Unit, amount_with_unit
from companion.core.money.ledger import carried_over, post
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent, apply, plays
from companion.core.referee.replay import effective_records, last_game
from companion.core.table.events import GameEnded, Undone
from companion.core.table.table import Standing, Table, everybody
from companion.core.text import Money, Param, Text, Who, listed, say
from companion.web.view.parts import MarkedTurn, ResultView


def last_game_at(tables: Tables, live: LoadedTable) -> tuple[StoredEvent, ...]:
    """Return the effective records of the last game at this table, from its start."""
    return last_game(_history(tables, live.table))


def _history(tables: Tables, table: Table) -> list[StoredEvent]:
    records = (stored.record for stored in tables.history(table.code))
    return [record for record in records if record.seq <= table.seq]


def as_it_ended(tables: Tables, live: LoadedTable, seq: str = "") -> LoadedTable:
    """Return the table at the end of its last game, or of that which ended with the event ``seq``.

    Raise NotNow where none did.
    """
    if live.table.ending and not seq:
        return live
    records = _history(tables, live.table)
    ends = [
        each for each in effective_records(records) if isinstance(each.event, GameEnded) and seq in ("", str(each.seq))
    ]
    if not ends:
        raise NotNow(say("This game is not over yet."))
    table = tables.table_at(live, ends[-1].seq)
    past = LoadedTable(live.row, live.game, live.codec, live.referee, History(table, tuple(ends[-1:])))
    played = last_game([each for each in records if each.seq <= table.seq])
    past.derived.results[table.seq] = _result(tables, past, played)
    return past


def result_of(tables: Tables, live: LoadedTable) -> ResultView | None:
    """Return the result of the last game at this table; None before its end.

    The whole log is read for it once; past events do not change any more.
    """
    now = live.table.seq
    if live.table.ending is None:
        return None
    found = live.derived.results.get(now)
    if not isinstance(found, ResultView):
        found = _result(tables, live, last_game_at(tables, live))
        live.derived.results.clear()
        live.derived.results[now] = found
    return found


def _result(tables: Tables, live: LoadedTable, records: Sequence[StoredEvent]) -> ResultView:
    game, ending = live.game, live.table.ending
    assert ending, "the last of the records ends the game"
    events = [record.event for record in records]
    columns = _columns(game, events)
    accounts = dict(post(dict.fromkeys(live.table.accounts, 0), carried_over(live.table.kept)))
    wealth: dict[str, list[int]] = {seat: [] for seat in live.table.ids}
    found: list[tuple[MarkedTurn, int]] = []
    for at, event in enumerate(events):
        before, accounts = accounts, dict(post(accounts, event.postings))
        if (mark := game.chart_event(event)) is not None:
            turn = sum(column < at for column in columns)
            found.append((MarkedTurn(turn, *mark), accounts[mark[0]] - before[mark[0]]))
        if at in columns:
            for seat, line in wealth.items():
                line.append(accounts[seat])
    points = _points(tables, live, game, records)
    marks = tuple(_that_matter(found, points))
    unit = live.edition.score_unit
    standings = everybody(live.table, ending)
    winners = tuple(line for line in standings if game.wins(line.rank, line.score))
    return ResultView(
        tables.sentences(live).of(ending.reason),
        standings,
        {seat: tuple(line) for seat, line in wealth.items()} if any(map(any, wealth.values())) else {},
        points,
        marks,
        game.awards(events),
        _sentence(winners, len(standings), unit),
        unit,
        _letters(game, marks),
        tuple(line.seat for line in winners),
        {line.seat: made for line in ending.standings if (made := _sum(line, unit))},
    )


def _columns(game: Game, events: Sequence[Event]) -> frozenset[int]:
    """Return the places of the events after which the chart has a value: the start, every turn's end, the game's end.

    A game that ends with a turn, or before anything is done in the next one, has one value for both.
    """
    found: list[int] = []
    for at, event in enumerate(events):
        if isinstance(event, GameEnded) and found and not any(map(plays, events[found[-1] + 1 : at])):
            found.pop()
        if game.turn_over(event) or isinstance(event, GameEnded):
            found.append(at)
    return frozenset(found)


def _that_matter(found: Sequence[tuple[MarkedTurn, int]], points: Mapping[str, Sequence[int]]) -> Iterator[MarkedTurn]:
    """Yield for each player the turn with the largest change: its gain, or the difference in points."""
    most: dict[str, tuple[int, MarkedTurn]] = {}
    for mark, brought in found:
        line = points.get(mark.seat, ())
        change = abs(line[mark.at] - line[mark.at - 1] if line and mark.at else brought)
        if change >= most.get(mark.seat, (0, mark))[0]:
            most[mark.seat] = change, mark
    yield from (mark for _, mark in most.values())


def _sentence(winners: Sequence[Standing], players: int, unit: Unit) -> Text:
    """Return the sentence that names the winner: one, nobody, all, or several, who need not have the same score."""
    if not winners:
        return say("Nobody has won.")
    first, *rest = winners
    score = amount_with_unit(first.score, unit)
    if not rest:
        return say("%(who)s wins with %(score)s.", who=Who(first.seat), score=score)
    if all(line.score == first.score for line in rest):
        if len(winners) == players:
            return say("You all end with %(score)s.", score=score)
        return say("%(count)s players share the victory with %(score)s.", count=len(winners), score=score)
    each = (
        say("%(who)s with %(score)s", who=Who(line.seat), score=amount_with_unit(line.score, unit)) for line in winners
    )
    return say("There are several winners: %(winners)s.", winners=listed(each))


def _sum(line: Standing, unit: Unit) -> Text | None:
    """Return the money, the debts and the start that make up a score; None where it equals the seat's money."""
    start = line.cash - line.debts - line.score
    if not isinstance(unit, Currency) or not (start or line.debts):
        return None
    words: dict[str, Param] = {"cash": Money(line.cash), "debts": Money(line.debts), "start": Money(start)}
    if not start:
        return say("%(cash)s less %(debts)s of debts", **words)
    if not line.debts:
        return say("%(cash)s at the end, %(start)s at the start", **words)
    return say("%(cash)s less %(debts)s of debts at the end, %(start)s at the start", **words)


def _letters(game: Game, marks: Sequence[MarkedTurn]) -> Mapping[str, Text]:
    """Return the meaning of the letters that mark something on this chart."""
    used = {mark.symbol for mark in marks}
    return {letter: words for letter, words in game.chart_letters.items() if letter in used}


def _points(tables: Tables, live: LoadedTable, game: Game, played: Sequence[StoredEvent]) -> dict[str, tuple[int, ...]]:
    """Return each player's points after each turn of the last game; empty where points are not counted."""
    if not game.points(live.table):
        return {}
    table = tables.table_at(live, played[0].seq - 1)
    columns = _columns(live.game, [record.event for record in played])
    lines: dict[str, list[int]] = {seat: [] for seat in live.table.ids}
    for at, record in enumerate(played):
        if not isinstance(record.event, Undone):
            table = apply(live.game, table, record)
        if at in columns:
            points = game.points(table)
            for seat, line in lines.items():
                line.append(points.get(seat, 0))
    return {seat: tuple(line) for seat, line in lines.items()}
