"""The pieces that each player has to move for what the box has settled: cubes, tiles, cards, markers.

A change that a player entered by hand is on the table already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Event
from companion.core.table.table import Level, Table
from companion.core.text import Text, listed, say
from companion.games.western_town.camp.attack import AttackEnded, TargetStruck
from companion.games.western_town.camp.die import IndiansAdded
from companion.games.western_town.changes import BuildingMarked, TileLaid, TownChanged
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.lincoln.visit import LincolnVisited, TurnEnded
from companion.games.western_town.printed.card_words import card_words
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.state import State
from companion.games.western_town.town.start import StartTaken, centre_words
from companion.games.western_town.turn.carry_out import CardCarriedOut, ExploitTakenBack
from companion.games.western_town.turn.gains import GainsTaken
from companion.games.western_town.turn.go import CardExploited
from companion.games.western_town.words import COLOURS, change_words, named, words

CUBE = {Indian.RED: say("one red cube"), Indian.ORANGE: say("one orange cube")}
CARDS = ("because_played", "because_exploit")
"""reasons of what a card does, and of what is typed instead where towns are only counted"""
HAND = ("because_building", "because_correction", "because_start")
"""reasons of what is typed; the goods of a start card that the box knows are told with it"""
STOLEN = ("stolen_by", "stolen_from")


def to_move(table: Table, seat: str, events: Sequence[Event]) -> tuple[Text, ...]:
    """Return what this seat has to move, a line each; see ``Game.to_move``."""
    lines = [line for event in events for line in _pieces(table, seat, event, events)]
    kinds = {type(event) for event in events if getattr(event, "seat", "") == seat}
    changes = (event for event in events if isinstance(event, TownChanged) and event.seat == seat)
    by_box = (event.changes for event in changes if _by_box(event, GainsTaken in kinds, table.level is Level.BOARD))
    if cubes := merged(*by_box):
        lines.append(say("You: %(changes)s", changes=change_words(cubes)))
    return tuple(lines)


def _by_box(event: TownChanged, gained: bool, guided: bool) -> bool:
    """Return whether the box has settled the change, and nobody has typed it."""
    why = getattr(event.reason, "code", "")
    if why in HAND or (event.notified and why not in STOLEN):
        return False
    return guided if why in CARDS else gained if why == "because_gains" else True


def _pieces(table: Table[State, HouseRules], seat: str, event: Event, events: Sequence[Event]) -> Iterator[Text]:
    """Yield what is moved besides the cubes of towns."""
    match event:
        case TileLaid(seat=owner, building=house, card=None) if owner == seat:
            yield from _start(table, seat, house, events)
        case TileLaid(seat=owner, building=house, card=bool() as card) if owner == seat:
            name, number = words(house.name), house.number
            if card:
                yield say("Lay %(name)s on the %(number)s, take its card into your hand", name=name, number=number)
            else:
                yield say("Lay %(name)s on the %(number)s", name=name, number=number)
        case BuildingMarked(seat=owner, destroyed=True, notified=()) if owner == seat:
            yield say("Lay a destroyed marker on %(name)s", name=_house(table, event))
        case BuildingMarked(seat=owner, notified=()) if owner == seat:
            yield say("Take the destroyed marker off %(name)s", name=_house(table, event))
        case LincolnVisited(winner=winner) if winner == seat:
            yield (
                say("Take a Home marker") if table.rules.double_duel else say("Take the Lincoln card and a Home marker")
            )
        case _:
            yield from _cards(table, seat, event, events)
            yield from _camp(seat, event, events)


def _start(table: Table, seat: str, house: Building, events: Sequence[Event]) -> Iterator[Text]:
    """Yield the start card whose tile this is, with all that it brings; a tile laid by hand has none."""
    starts = (event.card for event in events if isinstance(event, StartTaken) and event.seat == seat and event.card)
    goods = (event.changes for event in events if isinstance(event, TownChanged) and event.seat == seat)
    for card in starts:
        yield say(
            "Your start card: %(card)s. Lay %(building)s on %(cell)s, take its card into your hand: %(goods)s",
            card=card,
            building=words(house.name),
            cell=centre_words(table).get(house.cell, say("a 4")),
            goods=change_words(next(goods)),
        )


def _house(table: Table[State], event: BuildingMarked) -> Text:
    """Return the building by its name, a tile with its cell."""
    state = table.play
    number = next((each.number for each in state.towns[event.seat].buildings if each.id == event.building), 0)
    name = named(event.name)
    return say("%(name)s (space %(number)s)", name=name, number=number) if number else name


def _cards(table: Table[State], seat: str, event: Event, events: Sequence[Event]) -> Iterator[Text]:
    """Yield cards that are turned over, or come back into the hand."""
    match event:
        case CardExploited(seat=by, other=other, target=target) if other == seat:
            later = events[events.index(event) :]
            if not any(isinstance(each, ExploitTakenBack) and each.seat == by for each in later):
                yield say("Turn your card face down: %(card)s", card=card_words(deck_of(table.catalogue), target))
        case TurnEnded() if table.level is Level.BOARD and not table.play.counting:
            yield say("Take all your cards back into your hand")
        case CardCarriedOut(seat=owner, back=1) if owner == seat:
            yield say("Take one card that you laid away back into your hand")
        case CardCarriedOut(seat=owner, back=back) if owner == seat and back:
            yield say("Take %(count)s cards that you laid away back into your hand", count=back)


def _camp(seat: str, event: Event, events: Sequence[Event]) -> Iterator[Text]:
    """Yield Indians that come to the camp, for the thrower of the die, and go, for the attacked."""
    match event:
        case IndiansAdded(seat=thrower, added=added) if thrower == seat and added:
            yield say("Into the camp: %(cubes)s", cubes=listed(CUBE[each] for each in added))
        case TargetStruck(seat=owner, colour=colour) if owner == seat:
            if not any(isinstance(each, AttackEnded) for each in events):
                yield say("Out of the camp: %(cubes)s", cubes=COLOURS[colour])
        case AttackEnded(seat=owner) if owner == seat:
            yield say("The camp is empty: take all Indians out")
