"""A score sheet: rows and totals, corrections, sums, teams, lines with names, and how it ends."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.table.commands import AllowAnyway, SetRule, SetRules, StartGame
from companion.games.any_game.formulas import of_round
from companion.games.any_game.house_rules import Formula
from companion.games.any_game.messages.play import EndTurn, Score
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.sheet import RowWritten, WriteRow
from companion.games.any_game.screens.score_sheet import sheet_view
from tests.support.any_evening import ANN, BEN, CID, CODE, DOT, AnyEvening, pages
from tests.support.readers import reader_of


def sheet_of(players: int = 3, sheet: str = "rounds", **rules: Any) -> AnyEvening:
    """Return an evening with a score sheet; Ann begins."""
    return AnyEvening(players, scores=True, bank=False, sheet=sheet, **{"turns": True, **rules})


def points(evening: AnyEvening) -> tuple[int, ...]:
    return tuple(evening.state.points[seat] for seat in evening.table.ids)


def row(*numbers: int) -> dict[str, int]:
    """Return one number for each seat, in their order."""
    return {f"s{place}": number for place, number in enumerate(numbers, 1)}


def ranked(evening: AnyEvening) -> list[tuple[int, str, int]]:
    assert evening.table.ending
    return [(line.rank, line.seat, line.score) for line in evening.table.ending.standings]


def test_rounds_are_rows_that_add_up_and_the_first_player_changes() -> None:
    evening = sheet_of()
    assert str(reader_of(evening.tables, CODE, ANN).page.headline) == "Round 1: you begin"
    evening.act(BEN, WriteRow(row(10, -3, 0)))
    evening.act(ANN, WriteRow(row(5, 5, 40)))
    assert points(evening) == (15, 2, 40)
    assert str(reader_of(evening.tables, CODE, ANN).page.headline) == "Round 3: s3 begins"
    assert evening.report()[-2:] == ["Round 1: s1 10, s2 −3, s3 0", "Round 2: s1 5, s2 5, s3 40"]


def test_everybody_types_his_own_and_the_round_is_over_with_the_last() -> None:
    evening = sheet_of(own_rows=True)
    evening.act(CID, WriteRow({CID: 7}))
    assert (points(evening), evening.state.round) == ((0, 0, 7), 1)
    evening.act(ANN, WriteRow({ANN: 1}))
    evening.act(BEN, WriteRow({BEN: 2}))
    assert (points(evening), evening.state.round, evening.state.turn) == ((1, 2, 7), 2, BEN)


def test_what_is_written_is_corrected_with_the_consent_of_one_other_and_stands_in_the_log() -> None:
    evening = sheet_of()
    evening.act(ANN, WriteRow(row(1, 2, 3)))
    evening.act(ANN, WriteRow({BEN: 20}, 1))
    assert (points(evening), evening.titles()) == ((1, 2, 3), ["Correct round 1 on the score sheet"])
    evening.agree(CID)
    assert (points(evening), evening.state.round, evening.state.turn) == ((1, 20, 3), 2, BEN)
    assert evening.report()[-1] == "Round 1 is corrected: s2 20"
    evening.undo(ANN)
    evening.agree()
    assert points(evening) == (1, 2, 3)


def test_a_player_who_is_asked_something_is_asked_that_before_the_next_row() -> None:
    evening = sheet_of()
    evening.act(ANN, WriteRow(row(1, 2, 3)), WriteRow({BEN: 20}, 1))
    shown = pages(evening)
    solid = re.compile(r'class="primary">Write it down')
    assert [bool(solid.search(shown[seat])) for seat in (ANN, BEN, CID)] == [False, False, False]
    evening.agree(CID)
    assert solid.search(pages(evening, ANN)[ANN])


def test_a_row_that_must_add_up_is_refused_unless_the_table_allows_it() -> None:
    evening = sheet_of(row_sum="26")
    wrong = WriteRow(row(5, 8, 12))
    assert evening.refusal(ANN, wrong, IllegalMove) == "The numbers of this row must add up to 26, not to 25."
    evening.act(ANN, AllowAnyway(evening.tables.live(CODE).codec.write(wrong)))
    evening.agree()
    assert points(evening) == (5, 8, 12)
    evening.act(ANN, WriteRow(row(0, 0, 26)))
    zero = sheet_of(row_sum="0")
    zero.refusal(ANN, WriteRow(row(1, 0, 0)), IllegalMove)
    zero.act(ANN, WriteRow(row(10, -7, -3)))
    assert points(zero) == (10, -7, -3)


def test_a_row_may_have_one_of_several_sums() -> None:
    """A player who takes all tricks with points writes nothing, the others 26 each: the sum is 78, otherwise 26."""
    evening = sheet_of(row_sum="26, 78")
    wrong = WriteRow(row(5, 8, 12))
    assert evening.refusal(ANN, wrong, IllegalMove) == "The numbers of this row must add up to 26 / 78, not to 25."
    evening.act(ANN, WriteRow(row(26, 26, 26)), WriteRow(row(5, 8, 13)))
    assert points(evening) == (31, 34, 39)
    assert 'data-sums="26 78"' in pages(evening, ANN)[ANN]


def test_fewest_points_win_when_somebody_has_reached_the_target() -> None:
    evening = sheet_of(low=True, target=100)
    evening.act(ANN, WriteRow(row(40, 60, 0)), WriteRow(row(30, 39, 12)))
    assert not evening.is_over()
    evening.act(ANN, WriteRow(row(10, 1, 20)))
    assert ranked(evening) == [(1, CID, 32), (2, ANN, 80), (3, BEN, 100)]
    assert evening.sentence(evening.table.ending.reason) == "someone has 100 points"  # type: ignore[union-attr]


def test_a_target_is_looked_at_when_a_round_is_over_and_not_before() -> None:
    evening = sheet_of(own_rows=True, target=50)
    evening.act(ANN, WriteRow({ANN: 50}))
    evening.act(BEN, WriteRow({BEN: 60}))
    assert not evening.is_over()
    evening.act(CID, WriteRow({CID: 0}))
    assert ranked(evening) == [(1, BEN, 60), (2, ANN, 50), (3, CID, 0)]


def test_a_player_who_is_above_the_limit_is_out_and_the_last_one_has_won() -> None:
    evening = sheet_of(low=True, limit=100)
    evening.act(ANN, WriteRow(row(101, 50, 20)))
    assert (evening.state.players, evening.state.turn) == ((BEN, CID), BEN)
    evening.act(BEN, WriteRow({BEN: 10, CID: 0}))
    assert evening.state.round == 3, "nobody waits for the points of a player who is out"
    evening.act(BEN, WriteRow({BEN: 80, CID: 90}))
    assert ranked(evening) == [(1, CID, 110), (2, ANN, 101), (3, BEN, 140)], "the fewest of those left stay"


def test_teams_share_a_column_and_a_rank() -> None:
    evening = sheet_of(4, teams=2, target=500)
    evening.act(ANN, WriteRow({ANN: 120, BEN: 42}))
    assert points(evening) == (120, 42, 120, 42)
    evening.act(DOT, WriteRow({ANN: 400, BEN: 100}))
    assert ranked(evening) == [(1, ANN, 520), (1, CID, 520), (3, BEN, 142), (3, DOT, 142)]


@pytest.mark.parametrize(("players", "teams"), [(3, 2), (5, 2), (4, 3), (2, 2)])
def test_players_that_cannot_be_teams_of_equal_size_do_not_start(players: int, teams: int) -> None:
    evening = AnyEvening(players, started=False, scores=True, bank=False, sheet="rounds", teams=teams)
    assert f"{players} players cannot be {teams} teams" in evening.refusal(ANN, StartGame(ANN), NotNow)


def test_lines_with_names_are_filled_in_any_order_with_a_bonus_and_end_the_game_when_full() -> None:
    evening = sheet_of(2, "lines", own_rows=True, lines="Ones, Sixes, Chance", bonus="2, 21, 35")
    assert evening.state.turn == ANN
    evening.act(ANN, WriteRow({ANN: 18}, 2))
    evening.act(BEN, WriteRow({BEN: 3}, 1))
    evening.act(ANN, WriteRow({ANN: 3}, 1))
    assert (points(evening), evening.state.turn, evening.state.round) == ((56, 3), BEN, 2)
    assert evening.report()[-1] == "Ones: s1 3"
    evening.act(BEN, WriteRow({BEN: 20}, 3))
    evening.act(ANN, WriteRow({ANN: 10}, 3))
    evening.act(BEN, WriteRow({BEN: 12}, 2))
    assert ranked(evening) == [(1, ANN, 66), (2, BEN, 35)]


def test_the_end_of_a_big_game_is_counted_line_by_line() -> None:
    evening = sheet_of(3, "lines", lines="Cities, Roads, Gold", turns=False)
    evening.act(ANN, WriteRow(row(12, 4, 8)), WriteRow(row(3, 0, 5)), WriteRow(row(1, 2, 3)))
    assert ranked(evening)[0] == (1, ANN, 16)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (WriteRow({}), "no such column"),
        (WriteRow({"s9": 1}), "no such column"),
        (WriteRow({ANN: 1}, 5), "no such row"),
        (WriteRow({ANN: 1}, -1), "no such row"),
        (WriteRow({ANN: 10**9}), "must be from"),
        (Score(ANN, 5), "go on the score sheet"),
        (EndTurn(), "when its row is full"),
    ],
)
def test_what_cannot_be_written_is_refused(command: Any, expected: str) -> None:
    assert expected in sheet_of().refusal(ANN, command)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"scores": False}, "counts points"),
        ({"lines": "a"}, "needs these names"),
        ({"sheet": "lines"}, "needs these names"),
        ({"sheet": "lines", "lines": "a, A"}, "a name of its own"),
        ({"row_sum": "many"}, "is not a number of points"),
        ({"row_sum": "26, many"}, "many is not a number of points"),
        ({"sheet": "lines", "lines": "a, b", "bonus": "1, 2"}, "three numbers"),
        ({"tricks": "0"}, "can be made in a round"),
    ],
)
def test_what_does_not_go_together_is_not_set_up(rules: dict[str, Any], expected: str) -> None:
    evening = AnyEvening(started=False)
    assert expected in evening.refusal(
        ANN, SetRules({"scores": True, "bank": False, "sheet": "rounds", **rules}), BadRequest
    )


def test_a_player_who_leaves_keeps_his_column_and_comes_behind_the_others() -> None:
    evening = sheet_of()
    evening.act(ANN, WriteRow(row(50, 2, 3)), GoBankrupt())
    evening.act(BEN, WriteRow({BEN: 1, CID: 1}), GoBankrupt())
    assert ranked(evening) == [(1, CID, 4), (2, ANN, 50), (3, BEN, 3)]


def test_nobody_leads_before_something_is_written() -> None:
    evening = sheet_of(sheet="lines", lines="Ones, Twos")
    assert not any(column.leads for column in sheet_view(evening.table).columns)


def test_the_sheet_stands_on_every_screen_with_its_totals_and_who_leads() -> None:
    evening = sheet_of(low=True, target=500)
    evening.act(ANN, WriteRow(row(10, 25, 40)))
    view = sheet_view(evening.table)
    assert [(column.total, column.leads, column.share) for column in view.columns] == [
        (10, True, 2),
        (25, False, 5),
        (40, False, 8),
    ]
    assert str(view.aim) == "Until someone has 500 points. Fewest points win."
    shown = pages(evening, ANN, BEN)
    assert all('id="sheet"' in page for page in shown.values())
    assert ('id="row-form"' in shown[ANN], 'id="row-form"' in shown[""]) == (True, False)
    assert ('data-correct="1"' in shown[ANN], 'data-correct="1"' in shown[""]) == (True, False)


def test_a_sheet_that_the_table_changes_in_the_middle_of_a_game_goes_on() -> None:
    evening = sheet_of(sheet="lines", lines="Roads, Cities, Gold", turns=False)
    evening.act(ANN, WriteRow(row(1, 2, 3)), WriteRow(row(1, 1, 1), 3))
    for names in ("Roads, Cities, Gold, Ships", "Roads, Cities"):
        evening.act(ANN, SetRule("lines", names))
        evening.agree()
        assert not evening.is_over()
        assert 'id="sheet"' in pages(evening, ANN)[""]
    evening.act(ANN, SetRule("lines", "Roads, Cities, Gold, Ships"))
    evening.agree()
    evening.act(ANN, WriteRow(row(4, 4, 4), 4), WriteRow(row(0, 0, 0), 2))
    assert evening.is_over()
    assert points(evening) == (6, 7, 8)
    evening.sound()


def test_rounds_that_become_announced_ones_go_on_with_the_next_row() -> None:
    evening = sheet_of(tricks="3")
    evening.act(ANN, WriteRow(row(1, 2, 3)), SetRule("sheet", "announced"))
    evening.agree()
    assert pages(evening, ANN)[ANN]
    evening.vote(1, 1, 0)
    evening.act(ANN, WriteRow(row(1, 1, 1)))
    assert points(evening) == (31, 32, -7)


def test_an_undone_row_is_written_again_with_what_was_announced() -> None:
    evening = sheet_of(sheet="announced", tricks="2")
    evening.vote(1, 1, 1)
    evening.act(ANN, WriteRow(row(1, 1, 0)))
    evening.undo(ANN)
    if evening.table.motions:
        evening.agree()
    assert (dict(evening.state.announced), evening.state.round) == (row(1, 1, 1), 1)
    evening.act(ANN, WriteRow(row(1, 0, 1)))
    assert (points(evening), evening.ballot.votes) == ((30, -10, 30), {})


# --- announced against made ---------------------------------------------------------------------


def test_announcements_are_sealed_and_opened_together_and_what_was_made_brings_points() -> None:
    evening = sheet_of(sheet="announced", tricks="3")
    assert evening.ballot.choices == ("0", "1", "2", "3")
    assert "First everyone announces" in evening.refusal(ANN, WriteRow(row(1, 1, 1)), NotNow)
    evening.vote(2, 0, 2)
    assert dict(evening.state.announced) == row(2, 0, 2)
    assert "must add up to 3, not to 4" in evening.refusal(ANN, WriteRow(row(2, 1, 1)), IllegalMove)
    evening.act(ANN, WriteRow(row(2, 0, 1)))
    assert points(evening) == (40, 20, -10)
    assert evening.ballot.votes == {}, "the next round is announced"
    evening.act(BEN, WriteRow(row(1, 1, 1), 1))
    evening.agree(CID)
    assert points(evening) == (-10, -10, -10)
    assert evening.ballot.votes == {}


def test_a_round_has_as_many_tricks_as_its_number_or_as_a_list_says() -> None:
    evening = sheet_of(2, sheet="announced")
    seen = []
    for count in (1, 2, 3):
        seen.append(evening.ballot.choices[-1])
        evening.vote(0, 0)
        evening.act(ANN, WriteRow(row(count, 0)))
    assert seen == ["1", "2", "3"]
    listed = sheet_of(2, sheet="announced", tricks="2, 1")
    seen = []
    for count in (2, 1, 1):
        seen.append(listed.ballot.choices[-1])
        listed.vote(0, 0)
        listed.act(ANN, WriteRow(row(count, 0)))
    assert seen == ["2", "1", "1"]


def test_a_player_who_deals_announces_anew_where_the_sum_may_not_fit() -> None:
    evening = sheet_of(sheet="announced", tricks="3", no_fit=True)
    evening.vote(1, 1, 1)
    assert (evening.ballot.voters, evening.ballot.choices) == ((CID,), ("0", "2", "3"))
    assert not evening.state.announced
    evening.vote(0)
    assert dict(evening.state.announced) == row(1, 1, 0)


def test_a_player_who_leaves_while_he_announces_anew_holds_up_nobody() -> None:
    evening = sheet_of(4, sheet="announced", tricks="4", no_fit=True)
    evening.vote(1, 1, 1, 1)
    evening.act(DOT, GoBankrupt())
    assert (dict(evening.state.announced), evening.table.ballot) == (row(1, 1, 1), None)
    evening.act(ANN, WriteRow(row(2, 1, 1)))
    assert points(evening) == (-10, 30, 30, 0)


def test_a_player_who_leaves_before_all_have_announced_is_not_waited_for() -> None:
    evening = sheet_of(sheet="announced", tricks="2")
    evening.act(CID, GoBankrupt())
    evening.vote(1, 1)
    evening.act(ANN, WriteRow({ANN: 1, BEN: 1}))
    assert points(evening) == (30, 30, 0)


def test_partners_announce_together() -> None:
    evening = sheet_of(4, sheet="announced", tricks="13", teams=2, formula="contract")
    evening.vote(4, 3, 2, 3)
    evening.act(ANN, WriteRow({ANN: 8, BEN: 5}))
    assert points(evening) == (62, -60, 62, -60)


@pytest.mark.parametrize(
    ("formula", "brings"),
    [
        # announced and made of ten: (0, 0), (0, 2), (3, 3), (3, 1), (3, 5)
        (Formula.TWENTY, (20, -20, 50, -20, -20)),
        (Formula.TEN, (10, 0, 13, 0, 0)),
        (Formula.MADE, (10, 2, 13, 1, 5)),
        (Formula.CONTRACT, (0, 2, 30, -30, 32)),
        (Formula.NOTHING, (100, -100, 60, -20, -20)),
    ],
)
def test_every_formula_brings_what_it_says(formula: Formula, brings: tuple[int, ...]) -> None:
    cases = ((0, 0), (0, 2), (3, 3), (3, 1), (3, 5))
    assert tuple(of_round(formula, announced, made, 10) for announced, made in cases) == brings


# --- played by the box --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        {"rounds": 4, "row_sum": "26, 78", "low": True},
        {"rounds": 3, "own_rows": True},
        {"target": 100},
        {"limit": 60, "low": True},
        {"sheet": "lines", "lines": "One, Two, Three", "own_rows": True, "dice": 5},
        {"sheet": "lines", "lines": "One, Two, Three", "turns": False},
        {"sheet": "announced", "rounds": 3, "no_fit": True},
    ],
)
def test_the_box_plays_every_kind_of_sheet_to_its_end(rules: dict[str, Any]) -> None:
    evening, chance = sheet_of(**rules), random.Random(5)
    bots = evening.tables.live(CODE).game.bots
    assert bots
    for _ in range(300):
        if evening.is_over():
            break
        ballot = evening.table.ballot
        if ballot and not ballot.votes:
            evening.vote(*(chance.choice(ballot.choices) for _ in ballot.voters))
            continue
        commands = [(seat, bots.command(evening.table, seat, chance, None)) for seat in evening.table.ids]
        seat, command = next((seat, command) for seat, command in commands if command)
        evening.act(seat, command)
    assert evening.is_over()
    assert evening.events(RowWritten)
    evening.sound()
