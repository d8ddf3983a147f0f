"""Parts of pages that are the same in every edition: words, buttons, players, a sale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.boards.layout import Layout
from companion.core.identity import identity_cache
from companion.core.messages import Posting, kind_of
from companion.core.money.ledger import nets
from companion.core.table.table import Ending, Level, Seat, Table, TablePhase
from companion.core.text import Catalogue, Text, Who, names_of, say, worded
from companion.core.ui.board_page import BoardView
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Part, Place, PlayerRow
from companion.games.abilene.common.house_rules import CashVisibility
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.common.phases import Phase, S, Situation
from companion.games.abilene.common.pieces import COW_DIE, COWBOY_DIE
from companion.games.abilene.common.state import State


def over_words(ending: Ending, sentences: Catalogue) -> Text:
    """Return the headline of a game that is over."""
    return say("The game is over: %(reason)s", reason=worded(sentences, ending.reason))


def headline(phase: Phase[S], seats: tuple[str, ...], now: Situation[S], seat: str | None) -> Text:
    """Return the headline for somebody who is not among the ``seats`` that can go on in this phase."""
    state = now.state
    if seat is not None and seat not in state.solvent:
        return say("You are out of the game. Thank you for playing!")
    if announced := phase.announced(now):
        return announced
    if seat != state.turn.seat:
        return say("%(who)s's turn", who=Who(state.turn.seat))
    return phase.going_on or (say("Waiting for: %(names)s", names=names_of(seats)) if seats else phase.instruction)


def only_the_bank(table: Table, state: State) -> tuple[Text, ...]:
    """Return what is said while a table that follows the board does not know it."""
    if table.level is not Level.BOARD or state.position is not None:
        return ()
    return (say("The box does not know yet where the figures are. Until then it keeps only the money."),)


def prompt_of(phase: Phase[S], seats: tuple[str, ...], now: Situation[S], seat: str | None) -> tuple[Text, ...]:
    """Return who is waited for, said to the others.

    Where the table has lost sight of the board; and what the phase says.
    """
    news = phase.news if seats and seat not in seats else None
    waiting = (_waiting_for(news, seats[0]),) if news else ()
    return (*waiting, *only_the_bank(now.table, now.state), *phase.prompt(now, seat, seat in seats))


@identity_cache(most=32)
def _waiting_for(news: Text, seat: str) -> Text:
    return replace(news, params={"who": Who(seat)})


def board_for(
    phase: Phase[S], seats: tuple[str, ...], now: Situation[S], board: BoardView | None, seat: str | None
) -> BoardView | None:
    """Return the board, with what this seat can tap on it."""
    if board is None or seat is None or seat not in seats:
        return board
    return replace(board, moves=phase.moves(now, seat), targets=phase.targets(now, seat))


def dice_of(state: State) -> tuple[tuple[str, int, bool], ...]:
    """Return the dice of the turn: kind, face, already used."""
    turn = state.turn
    cow = tuple((COW_DIE, face, at in turn.used_cow) for at, face in enumerate(turn.cow_dice))
    return cow + tuple((COWBOY_DIE, face, at in turn.used_cowboy) for at, face in enumerate(turn.cowboy_dice))


def die_field(name: str, label: Text, die: str, faces: tuple[int, ...], index: int | None = None) -> Field:
    """Return the face that a die shows; ``index`` is its place among those of the command's list, if it has one.

    ``die`` is its kind, as in ``Page.dice``.
    """
    options = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in sorted(set(faces)))
    return Field(name, label, FieldKind.PICK, options, index=index, die=die)


def done(step: Step, label: Text, weight: Weight, *details: Text) -> Choice:
    """Return the end of a step."""
    return Choice(kind_of(EndStep), label, {"step": step.value}, details=details, weight=weight)


Facts = Callable[[Layout, Table, Seat], tuple[Text, ...]]
"""Public facts of a seat, in a few words each; in the lobby, too."""


@identity_cache(most=64)
def players_for(layout: Layout, table: Table[State | None], reader: str | None, facts: Facts) -> tuple[PlayerRow, ...]:
    """Return one row a seat, clockwise; cash only where the reader may know it (1993 §5.5)."""
    state = table.play
    all_facts = _all_facts(layout, table, facts)
    return tuple(_row(table, state, seat, reader, all_facts[seat.id]) for seat in table.seats)


@identity_cache(most=32)
def _all_facts(layout: Layout, table: Table, facts: Facts) -> Mapping[str, tuple[Text, ...]]:
    return {seat.id: facts(layout, table, seat) for seat in table.seats}


def _row(table: Table, state: State | None, seat: Seat, reader: str | None, facts: tuple[Text, ...]) -> PlayerRow:
    every = table.phase is TablePhase.OVER or table.rules.cash_visibility is CashVisibility.ALL
    return PlayerRow(
        seat.id,
        seat.name,
        seat.picks["colour"],
        seat.picks["ranch"],
        facts,
        table.accounts[seat.id] if state and (every or seat.id == reader) else None,
        active=state is not None and table.phase is TablePhase.PLAYING and state.turn.seat == seat.id,
        out=state is not None and seat.id not in state.solvent,
        box=seat.box,
    )


@dataclass(frozen=True, slots=True)
class PaymentView:
    """A payment as shown: who paid whom how much, and why."""

    frm: str
    to: str
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class SaleView:
    """A sale that has just been settled: what it was, who had said what, and every payment with its reason."""

    title: Text
    sticker: Text
    votes: tuple[tuple[str, str, Text], ...]
    """(seat, symbol of its card, what the card says)"""
    payments: tuple[PaymentView, ...]
    nets: tuple[tuple[str, int], ...] = ()
    """(seat, what the whole sale brought or cost it), the seller first"""
    refused: Text | None = None
    """why the bank pays nothing, if so"""


def sale_parts(sale: SaleView | None) -> tuple[Part, ...]:
    """Return the last sale, until play goes on."""
    return (Part("sale", Place.STAGE, sale, whole=True),) if sale else ()


def nets_of(seller: str, voters: Iterable[str], postings: Sequence[Posting]) -> tuple[tuple[str, int], ...]:
    """Return what the sale brought or cost everybody who took part, in all."""
    change = nets(postings)
    return tuple((seat, change.get(seat, 0)) for seat in (seller, *voters))


def sign(amount: int) -> int:
    """Return 1 for a gain, -1 for a loss, 0 for neither."""
    return (amount > 0) - (amount < 0)


def payments(postings: Iterable[Posting], sentences: Catalogue) -> tuple[PaymentView, ...]:
    """Return the payments of a sale with their reasons in words."""
    return tuple(PaymentView(each.frm, each.to, each.amount, worded(sentences, each.reason)) for each in postings)
