"""The pages: what is asked, what lies on the table, who plays, how far a guided turn has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.phases import current
from companion.core.table.table import Table
from companion.core.text import Text, names_of, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import CardView, Page, Part, Place, PlayerRow, StepState, colours, progress
from companion.games.western_town.guided_turn import NOTHING, How, Round, RoundStage
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.phase import Situation, preparing
from companion.games.western_town.printed.card_words import card_words, play_words
from companion.games.western_town.printed.deck import Deck
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook.setup import DrawnStars
from companion.games.western_town.screens.build import build
from companion.games.western_town.screens.towns import count, private_town, raid_view, towns
from companion.games.western_town.state import Circle, State
from companion.games.western_town.town.by_hand import Reason
from companion.games.western_town.town.construct import card_prices, may_build, offered
from companion.games.western_town.town.start import StartPhase, may_start
from companion.games.western_town.turn.order import PHASES
from companion.games.western_town.turn.stars import drawn_now
from companion.games.western_town.words import visit_words, words

COLOURS = ("red", "blue", "green", "yellow")
REASONS = {RoundStage.PREPARE: Reason.START, RoundStage.GAINS: Reason.GAINS, RoundStage.VISIT: Reason.GAINS}


def page(table: Table[State, HouseRules], seat: str | None) -> Page:
    """Return what this seat, or the table screen, sees while the game is on.

    Nobody else's points before they are counted.
    """
    state = table.play
    now = Situation(table, state, seat or _shown(table, state))
    phase, seats = current(PHASES, now)
    waited_for = seat in seats
    stage: tuple[Part, ...] = (Part("towns", Place.STAGE, towns(state, table.rules), whole=True),)
    unlaid = (RoundStage.PREPARE,) if seat else REASONS
    if any(circle.round and circle.round.stage not in unlaid for circle in state.circles) and not state.counting:
        stage = (Part("turn", Place.STAGE, tables(state, now.deck)), *stage)
    if state.counting and seat:
        counted = tuple(line for line in count(state, table.rules) if line.seat == seat)
        stage = (Part("count", Place.STAGE, counted), *stage)
    headline = phase.instruction(now) if waited_for else _turn(state, phase.waiting_text(now))
    choices: tuple[Choice, ...] = phase.choices(now) if waited_for else ()
    above = phase.town_first(now) or not waited_for
    place = Place.PRIVATE if above and now.round is None else Place.FOLDED
    private = _private(now, seat, place) if seat else ()
    new = tuple(_on_top(now, seat))
    asked = _attack_name(now) if seat else ""
    prompt = (*_visited(now), *phase.shown_to(now, seat))
    parts = (*new, *private, *stage)
    return Page(headline, prompt, steps(state, now.circle), choices, parts=parts, asked=asked, last=last_turn(state))


def last_turn(state: State) -> Text | None:
    """Return a note that this is the last turn, where it is."""
    last = state.turn == state.turns and not state.counting
    return say("Turn %(turn)s of %(turns)s", turn=state.turn, turns=state.turns) if last else None


def _visited(now: Situation) -> Iterator[Text]:
    """Yield what came of Lincoln's visit, until the first card of the next turn lies there."""
    circle, turn = now.circle, now.round
    begun = bool(now.state.card) if turn is None else bool(turn.tables or turn.laid)
    if (visit := circle.came) and (circle.visited or not begun) and not now.state.counting:
        yield visit_words(visit.scores, visit.winner, circle.lead if visit.tied else "")


def _on_top(now: Situation, seat: str | None) -> Iterator[Part]:
    """Yield what nobody may overlook: an attack, and star cards on which everybody has to act."""
    place = Place.PRIVATE if seat else Place.STAGE
    if raid := raid_view(now.state, now.circle, seat):
        yield Part("raid", place, raid)
    if drawn := drawn_now(now):
        yield Part("stars", place if preparing(now) else Place.STAGE, stars(drawn))


def _attack_name(now: Situation) -> str:
    """Return the name of the attack, which changes with every target: so the phone is heard each time."""
    attack = now.circle.attack
    return f"attack {len(attack.struck)} {attack.target}" if attack and attack.town == now.seat else ""


def _private(now: Situation, seat: str, place: Place) -> tuple[Part, ...]:
    """Return the own town, and what can be built in it."""
    rules, chosen = now.rules, now.table.catalogue
    start = StartPhase().choices(now)[0] if now.round is None and may_start(now) else None
    town = Part("town", place, private_town(now.board, seat, rules, chosen, usual_reason(now), start), say("My town"))
    if now.state.counting or not may_build(now):
        return (town,)
    card = now.acting_card
    build_place = Place.PRIVATE if card and card.builds else Place.FOLDED
    plan = build(now.board, chosen, offered(now), card_prices(now))
    return (town, Part("build", build_place, plan, say("Build with help")))


