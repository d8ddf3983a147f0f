"""The guided turn after an event."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotOpened
from companion.core.values import changed
from companion.games.western_town.events import TileLaid
from companion.games.western_town.guided import events as g
from companion.games.western_town.round import NOTHING, Acting, How, Kept, OnTable, Round, Stage
from companion.games.western_town.rulebook.rounds import Go, first_go, gone, pairs
from companion.games.western_town.rulebook.setup import Drawn
from companion.games.western_town.state import Circle, State


def apply(state: State, event: Event) -> State:
    """The state after an event of the guided level; any other event changes nothing."""
    match event:
        case BallotOpened(ballot=ballot):
            return _each(state, event, ballot.voters[0])
        case _ if isinstance(event, (TileLaid, *g.EVENTS)):
            return _each(state, event, getattr(event, "seat", ""))
        case _:
            return state


def _each(state: State, event: Event, seat: str) -> State:
    circles = (_circle(each, event) if seat in each.seats else each for each in state.circles)
    return changed(state, circles=tuple(circles))


def _circle(circle: Circle, event: Event) -> Circle:
    match event:
        case g.StarsDrawn(colour=colour, added=added, removed=removed):
            return changed(circle, drawn=(*circle.drawn, Drawn(colour, added, removed)))
        case g.StartTaken(seat=seat, card=card):
            return changed(circle, starts={**circle.starts, seat: card})
        case g.DieDue(seat=seat, throws=throws):
            return changed(circle, throwing=seat, throws=circle.throws + throws)
        case _ if circle.round:
            return changed(circle, round=_round(circle, circle.round, event))
        case TileLaid() if circle.resting:
            return changed(circle, resting=_round(circle, circle.resting, event))
        case _:
            return circle


def _round(circle: Circle, turn: Round, event: Event) -> Round:
    match event:
        case g.CardsKept() if turn.stage is not Stage.PREPARE:
            return _round(circle, Round(), event)  # logs of boxes that began the turn anew when they guided again
        case g.CardsKept(seat=seat, limit=limit, cards=cards):
            turn = changed(turn, kept={**turn.kept, seat: Kept(limit, cards)})
            ready = all(each in turn.kept for each in circle.seats)
            return changed(turn, stage=Stage.PLAY) if ready else turn
        case BallotOpened(ballot=ballot):
            return changed(turn, ballot=ballot.id)
        case g.CardLaid(seat=seat, card=card, face_down=True):
            others = tuple(each for each in turn.acting if each.seat != seat)
            return _resolved(circle, changed(_with_card(turn, seat, OnTable(card, False)), acting=others))
        case g.CardLaid(seat=seat, card=card) if turn.stage is Stage.PLAY:
            return _laid(circle, turn, seat, card)
        case g.CardLaid(seat=seat, card=card):
            return _third(turn, seat, card)
        case TileLaid(seat=seat):
            acting = tuple(changed(each, built=each.built or each.seat == seat) for each in turn.acting)
            return changed(turn, acting=acting)
        case g.CardExploited(seat=seat, own=own, other=other, target=target):
            acting = (Acting(seat, own, How.EXPLOIT, other=other, target=target),)
            turn = changed(_turned(turn, other, target, False), acting=acting)
            return _go(turn if turn.lies(seat, own) else _shown(turn, seat, own), Go.EXPLOIT)
        case g.ExploitTakenBack(seat=seat) if turn.acting and (goes := turn.goes):
            turn = _turned(turn, turn.acting[0].other, turn.acting[0].target, True)
            return changed(turn, acting=(), goes=changed(goes, turn=seat))
        case g.CardCarriedOut(seat=seat, back=back):
            rest = tuple(each for each in turn.acting if each.seat != seat)
            return _resolved(circle, changed(_with_more(turn, seat, back), acting=rest))
        case g.PlayerPassed():
            return _resolved(circle, _go(turn, Go.PASS))
        case g.GainsTaken(seat=seat):
            gained = (*turn.gained, seat)
            done = len(gained) == len(circle.seats)
            return changed(turn, gained=gained, stage=Stage.VISIT if done else turn.stage)
        case _:
            return turn


def passed_first(circle: Circle, turn: Round, seat: str) -> Round:
    """The turn when somebody passes first while the towns are only counted: phase 3 has come, and he is out of it."""
    if turn.stage not in (Stage.PREPARE, Stage.PLAY, Stage.EXPLOIT):
        return turn
    goes = turn.goes or first_go(circle.seats, circle.lead)
    goes = changed(goes, turn=seat, third=tuple(dict.fromkeys((*goes.third, seat))))
    for other, card in turn.laid.items():
        turn = turn if card == NOTHING else _with_card(turn, other, OnTable(card))
    return changed(turn, stage=Stage.EXPLOIT, laid={}, goes=gone(goes, Go.PASS))


def _laid(circle: Circle, turn: Round, by: str, card: str) -> Round:
    """Phase 2: when all cards of the step are there, they lie face up and are carried out clockwise (7.1, 7.2)."""
    turn = changed(turn, laid={**turn.laid, by: card})
    step = [seat for seat, _ in pairs(circle.seats, circle.lead)[turn.step]]
    if any(seat not in turn.laid for seat in step):
        return turn
    cards, turn = turn.laid, changed(turn, laid={}, ballot=0)
    for seat in step:
        if cards[seat] != NOTHING:
            turn = _with_card(turn, seat, OnTable(cards[seat]))
    how = {seat: How.NOTHING if cards[seat] == NOTHING else How.PLAY for seat in step}
    return changed(turn, acting=tuple(Acting(seat, cards[seat], how[seat]) for seat in step))


def _third(turn: Round, seat: str, card: str) -> Round:
    """Phase 3: the third card, or the word that none can be played."""
    if card == NOTHING:
        return _go(changed(turn, acting=(Acting(seat, card, How.NOTHING),)), Go.THIRD)
    turn = changed(_with_card(turn, seat, OnTable(card)), acting=(Acting(seat, card, How.PLAY),))
    return _go(turn, Go.THIRD)


def _go(turn: Round, go: Go) -> Round:
    return changed(turn, goes=gone(turn.goes, go)) if turn.goes else turn


def _resolved(circle: Circle, turn: Round) -> Round:
    """The next step or phase, once nothing is left to be carried out."""
    if turn.acting:
        return turn
    if turn.stage is Stage.PLAY:
        step = turn.step + 1
        over = step == len(pairs(circle.seats, circle.lead))
        goes = first_go(circle.seats, circle.lead) if over else None
        return changed(turn, step=step, stage=Stage.EXPLOIT if over else turn.stage, goes=goes)
    if turn.stage is Stage.EXPLOIT and turn.goes and not turn.goes.turn:
        return changed(turn, stage=Stage.GAINS)
    return turn


def _with_card(turn: Round, seat: str, card: OnTable) -> Round:
    return changed(turn, tables={**turn.tables, seat: (*turn.table(seat), card)})


def _turned(turn: Round, seat: str, card: str, face_up: bool) -> Round:
    cards = (changed(each, face_up=face_up) if each.card == card else each for each in turn.table(seat))
    return changed(turn, tables={**turn.tables, seat: tuple(cards)})


def _shown(turn: Round, seat: str, card: str) -> Round:
    return changed(turn, shown={**turn.shown, seat: tuple(dict.fromkeys((*turn.shown.get(seat, ()), card)))})


def _with_more(turn: Round, seat: str, back: int) -> Round:
    kept = turn.kept.get(seat)
    return changed(turn, kept={**turn.kept, seat: changed(kept, limit=kept.limit + back)}) if back and kept else turn
