"""The steps of a turn that roll dice and move cowboys; the player is waited for until he is done (rules 1983 §4)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves, Unit
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import DEFAULTS, MoveKind
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import (
    EndStep,
    MoveCow,
    MoveCowboy,
    Step,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import COWBOY_DIE, TOWN
from companion.games.abilene.common.rules.moves import met, my_turn, ready_to_ride, step_ended
from companion.games.abilene.common.screens.parts import (
    die_field,
    done_with_cowboys,
)
from companion.games.abilene.common.state import standing_on
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.rules.turn import due, facts_for
from companion.games.abilene.edition_1983.screens.choices import board_moves
from companion.games.abilene.edition_1983.state import State1983


class StepPhase(Phase[State1983]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)


STEP_COMMANDS = (MoveCow, h.RollTwoDice, MoveCowboy, EndStep, h.HireCowboy)
"""What has to wait until nobody else is waited for."""


def end_step(layout: Layout, table: Table, state: State1983, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with steers, with cowboys, or (level *bank*) with the turn; two cowboys must move if they can (§4.4)."""
    faces = unused_dice(layout, table, state) if step is Step.COWBOYS and not waived else ()
    return step_ended(state, seat, step, faces, RuleRef("1983", "4.4"))


def unused_dice(layout: Layout, table: Table, state: State1983) -> tuple[int, ...]:
    """Faces that must still be used in this turn."""
    turn = state.turn
    if state.position is None:
        return ()
    left = [face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy]
    return due(layout, state.position, turn.seat, left, turn.moved, facts_for(table.rules))


DICE = 2


class DicePhase(StepPhase):
    """The steers are done."""

    commands = (h.RollTwoDice,)
    step = Step.DICE

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.RollTwoDice):
            return roll(now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Roll both dice")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s rolls the dice.", who=Who(seats[0]))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        typed = Choice(
            "roll_two_dice",
            say("These are my dice"),
            fields=tuple(
                die_field("dice", say("Die %(number)s", number=at + 1), COWBOY_DIE, h.FACES, at) for at in range(DICE)
            ),
            title=say("Tap what you rolled"),
            rule=RuleRef("1983", "4.4"),
            weight=Weight.PRIMARY,
        )
        return (typed, Choice("roll_two_dice", say("Let the box roll")))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return h.RollTwoDice()


def roll(state: State1983, seat: str, command: h.RollTwoDice) -> tuple[Event, ...]:
    """Two dice, after the steers (§4.4); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    dice = command.dice or ()
    if len(dice) != DICE or not set(dice) <= set(h.FACES):
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "1.4"))
    return (m.DiceRolled(seat, (), dice, command.by_box),)


class CowboysPhase(StepPhase):
    """The dice are rolled."""

    commands = (MoveCowboy,)
    step = Step.COWBOYS

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCowboy):
            return ride(now.layout, now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move two cowboys")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cowboys.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each die moves another cowboy, exactly that far. Onto a steer: yours. A cowboy: duel.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return (done_with_cowboys(say("End my turn"), unused_dice(now.layout, now.table, now.state)),)

    def moves(self, now: Situation[State1983], seat: str) -> BoardMoves | None:
        position, turn_now = now.state.position, now.state.turn
        if position is None:
            return None
        movers = [cell for cell in position.cowboys_of(seat) if standing_on(now.state, seat, cell) > 0]
        return board_moves("move_cowboy", movers, turn_now.cowboy_dice, turn_now.used_cowboy, now, position, Unit.DIE)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.move(self.moves(now, seat), now.layout, now.state, chance)


def ride(
    layout: Layout, table: Table, state: State1983, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """One cowboy, one die exactly (§4.4-§4.7); may lead to a theft (§5) or a duel (§6)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1983", "4.4"))
    facts = facts_for(table.rules)
    if not waived and (refused := refusal(layout, position, command.frm, command.to, face, seat, DEFAULTS, facts)):
        raise refused
    if command.to == TOWN:
        raise BadRequest(say("A cowboy may ride through the town but not stop there."), RuleRef("1983", "4.7"))
    if command.to == command.frm:
        return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, MoveKind.STAY),)
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)
