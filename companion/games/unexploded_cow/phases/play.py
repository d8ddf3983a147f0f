"""The phase in which the active player plays cards, rearranges the herd, and then rolls (rules §5.3, §6)."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow.bots import herd_for, play
from companion.games.unexploded_cow.cards.deck import is_typed
from companion.games.unexploded_cow.cards.typed import CALLED, PRICE
from companion.games.unexploded_cow.cards_played import (
    moved,
    next_id,
    passed_on,
    played,
    played_event,
    possible,
)
from companion.games.unexploded_cow.commands import (
    ArrangeHerd,
    ExplodeCow,
    MoveCow,
    PassHerds,
    PlayCard,
    PlayEvent,
    RemoveCow,
    RollDie,
)
from companion.games.unexploded_cow.events import CowRemoved, HerdArranged
from companion.games.unexploded_cow.explosion import bomb_laid
from companion.games.unexploded_cow.opening import hand
from companion.games.unexploded_cow.phases.cards import CardsPhase, from_pot_choice
from companion.games.unexploded_cow.phases.payment import die_field, rolled
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.herds import End, cow_of, herd_of, rearranged
from companion.games.unexploded_cow.screens import Dealt, PlayForm


class PlayPhase(CardsPhase):
    """Phase from the city to the roll."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        state = now.state
        return (now.active,) if state.roll is None and state.blast is None and state.sudden is None else ()

    @handles(PlayCard)
    def play_card(self, now: Situation, command: PlayCard) -> tuple[Event, ...]:
        """Play a card of the catalogue. Raise BadRequest for an unknown one."""
        if event := now.deck.event(command.card):
            return (played_event(now.seat, event.name, event.price, now.waived, str(event.text)),)
        cow = possible(now.table, now.state, listed_cow(now, command.card), now.waived)
        into, at = command.into, command.at
        return played(now.table, now.state, now.seat, cow, into, at, command.free, now.waived)

    @handles(ArrangeHerd)
    def arrange_herd(self, now: Situation, command: ArrangeHerd) -> tuple[Event, ...]:
        """Lay the own herd in another order. Raise BadRequest for other cows."""
        rearranged(now.state.herds.get(now.seat, ()), command.cows)
        return (HerdArranged(now.seat, command.cows),)

    @handles(MoveCow)
    def move_cow(self, now: Situation, command: MoveCow) -> tuple[Event, ...]:
        """Move a cow between herds, because a card says so. Raise BadRequest."""
        return (moved(now.table, now.state, now.seat, command, now.waived),)

    @handles(PassHerds)
    def pass_herds(self, now: Situation, command: PassHerds) -> tuple[Event, ...]:
        """Pass every herd on to the neighbour."""
        return (passed_on(now.state, now.seat, command.to),)

    @handles(RemoveCow)
    def remove_cow(self, now: Situation, command: RemoveCow) -> tuple[Event, ...]:
        """Take a cow out of the game. Raise BadRequest."""
        herds = now.state.herds
        return (CowRemoved(now.seat, herd_of(herds, command.cow), cow_of(herds, command.cow)),)

    @handles(ExplodeCow)
    def explode_cow(self, now: Situation, command: ExplodeCow) -> tuple[Event, ...]:
        """Lay a bomb on a cow, because a card says so. Raise RuleError."""
        return (bomb_laid(now.state, now.rules, now.seat, command.cow, command.asked),)

    @handles(RollDie)
    def roll(self, now: Situation, command: RollDie) -> tuple[Event, ...]:
        """Roll the die. Raise BadRequest."""
        return (rolled(now, command),)

    def instruction(self, now: Situation) -> Text:
        return say("Play cards, then roll")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s plays cards", who=Who(now.active))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        if waited_for and now.alone:
            return (say("These are your cards: play as many as you like, then roll the die."),)
        return (say("Draw two cards, play as many as you like, then roll the die."),) if waited_for else ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return (
            Choice(
                kind_of(RollDie),
                say("I rolled this: end my turn"),
                fields=(die_field(),),
                title=say("Tap what you rolled: it ends your turn"),
                rule=RuleRef("2011", "5.4"),
                at_once=True,
            ),
            Choice(kind_of(RollDie), say("Let the box roll: end my turn")),
            *(_at_play(now, each) for each in what_cards_say(now)),
        )

    def parts(self, now: Situation) -> tuple[Part, ...]:
        form = PlayForm.of(now.state, now.deck, now.seat)
        return (Part("play", Place.PRIVATE, replace(form, in_hand=_dealt(now)) if now.alone else form),)

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        return play(now, now.seat)


