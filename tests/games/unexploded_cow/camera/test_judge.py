"""The camera's judgement of the herds on the table: one thing that the active player did, or what lies otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.app.camera.judgement import camera_view, observe, set_visibility
from companion.boards.marked_table import place_in_row
from companion.boards.observation import Observation, ObservationStatus
from companion.core.messages import Message
from companion.core.table.table import Level
from companion.core.ui.choice import Choice
from companion.core.ui.page import CameraView
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.camera.marked_cards import expected_observation, marked_table, numbered
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK, Deck
from companion.testing.evening import NAMES
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, CowNight

Herds = Mapping[str, Sequence[str]]


def night(*plays: tuple[str, str], city: bool = True) -> CowNight:
    """Return a game in Ann's turn; she has played these cards, each (into, card) at the left end."""
    found = CowNight(rules={"card_markers": True})
    if city:
        found.city("Bramblewick")
    for into, card in plays:
        found.act(ANN, cow_commands.PlayCard(card, into))
    return found


def seen(herds: Herds, hidden: Sequence[str] = (), unknown: Sequence[str] = ()) -> Observation:
    """Return an observation of rows with these cards, the right-most first; those at ``hidden`` places are only
    remembered.
    """
    cells = {place_in_row(seat, at): card for seat, row in herds.items() for at, card in enumerate(row, 1)}
    doubts = {cell: (cells.pop(cell),) for cell in hidden}
    gone = (*sorted(doubts), *unknown)
    return Observation(ObservationStatus.UNCLEAR if gone else ObservationStatus.OK, cells, gone, {}, doubts)


def look(table: CowNight, observation: Observation, seat: str | None = ANN) -> CameraView:
    observe(table.tables, CODE, observation)
    view = camera_view(table.tables, table.tables.live(CODE), seat)
    assert view is not None
    return view


def tap(table: CowNight, choice: Choice, seat: str = ANN) -> None:
    live = table.tables.live(CODE)
    table.tables.act(CODE, seat, live.codec.public(Message(choice.kind, choice.fixed)), seen=live.table.seq)


def words(view: CameraView) -> str:
    """Return the sentence with the names of the players."""
    text = str(view.sentence)
    for seat, name in zip((ANN, BOB, CID), NAMES, strict=False):
        text = text.replace(seat, name)
    return text


def text_of(view: CameraView) -> tuple[str, str]:
    return view.state.value, words(view)


def lying(table: CowNight) -> dict[str, list[str]]:
    return {seat: table.names(seat) for seat in table.table.ids}


# --- offered ----------------------------------------------------------------------------------


def test_a_table_without_printed_markers_is_offered_no_camera() -> None:
    plain = CowNight()
    assert marked_table(plain.table) is None
    assert expected_observation(plain.table) is None
    observe(plain.tables, CODE, seen({ANN: ["Clover"]}))
    assert camera_view(plain.tables, plain.tables.live(CODE), ANN) is None


def test_a_table_that_keeps_the_money_only_is_offered_none() -> None:
    assert marked_table(CowNight(level=Level.BANK, rules={"card_markers": True}).table) is None


def test_every_cow_of_the_deck_has_a_marker_of_its_own_and_every_seat_a_row() -> None:
    found = marked_table(night().table)
    assert found
    assert len(found.rows) == 3
    assert len(found.pieces) == sum(card.copies for card in BUILTIN_DECK.cows) == 58
    assert list(found.pieces.values())[:5] == ["Clover"] * 4 + ["Daisy Bell"]


def test_a_deck_with_too_many_cows_has_markers_for_the_first_ones() -> None:
    many = Deck(tuple(replace(BUILTIN_DECK.cows[0], name=f"cow {at}", copies=20) for at in range(12)), (), (), {})
    assert len(numbered(many)) == 170


# --- proposed ---------------------------------------------------------------------------------


def test_what_lies_as_the_box_has_it_is_said_to_be_the_same() -> None:
    table = night((ANN, "Clover"), (BOB, "Grumble"))
    assert text_of(look(table, seen(lying(table)))) == ("same", "The table matches the box.")


