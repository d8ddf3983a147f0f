"""The part of the game that all editions of Abilene share; each edition is a subclass."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import ClassVar, Generic, TypeVar

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.members import BoardRules, CameraRules
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.identity import identity_cache
from companion.core.members import Bots
from companion.core.messages import Command, Event, Posting
from companion.core.money.bank import open_loans
from companion.core.money.ledger import BANK
from companion.core.phases import Pending, current
from companion.core.plugin import AutoEnd, Consent, Game
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import Level, Seat, Table, TablePhase
from companion.core.text import Fact, Text, fact, say
from companion.core.ui.board_page import Arranging, ArrangingOffer, BoardTerms, BoardView
from companion.core.ui.choice import Choice, Field
from companion.core.ui.page import Page, Part, PlayerRow, Sound, StepState, progress
from companion.core.ui.printable import Printables
from companion.games.abilene.common import messages, phases, seats
from companion.games.abilene.common.board.movement import JAIL
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.reference_boards import around_the_town, reference_board
from companion.games.abilene.common.camera.observations import (
    FIGURES,
    colour_owners,
    expected_observation,
    initial_observation,
)
from companion.games.abilene.common.event_text import FEATS
from companion.games.abilene.common.house_rules import MovementRules
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.screens.boards import TERMS, plain_board
from companion.games.abilene.common.screens.parts import (
    SaleView,
    board_for,
    dice_of,
    headline,
    over_words,
    players_for,
    prompt_of,
    sale_parts,
)
from companion.games.abilene.common.seats import Seating
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.setup import own_boards
from companion.games.abilene.common.setup.arranging import (
    arranged,
    arranging,
    check_complete,
    differences,
    offered,
)
from companion.games.abilene.common.state import State

S = TypeVar("S", bound=State)

AGREED = "agreed"
"""the ending that everybody agreed to"""


class Abilene(Game, Generic[S]):
    """An edition of Abilene; amounts in dollars."""

    name = "abilene"
    title = say("Abilene")
    sounds: ClassVar[Mapping[type[Event], Sound]] = dict.fromkeys(
        (messages.CowPlaced, messages.TheftRecorded, messages.DuelRolled), Sound.ATTACK
    )
    results: ClassVar[tuple[type[Event], ...]] = (messages.DuelRolled,)
    moves_pieces = True
    votes_in_secret = True
    feat_kinds = FEATS

    builtin_board: ClassVar[str]
    """the name of the edition's own board"""
    board_terms: ClassVar[BoardTerms] = TERMS
    """the words for the things on it"""
    figures: ClassVar[FigureRules] = FIGURES
    """facts of the figures for a camera"""
    seating: ClassVar[Seating]
    movement: ClassVar[MovementFacts]
    turns: ClassVar[MovementRules]
    """how figures move where no table has read the rules otherwise"""
    beside: ClassVar[tuple[str, ...]] = ()
    """where cowboys may stay beside the cells"""
    arrange: ClassVar[type[messages.ArrangeBoard]] = messages.ArrangeBoard
    """the command that says where every figure stands"""

    step_words: ClassVar[Mapping[Level, Mapping[messages.Step, Text]]]
    """the steps of a turn in their order, as pages call them"""
    phases: tuple[Phase[S], ...]
    """the phases of a turn, those first that hold up the others"""

    @identity_cache(most=64)
    def situation(self, table: Table[S]) -> Situation[S]:
        """Return the table as the phases see it."""
        return Situation(self.layout_of(table), table, table.play)

    @identity_cache(most=64)
    def _pending(self, table: Table) -> Pending[Phase[S]]:
        """Return what the table waits for: the same on every page."""
        return current(self.phases, self.situation(table))

    # --- before the game ----------------------------------------------------------------------

    def _seating(self, table: Table) -> Seating:
        return seats.on_board(self.seating, self.layout_of(table)) if table.board else self.seating

    @cached_property
    def board(self) -> BoardRules:
        return BoardRules(
            layout=self.layout,
            terms=self.board_terms,
            check=partial(own_boards.check_board, self.layout(), self.edition.players[0]),
            figures=own_boards.figures,
            try_move=self.try_move,
            arranging=self.arranging,
        )

    def layout(self) -> Layout:
        """Return the edition's own board."""
        return reference_board(self.builtin_board)

    def layout_of(self, table: Table) -> Layout:
        """Return the board that this table plays on: the one chosen at set-up, else the edition's own."""
        return self.board.at(table)

    def try_move(self, layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
        """Return where a figure that stands alone on the cell could go with one die, and what happens there."""
        return own_boards.trial(layout, figure, cell, steps, self.turns, self.movement)

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        return seats.fields(self._seating(table), table, seat)

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        return seats.check(self._seating(table), table, seat, picks)

    def moved(self, table: Table) -> Mapping[str, Mapping[str, str]]:
        return seats.moved(self._seating(table), table)

    @abstractmethod
    def seat_words(self, picks: Mapping[str, str]) -> Text:
        """Return where somebody sits, in a few words."""

    # --- rules --------------------------------------------------------------------------------

    leaving = (say("Your cowboys leave the board and your cattle stays on it; your money goes to the bank."),)
    stopping = (say("Loans are settled, and what everyone has is counted."),)

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        if not waived:
            seats.check_together(self._seating(table), table)
        order = seats.clockwise(table, table.ids[first], around_the_town(self.layout_of(table)))
        cash = tuple(Posting(BANK, seat, table.rules.starting_money, fact("starting_money")) for seat in table.ids)
        placed = self.place(self.layout_of(table), table)
        return (GameStarted(order), replace(placed, postings=cash), messages.TurnBegan(order[0], 1))

    @abstractmethod
    def place(self, layout: Layout, table: Table) -> messages.HerdsPlaced:
        """Return how the figures stand at the start, no money yet."""

    def decide(self, table: Table[S], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, messages.ArrangeBoard):
            return (messages.BoardArranged(seat, self._arranged(table, command, waived), dict(command.colours)),)
        self.check_player(table.play, seat)
        return phases.decide(self.phases, replace(self.situation(table), seat=seat, waived=waived), command)

    def follow(self, table: Table) -> tuple[Event, ...]:
        return phases.follow(self.phases, self.situation(table))

    def auto_end(self, table: Table) -> AutoEnd | None:
        phase, seats = self._pending(table)
        found = phase.auto_end(self.situation(table)) if seats else None
        return None if found is None or self.uses_bank(table, found.seat) else found

    def uses_bank(self, table: Table, seat: str) -> bool:
        """Return whether the seat can use the bank in its own turn alone: to repay a loan.

        Its balance is not asked, or the timer would tell it to everybody.
        """
        if all(loan.lender != BANK for loan in open_loans(table.loans, (seat,))):
            return False
        try:
            self.repay(table, seat, waived=False)
        except RuleError:  # not in this edition, or not at this table
            return False
        return True

    @abstractmethod
    def check_player(self, state: S, seat: str) -> None:
        """Check that the seat may give commands at all. Raise RuleError."""

    def stopped(self, table: Table[S]) -> tuple[Event, ...]:
        if table.play.sale:
            raise NotNow.saying(SENTENCES, fact("sale_unfinished"))
        return (self.end(table, fact(AGREED)),)

    @abstractmethod
    def end(self, table: Table, reason: Fact) -> GameEnded:
        """Return the final count."""

    def _arranged(self, table: Table[S], command: messages.ArrangeBoard, waived: bool = False) -> Position:
        for place, counts in ((JAIL, command.jail), (TOWN, command.town)):
            if any(counts.values()) and place not in self.beside:
                raise BadRequest(say("In this edition no cowboy stays in the town or in a jail."))
        position = arranged(self.layout_of(table), table, table.play, command)
        if not waived:
            check_complete(table.play, position, command.colours)
        return position

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        if isinstance(command, messages.ArrangeBoard):
            self._arranged(table, command)
            return self._by_other_seats(table, seat, fact("figures_arranged"))
        return phases.consent(self.phases, self.situation(table), seat, command)

    def meaning(self, table: Table[S], event: Event) -> Sequence[Text]:
        if not isinstance(event, messages.BoardArranged):
            return ()
        state = table.play
        return differences(state.position, event.position)

    def _by_other_seats(self, table: Table, seat: str, title: Fact) -> Consent:
        other_seats = tuple(other for other in table.people(but=seat) if other in self.in_play(table))
        return Consent(other_seats, len(other_seats), title)

    def in_play(self, table: Table[S]) -> Sequence[str]:
        state = table.play
        return state.solvent

    # --- what is shown ------------------------------------------------------------------------

    def page(self, table: Table, seat: str | None) -> Page:
        if table.play is None or table.phase is TablePhase.LOBBY:
            return Page(self.title)
        now = self.situation(table)
        board, sale = plain_board(now.layout, now.state), sale_parts(self.last_sale(now.state))
        arranging = offered(table, seat, self.arrange) if seat else None
        if table.phase is TablePhase.OVER and table.ending:
            return Page(over_words(table.ending, self.sentences), board=board, parts=sale, arranging=arranging)
        return self._page_of_turn(now, board, sale, seat, arranging)

    def _page_of_turn(
        self,
        now: Situation[S],
        board: BoardView | None,
        sale: tuple[Part, ...],
        seat: str | None,
        arranging: ArrangingOffer | None,
    ) -> Page:
        phase, seats = self._pending(now.table)
        waited_for = seat in seats
        player = seat if seat in now.state.solvent else None
        choices = phase.choices if waited_for else phase.choices_out_of_turn
        out_of_turn = waited_for and seat != now.state.turn.seat
        return Page(
            headline=phase.question(now, self.sentences) if waited_for else headline(phase, seats, now, seat),
            prompt=(*prompt_of(phase, seats, now, seat), *self.notices(now.table)),
            steps=self.steps(now.state),
            choices=choices(now, player) if player else (),
            money=self.money(now, player) if player else (),
            board=board_for(phase, seats, now, board, seat),
            arranging=arranging,
            dice=self.dice(now.state),
            parts=(*self.private_parts(now, player), *sale) if player else sale,
            asked=phase.called() if out_of_turn else "",
        )

    def dice(self, state: S) -> tuple[tuple[str, int, bool], ...]:
        """Return the dice of the turn: kind, face, already used."""
        return dice_of(state)

    @identity_cache(most=64)
    def steps(self, state: S) -> tuple[tuple[StepState, Text], ...]:
        """Return the steps of the turn, and how far it has come."""
        words = self.step_words[Level.BANK if state.position is None else Level.BOARD]
        now = messages.Step.SALE if state.sale else state.turn.step
        return progress([*words.values()], [*words].index(now) if now in words else 0)

    @abstractmethod
    def last_sale(self, state: S) -> SaleView | None:
        """Return the sale that was settled last, until play goes on."""

    @abstractmethod
    def money(self, now: Situation[S], seat: str) -> tuple[Choice, ...]:
        """Return what the bank offers this seat."""

    def notices(self, table: Table[S]) -> tuple[Text, ...]:
        """Return lines that everybody reads, whatever the table waits for."""
        return ()

    def private_parts(self, now: Situation[S], seat: str) -> tuple[Part, ...]:
        """Return what only the phone of this seat shows."""
        return ()

    def arranging(self, table: Table, seat: str, proposal: Command | Observation | None = None) -> Arranging | None:
        """Return how this seat can set up the board by hand, beginning with the proposal if there is one."""
        return arranging(self.layout_of(table), table, seat, proposal, self.beside, self.arrange)

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        return players_for(self.layout_of(table), table, seat, self.known_of)

    @abstractmethod
    def known_of(self, layout: Layout, table: Table, seat: Seat) -> tuple[Text, ...]:
        """Return what everybody may know of a seat, in a few words each; in the lobby, too."""

    def shows_ballot(self, table: Table[State | None]) -> bool:
        state = table.play
        return state is not None and state.sale is not None

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, messages.TurnBegan)

    @property
    def chart_letters(self) -> Mapping[str, Text]:
        return {"S": say("a sale"), "T": say("a theft"), "B": say("a bankruptcy")}

    @abstractmethod
    def printables(self) -> Printables:
        """Return everything that can be printed besides the board."""

    @property
    @abstractmethod
    def bots(self) -> Bots:
        """Return the box's own players."""

    # --- a camera -----------------------------------------------------------------------------

    @property
    def coloured(self) -> bool:
        """Return whether cattle has the colour of its first owner, for all to see."""
        state: type[State] = self.state
        return state.coloured

    @cached_property
    def camera(self) -> CameraRules:
        return CameraRules(
            expected=self.expected_observation,
            judge=self.judge,
            initial=self.initial_observation,
            owners=self.colour_owners,
            figures=self.figures,
            sticker_choice=self.sticker_choice,
            umpire=self.umpire,
        )

    def expected_observation(self, table: Table) -> Observation | None:
        """Return what a faultless camera would see now."""
        return expected_observation(self.layout_of(table), table, self.coloured)

    @abstractmethod
    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        """Return the judgement of an observation by the rules; None when nobody can say."""

    def colour_owners(self, table: Table) -> Mapping[str, str]:
        """Return whose figures a camera sees, by their kind."""
        return colour_owners(table, self.coloured)

    def initial_observation(self, regions: Sequence[str], layout: Layout | None = None) -> Observation:
        """Return what a faultless camera sees before the first move, the figures of ``regions`` in their places."""
        return initial_observation(layout or self.layout(), regions, self.coloured)

    def sticker_choice(self, table: Table, seat: str, code: str) -> Choice | None:
        """Return what this seat does by turning over the sticker with this code; None: nothing now."""
        return None

    @abstractmethod
    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        """Return the judge of pictures of a game without its table."""
