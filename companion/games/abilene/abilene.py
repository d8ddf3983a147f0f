"""Abilene, for the table: the game protocol, each question handed to the module that knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from companion.boards.board_file import from_text
from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event
from companion.core.money.ledger import BANK, Posting
from companion.core.plugin import Consent, Edition, HouseRule
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Table
from companion.core.table.table_messages import GameStarted
from companion.core.text import Text, say
from companion.core.ui.board_page import Arranging
from companion.core.ui.choice import Choice, Field
from companion.core.ui.page import CardView, Page, PlayerRow
from companion.games.abilene.common import awards, event_text, own_boards, seats
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.arranging import arranged, arranging, herds_of
from companion.games.abilene.common.board.movement import JAIL
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.seen import opening, sighted, whose
from companion.games.abilene.common.seats import Seating
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.ending import SIX_LEFT
from companion.games.abilene.edition_1993 import endings
from companion.games.abilene.edition_1993.screens.players import players_for
from companion.games.abilene.edition_1993.stickers import Stickers, under_the_cows
from companion.games.abilene.editions import AbileneEdition, editions
from companion.games.abilene.rulebook import PhoneDuel, Rulebook


class Abilene:
    """See ``companion.core.plugin.Game``."""

    name = "abilene"
    commands = (*m.COMMANDS, *h.COMMANDS)
    events = (*m.EVENTS, *h.EVENTS)
    state: type[Any] = State
    endings: tuple[str, ...] = (*endings.ENDINGS, SIX_LEFT)

    @property
    def title(self) -> Text:
        return say("Abilene")

    @cached_property
    def all_editions(self) -> Mapping[str, AbileneEdition]:
        return editions()

    @property
    def editions(self) -> Mapping[str, Edition]:
        return {name: edition.shelf for name, edition in self.all_editions.items()}

    def _book(self, table: Table) -> Rulebook:
        return self.all_editions[table.edition].rulebook

    def _seating(self, table: Table) -> Seating:
        seating = self.all_editions[table.edition].seating
        return seats.on_board(seating, self._layout(table)) if table.board else seating

    def _layout(self, table: Table) -> Layout:
        return from_text(table.board) if table.board else self.layout(table.edition)

    def house_rules(self, edition: str) -> Sequence[HouseRule]:
        return self.all_editions[edition].house_rules

    def layout(self, edition: str) -> Layout:
        return reference_board(self.all_editions[edition].board)

    def check_board(self, edition: str, layout: Layout) -> None:
        own_boards.check_board(self.layout(edition), self.all_editions[edition].shelf.players[0], layout)

    def trial_figures(self, edition: str) -> Mapping[str, Text]:
        return own_boards.figures()

    def trial(self, edition: str, layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
        return own_boards.trial(layout, figure, cell, steps, self.all_editions[edition].movement)

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        return seats.fields(self._seating(table), table, seat)

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        return seats.check(self._seating(table), table, seat, picks)

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        edition = self.all_editions[table.edition]
        if not waived:
            self._seating(table).fits([seat.picks["ranch"] for seat in table.seats])
        order = seats.clockwise(table, table.ids[first])
        cash = tuple(Posting(BANK, seat, edition.starting_cash, say("starting money")) for seat in table.ids)
        placed = edition.rulebook.place(self._layout(table), table)
        return (GameStarted(order), replace(placed, postings=cash), m.TurnBegan(order[0], 1))

    def apply(self, table: Table, event: Event) -> State:
        edition = self.all_editions[table.edition]
        return edition.rulebook.apply(table.play, event, edition.flow)

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, m.ArrangeBoard):
            return (m.BoardArranged(seat, self._arranged(table, command), dict(herds_of(command))),)
        return self._book(table).decide(self._layout(table), table, seat, command, waived)

    def _arranged(self, table: Table, command: m.ArrangeBoard) -> Position:
        for place, counts in ((JAIL, command.jail), (TOWN, command.town)):
            if any(counts.values()) and place not in self.all_editions[table.edition].beside:
                raise BadRequest(say("In this edition no cowboy stays in the town or in a jail."))
        return arranged(self._layout(table), table, table.play, command)

    def follow(self, table: Table) -> tuple[Event, ...]:
        return self._book(table).follow(self._layout(table), table)

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        if isinstance(command, m.ArrangeBoard):
            self._arranged(table, command)
            others = tuple(other for other in table.people(but=seat) if other in self.in_play(table))
            return Consent(others, len(others), say("The figures stand as arranged on the screen"))
        return self._book(table).consent(table, seat, command)

    def in_play(self, table: Table) -> Sequence[str]:
        state: State = table.play
        return state.solvent

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        return self._book(table).borrow(table, seat, amount, waived)

    def repay(self, table: Table, seat: str, waived: bool) -> None:
        self._book(table).repay(table, seat, waived)

    def page(self, table: Table, seat: str | None) -> Page:
        page = self._book(table).page(self._layout(table), table, seat)
        return replace(page, arranging=self.arranging(table, seat) if seat else None)

    def arranging(self, table: Table, seat: str, proposal: Command | Observation | None = None) -> Arranging | None:
        return arranging(self._layout(table), table, seat, proposal, self.all_editions[table.edition].beside)

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        return players_for(self._layout(table), table, seat, self._book(table).facts)

    def cards(self, table: Table, seat: str) -> tuple[CardView, ...]:
        return self._book(table).cards(table)

    def shows_ballot(self, table: Table) -> bool:
        state: State | None = table.play
        return state is not None and state.selling

    def showdown(self, table: Table) -> Showdown | None:
        duel = self._book(table).duel_of_phones
        return duel.showdown(table, table.play) if duel and table.play else None

    def check_shown(self, table: Table, seat: str, shown: Shown) -> None:
        self._phones(table).check(table, table.play, seat, shown)

    def compare_shown(self, table: Table, shown: Mapping[str, Shown]) -> SettleShowdown:
        return self._phones(table).compare(table, table.play, shown)

    def settle_shown(self, table: Table, command: SettleShowdown) -> tuple[Event, ...]:
        return self._phones(table).settle(self.layout(table.edition), table, table.play, command)

    def simple_showing(self, table: Table, seat: str, hidden: Any) -> Shown | None:
        return self._phones(table).simple(table, table.play, seat, hidden)

    def _phones(self, table: Table) -> PhoneDuel:
        duel = self._book(table).duel_of_phones
        if duel is None:
            raise NotNow(say("That is over."))
        return duel

    def tell(self, event: Event) -> Text | None:
        return event_text.tell(event)

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, m.TurnBegan)

    def mark(self, event: Event) -> tuple[str, str, Text] | None:
        return awards.mark(event)

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        return awards.awards(events)

    def sighted(self, table: Table) -> Observation | None:
        return sighted(self._layout(table), table, self._book(table).coloured)

    def whose(self, table: Table) -> Mapping[str, str]:
        return whose(table, self._book(table).coloured)

    def opening(self, edition: str, regions: Sequence[str], layout: Layout | None = None) -> Observation:
        return opening(layout or self.layout(edition), regions, self.all_editions[edition].rulebook.coloured)

    def umpire(self, edition: str, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        told = self.all_editions[edition]
        umpire = told.rulebook.umpire
        return umpire(layout or self.layout(edition), regions, told.shelf.rules) if umpire else None

    def shown(self, table: Table, seat: str, code: str) -> Choice | None:
        shown = self._book(table).shown
        return shown(table, seat, code) if shown else None

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        judge = self._book(table).judge
        return judge(self._layout(table), table, observation) if judge else None

    def hidden(self, records: Sequence[Event], seed: str) -> Stickers:
        return under_the_cows(records, seed)

    def notes(self, table: Table, seat: str, hidden: Any) -> tuple[Text, ...]:
        return self._book(table).notes(self._layout(table), table, seat, hidden)

    def simple_player(self, table: Table, seat: str, chance: random.Random, hidden: Any) -> Command | None:
        return self._book(table).simple_player(self._layout(table), table, seat, chance, hidden)
