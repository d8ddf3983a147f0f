"""The board on a screen: figures, whose ranch is whose, what this seat can tap, and what things are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.boards.layout import Layout
from companion.core.identity import identity_cache
from companion.core.text import Text, say
from companion.core.ui.board_page import BoardMoves, BoardTerms, BoardView, Figure, Look, Sign, Unit
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import CORRAL, JAIL, MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.phases import S, Situation
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.state import State


@identity_cache(most=32)
def plain_board(layout: Layout, state: State) -> BoardView | None:
    """Return the board as everybody sees it, with nothing to tap; None where the table only keeps the money."""
    position = state.position
    if position is None:
        return None
    regions = {ranch: owner for owner, ranch in position.ranch_of.items()}
    return BoardView(layout.name, _figures(position, state.owners), regions, lit=_lit(state))


def _figures(position: Position, colours: Mapping[str, str]) -> dict[str, tuple[Figure, ...]]:
    """Return every figure where it stands; ``colours`` says of cattle with a colour whose it is."""
    figures = {cow: _alone("cow", colours.get(cow) or None) for cow in position.cows}
    figures |= {cell: _alone("cowboy", seat) for cell, seat in position.cowboys.items()}
    for node, counts in ((TOWN, position.town), (movement.JAIL, position.jail)):
        if counts:
            figures[node] = tuple(Figure("cowboy", seat, count) for seat, count in counts.items())
    if position.corral:
        figures[CORRAL] = (Figure("cow", count=position.corral),)
    return figures


@lru_cache(maxsize=64)
def _alone(kind: str, seat: str | None) -> tuple[Figure, ...]:
    """Return a figure that has its cell for itself: made once, as every move draws some eighty of them anew."""
    return (Figure(kind, seat),)


def _lit(state: State) -> tuple[str, ...]:
    """Return the cells of what is being asked about, else of the last move."""
    return state.pending.cells if state.pending else state.last


def tapped(moves: BoardMoves | None) -> list[tuple[str, int, str, MoveKind]]:
    """Return every move that the board offers: from where, with which die, to where, and what happens there."""
    if moves is None:
        return []
    return [
        (frm, die, to, MoveKind(what))
        for frm, by_die in moves.to.items()
        for die, ends in by_die.items()
        for to, what in ends.items()
    ]


def move_words() -> dict[str, Text]:
    """Return what happens at the end of a move, in words."""
    return {
        MoveKind.MOVE.value: say("move"),
        MoveKind.SALE.value: say("sell it"),
        MoveKind.THEFT.value: say("steal it"),
        MoveKind.DUEL.value: say("duel"),
        MoveKind.TOWN.value: say("into the town"),
        MoveKind.STAY.value: say("stay"),
    }


def move_signs() -> dict[str, Sign]:
    """Return the ends of moves that are more than a move."""
    return {MoveKind.THEFT.value: Sign(Look.TAKE, say("take it")), MoveKind.DUEL.value: Sign(Look.FIGHT, say("duel"))}


def board_moves(
    kind: str,
    movers: Sequence[str],
    dice: tuple[int, ...],
    used: tuple[int, ...],
    now: Situation[S],
    die: str,
    unit: Unit = Unit.DIE,
) -> BoardMoves | None:
    """Return where the figures on the cells ``movers`` can go with every die of the kind ``die`` that is left.

    A move is sent as a command ``kind``.
    """
    position = now.state.position
    if position is None:
        return None
    left = {at: face for at, face in enumerate(dice) if at not in used}
    view = now.perspective(now.state.turn.seat, position)
    reach = {
        (node, face): movement.destinations_seen(view, node, face) for face in set(left.values()) for node in movers
    }
    to = {
        node: {
            at: {cell: what.value for cell, what in reach[node, face].items()}
            for at, face in left.items()
            if reach[node, face]
        }
        for node in movers
    }
    possible = {node: by_die for node, by_die in to.items() if by_die}
    return BoardMoves(kind, dice, possible, move_words(), unit, used, move_signs(), die)


TERMS = BoardTerms(
    figures={"cow": say("Cow"), "cowboy": say("Cowboy")},
    places={TOWN: say("the town"), JAIL: say("Jail"), "corral": say("Corral")},
    marks={Mark.COW_START: say("Start of a cow"), Mark.COWBOY_START: say("Start of a cowboy")},
    town="Abilene",
    region=say("Ranch"),
)

TERMS_1983 = replace(
    TERMS,
    figures={"cow": say("Steer"), "cowboy": say("Cowboy")},
    places={TOWN: say("the town"), "corral": say("Corral")},
    marks={**TERMS.marks, Mark.COW_START: say("Start of a steer")},
    region=say("Prairie"),
)
"""Steers on prairies, and no jail: a place of a board that the terms do not name is not drawn."""
