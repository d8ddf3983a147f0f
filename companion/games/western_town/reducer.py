"""The game after an event: the towns, the players around a camp, and how far a guided turn has come."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotOpened
from companion.core.table.table_messages import GameStarted, LevelChanged
from companion.core.values import changed
from companion.games.western_town.camp.attack import (
    AttackBegan,
    AttackedTownChosen,
    AttackEnded,
    TargetChosen,
    TargetStruck,
)
from companion.games.western_town.camp.die import DieDue, IndiansAdded
from companion.games.western_town.changes import BuildingMarked, HomesChanged, PointsSet, TileLaid, TownChanged
from companion.games.western_town.house_rules import DUELLISTS, HouseRules
from companion.games.western_town.lincoln.card import CardTurnedUp
from companion.games.western_town.lincoln.visit import LincolnVisited, TownConfirmed, TurnEnded
from companion.games.western_town.rulebook.camp import Camp, Indian
from companion.games.western_town.rulebook.lincoln import Visit
from companion.games.western_town.rulebook.rounds import Go, first_go, gone, pairs
from companion.games.western_town.rulebook.setup import DrawnStars, turns
from companion.games.western_town.rulebook.towns import added
from companion.games.western_town.state import (
    NOTHING,
    Acting,
    Attack,
    Board,
    Circle,
    How,
    KeptCards,
    OnTable,
    Round,
    RoundStage,
    State,
)
from companion.games.western_town.town.start import StartTaken
from companion.games.western_town.turn.carry_out import CardCarriedOut, CardPlayedAgain, ExploitTakenBack
from companion.games.western_town.turn.gains import GainsTaken
from companion.games.western_town.turn.go import CardExploited, PlayerPassed
from companion.games.western_town.turn.keep import CardsKept
from companion.games.western_town.turn.lay import CardLaid
from companion.games.western_town.turn.order import EVENTS
from companion.games.western_town.turn.play import MarshalNamed
from companion.games.western_town.turn.stars import StarsDrawn


def started(order: tuple[str, ...], rules: HouseRules, guided: bool, pink: int) -> State:
    """Return the game at its beginning; the first of ``order`` leads, in a double duel the first of each pair.

    ``pink`` Homes are printed on every board.
    """
    turn = Round() if guided else None
    duel = rules.double_duel and len(order) == DUELLISTS
    tables = (order[:2], order[2:]) if duel else (order,)
    circles = tuple(Circle(seats, seats[0], len(seats), round=turn) for seats in tables)
    return State(order, circles, {seat: Board(pink=pink) for seat in order}, turns(rules.variant))


def apply(state: State, event: Event, rules: HouseRules, guided: bool, pink: int) -> State:
    """Return the state after the event; ``guided``: the box leads through the turn; ``pink``: Homes on every board."""
    match event:
        case GameStarted(order=order):
            return started(order, rules, guided, pink)
        case LevelChanged() if state:
            return changed(state, circles=tuple(_led(each, guided) for each in state.circles))
        case CardTurnedUp(card=card):
            return changed(state, card=card, cards=(*state.cards, card) if card else state.cards)
        case TurnEnded(turn=turn):
            towns = {seat: changed(board, began=board.town) for seat, board in state.towns.items()}
            circles = tuple(_fresh(each) for each in state.circles)
            return changed(state, turn=turn + 1, card=None, circles=circles, towns=towns)
        case BallotOpened(ballot=ballot):
            return _around(state, ballot.voters[0], event)
        case LincolnVisited(scores=scores, winner=winner):
            state = _around(state, next(iter(scores)), event)
            return _in_town(state, winner, HomesChanged(winner, markers=1)) if winner else state
        case AttackBegan(roller=seat):
            return _around(state, seat, event)
        case _ if isinstance(event, EVENTS):
            seat = getattr(event, "seat", "")
            return _around(_in_town(state, seat, event), seat, event)
        case _:
            return state


def _in_town(state: State, seat: str, event: Event) -> State:
    board = state.towns[seat]
    after = _board(board, event)
    return state if after is board else changed(state, towns={**state.towns, seat: after})


def _board(board: Board, event: Event) -> Board:
    match event:
        case TownChanged(changes=changes):
            town = board.town
            for what, by in changes.items():
                town = added(town, what, by)
            return changed(board, town=town)
        case HomesChanged(pink=pink, black=black, markers=markers):
            return changed(board, pink=board.pink + pink, black=board.black + black, markers=board.markers + markers)
        case TileLaid(building=building, pink=pink, black=black):
            standing = (*board.buildings, building)
            return changed(board, buildings=standing, pink=board.pink + pink, black=board.black + black)
        case CardLaid() | CardPlayedAgain():
            return changed(board, found=board.town)
        case PointsSet(building=name, points=points):
            typed = (
                changed(each, tile=changed(each.tile, points=points, per=None)) if each.id == name else each
                for each in board.buildings
            )
            return changed(board, buildings=tuple(typed))
        case BuildingMarked(building=name, destroyed=destroyed):
            marked = (changed(each, destroyed=destroyed) if each.id == name else each for each in board.buildings)
            return changed(board, buildings=tuple(marked))
        case _:
            return board


def _around(state: State, seat: str, event: Event) -> State:
    circles = (_circle(each, event) if seat in each.seats else each for each in state.circles)
    return changed(state, circles=tuple(circles))


def _fresh(circle: Circle) -> Circle:
    turn = Round() if circle.round else None
    return changed(circle, passed=False, ready=(), visited=False, tied=(), round=turn, resting=None)


def _led(circle: Circle, guided: bool) -> Circle:
    """The players when the box begins or ceases to guide: what was laid, played, passed in this turn stays (20.5)."""
    if guided:
        return changed(circle, round=circle.round or circle.resting or Round(), resting=None)
    return changed(circle, round=None, resting=circle.round or circle.resting)


def _circle(circle: Circle, event: Event) -> Circle:
    match event:
        case MarshalNamed(seat=seat):
            resting = _passed_first(circle, circle.resting, seat) if circle.resting else None
            return changed(circle, lead=seat, passed=True, resting=resting)
        case IndiansAdded(seat=seat, side=side, added=indians, again=again):
            camp = circle.camp
            for colour in indians:
                camp = camp.with_one(colour)
            left = circle.throws if again else max(0, circle.throws - 1)
            return changed(circle, camp=camp, throwing=seat if again or left else "", throws=left, shown=side)
        case DieDue(seat=seat, throws=throws):
            return changed(circle, throwing=seat, throws=circle.throws + throws, shown=None)
        case AttackBegan(roller=roller, by=by, towns=towns):
            alone = len(towns) == 1
            circle = changed(circle, throwing="", throws=0)  # what is left of the action is forgotten (11.1)
            turn, resting = (_attacked(each, roller) if each else None for each in (circle.round, circle.resting))
            circle = changed(circle, round=turn, resting=resting)
            return changed(circle, attack=Attack(by, towns[0] if alone else "", () if alone else towns))
        case AttackedTownChosen(seat=seat) if circle.attack:
            return changed(circle, attack=changed(circle.attack, town=seat, tied=()))
        case TargetChosen(colour=colour, target=target) if circle.attack:
            return changed(circle, attack=changed(circle.attack, colour=colour, target=target))
        case TargetStruck(colour=colour, target=target) if circle.attack:
            gone_home = changed(circle.camp, red=0) if colour is Indian.RED else changed(circle.camp, orange=0)
            attack = changed(circle.attack, colour=None, target="", struck=(*circle.attack.struck, target))
            return changed(circle, camp=gone_home, attack=attack)
        case AttackEnded(reserve=reserve):
            return changed(circle, attack=None, camp=Camp(), reserve=reserve)
        case TownConfirmed(seat=seat):
            return changed(circle, ready=tuple(dict.fromkeys((*circle.ready, seat))))
        case LincolnVisited(scores=scores, tied=tied, winner=winner):
            resting = changed(circle.resting, stage=RoundStage.VISIT, acting=(), laid={}) if circle.resting else None
            came, over = Visit(scores, tied, winner) if winner else None, bool(winner) or not tied
            return changed(circle, visited=over, tied=() if winner else tied, resting=resting, came=came)
        case StarsDrawn(colour=star, added=stars, removed=removed):
            return changed(circle, drawn=(*circle.drawn, DrawnStars(star, stars, removed)))
        case StartTaken(seat=seat, card=card):
            return changed(circle, starts={**circle.starts, seat: card})
        case _ if circle.round:
            return changed(circle, round=_round(circle, circle.round, event))
        case TileLaid() if circle.resting:
            return changed(circle, resting=_round(circle, circle.resting, event))
        case _:
            return circle


def _round(circle: Circle, turn: Round, event: Event) -> Round:
    match event:
        case CardsKept() if turn.stage is not RoundStage.PREPARE:
            return _round(circle, Round(), event)  # logs of boxes that began the turn anew when they guided again
        case CardsKept(seat=seat, limit=limit, cards=cards):
            turn = changed(turn, kept={**turn.kept, seat: KeptCards(limit, cards)})
            ready = all(each in turn.kept for each in circle.seats)
            return changed(turn, stage=RoundStage.PLAY) if ready else turn
        case BallotOpened(ballot=ballot):
            return changed(turn, ballot=ballot.id)
        case CardLaid(seat=seat, card=card, face_down=True):
            others = tuple(each for each in turn.acting if each.seat != seat)
            return _resolved(circle, changed(_with_card(turn, seat, OnTable(card, False)), acting=others))
        case CardLaid(seat=seat, card=card) if turn.stage is RoundStage.PLAY:
            return _laid(circle, turn, seat, card)
        case CardLaid(seat=seat, card=card):
            return _third(turn, seat, card)
        case TileLaid(seat=seat):
            acting = tuple(changed(each, built=each.built or each.seat == seat) for each in turn.acting)
            return changed(turn, acting=acting)
        case BuildingMarked(seat=seat, destroyed=False, told=()) if turn.acting and turn.acting[0].seat == seat:
            return changed(turn, acting=(changed(turn.acting[0], mended=True), *turn.acting[1:]))
        case CardPlayedAgain(seat=seat, card=card):
            now, others = turn.acting[0], turn.acting[1:]
            again = Acting(seat, card, How.PLAY, repeats=True)
            return changed(turn, acting=(again, changed(now, repeated=True), *others))
        case CardExploited(seat=seat, own=own, other=other, target=target, allowed=allowed):
            acting = (Acting(seat, own, How.EXPLOIT, other=other, target=target, allowed=allowed),)
            turn = changed(_turned(turn, other, target, False), acting=acting)
            return _go(turn if turn.lies(seat, own) else _shown(turn, seat, own), Go.EXPLOIT)
        case ExploitTakenBack(seat=seat) if turn.acting and (goes := turn.goes):
            turn = _turned(turn, turn.acting[0].other, turn.acting[0].target, True)
            return changed(turn, acting=(), goes=changed(goes, turn=seat))
        case CardCarriedOut(seat=seat, back=back):
            return _resolved(circle, changed(_with_more(turn, seat, back), acting=turn.acting[1:]))
        case PlayerPassed():
            return _resolved(circle, _go(turn, Go.PASS))
        case GainsTaken(seat=seat):
            gained = (*turn.gained, seat)
            done = len(gained) == len(circle.seats)
            return changed(turn, gained=gained, stage=RoundStage.VISIT if done else turn.stage)
        case _:
            return turn


def _attacked(turn: Round, roller: str) -> Round:
    """Return the turn after an attack that this player's card has brought: its own throw is forgotten (19.6)."""
    return changed(
        turn, acting=tuple(changed(each, attacked=each.attacked or each.seat == roller) for each in turn.acting)
    )


def _passed_first(circle: Circle, turn: Round, seat: str) -> Round:
    """The turn when somebody passes first while the towns are only counted: phase 3 has come, and he is out of it."""
    if turn.stage not in (RoundStage.PREPARE, RoundStage.PLAY, RoundStage.EXPLOIT):
        return turn
    goes = turn.goes or first_go(circle.seats, circle.lead)
    goes = changed(goes, turn=seat, third=tuple(dict.fromkeys((*goes.third, seat))))
    for other, card in turn.laid.items():
        turn = turn if card == NOTHING else _with_card(turn, other, OnTable(card))
    return changed(turn, stage=RoundStage.EXPLOIT, laid={}, goes=gone(goes, Go.PASS))


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
    if turn.stage is RoundStage.PLAY:
        step = turn.step + 1
        over = step == len(pairs(circle.seats, circle.lead))
        goes = first_go(circle.seats, circle.lead) if over else None
        return changed(turn, step=step, stage=RoundStage.EXPLOIT if over else turn.stage, goes=goes)
    if turn.stage is RoundStage.EXPLOIT and turn.goes and not turn.goes.turn:
        return changed(turn, stage=RoundStage.GAINS)
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
