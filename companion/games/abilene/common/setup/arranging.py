"""Figures that are set up by hand: when the box begins to follow the board in mid-game, or disagrees with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, reduce

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.identity import identity_cache
from companion.core.messages import Command, kind_of
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import Fact, Text, Who, fact, say
from companion.core.ui.board_page import Arranging, ArrangingOffer, BoardView, Figure, Piece, Setting
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.position import Position, check, setup
from companion.games.abilene.common.camera.observations import colours_of, observed_colours, observed_position
from companion.games.abilene.common.messages import ArrangeBoard
from companion.games.abilene.common.pieces import COWBOYS_EACH, TOWN, Mark
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import State

COW = "cow"
COWBOY = "cowboy"


def arranged(layout: Layout, table: Table, state: State, command: ArrangeBoard) -> Position:
    """Return the position that somebody arranged on the screen. Raise NotNow, or BadRequest when it cannot be."""
    if table.level is not Level.BOARD:
        raise NotNow.saying(SENTENCES, fact("no_board"))
    ranches = {seat: state.ranches[seat] for seat in state.solvent}
    position = Position(
        ranches,
        tuple(sorted((*command.cows, *command.colours))),
        dict(command.cowboys),
        {seat: count for seat, count in command.town.items() if count},
        {seat: count for seat, count in command.jail.items() if count},
        waiting=dict(state.position.waiting) if state.position else {},
        corral=state.waiting_cows,
    )
    check(layout, position)
    for seat, count in Counter(command.colours.values()).items():
        if seat not in state.order or count > state.unsold_of(seat):
            raise BadRequest.saying(SENTENCES, fact("too_many_of_a_colour"), RuleRef("1983", "1.2"))
    if len(position.cows) > cows_left(state):
        count = cows_left(state) + position.corral
        raise BadRequest.saying(SENTENCES, fact("too_many_cows", count=count), RuleRef("1993", "1.3"))
    for seat in position.ranch_of:
        if len(position.cowboys_of(seat)) + position.jail.get(seat, 0) > COWBOYS_EACH:
            raise BadRequest.saying(SENTENCES, fact("too_many_cowboys", count=COWBOYS_EACH), RuleRef("1993", "1.4"))
    return position


def check_complete(state: State, position: Position, colours: Mapping[str, str]) -> None:
    """Check that no figure is missing that is on the board as the box knows it.

    Raise IllegalMove, which names those that are missing.
    """
    missing = [*_missing_cattle(state, position, colours), *_missing_cowboys(state, position)]
    if missing:
        what = reduce(lambda first, other: fact("and_more", first=first, other=other), missing)
        raise IllegalMove.saying(SENTENCES, fact("figures_missing", what=what))


def _missing_cattle(state: State, position: Position, colours: Mapping[str, str]) -> Iterator[Fact]:
    known = len(state.position.cows) if state.position else min(cows_left(state), sum(state.herd.values()))
    if (count := known - len(position.cows)) <= 0:
        return
    placed = Counter(colours.values())
    lacking = {seat: state.unsold_of(seat) - placed[seat] for seat in state.order if state.coloured and colours}
    steers = [fact("missing_steers", who=Who(seat), count=lack) for seat, lack in lacking.items() if lack > 0]
    yield from steers or [fact("missing_cattle", count=count)]


def _missing_cowboys(state: State, position: Position) -> Iterator[Fact]:
    for seat in position.ranch_of:
        here = len(position.cowboys_of(seat)) + position.jail.get(seat, 0)
        if (count := state.cowboys_left(seat) - here) > 0:
            yield fact("missing_cowboys", who=Who(seat), count=count)


def differences(before: Position | None, after: Position) -> tuple[Text, ...]:
    """Return which figures would stand elsewhere than now: a line for the cattle, and one for each player's cowboys."""
    old, new = (Counter(one.cows if one else ()) for one in (before, after))
    lines = []
    if old != new:
        frm, to = ((", ".join(sorted(some.elements())) or "–") for some in (old - new, new - old))
        lines.append(say("Cattle: %(frm)s → %(to)s", frm=frm, to=to))
    for seat in after.ranch_of:
        riding, town, jail = _cowboys(after, seat)
        if before is None or _cowboys(before, seat) != (riding, town, jail):
            cells = ", ".join(riding) or "–"
            lines.append(
                say(
                    "%(who)s: cowboys on %(cells)s, in town %(town)s, in jail %(jail)s",
                    who=Who(seat),
                    cells=cells,
                    town=town,
                    jail=jail,
                )
            )
    return tuple(lines)