@pytest.mark.parametrize(
    ("herds", "sentence"),
    [
        ({ANN: ["Clover", "Duchess"]}, "Ann plays Duchess into the herd of Ann, at the left end"),
        ({ANN: ["Duchess", "Clover"]}, "Ann plays Duchess into the herd of Ann, at the right end"),
        ({ANN: ["Clover"], BOB: ["Grumble", "Stampy"]}, "Ann plays Stampy into the herd of Bob, at the left end"),
        ({ANN: ["Clover"], CID: ["Agent Moo"]}, "Ann plays the spy Agent Moo into the herd of Cid, at the left end"),
        ({ANN: []}, "a card takes Clover out of the herd of Ann"),
        ({ANN: [], CID: ["Clover"]}, "a card moves Clover from the herd of Ann into that of Cid, at the left end"),
    ],
)
def test_one_thing_that_happened_counts_with_one_tap(herds: Herds, sentence: str) -> None:
    table = night((ANN, "Clover"), (BOB, "Grumble"))
    seen_herds = {ANN: ["Clover"], BOB: ["Grumble"], CID: [], **herds}
    before = lying(table)
    view = look(table, seen(seen_herds))
    assert text_of(view) == ("legal", f"The camera saw: {sentence}")
    assert lying(table) == before, "never applied unasked"
    assert len(view.choices) == 1
    tap(table, view.choices[0])
    assert lying(table) == seen_herds
    assert text_of(look(table, seen(seen_herds)))[0] == "same"


def test_a_spy_belongs_to_the_player_who_played_it() -> None:
    table = night()
    tap(table, look(table, seen({ANN: [], BOB: ["Agent Moo"], CID: []})).choices[0])
    assert [cow.owner for cow in table.state.herds[BOB]] == [ANN]


def test_the_own_herd_may_be_rearranged_and_joined_in_the_middle() -> None:
    table = night((ANN, "Clover"), (ANN, "Duchess"), (ANN, "Grumble"))
    other = ["Grumble", "Clover", "Duchess"]
    view = look(table, seen({ANN: other, BOB: [], CID: []}))
    assert text_of(view) == ("legal", "The camera saw: Ann rearranges the own herd")
    tap(table, view.choices[0])
    assert table.names(ANN) == other
    more = ["Grumble", "Stampy", "Clover", "Duchess"]
    view = look(table, seen({ANN: more, BOB: [], CID: []}))
    assert "as number 2 from the right" in str(view.sentence)
    tap(table, view.choices[0])
    assert table.names(ANN) == more


def test_two_things_are_asked_one_after_the_other() -> None:
    table = night((ANN, "Clover"))
    seen_herds: Herds = {ANN: ["Clover", "Duchess"], BOB: ["Stampy"], CID: []}
    for _ in range(2):
        view = look(table, seen(seen_herds))
        assert view.state.value == "legal"
        tap(table, view.choices[0])
    assert lying(table) == seen_herds
    assert look(table, seen(seen_herds)).state.value == "same"


def test_only_the_active_player_is_asked_and_everybody_reads_it() -> None:
    table = night()
    observation = seen({ANN: ["Clover"], BOB: [], CID: []})
    assert look(table, observation).choices
    for other in (BOB, None):
        assert words(look(table, observation, other)).startswith("The camera saw: Ann plays Clover")
        assert not look(table, observation, other).choices


def test_cows_that_somebody_described_himself_have_no_marker_and_are_not_missed() -> None:
    table = night((ANN, "Clover"))
    table.cow(ANN, "Homemade", 300)
    table.act(ANN, cow_commands.PlayCard("Duchess", ANN))
    assert look(table, seen({ANN: ["Clover", "Duchess"], BOB: [], CID: []})).state.value == "same"
    view = look(table, seen({ANN: ["Duchess", "Clover"], BOB: [], CID: []}))
    tap(table, view.choices[0])
    assert table.names(ANN) == ["Duchess", "Homemade", "Clover"]


# --- said, never done -------------------------------------------------------------------------


def test_a_cow_in_the_middle_of_somebody_elses_herd_is_named_with_its_rule_and_can_be_allowed() -> None:
    table = night((BOB, "Clover"), (BOB, "Duchess"))
    view = look(table, seen({ANN: [], BOB: ["Clover", "Stampy", "Duchess"], CID: []}))
    assert text_of(view) == (
        "illegal",
        "In the herd of someone else a cow goes to the right or the left end.",
    )
    assert view.rule
    assert view.rule.section == "6.3"
    assert "allow" in str([str(choice.label) for choice in view.choices]).lower()


