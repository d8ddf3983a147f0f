"""A theft, a duel with one die each or with cards, and a cowboy who comes back (rules 1983 §5, §6, §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import IllegalMove, NotNow, RuleError, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.plugin import Consent
from companion.core.text import Text, Who, fact, say, wording
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.encounters import PutPhase, ShootingPhase, StolenPhase, if_they_win
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules import on_free_cell
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.messages import TellDuel
from companion.games.abilene.edition_1983.phases.steps import STEP_COMMANDS
from companion.games.abilene.edition_1983.rules.turn import asked, beaten, returning
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983


class DuelPhase(ShootingPhase[State1983]):
    """Phase of a duel that no cards settle, or that they left as a tie."""

    instruction = say("Duel!")
    wrong_dice = say("There are two dice, and they show 0 to 5.")
    rule = RuleRef("1983", "6.1")

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        return () if cardplay.by_cards(now.table, now.state) else super().waited_for(now)

    @handles(messages_1983.RollShots)
    def roll(self, now: Situation[State1983], command: messages_1983.RollShots) -> tuple[Event, ...]:
        """Roll for both duellists. Raise RuleError."""
        if cardplay.by_cards(now.table, now.state):
            raise NotNow(say("This duel is fought with cards."))
        return self.rolled(now, command)

    def outcome(self, now: Situation[State1983], duel: Duel, winner: str) -> Event:
        return beaten(now.layout, now.table, now.state, duel, winner)

    def stakes(self, now: Situation[State1983], duel: Duel) -> tuple[Text, ...]:
        return stakes(now, duel)

    def tie(self, now: Situation[State1983], duel: Duel) -> Text:
        cards = now.table.rules.duels is Duels.CARDS
        return say("A tie: the dice settle it.") if cards else super().tie(now, duel)


KILLED = wording("If %(winner)s wins, %(loser)s's cowboy is killed.")
ESCAPES = wording("If %(winner)s wins, %(loser)s's cowboy escapes.")


def stakes(now: Situation[State1983], duel: Duel) -> tuple[Text, ...]:
    """Return what becomes of the loser for each winner (§6)."""
    won = (beaten(now.layout, now.table, now.state, duel, winner) for winner in duel.seats)
    return if_they_win((each.winner, each.loser, KILLED if each.killed else ESCAPES) for each in won)


class TheftPhase(StolenPhase[State1983]):
    """Phase in which a stolen steer goes to a vacant start cell of the captor's prairie (§5.1)."""

    instruction = say("Put the stolen steer on your prairie")
    news = wording("%(who)s looks under the stolen steer and puts it on their own prairie.")
    how = say("Look under the steer so that nobody else sees it. It stays your secret.")
    label = say("Look under the steer in secret. Where does it go?")
    rule = RuleRef("1983", "5.1")


class ReturnPhase(PutPhase[State1983]):
    """Phase in which an escaped cowboy comes back (§6.2); the owner chooses the cell."""

    instruction = say("Your escaped cowboy is back: put him on the board")
    news = wording("%(who)s puts an escaped cowboy back on the board.")
    label = say("Where does your cowboy come back?")
    put = wording("the escaped cowboy to %(cell)s")

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        back = returning(now.layout, now.state)
        return (back[0],) if back else ()

    def cells(self, now: Situation[State1983]) -> tuple[str, ...]:
        back = returning(now.layout, now.state)
        return back[1] if back else ()

    @handles(messages_1983.ReturnCowboy)
    def put_back(self, now: Situation[State1983], command: messages_1983.ReturnCowboy) -> tuple[Event, ...]:
        """Put an escaped cowboy back. Raise RuleError."""
        if self.waited_for(now) != (now.seat,):
            raise NotNow(say("No cowboy of yours can come back now."))
        if not now.waived and command.cell not in self.cells(now):
            raise IllegalMove.saying(SENTENCES, fact("returned_not_there"), RuleRef("1983", "6.2"))
        on_free_cell(now.layout, now.state, command.cell)
        return (messages_1983.CowboyReturned(now.seat, command.cell),)

    def refuses(self, now: Situation[State1983], command: Command) -> RuleError | None:
        back = returning(now.layout, now.state) if isinstance(command, STEP_COMMANDS) else None
        return NotNow(say("First %(who)s puts an escaped cowboy back.", who=Who(back[0]))) if back else None

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Return the return to the only cell there is: nobody has to choose."""
        back = None if asked(now.state) else returning(now.layout, now.state)
        return (messages_1983.CowboyReturned(back[0], back[1][0]),) if back and len(back[1]) == 1 else ()


class CardDuelPhase(Phase[State1983]):
    """Phase of a duel by cards: two cowboys on one cell, and cards to settle it."""

    instruction = say("Duel! Lay your cards")
    news = wording("%(who)s lays cards, face down.")

    def is_current(self, now: Situation[State1983]) -> bool:
        """Return whether cards settle a duel: also where nobody has any left to lay, and only the table knows more."""
        return cardplay.by_cards(now.table, now.state) is not None

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        duel = cardplay.by_cards(now.table, now.state)
        laying = cardplay.turn_to_lay(now.state, duel) if duel else None
        return (laying,) if laying else ()

    @handles(messages_1983.LayCards)
    def lay_cards(self, now: Situation[State1983], command: messages_1983.LayCards) -> tuple[Event, ...]:
        """Lay cards for the duel. Raise RuleError."""
        return cardplay.lay(now.table, now.state, now.seat, command)

    @handles(messages_1983.TellDuel)
    def tell(self, now: Situation[State1983], command: messages_1983.TellDuel) -> tuple[Event, ...]:
        """Tell who won a duel that is fought on the table. Raise RuleError."""
        return cardplay.tell(now.layout, now.table, now.state, now.seat, command)

    def consent(self, now: Situation[State1983], seat: str, command: Command) -> Consent | None:
        """Ask the other duellist to confirm what one of them tells."""
        duel = now.state.pending
        if not isinstance(command, messages_1983.TellDuel) or not isinstance(duel, Duel):
            return None
        if seat not in (duel.attacker, duel.defender):
            return None
        other = tuple(one for one in now.table.people(but=seat) if one in (duel.attacker, duel.defender))
        title = fact("higher_cards", who=Who(command.winner)) if command.winner else fact("tied_cards")
        return Consent(other, len(other), title)

    def prompt(self, now: Situation[State1983], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher cards win.", one=one, two=two, cell=duel.cell)
        laid = now.state.laid.items()
        counts = (say("%(who)s laid cards: %(count)s", who=Who(each), count=one.count) for each, one in laid)
        return (fight, *counts, *stakes(now, duel))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def choices_out_of_turn(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.lay(now.table, now.state, seat, secrets)


def _real_cards(now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
    """Ask a duellist who had the higher cards, where they lie on the table; the other one confirms."""
    duel = cardplay.by_cards(now.table, now.state)
    if duel is None or seat not in (duel.attacker, duel.defender):
        return ()
    options = (*named((duel.attacker, duel.defender)), Option("", say("nobody, a tie")))
    return (
        Choice(
            kind_of(TellDuel),
            say("Enter the result"),
            fields=(Field("winner", say("Who has the higher cards?"), FieldKind.PICK, options),),
            title=say("We use real cards"),
            rule=RuleRef("1983", "11.2"),
            weight=Weight.QUIET,
        ),
    )
