"""Awards of a game of Abilene, and what of it is marked on the chart."""

from __future__ import annotations

from companion.core.messages import Event, Posting
from companion.core.money.ledger import BANK
from companion.core.text import fact, say
from companion.games.abilene.common.messages import TheftRecorded
from companion.games.abilene.edition_1983.event_text import awards
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.prices import Belief
from companion.web.drawing.chart_svg import ChartMark, _marks


def sold(seller: str, amount: int) -> SteerSold:
    paid = (Posting(BANK, seller, amount, fact("own_steer", who=seller)),)
    return SteerSold(seller, seller, False, {"s9": Belief.BELIEVES}, postings=paid)


def test_awards_go_to_everybody_who_has_as_much() -> None:
    """The first of equals used to have it alone."""
    events: list[Event] = [TheftRecorded("s1", "s3"), TheftRecorded("s2", "s3"), sold("s2", 1000), sold("s3", 1000)]
    lines = [str(award) for award in awards([*events, sold("s1", 500)])]
    assert lines == ["Best sale: s2, s3, $1,000 in one go", "Busiest thief: s1, s2 (thefts: 1)"]
    assert awards([]) == ()


def test_of_two_letters_at_one_place_the_rarer_is_shown() -> None:
    """The only theft of an evening lay under the sales."""
    words = say("%(name)s", name="x")
    marks = [ChartMark(at * 30.0, 10.0, symbol, words) for at, symbol in ((0, "S"), (1, "S"), (1, "T"), (2, "S"))]
    assert [mark.shown for mark in _marks(marks)] == [True, False, True, True]
