"""What a card does when it is played or exploited: carried out by its owner, or by itself (rules §4.6, §7.2, §8.1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.hands import homes
from companion.games.western_town.phases.construct import buildings
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.phases.turn import die_choices, thrown
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import NO_OFFER, Effect, Offer, affordable, brought, carried_out
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import Acting, How, RoundStage, State
from companion.games.western_town.words import card_kept, card_words, effect_words, offer_words, words


def carry_out(now: Situation, acting: Acting, offer: int = NO_OFFER, back: int = 0) -> tuple[Event, ...]:
    """The effect of the card, with what was chosen; raises RuleError."""
    effect = now.deck.effect(acting)
    if effect.builds and effect.must and not now.waived:
        refusal = say("What is paid for this card is a building: construct one, or take the exploit back.")
        raise IllegalMove(refusal, rule("20.2"))
    if acting.built and offer != NO_OFFER and not effect.offers:
        raise IllegalMove(say("You have built with this card: it brings nothing else."), rule("4.7"))
    if not 0 <= back <= effect.back:
        raise BadRequest(say("So many cards do not come back into the hand."))
    after = carried_out(now.board.town, homes(now.board), effect, offer)
    change = now.becomes(after, fact("because_exploit" if acting.how is How.EXPLOIT else "because_played"))
    return (
        *change,
        e.CardCarriedOut(now.seat, acting.card, acting.how, back, "" if change else card_kept(now.deck, acting.card)),
        *((e.DieDue(now.seat, effect.dice),) if effect.dice else ()),
    )


def by_itself(table: Table) -> tuple[Event, ...]:
    """A card that leaves nothing to choose or to do by hand is carried out without a tap.

    Not the first of two that were laid together: their owners look at them before; once it has built, all look at that.
    """
    state: State = table.play
    for circle in state.circles:
        turn = circle.round
        if turn is None or not turn.acting or circle.attack or circle.throwing:
            continue
        acting = turn.acting[0]
        together = turn.stage is RoundStage.PLAY and len(turn.acting) > 1 and not acting.built
        now = Situation(table, state, acting.seat)
        if acting.how is How.NOTHING or together:
            continue
        effect = now.deck.effect(acting)
        answers = _answers(now, effect)
        if len(answers) == 1 and not _by_hand(now, effect):
            return carry_out(now, acting, *answers[0])
    return ()


def _answers(now: Situation, effect: Effect) -> tuple[tuple[int, int], ...]:
    """Everything that can be chosen with a card: which of its offers, once the town has what comes by itself, and how
    many cards come back into the hand."""
    places = affordable(brought(now.board.town, homes(now.board), effect), effect)
    offers = places if places and effect.must else (*places, NO_OFFER)
    kept = now.round.kept.get(now.seat) if now.round else None
    inactive = len(kept.cards) - kept.limit if kept else 0
    return tuple(product(offers, range(min(effect.back, inactive), -1, -1)))


def _by_hand(now: Situation, effect: Effect) -> bool:
    """Whether a part of it can be done now that its player carries out himself."""
    lying = [now.deck.card(each.card).strip for each in now.round.table(now.seat) if each.face_up] if now.round else []
    return (
        effect.unread
        or bool(effect.builds and (effect.must or buildings(now)))
        or any(strip in effect.again for strip in lying)
        or (effect.repairs and any(each.destroyed for each in now.board.buildings))
        or (effect.steals is not None and any(now.state.towns[seat].town.count(effect.steals) for seat in now.others))
    )


def _repairs(now: Situation, effect: Effect) -> tuple[Choice, ...]:
    """One tap for every destroyed marker: 1 Wood each, or nothing where it is that or a card played again."""
    pay = {} if effect.again else {Resource.WOOD: 1}
    price = offer_words(Offer({}, pay))
    return tuple(
        Choice(
            "mark_building",
            say("Repair: %(name)s (%(price)s)", name=words(each.name), price=price)
            if pay
            else say("Repair: %(name)s", name=words(each.name)),
            {"building": each.id, "destroyed": False, "pay": {what.value: number for what, number in pay.items()}},
            rule=rule("4.9"),
        )
        for each in now.board.buildings
        if each.destroyed and now.board.town.wood >= sum(pay.values())
    )


class ActPhase(Phase):
    """Somebody carries out his card, while the others watch."""

    commands = (c.CarryOut, c.TakeBack, c.ThrowDie)

    def acting(self, now: Situation) -> Acting:
        """Whose card it is, and which; only asked in this phase."""
        assert now.acting
        return now.acting

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        acting = now.acting
        return (acting.seat,) if acting and acting.how is not How.NOTHING else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        acting = self.acting(now)
        match command:
            case c.ThrowDie(side=c.Side() as side, by_box=by_box):
                return thrown(now, side, by_box)
            case c.CarryOut(offer=offer, back=back):
                return carry_out(now, acting, offer, back)
            case c.TakeBack():
                if acting.how is not How.EXPLOIT or acting.built:
                    raise NotNow(say("Only an exploit that has done nothing is taken back."), rule("20.3"))
                return (e.ExploitTakenBack(now.seat, card_kept(now.deck, acting.card)),)
        return super().decide(now, command)

    def asked(self, now: Situation) -> Text:
        return say("Carry out: %(card)s", card=card_words(now.deck, self.acting(now).card))

    def told(self, now: Situation) -> Text:
        acting = self.acting(now)
        return say("%(who)s carries out: %(card)s", who=Who(acting.seat), card=card_words(now.deck, acting.card))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return effect_words(now.deck.effect(self.acting(now)))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        acting = self.acting(now)
        effect = now.deck.effect(acting)
        face_up = say("The card of %(who)s lies face up again.", who=Who(acting.other))
        nothing = say("It would change nothing: take the exploit back")
        back = Choice("take_back", nothing, details=(face_up,), rule=rule("20.3"))
        taken_back = (back,) if acting.how is How.EXPLOIT and effect.by_hand and not acting.built else ()
        if effect.builds and effect.must:
            return taken_back
        repairs = _repairs(now, effect) if effect.repairs else ()
        rest = _by_hand(now, replace(effect, builds=False, repairs=False))
        first = say("Repair first, if you like: this ends the card.")
        by_hand = say("The rest you carry out yourself in your town, before you tap this.")
        hint = (by_hand,) if rest else (first,) if repairs else ()
        fields = _fields(effect, _answers(now, effect))
        single = len(fields) == 1
        title = fields[0].label if single else None
        done = Choice("carry_out", say("Done"), {}, fields, hint, rule("4.6"), Weight.PRIMARY, title, at_once=single)
        may_throw = effect.unread or (effect.again and not effect.dice)
        dice = die_choices(say("Indians come to the camp"))[:1] if may_throw else ()
        return (done, *repairs, *taken_back, *dice)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        effect = now.deck.effect(self.acting(now))
        if effect.builds and (found := buildings(now)):
            return found
        if effect.builds and effect.must:
            return (c.TakeBack(),)
        return tuple(c.CarryOut(*answer) for answer in _answers(now, effect))


def _fields(effect: Effect, answers: tuple[tuple[int, int], ...]) -> tuple[Field, ...]:
    """What is left to choose; what would give something away is never picked beforehand."""
    offers, backs = (tuple(dict.fromkeys(values)) for values in zip(*answers, strict=True))
    taken = Field(
        "offer",
        say("Which do you take?"),
        FieldKind.PICK,
        tuple(
            Option(each, say("nothing of it") if each == NO_OFFER else offer_words(effect.offers[each]))
            for each in offers
        ),
    )
    cards = Field(
        "back",
        say("How many cards do you take back from those laid away?"),
        FieldKind.PICK,
        tuple(Option(number, say("%(number)s", number=number)) for number in backs),
    )
    return (*((taken,) if offers != (NO_OFFER,) else ()), *((cards,) if len(backs) > 1 else ()))
