"""What a turn begins with: star cards that all add or remove, the start card, the cards kept (rules §3, §6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.cards.reading import deck_of
from companion.games.western_town.deck import StartCard
from companion.games.western_town.hands import due, owned, reserve
from companion.games.western_town.phases.construct import free_cells, named_cell, own_site
from companion.games.western_town.phases.phase import Phase, Situation, TogetherPhase
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import (
    CENTRE,
    HOMESTEAD,
    BuildingCell,
    CellEffect,
    hand_size,
)
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.setup import CELL_GIVES, DrawnStars, Star, StarsToDraw, drawings
from companion.games.western_town.state import RoundStage, State
from companion.games.western_town.words import CELL_EFFECTS, buildings_words, change_words, words


def preparing(now: Situation) -> bool:
    """Whether the circle of this seat is in phase 1 of a guided turn."""
    return now.round is not None and now.round.stage is RoundStage.PREPARE and not now.state.counting


def drawn_now(now: Situation) -> DrawnStars | None:
    """The star cards that were drawn for this turn, until its first card lies there: everybody has to act on them."""
    variant, turn, circle = now.rules.variant, now.state.turn, now.circle
    due_now = len(drawings(variant, turn)) > (len(drawings(variant, turn - 1)) if turn > 1 else 0)
    early = preparing(now) or (circle.round is not None and not (circle.round.tables or circle.round.step))
    return circle.drawn[-1] if early and circle.drawn and due_now and not due(circle, variant, turn) else None


class StarsPhase(Phase):
    """The lead marshal draws star cards for everybody (3.5, 6.1)."""

    commands = (c.DrawStars,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if preparing(now) and due(now.circle, now.rules.variant, now.state.turn) else ()

    def drawing(self, now: Situation) -> StarsToDraw:
        """The one that is due now; only asked in this phase."""
        drawing = due(now.circle, now.rules.variant, now.state.turn)
        assert drawing
        return drawing

    def reserve(self, now: Situation) -> tuple[str, ...]:
        """What is drawn from."""
        return reserve(now.circle, now.deck, self.drawing(now).colour)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        assert isinstance(command, c.DrawStars)
        drawing, left = self.drawing(now), list(self.reserve(now))
        added, removed = command.added, command.removed
        if by_box := not (added or removed):
            drawn = [left.pop(lot % len(left)) for lot in command.lots[: drawing.added + drawing.removed] if left]
            added, removed = tuple(drawn[: drawing.added]), tuple(drawn[drawing.added :])
        else:
            _check(drawing, added, removed, left)
        return (e.StarsDrawn(now.seat, drawing.colour, added, removed, by_box),)

    def asked(self, now: Situation) -> Text:
        if self.drawing(now).colour is Star.GREEN:
            return say("Draw green star cards for everybody")
        return say("Draw orange star cards for everybody")

    def told(self, now: Situation) -> Text:
        return say("%(who)s draws star cards for everybody", who=Who(now.circle.lead))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        drawing = self.drawing(now)
        return (
            say(
                "Everybody adds the same buildings (%(added)s) and removes the same (%(removed)s).",
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
            Choice("draw_stars", say("Let the box draw"), rule=rule("3.5"), weight=Weight.PRIMARY),
            Choice("draw_stars", say("These were drawn"), fields=fields, title=say("We have drawn"), rule=rule("3.5")),
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (c.DrawStars(),)


def _check(drawing: StarsToDraw, added: tuple[str, ...], removed: tuple[str, ...], left: list[str]) -> None:
    """Passes when so many were drawn, of those in the reserve; raises BadRequest."""
    if len(added) != drawing.added or len(removed) != drawing.removed:
        wanted = say(
            "Cards that are added: %(added)s. Cards that are removed: %(removed)s.",
            added=drawing.added,
            removed=drawing.removed,
        )
        raise BadRequest(wanted, rule("3.5"))
    drawn = (*added, *removed)
    for card in drawn:
        if card not in left:
            raise BadRequest(say("That card is not in the reserve: %(card)s.", card=words(card)), rule("3.5"))
        if drawn.count(card) > 1:
            raise BadRequest(say("That card was drawn twice: %(card)s.", card=words(card)), rule("3.5"))


def may_start(now: Situation) -> bool:
    """Whether somebody whose town is only counted can still begin it with a start card."""
    return now.state.turn == 1 and now.seat not in now.circle.starts and not now.board.laid


def centre_words(table: Table) -> Mapping[str, Text]:
    """Return what the 4-cells are called: those of our own board by where they are, others as they were typed."""
    cells = [each.id for each in deck_of(table.catalogue).cells if each.number == CENTRE]
    if table.catalogue is None:
        return dict(zip(cells, (say("the upper 4"), say("the middle 4"), say("the lower 4")), strict=True))
    return {each: say("%(name)s", name=each) for each in cells}


class StartPhase(TogetherPhase):
    """Everybody reveals his Western Town card and takes what it shows (3.7)."""

    commands = (c.TakeStart,)
    question = say("Reveal your Western Town card")
    news = say("the Western Town cards are revealed")
    lines = (say("Its building is laid on a 4-cell, its card comes into the hand."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        if not preparing(now) or now.state.turn > 1:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in now.circle.starts)

    def left(self, now: Situation) -> tuple[StartCard, ...]:
        """The cards that nobody has revealed."""
        taken = {name for circle in now.state.circles for name in circle.starts.values()}
        return tuple(each for each in now.deck.starts if each.name not in taken)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        assert isinstance(command, c.TakeStart)
        if command.card == "":
            return (e.StartTaken(now.seat, ""),)
        left = self.left(now)
        if command.card is None and left:
            return self._taken(now, left[command.lot % len(left)], command, by_box=True)
        found = next((each for each in left if each.name == command.card), None)
        if found is None:
            raise BadRequest(say("Nobody can have that Western Town card any more."), rule("3.7"))
        return self._taken(now, found, command, by_box=False)

    def _taken(self, now: Situation, card: StartCard, command: c.TakeStart, by_box: bool) -> tuple[Event, ...]:
        if card.building != HOMESTEAD and card.building in now.board.laid:
            raise IllegalMove(say("That tile lies in this town already."), rule("2.4"))
        place, data = named_cell(now, CENTRE, command.place, command.cell), now.deck.tile(card.building)
        brings = CELL_GIVES.get(place.effect, {}) if now.rules.start_cell_effect else {}
        building = now.board.next_building(data.tile, CENTRE, place.id)
        return (
            e.StartTaken(now.seat, card.name, by_box),
            e.TownChanged(now.seat, merged(card.gains, brings), fact("because_start")),
            e.TileLaid(now.seat, building, data.pink, data.black + (place.effect is CellEffect.HOME)),
        )

    def places(self, now: Situation) -> tuple[BuildingCell, ...]:
        """The 4-cells on which its building can be laid."""
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
        place = Field("place", say("On which 4-cell does its tile lie?"), FieldKind.PICK, cells)
        alike = len({each.effect for each in places}) < 2
        fields = (card,) if alike else (card, place)  # nothing is chosen beforehand where they differ (21.5)
        label, ref = say("Begin with this card"), rule("3.7")
        return (Choice("take_start", label, {}, fields, (), ref, Weight.PRIMARY, at_once=alike),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(c.TakeStart(place=each.id) for each in self.places(now)) or (c.TakeStart(""),)


def _start_words(card: StartCard) -> Text:
    return say("%(building)s; %(gains)s", building=words(card.building), gains=change_words(card.gains))


def keeps(now: Situation) -> tuple[int, int]:
    """How many cards this player keeps, and how many he lays away: as many as the smallest number to be seen (6.2)."""
    cards = len(owned(now.board, now.deck))
    kept = min(hand_size(own_site(now).cells), cards)
    return kept, cards - kept


def kept(table: Table[State]) -> tuple[Event, ...]:
    """Everybody has kept his cards, once all is prepared; the box does not ask which."""
    state = table.play
    for circle in state.circles:
        now, turn = Situation(table, state, circle.lead), circle.round
        starts = state.turn > 1 or all(seat in circle.starts for seat in circle.seats)
        if turn is None or not preparing(now) or state.card is None or not starts:
            continue
        if not due(circle, now.rules.variant, state.turn):
            found = (Situation(table, state, seat) for seat in circle.seats if seat not in turn.kept)
            return tuple(e.CardsKept(each.seat, keeps(each)[0], owned(each.board, each.deck)) for each in found)
    return ()
