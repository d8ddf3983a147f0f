"""Everything that can be printed, so that somebody without the game can try it; cubes are to be found elsewhere."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import Printables, ScoreSheet
from companion.games.western_town.cards.reading import own_contents
from companion.games.western_town.printing.aid import turn_aid
from companion.games.western_town.printing.mats import camp, town_board
from companion.games.western_town.printing.pieces import cards, tiles
from companion.games.western_town.rulebook.setup import MOST_PLAYERS

GAMES = 4


def printables() -> Printables:
    """The sheets of our own set."""
    own = own_contents()
    rows = (say("Homes"), say("Buildings"), say("exported Gold"), say("Lure"), say("Inhabitants"), say("Total"))
    return Printables(
        (),
        (),
        turn_aid(),
        MOST_PLAYERS,
        cards=tuple(cards(own)),
        scores=ScoreSheet(rows, GAMES),
        mats=(town_board(own), camp(own)),
        tiles=tuple(tiles(own)),
    )
