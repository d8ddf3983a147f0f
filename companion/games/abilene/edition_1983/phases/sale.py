"""A sale: belief and doubt, the truth, what is paid (rules 1983 §7); and the notes on fever at the start (§2.3)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.core.errors import NotNow, RuleError, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.money.bank import rounded_up
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.phases import handles
from companion.core.plugin import Consent
from companion.core.text import Money, Text, Who, fact, names_of, say, wording
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.encounters import DebtPhase, SealedVotePhase
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.house_rules import NOTE, SteerRules
from companion.games.abilene.edition_1983.messages import SealFever, TurnSteer
from companion.games.abilene.edition_1983.phases.steps import STEP_COMMANDS
from companion.games.abilene.edition_1983.prices import OWN_STEER, RUSTLED
from companion.games.abilene.edition_1983.rules import sales, turn
from companion.games.abilene.edition_1983.screens.choices import borrowing, owner_field
from companion.games.abilene.edition_1983.screens.players import health_words, whose_words
from companion.games.abilene.edition_1983.state import State1983


class TruthPhase(Phase[State1983]):
    """Phase in which the votes are revealed, and what lies underneath is not."""

    instruction = say("Turn the steer over: is there a hole?")
    news = wording("%(who)s turns the steer over.")

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        sale = now.state.sale
        if sale is None or not sale.votes or sale.fever is not None:
            return ()
        seller_is_box = now.table.seat(sale.seller).box
        noted = sale.steer in now.state.notes.get(sale.owner, {})
        return (sale.owner if seller_is_box and noted else sale.seller,)

    @handles(messages_1983.OpenFever)
    def open_note(self, now: Situation[State1983], command: messages_1983.OpenFever) -> tuple[Event, ...]:
        """Open what the owner has noted of the steer. Raise RuleError."""
        return sales.open_note(now.table, now.state, now.seat, command)

    @handles(messages_1983.TurnSteer)
    def turn_over(self, now: Situation[State1983], command: messages_1983.TurnSteer) -> tuple[Event, ...]:
        """Turn the steer over. Raise RuleError."""
        return sales.turn_over(now.table, now.state, now.seat, command, now.waived)

    def consent(self, now: Situation[State1983], seat: str, command: Command) -> Consent | None:
        """Ask a second player to confirm a sticker that somebody else typed than the one who turns the cow over."""
        sale = now.state.sale
        if (
            isinstance(command, messages_1983.OpenFever)
            and sale
            and seat != sale.seller
            and not now.table.seat(seat).box
        ):
            sales.open_note(now.table, now.state, seat, command)
            seller = tuple(one for one in now.table.people(but=seat) if one == sale.seller)
            return Consent(seller, len(seller), fact("has_fever" if command.fever else "is_healthy"))
        if not isinstance(command, messages_1983.TurnSteer) or sale is None or seat == sale.seller:
            return None
        sales.turn_over(now.table, now.state, seat, command, waived=False)
        other_seats = now.table.people(but=seat)
        return Consent(other_seats, min(1, len(other_seats)), fact("has_fever" if command.fever else "is_healthy"))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _truths(now.state, Weight.PRIMARY)

    def choices_out_of_turn(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _truths(now.state, Weight.QUIET)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return the owner's note; what the seller finds, where nobody has one."""
        sale, note = now.state.sale, bots.open_note(now.table, now.state, seat, secrets)
        if note or sale is None or sale.steer in now.state.notes.get(sale.owner, {}):
            return note
        owner = sale.owner or chance.choice(sales.colours_left(now.state))
        left = sales.left_under(now.state, owner)
        found = chance.choices(list(left), list(left.values()))[0]
        return messages_1983.TurnSteer(found, None if sale.owner else owner)

    def shown_by_box(self, now: Situation[State1983], seat: str, secrets: Any) -> Command | None:
        return bots.open_note(now.table, now.state, seat, secrets)

    def bot_out_of_turn(self, now: Situation[State1983], seat: str, secrets: Any) -> Command | None:
        """Open the note of the steer's owner, even if another player sells it."""
        return bots.open_note(now.table, now.state, seat, secrets)


