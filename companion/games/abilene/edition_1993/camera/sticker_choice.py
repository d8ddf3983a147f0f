"""The cow on sale has been turned over: its sticker, read by a phone or a camera, fills in what the seller shows."""

from __future__ import annotations

from companion.core.errors import RuleRef
from companion.core.table.table import Table, TablePhase
from companion.core.text import say
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.edition_1993.money.herds import sticker_of_code, sticker_of_marker
from companion.games.abilene.edition_1993.rules.sales import possible_stickers, sticker_words
from companion.games.abilene.edition_1993.state import State1993


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
