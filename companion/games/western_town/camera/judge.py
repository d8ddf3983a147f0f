"""Where a town on the table differs from the one in the box: a correction for its owner each, never done unasked."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.marked_sheets import HIDDEN, STRANGE
from companion.boards.observation import Observation
from companion.boards.verdict import Correction, Interpretation, Judgement, Ruling
from companion.core.table.table import Level, Table
from companion.core.text import Text, say
from companion.games.western_town import commands as c
from companion.games.western_town.camera.table import DESTROYED, boards_of, counted, marked_table
from companion.games.western_town.cards.contents import Contents
from companion.games.western_town.cards.reading import contents_of, own_contents
from companion.games.western_town.rulebook.buildings import PRINTED, Building
from companion.games.western_town.rulebook.towns import Resource, name_of
from companion.games.western_town.state import Board, State
from companion.games.western_town.tiles import place_words, words

MOST_HINTS = 2


def judge(table: Table, observation: Observation) -> Judgement | None:
    """See ``boards.capabilities.Watched.judge``."""
    state: State | None = table.play
    if marked_table(table) is None or state is None:
        return None
    corrections: list[Correction] = []
    hints: list[tuple[str, Text]] = []
    for seat, name in boards_of(table).items():
        if name in observation.unknown:
            hints.append((seat, say("Your town board is not in the camera's picture, or too much of it is hidden.")))
            continue
        town = _Town(table, seat, name, observation, state.towns[seat])
        corrections += [*town.cubes(), *town.buildings()]
        hints += [(seat, text) for text, _ in zip(town.hints(), range(MOST_HINTS), strict=False)]
    ruling = Ruling.LEGAL if corrections else Ruling.NONE
    return Judgement(ruling, corrections=tuple(corrections), hints=tuple(hints))


class _Town:
    """One town, in the box and as it is seen."""

    def __init__(self, table: Table, seat: str, name: str, observation: Observation, board: Board) -> None:
        self.seat, self.name, self.seen, self.board = seat, name, observation, board
        self.counting = table.level is Level.BANK
        self.contents: Contents = contents_of(table.catalogue)
        self.unknown = {*observation.unknown}

    def _kinds(self, what: str) -> tuple[str, ...] | None:
        """What lies there; None where that was not seen."""
        place = f"{self.name}/{what}"
        return None if place in self.unknown else self.seen.in_area(place)

    # --- cubes --------------------------------------------------------------------------------

    def cubes(self) -> Iterator[Correction]:
        """What was counted otherwise. Lure comes before the Peace pipes that it is made of."""
        lure = False
        for what in (Resource.LURE, *(each for each in Resource if each is not Resource.LURE)):
            kinds, has = self._kinds(what.value), self.board.town.count(what)
            if kinds is None or (lure and what is Resource.PIPES):
                continue
            seen = counted(kinds)
            if seen != has and self.board.left.get(what.value) != (str(seen),):
                lure = lure or what is Resource.LURE
                yield self._correction(what, seen, has)

    def _correction(self, what: Resource, seen: int, has: int) -> Correction:
        changes = {what: seen - has}
        if what is Resource.LURE and seen - has > self.board.town.pipes:
            changes = {Resource.PIPES: seen - has, **changes}  # without them there would be nothing to make it of
        name = name_of(what)
        return Correction(
            self.seat,
            say("The camera counts %(seen)s %(what)s, the box says %(has)s.", seen=seen, what=name, has=has),
            Interpretation(say("Take %(number)s %(what)s", number=seen, what=name), _changed(changes)),
            Interpretation(say("Leave %(number)s %(what)s", number=has, what=name), c.LeaveCount(what, seen)),
        )

    # --- buildings ----------------------------------------------------------------------------

    def buildings(self) -> Iterator[Correction]:
        """Destroyed markers that lie otherwise; and tiles that the box does not have, where towns are only counted."""
        for place, kinds in self._places():
            building = self._building(place, kinds)
            if building is None:
                if self.counting and (tile := self._new_tile(place, kinds)):
                    yield tile
            elif (DESTROYED in kinds) is not building.destroyed:
                yield self._marked(place, kinds, building)

    def _places(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for place in (*PRINTED, *(cell.id for cell in own_contents().cells)):
            kinds = self._kinds(place)
            if kinds is not None and self.board.left.get(place) != kinds:
                yield place, kinds

    def _building(self, place: str, kinds: tuple[str, ...]) -> Building | None:
        """The building of the box that this is. One of which only the number of its cell is known may be on any."""
        if place in PRINTED:
            return self.board.building(place)
        named = [kind for kind in kinds if kind != DESTROYED]
        here = [each for each in self.board.buildings if each.cell == place]
        if here:
            return here[0] if here[0].name in named or (not named and kinds) else None
        number = _number(place)
        loose = [each for each in self.board.buildings if not each.cell and each.number == number]
        return next((each for each in loose if each.name in named), None)

    def _marked(self, place: str, kinds: tuple[str, ...], building: Building) -> Correction:
        name, destroyed = words(building.name), DESTROYED in kinds
        sentence = (
            say("The camera sees a destroyed marker: %(name)s. The box has none there.", name=name)
            if destroyed
            else say("The camera sees no destroyed marker: %(name)s. The box has one there.", name=name)
        )
        take = say("Destroyed: %(name)s", name=name) if destroyed else say("Not destroyed: %(name)s", name=name)
        return Correction(
            self.seat,
            sentence,
            Interpretation(take, c.MarkBuilding(building.id, destroyed)),
            Interpretation(say("Leave it: %(name)s", name=name), c.LeaveBuilding(place, kinds)),
        )

    def _new_tile(self, place: str, kinds: tuple[str, ...]) -> Correction | None:
        named = [kind for kind in kinds if kind != DESTROYED]
        if len(named) != 1 or any(each.cell == place for each in self.board.buildings):
            return None
        data = self.contents.tiles.get(named[0])
        pink, black = (data.pink, data.black) if data else (0, 0)
        name, where = words(named[0]), place_words(place)
        return Correction(
            self.seat,
            say("The camera sees a tile on %(cell)s: %(name)s. The box has none there.", cell=where, name=name),
            Interpretation(
                say("It is built: %(name)s", name=name), c.LayTile(named[0], _number(place), pink=pink, black=black)
            ),
            Interpretation(say("Leave it: %(name)s", name=name), c.LeaveBuilding(place, kinds)),
        )

    # --- what cannot be read ------------------------------------------------------------------

    def hints(self) -> Iterator[Text]:
        """What the owner can do so that his boxes can be counted; a hand that is in the way goes by itself."""
        for what in Resource:
            why = self.seen.doubts.get(f"{self.name}/{what}", (HIDDEN,))[0]
            if f"{self.name}/{what}" in self.unknown and why != HIDDEN:
                name = name_of(what)
                yield (
                    say("%(what)s: the camera sees something else in this box.", what=name)
                    if why == STRANGE
                    else say(
                        "%(what)s: the camera cannot count cubes that touch each other or lie on top of each other. "
                        "Push them apart.",
                        what=name,
                    )
                )


def _changed(changes: dict[Resource, int]) -> c.ChangeTown:
    return c.ChangeTown(changes, c.Reason.CAMERA)


def _number(place: str) -> int:
    """The number on a cell of the printed board."""
    return next(cell.number for cell in own_contents().cells if cell.id == place)
