"""Answers to rule questions, computed by the functions that the game itself uses; one module for each area of rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.plugin import Answer
from companion.games.calc import answers
from companion.games.western_town.calc import indians, players, towns
from companion.games.western_town.calc.asked import TownQuestion

ANSWERS: Mapping[str, Answer] = answers(
    {
        "wt_setup": players.setup,
        "wt_hand": players.hand,
        "wt_order": players.order,
        "wt_exploit": players.exploit,
        "wt_marshal": players.marshal,
        "wt_build": towns.build,
        "wt_gains": towns.gains,
        "wt_storage": towns.storage,
        "wt_lincoln": players.lincoln,
        "wt_camp": indians.throw,
        "wt_attack": indians.attack,
        "wt_final": towns.final,
    },
    TownQuestion,
)
