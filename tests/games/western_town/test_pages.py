"""Western Town on phones and on the table screen, without a browser: the offered buttons are pressed, to the end."""

from __future__ import annotations

import random
import re

import pytest
from flask import Flask

from companion.app.tables import Tables
from companion.core.table.table import Level, TablePhase
from companion.core.ui.page import Place
from companion.games import registry
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.visit import ConfirmTown, HoldVisit
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.screens.build import Build
from companion.games.western_town.screens.pages import page as page_now
from companion.games.western_town.screens.pages import players
from companion.games.western_town.screens.towns import Towns
from companion.games.western_town.town.by_hand import ChangeTown, Reason
from companion.games.western_town.turn.play import PassFirst
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.support.phones import SeatedPhone, whole
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening


class Phones:
    """Three phones at a table that has been opened on the box's home page."""

    def __init__(self, names: tuple[str, ...] = ("Robin", "Alexandre", "Theo")) -> None:
        self.tables = Tables(Log(":memory:"), registry(), clock=lambda: 0.0, chance=random.Random(3))
        self.app: Flask = create_app(self.tables)
        opened = self.app.test_client().post(
            "/tables", data={"game": "western_town", "edition": "2012", "level": "bank"}
        )
        self.code = opened.headers["Location"].split("/")[2]
        self.phones = [SeatedPhone.take_seat(self.app, self.code, name) for name in names]

    def start(self) -> Phones:
        self.phones[0].press("start_game", first=self.phones[0].seat)
        return self

    @property
    def screen(self) -> str:
        return whole(self.app.test_client(), f"/t/{self.code}/screen")

    def agree(self) -> None:
        for phone in self.phones[1:]:
            phone.press("agree")

    def lincoln_comes(self) -> None:
        """Let all players say that their towns are up to date, and the lead marshals call."""
        for kind in ("confirm_town", "hold_visit"):
            for phone in self.phones:
                if phone.offers(kind):
                    phone.press(kind)

    def one_offered(self, kind: str) -> SeatedPhone:
        """Return the only phone that is offered this."""
        [phone] = [each for each in self.phones if each.offers(kind)]
        return phone


@pytest.fixture
def evening() -> Phones:
    return Phones().start()


def test_a_short_game_is_played_from_the_lobby_to_the_result_by_what_is_offered() -> None:
    evening = Phones()
    robin, alexandre, theo = evening.phones
    robin.press("set_rule", name="variant", value="short")
    evening.start()
    for turn in range(4):
        theo.press("turn_up_card")
        alexandre.press("change_town", changes={"inhabitants": 4}, reason="gains")
        robin.press("pass_first") if turn == 0 else None
        evening.lincoln_comes()
    assert evening.tables.table(evening.code).play.counting
    assert "Final count" not in evening.screen
    robin.press("count_up")
    evening.agree()
    assert evening.tables.table(evening.code).phase is TablePhase.OVER
    assert "Final count" in robin.page
    assert "Final count" in evening.screen
    for page in (robin.page, evening.screen):
        assert "Alexandre wins" in page
        assert "Friend of Lincoln: Alexandre, cards won: " in page
        assert "$" not in page


def test_an_attack_asks_the_manitou_then_the_owner(evening: Phones) -> None:
    robin, _, theo = evening.phones
    robin.press("turn_up_card")
    robin.press("throw_die", side="red_orange")
    robin.press("throw_die", side="orange_again")
    assert evening.one_offered("choose_target") is theo
    assert "The town of Robin is attacked." in evening.screen
    theo.press("choose_target", target="gold mine")
    assert evening.one_offered("defend_target") is robin
    robin.press("defend_target")
    assert evening.tables.table(evening.code).play.circle(robin.seat).attack


def test_the_tie_is_asked_on_the_phone_of_the_lead_marshal_alone(evening: Phones) -> None:
    _, alexandre, _ = evening.phones
    alexandre.press("turn_up_card")
    alexandre.press("pass_first")
    evening.lincoln_comes()
    assert evening.one_offered("choose_winner") is alexandre
    alexandre.press("choose_winner")
    assert evening.tables.table(evening.code).play.turn == 2


