"""Phase 3: the third card, exploits, passing; phase 4: gains and what cannot be stored (rules §8, §9)."""

from __future__ import annotations

from itertools import product

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, fact, listed, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.guided import commands as g
from companion.games.western_town.guided import events as ge
from companion.games.western_town.guided.hands import homes, owned
from companion.games.western_town.guided.words import card_kept, card_words, cards_words, effect_words
from companion.games.western_town.phases.cards import exploitable, held, laid, play_choices, plays
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.round import OnTable, Stage
from companion.games.western_town.rulebook.effects import counted, merged
from companion.games.western_town.rulebook.exploits import Card, Exploit, Laid, exploits
from companion.games.western_town.rulebook.rounds import neighbours, right_of
from companion.games.western_town.rulebook.towns import Resource, change, gained, name_of
from companion.games.western_town.tiles import amounts_words


def possible_exploits(now: Situation) -> tuple[Exploit, ...]:
    """Every exploit that this seat may choose now (8.1-8.4)."""
    turn, deck = now.round, now.deck
    if turn is None:
        return ()
    ready = exploitable(now, turn)
    in_hand = [Card(card, deck.name_on(card), deck.green(card)) for card in ready if card in held(now).cards]
    tables = {
        seat: [
            Laid(Card(each.card, deck.name_on(each.card), deck.green(each.card)), each.face_up)
            for each in turn.table(seat)
            if seat != now.seat or each.card in ready
        ]
        for seat in now.circle.seats
    }
    have = counted(now.board.town, homes(now.board))
    return exploits(now.circle.seats, now.seat, in_hand, tables, now.board.buildings, have)


