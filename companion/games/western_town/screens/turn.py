"""The guided turn on phones and on the table screen: the phase it is in, and the cards that lie on the tables."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.core.ui.page import CardView, StepState, progress
from companion.games.western_town.cards.reading import deck_of
from companion.games.western_town.commands import Reason
from companion.games.western_town.deck import Deck
from companion.games.western_town.phases.phase import Situation
from companion.games.western_town.rulebook.setup import DrawnStars
from companion.games.western_town.state import NOTHING, Circle, How, Round, RoundStage, State
from companion.games.western_town.words import card_words, play_words, words

REASONS = {RoundStage.PREPARE: Reason.START, RoundStage.GAINS: Reason.GAINS, RoundStage.VISIT: Reason.GAINS}


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card on a table."""

    words: Text
    face_up: bool
    strip: str = ""


@dataclass(frozen=True, slots=True)
class OnesTable:
    """What lies in front of a player."""

    seat: str
    cards: tuple[CardShown, ...]
    kept: int
    """how many cards he has kept; 0 before he has"""
    passed: bool


@dataclass(frozen=True, slots=True)
class AllTowns:
    """The tables of all players."""

    tables: tuple[OnesTable, ...]


def steps(state: State, circle: Circle) -> tuple[tuple[StepState, Text], ...]:
    """The five phases of a turn, where the box guides through it."""
    turn = circle.round
    if turn is None or state.counting:
        return ()
    phases = (say("Prepare"), say("Cards"), say("Exploit"), say("Gains"), say("Lincoln"))
    return progress(phases, tuple(RoundStage).index(turn.stage))


def usual_reason(now: Situation) -> Reason:
    """Why the own town probably changes at this moment of the turn."""
    turn = now.round
    if turn is None:
        return Reason.PLAYED
    if turn.acting:
        return Reason.EXPLOIT if any(each.how is How.EXPLOIT for each in turn.acting) else Reason.PLAYED
    if turn.stage is RoundStage.PREPARE and now.state.turn > 1:
        return Reason.CORRECTION
    return REASONS.get(turn.stage, Reason.CORRECTION)


@dataclass(frozen=True, slots=True)
class Stars:
    """Star cards that everybody adds, and those that everybody removes."""

    added: tuple[Text, ...]
    removed: tuple[Text, ...]


def stars(drawn: DrawnStars) -> Stars:
    """What stands on every screen until the turn has been prepared."""
    return Stars(tuple(words(name) for name in drawn.added), tuple(words(name) for name in drawn.removed))


def tables(state: State, deck: Deck) -> AllTowns:
    """What the stage shows."""
    return AllTowns(
        tuple(
            _table(circle.round, seat, deck)
            for circle in state.circles
            if circle.round is not None
            for seat in circle.seats
        )
    )


def _table(turn: Round, seat: str, deck: Deck) -> OnesTable:
    cards = (
        CardShown(card_words(deck, each.card), each.face_up, deck.card(each.card).strip) for each in turn.table(seat)
    )
    kept = turn.kept.get(seat)
    passed = turn.goes is not None and seat in turn.goes.passed
    return OnesTable(seat, tuple(cards), kept.limit if kept else 0, passed)


def ballot_cards(table: Table, seat: str | None) -> tuple[CardView, ...]:
    """What this seat may lay in the vote that is going on, with what each card does; None: what anybody may."""
    ballot = table.ballot
    if ballot is None:
        return ()
    shown = ballot.choices if seat is None else ballot.choices_of(seat) if seat in ballot.voters else ()
    deck = deck_of(table.catalogue)
    told = {card: play_words(deck, card) for card in shown}
    return tuple(
        CardView(
            card,
            card_words(deck, card),
            "nothing" if card == NOTHING else "building",
            (line,) if (line := told[card]) else (),
        )
        for card in shown
    )


def shows_ballot(table: Table) -> bool:
    """While two lay their cards, and while what they have laid is carried out."""
    ballot, state = table.ballot, table.play
    if ballot is None or state is None:
        return False
    turn = state.circle(ballot.voters[0]).round
    if turn is None or turn.stage is not RoundStage.PLAY:
        return False
    return not ballot.votes or bool(turn.acting)
