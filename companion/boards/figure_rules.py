"""A game's facts about its figures for a camera, which knows no game: where they may stand and their names.

A *family* is a kind without its colour: ``pawn`` for ``pawn:A``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.boards.data_file import CameraMessage


@dataclass(frozen=True, slots=True)
class FigureRules(CameraMessage):
    """Facts of one edition; the defaults are those of a game that says nothing.

    ``area_kinds``: area -> the families that may stand in it; in an area that is not named any may.
    ``sticker_area``: where figures are laid on their backs to show the markers under them ("": nowhere), and
    ``sticker_kind`` what kind such a figure is ("": that cannot be told).
    ``start_flags``: family -> the flag of the cells on which its figures start.
    ``exits``: area -> the node to which a recording says a figure has moved that lies there. Such an area is a way off
    the board: what disappears from it was no move.
    ``dice_names``: a die as the table shows it -> the name that recordings give it.
    ``dots``: the families drawn as dots over the camera's picture; the others are only the letters of their owners.
    ``counted``: whether there are never more figures of a kind than at the start: what is one too many is none.
    """

    area_kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sticker_area: str = ""
    sticker_kind: str = ""
    start_flags: Mapping[str, str] = field(default_factory=dict)
    exits: Mapping[str, str] = field(default_factory=dict)
    dice_names: Mapping[str, str] = field(default_factory=dict)
    dots: tuple[str, ...] = ()
    counted: bool = False

    def may_stand(self, family: str, area: str) -> bool:
        """Return whether figures of this family may stand in this area."""
        return area not in self.area_kinds or family in self.area_kinds[area]

    def leaves(self, family: str) -> bool:
        """Return whether figures of this family leave the board through an area, and do not come back."""
        return any(family in self.area_kinds.get(area, ()) for area in self.exits)
