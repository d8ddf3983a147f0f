"""Recorded games of Unexploded Cow, played by the box's own players; ``python -m tests.record`` writes them.

Between their moves the people at the table do what cards say, lend, pay, undo and change their minds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from companion.app.export import export_lines
from companion.app.tables import Tables
from companion.core.capabilities import WithBots
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money import bank_messages as bank
from companion.core.table.table import Level, Table, TablePhase
from companion.core.table.table_messages import (
    Agree,
    ChooseCatalogue,
    SetLevel,
    SetRule,
    StartGame,
    TakeSeat,
    Undo,
)
from companion.games import registry
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from companion.games.unexploded_cow.state import State
from companion.store.log import Log, TableRow

CODE = "GAME"
GAME, EDITION = "unexploded_cow", "2011"
LARGEST = 260
"""events of a game that is still small enough to be kept"""
LONGEST = 600
SMALL_DECK = """type,name,price,value,abilities,copies,points,amount,text
cow,Plain Jane,100,300,,4,,,
cow,Fat Frieda,200,600,,2,,,
cow,Bad Berta,100,-200,,2,,,
cow,Sly Susan,100,200,spy,2,,,
cow,Fixing Fay,200,300,mechanic,2,,,
cow,Bossy Bea,200,200,general,2,,,
cow,Keen Kate,100,200,pfc,2,,,
cow,Loud Lou,200,300,bomber,2,,,
event,A second roll,100,,,2,,,Roll once more.
city,Upper Meadow,,,,,3,200,
city,Lower Meadow,,,,,5,,Draw a card.
"""
ONE_CITY = SMALL_DECK.replace("city,Lower Meadow,,,,,5,,Draw a card.\n", "")


@dataclass(frozen=True)
class Recipe:
    """The first game from seed 1 on that ends in ``ending`` and ``holds`` these kinds of events."""

    name: str
    ending: str
    players: int
    level: Level = Level.BOARD
    holds: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = field(default_factory=dict)
    deck: str = ""
    """the catalogue that is played with; "" for the game's own"""
    beside: int = 4
    """one chance in so many that somebody does something beside the simple players' moves; 0: nobody"""
    other_level: int = 0
    stop_at: int = 0


RECIPES = (
    Recipe(
        "unexploded_cow_pot_empty",
        "pot_empty",
        3,
        holds=("undone", "city_won", "reacted", "bombs_given", "sudden_death_began", "bank_loan_taken", "event_played"),
        deck=SMALL_DECK,
    ),
    Recipe(
        "unexploded_cow_last_cow",
        "last_cow",
        4,
        holds=("roll_began", "cows_paid", "herd_arranged", "cow_moved", "cow_removed"),
        rules={"mechanic_reward": 200, "ability_decider": "herd_owner", "reante_when_empty": True},
        deck=SMALL_DECK,
    ),
    Recipe("unexploded_cow_no_cows", "no_cows", 3, holds=("pot_settled",), deck=ONE_CITY, beside=0),
    Recipe(
        "unexploded_cow_last_cow_ledger",
        "last_cow",
        2,
        Level.BANK,
        ("mechanic_paid", "city_won", "pot_paid", "bank_loan_taken"),
        {"allow_two": True},
    ),
    Recipe(
        "unexploded_cow_agreed_own_deck",
        "agreed",
        5,
        holds=("level_changed", "undone", "pot_paid"),
        rules={"sudden_death_abilities": False, "mechanic_once_per_turn": True},
        other_level=40,
        stop_at=70,
    ),
)


