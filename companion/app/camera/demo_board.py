"""A table that is only drawn, for a camera that has no real one: its figures are where people tap them to.

Nothing here asks a rule: an illegal move can be made, to see what the camera says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.boards.camera_messages import Drawn
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.text import say

ASIDE = "aside"
"""Beside the board, where the camera does not look: figures that were struck or lifted off."""

BARE = Observation(ObservationStatus.OK)
HAND_SECONDS = 0.9


@dataclass
class DemoBoard:
    """A drawn board: where its figures are. ``believed`` is what the box last thought of them."""

    clock: Callable[[], float]
    figures: Observation = BARE
    aside: tuple[str, ...] = ()
    believed: Observation | None = None
    _hand: str = ""
    _hand_until: float = 0.0

    def clear(self) -> None:
        """Take everything off the board; it stays off until figures are put there."""
        self.figures, self.believed, self.aside, self._hand = BARE, None, (), ""

    def put(self, figures: Observation) -> None:
        """Put the figures like this, and let the box believe it."""
        self.reach(figures)
        self.believed, self.aside = figures, ()

    def set_up(self, figures: Observation) -> None:
        """Put the figures like this, unless somebody has moved them by hand, who wants them seen like that."""
        if self.figures in (BARE, self.believed):
            self.put(figures)

    def reach(self, figures: Observation) -> None:
        """Put the figures as a hand has moved them."""
        changed = [cell for cell, kind in figures.cells.items() if self.figures.cells.get(cell) != kind]
        if self.figures != figures:
            self._hand_at(changed[0] if len(changed) == 1 else "")
        self.figures = figures

    def follow(self, believed: Observation | None) -> None:
        """Do what phones have changed on the drawn table as well, unless somebody moves figures there."""
        if believed is None or believed == self.believed:
            return
        if self.figures == self.believed:
            self.put(believed)
        self.believed = believed

    def move(self, layout: Layout, frm: str, to: str) -> None:
        """Move one figure from a cell, the hub, an area or aside to another; a figure that was there is put aside.

        Raise BadRequest for a place without a figure, or one that does not exist.
        """
        if to not in (*layout.nodes, ASIDE, *(area.name for area in layout.areas)):
            raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=layout.name, cell=to[:20]))
        kind, left = self._lift(frm)
        if to in left.cells:
            self.aside = (*self.aside, left.cells[to])
        self.figures = self._with(layout, left, to, kind)
        self._hand_at("" if to == ASIDE else to)

    def shown(self) -> Drawn:
        """Return what the camera is to draw now."""
        return Drawn(self.figures, self._hand if self.clock() < self._hand_until else "")

    def _hand_at(self, cell: str) -> None:
        self._hand, self._hand_until = cell, self.clock() + HAND_SECONDS

    def _lift(self, frm: str) -> tuple[str, Observation]:
        """Return the kind of a figure there, and the table without it."""
        figures = self.figures
        if frm in figures.cells:
            return figures.cells[frm], replace(figures, cells={at: k for at, k in figures.cells.items() if at != frm})
        # An area may be named with the kind that is meant: ``prison/pawn:A``.
        place, _, kind = frm.partition("/")
        here = self.aside if place == ASIDE else figures.in_area(place)
        if not here or (kind and kind not in here):
            raise BadRequest(say("There is no figure on %(cell)s.", cell=frm[:20]))
        kind = kind or here[0]
        rest = list(here)
        rest.remove(kind)
        if place == ASIDE:
            self.aside = tuple(rest)
            return kind, figures
        return kind, figures.with_area(place, rest)

    def _with(self, layout: Layout, figures: Observation, to: str, kind: str) -> Observation:
        if to == ASIDE:
            self.aside = (*self.aside, kind)
            return figures
        if to in layout.by_id:
            return replace(figures, cells={**figures.cells, to: kind})
        return figures.with_area(to, (*figures.in_area(to), kind))
