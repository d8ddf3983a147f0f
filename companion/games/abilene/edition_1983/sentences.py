"""The sentences of the facts that a game of the 1983 edition keeps. The codes are stored in logs."""

from __future__ import annotations

from companion.core.text import Catalogue, wording
from companion.games.abilene.common import sentences as common

SENTENCES: Catalogue = {
    **common.SENTENCES,
    # how a game ends
    "six_left": wording("only %(count)s steers are left"),
    # reasons of payments
    "new_cowboy": wording("a new cowboy"),
    "left_behind": wording("left the game: the cash goes to the bank"),
    "steer_rustled": wording("%(seller)s sold a rustled steer."),
    "steer_own": wording("%(seller)s sold a steer of their own colour."),
    "doubted_healthy": wording("%(who)s did not believe %(seller)s, but the steer was healthy."),
    "believed_fever": wording("%(who)s believed %(seller)s, but the steer had the fever."),
    "doubted_fever": wording("%(who)s did not believe %(seller)s: the steer had the fever."),
    # the same, said to the seller or the voter
    "steer_rustled.seller": wording("You sold a rustled steer."),
    "steer_own.seller": wording("You sold a steer of your own colour."),
    "doubted_healthy.who": wording("You did not believe %(seller)s, but the steer was healthy."),
    "doubted_healthy.seller": wording("%(who)s did not believe you, but the steer was healthy."),
    "believed_fever.who": wording("You believed %(seller)s, but the steer had the fever."),
    "believed_fever.seller": wording("%(who)s believed you, but the steer had the fever."),
    "doubted_fever.who": wording("You did not believe %(seller)s: the steer had the fever."),
    "doubted_fever.seller": wording("%(who)s did not believe you: the steer had the fever."),
    # why a command is refused
    "whole_notes": wording("The bank lends in notes of %(note)s, not %(loan)s."),
    "repaid_at_the_end": wording("A bank loan is repaid at the end of the game."),
    "repaid_early": wording("A bank loan is repaid in your own turn, or at the end of the game."),
    "not_in_this_hand": wording("A card was laid that this hand does not hold."),
    "fevered_all_sold": wording("All %(count)s steers of %(who)s with the fever have been sold."),
    "healthy_all_sold": wording("All %(count)s healthy steers of %(who)s have been sold."),
    "steer_in_town": wording("A steer is in Abilene already: it is sold first."),
    "steer_too_far": wording("That is too far: steps left: %(left)s."),
    "hired_not_there": wording("A new cowboy goes to a vacant start space for cowboys of your prairie."),
    "enough_cowboys": wording("You need fewer than %(count)s cowboys in play to hire one."),
    "hired_at_the_start": wording("A cowboy is hired at the start of a turn."),
    "hired_before_the_dice": wording("A cowboy is hired in your own turn, until you throw the dice."),
    "none_to_hire": wording("No cowboy is left to hire."),
    "returned_not_there": wording("An escaped cowboy comes back to a vacant start space for cowboys of your prairie."),
    "duel_over": wording("That duel is over."),
    "duellist_wins": wording("One of the two duellists wins."),
    # questions to others
    "healthy_they_say": wording("%(who)s sells a steer and calls it healthy: believe it or not?"),
    "has_fever": wording("The steer has the fever"),
    "is_healthy": wording("The steer is healthy"),
    "higher_cards": wording("%(who)s has the higher cards"),
    "tied_cards": wording("The cards are a tie"),
}
