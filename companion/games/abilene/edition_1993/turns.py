"""Steps of a turn that are not moves: dice, jail, done-with-this-step (rules 1993 §6, §7, §9.3)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.money.ledger import BANK, transfer
from companion.core.table.table import Table
from companion.core.text import Fact, Who, fact, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES, COWBOYS_EACH
from companion.games.abilene.common.rules.turns import my_turn, on_free_cell, step_ended
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.money.prices import RELEASE, food, jail_bill
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def roll(state: State1993, seat: str, command: own.RollDice) -> tuple[Event, ...]:
    """All five dice at once (§6.1); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    cow, cowboy = command.cow or (), command.cowboy or ()
    if len(cow) != COW_DICE or len(cowboy) != COWBOY_DICE:
        raise BadRequest(say("There are two light dice and three dark ones."), RuleRef("1993", "6.1"))
    if not set(cow) <= set(COW_FACES):
        raise BadRequest(say("The light dice show 0 to 5."), RuleRef("1993", "1.5"))
    if not set(cowboy) <= set(COWBOY_FACES):
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "1.5"))
    return (m.DiceRolled(seat, cow, cowboy, command.by_box),)


def pay_jail(table: Table, state: State1993, seat: str, released: int, waived: bool) -> tuple[Event, ...]:
    """The bill for this many releases (§7.2), paid to the bank; raises IllegalMove or CannotAfford."""
    my_turn(state, seat, Step.JAIL)
    if state.turn.releasing:
        raise NotNow(say("The bill is paid; now place the released cowboys."))
    jailed = state.in_jail(seat)
    if waived and 0 <= released <= jailed:
        bill = RELEASE * released + food(jailed - released)
    else:
        bill = jail_bill(jailed, released, table.rules)
    reason = jail_reason(released, jailed - released)
    posted = transfer(table.accounts, seat, BANK, bill, reason, RuleRef("1993", "7.2"))
    return (own.JailPaid(seat, released, jailed - released, bill, postings=posted),)


def jail_reason(released: int, stay: int) -> Fact:
    """What a jail bill is for."""
    if not released:
        return fact("jail_food", stay=stay)
    if not stay:
        return fact("jail_release", released=released)
    return fact("jail_release_and_food", released=released, stay=stay)


def place_released(layout: Layout, state: State1993, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """A released cowboy on a free boot or outer-edge cell of the own ranch (§7.5)."""
    my_turn(state, seat, Step.JAIL)
    position = state.position
    if position is None or not state.turn.releasing:
        raise NotNow(say("Nobody has been released."))
    if not waived and cell not in movement.release_cells(layout, position, seat):
        raise IllegalMove.saying(SENTENCES, fact("release_not_there", cell=cell), RuleRef("1993", "7.5"))
    on_free_cell(layout, state, cell)
    return (own.CowboyReleased(seat, cell),)


def end_step(layout: Layout, table: Table, state: State1993, seat: str, step: Step, waived: bool) -> tuple[Event, ...]:
    """Done with cattle, cowboys, or (level *bank*) the turn; cowboy dice that can be used must be (§9.3, §19.4)."""
    must = step is Step.COWBOYS and table.rules.cowboy_dice_mandatory and not waived
    faces = usable_dice(layout, table, state) if must else ()
    return step_ended(state, seat, step, faces, RuleRef("1993", "9.3"))


def usable_dice(layout: Layout, table: Table, state: State1993) -> tuple[int, ...]:
    """Faces of the cowboy dice left that still have a legal move for a cowboy that has not moved."""
    position, turn = state.position, state.turn
    if position is None:
        return ()
    return tuple(
        face
        for die, face in enumerate(turn.cowboy_dice)
        if die not in turn.used_cowboy
        and movement.any_cowboy_move(layout, position, turn.seat, (face,), turn.moved, table.rules)
    )


def record(
    table: Table, state: State1993, seat: str, command: m.RecordTheft | own.RecordJailed | own.RecordTown
) -> tuple[Event, ...]:
    """Level *bank*: what happened on the board, told by the active player."""
    my_turn(state, seat, Step.TABLE)
    match command:
        case m.RecordTheft(victim=victim):
            if victim == seat or victim not in state.order:
                raise BadRequest(say("A cow is stolen from another player's ranch."), RuleRef("1993", "10.1"))
            if not state.herd.get(victim):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(victim)))
            return (m.TheftRecorded(seat, victim),)
        case own.RecordJailed(seat=jailed):
            if jailed not in state.solvent or state.in_jail(jailed) >= COWBOYS_EACH:
                raise BadRequest(say("No further cowboy of that player can go to jail."))
            return (own.JailedRecorded(jailed, seat),)
        case own.RecordTown():
            if not state.herd.get(seat):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(seat)))
            return (own.TownRecorded(seat),)
