"""The game that is tried alone: hands dealt by the box, and a scripted opening of four rounds with six cities.

Nobody has real cards there, so the box deals each seat a hand: three cards on its first turn, two more on each later
one.
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
"""the seats by their index in the order of the game"""


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """A scripted turn: ``plays`` (card, index of the herd's owner, end of the herd), and the faces of the die."""

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
"""index of the seat -> the first cards that it draws, in this order"""
LATER_DICE = (1, 1, 2)
"""the faces of the rolls in sudden death, repeated"""


def is_scripted(table: Table[State, HouseRules]) -> bool:
    """Return whether this table follows the script: the first game of a person alone, with the built-in deck."""
    state = table.play
    if not table.alone or table.games or table.catalogue or not isinstance(state, State):
        return False
    has_rules = all(getattr(table.rules, name) == value for name, value in RULES.items())
    return has_rules and len(state.seats) == PLAYERS and state.seats[MIA] == table.alone


def guided(table: Table[State, HouseRules]) -> bool:
    """Return whether the table is in the rounds in which a person who plays alone is advised."""
    state = table.play
    return bool(table.alone) and state.sudden is None and state.turn.number <= GUIDED_ROUNDS * len(state.seats)


def turn_of(table: Table[State, HouseRules]) -> ListedTurn | None:
    """Return the script of the current turn, or None after its end."""
    number = table.play.turn.number
    if table.play.sudden or number > len(TURNS) or not is_scripted(table):
        return None
    return TURNS[number - 1]


def listed(table: Table[State, HouseRules], seat: str, command: Command) -> Command:
    """Return the command with the scripted face or city in place of the box's draw; see ``FirstGame.listed``."""
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
    """Return the scripted face of the next throw, 0 if there is none."""
    state, turn = table.play, turn_of(table)
    if state.sudden:
        return LATER_DICE[state.sudden.at % len(LATER_DICE)]
    thrown = len(state.roll.faces) if state.roll else 0
    return turn.dice[thrown] if turn and thrown < len(turn.dice) else 0


def next_city(table: Table[State, HouseRules]) -> str:
    """Return the next city of the script, "" if there is none."""
    taken = {city.name for won in table.play.won.values() for city in won}
    return next((name for name in CITIES if name not in taken), "") if is_scripted(table) else ""


def city_drawn(table: Table[State, HouseRules], left: Sequence[City], chance: random.Random) -> str:
    """Return the name of the city that a bot turns up: the scripted one, else one of those ``left`` by chance."""
    return next_city(table) or chance.choice(left).name


# --- hands ------------------------------------------------------------------------------------


def hand(table: Table[State, HouseRules], deck: Deck, seat: str) -> tuple[CowCard, ...]:
    """Return the hand of this seat, where the box deals: the cards drawn so far, less those played."""
    state = table.play
    at, seats = state.seats.index(seat), len(state.seats)
    turns_begun = max(0, (state.turn.number - 1 - at) // seats + 1)
    in_hand, played = [], Counter(state.played_by.get(seat, ()))
    for card in _pile(table, deck, at)[: FIRST_CARDS + DRAWN * turns_begun]:
        if played[card.name]:
            played[card.name] -= 1
        else:
            in_hand.append(card)
    return tuple(in_hand)


def _pile(table: Table[State, HouseRules], deck: Deck, at: int) -> tuple[CowCard, ...]:
    """Return the cards that the seat with index ``at`` draws: scripted ones, then its share of the shuffled rest."""
    scripted = is_scripted(table)
    cards = [card for card in deck.cows for _ in range(card.copies)]
    random.Random("the first game" if scripted else f"{table.code}/{table.games}").shuffle(cards)
    first: list[CowCard] = []
    for place in range(len(table.play.seats)) if scripted else ():
        for name in HANDS[place]:
            card = next(card for card in cards if card.name == name)
            cards.remove(card)
            if place == at:
                first.append(card)
    return (*first, *cards[at :: len(table.play.seats)])
