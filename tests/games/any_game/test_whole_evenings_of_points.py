"""Whole evenings of points, from the shape to the result: tricks, dice, dominoes, hidden roles, a clock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from companion.core.errors import IllegalMove
from companion.games.any_game.messages.play import EndTurn, RollDice, Score, StartClock, StopClock
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.messages.votes import AskVote, PutAway
from companion.games.any_game.records import feats
from companion.games.any_game.screens.page import clock_of
from tests.games.any_game.whole_evening import ended, evening, finish
from tests.support.any_evening import ANN, BEN, CID, DOT, AnyEvening

# --- tricks -----------------------------------------------------------------------------------------------------------


def dealt(chance: random.Random, tricks: int, players: int) -> list[int]:
    """Return how many tricks each of the players makes."""
    made = Counter(chance.randrange(players) for _ in range(tricks))
    return [made[player] for player in range(players)]


def test_twenty_rounds_of_announced_tricks() -> None:
    """Three players, a card more each round: 20 and 10 for each trick kept, 10 less for each too many or too few.

    As printed: sixty cards, so twenty rounds where three play. There the players announce one after the other; here
    all announce at once, or the numbers are typed as they are said.
    """
    night, chance = evening("Announced tricks", 3, rounds=20), random.Random(4)
    seats, expected = (ANN, BEN, CID), [0, 0, 0]
    for tricks in range(1, 21):
        assert night.state.round == tricks
        announced = [chance.randint(0, min(tricks, tricks // 3 + 2)) for _ in seats]
        made = dealt(chance, tricks, 3)
        night.vote(*announced)
        if tricks == 7:  # one trick is forgotten when it is typed
            wrong = dict(zip(seats, (made[0], made[1], made[2] - 1 if made[2] else made[2] + 1), strict=True))
            night.refusal(BEN, WriteRow(wrong), IllegalMove)
        night.act(BEN, WriteRow(dict(zip(seats, made, strict=True))))
        for at, (announcement, taken) in enumerate(zip(announced, made, strict=True)):
            expected[at] += 20 + 10 * taken if announcement == taken else -10 * abs(announcement - taken)
    assert {seat: score for _, seat, score in ended(night)} == dict(zip(seats, expected, strict=True))


def test_tricks_with_minus_points_to_a_hundred() -> None:
    """Thirteen hearts and the queen of spades are 26 a deal; who takes all of them gives 26 to each of the others.

    As printed: the first to have 100 ends it, and fewest points win. The other way to count all tricks, 26 less for
    who took them, is a sum of the table's choice.
    """
    night, chance = evening("Tricks with minus points"), random.Random(9)
    seats, totals, deals = (ANN, BEN, CID, DOT), Counter[str](), 0
    while not night.is_over():
        deals += 1
        assert sum(totals.values()) == 26 * (deals - 1) + (52 if deals > 3 else 0)
        queen, hearts = chance.randrange(4), dealt(chance, 13, 4)
        points = {seat: hearts[at] + 13 * (at == queen) for at, seat in enumerate(seats)}
        if deals == 2:  # a heart is forgotten when it is typed
            night.refusal(ANN, WriteRow({**points, ANN: points[ANN] + 1}), IllegalMove)
        if deals == 3:
            points = {ANN: 0, BEN: 26, CID: 26, DOT: 26}
        night.act(seats[deals % 4], WriteRow(points))
        totals.update(points)
    assert deals > 4
    assert max(totals.values()) >= 100
    assert sorted((score, seat) for _, seat, score in ended(night)) == sorted((totals[seat], seat) for seat in seats)
    assert ended(night)[0][2] == min(totals.values())
    (feat,) = feats(night.events())
    assert (feat.kind, feat.amount) == ("fewest", min(totals.values()))


def test_tricks_of_two_teams_to_a_thousand() -> None:
    """162 points a deal; a team that takes fewer than the others although it chose the trump gets nothing.

    As printed: 152 in cards and 10 for the last trick. 81 each is a dispute: the others write theirs, and the 81 of
    who chose are won with the next deal. Without melds, and without all tricks by one team.
    """
    night, chance = evening("Two teams"), random.Random(6)
    totals, deals, disputed, disputes = {ANN: 0, BEN: 0}, 0, 0, 0
    while not night.is_over():
        taker, other = (ANN, BEN) if deals % 2 == 0 else (BEN, ANN)
        won = 81 if deals == 2 else chance.choice([*range(40, 81), *range(82, 131)])
        if won == 81:
            points, disputed, disputes = {taker: 0, other: 81}, disputed + 81, disputes + 1
        else:
            points = {taker: won if won > 81 else 0, other: 162 - won if won > 81 else 162}
            points[max(points, key=lambda team: points[team])] += disputed
            disputed = 0
        night.act(ANN, WriteRow(points))
        for team, count in points.items():
            totals[team] += count
        deals += 1
        assert sum(totals.values()) == 162 * deals - disputed
    assert disputes == 1
    assert max(totals.values()) >= 1_000 > max(totals.values()) - 162
    assert night.state.columns(night.table.rules) == ((ANN, CID), (BEN, DOT))
    best = max(totals, key=lambda team: totals[team])
    assert {seat for rank, seat, _ in ended(night) if rank == 1} == ({ANN, CID} if best == ANN else {BEN, DOT})


# --- dice -------------------------------------------------------------------------------------------------------------


def alike(dice: Sequence[int], count: int) -> bool:
    return max(Counter(dice).values()) >= count


def run(dice: Sequence[int]) -> int:
    """Return the length of the longest run."""
    longest = length = 1
    for low, high in pairwise(sorted(set(dice))):
        length = length + 1 if high == low + 1 else 1
        longest = max(longest, length)
    return longest


def is_full_house(dice: Sequence[int]) -> bool:
    return sorted(Counter(dice).values()) == [2, 3]


LINES: tuple[Callable[[Sequence[int]], int], ...] = (
    *((lambda dice, face=face: face * dice.count(face)) for face in range(1, 7)),
    lambda dice: sum(dice) if alike(dice, 3) else 0,
    lambda dice: sum(dice) if alike(dice, 4) else 0,
    lambda dice: 25 if is_full_house(dice) else 0,
    lambda dice: 30 if run(dice) >= 4 else 0,
    lambda dice: 40 if run(dice) == 5 else 0,
    lambda dice: 50 if alike(dice, 5) else 0,
    sum,
)
"""what the dice bring in each of the thirteen lines"""
FIVE_ALIKE = 11
JOKER = {8: 25, 9: 30, 10: 40}
"""what a joker brings in lines whose points are fixed"""


def best_line(dice: Sequence[int], free: Sequence[int], joker: bool) -> tuple[int, int]:
    """Return the free line where these dice bring most, and how much; a joker goes to its number first."""
    points = {line: (JOKER if joker else {}).get(line, LINES[line](dice)) for line in free}
    if joker and dice[0] - 1 in free:
        return dice[0] - 1, points[dice[0] - 1]
    best = max(free, key=lambda line: (points[line], line))
    return best, points[best]


def rolled(chance: random.Random) -> list[int]:
    """Return five dice after three rolls of a player who keeps the most frequent face."""
    dice = [chance.randint(1, 6) for _ in range(5)]
    for _ in range(2):
        kept = Counter(dice).most_common(1)[0][0]
        dice = [face if face == kept else chance.randint(1, 6) for face in dice]
    return dice


def test_a_dice_sheet_of_thirteen_rounds_with_its_bonus() -> None:
    """The printed sheet: three rolls, 25, 30, 40 and 50 points, and 35 more for 63 in the first six rows.

    Five alike once more are 100 more, which are added to the row of the first ones with the consent of another player;
    they fill the row of their number, or as a joker any other.
    """
    night, chance = evening("Dice sheet", 3), random.Random(17)
    seats = (ANN, BEN, CID)
    columns: dict[str, dict[int, int]] = {seat: {} for seat in seats}
    more = 0
    for number in range(13):
        for seat in seats:
            assert night.state.turn == seat
            dice = [4] * 5 if seat == BEN and number in (5, 9) else rolled(chance)
            joker = alike(dice, 5) and FIVE_ALIKE in columns[seat]
            if joker and columns[seat][FIVE_ALIKE]:
                more += 1
                columns[seat][FIVE_ALIKE] += 100
                night.act(seat, WriteRow({seat: columns[seat][FIVE_ALIKE]}, FIVE_ALIKE + 1))
                night.agree(ANN)
            night.act(seat, RollDice(faces=tuple(dice)))
            line, points = best_line(dice, [at for at in range(13) if at not in columns[seat]], joker)
            columns[seat][line] = points
            night.act(seat, WriteRow({seat: points}, line + 1))
    assert more == 1
    expected = {
        seat: sum(column.values()) + 35 * (sum(column[line] for line in range(6)) >= 63)
        for seat, column in columns.items()
    }
    assert {seat: score for _, seat, score in ended(night)} == expected


# --- dominoes ---------------------------------------------------------------------------------------------------------


def test_dominoes_to_five_hundred_where_fewest_points_win() -> None:
    """28 tiles, 168 spots; the first to go out writes nothing, the others the cards left in their hands.

    As printed for the way to count in which everybody writes what he is caught with: when somebody has 500 the fewest
    points win. Where the winner of a round takes the points of all the most win, which is another setting.
    """
    night, chance = evening("Fewest points win", 4, own_rows=True), random.Random(12)
    tiles, totals, rounds = [low + high for high in range(7) for low in range(high + 1)], Counter[str](), 0
    assert sum(tiles) == 168
    while not night.is_over():
        rounds += 1
        hands = iter(chance.sample(tiles, 28))
        winner = chance.choice(night.table.ids)
        for seat in night.table.ids:
            spots = 0 if seat == winner else sum(next(hands) for _ in range(chance.randint(1, 6)))
            totals[seat] += spots
            night.act(seat, WriteRow({seat: spots}, rounds))
        assert night.state.points == totals
    assert rounds > 8
    assert max(totals.values()) >= 500
    assert ended(night)[0][2] == min(totals.values())
    (feat,) = feats(night.events())
    assert (feat.kind, feat.amount) == ("fewest", min(totals.values()))


# --- hidden roles -----------------------------------------------------------------------------------------------------

TEAMS = (2, 3, 2, 3, 3)
"""so many of five players go on each of the five missions"""


def test_an_evening_of_hidden_roles() -> None:
    """A leader names a team, all vote openly; the team's cards are mixed; three missions decide.

    As printed for five players: two spies, teams of 2, 3, 2, 3 and 3, more than half must agree, one card fails a
    mission, and the leader moves on; five refused teams of one mission are the spies' victory.
    """
    night, chance = evening("Points only", 5, rounds=0), random.Random(21)
    seats, spies = night.table.ids, {BEN, DOT}
    results, leader = Counter[bool](), 0
    for number, size in enumerate(TEAMS, 1):
        for _team in range(5):
            team = chance.sample(seats, size)
            night.act(seats[leader], AskVote(f"Mission {number}: {', '.join(team)}?", "yes, no"))
            votes = ["yes" if chance.random() < 0.6 else "no" for _ in seats]
            night.vote(*votes)
            assert dict(night.ballot.votes) == dict(zip(seats, votes, strict=True)), "who voted how is told"
            night.act(seats[leader], PutAway())
            leader = (leader + 1) % 5
            if votes.count("yes") >= 3:
                break
        else:
            results[False] = 3
            break
        cards = ["fails" if seat in team and seat in spies and number > 1 else "succeeds" for seat in seats]
        night.act(seats[leader], AskVote(f"Cards of mission {number}", "succeeds, fails", tallied=True))
        night.vote(*cards)
        assert night.ballot.votes == {}, "nobody ever learns whose card it was"
        assert night.ballot.counts["fails"] == cards.count("fails")
        night.act(seats[leader], PutAway())
        results["fails" not in cards] += 1
        if 3 in results.values():
            break
    won = {seat for seat in seats if (seat in spies) != (results[True] == 3)}
    for seat in sorted(won):
        night.act(ANN, Score(seat, 1, "won"))
    assert {seat for rank, seat, _ in finish(night) if rank == 1} == won
    assert 3 in results.values()


# --- a clock ----------------------------------------------------------------------------------------------------------


def test_forty_moves_against_the_clock_of_each_player() -> None:
    """Ten minutes and five seconds a move; the clock is stopped once, and nothing is used while it stands.

    As in the laws of chess: the seconds are added to what is left, for the first move too, and what is not used stays.
    A delay, whose seconds cannot be saved, is another kind of clock.
    """
    night = evening("Clock for each player", 2, increment=5)
    for move in range(40):
        for seat in (ANN, BEN):
            if (move, seat) == (12, BEN):
                night.act(ANN, StopClock())
                night.refusal(ANN, StopClock())
                night.act(BEN, StartClock())
            night.act(seat, EndTurn())
    clocks = {seat: clock_of(night.state, night.table.rules, seat) for seat in (ANN, BEN)}
    assert all(clock and clock.seconds == 10 * 60 + 41 * 5 for clock in clocks.values())
    night.act(BEN, Score(BEN, 1, "mate"))
    assert finish(night) == [(1, BEN, 1), (2, ANN, 0)]


def test_the_sum_of_a_sheet_that_adds_up_to_nothing() -> None:
    night: AnyEvening = evening("Score sheet", 3, row_sum="0", rounds=12)
    chance = random.Random(1)
    for _ in range(12):
        won, lost = chance.randint(10, 90), chance.randint(0, 40)
        night.act(ANN, WriteRow({ANN: won, BEN: -lost, CID: lost - won}))
    assert sum(score for _, _, score in ended(night)) == 0
