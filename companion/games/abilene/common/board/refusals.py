"""Why a move is not legal, in one sentence: the first reason that a player would give.

Sections are those of the edition's rule specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import Fact, FactParam, fact, say
from companion.games.abilene.common.board.movement import Perspective, can_keep_a_cow, destinations_seen, path_rules
from companion.games.abilene.common.board.movement_facts import Sections
from companion.games.abilene.common.board.paths import Reach, Throughs, path_book
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.sentences import SENTENCES


class AskedMove(NamedTuple):
    """The move that somebody wanted to make."""

    view: Perspective
    frm: str
    to: str
    die: int

    @property
    def layout(self) -> Layout:
        """Return the board."""
        return self.view.layout

    @property
    def sections(self) -> Sections:
        """Return where the rules say so."""
        return self.view.facts.sections

    def refuse(self, section: str, code: str, **params: FactParam) -> IllegalMove:
        """Return the refusal of this code, ready to be raised."""
        return IllegalMove.saying(SENTENCES, Fact(code, params), RuleRef(self.view.facts.edition, section))


def refusal(view: Perspective, frm: str, to: str, die: int) -> IllegalMove | None:
    """Return why the figure on ``frm`` may not go to ``to`` with this die, to be raised; None when it may.

    Raise BadRequest when no figure stands on ``frm`` or the board has no ``to``.
    """
    position = view.position
    if to in destinations_seen(view, frm, die) or (to == frm and frm in position.cows):
        return None
    if to not in view.layout.bit:
        raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=view.layout.name, cell=to))
    asked = AskedMove(view, frm, to, die)
    if frm in position.cows:
        return next(_cow_reasons(asked))
    if position.cowboys.get(frm, view.seat) != view.seat:
        return asked.refuse(asked.sections.cowboy_end, "not_your_cowboy", cell=frm)
    return next(_cowboy_reasons(asked))


def named(node: str) -> str | Fact:
    """Return a node in what is kept."""
    return fact("the_town") if node == TOWN else node


def _cow_reasons(asked: AskedMove) -> Iterator[IllegalMove]:
    view, sections, to = asked.view, asked.sections, asked.to
    bit = view.layout.bit
    if not bit[asked.frm] & view.home:
        yield asked.refuse(sections.cow_ranch, "not_your_cow", cell=asked.frm)
    if to != TOWN and not bit[to] & view.home:
        yield asked.refuse(sections.cow_ranch, "cow_leaves_ranch", cell=to)
    if bit[to] & view.occupied:
        yield asked.refuse(sections.cow_end, "cow_end_taken", cell=to)
    steps = distance(asked.layout, asked.frm, to, view.home)
    if steps is None or steps > asked.die:
        yield asked.refuse(
            sections.cow_distance,
            "cow_too_far",
            to=named(to),
            steps=fact("more_than_the_ranch") if steps is None else steps,
            die=asked.die,
        )
    passes = view.facts.cow_passes_friendly_cowboys
    in_the_way = view.cows | view.enemies if passes else view.occupied
    reach = view.book.cow[asked.frm, asked.die]
    yield from _blocked(asked, sections.cow_way, _throughs(reach, to), in_the_way)
    yield from _too_sharp(asked, sections.cow_turns, cow=True)
    yield _too_many_turns(asked, sections.cow_turns)


def _cowboy_reasons(asked: AskedMove) -> Iterator[IllegalMove]:
    view, sections, to = asked.view, asked.sections, asked.to
    bit = view.layout.bit
    if to == TOWN and not view.stop_in_town:
        yield asked.refuse(sections.town, "no_stop_in_town")
    if bit[to] & view.closed:
        yield asked.refuse(sections.closed, "region_closed", cell=to)
    if bit[to] & (view.friendly | view.cows & view.home) and to != asked.frm:
        yield asked.refuse(sections.cowboy_end, "cowboy_end_taken", cell=to)
    steps = distance(asked.layout, asked.frm, to)
    reach = view.book.cowboy[asked.frm, asked.die]
    throughs = _throughs(reach, to)
    if not throughs:
        yield from _too_sharp(asked, sections.cowboy_turns, cow=False)
    if steps is None or steps > asked.die or (steps != asked.die and not throughs):
        yield asked.refuse(
            sections.cowboy_distance,
            "cowboy_distance",
            to=named(to),
            steps=fact("more_than_any_move") if steps is None else steps,
            die=asked.die,
        )
    yield from _blocked(asked, sections.cowboy_way, throughs, view.occupied | view.closed)
    if bit[to] & view.cows and not can_keep_a_cow(view, asked.frm):
        yield asked.refuse(sections.theft, "no_place_for_the_cow", cell=to)
    yield _too_many_turns(asked, sections.cowboy_turns)


def _throughs(reach: Reach, to: str) -> Throughs:
    """Return the paths to a node, each as the cells between."""
    return reach.town if to == TOWN else next((throughs for end, _, throughs in reach.ways if end == to), ())


def _blocked(asked: AskedMove, section: str, throughs: Throughs, in_the_way: int) -> Iterator[IllegalMove]:
    """Yield a refusal when a path exists but every one is barred; it names a cell of the least barred one."""
    barred = [through & in_the_way for through in throughs]
    if not barred or 0 in barred:
        return
    least = min(barred, key=int.bit_count)
    cell = next(node for node, bit in asked.layout.bit.items() if bit & least)
    if least & asked.view.closed:
        yield asked.refuse(asked.sections.closed, "way_closed", cell=cell)
    yield asked.refuse(section, "way_barred", cell=cell, to=named(asked.to))


def _too_sharp(asked: AskedMove, section: str, *, cow: bool) -> Iterator[IllegalMove]:
    """Yield a refusal when only the option ``max_turn_angle`` forbids every path."""
    rules = asked.view.rules
    any_angle = path_rules(rules, asked.view.facts)._replace(max_turn_angle=120)
    book = path_book(asked.layout, any_angle)
    reach = book.cow[asked.frm, asked.die] if cow else book.cowboy[asked.frm, asked.die]
    if _throughs(reach, asked.to):
        yield asked.refuse(section, "turn_too_sharp", to=named(asked.to), angle=rules.max_turn_angle)


def _too_many_turns(asked: AskedMove, section: str) -> IllegalMove:
    """Return the last reason left."""
    return asked.refuse(section, "too_many_turns", to=named(asked.to))


def distance(layout: Layout, frm: str, to: str, within: int | None = None) -> int | None:
    """Return the fewest steps between two nodes past any figures, the town counting as one step.

    None when there is no way.

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
