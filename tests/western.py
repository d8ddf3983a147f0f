"""An evening of Western Town for tests: players by name round a table in memory, through the door that phones use."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command, Event
from companion.core.table.table import Level, Phase, Table
from companion.core.table.table_messages import Agree, SetRule, StartGame, TakeSeat, Undo
from companion.games import registry
from companion.games.western_town.commands import (
    ChangeTown,
    ChooseTarget,
    CountUp,
    DefendTarget,
    HoldVisit,
    Reason,
    Side,
    ThrowDie,
    TurnUpCard,
)
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import Board, Circle, State
from companion.store.log import Log, TableRow

NAMES = ("Robin", "Alexandre", "Theo", "Dan")
ROBIN, ALEXANDRE, THEO, DAN = (f"s{number}" for number in range(1, 5))


class Evening:
    """Robin is lead marshal; the grand manitou sits to his right."""

    code = "TOWN"

    def __init__(self, players: int = 3, **rules: str | int | bool) -> None:
        self.log = Log(":memory:")
        self.restarts()
        self.log.add_table(TableRow(self.code, "western_town", "2012", Level.BANK.value, False, "", 0.0, 0))
        for name in NAMES[:players]:
            self.act(None, TakeSeat(name, {}))
        for name, value in rules.items():
            self.act(ROBIN, SetRule(name, value))

    def restarts(self) -> None:
        """The box is switched off and on again."""
        self.tables = Tables(self.log, registry(), clock=lambda: 0.0, chance=random.Random(7))

    def starts(self) -> Evening:
        self.act(ROBIN, StartGame(ROBIN))
        return self

    @property
    def table(self) -> Table:
        return self.tables.table(self.code)

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def board(self, seat: str) -> Board:
        return self.state.towns[seat]

    def has(self, seat: str, what: Resource) -> int:
        return self.board(seat).town.count(what)

    def circle(self, seat: str = ROBIN) -> Circle:
        return self.state.circle(seat)

    @property
    def events(self) -> list[Event]:
        return [stored.record.event for stored in self.tables.history(self.code)]

    @property
    def report(self) -> list[str]:
        """The public log in English."""
        sentences = self.tables.sentences(self.tables.live(self.code))
        return [str(line) for event in self.events if (line := sentences.event(event)) is not None]

    def act(self, seat: str | None, *commands: Command) -> None:
        for command in commands:
            self.tables.act(self.code, seat, command)

    def refused(self, seat: str, command: Command, kind: type[RuleError] = RuleError) -> str:
        """The sentence of the refusal; nothing has changed."""
        before = self.table
        with pytest.raises(kind) as refusal:
            self.tables.act(self.code, seat, command)
        assert self.table == before
        return str(refusal.value.text)

    def together(self, seat: str, command: Command) -> None:
        """A command to which all others agree."""
        self.act(seat, command)
        while self.table.phase is Phase.PLAYING and self.table.motions:
            motion = self.table.motions[0]
            waiting = [each for each in motion.asked if each not in motion.agreed]
            self.act(waiting[0], Agree(motion.id))

    # --- what players often do ----------------------------------------------------------------

    def gets(self, seat: str, changes: Mapping[Resource, int]) -> None:
        for what, by in changes.items():
            self.act(seat, ChangeTown({what: by}, Reason.PLAYED))

    def throws(self, seat: str, *sides: Side) -> None:
        self.act(seat, *(ThrowDie(side) for side in sides))

    def strikes(self, manitou: str, colour: Indian, target: str, owner: str, defend: bool) -> None:
        self.act(manitou, ChooseTarget(colour, target))
        self.act(owner, DefendTarget(defend))

    def turn(self, *card: Expectation) -> None:
        """A whole turn in which nothing happens but the visit."""
        if card:
            self.act(ROBIN, TurnUpCard(card))
        for circle in self.state.circles:
            self.act(circle.seats[0], HoldVisit())

    def counted(self) -> Mapping[str, tuple[int, int]]:
        """Everybody agrees to count: seat -> (rank, score)."""
        self.together(ROBIN, CountUp())
        ending = self.table.ending
        assert ending
        return {line.seat: (line.rank, line.score) for line in ending.standings}

    def undo(self, seat: str) -> None:
        self.together(seat, Undo(self.table.done[-1].before))
