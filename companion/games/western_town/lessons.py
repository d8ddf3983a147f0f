"""Lessons of a first game, in the order in which they matter."""

from __future__ import annotations

from companion.core.lessons import Anchor, Lesson, LessonKind, Occasion, Params, When, if_so, latest, playing
from companion.core.phases import current
from companion.core.text import Who, say, wording
from companion.games.western_town.camp.attack import DefencePhase
from companion.games.western_town.camp.die import IndiansAdded
from companion.games.western_town.lincoln.count import CountPhase
from companion.games.western_town.lincoln.visit import LincolnVisited
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook.camp import INHABITANTS
from companion.games.western_town.turn.act import ActPhase
from companion.games.western_town.turn.gains import GainsPhase
from companion.games.western_town.turn.go import GoPhase, possible_exploits
from companion.games.western_town.turn.lay import LayPhase
from companion.games.western_town.turn.order import PHASES
from companion.games.western_town.words import scores_words

BUILD, COUNT, TOWNS = "build", "count", "towns"
"""parts of the page: a building to be built, the final count, all that lies on the table"""
NEWS, RESULT = LessonKind.NEWS, LessonKind.RESULT


# --- occasions --------------------------------------------------------------------------------


def _situation(now: Occasion) -> Situation:
    """Return the table as the reader finds it; the television finds it as the first player."""
    state = now.table.play
    return Situation(now.table, state, now.seat or state.seats[0])


def _asked(now: Occasion) -> Phase | None:
    """Return the phase in which the table waits for the reader."""
    if not playing(now) or now.seat is None:
        return None
    phase, seats = current(PHASES, _situation(now))
    return phase if now.seat in seats else None


def _in_phase(phase: type[Phase]) -> When:
    """Return the occasion that the table waits for the reader in this phase."""
    return lambda now: if_so(isinstance(_asked(now), phase))


def _first_turn(now: Occasion) -> Params | None:
    """Return whether everyone plays the first turn."""
    return if_so(playing(now) and now.table.play.turn == 1)


def _card_is_open(now: Occasion) -> Params | None:
    """Return whether Lincoln expects something in this turn."""
    return if_so(playing(now) and bool(now.table.play.card))


def _builds(now: Occasion) -> Params | None:
    """Return whether the reader may build with the card that is carried out."""
    card = _situation(now).acting_card if isinstance(_asked(now), ActPhase) else None
    return if_so(card is not None and card.builds)


def _may_exploit(now: Occasion) -> Params | None:
    """Return whether the reader can exploit a neighbour's card."""
    return if_so(isinstance(_asked(now), GoPhase) and bool(possible_exploits(_situation(now))))


def _may_pass(now: Occasion) -> Params | None:
    """Return whether the reader has played the third card."""
    phase = _asked(now)
    return if_so(isinstance(phase, GoPhase) and phase.third(_situation(now)))


def _indians_came(now: Occasion) -> Params | None:
    """Return whether Indians have come to a camp."""
    return if_so(playing(now) and latest(now, IndiansAdded, lambda event: bool(event.added)) is not None)


def _defends(now: Occasion) -> Params | None:
    """Return how many Cowboys defend the reader's building, which is attacked."""
    phase, here = _asked(now), _situation(now)
    attack = here.circle.attack
    if not isinstance(phase, DefencePhase) or attack is None or attack.target == INHABITANTS:
        return None
    return {"count": phase.cost(here)}


def _visited(now: Occasion) -> Params | None:
    """Return whom Lincoln has preferred."""
    visit = latest(now, LincolnVisited, lambda event: bool(event.winner))
    return {"winner": Who(visit.winner), "scores": scores_words(visit.scores)} if visit else None


def _last_turn(now: Occasion) -> Params | None:
    """Return whether the last turn is played, and not the only one."""
    state = now.table.play
    return if_so(playing(now) and state.turn == state.turns > 1 and not state.counting)


def _counts(now: Occasion) -> Params | None:
    """Return whether the towns are counted."""
    if not playing(now):
        return None
    phase, _ = current(PHASES, _situation(now))
    return if_so(isinstance(phase, CountPhase))


# --- lessons ----------------------------------------------------------------------------------

LESSONS = (
    Lesson(
        "goal",
        Anchor.HEADLINE,
        say("Build the best town: Homes, buildings and Lincoln’s wishes give points."),
        _first_turn,
        public=True,
    ),
    Lesson(
        "lincoln",
        TOWNS,
        say("Lincoln looks for this now, and for all his cards again at the end."),
        _card_is_open,
        NEWS,
        public=True,
    ),
    Lesson(
        "cards",
        Anchor.QUESTION,
        say("A card works at once. Left open it pays again, but neighbours may exploit it."),
        _in_phase(LayPhase),
    ),
    Lesson(
        "building",
        BUILD,
        say("First the Homes, then the cost. Its card comes into your hand."),
        _builds,
    ),
    Lesson(
        "exploit",
        Anchor.QUESTION,
        say("Same card as a neighbour’s: yours acts, that one turns over and pays nothing."),
        _may_exploit,
    ),
    Lesson(
        "pass",
        Anchor.QUESTION,
        say("The first to pass leads, and settles ties."),
        _may_pass,
    ),
    Lesson(
        "indians",
        TOWNS,
        say("Third red or second orange: attack. Red: fewest Peace pipes; orange: the one who rolled."),
        _indians_came,
        NEWS,
        public=True,
    ),
    Lesson(
        "defence",
        Anchor.QUESTION,
        wording("Cowboys needed: %(count)s. Otherwise it falls: you lose a Home, half its points and 2 more."),
        _defends,
    ),
    Lesson("gains", Anchor.QUESTION, say("Only open cards pay."), _in_phase(GainsPhase)),
    Lesson(
        "visit",
        TOWNS,
        wording("%(winner)s pleases Lincoln most (%(scores)s): one Home more."),
        _visited,
        RESULT,
        public=True,
    ),
    Lesson("last_turn", Anchor.HEADLINE, say("Last turn."), _last_turn, NEWS, public=True),
    Lesson(
        "count",
        COUNT,
        say("Homes against the others, buildings, all of Lincoln’s cards."),
        _counts,
        RESULT,
        public=True,
    ),
)
