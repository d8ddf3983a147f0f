"""Checks of a catalogue before it is played with: contradictions, and what is still missing (rules §1, §2, §4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.catalogue import Card as Entry
from companion.core.columns import NONE
from companion.core.errors import BadRequest
from companion.core.text import Text, listed, say
from companion.games.western_town.printed import reading
from companion.games.western_town.printed.card_words import PILES
from companion.games.western_town.printed.columns import BOARD, CARD, CELL, DIE, LINCOLN, START, TILE, card_types
from companion.games.western_town.printed.deck import Pile
from companion.games.western_town.rulebook.buildings import (
    CARPENTER,
    CENTRE,
    CENTRE_CELLS,
    CIVIC_PRIDE,
    GOLD_MINE,
    HOMESTEAD,
    MARSHAL,
    NUMBERS,
    PRINTED,
    CellEffect,
)
from companion.games.western_town.rulebook.setup import CACTUS, GREEN, LINCOLN_CARDS, ORANGE, OTHER_CARDS, START_CARDS

NO_TILE = (GOLD_MINE, MARSHAL, CIVIC_PRIDE)
"""no tile is called so: they are printed on every board, or have no building"""
IN_SECTION = {START: START_CARDS, LINCOLN: LINCOLN_CARDS - 1, DIE: 6, CELL: 11, BOARD: 1}
"""how many there are of each (1.2, 1.5, 2.2)"""
IN_PILE = {Pile.OTHER: OTHER_CARDS, Pile.ORANGE: ORANGE, Pile.GREEN: GREEN, Pile.HOMESTEAD: 1, Pile.CACTUS: CACTUS}
"""how many different tiles and cards begin there (1.4)"""


def contradiction(cards: Sequence[Entry]) -> None:
    """Check that what was typed can be. Raise BadRequest with the first thing that cannot."""
    faults = (*filter(None, map(_wrong, cards)), *_too_many(cards), *_cells(cards), *_cards_and_tiles(cards))
    if faults:
        raise BadRequest(faults[0])


def missing(cards: Sequence[Entry]) -> tuple[Text, ...]:
    """Return what is lacking, a sentence each. A section that is left out altogether is our own, and lacks nothing."""
    return (*_too_few(cards), *_unmatched(cards))


def _wrong(entry: Entry) -> Text | None:
    """Return what is wrong with this one by itself."""
    match entry.type:
        case "tile":
            return _wrong_tile(entry)
        case "card":
            return _wrong_card(entry)
        case "lincoln" if not entry.values["expects"]:
            return say("%(name)s expects nothing. The card that brings no visit is not entered.", name=_name(entry))
        case _:
            return None


def _wrong_tile(entry: Entry) -> Text | None:
    name, values = _name(entry), entry.values
    if name.casefold() in NO_TILE:
        return say("There is no tile called %(name)s.", name=name)
    if (name.casefold() == HOMESTEAD) != (values["pile"] == Pile.HOMESTEAD):
        return say("Only the homestead is on the homestead stack, not %(name)s.", name=name)
    further = (values["per"] != NONE, bool(values["each"]), bool(values["per_points"]))
    if any(further) and not all(further):
        return say("%(name)s: further points need to say for what, for how many of it, and how many points.", name=name)
    given, to = values["exchange"], values["exchange_for"]
    if bool(given) != (to != NONE) or (isinstance(given, tuple) and to in given):
        return say("%(name)s: an exchange needs to say what is given, and for what else.", name=name)
    return None


def _wrong_card(entry: Entry) -> Text | None:
    card = reading.card_of(entry.values)
    if card.green and (card.exploit.has_effect or card.play.has_effect or card.play.needs):
        return say("%(name)s has a green star: such a card has no effect to play or to exploit.", name=card.id)
    if card.pile is Pile.CACTUS and card.name not in (*PRINTED, CIVIC_PRIDE):
        return say("%(name)s cannot begin in the hand: no building of that name is printed.", name=card.id)
    if (card.name == HOMESTEAD) != (card.pile is Pile.HOMESTEAD) and card.pile is not Pile.CACTUS:
        return say("Only the homestead is on the homestead stack, not %(name)s.", name=card.id)
    if (card.exploit.needs or card.exploit.pays) and not card.exploit.has_effect:
        return say("%(name)s: it says what exploiting needs, but not what exploiting does.", name=card.id)
    return None


def _numbers(entries: Sequence[Entry]) -> Iterator[tuple[Text, int, int]]:
    """Yield (what, how many of it, how many there are) of the sections that are not left out, and of their piles."""
    titles = {each.name: each.title for each in card_types()}
    for section, number in IN_SECTION.items():
        if found := sum(each.type == section for each in entries):
            yield titles[section], found, number
    for section in (TILE, CARD):
        piles = Counter(str(each.values["pile"]) for each in entries if each.type == section)
        for pile, number in IN_PILE.items():
            if piles and (section, pile) != (TILE, Pile.CACTUS):
                yield listed((titles[section], PILES[pile])), piles[pile], number


def _too_many(entries: Sequence[Entry]) -> Iterator[Text]:
    for what, found, most in _numbers(entries):
        if found > most:
            yield say("%(section)s: there are %(most)s, not %(found)s.", section=what, most=most, found=found)


def _cells(entries: Sequence[Entry]) -> Iterator[Text]:
    cells = [each.values for each in entries if each.type == CELL]
    if sum(each["number"] == CENTRE for each in cells) > CENTRE_CELLS:
        yield say("Spaces with a %(number)s: %(most)s, not more.", number=CENTRE, most=CENTRE_CELLS)
    homes = [each["number"] for each in cells if each["effect"] == CellEffect.HOME]
    if len(homes) > 1 or any(number != NUMBERS[-1] for number in homes):
        yield say("One space with a 6 brings a Home, and no other.")


def _cards_and_tiles(entries: Sequence[Entry]) -> Iterator[Text]:
    """Yield a contradiction where tile and card do not begin in the same place, or a tile has two cards."""
    tiles = {_name(each).casefold(): each.values["pile"] for each in entries if each.type == TILE}
    cards = [reading.card_of(each.values) for each in entries if each.type == CARD]
    seen: set[str] = set()
    for card in cards:
        if card.pile is Pile.CACTUS:
            continue
        if card.name in seen:
            yield say("There are two cards of the tile %(name)s.", name=card.name)
        seen.add(card.name)
        if card.name in tiles and tiles[card.name] != card.pile:
            yield say("The tile %(name)s and its card begin in two different places.", name=card.name)


def _too_few(entries: Sequence[Entry]) -> Iterator[Text]:
    for what, found, number in _numbers(entries):
        if found < number:
            yield say("%(section)s: %(found)s of %(number)s.", section=what, found=found, number=number)
    fours = [each.values["number"] == CENTRE for each in entries if each.type == CELL]
    if len(fours) == IN_SECTION[CELL] and sum(fours) < CENTRE_CELLS:
        yield say("Spaces with a %(number)s: %(most)s, not fewer.", number=CENTRE, most=CENTRE_CELLS)


def _unmatched(entries: Sequence[Entry]) -> Iterator[Text]:
    """Yield cards and start cards of buildings that there are not, and tiles without a card."""
    whole = reading.from_entries(entries)
    names = {*whole.tiles, *PRINTED, CIVIC_PRIDE}
    for card in whole.cards.values():
        if card.name not in names:
            yield say("The card %(name)s has no building: there is no such tile.", name=card.id)
    for name in whole.tiles:
        if whole.card_of(name) is None:
            yield say("The tile %(name)s has no card.", name=name)
    for start in whole.starts:
        if start.building not in whole.tiles or start.building == CARPENTER:
            yield say("Start card %(name)s names a building that does not exist.", name=start.name)


def _name(entry: Entry) -> str:
    return str(entry.values["name"])
