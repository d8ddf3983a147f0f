"""Events that hold up a turn in both editions: a figure in a hand, a theft, a duel with dice, a vote, a debt.

An edition adds its words, the sections of its rules, and what comes of it.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Balance, Catalogue, Money, Text, Who, fact, say, worded, wording
from companion.core.ui.board_page import BoardTargets
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import theft_cells
from companion.games.abilene.common.duel_dice import DuelDice
from companion.games.abilene.common.messages import PlaceCow, Step
from companion.games.abilene.common.phases import Phase, S, Situation
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.rules import on_free_cell
from companion.games.abilene.common.screens.parts import die_field
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.common.steps import StepPhase


class PutPhase(Phase[S]):
    """Phase in which a figure goes from somebody's hand to one of some cells, as the command says."""

    label: ClassVar[Text]
    put: ClassVar[Text]
    """where it went, on a ``cell``"""

    @abstractmethod
    def cells(self, now: Situation[S]) -> tuple[str, ...]:
        """Return where it may go."""

    def targets(self, now: Situation[S], seat: str) -> BoardTargets | None:
        return BoardTargets(kind_of(self.commands[0]), "cell", self.cells(now), self.label)

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        cells = self.cells(now)
        return self.command(chance.choice(cells)) if cells else None

    def command(self, cell: str) -> Command:
        """Return the command that puts the figure there."""
        put: type[Any] = self.commands[0]
        return cast(Command, put(cell))


class StolenPhase(PutPhase[S]):
    """Phase in which the stolen cow is in the thief's hand."""

    put = wording("the stolen cow to %(cell)s")
    rule: ClassVar[RuleRef]

    def waited_for(self, now: Situation[S]) -> tuple[str, ...]:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else ()

    def cells(self, now: Situation[S]) -> tuple[str, ...]:
        """Return where the stolen cow may go, once the thief's cowboy has left its cell (1993 §19.5, 1983 §16.4)."""
        theft, position = now.state.pending, now.state.position
        if not isinstance(theft, Theft) or position is None:
            return ()
        return theft_cells(now.layout, position, theft.thief, theft.frm, now.table.rules.facts)

    @handles(PlaceCow)
    def place_cow(self, now: Situation[S], command: PlaceCow) -> tuple[Event, ...]:
        """Put the stolen cow on a cell. Raise RuleError."""
        theft, cell = now.state.pending, command.cell
        if not isinstance(theft, Theft) or theft.thief != now.seat:
            raise NotNow.saying(SENTENCES, fact("no_stolen_cow"))
        if not now.waived and cell not in self.cells(now):
            raise IllegalMove.saying(SENTENCES, fact("cow_not_put_there", cell=cell), self.rule)
        if cell != theft.frm:
            on_free_cell(now.layout, now.state, cell)
        return (messages.CowPlaced(theft.thief, theft.victim, theft.cell, cell),)


