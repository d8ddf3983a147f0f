"""Moves on the board: cattle, cowboys, rustling, duels (rules 1993 §8-§11)."""

from __future__ import annotations

from companion.boards.layout import TOWN, Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOY_FACES
from companion.games.abilene.common.rules.moves import face_of, going_on, met, on_board, ready_to_ride, stolen_placed
from companion.games.abilene.common.rules.turns import my_turn, on_free_cell
from companion.games.abilene.common.state import Duel, Loser, State, Theft
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.sentences import SENTENCES


def move_cow(
    layout: Layout, table: Table, state: State, seat: str, command: m.MoveCow, waived: bool
) -> tuple[Event, ...]:
    """§8: one cow, one light die at most; raises IllegalMove with the reason."""
    my_turn(state, seat, Step.CATTLE)
    position = on_board(state)
    face = face_of(state.turn.cow_dice, state.turn.used_cow, command.die)
    if command.frm not in position.cows:
        raise BadRequest(say("No cow stands on %(cell)s.", cell=command.frm))
    if command.frm in state.turn.moved:
        raise IllegalMove.saying(SENTENCES, fact("cow_moved"), RuleRef("1993", "8.1"))
    if not waived:
        if command.frm not in position.herd(layout, seat):
            raise IllegalMove.saying(SENTENCES, fact("cow_not_on_ranch", cell=command.frm), RuleRef("1993", "8.1"))
        _legal(layout, table, position, seat, command.frm, command.to, face)
    elif command.to != TOWN:
        on_free_cell(layout, state, command.to)
    return (m.CowMoved(seat, command.frm, command.to, command.die, face),)


def move_cowboy(
    layout: Layout, table: Table, state: State, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """§9: one cowboy, one dark die exactly; may lead to a theft (§10) or a duel (§11)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1993", "9.1"))
    if not waived:
        _legal(layout, table, position, seat, command.frm, command.to, face)
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)


def place_cow(layout: Layout, state: State, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The stolen cow goes to a start cell of the thief's ranch, else its edge, else anywhere there (§10.2)."""
    targets = None if waived else theft_targets(layout, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1993", "10.2"))


def theft_targets(layout: Layout, state: State) -> tuple[str, ...]:
    """Where the stolen cow may go, judged after the thief's cowboy has left its cell (§19.5)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position.remove_cowboy(theft.thief, theft.frm), theft.thief)


def roll_duel(layout: Layout, state: State, seat: str, command: own.RollDuel) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§11.1); the place decides where the loser goes (§11.2)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in COWBOY_FACES or two not in COWBOY_FACES or one is None or two is None:
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "11.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    winner = duel.winner(one, two)
    jailed = in_jail_after(layout, on_board(state), duel, winner)
    return (rolled, own.DuelWon(winner, duel.other(winner), duel.cell, jailed))


def in_jail_after(layout: Layout, position: Position, duel: Duel, winner: str) -> bool:
    """Whether the loser goes to jail: the duel was on the winner's own ranch (§11.2 a), or his own has no free cell."""
    loser = duel.other(winner)
    return movement.loser_cells(layout, position, duel.cell, winner, loser, leaving=duel.frm) == (movement.JAIL,)


def place_loser(layout: Layout, state: State, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The winner places the loser's cowboy (§11.2 b, c)."""
    lost = state.pending
    if not isinstance(lost, Loser) or lost.winner != seat:
        raise NotNow(say("You have no loser of a duel to place."))
    if not waived and cell not in loser_targets(layout, state):
        raise IllegalMove.saying(SENTENCES, fact("loser_not_put_there", cell=cell), RuleRef("1993", "11.2"))
    on_free_cell(layout, state, cell)
    return (own.LoserPlaced(lost.loser, lost.cell, cell),)


def loser_targets(layout: Layout, state: State) -> tuple[str, ...]:
    """Where the winner may put the loser's cowboy."""
    lost, position = state.pending, state.position
    if not isinstance(lost, Loser) or position is None:
        return ()
    return movement.loser_cells(layout, position, lost.cell, lost.winner, lost.loser)


def duel_words(layout: Layout, state: State, duel: Duel, winner: str) -> Text:
    """What happens to the loser if this seat wins."""
    loser = duel.other(winner)
    if in_jail_after(layout, on_board(state), duel, winner):
        return say("If %(winner)s wins, the cowboy of %(loser)s goes to jail.", winner=Who(winner), loser=Who(loser))
    return say(
        "If %(winner)s wins, %(winner)s puts the cowboy of %(loser)s back on that player's ranch.",
        winner=Who(winner),
        loser=Who(loser),
    )


def _legal(layout: Layout, table: Table, position: Position, seat: str, frm: str, to: str, face: int) -> None:
    refused = refusal(layout, position, frm, to, face, seat, table.rules)
    if refused:
        raise refused
