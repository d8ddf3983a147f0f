"""The referee, through whom every command goes: what it does to a table.

``act`` asks the core and the game what a command means, adds what follows by itself, and returns the records to
append and the table after them. It is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.core.errors import BadRequest, CannotAfford, NotNow, RuleError
from companion.core.messages import Command, Event, Message, kind_of
from companion.core.money import bank, bank_messages
from companion.core.money.currency import check_step
from companion.core.money.ledger import BANK
from companion.core.plugin import Consent, Game
from companion.core.referee import claims, corrections, lobby, parting
from companion.core.referee.consent import consent_to, consent_to_waive, is_granted, is_unchanged, with_owners
from companion.core.referee.corrections import as_asked, corrected
from companion.core.referee.reducer import StoredEvent, apply
from companion.core.secrets import ballot as ballots
from companion.core.secrets import opening
from companion.core.secrets.exchange import SettleShowdown
from companion.core.sentences import SENTENCES
from companion.core.table.commands import (
    AdmitPhone,
    Agree,
    AllowAnyway,
    Batch,
    CorrectBooks,
    MoveSeat,
    Refuse,
    Undo,
    VouchFor,
    WithdrawClaim,
)
from companion.core.table.events import ProposalAgreed, ProposalDropped, ProposalMade, RuleWaived, Undone
from companion.core.table.table import Proposal, Table, TablePhase, person
from companion.core.text import Who, fact, say

MAX_FOLLOWING = 100
"""the most steps of what follows from one command: a game in which that never ends is faulty, and stopped"""

MAX_AT_ONCE = 20
"""the most commands of a batch: a turn moves a handful of figures, each with what follows"""

OF_THE_BALLOT = (ballots.SealVote, ballots.RevealBallot, ballots.TellTally, Agree, Refuse)
"""commands that never take a sealed vote away; one that a seat agrees to is examined by itself"""


@dataclass(frozen=True, slots=True)
class Referee:
    """The referee of one game; ``write`` and ``read`` turn a command that waits into plain data and back."""

    game: Game
    read: Callable[[Message], Command]
    write: Callable[[Command], Message]

    def act(
        self, table: Table, actor: str | None, command: Command, at: float = 0.0
    ) -> tuple[list[StoredEvent], Table]:
        """Return the records of the command and the table after them. Raise RuleError, which changes nothing."""
        return self._follow(table, actor, self.decide(table, actor, command), at)

    def _follow(
        self, table: Table, actor: str | None, decided: Sequence[Event], at: float = 0.0
    ) -> tuple[list[StoredEvent], Table]:
        """Return the records of what was decided and of what follows by itself, and the table after them."""
        first = table.seq + 1
        records: list[StoredEvent] = []

        def add(events: Sequence[Event]) -> None:
            nonlocal table
            for event in events:
                seq = table.seq + 1
                record = StoredEvent(seq, at, actor, first, ballots.opened_at(seq, event))
                records.append(record)
                table = apply(self.game, table, record)

        add(decided)
        if any(isinstance(event, Undone) for event in decided):
            return records, table  # later events would do again what was undone
        for _ in range(MAX_FOLLOWING):
            following = self.game.follow(table) if table.phase is TablePhase.PLAYING else ()
            if not following:
                return records, table
            add(following)
        raise RuntimeError(f"{[kind_of(event) for event in decided]} never comes to rest")

    # --- deciding -----------------------------------------------------------------------------

    def decide(self, table: Table, actor: str | None, command: Command, waived: bool = False) -> tuple[Event, ...]:
        """Return the events of the command itself, or the motion that asks for the consent it needs."""
        if actor is not None:
            table.seat(actor)
        required = None if waived else self._consent(table, actor, command)
        if required and required.asked:
            return self._propose(table, actor, command, required)
        return self._effect(table, actor, command, waived)

    def _effect(self, table: Table, actor: str | None, command: Command, waived: bool) -> tuple[Event, ...]:
        """Return the events of a command to which all required seats have agreed."""
        match command:
            case Agree(motion=number):
                return self._agree(table, person(actor), number)
            case Refuse(motion=number):
                return (self._refuse(table, person(actor), number),)
            case AllowAnyway(message=message):
                return self._allow(table, actor, message)
            case Undo(to=to):
                return (Undone(to, corrections.title(table, to), actor),)
            case CorrectBooks():
                check_step(self.game.edition_at(table.rules).currency, command.amount)
                return (corrected(table, person(actor), command),)
            case Batch(messages=messages):
                return self._several(table, person(actor), messages, waived)
            case AdmitPhone() | MoveSeat() | WithdrawClaim():
                return claims.decide(table, command)
            case VouchFor(motions=numbers):
                seat = claims.vouching(table, command)
                return tuple(event for number in numbers for event in self._agree(table, seat, number, asking=True))
            case _ if isinstance(command, lobby.LOBBY_COMMANDS):
                return lobby.decide(self.game, table, actor, command, waived)
            case _:
                return self._play(table, actor, command, waived)

    def _several(self, table: Table, seat: str, messages: tuple[Message, ...], waived: bool) -> tuple[Event, ...]:
        """Return the events of the commands one after the other. Raise RuleError for the first that cannot be given."""
        if not 0 < len(messages) <= MAX_AT_ONCE:
            raise BadRequest(say("There is nothing to do, or too much at once."))
        done: list[Event] = []
        for message in messages:
            command = self.read(message)
            drawing = type(command).with_draws is not Command.with_draws
            if drawing or not isinstance(command, self.game.commands) or self._consent(table, seat, command):
                raise BadRequest(say("Do that alone, not together with something else."))
            for event in self._play(table, seat, command, waived):
                table = apply(self.game, table, StoredEvent(table.seq + 1, 0.0, seat, table.seq + 1, event))
                done.append(event)
        return tuple(done)

    def _play(self, table: Table, actor: str | None, command: Command, waived: bool) -> tuple[Event, ...]:
        if table.phase is not TablePhase.PLAYING:
            over = say("This game is over.") if table.phase is TablePhase.OVER else say("The game has not started yet.")
            raise NotNow(over)
        match command:
            case ballots.RevealBallot(ballot=number):
                return (opening.reveal(table.code, ballots.current(table.ballot, number), command),)
            case ballots.TellTally(ballot=number):
                return (opening.tally(ballots.current(table.ballot, number), command),)
            case ballots.SealVote(ballot=number):
                return (ballots.seal(ballots.current(table.ballot, number), person(actor), command),)
            case ballots.EnterVotes(ballot=number):
                return (opening.enter(ballots.current(table.ballot, number), command),)
            case ballots.VoidBallot(ballot=number):
                again = ballots.again(ballots.current(table.ballot, number))
                return (ballots.BallotVoided(number), ballots.BallotOpened(again))
            case SettleShowdown() if exchange := self.game.exchange:
                return exchange.settle(table, command)
            case bank_messages.BorrowFromBank(amount=amount):
                seat = person(actor)
                repay = self.game.borrow(table, seat, amount, waived)
                return (bank.lend(seat, amount, repay, table.seq + 1),)
            case _ if isinstance(command, bank_messages.COMMANDS):
                return self._move_money(table, person(actor), command, waived)
            case parting.LeaveGame() | parting.StopGame():
                return parting.decide(self.game, table, person(actor), command)
            case _:
                return self.game.decide(table, person(actor), command, waived)

    def _move_money(
        self, table: Table, seat: str, command: bank_messages.BankCommand, waived: bool
    ) -> tuple[Event, ...]:
        """Return the events of a payment or a loan, as far as the edition and the game allow it. Raise RuleError."""
        if bank.owed_to_bank(table.loans, seat, command):
            self.game.repay(table, seat, waived)
        if giver := bank.giver(table.loans, seat, command):
            self.game.give(table, giver, waived)
        edition = self.game.edition_at(table.rules)
        for typed in ("amount", "interest"):
            check_step(edition.currency, getattr(command, typed, 0))
        playing = self.game.in_play(table)
        for who in (seat, getattr(command, "to", ""), getattr(command, "borrower", "")):
            if who in table.ids and who not in playing:
                raise BadRequest(say("%(who)s is out of the game: no money goes there.", who=Who(who)))
        accounts = {each: table.accounts[each] for each in (BANK, *playing)}
        payable = {name: table.pots[name] for name, account in edition.accounts.items() if account.payable}
        return bank.decide(accounts, payable, table.loans, seat, command, table.seq + 1, edition.payees)

    # --- consent ------------------------------------------------------------------------------

    def asked(self, table: Table, actor: str | None, command: Command) -> tuple[str, ...]:
        """Return the seats that the command would ask before it is done. Raise RuleError for what cannot be done."""
        required = self._consent(table, actor, command)
        return required.asked if required else ()

    def _consent(self, table: Table, actor: str | None, command: Command) -> Consent | None:
        table = as_asked(table, actor, command)
        if isinstance(command, AllowAnyway):
            required: Consent | None = consent_to_waive(
                self.game, table, actor, self._refusal(table, actor, command.message)
            )
        else:
            required = consent_to(self.game, table, actor, command)
        owners = self._owners(table, actor, command)
        return with_owners(required, owners, fact("ends_vote", who=Who(actor or ""))) if owners else required

    def _owners(self, table: Table, actor: str | None, command: Command) -> tuple[str, ...]:
        """Return the players whose sealed votes the command would take away, in whatever way. Raise RuleError."""
        ballot = table.ballot
        if ballot is None or table.phase is not TablePhase.PLAYING or isinstance(command, OF_THE_BALLOT):
            return ()
        owners = tuple(seat for seat in table.people(but=actor) if seat in ballots.seals(ballot))
        if not owners:
            return ()
        if isinstance(command, Undo):
            return owners if command.to < ballot.id else ()
        _, after = self._follow(table, actor, self._effect(table, actor, command, waived=False))
        return () if after.ballot == ballot and after.phase is TablePhase.PLAYING else owners

    def _propose(self, table: Table, actor: str | None, command: Command, required: Consent) -> tuple[Event, ...]:
        self.proposed(table, actor, command)  # nobody is asked about what cannot be done
        number = table.seq + 1
        message = self.write(command)
        motion = Proposal(
            number, actor, required.title, required.asked, required.needs, message, owners=required.owners
        )
        earlier = (ProposalDropped(old, actor) for old in table.motions if old.by == actor and actor is not None)
        replaced = claims.replaced(table, command) if isinstance(command, AdmitPhone) else ()
        return (*earlier, *replaced, ProposalMade(motion))

    def proposed(self, table: Table, actor: str | None, command: Command) -> tuple[Event, ...]:
        """Return the events of a proposal, which the asked seats are shown. Raise RuleError for what cannot be done."""
        return self.decide(as_asked(table, actor, command), actor, command, waived=True)

    def _agree(self, table: Table, seat: str, number: int, asking: bool = False) -> tuple[Event, ...]:
        motion = _motion(table, number)
        if seat not in motion.asked or seat in motion.agreed:
            raise NotNow(say("You are not asked about that."))
        vouched = (*motion.vouched, seat) if asking else motion.vouched
        agreed = replace(motion, agreed=(*motion.agreed, seat), vouched=vouched)
        if len(agreed.agreed) < agreed.needs:
            return (ProposalAgreed(agreed, seat, carried=False, asking=asking),)
        command = self.read(motion.message)
        if isinstance(command, AdmitPhone):
            command = replace(command, vouched=bool(vouched))
        try:
            required = self._consent(table, motion.by, command)
            if required and not is_unchanged(table, agreed, required):
                raise NotNow.saying(SENTENCES, fact("asked_too_late"))
            if required and not is_granted(agreed, required):  # a seat has sealed meanwhile, and has to agree, too
                asked = replace(agreed, asked=required.asked, needs=required.needs, owners=required.owners)
                return (ProposalAgreed(asked, seat, carried=False, asking=asking),)
            effect = self.decide(table, motion.by, command, waived=True)
        except RuleError as error:
            return (ProposalDropped(motion, None, error.fact),)
        return (ProposalAgreed(agreed, seat, carried=True, asking=asking), *effect)

    def _refuse(self, table: Table, seat: str, number: int) -> Event:
        motion = _motion(table, number)
        if seat not in motion.asked and seat != motion.by:
            raise NotNow(say("You are not asked about that."))
        return ProposalDropped(motion, seat)

    def _refusal(self, table: Table, actor: str | None, message: Message) -> RuleError:
        command = self.read(message)
        if isinstance(command, AllowAnyway):
            raise BadRequest(say("There is nothing to allow."))
        allowed_already = BadRequest.saying(SENTENCES, fact("allowed_already"))
        try:
            self.decide(table, actor, command)
        except RuleError as error:
            if error.waivable:
                return error
            if isinstance(error, CannotAfford) and error.payer != actor:
                # Only the command itself may tell what another seat has: that seat has made it possible.
                raise allowed_already from error
            raise
        raise allowed_already

    def _allow(self, table: Table, actor: str | None, message: Message) -> tuple[Event, ...]:
        refusal = self._refusal(table, actor, message)
        return (RuleWaived(actor, refusal.fact), *self.decide(table, actor, self.read(message), waived=True))


def _motion(table: Table, number: int) -> Proposal:
    for motion in table.motions:
        if motion.id == number:
            return motion
    raise NotNow(say("That question has been settled already."))
