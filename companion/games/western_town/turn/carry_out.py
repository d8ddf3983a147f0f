"""The effect of a card that is played or exploited, by its owner or automatically (rules §4.6, §7.2, §8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Event, logged_as
from companion.core.table.table import Table
from companion.core.text import Fact, Text, Who, fact, names_of, say
from companion.core.values import changed
from companion.games.western_town.camp.die import DieDue
from companion.games.western_town.changes import TownChanged
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import Acting, How, Round, RoundStage
from companion.games.western_town.hands import homes
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed.card_words import card_kept, card_words
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import NO_OFFER, Effect, Offer, affordable, brought, carried_out
from companion.games.western_town.rulebook.towns import gained, paid
from companion.games.western_town.state import Board, Circle, State
from companion.games.western_town.town.construct import buildings, repeatable
from companion.games.western_town.words import named


@dataclass(frozen=True, slots=True)
class ExploitTakenBack(TownEvent):
    """The record of an exploit that was taken back: the neighbour's card lies face up again."""

    seat: str
    name: Fact | str = ""

    def on_round(self, circle: Circle, turn: Round) -> Round:
        if not turn.acting or turn.exploiting is None:
            return turn
        exploiting = changed(turn.exploiting, turn=self.seat)
        turned = turn.turned(turn.acting[0].other, turn.acting[0].target, True)
        return changed(turned, acting=(), exploiting=exploiting)

    def tell(self) -> Text:
        return say("%(who)s takes the exploit back: %(card)s", who=Who(self.seat), card=named(self.name))


@dataclass(frozen=True, slots=True)
class CardPlayedAgain(TownEvent):
    """The record of a card that plays another card of the same table again."""

    seat: str
    card: str
    name: Fact | str = ""

    def on_board(self, board: Board) -> Board:
        return changed(board, found=board.town)

    def on_round(self, circle: Circle, turn: Round) -> Round:
        now, later = turn.acting[0], turn.acting[1:]
        again = Acting(self.seat, self.card, How.PLAY, repeats=True)
        return changed(turn, acting=(again, changed(now, repeated=True), *later))

    def tell(self) -> Text:
        return say("%(who)s plays again: %(card)s", who=Who(self.seat), card=named(self.name))


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class CardCarriedOut(TownEvent):
    """The record of an effect that is over.

    ``back``: so many inactive cards came into the hand. ``name``: of a card that changed nothing in the town.
    """

    seat: str
    card: str
    how: How
    back: int = 0
    name: Fact | str = ""
    notified: tuple[str, ...] = ()
    """the seats whose phones show it: the neighbour's, where the box cannot read the card (20.3)"""

    def on_round(self, circle: Circle, turn: Round) -> Round:
        turn = changed(turn.with_more_cards(self.seat, self.back), acting=turn.acting[1:])
        return turn.resolved(circle.seats, circle.lead)

    def tell(self) -> Text | None:
        who = Who(self.seat)
        if self.back:
            return say("%(who)s takes cards back into the hand: %(count)s", who=who, count=self.back)
        return say("%(who)s carries out: %(card)s", who=who, card=named(self.name)) if self.name else None

    def news(self) -> Mapping[str, Text]:
        text = say(
            "%(who)s says that this exploit has changed something: %(card)s",
            who=Who(self.seat),
            card=named(self.name),
        )
        return dict.fromkeys(self.notified, text)


Answer = tuple[int, int, str]
"""the number of the offer, the number of cards that come back into the hand, the robbed seat"""


def carry_out(
    now: Situation, acting: Acting, offer: int = NO_OFFER, back: int = 0, victim: str = ""
) -> tuple[Event, ...]:
    """Return the effect of the card, with what was chosen. Raise RuleError."""
    effect = now.deck.effect(acting)
    if effect.builds and effect.must and not now.waived:
        refusal = say("This card pays for a building: build one, or undo the exploit.")
        raise IllegalMove(refusal, rule("20.2"))
    if acting.built and offer != NO_OFFER and not effect.offers:
        raise IllegalMove(say("You have built with this card: it brings nothing else."), rule("4.7"))
    if not 0 <= back <= effect.back:
        raise BadRequest(say("That is more cards than come back into the hand."))
    _check_first(now, effect, offer)
    after = carried_out(now.board.town, homes(now.board), effect, offer)
    change = now.town_change(after, fact("because_exploit" if acting.how is How.EXPLOIT else "because_played"))
    theft = _stolen(now, effect, offer, victim)
    # The neighbour reads what the box cannot (20.3).
    readers = (acting.other,) if acting.how is How.EXPLOIT and effect.unread else ()
    name = card_kept(now.deck, acting.card) if readers or not (change or theft) else ""
    if _is_open(acting, effect) and not (change or theft or back or effect.dice or now.waived):
        raise IllegalMove(
            say("Nothing has happened yet: do what the card says, or take the exploit back."), rule("20.3")
        )
    return (
        *change,
        *theft,
        CardCarriedOut(now.seat, acting.card, acting.how, back, name, readers),
        *((DieDue(now.seat, effect.dice),) if effect.dice else ()),
    )


def _is_open(acting: Acting, effect: Effect) -> bool:
    """Return whether it is an exploit of which a part has still to be done; an unread one is done on a word (20.3)."""
    return acting.how is How.EXPLOIT and not (acting.begun or acting.allowed or effect.unread)


