"""The printed marker of every card and every herd, and the observation of a faultless camera."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, repeat

from companion.boards.marked_table import MarkedTable, place_in_row
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.printed_markers import CARDS, ROWS
from companion.core.catalogue import ChosenCatalogue
from companion.core.table.table import Level, Table
from companion.games.unexploded_cow.cards.builtin_deck import Deck
from companion.games.unexploded_cow.cards.deck import deck_of
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.rulebook.cards import Cow, Herds
from companion.games.unexploded_cow.state import State


def numbered(deck: Deck) -> Mapping[int, str]:
    """Return the number of every cow's marker -> its name, copies included, in the order of the deck.

    A deck with more cows than there are markers has none for the last ones.
    """
    names = chain.from_iterable(repeat(card.name, card.copies) for card in deck.cows)
    return dict(zip(CARDS, names, strict=False))


@lru_cache(maxsize=16)
def _pieces(chosen: ChosenCatalogue | None) -> Mapping[int, str]:
    return numbered(deck_of(chosen))


def marked_table(table: Table[State, HouseRules]) -> MarkedTable | None:
    """Return the markers of this table; None where its cards have none, or nobody follows the herds."""
    rules = table.rules
    if not rules.card_markers or table.level is not Level.BOARD:
        return None
    return MarkedTable(dict(zip(table.ids, ROWS, strict=False)), _pieces(table.catalogue))


def marked_words(table: Table) -> Mapping[str, str]:
    """Return what people call the herds: by their owners. Cards are called by what is printed on them."""
    return {each.id: each.name for each in table.seats}


def with_marker(table: Table, herd: tuple[Cow, ...]) -> tuple[Cow, ...]:
    """Return those of the cows that have a marker: one that a player described has none."""
    names = set(_pieces(table.catalogue).values())
    return tuple(cow for cow in herd if cow.name in names)


def expected_observation(table: Table) -> Observation | None:
    """Return the herds as they should lie; before the game there are none."""
    if marked_table(table) is None:
        return None
    herds: Herds = table.play.herds if table.play else {}
    cells = {
        place_in_row(seat, at): cow.name
        for seat, herd in herds.items()
        for at, cow in enumerate(with_marker(table, herd), 1)
    }
    return Observation(ObservationStatus.OK, cells)
