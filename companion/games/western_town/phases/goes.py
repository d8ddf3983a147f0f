"""Phase 3: the third card, exploits, passing; phase 4: gains and what cannot be stored (rules §8, §9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, fact, names_of, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.hands import owned
from companion.games.western_town.phases.cards import exploitable, laid, play_choices, plays
from companion.games.western_town.phases.phase import Phase, Situation, TogetherPhase
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.effects import Exploit, PlayedCard, exploits, merged
from companion.games.western_town.rulebook.rounds import Goes, neighbours, right_of
from companion.games.western_town.rulebook.towns import NAMES, Resource, gained
from companion.games.western_town.state import OnTable, RoundStage
from companion.games.western_town.words import card_kept, card_words, cards_words, change_words, effect_words


def possible_exploits(now: Situation) -> tuple[Exploit, ...]:
    """Every exploit that this seat may choose now (8.1-8.4)."""
    turn = now.round
    if turn is None:
        return ()
    seats = now.circle.seats
    own = [_card(now, card) for card in exploitable(now, turn)]
    tables = {seat: [_card(now, each.card) for each in turn.table(seat) if each.face_up] for seat in seats}
    return exploits(seats, now.seat, own, tables, now.board.buildings)


def _card(now: Situation, card: str) -> PlayedCard:
    known = now.deck.card(card)
    return PlayedCard(card, known.name, known.green)


class GoPhase(Phase):
    """A go of phase 3: third card, exploit, or pass."""

    commands = (c.PlayCard, c.ExploitCard, c.PassForGood)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.EXPLOIT or turn.goes is None or turn.acting:
            return ()
        return (turn.goes.turn,) if turn.goes.turn else ()

    def goes(self, now: Situation) -> Goes:
        """How far the phase has come; only asked in it."""
        assert now.round
        assert now.round.goes
        return now.round.goes

    def third(self, now: Situation) -> bool:
        """Whether he has played his third card."""
        return now.seat in self.goes(now).third

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        match command:
            case c.PlayCard() if self.third(now):
                raise NotNow(say("%(who)s has played the third card already.", who=Who(now.seat)), rule("8.1"))
            case c.PlayCard(card=card):
                return laid(now, card)
            case c.ExploitCard():
                return self._exploited(now, command)
            case c.PassForGood() if not self.third(now):
                raise NotNow(say("%(who)s has to play the third card before passing.", who=Who(now.seat)), rule("8.1"))
            case c.PassForGood():
                first = not now.circle.passed
                named = e.MarshalNamed(now.seat, right_of(now.circle.seats, now.seat))
                return (*((named,) if first else ()), e.PlayerPassed(now.seat))
        return super().decide(now, command)

    def _exploited(self, now: Situation, command: c.ExploitCard) -> tuple[Event, ...]:
        wanted = Exploit(command.own, command.seat, command.target)
        legal = wanted in possible_exploits(now)
        if not legal and not (now.waived and self._lies_there(now, wanted)):
            raise IllegalMove(self._why_not(now, wanted), rule("8.2"))
        return (e.CardExploited(now.seat, *wanted, card_kept(now.deck, command.own), not legal),)

    def _lies_there(self, now: Situation, wanted: Exploit) -> bool:
        """Whether at least the cards are there: the table may allow everything else."""
        there = now.round.table(wanted.seat) if now.round and wanted.seat != now.seat else ()
        return wanted.own in owned(now.board, now.deck) and OnTable(wanted.target) in there

    def _why_not(self, now: Situation, wanted: Exploit) -> Text:
        turn, deck, card = now.round, now.deck, card_words(now.deck, wanted.own)
        name = deck.card(wanted.own).name
        standing = [each for each in now.board.buildings if each.name == name]
        if standing and all(each.destroyed for each in standing):
            return say("%(card)s: the building is destroyed, and its card cannot be used.", card=card)
        if wanted.seat not in neighbours(now.circle.seats, now.seat):
            return say("Only cards of immediate neighbours can be exploited.")
        if OnTable(wanted.target) not in (turn.table(wanted.seat) if turn else ()):
            return say("%(card)s does not lie face up there.", card=card_words(deck, wanted.target))
        if deck.card(wanted.target).name != name:
            return say("A card exploits only a card of the same name.")
        return say("%(card)s: you cannot use this card now, or it would change nothing.", card=card)

    def asked(self, now: Situation) -> Text:
        return say("Exploit, or pass") if self.third(now) else say("Play your third card, or exploit")

    def told(self, now: Situation) -> Text:
        goes = self.goes(now)
        if goes.turn in goes.third:
            return say("%(who)s exploits, or passes", who=Who(goes.turn))
        return say("%(who)s plays the third card, or exploits", who=Who(goes.turn))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        passed = self.goes(now).passed
        if not passed:
            return (say("Whoever passes first becomes lead marshal."),)
        return (say("Passed: %(names)s.", names=names_of(passed)),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        found = tuple(self._exploits(now))
        if not self.third(now):
            return (*play_choices(now, say("Your third card")), *found)
        leads = () if now.circle.passed else (say("You become lead marshal."),)
        weight = Weight.NORMAL if found else Weight.PRIMARY
        return (*found, Choice("pass_for_good", say("Pass for this turn"), {}, (), leads, rule("8.1"), weight))

    def _exploits(self, now: Situation) -> Iterator[Choice]:
        """Neighbour by neighbour; of cards that would do the same there, one that lies on the table before one of the
        hand."""
        deck, mine = now.deck, [each.card for each in now.round.table(now.seat)] if now.round else []
        kept: list[Exploit] = []
        for each in sorted(possible_exploits(now), key=lambda each: (each.seat, each.own not in mine)):
            alike = (other for other in kept if (other.seat, other.target) == (each.seat, each.target))
            if all(deck.exploit(other.own) != deck.exploit(each.own) for other in alike):
                kept.append(each)
        for seat, group in groupby(kept, key=lambda each: each.seat):
            for at, (own, _, target) in enumerate(group):
                turned = (say("%(card)s is turned face down there.", card=card_words(deck, target)),)
                yield Choice(
                    "exploit_card",
                    card_words(deck, own),
                    {"own": own, "seat": seat, "target": target},
                    details=(*effect_words(deck.exploit(own)), *(turned if deck.which(target) else ())),
                    title=None if at else say("Exploit cards of %(who)s", who=Who(seat)),
                )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        found = tuple(c.ExploitCard(*each) for each in possible_exploits(now) if not now.deck.exploit(each.own).by_hand)
        return (*found, *((c.PassForGood(),) if self.third(now) else plays(now)))


class GainsPhase(TogetherPhase):
    """Everybody takes what his face-up cards bring (9.1)."""

    commands = (c.TakeGains,)
    question = say("Take your gains")
    news = say("gains are taken")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.GAINS:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in turn.gained)

    def cards(self, now: Situation) -> tuple[str, ...]:
        """The own cards that lie face up."""
        return tuple(each.card for each in now.round.table(now.seat) if each.face_up) if now.round else ()

    def open_choices(self, now: Situation) -> tuple[tuple[str, tuple[Resource, ...]], ...]:
        """The cards of which one resource is chosen."""
        found = ((card, now.deck.card(card).choice) for card in self.cards(now))
        return tuple((card, choice) for card, choice in found if choice)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        assert isinstance(command, c.TakeGains)
        chosen, wanted = command.choices, [choice for _, choice in self.open_choices(now)]
        if chosen not in product(*wanted):
            raise BadRequest(say("Say which of them you take for every card that lets you choose."))
        town = now.board.town
        for card in self.cards(now):
            town = gained(town, now.deck.card(card).gains)
        for each in chosen:
            town = gained(town, {each: 1})
        return (*now.becomes(town, fact("because_gains")), e.GainsTaken(now.seat))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Face up on your table: %(cards)s.", cards=cards_words(now.deck, self.cards(now))),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        known = merged(*(now.deck.card(card).gains for card in self.cards(now)))
        fields = tuple(
            Field(
                "choices",
                say("%(card)s: which?", card=card_words(now.deck, card)),
                FieldKind.PICK,
                tuple(Option(what.value, NAMES[what]) for what in among),
                index=at,
            )
            for at, (card, among) in enumerate(self.open_choices(now))
        )
        unknown = say("What the box does not know of a card you add in your town.")
        strange = not all(now.deck.card(card).gains or now.deck.card(card).choice for card in self.cards(now))
        details = (*((change_words(known),) if known else ()), *((unknown,) if strange else ()))
        label, weight, single = say("Take my gains"), Weight.PRIMARY, len(fields) == 1
        title = fields[0].label if single else None
        return (Choice("take_gains", label, {}, fields, details, rule("9.1"), weight, title, at_once=single),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(c.TakeGains(chosen) for chosen in product(*(among for _, among in self.open_choices(now))))


class StorePhase(TogetherPhase):
    """What cannot be stored is discarded before Lincoln comes (9.2)."""

    commands = (c.StoreGoods,)
    question = say("Discard what cannot be stored")
    news = say("what cannot be stored is discarded")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not RoundStage.VISIT or now.circle.visited:
            return ()
        return tuple(seat for seat in now.circle.seats if now.state.towns[seat].overflow)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        lost = change_words({what: -number for what, number in now.board.overflow.items()})
        return (Choice("store_goods", say("Discard"), {}, (), (lost,), rule("9.2"), Weight.PRIMARY),)
