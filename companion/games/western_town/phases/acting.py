"""What a card does when it is played or exploited: carried out by its owner, or by itself (rules §4.6, §7.2, §8.1)."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.guided import commands as g
from companion.games.western_town.guided import events as ge
from companion.games.western_town.guided.hands import homes, step_seats
from companion.games.western_town.guided.words import card_words, effect_words, offer_words
from companion.games.western_town.phases.construct import buildings
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.phases.turn import die_choices, thrown
from companion.games.western_town.round import Acting, How, Stage
from companion.games.western_town.rulebook.effects import (
    NO_OFFER,
    Effect,
    affordable,
    brought,
    carried_out,
)
from companion.games.western_town.rulebook.towns import change
from companion.games.western_town.state import State


def carry_out(now: Situation, acting: Acting, offer: int = NO_OFFER, back: int = 0) -> tuple[Event, ...]:
    """The effect of the card, with what was chosen; raises RuleError."""
    effect, town = now.deck.effect(acting), now.board.town
    if acting.built and offer != NO_OFFER and not effect.must:
        raise IllegalMove(say("You have built with this card: it brings nothing else."), RuleRef("2012", "4.7"))
    if not 0 <= back <= effect.back:
        raise BadRequest(say("So many cards do not come back into the hand."))
    by = change(town, carried_out(town, homes(now.board), effect, offer))
    why = fact("because_exploit" if acting.how is How.EXPLOIT else "because_played")
    return (
        *((e.TownChanged(now.seat, by, why),) if by else ()),
        ge.CardCarriedOut(now.seat, acting.card, acting.how, back),
        *((ge.DieDue(now.seat, effect.dice),) if effect.dice else ()),
    )


def by_itself(table: Table) -> tuple[Event, ...]:
    """A card that leaves nothing to choose or to do by hand is carried out without a tap.

    Not one of two that were laid together: their owners look at them first.
    """
    state: State = table.play
    for circle in state.circles:
        turn = circle.round
        if turn is None or not turn.acting or circle.attack or circle.throwing:
            continue
        acting, together = turn.acting[0], turn.stage is Stage.PLAY and len(step_seats(circle)) > 1
        now = Situation(table, state, acting.seat)
        if acting.how is not How.NOTHING and not together and _plain(now, now.deck.effect(acting)):
            return carry_out(now, acting)
    return ()


def _plain(now: Situation, effect: Effect) -> bool:
    decided = not affordable(brought(now.board.town, homes(now.board), effect), effect)
    return decided and not (effect.by_hand or effect.back)


class ActPhase(Phase):
    """Somebody carries out his card, while the others watch."""

    commands = (g.CarryOut, c.ThrowDie)

    def acting(self, now: Situation) -> Acting | None:
        """Whose card it is, and which."""
        turn = now.round
        first = turn.acting[0] if turn and turn.acting else None
        return first if first and first.how is not How.NOTHING else None

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        acting = self.acting(now)
        return (acting.seat,) if acting else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        acting = self.acting(now)
        match command:
            case c.ThrowDie(side=c.Side() as side, by_box=by_box):
                return thrown(now, side, by_box)
            case g.CarryOut(offer=offer, back=back) if acting:
                return carry_out(now, acting, offer, back)
        return super().decide(now, command)

    def asked(self, now: Situation) -> Text:
        acting = self.acting(now)
        return say("Carry out: %(card)s", card=card_words(now.deck, acting.card)) if acting else super().asked(now)

    def told(self, now: Situation) -> Text:
        acting = self.acting(now)
        if acting is None:
            return super().told(now)
        return say("%(who)s carries out: %(card)s", who=Who(acting.seat), card=card_words(now.deck, acting.card))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        acting = self.acting(now)
        return effect_words(now.deck.effect(acting)) if acting else ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        acting = self.acting(now)
        if acting is None:
            return ()
        effect, rule = now.deck.effect(acting), RuleRef("2012", "4.6")
        after = brought(now.board.town, homes(now.board), effect)
        open_to_it = affordable(after, effect) if effect.must or not acting.built else ()
        offers = tuple(Option(place, offer_words(effect.offers[place])) for place in open_to_it)
        if offers and not effect.must:
            offers = (Option(NO_OFFER, say("nothing of it"), usual=True), *offers)
        fields: tuple[Field, ...] = ()
        if offers:
            fields += (Field("offer", say("Which do you take?"), FieldKind.PICK, offers),)
        if effect.back:
            numbers = tuple(Option(number, say("%(number)s", number=number)) for number in range(effect.back + 1))
            fields += (
                Field("back", say("How many cards do you take back from those laid away?"), FieldKind.PICK, numbers),
            )
        by_hand = (say("The rest you carry out yourself in your town, before you tap this."),) if effect.by_hand else ()
        done = Choice("carry_out", say("Done"), {}, fields, by_hand, rule, Weight.PRIMARY)
        dice = die_choices(say("Indians come to the camp")) if effect.by_hand and not effect.dice else ()
        return (done, *dice[:1])

    def legal(self, now: Situation) -> tuple[Command, ...]:
        acting = self.acting(now)
        if acting is None:
            return ()
        effect = now.deck.effect(acting)
        if effect.builds and not acting.built and (found := buildings(now)):
            return found
        taken = (
            ()
            if acting.built and not effect.must
            else affordable(brought(now.board.town, homes(now.board), effect), effect)
        )
        nothing = () if taken and effect.must else (NO_OFFER,)
        return tuple(g.CarryOut(offer) for offer in (*taken, *nothing))
