"""The secrets of the bots of 1983: which of their steers have the fever, their votes, and their cards.

Fever and cards are drawn from the table's secret seed, and sealed and opened as a phone does.
"""

from __future__ import annotations

import random

from companion.boards.layout import Layout
from companion.core.members import Vote
from companion.core.messages import Command
from companion.core.secrets.exchange import Past, Shown
from companion.core.table.table import Table
from companion.core.text import Text, Who, say, wording
from companion.games.abilene.common.bots import Deal, Spoken
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.cards import cardplay, cards
from companion.games.abilene.edition_1983.opening import FEVER, OPENING
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.rules.sales import left_under
from companion.games.abilene.edition_1983.rules.turn import FEVERED, HEALTHY
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983

SPOKEN = Spoken(
    sells=wording("%(who)s drives a steer into town, because the steps are enough."),
    steals_yours=wording("%(who)s stole your steer, because the %(face)s led exactly there."),
    steals=wording("%(who)s stole a steer from %(other)s, because the %(face)s led exactly there."),
    into_town=say("Drive a steer into town"),
    nearer=say("Bring a steer nearer to town"),
    steal=wording("Steal a steer from %(who)s"),
    put=say("Put the steer on your prairie"),
    put_known=wording("The steer: %(sticker)s. Put it on your prairie"),
)

# --- fever ------------------------------------------------------------------------------------


def dealt(table: Table, steer: str, steers: tuple[str, ...], hidden: Deal) -> bool:
    """Return whether this one of a player's ``steers`` has the fever; the scripted opening names them."""
    if OPENING.is_scripted(table):
        return any(steer in fever for fever in FEVER.values())
    return steer in random.Random(f"{hidden.deal}/{steers[0]}").sample(steers, turn.FEVERED)


def nonce_of(steer: str, hidden: Deal) -> str:
    """Return the nonce of the note about a steer."""
    return random.Random(f"{hidden.deal}/nonce/{steer}").randbytes(turn.NONCE_BYTES).hex()


def _seal(table: Table, seat: str, steer: str, steers: tuple[str, ...], hidden: Deal) -> str:
    return turn.seal_of(table.code, seat, steer, dealt(table, steer, steers, hidden), nonce_of(steer, hidden))


def note(layout: Layout, table: Table, state: State1983, seat: str, hidden: Deal) -> Command:
    """Return the command that seals the seat's notes about its own steers."""
    steers = turn.steers_of(layout, state, seat)
    return messages_1983.SealFever({steer: _seal(table, seat, steer, steers, hidden) for steer in steers})


def open_note(table: Table, state: State1983, seat: str, hidden: Deal) -> Command | None:
    """Return the command that opens the note about the steer on sale; None if this seat did not seal it."""
    sale, notes = state.sale, state.notes.get(seat, {})
    if sale is None or sale.owner != seat or sale.steer not in notes:
        return None
    steers = tuple(notes)
    if _seal(table, seat, sale.steer, steers, hidden) != notes[sale.steer]:
        return None
    return messages_1983.OpenFever(sale.steer, dealt(table, sale.steer, steers, hidden), nonce_of(sale.steer, hidden))


def visible_secrets(layout: Layout, table: Table[State1983 | None], seat: str, hidden: Deal) -> tuple[Text, ...]:
    """Return lines on the steers that this seat may look under: one it has just stolen, and those at home (§3.1).

    At a table without real steers there is nothing to turn over. The steers at home are told only to a person who
    plays alone, who need not note them.
    """
    state = table.play
    if state is None:
        return ()
    lines = []
    if isinstance(state.pending, Theft) and state.pending.thief == seat:
        fever = _has_fever(table, state, state.pending.cell, hidden)
        if fever is not None:
            lines.append(say("Under the stolen steer: %(truth)s.", truth=health_words(fever)))
    if table.alone == seat and state.position:
        for cell in state.position.herd(layout, seat):
            fever = _has_fever(table, state, cell, hidden)
            if fever is not None:
                lines.append(say("%(cell)s: %(truth)s", cell=cell, truth=health_words(fever)))
    return tuple(lines)


