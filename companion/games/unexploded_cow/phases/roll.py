"""Somebody throws the explosion die: after a 6, or in sudden death (rules §7, §10.3)."""

from __future__ import annotations

import random

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.explosion import thrown
from companion.games.unexploded_cow.phases.phase import Phase, Situation


class RollPhase(Phase):
    """A roll that is not over: whoever has the die throws it."""

    commands = (m.RollDie,)

    def waited_for(self, now: Situation) -> str:
        return now.state.roll.roller if now.state.roll and now.state.blast is None else ""

    def decide(self, now: Situation, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, m.RollDie)
        return (rolled(now, seat, command),)

    def asked(self, now: Situation) -> Text:
        return say("Roll the die")

    def told(self, now: Situation, seat: str) -> Text:
        return say("%(who)s rolls the die", who=Who(seat))

    def prompt(self, now: Situation, mine: bool) -> tuple[Text, ...]:
        if now.state.sudden:
            return (say("Sudden death: everybody rolls in turn until the pot is empty."),)
        return (say("A 6 hands the die to the left. It is still the turn of %(who)s.", who=Who(now.active)),)

    def choices(self, now: Situation, seat: str) -> tuple[Choice, ...]:
        typed = Choice(
            "roll_die",
            say("I rolled this"),
            fields=(die_field(),),
            title=say("Tap what you rolled"),
            rule=RuleRef("2011", "7.1"),
        )
        return (typed, Choice("roll_die", say("Let the box roll")))

    def bot(self, now: Situation, seat: str, chance: random.Random) -> Command | None:
        return m.RollDie()


def die_field() -> Field:
    """The face of the real die."""
    faces = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in range(1, 7))
    return Field("face", say("Die"), FieldKind.PICK, faces)


def rolled(now: Situation, seat: str, command: m.RollDie) -> m.DieRolled:
    """What the throw does; raises BadRequest."""
    extra = command.extra and now.state.roll is None
    return thrown(now.state, now.rules, seat, face_of(command), extra, by_box=not command.face)


def face_of(command: m.RollDie) -> int:
    """What the die shows, typed or thrown by the box; raises BadRequest."""
    face = command.face or command.lot
    if not 1 <= face <= 6:
        raise BadRequest(say("A die shows 1 to 6, not %(face)s.", face=face), RuleRef("2011", "1.1"))
    return face
