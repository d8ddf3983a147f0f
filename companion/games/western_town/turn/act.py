"""The phase in which somebody carries out a card: what he can choose and do with it (rules §7.2, §8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.errors import NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town.camp.die import ThrowDie, die_choices, throw_events
from companion.games.western_town.guided_turn import Acting, How
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.printed.card_words import card_kept, card_words, effect_words
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import NO_OFFER, Effect, Offer
from companion.games.western_town.town.by_hand import MarkBuilding
from companion.games.western_town.town.construct import buildings, repeatable
from companion.games.western_town.turn.carry_out import (
    Answer,
    ExploitTakenBack,
    answers_of,
    carry_out,
    is_idle,
    open_offers,
    played_again,
)
from companion.games.western_town.words import offer_words, words


@dataclass(frozen=True, slots=True)
class CarryOut(Command):
    """Command to carry out the effect of the own card.

    ``offer`` is which of its offers is taken, ``back`` how many cards come out of the inactive pile, ``victim`` the
    seat that it robs.
    """

    offer: int = NO_OFFER
    back: int = 0
    victim: str = ""


@dataclass(frozen=True, slots=True)
class RepeatCard(Command):
    """Command to play another card of the own table again with the card carried out; ``offer``: taken before."""

    card: str
    offer: int = NO_OFFER


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    """Command to take back the exploit that is carried out, because it would change nothing."""


def _repairs(now: Situation, effect: Effect) -> tuple[Choice, ...]:
    """Return one tap for every destroyed marker that can come off, at the price of the card."""
    pay = effect.repair or {}
    price = offer_words(Offer({}, pay))
    return tuple(
        Choice(
            kind_of(MarkBuilding),
            say("Repair: %(name)s (%(price)s)", name=words(each.name), price=price)
            if pay
            else say("Repair: %(name)s", name=words(each.name)),
            {"building": each.id, "destroyed": False, "pay": {what.value: number for what, number in pay.items()}},
            rule=rule("21.3"),
        )
        for each in now.board.buildings
        if each.destroyed and now.board.town.wood >= sum(pay.values())
    )


class ActPhase(Phase):
    """The phase in which a player carries out a card, while the others watch."""

    def acting(self, now: Situation) -> Acting:
        """Return whose card it is, and which; only asked in this phase."""
        assert now.acting
        return now.acting

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        acting = now.acting
        return (acting.seat,) if acting and acting.how is not How.NOTHING else ()

    @handles(CarryOut)
    def carry_out(self, now: Situation, command: CarryOut) -> tuple[Event, ...]:
        """Carry out the effect of the card. Raise RuleError."""
        return carry_out(now, self.acting(now), command.offer, command.back, command.victim)

    @handles(RepeatCard)
    def repeat(self, now: Situation, command: RepeatCard) -> tuple[Event, ...]:
        """Play another card again. Raise RuleError."""
        return played_again(now, self.acting(now), command.card, command.offer)

    @handles(TakeBack)
    def take_back(self, now: Situation, command: TakeBack) -> tuple[Event, ...]:
        """Take the exploit back. Raise NotNow when it has done something."""
        acting = self.acting(now)
        if acting.how is not How.EXPLOIT or acting.begun:
            raise NotNow(say("Only an exploit that has done nothing is taken back."), rule("20.3"))
        return (ExploitTakenBack(now.seat, card_kept(now.deck, acting.card)),)

    @handles(ThrowDie)
    def throw(self, now: Situation, command: ThrowDie) -> tuple[Event, ...]:
        """Throw the Indian die."""
        return throw_events(now, command)

    def instruction(self, now: Situation) -> Text:
        return say("Carry out: %(card)s", card=card_words(now.deck, self.acting(now).card))

    def waiting_text(self, now: Situation) -> Text:
        acting = self.acting(now)
        return say("%(who)s carries out: %(card)s", who=Who(acting.seat), card=card_words(now.deck, acting.card))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return effect_words(now.deck.effect(self.acting(now)))

    def shown_to(self, now: Situation, reader: str | None) -> tuple[Text, ...]:
        acting, lines = self.acting(now), self.prompt(now)
        if reader == acting.seat:
            return lines
        return tuple(say("Card of %(who)s: %(what)s", who=Who(acting.seat), what=line) for line in lines)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        acting = self.acting(now)
        effect = now.deck.effect(acting)
        face_up = say("The card of %(who)s is face up again.", who=Who(acting.other))
        nothing = say("It would change nothing: take the exploit back")
        back = Choice(kind_of(TakeBack), nothing, details=(face_up,), rule=rule("20.3"))
        taken_back = (back,) if acting.how is How.EXPLOIT and effect.by_hand and not acting.begun else ()
        if effect.builds and effect.must:
            return taken_back
        if is_idle(now, acting, effect):
            return (back,)
        repairs = _repairs(now, effect) if effect.repairs else ()
        again = tuple(self._again(now, effect))
        first = say("This ends the card. To repair before, choose it below.")
        other = say("This ends the card. To play a card again before, choose it below.")
        by_hand = say("Do what the card says in My town below, then tap this.")
        hint = (by_hand,) if effect.unread else (other,) if again else (first,) if repairs else ()
        dice = die_choices(say("Indians come to the camp"))[:1] if effect.unread else ()
        return (*again, *self._done(now, effect, hint), *repairs, *taken_back, *dice)

    def _done(self, now: Situation, effect: Effect, hint: tuple[Text, ...]) -> Iterator[Choice]:
        """Yield the end of the card with what is left to choose: offer by offer where only one of them robs someone."""
        found = answers_of(now, self.acting(now), effect)
        by_offer = any(victim for *_, victim in found) and bool(effect.offers)
        offers = tuple(dict.fromkeys(offer for offer, *_ in found))
        groups = [tuple(each for each in found if each[0] == offer) for offer in offers] if by_offer else [found]
        for at, group in enumerate(groups):
            fields = _fields(effect, group, by_offer)
            named = offer_title(effect, group[0][0]) if by_offer else fields[0].label if len(fields) == 1 else None
            yield Choice(
                kind_of(CarryOut),
                named if by_offer and named and not fields else say("Done"),
                {"offer": group[0][0]} if by_offer else {},
                fields,
                hint,
                rule("4.6"),
                Weight.NORMAL if at else Weight.PRIMARY,
                named if fields else None,
                at_once=len(fields) == 1,
            )

    def _again(self, now: Situation, effect: Effect) -> Iterator[Choice]:
        """Yield the cards of the own table that can be played again; earlier payments go with them."""
        offers = open_offers(now, effect) if effect.first else ()
        before = say("What do you take first?")
        fields = (_offer_field(effect, (*offers, NO_OFFER), before),) if offers else ()
        ref = rule("21.4" if effect.first else "21.3")
        for card in repeatable(now):
            label = say("Play again: %(card)s", card=card_words(now.deck, card))
            lines = effect_words(now.deck.play(card))
            title = label if fields else None
            yield Choice(
                kind_of(RepeatCard), label, {"card": card}, fields, lines, ref, title=title, at_once=bool(fields)
            )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        acting = self.acting(now)
        effect = now.deck.effect(acting)
        if effect.builds and (found := buildings(now)):
            return found
        if (effect.builds and effect.must) or is_idle(now, acting, effect):
            return (TakeBack(),)
        offers = (*(open_offers(now, effect) if effect.first else ()), NO_OFFER)
        again = tuple(RepeatCard(card, offer) for card in repeatable(now) for offer in offers)
        return (*again, *(CarryOut(*answer) for answer in answers_of(now, acting, effect)))


def offer_title(effect: Effect, offer: int) -> Text:
    """Return an offer in words, or that none is taken."""
    return say("nothing of it") if offer == NO_OFFER else offer_words(effect.offers[offer])


def _offer_field(effect: Effect, offers: tuple[int, ...], label: Text) -> Field:
    return Field("offer", label, FieldKind.PICK, tuple(Option(each, offer_title(effect, each)) for each in offers))


def _fields(effect: Effect, answers: tuple[Answer, ...], by_offer: bool) -> tuple[Field, ...]:
    """Return what is left to choose; an option that would give something away is never picked beforehand."""
    offers, backs, victims = (tuple(dict.fromkeys(values)) for values in zip(*answers, strict=True))
    taken = _offer_field(effect, offers, say("Which do you take?"))
    cards = Field(
        "back",
        say("How many cards do you take back from those laid away?"),
        FieldKind.PICK,
        tuple(Option(number, say("%(number)s", number=number)) for number in backs),
    )
    robbed = Field(
        "victim",
        say("Whom do you steal from?"),
        FieldKind.PICK,
        tuple(Option(seat, say("%(who)s", who=Who(seat))) for seat in victims),
    )
    return (
        *((taken,) if offers != (NO_OFFER,) and not by_offer else ()),
        *((robbed,) if victims != ("",) else ()),
        *((cards,) if len(backs) > 1 else ()),
    )