def is_idle(now: Situation, acting: Acting, effect: Effect) -> bool:
    """Return whether it is an exploit that can change nothing any more: it is taken back."""
    if not _is_open(acting, effect) or effect.dice or done_by_hand(now, effect):
        return False
    return not any(_changes(now, effect, way) for way in answers_of(now, acting, effect))


def _changes(now: Situation, effect: Effect, way: Answer) -> bool:
    offer, back, victim = way
    return bool(back or victim) or carried_out(now.board.town, homes(now.board), effect, offer) != now.board.town


def _stolen(now: Situation, effect: Effect, offer: int, victim: str) -> tuple[Event, ...]:
    """Return the cube that leaves the victim's town and comes into the own in one step. Raise IllegalMove (21.1)."""
    able, what = _victims(now, effect, offer), effect.steals
    if victim and victim not in able:
        raise IllegalMove(say("Nothing can be stolen there with this card."), rule("21.1"))
    if able and not victim and not now.waived:
        refusal = say("Say whom you steal from (%(names)s), or take the exploit back.", names=names_of(able))
        raise IllegalMove(refusal, rule("21.1"))
    if not victim or what is None:
        return ()
    return (
        TownChanged(victim, {what: -1}, fact("stolen_by", by=Who(now.seat)), (victim,)),
        TownChanged(now.seat, {what: 1}, fact("stolen_from", of=Who(victim)), (now.seat,)),
    )


def _victims(now: Situation, effect: Effect, offer: int) -> tuple[str, ...]:
    """Return who can be robbed with the card; where it has offers, only by taking one of them."""
    what = effect.steals
    if what is None or (effect.offers and offer == NO_OFFER):
        return ()
    other_seats = (seat for seat in now.circle.seats if seat != now.seat)
    return tuple(seat for seat in other_seats if now.state.towns[seat].town.count(what))


def open_offers(now: Situation, effect: Effect) -> tuple[int, ...]:
    """Return the offers that can be taken, once the town has what the card brings by itself, by their places.

    The first one is paid with what was there when the card was played (21.4).
    """
    places = affordable(brought(now.board.town, homes(now.board), effect), effect)
    return tuple(place for place in places if place in affordable(now.board.found, effect)) if effect.first else places


def _check_first(now: Situation, effect: Effect, offer: int) -> None:
    if offer != NO_OFFER and effect.first and offer not in open_offers(now, effect):
        raise IllegalMove(
            say("Your town could not pay that when the card was played: what came since does not pay it."), rule("21.4")
        )


def played_again(now: Situation, acting: Acting, card: str, offer: int) -> tuple[Event, ...]:
    """Return what is paid first, and the card of the own table that is played again. Raise IllegalMove (21.3, 21.4)."""
    effect = now.deck.effect(acting)
    if card not in repeatable(now):
        refusal = say("%(card)s cannot be played again with this card now.", card=card_words(now.deck, card))
        raise IllegalMove(refusal, rule("21.4"))
    if offer != NO_OFFER and not (effect.first and offer in open_offers(now, effect)):
        raise IllegalMove(say("Your town cannot give what that costs."), rule("21.4"))
    chosen = effect.offers[offer] if offer != NO_OFFER else Offer({})
    after = gained(paid(now.board.town, chosen.pays), chosen.gains)
    again = CardPlayedAgain(now.seat, card, card_kept(now.deck, card))
    return (*now.town_change(after, fact("because_played")), again)


def by_itself(table: Table[State]) -> tuple[Event, ...]:
    """Return the events of a card that leaves nothing to choose or to do by hand: it is carried out without a tap.

    The first of two that were laid together waits: their owners look at both before. Once it has built or played
    another one again, all look at that.
    """
    state = table.play
    for circle in state.circles:
        turn = circle.round
        if turn is None or not turn.acting or circle.attack or circle.throwing:
            continue
        acting = turn.acting[0]
        pair = turn.stage is RoundStage.PLAY and len({each.seat for each in turn.acting}) > 1
        together = pair and not (acting.begun or acting.repeats)
        now = Situation(table, state, acting.seat)
        if acting.how is How.NOTHING or together:
            continue
        effect = now.deck.effect(acting)
        if is_idle(now, acting, effect):
            continue
        found = answers_of(now, acting, effect)
        if len(found) == 1 and not done_by_hand(now, effect):
            return carry_out(now, acting, *found[0])
    return ()


def answers_of(now: Situation, acting: Acting, effect: Effect) -> tuple[Answer, ...]:
    """Return everything that can be chosen with a card; of an exploit only what changes something (20.3)."""
    places = open_offers(now, effect)
    offers = places if places and effect.must else (*places, NO_OFFER)
    kept = now.round.kept.get(now.seat) if now.round else None
    inactive = len(kept.cards) - kept.limit if kept else 0
    found = tuple(
        (offer, back, victim)
        for offer in offers
        for back in range(min(effect.back, inactive), -1, -1)
        for victim in _victims(now, effect, offer) or ("",)
    )
    if not _is_open(acting, effect):
        return found
    return tuple(way for way in found if _changes(now, effect, way)) or found


def done_by_hand(now: Situation, effect: Effect) -> bool:
    """Return whether a part of it can be done now that its player carries out by hand."""
    return (
        effect.unread
        or bool(effect.builds and (effect.must or buildings(now)))
        or bool(repeatable(now))
        or (effect.repairs and any(each.destroyed for each in now.board.buildings))
    )
