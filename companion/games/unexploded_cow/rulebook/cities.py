"""The ante, the start of a turn, who wins a city, the order of sudden death (rules §4.3, §5.1, §9, §10.2, §17)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.games.unexploded_cow.rulebook.cards import City
from companion.games.unexploded_cow.rulebook.herds import from_left_of

LIGATURES = str.maketrans({"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae"})


def wins_city(active: str, owners: Sequence[str], city_up: bool, taken: bool, sudden: bool = False) -> bool:
    """Return whether the active player wins the face-up city when cows of these owners explode (§9.1, §9.4)."""
    return city_up and not taken and not sudden and active in owners


@lru_cache(maxsize=256)
def alphabetical(name: str) -> str:
    """Return what is compared of a name: letters and digits, without case and accents."""
    plain = unicodedata.normalize("NFKD", name.translate(LIGATURES)).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def sudden_order(seats: Sequence[str], cities: Mapping[str, Sequence[City]], last: str) -> tuple[str, ...]:
    """Return who rolls when: most points first, ties by the first city of the alphabet, then those without a city.

    ``last`` took the last city; "" where nobody has any.
    """
    having = [seat for seat in seats if cities.get(seat)]
    having.sort(key=lambda seat: (-points(cities[seat]), min(alphabetical(city.name) for city in cities[seat])))
    order = (*from_left_of(seats, last), last) if last else tuple(seats)
    return (*having, *(seat for seat in order if seat not in having))


def points(cities: Sequence[City]) -> int:
    """Return what the cities are worth together."""
    return sum(city.points for city in cities)


STARTING_MONEY = 5_000
ANTE = 500


class PartOfGame(StrEnum):
    """Parts of the game."""

    PLAY = "play"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TurnStart:
    """Start of a turn. ``turn_up``: a city is turned up; ``ante``: everybody pays the ante again."""

    part: PartOfGame
    turn_up: bool = False
    ante: bool = False


def start_of_turn(city_up: bool, cities_left: int, pot: int, reante: bool) -> TurnStart:
    """Return what happens before anybody draws cards."""
    if not city_up and not cities_left:
        return TurnStart(PartOfGame.SUDDEN_DEATH if pot else PartOfGame.OVER)
    return TurnStart(PartOfGame.PLAY, turn_up=not city_up, ante=reante and not pot)
