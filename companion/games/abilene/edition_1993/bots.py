"""Votes of the box's players of 1993, by what their seats have seen, and the reasons for them."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.members import Vote
from companion.core.table.table import Table
from companion.core.text import Text, Who, say, wording
from companion.games.abilene.common.bots import Deal, Spoken
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.money.herds import CorralCard, true_state
from companion.games.abilene.edition_1993.opening import OPENING
from companion.games.abilene.edition_1993.screens.players import card_words
from companion.games.abilene.edition_1993.state import State1993
from companion.games.abilene.edition_1993.stickers import dealt

SPOKEN = Spoken(
    sells=wording("%(who)s drives a cow into town, because the light die reaches that far."),
    steals_yours=wording("%(who)s stole your cow, because the dark %(face)s led exactly there."),
    steals=wording("%(who)s stole a cow from %(other)s, because the dark %(face)s led exactly there."),
    into_town=say("Drive a cow into town"),
    nearer=say("Bring a cow nearer to town"),
    steal=wording("Steal a cow from %(who)s"),
    put=say("Put the cow on your ranch"),
    put_known=wording("Put the cow (%(sticker)s) on your ranch"),
)


def vote(layout: Layout, table: Table[State1993, HouseRules], seat: str, hidden: Deal) -> Vote | None:
    """Return the card of this seat, and why: a player knows a cow that was once theirs, and counts the others.

    Of the cows that a player has lost, only the dearest is kept in mind. Nothing is known that the seat has not seen.
    """
    state, sale = table.play, table.play.sale
    if sale is None or seat == sale.seller:
        return None
    listed = OPENING.vote(table, seat)
    choice = CorralCard(listed) if listed else _chosen(layout, table, seat, hidden)
    return Vote(choice.value, _why(layout, state, seat, choice, _known(layout, table, seat, hidden)))


def _known(layout: Layout, table: Table[State1993, HouseRules], seat: str, hidden: Deal) -> CorralCard | None:
    """Return what the cow on sale is, if it is the one that this seat keeps in mind."""
    state, sale, under = table.play, table.play.sale, dealt(layout, table, hidden)
    if sale is None or _owner_at_start(layout, state, sale.cow) != seat:
        return None
    away = [*_strays(layout, state, seat), sale.cow]
    dearest = max(away, key=lambda cow: under[cow].value)
    return true_state(under[sale.cow], state.brands[sale.seller]) if under[sale.cow] == under[dearest] else None


def _strays(layout: Layout, state: State1993, seat: str) -> list[str]:
    """Return the names of the cows that began on this seat's ranch and are on another one now."""
    home = state.ranches[seat]
    return [
        cow
        for cell, cow in state.cattle.items()
        if _owner_at_start(layout, state, cow) == seat and layout.by_id[cell].region != home
    ]


def _owner_at_start(layout: Layout, state: State1993, cow: str) -> str:
    """Return on whose ranch the cow began: its name is its first cell; "" for a cow that was put there by hand."""
    cell = layout.by_id.get(cow)
    return next((seat for seat, ranch in state.ranches.items() if cell and cell.region == ranch), "")


def _chosen(layout: Layout, table: Table[State1993, HouseRules], seat: str, hidden: Deal) -> CorralCard:
    known, state, sale = _known(layout, table, seat, hidden), table.play, table.play.sale
    if known or sale is None:
        return known or CorralCard.OWN
    return CorralCard.FOREIGN if _most_are_stolen(layout, state, sale.seller) else CorralCard.OWN


def _most_are_stolen(layout: Layout, state: State1993, seller: str) -> bool:
    home = state.ranches[seller]
    herd = [cow for cell, cow in state.cattle.items() if layout.by_id[cell].region == home]
    foreign = [cow for cow in herd if _owner_at_start(layout, state, cow) != seller]
    return 2 * len(foreign) > len(herd)


def _why(layout: Layout, state: State1993, seat: str, card: CorralCard, known: CorralCard | None) -> Text:
    who, words, sale = Who(seat), card_words()[card], state.sale
    if known is card:
        return say("%(who)s said “%(card)s”, having looked under this cow before.", who=who, card=words)
    stolen = sale is not None and _owner_at_start(layout, state, sale.cow) not in ("", sale.seller, seat)
    if stolen and card is CorralCard.FOREIGN:
        return say("%(who)s said “%(card)s”, having seen this cow stolen.", who=who, card=words)
    return say("%(who)s said “%(card)s”, at a guess.", who=who, card=words)
