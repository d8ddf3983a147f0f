"""What the edition of 1983 shows of a turn on every page: its steps, and how far off the end is."""

from __future__ import annotations

from companion.core.identity import once
from companion.core.text import Text, say
from companion.core.ui.page import StepState, progress
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens import pages
from companion.games.abilene.edition_1983.rules.endings import LAST_STEERS
from companion.games.abilene.edition_1983.state import State1983

STEPS = (Step.CATTLE, Step.SALE, Step.DICE, Step.COWBOYS)
"""A sale may come after every step of a steer; it is shown where it belongs: after the steers."""
BANK_STEPS = (Step.TABLE, Step.SALE)


def steers_left(state: State1983) -> Text:
    """How far off the end is (§10.1)."""
    return say("Steers left in play: %(left)s. The game ends at %(last)s.", left=state.unsold, last=LAST_STEERS)


def dice_of(state: State1983) -> tuple[tuple[str, int, bool], ...]:
    """The dice on the table; the steps that are left for steers only as long as steers are moved."""
    moving = state.turn.step is Step.CATTLE
    return tuple((kind, face, used) for kind, face, used in pages.dice_of(state) if moving or kind != "cow")


@once(most=32)
def steps_of(state: State1983) -> tuple[tuple[StepState, Text], ...]:
    """The steps of the turn, and how far it has come."""
    words = {
        Step.CATTLE: say("Steers"),
        Step.SALE: say("Sale"),
        Step.DICE: say("Dice"),
        Step.COWBOYS: say("Cowboys"),
        Step.TABLE: say("Board"),
    }
    steps = BANK_STEPS if state.position is None else STEPS
    now = Step.SALE if state.sale else state.turn.step
    at = steps.index(now) if now in steps else 0
    return progress([words[step] for step in steps], at)
