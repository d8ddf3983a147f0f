"""Lessons of a first game of 1993, in the order in which they matter."""

from __future__ import annotations

from companion.core.lessons import (
    Anchor,
    Lesson,
    LessonKind,
    Occasion,
    Params,
    When,
    gain_of,
    if_so,
    latest,
    playing,
    signed,
)
from companion.core.money.ledger import BANK, nets
from companion.core.text import Money, Who, say, wording
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.lessons import END, Occasions, first_round, votes
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.state import herd_sizes
from companion.games.abilene.edition_1993.messages import CowSold
from companion.games.abilene.edition_1993.money.herds import CorralCard
from companion.games.abilene.edition_1993.money.prices import repayment
from companion.games.abilene.edition_1993.phases.duel import DuelPhase, TheftPhase
from companion.games.abilene.edition_1993.phases.jail import JailPhase
from companion.games.abilene.edition_1993.phases.steps import CattlePhase, CowboysPhase, DicePhase
from companion.games.abilene.edition_1993.rules.sales import must_pay
from companion.games.abilene.edition_1993.screens.money import whole_hundreds
from companion.games.abilene.edition_1993.screens.players import card_words
from companion.games.abilene.edition_1993.state import State1993

SALE = "sale"
"""the part of the page with everyone's gain by the last sale, in ``parts/sale.html``"""
FEW_SALES = 2


def lessons(occasions: Occasions[State1993]) -> tuple[Lesson, ...]:
    """Return the lessons of the edition."""
    return (*_of_cattle(occasions), *_of_cowboys(occasions), *_of_sales(), *_of_the_end(occasions))


def _of_cattle(occasions: Occasions[State1993]) -> tuple[Lesson, ...]:
    in_phase = occasions.in_phase
    return (
        Lesson(
            "goal",
            Anchor.HEADLINE,
            say("Drive your cows to town and sell them. The most money wins."),
            first_round,
            public=True,
        ),
        Lesson(
            "herd",
            Anchor.PRIVATE,
            say("Your herd: all cows on your ranch. Only you may look under them."),
            in_phase(DicePhase),
            on_board=True,
        ),
        Lesson(
            "dice",
            Anchor.DICE,
            say("Light dice move cows, dark ones cowboys. What reaches town is sold at the end of the turn."),
            _rolls,
            public=True,
        ),
        Lesson(
            "cattle",
            Anchor.BOARD,
            say("Tap a cow, then a lit space: at most as far as a light die says, with one bend."),
            in_phase(CattlePhase),
            on_board=True,
        ),
        Lesson("zero", Anchor.DICE, say("A 0 moves no cow."), _rolled_nothing, on_board=True),
    )


def _of_cowboys(occasions: Occasions[State1993]) -> tuple[Lesson, ...]:
    in_phase = occasions.in_phase
    return (
        Lesson(
            "cowboys",
            Anchor.BOARD,
            say("Each dark die must move one cowboy, exactly that far. On a foreign cow: theft; on a cowboy: duel."),
            in_phase(CowboysPhase),
            on_board=True,
        ),
        Lesson(
            "theft",
            Anchor.BOARD,
            say("Yours now: remember its sticker. If nobody notices at the sale, a stolen cow pays best."),
            in_phase(TheftPhase),
            on_board=True,
        ),
        Lesson(
            "robbed",
            Anchor.ACTIONS_OF_OTHERS,
            wording("%(who)s has your cow, and you know its sticker. Watch it: at its sale, knowing is money."),
            _robbed,
            LessonKind.NEWS,
            on_board=True,
        ),
        Lesson(
            "duel",
            Anchor.QUESTION,
            say("The higher die wins. On the winner’s ranch the loser goes to jail, elsewhere home."),
            occasions.is_in(DuelPhase),
            public=True,
            on_board=True,
        ),
        Lesson(
            "jail",
            Anchor.QUESTION,
            say("A jailed cowboy costs food every turn. From three on you may buy them out."),
            in_phase(JailPhase),
        ),
    )


