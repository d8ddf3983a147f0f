"""What was done, in plain words: one sentence for a whole turn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import Text, Who, say
from companion.games.abilene.common.board.movement import JAIL, MoveKind
from companion.games.abilene.common.board.refusals import place
from companion.games.abilene.common.camera.moves import Move, MoveSequence
from companion.games.abilene.common.camera.seen import COW


def sequence_words(sequence: MoveSequence, seat: str) -> Text:
    """The moves in their order; raises ValueError for a sequence in which nothing happens."""
    return joined([move_words(move, seat) for move in sequence])


def joined(parts: Sequence[Text]) -> Text:
    """One after the other, as one sentence; raises ValueError where there is nothing to tell."""
    if not parts:
        raise ValueError("nothing to tell")
    sentence = parts[0]
    for part in parts[1:]:
        sentence = say("%(first)s; %(then)s", first=sentence, then=part)
    return sentence


def move_words(move: Move, seat: str) -> Text:
    """One move with its die and what came of it."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case _ if move.piece == COW:
            return say("cow %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.STAY:
            return say("cowboy %(frm)s stays", frm=frm)
    ride = ride_words(move)
    match move.what:
        case MoveKind.THEFT if move.placed:
            return say("%(ride)s, and the cow goes to %(placed)s", ride=ride, placed=move.placed)
        case MoveKind.DUEL:
            loser = Who(seat if move.winner != seat else move.other)
            placed = say("jail") if move.placed == JAIL else place(move.placed)
            return say(
                "%(ride)s; %(winner)s wins, the cowboy of %(loser)s goes to %(placed)s",
                ride=ride,
                winner=Who(move.winner),
                loser=loser,
                placed=placed,
            )
        case _:
            return ride


def ride_words(move: Move) -> Text:
    """A cowboy's move alone, and whom or what he meets: the dice of a duel may still have to be rolled."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case MoveKind.THEFT:
            return say("cowboy %(frm)s onto the cow on %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.DUEL:
            return say("cowboy %(frm)s onto %(to)s with the %(die)s: duel", frm=frm, to=to, die=move.die)
        case _:
            return say("cowboy %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
