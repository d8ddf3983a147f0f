"""Phase 3: the third card, exploits, passing (rules §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.core.errors import IllegalMove, NotNow
from companion.core.messages import Command, Event, kind_of, logged_as
from companion.core.phases import handles
from companion.core.text import Fact, Text, Who, names_of, say
from companion.core.ui.choice import Choice, Weight
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import Acting, How, OnTable, Round, RoundStage
from companion.games.western_town.hands import homes, owned
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.printed.card_words import card_kept, card_words, effect_words
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import (
    Around,
    Exploit,
    PlayedCard,
    exploits,
    worth_exploiting,
)
from companion.games.western_town.rulebook.rounds import Exploiting, Go, neighbours, right_of
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import Circle
from companion.games.western_town.town.construct import buildings
from companion.games.western_town.turn.lay import PlayCard, play_choices, play_events, playable_commands, possible_hand
from companion.games.western_town.turn.play import MarshalNamed
from companion.games.western_town.words import named


@logged_as(card="own")
@dataclass(frozen=True, slots=True)
class ExploitCard(Command):
    """Command to exploit the card ``target`` of the neighbour ``seat`` with one's own ``card``."""

    card: str
    seat: str
    target: str


@dataclass(frozen=True, slots=True)
class PassForGood(Command):
    """Command to pass for the rest of this phase."""


@logged_as(card="own")
@dataclass(frozen=True, slots=True)
class CardExploited(TownEvent):
    """The record of a card that exploited a neighbour's, which is turned face down."""

    seat: str
    card: str
    other: str
    target: str
    name: Fact | str = ""
    allowed: bool = False
    """the others have allowed what the rules refuse"""

    def on_round(self, circle: Circle, turn: Round) -> Round:
        acting = Acting(self.seat, self.card, How.EXPLOIT, other=self.other, target=self.target, allowed=self.allowed)
        turn = changed(turn.turned(self.other, self.target, False), acting=(acting,))
        turn = turn if turn.is_on_table(self.seat, self.card) else turn.with_shown(self.seat, self.card)
        return turn.after_go(Go.EXPLOIT)

    def tell(self) -> Text:
        exploited = say("%(card)s of %(who)s", card=named(self.name), who=Who(self.other))
        return say("%(who)s exploits: %(card)s", who=Who(self.seat), card=exploited)


@dataclass(frozen=True, slots=True)
class PlayerPassed(TownEvent):
    """The record of a player who passed for good."""

    seat: str

    def on_round(self, circle: Circle, turn: Round) -> Round:
        return turn.after_go(Go.PASS).resolved(circle.seats, circle.lead)

    def tell(self) -> Text:
        return say("%(who)s passes", who=Who(self.seat))


def exploitable(now: Situation, turn: Round) -> tuple[str, ...]:
    """Return the own cards whose exploit effect would change something now (8.2, 19.1, 20.3)."""
    cards = (*possible_hand(now).cards, *(each.card for each in turn.table(now.seat) if each.face_up))
    towns = [now.state.towns[seat].town for seat in now.circle.seats if seat != now.seat]
    kept = turn.kept.get(now.seat)
    surroundings = Around(
        lambda town: bool(buildings(now, town)),
        {what: max(each.count(what) for each in towns) for what in Resource},
        len(kept.cards) - kept.limit if kept else 0,
    )
    town, counts = now.board.town, homes(now.board)
    return tuple(card for card in cards if worth_exploiting(town, counts, now.deck.exploit(card), surroundings))


def possible_exploits(now: Situation) -> tuple[Exploit, ...]:
    """Return every exploit that this seat may choose now (8.1-8.4)."""
    turn = now.round
    if turn is None:
        return ()
    seats = now.circle.seats
    cards = [_card(now, card) for card in exploitable(now, turn)]
    tables = {seat: [_card(now, each.card) for each in turn.table(seat) if each.face_up] for seat in seats}
    return exploits(seats, now.seat, cards, tables, now.board.buildings)


def _card(now: Situation, card: str) -> PlayedCard:
    known = now.deck.card(card)
    return PlayedCard(card, known.name, known.green)


