"""The words of what the log keeps."""

from __future__ import annotations

from companion.core.text import Catalogue, wording
from companion.games.western_town.rulebook.attack import INHABITANTS
from companion.games.western_town.tiles import NAMES

SENTENCES: Catalogue = {
    **NAMES,
    INHABITANTS: wording("the Inhabitants"),
    "because_played": wording("a card played"),
    "because_exploit": wording("an exploit"),
    "because_gains": wording("gains of phase 4"),
    "because_building": wording("construction"),
    "because_start": wording("the start card"),
    "because_correction": wording("a correction"),
    "because_camera": wording("counted by the camera"),
    "cost_of": wording("cost: %(name)s"),
    "cell_gives": wording("the cell under it: %(name)s"),
    "tile_gives": wording("it is built: %(name)s"),
    "repair_of": wording("repair: %(name)s"),
    "no_room": wording("no room for more"),
    "guards": wording("help against the attack"),
    "pipe_back": wording("a Peace pipe of the camp"),
    "defended": wording("defended: %(target)s"),
    "attacked": wording("attacked: %(target)s"),
    "one_of_several": wording("%(name)s (%(which)s)"),
    "lay_together": wording("Two cards, laid together"),
    "level_board": wording("The whole turn (phases, cards, exploits, gains)"),
    "level_bank": wording("The towns only (cubes, attacks, elections, final count)"),
    "count_up": wording("Count the points"),
    "stop_game": wording("End the game now"),
    "counted": wording("the last turn was over"),
    "agreed": wording("everybody wanted to stop"),
}
