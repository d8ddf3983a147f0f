"""An evening of Unexploded Cow in memory: players by name, every step through the door that phones use."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from companion.core.money.bank import debts
from companion.core.money.bank_messages import AcceptLoan, OfferLoan
from companion.core.table.commands import ChooseCatalogue, SetRule, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from companion.games.unexploded_cow.state import State
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing.evening import NAMES, Evening

ANN, BOB, CID, DAN = "s1", "s2", "s3", "s4"
CODE = "TEST"
POT = "pot"
TWO_CITIES = """type,name,price,value,abilities,copies,points,amount,text
cow,Plain,100,300,,4,,,
cow,Rich,200,800,,2,,,
cow,Bad,100,-200,,2,,,
event,A trick,200,,,1,,,
city,Alby,,,,,3,200,
city,Belby,,,,,5,,
"""


class CowNight(Evening):
    """A table whose first player is Ann."""

    code = CODE
    has = Evening.money

    def __init__(
        self,
        players: int = 3,
        level: Level = Level.BOARD,
        rules: Mapping[str, str | int | bool] | None = None,
        deck: str = "",
        file: Path | str = ":memory:",
        started: bool = True,
    ) -> None:
        row = TableRow(CODE, "unexploded_cow", "2011", level.value, False, "seed", 0.0, 0)
        super().__init__(Log(file), row, random.Random(1))
        for name in NAMES[:players]:
            self.act(None, TakeSeat(name, {}))
        for rule, value in (rules or {}).items():
            self.act(ANN, SetRule(rule, value))
        if deck:
            self.act(ANN, ChooseCatalogue("ours", deck))
        if started:
            self.act(ANN, StartGame(ANN))

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def owes(self, seat: str) -> int:
        return debts(self.table.loans, seat)

    def whole(self) -> int:
        """Return what never changes while the table plays (rules §1.4)."""
        table = self.table
        return sum(table.accounts[seat] - self.owes(seat) for seat in table.ids) + table.accounts[POT]

    def names(self, seat: str) -> list[str]:
        return [cow.name for cow in self.state.herds[seat]]

    def city(self, name: str = "Alby", points: int = 3, amount: int = 0) -> None:
        self.act(self.state.turn.active, cow_commands.TurnUpCity(name, points, amount))

    def cow(self, into: str, name: str, value: int, *abilities: Ability, price: int = 0, at: End = End.LEFT) -> None:
        self.act(self.state.turn.active, cow_commands.PlayCow(into, price, name, value, abilities, at))

    def roll(self, *faces: int) -> None:
        for face in faces:
            roll = self.state.roll
            self.act(roll.roller if roll else self.state.turn.active, cow_commands.RollDie(face))

    def lend(self, lender: str, borrower: str, amount: int, interest: int = 0) -> None:
        """Lend between two players, accepted; nothing where the lender has not so much."""
        if self.table.accounts[lender] >= amount:
            self.act(lender, OfferLoan(borrower, amount, interest))
            self.act(borrower, AcceptLoan(max(self.table.loans)))

    def react(self, seat: str, cow: str, use: bool, target: str = "") -> None:
        """Give the answer of a seat about the cow of this name."""
        ids = {each.name: each.id for herd in self.state.herds.values() for each in herd}
        self.act(seat, cow_commands.React(ids[cow], use, ids.get(target, "")))
