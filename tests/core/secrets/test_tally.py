"""A vote of which only the tally is told: no single choice can be seen anywhere."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.app.export import export_lines
from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.secrets.ballot import EnterVotes, Opening, RevealBallot, TellTally
from companion.core.secrets.ways import Way
from companion.games.any_game.messages.play import EndTurn
from companion.games.any_game.messages.votes import AskVote
from companion.testing.secrecy import masked, visible_to_other_seats
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening


def asked(way: Way = Way.ONE, answers: str = "yes, no") -> AnyEvening:
    """Return a game of three players and a vote of which only the tally is told."""
    night = AnyEvening(3, turns=True)
    night.act(ANN, AskVote("Does the mission succeed?", answers, way, tallied=True))
    return night


def exported(night: AnyEvening) -> str:
    """Return the whole log, without the seals, which hide what they seal."""
    log = "\n".join(export_lines(night.tables, CODE))
    return masked({"log": log.encode()}, [*night.ballot.sealed.values()])["log"].decode()


def test_the_log_keeps_the_counts_and_no_choice() -> None:
    night = asked()
    night.vote("yes", "no", "no")
    assert night.ballot.votes == {}
    assert dict(night.ballot.counts) == {"yes": 1, "no": 2}
    assert night.report()[-1] == "Does the mission succeed? no wins with 2 of 3"
    assert night.tables.live(CODE).disclosed.openings == {}, "nor does the box remember"


@pytest.mark.parametrize(
    ("way", "votes"),
    [
        (Way.ONE, ("yes", "no", "no")),
        (Way.SEVERAL, ("yes, no", "", "no")),
        (Way.ORDER, ("yes, no", "no, yes", "no, yes")),
    ],
)
def test_the_log_is_the_same_for_any_choices(way: Way, votes: tuple[str, ...]) -> None:
    logs = set()
    for chosen in set(permutations(votes)):
        night = asked(way)
        night.vote(*chosen)
        logs.add(exported(night))
    assert len(logs) == 1


@pytest.mark.thorough
def test_nothing_on_any_screen_tells_two_votes_with_the_same_counts_apart() -> None:
    """Compare the pages of all seats and of the table screen, the API, the exports and the streams."""
    seen = []
    for chosen in (("yes", "no", "no"), ("no", "no", "yes")):
        night = asked()
        night.vote(*chosen)
        seen.append(visible_to_other_seats(night, "nobody"))
    assert seen[0].keys() == seen[1].keys()
    assert [where for where in seen[0] if seen[0][where] != seen[1][where]] == []


def test_it_is_neither_revealed_nor_typed_in_nor_told_before_all_have_sealed() -> None:
    night = asked()
    votes = dict.fromkeys((ANN, BEN, CID), "yes")
    with pytest.raises(NotNow, match="Only the tally"):
        night.act(ANN, EnterVotes(night.ballot.id, votes))
    with pytest.raises(NotNow, match="Not every vote"):
        night.act(None, TellTally(night.ballot.id, {"yes": 3, "no": 0}))
    night.seal(votes)
    openings = {seat: night.opening(seat, "yes") for seat in votes}
    with pytest.raises(NotNow, match="Only the tally"):
        night.act(None, RevealBallot(night.ballot.id, openings))
    with pytest.raises(BadRequest):
        night.act(None, TellTally(night.ballot.id, {"yes": 4, "no": 0}))


def test_what_was_not_sealed_is_not_counted() -> None:
    night = asked()
    night.seal(dict.fromkeys((ANN, BEN, CID), "yes"))
    with pytest.raises(RuleError):
        night.tables.open_vote(CODE, ANN, night.ballot.id, Opening("no", "0" * 64))


def test_two_players_would_learn_each_others_choice() -> None:
    night = AnyEvening(2)
    with pytest.raises(NotNow, match="fewer than 3"):
        night.act(ANN, AskVote("Stop?", "yes, no", tallied=True))


def test_nobody_is_asked_before_the_next_vote() -> None:
    """The seals of a vote that was counted still counted as votes that are kept."""
    night = asked()
    night.vote("yes", "no", "no")
    night.act(BEN, AskVote("Once more?", "yes, no"))
    assert not night.table.motions
    assert night.ballot.sealed == {}


def test_the_game_goes_on_and_an_undo_holds_the_vote_anew() -> None:
    night = asked()
    night.vote("yes", "no", "no")
    night.act(ANN, EndTurn())
    night.undo(ANN, 2)
    night.agree()
    assert night.ballot.counts == {}
    night.vote("yes", "yes", "yes")
    assert dict(night.ballot.counts) == {"yes": 3, "no": 0}
