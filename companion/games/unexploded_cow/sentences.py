"""The words of what tables and logs of this game keep."""

from __future__ import annotations

from companion.core.text import Catalogue, wording

SENTENCES: Catalogue = {
    "level_board": wording("The whole table (herds, bombs and cities)"),
    "level_bank": wording("The money only (pot, prices, loans)"),
    # what a payment is for
    "starting_money": wording("starting money"),
    "ante": wording("the ante"),
    "price": wording("price of a card: %(card)s"),
    "explosion": wording("a cow has exploded: %(cow)s"),
    "defuse": wording("a bomb defused: %(cow)s"),
    "city": wording("the city of %(city)s"),
    "rest": wording("the rest of the pot"),
    "card_text": wording("a card says so: %(words)s"),
    # how a game ends
    "pot_empty": wording("the pot is empty"),
    "last_cow": wording("%(who)s took the rest of the pot with the last cow"),
    "no_cows": wording("no cow was left: %(who)s took the pot"),
    "no_cows_pot_stays": wording("no cow was left; the pot stays for the next game"),
    "agreed": wording("everybody agreed to end it; the pot stays for the next game"),
    # what others are asked
    "leave_game": wording("%(who)s leaves the game; cows stay and pay nobody"),
    "stop_game": wording("End the game now: the pot stays for the next one"),
}
