"""The steps of a turn: dice, cattle and cowboys; the player is waited for until he is done (rules 1993 §6, §8-§10)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardMoves
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import (
    COW_DICE,
    COW_DIE,
    COW_FACES,
    COWBOY_DICE,
    COWBOY_DIE,
    COWBOY_FACES,
    TOWN,
)
from companion.games.abilene.common.rules.moves import (
    face_of,
    met,
    my_turn,
    on_board,
    on_free_cell,
    ready_to_ride,
    step_ended,
)
from companion.games.abilene.common.screens.parts import die_field, done, done_with_cowboys
from companion.games.abilene.common.state import State, Turn, standing_on
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.bots import move
from companion.games.abilene.edition_1993.messages import RollDice
from companion.games.abilene.edition_1993.screens.herd import board_moves
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


class StepPhase(Phase[State1993]):
    """``step`` says which one."""

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, EndStep):
            return end_step(now.layout, now.table, now.state, seat, command.step, waived)
        return super().decide(now, seat, command, waived)


def end_step(layout: Layout, table: Table, state: State1993, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with cattle, cowboys, or (level *bank*) the turn; cowboy dice that can be used must be (§9.3, §19.4).

    Whoever ends the cattle step that has just ended by itself is not told off: nothing happens.
    """
    turn = state.turn
    just_ended = turn.step is Step.COWBOYS and out_of_cow_dice(turn) and not turn.used_cowboy
    if step is Step.CATTLE and just_ended and turn.seat == seat and not state.pending:
        return ()
    must = step is Step.COWBOYS and table.rules.cowboy_dice_mandatory and not waived
    faces = usable_dice(layout, table, state) if must else ()
    return step_ended(state, seat, step, faces, RuleRef("1993", "9.3"))


def out_of_cow_dice(turn: Turn) -> bool:
    """Whether every light die has been used."""
    return bool(turn.cow_dice) and len(turn.used_cow) == len(turn.cow_dice)


def usable_dice(layout: Layout, table: Table, state: State1993) -> tuple[int, ...]:
    """Faces of the cowboy dice left that still have a legal move for a cowboy that has not moved."""
    position, turn = state.position, state.turn
    if position is None:
        return ()
    return tuple(
        face
        for die, face in enumerate(turn.cowboy_dice)
        if die not in turn.used_cowboy
        and movement.any_cowboy_move(layout, position, turn.seat, (face,), turn.moved, table.rules)
    )


class CattlePhase(StepPhase):
    """After the dice, before the cowboys."""

    commands = (MoveCow,)
    step = Step.CATTLE

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCow):
            moved = move_cow(now.layout, now.table, now.state, seat, command, waived)
            last = len(now.state.turn.used_cow) + 1 == len(now.state.turn.cow_dice)
            return (*moved, m.StepEnded(seat, Step.CATTLE)) if last else moved  # nothing is left to do
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move your cattle")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cattle.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each light die moves one cow of your herd, at most that far. A cow in Abilene is sold.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return (done(Step.CATTLE, say("Done with cattle"), Weight.PRIMARY),)

    def moves(self, now: Situation[State1993], seat: str) -> BoardMoves | None:
        turn, position = now.state.turn, now.state.position
        if position is None:
            return None
        movers = [cow for cow in position.herd(now.layout, seat) if cow not in turn.moved]
        return board_moves("move_cow", COW_DIE, movers, turn.cow_dice, turn.used_cow, now, position)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return move(self.moves(now, seat), now, chance)


def move_cow(
    layout: Layout, table: Table, state: State, seat: str, command: m.MoveCow, waived: bool
) -> tuple[Event, ...]:
    """§8: one cow, one light die at most; raises IllegalMove with the reason."""
    my_turn(state, seat, Step.CATTLE)
    position = on_board(state)
    face = face_of(state.turn.cow_dice, state.turn.used_cow, command.die)
    if command.frm not in position.cows:
        raise BadRequest.saying(SENTENCES, fact("no_cow_there", cell=command.frm))
    if command.frm in state.turn.moved:
        raise IllegalMove.saying(SENTENCES, fact("cow_moved"), RuleRef("1993", "8.1"))
    if not waived:
        if command.frm not in position.herd(layout, seat):
            raise IllegalMove.saying(SENTENCES, fact("cow_not_on_ranch", cell=command.frm), RuleRef("1993", "8.1"))
        if refused := refusal(layout, position, command.frm, command.to, face, seat, table.rules):
            raise refused
    elif command.to != TOWN:
        on_free_cell(layout, state, command.to)
    return (m.CowMoved(seat, command.frm, command.to, command.die, face),)


class CowboysPhase(StepPhase):
    """After the cattle, before the sale."""

    commands = (MoveCowboy,)
    step = Step.COWBOYS

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCowboy):
            return move_cowboy(now.layout, now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move your cowboys")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cowboys.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each dark die moves one cowboy, exactly that far. Onto a cow: yours. Onto a cowboy: duel.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        label = say("Done: sell the cattle") if now.state.waiting_cows else say("End my turn")
        return (done_with_cowboys(label, usable_dice(now.layout, now.table, now.state)),)

    def moves(self, now: Situation[State1993], seat: str) -> BoardMoves | None:
        turn, position = now.state.turn, now.state.position
        if position is None:
            return None
        movers = [node for node in Counter(position.cowboys_of(seat)) if standing_on(now.state, seat, node) > 0]
        return board_moves("move_cowboy", COWBOY_DIE, movers, turn.cowboy_dice, turn.used_cowboy, now, position)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return move(self.moves(now, seat), now, chance)


def move_cowboy(
    layout: Layout, table: Table, state: State, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """§9: one cowboy, one dark die exactly; may lead to a theft (§10) or a duel (§11)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1993", "9.1"))
    if not waived and (refused := refusal(layout, position, command.frm, command.to, face, seat, table.rules)):
        raise refused
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)


class DicePhase(StepPhase):
    """The turn begins."""

    commands = (RollDice,)
    step = Step.DICE

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, RollDice):
            return roll(now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Roll all five dice")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s rolls the dice.", who=Who(seats[0]))

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        """Real dice typed, or the box's."""
        cow = (
            die_field("cow", say("Light die %(number)s", number=at + 1), COW_DIE, COW_FACES, at)
            for at in range(COW_DICE)
        )
        cowboy = (
            die_field("cowboy", say("Dark die %(number)s", number=at + 1), COWBOY_DIE, COWBOY_FACES, at)
            for at in range(COWBOY_DICE)
        )
        typed = Choice(
            "roll_dice",
            say("These are my dice"),
            fields=(*cow, *cowboy),
            title=say("Tap what you rolled"),
            rule=RuleRef("1993", "6.1"),
            weight=Weight.PRIMARY,
        )
        return (typed, Choice("roll_dice", say("Let the box roll")))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return RollDice()


def roll(state: State1993, seat: str, command: own.RollDice) -> tuple[Event, ...]:
    """All five dice at once (§6.1); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    cow, cowboy = command.cow or (), command.cowboy or ()
    if len(cow) != COW_DICE or len(cowboy) != COWBOY_DICE:
        raise BadRequest(say("There are two light dice and three dark ones."), RuleRef("1993", "6.1"))
    if not set(cow) <= set(COW_FACES):
        raise BadRequest(say("The light dice show 0 to 5."), RuleRef("1993", "1.5"))
    if not set(cowboy) <= set(COWBOY_FACES):
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "1.5"))
    return (m.DiceRolled(seat, cow, cowboy, command.by_box),)
