"""Leaving a game and ending it: what a seat may ask of the others, and what follows when they agree.

A game takes part by listing the commands among its own. It says what they lead to: ``Game.left``, ``Game.stopped``.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.plugin import Game
from companion.core.sentences import SENTENCES
from companion.core.table.table import Table
from companion.core.text import Fact, Who, fact, say
from companion.core.ui.choice import Choice, Weight

FEWEST = 2
"""the number of players who can go on: of two nobody leaves, but they can end the game"""
ASKED = say("Everyone is asked.")


@dataclass(frozen=True, slots=True)
class LeaveGame(Command):
    """Command to leave the game for good, if the others agree."""


@dataclass(frozen=True, slots=True)
class StopGame(Command):
    """Command to end the game now, if the others agree."""


PARTINGS = (LeaveGame, StopGame)


def choices(game: Game, table: Table, seat: str) -> tuple[Choice, ...]:
    """Return what this seat may ask of the others during the game: to let it go, or to end the game."""
    playing = game.in_play(table)
    if seat not in playing:
        return ()
    leave = Choice(kind_of(LeaveGame), say("Leave the game"), details=(*game.leaving, ASKED), weight=Weight.DANGER)
    stop = Choice(kind_of(StopGame), say("End the game now"), details=(*game.stopping, ASKED), weight=Weight.DANGER)
    leaving = (leave,) if LeaveGame in game.commands and len(playing) > FEWEST else ()
    return (*leaving, stop) if StopGame in game.commands else leaving


def title(seat: str, command: Command) -> Fact:
    """Return what the others are asked; the sentence is the game's own."""
    return fact("leave_game", who=Who(seat)) if isinstance(command, LeaveGame) else fact("stop_game")


def decide(game: Game, table: Table, seat: str, command: Command) -> tuple[Event, ...]:
    """Return what happens when the others have agreed. Raise NotNow where nobody can leave, or end the game, now."""
    playing = game.in_play(table)
    if seat not in playing:
        raise NotNow(say("You have left this game."))
    if not isinstance(command, LeaveGame):
        return game.stopped(table)
    if len(playing) <= FEWEST:
        raise NotNow.saying(SENTENCES, fact("two_left"))
    return game.left(table, seat)
