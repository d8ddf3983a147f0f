"""Plays the recorded games and keeps what is new: ``python -m tests.record``. Same seeds, same games, byte for byte.

Simple players play whole games through ``Tables`` in memory, sealed votes included; between their moves the
people at the table lend, correct, undo and change their minds, so that the log has some of everything. A recorded
game is a promise to the players of today: what they wrote down must lead to the same table for ever.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from companion.app.bots import demo_secrets, show_laid
from companion.app.export import export_lines
from companion.app.tables import Tables
from companion.boards.capabilities import board_of
from companion.core.capabilities import WithBots, in_play
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import Opening, SealVote, VoidBallot, commitment
from companion.core.table.table import Level, Table, TablePhase
from companion.core.table.table_messages import (
    Agree,
    CorrectBooks,
    Refuse,
    SetLevel,
    SetRule,
    StartGame,
    TakeSeat,
    Undo,
)
from companion.games import registry
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.messages import ArrangeBoard, LeaveGame, StopGame
from companion.games.abilene.edition_1993.messages import GoBankrupt
from companion.store.log import Log, TableRow
from tests.evenings import recorded_evenings
from tests.played import EVERY, FOLDER, RECORDED, version_of
from tests.record_cows import recorded_cows
from tests.record_western import recorded_western

CODE = "GAME"
LONGEST = 4_000
"""Actions after which a game that has not ended is given up."""
LARGEST = 500
"""Events of a game that is still small enough to be kept."""
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
RANCHES = {"1993": {3: "BDF", 4: "ABDE", 5: "ABCDF", 6: "ABCDEF"}, "1983": {2: "AC", 3: "ABC"}}
BESIDE = 10
"""One chance in so many that somebody does something beside the simple players' moves."""


@dataclass(frozen=True)
class Recipe:
    """One recorded game: the first from ``seed`` on that ends in ``ending`` and ``holds`` these kinds of events."""

    name: str
    ending: str
    seed: int
    players: int
    level: Level
    holds: tuple[str, ...]
    rules: dict[str, str | int | bool] = field(default_factory=dict)
    poor: int | None = None
    """all but the first begin with this much, so that money runs out"""
    proud: bool = False
    """nobody borrows to avoid ruin"""
    other_level: int = 0
    """after so many steps the table goes on at the other level"""
    edition: str = "1993"
    leave_at: int = 0
    """after so many steps somebody leaves"""
    stop_at: int = 0
    """from then on the table ends the game, as soon as nobody minds"""


RECIPES = (
    Recipe("abilene_no_cattle_board", "no_cattle", 6, 3, Level.BOARD, ("undone", "duel_won", "loan_repaid")),
    Recipe(
        "abilene_cows_sold_board",
        "cows_sold",
        70,
        4,
        Level.BOARD,
        ("undone", "cowboy_released", "ballot_voided"),
        {"cows_to_sell": 8, "loan_anytime": True},
    ),
    Recipe(
        "abilene_last_solvent_bank",
        "last_solvent",
        45,
        3,
        Level.BANK,
        ("undone", "loan_accepted", "loan_lapsed"),
        poor=300,
        proud=True,
    ),
    Recipe(
        "abilene_no_cattle_bank",
        "no_cattle",
        7,
        6,
        Level.BANK,
        ("undone", "bank_loan_taken", "went_bankrupt"),
        {"bankrupt_player": "stays", "contest_rule": "any_doubt", "accuser_split": True, "end_check": "at_once"},
        poor=1_200,
    ),
    Recipe(
        "abilene_cows_sold_board_then_bank",
        "cows_sold",
        12,
        5,
        Level.BOARD,
        ("undone", "level_changed"),
        {"cows_to_sell": 8, "cowboy_dice_mandatory": False, "abilene_transit": "always_turn"},
        other_level=150,
    ),
    Recipe(
        "abilene_no_cattle_bank_then_board",
        "no_cattle",
        5,
        4,
        Level.BANK,
        ("undone", "level_changed", "board_arranged"),
        {"end_check": "end_of_round", "max_turn_angle": 60, "food_when_releasable": False},
        other_level=40,
    ),
    Recipe(
        "abilene_six_left_board",
        "six_left",
        1,
        2,
        Level.BOARD,
        ("undone", "cowboy_beaten", "cowboy_returned", "cowboy_hired"),
        {"unowned_duel": "escapes", "interest_6000": 2000},
        edition="1983",
    ),
    Recipe(
        "abilene_six_left_board_cards",
        "six_left",
        1,
        2,
        Level.BOARD,
        ("undone", "cards_laid", "cards_compared", "cowboy_beaten"),
        {"duels": "cards", "fever_memo": True, "third_prairie": "closed"},
        edition="1983",
    ),
    Recipe(
        "abilene_six_left_bank",
        "six_left",
        2,
        3,
        Level.BANK,
        ("undone", "theft_recorded", "killed_recorded", "cowboy_hired", "bank_loan_taken"),
        {"votes_total": True, "interest_4000_inclusive": False},
        poor=500,
        edition="1983",
    ),
    Recipe(
        "abilene_agreed_board",
        "agreed",
        3,
        3,
        Level.BOARD,
        ("undone", "player_left", "steer_sold", "cowboy_moved", "loan_partly_repaid"),
        {"interest_each": True, "killed_again": True, "repay_early": True},
        edition="1983",
        leave_at=60,
        stop_at=110,
    ),
)


