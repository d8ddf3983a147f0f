"""Differences between the herds on the table and those of the box: added, missing, moved and reordered cards.

A card that the camera remembers but does not see now counts as present; no difference is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.games.unexploded_cow.rulebook.cards import Cow, Herd, Herds
from companion.games.unexploded_cow.rulebook.herds import End

SeenRow = tuple[tuple[str, bool], ...]
"""A row of cards from the right: the name of each, and whether it is seen now (False: only remembered)."""


@dataclass(frozen=True, slots=True)
class Added:
    """A card in a herd where the box has none. ``at`` is its place, in the notation of commands."""

    card: str
    into: str
    at: End | int
    seen: bool


@dataclass(frozen=True, slots=True)
class MissingCow:
    """A cow of the box that is not seen in its herd."""

    cow: Cow
    herd: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A cow that lies in another herd (``into``) than the box has it (``frm``)."""

    cow: Cow
    frm: str
    into: str
    at: End | int


@dataclass(frozen=True, slots=True)
class Reordered:
    """A herd whose cows lie in another order: ``cows`` are their ids as seen, the right-most first."""

    herd: str
    cows: tuple[str, ...]


Difference = Added | MissingCow | Moved | Reordered


@dataclass(frozen=True, slots=True)
class _Row:
    """A herd of the box, matched with the row that is seen.

    ``pairs`` maps an index of the row to its cow; ``missing`` cows and ``extra`` indices have no partner.
    """

    seat: str
    herd: Herd
    seen: SeenRow
    pairs: Mapping[int, Cow]
    missing: tuple[Cow, ...]
    extra: tuple[int, ...]

    def place(self, at: int, without: str = "") -> End | int:
        """Return the place in the whole herd of the card at this index of the row.

        The herd has cows without a marker, too, which the row lacks. ``without`` is the id of a cow to leave out.
        """
        herd = [cow for cow in self.herd if cow.id != without]
        to_the_right = [cow for place, cow in sorted(self.pairs.items()) if place < at and cow.id != without]
        index = herd.index(to_the_right[-1]) + 1 if to_the_right else 0
        if index == len(herd):
            return End.LEFT
        return index + 1 if index else End.RIGHT


def differences(herds: Herds, marked: Herds, rows: Mapping[str, SeenRow]) -> tuple[Difference, ...]:
    """Return the differences of these rows: moved, added and missing cards, then reordered herds.

    ``marked`` has the cows with a marker of each of the ``herds``. A herd without a row is taken to be unchanged.
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
    """Match the cards of a row with cows of the same name.

    The longest common sequence of the cards seen now comes first, then the other cards seen, then remembered ones.
    """
    names = [name for name, _ in seen]
    visible = [at for at, (_, is_seen) in enumerate(seen) if is_seen]
    remembered = [at for at, (_, is_seen) in enumerate(seen) if not is_seen]
    pairs: dict[int, Cow] = {}
    matcher = SequenceMatcher(None, [cow.name for cow in marked], [names[at] for at in visible], autojunk=False)
    for block in matcher.get_matching_blocks():
        pairs |= {visible[block.b + step]: marked[block.a + step] for step in range(block.size)}
    missing = [cow for cow in marked if cow not in pairs.values()]
    for at in (*visible, *remembered):
        if at in pairs:
            continue
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
