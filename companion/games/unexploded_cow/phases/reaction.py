"""The response window: players with an ability for the bomb are asked, one after the other (rules §8, §17.1)."""

from __future__ import annotations

import random

from companion.core.errors import NotNow, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.bots import react
from companion.games.unexploded_cow.commands import React
from companion.games.unexploded_cow.event_text import cow_words
from companion.games.unexploded_cow.explosion import answer_event
from companion.games.unexploded_cow.phases.phase import Phase, Situation
from companion.games.unexploded_cow.rulebook.bombs import Question, QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.herds import cow_of


class ReactionPhase(Phase):
    """Phase in which a player is asked whether an ability is used on a bomb."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        question = _question(now)
        return (question.seat,) if question else ()

    @handles(cow_commands.React)
    def react(self, now: Situation, command: cow_commands.React) -> tuple[Event, ...]:
        """Use the ability of the cow that is asked about, or not. Raise NotNow for another cow."""
        question = _question(now)
        assert question
        if command.cow != question.cow:
            raise NotNow(say("You are asked about another cow now."))
        return (answer_event(now.state, now.rules, now.pot, question, command.use, command.target),)

    def instruction(self, now: Situation) -> Text:
        return say("A bomb is on %(cow)s!", cow=cow_words(_holder(now)))

    def waiting_text(self, now: Situation) -> Text:
        return say(
            "A bomb is on %(cow)s: %(who)s is asked", cow=cow_words(_holder(now)), who=Who(self.waited_for(now)[0])
        )

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        question = _question(now)
        assert question
        cow = cow_of(now.state.herds, question.cow)
        no = {"cow": question.cow, "use": False}
        yes = {"cow": question.cow, "use": True}
        name = cow_words(cow)
        match question.ability:
            case QuestionKind.GENERAL:
                return _general(now, question, cow)
            case QuestionKind.MECHANIC:
                defuse = say("%(cow)s defuses it", cow=name)
                reward = Money(min(now.rules.mechanic_reward, now.pot))
                earns = (
                    say("%(who)s takes %(amount)s from the pot; no city is won.", who=Who(cow.owner), amount=reward),
                )
                return (
                    Choice(
                        kind_of(React), defuse, yes, details=earns, weight=Weight.PRIMARY, rule=RuleRef("2011", "17.4")
                    ),
                    Choice(kind_of(React), say("Let it explode"), no, details=(brings(cow, now.pot),)),
                )
            case _:
                take = say("%(cow)s takes the bomb", cow=name)
                return (
                    Choice(
                        kind_of(React),
                        take,
                        yes,
                        details=(brings(cow, now.pot),),
                        weight=Weight.PRIMARY,
                        rule=RuleRef("2011", "17.1"),
                    ),
                    Choice(kind_of(React), say("Leave it where it is"), no, details=(brings(_holder(now), now.pot),)),
                )

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        question = _question(now)
        assert question
        return react(now, now.seat, question)


def _general(now: Situation, question: Question, cow: Cow) -> tuple[Choice, ...]:
    targets = tuple(
        Option(target, say("%(cow)s", cow=cow_words(other)), value_words(other))
        for target in question.targets
        for other in (cow_of(now.state.herds, target),)
    )
    to = Field("target", say("Which cow gets the bomb?"), FieldKind.PICK, targets)
    hand = Choice(
        kind_of(React),
        say("Hand the bomb over"),
        {"cow": cow.id, "use": True},
        fields=(to,),
        weight=Weight.PRIMARY,
        rule=RuleRef("2011", "17.1"),
        title=say("Which cow gets the bomb?"),
        at_once=True,
    )
    return (
        hand,
        Choice(
            kind_of(React),
            say("%(cow)s keeps the bomb", cow=cow_words(cow)),
            {"cow": cow.id, "use": False},
            details=(brings(cow, now.pot),),
        ),
    )


def value_words(cow: Cow) -> Text:
    """Return the value of a cow, and for whom it is."""
    return say("%(value)s for %(who)s", value=Money(cow.value), who=Who(cow.owner))


def brings(cow: Cow, pot: int) -> Text:
    """Return what a cow brings if it explodes now."""
    return say("%(value)s for %(who)s", value=Money(min(cow.value, pot)), who=Who(cow.owner))


def _question(now: Situation) -> Question | None:
    found = now.question
    return found if found and found.ability is not QuestionKind.ORDER else None


def _holder(now: Situation) -> Cow:
    assert now.state.blast
    return cow_of(now.state.herds, now.state.blast.bombs[0].cow)
