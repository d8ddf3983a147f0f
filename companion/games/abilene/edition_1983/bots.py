"""What simple players of 1983 have to hide: what lies under their steers, and their cards.

Both are dealt from the table's secret seed, sealed like what a phone notes and lays, and opened like it.
"""

from __future__ import annotations

import random

from companion.boards.layout import Layout
from companion.core.messages import Command
from companion.core.secrets.exchange import Past, Shown
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.games.abilene.common.bots import Deal
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.cards import cardplay, cards
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983

# --- what lies under the steers of a simple player --------------------------------------------


def dealt(steer: str, steers: tuple[str, ...], hidden: Deal) -> bool:
    """Whether this one of a simple player's steers has the fever."""
    return steer in random.Random(f"{hidden.deal}/{steers[0]}").sample(steers, turn.FEVERED)


def nonce_of(steer: str, hidden: Deal) -> str:
    """The nonce of its note."""
    return random.Random(f"{hidden.deal}/nonce/{steer}").randbytes(turn.NONCE_BYTES).hex()


def _seal(table: Table, seat: str, steer: str, steers: tuple[str, ...], hidden: Deal) -> str:
    return turn.seal_of(table.code, seat, steer, dealt(steer, steers, hidden), nonce_of(steer, hidden))


def note(layout: Layout, table: Table, state: State1983, seat: str, hidden: Deal) -> Command:
    """Its notes about its own steers."""
    steers = turn.steers_of(layout, state, seat)
    return h.SealFever({steer: _seal(table, seat, steer, steers, hidden) for steer in steers})


def open_note(table: Table, state: State1983, seat: str, hidden: Deal) -> Command | None:
    """The note about the steer on sale, if this player sealed it."""
    sale, notes = state.sale, state.notes.get(seat, {})
    if sale is None or sale.owner != seat or sale.steer not in notes:
        return None
    steers = tuple(notes)
    if _seal(table, seat, sale.steer, steers, hidden) != notes[sale.steer]:
        return None
    return h.OpenFever(sale.steer, dealt(sale.steer, steers, hidden), nonce_of(sale.steer, hidden))


def what_i_see(layout: Layout, table: Table[State1983 | None], seat: str, hidden: Deal) -> tuple[Text, ...]:
    """Under a steer that this seat has just taken from a simple player, where there are no real steers (§3.1)."""
    state = table.play
    if state is None or not isinstance(state.pending, Theft) or state.pending.thief != seat:
        return ()
    steer = state.steers.get(state.pending.cell, "")
    owner = state.colours.get(state.pending.cell, "")
    notes = state.notes.get(owner, {})
    steers = tuple(notes)
    if steer not in notes or _seal(table, owner, steer, steers, hidden) != notes[steer]:
        return ()
    return (say("Under the stolen steer: %(truth)s.", truth=health_words(dealt(steer, steers, hidden))),)


# --- cards ------------------------------------------------------------------------------------


def _laid(state: State1983, seat: str, duel: str, hidden: Deal) -> str:
    """What it lays in this duel: one card of its own suit that it has not laid before, or, later, none.

    It never plays a card it was given, so that it need not remember any: a box that was restarted could not.
    """
    own = cards.in_order(
        cards.suit(state.order.index(seat)) & cards.changing_hands(cards.suit(state.order.index(seat)))
    )
    order = random.Random(f"{hidden.deal}/cards/{seat}").sample(own, len(own))
    return cards.written(order[int(duel) - 1 : int(duel)])


def _card_nonce(seat: str, duel: str, hidden: Deal) -> str:
    return random.Random(f"{hidden.deal}/cards/{seat}/{duel}").randbytes(cardplay.NONCE_BYTES).hex()


def lay(table: Table, state: State1983, seat: str, hidden: Deal) -> Command:
    """Its lay-down in a card duel."""
    duel = cardplay.number_of(state)
    laid = _laid(state, seat, duel, hidden)
    seal = cardplay.seal_of(table.code, duel, seat, laid, _card_nonce(seat, duel, hidden))
    return h.LayCards(duel, len(cards.read(laid)), seal)


def showing(table: Table, state: State1983, seat: str, hidden: Deal) -> Shown | None:
    """What this player laid, if it was this player that laid it, with what it laid before."""
    now = cardplay.showdown(table, state)
    if now is None or seat not in now.seals:
        return None
    past = {
        duel.id: Past(_laid(state, seat, duel.id, hidden), _card_nonce(seat, duel.id, hidden))
        for duel in cardplay.duels_of(state, seat)
    }
    laid, nonce = _laid(state, seat, now.id, hidden), _card_nonce(seat, now.id, hidden)
    if cardplay.seal_of(table.code, now.id, seat, laid, nonce) != now.seals[seat]:
        return None
    return Shown(laid, nonce, past=past)
