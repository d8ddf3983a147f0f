"""Rule questions as every edition reads them: who is asked about, where the figures stand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from companion.core.capabilities import Answer
from companion.core.errors import BadRequest, RuleRef
from companion.core.money.ledger import LARGEST
from companion.core.text import Who, say
from companion.games.abilene.common.board.movement import destinations
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import calc_node, check, from_calc, node_of_calc
from companion.games.abilene.common.board.ranches import MOST_PLAYERS
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.house_rules import MovementRules
from companion.games.abilene.common.pieces import COWBOYS_EACH, COWS_EACH

COWS = MOST_PLAYERS * COWS_EACH

Seat = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Dollars = Annotated[int, Field(ge=0, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[str, StringConstraints(min_length=1, max_length=40)]


def known_options(rules: type[Any]) -> Callable[[Any], Any]:
    """A misspelt option must not pass for its default."""
    known = {rule.name for rule in fields(rules)}

    def check_names(options: Any) -> Any:
        if isinstance(options, dict) and (strange := options.keys() - known):
            raise ValueError(f"there is no option {min(strange)!r}")
        return options

    return check_names


class Answerable(BaseModel, ABC):
    """Any question; what it does not know it ignores, so that a case may bring what it expects."""

    @abstractmethod
    def answer(self) -> object:
        """The rules' answer as plain JSON values. Raises RuleError for a refusal."""


class Placing(BaseModel):
    """Where the figures stand, as questions write it: ``T`` is the town."""

    board: str
    ranch_of: Annotated[dict[Seat, Place], Field(min_length=1, max_length=MOST_PLAYERS)]
    cows: Annotated[list[Place], Field(max_length=COWS)]
    cowboys: dict[Seat, Annotated[list[Place], Field(max_length=COWBOYS_EACH)]]
    jail: dict[Seat, Count] = {}
    waiting: dict[Seat, Count] = {}
    corral: Count = 0


class Reach(BaseModel):
    """One figure and one die, in any edition."""

    position: Placing
    piece: Literal["cow", "cowboy"]
    cell: Place
    die: Count
    seat: Seat

    def reached(self, highest: Mapping[str, int], dice: RuleRef, rules: MovementRules, facts: MovementFacts) -> object:
        """Every legal destination and what happens there; raises BadRequest for what cannot be on a table."""
        if self.die > highest[self.piece]:
            raise BadRequest(say("No die for a %(piece)s shows %(die)s.", piece=self.piece, die=self.die), dice)
        layout = reference_board(self.position.board)
        position = from_calc(self.position.model_dump())
        check(layout, position)
        if self.seat not in position.ranch_of:
            raise BadRequest(say("%(who)s has no ranch here.", who=Who(self.seat)))
        if (self.piece == "cow") != (self.cell in position.cows):
            raise BadRequest(say("No %(piece)s stands on %(cell)s.", piece=self.piece, cell=self.cell))
        found = destinations(layout, position, node_of_calc(self.cell), self.die, self.seat, rules, facts)
        return {calc_node(node): kind.value for node, kind in found.items()}


def answers(kinds: Mapping[str, type[Answerable]]) -> Mapping[str, Answer]:
    """Kind of a question -> who answers it."""
    return {kind: partial(_answered, question) for kind, question in kinds.items()}


def _answered(kind: type[Answerable], question: str) -> object:
    return kind.model_validate_json(question, strict=True).answer()
