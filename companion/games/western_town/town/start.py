"""The Western Town card with which everybody begins (rules §3.7)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.values import changed
from companion.games.western_town.changes import TileLaid, TownChanged
from companion.games.western_town.event import TownEvent
from companion.games.western_town.phase import LOTS, Situation, TogetherPhase, preparing
from companion.games.western_town.printed.deck import StartCard
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import (
    CENTRE,
    HOMESTEAD,
    BuildingCell,
    CellEffect,
)
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.setup import CELL_GIVES
from companion.games.western_town.state import Circle
from companion.games.western_town.town.construct import free_cells, named_cell
from companion.games.western_town.words import CELL_EFFECTS, change_words, named, words


@dataclass(frozen=True, slots=True)
class TakeStart(Command):
    """Command to reveal the own Western Town card.

    ``card``: its name; "" for one that the box does not know; None: the box draws it.

    ``place`` is the 4-cell on which its building is laid; "": one that does ``cell``, or any where all do the same.
    """

    card: str | None = None
    cell: CellEffect | None = None
    lot: int = 0
    place: str = ""

    def with_draws(self, chance: random.Random) -> TakeStart:
        return replace(self, lot=chance.randrange(LOTS)) if self.card is None else replace(self, lot=0)


@dataclass(frozen=True, slots=True)
class StartTaken(TownEvent):
    """The record of a player's Western Town card; "": one that the box does not know."""

    seat: str
    card: str
    by_box: bool = False

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, starts={**circle.starts, self.seat: self.card})

    def tell(self) -> Text:
        if not self.card:
            return say("%(who)s begins with another card", who=Who(self.seat))
        return say("%(who)s begins with: %(card)s", who=Who(self.seat), card=named(self.card))


def may_start(now: Situation) -> bool:
    """Return whether somebody whose town is only counted can still begin it with a start card."""
    return now.state.turn == 1 and now.seat not in now.circle.starts and not now.board.laid


def fits_town(now: Situation, card: StartCard) -> bool:
    """Return whether the card's building may be laid: no tile but a homestead is twice in a town (§2.4)."""
    return card.building == HOMESTEAD or card.building not in now.board.laid


def centre_words(table: Table) -> Mapping[str, Text]:
    """Return what the 4-cells are called: those of our own board by where they are, others as they were typed."""
    cells = [each.id for each in deck_of(table.catalogue).cells if each.number == CENTRE]
    if table.catalogue is None:
        return dict(zip(cells, (say("the upper 4"), say("the middle 4"), say("the lower 4")), strict=True))
    return {each: say("%(name)s", name=each) for each in cells}


class StartPhase(TogetherPhase):
    """The phase in which everybody reveals a Western Town card and takes what it shows (3.7)."""

    question = say("Reveal your Western Town card")
    news = say("the Western Town cards are revealed")
    lines = (say("Its building goes on a space 4, its card into the hand."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        if not preparing(now) or now.state.turn > 1:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in now.circle.starts)

    def left(self, now: Situation) -> tuple[StartCard, ...]:
        """Return the cards that nobody has revealed."""
        taken = {name for circle in now.state.circles for name in circle.starts.values()}
        return tuple(each for each in now.deck.starts if each.name not in taken)

    @handles(TakeStart)
    def take_start(self, now: Situation, command: TakeStart) -> tuple[Event, ...]:
        """Take a start card, or begin without one."""
        if command.card == "":
            return (StartTaken(now.seat, ""),)
        left = self.left(now)
        if command.card is None and (drawn := [each for each in left if fits_town(now, each)] or left):
            return self._taken(now, drawn[command.lot % len(drawn)], command, by_box=True)
        found = next((each for each in left if each.name == command.card), None)
        if found is None:
            raise BadRequest(say("Nobody can have that Western Town card any more."), rule("3.7"))
        return self._taken(now, found, command, by_box=False)

    def _taken(self, now: Situation, card: StartCard, command: TakeStart, by_box: bool) -> tuple[Event, ...]:
        if not fits_town(now, card):
            raise IllegalMove(say("That tile is in this town already."), rule("2.4"))
        place, data = named_cell(now, CENTRE, command.place, command.cell), now.deck.tile(card.building)
        brings = CELL_GIVES.get(place.effect, {}) if now.rules.start_cell_effect else {}
        building = now.board.next_building(data.tile, CENTRE, place.id)
        return (
            StartTaken(now.seat, card.name, by_box),
            TownChanged(now.seat, merged(card.gains, brings), fact("because_start")),
            TileLaid(now.seat, building, data.pink, data.black + (place.effect is CellEffect.HOME)),
        )

    def places(self, now: Situation) -> tuple[BuildingCell, ...]:
        """Return the 4-cells on which its building can be laid."""
        return tuple(each for each in free_cells(now) if each.number == CENTRE)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        places, where = self.places(now), centre_words(now.table)
        cells = tuple(
            Option(each.id, where[each.id], CELL_EFFECTS[each.effect] if each.effect else None) for each in places
        )
        cards = (
            Option(None, say("let the box draw")),
            *(Option(each.name, say("%(name)s", name=each.name), _start_words(each)) for each in self.left(now)),
            Option("", say("Another card"), say("Enter its building and its goods in your town.")),
        )
        card = Field("card", say("Which card?"), FieldKind.PICK, cards)
        place = Field("place", say("On which space 4 is its tile?"), FieldKind.PICK, cells)
        alike = len({each.effect for each in places}) < 2
        fields = (card,) if alike else (card, place)  # nothing is chosen beforehand where they differ (21.5)
        label, ref = say("Begin with this card"), rule("3.7")
        return (Choice(kind_of(TakeStart), label, {}, fields, (), ref, Weight.PRIMARY, at_once=alike),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(TakeStart(place=each.id) for each in self.places(now)) or (TakeStart(""),)


def _start_words(card: StartCard) -> Text:
    return say("%(building)s; %(gains)s", building=words(card.building), gains=change_words(card.gains))