def test_the_own_town_has_every_tap_and_everybody_sees_all_towns(evening: Phones) -> None:
    robin, alexandre, _ = evening.phones
    taps = [fixed["changes"] for fixed in robin.offers("change_town")]
    for what in ("gold", "wood", "inhabitants", "cowboys", "pipes", "lure", "exported"):
        assert {what: 1} in taps
        assert {what: -1} in taps
    robin.press("lay_tile", name="saloon", cell="c1", points=None)
    assert "saloon" in alexandre.page
    assert "saloon" in evening.screen
    alexandre.press("change_town", changes={"gold": 9}, reason="gains")
    assert not robin.offers("store_goods")
    alexandre.press("store_goods")
    assert evening.tables.table(evening.code).play.towns[alexandre.seat].town.gold == 4


@pytest.mark.parametrize("language", ["fr", "de"])
def test_it_is_told_in_the_readers_language(evening: Phones, language: str) -> None:
    page = evening.app.test_client().get(f"/t/{evening.code}/screen", headers={"Accept-Language": language}).text
    assert {"fr": "Calumets", "de": "Friedenspfeifen"}[language] in page


def test_no_page_offers_money(evening: Phones) -> None:
    for phone in evening.phones:
        assert not phone.offers("pay")
        assert 'data-money="no"' in phone.page
        assert 'id="player-s3"' in phone.page.partition('id="tab-money"')[0]


def test_the_phases_are_told_who_plays_when_and_how_many_cards_are_kept(evening: Phones) -> None:
    """Vectors 7 to 9."""
    robin, alexandre, _ = evening.phones
    robin.press("turn_up_card")
    assert "Robin, Robin + Alexandre, Alexandre + Theo, Theo" in alexandre.page
    for name, cell in (("saloon", "c1"), ("bank", "c3")):
        robin.press("lay_tile", name=name, cell=cell)
        assert "you keep 4 cards" in robin.page
    robin.press("lay_tile", name="church", cell="c2")
    assert "you keep 5 cards" in robin.page
    assert "you keep 4 cards" in alexandre.page


def test_a_double_duel_names_the_winner_of_each_pair_and_has_a_chart_of_points() -> None:
    evening = Phones(("Robin", "Alexandre", "Theo", "Dan"))
    robin, _, _, dan = evening.phones
    robin.press("set_rule", name="double_duel", value=True)
    evening.start()
    robin.press("turn_up_card", card=["inhabitants"])
    robin.press("change_town", changes={"inhabitants": 4}, reason="gains")
    dan.press("change_town", changes={"inhabitants": 8}, reason="gains")
    evening.lincoln_comes()
    robin.press("stop_game")
    evening.agree()
    assert "There are several winners: Dan with 6 points, Robin with 5 points." in evening.screen
    assert "Points over time" in robin.page
    assert "Money over time" not in robin.page


def test_a_player_who_is_asked_is_to_move_and_his_town_stands_in_a_fold_below_the_question(evening: Phones) -> None:
    robin, _, theo = evening.phones
    table, game = evening.tables.table(evening.code), registry()["western_town"]["2012"]
    assert game.page(table, robin.seat).parts[0].place is Place.FOLDED
    robin.press("turn_up_card")
    table = evening.tables.table(evening.code)
    assert game.page(table, robin.seat).parts[0].place is Place.PRIVATE
    assert not any(row.active for row in game.players(table, None))
    robin.press("throw_die", side="red_orange")
    robin.press("throw_die", side="orange_again")
    table = evening.tables.table(evening.code)
    assert [row.seat for row in game.players(table, None) if row.active] == [theo.seat]
    assert game.page(table, theo.seat).parts[1].place is Place.FOLDED
    assert game.page(table, robin.seat).parts[1].place is Place.PRIVATE


