"""Whose consent a command needs, and to what."""

from __future__ import annotations

from companion.core.capabilities import WithConsent, in_play
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.plugin import Consent, Game
from companion.core.referee import lobby, undo
from companion.core.referee.books import corrected, correction
from companion.core.secrets import ballot as ballots
from companion.core.table.table import Phase, Table, person
from companion.core.table.table_messages import AdmitPhone, CorrectBooks, SetLevel, SetRule, Undo
from companion.core.text import RuleChoice, Who, fact


def consent_to(game: Game, table: Table, actor: str | None, command: Command) -> Consent | None:
    """Who has to agree before it is done; None when nobody has to. Raises RuleError for what cannot be done."""
    others = present(game, table, but=actor)
    match command:
        case Undo(to=to):
            return undo.consent(table, actor, to)
        case SetRule(name=name, value=value) if table.phase is Phase.PLAYING:
            lobby.check_rule(game, name, value)
            return Consent(others, len(others), fact("change_rule", rule=RuleChoice(name, value)))
        case SetLevel(level=level) if table.phase is Phase.PLAYING:
            return Consent(others, len(others), fact("change_level", level=fact(f"level_{level}")))
        case CorrectBooks(frm=frm):
            asked = tuple(seat for seat in others if seat == frm) if frm in table.ids else others
            return Consent(asked, len(asked), correction(corrected(table, person(actor), command)))
        case AdmitPhone(seat=seat):
            asked = present(game, table, but=seat)
            return Consent(asked, len(asked), fact("admit_phone", who=Who(seat)))
        case ballots.EnterVotes():
            return Consent(others, min(1, len(others)), fact("enter_votes"))
        case ballots.VoidBallot(away=away):
            there = tuple(seat for seat in others if seat not in away)
            asked = there if there and actor not in away else others  # a phone that lost its vote asks everybody
            return Consent(asked, len(asked), fact("void_ballot"))
        case _ if isinstance(game, WithConsent) and table.phase is Phase.PLAYING and actor is not None:
            return game.consent(table, actor, command)
        case _:
            return None


def to_allow(game: Game, table: Table, actor: str | None, refusal: RuleError) -> Consent:
    """Everybody has to agree to what the rules refuse."""
    others = present(game, table, but=actor)
    title = fact("allow_anyway", who=Who(actor) if actor else "-", refusal=refusal.fact)
    return Consent(others, len(others), title)


def present(game: Game, table: Table, but: str | None) -> tuple[str, ...]:
    """Who is asked: people, except one, and whoever is out of the game and may have gone home."""
    people = table.people(but)
    if table.phase is not Phase.PLAYING:
        return people
    playing = in_play(game, table)
    return tuple(seat for seat in people if seat in playing)