def over(table: Table[State, HouseRules], title: Text) -> Page:
    """Return the page before the game and after it: who won, and how everybody's points came about."""
    if table.ending is None:
        return Page(title, parts=() if table.cards_said else (Part("printed", Place.PRIVATE, None),))
    stage = (
        Part("count", Place.RESULT, count(table.play, table.rules)),
        Part("towns", Place.STAGE, towns(table.play, table.rules)),
    )
    winners = names_of(line.seat for line in table.ending.standings if line.rank == 1)
    return Page(say("Winner: %(names)s", names=winners), parts=stage)


def _shown(table: Table, state: State) -> str:
    """Return whose circle the table screen shows: the first in which somebody is asked alone, or the first of all."""
    firsts = [circle.seats[0] for circle in state.circles]
    busy = [seat for seat in firsts if len(current(PHASES, Situation(table, state, seat))[1]) == 1]
    return next(iter(busy), firsts[0])


def _turn(state: State, waiting: Text) -> Text:
    return say("Turn %(turn)s: %(what)s", turn=min(state.turn, state.turns), what=waiting)


def players(table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
    """Return the row of each player: homes, offices, and whether the table waits for this seat."""
    state: State | None = table.play
    rows, colour = [], colours(table.ids, COLOURS)
    for each in table.seats:
        facts: tuple[Text, ...] = ()
        active = False
        if state and each.id in state.towns:
            circle = state.circle(each.id)
            waited = current(PHASES, Situation(table, state, each.id))[1] if not table.ending else ()
            missing = circle.round is not None and len(waited) < len(circle.seats)
            active = each.id in waited and (missing or len(waited) == 1)
            facts = (say("Homes: %(count)s", count=state.towns[each.id].homes),)
            facts += (say("lead marshal"),) if circle.lead == each.id else ()
            facts += (say("grand manitou"),) if circle.manitou == each.id else ()
        rows.append(
            PlayerRow(each.id, each.name, colour[each.id], each.name[:1], facts, None, active=active, box=each.box)
        )
    return tuple(rows)


# --- a guided turn ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card on a table."""

    words: Text
    face_up: bool
    strip: str = ""


@dataclass(frozen=True, slots=True)
class OnesTable:
    """The cards on a player's table."""

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
    """Return the five phases of a turn, where the box guides through it."""
    turn = circle.round
    if turn is None or state.counting:
        return ()
    phases = (say("Prepare"), say("Cards"), say("Exploit"), say("Gains"), say("Lincoln"))
    stores = turn.stage is RoundStage.VISIT and any(state.towns[seat].overflow for seat in circle.seats)
    return progress(phases, tuple(RoundStage).index(RoundStage.GAINS if stores else turn.stage))


def usual_reason(now: Situation) -> Reason:
    """Return why the own town probably changes at this moment of the turn."""
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
    """Return what stands on every screen until the turn has been prepared."""
    return Stars(tuple(words(name) for name in drawn.added), tuple(words(name) for name in drawn.removed))


def tables(state: State, deck: Deck) -> AllTowns:
    """Return what the stage shows."""
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
    passed = turn.exploiting is not None and seat in turn.exploiting.passed
    return OnesTable(seat, tuple(cards), kept.limit if kept else 0, passed)


def ballot_cards(table: Table, seat: str | None) -> tuple[CardView, ...]:
    """Return the cards that this seat may lay in the open vote, with what each does; None: the choices of anybody."""
    ballot = table.ballot
    if ballot is None:
        return ()
    shown = ballot.choices if seat is None else ballot.choices_of(seat) if seat in ballot.voters else ()
    deck = deck_of(table.catalogue)
    effects = {card: play_words(deck, card) for card in shown}
    return tuple(
        CardView(
            card,
            card_words(deck, card),
            "nothing" if card == NOTHING else "building",
            (line,) if (line := effects[card]) else (),
        )
        for card in shown
    )


def shows_ballot(table: Table[State]) -> bool:
    """Return whether two lay their cards, or the first of them has not carried out yet what he has laid."""
    ballot, state = table.ballot, table.play
    if ballot is None or state is None:
        return False
    circle = state.circle(ballot.voters[0])
    turn = circle.round
    if turn is None or turn.stage is not RoundStage.PLAY:
        return False
    return not ballot.votes or (
        len({each.seat for each in turn.acting}) > 1 and not circle.throwing and not circle.attack
    )
