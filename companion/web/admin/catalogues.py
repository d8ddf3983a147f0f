"""Players' own cards: the lists that this box stores, as pages to edit them and as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from companion.core.catalogue import Card, Cards, CardType, card_of, checked, name_of, read_cards, written
from companion.core.columns import as_typed
from companion.core.errors import BadRequest
from companion.core.members import CardRules
from companion.core.text import Text, say
from companion.store.named import Shelf, catalogues
from companion.web.visit.insiders import limit_uploads, require_uploader
from companion.web.visit.services import services
from companion.web.words.downloads import download as as_file
from companion.web.words.downloads import plain_name

routes = Blueprint("catalogues", __name__, url_prefix="/cards")


@dataclass(frozen=True, slots=True)
class CardGame:
    """A game that can be played with players' own cards, and the lists that the box stores for it."""

    name: str
    title: Text
    rules: CardRules
    printed: str = ""
    """the edition that the page *Print* prints lists of; "" where it prints none"""

    @property
    def types(self) -> Sequence[CardType]:
        """Return the types of cards with their fields."""
        return self.rules.types

    @property
    def shelf(self) -> Shelf:
        """Return the lists that the box stores."""
        return catalogues(services().tables.log, self.name)

    @property
    def kept(self) -> tuple[str, ...]:
        """Return the names of the lists."""
        return self.shelf.names()


@dataclass(frozen=True, slots=True)
class Listed:
    """The cards of one type, each with its name."""

    kind: CardType
    cards: tuple[tuple[str, Card], ...]


@routes.get("")
def shelf() -> str:
    """Show every list of cards, by game."""
    return render_template("catalogues.html", games=tuple(card_games().values()))


@routes.get("/<game>")
def look(game: str) -> str:
    """Show the list ``?name=`` (without a name: the own cards) with a form.

    The form is for a further card, or for ``?card=`` of ``?type=``.
    """
    found, name = played_with_cards(game), _name()
    kind, old, cards = request.args.get("type", ""), request.args.get("card", ""), _cards(found, name, begin=True)
    chosen = _chosen(found.types, cards, kind, old)
    return _page(found, name, cards, kind, old if chosen else "", chosen)


def _page(
    found: CardGame, name: str, cards: Cards, kind: str, old: str, chosen: Card | None, wrong: Text | None = None
) -> str:
    """Return the list, with a form for ``chosen``, which replaces ``old``; ``wrong``: the reason of a refusal."""
    types = found.types
    listed = [
        Listed(each, tuple((name_of(types, card), card) for card in cards if card.type == each.name)) for each in types
    ]
    return render_template(
        "catalogue.html",
        game=found.name,
        title=found.title,
        name=name,
        types=types,
        listed=listed,
        chosen=chosen,
        old=old,
        wrong=wrong,
        opened=kind,
        printed=found.printed and f"{found.name}/{found.printed}",
        missing=found.rules.missing(cards) if cards else (),
    )


@routes.get("/<game>/file")
def download(game: str) -> Response:
    """Send the list as a file."""
    found, name = played_with_cards(game), _name()
    return as_file(written(found.types, _cards(found, name)), f"{plain_name(name or game, '-')}.csv", "text/csv")


@routes.post("/<game>")
def upload(game: str) -> BaseResponse:
    """Store a file from elsewhere as a list; only its uploader and seated players may replace one of that name."""
    found = played_with_cards(game)
    sent = request.files.get("file")
    try:
        text = sent.read().decode("utf-8-sig") if sent else ""
    except UnicodeDecodeError as error:
        raise BadRequest(say("This is not a file of cards: it is not text in UTF-8.")) from error
    called = request.form.get("name", "").strip() or (sent.filename or "").removesuffix(".csv") if sent else ""
    return _kept(found, called, read_cards(found.types, text))


@routes.post("/<game>/copy")
def copy(game: str) -> BaseResponse:
    """Copy the list ``name`` (none: the own cards) to the name ``to``, to be changed there."""
    found = played_with_cards(game)
    return _kept(found, request.form.get("to", ""), _cards(found, request.form.get("name", "")))


