"""Differences between the herds on the table and those of the box: cards more, missing, moved, or in another order.

A card that the camera only remembers is taken to lie where it was; nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.games.unexploded_cow.rulebook.cards import Cow, Herd, Herds
from companion.games.unexploded_cow.rulebook.herds import End

SeenRow = tuple[tuple[str, bool], ...]
"""A row as it is seen: the name of each card from the right, and whether it is seen or only remembered."""


@dataclass(frozen=True, slots=True)
class Added:
    """Card in this herd that the box does not know there. ``at``: its place as commands say it."""

    card: str
    into: str
    at: End | int
    seen: bool


@dataclass(frozen=True, slots=True)
class MissingCow:
    """Cow of the box that is not in its herd."""

    cow: Cow
    herd: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Cow in another herd than the box has it in."""

    cow: Cow
    frm: str
    into: str
    at: End | int


@dataclass(frozen=True, slots=True)
class Reordered:
    """Herd with its cows in another order: ``cows`` as they lie, the right-most first."""

    herd: str
    cows: tuple[str, ...]


Difference = Added | MissingCow | Moved | Reordered


@dataclass(frozen=True, slots=True)
class _Row:
    """A herd and its row as it is seen.

    ``pairs``: place in the row -> cow; ``missing`` cows and ``extra`` places are in no pair.
    """

    seat: str
    herd: Herd
    seen: SeenRow
    pairs: Mapping[int, Cow]
    missing: tuple[Cow, ...]
    extra: tuple[int, ...]

    def place(self, at: int, without: str = "") -> End | int:
        """Return where in the whole herd the card lies that is at this place of the row."""
        herd = [cow for cow in self.herd if cow.id != without]
        right = [cow for place, cow in sorted(self.pairs.items()) if place < at and cow.id != without]
        index = herd.index(right[-1]) + 1 if right else 0
        if index == len(herd):
            return End.LEFT
        return index + 1 if index else End.RIGHT


def differences(herds: Herds, marked: Herds, rows: Mapping[str, SeenRow]) -> tuple[Difference, ...]:
    """Return what differs in these rows: cards that moved, further cards, missing ones, then herds in another order.

    ``marked`` are the cows with a marker of each of the ``herds``. A herd whose row has not been seen is as the box has
    it.
    """
    compared = [_matched_row(seat, herds[seat], marked[seat], seen) for seat, seen in rows.items() if seat in herds]
    unmatched = [(row, cow) for row in compared for cow in row.missing]
    moved: list[Difference] = []
    added: list[Difference] = []
    for row in compared:
        for at in row.extra:
            name, seen = row.seen[at]
            other = next(((frm, cow) for frm, cow in unmatched if cow.name == name and frm is not row and seen), None)
            if other:
                unmatched.remove(other)
                frm, cow = other
                moved.append(Moved(cow, frm.seat, row.seat, row.place(at, cow.id)))
            else:
                added.append(Added(name, row.seat, row.place(at), seen))
    missing = (MissingCow(cow, row.seat) for row, cow in unmatched)
    return (*moved, *added, *missing, *_reordered(compared))


def _matched_row(seat: str, herd: Herd, marked: Herd, seen: SeenRow) -> _Row:
    """Pair the cards of a row with cows: those in order first, then those seen, then those only remembered."""
    names = [name for name, _ in seen]
    clear = [at for at, (_, now) in enumerate(seen) if now]
    order = [names[at] for at in clear]
    pairs: dict[int, Cow] = {}
    for block in SequenceMatcher(None, [cow.name for cow in marked], order, autojunk=False).get_matching_blocks():
        pairs |= {clear[block.b + step]: marked[block.a + step] for step in range(block.size)}
    missing = [cow for cow in marked if cow not in pairs.values()]
    for at in (at for at in sorted(range(len(names)), key=lambda at: not seen[at][1]) if at not in pairs):
        if same := next((cow for cow in missing if cow.name == names[at]), None):
            missing.remove(same)
            pairs[at] = same
    extra = tuple(at for at in range(len(names)) if at not in pairs)
    return _Row(seat, herd, seen, pairs, tuple(missing), extra)


def _reordered(rows: Sequence[_Row]) -> Iterator[Reordered]:
    """Yield the herds with the same cows in another order; cows without a marker keep their places."""
    for row in rows:
        lying = [row.pairs[at] for at in sorted(row.pairs)]
        if row.missing or row.extra or lying == [cow for cow in row.herd if cow in lying]:
            continue
        order = iter(lying)
        yield Reordered(row.seat, tuple((next(order) if cow in lying else cow).id for cow in row.herd))
