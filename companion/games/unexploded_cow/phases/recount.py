"""The count by which the box follows the herds again: what has changed since it knew them (rules §18.4)."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow.cards_played import counted, typed_cow
from companion.games.unexploded_cow.commands import ArrangeHerd, FollowHerds, MoveCow, PlayCard, PlayCow, RemoveCow
from companion.games.unexploded_cow.events import HerdsCounted, PotSettled
from companion.games.unexploded_cow.explosion import POT_EMPTY, sudden_began
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.phases.play import PlayPhase, listed_cow, with_cows
from companion.games.unexploded_cow.screens import PlayForm


class RecountPhase(PlayPhase):
    """Phase in which cows are added, moved and taken away without money, until the herds lie as at the table."""

    commands = (PlayCard, PlayCow, MoveCow, RemoveCow, ArrangeHerd, FollowHerds)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        if not now.state.counting:
            return ()
        people = tuple(seat for seat in now.table.people() if seat in now.state.playing)
        return (now.active,) if now.active in people or not people else people[:1]

    def play_card(self, now: Situation, command: PlayCard) -> tuple[Event, ...]:
        return counted(now.table, now.state, command, listed_cow(now, command.card), now.waived)

    def play_cow(self, now: Situation, command: PlayCow) -> tuple[Event, ...]:
        return counted(now.table, now.state, command, typed_cow(now.state, command), now.waived)

    def move_cow(self, now: Situation, command: MoveCow) -> tuple[Event, ...]:
        return super().move_cow(replace(now, waived=True), command)

    @handles(FollowHerds)
    def follow_herds(self, now: Situation, command: FollowHerds) -> tuple[Event, ...]:
        """Follow the herds again from here on. Raise BadRequest for more cities than there are."""
        state, cities = now.state, command.cities
        if state.sudden:
            return (HerdsCounted(now.seat, 0, up=False),)
        if not 0 <= cities <= now.cities:
            raise BadRequest(say("There are %(count)s cities, and not more.", count=now.cities))
        up = state.city is not None and cities > 0
        done = HerdsCounted(now.seat, cities - up, up)
        if cities or state.turn.city_won:
            return (done,)
        return (done, sudden_began(state) if now.pot else PotSettled(POT_EMPTY))

    def instruction(self, now: Situation) -> Text:
        return say("Where are the cows?")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s says where the cows are", who=Who(self.waited_for(now)[0]))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        if not waited_for:
            return ()
        return (say("Below is what the box knew last. Add, move and take away until it is right; nobody pays."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        cities = Field(
            "cities",
            say("How many cities has nobody won, the one that is face up included?"),
            FieldKind.PICK,
            tuple(
                Option(count, say("%(face)s", face=count), usual=count == _cities(now))
                for count in range(now.cities + 1)
            ),
        )
        confirm = Choice(
            kind_of(FollowHerds),
            say("Correct: continue"),
            fields=() if now.state.sudden else (cities,),
            weight=Weight.PRIMARY,
            rule=RuleRef("2011", "18.4"),
        )
        titles = {"move_cow": say("A cow is elsewhere"), "remove_cow": say("A cow is gone")}
        corrections = [choice for choice in with_cows(now) if choice.kind in titles] if now.state.cows else []
        return (confirm, *(replace(choice, title=titles[choice.kind], details=()) for choice in corrections))

    def parts(self, now: Situation) -> tuple[Part, ...]:
        form = replace(PlayForm.of(now.state, now.deck, now.seat), events=(), counting=True)
        return (Part("play", Place.PRIVATE, form),)

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        return FollowHerds(_cities(now))


class UnknownCardsPhase(RecountPhase):
    """Phase before the count, in which a player says which cards are used: for the money only nobody had to."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return () if now.table.cards_said or now.alone else super().waited_for(now)

    def instruction(self, now: Situation) -> Text:
        return say("Which cards are on the table?")

    def waiting_text(self, now: Situation) -> Text:
        return self.instruction(now)

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        return ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return ()

    def parts(self, now: Situation) -> tuple[Part, ...]:
        return ()


def _cities(now: Situation) -> int:
    """Return how many cities the box believes that nobody has won."""
    return now.state.cities_left + (now.state.city is not None)
