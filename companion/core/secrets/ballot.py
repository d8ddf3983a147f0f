"""The sealed ballot (promises.md): commit first, open when all are sealed, reveal at once.

The table keeps commitments only. The choices reach the box after the last seat has sealed, are held in memory by the
session, and enter the log when the last opening is in.

Whatever takes a ballot away in which somebody has sealed (other votes typed in, another ballot, an undo, the end of the
game) needs that seat's consent: ``companion.core.referee.consent``. docs/promises.md has the table of all transitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.messages import Command, Event, defined_in, logged_as
from companion.core.secrets import ways
from companion.core.secrets.exchange import is_hex, sealed
from companion.core.secrets.ways import Way
from companion.core.sentences import SENTENCES
from companion.core.text import Fact, Who, fact, say

TAG = "companion/ballot/1"
NONCE_BYTES = 32
MAX_NUMBER_LENGTH = 12
UNNUMBERED = 0
"""the id of a ballot that is not open yet"""


class AlreadySealed(RuleError):
    """Refusal of a second commitment of a seat in one ballot."""

    code = "already_sealed"


class BallotStage(StrEnum):
    """The stage of a vote: waiting for seals, then for what they hide, then revealed."""

    SEALING = "sealing"
    OPENING = "opening"
    REVEALED = "revealed"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A range of multiples of ``step`` from ``least`` to ``most``: the choices of a sealed bid, whole numbers."""

    least: int
    most: int
    step: int = 1

    def has(self, choice: str) -> bool:
        """Return whether the choice is one of them, in the only spelling that a phone seals: 1500, not 1,500."""
        if not choice.isascii() or not choice.isdigit() or len(choice) > MAX_NUMBER_LENGTH:
            return False
        number = int(choice)
        return str(number) == choice and self.least <= number <= self.most and number % self.step == 0


@logged_as(choices_by_seat="own")
@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote that is going on or has just been revealed.

    ``id`` never comes twice at a table: it is the number of the event that opened it, and the table gives it, whatever
    a game says.

    A seat that is not among the ``voters`` may gain by the vote (a seller), and has no voice in what becomes of it.
    The choices are public: they are in the log and on every screen. ``choices_by_seat`` gives voters other choices
    than ``choices``, such as the cards that are still in front of each. A game whose hands are secret leaves it empty,
    lets ``choices`` name every card there is, shows a seat only its own hand (``Game.cards``), and checks after the
    reveal whether a card was really there. ``numbers``: beside the ``choices`` everybody may choose any of these,
    as in a sealed bid. ``way``: what a vote is made of. ``tallied``: nobody ever learns who chose what; once all have
    opened, the box keeps ``counts`` alone.
    """

    id: int
    title: Fact
    voters: tuple[str, ...]
    choices: tuple[str, ...]
    sealed: Mapping[str, str] = field(default_factory=dict)
    votes: Mapping[str, str] = field(default_factory=dict)
    choices_by_seat: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Numbers | None = None
    way: Way = Way.ONE
    tallied: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)

    def choices_of(self, seat: str) -> tuple[str, ...]:
        """Return what this voter may choose."""
        return self.choices_by_seat.get(seat, self.choices)

    def allows(self, seat: str, choice: str) -> bool:
        """Return whether this voter may choose that."""
        if ways.allows(self.way, self.choices_of(seat), choice):
            return True
        return self.numbers is not None and self.numbers.has(choice)

    @property
    def over(self) -> bool:
        """Return whether the vote is over: everybody's choice is known, or the tally."""
        return bool(self.votes or self.counts)

    @property
    def complete(self) -> bool:
        """Return whether every voter has sealed."""
        return len(self.sealed) == len(self.voters)

    @property
    def stage(self) -> BallotStage:
        """Return the stage of the vote."""
        if self.over:
            return BallotStage.REVEALED
        return BallotStage.OPENING if self.complete else BallotStage.SEALING


@dataclass(frozen=True, slots=True)
class Opening:
    """An opened vote: the choice and the nonce (hex) that a phone shows after all have sealed."""

    choice: str
    nonce: str


@dataclass(frozen=True, slots=True)
class SealVote(Command):
    """Command to put the commitment (64 hex digits) of this seat's vote on the table."""

    ballot: int
    commitment: str


@dataclass(frozen=True, slots=True)
class RevealBallot(Command):
    """Command with all openings of a ballot; given by the box itself when the last one is in."""

    ballot: int
    openings: Mapping[str, Opening]


@dataclass(frozen=True, slots=True)
class TellTally(Command):
    """Command with the counts of a tallied ballot; given by the box itself, which forgets the openings with it."""

    ballot: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class EnterVotes(Command):
    """Command to enter the results of a vote with face-down cards; seats that have sealed must confirm them."""

    ballot: int
    votes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class VoidBallot(Command):
    """Command to hold the vote again because a phone stays away; all seats that have sealed must agree."""

    ballot: int
    away: tuple[str, ...] = ()
    """unused; in the logs of version 0.2"""


