"""The table after an event, the same for one that has just happened and one from an old log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.messages import Event, Posting, TitleEvent, kind_of
from companion.core.money import bank, bank_messages
from companion.core.money.ledger import BANK, Accounts, post
from companion.core.plugin import Game
from companion.core.referee import claims, corrections, lobby
from companion.core.secrets import ballot as ballots
from companion.core.table.commands import AdmitPhone
from companion.core.table.events import (
    EVENTS,
    GameEnded,
    GameStarted,
    LevelChanged,
    PhoneAdmitted,
    PhonePermitted,
    PinReplaced,
    ProposalAgreed,
    ProposalDropped,
    ProposalMade,
    RuleChanged,
    RulesChanged,
    SeatLeft,
    SeatTaken,
    TableCleared,
    TableEvent,
)
from companion.core.table.table import Permit, Proposal, Table, TablePhase
from companion.core.values import changed

OF_EVERY_TABLE = (*EVENTS, *bank_messages.EVENTS, *ballots.EVENTS)
"""Events of every table. Of the others, which are one game's, the table takes note of the money alone."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A record in the log. ``action`` is the sequence number of the first event of the same action."""

    seq: int
    at: float
    actor: str | None
    action: int
    event: Event


def apply(game: Game, table: Table, record: StoredEvent) -> Table:
    """Return the table after the record. An ``Undone`` needs the past: see ``companion.core.referee.replay``."""
    event = record.event
    facts: dict[str, Any] = {"seq": record.seq}
    of_the_game = moves = table.phase is not TablePhase.LOBBY
    if isinstance(event, OF_EVERY_TABLE):
        table = lobby.apply(game, table, event)
        facts |= _of_the_table(table, event, record.at)
        of_the_game = plays(event) and facts.get("phase", table.phase) is not TablePhase.LOBBY
        moves = _moves(event, of_the_game)
    if moves:
        facts["moved_at"] = record.seq
    if event.postings:
        payers = {posting.frm: record.seq for posting in event.postings}
        facts |= {"accounts": _posted(table, event.postings), "spent_at": {**table.spent_at, **payers}}
    after = changed(table, **facts)
    if not of_the_game:
        return after
    done = corrections.remember(after, event, record.action - 1, record.actor)
    return changed(after, play=game.apply(after, event), done=done)


def _of_the_table(table: Table, event: Event, at: float) -> dict[str, Any]:
    """Return the loans, ballot, motions, permits and phase after an event of every table."""
    facts = {
        "loans": bank.apply(table.loans, event),
        "ballot": ballots.apply(table.ballot, event),
        "motions": _motions(table.motions, event),
        "permits": _permits(table.permits, event, at),
        "vouched": _vouched(table.vouched, event),
    }
    match event:
        case GameStarted():
            return {**facts, "phase": TablePhase.PLAYING}
        case GameEnded(ending=ending):
            return {**facts, "phase": TablePhase.OVER, "ending": ending}
        case _:
            return facts


def _posted(table: Table, postings: Iterable[Posting]) -> Accounts:
    """Return the balances after the postings. Raise ValueError where a pot has paid more than it had."""
    accounts = post(table.accounts, postings)
    owing = [account for account, amount in accounts.items() if amount < 0 and account != BANK]
    if owing and not {*table.ids}.issuperset(owing):
        raise ValueError(f"only the bank can owe: {owing}")
    return accounts


def _moves(event: Event, of_the_game: bool) -> bool:
    """Return whether moves of the game that were decided before this event of every table come too late."""
    if isinstance(event, (RuleChanged, RulesChanged, LevelChanged)):
        return True
    return of_the_game and not isinstance(event, bank_messages.EVENTS)


def plays(event: Event) -> bool:
    """Return whether the event is a step of the game, which an undo takes back."""
    return not isinstance(event, (TableEvent, ballots.VoteSealed))


def title_event(records: Iterable[StoredEvent], action: int) -> Event | None:
    """Return the event that names the action, or None where no step of it is among the records."""
    steps = [record.event for record in records if record.action == action and plays(record.event)]
    return next((event for event in steps if isinstance(event, TitleEvent)), next(iter(steps), None))


def _permits(permits: Mapping[str, Permit], event: Event, at: float) -> Mapping[str, Permit]:
    """Return the permits after the event: any change of a seat's phones, or of the game, ends them."""
    match event:
        case PhonePermitted(seat=seat, claim=claim, vouched=vouched):
            return {**permits, seat: Permit(claim, at, vouched)}
        case GameStarted() | GameEnded() | TableCleared():
            return {}
        case PhoneAdmitted(seat=seat) | PinReplaced(seat=seat):
            return {other: permit for other, permit in permits.items() if other != seat}
        case SeatTaken(seat=taken) | SeatLeft(seat=taken):
            return {other: permit for other, permit in permits.items() if other != taken.id}
        case _:
            return permits


def _vouched(vouched: tuple[str, ...], event: Event) -> tuple[str, ...]:
    """Return the seats whose new phones have let one another in, after the event."""
    match event:
        case PhoneAdmitted(seat=seat, serving=False, how=how):
            other_seats = tuple(other for other in vouched if other != seat)
            return (*other_seats, seat) if how == "askers" else other_seats
        case TableCleared():
            return ()
        case SeatLeft(seat=left):
            return tuple(other for other in vouched if other != left.id)
        case _:
            return vouched


def _motions(motions: tuple[Proposal, ...], event: Event) -> tuple[Proposal, ...]:
    """Return the open questions after the event; a seat that leaves takes along all in which it has a part."""
    match event:
        case GameStarted() | GameEnded():
            return tuple(motion for motion in motions if motion.message.kind != kind_of(AdmitPhone))
        case PhoneAdmitted(seat=seat) | PinReplaced(seat=seat):
            asked = kind_of(AdmitPhone), seat
            remaining = tuple(old for old in motions if (old.message.kind, old.message.data.get("seat")) != asked)
            asker = isinstance(event, PhoneAdmitted) and event.claim  # its answers stay
            return remaining if asker else claims.unvouched(remaining, seat)
        case SeatLeft(seat=left):
            return tuple(
                old for old in motions if left.id not in (old.by, *old.asked, old.message.data.get("seat", ""))
            )
        case ProposalMade(motion=motion):
            return (*motions, motion)
        case ProposalAgreed(motion=motion, carried=False):
            return tuple(motion if old.id == motion.id else old for old in motions)
        case ProposalDropped(motion=motion) if motion.message.kind == kind_of(AdmitPhone):
            remaining = tuple(old for old in motions if old.id != motion.id)
            return claims.unvouched(remaining, str(motion.message.data["seat"]))
        case ProposalAgreed(motion=motion) | ProposalDropped(motion=motion):
            return tuple(old for old in motions if old.id != motion.id)
        case _:
            return motions
