"""The parts of Abilene that editions play in different ways, as functions of one frozen value per edition.

What can be said as a number or a list is a fact of the edition (``editions``); only what is really another procedure
stands here. The game asks the rulebook of its table's edition and never which edition that is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.messages import Command, Event
from companion.core.plugin import Consent
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Seat, Table
from companion.core.text import Text
from companion.core.ui.choice import Choice
from companion.core.ui.page import CardView, Page
from companion.games.abilene.common.camera.seen import FIGURES
from companion.games.abilene.common.messages import HerdsPlaced
from companion.games.abilene.common.reducer import Flow
from companion.games.abilene.common.state import State


@dataclass(frozen=True, slots=True)
class PhoneDuel:
    """What two phones have sealed and show each other: see ``core.showdown`` and the protocol of a game."""

    showdown: Callable[[Table, State], Showdown | None]
    check: Callable[[Table, State, str, Shown], None]
    compare: Callable[[Table, State, Mapping[str, Shown]], SettleShowdown]
    settle: Callable[[Layout, Table, State, SettleShowdown], tuple[Event, ...]]
    simple: Callable[[Table, State, str, Any], Shown | None]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Each function promises what the method of that name promises in ``core.game.Game``, if there is one."""

    place: Callable[[Layout, Table], HerdsPlaced]
    """how the figures stand at the start, no money yet"""
    decide: Callable[[Layout, Table, str, Command, bool], tuple[Event, ...]]
    follow: Callable[[Layout, Table], tuple[Event, ...]]
    consent: Callable[[Table, str, Command], Consent | None]
    borrow: Callable[[Table, str, int, bool], int]
    repay: Callable[[Table, str, bool], None]
    apply: Callable[[State | None, Event, Flow], State]
    page: Callable[[Layout, Table, str | None], Page]
    facts: Callable[[Layout, Table, State | None, Seat], tuple[Text, ...]]
    """what everybody may know of a seat, in a few words each"""
    cards: Callable[[Table], tuple[CardView, ...]]
    duel_of_phones: PhoneDuel | None
    """how two phones settle a duel between themselves, if they do"""
    notes: Callable[[Layout, Table, str, Any], tuple[Text, ...]]
    simple_player: Callable[[Layout, Table, str, random.Random, Any], Command | None]
    shown: Callable[[Table, str, str], Choice | None] | None = None
    """None: no sticker has to be shown"""
    judge: Callable[[Layout, Table, Observation], Judgement | None] | None = None
    """None: nobody can tell yet what a camera saw"""
    umpire: Callable[[Layout, Sequence[str], Any], Umpire] | None = None
    """None: nobody can tell yet what recorded pictures show"""
    figures: FigureRules = FIGURES
    """where the figures may stand, as the camera is told"""
    coloured: bool = False
    """whether cattle has the colour of its first owner, for all to see"""