def _truths(state: State1983, weight: Weight) -> tuple[Choice, ...]:
    """Offer *healthy* and *fever*, and whose colour where the box does not know it.

    Somebody confirms what others than the seller say.
    """
    sale = state.sale
    known = sale is not None and bool(sale.owner)
    options = tuple(Option(fever, health_words(fever)) for fever in (False, True))
    hole = Field("fever", say("Under the steer"), FieldKind.PICK, options)
    quiet = weight is Weight.QUIET
    return (
        Choice(
            kind_of(TurnSteer),
            say("Enter it for the seller; a second player confirms") if quiet else say("Show the steer"),
            fields=(hole,) if known else (owner_field(state), hole),
            rule=RuleRef("1983", "3.3"),
            weight=weight,
        ),
    )


class VotePhase(SealedVotePhase[State1983]):
    """Phase of the vote: belief or doubt."""

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Return the steer that has just come to town."""
        state = now.state
        held_up = state.sale or state.pending or turn.asked(state)
        return sales.open_sale(state) if state.waiting_cows and not held_up else ()

    def prompt(self, now: Situation[State1983], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        return on_sale(now.state, now.table.rules)


def on_sale(state: State1983, rules: SteerRules) -> tuple[Text, ...]:
    """Return whose steer it is, and what the bank pays for it whatever lies underneath (§7.3)."""
    sale = state.sale
    if sale is None or not sale.owner:
        return ()
    price, words = OWN_STEER if sale.owner == sale.seller else RUSTLED, whose_words(sale.seller, sale.owner)
    bank, stake = Money(price.bank), Money(price.stake)
    if rules.votes_total:
        together = say(
            "%(whose)s: the bank pays %(price)s, and %(stake)s is at stake with all other players together.",
            whose=words,
            price=bank,
            stake=stake,
        )
        return (together,)
    each = say(
        "%(whose)s: the bank pays %(price)s, and %(stake)s is at stake with every other player.",
        whose=words,
        price=bank,
        stake=stake,
    )
    return (each,)


class SettlementPhase(DebtPhase[State1983]):
    """The phase in which a player has to borrow."""

    instruction = say("You cannot pay yet: borrow")
    news = wording("%(who)s cannot pay yet and has to borrow.")
    ways_out = say("Borrow from the bank, or ask the others: they tap your badge.")

    def debtors(self, now: Situation[State1983]) -> Mapping[str, int]:
        return sales.debtors(now.table, now.state)

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        return sales.settle(now.table, now.state)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return borrowing(now, seat)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return what it lacks, in whole notes."""
        return BorrowFromBank(rounded_up(self.debtors(now)[seat], NOTE))


class FeverPhase(Phase[State1983]):
    """Phase in which the notes are sealed on the phones."""

    instruction = say("Which of your steers have the fever?")

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...]:
        return turn.asked(now.state)

    @handles(messages_1983.SealFever)
    def note(self, now: Situation[State1983], command: messages_1983.SealFever) -> tuple[Event, ...]:
        """Note which steers have the fever. Raise RuleError."""
        return turn.note(now.layout, now.state, now.seat, command.notes)

    def refuses(self, now: Situation[State1983], command: Command) -> RuleError | None:
        missing = turn.asked(now.state)
        if not missing or not isinstance(command, STEP_COMMANDS):
            return None
        return NotNow(say("First %(who)s notes which steers have the fever.", who=Who(missing[0])))

    def prompt(self, now: Situation[State1983], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        names = names_of(turn.asked(now.state))
        return () if waited_for else (say("Still to note which steers have the fever: %(names)s", names=names),)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        in_mind = say("I keep it in mind and write nothing down")
        return (Choice(kind_of(SealFever), in_mind, {"notes": {}}),)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.note(now.layout, now.table, now.state, seat, secrets)

    def shown_by_box(self, now: Situation[State1983], seat: str, secrets: Any) -> Command | None:
        return self.bot(now, seat, random.Random(0), secrets)
