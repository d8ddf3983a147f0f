"""The buttons around a game: start, seat, level, again."""

from __future__ import annotations

from companion.core.capabilities import (
    WithBoardChoice,
    WithCatalogue,
    WithPlayersLeaving,
    edition_of,
    seat_fields,
    sentences,
)
from companion.core.plugin import Game
from companion.core.table.table import Level, Pace, Phase, Table
from companion.core.text import Text, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight


def settings(
    game: Game, table: Table, seat: str, boards: tuple[str, ...] = (), catalogues: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """What this seat can change about the table itself; ``boards`` and ``catalogues`` are those to choose from."""
    match table.phase:
        case Phase.LOBBY:
            return (
                *_start(game, table),
                _change_seat(game, table, seat),
                *_level(game, table),
                *_board(game, table, boards),
                *_catalogue(game, table, catalogues),
                *_remove(table, seat),
                _leave(),
            )
        case Phase.PLAYING:
            partings = game.partings(table, seat) if isinstance(game, WithPlayersLeaving) else ()
            return (*_level(game, table), *partings)
        case Phase.OVER:
            again = Choice("play_again", say("Play again with the same seats"), weight=Weight.PRIMARY)
            return (again,)


def waiting(game: Game, table: Table) -> tuple[Text, ...]:
    """What a lobby waits for before anybody can start: more players, and how they come. Empty when it can."""
    fewest = edition_of(game, table.rules).players[0]
    if table.phase is not Phase.LOBBY or len(table.seats) >= fewest:
        return ()
    return (say("At least %(count)s play. Let the others scan the code below.", count=fewest),)


def _start(game: Game, table: Table) -> tuple[Choice, ...]:
    if waiting(game, table):
        return ()
    draw = Option(None, say("let the box draw"), usual=True)
    first = Field("first", say("Who goes first?"), FieldKind.PICK, (draw, *named(table.ids)))
    everybody = say("Everybody who plays should be seated: after the start the seats are fixed.")
    return (Choice("start_game", say("Start the game"), fields=(first,), details=(everybody,), weight=Weight.PRIMARY),)


def _change_seat(game: Game, table: Table, seat: str) -> Choice:
    mine = table.seat(seat)
    name = Field("name", say("Your name"), FieldKind.WORDS, initial=mine.name, maximum=24)
    return Choice(
        "change_seat",
        say("Change"),
        fields=(name, *seat_fields(game, table, seat)),
        title=say("Change my name or seat"),
    )


def _board(game: Game, table: Table, boards: tuple[str, ...]) -> tuple[Choice, ...]:
    if not isinstance(game, WithBoardChoice) or not (boards or table.board):
        return ()
    options = (Option("", say("the game's own board")), *(Option(name, say("%(name)s", name=name)) for name in boards))
    now = game.board_name(table)
    field = Field("name", say("Which board lies on the table?"), FieldKind.PICK, options, initial=now)
    return (Choice("choose_board", say("Play on this board"), fields=(field,), title=say("The board")),)


def _catalogue(game: Game, table: Table, catalogues: tuple[str, ...]) -> tuple[Choice, ...]:
    if not isinstance(game, WithCatalogue) or not (catalogues or table.catalogue):
        return ()
    kept = (Option(name, say("%(name)s", name=name)) for name in catalogues)
    now = table.catalogue.name if table.catalogue else ""
    options = (Option("", say("the game's own cards")), *kept)
    field = Field("name", say("Which cards lie on the table?"), FieldKind.PICK, options, initial=now)
    return (Choice("choose_catalogue", say("Play with these cards"), fields=(field,), title=say("The cards")),)


def _remove(table: Table, seat: str) -> tuple[Choice, ...]:
    """Somebody sat down and never came, or has gone home: whoever is there is not kept waiting."""
    others = table.people(but=seat)
    if not others:
        return ()
    field = Field("seat", say("Whose seat?"), FieldKind.PICK, named(others))
    asked = say("A seat that no phone has come to goes at once; for any other the players are asked.")
    title = say("Take away somebody's seat")
    return (Choice("remove_seat", say("Take this seat away"), fields=(field,), details=(asked,), title=title),)


def _leave() -> Choice:
    return Choice("leave_seat", say("Get up from the table"), weight=Weight.DANGER)


def level_words(game: Game) -> dict[Level, Text]:
    """How much of the table the box follows, in the game's own words where it has some."""
    known = sentences(game)
    return {level: known[f"level_{level}"] for level in Level}


def pace_words() -> dict[Pace, Text]:
    """How fast the box's own players play, in words."""
    return {
        Pace.SLOW: say("slow"),
        Pace.NORMAL: say("normal"),
        Pace.FAST: say("fast"),
        Pace.SKIP: say("skip to my turn"),
    }


def paces(table: Table) -> tuple[Choice, ...]:
    """How fast the box's own players may play, where there are any; the pace they have now is the quiet one."""
    if table.phase is not Phase.PLAYING or not any(seat.box for seat in table.seats):
        return ()
    return tuple(
        Choice("set_pace", words, {"pace": pace.value}, weight=Weight.QUIET if pace is table.pace else Weight.NORMAL)
        for pace, words in pace_words().items()
    )


def _level(game: Game, table: Table) -> tuple[Choice, ...]:
    """Up in mid-game means saying where every figure stands: ``Page.arranging`` asks for it next."""
    words = level_words(game)
    return tuple(
        Choice("set_level", words[level], {"level": level.value}, weight=Weight.QUIET)
        for level in game.edition.levels
        if level is not table.level
    )
