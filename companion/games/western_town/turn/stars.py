"""The star cards that are drawn for everybody at the beginning of a turn (rules §3.5, §6.1)."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.hands import due, reserve
from companion.games.western_town.phase import LOTS, Phase, Situation, preparing
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.setup import DrawnStars, Star, StarsToDraw, drawings
from companion.games.western_town.state import Circle
from companion.games.western_town.words import buildings_words, words

MAX_DRAWN = 8


@dataclass(frozen=True, slots=True)
class DrawStars(Command):
    """Command to draw the star cards that are due: those drawn on the table, or none, and the box draws by ``lots``."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()

    def with_draws(self, chance: random.Random) -> DrawStars:
        if self.added or self.removed:
            return replace(self, lots=())
        return replace(self, lots=tuple(chance.randrange(LOTS) for _ in range(MAX_DRAWN)))


@dataclass(frozen=True, slots=True)
class StarsDrawn(TownEvent):
    """The record of star cards that were drawn: everybody around this camp adds and removes the same."""

    seat: str
    colour: Star
    added: tuple[str, ...]
    removed: tuple[str, ...]
    by_box: bool = False

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, drawn=(*circle.drawn, DrawnStars(self.colour, self.added, self.removed)))

    def tell(self) -> Text:
        what = self._drawn()
        if self.by_box:
            return say("The box draws: %(what)s", what=what)
        return say("%(who)s has drawn: %(what)s", who=Who(self.seat), what=what)

    def _drawn(self) -> Text:
        added = buildings_words(self.added)
        if not self.removed:
            return say("added %(added)s", added=added)
        return say("added %(added)s; removed %(removed)s", added=added, removed=buildings_words(self.removed))


def drawn_now(now: Situation) -> DrawnStars | None:
    """Return the star cards that were drawn for this turn, until its first card lies there.

    Everybody has to act on them.
    """
    variant, turn, circle = now.rules.variant, now.state.turn, now.circle
    due_now = len(drawings(variant, turn)) > (len(drawings(variant, turn - 1)) if turn > 1 else 0)
    early = preparing(now) or (circle.round is not None and not (circle.round.tables or circle.round.step))
    return circle.drawn[-1] if early and circle.drawn and due_now and not due(circle, variant, turn) else None


class StarsPhase(Phase):
    """The phase in which the lead marshal draws star cards for everybody (3.5, 6.1)."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if preparing(now) and due(now.circle, now.rules.variant, now.state.turn) else ()

    def drawing(self, now: Situation) -> StarsToDraw:
        """Return the one that is due now; only asked in this phase."""
        drawing = due(now.circle, now.rules.variant, now.state.turn)
        assert drawing
        return drawing

    def reserve(self, now: Situation) -> tuple[str, ...]:
        """Return what is drawn from."""
        return reserve(now.circle, now.deck, self.drawing(now).colour)

    @handles(DrawStars)
    def draw(self, now: Situation, command: DrawStars) -> tuple[Event, ...]:
        """Draw the Star cards that are due, or record those that were drawn at the table."""
        drawing, left = self.drawing(now), list(self.reserve(now))
        added, removed = command.added, command.removed
        if by_box := not (added or removed):
            drawn = [left.pop(lot % len(left)) for lot in command.lots[: drawing.added + drawing.removed] if left]
            added, removed = tuple(drawn[: drawing.added]), tuple(drawn[drawing.added :])
        else:
            _check(drawing, added, removed, left)
        return (StarsDrawn(now.seat, drawing.colour, added, removed, by_box),)

    def instruction(self, now: Situation) -> Text:
        if self.drawing(now).colour is Star.GREEN:
            return say("Draw green star cards for everyone")
        return say("Draw orange star cards for everyone")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s draws star cards for everyone", who=Who(now.circle.lead))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        drawing = self.drawing(now)
        return (
            say(
                "Everyone adds the same buildings (%(added)s) and removes the same (%(removed)s).",
                added=drawing.added,
                removed=drawing.removed,
            ),
            say("In the reserve: %(cards)s.", cards=buildings_words(self.reserve(now))),
        )

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        drawing = self.drawing(now)
        options = tuple(Option(card, words(card)) for card in self.reserve(now))
        fields = (
            *(Field("added", say("added"), FieldKind.PICK, options, index=at) for at in range(drawing.added)),
            *(Field("removed", say("removed"), FieldKind.PICK, options, index=at) for at in range(drawing.removed)),
        )
        return (
            Choice(kind_of(DrawStars), say("Let the box draw"), rule=rule("3.5"), weight=Weight.PRIMARY),
            Choice(
                kind_of(DrawStars),
                say("These were drawn"),
                fields=fields,
                title=say("We drew ourselves"),
                rule=rule("3.5"),
            ),
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (DrawStars(),)


def _check(drawing: StarsToDraw, added: tuple[str, ...], removed: tuple[str, ...], left: list[str]) -> None:
    """Check that so many were drawn, of those in the reserve. Raise BadRequest."""
    if len(added) != drawing.added or len(removed) != drawing.removed:
        mismatch = say(
            "Cards that are added: %(added)s. Cards that are removed: %(removed)s.",
            added=drawing.added,
            removed=drawing.removed,
        )
        raise BadRequest(mismatch, rule("3.5"))
    drawn = (*added, *removed)
    for card in drawn:
        if card not in left:
            raise BadRequest(say("That card is not in the reserve: %(card)s.", card=words(card)), rule("3.5"))
        if drawn.count(card) > 1:
            raise BadRequest(say("That card was drawn twice: %(card)s.", card=words(card)), rule("3.5"))
