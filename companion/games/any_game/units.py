"""Counted units (shares, goods) and their owners, as a value."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.money.ledger import BANK
from companion.games.any_game.messages.bank import UnitsMoved

Held = Mapping[str, Mapping[str, int]]
"""Kind -> owner -> how many; units without an owner are the bank's, and not listed."""


def moved(held: Held, event: UnitsMoved) -> Held:
    """Return the owners after units were moved."""
    owners = dict(held.get(event.kind, {}))
    for owner, by in ((event.frm, -event.count), (event.to, event.count)):
        if owner != BANK:
            owners[owner] = owners.get(owner, 0) + by
    return {**held, event.kind: {owner: count for owner, count in owners.items() if count}}


def without(held: Held, seat: str) -> Held:
    """Return the owners after a seat has left: its units belong to the bank again."""
    return {kind: {owner: count for owner, count in owners.items() if owner != seat} for kind, owners in held.items()}