def guided() -> Phones:
    """Return three phones at the level at which the box guides, in the first turn."""
    evening = Phones()
    evening.phones[0].press("set_level", level="board")
    evening.phones[0].press("choose_catalogue")
    return evening


def test_the_lobby_says_that_what_is_printed_counts_and_what_the_box_has_invented() -> None:
    evening = Phones()
    assert "What is printed on it counts" in evening.phones[1].page
    assert "Digger Jane" in evening.phones[1].page
    evening = guided()
    assert "What is printed on it counts" not in evening.phones[1].page, "it has been said which cards there are"


def test_star_cards_that_were_drawn_stand_on_every_screen_until_the_first_card_lies_there() -> None:
    evening = guided().start()
    robin, alexandre, theo = evening.phones
    robin.press("draw_stars")
    [drawn] = evening.tables.table(evening.code).play.circles[0].drawn
    for phone in evening.phones:
        phone.press("take_start", place="c1")
    theo.press("turn_up_card")
    for page in (robin.page, alexandre.page, theo.page, evening.screen):
        assert "Everyone: new buildings" in page
        for card in (*drawn.added, *drawn.removed):
            assert card in page
    robin.press("play_card", card="homestead")
    for page in (robin.page, evening.screen):
        assert "Everyone: new buildings" not in page


def test_a_player_who_is_attacked_sees_it_on_his_phone_and_hears_it_for_every_target(evening: Phones) -> None:
    robin, _, theo = evening.phones
    robin.press("turn_up_card")
    for side in ("red_orange", "orange_again"):
        robin.press("throw_die", side=side)
    table, game = evening.tables.table(evening.code), registry()["western_town"]["2012"]
    asked = [game.page(table, robin.seat).asked]
    assert "Your town is attacked!" in robin.page
    for page in (theo.page, evening.screen):
        assert "Your town is attacked!" not in page
        assert "The town of Robin is attacked." in page
    theo.press("choose_target", colour="red", target="marshal")
    asked.append(game.page(evening.tables.table(evening.code), robin.seat).asked)
    assert "They go for: marshal" in robin.page
    assert len({"", *asked}) == 3
    assert game.page(evening.tables.table(evening.code), theo.seat).asked == ""
    robin.press("defend_target", defend=False)
    for page in (robin.page, theo.page, evening.screen):
        assert "destroyed" in page.partition('class="built"')[2]


def test_no_button_reads_as_if_the_building_had_fallen_already(evening: Phones) -> None:
    robin, _, theo = evening.phones
    robin.press("turn_up_card")
    for side in ("red_orange", "orange_again"):
        robin.press("throw_die", side=side)
    theo.press("choose_target", colour="red", target="marshal")
    assert "The building is destroyed." not in robin.page
    assert "Do not defend: marshal will be destroyed" in robin.page


def test_the_buttons_above_and_beside_a_plus_stay_where_they_are_when_there_is_no_room_left(evening: Phones) -> None:
    robin, _, _ = evening.phones
    robin.press("turn_up_card")

    def above() -> str:
        return robin.page.partition('id="town"')[2].partition('class="room"')[0].replace('class="count minus"', "")

    tags = above().count("<")
    robin.press("change_town", changes={"gold": 9}, reason="gains")
    assert robin.offers("store_goods")
    assert above().count("<") == tags


def test_cells_are_a_drawn_board(evening: Phones) -> None:
    robin, _, _ = evening.phones
    robin.press("turn_up_card")
    robin.press("change_town", changes={"wood": 3}, reason="gains")
    board = registry()["western_town"]["2012"].page(evening.tables.table(evening.code), robin.seat)
    [plan] = [part.data for part in board.parts if part.name == "build"]
    assert isinstance(plan, Build)
    assert [spot.cell.number if spot.cell else str(spot.building or "") for spot in plan.board[:4]] == [
        5,
        "marshal",
        4,
        5,
    ]
    assert {spot.cell.id for spot in plan.board if spot.cell} == {cell.id for cell in plan.cells}


