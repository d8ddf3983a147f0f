"""Recorded games of Unexploded Cow:
``companion record-game unexploded_cow --script tests/games/unexploded_cow/recordings.py``.

Between the moves of the simple players the people at the table do what cards say, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.app.export import export_lines
from companion.core.messages import Command
from companion.core.money import bank_messages as bank
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.commands import ChooseCatalogue, SetLevel, StartGame, TakeSeat, Undo
from companion.core.table.table import Level
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from companion.games.unexploded_cow.state import State
from companion.testing.evening import NAMES
from companion.testing.recorder import Recipe, Recording, recorded

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


@dataclass(frozen=True, kw_only=True)
class Pasture(Recipe):
    """See ``Recipe``."""

    game: str = "unexploded_cow"
    edition: str = "2011"
    level: Level = Level.BOARD
    largest: int = 260
    deck: str = ""
    """the catalogue that is played with; "" for the game's own"""
    beside: int = 4
    """one chance in so many that somebody does something beside the simple players' moves; 0: nobody"""
    other_level: int = 0
    stop_at: int = 0


RECIPES = (
    Pasture(
        "unexploded_cow_pot_empty",
        "pot_empty",
        3,
        seed=26,
        event_kinds=(
            "undone",
            "city_won",
            "reacted",
            "bombs_given",
            "sudden_death_began",
            "bank_loan_taken",
            "event_played",
        ),
        deck=SMALL_DECK,
    ),
    Pasture(
        "unexploded_cow_last_cow",
        "last_cow",
        4,
        seed=88,
        event_kinds=("roll_began", "cows_paid", "herd_arranged", "cow_moved", "cow_removed"),
        rules={"mechanic_reward": 200, "ability_decider": "herd_owner", "reante_when_empty": True},
        deck=SMALL_DECK,
    ),
    Pasture(
        "unexploded_cow_last_cow_ledger",
        "last_cow",
        2,
        level=Level.BANK,
        seed=38,
        event_kinds=("mechanic_paid", "city_won", "pot_paid", "bank_loan_taken"),
        rules={"allow_two": True},
    ),
    Pasture(
        "unexploded_cow_agreed_own_deck",
        "agreed",
        5,
        seed=4,
        event_kinds=("level_changed", "undone", "pot_paid"),
        rules={"sudden_death_abilities": False, "mechanic_once_per_turn": True},
        other_level=40,
        stop_at=70,
    ),
)


class CowRecording(Recording):
    """A game being played."""

    recipe: Pasture

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def sit_down(self) -> None:
        for name in NAMES[: self.recipe.players]:
            self.act(None, TakeSeat(name, {}))
        self.choose_rules()
        if self.recipe.deck:
            self.agreed("s1", ChooseCatalogue("a small deck", self.recipe.deck))
        self.agreed("s2", StartGame(None))

    def between(self, number: int) -> bool:
        if 0 < self.recipe.other_level <= number and self.table.level is not Level.BANK:
            self.attempt("s1", SetLevel(Level.BANK))  # refused while a die or a bomb is to be finished
        if 0 < self.recipe.stop_at <= number:
            self.agreed("s1", StopGame())
        elif self.recipe.beside and self.chance.randrange(self.recipe.beside) == 0:
            self.something_else()
        else:
            return False
        return True

    def something_else(self) -> None:
        """Play what cards say, and what people do beside the game."""
        state, chance = self.state, self.chance
        active = state.turn.active
        one, two = chance.sample(self.table.ids, 2)
        cows = [cow.id for herd in state.herds.values() for cow in herd] or [""]
        herd = [cow.id for cow in state.herds.get(active, ())]
        amount = 100 * chance.randrange(1, 12)
        deeds: tuple[tuple[str, Command], ...] = (
            (active, cow_commands.PlayEvent(100, "An old trick")),
            (active, cow_commands.PlayCard("A second roll")),
            (active, cow_commands.RollDie(face=chance.randint(1, 6), extra=True)),
            (active, cow_commands.MoveCow(chance.choice(cows), two)),
            (active, cow_commands.RemoveCow(chance.choice(cows))),
            (active, cow_commands.ExplodeCow(chance.choice(cows), asked=chance.random() < 0.5)),
            (active, cow_commands.ArrangeHerd(tuple(reversed(herd)))),
            (active, cow_commands.TakeFromPot(100, two, "a card says so")),
            (active, cow_commands.CountMechanic(one)),
            (active, cow_commands.TakeCity("Nether Meadow", 4, 100)),
            (active, cow_commands.PlayCow(two, 200, "Cow of our own", -100, (Ability.SPY, Ability.PFC), End.RIGHT)),
            (one, bank.Pay(two, amount, "a favour")),
            (one, bank.Pay("pot", amount)),
            (one, bank.BorrowFromBank(amount)),
            (one, bank.RepayLoan(next(iter(self.table.loans), 0))),
        )
        if chance.random() < 0.15 and self.table.done:
            return self.attempt(one, Undo(self.table.done[-1].before))
        return self.attempt(*chance.choice(deeds))


