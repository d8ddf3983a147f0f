"""The edition of 1993 as a game at the table: six ranches, dice, jail, stickers and corral cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.edition import Edition
from companion.core.lessons import Lesson
from companion.core.members import Bots, FirstGame
from companion.core.messages import Event
from companion.core.plugin import Answer
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.table import Level, Table
from companion.core.text import say
from companion.core.ui.choice import DieLook, Shade
from companion.core.ui.printable import Printables
from companion.games.abilene.common import messages
from companion.games.abilene.common.abilene import Abilene
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.reference_boards import MIN_PLAYERS, RANCHES, check_ranches
from companion.games.abilene.common.camera.observations import COW
from companion.games.abilene.common.lessons import Occasions
from companion.games.abilene.common.pieces import COW_DIE, COWBOY_DIE, TOWN
from companion.games.abilene.common.seats import COLOURS, Seating
from companion.games.abilene.common.simple_players import SimplePlayers
from companion.games.abilene.edition_1993 import event_text
from companion.games.abilene.edition_1993 import messages as m1993
from companion.games.abilene.edition_1993.bots import SPOKEN, vote
from companion.games.abilene.edition_1993.camera import judge
from companion.games.abilene.edition_1993.camera.umpire import umpire
from companion.games.abilene.edition_1993.event_text import awards, feats, mark
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, WIDEST_TURNS, HouseRules
from companion.games.abilene.edition_1993.lessons import lessons
from companion.games.abilene.edition_1993.money.herds import Brand
from companion.games.abilene.edition_1993.opening import OPENING, RULES, guided, listed
from companion.games.abilene.edition_1993.phases.order import PHASES
from companion.games.abilene.edition_1993.printing import printables
from companion.games.abilene.edition_1993.reducer import apply
from companion.games.abilene.edition_1993.rules import play, sales
from companion.games.abilene.edition_1993.rules.play import ENDINGS, end
from companion.games.abilene.edition_1993.screens.herd import herd_parts
from companion.games.abilene.edition_1993.screens.money import borrowing
from companion.games.abilene.edition_1993.screens.players import (
    STEPS,
    cards_for,
    facts_of,
    last_sale,
    sale_notices,
    seat_words,
)
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993
from companion.games.abilene.edition_1993.stickers import sticker_choice, stolen_words, visible_secrets
from companion.games.abilene.edition_1993.to_move import to_move

FIRST_WORDS = (
    say("Drive cows from your ranch to town and sell them; the richest wins."),
    say("Roll the dice: the light ones move your cows, the dark ones your cowboys, who steal other cows."),
)


class Abilene1993(Abilene[State1993]):
    """See ``companion.core.plugin.Game``."""

    die_looks: ClassVar[Mapping[str, DieLook]] = {COW_DIE: DieLook(Shade.LIGHT), COWBOY_DIE: DieLook(Shade.DARK)}

    edition = Edition(
        id="1993",
        title=say("Schmidt 1993, six ranches"),
        players=(3, 6),
        minutes=90,
        needs=say("the board, the figures and the dice; neither the paper money nor the corral cards"),
        levels=(Level.BOARD, Level.BANK),
        rules=DEFAULTS,
        former_rules=(WIDEST_TURNS,),
    )
    commands = (*messages.COMMANDS, LeaveGame, StopGame, *m1993.COMMANDS)
    events = (*messages.EVENTS, *m1993.EVENTS)
    state = State1993
    sentences = SENTENCES
    endings = ENDINGS

    builtin_board = "abilene-1993"
    seating = Seating(
        {"ranch": tuple(RANCHES), "colour": COLOURS, "brand": tuple(Brand)},
        check_ranches,
        MIN_PLAYERS,
        {
            "ranch": say("Your ranch on the board"),
            "colour": say("Colour of your cowboys"),
            "brand": say("Brand under your cows"),
        },
        {"ranch": say("Ranch"), "colour": say("Colour"), "brand": say("Brand")},
        named_like_ranches=("brand",),
    )
    movement = FACTS_1993
    turns = DEFAULTS
    beside = (TOWN, JAIL)
    phases = PHASES
    step_words = STEPS

    place = staticmethod(play.place)
    repay = staticmethod(play.repay)
    give = staticmethod(sales.give)
    left = staticmethod(sales.leave)
    end = staticmethod(end)
    check_player = staticmethod(sales.check_player)
    money = staticmethod(borrowing)
    cards = staticmethod(cards_for)
    notices = staticmethod(sale_notices)
    private_parts = staticmethod(herd_parts)
    last_sale = staticmethod(last_sale)
    known_of = staticmethod(facts_of)
    seat_words = staticmethod(seat_words)
    tell = staticmethod(event_text.tell)
    news_of = staticmethod(event_text.news_of)
    to_move = staticmethod(to_move)
    results = (
        *Abilene.results,
        m1993.DuelWon,
        m1993.JailedRecorded,
        m1993.StickerShown,
        m1993.CowSold,
        m1993.WentBankrupt,
    )
    chart_event = staticmethod(mark)
    awards = staticmethod(awards)
    feats = staticmethod(feats)
    sticker_choice = staticmethod(sticker_choice)
    figures = replace(Abilene.figures, sticker_area=CORRAL, sticker_kind=COW)

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        return lessons(Occasions(self._pending, self.situation))

    def apply(self, table: Table[State1993], event: Event) -> State1993:
        return apply(table.play, event)

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        return play.borrow(self.layout_of(table), table, seat, amount, waived)

    def uses_bank(self, table: Table[State1993, HouseRules], seat: str) -> bool:
        """Return whether the bank does something for the seat: by a house rule it lends in its turn, too (§12.10)."""
        return table.rules.loan_anytime or super().uses_bank(table, seat)

    def printables(self) -> Printables:
        return printables(self.edition.rules.starting_money, self.edition.players[1])

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.abilene.edition_1993.calc import ANSWERS  # it needs pydantic, a game does not

        return ANSWERS

    # --- a camera, and players of the box -----------------------------------------------------

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        return judge.judge(self.layout_of(table), table, observation)

    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        # A film does not say by which house rules its table played.
        return umpire(layout or self.layout(), regions, WIDEST_TURNS)

    @cached_property
    def bots(self) -> Bots:
        return SimplePlayers(
            situation=self.situation,
            pending=self._pending,
            spoken=SPOKEN,
            first_words=FIRST_WORDS,
            opening=OPENING,
            first_game=FirstGame(
                rules=RULES, listed=listed, guided=guided, receipt=(m1993.StickerShown, m1993.CowSold)
            ),
            vote=lambda now, seat, secrets: vote(now.layout, now.table, seat, secrets),
            notes=lambda now, seat, secrets: visible_secrets(now.layout, now.table, seat, secrets),
            stolen=lambda now, secrets: stolen_words(now.layout, now.table, secrets),
        ).bots()
