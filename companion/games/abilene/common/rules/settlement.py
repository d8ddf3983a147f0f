"""A settled sale, whatever the edition: what the bank pays, who pays whom and why; and who has won in the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Posting
from companion.core.money.ledger import BANK, nets
from companion.core.text import Who, say


@dataclass(frozen=True, slots=True)
class Settlement:
    """One sale: what the bank pays, and every payment with its reason, the bank's first.

    All payments fall due together, so only what is left of them for each seat must be affordable (1993 §12.7).
    """

    bank: int
    payments: tuple[Posting, ...]
    parties: tuple[str, ...]
    """The seller, then the voters."""

    @property
    def deltas(self) -> Mapping[str, int]:
        """How the cash of the seller and of every voter changes; in sum what the bank paid."""
        change = nets(self.payments)
        return {seat: change.get(seat, 0) for seat in self.parties}


def check_parties(seller: str, voters: Collection[str], some_rule: RuleRef, others_rule: RuleRef) -> None:
    """Passes when some vote, all of them others than the seller, and none of them the bank; raises BadRequest."""
    if not voters:
        raise BadRequest(say("A sale needs at least one other player's vote."), some_rule)
    if seller in voters:
        raise BadRequest(say("%(seller)s is selling and has no vote.", seller=Who(seller)), others_rule)
    if BANK in (seller, *voters):
        raise BadRequest(say("The bank neither sells cows nor votes."))


@dataclass(frozen=True, slots=True)
class Tally:
    """``ranking`` holds (rank, seat, score), best first; equal scores share a rank and the next ranks are skipped."""

    scores: Mapping[str, int]
    ranking: tuple[tuple[int, str, int], ...]
    winners: tuple[str, ...]


def ranked(scores: Mapping[str, int]) -> Tally:
    """The ranking of these scores; equals stand in the order in which they were given."""
    order = sorted(scores, key=lambda seat: -scores[seat])
    values = [scores[seat] for seat in order]
    ranking = tuple((values.index(scores[seat]) + 1, seat, scores[seat]) for seat in order)
    return Tally(dict(scores), ranking, tuple(seat for rank, seat, _ in ranking if rank == 1))
