"""Sealed votes with free answers, and sealed bids: both are the table's sealed ballot (docs/promises.md)."""

from __future__ import annotations

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event
from companion.core.money import bank
from companion.core.money.ledger import LARGEST
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, Numbers
from companion.core.secrets.opening import counts_of
from companion.core.secrets.ways import Way
from companion.core.table.table import Table
from companion.core.text import Fact, Text, fact, say, split_list
from companion.games.any_game.decisions.money import seller, won
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.sentences import tally_words
from companion.games.any_game.settings import typed
from companion.games.any_game.state import State

MAX_ANSWERS = 8
MAX_ANSWER_LENGTH = 30
NO_BID = "0"
MIN_TALLIED = 3
ENDS = ("?", "!", ".", "…")
"""a question that ends so needs no colon behind it"""


def ask_vote(table: Table, seat: str, command: vote_messages.AskVote) -> tuple[Event, ...]:
    """Open a vote in which everybody in the game chooses in secret. Raise BadRequest where there is no choice."""
    answers = split_list(" ".join(command.answers.split()))
    if not 1 < len(answers) <= MAX_ANSWERS or len(set(answers)) < len(answers):
        raise BadRequest(say("A vote needs two to %(count)s different answers, with commas.", count=MAX_ANSWERS))
    if any(len(answer) > MAX_ANSWER_LENGTH for answer in answers):
        raise BadRequest(say("Please say it in at most %(count)s letters.", count=MAX_ANSWER_LENGTH))
    title, voters = fact("asked", question=_asked(command.question)), _voters(table)
    if command.tallied and len(voters) < MIN_TALLIED:
        raise NotNow(say("Where fewer than %(count)s vote, the counts tell who chose what.", count=MIN_TALLIED))
    ballot = Ballot(UNNUMBERED, title, voters, answers, way=command.way, tallied=command.tallied)
    return (BallotOpened(ballot),)


def ask_bids(table: Table, seat: str, command: vote_messages.AskBids) -> tuple[Event, ...]:
    """Open a round of secret bids: nothing, or an amount that this table can pay."""
    what, rules = _asked(command.what), table.rules
    typed(rules, rules.step)
    to = command.to if command.price is vote_messages.Price.NOTHING else seller(table, seat, command.to)
    numbers = Numbers(0, LARGEST, rules.step)
    ballot = Ballot(UNNUMBERED, fact("bids", what=what), _voters(table), (), numbers=numbers)
    return (BallotOpened(ballot), vote_messages.BidsAsked(vote_messages.Bidding(what, command.price, to)))


def settle(table: Table[State]) -> tuple[Event, ...]:
    """Return what follows when all bids are open: who bid most, and what is paid at once."""
    state = table.play
    bidding, ballot = state.bidding, table.ballot
    if bidding is None or ballot is None or not ballot.over:
        return ()
    bids = {seat: int(bid) for seat, bid in ballot.votes.items() if bid != NO_BID}
    best = max(bids.values(), default=0)
    winners = tuple(seat for seat, bid in bids.items() if bid == best)
    if len(winners) != 1 or bidding.price is vote_messages.Price.NOTHING:
        return (vote_messages.BidsSettled(vote_messages.Outcome(winners, bidding.what, best)),)
    return (_paid(table, bidding, winners[0], bids),)


def tally(ballot: Ballot) -> tuple[tuple[str, ...], int]:
    """Return the answers that most have chosen, in the order in which they were offered, and how many chose each."""
    counts = counts_of(ballot)
    most = max(counts.values(), default=0)
    return tuple(answer for answer in ballot.choices if counts[answer] == most), most


def outcome_line(ballot: Ballot) -> Text | None:
    """Return the question and its outcome; None for bids, which are settled."""
    match ballot.title:
        case Fact(code="asked", params={"question": str(question)}) if ballot.over:
            result = result_words(ballot)
            if question.endswith(ENDS):
                return say("%(line)s %(effect)s", line=question, effect=result)
            return say("%(line)s: %(effect)s", line=question, effect=result)
        case _:
            return None


def result_words(ballot: Ballot) -> Text:
    """Return what became of a vote, in a sentence."""
    return tally_words(*tally(ballot), len(ballot.votes) or len(ballot.voters), ballot.way)


def winners(table: Table[State]) -> tuple[str, ...]:
    """Return the seats whose cards have won: of a vote those with the answer that most chose, where it is one."""
    state = table.play
    ballot = table.ballot
    if ballot is None or not ballot.votes or state.announced or state.announcing:
        return ()
    if ballot.numbers:
        return state.outcome.winners if state.outcome else ()
    if ballot.way is not Way.ONE:
        return ()
    answers, _ = tally(ballot)
    return tuple(seat for seat, answer in ballot.votes.items() if (answer,) == answers)


def price_of(price: vote_messages.Price, winner: str, bids: dict[str, int]) -> int:
    """Return the price: that bid, or the second highest, if the winner pays that and there is one."""
    other_bids = [bid for seat, bid in bids.items() if seat != winner]
    return max(other_bids, default=bids[winner]) if price is vote_messages.Price.SECOND else bids[winner]


def _paid(table: Table, bidding: vote_messages.Bidding, winner: str, bids: dict[str, int]) -> vote_messages.BidsSettled:
    price = price_of(bidding.price, winner, bids)
    paid = won(table, winner, bidding.to, price, fact("bid_won", what=bidding.what))
    short = paid is None
    outcome = vote_messages.Outcome((winner,), bidding.what, bids[winner], 0 if short else price, short)
    return vote_messages.BidsSettled(outcome, postings=paid or ())


def put_away(table: Table[State], seat: str) -> tuple[Event, ...]:
    """Return that the result is closed on all screens. Raise NotNow where none is shown."""
    state = table.play
    if not (state.shown or state.outcome):
        raise NotNow(say("There is no result to put away."))
    return (vote_messages.ResultPutAway(seat),)


def check_free(table: Table[State]) -> None:
    """Check that nothing else is being asked of everybody. Raise NotNow."""
    state = table.play
    if (table.ballot and not table.ballot.over) or state.auction:
        raise NotNow(say("One thing at a time: a vote or an auction is going on."))


def _voters(table: Table[State]) -> tuple[str, ...]:
    check_free(table)
    state = table.play
    return state.players


def _asked(words: str) -> str:
    found = bank.short(words)
    if not found:
        raise BadRequest(say("Please say what it is about."))
    return found
