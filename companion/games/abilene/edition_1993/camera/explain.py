"""Explanations of one position from another by the cattle and cowboy steps of a turn (rules 1993 §8-§11, §19).

Tapped moves, what a camera saw, and recorded frames are explained alike. All cows are alike here, and so are the
cowboys of one colour; the dice of a duel are not asked, so either may have won it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from companion.boards.layout import Layout, singles
from companion.games.abilene.common.board.movement import MoveKind, Perspective, destinations, perspective
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import Move, MoveSequence, canonical_key
from companion.games.abilene.common.pieces import COW_FACES, TOWN
from companion.games.abilene.edition_1993.camera.cowboy_search import CowboySearch, Dice, SearchState
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules

COW_MOST = max(COW_FACES)
LOOKED_AT = 500
"""Ways, in any order of the same moves, among which the simplest are looked for."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """The dice and movers that the seat had left when ``before`` was seen, and who may not move any more.

    ``moved`` lists the nodes of the cows and cowboys that have moved, the town once for each cowboy. Not ``ended``:
    the turn goes on, so that no die is compulsory yet.
    """

    seat: str
    cow_dice: Dice
    cowboy_dice: Dice
    moved: tuple[str, ...] = ()
    ended: bool = True


Herdless = dict[tuple[SearchState, SearchState, bool, bool], CowboySearch]
"""Questions without the cows at home that were asked already, of one board, seat and set of rules."""


def explain(
    layout: Layout,
    before: Position,
    after: Position,
    turn: TurnContext,
    rules: HouseRules = DEFAULTS,
    asked: Herdless | None = None,
) -> MoveSequence | None:
    """Return one way in which the turn can have gone, in an order in which every move is legal; None: there is none.

    Similar questions share the dictionary ``asked``: those that differ in cows at home alone are searched once.
    Raise KeyError when a figure stands on no cell of the board.
    """
    return next(_sequences(layout, before, after, turn, rules, {} if asked is None else asked), None)


def explanations(
    layout: Layout, before: Position, after: Position, turn: TurnContext, rules: HouseRules = DEFAULTS, limit: int = 4
) -> tuple[MoveSequence, ...]:
    """Return up to ``limit`` ways, the simplest first.

    They differ in more than the order of moves or the choice of dice.

    Simple are few moves, and among these few duels. Only the first ``LOOKED_AT`` ways are compared.
    """
    ways = islice(_sequences(layout, before, after, turn, rules, {}), max(LOOKED_AT, limit))
    return tuple(sorted(_distinct(ways), key=_length)[:limit])


def with_lowest_die(layout: Layout, before: Position, move: Move, seat: str, rules: HouseRules) -> Move:
    """Return the move of a cow with the lowest light die that would do from ``before``; a dark die is exact."""
    if move.piece == "cow":
        for die in range(1, COW_MOST):
            if move.to in destinations(layout, before, move.frm, die, seat, rules):
                return move._replace(die=die)
    return move


def _length(sequence: MoveSequence) -> tuple[int, int]:
    return len(sequence), sum(move.what is MoveKind.DUEL for move in sequence)


def _distinct(sequences: Iterator[MoveSequence]) -> Iterator[MoveSequence]:
    known = set()
    for sequence in sequences:
        if (what := canonical_key(sequence)) not in known:
            known.add(what)
            yield sequence


def _sequences(
    layout: Layout,
    before: Position,
    after: Position,
    turn: TurnContext,
    rules: HouseRules,
    asked: Herdless,
    anywhere: bool = False,
) -> Iterator[MoveSequence]:
    """Yield every way, orders and choices of dice included; equal herds are ridden from once.

    ``anywhere``: see ``CowboySearch``.
    """
    view = perspective(layout, before, turn.seat, rules)
    final_cows = layout.mask(after.cows)
    if not _plausible(view, before, after, final_cows, turn):
        return
    cattle_search = CattleSearch(view, final_cows, after.corral, layout.mask(turn.moved))
    must = rules.cowboy_dice_mandatory and turn.ended
    cowboy_search = _cowboy_search(view, after, must)._replace(anywhere=anywhere)
    start = _search_state(layout, before, turn.seat, cowboy_search.foes, turn.moved)
    loose = _shared(asked, start, cowboy_search.without_herd(start))
    if not loose.possible(start, turn.cowboy_dice):
        return
    cowboy_search = cowboy_search._replace(loose=loose)
    cattle: dict[SearchState, list[MoveSequence]] = {}
    for cows, driven in cattle_search.sequences(view.cows, before.corral, turn.cow_dice):
        state = start._replace(cows=cows)
        if state in cattle:
            cattle[state].append(driven)
            continue
        cattle[state] = []
        if cowboy_search.has_place_for_the_stolen(state):
            for ridden in cowboy_search.sequences(state, turn.cowboy_dice):
                yield (*driven, *ridden)
    for state, drives in cattle.items():
        if drives and cowboy_search.has_place_for_the_stolen(state):
            for ridden in cowboy_search.sequences(state, turn.cowboy_dice):
                yield from ((*driven, *ridden) for driven in drives)


def explains_duel(
    layout: Layout, before: Position, after: Position, turn: TurnContext, rules: HouseRules, asked: Herdless
) -> bool:
    """Return whether a turn can lead to ``after``, where the loser of a duel is in jail, if duels may send him there.

    If not, no other place of the loser makes it legal: but for one where another duel with that cowboy follows.
    """
    free = replace(turn, ended=False)
    return any(True for _ in _sequences(layout, before, after, free, rules, asked, anywhere=True))


def _shared(asked: Herdless, start: SearchState, loose: CowboySearch) -> CowboySearch:
    """Return the search without cows at home as it was made for a like question, with what it has found."""
    alone = start._replace(cows=start.cows & ~loose.view.home)
    return asked.setdefault((alone, loose.goal, loose.crowded, loose.anywhere), loose)


def _plausible(view: Perspective, before: Position, after: Position, final_cows: int, turn: TurnContext) -> bool:
    """Return whether nothing has changed that no move can change.

    That is the owners of the ranches, the numbers of figures, enemies in the town, and foreign cows.
    """
    seats = before.ranch_of.keys()
    brought = after.corral - before.corral
    had, has = _cowboys(before), _cowboys(after)
    abroad, still_abroad = view.cows & ~view.home, final_cows & ~view.home
    return (
        turn.seat in seats
        and before.ranch_of == after.ranch_of
        and before.waiting == after.waiting
        and 0 <= brought <= len(turn.cow_dice)
        and view.cows.bit_count() - brought == final_cows.bit_count()
        and not still_abroad & ~abroad
        and all(had[seat] == has[seat] for seat in seats)
        and all(before.town.get(seat) == after.town.get(seat) for seat in seats if seat != turn.seat)
    )


def _cowboys(position: Position) -> Counter[str]:
    """Return how many cowboys each seat has: on cells, in the town and in jail."""
    found = Counter(position.cowboys.values())
    found.update(position.town)
    found.update(position.jail)
    return found


def _cowboy_search(view: Perspective, after: Position, must: bool) -> CowboySearch:
    ranch_of = view.position.ranch_of
    foes = tuple(seat for seat in ranch_of if seat != view.seat)
    goal = _search_state(view.layout, after, view.seat, foes)
    return CowboySearch(view.layout, view, view.seat, ranch_of, foes, goal, must, set(), {}, {}, {})


def _search_state(
    layout: Layout, position: Position, seat: str, foes: tuple[str, ...], moved: tuple[str, ...] | None = None
) -> SearchState:
    """Return the position as the search keeps it, where the cowboys on the nodes ``moved`` have ridden (None: all)."""
    places = {who: layout.mask(c for c, owner in position.cowboys.items() if owner == who) for who in (seat, *foes)}
    done, done_in_town = places[seat], position.town.get(seat, 0)
    if moved is not None:
        done &= layout.mask(node for node in moved if node != TOWN)
        done_in_town = min(done_in_town, moved.count(TOWN))
    return SearchState(
        cows=layout.mask(position.cows),
        unmoved=places[seat] & ~done,
        done=done,
        unmoved_in_town=position.town.get(seat, 0) - done_in_town,
        done_in_town=done_in_town,
        in_jail=position.jail.get(seat, 0),
        foes=tuple(places[foe] for foe in foes),
        foes_in_jail=tuple(position.jail.get(foe, 0) for foe in foes),
    )


class CattleSearch(NamedTuple):
    """Search for moves of cows that lead to a herd that thefts alone can turn into ``final_cows``."""

    view: Perspective
    final_cows: int
    corral: int
    tired: int

    def sequences(self, cows: int, corral: int, dice: Dice) -> Iterator[tuple[int, MoveSequence]]:
        """Yield every herd that fits, with the moves to it; a die may always stay unused (8.2)."""
        home = self.view.home
        misplaced = cows & home & ~self.final_cows
        if misplaced.bit_count() > len(dice) or misplaced & self.tired or self.corral - corral > len(dice):
            return
        if not misplaced and corral == self.corral:
            yield cows, ()
        for place, die in enumerate(dice):
            if die and die not in dice[:place]:
                left = dice[:place] + dice[place + 1 :]
                movers = cows & home if misplaced.bit_count() < len(dice) else misplaced
                for move, after, brought, tired in self._moves(cows, movers & ~self.tired, corral, die):
                    search = self._replace(tired=self.tired | tired)
                    for herd, rest in search.sequences(after, corral + brought, left):
                        yield herd, (move, *rest)

    def _moves(self, cows: int, movers: int, corral: int, die: int) -> Iterator[tuple[Move, int, int, int]]:
        """Yield every move of a mover to a cell where a cow is wanted, or to the town: the cows then, sold, moved."""
        view, layout = self.view, self.view.layout
        town = layout.bit.get(TOWN, 0)
        targets = self.final_cows & view.home & ~(cows | view.friendly | view.enemies)
        if corral < self.corral:
            targets |= town
        passes = view.friendly & view.home if view.facts.cow_passes_friendly_cowboys else 0
        blocked = (cows | view.friendly | view.enemies) & ~passes
        for start in singles(movers):
            frm = layout.nodes[start.bit_length() - 1]
            if not targets & (view.book.cow[frm, die].area | town):
                continue
            for end, ways in view.book.cow_ends[frm, die].items():
                if end & targets and any(not through & blocked for through in ways):
                    if end == town:
                        yield Move("cow", frm, TOWN, die, MoveKind.SALE), cows & ~start, 1, 0
                    else:
                        to = layout.nodes[end.bit_length() - 1]
                        yield Move("cow", frm, to, die, MoveKind.MOVE), cows & ~start | end, 0, end
