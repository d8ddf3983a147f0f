"""The game that is tried alone: hands dealt by the box, and a listed beginning of four rounds with six cities.

Where nobody has a real card the box deals everybody a hand: three cards, and two more on each turn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.cards.builtin_deck import CowCard, Deck
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.rulebook.cards import City
from companion.games.unexploded_cow.rulebook.herds import End
from companion.games.unexploded_cow.state import State

FIRST_CARDS, DRAWN = 1, 2
"""the numbers of cards dealt before the game, and drawn at the start of each turn"""
KEPT = 1
"""the number of cards that a player of the box keeps in hand"""
RULES = {"cities": 6, "starting_money": 700}
GUIDED_ROUNDS = 4
PLAYERS = 4

MIA, BERTA, ROSA, EMMA = range(PLAYERS)
"""places in the order of the game"""


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """A turn: its cards, each with the player in whose herd it goes and the end there, and the faces of the die."""

    plays: Sequence[tuple[str, int, End]]
    dice: tuple[int, ...]


def _plays(*plays: tuple[str, int]) -> tuple[tuple[str, int, End], ...]:
    return tuple((card, into, End.LEFT) for card, into in plays)


TURNS = (
    ListedTurn(_plays(("Duchess", MIA), ("Stampy", BERTA)), (1,)),
    ListedTurn(_plays(("Sparky", BERTA), ("Grumble", MIA)), (1,)),
    ListedTurn(_plays(("General Bluster", ROSA)), (6, 1)),
    ListedTurn(_plays(("Mata Heifer", MIA)), (1,)),
    ListedTurn(_plays(("General Bluster", MIA), ("Sparky", MIA)), (1,)),
    ListedTurn(_plays(("Butterball", BERTA), ("Doctor Doom-Moo", MIA)), (2,)),
    ListedTurn(_plays(("Clover", ROSA)), (5,)),
    ListedTurn(_plays(("Eager Eddie", EMMA), ("Old Millie", EMMA)), (5,)),
    ListedTurn(_plays(("Boom Bessie", MIA), ("Goldhorn", MIA)), (3,)),
    ListedTurn(_plays(("Daisy Bell", BERTA)), (4,)),
    ListedTurn(_plays(("Stampy", EMMA)), (4,)),
    ListedTurn(_plays(("Stampy", BERTA)), (5,)),
    ListedTurn((("Private Parsley", MIA, End.LEFT), ("Grumble", MIA, End.RIGHT)), (1,)),
)
CITIES = ("Foggy Bottom", "Clatterford", "Bramblewick", "Hobbleton", "Eastermere", "Inkwell")
HANDS: Mapping[int, tuple[str, ...]] = {
    MIA: (
        *("Duchess", "Stampy", "Goldhorn", "General Bluster", "Sparky"),
        *("Boom Bessie", "Private Parsley", "Grumble", "Old Millie"),
    ),
    BERTA: ("Sparky", "Grumble", "Butterball", "Doctor Doom-Moo", "Daisy Bell", "Mad Maurice"),
    ROSA: ("General Bluster", "Clover", "Daisy Bell", "Stampy", "Agent Moo"),
    EMMA: ("Mata Heifer", "Eager Eddie", "Old Millie", "Clover", "Stampy"),
}
"""the first cards that each of them draws, in this order"""
LATER_DICE = (1, 1, 2)
"""of sudden death, over and over"""


def is_scripted(table: Table[State, HouseRules]) -> bool:
    """Return whether this table plays by the list: the first game of somebody who plays alone, with our own cards."""
    state = table.play
    if not table.alone or table.games or table.catalogue or not isinstance(state, State):
        return False
    listed = all(getattr(table.rules, name) == value for name, value in RULES.items())
    return listed and len(state.seats) == PLAYERS and state.seats[MIA] == table.alone


def guided(table: Table[State, HouseRules]) -> bool:
    """Return whether one of the listed rounds is played."""
    state = table.play
    return bool(table.alone) and state.sudden is None and state.turn.number <= GUIDED_ROUNDS * len(state.seats)


def turn_of(table: Table[State, HouseRules]) -> ListedTurn | None:
    """Return what is listed for the turn that is played now."""
    number = table.play.turn.number
    return TURNS[number - 1] if is_scripted(table) and not table.play.sudden and number <= len(TURNS) else None


def listed(table: Table[State, HouseRules], seat: str, command: Command) -> Command:
    """Return the throw with the listed face, or the listed city; see ``FirstGame.listed``."""
    state = table.play
    match command:
        case cow_commands.RollDie(face=0, extra=False) if is_scripted(table) and (face := _face(table)):
            return replace(command, lot=face)
        case cow_commands.TurnUpCity(name="") if is_scripted(table):
            return replace(command, name=next_city(table))
        case _:
            assert state
            return command


def _face(table: Table[State, HouseRules]) -> int:
    state, turn = table.play, turn_of(table)
    if state.sudden:
        return LATER_DICE[state.sudden.at % len(LATER_DICE)]
    thrown = len(state.roll.faces) if state.roll else 0
    return turn.dice[thrown] if turn and thrown < len(turn.dice) else 0


def next_city(table: Table[State, HouseRules]) -> str:
    """Return the listed city that comes next; "" where any may."""
    taken = {city.name for won in table.play.won.values() for city in won}
    return next((name for name in CITIES if name not in taken), "") if is_scripted(table) else ""


def city_drawn(table: Table[State, HouseRules], left: Sequence[City], chance: random.Random) -> str:
    """Return the city that a player of the box turns up."""
    return next_city(table) or chance.choice(left).name


# --- hands ------------------------------------------------------------------------------------


def hand(table: Table[State, HouseRules], deck: Deck, seat: str) -> tuple[CowCard, ...]:
    """Return the cards that this seat holds at a table where the box deals them."""
    state = table.play
    at, seats = state.seats.index(seat), len(state.seats)
    turns = max(0, (state.turn.number - 1 - at) // seats + 1)
    held, spent = [], Counter(state.played_by.get(seat, ()))
    for card in _pile(table, deck, at)[: FIRST_CARDS + DRAWN * turns]:
        if spent[card.name]:
            spent[card.name] -= 1
        else:
            held.append(card)
    return tuple(held)


def _pile(table: Table[State, HouseRules], deck: Deck, at: int) -> tuple[CowCard, ...]:
    """Return the cards that come to this place in the order of the game: the listed ones first."""
    first = is_scripted(table)
    cards = [card for card in deck.cows for _ in range(card.copies)]
    random.Random("the first game" if first else f"{table.code}/{table.games}").shuffle(cards)
    hand: list[CowCard] = []
    for place in range(len(table.play.seats)) if first else ():
        for name in HANDS[place]:
            card = next(card for card in cards if card.name == name)
            cards.remove(card)
            if place == at:
                hand.append(card)
    return (*hand, *cards[at :: len(table.play.seats)])
