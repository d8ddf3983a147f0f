"""The edition of 1993 as a game at the table: six ranches, dice, jail, stickers and corral cards."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.capabilities import Answer
from companion.core.messages import Command, Event
from companion.core.plugin import Consent, Edition, HouseRule
from companion.core.table.table import Level, Seat, Table
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import CardView, Page
from companion.core.ui.printable import Printables
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.abilene import Abilene
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.ranches import RANCHES, check_ranches, choices
from companion.games.abilene.common.camera.observations import COW
from companion.games.abilene.common.seats import COLOURS, Seating
from companion.games.abilene.edition_1993 import awards, bots, endings, event_text, play
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.camera import judge, turned_over
from companion.games.abilene.edition_1993.camera.frames import frames
from companion.games.abilene.edition_1993.herds import Brand
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.options import board_rules, sale_rules
from companion.games.abilene.edition_1993.printables import printables
from companion.games.abilene.edition_1993.reducer import apply
from companion.games.abilene.edition_1993.screens.pages import page_for
from companion.games.abilene.edition_1993.screens.players import cards_for, facts_of
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993
from companion.games.abilene.edition_1993.stickers import Stickers, under_the_cows, what_i_see


class Abilene1993(Abilene[State1993]):
    """See ``companion.core.plugin.Game``."""

    edition = Edition(
        id="1993",
        title=say("Schmidt 1993, six ranches"),
        players=(3, 6),
        minutes=90,
        needs=say("the board, the figures and five dice; leave the money and the corral cards in the box"),
        levels=(Level.BOARD, Level.BANK),
        rules=HouseRules(),
    )
    commands = (*m.COMMANDS, *own.COMMANDS)
    events = (*m.EVENTS, *own.EVENTS)
    state = State1993
    sentences = SENTENCES
    endings = endings.ENDINGS

    board = "abilene-1993"
    seating = Seating({"ranch": tuple(RANCHES), "colour": COLOURS, "brand": tuple(Brand)}, check_ranches, choices)
    starting_cash = 10_000
    movement = FACTS_1993
    beside = (TOWN, JAIL)

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        return (*sale_rules(), *board_rules())

    def place(self, layout: Layout, table: Table) -> m.HerdsPlaced:
        return play.place(layout, table)

    def apply(self, table: Table, event: Event) -> State1993:
        return apply(table.play, event)

    def decide_play(self, layout: Layout, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        return play.decide(layout, table, seat, command, waived)

    def follow(self, table: Table) -> tuple[Event, ...]:
        return play.follow(self.layout_of(table), table)

    def consent_play(self, table: Table, seat: str, command: Command) -> Consent | None:
        return play.consent(table, seat, command)

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        return play.borrow(table, seat, amount, waived)

    def repay(self, table: Table, seat: str, waived: bool) -> None:
        play.repay(table, seat, waived)

    def page_of(self, layout: Layout, table: Table, seat: str | None) -> Page:
        return page_for(layout, table, seat)

    def known_of(self, layout: Layout, table: Table, seat: Seat) -> tuple[Text, ...]:
        return facts_of(layout, table, seat)

    def cards(self, table: Table, seat: str | None) -> tuple[CardView, ...]:
        return cards_for(table)

    def tell(self, event: Event) -> Text | None:
        return event_text.tell(event)

    def chart_event(self, event: Event) -> tuple[str, str, Text] | None:
        return awards.mark(event)

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        return awards.awards(events)

    def printables(self) -> Printables:
        return printables(self.starting_cash, self.edition.players[1])

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.abilene.edition_1993.calc import ANSWERS  # it needs pydantic, a game does not

        return ANSWERS

    # --- a camera, and players of the box -----------------------------------------------------

    def figure_rules(self) -> FigureRules:
        return replace(super().figure_rules(), sticker_area=CORRAL, sticker_kind=COW)

    def sticker_choice(self, table: Table, seat: str, code: str) -> Choice | None:
        return turned_over.shown(table, seat, code)

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        return judge.judge(self.layout_of(table), table, observation)

    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        return frames(layout or self.layout(), regions, self.edition.rules)

    def demo_secrets(self, events: Sequence[Event], seed: str) -> Stickers:
        return under_the_cows(events, seed)

    def private_notes(self, table: Table, seat: str, secrets: Any) -> tuple[Text, ...]:
        return what_i_see(self.layout_of(table), table, seat, secrets)

    def bot_command(self, table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.choose(self.layout_of(table), table, seat, chance, secrets)
