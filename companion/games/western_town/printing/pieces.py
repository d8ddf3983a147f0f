"""Tiles, markers and cards of our own set, as many as four players need (rules §1), and whatever else can be printed.

So somebody without the game can try it; cubes are to be found elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text, say
from companion.core.ui.printable import Printables, PrintedCard, PrintedTile, ScoreSheet
from companion.games.western_town.printed.card_words import STRIPS, card_facts, tile_facts
from companion.games.western_town.printed.deck import CardData, Deck, LincolnCard, Pile, StartCard, Strip, TileData
from companion.games.western_town.printed.reading import builtin_deck
from companion.games.western_town.printing.aid import TURN_AID
from companion.games.western_town.printing.mats import camp, town_board
from companion.games.western_town.rulebook.buildings import CIVIC_PRIDE, GOLD_MINE, HOMESTEAD, MARSHAL
from companion.games.western_town.rulebook.setup import MAX_PLAYERS
from companion.games.western_town.words import EXPECTATIONS, amounts_words, cost_words, words

TILE, MARKER = 38.0, 24.0
HOMESTEADS = 6
"""homestead tiles that a player can have in the longest game (3.5, 3.6)"""
PAINTS = {
    Pile.OTHER: "#6b4a2b",
    Pile.ORANGE: "#c25a12",
    Pile.GREEN: "#3d7a3a",
    Pile.HOMESTEAD: "#b04a74",
    Pile.CACTUS: "#3f5d4a",
}
STRIP_PAINTS = {Strip.NONE: "#4a4038", Strip.PURPLE: "#6a3d8a", Strip.BROWN: "#7a5230", Strip.GREEN: "#3d7a3a"}
ART = {GOLD_MINE: "mine", MARSHAL: "star", HOMESTEAD: "farm", CIVIC_PRIDE: "star"}
DESTROYED, HOME_MARKERS = 12, 5
GAMES = 4


def tiles(deck: Deck) -> Iterator[PrintedTile]:
    """Yield every player's tiles, then what lies on them and beside them."""
    for data in deck.tiles.values():
        yield _tile(data)
    yield _marker(say("destroyed"), "ruin", "#8a2f10", DESTROYED)
    yield _marker(say("Home"), "farm", "#b04a74", HOME_MARKERS)
    yield _marker(say("lead marshal"), "star", "#3a2c20", 2)
    yield _marker(say("grand manitou"), "feather", "#b3261e", 2)


def _tile(data: TileData) -> PrintedTile:
    homestead = data.pile is Pile.HOMESTEAD
    count = HOMESTEADS if homestead else 1
    cost = None if homestead else say("Cost: %(cost)s", cost=cost_words(data.tile))
    needed = (say("Homes needed: %(count)s", count=data.tile.homes_needed),) if data.tile.homes_needed else ()
    lines = (*needed, *tile_facts(data))
    art = "farm" if homestead else "house"
    many = count * MAX_PLAYERS
    return PrintedTile(words(data.tile.name), TILE, lines, None, cost, art, PAINTS[data.pile], count=many)


def _marker(title: Text, drawing: str, paint: str, count: int) -> PrintedTile:
    return PrintedTile(title, MARKER, drawing=drawing, paint=paint, round=True, count=count)


def cards(deck: Deck) -> Iterator[PrintedCard]:
    """Yield every player's cards, the start cards, Lincoln's cards."""
    for card in deck.cards.values():
        yield _card(card)
    for start in deck.starts:
        yield _start(start)
    for lincoln in deck.lincoln:
        yield _lincoln(lincoln)
    no_visit = say("At the bottom of the pile: no visit, and the last turn.")
    yield PrintedCard(say("Lincoln"), say("last card"), None, say("%(number)s", number=5), (no_visit,), "hat")


def _card(card: CardData) -> PrintedCard:
    kinds = {
        Pile.CACTUS: say("cactus: in the hand at the start"),
        Pile.OTHER: say("above the board at the start"),
        Pile.ORANGE: say("orange star"),
        Pile.GREEN: say("green star"),
        Pile.HOMESTEAD: say("with the first homestead"),
    }
    strip = STRIPS.get(card.strip)
    art = ART.get(card.name, "house")
    paint = STRIP_PAINTS[card.strip]
    return PrintedCard(
        words(card.name), kinds[card.pile], strip, None, tuple(card_facts(card)), art, paint, MAX_PLAYERS
    )


def _start(start: StartCard) -> PrintedCard:
    lines = (
        say("%(name)s, on a space 4; its card into your hand.", name=words(start.building)),
        say("You take: %(what)s", what=amounts_words(start.gains)),
    )
    return PrintedCard(say("%(name)s", name=start.name), say("start card"), None, None, lines, "star", "#3a2c20")


def _lincoln(card: LincolnCard) -> PrintedCard:
    lines = tuple(EXPECTATIONS[each] for each in card.expects)
    return PrintedCard(say("Lincoln"), say("he expects"), None, None, lines, "hat")


def printables() -> Printables:
    """Return the sheets of our own set."""
    deck = builtin_deck()
    rows = (say("Homes"), say("Buildings"), say("exported Gold"), say("Lure"), say("Inhabitants"), say("Total"))
    return Printables(
        (),
        (),
        TURN_AID,
        MAX_PLAYERS,
        cards=tuple(cards(deck)),
        scores=ScoreSheet(rows, GAMES),
        mats=(town_board(deck), camp(deck)),
        tiles=tuple(tiles(deck)),
    )
