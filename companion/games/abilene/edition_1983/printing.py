"""Printables of the edition of 1983: steers with their marks, cowboys, and a turn on one page.

Steers bear the marker 35 (``FEVER``) or 36 (``HEALTHY``), the two after the stickers of 1993.
"""

from __future__ import annotations

from companion.core.text import Money, say
from companion.core.ui.printable import AidPart, Printables, PrintedFigure, PrintedSticker, aid_part
from companion.games.abilene.common.printables import PAINTS, cowboys, turn_over
from companion.games.abilene.common.seats import COLOURS, colour_words
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import HIRE, OWN_STEER, RUSTLED, interest
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.abilene.edition_1983.rules.turn import FEVERED, HEALTHY

AID = (
    aid_part(
        say("First your steers"),
        (say("Up to %(steps)s steps in all, for one steer or for several.", steps=STEPS), "4.1"),
        (say("A steer stays on your prairie, turns once at most, and passes no figure."), "4.2"),
        (say("A steer that enters Abilene is sold at once, before the dice."), "4.3"),
    ),
    aid_part(
        say("Then two dice for two cowboys"),
        (say("Each die moves another cowboy, exactly its number; a 0 leaves him where he is."), "4.4"),
        (say("One turn at most, never straight back, past no figure."), "4.5"),
        (say("Through Abilene, one step, but never stopping there."), "4.7"),
    ),
    aid_part(
        say("Theft"),
        (say("End on a steer of another herd: look under it in secret. It moves with your herd now."), "5.3"),
        (say("It goes to a vacant start space for steers of your prairie; with none vacant, no theft."), "5.2"),
    ),
    aid_part(
        say("Duel"),
        (say("End on someone else's cowboy: one die each, the higher one stays, a tie again."), "6.1"),
        (say("A loser at home escapes, and is back as soon as a start space is vacant."), "6.2"),
        (say("A loser anywhere else is killed."), "6.3"),
        (
            say(
                "Fewer than two cowboys in play: hire up to two before you throw the dice, for %(price)s each.",
                price=Money(HIRE),
            ),
            "8.1",
        ),
    ),
    aid_part(
        say("Variant: duels with cards"),
        (say("First the attacker lays cards face down, as many as they like, then the defender."), "11.2"),
        (say("Ace 1, pictures nothing. The higher sum wins; all but the pictures change hands. A tie: dice."), "11.3"),
    ),
    aid_part(
        say("Sale"),
        (say("The seller says “healthy”. All others choose in secret: believe it or not. Then look."), "7.1"),
        (
            say(
                "Own colour: %(price)s from the bank, %(stake)s at stake. Rustled: %(dear)s, and %(more)s.",
                price=Money(OWN_STEER.bank),
                stake=Money(OWN_STEER.stake),
                dear=Money(RUSTLED.bank),
                more=Money(RUSTLED.stake),
            ),
            "7.2",
        ),
        (say("Healthy: doubters pay the seller. Fever: believers pay the seller, who pays every doubter."), "7.4"),
    ),
    aid_part(
        say("Short of money"),
        (
            say(
                "The bank lends in 500s. Interest at the end, on all you owe. Up to 2,000: %(first)s; up to 4,000: "
                "%(second)s; up to 6,000: %(third)s; and so on.",
                first=Money(interest(2000, SteerRules())),
                second=Money(interest(4000, SteerRules())),
                third=Money(interest(6000, SteerRules())),
            ),
            "9.2",
        ),
        (say("Players lend to each other as they agree."), "9.1"),
    ),
    aid_part(
        say("The end"),
        (say("At once when six steers are left in play."), "10.1"),
        (say("Loans are repaid; the most money wins."), "10.2"),
    ),
)
"""The default readings; a house rule says on the phone what it changes. Before it comes the start."""


def _start(starting_cash: int) -> AidPart:
    return aid_part(
        say("Before you begin"),
        (
            say(
                "Everyone begins with %(cash)s, nine steers and three cowboys on one prairie.",
                cash=Money(starting_cash),
            ),
            "2.1",
        ),
        (
            say(
                "Look under your steers while you place them: %(fevered)s have Texas fever, "
                "%(healthy)s are healthy. Seal your notes on the phone; nobody looks again.",
                fevered=FEVERED,
                healthy=HEALTHY,
            ),
            "2.3",
        ),
    )


FEVER_CODE, HEALTHY_CODE = "FEVER", "HEALTHY"
FEVER_MARKER, HEALTHY_MARKER = 35, 36


def printables(starting_cash: int, seats: int) -> Printables:
    """Return the sheets for so many seats: steers in their owner's colour, the fever underneath (§1.2)."""
    words = colour_words()
    fevered, healthy = seats * FEVERED, seats * HEALTHY
    fever = PrintedSticker(FEVER_CODE, FEVER_MARKER, "X", None, say("fever"), fevered)
    none = PrintedSticker(HEALTHY_CODE, HEALTHY_MARKER, "", None, say("healthy"), healthy)
    steers = tuple(
        PrintedFigure("cow", PAINTS[colour], words[colour], count, sticker)
        for colour in COLOURS[:seats]
        for sticker, count in ((fever, FEVERED), (none, HEALTHY))
    )
    return Printables(
        (fever, none), (*cowboys(COLOURS[:seats]), *steers), (_start(starting_cash), *AID), seats, turn_over()
    )
