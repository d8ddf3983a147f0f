"""Texas fever (rules 1983 §1.2, §2.3, §3.1): noted by each owner for himself, sealed steer by steer on his phone.

The box keeps seals only. A note is opened by the phone that wrote it, when its steer is sold and its truth is public.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.secrets.commitment import is_hex, sealed
from companion.core.text import say
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.state import State1983

TAG = "companion/fever/1"
FEVERED, HEALTHY = 3, 6
"""Steers of one colour with and without a hole underneath."""
NONCE_BYTES = 32


def seal_of(table: str, seat: str, steer: str, fever: bool, nonce: str) -> str:
    """The seal of one note; nonces are drawn for each steer, so one note that is opened tells nothing of another."""
    return sealed(TAG, (table, seat, steer, "fever" if fever else "healthy"), nonce)


def is_the_note(table: str, seat: str, opened: h.OpenFever, seal: str) -> bool:
    """Whether this is what was sealed."""
    if not is_hex(opened.nonce, NONCE_BYTES):
        return False
    return hmac.compare_digest(seal_of(table, seat, opened.steer, opened.fever, opened.nonce), seal)


def steers_of(layout: Layout, state: State1983, seat: str) -> tuple[str, ...]:
    """The names of the seat's steers: the cells on which they began."""
    return layout.select(state.ranches[seat], Mark.COW_START)


def asked(state: State1983) -> tuple[str, ...]:
    """Owners who have not noted yet which of their steers have the fever."""
    return tuple(seat for seat in state.solvent if seat not in state.notes) if state.noting else ()


def note(layout: Layout, state: State1983, seat: str, notes: Mapping[str, str]) -> tuple[Event, ...]:
    """All nine notes at once, or none for somebody who keeps it in mind; raises BadRequest for anything else."""
    if seat not in asked(state):
        raise NotNow(say("You have noted your steers already."))
    complete = set(notes) == set(steers_of(layout, state, seat))
    if notes and not (complete and all(is_hex(seal, NONCE_BYTES) for seal in notes.values())):
        raise BadRequest(say("A note belongs to each of your nine steers."), RuleRef("1983", "2.3"))
    return (h.FeverSealed(seat, dict(notes)),)
