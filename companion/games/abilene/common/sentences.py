"""The sentences of the facts that a game of Abilene keeps, whatever the edition. The codes are stored in logs."""

from __future__ import annotations

from companion.core.text import Catalogue, wording

SENTENCES: Catalogue = {
    # why a move is refused
    "not_your_cowboy": wording("The cowboy on %(cell)s is not yours."),
    "not_your_cow": wording("The cow on %(cell)s is not in your herd."),
    "cow_leaves_ranch": wording("%(cell)s is not on your ranch: a cow never leaves it."),
    "cow_end_taken": wording("A cow needs a free space, and a figure is on %(cell)s."),
    "cow_too_far": wording("Too far: %(to)s is at a distance of %(steps)s and the die shows %(die)s."),
    "more_than_the_ranch": wording("more than the ranch allows"),
    "no_stop_in_town": wording("A cowboy may ride through the town but not stop there."),
    "region_closed": wording("%(cell)s is in a region closed to everyone."),
    "cowboy_end_taken": wording("A cowboy cannot end where a figure of yours is, as on %(cell)s."),
    "cowboy_distance": wording(
        "%(to)s is at a distance of %(steps)s and the die shows %(die)s: a cowboy moves exactly the die."
    ),
    "more_than_any_move": wording("more than any move"),
    "no_place_for_the_cow": wording("The cow on %(cell)s cannot be stolen: there is no free space to put it on."),
    "way_closed": wording("The way leads over %(cell)s, which is closed."),
    "way_barred": wording("A figure on %(cell)s is in the way to %(to)s."),
    "turn_too_sharp": wording("The way to %(to)s turns by more than %(angle)s degrees."),
    "too_many_turns": wording("The way to %(to)s needs more than one change of direction."),
    "the_town": wording("the town"),
    "cow_moved": wording("This cow has moved already in this turn."),
    "cowboy_moved": wording("This cowboy has moved already in this turn."),
    "cow_not_put_there": wording("The stolen cow does not go to %(cell)s."),
    "die_left": wording("A die that a cowboy can use must be used: there is still a move for %(dice)s."),
    "ranches_of_three": wording("Three players take every second ranch: A, C and E, or B, D and F."),
    "ranches_of_four": wording(
        "With four players the two free ranches are opposite each other: A and D, B and E, or C and F."
    ),
    "ranches_round_town": wording(
        "Round the town the ranches of this board are %(order)s. Three players take every second one; "
        "with four, the two free ones face each other."
    ),
    "pays_first": wording("%(who)s cannot pay the bill yet: no gifts or loans before that."),
    "move_over": wording("%(pattern)s %(who)s could move to %(ranch)s."),
    "other_turn": wording("It is %(who)s's turn."),
    "other_step": wording("That is not what this step of the turn is about."),
    "move_unfinished": wording("First finish what the last move led to."),
    "sale_unfinished": wording("First finish the sale."),
    "no_free_cell": wording("%(cell)s is not a free space of this board."),
    "step_over": wording("That step is over already."),
    "no_own_cowboy": wording("You have no cowboy on %(cell)s."),
    "no_such_cell": wording("The board has no space %(cell)s."),
    "own_cowboy_there": wording("Your own cowboy is on %(cell)s."),
    "no_stolen_cow": wording("You have no stolen cow to place."),
    "no_duel": wording("There is no duel."),
    "duellists_roll": wording("Only the two duellists roll."),
    "no_board": wording("Here the box keeps only the money, not the board."),
    "no_such_die": wording("There is no such die."),
    "die_used": wording("That die has been used."),
    "too_many_of_a_colour": wording("There are not so many steers of that colour left."),
    "too_many_cows": wording("Cows left in the game: %(count)s, no more."),
    "figures_missing": wording("Every figure in the game is somewhere. Still missing: %(what)s."),
    "missing_cattle": wording("cattle: %(count)s"),
    "missing_steers": wording("steers of %(who)s: %(count)s"),
    "missing_cowboys": wording("cowboys of %(who)s: %(count)s"),
    "and_more": wording("%(first)s, %(other)s"),
    "too_many_cowboys": wording("Nobody has more than %(count)s cowboys."),
    "driven_in_a_turn": wording("One turn brings %(count)s head of cattle to town, and no more."),
    "ridden_in_a_turn": wording("One turn brings thefts and beaten cowboys together: %(count)s at most."),
    "nobody_rides": wording("No cowboy of %(who)s can ride: neither a theft nor a duel is possible."),
    "no_cow_there": wording("No cow is on %(cell)s."),
    # reasons of payments
    "starting_money": wording("starting money"),
    "debts_settled": wording("debts are settled at the end"),
    # how a game ends
    "agreed": wording("everyone agreed to end it"),
    # why nobody leaves
    # questions to others
    "leave_game": wording("%(who)s leaves the game"),
    "stop_game": wording("End the game now, and count"),
    "figures_arranged": wording("The figures are as arranged on the screen"),
}
