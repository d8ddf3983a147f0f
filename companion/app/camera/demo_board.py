"""A drawn board for a camera without a real one: people move its figures by taps.

No rule is applied here: an illegal move can be made, to see what the camera says of it.
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
"""The place beside the board, where the camera does not look, for figures that were captured or lifted off."""

BARE = Observation(ObservationStatus.OK)
HAND_SECONDS = 0.9


@dataclass
class DemoBoard:
    """A drawn board and its figures. ``believed`` is where the box had them when it was last followed."""

    clock: Callable[[], float]
    figures: Observation = BARE
    aside: tuple[str, ...] = ()
    believed: Observation | None = None
    _hand: str = ""
    _hand_until: float = 0.0

    def clear(self) -> None:
        """Take all figures off the board."""
        self.figures, self.believed, self.aside, self._hand = BARE, None, (), ""

    def put(self, figures: Observation) -> None:
        """Place the figures like this, as the box has them."""
        self.reach(figures)
        self.believed, self.aside = figures, ()

    def set_up(self, figures: Observation) -> None:
        """Place the figures like this, unless they were moved by hand."""
        if self.figures in (BARE, self.believed):
            self.put(figures)

    def reach(self, figures: Observation) -> None:
        """Place the figures as a hand moves them: the hand is drawn over the cell that changes."""
        changed = [cell for cell, kind in figures.cells.items() if self.figures.cells.get(cell) != kind]
        if self.figures != figures:
            self._hand_at(changed[0] if len(changed) == 1 else "")
        self.figures = figures

    def follow(self, believed: Observation | None) -> None:
        """Place the figures where the box has them now, unless they were moved by hand."""
        if believed is None or believed == self.believed:
            return
        if self.figures == self.believed:
            self.put(believed)
        self.believed = believed

    def move(self, layout: Layout, frm: str, to: str) -> None:
        """Move a figure from a cell, the hub, an area or ``ASIDE`` to another place; a figure on that is put aside.

        Raise BadRequest for an origin without a figure, or an unknown target.
        """
        if to not in (*layout.nodes, ASIDE, *(area.name for area in layout.areas)):
            raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=layout.name, cell=to[:20]))
        kind, left = self._lift(frm)
        if to in left.cells:
            self.aside = (*self.aside, left.cells[to])
        self.figures = self._with(layout, left, to, kind)
        self._hand_at("" if to == ASIDE else to)

    def shown(self) -> Drawn:
        """Return the figures for the camera to draw, and the cell under a hand."""
        return Drawn(self.figures, self._hand if self.clock() < self._hand_until else "")

    def _hand_at(self, cell: str) -> None:
        self._hand, self._hand_until = cell, self.clock() + HAND_SECONDS

    def _lift(self, frm: str) -> tuple[str, Observation]:
        """Return the kind of a figure at this place, and the figures without it. Raise BadRequest if there is none."""
        figures = self.figures
        if frm in figures.cells:
            return figures.cells[frm], replace(figures, cells={at: k for at, k in figures.cells.items() if at != frm})
        # An area may be named together with the kind of figure: ``prison/pawn:A``.
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
