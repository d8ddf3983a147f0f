"""Answers rule questions by asking the functions that the game itself asks; a module a field of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.capabilities import Answer
from companion.games.western_town.calc import indians, players, towns
from companion.games.western_town.calc.asked import answering

ANSWERS: Mapping[str, Answer] = {
    "wt_setup": answering(players.setup),
    "wt_hand": answering(players.hand),
    "wt_order": answering(players.order),
    "wt_exploit": answering(players.exploit),
    "wt_marshal": answering(players.marshal),
    "wt_build": answering(towns.build),
    "wt_gains": answering(towns.gains),
    "wt_storage": answering(towns.storage),
    "wt_lincoln": answering(players.lincoln),
    "wt_camp": answering(indians.throw),
    "wt_attack": answering(indians.attack),
    "wt_final": answering(towns.final),
}