def stolen_words(table: Table[State1983], hidden: Deal) -> Text | None:
    """Return the health of the stolen steer in words; None if none is stolen, or the box does not know it."""
    theft = table.play.pending
    fever = _has_fever(table, table.play, theft.cell, hidden) if isinstance(theft, Theft) else None
    return None if fever is None else health_words(fever)


def _has_fever(table: Table, state: State1983, cell: str, hidden: Deal) -> bool | None:
    """Return whether the steer on the cell has the fever; None if a bot did not seal it, so the box does not know."""
    steer, owner = state.steers.get(cell, ""), state.colours.get(cell, "")
    notes = state.notes.get(owner, {})
    steers = tuple(notes)
    if steer not in notes or _seal(table, owner, steer, steers, hidden) != notes[steer]:
        return None
    return dealt(table, steer, steers, hidden)


# --- votes ------------------------------------------------------------------------------------


def vote(table: Table[State1983], seat: str, hidden: Deal) -> Vote | None:
    """Return the vote of a bot and the reason for it; None without a sale, or for the seller.

    The script decides first, then what the bot has noted of its own steers, then what most of the unsold ones are.
    """
    state, sale, who = table.play, table.play.sale, Who(seat)
    if sale is None or seat == sale.seller:
        return None
    scripted, notes = OPENING.vote(table, seat), state.notes.get(seat, {})
    known = dealt(table, sale.steer, tuple(notes), hidden) if sale.owner == seat and sale.steer in notes else None
    if scripted:
        doubts = scripted == Belief.DOUBTS
    elif known is not None:
        doubts = known
    else:
        unsold = left_under(state, sale.owner) if sale.owner else {True: FEVERED, False: HEALTHY}
        doubts = unsold[True] > unsold[False]
    if known is doubts:
        why = say("%(who)s looked under this steer at the start, for it has %(who)s's colour.", who=who)
    elif doubts:
        why = say("%(who)s doubted, at a guess.", who=who)
    else:
        why = say("%(who)s believed it: most steers are healthy.", who=who)
    return Vote((Belief.DOUBTS if doubts else Belief.BELIEVES).value, why)


# --- cards ------------------------------------------------------------------------------------


def _cards_to_lay(state: State1983, seat: str, duel: str, hidden: Deal) -> str:
    """Return the card that a bot lays in this duel: one of its own suit for each duel, then none.

    A bot never lays cards that it won: after a restart the box would not remember them.
    """
    playable = cards.in_order(
        cards.suit(state.order.index(seat)) & cards.changing_hands(cards.suit(state.order.index(seat)))
    )
    order = random.Random(f"{hidden.deal}/cards/{seat}").sample(playable, len(playable))
    return cards.written(order[int(duel) - 1 : int(duel)])


def _card_nonce(seat: str, duel: str, hidden: Deal) -> str:
    return random.Random(f"{hidden.deal}/cards/{seat}/{duel}").randbytes(cardplay.NONCE_BYTES).hex()


def lay(table: Table, state: State1983, seat: str, hidden: Deal) -> Command:
    """Return the command that lays the seat's sealed cards in a card duel."""
    duel = cardplay.number_of(state)
    laid = _cards_to_lay(state, seat, duel, hidden)
    seal = cardplay.seal_of(table.code, duel, seat, laid, _card_nonce(seat, duel, hidden))
    return messages_1983.LayCards(duel, len(cards.read(laid)), seal)


def showing(table: Table, state: State1983, seat: str, hidden: Deal) -> Shown | None:
    """Return the cards that this seat laid in the current duel and in earlier ones; None if a bot did not lay them."""
    now = cardplay.showdown(table, state)
    if now is None or seat not in now.seals:
        return None
    past = {
        duel.id: Past(_cards_to_lay(state, seat, duel.id, hidden), _card_nonce(seat, duel.id, hidden))
        for duel in cardplay.duels_of(state, seat)
    }
    laid, nonce = _cards_to_lay(state, seat, now.id, hidden), _card_nonce(seat, now.id, hidden)
    if cardplay.seal_of(table.code, now.id, seat, laid, nonce) != now.seals[seat]:
        return None
    return Shown(laid, nonce, past=past)
