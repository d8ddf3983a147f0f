"""Phase 4: gains, and what cannot be stored (rules §9)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import Round, RoundStage
from companion.games.western_town.phase import Situation, TogetherPhase
from companion.games.western_town.printed.card_words import card_words, cards_words
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.towns import NAMES, Resource, gained
from companion.games.western_town.state import Circle
from companion.games.western_town.town.by_hand import StoreGoods
from companion.games.western_town.words import change_words


@dataclass(frozen=True, slots=True)
class TakeGains(Command):
    """Command to take the gains of the own face-up cards.

    ``choices``: one resource for each card with a choice, in order.
    """

    choices: tuple[Resource, ...] = ()


@dataclass(frozen=True, slots=True)
class GainsTaken(TownEvent):
    """The record of a player who took the gains of the face-up cards."""

    seat: str

    def on_round(self, circle: Circle, turn: Round) -> Round:
        gained = (*turn.gained, self.seat)
        done = len(gained) == len(circle.seats)
        return changed(turn, gained=gained, stage=RoundStage.VISIT if done else turn.stage)


class GainsPhase(TogetherPhase):
    """The phase in which everybody takes the gains of the face-up cards (9.1)."""

    question = say("Take your gains")
    news = say("gains are taken")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.GAINS:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in turn.gained)

    def cards(self, now: Situation) -> tuple[str, ...]:
        """Return the own cards that lie face up."""
        return tuple(each.card for each in now.round.table(now.seat) if each.face_up) if now.round else ()

    def open_choices(self, now: Situation) -> tuple[tuple[str, tuple[Resource, ...]], ...]:
        """Return the cards of which one resource is chosen."""
        found = ((card, now.deck.card(card).choice) for card in self.cards(now))
        return tuple((card, choice) for card, choice in found if choice)

    @handles(TakeGains)
    def take(self, now: Situation, command: TakeGains) -> tuple[Event, ...]:
        """Take the gains of all cards. Raise BadRequest where a choice is missing."""
        chosen, options = command.choices, [choice for _, choice in self.open_choices(now)]
        if chosen not in product(*options):
            raise BadRequest(say("Say which of them you take for every card that lets you choose."))
        town = now.board.town
        for card in self.cards(now):
            town = gained(town, now.deck.card(card).gains)
        for each in chosen:
            town = gained(town, {each: 1})
        return (*now.town_change(town, fact("because_gains")), GainsTaken(now.seat))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Face up on your table: %(cards)s.", cards=cards_words(now.deck, self.cards(now))),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        known = merged(*(now.deck.card(card).gains for card in self.cards(now)))
        fields = tuple(
            Field(
                "choices",
                say("%(card)s: which?", card=card_words(now.deck, card)),
                FieldKind.PICK,
                tuple(Option(what.value, NAMES[what]) for what in among),
                index=at,
            )
            for at, (card, among) in enumerate(self.open_choices(now))
        )
        unknown = say("What the box does not know of a card you add in your town.")
        strange = not all(now.deck.card(card).gains or now.deck.card(card).choice for card in self.cards(now))
        details = (*((change_words(known),) if known else ()), *((unknown,) if strange else ()))
        label, weight, single = say("Take my gains"), Weight.PRIMARY, len(fields) == 1
        title = fields[0].label if single else None
        return (Choice(kind_of(TakeGains), label, {}, fields, details, rule("9.1"), weight, title, at_once=single),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(TakeGains(chosen) for chosen in product(*(among for _, among in self.open_choices(now))))


class StorePhase(TogetherPhase):
    """The phase in which goods without room are discarded before Lincoln comes (9.2)."""

    commands = (StoreGoods,)
    question = say("Discard what cannot be stored")
    news = say("what cannot be stored is discarded")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.VISIT or now.circle.visited:
            return ()
        return tuple(seat for seat in now.circle.seats if now.state.towns[seat].overflow)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        lost = change_words({what: -number for what, number in now.board.overflow.items()})
        return (Choice(kind_of(StoreGoods), say("Discard"), {}, (), (lost,), rule("9.2"), Weight.PRIMARY),)
