"""Moves of the box's players of Western Town, the reasons for them, and suggestions for a game alone."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.members import Vote
from companion.core.messages import Command, kind_of
from companion.core.phases import current
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.western_town.guided_turn import NOTHING
from companion.games.western_town.lincoln.card import CardPhase
from companion.games.western_town.opening import PLAYS, lincoln_of, start_of
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.printed.card_words import card_words
from companion.games.western_town.rulebook.buildings import HOMESTEAD
from companion.games.western_town.rulebook.effects import NO_OFFER, Effect
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import StartPhase, TakeStart
from companion.games.western_town.turn.act import CarryOut, RepeatCard
from companion.games.western_town.turn.go import ExploitCard, PassForGood
from companion.games.western_town.turn.lay import LayPhase, PlayCard, votable_cards
from companion.games.western_town.turn.order import PHASES, legal_now
from companion.games.western_town.words import words

WORTH: Mapping[Resource, int] = {Resource.EXPORTED: 4, Resource.GOLD: 2, Resource.WOOD: 2, Resource.COWBOYS: 2}
"""the value of a good for a simple player; any other one"""
HAS_POINTS = 3
"""how much more any other building is worth than a homestead"""
BUILDS = 5
"""the value of a construction by a card"""


def best(phase: Phase, now: Situation, legal: Sequence[Command]) -> Command | None:
    """Return what a simple player does: exploit what lies there, build what can be built, else what brings most."""
    if given := shown(phase, now):
        return given
    return max(legal, key=lambda command: _worth(now, command)) if legal else None


def start(phase: StartPhase, now: Situation) -> TakeStart:
    """Return the Western Town card that the box hands out, on the first free place."""
    card = start_of(now.table, now.seat, [each.name for each in phase.left(now)])
    places = phase.places(now)
    return TakeStart(card, place=places[0].id if places else "")


def shown(phase: Phase, now: Situation) -> Command | None:
    """Return what the box does for a person who plays alone, because nobody else has the cards."""
    match phase:
        case StartPhase():
            return start(phase, now)
        case CardPhase():
            return lincoln_of(now.table)
        case _:
            return None


def _worth(now: Situation, command: Command) -> float:
    match command:
        case ExploitCard():
            return 100.0
        case BuildTile(tile=tile, pay=pay):
            return 90.0 - sum(pay.values()) + HAS_POINTS * (tile != HOMESTEAD)
        case RepeatCard():
            return 80.0
        case PlayCard(card=card) if card != NOTHING:
            return 10.0 + _value(now.deck.play(card))
        case CarryOut(offer=offer, back=back):
            effect = now.acting_card
            if effect is None or offer == NO_OFFER:
                return float(back)
            taken = effect.offers[offer]
            return back + _sum(taken.gains) - _sum(taken.pays)
        case _:
            return 0.0


def _value(effect: Effect) -> float:
    """Return what a card brings by itself, and what it lets do."""
    return _sum(effect.gains) + BUILDS * effect.builds + len(effect.per) + len(effect.offers) / 2


def _sum(goods: Mapping[Resource, int]) -> float:
    return float(sum(WORTH.get(what, 1) * number for what, number in goods.items()))


def _vote(now: Situation) -> Vote | None:
    """Return the card that a player of the box lays in secret together with another one."""
    cards = votable_cards(now)
    if not cards:
        return None
    card = max(cards, key=lambda each: _value(now.deck.play(each)) if each != NOTHING else -1.0)
    if card == NOTHING:
        return Vote(card, say("%(who)s can play no card.", who=Who(now.seat)))
    return Vote(
        card, say("%(who)s laid %(card)s for what it brings.", who=Who(now.seat), card=card_words(now.deck, card))
    )


def _why(now: Situation, command: Command) -> Text | None:
    """Return what a player of the box does and why, said to the person who plays against it."""
    who, deck = Who(now.seat), now.deck
    match command:
        case PlayCard(card=card) if card != NOTHING:
            return say("%(who)s plays %(card)s for what it brings.", who=who, card=card_words(deck, card))
        case ExploitCard(target=card, seat=seat) if seat == now.table.alone:
            return say(
                "%(who)s exploits your %(card)s: the same card acts again, and yours turns over.",
                who=who,
                card=card_words(deck, card),
            )
        case BuildTile(tile=tile):
            return say("%(who)s builds %(tile)s, having the Homes and the goods.", who=who, tile=words(tile))
        case RepeatCard(card=card):
            return say("%(who)s plays %(card)s again, because that is free.", who=who, card=card_words(deck, card))
        case PassForGood() if not now.circle.passed:
            return say("%(who)s passes first, because that leads and settles ties.", who=who)
        case PassForGood():
            return say("%(who)s passes, because nothing is left to exploit.", who=who)
        case _:
            return None


def _advice(phase: Phase, now: Situation) -> Choice | None:
    """Return what is suggested to the person who tries the game alone: a listed card, an exploit, a building."""
    legal = phase.legal(now)
    if isinstance(phase, LayPhase) or any(isinstance(each, PlayCard) for each in legal):
        return _card_advice(now, [each.card for each in legal if isinstance(each, PlayCard)])
    found = best(phase, now, legal)
    if isinstance(found, BuildTile) and not (found.swap or found.exchange):
        pay = {what.value: number for what, number in found.pay.items()}
        fixed = {"tile": found.tile, "cell": found.cell, "pay": pay}
        return Choice(kind_of(found), say("Build %(tile)s", tile=words(found.tile)), fixed, weight=Weight.PRIMARY)
    return None


def _card_advice(now: Situation, cards: Sequence[str]) -> Choice | None:
    preferred = (*PLAYS.get(now.state.turn, ()), *cards)
    card = next((each for each in preferred if each in cards), None)
    if card is None or card == NOTHING:
        return None
    label = say("Play %(card)s", card=card_words(now.deck, card))
    return Choice("play_card", label, {"card": card}, weight=Weight.PRIMARY)


# --- asked by the table -------------------------------------------------------------------------


def simple_player(table: Table, seat: str, chance: random.Random, secrets: Any = None) -> Command | None:
    """Return what a player of the box does now at this seat: the best of it, as far as a newcomer could tell."""
    phase, legal = legal_now(table, seat)
    return best(phase, Situation(table, table.play, seat), legal) if legal else None


def shown_by_box(table: Table, seat: str, secrets: Any = None) -> Command | None:
    """Return what the box does for a person who plays alone: it has the cards that nobody else has."""
    now = Situation(table, table.play, seat)
    phase, waited = current(PHASES, now)
    return shown(phase, now) if seat in waited else None


def advice(table: Table, seat: str, secrets: Any = None) -> Choice | None:
    """Return what is suggested to the person who plays alone."""
    now = Situation(table, table.play, seat)
    phase, waited = current(PHASES, now)
    return _advice(phase, now) if seat in waited else None


def vote(table: Table, seat: str, chance: random.Random, secrets: Any = None) -> Vote | None:
    """Return the card that a player of the box lays in secret, and why."""
    return _vote(Situation(table, table.play, seat))


def why(table: Table, seat: str, command: Command, secrets: Any = None) -> Text | None:
    """Return what a player of the box does and why."""
    return _why(Situation(table, table.play, seat), command)
