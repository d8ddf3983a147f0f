"""Why a move is not legal, in one sentence: the first reason that a player would give.

Sections are those of the edition's rule specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.layout import TOWN, Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement import (
    DEFAULTS,
    Sight,
    can_keep_a_cow,
    destinations,
    path_rules,
    place,
    sight,
)
from companion.games.abilene.common.board.movement_facts import FACTS_1993, MovementFacts, Sections
from companion.games.abilene.common.board.paths import Reach, path_book
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.house_rules import MovementRules


class Asked(NamedTuple):
    """The move that somebody wanted to make."""

    view: Sight
    sections: Sections
    frm: str
    to: str
    die: int

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.view.layout

    def refuse(self, section: str, text: Text) -> IllegalMove:
        """The refusal, ready to be raised."""
        return IllegalMove(text, RuleRef(self.view.facts.edition, section))


def refusal(
    layout: Layout,
    position: Position,
    frm: str,
    to: str,
    die: int,
    seat: str,
    rules: MovementRules = DEFAULTS,
    facts: MovementFacts = FACTS_1993,
) -> IllegalMove | None:
    """Why the figure on ``frm`` may not go to ``to`` with this die, to be raised; None when it may.

    Raises BadRequest when no figure stands on ``frm`` or the board has no ``to``.
    """
    legal = destinations(layout, position, frm, die, seat, rules, facts)
    if to in legal or (to == frm and frm in position.cows):
        return None
    if to not in layout.bit:
        raise BadRequest(say("The board %(name)s has no cell %(cell)s.", name=layout.name, cell=to))
    asked = Asked(sight(layout, position, seat, rules, facts), facts.sections, frm, to, die)
    if frm in position.cows:
        return next(_cow_reasons(asked, rules))
    if position.cowboys.get(frm, seat) != seat:
        return asked.refuse(asked.sections.cowboy_end, say("The cowboy on %(cell)s is not yours.", cell=frm))
    return next(_cowboy_reasons(asked, rules))


def _cow_reasons(asked: Asked, rules: MovementRules) -> Iterator[IllegalMove]:
    view, sections, to = asked.view, asked.sections, asked.to
    bit = view.layout.bit
    if not bit[asked.frm] & view.home:
        yield asked.refuse(sections.cow_ranch, say("The cow on %(cell)s is not in your herd.", cell=asked.frm))
    if to != TOWN and not bit[to] & view.home:
        yield asked.refuse(sections.cow_ranch, say("%(cell)s is not on your ranch: a cow never leaves it.", cell=to))
    if bit[to] & view.occupied:
        yield asked.refuse(sections.cow_end, say("A cow needs a free cell, and a figure stands on %(cell)s.", cell=to))
    steps = distance(asked.layout, asked.frm, to, view.home)
    if steps is None or steps > asked.die:
        yield asked.refuse(
            sections.cow_distance,
            say(
                "Too far: %(to)s is at a distance of %(steps)s and the die shows %(die)s.",
                to=place(to),
                steps=say("more than the ranch allows") if steps is None else steps,
                die=asked.die,
            ),
        )
    passes = view.facts.cow_passes_own_cowboys
    in_the_way = view.cows | view.enemies if passes else view.occupied
    reach = view.book.cow[asked.frm, asked.die]
    yield from _blocked(asked, sections.cow_way, _throughs(reach, to), in_the_way)
    yield from _too_sharp(asked, sections.cow_turns, rules, cow=True)
    yield _too_many_turns(asked, sections.cow_turns)


def _cowboy_reasons(asked: Asked, rules: MovementRules) -> Iterator[IllegalMove]:
    view, sections, to = asked.view, asked.sections, asked.to
    bit = view.layout.bit
    if to == TOWN and not view.stop_in_town:
        yield asked.refuse(sections.town, say("A cowboy may ride through the town but not stop there."))
    if bit[to] & view.closed:
        yield asked.refuse(sections.closed, say("%(cell)s lies in a region closed to everybody.", cell=to))
    if bit[to] & (view.own | view.cows & view.home) and to != asked.frm:
        yield asked.refuse(
            sections.cowboy_end, say("A cowboy cannot end where an own figure stands, as on %(cell)s.", cell=to)
        )
    steps = distance(asked.layout, asked.frm, to)
    reach = view.book.cowboy[asked.frm, asked.die]
    throughs = _throughs(reach, to)
    if not throughs:
        yield from _too_sharp(asked, sections.cowboy_turns, rules, cow=False)
    if steps is None or steps > asked.die or (steps != asked.die and not throughs):
        yield asked.refuse(
            sections.cowboy_distance,
            say(
                "%(to)s is at a distance of %(steps)s and the die shows %(die)s: a cowboy moves exactly the die.",
                to=place(to),
                steps=say("more than any move") if steps is None else steps,
                die=asked.die,
            ),
        )
    yield from _blocked(asked, sections.cowboy_way, throughs, view.occupied | view.closed)
    if bit[to] & view.cows and not can_keep_a_cow(view, asked.frm):
        yield asked.refuse(
            sections.theft, say("The cow on %(cell)s cannot be stolen: there is no free cell to put it on.", cell=to)
        )
    yield _too_many_turns(asked, sections.cowboy_turns)


def _throughs(reach: Reach, to: str) -> list[int]:
    """The paths to a node, each as the cells between."""
    return list(reach.town) if to == TOWN else [through for end, _, through in reach.ways if end == to]


def _blocked(asked: Asked, section: str, throughs: list[int], in_the_way: int) -> Iterator[IllegalMove]:
    """A refusal when a path exists but every one is barred; it names a cell of the least barred one."""
    barred = [through & in_the_way for through in throughs]
    if not barred or 0 in barred:
        return
    least = min(barred, key=int.bit_count)
    cell = next(node for node, bit in asked.layout.bit.items() if bit & least)
    if least & asked.view.closed:
        yield asked.refuse(asked.sections.closed, say("The way leads over %(cell)s, which is closed.", cell=cell))
    yield asked.refuse(section, say("A figure on %(cell)s is in the way to %(to)s.", cell=cell, to=place(asked.to)))


def _too_sharp(asked: Asked, section: str, rules: MovementRules, *, cow: bool) -> Iterator[IllegalMove]:
    """A refusal when only the option ``max_turn_angle`` forbids every path."""
    any_angle = path_rules(rules, asked.view.facts)._replace(max_turn_angle=120)
    book = path_book(asked.layout, any_angle)
    reach = book.cow[asked.frm, asked.die] if cow else book.cowboy[asked.frm, asked.die]
    if _throughs(reach, asked.to):
        yield asked.refuse(
            section,
            say(
                "The way to %(to)s turns by more than %(angle)s degrees.",
                to=place(asked.to),
                angle=rules.max_turn_angle,
            ),
        )


def _too_many_turns(asked: Asked, section: str) -> IllegalMove:
    """The last reason left."""
    return asked.refuse(section, say("The way to %(to)s needs more than one change of direction.", to=place(asked.to)))


def distance(layout: Layout, frm: str, to: str, within: int | None = None) -> int | None:
    """The fewest steps between two nodes past any figures, the town counting as one step; None when there is no way.

    ``within`` keeps the way, but not its ends, to a set of cells.
    """
    steps, seen, border = 0, {frm}, {frm}
    while border and to not in seen:
        steps += 1
        border = {
            node
            for here in border
            for _, node in layout.neighbours[here]
            if node not in seen and (node == to or within is None or layout.bit[node] & within)
        }
        seen |= border
    return steps if to in seen else None
