"""The state of the edition of 1983 after an event: the shared one, and the owner of every steer."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotRevealed, BallotVoided
from companion.core.table.events import GameStarted, LevelChanged
from companion.core.table.table import Level
from companion.core.values import changed
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.position import Position, without
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.reducer import Flow, apply_board, apply_turn
from companion.games.abilene.common.state import Duel, Turn, moved
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.state import CardDuel, Laid, SoldSteer, State1983, SteerSale

STEPS = 3
STEERS_FIRST = Flow(Step.CATTLE, Step.COWBOYS, Step.DICE, cattle=(STEPS,))
"""Rules 1983 §4."""

CONTINUES_PLAY = (
    messages.DiceRolled,
    messages.CowMoved,
    messages.TheftRecorded,
    messages_1983.SteerBrought,
    messages_1983.CowboyHired,
    messages.StepEnded,
)


def apply(state: State1983 | None, event: Event) -> State1983:
    """Return the state after an event of the game (or one of the table's that matters to it)."""
    if isinstance(event, GameStarted):
        return State1983(event.order, {}, Turn(event.order[0], 0, Step.DICE))
    if state is None:
        raise ValueError(f"{type(event).__name__} before the game began")
    after = apply_turn(apply_board(state, event, STEERS_FIRST), event, STEERS_FIRST)
    if isinstance(event, CONTINUES_PLAY):
        after = changed(after, last_sale=None)
    if isinstance(event, messages.BoardArranged) and state.position is None:
        # what stood where before the bank alone says nothing about the steers that stand there now
        after = changed(after, colours={})
    return _cowboys(_sale(_driven(after, event), event), event, state)


def _driven(state: State1983, event: Event) -> State1983:
    """Return which steer stands where."""
    match event:
        case messages.HerdsPlaced(position=position, colours=colours):
            steers = {cow: cow for cow in position.cows} if position else {}
            return changed(state, colours=colours, steers=steers, noting=position is not None)
        case messages.CowMoved(frm=frm, to=to) if to == TOWN:
            arrived = (state.colours.get(frm, ""), state.steers.get(frm, ""))
            departed = changed(state, colours=without(state.colours, frm), steers=without(state.steers, frm))
            return changed(departed, in_town=arrived)
        case messages.CowMoved(frm=frm, to=to) | messages.CowPlaced(frm=frm, to=to):
            return changed(state, colours=moved(state.colours, frm, to), steers=moved(state.steers, frm, to))
        case messages.BoardArranged(position=position, colours=colours):
            return _arranged(state, position.cows, colours)
        case LevelChanged(level=Level.BANK):
            return changed(state, steers={}, noting=False, laid={})
        case messages_1983.CardsLaid(seat=seat, count=count, commitment=seal):
            return changed(state, laid={**state.laid, seat: Laid(count, seal)})
        case messages_1983.CardsCompared():
            return _compared(state, event)
        case messages_1983.FeverSealed(seat=seat, notes=notes):
            return changed(state, notes={**state.notes, seat: dict(notes)})
        case _:
            return state


def _compared(state: State1983, event: messages_1983.CardsCompared) -> State1983:
    """Return the state with the duel among those that changed hands, unless it was fought with real cards."""
    seals = {} if event.real_cards else {seat: laid.commitment for seat, laid in state.laid.items()}
    duel = CardDuel(str(len(state.duels) + 1), event.attacker, event.defender, seals)
    return changed(state, laid={}, duels=(*state.duels, duel))


def _arranged(state: State1983, cows: tuple[str, ...], known_colours: Mapping[str, str]) -> State1983:
    """Return what is known of the steers after they were arranged.

    A steer that kept its cell and colour is still known, and so is the only one of its colour that moved.
    """
    before = state.colours
    colours = known_colours or {cell: seat for cell, seat in before.items() if cell in cows}
    removed, new = [cell for cell in before if cell not in cows], [cell for cell in cows if cell not in before]
    if not known_colours and len(removed) == len(new) == 1:
        colours = {**colours, new[0]: before[removed[0]]}
    steers = {cell: steer for cell, steer in state.steers.items() if colours.get(cell, "-") == before.get(cell)}
    for seat in set(colours.values()):
        left = [cell for cell in before if before[cell] == seat and colours.get(cell) != seat]
        come = [cell for cell in colours if colours[cell] == seat and before.get(cell) != seat]
        if len(left) == len(come) == 1 and left[0] in state.steers:
            steers[come[0]] = state.steers[left[0]]
    return changed(state, colours=colours, steers=steers, laid={})


def _sale(state: State1983, event: Event) -> State1983:
    sale = state.sale
    match event:
        case messages_1983.SteerBrought(owner=owner):
            return changed(state, in_town=(owner, ""))
        case messages_1983.SteerInTown(seller=seller, owner=owner, steer=steer):
            return changed(state, sale=SteerSale(seller, owner=owner, steer=steer), in_town=("", ""))
        case BallotVoided() if sale:
            return changed(state, sale=changed(sale, votes={}))
        case BallotRevealed(votes=votes) if sale:
            beliefs = {seat: Belief(belief) for seat, belief in votes.items()}
            return changed(state, sale=changed(sale, votes=beliefs))
        case messages_1983.SteerTurned(owner=owner, fever=fever, payments=payments) if sale:
            return changed(state, sale=changed(sale, owner=owner, fever=fever, payments=payments))
        case messages_1983.SteerSold(seller=seller, owner=owner, fever=fever):
            sold = SoldSteer(seller, owner, fever)
            return changed(state, sale=None, sold=(*state.sold, sold), last_sale=event)
        case _:
            return state


def _cowboys(state: State1983, event: Event, before: State1983) -> State1983:
    """Apply hiring, escaping and dying, and cattle that leaves the game."""
    position, turn = state.position, state.turn
    match event:
        case messages.HerdsPlaced(riders=riders):
            return changed(state, riders=riders)
        case messages_1983.PlayerLeft(seat=seat, ends=ends):
            state = changed(state, out=(*state.out, seat), riders={**state.riders, seat: 0})
            state = changed(state, pending=None, laid={}) if ends else state
            return changed(state, position=position.leave(seat)) if position else state
        case LevelChanged(level=Level.BANK) if before.position:
            if before.turn.step is Step.CATTLE:
                turn = changed(turn, driven=STEPS - sum(before.turn.cow_dice))
            return changed(state, riders={seat: in_play(before, seat) for seat in state.order}, turn=turn)
        case messages_1983.SteerBrought(seller=seller):
            turn = changed(turn, driven=turn.driven + 1)
            return changed(state, corral=state.corral + 1, herd=_with_change(state.herd, seller, -1), turn=turn)
        case messages_1983.SteerSold() if position:
            return changed(state, position=position.sell_cow())
        case messages_1983.SteerSold():
            return changed(state, corral=state.corral - 1)
        case messages_1983.CowboyHired(seat=seat, cell=cell):
            hired, riders = _with_change(state.hired, seat, 1), _with_change(state.riders, seat, 1)
            state = changed(state, hired=hired, riders=riders)
            return changed(state, position=position.place_cowboy(seat, cell), last=(cell,)) if position else state
        case messages_1983.KilledRecorded(seat=seat):
            turn = changed(turn, ridden=turn.ridden + 1, lost=turn.lost + (seat == turn.seat))
            return changed(state, riders=_with_change(state.riders, seat, -1), turn=turn)
        case messages_1983.CowboyReturned(seat=seat, cell=cell) if position:
            if seat == turn.seat and turn.step is Step.COWBOYS:  # a cowboy who comes back in this turn has moved in it
                turn = changed(turn, moved=(*turn.moved, cell))
            counts = _with_change(position.waiting, seat, -1)
            back = changed(position, waiting={who: count for who, count in counts.items() if count})
            return changed(state, position=back.place_cowboy(seat, cell), turn=turn, last=(cell,))
        case messages_1983.CardsCompared(winner="") if isinstance(state.pending, Duel):
            return changed(state, pending=changed(state.pending, tied=True))
        case messages_1983.CowboyBeaten() if position:
            return _beaten(state, position, event)
        case _:
            return state


def _beaten(state: State1983, position: Position, event: messages_1983.CowboyBeaten) -> State1983:
    duel, ridden = state.pending, state.turn.moved
    if not isinstance(duel, Duel):
        return state
    if event.winner == duel.attacker:
        after = position.remove_cowboy(duel.defender, duel.cell).move_cowboy(duel.attacker, duel.frm, duel.cell)
    else:
        after = position.remove_cowboy(duel.attacker, duel.frm)
        ridden = ridden[:-1]  # the cowboy that moved last is off the board now
    if not event.killed:
        after = changed(after, waiting=_with_change(after.waiting, event.loser, 1))
    return changed(state, position=after, pending=None, turn=changed(state.turn, moved=ridden), last=(event.cell,))


def in_play(state: State1983, seat: str) -> int:
    """Return how many cowboys of this seat are still in play: on the board or waiting beside it (§6.2)."""
    if state.position is None:
        return state.riders.get(seat, 0)
    return len(state.position.cowboys_of(seat)) + state.position.waiting.get(seat, 0)


def _with_change(counts: Mapping[str, int], seat: str, change: int) -> dict[str, int]:
    """Return the counts with ``change`` added for the seat; unlike those of a position they keep a zero."""
    return {**counts, seat: counts.get(seat, 0) + change}
