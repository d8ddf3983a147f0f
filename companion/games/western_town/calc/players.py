"""Questions about cards and players: the setup, the hand, phases 2 and 3, Lincoln's visit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from companion.core.errors import BadRequest, IllegalMove
from companion.core.text import say
from companion.games.calc import Name, Plain, everybody, seated, unique
from companion.games.western_town.calc.asked import (
    DEFAULT,
    AskedBuilding,
    AskedCell,
    AskedTown,
    Count,
    Gains,
    Options,
    Seats,
    plain_town,
)
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import CellEffect, hand_size
from companion.games.western_town.rulebook.effects import (
    Around,
    Effect,
    Exploit,
    Offer,
    PlayedCard,
    exploits,
    playable,
    worth_exploiting,
)
from companion.games.western_town.rulebook.lincoln import Expectation, visit
from companion.games.western_town.rulebook.rounds import Go, advance, first_go, pairs, right_of
from companion.games.western_town.rulebook.setup import Supply, Variant, opening, supply, turns
from companion.games.western_town.rulebook.towns import Resource, Town, gained

TOWNS: TypeAdapter[dict[str, AskedTown]] = TypeAdapter(dict[str, AskedTown])


class AskedStart(Plain):
    """A Western Town card."""

    building: Name
    gains: Gains = Field(default_factory=dict)


def setup(
    variant: Variant = Variant.NORMAL,
    turn: Count = 0,
    start: AskedStart | None = None,
    cell_effect: CellEffect | None = None,
    options: Options = DEFAULT,
) -> object:
    """Return the numbers of turns, cards and tiles, and the town that a start card begins (3, 6.1, 13.1)."""
    now = supply(variant, turn)
    if start is None:
        return _numbers(variant, now)
    if turn:
        raise BadRequest(say("The start cards are revealed before the first turn."), rule("3.7"))
    counts = options.start_cell_effect
    if counts and cell_effect not in (None, CellEffect.GOLD, CellEffect.INHABITANTS):
        raise BadRequest(say("No space 4 does that for a start card."), rule("19.15"))
    begun = opening(variant, start.building, start.gains, cell_effect, counts)
    card = "hand" if begun.homestead_in_hand else "board"
    return {
        **_numbers(variant, begun.supply),
        "town": plain_town(begun.town),
        "hand": begun.hand,
        "homestead_card": card,
    }


def _numbers(variant: Variant, now: Supply) -> Mapping[str, object]:
    names = ("constructible", "homesteads", "orange", "green", "removed")
    return {"turns": turns(variant), "lincoln_pile": turns(variant), **{name: getattr(now, name) for name in names}}


def hand(cells: list[AskedCell], cards: Count) -> object:
    """Return the hand limit, and how many of so many cards are kept and become inactive (6.2)."""
    unique([cell.id for cell in cells if "id" in cell.model_fields_set])
    limit = hand_size(cell.cell() for cell in cells)
    keep = min(limit, cards)
    return {"limit": limit, "keep": keep, "inactive": cards - keep}


def order(seats: Seats, lead: Name) -> object:
    """Return the order of phase 2 (7.1)."""
    seated(seats, lead)
    steps = [[list(each) for each in step] for step in pairs(seats, lead)]
    return {"manitou": right_of(seats, lead), "steps": steps}


class AskedOffer(Plain):
    """One of the exchanges that a card offers its owner."""

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

    @property
    def exploit(self) -> Effect:
        """Return the effect of exploiting; ``unread`` if the question gives neither gains nor offers nor a theft."""
        offers = tuple(Offer(each.gains, each.pays) for each in self.offers)
        unread = self.gains is None and not (offers or self.steals)
        return Effect(self.gains or {}, needs=self.needs, offers=offers, must=True, steals=self.steals, unread=unread)

    def card(self) -> PlayedCard:
        """Return the card as the rules take it."""
        return PlayedCard(self.id, self.name, self.green, self.play_needs)


def exploit(
    seats: Seats,
    seat: Name,
    hand: list[AskedCard],
    tables: dict[Name, list[AskedCard]],
    buildings: list[AskedBuilding],
    have: dict[str, Count],
    third_played: bool,
    passed: Sequence[Name] = (),
    elsewhere: Mapping[Resource, Count] = {},
    do: Annotated[list[str], Field(min_length=3, max_length=3)] | None = None,
    options: Options = DEFAULT,
) -> object:
    """Return what a player may choose in phase 3 (7.3, 8.1-8.4)."""
    seated(seats, seat, *passed, *tables)
    unique(passed)
    unique([card.id for cards in (hand, *tables.values()) for card in cards])
    if seat in passed:
        raise ValueError(f"{seat!r} has passed")
    shown = {seat: [each for each in cards if each.face_up] for seat, cards in tables.items()}
    available = (*hand, *shown.get(seat, ()))
    town = Town(**{what.value: have.get(what, 0) for what in Resource})
    built = [each.building() for each in buildings]
    surroundings = Around(elsewhere=elsewhere)
    ready = [each.card() for each in available if worth_exploiting(town, have, each.exploit, surroundings)]
    lying = {seat: [each.card() for each in cards] for seat, cards in shown.items()}
    legal = exploits(seats, seat, ready, lying, built)
    if do and Exploit(*do) not in legal:
        raise IllegalMove(say("This card cannot be exploited so."), rule("8.1"))
    if do:
        [card] = [each for each in available if each.id == do[0]]
        stays, after = "hand" if card in hand else "table", gained(town, card.gains or {})
        return {"stays": stays, "face_down": do[1:], "town": plain_town(after)}
    fit = sorted(each.id for each in hand if playable(each.card(), built, have, options.green_playable))
    return {
        "exploits": [list(each) for each in legal],
        "third": [] if third_played else fit,
        "show_hand": not third_played and not fit,
        "pass": third_played,
    }


def marshal(seats: Seats, lead: Name, goes: list[Go]) -> object:
    """Return who took the goes of phase 3, who has passed and who is next (8.1, 8.5)."""
    seated(seats, lead)
    now, taken = first_go(seats, lead), []
    for go in goes:
        taken.append(now.turn)
        now = advance(now, go)
    passed, following = list(now.passed), now.turn or None
    return {"lead": now.lead, "manitou": now.manitou, "turns": taken, "passed": passed, "next": following}


def lincoln(
    seats: Seats,
    lead: Name,
    card: Annotated[list[Expectation], Field(min_length=1)] | None,
    towns: Any = None,
    choice: Name | None = None,
) -> object:
    """Return the outcome of Lincoln's visit (10); ``card`` None stands for the card 5, which brings none."""
    seated(seats, lead)
    if card is None:
        return {"visit": False, "scores": None, "tied": [], "decides": None, "winner": None}
    if not isinstance(towns, dict):
        raise ValueError("every player has a town")
    everybody(seats, towns)
    asked = TOWNS.validate_python(towns, strict=True)
    result = visit({seat: asked[seat].town() for seat in seats}, card, choice or "")
    return {
        "visit": True,
        "scores": result.scores,
        "tied": list(result.tied),
        "decides": lead if result.tied else None,
        "winner": result.winner or None,
    }
