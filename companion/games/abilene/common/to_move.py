"""Which real figures somebody has to move because of what the box has settled, as all editions share it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Event
from companion.core.text import Text, say
from companion.games.abilene.common import messages


def ridden(seat: str, winner: str, cell: str, events: Sequence[Event]) -> Iterator[Text]:
    """Yield where the cowboy of this seat goes who has won a duel that he began."""
    attacks = (event for event in events if isinstance(event, messages.CowboyMoved) and event.to == cell)
    rolls = (event for event in events if isinstance(event, messages.DuelRolled))
    if seat == winner and seat in {event.seat for event in attacks} | {event.attacker for event in rolls}:
        yield say("Put your cowboy on %(cell)s", cell=cell)


def cleared() -> Text:
    """Return what becomes of the cowboys of somebody who is out of the game."""
    return say("Take your cowboys off the board; your cattle stays where it is")
