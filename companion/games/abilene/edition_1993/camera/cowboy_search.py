"""The search for rides of the cowboys that lead from one position to another; it never tries what cannot fit.

A cowboy who has moved stays where he is for the rest of the step, so every ride must end where one of his
colour stands at the end, unless he loses a duel. A stolen cow and an enemy who is gone each cost one die.

Many herds are ridden from, and they differ at home alone. So the question is asked once without them
(``CowboySearch.without_herd``): no herd allows a ride that leads nowhere even then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from companion.boards.layout import Layout, singles
from companion.games.abilene.common.board.movement import (
    JAIL,
    MoveKind,
    Perspective,
    cowboy_destinations,
    loser_choices,
)
from companion.games.abilene.common.board.movement_facts import Choices
from companion.games.abilene.common.camera.move_sequences import Move, MoveSequence
from companion.games.abilene.common.pieces import TOWN

Dice = tuple[int, ...]


Route = tuple[int, tuple[int, ...]]
"""An end and its paths, each as the cells between."""

Ride = tuple[Move, int, tuple[int, ...], Dice]
"""A ride without its outcome: the move, its end as a bit, its paths, the dice that are left."""


class SearchState(NamedTuple):
    """The places of all figures, as bits; ``unmoved`` and ``done`` are own cowboys before and after their ride.

    The enemies' places and the counts of those in jail are in the order of the question's ``foes``.
    """

    cows: int
    unmoved: int
    done: int
    unmoved_in_town: int
    done_in_town: int
    in_jail: int
    foes: tuple[int, ...]
    foes_in_jail: tuple[int, ...]

    @property
    def occupied(self) -> int:
        """Return where any figure stands."""
        return sum(self.foes, self.cows | self.unmoved | self.done)  # no two stand on one cell

    def without(self, node: str, bit: int) -> SearchState:
        """Return the state without the cowboy who is about to ride."""
        if node == TOWN:
            return self._replace(unmoved_in_town=self.unmoved_in_town - 1)
        return self._replace(unmoved=self.unmoved & ~bit)


class CowboySearch(NamedTuple):
    """The search for rides from any state to ``goal``, in which nobody is ``unmoved``. ``must`` is option A7."""

    layout: Layout
    view: Perspective
    seat: str
    ranch_of: dict[str, str]
    foes: tuple[str, ...]
    goal: SearchState
    must: bool
    dead: set[tuple[SearchState, Dice]]
    """The states that were searched in vain."""
    routes: dict[tuple[str, int], tuple[Route, ...]]
    """The ways of each cowboy with each die that can matter here, found when first asked for."""
    hopes: dict[tuple[SearchState, Dice], list[tuple[Ride, bool | None]]]
    """Without a herd: every ride, with whether it can lead to the goal; None: nobody has asked yet."""
    known: dict[tuple[SearchState, Dice], bool]
    """Without a herd: whether rides with these dice lead to the goal."""
    loose: CowboySearch | None = None
    """The same question without the herd; None: this is the one."""
    crowded: bool = False
    """Without a herd: it could leave no free cell at home at all, which sends a loser to jail."""
    anywhere: bool = False
    """The loser of a duel may go to jail or to any cell of his ranch: a question that is easier than the rules."""

    def sequences(self, state: SearchState, dice: Dice) -> Iterator[MoveSequence]:
        """Yield every order of legal rides with these dice that leads to the goal, where the step may end (19.4)."""
        if (state, dice) in self.dead or self._hopeless(state, len(dice)):
            return
        found = False
        if self._reached(state) and not (self.must and self._may_ride(state, dice)):
            found = True
            yield ()
        for move, after, left in self._rides(state, dice):
            for rest in self.sequences(after, left):
                found = True
                yield (move, *rest)
        if not found:
            self.dead.add((state, dice))

    def without_herd(self, state: SearchState) -> CowboySearch:
        """Return the question without the cows at home, and without the cells free there for a stolen cow or a loser.

        ``state`` is how everybody stands before the first ride.
        """
        goal = self.goal._replace(cows=self.goal.cows & ~self.view.home)
        crowded = not self.view.home & ~(state.occupied | self.goal.occupied)
        return self._replace(goal=goal, must=False, crowded=crowded, hopes={}, known={})

    def possible(self, state: SearchState, dice: Dice) -> bool:
        """Return whether rides with these dice lead to the goal with no cow at home in the way (``without_herd``)."""
        alone = state._replace(cows=state.cows & ~self.view.home) if state.cows & self.view.home else state
        if (alone, dice) not in self.known:
            hopeless = self._hopeless(alone, len(dice))
            self.known[alone, dice] = not hopeless and (
                self._reached(alone) or any(True for _ in self._hopeful(alone, dice))
            )
        return self.known[alone, dice]

    def _hopeful(self, state: SearchState, dice: Dice) -> Iterator[Ride]:
        """Yield the rides that can be a part of the way to the goal, as far as the herd lets them."""
        if self.loose:
            yield from self.loose._hopeful(state._replace(cows=state.cows & ~self.view.home), dice)
            return
        if (state, dice) not in self.hopes:
            self.hopes[state, dice] = [(ride, None) for ride in self._fitting(state, dice)]
        hopes = self.hopes[state, dice]
        for number, (ride, hope) in enumerate(hopes):
            if hope is None:
                hopes[number] = ride, any(self.possible(after, left) for _, after, left in self._ridden(state, ride))
            if hopes[number][1]:
                yield ride

    def has_place_for_the_stolen(self, state: SearchState) -> bool:
        """Return whether no stolen cow stands on a cell although better ones stayed free throughout (10.2)."""
        if self.anywhere:
            return True
        stolen, goal = self.goal.cows & ~state.cows, self.goal
        ever_taken = state.occupied | goal.occupied
        good = 0
        for flag in self.view.facts.stolen_cow_to:
            cells = self.layout.select_mask(self.ranch_of[self.seat], flag)
            good |= cells
            if cells & ~ever_taken:
                break
        return not stolen & ~good

    def _reached(self, state: SearchState) -> bool:
        done, in_town = state.unmoved | state.done, state.unmoved_in_town + state.done_in_town
        return state._replace(unmoved=0, done=done, unmoved_in_town=0, done_in_town=in_town) == self.goal

    def _hopeless(self, state: SearchState, dice: int) -> bool:
        """Return whether something that must still happen needs more dice than are left."""
        ends = self._ends_needed(state)
        return (
            self._must_ride(state) > dice
            or self._must_arrive(state) > dice
            or ends.bit_count() > dice
            or bool(ends & ~self.goal.done)
        )

    def _must_ride(self, state: SearchState) -> int:
        """Return how many cowboys stand where nobody of their colour is to stand in the end."""
        too_many_in_town = max(0, state.unmoved_in_town + state.done_in_town - self.goal.done_in_town)
        return (state.unmoved & ~self.goal.done).bit_count() + too_many_in_town

    def _must_arrive(self, state: SearchState) -> int:
        """Return how many places have a cowboy in the end and none now: cells, places in the town and in jail."""
        in_town = self.goal.done_in_town - state.unmoved_in_town - state.done_in_town
        cells = (self.goal.done & ~(state.unmoved | state.done)).bit_count()
        return cells + max(0, in_town) + max(0, self.goal.in_jail - state.in_jail)

    def _ends_needed(self, state: SearchState) -> int:
        """Return where a ride must end yet: on cows that are gone in the goal, on enemies who are gone from there."""
        beaten = 0
        for here, there in zip(state.foes, self.goal.foes, strict=True):
            beaten |= here & ~there
        return beaten | state.cows & ~self.goal.cows

    def _may_ride(self, state: SearchState, dice: Dice) -> bool:
        """Return whether a die that is left has a legal move for a cowboy who has not moved (9.3)."""
        enemies = sum(state.foes)
        view = self.view._replace(cows=state.cows, friendly=state.unmoved | state.done, enemies=enemies)
        return any(cowboy_destinations(view, node, die) for node in self._riders(state) for die in set(dice))

    def _riders(self, state: SearchState) -> Iterator[str]:
        nodes = self.layout.nodes
        yield from (nodes[bit.bit_length() - 1] for bit in singles(state.unmoved))
        if state.unmoved_in_town:
            yield TOWN

    def _rides(self, state: SearchState, dice: Dice) -> Iterator[tuple[Move, SearchState, Dice]]:
        """Yield every ride that can be a part of the way to the goal, with what follows from it."""
        for ride in self._hopeful(state, dice):
            yield from self._ridden(state, ride)

    def _ridden(self, state: SearchState, ride: Ride) -> Iterator[tuple[Move, SearchState, Dice]]:
        """Yield what can follow from the ride; nothing when somebody is in the way."""
        bare, end, ways, left = ride
        blocked = state.occupied | self.view.closed
        if any(not through & blocked for through in ways):
            departed = state.without(bare.frm, self.layout.bit[bare.frm])
            for move, after in self._outcomes(departed, bare, end, len(left)):
                yield move, after, left

    def _fitting(self, state: SearchState, dice: Dice) -> Iterator[Ride]:
        """Yield every ride, even past figures in the way, to where the goal has or may have a use for it."""
        layout, goal, closed = self.layout, self.goal, self.view.closed
        needed = self._ends_needed(state)
        fights = sum(state.foes) & ~closed
        taking = (fights | state.cows & ~goal.cows & ~self.view.home & ~closed) & goal.done
        spare = needed.bit_count() < len(dice)
        staying = self.goal.done if self._must_ride(state) == len(dice) else 0
        for place, die in enumerate(dice):
            if die in dice[:place]:
                continue
            left = dice[:place] + dice[place + 1 :]
            for node in self._riders(state):
                if layout.bit[node] & staying:
                    continue
                departed = state.without(node, layout.bit[node])
                useful = self._free_ends(departed) | taking if spare else taking & needed
                if spare and self._room_for_a_loser(departed):
                    useful |= fights
                for end, ways in self._routes(node, die, state):
                    if end & useful:
                        bare = Move("cowboy", node, layout.nodes[end.bit_length() - 1], die, MoveKind.MOVE)
                        yield bare, end, ways, left

    def _free_ends(self, departed: SearchState) -> int:
        """Return where the cowboy, lifted from his node, could stand in the end without meeting anybody."""
        free = self.goal.done & ~departed.occupied & ~self.view.closed
        if self.goal.done_in_town > departed.done_in_town and self.view.stop_in_town:
            free |= self.layout.bit[TOWN]
        return free

    def _room_for_a_loser(self, departed: SearchState) -> bool:
        """Return whether the goal has a place for a cowboy who loses his duel: at home or in jail."""
        return departed.in_jail < self.goal.in_jail or bool(self.goal.done & self.view.home & ~departed.occupied)

    def _routes(self, node: str, die: int, state: SearchState) -> tuple[Route, ...]:
        """Return the ways to where a cowboy can end, to an enemy who stands there or who may be put there."""
        if (node, die) not in self.routes:
            ends = self.goal.done | sum(self.goal.foes) | sum(state.foes) | self.layout.bit.get(TOWN, 0)
            still = self.goal.cows & ~self.view.home | self.view.closed
            found = []
            for end, ways in self.view.book.cowboy_ends[node, die].items():
                if end & ends and (open_ways := tuple(through for through in ways if not through & still)):
                    found.append((end, open_ways))
            self.routes[node, die] = tuple(found)
        return self.routes[node, die]

    def _outcomes(self, departed: SearchState, bare: Move, end: int, dice: int) -> Iterator[tuple[Move, SearchState]]:
        """Yield what can follow when the cowboy, lifted from his node, arrives."""
        if bare.to == TOWN:
            yield _with_outcome(bare, MoveKind.TOWN), departed._replace(done_in_town=departed.done_in_town + 1)
        elif end & departed.cows:
            yield from self._theft(departed, bare, end)
        elif end & sum(departed.foes):
            yield from chain(self._won(departed, bare, end, dice), self._lost(departed, bare, end))
        else:
            kind = MoveKind.STAY if bare.die == 0 else MoveKind.MOVE
            yield _with_outcome(bare, kind), departed._replace(done=departed.done | end)

    def _theft(self, departed: SearchState, bare: Move, end: int) -> Iterator[tuple[Move, SearchState]]:
        """Yield what follows a theft: the cow goes where the goal has one more (§10.2)."""
        possible = self._first_free(self.seat, departed.occupied, self.view.facts.stolen_cow_to)
        victims = {ranch: seat for seat, ranch in self.ranch_of.items()}
        victim = victims.get(self.layout.by_id[bare.to].region, "")
        if self.loose is None:
            yield (
                _with_outcome(bare, MoveKind.THEFT, victim),
                departed._replace(cows=departed.cows & ~end, done=departed.done | end),
            )
        for cell in singles(possible & self.goal.cows):
            after = departed._replace(cows=departed.cows & ~end | cell, done=departed.done | end)
            yield _with_outcome(bare, MoveKind.THEFT, victim, placed=self._name(cell)), after

    def _won(self, departed: SearchState, bare: Move, end: int, dice: int) -> Iterator[tuple[Move, SearchState]]:
        """Yield what follows a won duel (§11.2).

        The enemy goes where the goal has one more, or where a later ride beats him again.
        """
        if not end & self.goal.done:
            return
        which = next(number for number, places in enumerate(departed.foes) if places & end)
        foe = self.foes[which]
        rest = departed.foes[which] & ~end
        there = departed._replace(done=departed.done | end, foes=_replaced(departed.foes, which, rest))
        possible = self._after_duel(departed, bare.to, self.seat, foe)
        if (self.anywhere or not possible) and departed.foes_in_jail[which] < self.goal.foes_in_jail[which]:
            jailed = _replaced(departed.foes_in_jail, which, departed.foes_in_jail[which] + 1)
            yield _with_outcome(bare, MoveKind.DUEL, foe, self.seat, JAIL), there._replace(foes_in_jail=jailed)
        for cell in singles(possible & (self.goal.foes[which] | (self.goal.done if dice else 0))):
            after = there._replace(foes=_replaced(there.foes, which, rest | cell))
            yield _with_outcome(bare, MoveKind.DUEL, foe, self.seat, self._name(cell)), after

    def _lost(self, departed: SearchState, bare: Move, end: int) -> Iterator[tuple[Move, SearchState]]:
        """Yield what follows a lost duel: the rider goes home or to jail (§11.2, 11.5)."""
        if not self._room_for_a_loser(departed):
            return
        foe = next(seat for seat, places in zip(self.foes, departed.foes, strict=True) if places & end)
        possible = self._after_duel(departed, bare.to, foe, self.seat)
        if (self.anywhere or self.crowded or not possible) and departed.in_jail < self.goal.in_jail:
            yield _with_outcome(bare, MoveKind.DUEL, foe, foe, JAIL), departed._replace(in_jail=departed.in_jail + 1)
        for cell in singles(possible & self.goal.done):
            yield (
                _with_outcome(bare, MoveKind.DUEL, foe, foe, self._name(cell)),
                departed._replace(done=departed.done | cell),
            )

    def _after_duel(self, departed: SearchState, contested: str, winner: str, loser: str) -> int:
        """Return the cells the winner chooses from; none: to jail."""
        choices = loser_choices(self.layout, self.ranch_of, contested, winner, loser)
        return self._first_free(loser, departed.occupied, choices)

    def _first_free(self, seat: str, taken: int, choices: Choices) -> int:
        """Return the free cells of the seat's ranch, of the first kind that has any."""
        ranch = self.ranch_of[seat]
        if choices and (self.anywhere or (self.loose is None and seat == self.seat)):
            choices = (None,)
        return next((free for flag in choices if (free := self.layout.select_mask(ranch, flag) & ~taken)), 0)

    def _name(self, cell: int) -> str:
        return self.layout.nodes[cell.bit_length() - 1]


def _with_outcome(bare: Move, what: MoveKind, other: str = "", winner: str = "", placed: str = "") -> Move:
    """Return the ride with its outcome."""
    return Move(bare.piece, bare.frm, bare.to, bare.die, what, other, winner, placed)


def _replaced(values: tuple[int, ...], which: int, value: int) -> tuple[int, ...]:
    return (*values[:which], value, *values[which + 1 :])
