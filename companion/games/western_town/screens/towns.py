"""The parts of a page that only this game has: the own town, all towns with camp and Lincoln, the final count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.catalogue import ChosenCatalogue
from companion.core.money.currency import with_halves
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.lincoln.count import final_scores
from companion.games.western_town.printed.reading import known
from companion.games.western_town.rulebook.buildings import CENTRE, CENTRE_CELLS
from companion.games.western_town.rulebook.camp import Indian, attacked, price
from companion.games.western_town.rulebook.lincoln import (
    COUNTED,
    Expectation,
    Score,
    building_points,
    measure,
    multipliers,
)
from companion.games.western_town.rulebook.towns import NAMES, Resource, change
from companion.games.western_town.screens.build import Spot, drawn_board
from companion.games.western_town.state import Board, Circle, State
from companion.games.western_town.town.by_hand import Reason
from companion.games.western_town.words import (
    EXPECTATIONS,
    SENTENCES,
    change_words,
    lincoln_words,
    target_words,
    words,
)


@dataclass(frozen=True, slots=True)
class Count:
    """A resource of a town; ``most`` is what can be stored, None without limit; ``by``: so much more in this turn."""

    what: str
    words: Text
    number: int
    most: int | None
    by: int


@dataclass(frozen=True, slots=True)
class House:
    """A building; ``number`` 0: printed on the board."""

    id: str
    words: Text
    number: int
    destroyed: bool
    points: str


@dataclass(frozen=True, slots=True)
class TownView:
    """One town."""

    seat: str
    counts: tuple[Count, ...]
    homes: int
    pink: int
    black: int
    markers: int
    houses: tuple[House, ...]


@dataclass(frozen=True, slots=True)
class OwnTown:
    """The own town with what its phone needs to change it."""

    town: TownView
    reasons: tuple[tuple[str, Text], ...]
    tiles: tuple[tuple[str, Text], ...]
    board: tuple[Spot, ...]
    """the cells on which a tile can be laid by hand"""
    invented: bool
    """the board is that of our own set"""
    overflow: Text | None
    hand: Text
    """how many cards are kept in phase 1"""
    usual: str = Reason.PLAYED.value
    """the reason that is picked beforehand"""
    start: Choice | None = None
    """the start cards, while the town can begin with one"""


@dataclass(frozen=True, slots=True)
class CampView:
    """A camp and who sits around it."""

    lead: str
    manitou: str
    red: int
    orange: int
    reserve: int
    threatened: tuple[str, ...]
    """owners of the towns with the fewest Peace pipes: one of them is attacked with the last red Indian"""


@dataclass(frozen=True, slots=True)
class Towns:
    """Everything that lies on the table."""

    turn: int
    turns: int
    card: Text | None
    camps: tuple[CampView, ...]
    towns: tuple[TownView, ...]
    multipliers: tuple[tuple[Text, int], ...]


@dataclass(frozen=True, slots=True)
class RaidView:
    """An attack: on whose town, and on what of it; ``of_reader``: it is the reader's."""

    seat: str
    of_reader: bool
    red: int
    orange: int
    target: Text | None
    price: Text | None
    colour: Indian | None
    """the colour of the Indians that go for the target"""


def raid_view(state: State, circle: Circle, seat: str | None) -> RaidView | None:
    """Return the attack on a town of these players, as long as it lasts."""
    raid, attack = state.raid(circle), circle.attack
    if raid is None or attack is None:
        return None
    target = target_words(raid, attack.target) if attack.target else None
    cost = price(raid, attack.colour, attack.target) if attack.colour else 0
    of_reader = attack.town == seat  # his button says what it costs
    costs = say("To defend it costs Cowboys: %(price)s.", price=cost) if cost and not of_reader else None
    return RaidView(attack.town, of_reader, circle.camp.red, circle.camp.orange, target, costs, attack.colour)


