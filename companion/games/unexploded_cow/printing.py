"""The sheets to print: the built-in deck for people without the game, markers, a score sheet, the turn aid."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.printed_markers import CARD_SIDE, ROW_SIDE, ROWS
from companion.core.text import Money, Text, listed, say
from companion.core.ui.printable import Printables, PrintedCard, PrintedMarker, ScoreSheet, aid_part
from companion.games.unexploded_cow.camera.marked_cards import numbered
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK, CowCard, Deck
from companion.games.unexploded_cow.cards.deck import COW, ability_words
from companion.games.unexploded_cow.rulebook.cards import Ability, City
from companion.games.unexploded_cow.rulebook.cities import ANTE, STARTING_MONEY

TURN_AID = (
    aid_part(
        say("Before you begin"),
        (
            say(
                "Everyone has %(cash)s in the first game, later what the last game has left.",
                cash=Money(STARTING_MONEY),
            ),
            "4.2",
        ),
        (say("Everyone pays %(ante)s into the pot and takes three cards.", ante=Money(ANTE)), "4.3"),
    ),
    aid_part(
        say("Your turn"),
        (say("If no city is face up, turn up the next one."), "5.1"),
        (say("Draw two cards."), "5.2"),
        (say("Play as many cards as you like, or none."), "5.3"),
        (say("Roll the die, always."), "5.4"),
    ),
    aid_part(
        say("Playing cards"),
        (say("A cow goes into any herd; the owner of the herd pays its price into the pot."), "6.1"),
        (say("A spy belongs to the player who played it."), "6.2"),
        (say("At home it goes anywhere, elsewhere to an end."), "6.3"),
        (say("You pay for your events."), "6.4"),
        (say("Anyone short of money borrows."), "6.5"),
    ),
    aid_part(
        say("The roll"),
        (say("A 6 hands the die to the left; there it is rolled again."), "7.1"),
        (
            say("1 to 5: count the cows from the roller's right end, then clockwise. The last one finds a bomb."),
            "7.2",
        ),
    ),
    aid_part(
        say("A bomb"),
        (say("First the cow that has it: a general may hand it on, a mechanic may defuse it."), "17.1"),
        (say("Then the PFCs of the herd, from the right: each may take it."), "17.1"),
        (say("If a bomb moves, ask everyone again."), "17.3"),
        (say("A mad bomber that has exploded leaves a bomb on each neighbour."), "8.3"),
    ),
    aid_part(
        say("Money"),
        (say("The owner takes the cow's value from the pot, or what is there."), "8.4"),
        (say("A red value is paid into the pot."), "8.4"),
        (say("The herd's owner first, then the owners of spies, clockwise."), "8.4"),
    ),
    aid_part(
        say("Cities"),
        (say("You win the city when a cow of yours explodes in your turn, wherever it is."), "9.1"),
        (say("One city a turn. A defused bomb wins none."), "9.4"),
    ),
    aid_part(
        say("Sudden death"),
        (say("When the last city is taken and the turn is over: everyone rolls, most points first."), "10.2"),
        (say("The game ends when the pot is empty. The last cow takes all that is left."), "10.5"),
    ),
    aid_part(
        say("The end"),
        (say("Your result: what you have at the end, less what you had at the start and less your loans."), "11.2"),
    ),
)
"""The turn aid, by the default house rules; a phone tells what another one changes."""

GAMES = 5
INK, RED, CITY, EVENT = "#2a2018", "#a01818", "#1f4f8a", "#6a3d8a"


def printables(seats: int, typed: Deck | None = None) -> Printables:
    """Return the sheets for so many seats. A table that plays with a ``typed`` deck has cards already."""
    rows = (say("at the start"), say("loans"), say("at the end"), say("result"), say("evening so far"))
    return Printables(
        (),
        (),
        TURN_AID,
        seats,
        cards=() if typed else tuple(_cards(BUILTIN_DECK)),
        scores=ScoreSheet(rows, GAMES),
        markers=(*_rows(seats), *_stickers(typed or BUILTIN_DECK)),
    )


def _rows(seats: int) -> Iterator[PrintedMarker]:
    """Yield the marker of each herd, in the order of the seats."""
    for place, number in zip(range(1, seats + 1), ROWS, strict=False):
        yield PrintedMarker(number, ROW_SIDE, say("Herd of player %(place)s", place=place), row=True)


def _stickers(deck: Deck) -> Iterator[PrintedMarker]:
    """Yield the markers for the cows of the deck, to be stuck on the cards."""
    for number, name in numbered(deck).items():
        yield PrintedMarker(number, CARD_SIDE, say("%(name)s", name=name), card=(COW, name))


def _cards(deck: Deck) -> Iterator[PrintedCard]:
    markers = numbered(deck)
    for cow in deck.cows:
        yield _cow(cow, tuple(number for number, name in markers.items() if name == cow.name))
    for event in deck.events:
        yield PrintedCard(
            say("%(name)s", name=event.name),
            say("event"),
            say("%(price)s", price=Money(event.price)),
            None,
            (event.text,),
            "bomb",
            EVENT,
            event.copies,
        )
    for city in deck.cities:
        yield _city(city, deck.effects.get(city.name))


def _cow(cow: CowCard, markers: tuple[int, ...]) -> PrintedCard:
    words, lines = ability_words(), _ability_lines()
    kinds: tuple[Text, ...] = tuple(words[ability] for ability in cow.abilities)
    kind = listed(kinds) if kinds else say("cow")
    return PrintedCard(
        say("%(name)s", name=cow.name),
        kind,
        say("%(price)s", price=Money(cow.price)),
        say("%(value)s", value=Money(cow.value)),
        tuple(lines[ability] for ability in cow.abilities),
        "cow",
        RED if cow.value < 0 else INK,
        cow.copies,
        markers,
    )


def _city(city: City, effect: Text | None) -> PrintedCard:
    amount = say("%(amount)s", amount=Money(city.amount)) if city.amount else None
    corner = say("points: %(points)s", points=city.points)
    return PrintedCard(
        say("%(name)s", name=city.name), say("city"), corner, amount, (effect,) if effect else (), "city", CITY
    )


def _ability_lines() -> dict[Ability, Text]:
    return {
        Ability.SPY: say("Belongs to the player who played it, in any herd."),
        Ability.MECHANIC: say("May defuse its bomb, and earns 100 from the pot."),
        Ability.GENERAL: say("May hand its bomb to another cow of the herd, once a turn."),
        Ability.PFC: say("May take a bomb from another cow of the herd."),
        Ability.BOMBER: say("After exploding it leaves a bomb on each neighbour."),
    }