class Recording:
    """A game being played."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.chance = random.Random(recipe.seed)
        log = Log(":memory:")
        newest = len(registry()["abilene"][recipe.edition].edition.former_rules)
        log.add_table(
            TableRow(CODE, "abilene", recipe.edition, recipe.level.value, False, f"recorded {recipe.seed}", 0.0, newest)
        )
        self.now = 0
        self.openings: dict[int, dict[str, Opening]] = {}
        self.tables = Tables(log, registry(), clock=self.clock, chance=self.chance)

    def clock(self) -> float:
        self.now += 1
        return float(self.now)

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

    def act(self, seat: str | None, command: Command) -> None:
        """What the seat does, and everybody agrees where they are asked."""
        self.tables.act(CODE, seat, command)
        self.agree()

    def attempt(self, seat: str, command: Command) -> None:
        """Something that may well be refused."""
        try:
            self.act(seat, command)
        except RuleError:
            return

    def agree(self) -> None:
        while self.table.motions:
            motion = self.table.motions[0]
            answer = Refuse(motion.id) if self.chance.random() < 0.1 else Agree(motion.id)
            self.tables.act(CODE, next(seat for seat in motion.asked if seat not in motion.agreed), answer)

    def play(self) -> Iterator[str]:
        """The whole game; its export."""
        self.sit_down()
        for number in range(LONGEST):
            if self.table.phase is not TablePhase.PLAYING:
                return export_lines(self.tables, CODE)
            if number and number == self.recipe.other_level:
                self.change_level()
            if number and number == self.recipe.leave_at:
                self.attempt(self.table.ids[-1], LeaveGame())
            if 0 < self.recipe.stop_at <= number:
                self.attempt(self.table.ids[0], StopGame())
            if self.chance.randrange(BESIDE) == 0:
                self.something_else()
            if self.table.phase is TablePhase.PLAYING:
                self.step()
        raise RuntimeError(f"{self.recipe.name} does not end")

    def sit_down(self) -> None:
        players = self.recipe.players
        for name, ranch in zip(NAMES, RANCHES[self.recipe.edition][players], strict=False):
            self.tables.act(CODE, None, TakeSeat(name, {"ranch": ranch}))
        for rule, value in self.recipe.rules.items():
            self.act("s1", SetRule(rule, value))
        self.act("s1", StartGame(None))
        if self.recipe.poor is not None:
            for seat in self.table.ids[1:]:
                self.tables.act(
                    CODE, seat, CorrectBooks(seat, BANK, self.table.accounts[seat] - self.recipe.poor, "a poor start")
                )

    def step(self) -> None:
        """The next thing that the game waits for."""
        table, live = self.table, self.tables.live(CODE)
        ballot = table.ballot
        if ballot and not ballot.votes:
            return self.vote()
        if any(show_laid(self.tables, live, table, seat) for seat in table.ids):
            return None
        for seat in table.ids:
            assert isinstance(live.game, WithBots)
            command = live.game.bot_command(table, seat, self.chance, demo_secrets(self.tables, live))
            if self.recipe.proud and isinstance(command, bank.BorrowFromBank):
                command = GoBankrupt()
            if command is not None:
                return self.act(seat, command)
        raise RuntimeError(f"{self.recipe.name}: nobody has anything to do")

    def vote(self) -> None:
        """All seal, then all open; now and then a phone is lost and the vote is held again."""
        ballot = self.table.ballot
        assert ballot is not None
        openings = self.openings.setdefault(ballot.id, {})
        for seat in ballot.voters:
            if seat not in ballot.sealed:
                openings[seat] = Opening(self.chance.choice(ballot.choices), self.chance.randbytes(32).hex())
                self.tables.act(CODE, seat, SealVote(ballot.id, commitment(CODE, ballot.id, seat, openings[seat])))
        if self.chance.random() < 0.1:
            return self.act(ballot.voters[0], VoidBallot(ballot.id))
        for seat, opening in openings.items():
            self.tables.open_vote(CODE, seat, ballot.id, opening)
        return None

    def change_level(self) -> None:
        board = self.table.level is Level.BANK
        self.act("s1", SetLevel(Level.BOARD if board else Level.BANK))
        if board and self.table.level is Level.BOARD:
            layout = board_of(self.tables.live(CODE).game, self.table)
            assert layout is not None
            state = self.table.play
            figures = setup(layout, {seat: state.ranches[seat] for seat in state.solvent})
            cows = [cow for seat in state.solvent for cow in figures.herd(layout, seat)[: state.herd[seat]]]
            free = {seat: 5 - state.in_jail(seat) for seat in state.solvent}
            cowboys = [cell for seat in state.solvent for cell in figures.cowboys_of(seat)[: free[seat]]]
            standing = {cell: figures.cowboys[cell] for cell in cowboys}
            self.act("s1", ArrangeBoard(tuple(cows), standing, {}, dict(state.jailed)))

    def something_else(self) -> None:
        """What people do beside the game."""
        table, chance = self.table, self.chance
        one, two = chance.sample(list(in_play(self.tables.live(CODE).game, table)), 2)
        amount = chance.randrange(1, 6) * 100
        match chance.randrange(6):
            case 0:
                self.attempt(one, bank.Pay(two, amount, "a favour"))
            case 1:
                self.attempt(one, bank.OfferLoan(two, amount, chance.randrange(3) * 50, "next sale"))
                self.answer_loans(two)
            case 2 if table.done:
                self.attempt(one, Undo(table.done[-1].before))
            case 3:
                self.attempt(one, CorrectBooks(two, one, amount, "miscounted"))
            case 4:
                for loan in list(table.loans.values()):
                    part = loan.repay // 2 if self.recipe.stop_at else 0
                    self.attempt(loan.borrower, bank.RepayLoan(loan.id, part))
                    self.attempt(loan.lender, bank.ConfirmRepayment(loan.id))
            case _:
                self.attempt(one, GoBankrupt())

    def answer_loans(self, seat: str) -> None:
        for loan in list(self.table.loans.values()):
            if loan.borrower == seat and loan.state is bank.LoanState.OFFERED:
                accepts = self.chance.random() < 0.7
                self.attempt(seat, bank.AcceptLoan(loan.id) if accepts else bank.DeclineLoan(loan.id))
            elif loan.lender == seat and self.chance.random() < 0.2:
                self.attempt(seat, bank.ForgiveLoan(loan.id))


def recorded(recipe: Recipe) -> tuple[int, list[str]]:
    """The first game from the recipe's seed on that is what it asks for, and its seed."""
    for seed in count(recipe.seed):
        lines = list(Recording(replace(recipe, seed=seed)).play())
        events = [json.loads(line) for line in lines[1:]]
        ended = [event["data"]["ending"]["code"] for event in events if event["kind"] == "game_ended"]
        small = len(events) <= LARGEST
        if small and ended[-1] == recipe.ending and set(recipe.holds) <= {event["kind"] for event in events}:
            return seed, lines
    raise AssertionError("seeds do not end")


def main() -> None:
    """Writes what is played differently now into a folder of its own; what is recorded stays as it is."""
    newest = {path.stem: path for path in RECORDED}
    folder = FOLDER / f"v{1 + max(map(version_of, EVERY))}"
    for name, text, seed, ending in (*recorded_abilene(), *recorded_cows(), *recorded_evenings(), *recorded_western()):
        news = name not in newest or newest[name].read_text() != text
        if news:
            keep(folder / f"{name}.jsonl", text)
        said = f"kept in {folder.name}" if news else "as recorded"
        print(f"{name}: {text.count(chr(10)) - 1} events, {len(text) // 1024} kB, {ending} (seed {seed}), {said}")


def recorded_abilene() -> Iterator[tuple[str, str, int, str]]:
    """Every recipe's name, its export, the seed it was found with, and its ending."""
    for recipe in RECIPES:
        seed, lines = recorded(recipe)
        yield recipe.name, "".join(lines), seed, recipe.ending


def keep(path: Path, text: str) -> None:
    """Writes a new recording and its digest."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    with FOLDER.joinpath("SHA256SUMS").open("a") as sums:
        sums.write(f"{digest}  {path.relative_to(FOLDER)}\n")


if __name__ == "__main__":
    main()
