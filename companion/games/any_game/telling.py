"""Log lines of the events of any game, and what falls out of a finished one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.core.messages import Event
from companion.core.money.bank_messages import Paid
from companion.core.money.ledger import BANK
from companion.core.table.events import GameStarted
from companion.core.text import Money, Text, Who, listed, say
from companion.games.any_game.messages import bank as bank_messages
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.messages.bank import Deal
from companion.games.any_game.messages.seats import CameBack, Joined, WentBankrupt
from companion.games.any_game.sentences import left_words, outcome_words, side, signed, with_words


def tell(event: Event) -> Text | None:
    """Return the log line of an event of the game; None: not worth one."""
    match event:
        case play_messages.Taken(seat=seat, frm=frm, amount=amount, words=words):
            line = say("%(who)s took %(amount)s from %(frm)s", who=Who(seat), amount=Money(amount), frm=side(frm))
            return with_words(line, words)
        case play_messages.PaymentRequested(request=each):
            line = say(
                "%(who)s asks %(of)s for %(amount)s", who=Who(each.by), of=Who(each.of), amount=Money(each.amount)
            )
            return with_words(line, each.words)
        case play_messages.RequestPaid(request=each):
            line = say(
                "%(of)s paid %(who)s the %(amount)s", of=Who(each.of), who=Who(each.by), amount=Money(each.amount)
            )
            return with_words(line, each.words)
        case play_messages.RequestDropped(request=each, by=by):
            asked = Money(each.amount)
            if by == each.by:
                return say("%(who)s does not want the %(amount)s any more", who=Who(by), amount=asked)
            return say("%(who)s does not pay the %(amount)s", who=Who(by), amount=asked)
        case vote_messages.BidsSettled(outcome=outcome) | vote_messages.AuctionEnded(outcome=outcome):
            return outcome_words(outcome)
        case play_messages.DiceRolled(seat=seat, faces=faces):
            fallen = ", ".join(map(str, faces))
            return say("%(who)s rolled %(faces)s (%(sum)s)", who=Who(seat), faces=fallen, sum=sum(faces))
        case play_messages.TurnEnded(next=following, round=number):
            return None if following else say("Round %(number)s begins", number=number)
        case play_messages.Scored(seat=seat, points=points, words=words) if points < 0:
            return with_words(say("%(who)s loses points: %(points)s", who=Who(seat), points=-points), words)
        case play_messages.Scored(seat=seat, points=points, words=words):
            return with_words(say("%(who)s gets points: %(points)s", who=Who(seat), points=points), words)
        case play_messages.ClockStopped(by=by):
            return say("%(who)s stops the clock", who=Who(by))
        case play_messages.ClockStarted(by=by):
            return say("%(who)s lets the clock go on", who=Who(by))
        case play_messages.BankerNamed(seat=seat):
            return say("%(who)s is the banker now", who=Who(seat))
        case WentBankrupt():
            return left_words(event)
        case CameBack(seat=seat):
            return say("%(who)s is back in the game", who=Who(seat))
        case Joined():  # that somebody sits down, and what the bank pays him, is told already
            return None
        case sheet_messages.RowWritten() | sheet_messages.Announced() | sheet_messages.WentOver():
            return _tell_sheet(event)
        case _ if isinstance(event, bank_messages.EVENTS):
            return _tell_bank(event)
        case _ if isinstance(event, betting_messages.EVENTS):
            return _tell_bets(event)
        case _:
            return _tell_auction(event)


def quiet_name(event: Event) -> Text | None:
    """Return what taking back is called what the log tells nothing of."""
    match event:
        case play_messages.TurnEnded():
            return say("the end of the turn")
        case vote_messages.ResultPutAway():
            return say("the result was put away")
        case betting_messages.HandOver():
            return say("the end of the hand")
        case Joined():
            return say("someone joined the game")
        case _:
            return None


def _tell_sheet(event: Event) -> Text | None:
    match event:
        case sheet_messages.RowWritten(number=number, typed=typed, row=row, name=name, corrected=corrected):
            points = _each({column: row.points[column] for column in typed})
            where = say("%(name)s", name=name) if name else say("Round %(number)s", number=number)
            if corrected:
                return say("%(where)s is corrected: %(points)s", where=where, points=points)
            return say("%(where)s: %(points)s", where=where, points=points)
        case sheet_messages.Announced(round=number, announced=announced):
            return say("Round %(number)s is announced: %(points)s", number=number, points=_each(announced))
        case sheet_messages.WentOver(seats=seats):
            return say("Out with too many points: %(who)s", who=listed(say("%(who)s", who=Who(each)) for each in seats))
        case _:
            return None


def deal_words(deal: Deal) -> Text:
    """Return a deal in a sentence: who gives what to whom."""
    gives, gets = _half(deal.gives, deal.pays), _half(deal.gets, deal.earns)
    return say(
        "%(by)s gives %(gives)s, %(of)s gives %(gets)s", by=Who(deal.by), of=Who(deal.of), gives=gives, gets=gets
    )


def _half(words: str, amount: int) -> Text:
    if words and amount:
        return say("%(words)s and %(amount)s", words=words, amount=Money(amount))
    if amount:
        return say("%(amount)s", amount=Money(amount))
    return say("%(words)s", words=words) if words else say("nothing")


def _tell_bank(event: Event) -> Text | None:
    match event:
        case bank_messages.MoneyMoved(frm=frm, to=to, amount=amount, words=words):
            line = say("%(amount)s from %(frm)s to %(to)s", amount=Money(amount), frm=side(frm), to=side(to))
            return with_words(line, words)
        case bank_messages.DealOffered(deal=deal):
            return say("An offer: %(deal)s", deal=deal_words(deal))
        case bank_messages.DealMade(deal=deal):
            return say("A deal: %(deal)s", deal=deal_words(deal))
        case bank_messages.DealDropped(deal=deal, by=by):
            return say("%(who)s does not want the deal with %(other)s", who=Who(by), other=Who(_other(deal, by)))
        case bank_messages.UnitsMoved(kind=kind, frm=frm, to=to, count=count, price=price):
            what = say("%(count)s × %(kind)s", count=count, kind=kind)
            if frm == BANK:
                return say("%(who)s buys %(what)s for %(amount)s", who=Who(to), what=what, amount=Money(price))
            if to == BANK:
                return say("%(who)s sells %(what)s for %(amount)s", who=Who(frm), what=what, amount=Money(price))
            return say("%(who)s gives %(other)s %(what)s", who=Who(frm), other=Who(to), what=what)
        case bank_messages.PriceChanged(kind=kind, price=price):
            return say("%(kind)s costs %(amount)s now", kind=kind, amount=Money(price))
        case bank_messages.DividendPaid(kind=kind, amount=amount):
            return say("%(kind)s pays %(amount)s for each", kind=kind, amount=Money(amount))
        case _:
            return None


def _other(deal: Deal, seat: str) -> str:
    return deal.of if seat == deal.by else deal.by


def _tell_bets(event: Event) -> Text | None:
    match event:
        case betting_messages.HandDealt():
            return say("A hand is dealt")
        case betting_messages.BetMade(seat=seat, amount=0):
            return say("%(who)s checks", who=Who(seat))
        case betting_messages.BetMade(seat=seat, amount=amount, highest=highest, raised=raised, allin=allin):
            line = say("%(who)s calls with %(amount)s", who=Who(seat), amount=Money(amount))
            if raised:
                line = say("%(who)s raises to %(amount)s", who=Who(seat), amount=Money(highest))
            return say("%(line)s: all in", line=line) if allin else line
        case betting_messages.HandFolded(seat=seat):
            return say("%(who)s folds", who=Who(seat))
        case betting_messages.StreetBegan(street=street):
            return say("Bets, round %(number)s", number=street)
        case betting_messages.ShowdownBegan():
            return say("Showdown")
        case betting_messages.BetReturned(seat=seat, amount=amount):
            return say("%(who)s gets %(amount)s back, which nobody has called", who=Who(seat), amount=Money(amount))
        case betting_messages.PotWon(winners=winners, amount=amount):
            sharing = listed(say("%(who)s", who=Who(each)) for each in winners)
            if len(winners) > 1:
                return say("%(who)s share a pot of %(amount)s", who=sharing, amount=Money(amount))
            return say("%(who)s wins a pot of %(amount)s", who=sharing, amount=Money(amount))
        case betting_messages.BlindsRaised(big=big):
            return say("The big blind is %(amount)s now", amount=Money(big))
        case betting_messages.BoughtIn(seat=seat, amount=amount):
            return say("%(who)s begins again with %(amount)s", who=Who(seat), amount=Money(amount))
        case _:
            return None


def _tell_auction(event: Event) -> Text | None:
    match event:
        case vote_messages.AuctionOpened(auction=auction):
            return say("%(what)s is auctioned", what=auction.what)
        case vote_messages.BidMade(seat=seat, amount=amount):
            return say("%(who)s bids %(amount)s", who=Who(seat), amount=Money(amount))
        case vote_messages.BidPassed(seat=seat):
            return say("%(who)s stops bidding", who=Who(seat))
        case _:
            return None


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """Return the awards: dearest purchase, largest payment to a player, highest roll of several dice, most points."""
    seats = {seat for event in events if isinstance(event, GameStarted) for seat in event.order}
    best: dict[type, tuple[int, Text]] = {}
    for event in events:
        size, award = _worth_telling(event, seats)
        if award and size > best.get(type(event), (0, award))[0]:
            best[type(event)] = (size, award)
    return tuple(award for _, award in best.values())


def _worth_telling(event: Event, seats: Collection[str]) -> tuple[int, Text | None]:
    match event:
        case vote_messages.AuctionEnded(winner=who, what=what, amount=size) if who:
            amount = Money(size)
            return size, say(
                "Dearest auction: %(who)s, %(what)s for %(amount)s", who=Who(who), what=what, amount=amount
            )
        case vote_messages.BidsSettled(outcome=vote_messages.Outcome(winners=(who,), what=what, amount=size)):
            amount = Money(size)
            return size, say("Highest bid: %(who)s, %(what)s for %(amount)s", who=Who(who), what=what, amount=amount)
        case Paid(frm=who, to=to, amount=size) if to in seats:
            amount = Money(size)
            return size, say("Largest payment: %(who)s to %(to)s, %(amount)s", who=Who(who), to=Who(to), amount=amount)
        case betting_messages.PotWon(winners=(who,), amount=size):
            return size, say("Largest pot: %(who)s, %(amount)s", who=Who(who), amount=Money(size))
        case play_messages.DiceRolled(seat=who, faces=faces) if len(faces) > 1:
            return sum(faces), say("Highest roll: %(who)s, %(count)s", who=Who(who), count=sum(faces))
        case play_messages.Scored(seat=who, points=size):
            return size, say("Most points at once: %(who)s, %(count)s", who=Who(who), count=size)
    return 0, None


def _each(numbers: Mapping[str, int]) -> Text:
    return listed(say("%(who)s %(count)s", who=Who(seat), count=signed(count)) for seat, count in numbers.items())