class CowRecording:
    """A game being played."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.chance = random.Random(seed)
        log = Log(":memory:")
        log.add_table(TableRow(CODE, GAME, EDITION, recipe.level.value, False, f"recorded {seed}", 0.0, 0))
        self.now = 0
        self.tables = Tables(log, registry(), clock=self.clock, chance=self.chance)

    def clock(self) -> float:
        self.now += 1
        return float(self.now)

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def act(self, seat: str | None, command: Command) -> None:
        """What the seat does, and everybody agrees where they are asked."""
        self.tables.act(CODE, seat, command)
        while self.table.motions:
            motion = self.table.motions[0]
            asked = next(other for other in motion.asked if other not in motion.agreed)
            self.tables.act(CODE, asked, Agree(motion.id))

    def attempt(self, seat: str, command: Command) -> None:
        """Something that may well be refused."""
        try:
            self.act(seat, command)
        except RuleError:
            return

    def play(self) -> Iterator[str]:
        """The whole game; its export."""
        for name in ("Ann", "Bob", "Cid", "Dan", "Eve")[: self.recipe.players]:
            self.tables.act(CODE, None, TakeSeat(name, {}))
        for rule, value in self.recipe.rules.items():
            self.act("s1", SetRule(rule, value))
        if self.recipe.deck:
            self.act("s1", ChooseCatalogue("a small deck", self.recipe.deck))
        self.act("s2", StartGame(None))
        for number in range(LONGEST):
            if self.table.phase is not TablePhase.PLAYING:
                break
            if number and number == self.recipe.other_level:
                self.act("s1", SetLevel(Level.BANK))
            if 0 < self.recipe.stop_at <= number:
                self.act("s1", m.StopGame())
            elif self.recipe.beside and self.chance.randrange(self.recipe.beside) == 0:
                self.something_else()
            else:
                self.step()
        return export_lines(self.tables, CODE)

    def step(self) -> None:
        """The next thing that the game waits for."""
        game = self.tables.live(CODE).game
        assert isinstance(game, WithBots)
        for seat in self.table.ids:
            if command := game.bot_command(self.table, seat, self.chance, None):
                return self.act(seat, command)
        raise RuntimeError(f"{self.recipe.name}: nobody has anything to do")

    def something_else(self) -> None:
        """What cards say, and what people do beside the game."""
        state, chance = self.state, self.chance
        active = state.turn.active
        one, two = chance.sample(self.table.ids, 2)
        cows = [cow.id for herd in state.herds.values() for cow in herd] or [""]
        mine = [cow.id for cow in state.herds.get(active, ())]
        amount = 100 * chance.randrange(1, 12)
        deeds: tuple[tuple[str, Command], ...] = (
            (active, m.PlayEvent(100, "An old trick")),
            (active, m.PlayCard("A second roll")),
            (active, m.RollDie(face=chance.randint(1, 6), extra=True)),
            (active, m.MoveCow(chance.choice(cows), two)),
            (active, m.RemoveCow(chance.choice(cows))),
            (active, m.ExplodeCow(chance.choice(cows), asked=chance.random() < 0.5)),
            (active, m.ArrangeHerd(tuple(reversed(mine)))),
            (active, m.TakeFromPot(100, two, "a card says so")),
            (active, m.CountMechanic(one)),
            (active, m.TakeCity("Nether Meadow", 4, 100)),
            (active, m.PlayCow(two, 200, "Cow of our own", -100, (Ability.SPY, Ability.PFC), End.RIGHT)),
            (one, bank.Pay(two, amount, "a favour")),
            (one, bank.Pay("pot", amount)),
            (one, bank.BorrowFromBank(amount)),
            (one, bank.RepayLoan(next(iter(self.table.loans), 0))),
        )
        if chance.random() < 0.15 and self.table.done:
            return self.attempt(one, Undo(self.table.done[-1].before))
        return self.attempt(*chance.choice(deeds))


def recorded_cows() -> Iterator[tuple[str, str, int, str]]:
    """Every recipe's name, its export, the seed it was found with, and its ending."""
    for recipe in RECIPES:
        yield from _found(recipe)
    yield "unexploded_cow_agreed_levels", "".join(_written_down()), 1, "agreed"


def _written_down() -> Iterator[str]:
    """A city won by the closing roll, a card that blows up a cow, a loan, the money only, and a player leaves."""
    game = CowRecording(Recipe("", "", 4), 1)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        game.act(None, TakeSeat(name, {}))
    game.act("s1", StartGame("s1"))
    game.act("s1", m.TurnUpCity("Kettlebridge"))
    game.act("s2", bank.OfferLoan("s1", 500, 100, "after the game"))
    game.act("s1", bank.AcceptLoan(next(iter(game.table.loans))))
    for card, into in (
        ("Clover", "s1"),
        ("Boom Bessie", "s1"),
        ("Sparky", "s2"),
        ("Agent Moo", "s2"),
        ("Grumble", "s3"),
    ):
        game.act("s1", m.PlayCard(card, into))
    ids = {cow.name: cow.id for herd in game.state.herds.values() for cow in herd}
    game.act("s1", m.ExplodeCow(ids["Grumble"]))
    game.act("s1", m.RollDie(1))  # Clover: the city of Kettlebridge, which rolls once more
    game.act("s1", m.RollDie(1))
    game.act("s1", m.ExplodeCow(ids["Sparky"], asked=True))
    game.act("s2", m.React(ids["Sparky"], use=True))
    game.act("s1", m.CarryOut())
    game.act("s2", m.TurnUpCity("Calais", 3, 200, "Shoot a cow."))
    game.act("s2", SetLevel(Level.BANK))
    game.act("s2", m.PlayCow("s4", 200, "Duchess"))
    game.act("s2", m.EndTurn())
    game.act("s3", m.TakeCity("Calais", 3, 200))
    game.act("s3", SetLevel(Level.BOARD))
    game.act("s3", m.RemoveCow(ids["Sparky"]))
    game.act("s3", m.PlayCard("Duchess", "s4"))
    game.act("s3", m.PlayCard("Mata Heifer", "s3", owner="s1"))
    game.act("s3", m.FollowHerds(10))
    game.act("s3", m.LeaveGame())
    game.act("s4", m.TurnUpCity("Bramblewick"))
    game.act("s4", m.RollDie(1))
    game.act("s1", m.StopGame())
    return export_lines(game.tables, CODE)


def _found(recipe: Recipe) -> Iterator[tuple[str, str, int, str]]:
    for seed in count(1):
        lines = list(CowRecording(recipe, seed).play())
        events = [json.loads(line) for line in lines[1:]]
        ended = [event["data"]["ending"]["code"] for event in events if event["kind"] == "game_ended"]
        kinds = {event["kind"] for event in events}
        if len(events) <= LARGEST and ended[-1:] == [recipe.ending] and set(recipe.holds) <= kinds:
            yield recipe.name, "".join(lines), seed, recipe.ending
            return