@routes.post("/<game>/card")
def save(game: str) -> BaseResponse | tuple[str, int]:
    """Add a card, or replace the card ``old``; one that is refused stays in its form."""
    found, name = played_with_cards(game), " ".join(request.form.get("name", "").split())
    if not name:
        raise BadRequest(say("Copy the game's own cards, then change the copy."))
    kind, old = request.form.get("type", ""), request.form.get("old", "")
    columns = next((each.columns for each in found.types if each.name == kind), ())
    typed = {column.name: " ".join(request.form.getlist(f"c-{column.name}")) for column in columns}
    before = _cards(found, name, begin=True)
    try:
        return _kept(found, name, _with(found.types, before, old, card_of(found.types, kind, typed)), kind)
    except BadRequest as error:
        if not columns:
            raise
        again = Card(kind, {column.name: as_typed(column, typed[column.name]) for column in columns})
        return _page(found, name, before, kind, old, again, error.text), 422


def _with(types: Sequence[CardType], cards: Cards, old: str, card: Card) -> Cards:
    """Return the list with this card, in the place of the one called ``old``."""
    places = (at for at, each in enumerate(cards) if (each.type, name_of(types, each)) == (card.type, old))
    at = next(places, len(cards))
    return (*cards[:at], card, *cards[at + 1 :])


@routes.post("/<game>/remove")
def remove(game: str) -> BaseResponse:
    """Remove a card from the list."""
    found, name = played_with_cards(game), request.form.get("name", "")
    removed, types = (request.form.get("type", ""), request.form.get("old", "")), found.types
    left = tuple(each for each in _cards(found, name) if (each.type, name_of(types, each)) != removed)
    return _kept(found, name, left, removed[0])


@routes.post("/<game>/forget")
def forget(game: str) -> BaseResponse:
    """Delete this list; tables that play with it have a copy."""
    found, name = played_with_cards(game), request.form.get("name", "")
    require_uploader(found.shelf.kind, name)
    found.shelf.forget(name)
    return redirect(url_for("catalogues.shelf"), 303)


def card_games() -> dict[str, CardGame]:
    """Return the games with players' own cards; the first edition's fields of a card hold for all."""
    first = (next(iter(editions.values())) for editions in services().tables.games.values())
    return {
        game.name: CardGame(game.name, game.title, game.catalogue, game.edition.id if game.printables() else "")
        for game in first
        if game.catalogue
    }


def played_with_cards(name: str) -> CardGame:
    """Return the game of this name, if it is played with players' own cards. Raise NotFound."""
    found = card_games().get(name)
    if found is None:
        raise NotFound
    return found


def _name() -> str:
    return request.args.get("name", "")


def _cards(game: CardGame, name: str, begin: bool = False) -> Cards:
    """Return the cards of the list, the game's own for no name; ``begin``: none for a list that is not stored yet.

    Raise BadRequest for a list that the box does not have, or that cannot be read any more.
    """
    if not name:
        return game.rules.builtin
    if begin and name not in game.kept:
        return ()
    return read_cards(game.types, game.shelf.text(name))


def _chosen(types: Sequence[CardType], cards: Cards, kind: str, name: str) -> Card | None:
    """Return the card that is to be changed."""
    return next((card for card in cards if (card.type, name_of(types, card)) == (kind, name)), None)


def _kept(game: CardGame, name: str, cards: Cards, kind: str = "") -> BaseResponse:
    """Store the list and redirect to it, to its cards of this type. Raise RuleError."""
    named = " ".join(name.split())
    shelf, there = game.shelf, named in game.kept
    file = written(game.types, checked(game.types, cards))
    game.rules.check(read_cards(game.types, file))
    with limit_uploads(shelf.kind, named, there):
        if {"<", ">"} & set(named):
            raise BadRequest(say("Please enter a name without < and >."))
        shelf.keep(named, file, services().tables.clock())
    return redirect(url_for("catalogues.look", game=game.name, name=named, type=kind or None), 303)
