"""The state after the events that all editions of Abilene share.

Events carry their outcome, so no rule is asked again here.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from companion.core.messages import Event
from companion.core.table.events import LevelChanged
from companion.core.table.table import Level
from companion.core.values import changed
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.common.state import Duel, State, Theft

S = TypeVar("S", bound=State)


class Flow(NamedTuple):
    """The order of the steps on the board: where a turn opens, and what comes after dice and after cattle.

    ``cattle`` are steps that the whole herd shares, where cattle has no dice.
    """

    opening: Step
    after_dice: Step
    after_cattle: Step
    cattle: tuple[int, ...] = ()


def apply_turn(state: S, event: Event, flow: Flow) -> S:
    """Return the state with its turn after an event."""
    turn = state.turn
    match event:
        case messages.TurnBegan(seat=seat, number=number):
            opening = flow.opening if state.position else Step.TABLE  # until figures are arranged, only the bank
            new_turn = type(turn)(seat, number, opening, cow_dice=flow.cattle)
            return changed(state, turn=new_turn, pending=None, sale=None, last=())
        case messages.DiceRolled(cow=cow, cowboy=cowboy):
            return changed(state, turn=changed(turn, cow_dice=cow, cowboy_dice=cowboy, step=flow.after_dice))
        case messages.StepEnded(step=Step.CATTLE):
            return changed(state, turn=changed(turn, step=flow.after_cattle, moved=()))
        case messages.StepEnded():
            return changed(state, turn=changed(turn, step=Step.SALE))
        case LevelChanged(level=Level.BANK):
            return _to_the_bank(state)
        case _:
            return state


def _to_the_bank(state: S) -> S:
    """Return the state with the counts of the board, kept by the bank from now on.

    When the board is followed again, its figures are arranged first.
    """
    if state.position:
        herd = {seat: sum(cow[0] == state.ranches[seat] for cow in state.position.cows) for seat in state.order}
        state = changed(state, herd=herd, corral=state.position.corral, stood=state.position)
        used = state.turn
        state = changed(state, turn=changed(used, driven=len(used.used_cow), ridden=len(used.used_cowboy)))
    step = Step.SALE if state.turn.step is Step.SALE else Step.TABLE
    return changed(state, position=None, pending=None, turn=changed(state.turn, step=step))


def apply_board(state: S, event: Event, flow: Flow) -> S:
    """Return the state with its figures after an event, at the level *bank* with their numbers."""
    position, turn = state.position, state.turn
    match event:
        case messages.HerdsPlaced(ranches=ranches, position=placed):
            return changed(state, ranches=ranches, position=placed, herd=dict.fromkeys(state.order, COWS_EACH))
        case messages.BoardArranged(position=arranged):
            if turn.step is Step.TABLE:  # it begins anew on the board: no die has been rolled or used
                turn = changed(turn, step=flow.opening, cow_dice=flow.cattle, cowboy_dice=())
                turn = changed(turn, used_cow=(), used_cowboy=())
            return changed(state, position=arranged, pending=None, last=(), turn=changed(turn, moved=()))
        case messages.TheftRecorded(thief=thief, victim=victim):
            herd = {**state.herd, thief: state.herd[thief] + 1}
            if victim in herd:
                herd[victim] -= 1
            return changed(state, herd=herd, turn=changed(turn, ridden=turn.ridden + 1))
    return state if position is None else _moved(state, position, event)


def _moved(state: S, position: Position, event: Event) -> S:
    turn = state.turn
    match event:
        case messages.CowMoved(frm=frm, to=to, left=int() as left):
            turn = changed(turn, cow_dice=(left,), moved=(*turn.moved, to))
            return changed(state, position=position.move_cow(frm, to), turn=turn, last=(frm, to))
        case messages.CowMoved(frm=frm, to=to, die=die):
            turn = changed(turn, used_cow=(*turn.used_cow, die), moved=(*turn.moved, to))
            return changed(state, position=position.move_cow(frm, to), turn=turn, last=(frm, to))
        case messages.CowboyMoved():
            return _cowboy_moved(state, position, event)
        case messages.CowPlaced(thief=thief, frm=frm, to=to):
            lifted = position.remove_cow(frm)
            if isinstance(state.pending, Theft):  # the thief leaves his cell first: the cow may go there
                lifted = lifted.move_cowboy(thief, state.pending.frm, frm)
            return changed(state, position=lifted.place_cow(to), pending=None, last=(frm, to))
        case messages.DuelRolled(attacker_die=attacker_face, defender_die=defender_face) if (
            attacker_face == defender_face and isinstance(state.pending, Duel)
        ):
            return changed(state, pending=changed(state.pending, tied=True))
        case _:
            return state


def _cowboy_moved(state: S, position: Position, event: messages.CowboyMoved) -> S:
    turn = changed(state.turn, used_cowboy=(*state.turn.used_cowboy, event.die), moved=(*state.turn.moved, event.to))
    state = changed(state, turn=turn, last=(event.frm, event.to))
    match event.what:
        case MoveKind.THEFT:
            return changed(state, pending=Theft(event.seat, event.other, event.frm, event.to))
        case MoveKind.DUEL:
            return changed(state, pending=Duel(event.seat, event.other, event.frm, event.to))
        case _:
            return changed(state, position=position.move_cowboy(event.seat, event.frm, event.to))
