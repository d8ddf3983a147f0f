"""Answers rule questions by asking the functions that the game itself asks; a module a field of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.core.capabilities import Answer
from companion.games.western_town.calc.cards import Exploits, Hand, Marshal, Order, Setup
from companion.games.western_town.calc.indians import Attack, Throw
from companion.games.western_town.calc.standings import Final, Lincoln
from companion.games.western_town.calc.towns import Build, Store, TakeGains
from companion.games.western_town.calc.words import Question

KINDS: Mapping[str, type[Question]] = {
    "wt_setup": Setup,
    "wt_hand": Hand,
    "wt_order": Order,
    "wt_exploit": Exploits,
    "wt_marshal": Marshal,
    "wt_build": Build,
    "wt_gains": TakeGains,
    "wt_storage": Store,
    "wt_lincoln": Lincoln,
    "wt_camp": Throw,
    "wt_attack": Attack,
    "wt_final": Final,
}


def _answered(kind: type[Question], question: str) -> object:
    return kind.model_validate_json(question, strict=True).answer()


ANSWERS: Mapping[str, Answer] = {kind: partial(_answered, question) for kind, question in KINDS.items()}
