"""Questions about towns: building, gains, storage, the final count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from companion.core.table.table import ranking
from companion.games.calc import Name, Plain, everybody, unique
from companion.games.western_town.calc.asked import (
    DEFAULT,
    AskedBuilding,
    AskedCell,
    AskedTown,
    Count,
    Gainable,
    Gains,
    Options,
    Seats,
    plain,
    plain_town,
)
from companion.games.western_town.rulebook.buildings import Exchange, Tile, limits
from companion.games.western_town.rulebook.construction import (
    PAYABLE,
    Decisions,
    Site,
    Source,
    Unbuildable,
    built,
    payments,
    priced,
    unbuildable,
)
from companion.games.western_town.rulebook.effects import merged
from companion.games.western_town.rulebook.lincoln import Expectation, Settled, multipliers, scores
from companion.games.western_town.rulebook.towns import Amounts, Resource, added, change, gained, overflow

Currency = Literal[Resource.WOOD, Resource.GOLD, Resource.INHABITANTS, Resource.COWBOYS]
Symbol = Annotated[list[Currency], Field(min_length=1)]


class AskedExchange(Plain):
    """The exchange of a tile when it is laid."""

    given: Annotated[list[Resource], Field(alias="from")]
    to: Gainable


class AskedTile(Plain):
    """A tile that is to be built."""

    name: Name
    source: Annotated[Source, Field(alias="from")]
    cost: Annotated[list[Symbol], Field(max_length=20)] = Field(default_factory=list)
    homes_needed: Count = 0
    homes: Count = 0
    gains: Gains = Field(default_factory=dict)
    exchange: AskedExchange | None = None

    def tile(self) -> Tile:
        """Return the tile that the question means."""
        swap = Exchange(tuple(self.exchange.given), self.exchange.to) if self.exchange else None
        cost = tuple(tuple(symbol) for symbol in self.cost)
        return Tile(self.name, cost, homes_needed=self.homes_needed, homes=self.homes, gains=self.gains, exchange=swap)


def build(
    town: AskedTown,
    buildings: list[AskedBuilding],
    cells: list[AskedCell],
    tile: AskedTile,
    cell: Name,
    home_markers: Count = 0,
    homesteads_built: Count = 0,
    card_costs: Sequence[dict[Currency, Count]] = (),
    pay: dict[Currency, Count] | None = None,
    swap: bool = False,
    exchange: Mapping[Resource, Count] = {},
) -> object:
    """Answer a question about the construction of a tile (4.7, 4.8, 19.4, 19.5)."""
    unique([each.id for each in cells])
    places, source, asked = {each.id: each.cell() for each in cells}, tile.source, tile.tile()
    if cell not in places:
        raise ValueError(f"there is no cell {cell!r}")
    standing = [each.building() for each in buildings]
    bare = Site(town.town(), standing, tuple(places.values()), home_markers, homesteads_built)
    given = None if pay is None else dict[Resource, int](pay.items())
    known = priced(bare, [dict[Resource, int](each.items()) for each in card_costs] or [{}])
    wrong = [unbuildable(site, asked, source, places[cell], _for_tile(given, price)) for price, site in known]
    able = [each for each, reason in zip(known, wrong, strict=True) if reason is None]
    if not able:
        early = unbuildable(bare, asked, source, places[cell], None)
        reason = wrong[0] if wrong else early if early in (Unbuildable.RESERVE, Unbuildable.HOMES) else None
        return {"legal": False, "reason": (reason or Unbuildable.COST).value}
    price, site = able[0]
    paid = _for_tile(given, price)
    if paid is None:
        return {"legal": True, "homes": site.homes, "payments": _payments(asked, able)}
    done = built(site, asked, source, places[cell], paid, Decisions(swap, exchange))
    return {"legal": True, "homes": done.homes, "town": plain_town(done.town), "card": done.card, "roll": done.roll}


def _for_tile(pay: Amounts | None, price: Amounts) -> Amounts | None:
    """Return what of the payment is for the tile, where the card costs this."""
    return None if pay is None else merged(pay, {what: -number for what, number in price.items()})


def _payments(tile: Tile, able: Sequence[tuple[Amounts, Site]]) -> list[dict[str, int]]:
    """Return everything that can be given for card and tile together, in the order in which payments are listed."""
    totals = (merged(price, pay) for price, site in able for pay in payments(tile, site.town))
    distinct = {tuple(-total.get(what, 0) for what in PAYABLE): total for total in totals}
    return [{what.value: total[what] for what in PAYABLE if what in total} for _, total in sorted(distinct.items())]


class Gaining(Plain):
    """A card on the table at the end of phase 3."""

    id: Name
    name: Name
    face_up: bool
    gains: Gains = Field(default_factory=dict)
    choice: list[Gainable] = Field(default_factory=list)


def gains(town: AskedTown, table: Sequence[Gaining], choices: Sequence[Gainable] = ()) -> object:
    """Return the gains of phase 4 (9.1)."""
    unique([card.id for card in table])
    asked = [card for card in table if card.face_up and card.choice]
    if len(asked) != len(choices):
        raise ValueError("every face-up card with a choice needs one choice")
    if any(what not in card.choice for card, what in zip(asked, choices, strict=True)):
        raise ValueError("a card does not offer what was chosen")
    before = after = town.town()
    chosen = iter(choices)
    for card in table:
        if card.face_up:
            after = gained(after, card.gains)
            after = gained(after, {next(chosen): 1}) if card.choice else after
    return {"town": plain_town(after), "change": {what.value: by for what, by in change(before, after).items()}}


def storage(town: AskedTown, buildings: Sequence[AskedBuilding] = ()) -> object:
    """Return the storage of phase 4 (9.2, 19.11)."""
    after = town.town()
    room = limits([each.building() for each in buildings])
    discard = overflow(after, room)
    for what, number in discard.items():
        after = added(after, what, -number)
    return {
        "limits": {what.value: most for what, most in room.items()},
        "discard": {what.value: number for what, number in discard.items()},
        "town": plain_town(after),
    }


class AskedSettled(Plain):
    """A town at the end; ``homes`` with those of destroyed buildings."""

    homes: Count
    town: AskedTown
    buildings: list[AskedBuilding]

    def settled(self) -> Settled:
        """Return the town as it is scored."""
        built = tuple(each.building() for each in self.buildings)
        return Settled(max(0, self.homes - sum(each.destroyed for each in built)), self.town.town(), built)


def final(
    seats: Seats, lincoln: list[list[Expectation]], towns: dict[Name, AskedSettled], options: Options = DEFAULT
) -> object:
    """Answer a question about the final scoring (12)."""
    everybody(seats, towns)
    settled = {seat: towns[seat].settled() for seat in seats}
    points = scores(settled, lincoln, options.half_rounding)
    ranked = ranking({seat: each.total for seat, each in points.items()})
    names = ("homes", "exported", "lure", "inhabitants")
    return {
        "homes": {seat: each.homes for seat, each in settled.items()},
        "multipliers": {what.value: times for what, times in multipliers(lincoln).items()},
        "scores": {
            seat: {name: getattr(each, name) for name in names}
            | {"buildings": plain(each.buildings), "total": plain(each.total)}
            for seat, each in points.items()
        },
        "ranking": [[rank, seat, plain(total)] for rank, seat, total in ranked],
        "winners": [seat for rank, seat, _ in ranked if rank == 1],
    }
