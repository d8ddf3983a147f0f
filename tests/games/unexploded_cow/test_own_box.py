"""A box of the players' own: no card is known beforehand, each is typed once and known for the evening."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.core.referee.parting import StopGame
from companion.core.table.commands import ChooseCatalogue, PlayAgain, StartGame, Undo
from companion.core.table.table import Level
from companion.core.ui.choice import FieldKind
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.i18n import catalogue
from companion.web.app import create_app
from tests.games.unexploded_cow.night import ANN, BOB, CODE, CowNight
from tests.support.western import ROBIN, TownEvening


def typed() -> CowNight:
    night = CowNight(started=False)
    night.act(ANN, ChooseCatalogue(typed=True))
    night.act(ANN, StartGame(ANN))
    return night


def known(night: CowNight) -> tuple[set[str], set[str], set[str]]:
    deck = Situation.of(night.table).deck
    return {cow.name for cow in deck.cows}, {event.name for event in deck.events}, {city.name for city in deck.cities}


def test_nothing_is_known_of_it_and_there_are_as_many_cities_as_in_the_box() -> None:
    night = typed()
    assert known(night) == (set(), set(), set())
    assert night.state.cities_left == 12


def test_a_card_is_typed_once_and_then_played_by_its_name() -> None:
    night = typed()
    night.act(ANN, cow_commands.TurnUpCity("Alby", 3, 200))
    night.act(ANN, cow_commands.PlayCow(ANN, 200, "Rosa", 700, (Ability.MECHANIC,)))
    night.act(ANN, cow_commands.PlayEvent(100, "A trick"))
    night.act(ANN, cow_commands.PlayCard("Rosa", ANN))
    night.act(ANN, cow_commands.PlayCard("A trick"))
    first, second = night.state.herds[ANN]
    assert (second.name, second.value, second.abilities, second.price) == ("Rosa", 700, (Ability.MECHANIC,), 200)
    assert first.id != second.id
    assert night.has(ANN) == (5_000 - 500 - 2 * (200 + 100),)


def test_a_card_whose_playing_was_undone_is_not_known() -> None:
    night = typed()
    night.act(ANN, cow_commands.TurnUpCity("Alby", 3, 200))
    night.act(ANN, cow_commands.PlayCow(ANN, 200, "Rosa", 700))
    night.act(ANN, Undo(night.table.done[-1].before))
    assert known(night)[0] == set()


def test_a_won_city_waits_for_its_winner_though_no_text_of_it_was_typed() -> None:
    night = typed()
    for turn in range(2):  # also where it is known from the game before
        night.act(ANN, cow_commands.TurnUpCity("Alby", 3, 200) if turn == 0 else cow_commands.TurnUpCity("Alby"))
        night.act(ANN, cow_commands.PlayCow(ANN, 200, "Rosa", 700))
        night.act(ANN, cow_commands.RollDie(1))
        assert night.state.carrying
        assert night.state.turn.active == ANN
        night.act(ANN, cow_commands.CarryOut())
        assert night.state.turn.active == BOB
        night.act(ANN, StopGame())
        night.agree()
        night.act(ANN, PlayAgain())
        night.act(ANN, StartGame(ANN))


def test_the_points_of_a_city_are_typed_as_a_number_and_no_money() -> None:
    offers = (typed(), CowNight(level=Level.BANK))
    choices = [choice for night in offers for choice in night.tables.live(CODE).game.page(night.table, ANN).choices]
    points = [field for choice in choices for field in choice.fields if field.name == "points"]
    assert [field.kind for field in points] == [FieldKind.NUMBER] * 2


def test_in_the_next_game_of_the_evening_the_box_knows_the_cards() -> None:
    night = typed()
    night.act(ANN, cow_commands.TurnUpCity("Alby", 3, 200, "Draw a card."))
    night.act(ANN, cow_commands.PlayCow(ANN, 200, "Rosa", 700, (Ability.SPY,)))
    night.act(ANN, cow_commands.PlayCow(BOB, 200, "rosa", 700))
    night.act(ANN, cow_commands.PlayEvent(100, "A trick"))
    night.act(ANN, StopGame())
    night.agree()
    night.act(ANN, PlayAgain())
    night.act(ANN, StartGame(ANN))
    assert known(night)[:2] == ({"Rosa"}, {"A trick"})
    assert night.state.cities_left == 12
    night.act(ANN, cow_commands.TurnUpCity("Belby", 5, 0))
    night.act(ANN, cow_commands.PlayCard("Rosa", BOB))
    assert night.state.herds[BOB][0].owner == ANN, "a spy, as it was typed"


def test_the_bank_keeps_no_cards_and_a_game_that_has_to_know_them_refuses() -> None:
    night = CowNight(level=Level.BANK, started=False)
    night.act(ANN, ChooseCatalogue(typed=True))
    night.act(ANN, StartGame(ANN))
    with pytest.raises(BadRequest):
        TownEvening().act(ROBIN, ChooseCatalogue(typed=True))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_cards_keep_the_names_that_are_printed_on_them_in_every_language(language: str) -> None:
    """Even where a card is called as something is that the program has a word for."""
    deck = "type,name,price,value,abilities,copies,points,amount,text\n"
    night = CowNight(deck=f"{deck}cow,general,100,300,,1,,,\nevent,spy,100,,,1,,,\ncity,mechanic,,,,,3,200,\n")
    night.act(ANN, cow_commands.TurnUpCity("mechanic"))
    night.act(ANN, cow_commands.PlayCard("general", ANN))
    night.act(ANN, cow_commands.PlayCard("spy", ANN))
    app = create_app(night.tables)
    client = app.test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    pages = "".join(
        client.get(f"/t/{CODE}/{path}", headers={"Accept-Language": language}).text
        for path in (f"s/{ANN}", f"s/{ANN}/part?have=now", f"s/{ANN}/part?have=log", "screen", "screen/part")
    )
    for name in ("general", "spy", "mechanic"):
        assert f'translate="no">{name}</bdi>' in pages, name
    names = [*(each.name for each in BUILTIN_DECK.cows), *(each.name for each in BUILTIN_DECK.events)]
    names += [each.name for each in BUILTIN_DECK.cities]
    assert [name for name in names if catalogue(language).gettext(name) != name] == []
