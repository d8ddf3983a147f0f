"""What the edition of 1993 shows of a turn on every page: its steps and its dice."""

from __future__ import annotations

from companion.core.identity import once
from companion.core.table.table import Level
from companion.core.text import Text, say
from companion.core.ui.page import StepState, progress
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993.state import State1993

STEPS = {
    Level.BOARD: (Step.DICE, Step.JAIL, Step.CATTLE, Step.COWBOYS, Step.SALE),
    Level.BANK: (Step.JAIL, Step.TABLE, Step.SALE),
}


@once(most=32)
def steps_of(state: State1993) -> tuple[tuple[StepState, Text], ...]:
    """The steps of the turn, and how far it has come."""
    words = {
        Step.DICE: say("Dice"),
        Step.JAIL: say("Jail"),
        Step.CATTLE: say("Cattle"),
        Step.COWBOYS: say("Cowboys"),
        Step.TABLE: say("Board"),
        Step.SALE: say("Sale"),
    }
    steps = STEPS[Level.BANK if state.position is None else Level.BOARD]
    at = steps.index(Step.SALE if state.sale else state.turn.step)
    return progress([words[step] for step in steps], at)
