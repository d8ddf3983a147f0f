"""The rules of 1983 about fever and a turn, for phases, cameras, screens and bots (§3-§6, §8)."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError, RuleRef
from companion.core.messages import Event
from companion.core.secrets.exchange import is_hex, sealed
from companion.core.table.table import Table
from companion.core.text import fact, say
from companion.games.abilene.common.board.movement import Perspective, any_cowboy_move, destinations_seen
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.pieces import COWBOYS_EACH, Mark
from companion.games.abilene.common.rules import on_board
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.house_rules import SteerRules, UnownedDuel
from companion.games.abilene.edition_1983.reducer import in_play
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983

TAG = "companion/fever/1"
FEVERED, HEALTHY = 3, 6
"""Steers of one colour with and without a hole underneath."""
NONCE_BYTES = 32


def seal_of(table: str, seat: str, steer: str, fever: bool, nonce: str) -> str:
    """Return the seal of one note.

    Nonces are drawn for each steer, so one note that is opened tells nothing of another.
    """
    return sealed(TAG, (table, seat, steer, "fever" if fever else "healthy"), nonce)


def is_the_note(table: str, seat: str, opened: messages_1983.OpenFever, seal: str) -> bool:
    """Return whether this is what was sealed."""
    if not is_hex(opened.nonce, NONCE_BYTES):
        return False
    return hmac.compare_digest(seal_of(table, seat, opened.steer, opened.fever, opened.nonce), seal)


def steers_of(layout: Layout, state: State1983, seat: str) -> tuple[str, ...]:
    """Return the names of the seat's steers: the cells on which they began."""
    return layout.select(state.ranches[seat], Mark.COW_START)


def asked(state: State1983) -> tuple[str, ...]:
    """Return the owners who have not noted yet which of their steers have the fever."""
    return tuple(seat for seat in state.solvent if seat not in state.notes) if state.noting else ()


def note(layout: Layout, state: State1983, seat: str, notes: Mapping[str, str]) -> tuple[Event, ...]:
    """Return all nine notes at once, or none for somebody who keeps it in mind. Raise BadRequest for anything else."""
    if seat not in asked(state):
        raise NotNow(say("You have noted your steers already."))
    complete = set(notes) == set(steers_of(layout, state, seat))
    if notes and not (complete and all(is_hex(seal, NONCE_BYTES) for seal in notes.values())):
        raise BadRequest(say("A note belongs to each of your nine steers."), RuleRef("1983", "2.3"))
    return (messages_1983.FeverSealed(seat, dict(notes)),)


ENOUGH = 2
"""Nobody hires beyond two cowboys in play (§8.1)."""


# --- steers -----------------------------------------------------------------------------------


def why_not(view: Perspective, frm: str, to: str, left: int) -> RuleError:
    """Return what is wrong with a steer's move, in the words of an edition that has no dice for steers."""
    refused = refusal(view, frm, to, left)
    if refused is None:
        return NotNow(say("A steer that stays where it is has not moved."))
    if refused.rule and refused.rule.section == view.facts.sections.cow_distance:
        return IllegalMove.saying(SENTENCES, fact("steer_too_far", left=left), refused.rule)
    return refused


def steps_needed(view: Perspective, frm: str, to: str, left: int) -> int | None:
    """Return the fewest steps of a legal way; None when no way is short enough."""
    return next((steps for steps in range(1, left + 1) if to in destinations_seen(view, frm, steps)), None)


# --- dice and cowboys -------------------------------------------------------------------------


def due(view: Perspective, left: Sequence[int], moved: Sequence[str]) -> tuple[int, ...]:
    """Return which of the faces that are left must still be used, when the cowboys on the cells ``moved`` have ridden.

    A 0 moves nobody, so a cowboy who stands still has used it (§4.4); a player with a single cowboy uses the die of
    his choice (§4.8).
    """
    unmoved = sum(cell not in moved for cell in view.position.cowboys_of(view.seat))
    if min(unmoved, len(left)) <= left.count(0):
        return ()
    return tuple(face for face in left if face and any_cowboy_move(view, (face,), moved))


# --- duels ------------------------------------------------------------------------------------


def beaten(
    layout: Layout, table: Table[State1983, SteerRules], state: State1983, duel: Duel, winner: str
) -> messages_1983.CowboyBeaten:
    """Return what becomes of the loser: at home escaped, elsewhere killed (§6.2, §6.3)."""
    loser = duel.other(winner)
    killed = not escapes(layout, on_board(state), table.rules, loser, duel.cell)
    return messages_1983.CowboyBeaten(winner, loser, duel.cell, killed=killed)


def escapes(layout: Layout, position: Position, rules: SteerRules, loser: str, cell: str) -> bool:
    """Return whether the loser of a duel on this cell comes back later.

    The loser does so on the own prairie, and on a prairie of nobody if the house rules say so (H6).
    """
    ranch, ranch_of = layout.by_id[cell].region, position.ranch_of
    return ranch == ranch_of.get(loser) or (
        ranch not in ranch_of.values() and rules.unowned_duel is UnownedDuel.ESCAPES
    )


# --- cowboys that come into play --------------------------------------------------------------


def may_not_hire(table: Table[State1983, SteerRules], state: State1983, seat: str) -> IllegalMove | None:
    """Return why nobody can be hired now; None when somebody can, if the money and a cell are there."""
    if in_play(state, seat) >= ENOUGH:
        return IllegalMove.saying(SENTENCES, fact("enough_cowboys", count=ENOUGH), RuleRef("1983", "8.1"))
    if state.turn.ridden:  # told on the table alone: the dice have been thrown
        return IllegalMove.saying(SENTENCES, fact("hired_before_the_dice"), RuleRef("1983", "8.2"))
    if left_to_hire(table.rules, state.hired.get(seat, 0)) <= 0:
        return IllegalMove.saying(SENTENCES, fact("none_to_hire"), RuleRef("1983", "8.2"))
    return None


def left_to_hire(rules: SteerRules, hired: int) -> int:
    """Return how many more somebody can hire who has hired so many, but never more than can be in play (§8.2, H12)."""
    if rules.hire_once:
        return 1 - hired
    return ENOUGH if rules.killed_again else COWBOYS_EACH - rules.cowboys - hired


def returning(layout: Layout, state: State1983) -> tuple[str, tuple[str, ...]] | None:
    """Return whose escaped cowboy comes back now, and the cells to choose from (§6.2, §16.3)."""
    position = state.position
    if position is None or state.pending or state.sale:
        return None
    for seat in state.order:
        if position.waiting.get(seat) and (cells := vacant_starts(layout, position, seat)):
            return seat, cells
    return None


def vacant_starts(layout: Layout, position: Position, seat: str) -> tuple[str, ...]:
    """Return the vacant start cells for cowboys of the seat's prairie."""
    starts = layout.select(position.ranch_of[seat], Mark.COWBOY_START)
    return tuple(cell for cell in starts if position.free(cell))
