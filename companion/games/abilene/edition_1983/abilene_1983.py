"""The edition of 1983 as a game at the table: three prairies, steers with a fever, belief, duels with cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.edition import Edition
from companion.core.errors import BadRequest, RuleRef
from companion.core.lessons import Lesson
from companion.core.members import Bots, Exchange, FirstGame
from companion.core.messages import Event
from companion.core.plugin import Answer
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.table import Level, Table
from companion.core.text import Money, say
from companion.core.ui.choice import DieLook
from companion.core.ui.page import Part
from companion.core.ui.printable import Printables
from companion.games.abilene.common import messages
from companion.games.abilene.common.abilene import AGREED, Abilene
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.movement_facts import FACTS_1983
from companion.games.abilene.common.lessons import Occasions
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.screens.boards import TERMS_1983
from companion.games.abilene.common.seats import COLOURS, Seating, any_ranches
from companion.games.abilene.common.simple_players import SimplePlayers
from companion.games.abilene.edition_1983 import bots, event_text
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.camera import judge
from companion.games.abilene.edition_1983.camera.umpire import umpire
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.cards.hands import hand_parts
from companion.games.abilene.edition_1983.event_text import awards, feats, mark
from companion.games.abilene.edition_1983.house_rules import UNTIL_2026_11_28, SteerRules
from companion.games.abilene.edition_1983.lessons import lessons
from companion.games.abilene.edition_1983.opening import OPENING, RULES, guided, listed
from companion.games.abilene.edition_1983.phases.order import PHASES
from companion.games.abilene.edition_1983.printing import printables
from companion.games.abilene.edition_1983.reducer import apply
from companion.games.abilene.edition_1983.rules import play, sales
from companion.games.abilene.edition_1983.rules.play import SIX_LEFT, end
from companion.games.abilene.edition_1983.screens.choices import borrowing
from companion.games.abilene.edition_1983.screens.notebook import notebook_parts
from companion.games.abilene.edition_1983.screens.players import (
    STEPS,
    cards_for,
    dice_of,
    facts_of,
    last_sale,
    seat_words,
    steers_left,
)
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983
from companion.games.abilene.edition_1983.to_move import to_move

FIRST_WORDS = (
    say("Drive steers from your prairie into the town in the middle and sell them; the richest wins."),
    say("Move your steers three steps in all, towards the town; then two dice move your cowboys."),
)


class Abilene1983(Abilene[State1983]):
    """See ``companion.core.plugin.Game``."""

    die_looks: ClassVar[Mapping[str, DieLook]] = {COWBOY_DIE: DieLook()}

    edition = Edition(
        id="1983",
        title=say("Hexagames 1983, three prairies"),
        players=(2, 3),
        minutes=60,
        needs=say("the board, the figures and two dice; no paper money"),
        levels=(Level.BOARD, Level.BANK),
        rules=SteerRules(),
        former_rules=(UNTIL_2026_11_28,),
    )
    commands = (*messages.COMMANDS, LeaveGame, StopGame, *messages_1983.COMMANDS)
    events = (*messages.EVENTS, *messages_1983.EVENTS)
    state = State1983
    sentences = SENTENCES
    endings = (SIX_LEFT, AGREED)
    question_editions = ("hexagames",)

    builtin_board = "abilene-hexagames"
    board_terms = TERMS_1983
    seating = Seating(
        {"ranch": ("A", "B", "C"), "colour": COLOURS},
        any_ranches,
        2,
        {"ranch": say("Your prairie on the board"), "colour": say("Colour of your cowboys")},
        {"ranch": say("Prairie"), "colour": say("Colour")},
    )
    movement = FACTS_1983
    turns = DEFAULTS
    arrange = messages_1983.ArrangeSteers
    phases = PHASES
    step_words = STEPS

    place = staticmethod(play.place)
    borrow = staticmethod(play.borrow)
    repay = staticmethod(play.repay)
    give = staticmethod(sales.give)
    left = staticmethod(play.leave)
    end = staticmethod(end)
    check_player = staticmethod(play.check_player)
    money = staticmethod(borrowing)
    cards = staticmethod(cards_for)
    notices = staticmethod(steers_left)
    dice = staticmethod(dice_of)
    last_sale = staticmethod(last_sale)
    known_of = staticmethod(facts_of)
    seat_words = staticmethod(seat_words)
    tell = staticmethod(event_text.tell)
    news_of = staticmethod(event_text.news_of)
    to_move = staticmethod(to_move)
    results = (
        *Abilene.results,
        messages_1983.CardsCompared,
        messages_1983.CowboyBeaten,
        messages_1983.KilledRecorded,
        messages_1983.SteerTurned,
        messages_1983.SteerSold,
    )
    chart_event = staticmethod(mark)
    awards = staticmethod(awards)
    feats = staticmethod(feats)

    def check_rules(self, rules: SteerRules) -> None:
        if limit := rules.falls_at:
            raise BadRequest(
                say(
                    "A debt of up to %(limit)s would cost less than a smaller one: change that line first.",
                    limit=Money(limit),
                ),
                RuleRef("1983", "13 H3"),
            )

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        return lessons(Occasions(self._pending, self.situation))

    def apply(self, table: Table[State1983], event: Event) -> State1983:
        return apply(table.play, event)

    def private_parts(self, now: Situation[State1983], seat: str) -> tuple[Part, ...]:
        return (*hand_parts(now, seat), *notebook_parts(now, seat))

    def printables(self) -> Printables:
        return printables(self.edition.rules.starting_money, self.edition.players[1])

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.abilene.edition_1983.calc import ANSWERS  # it needs pydantic, a game does not

        return ANSWERS

    # --- duels with cards ---------------------------------------------------------------------

    @cached_property
    def exchange(self) -> Exchange:
        return Exchange(
            showdown=lambda table: cardplay.showdown(table, table.play) if table.play else None,
            check=lambda table, seat, shown: cardplay.check(table, table.play, seat, shown),
            compare=lambda table, shown: cardplay.compare(table, table.play, shown),
            settle=lambda table, command: cardplay.settle(self.layout_of(table), table, table.play, command),
            bot_shows=lambda table, seat, secrets: bots.showing(table, table.play, seat, secrets),
        )

    # --- a camera, and players of the box -----------------------------------------------------

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        return judge.judge(self.layout_of(table), table, observation)

    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        return umpire(layout or self.layout(), regions, self.edition.rules)

    @cached_property
    def bots(self) -> Bots:
        return SimplePlayers(
            situation=self.situation,
            pending=self._pending,
            spoken=bots.SPOKEN,
            first_words=FIRST_WORDS,
            opening=OPENING,
            first_game=FirstGame(
                rules=RULES, listed=listed, guided=guided, receipt=(messages_1983.SteerTurned, messages_1983.SteerSold)
            ),
            vote=lambda now, seat, secrets: bots.vote(now.table, seat, secrets),
            notes=lambda now, seat, secrets: bots.visible_secrets(now.layout, now.table, seat, secrets),
            stolen=lambda now, secrets: bots.stolen_words(now.table, secrets),
        ).bots()