def _cowboys(position: Position, seat: str) -> tuple[tuple[str, ...], int, int]:
    return tuple(sorted(position.cowboys_of(seat))), position.town.get(seat, 0), position.jail.get(seat, 0)


def cows_left(state: State) -> int:
    """Return how many cows stand on the board: neither sold (§1.3) nor waiting in town to be."""
    return state.unsold - state.waiting_cows


def arranging(
    layout: Layout,
    table: Table,
    seat: str,
    proposal: Command | Observation | None,
    beside: tuple[str, ...],
    command: type[ArrangeBoard] = ArrangeBoard,
) -> Arranging | None:
    """Return what a seat in play can set up at the level *board* and send as ``command``; see ``Game.arranging``.

    ``beside``: where cowboys stay that are on no cell.
    """
    return _arranging(layout, table, proposal, beside, command) if offered(table, seat, command) else None


def offered(table: Table[State | None], seat: str, command: type[ArrangeBoard] = ArrangeBoard) -> ArrangingOffer | None:
    """Return that the seat can arrange the board, without saying what, which costs less."""
    state = table.play
    if (
        state is None
        or table.phase is not TablePhase.PLAYING
        or table.level is not Level.BOARD
        or seat not in state.solvent
    ):
        return None
    return ArrangingOffer(kind_of(command), needed=state.position is None)


@identity_cache(most=32)
def _arranging(
    layout: Layout,
    table: Table[State],
    proposal: Command | Observation | None,
    beside: tuple[str, ...],
    command: type[ArrangeBoard],
) -> Arranging:
    """Return what any seat in play can set up: it is the same for all."""
    state = table.play
    settings = _known(layout, state)
    lit: tuple[str, ...] = ()
    if proposed := _proposed(layout, table, state, proposal, settings[0][1]):
        lit = _changed(state.position, proposed[1]) if state.position else ()
        settings = (proposed, *settings)
    waiting = {CORRAL: (Figure(COW, count=state.waiting_cows),)} if state.waiting_cows else {}
    return Arranging(
        kind=kind_of(command),
        board=BoardView(layout.name, waiting, {state.ranches[each]: each for each in state.solvent}, lit=lit),
        pieces=_pieces(layout, state, beside),
        places={place: words for place, words in ((TOWN, say("Town")), (JAIL, say("Jail"))) if place in beside},
        settings=tuple(
            Setting(label, _figures(position, _colours(layout, table, position, proposal)))
            for label, position in settings
        ),
        needed=state.position is None,
    )


def _known(layout: Layout, state: State) -> tuple[tuple[Text, Position], ...]:
    """Return where the figures may stand as far as the box knows, the likeliest first."""
    start = (say("As at the start"), _at_the_start(layout, state))
    if state.position:
        return ((say("As the box has it"), state.position), start)
    if state.stood:
        return ((say("As before money only"), _counted(layout, state, state.stood)), start)
    return (start,)


def _proposed(
    layout: Layout, table: Table, state: State, proposal: Command | Observation | None, believed: Position
) -> tuple[Text, Position] | None:
    """Return what somebody asks the table to agree to, or what a camera sees (hidden cells as believed)."""
    match proposal:
        case ArrangeBoard():
            return say("As proposed"), arranged(layout, table, state, proposal)
        case Observation(status=ObservationStatus.OK):
            seats = {colour: seat for seat, colour in colours_of(table).items() if seat in state.solvent}
            return say("As the camera sees it"), observed_position(proposal, believed, seats)
        case _:
            return None


