"""Sentences of a table, made when they are shown: the log lines of its events, and what its facts say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.core.errors import BadRequest
from companion.core.messages import Event
from companion.core.plugin import Game
from companion.core.referee import event_lines
from companion.core.referee.house_rules import chosen, house_rule
from companion.core.referee.lobby_page import level_words
from companion.core.secrets import ballot
from companion.core.sentences import SENTENCES
from companion.core.table import events as table
from companion.core.text import (
    Action,
    Catalogue,
    Fact,
    RuleChoice,
    Text,
    Who,
    addressed,
    plain_name,
    say,
    worded,
)


@dataclass(frozen=True)
class Sentences:
    """Words for what a table and its log keep; ``title_event`` finds the event that names an action."""

    game: Game
    title_event: Callable[[int], Event | None]

    def event(self, event: Event) -> Text | None:
        """Return the log line, in the past tense; None for what another one tells, and for each single sealed vote."""
        if isinstance(event, ballot.VoteSealed | ballot.VoterLeft | table.WentOn):
            return None
        if isinstance(event, self.game.events):
            return self.game.tell(event)
        return self.counted(event) or self._tell_kept(event) or event_lines.tell(event) or say("Something happened.")

    def counted(self, event: Event) -> Text | None:
        """Return the outcome of a vote that the game counts; None for any other event."""
        if not isinstance(event, ballot.BallotRevealed | ballot.TallyTold):
            return None
        opened = self.title_event(event.ballot)
        if not isinstance(opened, ballot.BallotOpened):
            return None
        if isinstance(event, ballot.TallyTold):
            return self.game.tell_votes(replace(opened.ballot, counts=event.counts))
        return self.game.tell_votes(replace(opened.ballot, votes=event.votes))

    def action(self, number: int) -> Text:
        """Return what the action did whose first event has this number."""
        title = self.title_event(number)
        return (title and (self.event(title) or self.game.quiet_name(title))) or say("the last step")

    def of(self, kept: Fact) -> Text:
        """Return the sentence of a fact."""
        return worded(self._catalogue, kept, self._named)

    def said_to(self, kept: Fact, seat: str) -> Text:
        """Return the sentence of a fact as it is said to this seat, of whom it may tell."""
        return self.of(addressed(self._catalogue, kept, seat))

    @cached_property
    def _catalogue(self) -> Catalogue:
        return {**SENTENCES, **self.game.sentences}

    def _tell_kept(self, event: Event) -> Text | None:
        """Return the line of an event that keeps facts."""
        match event:
            case table.SeatChanged(seat=seat, moved=True):
                place = self.game.seat_words(seat.picks)
                return say("%(name)s moves over, so that the game can start: %(place)s", name=seat.name, place=place)
            case table.GameEnded(ending=ending):
                return say("The game ended: %(reason)s", reason=self.of(ending.reason))
            case table.RuleChanged(name=name, value=value):
                rule = self._rule(name, value) or plain_name(RuleChoice(name, value))
                return say("House rule changed: %(rule)s", rule=rule)
            case table.RulesChanged(values=values):
                return say("The house rules were set up (changed: %(count)s)", count=len(values))
            case table.LevelChanged(level=level):
                return say("The box does from now on: %(level)s", level=level_words(self.game)[level])
            case table.RuleWaived(by=by, refusal=refusal):
                return say("The others allowed %(who)s: %(refusal)s", who=Who(by or ""), refusal=self.of(refusal))
            case table.Undone(title=title, by=by):
                return say("%(who)s undid: %(title)s", who=Who(by or ""), title=self.of(title))
            case ballot.BallotOpened(ballot=opened) if opened.numbers or opened.choices_by_seat:
                return self.of(opened.title)
            case ballot.BallotOpened(ballot=opened):
                return say("Vote: %(title)s", title=self.of(opened.title))
            case ballot.BallotRevealed(entered=True):
                return say("The cards were entered as they were on the table")
            case ballot.TallyTold():
                return say("The votes were counted")
            case ballot.BallotRevealed():
                return say("The cards were turned over")
            case ballot.BallotVoided():
                return say("The vote is held again")
            case _:
                return self._tell_proposal(event)

    def _tell_proposal(self, event: Event) -> Text | None:
        match event:
            case table.ProposalMade(motion=motion):
                return say("Asked: %(title)s", title=self.of(motion.title))
            case table.ProposalAgreed(motion=motion, seat=seat, asking=True):
                return say("The new phone of %(who)s agreed: %(title)s", who=Who(seat), title=self.of(motion.title))
            case table.ProposalAgreed(motion=motion, seat=seat):
                return say("%(who)s agreed: %(title)s", who=Who(seat), title=self.of(motion.title))
            case table.ProposalDropped(motion=motion, by=None, why=why):
                reason = self.of(why) if why else ""
                return say("No longer possible: %(title)s. %(why)s", title=self.of(motion.title), why=reason)
            case table.ProposalDropped(motion=motion, by=by) if by == motion.by:
                return say("%(who)s took it back: %(title)s", who=Who(by or ""), title=self.of(motion.title))
            case table.ProposalDropped(motion=motion, by=by):
                return say("%(who)s refused: %(title)s", who=Who(by or ""), title=self.of(motion.title))
            case _:
                return None

    def _named(self, value: Action | RuleChoice) -> Text:
        if isinstance(value, Action):
            return self.action(value.action)
        return self._rule(value.rule, value.value) or say("%(name)s", name=plain_name(value))

    def _rule(self, name: str, value: str | int | bool) -> Text | None:
        """Return the house rule with this value, as the lobby writes it; None for one that the game no longer has."""
        try:
            rule = house_rule(self.game, name)
        except BadRequest:
            return None
        option = chosen(rule, value)
        return say("%(rule)s – %(choice)s", rule=rule.sentence, choice=option.label) if option else None
