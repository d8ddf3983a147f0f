"""Recorded games of Western Town, written down move by move:
``companion record-game western_town --script tests/games/western_town/recordings.py``.

The first is the rulebook's: its attack on Robin, and its final count of 54.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.app.export import export_lines
from companion.core.referee.parting import StopGame
from companion.core.table.commands import Undo
from companion.core.table.table import Level, TablePhase
from companion.games.western_town.camp.attack import ChooseTown
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.count import CountUp
from companion.games.western_town.lincoln.visit import ChooseWinner
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import (
    ChangeHomes,
    ChangeTown,
    LayTile,
    MarkBuilding,
    Reason,
    SetPoints,
    StoreGoods,
)
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.turn.act import TakeBack
from companion.games.western_town.turn.go import ExploitCard, possible_exploits
from companion.games.western_town.turn.play import PassFirst
from tests.support.western import ALEXANDRE, DAN, ROBIN, THEO, TownEvening

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
PIPES, LURE, EXPORTED = Resource.PIPES, Resource.LURE, Resource.EXPORTED
CARDS = (
    (Expectation.EXPORTED, Expectation.LURE),
    (Expectation.LURE, Expectation.INHABITANTS),
    (Expectation.EXPORTED, Expectation.LURE, Expectation.INHABITANTS),
    (Expectation.EXPORTED, Expectation.LURE),
)


def the_rulebooks(evening: TownEvening) -> None:
    """Play the rulebook's examples: Marshal Bright, the attack on Robin, the tie in
    his hand, and 54 points at the end.
    """
    evening.act(
        ROBIN, ChangeTown({WOOD: 2, GOLD: 2, PEOPLE: 3}, Reason.START), LayTile("homestead", 4, cell="c1", pink=1)
    )
    evening.act(ROBIN, TurnUpCard(CARDS[0]), LayTile("saloon", 4, cell="c2"))
    evening.give(ROBIN, {PEOPLE: 8, LURE: 2, PIPES: -4, COWBOYS: -2})
    evening.give(ALEXANDRE, {PIPES: -6})
    evening.throw(THEO, Side.RED, Side.RED)
    evening.act(THEO, PassFirst())
    evening.throw(ROBIN, Side.ORANGE_AGAIN, Side.RED)
    evening.act(ALEXANDRE, ChooseTown(ROBIN))
    evening.strike(ALEXANDRE, Indian.ORANGE, "inhabitants", ROBIN, defend=False)
    evening.strike(ALEXANDRE, Indian.RED, "b2", ROBIN, defend=False)
    evening.give(ALEXANDRE, {EXPORTED: 1})
    evening.hold_visit()
    evening.act(THEO, ChooseWinner(ALEXANDRE))
    evening.act(ROBIN, MarkBuilding("b2", False), LayTile("warehouse", 5, cell="c5"), LayTile("barber", 5, cell="c6"))
    evening.act(ROBIN, LayTile("gunsmith", 6, cell="c9", pink=1), SetPoints("b3", 6))
    evening.give(ROBIN, {PEOPLE: 6, PIPES: 5, LURE: 6, COWBOYS: 5, GOLD: 6})
    evening.act(ROBIN, ChangeTown({GOLD: -2, EXPORTED: 1}, Reason.EXPLOIT), StoreGoods())
    for card in CARDS[1:]:
        evening.give(ROBIN, {EXPORTED: 1})
        evening.turn(*card)
    evening.turn()
    evening.give(ROBIN, {EXPORTED: -2})
    evening.give(ALEXANDRE, {EXPORTED: -1, PIPES: -1})
    evening.act(ROBIN, MarkBuilding("b5", True))
    evening.act(ALEXANDRE, ChangeHomes(black=3), ChangeHomes(pink=2))
    evening.act(THEO, ChangeHomes(pink=3))
    evening.together(ROBIN, CountUp())


def two_short(evening: TownEvening) -> None:
    """Play with two players, four turns, an attack that is defended, and a change of mind."""
    for turn in range(4):
        evening.act(ALEXANDRE, ChangeTown({PEOPLE: 3, GOLD: 2}, Reason.GAINS))
        evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS,)), ChangeTown({LURE: 1}, Reason.GAINS))
        if turn == 1:
            evening.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
            evening.strike(evening.circle().manitou, Indian.RED, "carpenter", ROBIN, defend=True)
            evening.strike(evening.circle().manitou, Indian.ORANGE, "gold mine", ROBIN, defend=True)
        if turn == 2:
            evening.act(ALEXANDRE, PassFirst())
            evening.together(ROBIN, Undo(evening.table.done[-1].before))
        evening.hold_visit()
        if evening.circle().tied:
            evening.act(evening.circle().lead, ChooseWinner(evening.circle().lead))
    evening.together(ALEXANDRE, CountUp())


def two_duels(evening: TownEvening) -> None:
    """Play a double duel: each pair has its camp, its visit and its winner."""
    for turn in range(4):
        evening.give(DAN, {PEOPLE: 4})
        evening.give(ROBIN, {PEOPLE: 5})
        evening.act(THEO, TurnUpCard((Expectation.INHABITANTS, Expectation.LURE)))
        evening.throw(ROBIN, Side.RED) if turn < 2 else evening.throw(DAN, Side.RED)
        for seat in (ROBIN, THEO):
            evening.hold_visit(seat)
    evening.together(DAN, CountUp())


def four(evening: TownEvening) -> None:
    """Play with four players, five turns; the box throws the die."""
    for turn in range(4):
        evening.give((ROBIN, ALEXANDRE, THEO, DAN)[turn], {PEOPLE: 8, LURE: 1})
        evening.act(DAN, TurnUpCard(CARDS[turn]), PassFirst())
        evening.act(THEO, ThrowDie())
        while evening.circle().throwing:
            evening.act(THEO, ThrowDie())
        while (attack := evening.circle().attack) and attack.town:
            raid = evening.state.raid(evening.circle())
            assert raid
            evening.strike(evening.circle().manitou, raid.attackers[0], raid.targets[0], attack.town, defend=False)
        evening.hold_visit()
        if evening.circle().tied:
            evening.act(DAN, ChooseWinner(evening.circle().tied[0]))
    evening.turn()
    evening.together(ROBIN, CountUp())


def given_up(evening: TownEvening) -> None:
    """Stop after a turn; half points are counted exactly."""
    evening.act(ROBIN, LayTile("Opera", 6, cell="c9", black=2, points=5), MarkBuilding("b1", True))
    evening.turn(Expectation.EXPORTED)
    evening.together(THEO, StopGame())


def guided(evening: TownEvening) -> None:
    """Play whole turns, phase by phase, as simple players do; an exploit that could build something is taken back."""
    chance, taken_back = random.Random(2012), False
    while evening.table.phase is TablePhase.PLAYING:
        exploiting, deck = evening.circle().round and evening.round.exploiting, deck_of(evening.table.catalogue)
        seat = exploiting.turn if exploiting and not evening.round.acting else ""
        found = possible_exploits(Situation(evening.table, evening.state, seat)) if seat else ()
        by_hand = [each for each in found if deck.exploit(each.card).builds]
        if by_hand and not taken_back and not evening.circle().throwing and not evening.circle().attack:
            evening.act(seat, ExploitCard(*by_hand[0]), TakeBack())
            taken_back = True
        evening.play_on(chance)


def bank_and_warehouse(evening: TownEvening) -> None:
    """Play the rulebook's two constructions: the warehouse with 5 Homes, the bank not before 7 (vectors 18 and 19)."""
    evening.act(ROBIN, ChangeHomes(black=2), ChangeTown({WOOD: 1, GOLD: 4}, Reason.GAINS))
    evening.act(ROBIN, BuildTile("warehouse", "c4", {WOOD: 1, GOLD: 1}))
    assert (evening.has(ROBIN, WOOD), evening.has(ROBIN, GOLD)) == (0, 4)
    bank = BuildTile("bank", "c5", {WOOD: 1, GOLD: 1})
    evening.act(ROBIN, ChangeTown({WOOD: 1}, Reason.GAINS), ChangeHomes(pink=1))
    evening.refusal(ROBIN, bank)
    evening.act(ROBIN, ChangeHomes(pink=1), bank)
    evening.together(ALEXANDRE, StopGame())


