"""A duel: both roll a dark die, the higher one stays (rules 1993 §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import COWBOY_FACES
from companion.games.abilene.common.rules.moves import going_on, on_board
from companion.games.abilene.common.screens.buttons import duel_by_dice
from companion.games.abilene.common.state import Duel, State
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.messages import RollDuel
from companion.games.abilene.edition_1993.state import State1993


class DuelPhase(Phase[State1993]):
    """Two cowboys on one cell."""

    commands = (RollDuel,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        duel = now.state.pending
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, RollDuel)
        return roll_duel(now.layout, now.state, seat, command)

    def asked(self) -> Text:
        return say("Duel! One dark die each")

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        """Who duels where, and what is at stake."""
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        tie = (say("A tie: roll again."),) if duel.tied else ()
        stakes = (duel_words(now.layout, now.state, duel, winner) for winner in (duel.attacker, duel.defender))
        return (fight, *tie, *stakes)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        return duel_by_dice("roll_duel", duel, COWBOY_FACES, RuleRef("1993", "11.1"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return RollDuel()


def roll_duel(layout: Layout, state: State, seat: str, command: own.RollDuel) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§11.1); the place decides where the loser goes (§11.2)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in COWBOY_FACES or two not in COWBOY_FACES or one is None or two is None:
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "11.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    winner = duel.winner(one, two)
    jailed = in_jail_after(layout, on_board(state), duel, winner)
    return (rolled, own.DuelWon(winner, duel.other(winner), duel.cell, jailed))


def in_jail_after(layout: Layout, position: Position, duel: Duel, winner: str) -> bool:
    """Whether the loser goes to jail: the duel was on the winner's own ranch (§11.2 a), or his own has no free cell."""
    loser = duel.other(winner)
    return movement.loser_cells(layout, position, duel.cell, winner, loser, leaving=duel.frm) == (movement.JAIL,)


def duel_words(layout: Layout, state: State, duel: Duel, winner: str) -> Text:
    """What happens to the loser if this seat wins."""
    loser = duel.other(winner)
    if in_jail_after(layout, on_board(state), duel, winner):
        return say("If %(winner)s wins, %(loser)s's cowboy goes to jail.", winner=Who(winner), loser=Who(loser))
    return say(
        "If %(winner)s wins, %(winner)s puts %(loser)s's cowboy back on %(loser)s's ranch.",
        winner=Who(winner),
        loser=Who(loser),
    )
