"""The state of the edition of 1993 after an event: the shared one, and jail, sale and bankruptcy."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotRevealed, BallotVoided
from companion.core.table.events import GameStarted, LevelChanged
from companion.core.table.table import Level
from companion.core.values import changed
from companion.games.abilene.common import messages
from companion.games.abilene.common import reducer as shared
from companion.games.abilene.common.board.position import Position, without
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.reducer import Flow
from companion.games.abilene.common.state import Duel, moved
from companion.games.abilene.edition_1993 import messages as m1993
from companion.games.abilene.edition_1993.money.herds import CorralCard
from companion.games.abilene.edition_1993.state import Loser, Sale1993, State1993, Turn1993

DICE_FIRST = Flow(Step.DICE, Step.CATTLE, Step.COWBOYS)
"""Rules 1993 §6."""

CONTINUES_PLAY = (messages.DiceRolled, m1993.JailPaid, messages.TheftRecorded, m1993.JailedRecorded, m1993.TownRecorded)


def apply(state: State1993 | None, event: Event) -> State1993:
    """Return the state after an event of the game (or one of the table's that matters to it)."""
    if isinstance(event, GameStarted):
        return State1993(event.order, {}, Turn1993(event.order[0], 0, Step.DICE))
    if state is None:
        raise ValueError(f"{type(event).__name__} before the game began")
    if isinstance(event, CONTINUES_PLAY):
        state = changed(state, last_sale=None)
    state = _apply_board(_apply_sale(_apply_cattle(state, event), event), event)
    return _apply_turn(state, event)


# --- the turn ---------------------------------------------------------------------------------


def _apply_turn(before: State1993, event: Event) -> State1993:
    state = shared.apply_turn(before, event, DICE_FIRST)
    turn = state.turn
    match event:
        case messages.TurnBegan(seat=seat) if state.position is None and state.in_jail(seat):
            return changed(state, turn=changed(turn, step=Step.JAIL))
        case messages.DiceRolled() if state.in_jail(turn.seat) and not turn.jail_paid:
            return changed(state, turn=changed(turn, step=Step.JAIL))
        case m1993.JailPaid(released=released):
            return _left_jail(changed(state, turn=changed(turn, releasing=released, jail_paid=True)))
        case m1993.CowboyReleased():
            return _left_jail(changed(state, turn=changed(turn, releasing=turn.releasing - 1)))
        case m1993.WentBankrupt(seat=turn.seat, out=False) if turn.step is Step.JAIL:
            return _left_jail(changed(state, turn=changed(turn, releasing=0)))
        case LevelChanged(level=Level.BANK):
            return _jail_at_the_bank(before, state)
        case _:
            return state


def _left_jail(state: State1993) -> State1993:
    """Go on with the turn; on the board only when every released cowboy has been placed."""
    turn = state.turn
    if state.position is None:
        freed = {**state.jailed, turn.seat: state.jailed.get(turn.seat, 0) - turn.releasing}
        return changed(state, jailed=freed, turn=changed(turn, step=Step.TABLE, releasing=0))
    return state if turn.releasing else changed(state, turn=changed(turn, step=Step.CATTLE))


def _jail_at_the_bank(before: State1993, state: State1993) -> State1993:
    """Return who is in jail is counted as the board showed it; a bill that was not paid yet still is to be."""
    turn = before.turn
    counted = dict(before.position.jail) if before.position else before.jailed
    jailed = {**counted, turn.seat: counted.get(turn.seat, 0) - turn.releasing}
    unpaid = turn.step in (Step.DICE, Step.JAIL) and jailed[turn.seat] and not turn.jail_paid
    step = Step.JAIL if unpaid else state.turn.step
    return changed(state, jailed=jailed, turn=changed(state.turn, step=step, releasing=0))


# --- which cow is which -------------------------------------------------------------------------


def _apply_cattle(state: State1993, event: Event) -> State1993:
    match event:
        case messages.HerdsPlaced(position=position):
            return changed(state, cattle={cow: cow for cow in position.cows} if position else {})
        case messages.CowMoved(frm=frm, to=to) if to == TOWN:
            brought = (*state.brought, state.cattle.get(frm, ""))
            return changed(state, cattle=without(state.cattle, frm), brought=brought)
        case messages.CowMoved(frm=frm, to=to) | messages.CowPlaced(frm=frm, to=to):
            return changed(state, cattle=moved(state.cattle, frm, to))
        case messages.BoardArranged(position=position):
            return _arranged(state, position.cows)
        case messages.TurnBegan():
            return changed(state, brought=())
        case LevelChanged(level=Level.BANK):
            return changed(state, cattle={}, brought=())
        case _:
            return state


def _arranged(state: State1993, cows: tuple[str, ...]) -> State1993:
    """Return what is known of the cows after they were arranged.

    A cow that kept its cell is the same, and so is the only one that moved; of others nobody knows.
    """
    number = state.arranged + 1
    removed, new = [cell for cell in state.cattle if cell not in cows], [cow for cow in cows if cow not in state.cattle]
    known = moved(state.cattle, removed[0], new[0]) if len(removed) == len(new) == 1 else state.cattle
    return changed(state, cattle={cow: known.get(cow, f"{cow}#{number}") for cow in cows}, arranged=number)


# --- the figures ------------------------------------------------------------------------------


def _apply_board(before: State1993, event: Event) -> State1993:
    state = shared.apply_board(before, event, DICE_FIRST)
    position, turn = state.position, state.turn
    match event:
        case messages.HerdsPlaced(brands=brands):
            return changed(state, brands=brands)
        case m1993.JailedRecorded(seat=seat):
            turn = changed(turn, ridden=turn.ridden + 1, lost=turn.lost + (seat == turn.seat))
            return changed(state, jailed={**state.jailed, seat: state.jailed.get(seat, 0) + 1}, turn=turn)
        case m1993.TownRecorded(seller=seller):
            herd = {**state.herd, seller: state.herd[seller] - 1}
            return changed(state, corral=state.corral + 1, herd=herd, turn=changed(turn, driven=turn.driven + 1))
    if position is None:
        return state
    match event:
        case m1993.CowboyReleased(seat=seat, cell=cell):
            return changed(state, position=position.release(seat, cell), last=(cell,))
        case m1993.DuelWon():
            return _duel_won(state, position, event)
        case m1993.LoserPlaced(loser=loser, cell=cell):
            if loser == turn.seat:  # the attacker lost: his cowboy has moved in this turn (§9.1)
                turn = changed(turn, moved=(*turn.moved, cell))
            return changed(state, position=position.place_cowboy(loser, cell), pending=None, turn=turn, last=(cell,))
        case m1993.WentBankrupt(seat=seat, out=out, ends=ends):
            after_leaving = position.leave(seat)
            stays = {**after_leaving.ranch_of, seat: position.ranch_of[seat]}
            pending = None if ends else state.pending
            return changed(
                state, position=after_leaving if out else changed(after_leaving, ranch_of=stays), pending=pending
            )
        case _:
            return state


def _duel_won(state: State1993, position: Position, event: m1993.DuelWon) -> State1993:
    duel = state.pending
    if not isinstance(duel, Duel):
        return state
    ridden = state.turn.moved
    cell = duel.frm if event.loser == duel.attacker else duel.cell
    after = position.to_jail(event.loser, cell) if event.jailed else position.remove_cowboy(event.loser, cell)
    if event.winner == duel.attacker:
        after = after.move_cowboy(duel.attacker, duel.frm, duel.cell)
    else:
        ridden = ridden[:-1]  # the cowboy that moved last is off the board now
    pending = None if event.jailed else Loser(event.winner, event.loser, event.cell)
    turn = changed(state.turn, moved=ridden)
    return changed(state, position=after, pending=pending, turn=turn, last=(event.cell,))


# --- the sale ---------------------------------------------------------------------------------


def _apply_sale(state: State1993, event: Event) -> State1993:
    sale = state.sale
    match event:
        case m1993.SaleOpened(seller=seller):
            cow, *rest = state.brought or ("",)
            return changed(state, sale=Sale1993(seller, cow=cow), brought=tuple(rest))
        case BallotVoided() if sale:
            return changed(state, sale=changed(sale, votes={}))
        case BallotRevealed(votes=votes) if sale:
            return changed(state, sale=changed(sale, votes={seat: CorralCard(card) for seat, card in votes.items()}))
        case m1993.StickerShown(sticker=sticker) if state.unshown and not sale:
            return changed(state, unshown=state.unshown[1:], gone=(*state.gone, sticker))
        case m1993.StickerShown(sticker=sticker, state=truth, payments=payments) if sale:
            return changed(state, sale=changed(sale, sticker=sticker, state=truth, payments=payments))
        case m1993.CowSold(seller=seller, sticker=sticker):
            state = changed(state, sale=None, sold=(*state.sold, (seller, sticker)), last_sale=event)
            if state.position:
                return changed(state, position=state.position.sell_cow())
            return changed(state, corral=state.corral - 1)
        case m1993.WentBankrupt(seat=seat, out=out, unsold=unsold):
            return _bankrupt(state, seat, out, unsold)
        case _:
            return state


def _bankrupt(state: State1993, seat: str, out: bool, unsold: int) -> State1993:
    """Return the state after a bankruptcy (§20.1).

    The cattle stays where it is; the player's cows that wait in town leave the game, but for the one on sale.
    """
    sale = changed(state.sale, bust=(*state.sale.bust, seat)) if state.sale else None
    state = changed(state, sale=sale, jailed={**state.jailed, seat: 0})
    if not out:
        return state
    state = changed(state, out=(*state.out, seat))
    if seat != state.turn.seat:
        return state
    left = min(state.waiting_cows, 1 if sale else 0)
    position = changed(state.position, corral=left) if state.position else None
    unshown = (*state.brought, *[""] * unsold)[:unsold]
    return changed(state, corral=left, position=position, brought=(), unshown=unshown)
