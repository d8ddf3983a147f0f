"""Dice that were read from a picture: the seat that is asked for them may take or correct them; none count unasked.

They and their pictures are kept in memory only, and dropped as soon as the table moves on.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.app.loaded_table import LoadedTable
from companion.app.seen import SeenDice
from companion.app.tables import Tables
from companion.boards.dice import (
    DiceReading,
    DieReading,
    DieRequest,
    DieRequests,
    can_be_answered,
    dice_choice,
    requested_dice,
)
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.core.ui.choice import Choice, DoubtfulDie, Field, Weight


def die_requests(live: LoadedTable, seat: str) -> tuple[DieRequest, ...]:
    """Return the dice that this seat is asked to enter now, if a picture can show them."""
    if live.table.phase is not TablePhase.PLAYING or live.row.demo:
        return ()
    choice = dice_choice(live.game, live.game.page(live.table, seat).choices)
    return requested_dice(live.game, choice) if choice else ()


class DiceRequest(NamedTuple):
    """The seat that is asked for ``dice`` while the table is at ``seq``; "" and no dice if there is none."""

    table: str = ""
    seq: int = -1
    seat: str = ""
    dice: DieRequests = ()


@dataclass
class RequestedDice:
    """A cache of the dice that a camera looks for: computed once for each state of its table."""

    latest: DiceRequest = field(default_factory=DiceRequest)

    def at(self, live: LoadedTable) -> DiceRequest:
        """Return the request for dice at this table now."""
        code, seq = live.table.code, live.table.seq
        if (self.latest.table, self.latest.seq) != (code, seq):
            requests = (DiceRequest(code, seq, seat, die_requests(live, seat)) for seat in live.table.ids)
            self.latest = next((each for each in requests if each.dice), DiceRequest(code, seq))
        return self.latest


def offer(tables: Tables, code: str, seat: str, seq: int, dice: DiceReading, photo: bool) -> SeenDice | None:
    """Offer the dice to this seat, which was asked for them when the table was at ``seq``. Raise NoSuchTable.

    Return None if the table has moved on, or what was read cannot be answered (``can_be_answered``).
    """
    live = tables.live(code)
    with live.lock:
        if live.table.seq != seq or len(dice) != len(die_requests(live, seat)) or not can_be_answered(dice):
            return None
        if live.seen.dice == (seen := SeenDice(seq, seat, dice, photo)):
            return seen
        live.seen.dice = seen
    tables.bell.notify(code, seq)
    return seen


def with_dice(live: LoadedTable, seat: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices with the dice that were seen where they are asked for, filled in or with a picture."""
    seen, choice = live.seen.dice, dice_choice(live.game, choices)
    if seen is None or choice is None or (seen.seq, seen.seat) != (live.table.seq, seat):
        return choices
    fields = tuple(_filled(part, die) for part, die in zip(choice.fields, seen.dice, strict=False))
    filled = replace(choice, fields=fields, title=dice_words(seen, choice.fields), weight=Weight.PRIMARY)
    demoted = (replace(each, weight=Weight.NORMAL) if each.kind == choice.kind else each for each in choices)
    return (filled, *(shown for shown, each in zip(demoted, choices, strict=True) if each is not choice))


def dice_words(seen: SeenDice, fields: tuple[Field, ...]) -> Text:
    """Return the offered faces in words: dice of one kind together, a question mark for a face in doubt.

    Where all of them are in doubt, return what to do.
    """
    if set(seen.faces) == {None}:
        return say("Not seen clearly. Tap what the dice show")
    parts = [""]
    for at, (part, face) in enumerate(zip(fields, seen.faces, strict=False)):
        between = "" if not at else " " if part.die == fields[at - 1].die else " · "
        parts.append(between + ("?" if face is None else str(face)))
    dice = "".join(parts)
    if None in seen.faces:
        return say("Seen: %(dice)s. Tap what is missing", dice=dice)
    return say("Seen: %(dice)s. Right?", dice=dice)


def _filled(part: Field, die: DieReading) -> Field:
    if die.face is not None and any(option.value == die.face for option in part.options):
        return replace(part, initial=die.face)
    if not die.picture:
        return part
    address = f"data:image/jpeg;base64,{b64encode(die.picture).decode()}"
    return replace(part, doubt=DoubtfulDie(_question(die), address, die.likely))


def _question(die: DieReading) -> Text:
    if die.count == 1:
        return say("What does this die show?")
    if die.place == 1:
        return say("The die on the far left: what does it show?")
    if die.place == die.count:
        return say("The die on the far right: what does it show?")
    return say("Die %(number)s from the left: what does it show?", number=die.place)