class GoPhase(Phase):
    """A go of phase 3: third card, exploit, or pass."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.EXPLOIT or turn.exploiting is None or turn.acting:
            return ()
        return (turn.exploiting.turn,) if turn.exploiting.turn else ()

    def exploiting(self, now: Situation) -> Exploiting:
        """Return how far the phase has come; only asked in it."""
        assert now.round
        assert now.round.exploiting
        return now.round.exploiting

    def third(self, now: Situation) -> bool:
        """Return whether he has played his third card."""
        return now.seat in self.exploiting(now).third

    @handles(PlayCard)
    def play_card(self, now: Situation, command: PlayCard) -> tuple[Event, ...]:
        """Lay the third card. Raise NotNow for a further one."""
        if self.third(now):
            raise NotNow(say("%(who)s has played the third card already.", who=Who(now.seat)), rule("8.1"))
        return play_events(now, command.card)

    @handles(PassForGood)
    def pass_for_good(self, now: Situation, command: PassForGood) -> tuple[Event, ...]:
        """Pass; the first to do so leads from now on. Raise NotNow before the third card."""
        if not self.third(now):
            raise NotNow(say("%(who)s has to play the third card before passing.", who=Who(now.seat)), rule("8.1"))
        first = not now.circle.passed
        named = MarshalNamed(now.seat, right_of(now.circle.seats, now.seat))
        return (*((named,) if first else ()), PlayerPassed(now.seat))

    @handles(ExploitCard)
    def exploit(self, now: Situation, command: ExploitCard) -> tuple[Event, ...]:
        """Exploit a card of a neighbour. Raise IllegalMove."""
        chosen = Exploit(command.card, command.seat, command.target)
        legal = chosen in possible_exploits(now)
        if not legal and not (now.waived and self._cards_are_there(now, chosen)):
            raise IllegalMove(self._why_not(now, chosen), rule("8.2"))
        return (CardExploited(now.seat, *chosen, card_kept(now.deck, command.card), not legal),)

    def _cards_are_there(self, now: Situation, chosen: Exploit) -> bool:
        """Return whether at least the cards are there: the table may allow everything else."""
        there = now.round.table(chosen.seat) if now.round and chosen.seat != now.seat else ()
        return chosen.card in owned(now.board, now.deck) and OnTable(chosen.target) in there

    def _why_not(self, now: Situation, chosen: Exploit) -> Text:
        turn, deck, card = now.round, now.deck, card_words(now.deck, chosen.card)
        name = deck.card(chosen.card).name
        namesakes = [each for each in now.board.buildings if each.name == name]
        if namesakes and all(each.destroyed for each in namesakes):
            return say("%(card)s: the building is destroyed, and its card cannot be used.", card=card)
        if chosen.seat not in neighbours(now.circle.seats, now.seat):
            return say("Only cards of immediate neighbours can be exploited.")
        if OnTable(chosen.target) not in (turn.table(chosen.seat) if turn else ()):
            return say("%(card)s is not face up there.", card=card_words(deck, chosen.target))
        if deck.card(chosen.target).name != name:
            return say("A card exploits only a card of the same name.")
        return say("%(card)s: you cannot use this card now, or it would change nothing.", card=card)

    def instruction(self, now: Situation) -> Text:
        return say("Exploit, or pass") if self.third(now) else say("Play your third card, or exploit")

    def waiting_text(self, now: Situation) -> Text:
        exploiting = self.exploiting(now)
        if exploiting.turn in exploiting.third:
            return say("%(who)s exploits, or passes", who=Who(exploiting.turn))
        return say("%(who)s plays the third card, or exploits", who=Who(exploiting.turn))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        passed = self.exploiting(now).passed
        if not passed:
            return (say("The first to pass becomes lead marshal."),)
        return (say("Passed: %(names)s.", names=names_of(passed)),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        found = tuple(self._exploits(now))
        if not self.third(now):
            return (*play_choices(now, say("Your third card")), *found)
        leads = () if now.circle.passed else (say("You become lead marshal."),)
        weight = Weight.NORMAL if found else Weight.PRIMARY
        return (*found, Choice(kind_of(PassForGood), say("Pass for this turn"), {}, (), leads, rule("8.1"), weight))

    def _exploits(self, now: Situation) -> Iterator[Choice]:
        """Yield the exploits, neighbour by neighbour.

        Of cards that would do the same there, it is one that lies on the table before one of the hand.
        """
        deck, on_table = now.deck, [each.card for each in now.round.table(now.seat)] if now.round else []
        kept: list[Exploit] = []
        for each in sorted(possible_exploits(now), key=lambda each: (each.seat, each.card not in on_table)):
            alike = (other for other in kept if (other.seat, other.target) == (each.seat, each.target))
            if all(deck.exploit(other.card) != deck.exploit(each.card) for other in alike):
                kept.append(each)
        for seat, group in groupby(kept, key=lambda each: each.seat):
            for at, (card, _, target) in enumerate(group):
                turned = (say("%(card)s is turned face down there.", card=card_words(deck, target)),)
                yield Choice(
                    kind_of(ExploitCard),
                    card_words(deck, card),
                    {"own": card, "seat": seat, "target": target},
                    details=(*effect_words(deck.exploit(card)), *(turned if deck.which(target) else ())),
                    title=None if at else say("Exploit cards of %(who)s", who=Who(seat)),
                )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        found = tuple(ExploitCard(*each) for each in possible_exploits(now) if not now.deck.exploit(each.card).by_hand)
        return (*found, *((PassForGood(),) if self.third(now) else playable_commands(now)))
