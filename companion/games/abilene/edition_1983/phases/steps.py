"""The steps of a turn: three steps for the steers, two dice for the cowboys, or the table alone (rules 1983 §4, §8)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.money.ledger import BANK, transfer
from companion.core.phases import handles
from companion.core.text import Text, Who, fact, say, wording
from companion.core.ui.bank_page import named
from companion.core.ui.board_page import Unit
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, RecordTheft, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOY_DIE, TOWN
from companion.games.abilene.common.rules import more_driven, more_ridden, my_turn, on_free_cell
from companion.games.abilene.common.screens.parts import die_field, done
from companion.games.abilene.common.steps import BankPhase, DrivePhase, RidePhase, RollPhase
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.messages import RecordKilled, RecordSteer
from companion.games.abilene.edition_1983.prices import HIRE
from companion.games.abilene.edition_1983.reducer import STEPS, in_play
from companion.games.abilene.edition_1983.rules import sales, turn
from companion.games.abilene.edition_1983.screens.choices import hire_choices, owner_field
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983

STEP_COMMANDS = (MoveCow, messages_1983.RollTwoDice, MoveCowboy, EndStep, messages_1983.HireCowboy)
"""The commands that wait until all others have acted."""
DICE = 2


class CattlePhase(DrivePhase[State1983]):
    """Phase at the beginning of a turn."""

    once_a_turn = RuleRef("1983", "16.1")
    instruction = say("Move your steers")
    news = wording("%(who)s moves steers.")
    die, unit = COWBOY_DIE, Unit.STEPS

    @handles(MoveCow)
    def move_cow(self, now: Situation[State1983], command: MoveCow) -> tuple[Event, ...]:
        """Move one steer, as many steps as its way needs of the three that all share (§4.1, §4.2). Raise RuleError."""
        state, seat, waived, frm, to = now.state, now.seat, now.waived, command.frm, command.to
        my_turn(state, seat, Step.CATTLE)
        if to == TOWN and state.waiting_cows:
            raise NotNow.saying(SENTENCES, fact("steer_in_town"), RuleRef("1983", "4.3"))
        view, left = now.perspective(seat, self.board_to_drive_on(now, command)), state.turn.cow_dice[0]
        steps = turn.steps_needed(view, frm, to, left)
        if steps is None and not waived:
            raise turn.why_not(view, frm, to, left)
        if waived and to != TOWN:
            on_free_cell(now.layout, state, to)
        steps = left if steps is None else steps
        return (messages.CowMoved(seat, frm, to, 0, steps, left=left - steps),)

    @handles(messages_1983.HireCowboy)
    def hire(self, now: Situation[State1983], command: messages_1983.HireCowboy) -> tuple[Event, ...]:
        """Hire a further cowboy for 2,000, until the dice are thrown (§8). Raise RuleError."""
        table, state, seat, cell = now.table, now.state, now.seat, command.cell
        if state.turn.seat == seat and state.turn.step is Step.COWBOYS:
            raise NotNow.saying(SENTENCES, fact("hired_before_the_dice"), RuleRef("1983", "8.2"))
        my_turn(state, seat, Step.CATTLE, Step.DICE, Step.TABLE)
        if not now.waived and (refused := turn.may_not_hire(table, state, seat)):
            raise refused
        if state.position is not None:
            if not now.waived and cell not in turn.vacant_starts(now.layout, state.position, seat):
                raise IllegalMove.saying(SENTENCES, fact("hired_not_there"), RuleRef("1983", "8.2"))
            on_free_cell(now.layout, state, cell)
        posted = transfer(table.accounts, seat, BANK, HIRE, fact("new_cowboy"), RuleRef("1983", "8.1"))
        return (messages_1983.CowboyHired(seat, cell if state.position else "", postings=posted),)

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Return the end of the step when none is left."""
        state = now.state
        done_with = state.turn.step is Step.CATTLE and state.turn.cow_dice == (0,)
        return (messages.StepEnded(state.turn.seat, Step.CATTLE),) if done_with and not held_up(now) else ()

    def prompt(self, now: Situation[State1983], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        if not waited_for or not now.state.turn.cow_dice:
            return ()
        left = now.state.turn.cow_dice[0]
        return (say("Steps left: %(left)s, for one steer or several. A steer in Abilene is sold at once.", left=left),)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        ended = done(Step.CATTLE, say("Done with the steers"), Weight.PRIMARY)
        return (ended, *hire_choices(now, seat))

    def eager(self, nearer: int) -> float:
        return 0.1 + 10.0 * max(0, nearer) ** 2

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return a cowboy, where it may hire and can afford one; then steers."""
        position, afford = now.state.position, now.table.accounts[seat] >= 2 * HIRE
        may = position and afford and not turn.may_not_hire(now.table, now.state, seat)
        if position and may and (cells := turn.vacant_starts(now.layout, position, seat)):
            return messages_1983.HireCowboy(cells[0])
        return super().bot(now, seat, chance, secrets)


def held_up(now: Situation[State1983]) -> bool:
    """Return whether the turn waits for something else than its player's next step."""
    state = now.state
    return bool(state.sale or state.pending or turn.asked(state) or turn.returning(now.layout, state))


class DicePhase(RollPhase[State1983]):
    """Phase after the steers."""

    instruction = say("Roll both dice")
    rule = RuleRef("1983", "4.4")

    def fields(self) -> tuple[Field, ...]:
        return tuple(
            die_field("dice", say("Die %(number)s", number=at + 1), COWBOY_DIE, messages_1983.FACES, at)
            for at in range(DICE)
        )

    @handles(messages_1983.RollTwoDice)
    def roll(self, now: Situation[State1983], command: messages_1983.RollTwoDice) -> tuple[Event, ...]:
        """Roll two dice (§4.4). Raise BadRequest for faces the dice do not have."""
        my_turn(now.state, now.seat, Step.DICE)
        dice = command.dice or ()
        if len(dice) != DICE or not set(dice) <= set(messages_1983.FACES):
            raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "1.4"))
        return (messages.DiceRolled(now.seat, (), dice, command.by_box),)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return (*super().choices(now, seat), *hire_choices(now, seat))


