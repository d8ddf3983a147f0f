"""Steps shared by both levels, herds followed or money only: cards described, money from the pot."""

from __future__ import annotations

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Event, Posting, kind_of
from companion.core.money.bank import short
from companion.core.money.ledger import amount_of
from companion.core.phases import handles
from companion.core.text import Money, fact, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind
from companion.games.unexploded_cow.cards.typed import hundreds
from companion.games.unexploded_cow.cards_played import played_cow_typed, played_event, present
from companion.games.unexploded_cow.commands import PlayCow, PlayEvent, TakeFromPot
from companion.games.unexploded_cow.events import PotPaid
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.phases.phase import Phase, Situation


class CardsPhase(Phase):
    """A phase in which the active player plays cards that the box does not list."""

    @handles(PlayCow)
    def play_cow(self, now: Situation, command: PlayCow) -> tuple[Event, ...]:
        """Play a cow that the player describes. Raise BadRequest."""
        return played_cow_typed(now.table, now.state, now.seat, command, now.waived)

    @handles(PlayEvent)
    def play_event(self, now: Situation, command: PlayEvent) -> tuple[Event, ...]:
        """Pay for an event that the player describes. Raise RuleError."""
        return (played_event(now.seat, command.name, command.price, now.waived),)

    @handles(TakeFromPot)
    def take_from_pot(self, now: Situation, command: TakeFromPot) -> tuple[Event, ...]:
        """Pay a card's money. Raise BadRequest where the pot has less, IllegalMove for an odd amount."""
        to = present(now.table, now.state, command.seat or now.seat)
        if amount_of(command.amount) > now.pot:
            raise BadRequest(
                say("Only %(pot)s is in the pot, not %(amount)s.", pot=Money(now.pot), amount=Money(command.amount)),
                RuleRef("2011", "6.4"),
            )
        hundreds(command.amount, now.waived)
        words = short(command.words)
        why = fact("card_text", words=words) if words else fact("card_text_unnamed")
        return (PotPaid(to, words, postings=(Posting(POT, to, command.amount, why),)),)


def from_pot_choice(now: Situation) -> Choice:
    """Return the choice of a card that gives money out of the pot."""
    amount = Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=1, maximum=max(1, now.pot), step=1)
    to = Field("seat", say("To whom?"), FieldKind.PICK, named(now.state.playing))
    words = Field("words", say("What for?"), FieldKind.WORDS, required=False)
    return Choice(
        kind_of(TakeFromPot),
        say("Take it from the pot"),
        fields=(to, amount, words),
        title=say("A card gives money from the pot"),
    )
