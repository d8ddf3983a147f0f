"""What a turn begins with: star cards that all add or remove, the start card, the cards kept (rules §3, §6)."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import events as e
from companion.games.western_town.cards.columns import effect_words
from companion.games.western_town.cards.contents import StartCard
from companion.games.western_town.guided import commands as g
from companion.games.western_town.guided import events as ge
from companion.games.western_town.guided.hands import limit, owned
from companion.games.western_town.guided.supply import due, reserve
from companion.games.western_town.guided.words import buildings_words, cards_words
from companion.games.western_town.phases.construct import free_cells
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.round import Stage
from companion.games.western_town.rulebook.buildings import CENTRE, HOMESTEAD, NUMBERS, PRINTED, Building, Cell, Effect
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.setup import CELL_GIVES, Drawing, Drawn, Star, drawings
from companion.games.western_town.tiles import amounts_words, words


def preparing(now: Situation) -> bool:
    """Whether the circle of this seat is in phase 1 of a guided turn."""
    return now.round is not None and now.round.stage is Stage.PREPARE and not now.state.counting


def drawn_now(now: Situation) -> Drawn | None:
    """The star cards that were drawn for this turn, as long as it is being prepared: everybody has to act on them."""
    variant, turn, circle = now.rules.variant, now.state.turn, now.circle
    due_now = len(drawings(variant, turn)) > (len(drawings(variant, turn - 1)) if turn > 1 else 0)
    return circle.drawn[-1] if preparing(now) and circle.drawn and due_now and not due(circle, variant, turn) else None


class StarsPhase(Phase):
    """The lead marshal draws star cards for everybody (3.5, 6.1)."""

    commands = (g.DrawStars,)

    def drawing(self, now: Situation) -> Drawing | None:
        """The one that is due now."""
        return due(now.circle, now.rules.variant, now.state.turn) if preparing(now) else None

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if self.drawing(now) else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        drawing = self.drawing(now)
        if not isinstance(command, g.DrawStars) or drawing is None:
            return super().decide(now, command)
        left = list(reserve(now.circle, now.deck, drawing.colour))
        added, removed = command.added, command.removed
        if by_box := not (added or removed):
            drawn = [left.pop(lot % len(left)) for lot in command.lots[: drawing.added + drawing.removed] if left]
            added, removed = tuple(drawn[: drawing.added]), tuple(drawn[drawing.added :])
        else:
            self._check(drawing, added, removed, tuple(left))
        return (ge.StarsDrawn(now.seat, drawing.colour, added, removed, by_box),)

    def _check(self, drawing: Drawing, added: tuple[str, ...], removed: tuple[str, ...], left: tuple[str, ...]) -> None:
        rule = RuleRef("2012", "3.5")
        if len(added) != drawing.added or len(removed) != drawing.removed:
            raise BadRequest(
                say(
                    "Cards that are added: %(added)s. Cards that are removed: %(removed)s.",
                    added=drawing.added,
                    removed=drawing.removed,
                ),
                rule,
            )
        drawn = (*added, *removed)
        for card in drawn:
            if card not in left:
                raise BadRequest(say("That card is not in the reserve: %(card)s.", card=words(card)), rule)
            if drawn.count(card) > 1:
                raise BadRequest(say("That card was drawn twice: %(card)s.", card=words(card)), rule)

    def asked(self, now: Situation) -> Text:
        drawing = self.drawing(now)
        if drawing and drawing.colour is Star.GREEN:
            return say("Draw green star cards for everybody")
        return say("Draw orange star cards for everybody")

    def told(self, now: Situation) -> Text:
        return say("%(who)s draws star cards for everybody", who=Who(now.circle.lead))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        drawing = self.drawing(now)
        if drawing is None:
            return ()
        left = reserve(now.circle, now.deck, drawing.colour)
        return (
            say(
                "Everybody adds the same buildings (%(added)s) and removes the same (%(removed)s).",
                added=drawing.added,
                removed=drawing.removed,
            ),
            say("In the reserve: %(cards)s.", cards=buildings_words(left)),
        )

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        drawing, rule = self.drawing(now), RuleRef("2012", "3.5")
        if drawing is None:
            return ()
        left = reserve(now.circle, now.deck, drawing.colour)
        options = tuple(Option(card, words(card)) for card in left)
        fields = (
            *(Field("added", say("added"), FieldKind.PICK, options, index=at) for at in range(drawing.added)),
            *(Field("removed", say("removed"), FieldKind.PICK, options, index=at) for at in range(drawing.removed)),
        )
        return (
            Choice("draw_stars", say("Let the box draw"), rule=rule, weight=Weight.PRIMARY),
            Choice("draw_stars", say("These were drawn"), fields=fields, title=say("We have drawn"), rule=rule),
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (g.DrawStars(),)


class StartPhase(Phase):
    """Everybody reveals his Western Town card and takes what it shows (3.7)."""

    commands = (g.TakeStart,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        if not preparing(now) or now.state.turn > 1:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in now.circle.starts)

    def left(self, now: Situation) -> tuple[StartCard, ...]:
        """The cards that nobody has revealed."""
        taken = {name for circle in now.state.circles for name in circle.starts.values()}
        return tuple(each for each in now.deck.starts if each.name not in taken)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, g.TakeStart):
            return super().decide(now, command)
        if command.card == "":
            return (ge.StartTaken(now.seat, ""),)
        left = self.left(now)
        if command.card is None and left:
            return self._taken(now, left[command.lot % len(left)], command, by_box=True)
        found = next((each for each in left if each.name == command.card), None)
        if found is None:
            raise BadRequest(say("Nobody can have that Western Town card any more."), RuleRef("2012", "3.7"))
        return self._taken(now, found, command, by_box=False)

    def _taken(self, now: Situation, card: StartCard, command: g.TakeStart, by_box: bool) -> tuple[Event, ...]:
        if any(
            each.name == card.building and each.number and card.building != HOMESTEAD for each in now.board.buildings
        ):
            raise IllegalMove(say("That tile lies in this town already."), RuleRef("2012", "2.4"))
        place = self._place(now, command)
        brings = CELL_GIVES.get(place.effect, {}) if now.rules.start_cell_effect else {}
        number = len(now.board.buildings) - len(PRINTED) + 1
        data = now.deck.tile(card.building)
        laid = Building(f"b{number}", data.tile, CENTRE, cell=place.id)
        return (
            ge.StartTaken(now.seat, card.name, by_box),
            e.TownChanged(now.seat, merged(card.gains, brings), fact("because_start")),
            e.TileLaid(now.seat, laid, data.pink, data.black + (place.effect is Effect.HOME)),
        )

    def places(self, now: Situation) -> tuple[Cell, ...]:
        """The 4-cells on which its building can be laid."""
        return tuple(each for each in free_cells(now) if each.number == CENTRE)

    def _where(self, now: Situation) -> tuple[Text, ...]:
        """What these are called: of our own board where they lie, of another one as it was typed."""
        if now.table.catalogue is None:
            return (say("the upper 4"), say("the middle 4"), say("the lower 4"))
        return tuple(say("%(name)s", name=each.id) for each in self.places(now))

    def _place(self, now: Situation, command: g.TakeStart) -> Cell:
        """The cell that was named, or else one that does what was said, or nothing if it can be (20.1)."""
        places = self.places(now)
        likes = (command.cell, None, *Effect)
        if command.place:
            found = next((each for each in places if each.id == command.place), None)
        else:
            found = next((each for effect in likes for each in places if each.effect is effect), None)
        if found is None:
            raise BadRequest(say("That is no empty 4-cell: %(cell)s.", cell=command.place[:40]), RuleRef("2012", "3.7"))
        return found

    def asked(self, now: Situation) -> Text:
        return say("Reveal your Western Town card")

    def told(self, now: Situation) -> Text:
        return say("the Western Town cards are revealed")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Its building is laid on a 4-cell, its card comes into the hand."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        rule = RuleRef("2012", "3.7")
        cells = tuple(
            Option(each.id, where, effect_words()[each.effect] if each.effect else None)
            for each, where in zip(self.places(now), self._where(now), strict=True)
        )
        cell = Field("place", say("On which 4-cell does its tile lie?"), FieldKind.PICK, cells)
        cards = Field(
            "card",
            say("Which card?"),
            FieldKind.PICK,
            (
                Option(None, say("let the box draw")),
                *(Option(each.name, say("%(name)s", name=each.name), _start_words(each)) for each in self.left(now)),
                Option("", say("Another card"), say("Enter its building and its goods in your town.")),
            ),
        )
        label = say("Begin with this card")
        return (Choice("take_start", label, fields=(cards, cell), rule=rule, weight=Weight.PRIMARY),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (g.TakeStart(),)


def _start_words(card: StartCard) -> Text:
    return say("%(building)s; %(gains)s", building=words(card.building), gains=amounts_words(card.gains))


class KeepPhase(Phase):
    """Everybody keeps as many cards as the smallest number to be seen, and lays the others away (6.2)."""

    commands = (g.KeepCards,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        if now.round is None or not preparing(now):
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in now.round.kept)

    def kept(self, now: Situation) -> int:
        """How many cards this player keeps."""
        return min(limit(now.board, now.deck.cells), len(owned(now.board, now.deck)))

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, g.KeepCards):
            return super().decide(now, command)
        if command.limit not in NUMBERS:
            raise BadRequest(say("A cell is a 4, a 5 or a 6."))
        if command.limit != self.kept(now) and not now.waived:
            raise IllegalMove(
                say("The smallest number to be seen on your empty cells is %(number)s.", number=self.kept(now)),
                RuleRef("2012", "6.2"),
            )
        return (ge.CardsKept(now.seat, command.limit, owned(now.board, now.deck)),)

    def asked(self, now: Situation) -> Text:
        away = len(owned(now.board, now.deck)) - self.kept(now)
        return say("Keep %(kept)s cards, lay %(away)s face down", kept=self.kept(now), away=away)

    def told(self, now: Situation) -> Text:
        return say("everybody chooses the cards that he keeps")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("The box does not ask which. What lies face down cannot be used in this turn."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        details = (say("Your cards: %(cards)s", cards=cards_words(now.deck, owned(now.board, now.deck))),)
        rule = RuleRef("2012", "6.2")
        label = say("I keep %(kept)s", kept=self.kept(now))
        return (Choice("keep_cards", label, {"limit": self.kept(now)}, (), details, rule, Weight.PRIMARY),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (g.KeepCards(self.kept(now)),)
