"""The consent that a command needs: which seats are asked, how many have to agree, and to what."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.plugin import Consent, Game
from companion.core.referee import corrections, parting
from companion.core.referee.corrections import corrected, correction
from companion.core.referee.house_rules import check_rule
from companion.core.referee.lobby import come_back
from companion.core.secrets import ballot as ballots
from companion.core.table.commands import AdmitPhone, CorrectBooks, RemoveSeat, SetLevel, SetRule, TakeIn, Undo
from companion.core.table.table import Proposal, Table, TablePhase, person
from companion.core.text import Fact, Money, RuleChoice, Who, fact

ASKING = (Undo, SetRule, SetLevel, CorrectBooks, AdmitPhone, RemoveSeat, TakeIn, ballots.EnterVotes, ballots.VoidBallot)
"""Commands of every table that need the consent of others; a game adds its own."""


def consent_to(game: Game, table: Table, actor: str | None, command: Command) -> Consent | None:
    """Return the consent that the command needs, or None. Raise RuleError for a command that cannot be carried out."""
    if not isinstance(command, (*ASKING, *parting.PARTINGS)):
        if table.phase is TablePhase.PLAYING and actor is not None:
            return game.consent(table, actor, command)
        return None
    other_seats = present(game, table, but=actor)
    match command:
        case Undo(to=to):
            return corrections.consent(table, actor, to, other_seats)
        case SetRule(name=name, value=value) if table.phase is TablePhase.PLAYING:
            check_rule(game, table, name, value)
            return Consent(other_seats, len(other_seats), fact("change_rule", rule=RuleChoice(name, value)))
        case SetLevel(level=level) if table.phase is TablePhase.PLAYING:
            return Consent(other_seats, len(other_seats), fact("change_level", level=fact(f"level_{level}")))
        case TakeIn() if table.phase is TablePhase.PLAYING:
            return Consent(other_seats, len(other_seats), _take_in_title(game, table, command))
        case CorrectBooks(frm=frm):
            asked = () if frm == actor else (frm,) if frm in other_seats else other_seats
            return Consent(asked, len(asked), correction(corrected(table, person(actor), command)))
        case parting.LeaveGame() | parting.StopGame() if table.phase is TablePhase.PLAYING:
            return Consent(other_seats, len(other_seats), parting.title(person(actor), command))
        case AdmitPhone(seat=seat):
            return _about_seat(game, table, seat, actor, fact("admit_phone", who=Who(seat)))
        case RemoveSeat(seat=seat, deserted=False):
            return _about_seat(game, table, seat, actor, fact("remove_seat", who=Who(seat)))
        case ballots.EnterVotes(ballot=number) if table.phase is TablePhase.PLAYING:
            return _of_voters(other_seats, actor, ballots.current(table.ballot, number), fact("enter_votes"))
        case ballots.VoidBallot(ballot=number) if table.phase is TablePhase.PLAYING:
            return _of_voters(other_seats, actor, ballots.current(table.ballot, number), fact("void_ballot"))
        case _:
            return None


def _take_in_title(game: Game, table: Table, command: TakeIn) -> Fact:
    """Return the question about a player who joins the game, or comes back."""
    given = Money(command.gets) if game.edition_at(table.rules).pays else command.gets
    if back := come_back(game, table, command.name):
        return fact("come_back_with", who=Who(back.id), given=given) if given else fact("come_back", who=Who(back.id))
    name = " ".join(command.name.split())
    if command.partner:
        return fact("take_in_team", name=name, who=Who(command.partner))
    if command.after:
        return fact("take_in_after", name=name, given=given, who=Who(command.after))
    return fact("take_in", name=name, given=given)


def _about_seat(game: Game, table: Table, seat: str, actor: str | None, title: Fact) -> Consent:
    """Return the consent of all others about a seat, or of the seat itself where there are no others.

    While there are others the seat is not asked: a player who withholds a sealed vote must not keep the seat that way.
    """
    other_seats = tuple(other for other in present(game, table, but=actor) if other != seat)
    asked = other_seats or (table.seat(seat).id,)
    return Consent(asked, len(asked), title)


def _of_voters(other_seats: tuple[str, ...], actor: str | None, ballot: ballots.Ballot, title: Fact) -> Consent:
    """Return the consent of at least two voters, the proposer included: a seat without a vote may gain by it.

    If no other voter is present, one of the other players has to agree.
    """
    voters = tuple(seat for seat in other_seats if seat in ballot.voters)
    asked = voters or other_seats
    return Consent(asked, min(1 if actor in ballot.voters else 2, len(asked)), title)


def with_owners(consent: Consent | None, owners: tuple[str, ...], title: Fact) -> Consent:
    """Return the consent with the ``owners`` of the sealed votes that would be lost: all of these have to agree.

    ``title`` is the question where no consent was needed otherwise.
    """
    base = consent or Consent((), 0, title)
    without_vote = tuple(seat for seat in base.asked if seat not in owners)
    needs = base.needs + len(owners) + len(without_vote) - len(base.asked)
    return replace(base, asked=(*owners, *without_vote), needs=max(needs, len(owners)), owners=owners)


def is_granted(motion: Proposal, required: Consent) -> bool:
    """Return whether a proposal has the consent that it requires now."""
    agreed = set(motion.agreed)
    return agreed.issuperset(required.owners) and len(agreed.intersection(required.asked)) >= required.needs


def is_unchanged(table: Table, motion: Proposal, required: Consent) -> bool:
    """Return whether the question is still the one that the players were asked: an undo may have come to mean more."""
    return motion.title == required.title


def consent_to_waive(game: Game, table: Table, actor: str | None, refusal: RuleError) -> Consent:
    """Return the consent of all other players, with which the table may allow what the rules refuse."""
    other_seats = present(game, table, but=actor)
    title = fact("allow_anyway", who=Who(actor) if actor else "-", refusal=refusal.fact)
    return Consent(other_seats, len(other_seats), title)


def present(game: Game, table: Table, but: str | None) -> tuple[str, ...]:
    """Return the seats to ask: people, except ``but`` and those who are out of the game and may have gone home."""
    people = table.people(but)
    if table.phase is not TablePhase.PLAYING:
        return people
    playing = game.in_play(table)
    return tuple(seat for seat in people if seat in playing)
