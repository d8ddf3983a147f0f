"""Points for an announcement and what was made of it, by formulas that many trick games have in common."""

from __future__ import annotations

from companion.games.any_game.house_rules import Formula


def of_round(formula: Formula, announced: int, made: int, most: int) -> int:
    """Return the points of one column for a round in which ``most`` could be made."""
    off = abs(announced - made)
    match formula:
        case Formula.TWENTY:
            return -10 * off if off else 20 + 10 * made
        case Formula.TEN:
            return 0 if off else 10 + made
        case Formula.MADE:
            return made if off else 10 + made
        case Formula.CONTRACT:
            return 10 * announced + made - announced if made >= announced else -10 * announced
        case Formula.NOTHING:
            if announced == 0:
                return -10 * most if off else 10 * most
            return -10 * off if off else 20 * announced
