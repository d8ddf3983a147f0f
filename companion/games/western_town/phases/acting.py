"""What a card does when it is played or exploited: carried out by its owner, or by itself (rules §4.6, §7.2, §8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, fact, names_of, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.hands import homes
from companion.games.western_town.phases.construct import buildings, repeatable
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.phases.turn import die_choices, thrown
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import NO_OFFER, Effect, Offer, affordable, brought, carried_out
from companion.games.western_town.rulebook.towns import gained, paid
from companion.games.western_town.state import Acting, How, RoundStage, State
from companion.games.western_town.words import card_kept, card_words, effect_words, offer_words, words

Answer = tuple[int, int, str]
"""which offer, how many cards come back into the hand, who is robbed"""


def carry_out(
    now: Situation, acting: Acting, offer: int = NO_OFFER, back: int = 0, victim: str = ""
) -> tuple[Event, ...]:
    """The effect of the card, with what was chosen; raises RuleError."""
    effect = now.deck.effect(acting)
    if effect.builds and effect.must and not now.waived:
        refusal = say("What is paid for this card is a building: construct one, or take the exploit back.")
        raise IllegalMove(refusal, rule("20.2"))
    if acting.built and offer != NO_OFFER and not effect.offers:
        raise IllegalMove(say("You have built with this card: it brings nothing else."), rule("4.7"))
    if not 0 <= back <= effect.back:
        raise BadRequest(say("So many cards do not come back into the hand."))
    _check_first(now, effect, offer)
    after = carried_out(now.board.town, homes(now.board), effect, offer)
    change = now.becomes(after, fact("because_exploit" if acting.how is How.EXPLOIT else "because_played"))
    theft = _stolen(now, effect, offer, victim)
    name = card_kept(now.deck, acting.card)
    said = acting.how is How.EXPLOIT and effect.unread
    if _is_open(acting, effect) and not (change or theft or back or effect.dice or now.waived):
        raise IllegalMove(
            say("Nothing has happened yet: do what the card says, or take the exploit back."), rule("20.3")
        )
    told = (acting.other,) if said else ()  # the neighbour reads what the box cannot (20.3)
    return (
        *change,
        *theft,
        e.CardCarriedOut(now.seat, acting.card, acting.how, back, name if told or not (change or theft) else "", told),
        *((e.DieDue(now.seat, effect.dice),) if effect.dice else ()),
    )


def _is_open(acting: Acting, effect: Effect) -> bool:
    """Return whether it is an exploit of which a part has still to be done; an unread one is done on a word (20.3)."""
    return acting.how is How.EXPLOIT and not (acting.begun or acting.allowed or effect.unread)


def _is_idle(now: Situation, acting: Acting, effect: Effect) -> bool:
    """Return whether it is an exploit that can change nothing any more: it is taken back."""
    if not _is_open(acting, effect) or effect.dice or _by_hand(now, effect):
        return False
    return not any(_changes(now, effect, way) for way in ways(now, acting, effect))


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
        e.TownChanged(victim, {what: -1}, fact("stolen_by", by=Who(now.seat)), (victim,)),
        e.TownChanged(now.seat, {what: 1}, fact("stolen_from", of=Who(victim)), (now.seat,)),
    )


def _victims(now: Situation, effect: Effect, offer: int) -> tuple[str, ...]:
    """Return who can be robbed with the card; where it has offers, only by taking one of them."""
    what = effect.steals
    if what is None or (effect.offers and offer == NO_OFFER):
        return ()
    others = (seat for seat in now.circle.seats if seat != now.seat)
    return tuple(seat for seat in others if now.state.towns[seat].town.count(what))


def _open_offers(now: Situation, effect: Effect) -> tuple[int, ...]:
    """Return the offers that can be taken, once the town has what the card brings by itself, by their places.

    What comes first is paid with what was there when the card was played (21.4).
    """
    places = affordable(brought(now.board.town, homes(now.board), effect), effect)
    return tuple(place for place in places if place in affordable(now.board.found, effect)) if effect.first else places


def _check_first(now: Situation, effect: Effect, offer: int) -> None:
    if offer != NO_OFFER and effect.first and offer not in _open_offers(now, effect):
        raise IllegalMove(
            say("Your town could not pay that when the card was played: what came since does not pay it."), rule("21.4")
        )


def played_again(now: Situation, acting: Acting, card: str, offer: int) -> tuple[Event, ...]:
    """Return what is paid first, and the card of the own table that is played again. Raise IllegalMove (21.3, 21.4)."""
    effect = now.deck.effect(acting)
    if card not in repeatable(now):
        refusal = say("%(card)s cannot be played again with this card now.", card=card_words(now.deck, card))
        raise IllegalMove(refusal, rule("21.4"))
    if offer != NO_OFFER and not (effect.first and offer in _open_offers(now, effect)):
        raise IllegalMove(say("Your town cannot give what that costs."), rule("21.4"))
    chosen = effect.offers[offer] if offer != NO_OFFER else Offer({})
    after = gained(paid(now.board.town, chosen.pays), chosen.gains)
    again = e.CardPlayedAgain(now.seat, card, card_kept(now.deck, card))
    return (*now.becomes(after, fact("because_played")), again)


def by_itself(table: Table[State]) -> tuple[Event, ...]:
    """A card that leaves nothing to choose or to do by hand is carried out without a tap.

    Not the first of two that were laid together: their owners look at them before; once it has built or played another
    one again, all look at that.
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
        if _is_idle(now, acting, effect):
            continue
        found = ways(now, acting, effect)
        if len(found) == 1 and not _by_hand(now, effect):
            return carry_out(now, acting, *found[0])
    return ()


