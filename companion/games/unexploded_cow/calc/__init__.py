"""Answers rule questions by taking the steps that the game itself takes; cash may go below zero (rules §17.14)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.core.capabilities import Answer
from companion.games.unexploded_cow.calc.by_card import CarriedOut, ExplodeAsked
from companion.games.unexploded_cow.calc.cards import Play, Start, TurnStarts
from companion.games.unexploded_cow.calc.results import Result, Settled
from companion.games.unexploded_cow.calc.roll import CityAsked, Options, Pay, RollAsked
from companion.games.unexploded_cow.calc.sudden import SuddenOrder, SuddenRun
from companion.games.unexploded_cow.calc.words import Asking

KINDS: Mapping[str, type[Asking]] = {
    "cow_start": Start,
    "cow_turn": TurnStarts,
    "cow_play": Play,
    "cow_options": Options,
    "cow_pay": Pay,
    "cow_roll": RollAsked,
    "cow_explode": ExplodeAsked,
    "cow_carry_out": CarriedOut,
    "cow_city": CityAsked,
    "cow_sudden": SuddenOrder,
    "cow_sudden_run": SuddenRun,
    "cow_result": Result,
    "cow_settle": Settled,
}


def _answered(kind: type[Asking], question: str) -> object:
    return kind.model_validate_json(question, strict=True).reply()


ANSWERS: Mapping[str, Answer] = {kind: partial(_answered, question) for kind, question in KINDS.items()}
