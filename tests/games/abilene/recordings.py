"""Recorded games of Abilene: ``companion record-game abilene --script tests/games/abilene/recordings.py``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.lookups import board_of
from companion.core.messages import Command
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.money.ledger import BANK
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.commands import Agree, CorrectBooks, Refuse, SetLevel, StartGame, TakeSeat
from companion.core.table.table import Level, Proposal
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.messages import ArrangeBoard
from companion.games.abilene.edition_1993.messages import GoBankrupt
from companion.testing.evening import NAMES
from companion.testing.recorder import Recipe, Recording, recorded

RANCHES = {"1993": {3: "BDF", 4: "ABDE", 5: "ABCDF", 6: "ABCDEF"}, "1983": {2: "AC", 3: "ABC"}}


@dataclass(frozen=True, kw_only=True)
class Prairie(Recipe):
    """The recipe of a recorded game of Abilene, see ``Recipe``."""

    game: str = "abilene"
    edition: str = "1993"
    poor: int | None = None
    """the starting money of all players but the first, so that money runs out"""
    proud: bool = False
    """whether players go bankrupt instead of borrowing"""
    other_level: int = 0
    """the number of steps after which the table changes to the other level; 0: never"""
    leave_at: int = 0
    """the number of steps after which the last player leaves; 0: never"""
    stop_at: int = 0
    """the number of steps after which a player asks to end the game, until all agree; 0: never"""


RECIPES = (
    Prairie(
        "abilene_no_cattle_board",
        "no_cattle",
        3,
        Level.BOARD,
        seed=6,
        event_kinds=("undone", "duel_won", "loan_repaid"),
    ),
    Prairie(
        "abilene_cows_sold_board",
        "cows_sold",
        4,
        Level.BOARD,
        seed=372,
        event_kinds=("undone", "cowboy_released", "ballot_voided"),
        rules={"cows_to_sell": 8, "loan_anytime": True},
    ),
    Prairie(
        "abilene_last_solvent_bank",
        "last_solvent",
        3,
        Level.BANK,
        seed=223,
        event_kinds=("undone", "loan_accepted", "loan_lapsed"),
        poor=300,
        proud=True,
    ),
    Prairie(
        "abilene_no_cattle_bank",
        "no_cattle",
        6,
        Level.BANK,
        seed=7,
        event_kinds=("undone", "bank_loan_taken", "went_bankrupt"),
        rules={"bankrupt_player": "stays", "contest_rule": "any_doubt", "accuser_split": True, "end_check": "at_once"},
        poor=1200,
    ),
    Prairie(
        "abilene_cows_sold_board_then_bank",
        "cows_sold",
        5,
        Level.BOARD,
        seed=14,
        event_kinds=("undone", "level_changed"),
        rules={"cows_to_sell": 8, "cowboy_dice_mandatory": False, "abilene_transit": "always_turn"},
        other_level=150,
    ),
    Prairie(
        "abilene_no_cattle_bank_then_board",
        "no_cattle",
        4,
        Level.BANK,
        seed=8,
        event_kinds=("undone", "level_changed", "board_arranged"),
        rules={"end_check": "end_of_round", "max_turn_angle": 60, "food_when_releasable": False},
        other_level=40,
    ),
    Prairie(
        "abilene_six_left_board",
        "six_left",
        2,
        Level.BOARD,
        seed=3,
        event_kinds=("undone", "cowboy_beaten", "cowboy_returned", "cowboy_hired"),
        rules={"unowned_duel": "escapes", "interest_6000": 2000},
        edition="1983",
    ),
    Prairie(
        "abilene_six_left_board_cards",
        "six_left",
        2,
        Level.BOARD,
        seed=2,
        event_kinds=("undone", "cards_laid", "cards_compared", "cowboy_beaten"),
        rules={"duels": "cards", "fever_memo": True, "third_prairie": "closed"},
        edition="1983",
    ),
    Prairie(
        "abilene_six_left_bank",
        "six_left",
        3,
        Level.BANK,
        seed=2,
        event_kinds=("undone", "theft_recorded", "killed_recorded", "cowboy_hired", "bank_loan_taken"),
        rules={"votes_total": True, "interest_4000_inclusive": False},
        poor=500,
        edition="1983",
    ),
    Prairie(
        "abilene_agreed_board",
        "agreed",
        3,
        Level.BOARD,
        seed=7,
        event_kinds=("undone", "player_left", "steer_sold", "cowboy_moved", "loan_partly_repaid"),
        rules={"interest_each": True, "killed_again": True, "repay_early": True},
        edition="1983",
        leave_at=60,
        stop_at=110,
    ),
)


class PrairieRecording(Recording):
    """A game of Abilene that is being recorded."""

    recipe: Prairie

    def sit_down(self) -> None:
        self.in_parts = bool(self.recipe.stop_at)
        for name, ranch in zip(NAMES, RANCHES[self.recipe.edition][self.recipe.players], strict=False):
            self.act(None, TakeSeat(name, {"ranch": ranch}))
        self.choose_rules()
        self.act("s1", StartGame(None))
        if self.recipe.poor is not None:
            for seat in self.table.ids[1:]:
                more = self.table.accounts[seat] - self.recipe.poor
                self.act(seat, CorrectBooks(seat, BANK, more, "a poor start"))

    def answer(self, motion: Proposal) -> Command:
        return Refuse(motion.id) if self.chance.random() < 0.1 else Agree(motion.id)

    def move(self, command: Command) -> Command:
        return GoBankrupt() if self.recipe.proud and isinstance(command, BorrowFromBank) else command

    def game_action(self, seat: str) -> None:
        self.attempt(seat, GoBankrupt())

    def between(self, number: int) -> bool:
        if number and number == self.recipe.other_level:
            self.change_level()
        if number and number == self.recipe.leave_at:
            self.attempt(self.table.ids[-1], LeaveGame())
        if 0 < self.recipe.stop_at <= number:
            self.attempt(self.table.ids[0], StopGame())
        return super().between(number)

    def change_level(self) -> None:
        """Change to the other level. Going up to the board, arrange the figures near their start cells."""
        board = self.table.level is Level.BANK
        self.agreed("s1", SetLevel(Level.BOARD if board else Level.BANK))
        if board and self.table.level is Level.BOARD:
            layout = board_of(self.tables.live(self.code).game, self.table)
            assert layout is not None
            state = self.table.play
            figures = setup(layout, {seat: state.ranches[seat] for seat in state.solvent})
            free_cells = {seat: layout.select(state.ranches[seat]) for seat in state.solvent}
            cows = []
            for seat, cells in free_cells.items():
                starts = figures.herd(layout, seat)
                more = (cell for cell in cells if cell not in starts and cell not in figures.cowboys)
                cows += [*starts, *more][: state.herd[seat]]  # more than nine where some are stolen
            free = {seat: 5 - state.in_jail(seat) for seat in state.solvent}
            cowboys = [cell for seat in state.solvent for cell in figures.cowboys_of(seat)[: free[seat]]]
            riders = {cell: figures.cowboys[cell] for cell in cowboys}
            self.agreed("s1", ArrangeBoard(tuple(cows), riders, {}, dict(state.jailed)))


def recordings() -> Iterator[tuple[str, str]]:
    """Yield name and export of each recorded game."""
    return (recorded(recipe, PrairieRecording) for recipe in RECIPES)