class ShootingPhase(Phase[S]):
    """Phase of a duel by dice: two cowboys on one cell, and a die each."""

    wrong_dice: ClassVar[Text]
    rule: ClassVar[RuleRef]

    @abstractmethod
    def outcome(self, now: Situation[S], duel: Duel, winner: str) -> Event:
        """Return what becomes of the loser."""

    @abstractmethod
    def stakes(self, now: Situation[S], duel: Duel) -> tuple[Text, ...]:
        """Return in words what each of the two winning would mean."""

    def tie(self, now: Situation[S], duel: Duel) -> Text:
        """Return what follows when nobody has won: in as many words as the duel began with, so that no button moves."""
        one, two = Who(duel.attacker), Who(duel.defender)
        return say("%(one)s against %(two)s on %(cell)s: a tie, roll again.", one=one, two=two, cell=duel.cell)

    def waited_for(self, now: Situation[S]) -> tuple[str, ...]:
        duel = now.state.pending
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) else ()

    def announced(self, now: Situation[S]) -> Text | None:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return None
        return say("Duel: %(one)s against %(two)s", one=Who(duel.attacker), two=Who(duel.defender))

    def prompt(self, now: Situation[S], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        """Return who duels where, and what is at stake."""
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        return (self.tie(now, duel) if duel.tied else fight, *self.stakes(now, duel))

    def choices(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        """Return the choices of a duel: the box's dice, or real ones typed."""
        duel = now.state.pending
        command: type[Any] = self.commands[0]
        if not isinstance(duel, Duel):
            return ()
        fields = (
            die_field("attacker", say("Die of %(who)s", who=Who(duel.attacker)), COWBOY_DIE, command.faces),
            die_field("defender", say("Die of %(who)s", who=Who(duel.defender)), COWBOY_DIE, command.faces),
        )
        typed = Choice(
            kind_of(command),
            say("Enter the result"),
            fields=fields,
            title=say("Or tap what you rolled"),
            rule=self.rule,
            weight=Weight.PRIMARY,
        )
        return (Choice(kind_of(command), say("Let the box roll"), weight=Weight.PRIMARY), typed)

    def rolled(self, now: Situation[S], command: DuelDice) -> tuple[Event, ...]:
        """Return what the dice decide: the higher one wins, a tie is rolled again."""
        duel = now.state.pending
        if not isinstance(duel, Duel):
            raise NotNow.saying(SENTENCES, fact("no_duel"))
        if now.seat not in duel.seats:
            raise NotNow.saying(SENTENCES, fact("duellists_roll"))
        one, two = command.attacker, command.defender
        if one not in command.faces or two not in command.faces or one is None or two is None:
            raise BadRequest(self.wrong_dice, self.rule)
        rolled = messages.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
        return (rolled,) if one == two else (rolled, self.outcome(now, duel, duel.winner(one, two)))

    def bot(self, now: Situation[S], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Roll for both, unless the other one is a person who tries the game alone and may roll."""
        duel, person = now.state.pending, now.table.alone
        asked = isinstance(duel, Duel) and person in duel.seats and person != seat
        return None if asked else self.commands[0]()


def if_they_win(stakes: Iterable[tuple[str, str, Text]]) -> tuple[Text, ...]:
    """Return the sentences of what each outcome means: winner, loser, and a wording that names both."""
    return tuple(replace(words, params={"winner": Who(winner), "loser": Who(loser)}) for winner, loser, words in stakes)


class SealedVotePhase(StepPhase[S]):
    """Phase in which the cards are sealed on the phones."""

    commands = ()
    step = Step.SALE
    going_on = say("The others vote")

    def is_current(self, now: Situation[S]) -> bool:
        """Return whether a vote is on: also while the phones open what all have sealed."""
        return bool(now.state.sale and now.table.ballot)

    def waited_for(self, now: Situation[S]) -> tuple[str, ...]:
        ballot = now.table.ballot
        return tuple(seat for seat in ballot.voters if seat not in ballot.sealed) if ballot else ()

    def question(self, now: Situation[S], sentences: Catalogue) -> Text:
        """Return the title of the vote: it names the seller, and a page asks one question once."""
        ballot = now.table.ballot
        return worded(sentences, ballot.title) if ballot else self.instruction


class DebtPhase(Phase[S]):
    """The phase in which a player cannot pay yet what a sale costs."""

    ways_out: ClassVar[Text]

    @abstractmethod
    def debtors(self, now: Situation[S]) -> Mapping[str, int]:
        """Return how much each of them lacks."""

    def help_for(self, debtors: tuple[str, ...]) -> tuple[Text, ...]:
        """Return how the others can help."""
        return ()

    def is_current(self, now: Situation[S]) -> bool:
        """Return whether a sale is to be settled, which happens by itself once everybody can pay."""
        return bool(now.state.sale and now.state.sale.known)

    def waited_for(self, now: Situation[S]) -> tuple[str, ...]:
        return tuple(self.debtors(now))

    def called(self) -> str:
        return "debt"

    def prompt(self, now: Situation[S], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        """Return who lacks how much before the sale can be settled, and the ways out.

        A debtor's own bill comes first.
        """
        lacking = self.debtors(now)
        lines = tuple(
            say("%(who)s is %(amount)s short.", who=Who(other), amount=Money(lack))
            for other, lack in lacking.items()
            if other != seat
        )
        if seat is None or seat not in lacking:
            return (*lines, *self.help_for(tuple(lacking)))
        cash, lack = now.table.accounts[seat], lacking[seat]
        mine_first = say(
            "You have to pay %(due)s and have %(cash)s: %(lack)s is missing.",
            due=Money(cash + lack),
            cash=Balance(cash),
            lack=Money(lack),
        )
        return (mine_first, self.ways_out, *lines)