class GoPhase(Phase):
    """A go of phase 3: third card, exploit, or pass."""

    commands = (g.PlayCard, g.ExploitCard, g.PassForGood)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not Stage.EXPLOIT or turn.goes is None or turn.acting:
            return ()
        return (turn.goes.turn,) if turn.goes.turn else ()

    def third(self, now: Situation) -> bool:
        """Whether he has played his third card."""
        goes = now.round.goes if now.round else None
        return goes is not None and now.seat in goes.third

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        rule = RuleRef("2012", "8.1")
        match command:
            case g.PlayCard() if self.third(now):
                raise NotNow(say("%(who)s has played the third card already.", who=Who(now.seat)), rule)
            case g.PlayCard(card=card):
                return laid(now, card)
            case g.ExploitCard():
                return self._exploited(now, command)
            case g.PassForGood() if not self.third(now):
                raise NotNow(say("%(who)s has to play the third card before passing.", who=Who(now.seat)), rule)
            case g.PassForGood():
                first = not now.circle.passed
                named = e.MarshalNamed(now.seat, right_of(now.circle.seats, now.seat))
                return (*((named,) if first else ()), ge.PlayerPassed(now.seat))
        return super().decide(now, command)

    def _exploited(self, now: Situation, command: g.ExploitCard) -> tuple[Event, ...]:
        wanted = Exploit(command.own, command.seat, command.target)
        if wanted not in possible_exploits(now) and not (now.waived and self._lies_there(now, wanted)):
            raise IllegalMove(self._why_not(now, wanted), RuleRef("2012", "8.2"))
        return (
            ge.CardExploited(now.seat, command.own, command.seat, command.target, card_kept(now.deck, command.own)),
        )

    def _lies_there(self, now: Situation, wanted: Exploit) -> bool:
        """Whether at least the cards are there: the table may allow everything else."""
        there = now.round.table(wanted.seat) if now.round and wanted.seat != now.seat else ()
        return wanted.own in owned(now.board, now.deck) and OnTable(wanted.target) in there

    def _why_not(self, now: Situation, wanted: Exploit) -> Text:
        turn, deck, card = now.round, now.deck, card_words(now.deck, wanted.own)
        standing = [each for each in now.board.buildings if each.name == deck.name_on(wanted.own)]
        if standing and all(each.destroyed for each in standing):
            return say("%(card)s: the building is destroyed, and its card cannot be used.", card=card)
        if wanted.seat not in neighbours(now.circle.seats, now.seat):
            return say("Only cards of immediate neighbours can be exploited.")
        here = turn.table(wanted.seat) if turn else ()
        if not any(each.card == wanted.target and each.face_up for each in here):
            return say("%(card)s does not lie face up there.", card=card_words(now.deck, wanted.target))
        if deck.name_on(wanted.target) != deck.name_on(wanted.own):
            return say("A card exploits only a card of the same name.")
        return say("%(card)s: you cannot use this card now, or it would change nothing.", card=card)

    def asked(self, now: Situation) -> Text:
        return say("Exploit, or pass") if self.third(now) else say("Play your third card, or exploit")

    def told(self, now: Situation) -> Text:
        goes = now.round.goes if now.round else None
        who = Who(goes.turn if goes else "")
        if goes and goes.turn in goes.third:
            return say("%(who)s exploits, or passes", who=who)
        return say("%(who)s plays the third card, or exploits", who=who)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        goes = now.round.goes if now.round else None
        if goes is None or not goes.passed:
            return (say("Who is the first to pass becomes lead marshal."),)
        names = listed(say("%(who)s", who=Who(seat)) for seat in goes.passed)
        return (say("Passed: %(names)s.", names=names),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        rule = RuleRef("2012", "8.1")
        found = tuple(
            Choice(
                "exploit_card",
                say("Exploit: %(card)s, %(who)s", card=card_words(now.deck, each.own), who=Who(each.seat)),
                {"own": each.own, "seat": each.seat, "target": each.target},
                details=effect_words(now.deck.exploit(each.own)),
            )
            for each in possible_exploits(now)
        )
        if not self.third(now):
            return (*play_choices(now, say("Play this as third card"), Weight.NORMAL), *found)
        leads = () if now.circle.passed else (say("You become lead marshal."),)
        return (*found, Choice("pass_for_good", say("Pass for this turn"), details=leads, rule=rule))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        found = tuple(g.ExploitCard(*each) for each in possible_exploits(now) if not now.deck.exploit(each.own).by_hand)
        return (*found, *((g.PassForGood(),) if self.third(now) else plays(now)))


class GainsPhase(Phase):
    """Everybody takes what his face-up cards bring (9.1)."""

    commands = (g.TakeGains,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not Stage.GAINS:
            return ()
        return tuple(seat for seat in now.circle.seats if seat not in turn.gained)

    def cards(self, now: Situation) -> tuple[str, ...]:
        """The own cards that lie face up."""
        turn = now.round
        return tuple(each.card for each in turn.table(now.seat) if each.face_up) if turn else ()

    def open_choices(self, now: Situation) -> tuple[tuple[str, tuple[Resource, ...]], ...]:
        """The cards of which one resource is chosen."""
        found = ((card, now.deck.choice(card)) for card in self.cards(now))
        return tuple((card, choice) for card, choice in found if choice)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, g.TakeGains):
            return super().decide(now, command)
        wanted = [choice for _, choice in self.open_choices(now)]
        if len(command.choices) != len(wanted) or any(
            each not in among for each, among in zip(command.choices, wanted, strict=False)
        ):
            raise BadRequest(say("Say which of them you take for every card that lets you choose."))
        town = now.board.town
        for card in self.cards(now):
            town = gained(town, now.deck.gain(card))
        for each in command.choices:
            town = gained(town, {each: 1})
        by = change(now.board.town, town)
        return (*((e.TownChanged(now.seat, by, fact("because_gains")),) if by else ()), ge.GainsTaken(now.seat))

    def asked(self, now: Situation) -> Text:
        return say("Take your gains")

    def told(self, now: Situation) -> Text:
        return say("gains are taken")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Face up on your table: %(cards)s.", cards=cards_words(now.deck, self.cards(now))),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        known = merged(*(now.deck.gain(card) for card in self.cards(now)))
        fields = tuple(
            Field(
                "choices",
                say("%(card)s: which?", card=card_words(now.deck, card)),
                FieldKind.PICK,
                tuple(Option(what.value, name_of(what)) for what in among),
                index=at,
            )
            for at, (card, among) in enumerate(self.open_choices(now))
        )
        details = ((amounts_words(known),) if known else ()) + (
            say("What the box does not know of a card you add in your town."),
        )
        rule = RuleRef("2012", "9.1")
        return (Choice("take_gains", say("Take my gains"), {}, fields, details, rule, Weight.PRIMARY),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(g.TakeGains(chosen) for chosen in product(*(among for _, among in self.open_choices(now))))


class StorePhase(Phase):
    """What cannot be stored is discarded before Lincoln comes (9.2)."""

    commands = (c.StoreGoods,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        turn = now.round
        if turn is None or turn.stage is not Stage.VISIT or now.circle.visited:
            return ()
        return tuple(seat for seat in now.circle.seats if now.state.towns[seat].overflow)

    def asked(self, now: Situation) -> Text:
        return say("Discard what cannot be stored")

    def told(self, now: Situation) -> Text:
        return say("what cannot be stored is discarded")

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        lost = {what: -number for what, number in now.board.overflow.items()}
        rule = RuleRef("2012", "9.2")
        return (Choice("store_goods", say("Discard"), {}, (), (amounts_words(lost),), rule, Weight.PRIMARY),)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (c.StoreGoods(),)
