"""Small drawings of the board beside a question: the moves that the camera saw, or proposed places of figures."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from companion.core.errors import RuleError
from companion.core.identity import identity_cache
from companion.core.messages import Command, Message
from companion.core.table.table import Proposal
from companion.store.codec import Codec
from companion.web.drawing import figures_svg
from companion.web.drawing.figures_svg import DrawnMoves
from companion.web.view.moment import Moment
from companion.web.view.reader import Reader

logger = logging.getLogger(__name__)


def seen_moves(moment: Moment, reader: Reader) -> DrawnMoves | None:
    """Return a drawing of the moves that the camera saw, for the seat that is asked about them; None for others."""
    seen, board, layout = reader.page.camera, reader.page.board, moment.layout
    if not (seen and seen.moves and seen.seat == reader.seat and board and board.arrows and layout):
        return None
    return figures_svg.drawn_moves(layout, board, moment.badges)


def proposed_boards(moment: Moment, reader: Reader) -> Mapping[int, DrawnMoves]:
    """Return a drawing for each open proposal to arrange the figures, by its number; none for the table screen."""
    offer = reader.page.arranging
    if offer is None or reader.seat is None:
        return {}
    asking = [each for each in moment.live.table.motions if each.message.kind == offer.kind]
    drawn = {each.id: _proposed(moment, each, reader.seat) for each in asking}
    return {number: board for number, board in drawn.items() if board}


def _proposed(moment: Moment, motion: Proposal, seat: str) -> DrawnMoves | None:
    """Return the drawing of a proposed arrangement; None if the rules do not accept it any more."""
    live, layout = moment.live, moment.layout
    if layout is None or live.game.board is None:
        return None
    try:
        work = live.game.board.arranging(live.table, seat, _command(live.codec, motion.message))
    except RuleError:
        logger.debug("table %s: what is asked cannot be drawn any more", moment.code, exc_info=True)
        return None
    return figures_svg.proposed(layout, work, moment.badges) if work and work.kind == motion.message.kind else None


@identity_cache(most=16)
def _command(codec: Codec, message: Message) -> Command:
    """Return the proposed command; the same object for all seats, so that the game's own caches apply."""
    return codec.read(message)
