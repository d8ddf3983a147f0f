"""Questions about cards: the setup, the hand, phases 2 and 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import say
from companion.games.western_town.calc.words import (
    AskedBuilding,
    AskedCell,
    Count,
    Gains,
    Name,
    Plain,
    Question,
    Together,
    told,
    unique,
)
from companion.games.western_town.rulebook.buildings import Effect, hand_size
from companion.games.western_town.rulebook.effects import Around, Offer, worth_exploiting
from companion.games.western_town.rulebook.effects import Effect as CardEffect
from companion.games.western_town.rulebook.exploits import Card, Exploit, Laid, exploits, playable
from companion.games.western_town.rulebook.rounds import Go, first_go, gone, pairs, right_of
from companion.games.western_town.rulebook.setup import Variant, opening, supply, turns
from companion.games.western_town.rulebook.towns import Resource, Town, gained


class AskedStart(Plain):
    """A Western Town card."""

    building: Name
    gains: Gains = Field(default_factory=dict)


class Setup(Question):
    """Numbers of cards and tiles (3, 6.1, 13.1)."""

    variant: Variant = Variant.NORMAL
    turn: Count = 0
    start: AskedStart | None = None
    cell_effect: Effect | None = None

    def answer(self) -> object:
        now = supply(self.variant, self.turn)
        played = turns(self.variant)
        if self.start is None:
            return self._numbers(now, played)
        if self.turn:
            raise BadRequest(say("The start cards are revealed before the first turn."), RuleRef("2012", "3.7"))
        counts = self.options.start_cell_effect
        if counts and self.cell_effect not in (None, Effect.GOLD, Effect.INHABITANTS):
            raise BadRequest(say("No 4-cell does that for a start card."), RuleRef("2012", "19.15"))
        begun = opening(self.variant, self.start.building, self.start.gains, self.cell_effect, counts)
        return {
            **self._numbers(begun.supply, played),
            "town": told(begun.town),
            "hand": begun.hand,
            "homestead_card": "hand" if begun.homestead_in_hand else "board",
        }

    def _numbers(self, now: object, played: int) -> dict[str, object]:
        names = ("constructible", "homesteads", "orange", "green", "removed")
        return {"turns": played, "lincoln_pile": played, **{name: getattr(now, name) for name in names}}


class Hand(Question):
    """Cards kept (6.2)."""

    cells: list[AskedCell]
    cards: Count

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        unique([cell.id for cell in self.cells if "id" in cell.model_fields_set])
        return self

    def answer(self) -> object:
        limit = hand_size(cell.cell() for cell in self.cells)
        keep = min(limit, self.cards)
        return {"limit": limit, "keep": keep, "inactive": self.cards - keep}


class Order(Together):
    """Phase 2 (7.1)."""

    lead: Name

    @model_validator(mode="after")
    def _there(self) -> Self:
        self.seated(self.lead)
        return self

    def answer(self) -> object:
        steps = [[list(each) for each in step] for step in pairs(self.seats, self.lead)]
        return {"manitou": right_of(self.seats, self.lead), "steps": steps}


class AskedOffer(Plain):
    """So much for so much, one of which a card lets its owner take."""

    gains: Gains = Field(default_factory=dict)
    pays: dict[Resource, Count] = Field(default_factory=dict)


class AskedCard(Plain):
    """A card in a hand or on a table."""

    id: Name
    name: Name
    face_up: bool = True
    green: bool = False
    needs: dict[str, Count] = Field(default_factory=dict)
    gains: Gains | None = None
    play_needs: dict[str, Count] = Field(default_factory=dict)
    offers: list[AskedOffer] = Field(default_factory=list)
    steals: Resource | None = None

    def does_something(self, have: Mapping[str, int], elsewhere: Mapping[Resource, int]) -> bool:
        """Whether an offer, a theft or its gains can be had now; without offer and theft it does something else."""
        if not (self.offers or self.steals):
            return True
        offers = tuple(Offer(each.gains, dict[Resource, int](each.pays.items())) for each in self.offers)
        effect = CardEffect(self.gains or {}, offers=offers, must=True, steals=self.steals)
        town = Town(**{what.value: have.get(what, 0) for what in Resource})
        return worth_exploiting(town, {}, effect, Around(elsewhere=elsewhere))

    def card(self) -> Card:
        """The card, wherever it lies."""
        return Card(self.id, self.name, self.green, self.needs, self.gains, self.play_needs)


class Exploits(Together):
    """What a player may choose in phase 3 (7.3, 8.1-8.4)."""

    seat: Name
    hand: list[AskedCard]
    tables: dict[Name, list[AskedCard]]
    buildings: list[AskedBuilding]
    have: dict[str, Count]
    third_played: bool
    passed: list[Name] = Field(default_factory=list)
    elsewhere: dict[Resource, Count] = Field(default_factory=dict)
    do: Annotated[list[str], Field(min_length=3, max_length=3)] | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        self.seated(self.seat, *self.passed, *self.tables)
        unique(self.passed)
        unique([card.id for cards in (self.hand, *self.tables.values()) for card in cards])
        if self.seat in self.passed:
            raise ValueError(f"{self.seat!r} has passed")
        return self

    def answer(self) -> object:
        hand = [each.card() for each in self.hand]
        tables = {seat: [Laid(each.card(), each.face_up) for each in cards] for seat, cards in self.tables.items()}
        buildings = [each.building() for each in self.buildings]
        own = (*self.hand, *self.tables.get(self.seat, ()))
        idle = {each.id for each in own if not each.does_something(self.have, self.elsewhere)}
        found = exploits(self.seats, self.seat, hand, tables, buildings, self.have)
        legal = tuple(each for each in found if each.own not in idle)
        if self.do:
            return self._done(Exploit(*self.do), legal)
        green = self.options.green_playable
        fit = sorted(card.id for card in hand if playable(card, buildings, self.have, green))
        return {
            "exploits": [list(each) for each in legal],
            "third": [] if self.third_played else fit,
            "show_hand": not self.third_played and not fit,
            "pass": self.third_played,
        }

    def _done(self, exploit: Exploit, legal: tuple[Exploit, ...]) -> object:
        if exploit not in legal:
            raise IllegalMove(say("This card cannot be exploited so."), RuleRef("2012", "8.1"))
        in_hand = [each for each in self.hand if each.id == exploit.own]
        [own] = in_hand or [each for each in self.tables[self.seat] if each.id == exploit.own]
        have = Town(**{what.value: self.have.get(what, 0) for what in Resource})
        return {
            "stays": "hand" if in_hand else "table",
            "face_down": [exploit.seat, exploit.target],
            "town": told(gained(have, own.gains or {})),
        }


class Marshal(Together):
    """The goes of phase 3 (8.1, 8.5)."""

    lead: Name
    goes: list[Go]

    @model_validator(mode="after")
    def _there(self) -> Self:
        self.seated(self.lead)
        return self

    def answer(self) -> object:
        now, taken = first_go(self.seats, self.lead), []
        for go in self.goes:
            taken.append(now.turn)
            now = gone(now, go)
        return {
            "lead": now.lead,
            "manitou": now.manitou,
            "turns": taken,
            "passed": list(now.passed),
            "next": now.turn or None,
        }