def test_somebody_elses_herd_in_another_order_is_told_with_both_places() -> None:
    table = night((BOB, "Clover"), (BOB, "Duchess"))
    view = look(table, seen({ANN: [], BOB: ["Duchess", "Clover"], CID: []}))
    assert text_of(view) == ("unclear", "The herd of Bob is in another order than in the box.")


def test_before_the_city_is_turned_up_a_card_is_told_and_not_proposed() -> None:
    table = night(city=False)
    view = look(table, seen({ANN: ["Clover"], BOB: [], CID: []}))
    assert text_of(view) == ("unclear", "Clover is in Ann’s herd, but not in the box’s.")
    assert not [choice for choice in view.choices if choice.kind == "play_card"]


def test_a_card_that_is_hidden_is_not_missed_and_one_that_is_only_remembered_is_no_news() -> None:
    table = night((ANN, "Clover"), (ANN, "Duchess"))
    rest: Herds = {BOB: [], CID: []}
    assert look(table, seen({ANN: ["Clover", "Duchess"], **rest}, hidden=("s1-1",))).state.value == "same"
    seen_herds = {ANN: ["Clover", "Duchess", "Stampy"], **rest}
    assert look(table, seen(seen_herds, hidden=("s1-3",))).state.value == "same"
    view = look(table, seen(seen_herds, hidden=("s1-1",)))
    assert text_of(view) == ("legal", "The camera saw: Ann plays Stampy into the herd of Ann, at the left end")


def test_a_card_that_is_only_remembered_is_not_taken_for_the_one_of_its_name_that_is_seen() -> None:
    table = night((ANN, "Clover"))
    view = look(table, seen({ANN: ["Clover", "Clover"], BOB: [], CID: []}, hidden=("s1-1",)))
    assert view.state.value == "same"


def test_a_herd_whose_marker_is_not_seen_is_believed() -> None:
    table = night((ANN, "Clover"))
    assert look(table, seen({BOB: [], CID: []}, unknown=(ANN,))).state.value == "same"


def test_a_cow_that_has_exploded_and_still_lies_there_is_to_be_taken_away_and_never_played_again() -> None:
    table = night((ANN, "Clover"), (ANN, "Duchess"), (BOB, "Grumble"))
    seen_herds: Herds = {ANN: ["Clover", "Duchess"], BOB: ["Grumble"], CID: []}
    table.roll(1)
    assert table.state.turn.active == BOB
    assert "Clover" not in table.names(ANN)
    view = look(table, seen(seen_herds), BOB)
    assert view.state.value in ("behind", "unclear")
    assert not [choice for choice in view.choices if choice.kind in ("play_card", "move_cow", "remove_cow")]
    table.city("Dunmarsh")
    view = look(table, seen(seen_herds), BOB)
    assert not [choice for choice in view.choices if choice.kind in ("play_card", "move_cow", "remove_cow")]
    seen_herds = {**seen_herds, ANN: ["Duchess"]}
    assert look(table, seen(seen_herds), BOB).state.value == "same"


def test_two_turns_later_such_a_card_may_be_played_again() -> None:
    table = night((ANN, "Clover"), (ANN, "Duchess"), (BOB, "Grumble"))
    table.roll(1)
    table.city("Dunmarsh")
    for _ in range(2):
        table.roll(5)
    assert table.state.turn.active == ANN
    assert not table.state.gone
    view = look(table, seen({ANN: ["Duchess", "Clover"], BOB: ["Grumble"], CID: []}))
    assert view.state.value == "legal"


def test_the_table_without_its_markers_is_said_to_be_lost() -> None:
    table = night()
    look(table, seen({ANN: [], BOB: [], CID: []}))
    set_visibility(table.tables, CODE, ObservationStatus.NO_BOARD)
    view = camera_view(table.tables, table.tables.live(CODE), ANN)
    assert view
    assert text_of(view) == ("lost", "The camera sees no marker of this table.")
