"""Cattle moves with the light dice (rules 1993 §8)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common.messages import MoveCow, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.screens.buttons import done
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.bots import move
from companion.games.abilene.edition_1993.phases.step import StepPhase
from companion.games.abilene.edition_1993.screens.boards import board_moves
from companion.games.abilene.edition_1993.state import State1993


class CattlePhase(StepPhase):
    """After the dice, before the cowboys."""

    commands = (MoveCow,)
    step = Step.CATTLE

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCow):
            return moves.move_cow(now.layout, now.table, now.state, seat, command, waived)
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
        return board_moves("move_cow", movers, turn.cow_dice, turn.used_cow, now, position)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return move(self.moves(now, seat), now, chance)
