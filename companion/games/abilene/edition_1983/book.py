"""The rulebook of 1983: each part that the edition plays in its own way, by the module that knows it."""

from __future__ import annotations

from companion.games.abilene.edition_1983 import bots, cardplay, play
from companion.games.abilene.edition_1983.camera import judge
from companion.games.abilene.edition_1983.camera.frames import frames
from companion.games.abilene.edition_1983.reducer import apply
from companion.games.abilene.edition_1983.screens.pages import page_for
from companion.games.abilene.edition_1983.screens.players import cards_for, facts_of
from companion.games.abilene.rulebook import PhoneDuel, Rulebook

HEXAGAMES = Rulebook(
    place=play.place,
    decide=play.decide,
    follow=play.follow,
    consent=play.consent,
    borrow=play.borrow,
    repay=play.repay,
    apply=apply,
    page=page_for,
    facts=facts_of,
    cards=cards_for,
    duel_of_phones=PhoneDuel(
        showdown=cardplay.showdown,
        check=cardplay.check,
        compare=cardplay.compare,
        settle=cardplay.settle,
        simple=bots.showing,
    ),
    notes=bots.what_i_see,
    simple_player=bots.choose,
    judge=judge.judge,
    umpire=frames,
    coloured=True,
)
