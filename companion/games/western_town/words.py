"""Everything that this game has a word for: resources, buildings, tiles, cards, Indians, what Lincoln expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from companion.core.text import Catalogue, Fact, Text, Who, fact, listed, say, worded, wording
from companion.games.western_town.card_texts import effect_text
from companion.games.western_town.commands import Side
from companion.games.western_town.deck import CardData, Deck, Pile, Strip, TileData
from companion.games.western_town.rulebook.buildings import CIVIC_PRIDE, PRINTED, CellEffect, Tile
from companion.games.western_town.rulebook.camp import INHABITANTS, Indian, Raid
from companion.games.western_town.rulebook.effects import HOMES, PINK_HOMES, Effect, Offer, merged
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.rounds import pairs
from companion.games.western_town.rulebook.towns import NAMES, ONE, Amounts, Resource
from companion.games.western_town.state import NOTHING

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
    "because_camera": wording("counted by the camera"),
    "cost_of": wording("cost: %(name)s"),
    "cell_gives": wording("the cell under it: %(name)s"),
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
    "level_board": wording("The whole turn (phases, cards, exploits, gains)"),
    "level_bank": wording("The towns only (cubes, attacks, elections, final count)"),
    "count_up": wording("Count the points"),
    "stop_game": wording("End the game now"),
    "counted": wording("the last turn was over"),
    "agreed": wording("everybody wanted to stop"),
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
PILES: Mapping[str, Text] = {
    Pile.OTHER: say("above the board"),
    Pile.ORANGE: say("reserve, orange star"),
    Pile.GREEN: say("reserve, green star"),
    Pile.HOMESTEAD: say("homestead stack"),
    Pile.CACTUS: say("in the hand (cactus)"),
}
STRIPS: Mapping[str, Text] = {Strip.PURPLE: say("purple"), Strip.BROWN: say("brown"), Strip.GREEN: say("green")}
NEEDED_HOMES: Mapping[str, Text] = {HOMES: say("Homes"), PINK_HOMES: say("pink Homes")}


# --- buildings ----------------------------------------------------------------------------------


def kept(name: str) -> Fact | str:
    """The name of a building as logs keep it: by its code where we know it, as it was typed where not."""
    return fact(name) if name in BUILDINGS else name


def named(name: Fact | str) -> Text:
    """A building or a card that an event has kept."""
    return worded(SENTENCES, name) if isinstance(name, Fact) else say("%(name)s", name=name)


def words(name: str) -> Text:
    """The name of a building as it is read."""
    return named(kept(name))


def place_words(place: str) -> Text:
    """A place of the town board as it is read: a printed building, or a cell by what stands on it."""
    return words(place) if place in PRINTED else say("cell %(cell)s", cell=place)


def buildings_words(names: Iterable[str]) -> Text:
    """Return the names of these buildings, or that there is none."""
    return _some(words(name) for name in names)


def target_words(raid: Raid, target: str) -> Text:
    """Return what a raid is aimed at: inhabitants, or a building with its cell."""
    if target == INHABITANTS:
        return NAMES[Resource.INHABITANTS]
    building = next(each for each in raid.buildings if each.id == target)
    if not building.number:
        return words(building.name)
    return say("%(name)s (cell %(number)s)", name=words(building.name), number=building.number)


# --- numbers of things --------------------------------------------------------------------------


def change_words(changes: Amounts) -> Text:
    """What came and went: +1 Gold, -2 Wood."""
    signed = ((f"{by:+d}".replace("-", "−"), _things(by, what)) for what, by in changes.items())
    return listed(say("%(by)s\u00a0%(what)s", by=by, what=what) for by, what in signed) if changes else say("nothing")


def amounts_words(amounts: Amounts) -> Text:
    """So much of this and so much of that."""
    return _all_of(_times(number, _things(number, what)) for what, number in amounts.items())


def cost_words(tile: Tile) -> Text:
    """Return the printed cost of a tile; a symbol may stand for either of two resources."""
    symbols = Counter(tile.cost).items()
    return _all_of(_times(number, _either(NAMES[what] for what in symbol)) for symbol, number in symbols)


def offer_words(offer: Offer) -> Text:
    """What is given and what comes for it."""
    return change_words(merged(_less(offer.pays), offer.gains))


def _things(number: int, what: Resource) -> Text:
    return ONE.get(what, NAMES[what]) if abs(number) == 1 else NAMES[what]


def _less(amounts: Amounts) -> Amounts:
    return {what: -number for what, number in amounts.items()}


def _needs(needs: Mapping[str, int]) -> Text:
    names = {**NAMES, **NEEDED_HOMES}
    return _all_of(_times(number, names[what]) for what, number in needs.items())


def _times(number: int, what: Text) -> Text:
    return say("%(number)s\u00a0×\u00a0%(what)s", number=number, what=what)


def _all_of(texts: Iterable[Text]) -> Text:
    found = tuple(texts)
    return listed(found) if found else say("nothing")


def _some(texts: Iterable[Text]) -> Text:
    found = tuple(texts)
    return listed(found) if found else say("none")


def _either(texts: Iterable[Text]) -> Text:
    return reduce(lambda one, other: say("%(one)s or %(other)s", one=one, other=other), texts)


# --- tiles and cards ----------------------------------------------------------------------------


def tile_facts(data: TileData) -> Iterator[Text]:
    """What a tile brings once it stands, a line each; its cost and the Homes it needs are not among them."""
    tile = data.tile
    if data.pink:
        yield say("Pink Homes: %(count)s", count=data.pink)
    if data.black:
        yield say("Black Homes: %(count)s", count=data.black)
    if tile.points:
        yield say("Points: %(points)s", points=tile.points)
    if per := tile.per:
        what = NAMES[per.resource]
        yield say("Points for every %(each)s %(what)s: %(points)s", each=per.each, what=what, points=per.points)
    if tile.storage:
        yield say("More room: %(what)s", what=amounts_words(tile.storage))
    if tile.constant_pipes:
        yield say("Counts as Peace pipes: %(count)s", count=tile.constant_pipes)
    if tile.attack_cowboys:
        yield say("Cowboys when you are attacked: %(count)s", count=tile.attack_cowboys)
    if tile.gains:
        yield say("When it is laid: %(what)s", what=amounts_words(tile.gains))
    if tile.exchange:
        given = _either(NAMES[what] for what in tile.exchange.given)
        yield say("Then, one for one: %(given)s for %(to)s", given=given, to=NAMES[tile.exchange.to])


def card_facts(card: CardData) -> Iterator[Text]:
    """What a card does, a line each, as it is printed."""
    play, exploit = card.play, card.exploit
    if play.needs:
        yield say("Playing needs: %(what)s", what=_needs(play.needs))
    if play.gains:
        yield say("Play: %(what)s.", what=amounts_words(play.gains))
    if play.text:
        text = effect_text(play.text)
        yield text if play.gains else say("Play: %(what)s", what=text)
    if play.dice:
        yield say("Playing throws the Indian die: %(count)s", count=play.dice)
    if play.back:
        yield say("Playing takes back inactive cards: %(count)s", count=play.back)
    if exploit.needs:
        yield say("Exploiting needs: %(what)s", what=_needs(exploit.needs))
    if exploit.pays:
        yield say("Exploiting costs: %(what)s", what=amounts_words(exploit.pays))
    if exploit.gains:
        yield say("Exploit: %(what)s.", what=amounts_words(exploit.gains))
    if exploit.text:
        text = effect_text(exploit.text)
        yield text if exploit.gains else say("Exploit: %(what)s", what=text)
    if exploit.back:
        yield say("Exploiting takes back inactive cards: %(count)s", count=exploit.back)
    gains = [amounts_words(card.gains)] if card.gains else []
    gains += [_either(NAMES[what] for what in card.choice)] if card.choice else []
    if gains:
        yield say("Phase 4: %(what)s", what=listed(gains))


def effect_words(effect: Effect) -> tuple[Text, ...]:
    """What a card does: what it brings, then its words."""
    fixed = merged(_less(effect.pays), effect.gains)
    return (*((change_words(fixed),) if fixed else ()), *((effect_text(effect.text),) if effect.text else ()))


def play_words(deck: Deck, card: str) -> Text | None:
    """The colour of a card, and what playing it does, in a line, if there is anything."""
    strip = deck.card(card).strip
    lines = (*((STRIPS[strip],) if strip in STRIPS else ()), *effect_words(deck.play(card)))
    return reduce(lambda one, other: say("%(one)s · %(other)s", one=one, other=other), lines) if lines else None


def card_words(deck: Deck, card: str) -> Text:
    """A card as it is read: the name of its building, and of several of the same name which one."""
    return named(card_kept(deck, card)) if card != NOTHING else say("no card can be played")


def card_kept(deck: Deck, card: str) -> Fact | str:
    """The same as logs keep it."""
    if card == NOTHING:
        return ""
    name, which = kept(deck.card(card).name), deck.which(card)
    return fact("one_of_several", name=name, which=which) if which else name


def cards_words(deck: Deck, cards: Iterable[str]) -> Text:
    """Return the names of these cards, or that there is none."""
    return _some(card_words(deck, card) for card in cards)


# --- the turn -----------------------------------------------------------------------------------


def lincoln_words(card: Sequence[Expectation]) -> Text:
    """Return what Lincoln expects by this card."""
    return _together([EXPECTATIONS[each] for each in card]) if card else say("the last card: no visit")


def printed_words(card: Sequence[Expectation]) -> Text:
    """The symbols on a Lincoln card."""
    return _together([NAMES[Resource(each.value)] for each in card])


def visit_words(scores: Mapping[str, int], winner: str, by: str = "") -> Text:
    """Who has won Lincoln's card; ``by``: the lead marshal, where he has chosen."""
    if by:
        return say("%(by)s gives the Lincoln card to %(who)s: one Home more", by=Who(by), who=Who(winner))
    told = scores_words(scores)
    return say("%(who)s pleases Lincoln most: one Home more (%(scores)s)", who=Who(winner), scores=told)


def scores_words(scores: Mapping[str, int]) -> Text:
    """How much everybody's town pleases Lincoln."""
    return listed(say("%(who)s %(score)s", who=Who(seat), score=score) for seat, score in scores.items())


def order_words(seats: Sequence[str], lead: str) -> Text:
    """Who plays when in phase 2; those joined by a plus reveal together (7.1)."""
    return listed(_together([say("%(who)s", who=Who(seat)) for seat, _ in step]) for step in pairs(seats, lead))


def _together(texts: Sequence[Text]) -> Text:
    return reduce(lambda first, other: say("%(first)s + %(other)s", first=first, other=other), texts)
