"""Phase 2: cards laid alone or in pairs, openly or sealed on two phones, and what they do (rules §7)."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town.guided import commands as g
from companion.games.western_town.guided import events as ge
from companion.games.western_town.guided.ballots import in_secret, sealing
from companion.games.western_town.guided.hands import Hand, can_play, hand, homes, owned, step_seats
from companion.games.western_town.guided.words import card_kept, card_words, in_a_line, play_words
from companion.games.western_town.phases.construct import buildings
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.phases.turn import order_words
from companion.games.western_town.round import NOTHING, How, Round, Stage
from companion.games.western_town.rulebook.effects import Around, worth_exploiting
from companion.games.western_town.rulebook.towns import Resource


def held(now: Situation) -> Hand:
    """What the seat may hold."""
    assert now.round
    return hand(now.round, now.seat, now.board, now.deck)


def playable_cards(now: Situation) -> tuple[str, ...]:
    """The cards that this seat may hold and could play now."""
    green = now.rules.green_playable
    return tuple(card for card in held(now).cards if can_play(card, now.board, now.deck, green))


def may_lay_nothing(now: Situation) -> bool:
    """Whether he may have no card that can be played (7.3)."""
    return not held(now).must_hold_one_of(playable_cards(now))


def laid(now: Situation, card: str) -> tuple[Event, ...]:
    """A card of the own hand is laid to be played; raises RuleError for one that he cannot hold, or not play."""
    if card == NOTHING:
        if not may_lay_nothing(now):
            raise IllegalMove(say("You hold a card that can be played."), RuleRef("2012", "7.3"))
        return (ge.CardLaid(now.seat, NOTHING),)
    if card not in owned(now.board, now.deck):
        raise BadRequest(say("You have no such card: %(card)s.", card=card_words(now.deck, card)))
    if card not in held(now).cards and not now.waived:
        raise IllegalMove(
            say("That card is not in your hand: %(card)s.", card=card_words(now.deck, card)), RuleRef("2012", "6.3")
        )
    if card not in playable_cards(now) and not now.waived:
        raise IllegalMove(
            say(
                "%(card)s cannot be played: its building is destroyed, or a condition is not met.",
                card=card_words(now.deck, card),
            ),
            RuleRef("2012", "7.3"),
        )
    return (ge.CardLaid(now.seat, card, name=card_kept(now.deck, card)),)


def play_choices(now: Situation, label: Text, weight: Weight) -> tuple[Choice, ...]:
    """The cards that can be played, and that none can be where that may be."""
    options = tuple(
        Option(card, card_words(now.deck, card), in_a_line(play_words(now.deck, card))) for card in playable_cards(now)
    )
    rule = RuleRef("2012", "7.3")
    cards = Field("card", say("Which card?"), FieldKind.PICK, options)
    none = Choice(
        "play_card",
        say("I can play no card: I show my hand"),
        {"card": NOTHING},
        details=(say("Any card is laid face down, without effect."),),
        rule=rule,
    )
    return (
        *((Choice("play_card", label, fields=(cards,), rule=rule, weight=weight),) if options else ()),
        *((none,) if may_lay_nothing(now) else ()),
    )


class LayPhase(Phase):
    """A step of phase 2: one lays a card, or two lay theirs together (7.1)."""

    commands = (g.PlayCard,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not Stage.PLAY or turn.acting:
            return ()
        return tuple(seat for seat in step_seats(now.circle) if seat not in turn.laid)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, g.PlayCard):
            return super().decide(now, command)
        if in_secret(now.circle, now.rules):
            raise NotNow(say("Both lay their cards in secret: seal yours on your phone."), RuleRef("2012", "7.1"))
        return laid(now, command.card)

    def asked(self, now: Situation) -> Text:
        return say("Lay a card") if len(step_seats(now.circle)) == 1 else say("Lay a card face down")

    def told(self, now: Situation) -> Text:
        step = step_seats(now.circle)
        if len(step) == 1:
            return say("%(who)s lays a card", who=Who(step[0]))
        return say("%(who)s and %(other)s lay a card together", who=Who(step[0]), other=Who(step[1]))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        order = say("Phase 2, card by card: %(order)s.", order=order_words(now.circle.seats, now.circle.lead))
        if len(step_seats(now.circle)) == 1:
            return (order,)
        if not in_secret(now.circle, now.rules):
            return (order, say("Both lay a card face down, turn them over together, and tap what lies there."))
        if not sealing(now.table, now.circle):
            return (order, say("The other duel is laying its cards: then it is your turn."))
        return (order,)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        if in_secret(now.circle, now.rules):
            return ()
        return play_choices(now, say("Play this card"), Weight.PRIMARY)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return () if in_secret(now.circle, now.rules) else plays(now)


def plays(now: Situation) -> tuple[Command, ...]:
    """Every card that could be played, or nothing."""
    return tuple(g.PlayCard(card) for card in playable_cards(now)) or (g.PlayCard(NOTHING),)


class FaceDownPhase(Phase):
    """Somebody who can play nothing lays any card face down, and shows his hand (7.3)."""

    commands = (g.LayFaceDown,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        first = turn.acting[0] if turn and turn.acting else None
        return (first.seat,) if first and first.how is How.NOTHING else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, g.LayFaceDown):
            return super().decide(now, command)
        if command.card not in held(now).cards:
            raise IllegalMove(
                say("That card is not in your hand: %(card)s.", card=card_words(now.deck, command.card)),
                RuleRef("2012", "7.3"),
            )
        return (ge.CardLaid(now.seat, command.card, face_down=True, name=card_kept(now.deck, command.card)),)

    def asked(self, now: Situation) -> Text:
        return say("Show your hand, and lay any card face down")

    def told(self, now: Situation) -> Text:
        return say("%(who)s can play no card, and lays one face down", who=Who(self.waited_for(now)[0]))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        options = tuple(Option(card, card_words(now.deck, card)) for card in held(now).cards)
        field = Field("card", say("Which card?"), FieldKind.PICK, options)
        label = say("Lay this card face down")
        return (Choice("lay_face_down", label, fields=(field,), rule=RuleRef("2012", "7.3"), weight=Weight.PRIMARY),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(g.LayFaceDown(card) for card in held(now).cards)


def exploitable(now: Situation, turn: Round) -> tuple[str, ...]:
    """The own cards whose exploit effect would change something now (8.2, 19.1, 20.3)."""
    mine = (*held(now).cards, *(each.card for each in turn.table(now.seat) if each.face_up))
    towns = [now.state.towns[seat].town for seat in now.circle.seats if seat != now.seat]
    kept = turn.kept.get(now.seat)
    around = Around(
        lambda town: bool(buildings(now, town)),
        {what: max(each.count(what) for each in towns) for what in Resource},
        len(kept.cards) - kept.limit if kept else 0,
    )
    town, counts = now.board.town, homes(now.board)
    return tuple(card for card in mine if worth_exploiting(town, counts, now.deck.exploit(card), around))
