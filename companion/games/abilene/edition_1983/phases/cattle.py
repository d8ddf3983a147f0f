"""Up to three steps for the steers (rules 1983 §4.1-§4.3), figures that come back, and a cowboy hired (§8)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError, RuleRef
from companion.core.messages import Command, Event
from companion.core.money.ledger import BANK, transfer
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardMoves, BoardTargets, Unit
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.messages import (
    MoveCow,
    Step,
    StepEnded,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.rules.moves import my_turn, on_board, on_free_cell
from companion.games.abilene.common.screens.parts import (
    done,
)
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.steps import STEP_COMMANDS, StepPhase
from companion.games.abilene.edition_1983.prices import HIRE
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.rules.turn import (
    facts_for,
    may_not_hire,
    steps_needed,
    vacant_starts,
    why_not,
)
from companion.games.abilene.edition_1983.screens.choices import board_moves, hire_choices
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983


class ReturnPhase(Phase[State1983]):
    """His owner chooses the cell."""

    commands = (h.ReturnCowboy,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        back = returning(now.layout, now.state)
        return (back[0],) if back else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.ReturnCowboy):
            return come_back(now.layout, now.state, seat, command.cell)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Your escaped cowboy is back: put him on the board")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s puts an escaped cowboy back on the board.", who=Who(seats[0]))

    def refuses(self, now: Situation[State1983], command: Command) -> RuleError | None:
        back = returning(now.layout, now.state) if isinstance(command, STEP_COMMANDS) else None
        return NotNow(say("First %(who)s puts an escaped cowboy back.", who=Who(back[0]))) if back else None

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Where there is one cell only, nobody has to choose."""
        back = None if turn.asked(now.state) else returning(now.layout, now.state)
        return (h.CowboyReturned(back[0], back[1][0]),) if back and len(back[1]) == 1 else ()

    def targets(self, now: Situation[State1983], seat: str) -> BoardTargets | None:
        back = returning(now.layout, now.state)
        label = say("Where does your cowboy come back?")
        return BoardTargets("return_cowboy", "cell", back[1], label) if back else None

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        back = returning(now.layout, now.state)
        return h.ReturnCowboy(chance.choice(back[1])) if back else None


def returning(layout: Layout, state: State1983) -> tuple[str, tuple[str, ...]] | None:
    """Whose escaped cowboy comes back now, and the cells to choose from (§6.2, §16.3)."""
    position = state.position
    if position is None or state.pending or state.sale:
        return None
    for seat in state.order:
        if position.waiting.get(seat) and (cells := vacant_starts(layout, position, seat)):
            return seat, cells
    return None


def come_back(layout: Layout, state: State1983, seat: str, cell: str) -> tuple[Event, ...]:
    """The owner chooses the cell."""
    back = returning(layout, state)
    if back is None or back[0] != seat:
        raise NotNow(say("No cowboy of yours can come back now."))
    if cell not in back[1]:
        raise BadRequest(
            say("An escaped cowboy comes back to a vacant start cell for cowboys of your prairie."),
            RuleRef("1983", "6.2"),
        )
    return (h.CowboyReturned(seat, cell),)


class CattlePhase(StepPhase):
    """The turn begins."""

    commands = (MoveCow, h.HireCowboy)
    step = Step.CATTLE

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCow):
            return move_steer(now.layout, now.table, now.state, seat, command, waived)
        if isinstance(command, h.HireCowboy):
            return hire(now.layout, now.table, now.state, seat, command.cell, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move your steers")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves steers.", who=Who(seats[0]))

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Done when no step is left."""
        state = now.state
        done_with = state.turn.step is Step.CATTLE and state.turn.cow_dice == (0,)
        held_up = state.sale or state.pending or turn.asked(state) or returning(now.layout, state)
        return (StepEnded(state.turn.seat, Step.CATTLE),) if done_with and not held_up else ()

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        if not mine or not now.state.turn.cow_dice:
            return ()
        left = now.state.turn.cow_dice[0]
        return (say("Steps left: %(left)s, for one steer or several. A steer in Abilene is sold at once.", left=left),)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        ended = done(Step.CATTLE, say("Done with the steers"), Weight.PRIMARY)
        return (ended, *hire_choices(now.layout, now.table, now.state, seat))

    def moves(self, now: Situation[State1983], seat: str) -> BoardMoves | None:
        position, moved = now.state.position, now.state.turn.moved
        if position is None:
            return None
        movers = [cow for cow in position.herd(now.layout, seat) if cow not in moved]
        return board_moves("move_cow", movers, now.state.turn.cow_dice, (), now, position, Unit.STEPS)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        hired = bots.hire(now.layout, now.table, now.state, seat)
        return hired or bots.move(self.moves(now, seat), now.layout, now.state, chance)


def move_steer(
    layout: Layout, table: Table, state: State1983, seat: str, command: m.MoveCow, waived: bool
) -> tuple[Event, ...]:
    """One steer, as many steps as its way needs of the three that all steers share (§4.1, §4.2)."""
    my_turn(state, seat, Step.CATTLE)
    if command.to == TOWN and state.waiting_cows:
        raise NotNow.saying(SENTENCES, fact("steer_in_town"), RuleRef("1983", "4.3"))
    position, left, facts = on_board(state), state.turn.cow_dice[0], facts_for(table.rules)
    if command.frm not in position.cows:
        raise BadRequest.saying(SENTENCES, fact("no_cow_there", cell=command.frm))
    if command.frm in state.turn.moved:
        raise IllegalMove.saying(SENTENCES, fact("cow_moved"), RuleRef("1983", "16.1"))
    steps = steps_needed(layout, position, seat, command.frm, command.to, left, facts)
    if steps is None and not waived:
        raise why_not(layout, position, seat, command.frm, command.to, left, facts)
    if waived and command.to != TOWN:
        on_free_cell(layout, state, command.to)
    steps = left if steps is None else steps
    return (m.CowMoved(seat, command.frm, command.to, 0, steps, left=left - steps),)


def hire(layout: Layout, table: Table, state: State1983, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """A further cowboy for 2,000, at the start of one's turn (§8)."""
    my_turn(state, seat, Step.CATTLE, Step.TABLE)
    if not waived and (refused := may_not_hire(table, state, seat)):
        raise refused
    if state.position is not None:
        if not waived and cell not in vacant_starts(layout, state.position, seat):
            raise IllegalMove.saying(SENTENCES, fact("hired_not_there"), RuleRef("1983", "8.2"))
        on_free_cell(layout, state, cell)
    posted = transfer(table.accounts, seat, BANK, HIRE, fact("new_cowboy"), RuleRef("1983", "8.1"))
    return (h.CowboyHired(seat, cell if state.position else "", postings=posted),)
