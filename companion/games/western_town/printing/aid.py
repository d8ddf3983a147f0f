"""A turn on one page, in our own words, each line with its section of the rules."""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import aid_part

INDIANS = aid_part(
    say("Indians"),
    (say("One by one into the camp: the 2nd orange or the 3rd red attacks at once."), "11.1"),
    (say("Orange: the town of the player who added it. Red: the fewest Peace pipes."), "11.2"),
    (say("A target a colour. Zone 4: half as many Cowboys as Indians, rounded up; else all."), "11.6"),
    (say("Lost: a destroyed marker; or 4 Inhabitants and 1 Lure. Then one Peace pipe back."), "11.7"),
    (say("A destroyed building: card unusable, one Home less, half its points less 2."), "4.9"),
)
TURN_AID = (
    aid_part(
        say("Before you begin"),
        (say("Everyone: 3 Cowboys, 7 Peace pipes. The camp: one Peace pipe a player."), "3.1"),
        (say("The lead marshal is drawn; the grand manitou always sits to the right."), "3.2"),
        (say("Two orange cards are drawn and added for all; two more become homesteads for all."), "3.5"),
        (say("Start cards: the building goes on a space 4, its card into the hand."), "3.7"),
    ),
    aid_part(
        say("Phase 1: prepare"),
        (say("Turn 2 adds two orange star cards for all, turn 3 two green ones."), "3.6"),
        (say("Turn up the Lincoln card."), "6.1"),
        (say("Keep as many cards as the smallest number on your empty spaces; the rest is inactive."), "6.2"),
    ),
    aid_part(
        say("Phase 2: play two cards"),
        (
            say(
                "The lead marshal plays a first card alone. Then always the second of one player and the first of "
                "the next, revealed together. The grand manitou plays a second alone."
            ),
            "7.1",
        ),
        (say("A card needs a standing building of its name; civic pride needs none."), "4.10"),
        (say("Nothing to play? Show your hand, and lay a card face down."), "7.3"),
    ),
    aid_part(
        say("Phase 3: exploit"),
        (say("In turns, from the lead marshal: play your third card, or exploit, or pass for good."), "8.1"),
        (
            say(
                "Exploiting: your card, in the hand or face up, and a neighbour's face-up card of the same name. "
                "That one is turned face down."
            ),
            "8.1",
        ),
        (say("It must do something. Passing comes after the third card."), "8.2"),
        (say("The first to pass is lead marshal at once."), "8.5"),
    ),
    aid_part(
        say("Phase 4: gains"),
        (say("Take the gains of your face-up cards."), "9.1"),
        (say("Discard what cannot be stored: 4 Gold, 3 Wood, 8 Cowboys, more with buildings."), "9.2"),
    ),
    aid_part(
        say("Phase 5: Lincoln comes"),
        (say("Count what the card expects: exported Gold, Lure, Inhabitants by fours."), "10.1"),
        (say("The best town wins the card and a Home; the lead marshal breaks ties."), "10.2"),
        (say("The card with the 5 brings no visit: the game is over."), "10.3"),
    ),
    aid_part(
        say("Constructing"),
        (say("Enough Homes first, then pay, lay the tile on an empty space."), "4.7"),
        (say("Then what the space does, the card into the hand, what the tile does."), "4.7"),
        (say("Only your first homestead tile brings its card."), "4.8"),
        (say("Lure is a Peace pipe that you turn; without a pipe there is none."), "4.5"),
    ),
    INDIANS,
    aid_part(
        say("The end"),
        (say("Homes: a point for everyone who has fewer; 3 more for the most."), "12.1"),
        (say("Buildings: their points."), "12.2"),
        (say("Lincoln: each expectation, times how often it was on the cards, for everyone."), "12.3"),
    ),
)
"""By the default readings; a house rule says on the phone what it changes."""