def _pieces(layout: Layout, state: State, beside: tuple[str, ...]) -> tuple[Piece, ...]:
    cows: tuple[Piece, ...] = (Piece(COW, COW, say("Cows"), cows_left(state), "cows"),)
    if state.coloured:
        cows = tuple(
            Piece(
                f"{COW}:{seat}",
                COW,
                say("Steers of %(who)s", who=Who(seat)),
                state.unsold_of(seat),
                "herds",
                value=seat,
                seat=seat,
            )
            for seat in state.order
        )
    cowboys = (
        Piece(
            name=f"{COWBOY}:{seat}",
            kind=COWBOY,
            label=say("Cowboys of %(who)s", who=Who(seat)),
            left=len(layout.select(state.ranches[seat], Mark.COWBOY_START)),
            field="cowboys",
            value=seat,
            seat=seat,
            beside=beside,
        )
        for seat in state.solvent
    )
    return (*cows, *cowboys)


def _colours(
    layout: Layout, table: Table[State], position: Position, proposal: Command | Observation | None
) -> Mapping[str, str]:
    """Return whose colour the cattle on each cell has: as it was said or is known, else that of the ranch."""
    state = table.play
    if not state.coloured:
        return {}
    owners = {ranch: seat for seat, ranch in state.ranches.items()}
    colours = proposal.colours if isinstance(proposal, ArrangeBoard) else {}
    if isinstance(proposal, Observation):
        colours = observed_colours(proposal, {colour: seat for seat, colour in colours_of(table).items()})
    known = {**state.owners, **colours}
    first = state.order[0]
    return {cow: known.get(cow) or owners.get(layout.by_id[cow].region, first) for cow in position.cows}


def _figures(position: Position, colours: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    figures: dict[str, tuple[str, ...]] = {
        cow: (f"{COW}:{colours[cow]}" if cow in colours else COW,) for cow in position.cows
    }
    figures |= {cell: (f"{COWBOY}:{seat}",) for cell, seat in position.cowboys.items()}
    for place, counts in ((TOWN, position.town), (JAIL, position.jail)):
        here = tuple(f"{COWBOY}:{seat}" for seat, count in counts.items() for _ in range(count))
        figures |= {place: here} if here else {}
    return figures


def _changed(before: Position, after: Position) -> tuple[str, ...]:
    """Return the places where other figures stand."""
    one, two = _figures(before, {}), _figures(after, {})
    return tuple(sorted(place for place in {*one, *two} if one.get(place) != two.get(place)))


def _at_the_start(layout: Layout, state: State) -> Position:
    """Return the start cells, as far as the counts that the bank has kept fill them.

    The cattle of those who left stays.
    """
    start = _set_up(layout, tuple(state.ranches.items()))
    for seat in state.order:
        start = start if seat in state.solvent else start.leave(seat)
    return start if state.position else _counted(layout, state, start)


@lru_cache(maxsize=32)
def _set_up(layout: Layout, ranches: tuple[tuple[str, str], ...]) -> Position:
    """Return the set-up, which every page asks for and which is the same throughout a game."""
    return setup(layout, dict(ranches))


def _counted(layout: Layout, state: State, position: Position) -> Position:
    """Return the same figures but for those the bank knows to be elsewhere: sold or stolen cows, cowboys in jail."""
    ranches: Mapping[str, str] = state.ranches
    herds = {ranches[seat]: state.herd.get(seat, 0) for seat in state.order}
    cows = []
    for cow in position.cows:
        ranch = layout.by_id[cow].region
        if herds.get(ranch, 0):
            herds[ranch] -= 1
            cows.append(cow)
    here = replace(position, cows=tuple(cows), jail={}, corral=state.waiting_cows)
    for seat in state.solvent:
        jailed = state.in_jail(seat)
        for node in reversed(here.cowboys_of(seat)):
            if len(here.cowboys_of(seat)) + jailed > COWBOYS_EACH:
                here = here.remove_cowboy(seat, node)
        here = replace(here, jail={**here.jail, **({seat: jailed} if jailed else {})})
    return here
