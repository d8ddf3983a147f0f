"""What people call the things on the board."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import TOWN
from companion.core.text import say
from companion.core.ui.board_page import BoardTerms
from companion.games.abilene.common.board.marks import Mark
from companion.games.abilene.common.board.movement import JAIL

TERMS = BoardTerms(
    figures={"cow": say("Cow"), "cowboy": say("Cowboy")},
    places={TOWN: say("the town"), JAIL: say("Jail"), "corral": say("Corral")},
    marks={
        Mark.COW_START: say("Start of a cow"),
        Mark.COWBOY_START: say("Start of a cowboy"),
    },
    town="Abilene",
    region=say("Ranch"),
)

TERMS_1983 = replace(
    TERMS,
    figures={"cow": say("Steer"), "cowboy": say("Cowboy")},
    places={TOWN: say("the town"), "corral": say("Corral")},
    marks={**TERMS.marks, Mark.COW_START: say("Start of a steer")},
    region=say("Prairie"),
)
"""Steers on prairies, and no jail: a place of a board that the terms do not name is not drawn."""
