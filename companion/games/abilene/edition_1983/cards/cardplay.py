"""A duel with cards at the table (rules 1983 §11): laying down sealed, showing, the consequences.

Nobody but the duellists sees a card. The box counts in memory what the phones show it: a hand is what the suit was at
the start and what earlier duels gave and took, each proved by the seal that stands in the log.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown, is_hex, sealed
from companion.core.table.table import Table
from companion.core.text import Who, fact, say
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.cards import cards
from companion.games.abilene.edition_1983.cards.cards import Cards
from companion.games.abilene.edition_1983.house_rules import Duels, SteerRules
from companion.games.abilene.edition_1983.rules.turn import beaten
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import CardDuel, State1983

TAG = "companion/cards/1"
NONCE_BYTES = 32
FULL_HAND = len(cards.SUITS) * len(cards.RANKS)


def by_cards(table: Table[State1983, SteerRules], state: State1983) -> Duel | None:
    """Return the duel that is fought with cards now; after a tie the dice settle it (§11.4)."""
    duel = state.pending
    return duel if isinstance(duel, Duel) and table.rules.duels is Duels.CARDS and not duel.tied else None


def seal_of(table: str, duel: str, seat: str, laid: str, nonce: str) -> str:
    """Return the seal of a lay-down."""
    return sealed(TAG, (table, duel, seat, laid), nonce)


def number_of(state: State1983) -> str:
    """Return the name of the card duel that is being fought."""
    return str(len(state.duels) + 1)


def turn_to_lay(state: State1983, duel: Duel) -> str:
    """Return whose lay-down is missing, the attacker's first (§11.2); "" when both lie there."""
    return next((seat for seat in (duel.attacker, duel.defender) if seat not in state.laid), "")


def lay(table: Table, state: State1983, seat: str, command: messages_1983.LayCards) -> tuple[Event, ...]:
    """Return a sealed lay-down: how many cards everybody sees, which ones nobody."""
    duel = by_cards(table, state)
    if duel is None or turn_to_lay(state, duel) != seat or command.duel != number_of(state):
        raise NotNow(say("It is not your turn to lay cards."))
    if not 0 <= command.count <= FULL_HAND or not is_hex(command.commitment, NONCE_BYTES):
        raise BadRequest(say("These are not cards you can lay."), RuleRef("1983", "11.2"))
    return (messages_1983.CardsLaid(seat, command.duel, command.count, command.commitment),)


def showdown(table: Table, state: State1983) -> Showdown | None:
    """Return the showdown once both have laid: their phones show each other what."""
    duel = by_cards(table, state)
    if duel is None or turn_to_lay(state, duel):
        return None
    return Showdown(number_of(state), {seat: laid.commitment for seat, laid in state.laid.items()})


def hand(table: Table, state: State1983, seat: str, shown: Shown) -> Cards:
    """Return the cards that this seat surely holds. Raise BadRequest for a past that does not fit its seals."""
    held = cards.suit(state.order.index(seat))
    for duel in duels_of(state, seat):
        past = (shown.past or {}).get(duel.id)
        if past is None:
            raise BadRequest(say("This phone has lost its cards. Lay none."))
        held -= cards.changing_hands(_proved(table, duel, seat, past.mine, past.my_nonce))
        if past.theirs is not None:
            other = duel.defender if seat == duel.attacker else duel.attacker
            held |= cards.changing_hands(_proved(table, duel, other, past.theirs, past.their_nonce))
    return held


def duels_of(state: State1983, seat: str) -> tuple[CardDuel, ...]:
    """Return the card duels of a seat that changed its hand."""
    return tuple(duel for duel in state.duels if seat in duel.seals)


def _proved(table: Table, duel: CardDuel, seat: str, laid: str, nonce: str) -> Cards:
    if not _fits(duel.seals[seat], table.code, duel.id, seat, laid, nonce):
        raise BadRequest(say("These are not the cards that %(who)s laid.", who=Who(seat)))
    return cards.read(laid)


def _fits(seal: str, table: str, duel: str, seat: str, laid: str, nonce: str) -> bool:
    return is_hex(nonce, NONCE_BYTES) and hmac.compare_digest(seal_of(table, duel, seat, laid, nonce), seal)


def check(table: Table, state: State1983, seat: str, shown: Shown) -> None:
    """Check that this is what the seat laid, and that it held those cards. Raise NotNow, BadRequest or IllegalMove."""
    now = showdown(table, state)
    if now is None or seat not in now.seals:
        raise NotNow(say("No cards are to be shown now."))
    if not _fits(now.seals[seat], table.code, now.id, seat, shown.laid, shown.nonce):
        raise BadRequest(say("These are not the cards that %(who)s laid.", who=Who(seat)))
    laid = cards.read(shown.laid)
    if len(laid) != state.laid[seat].count:
        raise BadRequest(say("These are not the cards that %(who)s laid.", who=Who(seat)))
    if laid and not laid <= hand(table, state, seat, shown):
        raise IllegalMove.saying(SENTENCES, fact("not_in_this_hand"), RuleRef("1983", "11.2"))


def compare(table: Table, state: State1983, shown: Mapping[str, Shown]) -> SettleShowdown:
    """Return who won: the higher total (§11.3)."""
    duel = by_cards(table, state)
    if duel is None:
        raise NotNow(say("No cards are to be shown now."))
    one, two = (cards.total(cards.read(shown[seat].laid)) for seat in (duel.attacker, duel.defender))
    winner = "" if one == two else duel.attacker if one > two else duel.defender
    return SettleShowdown(number_of(state), winner)


def settle(layout: Layout, table: Table, state: State1983, command: SettleShowdown) -> tuple[Event, ...]:
    """Return the consequences of the comparison; a tie goes to the dice (§11.4)."""
    duel = by_cards(table, state)
    if duel is None or turn_to_lay(state, duel) or command.showdown != number_of(state):
        raise NotNow.saying(SENTENCES, fact("duel_over"))
    return _decided(layout, table, state, duel, command.winner)


def tell(
    layout: Layout, table: Table, state: State1983, seat: str, command: messages_1983.TellDuel
) -> tuple[Event, ...]:
    """Return the result of a duel with real cards, told by a duellist (rules 1983 §14)."""
    duel = by_cards(table, state)
    if duel is None or seat not in (duel.attacker, duel.defender):
        raise NotNow.saying(SENTENCES, fact("no_duel"))
    if command.winner not in ("", duel.attacker, duel.defender):
        raise BadRequest.saying(SENTENCES, fact("duellist_wins"))
    return _decided(layout, table, state, duel, command.winner, real_cards=True)


def _decided(
    layout: Layout, table: Table, state: State1983, duel: Duel, winner: str, real_cards: bool = False
) -> tuple[Event, ...]:
    compared = messages_1983.CardsCompared(duel.attacker, duel.defender, winner, real_cards)
    return (compared, beaten(layout, table, state, duel, winner)) if winner else (compared,)
