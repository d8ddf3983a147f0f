"""Words for what the log and the table keep of any game, and the log lines of its events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.core.messages import Event
from companion.core.money.bank_messages import Paid
from companion.core.money.ledger import BANK
from companion.core.secrets.ways import Way
from companion.core.table.table_messages import GameStarted
from companion.core.text import Catalogue, Fact, Money, Text, Who, fact, listed, say, wording
from companion.games.any_game import bank_messages as km
from companion.games.any_game import bet_messages as bm
from companion.games.any_game import messages as m
from companion.games.any_game import sheet_messages as sm
from companion.games.any_game.bank_messages import Deal
from companion.games.any_game.seat_messages import Joined

SENTENCES: Catalogue = {
    # what money moves for
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
    "bankruptcy_rest": wording("what %(who)s had left"),
    "loan_settled": wording("loan settled at the end"),
    # what the table is asked
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
    "finished": wording("the table ended it"),
    "rounds_over": wording("the last round is over"),
    "last_standing": wording("only %(who)s is left"),
    "target_reached": wording("somebody has %(points)s points"),
    "sheet_full": wording("the score sheet is full"),
}


def party(account: str) -> Who | Fact:
    """A seat, a pot or the bank, in what is kept."""
    return fact("the_bank") if account == BANK else Who(account)


def side(account: str) -> Who | Text:
    """The same in a sentence."""
    return say("the bank") if account == BANK else Who(account)


def with_words(line: Text, words: str) -> Text:
    """The sentence, and what somebody said to it."""
    return say("%(line)s: %(words)s", line=line, words=words) if words else line


def tell(event: Event) -> Text | None:
    """The log line of an event of the game; None: not worth one."""
    match event:
        case m.Taken(seat=seat, frm=frm, amount=amount, words=words):
            line = say("%(who)s took %(amount)s from %(frm)s", who=Who(seat), amount=Money(amount), frm=side(frm))
            return with_words(line, words)
        case m.PaymentRequested(request=each):
            line = say(
                "%(who)s asks %(of)s for %(amount)s", who=Who(each.by), of=Who(each.of), amount=Money(each.amount)
            )
            return with_words(line, each.words)
        case m.RequestPaid(request=each):
            line = say(
                "%(of)s paid %(who)s the %(amount)s", of=Who(each.of), who=Who(each.by), amount=Money(each.amount)
            )
            return with_words(line, each.words)
        case m.RequestDropped(request=each, by=by):
            asked = Money(each.amount)
            if by == each.by:
                return say("%(who)s does not want the %(amount)s any more", who=Who(by), amount=asked)
            return say("%(who)s does not pay the %(amount)s", who=Who(by), amount=asked)
        case m.BidsSettled(outcome=outcome) | m.AuctionEnded(outcome=outcome):
            return outcome_words(outcome)
        case m.DiceRolled(seat=seat, faces=faces):
            fallen = ", ".join(map(str, faces))
            return say("%(who)s rolled %(faces)s (%(sum)s)", who=Who(seat), faces=fallen, sum=sum(faces))
        case m.TurnEnded(next=following, round=number):
            return None if following else say("Round %(number)s begins", number=number)
        case m.Scored(seat=seat, points=points, words=words) if points < 0:
            return with_words(say("%(who)s loses points: %(points)s", who=Who(seat), points=-points), words)
        case m.Scored(seat=seat, points=points, words=words):
            return with_words(say("%(who)s gets points: %(points)s", who=Who(seat), points=points), words)
        case m.ClockStopped(by=by):
            return say("%(who)s stops the clock", who=Who(by))
        case m.ClockStarted(by=by):
            return say("%(who)s lets the clock go on", who=Who(by))
        case m.BankerNamed(seat=seat):
            return say("%(who)s is the banker now", who=Who(seat))
        case m.WentBankrupt(seat=seat):
            return say("%(who)s is bankrupt and out of the game", who=Who(seat))
        case Joined(seat=seat):
            return say("%(who)s has joined the game", who=Who(seat))
        case sm.RowWritten() | sm.Announced() | sm.WentOver():
            return _tell_sheet(event)
        case _ if isinstance(event, km.EVENTS):
            return _tell_bank(event)
        case _ if isinstance(event, bm.EVENTS):
            return _tell_bets(event)
        case _:
            return _tell_auction(event)


def quiet_name(event: Event) -> Text | None:
    """Return what taking back is called what the log tells nothing of."""
    match event:
        case m.TurnEnded():
            return say("the end of the turn")
        case m.ResultPutAway():
            return say("the result was put away")
        case bm.HandOver():
            return say("the end of the hand")
        case _:
            return None


def _tell_sheet(event: Event) -> Text | None:
    match event:
        case sm.RowWritten(number=number, typed=typed, row=row, name=name, corrected=corrected):
            points = _each({column: row.points[column] for column in typed})
            where = say("%(name)s", name=name) if name else say("Round %(number)s", number=number)
            if corrected:
                return say("%(where)s is corrected: %(points)s", where=where, points=points)
            return say("%(where)s: %(points)s", where=where, points=points)
        case sm.Announced(round=number, told=told):
            return say("Round %(number)s is announced: %(points)s", number=number, points=_each(told))
        case sm.WentOver(seats=seats):
            return say("Out with too many points: %(who)s", who=listed(say("%(who)s", who=Who(each)) for each in seats))
        case _:
            return None


def deal_told(deal: Deal) -> Text:
    """A deal in a sentence: who gives what to whom."""
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
        case km.MoneyMoved(frm=frm, to=to, amount=amount, words=words):
            line = say("%(amount)s from %(frm)s to %(to)s", amount=Money(amount), frm=side(frm), to=side(to))
            return with_words(line, words)
        case km.DealOffered(deal=deal):
            return say("An offer: %(deal)s", deal=deal_told(deal))
        case km.DealMade(deal=deal):
            return say("A deal: %(deal)s", deal=deal_told(deal))
        case km.DealDropped(deal=deal, by=by):
            return say("%(who)s does not want the deal with %(other)s", who=Who(by), other=Who(_other(deal, by)))
        case km.UnitsMoved(kind=kind, frm=frm, to=to, count=count, price=price):
            what = say("%(count)s × %(kind)s", count=count, kind=kind)
            if frm == BANK:
                return say("%(who)s buys %(what)s for %(amount)s", who=Who(to), what=what, amount=Money(price))
            if to == BANK:
                return say("%(who)s sells %(what)s for %(amount)s", who=Who(frm), what=what, amount=Money(price))
            return say("%(who)s gives %(other)s %(what)s", who=Who(frm), other=Who(to), what=what)
        case km.PriceChanged(kind=kind, price=price):
            return say("%(kind)s costs %(amount)s now", kind=kind, amount=Money(price))
        case km.DividendPaid(kind=kind, amount=amount):
            return say("%(kind)s pays %(amount)s for each", kind=kind, amount=Money(amount))
        case _:
            return None


def _other(deal: Deal, seat: str) -> str:
    return deal.of if seat == deal.by else deal.by


def _tell_bets(event: Event) -> Text | None:
    match event:
        case bm.HandDealt():
            return say("A hand is dealt")
        case bm.BetMade(seat=seat, amount=0):
            return say("%(who)s checks", who=Who(seat))
        case bm.BetMade(seat=seat, amount=amount, highest=highest, raised=raised, allin=allin):
            line = say("%(who)s calls with %(amount)s", who=Who(seat), amount=Money(amount))
            if raised:
                line = say("%(who)s raises to %(amount)s", who=Who(seat), amount=Money(highest))
            return say("%(line)s: all in", line=line) if allin else line
        case bm.HandFolded(seat=seat):
            return say("%(who)s folds", who=Who(seat))
        case bm.StreetBegan(street=street):
            return say("Bets, round %(number)s", number=street)
        case bm.ShowdownBegan():
            return say("Showdown")
        case bm.BetReturned(seat=seat, amount=amount):
            return say("%(who)s gets %(amount)s back, which nobody has called", who=Who(seat), amount=Money(amount))
        case bm.PotWon(winners=winners, amount=amount):
            sharing = listed(say("%(who)s", who=Who(each)) for each in winners)
            if len(winners) > 1:
                return say("%(who)s share a pot of %(amount)s", who=sharing, amount=Money(amount))
            return say("%(who)s wins a pot of %(amount)s", who=sharing, amount=Money(amount))
        case bm.BlindsRaised(big=big):
            return say("The big blind is %(amount)s now", amount=Money(big))
        case bm.BoughtIn(seat=seat, amount=amount):
            return say("%(who)s begins again with %(amount)s", who=Who(seat), amount=Money(amount))
        case _:
            return None


def _each(numbers: Mapping[str, int]) -> Text:
    return listed(say("%(who)s %(count)s", who=Who(seat), count=signed(count)) for seat, count in numbers.items())


def signed(number: int) -> str:
    """A number as people write it."""
    return f"−{-number}" if number < 0 else str(number)


def _tell_auction(event: Event) -> Text | None:
    match event:
        case m.AuctionOpened(auction=auction):
            return say("%(what)s is auctioned", what=auction.what)
        case m.BidMade(seat=seat, amount=amount):
            return say("%(who)s bids %(amount)s", who=Who(seat), amount=Money(amount))
        case m.BidPassed(seat=seat):
            return say("%(who)s bids no more", who=Who(seat))
        case _:
            return None


def cost_words(price: m.Price, to: str) -> Text:
    """What the winner of bids pays, said while one bids."""
    match price:
        case m.Price.NOTHING:
            return say("What the winner pays, you settle among yourselves.")
        case m.Price.FIRST:
            return say("The winner pays his bid to %(to)s.", to=side(to))
        case m.Price.SECOND:
            return say("The winner pays the second highest bid to %(to)s.", to=side(to))


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """The dearest purchase, the largest payment to a player, the highest roll of several dice, most points at once."""
    seats = {seat for event in events if isinstance(event, GameStarted) for seat in event.order}
    best: dict[type, tuple[int, Text]] = {}
    for event in events:
        size, told = _worth_telling(event, seats)
        if told and size > best.get(type(event), (0, told))[0]:
            best[type(event)] = (size, told)
    return tuple(told for _, told in best.values())


def _worth_telling(event: Event, seats: Collection[str]) -> tuple[int, Text | None]:
    match event:
        case m.AuctionEnded(winner=who, what=what, amount=size) if who:
            amount = Money(size)
            return size, say(
                "Dearest auction: %(who)s, %(what)s for %(amount)s", who=Who(who), what=what, amount=amount
            )
        case m.BidsSettled(outcome=m.Outcome(winners=(who,), what=what, amount=size)):
            amount = Money(size)
            return size, say("Highest bid: %(who)s, %(what)s for %(amount)s", who=Who(who), what=what, amount=amount)
        case Paid(frm=who, to=to, amount=size) if to in seats:
            amount = Money(size)
            return size, say("Largest payment: %(who)s to %(to)s, %(amount)s", who=Who(who), to=Who(to), amount=amount)
        case bm.PotWon(winners=(who,), amount=size):
            return size, say("Largest pot: %(who)s, %(amount)s", who=Who(who), amount=Money(size))
        case m.DiceRolled(seat=who, faces=faces) if len(faces) > 1:
            return sum(faces), say("Highest roll: %(who)s, %(count)s", who=Who(who), count=sum(faces))
        case m.Scored(seat=who, points=size):
            return size, say("Most points at once: %(who)s, %(count)s", who=Who(who), count=size)
    return 0, None


def tally_words(answers: tuple[str, ...], most: int, voters: int, way: Way = Way.ONE) -> Text:
    """What became of a vote, in a sentence."""
    if not most:
        return say("Nobody agrees with any of them")
    if way is Way.ORDER and len(answers) > 1:
        return say("A tie: %(answers)s, with points: %(count)s", answers=", ".join(answers), count=most)
    if way is Way.ORDER:
        return say("%(answer)s wins, with points: %(count)s", answer=answers[0], count=most)
    if len(answers) > 1:
        return say("A tie: %(answers)s, with %(count)s of %(all)s", answers=", ".join(answers), count=most, all=voters)
    return say("%(answer)s wins with %(count)s of %(all)s", answer=answers[0], count=most, all=voters)


def outcome_words(outcome: m.Outcome) -> Text:
    """What became of sealed bids or an auction, in a sentence."""
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
