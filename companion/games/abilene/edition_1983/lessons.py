"""Lessons of a first game of 1983, in the order in which they matter."""

from __future__ import annotations

from companion.core.lessons import Anchor, Lesson, LessonKind, Occasion, Params, When, gain_of, if_so, latest, playing
from companion.core.text import Money, Who, say, wording
from companion.games.abilene.common.lessons import END, Occasions, first_round, votes
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.phases.duel import DuelPhase, TheftPhase
from companion.games.abilene.edition_1983.phases.sale import FeverPhase, SettlementPhase
from companion.games.abilene.edition_1983.phases.steps import CattlePhase, CowboysPhase, DicePhase
from companion.games.abilene.edition_1983.prices import price
from companion.games.abilene.edition_1983.rules.play import sales_left
from companion.games.abilene.edition_1983.screens.choices import cannot_afford_a_cowboy
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983

SALE = "sale"
"""the part of the page that says what the last sale brought everyone"""


def lessons(occasions: Occasions[State1983]) -> tuple[Lesson, ...]:
    """Return the lessons of the edition."""
    return (*_of_cattle(occasions), *_of_cowboys(occasions), *_of_sales(occasions))


def _of_cattle(occasions: Occasions[State1983]) -> tuple[Lesson, ...]:
    return (
        Lesson(
            "goal",
            Anchor.HEADLINE,
            wording("Sell your steers in town. When %(left)s are left, the most money wins."),
            _goal,
            public=True,
        ),
        Lesson(
            "fever",
            Anchor.PRIVATE,
            say("Three of your nine have a hole: fever. Only you know which."),
            _fever(occasions),
            on_board=True,
        ),
        Lesson(
            "steers",
            Anchor.BOARD,
            say("Three steps a turn, shared as you like. In town a steer is sold at once."),
            occasions.in_phase(CattlePhase),
            on_board=True,
        ),
    )


def _of_cowboys(occasions: Occasions[State1983]) -> tuple[Lesson, ...]:
    in_phase = occasions.in_phase
    return (
        Lesson(
            "cowboys",
            Anchor.BOARD,
            say("Each die moves one cowboy, exactly that far. On a foreign steer: theft; on a cowboy: duel."),
            in_phase(CowboysPhase),
            on_board=True,
        ),
        Lesson(
            "theft",
            Anchor.PRIVATE,
            say("Look for the hole now, once. Its colour tells all that it is stolen."),
            in_phase(TheftPhase),
            on_board=True,
        ),
        Lesson(
            "duel",
            Anchor.QUESTION,
            say("The higher die wins. At home the loser returns, elsewhere that cowboy is out."),
            occasions.is_in(DuelPhase),
            public=True,
            on_board=True,
        ),
    )


def _of_sales(occasions: Occasions[State1983]) -> tuple[Lesson, ...]:
    return (
        Lesson(
            "vote",
            Anchor.VOTE,
            wording("%(seller)s always says “healthy”. An error costs %(stake)s; rightly doubting earns %(stake)s."),
            _votes,
        ),
        Lesson(
            "voted",
            SALE,
            wording("It was %(truth)s: %(amount)s. The bank always pays %(seller)s, double for another colour."),
            _settled,
            LessonKind.RESULT,
        ),
        Lesson(
            "loan",
            Anchor.QUESTION,
            say("Borrow in 500s; interest grows with the debt."),
            _short(occasions),
        ),
        Lesson(
            "last_sale",
            Anchor.HEADLINE,
            say("The next sale is the last."),
            _one_sale_left,
            LessonKind.NEWS,
            public=True,
        ),
        END,
    )


def _goal(now: Occasion) -> Params | None:
    """Return with how many steers the game ends, at its beginning."""
    if first_round(now) is None:
        return None
    state = now.table.play
    return {"left": state.unsold - sales_left(now.table, state)}


def _fever(occasions: Occasions[State1983]) -> When:
    """Return the occasion to note what is under one's steers; alone, where the box notes it, the one to move."""
    asked, moves = occasions.in_phase(FeverPhase), occasions.in_phase(CattlePhase)

    def when(now: Occasion) -> Params | None:
        return moves(now) if now.table.alone else asked(now)

    return when


def _votes(now: Occasion) -> Params | None:
    """Return what is at stake for the reader, who is asked for a vote."""
    if votes(now) is None:
        return None
    sale = now.table.play.sale
    rustled = bool(sale.owner) and sale.owner != sale.seller
    return {"seller": Who(sale.seller), "stake": Money(price(rustled).stake)}


def _settled(now: Occasion) -> Params | None:
    """Return what a sale brought the reader, who sold, voted or owned the steer before."""
    sold = latest(now, SteerSold)
    if sold is None or now.seat not in (*sold.votes, sold.seller, sold.owner):
        return None
    amount = gain_of(sold, now.seat)
    return {"truth": health_words(sold.fever), "amount": amount, "seller": Who(sold.seller)}


def _short(occasions: Occasions[State1983]) -> When:
    """Return the occasion to borrow: a payment that cannot be met, or a cowboy for whom the money is not there."""
    settles, drives, rolls = (occasions.in_phase(phase) for phase in (SettlementPhase, CattlePhase, DicePhase))

    def when(now: Occasion) -> Params | None:
        if settles(now) is not None:
            return settles(now)
        hires = now.seat is not None and (drives(now) is not None or rolls(now) is not None)
        return if_so(hires and cannot_afford_a_cowboy(occasions.situation(now.table), now.seat or ""))

    return when


def _one_sale_left(now: Occasion) -> Params | None:
    """Return whether the game ends with the next sale."""
    return if_so(playing(now) and not now.table.play.sale and sales_left(now.table, now.table.play) == 1)
