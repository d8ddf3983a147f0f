"""The stickers under the cows at a table to try alone, where no real cow has one.

The stickers are dealt from the table's secret seed, and the box knows which cow is which, so nothing about them is
stored.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import kind_of
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text, say
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common.bots import Deal
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.messages import ShowSticker
from companion.games.abilene.edition_1993.money.herds import (
    UNBRANDED_PER_PLAYER,
    UNBRANDED_VALUE,
    CorralCard,
    Sticker,
    all_stickers,
    sticker_of_code,
    sticker_of_marker,
    true_state,
)
from companion.games.abilene.edition_1993.opening import OPENING, dealt_alike
from companion.games.abilene.edition_1993.rules.sales import cow_to_turn, possible_stickers, sticker_words
from companion.games.abilene.edition_1993.state import State1993


def dealt(layout: Layout, table: Table, hidden: Deal) -> Mapping[str, Sticker]:
    """Name of a cow -> the sticker under it; a cow that somebody's hand made new to the box has none.

    At a table that plays the listed beginning it is always the same.
    """
    state, staged = table.play, OPENING.is_scripted(table)
    chance = random.Random("the first game" if staged else hidden.deal)
    under: dict[str, Sticker] = {}
    for seat, brand in state.brands.items():
        own_stickers = [one for one in all_stickers([brand]).elements() if one.brand]
        own_stickers += [Sticker(None, UNBRANDED_VALUE)] * UNBRANDED_PER_PLAYER
        chance.shuffle(own_stickers)
        under.update(zip(sorted(layout.select(state.ranches[seat], Mark.COW_START)), own_stickers, strict=True))
    return dealt_alike(under) if staged else under


def visible_secrets(
    layout: Layout, table: Table[State1993 | None, HouseRules], seat: str, hidden: Deal
) -> tuple[Text, ...]:
    """Return the stickers this seat may see: of its own herd (§5.1), of the cow it steals (§5.2), sells or turns."""
    state = table.play
    if state is None or state.position is None:
        return ()
    under, lines = dealt(layout, table, hidden), []
    if state.sale and state.sale.seller == seat and (sold := under.get(state.sale.cow)):
        lines.append(say("Under the cow on sale: %(sticker)s.", sticker=_described(state, seat, sold)))
    left = None if state.sale else cow_to_turn(state)
    if left and left.seat == seat and (unsold := under.get(left.cow)):
        lines.append(say("Under the cow that is not sold: %(sticker)s.", sticker=sticker_words(unsold)))
    theft, on = state.pending, {cell: under[cow] for cell, cow in state.cattle.items() if cow in under}
    if isinstance(theft, Theft) and theft.thief == seat and theft.cell in on:
        lines.append(say("Under the stolen cow: %(sticker)s.", sticker=_described(state, seat, on[theft.cell])))
    if not table.rules.memory_mode:
        lines += [
            say("%(cell)s: %(sticker)s", cell=cell, sticker=_described(state, seat, on[cell]))
            for cell in state.position.herd(layout, seat)
            if cell in on
        ]
    return tuple(lines)


def stolen_words(layout: Layout, table: Table[State1993, HouseRules], hidden: Deal) -> Text | None:
    """Return the sticker under the cow that has just been stolen; None where the box does not know it."""
    theft = table.play.pending
    if not isinstance(theft, Theft):
        return None
    found = dealt(layout, table, hidden).get(table.play.cattle.get(theft.cell, ""))
    return sticker_words(found) if found else None


def _described(state: State1993, seat: str, sticker: Sticker) -> Text:
    match true_state(sticker, state.brands[seat]):
        case CorralCard.OWN:
            return say("%(sticker)s, your own brand", sticker=sticker_words(sticker))
        case CorralCard.FOREIGN:
            return say("%(sticker)s, someone else's brand", sticker=sticker_words(sticker))
        case _:
            return sticker_words(sticker)


def sticker_choice(table: Table[State1993 | None], seat: str, code: str) -> Choice | None:
    """See ``boards.members.CameraRules``: only who turns the cow over shows it, and only a possible one."""
    state = table.play
    turned = cow_to_turn(state) if state and table.phase is TablePhase.PLAYING else None
    if state is None or turned is None or turned.seat != seat:
        return None
    sticker = sticker_of_marker(int(code)) if code.isdecimal() else sticker_of_code(code)
    if sticker is None or sticker not in possible_stickers(state):
        return None
    return Choice(
        kind_of(ShowSticker),
        say("Yes, this is under the cow: %(sticker)s", sticker=sticker_words(sticker)),
        {"brand": sticker.brand, "value": sticker.value},
        rule=RuleRef("1993", "12.2"),
        weight=Weight.PRIMARY,
    )
