"""The differences of the edition of 1983: coloured steers, shared steps, losers beside the board, other violations.

A seat is called by the letter of its prairie, which is its colour too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import BESIDE, MoveKind
from companion.games.abilene.common.board.movement_facts import FACTS_1983
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COW, STEER
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.camera.explain import explanations
from companion.games.abilene.edition_1983.camera.snapshot import JudgeContext, RemainingActions, Snapshot, TurnSoFar
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.rules.turn import vacant_starts
from tests.vision.rendering import violations
from tests.vision.rendering.legal_moves import Move, PlayedMove, legal_move
from tests.vision.rendering.violations import Asked, Violation

FACES = (0, 1, 2, 3, 4, 5)
SHARED = ((1, 1, 1), (1, 2), (2, 1), (3,), (1, 1), (2,), (1,), ())
"""the ways in which a player may share out the steps (§4.1)"""


def painted(moves: Sequence[Move], colours: Mapping[str, str]) -> tuple[tuple[Move, ...], dict[str, str]]:
    """Return the moves with steers of their colours, and the colours after them: cell -> letter."""
    named, now = list[Move](), dict(colours)
    for move in moves:
        colour = now.pop(move["from"], "") if move["piece"] == COW else ""
        named.append({**move, "piece": STEER + colour} if colour else move)
        if colour and move["to"] != TOWN:
            now[move["to"]] = colour
    return tuple(named), now


def returned(layout: Layout, played: PlayedMove) -> PlayedMove:
    """Return the move with those who have escaped and find a vacant start cell now (§6.2); nobody rides on from
    there at once.
    """
    position, moves, touched = played.after, list(played.moves), list(played.touched)
    for seat in sorted(position.waiting):
        for cell in vacant_starts(layout, position, seat)[: position.waiting.get(seat, 0)]:
            left = {who: count - (who == seat) for who, count in position.waiting.items()}
            position = replace(position.place_cowboy(seat, cell), waiting={who: n for who, n in left.items() if n})
            moves.append({"piece": f"cowboy:{seat}", "from": BESIDE, "to": cell})
            touched.append(cell)
    return replace(played, after=position, moves=tuple(moves), touched=tuple(touched))


def explained(
    layout: Layout, before: Position, colours: Mapping[str, str], seats: str, seat: str, found: Violation
) -> bool:
    """Return whether the rules have a way from here to there with these dice, after any moves of the same turn."""
    ground = JudgeContext(layout, {letter: letter for letter in seats}, SteerRules())
    snapshot = Snapshot(before, ground.figures(before, colours))
    seen = ground.figures(found.after, painted(found.moves, colours)[1])
    left = RemainingActions(seat, Step.CATTLE, 3, found.cowboys, ended=True)
    return bool(explanations(TurnSoFar(ground, snapshot, left), seen))


def violation(layout: Layout, position: Position, seat: str, chance: random.Random) -> Violation | None:
    """See ``violations.violation``; steers have no dice."""
    found = chance.choice(KINDS)(Asked(layout, position, seat, chance, FACTS_1983))
    return found and found._replace(cattle=())


def _steer_too_far(asked: Asked) -> Violation | None:
    home = [cell for cell in asked.free if asked.layout.by_id[cell].region == asked.seat]
    return violations.cow_to(asked, home, {4, 5}, "cow too far", "a steer went more than three steps")


def _steers_too_far(asked: Asked) -> Violation | None:
    """Return four steps, shared by two steers."""
    first = legal_move(asked.layout, FACTS_1983, asked.position, asked.seat, 3, True, (), asked.chance)
    if not first or first.event != "cow":
        return None
    other = legal_move(asked.layout, FACTS_1983, first.after, asked.seat, 3, True, first.touched, asked.chance)
    if not other or other.event != "cow":
        return None
    why = "two steers went more than three steps together"
    return Violation("steers too far", why, other.after, (*first.moves, *other.moves))


def _steer_to_town_too_early(asked: Asked) -> Violation | None:
    why = "a steer came to town from more than three steps away"
    return violations.cow_to(asked, [TOWN], range(4, 100), "cow to town", why)


def _die_unused(asked: Asked) -> Violation | None:
    """Return two dice, but only one cowboy moves."""
    die, other = asked.chance.choice((1, 2, 3)), asked.chance.choice((1, 2))
    played = legal_move(asked.layout, FACTS_1983, asked.position, asked.seat, die, False, (), asked.chance)
    if not played or played.event != "cowboy":
        return None
    why = f"only one cowboy moved with two dice ({die} and {other})"
    return Violation("die unused", why, played.after, played.moves, (), (die, other))


def _killed_comes_back(asked: Asked) -> Violation | None:
    """Put the loser of a duel away from home on a free cell of his prairie."""
    found = violations.legal_of(asked, MoveKind.DUEL)
    if not found:
        return None
    frm, end, die = found
    enemy = asked.position.cowboys[end]
    home = [cell for cell in asked.free if asked.layout.by_id[cell].region == enemy]
    if asked.layout.by_id[end].region == enemy or not home:
        return None
    put = asked.chance.choice(home)
    after = asked.position.remove_cowboy(enemy, end).move_cowboy(asked.seat, frm, end).place_cowboy(enemy, put)
    moves = (*asked.moves_of(frm, end), {"piece": f"cowboy:{enemy}", "from": end, "to": put})
    why = "a cowboy who was killed came back"
    return Violation("loser misplaced", why, after, moves, (), (die,))


KINDS: tuple[Callable[[Asked], Violation | None], ...] = (
    violations.wrong_distance,
    violations.wrong_distance,
    violations.two_with_one_die,
    violations.foreign_cowboy,
    violations.foreign_cow,
    violations.strayed_cow,
    violations.blocked,
    violations.own_cow,
    violations.stolen_cow_misplaced,
    _steer_too_far,
    _steers_too_far,
    _steer_to_town_too_early,
    _die_unused,
    _killed_comes_back,
)
