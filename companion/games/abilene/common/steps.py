"""The steps of a turn as both editions have them: dice, cattle, cowboys, a turn on the table alone, and its end.

An edition adds its words, the sections of its rules, and what is its own.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from typing import Any, ClassVar

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.identity import identity_cache
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.plugin import AutoEnd
from companion.core.table.events import GameEnded
from companion.core.text import Text, fact, say, wording
from companion.core.ui.board_page import BoardMoves, Unit
from companion.core.ui.choice import Choice, Field, Weight
from companion.games.abilene.common import bots, messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.phases import Phase, S, Situation
from companion.games.abilene.common.pieces import COW_DIE, COWBOY_DIE, TOWN
from companion.games.abilene.common.rules import face_of, my_turn, on_board
from companion.games.abilene.common.screens.boards import board_moves, tapped
from companion.games.abilene.common.screens.parts import done
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import from_the_left, standing_on


class StepPhase(Phase[S]):
    """A step of the turn, the one that ``step`` names: its player is waited for until it has ended."""

    def waited_for(self, now: Situation[S]) -> tuple[str, ...]:
        return (now.state.turn.seat,) if now.state.turn.step is self.step else ()

    @handles(EndStep)
    def end_step(self, now: Situation[S], command: EndStep) -> tuple[Event, ...]:
        """End the step. Raise NotNow for another one."""
        my_turn(now.state, now.seat, Step.CATTLE, Step.COWBOYS, Step.TABLE)
        if now.state.turn.step is not command.step:
            raise NotNow.saying(SENTENCES, fact("step_over"))
        return (messages.StepEnded(now.seat, command.step),)


class RollPhase(StepPhase[S]):
    """Phase of the dice: the box rolls, or real dice are typed; the command takes one or the other."""

    step = Step.DICE
    news = wording("%(who)s rolls the dice.")
    rule: ClassVar[RuleRef]

    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """Return one a die."""

    def choices(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        typed = Choice(
            kind_of(self.commands[0]),
            say("These are my dice"),
            fields=self.fields(),
            title=say("Or tap what you rolled"),
            rule=self.rule,
            weight=Weight.PRIMARY,
        )
        return (Choice(typed.kind, say("Let the box roll"), weight=Weight.PRIMARY), typed)

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return self.commands[0]()


class DrivePhase(StepPhase[S]):
    """Phase of the cattle: it moves with dice, or with steps that all share, a cow once a turn."""

    step = Step.CATTLE
    once_a_turn: ClassVar[RuleRef]
    """where the rules say so"""
    die: ClassVar[str] = COW_DIE
    unit: ClassVar[Unit] = Unit.DIE

    def board_to_drive_on(self, now: Situation[S], command: MoveCow) -> Position:
        """Return the board, where a cow stands that has not moved. Raise NotNow, BadRequest or IllegalMove."""
        position = on_board(now.state)
        if command.frm not in position.cows:
            raise BadRequest.saying(SENTENCES, fact("no_cow_there", cell=command.frm))
        if command.frm in now.state.turn.moved:
            raise IllegalMove.saying(SENTENCES, fact("cow_moved"), self.once_a_turn)
        return position

    def moves(self, now: Situation[S], seat: str) -> BoardMoves | None:
        turn, herd = now.state.turn, now.state.position.herd(now.layout, seat) if now.state.position else ()
        movers = [cow for cow in herd if cow not in turn.moved]
        return board_moves("move_cow", movers, turn.cow_dice, turn.used_cow, now, self.die, self.unit)

    @handles(MoveCow)
    @abstractmethod
    def move_cow(self, now: Situation[S], command: MoveCow) -> tuple[Event, ...]:
        """Move one cow. Raise RuleError."""

    @abstractmethod
    def eager(self, nearer: int) -> float:
        """Return how much a simple player likes to bring a cow so many rings nearer to the town."""

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.move(self.moves(now, seat), now, chance, self.eager)


class RidePhase(StepPhase[S]):
    """Phase of the cowboys: each die moves one, exactly that far, onto a cow to steal it, onto a cowboy for a duel."""

    step = Step.COWBOYS
    news = wording("%(who)s moves cowboys.")
    once_a_turn: ClassVar[RuleRef]
    """where the rules say that a cowboy rides once a turn"""
    all_dice: ClassVar[RuleRef]
    """where they say that dice must be used"""

    @abstractmethod
    def usable(self, now: Situation[S]) -> tuple[int, ...]:
        """Return the faces of the dice left that a cowboy who has not moved can still use."""

    def compulsory(self, now: Situation[S]) -> bool:
        """Return whether they must be used at this table."""
        return True

    def end_words(self, now: Situation[S]) -> Text:
        """Return what the end of the step leads to."""
        return say("End my turn")

    def end_step(self, now: Situation[S], command: EndStep) -> tuple[Event, ...]:
        """End the step. Raise IllegalMove where a die that must be used is left."""
        ended = super().end_step(now, command)
        if not now.waived and self.compulsory(now) and (faces := self.usable(now)):
            raise IllegalMove.saying(SENTENCES, fact("die_left", dice=", ".join(map(str, faces))), self.all_dice)
        return ended

    @handles(MoveCowboy)
    def move_cowboy(self, now: Situation[S], command: MoveCowboy) -> tuple[Event, ...]:
        """Move one cowboy with one die, which may lead to a theft or a duel. Raise RuleError."""
        state, seat, frm, to = now.state, now.seat, command.frm, command.to
        my_turn(state, seat, Step.COWBOYS)
        position = on_board(state)
        face = face_of(state.turn.cowboy_dice, state.turn.used_cowboy, command.die)
        if frm not in position.cowboys_of(seat):
            raise BadRequest.saying(SENTENCES, fact("no_own_cowboy", cell=frm))
        if standing_on(state, seat, frm) <= 0:
            raise IllegalMove.saying(SENTENCES, fact("cowboy_moved"), self.once_a_turn)
        if not now.waived and (refused := refusal(now.perspective(seat, position), frm, to, face)):
            raise refused
        what, other = self.met(now, position, seat, frm, to)
        return (messages.CowboyMoved(seat, frm, to, command.die, face, what, other),)

    def met(self, now: Situation[S], position: Position, seat: str, frm: str, to: str) -> tuple[MoveKind, str]:
        """Return what stands on the end cell: nothing, somebody's cow, an enemy cowboy."""
        if to == TOWN:
            return MoveKind.TOWN, ""
        if to not in now.layout.by_id:
            raise BadRequest.saying(SENTENCES, fact("no_such_cell", cell=to))
        if to in position.cows:
            owners = {ranch: owner for owner, ranch in position.ranch_of.items()}
            return MoveKind.THEFT, owners.get(now.layout.by_id[to].region, "")
        match position.cowboys.get(to):
            case None:
                return MoveKind.MOVE, ""
            case owner if owner == seat:
                raise BadRequest.saying(SENTENCES, fact("own_cowboy_there", cell=to))
            case owner:
                return MoveKind.DUEL, owner

    def choices(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        """Return the end of the step: not the main choice while dice can be used.

        While they must be, the others may allow it; a player alone has nobody to ask.
        """
        if not (faces := self.usable(now)):
            return (done(Step.COWBOYS, self.end_words(now), Weight.PRIMARY),)
        if now.table.alone == seat and self.compulsory(now):
            return ()
        left = say("There is still a move for: %(dice)s", dice=", ".join(map(str, faces)))
        return (done(Step.COWBOYS, self.end_words(now), Weight.NORMAL, left),)

    @identity_cache(most=32)
    def moves(self, now: Situation[S], seat: str) -> BoardMoves | None:
        turn, riders = now.state.turn, now.state.position.cowboys_of(seat) if now.state.position else ()
        movers = [node for node in dict.fromkeys(riders) if standing_on(now.state, seat, node) > 0]
        return board_moves("move_cowboy", movers, turn.cowboy_dice, turn.used_cowboy, now, COWBOY_DIE)

    def auto_end(self, now: Situation[S]) -> AutoEnd | None:
        """Return the end of the step, but not while a die could move a cowboy, even where it need not."""
        seat = now.state.turn.seat
        if any(what is not MoveKind.STAY for *_, what in tapped(self.moves(now, seat))):
            return None
        sale = say("The sale begins automatically.") if now.state.waiting_cows else None
        return AutoEnd(seat, EndStep(Step.COWBOYS), sale or say("The turn ends automatically."))

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.move(self.moves(now, seat), now, chance)


class BankPhase(StepPhase[S]):
    """Phase of a turn at the level *bank*: it is played on the board, and the box is told what changes the money."""

    step = Step.TABLE
    instruction = say("Play your turn on the board")
    news = wording("%(who)s plays on the board.")

    def prompt(self, now: Situation[S], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        """Return how it is told, and how much has been: a phone that told something must look otherwise than before."""
        turn = now.state.turn
        if turn.step is not Step.TABLE:
            return ()
        so_far = say(
            "Entered in this turn: cattle to Abilene %(driven)s, thefts and duels %(ridden)s.",
            driven=turn.driven,
            ridden=turn.ridden,
        )
        return (
            *super().prompt(now, seat, waited_for),
            *((so_far,) if waited_for and (turn.driven or turn.ridden) else ()),
        )

    def within_a_turn(self, now: Situation[S], command: Command, event: Event) -> tuple[Event, ...]:
        """Return what was told to have happened on the board. Raise IllegalMove for more than a turn can bring."""
        if not now.waived and (refused := self.beyond_a_turn(now.state, command)):
            raise refused
        return (event,)

    @staticmethod
    @abstractmethod
    def beyond_a_turn(state: S, command: Command) -> IllegalMove | None:
        """Return why one turn cannot have brought what is told; None where it can."""


class EarlyEnd(Phase[S]):
    """The step that waits for nobody and ends the game early."""

    @abstractmethod
    def end(self, now: Situation[S]) -> GameEnded | None:
        """Return the end of the game; None where it goes on."""

    def follow(self, now: Situation[S]) -> tuple[Event, ...]:
        end = self.end(now)
        return (end,) if end else ()


class NextTurn(Phase[S]):
    """The step that waits for nobody: the next player's turn, or the end of the game."""

    def held_up(self, now: Situation[S]) -> bool:
        """Return whether something of this turn is still to be done."""
        return bool(now.state.sale or now.state.pending)

    def over(self, now: Situation[S], round_over: bool) -> GameEnded | None:
        """Return the end of the game, where the end of this turn is."""
        return None

    def follow(self, now: Situation[S]) -> tuple[Event, ...]:
        state, turn = now.state, now.state.turn
        if self.held_up(now) or (turn.seat in state.solvent and turn.step is not Step.SALE):
            return ()
        following = next(seat for seat in (*from_the_left(state, turn.seat), turn.seat) if seat in state.solvent)
        over = self.over(now, state.order.index(following) <= state.order.index(turn.seat))
        return (over or messages.TurnBegan(following, turn.number + 1),)