def ways(now: Situation, acting: Acting, effect: Effect) -> tuple[Answer, ...]:
    """Return everything that can be chosen with a card; of an exploit only what changes something (20.3)."""
    places = _open_offers(now, effect)
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


def _by_hand(now: Situation, effect: Effect) -> bool:
    """Whether a part of it can be done now that its player carries out himself."""
    return (
        effect.unread
        or bool(effect.builds and (effect.must or buildings(now)))
        or bool(repeatable(now))
        or (effect.repairs and any(each.destroyed for each in now.board.buildings))
    )


def _repairs(now: Situation, effect: Effect) -> tuple[Choice, ...]:
    """One tap for every destroyed marker that can come off, at the price of the card."""
    pay = effect.repair or {}
    price = offer_words(Offer({}, pay))
    return tuple(
        Choice(
            "mark_building",
            say("Repair: %(name)s (%(price)s)", name=words(each.name), price=price)
            if pay
            else say("Repair: %(name)s", name=words(each.name)),
            {"building": each.id, "destroyed": False, "pay": {what.value: number for what, number in pay.items()}},
            rule=rule("21.3"),
        )
        for each in now.board.buildings
        if each.destroyed and now.board.town.wood >= sum(pay.values())
    )


class ActPhase(Phase):
    """Somebody carries out his card, while the others watch."""

    commands = (c.CarryOut, c.RepeatCard, c.TakeBack, c.ThrowDie)

    def acting(self, now: Situation) -> Acting:
        """Whose card it is, and which; only asked in this phase."""
        assert now.acting
        return now.acting

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        acting = now.acting
        return (acting.seat,) if acting and acting.how is not How.NOTHING else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        acting = self.acting(now)
        match command:
            case c.ThrowDie(side=c.Side() as side, by_box=by_box):
                return thrown(now, side, by_box)
            case c.CarryOut(offer=offer, back=back, victim=victim):
                return carry_out(now, acting, offer, back, victim)
            case c.RepeatCard(card=card, offer=offer):
                return played_again(now, acting, card, offer)
            case c.TakeBack():
                if acting.how is not How.EXPLOIT or acting.begun:
                    raise NotNow(say("Only an exploit that has done nothing is taken back."), rule("20.3"))
                return (e.ExploitTakenBack(now.seat, card_kept(now.deck, acting.card)),)
        return super().decide(now, command)

    def asked(self, now: Situation) -> Text:
        return say("Carry out: %(card)s", card=card_words(now.deck, self.acting(now).card))

    def told(self, now: Situation) -> Text:
        acting = self.acting(now)
        return say("%(who)s carries out: %(card)s", who=Who(acting.seat), card=card_words(now.deck, acting.card))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return effect_words(now.deck.effect(self.acting(now)))

    def shown_to(self, now: Situation, reader: str | None) -> tuple[Text, ...]:
        acting, lines = self.acting(now), self.prompt(now)
        if reader == acting.seat:
            return lines
        return tuple(say("Card of %(who)s: %(what)s", who=Who(acting.seat), what=line) for line in lines)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        acting = self.acting(now)
        effect = now.deck.effect(acting)
        face_up = say("The card of %(who)s lies face up again.", who=Who(acting.other))
        nothing = say("It would change nothing: take the exploit back")
        back = Choice("take_back", nothing, details=(face_up,), rule=rule("20.3"))
        taken_back = (back,) if acting.how is How.EXPLOIT and effect.by_hand and not acting.begun else ()
        if effect.builds and effect.must:
            return taken_back
        if _is_idle(now, acting, effect):
            return (back,)
        repairs = _repairs(now, effect) if effect.repairs else ()
        again = tuple(self._again(now, effect))
        first = say("This ends the card. To repair before, choose it below.")
        other = say("This ends the card. To play a card again before, choose it below.")
        by_hand = say("Do what the card says in My town below, then tap this.")
        hint = (by_hand,) if effect.unread else (other,) if again else (first,) if repairs else ()
        dice = die_choices(say("Indians come to the camp"))[:1] if effect.unread else ()
        return (*again, *self._done(now, effect, hint), *repairs, *taken_back, *dice)

    def _done(self, now: Situation, effect: Effect, hint: tuple[Text, ...]) -> Iterator[Choice]:
        """Yield the end of the card with what is left to choose: offer by offer where only one of them robs someone."""
        found = ways(now, self.acting(now), effect)
        apart = any(victim for *_, victim in found) and bool(effect.offers)
        offers = tuple(dict.fromkeys(offer for offer, *_ in found))
        groups = [tuple(each for each in found if each[0] == offer) for offer in offers] if apart else [found]
        for at, group in enumerate(groups):
            fields = _fields(effect, group, apart)
            named = offer_title(effect, group[0][0]) if apart else fields[0].label if len(fields) == 1 else None
            yield Choice(
                "carry_out",
                named if apart and named and not fields else say("Done"),
                {"offer": group[0][0]} if apart else {},
                fields,
                hint,
                rule("4.6"),
                Weight.NORMAL if at else Weight.PRIMARY,
                named if fields else None,
                at_once=len(fields) == 1,
            )

    def _again(self, now: Situation, effect: Effect) -> Iterator[Choice]:
        """Yield the cards of the own table that can be played again; what is paid first goes with them."""
        offers = _open_offers(now, effect) if effect.first else ()
        before = say("Which do you take before?")
        fields = (_offer_field(effect, (*offers, NO_OFFER), before),) if offers else ()
        ref = rule("21.4" if effect.first else "21.3")
        for card in repeatable(now):
            label = say("Play again: %(card)s", card=card_words(now.deck, card))
            lines = effect_words(now.deck.play(card))
            title = label if fields else None
            yield Choice("repeat_card", label, {"card": card}, fields, lines, ref, title=title, at_once=bool(fields))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        acting = self.acting(now)
        effect = now.deck.effect(acting)
        if effect.builds and (found := buildings(now)):
            return found
        if (effect.builds and effect.must) or _is_idle(now, acting, effect):
            return (c.TakeBack(),)
        offers = (*(_open_offers(now, effect) if effect.first else ()), NO_OFFER)
        again = tuple(c.RepeatCard(card, offer) for card in repeatable(now) for offer in offers)
        return (*again, *(c.CarryOut(*answer) for answer in ways(now, acting, effect)))