def _dealt(now: Situation) -> tuple[Dealt, ...]:
    """Return the cards in the hand that the box has dealt, each with the herd that it suits."""
    return tuple(Dealt(card, herd_for(now, now.seat, card)) for card in hand(now.table, now.deck, now.seat))


def _at_play(now: Situation, choice: Choice) -> Choice:
    """Return the choice as it is shown in this phase: in a fold for an event where cards are typed, else quiet."""
    if choice.kind == "play_event" and is_typed(now.table.catalogue):
        return replace(choice, folded=True)
    return seldom(choice)


def seldom(choice: Choice) -> Choice:
    """Return the choice as a quiet one."""
    return replace(choice, weight=Weight.QUIET)


def what_cards_say(now: Situation) -> tuple[Choice, ...]:
    """Return what the text of an event or a city may ask for, to be done by hand."""
    roll = Choice(
        kind_of(RollDie),
        say("Roll once more, for a card"),
        {"extra": True},
        fields=(die_field(),),
        title=say("A card makes me roll"),
        at_once=True,
    )
    event = Choice(
        kind_of(PlayEvent), say("Pay its price"), fields=(PRICE, CALLED), title=say("An event that is not listed")
    )
    return (roll, from_pot_choice(now), *(with_cows(now) if now.state.cows else ()), event)


def with_cows(now: Situation) -> tuple[Choice, ...]:
    """Return what can become of one of the cows."""
    cows = tuple(
        Option(cow.id, say("%(cow)s, in the herd of %(who)s", cow=cow.name or cow.id, who=Who(herd)))
        for herd, row in now.state.herds.items()
        for cow in row
    )
    which = Field("cow", say("Which cow?"), FieldKind.PICK, cows)
    into = Field("into", say("Into whose herd?"), FieldKind.PICK, named(now.state.playing))
    ends = (Option(End.LEFT.value, say("left end")), Option(End.RIGHT.value, say("right end")))
    at = Field("at", say("At which end?"), FieldKind.PICK, ends, initial=End.LEFT.value)
    ways = (Option(End.LEFT.value, say("to the left")), Option(End.RIGHT.value, say("to the right")))
    way = Field("to", say("Which way?"), FieldKind.PICK, ways, initial=End.LEFT.value)
    asking = (
        Option(False, say("it explodes at once"), usual=True),
        Option(True, say("it finds a bomb: who has an ability is asked")),
    )
    asked = Field("asked", say("What does the card say?"), FieldKind.PICK, asking)
    nothing = say("A cow that goes without exploding pays nothing.")
    return (
        Choice(
            kind_of(ExplodeCow),
            say("It explodes"),
            fields=(which, asked),
            title=say("A card makes a cow explode"),
            rule=RuleRef("2011", "18.2"),
        ),
        Choice(kind_of(MoveCow), say("Move it"), fields=(which, into, at), title=say("A card moves a cow")),
        Choice(kind_of(PassHerds), say("Send them on"), fields=(way,), title=say("A card sends all herds on")),
        Choice(
            kind_of(RemoveCow),
            say("Take it away"),
            fields=(which,),
            details=(nothing,),
            title=say("A card takes a cow away"),
        ),
    )


def listed_cow(now: Situation, name: str) -> Cow:
    """Return the cow of the catalogue. Raise BadRequest for an unknown one."""
    card = now.deck.cow(name)
    if card is None:
        raise BadRequest(say("The catalogue has no card called %(card)s.", card=name[:40]))
    return Cow(next_id(now.state), card.name, card.value, "", card.abilities, card.price)
