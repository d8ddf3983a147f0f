"""New phones that ask for seats: what they may do until they have one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.table.commands import AdmitPhone, MoveSeat, VouchFor, WithdrawClaim
from companion.core.table.events import PhoneAdmitted, PhonePermitted, ProposalDropped
from companion.core.table.table import Proposal, Table
from companion.core.text import Who, fact, say


def questions(table: Table) -> tuple[Proposal, ...]:
    """Return the open questions about new phones; of each the message names the seat and the claim."""
    return tuple(motion for motion in table.motions if motion.message.kind == kind_of(AdmitPhone))


def seat_asked_for(table: Table, claim: str) -> str:
    """Return the seat that the phone with this claim asks for, or may take; "" for none."""
    asked = [str(motion.message.data["seat"]) for motion in questions(table) if motion.message.data["claim"] == claim]
    permitted = [seat for seat, permit in table.permits.items() if permit.claim == claim]
    return next(iter(asked + permitted), "")


def to_vouch_for(table: Table, claim: str) -> tuple[Proposal, ...]:
    """Return the questions about other new phones that the seat of this claim has not answered yet."""
    seat = seat_asked_for(table, claim)
    other_questions = (motion for motion in questions(table) if motion.message.data["seat"] != seat)
    return tuple(motion for motion in other_questions if seat in motion.asked and seat not in motion.agreed)


def vouching(table: Table, command: VouchFor) -> str:
    """Return the seat for which a new phone answers. Raise NotNow where it may not, BadRequest for other questions."""
    seat = seat_asked_for(table, command.claim)
    permit = table.permits.get(seat)
    if not seat or (permit and permit.claim == command.claim and not permit.is_valid(command.claim, command.now)):
        raise NotNow(say("This phone no longer asks for a seat."))
    if not command.silent:
        raise NotNow(say("The old phone of %(who)s is still there: it is asked itself.", who=Who(seat)))
    if not {*command.motions} <= {motion.id for motion in to_vouch_for(table, command.claim)}:
        raise BadRequest(say("You are not asked about that."))
    return seat


def decide(table: Table, command: Command) -> tuple[Event, ...]:
    """Return the events of a command about a new phone. Raise NotNow for one that is not let in."""
    match command:
        case AdmitPhone(seat=seat, claim=claim, vouched=vouched):
            return (PhonePermitted(table.seat(seat).id, claim, vouched),)
        case MoveSeat(seat=seat, claim=claim, now=now):
            permit = table.permits.get(seat)
            if permit is None or not permit.is_valid(claim, now):
                raise NotNow(say("The others’ consent no longer counts: please ask again."))
            return (PhoneAdmitted(seat, claim, "askers" if permit.vouched else "table"),)
        case WithdrawClaim(claim=claim):
            own_questions = [motion for motion in questions(table) if motion.message.data["claim"] == claim]
            if not own_questions:
                raise NotNow(say("This phone no longer asks for a seat."))
            return tuple(ProposalDropped(motion, None, fact("asks_no_more")) for motion in own_questions)
        case _:
            raise BadRequest(say("The box does not know what you mean."))


def replaced(table: Table, command: AdmitPhone) -> tuple[Event, ...]:
    """Return the events that drop earlier questions: a seat has one at a time, and a phone asks for one seat."""
    given = {"seat": command.seat, "claim": command.claim}
    old = (motion for motion in questions(table) if any(motion.message.data[key] == given[key] for key in given))
    return tuple(ProposalDropped(motion, None, fact("asked_anew")) for motion in old)


def unvouched(motions: Iterable[Proposal], seat: str) -> tuple[Proposal, ...]:
    """Return the questions without the answers of a phone that asked for this seat and asks no more."""
    return tuple(
        replace(
            motion,
            agreed=tuple(other for other in motion.agreed if other != seat),
            vouched=tuple(other for other in motion.vouched if other != seat),
        )
        if seat in motion.vouched
        else motion
        for motion in motions
    )
