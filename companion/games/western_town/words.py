"""Everything that this game has a word for: resources, buildings, tiles, cards, Indians, what Lincoln expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from companion.core.text import Catalogue, Fact, Text, Who, fact, listed, say, worded, wording
from companion.games.western_town.rulebook.buildings import CIVIC_PRIDE, PRINTED, CellEffect, Tile
from companion.games.western_town.rulebook.camp import INHABITANTS, Indian, Raid, Side
from companion.games.western_town.rulebook.effects import HOMES, PINK_HOMES, Offer, merged
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.rounds import pairs
from companion.games.western_town.rulebook.towns import NAMES, ONE, Amounts, Resource

BUILDINGS = (
    *PRINTED,
    CIVIC_PRIDE,
    "bank",
    "barber",
    "blacksmith",
    "church",
    "general store",
    "gunsmith",
    "saloon",
    "warehouse",
    "hotel",
    "stage station",
    "telegraph office",
    "stable",
    "sawmill",
    "newspaper",
    "schoolhouse",
    "watchtower",
)
"""Names on cards and tiles. The real ones bear them in every language, and "the same name" is a rule (19.3): they are
shown as printed, and never translated."""
SENTENCES: Catalogue = {
    **{name: Text(name) for name in BUILDINGS},
    INHABITANTS: wording("the Inhabitants"),
    "because_played": wording("a card played"),
    "because_exploit": wording("an exploit"),
    "because_gains": wording("gains of phase 4"),
    "because_building": wording("construction"),
    "because_start": wording("the start card"),
    "because_correction": wording("a correction"),
    "cost_of": wording("cost: %(name)s"),
    "cell_gives": wording("the space under it: %(name)s"),
    "tile_gives": wording("it is built: %(name)s"),
    "repair_of": wording("repair: %(name)s"),
    "no_room": wording("no room for more"),
    "stolen_by": wording("stolen by %(by)s"),
    "stolen_from": wording("stolen from %(of)s"),
    "guards": wording("help against the attack"),
    "pipe_back": wording("a Peace pipe of the camp"),
    "defended": wording("defended: %(target)s"),
    "attacked": wording("attacked: %(target)s"),
    "one_of_several": wording("%(name)s (%(which)s)"),
    "lay_together": wording("Two cards, laid together"),
    "level_board": wording("Whole turn (phases, cards, exploits, gains)"),
    "level_bank": wording("Towns only (cubes, attacks, elections, final count)"),
    "count_up": wording("Count the points"),
    "stop_game": wording("End the game now"),
    "counted": wording("the last turn was over"),
    "agreed": wording("everyone wanted to stop"),
}
"""the words of what the log keeps"""
SIDES: Mapping[str, Text] = {
    Side.RED: say("one red"),
    Side.ORANGE_AGAIN: say("one orange, and again"),
    Side.RED_ORANGE: say("one red, then one orange"),
}
COLOURS: Mapping[str, Text] = {Indian.RED: say("the red cubes"), Indian.ORANGE: say("the orange cubes")}
EXPECTATIONS: Mapping[str, Text] = {
    Expectation.INHABITANTS: say("Inhabitants, by fours"),
    Expectation.LURE: say("Lure"),
    Expectation.EXPORTED: say("exported Gold"),
}
CELL_EFFECTS: Mapping[str, Text] = {
    CellEffect.GOLD: say("1 Gold"),
    CellEffect.INHABITANTS: say("2 Inhabitants"),
    CellEffect.SWAP: say("1 Wood for 2 Inhabitants, if you like"),
    CellEffect.DIE: say("throw the Indian die"),
    CellEffect.HOME: say("one Home more"),
}
NEEDED_HOMES: Mapping[str, Text] = {HOMES: say("Homes"), PINK_HOMES: say("pink Homes")}


def kept(name: str) -> Fact | str:
    """Return the name of a building as logs keep it: by its code where we know it, as it was typed where not."""
    return fact(name) if name in BUILDINGS else name


def named(name: Fact | str) -> Text:
    """Return a building or a card that an event has kept."""
    return worded(SENTENCES, name) if isinstance(name, Fact) else say("%(name)s", name=name)


def words(name: str) -> Text:
    """Return the name of a building as it is read."""
    return named(kept(name))


def place_words(place: str) -> Text:
    """Return a place of the town board as it is read: a printed building, or a cell by what stands on it."""
    return words(place) if place in PRINTED else say("space %(cell)s", cell=place)


def buildings_words(names: Iterable[str]) -> Text:
    """Return the names of these buildings, or that there is none."""
    return or_none(words(name) for name in names)


def target_words(raid: Raid, target: str) -> Text:
    """Return what a raid is aimed at: inhabitants, or a building with its cell."""
    if target == INHABITANTS:
        return NAMES[Resource.INHABITANTS]
    building = next(each for each in raid.buildings if each.id == target)
    if not building.number:
        return words(building.name)
    return say("%(name)s (space %(number)s)", name=words(building.name), number=building.number)


def change_words(changes: Amounts) -> Text:
    """Return what came and went: +1 Gold, -2 Wood."""
    signed = ((f"{by:+d}".replace("-", "−"), things(by, what)) for what, by in changes.items())
    return listed(say("%(by)s\u00a0%(what)s", by=by, what=what) for by, what in signed) if changes else say("nothing")


def amounts_words(amounts: Amounts) -> Text:
    """Return so much of this and so much of that."""
    return all_of(times(number, things(number, what)) for what, number in amounts.items())


def cost_words(tile: Tile) -> Text:
    """Return the printed cost of a tile; a symbol may stand for either of two resources."""
    symbols = Counter(tile.cost).items()
    return all_of(times(number, either(NAMES[what] for what in symbol)) for symbol, number in symbols)


def offer_words(offer: Offer) -> Text:
    """Return what is given and what comes for it."""
    return change_words(merged(negative(offer.pays), offer.gains))


def things(number: int, what: Resource) -> Text:
    """Return the name of so many of a resource."""
    return ONE.get(what, NAMES[what]) if abs(number) == 1 else NAMES[what]


def negative(amounts: Amounts) -> Amounts:
    """Return the amounts with the opposite sign."""
    return {what: -number for what, number in amounts.items()}


def times(number: int, what: Text) -> Text:
    """Return a number of things: 2 × Wood."""
    return say("%(number)s\u00a0×\u00a0%(what)s", number=number, what=what)


def all_of(texts: Iterable[Text]) -> Text:
    """Return the texts as a list, or that there is nothing."""
    found = tuple(texts)
    return listed(found) if found else say("nothing")


def or_none(texts: Iterable[Text]) -> Text:
    """Return the texts as a list, or that there is none."""
    found = tuple(texts)
    return listed(found) if found else say("none")


def either(texts: Iterable[Text]) -> Text:
    """Return the texts as alternatives."""
    return reduce(lambda one, other: say("%(one)s or %(other)s", one=one, other=other), texts)


def lincoln_words(card: Sequence[Expectation]) -> Text:
    """Return what Lincoln expects by this card."""
    return _together([EXPECTATIONS[each] for each in card]) if card else say("the last card: no visit")


def printed_words(card: Sequence[Expectation]) -> Text:
    """Return the symbols on a Lincoln card."""
    return _together([NAMES[Resource(each.value)] for each in card])


def visit_words(scores: Mapping[str, int], winner: str, by: str = "") -> Text:
    """Return who has won Lincoln's card; ``by``: the lead marshal, where he has chosen."""
    if by:
        return say("%(by)s gives the Lincoln card to %(who)s: one Home more", by=Who(by), who=Who(winner))
    listed_scores = scores_words(scores)
    return say("%(who)s pleases Lincoln most: one Home more (%(scores)s)", who=Who(winner), scores=listed_scores)


def scores_words(scores: Mapping[str, int]) -> Text:
    """Return how much everybody's town pleases Lincoln."""
    return listed(say("%(who)s %(score)s", who=Who(seat), score=score) for seat, score in scores.items())


def order_words(seats: Sequence[str], lead: str) -> Text:
    """Return who plays when in phase 2; those joined by a plus reveal together (7.1)."""
    return listed(_together([say("%(who)s", who=Who(seat)) for seat, _ in step]) for step in pairs(seats, lead))


def _together(texts: Sequence[Text]) -> Text:
    return reduce(lambda first, other: say("%(first)s + %(other)s", first=first, other=other), texts)