def test_the_television_shows_what_the_turn_has_changed_and_whom_the_camp_attacks_next(evening: Phones) -> None:
    robin, _, _ = evening.phones
    robin.press("turn_up_card")
    assert "more attacks" not in evening.screen
    robin.press("throw_die", side="red_orange")
    assert "One more orange Indian attacks the player who rolls it" in evening.screen
    robin.press("change_town", changes={"wood": 2}, reason="gains")
    game = registry()["western_town"]["2012"]
    [towns] = [part for part in game.page(evening.tables.table(evening.code), None).parts if part.name == "towns"]
    assert isinstance(towns.data, Towns)
    assert {count.what: count.by for count in towns.data.towns[0].counts if count.by} == {"wood": 2}
    assert '<small class="plus">+2</small>' in evening.screen


def test_two_who_lay_a_card_together_hold_no_vote() -> None:
    night = TownEvening(3, Level.BOARD).start().play_phase_1()
    night.play(ROBIN, "homestead")
    app = create_app(night.tables)
    client, token = app.test_client(), app.extensions["companion"].tokens.admit(night.code, ROBIN, 0.0)
    client.set_cookie(cookie_name(night.code, ROBIN), token)
    page = SeatedPhone(client, night.code, ROBIN).page
    [asked] = re.findall(r'<article class="ballot".*?</article>', page, re.DOTALL)
    assert "We lay the real cards on the table" in asked
    assert not re.search(r">[^<]*\bvot", asked)


def test_a_player_who_has_sealed_is_asked_nothing_more_and_all_read_whose_card_is_missing() -> None:
    """*Lay a card face down* stood above the seal, and both were still to move."""
    night = TownEvening(3, Level.BOARD).start().play_phase_1()
    night.play(ROBIN, "homestead")
    night.seal({ROBIN: "marshal"})
    heads = [str(page_now(night.table, seat).headline) for seat in (ROBIN, ALEXANDRE, None)]
    assert heads == ["Turn 1: s2 lays a card", "Lay a card face down", "Turn 1: s2 lays a card"]
    assert [row.seat for row in players(night.table, None) if row.active] == [ALEXANDRE]


# --- the towns only: what is said and asked in the turn -------------------------------------------


def lines(evening: TownEvening, seat: str) -> list[str]:
    return [str(line) for line in page_now(evening.table, seat).prompt]


def test_the_order_of_phase_2_is_said_until_somebody_has_passed_first() -> None:
    """The first to pass is the new lead marshal: an order of phase 2 that begins there has never been played."""
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    assert any(line.startswith("Phase 2") for line in lines(evening, THEO))
    evening.act(ALEXANDRE, PassFirst())
    assert not any(line.startswith("Phase 2") for line in lines(evening, THEO))


def test_when_all_towns_are_up_to_date_the_lead_marshal_sees_the_visit_first() -> None:
    """The button stood below the town: two screens down, under a headline that did not say what to do."""
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    [town] = [part for part in page_now(evening.table, ROBIN).parts if part.name == "town"]
    assert town.place is Place.PRIVATE
    for seat in (ALEXANDRE, THEO):
        evening.act(seat, ConfirmTown())
    places = [
        part.place for seat in (ROBIN, THEO) for part in page_now(evening.table, seat).parts if part.name == "town"
    ]
    assert places == [Place.FOLDED, Place.PRIVATE]


@pytest.mark.parametrize(("tied", "may"), [((ROBIN, THEO), True), ((ALEXANDRE, THEO), False)])
def test_a_lead_marshal_who_is_not_among_the_tied_is_not_told_that_he_may_choose_himself(
    tied: tuple[str, str], may: bool
) -> None:
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    for seat in tied:
        evening.act(seat, ChangeTown({Resource.LURE: 1}, Reason.PLAYED))
    evening.act(ALEXANDRE, ConfirmTown())
    evening.act(THEO, ConfirmTown())
    evening.act(ROBIN, HoldVisit())
    assert any("even their own" in line for line in lines(evening, ROBIN)) is may
