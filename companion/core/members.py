"""Optional members of ``Game``: bots, exchange, presets, catalogue. A game without one has None.

A member is a record of functions: a game writes ``bots = Bots(command=simple_player)``, the table asks
``if bots := game.bots: …``. The members of games with a board or a camera are in ``companion.boards.members``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.core.catalogue import Cards, CardType
from companion.core.messages import Command, Event
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import Text
from companion.core.ui.choice import Choice


def _nothing_hidden(events: Sequence[Event], seed: str, before: Any) -> Any:
    return None


def _no_notes(table: Table, seat: str, secrets: Any) -> tuple[Text, ...]:
    return ()


def _nothing_shown(table: Table, seat: str, secrets: Any) -> Shown | None:
    return None


def _nobody_first(table: Table, seat: str, secrets: Any) -> bool:
    return False


def _never(table: Table) -> bool:
    return False


def _no_pause(event: Event) -> bool:
    return False


def _no_reason(table: Table, seat: str, command: Command, secrets: Any) -> Text | None:
    return None


def _by_lot(table: Table, seat: str, chance: Random, secrets: Any) -> Vote | None:
    return None


def _as_it_is(table: Table, seat: str, command: Command) -> Command:
    return command


def _nothing_to_do(table: Table, seat: str, secrets: Any) -> Command | None:
    return None


def _no_advice(table: Table, seat: str, secrets: Any) -> Choice | None:
    return None


def _none_learnt(table: Table) -> Cards:
    return ()


def _any_cards(cards: Cards) -> None:
    return


def _nothing_missing(cards: Cards) -> Sequence[Text]:
    return ()


@dataclass(frozen=True, slots=True)
class Vote:
    """A choice in a secret vote, and the reason for it, which is told when the votes are revealed."""

    choice: str
    why: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstGame:
    """The guided game of a player who tries it alone: staged, so that its first turns show what the game is about.

    Dice, cards and commands are listed in the game's folder. Everything is a pure function of the table; a game that
    has left its list goes on with what is still listed, and otherwise as ever.
    """

    rules: Mapping[str, str | int | bool | Text] = field(default_factory=dict)
    """the house rules that the table begins with, where they are not the usual ones; words as in ``Preset``"""
    opponents: int = 0
    """how many players of the box sit down; 0: as many as there are names and seats for"""
    listed: Callable[[Table, str, Command], Command] = _as_it_is
    """(table, seat, command): the command, which the box has drawn, with the listed dice or cards instead"""
    shows: Callable[[Table, str, Any], Command | None] = _nothing_to_do
    """(table, seat, secrets): what the box does for the person at this seat, because it alone knows what is hidden"""
    advice: Callable[[Table, str, Any], Choice | None] = _no_advice
    """(table, seat, secrets): what the box suggests to the person at this seat"""
    waits: Callable[[Table, str, Any], bool] = _nobody_first
    """(table, seat, secrets): whether in this person's turn a player of the box acts before the person goes on"""
    guided: Callable[[Table], bool] = _never
    """(table): whether the box still waits for *Next* after each of its turns"""
    receipt: tuple[type[Event], ...] = ()
    """events that a part of the page shows with every sum once the last of them has happened: no notice repeats them"""
    pauses: Callable[[Event], bool] = _no_pause
    """(event): whether it waits then after this event, too, because of what it means"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bots:
    """The box's own players: simple legal ones, so that the game can be tried alone."""

    command: Callable[[Table, str, Random, Any], Command | None]
    """(table, seat, chance, secrets): what a simple player does now at this seat; None: it has nothing to do"""
    why: Callable[[Table, str, Command, Any], Text | None] = _no_reason
    """(table, seat, command, secrets): what it does and for what reason, in a sentence for the others; None: no words.

    The reason is one that the others may know: nothing hidden is told."""
    vote: Callable[[Table, str, Random, Any], Vote | None] = _by_lot
    """(table, seat, chance, secrets): its choice in the vote going on, by what this seat has seen; None: by lot"""
    first_game: FirstGame = FirstGame()
    """how it is tried alone"""
    names: tuple[str, ...] = ("Alex", "Kim", "Robin")
    """their names; so many sit down, if the edition has seats for them"""
    first_words: tuple[Text, ...] = ()
    """the aim of the game and the first thing to do: a sentence each, for a player who tries it alone"""
    secrets: Callable[[Sequence[Event], str, Any], Any] = _nothing_hidden
    """(events, seed, before): what real figures and cards would hide after these events, all of which count.

    ``before`` is what they hid until then, None at the very beginning. The events may come at once or one by one."""
    notes: Callable[[Table, str, Any], tuple[Text, ...]] = _no_notes
    """(table, seat, secrets): what this seat would see if it looked at its own hidden things"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The rules of an exchange: two phones seal something and show it to each other alone."""

    showdown: Callable[[Table], Showdown | None]
    """(table): what two phones have sealed and show each other now"""
    check: Callable[[Table, str, Shown], None]
    """(table, seat, shown): check that this is what the seat sealed and was able to; raise RuleError"""
    compare: Callable[[Table, Mapping[str, Shown]], SettleShowdown]
    """(table, shown): who won; both have been checked"""
    settle: Callable[[Table, SettleShowdown], tuple[Event, ...]]
    """(table, command): the consequences, without a word of what was shown"""
    bot_shows: Callable[[Table, str, Any], Shown | None] = _nothing_shown
    """(table, seat, secrets): what one of the box's players shows now; ``secrets`` as in ``Bots``"""


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that go together, by name; the others have their defaults.

    A rule that is words is given as a Text: it is set up in the language of the player who chooses it.
    """

    title: Text
    about: Text
    rules: Mapping[str, str | int | bool | Text]
    group: Text | None = None
    """the heading for presets like it"""
    picture: str = ""
    """a symbol of the game"""
    main_rules: tuple[str, ...] = ()
    """the house rules that matter most with it, by name: they are in sight, and the others in a fold"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presets:
    """House rules that are set up together in one form, from one of several shapes; the box keeps others by name."""

    shapes: Sequence[Preset]
    """those that come with the game; a table shows those that the box keeps beside them"""
    named_by: str = ""
    """the house rule that says what an evening is called: no part of a shape, but what one's own is kept under"""
    groups: Mapping[str, Text] = field(default_factory=dict)
    """by section of the rules, the heading under which its house rules stand in the form, where there are many"""

    def evening_name(self, rules: Any) -> str:
        """Return what an evening with these house rules is called, "" where it has no name."""
        return str(getattr(rules, self.named_by)) if self.named_by else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules:
    """The rules of a game played with cards that people may type themselves (``companion.core.catalogue``).

    The box keeps catalogues by name, shows and edits them on a phone, and reads and writes them as files. The table
    chooses one before it starts: ``Table.catalogue``; None is the game's own.
    """

    types: Sequence[CardType]
    """the questions about a card of each type"""
    builtin: Cards
    """the cards that come with the game"""
    typed_in_play: bool = False
    """whether it can be played with cards of which none is known beforehand: each is typed when it is played"""
    needed: Callable[[Table], bool] = _never
    """(table): whether the game has come to where it has to know its cards, though it began without"""
    known_cards: Callable[[Table], Cards] = _none_learnt
    """(table): every card that this table knows after its game, those that were typed in play included"""
    check: Callable[[Cards], None] = _any_cards
    """(cards): check that these do not contradict each other, also while a list is being typed; raise BadRequest"""
    missing: Callable[[Cards], Sequence[Text]] = _nothing_missing
    """(cards): what a list still lacks before a table can play with it, a sentence each"""


def cards_are_asked_for(catalogue: CardRules | None, table: Table) -> bool:
    """Return whether the table still has to say which cards lie on it: nothing invented is offered unasked.

    Where the box keeps the money only it does not matter, and its own players have no other cards than its own.
    """
    if catalogue is None or table.cards_said or any(seat.box for seat in table.seats):
        return False
    match table.phase:
        case TablePhase.LOBBY:
            return table.level is Level.BOARD
        case TablePhase.PLAYING:
            return catalogue.needed(table)
        case _:
            return False
