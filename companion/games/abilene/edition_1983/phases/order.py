"""The phases of a turn of 1983, those first that hold up the others."""

from __future__ import annotations

from companion.games.abilene.common.phases import Phase
from companion.games.abilene.edition_1983.phases.card_duel import CardDuelPhase
from companion.games.abilene.edition_1983.phases.cattle import CattlePhase
from companion.games.abilene.edition_1983.phases.cowboys import CowboysPhase
from companion.games.abilene.edition_1983.phases.dice import DicePhase
from companion.games.abilene.edition_1983.phases.duel import DuelPhase
from companion.games.abilene.edition_1983.phases.early_end import EarlyEnd
from companion.games.abilene.edition_1983.phases.fever_notes import FeverPhase
from companion.games.abilene.edition_1983.phases.on_the_table import OnTheTablePhase
from companion.games.abilene.edition_1983.phases.returning import ReturnPhase
from companion.games.abilene.edition_1983.phases.settlement import SettlementPhase
from companion.games.abilene.edition_1983.phases.theft import TheftPhase
from companion.games.abilene.edition_1983.phases.truth import TruthPhase
from companion.games.abilene.edition_1983.phases.turn_end import TurnEnd
from companion.games.abilene.edition_1983.phases.vote import VotePhase
from companion.games.abilene.edition_1983.state import State1983

PHASES: tuple[Phase[State1983], ...] = (
    FeverPhase(),
    CardDuelPhase(),
    DuelPhase(),
    TheftPhase(),
    SettlementPhase(),
    EarlyEnd(),
    TruthPhase(),
    VotePhase(),
    ReturnPhase(),
    CattlePhase(),
    DicePhase(),
    CowboysPhase(),
    OnTheTablePhase(),
    TurnEnd(),
)
