"""Cards and their effects in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.core.text import Fact, Text, fact, listed, say
from companion.games.western_town.cards.columns import Strip
from companion.games.western_town.cards.own_cards import effect_text
from companion.games.western_town.guided.deck import Deck
from companion.games.western_town.round import NOTHING
from companion.games.western_town.rulebook.effects import Effect, Offer, merged
from companion.games.western_town.tiles import amounts_words, kept, words


def card_words(deck: Deck, card: str) -> Text:
    """A card as it is read: the name of its building, and of several of the same name which one."""
    if card == NOTHING:
        return say("no card can be played")
    name, which = words(deck.name_on(card)), deck.which(card)
    return say("%(name)s (%(which)s)", name=name, which=which) if which else name


def card_kept(deck: Deck, card: str) -> Fact | str:
    """The same as logs keep it."""
    if card == NOTHING:
        return ""
    name, which = kept(deck.name_on(card)), deck.which(card)
    return fact("one_of_several", name=name, which=which) if which else name


def cards_words(deck: Deck, cards: Iterable[str]) -> Text:
    """Several cards."""
    found = tuple(card_words(deck, card) for card in cards)
    return listed(found) if found else say("none")


def buildings_words(names: Iterable[str]) -> Text:
    """Several buildings."""
    found = tuple(words(name) for name in names)
    return listed(found) if found else say("none")


def offer_words(offer: Offer) -> Text:
    """What is given and what comes for it."""
    paid = {what: -number for what, number in offer.pays.items()}
    return amounts_words(merged(paid, offer.gains))


def brings_words(effect: Effect) -> tuple[Text, ...]:
    """What a card simply brings, in a line, if it brings anything."""
    fixed = merged({what: -number for what, number in effect.pays.items()}, effect.gains)
    return (amounts_words(fixed),) if fixed else ()


def play_words(deck: Deck, card: str) -> tuple[Text, ...]:
    """The colour of a card, and what playing it does, a line each."""
    colours = {Strip.PURPLE: say("purple"), Strip.BROWN: say("brown"), Strip.GREEN: say("green")}
    colour = colours.get(deck.strip(card))
    return (*((colour,) if colour else ()), *effect_words(deck.play(card)))


def in_a_line(lines: tuple[Text, ...]) -> Text | None:
    """The same in one line, if there is anything."""
    return reduce(lambda one, other: say("%(one)s · %(other)s", one=one, other=other), lines) if lines else None


def effect_words(effect: Effect) -> tuple[Text, ...]:
    """What a card does: what it brings, then its words."""
    return (
        *brings_words(effect),
        *((effect_text(effect.text),) if effect.text else ()),
    )
