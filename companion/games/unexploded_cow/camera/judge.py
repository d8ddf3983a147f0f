"""The judgement of herds that a camera sees: what the active player has done, for one tap, or what differs."""

from __future__ import annotations

from companion.boards.marked_table import row_of
from companion.boards.observation import Observation
from companion.boards.verdict import Explanation, Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.phases import current, decide
from companion.core.table.table import Table
from companion.core.text import Param, Text, Who, say
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.camera.differences import (
    Added,
    Difference,
    MissingCow,
    Moved,
    Reordered,
    differences,
)
from companion.games.unexploded_cow.camera.marked_cards import marked_table, with_marker
from companion.games.unexploded_cow.event_text import cow_words, place_words
from companion.games.unexploded_cow.phases import PHASES
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.phases.play import PlayPhase
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.state import State


def judge(table: Table, observation: Observation) -> Judgement | None:
    """See ``boards.members.Watched``. Differences are proposed one at a time."""
    now = Situation.of(table, table.play.turn.active)
    state = now.state
    if marked_table(table) is None or state.over:
        return None
    marked = {seat: with_marker(table, herd) for seat, herd in state.herds.items()}
    rows = {seat: row_of(observation, seat) for seat in state.seats if seat not in observation.unknown}
    found = [each for each in differences(state.herds, marked, rows) if not isinstance(each, Added) or each.seen]
    phase, seats = current(PHASES, now)
    waited = next(iter(seats), "")
    if not found:
        return Judgement(Ruling.NONE, waited)
    if added := next((each for each in found if isinstance(each, Added) and _has_left(state, each)), None):
        return Judgement(Ruling.UNCLEAR, sentence=_still_in_herd(added))
    if not isinstance(phase, PlayPhase):
        return Judgement(Ruling.UNCLEAR, waited, _differs(found[0]))
    return _judged(now, found[0])


def _judged(now: Situation, found: Difference) -> Judgement:
    """Return what the active player may have done, if the rules allow it."""
    command = _command(now, found)
    if command is None:
        return Judgement(Ruling.UNCLEAR, now.active, _differs(found))
    done = _done(now, found)
    try:
        decide(PHASES, now, command)
    except RuleError as refused:
        allow = (command,) if refused.waivable else ()
        return Judgement(Ruling.ILLEGAL, now.active, refused.text, refused.rule, allow=allow)
    return Judgement(Ruling.LEGAL, now.active, done, proposals=(Explanation(done, command),))


def _command(now: Situation, found: Difference) -> Command | None:
    match found:
        case Added(card=card, into=into, at=at):
            return cow_commands.PlayCard(card, into, at)
        case Moved(cow=cow, into=into, at=at):
            return cow_commands.MoveCow(cow.id, into, at)
        case MissingCow(cow=cow):
            return cow_commands.RemoveCow(cow.id)
        case Reordered(herd=herd, cows=cows) if herd == now.active:
            return cow_commands.ArrangeHerd(cows)
    return None


def _done(now: Situation, found: Difference) -> Text:
    """Return what has been done, in words."""
    who = Who(now.active)
    match found:
        case Added(card=card, into=into, at=at):
            words: dict[str, Param] = {"who": who, "card": card, "into": Who(into), "where": place_words(at)}
            kind = now.deck.cow(card)
            if kind and Ability.SPY in kind.abilities and into != now.active:
                return say("%(who)s plays the spy %(card)s into the herd of %(into)s, %(where)s", **words)
            return say("%(who)s plays %(card)s into the herd of %(into)s, %(where)s", **words)
        case Moved(cow=cow, frm=frm, into=into, at=at):
            return say(
                "a card moves %(card)s from the herd of %(frm)s into that of %(into)s, %(where)s",
                card=cow_words(cow),
                frm=Who(frm),
                into=Who(into),
                where=place_words(at),
            )
        case MissingCow(cow=cow, herd=herd):
            return say("a card takes %(card)s out of the herd of %(herd)s", card=cow_words(cow), herd=Who(herd))
        case Reordered():
            return say("%(who)s rearranges the own herd", who=who)


def _differs(found: Difference) -> Text:
    """Return what is elsewhere than in the box, and where; nobody is accused."""
    match found:
        case Added(card=card, into=into):
            return say("%(card)s is in %(who)s’s herd, but not in the box’s.", card=card, who=Who(into))
        case Moved(cow=cow, frm=frm, into=into):
            return say(
                "%(card)s is in the herd of %(into)s; the box has it in that of %(frm)s.",
                card=cow_words(cow),
                frm=Who(frm),
                into=Who(into),
            )
        case MissingCow(cow=cow, herd=herd):
            return say(
                "%(card)s is not in the herd of %(who)s, where the box has it.", card=cow_words(cow), who=Who(herd)
            )
        case Reordered(herd=herd):
            return say("The herd of %(who)s is in another order than in the box.", who=Who(herd))


def _has_left(state: State, found: Added) -> bool:
    """Return whether such a card has just left this herd, so that it only waits to be taken away."""
    return any((gone.name, gone.herd) == (found.card, found.into) for gone in state.gone)


def _still_in_herd(found: Added) -> Text:
    return say(
        "%(card)s has left the game and is still in the herd of %(who)s: take the card away.",
        card=found.card,
        who=Who(found.into),
    )
