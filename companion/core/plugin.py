"""The interface of games: ``Game``, the base class of every game in ``companion/games``.

A game package has a function ``games() -> tuple[Game, ...]``: one object for each edition, the usual one first. A game
decides and words what happens; it holds no balances (``Table.accounts`` does), draws no pictures and knows no network.
What only some games have are its members: records of functions of ``companion.core.members`` and
``companion.boards.members``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.catalogue import Cards
from companion.core.edition import Edition, HouseRule, offers
from companion.core.errors import NotNow
from companion.core.feats import Feat, FeatKind
from companion.core.lessons import Lesson
from companion.core.members import Bots, CardRules, Exchange, Presets
from companion.core.messages import Command, Event
from companion.core.money.bank import open_loans
from companion.core.money.bank_messages import Loan
from companion.core.secrets.ballot import Ballot
from companion.core.table.commands import TakeIn
from companion.core.table.table import Level, Table
from companion.core.text import Catalogue, Fact, Text, say
from companion.core.ui.choice import Choice, DieLook, Field
from companion.core.ui.page import CardView, Page, PlayerRow, Sound
from companion.core.ui.printable import Printables

if TYPE_CHECKING:
    from companion.boards.members import BoardRules, CameraRules, MarkerRules


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent that a command needs: that of ``needs`` of ``asked``, and of each of ``owners``, who are among them.

    ``owners`` are filled in by the table: the seats with a sealed vote that the command takes away.
    """

    asked: tuple[str, ...]
    needs: int
    title: Fact
    owners: tuple[str, ...] = ()


Answer = Callable[[str], object]
"""A function that answers a rule question given as JSON text with plain values that can be written as JSON.

Raise RuleError for a refusal, pydantic's ValidationError for nonsense."""


@dataclass(frozen=True, slots=True)
class AutoEnd:
    """The command that ``seat`` would give next, because nothing else is left to it; ``words``: what that leads to."""

    seat: str
    command: Command
    words: Text


