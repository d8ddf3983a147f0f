"""The page of any game, for a phone or the table screen; rows of players, and the answers of a vote as cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.messages import Event
from companion.core.plugin import Game
from companion.core.table.table import Table, TablePhase
from companion.core.text import Money, Text, Who, say, worded
from companion.core.ui.page import CardView, Page, Part, Place, PlayerRow, Timer, colours
from companion.games.any_game import betting
from companion.games.any_game.decisions import stakes
from companion.games.any_game.decisions.auction import next_bid
from companion.games.any_game.decisions.banking import in_pots_alone
from companion.games.any_game.decisions.money import bank_left
from companion.games.any_game.decisions.votes import result_words
from companion.games.any_game.decisions.writing import has_sheet
from companion.games.any_game.house_rules import Rules, Sheet, Taking
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.screens import hands, score_sheet
from companion.games.any_game.screens.banking_page import units_part
from companion.games.any_game.screens.choices import borrowing, choices, stays
from companion.games.any_game.screens.race import race
from companion.games.any_game.sentences import SENTENCES, cost_words, left_words, outcome_words, signed
from companion.games.any_game.sheet import tricks
from companion.games.any_game.state import DIE, State, now

COLOURS = (*("red", "blue", "green", "yellow", "purple", "orange", "black", "white", "teal", "pink", "brown", "grey"),)
"""by the number of the seat"""


def rows(table: Table[State | None, Rules], seat: str | None) -> tuple[PlayerRow, ...]:
    """Return everybody, as this seat may see them: hidden money is only its owner's, until the end."""
    rules = table.rules
    state = table.play
    shown = rules.open_cash or table.phase is TablePhase.OVER
    counts = state is not None and not rules.scores and not (seat is None and in_pots_alone(table))
    colour = colours(table.ids, COLOURS)
    return tuple(
        PlayerRow(
            each.id,
            each.name,
            colour[each.id],
            mark_of(each.name, [other.name for other in table.seats]),
            tuple(_facts(rules, state, each.id)),
            table.accounts[each.id] if counts and (shown or each.id == seat) else None,
            active=table.phase is TablePhase.PLAYING and state is not None and each.id == to_move(state),
            out=state is not None and each.id not in state.players,
            box=each.box,
            clock=clock_of(state, rules, each.id) if state and table.phase is TablePhase.PLAYING else None,
        )
        for each in table.seats
    )


def mark_of(name: str, names: list[str]) -> str:
    """Return the letter beside a colour: the first one of the name, two where others begin alike."""
    alike = sum(other[:1].casefold() == name[:1].casefold() for other in names) > 1
    return name[: 2 if alike else 1]


def to_move(state: State) -> str:
    """Return who is to bid in an auction, or to bet, else whose turn it is."""
    if state.hand:
        return betting.to_act(state.hand)
    return state.auction.bidders[0] if state.auction else state.turn


def _facts(rules: Rules, state: State | None, seat: str) -> Iterator[Text]:
    if state is None:
        return
    if rules.scores:
        yield say("points: %(count)s", count=signed(state.points.get(seat, 0)))
    if rules.taking is Taking.BANKER and rules.bank and seat == state.banker:
        yield say("the banker")


def answers(table: Table, seat: str | None) -> tuple[CardView, ...]:
    """Return the answers of a vote; of sealed bids there are none."""
    offered = table.ballot.choices if table.ballot else ()
    return tuple(CardView(answer, say("%(answer)s", answer=answer), "answer", ()) for answer in offered)


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction: what for, the best bid and whose it is, who is still in it, the next one first, who bids ``least``.

    ``prompt`` is what the table screen says beside it; a phone says it elsewhere.
    """

    what: str
    best: int
    by: str
    bidders: tuple[str, ...]
    least: int
    cost: Text
    prompt: tuple[Text, ...] = ()


BESIDE_AN_AUCTION = 6
"""more balances and pots have no room in the column of a table screen"""


@dataclass(frozen=True, slots=True)
class Staying:
    """Dice of which some may stay while the others are rolled again."""

    faces: tuple[int, ...]


def page_of(game: Game, table: Table[State | None, Rules], seat: str | None) -> Page:
    """Return what this seat (None: the table screen) sees."""
    rules = table.rules
    state = table.play
    name = say("%(name)s", name=rules.evening) if rules.evening else game.title
    if state is None:
        return Page(name)
    if table.phase is TablePhase.OVER and table.ending:
        sheet = (score_sheet.shown(table, Place.RESULT), *score_sheet.on_paper(table)) if has_sheet(rules) else ()
        return Page(say("The end: %(reason)s", reason=worded(SENTENCES, table.ending.reason)), parts=sheet)
    page = Page(
        _headline(table, seat, name),
        prompt=tuple(_prompt(table)),
        dice=() if seat and stays(rules, state, seat) else tuple((DIE, face, False) for face in state.dice),
        parts=_parts(table, seat),
        timer=_timer(table),
        last=_round(state, rules) if rules.rounds and state.round == rules.rounds else None,
    )
    if seat is None or seat not in state.players:
        return page
    return replace(
        page,
        choices=choices(table, seat),
        money=borrowing(table, seat),
        asked=_asked(state, seat),
    )


def _round(state: State, rules: Rules) -> Text:
    """Return which of the agreed rounds is played."""
    return say("Round %(number)s of %(count)s", number=min(state.round, rules.rounds), count=rules.rounds)


def _timer(table: Table) -> Timer | None:
    """Return the clock of the blinds, or of the player on turn: a stock of time, or the time of a turn.

    While something is asked of all there is room for that alone.
    """
    state, rules = now(table)
    if stakes.bets(rules):
        return Timer(rules.rise * 60, state.blind_since) if rules.rise else None
    asked = state.auction or (table.ballot and not table.ballot.over)
    if not state.turn or not state.began or asked:
        return None
    if rules.stock:
        return clock_of(state, rules, state.turn)
    return _runs(state, rules.timer, ()) if rules.timer else None


def clock_of(state: State, rules: Rules, seat: str) -> Timer | None:
    """Return a player's stock of time, with what each turn has added to it when it began; None where nobody has one.

    The first turn adds as well, as chess clocks do it: everybody begins with one increment more than the stock.
    """
    if not rules.stock or not state.began or seat not in state.players:
        return None
    used = state.clocks.get(seat, ())
    seconds = 60 * rules.stock + rules.increment * (1 + sum(first > last for first, last in used))
    return _runs(state, seconds, used) if seat == state.turn else Timer(seconds, 0, stood=used)


def _runs(state: State, seconds: int, used: tuple[tuple[int, int], ...]) -> Timer:
    """Return the clock of this turn; it stands while something is asked of all, or somebody has stopped it."""
    if state.paused:
        return Timer(seconds, 0, stood=(*used, *state.stood, (state.paused, state.began)))
    return Timer(seconds, state.began, stood=(*state.stood, *used))


def _asked(state: State, seat: str) -> str:
    """Return what waits for this seat's answer out of turn: a request for money, or a deal."""
    requests = (f"request {each.id}" for each in state.requests if each.of == seat)
    return next(requests, next((f"deal {each.id}" for each in state.deals if each.of == seat), ""))


