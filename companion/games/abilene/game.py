"""Abilene, for the table: the game protocol, each question handed to the module that knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from companion.core.board import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.game import Consent, Edition, HouseRule
from companion.core.ledger import BANK, Posting
from companion.core.messages import Command, Event
from companion.core.page import CardView, Field, Page, PlayerRow
from companion.core.sighting import Sighting
from companion.core.table import Level, Table
from companion.core.table_messages import GameStarted
from companion.core.text import Text, say
from companion.games.abilene import awards, endings, moves, sales, seats, simple, telling, turns
from companion.games.abilene import messages as m
from companion.games.abilene.editions import AbileneEdition, editions
from companion.games.abilene.evolution import apply
from companion.games.abilene.herds import Sticker
from companion.games.abilene.messages import Step
from companion.games.abilene.pages import page_for
from companion.games.abilene.players import cards_for, players_for
from companion.games.abilene.position import Position, check, setup
from companion.games.abilene.prices import repayment
from companion.games.abilene.reference_boards import reference_board
from companion.games.abilene.seen import sighted
from companion.games.abilene.state import COWBOYS_EACH, COWS_EACH, State
from companion.games.abilene.stickers import Stickers, under_the_cows, what_i_see


class Abilene:
    """See ``companion.core.game.Game``."""

    name = "abilene"
    commands = m.COMMANDS
    events = m.EVENTS
    state: type[Any] = State
    endings: tuple[str, ...] = endings.ENDINGS

    @property
    def title(self) -> Text:
        return say("Abilene")

    @cached_property
    def all_editions(self) -> Mapping[str, AbileneEdition]:
        return editions()

    @property
    def editions(self) -> Mapping[str, Edition]:
        return {name: edition.shelf for name, edition in self.all_editions.items()}

    def house_rules(self, edition: str) -> Sequence[HouseRule]:
        return self.all_editions[edition].house_rules

    def layout(self, edition: str) -> Layout:
        return reference_board(self.all_editions[edition].board)

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        return seats.fields(table, seat)

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        return seats.check(table, seat, picks)

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        if not waived:
            seats.check_all(table)
        edition = self.all_editions[table.edition]
        order = seats.clockwise(table, table.ids[first])
        ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
        brands = {seat.id: seat.picks["brand"] for seat in table.seats}
        position = setup(self.layout(table.edition), ranches) if table.level is Level.BOARD else None
        cash = tuple(Posting(BANK, seat, edition.starting_cash, say("starting money")) for seat in table.ids)
        return (
            GameStarted(order),
            m.HerdsPlaced(brands, ranches, position, postings=cash),
            m.TurnBegan(order[0], 1),
        )

    def apply(self, table: Table, event: Event) -> State:
        return apply(table.play, event)

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state: State = table.play
        sales.check_known(state, seat)
        match command:
            case m.ShowSticker():
                return sales.show_sticker(table, state, seat, command, waived)
            case m.GoBankrupt():
                return sales.go_bankrupt(table, state, seat, waived)
            case m.RollDice():
                return turns.roll(state, seat, command)
            case m.PayJail(released=released):
                return turns.pay_jail(table, state, seat, released, waived)
            case m.EndStep(step=step):
                return turns.end_step(self.layout(table.edition), table, state, seat, step, waived)
            case m.RecordTheft() | m.RecordJailed() | m.RecordTown():
                return turns.record(table, state, seat, command)
            case _:
                return self._on_board(table, state, seat, command, waived)

    def _on_board(self, table: Table, state: State, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        layout = self.layout(table.edition)
        match command:
            case m.PlaceReleased(cell=cell):
                return turns.place_released(layout, state, seat, cell, waived)
            case m.MoveCow():
                return moves.move_cow(layout, table, state, seat, command, waived)
            case m.MoveCowboy():
                return moves.move_cowboy(layout, table, state, seat, command, waived)
            case m.PlaceCow(cell=cell):
                return moves.place_cow(layout, state, seat, cell, waived)
            case m.RollDuel():
                return moves.roll_duel(layout, state, seat, command)
            case m.PlaceLoser(cell=cell):
                return moves.place_loser(layout, state, seat, cell, waived)
            case m.ArrangeBoard():
                return (m.BoardArranged(seat, arranged(layout, table, state, command)),)
            case _:
                raise BadRequest(say("This table does not know what you mean."))

    def follow(self, table: Table) -> tuple[Event, ...]:
        state: State = table.play
        layout = self.layout(table.edition)
        if sold := sales.settle(table, state):
            return sold
        if over := endings.at_once(layout, table, state):
            return (over,)
        if state.sale:
            return ()
        turn = state.turn
        gone = turn.seat in state.out
        selling = turn.step in (Step.SALE, Step.TABLE)
        if selling and state.waiting_cows and not gone:
            return sales.open_sale(table, state)
        if gone or turn.step is Step.SALE:
            return self._next_turn(layout, table, state)
        return ()

    def _next_turn(self, layout: Layout, table: Table, state: State) -> tuple[Event, ...]:
        at = state.order.index(state.turn.seat)
        following = [seat for seat in (*state.order[at + 1 :], *state.order[: at + 1]) if seat in state.solvent]
        round_over = state.order.index(following[0]) <= at
        over = endings.at_turn_end(layout, table, state, round_over)
        return (over or m.TurnBegan(following[0], state.turn.number + 1),)

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        state: State = table.play
        others = tuple(other for other in table.people(but=seat) if other in state.solvent)
        match command:
            case m.ShowSticker() if state.sale and seat != state.sale.seller:
                sales.show_sticker(table, state, seat, command, waived=False)
                words = sales.sticker_words(Sticker(command.brand, command.value))
                return Consent(others, min(1, len(others)), say("The sticker of the cow says: %(words)s", words=words))
            case m.ArrangeBoard():
                arranged(self.layout(table.edition), table, state, command)
                return Consent(others, len(others), say("The figures stand as arranged on the screen"))
            case _:
                return None

    def in_play(self, table: Table) -> Sequence[str]:
        state: State = table.play
        return state.solvent

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        state: State = table.play
        repay = repayment(amount)
        sales.check_known(state, seat)
        may = sales.shortfall(table, state, seat) or (table.rules.loan_anytime and state.turn.seat == seat)
        if not may and not waived:
            raise IllegalMove(say("The bank lends only to a player who cannot pay."), RuleRef("1993", "12.10"))
        return repay

    def page(self, table: Table, seat: str | None) -> Page:
        return page_for(self.layout(table.edition), table, seat)

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        return players_for(self.layout(table.edition), table, seat)

    def cards(self, table: Table, seat: str) -> tuple[CardView, ...]:
        return cards_for(table)

    def shows_ballot(self, table: Table) -> bool:
        return table.play is not None and table.play.sale is not None

    def tell(self, event: Event) -> Text | None:
        return telling.tell(event)

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, m.TurnBegan)

    def mark(self, event: Event) -> tuple[str, str, Text] | None:
        return awards.mark(event)

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        return awards.awards(events)

    def sighted(self, table: Table) -> Sighting | None:
        return sighted(self.layout(table.edition), table)

    def hidden(self, records: Sequence[Event], seed: str) -> Stickers:
        return under_the_cows(records, seed)

    def notes(self, table: Table, seat: str, hidden: Any) -> tuple[Text, ...]:
        return what_i_see(self.layout(table.edition), table, seat, hidden)

    def simple_player(self, table: Table, seat: str, chance: random.Random, hidden: Any) -> Command | None:
        return simple.choose(self.layout(table.edition), table, seat, chance, hidden)


def arranged(layout: Layout, table: Table, state: State, command: m.ArrangeBoard) -> Position:
    """The position that somebody arranged on the screen; raises BadRequest when it cannot be."""
    if table.level is not Level.BOARD:
        raise NotNow(say("This table does not follow the board: it only keeps the money."))
    ranches = {seat: state.ranches[seat] for seat in state.solvent}
    position = Position(
        ranches,
        tuple(sorted(command.cows)),
        dict(command.cowboys),
        {seat: count for seat, count in command.town.items() if count},
        {seat: count for seat, count in command.jail.items() if count},
        corral=state.waiting_cows,
    )
    check(layout, position)
    _all_in_the_box(state, position)
    return position


def _all_in_the_box(state: State, position: Position) -> None:
    """Passes when no more figures stand there than are left in the game (§1.3, §1.4); raises BadRequest."""
    cows = COWS_EACH * len(state.order) - len(state.sold)
    if len(position.cows) + position.corral > cows:
        raise BadRequest(say("Only %(count)s cows are left in the game.", count=cows), RuleRef("1993", "1.3"))
    for seat in position.ranch_of:
        if len(position.cowboys_of(seat)) + position.jail.get(seat, 0) > COWBOYS_EACH:
            raise BadRequest(say("Nobody has more than %(count)s cowboys.", count=COWBOYS_EACH), RuleRef("1993", "1.4"))