def _of_sales() -> tuple[Lesson, ...]:
    return (
        Lesson(
            "vote",
            Anchor.VOTE,
            say("What is under this cow? Each card shows what you get or pay in the three cases."),
            votes,
        ),
        Lesson(
            "selling",
            Anchor.HEADLINE,
            say("The others guess. Wrong: they pay you; rightly “rustled” or “no brand”: you pay them."),
            _sells,
        ),
        Lesson(
            "voted",
            SALE,
            wording("You said %(card)s, it was %(truth)s: %(amount)s. Each settles with %(seller)s alone."),
            _voted,
            LessonKind.RESULT,
        ),
        Lesson("sold", SALE, wording("The bank: %(bank)s. The other players: %(rest)s."), _sold, LessonKind.RESULT),
        Lesson(
            "refused",
            SALE,
            wording("Someone rightly said “rustled”: the bank pays %(seller)s nothing."),
            _refused,
            LessonKind.RESULT,
            public=True,
        ),
        Lesson(
            "loan",
            Anchor.QUESTION,
            wording("%(lack)s is missing. Borrow %(loan)s and you repay %(due)s: a quarter more, in whole hundreds."),
            _short,
        ),
    )


def _of_the_end(occasions: Occasions[State1993]) -> tuple[Lesson, ...]:
    return (
        Lesson(
            "last_cow",
            Anchor.HEADLINE,
            wording("%(who)s has one cow left. Once a ranch is empty, the game ends with that turn."),
            _last_cow(occasions),
            LessonKind.NEWS,
            public=True,
        ),
        Lesson(
            "last_sales",
            Anchor.HEADLINE,
            say("Two more sales: then the game ends with that turn."),
            _last_sales,
            LessonKind.NEWS,
            public=True,
        ),
        END,
    )


# --- occasions --------------------------------------------------------------------------------


def _rolls(now: Occasion) -> Params | None:
    """Return whether the dice are about to be rolled: at the level *bank*, on the table."""
    return if_so(playing(now) and now.table.play.turn.step in (Step.DICE, Step.TABLE))


def _rolled_nothing(now: Occasion) -> Params | None:
    """Return whether the reader has a light die that shows nothing."""
    turn = now.table.play.turn
    return if_so(playing(now) and turn.seat == now.seat and turn.step is Step.CATTLE and 0 in turn.cow_dice)


def _robbed(now: Occasion) -> Params | None:
    """Return who has stolen a cow of the reader."""
    rides = (event for event in reversed(now.events) if isinstance(event, messages.CowboyMoved))
    theft = next((ride for ride in rides if ride.what is MoveKind.THEFT and ride.other == now.seat), None)
    return {"who": Who(theft.seat)} if theft else None


def _sells(now: Occasion) -> Params | None:
    """Return whether the others vote on the reader's cow."""
    sale = now.table.play.sale if playing(now) else None
    return if_so(sale is not None and sale.seller == now.seat and not sale.votes)


def _voted(now: Occasion) -> Params | None:
    """Return what came of the reader's vote."""
    sold = latest(now, CowSold)
    seat, words = now.seat or "", card_words()
    if sold is None or seat not in sold.votes:
        return None
    card, truth = words[sold.votes[seat]], words[sold.state]
    return {"card": card, "truth": truth, "amount": gain_of(sold, seat), "seller": Who(sold.seller)}


def _sold(now: Occasion) -> Params | None:
    """Return what came of the reader's sale."""
    sold = latest(now, CowSold)
    if sold is None or sold.seller != now.seat:
        return None
    bank = sum(each.amount for each in sold.postings if (each.frm, each.to) == (BANK, sold.seller))
    return {"bank": signed(bank), "rest": signed(nets(sold.postings).get(sold.seller, 0) - bank)}


def _refused(now: Occasion) -> Params | None:
    """Return whose rustled cow the bank paid nothing for."""
    sold = latest(now, CowSold)
    if sold is None or sold.state is not CorralCard.FOREIGN or any(each.frm == BANK for each in sold.postings):
        return None
    return {"seller": Who(sold.seller)}


def _short(now: Occasion) -> Params | None:
    """Return how much the reader lacks for a payment."""
    lack = must_pay(now.table, now.table.play, now.seat) if now.seat and playing(now) else 0
    loan = whole_hundreds(lack)
    return {"lack": Money(lack), "loan": Money(loan), "due": Money(repayment(loan))} if lack else None


def _last_cow(occasions: Occasions[State1993]) -> When:
    def when(now: Occasion) -> Params | None:
        """Return whose ranch has one cow left."""
        if not playing(now):
            return None
        here = occasions.situation(now.table)
        who = next((seat for seat, cows in herd_sizes(here.layout, here.state).items() if cows == 1), None)
        return {"who": Who(who)} if who else None

    return when


def _last_sales(now: Occasion) -> Params | None:
    """Return whether the table plays to a number of sales that is almost reached."""
    limit = now.table.rules.cows_to_sell
    return if_so(playing(now) and bool(limit) and limit - len(now.table.play.sold) == FEW_SALES)
