"""Boards that somebody traced: whether an edition of Abilene can be played on one, and a figure to try it out."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement import destinations
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.house_rules import MovementRules
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.screens.boards import move_words

MAX_DIE_LENGTH = 6


def check_board(builtin: Layout, fewest: int, layout: Layout) -> None:
    """Check that ``layout`` has a town, enough ranches, and as many start cells for everybody as ``builtin``."""
    for region in layout.regions:
        if region not in builtin.regions:
            raise BadRequest(say("There is no ranch %(letter)s.", letter=region))
    if len(layout.regions) < fewest:
        raise BadRequest(say("This game needs at least %(count)s ranches on the board.", count=fewest))
    if TOWN not in layout.nodes:
        raise BadRequest(say("The board needs a town, and spaces beside it."))
    for cell in layout.cells:
        if not cell.id.startswith(cell.region):
            raise BadRequest(
                say(
                    "The space %(cell)s is on ranch %(letter)s: its name has to begin so.",
                    cell=cell.id,
                    letter=cell.region,
                )
            )
    for region in layout.regions:
        for mark, words in _start_words(region).items():
            need, count = len(builtin.select(builtin.regions[0], mark)), len(layout.select(region, mark))
            if count != need:
                raise BadRequest(say("%(what)s: %(count)s instead of %(need)s.", what=words, count=count, need=need))
        if not layout.select(region, Mark.OUTER_EDGE):
            raise BadRequest(say("Ranch %(letter)s has no space at the outer edge.", letter=region))
    _all_can_be_reached(layout)


def _start_words(region: str) -> dict[Mark, Text]:
    return {
        Mark.COW_START: say("Start spaces for cows on ranch %(letter)s", letter=region),
        Mark.COWBOY_START: say("Start spaces for cowboys on ranch %(letter)s", letter=region),
    }


def _all_can_be_reached(layout: Layout) -> None:
    reached, edge = {TOWN}, [TOWN]
    while edge:
        for _, node in layout.neighbours[edge.pop()]:
            if node not in reached:
                reached.add(node)
                edge.append(node)
    if lost := [node for node in layout.nodes if node not in reached]:
        raise BadRequest(say("No way leads from the town to the space %(cell)s.", cell=lost[0]))


def figures() -> dict[str, Text]:
    """Return what can be tried out on a board."""
    return {"cowboy": say("a cowboy"), "cow": say("a cow")}


def trial(
    layout: Layout, figure: str, cell: str, steps: int, rules: MovementRules, facts: MovementFacts
) -> dict[str, Text]:
    """Return where the figure, alone on its own ranch, could go with one die, by the default house rules."""
    if figure not in figures() or cell not in layout.by_id or not 1 <= steps <= MAX_DIE_LENGTH:
        raise BadRequest(say("Nothing can be tried out like that."))
    owner = layout.by_id[cell].region
    ranches = {letter: letter for letter in layout.regions}
    position = Position(ranches, cows=(cell,)) if figure == "cow" else Position(ranches, cowboys={cell: owner})
    words = move_words()
    return {
        node: words[kind] for node, kind in destinations(layout, position, cell, steps, owner, rules, facts).items()
    }
