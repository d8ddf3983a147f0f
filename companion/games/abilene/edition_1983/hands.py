"""The cards on a seat's phone, as far as the box knows of them: seals, and what the suit was at the start."""

from __future__ import annotations

from companion.core.messages import kind_of
from companion.core.table.table import Table
from companion.core.ui.page import DuelStage, HandView, PastShowdown
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1983 import cardplay, cards
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.messages import LayCards
from companion.games.abilene.edition_1983.state import CardDuel


def hand_view(table: Table, state: State, seat: str) -> HandView | None:
    """What this seat's phone needs to know its hand; None where duels are fought with dice."""
    if table.rules.duels is not Duels.CARDS or state.position is None:
        return None
    duel, now = cardplay.by_cards(table, state), cardplay.showdown(table, state)
    stage = DuelStage.NONE
    if duel and cardplay.turn_to_lay(state, duel) == seat:
        stage = DuelStage.LAY
    elif now and seat in now.seals:
        stage = DuelStage.SHOW
    shown = now if stage is DuelStage.SHOW else None
    return HandView(
        tag=cardplay.TAG,
        lay_kind=kind_of(LayCards),
        suit=cards.in_order(cards.suit(state.order.index(seat))),
        ranks=cards.RANKS,
        staying=cards.PICTURES,
        past=tuple(_past(each, seat) for each in cardplay.duels_of(state, seat)),
        duel=cardplay.number_of(state),
        stage=stage,
        seal=shown.seals[seat] if shown else "",
        other=shown.other(seat) if shown else "",
        their_seal=shown.seals[shown.other(seat)] if shown else "",
    )


def _past(duel: CardDuel, seat: str) -> PastShowdown:
    other = duel.defender if seat == duel.attacker else duel.attacker
    return PastShowdown(duel.id, duel.seals[seat], duel.seals[other])
