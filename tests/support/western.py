"""An evening of Western Town for tests: a table in memory, whose players act through ``Tables.act`` as phones do."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping

from companion.core.secrets.ballot import Opening
from companion.core.table.commands import SetRule, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.western_town.camp.attack import ChooseTarget, DefendTarget
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.guided_turn import Round
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.count import CountUp
from companion.games.western_town.lincoln.visit import ConfirmTown, HoldVisit
from companion.games.western_town.phase import Situation
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import Board, Circle, State, printed
from companion.games.western_town.town.by_hand import ChangeTown, Reason
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.act import CarryOut
from companion.games.western_town.turn.carry_out import answers_of
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.order import random_command
from companion.games.western_town.turn.stars import DrawStars
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing import Evening

NAMES = ("Robin", "Alexandre", "Theo", "Dan")
STARTS = ("Marshal Bright", "Digger Jane", "Parson Reed", "Old Tom Harker")
ROBIN, ALEXANDRE, THEO, DAN = (f"s{number}" for number in range(1, 5))


class TownEvening(Evening):
    """A game of Western Town. Robin is lead marshal; the grand manitou sits to his right."""

    code = "TOWN"

    def __init__(self, players: int = 3, level: Level = Level.BANK, **rules: str | int | bool) -> None:
        row = TableRow(self.code, "western_town", "2012", level.value, False, "", 0.0, 0)
        super().__init__(Log(":memory:"), row, random.Random(7))
        for name in NAMES[:players]:
            self.act(None, TakeSeat(name, {}))
        for name, value in rules.items():
            self.act(ROBIN, SetRule(name, value))

    def _clock(self) -> float:
        return 0.0  # so that recordings of the same game are equal

    def opening(self, seat: str, choice: str) -> Opening:
        return Opening(choice, _nonce(self.ballot.id, seat))

    def start(self) -> TownEvening:
        self.act(ROBIN, StartGame(ROBIN))
        return self

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def board(self, seat: str) -> Board:
        return self.state.towns[seat]

    def has(self, seat: str, what: Resource) -> int:
        return self.board(seat).town.count(what)

    def circle(self, seat: str = ROBIN) -> Circle:
        return self.state.circle(seat)

    # --- the guided turn ----------------------------------------------------------------------

    @property
    def round(self) -> Round:
        turn = self.circle().round
        assert turn
        return turn

    def play_phase_1(self, *card: Expectation) -> TownEvening:
        """Play phase 1: turn up a Lincoln card; in the first turn give each seat the start card in ``STARTS``."""
        if self.board(ROBIN).buildings == printed():
            for circle in self.state.circles:
                self.act(circle.lead, DrawStars())
            for seat, name in zip(self.state.seats, STARTS, strict=False):
                self.act(seat, TakeStart(name, place="c1"))
        self.act(ROBIN, TurnUpCard(card or (Expectation.INHABITANTS,)))
        return self

    def play(self, seat: str, card: str) -> None:
        """Play a card openly and carry it out with the first answer that it allows."""
        self.act(seat, PlayCard(card))
        self.carry_out_cards(seat)

    def carry_out_cards(self, *seats: str) -> None:
        """Carry out the cards of these seats with the first answer each allows, and throw red where a throw is due."""
        for seat in seats:
            while (turn := self.circle(seat).round) and any(each.seat == seat for each in turn.acting):
                self.act(seat, self.first_answer(seat))
            while self.circle(seat).throwing:
                self.act(seat, ThrowDie(Side.RED))

    def first_answer(self, seat: str) -> CarryOut:
        """Return the first answer that the seat's card allows, with no card taken back into the hand."""
        now = Situation(self.table, self.state, seat)
        assert now.acting
        offer, _, victim = answers_of(now, now.acting, now.deck.effect(now.acting))[0]
        return CarryOut(offer, victim=victim)

    def third_cards(self, cards: Mapping[str, str]) -> None:
        """Play the third card of each seat in turn, from the start of phase 3."""
        for _ in cards:
            assert self.round.exploiting
            seat = self.round.exploiting.turn
            self.play(seat, cards[seat])

    def lay_sealed(self, cards: Mapping[str, str]) -> None:
        """Seal a card at each of these seats, and open them."""
        self.seal(cards)
        self.open(cards)

    def play_on(self, chance: random.Random, *people: str) -> None:
        """Give a random legal command at one of the seats that the table waits for, of ``people`` if some are named."""
        ballot, seats = self.table.ballot, people or self.state.seats
        if ballot and not ballot.votes:
            self.lay_sealed({seat: chance.choice(ballot.choices_of(seat)) for seat in ballot.voters if seat in seats})
            return
        able = [(seat, command) for seat in seats if (command := random_command(self.table, seat, chance))]
        seat, command = chance.choice(able)
        self.together(seat, command) if isinstance(command, CountUp) else self.act(seat, command)

    # --- frequent actions ---------------------------------------------------------------------

    def give(self, seat: str, changes: Mapping[Resource, int]) -> None:
        for what, by in changes.items():
            self.act(seat, ChangeTown({what: by}, Reason.PLAYED))

    def throw(self, seat: str, *sides: Side) -> None:
        self.act(seat, *(ThrowDie(side) for side in sides))

    def strike(self, manitou: str, colour: Indian, target: str, owner: str, defend: bool) -> None:
        self.act(manitou, ChooseTarget(colour, target))
        self.act(owner, DefendTarget(defend))

    def hold_visit(self, seat: str = ROBIN) -> None:
        """Confirm all towns around the seat's camp, and let its lead marshal hold Lincoln's visit."""
        for each in self.circle(seat).unready:
            self.act(each, ConfirmTown())
        self.act(self.circle(seat).lead, HoldVisit())

    def turn(self, *card: Expectation) -> None:
        """Play a turn in which only the visit happens; ``card``: the Lincoln card to turn up first."""
        if card:
            self.act(ROBIN, TurnUpCard(card))
        for circle in self.state.circles:
            self.hold_visit(circle.seats[0])

    def final_scores(self) -> Mapping[str, tuple[int, int]]:
        """Count the points with everybody's consent. Return rank and score by seat."""
        self.together(ROBIN, CountUp())
        ending = self.table.ending
        assert ending
        return {line.seat: (line.rank, line.score) for line in ending.standings}


def _nonce(ballot: int, seat: str) -> str:
    return hashlib.sha256(f"{ballot} {seat}".encode()).hexdigest()