def offer_title(effect: Effect, offer: int) -> Text:
    """Return an offer in words, or that none is taken."""
    return say("nothing of it") if offer == NO_OFFER else offer_words(effect.offers[offer])


def _offer_field(effect: Effect, offers: tuple[int, ...], label: Text) -> Field:
    return Field("offer", label, FieldKind.PICK, tuple(Option(each, offer_title(effect, each)) for each in offers))


def _fields(effect: Effect, answers: tuple[Answer, ...], apart: bool) -> tuple[Field, ...]:
    """What is left to choose; what would give something away is never picked beforehand."""
    offers, backs, victims = (tuple(dict.fromkeys(values)) for values in zip(*answers, strict=True))
    taken = _offer_field(effect, offers, say("Which do you take?"))
    cards = Field(
        "back",
        say("How many cards do you take back from those laid away?"),
        FieldKind.PICK,
        tuple(Option(number, say("%(number)s", number=number)) for number in backs),
    )
    robbed = Field(
        "victim",
        say("Whom do you steal from?"),
        FieldKind.PICK,
        tuple(Option(seat, say("%(who)s", who=Who(seat))) for seat in victims),
    )
    return (
        *((taken,) if offers != (NO_OFFER,) and not apart else ()),
        *((robbed,) if victims != ("",) else ()),
        *((cards,) if len(backs) > 1 else ()),
    )
