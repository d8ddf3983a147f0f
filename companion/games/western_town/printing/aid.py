"""A turn on one page, in our own words, each line with its section of the rules."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import AidLine, AidPart


def turn_aid() -> tuple[AidPart, ...]:
    """The default readings; a house rule says on the phone what it changes."""
    return (_start(), _prepare(), _play(), _exploit(), _gains(), _lincoln(), _construct(), _camp(), _end())


def _start() -> AidPart:
    return AidPart(
        say("Before you begin"),
        (
            AidLine(say("Everybody: 3 Cowboys, 7 Peace pipes. The camp: one Peace pipe a player."), "3.1"),
            AidLine(say("The lead marshal is drawn; to his right sits the grand manitou, always."), "3.2"),
            AidLine(say("Two orange cards are drawn and added for all; two more become homesteads for all."), "3.5"),
            AidLine(say("Start cards: the building goes on a cell 4, its card into the hand."), "3.7"),
        ),
    )


def _prepare() -> AidPart:
    return AidPart(
        say("Phase 1: prepare"),
        (
            AidLine(say("Turn 2 adds two orange star cards for all, turn 3 two green ones."), "3.6"),
            AidLine(say("Turn up the Lincoln card."), "6.1"),
            AidLine(say("Keep as many cards as the smallest number on your empty cells; the rest is inactive."), "6.2"),
        ),
    )


def _play() -> AidPart:
    return AidPart(
        say("Phase 2: play two cards"),
        (
            AidLine(
                say(
                    "The lead marshal plays his first alone. Then always the second of one player and the first of the "
                    "next, revealed together. The grand manitou plays his second alone."
                ),
                "7.1",
            ),
            AidLine(say("A card needs a standing building of its name; civic pride needs none."), "4.10"),
            AidLine(say("Nothing to play? Show your hand, and lay a card face down."), "7.3"),
        ),
    )


def _exploit() -> AidPart:
    return AidPart(
        say("Phase 3: exploit"),
        (
            AidLine(say("In turns, from the lead marshal: play your third card, or exploit, or pass for good."), "8.1"),
            AidLine(
                say(
                    "Exploiting: your card, in the hand or face up, and a neighbour's face-up card of the same name. "
                    "His is turned face down."
                ),
                "8.1",
            ),
            AidLine(say("It must do something. Passing comes after the third card."), "8.2"),
            AidLine(say("The first to pass is lead marshal at once."), "8.5"),
        ),
    )


def _gains() -> AidPart:
    return AidPart(
        say("Phase 4: gains"),
        (
            AidLine(say("Take the gains of your face-up cards."), "9.1"),
            AidLine(say("Discard what cannot be stored: 4 Gold, 3 Wood, 8 Cowboys, more with buildings."), "9.2"),
        ),
    )


def _lincoln() -> AidPart:
    return AidPart(
        say("Phase 5: Lincoln comes"),
        (
            AidLine(say("Count what the card expects: exported Gold, Lure, Inhabitants by fours."), "10.1"),
            AidLine(say("The best town wins the card and a Home; the lead marshal breaks ties."), "10.2"),
            AidLine(say("The card with the 5 brings no visit: the game is over."), "10.3"),
        ),
    )


def _construct() -> AidPart:
    return AidPart(
        say("Constructing"),
        (
            AidLine(say("Enough Homes first, then pay, lay the tile on an empty cell."), "4.7"),
            AidLine(say("Then what the cell does, the card into the hand, what the tile does."), "4.7"),
            AidLine(say("Only your first homestead tile brings its card."), "4.8"),
            AidLine(say("Lure is a Peace pipe that you turn; without a pipe there is none."), "4.5"),
        ),
    )


def _camp() -> AidPart:
    return AidPart(
        say("Indians"),
        (
            AidLine(say("One by one into the camp: the 2nd orange or the 3rd red attacks at once."), "11.1"),
            AidLine(say("Orange: the town of whoever added it. Red: the fewest Peace pipes."), "11.2"),
            AidLine(say("A target a colour. Zone 4: half as many Cowboys as Indians, rounded up; else all."), "11.6"),
            AidLine(say("Lost: a destroyed marker; or 4 Inhabitants and 1 Lure. Then one Peace pipe back."), "11.7"),
            AidLine(say("A destroyed building: card unusable, one Home less, half its points less 2."), "4.9"),
        ),
    )


def _end() -> AidPart:
    return AidPart(
        say("The end"),
        (
            AidLine(say("Homes: a point for everybody who has fewer; 3 more for the most."), "12.1"),
            AidLine(say("Buildings: their points."), "12.2"),
            AidLine(say("Lincoln: each expectation, times how often it stood on the cards, for everybody."), "12.3"),
        ),
    )
