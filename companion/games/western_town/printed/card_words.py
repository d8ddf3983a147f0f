"""The print on tiles and cards, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from companion.core.text import Fact, Text, fact, listed, say
from companion.games.western_town.guided_turn import NOTHING
from companion.games.western_town.printed.card_texts import effect_text
from companion.games.western_town.printed.deck import CardData, Deck, Pile, Strip, TileData
from companion.games.western_town.rulebook.effects import Effect, merged
from companion.games.western_town.rulebook.towns import NAMES
from companion.games.western_town.words import (
    NEEDED_HOMES,
    all_of,
    amounts_words,
    change_words,
    either,
    kept,
    named,
    negative,
    or_none,
    times,
)

PILES: Mapping[str, Text] = {
    Pile.OTHER: say("above the board"),
    Pile.ORANGE: say("reserve, orange star"),
    Pile.GREEN: say("reserve, green star"),
    Pile.HOMESTEAD: say("homestead stack"),
    Pile.CACTUS: say("in the hand (cactus)"),
}
STRIPS: Mapping[str, Text] = {Strip.PURPLE: say("purple"), Strip.BROWN: say("brown"), Strip.GREEN: say("green")}


def needs_words(needs: Mapping[str, int]) -> Text:
    """Return the required resources and Homes in words."""
    names = {**NAMES, **NEEDED_HOMES}
    return all_of(times(number, names[what]) for what, number in needs.items())


def tile_facts(data: TileData) -> Iterator[Text]:
    """Yield a line for each effect of a tile that has been laid; its cost and the Homes it needs are left out."""
    tile = data.tile
    if data.pink:
        yield say("Pink Homes: %(count)s", count=data.pink)
    if data.black:
        yield say("Black Homes: %(count)s", count=data.black)
    if tile.points:
        yield say("Points: %(points)s", points=tile.points)
    if per := tile.per:
        what = NAMES[per.resource]
        yield say("Points for every %(each)s %(what)s: %(points)s", each=per.each, what=what, points=per.points)
    if tile.storage:
        yield say("More room: %(what)s", what=amounts_words(tile.storage))
    if tile.constant_pipes:
        yield say("Counts as Peace pipes: %(count)s", count=tile.constant_pipes)
    if tile.attack_cowboys:
        yield say("Cowboys when you are attacked: %(count)s", count=tile.attack_cowboys)
    if tile.gains:
        yield say("When it is laid: %(what)s", what=amounts_words(tile.gains))
    if tile.exchange:
        given = either(NAMES[what] for what in tile.exchange.given)
        yield say("Then, one for one: %(given)s for %(to)s", given=given, to=NAMES[tile.exchange.to])


def card_facts(card: CardData) -> Iterator[Text]:
    """Yield a line for each requirement, cost and effect that is printed on a card."""
    play, exploit = card.play, card.exploit
    if play.needs:
        yield say("Playing needs: %(what)s", what=needs_words(play.needs))
    if play.gains:
        yield say("Play: %(what)s.", what=amounts_words(play.gains))
    if play.text:
        text = effect_text(play.text)
        yield text if play.gains else say("Play: %(what)s", what=text)
    if play.dice:
        yield say("Playing throws the Indian die: %(count)s", count=play.dice)
    if play.back:
        yield say("Playing takes back inactive cards: %(count)s", count=play.back)
    if exploit.needs:
        yield say("Exploiting needs: %(what)s", what=needs_words(exploit.needs))
    if exploit.pays:
        yield say("Exploiting costs: %(what)s", what=amounts_words(exploit.pays))
    if exploit.gains:
        yield say("Exploit: %(what)s.", what=amounts_words(exploit.gains))
    if exploit.text:
        text = effect_text(exploit.text)
        yield text if exploit.gains else say("Exploit: %(what)s", what=text)
    if exploit.back:
        yield say("Exploiting takes back inactive cards: %(count)s", count=exploit.back)
    gains = [amounts_words(card.gains)] if card.gains else []
    gains += [either(NAMES[what] for what in card.choice)] if card.choice else []
    if gains:
        yield say("Phase 4: %(what)s", what=listed(gains))


def effect_words(effect: Effect) -> tuple[Text, ...]:
    """Return the lines of an effect: what it costs and brings, then its text."""
    lines: list[Text] = []
    if fixed := merged(negative(effect.pays), effect.gains):
        lines.append(change_words(fixed))
    if effect.text:
        lines.append(effect_text(effect.text))
    return tuple(lines)


def play_words(deck: Deck, card: str) -> Text | None:
    """Return the colour of a card and the effect of playing it as one line; None if it has neither."""
    strip = deck.card(card).strip
    parts = [STRIPS[strip]] if strip in STRIPS else []
    parts += effect_words(deck.play(card))
    return reduce(lambda one, other: say("%(one)s · %(other)s", one=one, other=other), parts) if parts else None


def card_words(deck: Deck, card: str) -> Text:
    """Return the name of a card: its building, and a number where several cards have the same name."""
    return named(card_kept(deck, card)) if card != NOTHING else say("no card can be played")


def card_kept(deck: Deck, card: str) -> Fact | str:
    """Return the name of a card as events keep it, "" for ``NOTHING``."""
    if card == NOTHING:
        return ""
    name, which = kept(deck.card(card).name), deck.which(card)
    return fact("one_of_several", name=name, which=which) if which else name


def cards_words(deck: Deck, cards: Iterable[str]) -> Text:
    """Return the names of these cards, or a word for none."""
    return or_none(card_words(deck, card) for card in cards)