class CowboysPhase(RidePhase[State1983]):
    """Phase after the dice: two cowboys must move if they can (§4.4), and none stops in the town (§4.7)."""

    instruction = say("Move two cowboys")
    how = say("Each die moves another cowboy, exactly that far. Onto a steer: yours. A cowboy: duel.")
    once_a_turn = all_dice = RuleRef("1983", "4.4")

    def usable(self, now: Situation[State1983]) -> tuple[int, ...]:
        position, of_turn = now.state.position, now.state.turn
        if position is None:
            return ()
        left = [face for die, face in enumerate(of_turn.cowboy_dice) if die not in of_turn.used_cowboy]
        return turn.due(now.perspective(of_turn.seat, position), left, of_turn.moved)

    def met(self, now: Situation[State1983], position: Position, seat: str, frm: str, to: str) -> tuple[MoveKind, str]:
        if to == TOWN:
            raise BadRequest(say("A cowboy may ride through the town but not stop there."), RuleRef("1983", "4.7"))
        return (MoveKind.STAY, "") if to == frm else super().met(now, position, seat, frm, to)


class OnTheTablePhase(BankPhase[State1983]):
    """Phase of a turn that is played on the table: the box records only what changes the money."""

    how = say("Move and roll on the board; tell the box only what changes the money.")

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        return (now.state.turn.seat,) if now.state.turn.step in (Step.TABLE, Step.SALE) else ()

    @handles(messages_1983.RecordSteer)
    def record_steer(self, now: Situation[State1983], command: messages_1983.RecordSteer) -> tuple[Event, ...]:
        """Record a steer that came to the town. Raise RuleError."""
        my_turn(now.state, now.seat, Step.TABLE)
        if command.owner not in sales.colours_left(now.state):
            raise BadRequest(say("No steer of that colour is left."))
        if not now.state.herd.get(now.seat):
            raise BadRequest(say("%(who)s has no cattle left.", who=Who(now.seat)))
        return self.within_a_turn(now, command, messages_1983.SteerBrought(now.seat, command.owner))

    @handles(messages.RecordTheft)
    def record_theft(self, now: Situation[State1983], command: messages.RecordTheft) -> tuple[Event, ...]:
        """Record a steer that was stolen. Raise RuleError."""
        my_turn(now.state, now.seat, Step.TABLE)
        if command.victim == now.seat or not now.state.herd.get(command.victim):
            raise BadRequest(say("A cow is stolen from another player's ranch."))
        return self.within_a_turn(now, command, messages.TheftRecorded(now.seat, command.victim))

    @handles(messages_1983.RecordKilled)
    def record_killed(self, now: Situation[State1983], command: messages_1983.RecordKilled) -> tuple[Event, ...]:
        """Record a cowboy who died. Raise RuleError."""
        my_turn(now.state, now.seat, Step.TABLE)
        if now.state.riders.get(command.seat, 0) < 1:
            raise BadRequest(say("That player has no cowboy in play."))
        return self.within_a_turn(now, command, messages_1983.KilledRecorded(command.seat, now.seat))

    @staticmethod
    def beyond_a_turn(state: State1983, command: Command) -> IllegalMove | None:
        """Return why one turn cannot have brought what is told (§17.1); None where it can."""
        if isinstance(command, messages_1983.RecordSteer):
            return more_driven(state, STEPS, RuleRef("1983", "17.1"))
        return more_ridden(state, in_play(state, state.turn.seat), DICE, RuleRef("1983", "17.1"))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        if now.state.turn.step is not Step.TABLE:
            return ()
        victims = tuple(other for other in now.state.order if other != seat and now.state.herd.get(other))
        riders = tuple(other for other in now.state.order if now.state.riders.get(other))
        victim = Field("victim", say("From whose prairie?"), FieldKind.PICK, named(victims))
        records = (
            Choice(
                kind_of(RecordSteer),
                say("Sell it"),
                fields=(owner_field(now.state),),
                title=say("A steer of mine reached Abilene: its colour?"),
                rule=RuleRef("1983", "4.3"),
                at_once=True,
            ),
            Choice(
                kind_of(RecordTheft),
                say("I took a steer"),
                fields=(victim,),
                title=say("I took a steer from …"),
                rule=RuleRef("1983", "5.1"),
                at_once=True,
            ),
            Choice(
                kind_of(RecordKilled),
                say("Out of play"),
                fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, named(riders)),),
                title=say("A duel killed a cowboy of …"),
                rule=RuleRef("1983", "6.3"),
                at_once=True,
            ),
            done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
        )
        return (*records, *hire_choices(now, seat))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return mostly a steer in town or the end of the turn, sometimes a theft, a dead cowboy or a new one."""
        table, state = now.table, now.state
        if state.turn.step is not Step.TABLE:
            return None
        victims = [other for other in state.order if other != seat and state.herd.get(other)]
        riders = [other for other in state.order if state.riders.get(other)]
        lot = chance.random()
        command: Command | None = None
        if lot < 0.4 and state.herd.get(seat):
            command = messages_1983.RecordSteer(chance.choice(sales.colours_left(state)))
        elif lot < 0.5 and victims:
            command = messages.RecordTheft(chance.choice(victims))
        elif lot < 0.55 and riders:
            command = messages_1983.RecordKilled(chance.choice(riders))
        elif lot < 0.65 and not turn.may_not_hire(table, state, seat) and table.accounts[seat] >= HIRE:
            return messages_1983.HireCowboy()
        if command and not self.beyond_a_turn(state, command):
            return command
        return EndStep(Step.TABLE)
