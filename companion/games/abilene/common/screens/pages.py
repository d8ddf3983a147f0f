"""The words of a page that are the same in every edition."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table.table import Ending, Level, Table
from companion.core.text import Catalogue, Text, Who, say, worded
from companion.core.ui.board_page import BoardView
from companion.games.abilene.common.phases import Phase, S, Situation
from companion.games.abilene.common.pieces import COW_DIE, COWBOY_DIE
from companion.games.abilene.common.state import State


def over_words(ending: Ending, sentences: Catalogue) -> Text:
    """The headline of a game that is over."""
    return say("The game is over: %(reason)s", reason=worded(sentences, ending.reason))


def headline(state: State, seat: str | None) -> Text:
    """The headline for somebody who is not asked for anything."""
    if seat is not None and seat not in state.solvent:
        return say("You are out of the game. Thank you for playing!")
    if seat == state.turn.seat:
        return say("Your turn")
    return say("%(who)s's turn", who=Who(state.turn.seat))


def only_the_bank(table: Table, state: State) -> tuple[Text, ...]:
    """Said while a table that follows the board does not know it."""
    if table.level is not Level.BOARD or state.position is not None:
        return ()
    return (say("The box does not know yet where the figures stand. Until it does, it keeps only the bank."),)


def prompt_of(phase: Phase[S], seats: tuple[str, ...], now: Situation[S], seat: str | None) -> tuple[Text, ...]:
    """Who is waited for, said to the others; where the table has lost sight of the board; and what the phase says."""
    told = phase.told(seats) if seats and seat not in seats else None
    waiting = (told,) if told else ()
    return (*waiting, *only_the_bank(now.table, now.state), *phase.prompt(now, seat, seat in seats))


def board_for(
    phase: Phase[S], seats: tuple[str, ...], now: Situation[S], board: BoardView | None, seat: str | None
) -> BoardView | None:
    """The board, with what this seat can tap on it."""
    if board is None or seat is None or seat not in seats:
        return board
    return replace(board, moves=phase.moves(now, seat), targets=phase.targets(now, seat))


def dice_of(state: State) -> tuple[tuple[str, int, bool], ...]:
    """The dice of the turn: kind, face, already used."""
    turn = state.turn
    cow = tuple((COW_DIE, face, at in turn.used_cow) for at, face in enumerate(turn.cow_dice))
    return cow + tuple((COWBOY_DIE, face, at in turn.used_cowboy) for at, face in enumerate(turn.cowboy_dice))
