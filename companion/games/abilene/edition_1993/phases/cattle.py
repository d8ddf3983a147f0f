"""Cattle moves with the light dice (rules 1993 §8)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import TOWN, Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardMoves
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import MoveCow, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COW_DIE
from companion.games.abilene.common.rules.moves import face_of, on_board
from companion.games.abilene.common.rules.turns import my_turn, on_free_cell
from companion.games.abilene.common.screens.buttons import done
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.bots import move
from companion.games.abilene.edition_1993.phases.step import StepPhase
from companion.games.abilene.edition_1993.screens.boards import board_moves
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


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
