"""An edition of Abilene, for the table: each question handed to the module that knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.boards.board_file import from_text
from companion.boards.capabilities import WithBoard, WithCamera
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.capabilities import (
    Answer,
    WithBallots,
    WithBots,
    WithChart,
    WithConsent,
    WithExchange,
    WithHouseRules,
    WithLending,
    WithPlayersLeaving,
    WithPrintables,
    WithRuleQuestions,
    WithSeatChoices,
)
from companion.core.errors import BadRequest
from companion.core.messages import Command, Event
from companion.core.money.ledger import BANK, Posting
from companion.core.plugin import Consent, Game, HouseRule
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Table
from companion.core.table.table_messages import GameStarted
from companion.core.text import Text, say
from companion.core.ui.board_page import Arranging
from companion.core.ui.choice import Choice, Field
from companion.core.ui.page import CardView, Page, PlayerRow
from companion.core.ui.printable import Printables
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
from companion.games.abilene.printables import printables
from companion.games.abilene.rulebook import PhoneDuel


class Abilene(
    Game,
    WithHouseRules,
    WithSeatChoices,
    WithConsent,
    WithPlayersLeaving,
    WithLending,
    WithBallots,
    WithBots,
    WithChart,
    WithPrintables,
    WithRuleQuestions,
    WithBoard,
    WithCamera,
):
    """See ``companion.core.plugin.Game``; ``facts`` are what the editions differ in."""

    name = "abilene"
    title = say("Abilene")
    commands = (*m.COMMANDS, *h.COMMANDS)
    events = (*m.EVENTS, *h.EVENTS)
    state: type[Any] = State
    endings: tuple[str, ...] = (*endings.ENDINGS, SIX_LEFT)

    def __init__(self, facts: AbileneEdition) -> None:
        self.facts = facts
        self.edition = facts.shelf
        self.question_editions = facts.question_editions

    def _seating(self, table: Table) -> Seating:
        seating = self.facts.seating
        return seats.on_board(seating, self._layout(table)) if table.board else seating

    def _layout(self, table: Table) -> Layout:
        return from_text(table.board) if table.board else self.layout()

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        return self.facts.house_rules

    def layout(self) -> Layout:
        return reference_board(self.facts.board)

    def check_board(self, layout: Layout) -> None:
        own_boards.check_board(self.layout(), self.edition.players[0], layout)

    def try_figures(self) -> Mapping[str, Text]:
        return own_boards.figures()

    def try_move(self, layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
        return own_boards.trial(layout, figure, cell, steps, self.facts.movement)

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        return seats.fields(self._seating(table), table, seat)

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        return seats.check(self._seating(table), table, seat, picks)

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        if not waived:
            self._seating(table).fits([seat.picks["ranch"] for seat in table.seats])
        order = seats.clockwise(table, table.ids[first])
        cash = tuple(Posting(BANK, seat, self.facts.starting_cash, say("starting money")) for seat in table.ids)
        placed = self.facts.rulebook.place(self._layout(table), table)
        return (GameStarted(order), replace(placed, postings=cash), m.TurnBegan(order[0], 1))

    def apply(self, table: Table, event: Event) -> State:
        return self.facts.rulebook.apply(table.play, event, self.facts.flow)

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, m.ArrangeBoard):
            return (m.BoardArranged(seat, self._arranged(table, command), dict(herds_of(command))),)
        return self.facts.rulebook.decide(self._layout(table), table, seat, command, waived)

    def _arranged(self, table: Table, command: m.ArrangeBoard) -> Position:
        for place, counts in ((JAIL, command.jail), (TOWN, command.town)):
            if any(counts.values()) and place not in self.facts.beside:
                raise BadRequest(say("In this edition no cowboy stays in the town or in a jail."))
        return arranged(self._layout(table), table, table.play, command)

    def follow(self, table: Table) -> tuple[Event, ...]:
        return self.facts.rulebook.follow(self._layout(table), table)

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        if isinstance(command, m.ArrangeBoard):
            self._arranged(table, command)
            others = tuple(other for other in table.people(but=seat) if other in self.in_play(table))
            return Consent(others, len(others), say("The figures stand as arranged on the screen"))
        return self.facts.rulebook.consent(table, seat, command)

    def in_play(self, table: Table) -> Sequence[str]:
        state: State = table.play
        return state.solvent

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        return self.facts.rulebook.borrow(table, seat, amount, waived)

    def repay(self, table: Table, seat: str, waived: bool) -> None:
        self.facts.rulebook.repay(table, seat, waived)

    def page(self, table: Table, seat: str | None) -> Page:
        page = self.facts.rulebook.page(self._layout(table), table, seat)
        return replace(page, arranging=self.arranging(table, seat) if seat else None)

    def arranging(self, table: Table, seat: str, proposal: Command | Observation | None = None) -> Arranging | None:
        return arranging(self._layout(table), table, seat, proposal, self.facts.beside)

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        return players_for(self._layout(table), table, seat, self.facts.rulebook.facts)

    def cards(self, table: Table, seat: str | None) -> tuple[CardView, ...]:
        return self.facts.rulebook.cards(table)

    def shows_ballot(self, table: Table) -> bool:
        state: State | None = table.play
        return state is not None and state.selling

    def tell(self, event: Event) -> Text | None:
        return event_text.tell(event)

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, m.TurnBegan)

    def chart_event(self, event: Event) -> tuple[str, str, Text] | None:
        return awards.mark(event)

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        return awards.awards(events)

    def expected_observation(self, table: Table) -> Observation | None:
        return sighted(self._layout(table), table, self.facts.rulebook.coloured)

    def colour_owners(self, table: Table) -> Mapping[str, str]:
        return whose(table, self.facts.rulebook.coloured)

    def figure_rules(self) -> FigureRules:
        return self.facts.rulebook.figures

    def initial_observation(self, regions: Sequence[str], layout: Layout | None = None) -> Observation:
        return opening(layout or self.layout(), regions, self.facts.rulebook.coloured)

    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        umpire = self.facts.rulebook.umpire
        return umpire(layout or self.layout(), regions, self.edition.rules) if umpire else None

    def sticker_choice(self, table: Table, seat: str, code: str) -> Choice | None:
        shown = self.facts.rulebook.shown
        return shown(table, seat, code) if shown else None

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        judge = self.facts.rulebook.judge
        return judge(self._layout(table), table, observation) if judge else None

    def demo_secrets(self, events: Sequence[Event], seed: str) -> Stickers:
        return under_the_cows(events, seed)

    def private_notes(self, table: Table, seat: str, secrets: Any) -> tuple[Text, ...]:
        return self.facts.rulebook.notes(self._layout(table), table, seat, secrets)

    def bot_command(self, table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return self.facts.rulebook.simple_player(self._layout(table), table, seat, chance, secrets)

    def printables(self) -> Printables:
        return printables(self.edition.id)

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.abilene import calc  # a calculator needs pydantic, a game does not

        return calc.answers(self.edition.id)


class AbileneWithPhoneDuels(Abilene, WithExchange):
    """An edition whose duels two phones settle between themselves."""

    def __init__(self, facts: AbileneEdition, duel: PhoneDuel) -> None:
        super().__init__(facts)
        self.duel = duel

    def showdown(self, table: Table) -> Showdown | None:
        return self.duel.showdown(table, table.play) if table.play else None

    def check_shown(self, table: Table, seat: str, shown: Shown) -> None:
        self.duel.check(table, table.play, seat, shown)

    def compare_shown(self, table: Table, shown: Mapping[str, Shown]) -> SettleShowdown:
        return self.duel.compare(table, table.play, shown)

    def settle_shown(self, table: Table, command: SettleShowdown) -> tuple[Event, ...]:
        return self.duel.settle(self.layout(), table, table.play, command)

    def bot_showing(self, table: Table, seat: str, secrets: Any) -> Shown | None:
        return self.duel.simple(table, table.play, seat, secrets)


def abilene() -> tuple[Game, ...]:
    """Every edition, the usual one first."""
    return tuple(map(_edition, editions().values()))


def _edition(facts: AbileneEdition) -> Game:
    duel = facts.rulebook.duel_of_phones
    return AbileneWithPhoneDuels(facts, duel) if duel else Abilene(facts)
