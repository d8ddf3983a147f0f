"""A turn on one page, in our own words, each line with its section of the rules."""

from __future__ import annotations

from companion.core.text import Money, say
from companion.core.ui.printable import AidLine, AidPart
from companion.games.unexploded_cow.rulebook.turns import ANTE, STARTING_MONEY


def turn_aid() -> tuple[AidPart, ...]:
    """The default readings; a house rule says on the phone what it changes."""
    return (_start(), _turn(), _cards(), _roll(), _bomb(), _payment(), _cities(), _sudden(), _end())


def _start() -> AidPart:
    begins = say(
        "Everybody has %(cash)s in the first game, later what the last game has left.", cash=Money(STARTING_MONEY)
    )
    ante = say("Everybody pays %(ante)s into the pot and takes three cards.", ante=Money(ANTE))
    return AidPart(say("Before you begin"), (AidLine(begins, "4.2"), AidLine(ante, "4.3")))


def _turn() -> AidPart:
    return AidPart(
        say("Your turn"),
        (
            AidLine(say("If no city lies face up, turn up the next one."), "5.1"),
            AidLine(say("Draw two cards."), "5.2"),
            AidLine(say("Play as many cards as you like, or none."), "5.3"),
            AidLine(say("Roll the die, always."), "5.4"),
        ),
    )


def _cards() -> AidPart:
    return AidPart(
        say("Playing cards"),
        (
            AidLine(say("A cow goes into any herd; the owner of the herd pays its price into the pot."), "6.1"),
            AidLine(say("A spy belongs to whoever played it."), "6.2"),
            AidLine(say("At home it goes anywhere, elsewhere to an end."), "6.3"),
            AidLine(say("You pay for your events."), "6.4"),
            AidLine(say("Whoever is short borrows."), "6.5"),
        ),
    )


def _roll() -> AidPart:
    return AidPart(
        say("The roll"),
        (
            AidLine(say("A 6 hands the die to the left; there it is rolled again."), "7.1"),
            AidLine(
                say("1 to 5: count the cows from the roller's right end, then clockwise. The last one finds a bomb."),
                "7.2",
            ),
        ),
    )


def _bomb() -> AidPart:
    return AidPart(
        say("A bomb"),
        (
            AidLine(say("First the cow that has it: a general may hand it on, a mechanic may defuse it."), "17.1"),
            AidLine(say("Then the PFCs of the herd, from the right: each may take it."), "17.1"),
            AidLine(say("A bomb that has moved is asked about again."), "17.3"),
            AidLine(say("A bomber that has exploded leaves a bomb on each neighbour."), "8.3"),
        ),
    )


def _payment() -> AidPart:
    return AidPart(
        say("Money"),
        (
            AidLine(say("The owner takes the cow's value from the pot, or what is there."), "8.4"),
            AidLine(say("A red value is paid into the pot."), "8.4"),
            AidLine(say("The herd's owner first, then the owners of spies, clockwise."), "8.4"),
        ),
    )


def _cities() -> AidPart:
    return AidPart(
        say("Cities"),
        (
            AidLine(say("You win the city when a cow of yours explodes in your turn, wherever it stands."), "9.1"),
            AidLine(say("One city a turn. A defused bomb wins none."), "9.4"),
        ),
    )


def _sudden() -> AidPart:
    return AidPart(
        say("Sudden death"),
        (
            AidLine(
                say("When the last city is taken and the turn is over: everybody rolls, most points first."), "10.2"
            ),
            AidLine(say("The game ends when the pot is empty. The last cow takes all that is left."), "10.5"),
        ),
    )


def _end() -> AidPart:
    won = say("Your result: what you have at the end, less what you had at the start and less your loans.")
    return AidPart(say("The end"), (AidLine(won, "11.2"),))
