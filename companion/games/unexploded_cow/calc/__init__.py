"""Answers to rule questions, computed by the steps of the game itself; cash may go below zero (rules §17.14)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.plugin import Answer
from companion.games.calc import answers
from companion.games.unexploded_cow.calc import by_card, money, roll
from companion.games.unexploded_cow.calc.words import CowQuestion

ANSWERS: Mapping[str, Answer] = answers(
    {
        "cow_start": money.start,
        "cow_turn": money.turn,
        "cow_play": money.play,
        "cow_options": roll.options,
        "cow_pay": roll.pay,
        "cow_roll": roll.roll,
        "cow_explode": by_card.explode,
        "cow_carry_out": by_card.carry_out,
        "cow_city": roll.city,
        "cow_sudden": roll.order,
        "cow_sudden_run": roll.run,
        "cow_result": money.result,
        "cow_settle": money.settle,
    },
    CowQuestion,
)