@dataclass(frozen=True, slots=True)
class BallotOpened(Event):
    """Beginning of a vote."""

    ballot: Ballot


@dataclass(frozen=True, slots=True)
class VoteSealed(Event):
    """Commitment of a voter."""

    ballot: int
    seat: str
    commitment: str


@dataclass(frozen=True, slots=True)
class BallotRevealed(Event):
    """Reveal of a vote; ``nonces`` lets anybody recompute the commitments, and is empty when cards were used."""

    ballot: int
    votes: Mapping[str, str]
    nonces: Mapping[str, str] = field(default_factory=dict)

    @property
    def entered(self) -> bool:
        """Return whether the votes were typed in, and no phone has opened any."""
        return not self.nonces


@dataclass(frozen=True, slots=True)
class TallyTold(Event):
    """End of a tallied vote: how many chose each answer, and nobody's choice."""

    ballot: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BallotVoided(Event):
    """Cancellation of a vote; another one is held."""

    ballot: int


@dataclass(frozen=True, slots=True)
class VoterLeft(Event):
    """Departure of a voter from the game: the others' seals stay, and nobody waits for this one."""

    ballot: int
    seat: str


EVENTS = defined_in(__name__, Event)


def commitment(table: str, ballot: int, seat: str, opening: Opening) -> str:
    """Return SHA-256 over tag, table, ballot, seat, choice and nonce, each with its length (hex)."""
    return sealed(TAG, (table, str(ballot), seat, opening.choice), opening.nonce)


def opened_at(seq: int, event: Event) -> Event:
    """Return the event as it is kept under this number: a ballot is known by the event that opened it."""
    return replace(event, ballot=replace(event.ballot, id=seq)) if isinstance(event, BallotOpened) else event


def again(ballot: Ballot) -> Ballot:
    """Return the same question, of which nobody has sealed an answer yet."""
    return replace(ballot, id=UNNUMBERED, sealed={}, votes={}, counts={})


def without(ballot: Ballot | None, seat: str) -> tuple[Event, ...]:
    """Return what becomes of a vote that is going on when this seat leaves the game.

    The others keep what they have sealed; where votes may be open in the box already, they vote anew.
    """
    if ballot is None or ballot.over or seat not in ballot.voters:
        return ()
    if not ballot.complete:
        return (VoterLeft(ballot.id, seat),)
    remaining = replace(again(ballot), voters=tuple(voter for voter in ballot.voters if voter != seat))
    return (BallotVoided(ballot.id), BallotOpened(remaining))


def seals(ballot: Ballot | None) -> tuple[str, ...]:
    """Return the seats that have sealed a vote that is not revealed."""
    return () if ballot is None or ballot.over else tuple(ballot.sealed)


def current(ballot: Ballot | None, number: int) -> Ballot:
    """Return the ballot that is going on, if it is the one meant. Raise NotNow otherwise."""
    if ballot is None or ballot.id != number or ballot.over:
        raise NotNow.saying(SENTENCES, fact("vote_over"))
    return ballot


def seal(ballot: Ballot, seat: str, command: SealVote) -> VoteSealed:
    """Return the event of a seal. Raise NotNow for a seat without a vote, AlreadySealed for a second commitment."""
    if seat not in ballot.voters:
        raise NotNow(say("%(who)s takes no part in this vote.", who=Who(seat)))
    if seat in ballot.sealed:
        raise AlreadySealed(say("%(who)s has sealed already; a sealed vote cannot be changed.", who=Who(seat)))
    if not is_hex(command.commitment, 32):
        raise BadRequest(say("That is not a sealed vote."))
    return VoteSealed(ballot.id, seat, command.commitment)


def apply(ballot: Ballot | None, event: Event) -> Ballot | None:
    """Return the ballot after the event."""
    match event:
        case BallotOpened(ballot=opened):
            return opened
        case VoteSealed(seat=seat, commitment=sealed) if ballot:
            return replace(ballot, sealed={**ballot.sealed, seat: sealed})
        case BallotRevealed(votes=votes) if ballot:
            return replace(ballot, votes=votes)
        case TallyTold(counts=counts) if ballot:
            return replace(ballot, counts=counts)
        case BallotVoided() if ballot:
            return None
        case VoterLeft(seat=seat) if ballot:
            voters = tuple(voter for voter in ballot.voters if voter != seat)
            seals_left = {voter: seal for voter, seal in ballot.sealed.items() if voter != seat}
            return replace(ballot, voters=voters, sealed=seals_left)
        case _:
            return ballot
