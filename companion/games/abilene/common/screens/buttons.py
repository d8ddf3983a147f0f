"""Buttons and fields that look the same in every edition."""

from __future__ import annotations

from companion.core.errors import RuleRef
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.state import Duel


def seats_to_pick(seats: tuple[str, ...]) -> tuple[Option, ...]:
    """One option for each of these seats."""
    return tuple(Option(seat, say("%(who)s", who=Who(seat))) for seat in seats)


def die_field(name: str, label: Text, die: str, faces: tuple[int, ...], index: int | None = None) -> Field:
    """The face that a die shows; ``index`` is its place among those of the command's list, if it has one.

    ``die`` is its kind, as in ``Page.dice``.
    """
    options = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in sorted(set(faces)))
    return Field(name, label, FieldKind.PICK, options, index=index, die=die)


def done(step: Step, label: Text, weight: Weight, *details: Text) -> Choice:
    """The end of a step."""
    return Choice("end_step", label, {"step": step.value}, details=details, weight=weight)


def done_with_cowboys(label: Text, faces: tuple[int, ...]) -> Choice:
    """The end of the cowboys' step: not what is meant first while dice with these faces can be used."""
    if not faces:
        return done(Step.COWBOYS, label, Weight.PRIMARY)
    left = say("There is still a move for: %(dice)s", dice=", ".join(map(str, faces)))
    return done(Step.COWBOYS, label, Weight.NORMAL, left)


def duel_by_dice(kind: str, duel: Duel, faces: tuple[int, ...], rule: RuleRef) -> tuple[Choice, ...]:
    """Real dice typed, or the box's; ``kind`` is the command, with a field for each of the two."""
    fields = (
        die_field("attacker", say("Die of %(who)s", who=Who(duel.attacker)), COWBOY_DIE, faces),
        die_field("defender", say("Die of %(who)s", who=Who(duel.defender)), COWBOY_DIE, faces),
    )
    typed = Choice(kind, say("Enter the result"), fields=fields, rule=rule, weight=Weight.PRIMARY)
    return (typed, Choice(kind, say("Let the box roll")))
