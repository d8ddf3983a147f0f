"""Lessons of a first game, in the order in which they matter."""

from __future__ import annotations

from companion.core.lessons import (
    Anchor,
    Lesson,
    LessonKind,
    Occasion,
    Params,
    When,
    gain_of,
    if_so,
    is_over,
    latest,
    playing,
)
from companion.core.money.bank_messages import BankLoanTaken
from companion.core.phases import current
from companion.core.text import Money, Who, listed, say, wording
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.event_text import cow_words
from companion.games.unexploded_cow.phases import PHASES
from companion.games.unexploded_cow.phases.city import CityPhase
from companion.games.unexploded_cow.phases.phase import Phase, Situation
from companion.games.unexploded_cow.phases.play import PlayPhase
from companion.games.unexploded_cow.rulebook.bombs import QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.cities import ANTE

PLAY, HERDS = "play", "herds"
"""parts of the page: the cards that can be played, and all that lies on the table"""
NEWS, RESULT = LessonKind.NEWS, LessonKind.RESULT


# --- occasions --------------------------------------------------------------------------------


def _in_phase(phase: type[Phase]) -> When:
    """Return the occasion that the table waits for the reader in this very phase."""

    def when(now: Occasion) -> Params | None:
        if not playing(now):
            return None
        found, seats = current(PHASES, Situation.of(now.table))
        return if_so(type(found) is phase and now.seat in seats)

    return when


def _is_asked_about(ability: QuestionKind) -> When:
    """Return the occasion that the reader is asked whether this ability is used."""

    def when(now: Occasion) -> Params | None:
        question = Situation.of(now.table).question if playing(now) else None
        return if_so(question is not None and (question.seat, question.ability) == (now.seat, ability))

    return when


def _mechanic(now: Occasion) -> Params | None:
    """Return what a mechanic of the reader earns, which is asked about."""
    asked = _is_asked_about(QuestionKind.MECHANIC)(now) is not None
    return {"amount": Money(now.table.rules.mechanic_reward)} if asked else None


def _first_round(now: Occasion) -> Params | None:
    """Return whether everyone plays the first turn."""
    state = now.table.play
    return if_so(playing(now) and state.sudden is None and state.turn.number <= len(state.seats))


def _found(now: Occasion) -> Params | None:
    """Return whether a roll has found a cow."""
    return if_so(latest(now, cow_events.DieRolled, lambda roll: roll.found is not None) is not None)


def _handed_on(now: Occasion) -> Params | None:
    """Return whose turn it still is, where the die was handed on."""
    roll = latest(now, cow_events.DieRolled)
    if roll is None or not roll.to or not playing(now) or now.table.play.sudden:
        return None
    return {"who": Who(now.table.play.turn.active)}


def _bombs_left(now: Occasion) -> Params | None:
    """Return whether a cow that has exploded left bombs."""
    return if_so(latest(now, cow_events.BombsGiven) is not None)


def _spy(now: Occasion) -> Params | None:
    """Return whose spy was played into another player's herd."""
    played = latest(
        now, cow_events.CowPlayed, lambda event: event.cow.can(Ability.SPY) and event.cow.owner != event.into
    )
    return {"who": Who(played.cow.owner)} if played else None


def _paid(now: Occasion) -> Params | None:
    """Return what an explosion brought the reader."""
    paid = latest(now, cow_events.CowsPaid, lambda event: event.seat == now.seat)
    if paid is None:
        return None
    return {"cow": listed(map(cow_words, paid.cows)), "amount": gain_of(paid, paid.seat)}


def _lent(now: Occasion) -> Params | None:
    """Return what the box lent the reader."""
    lent = latest(now, BankLoanTaken, lambda event: event.loan.borrower == now.seat)
    return {"amount": Money(lent.loan.amount)} if lent else None


# --- lessons ----------------------------------------------------------------------------------

LESSONS = (
    Lesson(
        "goal",
        Anchor.HEADLINE,
        say(
            "When your cow explodes, the pot pays you: everyone put in %(ante)s. "
            "After the last city, more than at the start wins.",
            ante=Money(ANTE),
        ),
        _first_round,
        public=True,
    ),
    Lesson(
        "city",
        Anchor.QUESTION,
        say(
            "If a cow of yours explodes in your turn, you win this city and its money. "
            "Its points say who rolls first at the end."
        ),
        _in_phase(CityPhase),
        on_board=True,
    ),
    Lesson(
        "cards",
        PLAY,
        say("Green earns, red (−) costs: keep green, give red away. The herd’s owner pays the price."),
        _in_phase(PlayPhase),
        on_board=True,
    ),
    Lesson(
        "count",
        HERDS,
        say(
            "Count as many cows as the die shows, from the roller’s right, then on to the left: the last finds a bomb."
        ),
        _found,
        NEWS,
        public=True,
        on_board=True,
    ),
    Lesson(
        "six",
        Anchor.HEADLINE,
        wording("A 6: the die goes left. It is still %(who)s’s turn."),
        _handed_on,
        NEWS,
        public=True,
        on_board=True,
    ),
    Lesson(
        "general",
        Anchor.QUESTION,
        say("Your general may hand the bomb on to another cow of this herd."),
        _is_asked_about(QuestionKind.GENERAL),
        on_board=True,
    ),
    Lesson(
        "mechanic",
        Anchor.QUESTION,
        wording("Your mechanic may defuse the bomb: %(amount)s from the pot, but no bang and no city."),
        _mechanic,
        on_board=True,
    ),
    Lesson(
        "pfc",
        Anchor.QUESTION,
        say("Your PFC may explode in place of the other cow."),
        _is_asked_about(QuestionKind.PFC),
        on_board=True,
    ),
    Lesson(
        "bomber",
        HERDS,
        say("A mad bomber leaves both neighbours a bomb."),
        _bombs_left,
        NEWS,
        public=True,
        on_board=True,
    ),
    Lesson(
        "spy",
        HERDS,
        wording("This spy still belongs to %(who)s, and so does her value."),
        _spy,
        NEWS,
        public=True,
        on_board=True,
    ),
    Lesson(
        "paid",
        Anchor.NEWS,
        wording("%(cow)s: %(amount)s. The pot pays only what it has; red pays in."),
        _paid,
        NEWS,
    ),
    Lesson(
        "lent",
        Anchor.NEWS,
        wording("The box lent you %(amount)s, free. It is taken off at the end."),
        _lent,
        NEWS,
    ),
    Lesson(
        "sudden_death",
        Anchor.HEADLINE,
        say("No city left: all roll in turn until the pot is empty."),
        lambda now: if_so(playing(now) and now.table.play.sudden is not None),
        NEWS,
        public=True,
    ),
    Lesson(
        "end",
        Anchor.RANKING,
        say("Money less start and loans: everyone above zero wins."),
        is_over,
        RESULT,
        public=True,
    ),
)
