"""What lies under the cows at a table to try alone, where no real cow has a sticker.

The stickers are dealt from the table's secret seed and follow the cows through the log, so nothing
about them is stored, and an undo takes them back as well.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Event
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text, say
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.bots import Deal
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.money.herds import (
    UNBRANDED_PER_PLAYER,
    UNBRANDED_VALUE,
    Sticker,
    all_stickers,
    sticker_of_code,
    sticker_of_marker,
    true_state,
)
from companion.games.abilene.edition_1993.rules.sales import possible_stickers, sticker_words
from companion.games.abilene.edition_1993.screens.players import card_words
from companion.games.abilene.edition_1993.state import State1993


@dataclass(frozen=True, slots=True)
class Stickers(Deal):
    """Cell -> sticker of the cow on it; ``corral`` holds those in town, first come first sold."""

    on: Mapping[str, Sticker] = field(default_factory=dict)
    corral: tuple[Sticker, ...] = ()


def demo_stickers(events: Sequence[Event], seed: str, before: Stickers | None = None) -> Stickers:
    """Every sticker now, dealt at the last start and moved by what happened since."""
    hidden = before or Stickers()
    for event in events:
        match event:
            case m.HerdsPlaced():
                hidden = _deal(event, seed, hidden.games + 1)
            case m.CowMoved(frm=frm, to=to) if frm in hidden.on:
                hidden = _move(hidden, frm, to)
            case m.CowPlaced(frm=frm, to=to) if frm in hidden.on:
                hidden = _move(hidden, frm, to)
            case own.CowSold():
                hidden = replace(hidden, corral=hidden.corral[1:])
            case m.BoardArranged(position=position):
                hidden = _arranged(hidden, position.cows)
    return hidden


def _deal(event: m.HerdsPlaced, seed: str, games: int) -> Stickers:
    deal = f"{seed}/{games}"
    chance = random.Random(deal)
    on: dict[str, Sticker] = {}
    cows = event.position.cows if event.position else ()
    for seat, brand in event.brands.items():
        ranch = event.ranches[seat]
        mine = [one for one in all_stickers([brand]).elements() if one.brand]
        mine += [Sticker(None, UNBRANDED_VALUE)] * UNBRANDED_PER_PLAYER
        chance.shuffle(mine)
        on.update(zip((cow for cow in cows if cow.startswith(ranch)), mine, strict=False))
    return Stickers(deal, games, on)


def _move(hidden: Stickers, frm: str, to: str) -> Stickers:
    sticker = hidden.on[frm]
    rest = {cell: other for cell, other in hidden.on.items() if cell != frm}
    if to == TOWN:
        return replace(hidden, on=rest, corral=(*hidden.corral, sticker))
    return replace(hidden, on={**rest, to: sticker})


def _arranged(hidden: Stickers, cows: tuple[str, ...]) -> Stickers:
    """Cows that kept their cell keep their sticker; the others are paired in the order of the cells."""
    stay = {cell: hidden.on[cell] for cell in cows if cell in hidden.on}
    loose = [sticker for cell, sticker in sorted(hidden.on.items()) if cell not in stay]
    moved = dict(zip((cell for cell in cows if cell not in stay), loose, strict=False))
    return replace(hidden, on={**stay, **moved})


def what_i_see(layout: Layout, table: Table, seat: str, hidden: Stickers) -> tuple[Text, ...]:
    """The stickers this seat may look at: its own herd's (§5.1), the cow it steals (§5.2) or sells."""
    state: State1993 | None = table.play
    if state is None or state.position is None:
        return ()
    lines: list[Text] = []
    if state.sale and state.sale.seller == seat and hidden.corral:
        lines.append(say("Under the cow on sale: %(sticker)s.", sticker=_described(state, seat, hidden.corral[0])))
    if isinstance(state.pending, Theft) and state.pending.thief == seat and state.pending.cell in hidden.on:
        stolen = hidden.on[state.pending.cell]
        lines.append(say("Under the stolen cow: %(sticker)s.", sticker=_described(state, seat, stolen)))
    if not table.rules.memory_mode:
        herd = state.position.herd(layout, seat)
        lines += [
            say("%(cell)s: %(sticker)s", cell=cell, sticker=_described(state, seat, hidden.on[cell]))
            for cell in herd
            if cell in hidden.on
        ]
    return tuple(lines)


def _described(state: State1993, seat: str, sticker: Sticker) -> Text:
    truth = card_words()[true_state(sticker, state.brands[seat])]
    return say("%(sticker)s (%(truth)s)", sticker=sticker_words(sticker), truth=truth)


def sticker_choice(table: Table, seat: str, code: str) -> Choice | None:
    """See ``boards.capabilities.WithCamera``: only the seller shows it, after the votes, and only a possible one."""
    state: State1993 | None = table.play
    sale = state.sale if state and table.phase is TablePhase.PLAYING else None
    if state is None or sale is None or not sale.votes or sale.sticker is not None or sale.seller != seat:
        return None
    sticker = sticker_of_marker(int(code)) if code.isdecimal() else sticker_of_code(code)
    if sticker is None or sticker not in possible_stickers(state):
        return None
    return Choice(
        "show_sticker",
        say("Yes, this is under the cow: %(sticker)s", sticker=sticker_words(sticker)),
        {"brand": sticker.brand, "value": sticker.value},
        rule=RuleRef("1993", "12.2"),
        weight=Weight.PRIMARY,
    )
