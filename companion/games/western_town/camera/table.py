"""What a camera is told of our printed town boards, and what it would see if the box is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.boards.layout import Marker
from companion.boards.marked_sheets import CubeBox, CubeSize, MarkedPlace, MarkedSheet, PrintedSheets, Rectangle
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from companion.core.table.table import Table
from companion.games.western_town.cards.contents import occupied
from companion.games.western_town.cards.reading import own_contents
from companion.games.western_town.house_rules import HouseRules, TownBoards
from companion.games.western_town.phases.construct import plot_of
from companion.games.western_town.printing import marks
from companion.games.western_town.printing import town_board as town
from companion.games.western_town.printing.mats import STORE_GROUND
from companion.games.western_town.rulebook.buildings import ON_BOARD
from companion.games.western_town.rulebook.setup import MOST_PLAYERS
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import Board, State

SMALL, LARGE = CubeSize(8.0), CubeSize(10.0, ":large")
WORTH = 4
"""a large cube is four (rules 1.3)"""
DESTROYED = "destroyed"
PAINTS: Mapping[Resource, str] = {
    Resource.GOLD: "#f2c500",
    Resource.WOOD: "#6b4423",
    Resource.INHABITANTS: "#e77fa3",
    Resource.COWBOYS: "#8d8d8d",
    Resource.PIPES: "#f4f2ec",
    Resource.LURE: "#f4f2ec",
    Resource.EXPORTED: "#f2c500",
}
"""cubes (rules 1.3)"""


@lru_cache(maxsize=8)
def printed_sheets(large: bool, players: int = MOST_PLAYERS) -> PrintedSheets:
    """The boards of so many players; ``large``: there are cubes of 10 mm, too, that count four."""
    kinds = {number: name for name, number in marks.tile_numbers().items()}
    sheets = tuple(_sheet(board) for board in range(players))
    cubes = (SMALL, LARGE) if large else (SMALL,)
    return PrintedSheets(sheets, {**kinds, marks.DESTROYED: DESTROYED}, STORE_GROUND, cubes)


def marked_table(table: Table) -> MarkedTable | None:
    """The printed boards that lie on this table, one a seat; None where it is played on others."""
    rules: HouseRules = table.rules
    if rules.town_boards is TownBoards.OTHERS:
        return None
    return MarkedTable(sheets=printed_sheets(rules.town_boards is TownBoards.BOTH_CUBES, len(table.seats)))


def boards_of(table: Table) -> Mapping[str, str]:
    """What observations call the board of each seat: the first one who sat down has number 1."""
    return {seat: board_name(at) for at, seat in enumerate(table.ids)}


def expected_observation(table: Table) -> Observation | None:
    """The towns as a faultless camera would see them, if every cube were a small one."""
    state: State | None = table.play
    if marked_table(table) is None or state is None:
        return None
    areas = {
        name: kinds
        for seat, board in boards_of(table).items()
        if seat in state.towns
        for name, kinds in _areas(board, state.towns[seat])
    }
    return Observation(ObservationStatus.OK, areas=areas)


def _areas(name: str, board: Board) -> Iterator[tuple[str, tuple[str, ...]]]:
    for what in Resource:
        yield f"{name}/{what}", (what.value,) * board.town.count(what)
    destroyed = {each.id for each in board.buildings if each.destroyed}
    for each in board.buildings:
        if each.number == ON_BOARD and each.id in destroyed:
            yield f"{name}/{each.id}", (DESTROYED,)
    standing = {each.name for each in board.buildings if each.id in destroyed and each.number != ON_BOARD}
    for cell in occupied(own_contents().cells, plot_of(board).laid):
        if cell.tile:
            yield f"{name}/{cell.id}", (cell.tile, DESTROYED) if cell.tile in standing else (cell.tile,)


def counted(kinds: tuple[str, ...]) -> int:
    """How much cubes are worth together."""
    return sum(WORTH if kind.endswith(LARGE.suffix) else 1 for kind in kinds)


def board_name(board: int) -> str:
    """What observations call a player's board."""
    return f"board{board + 1}"


def _sheet(board: int) -> MarkedSheet:
    half = town.MARK / 2
    middles = (_middle(x + half, y + half) for x, y in town.corner_marks())
    corners = (Marker(number, x, y) for number, (x, y) in zip(marks.corner_numbers(board), middles, strict=True))
    name = board_name(board)
    printed = ((each, town.at(place)) for each, place in town.PRINTED_AT.items())
    cells = ((cell.id, place) for cell, place in town.cells_at(own_contents().cells))
    places = (MarkedPlace(f"{name}/{each}", _rectangle(place), marks.BARE) for each, place in (*printed, *cells))
    boxes = (CubeBox(f"{name}/{what}", _rectangle(place), what.value, PAINTS[what]) for what, place in town.stores_at())
    return MarkedSheet(
        name, town.WIDTH, town.HEIGHT, tuple(corners), town.MARK, tuple(places), tuple(boxes), _rectangle(town.FIELD)
    )


def _middle(x: float, y: float) -> tuple[float, float]:
    """From the upper left corner of the sheet to its middle."""
    return x - town.WIDTH / 2, y - town.HEIGHT / 2


def _rectangle(place: town.Place) -> Rectangle:
    return Rectangle(*_middle(*place.middle), place.width, place.height)
