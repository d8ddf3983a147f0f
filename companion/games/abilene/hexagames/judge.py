"""Was that a legal step of a turn of 1983? What a camera saw, judged: legal, illegal, unclear, or nothing at all.

As for the other edition, the rules are a prior, never a filter: a legal reading is believed before an illegal one, and
nobody is accused while a cell that was not seen clearly might explain it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from companion.core.errors import IllegalMove, RuleError, RuleRef
from companion.core.sighting import EMPTY, Sight, Sighting
from companion.core.text import Text, say
from companion.core.verdict import Ruling, Shift, Verdict
from companion.games.abilene.deeds import Deed, Story
from companion.games.abilene.hexagames.explain import Kinds, Left, Prairies, explanations
from companion.games.abilene.hexagames.turn import steps_needed, why_not
from companion.games.abilene.judge import MOST_NAMED, question
from companion.games.abilene.messages import Step
from companion.games.abilene.movement import DEFAULTS, MoveKind
from companion.games.abilene.pairing import paired
from companion.games.abilene.position import Position
from companion.games.abilene.refusals import distance, refusal
from companion.games.abilene.seen import COW, COWBOY, NO_COLOURS
from companion.games.abilene.stories import deed_words, ride_words

MOST_READINGS = 12
MOST_CHOICES = 3


class Finding(NamedTuple):
    """The verdict, the ways in which it can have come about, and what was seen where, at its likeliest."""

    verdict: Verdict
    stories: tuple[Story, ...] = ()
    seen: Kinds = NO_COLOURS


def judge(ground: Prairies, position: Position, kinds: Kinds, left: Left, sighting: Sighting) -> Finding:
    """What the sighting means after the figures ``kinds`` of the position, in this step of the turn."""
    if sighting.status in (Sight.COVERED, Sight.NO_BOARD):
        return Finding(Verdict(Ruling.NONE))
    seen = list(readings(kinds, sighting))
    if any(one == kinds for one in seen):
        return Finding(Verdict(Ruling.NONE), ((),), kinds)
    for one in seen:
        if stories := explanations(ground, position, kinds, left, one):
            if not stories[0]:
                return Finding(Verdict(Ruling.NONE), stories, one)
            verdict = Verdict(Ruling.LEGAL, told_shifts(ground, left.seat, stories[0]), story_words(stories[0]))
            return Finding(verdict, stories, one)
    return _illegal(ground, position, kinds, left, seen[0], sighting)


def readings(kinds: Kinds, sighting: Sighting) -> Iterator[dict[str, str]]:
    """What the sighting can mean, the likeliest first: hidden cells keep their figures, doubtful ones are tried."""
    hidden = {cell: kinds[cell] for cell in sighting.unknown if cell in kinds and cell not in sighting.doubts}
    doubtful = {cell: choices[:MOST_CHOICES] or (EMPTY,) for cell, choices in sighting.doubts.items()}
    for bears in islice(product(*doubtful.values()), MOST_READINGS):
        there = {cell: kind for cell, kind in zip(doubtful, bears, strict=True) if kind != EMPTY}
        yield {**sighting.cells, **hidden, **there}


# --- in words ---------------------------------------------------------------------------------


def story_words(story: Story) -> Text:
    """The deeds in their order, up to a duel."""
    words: Text | None = None
    for deed in story:
        more = _words(deed)
        words = say("%(first)s; %(then)s", first=words, then=more) if words else more
    if words is None:
        raise ValueError("nothing to tell")
    return words


def _words(deed: Deed) -> Text:
    match deed.what:
        case MoveKind.SALE:
            return say("steer %(frm)s to Abilene", frm=deed.frm)
        case _ if deed.piece == COW:
            return say("steer %(frm)s to %(to)s", frm=deed.frm, to=deed.to)
        case MoveKind.STAY:
            return say("a new cowboy on %(cell)s", cell=deed.to)
        case MoveKind.DUEL:
            return ride_words(deed)
        case _:
            return deed_words(deed, "")


def told_shifts(ground: Prairies, seat: str, story: Story) -> tuple[Shift, ...]:
    """Every figure that the story moved; somebody hired comes from ``""``, and so goes the loser of a duel."""
    found: list[Shift] = []
    for deed in story:
        found.append(Shift(deed.other if deed.piece == COW else ground.cowboy(seat), deed.frm, deed.to))
        if deed.what is MoveKind.THEFT and deed.placed:
            found.append(Shift(deed.other, deed.to, deed.placed))
    return tuple(found)


# --- what is not legal ------------------------------------------------------------------------


def _illegal(
    ground: Prairies, position: Position, kinds: Kinds, left: Left, seen: Kinds, sighting: Sighting
) -> Finding:
    changed = sorted({cell for cell, _ in kinds.items() ^ seen.items()})
    odd = [cell for cell in changed if cell not in ground.layout.by_id]
    same = Counter(kinds.values()) == Counter(seen.values())
    if sighting.unknown or odd or not same:
        return Finding(_unclear(sighting, tuple(changed)), (), seen)
    moves = shifts(ground, kinds, seen)
    refused, cells = objection(ground, position, left, moves)
    return Finding(Verdict(Ruling.ILLEGAL, moves, refused.text, refused.rule, cells), (), seen)


def _unclear(sighting: Sighting, changed: tuple[str, ...]) -> Verdict:
    """The figures do not add up, or something was hidden: asks what stands there."""
    cells = (*sighting.doubts, *changed) if sighting.doubts else changed or sighting.unknown
    named = tuple(dict.fromkeys(cells))[:MOST_NAMED]
    return Verdict(Ruling.UNCLEAR, (), question(named), None, named)


def shifts(ground: Prairies, kinds: Kinds, seen: Kinds) -> tuple[Shift, ...]:
    """The shortest pairing of the cells that figures of a kind left with those where they have appeared."""
    found: list[Shift] = []
    for kind in sorted({*kinds.values(), *seen.values()}):
        left = sorted(cell for cell, was in kinds.items() if was == kind and seen.get(cell) != kind)
        come = sorted(cell for cell, now in seen.items() if now == kind and kinds.get(cell) != kind)
        found += [Shift(kind, frm, to) for frm, to in paired(ground.layout, left, come)]
    return tuple(found)


def objection(
    ground: Prairies, position: Position, left: Left, moves: tuple[Shift, ...]
) -> tuple[RuleError, tuple[str, ...]]:
    """The first reason that a player would give, with the cells to be lit."""
    for move in moves:
        if refused := _refused(ground, position, left, move):
            return refused, (move.frm, move.to)
    everywhere = tuple(dict.fromkeys(cell for move in moves for cell in (move.frm, move.to)))
    if left.step is Step.CATTLE:
        text = say("The steers have moved farther than the %(left)s steps that are left.", left=left.steps)
        return IllegalMove(text, RuleRef("1983", "4.1")), everywhere
    text = say("One cowboy moves with each die, and a way must be free: dice left: %(left)s.", left=len(left.dice))
    return IllegalMove(text, RuleRef("1983", "4.4")), everywhere


def _refused(ground: Prairies, position: Position, left: Left, move: Shift) -> RuleError | None:
    """Why this figure may not go there; None where that alone would be legal."""
    layout, steer = ground.layout, not move.piece.startswith(COWBOY)
    if steer is not (left.step is Step.CATTLE):
        return IllegalMove(
            say("Steers move first, then the dice are rolled, then cowboys move."), RuleRef("1983", "4.1")
        )
    if move.frm in left.moved:
        return IllegalMove(say("The figure on %(cell)s has moved already.", cell=move.frm), RuleRef("1983", "16.1"))
    if steer:
        legal = steps_needed(layout, position, left.seat, move.frm, move.to, left.steps, ground.facts)
        return None if legal else why_not(layout, position, left.seat, move.frm, move.to, left.steps, ground.facts)
    if not left.dice:
        return IllegalMove(say("Both dice are used: no cowboy moves any more."), RuleRef("1983", "4.4"))
    far = distance(layout, move.frm, move.to) or 0
    tried = [
        refusal(layout, position, move.frm, move.to, face, left.seat, DEFAULTS, ground.facts)
        for face in sorted(left.dice, key=lambda face: abs(face - far))
    ]
    return None if None in tried else tried[0]
