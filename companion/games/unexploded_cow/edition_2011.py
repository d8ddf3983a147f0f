"""The free edition of 2011 as a game at the table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from companion.boards.members import MarkerRules
from companion.core.catalogue import Cards
from companion.core.edition import Edition
from companion.core.errors import NotNow, RuleRef
from companion.core.members import Bots, CardRules, FirstGame
from companion.core.messages import Command, Event, Posting
from companion.core.money.currency import EUROS
from companion.core.money.ledger import BANK, Account, Payee
from companion.core.phases import current, decide
from companion.core.plugin import Answer, Consent, Game
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.events import GameStarted, LevelChanged
from companion.core.table.table import Level, Table
from companion.core.text import Text, Who, fact, say, worded
from companion.core.ui.page import Page
from companion.core.ui.printable import Printables
from companion.games.unexploded_cow import event_text, records, turn_flow
from companion.games.unexploded_cow.bots import advice, why
from companion.games.unexploded_cow.camera.judge import judge
from companion.games.unexploded_cow.camera.marked_cards import expected_observation, marked_table, marked_words
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from companion.games.unexploded_cow.cards.deck import card_types, deck_of, from_cards, pile_of, to_cards, with_seen
from companion.games.unexploded_cow.cards.typed import STEP, hundreds
from companion.games.unexploded_cow.commands import COMMANDS, CloseGame
from companion.games.unexploded_cow.events import EVENTS, Anted, CityWon, CowsPaid, DieRolled, RollBegan, TurnBegan
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.finance import AGREED, ENDINGS, ended, financed, net_worth
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.lessons import LESSONS
from companion.games.unexploded_cow.opening import RULES, guided, listed
from companion.games.unexploded_cow.pages import page, players
from companion.games.unexploded_cow.phases import PHASES
from companion.games.unexploded_cow.phases.ledger import ALL_PAID
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.printing import printables
from companion.games.unexploded_cow.reducer import apply, at_level
from companion.games.unexploded_cow.rulebook.cities import ANTE
from companion.games.unexploded_cow.rulebook.herds import has_won
from companion.games.unexploded_cow.sentences import SENTENCES
from companion.games.unexploded_cow.state import State, Turn
from companion.games.unexploded_cow.to_move import to_move
from companion.games.unexploded_cow.turn_flow import leave_events

FIRST_WORDS = (
    say("Send cows over fields full of bombs: if your cow explodes, you are paid and win cities."),
    say("Turn up a city, play cows, then throw the die: it counts along the cows, and the last one finds a bomb."),
)


def known_cards(table: Table[State]) -> Cards:
    """Return every card that this table knows after its game, those that were typed in play included."""
    play = table.play
    deck, seen = deck_of(table.catalogue), {city.name: city for won in play.won.values() for city in won}
    cities = tuple(city for city in seen.values() if not deck.city(city.name))
    known = replace(
        with_seen(deck, play.cows_seen, play.events_seen),
        cities=(*deck.cities, *cities),
        effects={**deck.effects, **{city.name: say("%(text)s", text=city.text) for city in cities if city.text}},
    )
    return to_cards(known)


def simple_player(table: Table[State, HouseRules], seat: str, chance: random.Random, secrets: Any) -> Command | None:
    """Return what a simple player does now at this seat; None: nothing."""
    now = Situation.of(table, seat)
    phase, waited = current(PHASES, now)
    return phase.bot(now, chance) if seat in waited else None


class UnexplodedCow(Game):
    """See ``companion.core.plugin.Game``."""

    name = "unexploded_cow"
    title = say("Unexploded Cow")
    edition = Edition(
        id="2011",
        title=say("Free edition of 2011"),
        players=(3, 6),
        minutes=40,
        needs=say("the cards and a die; not the paper money. Or print our own deck"),
        levels=(Level.BOARD, Level.BANK),
        rules=HouseRules(),
        accounts={POT: Account(say("the pot"), payable=True)},
        currency=replace(EUROS, step=STEP),
        quick_amounts=(100, 200, 500),
        notes=(1_000, 500, 200, 100),
        payees=frozenset({Payee.PLAYER, Payee.EVERYBODY}),
    )
    commands = (*COMMANDS, LeaveGame, StopGame)
    events = EVENTS
    state = State
    endings = ENDINGS
    sentences = SENTENCES
    edition_varies = True
    question_editions = ("unexploded-cow",)
    bots = Bots(
        command=simple_player,
        names=("Berta", "Rosa", "Emma"),
        first_words=FIRST_WORDS,
        why=lambda table, seat, command, secrets: why(Situation.of(table), seat, command),
        first_game=FirstGame(
            rules=RULES,
            listed=listed,
            guided=guided,
            pauses=lambda event: isinstance(event, DieRolled) and bool(event.to),
            advice=lambda table, seat, secrets: advice(Situation.of(table), seat),
        ),
    )

    sounds = records.SOUNDS
    results = records.RESULTS
    tell = staticmethod(event_text.tell)
    moves_pieces = True
    to_move = staticmethod(to_move)
    lessons = LESSONS
    awards = staticmethod(records.awards)
    feat_kinds = records.FEATS
    feats = staticmethod(records.feats)
    players = staticmethod(players)
    markers = MarkerRules(expected=expected_observation, judge=judge, on_table=marked_table, words=marked_words)

    # --- rules --------------------------------------------------------------------------------

    leaving = (say("Your cows stay and pay nobody; at the end your money is counted as it is."),)
    stopping = (say("The pot stays for the next game."),)

    def edition_at(self, rules: HouseRules) -> Edition:
        return self._for_two if rules.allow_two else self.edition

    def uses_seat_order(self, table: Table) -> bool:
        return True

    @cached_property
    def _for_two(self) -> Edition:
        return replace(self.edition, players=(2, self.edition.players[1]))

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        order = (*table.ids[first:], *table.ids[:first])
        new = tuple(seat for seat in order if seat not in table.kept)
        given = tuple(Posting(BANK, seat, table.rules.starting_money, fact("starting_money")) for seat in new)
        ante = tuple(Posting(seat, POT, ANTE, fact("ante")) for seat in order)
        return financed(table, (GameStarted(order, postings=given), Anted(postings=ante)))

    def decide(self, table: Table[State], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state = table.play
        if seat in state.left:
            raise NotNow(say("You have left this game."))
        return financed(table, decide(PHASES, Situation.of(table, seat, waived), command))

    def apply(self, table: Table[State], event: Event) -> State:
        match event:
            case GameStarted(order=order):
                began = {seat: net_worth(table, seat) for seat in order}
                pile = pile_of(table.catalogue)
                cities = min(pile, table.rules.cities or pile)
                return State(order, Turn(order[0]), dict.fromkeys(order, ()), cities, began=began)
            case LevelChanged(level=level):
                return at_level(table.play, level is Level.BOARD)
            case _:
                return apply(table.play, event)

    def follow(self, table: Table[State, HouseRules]) -> tuple[Event, ...]:
        play = table.play
        if play.over:
            return (ended(table, play.over),)
        if table.level is not Level.BOARD:
            return turn_flow.follow_money(play, table.accounts[POT], table.rules)
        events = turn_flow.follow(play, table.accounts[POT], table.rules)
        return financed(table, events) if events else ()

    def check_level(self, table: Table[State], level: Level) -> None:
        if level is table.level:
            raise NotNow(say("The box does that already."))
        if table.level is Level.BANK and table.play.sudden and not table.accounts[POT]:
            raise NotNow(ALL_PAID, RuleRef("2011", "19.2"))
        self._nothing_due(table.play)

    def _nothing_due(self, play: State) -> None:
        if play.blast or play.carrying or (play.roll and (play.roll.faces or not play.sudden)):
            raise NotNow(
                say("First finish the die, bomb, payment or city."),
                RuleRef("2011", "18.4"),
            )

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        if not isinstance(command, CloseGame):
            return None
        rest = command.rest
        title = fact("close_game_last_cow", who=Who(rest)) if rest else fact("close_game_pot_empty")
        other_seats = tuple(other for other in table.people(but=seat) if other in self.in_play(table))
        return Consent(other_seats, len(other_seats), title)

    def in_play(self, table: Table[State | None]) -> Sequence[str]:
        state = table.play
        return state.playing if state else table.ids

    def left(self, table: Table[State, HouseRules], seat: str) -> tuple[Event, ...]:
        self._nothing_due(table.play)
        return financed(table, leave_events(table.play, seat, table.accounts[POT], table.rules))

    def stopped(self, table: Table[State]) -> tuple[Event, ...]:
        return (ended(table, AGREED),)

    def wins(self, rank: int, score: int) -> bool:
        return has_won(score)

    # --- money --------------------------------------------------------------------------------

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        if seat not in self.in_play(table):
            raise NotNow(say("You have left this game."))
        return hundreds(amount, waived)

    def carried(self, table: Table) -> Mapping[str, int]:
        return {account: table.accounts[account] for account in (*table.ids, POT)}

    # --- what everybody sees ------------------------------------------------------------------

    def page(self, table: Table, seat: str | None) -> Page:
        if table.ending:
            return Page(say("The end: %(reason)s", reason=worded(SENTENCES, table.ending.reason)))
        if table.play is None:
            return Page(self.title)
        return page(Situation.of(table, seat or ""))

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, (GameStarted, TurnBegan, RollBegan))

    @property
    def chart_letters(self) -> Mapping[str, Text]:
        return {"C": say("a city"), "B": say("an explosion")}

    def chart_event(self, event: Event) -> tuple[str, str, Text] | None:
        match event:
            case CityWon(seat=seat):
                return seat, "C", event_text.tell(event) or say("a city")
            case CowsPaid(seat=seat):
                return seat, "B", event_text.tell(event) or say("an explosion")
            case _:
                return None

    # --- cards, printing, questions -----------------------------------------------------------

    @cached_property
    def catalogue(self) -> CardRules:
        return CardRules(
            types=card_types(),
            builtin=to_cards(BUILTIN_DECK),
            typed_in_play=True,
            needed=lambda table: table.play.counting,
            known_cards=known_cards,
        )

    def printables(self) -> Printables:
        return printables(self.edition.players[1])

    def printables_with(self, cards: Cards) -> Printables:
        return printables(self.edition.players[1], from_cards(cards))

    def answers(self) -> Mapping[str, Answer]:
        from companion.games.unexploded_cow.calc import ANSWERS  # it needs pydantic, a game does not

        return ANSWERS