Script = Callable[[TownEvening], None]
GAMES: Mapping[str, tuple[Script, int, Mapping[str, Any]]] = {
    "western_town_counted_rulebook": (the_rulebooks, 3, {}),
    "western_town_counted_short": (two_short, 2, {"variant": "short"}),
    "western_town_counted_duels": (two_duels, 4, {"variant": "short", "double_duel": True}),
    "western_town_counted_four": (four, 4, {"half_rounding": "up"}),
    "western_town_agreed_constructions": (bank_and_warehouse, 2, {}),
    "western_town_counted_guided": (guided, 3, {"level": Level.BOARD}),
    "western_town_counted_guided_two": (guided, 2, {"level": Level.BOARD, "variant": "short", "sealed_choice": False}),
    "western_town_counted_guided_four": (guided, 4, {"level": Level.BOARD, "variant": "short"}),
    "western_town_counted_guided_duels": (
        guided,
        4,
        {"level": Level.BOARD, "variant": "short", "double_duel": True, "start_cell_effect": True},
    ),
    "western_town_agreed": (given_up, 3, {"half_rounding": "half"}),
}


def recordings() -> Iterator[tuple[str, str]]:
    """Name and export of each."""
    for name, (script, players, rules) in GAMES.items():
        evening = TownEvening(players, **rules).start()
        script(evening)
        yield name, "".join(export_lines(evening.tables, evening.code))
