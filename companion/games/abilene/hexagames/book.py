"""The rulebook of 1983: each part that the edition plays in its own way, by the module that knows it."""

from __future__ import annotations

from companion.games.abilene.hexagames import cardplay, play, simple
from companion.games.abilene.hexagames.camera import watching
from companion.games.abilene.hexagames.camera.frames import frames
from companion.games.abilene.hexagames.evolution import apply
from companion.games.abilene.hexagames.screens.pages import page_for
from companion.games.abilene.hexagames.screens.players import cards_for, facts_of
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
        simple=simple.showing,
    ),
    notes=simple.what_i_see,
    simple_player=simple.choose,
    judge=watching.judged,
    umpire=frames,
    coloured=True,
)
