"""The phases of the game, those first that hold up the others.

Each is one object with its choices and decisions.
"""

from __future__ import annotations

from companion.games.unexploded_cow.phases.city import CityPhase, CityTextPhase
from companion.games.unexploded_cow.phases.ledger import LedgerPhase, SuddenLedgerPhase
from companion.games.unexploded_cow.phases.payment import PaymentPhase, RollPhase
from companion.games.unexploded_cow.phases.phase import Phase
from companion.games.unexploded_cow.phases.play import PlayPhase
from companion.games.unexploded_cow.phases.reaction import ReactionPhase
from companion.games.unexploded_cow.phases.recount import RecountPhase, UnknownCardsPhase

PHASES: tuple[Phase, ...] = (
    SuddenLedgerPhase(),
    LedgerPhase(),
    UnknownCardsPhase(),
    RecountPhase(),
    ReactionPhase(),
    PaymentPhase(),
    RollPhase(),
    CityTextPhase(),
    CityPhase(),
    PlayPhase(),
)
