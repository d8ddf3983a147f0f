"""A theft, a duel with a dark die each, and where the loser's cowboy goes (rules 1993 §10, §11)."""

from __future__ import annotations

from companion.core.errors import IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.phases import handles
from companion.core.text import Text, fact, say, wording
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.encounters import PutPhase, ShootingPhase, StolenPhase, if_they_win
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.rules import on_board, on_free_cell
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1993.messages import DuelWon, LoserPlaced, PlaceLoser, RollDuel
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import Loser, State1993

JAILED = wording("If %(winner)s wins, %(loser)s's cowboy goes to jail.")
SENT_HOME = wording("If %(winner)s wins, %(winner)s puts %(loser)s's cowboy back on %(loser)s's ranch.")


class DuelPhase(ShootingPhase[State1993]):
    """Phase of a duel; its place decides where the loser goes (§11.2)."""

    instruction = say("Duel! One dark die each")
    wrong_dice = say("The dark dice show 1 to 4.")
    rule = RuleRef("1993", "11.1")

    @handles(RollDuel)
    def roll(self, now: Situation[State1993], command: RollDuel) -> tuple[Event, ...]:
        """Roll for both duellists. Raise RuleError."""
        return self.rolled(now, command)

    def outcome(self, now: Situation[State1993], duel: Duel, winner: str) -> DuelWon:
        """Return whether the loser goes to jail.

        So where the duel was on the winner's own ranch (§11.2 a), or the loser's has no free cell.
        """
        position, loser = on_board(now.state), duel.other(winner)
        cells = movement.loser_cells(now.layout, position, duel.cell, winner, loser, leaving=duel.frm)
        return DuelWon(winner, loser, duel.cell, cells == (movement.JAIL,))

    def stakes(self, now: Situation[State1993], duel: Duel) -> tuple[Text, ...]:
        won = (self.outcome(now, duel, winner) for winner in duel.seats)
        return if_they_win((each.winner, each.loser, JAILED if each.jailed else SENT_HOME) for each in won)


class TheftPhase(StolenPhase[State1993]):
    """Phase in which a stolen cow goes to a start cell of the thief's ranch, else its edge, else anywhere (§10.2)."""

    instruction = say("Put the stolen cow on your ranch")
    news = wording("%(who)s looks at the stolen cow and takes it home.")
    how = say("Look at the sticker so that nobody else sees it. It stays your secret.")
    label = say("Put the cow here")
    rule = RuleRef("1993", "10.2")


class LoserPhase(PutPhase[State1993]):
    """Phase in which the winner places the loser's cowboy (§11.2 b, c); the loser, where the winner has left."""

    instruction = say("You won: place the other cowboy")
    news = wording("%(who)s won the duel and places the other cowboy.")
    label = say("Put the cowboy here")
    put = wording("the loser's cowboy to %(cell)s")

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...]:
        lost = now.state.pending
        if not isinstance(lost, Loser):
            return ()
        return (lost.winner if lost.winner in now.state.solvent else lost.loser,)

    def cells(self, now: Situation[State1993]) -> tuple[str, ...]:
        lost, position = now.state.pending, now.state.position
        if not isinstance(lost, Loser) or position is None:
            return ()
        return movement.loser_cells(now.layout, position, lost.cell, lost.winner, lost.loser)

    @handles(PlaceLoser)
    def place_loser(self, now: Situation[State1993], command: PlaceLoser) -> tuple[Event, ...]:
        """Put the loser's cowboy on a cell. Raise RuleError."""
        lost, cell = now.state.pending, command.cell
        if not isinstance(lost, Loser) or self.waited_for(now) != (now.seat,):
            raise NotNow.saying(SENTENCES, fact("no_loser"))
        if not now.waived and cell not in self.cells(now):
            raise IllegalMove.saying(SENTENCES, fact("loser_not_put_there", cell=cell), RuleRef("1993", "11.2"))
        on_free_cell(now.layout, now.state, cell)
        return (LoserPlaced(lost.loser, lost.cell, cell),)
