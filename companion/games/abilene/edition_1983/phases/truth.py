"""The steer on sale is turned over, by its owner's note or by whoever looks (rules 1983 §3.3)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.plugin import Consent
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.vote import on_sale
from companion.games.abilene.edition_1983.rules import sales
from companion.games.abilene.edition_1983.screens.choices import owner_field
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983


class TruthPhase(Phase[State1983]):
    """The votes are revealed, what lies underneath is not."""

    commands = (h.OpenFever, h.TurnSteer)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        sale = now.state.sale
        if sale is None or not sale.votes or sale.fever is not None:
            return None
        seller_is_box = now.table.seat(sale.seller).box
        noted = sale.steer in now.state.notes.get(sale.owner, {})
        return (sale.owner if seller_is_box and noted else sale.seller,)

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.OpenFever):
            return sales.open_note(now.table, now.state, seat, command)
        if isinstance(command, h.TurnSteer):
            return sales.turn_over(now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Turn the steer over: is there a hole?")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s turns the steer over.", who=Who(seats[0]))

    def consent(self, now: Situation[State1983], seat: str, command: Command) -> Consent | None:
        """Somebody confirms what another than the seller found under a steer; the seller himself, what was noted."""
        sale = now.state.sale
        if isinstance(command, h.OpenFever) and sale and seat != sale.seller and not now.table.seat(seat).box:
            sales.open_note(now.table, now.state, seat, command)
            seller = tuple(one for one in now.table.people(but=seat) if one == sale.seller)
            return Consent(seller, len(seller), fact("has_fever" if command.fever else "is_healthy"))
        if not isinstance(command, h.TurnSteer) or sale is None or seat == sale.seller:
            return None
        sales.turn_over(now.table, now.state, seat, command, waived=False)
        others = now.table.people(but=seat)
        return Consent(others, min(1, len(others)), fact("has_fever" if command.fever else "is_healthy"))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        return on_sale(now.state, now.table.rules)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _told(now.state, Weight.PRIMARY)

    def choices_of_others(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _told(now.state, Weight.QUIET)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        note = bots.open_note(now.table, now.state, seat, secrets)
        return note or bots.turn_over(now.state, chance)

    def bot_of_others(self, now: Situation[State1983], seat: str, secrets: Any) -> Command | None:
        """The owner of the steer opens his note, whoever sells it."""
        return bots.open_note(now.table, now.state, seat, secrets)


def _told(state: State1983, weight: Weight) -> tuple[Choice, ...]:
    """Healthy or not, and whose colour where the box does not know it; for others than the seller somebody confirms."""
    sale = state.sale
    known = sale is not None and bool(sale.owner)
    options = tuple(Option(fever, health_words(fever)) for fever in (False, True))
    hole = Field("fever", say("Under the steer"), FieldKind.PICK, options)
    quiet = weight is Weight.QUIET
    return (
        Choice(
            "turn_steer",
            say("Type it for the seller; a second player confirms") if quiet else say("That lies under the steer"),
            fields=(hole,) if known else (owner_field(state), hole),
            rule=RuleRef("1983", "3.3"),
            weight=weight,
        ),
    )
