"""Effects of cards as far as they can be computed, and which exploit which (rules §4, §7.3, §8, §19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.core.errors import IllegalMove
from companion.core.text import say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import Building, usable
from companion.games.western_town.rulebook.rounds import neighbours
from companion.games.western_town.rulebook.towns import Amounts, Resource, Town, gained, paid

NO_OFFER = -1
HOMES, PINK_HOMES = "homes", "pink_homes"
"""conditions of a card besides resources"""


@dataclass(frozen=True, slots=True)
class Offer:
    """An exchange that may be made once: goods given for goods; with nothing given it is only a choice."""

    gains: Amounts
    pays: Amounts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PerCount:
    """A gain for every full ``each`` of something that can be counted in the town: one of ``gains``."""

    what: str
    each: int
    gains: Resource


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of playing a card, or exploiting with it: ``pays``, ``gains`` and ``per``, then one of ``offers``.

    ``needs`` must be there. ``must``: one of the offers has to be taken. ``dice``: the number of throws of the Indian
    die that come afterwards. ``back``: the number of cards that may be taken from the own inactive pile. The rest its
    player carries out.
    """

    gains: Amounts = field(default_factory=dict)
    pays: Amounts = field(default_factory=dict)
    per: tuple[PerCount, ...] = ()
    needs: Have = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    must: bool = False
    dice: int = 0
    back: int = 0
    builds: bool = False
    """a building may be constructed; it is that or one of the offers, where they cost nothing"""
    steals: Resource | None = None
    """one of these is taken from another player"""
    again: tuple[str, ...] = ()
    """a card of the own table is played again whose strip has one of these colours"""
    first: bool = False
    """its offers come before the card that is played again: what that brings pays none of them (21.4)"""
    repairs: bool = False
    """destroyed markers may be removed"""
    unread: bool = False
    """its words mean nothing to the box: it may do anything"""
    text: str = ""
    """the words on the card"""

    @property
    def by_hand(self) -> bool:
        """Return whether its player carries out a part of it by hand."""
        return self.builds or self.repairs or self.unread or bool(self.steals or self.again)

    @property
    def repair(self) -> Amounts | None:
        """Return what it costs to remove a marker: 1 Wood, or nothing where it is that or a card played again (21.3).

        None where the card repairs nothing.
        """
        if not self.repairs:
            return None
        return {} if self.again else {Resource.WOOD: 1}

    @property
    def has_effect(self) -> bool:
        """Return whether anything is said of what it does, beside what it needs and costs."""
        return bool(self.gains or self.dice or self.back or self.text)


def counted(town: Town, homes: Have) -> Have:
    """Return everything in a town that a card can count; ``homes``: its Homes, by their names on cards."""
    return {**{what.value: town.count(what) for what in Resource}, **homes}


