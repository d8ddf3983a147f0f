"""Typed tiles, cards, die and board: the own set is whole, and contradictions are refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.core.catalogue import Cards, card_of, read_cards, written
from companion.core.errors import BadRequest
from companion.core.table.commands import ChooseCatalogue
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.card_texts import effect_text
from companion.games.western_town.printed.checks import contradiction, missing
from companion.games.western_town.printed.columns import card_types
from companion.games.western_town.printed.deck import Pile, occupied
from companion.games.western_town.printed.reading import builtin_deck, deck_of, from_entries
from companion.games.western_town.rulebook.buildings import KNOWN, CellEffect
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.effects import Around, worth_exploiting
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.setup import CARDS_EACH, LINCOLN_CARDS, MAX_PLAYERS, START_CARDS, TILES_EACH
from companion.games.western_town.rulebook.towns import Resource, Town
from companion.games.western_town.town.by_hand import LayTile
from companion.games.western_town.words import BUILDINGS
from tests.support.western import ROBIN, TownEvening

TYPES = card_types()


def typed(kind: str, **values: str) -> Cards:
    """Return our own set with one entry changed, or with one more."""
    entries = builtin_entries()
    at = next(
        (at for at, each in enumerate(entries) if (each.type, each.values["name"]) == (kind, values["name"])),
        len(entries),
    )
    old = {} if at == len(entries) else dict(row_of(entries[at].type, entries[at].values["name"]))
    return (*entries[:at], card_of(TYPES, kind, {**old, **values}), *entries[at + 1 :])


def row_of(kind: str, name: object) -> dict[str, str]:
    """Return what one would have typed for this entry of our own set."""
    header, *lines = [line.split(",") for line in written(TYPES, builtin_entries()).splitlines() if '"' not in line]
    found = next(line for line in lines if line[:2] == [kind, name])
    columns = {column.name for each in TYPES if each.name == kind for column in each.columns}
    return {column: value for column, value in zip(header, found, strict=True) if column in columns}


# --- our own set ----------------------------------------------------------------------------------


def test_our_own_set_has_as_many_pieces_as_the_game() -> None:
    """Vectors 1 and 2."""
    deck = builtin_deck()
    piles = Counter(card.pile for card in deck.cards.values())
    assert piles == {Pile.CACTUS: 6, Pile.OTHER: 5, Pile.ORANGE: 8, Pile.GREEN: 4, Pile.HOMESTEAD: 1}
    assert len(deck.cards) == CARDS_EACH
    stars = [each for each in deck.tiles.values() if each.pile in (Pile.ORANGE, Pile.GREEN)]
    other_tiles = [each for each in deck.tiles.values() if each.pile is Pile.OTHER]
    assert len(stars) + len(other_tiles) == TILES_EACH, "the homesteads are on the backs of the stars"
    assert (len(deck.starts), len(deck.lincoln) + 1, len(deck.faces)) == (START_CARDS, LINCOLN_CARDS, 6)
    assert START_CARDS + LINCOLN_CARDS + MAX_PLAYERS * CARDS_EACH == 108


def test_our_own_set_says_what_is_known_of_the_game() -> None:
    """Rules 14: what the rulebook tells of a tile is what our own tile says; vectors 6, 18 and 19."""
    tiles = {name: each.tile for name, each in builtin_deck().tiles.items()}
    for name, tile in KNOWN.items():
        assert (tiles[name].per, tiles[name].constant_pipes) == (tile.per, tile.constant_pipes)
        assert tiles[name].points == tile.points or not tile.points
        assert tiles[name].storage == tile.storage or not tile.storage
    bank, warehouse = tiles["bank"], tiles["warehouse"]
    assert (bank.homes_needed, bank.homes, len(bank.cost)) == (7, 2, 2)
    assert (warehouse.homes_needed, warehouse.cost) == (5, ((Resource.WOOD,), (Resource.GOLD,)))
    bright = next(each for each in builtin_deck().starts if each.name == "Marshal Bright")
    assert bright.building == "homestead"
    assert bright.gains == {Resource.WOOD: 2, Resource.GOLD: 2, Resource.INHABITANTS: 3}


def test_our_own_board_has_the_cells_of_the_rules() -> None:
    """2.2 and 2.3."""
    cells = builtin_deck().cells
    assert Counter(cell.number for cell in cells)[4] == 3
    assert len(cells) == 11
    assert {cell.effect for cell in cells if cell.effect} == set(CellEffect)
    assert [cell.number for cell in cells if cell.effect is CellEffect.HOME] == [6]


def test_our_own_set_comes_back_from_its_file() -> None:
    entries = builtin_entries()
    assert read_cards(TYPES, written(TYPES, entries)) == entries
    contradiction(entries)
    assert missing(entries) == ()
    assert from_entries(entries) == builtin_deck()


def test_everything_of_our_own_has_a_name_of_ours_and_words_that_are_translated() -> None:
    deck = builtin_deck()
    assert {*deck.tiles, *(card.name for card in deck.cards.values())} <= {*BUILDINGS}
    for card in deck.cards.values():
        for text in filter(None, (card.play.text, card.exploit.text)):
            assert effect_text(text).message == text


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        ("tile", {"name": "marshal", "pile": "other"}, "no tile called marshal"),
        ("tile", {"name": "one more", "pile": "orange"}, "there are 8, not 9"),
        ("tile", {"name": "homestead", "pile": "other"}, "homestead stack"),
        ("tile", {"name": "saloon", "pile": "homestead"}, "homestead stack"),
        ("tile", {"name": "saloon", "per": "gold"}, "for how many"),
        ("tile", {"name": "saloon", "each": "2"}, "for how many"),
        ("tile", {"name": "saloon", "exchange": "wood"}, "for what else"),
        ("tile", {"name": "saloon", "exchange": "wood", "exchange_for": "wood"}, "for what else"),
        ("card", {"name": "church", "exploit": "gold"}, "green star"),
        ("card", {"name": "church", "play_text": "Dance."}, "green star"),
        ("card", {"name": "church", "play_dice": "1"}, "green star"),
        ("card", {"name": "barber", "exploit": "", "exploit_pays": "gold"}, "not what exploiting does"),
        ("card", {"name": "saloon", "pile": "cactus"}, "cannot begin in the hand"),
        ("card", {"name": "saloon", "exploit": "", "exploit_needs": "gold"}, "not what exploiting does"),
        ("card", {"name": "bar", "building": "saloon", "pile": "other"}, "there are 5, not 6"),
        ("card", {"name": "saloon", "building": "barber"}, "two cards of the tile barber"),
        ("start", {"name": "A fifth", "building": "saloon"}, "there are 4, not 5"),
        ("lincoln", {"name": "L1", "expects": ""}, "expects nothing"),
        ("lincoln", {"name": "L8", "expects": "lure"}, "there are 7, not 8"),
        ("die", {"name": "7", "shows": "red"}, "there are 6, not 7"),
        ("cell", {"name": "c4", "number": "4"}, "Spaces with a 4: 3, not more"),
        ("cell", {"name": "c1", "effect": "home"}, "One space with a 6"),
        ("cell", {"name": "c12", "number": "6"}, "there are 11, not 12"),
    ],
)
def test_what_contradicts_itself_is_refused(kind: str, values: dict[str, str], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        contradiction(typed(kind, **values))


def test_a_tile_and_its_card_begin_in_the_same_place() -> None:
    swapped = [
        card_of(TYPES, "tile", {**row_of("tile", name), "pile": pile})
        for name, pile in (("saloon", "orange"), ("bank", "other"))
    ]
    rest = [
        each
        for each in builtin_entries()
        if (each.type, each.values["name"]) not in (("tile", "saloon"), ("tile", "bank"))
    ]
    with pytest.raises(BadRequest, match="two different places"):
        contradiction((*rest, *swapped))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tile,Depot,-1 wood,4", "Cost: there are 0 to 5 of each, not -1"),
        ("tile,Depot,99 wood,4", "not 99"),
        ("tile,Depot,diamonds,4", "diamonds is none of"),
        ("tile,Depot,wood,-3", "Homes needed is between 0 and 20"),
        ("tile,<b>Depot</b>,wood,4", "plain text"),
        ("tile,Depot,wood,4\ntile,DEPOT,gold,4", "twice"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        read_cards(TYPES, f"type,name,cost,homes_needed\n{line}\n")


def test_a_damaged_file_is_read_or_refused_with_a_sentence() -> None:
    """Letters of our own file changed, lost or doubled: never anything but a catalogue or BadRequest."""
    chance, whole = random.Random(13), written(TYPES, builtin_entries())
    read, sentences = 0, list[str]()
    for _ in range(100):
        letters = list(whole)
        at = chance.randrange(len(letters))
        letters[at : at + chance.choice((0, 1, 9))] = chance.choice(("a", '"', ",", "\n", "-", "9", "<", "tile,", ""))
        try:
            entries = read_cards(TYPES, "".join(letters))
            contradiction(entries)
            sentences += [str(line) for line in missing(entries)]
            read += 1
        except BadRequest as refusal:
            sentences.append(str(refusal.text))
    assert 5 < read < 95
    assert min(len(each) for each in sentences) > 10


# --- what is missing ------------------------------------------------------------------------------


def test_a_section_that_is_left_out_is_our_own_and_one_that_is_begun_is_to_be_finished() -> None:
    die = [card_of(TYPES, "die", {"name": str(at), "shows": "red"}) for at in range(1, 7)]
    assert missing(die) == ()
    assert set(from_entries(die).faces) == {Side.RED}
    assert from_entries(die).tiles == builtin_deck().tiles
    contradiction(die[:2])
    assert [str(line) for line in missing(die[:2])] == ["Faces of the Indian die: 2 of 6."]
    assert "Tiles, reserve, orange star: 0 of 8." in [str(line) for line in missing([typed("tile", name="saloon")[2]])]


def test_tiles_without_cards_are_played_with_cards_that_do_nothing_by_themselves() -> None:
    tiles = [each for each in typed("tile", name="saloon", points="9") if each.type == "tile"]
    found = from_entries(tiles)
    assert missing(tiles) == ()
    saloon = found.card_of("saloon")
    assert saloon
    assert (saloon.play.has_effect, saloon.exploit.has_effect, found.tiles["saloon"].tile.points) == (False, False, 9)
    assert len(found.cards) == CARDS_EACH


def test_a_card_of_a_building_that_there_is_not_is_told() -> None:
    lines = [str(line) for line in missing(typed("card", name="saloon", building="casino"))]
    assert lines == ["The card saloon has no building: there is no such tile.", "The tile saloon has no card."]


# --- at the table ---------------------------------------------------------------------------------


def test_a_table_plays_with_the_catalogue_that_it_has_chosen() -> None:
    """A tile is laid with what the catalogue says of it, and the box throws the die of the catalogue."""
    evening = TownEvening()
    file = written(TYPES, typed("tile", name="saloon", points="9", room="2 gold"))
    file = file.replace(",orange_again,", ",red,").replace(",red_orange,", ",red,")
    evening.act(ROBIN, ChooseCatalogue("ours", file))
    evening.start()
    evening.act(ROBIN, LayTile("saloon", 4, cell="c1"), TurnUpCard((Expectation.LURE,)))
    tile = evening.board(ROBIN).building("b1").tile
    assert (tile.points, tile.storage) == (9, {Resource.GOLD: 2})
    evening.act(ROBIN, ThrowDie(), ThrowDie())
    assert (evening.circle().camp.red, evening.circle().camp.orange) == (2, 0)


def test_the_lobby_refuses_a_list_that_is_not_whole() -> None:
    evening = TownEvening()
    refused = evening.refusal(ROBIN, ChooseCatalogue("half", "type,name,shows\ndie,1,red\n"))
    assert refused == "You cannot play with these cards yet. Faces of the Indian die: 1 of 6."


def test_what_a_card_throws_pays_and_takes_back_is_carried_out_no_matter_who_typed_it() -> None:
    """The guided level reckons with columns; words of others are done by hand."""
    marshal = {"play_text": "Do this and that.", "play_dice": "1", "exploit_text": ""}
    paid = {"exploit_needs": "", "exploit_pays": "2 gold", "exploit": "exported", "play_back": "2"}
    deck = from_entries(typed("card", name="marshal", **marshal, **paid))
    play, exploit = deck.play("marshal"), deck.exploit("marshal")
    assert (play.dice, play.back, play.by_hand, play.text) == (1, 2, True, "Do this and that.")
    assert (exploit.pays, exploit.gains) == ({Resource.GOLD: 2}, {Resource.EXPORTED: 1})
    assert not worth_exploiting(Town(gold=1), {}, exploit, Around())
    assert worth_exploiting(Town(gold=2), {}, exploit, Around())
    assert builtin_deck().play("marshal").dice == 1, "our own words are understood"


def test_the_box_throws_every_face_of_the_die_whatever_the_phone_says() -> None:
    chance = random.Random(5)
    thrown = {ThrowDie(None, True, 99).with_draws(chance).face for _ in range(100)}
    assert thrown == set(range(1, 7))
    assert ThrowDie(Side.RED, True, 4).with_draws(chance) == ThrowDie(Side.RED)
    assert len(deck_of(None).faces) == 6


def test_a_tile_of_which_only_the_number_is_known_takes_a_cell_of_that_number() -> None:
    cells = builtin_deck().cells
    town = occupied(cells, [("c4", 5, "saloon"), ("", 5, "bank"), ("", 4, "church")])
    assert {cell.id: cell.tile for cell in town if cell.tile} == {"c4": "saloon", "c5": "bank", "c1": "church"}
