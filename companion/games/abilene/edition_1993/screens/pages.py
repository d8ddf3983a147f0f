"""What one seat or the table screen sees of a game of Abilene: words, steps, dice, choices."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.table.table import Level, Phase, Table
from companion.core.text import Text, say
from companion.core.ui.page import Page, StepState, progress
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.pages import headline, only_the_bank, over_words
from companion.games.abilene.common.screens.sale import sale_parts
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1993.corral import CorralCard
from companion.games.abilene.edition_1993.pending import Duty, Waiting, asked, waited_for, waiting
from companion.games.abilene.edition_1993.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.screens import choices, money
from companion.games.abilene.edition_1993.screens.boards import board_view
from companion.games.abilene.edition_1993.screens.players import card_words, last_sale
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993

STEPS = {
    Level.BOARD: (Step.DICE, Step.JAIL, Step.CATTLE, Step.COWBOYS, Step.SALE),
    Level.BANK: (Step.JAIL, Step.TABLE, Step.SALE),
}


def page_for(layout: Layout, table: Table, seat: str | None) -> Page:
    """The page of this seat; None is the table screen."""
    state: State1993 | None = table.play
    if state is None or table.phase is Phase.LOBBY:
        return Page(say("Abilene"))
    board = board_view(layout, table, state, seat)
    if table.phase is Phase.OVER and table.ending:
        return Page(over_words(table.ending, SENTENCES), board=board, parts=sale_parts(last_sale(state)))
    now = waiting(table, state)
    mine = seat in now.seats
    page = Page(
        headline=asked(now.duty) if mine else headline(state, seat),
        prompt=_prompt(layout, table, state, now, seat),
        steps=_steps(table, state),
        board=board,
        dice=_dice(state),
        parts=sale_parts(last_sale(state)),
    )
    if seat is None or seat in state.out:
        return page
    return replace(
        page,
        choices=choices.for_duty(layout, table, state, now, seat) if mine else choices.for_others(state, now, seat),
        money=money.choices(table, state, seat),
    )


def _prompt(layout: Layout, table: Table, state: State1993, now: Waiting, seat: str | None) -> tuple[Text, ...]:
    lines: list[Text] = []
    if seat not in now.seats and _is_waited_for(now):
        lines.append(waited_for(now.duty, now.seats))
    if isinstance(state.pending, Duel):
        lines.extend(choices.duel_lines(layout, state, state.pending))
    lines.extend(only_the_bank(table, state))
    match now.duty:
        case Duty.CATTLE if seat in now.seats:
            lines.append(say("Each light die moves one cow of your herd, at most that far. A cow in Abilene is sold."))
        case Duty.COWBOYS if seat in now.seats:
            lines.append(
                say("Each dark die moves one cowboy, exactly that far. Onto a cow: yours. Onto a cowboy: duel.")
            )
        case Duty.TABLE if seat in now.seats:
            lines.append(say("Roll and move on the board; tell the box only what changes the money."))
        case Duty.THEFT if seat in now.seats:
            lines.append(say("Look at the sticker so that nobody else sees it. It stays your secret."))
        case Duty.VOTE if seat == (state.sale.seller if state.sale else None):
            lines.extend(_outlook(table))
        case Duty.SETTLE:
            lines.extend(money.settlement_lines(table, state))
    return tuple(lines)


def _is_waited_for(now: Waiting) -> bool:
    """Not while the phones open the votes by themselves; and a duel is told with its stakes already."""
    return bool(now.seats) and now.duty is not Duty.DUEL


def _outlook(table: Table) -> tuple[Text, ...]:
    """Prices before choices: what the bank pays the seller in each of the three cases (§12.4)."""
    words, outlook = card_words(), sale_outlook(table.rules)
    return tuple(say("%(case)s: %(outcome)s", case=words[case], outcome=outlook.bank[case]) for case in CorralCard)


def _steps(table: Table, state: State1993) -> tuple[tuple[StepState, Text], ...]:
    words = {
        Step.DICE: say("Dice"),
        Step.JAIL: say("Jail"),
        Step.CATTLE: say("Cattle"),
        Step.COWBOYS: say("Cowboys"),
        Step.TABLE: say("Board"),
        Step.SALE: say("Sale"),
    }
    steps = STEPS[Level.BANK if state.position is None else Level.BOARD]
    at = steps.index(Step.SALE if state.sale else state.turn.step)
    return progress([words[step] for step in steps], at)


def _dice(state: State1993) -> tuple[tuple[str, int, bool], ...]:
    turn = state.turn
    cow = tuple(("cow", face, at in turn.used_cow) for at, face in enumerate(turn.cow_dice))
    return cow + tuple(("cowboy", face, at in turn.used_cowboy) for at, face in enumerate(turn.cowboy_dice))
