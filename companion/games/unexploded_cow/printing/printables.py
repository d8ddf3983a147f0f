"""Everything that can be printed: our own deck, so that somebody without the game can play; a score sheet; the aid."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.printed_markers import CARD_SIDE, ROW_SIDE, ROWS
from companion.core.text import Money, Text, listed, say
from companion.core.ui.printable import Printables, PrintedCard, PrintedMarker, ScoreSheet
from companion.games.unexploded_cow.camera.marked_cards import numbered
from companion.games.unexploded_cow.cards.deck import COW, CowCard, Deck, ability_words
from companion.games.unexploded_cow.cards.own_deck import OWN_DECK
from companion.games.unexploded_cow.printing.aid import turn_aid
from companion.games.unexploded_cow.rulebook.cards import Ability, City

GAMES = 5
INK, RED, CITY, EVENT = "#2a2018", "#a01818", "#1f4f8a", "#6a3d8a"


def printables(seats: int, typed: Deck | None = None) -> Printables:
    """The sheets of a table of this size; of a deck that its players ``typed`` they have the cards."""
    rows = (say("at the start"), say("loans"), say("at the end"), say("result"), say("evening so far"))
    return Printables(
        (),
        (),
        turn_aid(),
        seats,
        cards=() if typed else tuple(_cards(OWN_DECK)),
        scores=ScoreSheet(rows, GAMES),
        markers=(*_rows(seats), *_stickers(typed or OWN_DECK)),
    )


def _rows(seats: int) -> Iterator[PrintedMarker]:
    """One for every herd, by the order in which the players sit down."""
    for place, number in zip(range(1, seats + 1), ROWS, strict=False):
        yield PrintedMarker(number, ROW_SIDE, say("Herd of player %(place)s", place=place), row=True)


def _stickers(deck: Deck) -> Iterator[PrintedMarker]:
    """One for every cow of the deck."""
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
    words, does = ability_words(), _ability_lines()
    kinds: tuple[Text, ...] = tuple(words[ability] for ability in cow.abilities)
    kind = listed(kinds) if kinds else say("cow")
    return PrintedCard(
        say("%(name)s", name=cow.name),
        kind,
        say("%(price)s", price=Money(cow.price)),
        say("%(value)s", value=Money(cow.value)),
        tuple(does[ability] for ability in cow.abilities),
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
        Ability.SPY: say("Belongs to whoever played it, in whatever herd."),
        Ability.MECHANIC: say("May defuse its bomb, and earns 100 from the pot."),
        Ability.GENERAL: say("May hand its bomb to another cow of the herd, once a turn."),
        Ability.PFC: say("May take a bomb from another cow of the herd."),
        Ability.BOMBER: say("After exploding it leaves a bomb on each neighbour."),
    }
