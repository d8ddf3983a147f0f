"""Money out of the pot because a card says so (rules §6.4)."""

from __future__ import annotations

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Posting
from companion.core.money.bank import short
from companion.core.money.ledger import amount_of
from companion.core.text import Money, fact, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.cards_played import present
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.phases.phase import Situation


def take_from_pot(now: Situation, seat: str, command: m.TakeFromPot) -> m.PotPaid:
    """The card's money; raises BadRequest where the pot has less."""
    to = present(now.table, now.state, command.seat or seat)
    if amount_of(command.amount) > now.pot:
        raise BadRequest(
            say("Only %(pot)s lie in the pot, not %(amount)s.", pot=Money(now.pot), amount=Money(command.amount)),
            RuleRef("2011", "6.4"),
        )
    words = short(command.words)
    return m.PotPaid(to, words, postings=(Posting(POT, to, command.amount, fact("card_text", words=words)),))


def from_pot_choice(now: Situation) -> Choice:
    """A card gives money out of the pot."""
    amount = Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=1, maximum=max(1, now.pot), step=1)
    to = Field("seat", say("To whom?"), FieldKind.PICK, named(now.state.playing))
    words = Field("words", say("What for?"), FieldKind.WORDS, required=False)
    return Choice(
        "take_from_pot",
        say("Take it from the pot"),
        fields=(to, amount, words),
        title=say("A card gives money from the pot"),
    )