def brought(town: Town, homes: Have, effect: Effect) -> Town:
    """Return the town after everything that happens by itself. Raise IllegalMove where it cannot pay."""
    have = counted(town, homes)
    after = gained(paid(town, effect.pays), effect.gains)
    for each in effect.per:
        after = gained(after, {each.gains: have.get(each.what, 0) // each.each})
    return after


def affordable(town: Town, effect: Effect) -> tuple[int, ...]:
    """Return which of the offers this town can take up, by their places."""
    return tuple(
        place
        for place, offer in enumerate(effect.offers)
        if all(town.count(what) >= number for what, number in offer.pays.items())
    )


def carried_out(town: Town, homes: Have, effect: Effect, offer: int = NO_OFFER) -> Town:
    """Return the town after the effect with this offer. Raise IllegalMove for an offer that cannot be taken or left."""
    after = brought(town, homes, effect)
    open_to_it = affordable(after, effect)
    if offer == NO_OFFER:
        if effect.must and open_to_it:
            raise IllegalMove(say("This card lets you choose: say what you take."), rule("4.6"))
        return after
    if offer not in open_to_it:
        raise IllegalMove(say("Your town cannot give what that costs."), rule("4.6"))
    return gained(paid(after, effect.offers[offer].pays), effect.offers[offer].gains)


@dataclass(frozen=True, slots=True)
class Around:
    """The surroundings that an exploit may need besides the counts of the own town."""

    buildable: Callable[[Town], bool] = lambda _: False
    """whether something can be constructed with what is left in the town"""
    elsewhere: Amounts = field(default_factory=dict)
    """amounts that other players have"""
    inactive: int = 0
    """the own cards that lie face down as inactive"""


def worth_exploiting(town: Town, homes: Have, effect: Effect, surroundings: Around) -> bool:
    """Return whether exploiting changes anything.

    Conditions met, and at least one part of it can be done now (19.1, 20.3).
    """
    have = counted(town, homes)
    if not met(effect.needs, have) or not met({what.value: by for what, by in effect.pays.items()}, have):
        return False
    builds = effect.builds and any(surroundings.buildable(paid(town, price)) for price in prices(town, effect))
    if builds or (effect.builds and effect.must):
        return builds
    after = brought(town, homes, effect)
    return (
        effect.unread
        or bool(effect.dice or effect.again)
        or bool(effect.back and surroundings.inactive)
        or (effect.steals is not None and surroundings.elsewhere.get(effect.steals, 0) > 0)
        or after != town
        or any(_changes(after, effect.offers[place]) for place in affordable(after, effect))
    )


def prices(town: Town, effect: Effect) -> tuple[Amounts, ...]:
    """Return every way in which this town can pay the card itself before it builds with it (20.2)."""
    offers = effect.offers if effect.builds and effect.must else (Offer({}),)
    ways = (merged(effect.pays, offer.pays) for offer in offers)
    return tuple(way for way in ways if all(town.count(what) >= number for what, number in way.items()))


def after_building(effect: Effect) -> Effect:
    """Return what is left of a card with which something has been built.

    It is paid, and it was that or one of its offers.
    """
    left = replace(effect, pays={}, builds=False)
    return replace(left, offers=(), must=False) if effect.builds else after_another(left)


def after_another(effect: Effect) -> Effect:
    """Return what is left of a card that has played another one again, or has mended instead (21.3, 21.4)."""
    return replace(effect, again=(), repairs=False, offers=() if effect.first else effect.offers)


def _changes(town: Town, offer: Offer) -> bool:
    return gained(paid(town, offer.pays), offer.gains) != town


def merged(*amounts: Mapping[Resource, int]) -> Amounts:
    """Return all of them together, without what comes to nothing."""
    total: dict[Resource, int] = {}
    for each in amounts:
        for what, by in each.items():
            total[what] = total.get(what, 0) + by
    return {what: by for what, by in total.items() if by}


Have = Mapping[str, int]
"""anything that can be counted in a town -> how many"""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card, as far as playing and exploiting go; ``play_needs`` must be there to play it."""

    id: str
    name: str
    green: bool = False
    play_needs: Have = field(default_factory=dict)


class Exploit(NamedTuple):
    """An own card exploits the card of a neighbour."""

    card: str
    seat: str
    target: str


def met(needs: Have, have: Have) -> bool:
    """Return whether everything that is needed is there."""
    return all(have.get(what, 0) >= number for what, number in needs.items())


def playable(card: PlayedCard, buildings: Iterable[Building], have: Have, green_playable: bool) -> bool:
    """Return whether it may be played.

    An effect without condition never forbids it (7.3, 4.6), and a green card has none (19.2, 20.4).
    """
    fit = green_playable if card.green else met(card.play_needs, have)
    return fit and usable(card.name, buildings)


def exploits(
    seats: Sequence[str],
    seat: str,
    cards: Sequence[PlayedCard],
    tables: Mapping[str, Sequence[PlayedCard]],
    buildings: Sequence[Building],
) -> tuple[Exploit, ...]:
    """Return every exploit that this seat may choose now, sorted (8.1-8.4).

    It is one of its ``cards``, in the hand or face up on its table, that would change something, with a card that lies
    face up on another of the ``tables``.
    """
    ready = [card for card in cards if not card.green and usable(card.name, buildings)]
    return tuple(
        sorted(
            Exploit(card.id, other, target.id)
            for card in ready
            for other in neighbours(seats, seat)
            for target in tables.get(other, ())
            if target.name == card.name
        )
    )
