"""The phases of a turn of 1993, those first that hold up the others."""

from __future__ import annotations

from companion.games.abilene.common.phases import Phase
from companion.games.abilene.edition_1993.phases.cattle import CattlePhase
from companion.games.abilene.edition_1993.phases.cowboys import CowboysPhase
from companion.games.abilene.edition_1993.phases.dice import DicePhase
from companion.games.abilene.edition_1993.phases.duel import DuelPhase
from companion.games.abilene.edition_1993.phases.early_end import EarlyEnd
from companion.games.abilene.edition_1993.phases.jail import JailPhase, ReleasePhase
from companion.games.abilene.edition_1993.phases.loser import LoserPhase
from companion.games.abilene.edition_1993.phases.on_the_table import OnTheTablePhase
from companion.games.abilene.edition_1993.phases.settlement import SettlementPhase
from companion.games.abilene.edition_1993.phases.sticker import StickerPhase
from companion.games.abilene.edition_1993.phases.theft import TheftPhase
from companion.games.abilene.edition_1993.phases.turn_end import TurnEnd
from companion.games.abilene.edition_1993.phases.vote import VotePhase
from companion.games.abilene.edition_1993.state import State1993

PHASES: tuple[Phase[State1993], ...] = (
    DuelPhase(),
    TheftPhase(),
    LoserPhase(),
    SettlementPhase(),
    EarlyEnd(),
    StickerPhase(),
    VotePhase(),
    ReleasePhase(),
    JailPhase(),
    DicePhase(),
    CattlePhase(),
    CowboysPhase(),
    OnTheTablePhase(),
    TurnEnd(),
)
