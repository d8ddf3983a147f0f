"""A theft, a duel with a dark die each, and where the loser's cowboy goes (rules 1993 §10, §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardTargets
from companion.core.ui.choice import Choice
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import PlaceCow
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import COWBOY_FACES
from companion.games.abilene.common.rules.moves import going_on, on_board, on_free_cell, stolen_placed
from companion.games.abilene.common.screens.parts import duel_by_dice
from companion.games.abilene.common.state import Duel, State, Theft
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.messages import PlaceLoser, RollDuel
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import Loser, State1993


class DuelPhase(Phase[State1993]):
    """Two cowboys on one cell."""

    commands = (RollDuel,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        duel = now.state.pending
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, RollDuel)
        return roll_duel(now.layout, now.state, seat, command)

    def asked(self) -> Text:
        return say("Duel! One dark die each")

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        """Who duels where, and what is at stake."""
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        tie = (say("A tie: roll again."),) if duel.tied else ()
        stakes = (duel_words(now.layout, now.state, duel, winner) for winner in (duel.attacker, duel.defender))
        return (fight, *tie, *stakes)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        return duel_by_dice("roll_duel", duel, COWBOY_FACES, RuleRef("1993", "11.1"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return RollDuel()


def roll_duel(layout: Layout, state: State, seat: str, command: own.RollDuel) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§11.1); the place decides where the loser goes (§11.2)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in COWBOY_FACES or two not in COWBOY_FACES or one is None or two is None:
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "11.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    winner = duel.winner(one, two)
    jailed = in_jail_after(layout, on_board(state), duel, winner)
    return (rolled, own.DuelWon(winner, duel.other(winner), duel.cell, jailed))


def in_jail_after(layout: Layout, position: Position, duel: Duel, winner: str) -> bool:
    """Whether the loser goes to jail: the duel was on the winner's own ranch (§11.2 a), or his own has no free cell."""
    loser = duel.other(winner)
    return movement.loser_cells(layout, position, duel.cell, winner, loser, leaving=duel.frm) == (movement.JAIL,)


def duel_words(layout: Layout, state: State, duel: Duel, winner: str) -> Text:
    """What happens to the loser if this seat wins."""
    loser = duel.other(winner)
    if in_jail_after(layout, on_board(state), duel, winner):
        return say("If %(winner)s wins, %(loser)s's cowboy goes to jail.", winner=Who(winner), loser=Who(loser))
    return say(
        "If %(winner)s wins, %(winner)s puts %(loser)s's cowboy back on %(loser)s's ranch.",
        winner=Who(winner),
        loser=Who(loser),
    )


class TheftPhase(Phase[State1993]):
    """The cow is in the thief's hand."""

    commands = (PlaceCow,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceCow)
        return place_cow(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("Put the stolen cow on your ranch")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s looks at the stolen cow and puts it on their own ranch.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        secret = say("Look at the sticker so that nobody else sees it. It stays your secret.")
        return (secret,) if mine else ()

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = theft_targets(now.layout, now.state)
        return BoardTargets("place_cow", "cell", cells, say("Put the cow here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceCow(chance.choice(theft_targets(now.layout, now.state)))


def place_cow(layout: Layout, state: State, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The stolen cow goes to a start cell of the thief's ranch, else its edge, else anywhere there (§10.2)."""
    targets = None if waived else theft_targets(layout, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1993", "10.2"))


def theft_targets(layout: Layout, state: State) -> tuple[str, ...]:
    """Where the stolen cow may go, judged after the thief's cowboy has left its cell (§19.5)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position.remove_cowboy(theft.thief, theft.frm), theft.thief)


class LoserPhase(Phase[State1993]):
    """The loser's cowboy is in the winner's hand."""

    commands = (PlaceLoser,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (hand(now.state, now.state.pending),) if isinstance(now.state.pending, Loser) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceLoser)
        return place_loser(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("You won: place the other cowboy")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s won the duel and places the other cowboy.", who=Who(seats[0]))

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = loser_targets(now.layout, now.state)
        return BoardTargets("place_loser", "cell", cells, say("Put the cowboy here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceLoser(chance.choice(loser_targets(now.layout, now.state)))


def place_loser(layout: Layout, state: State1993, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The winner places the loser's cowboy (§11.2 b, c)."""
    lost = state.pending
    if not isinstance(lost, Loser) or hand(state, lost) != seat:
        raise NotNow.saying(SENTENCES, fact("no_loser"))
    if not waived and cell not in loser_targets(layout, state):
        raise IllegalMove.saying(SENTENCES, fact("loser_not_put_there", cell=cell), RuleRef("1993", "11.2"))
    on_free_cell(layout, state, cell)
    return (own.LoserPlaced(lost.loser, lost.cell, cell),)


def hand(state: State1993, lost: Loser) -> str:
    """Who places the loser's cowboy: the winner, or, where he has left the game since, the loser himself."""
    return lost.winner if lost.winner in state.solvent else lost.loser


def loser_targets(layout: Layout, state: State1993) -> tuple[str, ...]:
    """Where the winner may put the loser's cowboy."""
    lost, position = state.pending, state.position
    if not isinstance(lost, Loser) or position is None:
        return ()
    return movement.loser_cells(layout, position, lost.cell, lost.winner, lost.loser)
