"""The steps of a turn: dice, cattle, cowboys, or the table alone (rules 1993 §6, §8-§10)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.table.table import Level
from companion.core.text import Text, Who, fact, say, wording
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import any_cowboy_move
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import EndStep, MoveCow, RecordTheft, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import (
    COW_DICE,
    COW_DIE,
    COW_FACES,
    COWBOY_DICE,
    COWBOY_DIE,
    COWBOY_FACES,
    COWBOYS_EACH,
    TOWN,
)
from companion.games.abilene.common.rules import face_of, more_driven, more_ridden, my_turn, on_free_cell
from companion.games.abilene.common.screens.parts import die_field, done
from companion.games.abilene.common.steps import BankPhase, DrivePhase, RidePhase, RollPhase
from companion.games.abilene.edition_1993 import messages as m1993
from companion.games.abilene.edition_1993.messages import RecordJailed, RecordTown
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


class DicePhase(RollPhase[State1993]):
    """Phase of the dice, with which the turn begins."""

    instruction = say("Roll all five dice")
    rule = RuleRef("1993", "6.1")

    def fields(self) -> tuple[Field, ...]:
        cow = (
            die_field("cow", say("Light die %(number)s", number=at + 1), COW_DIE, COW_FACES, at)
            for at in range(COW_DICE)
        )
        cowboy = (
            die_field("cowboy", say("Dark die %(number)s", number=at + 1), COWBOY_DIE, COWBOY_FACES, at)
            for at in range(COWBOY_DICE)
        )
        return (*cow, *cowboy)

    @handles(m1993.RollDice)
    def roll(self, now: Situation[State1993], command: m1993.RollDice) -> tuple[Event, ...]:
        """Roll all five dice at once (§6.1). Raise BadRequest for faces the dice do not have."""
        my_turn(now.state, now.seat, Step.DICE)
        cow, cowboy = command.cow or (), command.cowboy or ()
        if len(cow) != COW_DICE or len(cowboy) != COWBOY_DICE:
            raise BadRequest(say("There are two light dice and three dark ones."), self.rule)
        if not set(cow) <= set(COW_FACES):
            raise BadRequest(say("The light dice show 0 to 5."), RuleRef("1993", "1.5"))
        if not set(cowboy) <= set(COWBOY_FACES):
            raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "1.5"))
        return (messages.DiceRolled(now.seat, cow, cowboy, command.by_box),)


class CattlePhase(DrivePhase[State1993]):
    """Phase of the cattle, after the dice and before the cowboys."""

    once_a_turn = RuleRef("1993", "8.1")
    instruction = say("Move your cattle")
    news = wording("%(who)s moves cattle.")
    how = say("Each light die moves one cow of your herd, at most that far. A cow in Abilene is sold.")

    def end_step(self, now: Situation[State1993], command: EndStep) -> tuple[Event, ...]:
        """End the step; nothing happens where it has just ended by itself. Raise NotNow for another step."""
        turn, dice = now.state.turn, len(now.state.turn.cow_dice)
        just_ended = turn.step is Step.COWBOYS and dice and len(turn.used_cow) == dice and not turn.used_cowboy
        if just_ended and turn.seat == now.seat and not now.state.pending:
            return ()
        return super().end_step(now, command)

    def move_cow(self, now: Situation[State1993], command: MoveCow) -> tuple[Event, ...]:
        """Move one cow with one light die at most (§8). Raise IllegalMove with the reason."""
        turn, seat = now.state.turn, now.seat
        my_turn(now.state, seat, Step.CATTLE)
        face = face_of(turn.cow_dice, turn.used_cow, command.die)
        position, frm, to = self.board_to_drive_on(now, command), command.frm, command.to
        if not now.waived:
            if frm not in position.herd(now.layout, seat):
                raise IllegalMove.saying(SENTENCES, fact("cow_not_on_ranch", cell=frm), RuleRef("1993", "8.1"))
            if refused := refusal(now.perspective(seat, position), frm, to, face):
                raise refused
        elif to != TOWN:
            on_free_cell(now.layout, now.state, to)
        moved = messages.CowMoved(seat, frm, to, command.die, face)
        last = len(turn.used_cow) + 1 == len(turn.cow_dice)
        return (moved, messages.StepEnded(seat, Step.CATTLE)) if last else (moved,)  # nothing is left to do

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return (done(Step.CATTLE, say("Done with cattle"), Weight.PRIMARY),)

    def eager(self, nearer: int) -> float:
        return float(1 + 8 * max(0, nearer))


class CowboysPhase(RidePhase[State1993]):
    """Phase of the cowboys, after the cattle and before the sale."""

    instruction = say("Move your cowboys")
    how = say("Each dark die moves one cowboy, exactly that far. Onto a cow: yours. Onto a cowboy: duel.")
    once_a_turn = RuleRef("1993", "9.1")
    all_dice = RuleRef("1993", "9.3")

    def usable(self, now: Situation[State1993]) -> tuple[int, ...]:
        position, turn = now.state.position, now.state.turn
        if position is None:
            return ()
        left = (face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy)
        view = now.perspective(turn.seat, position)
        return tuple(face for face in left if any_cowboy_move(view, (face,), turn.moved))

    def compulsory(self, now: Situation[State1993]) -> bool:
        return bool(now.table.rules.cowboy_dice_mandatory)

    def end_words(self, now: Situation[State1993]) -> Text:
        return say("Done: sell the cattle") if now.state.waiting_cows else super().end_words(now)


class OnTheTablePhase(BankPhase[State1993]):
    """Phase of a turn that is played on the table: the box records only what changes the money."""

    how = say("Roll and move on the board; tell the box only what changes the money.")

    @handles(RecordTheft)
    def record_theft(self, now: Situation[State1993], command: RecordTheft) -> tuple[Event, ...]:
        """Record a cow that was stolen. Raise RuleError."""
        state, victim = now.state, command.victim
        my_turn(state, now.seat, Step.TABLE)
        if victim == now.seat or victim not in state.order:
            raise BadRequest(say("A cow is stolen from another player's ranch."), RuleRef("1993", "10.1"))
        if not state.herd.get(victim):
            raise BadRequest(say("%(who)s has no cattle left.", who=Who(victim)))
        return self.within_a_turn(now, command, messages.TheftRecorded(now.seat, victim))

    @handles(m1993.RecordJailed)
    def record_jailed(self, now: Situation[State1993], command: m1993.RecordJailed) -> tuple[Event, ...]:
        """Record a cowboy who went to jail. Raise RuleError."""
        my_turn(now.state, now.seat, Step.TABLE)
        if command.seat not in now.state.solvent or now.state.in_jail(command.seat) >= COWBOYS_EACH:
            raise BadRequest(say("No further cowboy of that player can go to jail."))
        return self.within_a_turn(now, command, m1993.JailedRecorded(command.seat, now.seat))

    @handles(m1993.RecordTown)
    def record_town(self, now: Situation[State1993], command: m1993.RecordTown) -> tuple[Event, ...]:
        """Record a cow that came to the town. Raise RuleError."""
        my_turn(now.state, now.seat, Step.TABLE)
        if not now.state.herd.get(now.seat):
            raise BadRequest(say("%(who)s has no cattle left.", who=Who(now.seat)))
        return self.within_a_turn(now, command, m1993.TownRecorded(now.seat))

    @staticmethod
    def beyond_a_turn(state: State1993, command: Command) -> IllegalMove | None:
        """Return why one turn cannot have brought what is to be recorded (§20.2); None where it can."""
        if isinstance(command, m1993.RecordTown):
            return more_driven(state, COW_DICE, RuleRef("1993", "20.2"))
        return more_ridden(state, COWBOYS_EACH - state.in_jail(state.turn.seat), COWBOY_DICE, RuleRef("1993", "20.2"))

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        state = now.state
        victims = tuple(other for other in state.order if other != seat and state.herd.get(other))
        return (
            Choice(kind_of(RecordTown), say("A cow of mine reached Abilene: sell it"), rule=RuleRef("1993", "12.1")),
            Choice(
                kind_of(RecordTheft),
                say("I took a cow"),
                fields=(Field("victim", say("From whose ranch?"), FieldKind.PICK, named(victims)),),
                title=say("I took a cow from …"),
                rule=RuleRef("1993", "10.1"),
                at_once=True,
            ),
            Choice(
                kind_of(RecordJailed),
                say("To jail"),
                fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, named(state.solvent)),),
                title=say("A duel sent to jail a cowboy of …"),
                rule=RuleRef("1993", "11.2"),
                at_once=True,
            ),
            done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
        )

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return mostly the end of the turn, sometimes a theft or a cow in town."""
        state = now.state
        victims = [other for other in state.solvent if other != seat and state.herd.get(other)]
        jailable = [other for other in state.solvent if state.in_jail(other) < COWBOYS_EACH]
        lot = chance.random()
        command: Command | None = None
        if lot < 0.35 and state.herd.get(seat):
            command = m1993.RecordTown()
        elif lot < 0.55 and victims:
            command = RecordTheft(chance.choice(victims))
        elif lot < 0.62 and jailable:
            command = m1993.RecordJailed(chance.choice(jailable))
        if command and not self.beyond_a_turn(state, command):
            return command
        return EndStep(Step.TABLE if now.table.level is Level.BANK else state.turn.step)