class Game(ABC):
    """An edition of a game: everything that a table asks of it, by topic.

    A game inherits from this class, and from no other of the core; an object of it is one edition. Abstract members
    are required, all others have a default.

    Every method is pure: it reads no clock and no file, draws no lots, and answers the same when it is asked again.
    ``table`` is the table as it is now, ``table.play`` the game's own state of it; ``seat`` is the id of a seat, None
    stands for the table screen. A method refuses what a player wants by raising RuleError with a sentence for that
    player; any other error is a mistake of the game.
    """

    # --- what it is ---------------------------------------------------------------------------

    name: str
    """the game's folder; with ``edition.id`` it says which game a table plays"""
    title: Text
    """the name for people, the same for all editions"""
    edition: Edition
    commands: tuple[type[Command], ...]
    """the commands of its players, besides those of every table"""
    events: tuple[type[Event], ...]
    """its events, besides those of every table"""
    state: type[Any]
    """the type of ``Table.play``: the game's own state"""
    endings: tuple[str, ...]
    """codes of the ways it can end"""

    # --- before the game: house rules and seats -----------------------------------------------

    edition_varies: ClassVar[bool] = False
    """whether house rules decide what an edition usually fixes, such as money, pots or the number of seats
    (``edition_at``): then its accounts follow the rules, and a result keeps the sign of its money"""

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        """Return the rules that the table may choose, each named like its field of ``edition.rules``.

        By default these are the fields that are ``offered`` (``companion.core.edition``).
        """
        return offers(type(self.edition.rules), self.edition.id)

    def check_rules(self, rules: Any) -> None:  # noqa: B027 - in most games every choice goes with every other
        """Check that these choices go together; raise BadRequest where they do not."""

    def edition_at(self, rules: Any) -> Edition:
        """Return the edition as a table with these house rules plays it.

        Its ``id``, ``levels`` and default rules are those of ``edition``, which itself is the edition under the
        default rules. A table asks at every turn: keep what is made.
        """
        return self.edition

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        """Return what is chosen for a new seat (``seat`` None) or changed for this one, such as a colour.

        Choices that others have taken are left out.
        """
        return ()

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        """Return the picks of a new or changed seat, completed; raise RuleError if they do not go together."""
        return {}

    def uses_seat_order(self, table: Table) -> bool:
        """Return whether turns, dice or neighbours go round the table by the order of the seats.

        Then the lobby asks for that order.
        """
        return False

    def moved(self, table: Table) -> Mapping[str, Mapping[str, str]]:
        """Return by seat the new picks of those who have to move over so that these players can start together.

        It happens only before the start, and never against what a player has chosen (``Seat.wished``) and can keep.
        """
        return {}

    def seat_words(self, picks: Mapping[str, str]) -> Text:
        """Return a place in a few words, for the log."""
        return say("another place")

    # --- start and play -----------------------------------------------------------------------

    @abstractmethod
    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        """Return ``GameStarted`` and what else opens the game, starting money included; raise RuleError.

        ``first`` is an index into the seats: who begins. ``waived``: the players have allowed what the rules refuse.
        """

    @abstractmethod
    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        """Return what happens when this seat gives the command; raise RuleError for what the rules refuse.

        ``waived``: the players have allowed what the rules refuse.
        """

    @abstractmethod
    def apply(self, table: Table, event: Event) -> Any:
        """Return the game's state after the event; everything else of the table is up to date already."""

    def follow(self, table: Table) -> tuple[Event, ...]:
        """Return what happens by itself now: a settlement that has become payable, the end of the game."""
        return ()

    def takes_in(self, table: Table) -> bool:
        """Return whether somebody can join this game while it is going on (``welcome``)."""
        return False

    def welcome(self, table: Table, seat: str, command: TakeIn) -> tuple[Event, ...]:
        """Return the events that bring a newcomer, already seated, into the game, with what the table gives.

        A seat that has left the game comes back in the same way. Raise NotNow where nobody can join, BadRequest for an
        impossible gift.
        """
        raise NotNow(say("The game has begun: seats are fixed until it ends."))

    def in_play(self, table: Table) -> Sequence[str]:
        """Return the seats that are still in the game: only between these may money move."""
        return table.ids

    leaving: ClassVar[tuple[Text, ...]] = ()
    """a sentence about the things of a player who leaves, for games with the command ``LeaveGame`` of the core"""
    stopping: ClassVar[tuple[Text, ...]] = ()
    """a sentence about the count when the game is ended now, for games with the command ``StopGame`` of the core"""

    def left(self, table: Table, seat: str) -> tuple[Event, ...]:
        """Return what happens when this seat leaves the game. Raise NotNow where it is needed just now."""
        raise NotNow(say("Nobody can leave this game."))

    def stopped(self, table: Table) -> tuple[Event, ...]:
        """Return the end of the game that all have agreed to end. Raise NotNow where something is not settled."""
        raise NotNow(say("This game cannot be ended early."))

    def table_choices(self, table: Table, seat: str) -> tuple[Choice, ...]:
        """Return further requests of this seat to the others during the game: other ways into it and out of it."""
        return ()

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        """Return whose agreement this command of the game needs, if any; raise RuleError for what cannot be done."""
        return None

    def meaning(self, table: Table, event: Event) -> Sequence[Text]:
        """Return the effect of the event for those who are asked, where its log line does not say it."""
        return ()

    def auto_end(self, table: Table) -> AutoEnd | None:
        """Return the command that ends the turn, or None while its player can still act.

        The box gives that command after a while.
        """
        return None

    def check_level(self, table: Table, level: Level) -> None:  # noqa: B027 - most games lose nothing by it
        """Check that the table may go over to this level in the middle of the game; raise NotNow."""

    # --- money --------------------------------------------------------------------------------

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        """Return what a bank loan of ``amount`` costs to repay; raise RuleError when the bank does not lend now."""
        raise NotNow(say("The bank does not lend in this game."))

    def repay(self, table: Table, seat: str, waived: bool) -> None:  # noqa: B027 - most banks take it back any time
        """Check that this seat may repay a bank loan now; raise RuleError."""

    def give(self, table: Table, seat: str, waived: bool) -> None:  # noqa: B027 - in most games one gives as one likes
        """Check that this seat may give money out of its hand now: pay, lend, repay; raise RuleError."""

    def carried(self, table: Table) -> Mapping[str, int]:
        """Return what each account keeps when the table, whose game is over, plays again: seats, declared accounts.

        No amount is below zero. ``Table.kept`` tells ``start`` who has played before; a seat that is not in it is new.
        """
        return {}

    def carried_loans(self, table: Table) -> tuple[Loan, ...]:
        """Return the loans that are still owed in the next game: where the money goes on, so do the debts.

        A game whose end settles its loans leaves those out. A seat that leaves before it starts owes nothing
        and is owed nothing any more.
        """
        return open_loans(table.loans, table.ids) if self.carried(table) else ()

    # --- secret votes -------------------------------------------------------------------------

    votes_in_secret: ClassVar[bool] = False
    """whether its players lay cards face down, or vote; then a table screen lets choose how they turn over"""

    def cards(self, table: Table, seat: str | None) -> tuple[CardView, ...]:
        """Return the ballot cards of this seat, with what each wins and costs; None: every card, as anybody may see it.

        A seat is shown its own alone, so that a hand which is secret stays so.
        """
        return ()

    def shows_ballot(self, table: Table) -> bool:
        """Return whether pages show the last ballot first: until it is revealed, or longer if that helps."""
        return table.ballot is not None and not table.ballot.over

    def tell_votes(self, ballot: Ballot) -> Text | None:
        """Return the outcome of a revealed vote in a sentence; None where the cards say enough."""
        return None

    def winners(self, table: Table) -> tuple[str, ...]:
        """Return the seats whose cards have won, once they lie open; nobody where nothing is won by them."""
        return ()

    # --- pages and the log --------------------------------------------------------------------

    sentences: ClassVar[Catalogue] = {}
    """code of a fact -> its sentence. The codes are stored in logs and stay; a sentence may be reworded"""
    sounds: ClassVar[Mapping[type[Event], Sound]] = {}
    """sounds of its own events; votes, sales, payments, time and the end have theirs at every table"""
    results: ClassVar[tuple[type[Event], ...]] = ()
    """events of results, such as a sale, a duel, a roll: every screen shows their lines until they have been read"""
    moves_pieces: ClassVar[bool] = False
    """whether players move real things as the box says (``to_move``): an undo then asks to put them back"""
    die_looks: ClassVar[Mapping[str, DieLook]] = {}
    """how its real dice look, by the name that ``Field.die`` has for each kind: a picture fills those in"""

    @abstractmethod
    def page(self, table: Table, seat: str | None) -> Page:
        """Return what this seat sees, or what the table screen shows to everybody."""

    @abstractmethod
    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        """Return everybody at the table, as this seat may see them."""

    @abstractmethod
    def tell(self, event: Event) -> Text | None:
        """Return the log line of one of the game's own events; None: it is not worth a line."""

    def quiet_name(self, event: Event) -> Text | None:
        """Return the name, for its undo, of an event that is not worth a line."""
        return None

    def news_of(self, event: Event) -> Mapping[str, Text]:
        """Return, by seat, the line on its phone about an event by which others have done something to it.

        Of an event among ``results`` it is what the result means for the seat.
        """
        return {}

    def to_move(self, table: Table, seat: str, events: Sequence[Event]) -> Sequence[Text]:
        """Return what this seat has to move on the real table, a line each: cubes, tiles, cards, figures.

        ``events`` are those since its last act, which is among them, without what was undone; or those that an undo
        took back, with the table before it: what they had moved is moved back. Moves that the seat made before it told
        the box are left out.
        """
        return ()

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Return the lessons for a player's first game, in the order in which they matter."""
        return ()

    # --- the end: chart, winners, records -----------------------------------------------------

    feat_kinds: ClassVar[Mapping[str, FeatKind]] = {}
    """the kinds of records that the box keeps, by the code of the feat, in the order of pages; codes stay"""

    def turn_over(self, event: Event) -> bool:
        """Return whether a turn begins or ends with this event: the chart has a value for each, and for the start."""
        return False

    def points(self, table: Table) -> Mapping[str, int]:
        """Return how many points each seat has now, where the chart is to show points; empty: it shows money."""
        return {}

    @property
    def chart_letters(self) -> Mapping[str, Text]:
        """Return the meaning of each letter with which ``chart_event`` marks something."""
        return {}

    def chart_event(self, event: Event) -> tuple[str, str, Text] | None:
        """Return seat, one letter and words of something worth marking on the chart."""
        return None

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        """Return the awards of a finished game, such as the best sale or the boldest bluff, out of its events."""
        return ()

    def wins(self, rank: int, score: int) -> bool:
        """Return whether this line of the ranking has won: the first place, where a game does not say otherwise."""
        return rank == 1

    def feats(self, events: Sequence[Event]) -> Sequence[Feat]:
        """Return the feats of a finished game, out of what everybody could see of it."""
        return ()

    # --- printing, and the rules as a calculator ----------------------------------------------

    question_editions: tuple[str, ...] = ()
    """other names by which rule questions may call the edition"""

    def printables(self) -> Printables | None:
        """Return everything that can be printed besides a board; None where there is nothing."""
        return None

    def printables_with(self, cards: Cards) -> Printables | None:
        """Return the printables of a table that plays with these cards; raise BadRequest for impossible ones."""
        return self.printables()

    def answers(self) -> Mapping[str, Answer]:
        """Return the function that answers each kind of rule question (``companion calc``)."""
        return {}

    # --- boards, cameras and what else only some games have: None for a game without ------------

    @property
    def bots(self) -> Bots | None:
        """Return the box's own players, with whom it can be tried alone."""
        return None

    @property
    def exchange(self) -> Exchange | None:
        """Return the rules of what two phones seal and show to each other alone."""
        return None

    @property
    def presets(self) -> Presets | None:
        """Return the shapes of house rules to begin with."""
        return None

    @property
    def catalogue(self) -> CardRules | None:
        """Return the rules of cards that people type."""
        return None

    @property
    def board(self) -> BoardRules | None:
        """Return the board that it is played on."""
        return None

    @property
    def camera(self) -> CameraRules | None:
        """Return the rules for a camera above its board."""
        return None

    @property
    def markers(self) -> MarkerRules | None:
        """Return the rules for a camera that watches it without a board, by printed markers."""
        return None


def wins(game: Game | None, rank: int, score: int) -> bool:
    """Return whether this line of the game's ranking has won; of a game that is not installed the first place has."""
    return game.wins(rank, score) if game else rank == 1


Registry = Mapping[str, Mapping[str, Game]]
"""Name of a game -> id of an edition -> that edition; the first edition is the usual one."""
