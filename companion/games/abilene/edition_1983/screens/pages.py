"""What one seat or the table screen sees of a game of 1983: words, steps, dice, choices."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.table.table import Phase, Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import Page, StepState, progress
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.pages import headline, only_the_bank, over_words
from companion.games.abilene.common.screens.sale import sale_parts
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983.cardplay import by_cards
from companion.games.abilene.edition_1983.ending import LAST_STEERS
from companion.games.abilene.edition_1983.hands import hand_parts
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.pending import Duty, Waiting, asked, waited_for, waiting
from companion.games.abilene.edition_1983.prices import OWN, RUSTLED
from companion.games.abilene.edition_1983.sales import debtors
from companion.games.abilene.edition_1983.screens import choices
from companion.games.abilene.edition_1983.screens.boards import board_view, step_of
from companion.games.abilene.edition_1983.screens.notebook import notebook_parts
from companion.games.abilene.edition_1983.screens.players import last_sale, whose_words
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983
from companion.games.abilene.edition_1983.turn import beaten

STEPS = (Step.CATTLE, Step.SALE, Step.DICE, Step.COWBOYS)
"""A sale may come after every step of a steer; it is shown where it belongs: after the steers."""
BANK_STEPS = (Step.TABLE, Step.SALE)


def page_for(layout: Layout, table: Table, seat: str | None) -> Page:
    """The page of this seat; None is the table screen."""
    state: State1983 | None = table.play
    if state is None or table.phase is Phase.LOBBY:
        return Page(say("Abilene"))
    board = board_view(layout, table, state, seat)
    if table.phase is Phase.OVER and table.ending:
        return Page(over_words(table.ending, SENTENCES), board=board, parts=sale_parts(last_sale(state)))
    now = waiting(layout, table, state)
    mine = seat in now.seats
    page = Page(
        headline=asked(now.duty) if mine else headline(state, seat),
        prompt=(*_prompt(layout, table, state, now, seat), _left(state)),
        steps=steps_of(state),
        board=board,
        dice=tuple(("cowboy", face, at in state.turn.used_cowboy) for at, face in enumerate(state.turn.cowboy_dice)),
        parts=sale_parts(last_sale(state)),
    )
    if seat is None:
        return page
    return replace(
        page,
        choices=choices.for_duty(layout, table, state, now, seat)
        if mine
        else choices.for_others(table, state, now, seat),
        money=choices.borrowing(table, state, seat),
        parts=(*hand_parts(table, state, seat), *notebook_parts(layout, table, state, seat), *page.parts),
    )


def _prompt(layout: Layout, table: Table, state: State1983, now: Waiting, seat: str | None) -> tuple[Text, ...]:
    lines: list[Text] = []
    mine = seat in now.seats
    if not mine and now.seats and now.duty is not Duty.DUEL:
        lines.append(waited_for(now.duty, now.seats))
    lines.extend(only_the_bank(table, state))
    match now.duty:
        case Duty.CATTLE if mine and state.turn.cow_dice:
            lines.append(
                say(
                    "Steps left: %(left)s, for one steer or several. A steer in Abilene is sold at once.",
                    left=state.turn.cow_dice[0],
                )
            )
        case Duty.COWBOYS if mine:
            lines.append(say("Each die moves another cowboy, exactly that far. Onto a steer: yours. A cowboy: duel."))
        case Duty.TABLE if mine:
            lines.append(say("Move and roll on the board; tell the box only what changes the money."))
        case Duty.THEFT if mine:
            lines.append(say("Look under the steer so that nobody else sees it. It stays your secret."))
        case Duty.VOTE | Duty.TRUTH:
            lines.extend(_on_sale(state))
        case Duty.SETTLE:
            lacking = debtors(table, state).items()
            lines.extend(say("%(who)s lacks %(amount)s.", who=Who(one), amount=Money(lack)) for one, lack in lacking)
        case Duty.DUEL | Duty.CARDS if isinstance(state.pending, Duel):
            lines.extend(_duel(layout, table, state, state.pending))
    return tuple(lines)


def _on_sale(state: State1983) -> tuple[Text, ...]:
    """Whose steer it is, and what the bank pays for it whatever lies underneath (§7.3)."""
    sale = state.sale
    if sale is None or not sale.owner:
        return ()
    price = OWN if sale.owner == sale.seller else RUSTLED
    return (
        say(
            "%(whose)s: the bank pays %(price)s, and %(stake)s are at stake with every other player.",
            whose=whose_words(sale.seller, sale.owner),
            price=Money(price.bank),
            stake=Money(price.stake),
        ),
    )


def _duel(layout: Layout, table: Table, state: State1983, duel: Duel) -> tuple[Text, ...]:
    """Who duels where, and what is at stake (§6)."""
    one, two = Who(duel.attacker), Who(duel.defender)
    if by_cards(table, state):
        words = say("%(one)s against %(two)s on %(cell)s: the higher cards win.", one=one, two=two, cell=duel.cell)
        laid = state.laid.items()
        counts = [say("%(who)s laid cards: %(count)s", who=Who(each), count=one.count) for each, one in laid]
        lines = [words, *counts]
    else:
        lines = [say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)]
    if duel.tied:
        lines.append(
            say("A tie: the dice settle it.") if table.rules.duels is Duels.CARDS else say("A tie: roll again.")
        )
    for winner in (duel.attacker, duel.defender):
        outcome = beaten(layout, table, state, duel, winner)
        words = (
            say("If %(winner)s wins, the cowboy of %(loser)s is killed.", winner=Who(winner), loser=Who(outcome.loser))
            if outcome.killed
            else say(
                "If %(winner)s wins, the cowboy of %(loser)s escapes.", winner=Who(winner), loser=Who(outcome.loser)
            )
        )
        lines.append(words)
    return tuple(lines)


def _left(state: State1983) -> Text:
    """How far off the end is (§10.1)."""
    return say("Steers left in play: %(left)s. The game ends at %(last)s.", left=state.unsold, last=LAST_STEERS)


def steps_of(state: State1983) -> tuple[tuple[StepState, Text], ...]:
    """The steps of the turn, and how far it has come."""
    words = {
        Step.CATTLE: say("Steers"),
        Step.SALE: say("Sale"),
        Step.DICE: say("Dice"),
        Step.COWBOYS: say("Cowboys"),
        Step.TABLE: say("Board"),
    }
    steps = BANK_STEPS if state.position is None else STEPS
    now = step_of(state)
    at = steps.index(now) if now in steps else 0
    return progress([words[step] for step in steps], at)
