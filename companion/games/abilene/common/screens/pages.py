"""The words of a page that are the same in every edition."""

from __future__ import annotations

from companion.core.table.table import Ending, Level, Table
from companion.core.text import Catalogue, Text, Who, say, worded
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
    return say("It is the turn of %(who)s", who=Who(state.turn.seat))


def only_the_bank(table: Table, state: State) -> tuple[Text, ...]:
    """Said while a table that follows the board does not know it."""
    if table.level is not Level.BOARD or state.position is not None:
        return ()
    return (say("The box does not know yet where the figures stand. Until it does, it keeps only the bank."),)
