"""The game after an event."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.table.table_messages import GameStarted, LevelChanged
from companion.core.values import changed
from companion.games.western_town import events as e
from companion.games.western_town.guided.reducer import apply as guided_turn
from companion.games.western_town.guided.reducer import passed_first
from companion.games.western_town.house_rules import DUELLISTS, HouseRules
from companion.games.western_town.round import Round, Stage
from companion.games.western_town.rulebook.camp import Camp, Indian
from companion.games.western_town.rulebook.setup import turns
from companion.games.western_town.rulebook.towns import added
from companion.games.western_town.state import Attack, Board, Circle, State


def started(order: tuple[str, ...], rules: HouseRules, guided: bool) -> State:
    """The game at its beginning; the first of ``order`` is lead marshal, in a double duel the first of each pair."""
    turn = Round() if guided else None
    duel = rules.double_duel and len(order) == DUELLISTS
    tables = (order[:2], order[2:]) if duel else (order,)
    circles = tuple(Circle(seats, seats[0], len(seats), round=turn) for seats in tables)
    return State(order, circles, {seat: Board() for seat in order}, turns(rules.variant))


def apply(state: State, event: Event, rules: HouseRules, guided: bool) -> State:
    """The state after the event; ``guided``: the box leads through the turn."""
    match event:
        case GameStarted(order=order):
            return started(order, rules, guided)
        case LevelChanged() if state:
            return changed(state, circles=tuple(_led(each, guided) for each in state.circles))
        case e.CardTurnedUp(card=card):
            return changed(state, card=card, cards=(*state.cards, card) if card else state.cards)
        case e.TurnEnded(turn=turn):
            fresh = (
                changed(each, passed=False, visited=False, tied=(), round=Round() if each.round else None, resting=None)
                for each in state.circles
            )
            return changed(state, turn=turn + 1, card=None, circles=tuple(fresh))
        case (
            e.TownChanged(seat=seat)
            | e.CountLeft(seat=seat)
            | e.BuildingLeft(seat=seat)
            | e.HomesChanged(seat=seat)
            | e.TileLaid(seat=seat)
            | e.PointsSet(seat=seat)
            | e.BuildingMarked(seat=seat)
        ):
            state = changed(state, towns={**state.towns, seat: _board(state.towns[seat], event)})
            return guided_turn(state, event)
        case e.LincolnVisited(scores=scores, winner=winner):
            state = _circled(state, next(iter(scores)), event)
            if not winner:
                return state
            board = state.towns[winner]
            return changed(state, towns={**state.towns, winner: changed(board, markers=board.markers + 1)})
        case e.AttackBegan(roller=seat) | e.AttackedTownChosen(seat=seat) | e.TargetChosen(seat=seat):
            return _circled(state, seat, event)
        case e.MarshalNamed(seat=seat) | e.IndiansAdded(seat=seat):
            return _circled(state, seat, event)
        case e.TargetStruck(seat=seat) | e.AttackEnded(seat=seat):
            return _circled(state, seat, event)
        case _:
            return guided_turn(state, event)


def _board(board: Board, event: Event) -> Board:
    match event:
        case e.TownChanged(changes=changes):
            town = board.town
            for what, by in changes.items():
                town = added(town, what, by)
            left = {place: seen for place, seen in board.left.items() if place not in {*changes}}
            return changed(board, town=town, left=left)
        case e.CountLeft(what=what, seen=seen):
            return changed(board, left={**board.left, what.value: (str(seen),)})
        case e.BuildingLeft(place=place, seen=things):
            return changed(board, left={**board.left, place: things})
        case e.HomesChanged(pink=pink, black=black, markers=markers):
            return changed(board, pink=board.pink + pink, black=board.black + black, markers=board.markers + markers)
        case e.TileLaid(building=building, pink=pink, black=black):
            standing = (*board.buildings, building)
            return changed(board, buildings=standing, pink=board.pink + pink, black=board.black + black)
        case e.PointsSet(building=name, points=points):
            typed = (
                changed(each, tile=changed(each.tile, points=points, per=None)) if each.id == name else each
                for each in board.buildings
            )
            return changed(board, buildings=tuple(typed))
        case e.BuildingMarked(building=name, destroyed=destroyed):
            marked = (changed(each, destroyed=destroyed) if each.id == name else each for each in board.buildings)
            return changed(board, buildings=tuple(marked))
        case _:
            return board


def _circled(state: State, seat: str, event: Event) -> State:
    circle = state.circle(seat)
    after = _circle(circle, event)
    return changed(state, circles=tuple(after if each is circle else each for each in state.circles))


def _led(circle: Circle, guided: bool) -> Circle:
    """The players when the box begins or ceases to guide: what was laid, played, passed in this turn stays (20.5)."""
    if guided:
        return changed(circle, round=circle.round or circle.resting or Round(), resting=None)
    return changed(circle, round=None, resting=circle.round or circle.resting)


def _circle(circle: Circle, event: Event) -> Circle:
    match event:
        case e.MarshalNamed(seat=seat):
            resting = passed_first(circle, circle.resting, seat) if circle.resting else None
            return changed(circle, lead=seat, passed=True, resting=resting)
        case e.IndiansAdded(seat=seat, added=indians, again=again):
            camp = circle.camp
            for colour in indians:
                camp = camp.with_one(colour)
            left = circle.throws if again else max(0, circle.throws - 1)
            return changed(circle, camp=camp, throwing=seat if again or left else "", throws=left)
        case e.AttackBegan(by=by, towns=towns):
            alone = len(towns) == 1
            circle = changed(circle, throwing="", throws=0)  # what is left of the action is forgotten (11.1)
            return changed(circle, attack=Attack(by, towns[0] if alone else "", () if alone else towns))
        case e.AttackEnded(reserve=reserve):
            return changed(circle, attack=None, camp=Camp(), reserve=reserve)
        case e.LincolnVisited(tied=tied, winner=winner):
            resting = changed(circle.resting, stage=Stage.VISIT, acting=(), laid={}) if circle.resting else None
            return changed(circle, visited=bool(winner) or not tied, tied=() if winner else tied, resting=resting)
        case _ if circle.attack:
            return _attacked(circle, circle.attack, event)
        case _:
            return circle


def _attacked(circle: Circle, attack: Attack, event: Event) -> Circle:
    match event:
        case e.AttackedTownChosen(seat=seat):
            return changed(circle, attack=changed(attack, town=seat, tied=()))
        case e.TargetChosen(colour=colour, target=target):
            return changed(circle, attack=changed(attack, colour=colour, target=target))
        case e.TargetStruck(colour=colour, target=target):
            gone = changed(circle.camp, red=0) if colour is Indian.RED else changed(circle.camp, orange=0)
            struck = changed(attack, colour=None, target="", struck=(*attack.struck, target))
            return changed(circle, camp=gone, attack=struck)
        case _:
            return circle
