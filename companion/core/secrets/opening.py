"""The end of a vote: openings that are checked, votes that were typed, and what all of them come to."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from companion.core.errors import BadRequest, NotNow
from companion.core.secrets import ways
from companion.core.secrets.ballot import (
    NONCE_BYTES,
    Ballot,
    BallotRevealed,
    EnterVotes,
    Opening,
    RevealBallot,
    TallyTold,
    TellTally,
    commitment,
)
from companion.core.secrets.exchange import is_hex
from companion.core.text import Text, Who, say


def check_opening(table: str, ballot: Ballot, seat: str, opening: Opening) -> Opening:
    """Return the opening, if it is the one that was sealed. Raise NotNow or BadRequest otherwise."""
    if not ballot.complete:
        raise NotNow(say("Not everyone has sealed yet: nothing is revealed before."))
    if seat not in ballot.sealed:
        raise NotNow(say("%(who)s takes no part in this vote.", who=Who(seat)))
    if not is_hex(opening.nonce, NONCE_BYTES) or not ballot.allows(seat, opening.choice):
        raise BadRequest(say("That is not a revealed vote."))
    if not hmac.compare_digest(commitment(table, ballot.id, seat, opening), ballot.sealed[seat]):
        raise BadRequest(say("This is not the vote that %(who)s sealed.", who=Who(seat)))
    return opening


def reveal(table: str, ballot: Ballot, command: RevealBallot) -> BallotRevealed:
    """Return the reveal of all votes at once. Raise NotNow while one is missing, or where only the tally is told."""
    _check_open(ballot)
    if set(command.openings) != set(ballot.voters):
        raise NotNow(say("Not every vote is revealed yet."))
    for seat, opening in command.openings.items():
        check_opening(table, ballot, seat, opening)
    return BallotRevealed(
        ballot.id,
        {seat: command.openings[seat].choice for seat in ballot.voters},
        {seat: command.openings[seat].nonce for seat in ballot.voters},
    )


def tally(ballot: Ballot, command: TellTally) -> TallyTold:
    """Return the counts of a tallied ballot. Raise NotNow while a seal is missing, BadRequest for impossible counts."""
    if not ballot.tallied or not ballot.complete:
        raise NotNow(say("Not every vote is revealed yet."))
    if not ways.can_be(ballot.way, ballot.choices, len(ballot.voters), command.counts):
        raise BadRequest(say("That is not a revealed vote."))
    return TallyTold(ballot.id, command.counts)


def settled(ballot: Ballot, openings: Mapping[str, Opening]) -> RevealBallot | TellTally:
    """Return the command that ends the vote with these openings, which must be complete."""
    if not ballot.tallied:
        return RevealBallot(ballot.id, dict(openings))
    votes = (opening.choice for opening in openings.values())
    return TellTally(ballot.id, ways.counted(ballot.way, ballot.choices, votes))


def counts_of(ballot: Ballot) -> Mapping[str, int]:
    """Return how many have chosen each answer of a vote that is over."""
    return ballot.counts or ways.counted(ballot.way, ballot.choices, ballot.votes.values())


def _check_open(ballot: Ballot) -> None:
    """Raise NotNow where nobody may learn who chose what."""
    if ballot.tallied:
        raise NotNow(say("Only the tally of this vote is shown."))


def enter(ballot: Ballot, command: EnterVotes) -> BallotRevealed:
    """Return the votes of face-down cards. Raise BadRequest when one is missing or unknown."""
    _check_open(ballot)
    complete = set(command.votes) == set(ballot.voters)
    if not complete or not all(ballot.allows(seat, vote) for seat, vote in command.votes.items()):
        raise BadRequest(_missing(ballot))
    return BallotRevealed(ballot.id, dict(command.votes))


def _missing(ballot: Ballot) -> Text:
    numbers = ballot.numbers
    if numbers is None:
        return say("Every voter needs one of the cards.")
    return say("Every voter needs a number from %(least)s to %(most)s.", least=numbers.least, most=numbers.most)
