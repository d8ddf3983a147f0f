"""Phase 2: cards laid alone or in pairs, openly or sealed on two phones, and what they do (rules §7)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotVoided
from companion.core.table.table import Table
from companion.core.text import Fact, Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import NOTHING, Acting, How, OnTable, Round, RoundStage
from companion.games.western_town.hands import Hand, can_play, hand, owned, step_seats
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.printed.card_words import card_kept, card_words, play_words
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.rounds import Go, pairs
from companion.games.western_town.state import Board, Circle, State
from companion.games.western_town.turn.keep import cards_to_keep
from companion.games.western_town.words import named, order_words


@dataclass(frozen=True, slots=True)
class PlayCard(Command):
    """Command to play a card openly; ``NOTHING`` tells that no card can be played.

    Used for a card that is laid alone in phase 2, for the third card, and for one that was laid face down and is now
    turned over.
    """

    card: str


@dataclass(frozen=True, slots=True)
class LayFaceDown(Command):
    """Command to lay this card face down because no card can be played."""

    card: str


@dataclass(frozen=True, slots=True)
class CardLaid(TownEvent):
    """The record of a card that a player has laid.

    A card of a step of two is only noted (``Round.laid``) until the other one is known as well.
    """

    seat: str
    card: str
    face_down: bool = False
    name: Fact | str = ""

    def on_board(self, board: Board) -> Board:
        return changed(board, found=board.town)

    def on_round(self, circle: Circle, turn: Round) -> Round:
        if self.face_down:
            remaining = tuple(each for each in turn.acting if each.seat != self.seat)
            turn = changed(turn.with_card(self.seat, OnTable(self.card, False)), acting=remaining)
            return turn.resolved(circle.seats, circle.lead)
        if turn.stage is RoundStage.PLAY:
            return _turned_over(circle, changed(turn, laid={**turn.laid, self.seat: self.card}))
        if self.card == NOTHING:
            acting = Acting(self.seat, self.card, How.NOTHING)
        else:
            turn = turn.with_card(self.seat, OnTable(self.card))
            acting = Acting(self.seat, self.card, How.PLAY)
        return changed(turn, acting=(acting,)).after_go(Go.THIRD)

    def tell(self) -> Text:
        who = Who(self.seat)
        if self.card == NOTHING:
            return say("%(who)s can play no card", who=who)
        if self.face_down:
            return say("%(who)s lays face down: %(card)s", who=who, card=named(self.name))
        return say("%(who)s plays: %(card)s", who=who, card=named(self.name))


def _turned_over(circle: Circle, turn: Round) -> Round:
    """Turn over all cards of the step, to be carried out clockwise (7.1). Return ``turn`` while one is missing."""
    step = [seat for seat, _ in pairs(circle.seats, circle.lead)[turn.step]]
    if any(seat not in turn.laid for seat in step):
        return turn
    cards, turn = turn.laid, changed(turn, laid={}, ballot=0)
    acting: list[Acting] = []
    for seat in step:
        card = cards[seat]
        if card == NOTHING:
            acting.append(Acting(seat, card, How.NOTHING))
        else:
            turn = turn.with_card(seat, OnTable(card))
            acting.append(Acting(seat, card, How.PLAY))
    return changed(turn, acting=tuple(acting))


def follow(table: Table[State, HouseRules]) -> tuple[Event, ...]:
    """Return the event that opens the next secret step, reveals one, or voids one that is not needed any more.

    A table holds one ballot at a time, so the second camp of a double duel waits for the first.
    """
    state = table.play
    if revealed := _revealed(table, state):
        return revealed
    due = [each for each in state.circles if in_secret(each, table.rules) and not (each.attack or each.throwing)]
    if table.ballot and not table.ballot.votes:
        needed = any(is_sealing(table, circle) for circle in due)
        return () if needed else (BallotVoided(table.ballot.id),)
    return (BallotOpened(_ballot(table, due[0])),) if due else ()


def _revealed(table: Table, state: State) -> tuple[Event, ...]:
    """Return the cards of a ballot that both players have opened; none while it is sealed."""
    ballot = table.ballot
    if ballot is None or not ballot.votes:
        return ()
    turn = state.circle(ballot.voters[0]).round
    if turn is None or turn.ballot != ballot.id:
        return ()
    deck = deck_of(table.catalogue)
    return tuple(CardLaid(seat, ballot.votes[seat], name=card_kept(deck, ballot.votes[seat])) for seat in ballot.voters)


def _ballot(table: Table[State], circle: Circle) -> Ballot:
    """Return the ballot of a secret step: each seat may seal any card that it may hold and could play."""
    seats = step_seats(circle)
    hands = {seat: votable_cards(Situation(table, table.play, seat)) for seat in seats}
    every = dict.fromkeys(card for cards in hands.values() for card in cards)
    return Ballot(UNNUMBERED, fact("lay_together"), seats, tuple(every), choices_by_seat=hands)


def votable_cards(now: Situation) -> tuple[str, ...]:
    """Return the playable cards of this seat, and ``NOTHING`` if its hand may have none."""
    return (*playable_cards(now), *((NOTHING,) if may_lay_nothing(now) else ()))


def possible_hand(now: Situation) -> Hand:
    """Return the cards that the seat may have in its hand; the box does not see which ones it kept."""
    assert now.round
    return hand(now.round, now.seat, now.board, now.deck)


def playable_cards(now: Situation) -> tuple[str, ...]:
    """Return the cards of the possible hand that the rules let this seat play now."""
    green, board, deck = now.rules.green_playable, now.board, now.deck
    return tuple(card for card in possible_hand(now).cards if can_play(card, board, deck, green))


def may_lay_nothing(now: Situation) -> bool:
    """Return whether the hand may be without a playable card (7.3)."""
    return not possible_hand(now).must_hold_one_of(playable_cards(now))


def play_events(now: Situation, card: str) -> tuple[Event, ...]:
    """Return the events of playing this card, or ``NOTHING``.

    Raise RuleError for a card that the player cannot hold or cannot play.
    """
    if card == NOTHING:
        if not may_lay_nothing(now):
            raise IllegalMove(say("You hold a card that can be played."), rule("7.3"))
        return (CardLaid(now.seat, NOTHING),)
    name = card_words(now.deck, card)
    if card not in owned(now.board, now.deck):
        raise BadRequest(say("You have no such card: %(card)s.", card=name))
    if card not in possible_hand(now).cards and not now.waived:
        raise IllegalMove(say("That card is not in your hand: %(card)s.", card=name), rule("6.3"))
    if card not in playable_cards(now) and not now.waived:
        unfit = say("%(card)s cannot be played: its building is destroyed, or a condition is not met.", card=name)
        raise IllegalMove(unfit, rule("7.3"))
    return (CardLaid(now.seat, card, name=card_kept(now.deck, card)),)


def play_choices(now: Situation, label: Text) -> tuple[Choice, ...]:
    """Return the choice among the playable cards, and the choice to show a hand without any."""
    options = card_options(now, playable_cards(now))
    cards = Field("card", say("Which card?"), FieldKind.PICK, options)
    show, face_down = say("I can play no card: I show my hand"), say("Any card is laid face down, without effect.")
    none = Choice(kind_of(PlayCard), show, {"card": NOTHING}, details=(face_down,), rule=rule("7.3"))
    play = Choice(kind_of(PlayCard), label, {}, (cards,), (), rule("7.3"), Weight.PRIMARY, title=label, at_once=True)
    return (*((play,) if options else ()), *((none,) if may_lay_nothing(now) else ()))


def card_options(now: Situation, cards: tuple[str, ...]) -> tuple[Option, ...]:
    """Return an option for each card, with its colour and the effect of playing it."""
    deck = now.deck
    return tuple(
        Option(card, card_words(deck, card), play_words(deck, card), look=deck.card(card).strip) for card in cards
    )


def playable_commands(now: Situation) -> tuple[Command, ...]:
    """Return a command for each playable card; if there is none, the command that plays ``NOTHING``."""
    return tuple(PlayCard(card) for card in playable_cards(now)) or (PlayCard(NOTHING),)


def in_secret(circle: Circle, rules: HouseRules) -> bool:
    """Return whether two players of this circle seal their cards of the current step on their phones."""
    turn = circle.round
    if turn is None or turn.stage is not RoundStage.PLAY or turn.acting or not rules.sealed_choice:
        return False
    return len(step_seats(circle)) > 1


def is_sealing(table: Table, circle: Circle) -> bool:
    """Return whether the open ballot belongs to this circle."""
    ballot = table.ballot
    return ballot is not None and not ballot.votes and set(ballot.voters) <= set(circle.seats)


class LayPhase(Phase):
    """A step of phase 2: one player lays a card, or two lay theirs together (7.1)."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.PLAY or turn.acting:
            return ()
        missing = tuple(seat for seat in step_seats(now.circle) if seat not in turn.laid)
        sealed = now.table.ballot.sealed if now.table.ballot and is_sealing(now.table, now.circle) else {}
        return tuple(seat for seat in missing if seat not in sealed) or missing

    @handles(PlayCard)
    def play_card(self, now: Situation, command: PlayCard) -> tuple[Event, ...]:
        """Play a card openly. Raise NotNow for a step in which cards are sealed."""
        if in_secret(now.circle, now.rules):
            raise NotNow(say("Both lay their cards in secret: seal yours on your phone."), rule("7.1"))
        return play_events(now, command.card)

    def instruction(self, now: Situation) -> Text:
        return say("Lay a card") if len(step_seats(now.circle)) == 1 else say("Lay a card face down")

    def waiting_text(self, now: Situation) -> Text:
        one, *rest = self.waited_for(now)
        if not rest:
            return say("%(who)s lays a card", who=Who(one))
        return say("%(who)s and %(other)s lay a card together", who=Who(one), other=Who(rest[0]))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        order = say("Phase 2, card by card: %(order)s.", order=order_words(now.circle.seats, now.circle.lead))
        if len(step_seats(now.circle)) == 1:
            return (order,)
        if not in_secret(now.circle, now.rules):
            return (order, say("Both lay a card face down, turn them over together, and tap what is there."))
        if not is_sealing(now.table, now.circle):
            return (order, say("The other duel is laying its cards: then it is your turn."))
        return (order,)

    def shown_to(self, now: Situation, reader: str | None) -> tuple[Text, ...]:
        """Return how many cards this seat keeps and lays away, until its first card lies on the table."""
        kept, away = cards_to_keep(now) if reader and now.round and not now.round.table(reader) else (0, 0)
        if not away:
            return self.prompt(now)
        return (say("Keep %(kept)s cards, and lay %(away)s face down: they rest in this turn.", kept=kept, away=away),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return () if in_secret(now.circle, now.rules) else play_choices(now, say("Tap the card that you play"))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return () if in_secret(now.circle, now.rules) else playable_commands(now)


class FaceDownPhase(Phase):
    """The phase in which a player who can play nothing lays a card face down and shows the hand (7.3)."""

    question = say("Show your hand, and lay any card face down")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        acting = now.acting
        return (acting.seat,) if acting and acting.how is How.NOTHING else ()

    @handles(LayFaceDown)
    def lay_face_down(self, now: Situation, command: LayFaceDown) -> tuple[Event, ...]:
        """Lay a card face down. Raise IllegalMove for one that is not in the hand."""
        card, deck = command.card, now.deck
        if card not in possible_hand(now).cards:
            name = card_words(deck, card)
            raise IllegalMove(say("That card is not in your hand: %(card)s.", card=name), rule("7.3"))
        return (CardLaid(now.seat, card, face_down=True, name=card_kept(deck, card)),)

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s can play no card, and lays one face down", who=Who(self.waited_for(now)[0]))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        options = tuple(Option(card, card_words(now.deck, card)) for card in possible_hand(now).cards)
        field = Field("card", say("Which card?"), FieldKind.PICK, options)
        label, weight = say("Lay this card face down"), Weight.PRIMARY
        return (Choice(kind_of(LayFaceDown), label, {}, (field,), (), rule("7.3"), weight, label, at_once=True),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(map(LayFaceDown, possible_hand(now).cards))
