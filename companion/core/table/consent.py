"""Whose consent a command needs, and in which words they are asked."""

from __future__ import annotations

from companion.core.capabilities import WithConsent, in_play
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money import bank
from companion.core.plugin import Consent, Game
from companion.core.secrets import ballot as ballots
from companion.core.table import lobby, undo
from companion.core.table.table import Phase, Table, person
from companion.core.table.table_messages import AdmitPhone, CorrectBooks, SetLevel, SetRule, Undo
from companion.core.text import Who, say
from companion.core.ui.event_text import tell
from companion.core.ui.lobby_page import level_words


def consent_to(game: Game, table: Table, actor: str | None, command: Command) -> Consent | None:
    """Who has to agree before it is done; None when nobody has to. Raises RuleError for what cannot be done."""
    others = present(game, table, but=actor)
    match command:
        case Undo(to=to):
            return undo.consent(table, actor, to)
        case SetRule(name=name, value=value) if table.phase is Phase.PLAYING:
            title = say("Change a house rule: %(rule)s", rule=lobby.rule_words(game, table, name, value))
            return Consent(others, len(others), title)
        case SetLevel(level=level) if table.phase is Phase.PLAYING:
            title = say("Change what the box does: %(level)s", level=level_words()[level])
            return Consent(others, len(others), title)
        case CorrectBooks(frm=frm):
            asked = tuple(seat for seat in others if seat == frm) if frm in table.ids else others
            return Consent(asked, len(asked), tell(bank.corrected(table, person(actor), command)))
        case AdmitPhone(seat=seat):
            asked = present(game, table, but=seat)
            return Consent(asked, len(asked), say("A new phone asks for the seat of %(who)s", who=Who(seat)))
        case ballots.EnterVotes():
            return Consent(others, min(1, len(others)), say("These are the cards that lay on the table"))
        case ballots.VoidBallot(away=away):
            there = tuple(seat for seat in others if seat not in away)
            asked = there if there and actor not in away else others  # a phone that lost its vote asks everybody
            return Consent(asked, len(asked), say("Hold the vote again"))
        case _ if isinstance(game, WithConsent) and table.phase is Phase.PLAYING and actor is not None:
            return game.consent(table, actor, command)
        case _:
            return None


def to_allow(game: Game, table: Table, actor: str | None, refusal: RuleError) -> Consent:
    """Everybody has to agree to what the rules refuse."""
    others = present(game, table, but=actor)
    title = say("Allow %(who)s anyway: %(refusal)s", who=Who(actor) if actor else "-", refusal=refusal.text)
    return Consent(others, len(others), title)


def present(game: Game, table: Table, but: str | None) -> tuple[str, ...]:
    """Who is asked: people, except one, and whoever is out of the game and may have gone home."""
    people = table.people(but)
    if table.phase is not Phase.PLAYING:
        return people
    playing = in_play(game, table)
    return tuple(seat for seat in people if seat in playing)
