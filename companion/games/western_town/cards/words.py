"""What is printed, said in words: on phones, and on our own tiles and cards of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.core.text import Text, listed, say
from companion.games.western_town.cards.columns import HOMES, PINK_HOMES
from companion.games.western_town.cards.contents import CardData, TileData
from companion.games.western_town.cards.own_cards import effect_text
from companion.games.western_town.rulebook.buildings import Tile
from companion.games.western_town.rulebook.towns import Resource, name_of


def cost_words(tile: Tile) -> Text:
    """What a tile costs."""
    symbols = Counter(tile.cost).items()
    return _all_of(_times(number, _either(name_of(what) for what in symbol)) for symbol, number in symbols)


def amounts_words(amounts: Mapping[Resource, int]) -> Text:
    """So much of this and so much of that."""
    return _all_of(_times(number, name_of(what)) for what, number in amounts.items())


def tile_facts(data: TileData) -> Iterator[Text]:
    """What a tile brings once it stands, a line each; its cost and the Homes it needs are not among them."""
    tile = data.tile
    if data.pink:
        yield say("Pink Homes: %(count)s", count=data.pink)
    if data.black:
        yield say("Black Homes: %(count)s", count=data.black)
    if tile.points:
        yield say("Points: %(points)s", points=tile.points)
    if tile.per:
        yield say(
            "Points for every %(each)s %(what)s: %(points)s",
            each=tile.per.each,
            what=name_of(tile.per.resource),
            points=tile.per.points,
        )
    if tile.storage:
        yield say("More room: %(what)s", what=amounts_words(tile.storage))
    if tile.constant_pipes:
        yield say("Counts as Peace pipes: %(count)s", count=tile.constant_pipes)
    if tile.attack_cowboys:
        yield say("Cowboys when you are attacked: %(count)s", count=tile.attack_cowboys)
    if tile.gains:
        yield say("When it is laid: %(what)s", what=amounts_words(tile.gains))
    if tile.exchange:
        given = _either(name_of(what) for what in tile.exchange.given)
        yield say("Then, one for one: %(given)s for %(to)s", given=given, to=name_of(tile.exchange.to))


def card_facts(card: CardData) -> Iterator[Text]:
    """What a card does, a line each."""
    gains = [amounts_words(card.gains)] if card.gains else []
    gains += [_either(name_of(what) for what in card.choice)] if card.choice else []
    yield from _labelled_play(card)
    yield from _labelled_exploit(card)
    if gains:
        yield say("Phase 4: %(what)s", what=listed(gains))


def _labelled_play(card: CardData) -> Iterator[Text]:
    if card.play_needs:
        yield say("Playing needs: %(what)s", what=_needs(card.play_needs))
    if card.play:
        yield say("Play: %(what)s.", what=amounts_words(card.play))
    if card.play_text:
        text = effect_text(card.play_text)
        yield text if card.play else say("Play: %(what)s", what=text)
    if card.play_dice:
        yield say("Playing throws the Indian die: %(count)s", count=card.play_dice)
    if card.play_back:
        yield say("Playing takes back inactive cards: %(count)s", count=card.play_back)


def _labelled_exploit(card: CardData) -> Iterator[Text]:
    if card.exploit_needs:
        yield say("Exploiting needs: %(what)s", what=_needs(card.exploit_needs))
    if card.exploit_pays:
        yield say("Exploiting costs: %(what)s", what=amounts_words(card.exploit_pays))
    if card.exploit:
        yield say("Exploit: %(what)s.", what=amounts_words(card.exploit))
    if card.exploit_text:
        text = effect_text(card.exploit_text)
        yield text if card.exploit else say("Exploit: %(what)s", what=text)
    if card.exploit_back:
        yield say("Exploiting takes back inactive cards: %(count)s", count=card.exploit_back)


def _needs(needs: Mapping[str, int]) -> Text:
    homes = {HOMES: say("Homes"), PINK_HOMES: say("pink Homes")}
    return _all_of(
        _times(number, homes[what] if what in homes else name_of(Resource(what))) for what, number in needs.items()
    )


def _times(number: int, what: Text) -> Text:
    return say("%(number)s\u00a0×\u00a0%(what)s", number=number, what=what)


def _all_of(words: Iterable[Text]) -> Text:
    found = tuple(words)
    return listed(found) if found else say("nothing")


def _either(words: Iterable[Text]) -> Text:
    line: Text | None = None
    for each in words:
        line = say("%(one)s or %(other)s", one=line, other=each) if line else each
    return line or say("nothing")