def _headline(table: Table, seat: str | None, name: Text) -> Text:
    state, rules = now(table)
    if has_sheet(rules) and (headline := score_sheet.headline(table, seat)):
        return headline
    if table.ballot and not table.ballot.over:
        return say("Everyone bids in secret") if table.ballot.numbers else say("Everyone votes in secret")
    if state.auction:
        bidder = state.auction.bidders[0]
        return say("It is your bid") if bidder == seat else say("%(who)s bids next", who=Who(bidder))
    if stakes.bets(rules) and not any(each.of == seat for each in state.requests):
        return hands.headline(table, seat)
    for each in state.requests:
        if each.of == seat:
            return say("%(who)s asks you for %(amount)s", who=Who(each.by), amount=Money(each.amount))
    for deal in state.deals:
        if deal.of == seat:
            return say("%(who)s offers you a deal", who=Who(deal.by))
    if state.turn:
        return say("It is your turn") if state.turn == seat else say("%(who)s plays", who=Who(state.turn))
    return name if rules.evening else say("Everyone plays at once")


def _prompt(table: Table) -> list[Text]:
    state, rules = now(table)
    lines: list[Text] = []
    ballot = table.ballot
    if state.outcome:
        lines.append(outcome_words(state.outcome))
    elif state.shown and ballot and ballot.over and not ballot.numbers:
        lines.append(result_words(ballot))
    elif state.bidding:
        lines.append(cost_words(state.bidding.price, state.bidding.to))
    if state.halted:
        lines.append(say("The clock is stopped."))
    if state.announced:
        most = tricks(rules, state.round)
        lines.append(say("Announced together: %(sum)s of %(most)s", sum=sum(state.announced.values()), most=most))
    if rules.rounds and rules.sheet is not Sheet.LINES:
        lines.append(_round(state, rules))
    left = bank_left(table)
    if left is not None and rules.bank and not rules.scores:
        lines.append(say("The bank has %(left)s.", left=Money(max(0, left))))
    return lines


def _parts(table: Table, seat: str | None) -> tuple[Part, ...]:
    state, rules = now(table)
    dice = (Part("staying", Place.PRIVATE, Staying(state.dice)),) if seat and stays(rules, state, seat) else ()
    return (*dice, *_of_the_table(table, seat))


def _of_the_table(table: Table, seat: str | None) -> tuple[Part, ...]:
    auction = table.play.auction
    if auction is None and has_sheet(table.rules):
        return (*score_sheet.parts(table, seat), *score_sheet.on_paper(table))
    if auction is None and stakes.bets(table.rules):
        return (hands.part(table, seat),)
    if auction is None:
        return (*race(table, seat, tuple(_prompt(table))), *units_part(table))
    prompt = tuple(_prompt(table)) if seat is None else ()
    cost = cost_words(vote_messages.Price.FIRST, auction.to)
    view = AuctionView(auction.what, auction.best, auction.by, auction.bidders, next_bid(table), cost, prompt)
    if seat is None:
        return (Part("auction", Place.STAGE, view, whole=len(table.accounts) > BESIDE_AN_AUCTION),)
    return (Part("auction", Place.PRIVATE, view), *race(table, seat, ()))  # above the bid, and below it


def with_interest(amount: int, percent: int, step: int) -> int:
    """Return what a loan costs to repay: rounded up to what can be paid."""
    return amount + -(-amount * percent // (100 * step)) * step


def chart_event(event: Event) -> tuple[str, str, Text] | None:
    """Return what is worth a mark on the chart."""
    match event:
        case vote_messages.AuctionEnded(winner=winner, outcome=outcome) if winner:
            return winner, "A", outcome_words(outcome)
        case vote_messages.BidsSettled(outcome=vote_messages.Outcome(winners=(winner,)) as outcome):
            return winner, "S", outcome_words(outcome)
        case seat_messages.WentBankrupt(seat=seat, broke=broke):
            return seat, "B" if broke else "L", left_words(event)
        case _:
            return None