def private_town(
    board: Board, seat: str, rules: HouseRules, chosen: ChosenCatalogue | None, usual: Reason, start: Choice | None
) -> OwnTown:
    """Return what the private part shows; ``usual`` is why the town probably changes now."""
    over = {what: -number for what, number in board.overflow.items()}
    return OwnTown(
        town_view(board, seat, rules),
        tuple((reason.value, SENTENCES[f"because_{reason}"]) for reason in Reason),
        tuple((name, words(name)) for name in known(chosen)),
        drawn_board(board, chosen),
        chosen is None,
        change_words(over) if over else None,
        hand_words(board),
        usual.value,
        start,
    )


def hand_words(board: Board) -> Text:
    """Return how many cards are kept: the smallest number visible (6.2)."""
    if sum(each.number == CENTRE for each in board.buildings) < CENTRE_CELLS:
        return say("Phase 1: you keep 4 cards, for a 4 is still visible.")
    return say("Phase 1: you keep 5 cards, or 6 if no 5 is visible on an empty space.")


def town_view(board: Board, seat: str, rules: HouseRules) -> TownView:
    """Return a town as everybody sees it."""
    by = change(board.began, board.town)
    counts = (
        Count(what.value, NAMES[what], board.town.count(what), board.limits.get(what), by.get(what, 0))
        for what in Resource
    )
    houses = (
        House(
            each.id,
            words(each.name),
            each.number,
            each.destroyed,
            with_halves(building_points(each, board.town, rules.half_rounding)),
        )
        for each in board.buildings
    )
    return TownView(seat, tuple(counts), board.homes, board.pink, board.black, board.markers, tuple(houses))


def _fewest_pipes(state: State, circle: Circle) -> tuple[str, ...]:
    hit = attacked(Indian.RED, "", {seat: state.towns[seat].all_pipes for seat in circle.seats})
    return hit.tied or (hit.town,)


def towns(state: State, rules: HouseRules) -> Towns:
    """Return what the stage shows."""
    camps = (
        CampView(each.lead, each.manitou, each.camp.red, each.camp.orange, each.reserve, _fewest_pipes(state, each))
        for each in state.circles
        if not state.counting
    )
    times = ((EXPECTATIONS[each], number) for each, number in multipliers(state.cards).items())
    return Towns(
        min(state.turn, state.turns),
        state.turns,
        None if state.card is None else lincoln_words(state.card),
        tuple(camps),
        tuple(town_view(board, seat, rules) for seat, board in state.towns.items()),
        tuple(times),
    )


@dataclass(frozen=True, slots=True)
class CountLine:
    """The points of one player; ``details``: where they come from, one source after the other."""

    seat: str
    homes: int
    buildings: str
    exported: int
    lure: int
    inhabitants: int
    total: str
    details: tuple[Text, ...] = ()


def count(state: State, rules: HouseRules) -> tuple[CountLine, ...]:
    """Return the final count, line by line."""
    times = multipliers(state.cards)
    return tuple(
        CountLine(
            seat,
            each.homes,
            with_halves(each.buildings),
            each.exported,
            each.lure,
            each.inhabitants,
            with_halves(each.total),
            tuple(_score_lines(state.towns[seat], each, times, rules)),
        )
        for seat, each in final_scores(state, rules).items()
    )


def _score_lines(board: Board, score: Score, times: Mapping[Expectation, int], rules: HouseRules) -> Iterator[Text]:
    """Yield homes, every building that counts, then what Lincoln's cards multiply."""
    yield say("Homes, %(count)s: %(points)s", count=board.homes, points=score.homes)
    for building in board.buildings:
        points = building_points(building, board.town, rules.half_rounding)
        if building.destroyed:
            yield say("%(name)s, destroyed: %(points)s", name=words(building.name), points=with_halves(points))
        elif points:
            yield say("%(name)s: %(points)s", name=words(building.name), points=with_halves(points))
    for what in COUNTED:
        number = measure(board.town, what)
        yield say(
            "%(what)s, %(number)s × %(times)s: %(points)s",
            what=EXPECTATIONS[what],
            number=number,
            times=times[what],
            points=number * times[what],
        )
