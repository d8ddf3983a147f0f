"""The edition of 2012 as a game at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from companion.core.edition import Edition
from companion.core.errors import IllegalMove, NotNow
from companion.core.members import Bots, CardRules, FirstGame
from companion.core.messages import Command, Event
from companion.core.money.currency import PLAIN, POINTS
from companion.core.phases import decide
from companion.core.plugin import Answer, Consent, Game
from companion.core.table.events import GameStarted
from companion.core.table.table import Level, Table
from companion.core.text import Text, fact, say
from companion.core.ui.choice import DieLook
from companion.core.ui.page import Page
from companion.games.western_town import records
from companion.games.western_town.bots import advice, shown_by_box, simple_player, vote, why
from companion.games.western_town.camp.attack import TargetStruck, attack_end_events
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.event import TownEvent
from companion.games.western_town.house_rules import DUELLISTS, HouseRules
from companion.games.western_town.lessons import LESSONS
from companion.games.western_town.lincoln.card import CardTurnedUp
from companion.games.western_town.lincoln.count import (
    AGREED,
    COUNTED,
    ENDINGS,
    CountUp,
    final_scores,
    game_end,
    score_of,
)
from companion.games.western_town.lincoln.visit import LincolnVisited, TurnEnded, turn_end_events
from companion.games.western_town.opening import OPPONENTS, RULES, guided, listed
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed import checks
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.columns import card_types
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.printing.pieces import printables
from companion.games.western_town.reducer import apply
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.camp import DIE, FACES
from companion.games.western_town.rulebook.lincoln import Half
from companion.games.western_town.rulebook.setup import Variant
from companion.games.western_town.screens import pages
from companion.games.western_town.state import PINK_AT_START, State
from companion.games.western_town.to_move import to_move
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.carry_out import by_itself
from companion.games.western_town.turn.keep import kept
from companion.games.western_town.turn.lay import follow
from companion.games.western_town.turn.order import COMMANDS, EVENTS, PHASES, TOWN
from companion.games.western_town.words import SENTENCES

HALF_POINTS = replace(POINTS, parts=2)
"""the unit of scores where a destroyed building may count a half"""


class WesternTown(Game):
    """See ``companion.core.plugin.Game``."""

    die_looks: ClassVar[Mapping[str, DieLook]] = {
        DIE: DieLook(symbols={side: tuple(indian.value for indian in face.add) for side, face in FACES.items()})
    }
    name = "western_town"
    title = say("Western Town")
    edition = Edition(
        id="2012",
        title=say("Edition of 2012"),
        players=(2, 4),
        minutes=90,
        needs=say("the game itself: boards, tiles, cards and cubes stay on the table"),
        levels=(Level.BOARD, Level.BANK),
        rules=HouseRules(),
        payees=frozenset(),
        currency=PLAIN,
        points=POINTS,
        quick_amounts=(1, 2, 5),
        notes=(),
    )
    in_halves = replace(edition, points=HALF_POINTS)
    commands = COMMANDS
    events = EVENTS
    state = State
    endings = ENDINGS
    bots = Bots(
        command=simple_player,
        why=why,
        vote=vote,
        first_game=FirstGame(
            rules=RULES, opponents=OPPONENTS, listed=listed, shows=shown_by_box, advice=advice, guided=guided
        ),
        first_words=(
            say("Each builds a town with gold and wood; after a few turns Lincoln comes, and the best town wins."),
            say("Let the box draw, and begin with a card; later two cards a turn bring goods, buildings or a fight."),
        ),
    )
    sentences = SENTENCES
    edition_varies = True
    question_editions = ("western-town",)

    sounds = records.SOUNDS
    results = records.RESULTS
    quiet_name = staticmethod(records.quiet_name)
    moves_pieces = True
    to_move = staticmethod(to_move)
    lessons = LESSONS
    feat_kinds = records.FEATS
    feats = staticmethod(records.feats)
    awards = staticmethod(records.awards)
    players = staticmethod(pages.players)
    votes_in_secret = True
    cards = staticmethod(pages.ballot_cards)
    shows_ballot = staticmethod(pages.shows_ballot)
    printables = staticmethod(printables)

    # --- rules --------------------------------------------------------------------------------

    stopping = (say("The towns are counted as they are."),)

    def edition_at(self, rules: HouseRules) -> Edition:
        return self.in_halves if rules.half_rounding is Half.HALF else self.edition

    def uses_seat_order(self, table: Table) -> bool:
        return True

    def start(self, table: Table[State, HouseRules], first: int, waived: bool) -> tuple[Event, ...]:
        if table.rules.double_duel and len(table.seats) != DUELLISTS:
            raise IllegalMove(say("A double duel takes four players."), rule("13.2"))
        return (GameStarted((*table.ids[first:], *table.ids[:first])),)

    def decide(self, table: Table[State, HouseRules], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state = table.play
        match command:
            case CountUp():
                if not state.counting:
                    raise NotNow(say("The last turn is not over yet."), rule("12"))
                return (game_end(state, table.rules, COUNTED),)
            case ThrowDie(side=None, face=face) if face:
                command = replace(command, side=deck_of(table.catalogue).faces[face - 1])
        now = Situation(table, state, seat, waived)
        by_hand = isinstance(command, TOWN.commands) or (now.round is None and isinstance(command, TakeStart))
        return TOWN.decide(now, command) if by_hand else decide(PHASES, now, command)

    def apply(self, table: Table[State, HouseRules], event: Event) -> State:
        pink = deck_of(table.catalogue).pink if isinstance(event, GameStarted) else None
        return apply(
            table.play, event, table.rules, table.level is Level.BOARD, PINK_AT_START if pink is None else pink
        )

    def follow(self, table: Table[State, HouseRules]) -> tuple[Event, ...]:
        state = table.play
        for circle in state.circles:
            if events := attack_end_events(state, circle):
                return events
        if all(circle.visited for circle in state.circles):
            return (TurnEnded(state.turn),)
        if state.turn == state.turns and table.rules.variant is Variant.NORMAL and state.card is None:
            return (CardTurnedUp(()),)
        return kept(table) or by_itself(table) or turn_end_events(table) or follow(table)

    def consent(self, table: Table[State], seat: str, command: Command) -> Consent | None:
        if isinstance(command, CountUp) and not table.play.counting:
            raise NotNow(say("The last turn is not over yet."), rule("12"))
        if not isinstance(command, CountUp):
            return None
        other_seats = table.people(but=seat)
        return Consent(other_seats, len(other_seats), fact("count_up"))

    def stopped(self, table: Table[State, HouseRules]) -> tuple[Event, ...]:
        return (game_end(table.play, table.rules, AGREED),)

    def page(self, table: Table, seat: str | None) -> Page:
        if table.play is None or table.ending:
            return pages.over(table, self.title)
        return pages.page(table, seat)

    # --- the log ------------------------------------------------------------------------------

    def tell(self, event: Event) -> Text | None:
        return event.tell() if isinstance(event, TownEvent) else None

    def news_of(self, event: Event) -> Mapping[str, Text]:
        return event.news() if isinstance(event, TownEvent) else {}

    # --- the chart ----------------------------------------------------------------------------

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, (GameStarted, TurnEnded))

    def points(self, table: Table[State | None, HouseRules]) -> Mapping[str, int]:
        if table.play is None:
            return {}
        return {seat: score_of(each, table.rules) for seat, each in final_scores(table.play, table.rules).items()}

    @property
    def chart_letters(self) -> Mapping[str, Text]:
        return {"L": say("Lincoln's card"), "A": say("an attack")}

    def chart_event(self, event: Event) -> tuple[str, str, Text] | None:
        match event:
            case LincolnVisited(winner=winner) if winner:
                return winner, "L", event.tell()
            case TargetStruck(seat=seat):
                return seat, "A", event.tell()
            case _:
                return None

    # --- cards and tiles ----------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> CardRules:
        return CardRules(
            types=card_types(), builtin=builtin_entries(), check=checks.contradiction, missing=checks.missing
        )

    # --- questions ----------------------------------------------------------------------------

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.western_town.calc import ANSWERS  # it needs pydantic, a game does not

        return ANSWERS
