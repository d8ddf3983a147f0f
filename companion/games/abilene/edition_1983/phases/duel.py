"""A theft, and a duel: with one die each, or with cards (rules 1983 §5, §6, §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.plugin import Consent
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardTargets
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.messages import (
    PlaceCow,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.moves import going_on, stolen_placed
from companion.games.abilene.common.screens.parts import (
    duel_by_dice,
    seats_to_pick,
)
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.rules.turn import beaten, facts_for
from companion.games.abilene.edition_1983.state import State1983


class DuelPhase(Phase[State1983]):
    """Two cowboys on one cell, and no cards to settle it."""

    commands = (h.RollShots,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        duel = now.state.pending
        by_dice = isinstance(duel, Duel) and not cardplay.by_cards(now.table, now.state)
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) and by_dice else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.RollShots):
            if cardplay.by_cards(now.table, now.state):
                raise NotNow(say("This duel is fought with cards."))
            return shoot(now.layout, now.table, now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Duel!")

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        return duel_words(now, duel, fight)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        duel = now.state.pending
        return duel_by_dice("roll_shots", duel, h.FACES, RuleRef("1983", "6.1")) if isinstance(duel, Duel) else ()

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return h.RollShots()


def duel_words(now: Situation[State1983], duel: Duel, means: Text) -> tuple[Text, ...]:
    """Who duels where, by which ``means``, and what is at stake (§6)."""
    lines = [means]
    if duel.tied:
        cards = now.table.rules.duels is Duels.CARDS
        lines.append(say("A tie: the dice settle it.") if cards else say("A tie: roll again."))
    for winner in (duel.attacker, duel.defender):
        outcome = beaten(now.layout, now.table, now.state, duel, winner)
        one, two = Who(winner), Who(outcome.loser)
        lines.append(
            say("If %(winner)s wins, %(loser)s's cowboy is killed.", winner=one, loser=two)
            if outcome.killed
            else say("If %(winner)s wins, %(loser)s's cowboy escapes.", winner=one, loser=two)
        )
    return tuple(lines)


def shoot(layout: Layout, table: Table, state: State1983, seat: str, command: h.RollShots) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§6.1)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in h.FACES or two not in h.FACES or one is None or two is None:
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "6.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    return (rolled, beaten(layout, table, state, duel, duel.winner(one, two)))


class TheftPhase(Phase[State1983]):
    """The steer is in the captor's hand."""

    commands = (PlaceCow,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, PlaceCow):
            return place_steer(now.layout, now.table, now.state, seat, command.cell, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Put the rustled steer on your prairie")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s looks under the rustled steer and puts it on their own prairie.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        secret = say("Look under the steer so that nobody else sees it. It stays your secret.")
        return (secret,) if mine else ()

    def targets(self, now: Situation[State1983], seat: str) -> BoardTargets | None:
        cells = theft_targets(now.layout, now.table, now.state)
        return BoardTargets("place_cow", "cell", cells, say("Where does the rustled steer go?"))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceCow(chance.choice(theft_targets(now.layout, now.table, now.state)))


def place_steer(
    layout: Layout, table: Table, state: State1983, seat: str, cell: str, waived: bool
) -> tuple[Event, ...]:
    """The rustled steer goes to a vacant start cell of the captor's prairie (§5.1)."""
    targets = None if waived else theft_targets(layout, table, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1983", "5.1"))


def theft_targets(layout: Layout, table: Table, state: State1983) -> tuple[str, ...]:
    """Where the rustled steer may go, judged after the cowboy has left its cell (§16.4)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position, theft.thief, theft.frm, facts_for(table.rules))


class CardDuelPhase(Phase[State1983]):
    """Two cowboys on one cell, and cards to settle it."""

    commands = (h.LayCards, h.TellDuel)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        duel = cardplay.by_cards(now.table, now.state)
        if duel is None:
            return None
        laying = cardplay.turn_to_lay(now.state, duel)
        return (laying,) if laying else ()

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.LayCards):
            return cardplay.lay(now.table, now.state, seat, command)
        if isinstance(command, h.TellDuel):
            return cardplay.tell(now.layout, now.table, now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Duel! Lay your cards")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s lays cards, face down.", who=Who(seats[0]))

    def consent(self, now: Situation[State1983], seat: str, command: Command) -> Consent | None:
        """The other duellist confirms what one of them tells."""
        duel = now.state.pending
        if not isinstance(command, h.TellDuel) or not isinstance(duel, Duel):
            return None
        if seat not in (duel.attacker, duel.defender):
            return None
        other = tuple(one for one in now.table.people(but=seat) if one in (duel.attacker, duel.defender))
        told = fact("higher_cards", who=Who(command.winner)) if command.winner else fact("tied_cards")
        return Consent(other, len(other), told)

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher cards win.", one=one, two=two, cell=duel.cell)
        laid = now.state.laid.items()
        counts = (say("%(who)s laid cards: %(count)s", who=Who(each), count=one.count) for each, one in laid)
        _, *stakes = duel_words(now, duel, fight)
        return (fight, *counts, *stakes)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def choices_of_others(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.lay(now.table, now.state, seat, secrets)


def _real_cards(now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
    """For a duellist: who had the higher cards, where they lie on the table; the other one confirms."""
    duel = cardplay.by_cards(now.table, now.state)
    if duel is None or seat not in (duel.attacker, duel.defender):
        return ()
    options = (*seats_to_pick((duel.attacker, duel.defender)), Option("", say("nobody, a tie")))
    return (
        Choice(
            "tell_duel",
            say("Enter the result"),
            fields=(Field("winner", say("Who has the higher cards?"), FieldKind.PICK, options),),
            title=say("We use real cards"),
            rule=RuleRef("1983", "11.2"),
            weight=Weight.QUIET,
        ),
    )
