"""Rule questions as every edition reads them: who is asked about, where the figures stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, RuleRef
from companion.core.money.ledger import LARGEST
from companion.core.text import Who, say
from companion.games.abilene.common.board.movement import destinations
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import Position, calc_node, check, from_calc, node_of_calc
from companion.games.abilene.common.board.reference_boards import MAX_PLAYERS, reference_board
from companion.games.abilene.common.house_rules import MovementRules
from companion.games.abilene.common.pieces import COWBOYS_EACH, COWS_EACH

Seat = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Dollars = Annotated[int, Field(ge=0, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Placing(BaseModel):
    """The places of the figures, as questions write them: ``T`` is the town."""

    board: str
    ranch_of: Annotated[dict[Seat, Place], Field(min_length=1, max_length=MAX_PLAYERS)]
    cows: Annotated[list[Place], Field(max_length=MAX_PLAYERS * COWS_EACH)]
    cowboys: dict[Seat, Annotated[list[Place], Field(max_length=COWBOYS_EACH)]]
    jail: dict[Seat, Count] = {}
    waiting: dict[Seat, Count] = {}
    corral: Count = 0

    def stand(self, *seats: str) -> tuple[Layout, Position]:
        """Return the board and the position.

        Raise BadRequest for what cannot be there, or one of these without a ranch.
        """
        layout, position = reference_board(self.board), from_calc(self.model_dump())
        check(layout, position)
        for seat in seats:
            if seat not in position.ranch_of:
                raise BadRequest(say("%(who)s has no ranch here.", who=Who(seat)))
        return layout, position


class Reach(BaseModel):
    """A figure and a die, in any edition."""

    position: Placing
    piece: Literal["cow", "cowboy"]
    cell: Place
    die: Count
    seat: Seat

    def reached(self, highest: Mapping[str, int], dice: RuleRef, rules: MovementRules, facts: MovementFacts) -> object:
        """Return every legal destination and what happens there. Raise BadRequest for what cannot be on a table."""
        if self.die > highest[self.piece]:
            raise BadRequest(say("No die for a %(piece)s shows %(die)s.", piece=self.piece, die=self.die), dice)
        layout, position = self.position.stand(self.seat)
        if (self.piece == "cow") != (self.cell in position.cows):
            raise BadRequest(say("No %(piece)s is on %(cell)s.", piece=self.piece, cell=self.cell))
        found = destinations(layout, position, node_of_calc(self.cell), self.die, self.seat, rules, facts)
        return {calc_node(node): kind.value for node, kind in found.items()}