def recordings() -> Iterator[tuple[str, str]]:
    """Name and export of each."""
    yield from (recorded(recipe, CowRecording) for recipe in RECIPES)
    yield "unexploded_cow_no_cows", no_cow_left()
    yield "unexploded_cow_agreed_levels", levels_agreed()


def no_cow_left() -> str:
    """Return the shortest game: its only cow explodes and wins the last city, so nobody can roll for the rest."""
    game = CowRecording(Pasture(name="", ending="", players=3, deck=ONE_CITY), 1)
    game.sit_down()
    active = game.state.turn.active
    for command in (
        cow_commands.TurnUpCity("Upper Meadow"),
        cow_commands.PlayCard("Plain Jane", active),
        cow_commands.RollDie(1),
    ):
        game.agreed(active, command)
    return "".join(export_lines(game.tables, game.code))


def levels_agreed() -> str:
    """Return a city won by the closing roll, a card that blows up a cow, a loan, the money only, and a player
    leaves.
    """
    game = CowRecording(Pasture(name="", ending="", players=4), 1)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        game.act(None, TakeSeat(name, {}))
    game.act("s1", StartGame("s1"))
    game.agreed("s1", cow_commands.TurnUpCity("Kettlebridge"))
    game.agreed("s2", bank.OfferLoan("s1", 500, 100, "after the game"))
    game.agreed("s1", bank.AcceptLoan(next(iter(game.table.loans))))
    for card, into in (
        ("Clover", "s1"),
        ("Boom Bessie", "s1"),
        ("Sparky", "s2"),
        ("Agent Moo", "s2"),
        ("Grumble", "s3"),
    ):
        game.agreed("s1", cow_commands.PlayCard(card, into))
    game.agreed("s1", cow_commands.PassHerds(End.LEFT))
    game.agreed("s1", cow_commands.PassHerds(End.RIGHT))
    ids = {cow.name: cow.id for herd in game.state.herds.values() for cow in herd}
    game.agreed("s1", cow_commands.ExplodeCow(ids["Grumble"]))
    game.agreed("s1", cow_commands.RollDie(1))  # Clover: the city of Kettlebridge, which rolls once more
    game.agreed("s1", cow_commands.RollDie(1))
    game.agreed("s1", cow_commands.ExplodeCow(ids["Sparky"], asked=True))
    game.agreed("s2", cow_commands.React(ids["Sparky"], use=True))
    game.agreed("s1", cow_commands.CarryOut())
    game.agreed("s2", cow_commands.TurnUpCity("Calais", 3, 200, "Shoot a cow."))
    game.agreed("s2", SetLevel(Level.BANK))
    game.agreed("s2", cow_commands.PlayCow("s4", 200, "Duchess"))
    game.agreed("s2", cow_commands.EndTurn())
    game.agreed("s3", cow_commands.TakeCity("Calais", 3, 200))
    game.agreed("s3", SetLevel(Level.BOARD))
    game.agreed("s3", cow_commands.RemoveCow(ids["Sparky"]))
    game.agreed("s3", cow_commands.PlayCard("Duchess", "s4"))
    game.agreed("s3", cow_commands.PlayCard("Mata Heifer", "s3", owner="s1"))
    game.agreed("s3", cow_commands.FollowHerds(10))
    game.agreed("s3", LeaveGame())
    game.agreed("s4", cow_commands.TurnUpCity("Bramblewick"))
    game.agreed("s4", cow_commands.RollDie(1))
    game.agreed("s1", StopGame())
    return "".join(export_lines(game.tables, game.code))
