"""A turn of the 1983 edition: steers, dice, cowboys, duels, hired and escaped cowboys (rules 1983 §4-§6, §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.boards.layout import TOWN, Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError, RuleRef
from companion.core.messages import Event
from companion.core.money.ledger import BANK, transfer
from companion.core.table.table import Table
from companion.core.text import fact, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.marks import Mark
from companion.games.abilene.common.board.movement import DEFAULTS, MoveKind
from companion.games.abilene.common.board.movement_facts import FACTS_1983, MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.rules.moves import going_on, met, on_board, ready_to_ride, stolen_placed
from companion.games.abilene.common.rules.turns import my_turn, on_free_cell, step_ended
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.house_rules import SteerRules, ThirdPrairie, UnownedDuel
from companion.games.abilene.edition_1983.prices import HIRE
from companion.games.abilene.edition_1983.reducer import STEPS, in_play
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983

DICE = 2
ENOUGH = 2
"""Nobody hires beyond two cowboys in play (§8.1)."""


def facts_for(rules: SteerRules) -> MovementFacts:
    """How figures move at this table (§4, §5, option ``third_prairie``)."""
    return replace(FACTS_1983, unowned_ranches_open=rules.third_prairie is ThirdPrairie.OPEN)


# --- steers -----------------------------------------------------------------------------------


def move_steer(
    layout: Layout, table: Table, state: State1983, seat: str, command: m.MoveCow, waived: bool
) -> tuple[Event, ...]:
    """One steer, as many steps as its way needs of the three that all steers share (§4.1, §4.2)."""
    my_turn(state, seat, Step.CATTLE)
    position, left, facts = on_board(state), state.turn.cow_dice[0], facts_for(table.rules)
    if command.frm not in position.cows:
        raise BadRequest(say("No cow stands on %(cell)s.", cell=command.frm))
    if command.frm in state.turn.moved:
        raise IllegalMove.saying(SENTENCES, fact("cow_moved"), RuleRef("1983", "16.1"))
    steps = steps_needed(layout, position, seat, command.frm, command.to, left, facts)
    if steps is None and not waived:
        raise why_not(layout, position, seat, command.frm, command.to, left, facts)
    if waived and command.to != TOWN:
        on_free_cell(layout, state, command.to)
    steps = left if steps is None else steps
    return (m.CowMoved(seat, command.frm, command.to, 0, steps, left=left - steps),)


def why_not(
    layout: Layout, position: Position, seat: str, frm: str, to: str, left: int, facts: MovementFacts
) -> RuleError:
    """What is wrong with a steer's move, in the words of an edition that has no dice for steers."""
    refused = refusal(layout, position, frm, to, left, seat, DEFAULTS, facts)
    if refused is None:
        return NotNow(say("A steer that stays where it is has not moved."))
    if refused.rule and refused.rule.section == facts.sections.cow_distance:
        return IllegalMove.saying(SENTENCES, fact("steer_too_far", left=left), refused.rule)
    return refused


def steps_needed(
    layout: Layout, position: Position, seat: str, frm: str, to: str, left: int, facts: MovementFacts
) -> int | None:
    """The fewest steps of a legal way; None when no way is short enough."""
    for steps in range(1, left + 1):
        if to in movement.destinations(layout, position, frm, steps, seat, DEFAULTS, facts):
            return steps
    return None


# --- dice and cowboys -------------------------------------------------------------------------


def roll(state: State1983, seat: str, command: h.RollTwoDice) -> tuple[Event, ...]:
    """Two dice, after the steers (§4.4); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    dice = command.dice or ()
    if len(dice) != DICE or not set(dice) <= set(h.FACES):
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "1.4"))
    return (m.DiceRolled(seat, (), dice, command.by_box),)


def ride(
    layout: Layout, table: Table, state: State1983, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """One cowboy, one die exactly (§4.4-§4.7); may lead to a theft (§5) or a duel (§6)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1983", "4.4"))
    facts = facts_for(table.rules)
    if not waived and (refused := refusal(layout, position, command.frm, command.to, face, seat, DEFAULTS, facts)):
        raise refused
    if command.to == TOWN:
        raise BadRequest(say("A cowboy may ride through the town but not stop there."), RuleRef("1983", "4.7"))
    if command.to == command.frm:
        return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, MoveKind.STAY),)
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)


