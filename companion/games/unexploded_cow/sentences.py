"""The sentences of the game by their codes: levels, reasons of payments, endings, questions to the other players."""

from __future__ import annotations

from companion.core.text import Catalogue, wording

SENTENCES: Catalogue = {
    "level_board": wording("Everything (herds, bombs and cities)"),
    "level_bank": wording("Money only (pot, prices, loans)"),
    # reasons of payments
    "starting_money": wording("starting money"),
    "ante": wording("the ante"),
    "price": wording("price of a card: %(card)s"),
    "price_unnamed": wording("price of a card"),
    "explosion": wording("a cow has exploded: %(cow)s"),
    "explosion_unnamed": wording("a cow has exploded"),
    "defuse": wording("a bomb defused: %(cow)s"),
    "defuse_unnamed": wording("a bomb defused"),
    "city": wording("the city of %(city)s"),
    "explosion_short": wording("a cow has exploded: %(cow)s (%(value)s, but the pot had no more)"),
    "explosion_unnamed_short": wording("a cow has exploded (%(value)s, but the pot had no more)"),
    "defuse_short": wording("a bomb defused: %(cow)s (%(value)s, but the pot had no more)"),
    "defuse_unnamed_short": wording("a bomb defused (%(value)s, but the pot had no more)"),
    "city_short": wording("the city of %(city)s (%(value)s, but the pot had no more)"),
    "rest": wording("the rest of the pot"),
    "card_text": wording("a card says so: %(words)s"),
    "card_text_unnamed": wording("a card says so"),
    # how a game ends
    "pot_empty": wording("the pot is empty"),
    "last_cow": wording("%(who)s took the rest of the pot with the last cow"),
    "no_cows": wording("no cow was left: %(who)s took the pot"),
    "no_cows_pot_stays": wording("no cow was left; the pot stays for the next game"),
    "agreed": wording("everyone agreed to end it; the pot stays for the next game"),
    # questions to others
    "leave_game": wording("%(who)s leaves the game; cows stay and pay nobody"),
    "stop_game": wording("End the game now: the pot stays for the next one"),
    "close_game_last_cow": wording("The game is over: the last cow is %(who)s's"),
    "close_game_pot_empty": wording("The game is over: the pot is empty"),
}
