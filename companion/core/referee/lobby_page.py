"""The choices around a game: start it, change a seat, the board, the cards or the level, play again."""

from __future__ import annotations

from dataclasses import replace

from companion.core.members import cards_are_asked_for
from companion.core.messages import kind_of
from companion.core.plugin import Game
from companion.core.referee import parting
from companion.core.sentences import SENTENCES
from companion.core.table.commands import (
    ChangeSeat,
    ChooseBoard,
    ChooseCatalogue,
    LeaveSeat,
    PlayAgain,
    RemoveSeat,
    SetLevel,
    SetPace,
    StartGame,
)
from companion.core.table.table import Level, Pace, Rematch, Table, TablePhase
from companion.core.text import Text, Who, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight


def settings(
    game: Game, table: Table, seat: str, boards: tuple[str, ...] = (), catalogues: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """Return the choices of this seat about the table; ``boards`` and ``catalogues`` are names of kept ones."""
    match table.phase:
        case TablePhase.LOBBY:
            return (
                *_start(game, table, seat),
                _change_seat(game, table, seat),
                *_level(game, table),
                *_board(game, table, boards),
                *_catalogue(game, table, catalogues),
                *_remove(table, seat),
                Choice(kind_of(LeaveSeat), say("Get up from the table"), weight=Weight.DANGER),
            )
        case TablePhase.PLAYING:
            asking = (*parting.choices(game, table, seat), *game.table_choices(table, seat))
            cards = _catalogue(game, table, catalogues) if cards_are_asked_for(game.catalogue, table) else ()
            return (*cards, *_level(game, table), *asking)
        case TablePhase.OVER:
            sitting = seatings(game, table)
            fields = (Field("seating", say("Who goes first?"), FieldKind.PICK, sitting),) if sitting else ()
            warning = say("The result disappears from every screen, and everyone comes back to the lobby.")
            again = say("Once more")
            return (
                Choice(kind_of(PlayAgain), again, fields=fields, details=(warning,), weight=Weight.PRIMARY, sure=True),
            )


def seatings(game: Game, table: Table) -> tuple[Option, ...]:
    """Return the seatings for a rematch; none where a person played alone against bots."""
    if len(table.people()) < len(table.seats):
        return ()
    first, second = (say("%(who)s begins", who=Who(seat)) for seat in table.ids[:2])
    elsewhere = game.uses_seat_order(table) or any(seat.picks for seat in table.seats)
    shuffled = Option(Rematch.SHUFFLED.value, say("Everyone sits elsewhere"))
    kept = Option(Rematch.SAME.value, first, usual=True), Option(Rematch.NEXT.value, second)
    return (*kept, shuffled) if elsewhere else kept


def start_obstacles(game: Game, table: Table) -> tuple[Text, ...]:
    """Return what the start still needs, in sentences: more players, the choice of cards; nothing if it can start."""
    if table.phase is not TablePhase.LOBBY:
        return ()
    fewest = game.edition_at(table.rules).players[0]
    missing = len(table.seats) < fewest
    more_players = say("At least %(count)s play. Let the others scan the code below.", count=fewest)
    cards = say("Which cards are on the table?")
    return (*((more_players,) if missing else ()), *((cards,) if cards_are_asked_for(game.catalogue, table) else ()))


def _start(game: Game, table: Table, seat: str) -> tuple[Choice, ...]:
    if start_obstacles(game, table):
        return ()
    if len(table.people()) < len(table.seats) and not table.people(but=seat):  # a player who tries it alone begins
        return (Choice(kind_of(StartGame), say("Start the game"), {"first": seat}, weight=Weight.PRIMARY),)
    draw = Option(None, say("let the box draw"), usual=not table.games)
    begins, *other_names = named(table.ids)  # in a rematch the seating says who begins
    order = (draw, replace(begins, usual=table.games > 0), *other_names)
    first = Field("first", say("Who goes first?"), FieldKind.PICK, order)
    everybody = say("Make sure everyone is seated: nobody can join after the start.")
    details = () if game.takes_in(table) else (everybody,)
    return (Choice(kind_of(StartGame), say("Start the game"), fields=(first,), details=details, weight=Weight.PRIMARY),)


def _change_seat(game: Game, table: Table, seat: str) -> Choice:
    chosen_seat = table.seat(seat)
    name = Field("name", say("Your name"), FieldKind.WORDS, initial=chosen_seat.name, maximum=24)
    return Choice(
        kind_of(ChangeSeat),
        say("Change"),
        fields=(name, *game.seat_fields(table, seat)),
        title=say("Change my name or seat"),
    )


def _board(game: Game, table: Table, boards: tuple[str, ...]) -> tuple[Choice, ...]:
    if game.board is None or not (boards or table.board):
        return ()
    options = (Option("", say("the game's own board")), *(Option(name, say("%(name)s", name=name)) for name in boards))
    now = game.board.name(table)
    field = Field("name", say("Which board is on the table?"), FieldKind.PICK, options, initial=now)
    return (Choice(kind_of(ChooseBoard), say("Play on this board"), fields=(field,), title=say("The board")),)


def _catalogue(game: Game, table: Table, catalogues: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the choices of cards; the first one is primary as long as the table has to choose."""
    alone, cards = any(seat.box for seat in table.seats), game.catalogue
    if cards is None or (alone and not (catalogues or table.catalogue)):
        return ()
    asked = cards_are_asked_for(cards, table)
    called = table.catalogue.name if table.catalogue else ""
    now = {"typed": True} if table.catalogue and not called else {"name": called}
    invented = say("These cards are our invention, not those of a game that was bought: print them first.")
    unknown = say("Enter each card when it is first played; the box remembers it this evening.")
    offers = [
        Choice(kind_of(ChooseCatalogue), say("The printed cards of this program"), {"name": ""}, details=(invented,)),
        *(
            Choice(kind_of(ChooseCatalogue), say("Our list of cards: %(name)s", name=name), {"name": name})
            for name in catalogues
        ),
    ]
    if cards.typed_in_play and not alone:
        box = say("Our own copy of the game: each card is entered when it is played")
        offers.insert(1, Choice(kind_of(ChooseCatalogue), box, {"typed": True}, details=(unknown,)))
    elif asked and not alone and Level.BANK in game.edition.levels:
        less = say("The box does not know what is on them. %(level)s.", level=level_words(game)[Level.BANK])
        offers.insert(
            1,
            Choice(
                kind_of(SetLevel),
                say("The cards of our own copy of the game"),
                {"level": Level.BANK.value},
                (),
                (less,),
            ),
        )
    if asked:
        return replace(offers[0], weight=Weight.PRIMARY), *offers[1:]
    return tuple(offer for offer in offers if offer.fixed != now)


def _remove(table: Table, seat: str) -> tuple[Choice, ...]:
    """Return the choice that removes a seat that nobody came to, or whose player has gone."""
    other_seats = table.people(but=seat)
    if not other_seats:
        return ()
    field = Field("seat", say("Whose seat?"), FieldKind.PICK, named(other_seats))
    asked = say("A seat nobody has used is removed at once; otherwise the players are asked.")
    title = say("Take away someone's seat")
    return (Choice(kind_of(RemoveSeat), say("Take this seat away"), fields=(field,), details=(asked,), title=title),)


def level_words(game: Game) -> dict[Level, Text]:
    """Return the levels in words, the game's own where it has some."""
    known = {**SENTENCES, **game.sentences}
    return {level: known[f"level_{level}"] for level in Level}


def pace_words() -> dict[Pace, Text]:
    """Return the paces of the bots in words."""
    return {
        Pace.SLOW: say("slow"),
        Pace.NORMAL: say("normal"),
        Pace.FAST: say("fast"),
        Pace.SKIP: say("skip to my turn"),
    }


def paces(table: Table) -> tuple[Choice, ...]:
    """Return the choices of a pace, at a table with bots; the current one has the weight *quiet*."""
    if table.phase is not TablePhase.PLAYING or not any(seat.box for seat in table.seats):
        return ()
    return tuple(
        Choice(
            kind_of(SetPace), words, {"pace": pace.value}, weight=Weight.QUIET if pace is table.pace else Weight.NORMAL
        )
        for pace, words in pace_words().items()
    )


def _level(game: Game, table: Table) -> tuple[Choice, ...]:
    """Return the choices of another level. A table that begins to follow its board arranges the figures next."""
    words = level_words(game)
    return tuple(
        Choice(kind_of(SetLevel), words[level], {"level": level.value}, weight=Weight.QUIET)
        for level in game.edition.levels
        if level is not table.level
    )
