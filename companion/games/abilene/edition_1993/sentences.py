"""The sentences of the facts that a game of the 1993 edition keeps. The codes are stored in logs."""

from __future__ import annotations

from companion.core.text import Catalogue, wording
from companion.games.abilene.common import sentences as common

SENTENCES: Catalogue = {
    **common.SENTENCES,
    # how a game ends
    "no_cattle": wording("%(who)s has no cattle left on the ranch"),
    "cows_sold": wording("%(count)s cows have been sold"),
    "last_solvent": wording("only %(who)s is not bankrupt"),
    # why a command is refused
    "cow_not_on_ranch": wording("The cow on %(cell)s is not on your ranch."),
    "loser_not_put_there": wording("The loser of this duel does not go to %(cell)s."),
    "release_not_there": wording(
        "A released cowboy goes to a free boot cell or a free edge cell of the own ranch, not to %(cell)s."
    ),
    "too_few_in_jail": wording("%(released)s cannot be released; in jail: %(jailed)s."),
    "release_needs": wording("A release needs %(needed)s in jail; there now: %(jailed)s."),
    "whole_hundreds": wording("The bank lends whole hundreds; %(loan)s is not."),
    "lends_in_need": wording("The bank lends only to a player who cannot pay."),
    "repaid_in_turn": wording("A bank loan is repaid in your own turn."),
    "all_sold": wording("All cows with %(sticker)s have been sold already."),
    "can_pay": wording("Only who cannot pay goes bankrupt."),
    # what others are asked
    "whose_cow": wording("%(who)s sells a cow: whose is it?"),
    "sticker_says": wording("The sticker of the cow says: %(words)s"),
    "sticker": wording("brand %(brand)s, %(value)s"),
    "sticker_unbranded": wording("no brand, %(value)s"),
}