def end_step(layout: Layout, table: Table, state: State1983, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with steers, with cowboys, or (level *bank*) with the turn; two cowboys must move if they can (§4.4)."""
    faces = unused_dice(layout, table, state) if step is Step.COWBOYS and not waived else ()
    return step_ended(state, seat, step, faces, RuleRef("1983", "4.4"))


def unused_dice(layout: Layout, table: Table, state: State1983) -> tuple[int, ...]:
    """Faces that must still be used in this turn."""
    turn = state.turn
    if state.position is None:
        return ()
    left = [face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy]
    return due(layout, state.position, turn.seat, left, turn.moved, facts_for(table.rules))


def due(
    layout: Layout, position: Position, seat: str, left: Sequence[int], moved: Sequence[str], facts: MovementFacts
) -> tuple[int, ...]:
    """Which of the faces that are left must still be used, when the cowboys on the cells ``moved`` have ridden.

    A 0 moves nobody, so a cowboy who stands still has used it (§4.4); a player with a single cowboy uses the die of
    his choice (§4.8).
    """
    fresh = sum(cell not in moved for cell in position.cowboys_of(seat))
    if min(fresh, len(left)) <= left.count(0):
        return ()
    return tuple(
        face
        for face in left
        if face and movement.any_cowboy_move(layout, position, seat, (face,), moved, DEFAULTS, facts)
    )


def place_steer(
    layout: Layout, table: Table, state: State1983, seat: str, cell: str, waived: bool
) -> tuple[Event, ...]:
    """The rustled steer goes to a vacant start cell of the captor's prairie (§5.1)."""
    targets = None if waived else theft_targets(layout, table, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1983", "5.1"))


def theft_targets(layout: Layout, table: Table, state: State1983) -> tuple[str, ...]:
    """Where the rustled steer may go, judged after the cowboy has left its cell (§16.4)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position, theft.thief, theft.frm, facts_for(table.rules))


# --- duels ------------------------------------------------------------------------------------


def shoot(layout: Layout, table: Table, state: State1983, seat: str, command: h.RollShots) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§6.1)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in h.FACES or two not in h.FACES or one is None or two is None:
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "6.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    return (rolled, beaten(layout, table, state, duel, duel.winner(one, two)))


def beaten(layout: Layout, table: Table, state: State1983, duel: Duel, winner: str) -> h.CowboyBeaten:
    """What becomes of the loser: at home he escapes, elsewhere he is killed (§6.2, §6.3)."""
    loser = duel.other(winner)
    killed = not escapes(layout, on_board(state), table.rules, loser, duel.cell)
    return h.CowboyBeaten(winner, loser, duel.cell, killed=killed)


def escapes(layout: Layout, position: Position, rules: SteerRules, loser: str, cell: str) -> bool:
    """Whether the loser of a duel on this cell comes back later: on his own prairie, or as the table agreed (H6)."""
    ranch, ranch_of = layout.by_id[cell].region, position.ranch_of
    return ranch == ranch_of.get(loser) or (
        ranch not in ranch_of.values() and rules.unowned_duel is UnownedDuel.ESCAPES
    )


# --- cowboys that come into play --------------------------------------------------------------


def hire(layout: Layout, table: Table, state: State1983, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """A further cowboy for 2,000, at the start of one's turn (§8)."""
    my_turn(state, seat, Step.CATTLE, Step.TABLE)
    if not waived and (refused := may_not_hire(table, state, seat)):
        raise refused
    if state.position is not None:
        if not waived and cell not in vacant_starts(layout, state.position, seat):
            raise IllegalMove.saying(SENTENCES, fact("hired_not_there"), RuleRef("1983", "8.2"))
        on_free_cell(layout, state, cell)
    posted = transfer(table.accounts, seat, BANK, HIRE, fact("new_cowboy"), RuleRef("1983", "8.1"))
    return (h.CowboyHired(seat, cell if state.position else "", postings=posted),)


def may_not_hire(table: Table, state: State1983, seat: str) -> IllegalMove | None:
    """Why nobody can be hired now; None when somebody can, if the money and a cell are there."""
    turn, hired = state.turn, state.hired.get(seat, 0)
    if in_play(state, seat) >= ENOUGH:
        return IllegalMove.saying(SENTENCES, fact("enough_cowboys", count=ENOUGH), RuleRef("1983", "8.1"))
    if turn.step is Step.CATTLE and (turn.moved or turn.cow_dice != (STEPS,)):
        return IllegalMove.saying(SENTENCES, fact("hired_at_the_start"), RuleRef("1983", "8.2"))
    if hired >= (1 if table.rules.hire_once else COWBOYS_EACH - table.rules.cowboys):
        return IllegalMove.saying(SENTENCES, fact("none_to_hire"), RuleRef("1983", "8.2"))
    return None


def vacant_starts(layout: Layout, position: Position, seat: str) -> tuple[str, ...]:
    """The vacant start cells for cowboys of the seat's prairie."""
    starts = layout.select(position.ranch_of[seat], Mark.COWBOY_START)
    return tuple(cell for cell in starts if position.free(cell))


def returning(layout: Layout, state: State1983) -> tuple[str, tuple[str, ...]] | None:
    """Whose escaped cowboy comes back now, and the cells to choose from (§6.2, §16.3)."""
    position = state.position
    if position is None or state.pending or state.sale:
        return None
    for seat in state.order:
        if position.waiting.get(seat) and (cells := vacant_starts(layout, position, seat)):
            return seat, cells
    return None


def come_back(layout: Layout, state: State1983, seat: str, cell: str) -> tuple[Event, ...]:
    """The owner chooses the cell."""
    back = returning(layout, state)
    if back is None or back[0] != seat:
        raise NotNow(say("No cowboy of yours can come back now."))
    if cell not in back[1]:
        raise BadRequest(
            say("An escaped cowboy comes back to a vacant start cell for cowboys of your prairie."),
            RuleRef("1983", "6.2"),
        )
    return (h.CowboyReturned(seat, cell),)
