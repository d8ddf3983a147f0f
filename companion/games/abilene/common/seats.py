"""Seats with their ranch, colour and brand (rules 1993 §3.1, §3.2, §19.10; 1983 §2.1).

The box shares out what nobody has chosen, and does so anew when the number of players asks for it: ranches that may
be played together, and the brand with the letter of the ranch. A player's own choice is never taken away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove
from companion.core.table.table import Level, Seat, Table
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Field, FieldKind, Option
from companion.games.abilene.common.board.reference_boards import RANCHES, around_the_town
from companion.games.abilene.common.sentences import SENTENCES

COLOURS = ("red", "blue", "yellow", "green", "black", "white")
"""Colours of the cowboys in the box, in the order of the ranches A to F."""

NEWCOMER = ""
"""stands for the seat of somebody who is only sitting down"""

Shares = Mapping[str, str]
"""seat -> its value of one of the choices"""


@dataclass(frozen=True, slots=True)
class Seating:
    """The choices of a player who sits down: a ranch, and more.

    ``fits`` raises IllegalMove for ranches that are not played together; ``fewest`` players are needed. A choice that
    is ``named_like_ranches`` has the letter of the ranch, unless somebody wants otherwise.
    """

    choices: Mapping[str, tuple[str, ...]]
    fits: Callable[[Sequence[str]], None]
    fewest: int
    labels: Mapping[str, Text]
    nouns: Mapping[str, Text]
    named_like_ranches: tuple[str, ...] = ()
    clockwise: tuple[str, ...] = ()
    """the ranches as they lie round the town, where that is not their alphabet"""


def any_ranches(ranches: Sequence[str]) -> None:
    """Allow all ranches together: every one goes with every other."""


def on_board(seating: Seating, layout: Layout) -> Seating:
    """Return the seating on a traced board, whose ranches may have any letters and any order round the town.

    It may have fewer ranches: then every one goes with every other.
    """
    ranches = tuple(letter for letter in seating.choices["ranch"] if letter in layout.regions)
    order = around_the_town(layout)
    seating = replace(seating, clockwise=order)
    if ranches != seating.choices["ranch"]:
        return replace(seating, choices={**seating.choices, "ranch": ranches}, fits=any_ranches)
    return seating if order == ranches else replace(seating, fits=partial(_fits_round_the_town, seating.fits, order))


def _fits_round_the_town(fits: Callable[[Sequence[str]], None], order: Sequence[str], ranches: Sequence[str]) -> None:
    """Check ranches that lie round the town in another ``order`` by the pattern of ranches lettered clockwise."""
    try:
        fits([RANCHES[order.index(letter)] for letter in ranches])
    except IllegalMove as refused:
        kept = fact("ranches_round_town", order=", ".join(order))
        raise IllegalMove.saying(SENTENCES, kept, refused.rule) from refused


# --- sharing out -------------------------------------------------------------------------------


def shared_out(seating: Seating, table: Table, newcomer: Seat | None = None) -> Mapping[str, Mapping[str, str]]:
    """Return the picks of each seat: wishes as they are, the rest so that the game can start with as many.

    Ranches go round the town as people have sat down; once the table has played, nobody moves without need. Raises
    BadRequest for more players than ranches.
    """
    seats = [newcomer if newcomer and seat.id == newcomer.id else seat for seat in table.seats]
    seats += [newcomer] if newcomer and newcomer.id not in table.ids else []
    ranches = _ranches(seating, seats, played=table.games > 0)
    found = {"ranch": ranches}
    for name in seating.choices:
        if name != "ranch":
            usual = ranches if name in seating.named_like_ranches else _picked(seats, name)
            found[name] = _shares(seating.choices[name], seats, _wished(seats, name), usual)
    return {seat.id: {name: found[name][seat.id] for name in seating.choices} for seat in seats}


def _ranches(seating: Seating, seats: Sequence[Seat], played: bool) -> Shares:
    every, now = seating.choices["ranch"], _picked(seats, "ranch")
    if len(seats) > len(every):
        raise BadRequest(
            say("The board has %(count)s ranches, and %(seated)s players.", count=len(every), seated=len(seats))
        )
    wished, ring = _wished(seats, "ranch"), seating.clockwise or every
    together = _together(seating, len(seats), {*wished.values()} & {*every})
    fits = any({*now.values()} <= {*each} for each in together)
    if played or (fits and _in_order(ring, [now.get(seat.id) for seat in seats])):
        best = max(together, key=lambda ranches: len({*ranches} & {*now.values()}), default=every)
        return _shares(every, seats, wished, _within(best, now), best=best)
    best = next(iter(together), every)
    return _round_the_town([ranch for ranch in ring if ranch in best], seats, wished)


def _in_order(ring: Sequence[str], ranches: Sequence[str | None]) -> bool:
    """Return whether each player has another ranch, and they go round the town once, clockwise."""
    at = [ring.index(ranch) for ranch in ranches if ranch in ring]
    back = sum(here >= after for here, after in zip(at, [*at[1:], *at[:1]], strict=True))
    return len(at) == len(ranches) and back <= 1


def _round_the_town(ring: Sequence[str], seats: Sequence[Seat], wished: Shares) -> Shares:
    """Return seat -> the next free ranch, from that of the first who has wished for one, else from the beginning."""
    first = next((at for at, seat in enumerate(seats) if seat.id in wished), 0)
    assigned, free = {seat: ranch for seat, ranch in wished.items() if ranch in ring}, list(ring)
    for seat in (*seats[first:], *seats[:first]):
        if seat.id not in assigned:
            assigned[seat.id] = next(ranch for ranch in free if ranch not in assigned.values())
        at = free.index(assigned[seat.id])
        free = [*free[at:], *free[:at]]
    return assigned


def _together(seating: Seating, players: int, bound: set[str]) -> list[tuple[str, ...]]:
    """Return the ranches, ``bound`` among them, that so many can play on.

    Where there are none, the next number of players.
    """
    every = seating.choices["ranch"]
    for count in range(max(players, seating.fewest), len(every) + 1):
        if found := [each for each in combinations(every, count) if bound <= {*each} and agree(seating, each)]:
            return found
    return []


def agree(seating: Seating, ranches: Sequence[str]) -> bool:
    """Return whether these ranches may be played together."""
    try:
        seating.fits(ranches)
    except IllegalMove:
        return False
    return True


def _picked(seats: Sequence[Seat], name: str) -> Shares:
    return {seat.id: seat.picks[name] for seat in seats if seat.picks.get(name)}


def _wished(seats: Sequence[Seat], name: str) -> Shares:
    return _picked([seat for seat in seats if name in seat.wished], name)


def _within(values: Sequence[str], shares: Shares) -> Shares:
    return {seat: value for seat, value in shares.items() if value in values}


def _shares(every: Sequence[str], seats: Sequence[Seat], *preferred: Shares, best: Sequence[str] = ()) -> Shares:
    """Return each seat a value of its own.

    It is the wanted one, in the order of ``preferred``, or else the ``best`` that is left.
    """
    assigned: dict[str, str] = {}
    for seat, value in (each for shares in preferred for each in shares.items()):
        if seat not in assigned and value in every and value not in assigned.values():
            assigned[seat] = value
    left: Iterator[str] = iter([value for value in dict.fromkeys((*best, *every)) if value not in assigned.values()])
    return {seat.id: assigned.get(seat.id) or next(left) for seat in seats}


# --- sitting down ------------------------------------------------------------------------------


def fields(seating: Seating, table: Table, seat: str | None) -> tuple[Field, ...]:
    """Return ranch, colour and brand, without what others have taken; the box chooses the picks that are left open."""
    newcomer = table.seat(seat) if seat else Seat(NEWCOMER, "", {})
    usual = shared_out(seating, table, newcomer)[newcomer.id]
    return tuple(_field(seating, name, free(seating, table, seat, name), newcomer, usual) for name in seating.choices)


def free(seating: Seating, table: Table, seat: str | None, name: str) -> tuple[str, ...]:
    """Return what nobody else has taken yet."""
    taken = {other.picks.get(name) for other in table.seats if other.id != seat}
    return tuple(value for value in seating.choices[name] if value not in taken)


def check(seating: Seating, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
    """Return the picks, with what was left open. Raise BadRequest for one that is taken."""
    if set(picks) - set(seating.choices):
        raise BadRequest(say("A seat has a ranch, a colour and, where the game has brands, a brand."))
    wished = {name: value for name, value in picks.items() if value}
    for name, value in wished.items():
        if value not in free(seating, table, seat, name):
            what = seating.nouns[name]
            raise BadRequest(say("%(what)s %(value)s is taken or does not exist.", what=what, value=value[:20]))
    before = table.seat(seat).picks if seat else {}
    newcomer = Seat(seat or NEWCOMER, "", {**before, **wished}, wished=tuple(wished))
    return shared_out(seating, table, newcomer)[newcomer.id]


def moved(seating: Seating, table: Table) -> Mapping[str, Mapping[str, str]]:
    """Return the picks of those who have to move over, so that the game can start."""
    picks = shared_out(seating, table)
    return {seat.id: picks[seat.id] for seat in table.seats if picks[seat.id] != dict(seat.picks)}


def check_together(seating: Seating, table: Table) -> None:
    """Check that the ranches may be played together, or only the money is kept.

    Raise IllegalMove with who moves.
    """
    if table.level is Level.BANK:
        return
    try:
        seating.fits([seat.picks["ranch"] for seat in table.seats])
    except IllegalMove as refused:
        kept = refused.fact
        unbound = replace(table, seats=tuple(replace(seat, wished=()) for seat in table.seats), games=1)
        for seat, picks in moved(seating, unbound).items():
            kept = fact("move_over", pattern=kept, who=Who(seat), ranch=picks["ranch"])
        raise IllegalMove.saying(SENTENCES, kept, refused.rule) from refused


def clockwise(table: Table, first: str, order: Sequence[str]) -> tuple[str, ...]:
    """Return the seats in turn order (§3.5): everybody sits at his ranch; ``order`` has the ranches clockwise."""
    seats = [seat.id for seat in sorted(table.seats, key=lambda seat: order.index(seat.picks["ranch"]))]
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


# --- words -------------------------------------------------------------------------------------


def colour_words() -> Mapping[str, Text]:
    """Return the colours, to be translated."""
    return {
        "red": say("red"),
        "blue": say("blue"),
        "yellow": say("yellow"),
        "green": say("green"),
        "black": say("black"),
        "white": say("white"),
    }


def _field(seating: Seating, name: str, left: Sequence[str], seat: Seat, usual: Mapping[str, str]) -> Field:
    options = tuple(Option(value, _word(value), mark=value) for value in left)
    open_ = Option("", say("any"), detail=_word(usual[name]))
    wish = seat.picks[name] if name in seat.wished else ""
    return Field(name, seating.labels[name], FieldKind.PICK, (open_, *options), initial=wish, on_board=name == "ranch")


def _word(value: str) -> Text:
    return colour_words().get(value) or say("%(letter)s", letter=value)
