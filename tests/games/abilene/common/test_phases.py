"""A phase that nobody knew is played, shown and decided from one file: this one."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from companion.app.bots import play_once
from companion.app.tables import Tables
from companion.core.errors import NotNow, RuleError
from companion.core.messages import Command, Event, kind_of
from companion.core.money.ledger import BANK, transfer
from companion.core.phases import handles
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.events import GameStarted
from companion.core.table.table import Level, Table
from companion.core.text import fact, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common.messages import TurnBegan
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.abilene_1993 import Abilene1993
from companion.games.abilene.edition_1993.messages import RollDice
from companion.games.abilene.edition_1993.state import State1993
from companion.store.log import Log
from companion.store.rows import TableRow
from tests.support.abilene import ABILENE

TOLL = 100


@dataclass(frozen=True, slots=True)
class PayToll(Command):
    """Before the dice."""


@dataclass(frozen=True, slots=True)
class TollPaid(Event):
    """The bridge may be crossed."""

    seat: str


@dataclass(frozen=True, slots=True)
class StateWithToll(State1993):
    """``paid``: in this turn."""

    paid: bool = False


class TollPhase(Phase[State1993]):
    """A phase in which the player who begins a turn pays a toll."""

    instruction = say("Pay the toll")
    news = say("Somebody pays the toll.")

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...]:
        return () if isinstance(now.state, StateWithToll) and now.state.paid else (now.state.turn.seat,)

    def refuses(self, now: Situation[State1993], command: Command) -> RuleError | None:
        waits = bool(self.waited_for(now)) and not isinstance(command, PayToll)
        return NotNow(say("First the toll is paid.")) if waits else None

    @handles(PayToll)
    def pay_toll(self, now: Situation[State1993], command: PayToll) -> tuple[Event, ...]:
        return (TollPaid(now.seat, postings=transfer(now.table.accounts, now.seat, BANK, TOLL, fact("toll"))),)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return (Choice(kind_of(PayToll), say("Pay the toll")),)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PayToll()


class AbileneWithToll(Abilene1993):
    """The list of phases, one longer."""

    commands = (*Abilene1993.commands, PayToll)
    events = (*Abilene1993.events, TollPaid)
    state = StateWithToll
    phases = (TollPhase(), *Abilene1993.phases)

    def apply(self, table: Table, event: Event) -> State1993:
        state = super().apply(table, event)
        match event:
            case GameStarted():
                return StateWithToll(**{field.name: getattr(state, field.name) for field in fields(State1993)})
            case TollPaid() | TurnBegan() if isinstance(state, StateWithToll):
                return replace(state, paid=isinstance(event, TollPaid))
            case _:
                return state


GAME = AbileneWithToll()


@pytest.fixture
def tables() -> Tables:
    """Return tables with three players of the box, whose first has to pay now."""
    log = Log(":memory:")
    log.add_table(TableRow("TOLL", "abilene", "1993", Level.BOARD.value, True, "seed", 0.0))
    tables = Tables(log, {"abilene": {"1993": GAME}}, clock=lambda: 0.0, chance=random.Random(1))
    for name, ranch in (("Ann", "A"), ("Bob", "C"), ("Cid", "E")):
        tables.act("TOLL", None, TakeSeat(name, {"ranch": ranch}, box=True))
    tables.act("TOLL", "s1", StartGame("s1"))
    return tables


def test_the_page_asks_for_it_and_tells_the_others(tables: Tables) -> None:
    table = tables.table("TOLL")
    page, other_page = GAME.page(table, "s1"), GAME.page(table, "s2")
    assert str(page.headline) == "Pay the toll"
    assert [choice.kind for choice in page.choices] == ["pay_toll"]
    assert "Somebody pays the toll." in map(str, other_page.prompt)
    assert other_page.choices == ()


def test_nothing_else_is_decided_before(tables: Tables) -> None:
    with pytest.raises(NotNow):
        tables.act("TOLL", "s1", RollDice((1, 1), (1, 1, 1)))
    tables.act("TOLL", "s1", PayToll())
    tables.act("TOLL", "s1", RollDice((1, 1), (1, 1, 1)))


def test_the_players_of_the_box_play_it_and_it_is_kept(tables: Tables) -> None:
    for _ in range(60):
        play_once(tables, "TOLL")
    table = tables.table("TOLL")
    paid = [each.record.event for each in tables.history("TOLL") if isinstance(each.record.event, TollPaid)]
    turns = [each.record.event for each in tables.history("TOLL") if isinstance(each.record.event, TurnBegan)]
    assert len(turns) - 1 <= len(paid) <= len(turns)
    assert len(paid) > 2
    again = Tables(tables.log, tables.games, clock=lambda: 0.0)
    assert again.table("TOLL") == table


@pytest.mark.parametrize("edition", ABILENE)
def test_every_command_of_an_edition_is_taken_by_one_phase(edition: str) -> None:
    game = ABILENE[edition]
    takers = {command: [phase for phase in game.phases if command in phase.commands] for command in game.commands}
    by_step = {"EndStep", "ArrangeBoard", "ArrangeSteers", "LeaveGame", "StopGame"}
    assert {command.__name__: len(found) for command, found in takers.items() if command.__name__ not in by_step} == {
        command.__name__: 1 for command in game.commands if command.__name__ not in by_step
    }
