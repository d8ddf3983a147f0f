"""Feats of a finished game, of which the box keeps records by the name of the game: results, pots, auctions."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.feats import Feat, FeatKind, most, richest
from companion.core.messages import Event
from companion.core.table.events import GameEnded
from companion.core.text import say
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages

FEATS = {
    "money": FeatKind(say("Most money at the end"), unit=None),
    "points": FeatKind(say("Most points at the end"), unit=None),
    "fewest": FeatKind(say("Fewest points at the end"), unit=None, least=True),
    "pot": FeatKind(say("Largest pot"), unit=None),
    "auction": FeatKind(say("Dearest auction"), unit=None),
}


def feats(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the records there may be: in points the winner's result, in money also the largest pot and auction."""
    if any(isinstance(event, play_messages.Scored | sheet_messages.RowWritten) for event in events):
        return _points(events)
    pots: dict[str, int] = {}
    sales: dict[str, int] = {}
    for event in events:
        match event:
            case betting_messages.PotWon(winners=(seat,), amount=amount):
                pots[seat] = max(amount, pots.get(seat, 0))
            case vote_messages.AuctionEnded(winner=seat, amount=amount) if seat:
                sales[seat] = max(amount, sales.get(seat, 0))
    return (*richest("money", events), *most("pot", pots), *most("auction", sales))


def _points(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the result of the winner, unless all are level; the last place tells whether many points win or few."""
    standings = [line for event in events if isinstance(event, GameEnded) for line in event.ending.standings]
    if len({line.rank for line in standings}) < 2:
        return ()
    best, last = standings[0], standings[-1]
    return (Feat("fewest" if best.score < last.score else "points", best.score, best.seat),)
