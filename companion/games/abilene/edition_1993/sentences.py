"""The sentences of the facts that a game of the 1993 edition keeps. The codes are stored in logs."""

from __future__ import annotations

from companion.core.text import Catalogue, wording
from companion.games.abilene.common import sentences as common

SENTENCES: Catalogue = {
    **common.SENTENCES,
    # how a game ends
    "no_cattle": wording("%(who)s has no cattle left on the ranch"),
    "cows_sold": wording("the agreed number of cows has been sold: %(count)s"),
    "last_solvent": wording("only %(who)s is not bankrupt"),
    # reasons of payments
    "jail_food": wording("food for %(stay)s in jail"),
    "jail_release": wording("release of %(released)s from jail"),
    "jail_release_and_food": wording("release of %(released)s from jail, food for %(stay)s"),
    "bankrupt_rest": wording("bankruptcy: the rest goes to the bank"),
    "bankrupt_cash": wording("bankruptcy: the cash goes to the bank"),
    "sold_own": wording("%(seller)s sold their own cow: %(base)s and its value, %(worth)s."),
    "sold_unbranded": wording("%(seller)s sold an unbranded cow."),
    "sold_rustled": wording("%(seller)s sold a rustled cow uncontested: %(base)s and its value, %(worth)s."),
    "own_taken_for_unbranded": wording("%(who)s took %(seller)s's own cow for unbranded and pays its value."),
    "own_called_rustled": wording("%(who)s called %(seller)s's own cow rustled and pays twice its value."),
    "unbranded_taken_for_own": wording("%(who)s took an unbranded cow for %(seller)s's own and pays its value."),
    "unbranded_called_rustled": wording("%(who)s called %(seller)s's unbranded cow rustled and pays its value."),
    "rustled_taken_for_own": wording("%(who)s took a rustled cow for %(seller)s's own and pays twice its value."),
    "rustled_taken_for_unbranded": wording("%(who)s took %(seller)s's rustled cow for unbranded and pays its value."),
    "saw_rustled": wording("%(who)s saw that %(seller)s's cow was rustled and gets twice its value."),
    "saw_unbranded": wording("%(who)s saw that %(seller)s's cow was unbranded and gets its value."),
    "sold_own.seller": wording("You sold your own cow: %(base)s and its value, %(worth)s."),
    "sold_unbranded.seller": wording("You sold an unbranded cow."),
    "sold_rustled.seller": wording("You sold a rustled cow uncontested: %(base)s and its value, %(worth)s."),
    "own_taken_for_unbranded.who": wording("You took %(seller)s's own cow for unbranded and pay its value."),
    "own_taken_for_unbranded.seller": wording("%(who)s took your own cow for unbranded and pays its value."),
    "own_called_rustled.who": wording("You called %(seller)s's own cow rustled and pay twice its value."),
    "own_called_rustled.seller": wording("%(who)s called your own cow rustled and pays twice its value."),
    "unbranded_taken_for_own.who": wording("You took an unbranded cow for %(seller)s's own and pay its value."),
    "unbranded_taken_for_own.seller": wording("%(who)s took your unbranded cow for your own and pays its value."),
    "unbranded_called_rustled.who": wording("You called %(seller)s's unbranded cow rustled and pay its value."),
    "unbranded_called_rustled.seller": wording("%(who)s called your unbranded cow rustled and pays its value."),
    "rustled_taken_for_own.who": wording("You took a rustled cow for %(seller)s's own and pay twice its value."),
    "rustled_taken_for_own.seller": wording("%(who)s took your rustled cow for your own and pays twice its value."),
    "rustled_taken_for_unbranded.who": wording("You took %(seller)s's rustled cow for unbranded and pay its value."),
    "rustled_taken_for_unbranded.seller": wording("%(who)s took your rustled cow for unbranded and pays its value."),
    "saw_rustled.who": wording("You saw that %(seller)s's cow was rustled and get twice its value."),
    "saw_rustled.seller": wording("%(who)s saw that your cow was rustled and gets twice its value."),
    "saw_unbranded.who": wording("You saw that %(seller)s's cow was unbranded and get its value."),
    "saw_unbranded.seller": wording("%(who)s saw that your cow was unbranded and gets its value."),
    "shared": wording("%(reason)s Shared by %(count)s, in whole hundreds."),
    "part_paid": wording("%(reason)s Bankrupt, so only a part of %(due)s."),
    # why a command is refused
    "cow_not_on_ranch": wording("The cow on %(cell)s is not on your ranch."),
    "loser_not_put_there": wording("The loser of this duel does not go to %(cell)s."),
    "release_not_there": wording(
        "A released cowboy goes to a free boot space or a free edge space of your ranch, not to %(cell)s."
    ),
    "too_few_in_jail": wording("%(released)s cannot be released; in jail: %(jailed)s."),
    "too_few_places": wording("You cannot release %(released)s; places left for them on your ranch: %(places)s."),
    "release_needs": wording("A release needs %(needed)s in jail; there now: %(jailed)s."),
    "whole_hundreds": wording("The bank lends whole hundreds, not %(loan)s."),
    "lends_in_need": wording("The bank lends only to a player who cannot pay what is due."),
    "repaid_in_turn": wording("A bank loan is repaid in your own turn."),
    "brand_not_played": wording("Nobody plays brand %(brand)s: no cow with it is in the game."),
    "all_sold": wording("All cows with %(sticker)s have been sold already."),
    "can_pay": wording("You can only go bankrupt when you cannot pay."),
    "votes_first": wording("The sticker is shown after the votes are revealed."),
    "sticker_known": wording("The sticker of this cow is known already."),
    "bankrupt_already": wording("%(who)s is bankrupt already."),
    "not_in_the_game": wording("That player is not in the game."),
    "no_loser": wording("You have no loser of a duel to place."),
    "bill_paid": wording("The bill is paid; now place the released cowboys."),
    "nobody_released": wording("Nobody has been released."),
    # questions to others
    "whose_cow": wording("%(who)s sells a cow: whose is it?"),
    "sticker_says": wording("The sticker of the cow says: %(words)s"),
    "sticker": wording("brand %(brand)s, %(value)s"),
    "sticker_unbranded": wording("no brand, %(value)s"),
}
