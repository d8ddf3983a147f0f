"""Commands and events of the edition of 1983, beside those that all editions share."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from companion.core.messages import Command, Event, Posting, defined_in, logged_as
from companion.games.abilene.common.duel_dice import DuelDice
from companion.games.abilene.common.messages import ArrangeBoard
from companion.games.abilene.edition_1983.prices import Belief

FACES = (0, 1, 2, 3, 4, 5)
"""Both dice (§1.4)."""


# --- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SealFever(Command):
    """Command with the seals of what is noted of each of one's steers (§2.3); none at all: kept in mind."""

    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenFever(Command):
    """Command to open the note about the steer on sale, given by its owner; another seller confirms it."""

    steer: str
    fever: bool
    nonce: str


@dataclass(frozen=True, slots=True)
class TurnSteer(Command):
    """Command with the mark under the steer on sale, and its colour if the box does not know it."""

    fever: bool
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class RollTwoDice(Command):
    """Command to roll both dice (§4.4); leave them out and the box rolls."""

    dice: tuple[int, ...] | None = None
    by_box: bool = False

    def with_draws(self, chance: random.Random) -> RollTwoDice:
        if self.dice is not None:
            return replace(self, by_box=False)
        return RollTwoDice((chance.choice(FACES), chance.choice(FACES)), by_box=True)


@dataclass(frozen=True, slots=True)
class RollShots(DuelDice):
    """Command to roll one die for each duellist (§6.1)."""

    faces: ClassVar[tuple[int, ...]] = FACES


@dataclass(frozen=True, slots=True)
class HireCowboy(Command):
    """Command to hire a further cowboy for 2,000 (§8); ``cell`` is empty where the box does not follow the board."""

    cell: str = ""


@dataclass(frozen=True, slots=True)
class ReturnCowboy(Command):
    """Command to put an escaped cowboy back on the board (§6.2)."""

    cell: str


@dataclass(frozen=True, slots=True)
class ArrangeSteers(ArrangeBoard):
    """Command to arrange the board, with the colours of the steers; ``cows`` are those of unknown colour."""

    herds: Mapping[str, str] = field(default_factory=dict)
    """cell -> seat of the colour"""

    cows: tuple[str, ...] = ()
    cowboys: Mapping[str, str] = field(default_factory=dict)
    town: Mapping[str, int] = field(default_factory=dict)
    jail: Mapping[str, int] = field(default_factory=dict)

    @property
    def colours(self) -> Mapping[str, str]:
        return self.herds


@dataclass(frozen=True, slots=True)
class RecordSteer(Command):
    """Command to level *bank*: a steer of this owner's colour was driven into Abilene by the active player."""

    owner: str


@dataclass(frozen=True, slots=True)
class RecordKilled(Command):
    """Command to level *bank*: a duel killed a cowboy of this player."""

    seat: str


@dataclass(frozen=True, slots=True)
class LayCards(Command):
    """Command to lay so many cards face down, under a seal (§11.2)."""

    duel: str
    count: int
    commitment: str


@dataclass(frozen=True, slots=True)
class TellDuel(Command):
    """Command with the winner of a duel with real cards, "" for a tie; the other duellist confirms it."""

    winner: str


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FeverSealed(Event):
    """Seals of fever notes; the notes stay on the phone."""

    seat: str
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SteerBrought(Event):
    """Arrival of a steer in the town, at the level *bank*."""

    seller: str
    owner: str


@dataclass(frozen=True, slots=True)
class SteerInTown(Event):
    """Beginning of a sale; ``owner`` and ``steer`` as far as the box knows them."""

    seller: str
    owner: str
    steer: str


@dataclass(frozen=True, slots=True)
class SteerTurned(Event):
    """Disclosure of the steer's health; ``payments`` fall due together."""

    seller: str
    owner: str
    fever: bool
    by: str
    payments: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class SteerSold(Event):
    """Settlement of a sale; the postings are its payments (§7.3, §7.4). ``owner``: whose colour the steer has."""

    seller: str
    owner: str
    fever: bool
    votes: Mapping[str, Belief] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CowboyBeaten(Event):
    """End of a duel; the loser was killed or has escaped (§6.2, §6.3)."""

    winner: str
    loser: str
    cell: str
    killed: bool


@dataclass(frozen=True, slots=True)
class CowboyReturned(Event):
    """Return of an escaped cowboy to a start cell (§6.2)."""

    seat: str
    cell: str


@dataclass(frozen=True, slots=True)
class CowboyHired(Event):
    """Hire of a further cowboy, on ``cell`` where the box knows the board; the posting is his price (§8.1)."""

    seat: str
    cell: str


@dataclass(frozen=True, slots=True)
class KilledRecorded(Event):
    """Death of a cowboy of ``seat`` in a duel, at the level *bank* (§6.3)."""

    seat: str
    by: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Exit of a player: no cowboys, no turns, no votes; the steers stay. The posting is what the player had.

    ``ends``: a duel or theft going on ends with him.
    """

    seat: str
    ends: bool


@dataclass(frozen=True, slots=True)
class CardsLaid(Event):
    """Lay-down of ``count`` cards in this duel; only the phone knows which (§11.2)."""

    seat: str
    duel: str
    count: int
    commitment: str


@logged_as(real_cards="told")
@dataclass(frozen=True, slots=True)
class CardsCompared(Event):
    """Comparison of cards; ``winner`` "": a tie. ``real_cards``: no hand on a phone changes."""

    attacker: str
    defender: str
    winner: str
    real_cards: bool = False

    reveals: ClassVar[bool] = True
    """the two have seen each other's cards"""


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
