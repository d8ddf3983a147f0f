"""A recorder of games: the same seed gives the same game, byte for byte.

Simple players play whole games through ``Tables`` in memory, sealed votes included; between their moves they pay,
lend, correct and undo, so that the log has events of every kind.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.app.bots import choice_of, demo_secrets, show_laid
from companion.app.export import export_lines
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money import bank_messages as bank
from companion.core.secrets.ballot import Opening, SealVote, VoidBallot, commitment
from companion.core.table.commands import Agree, CorrectBooks, SetRule, StartGame, TakeSeat, Undo
from companion.core.table.table import Level, Proposal, TablePhase
from companion.games import registry
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing.evening import NAMES, Evening

MAX_SEEDS = 300
"""Evenings that are tried for a recipe."""


@dataclass(frozen=True)
class Recipe:
    """A recorded game: the first from ``seed`` on that ends in ``ending`` and has events of all ``event_kinds``."""

    name: str
    ending: str
    players: int
    level: Level
    game: str
    edition: str
    seed: int = 1
    event_kinds: tuple[str, ...] = ()
    rules: Mapping[str, str | int | bool] = field(default_factory=dict)
    largest: int = 500
    """the most events of a game that is recorded"""


class Recording(Evening):
    """A game being played.

    Actions that only one game has are in a subclass: ``sit_down``, ``game_action`` or the whole of ``between``.
    """

    code = "GAME"
    in_parts = False
    """whether loans are repaid half by half"""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.openings: dict[int, dict[str, Opening]] = {}
        edition = registry()[recipe.game][recipe.edition].edition
        self.unit, newest = edition.quick_amounts[0], len(edition.former_rules)
        row = TableRow(
            self.code, recipe.game, recipe.edition, recipe.level.value, False, f"recorded {seed}", 0.0, newest
        )
        super().__init__(Log(":memory:"), row, random.Random(seed))

    def play(self) -> str:
        """Play the whole game, or as much of it as may be stored; return its export."""
        self.sit_down()
        number = 0
        while self.table.phase is TablePhase.PLAYING and self.table.seq <= self.recipe.largest:
            if not self.between(number) and self.table.phase is TablePhase.PLAYING:
                self.step()
            number += 1
        return "".join(export_lines(self.tables, self.code))

    def sit_down(self) -> None:
        """Seat all players, choose the house rules, and begin the game."""
        for name in NAMES[: self.recipe.players]:
            self.act(None, TakeSeat(name, {}))
        self.choose_rules()
        self.act("s1", StartGame(None))

    def choose_rules(self) -> None:
        """Set the house rules of the recipe."""
        for rule, value in self.recipe.rules.items():
            self.agreed("s1", SetRule(rule, value))

    def agreed(self, seat: str | None, command: Command) -> None:
        """Do the seat's command, and answer for all seats that are asked."""
        self.act(seat, command)
        while self.table.motions:
            motion = self.table.motions[0]
            self.act(next(each for each in motion.asked if each not in motion.agreed), self.answer(motion))

    def answer(self, motion: Proposal) -> Command:
        """Return the answer of a seat that is asked."""
        return Agree(motion.id)

    def attempt(self, seat: str, command: Command) -> None:
        """Do something that may be refused."""
        try:
            self.agreed(seat, command)
        except RuleError:
            return

    def step(self) -> None:
        """Do the next thing that the game waits for."""
        table, live = self.table, self.tables.live(self.code)
        if table.ballot and not table.ballot.over:
            return self.vote_of_all()
        if any(show_laid(self.tables, live, table, seat) for seat in table.ids):
            return None
        assert live.game.bots, "a game without simple players is recorded by a script"
        for seat in live.game.in_play(table):
            if command := live.game.bots.command(table, seat, self.chance, demo_secrets(self.tables, live)):
                return self.agreed(seat, self.move(command))
        raise RuntimeError(f"{self.recipe.name}: nobody has anything to do")

    def move(self, command: Command) -> Command:
        """Return the command for a simple player's move, changed where a game wants it."""
        return command

    def vote_of_all(self) -> None:
        """Seal all votes, then reveal them; now and then a phone is lost and the vote is held again."""
        ballot, live = self.ballot, self.tables.live(self.code)
        openings = self.openings.setdefault(ballot.id, {})
        for seat in ballot.voters:
            if seat not in ballot.sealed:
                choice = choice_of(live, ballot, seat, self.chance)
                openings[seat] = Opening(choice, self.chance.randbytes(32).hex())
                self.act(seat, SealVote(ballot.id, commitment(self.code, ballot.id, seat, openings[seat])))
        if self.chance.random() < 0.1:
            return self.agreed(ballot.voters[0], VoidBallot(ballot.id))
        for seat, opening in openings.items():
            self.tables.open_vote(self.code, seat, ballot.id, opening)
        return None

    # --- beside the game ----------------------------------------------------------------------

    def between(self, number: int) -> bool:
        """Act beside the simple players' moves, after so many steps.

        Return True where that replaces the next move.
        """
        if self.chance.randrange(10) == 0:
            self.something_else()
        return False

    def something_else(self) -> None:
        """Do something that players of all games do."""
        table, chance = self.table, self.chance
        giver, receiver = chance.sample(list(self.tables.live(self.code).game.in_play(table)), 2)
        amount = chance.randrange(1, 6) * self.unit
        match chance.randrange(6):
            case 0:
                self.attempt(giver, bank.Pay(receiver, amount, "a favour"))
            case 1:
                self.attempt(giver, bank.OfferLoan(receiver, amount, chance.randrange(3) * self.unit // 2, "next sale"))
                self._answer_loans(receiver)
            case 2 if table.done:
                self.attempt(giver, Undo(table.done[-1].before))
            case 3:
                self.attempt(giver, CorrectBooks(receiver, giver, amount, "miscounted"))
            case 4:
                for loan in list(table.loans.values()):
                    self.attempt(loan.borrower, bank.RepayLoan(loan.id, loan.repay // 2 if self.in_parts else 0))
                    self.attempt(loan.lender, bank.ConfirmRepayment(loan.id))
            case _:
                self.game_action(giver)

    def game_action(self, seat: str) -> None:
        """Do something that only players of this game do."""

    def _answer_loans(self, seat: str) -> None:
        for loan in list(self.table.loans.values()):
            if loan.borrower == seat and loan.state is bank.LoanState.OFFERED:
                accepts = self.chance.random() < 0.7
                self.attempt(seat, bank.AcceptLoan(loan.id) if accepts else bank.DeclineLoan(loan.id))
            elif loan.lender == seat and self.chance.random() < 0.2:
                self.attempt(seat, bank.ForgiveLoan(loan.id))


def recorded(recipe: Recipe, make: Callable[[Recipe, int], Recording] = Recording) -> tuple[str, str]:
    """Return the recipe's name, and the first game that meets it. Raise LookupError when there is none."""
    for seed in range(recipe.seed, recipe.seed + MAX_SEEDS):
        text = make(recipe, seed).play()
        events = [json.loads(line) for line in text.splitlines()[1:]]
        ended = [event["data"]["ending"]["code"] for event in events if event["kind"] == "game_ended"]
        small = len(events) <= recipe.largest
        if small and ended[-1:] == [recipe.ending] and set(recipe.event_kinds) <= {event["kind"] for event in events}:
            return recipe.name, text
    raise LookupError(f"{MAX_SEEDS} evenings of simple players, and none is {recipe.name}: write the game as a script")


def usual(game: str) -> Iterator[tuple[str, str]]:
    """Yield one game for each ending of each edition, with as few players as there may be, at the usual level."""
    for edition, played in registry()[game].items():
        least, level = played.edition.players[0], played.edition.levels[0]
        for ending in played.endings:
            yield recorded(Recipe(f"{game}_{edition}_{ending}", ending, least, level, game, edition))
