"""What every event makes of a game of Abilene. Events carry their outcome, so no rule is asked again here."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotRevealed, BallotVoided
from companion.core.table.table import Level
from companion.core.table.table_messages import GameStarted, LevelChanged
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.common.state import Duel, Loser, Sale, State, Theft, Turn
from companion.games.abilene.edition_1993.corral import CorralCard


class Flow(NamedTuple):
    """The order of the steps on the board: where a turn opens, and what comes after dice and after cattle.

    ``cattle`` are steps that the whole herd shares, where cattle has no dice.
    """

    opening: Step
    after_dice: Step
    after_cattle: Step
    cattle: tuple[int, ...] = ()


DICE_FIRST = Flow(Step.DICE, Step.CATTLE, Step.COWBOYS)
"""Rules 1993 §6."""

PLAY_GOES_ON = (m.DiceRolled, m.JailPaid, m.TheftRecorded, m.JailedRecorded, m.TownRecorded)


def begin(event: GameStarted) -> State:
    """The state between ``GameStarted`` and ``HerdsPlaced``."""
    return State(event.order, {}, {}, Turn(event.order[0], 0, Step.DICE))


def apply(state: State | None, event: Event, flow: Flow = DICE_FIRST) -> State:
    """The state after an event of the game (or one of the table's that matters to it)."""
    if isinstance(event, GameStarted):
        return begin(event)
    if state is None:
        raise ValueError(f"{type(event).__name__} before the game began")
    if isinstance(event, PLAY_GOES_ON):
        state = replace(state, last_sale=None)
    state = _apply_board(_apply_sale(state, event), event, flow)
    # Until its figures are arranged, a table that went up to the board still plays with the bank only.
    return _apply_turn(state, event, Level.BANK if state.position is None else Level.BOARD, flow)


def _apply_turn(state: State, event: Event, level: Level, flow: Flow) -> State:
    turn = state.turn
    match event:
        case m.TurnBegan(seat=seat, number=number):
            fresh = Turn(seat, number, opening_step(state, seat, level, flow), cow_dice=flow.cattle)
            return replace(state, turn=fresh, pending=None, sale=None, last=())
        case m.DiceRolled(cow=cow, cowboy=cowboy):
            step = Step.JAIL if state.in_jail(turn.seat) and not turn.jail_paid else flow.after_dice
            return replace(state, turn=replace(turn, cow_dice=cow, cowboy_dice=cowboy, step=step))
        case m.JailPaid(released=released):
            return _left_jail(replace(state, turn=replace(turn, releasing=released, jail_paid=True)), level)
        case m.CowboyReleased():
            return _left_jail(replace(state, turn=replace(turn, releasing=turn.releasing - 1)), level)
        case m.StepEnded(step=Step.CATTLE):
            return replace(state, turn=replace(turn, step=flow.after_cattle, moved=()))
        case m.StepEnded():
            return replace(state, turn=replace(turn, step=Step.SALE))
        case m.WentBankrupt(seat=turn.seat, out=False) if turn.step is Step.JAIL:
            return _left_jail(state, level)
        case LevelChanged(level=new):
            return _changed_level(state, new)
        case _:
            return state


def opening_step(state: State, seat: str, level: Level, flow: Flow = DICE_FIRST) -> Step:
    """Where a turn begins: on the board as its flow says, at the level *bank* with the jail bill if there is one."""
    if level is Level.BOARD:
        return flow.opening
    return Step.JAIL if state.in_jail(seat) else Step.TABLE


def _left_jail(state: State, level: Level) -> State:
    """On with the turn; on the board only when every released cowboy has been placed."""
    turn = state.turn
    if state.position is None:
        freed = {**state.jailed, turn.seat: state.jailed.get(turn.seat, 0) - turn.releasing}
        step = Step.TABLE if level is Level.BANK else Step.CATTLE
        return replace(state, jailed=freed, turn=replace(turn, step=step, releasing=0))
    return state if turn.releasing else replace(state, turn=replace(turn, step=Step.CATTLE))


def _changed_level(state: State, level: Level) -> State:
    """To the bank: the counts are what the board showed. To the board: figures are arranged next."""
    if level is not Level.BANK:
        return state
    if state.position:
        ranch_of = state.position.ranch_of
        herd = {seat: sum(cow[0] == ranch_of.get(seat) for cow in state.position.cows) for seat in state.order}
        state = replace(state, herd=herd, jailed=dict(state.position.jail), corral=state.position.corral)
        state = replace(state, stood=state.position)
    turn = state.turn
    jailed = {**state.jailed, turn.seat: state.jailed.get(turn.seat, 0) - turn.releasing}
    match turn.step:
        case Step.SALE:
            step = Step.SALE
        case Step.DICE | Step.JAIL if jailed[turn.seat] and not turn.jail_paid:
            step = Step.JAIL
        case _:
            step = Step.TABLE
    turn = replace(turn, step=step, releasing=0)
    return replace(state, position=None, pending=None, jailed=jailed, turn=turn)


def _apply_board(state: State, event: Event, flow: Flow) -> State:
    position, turn = state.position, state.turn
    match event:
        case m.HerdsPlaced(brands=brands, ranches=ranches, position=placed):
            herd = dict.fromkeys(state.order, COWS_EACH)
            return replace(state, brands=brands, ranches=ranches, position=placed, herd=herd)
        case m.BoardArranged(position=arranged):
            step = flow.opening if turn.step is Step.TABLE else turn.step
            return replace(state, position=arranged, pending=None, last=(), turn=replace(turn, step=step, moved=()))
        case m.TheftRecorded(thief=thief, victim=victim):
            herd = {**state.herd, thief: state.herd[thief] + 1}
            if victim in herd:
                herd[victim] -= 1
            return replace(state, herd=herd)
        case m.JailedRecorded(seat=seat):
            return replace(state, jailed={**state.jailed, seat: state.jailed.get(seat, 0) + 1})
        case m.TownRecorded(seller=seller):
            return replace(state, corral=state.corral + 1, herd={**state.herd, seller: state.herd[seller] - 1})
    if position is None:
        return state
    match event:
        case m.CowboyReleased(seat=seat, cell=cell):
            return replace(state, position=position.release(seat, cell), last=(cell,))
        case m.CowMoved(frm=frm, to=to, left=int() as left):
            turn = replace(turn, cow_dice=(left,), moved=(*turn.moved, to))
            return replace(state, position=position.move_cow(frm, to), turn=turn, last=(frm, to))
        case m.CowMoved(frm=frm, to=to, die=die):
            turn = replace(turn, used_cow=(*turn.used_cow, die), moved=(*turn.moved, to))
            return replace(state, position=position.move_cow(frm, to), turn=turn, last=(frm, to))
        case m.CowboyMoved():
            return _cowboy_moved(state, position, event)
        case m.CowPlaced(thief=thief, frm=frm, to=to):
            lifted = position.remove_cow(frm)
            if isinstance(state.pending, Theft):  # the thief leaves his cell first: the cow may go there
                lifted = lifted.move_cowboy(thief, state.pending.frm, frm)
            return replace(state, position=lifted.place_cow(to), pending=None, last=(frm, to))
        case m.DuelRolled(attacker_die=one, defender_die=two) if one == two and isinstance(state.pending, Duel):
            return replace(state, pending=replace(state.pending, tied=True))
        case m.DuelWon():
            return _duel_won(state, position, event)
        case m.LoserPlaced(loser=loser, cell=cell):
            if loser == turn.seat:  # the attacker lost: his cowboy has moved in this turn (§9.1)
                turn = replace(turn, moved=(*turn.moved, cell))
            return replace(state, position=position.place_cowboy(loser, cell), pending=None, turn=turn, last=(cell,))
        case m.WentBankrupt(seat=seat, out=out):
            gone = position.leave(seat)
            stays = {**gone.ranch_of, seat: position.ranch_of[seat]}
            return replace(state, position=gone if out else replace(gone, ranch_of=stays), pending=None)
        case _:
            return state


def _cowboy_moved(state: State, position: Position, event: m.CowboyMoved) -> State:
    turn = replace(
        state.turn,
        used_cowboy=(*state.turn.used_cowboy, event.die),
        moved=(*state.turn.moved, event.to),
    )
    state = replace(state, turn=turn, last=(event.frm, event.to))
    match event.what:
        case MoveKind.THEFT:
            return replace(state, pending=Theft(event.seat, event.other, event.frm, event.to))
        case MoveKind.DUEL:
            return replace(state, pending=Duel(event.seat, event.other, event.frm, event.to))
        case _:
            return replace(state, position=position.move_cowboy(event.seat, event.frm, event.to))


def _duel_won(state: State, position: Position, event: m.DuelWon) -> State:
    duel = state.pending
    if not isinstance(duel, Duel):
        return state
    moved = state.turn.moved
    stood = duel.frm if event.loser == duel.attacker else duel.cell
    after = position.to_jail(event.loser, stood) if event.jailed else position.remove_cowboy(event.loser, stood)
    if event.winner == duel.attacker:
        after = after.move_cowboy(duel.attacker, duel.frm, duel.cell)
    else:
        moved = moved[:-1]  # the cowboy that moved last is off the board now
    pending = None if event.jailed else Loser(event.winner, event.loser, event.cell)
    turn = replace(state.turn, moved=moved)
    return replace(state, position=after, pending=pending, turn=turn, last=(event.cell,))


def _apply_sale(state: State, event: Event) -> State:
    sale = state.sale
    match event:
        case m.SaleOpened(seller=seller):
            return replace(state, sale=Sale(seller))
        case BallotVoided() if sale:
            return replace(state, sale=replace(sale, votes={}))
        case BallotRevealed(votes=votes) if sale:
            return replace(state, sale=replace(sale, votes={seat: CorralCard(card) for seat, card in votes.items()}))
        case m.StickerShown(sticker=sticker, state=truth, payments=payments) if sale:
            return replace(state, sale=replace(sale, sticker=sticker, state=truth, payments=payments))
        case m.CowSold(seller=seller, sticker=sticker):
            state = replace(state, sale=None, sold=(*state.sold, (seller, sticker)), last_sale=event)
            if state.position:
                return replace(state, position=state.position.sell_cow())
            return replace(state, corral=state.corral - 1)
        case m.WentBankrupt(seat=seat, out=out):
            return _bankrupt(state, seat, out)
        case _:
            return state


def _bankrupt(state: State, seat: str, out: bool) -> State:
    """The cattle stays where it is; cows of his that wait in town, but for the one being sold, go back to the box."""
    sale = replace(state.sale, bust=(*state.sale.bust, seat)) if state.sale else None
    state = replace(state, sale=sale, jailed={**state.jailed, seat: 0})
    if not out:
        return state
    state = replace(state, out=(*state.out, seat))
    if seat != state.turn.seat:
        return state
    left = min(state.waiting_cows, 1 if sale else 0)
    position = replace(state.position, corral=left) if state.position else None
    return replace(state, corral=left, position=position)
