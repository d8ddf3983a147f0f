"""Which scene a seed stands for. Held-out scenes use artworks, lights and tables that tuning never sees."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.vision.rendering import artworks, looks

VERSION = 9
"""To be raised with every change of what a seed looks like, so that nothing old is taken for it."""

PLAY = 12
"""Uncovered frames of play in a scene."""


@dataclass(frozen=True)
class Recipe:
    """A scene before anything is drawn."""

    seed: int
    held_out: bool
    board: str
    artwork: str
    room: str
    table: str
    markers: bool
    taps: float
    """how many pixels off the four corners were tapped"""
    wrong: float
    """share of illegal steps"""
    hands: float
    """share of frames before which a hand is in the picture"""
    things: float
    """share of turns with dice and other things lying about"""
    bumped: bool
    again: int
    """further pictures of every steady state"""
    play: int = PLAY
    size: tuple[int, int] | None = None
    """of the pictures; None: whatever camera the seed has"""

    @property
    def name(self) -> str:
        """Return the folder's name."""
        part, short = "held-out" if self.held_out else "tuning", "" if self.play == PLAY else f"-{self.play}"
        return f"{part}-{self.seed:04}{short}"


def recipe(seed: int, held_out: bool = False, again: int = 2, play: int = PLAY) -> Recipe:
    """Return the scene of this seed: artworks and rooms in turn, so that few scenes already show all of them."""
    chance = random.Random(f"{seed} {held_out}")
    art = sorted(artworks.HELD_OUT if held_out else artworks.TUNING)
    rooms = sorted(looks.HELD_OUT if held_out else looks.TUNING)
    markers = chance.random() < 0.6
    return Recipe(
        seed=seed,
        held_out=held_out,
        board="abilene-hexagames" if seed % 8 == 7 else "abilene-1993",
        artwork=art[seed % len(art)],
        room=rooms[(seed + seed // len(rooms)) % len(rooms)],
        table=chance.choice(artworks.TABLES[held_out]),
        markers=markers,
        taps=0.0 if markers else chance.choice((0.0, 3.0)),
        wrong=0.2,
        hands=0.35,
        things=chance.choice((0.0, 0.0, 0.15, 0.5)),
        bumped=chance.random() < 0.3,
        again=again,
        play=play,
    )
