"""Proposals that wait for consent, with their effects; and what is open between players: loans, pots."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import lines_of
from companion.core.errors import RuleError
from companion.core.identity import identity_cache
from companion.core.messages import Event, kind_of
from companion.core.money.bank_messages import Loan, LoanState
from companion.core.referee.reducer import StoredEvent, plays
from companion.core.referee.referee import Referee
from companion.core.referee.replay import effective_records
from companion.core.secrets.ballot import BallotRevealed, seals
from companion.core.table.commands import AdmitPhone
from companion.core.table.events import GameEnded, RuleWaived, Undone
from companion.core.table.table import Proposal, Table, TablePhase
from companion.core.text import Money, Text, Who, about, names_of, say
from companion.core.ui.bank_page import loan_choices, loan_line
from companion.core.ui.choice import Weight
from companion.web.view.moment import Moment
from companion.web.view.parts import EffectView, LoanView, ProposalView


@dataclass(frozen=True, slots=True)
class EffectLine:
    """A line of a proposal's effects; ``card`` is the vote that was entered for ``voter``."""

    text: Text
    gains: Mapping[str, int] = field(default_factory=dict)
    voter: str = ""
    card: str = ""


def motion_view(moment: Moment, motion: Proposal, seat: str | None) -> ProposalView:
    """Return the question as this reader may see it."""
    live = moment.live
    can_answer = seat is not None and seat in motion.asked and seat not in motion.agreed
    by_reader = seat is not None and motion.by == seat
    kind = motion.message.kind
    title = moment.sentences.of(motion.title)
    sealed = seals(live.table.ballot)
    owners = tuple(owner for owner in motion.owners if owner in sealed)  # until the vote is over
    lines = (_effect_view(live, line, seat or "") for line in _lines_of(moment, motion))
    effects = tuple(sorted(lines, key=lambda line: not line.concerns_reader))
    return ProposalView(
        motion.id, kind, title, motion.by, motion.asked, motion.agreed, can_answer, by_reader, owners, effects
    )


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that waits for consent, for the table screen: the missing answers, and the votes it costs."""

    title: Text
    missing: tuple[str, ...]
    owners: tuple[str, ...]


def open_questions(motions: Sequence[ProposalView]) -> tuple[OpenQuestion, ...]:
    """Return the questions as one screen has room for them: all about new phones are one."""
    claims = [motion for motion in motions if motion.kind == kind_of(AdmitPhone)]
    alone = motions if len(claims) < 2 else [motion for motion in motions if motion not in claims]
    questions = tuple(_open_question(motion.title, [motion]) for motion in alone)
    if len(claims) < 2:
        return questions
    seats = (seat for motion in claims for seat in about(motion.title))
    title = say("New phones ask for the seats of %(names)s", names=names_of(seats))
    return (*questions, _open_question(title, claims))


def _open_question(title: Text, motions: Sequence[ProposalView]) -> OpenQuestion:
    missing = (seat for motion in motions for seat in motion.missing)
    owners = (seat for motion in motions for seat in motion.owners if seat not in motion.agreed)
    return OpenQuestion(title, tuple(dict.fromkeys(missing)), tuple(dict.fromkeys(owners)))


def _effect_view(live: LoadedTable, line: EffectLine, seat: str) -> EffectView:
    concerned, amount, ballot = seat in about(line.text), line.gains.get(seat, 0), live.table.ballot
    if not seat or line.voter != seat or ballot is None:
        return EffectView(line.text, concerned or bool(amount), amount)
    return EffectView(line.text, True, amount, line.card, ballot.sealed.get(seat, ""))


def _lines_of(moment: Moment, motion: Proposal) -> tuple[EffectLine, ...]:
    """Return the effects of the proposal now, a line each; the reason, where it is not possible any more."""
    live = moment.live
    try:
        events = _tried(live.referee, live.table, motion)
    except RuleError as refused:
        return (EffectLine(say("Not possible any more: %(why)s", why=refused.text)),)
    return tuple(line for event in events for line in _lines(moment, event))


@identity_cache(most=32)
def _tried(referee: Referee, table: Table, motion: Proposal) -> tuple[Event, ...]:
    return referee.proposed(table, motion.by, referee.read(motion.message))


def _lines(moment: Moment, event: Event) -> Iterator[EffectLine]:
    live, sentences = moment.live, moment.sentences
    match event:
        case RuleWaived():  # the question itself says it
            return
        case Undone(to=to):
            for record in _undone(moment, to):
                for text, gains in lines_of(sentences, record.event):
                    yield EffectLine(text, {seat: -amount for seat, amount in gains.items()})
        case BallotRevealed(votes=votes):
            yield from (_vote(live, seat, card) for seat, card in votes.items())
        case GameEnded():  # its settlement would reveal private balances
            yield from (EffectLine(text) for text in (sentences.event(event),) if text)
        case _ if getattr(event, "by_box", False):
            yield EffectLine(say("The box rolls: what falls is seen when it is done."))
        case _:
            lines = live.game.meaning(live.table, event)
            yield from map(EffectLine, lines) if lines else (EffectLine(*line) for line in lines_of(sentences, event))


def _undone(moment: Moment, to: int) -> tuple[StoredEvent, ...]:
    """Return the events after ``to``, which would not count any more."""
    live, records = moment.live, moment.live.records
    if not records or records[0].seq > to + 1:
        records = tuple(
            stored.record for stored in moment.tables.log.read(live.codec, live.table.code, after=to, upto=moment.seq)
        )
    return tuple(record for record in effective_records(records) if record.seq > to and plays(record.event))


def _vote(live: LoadedTable, seat: str, card: str) -> EffectLine:
    cards = live.game.cards(live.table, None)
    label = next((each.label for each in cards if each.value == card), None)
    if label is None and live.table.ballot and live.table.ballot.numbers:
        label = say("%(amount)s", amount=Money(int(card))) if int(card) else say("no bid")
    return EffectLine(say("%(who)s: %(card)s", who=Who(seat), card=label or card), voter=seat, card=card)


logger = logging.getLogger(__name__)


def loans_of(live: LoadedTable, seat: str | None) -> tuple[LoanView, ...]:
    """Return the loans of this seat, with its actions on them."""
    table = live.table
    if seat is None or table.phase is not TablePhase.PLAYING:
        return ()
    concerned = [loan for loan in table.loans.values() if seat in (loan.lender, loan.borrower)]
    if not concerned:
        return ()
    concerned.sort(key=lambda loan: (loan.state is LoanState.OPEN, loan.id))
    not_yet: Text | None = None
    try:
        live.game.repay(table, seat, waived=False)
    except RuleError as refused:
        logger.debug("table %s: %s cannot repay now", table.code, seat, exc_info=True)
        not_yet = refused.text
    return tuple(_loan(live, loan, seat, not_yet) for loan in concerned)


def _loan(live: LoadedTable, loan: Loan, seat: str, not_yet: Text | None) -> LoanView:
    choices = loan_choices(live.table, loan, seat, not_yet, live.edition.currency.step)
    urgent = any(choice.weight is Weight.PRIMARY for choice in choices)
    return LoanView(loan.id, loan_line(loan, seat), loan.terms, choices, urgent)


def no_loan(live: LoadedTable, seat: str) -> Text | None:
    """Return why the bank does not lend to this seat now; None where it does, or there is nothing to pay with."""
    game, edition = live.game, live.edition
    try:
        if edition.pays and live.table.phase is TablePhase.PLAYING:
            game.borrow(live.table, seat, 1_000 * edition.currency.step, waived=False)
    except RuleError as refused:
        logger.debug("table %s: %s cannot borrow now", live.table.code, seat, exc_info=True)
        return refused.text
    return None
