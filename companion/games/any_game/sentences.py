"""Words for what the log and the table keep of any game, and the log lines of its events."""

from __future__ import annotations

from companion.core.money.ledger import BANK
from companion.core.secrets.ways import Way
from companion.core.text import Catalogue, Fact, Money, Text, Who, fact, say, wording
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.messages.seats import WentBankrupt

SENTENCES: Catalogue = {
    # reasons of payments
    "starting_money": wording("starting money"),
    "taken": wording("taken"),
    "taken_for": wording("taken: %(words)s"),
    "request": wording("asked for by %(who)s"),
    "request_for": wording("asked for by %(who)s: %(words)s"),
    "bid_won": wording("bid for %(what)s"),
    "auction_won": wording("auction: %(what)s"),
    "moved": wording("moved"),
    "deal": wording("a deal"),
    "deal_for": wording("a deal: %(words)s"),
    "round_income": wording("income of a round"),
    "bought": wording("%(count)s × %(kind)s bought"),
    "sold": wording("%(count)s × %(kind)s sold"),
    "dividend": wording("dividend of %(kind)s"),
    "blind": wording("blind or ante"),
    "bet": wording("bet"),
    "pot": wording("the pot"),
    "rebuy": wording("begins again"),
    "bankrupt_debt": wording("debts of %(who)s, who is bankrupt"),
    "came_back": wording("back in the game"),
    "bankruptcy_rest": wording("what %(who)s had left"),
    "loan_settled": wording("loan settled at the end"),
    # questions to the table
    "asked": wording("%(question)s"),
    "bids": wording("Sealed bids for %(what)s"),
    "take": wording("%(to)s takes %(amount)s from %(frm)s (%(words)s)"),
    "finish": wording("End the game and count"),
    "name_banker": wording("%(who)s becomes the banker"),
    "announce": wording("Round %(number)s: how many of %(most)s will you make?"),
    "announce_anew": wording("Announcements may not add up: announce something else than %(number)s"),
    "rebuy_asked": wording("%(who)s begins again with the money of the start"),
    "correct_row": wording("Correct round %(number)s on the score sheet"),
    "correct_line": wording("Correct %(name)s on the score sheet"),
    # why something was refused
    "row_sum": wording("The numbers of this row must add up to %(wanted)s, not to %(sum)s."),
    "bank_empty": wording("The bank has only %(left)s left."),
    # how it ended
    "finished": wording("you ended it together"),
    "rounds_over": wording("the last round is over"),
    "last_standing": wording("only %(who)s is left"),
    "target_reached": wording("someone has %(points)s points"),
    "sheet_full": wording("the score sheet is full"),
}


def party(account: str) -> Who | Fact:
    """Return a seat, a pot or the bank, in what is kept."""
    return fact("the_bank") if account == BANK else Who(account)


def side(account: str) -> Who | Text:
    """Return a seat, a pot or the bank, in a sentence."""
    return say("the bank") if account == BANK else Who(account)


def left_words(event: WentBankrupt) -> Text:
    """Return how somebody left the game: with what, and who has it now."""
    who = Who(event.seat)
    if event.broke:
        return say("%(who)s is bankrupt and out of the game", who=who)
    if not event.left:
        return say("%(who)s leaves the game", who=who)
    return say("%(who)s leaves the game; %(to)s gets %(amount)s", who=who, to=side(event.to), amount=Money(event.left))


def with_words(line: Text, words: str) -> Text:
    """Return the sentence, and what somebody said to it."""
    return say("%(line)s: %(words)s", line=line, words=words) if words else line


def signed(number: int) -> str:
    """Return a number as people write it."""
    return f"−{-number}" if number < 0 else str(number)


def cost_words(price: vote_messages.Price, to: str) -> Text:
    """Return what the winner of bids pays, said while one bids."""
    match price:
        case vote_messages.Price.NOTHING:
            return say("What the winner pays, you settle among yourselves.")
        case vote_messages.Price.FIRST:
            return say("The winner pays the bid to %(to)s.", to=side(to))
        case vote_messages.Price.SECOND:
            return say("The winner pays the second highest bid to %(to)s.", to=side(to))


def tally_words(answers: tuple[str, ...], most: int, voters: int, way: Way = Way.ONE) -> Text:
    """Return what became of a vote, in a sentence."""
    if not most:
        return say("Nobody agrees with any of them")
    if way is Way.ORDER and len(answers) > 1:
        return say("A tie: %(answers)s, with points: %(count)s", answers=", ".join(answers), count=most)
    if way is Way.ORDER:
        return say("%(answer)s wins, with points: %(count)s", answer=answers[0], count=most)
    if len(answers) > 1:
        return say("A tie: %(answers)s, with %(count)s of %(all)s", answers=", ".join(answers), count=most, all=voters)
    return say("%(answer)s wins with %(count)s of %(all)s", answer=answers[0], count=most, all=voters)


def outcome_words(outcome: vote_messages.Outcome) -> Text:
    """Return what became of sealed bids or an auction, in a sentence."""
    amount = Money(outcome.amount)
    if not outcome.winners:
        return say("Nobody bids for %(what)s", what=outcome.what)
    if len(outcome.winners) > 1:
        return say(
            "A tie for %(what)s: %(count)s bid %(amount)s, and nobody pays",
            what=outcome.what,
            count=len(outcome.winners),
            amount=amount,
        )
    winner = Who(outcome.winners[0])
    if outcome.short:
        return say(
            "%(who)s wins %(what)s with %(amount)s and cannot pay it", who=winner, what=outcome.what, amount=amount
        )
    if not outcome.price:
        return say("%(who)s wins %(what)s with %(amount)s", who=winner, what=outcome.what, amount=amount)
    if outcome.price == outcome.amount:
        return say("%(who)s wins %(what)s for %(amount)s", who=winner, what=outcome.what, amount=amount)
    price = Money(outcome.price)
    return say(
        "%(who)s wins %(what)s with %(amount)s and pays %(price)s",
        who=winner,
        what=outcome.what,
        amount=amount,
        price=price,
    )
