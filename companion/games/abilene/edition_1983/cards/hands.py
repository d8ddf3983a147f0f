"""The cards on a seat's phone, as far as the box knows of them: seals, and what the suit was at the start."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.messages import kind_of
from companion.core.ui.page import Part, Place
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.edition_1983.cards import cardplay, cards
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.messages import LayCards
from companion.games.abilene.edition_1983.state import CardDuel, State1983


@dataclass(frozen=True, slots=True)
class PastShowdown:
    """An earlier showdown of this seat against another: the seals under which its phone keeps both lay-downs."""

    id: str
    mine: str
    theirs: str
    other: str


class DuelStage(StrEnum):
    """The part of a phone in a duel now: nothing, lay cards, or (both have sealed) show them to the other phone."""

    NONE = ""
    LAY = "lay"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards that only this seat's phone knows: it holds its suit and what earlier showdowns gave and took.

    The box has seals and counts. ``staying`` are ranks that never change hands; a card is its suit's letter and its
    rank, from the lowest to the highest as in ``ranks``.
    """

    tag: str
    lay_kind: str
    suit: tuple[str, ...]
    ranks: tuple[str, ...]
    staying: tuple[str, ...]
    past: tuple[PastShowdown, ...] = ()
    duel: str = ""
    stage: DuelStage = DuelStage.NONE
    seal: str = ""
    other: str = ""
    their_seal: str = ""


def hand_parts(now: Situation[State1983], seat: str) -> tuple[Part, ...]:
    """Return what this seat's phone needs to know its hand; nothing where duels are fought with dice."""
    table, state = now.table, now.state
    if table.rules.duels is not Duels.CARDS or state.position is None:
        return ()
    duel, showdown = cardplay.by_cards(table, state), cardplay.showdown(table, state)
    stage = DuelStage.NONE
    if duel and cardplay.turn_to_lay(state, duel) == seat:
        stage = DuelStage.LAY
    elif showdown and seat in showdown.seals:
        stage = DuelStage.SHOW
    shown = showdown if stage is DuelStage.SHOW else None
    hand = HandView(
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
    return (Part("hand", Place.PRIVATE, hand),)


def _past(duel: CardDuel, seat: str) -> PastShowdown:
    other = duel.defender if seat == duel.attacker else duel.attacker
    return PastShowdown(duel.id, duel.seals[seat], duel.seals[other], other)
